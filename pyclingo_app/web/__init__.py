"""The page in the browser: a server for this machine, and the workers that answer its requests."""

"""Programs: finding them, reading them, and what they say about themselves."""

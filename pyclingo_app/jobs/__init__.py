"""Work as data: requests and results in JSON, the use cases, and the worker process that does them."""

"""Solving: the only room that makes a ``clingo.Control``."""

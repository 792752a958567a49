"""Explanations from the sentences above the rules."""

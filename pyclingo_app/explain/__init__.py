"""Explanations from the sentences above the rules: docs/explaining.md tells how the files of this room fit together."""

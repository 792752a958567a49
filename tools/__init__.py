"""Tools for developers; README.md says what each does."""

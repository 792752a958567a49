"""Boards by the hundred thousand: where they come from, workers that judge them, and where the verdicts go."""

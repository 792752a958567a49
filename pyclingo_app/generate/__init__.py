"""Making boards: a program and its part ``generate`` together draw a board with its solution.

Nothing here knows a puzzle.  What counts, caps and ends the work is work, never
time, so that a seed gives the same board on every machine.
"""

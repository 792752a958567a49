"""Facts from outside about a genre, as data: what pzprjs, the program behind puzz.link, knows of it.

Nothing here knows a genre.  ``python -m tools.genre write NAME`` writes ``tests/genres/NAME.json``.
"""

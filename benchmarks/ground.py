"""The size of a ground program.

    python benchmarks/ground.py FILE... [NAME=VALUE ...]

Counts rules as ``puzzasp --stats`` and ``clingo --stats`` do (there: Original),
facts included, before the solver simplifies them.
"""

import sys
from collections.abc import Iterable

import clingo


def count_rules(files: Iterable[str], constants: Iterable[str] = ()) -> int:
    """Ground programs together and give the number of rules; constants are given as NAME=VALUE."""
    control = clingo.Control([*(option for constant in constants for option in ("-c", constant)), "--solve-limit=0"])
    for file in files:
        control.load(str(file))
    control.ground([("base", [])])
    control.solve()
    return int(control.statistics["problem"]["lp"]["rules"])


def naive_queens_rules(n: int) -> int:
    """The rules of naive/queens.lp: a million for n = 100, which take long to ground.

    The board, a choice with its bounds for each row, the pairs of squares in each
    column, and the pairs on the diagonals of both directions.
    """
    diagonal = sum((n - distance) ** 2 for distance in range(1, n))
    return n * n + 1 + 7 * n + n * (n * (n - 1) // 2) + 2 * diagonal


if __name__ == "__main__":
    names = [argument for argument in sys.argv[1:] if "=" not in argument]
    print(count_rules(names, [argument for argument in sys.argv[1:] if "=" in argument]))

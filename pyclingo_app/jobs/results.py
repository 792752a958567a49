"""Results of tasks that are nothing but values."""

from typing import NamedTuple


class Written(NamedTuple):
    """An instance in another format, and a sentence for each thing that is written otherwise."""

    text: str
    notes: list[str]


class Formula(NamedTuple):
    """A board as the text of a formula, with the numbers of its variables and of its clauses or constraints."""

    text: str
    variables: int
    rows: int
    warnings: tuple[str, ...]


class Faults(NamedTuple):
    """What tests of a program found: faults of its text, and for each instance one, or an empty text."""

    program: list[str]
    instances: dict[str, str]

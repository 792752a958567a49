"""One record for why: lines, each of one sentence or of counts that are added, and arguments that are made of them."""

from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple

from .sets import NOTHING, Known, Literal, Marks, SentenceId, Sentences


class Cut(NamedTuple):
    """What is cut off by which marks: ``inside`` are the atoms of the ground program that have to be reached and cannot
    be, ``wall`` shuts them in, ``apart`` says that they have to be, and ``witness`` is on either side."""

    inside: tuple[int, ...]
    apart: tuple[Literal, ...]
    wall: tuple[Literal, ...]
    witness: tuple[Literal, ...]

    @property
    def marks(self) -> Known:
        """All that it takes."""
        return Known.of((*self.wall, *self.witness))


class Share(NamedTuple):
    """Of some marks that are open a count needs so many at least, or allows for so many at most; ``more`` says that it
    counts others, too, that are there."""

    sentences: Sentences
    marks: Marks
    many: int
    more: bool


class Sum(NamedTuple):
    """Counts that are added: what some ``need``, and what others ``allow`` for of that."""

    need: tuple[Share, ...]
    allow: tuple[Share, ...]


class Because(NamedTuple):
    """What sentences give with marks that they use; giving nothing they cannot hold.

    One sentence, or counts that are added, with their ``sum``; or all sentences of a reason of which none alone gives
    anything.  ``cut`` is what cuts something off, where one does.
    """

    sentences: Sentences
    uses: Known
    gives: Known = NOTHING
    sum: Sum | None = None
    cut: Cut | None = None

    @property
    def only(self) -> SentenceId | None:
        """The sentence, if it is a single one."""
        return next(iter(self.sentences)) if len(self.sentences) == 1 else None


class _Lines(NamedTuple):
    lines: tuple[Because, ...]
    cases: "tuple[tuple[Literal, Argument], ...]" = ()


class Argument(_Lines):
    """Lines that end in a contradiction: the last one is it, or it comes in both of two cases."""

    def every(self) -> Iterator[Because]:
        """All lines, also those of cases."""
        yield from self.lines
        for _, case in self.cases:
            yield from case.every()

    @cached_property
    def sentences(self) -> Sentences:
        """All sentences that it takes."""
        found = 0
        for line in self.every():
            found |= line.sentences.bits
        return Sentences(found)

    @cached_property
    def length(self) -> int:
        """The number of lines, also of the cases."""
        return len(self.lines) + sum(case.length for _, case in self.cases)

    @cached_property
    def splits(self) -> int:
        """How often there are two cases."""
        return bool(self.cases) + sum(case.splits for _, case in self.cases)

    @cached_property
    def needs(self) -> Known:
        """What it takes from before, with what is supposed."""
        found = Known()
        for literal, case in self.cases:
            found |= case.needs - Known.of((literal,))
        for line in reversed(self.lines):
            found = (found - line.gives) | line.uses
        return found

    @property
    def size(self) -> tuple[int, int, int]:
        """How much there is to follow: cases, sentences, and lines."""
        return self.splits, len(self.sentences), self.length


class Deduction(NamedTuple):
    """What is found from marks that are known, by which strategy: by one look, or by an argument from the opposite.

    An argument shows one literal; a look may give several.
    """

    strategy: str
    gives: Known
    uses: Known
    why: Because | Argument

    @property
    def sentences(self) -> Sentences:
        """All sentences that it takes."""
        return self.why.sentences

    def giving(self, gives: Known) -> "Deduction":
        """The same, of which less is new."""
        return self if gives == self.gives else self._replace(gives=gives)

    @property
    def searched(self) -> bool:
        """Whether it takes a search: several sentences, none of which alone gives anything."""
        return isinstance(self.why, Because) and len(self.why.sentences) > 1 and self.why.sum is None

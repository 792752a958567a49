"""Sets of marks and of sentences, and what is known of marks: typed, each over one int, of which nobody else sees bits.

A mark is a possible atom of the answer, or of what is noted beside it; a sentence is a rule of the game with its
values.  Both are called by the numbers that an oracle gives them.
"""

from collections.abc import Iterable, Iterator
from typing import Generic, NamedTuple, NewType, TypeVar

from ..solve.oracle import bits, numbers

MarkId = NewType("MarkId", int)
SentenceId = NewType("SentenceId", int)
# A mark that is there, or the negative of one that is not.
Literal = NewType("Literal", int)
N = TypeVar("N", MarkId, SentenceId)
S = TypeVar("S", bound="_Set")  # type: ignore[type-arg]


class _Set(Generic[N]):
    """A set of numbers of one kind, in the order of these."""

    __slots__ = ("bits",)

    def __init__(self, bits: int = 0) -> None:
        self.bits = bits

    @classmethod
    def of(cls: type[S], members: Iterable[N]) -> S:
        return cls(bits(members))

    def __or__(self: S, other: S) -> S:
        return type(self)(self.bits | other.bits)

    def __and__(self: S, other: S) -> S:
        return type(self)(self.bits & other.bits)

    def __sub__(self: S, other: S) -> S:
        return type(self)(self.bits & ~other.bits)

    def __contains__(self, member: N) -> bool:
        return bool(self.bits >> member & 1)

    def __bool__(self) -> bool:
        return self.bits != 0

    def __len__(self) -> int:
        return self.bits.bit_count()

    def __iter__(self) -> Iterator[N]:
        return numbers(self.bits)  # type: ignore[return-value]

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and other.bits == self.bits

    def __hash__(self) -> int:
        return hash(self.bits)

    def __repr__(self) -> str:
        return f"{type(self).__name__}.of({[*self]})"

    def within(self: S, other: S) -> bool:
        """Whether all members are in another set, too."""
        return not self.bits & ~other.bits

    def meets(self: S, other: S) -> bool:
        """Whether some members are in another set, too."""
        return self.bits & other.bits != 0


class Marks(_Set[MarkId]):
    """A set of marks."""

    __slots__ = ()


class Sentences(_Set[SentenceId]):
    """A set of sentences."""

    __slots__ = ()


class Known(NamedTuple):
    """What is known of marks: the bits of those that are there, and of those that are not, as solve/ takes them.

    >>> known = Known.of([Literal(1), Literal(-2)])
    >>> known.there, known.absent, known.literals
    (Marks.of([1]), Marks.of([2]), [1, -2])
    >>> (known | Known.of([Literal(3)])) - known == Known.of([Literal(3)])
    True
    """

    true: int = 0
    false: int = 0

    @classmethod
    def of(cls, literals: Iterable[Literal]) -> "Known":
        true = false = 0
        for literal in literals:
            if literal > 0:
                true |= 1 << literal
            else:
                false |= 1 << -literal
        return cls(true, false)

    @property
    def there(self) -> Marks:
        return Marks(self.true)

    @property
    def absent(self) -> Marks:
        return Marks(self.false)

    @property
    def marks(self) -> Marks:
        return Marks(self.true | self.false)

    @property
    def literals(self) -> list[Literal]:
        return [*map(Literal, numbers(self.true)), *(Literal(-mark) for mark in numbers(self.false))]

    def __or__(self, other: "Known") -> "Known":
        return Known(self.true | other.true, self.false | other.false)

    def __sub__(self, other: "Known") -> "Known":
        return Known(self.true & ~other.true, self.false & ~other.false)

    def __bool__(self) -> bool:
        return self.true | self.false != 0

    @property
    def size(self) -> int:
        """Of how many marks something is known."""
        return (self.true | self.false).bit_count()

    def has(self, literal: Literal) -> bool:
        """Whether a literal is known to hold."""
        return bool(self.true >> literal & 1 if literal > 0 else self.false >> -literal & 1)

    def among(self, marks: Marks) -> "Known":
        """What is known of some marks."""
        return Known(self.true & marks.bits, self.false & marks.bits)

    def without(self, marks: Marks) -> "Known":
        """What is known of other marks."""
        return Known(self.true & ~marks.bits, self.false & ~marks.bits)

    def open(self, marks: Marks) -> Marks:
        """Those of some marks of which nothing is known."""
        return Marks(marks.bits & ~(self.true | self.false))

    def plus(self, literal: Literal) -> "Known":
        """The same, and that a literal holds."""
        if literal > 0:
            return Known(self.true | 1 << literal, self.false)
        return Known(self.true, self.false | 1 << -literal)

    def clashes(self, other: "Known") -> bool:
        """Whether something is known in one way here, and in the other way there."""
        return bool(self.true & other.false or self.false & other.true)


# What is known of nothing, and no marks and sentences: for what has a default.
NOTHING, NO_MARKS, NO_SENTENCES = Known(), Marks(), Sentences()


def opposite(literal: Literal) -> Literal:
    """Give the literal that holds if and only if this one does not."""
    return Literal(-literal)


def mark_of(literal: Literal) -> MarkId:
    """Give the mark of which a literal says something."""
    return MarkId(abs(literal))

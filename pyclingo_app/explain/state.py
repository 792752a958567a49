"""What is known: a pair of sets of marks, those that are true and those that are false."""

from collections.abc import Iterable

from ..solve.oracle import numbers

State = tuple[int, int]


def state_of(found: Iterable[int]) -> State:
    """Give the state in which some literals hold.

    >>> state_of([1, -2])
    (2, 4)
    """
    true = false = 0
    for literal in found:
        if literal > 0:
            true |= 1 << literal
        else:
            false |= 1 << -literal
    return true, false


def with_literal(state: State, literal: int) -> State:
    """Give a state in which a literal holds, too."""
    more = state_of([literal])
    return state[0] | more[0], state[1] | more[1]


def literals(state: State) -> list[int]:
    """Give the literals of a state.

    >>> literals((2, 4))
    [1, -2]
    """
    return [*numbers(state[0]), *(-number for number in numbers(state[1]))]


def without(state: State, other: State) -> State:
    """Give a state without what another one says.

    >>> without((6, 8), (2, 4))
    (4, 8)
    """
    return state[0] & ~other[0], state[1] & ~other[1]


def signed(marks: int, state: State) -> list[int]:
    """Give some marks as literals that hold where they are true in a state, and do not where they are not.

    >>> signed(6, (2, 0))
    [1, -2]
    """
    return [mark if state[0] >> mark & 1 else -mark for mark in numbers(marks)]

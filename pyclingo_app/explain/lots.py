"""Sentences in lots: those that say least first, so that a hint need not get ready what says much."""

from collections import defaultdict
from collections.abc import Iterable, Iterator

from ..solve.forms import Forms

# Sentences of no more than so many rules beside one for each mark take little, however many they are.
_BESIDE = 6
# The others in a lot are made of about so many rules, or of as many as one of them.
_MANY = 500
# What depends on itself makes a sentence worth so many times as many rules.
_HIDDEN = 10


def lots(sentences: Iterable[int], forms: Forms) -> Iterator[list[int]]:
    """Give sentences in lots: those that speak of marks, and then by how many rules each is made of, those with as
    many together, and some with more where they are few."""
    alike: dict[int, list[int]] = defaultdict(list)
    for sentence in sentences:
        shape = forms.shape(sentence)
        plain = not shape.hidden and shape.rules - shape.marks.bit_count() <= _BESIDE
        alike[0 if plain else shape.rules * (_HIDDEN if shape.hidden else 1)].append(sentence)
    lot: list[int] = []
    whole = 0
    for number, those in sorted(alike.items()):
        if lot and whole + number * len(those) > _MANY:
            yield lot
            lot, whole = [], 0
        lot += those
        whole += number * len(those)
    if lot:
        yield lot

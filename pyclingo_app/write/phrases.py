"""Words for several marks and sentences at once: what they have in common is said once."""

import re
from collections.abc import Callable, Collection, Iterable

from ..draw.board import Cell
from ..explain.terms import Mark, Sentence
from .words import cells_text

# How many things are named rather than counted, and how many sentences that are alike are written out.
NAMED, _ALIKE = 8, 2
_CELL = re.compile(r"\((\d+), (\d+)\)")


def phrase(marks: Iterable[Mark]) -> str:
    """Say several marks together: those that differ in their cells, and those of the same cells that differ in a word.

    >>> import clingo
    >>> marks = [Mark(clingo.Function("p"), True, f"a tent at (1, {c})", (1, c)) for c in (2, 4)]
    >>> phrase(marks)
    'a tent at (1, 2), (1, 4)'
    >>> phrase(Mark(clingo.Function("p"), False, f"no {n} at (1, 2)", (1, 2)) for n in (3, 5))
    'no 3, 5 at (1, 2)'
    >>> phrase(Mark(clingo.Function("p"), True, f"a line {p} (1, 2)", (1, 2)) for p in ("above", "left of"))
    'a line above, left of (1, 2)'
    >>> phrase(Mark(clingo.Function("p"), True, f"the island of (2, {n}) at (3, 9)", (3, 9)) for n in (5, 8))
    'the island of (2, 5), (2, 8) at (3, 9)'
    """
    groups: dict[str, list[str]] = {}
    for mark in marks:
        beginning = kind(mark)
        groups.setdefault(beginning, []).extend([str(mark.cell)] if beginning != mark.text else [])
    # Where something is, "left of", is one word, and so is a cell.
    rows = ((re.split(r" (?!of )(?![^(]*\))", beginning), cells) for beginning, cells in groups.items())
    told = _merged(rows, lambda word, cells: bool(cells))
    return "; ".join(" ".join(words) + ", ".join(cells) for words, cells in told)


def _merged(
    rows: Iterable[tuple[list[str], list[str]]], fits: Callable[[str, list[str]], bool]
) -> list[tuple[list[str], list[str]]]:
    """Some rows of words, each with cells: those with the same cells that differ in one word as one, if that fits."""
    # Of each row that is left the place of the word that differs, and what else stands there.
    merged: list[tuple[list[str], list[str], list[int], list[str]]] = []
    for words, cells in rows:
        for others, where, place, several in merged:
            differ = [k for k, pair in enumerate(zip(words, others, strict=False)) if len({*pair}) > 1]
            same = cells == where and len(words) == len(others) and len(differ) == 1
            if same and differ == (place or differ) and fits(words[differ[0]], cells):
                place[:] = differ
                several.append(words[differ[0]])
                break
        else:
            merged.append((words, cells, [], []))
    for words, _, place, several in merged:
        for k in place:
            every = [words[k], *several]
            words[k] = ", ".join(sorted(every, key=int) if all(map(str.isdigit, every)) else every)
    return [(words, cells) for words, cells, *_ in merged]


def listed(marks: Iterable[Mark]) -> str:
    """Say several marks, in the order in which people read a board."""
    return phrase(sorted(dict.fromkeys(marks), key=lambda mark: (mark.cell or (0, 0), mark.atom)))


def kind(mark: Mark) -> str:
    """What a mark says, without its cell where that comes last."""
    return mark.text.removesuffix(str(mark.cell))


def texts(sentences: Iterable[Sentence]) -> list[str]:
    """The texts of sentences."""
    return [sentence.text for sentence in sentences]


def bare(sentence: Sentence) -> str:
    """A sentence without its full stop."""
    return sentence.text.removesuffix(".")


def named(marks: Collection[Mark], sentence: Sentence) -> str | None:
    """Some marks by their cells alone, where a sentence says what is there; None where that would not be clear."""
    kinds = {kind(mark) for mark in marks}
    # That it is a cell goes without saying.
    words = re.sub(r"^an? | cell\b| at $", "", kinds.pop()).split() if len(kinds) == 1 else []
    said = all(re.search(rf"(?<!\w){re.escape(word)}", without_cells(sentence.text)) for word in words)
    if not (words and said) or any(mark.pencil or mark.place != mark.cell for mark in marks):
        return None
    return cells_text(sorted(mark.cell for mark in marks if mark.cell))


def speaks(sentence: Sentence, marks: Iterable[Mark]) -> bool:
    """Whether a sentence speaks of what some marks are about, by a word or a number, or by their only cell."""
    every, text = list(marks), without_cells(sentence.text)
    words = {word for mark in every for word in re.findall(r"\"[^\"]*\"|\d+|\w{4,}", kind(mark))} - {"cell"}
    return any(word in text for word in words) or [*{mark.cell for mark in every}] == cells_in(sentence.text)


def lacking(marks: Iterable[Mark]) -> bool:
    """Whether all that is absent of some marks is said to lack, and not by what is there instead: a white circle."""
    return all(mark.present or re.search(r"\bnot?\b", mark.text) for mark in marks)


def cells_in(text: str) -> list[Cell]:
    """The cells that a text names.

    >>> cells_in("The cells (1, 2) and (1, 3) touch.")
    [(1, 2), (1, 3)]
    """
    return [(int(row), int(column)) for row, column in _CELL.findall(text)]


def without_cells(text: str) -> str:
    """A text without the cells that it names.

    >>> without_cells("The cell (1, 2) sees 3.")
    'The cell  sees 3.'
    """
    return _CELL.sub("", text)


def form(text: str) -> str:
    """A text whatever its numbers.

    >>> form("The cell (1, 12) sees 3.")
    'The cell (#, #) sees #.'
    """
    return re.sub(r"\d+", "#", text)


def together(told: Iterable[str]) -> list[str]:
    """Some sentences, those that are alike as one: with the cells in which they differ, or of many their number.

    >>> together(f"Two lines meet at (1, {c}), or none." for c in (1, 2, 4))
    ['Two lines meet at (1, 1), or none, and so on at (1, 2), (1, 4).']
    >>> together(f"The sum at (1, {c}) is {c}." for c in (1, 2, 4))
    ['The sum at (1, 1) is 1, and likewise, with their own numbers, at (1, 2), (1, 4).']
    >>> together(["Row 1 holds 4 exactly once.", "Row 1 holds 5 exactly once."])
    ['Row 1 holds 4, 5 exactly once.']
    >>> together(["(1, 1) and (1, 2) touch.", "(1, 1) and (2, 2) touch."])
    ['(1, 1) and (1, 2) touch, likewise (1, 1) and (2, 2).']
    """
    groups: dict[str, list[str]] = {}
    rows = ((text.split(), list[str]()) for text in dict.fromkeys(told))
    for words, _ in _merged(rows, lambda word, cells: word.isdigit()):
        text = " ".join(words)
        groups.setdefault(form(text), []).append(text)
    return [line for texts in groups.values() for line in _alike(texts)]


def _alike(texts: list[str]) -> list[str]:
    """Some sentences that differ in their numbers only."""
    first, *rest = texts
    cells = [cells_in(text) for text in texts]
    same = len({*map(without_cells, texts)}) == 1
    if rest and all(len(one) == 1 for one in cells) and (same or len(rest) >= _ALIKE):
        where = cells_text([one[0] for one in cells[1:]])
        more = "likewise" if len(rest) == 1 else "and so on" if same else "and likewise, with their own numbers,"
        return [f"{first.removesuffix('.')}, {more} at {where}."]
    if rest and same and all(len(one) == 2 for one in cells):
        pairs = cells_text([f"{one} and {other}" for one, other in cells[1:]], "pair")
        return [f"{first.removesuffix('.')}, likewise {pairs}."]
    return texts if len(texts) <= _ALIKE else [f"{first.removesuffix('.')}, and {len(rest)} more like it."]

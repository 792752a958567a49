"""The JSON form of arguments: of marks, of sentences, and of what follows from them, line by line."""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from clingo import parse_term

from ..draw.board import Cell
from ..explain.terms import Amount, Case, Confined, Inference, Mark, Sentence, Share, Wall

Event = dict[str, Any]

# Instances and answers repeat their atoms.
symbol_of = lru_cache(maxsize=100_000)(parse_term)


def _as_cell(cell: Sequence[int] | None) -> Cell | None:
    return (cell[0], cell[1]) if cell else None


def of_sentences(name: str, sentences: Sequence[Sentence]) -> Event:
    """Give the texts of sentences, with the cells that they speak of and those to point at beside them."""
    cells, shown = ([sorted(map(list, getattr(s, kind))) for s in sentences] for kind in ("cells", "shown"))
    return {name: [sentence.text for sentence in sentences], f"{name}_cells": cells, f"{name}_shown": shown}


def as_sentences(event: Mapping[str, Any], name: str) -> tuple[Sentence, ...]:
    """Read sentences."""
    parts = zip(event[name], event[f"{name}_cells"], event[f"{name}_shown"], strict=True)
    return tuple(Sentence(text, *(frozenset((r, c) for r, c in cells) for cells in both)) for text, *both in parts)


def of_mark(mark: Mark) -> Event:
    """Give a mark."""
    return {**mark._asdict(), "atom": str(mark.atom), "cell": mark.cell and list(mark.cell)}


def as_mark(event: Mapping[str, Any]) -> Mark:
    """Read a mark."""
    atom, cell = symbol_of(event["atom"]), _as_cell(event["cell"])
    return Mark(atom, event["present"], event["text"], cell, event["pencil"], event["beyond"])


def as_marks(events: Iterable[Mapping[str, Any]]) -> tuple[Mark, ...]:
    """Read marks."""
    return tuple(map(as_mark, events))


def of_argument(argument: Iterable[Inference]) -> list[Event]:
    """Give the lines of an argument."""
    return [
        {
            **of_sentences("sentences", line.sentences),
            "marks": list(map(of_mark, line.marks)),
            "used": list(map(of_mark, line.used)),
            "wall": line.wall and _of_wall(line.wall),
            "cases": of_cases(line.cases),
            "hidden": line.hidden,
            "amount": line.amount and _of_amount(line.amount),
            "ways": [list(map(of_mark, way)) for way in line.ways],
            "left": list(map(of_mark, line.left)),
            "then": line.then,
            "turns": list(map(list, line.turns)),
            "briefer": _of_with_marks(line.briefer),
            "need": line.need and _of_share(line.need),
        }
        for line in argument
    ]


def as_argument(events: Iterable[Mapping[str, Any]]) -> tuple[Inference, ...]:
    """Read the lines of an argument."""
    return tuple(
        Inference(
            as_sentences(event, "sentences"),
            as_marks(event["marks"]),
            as_marks(event["used"]),
            event["wall"] and _as_wall(event["wall"]),
            as_cases(event["cases"]),
            event["hidden"],
            event["amount"] and _as_amount(event["amount"]),
            tuple(map(as_marks, event["ways"])),
            as_marks(event["left"]),
            event["then"],
            tuple((row, column) for row, column in event["turns"]),
            _as_with_marks(event["briefer"]),
            event["need"] and _as_share(event["need"]),
        )
        for event in events
    )


def _of_with_marks(pairs: Iterable[tuple[Sentence, tuple[Mark, ...]]]) -> list[Event]:
    return [{**of_sentences("sentences", (sentence,)), "marks": list(map(of_mark, marks))} for sentence, marks in pairs]


def _as_with_marks(events: Iterable[Mapping[str, Any]]) -> tuple[tuple[Sentence, tuple[Mark, ...]], ...]:
    return tuple((as_sentences(one, "sentences")[0], as_marks(one["marks"])) for one in events)


def of_confined(confined: Confined) -> Event:
    """Give what is confined."""
    shares = {name: list(map(_of_share, getattr(confined, name))) for name in ("needs", "limits")}
    return {**shares, "inside": confined.inside}


def as_confined(event: Mapping[str, Any]) -> Confined:
    """Read what is confined."""
    needs, limits = (tuple(map(_as_share, event[name])) for name in ("needs", "limits"))
    return Confined(needs, limits, event["inside"])


def _of_share(share: Share) -> Event:
    (told,) = _of_with_marks([(share.sentence, share.marks)])
    return {**told, "many": share.many, "more": share.more}


def _as_share(event: Mapping[str, Any]) -> Share:
    ((sentence, marks),) = _as_with_marks([event])
    return Share(sentence, marks, event["many"], event["more"])


def _of_amount(amount: Amount) -> Event:
    cells = {name: list(map(list, getattr(amount, name))) for name in ("cells", "out", "whole")}
    return {**amount._asdict(), **cells, "so": list(map(of_mark, amount.so))}


def _as_amount(event: Mapping[str, Any]) -> Amount:
    cells, out, whole = (tuple((r, c) for r, c in event[name]) for name in ("cells", "out", "whole"))
    return Amount(event["much"], event["number"], cells, out, as_marks(event["so"]), whole)


def of_cases(cases: Iterable[Case]) -> list[Event]:
    """Give what is supposed, each with its argument."""
    return [{"supposed": of_mark(case.supposed), "argument": of_argument(case.argument)} for case in cases]


def as_cases(events: Iterable[Mapping[str, Any]]) -> tuple[Case, ...]:
    """Read what is supposed, each with its argument."""
    return tuple(Case(as_mark(event["supposed"]), as_argument(event["argument"])) for event in events)


def _of_wall(wall: Wall) -> Event:
    marks = {name: list(map(of_mark, getattr(wall, name))) for name in ("apart", "wall", "witness")}
    cells = {name: list(map(list, getattr(wall, name))) for name in ("cells", "pocket")}
    return {**marks, **cells, "closed": wall.closed}


def _as_wall(event: Mapping[str, Any]) -> Wall:
    cells, pocket = (tuple((row, column) for row, column in event[name]) for name in ("cells", "pocket"))
    apart, wall, witness = (as_marks(event[name]) for name in ("apart", "wall", "witness"))
    return Wall(apart, cells, wall, witness, event["closed"], pocket)


def of_pairs(pairs: Iterable[tuple[Mark, Mark]]) -> list[Any]:
    """Give pairs of marks."""
    return [list(map(of_mark, pair)) for pair in pairs]


def as_pairs(pairs: Iterable[Iterable[Mapping[str, Any]]]) -> tuple[tuple[Mark, Mark], ...]:
    """Read pairs of marks."""
    return tuple((as_mark(mark), as_mark(other)) for mark, other in pairs)

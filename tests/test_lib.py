"""The library files, each alone: what its definitions say, and for each sentence what passes and what fails."""

import re
from collections.abc import Callable, Iterable
from functools import cache
from itertools import combinations, pairwise, product
from pathlib import Path
from random import Random
from typing import NamedTuple

import clingo
import pytest
from clingo import ast

from pyclingo_app.program.rules import Rule, told

LIB = Path(__file__).parent.parent / "asp" / "lib"
NAMES = sorted(path.stem for path in LIB.glob("*.lp"))
Cell = tuple[int, int]


@cache
def base(name: str) -> tuple[tuple[ast.AST, ...], tuple[Rule, ...]]:
    """Give the statements of a file that are not of another part, and those that carry a sentence."""
    found: list[ast.AST] = []
    ast.parse_files([str(LIB / f"{name}.lp")], found.append)
    part, own, comments = "base", [], []
    for statement in found:
        if statement.ast_type == ast.ASTType.Program:
            part = statement.name
        elif statement.ast_type == ast.ASTType.Comment:
            comments.append(statement)
        elif part == "base":
            own.append(statement)
    return tuple(own), tuple(told(own, comments))


def grounded(files: Iterable[str], text: str, without: str = "", models: int = 0) -> clingo.Control:
    """Ground files and a text, silently, without the rules of a sentence; choices lose their bounds only."""
    messages: list[str] = []
    control = clingo.Control(["--project=show", str(models)], logger=lambda _, message: messages.append(message))
    with ast.ProgramBuilder(control) as builder:
        for name in files:
            statements, rules = base(name)
            dropped = [rule for rule in rules if rule.sentence == without]
            for statement in statements:
                rule = next((rule for rule in dropped if rule.statement is statement), None)
                if rule is None:
                    builder.add(statement)
                elif rule.kind == "choice":
                    builder.add(statement.update(head=statement.head.update(left_guard=None, right_guard=None)))
    control.add("base", [], text)
    control.ground([("base", [])])
    assert not messages
    return control


def answers(files: Iterable[str], text: str, shown: str, without: str = "", models: int = 0) -> list[set[str]]:
    """Give the atoms of a predicate, such as ``link/3``, in the answer sets of files and a text, each once."""
    control = grounded(files, f"{text}\n#defined {shown}.\n#show {shown}.", without, models)
    found: list[set[str]] = []
    control.solve(on_model=lambda model: found.append(set(map(str, model.symbols(shown=True)))))
    return found


class Case(NamedTuple):
    """A sentence of a file, a text and other files beside it, and two choices: one that passes and one that fails.

    For a check of the instance both are facts.
    """

    file: str
    sentence: str
    passes: str
    fails: str
    text: str = ""
    shown: str = "input_error/0"
    others: tuple[str, ...] = ("grid",)


_SHADED = "size(3,3). { shaded(R,C) } :- cell(R,C)."
_MEMBERS = _SHADED + "member(shaded,R,C) :- shaded(R,C). member(white,R,C) :- cell(R,C), not shaded(R,C)."
_LINES = "size(2,6). way(R,C) :- cell(R,C). anchor(R,C) :- cell(R,C)."
_RING = "link(1..2,1,right). link(1,1..2,down)."
# Around the middle of 3x3 cells, and by way of it past the first one.
_RING9 = "link((1;3),1..2,right). link(1..2,(1;3),down)."
_DENT = "link(1,2,(right;down)). link(2,1,(right;down)). link(3,1..2,right). link(1..2,3,down)."
_LINES4 = "size(4,4). way(R,C) :- cell(R,C)."
_PATHS = "size(2,4). way(R,C) :- cell(R,C). terminal(1,(1;2),a). full(R,C) :- full, way(R,C), not terminal(R,C)."
_LATIN = "size(2,2)."
_NUMBERED = "size(1,3). region(1,1..2,a). region(1,3,b). "

_TILED = "size(1,4). field(R,C) :- cell(R,C). :- field(R,C), not shaped(R,C,_). "
_DIVIDED = "size(1,3). field(R,C) :- cell(R,C). may(1,1,1,1..3). may(1,2,1,2). may(1,3,1,2..3)."
_CAGED = "size(2,2). { number(1..2,1..2,1..2) }. caged(1,1..2,a). caged(2,1..2,b). total(a,3)."
# Numbers in a row of cells, of which a choice may be any.
_ROW = "size(4,4). { number(1,1..4,1..4) }."
_NUMBERS = "size(3,3). { number(1..3,1..3,1..3) }."
_GLASS = f"{_NUMBERS} glass(1,1,1,1). glass(1,2,1,2)."
_ARROW = "size(4,4). { number(1..4,1..4,1..4) }. arrow(1,1,1,1). arrow(1,2,1,2). arrow(1,3,2,2)."
_ICE = "size(4,6). way(R,C) :- cell(R,C). anchor(R,C) :- cell(R,C), not ice(R,C). ice(2,3). ice(3,2)."
# Two loops of three by three cells that cross each other twice, on ice, and one loop that crosses itself there.
_CROSSING = "link((1;3),1..2,right). link(1..2,(1;3),down). link((2;4),2..3,right). link(2..3,(2;4),down)."
_CROSSED = "link(2,2..3,right). link(1..3,3,down). link(1,3,right). link(1,4,down). link(4,2,right). link(2..3,2,down)."
_HEXAGON = "link(1,1,right). link(1,2,down). link(2,2,right). link(2,3,down). link(3,1..2,right). link(1..2,1,down)."
# A line that turns right eight times, and crosses itself.
_COIL = (
    "link(1,1..3,right). link(1..2,4,down). link(3,2..3,right). link(2,2,(right; down))."
    "link(2..3,3,down). link(4,1..2,right). link(1..3,1,down)."
)

# For each file, with a text, the predicate that is shown and other files: sentences, what passes and what fails.
TABLE = {
    ("grid", "", "input_error/0", ()): [
        ("The board has no size: a fact such as size(6, 6) is missing.", "size(2,1).", ""),
    ],
    ("region", "", "input_error/0", ("grid",)): [
        ("The cell (R, C) belongs to no region.", "size(1,2). region(1,1..2,a).", "size(1,2). region(1,1,a)."),
    ],
    ("loop", _LINES, "link/3", ("grid", "line")): [
        ("Two lines meet at (R, C), or none.", _RING, "link(1,1,right)."),
        ("Two lines meet at (R, C), or none.",
         "link(1..2,1..2,right). link(1,(1;3),down).", "link(1..2,1..2,right). link(1,1..3,down)."),
        ("All lines belong to one loop, which passes all that it must.",
         _RING, _RING + "link(1..2,5,right). link(1,5..6,down)."),
        ("All lines belong to one loop, which passes all that it must.", _RING, ""),
    ],
    ("path",
     "size(1,2). way(R,C) :- cell(R,C). full(R,C) :- way(R,C), not terminal(R,C).",
     "input_error/0", ("grid", "line")): [
        ("Colour X has one terminal only, at (R, C).", "terminal(1,1..2,a).", "terminal(1,1,a)."),
    ],
    ("path",
     "size(1,4). way(R,C) :- cell(R,C). full(R,C) :- way(R,C), not terminal(R,C).",
     "input_error/0", ("grid", "line")): [
        ("The terminals of colour X cannot be joined in pairs: their number is odd.",
         "terminal(1,1..4,a).", "terminal(1,1..3,a)."),
    ],
    ("path", _PATHS + "full :- #false.", "link/3", ("grid", "line")): [
        ("The terminal at (R, C) is joined to exactly one neighbour.",
         "link(1,1,right).", "link(1..2,1,right). link(1,1..2,down)."),
        ("If a path enters (R, C), it leaves it again.", "link(1,1,right).", "link(1,1,down). link(1,2,down)."),
        ("The cell (R, C) is joined to at most two neighbours.",
         "link(1,1,down). link(2,1,right). link(1,2,down).",
         "link(1,1,down). link(2,1..2,right). link(1,2..3,down). link(1,3,right). link(2,3,right). link(1,4,down)."),
        ("A path through (R, C) must lead to a terminal, not round in a loop.",
         "link(1,1,right).", "link(1,1,right). link((1;2),3,right). link(1,3..4,down)."),
    ],
    ("path", _PATHS + "full.", "link/3", ("grid", "line")): [
        ("The cell (R, C) is joined to at least two neighbours.",
         "link(1,1,down). link(2,1..3,right). link(1,4,down). link(1,2..3,right).", "link(1,1,right)."),
    ],
    ("path",
     "size(2,2). way(R,C) :- cell(R,C). full(R,C) :- way(R,C), not terminal(R,C)."
     "terminal(1..2,1,a). terminal(1..2,2,b).",
     "link/3", ("grid", "line")): [
        ("(R, C) and (R', C') are joined only if they are on the same path.",
         "link(1,1..2,down).", "link(1..2,1,right)."),
    ],
    ("apart", _SHADED, "shaded/2", ("grid",)): [
        ("If (R, C) is shaded, its neighbours are not.",
         "shaded(1,1). shaded(2,2). shaded(3,3). shaded(1,3).", "shaded(2,2..3)."),
    ],
    ("rooms", "size(1,2). region(1,1..2,a). #defined shaded/2.", "input_error/0", ("grid", "region")): [
        ("There is no region I for the number N.", "holds(a,1).", "holds(b,1)."),
    ],
    ("rooms",
     _SHADED + 'region(1..3,1..2,a). region(1..3,3,b). holds(a,2). holds(b,0). holds(b,"?").',
     "shaded/2", ("grid", "region")): [
        ("The number of shaded cells in the region of (R, C) is N.",
         "shaded(1,1). shaded(2,2).", "shaded(1,1). shaded(1,3)."),
    ],
    ("view", _SHADED + 'number(2,1,"?").', "shaded/2", ("grid", "sight")): [
        ("Cells with a number or a circle are not shaded.", "shaded(1,2..3).", "shaded(2,1)."),
    ],
    ("view", _SHADED + "number(2,1,3).", "shaded/2", ("grid", "sight")): [
        ("The cell (R, C) sees N white cells, its own included.",
         "shaded(1,1). shaded(2,3).", "shaded(1,1). shaded(2,2)."),
        ("The cell (R, C) sees N white cells, its own included.", "shaded(1,1). shaded(3,1).", "shaded(1,1)."),
    ],
    ("touch", "{ piece(1..3,1..3,tent) }.", "piece/3", ()): [
        ("The cells (R, C) and (R', C') touch, so at most one of them holds a X.",
         "piece(1,1,tent). piece(1,3,tent). piece(3,2,tent).", "piece(1,1..2,tent)."),
    ],
    ("touch", "{ piece(1..3,1..3,star) }.", "piece/3", ()): [
        ("The cells (R, C) and (R', C') touch, so at most one of them holds a X.",
         "piece(2,2,star).", "piece(2,2,star). piece(3,1,star)."),
        ("The cells (R, C) and (R', C') touch, so at most one of them holds a X.",
         "piece(2,2,star).", "piece(2,2,star). piece(3,2,star)."),
        ("The cells (R, C) and (R', C') touch, so at most one of them holds a X.",
         "piece(2,2,star).", "piece(2,2,star). piece(3,3,star)."),
    ],
    ("square", _SHADED, "shaded/2", ("grid",)): [
        ("The square from (R, C) to (R', C') is not all shaded.",
         "shaded(1,1..3). shaded(2,1). shaded(2,3). shaded(3,1..3).", "shaded(2..3,2..3)."),
    ],
    ("blank", _MEMBERS, "shaded/2", ("grid",)): [
        ("The square from (R, C) to (R', C') is not all white.",
         "shaded(2,2).", "shaded(1,1..3). shaded(2,1). shaded(3,1)."),
    ],
    ("mixed", _SHADED, "shaded/2", ("grid",)): [
        ("The square from (R, C) to (R', C') is not all of one colour.",
         "shaded(1,2). shaded(2,2). shaded(3,2).", "shaded(1,3). shaded(2,3). shaded(3,3)."),
    ],
    ("oblong", _MEMBERS + "oblong(shaded). oblong(white).", "shaded/2", ("grid",)): [
        ("The square from (R, C) to (R', C') does not hold exactly three I cells.", passes, fails)
        for passes, fails in (
            ("shaded(1..2,1..3).", "shaded(1..2,1). shaded(2,2)."),
            ("shaded((1;3),(1;3)). shaded(2,2).", "shaded(3,3)."),
        )
    ],
    ("squares", _MEMBERS + "oblong(shaded).", "shaded/2", ("grid",)): [
        ("If an area of I cells begins at (R, C), it is as high as it is wide.", "shaded(1..2,1..2).", fails)
        for fails in ("shaded(2..3,2).", "shaded(1..2,1..3).", "shaded(2,2..3).")
    ],
    ("bent", _MEMBERS + "bent(shaded).", "shaded/2", ("grid",)): [
        ("If (R, C) is I, its area is no rectangle.", "shaded(1..3,1). shaded(3,2).", fails)
        for fails in ("shaded(2,2).", "shaded(1..2,2..3).", "shaded(1..2,1). shaded(1,2). shaded(3,3).")
    ],
    ("through", _SHADED + "region(1..3,C,C) :- column(C).", "shaded/2", ("grid", "region")): [
        ("Of the cells from (R, C) to (R', C'), which lie in three rooms, at least one is shaded.",
         "shaded(1,1). shaded(2,2). shaded(3,3).", "shaded(1..2,2)."),
    ],
    ("through", _SHADED + "region(R,1..3,R) :- row(R).", "shaded/2", ("grid", "region")): [
        ("Of the cells from (R, C) to (R', C'), which lie in three rooms, at least one is shaded.",
         "shaded(1,1..3).", "shaded(2,1). shaded(2,3)."),
    ],
    ("islands", _SHADED + "number(1,1,2). number(3,3,3).", "shaded/2", ("grid",)): [
        ("The number of cells in the island of (R, C) is N, and it holds no other number.",
         "shaded(1,3). shaded(2,1..3).", "shaded(1,2..3). shaded(2,1..3)."),
    ],
    ("islands", _SHADED + "number(1,1,2). number(3,3,1).", "shaded/2", ("grid",)): [
        ("Cells with a number are not shaded.",
         "shaded(1,3). shaded(2,1..3). shaded(3,1..2).", "shaded(1,3). shaded(2..3,1..3)."),
    ],
    ("islands", _SHADED + "number(1,1,1).", "shaded/2", ("grid",)): [
        ("The cell (R, C) is shaded, or else belongs to an island that can reach it.",
         "shaded(1,2..3). shaded(2..3,1..3).", "shaded(1,2..3). shaded(2..3,1..2). shaded(2,3)."),
    ],
    ("islands", _SHADED + 'number(1,1,"?"). number(3,3,"?").', "shaded/2", ("grid",)): [
        ("The cell (R, C) belongs to an island that holds no other number.",
         "shaded(2,3). shaded(3,2).", "shaded(2,3)."),
    ],
    ("plots", _SHADED + 'number(1,1,2). number(3,3,"?").', "shaded/2", ("grid", "oblong", "around", "joined")): [
        ("The number of cells in the rectangle of (R, C) is N, and it holds no other number.",
         "shaded(2,1..2). shaded(1,3). shaded(3,1..2).", "shaded((1;3),2). shaded(2,(1;3))."),
        ("Cells with a number are not shaded.",
         "shaded(2,1..2). shaded(1,3). shaded(3,1..2).", "shaded(2,1..2). shaded(1,3). shaded(3,1..3)."),
    ],
    ("plots", _SHADED + 'number(1,(1;3),"?").', "shaded/2", ("grid", "oblong", "around", "joined")): [
        ("The rectangle of (R, C) holds no other number.",
         "shaded((1;3),2). shaded(2,(1;3)).", "shaded(2..3,1..3)."),
        ("All white cells are connected by sides and corners.",
         "shaded((1;3),2). shaded(2,(1;3)).", "shaded(1..3,2)."),
    ],
    ("lines", _SHADED + "row_count(2,2).", "shaded/2", ("grid",)): [
        ("The number of shaded cells in row R is N.", "shaded(2,1). shaded(2,3).", "shaded(2,1..3)."),
    ],
    ("lines", _SHADED + "column_count(1,0).", "shaded/2", ("grid",)): [
        ("The number of shaded cells in column C is N.", "shaded((1;3),3). shaded(1..3,2).", "shaded(2..3,1)."),
    ],
    ("latin", _LATIN, "number/3", ("grid",)): [
        ("The cell (R, C) holds exactly one number.",
         "number(1,1,1). number(1,2,2). number(2,1,2). number(2,2,1).", "number(1,1,1..2). number(2,2,1..2)."),
        ("Row R holds N exactly once.",
         "number(1,1,1). number(1,2,2). number(2,1,2). number(2,2,1).", "number(1,1..2,1). number(2,1..2,2)."),
        ("Column C holds N exactly once.",
         "number(1,1,1). number(1,2,2). number(2,1,2). number(2,2,1).", "number(1..2,1,1). number(1..2,2,2)."),
    ],
    ("latin", _LATIN + "given(2,2,1).", "number/3", ("grid",)): [
        ("N is given at (R, C).",
         "number(1,1,1). number(1,2,2). number(2,1,2). number(2,2,1).",
         "number(1,1,2). number(1,2,1). number(2,1,1). number(2,2,2)."),
    ],
    ("numbered", "size(1,2). region(1,1..2,a). ", "input_error/0", ("grid", "region")): [
        ("The region of (R, C) has only M cells, so that it cannot hold N.", "given(1,1,2).", "given(1,1,3)."),
    ],
    ("numbered", _NUMBERED, "number/3", ("grid", "region")): [
        ("The cell (R, C) holds exactly one number, from 1 to M.",
         "number(1,1,2). number(1,2,1). number(1,3,1).", "number(1,1,1..2). number(1,3,1)."),
        ("The region of (R, C) holds N exactly once.",
         "number(1,1,2). number(1,2,1). number(1,3,1).", "number(1,1,2). number(1,2,2). number(1,3,1)."),
    ],
    ("numbered", _NUMBERED + "given(1,1,1). ", "number/3", ("grid", "region")): [
        ("N is given at (R, C).",
         "number(1,1,1). number(1,2,2). number(1,3,1).", "number(1,1,2). number(1,2,1). number(1,3,1)."),
    ],
    ("walls", "size(1,2). number(1,1..2,1). ", "input_error/0", ("grid", "beside")): [
        ("There is no border D of (R, C) to another cell.", "border(1,1,right).", "border(1,2,right)."),
    ],
    ("walls", "size(1,2). { number(1,1..2,1..2) }. border(1,1,right). ", "number/3", ("grid", "beside")): [
        ("The border between (R, C) and (R', C') lies between two areas: they hold different numbers.",
         "number(1,1,1). number(1,2,2).", "number(1,1,2). number(1,2,2)."),
    ],
    ("tiles", "size(1,2). place(1,1,1). ", "input_error/0", ("grid",)): [
        ("More than one tile is called Id.",
         "tile(1,1,1,1,1). tile(2,1,1,1,2).", "tile(1,1,1,1,1). tile(1,1,1,1,2)."),
    ],
    ("tiles", "size(1,2). tile(1,1,1,1,1). place(1,1,1). ", "input_error/0", ("grid",)): [
        ("Tile Id is fixed at (R, C), but there is no such tile.", "fixed(1,1,1).", "fixed(3,1,1)."),
    ],
    ("tiles", "size(1,2). tile(1..2,1,1,1,1). fixed(2,1,1). { place(1,1..2,1..2) }. ", "place/3", ("grid",)): [
        ("Tile Id is fixed at (R, C).", "place(1,1,2).", "place(1,2,2)."),
    ],
    ("circles", "", "input_error/0", ("grid",)): [
        ("The circle at (R, C) is both black and white.",
         "size(1,2). black(1,1). white(1,2).", "size(1,2). black(1,1). white(1,1)."),
    ],
    ("majority", _SHADED, "input_error/0", ("grid",)): [
        ("The circle at (R, C) is at the place P, where no circle may be.",
         "circle(1,1,corner,grey).", "circle(1,1,centre,grey)."),
        ("The circle at (R, C) is black, white or grey, not X.", "circle(1,1,right,grey).", "circle(1,1,right,green)."),
        ("The circle at (R, C) has two colours, X and X'.",
         "circle(1,1,right,grey). circle(1,1,corner,black).", "circle(1,1,right,grey). circle(1,1,right,black)."),
        ("The circle at (R, C) is not inside the board.", "circle(1,2,corner,grey).", "circle(1,3,corner,grey)."),
    ],
    ("majority", _SHADED + "circle(1,1,corner,black). ", "shaded/2", ("grid",)): [
        ("Of the cells from (R, C) to (R', C'), at the black circle, more are shaded than not.",
         "shaded(1..2,1). shaded(1,2).", "shaded(1..2,1). shaded(1..2,3)."),
    ],
    ("majority", _SHADED + "circle(1,1,down,white). ", "shaded/2", ("grid",)): [
        ("Of the cells from (R, C) to (R', C'), at the white circle, fewer are shaded than not.",
         "shaded(1..2,2).", "shaded(2,1)."),
    ],
    ("majority", _SHADED + "circle(1,1,corner,grey). ", "shaded/2", ("grid",)): [
        ("Of the cells from (R, C) to (R', C'), at the grey circle, as many are shaded as not.",
         "shaded(1..2,2..3).", "shaded(2,1)."),
        ("Of the cells from (R, C) to (R', C'), at the grey circle, as many are shaded as not.",
         "shaded(1,1). shaded(2,2).", "shaded(1..2,1). shaded(2,2)."),
    ],
    ("colours", "", "input_error/0", ("grid",)): [
        ("The circle at (R, C) must be black or white, not X.",
         "size(1,2). given(1,1,black). given(1,2,white).", "size(1,2). given(1,1,grey)."),
    ],
    ("colours", "size(1,2). given(1,1,black). given(1,2,white).", "shaded/2", ("grid",)): [
        ("Given circles stay.", "shaded(1,1).", ""),
        ("Given circles stay.", "shaded(1,1).", "shaded(1,1). shaded(1,2)."),
    ],
    ("blocks", "", "input_error/0", ("grid",)): [
        ("The number N at (R, C) stands in no black cell.",
         "size(1,2). black(1,1). number(1,1,2).", "size(1,2). black(1,1). number(1,2,2)."),
    ],
    ("zones", "size(1,2). way(R,C) :- cell(R,C).", "input_error/0", ("grid", "beside", "line")): [
        ("There is no wall D of (R, C) to another cell.", "barrier(1,1,right).", "barrier(1,2,right)."),
    ],
    ("group", _SHADED + "region(1..3,1..2,a). region(1..3,3,b).", "shaded/2", ("grid", "region")): [
        ("The shaded cells in the region of (R, C) are connected.",
         "shaded(1,1..2). shaded(3,3).", "shaded(1,1). shaded(2,2). shaded(1,3)."),
        ("The shaded cells in the region of (R, C) are connected.", "", "shaded(1,1). shaded(1,3). shaded(3,1)."),
    ],
    ("filled", "{ number(1,1..2,1..2) }. given(1,1,2).", "number/3", ()): [
        ("N is given at (R, C).", "number(1,1,2).", "number(1,1,1)."),
        ("N is given at (R, C).", "number(1,1..2,2).", "number(1,1,1..2)."),
    ],
    ("filled", '{ number(1,1..2,1..2) }. given(1,1,"?").', "number/3", ()): [
        ("There is a number at (R, C).", "number(1,1,1).", "number(1,2,1)."),
    ],
    ("bounds", "size(2,2). number(1,1,3). number(1,2,2). number(2,1,\"?\").", "border/3",
     ("grid", "beside", "border")): [
        ("The number of borders around (R, C) is N.", "border(1,1,down).", fails)
        for fails in ("", "border(1,1,right).", "border(1,1..2,down).")
    ],
    ("bordered", "size(2,2). given(1,1,right).", "border/3", ("grid", "beside", "border")): [
        ("A border D of (R, C) is given.", "border(1,1,right).", "border(1,1,down)."),
    ],
    ("bordered", "size(2,2).", "input_error/0", ("grid", "beside", "border")): [
        ("There is no border D of (R, C) to another cell.", "given(1,1,right).", "given(1,2,right)."),
    ],
    ("unlike", _TILED + "shape(i,0,0..1). shape(o,0,0).", "border/3",
     ("grid", "beside", "border", "polyomino", "tiling")): [
        ("If there is a border between (R, C) and (R', C'), their areas are of different shapes.",
         "border(1,(1;3),right).", "border(1,2,right)."),
    ],
    ("lettered", _TILED + "shape(i,0,0..1). shape(o,0,0). lettered(1,1,o; 1,2,\"?\").", "border/3",
     ("grid", "beside", "border", "polyomino", "tiling")): [
        ("The area of (R, C) has the shape X.", "border(1,(1;3),right).", "border(1,2,right)."),
    ],
    ("lettered", _TILED + "shape(i,0,0..1).", "input_error/0", ("grid", "beside", "border", "polyomino", "tiling")): [
        ("There is no shape X, as at (R, C).", "lettered(1,1,i).", "lettered(1,1,o)."),
    ],
    ("nocross", "size(2,2). { border(1..2,1,right); border(1,1..2,down) }.", "border/3", ("grid",)): [
        ("At the lower right corner of (R, C) no four areas meet.",
         "border(1..2,1,right). border(1,1,down).", "border(1..2,1,right). border(1,1..2,down)."),
    ],
    ("division", _DIVIDED, "part/4", ("grid",)): [
        ("The cell (R, C) belongs to exactly one area that can reach it.",
         "part(1,1,1,1..2). part(1,3,1,3).", "part(1,1,1,1..2). part(1,3,1,2..3)."),
        ("The cell (R, C) belongs to exactly one area that can reach it.",
         "part(1,1,1,1..2). part(1,3,1,3).", "part(1,1,1,1). part(1,3,1,3)."),
        ("The area of (R, C) is connected.",
         "part(1,1,1,1..3).", "part(1,1,1,1). part(1,2,1,2). part(1,1,1,3)."),
        ("The area of (R, C) is connected.", "part(1,1,1,1..3).", "part(1,1,1,1). part(1,3,1,2). part(1,1,1,3)."),
    ],
    ("rectangles", "size(2,2). look(1,1,down,1).", "border/3", ("grid", "beside", "border", "sight")): [
        ("A border that ends at the lower right corner of (R, C) ends at one that goes on: areas are rectangles.",
         passes, fails)
        for passes, fails in (
            ("border(1..2,1,right).", "border(1,1,right)."),
            ("border(1,1..2,down).", "border(2,1,right)."),
            ("border(1..2,1,right). border(1,1,down).", "border(1,1,down)."),
            ("border(1,1..2,down). border(1,1,right).", "border(1,2,down)."),
            ("", "border(1,1,right). border(1,1,down)."),
            ("", "border(1,1,right). border(1,2,down)."),
            ("", "border(2,1,right). border(1,1,down)."),
            ("", "border(2,1,right). border(1,2,down)."),
        )
    ],
    ("cages", _CAGED, "input_error/0", ("grid",)): [
        ("There is no cage I for the sum N.", "total(b,3).", "total(c,3)."),
    ],
    ("cages", _CAGED, "number/3", ("grid",)): [
        ("The sum of the numbers in the cage of (R, C) is N.", "number(1,1,1). number(1,2,2).", "number(1,1,1)."),
        ("The cage of (R, C) holds N at most once.",
         "number(1..2,1,1). number(1..2,2,2).", "number(1,1,1). number(1,2,2). number(2,1..2,1)."),
    ],
    ("sizes", "size(1,4). given(1,1,1).", "number/3", ("grid",)): [
        ("The cell (R, C) holds one number, of an area that can reach it, or of a new one that has room.",
         "number(1,1,1). number(1,2..4,3).", "number(1,1,1)."),
        ("The area of (R, C) has as many cells as its number says.",
         "number(1,1,1). number(1,2..4,3).", "number(1,1,1). number(1,2..3,3). number(1,4,1)."),
    ],
    ("glass", "size(3,3).", "input_error/0", ("grid",)): [
        ("Cell K of thermometer I is at (R, C), but there is no cell before it.",
         "glass(1,1,1,1). glass(1,2,1,2).", "glass(1,1,1,1). glass(1,3,1,2)."),
        ("Cell K of thermometer I, at (R, C), does not touch the one before it.",
         "glass(1,1,1,1). glass(1,2,2,2).", "glass(1,1,1,1). glass(1,2,1,3)."),
        ("Cell K of thermometer I, at (R, C), does not touch the one before it.",
         "glass(1,1,1,1). glass(1,2,2,1).", "glass(1,1,1,1). glass(1,2,3,1)."),
    ],
    ("thermometers", _GLASS, "number/3", ("grid", "glass")): [
        ("From the bulb at (R, C) on the numbers grow along the thermometer.",
         "number(1,1,1). number(1,2,3).", "number(1,1,2). number(1,2,2)."),
    ],
    ("arrows", _NUMBERS, "input_error/0", ("grid",)): [
        ("Cell K of arrow I is at (R, C), but there is no cell before it.",
         "arrow(1,1,1,1). arrow(1,2,1,2).", "arrow(1,1,1,1). arrow(1,3,1,2)."),
        ("Cell K of arrow I, at (R, C), does not touch the one before it.",
         "arrow(1,1,1,1). arrow(1,2,2,2).", "arrow(1,1,1,1). arrow(1,2,1,3)."),
        ("Cell K of arrow I, at (R, C), does not touch the one before it.",
         "arrow(1,1,1,1). arrow(1,2,2,1).", "arrow(1,1,1,1). arrow(1,2,3,1)."),
    ],
    ("arrows", _ARROW, "number/3", ("grid",)): [
        ("The number in the circle at (R, C) is the sum of those along its arrow.",
         "number(1,1,4). number(1,2,2). number(2,2,2).", "number(1,1,4). number(1,2,2). number(2,2,1)."),
    ],
    ("pairs", _NUMBERS, "input_error/0", ("grid",)): [
        ("There are no two cells for the sign D of (R, C).", "tie(1,1,right,white).", "tie(1,3,right,white)."),
        ("The sign D of (R, C) must be a white or black dot, or a letter for the sum 10 or 5, not X.",
         'tie(1,1,right,"V").', "tie(1,1,right,red)."),
    ],
    **{
        ("pairs", f"{_ROW} tie(1,1,right,{sign}).", "number/3", ("grid",)): [
            (sentence, *(f"number(1,1,{one}). number(1,2,{two})." for one, two in (right, wrong))),
        ]
        for sign, sentence, right, wrong in (
            ("white", "Between (R, C) and (R', C') is a white dot, so that the numbers differ by 1.", (2, 3), (2, 4)),
            ("black", "Between (R, C) and (R', C') is a black dot, so that one number is twice the other.",
             (4, 2), (4, 3)),
            ('"V"', "Between (R, C) and (R', C') stands X, so that the numbers have the sum S.", (4, 1), (4, 2)),
        )
    },
    ("pairs", f"{_ROW} whole(white).", "number/3", ("grid",)): [
        ("Between (R, C) and (R', C') is nothing, so that nothing fits that is always drawn.",
         "number(1,1,1). number(1,2,3).", "number(1,1,2). number(1,2,3)."),
    ],
    ("sandwich", f"{_ROW} filling(left,1,5).", "number/3", ("grid", "sides")): [
        ("Between the crusts of Line I the numbers have the sum N.",
         "number(1,1,4). number(1,2,2). number(1,3,3). number(1,4,1).",
         "number(1,1,4). number(1,2,2). number(1,3,1). number(1,4,3)."),
    ],
    ("slopes", _NUMBERS, "input_error/0", ("grid", "sides")): [
        ("A diagonal is rising or falling, not X, as in line I.",
         "slope(left,1,falling,3).", "slope(left,1,northeast,3)."),
    ],
    ("slopes", f"{_NUMBERS} slope(left,2,rising,3).", "number/3", ("grid", "sides")): [
        ("The sum of the numbers on the X diagonal that begins at (R, C) is N.",
         "number(2,1,1). number(1,2,2). number(3,2,3).", "number(2,1,1). number(1,2,1). number(3,2,2)."),
    ],
    ("chess", f"{_NUMBERS} mover(knight).", "number/3", ("grid",)): [
        ("If N is at (R, C), it is in no cell to which a X moves from there.",
         "number(1,1..2,1). number(2,2,1).", "number(1,1,1). number(2,3,1)."),
    ],
    ("chess", f"{_NUMBERS} mover(king).", "number/3", ("grid",)): [
        ("If N is at (R, C), it is in no cell to which a X moves from there.",
         "number(1,1,1). number(2,3,1).", "number(1,1,1). number(2,2,1)."),
    ],
    ("tracks", _ICE, "link/3", ("grid", "line")): [
        ("Two lines meet at (R, C), or none.", _RING, _RING + "link(1,2,right)."),
        ("Two lines meet at (R, C), or none.", _RING, _RING + "link(1..2,2..3,right). link(1,4,down)."),
        ("Lines go straight on over (R, C).", _CROSSED, "link(1..2,3,right). link(1,3..4,down)."),
        ("All lines belong to one loop, which passes all that it must.", _RING, _CROSSING),
        ("All lines belong to one loop, which passes all that it must.", _RING, ""),
    ],
    ("crossings", _LINES4 + " anchor(2,2).", "link/3", ("grid", "line", "turns")): [
        ("At (R, C) two lines meet, or two cross, or there are none.", _RING, "link(2,2,right)."),
        ("At (R, C) two lines meet, or two cross, or there are none.",
         _CROSSED, "link(1..2,1..2,right). link(1,1..3,down)."),
        ("All lines belong to one loop.", _CROSSED, _CROSSING),
    ],
    ("network", _LINES4, "link/3", ("grid", "line")): [
        ("All lines are connected with each other.", _CROSSING, "link(1,1,right). link(3,3,right)."),
    ],
    ("others", "size(3,3). way(R,C) :- cell(R,C).", "link/3", ("grid", "apart", "line", "loop")): [
        ("Two lines of the loop meet at (R, C), or it is shaded, not both.", _RING9, _RING),
    ],
    ("others", "#const outside = 1. size(3,3). way(R,C) :- cell(R,C).", "link/3", ("grid", "apart", "line", "loop")): [
        ("The shaded cell (R, C) lies outside the loop.", _DENT, _RING9),
    ],
    ("stretch",
     'size(3,3). way(R,C) :- cell(R,C). ground(R,C) :- cell(R,C), C < 3. number(1,1,2). number(3,1,"?").',
     "link/3", ("grid", "line")): [
        ("Lines pass the number at (R, C).", "link(1,1,down). link(3,1,right).", "link(1,1,down)."),
        ("At (R, C) lines pass N cells of open ground without a break.",
         "link(1,1..2,right). link(3,1,right).", "link(1,1,(right; down)). link(3,1,right)."),
    ],
    ("rings", _LINES4, "link/3", ("grid", "line")): [
        ("At (R, C) two lines meet, or two cross, or there are none.", _RING, "link(1,1,right)."),
        ("At (R, C) two lines meet, or two cross, or there are none.",
         _CROSSING, "link(1..2,1..2,right). link(1,1..3,down)."),
        ("The lines that meet at (R, C) are sides of a rectangle.", _CROSSING, _HEXAGON),
        ("The lines that meet at (R, C) are sides of a rectangle.", _CROSSING, _COIL),
    ],
    ("moves", _LINES4 + "object(1,1; 1,3).", "link/3", ("grid", "line")): [
        ("From the object at (R, C) goes one line, or none.", "link(1,1,down).", "link(1,1,(right; down))."),
        ("At most two lines meet at (R, C).",
         "link(1,1,down). link(2,1,right).", "link(1,1,down). link(2,1,(right; down))."),
        ("A line between (R, C) and (R', C') is the way of one object.", "link(1,1,right).", "link(2,1,right)."),
        ("A line between (R, C) and (R', C') is the way of one object.", "link(1,1,right).", "link(1,1..2,right)."),
    ],
    ("slides", "size(3,4). way(R,C) :- cell(R,C). object(1,2; 2,(1;4); 3,3).", "link/3", ("grid", "line")): [
        ("From the object at (R, C) goes one line, or none.",
         "link(3,2,right).", "link(3,2,right). link(1,1..2,right)."),
        ("Lines go straight over (R, C), and do not cross there.",
         "link(3,2,right). link(1,2,down).", "link(3,2,right). link(1,2,down). link(2,1..2,right)."),
        ("Along a line between (R, C) and (R', C') one object is moved.",
         "link(3,2,right).", "link(3,2,right). link(1,3,right)."),
        ("Along a line between (R, C) and (R', C') one object is moved.",
         "link(3,2,right). link(2,1..2,right).", "link(3,2,right). link(2,1..3,right)."),
    ],
    ("paces", "size(3,3). way(R,C) :- cell(R,C). slider(1,1,1; 3,1,0).", "link/3", ("grid", "line", "slides")): [
        ("The object at (R, C) is moved N cells.", "link(1,1,right).", fails)
        for fails in ("", "link(1,1..2,right).", "link(1,1,right). link(3,1,right).")
    ],
    ("chain",
     "size(3,4). { shaded(R,C) } :- cell(R,C). shape(i,0,0..1). shape(l,0,0..1). shape(l,1,0).",
     "shaded/2", ("grid", "polyomino", "around", "joined")): [
        ("If (R, C) is shaded, it belongs to a block of one of the shapes.", "shaded(1,1..2).", "shaded(1,1..3)."),
        ("If blocks touch at the corner between (R, C) and (R', C'), they have different shapes.",
         "shaded(1,1..2). shaded(2..3,3). shaded(3,4).", "shaded(1,1..2). shaded(2,3..4)."),
        ("If blocks touch at the corner between (R, C) and (R', C'), they have different shapes.",
         "shaded(1,3..4). shaded(2..3,2). shaded(3,1).", "shaded(1,3..4). shaded(2,1..2)."),
        ("All shaded cells are connected by sides and corners.",
         "shaded(1,1..2).", "shaded(1,1..2). shaded(3,1..2)."),
    ],
    ("whole", _SHADED + "region(1..3,1..2,a). region(1..3,3,b).", "shaded/2", ("grid", "region")): [
        ("The region of (R, C) is shaded as a whole, or not at all.", "shaded(1..3,1..2).", fails)
        for fails in ("shaded(1,1).", "shaded(3,2).")
    ],
    ("tracks", "size(2,3). way(R,C) :- cell(R,C). anchor(1,1). ice(1..2,2).", "link/3", ("grid", "line")): [
        ("All lines belong to one loop, which passes all that it must.",
         "link(1..2,1..2,right). link(1,(1;3),down).", ""),
    ],
}  # fmt: skip
CASES = [Case(file, *row, text, shown, others) for (file, text, shown, others), rows in TABLE.items() for row in rows]


def accepted(case: Case, choice: str, without: str = "") -> bool:
    """Whether a choice is an answer to a case: the atoms shown are just those."""
    files = (*case.others, case.file)
    if case.shown == "input_error/0":
        control = grounded(files, case.text + choice, without)
        return not any(atom.symbol.name == "input_error" for atom in control.symbolic_atoms)
    wanted = answers((), choice, case.shown)[0]
    variables = ",".join("ABCDEF"[: int(case.shown[-1])])
    name = case.shown.partition("/")[0]
    text = "".join(f":- not {atom}. " for atom in sorted(wanted))
    text += f":- {name}({variables}){''.join(f', ({variables}) != {atom[len(name) :]}' for atom in sorted(wanted))}."
    return bool(answers(files, case.text + text, case.shown, without, 1))


def test_each_sentence_has_a_case() -> None:
    """No sentence of the library is without a witness."""
    told_ = {(name, rule.sentence) for name in NAMES for rule in base(name)[1]}
    assert {(case.file, case.sentence) for case in CASES} == told_


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.file}: {case.sentence}")
def test_sentence(case: Case) -> None:
    """What passes is accepted; what fails is rejected, and by this sentence alone."""
    assert accepted(case, case.passes)
    assert not accepted(case, case.fails)
    assert accepted(case, case.fails, without=case.sentence)


class Predicates(ast.Transformer):
    """Collects the predicates of the statements that it visits, with their numbers of arguments."""

    def __init__(self) -> None:
        self.found: dict[str, set[int]] = {}

    def visit_SymbolicAtom(self, atom: ast.AST) -> ast.AST:  # noqa: N802
        for term in atom.symbol.arguments if atom.symbol.ast_type == ast.ASTType.Pool else [atom.symbol]:
            self.found.setdefault(term.name, set()).add(len(term.arguments))
        return atom


def test_names_mean_one_thing() -> None:
    """Two files that use a name use it with equally many arguments, so that a program can include both."""
    used: dict[str, dict[str, set[int]]] = {}
    for file in NAMES:
        predicates = Predicates()
        predicates.visit_sequence(base(file)[0])
        for name, arities in predicates.found.items():
            used.setdefault(name, {})[file] = arities
    apart = {name for name, files in used.items() for one, other in combinations(files.values(), 2) if not one & other}
    assert not apart


# What the definitions give, and what the sentences leave, against numbers that others found


@pytest.mark.parametrize(("height", "width"), [(1, 1), (1, 4), (3, 1), (2, 3)])
def test_grid(height: int, width: int) -> None:
    """Cells, neighbours, the order of reading, and the order from the middle outward."""
    cells = [(row, column) for row in range(1, height + 1) for column in range(1, width + 1)]
    text = f"size({height},{width})."
    near = {(*a, *b) for a, b in product(cells, cells) if abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1}
    assert numbers(answers(["grid"], text, "cell/2")[0]) == set(cells)
    assert numbers(answers(["grid"], text, "adjacent/4")[0]) == near
    assert numbers(answers(["grid"], text, "next/4")[0]) == {(*a, *b) for a, b in pairwise(cells)}
    outward = {(*a, *b) for a, b in pairwise(sorted(cells, key=from_middle(height, width)))}
    assert numbers(answers(["grid", "connected"], text + "member(a,1,1).", "outward/4")[0]) == outward
    pairs = answers(["grid", "beside"], text, "beside/5")[0]
    assert {atom for atom in pairs if "right" in atom} == {
        f"beside({r},{c},right,{x},{y})" for r, c, x, y in near if (r, c + 1) == (x, y)
    }
    assert {atom for atom in pairs if "down" in atom} == {
        f"beside({r},{c},down,{x},{y})" for r, c, x, y in near if (r + 1, c) == (x, y)
    }


def from_middle(height: int, width: int) -> Callable[[Cell], tuple[int, ...]]:
    """Give what cells are ordered by from the middle row outward, and in each row from the middle column."""
    return lambda cell: tuple(
        key for x, n in zip(cell, (height, width), strict=True) for key in (abs(2 * x - n - 1), -x)
    )


def numbers(answer: set[str]) -> set[tuple[int, ...]]:
    """Give the numbers among the arguments of atoms."""
    return {tuple(map(int, re.findall(r"(?<=[(,])-?\d+(?=[),])", atom))) for atom in answer}


def test_region() -> None:
    """The first cell of a region that is in two pieces, and all borders of two regions."""
    text = "size(2,3). region(1,1..2,a). region(2,3,a). region(1,3,b). region(2,1..2,b)."
    assert answers(["grid", "region"], text, "first/3") == [{"first(1,1,a)", "first(1,3,b)"}]
    assert answers(["grid", "region"], text, "border/3") == [
        {f"border(1,{c},up)" for c in (1, 2, 3)}
        | {f"border({r},1,left)" for r in (1, 2)}
        | {f"border({r},{c},down)" for r, c in product((1, 2), (1, 2, 3))}
        | {f"border({r},{c},right)" for r, c in product((1, 2), (2, 3))}
    ]


_WAY = "way(R,C) :- cell(R,C)."


@pytest.mark.parametrize(
    ("files", "text", "shown", "counts"),
    [
        # Loops in the n x n grid graph: OEIS A140517.
        (("line", "loop"), _WAY + "anchor(R,C) :- cell(R,C).", "link/3", [0, 1, 13, 213]),
        # Paths from corner to corner that do not cross themselves: A007764.
        (
            ("line", "path"),
            _WAY + "terminal(1,1,a). terminal(N,N,a) :- size(N,_). full(R,C) :- way(R,C), #false.",
            "link/3",
            [None, 2, 12, 184],
        ),
        # The same through all cells: A001184, for odd n.
        (
            ("line", "path"),
            _WAY + "terminal(1,1,a). terminal(N,N,a) :- size(N,_). full(R,C) :- way(R,C), not terminal(R,C).",
            "link/3",
            [None, 0, 2, 0, 104],
        ),
        # Connected sets of cells, and the empty one: A287151.
        (
            ("connected",),
            "{ in(R,C) } :- cell(R,C). member(a,R,C) :- in(R,C). :- in(R,C), not reached(a,R,C).",
            "in/2",
            [1 + 1, 13 + 1, 218 + 1, 11506 + 1],
        ),
        # Sets without neighbours: A006506; without cells that touch: A063443.
        (("apart",), "{ shaded(R,C) } :- cell(R,C).", "shaded/2", [2, 7, 63, 1234]),
        (("touch",), "{ piece(R,C,x) } :- cell(R,C).", "piece/3", [2, 5, 35, 314]),
        # Squares covered by dominoes: A004003; the board of 1x1 and 3x3 cannot be.
        (
            ("beside", "border", "polyomino", "tiling"),
            "field(R,C) :- cell(R,C). shape(i,0,0..1). :- field(R,C), not shaped(R,C,_).",
            "border/3",
            [0, 2, 0, 36],
        ),
        # Latin squares: A002860.
        (("latin",), "", "number/3", [1, 2, 12, 576]),
    ],
    ids=["loop", "path", "full path", "connected", "apart", "touch", "dominoes", "latin"],
)
def test_counts(files: tuple[str, ...], text: str, shown: str, counts: list[int | None]) -> None:
    """On the board of 1x1, 2x2, 3x3 ... there are as many answers as others have counted."""
    for n, count in enumerate(counts, 1):
        if count is not None:
            assert len(answers(("grid", *files), f"size({n},{n}). {text}", shown)) == count, n


def test_squares_and_lines() -> None:
    """Trying all sets of cells finds those without a square of shaded cells, and with the numbers of the lines."""
    cells = list(product((1, 2, 3), (1, 2, 3)))
    squares = [set(product((r, r + 1), (c, c + 1))) for r, c in product((1, 2), (1, 2))]
    rows, columns = (2, None, 1), (None, 2, None)
    found = {
        frozenset(shaded)
        for k in range(10)
        for shaded in combinations(cells, k)
        if not any(square <= set(shaded) for square in squares)
        and all(n is None or sum(r == i for r, _ in shaded) == n for i, n in enumerate(rows, 1))
        and all(n is None or sum(c == i for _, c in shaded) == n for i, n in enumerate(columns, 1))
    }
    text = _SHADED + "row_count(1,2). row_count(3,1). column_count(2,2)."
    given = answers(["grid", "square", "lines"], text, "shaded/2")
    assert sorted(map(sorted, map(numbers, given))) == sorted(map(sorted, found))


@pytest.mark.parametrize("files", [("oblong",), ("oblong", "squares"), ("bent",)])
def test_areas(files: tuple[str, ...]) -> None:
    """Trying all sets of cells finds those whose areas are rectangles, or squares, or none of them rectangles."""
    found = set()
    for picks in product((False, True), repeat=12):
        cells = {cell for cell, picked in zip(product((1, 2, 3), (1, 2, 3, 4)), picks, strict=True) if picked}
        areas = [reached(cell, cells) for cell in cells]
        extents = [[len({cell[k] for cell in area}) for k in (0, 1)] for area in areas]
        full = [height * width == len(area) for (height, width), area in zip(extents, areas, strict=True)]
        square = [height == width for height, width in extents]
        if not any(full) if files == ("bent",) else all(full) and ("squares" not in files or all(square)):
            found.add(frozenset(cells))
    text = "size(3,4). { shaded(R,C) } :- cell(R,C). member(s,R,C) :- shaded(R,C)."
    text += "bent(s)." if files == ("bent",) else "oblong(s)."
    given = answers(["grid", *files], text, "shaded/2")
    assert sorted(map(sorted, map(numbers, given))) == sorted(map(sorted, found))


SIDES = [(-1, 0), (1, 0), (0, -1), (0, 1)]
ALL_AROUND = [step for step in product((-1, 0, 1), repeat=2) if step != (0, 0)]


def reached(start: Cell, cells: set[Cell], near: Iterable[Cell] = SIDES) -> set[Cell]:
    """Give the cells of a set that hang together with one of them by their sides, or by other steps."""
    found, new = {start}, [start]
    for r, c in new:
        new += {(r + i, c + j) for i, j in near} & cells - found
        found.update(new)
    return found


@pytest.mark.parametrize(("file", "name", "near"), [("connected", "reached", SIDES), ("joined", "joined", ALL_AROUND)])
def test_connected_sets_of_their_own(file: str, name: str, near: list[Cell]) -> None:
    """Of each set those cells are reached that hang together with its first one, on random boards."""
    random = Random(1)
    for _ in range(40):
        height, width = random.randint(1, 5), random.randint(1, 5)
        owner = {cell: random.choice("abc") for cell in product(range(1, height + 1), range(1, width + 1))}
        text = f"size({height},{width})." + "".join(f"member({x},{r},{c})." for (r, c), x in owner.items())
        expected = set()
        for own in set(owner.values()):
            cells = {cell for cell in owner if owner[cell] == own}
            expected |= {
                f"{name}({own},{r},{c})" for r, c in reached(min(cells, key=from_middle(height, width)), cells, near)
            }
        assert answers(["grid", "around", file], text, f"{name}/3") == [expected]


def test_path_names() -> None:
    """Paths side by side are told apart, however many there are."""
    for n in (1, 2, 3, 4, 5, 8, 9):
        text = f"size(3,{n}). {_WAY} full(2,1..{n})." + "".join(f"terminal((1;3),{c},{c})." for c in range(1, n + 1))
        straight = {f"link({r},{c},down)" for r, c in product((1, 2), range(1, n + 1))}
        assert answers(["grid", "line", "path"], text, "link/3") == [straight]


def test_borders() -> None:
    """Where no area is faulty, the borders are those between two areas, on random boards."""
    random = Random(1)
    for _ in range(20):
        height, width = random.randint(1, 4), random.randint(1, 4)
        area = {cell: random.choice("abc") for cell in product(range(1, height + 1), range(1, width + 1))}
        text = f"size({height},{width}). :- faulty(I), belongs(_,_,I)."
        text += "".join(f"belongs({r},{c},{name})." for (r, c), name in area.items())
        right = {f"border({r},{c},right)" for r, c in area if area.get((r, c + 1), area[r, c]) != area[r, c]}
        down = {f"border({r},{c},down)" for r, c in area if area.get((r + 1, c), area[r, c]) != area[r, c]}
        assert answers(["grid", "beside", "border"], text, "border/3") == [right | down]


def test_borders_of_areas_beside_others() -> None:
    """An area has borders towards cells of no area, too, before and behind it."""
    text = "size(1,3). belongs(1,2,a). :- faulty(a)."
    assert answers(["grid", "beside", "border"], text, "border/3") == [{"border(1,1,right)", "border(1,2,right)"}]


def test_runs() -> None:
    """Each white cell belongs to one run across and one down: the white cells up to the next other one."""
    white = {(1, 1), (1, 2), (1, 4), (2, 2), (3, 2), (3, 3)}
    text = "size(3,4)." + "".join(f"white({r},{c})." for r, c in white)
    across = {"1,1,1,1", "1,1,1,2", "1,4,1,4", "2,2,2,2", "3,2,3,2", "3,2,3,3"}
    down = {"1,1,1,1", "1,2,1,2", "1,2,2,2", "1,2,3,2", "1,4,1,4", "3,3,3,3"}
    expected = {f"run(across,{cells})" for cells in across} | {f"run(down,{cells})" for cells in down}
    assert answers(["run"], text, "run/5") == [expected]


def test_blocks() -> None:
    """The cells that are not black are white."""
    assert answers(["grid", "blocks"], "size(1,3). black(1,2).", "white/2") == [{"white(1,1)", "white(1,3)"}]


def test_polyominoes() -> None:
    """The free polyominoes of one to five cells have as many forms as there are fixed ones: OEIS A001168."""
    shapes = {((0, 0),)}
    for count in (1, 2, 6, 19, 63):
        text = "".join(f"shape({k},{i},{j})." for k, cells in enumerate(sorted(shapes)) for i, j in cells)
        forms: dict[tuple[int, int], set[Cell]] = {}
        for k, form, i, j in numbers(answers(["polyomino"], text, "form/4")[0]):
            forms.setdefault((k, form), set()).add((i, j))
        assert len(forms) == count
        assert len(set(map(frozenset, forms.values()))) == count
        assert all(min(cells) == (0, 0) for cells in forms.values())
        shapes = grown(shapes)


def test_pieces() -> None:
    """Equal shapes are copies of the first of them, which lies wherever all its cells are on the board."""
    text = "size(2,2). shape(1,0,0..1). shape(2,5..6,5). shape(3,0..1,0). shape(3,1,1). shape(4,0,1..3)."
    given = ["grid", "polyomino", "pieces"]
    assert answers(given, text, "copies/2") == [{"copies(1,2)", "copies(3,1)", "copies(4,1)"}]
    spots = numbers(answers(given, text, "spot/4")[0])
    assert [sum(spot[0] == shape for spot in spots) for shape in (1, 2, 3, 4)] == [4, 0, 4, 0]
    covered = numbers(answers(given, text, "covers/6")[0])
    laid = {spot: {one[4:] for one in covered if one[:4] == spot} for spot in spots}
    assert all(min(cells) == spot[2:] and len(cells) == spot[0] // 2 + 2 for spot, cells in laid.items())
    assert len({frozenset(cells) for cells in laid.values()}) == len(spots)


def test_alike() -> None:
    """Of two areas put on each other those are alike that are the same, and with all ways to turn them their images."""
    tetrominoes = {((0, 0),)}
    for _ in range(3):
        tetrominoes = grown(tetrominoes)
    lying = {image for shape in tetrominoes for image in images(set(shape))}
    rules = """size(4,9). area(R,C,a) :- one(R,C). area(R,C+5,b) :- other(R,C).
        linked(R,C,X,Y) :- adjacent(R,C,X,Y), area(R,C,I), area(X,Y,I). facing(R,C,X,Y) :- area(R,C,a), area(X,Y,b)."""
    for one in tetrominoes:
        for other in lying:
            cells = [f"{name}({i + 1},{j + 1})." for name, shape in (("one", one), ("other", other)) for i, j in shape]
            for ways, expected in (("0", one == other), ("0..7", other in images(set(one)))):
                text = f"{rules}{''.join(cells)}lying({ways})."
                assert bool(answers(["grid", "alike"], text, "alike/4")[0]) == expected


def grown(shapes: set[tuple[Cell, ...]]) -> set[tuple[Cell, ...]]:
    """Add a cell to shapes in all ways that differ when turned and mirrored, too."""
    found = set()
    for shape in shapes:
        for i, j in shape:
            for cell in ((i - 1, j), (i + 1, j), (i, j - 1), (i, j + 1)):
                if cell not in shape:
                    found.add(min(images({*shape, cell})))
    return found


def images(shape: set[Cell]) -> set[tuple[Cell, ...]]:
    """Give the eight ways in which a shape can lie, in a corner."""
    found = set()
    for _ in range(2):
        shape = {(i, -j) for i, j in shape}
        for _ in range(4):
            shape = {(j, -i) for i, j in shape}
            top, left = min(i for i, _ in shape), min(j for _, j in shape)
            found.add(tuple(sorted((i - top, j - left) for i, j in shape)))
    return found


def test_regions_grow() -> None:
    """The part generate of the regions divides a board into as many connected regions as are asked for."""
    for seed, (height, width, count) in enumerate([(1, 1, 1), (2, 3, 6), (4, 4, 3), (5, 6, 5)]):
        random = Random(seed)
        control = clingo.Control(["--warn=all", "--rand-freq=1", f"--seed={seed}"])
        control.load(str(LIB / "grid.lp"))
        control.load(str(LIB / "region.lp"))
        draws = "".join(f"draw({k},{random.randrange(2**30)})." for k in range(1, height * width + 1))
        control.add("base", [], f"size({height},{width}). regions({count}). {draws} #show region/3.")
        control.ground([("base", []), ("generate", [])])
        with control.solve(yield_=True) as handle:
            facts = [atom.arguments for model in handle for atom in model.symbols(shown=True)]
        region = {(r.number, c.number): i.number for r, c, i in facts}
        assert len(region) == len(facts) == height * width
        assert set(region.values()) == set(range(1, count + 1))
        for name in set(region.values()):
            cells = {cell for cell in region if region[cell] == name}
            assert reached(min(cells), cells) == cells

"""Answers of pzprjs as facts, and facts as answers of pzprjs.

A *layout* says which property of pzprjs each thing is that a program draws of its answer:
``{"shade": "cell.qans=1"}``, ``{"number": "cell.anum"}``, where a number is the value of the property, and
``cell.anum=letter``, where it is a letter.  Further entries: ``edges``, ``no`` if borders at the edge of the board
are not drawn; ``given``, ``no`` if what is given is a clue only, no part of the answer; ``rest``, what pzprjs wants in
cells of which the answer says nothing.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from typing import NamedTuple

from clingo import Function, Number, String, Symbol, SymbolType, parse_term

import pyclingo_app as puzzasp
from pyclingo_app.formats.backwards import invert, values
from pyclingo_app.formats.meaning import translate
from pyclingo_app.program.program import Program
from pyclingo_app.solve.drawing import unsolved_terms
from pyclingo_app.solve.verify import Checker

from .pzpr import Drawn, Mark

Layout = dict[str, str]
Atoms = tuple[Symbol, ...]
# So many layouts are tried.
MOST = 400


class Place(NamedTuple):
    """Where a thing stands in an answer of pzprjs: a kind of mark, and its value if only one is meant."""

    key: str
    value: str

    @property
    def is_letter(self) -> bool:
        """Whether numbers stand for letters."""
        return self.value == "letter"


def places(layout: Layout) -> Iterator[tuple[str, Place]]:
    """The things of a layout, and where they stand."""
    for thing, where in layout.items():
        if thing not in ("edges", "given", "rest"):
            key, _, value = where.partition("=")
            yield thing, Place(key, value)


def drawn(program: Program) -> list[str]:
    """What the outputs are drawn as: ``shade``, ``line``, ``double``, ``wall``, ``number`` or ``mark X``."""
    inverse, found = invert(program), []
    for line in inverse.lines:
        if not line.target or not line.about <= program.shown:
            continue
        name = line.term.name
        if name == "mark":
            few = sorted(values(line, line.drawn, inverse.statics) or ())
            names = few and all(re.fullmatch(r"[a-z]\w*|\".*\"", value) for value in few)
            found += [f"mark {value}" for value in few] if names else ["number"]
        else:
            found.append("double" if line.signature == ("line", 5) else name)
    return list(dict.fromkeys(found))


def possible(things: Sequence[str], marks: Iterable[Mark]) -> Iterator[Layout]:
    """Layouts that might be meant by marks of solved boards, most likely first."""
    marks = list(marks)
    seen = {mark.key: sorted({other.value for other in marks if other.key == mark.key}) for mark in marks}
    cell = [f"{key}={v}" for key in ("cell.qans", "cell.anum", "cell.qsub") for v in seen.get(key, ())]
    # A mark may be one that is given only, as circles are.
    cell += [f"cell.anum={v}" for v in seen.get("cell.qnum", ()) if v >= 0 and f"cell.anum={v}" not in cell]
    cell.sort(key=lambda where: ("qsub" in where, "anum" in where))
    borders = [f"{key}=1" for key in ("border.line", "border.qans") if key in seen]
    choices = {
        "number": ["cell.anum", "cell.anum=letter", "cell.qans"],
        "line": borders or ["border.line=1"],
        "double": ["border.line=2"],
        "wall": borders[::-1] or ["border.qans=1"],
    }
    cells = [{(m.row, m.column) for m in marks if m.key == key} for key in ("cell.qnum", "cell.anum")]
    both = bool(cells[0] & cells[1])  # a clue stands beside a number of the answer
    edges = "wall" in things and any(mark.side in ("left", "up") for mark in marks)
    for chosen in product(*(choices.get(thing, cell or ["cell.qans=1"]) for thing in things)):
        layout = dict(zip(things, chosen, strict=True))
        # What several marks are is one property.
        properties = {place.key for thing, place in places(layout) if thing.startswith("mark")}
        if len(set(chosen)) == len(chosen) and len(properties) <= 1:
            clues = "cell.qnum" in seen and "cell.anum" in properties | set(chosen)
            if not (clues and both):
                yield layout
            if clues:
                yield {**layout, "given": "no"}
            if edges:
                yield {**layout, "edges": "no"}


def extent(board: puzzasp.Instance) -> tuple[int, int]:
    """The numbers of rows and columns."""
    height, width = next(fact.arguments for fact in board.facts if fact.match("size", 2))
    return height.number, width.number


def _at_edge(mark: Mark, size: tuple[int, int]) -> bool:
    """Whether a border lies at the edge of the board."""
    far = {"right": mark.column == size[1], "down": mark.row == size[0]}
    return mark.side in ("left", "up") or far.get(mark.side, False)


def _term(thing: str, place: Place, mark: Mark) -> Symbol:
    """The drawing term of a mark."""
    kind, _, text = thing.partition(" ")
    cell = [Number(mark.row), Number(mark.column)]
    black = Function("black")
    if kind == "shade":
        return Function("shade", [*cell, black])
    if kind in ("line", "double"):
        return Function("line", [*cell, Function(mark.side), black, *([Number(2)] if kind == "double" else [])])
    if kind == "wall":
        return Function("wall", [*cell, Function(mark.side)])
    value = String(chr(64 + mark.value)) if place.is_letter else Number(mark.value)
    return Function("mark", [*cell, parse_term(text) if text else value])


def _coloured(terms: Iterable[Symbol], program: Program) -> Iterator[Symbol]:
    """Give shades and lines all colours in which a program draws outputs: pzprjs has one."""
    lines = [line for line in invert(program).lines if line.target and line.about <= program.shown]
    fixed = {
        name: sorted({str(line.term.arguments[k]) for line in lines if line.term.name == name})
        for name, k in (("shade", 2), ("line", 3))
    }
    for term in terms:
        k = {"shade": 2, "line": 3}.get(term.name)
        colours = [c for c in fixed.get(term.name, ()) if re.fullmatch("[a-z]+", c)]
        if k is None or not colours:
            yield term
        else:
            for colour in colours:
                yield Function(term.name, [*term.arguments[:k], Function(colour), *term.arguments[k + 1 :]])


def answer_of(puzzle: puzzasp.Puzzle, board: puzzasp.Instance, marks: Iterable[Mark], layout: Layout) -> Atoms:
    """The facts of an answer of pzprjs to a board that was read.

    Raises PuzzaspError if they cannot be told.
    """
    problem, size = puzzle.problem(board), extent(board)
    clues = layout.get("given") == "no"
    terms = set()
    for thing, place in places(layout):
        for mark in marks:
            # A number that is given is one of the answer, too.
            given = not clues and mark.key == "cell.qnum" and place.key == "cell.anum" and mark.value >= 0
            own = mark.key == place.key or given
            wanted = place.value in ("", "letter", str(mark.value))
            if own and wanted and not (layout.get("edges") == "no" and _at_edge(mark, size)):
                terms.add(_term(thing, place, mark))
    facts = [*problem.facts, Function("answer"), *_coloured(terms, problem.program)]
    found = translate(problem, facts, problem.program.shown)
    return tuple(sorted(atom for atoms in found.values() for atom in atoms))


def marks_of(puzzle: puzzasp.Puzzle, board: puzzasp.Instance, atoms: Atoms, layout: Layout) -> list[Mark]:
    """The marks of pzprjs that an answer is: what it draws beside the unsolved board."""
    problem = puzzle.problem(board)
    height, width = extent(board)
    where = dict(places(layout))
    found, given = [], set(unsolved_terms(problem))
    for term in set(unsolved_terms(problem, atoms)) - given:
        thing = _thing(term, layout)
        if thing is None:
            continue
        key, value = where[thing]
        drawn = term.arguments[2]
        if thing == "number":
            number = ord(drawn.string) - 64 if drawn.type == SymbolType.String else drawn.number
        else:
            number = int(value)
        group, _, name = key.partition(".")
        mark = Mark(group, term.arguments[0].number, term.arguments[1].number, "", name, number)
        if group == "border":
            mark = _beside(mark, str(drawn))
        if not (layout.get("edges") == "no" and thing == "wall" and _at_edge(mark, (height, width))):
            found.append(mark)
    if "rest" in layout:
        key, value = layout["rest"].split("=")
        taken = {(term.arguments[0].number, term.arguments[1].number) for term in given if term.name == "mark"}
        taken |= {(mark.row, mark.column) for mark in found}
        cells = product(range(1, height + 1), range(1, width + 1))
        found += [Mark("cell", *cell, "", key.split(".")[1], int(value)) for cell in cells if cell not in taken]
    return sorted(found)


def is_drawn(puzzle: puzzasp.Puzzle, board: puzzasp.Instance, atoms: Atoms) -> bool:
    """Whether a drawing tells the answer: where a circle is given, none shows that it is not in the answer."""
    problem = puzzle.problem(board)
    terms = unsolved_terms(problem, atoms)
    found = translate(problem, [*problem.facts, Function("answer"), *terms], problem.program.shown)
    return {atom for several in found.values() for atom in several} == set(atoms)


def _thing(term: Symbol, layout: Layout) -> str | None:
    """Which thing of a layout a drawing term is."""
    name, arity = term.name, len(term.arguments)
    if name == "mark" and arity == 3:
        name = f"mark {term.arguments[2]}" if f"mark {term.arguments[2]}" in layout else "number"
    elif name == "line" and arity == 5:
        name = "double"
    return name if name in layout else None


def _beside(mark: Mark, side: str) -> Mark:
    """A border by the side ``right`` or ``down``, as far as it has one."""
    if side == "left" and mark.column > 1:
        return mark._replace(column=mark.column - 1, side="right")
    if side == "up" and mark.row > 1:
        return mark._replace(row=mark.row - 1, side="down")
    return mark._replace(side=side)


def fulfils(puzzle: puzzasp.Puzzle, board: puzzasp.Instance, atoms: Atoms) -> bool:
    """Whether an answer is a solution."""
    return Checker().fulfils(puzzle.problem(board), atoms)


def find(puzzle: puzzasp.Puzzle, solved: Sequence[Drawn]) -> Layout | None:
    """The first layout with which a solved board is a solution of ours, None if there is none."""
    things = drawn(puzzle.program)
    tries = 0
    for own in solved:
        try:
            board = puzzle.board(own.url)
        except puzzasp.PuzzaspError:
            continue
        if board is None:
            continue
        for layout in possible(things, own.marks):
            tries += 1
            if tries > MOST:
                return None
            try:
                if fulfils(puzzle, board, answer_of(puzzle, board, own.marks, layout)):
                    return layout
            except puzzasp.PuzzaspError:
                continue  # marks that are no answer: another layout is meant
    return None


def all_marks(solved: Iterable[Drawn]) -> list[Mark]:
    """The marks of all solved boards."""
    return [mark for board in solved for mark in board.marks]


def rests(layout: Layout, solved: Iterable[Drawn]) -> list[str]:
    """What might be wanted in cells of which the answer says nothing: values of cells that the layout does not have."""
    known = set(layout.values())
    found = {f"{mark.key}={mark.value}" for mark in all_marks(solved) if mark.key in ("cell.qans", "cell.anum")}
    return sorted(found - known - {"cell.anum"})

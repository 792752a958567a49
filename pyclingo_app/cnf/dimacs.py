"""DIMACS CNF and OPB: writing a translated board, reading it again, and reading solvers' answers.

The comments of a file say what decoding needs: the puzzle, and the names of
the shown atoms, whose variables are those of the line ``p show`` (as in the
format of the model counting competition).

CNF: https://satcompetition.github.io/2009/format-benchmarks2009.html;
OPB: https://www.cril.univ-artois.fr/PB12/format.pdf
"""

import re
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from ..errors import InstanceError
from ..facts.instance import read_file
from ..words import counted
from .completion import Translation
from .formula import Linear, Row

FORMATS = ("cnf", "opb")

_SAID = re.compile(r"(puzzle|instance|p show|constant \w+ =|[1-9][0-9]{0,9}) (\S.*)")
_MADE = re.compile(r"constant (\w+) =")
_SIZE = re.compile(r"p\s+cnf\s+([0-9]{1,10})\s+([0-9]{1,10})\s*")
_LITERAL = re.compile(r"-?\d{1,10}", re.ASCII)
_PB_LITERAL = re.compile(r"(-?)x([1-9]\d{0,9})", re.ASCII)
_PB_ROW = re.compile(r"((?:[+-]?\d+ x[1-9]\d* +)*)(>=|=) +([+-]?\d+) *;", re.ASCII)
_PB_SIZE = re.compile(r"#variable= *(\d{1,10}) +#constraint= *(\d{1,10})", re.ASCII)


def dimacs(translation: Translation) -> str:
    """Write clauses as DIMACS CNF."""
    lines = [f"c {line}".rstrip() for line in _comments(translation)]
    lines.append(f"p cnf {translation.formula.size} {len(translation.formula.rows)}")
    lines += [f"c {line}" for line in _shown(translation)]
    return "\n".join([*lines, *_sections(translation, "c", _clause), ""])


def opb(translation: Translation) -> str:
    """Write linear constraints in the format of the pseudo-Boolean competition."""
    lines = [f"* #variable= {translation.formula.size} #constraint= {len(translation.formula.rows)}"]
    lines += [f"* {line}".rstrip() for line in (*_comments(translation), *_shown(translation))]
    return "\n".join([*lines, *_sections(translation, "*", _opb_row), ""])


def _sections(translation: Translation, sign: str, written: Callable[[Row], str]) -> Iterator[str]:
    for heading, section in translation.formula.sections.items():
        if section:
            yield f"{sign} {heading}"
            yield from map(written, section)


def _clause(row: Row) -> str:
    return " ".join(map(str, [*row, 0]))


def _opb_row(row: Row) -> str:
    """Write a row without negated literals: the weight of ``not x`` is that of 1 - x."""
    linear = row if isinstance(row, Linear) else Linear(tuple((1, literal) for literal in row), 1)
    terms = [f"{weight if literal > 0 else -weight:+} x{abs(literal)}" for weight, literal in linear.terms]
    least = linear.least - sum(weight for weight, literal in linear.terms if literal < 0)
    return f"{' '.join(terms)} {'=' if linear.equal else '>='} {least} ;"


def _comments(translation: Translation) -> Iterator[str]:
    yield "written by puzzasp"
    yield f"puzzle {translation.puzzle}"
    yield from (f"constant {constant} = {value}" for constant, value in translation.constants.items())
    # A name with a line break in it would end the comment.
    yield "instance " + (translation.instance or "none").replace("\n", " ").replace("\r", " ")
    yield "models and answer sets correspond one to one"
    yield ""
    yield "shown atoms"
    yield from (f"{number} {name}" for number, name in enumerate(translation.atoms, 1))
    if translation.names:
        yield ""
        yield "other names, of literals"
        yield from (f"{number} {name}" for number, name in translation.names)
    yield ""


def _shown(translation: Translation) -> Iterator[str]:
    yield "p show " + "".join(f"{number} " for number in range(1, len(translation.atoms) + 1)) + "0"


class FormulaFile(NamedTuple):
    """A file written by :func:`dimacs` or :func:`opb`.

    ``constants`` and ``instance`` are what its comments say that it was made
    from; ``atoms`` has the names of the shown variables, ``rows`` each
    constraint with the number of its line.
    """

    name: str
    puzzle: str
    constants: dict[str, str]
    instance: str
    size: int
    atoms: dict[int, str]
    rows: list[tuple[int, Row]]

    @property
    def linear(self) -> bool:
        return any(isinstance(row, Linear) for _, row in self.rows)


def read_formula(path: str) -> FormulaFile:
    """Read a file that puzzasp wrote.

    Raises InstanceError with the line of the first fault.
    """
    name, lines = _lines(path)
    linear = bool(lines) and lines[0].startswith("*")
    said: dict[str, str] = {}  # by the comments; of what they say twice, the first
    size: re.Match[str] | None = None
    rows: list[tuple[int, Row]] = []
    for number, line in enumerate(lines, 1):
        word, _, text = line.partition(" ")
        if word == ("*" if linear else "c"):
            if match := _SAID.fullmatch(text):
                said.setdefault(match[1], match[2])
            if linear and number == 1:
                size = _PB_SIZE.fullmatch(text)
        elif not linear and word == "p" and size is None:
            size = _SIZE.fullmatch(line)
            if size is None:
                raise _fault(name, number, f"expected p cnf VARIABLES CLAUSES, found {_quoted(line)}", _AGAIN)
        elif line.strip():
            if size is None:
                raise _fault(name, number, f"expected a comment or p cnf, found {_quoted(line)}", _AGAIN)
            rows.append((number, _row(name, number, line, linear, int(size[1]))))
    if size is None:
        raise InstanceError(f"{name}: has no line p cnf: it is not DIMACS CNF", "Give the file that puzzasp cnf wrote.")
    if len(rows) != int(size[2]):
        message = f"{name}: has {counted(len(rows), 'constraint')} instead of {size[2]}: it is not whole"
        raise InstanceError(message, _AGAIN)
    shown = [word for word in said.get("p show", "").split() if _LITERAL.fullmatch(word) and word != "0"]
    if not {"p show", "puzzle", *shown} <= set(said):
        raise InstanceError(f"{name}: its comments do not say which atoms the variables stand for", _AGAIN)
    atoms = {int(word): said[word] for word in shown}
    constants = {match[1]: value for key, value in said.items() if (match := _MADE.fullmatch(key))}
    return FormulaFile(name, said["puzzle"], constants, said.get("instance", ""), int(size[1]), atoms, rows)


_AGAIN = "Write it again with puzzasp cnf."


def _row(name: str, number: int, line: str, linear: bool, size: int) -> Row:
    """Read a clause, which has one line, or a linear constraint."""
    row: Row
    if linear:
        match = _PB_ROW.fullmatch(line.strip())
        if not match or any(len(word) > 20 for word in line.split()):
            raise _fault(name, number, f"expected a linear constraint, found {_quoted(line)}", _AGAIN)
        words = match[1].split()
        terms = tuple((int(weight), int(x[1:])) for weight, x in zip(words[::2], words[1::2], strict=True))
        row = Linear(terms, int(match[3]), match[2] == "=")
        variables = [literal for _, literal in terms]
    else:
        words = line.split()
        if not all(map(_LITERAL.fullmatch, words)) or words[-1] != "0" or words.count("0") != 1:
            raise _fault(name, number, f"expected a clause that ends in 0, found {_quoted(line)}", _AGAIN)
        row = variables = [int(word) for word in words[:-1]]
    if any(not 1 <= abs(variable) <= size for variable in variables):
        raise _fault(name, number, f"{_only(size)}, found {_quoted(line)}", _AGAIN)
    return row


def broken(problem: FormulaFile, true: frozenset[int]) -> str:
    """Give the first constraint that does not hold, with its line; empty if they all do."""
    for number, row in problem.rows:
        if isinstance(row, Linear):
            total = sum(weight for weight, variable in row.terms if variable in true)
            holds = total == row.least if row.equal else total >= row.least
        else:
            holds = any((literal in true) if literal > 0 else (-literal not in true) for literal in row)
        if not holds:
            written = _opb_row if isinstance(row, Linear) else _clause
            return f"{problem.name}:{number}: {_quoted(written(row))}"
    return ""


def same_rows(problem: FormulaFile, translation: Translation) -> bool:
    """Whether a file holds exactly the constraints of a translation."""
    written = _opb_row if problem.linear else _clause
    return list(map(written, translation.formula.rows)) == [written(row) for _, row in problem.rows]


def read_model(path: str, size: int) -> frozenset[int] | None:
    """Read a solver's answer: the variables that are true, or None for "unsatisfiable".

    It may be MiniSat's file or the output that the competitions of SAT and
    pseudo-Boolean solvers ask for.  ``size`` is the number of variables.
    Raises InstanceError for an answer that is not whole, is none, or
    contradicts itself.
    """
    name, lines = _lines(path)
    words: list[tuple[int, str]] = []
    status = ""
    competition = None
    for number, line in enumerate(lines, 1):
        parts = line.split()
        if not parts:
            continue
        if competition is None and parts[0] in ("SAT", "UNSAT", "INDET", "INDETERMINATE") and len(parts) == 1:
            competition, status = False, parts[0]
        elif competition is False:
            words += [(number, part) for part in parts]
        elif parts[0] == "s" or parts in (["SATISFIABLE"], ["UNSATISFIABLE"]):
            if status:
                raise _fault(name, number, f"a second result, {_quoted(line)}, after {status}", _WHOLE)
            competition, status = True, " ".join(parts).removeprefix("s ")
        elif parts[0] == "v":
            competition = True
            words += [(number, part) for part in parts[1:]]
        elif not parts[0].startswith("c") and parts[0] != "o":
            text = f"expected SAT, UNSAT, or a line that begins with s or v, found {_quoted(line)}"
            raise _fault(name, number, text, _ASK)
    if not status:
        raise InstanceError(f"{name}: has no result: neither SAT nor UNSAT, nor a line s SATISFIABLE", _ASK)
    if status in ("UNSAT", "UNSATISFIABLE"):
        if words:
            raise _fault(name, words[0][0], f"values of variables although the result is {status}", _WHOLE)
        return None
    if status not in ("SAT", "SATISFIABLE", "OPTIMUM FOUND"):
        raise InstanceError(
            f"{name}: the solver did not decide: {_quoted(status)}", "Give it more time, or use another solver."
        )
    return _true(name, words, size)


_ASK = "Give what a solver wrote: the second file of minisat out.cnf FILE, or the lines s and v of others."
_WHOLE = "Give the whole answer to this file."


def _true(name: str, words: Iterable[tuple[int, str]], size: int) -> frozenset[int]:
    """Read the literals of an answer; each variable must have one value."""
    values: dict[int, bool] = {}
    ended = linear = False
    for number, word in words:
        if ended:
            raise _fault(name, number, f"more literals after the final 0: {_quoted(word)}", _WHOLE)
        match = _PB_LITERAL.fullmatch(word)
        if not match and not _LITERAL.fullmatch(word):
            raise _fault(name, number, f"expected a literal, found {_quoted(word)}", _WHOLE)
        linear = linear or bool(match)
        literal = int(match[1] + match[2]) if match else int(word)
        variable = abs(literal)
        if not variable:
            ended = True
        elif variable > size:
            raise _fault(name, number, f"{_only(size)}, found {word}", "Is it the answer to this file?")
        elif values.setdefault(variable, literal > 0) != (literal > 0):
            raise _fault(name, number, f"variable {variable} is both true and false", _WHOLE)
    if not ended and not linear and (size or values):
        raise InstanceError(f"{name}: ends before the final 0: it is not whole", _WHOLE)
    missing = next((variable for variable in range(1, size + 1) if variable not in values), None)
    if missing:
        raise InstanceError(f"{name}: does not say whether variable {missing} of {size} is true", _WHOLE)
    return frozenset(variable for variable, value in values.items() if value)


def _lines(path: str) -> tuple[str, list[str]]:
    """Give the name and the lines of a file, or of standard input for ``-``."""
    text, name = read_file(path)
    return name, [line.removesuffix("\r") for line in text.split("\n")]


def _only(size: int) -> str:
    return f"there {'is' if size == 1 else 'are'} only {counted(size, 'variable')}"


def _fault(name: str, number: int, text: str, hint: str) -> InstanceError:
    return InstanceError(f"{name}:{number}: {text}", hint)


def _quoted(text: str) -> str:
    return ascii(text if len(text) <= 40 else text[:37] + "...")

"""The page about the library files of puzzles; ``docs/make.py`` writes it.

What it says of a file is read from the file: the head, the sentences, the drawing terms, and from the programs that
include it. Beside that stands a tiny program of ``docs/library`` with the one board that solves it.
"""

import re
from collections.abc import Iterator
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

import clingo.ast

from puzzasp import load
from pyclingo_app.draw.svg import render_svg
from pyclingo_app.program.program import Program, read_program

ROOT = Path(__file__).resolve().parent.parent
LIB = ROOT / "asp" / "lib"
EXAMPLES = ROOT / "docs" / "library"

# The boards of the shelf: the word behind "Kind:" in the head of a file, and what its files are about.
KINDS = {
    "board": "Cells and their neighbours",
    "regions": "Given regions",
    "shading": "Shaded cells",
    "clues": "Clues",
    "numbers": "Numbers in cells",
    "lines": "Lines and loops",
    "areas": "Areas that a player finds",
    "shapes": "Shapes and pieces",
}
# What the tables of a head hold: the word before each of their lines on the page.
TABLES = {
    "Input": "takes",
    "Output": "gives",
    "Pencil": "pencil",
    "To make boards": "for new boards",
    "To draw boards": "for drawings",
}

_INTRODUCTION = """\
# The library

Made of the heads of the files in `asp/lib` by `docs/make.py`; [Library files](puzzle-programs.md#library-files)
says how they are included, and how one is written.

A file *takes* atoms that your program derives; an *input* is a fact of the board. It *gives* atoms for your rules.
Its sentences are your puzzle's. Each file stands beside a tiny program that has one answer: the picture is what
`puzzasp docs/library/NAME.lp` finds.

"""
# Terms between two blanks or more, and words; what is not such a line is a sentence about other files.
_LINE = re.compile(r"  (\S.*?\S) {2,}(\S.*)")
_TERM = re.compile(r"-?[a-z]\w*\([^()]*(?:\([^()]*\)[^()]*)*\)|\b[a-z]\w*(?=$)")
_FILE = re.compile(r"lib/(\w+)\.lp")
_CODE = re.compile(r"-?\b[a-z]\w*\([A-Z1-9][^()]*(?:\([^()]*\)[^()]*)*\)")


class Entry(NamedTuple):
    """A line of a table: its terms, ``("tile(Id)", "loose(Id)")``, and its words."""

    terms: tuple[str, ...]
    words: str


class Head(NamedTuple):
    """The head of a library file.

    ``tables`` holds the lines of each table by its heading, and ``besides`` the words under ``Input`` about what
    other files give, one blank between all. ``text`` is the rest, as Markdown.
    """

    summary: str
    kind: str
    tables: dict[str, list[Entry]]
    besides: str
    text: str


def files() -> list[str]:
    """The names of the library files."""
    return sorted(path.stem for path in LIB.glob("*.lp"))


@cache
def program(name: str) -> Program:
    """A library file."""
    return read_program(str(LIB / f"{name}.lp"))


def head(name: str) -> Head:
    """Read the head of a library file.

    Raises ValueError for a line under a heading that belongs to no table.
    """
    tables: dict[str, list[Entry]] = {}
    besides: list[str] = []
    text: list[str] = []
    heading = ""
    for line in program(name).header.splitlines()[1:]:
        if line in TABLES:
            heading = line
            tables[heading] = []
        elif not line:
            heading = ""
            text.append("")
        elif not heading:
            text += [] if line.startswith("Kind:") else [line]
        elif match := _LINE.fullmatch(line):
            tables[heading].append(Entry(terms(match[1]), match[2]))
        elif line.startswith("   ") and tables[heading]:
            last = tables[heading].pop()
            tables[heading].append(last._replace(words=f"{last.words} {line.strip()}"))
        elif heading == "Input" and line.startswith("  "):
            besides.append(line.strip())
        else:
            raise ValueError(f"lib/{name}.lp: {line!r} is no line of a table")
    return Head(program(name).summary, program(name).kind, tables, " ".join(besides), _markdown(text))


def terms(text: str) -> tuple[str, ...]:
    """The terms of a line of a table, which stand between commas."""
    return tuple(match[0] for match in _TERM.finditer(text))


def _markdown(lines: list[str]) -> str:
    """Text of a head: indented lines are code."""
    parts = []
    for code, group in groupby("\n".join(lines).strip("\n").split("\n\n"), lambda part: part.startswith("  ")):
        for part in group:
            inner = "\n".join(line.removeprefix("  ") for line in part.splitlines())
            parts.append(f"```prolog\n{inner}\n```" if code else _marked(part))
    return "\n\n".join(filter(None, parts))


def _marked(words: str) -> str:
    """Words with code and links in them."""
    return _FILE.sub(r"[\1](#\1)", _CODE.sub(lambda match: f"`{match[0]}`", words))


def users(name: str) -> list[str]:
    """The puzzles whose programs include a library file."""
    line = f'#include "lib/{name}.lp".'
    return [path.stem for path in sorted(LIB.parent.glob("*.lp")) if line in path.read_text(encoding="utf-8")]


def picture(name: str) -> str:
    """The only answer of the tiny program about a library file, as SVG.

    Raises ValueError if it has none or several.
    """
    found = list(load(str(EXAMPLES / f"{name}.lp")).solve(models=2))
    if len(found) != 1:
        raise ValueError(f"docs/library/{name}.lp has not exactly one answer")
    return render_svg(found[0].board, name)


def page() -> dict[Path, str]:
    """The page and its pictures, by their paths.

    Raises ValueError for a file without a kind of its own, or of one that the shelf does not have.
    """
    heads = {name: head(name) for name in files()}
    for name, one in heads.items():
        if one.kind not in KINDS:
            raise ValueError(f"lib/{name}.lp: its kind is none of {', '.join(KINDS)}")
    rows = [
        f"| {title} | {', '.join(f'[{n}](#{n})' for n in heads if heads[n].kind == kind)} |\n"
        for kind, title in KINDS.items()
    ]
    parts = [_INTRODUCTION + "| shelf | files |\n|---|---|\n" + "".join(rows)]
    for kind, title in KINDS.items():
        parts.append(f"## {title}\n")
        parts += [section(name, one) for name, one in heads.items() if one.kind == kind]
    pictures = {EXAMPLES / f"{name}.svg": picture(name) for name in heads}
    return {ROOT / "docs" / "library.md": "\n".join(parts)} | pictures


def section(name: str, one: Head) -> str:
    """What the page says of a file."""
    example = (EXAMPLES / f"{name}.lp").read_text(encoding="utf-8")
    parts = [f"### {name}", one.summary[:1].upper() + one.summary[1:]]
    rows = [row for heading, word in TABLES.items() for row in _rows(name, word, one.tables.get(heading, []))]
    if rows:
        parts.append("| | | |\n|---|---|---|\n" + "\n".join(rows))
    parts += [f"*Needs* {_marked(one.besides)}."] if one.besides else []
    parts += [one.text] if one.text else []
    parts += _sentences(name)
    parts += [f"*Draws* {', '.join(f'`{term}`' for term in drawn)}."] if (drawn := drawing(name)) else []
    parts += [f"*Used by* {', '.join(used)}."] if (used := users(name)) else []
    parts += [f"```prolog\n{example}```", f"![the answer of the program above](library/{name}.svg)"]
    return "\n\n".join(parts) + "\n"


def _rows(name: str, word: str, entries: list[Entry]) -> Iterator[str]:
    declared = program(name).declared or set()
    for entry in entries:
        signatures = {(term.partition("(")[0], _arity(term)) for term in entry.terms}
        kind = "input" if word == "takes" and signatures <= declared else word
        listed = ", ".join(f"`{term}`" for term in entry.terms)
        yield f"| *{kind}* | {listed} | {_marked(entry.words)} |"


def _arity(term: str) -> int:
    return len(clingo.parse_term(re.sub(r"\b([A-Z]\w*)'*", r'"\1"', term)).arguments)


def _sentences(name: str) -> Iterator[str]:
    """The sentences of a file, those of explanations alone apart."""
    for title, rules in (("Its sentences", program(name).rules), ("In explanations", program(name).observations)):
        told = dict.fromkeys(rule.sentence for rule in rules if rule.kind != "input")
        if told:
            yield f"*{title}:*\n\n" + "\n".join(f"- {sentence}" for sentence in told)


def drawing(name: str) -> list[str]:
    """The names of the drawing terms that a file shows."""
    shown = [statement for statement in program(name).display if statement.ast_type == clingo.ast.ASTType.ShowTerm]
    return sorted({str(statement.term).partition("(")[0] for statement in shown})

"""The heads of library files, from which the page about them is made, are true: what their rules take and give."""

import re
import sys
from collections import defaultdict
from functools import cache
from typing import NamedTuple

import pytest
from clingo import ast
from conftest import ROOT

sys.path.insert(0, str(ROOT / "docs"))
import shelf

Signature = tuple[str, int]


class Seen(NamedTuple):
    """The predicates of a part: those it derives, those it asks for, those it declares, and hooks, from nothing."""

    derived: set[Signature]
    asked: set[Signature]
    declared: set[Signature]
    hooks: set[Signature]


@cache
def parts(name: str) -> dict[str, Seen]:
    """Read what each part of a library file derives and asks for, with a reader of its own."""
    found: dict[str, Seen] = defaultdict(lambda: Seen(set(), set(), set(), set()))
    part = "base"

    def read(statement: ast.AST) -> None:
        nonlocal part
        if statement.ast_type == ast.ASTType.Program:
            part = statement.name
        elif statement.ast_type == ast.ASTType.Defined:
            found[part].declared.add((statement.name, statement.arity))
        elif statement.ast_type == ast.ASTType.Rule:
            inside = [atoms(literal) for literal in statement.body]
            head, asked = head_atoms(statement.head)
            empty = any(str(literal) == "#false" for literal in statement.body)
            (found[part].hooks if empty else found[part].derived).update(head)
            found[part].asked.update(asked.union(*inside))
        elif statement.ast_type == ast.ASTType.ShowTerm:
            found[part].asked.update(set().union(*map(atoms, statement.body)))

    ast.parse_files([str(shelf.LIB / f"{name}.lp")], read)
    return found


class Atoms(ast.Transformer):
    """Collects the predicates of the atoms that it visits."""

    def __init__(self) -> None:
        self.found: set[Signature] = set()

    def visit_SymbolicAtom(self, atom: ast.AST) -> ast.AST:  # noqa: N802
        symbol = atom.symbol.argument if atom.symbol.ast_type == ast.ASTType.UnaryOperation else atom.symbol
        for term in symbol.arguments if symbol.ast_type == ast.ASTType.Pool else [symbol]:
            self.found.add((term.name, len(term.arguments)))
        return atom


def atoms(tree: ast.AST) -> set[Signature]:
    """Give the predicates in a tree."""
    visitor = Atoms()
    visitor.visit(tree)
    return visitor.found


def head_atoms(head: ast.AST) -> tuple[set[Signature], set[Signature]]:
    """Give the predicates that a head derives, and those it asks for in its conditions."""
    if head.ast_type == ast.ASTType.Aggregate:
        derived = [atoms(element.literal) for element in head.elements]
        asked = [atoms(literal) for element in head.elements for literal in element.condition]
        return set().union(*derived), set().union(*asked)
    return atoms(head), set()


def signature(term: str) -> Signature:
    """Give the signature of a term of a head, such as ``belongs(R', C', (R, C))``."""
    name, _, inside = term.partition("(")
    flat = re.sub(r"\([^()]*\)", "", inside.removesuffix(")"))
    return name, flat.count(",") + 1 if inside else 0


def table(name: str, *headings: str) -> set[Signature]:
    """Give the signatures in tables of a head."""
    tables = shelf.head(name).tables
    return {signature(term) for h in headings for entry in tables.get(h, []) for term in entry.terms}


def lent(name: str) -> set[Signature]:
    """Give what a head says to take from other files, by the terms, or by the files alone."""
    words = shelf.head(name).besides
    found = {signature(term) for term in shelf.terms(words)}
    for clause in re.findall(r"what (.*?) (takes? and gives?|gives?|takes?)\b", words):
        for file in re.findall(r"lib/(\w+)\.lp", clause[0]):
            headings = ["Input"] * ("take" in clause[1]) + ["Output"] * ("give" in clause[1])
            found |= table(file, *headings) | (lent(file) if "take" in clause[1] else set())
    return found


NAMES = shelf.files()


@pytest.mark.parametrize("name", NAMES)
def test_what_a_file_gives_it_derives(name: str) -> None:
    """Each term under Output in the rules, under Pencil in theirs; hooks for new boards and drawings are asked for."""
    seen = parts(name)
    derived = seen["base"].derived | seen["base"].declared
    assert table(name, "Output") <= derived
    assert table(name, "Pencil") <= seen["pencil"].derived
    assert table(name, "To make boards") <= seen["generate"].asked
    assert table(name, "To draw boards") <= seen["display"].asked


@pytest.mark.parametrize("name", NAMES)
def test_what_a_file_asks_for_it_takes(name: str) -> None:
    """Each predicate that its rules ask for is derived, or the head names it; what the head takes is asked for."""
    base, display = parts(name)["base"], parts(name)["display"]
    taken = table(name, "Input")
    assert base.asked - base.derived - taken - lent(name) - {("making", 0)} == set()
    assert taken <= base.asked | display.asked
    assert base.declared - {("making", 0)} <= taken


# Clues and answers, shapes, objects that are moved, and what comes behind the first cell of a set, or of a loop.
SHARED = {
    "black", "white", "shaded", "border", "given", "number", "member", "shape", "shaped", "behind", "after", "open",
    "swing", "outward", "goes", "rests",
}  # fmt: skip


def test_what_two_files_derive_is_one_thing() -> None:
    """A program that includes two files does not get one predicate from both, but for those that mean the same."""
    files = defaultdict(list)
    for name in NAMES:
        seen = parts(name)["base"]
        for one in seen.derived | seen.declared:
            files[one].append(name)
    shared = {name for (name, _), found in files.items() if len(found) > 1}
    assert shared - {"making"} == SHARED | {"input_error"}


@pytest.mark.parametrize("name", NAMES)
def test_what_may_be_left_out_is_derived_from_nothing(name: str) -> None:
    """A head says it of just the predicates that a rule derives from ``#false``."""
    entries = shelf.head(name).tables.get("Input", [])
    optional = {signature(t) for entry in entries if "may be left out" in entry.words for t in entry.terms}
    assert optional == parts(name)["base"].hooks


@pytest.mark.parametrize("name", NAMES)
def test_what_comes_from_another_file_is_given_there(name: str) -> None:
    """A head that takes terms "from lib/X.lp" takes what that file gives, or is given."""
    for words, file in re.findall(r"((?:[a-z]\w*\([^()]*\),? )+)from lib/(\w+)\.lp", shelf.head(name).besides):
        assert {signature(term) for term in shelf.terms(words)} <= table(file, "Output", "Input")


def test_a_tiny_program_shows_its_file() -> None:
    """Each file has one, which includes it, and files of the library only."""
    assert sorted(path.stem for path in shelf.EXAMPLES.glob("*.lp")) == NAMES
    for name in NAMES:
        included = re.findall(r'^#include "lib/(\w+)\.lp"\.$', (shelf.EXAMPLES / f"{name}.lp").read_text(), re.M)
        assert name in included
        assert set(included) <= set(NAMES)


def test_pictures_are_those_of_the_files() -> None:
    """None is left of a file that is gone."""
    assert sorted(path.stem for path in shelf.EXAMPLES.glob("*.svg")) == NAMES

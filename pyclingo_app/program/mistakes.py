"""Mistakes that clingo takes without a word: each means something else than it looks like."""

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from clingo import ast

from ..errors import ProgramError
from ..facts.reader import Signature
from ..words import nearest
from .syntax import atoms, derived, is_positive, signature, split

# A statement behind its type, which takes long to ask for.
Typed = tuple[ast.ASTType, ast.AST]

_COMPARED = re.compile(r"[^{#]*[)\d] (?:=|!=|<=?|>=?) ")
_NAME = r"\b[a-z]\w*(?=\()"
_VARIABLE = r"_*[A-Z][\w']*"
_RECURSIVE = re.compile(rf"(-?[\w']+)\((.*[-+].*)\) :- \1\(({_VARIABLE}(?:,{_VARIABLE})*)\)\.")
# What a head may make of the variable {0}: something plain, or a larger or a smaller number.
_MADE = r"(?:-?\d+|[\w']+|\"[^\"]*\"|(\({0}[-+]-?[1-9]\d*\)|\(-?[1-9]\d*\+{0}\)))"
_NUMBER = r"(?:-?\d+|\(-?\d+(?:\.\.|;)[^,:]*\))"
# A rule with its text, and a place: of a predicate the name, the arity, and which of its arguments.
Told = tuple[ast.AST, str]
Place = tuple[str, int, int]


def mistakes(base: Iterable[Typed], parts: Mapping[str, Sequence[Typed]]) -> list[str]:
    """Say of statements what they mean, where that is hardly meant; each once for a predicate.

    ``parts`` are those that a program may have besides its base, each with its statements.

    Raises ProgramError for a rule whose head compares a term such as ``tent(R, C)`` with a number.
    """
    declared: set[Signature] = set()
    rules: list[tuple[ast.AST, str]] = []
    constants: set[str] = set()
    shown = False
    known = ("base", *parts)
    told: dict[str, str] = {}
    for kind, statement in base:
        if kind == ast.ASTType.Defined:
            declared.add(signature(statement))
        elif kind == ast.ASTType.Rule:
            rules.append((statement, str(statement)))
        elif kind == ast.ASTType.Definition:
            constants.add(statement.name)
        elif kind == ast.ASTType.Program and statement.name not in known:
            meant = nearest(statement.name, known).strip() or f"Parts are {', '.join(known)}."
            told[f"part {statement.name}"] = placed(statement, f"nothing looks into a part {statement.name}. {meant}")
        shown = shown or kind in (ast.ASTType.ShowSignature, ast.ASTType.ShowTerm)
    for rule, text in rules:
        for about, what in _looked_at(rule, text, declared, rules):
            told.setdefault(about, placed(rule, what))
    letters = _letters(",".join([text for _, text in rules]))
    if letters - constants:
        for rule, about, what in _lower(rules, letters - constants, declared):
            told.setdefault(about, placed(rule, what))
    if declared and rules and not shown:
        helpers = {f"{name}/{arity}": None for rule, _ in rules for name, arity in derived(rule)}
        told["show"] = f"there is no #show, so that all atoms are the answer, such as {', '.join([*helpers][:3])}"
    names = set(re.findall(_NAME, " ".join([text for _, text in rules]))) | {name for name, _ in declared}
    return [*told.values(), *_misplaced(parts), *_undrawn(parts["display"], names)]


def _misplaced(parts: Mapping[str, Iterable[Typed]]) -> Iterator[str]:
    """Constraints and choices in parts that only draw, read or search: each part once."""
    for part in ("display", "formats", "search"):
        for kind, statement in parts[part]:
            if kind == ast.ASTType.Rule and _decides(statement.head):
                what = f"this rule stands in the part {part}, where it is no rule of the puzzle"
                yield placed(statement, f"{what}: put it above the first #program")
                break


def _undrawn(display: Iterable[Typed], names: Collection[str]) -> Iterator[str]:
    """What is drawn under conditions that nothing fulfils: predicates that the rest of the program does not name."""
    shown = [s for kind, s in display if kind == ast.ASTType.ShowTerm]
    rules = " ".join(str(s) for kind, s in display if kind in (ast.ASTType.Rule, ast.ASTType.Defined))
    for statement in shown if names else ():
        for name in re.findall(_NAME, str(statement).partition(" : ")[2]):
            if name not in names and not re.search(rf"\b{name}\b", rules):
                what = f"no rule derives {name}, so that this is never drawn. {nearest(name, names)}"
                yield placed(statement, what.strip())


def _decides(head: ast.AST) -> bool:
    """Whether a head is that of a constraint or of a choice."""
    return head.ast_type == ast.ASTType.Aggregate or str(head) == "#false"


def _letters(text: str) -> set[str]:
    """The small letters that stand alone in a text of rules, as an argument or before a sign of comparison."""
    for mark in ("(", ")", "; ", "{ ", ":- ", ": "):
        text = text.replace(mark, ",")
    return {part[0] for part in text.split(",") if part[:1].islower() and part[1:2] in ("", " ")}


def _lower(rules: Sequence[Told], letters: set[str], declared: set[Signature]) -> Iterator[tuple[ast.AST, str, str]]:
    """Variables in lower case: names that rules ask for, where none gives them and no instance can."""
    gifts = [part for _, text in rules for part in (text.partition(" :- ")[0], *re.findall(r"[^,;]+ = [^,]+", text))]
    given = set(re.findall(r"(?<![\w'])[a-z](?![\w'(])", " ".join(gifts)))
    named = {name for _, text in rules for name in re.findall(r"\b[A-Z]\b", text)}
    suspects = {letter for letter in letters - given if letter.upper() in named}
    closed = _closed(rules, declared) if suspects else set()
    for rule, text in rules:
        for atom in (atom for literal in rule.body for atom in atoms(literal)) if closed else ():
            for k, letter in enumerate(map(str, atom.arguments)):
                if letter in suspects and (*atom.signature, k) in closed:
                    what = f"{letter} is a name here, and no variable, which would begin with a capital letter"
                    yield rule, f"letter {letter}", f"{what}: is {letter.upper()} meant?"
        for told, letter in re.findall(r"(?<![\w(,.])(([a-z]) (?:!=|[<>]=?|=) -?\d+)", text):
            if letter in letters:
                what = f"{told} compares a name with a number, which is always the same: a variable begins with a"
                yield rule, f"letter {letter}", f"{what} capital letter, and a constant needs #const {letter}"


def _closed(rules: Iterable[Told], declared: set[Signature]) -> set[Place]:
    """The places in which no instance can put a name: those of no input, where rules do not take it from one either."""
    flows: list[tuple[Place, set[Place]]] = []
    for rule, _ in rules:
        heads, rest = split(rule)
        sources: dict[str, set[Place]] = defaultdict(set)
        for atom in (atom for literal in rest if is_positive(literal) for atom in atoms(literal)):
            for k, argument in enumerate(map(str, atom.arguments)):
                sources[argument].add((*atom.signature, k))
        flows += [((*head.signature, k), sources[str(a)]) for head in heads for k, a in enumerate(head.arguments)]
    closed = {place for place, _ in flows if place[:2] not in declared}
    while opened := closed & {place for place, of in flows if of and closed.isdisjoint(of)}:
        closed -= opened
    return closed


def _looked_at(rule: ast.AST, text: str, declared: set[Signature], rules: Iterable[Told]) -> Iterator[tuple[str, str]]:
    """Look closer at what the text of a rule may be: texts are told apart in a tenth of the time."""
    head, neck, _ = text.partition(" :- ")
    if head.startswith("not "):
        yield from _negated(rule)
    elif _COMPARED.match(head):
        _require_derived(rule)
    elif not neck and any(head.startswith(f"{name}(") for name, _ in declared):
        yield from _of_board(rule, declared)
    else:
        yield from _endless(text, rules, {name for name, _ in declared})


def _require_derived(rule: ast.AST) -> None:
    atom = rule.head.atom if rule.head.ast_type == ast.ASTType.Literal else None
    if atom is not None and atom.ast_type == ast.ASTType.Comparison and len(atom.guards) == 1:
        sides = (atom.term, atom.guards[0].term)
        term = next((s for s in sides if s.ast_type == ast.ASTType.Function and s.name and s.arguments), None)
        if term is not None and any(side.ast_type == ast.ASTType.SymbolicTerm for side in sides):
            what = f"{term} is compared in the head of this rule, not derived: atoms have no values"
            hint = f"Write {term} alone, or the value as its last argument."
            raise ProgramError(placed(rule, what), hint)


def placed(statement: ast.AST, text: str) -> str:
    """Say something of a statement, with its place and its line; of a file that is no program no more than is behind
    the first colon."""
    from .messages import annotate

    begin = statement.location.begin
    return annotate(f"{begin.filename}:{begin.line}:{begin.column}: {text}")


def _negated(rule: ast.AST) -> Iterator[tuple[str, str]]:
    """``not`` before a head."""
    head = rule.head
    if head.ast_type == ast.ASTType.Literal and head.atom.ast_type == ast.ASTType.SymbolicAtom:
        body = ", ".join([*map(str, rule.body), str(head.atom)])
        what = "not before a head forbids the atom, and is not told of in explanations"
        yield f"not {head.atom}", f"{what}: write :- {body}."


def _of_board(rule: ast.AST, declared: set[Signature]) -> Iterator[tuple[str, str]]:
    """A fact that an instance should state."""
    for name, arity in derived(rule) if is_positive(rule.head) else ():
        if (name, arity) in declared:
            what = f"{name}/{arity} is an input, and a fact in the program holds on every board"
            yield f"input {name}/{arity}", f"{what}: facts of one board belong in a file of their own"


def _endless(text: str, rules: Iterable[Told], declared: Iterable[str]) -> Iterator[tuple[str, str]]:
    """A rule that makes a larger number from each number that it has made, without an end.

    That is certain only where it asks for nothing else, and where there is a number to begin with.
    """
    match = _RECURSIVE.fullmatch(text)
    if match is None:
        return
    name, given = match[1], match[3].split(",")
    made = re.fullmatch(",".join(map(_MADE.format, given)), match[2])
    if made is None or not any(made.groups()) or len({*given}) < len(given):
        return
    begun = ",".join(_NUMBER if larger else "[^,:]*" for larger in made.groups())
    if name in declared or any(re.fullmatch(rf"{name}\({begun}\)\.", fact) for _, fact in rules):
        larger, one = next(pair for pair in zip(made.groups(), given, strict=True) if pair[0])
        what = f"this rule never ends: from each {one} it makes {larger}, which nothing bounds"
        yield f"endless {name}", f"{what}. Add a condition such as {one} < 9"

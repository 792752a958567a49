"""The rules of the game: statements that carry a sentence, and the sentences with values in them."""

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from clingo import ast

from ..facts.reader import Signature
from ..words import display_name
from .syntax import split

_NAME = r"(?<![\w'])_*[A-Z][A-Za-z0-9_]*'*"
_VARIABLE = re.compile(_NAME)
# What may be a variable in a sentence: no "A" or "I" with which one begins, unless it is "A is" or "A and B".
_WORD = re.compile(rf"(?:^|(?<=[.!?] ))[AI](?= (?!(?:is|has|and|or)\b))|({_NAME})")
# How a rule begins, and hardly any sentence.
_BEGINS_RULE = re.compile(r":[-~]|\d* *\{|-?_*[a-z]\w*(\(|\s*:-)|[^.]*:-|#")
# Where something is that lies in a direction of a cell: "up of" is no English.
_PLACES = {"up of": "above", "down of": "below"}
_STRING = re.compile(r'"(?:[^"\\]|\\.)*"')
# The elements of an aggregate.
_ELEMENTS = re.compile(r"\{[^{}]*\}")


class Rule(NamedTuple):
    """One rule of the game: a statement that carries a sentence.

    ``kind`` is ``"constraint"``, ``"comparison"``, ``"choice"`` (a choice with
    bounds) or ``"input"`` (a rule for ``input_error``).  ``sentence`` still has
    its variables in it; ``variables`` are those that stand both in it and in
    the rule, where they have one value, in the order of the first rule with
    that sentence: another wording changes nothing.
    """

    kind: str
    sentence: str
    variables: tuple[str, ...]
    file: str
    line: int
    statement: ast.AST

    @property
    def place(self) -> str:
        """Its file and line, as people know them."""
        return f"{display_name(self.file)}:{self.line}"

    @property
    def unfilled(self) -> list[str]:
        """Say of the variables of the sentence for which no value stands that they have none."""
        inside = _named(self.sentence, variables(self.statement) - grounded(self.statement))
        return [f"{name} in the sentence has no one value: it stands only inside an aggregate" for name in inside]


class Domain(NamedTuple):
    """What may be chosen of a predicate, in a sentence with variables; ``arguments`` are those of the atom."""

    signature: Signature
    arguments: tuple[str, ...]
    sentence: str
    variables: frozenset[str]

    def fill(self, arguments: Iterable[str]) -> str:
        """Give the sentence for an atom with some arguments; an empty one if it does not say it of that atom alone."""
        values = dict(zip(self.arguments, arguments, strict=True))
        return fill(self.sentence, values) if self.variables <= values.keys() else ""


def told(statements: Iterable[ast.AST], comments: Iterable[ast.AST]) -> Iterator[Rule]:
    """Pair the rules that can carry a sentence with the comments directly above them.

    Rules that follow each other without a blank line share one sentence, also where one was made a comment.
    """
    blocks = _blocks(comments)
    shared: dict[tuple[str, int], list[str]] = {}
    orders: dict[tuple[str, frozenset[str]], tuple[str, ...]] = {}
    for statement in statements:
        kind = rule_kind(statement)
        if kind is None:
            continue
        begin, end = statement.location.begin, statement.location.end
        top, texts = blocks.get((begin.filename, begin.line), (begin.line, []))
        lines = _sentence(texts) or shared.get((begin.filename, top), [])
        if lines:
            shared[begin.filename, end.line + 1] = lines
        sentence = " ".join(lines)
        if sentence.startswith("Redundant:"):
            continue
        used = frozenset(_named(sentence, grounded(statement)) if sentence else ())
        names = orders.setdefault((sentence, used), tuple(name for name in _written(statement) if name in used))
        yield Rule(kind, sentence, names, begin.filename, begin.line, statement)


def domains(statements: Iterable[ast.AST], comments: Iterable[ast.AST]) -> Iterator[Domain]:
    """Pair what choices choose with the comments directly above them, which say what may be chosen."""
    blocks = _blocks(comments)
    for statement in statements:
        if statement.ast_type == ast.ASTType.Rule and statement.head.ast_type == ast.ASTType.Aggregate:
            begin = statement.location.begin
            sentence = " ".join(_sentence(blocks.get((begin.filename, begin.line), (0, []))[1]))
            used = frozenset(_named(sentence, variables(statement)))
            for atom in split(statement)[0] if sentence else ():
                yield Domain(atom.signature, tuple(map(str, atom.arguments)), sentence, used)


def _blocks(comments: Iterable[ast.AST]) -> dict[tuple[str, int], tuple[int, list[str]]]:
    """The comments on lines of their own by the file and the line below them: their first line, and their texts."""
    blocks: dict[tuple[str, int], tuple[int, list[str]]] = {}
    for comment in comments:
        begin = comment.location.begin
        if not comment.value.startswith("%*"):
            text = comment.value.rstrip("\n").removeprefix("%").strip()
            top, texts = blocks.pop((begin.filename, begin.line), (begin.line, []))
            blocks[begin.filename, begin.line + 1] = top, [*texts, text]
    return blocks


def _sentence(texts: list[str]) -> list[str]:
    """The sentence in some comments: what stands behind the last one that is a rule, or before it if nothing does."""
    found: list[str] = []
    rule: list[str] = []
    ended = False
    for text in texts:
        rule = [*rule, text] if rule or _BEGINS_RULE.match(text) else []
        if not rule:
            found = [text] if ended else [*found, text]
            ended = False
        elif text.endswith("."):
            if _is_rule(" ".join(rule)):
                ended = True
            else:
                found, ended = [*([] if ended else found), *rule], False
            rule = []
    return [*found, *rule]


def _is_rule(text: str) -> bool:
    """Whether a text is a rule that somebody made a comment."""
    try:
        ast.parse_string(text, lambda statement: None, logger=lambda code, message: None)
    except RuntimeError:
        return False
    return True


def rule_kind(statement: ast.AST) -> str | None:
    """Tell which kind of sentence-bearing rule a statement is, None if of none."""
    if statement.ast_type != ast.ASTType.Rule:
        return None
    head = statement.head
    if head.ast_type in (ast.ASTType.Aggregate, ast.ASTType.HeadAggregate):
        return "choice" if head.left_guard or head.right_guard else None
    if head.ast_type != ast.ASTType.Literal:
        return None
    if head.atom.ast_type == ast.ASTType.BooleanConstant:
        return "constraint" if not head.atom.value else None
    if head.atom.ast_type == ast.ASTType.Comparison:
        return "comparison"
    return "input" if str(head.atom) == "input_error" else None


def variables(statement: ast.AST) -> set[str]:
    """Give the names of the variables of a statement, the anonymous one left out."""
    return {*_written(statement)}


def _written(statement: ast.AST) -> dict[str, None]:
    """The names of the variables of a statement, each once, in its order."""
    return dict.fromkeys(_VARIABLE.findall(_STRING.sub("", str(statement))))


def grounded(rule: ast.AST) -> set[str]:
    """Give the names of those variables of a rule that have one value in each of its instances.

    They stand in it outside of aggregates and conditions; that they are bound there clingo sees to.
    """
    parts = [str(part) for part in (rule.head, *rule.body) if part.ast_type != ast.ASTType.ConditionalLiteral]
    return set(_VARIABLE.findall(_ELEMENTS.sub("", _STRING.sub("", "; ".join(parts)))))


def _named(sentence: str, names: set[str]) -> tuple[str, ...]:
    """Those of some variables that stand in a sentence, each once, in the order of that."""
    return tuple(dict.fromkeys(name for name in _WORD.findall(sentence) if name in names))


def fill(sentence: str, values: dict[str, str], capital: bool = True) -> str:
    """Put values in the place of the variables of a sentence; it begins with a capital letter.

    >>> fill("Row R holds N tents, not N'.", {"R": "3", "N": "2"})
    "Row 3 holds 2 tents, not N'."
    >>> fill("There is a line D of (R, C).", {"D": "up", "R": "3", "C": "2"})
    'There is a line above (3, 2).'
    >>> fill("A queen attacks A.", {"A": "7"})
    'A queen attacks 7.'
    """
    text = _WORD.sub(lambda match: values.get(match[1], match[0]), sentence)
    for direction, place in _PLACES.items():
        text = text.replace(f" {direction} ", f" {place} ")
    return text[:1].upper() + text[1:] if capital else text

"""Reading an instance: facts only, with exact positions of every error.

An instance may come from anywhere, so clingo never sees its text: this strict
reader accepts facts of integers, strings, symbols, tuples and terms, with
intervals (``1..3``), pools (``1;3``) and both kinds of comment, in a board also
``#const`` with a value, and nothing else.  It bounds what clingo does not: integers to 32 bits (they would wrap in
silence), nesting to 100 (deep terms crash) and expansion to a million facts.
"""

import re
from collections.abc import Collection
from functools import lru_cache
from itertools import chain, product
from math import prod
from typing import NoReturn

from clingo import Function, Number, String, Symbol, Tuple_

from ..errors import InstanceError, typed
from ..words import nearest, position

MAX_DEPTH = 100
MAX_FACTS = 1_000_000
MAX_INT = 2**31 - 1

Signature = tuple[str, int]

_TOKEN = r"""(?P<space>[ \t\r\n]+|%(?!\*)[^\n]*)
      | (?P<block>%\*)
      | (?P<const>\#const[ ]+(?P<constant>_*[a-z][\w']*)[ ]*=[ ]*(?P<value>-?[0-9]+|_*[a-z]\w*|"[^"\\\n]*")[ ]*\.
          (?:[ ]*\[(?:default|override)\])?)
      | (?P<name>_*[a-z][A-Za-z0-9_']*)
      | (?P<integer>0(?![0-9])|[1-9][0-9]*)
      | (?P<string>"(?:[^"\\\n]|\\["\\n])*")
      | (?P<mark>\.\.|:-|[-().,;])
    """
# A fact of plain numbers, with lines of comment before it.
_SIMPLE = re.compile(
    r"(?:[ \t\r\n]|%(?!\*)[^\n]*\n)*(_*[a-z][A-Za-z0-9_']*)"
    r"\(((?:0|[1-9][0-9]{0,8})(?:, *(?:0|[1-9][0-9]{0,8}))*)\)\.(?!\.)[ \t\r\n]*"
)
# Most numbers stand in a text many times.
_number = lru_cache(100_000)(Number)
_ESCAPE = {'\\"': '"', "\\\\": "\\", "\\n": "\n"}


@typed
def parse_facts(
    text: str,
    name: str = "facts",
    known: Collection[Signature] | None = None,
    constants: dict[str, str] | None = None,
) -> tuple[Symbol, ...]:
    """Read facts from a text, in order, each once.

    ``constants`` is filled with the values that ``#const`` gives; without it none may stand in the text.

    >>> [str(fact) for fact in parse_facts('size(2, 2). tree(1..2, 1). % two trees')]
    ['size(2,2)', 'tree(1,1)', 'tree(2,1)']

    Raises InstanceError as :func:`read_instance`.
    """
    return tuple(_Reader(text, name, known, constants).facts())


def places(text: str, wanted: Collection[Symbol]) -> dict[Symbol, str]:
    """Give where some facts begin in a text that was read before, each as ``line:column``."""
    found = _Reader(text, "", None, {}).facts()
    return {fact: position(text, found[fact]) for fact in wanted if fact in found}


@lru_cache(1)
def _tokens() -> re.Pattern[str]:
    """The pattern of a token; most instances are read without one."""
    return re.compile(_TOKEN, re.VERBOSE)


class _Reader:
    """A recursive descent over the tokens of one text."""

    def __init__(
        self, text: str, name: str, known: Collection[Signature] | None, constants: dict[str, str] | None
    ) -> None:
        self.text = text
        self.name = name
        self.known = known
        self.constants = constants
        self.kind = ""
        self.token = ""
        self.start = 0
        self.end = 0

    def facts(self) -> dict[Symbol, int]:
        """Read the facts in order, each with where it begins first."""
        found: dict[Symbol, int] = {}
        accepted: set[Signature] = set()
        self.start = self.text.find("\0")
        if self.start >= 0:
            self.fail_character()
        while True:
            # Facts of plain numbers are nearly all there is: one match reads one
            # of them, several times faster than the general way below.
            while simple := _SIMPLE.match(self.text, self.end):
                arguments = [_number(int(digits)) for digits in simple[2].split(",")]
                if (simple[1], len(arguments)) not in accepted:
                    self.check_signature(simple[1], len(arguments), simple.start(1))
                    accepted.add((simple[1], len(arguments)))
                found.setdefault(Function(simple[1], arguments), simple.start(1))
                self.end = simple.end()
            self.advance()
            if self.kind == "end":
                return found
            if self.kind == "const":
                self.set_constant()
                continue
            start = self.start
            positive = not self.skip("-")
            if self.kind != "name":
                self.fail_expected("a fact, such as size(6, 6).")
            for fact in self.term(0):
                if not positive:
                    fact = Function(fact.name, fact.arguments, False)
                self.check_signature(("" if positive else "-") + fact.name, len(fact.arguments), start)
                found.setdefault(fact, start)
                if len(found) > MAX_FACTS:
                    self.fail(f"more than {MAX_FACTS} facts", "Write a smaller instance.", start)
            if self.token != "." or self.kind != "mark":
                self.fail_expected("a full stop after the fact")

    def advance(self) -> None:
        """Read the next token into ``kind``, ``token``, ``start`` and ``end``."""
        while True:
            self.start = self.end
            if self.start == len(self.text):
                self.kind, self.token = "end", ""
                return
            match = _tokens().match(self.text, self.start)
            if match is None:
                self.fail_character()
            self.kind, self.token, self.end = match.lastgroup or "", match[0], match.end()
            if self.kind == "block":
                end = block_comment_end(self.text, self.start)
                if end is None:
                    self.fail("a comment that is opened here is never closed", "Close it with *%.")
                self.end = end
            elif self.kind != "space":
                return

    def set_constant(self) -> None:
        """Take the value of a constant that stands here, each once."""
        if self.constants is None:
            self.fail_character()
        match = _tokens().match(self.text, self.start)
        assert match
        if match["constant"] in self.constants:
            self.fail(f"the constant {match['constant']} has two values", "Leave out one of them.")
        self.constants[match["constant"]] = match["value"]

    def skip(self, token: str) -> bool:
        """Advance over a punctuation mark if it stands here."""
        if self.kind == "mark" and self.token == token:
            self.advance()
            return True
        return False

    def terms(self, depth: int) -> tuple[list[list[Symbol]], bool]:
        """Read ``( ... )`` after its opening: the argument lists that its pool
        stands for, and whether a comma ended it, as in ``(1,)``."""
        if depth > MAX_DEPTH:
            self.fail(f"terms are nested more than {MAX_DEPTH} deep", "Write the fact with simpler terms.")
        alternatives: list[list[Symbol]] = []
        while True:
            arguments: list[list[Symbol]] = []
            comma = False
            while not (self.kind == "mark" and self.token in (")", ";")):
                arguments.append(self.term(depth))
                comma = self.skip(",")
                if not comma:
                    break
            if prod(map(len, arguments)) > MAX_FACTS:
                self.fail(f"intervals and pools stand for more than {MAX_FACTS} facts", "Write a smaller instance.")
            alternatives.extend(list(choice) for choice in product(*arguments))
            if self.skip(")"):
                return alternatives, comma
            if not self.skip(";"):
                self.fail_expected("a comma or a closing parenthesis")

    def term(self, depth: int) -> list[Symbol]:
        """Read one term: the list of symbols that its intervals and pools stand for."""
        start = self.start
        values = self.simple_term(depth)
        if not self.skip(".."):
            return values
        second = self.start
        bounds = []
        for where, side in ((start, values), (second, self.simple_term(depth))):
            if len(side) != 1 or not str(side[0]).lstrip("-").isdigit():
                self.fail("an interval needs a whole number on each side", "Write it as 1..3.", where)
            bounds.append(side[0].number)
        low, high = bounds
        if high - low >= MAX_FACTS:
            self.fail(f"intervals and pools stand for more than {MAX_FACTS} facts", "Write a smaller instance.", start)
        return [_number(value) for value in range(low, high + 1)]

    def simple_term(self, depth: int) -> list[Symbol]:
        if depth > MAX_DEPTH:
            self.fail(f"terms are nested more than {MAX_DEPTH} deep", "Write the fact with simpler terms.")
        start = self.start
        negative = self.skip("-")
        kind, token = self.kind, self.token
        if kind == "integer":
            if len(token) > 10 or int(token) > MAX_INT:
                self.fail(
                    f"the integer {'-' * negative}{token[:20]}{'...' * (len(token) > 20)} does not fit in 32 bits",
                    f"Use integers from -{MAX_INT} to {MAX_INT}.",
                    start,
                )
            self.advance()
            return [_number(-int(token) if negative else int(token))]
        if kind == "name":
            self.advance()
            alternatives: list[list[Symbol]] = [[]]
            if self.skip("("):
                alternatives, _ = self.terms(depth + 1)
            return [Function(token, arguments, not negative) for arguments in alternatives]
        if negative:
            self.fail_expected("a number or a name after the minus sign")
        if kind == "string":
            self.advance()
            return [String(re.sub(r"\\.", lambda escape: _ESCAPE[escape[0]], token[1:-1]))]
        if self.skip("("):
            alternatives, comma = self.terms(depth + 1)
            if comma or alternatives == [[]]:
                return [Tuple_(arguments) for arguments in alternatives]
            return list(chain.from_iterable([a[0]] if len(a) == 1 else [Tuple_(a)] for a in alternatives))
        self.fail_expected("a number, a name, a string or a term in parentheses")

    def check_signature(self, name: str, arity: int, start: int) -> None:
        if self.known is None or (name, arity) in self.known:
            return
        listing = ", ".join(f"{n}/{a}" for n, a in sorted(self.known)) or "none at all"
        arities = sorted(a for n, a in self.known if n == name)
        if arities:
            takes = " or ".join(str(a) for a in arities)
            plural = "" if arities == [1] else "s"
            message = f"{name} has {arity} argument{'' if arity == 1 else 's'} here, but takes {takes} argument{plural}"
            self.fail(message, f"Known facts: {listing}.", start)
        self.fail(
            f"unknown fact {name}/{arity}", f"{nearest(name, [n for n, _ in self.known])}Known facts: {listing}.", start
        )

    def fail_expected(self, what: str) -> NoReturn:
        """Say what the thing is that stands where something else should."""
        if self.kind == "mark" and self.token == ":-":
            rule = "a rule in an instance, which holds facts only"
            self.fail(rule, "Put rules into a file of their own: --with FILE.lp.")
        found = f"'{self.token}'" if self.token else "the end"
        self.fail(f"expected {what}, found {found}", "An instance holds facts only, such as tree(1, 4).")

    def fail_character(self) -> NoReturn:
        """Say which character cannot stand where the reader is."""
        character = self.text[self.start]
        hint = "An instance holds facts only, such as tree(1, 4)."
        if character == "#":
            word = re.match(r"#\w*", self.text[self.start : self.start + 20])
            what = f"a directive ({word[0] if word else '#'}) in an instance, which holds facts only"
            hint = "Constants are set with -c NAME=VALUE, rules added with --with FILE.lp."
            if self.constants is not None and word and word[0] == "#const":
                what, hint = "this sets no constant", "Write #const NAME = VALUE., with a number, a name or a string."
        elif character == '"':
            what = 'a string that is not closed on its line, or has an escape other than \\", \\\\ and \\n'
            hint = 'Write it as "text".'
        elif (character.isascii() and character.isupper()) or character == "_":
            word = re.match(r"\w+", self.text[self.start : self.start + 40])
            what = f"the variable {word[0] if word else character} in an instance, which holds facts only"
            hint = 'Write names in lower case, or as a "string".'
        elif character.isdigit():
            what = "a number with a leading zero"
            hint = "Write it without the zero."
        elif character.isascii() and character.isprintable():
            what = f"unexpected '{character}'"
        else:
            label = {
                "\0": "a NUL character",
                "\ufeff": "a byte order mark",
                "\u00a0": "a no-break space",
            }.get(character, f"the character {character!r}" if character.isprintable() else "a character")
            what = f"{label} (U+{ord(character):04X}) outside strings and comments"
            hint = "Remove it."
            if character in "\u201c\u201d\u201e\u2018\u2019":
                hint = 'Use straight quotes: "text".'
            elif character == "\ufeff":
                hint = "Save the file as UTF-8 without a byte order mark."
        self.fail(what, hint)

    def fail(self, message: str, hint: str = "", start: int | None = None) -> NoReturn:
        where = position(self.text, self.start if start is None else start)
        raise InstanceError(f"{self.name}:{where}: {message}", hint)


def block_comment_end(text: str, start: int) -> int | None:
    """Find the end of the comment ``%* ... *%`` that opens at ``start``; these nest."""
    depth = 0
    for mark in re.compile(r"%\*|\*%").finditer(text, start):
        depth += 1 if mark[0] == "%*" else -1
        if depth == 0:
            return mark.end()
    return None

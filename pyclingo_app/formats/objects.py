"""Boards as JSON: facts by their names, facts as texts, or objects that the puzzle itself reads.

``{"size": [[6, 6]], "tree": [[1, 4], [2, 2]]}`` holds facts by their names,
``["size(6, 6)", "tree(1, 4)"]`` facts as texts; solutions as ``-f json``
writes them are read as their atoms.  Any other value becomes terms
``json(Node, Key, Value)``: the root is the node ``root``, others are called
by their number; the keys of a list count from 1.
"""

import json
import re
from collections.abc import Collection, Iterator
from itertools import count
from typing import Any, NoReturn

from clingo import Function, Symbol, SymbolType

from ..errors import InstanceError
from ..facts.reader import MAX_INT, Signature, parse_facts
from ..solve.problem import Problem
from ..words import nearest
from .terms import Content, Source, declarations, symbol_of, term, terms_of, value_of

_MAX_DEPTH = 50


def matches(text: str) -> bool:
    """Whether a text begins as an object or a list."""
    return bool(re.match(r"\s*(?:\{\s*[\"}]|\[\s*[\[{\"\d\]-])", text))


def read(source: Source) -> Content:
    """Read facts, or an object of the puzzle; raises InstanceError with the path to a value that cannot be."""
    value = _solution(_load(source.text, source.name), source.name)
    facts = _facts(value, source.name, source.known)
    if facts:
        return tuple(dict.fromkeys(facts)), ()
    terms = _nodes(value, source.name) if facts is None else []
    return source.meaning(terms, f"Expected are the keys {_check_keys(terms, source)}.")


def write(problem: Problem) -> list[str]:
    """Write the value that terms ``json(Node, Key, Value)`` describe, or without any the facts by their names."""
    children: dict[Symbol, dict[Symbol, Symbol]] = {}
    for node, key, child in terms_of(problem).get("json", ()):
        children.setdefault(node, {})[key] = child
    if not children:
        named: dict[str, list[Any]] = {}
        for fact in problem.facts:
            named.setdefault(fact.name, []).append([_plain(argument) for argument in fact.arguments])
        return [_dump(named)]

    def build(node: Symbol) -> Any:
        if node not in children:
            return _plain(node)
        entries = sorted(children[node].items())
        if all(key.type == SymbolType.String for key, _ in entries):
            return {key.string: build(child) for key, child in entries}
        return [build(child) for _, child in entries]

    return [_dump(build(Function("root")))]


def _check_keys(terms: list[Symbol], source: Source) -> str:
    """List the keys that JSON has here: those of the puzzle's objects, or the names of its facts.

    Raises InstanceError for a key that is nearly one of them which is missing; other keys say nothing.
    """
    declared, facts = declarations(source.problem).keys, {name for name, _ in source.known}
    used = {key.string for _, key, _ in (term.arguments for term in terms) if key.type == SymbolType.String}
    known = sorted(facts if not declared or used.intersection(facts) else declared)
    listing = ", ".join(known)
    for key in sorted(used.difference(known)):
        meant = nearest(key, known)
        if meant and meant != nearest(key, used.intersection(known)):
            raise InstanceError(f"{source.name}: unknown key {key[:40]!r}", f"{meant}Expected are the keys {listing}.")
    return listing


def _load(text: str, name: str) -> Any:
    """Read JSON; raises InstanceError with line and column of the first fault."""

    def constant(word: str) -> NoReturn:
        raise InstanceError(f"{name}: {word} is no value of JSON")

    try:
        return json.loads(text, parse_constant=constant)
    except json.JSONDecodeError as error:
        raise InstanceError(f"{name}:{error.lineno}:{error.colno}: not JSON: {error.msg}") from None
    except RecursionError:
        raise InstanceError(f"{name}: JSON is nested too deep", "Write it with simpler values.") from None
    except ValueError:
        raise InstanceError(f"{name}: a number does not fit in 32 bits") from None


def _solution(value: Any, name: str) -> Any:
    """Give the atoms of the one solution that a value holds, or else the value itself."""
    if isinstance(value, dict) and isinstance(value.get("solutions"), list):
        solutions = value["solutions"]
        if len(solutions) != 1:
            raise InstanceError(f"{name}: there are {len(solutions)} solutions in it", "Keep one of them.")
        value = solutions[0]
    return value["atoms"] if isinstance(value, dict) and isinstance(value.get("atoms"), list) else value


def _facts(value: Any, name: str, known: Collection[Signature]) -> list[Symbol] | None:
    """Give the facts that a JSON value holds as texts or by their names, None if it is of another form."""
    if isinstance(value, list) and value and all(isinstance(item, str) for item in value):
        return [
            fact
            for k, item in enumerate(value, 1)
            for fact in parse_facts(item if item.rstrip().endswith(".") else item + ".", f"{name}: [{k}]", known)
        ]
    if isinstance(value, dict) and value and {name for name, _ in known}.issuperset(value):
        return _by_name(value, name, known)
    return None


def _by_name(value: dict[str, Any], name: str, known: Collection[Signature]) -> list[Symbol]:
    facts = []
    for key, items in value.items():
        rows = items if isinstance(items, list) else [items]
        if rows and not any(isinstance(row, list) for row in rows) and (key, len(rows)) in known:
            rows = [rows]
        for k, row in enumerate(rows, 1):
            arguments = row if isinstance(row, list) else [row]
            if (key, len(arguments)) not in known:
                arities = " or ".join(str(arity) for n, arity in sorted(known) if n == key)
                raise InstanceError(f"{name}: {key}[{k}]: {len(arguments)} values, but {key} takes {arities}")
            terms = [_term(item, f"{name}: {key}[{k}]") for item in arguments]
            facts.append(Function(key.lstrip("-"), terms, not key.startswith("-")))
    return facts


def _term(item: Any, where: str) -> Symbol:
    """Give the term that a value inside a fact stands for."""
    if isinstance(item, dict) and set(item) == {"term"} and isinstance(item["term"], str):
        found = parse_facts(f"p({item['term']}).", where)
        if len(found) != 1 or len(found[0].arguments) != 1:
            raise InstanceError(f"{where}: expected one term, found {item['term'][:20]!r}")
        return found[0].arguments[0]
    return _scalar(item, where)


def _scalar(item: Any, where: str) -> Symbol:
    if isinstance(item, bool):
        return Function(str(item).lower())
    if isinstance(item, int) and abs(item) <= MAX_INT:
        return symbol_of(item)
    if isinstance(item, str):
        if "\0" in item or any("\ud800" <= character <= "\udfff" for character in item):
            raise InstanceError(f"{where}: a text with a character that cannot be")
        return symbol_of(item)
    raise InstanceError(f"{where}: expected a whole number of 32 bits or a text, found {str(item)[:20]}")


def _nodes(value: Any, name: str) -> list[Symbol]:
    """Give the terms ``json(Node, Key, Value)`` of a value."""
    numbers = count(1)

    def walk(item: Any, node: Symbol, path: str, depth: int) -> Iterator[Symbol]:
        if depth > _MAX_DEPTH:
            raise InstanceError(f"{name}: {path[:40]}: JSON is nested too deep", "Write it with simpler values.")
        for key, child in item.items() if isinstance(item, dict) else enumerate(item, 1):
            where = f"{path}.{key}" if isinstance(key, str) else f"{path}[{key}]"
            if child is None:
                continue
            if isinstance(child, (dict, list)):
                symbol = symbol_of(next(numbers))
                yield from walk(child, symbol, where, depth + 1)
            else:
                symbol = _scalar(child, f"{name}: {where.lstrip('.')}")
            yield term("json", node, _scalar(key, f"{name}: {path or 'the keys'}"), symbol)

    if not isinstance(value, (dict, list)):
        raise InstanceError(f"{name}: expected an object or a list, found {str(value)[:20]}")
    return list(walk(value, Function("root"), "", 0))


def _plain(symbol: Symbol) -> Any:
    """Give the value that stands for a symbol in JSON."""
    return value_of(symbol) if symbol.type in (SymbolType.Number, SymbolType.String) else {"term": str(symbol)}


def _dump(value: Any) -> str:
    """Write an object with a line for each entry, and for each item of a list in it."""

    def dump(item: Any) -> str:
        return json.dumps(item, ensure_ascii=False)

    if not isinstance(value, dict):
        return dump(value) + "\n"
    entries = []
    for key, item in value.items():
        lines = ",\n    ".join(map(dump, item)) if isinstance(item, list) else ""
        entries.append(f"  {dump(key)}: " + (f"[\n    {lines}\n  ]" if lines else dump(item)))
    return "{\n" + ",\n".join(entries) + "\n}\n"

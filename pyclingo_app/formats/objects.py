"""Boards as JSON: facts by their names, facts as texts, or objects that the puzzle itself reads.

``{"size": [[6, 6]], "tree": [[1, 4], [2, 2]]}`` holds facts by their names,
``["size(6, 6)", "tree(1, 4)"]`` facts as texts; solutions as ``-f json``
writes them are read as their atoms.  Any other value becomes terms
``json(Node, Key, Value)``: the root is the node ``root``, others are called
by their number; the keys of a list count from 1.
"""

import json
from collections.abc import Callable, Collection
from typing import Any, NoReturn

from clingo import Function, Number, String, Symbol, SymbolType

from ..errors import InstanceError
from ..facts.reader import MAX_INT, Signature, parse_facts

_MAX_DEPTH = 50


def load(text: str, name: str) -> Any:
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


def decode(value: Any, name: str, known: Collection[Signature]) -> list[Symbol]:
    """Give the facts that a JSON value holds, or its terms ``json(Node, Key, Value)``.

    Raises InstanceError with the path to a value that cannot be.
    """
    names = {name for name, _ in known}
    if isinstance(value, dict) and isinstance(value.get("solutions"), list):
        solutions = value["solutions"]
        if len(solutions) != 1:
            raise InstanceError(f"{name}: there are {len(solutions)} solutions in it", "Keep one of them.")
        value = solutions[0]
    if isinstance(value, dict) and isinstance(value.get("atoms"), list):
        value = value["atoms"]
    if isinstance(value, list) and value and all(isinstance(item, str) for item in value):
        return [
            fact
            for k, item in enumerate(value, 1)
            for fact in parse_facts(item if item.rstrip().endswith(".") else item + ".", f"{name}: [{k}]", known)
        ]
    if isinstance(value, dict) and value and names.issuperset(value):
        return list(_by_name(value, name, known))
    return _nodes(value, name)


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
        return Number(item)
    if isinstance(item, str):
        if "\0" in item or any("\ud800" <= character <= "\udfff" for character in item):
            raise InstanceError(f"{where}: a text with a character that cannot be")
        return String(item)
    raise InstanceError(f"{where}: expected a whole number of 32 bits or a text, found {str(item)[:20]}")


def _nodes(value: Any, name: str) -> list[Symbol]:
    facts: list[Symbol] = []
    count = 0

    def walk(item: Any, node: Symbol, path: str, depth: int) -> None:
        nonlocal count
        if depth > _MAX_DEPTH:
            raise InstanceError(f"{name}: {path[:40]}: JSON is nested too deep", "Write it with simpler values.")
        pairs = item.items() if isinstance(item, dict) else enumerate(item, 1)
        for key, child in pairs:
            where = f"{path}.{key}" if isinstance(key, str) else f"{path}[{key}]"
            if child is None:
                continue
            if isinstance(child, (dict, list)):
                count += 1
                symbol = Number(count)
                walk(child, symbol, where, depth + 1)
            else:
                symbol = _scalar(child, f"{name}: {where.lstrip('.')}")
            facts.append(Function("json", [node, _scalar(key, f"{name}: {path or 'the keys'}"), symbol]))

    if not isinstance(value, (dict, list)):
        raise InstanceError(f"{name}: expected an object or a list, found {str(value)[:20]}")
    walk(value, Function("root"), "", 0)
    return facts


def encode(facts: Collection[Symbol], nodes: list[tuple[Symbol, ...]]) -> str:
    """Write the value that terms ``json(Node, Key, Value)`` describe, or without any the facts by their names."""
    if nodes:
        children: dict[Symbol, dict[Symbol, Symbol]] = {}
        for node, key, child in nodes:
            children.setdefault(node, {})[key] = child

        def build(node: Symbol) -> Any:
            if node not in children:
                return _value(node)
            entries = sorted(children[node].items())
            if all(key.type == SymbolType.String for key, _ in entries):
                return {key.string: build(child) for key, child in entries}
            return [build(child) for _, child in entries]

        return _dump(build(Function("root")))
    named: dict[str, list[Any]] = {}
    for fact in facts:
        named.setdefault(fact.name, []).append([_value(argument) for argument in fact.arguments])
    return _dump(named)


def _value(symbol: Symbol) -> Any:
    if symbol.type == SymbolType.Number:
        return symbol.number
    return symbol.string if symbol.type == SymbolType.String else {"term": str(symbol)}


def _dump(value: Any) -> str:
    """Write an object with a line for each entry, and for each item of a list in it."""
    dump: Callable[[Any], str] = lambda item: json.dumps(item, ensure_ascii=False)  # noqa: E731
    if not isinstance(value, dict):
        return dump(value) + "\n"
    entries = []
    for key, item in value.items():
        lines = ",\n    ".join(map(dump, item)) if isinstance(item, list) else ""
        entries.append(f"  {dump(key)}: " + (f"[\n    {lines}\n  ]" if lines else dump(item)))
    return "{\n" + ",\n".join(entries) + "\n}\n"

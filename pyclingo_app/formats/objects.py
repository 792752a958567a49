"""Boards as JSON: facts by their names, facts as texts, or objects that the puzzle itself describes.

``{"size": [[6, 6]], "tree": [[1, 4], [2, 2]]}`` holds facts by their names,
``["size(6, 6)", "tree(1, 4)"]`` facts as texts; solutions as ``-f json``
writes them are read as their atoms.  A program may describe objects of its own:
``record("tiles", tile("id", "top"))`` says that in the list ``tiles`` each
object is a fact tile(Id, Top), ``record("", size("n", "n"))`` that the object
itself is a fact size(N, N).  What the page in the browser shares is a board, too.
"""

import json
import re
from collections import Counter
from collections.abc import Collection, Iterator
from typing import Any, NoReturn

from clingo import Function, Symbol, SymbolType

from ..draw.board import text_of
from ..errors import InstanceError
from ..facts.reader import MAX_INT, Signature, parse_facts
from ..solve.problem import Problem
from ..words import nearest
from .loose import is_list
from .meaning import Content, Declared, Source, declarations
from .shared import is_shared
from .shared import read as read_shared
from .terms import symbol_of, value_of

_NAME = re.compile(r"-?_*[a-z][A-Za-z0-9_']*")


def matches(text: str) -> bool:
    """Whether a text begins as an object or a list, and is no list of rows."""
    return bool(re.match(r"\s*(?:\{\s*[\"}]|\[\s*[\[{\"\d\]-])", text)) and not is_list(text)


def read(source: Source) -> Content:
    """Read facts, or an object of the puzzle; raises InstanceError with the path to a value that cannot be."""
    value = _solution(_load(source.text, source.name), source.name)
    if is_shared(value):
        return read_shared(value, source)
    facts, unread = _facts(value, source.name, source.known), list[str]()
    if facts is None:
        declared = declarations(source.problem)
        listing, unread = _check_keys(value, declared, source)
        facts = [] if source.answer else list(_records(value, declared, source.name))
        if not facts:
            what = "in an answer to" if source.answer else "a fact of"
            message = f"{source.name}: nothing in this json is {what} {source.problem.program.name}"
            raise InstanceError(message, f"Expected are the keys {listing}.")
    warnings = (f"{source.name}: the key {key[:40]!r} says nothing, and is left out" for key in unread)
    return Content(tuple(dict.fromkeys(facts)), (), tuple(warnings))


def write(problem: Problem) -> list[str]:
    """Write the objects that the puzzle describes, or without any the facts by their names."""
    declared = declarations(problem)
    value: dict[str, Any] = {}
    for key, fact in declared.records:
        for symbol in problem.facts:
            if (symbol.name, len(symbol.arguments)) == (fact.name, len(fact.arguments)):
                _write_record(value, key, fact, symbol)
    for symbol in () if declared.records else problem.facts:
        value.setdefault(symbol.name, []).append([_plain(argument) for argument in symbol.arguments])
    return [_dump(value)]


def _records(value: Any, declared: Declared, name: str) -> Iterator[Symbol]:
    """Give the facts that the objects in a value stand for; raises InstanceError for a key that one of them lacks."""
    top = _renamed(value, declared)
    for key, fact in declared.records:
        objects = top.get(key, []) if key else [top]
        if not isinstance(objects, list):
            raise InstanceError(f"{name}: {key}: expected a list, found {str(objects)[:20]}")
        for k, item in enumerate(objects, 1):
            where = f"{key}[{k}]." if key else ""
            entries = _renamed(item, declared)
            wanted = [text_of(argument) for argument in fact.arguments]
            missing = next((each for each in wanted if entries.get(each) is None), None)
            if missing is None:
                values = [_scalar(entries[each], f"{name}: {where}{each}") for each in wanted]
                yield Function(fact.name, values)
            elif key:
                raise InstanceError(f"{name}: {key}[{k}] has no {missing}", f"It has the keys {', '.join(wanted)}.")


def _renamed(value: Any, declared: Declared) -> dict[str, Any]:
    """Give the entries of an object by the first names of their keys; none of what is no object."""
    entries = value if isinstance(value, dict) else {}
    return {declared.aliases.get(key, key): item for key, item in entries.items()}


def _check_keys(value: Any, declared: Declared, source: Source) -> tuple[str, list[str]]:
    """List the keys that JSON has here, those of the puzzle's objects or the names of its facts; give those in a value
    that say nothing, or the same as another one.

    Raises InstanceError for a key that is nearly one of them which is missing.
    """
    if not isinstance(value, (dict, list)):
        raise InstanceError(f"{source.name}: expected an object or a list, found {str(value)[:20]}")
    first, top = declared.aliases, _renamed(value, declared)
    facts = {name for name, _ in source.known or source.problem.program.inputs}
    asked: dict[str, set[str]] = {"": {key for key, _ in declared.records if key}}
    for key, fact in declared.records:
        asked.setdefault(key, set()).update(map(text_of, fact.arguments))
    if not declared.records or facts.intersection(top):
        asked, first = {"": facts}, {}
    objects = [(value, asked[""])]
    objects += [(item, asked[key]) for key in asked if isinstance(top.get(key), list) for item in top[key]]
    used = [(key, item, names) for item, names in objects if isinstance(item, dict) for key in item]
    unread = sorted({key for key, item, names in used if first.get(key, key) not in names or first.get(key) in item})
    known = sorted({*first}.union(*asked.values()))
    listing = ", ".join(known)
    for key in unread:
        meant = nearest(key, known)
        if meant and meant != nearest(key, {key for key, *_ in used}.intersection(known)):
            raise InstanceError(f"{source.name}: unknown key {key[:40]!r}", f"{meant}Expected are the keys {listing}.")
    return listing, unread


def _load(text: str, name: str) -> Any:
    """Read JSON; raises InstanceError with line and column of the first fault."""

    def constant(word: str) -> NoReturn:
        raise InstanceError(f"{name}: {word} is no value of JSON")

    def entries(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        twice = [key for key, times in Counter(key for key, _ in pairs).items() if times > 1]
        if twice:
            raise InstanceError(f"{name}: the key {twice[0][:40]!r} stands twice in an object", "Keep one of them.")
        return dict(pairs)

    try:
        return json.loads(text, parse_constant=constant, object_pairs_hook=entries)
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


def _facts(value: Any, name: str, known: Collection[Signature] | None) -> list[Symbol] | None:
    """Give the facts that a JSON value holds as texts or by their names, None if it is of another form."""
    if isinstance(value, list) and value and all(isinstance(item, str) for item in value):
        return [
            fact
            for k, item in enumerate(value, 1)
            for fact in parse_facts(item if item.rstrip().endswith(".") else item + ".", f"{name}: [{k}]", known)
        ]
    if not isinstance(value, dict) or not value:
        return None
    names = filter(_NAME.fullmatch, value) if known is None else (name for name, _ in known)
    return _by_name(value, name, known) if set(names).issuperset(value) else None


def _by_name(value: dict[str, Any], name: str, known: Collection[Signature] | None) -> list[Symbol]:
    facts = []
    for key, items in value.items():
        rows = items if isinstance(items, list) else [items]
        if rows and not any(isinstance(row, list) for row in rows) and (known is None or (key, len(rows)) in known):
            rows = [rows]
        for k, row in enumerate(rows, 1):
            arguments = row if isinstance(row, list) else [row]
            if known is not None and (key, len(arguments)) not in known:
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


def _write_record(value: dict[str, Any], key: str, fact: Symbol, symbol: Symbol) -> None:
    """Write a fact as an object, if it is of the form that a record describes."""
    entries: dict[str, Symbol] = {}
    for name, argument in zip(fact.arguments, symbol.arguments, strict=True):
        if entries.setdefault(text_of(name), argument) != argument:
            return
    item = {name: _plain(argument) for name, argument in entries.items()}
    if key:
        value.setdefault(key, []).append(item)
    else:
        value.update(item)


def _plain(symbol: Symbol) -> Any:
    """Give the value that stands for a symbol in JSON."""
    return value_of(symbol) if symbol.type in (SymbolType.Number, SymbolType.String) else {"term": str(symbol)}


def _dump(value: dict[str, Any]) -> str:
    """Write an object with a line for each entry, and for each item of a list in it."""

    def dump(item: Any) -> str:
        return json.dumps(item, ensure_ascii=False)

    entries = []
    for key, item in value.items():
        lines = ",\n    ".join(map(dump, item)) if isinstance(item, list) else ""
        entries.append(f"  {dump(key)}: " + (f"[\n    {lines}\n  ]" if lines else dump(item)))
    return "{\n" + ",\n".join(entries) + "\n}\n"

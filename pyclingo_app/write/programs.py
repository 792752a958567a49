"""What is said about programs, instances and formulas."""

import re
from collections.abc import Collection, Iterable, Mapping
from typing import Any, TypeVar

from clingo import SymbolType, ast

from ..facts.reader import Signature
from ..program.program import Program
from ..program.rules import Rule, fill
from ..program.syntax import atoms, split
from ..words import counted, display_name

T = TypeVar("T")


def by_kind(puzzles: Iterable[tuple[str, T]]) -> list[tuple[str, list[T]]]:
    """Put what has a kind in order by these; what states none is of the last kind, other."""
    kinds: dict[str, list[T]] = {}
    for kind, puzzle in puzzles:
        kinds.setdefault(kind or "other", []).append(puzzle)
    return sorted(kinds.items(), key=lambda item: (item[0] == "other", item[0]))


def searched(puzzle: Mapping[str, Any]) -> str:
    """What a word is looked for in: names, kind and sentence of a puzzle."""
    words = (puzzle["name"], puzzle.get("title", ""), puzzle.get("kind", ""), puzzle.get("summary", ""))
    return " ".join((*words, *puzzle.get("also", ()))).lower()


def listed(puzzles: Iterable[Mapping[str, Any]], instances: bool = False, width: int = 80) -> list[str]:
    """The puzzles by kind as lines of text, no wider than that, with their other names and instances if asked for."""
    from textwrap import TextWrapper

    wrapper = TextWrapper(width, subsequent_indent=" " * 15, break_long_words=False, break_on_hyphens=False)
    lines = []
    for kind, those in by_kind((puzzle.get("kind", ""), puzzle) for puzzle in puzzles):
        lines.append(kind.capitalize())
        for puzzle in those:
            if "error" in puzzle:
                lines.append(f"  {puzzle['name']:12} cannot be read: {puzzle['error']}")
                continue
            lines.append(wrapper.fill(f"  {puzzle['name']:12} {puzzle['summary']}"))
            also = f"Also: {', '.join(puzzle['also'])}." if puzzle["also"] else ""
            there = ", ".join(puzzle["instances"]) or "(no instances)"
            lines += [wrapper.fill(f"{'':14} {line}") for line in (also, there) if line and instances]
        lines.append("")
    return [
        *lines,
        "Solve one: puzzasp NAME INSTANCE.  Its rules: puzzasp rules NAME.",
        "Its instances: puzzasp list NAME.",
    ]


def sentences(program: Program) -> list[str]:
    """The sentences above the rules of the game, each once, "a tent" for "a X" where X can be no other word.

    Those of rules that hold with one value of a constant only end with it: "(with touch = 0)".
    """
    words: dict[tuple[Signature, int], set[str]] = {}
    for statement in program.base:
        for atom in split(statement)[0]:
            for place, argument in enumerate(atom.arguments):
                words.setdefault((atom.signature, place), set()).add(_word(argument))
    return _told(program.rules, words, program.defaults)


def observed(program: Program) -> list[str]:
    """The other sentences that explanations use: they follow from the rules, and players see them at once."""
    known = {rule.sentence for rule in program.rules}
    return _told((rule for rule in program.observations if rule.sentence not in known), {}, program.defaults)


def _told(
    rules: Iterable[Rule], words: Mapping[tuple[Signature, int], set[str]], constants: Collection[str]
) -> list[str]:
    told = (rule for rule in rules if rule.sentence and rule.kind != "input")
    return list(dict.fromkeys(_with(rule, fill(rule.sentence, _only_words(rule, words)), constants) for rule in told))


def _with(rule: Rule, sentence: str, constants: Collection[str]) -> str:
    """A sentence with the value of a constant with which alone its rule holds."""
    conditions = (re.fullmatch(r"(\w+) = -?\w+", str(literal)) for literal in rule.statement.body)
    for found in (found for found in conditions if found and found[1] in constants):
        sentence = f"{sentence.removesuffix('.')} (with {found[0]})."
    return sentence


def _word(argument: ast.AST) -> str:
    """The word that an argument of an atom is, if it is one."""
    word = argument.symbol if argument.ast_type == ast.ASTType.SymbolicTerm else None
    return word.name.replace("_", " ") if word and word.type == SymbolType.Function else ""


def _only_words(rule: Rule, words: Mapping[tuple[Signature, int], set[str]]) -> dict[str, str]:
    """The variables of a rule that stand for one word, by the words that rules derive in their places."""
    found = {}
    for atom in atoms(rule.statement):
        for place, argument in enumerate(atom.arguments):
            (only, *more) = words.get((atom.signature, place), {""})
            if argument.ast_type == ast.ASTType.Variable and only and not more:
                found[argument.name] = only
    return found


def unexplained(program: Program) -> list[str]:
    """Say what explanations call the rules of a file that have no sentence, and what is not filled into others."""
    files = {rule.file for rule in program.rules if not rule.sentence and rule.kind != "input"}
    called = "rules without a sentence above them are called by their line"
    unfilled = [f"{rule.place}: PZ166 {text}" for rule in program.rules for text in rule.unfilled]
    return [*(f"{display_name(file)}: {called}" for file in sorted(files)), *unfilled]


def header(program: Program) -> str:
    """The header of a program as players need it."""
    return program.header or program.name


def rules_text(program: Program, width: int | None = None) -> str:
    """The header of a program and the sentences above its rules, those in lines no wider than that if it is given."""
    import textwrap

    told, more = sentences(program), observed(program)
    paragraphs = header(program).split("\n\n")
    rules = [f"  {number}. {sentence}" for number, sentence in enumerate([*told, *more], 1)]
    if width:
        paragraphs = [textwrap.fill(text, width) if _is_prose(text) else text for text in paragraphs]
        rules = [textwrap.fill(rule, width, subsequent_indent=" " * 5) for rule in rules]
    lines = ["\n\n".join(paragraphs), "", "Rules", *rules[: len(told)]]
    if more:
        lines += ["", "What follows from them, and explanations use", *rules[len(told) :]]
    if not told:
        lines.append("  The rules of this program have no sentences above them.")
    if program.defaults:
        lines += ["", "Constants"]
        lines += [f"  {name} = {value}" for name, value in program.defaults.items()]
    return "\n".join(lines)


def prose(program: Program) -> str:
    """The rules of a program in the words of its header, a paragraph on each line, without its name and its tables."""
    return "\n".join(" ".join(text.split()) for text in header(program).split("\n\n")[1:] if _is_prose(text))


def _is_prose(paragraph: str) -> bool:
    """Whether a paragraph of a header is no table, nor lines such as ``Kind: loop``."""
    return not any(re.match(r"\s|\w+: ", line) for line in paragraph.split("\n"))


def rules_fields(program: Program) -> dict[str, Any]:
    """The same as :func:`rules_text` as the fields of a JSON object."""
    return {
        "puzzle": program.name,
        "title": program.title,
        "summary": program.summary,
        "header": header(program),
        "rules": sentences(program),
        "observations": observed(program),
        "constants": dict(program.defaults),
    }


def begun(result: Mapping[str, Any]) -> list[str]:
    """What ``new`` has written."""
    notes = [f"note: {note}" for note in result["notes"]]
    return [result["program"], *filter(None, [result["instance"]]), *notes, f"Run it: {result['run']}"]


def shadows(name: str, folder: str) -> str:
    """Say that a new puzzle takes the place of another one."""
    return f"there is a puzzle {name} already; where {folder} is searched, this one takes its place"


def copied(result: Mapping[str, Any]) -> list[str]:
    """What ``copy`` has written."""
    return [f"{counted(len(result['files']), 'file')} copied to {result['directory']}", f"Run it: {result['run']}"]


def verdict(path: str, faults: int) -> str:
    """Whether a program keeps to the contract."""
    return f"{path}: {counted(faults, 'fault') if faults else 'keeps to the contract'}"


def tested(instance: str, fault: str) -> str:
    """Whether an instance has as many solutions as it states."""
    return f"{instance:14} {fault or 'has the number of solutions that its first line states'}"


def translated(variables: int, rows: int, form: str) -> str:
    """How large a formula is."""
    return f"{counted(variables, 'variable')}, {counted(rows, 'constraint' if form == 'opb' else 'clause')}"

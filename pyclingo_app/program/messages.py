"""What clingo remarks about a program, in the words of who wrote it: never what the grounder calls things inside."""

import os
import re
from collections.abc import Iterable, Sequence

from clingo import MessageCode

from ..facts.reader import Signature, block_comment_end
from ..words import display_name, is_program, nearest

_MESSAGE = re.compile(
    r"(?P<file>.*?):(?P<line>\d+):(?P<column>\d+)(?:-[\d:]+)?: "
    r"(?P<text>(?P<kind>(?P<level>(?:\w+: )?)[\w# ]*)(?P<more>.*))",
    re.DOTALL,
)
_UNSAFE = re.compile(r":(\d+):(\d+)(?:-[\d:]+)?: note: '(.*?)' is unsafe")
# What stands in a term that cannot be calculated as a name, and is no constant.
_UNSET = re.compile(r"\b[a-z]\w*\b(?!\()")
_COMMENT = re.compile(r'%\*|%[^\n]*|"(?:[^"\\\n]|\\.)*"')
_CLOSED = {")": "(", "]": "[", "}": "{"}
_STRING = re.compile(r'"(?:[^"\\]|\\.)*"')
# What stands at a place of a line: a word, a directive, the sign of a rule, or one character.
_FOUND = re.compile(rb"[#-]?[\w']+|:-|:~|\S")
_DIRECTIVES = (
    "#const", "#defined", "#edge", "#external", "#heuristic", "#include", "#maximize", "#minimize", "#program",
    "#project", "#script", "#show",
)  # fmt: skip
_OPENS_STATEMENT = re.compile(r":-|:~|#[a-z]+|-?_*[a-z][\w']*|\{")


def told(message: str) -> tuple[str, str]:
    """Give a message of clingo's with its line and a caret, and in a sentence what may be meant, or nothing.

    ``/a/b.lp:2:7-8: error: syntax error, unexpected <IDENTIFIER>`` becomes one
    with the path as people know it and what stands there.  Of a file that is no
    program by its name only the place and the kind of error are told.
    """
    match = _MESSAGE.fullmatch(message.strip())
    if match is None:
        return message.strip(), ""
    path, line, column = _path(match["file"]), int(match["line"]), int(match["column"])
    text = match["text"].removeprefix(match["level"])
    hint = ""
    if not is_program(path):
        return f"{display_name(path)}:{line}:{column}: {match['kind'].strip()}", ""
    if text.startswith(("syntax error", "lexer error")):
        text, hint = _syntax(path, line, column, text)
    elif text.startswith("unsafe variables"):
        line, column, text = _unsafe(match["more"], line, column)
        hint = "A condition without not, such as cell(R, C), has to give each variable its values."
    elif name := _UNSET.search(match["more"]) if match["kind"].endswith(" undefined") else None:
        text = f"{match['kind'].removeprefix(match['level'])}: {name[0]} has no value, which -c or #const gives"
    elif match["level"]:
        text = text.partition("\n")[0].rstrip(":")
    return quote(path, line, column, text), hint


def annotate(message: str) -> str:
    """Add to a message that begins as clingo's do the line that it is about, and a caret."""
    return told(message)[0]


def quote(path: str, line: int, column: int, text: str) -> str:
    """Say something of a place in a program, with its line and a caret."""
    text = f"{display_name(path)}:{line}:{column}: {text}"
    data = _bytes(path).split(b"\n")
    if not is_program(path) or line > len(data) or not data[line - 1].strip():
        return text
    before = data[line - 1][: column - 1].decode(errors="replace")
    padding = "".join("\t" if character == "\t" else " " for character in before)
    return f"{text}\n    {data[line - 1].decode(errors='replace').rstrip()}\n    {padding}^"


def remarks(messages: Iterable[tuple[MessageCode, str]], derived: Iterable[tuple[Signature, int]]) -> list[str]:
    """Give what clingo remarked as texts; of what no rule derives, each predicate once.

    ``derived`` are the signatures that rules derive or that are declared, with the lines.
    """
    texts: list[str] = []
    missing: dict[Signature, list[re.Match[str]]] = {}
    for code, message in messages:
        match = _MESSAGE.fullmatch(message.strip())
        if code == MessageCode.AtomUndefined and match and is_program(_path(match["file"])):
            missing.setdefault(_signature(match["more"].removeprefix(":").strip()), []).append(match)
        else:
            texts.append(annotate(message))
    known: dict[Signature, int] = {}
    for one, line in derived if missing else ():
        known.setdefault(one, line)
    return [_missing(one, matches, known) for one, matches in missing.items()] + texts


def _missing(one: Signature, matches: Sequence[re.Match[str]], known: dict[Signature, int]) -> str:
    """Say that no rule derives what rules ask for, and what may be meant."""
    name, arity = one
    same = [f"{n}/{a} in line {line}" for (n, a), line in sorted(known.items()) if n == name]
    close = nearest(f"{name}/{arity}", [f"{n}/{a}" for n, a in known]).strip()
    meant = f"there is {' and '.join(same)}" if same else close[:1].lower() + close[1:]
    lines = sorted({int(match["line"]) for match in matches})
    also = f" (also line {', '.join(map(str, lines[1:]))})" if lines[1:] else ""
    first = min(matches, key=lambda match: (int(match["line"]), int(match["column"])))
    text = f"no rule derives {name}/{arity}{also}" + (f": {meant}" if meant else "")
    return quote(_path(first["file"]), int(first["line"]), int(first["column"]), text)


def _signature(atom: str) -> Signature:
    """The signature of an atom as clingo writes it: in brackets if it is negated and calculates, ``(-q((2*X)))``."""
    text = _STRING.sub('""', atom[1:-1] if atom.startswith("(") else atom)
    name, _, arguments = text.partition("(")
    depth, commas = 0, 0
    for character in arguments[:-1]:
        depth += (character in "([{") - (character in ")]}")
        commas += character == "," and not depth
    return name, commas + 1 if arguments else 0


def _unsafe(notes: str, line: int, column: int) -> tuple[int, int, str]:
    """Say which variables of a rule are unsafe, and where the first of them stands."""
    found = sorted((int(line), int(column), name) for line, column, name in _UNSAFE.findall(notes))
    names = ["_" if name.startswith("#") else name for *_, name in found]
    if not found:
        return line, column, "a variable is unsafe: no positive literal binds it"
    if len(names) == 1:
        return *found[0][:2], f"the variable {names[0]} is unsafe: no positive literal binds it"
    listed = f"{', '.join(names[:-1])} and {names[-1]}"
    return *found[0][:2], f"the variables {listed} are unsafe: no positive literal binds them"


def _syntax(path: str, line: int, column: int, text: str) -> tuple[str, str]:
    """Say what stands where clingo expects something else, and what may be missing before it."""
    lines = _bytes(path).split(b"\n")
    here = lines[line - 1] if line <= len(lines) else b""
    match = _FOUND.match(here, column - 1)
    found = match[0].decode(errors="replace") if match else ""
    before = without_comments(b"\n".join([*lines[: line - 1], here[: column - 1]]).decode(errors="replace"))
    if text.startswith("lexer error") and found == '"':
        return "this string is not closed in its line", 'Write " where it ends.'
    what = f"unexpected {found!r}" if found else "the file ends within a rule"
    return what, _foreign(before, found) or _otherwise_open(before, found) or _missing_before(before, line, found, text)


def _foreign(before: str, found: str) -> str:
    """Say how ASP writes what other languages write otherwise."""
    around = before[-1:] + found
    inside = ":-" in re.split(r"\.\s", before)[-1]
    if around == "=<" or (around == "=>" and inside):
        return f"It is written {around[::-1]}."
    if around in ("->", "=>", "-:"):
        return "A rule is HEAD :- BODY."
    if found == "!":
        return "It is written not before an atom, and != between two values."
    if found in ("and", "or") or "&" in before.rpartition("\n")[2]:
        return "In a body a comma stands for and; or is a ; in a head, or two rules."
    if (words := re.search(r"(?:^|\.\s*\n)\s*[A-Z]\w+ [^\n]*$", before)) and ":-" not in words[0]:
        return "A rule begins with a small letter or a sign; is this a comment, which begins with %?"
    if re.search(r":~[^.]*(?:\.\.[^.]*)*\.\s*$", before):
        return "A rule that forbids begins with :- (a :~ costs what stands behind it, as in :~ wet(C). [1, C])."
    if found in ("#", "/") and not before.rpartition("\n")[2].strip():
        return "A comment begins with %."
    if found.startswith("#") and found not in _DIRECTIVES:
        return nearest(found, _DIRECTIVES).strip()
    word = "#" + before.split()[-1] if found and before.split() else ""
    return f"Is {word} meant?" if word in _DIRECTIVES else ""


def _otherwise_open(before: str, found: str) -> str:
    """Say which bracket is open where another one is closed; ``before`` has no comments."""
    if found not in _CLOSED:
        return ""
    text, closed = _STRING.sub(lambda match: " " * len(match[0]), before), 0
    for place in range(len(text) - 1, -1, -1):
        closed += text[place] in _CLOSED
        closed -= text[place] in _CLOSED.values()
        if closed < 0:
            line, column = text.count("\n", 0, place) + 1, place - text.rfind("\n", 0, place)
            where = f"column {column}" if "\n" not in text[place:] else f"line {line}, column {column}"
            return "" if text[place] == _CLOSED[found] else f"The {text[place]} in {where} is open here."
    return f"No {_CLOSED[found]} is open here."


def _missing_before(before: str, line: int, found: str, text: str) -> str:
    """Say what may be missing before what stands in a line; ``text`` is clingo's, ``before`` without comments."""
    stripped = before.rstrip()
    last = stripped.count("\n") + 1
    first = not before.rpartition("\n")[2].strip()
    if first and stripped and (not found or (last < line and _OPENS_STATEMENT.fullmatch(found))):
        if stripped[-1] in ",;:":
            return f"Line {last} ends with {stripped[-1]!r}: is a full stop meant?"
        if not stripped.endswith(".") or stripped.endswith(".."):
            return f"Is the full stop missing at the end of line {last}?"
    earlier, newline, _ = before.rpartition("\n")
    if newline and found == ":-" and ":-" in re.split(r"\.\s", earlier)[-1]:
        # A choice behind a body without its full stop is read as a part of that.
        return f"Is the full stop missing at the end of line {earlier.rstrip().count(newline) + 1}?"
    if found == "(" and (capital := re.search(r"(?<![\w'])_*([A-Z]\w*)$", before)):
        return f"The name of a predicate begins with a small letter: {capital[1][:1].lower()}{capital[1][1:]}."
    if (closing := re.search(r"expecting.*?([])}])", text)) and found in (".", ":-"):
        return f"Is a {closing[1]} missing?"
    if re.match(r"[\w#{]", found) and re.search(r"[\w)}]$", stripped) and not first:
        return f"Is a {'full stop' if found in _DIRECTIVES else 'comma'} missing before it?"
    return ""


def without_comments(text: str) -> str:
    """Blank out the comments of a program; lines and columns stay."""
    parts, end = [], 0
    while match := _COMMENT.search(text, end):
        stop = match.end()
        if match[0] == "%*":
            stop = block_comment_end(text, match.start()) or len(text)
        comment = match[0].startswith("%")
        shown = text[match.start() : stop]
        parts += [text[end : match.start()], re.sub(r"[^\n]", " ", shown) if comment else shown]
        end = stop
    return "".join([*parts, text[end:]])


def _path(file: str) -> str:
    return os.path.abspath(file) if os.path.isfile(file) else file


def _bytes(path: str) -> bytes:
    try:
        with open(path, "rb") as file:
            return file.read()
    except OSError:
        return b""

"""Write what the documents hold of the program itself.

    python docs/make.py

Writes the pictures, the page about Python from the docstrings, the page about the
command line and the manual for man(1) from its table of options, the page about the library from
the heads of its files, and anew what the commands in the console blocks of all pages print.  A test
compares each with what is there.
"""

import inspect
import json
import os
import re
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args, get_type_hints

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"
sys.path[:0] = [str(ROOT), str(DOCS)]

import shelf  # noqa: E402

import puzzasp  # noqa: E402
from pyclingo_app.cli.app import puzzasp as puzzasp_command  # noqa: E402
from pyclingo_app.cli.options import COMMANDS, OPTIONS, POSITIONAL_HELP, SOLVE, Option, Row  # noqa: E402
from pyclingo_app.draw.board import Board  # noqa: E402
from pyclingo_app.jobs.codec import record  # noqa: E402
from pyclingo_app.jobs.events import KINDS, form_of  # noqa: E402
from pyclingo_app.solve.search import Solution  # noqa: E402

# The pictures, and the commands that draw them.
PICTURES = {
    "tents.svg": "tents 6x6",
    "norinori.svg": "norinori 5x5-a",
    "flow.svg": "flow 8x8-a",
    "slitherlink.svg": "slitherlink 7x7-a",
    "hint.svg": "hint starbattle 6x6-a",
    "check.svg": "check tents 6x6 {answer}",
}
ANSWER = "tent(1, 1). tent(1, 2)."

# What the manual says besides what is in the table.
_COMMON = {
    "--asp DIR": "Look for puzzle programs in DIR first, with every command.",
    "-V, --version": "Show the versions.",
    "-h, --help": "Say what a command takes.",
}
_STATUSES = {
    "0": "Done: solved, right, written.",
    "1": "There is no solution, or the answer is not right, or a test failed.",
    "2": "Something is wrong with the command line, the program or the board.",
    "3": "Stopped by a limit.",
    "130": "Interrupted by Ctrl-C.",
}
_ENVIRONMENT = {
    "PUZZASP_PATH": "Directories of puzzle programs, parted as in PATH.",
    "NO_COLOR, FORCE_COLOR": "Write boards without colours, or with colours also where there is no terminal.",
}

_BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
_FILE = re.compile(r"`([\w/-]+\w\.(?:lp|txt|py|toml))`")


def pages() -> list[Path]:
    """The pages, each with a folder of its own in which its commands are run in their order."""
    return [ROOT / "README.md", *sorted(DOCS.glob("*.md"))]


def blocks(page: str) -> Iterator[tuple[str, re.Match[str], str]]:
    """The code blocks of a page: the language, where the text stands, and the paragraph above."""
    last = 0
    for match in _BLOCK.finditer(page):
        yield match[1], match, page[last : match.start()].strip().rpartition("\n\n")[2].replace("\n", " ")
        last = match.end()


def save(folder: Path, text: str, above: str) -> None:
    """Save a block in a file of the folder, if the paragraph above it ends with a colon and names one.

    The last one that it names is meant; "below the rest" adds to it, and "above `#show`" puts it there.
    """
    names = _FILE.findall(above)
    if names and above.endswith(":"):
        path = folder / names[-1]
        path.parent.mkdir(parents=True, exist_ok=True)
        old = path.read_text(encoding="utf-8") if re.search("elow the rest|bove `#show`", above) else ""
        before, show, after = old.partition("#show ") if "bove `#show`" in above else (old, "", "")
        path.write_text(before + text + show + after, encoding="utf-8")


def commands(block: str) -> Iterator[tuple[str, str]]:
    """The commands of a console block with what they print."""
    for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
        command, _, output = part.partition("\n")
        yield command, output


def rewritten(page: Path) -> str:
    """A page with what its commands print now."""
    text = page.read_text(encoding="utf-8")
    parts, last = [], 0
    with tempfile.TemporaryDirectory() as base:
        folder, environment = prepared(Path(base), page)
        for language, match, above in blocks(text):
            if language != "console":
                save(folder, match[2], above)
                continue
            printed = ""
            for command, before in commands(match[2]):
                now = printed_by(command, folder, environment)
                # What goes to standard error may come before or after.
                same = sorted(now.splitlines()) == sorted(before.splitlines())
                printed += f"$ {command}\n{before if same else now}"
            parts += [text[last : match.start(2)], printed]
            last = match.end(2)
    return "".join([*parts, text[last:]])


def prepared(base: Path, page: Path) -> tuple[Path, dict[str, str]]:
    """A folder to run the commands of a page in, the README's in a checkout, and an environment that has puzzasp."""
    folder = base / "folder"
    folder.mkdir()
    if page.parent == ROOT:
        (folder / "instances").symlink_to(ROOT / "instances")
    script = base / "puzzasp"
    script.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -m pyclingo_app "$@"\n')
    script.chmod(0o755)
    kept = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "FORCE_COLOR", "PUZZASP_PATH")}
    path = f"{base}{os.pathsep}{os.environ['PATH']}"
    return folder, {**kept, "PATH": path, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8"}


def printed_by(command: str, folder: Path, environment: dict[str, str]) -> str:
    """What a command of a shell prints, errors too."""
    result = subprocess.run(
        command, shell=True, cwd=folder, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, encoding="utf-8", check=False,
    )  # fmt: skip
    return result.stdout


def generated() -> dict[Path, str]:
    """All that is made of the program, by the path where it stands."""
    made = {DOCS / "python.md": python_page(), DOCS / "commands.md": commands_page(), DOCS / "puzzasp.1": manual()}
    made |= schemas() | shelf.page()
    with tempfile.TemporaryDirectory() as base:
        answer = Path(base) / "answer.lp"
        answer.write_text(ANSWER)
        for name, command in PICTURES.items():
            words = [word.format(answer=answer) for word in command.split()]
            result = subprocess.run(
                [sys.executable, "-m", "pyclingo_app", *words, "-f", "svg"], cwd=ROOT, capture_output=True,
                encoding="utf-8", check=False,
            )  # fmt: skip
            made[DOCS / "pictures" / name] = result.stdout
    return made


SCHEMA = DOCS / "schema"
# What is said of a value by hand, and stays: what it means, and which values of its type there are.
_BY_HAND = ("description", "enum", "minimum", "exclusiveMinimum", "propertyNames", "if", "then", "else")


def schemas() -> dict[Path, str]:
    """The JSON schemas of events, made of the annotations of what they say; what is said by hand in them stays."""
    terms = json.loads((SCHEMA / "terms.json").read_text(encoding="utf-8"))
    made = {"drawing": record(Board).schema}
    for kind in filter(_has_fields, KINDS.values()):
        made |= {one.__name__.lower(): record(one).schema for one in _records(kind)}
    made |= {name: form_of(kind).schema for name, kind in KINDS.items()}
    known = {name: about for name, about in terms["$defs"].items() if name in _HELPERS}
    kept = {name: _kept(terms["$defs"].get(name, {}), schema) for name, schema in sorted(made.items())}
    found = {SCHEMA / "terms.json": _json({**terms, "$defs": known | kept})}
    for name in KINDS:
        path = SCHEMA / f"{name}.json"
        title = json.loads(path.read_text(encoding="utf-8"))["title"] if path.exists() else name
        found[path] = _json(
            {
                "$schema": terms["$schema"], "$id": path.name, "title": title, "type": "object",
                "$ref": f"terms.json#/$defs/{name}",
                "properties": {"schema": {"$ref": "terms.json#/$defs/schema"}, "event": {"const": name}},
                "required": ["schema", "event"], "unevaluatedProperties": False,
            }
        )  # fmt: skip
    return found


# What the schemas of commands are made of besides.
_HELPERS = ("schema", "texts", "cell", "drawn", "about", "line")


def _has_fields(kind: Any) -> bool:
    return isinstance(kind, type) and hasattr(kind, "_fields") and kind not in (Board, Solution)


def _records(kind: Any) -> set[Any]:
    """The named tuples that one is made of, and it."""
    found, todo = {kind}, [*get_type_hints(kind).values()]
    while todo:
        hint = todo.pop()
        if _has_fields(hint) and hint not in found:
            found.add(hint)
            todo += get_type_hints(hint).values()
        todo += [part for part in get_args(hint) if not isinstance(part, list)]
    return found


def _kept(old: Any, new: Any) -> Any:
    """A schema with what an older one says by hand."""
    kept = {name: old[name] for name in _BY_HAND if name in old}
    if "enum" in kept:
        return kept
    properties = new.get("properties", {})
    inner = {name: _kept(old.get("properties", {}).get(name, {}), schema) for name, schema in properties.items()}
    return {**new, **kept, **({"properties": inner} if inner else {})}


def _json(data: Any) -> str:
    return json.dumps(data, ensure_ascii=False, indent=1) + "\n"


def commands_page() -> str:
    """The page about the command line."""
    parts = [
        "# Command line\n",
        "Made from the table of options by `docs/make.py`; `puzzasp COMMAND --help` says the same, and so does\n"
        "`man puzzasp` where it is installed.\n",
        "A puzzle is named by its name, or by the path of its program, which ends in `.lp`. An address or a\n"
        "game ID alone needs no name. `--asp DIR` with any command looks for programs in DIR first.\n",
    ]
    for name, command in COMMANDS.items():
        words = " ".join(["puzzasp", *([] if name == SOLVE else [name]), *command.arguments])
        text = inspect.cleandoc(command.help).replace("\b\n", "")
        parts += [f"## {name}\n", f"`{words}`\n", _paragraphs(text)]
        rows = [_argument(name, argument) for argument in _arguments(command.arguments)]
        rows += [_option(each, each.rows[name], name) for each in OPTIONS.values() if name in each.rows]
        parts.append("| word | what it is |\n|---|---|\n" + "".join(f"| {left} | {right} |\n" for left, right in rows))
    return "\n".join(parts)


def _paragraphs(text: str) -> str:
    """A help text: what is indented in it is code."""
    return re.sub(r"((?:^  .*\n?)+)", lambda m: f"\n```text\n{inspect.cleandoc(m[1])}\n```\n", text, flags=re.M) + "\n"


def _arguments(arguments: tuple[str, ...]) -> list[str]:
    """The arguments as they are described: one that may be left out together with those behind it that may not."""
    for k, argument in enumerate(arguments):
        if argument.startswith("[") and not all(later.startswith("[") for later in arguments[k:]):
            return [*arguments[:k], " ".join(arguments[k:])]
    return list(arguments)


def _argument(command: str, argument: str) -> tuple[str, str]:
    name = argument.strip("[].") if " " not in argument else argument
    return f"`{argument}`", POSITIONAL_HELP.get(f"{command} {name}") or POSITIONAL_HELP[name]


def _option(option: Option, row: Row, command: str) -> tuple[str, str]:
    # A bar would part the cells of the table.
    choices = row.metavar.split("|") if row.metavar.islower() else []
    value = f" {'X' if len(choices) > 1 else row.metavar.replace('|', ' or ')}" if row.metavar else ""
    several = f" X is one of {', '.join(f'`{choice}`' for choice in choices)}." if len(choices) > 1 else ""
    default = option.default(command)
    told = f" Default: `{default}`." if default not in (None, False, [], ...) else ""
    needed = " Needed." if default is ... else ""
    flags = "`, `".join(option.flags)
    return f"`{flags}{value}`", row.help + several + told + needed


def manual() -> str:
    """The manual of the command line for man(1): what commands_page says, in the language of troff."""
    about = inspect.cleandoc(puzzasp_command.__doc__ or "").split("\n\n")
    parts = [
        ".TH PUZZASP 1",
        *(".SH NAME", r"puzzasp \- " + _roff(about[0][:1].lower() + about[0][1:].rstrip("."))),
        *(".SH SYNOPSIS", r"\fBpuzzasp\fR \fINAME\fR [\fIINSTANCE\fR] [\fIOPTIONS\fR]", ".br"),
        r"\fBpuzzasp\fR \fICOMMAND\fR [\fIARGUMENTS\fR] [\fIOPTIONS\fR]",
        *(".SH DESCRIPTION", *map(_roff, about[1:])),
        ".SH COMMANDS",
    ]
    for name, command in COMMANDS.items():
        words = " ".join(["puzzasp", *([] if name == SOLVE else [name]), *command.arguments])
        parts += [f".SS {_roff(words)}", *_troff(inspect.cleandoc(command.help).replace("\b\n", ""))]
        rows = [_argument(name, argument) for argument in _arguments(command.arguments)]
        rows += [_option(each, each.rows[name], name) for each in OPTIONS.values() if name in each.rows]
        for left, right in rows:
            parts += [".TP", rf"\fB{_roff(left)}\fR", _roff(right)]
    parts.append(".SH OPTIONS OF ALL COMMANDS")
    for left, right in _COMMON.items():
        parts += [".TP", rf"\fB{_roff(left)}\fR", _roff(right)]
    for heading, rows in (("EXIT STATUS", _STATUSES), ("ENVIRONMENT", _ENVIRONMENT)):
        parts.append(f".SH {heading}")
        for left, right in rows.items():
            parts += [".TP", rf"\fB{_roff(left)}\fR", _roff(right)]
    return "\n".join([*parts, ".SH SEE ALSO", r"\fBclingo\fR(1)"]) + "\n"


def _troff(text: str) -> Iterator[str]:
    """A help text for man(1): what is indented in it is code."""
    for paragraph in re.split(r"\n\n+", text):
        yield ".PP"
        for line in paragraph.split("\n"):
            yield from [".br", rf"\ \ {_roff(line.strip())}"] if line.startswith("  ") else [_roff(line)]


def _roff(text: str) -> str:
    """A text on lines for man(1)."""
    text = text.replace("`", "").replace("\\", r"\e").replace("-", r"\-").replace("\n", " ")
    return text if text[:1] not in (".", "'") else rf"\&{text}"


def python_page() -> str:
    """The page about the package, from its docstrings."""
    parts = ["# Python\n", "Made from the docstrings by `docs/make.py`.\n", _docstring(inspect.getdoc(puzzasp) or "")]
    first = ["load", "Puzzle"]
    for name in [*first, *(name for name in puzzasp.__all__ if name not in first)]:
        found = getattr(puzzasp, name)
        if inspect.isclass(found):
            parts += [f"## {name}\n", _docstring(inspect.getdoc(found) or "")]
            for key, member in inspect.getmembers(found, callable if name == "Puzzle" else inspect.isfunction):
                own = not key.startswith("_") and (member.__doc__ or "") and not hasattr(tuple, key)
                if own:
                    parts += [f"### {name}.{key}\n", _signature(member, key), _docstring(inspect.getdoc(member) or "")]
        else:
            parts += [f"## {name}\n", _signature(found, name), _docstring(inspect.getdoc(found) or "")]
    return "\n".join(parts)


def _signature(function: object, name: str) -> str:
    """How a function is called, without types."""
    assert callable(function)
    parameters = [p.replace(annotation=p.empty) for p in inspect.signature(function).parameters.values()]
    kept = [p for p in parameters if p.name != "self"]
    limits = [p.replace(name="limits") if p.kind == p.VAR_KEYWORD else p for p in kept]
    called = str(inspect.Signature(limits)).replace("'", '"')
    return f"```python\n{name}{called}\n```\n"


def _docstring(text: str) -> str:
    """A docstring as Markdown: examples and tables are code."""
    text = re.sub(r"``([^`]+)``", r"`\1`", re.sub(r":\w+:`([^`]+)`", r"`\1`", text))
    parts = []
    for paragraph in re.split(r"\n\n+", text):
        table = any(re.match(r"[\w\"][\w\", ]*[\w\"] {2,}\S", line) for line in paragraph.splitlines())
        language = "python" if paragraph.startswith(">>>") else "text" if table else ""
        parts.append(f"```{language}\n{paragraph}\n```\n" if language else f"{paragraph}\n")
    return "\n".join(parts)


def main() -> None:
    """Write all of it."""
    for path, text in generated().items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    for page in pages():
        page.write_text(rewritten(page), encoding="utf-8")


if __name__ == "__main__":
    main()

"""Command lines read without typer, whose import takes as long as a small board from start to end."""

import os
from collections.abc import Iterator, Mapping, Sequence
from importlib import import_module
from typing import Any

from ..errors import UsageError
from ..program.library import Library
from .options import COMMANDS, NAMED, OPTIONS, SOLVE, Arguments, Option


def find_library(arguments: Sequence[str]) -> tuple[Library, list[str]]:
    """Take ``--asp DIR`` out of the arguments, wherever it stands; give the library and the other arguments.

    DIR is searched first, then the directories of PUZZASP_PATH, and last the puzzles that come with puzzasp.

    Raises UsageError for a directory that is not there.
    """
    folders = [folder for folder in os.environ.get("PUZZASP_PATH", "").split(os.pathsep) if folder]
    rest: list[str] = []
    given = iter(arguments)
    for argument in given:
        name, sign, folder = argument.partition("=")
        if argument == "--":
            rest += ["--", *given]
        elif name != "--asp":
            rest.append(argument)
        elif not (folder := folder if sign else next(given, "")):
            return Library(folders), ["--asp"]
        elif not os.path.isdir(folder) and "new" not in arguments:
            raise UsageError(f"{folder}: no such directory", "Check the path after --asp.")
        else:
            folders.insert(0, folder)
    return Library(folders), rest


def parse(arguments: Sequence[str], library: Library) -> Arguments | None:
    """Read a complete and correct command line; give None for any other."""
    first, *rest = arguments or [""]
    command = first if first in NAMED else SOLVE
    words = [] if first in NAMED else [first]
    if command == SOLVE and not (first.endswith(".lp") or first in library.names()):
        return None
    own = {name: option for name, option in OPTIONS.items() if command in option.rows}
    flags = {flag: name for name, option in own.items() for flag in option.flags}
    values: dict[str, Any] = {}
    given = iter(rest)
    for argument in given:
        if argument == "--":
            words += given
        elif argument == "-" or not argument.startswith("-"):
            words.append(argument)
        elif not _take(argument, given, flags, values):
            return None
    if not COMMANDS[command].takes(len(words)) or any(
        option.rows[command].default is ... and name not in values for name, option in own.items()
    ):
        return None
    return Arguments(library, command, words, values)


def _take(argument: str, given: Iterator[str], flags: Mapping[str, str], values: dict[str, Any]) -> bool:
    """Take an option, with its value from the further arguments where it has one; tell whether it is correct."""
    flag, attached, text = argument.partition("=") if argument.startswith("--") else (argument[:2], *[argument[2:]] * 2)
    name = flags.get(flag)
    if name is None:
        return False
    option: Option = OPTIONS[name]
    if option.type is bool:
        values[name] = True
        return not attached
    try:
        value = option.type(text if attached else next(given))
    except (StopIteration, ValueError):
        return False
    if option.multiple:
        values.setdefault(name, []).append(value)
    else:
        values[name] = value
    return True


def perform(args: Arguments) -> int:
    """Do what a command line asks for; give the exit status."""
    module, name = COMMANDS[args.command].function.split(".")
    status: int = getattr(import_module(f"{__package__}.{module}"), name)(args)
    return status

"""Command lines read without typer, whose import takes as long as a small board from start to end."""

import os
from collections.abc import Iterator, Mapping, Sequence
from importlib import import_module

from ..errors import UsageError
from ..program.library import Library
from .options import ALIASES, COMMANDS, NAMED, NOTHING, OPTIONS, SOLVE, Arguments


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


def with_name(arguments: Sequence[str], library: Library) -> list[str]:
    """Put the name of its puzzle before a URL, a game ID or a file that was shared, which stands alone or behind a
    command alone.

    Raises InstanceError where there is none.
    """
    command = COMMANDS.get(arguments[0]) if arguments else None
    behind = command.arguments[1:] if command and command.arguments[0].strip("[]") == "NAME" else ()
    place = int(bool(behind) and behind[0] != "[SIZE]")
    if place < len(arguments) and ("?" in arguments[place] or ":" in arguments[place]):
        from ..formats import is_literal, puzzle_of
        from ..formats.puzzlink import bare

        address = bare(arguments[place])
        if is_literal(address):
            return [*arguments[:place], puzzle_of(library, address), address, *arguments[place + 1 :]]
    if place < len(arguments) and arguments[0] != "web" and (name := puzzle_of_file(arguments[place], library)):
        return [*arguments[:place], name, *arguments[place:]]
    return list(arguments)


def puzzle_of_file(path: str, library: Library) -> str | None:
    """Give the puzzle that a file says it is of; None for programs, for files that do not say it, and for no file."""
    if path.endswith(".lp") or "." not in path or not os.path.isfile(path):
        return None
    from ..formats import puzzle_in

    return puzzle_in(library, path)


def shared_puzzle(path: str) -> str | None:
    """Give the puzzle of a file that the page in the browser has shared; None for any other."""
    if not path.endswith(".json") or not os.path.isfile(path):
        return None
    from ..formats.shared import puzzle_in

    return puzzle_in(path)


def with_command(arguments: Sequence[str], library: Library) -> list[str]:
    """Give what is meant by words that many commands know, where no puzzle is called so: help, solve and version."""
    first, *rest = arguments or [""]
    if first not in ALIASES or first in library.names():
        return list(arguments)
    if first == "version":
        return ["--version"]
    return [*rest, "--help"] if first == "help" or not rest else rest


def parse(arguments: Sequence[str], library: Library) -> Arguments | None:
    """Read a complete and correct command line; give None for any other."""
    first, *rest = arguments or [""]
    command = first if first in NAMED else SOLVE
    words = [] if first in NAMED else [first]
    if command == SOLVE and not (first.endswith(".lp") or library.knows(first)):
        return None
    own = {name: option for name, option in OPTIONS.items() if command in option.rows}
    flags = {flag: name for name, option in own.items() for flag in option.flags}
    texts: dict[str, list[str]] = {}
    given = iter(rest)
    for argument in given:
        if argument == "--":
            words += given
        elif argument == "-" or not argument.startswith("-"):
            words.append(argument)
        elif not _take(argument, given, flags, texts):
            return None
    more, takes = NOTHING, COMMANDS[command]
    if len(words) > 1 and takes.reads_program and any(word.endswith(".lp") for word in words[1:]):
        from .files import sort_files

        words, more = sort_files(words, takes)
    missing = any(option.default(command) is ... and name not in texts for name, option in own.items())
    if missing or not takes.takes(len(words)):
        return None
    try:
        values = {name: own[name].value(found) for name, found in texts.items()}
        return Arguments(library, command, words, values, more)
    except ValueError:
        return None


def _take(argument: str, given: Iterator[str], flags: Mapping[str, str], texts: dict[str, list[str]]) -> bool:
    """Take an option, with its value from the further arguments where it has one; tell whether it is correct."""
    if argument.startswith("--"):
        flag, attached, text = argument.partition("=")
    else:
        flag, attached, text = argument[:2], argument[2:], argument[2:]
    name = flags.get(flag)
    if name is None or (attached and OPTIONS[name].type is bool):
        return False
    if not attached and OPTIONS[name].type is not bool:
        found = next(given, None)
        if found is None:
            return False
        text = found
    texts.setdefault(name, []).append(text)
    return True


def perform(args: Arguments) -> int:
    """Do what a command line asks for; give the exit status."""
    module, name = COMMANDS[args.command].function.split(".")
    status: int = getattr(import_module(f"{__package__}.{module}"), name)(args)
    return status

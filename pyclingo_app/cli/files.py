"""Several files, as clingo takes them: what holds facts alone is the board, all else is the program."""

import os
from collections.abc import Sequence

from ..errors import InstanceError, UsageError
from ..facts.instance import Instance, instance_of, read_file
from .options import NOTHING, Command, More


def sort_files(words: Sequence[str], command: Command) -> tuple[list[str], More]:
    """Tell rules from facts in the words of a command that takes a program, and perhaps a board and arguments more.

    What comes from ``a.lp b.lp facts.lp``, or with the name of a puzzle from ``tents facts.lp a.lp``, is a program,
    the other rules, and a board; fewer words stay as they are.

    Raises UsageError for several boards, and InstanceError for a file that cannot be read.
    """
    count = len(words) - (len(command.arguments) - 1 - command.reads_board)
    files = [word for word in words[:count] if word.endswith(".lp") and os.path.isfile(word)]
    by_name = words[0] not in files
    if not files or count < 2 + (by_name and command.reads_board) or files == [words[0]]:
        return [*words], NOTHING
    read = {file: _facts(file) for file in files}
    rules = [file for file in files if read[file] is None]
    boards = [word for word in words[by_name:count] if word not in rules]
    whole = [word for word in boards if (facts := read.get(word)) is None or "size" in {f.name for f in facts.facts}]
    if len(whole) > 1:
        what = f"{', '.join(whole[:-1])} and {whole[-1]} are boards of their own"
        raise UsageError(what, "Give one of them; puzzasp batch works on many boards.")
    boards.sort(key=lambda word: word not in whole)
    name = words[0] if by_name else (rules or boards).pop(0)
    return [name, *boards[:1], *words[count:]], More(rules, boards[1:])


def _facts(file: str) -> Instance | None:
    """What a file of facts holds; None if there is anything else in it."""
    text, name = read_file(file)
    try:
        return instance_of(text, name, None)
    except InstanceError:
        return None

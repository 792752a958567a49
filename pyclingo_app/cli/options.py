"""The table of the command line: every command, argument and option stands here once.

``fast`` reads complete, correct command lines by it; ``app`` makes typer's
commands of it, for help, completion, and the errors of all other command lines.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from ..program.library import Library


class Row(NamedTuple):
    """What an option is to some commands.

    ``metavar`` stands for its value, choices separated by ``|``; "" for a flag.
    ``default`` is ``...`` where the option has to be given.
    """

    commands: str
    metavar: str
    help: str
    default: Any = None


class Option:
    """An option: its flags, its type, which is that of the attribute, and a row for each group of commands."""

    def __init__(self, flags: str, rows: Sequence[Row]) -> None:
        self.flags = flags.split()
        self.rows = {command: row for row in rows for command in row.commands.split()}

    def __set_name__(self, owner: type, name: str) -> None:
        kind = owner.__annotations__[name]
        self.multiple = kind == list[str]
        # int of int | None, and str of list[str].
        self.type: type = next(iter(getattr(kind, "__args__", ())), kind)

    def value(self, texts: Sequence[str]) -> Any:
        """Give the value of the option when it was given with these texts; raises ValueError."""
        if self.type is bool:
            return True
        return [self.type(text) for text in texts] if self.multiple else self.type(texts[-1])


def option(flags: str, *rows: Row) -> Any:
    """An attribute of a command line that an option sets."""
    return Option(flags, rows)


# What takes rules of the game, and what reads a board.
_PLAYED = "solve check hint explain rate forced cnf decode"
_BOARD = f"{_PLAYED} show convert"
_LIMITED = f"{_BOARD} test"
_INSTANCES = "facts|text|json|url|gameid"
_STYLES = "emoji|unicode|ascii"
_PICTURES = "svg|html|png"


class Arguments:
    """What a command line asks for: a command, its arguments, and a value for each option."""

    name: str
    instance: str | None
    formula: str
    answer: str
    directory: str

    models: int = option("-n --models", Row("solve", "N", "Stop after N solutions; 0 gives all.", 1))
    count: bool = option("--count", Row("solve", "", "Count all solutions and print the number only."))
    differ: bool = option("--differ", Row("solve", "", "Where there are several solutions, show how two differ."))
    final: bool = option("--final", Row("check", "", "The answer is complete: what it does not say is not in it."))
    given: str | None = option(
        "--given", Row("hint", "ANSWER", "A file with what is known already: a drawn board or facts.")
    )
    level: int = option("--level", Row("hint", "1|2|3", "1: where to look, 2: what is there, 3: why.", 3))
    to: str = option(
        "--to",
        Row("convert", _INSTANCES, "The format to write.", ...),
        Row("cnf", "cnf|opb", "DIMACS CNF, or OPB for pseudo-Boolean solvers; auto by the suffix.", "auto"),
    )
    source: str | None = option(
        "--from", Row(_BOARD, _INSTANCES, "The format of INSTANCE; without it the content tells.")
    )
    constants: list[str] = option("-c --const", Row(_BOARD, "NAME=VALUE", "Set a constant of the program."))
    rules: list[str] = option("--with", Row(_PLAYED, "FILE.lp", "Add the rules of another program."))
    format: str = option(
        "-f --format",
        Row(
            "solve decode",
            f"auto|{_STYLES}|facts|json|jsonl|{_PICTURES}",
            "How to write solutions; auto goes by FILE or the terminal.",
            "auto",
        ),
        Row("show", "auto|emoji|unicode|ascii|json|svg|html|png", "How to draw it; auto goes by FILE.", "auto"),
        Row(
            "forced", "auto|emoji|unicode|ascii|facts|json|svg|html|png", "How to write it; auto goes by FILE.", "auto"
        ),
        Row("check hint", f"auto|text|json|{_PICTURES}", "How to write the result; auto goes by FILE.", "auto"),
        Row("explain", "auto|text|json|jsonl|html", "How to write it; auto goes by FILE.", "auto"),
        Row("list rules new test rate cnf convert copy", "text|json", "How to write the result.", "text"),
    )
    output: str | None = option(
        "-o --output",
        Row("solve decode", "FILE", "Write to FILE: .txt, .lp (facts), .json, .jsonl, .svg, .html or .png."),
        Row("forced", "FILE", "Write to FILE: .txt, .lp (facts), .json, .svg, .html or .png."),
        Row("show check hint", "FILE", "Write to FILE: .txt, .json, .svg, .html or .png."),
        Row("explain", "FILE", "Write to FILE: .html (a page to step through), .txt, .json or .jsonl."),
        Row("cnf convert", "FILE", "Write to FILE."),
    )
    threads: str = option("-t --threads", Row("solve", "N", "Solve with N threads.", "1"))
    seed: int | None = option("--seed", Row("solve", "N", "Set the seed of the solver."))
    configuration: str | None = option(
        "--configuration",
        Row("solve", "auto|frumpy|jumpy|tweety|handy|crafty|trendy|many", "Use one of clingo's configurations."),
    )
    time_limit: float | None = option("--time-limit", Row(_LIMITED, "S", "Stop after S seconds."))
    memory_limit: int | None = option("--memory-limit", Row(_LIMITED, "MB", "Stop at MB mebibytes of memory."))
    stats: bool = option("--stats", Row("solve", "", "Say what the search cost."))
    watch: bool = option("--watch", Row("solve", "", "Solve again whenever a file changes."))

    def __init__(self, library: Library, command: str, words: Sequence[str], values: Mapping[str, Any]) -> None:
        """``words`` are as many as the command takes; ``values`` are those of the options that were given."""
        self.library = library
        self.command = command
        rest = iter(words)
        for argument in COMMANDS[command].arguments:
            left_out = argument.startswith("[") and len(words) < len(COMMANDS[command].arguments)
            setattr(self, POSITIONAL[argument.strip("[]")], None if left_out else next(rest))
        for name, each in OPTIONS.items():
            default: Any = [] if each.multiple else False if each.type is bool else None
            row = each.rows.get(command)
            setattr(self, name, values.get(name, default if row is None or row.default is None else row.default))


OPTIONS: dict[str, Option] = {name: each for name, each in vars(Arguments).items() if isinstance(each, Option)}

# The arguments by the attributes of a command line, and what they are, to some commands other than to most.
POSITIONAL = {"NAME": "name", "INSTANCE": "instance", "FORMULA": "formula", "ANSWER": "answer", "DIR": "directory"}
POSITIONAL_HELP = {
    "NAME": "The name of a puzzle.",
    "new NAME": "The name of the new puzzle.",
    "INSTANCE": "A file, - for standard input, the name of an instance, or a URL.",
    "ANSWER": "A file with a drawn board or facts of an answer, or - for standard input.",
    "[INSTANCE] FORMULA ANSWER": "The instance, the file that cnf wrote, and the solver's answer; - is standard input.",
    "DIR": "Where the copy goes.",
}


class Command(NamedTuple):
    """A command: its arguments, of which one in brackets may be left out, its help, and the function that does it."""

    arguments: tuple[str, ...]
    help: str
    function: str

    def takes(self, words: int) -> bool:
        """Whether the command takes so many arguments."""
        return len(self.arguments) - words in (0, any(argument.startswith("[") for argument in self.arguments))


def _command(arguments: str, function: str, help: str) -> Command:
    return Command(tuple(arguments.split()), help, function)


# What solves has no name of its own: it is called by that of a puzzle.
SOLVE = "solve"
COMMANDS = {
    SOLVE: _command("NAME [INSTANCE]", "solving.solve", "Solve a board."),
    "list": _command("", "workshop.list_puzzles", "List the puzzles with their instances."),
    "show": _command("NAME [INSTANCE]", "solving.show", "Draw an unsolved board."),
    "rules": _command("NAME", "workshop.rules", "Print the rules of a puzzle in words."),
    "new": _command(
        "NAME",
        "workshop.begin",
        """Begin a new puzzle from a program that runs.

    Writes it, and an instance, into --asp DIR or the first directory of PUZZASP_PATH.
    For example: puzzasp new hitori --asp my-puzzles""",
    ),
    "test": _command(
        "NAME",
        "workshop.test",
        """Check a program against the contract, and its instances.

    The first line of an instance states its number of solutions, which is counted.""",
    ),
    "check": _command(
        "NAME INSTANCE ANSWER",
        "explaining.check",
        """Check an answer: which rules are broken, and where.

    The answer may be a part of one, unless it is final; then it says whether it can be completed.""",
    ),
    "hint": _command("NAME [INSTANCE]", "explaining.hint", "Give the next deduction with the smallest reason."),
    "explain": _command(
        "NAME [INSTANCE]", "explaining.explain", "Explain each step to the solution, or why there is none."
    ),
    "rate": _command("NAME [INSTANCE]", "explaining.rate", "Say how hard the way to the solution is."),
    "forced": _command(
        "NAME [INSTANCE]",
        "solving.forced",
        """Say what all solutions have in common, and what differs.

    What is forced is drawn; the cells that are not the same in all solutions are pointed at.""",
    ),
    "cnf": _command(
        "NAME [INSTANCE]",
        "workshop.cnf",
        """Write a board as a formula for SAT solvers.

    Its models and the answer sets correspond one to one. decode draws the answer.""",
    ),
    "decode": _command(
        "NAME [INSTANCE] FORMULA ANSWER",
        "solving.decode",
        """Draw the answer of a SAT solver, verified.

    \b
    For example:
      puzzasp cnf tents 6x6 -o out.cnf
      minisat out.cnf answer
      puzzasp decode tents 6x6 out.cnf answer""",
    ),
    "convert": _command("NAME INSTANCE", "workshop.convert", "Write an instance as facts, text, JSON, URL or game ID."),
    "copy": _command(
        "NAME DIR",
        "workshop.copy_puzzle",
        """Copy a puzzle with its instances into DIR, to edit it.

    With --asp DIR the copy takes the place of the puzzle.""",
    ),
}
NAMED = tuple(name for name in COMMANDS if name != SOLVE)

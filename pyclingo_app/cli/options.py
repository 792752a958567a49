"""The table of the command line: every command, argument and option stands here once.

``fast`` reads complete, correct command lines by it; ``app`` makes typer's
commands of it, for help, completion, and the errors of all other command lines.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from ..program.library import Library


class Command(NamedTuple):
    """A command: the function that does it, its arguments, and its help.

    Arguments in brackets may be left out, the last one first.
    """

    function: str
    arguments: tuple[str, ...]
    help: str

    @property
    def reads_program(self) -> bool:
        """Whether the command takes a program that is there, and perhaps a board behind it."""
        return self.arguments[:1] == ("NAME",) and self.arguments[1:2] not in (("DIR",), ("[SIZE]",))

    @property
    def reads_board(self) -> bool:
        """Whether it takes a board behind a program."""
        return self.arguments[:1] == ("NAME",) and self.arguments[1:2] in (("INSTANCE",), ("[INSTANCE]",))

    def takes(self, words: int) -> bool:
        """Whether the command takes so many arguments; one that ends with dots stands for any number."""
        least = sum(not argument.startswith("[") for argument in self.arguments)
        any_number = any(argument.endswith("...") for argument in self.arguments)
        return least <= words and (any_number or words <= len(self.arguments))


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
        self.kind = owner.__annotations__[name]
        self.multiple = self.kind == list[str]
        # int of int | None, and str of list[str].
        self.type: type = next(iter(getattr(self.kind, "__args__", ())), self.kind)

    def default(self, command: str) -> Any:
        """Give the value of the option where it is not given."""
        row = self.rows.get(command)
        nothing: Any = [] if self.multiple else False if self.type is bool else None
        return nothing if row is None or row.default is None else row.default

    def value(self, texts: Sequence[str]) -> Any:
        """Give the value of the option when it was given with these texts; raises ValueError."""
        if self.type is bool:
            return True
        return [self.type(text) for text in texts] if self.multiple else self.type(texts[-1])


def option(flags: str, *rows: tuple[Any, ...]) -> Any:
    """An attribute of a command line that an option sets."""
    return Option(flags, [Row(*row) for row in rows])


class More(NamedTuple):
    """Files beside a program and a board: with further rules, and with further facts of the board."""

    rules: Sequence[str]
    facts: Sequence[str]


NOTHING = More((), ())

# What reads a board.
_BOARD = "solve check hint explain rate forced cnf decode show convert"
_READ = "facts|text|json|url|penpa|fpuzzles|gameid"
_WRITTEN = _READ.replace("fpuzzles|", "")
_STYLES = "emoji|unicode|ascii"
_PICTURES = "svg|html|png|pdf"
_CONFIGURATIONS = "auto|frumpy|jumpy|tweety|handy|crafty|trendy|many"
_GRADES = "easy|medium|hard|very hard|extreme"
_BY_FILE = "auto goes by FILE."


class Arguments:
    """A command line: the library, the command, its arguments, and a value for each option."""

    name: str
    instance: str | None
    formula: str
    answer: str
    directory: str
    word: str | None
    extent: str | None
    task: str
    boards: list[str]

    # fmt: off
    models: int = option("-n --models",
        ("solve", "N", "Stop after N solutions; 0 gives all.", 1), ("generate batch", "N", "Make N boards.", 1))
    size: str | None = option("--size",
        ("generate batch", "HxW", "Rows and columns, such as 10x10; without it what is usual for the puzzle."))
    difficulty: str | None = option("--difficulty",
        ("generate batch", _GRADES, "Make boards of this grade; see puzzasp rate."))
    grade: bool = option("--grade", ("generate batch", "", "Say how hard each board is."))
    symmetry: str | None = option("--symmetry",
        ("generate batch", "rotation|mirror|none", "Leave out clues that are images of each other together."))
    clues: int | None = option("--clues", ("generate batch", "N", "Leave N clues where fewer would do."))
    count: bool = option("--count", ("solve", "", "Count all solutions and print the number only."))
    differ: bool = option("--differ", ("solve", "", "Where there are several solutions, show how two differ."))
    final: bool = option("--final", ("check", "", "The answer is complete: what it does not say is not in it."))
    best: bool = option("--best", ("check", "", "Say what the best cost is, where the program minimises or maximises."))
    given: str | None = option("--given",
        ("hint explain", "ANSWER", "A file with what is known already: a drawn board or facts."))
    place: bool = option("--place", ("hint", "", "Give all steps to the next mark that is placed."))
    level: int = option("--level", ("hint", "1|2|3", "1: where to look, 2: what is there, 3: why.", 3))
    order: str = option("--order",
        ("explain", "human|smallest", "The easiest argument first, or the fewest sentences first.", "human"))
    drawn: bool = option("--boards", ("explain", "", "Draw the board after each step."))
    begin: int = option("--begin", ("explain", "N", "Write the steps from the Nth on, in text and JSON lines.", 1))
    to: str = option("--to",
        ("convert", _WRITTEN, "The format to write.", ...),
        ("generate", _WRITTEN, "Write boards in this format."),
        ("batch", _WRITTEN, "The format to write, for convert."),
        ("cnf", "cnf|opb", "DIMACS CNF, or OPB for pseudo-Boolean solvers; auto by the suffix.", "auto"))
    solutions: bool = option("--solutions",
        ("generate", "", "Write a booklet: the rules, the boards, and their solutions behind them (html, pdf)."))
    solution: bool = option("--solution",
        ("convert", "", "Write a solution, too, as the answer of the board (penpa)."))
    source: str | None = option("--from",
        (_BOARD, _READ, "The format of INSTANCE; without it the content tells."),
        ("batch", _READ, "The format of the boards; without it the content tells."),
        ("generate", "FILE", "Complete the board in FILE, in any format, that someone has begun."),
        ("new", "FILE.lp", "Begin with a copy of this program, and the lines that draw it as it is drawn without."))
    constants: list[str] = option("-c --const",
        (f"{_BOARD} generate batch", "NAME=VALUE", "Set a constant of the program."))
    rules: list[str] = option("--with",
        (f"{_BOARD} rules test generate batch", "FILE.lp", "Add the rules of another program."))
    format: str = option("-f --format",
        ("solve decode", f"auto|{_STYLES}|facts|json|jsonl|{_PICTURES}",
         "How to write solutions; auto goes by FILE or the terminal.", "auto"),
        ("generate", f"auto|{_STYLES}|facts|json|jsonl|{_PICTURES}", "How to write boards; auto is facts.", "auto"),
        ("show", f"auto|{_STYLES}|json|{_PICTURES}", f"How to draw it; {_BY_FILE}", "auto"),
        ("forced", f"auto|{_STYLES}|facts|json|{_PICTURES}", f"How to draw it; {_BY_FILE}", "auto"),
        ("check hint", f"auto|text|json|{_PICTURES}", f"How to write the result; {_BY_FILE}", "auto"),
        ("explain", "auto|text|json|jsonl|html", f"How to write it; {_BY_FILE}", "auto"),
        ("batch", "auto|jsonl|csv", f"How to write lines; {_BY_FILE}", "auto"),
        ("list", "auto|text|json|html", "How to write it: html is a gallery; auto goes by FILE.", "auto"),
        ("rules new test rate cnf convert copy", "text|json", "How to write the result.", "text"))
    output: str | None = option("-o --output",
        ("solve decode", "FILE", "Write to FILE: .txt, .lp (facts), .json, .jsonl, .svg, .html, .png or .pdf."),
        ("forced", "FILE", "Write to FILE: .txt, .lp (facts), .json, .svg, .html, .png or .pdf."),
        ("show check hint", "FILE", "Write to FILE: .txt, .json, .svg, .html, .png or .pdf."),
        ("explain", "FILE", "Write to FILE: .html (a page to step through), .txt, .json or .jsonl."),
        ("generate", "FILE|DIR", "Write to FILE (.lp, .txt, .json, .svg, ...), or each board into a file in DIR."),
        ("batch", "FILE|DIR", "Write to FILE: .jsonl or .csv; with --split to files in DIR."),
        ("list", "FILE", "Write to FILE: .html (a gallery of the puzzles), .txt or .json."),
        ("cnf convert", "FILE", "Write to FILE."))
    threads: str = option("-t --threads", ("solve", "N", "Solve with N threads.", "1"))
    seed: int | None = option("--seed", ("solve", "N", "Set the seed of the solver."),
        ("generate batch", "S", "Make the boards of the seed S: the same ones always."))
    configuration: str | None = option("--configuration",
        ("solve", _CONFIGURATIONS, "Use one of clingo's configurations."))
    time_limit: float | None = option("--time-limit",
        (f"{_BOARD} generate", "S", "Stop after S seconds."),
        ("batch", "S", "Give up each board after S seconds."),
        ("test", "S", "Count each instance for S seconds at most.", 60.0))
    memory_limit: int | None = option("--memory-limit",
        (f"{_BOARD} generate", "MB", "Stop at MB mebibytes of memory."),
        ("batch", "MB", "Give up a board that takes MB mebibytes of memory."))
    stats: bool = option("--stats", ("solve", "", "Say what the search cost."))
    jobs: int | None = option("-j --jobs",
        ("batch", "N", "Work in N processes; without it as many as there are processors."))
    resume: bool = option("--resume", ("batch", "", "Go on with FILE: no board that is in it is done again."))
    unordered: bool = option("--unordered", ("batch", "", "Write lines as they come, not in the order of the boards."))
    lines: bool = option("--lines", ("batch", "", "In texts each line is a board."))
    recipe: str | None = option("--recipe", ("batch", "FILE.toml", "Make the boards that a recipe asks for."))
    split: str | None = option("--split", ("batch", "SHARES", "Part boards to train, validate and test: 90,5,5."))
    dask: str | None = option("--dask", ("batch", "ADDRESS|local", "Work on a Dask cluster, or one in this machine."))
    port: int | None = option("--port", ("web", "P", "Use this port; without it 8642, or any if that is taken."))
    no_browser: bool = option("--no-browser", ("web", "", "Print the address only."))
    static: str | None = option("--static",
        ("web", "DIR", "Write the page as files for a web space: it needs no server."))
    offline: str | None = option("--offline",
        ("web", "FOLDER", "With --static: take Pyodide from FOLDER, and nothing from elsewhere."))
    watch: bool = option("--watch", ("solve", "", "Solve again whenever a file changes."))
    # fmt: on

    def __init__(
        self, library: Library, command: str, words: Sequence[str], values: Mapping[str, Any], more: More = NOTHING
    ) -> None:
        """``words`` are as many as the command takes; ``values`` are those of the options that were given."""
        self.library = library
        self.more = more
        self.command = command
        rest, arguments = iter(words), COMMANDS[command].arguments
        optional = [argument for argument in arguments if argument.startswith("[")]
        left_out = optional[len(optional) - max(0, len(arguments) - len(words)) :]
        for argument in arguments:
            if argument.endswith("..."):
                setattr(self, POSITIONAL[argument.strip("[].")], list(rest))
            else:
                setattr(self, POSITIONAL[argument.strip("[]")], None if argument in left_out else next(rest))
        for name, each in OPTIONS.items():
            setattr(self, name, values.get(name, each.default(command)))
        self.rules = [*self.rules, *more.rules]


OPTIONS: dict[str, Option] = {name: each for name, each in vars(Arguments).items() if isinstance(each, Option)}

# The attributes for the arguments; and what they are, to some commands something else than to most.
POSITIONAL = {
    "NAME": "name",
    "INSTANCE": "instance",
    "SIZE": "extent",
    "FORMULA": "formula",
    "ANSWER": "answer",
    "DIR": "directory",
    "WORD": "word",
    "COMMAND": "task",
    "BOARDS": "boards",
}
POSITIONAL_HELP = {
    "NAME": "The name of a puzzle, or the path of its program.",
    "new NAME": "The name of the new puzzle.",
    "web NAME": "The name of a puzzle, or a file that was shared.",
    "INSTANCE": "A file, - for standard input, the name of an instance, an address or a game ID.",
    "ANSWER": "A file with a drawn board or facts of an answer, or - for standard input.",
    "[INSTANCE] ANSWER": "The instance, where there is one, and a file with a drawn board or facts of an answer; "
    "- is standard input.",
    "[INSTANCE] FORMULA ANSWER": "The instance, the file that cnf wrote, and the solver's answer; - is standard input.",
    "SIZE": "Rows and columns, such as 10x10, as --size takes them.",
    "DIR": "Where the copy goes.",
    "WORD": "A part of a name, of the sentence about a puzzle, or of its kind.",
    "COMMAND": "One of solve, count, unique, forced, rate, explain, check, convert and generate.",
    "BOARDS": "The name of a puzzle, where boards do not say theirs, and directories, files, URLs, or -.",
}

# What solves has no name of its own: it is called by that of a puzzle.
SOLVE = "solve"
# fmt: off
COMMANDS = {name: Command(function, tuple(arguments.split()), help) for name, function, arguments, help in (
    (SOLVE, "solving.solve", "NAME [INSTANCE]", "Solve a board."),
    ("list", "workshop.list_puzzles", "[WORD]", """List the puzzles by kind, or those that a word is about.

    With a word, such as a name, another name or a kind, their instances are listed, too.
    For example: puzzasp list loop"""),
    ("show", "solving.show", "NAME [INSTANCE]", "Draw an unsolved board."),
    ("rules", "workshop.rules", "NAME", "Print the rules of a puzzle in words."),
    ("generate", "making.generate", "NAME [SIZE]", """Make new boards with exactly one solution.

    \b
    For example:
      puzzasp generate tents 10x10 --seed 1 | puzzasp tents -
      puzzasp generate tents -n 10 --difficulty hard -o boards"""),
    ("batch", "batching.batch", "COMMAND [BOARDS]...", """Do the same with many boards, on all processors.

    Boards are in directories and files; each gives a line of JSON. What passes its limit is killed.

    \b
    For example:
      puzzasp batch unique tents boards -o unique.csv --time-limit 10
      puzzasp batch generate --recipe recipe.toml -n 1000 -o boards.jsonl"""),
    ("new", "workshop.begin", "NAME", """Begin a new puzzle from a program that runs.

    Writes it, and an instance, into --asp DIR or the first directory of PUZZASP_PATH.
    For example: puzzasp new mines --asp my-puzzles"""),
    ("test", "workshop.test", "NAME", """Check a program against the contract, and its instances.

    The first line of an instance states its number of solutions, which is counted."""),
    ("check", "explaining.check", "NAME [INSTANCE] ANSWER", """Check an answer: which rules are broken, and where.

    The answer may be a part of one, unless it is final; then it says whether it can be completed."""),
    ("hint", "explaining.hint", "NAME [INSTANCE]", "Give the next deduction with its reason."),
    ("explain", "explaining.explain", "NAME [INSTANCE]", "Explain each step to the solution, or why there is none."),
    ("rate", "explaining.rate", "NAME [INSTANCE]", "Say how hard the way to the solution is."),
    ("forced", "explaining.forced", "NAME [INSTANCE]", """Say what all solutions have in common, and what differs.

    What is forced is drawn; the cells that are not the same in all solutions are pointed at."""),
    ("cnf", "workshop.cnf", "NAME [INSTANCE]", """Write a board as a formula for SAT solvers.

    Its models and the answer sets correspond one to one. decode draws the answer."""),
    ("decode", "solving.decode", "NAME [INSTANCE] FORMULA ANSWER", """Draw the answer of a SAT solver, verified.

    \b
    For example:
      puzzasp cnf tents 6x6 -o out.cnf
      minisat out.cnf answer
      puzzasp decode tents 6x6 out.cnf answer"""),
    ("web", "serving.web", "[NAME] [INSTANCE]", """Play, check, ask why and edit the rules in the browser.

    Only this machine can open the page. NAME may also be a file that someone shared."""),
    ("convert", "workshop.convert", "NAME INSTANCE", "Write a board in another format."),
    ("copy", "workshop.copy_puzzle", "NAME DIR", """Copy a puzzle with its instances into DIR, to edit it.

    With --asp DIR the copy takes the place of the puzzle."""),
)}
# fmt: on
NAMED = tuple(name for name in COMMANDS if name != SOLVE)
# Words that are no commands, and taken for what they mean.
ALIASES = ("help", SOLVE, "version")

"""The command line: one command for each puzzle program found, and a few more."""

from typing import Annotated, Any

import typer
from typer.core import TyperCommand, TyperGroup

from ..errors import PuzzaspError
from ..formats import FORMATS as BOARD_FORMATS
from ..puzzle import Puzzle
from ..puzzle import load as load_puzzle
from ..solve.search import CONFIGURATIONS
from ..words import nearest
from ..write.solutions import DRAWN, FORMATS
from . import commands
from .terminal import INTERRUPTED


def names() -> list[str]:
    return commands.library().names()


def load(name: str) -> Puzzle:
    return load_puzzle(name, library=commands.library())


class Puzzles(TyperGroup):
    """A group of commands that has one for each puzzle program."""

    def list_commands(self, ctx: Any) -> list[str]:
        return [*super().list_commands(ctx), *names()]

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        own = super().get_command(ctx, cmd_name)
        if own or (cmd_name not in names() and not cmd_name.endswith(".lp")):
            return own
        return _puzzle_command(cmd_name)

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        known = self.list_commands(ctx)
        if args and not args[0].startswith("-") and args[0] not in known and not args[0].endswith(".lp"):
            ctx.fail(f"there is no puzzle or command {args[0]}. {nearest(args[0], known)}See: puzzasp list")
        return super().resolve_command(ctx, args)


class PuzzleCommand(TyperCommand):
    """The command of one puzzle; its help, made when asked for, is what its program says about itself."""

    def get_short_help_str(self, limit: int = 45) -> str:
        try:
            self.short_help = load(self.name or "").program.summary
        except PuzzaspError:
            self.short_help = "cannot be read"
        return super().get_short_help_str(limit)

    def format_help(self, ctx: Any, formatter: Any) -> None:
        try:
            puzzle = load(self.name or "")
            text = commands.rules_text(puzzle.program)
            example = next(iter(puzzle.instances()), "")
        except PuzzaspError as error:
            text, example = str(error), ""
        paragraphs = (part for part in text.split("\n\n") if part.strip())
        self.help = "\n\n".join("\b\n" + part for part in [*paragraphs, f"Example: puzzasp {self.name} {example}"])
        super().format_help(ctx, formatter)


app = typer.Typer(
    cls=Puzzles,
    rich_markup_mode=None,  # rich would take 90 ms
    pretty_exceptions_enable=False,
    no_args_is_help=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)


def _version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        import clingo

        print(f"puzzasp {version('puzzasp')}, clingo {clingo.__version__}")
        raise typer.Exit


@app.callback(epilog="Example: puzzasp tents 6x6")
def puzzasp(
    asp: Annotated[
        str | None, typer.Option(metavar="DIR", help="Look for puzzle programs in DIR first, with every command.")
    ] = None,
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the versions and exit.")
    ] = False,
) -> None:
    """Solve and draw logic puzzles that are written as plain clingo programs.

    puzzasp NAME INSTANCE solves a board: a file of facts or a drawn board, "-"
    for standard input, the bare name of an instance that comes with the puzzle,
    or the URL of a puzzle at puzz.link.
    """
    if asp is not None:
        raise typer.BadParameter("expected a directory after --asp")


def _complete_instance(ctx: typer.Context, incomplete: str) -> list[str]:
    try:
        instances = sorted(load(ctx.params.get("name") or ctx.info_name or "").instances())
    except PuzzaspError:
        return []
    return [name for name in instances if name.startswith(incomplete)]


_INSTANCE = "A file, - for standard input, the name of an instance, or a URL."
InstanceArgument = Annotated[
    str | None, typer.Argument(metavar="INSTANCE", help=_INSTANCE, autocompletion=_complete_instance)
]
RequiredInstance = Annotated[str, typer.Argument(metavar="INSTANCE", help=_INSTANCE, autocompletion=_complete_instance)]
FromOption = Annotated[
    str | None,
    typer.Option(
        "--from", metavar="|".join(BOARD_FORMATS), help="The format of INSTANCE; without it the content tells."
    ),
]
ConstOption = Annotated[
    list[str] | None, typer.Option("-c", "--const", metavar="NAME=VALUE", help="Set a constant of the program.")
]
FormatOption = Annotated[
    str,
    typer.Option(
        "-f", "--format", metavar="|".join(FORMATS), help="How to write solutions; auto goes by FILE or the terminal."
    ),
]
OutputOption = Annotated[
    str | None,
    typer.Option(
        "-o", "--output", metavar="FILE", help="Write to FILE: .txt, .lp (facts), .json, .jsonl, .svg, .html or .png."
    ),
]
NameArgument = Annotated[
    str,
    typer.Argument(metavar="NAME", help="The name of a puzzle.", autocompletion=lambda incomplete: names()),
]


def _solve(
    ctx: typer.Context,
    instance: InstanceArgument = None,
    models: Annotated[
        int, typer.Option("-n", "--models", metavar="N", help="Stop after N solutions; 0 gives all.")
    ] = 1,
    count: Annotated[bool, typer.Option("--count", help="Count all solutions and print the number only.")] = False,
    from_: FromOption = None,
    const: ConstOption = None,
    with_: Annotated[
        list[str] | None, typer.Option("--with", metavar="FILE.lp", help="Add the rules of another program.")
    ] = None,
    format: FormatOption = "auto",
    output: OutputOption = None,
    threads: Annotated[str, typer.Option("-t", "--threads", metavar="N", help="Solve with N threads.")] = "1",
    seed: Annotated[int | None, typer.Option(metavar="N", help="Set the seed of the solver.")] = None,
    configuration: Annotated[
        str | None, typer.Option(metavar="|".join(CONFIGURATIONS), help="Use one of clingo's configurations.")
    ] = None,
    time_limit: Annotated[float | None, typer.Option(metavar="S", help="Stop after S seconds.")] = None,
    memory_limit: Annotated[int | None, typer.Option(metavar="MB", help="Stop at MB mebibytes of memory.")] = None,
    stats: Annotated[bool, typer.Option("--stats", help="Say what the search cost.")] = False,
    watch: Annotated[bool, typer.Option("--watch", help="Solve again whenever a file changes.")] = False,
) -> int:
    return commands.solve(
        ctx.command.name or "",
        instance,
        models=models,
        count=count,
        constants=const or (),
        rules=with_ or (),
        form=format,
        output=output,
        threads=threads,
        seed=seed,
        configuration=configuration,
        time_limit=time_limit,
        memory_limit=memory_limit,
        stats=stats,
        watch=watch,
        source=from_,
    )


def _puzzle_command(name: str) -> Any:
    """Make the command of one puzzle."""
    single = typer.Typer(add_completion=False, rich_markup_mode=None, context_settings=app.info.context_settings)
    single.command(name, cls=PuzzleCommand)(_solve)
    command = typer.main.get_command(single)
    command.name = name
    return command


@app.command("list")
def list_() -> int:
    """List the puzzles with their instances."""
    return commands.list_puzzles()


@app.command()
def show(
    name: NameArgument,
    instance: InstanceArgument = None,
    from_: FromOption = None,
    const: ConstOption = None,
    format: Annotated[
        str, typer.Option("-f", "--format", metavar="|".join(DRAWN), help="How to draw it; auto goes by FILE.")
    ] = "auto",
    output: Annotated[
        str | None,
        typer.Option("-o", "--output", metavar="FILE", help="Write to FILE: .txt, .svg, .html or .png."),
    ] = None,
) -> int:
    """Draw an unsolved board."""
    return commands.show(name, instance, constants=const or (), form=format, output=output, source=from_)


@app.command()
def rules(name: NameArgument) -> int:
    """Print the rules of a puzzle in words."""
    return commands.rules(name)


@app.command()
def new(name: Annotated[str, typer.Argument(metavar="NAME", help="The name of the new puzzle.")]) -> int:
    """Begin a new puzzle from a program that runs.

    Writes it, and an instance, into --asp DIR or the first directory of PUZZASP_PATH.
    For example: puzzasp new hitori --asp my-puzzles
    """
    return commands.new(name)


@app.command()
def test(name: NameArgument) -> int:
    """Check a program against the contract, and its instances.

    The first line of an instance states its number of solutions, which is counted.
    """
    return commands.test(name)


TimeOption = Annotated[float | None, typer.Option(metavar="S", help="Stop after S seconds.")]
WithOption = Annotated[
    list[str] | None, typer.Option("--with", metavar="FILE.lp", help="Add the rules of another program.")
]


@app.command()
def check(
    name: NameArgument,
    instance: RequiredInstance,
    answer: Annotated[
        str,
        typer.Argument(
            metavar="ANSWER", help="A file with a drawn board or facts of an answer, or - for standard input."
        ),
    ],
    final: Annotated[
        bool, typer.Option("--final", help="The answer is complete: what it does not say is not in it.")
    ] = False,
    from_: FromOption = None,
    const: ConstOption = None,
    with_: WithOption = None,
    format: Annotated[
        str, typer.Option("-f", "--format", metavar="text|json", help="How to print the result.")
    ] = "text",
    time_limit: TimeOption = None,
) -> int:
    """Check an answer: which rules are broken, and where.

    The answer may be a part of one, unless it is final; then it says whether it can be completed.
    """
    from . import explaining

    return explaining.check(
        name,
        instance,
        answer,
        final=final,
        constants=const or (),
        rules=with_ or (),
        form=format,
        time_limit=time_limit,
        source=from_,
    )


@app.command()
def hint(
    name: NameArgument,
    instance: InstanceArgument = None,
    given: Annotated[
        str | None, typer.Option(metavar="ANSWER", help="A file with what is known already: a drawn board or facts.")
    ] = None,
    level: Annotated[int, typer.Option(metavar="1|2|3", help="1: where to look, 2: what is there, 3: why.")] = 3,
    from_: FromOption = None,
    const: ConstOption = None,
    with_: WithOption = None,
    time_limit: TimeOption = None,
) -> int:
    """Give the next deduction with the smallest reason."""
    from . import explaining

    return explaining.hint(
        name,
        instance,
        given=given,
        level=level,
        constants=const or (),
        rules=with_ or (),
        time_limit=time_limit,
        source=from_,
    )


@app.command()
def explain(
    name: NameArgument,
    instance: InstanceArgument = None,
    from_: FromOption = None,
    const: ConstOption = None,
    with_: WithOption = None,
    format: Annotated[
        str, typer.Option("-f", "--format", metavar="auto|text|json|html", help="How to write it; auto goes by FILE.")
    ] = "auto",
    output: Annotated[
        str | None,
        typer.Option("-o", "--output", metavar="FILE", help="Write to FILE: .html (a page to step through) or .json."),
    ] = None,
    time_limit: TimeOption = None,
    memory_limit: Annotated[int | None, typer.Option(metavar="MB", help="Stop at MB mebibytes of memory.")] = None,
) -> int:
    """Explain each step to the solution, or why there is none."""
    from . import explaining

    return explaining.explain(
        name,
        instance,
        constants=const or (),
        rules=with_ or (),
        form=format,
        output=output,
        time_limit=time_limit,
        memory_limit=memory_limit,
        source=from_,
    )


@app.command()
def rate(
    name: NameArgument,
    instance: InstanceArgument = None,
    from_: FromOption = None,
    const: ConstOption = None,
    with_: WithOption = None,
    time_limit: TimeOption = None,
) -> int:
    """Say how hard the way to the solution is."""
    from . import explaining

    return explaining.rate_command(
        name, instance, constants=const or (), rules=with_ or (), time_limit=time_limit, source=from_
    )


MemoryOption = Annotated[int | None, typer.Option(metavar="MB", help="Stop at MB mebibytes of memory.")]


@app.command()
def cnf(
    name: NameArgument,
    instance: InstanceArgument = None,
    output: Annotated[str | None, typer.Option("-o", "--output", metavar="FILE", help="Write to FILE.")] = None,
    to: Annotated[
        str, typer.Option(metavar="cnf|opb", help="DIMACS CNF, or OPB for pseudo-Boolean solvers; auto by the suffix.")
    ] = "auto",
    from_: FromOption = None,
    const: ConstOption = None,
    with_: WithOption = None,
    time_limit: TimeOption = None,
    memory_limit: MemoryOption = None,
) -> int:
    """Write a board as a formula for SAT solvers.

    Its models and the answer sets correspond one to one. decode draws the answer.
    """
    from . import solvers

    return solvers.cnf(
        name,
        instance,
        source=from_,
        constants=const or (),
        rules=with_ or (),
        form=to,
        output=output,
        time_limit=time_limit,
        memory_limit=memory_limit,
    )


@app.command()
def decode(
    name: NameArgument,
    files: Annotated[
        list[str],
        typer.Argument(
            metavar="[INSTANCE] FORMULA ANSWER",
            help="The instance, the file that cnf wrote, and the solver's answer, - for standard input.",
        ),
    ],
    from_: FromOption = None,
    const: ConstOption = None,
    with_: WithOption = None,
    format: FormatOption = "auto",
    output: OutputOption = None,
    time_limit: TimeOption = None,
    memory_limit: MemoryOption = None,
) -> int:
    """Draw the answer of a SAT solver, verified.

    \b
    For example:
      puzzasp cnf tents 6x6 -o out.cnf
      minisat out.cnf answer
      puzzasp decode tents 6x6 out.cnf answer
    """
    from . import solvers

    if len(files) not in (2, 3):
        raise typer.BadParameter("expected [INSTANCE] FORMULA ANSWER: two or three files")
    return solvers.decode(
        name,
        files[0] if len(files) == 3 else None,
        *files[-2:],
        source=from_,
        constants=const or (),
        rules=with_ or (),
        form=format,
        output=output,
        time_limit=time_limit,
        memory_limit=memory_limit,
    )


@app.command()
def convert(
    name: NameArgument,
    instance: RequiredInstance,
    to: Annotated[str, typer.Option("--to", metavar="|".join(BOARD_FORMATS), help="The format to write.")],
    from_: FromOption = None,
    const: ConstOption = None,
    output: Annotated[str | None, typer.Option("-o", "--output", metavar="FILE", help="Write to FILE.")] = None,
) -> int:
    """Write an instance as facts, text, JSON, URL or game ID."""
    return commands.convert(name, instance, to, constants=const or (), output=output, source=from_)


@app.command()
def copy(
    name: NameArgument, directory: Annotated[str, typer.Argument(metavar="DIR", help="Where the copy goes.")]
) -> int:
    """Copy a puzzle with its instances into DIR, to edit it.

    With --asp DIR the copy takes the place of the puzzle.
    """
    return commands.copy(name, directory)


def run_app(arguments: list[str]) -> int:
    """Parse the arguments and run the command; give the exit status."""

    def run() -> int:
        result = app(arguments, prog_name="puzzasp", standalone_mode=False)
        return result if isinstance(result, int) else 0

    try:
        return commands.guarded(run)
    except typer.Abort:
        return INTERRUPTED
    except Exception as error:
        # The usage errors of the command line parser have these two.
        if hasattr(error, "show") and hasattr(error, "exit_code"):
            error.show()
            return int(error.exit_code)
        raise

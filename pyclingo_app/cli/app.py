"""The command line for typer, made of the table: help, completion, and what is wrong with a command line."""

import inspect
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Annotated, Any

import typer
from typer.core import CompletionItem, TyperCommand, TyperGroup  # type: ignore[attr-defined]

from ..errors import PuzzaspError, UsageError
from ..program.library import Library
from ..puzzle import Puzzle, load
from ..words import nearest
from ..write.programs import rules_text
from .fast import perform
from .options import COMMANDS, NAMED, OPTIONS, POSITIONAL, POSITIONAL_HELP, SOLVE, Arguments
from .terminal import Status, report

# What typer's own errors about a command line are, too, and has no name there.
_UsageError: Any = typer.BadParameter.__base__
# Words that people try as commands, and what does that.
_MEANT = {
    "count": "puzzasp NAME INSTANCE --count", "all": "puzzasp NAME INSTANCE -n 0", "draw": "show", "print": "show",
    "view": "show", "play": "web", "gui": "web", "edit": "web", "create": "generate", "make": "generate",
    "why": "explain", "verify": "check", "grade": "rate", "difficulty": "rate", "export": "convert", "sat": "cnf",
}  # fmt: skip
_CONTEXT = {"help_option_names": ["-h", "--help"], "max_content_width": 100}


class Puzzles(TyperGroup):
    """A group of commands that has one for each puzzle; help, which would be long, lists the others."""

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        own = super().get_command(ctx, cmd_name)
        if own or not (_library(ctx).knows(cmd_name) or cmd_name.endswith(".lp")):
            return own
        single = typer.Typer(add_completion=False, rich_markup_mode=None, context_settings=_CONTEXT)
        single.command(cmd_name, cls=PuzzleCommand)(_function(SOLVE))
        command = typer.main.get_command(single)
        command.name = cmd_name
        return command

    def shell_complete(self, ctx: Any, incomplete: str) -> list[Any]:
        found = super().shell_complete(ctx, incomplete)
        for name in _complete_name(ctx, incomplete):
            with suppress(PuzzaspError):  # what cannot be read is not offered
                found.append(CompletionItem(name, help=_library(ctx).headline(name).summary))
        return found

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        known = [*self.list_commands(ctx), *_names(_library(ctx))]
        if args and not args[0].startswith("-") and args[0] not in known and not args[0].endswith(".lp"):
            begun = [name for name in self.list_commands(ctx) if name.startswith(args[0])]
            other = f"Did you mean {_MEANT.get(args[0]) or begun[0]}? " if args[0] in _MEANT or begun else ""
            meant = _library(ctx).meant(args[0]) or other or nearest(args[0], known)
            hint = f"{meant}A puzzle is solved by its name, puzzasp NAME INSTANCE. See: puzzasp list"
            raise UsageError(f"there is no puzzle or command {args[0]}", hint)
        return super().resolve_command(ctx, args)


class PuzzleCommand(TyperCommand):
    """The command of one puzzle; its help, made when asked for, is what its program says about itself."""

    def format_help(self, ctx: Any, formatter: Any) -> None:
        try:
            puzzle = _puzzle(ctx)
            text = rules_text(puzzle.program)
            example = next(iter(puzzle.instances()), "")
        except PuzzaspError as error:
            text, example = str(error), ""
        paragraphs = (part for part in text.split("\n\n") if part.strip())
        self.help = "\n\n".join("\b\n" + part for part in [*paragraphs, f"Example: puzzasp {self.name} {example}"])
        super().format_help(ctx, formatter)


def _library(ctx: Any) -> Library:
    """The library of a command line: found before typer reads it, but while it is completed."""
    library: Library = ctx.find_root().obj
    folder = ctx.find_root().params.get("asp")
    return Library([folder, *library.folders[:-1]]) if folder else library


def _puzzle(ctx: Any) -> Puzzle:
    return load(ctx.params.get("name") or ctx.info_name or "", library=_library(ctx))


def _names(library: Library) -> list[str]:
    """The names of all puzzles, with those that stand for values of constants."""
    return sorted({*library.names(), *library.variants()})


def _complete_name(ctx: typer.Context, incomplete: str) -> list[str]:
    return [name for name in _names(_library(ctx)) if name.startswith(incomplete)]


def _complete_instance(ctx: typer.Context, incomplete: str) -> list[str]:
    try:
        return [name for name in sorted(_puzzle(ctx).instances()) if name.startswith(incomplete)]
    except PuzzaspError:
        return []


_COMPLETION = {"NAME": _complete_name, "INSTANCE": _complete_instance}


def _function(command: str) -> Callable[..., int]:
    """Make the function whose signature tells typer what a command takes."""

    def call(ctx: typer.Context, **given: Any) -> int:
        words = [given.pop(name) for name in list(given) if name not in OPTIONS]
        if isinstance(words[-1] if words else None, list | tuple):
            words += words.pop()
        words = [word for word in words if word is not None]
        if command == SOLVE:
            words.insert(0, ctx.command.name or "")
        if not COMMANDS[command].takes(len(words)):
            raise typer.BadParameter(f"expected {' '.join(COMMANDS[command].arguments)}")
        return perform(Arguments(ctx.find_root().obj, command, words, given))

    own = inspect.Parameter("ctx", inspect.Parameter.POSITIONAL_OR_KEYWORD, annotation=typer.Context)
    call.__signature__ = inspect.Signature([own, *_arguments(command), *_options(command)])  # type: ignore[attr-defined]
    call.__doc__ = COMMANDS[command].help
    return call


def _parameter(name: str, kind: Any, info: Any, default: Any) -> inspect.Parameter:
    required = {} if default is ... else {"default": default}
    return inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, annotation=Annotated[kind, info], **required)


def _arguments(command: str) -> Iterator[inspect.Parameter]:
    arguments = list(COMMANDS[command].arguments[command == SOLVE :])
    while arguments:
        argument = arguments.pop(0)
        name, optional = argument.strip("[]"), argument.startswith("[")
        # Typer cannot leave out an argument before others.
        several = optional and any(not later.startswith("[") for later in arguments)
        if argument.endswith("..."):
            name = argument.strip("[].")
            info = typer.Argument(metavar=argument, help=POSITIONAL_HELP[name])
            yield _parameter(POSITIONAL[name], list[str], info, [])
            return
        metavar = " ".join([argument, *arguments]) if several else name
        text = POSITIONAL_HELP.get(f"{command} {name}") or POSITIONAL_HELP[metavar]
        info = typer.Argument(metavar=metavar, help=text, autocompletion=_COMPLETION.get(name))
        if several:
            yield _parameter(POSITIONAL[name], list[str], info, ...)
            return
        yield _parameter(POSITIONAL[name], str | None if optional else str, info, None if optional else ...)


def _options(command: str) -> Iterator[inspect.Parameter]:
    for name, option in OPTIONS.items():
        if command in option.rows:
            row = option.rows[command]
            info = typer.Option(*option.flags, metavar=row.metavar or None, help=row.help)
            yield _parameter(name, option.kind, info, option.default(command))


app = typer.Typer(
    cls=Puzzles,
    rich_markup_mode=None,  # rich would take 90 ms
    pretty_exceptions_enable=False,
    no_args_is_help=True,
    context_settings=_CONTEXT,
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
        bool, typer.Option("-V", "--version", callback=_version, is_eager=True, help="Show the versions and exit.")
    ] = False,
) -> None:
    """Solve and draw logic puzzles that are written as plain clingo programs.

    puzzasp NAME INSTANCE solves a board: a file of facts or a drawn board, "-"
    for standard input, the bare name of an instance that comes with the puzzle,
    or the address of a board at puzz.link or Penpa-edit, without NAME. puzzasp list
    names the puzzles, and puzzasp NAME -h tells the rules of one.
    """


for _name in NAMED:
    app.command(_name)(_function(_name))


def _plain(error: Any) -> UsageError:
    """What is wrong with a command line, as all errors are told; an option is suggested only if it is much like it."""
    path = error.ctx.command_path if error.ctx else "puzzasp"
    message, hint = error.format_message().rstrip("."), ""
    if message.startswith("Got unexpected extra argument"):
        hint = "puzzasp batch works on many boards. "
    if option := getattr(error, "option_name", "") if hasattr(error, "possibilities") else "":
        message = f"there is no option {option}"
        own = error.ctx.command.params if error.ctx else ()
        known = {flag.lstrip("-"): flag for each in own for flag in each.opts if flag.startswith("--")}
        if meant := nearest(option.lstrip("-"), known):
            hint = meant.replace("mean ", "mean --")
    return UsageError(message[:1].lower() + message[1:], f"{hint}{path} --help says what can be given.")


def run_app(arguments: list[str], library: Library) -> int:
    """Parse the arguments and run the command; give the exit status."""
    try:
        result = app(arguments, prog_name="puzzasp", standalone_mode=False, obj=library)
    except typer.Abort:
        return Status.INTERRUPTED
    except _UsageError as error:
        if not arguments:
            error.show()
            return int(error.exit_code)
        return report(_plain(error))
    return result if isinstance(result, int) else 0

"""What the commands do: each prints and gives an exit status.

Kept apart from the command line itself, so that the plain call with a puzzle
and an instance does not wait for typer to be imported.
"""

import os
import re
import sys
from collections.abc import Callable, Sequence

from ..draw.text import render_text
from ..errors import InstanceError, LimitError, ProgramError, UsageError
from ..facts.instance import Instance
from ..program.library import NAME, Library, instances
from ..program.program import Program
from ..program.source import HERE, PACKAGED
from ..puzzle import Puzzle, load
from ..solve.limits import Limits, peak_memory
from ..solve.run import Guarded, Run
from ..solve.search import Outcome, Search
from ..words import counted, display_name, natural
from ..write.solutions import DRAWN, PICTURES, PictureWriter, summary_fields, writer
from ..write.target import Output
from ..write.words import summary
from .terminal import (
    BAD_INPUT,
    INTERRUPTED,
    LIMIT,
    SOLVED,
    UNSATISFIABLE,
    colour_wanted,
    report,
    resolve,
)

# What puzzasp itself is asked to do: no puzzle can be called by these names.
COMMANDS = (
    "list", "show", "rules", "new", "test", "check", "hint", "explain", "rate", "cnf", "decode", "convert", "copy",
)  # fmt: skip

TEMPLATE = os.path.join(HERE, "template")


def library() -> Library:
    """The programs in the directories of PUZZASP_PATH, and those that come with puzzasp."""
    return Library(folder for folder in os.environ.get("PUZZASP_PATH", "").split(os.pathsep) if folder)


def open_puzzle(
    name: str,
    instance: str | None,
    source: str | None = None,
    constants: Sequence[str] = (),
    rules: Sequence[str] = (),
    time_limit: float | None = None,
    memory_limit: int | None = None,
) -> tuple[Puzzle, Instance | None]:
    """Load a puzzle and read an instance of it; the limits count from here."""
    limits = Limits(time_limit, memory_limit)
    puzzle = load(name, constants=parse_constants(constants), rules=rules, library=library(), run=Guarded(limits))
    return puzzle, read_board(puzzle, instance, source)


def read_board(puzzle: Puzzle, instance: str | None, source: str | None = None) -> Instance | None:
    """Read the instance that a command names, under the limits of the puzzle; None if it names none."""
    if instance is None or puzzle.run is None:
        return None
    return puzzle.run.call(lambda: puzzle.read(instance, source))


def solve(
    name: str,
    instance: str | None = None,
    *,
    models: int = 1,
    count: bool = False,
    constants: Sequence[str] = (),
    rules: Sequence[str] = (),
    form: str = "auto",
    output: str | None = None,
    threads: str = "1",
    seed: int | None = None,
    configuration: str | None = None,
    time_limit: float | None = None,
    memory_limit: int | None = None,
    stats: bool = False,
    watch: bool = False,
    source: str | None = None,
) -> int:
    """Solve a puzzle and draw what is found; give the exit status."""

    def run(cancel: Callable[[], bool] | None, note: Callable[[Sequence[str]], None]) -> int:
        limits = Limits(time_limit, memory_limit, cancel)
        host = _worker(limits) if watch else Guarded(limits)
        puzzle = load(name, constants=parse_constants(constants), rules=rules, library=library(), run=host)
        note(puzzle.program.files)
        if instance is not None and instance != "-":
            note([puzzle.locate(instance)[0]])
        board = read_board(puzzle, instance, source)
        search = puzzle.solve(
            board, models=models, threads=threads, seed=seed, configuration=configuration, stats=stats
        )
        try:
            status = (_count if count else _write)(search, form, output)
        finally:
            print_warnings(search.warnings)
        if stats:
            print_statistics(search.outcome)
        if status == UNSATISFIABLE and not count and instance != "-":
            why = command_line("explain", puzzle, name, instance, constants=constants, rules=rules, source=source)
            print(f"Why: {why}", file=sys.stderr)
        return status

    if not watch:
        return run(None, lambda files: None)
    from .watch import watch as watch_files

    return watch_files(run, [library().find(name), *rules])


def command_line(
    command: str,
    puzzle: Puzzle,
    name: str,
    instance: str | None,
    *,
    constants: Sequence[str] = (),
    rules: Sequence[str] = (),
    source: str | None = None,
) -> str:
    """Give the command for a puzzle with these arguments, quoted, to be pasted into a shell; "" solves."""
    import shlex

    folder = os.path.dirname(puzzle.program.path)
    words = ["puzzasp"]
    # A program found by its name elsewhere: in --asp DIR, or in PUZZASP_PATH.
    if not name.endswith(".lp") and folder != PACKAGED:
        words += ["--asp", display_name(folder)]
    words += [command, name] if command else [name]
    words += [instance] if instance is not None else []
    words += [word for constant in constants for word in ("-c", constant)]
    words += [word for file in rules for word in ("--with", file)]
    return shlex.join([*words, *(["--from", source] if source else [])])


def _write(search: Search, form: str, path: str | None) -> int:
    output = Output(path)
    out = writer(resolve(form, path), output, path is None and colour_wanted())
    try:
        for solution in search:
            print_warnings(search.warnings)
            out.solution(solution)
    except KeyboardInterrupt:
        search.stop("interrupt")
    except LimitError as limit:
        # Solving or a drawing was stopped, or memory ran out.
        search.stop(limit.reason)
    outcome = search.outcome
    if outcome.stopped == "cancel":
        return SOLVED
    print_warnings(search.warnings)
    out.end(search.problem, outcome, summary(outcome))
    output.flush()
    return _status(outcome)


def _count(search: Search, form: str, path: str | None) -> int:
    output = Output(path)
    form = resolve(form, path)
    if form == "facts" or form in PICTURES:
        raise UsageError(
            f"a number of solutions cannot be written as {form}", "Write it as json, jsonl or plain text (.txt)."
        )
    try:
        search.exhaust()
    except KeyboardInterrupt:
        search.stop("interrupt")
    except LimitError as limit:
        search.stop(limit.reason)
    outcome = search.outcome
    if outcome.stopped == "cancel":
        return SOLVED
    print_warnings(search.warnings)
    if form in ("json", "jsonl"):
        from json import dumps

        fields = summary_fields(search.problem, outcome)
        output.write(dumps(fields, ensure_ascii=False, indent=2 if form == "json" else None) + "\n")
    else:
        # The sign that clingo, too, puts behind a number that may be too small.
        output.write(f"{outcome.count}{'' if outcome.complete else '+'}\n")
    output.flush()
    if path or not outcome.complete:
        output.note(summary(outcome))
    if outcome.complete:
        return SOLVED if outcome.count else UNSATISFIABLE
    return INTERRUPTED if outcome.stopped == "interrupt" else LIMIT


def print_warnings(warnings: list[str]) -> None:
    """Print what clingo warns of, each warning once, to standard error; called before the result is told."""
    while warnings:
        print(f"warning: {warnings.pop(0)}", file=sys.stderr)


def _status(outcome: Outcome) -> int:
    if outcome.stopped == "interrupt":
        return INTERRUPTED
    if outcome.count:
        return SOLVED
    return UNSATISFIABLE if outcome.complete else LIMIT


def _worker(limits: Limits) -> Run:
    """Work in a process that is killed when a file changes: of an endless rule nothing goes on."""
    from ..jobs.client import Worker

    return Worker(limits)


def parse_constants(given: Sequence[str]) -> dict[str, str]:
    """Read constants given as NAME=VALUE; raise UsageError for other texts."""
    constants = {}
    for text in given:
        key, sign, value = text.partition("=")
        if not sign or not key.strip() or not value.strip():
            raise UsageError(f"expected NAME=VALUE after --const, found {text!r}", "For example: -c n=8.")
        constants[key.strip()] = value.strip()
    return constants


def print_statistics(outcome: Outcome) -> None:
    """Print what the search cost, to standard error."""
    rows: list[tuple[str, object]] = [("solutions", outcome.count), ("seconds", f"{outcome.seconds:.3f}")]
    if outcome.grounded is not None:
        rows.append(("  grounding", f"{outcome.grounded:.3f}"))
        rows.append(("  solving", f"{outcome.seconds - outcome.grounded:.3f}"))
    if outcome.statistics:
        rules = outcome.statistics["problem"]["lp"]
        problem = outcome.statistics["problem"]["generator"]
        solvers = outcome.statistics["solving"]["solvers"]
        rows += [
            ("ground rules", int(rules["rules"])),
            ("atoms", int(rules["atoms"])),
            ("variables", int(problem["vars"])),
            ("constraints", int(problem["constraints"])),
            ("choices", int(solvers["choices"])),
            ("conflicts", int(solvers["conflicts"])),
            ("restarts", int(solvers["restarts"])),
        ]
    try:
        rows.append(("peak memory", f"{peak_memory():.0f} MiB"))
    except UsageError:
        rows.append(("peak memory", "unknown on this system"))
    for label, value in rows:
        print(f"{label:14} {value}", file=sys.stderr)


def list_puzzles() -> int:
    """Print each puzzle with its sentence and its instances."""
    from textwrap import TextWrapper

    wrapper = TextWrapper(80, subsequent_indent=" " * 13, break_long_words=False, break_on_hyphens=False)
    for name in library().names():
        try:
            program = library().program(name)
        except ProgramError as error:
            print(f"{name:12} cannot be read: {error.message}")
            continue
        print(wrapper.fill(f"{name:12} {program.summary}"))
        there = ", ".join(sorted(instances(program), key=natural)) or "(no instances)"
        print(wrapper.fill(f"{'':12} {there}") + "\n")
    print("Solve one: puzzasp NAME INSTANCE.  Its rules: puzzasp rules NAME.")
    return SOLVED


def show(
    name: str,
    instance: str | None = None,
    *,
    constants: Sequence[str] = (),
    form: str = "auto",
    output: str | None = None,
    source: str | None = None,
) -> int:
    """Draw the unsolved board."""
    puzzle, facts = open_puzzle(name, instance, source, constants)
    out = Output(output)
    form = resolve(form, output)
    if form not in DRAWN:
        raise UsageError(f"an unsolved board cannot be shown as {form}", f"Use one of {', '.join(DRAWN)}.")
    picture = PictureWriter(out, form) if form in PICTURES else None
    board = puzzle.draw(facts)
    if picture:
        picture.boards.append((board, ""))
        picture.draw(puzzle.program.title, facts, "")
    else:
        out.write(render_text(board, form, output is None and colour_wanted()) + "\n")
    out.flush()
    return SOLVED


def convert(
    name: str,
    instance: str,
    target: str,
    *,
    constants: Sequence[str] = (),
    output: str | None = None,
    source: str | None = None,
) -> int:
    """Write an instance in another format, and say what is written otherwise."""
    from .. import formats

    formats.check_format(target)
    puzzle, board = open_puzzle(name, instance, source, constants)
    out = Output(output)
    text, notes = puzzle.convert(board or Instance("", ()), target)
    out.write(text)
    out.flush()
    for note in notes:
        print(f"note: {note}", file=sys.stderr)
    return SOLVED


def rules_text(program: Program) -> str:
    """The header of a program and the sentences above its rules."""
    sentences = list(dict.fromkeys(rule.sentence for rule in program.rules if rule.sentence and rule.kind != "input"))
    lines = [program.header or program.name, "", "Rules"]
    lines += [f"  {number}. {sentence}" for number, sentence in enumerate(sentences, 1)]
    if not sentences:
        lines.append("  The rules of this program have no sentences above them.")
    if program.defaults:
        lines += ["", "Constants"]
        lines += [f"  {name} = {value}" for name, value in program.defaults.items()]
    return "\n".join(lines)


def rules(name: str) -> int:
    """Print the header of a program and the sentences above its rules."""
    print(rules_text(library().program(name)))
    return SOLVED


def new(name: str) -> int:
    """Write a program that runs, with an instance, into the first directory of the search path."""
    if not NAME.fullmatch(name):
        raise UsageError(
            f"{name} cannot be the name of a puzzle", "Use lower-case letters, digits, _ and -, with a letter first."
        )
    if name in COMMANDS:
        raise UsageError(f"{name} is a command of puzzasp, so no puzzle can be called so", "Choose another name.")
    folder = os.environ.get("PUZZASP_PATH", "").split(os.pathsep)[0]
    if not folder:
        raise UsageError("where should the new puzzle go?", "Name a directory with --asp DIR, or set PUZZASP_PATH.")
    program = os.path.join(folder, name + ".lp")
    # The instances of the puzzles that come with puzzasp lie beside their programs' directory.
    own = os.path.abspath(folder) != PACKAGED
    base = os.path.join(folder if own else os.path.dirname(PACKAGED), "instances")
    instance = os.path.join(base, name, "3x4.lp")
    title = re.sub(r"[_-]+", " ", name).capitalize()
    with open(os.path.join(TEMPLATE, "puzzle.lp"), encoding="utf-8") as file:
        text = file.read()
    with open(os.path.join(TEMPLATE, "3x4.lp"), encoding="utf-8") as file:
        facts = file.read()
    shadowed = name in library().names()
    _write_new(program, text.replace("Template", title))
    _write_new(instance, facts.replace("Template", title))
    print(f"{display_name(program)}\n{display_name(instance)}")
    if shadowed:
        place = display_name(folder)
        print(f"note: there is a puzzle {name} already; where {place} is searched, this one takes its place")
    print(f"Run it: {command_line('', load(name, library=library()), name, '3x4')}")
    return SOLVED


def test(name: str) -> int:
    """Check a program against the contract, and the numbers of solutions of its instances."""
    from ..lint import faults, instance_faults

    run = Guarded(Limits())
    puzzle = load(name, library=library(), run=run)
    found = run.call(lambda: faults(puzzle.program))
    for fault in found:
        print(fault)
    print(f"{display_name(puzzle.program.path)}: {counted(len(found), 'fault') if found else 'keeps to the contract'}")
    wrong = 0
    for instance, difference in instance_faults(puzzle.program):
        wrong += bool(difference)
        print(f"{instance:14} {difference or 'has the number of solutions that its first line states'}")
    return UNSATISFIABLE if found or wrong else SOLVED


def copy(name: str, target: str) -> int:
    """Copy a program, what it includes and its instances, to be edited."""
    puzzle = load(name, library=library())
    program = puzzle.program
    base = os.path.dirname(program.path)
    files = {file: os.path.relpath(file, base) for file in program.files}
    files |= {path: os.path.join("instances", puzzle.name, f"{key}.lp") for key, path in puzzle.instances().items()}
    clash = next((p for p in files.values() if os.path.exists(os.path.join(target, p))), None)
    if clash:
        raise UsageError(f"{display_name(os.path.join(target, clash))} is there already", "Name another directory.")
    for source, place in files.items():
        with open(source, encoding="utf-8") as file:
            _write_new(os.path.join(target, place), file.read())
    print(f"{counted(len(files), 'file')} copied to {display_name(target)}")
    copied = load(os.path.join(target, os.path.basename(program.path)), library=library())
    print(f"Run it: {command_line('', copied, puzzle.name, next(iter(copied.instances()), None))}")
    return SOLVED


def _write_new(path: str, text: str) -> None:
    """Write a file that must not be there yet; raise UsageError when it is, or cannot be."""
    try:
        os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
        with open(path, "x", encoding="utf-8") as file:
            file.write(text)
    except FileExistsError:
        raise UsageError(f"{display_name(path)} is there already", "Choose another name, or delete it first.") from None
    except OSError as error:
        raise UsageError(f"{display_name(path)}: cannot be written: {error.strerror}") from None


def guarded(command: Callable[[], int]) -> int:
    """Run a command; report its errors and give the exit status."""
    try:
        return command()
    except LimitError as error:
        report(error)
        return LIMIT
    except (InstanceError, ProgramError, UsageError) as error:
        report(error)
        return BAD_INPUT

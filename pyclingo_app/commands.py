"""What the commands do: each prints and gives an exit status.

Kept apart from the command line itself, so that the plain call with a puzzle
and an instance does not wait for typer to be imported.
"""

import os
import re
import sys
import time
from collections.abc import Callable, Sequence

from .errors import InstanceError, LimitError, ProgramError, PuzzaspError, UsageError
from .instance import board_number, display_name
from .output import PICTURES, Output, PictureWriter, colour_wanted, resolve, summary, writer
from .puzzle import NAME, Puzzle, find, load, names
from .render import render_text
from .solver import Search

SOLVED, UNSATISFIABLE, BAD_INPUT, LIMIT, INTERRUPTED = 0, 1, 2, 3, 130

TEMPLATE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "template")


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

    def run(cancel: Callable[[], bool] | None, opened: list[Puzzle]) -> int:
        puzzle = load(name, constants=parse_constants(constants), rules=rules)
        opened.append(puzzle)
        board = puzzle.read(instance, source) if instance is not None else None
        search = puzzle.solve(
            board,
            models=models,
            threads=threads,
            seed=seed,
            configuration=configuration,
            stats=stats,
            time_limit=time_limit,
            memory_limit=memory_limit,
            cancel=cancel,
        )
        try:
            status = _count(search) if count else _write(search, form, output)
        finally:
            for warning in search.warnings:
                print(f"warning: {warning}", file=sys.stderr)
        if stats:
            print_statistics(search)
        if status == UNSATISFIABLE and not count and instance != "-":
            place = [f"'{instance}'" if re.search(r"[?&;|'\s]", instance) else instance] if instance else []
            words = [name, *place, *(f"-c {constant}" for constant in constants)]
            print(f"Why: puzzasp explain {' '.join(words)}", file=sys.stderr)
        return status

    if not watch:
        return run(None, [])
    return _watch(run, [name, *([board_number(instance)[0]] if instance and instance != "-" else []), *rules])


def _write(search: Search, form: str, path: str | None) -> int:
    output = Output(path)
    out = writer(form, output)
    try:
        for solution in search:
            out.solution(solution)
    except KeyboardInterrupt:
        search.stopped = search.stopped or "interrupt"
        search.complete = False
    except LimitError as limit:
        # A drawing was stopped, or memory ran out.
        search.stopped = search.stopped or limit.reason
        search.complete = False
    if search.stopped == "cancel":
        return SOLVED
    out.end(search)
    output.flush()
    return _status(search)


def _count(search: Search) -> int:
    try:
        search.exhaust()
    except (KeyboardInterrupt, LimitError) as error:
        search.stopped = error.reason if isinstance(error, LimitError) else "interrupt"
        search.complete = False
    if search.stopped == "cancel":
        return SOLVED
    # The sign that clingo, too, puts behind a number that may be too small.
    print(search.count if search.complete else f"{search.count}+", flush=True)
    if search.complete:
        return SOLVED if search.count else UNSATISFIABLE
    print(summary(search), file=sys.stderr)
    return INTERRUPTED if search.stopped == "interrupt" else LIMIT


def _status(search: Search) -> int:
    if search.stopped == "interrupt":
        return INTERRUPTED
    if search.count:
        return SOLVED
    return UNSATISFIABLE if search.complete else LIMIT


def _watch(run: Callable[[Callable[[], bool] | None, list[Puzzle]], int], named: list[str]) -> int:
    """Run again whenever a file that the last run read has changed; until Ctrl-C."""
    files = [find(named[0]), *named[1:]]
    while True:
        seen = {file: _stamp(file) for file in files}

        def changed(seen: dict[str, object] = seen) -> bool:
            return any(_stamp(file) != stamp for file, stamp in seen.items())

        if sys.stdout.isatty():
            print("\x1b[2J\x1b[H", end="")
        opened: list[Puzzle] = []
        try:
            run(changed, opened)
        except PuzzaspError as error:
            report(error)
        for puzzle in opened:
            for file in puzzle.files:
                if file not in seen:
                    seen[file] = _stamp(file)
                    files.append(file)
        print(f"watching {', '.join(sorted({display_name(file) for file in files}))} - Ctrl-C ends", file=sys.stderr)
        sys.stdout.flush()
        while not changed():
            time.sleep(0.1)


def _stamp(path: str) -> object:
    try:
        status = os.stat(path)
    except OSError:
        return None
    return status.st_mtime_ns, status.st_size, status.st_ino


def parse_constants(given: Sequence[str]) -> dict[str, str]:
    """Read constants given as NAME=VALUE; raise UsageError for other texts."""
    constants = {}
    for text in given:
        key, sign, value = text.partition("=")
        if not sign or not key.strip() or not value.strip():
            raise UsageError(f"expected NAME=VALUE after --const, found {text!r}", "For example: -c n=8.")
        constants[key.strip()] = value.strip()
    return constants


def print_statistics(search: Search) -> None:
    """Print what the search cost, to standard error."""
    from .solver import memory_used

    rows: list[tuple[str, object]] = [("solutions", search.count), ("seconds", f"{search.seconds:.3f}")]
    if search.grounded is not None:
        rows.append(("  grounding", f"{search.grounded:.3f}"))
        rows.append(("  solving", f"{search.seconds - search.grounded:.3f}"))
    if search.statistics:
        rules = search.statistics["problem"]["lp"]
        problem = search.statistics["problem"]["generator"]
        solvers = search.statistics["solving"]["solvers"]
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
        rows.append(("peak memory", f"{memory_used():.0f} MiB"))
    except UsageError:
        rows.append(("peak memory", "unknown on this system"))
    for label, value in rows:
        print(f"{label:14} {value}", file=sys.stderr)


def list_puzzles() -> int:
    """Print each puzzle with its sentence and its instances."""
    for name in names():
        try:
            puzzle = load(name)
        except ProgramError as error:
            print(f"{name:12} cannot be read: {error.message}")
            continue
        print(f"{name:12} {puzzle.summary}")
        instances = puzzle.instances_hint().removeprefix("Give a file, or one of: ").rstrip(".")
        print(f"{'':12} {instances if puzzle.instances() else '(no instances)'}\n")
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
    puzzle = load(name, constants=parse_constants(constants))
    out = Output(output)
    form = resolve(form, output)
    if form in ("facts", "json", "jsonl"):
        raise UsageError(f"an unsolved board cannot be shown as {form}", "Use emoji, unicode, ascii, svg, html or png.")
    picture = PictureWriter(out, form) if form in PICTURES else None
    facts = puzzle.read(instance, source) if instance is not None else None
    board = puzzle.draw(facts)
    if picture:
        picture.boards.append((board, ""))
        picture.draw(puzzle.title, facts, "")
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
    from . import formats

    formats.check_format(target)
    puzzle = load(name, constants=parse_constants(constants))
    out = Output(output)
    text, notes = formats.convert(puzzle, puzzle.read(instance, source), target)
    out.write(text)
    out.flush()
    for note in notes:
        print(f"note: {note}", file=sys.stderr)
    return SOLVED


def rules_text(puzzle: Puzzle) -> str:
    """The header of a program and the sentences above its rules."""
    sentences = list(dict.fromkeys(rule.sentence for rule in puzzle.rules if rule.sentence and rule.kind != "input"))
    lines = [puzzle.header.partition("\nSearch\n")[0] or puzzle.name, "", "Rules"]
    lines += [f"  {number}. {sentence}" for number, sentence in enumerate(sentences, 1)]
    if not sentences:
        lines.append("  The rules of this program have no sentences above them.")
    if puzzle.defaults:
        lines += ["", "Constants"]
        lines += [f"  {name} = {value}" for name, value in puzzle.defaults.items()]
    return "\n".join(lines)


def rules(name: str) -> int:
    """Print the header of a program and the sentences above its rules."""
    print(rules_text(load(name)))
    return SOLVED


def new(name: str) -> int:
    """Write a program that runs, with an instance, into the first directory of the search path."""
    if not NAME.fullmatch(name):
        raise UsageError(
            f"{name} cannot be the name of a puzzle", "Use lower-case letters, digits, _ and -, with a letter first."
        )
    folder = os.environ.get("PUZZASP_PATH", "").split(os.pathsep)[0]
    if not folder:
        raise UsageError("where should the new puzzle go?", "Name a directory with --asp DIR, or set PUZZASP_PATH.")
    program = os.path.join(folder, name + ".lp")
    beside = os.path.join(os.path.dirname(os.path.abspath(folder)), "instances")
    instances = display_name(beside) if os.path.isdir(beside) else os.path.join(folder, "instances")
    instance = os.path.join(instances, name, "3x4.lp")
    title = re.sub(r"[_-]+", " ", name).capitalize()
    with open(os.path.join(TEMPLATE, "puzzle.lp"), encoding="utf-8") as file:
        text = file.read()
    with open(os.path.join(TEMPLATE, "3x4.lp"), encoding="utf-8") as file:
        facts = file.read()
    _write_new(program, text.replace("Template", title))
    _write_new(instance, facts.replace("Template", title))
    print(f"{display_name(program)}\n{display_name(instance)}")
    print(f"Run it: puzzasp --asp {display_name(folder)} {name} 3x4")
    return SOLVED


def test(name: str) -> int:
    """Check a program against the contract, and the numbers of solutions of its instances."""
    from .lint import faults, instance_faults

    puzzle = load(name)
    found = faults(puzzle)
    for fault in found:
        print(fault)
    print(f"{display_name(puzzle.path)}: {f'{len(found)} faults' if found else 'keeps to the contract'}")
    wrong = 0
    for instance, fault in instance_faults(puzzle):
        wrong += bool(fault)
        print(f"{instance:14} {fault or 'has the number of solutions that its first line states'}")
    return UNSATISFIABLE if found or wrong else SOLVED


def copy(name: str, target: str) -> int:
    """Copy a program, what it includes and its instances, to be edited."""
    puzzle = load(name)
    base = os.path.dirname(puzzle.path)
    files = {file: os.path.relpath(file, base) for file in puzzle.files}
    files |= {path: os.path.join("instances", puzzle.name, f"{key}.lp") for key, path in puzzle.instances().items()}
    clash = next((p for p in files.values() if os.path.exists(os.path.join(target, p))), None)
    if clash:
        raise UsageError(f"{display_name(os.path.join(target, clash))} is there already", "Name another directory.")
    for source, place in files.items():
        with open(source, encoding="utf-8") as file:
            _write_new(os.path.join(target, place), file.read())
    print(f"{len(files)} files copied to {display_name(target)}")
    print(f"Run it: puzzasp --asp {display_name(target)} {puzzle.name}")
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


def report(error: PuzzaspError) -> None:
    """Print an error for people, to standard error."""
    print(f"error: {error.message}", file=sys.stderr)
    if error.hint:
        print(f"  {error.hint}", file=sys.stderr)


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

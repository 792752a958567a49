"""The commands about programs and formats: list, rules, new, test, copy, convert and cnf."""

import os
import re
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from ..errors import InstanceError, ProgramError, UsageError
from ..facts.instance import Instance, read_file
from ..program.library import NAME, Library, instances_beside
from ..program.program import read_program
from ..program.source import HERE, PACKAGED
from ..puzzle import load
from ..words import display_name, natural
from ..write import programs
from ..write.report import Report, tell, write_text
from ..write.target import Output
from .options import ALIASES, NAMED, Arguments
from .terminal import (
    Status,
    command_line,
    open_output,
    open_puzzle,
    print_lines,
    read_board,
    terminal_width,
    warn,
    within,
)

if TYPE_CHECKING:
    from ..write.gallery import Exhibit

TEMPLATE = os.path.join(HERE, "template")


def list_puzzles(args: Arguments) -> int:
    """Name each puzzle with its sentence, by kind; those that a word is about with their instances."""
    names = args.library.names()
    told = [(name, about) for name in names for about in _about(args.library, name)]
    # A program takes the place of another name of a puzzle.
    found = [about for name, about in told if about["name"] == name or about["name"] not in names]
    if args.word:
        found = [puzzle for puzzle in found if args.word.lower() in programs.searched(puzzle)]
        if not found:
            raise UsageError(f"no puzzle here is about {args.word}", "puzzasp list names them all.")
    output = open_output(args)
    if args.word or output.form == "json":  # else they are not told
        for puzzle in found:
            if "title" in puzzle:
                path = args.library.find(puzzle["name"])
                puzzle["instances"] = sorted(instances_beside(path, puzzle["title"]), key=natural)
    width = terminal_width() if sys.stdout.isatty() else 80
    if output.form == "html":
        from ..write.gallery import gallery

        own = [puzzle["name"] for puzzle in found if puzzle["name"] in names]
        output.write(gallery([one for name in own if (one := _exhibit(args, name))]))
        output.close()
    else:
        tell(Report(programs.listed(found, bool(args.word), width), {"puzzles": found}), output)
    return Status.SOLVED


def _about(library: Library, name: str) -> Iterator[dict[str, Any]]:
    """What the header of a program says of the puzzle, and of those of its other names that stand for constants."""
    try:
        head = library.headline(name)
    except ProgramError as error:
        yield {"name": name, "error": error.message}
        return
    about = {"title": head.title, "summary": head.summary, "kind": head.kind, "also": list(head.also), "instances": []}
    yield {"name": name, **about}
    for other, constants in head.variants.items():
        settings = " and ".join(map(" = ".join, constants))
        yield {"name": other, **about, "summary": f"{name} with {settings}.", "also": []}


def _exhibit(args: Arguments, name: str) -> "Exhibit | None":
    """Solve and draw an instance of a puzzle that has one solution, of 8 or 6 rows if there is one; None if none is."""
    from ..generate.part import makes
    from ..lint import stored_count
    from ..write.gallery import Exhibit

    puzzle = load(name, library=args.library)
    paths = puzzle.instances()
    unique = [instance for instance in sorted(paths, key=natural) if stored_count(paths[instance]) == 1]
    if not unique:
        return None
    named = next((one for size in ("8x8", "6x6") for one in unique if one.startswith(size)), unique[0])
    instance = puzzle.read(named)
    (solution,) = puzzle.solve(instance)
    commands = [f"puzzasp {name} {named}", f"puzzasp hint {name} {named}", f"puzzasp explain {name} {named}"]
    if makes(puzzle.program):
        commands.append(f"puzzasp generate {name} --size 6x6")
    return Exhibit(puzzle.program, named, (puzzle.draw(instance), solution.board), tuple(commands))


def rules(args: Arguments) -> int:
    """Print the header of a program and the sentences above its rules."""
    program, output = args.library.program(args.name, args.rules), open_output(args)
    tell(Report([programs.rules_text(program, output.columns)], programs.rules_fields(program)), output)
    return Status.SOLVED


def begin(args: Arguments) -> int:
    """Write a program that runs, with an instance, into the first directory of the search path."""
    name, output = args.name, open_output(args)
    if not NAME.fullmatch(name):
        letters = "Use lower-case letters, digits, _ and -, with a letter first."
        stem = name.removesuffix(".lp")
        hint = f"Leave out .lp: puzzasp new {stem}" if name != stem and NAME.fullmatch(stem) else letters
        raise UsageError(f"{name} cannot be the name of a puzzle", hint)
    if name in (*NAMED, *ALIASES):
        raise UsageError(f"{name} is a command of puzzasp, so no puzzle can be called so", "Choose another name.")
    folder = args.library.folders[0]
    if len(args.library.folders) == 1:
        raise UsageError("where should the new puzzle go?", "Name a directory with --asp DIR, or set PUZZASP_PATH.")
    program = os.path.join(folder, name + ".lp")
    # The instances of the puzzles that come with puzzasp lie beside their programs' directory.
    own = os.path.abspath(folder) != PACKAGED
    base = os.path.join(folder if own else os.path.dirname(PACKAGED), "instances")
    instance = os.path.join(base, name, "3x4.lp")
    title = re.sub(r"[_-]+", " ", name).capitalize()
    shadowed = name in args.library.names()
    if args.source:
        _write_new(program, _with_display(args.source))
    else:
        for source, path in (("puzzle.lp", program), ("3x4.lp", instance)):
            with open(os.path.join(TEMPLATE, source), encoding="utf-8") as file:
                _write_new(path, file.read().replace("Template", title))
    result = {
        "program": display_name(program),
        "instance": None if args.source else display_name(instance),
        "notes": [programs.shadows(name, display_name(folder))] if shadowed else [],
        "run": command_line(load(name, library=args.library), name, None if args.source else "3x4"),
    }
    tell(Report(programs.begun(result), result), output)
    return Status.SOLVED


def _with_display(path: str) -> str:
    """The text of a program, and behind it the display part by which it is drawn as without any."""
    from ..solve.drawing import draws
    from ..solve.plain import display_lines

    program = read_program(path)
    if draws(program):
        raise UsageError(f"{path} has a display part already", "puzzasp copy copies a puzzle.")
    text, _ = read_file(path)
    return "\n".join([text.rstrip(), "", "#program display.", *display_lines(program), ""])


def test(args: Arguments) -> int:
    """Check a program against the contract, and the numbers of solutions of its instances."""
    from ..lint import faults, instance_faults

    output = open_output(args)
    puzzle = open_puzzle(args)
    found = within(puzzle, lambda: list(map(str, faults(puzzle.program))))
    verdict = programs.verdict(display_name(puzzle.program.path), len(found))
    if output.form != "json":
        output.write("\n".join([*found, verdict]) + "\n")
    tested = {}
    for instance, fault in instance_faults(puzzle.program, args.time_limit or 60):
        tested[instance] = fault
        if output.form != "json":
            # Counting takes its time: each is told when it is done.
            output.write(programs.tested(instance, fault) + "\n")
            output.flush()
    good = not found and not any(tested.values())
    if output.form == "json":
        result = {"puzzle": puzzle.name, "good": good, "program": found, "instances": tested}
        tell(Report([], result), output)
    output.close()
    return Status.SOLVED if good else Status.UNSATISFIABLE


def copy_puzzle(args: Arguments) -> int:
    """Copy a program, what it includes and its instances, to be edited."""
    from ..lint import stored_count

    output, target = open_output(args), args.directory
    puzzle = load(args.name, library=args.library)
    program = puzzle.program
    base = os.path.dirname(program.path)
    files = {file: os.path.relpath(file, base) for file in program.files}
    files |= {path: os.path.join("instances", puzzle.name, f"{key}.lp") for key, path in puzzle.instances().items()}
    places = [os.path.join(target, place) for place in files.values()]
    clash = next(filter(os.path.exists, places), None)
    if clash:
        raise UsageError(f"{display_name(clash)} is there already", "Name another directory.")
    for source, place in zip(files, places, strict=True):
        with open(source, encoding="utf-8") as file:
            _write_new(place, file.read())
    copied = load(os.path.join(target, os.path.basename(program.path)), library=args.library)
    # A board to begin with, which has a solution.
    boards = (name for name, path in copied.instances().items() if stored_count(path) != 0)
    run = command_line(copied, puzzle.name, next(boards, None))
    result = {"directory": display_name(target), "files": list(map(display_name, places)), "run": run}
    tell(Report(programs.copied(result), result), output)
    return Status.SOLVED


def convert(args: Arguments) -> int:
    """Write an instance in another format, and say what is written otherwise."""
    output = open_output(args)
    puzzle = open_puzzle(args)
    board = read_board(args, puzzle) or Instance("", ())
    answer = next(iter(puzzle.solve(board)), None) if args.solution else None
    if args.solution and answer is None:
        raise InstanceError("there is no solution to write", "Leave out --solution to write the board alone.")
    written = puzzle.convert(board, args.to, answer)
    write_text(written, args.to, output, puzzle.problem(board))
    if output.form != "json":
        print_lines(f"note: {note}" for note in written.notes)
    return Status.SOLVED


def cnf(args: Arguments) -> int:
    """Write a board as a formula for SAT solvers, or as linear constraints."""
    output, form = open_output(args), args.to
    if form == "auto":
        form = "opb" if args.output and args.output.lower().endswith(".opb") else "cnf"
    if form not in ("cnf", "opb"):
        raise UsageError(f"a board cannot be translated to {form}", "Use one of cnf, opb.")
    puzzle = open_puzzle(args)
    board = read_board(args, puzzle)
    formula = puzzle.cnf(board, form == "opb")
    warn(formula.warnings, puzzle.program.warnings)
    write_text(formula, form, output, puzzle.problem(board))
    if output.path:
        output.note(programs.translated(formula.variables, formula.rows, form))
    return Status.SOLVED


def _write_new(path: str, text: str) -> None:
    """Write a file that must not be there yet; raise UsageError when it is, or cannot be."""
    if os.path.lexists(path):
        raise UsageError(f"{display_name(path)} is there already", "Choose another name, or delete it first.")
    os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
    output = Output(path)
    output.write(text)
    output.close()

"""What a solver answered, verified against the formula and against the puzzle's own program."""

from ..errors import InstanceError
from ..solve.problem import Problem
from ..solve.verify import Verified, verify
from .completion import translate
from .dimacs import FormulaFile, broken, read_formula, read_model, same_rows


def decode(problem: Problem, formula: str, answer: str) -> Verified | None:
    """Give the solution that a solver's answer to a formula states, None if it says that there is none.

    Both are given as paths.  Raises InstanceError for files that cannot be read, do not belong together
    or to this problem, and for an answer that is wrong.
    """
    file = read_formula(formula)
    _same_constants(problem, file)
    origin = f"made from {file.instance}" if file.instance not in ("", "none") else "made without an instance"
    same = f"It was {origin}: give the same puzzle, constants and instance."
    true = read_model(answer, file.size)
    if true is None:
        translation = translate(problem, file.linear)
        if translation.atoms != list(file.atoms.values()) or not same_rows(file, translation):
            raise InstanceError(f"{file.name}: is of another board: it says something else", same)
        return None
    fault = broken(file, true)
    if fault:
        raise InstanceError(f"the answer is wrong, it does not fulfil {fault}", "Is it the answer to this file?")
    solution = verify(problem, {atom for variable, atom in file.atoms.items() if variable in true})
    if solution is None:
        raise InstanceError(f"the answer fulfils {file.name}, but it is no solution of this board", same)
    return solution


def _same_constants(problem: Problem, file: FormulaFile) -> None:
    name = problem.program.name
    if file.puzzle != name:
        raise InstanceError(f"{file.name}: is of the puzzle {file.puzzle}, not of {name}", "Name that puzzle.")
    settings = problem.settings
    for constant, value in {**problem.program.defaults, **file.constants}.items():
        if settings.get(constant) != value:
            other = f"not with {constant} = {settings[constant]}" if constant in settings else "which there is no more"
            hint = f"Give the same constants: -c {constant}={value}."
            raise InstanceError(f"{file.name}: was made with {constant} = {value}, {other}", hint)

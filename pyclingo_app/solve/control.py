"""Making controls: a program with its constants and an instance, grounded."""

from collections.abc import Callable, Iterable, Sequence
from itertools import islice

import clingo
from clingo import Function, Symbol, SymbolType, ast

from ..errors import InstanceError, UsageError
from ..program import types
from ..program.library import instances_hint
from ..program.source import Log
from .problem import Problem
from .run import THREADS

# How many faults of an instance are told.
_TOLD = 10
# What to do about a faulty instance, by its format.
_CORRECT = {
    "facts": "Correct the facts{1}; puzzasp rules {0} lists the inputs.",
    "text": "Correct the board{1}; puzzasp show {0} with -f ascii draws boards as they are typed.",
    "json": "Correct the JSON{1}; puzzasp rules {0} lists the inputs.",
    "url": "Copy the whole address, or correct the board.",
    "penpa": "Correct the board, or use another puzzle.",
    "gameid": "Copy the whole game ID.",
}


def sort_key(symbol: Symbol) -> tuple[object, ...]:
    """A key that sorts symbols as people expect: numbers by value, before names and terms."""
    match symbol.type:
        case SymbolType.Number:
            return (1, symbol.number)
        case SymbolType.String:
            return (3, symbol.string)
        case SymbolType.Function:
            arguments = tuple(map(sort_key, symbol.arguments))
            return (2, symbol.name, len(arguments), arguments, symbol.negative)
    return (0,) if symbol.type == SymbolType.Infimum else (4,)


def make_control(options: list[str], problem: Problem, log: Log, statements: Iterable[ast.AST]) -> clingo.Control:
    """Make a control that holds some statements of a program, with the constants of a problem."""
    for name, value in problem.constants.items():
        options = [*options, "-c", f"{name}={value}"]
    with log.raising("The program was not run."):
        control = clingo.Control(options, logger=log, message_limit=100)
        with ast.ProgramBuilder(control) as builder:
            for statement in statements:
                builder.add(statement)
    return control


def add_facts(control: clingo.Control, part: str, facts: Iterable[Symbol | str]) -> None:
    """Add facts as text written from symbols, or as it was written: twice as fast as one by one, and as safe."""
    control.add(part, [], "".join(f"{fact}." for fact in facts))


def ground(control: clingo.Control, problem: Problem, log: Log) -> None:
    """Ground the program that a control holds with the instance of a problem.

    Raises InstanceError with the faults that its rules find.
    """
    written = [str(fact) for fact in problem.facts]
    require_types(problem, written)
    with log.raising("The program was not run."):
        add_facts(control, "base", written)
        control.ground([("base", [])])
    if proves(control, Function("input_error")):
        raise _faulty(problem)


def proves(control: clingo.Control, atom: Symbol) -> bool:
    """Whether an atom is there in all answer sets, as the grounder knows."""
    found = control.symbolic_atoms[atom]
    return found is not None and found.is_fact


def require_types(problem: Problem, written: Sequence[str] = ()) -> None:
    """Raise InstanceError for facts that are not of the types in the table ``Input``, and for values of constants that
    an instance sets and that cannot be; the facts may be written as texts already."""
    program, own = problem.program, problem.instance
    if own and own.form == "facts":
        for name, value in own.constants:
            try:
                program.check_constants({name: value}, program.defaults)
            except UsageError as error:
                raise InstanceError(f"{own.setting(name)}: {error.message}", error.hint) from None
    faults = list(islice(types.faults(program.types, problem.facts, problem.settings, written), _TOLD + 1))
    if faults and problem.instance:
        raise _error(problem, [f"{problem.instance.place(fact)}: {text}" for fact, text in faults])


def _faulty(problem: Problem) -> InstanceError:
    """The error for an instance in which the program's rules find faults."""
    name = problem.program.name
    faults = input_errors(problem)
    if problem.instance is None:
        return InstanceError(f"{name} without an instance: {faults[0]}", instances_hint(problem.program))
    return _error(problem, [f"{problem.instance.name}: {fault}" for fault in faults])


def _error(problem: Problem, faults: list[str]) -> InstanceError:
    form = problem.instance.form if problem.instance else "facts"
    hidden = len(faults) - _TOLD
    more = ("There are more faults. " if hidden == 1 else f"There are {hidden} more faults. ") if hidden > 0 else ""
    todo = _CORRECT[form].format(problem.program.name, " or the constants" if problem.asked else "")
    return InstanceError("\n".join(faults[:_TOLD]), f"{more}{todo}")


def input_errors(problem: Problem) -> list[str]:
    """Give the sentences of the ``input_error`` rules that hold for an instance.

    Each such rule is grounded again with a head that names the rule and holds
    the values of the variables in its sentence.
    """
    from ..program.rules import fill, rule_kind

    program = problem.program
    control = make_control([], problem, Log(), [s for s in program.base if rule_kind(s) in (None, "input")])
    rules = [rule for rule in program.rules if rule.kind == "input"]
    for number, rule in enumerate(rules):
        body = "; ".join(str(literal) for literal in rule.statement.body)
        head = f"_input_error({number},({''.join(v + ',' for v in rule.variables)}))"
        control.add("base", [], f"{head} :- {body}.")
    add_facts(control, "base", problem.facts)
    control.ground([("base", [])])
    faults = []
    for atom in control.symbolic_atoms.by_signature("_input_error", 2):
        number = atom.symbol.arguments[0].number
        rule = rules[number]
        sentence = rule.sentence or f"{rule.place}: the instance breaks this rule."
        values = map(str, atom.symbol.arguments[1].arguments)
        faults.append((number, fill(sentence, dict(zip(rule.variables, values, strict=True)))))
    return [sentence for _, sentence in sorted(set(faults))]


def wait(handle: clingo.SolveHandle, check: Callable[[], None]) -> None:
    """Wait for the next model of a search or its end, which is asynchronous where there are threads; ``check`` is then
    called now and then, to end it."""
    while THREADS and not handle.wait(0.05):
        check()

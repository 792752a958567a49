"""A judge of explanations: whether what is said in their JSON is true, asked of clingo and of nothing that explains.

It reads what ``puzzasp explain NAME BOARD -f json`` writes.  What all solutions have in common comes from the program
as it stands, with stock clingo; what sentences say from a control in which each of them can be switched on alone.
"""

from collections.abc import Callable, Collection, Iterable, Iterator
from copy import deepcopy
from itertools import combinations
from math import comb
from pathlib import Path
from random import Random
from typing import Any

import clingo

from pyclingo_app.facts.instance import instance_of
from pyclingo_app.program.program import read_program
from pyclingo_app.program.rules import fill
from pyclingo_app.program.source import Log
from pyclingo_app.program.transform import switchable
from pyclingo_app.solve.control import ground, make_control
from pyclingo_app.solve.problem import Problem

Json = dict[str, Any]
Mark = tuple[str, bool]  # an atom, and whether it is there
# So many ways in which a count might not hold are tried; a share of more marks is not looked at.
WAYS = 3000


def marks(told: Iterable[Json]) -> list[Mark]:
    """The marks of a piece of JSON."""
    return [(mark["atom"], mark["present"]) for mark in told]


def opposite(mark: Mark) -> Mark:
    """The same atom, there if it was not."""
    return mark[0], not mark[1]


def every_line(argument: Iterable[Json]) -> Iterator[Json]:
    """The lines of an argument, and those of its cases."""
    for line in argument:
        yield line
        for case in line["cases"]:
            yield from every_line(case["argument"])


def plainly(told: Any) -> Any:
    """What is told as the judge reads it: sentences by their texts, and counts that are added as what confines."""
    if isinstance(told, list):
        return list(map(plainly, told))
    if not isinstance(told, dict):
        return told
    if told.keys() == {"text", "cells", "shown"}:
        return told["text"]
    plain = {name: plainly(value) for name, value in told.items()}
    if "quantity" in plain:
        counts = plain.pop("quantity")
        added = counts and counts["need"] and counts["allow"]
        plain["confined"] = {"needs": counts["need"], "limits": counts["allow"]} if added else None
    if "case" in plain:
        plain |= plain.pop("case")
        (line, *more) = plain["argument"]
        plain["confined"] = None if more else line["confined"]
    return plain


def searched(step: Json) -> bool:
    """Whether a reason takes a search: a line has several sentences, and adds no counts."""
    lines = list(every_line(step["argument"]))
    alone = step.get("confined") and len(lines) == 1
    return not alone and any(len(line["sentences"]) > 1 and not line.get("confined") for line in lines)


def stock(problem: Problem) -> clingo.Control:
    """Stock clingo with the program of a problem as it stands, its constants and its board, not grounded yet."""
    constants = [word for name, value in problem.constants.items() for word in ("-c", f"{name}={value}")]
    control = clingo.Control(["0", "--project=show", "--warn=none", *constants])
    control.load(problem.program.path)
    control.add("base", [], "".join(f"{fact}." for fact in problem.facts))
    return control


class Judge:
    """Judges what is said about one board of a program; ``faults`` are what it found, ``judged`` counts the lines.

    ``given`` are marks from which explanations start, right ones or wrong ones.  Raises InstanceError and ProgramError
    for a board or a program with faults.
    """

    def __init__(self, program: Path, board: str, given: Collection[Mark] = ()) -> None:
        self.given = {*given}
        self.faults: list[str] = []
        self.judged = 0
        self._place = ""
        problem = Problem(read_program(str(program)), instance_of(board, "board", None))
        statements, sentences = switchable(problem.program)
        self.control = make_control([], problem, Log(), statements)
        ground(self.control, problem, Log())
        self.literals: dict[str, list[int]] = {}
        for atom in self.control.symbolic_atoms.by_signature("_broken", 2):
            number, values = atom.symbol.arguments
            text, names = sentences[number.number]
            said = fill(text, dict(zip(names, map(str, values.arguments), strict=True)))
            self.literals.setdefault(said, []).append(-atom.literal)
        self._atoms = {str(atom.symbol): atom.literal for atom in self.control.symbolic_atoms}
        shown = problem.program.shown
        self.possible_atoms = {
            str(atom.symbol)
            for name, arity in sorted(shown)
            for atom in self.control.symbolic_atoms.by_signature(name, arity)
            if not atom.is_fact
        }
        self._common(problem)

    def _common(self, problem: Problem) -> None:
        """What holds in all solutions with what is given, by the program as it stands; nothing if there is none."""
        control = stock(problem)
        control.add("base", [], "".join(f":- {'not ' if present else ''}{atom}." for atom, present in self.given))
        control.ground([("base", [])])
        found = {}
        for mode in ("brave", "cautious"):
            control.configuration.solve.enum_mode = mode
            last: list[set[str]] = []
            control.solve(on_model=lambda model, last=last: last.append(set(map(str, model.symbols(shown=True)))))
            found[mode] = last[-1] if last else None
        self.solvable = found["brave"] is not None
        self.solution = found["cautious"] or set()
        self.unique = self.solvable and found["brave"] == found["cautious"]
        self.forced: set[Mark] = set()
        if self.solvable:
            self.forced = {(atom, True) for atom in self.possible_atoms & self.solution}
            self.forced |= {(atom, False) for atom in self.possible_atoms - found["brave"]}

    def possible(self, sentences: Iterable[str], known: Iterable[Mark]) -> bool:
        """Whether some sentences alone, as the program has them, can hold together with some marks."""
        assumptions = [literal for text in sentences for literal in self.literals[text]]
        assumptions += [self._atoms[str(atom)] * (1 if present else -1) for atom, present in known]
        return bool(self.control.solve(assumptions=assumptions).satisfiable)

    def broken(self, known: Collection[Mark]) -> Iterator[str]:
        """Give the sentences that alone cannot hold with some marks."""
        return (text for text in self.literals if not self.possible([text], known))

    def path(self, told: Json) -> list[str]:
        """Judge a path, or the steps to a conflict and the conflict; give the faults, none if all is true."""
        conflict = told["conflict"]
        begin, known = len(self.faults), {*marks(conflict["blamed"])} if conflict else {*self.given}
        for number, step in enumerate(told["steps"], 1):
            self._place = f"step {number}"
            self._step(step, known)
        self._place = "end"
        self._hold((conflict is None) == self.solvable, "there is a conflict, or a solution, but not both")
        if conflict:
            blamed = marks(conflict["blamed"])
            self._place = "conflict"
            self._hold({*blamed} <= self.given, "what is blamed was not given")
            self._hold(self._follows(conflict["sentences"], blamed), "the sentences of the conflict can hold")
            given = marks(conflict["earlier"])
            self._hold({*given} <= known, "the conflict takes what was not found")
            self._argument(conflict["argument"], {*given}, None)
        else:
            shown = {mark for mark in known if mark[0] in self.possible_atoms}
            self._hold(shown == self.forced, f"{len(self.forced - shown)} marks are forced and not found")
        return self.faults[begin:]

    def _step(self, step: Json, known: set[Mark]) -> None:
        """Judge the reasons of a step, and add what they find to what is known."""
        for reason in step["parts"] or [step]:
            self.reason(reason, known)
            known |= {*marks(reason["found"])}
        found = {mark for reason in step["parts"] or [step] for mark in marks(reason["found"])}
        self._hold({*marks(step["found"])} == found, "the parts find something else than the step")

    def reason(self, step: Json, known: set[Mark] | None = None) -> None:
        """Judge one reason: what it finds is true, and follows from its sentences and ``earlier`` alone, line by line.

        ``known`` is what was found before, any marks without it.
        """
        earlier, found, sentences = marks(step["earlier"]), marks(step["found"]), step["sentences"]
        if known is not None:
            self._hold({*earlier} <= known, "it takes what was not found before")
            self._hold(not {atom for atom, _ in found} & {atom for atom, _ in known}, "it finds what was found")
        self._hold(bool(found), "nothing is found")
        for mark in found:
            other = opposite(mark)
            if self.solvable:
                noted = mark[0] not in self.possible_atoms
                true = self._follows(self.literals, self.given, other) if noted else mark in self.forced
                self._hold(true, f"{mark} is false")
            self._hold(self._follows(sentences, earlier, other), f"{mark} does not follow from {sentences}")
        self._hold(marks([step["supposed"]]) == [opposite(mark) for mark in found[:1]], "something else is supposed")
        self._counts(step.get("confined"), earlier)
        self._argument(step["argument"], {*earlier, *marks([step["supposed"]])}, step.get("confined"))
        used = {text for line in every_line(step["argument"]) for text in line["sentences"]}
        self._hold(used == {*sentences}, "the lines have other sentences than the reason")

    def _argument(self, argument: list[Json], known: set[Mark], confined: Json | None) -> None:
        """Judge lines that go from some marks to a contradiction."""
        place, known = self._place, {*known}
        self._hold(bool(argument), "there is no argument")
        for number, line in enumerate(argument, 1):
            self._place = f"{place}, line {number}"
            self.judged += 1
            used, gives = {*marks(line["used"])}, marks(line["marks"])
            self._hold((number == len(argument)) == (not gives), "a contradiction stands at the end, and there alone")
            if line["cases"]:
                first, second = (marks([case["supposed"]])[0] for case in line["cases"])
                self._hold(first == opposite(second), "the cases are not all that there are")
                for case, supposed in zip(line["cases"], (first, second), strict=True):
                    self._argument(case["argument"], known | {supposed}, None)
                continue
            self._hold(used <= known, f"it uses {sorted(used - known)}, which is not there")
            for taken in [{opposite(mark)} for mark in gives] or [set[Mark]()]:
                said = f"{[opposite(one) for one in taken] or 'nothing'} follows from {line['sentences']} and {used}"
                self._hold(self._follows(line["sentences"], used, *taken), f"not so: {said}")
            self._counts(line.get("confined"), used)
            self._wall(line, known | {opposite(mark) for mark in gives})
            if len(line["sentences"]) > 1 and not (confined or line.get("confined")):
                self._hold(len(argument) == 1, "several sentences stand in a line of an argument")
            known |= {*gives}
        self._place = place

    def _wall(self, line: Json, known: set[Mark]) -> None:
        """Judge a wall: its marks are known, and alone they are against the sentence of the line."""
        if line["wall"]:
            named = {*marks(line["wall"]["wall"]), *marks(line["wall"]["witness"])}
            self._hold(named <= known, f"the wall takes {sorted(named - known)}, which is not there")
            self._hold(self._follows(line["sentences"], named), "what is cut off by the wall could be reached")

    def _counts(self, confined: Json | None, known: Iterable[Mark]) -> None:
        """Judge counts that are added: each share by its own sentences, with some marks that are known."""
        for kind in ("needs", "limits") if confined else ():
            for share in confined[kind]:
                counted, many = marks(share["marks"]), share["many"]
                # Against what is needed is that all but fewer are out, against what is allowed for that more are there.
                against = [opposite(mark) for mark in counted] if kind == "needs" else counted
                number = len(counted) - many + 1 if kind == "needs" else many + 1
                if number <= len(counted) and comb(len(counted), number) <= WAYS:
                    held = all(
                        self._follows(share["sentences"], known, *some) for some in combinations(against, number)
                    )
                    self._hold(held, f"{share['sentences']} {kind} another number than {many} of {counted}")

    def _follows(self, sentences: Iterable[str], known: Iterable[Mark], *others: Mark) -> bool:
        """Whether sentences cannot hold with marks and others."""
        try:
            return not self.possible(sentences, [*known, *others])
        except KeyError as error:
            self._hold(False, f"{error} is no sentence or mark of this board")
            return False

    def _hold(self, held: bool, fault: str) -> None:
        if not held:
            self.faults.append(f"{self._place}: {fault}")


def planted(told: Json, random: Random, number: int) -> Iterator[tuple[str, str, Json]]:
    """Give copies of a path with one fault each, so many of each kind, with the kind and the place.

    One that drops what is not needed is no fault, in truth.
    """
    for kind, plant in PLANTS.items():
        for _ in range(number if told["steps"] else 0):
            changed = deepcopy(told)
            place = plant(changed["steps"], random)
            if place:
                yield kind, place, changed


def _reasons(steps: list[Json]) -> list[tuple[int, Json]]:
    return [(number, reason) for number, step in enumerate(steps, 1) for reason in step["parts"] or [step]]


def _drop_sentence(steps: list[Json], random: Random) -> str:
    """Drop a sentence of a reason, and the lines that have it."""
    several = [(number, reason) for number, reason in _reasons(steps) if len(reason["sentences"]) > 1]
    if not several:
        return ""
    number, reason = random.choice(several)
    text = random.choice(reason["sentences"])
    reason["sentences"].remove(text)
    _without(reason["argument"], text)
    return f"step {number}: {text}"


def _without(argument: list[Json], text: str) -> None:
    for line in [*argument]:
        if [*line["sentences"]] == [text]:
            argument.remove(line)
        elif text in line["sentences"]:
            line["sentences"].remove(text)
        for case in line["cases"]:
            _without(case["argument"], text)


def _flip_mark(steps: list[Json], random: Random) -> str:
    """Find the opposite of a mark."""
    number, mark = random.choice([(n, mark) for n, reason in _reasons(steps) for mark in reason["found"]])
    for step in steps:
        for reason in {id(one): one for one in [step, *step["parts"]]}.values():
            for one in reason["found"]:
                if one["atom"] == mark["atom"] and one is not mark:
                    one["present"] = not mark["present"]
    mark["present"] = not mark["present"]
    return f"step {number}: {mark['atom']}"


def _drop_used(steps: list[Json], random: Random) -> str:
    """Drop a mark that a line uses."""
    lines = [(n, line) for n, reason in _reasons(steps) for line in every_line(reason["argument"]) if line["used"]]
    if not lines:
        return ""
    number, line = random.choice(lines)
    mark = line["used"].pop(random.randrange(len(line["used"])))
    return f"step {number}: {mark['atom']} of {line['sentences']}"


def _drop_earlier(steps: list[Json], random: Random) -> str:
    """Drop a mark that a reason takes of what was found before."""
    some = [(number, reason) for number, reason in _reasons(steps) if reason["earlier"]]
    if not some:
        return ""
    number, reason = random.choice(some)
    mark = reason["earlier"].pop(random.randrange(len(reason["earlier"])))
    return f"step {number}: {mark['atom']}"


def _other_sentence(steps: list[Json], random: Random) -> str:
    """Give the sentence of a line to another one."""
    lines = [(n, line) for n, reason in _reasons(steps) for line in every_line(reason["argument"])]
    number, line = random.choice(lines)
    others = sorted({text for _, one in lines for text in one["sentences"]} - {*line["sentences"]})
    if not (others and line["sentences"]):
        return ""
    line["sentences"][0] = random.choice(others)
    return f"step {number}: {line['sentences'][0]}"


def _drop_step(steps: list[Json], random: Random) -> str:
    """Leave out a step."""
    number = random.randrange(len(steps))
    del steps[number]
    return f"step {number + 1}"


PLANTS: dict[str, Callable[[list[Json], Random], str]] = {
    "sentence dropped": _drop_sentence,
    "sentence exchanged": _other_sentence,
    "mark flipped": _flip_mark,
    "used mark dropped": _drop_used,
    "earlier mark dropped": _drop_earlier,
    "step dropped": _drop_step,
}

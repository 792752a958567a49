"""Programs of other people: with and without ``#show``, with answers that follow from others, with any sentences.

What is said of small programs that are drawn at random is held to all their answer sets, which clingo enumerates.
"""

import random
import re
import warnings
from itertools import chain

import clingo
import pytest
from clingo import Function

from pyclingo_app import load

# What follows from what is chosen, by predicate: rules, and what they need.
FOLLOWING = {
    "off": "off(R, C) :- cell(R, C), not on(R, C).",
    "busy": "busy(R) :- on(R, C).",
    "idle": "idle(R) :- row(R), not busy(R).",
    "total": "total(N) :- N = { on(R, C) : cell(R, C) }.",
    "below": "below(R+1, C) :- on(R, C).",
    "reached": "reached(R, C) :- on(R, C). reached(R, C) :- reached(R, D), cell(R, C), |C-D| = 1.",
    "same": "same(R, C) :- on(R, C). same(R, C) :- cell(R, C), pick(R).",
    "_hidden": "_hidden(R) :- on(R, R).",
}
NEEDS = {"idle": ["busy"], "same": ["pick"]}
# Rules with sentences as people write them; K is the number of the rule, by which it is known again.
RULES = [
    ("Row R holds no two, k.", ":- on(R, C), on(R, D), C < D."),
    ("A column holds one of them, k.", ":- on(A, C), on(B, C), A < B."),
    ("Each R holds N at least, k.", ":- row(R), { on(R, C) : col(C), N = R } = 0."),
    ("I want it so, k.", ":- on(I, I)."),
    ("Two X do not meet, k.", ":- on(R, C), on(R+1, C+1)."),
    ("There are N of them, k.", "N = { on(R, C) : cell(R, C) } :- N = 2."),
    ("No row from R to S is left, k.", ":- R = #min { X : row(X), not on(X, C), col(C) }, S = R + 1, row(S)."),
    ("Where (R, C) is off, the next is on, k.", ":- off(R, C), off(R, C+1)."),
    ("N rows are busy, k.", ":- N = #count { R : busy(R) }, N > 1."),
    ("A is picked once, k.", ":- pick(A), pick(B), A < B."),
    ("What is picked is on somewhere, k.", ":- pick(R), not on(R, _)."),
    ("", ":- on(R, C), on(R+1, C)."),
    ("", ":- total(N), N > 3."),
    ("", ":- not pick(_)."),
]


class Made:
    """A program that was drawn: what is chosen and follows, the rules by their numbers, and what is shown."""

    def __init__(self, number):
        draw = random.Random(number)
        first, height, width = draw.choice([0, 1, 1]), draw.choice([2, 2, 3]), draw.choice([1, 2])
        rows, cols = (f"{first}..{first + size - 1}" for size in (height, width))
        following = draw.sample([*FOLLOWING], draw.randrange(4))
        rules = draw.sample(RULES, draw.randrange(1, 4))
        text = " ".join([*following, *(body for _, body in rules)])
        needed = [name for name in FOLLOWING if re.search(rf"\b{name}\(", text)]
        following = [
            *dict.fromkeys([*chain.from_iterable(NEEDS.get(f, []) for f in [*following, *needed]), *following])
        ]
        following = [*dict.fromkeys([*following, *needed])]
        self.chosen = ["on"] + ["pick"] * ("pick" in following or "pick(" in text)
        following = [name for name in following if name != "pick"]
        self.domain = [f"row({rows}).", f"col({cols}).", "cell(R, C) :- row(R), col(C)."]
        self.choices = ["{ on(R, C) : cell(R, C) }."] + ["{ pick(R) : row(R) }."] * ("pick" in self.chosen)
        if draw.random() < 0.3:
            self.choices.append(f"on({first}, {first}).")
        self.defined = [FOLLOWING[name] for name in following]
        told = [name for name in (*self.chosen, *following) if name != "_hidden"]
        shown = draw.sample(told, draw.randrange(1, len(told) + 1)) + ["_hidden"] * ("_hidden" in following)
        self.shows = [] if draw.random() < 0.4 else [f"#show {name}/{arity(name)}." for name in shown]
        # The rules without sentences are called by their lines.
        self.rules = {}
        lines = [*self.domain, *self.choices, *self.defined, ""]
        for key, (sentence, rule) in enumerate(rules):
            told = sentence.replace(" k.", f" rule {key}.")
            lines += [f"% {told}"] * bool(told) + [rule, ""]
            self.rules[key] = (rule, len(lines) - 1)
        self.text = "\n".join([*lines, *self.shows]) + "\n"

    @property
    def all_shown(self):
        """Whether all that is chosen is shown, so that an answer says all."""
        return not self.shows or all(any(f" {name}/" in show for show in self.shows) for name in self.chosen)

    def models(self, keys=None):
        """What the answer sets show with some of the rules, all without any: each once."""
        rules = [self.rules[key][0] for key in (self.rules if keys is None else keys)]
        control = clingo.Control(["0", "-Wnone"])
        control.add("base", [], "\n".join([*self.domain, *self.choices, *self.defined, *rules, *self.shows]))
        control.ground([("base", [])])
        found = set()
        control.solve(on_model=lambda model: found.add(frozenset(model.symbols(shown=True))))
        self.possible = {atom.symbol for atom in control.symbolic_atoms}
        return {frozenset(atom for atom in one if not atom.name.startswith("_")) for one in found}

    def named(self, sentences):
        """The rules that sentences name."""
        found = set()
        for sentence in sentences:
            if match := re.search(r"rule (\d+)\.$", sentence.text):
                found.add(int(match[1]))
            elif match := re.search(r"\.lp:(\d+): ", sentence.text):
                found |= {key for key, (_, line) in self.rules.items() if line == int(match[1])}
        return found


def arity(name):
    return {"busy": 1, "idle": 1, "total": 1, "pick": 1, "_hidden": 1}.get(name, 2)


def fit(models, marks):
    """Those of some models in which atoms are there or not."""
    return [model for model in models if all((atom in model) == there for atom, there in marks.items())]


def signed(marks):
    return [Function(atom.name, atom.arguments, there) for atom, there in marks.items()]


def marks_of(said):
    return {mark.atom: mark.present for mark in said if not mark.pencil}


@pytest.fixture
def drawn(draw, tmp_path):
    """Give programs that are drawn, each as a puzzle with its models, and a random generator."""

    def programs(seconds):
        for number in draw(range(200), seconds):
            made = Made(number)
            path = tmp_path / f"made{number}.lp"
            path.write_text(made.text)
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                yield made, load(str(path)), made.models(), random.Random(number)

    return programs


def answers(made, models, draw):
    """Answers as marks: a right one, part of one, and such with something else in them."""
    every = made.models(())
    facts = frozenset.intersection(*every)
    open_atoms = sorted(frozenset().union(*every) - facts)
    right = draw.choice(sorted(models, key=sorted)) if models else draw.choice(sorted(every, key=sorted))
    whole = dict.fromkeys(sorted(right - facts), True)
    yield whole
    if open_atoms:
        yield {atom: atom in right for atom in draw.sample(open_atoms, draw.randrange(1, len(open_atoms) + 1))}
        one = draw.choice(open_atoms)
        yield dict.fromkeys({*whole} ^ {one}, True)
        yield {**{atom: atom in right for atom in draw.sample(open_atoms, len(open_atoms) // 2)}, one: one not in right}


def test_what_is_counted_and_solved_is_what_clingo_shows(drawn):
    for made, puzzle, models, _ in drawn(3):
        assert puzzle.count() == len(models), made.text
        found = {frozenset(a for a in one.atoms if not a.name.startswith("_")) for one in puzzle.solve(models=0)}
        assert found == models, made.text


def test_what_is_said_of_answers_is_true(drawn):
    for made, puzzle, models, draw in drawn(7):
        facts = frozenset.intersection(*made.models(()))
        for marks in answers(made, models, draw):
            present = frozenset(atom for atom, there in marks.items() if there)
            whole = present | facts
            check = puzzle.check(None, signed(marks))
            assert check.completable == bool(fit(models, marks)), (made.text, marks)
            assert check.right == (whole in models), (made.text, marks)
            final = puzzle.check(None, [*present], final=True)
            assert final.right == (whole in models), (made.text, marks)
            if made.all_shown and whole in made.models(()):
                broken = {key for key in made.rules if whole not in made.models([key])}
                assert made.named(final.broken) == broken, (made.text, marks)


def test_hints_are_true(drawn):
    for made, puzzle, models, draw in drawn(6):
        free = made.models(())
        for marks in chain([{}], answers(made, models, draw)):
            hint = puzzle.hint(None, signed(marks))
            fitting = fit(models, marks)
            present = frozenset(atom for atom, there in marks.items() if there) | frozenset.intersection(*free)
            told = {
                "unsatisfiable": not models,
                "wrong": not fitting and bool(models),
                "complete": present in models,
                "open": len(fitting) > 1,
                "step": bool(fitting),
            }
            assert told[hint.status], (made.text, marks, hint.status)
            if hint.status == "step":
                found = marks_of(hint.step.found)
                assert found, made.text
                assert fit(fitting, found) == fitting, (made.text, marks, hint.step)
                # What holds without any rule is known.
                for atom, there in found.items():
                    assert len(fit(free, {atom: there})) < len(free), (made.text, marks, hint.step)
                # The rules that are named suffice, with what is known.
                known = fit(made.models(made.named(hint.step.sentences)), {**marks, **marks_of(hint.step.earlier)})
                assert fit(known, found) == known, (made.text, marks, hint.step)


def test_explanations_are_true(drawn):
    for made, puzzle, models, _ in drawn(4):
        for order in ("human", "smallest"):
            explanation = puzzle.explain(order=order)
            known = {}
            for step in explanation:
                known |= marks_of(step.found)
                assert fit(models, known) == [*models], (made.text, step)
            if explanation.conflict:
                assert not models, made.text
            else:
                assert explanation.rating.complete == (len(models) == 1), made.text

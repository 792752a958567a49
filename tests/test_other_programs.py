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
    for made, puzzle, models, _ in drawn(1.5):
        assert puzzle.count() == len(models), made.text
        found = {frozenset(a for a in one.atoms if not a.name.startswith("_")) for one in puzzle.solve(models=0)}
        assert found == models, made.text


def test_what_is_said_of_answers_is_true(drawn):
    for made, puzzle, models, draw in drawn(3):
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
    for made, puzzle, models, draw in drawn(3):
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
    for made, puzzle, models, _ in drawn(2):
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


LATIN = """
{ q(R, 1..3) } = 1 :- R = 1..3.
% Two in a column are too many.
:- q(R, C), q(S, C), R < S.
"""
OFF = """
% Choose.
{ black(1..2) }.
% Not both.
:- black(1), black(2).
white(X) :- X = 1..2, not black(X).
#show black/1.
#show white/1.
"""
HIDDEN = [
    ("nothing is shown", "", "q"),
    ("terms are shown", "#show t(X) : q(1, X).", "q"),
    ("atoms are shown as terms", "#show.\n#show q(R, C) : q(R, C).", "q"),
]


@pytest.fixture
def program(run, tmp_path):
    """Give a function that runs a command with a program, and an answer if there is one, given by its text."""

    def call(command, text, answer=None, *options):
        (tmp_path / "my.lp").write_text(text)
        if answer is not None:
            (tmp_path / "answer.lp").write_text(answer)
        given = [] if answer is None else ["--given", "answer.lp"] if command == "hint" else ["answer.lp"]
        return run(*command.split(), "my.lp", *given, *options)

    return call


@pytest.mark.parametrize(("show", "name"), [(show, name) for _, show, name in HIDDEN], ids=[one[0] for one in HIDDEN])
def test_what_is_not_shown_by_name_is_the_answer(program, show, name):
    text = LATIN + show
    hint = program("hint", text)
    assert "several solutions" in hint.stdout
    assert "complete" not in hint.stdout
    right = "q(1,1). q(2,2). q(3,3)."
    assert program("check", text, right, "--final").stdout == "The answer is right and complete.\n"
    wrong = program("check", text, right.replace("q(2,2)", "q(2,1)"))
    assert "Two in a column are too many." in wrong.stdout
    assert program("", text, None, "--count").stdout.strip() == "6"


def test_answers_are_read_as_they_are_written(program):
    text = "p(1..2). { q(X) : p(X) } = 1. r(X) :- p(X), not q(X).\n% Not the first.\n:- q(1)."
    solved = program("", text, None, "-f", "facts")
    assert solved.stdout.split("\n")[0] == "p(1). p(2). q(2). r(1)."
    assert "right and complete" in program("check", text, solved.stdout, "--final").stdout
    other = program("check", text, "p(3). q(2). r(1).")
    assert (other.returncode, "p(3) is not part of an answer" in other.stderr) == (2, True)


def test_what_shows_terms_alone_is_not_explained(program):
    hint = program("hint", LATIN + "#show.\n#show t(X) : q(1, X).")
    assert hint.returncode == 2
    assert "my shows no atoms" in hint.stderr


def test_a_name_that_is_hidden_tells_no_solutions_apart(program):
    text = "{ _a; b }.\n% It is so.\n:- not b.\n#show _a/0.\n#show b/0."
    assert program("", text, None, "--count").stdout.strip() == "1"
    assert "1 step to the only solution" in program("explain", text).stdout


SENTENCES = [
    ("% Each X holds one N.\n1 { put(X, N) : n(N) } 1 :- n(X).", "Each 2 holds one N.", "PZ166 N in the sentence"),
    ("{ put(1..2, 1..2) }.\n% A place holds A at most.\n:- put(A, _), A > 1.", "A place holds 2 at most.", ""),
    ("{ put(1..2, 1..2) }.\n% A is too much.\n:- put(A, _), A > 1.", "2 is too much.", ""),
    ("{ put(1..2, 1..2) }.\n% Two. I want it so.\n:- put(I, I), I > 1.", "Two. I want it so.", ""),
]


@pytest.mark.parametrize(("rules", "told", "warning"), SENTENCES)
def test_a_sentence_never_breaks_a_program(program, rules, told, warning):
    text = f"n(1..2).\n{rules}\n#show put/2."
    found = program("check", text, "put(2,1). put(2,2).")
    assert found.returncode == 1, found.stderr
    assert told in found.stdout
    assert warning in found.stderr


def test_a_program_of_steps_is_refused(program):
    steps = (
        "#include <incmode>.\nat(0, 0).\n#program step(t).\n{ at(t, 0..2) } = 1.\n"
        "#program check(t).\n:- query(t), not at(t, 2).\n#show at/2."
    )
    for command in ("", "hint", "explain"):
        found = program(command, steps)
        assert (found.returncode, found.stdout) == (2, "")
        assert "my.lp:3:1: puzzles are grounded once, and #program step(t) is for more than one time" in found.stderr


CHECKED = [
    ("black(1).", "The answer is not complete, and can be completed."),
    ("white(1).", "The answer is not complete, and can be completed."),
    ("black(1). white(2).", "The answer is right and complete."),
    ("black(1). white(1).", "known: black(1); white(1)"),
    ("black(1). black(2).", "Not both."),
]


@pytest.mark.parametrize(("answer", "told"), CHECKED)
def test_a_complement_is_checked(program, answer, told):
    assert told in program("check", OFF, answer).stdout


def test_what_is_chosen_where_something_else_is_does_not_hold_alone(program):
    text = "{ b(1..2) }.\n{ q(X) } :- b(X).\n% Not both.\n:- b(1), b(2).\n#show b/1.\n#show q/1."
    assert "The answer is not complete, and can be completed." in program("check", text, "q(1).").stdout
    assert "The answer is right and complete." in program("check", text, "b(1). q(1).").stdout


def test_hints_go_on_from_a_complement(program):
    found = program("hint", OFF, "black(1).")
    assert "white(X) :- X = (1..2); not black(X)." in found.stdout
    assert "so: not white(1)" in found.stdout
    assert "several solutions" in program("hint", OFF).stdout


def test_what_holds_without_rules_is_known(program):
    text = """
row(1..2). col(1..3).
{ cell(R, C, a) : row(R), col(C) }.
cell(1, 1, "T").
not cell(1, 1, a).
cell(R, C, b) :- row(R), col(C), not cell(R, C, a).
% Two A do not touch at a corner.
:- cell(R, C, A), cell(R+1, C+1, A).
% There is one in row R.
:- row(R), not cell(R, _, a).
#show cell/3.
"""
    for command in ("hint", "explain"):
        told = program(command, text).stdout
        assert "so: " in told
        assert "cell(1,1,a)" not in told
        assert "cell(1,1,b)" not in told


def test_no_internal_name_is_printed(program):
    text = "{ x(1..2, 1..2, 1..2) }.\n{ x(R, C, K) : K = 1..2 } = 1 :- R = 1..2, C = 1..2.\n#show x/3."
    found = program("check", text, "x(1,1,1).")
    assert "{ x(1,2,K): K = (1..2) }" in found.stdout
    assert not re.search(r"_given|_broken|_Given", found.stdout + found.stderr)

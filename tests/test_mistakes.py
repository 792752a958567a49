"""What a student gets wrong in a program, and the whole message that says so."""

import re
from random import Random

import clingo
import pytest
from budget import SEED
from conftest import HUNG, ROOT, limited

from pyclingo_app import load

TENTS = (ROOT / "asp" / "tents.lp").read_text()
LINES = TENTS.splitlines()
CHOICE = "{ tent(R, C) } :- cell(R, C), not tree(R, C)."
BESIDE = ":- tent(R, C), not site(R, C)."
PIECE = "piece(R, C, tent) :- tent(R, C)."
SHOW = "#show tent/2."

# What is changed into what, and the message: {0} is the number of the changed line, {1} of the one where the next
# rule begins, {2} and {3} those of the rules for site/4 and site/2.
MISTAKES = {
    "a misspelt predicate": (CHOICE, CHOICE.replace("tree", "treee"), """\
warning: my.lp:{0}:35: no rule derives treee/2: did you mean tree/2?
    { tent(R, C) } :- cell(R, C), not treee(R, C).
                                      ^
"""),
    "a wrong arity": (BESIDE, ":- tent(R, C), not site(R, C, _).", """\
warning: my.lp:{0}:20: no rule derives site/3: there is site/2 in line {3} and site/4 in line {2}
    :- tent(R, C), not site(R, C, _).
                       ^
Why: puzzasp explain my.lp 6x6.lp
"""),
    "no full stop": (BESIDE, BESIDE[:-1], """\
error: my.lp:{1}:1: unexpected ':-'
    :- own(R', C', R, C), own(R'', C'', R, C), (R', C') < (R'', C'').
    ^
  Is the full stop missing at the end of line {0}?
"""),
    "an open comment": (BESIDE, "%* " + BESIDE, """\
error: my.lp:{0}:1: this comment is never closed
    %* :- tent(R, C), not site(R, C).
    ^
  Write *% where it ends.
"""),
    "an unsafe variable": (BESIDE, BESIDE.replace("site(R, C)", "site(R, D)"), """\
error: my.lp:{0}:28: the variable D is unsafe: no positive literal binds it
    :- tent(R, C), not site(R, D).
                               ^
  A condition without not, such as cell(R, C), has to give each variable its values.
"""),
    "no #show": (SHOW, "", """\
warning: there is no #show, so that all atoms are the answer, such as row/1, column/1, cell/2
"""),
    "a value in a head": (PIECE, "tent(R, C) = 1 :- tree(R, C).", """\
error: my.lp:{0}:1: tent(R,C) is compared in the head of this rule, not derived: atoms have no values
    tent(R, C) = 1 :- tree(R, C).
    ^
  Write tent(R,C) alone, or the value as its last argument.
"""),
    "variables in lower case": (BESIDE, ":- tent(r, c), not site(r, c).", """\
warning: my.lp:{0}:1: r is a name here, and no variable, which would begin with a capital letter: is R meant?
    :- tent(r, c), not site(r, c).
    ^
warning: my.lp:{0}:1: c is a name here, and no variable, which would begin with a capital letter: is C meant?
    :- tent(r, c), not site(r, c).
    ^
"""),
    "a number for a name": (BESIDE, "x = 3 :- tent(R, C), not site(R, C).", """\
warning: my.lp:{0}:1: x = 3 compares a name with a number, which is always the same: a variable begins with a \
capital letter, and a constant needs #const x
    x = 3 :- tent(R, C), not site(R, C).
    ^
"""),
    "not before a head": (BESIDE, "not tent(R, C) :- cell(R, C), not site(R, C).", """\
warning: my.lp:{0}:1: not before a head forbids the atom, and is not told of in explanations: write \
:- cell(R,C), not site(R,C), tent(R,C).
    not tent(R, C) :- cell(R, C), not site(R, C).
    ^
"""),
    "facts of a board": (PIECE, PIECE + " tree(1, 4).", """\
warning: my.lp:{0}:34: tree/2 is an input, and a fact in the program holds on every board: \
facts of one board belong in a file of their own
    piece(R, C, tent) :- tent(R, C). tree(1, 4).
                                     ^
"""),
    "a rule that never ends": (PIECE, PIECE + " n(0). n(X+1) :- n(X).", """\
warning: my.lp:{0}:40: this rule never ends: from each X it makes (X+1), which nothing bounds. \
Add a condition such as X < 9
    piece(R, C, tent) :- tent(R, C). n(0). n(X+1) :- n(X).
                                           ^
"""),
}  # fmt: skip
# A rule that is added at the end of a program, behind the part display.
LOST = """\
warning: my.lp:{0}:1: this rule stands in the part display, where it is no rule of the puzzle: \
put it above the first #program
    :- tent(1, C).
    ^
"""
# Smaller ones: what is changed into what, and what the error says.
SLIPS = {
    "no comma": (BESIDE, ":- tent(R, C) not site(R, C).", ["15: unexpected 'not'", "Is a comma missing before it?"]),
    "a comma at the end": (BESIDE, BESIDE[:-1] + ",", [":1: unexpected ':-'", "ends with ',': is a full stop meant?"]),
    "no full stop before a choice": (CHOICE, ":- tree(R, C)\n" + CHOICE, ["16: unexpected ':-'", "at the end of line"]),
    "no bracket": (BESIDE, ":- tent(R, C), not site(R, C.", ["29: unexpected '.'", "Is a ) missing?"]),
    "another bracket": (BESIDE, ":- tent(R, C), (R, C} != (1, 1).", ["21: unexpected '}'", "The ( in column 16"]),
    "a bracket too many": (BESIDE, ":- tent(R, C)).", ["14: unexpected ')'", "No ( is open here."]),
    "a capital": (BESIDE, ":- Tent(R, C).", ["8: unexpected '('", "begins with a small letter: tent."]),
    "an open string": (BESIDE, ':- tent(R, "x).', ["12: this string is not closed in its line", 'Write " where']),
    "the last full stop": (LINES[-1], LINES[-1][:-1], ["the file ends within a rule", "at the end of line"]),
    "several unsafe": (PIECE, "piece(R, C, X).", ["7: the variables R, C and X are unsafe: no positive literal binds"]),
    "an arrow": (BESIDE, "tent(R, C) -> site(R, C).", ["13: unexpected '>'", "A rule is HEAD :- BODY."]),
    "the sign turned round": (BESIDE, "-: tent(R, C).", ["2: unexpected ':'", "A rule is HEAD :- BODY."]),
    "an exclamation mark": (BESIDE, ":- tent(R, C), !site(R, C).", ["unexpected '!'", "It is written not before"]),
    "an ampersand": (BESIDE, ":- tent(R, C) & site(R, C).", ["In a body a comma stands for and"]),
    "or": (BESIDE, "tent(R, C) or site(R, C).", ["12: unexpected 'or'", "or is a ; in a head, or two rules."]),
    "a comment as in C": (PIECE, "// " + PIECE, ["1: unexpected '/'", "A comment begins with %."]),
    "an include": ('#include "lib/grid.lp".', '#include "lib/grids.lp".', ["was not found", "mean lib/grid.lp?"]),
    "words without a sign": (BESIDE, "Tents (R, C) stand.", ["7: unexpected '('", "is this a comment"]),
    "a weak constraint": (BESIDE, BESIDE.replace(":-", ":~"), [":1: unexpected ':-'", "forbids begins with :-"]),
    "a sign turned round in a body": (BESIDE, ":- tent(R, C), R =< 2.", ["19: unexpected '<'", "It is written <=."]),
    "another one": (BESIDE, ":- tent(R, C), R => 2.", ["19: unexpected '>'", "It is written >=."]),
    "no full stop before a part": (
        "#program display.",
        "piece(R, C, tent) :- tent(R, C)\n#program display.",
        ["1: unexpected '#program'", "Is the full stop missing at the end of line"],
    ),
    "no full stop in the line": (
        SHOW,
        "piece(1, 1, tent) " + SHOW,
        ["19: unexpected '#show'", "Is a full stop missing"],
    ),
    "no full stop before #show": (SHOW, ":- tent(1, 1)\n" + SHOW, ["1: unexpected '#show'", "at the end of line"]),
    "a misspelt directive": (SHOW, SHOW.replace("#show", "#shwo"), ["1: unexpected '#shwo'", "Did you mean #show?"]),
    "a directive without its sign": (SHOW, SHOW[1:], ["6: unexpected 'tent'", "Is #show meant?"]),
    "no directive at all": (LINES[0], "#i~nclude", ["1:1: unexpected '#i'"]),
    "anonymous": (PIECE, "piece(_, 1, tent).", ["7: the variable _ is unsafe: no positive literal binds it"]),
}
# What clingo takes without a word.
WARNED = {
    "a part that nobody knows": (
        "#program display.",
        "#program displai.",
        "into a part displai. Did you mean display?",
    ),
    "a drawing of nothing": (
        "#show mark(R, C, tent) : tent(R, C).",
        "#show mark(R, C, tent) : tnt(R, C).",
        "no rule derives tnt, so that this is never drawn. Did you mean tent?",
    ),
    "a negated atom that calculates": (PIECE, PIECE + " b :- -q(1..2).", "no rule derives -q/1\n"),
    "another one": ("#program display.", "#program step.", "into a part step. Parts are base, search, pencil, "),
}
# What looks like a mistake and is none.
RIGHT = {
    "a bound": (PIECE, PIECE + " n(0). n(X+1) :- n(X), X < 5."),
    "a bound elsewhere": (PIECE, PIECE + " n(0). n(X+1) :- n(X), row(X)."),
    "a predicate of the same name": (PIECE, PIECE + " n(0). n(X+1, 1) :- n(X)."),
    "a number that stays": (PIECE, PIECE + " n(0). n(X+0) :- n(X)."),
    "a comparison in a head": (PIECE, PIECE + "\n% Row R is below C.\n(R, C) = (R, C) :- tent(R, C)."),
    "a comment that holds one": (PIECE, PIECE + " %* %* *% *%"),
    "a letter that a fact gives": (PIECE, PIECE + " kind(a). odd(A) :- kind(A), kind(a)."),
    "a count along a line": (PIECE, PIECE + " nth(1, 1). nth(C+1, K+1) :- nth(C, K), column(C+1)."),
    "a swap": (PIECE, PIECE + " at(0, 0). at(1-S, T) :- at(S, T-1), T <= 3. in(0). in(1-S) :- in(S)."),
    "Fibonacci": (PIECE, PIECE + " fib(1, 0, 1). fib(N+1, B, A+B) :- fib(N, A, B), N < 9."),
    "doubles": (PIECE, PIECE + " double(1). double(2*N) :- double(N)."),
    "steps along edges": (PIECE, PIECE + " edge(1, 2). far(1, 0). far(Y, N+1) :- far(X, N), edge(X, Y)."),
    "a letter of a pool": (PIECE, PIECE + " kind(a;b). odd(A) :- kind(A), kind(b), not kind(a). same(B) :- kind(B)."),
    "a letter that a comparison gives": (PIECE, PIECE + " kind(X) :- X = a. odd(A) :- kind(A), kind(a)."),
    "a letter of an instance": (PIECE, "#defined given/2.\nkind(R, K) :- given(R, K).\n:- kind(1, k).\n" + PIECE),
    "a string with a sign": (PIECE, PIECE + ' text("%* 1. :- a").'),
}


def solve(run, tmp_path, old, new, limit=HUNG):
    assert TENTS.count(old) == 1
    (tmp_path / "my.lp").write_text(TENTS.replace(old, new))
    (tmp_path / "6x6.lp").write_text((ROOT / "instances" / "6x6.lp").read_text())
    return run("my.lp", "6x6.lp", "--time-limit", limit)


def test_rule_at_the_end_of_the_file_is_no_rule(run, tmp_path):
    text = TENTS.partition("#program formats.")[0] + ":- tent(1, C).\n"
    (tmp_path / "my.lp").write_text(text)
    (tmp_path / "6x6.lp").write_text((ROOT / "instances" / "6x6.lp").read_text())
    result = run("my.lp", "6x6.lp", "--count")
    assert (result.returncode, result.stdout) == (0, "1\n")
    assert result.stderr == LOST.replace("{0}", str(text.count("\n")))


@pytest.mark.parametrize("mistake", MISTAKES)
def test_message_says_what_is_wrong(mistake, run, tmp_path):
    old, new, message = MISTAKES[mistake]
    result = solve(run, tmp_path, old, new, 2 if mistake == "a rule that never ends" else HUNG)
    four, two = (line for line in LINES if line.startswith(("site(R, C, ", "site(R', C') ")))
    here = LINES.index(old) + 1
    following = next(k for k, line in enumerate(LINES, 1) if k > here and line[:1] not in ("", "%"))
    for place, number in enumerate((here, following, LINES.index(four) + 1, LINES.index(two) + 1)):
        message = message.replace(f"{{{place}}}", str(number))
    assert result.stderr == message
    ends = {"error": 2, "no solution": 1, "stopped by the time limit while grounding": 3}
    assert result.returncode == max(status * (text in result.stdout + message) for text, status in ends.items())


@pytest.mark.parametrize("slip", SLIPS)
def test_error_says_what_may_be_missing(slip, run, tmp_path):
    old, new, fragments = SLIPS[slip]
    result = solve(run, tmp_path, old, new)
    assert (result.returncode, result.stdout) == (2, "")
    for fragment in fragments:
        assert fragment in result.stderr
    assert not re.search(r"#(?!(?:defined|i|include|program|show|shwo)\b)", result.stderr)  # such as #Anon0, #p_tent


@pytest.mark.parametrize("case", WARNED)
def test_warning_says_what_is_not_meant(case, run, tmp_path):
    old, new, fragment = WARNED[case]
    result = solve(run, tmp_path, old, new)
    assert result.returncode == 0
    assert fragment in result.stderr


@pytest.mark.parametrize("program", RIGHT)
def test_what_is_right_is_not_warned_of(program, run, tmp_path):
    result = solve(run, tmp_path, *RIGHT[program])
    assert (result.returncode, result.stderr) == (0, "")


class Enough(clingo.Observer):
    """Ends grounding when there are more rules than any small program has that ends."""

    number = 0

    def rule(self, choice, head, body):
        self.number += 1
        if self.number > 2_000:
            raise OverflowError


def ends(text):
    """Whether clingo comes to an end with a small program; None if it does not take it."""
    control, seen = clingo.Control(logger=lambda code, message: None), Enough()
    control.register_observer(seen)
    try:
        control.add(text)
        control.ground()
    except (OverflowError, RuntimeError):
        return False if seen.number > 2_000 else None
    return True


def recursive(random):
    """A small program with a rule that depends on itself."""
    arity = random.choice((1, 1, 2, 3))
    given = random.choices(("X", "X", "Y", "Z", "1", "X-1"), k=arity)
    if random.random() < 0.5:
        given = ["X", "Y", "Z"][:arity]
    made = [random.choice(("{}+1", "{}-1", "1-{}", "{}+2", "2*{}", "1+{}", "{}", "-{}", "{}+0", "{}-X", "1", "a"))
            .format(random.choice((term, term, term, "X"))) for term in given]  # fmt: skip
    more = ["q(X)", "X < 4", "not q(X)", "q(X+1)", "r(X,Y)", "Y != 3", "q(Y)", "p(0)", "r(Y,W)", "Z = 1..2"]
    body = [f"p({','.join(given)})", *random.sample(more, random.choice((0, 0, 0, 1, 1, 2)))]
    random.shuffle(body)
    begin = ",".join(random.choice(("0", "1", "(1;2)", "0..1", "a")) for _ in given)
    rules = f"p({begin}). q(1..3). r(1,2). r(2,3).\np({','.join(made)}) :- {', '.join(body)}.\n"
    return random.choice(("", "q(X+1) :- q(X), X < 6.\n", f"r({given[0]},0) :- p({','.join(given)}).\n")) + rules


def test_rule_is_said_to_be_endless_only_if_it_is(tmp_path, request):
    """Random rules, each grounded until it is done or has too many atoms."""
    random = Random(SEED)
    told = endless = 0
    for number in range(4_000 if request.config.option.full else 400):
        text = recursive(random)
        path = tmp_path / f"{number}.lp"
        path.write_text(text)
        ended = ends(text)
        warned = any("never ends" in warning for warning in load(str(path)).program.warnings)
        assert not (warned and ended), text
        told, endless = told + (warned and ended is False), endless + (ended is False)
    assert told > 10
    assert endless > told


def test_a_mistake_is_told_before_work_that_never_ends(run, tmp_path):
    """With every command, and once."""
    (tmp_path / "my.lp").write_text("% My - a test.\nn(0). n(X+1) :- n(X).\n{ a }.\n% A.\n:- not a.\n#show a/0.\n")
    for command in ("explain", "rate", "hint", "forced", "cnf"):
        result = limited(run, "never ends", command, "my.lp")
        assert result.stderr.count("never ends") == 1, command
        assert result.returncode == 3

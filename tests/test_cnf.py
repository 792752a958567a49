"""Boards as CNF and OPB, checked by other solvers; their answers decoded."""

import json
import random
import re
import shutil
import subprocess
from itertools import product
from math import comb

import clingo
import pytest
from conftest import ROOT
from hypothesis import given, settings
from hypothesis import strategies as st
from pysat.solvers import Solver

from pyclingo_app import Instance, InstanceError, Library, ProgramError, PuzzaspError, load, parse_facts
from pyclingo_app.cli.fast import parse, perform
from pyclingo_app.cnf.circuit import Circuit, lowered
from pyclingo_app.cnf.completion import complete, components, translate
from pyclingo_app.cnf.dimacs import broken, dimacs, opb, read_formula, read_model
from pyclingo_app.cnf.formula import Formula, Linear
from pyclingo_app.solve.ground import GroundProgram, Rule

# Boards with few answer sets: puzzle, instance or facts, constants.
BOARDS = [
    *(("queens", None, {"n": str(n)}) for n in range(1, 7)), ("queens", "8x8-none-b", {}),
    *(("tents", board, {}) for board in ("6x6", "4x4-matching-a", "4x4-matching-b")),
    ("tents", "size(3,3). tree(2,2). tree(1,1).", {}),
    *(("norinori", board, {}) for board in ("4x4-many", "5x5-many-a", "8x8-none-a")),
    *(("flow", board, {}) for board in ("4x4-many-a", "6x6-loop-a", "8x8-none-a")),
    ("flow", "4x4-many-a", {"touch": "0"}), ("flow", "5x5-a", {"fill": "0"}),
    *(("tetravex", board, {}) for board in ("3x3-equal-b", "4x4-many-a", "4x4-none-a")),
    *(("starbattle", board, {}) for board in ("4x4-a", "7x7-none-a")),
]  # fmt: skip
# Too hard for clingo as linear constraints, which says nothing against them.
HARD = ("6x6-loop-a", "8x8-none-a")
# One board with and one without a solution for each puzzle.
PAIRS = [
    ("queens", "6x6-a"), ("queens", "3x3-a"), ("tents", "8x8-a"), ("tents", "8x8-none-a"),
    ("norinori", "8x8-a"), ("norinori", "8x8-none-a"), ("flow", "8x8-a"), ("flow", "8x8-none-a"),
    ("tetravex", "4x4-fixed-a"), ("tetravex", "4x4-none-a"), ("starbattle", "8x8-a"), ("starbattle", "7x7-none-a"),
]  # fmt: skip


def decode(name, instance, formula, answer, form="auto"):
    """Run the command decode, and give its status."""
    words = [word for word in (name, instance, formula, answer) if word is not None]
    return perform(parse(["decode", *words, "-f", form], Library()))


def board(name, instance, constants):
    puzzle = load(name, constants=constants)
    if instance is None:
        return puzzle, None
    return puzzle, Instance("facts", parse_facts(instance)) if "." in instance else puzzle.read(instance)


def clauses(formula):
    return [row for section in formula.sections.values() for row in section]


def models(rows, size):
    """All models over the variables 1 to ``size``, as sets of the true ones, by MiniSat's package."""
    with Solver(name="minisat22", bootstrap_with=rows) as solver:
        for variable in range(1, size + 1):
            solver.add_clause([variable, -variable])
        while solver.solve():
            model = [literal for literal in solver.get_model() if abs(literal) <= size]
            yield frozenset(literal for literal in model if literal > 0)
            solver.add_clause([-literal for literal in model])


def answer_sets(puzzle, instance):
    """The shown atoms of every answer set: those of several may be the same."""
    control = clingo.Control(["0", *(f"-c{name}={value}" for name, value in puzzle.constants.items())])
    control.load(puzzle.program.path)
    control.add("base", [], " ".join(f"{fact}." for fact in (instance.facts if instance else ())))
    control.ground([("base", [])])
    found = []
    control.solve(on_model=lambda model: found.append(frozenset(map(str, model.symbols(shown=True)))))
    return found


@pytest.mark.parametrize(("name", "instance", "constants"), BOARDS)
def test_models_are_the_answer_sets_one_to_one(name, instance, constants):
    puzzle, facts = board(name, instance, constants)
    translation = translate(puzzle.problem(facts))
    rows = clauses(translation.formula)
    found = [
        frozenset(translation.atoms[variable - 1] for variable in model if variable <= len(translation.atoms))
        for model in models(rows, translation.formula.size)
    ]
    expected = answer_sets(puzzle, facts)
    assert sorted(map(sorted, found)) == sorted(map(sorted, expected))
    assert len(set(found)) == puzzle.count(facts)


# Ground programs


ATOMS = "abcdef"
LITERALS = st.builds("{}{}".format, st.sampled_from(["", "", "", "not ", "not not "]), st.sampled_from(ATOMS))
ELEMENTS = st.lists(st.tuples(st.integers(1, 4), LITERALS), min_size=1, max_size=5)


@st.composite
def aggregates(draw):
    elements = draw(ELEMENTS)
    function, terms = draw(
        st.sampled_from(
            [
                ("#sum", "; ".join(f"{weight},{k}:{literal}" for k, (weight, literal) in enumerate(elements))),
                ("#sum", "; ".join(f"{weight - 2},{k}:{literal}" for k, (weight, literal) in enumerate(elements))),
                ("#count", "; ".join(f"{k}:{literal}" for k, (_, literal) in enumerate(elements))),
            ]
        )
    )
    sign = draw(st.sampled_from(["", "", "not "]))
    comparison = draw(st.sampled_from([">=", ">=", "<=", "=", "!="]))
    return f"{sign}{function} {{ {terms} }} {comparison} {draw(st.integers(-1, 6))}"


@st.composite
def rules(draw):
    body = draw(st.lists(LITERALS, max_size=3)) + draw(st.lists(aggregates(), max_size=1))
    atoms = draw(st.lists(st.sampled_from(ATOMS), min_size=1, max_size=3, unique=True))
    kind = draw(st.sampled_from(["choice", "bounded", "normal", "normal", "normal", "disjunction", "constraint"]))
    head = {
        "choice": f"{{ {'; '.join(atoms)} }}",
        "bounded": f"1 {{ {'; '.join(atoms)} }} 2",
        "normal": atoms[0],
        "disjunction": "; ".join(atoms),
        "constraint": "",
    }[kind]
    if kind == "constraint" and not body:
        return ""
    return f"{head} :- {', '.join(body)}." if body else f"{head}."


def ground(text):
    """Ground a program; give it, and the shown atoms of all its answer sets."""
    program = GroundProgram()
    control = clingo.Control(["0"], logger=lambda code, message: None)
    control.register_observer(program)
    control.add("base", [], text)
    control.ground([("base", [])])
    program.names = {atom.literal: atom.symbol for atom in control.symbolic_atoms if not atom.is_fact}
    found = []
    control.solve(on_model=lambda model: found.append(frozenset(map(str, model.symbols(shown=True)))))
    return program, found


def formulas(circuit, wanted):
    """The formula of a circuit as clauses, and as linear constraints."""
    simple, lead = circuit.simplified()
    last, led = lowered(simple, lead)
    return (Formula(last, list(map(led, wanted))), Formula(simple, [lead(literal) for literal in wanted], linear=True))


@given(st.lists(rules(), min_size=1, max_size=9).map("\n".join))
@settings(max_examples=200, deadline=None, derandomize=True)
def test_programs_agree_with_clingo(text):
    agree_with_clingo(text)


def test_thousands_of_random_programs_agree_with_clingo(draw):
    """Written by a plain generator of random numbers, which is ten times as fast."""
    for seed in draw(range(3000), 1.5):
        agree_with_clingo(random_program(random.Random(seed)))


def random_program(chance):
    atoms = ATOMS[: chance.randint(1, 6)]

    def literal():
        return chance.choice(["", "", "", "not ", "not not "]) + chance.choice(atoms)

    def aggregate():
        least = chance.choice([1, -1])
        elements = "; ".join(f"{chance.randint(least, 4)},{k}:{literal()}" for k in range(chance.randint(1, 6)))
        comparison = chance.choice([">=", ">=", "<=", "=", "!="])
        return f"{chance.choice(['', '', 'not '])}#sum {{ {elements} }} {comparison} {chance.randint(-1, 9)}"

    lines = []
    for _ in range(chance.randint(1, 10)):
        body = [literal() for _ in range(chance.randint(0, 3))] + [aggregate()] * (chance.random() < 0.3)
        some = chance.sample(atoms, min(len(atoms), chance.randint(1, 3)))
        heads = [some[0], some[0], "; ".join(some), f"{{ {'; '.join(some)} }}", f"1 {{ {'; '.join(some)} }} 2"]
        head = chance.choice([*heads, ""] if body else heads)
        lines.append(f"{head} :- {', '.join(body)}." if body else f"{head}.")
    return "\n".join(lines)


def agree_with_clingo(text):
    compare(*ground(text), text)


def compare(program, expected, text=";"):
    """Compare the models of a ground program's clauses with answer sets; give whether it was refused.

    Only disjunctions may be.
    """
    try:
        completion = complete(program)
    except ProgramError as error:
        assert "head cycle" in str(error)
        assert ";" in text
        return True
    symbols = list(map(str, completion.shown))
    formula, _ = formulas(completion.circuit, list(completion.shown.values()))
    found = [
        [symbol for variable, symbol in enumerate(symbols, 1) if variable in model]
        for model in models(clauses(formula), formula.size)
    ]
    assert sorted(map(sorted, found)) == sorted(map(sorted, expected))
    return False


PATHS = """
{ edge(X, Y) : X = 1..3, Y = 1..3, X != Y }.
reached(1).
reached(Y) :- reached(X), edge(X, Y).
:- X = 1..3, not reached(X).
#show edge/2.
"""
SPREAD = """
{ start(1..5) }.
on(X) :- start(X).
on(X) :- X = 1..5, 2 { on(Y) : Y = 1..5, |X - Y| <= 2, X != Y }.
:- not on(5).
#show start/1.
"""


def reaches(edges):
    """Whether all of three nodes are reached from the first, by following edges."""
    seen = {1}
    for _ in range(2):
        seen |= {y for x, y in edges if x in seen}
    return seen == {1, 2, 3}


def spreads(on):
    """Whether the last of five cells is switched on, where a cell needs two of its near ones."""
    for _ in range(5):
        on = on | {x for x in range(1, 6) if len(on & {x - 2, x - 1, x + 1, x + 2}) >= 2}
    return 5 in on


def test_recursion_against_brute_force():
    """Reachability, and a recursion through counts: nothing may support itself."""
    arrows = [(x, y) for x in range(1, 4) for y in range(1, 4) if x != y]
    for text, things, holds, shown in (
        (PATHS, arrows, reaches, "edge({0[0]},{0[1]})"),
        (SPREAD, list(range(1, 6)), spreads, "start({0})"),
    ):
        program, _ = ground(text)
        completion = complete(program)
        symbols = list(map(str, completion.shown))
        formula, linear = formulas(completion.circuit, list(completion.shown.values()))
        subsets = (
            {t for t, use in zip(things, uses, strict=True) if use} for uses in product([0, 1], repeat=len(things))
        )
        expected = sorted(sorted(shown.format(thing) for thing in some) for some in subsets if holds(some))
        number = len(symbols)
        found = [
            sorted(symbols[v - 1] for v in model if v <= number) for model in models(clauses(formula), formula.size)
        ]
        assert sorted(found) == expected
        assert sorted(sorted(symbols[v - 1] for v in model) for model in linear_models(linear, number)) == expected


def stable(rules, atoms):
    """The answer sets by their definition: minimal among the models of their reducts."""

    def holds(rule, inside, outside):
        true = sum(weight for weight, lit in rule.terms() if (lit in inside if lit > 0 else -lit not in outside))
        return true >= (len(rule.body) if rule.bound is None else rule.bound)

    def fulfils(some, whole):
        for rule in rules:
            if holds(rule, some, whole):
                if rule.choice and not set(rule.head) & whole <= some:
                    return False
                if not rule.choice and some.isdisjoint(rule.head):
                    return False
        return True

    subsets = [{a for a, use in zip(atoms, uses, strict=True) if use} for uses in product([0, 1], repeat=len(atoms))]
    for whole in subsets:
        if fulfils(whole, whole) and not any(some < whole and fulfils(some, whole) for some in subsets):
            yield whole


def test_rules_of_all_kinds_by_definition():
    """Weighted rules that gringo does not write, too: counts below choices and disjunctions."""
    refused = 0
    for seed in range(500):
        chance = random.Random(seed)
        program = GroundProgram()
        atoms = [1, 2, 3, 4]
        for _ in range(chance.randint(1, 6)):
            head = tuple(chance.sample(atoms, chance.randint(0, 3)))
            terms = [(chance.randint(1, 3), chance.choice([1, -1]) * atom) for atom in chance.choices(atoms, k=3)]
            bound = chance.choice([None, chance.randint(0, 6)])
            weights = tuple(weight for weight, _ in terms) if bound is not None else ()
            body = tuple(literal for _, literal in terms)
            program.rules.append(Rule(chance.random() < 0.3, head, body, bound, weights))
        program.rules = [rule for rule in program.rules if rule.head or not rule.choice]
        program.shown = {clingo.Number(atom): [[atom]] for atom in atoms}
        refused += compare(program, [list(map(str, found)) for found in stable(program.rules, atoms)])
    assert refused < 250


@pytest.mark.parametrize(
    "text",
    [
        "#external a. { b } :- a.",
        "#external a. [true] { b } :- a.",
        "#external a. [free] { b } :- a.",
        "#external a. [true] { b }. a :- b.",
        "{ a; b }. #show a/0. #show f(X) : X = 1..2, b. #show f(1) : a.",
        "a. b :- a. c; a. { d } :- b. 1 { a; e } 1.",
        "{ a; b; x }. :- not x. c :- a, b, x. :- a, b.",
        "{ a; b; x }. :- not x. c :- a, b, x. :- not a. :- not b.",
        "a. :- a.",
        "",
    ],
)
def test_externals_terms_and_facts(text):
    agree_with_clingo(text)


def test_what_has_no_translation_is_refused(tmp_path):
    for text, fragment in {
        "a; b. a :- b. b :- a.": "head cycle",
        "{ a; b }. #edge (1, 2) : a.": "#edge",
        "#theory t { x { }; &p/0 : x, any }. { a }. :- &p { 1 : a }.": "theory atoms",
    }.items():
        path = tmp_path / "own.lp"
        path.write_text(text)
        with pytest.raises(ProgramError, match=fragment):
            translate(load(str(path)).problem())
    program, _ = ground("{ a }. #minimize { 1 : a }.")
    with pytest.raises(ProgramError, match="optimisation"):
        complete(program)


def test_components():
    graph = {1: [2], 2: [3, 4], 3: [1], 4: [4], 5: [1, 6]}
    found = components(graph)
    assert sorted(map(sorted, found)) == [[1, 2, 3], [4], [5], [6]]
    order = [set(part) for part in found]
    assert order.index({4}) < order.index({1, 2, 3}) < order.index({5})
    assert len(components({k: [k + 1] for k in range(5000)})) == 5001


# Counts


@given(
    st.integers(2, 9).flatmap(
        lambda n: st.tuples(
            st.lists(st.tuples(st.integers(1, 5), st.booleans()), min_size=n, max_size=n),
            st.integers(0, 30),
            st.sampled_from(["required", "forbidden", "exactly", "free"]),
            st.booleans(),
        )
    )
)
@settings(max_examples=120, deadline=None, derandomize=True)
def test_counts_against_brute_force(case):
    weighted, bound, use, plain = case
    circuit = Circuit()
    terms = []
    for weight, positive in weighted:
        variable = circuit.variable()
        terms.append((1 if plain else weight, variable if positive else -variable))
    bound = min(bound, sum(weight for weight, _ in terms) + 1)
    literal = circuit.at_least(bound, terms)
    if use in ("required", "exactly"):
        circuit.require(literal)
    if use == "forbidden":
        circuit.require(-literal)
    if use == "exactly":
        circuit.require(-circuit.at_least(bound + 1, terms))
    inputs = [abs(lit) for _, lit in terms]
    expected = set()
    for values in product([False, True], repeat=len(terms)):
        total = sum(weight for (weight, lit), value in zip(terms, values, strict=True) if value == (lit > 0))
        if {"required": total >= bound, "forbidden": total < bound, "exactly": total == bound, "free": True}[use]:
            trues = {k for k, value in enumerate(values, 1) if value}
            expected.add(frozenset(trues | ({len(terms) + 1} if total >= bound else set())))
    as_clauses, as_linear = formulas(circuit, [*inputs, literal])
    found = list(models(clauses(as_clauses), as_clauses.size))
    assert len(found) == len(expected)
    assert {frozenset(v for v in model if v <= len(terms) + 1) for model in found} == expected
    assert linear_models(as_linear, len(terms) + 1) == sorted(map(sorted, expected))


def linear_models(formula, shown):
    """The models of linear constraints, by clingo's own constraints."""
    text = "".join(f"{{ x({v}) }}.\n" for v in range(1, formula.size + 1))
    for row in clauses(formula):
        row = row if isinstance(row, Linear) else Linear(tuple((1, literal) for literal in row), 1)
        elements = "; ".join(
            f"{weight},{k} : {'' if lit > 0 else 'not '}x({abs(lit)})" for k, (weight, lit) in enumerate(row.terms)
        )
        text += f":- not #sum {{ {elements} }} {'=' if row.equal else '>='} {row.least}.\n"
    control = clingo.Control(["0"], logger=lambda code, message: None)
    control.add("base", [], text)
    control.ground([("base", [])])
    found = []
    control.solve(on_model=lambda m: found.append(sorted(s.arguments[0].number for s in m.symbols(atoms=True))))
    return sorted([v for v in model if v <= shown] for model in found)


@pytest.mark.parametrize("number", [8, 9, 10, 25, 40])
def test_at_most_one_is_small(number):
    circuit = Circuit()
    inputs = [circuit.variable() for _ in range(number)]
    circuit.require(-circuit.at_least(2, [(1, literal) for literal in inputs]))
    formula, _ = formulas(circuit, inputs)
    assert sum(1 for _ in models(clauses(formula), formula.size)) == number + 1
    assert len(clauses(formula)) <= min(comb(number, 2), 4 * number)


# Sizes


def textbook_queens(n):
    """Clauses of: each row and each column has a queen; no two in a row, a column or a diagonal, pair by pair."""
    lines = [*[n] * (2 * n), *(2 * [*range(1, n), *range(n, 0, -1)])]
    return 2 * n + sum(comb(line, 2) for line in lines)


def textbook_tetravex(facts):
    """Clauses of: each cell has a tile; no tile is in two places; no two neighbours differ where they meet."""
    tiles = [tuple(a.number for a in fact.arguments[1:]) for fact in facts if fact.name == "tile"]
    ((height, width),) = [[a.number for a in fact.arguments] for fact in facts if fact.name == "size"]
    cells = height * width
    beside = sum(left[3] != right[2] for i, left in enumerate(tiles) for j, right in enumerate(tiles) if i != j)
    above = sum(upper[1] != lower[0] for i, upper in enumerate(tiles) for j, lower in enumerate(tiles) if i != j)
    return cells + len(tiles) * comb(cells, 2) + height * (width - 1) * beside + (height - 1) * width * above


def own_size(name, instance=None, **constants):
    puzzle, facts = board(name, instance, constants)
    return len(clauses(translate(puzzle.problem(facts)).formula)), facts


def test_sizes_beside_the_textbook():
    assert textbook_queens(2) == 2 * 2 + 4 + 2
    assert own_size("queens", n="8")[0] <= textbook_queens(8)
    assert own_size("queens", n="40")[0] < textbook_queens(40) / 3
    size, instance = own_size("tetravex", "5x5-a")
    assert size < textbook_tetravex(instance.facts) / 3


def test_table_in_the_documentation_is_true():
    rows = re.findall(
        r"^\| `(.*)` \| ([\d,]+) \| ([\d,]+) \| ([\d,]+|-) \|$", (ROOT / "docs" / "cnf.md").read_text(), re.M
    )
    assert len(rows) >= 8
    for command, variables, number, textbook in rows:
        name, *rest = command.split()
        constants = dict(word.split("=") for word in rest if "=" in word)
        instances = [word for word in rest if "=" not in word and word != "-c"]
        puzzle, facts = board(name, instances[0] if instances else None, constants)
        formula = translate(puzzle.problem(facts)).formula
        assert (f"{formula.size:,}", f"{len(clauses(formula)):,}") == (variables, number), command
        if textbook != "-":
            expected = textbook_queens(int(constants["n"])) if name == "queens" else textbook_tetravex(facts.facts)
            assert f"{expected:,}" == textbook, command


# End to end


def competition(model):
    if model is None:
        return "c a comment\ns UNSATISFIABLE\n"
    words = [*map(str, model), "0"]
    return "s SATISFIABLE\n" + "".join(f"v {' '.join(words[k : k + 7])}\n" for k in range(0, len(words), 7))


def minisat_file(model):
    return "UNSAT\n" if model is None else "SAT\n" + " ".join(map(str, [*model, 0])) + "\n"


def python_sat(path):
    problem = read_formula(str(path))
    with Solver(name="cadical153", bootstrap_with=[row for _, row in problem.rows]) as solver:
        for variable in range(1, problem.size + 1):
            solver.add_clause([variable, -variable])
        return solver.get_model() if solver.solve() else None


def written(name, instance, path, form=dimacs, **constants):
    puzzle, facts = board(name, instance, constants)
    path.write_text(form(translate(puzzle.problem(facts), form is opb)), encoding="utf-8")
    return path


@pytest.mark.some
@pytest.mark.parametrize("dialect", [minisat_file, competition])
@pytest.mark.parametrize(("name", "instance"), PAIRS)
def test_answers_of_python_sat_are_drawn(name, instance, dialect, tmp_path, capsys):
    path = written(name, instance, tmp_path / "out.cnf")
    answer = tmp_path / "answer"
    answer.write_text(dialect(python_sat(path)))
    status = decode(name, instance, str(path), str(answer), form="facts")
    output = capsys.readouterr()
    puzzle = load(name)
    solutions = [solution.facts for solution in puzzle.solve(puzzle.read(instance), models=0)]
    assert status == (0 if solutions else 1)
    assert output.out.splitlines() == [] if not solutions else output.out.strip() in solutions
    assert output.err == ("the answer is a solution\n" if solutions else "no solution, says the answer\n")


@pytest.mark.some
@pytest.mark.parametrize("program", ["minisat", "cadical"])
@pytest.mark.parametrize(("name", "instance"), PAIRS)
def test_answers_of_other_solvers_are_drawn(name, instance, program, tmp_path, capsys):
    if not shutil.which(program):
        pytest.skip(f"the SAT solver {program} is not installed (apt install {program})")
    path = written(name, instance, tmp_path / "out.cnf")
    answer = tmp_path / "answer"
    if program == "minisat":
        subprocess.run([program, path, answer], capture_output=True, check=False, timeout=60)
    else:
        answer.write_bytes(subprocess.run([program, path], capture_output=True, check=False, timeout=60).stdout)
    status = decode(name, instance, str(path), str(answer), form="ascii")
    puzzle = load(name)
    assert status == (0 if puzzle.count(puzzle.read(instance)) else 1)
    assert capsys.readouterr().out.endswith("the answer is a solution\n" if status == 0 else "says the answer\n")


def test_queens_through_the_command_line(run, tmp_path):
    result = run("cnf", "queens", "-c", "n=6", "-o", "out.cnf")
    assert (result.returncode, result.stdout) == (0, "")
    assert re.fullmatch(r"out\.cnf: \d+ variables, \d+ clauses\n", result.stderr)
    text = (tmp_path / "out.cnf").read_text()
    assert "c puzzle queens\n" in text
    assert "c 7 queen(2,1)\n" in text
    assert run("cnf", "queens", "-c", "n=6").stdout == text
    answer = minisat_file(python_sat(tmp_path / "out.cnf"))
    drawn = run("decode", "queens", "-c", "n=6", "out.cnf", "-", stdin=answer)
    assert drawn.returncode == 0
    assert drawn.stdout.count("♛") == 6
    data = json.loads(run("decode", "queens", "-c", "n=6", "out.cnf", "-", "-f", "json", stdin=answer).stdout)
    assert (data["count"], data["complete"]) == (1, False)
    picture = run("decode", "queens", "-c", "n=6", "out.cnf", "-", "-o", "board.svg", stdin=answer)
    assert picture.stderr == "board.svg: the answer is a solution\n"
    assert run("cnf", "queens", "3x3-a", "-o", "out.cnf").returncode == 0
    none = run("decode", "queens", "3x3-a", "out.cnf", "-", "-f", "json", stdin="UNSAT\n")
    assert json.loads(none.stdout)["status"] == "unsatisfiable"
    none = run("decode", "queens", "3x3-a", "out.cnf", "-", stdin="s UNSATISFIABLE\n")
    assert (none.returncode, none.stdout) == (1, "no solution, says the answer\n")
    assert run("decode", "queens", "out.cnf").returncode == 2
    assert run("decode", "queens", "-", "out.cnf", "-").returncode == 2
    assert run("cnf", "queens", "--to", "smt").returncode == 2
    assert run("cnf", "queens", "-c", "n=0").returncode == 2
    assert run("cnf", "queens", "-c", "n=300", "--time-limit", "0.2").returncode == 3


def test_added_rules_and_input_errors_hold(run, tmp_path):
    (tmp_path / "more.lp").write_text(":- queen(R, R).")
    puzzle = load("queens", constants={"n": "6"}, rules=[str(tmp_path / "more.lp")])
    formula = translate(puzzle.problem()).formula
    assert sum(1 for _ in models(clauses(formula), formula.size)) == puzzle.count()
    result = run("cnf", "tents", "-", stdin="size(2,2). tree(3,1).")
    assert result.returncode == 2
    assert "standard input:1:12: tree(3,1) is outside the board of 2 rows: there is no row 3" in result.stderr


# Reading


@pytest.fixture
def four(tmp_path):
    path = written("queens", "4x4-a", tmp_path / "out.cnf")
    return path, python_sat(path)


WRONG = {
    "empty": ("", "has no result"),
    "unknown": ("s UNKNOWN\n", "did not decide: 'UNKNOWN'"),
    "indeterminate": ("INDET\n", "did not decide: 'INDET'"),
    "no end": ("SAT\n1 -2", "ends before the final 0"),
    "no end of v lines": ("s SATISFIABLE\nv 1 -2\n", "ends before the final 0"),
    "no v lines": ("s SATISFIABLE\n", "ends before the final 0"),
    "values missing": ("SAT\n1 -2 0\n", "does not say whether variable 3 of 16 is true"),
    "both": ("SAT\n1 -2 -1 0\n", "answer:2: variable 1 is both true and false"),
    "foreign variable": ("s SATISFIABLE\nv 1 17 0\n", "answer:2: there are only 16 variables, found 17"),
    "more after the end": ("SAT\n1 0 2\n", "more literals after the final 0: '2'"),
    "no literal": ("SAT\n1 two 0\n", "expected a literal, found 'two'"),
    "no answer": ("hello\n", "answer:1: expected SAT, UNSAT, or a line that begins with s or v, found 'hello'"),
    "statistics": ("Problem Statistics\nUNSATISFIABLE\n", "minisat out.cnf FILE"),
    "two results": ("s SATISFIABLE\ns UNSATISFIABLE\n", "answer:2: a second result"),
    "values without a solution": ("s UNSATISFIABLE\nv 1 0\n", "values of variables although the result is"),
    "values only": ("v 1 0\n", "has no result"),
    "all true": (f"SAT\n{' '.join(map(str, range(1, 17)))} 0\n", "does not fulfil out.cnf:"),
    "not text": ("\udcff", "not valid UTF-8"),
}


@pytest.mark.parametrize("case", WRONG)
def test_wrong_answers_are_errors(case, four, tmp_path, monkeypatch):
    text, fragment = WRONG[case]
    monkeypatch.chdir(tmp_path)
    (tmp_path / "answer").write_bytes(text.encode("utf-8", "surrogateescape"))
    with pytest.raises(InstanceError) as error:
        decode("queens", "4x4-a", "out.cnf", "answer")
    assert fragment in str(error.value)


def test_answers_to_other_boards_are_errors(four, tmp_path):
    path, model = four
    answer = tmp_path / "answer"
    answer.write_text(minisat_file(model))
    for name, instance, fragment in (
        ("queens", "6x6-a", "is no solution of this board"),
        ("queens", "3x3-a", "is no atom of this board"),
        ("tents", "6x6", "is of the puzzle queens, not of tents"),
    ):
        with pytest.raises(InstanceError, match=fragment):
            decode(name, instance, str(path), str(answer))
    answer.write_text("UNSAT\n")
    with pytest.raises(InstanceError, match="is of another board"):
        decode("queens", "3x3-a", str(path), str(answer))


@pytest.mark.parametrize("form", ["cnf", "opb"])
def test_constants_and_facts_of_a_file_must_be_the_same(form, run, tmp_path):
    (tmp_path / "unsat").write_text("s UNSATISFIABLE\n")
    file = f"out.{form}"
    assert run("cnf", "queens", "-c", "n=3", "-o", file).returncode == 0
    result = run("decode", "queens", "-c", "n=4", file, "unsat")
    assert result.returncode == 2
    assert f"{file}: was made with n = 3, not with n = 4" in result.stderr
    assert "-c n=3" in result.stderr
    assert "was made with n = 3, not with n = 8" in run("decode", "queens", file, "unsat").stderr
    assert run("decode", "queens", "-c", "n=3", file, "unsat").returncode == 1
    # Two boards with the same atoms: only the numbers beside a row differ.
    for name, number in (("one.lp", 0), ("two.lp", 1)):
        (tmp_path / name).write_text(f"size(3, 3). tree(2, 2). tent_row(1, {number}).")
    assert run("cnf", "tents", "two.lp", "-o", file).returncode == 0
    result = run("decode", "tents", "one.lp", file, "unsat")
    assert result.returncode == 2
    assert f"{file}: is of another board" in result.stderr
    assert "It was made from two.lp" in result.stderr
    assert run("decode", "tents", "two.lp", file, "unsat").returncode == 1


def test_constants_that_a_board_sets_are_written(run, tmp_path):
    url = "https://puzz.link/p?arukone/e/2/2/1h1"
    (tmp_path / "answer").write_text("s UNSATISFIABLE\n")
    assert "c constant fill = 0\n" in run("cnf", "flow", url).stdout
    run("cnf", "flow", url, "-o", "out.cnf")
    assert (
        "was made with fill = 0, not with fill = 1"
        in run("decode", "flow", url, "out.cnf", "answer", "-c", "fill=1").stderr
    )


def test_files_that_are_not_ours_are_errors(four, tmp_path):
    path, _ = four
    text = path.read_text()
    for wrong, fragment in {
        "": "has no line p cnf",
        "p cnf 2 1\n1 2 0\n": "its comments do not say which atoms",
        "1 2 0\n": "out.cnf:1: expected a comment or p cnf",
        "p cnf x 1\n": "out.cnf:1: expected p cnf VARIABLES CLAUSES",
        text.rpartition("\n")[0].rpartition("\n")[0]: "it is not whole",
        text[:-3]: "expected a clause that ends in 0",
        text.replace("c p show 1", "c p show 999 1"): "its comments do not say",
        text.replace("p cnf 16", "p cnf 3"): "there are only 3 variables",
        text.replace("c puzzle", "c riddle"): "its comments do not say",
    }.items():
        path.write_text(wrong)
        with pytest.raises(InstanceError) as error:
            read_formula(str(path))
        assert fragment in str(error.value)


@given(st.binary(max_size=60), st.sampled_from([b"", b"SAT\n", b"s SATISFIABLE\nv ", b"UNSAT\n", b"1 -2 3 "]))
@settings(max_examples=200, deadline=None, derandomize=True)
def test_any_bytes_are_an_answer_or_an_error(tmp_path_factory, data, start):
    path = tmp_path_factory.getbasetemp() / "answer"
    path.write_bytes(start + data)
    try:
        true = read_model(str(path), 3)
    except PuzzaspError as error:
        assert str(error)
    else:
        assert true is None or true <= {1, 2, 3}


@given(st.randoms(use_true_random=False), st.sampled_from([dimacs, opb]))
@settings(max_examples=200, deadline=None, derandomize=True)
def test_damaged_files_are_read_or_errors(tmp_path_factory, chance, form):
    data = bytearray(DAMAGED[form])
    for _ in range(chance.randint(1, 4)):
        place = chance.randrange(len(data))
        data[place : place + chance.randint(0, 3)] = bytes(
            chance.choices(b" \n0123-+x=>;c*p\xff\x00", k=chance.randint(0, 3))
        )
    path = tmp_path_factory.getbasetemp() / "problem"
    path.write_bytes(data)
    try:
        problem = read_formula(str(path))
    except PuzzaspError as error:
        assert str(error)
    else:
        broken(problem, frozenset({1, 2}))


DAMAGED = {
    form: form(translate(load("queens", constants={"n": "2"}).problem(), form is opb)).encode()
    for form in (dimacs, opb)
}


# OPB


def parsed_opb(text):
    """Read OPB as its specification says, knowing nothing of how it was written."""
    lines = [line for line in text.splitlines() if not line.startswith("*")]
    for line in lines:
        left, comparison, right = re.fullmatch(r"(.*) (>=|=) (-?\d+) ;", line).groups()
        words = left.split()
        yield [(int(w), int(x[1:])) for w, x in zip(words[::2], words[1::2], strict=True)], comparison, int(right)


@pytest.mark.parametrize(("name", "instance", "constants"), [b for b in BOARDS if b[1] not in HARD])
def test_linear_constraints_have_the_same_models(name, instance, constants):
    """Clingo as a solver of sums, which gets nothing of the puzzle but the OPB file."""
    puzzle, facts = board(name, instance, constants)
    translation = translate(puzzle.problem(facts), linear=True)
    text = opb(translation)
    size = re.match(r"\* #variable= (\d+) #constraint= (\d+)\n", text)
    rows = list(parsed_opb(text))
    assert len(rows) == int(size[2])
    program = f"{{ x(1..{size[1]}) }}.\n"
    for terms, comparison, right in rows:
        elements = "; ".join(f"{weight},{variable} : x({variable})" for weight, variable in terms)
        program += f":- not #sum {{ {elements} }} {comparison} {right}.\n"
    control = clingo.Control(["0"], logger=lambda code, message: None)
    control.add("base", [], program)
    control.ground([("base", [])])
    found = []
    control.solve(on_model=lambda m: found.append({s.arguments[0].number for s in m.symbols(atoms=True)}))
    shown = [[atom for number, atom in enumerate(translation.atoms, 1) if number in model] for model in found]
    assert sorted(map(sorted, shown)) == sorted(map(sorted, answer_sets(puzzle, facts)))


@pytest.mark.parametrize(("name", "instance"), PAIRS)
def test_answers_of_a_pseudo_boolean_solver_are_drawn(name, instance, tmp_path, capsys):
    exact = pytest.importorskip("exact", reason="the pseudo-Boolean solver exact is not installed (pip install exact)")
    path = written(name, instance, tmp_path / "out.opb", opb)
    text = path.read_text()
    solver = exact.Exact()
    variables = [f"x{v}" for v in range(1, int(re.search(r"#variable= (\d+)", text)[1]) + 1)]
    for variable in variables:
        solver.addVariable(variable, 0, 1)
    for terms, comparison, right in parsed_opb(text):
        solver.addConstraint([(w, f"x{v}") for w, v in terms], True, right, comparison == "=", right)
    solved = solver.runFull(optimize=False)
    answer = tmp_path / "answer"
    if solved == "SAT":
        values = solver.getLastSolutionFor(variables)
        words = [variable if value else f"-{variable}" for variable, value in zip(variables, values, strict=True)]
        answer.write_text(f"s SATISFIABLE\nv {' '.join(words)}\n")
    else:
        answer.write_text("s UNSATISFIABLE\n")
    puzzle = load(name)
    count = puzzle.count(puzzle.read(instance))
    assert (solved == "SAT") == bool(count)
    assert decode(name, instance, str(path), str(answer), form="ascii") == (0 if count else 1)
    assert capsys.readouterr().out.endswith("the answer is a solution\n" if count else "says the answer\n")


def test_literals_of_one_solution_are_those_of_random_orders(four, tmp_path):
    """The order and the line breaks of an answer do not matter."""
    _, model = four
    path = tmp_path / "answer"
    expected = frozenset(literal for literal in model if literal > 0)
    for seed in range(5):
        shuffled = random.Random(seed).sample(model, len(model))
        path.write_text(competition(shuffled).replace("\n", "\r\n"))
        assert read_model(str(path), 16) == expected
        path.write_text("SAT\n" + "\n".join(map(str, [*shuffled, 0])))
        assert read_model(str(path), 16) == expected

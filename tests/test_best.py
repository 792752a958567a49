"""Programs that minimise or maximise: the best solutions, compared with all that stock clingo enumerates."""

import json
import random
from contextlib import suppress

import clingo
import pytest
from conftest import limited
from test_json import valid

from pyclingo_app import LimitError, ProgramError, load

LAMPS = """
#const n = 3.
cell(1..n, 1..n).
{ lamp(R, C) } :- cell(R, C).
lit(R, C) :- cell(R, C), lamp(S, D), |R - S| + |C - D| <= 1.
:- cell(R, C), not lit(R, C).
#show lamp/2.
"""
FEW, DARK = "#minimize { 1, R, C : lamp(R, C) }.", "#maximize { 1, R, C : cell(R, C), not lamp(R, C) }."


@pytest.fixture
def lamps(tmp_path):
    def write(goals):
        path = tmp_path / "lamps.lp"
        path.write_text(LAMPS + goals)
        return path

    return write


def drawn(seed):
    """A program of seven marks, four of them hidden, some rules, and costs of two priorities."""
    draw = random.Random(seed)
    marks = [f"x({n})" for n in (1, 2, 3)] + [f"h({n})" for n in (1, 2, 3, 4)]
    rules = ["{ x(1..3) }.", "{ h(1..4) }.", "#show x/1."]
    rules += [f":- {', '.join(draw.choice(['', 'not ']) + m for m in draw.sample(marks, 2))}." for _ in range(3)]
    return "\n".join(rules + [f":~ {mark}. [{draw.randint(-3, 3)}@{draw.randint(1, 2)}, {mark}]" for mark in marks])


def enumerated(text):
    """All models of clingo's with their costs: what is shown of the best ones, and their cost."""
    control = clingo.Control(["0", "--opt-mode=enum,1000,1000"])
    control.add("base", [], text)
    control.ground([("base", [])])
    found = []
    control.solve(on_model=lambda m: found.append((tuple(m.cost), frozenset(map(str, m.symbols(shown=True))))))
    best = min((cost for cost, _ in found), default=())
    return best, {shown for cost, shown in found if cost == best}


@pytest.mark.parametrize("seed", range(40))
def test_the_best_solutions_are_those_of_an_enumeration(seed, tmp_path):
    (tmp_path / "drawn.lp").write_text(drawn(seed))
    puzzle = load(str(tmp_path / "drawn.lp"))
    cost, best = enumerated(drawn(seed))
    search = puzzle.solve(models=0)
    found = list(search)
    assert {frozenset(map(str, solution.atoms)) for solution in found} == best
    assert len(found) == len(best) == puzzle.count()
    assert {(solution.cost, solution.best) for solution in found} == ({(cost, True)} if best else set())
    assert (search.outcome.complete, search.outcome.cost) == (True, cost)
    if best:
        (one,) = puzzle.solve()
        assert frozenset(map(str, one.atoms)) in best
        assert puzzle.check(None, one.atoms, final=True).cost == cost


def test_what_is_maximised_counts_upwards(lamps):
    assert {solution.cost for solution in load(str(lamps(FEW))).solve(models=0)} == {(3,)}
    assert {solution.cost for solution in load(str(lamps(DARK))).solve(models=0)} == {(6,)}
    # Two priorities; a negative weight that is minimised stays one; the first line holds both directives.
    both = load(str(lamps(FEW + " #maximize { R@2, R, C : lamp(R, C) }.")))
    assert {solution.cost for solution in both.solve(models=0)} == {(18, 9)}
    minus = load(str(lamps("#minimize { -1, R, C : lamp(R, C) }.")))
    assert [solution.cost for solution in minus.solve(models=0)] == [(-9,)]
    mixed = load(str(lamps("#maximize { 1, R, C : lamp(R, C) }. :~ lamp(1, 1). [3]")))
    assert [solution.cost for solution in mixed.solve(models=0)] == [(-8,)]


def test_the_command_says_the_cost_and_whether_it_is_the_best(lamps, run):
    path = lamps(FEW)
    result = run(path)
    assert (result.returncode, result.stdout.count("lamp")) == (0, 3)
    assert result.stdout.endswith("cost 3, the best: 1 solution shown, there are more (stopped at -n 1)\n")
    assert run(path, "-n", "0").stdout.endswith("cost 3, the best: 10 solutions, all of them\n")
    assert run(path, "--count").stdout == "10\n"
    data = valid(run(path, "-n", "2", "-f", "json").stdout, "commands/solve")
    assert [(one["cost"], one["best"]) for one in data["solutions"]] == [([3], True)] * 2
    assert (data["cost"], data["best"], data["more"]) == ([3], True, True)


def test_at_a_limit_the_best_so_far_is_drawn(lamps, run):
    path = lamps(FEW)
    result = limited(run, "best so far", path, "-c", "n=16")
    assert result.returncode == 3
    assert result.stdout.splitlines()[0].count("·") > 1
    told = result.stdout.splitlines()[-1]
    assert told.endswith("the best so far: stopped by the time limit, so there may be a better solution")
    assert result.stdout.count("lamp") == int(told.split()[1].strip(","))
    data = valid(limited(run, '"cost": .[^]]', path, "-c", "n=16", "-f", "json").stdout, "commands/solve")
    assert (data["count"], data["best"], data["complete"], data["stopped"]) == (1, False, False, "time")
    count = run(path, "-c", "n=16", "--time-limit", "1", "--count")
    assert (count.returncode, count.stdout) == (3, "0+\n")
    for limit in (1, 10, 100):
        search = load(str(path), constants={"n": 16}).solve(time_limit=limit)
        with suppress(LimitError):
            solution = next(search)
            break
    assert (solution.best, len(solution.atoms)) == (False, solution.cost[0])
    assert next(search, None) is None
    assert (search.outcome.count, search.outcome.best, search.outcome.status) == (1, False, "satisfiable")


def test_an_answer_is_told_its_cost(lamps, run, tmp_path):
    path = lamps(FEW)
    (tmp_path / "all.lp").write_text("lamp(1..3, 1..3).")
    assert run("check", path, "all.lp").stdout == "The answer is right and complete: its cost is 9.\n"
    told = "The answer is right and complete: its cost is 9; the best is 3 (proved).\n"
    assert run("check", path, "all.lp", "--best").stdout == told
    data = valid(run("check", path, "all.lp", "--best", "-f", "json").stdout, "commands/check")
    assert (data["cost"], data["best"], data["proved"]) == ([9], [3], True)
    (tmp_path / "big.lp").write_text("lamp(1..16, 1..16).")
    late = limited(run, "best found", "check", path, "-c", "n=16", "big.lp", "--best")
    assert late.stdout.startswith("The answer is right and complete: its cost is 256; the best found is ")
    assert late.stdout.endswith(".\n")
    (tmp_path / "tents.lp").write_text("tent(1, 2).")
    plain = run("check", "tents", "6x6", "tents.lp", "--best")
    assert (plain.returncode, plain.stderr.count("Leave out --best")) == (2, 1)


def test_batches_tell_costs(lamps, run, tmp_path):
    path = lamps(FEW)
    (tmp_path / "two.lp").write_text("#const n = 2.")
    (solved,) = map(json.loads, run("batch", "solve", path, "two.lp").stdout.splitlines())
    assert (solved["status"], solved["cost"], solved["best"]) == ("satisfiable", [2], True)
    (counted,) = map(json.loads, run("batch", "count", path, "two.lp", "-c", "n=3").stdout.splitlines())
    assert (counted["count"], counted["cost"], counted["best"]) == (10, [3], True)
    (unique,) = map(json.loads, run("batch", "unique", path, "two.lp", "-c", "n=1").stdout.splitlines())
    assert unique["unique"] is True


@pytest.mark.parametrize("command", ["hint", "explain", "rate", "forced", "cnf", "generate"])
def test_what_follows_from_rules_alone_is_refused(command, lamps, run):
    result = run(command, lamps(FEW))
    assert result.returncode == 2
    assert "lamps.lp:8:13: some solutions are better than others, but" in result.stderr
    with pytest.raises(ProgramError, match="some solutions are better than others"):
        load(str(lamps(DARK))).forced()

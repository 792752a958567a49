"""Grades agree with what others say: levels of Simon Tatham's generators, and sudokus known to be easy or hard."""

from itertools import product, takewhile

import pytest

from pyclingo_app import Instance, load, parse_facts
from pyclingo_app.explain.grade import effort, rate
from pyclingo_app.explain.terms import Case, Inference, Mark, Sentence, Step, Wall
from pyclingo_app.generate.grade import NAMES

# What the Debian program sgt-tents prints with --generate 1 8x8de#N and 8x8dt#N, N = 1000..1011.
EASY = [
    "8x8:bba_hlebhdcda,3,1,1,1,1,1,2,2,3,0,3,0,1,2,0,3",
    "8x8:addehd_dcbkdb,3,1,2,1,1,1,2,1,1,2,1,2,1,2,1,2",
    "8x8:cbafimab__ahf,3,1,1,2,0,2,0,3,3,1,1,1,0,3,1,2",
    "8x8:eaaaehaqdc_db,2,0,2,2,1,2,0,3,1,3,1,0,2,1,2,2",
    "8x8:a_k_dbdj_hbj_,1,2,0,2,1,2,1,3,3,1,1,2,0,3,0,2",
    "8x8:cbffcbka_fefa,2,1,2,1,2,1,1,2,1,2,1,2,0,3,0,3",
    "8x8:ma___akfcdaka,3,1,2,0,2,2,0,2,2,2,0,3,0,2,0,3",
    "8x8:aaahdj_bnaa_i,2,0,3,1,1,2,2,1,4,0,1,1,1,2,1,2",
    "8x8:_flb_ifeaec_c,2,2,0,2,1,1,2,2,2,1,2,0,2,1,1,3",
    "8x8:faafdefeadhcb,3,1,2,1,2,1,0,2,3,0,1,3,0,2,0,3",
    "8x8:ben__bnbfb_ad,3,1,2,1,2,0,2,1,1,2,2,0,3,0,2,2",
    "8x8:bcifacb_ehdfc,3,1,2,1,1,1,1,2,1,3,0,4,0,1,1,2",
]
TRICKY = [
    "8x8:cabfebbelbcah,1,3,1,1,1,2,0,3,2,1,1,2,1,2,1,2",
    "8x8:fac_fja_aajid,1,2,1,1,3,1,0,3,2,1,3,1,1,2,1,1",
    "8x8:fcaccegaaeeeg,2,1,3,1,1,2,0,2,2,2,1,1,2,1,2,1",
    "8x8:i_baedciadakb,2,1,1,2,1,2,1,2,1,2,1,3,1,1,3,0",
    "8x8:adodi_cecdbb_,2,1,1,1,1,2,0,4,1,1,1,1,2,2,2,2",
    "8x8:abc_s_dbbffcd,3,0,2,1,1,2,1,2,2,1,2,1,2,1,0,3",
    "8x8:aecakcekbecb_,3,0,2,1,1,2,1,2,2,2,1,2,1,0,2,2",
    "8x8:bdahbf_bicabl,1,2,1,3,1,1,3,0,3,0,2,2,1,1,2,1",
    "8x8:j_bhcdbhabdbf,1,2,2,1,2,1,1,2,1,3,0,2,2,1,2,1",
    "8x8:hc___aseccdf_,1,2,1,2,1,1,1,3,2,1,2,1,2,1,1,2",
    "8x8:cadgbbefmbdab,1,1,2,1,2,1,3,1,2,1,2,1,2,1,2,1",
    "8x8:cafib_cmfcabc,1,1,2,2,1,1,2,2,3,0,2,1,1,1,1,3",
]
# And with --generate 1 10x10de#N, N = 3, 131, 190: an argument from earlier in a path is longer than what came since.
EASY_LARGE = [
    "10x10:df__cancgbab_dckicdba,1,3,1,2,3,2,3,1,2,2,5,0,3,1,2,2,1,2,1,3",
    "10x10:habbggabn__d_cak_cida,1,3,1,3,2,2,2,2,2,2,2,2,1,2,3,2,1,3,2,2",
    "10x10:chb_bracc_bdclbcdecaa,3,1,1,2,2,2,3,2,3,1,2,2,1,3,1,2,3,2,1,3",
    # N = 4, 44, 47: of cells that touch only one has a tent, so that a row needs the others.
    "10x10:dbcecckbdg_dj_fba_bk_,2,2,2,3,1,3,1,2,2,2,3,1,2,1,4,1,2,2,3,1",
    "10x10:adacjc_blbadfjbakaabc,2,2,1,3,1,3,1,2,3,2,3,1,1,3,1,4,1,2,1,3",
    "10x10:hbcae_cbbcp__cbco_dfb,2,1,1,3,1,4,1,2,3,2,4,1,2,2,2,1,3,1,2,2",
]
# Sudokus as they are published: of Wikipedia's article, of Peter Norvig's essay, and Arto Inkala's AI Escargot.
SUDOKUS = {
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79": True,
    "..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3..": True,
    "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..": False,
}


def test_grades_tell_levels_of_tents_apart():
    tents = load("tents")
    easy, tricky = ([tents.rate(tents.read(board)) for board in level] for level in (EASY, TRICKY))
    assert all(rating.grade == "easy" for rating in easy)
    assert not any(rating.grade == "easy" for rating in tricky)
    places = [[(NAMES.index(rating.grade), rating.effort) for rating in level] for level in (easy, tricky)]
    pairs = [(one < other) + (one == other) / 2 for one, other in product(*places)]
    assert sum(pairs) / len(pairs) >= 0.95


@pytest.mark.parametrize("board", EASY_LARGE)
def test_no_earlier_argument_hides_an_easier_one(board):
    tents = load("tents")
    assert tents.rate(tents.read(board)).grade == "easy"


def by_singles(clues):
    """Whether a sudoku is solved by cells with one candidate left, and lines and boxes with one place left."""
    units = [[(r, c) for c in range(9)] for r in range(9)] + [[(r, c) for r in range(9)] for c in range(9)]
    units += [[(r + i, c + j) for i in range(3) for j in range(3)] for r in (0, 3, 6) for c in (0, 3, 6)]
    values = {divmod(k, 9): sign for k, sign in enumerate(clues) if sign != "."}
    while len(values) < 81:
        seen = {
            cell: {values[x] for u in units if cell in u for x in u if x in values} for unit in units for cell in unit
        }
        left = {cell: set("123456789") - seen[cell] for cell in seen if cell not in values}
        found = {cell: min(signs) for cell, signs in left.items() if len(signs) == 1}
        for unit, sign in product(units, "123456789"):
            places = [cell for cell in unit if sign in left.get(cell, ())]
            if len(places) == 1:
                found[places[0]] = sign
        if not found:
            return False
        values |= found
    return True


@pytest.mark.parametrize(("clues", "singles"), SUDOKUS.items())
def test_sudoku_of_singles_is_easy_and_escargot_is_extreme(clues, singles):
    assert by_singles(clues) == singles
    given = "".join(f"given({k // 9 + 1},{k % 9 + 1},{sign})." for k, sign in enumerate(clues) if sign != ".")
    path = load("sudoku").explain(Instance("published", parse_facts(f"size(9,9).{given}")))
    for _ in takewhile(lambda _: path.rating.grade != "extreme", path):
        pass  # one such step suffices
    assert path.rating.grade == ("easy" if singles else "extreme")
    assert path.rating.complete == singles


def step(*argument):
    """A step with an argument; all that counts of it."""
    return Step((), (), Case(mark(0), argument))


def mark(number):
    return Mark(None, True, f"mark {number}", None)


def line(cells, used=0, wall=0):
    """A line by a sentence about so many cells, from so many marks, perhaps with a wall of so many."""
    fence = Wall((), (), tuple(map(mark, range(wall))), ()) if wall else None
    spoken = frozenset((1, c) for c in range(cells))
    sentence = Sentence("a rule", spoken, spoken)
    return Inference((sentence,), (), tuple(map(mark, range(used))), fence)


def test_effort_counts_lines_but_no_clash_of_two_marks_and_more_for_cases_and_walls():
    long, clash = line(9, 3), line(2, 2)
    assert effort(step(long)) == effort(step(clash)) == 1
    assert effort(step(long, clash)) == 1
    assert effort(step(long, long)) == effort(step(long, line(2, 3))) == effort(step(long, line(3, 2))) == 2
    assert effort(step(clash, long)) == 2
    assert effort(step(line(9, 12, wall=12))) == 3
    cases = (Case(mark(1), (long, clash)), Case(mark(2), (long,)))
    assert effort(step(long, Inference((), (), cases=cases))) == 1 + 3 + 1 + 1
    paths = [[long], [long] * 3, [long] * 6, [long] * 15, [long] * 16]
    assert [rate([step(long), step(*path)], 0).grade for path in paths] == list(NAMES)
    assert [rate([step(long), step(*path)], 0).effort for path in paths] == [0, 2, 5, 14, 15]

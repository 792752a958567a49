"""Grades agree with what others say: levels of Simon Tatham's generators, and sudokus known to be easy or hard."""

from itertools import product, takewhile

import pytest
from clingo import Function, Number

from pyclingo_app import Instance, load, parse_facts
from pyclingo_app.explain.grade import effort, rate
from pyclingo_app.explain.terms import Case, Inference, Mark, Quantity, Sentence, Share, Step, Wall
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
# In the same way what sgt-singles prints for 6x6de and 6x6dk, and sgt-unruly for 8x8dt and 8x8dn.
HITORI_EASY = [
    "6x6:346126236346463412554464544131631251",
    "6x6:354461312636162554533445523146445533",
    "6x6:323244651324152152361215466522135561",
    "6x6:355423234526224646465332446363316554",
    "6x6:231225253164261255343536524631665463",
    "6x6:264654324634346213642243236162153446",
    "6x6:221663432654356434315143614325422466",
    "6x6:115636533441342164533566621154126421",
    "6x6:651561122534246655633125345646123316",
    "6x6:153221345152522456564115421513145224",
    "6x6:134314516643113266464321556133321256",
    "6x6:256611631164366532462125125332632351",
]
HITORI_TRICKY = [
    "6x6:341126246342463312656465554431631255",
    "6x6:533622121435264552362516632124421213",
    "6x6:323541651324122554365215456522635561",
    "6x6:131134413652565543645323252246126131",
    "6x6:122363634522661123255661326154315531",
    "6x6:423456625644566134346542636623254661",
    "6x6:231663432652656334345145614325321446",
    "6x6:546166163412156141415256654513533614",
    "6x6:352666134512255136124624561244466525",
    "6x6:543423151463136642411224462312522651",
    "6x6:322143414332524531165445541463435664",
    "6x6:143142612415514416331566346551662121",
]
BINAIRO_TRIVIAL = [
    "8x8:abbaJACAHbaCGKAcAcAba",
    "8x8:aEbbbfaEgaDccdeaEcad",
    "8x8:CdabDAbacoaDEakAdb",
    "8x8:AcaKaaddbhbaIcjd",
    "8x8:mcbbaCFEPBBABcCa",
    "8x8:AaBBAGcABdbaeehcaBDCeb",
    "8x8:AcHAciFDAGDAECcacb",
    "8x8:dCDcAcGFdbeDBacfAdAa",
    "8x8:aBCABcdbhafMBabBAEf",
    "8x8:cACAAHBbBaBBBideaDccCc",
    "8x8:HBAcBcCcDEaBcgEfabBb",
    "8x8:CDbeeabBAQAeafcbcb",
]
BINAIRO_NORMAL = [
    "8x8:abMACAHcCAFGDAcAfa",
    "8x8:aEbbAgFafEfiaEcaca",
    "8x8:CdabDcaraDEakAdb",
    "8x8:daKaaddbhbacFdm",
    "8x8:cjebabGdQDABcCa",
    "8x8:ACBAGcCdbaeFgcCDCg",
    "8x8:AcIBjFDAcDEECdcb",
    "8x8:dCDcAcGBDfIBacGEa",
    "8x8:FABgbhafMBaDAEf",
    "8x8:BBCAmBEBmeaDccCc",
    "8x8:EBAcfbCIbbeDbLdba",
    "8x8:CDbeeabCHogcbcaa",
]
# Puzzles with boards of his lowest level, and of his highest.
LEVELS = {
    "tents": (EASY, TRICKY),
    "hitori": (HITORI_EASY, HITORI_TRICKY),
    "binairo": (BINAIRO_TRIVIAL, BINAIRO_NORMAL),
}
# And sgt-tents for 10x10de#N, N = 3, 131, 190: an argument from earlier in a path is longer than what came since.
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


@pytest.mark.some(1)
@pytest.mark.parametrize("name", LEVELS)
def test_grades_tell_levels_apart_by_one_measure_in_every_puzzle(name):
    puzzle = load(name)
    low, high = ([puzzle.rate(puzzle.read(board)) for board in level] for level in LEVELS[name])
    assert sum(rating.grade in ("easy", "medium") for rating in low) >= 0.9 * len(low)
    assert sum(rating.grade not in ("easy", "medium") for rating in high) >= 0.9 * len(high)
    places = [[(NAMES.index(rating.grade), rating.effort) for rating in level] for level in (low, high)]
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


def step(*argument, earlier=()):
    """A step with an argument; all that counts of it."""
    return Step((), earlier, Case(mark(0), argument))


def mark(number, present=True, cell=None, atom=None, by=None):
    return Mark(atom, present, f"mark {number}", cell, by=by)


def sentence(cells):
    """A sentence about so many cells."""
    spoken = frozenset((1, c) for c in range(cells))
    return Sentence(f"a rule of {cells}", spoken, spoken)


UNCOUNTED = Quantity()


def line(cells, used=0, wall=None, quantity=UNCOUNTED, hidden=False):
    """A line by a sentence about so many cells, from so many marks; or by what is added."""
    shares = (*quantity.need, *quantity.allow)
    sentences = tuple(one for share in shares for one in share.sentences) or (sentence(cells),)
    return Inference(sentences, (), tuple(map(mark, range(used))), wall, quantity, hidden=hidden)


def test_effort_counts_lines_but_no_clash_of_two_marks_and_more_for_cases_and_hidden_ways():
    long, clash = line(9, 3), line(2, 2)
    assert effort(step(long)) == effort(step(clash)) == 1
    assert effort(step(long, clash)) == 1
    assert effort(step(long, long)) == effort(step(long, line(2, 3))) == effort(step(long, line(3, 2))) == 2
    assert effort(step(clash, long)) == 2
    assert effort(step(line(9, 12, hidden=True))) == 3
    cases = (Case(mark(1), (long, clash)), Case(mark(2), (long,)))
    assert effort(step(long, Inference((), (), cases=cases))) == 1 + 3 + 1 + 1
    paths = [[long], [long] * 3, [long] * 6, [long] * 15, [long] * 16]
    assert [rate([step(long), step(*path)], 0).grade for path in paths] == list(NAMES)
    assert [rate([step(long), step(*path)], 0).effort for path in paths] == [0, 2, 5, 14, 15]


def test_a_path_is_no_harder_for_being_longer():
    assert rate([step(line(9))] * 100, 0).grade == "easy"
    assert rate([step(line(9), line(9))] * 100, 0).grade == "medium"


def share(cells, marks, sentences=1):
    """A share of the marks of some numbers, of which sentences about so many cells need one, or allow for it."""
    return Share((sentence(cells),) * sentences, tuple(map(mark, marks)), 1, False)


def test_effort_of_a_sum_is_its_counts_without_pairs_of_cells_and_more_where_they_overlap():
    row, wider = share(9, (1, 2)), share(9, (1, 2, 3))
    pair, other = share(2, (1, 2)), share(2, (3, 4))
    confined, locked = (
        Quantity((row,), (wider,)),
        Quantity((row, share(9, (3, 4))), (share(9, (1, 3)), share(9, (2, 4)))),
    )
    overlap, touching = Quantity((wider,), (row,)), Quantity((wider,), (pair,))
    rows = Quantity((wider, share(9, (4, 5))), (pair, other))
    sums = (confined, locked, overlap, touching, rows)
    assert [effort(step(line(9, quantity=one))) for one in sums] == [2, 4, 4, 1, 4]


def fence(inside, around, **what):
    """A wall of so many marks around so many cells."""
    return Wall((), tuple((1, c) for c in range(inside)), tuple(mark(k, **what) for k in range(around)), ())


def test_effort_of_who_is_cut_off_is_that_of_a_single_cell_a_line_or_an_area():
    side = {"cell": (2, 2), "atom": Function("line", [Number(2), Number(2), Function("right")])}
    walls = [
        fence(1, 2),  # a cell in a corner
        fence(1, 1),  # a cell has two neighbours at least, so what else shuts it in are clues
        fence(0, 4),  # what lies at no cells, as corners of these do
        fence(8, 6, present=False, **side),  # a line that does not go on
        fence(8, 6, **side),  # an area with borders around it
        fence(2, 3),
        fence(40, 30),  # a larger one is no harder to see
    ]
    assert [effort(step(line(9, wall=wall))) - 1 for wall in walls] == [0, 1, 1, 1, 3, 3, 3]


def test_effort_of_a_path_counts_what_has_to_be_remembered_but_one_mark_of_each_step():
    seen, there = mark(1, False, by=mark(2)), mark(3)
    remembered = [mark(k, False) for k in range(4, 7)]
    for many, more in enumerate([0, 0, 1, 2]):
        path = [step(line(9), earlier=(seen, there, *remembered[:many]))]
        assert (rate(path, 0).effort, rate(path, 0).grade) == (more, "easy")

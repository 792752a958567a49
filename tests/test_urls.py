"""Boards in addresses: the pieces that bodies of pzpr consist of, genres that they cover, and Penpa-edit."""

import json
import re
import zlib
from base64 import b64encode
from collections import defaultdict
from itertools import pairwise

import pytest
from clingo import Control, Function, Number, String, SymbolType, parse_term
from conftest import ROOT
from hypothesis import given, settings
from hypothesis import strategies as st

from pyclingo_app import InstanceError, formats, load
from pyclingo_app.formats import penpa, puzzlink
from pyclingo_app.formats.areas import areas
from pyclingo_app.formats.layers import Layers
from pyclingo_app.formats.meaning import declarations
from pyclingo_app.formats.pieces import PIECES, Body, Drawn, is_piece, read_pieces, write_pieces
from pyclingo_app.formats.pieces.places import borders, halves
from pyclingo_app.formats.pieces.places import crossings as crossings_of
from pyclingo_app.formats.terms import term
from pyclingo_app.program.library import Library


def declared():
    """The genres of decoders.lp: their pieces, by their flags."""
    control = Control()
    control.load(str(ROOT / "tests" / "decoders.lp"))
    control.ground([("base", [])])
    found = defaultdict(dict)
    for atom in control.symbolic_atoms.by_signature("puzzlink", 3):
        genre, flags, pieces = atom.symbol.arguments
        found[genre.name if genre.type == SymbolType.Function else genre.string][flags.string] = pieces.arguments
    return dict(found)


GENRES = declared()
# Other names of genres in addresses, from src/pzpr/variety.js of pzprjs.
ALIASES = {
    "akari": "lightup", "bag": "cave", "bijutsukan": "lightup", "bnuuyhop": "bunnyhop", "bossanova": "bosanowa",
    "bridges": "hashikake", "building": "skyscrapers", "fillomino01": "fillomino", "hakyukoka": "ripple",
    "hashi": "hashikake", "heyawacky": "heyawake", "masyu": "mashu", "numberlink": "numlin", "pearl": "mashu",
    "rome": "roma", "sato": "satogaeri", "skyscraper": "skyscrapers", "slitherlink": "slither", "snakes": "hebi",
    "suraromu": "slalom", "yajirin": "yajilin", "yajirin-regions": "yajilin-regions",
}  # fmt: skip


def canonical(genre):
    """The name that pzpr knows a genre by."""
    return ALIASES.get(genre, genre)


def pieces_of(text):
    """The pieces of a declaration."""
    return parse_term(f"({text},)").arguments


def read(pieces, height, width, body):
    """What pieces mean, without the size."""
    return set(read_pieces(Body("URL", body, height, width), pieces)[1:])


def write(pieces, height, width, terms):
    """Write terms, and the constants among them."""
    named, constants = defaultdict(list), {}
    for one in terms:
        named[one.name].append(one.arguments)
        if one.name == "constant":
            constants[one.arguments[0].string] = str(one.arguments[1])
    return write_pieces(Drawn(named, height, width, constants), pieces)


def terms(text):
    return set(parse_term(f"({text},)").arguments) if text else set()


# --- genres ---


def within(pieces):
    """Pieces, and those that they are around."""
    for piece in pieces:
        if piece.type == SymbolType.Function and piece.name in PIECES:
            yield piece
            yield from within(piece.arguments)


def test_at_least_320_genres_are_covered():
    assert len({canonical(genre) for genre in GENRES}) >= 320
    assert all(is_piece(piece) for flags in GENRES.values() for pieces in flags.values() for piece in pieces)
    used = {piece.name for flags in GENRES.values() for pieces in flags.values() for piece in within(pieces)}
    assert used == set(PIECES)


def test_docs_list_the_genres_with_their_pieces():
    section = (ROOT / "docs" / "formats.md").read_text().partition("## Covered genres")[2].partition("\n## ")[0]
    listed = defaultdict(set)
    for pieces, genres in re.findall(r"^\| ([^|]+) \| ([^|]+) \|$", section, re.MULTILINE):
        for genre in re.findall(r"`([a-z0-9-]+)`", genres):
            listed[genre].add(pieces.strip())

    def named(piece):
        places = [str(each) for each in piece.arguments[:1] if piece.name == "on"]
        inner = ", ".join(places + [named(each) for each in piece.arguments[len(places) :] if is_piece(each)])
        return f"{piece.name}({inner})" if inner else piece.name

    expected = defaultdict(set)
    for genre, flags in GENRES.items():
        for pieces in flags.values():
            expected[genre].add(", ".join(f"`{named(piece)}`" for piece in pieces))
    assert listed == expected


def test_one_board_of_each_genre_is_written_the_same():
    """As pzprjs itself writes them."""
    lines = (ROOT / "tests" / "addresses.txt").read_text().splitlines()
    addresses = [line for line in lines if not line.startswith("%")]
    assert {canonical(address.partition("/")[0]) for address in addresses} == set(map(canonical, GENRES))
    for address in addresses:
        url, pieces = parted(address)
        found = read(pieces, url.height, url.width, url.body)
        assert write(pieces, url.height, url.width, found) == url.body.rstrip("/"), address


# --- published addresses ---

# One or two for each piece.  Sources: robx/pzprjs, test/script/GENRE.js (P); swaroopg92/penpa-edit, TESTING.md (E);
# semiexp/cspuz_core, cspuz_rs_puzzles/src/puzzles/GENRE.rs (C); semiexp/cspuz, bench/generator.py (B).
PUBLISHED = [
    "yajikazu/6/6/40d23663i32h12b32a12a11c",  # P arrows
    "easyasabc/4/4/3/1m2h3g3h",  # P parameter, around, optional(numbers)
    "hitori/6/5/111.45.2..453.3.1..2....3.3.1./",  # C base36
    "ringring/14/10/k5a.87u",  # E blocks
    "dosufuwa/5/5/7pnsmrhf31d1",  # P border, blocks
    "heyawake/6/6/aa66aapv0fu0g2i3k",  # C border, rooms
    "barns/5/5/06ec080000100",  # P cells, border
    "masyu/10/10/00266000600220603230i09000c00169i0",  # B circles
    "gokigen/4/3/l372666bg",  # C crossings
    "sumiwake/6/6/rbcjcgcobbkcccccr3g6s1v",  # P crossings, border
    "fillmat/5/5/3b3h1h1b4",  # P digits
    "tentaisho/9/9/elaegezs62fkf7eqegekfgezifkbc3ejezsc2ehe",  # E dots, optional(cells)
    "nothree/6/6/ien62ezo2ek282aelem",  # P dots
    "kropki/7/7/ddc0330l00729c6ic6e9j0i94d04",  # E edge_circles
    "kazunori/4/4/94g1s0g4k2p2k",  # P border, edge_numbers
    "coffeemilk/4/4/11a2d.a2a21a./",  # P either
    "akari/10/10/q757bzk6bh6bzk757bo",  # E fours(X)
    "slither/6/10/h1dgadddg1cgdddcg2cgddbdg1d",  # E fours
    "tapa/7/6/2nabg9w8o0h",  # C groups
    "minarism/4/4/hhhq21pgi",  # P inequalities
    "nonogram/6/6/11113g1h1h13g11122g11g22j11g4h",  # P lists
    "tents/5/5/3g2j1hk1322313",  # C outside, marks
    "numlin/5/5/1j2h3m1h2j3",  # P names
    "araf/5/5/457m3i8m.57",  # P numbers
    "simpleloop/10/10/ovof472311ggo8s4u0v0",  # E optional(cells)
    "doppelblock/5/5/61j4g35",  # C outside, optional(numbers)
    "kramman/5/5/32223i3f2fb99i",  # P points, circles
    "nurimaze/6/5/ervrivfppu53b481b2b",  # C border, signs
    "shugaku/5/5/c5d462b",  # P signs
    "aquarium/4/4/bu8i90/i3213g",  # P border, slash, outside
    "kakuro/8/8/lA-.G-cfofhne-9en5-d-oedn5go7-dgn4-c-n-co...-clb7e73iOaA8",  # E splits
    "balance/5/5/g9m1k0m8g",  # P coded
    "battleship/6/6/g12h2g30g3gk0r3w//c",  # P on(outside), bank
    "bdwalk/6/1/6111g3121g",  # P cell, coded
    "box/5/5/7a9979672f",  # P on(outside), signs
    "castle/5/5/c230021k111a210f",  # P signs with arrows
    "compass/5/5/l2.21g.2.4m.4.3g.1..l",  # P signs with numbers
    "kouchoku/4/4/a2b5a.bc0b2.0.c0",  # P letters(on(corners))
    "kurarin/6/6/g12mcl3h4m4i8m8g2m4l23h",  # P on(halves, joint)
    "sansaroad/5/5/h4qch8h4x1g",  # P on(halves, joint) with cells
    "makaro/5/5/lfflu7qdemei2icmb",  # P border, signs
    "sashigane/5/5/jm.o3khkgojm4",  # P signs with digits
    "slovak/5/5/3/1n-28i-26g0m-1cg",  # P parameter, coded
    "tapaloop/6/6/g3t+32hart2g",  # P groups(loop)
    "tilepaint/6/6/mfttf5ovqrrvzv234232243331",  # P border, signs with two numbers, on(outside)
    "voxas/5/5/hdhbhchbk7dh8bi",  # P on(borders, coded(fours))
    "isowatari/3/3/1/90640",  # C parameter, circles, optional(cells)
    "yajitatami/5/5/b3233a2222p1233",  # P arrows, optional(walls)
]


def parted(address):
    url = puzzlink.parse("https://puzz.link/p?" + address, "URL")
    found = next(flags for genre, flags in GENRES.items() if canonical(genre) == canonical(url.genre))
    return url, found[url.flags]


@pytest.mark.parametrize("address", PUBLISHED)
def test_published_addresses_are_written_the_same(address):
    url, pieces = parted(address)
    found = read(pieces, url.height, url.width, url.body)
    assert write(pieces, url.height, url.width, found) == url.body.rstrip("/")


@pytest.mark.parametrize("address", PUBLISHED)
def test_an_address_cut_anywhere_or_made_longer_is_an_error(address):
    """But for what need not stand: an optional piece at the end, the cells after the last block, and
    the last places of a piece with letters for empty ones, which is warned of."""
    url, pieces = parted(address)
    body = url.body.rstrip("/")
    drawn = read(pieces, url.height, url.width, body)
    whole = len(body)
    if pieces[-1].name == "blocks":
        whole = len(write(pieces[:-1], url.height, url.width, drawn))
    allowed = {len(write([p for p in pieces if p.name != "optional"], url.height, url.width, drawn))}
    for end in range(whole):
        cut = Body("URL", body[:end], url.height, url.width)
        try:
            found = set(read_pieces(cut, pieces)[1:])
        except InstanceError as error:
            assert re.match(r"URL: character \d+: (the address ends|expected)", error.message)
            continue
        # The other places are empty: what is read is all of the board, or what a value with empty places behind it is.
        assert end in allowed or found <= drawn
        if end not in allowed:
            ((given, places),) = (map(int, re.findall(r"(\d+) of (\d+)", said)[0]) for said in cut.warnings)
            assert places / 2 < given < places
    for more in ("!", "zz") if pieces[-1].name == "blocks" else ("!", "0", "g", "zz"):
        with pytest.raises(InstanceError, match=r"character \d+: "):
            read(pieces, url.height, url.width, body + more)


# What says the same, and what the warning says.  Published in tests of swaroopg92/penpa-edit; puzz.link opens them.
SHORT = {
    "shakashaka/12/12/.hcc6.rbrchbdh.mczck.jbehdrbp.gbcc": ("g", "143 of 144 cells", "a dot at the end is often lost"),
    "shakashaka/17/17/bmbibw.g.ibh.l.n1.ch.g.ibh.z.kbm.pck.g.o.g.mcncmei.y.kboal00aj.ibzi.kbm":
        ("g", "288 of 289 cells", "the last one is taken as empty"),
    "tents/20/20/py0o001123456789abcdefghi0j0k0l0m0n0o0p0q0r0s0t0u0v0w0x0y0z00jkl0":
        ("zq", "373 of 400 cells", "the other 27 are taken as empty"),
}  # fmt: skip


@pytest.mark.parametrize("address", SHORT)
@pytest.mark.parametrize("end", ["", "/"])
def test_addresses_that_end_too_soon_are_read_with_a_warning(address, end):
    puzzle = load(address.partition("/")[0])
    ending, *said = SHORT[address]
    board, whole = (puzzle.read(f"https://puzz.link/p?{address}{more}") for more in (end, ending))
    (warning,) = board.warnings
    assert all(part in warning for part in said)
    assert (board.facts, whole.warnings) == (whole.facts, ())


@pytest.mark.parametrize(
    ("address", "message"),
    [
        ("nurikabe/7/7/g2g6h5g8g", "the address ends after 10 of 49 cells"),  # as a site lists it
        ("sudoku/4/4/1g2h3k-1", "expected 2 hexadecimal digits, found '1'"),
        ("yajilin/4/4/k2", "expected 1 hexadecimal digit, found ''"),
        ("tents/4/4/1h1", "the address ends after 4 of 8 places"),
        ("norinori/5/5/cag4o", "the address ends after 5 of 20 places of walls between rows"),
        ("masyu/3/3/10", "the address ends after 6 of 9 cells"),
        ("hitori/2/2/123", "the address ends after 3 of 4 cells"),
    ],
)
def test_addresses_that_are_cut_otherwise_are_errors(address, message):
    with pytest.raises(InstanceError, match=re.escape(message)):
        load(address.partition("/")[0]).read(f"https://puzz.link/p?{address}")


def test_what_published_addresses_mean():
    """From the boards and answers in the files of pzprjs's own tests, test/script/GENRE.js."""

    def shown(address, name):
        url, pieces = parted(address)
        return {one for one in read(pieces, url.height, url.width, url.body) if one.name == name}

    assert shown("aquarium/4/4/bu8i90/i3213g", "clue") == terms(
        "clue(top,4,3), clue(left,1,2), clue(left,2,1), clue(left,3,3)"
    )
    assert shown("aquarium/4/4/bu8i90/i3213g", "wall") == terms(
        "wall(1,2,right), wall(2,1,right), wall(2,2,right), wall(2,3,right), wall(3,1,right), wall(3,2,right),"
        "wall(3,3,right), wall(4,3,right), wall(1,1,down), wall(1,4,down), wall(2,3,down), wall(3,2,down)"
    )
    assert shown("kramman/5/5/32223i3f2fb99i", "between") == terms(
        "between(1,4,corner,black), between(2,3,corner,black), between(3,2,corner,black), between(4,1,corner,black)"
    )
    assert shown("kramman/5/5/32223i3f2fb99i", "mark") >= terms(
        "mark(1,1,black), mark(1,5,white), mark(2,2,white), mark(2,3,black)"
    )
    assert shown("easyasabc/4/4/3/1m2h3g3h", "clue") == terms(
        'clue(top,1,"A"), clue(left,1,"B"), clue(right,2,"C"), clue(left,4,"C")'
    )
    # Its answer begins 4 3 2 1, and has 3 above 4 at (3, 3).
    assert shown("minarism/4/4/hhhq21pgi", "between") == terms(
        'between(1,1,right,">"), between(1,2,right,">"), between(1,3,right,">"), between(1,1,down,2),'
        'between(1,2,down,1), between(3,3,down,"^")'
    )


# --- pieces, alone ---


def edges(height, width):
    return [(r, c, "right") for r in range(1, height + 1) for c in range(1, width)] + [
        (r, c, "down") for r in range(1, height) for c in range(1, width + 1)
    ]


@pytest.mark.parametrize(("height", "width"), [(1, 1), (1, 4), (3, 1), (3, 4)])
def test_places_between_cells_have_an_order(height, width):
    for places, expected in (
        (borders(height, width), edges(height, width)),
        (crossings_of(height, width, 0), crossings(height, width, 0)),
        (crossings_of(height, width, 1), crossings(height, width, 1)),
    ):
        assert [places.at(k) for k in range(places.count)] == expected
        assert [places.index(place) for place in expected] == list(range(len(expected)))
    cells = {(r, c) for r in range(1, height + 1) for c in range(1, width + 1)}
    places = halves(height, width)
    found = [places.at(k) for k in range(places.count)]
    assert set(found) == cells | set(edges(height, width)) | set(crossings(height, width, 0))
    assert [places.index(place) for place in found] == list(range(places.count))
    assert found == sorted(found, key=lambda place: (2 * place[0] + (place[-1] in ("down", "corner")),
                                                     2 * place[1] + (place[-1] in ("right", "corner"))))  # fmt: skip


SIZES = st.tuples(st.integers(1, 6), st.integers(1, 7))
UNKNOWN = String("?")


def number(least, most, unknown=True):
    known = st.integers(least, most).map(Number)
    return st.one_of(known, st.just(UNKNOWN)) if unknown else known


def somewhere(places, values):
    return st.dictionaries(st.sampled_from(places), values) if places else st.just({})


def crossings(height, width, edge):
    return [(r, c, "corner") for r in range(1 - edge, height + edge) for c in range(1 - edge, width + edge)]


def rims(height, width, first=1):
    """The borders at the edges; the first ones are sides of row and column 1, or of 0."""
    top, left = ("up", "left") if first else ("down", "right")
    return [(r, c, way) for r, way in ((first, top), (height, "down")) for c in range(1, width + 1)] + [
        (r, c, way) for c, way in ((first, left), (width, "right")) for r in range(1, height + 1)
    ]


def lines(height, width, sides):
    return [(side, k) for side in sides for k in range(1, (width if side in ("top", "bottom") else height) + 1)]


def random_terms(piece, height, width):
    """A strategy for what a piece can hold on a board."""
    cells = [(r, c) for r in range(1, height + 1) for c in range(1, width + 1)]
    a, b = Function("white"), Function("black")

    def at(name, places, values):
        return somewhere(places, values).map(lambda found: {term(name, *place, x) for place, x in found.items()})

    def lists(sides):
        found = {
            line: st.lists(number(0, 255), max_size=((height if line[0] == "top" else width) + 1) // 2)
            for line in sides
        }
        return st.fixed_dictionaries(found).map(
            lambda chosen: {term("clue", *line, k, x) for line, xs in chosen.items() for k, x in enumerate(xs, 1)}
        )

    def pairs(found):
        return {one for cell, (x, way) in found.items() for one in
                [term("mark", *cell, x), *([term("mark", *cell, f"arrow_{way}")] if way else [])]}  # fmt: skip

    def several(found):
        return {term("mark", *cell, k, x) for cell, xs in found.items() for k, x in enumerate(xs, 1)}

    def filled(found):
        return {one for cell, x in found.items() for one in
                [term("shade", *cell, "black"), *([term("mark", *cell, x)] if x != UNKNOWN else [])]}  # fmt: skip

    def pointed(found):
        """A boolean as an arrow across its border."""
        names = {"right": ("arrow_left", "arrow_right"), "down": ("arrow_up", "arrow_down")}
        return {term("between", *place, names[str(place[2])][str(x) == "True"])
                for *place, x in (one.arguments for one in found)}  # fmt: skip

    def coloured(found):
        """Numbers in circles or on black; those that are not known in circles."""
        return {one for cell, (x, colour) in found.items() for one in
                [term("mark", *cell, x), term("mark", *cell, "white") if x == UNKNOWN or colour == "white"
                                         else term("shade", *cell, "black")]}  # fmt: skip

    def circled(found):
        """-1 as a number that is not known, on black; those of two digits in a circle."""
        return {one for cell, x in found.items() for one in
                [term("mark", *cell, Number(x) if x >= 0 else UNKNOWN),
                 *([term("shade", *cell, "black")] if x < 0 else []),
                 *([term("mark", *cell, "white")] if x > 15 else [])]}  # fmt: skip

    def divided(found):
        """A number alone as itself, none as a hole, two as the parts of a fraction, the lower of which may be ""."""
        return {one for cell, xs in found.items() for one in (
            [term("hole", *cell)] if not xs else [term("mark", *cell, xs[0])] if len(xs) == 1 else
            [term("mark", *cell, side, x) for side, x in zip(("bottom", "right"), xs, strict=True) if x != String("")]
        )}  # fmt: skip

    fractions = st.one_of(st.just(()), st.tuples(number(1, 9, False)),
                          st.tuples(number(0, 999), st.one_of(st.just(String("")), number(1, 999, False))))  # fmt: skip
    shades = st.sampled_from([a, b, Function("grey")])
    shapes = st.sampled_from([[(1, 1)], [(1, 1), (1, 2), (2, 2)], [(k, 1) for k in range(1, 6)], [(1, 2), (2, 1)]])
    ways = st.sampled_from(["", "up", "down", "left", "right"])
    groups = st.one_of(*(st.lists(number(1, base - 1), min_size=k, max_size=k) for k, base in ((2, 6), (3, 4), (4, 2))),
                       st.lists(number(0, 8), min_size=1, max_size=1))  # fmt: skip
    signs = st.sampled_from([Number(1), Function("tree"), UNKNOWN])
    return {
        "numbers": at("mark", cells, number(0, 77776 + 16**5 - 1)),
        "names": at("mark", cells, number(1, 300, False)),
        "fours": at("mark", cells, number(0, 4)),
        "fours(black)": somewhere(cells, number(0, 4)).map(filled),
        "digits": at("mark", cells, number(0, 9)),
        "either": at("mark", cells, number(0, 12)),
        "base36": at("mark", cells, number(0, 1295)),
        "marks(tree)": at("mark", cells, st.just(Function("tree"))),
        "cells(blue)": at("shade", cells, st.just(Function("blue"))),
        "optional(cells(blue))": at("shade", cells, st.just(Function("blue"))),
        "blocks(black)": at("shade", cells, st.just(b)),
        "circles(white,black)": at("mark", cells, st.sampled_from([a, b])),
        "arrows": somewhere(cells, st.tuples(number(0, 4095), ways)).map(pairs),
        "groups": somewhere(cells, groups).map(several),
        "series": somewhere(cells, st.lists(number(1, 9), min_size=1, max_size=5)).map(several),
        "fractions": somewhere(cells, fractions).map(divided),
        'signs("5",("1",1),("4",tree),(".","?"))': at("mark", cells, signs),
        "walls": somewhere(edges(height, width), st.none()).map(lambda found: {term("wall", *wall) for wall in found}),
        "edge_numbers": at("between", edges(height, width), number(0, 255)),
        "edge_circles(white,black)": at("between", edges(height, width), st.sampled_from([a, b])),
        "crossings": at("between", crossings(height, width, 1), number(0, 4)),
        "points(black)": at("between", crossings(height, width, 0), st.just(b)),
        "outside": at("clue", lines(height, width, ("top", "left")), number(0, 255, False)),
        "around": at("clue", lines(height, width, ("top", "bottom", "left", "right")), number(0, 255, False)),
        "lists": lists(lines(height, width, ("top", "left"))),
        "outer": somewhere([*edges(height, width), *rims(height, width)], st.none()).map(
            lambda found: {term("wall", *wall) for wall in found}),
        "outer(tree)": at("between", [*edges(height, width), *rims(height, width, 0)], st.just(Function("tree"))),
        "cell(tree)": st.sampled_from(cells).map(lambda cell: {term("mark", *cell, "tree")}),
        "on(around,index(tree))": st.sampled_from(lines(height, width, ("top", "bottom", "left", "right"))).map(
            lambda line: {term("clue", *line, "tree")}),
        "on(slots(2),numbers)": at("clue", [(*line, k) for line in lines(height, width, ("top", "left"))
                                            for k in (1, 2)], number(0, 300)),
        "on(corners,far(black))": at("between", crossings(height, width, 1), st.just(b)),
        "on(halves,joint(white,black,grey))": st.tuples(
            at("mark", cells, shades), at("between", [*edges(height, width), *crossings(height, width, 0)], shades),
        ).map(lambda found: found[0] | found[1]),
        "edge_arrows": at("between", edges(height, width), st.booleans()).map(pointed),
        "groups(loop)": somewhere(cells, st.lists(number(1, 4), min_size=1, max_size=4)).map(several),
        'coded(numbers,(0,(white,"?")),((2,1),black),((2,0),white))':
            somewhere(cells, st.tuples(number(1, 300), st.sampled_from(["white", "black"]))).map(coloured),
        'signs("k",("",digits(1)),("-",(digits(2),white)),("+",("?",black)))':
            somewhere(cells, st.integers(-1, 255)).map(circled),
        'bank(("t","14u"))': st.lists(shapes, max_size=4).map(lambda all: {
            term("bank", k, i, j) for k, shape in enumerate(all, 1) for i, j in shape}),
        'notes(("z",))': st.lists(st.integers(0, 99), max_size=12).map(
            lambda all: {term("note", k, n) for k, n in enumerate(all, 1)}),
    }[piece]  # fmt: skip


SIMPLE = [
    "numbers", "names", "fours", "fours(black)", "digits", "either", "base36", "marks(tree)", "cells(blue)",
    "optional(cells(blue))", "blocks(black)", "circles(white,black)", "arrows", "groups",
    "series", "fractions",
    'signs("5",("1",1),("4",tree),(".","?"))', "walls", "edge_numbers", "edge_circles(white,black)", "crossings",
    "points(black)", "outside", "around", "lists", "outer", "outer(tree)", "cell(tree)", "on(around,index(tree))",
    "on(slots(2),numbers)", "on(corners,far(black))", "on(halves,joint(white,black,grey))", "edge_arrows",
    "groups(loop)", 'coded(numbers,(0,(white,"?")),((2,1),black),((2,0),white))',
    'signs("k",("",digits(1)),("-",(digits(2),white)),("+",("?",black)))', 'bank(("t","14u"))', 'notes(("z",))',
]  # fmt: skip


@pytest.mark.some
@pytest.mark.parametrize("piece", SIMPLE)
@given(SIZES, st.data())
@settings(max_examples=25, deadline=None, derandomize=True)
def test_pieces_come_back(piece, size, data):
    pieces = pieces_of(piece)
    assert len(pieces) == 1
    assert is_piece(pieces[0])
    drawn = data.draw(random_terms(piece, *size))
    body = write(pieces, *size, drawn)
    assert read(pieces, *size, body) == drawn


@given(SIZES, st.data())
@settings(max_examples=40, deadline=None, derandomize=True)
def test_regions_and_their_numbers_come_back(size, data):
    height, width = size
    walls = data.draw(st.sets(st.sampled_from(edges(height, width)))) if edges(height, width) else set()
    found = areas(height, width, walls)
    drawn = {term("wall", *wall) for wall in walls} | {term("area", r, c, k) for (r, c), k in found.items()}
    first = {k: cell for cell, k in sorted(found.items(), reverse=True)}
    rooms = data.draw(st.dictionaries(st.sampled_from(sorted(first)), number(0, 300)))
    drawn |= {term("mark", *first[k], x) for k, x in rooms.items()}
    inside = [(r, c, way) for r, c, way in walls if found[r, c] == found[r + (way == "down"), c + (way == "right")]]
    drawn |= {term("_stub", *wall) for wall in inside}
    body = write(pieces_of("border, rooms"), height, width, drawn)
    assert read(pieces_of("border, rooms"), height, width, body) == drawn
    # The table of the format gives the length of a border.
    digits = -(-(width - 1) * height // 5) + -(-width * (height - 1) // 5)
    assert len(write(pieces_of("border"), height, width, drawn)) == digits


@given(SIZES, st.data())
@settings(max_examples=40, deadline=None, derandomize=True)
def test_dots_come_back(size, data):
    height, width = size
    cells = [(r, c) for r in range(1, height + 1) for c in range(1, width + 1)]
    colour = st.sampled_from([Function("white"), Function("black")])
    drawn = {term("mark", *cell, x) for cell, x in data.draw(somewhere(cells, colour)).items()}
    between = [*edges(height, width), *crossings(height, width, 0)]
    drawn |= {term("between", *place, x) for place, x in data.draw(somewhere(between, colour)).items()}
    body = write(pieces_of("dots(white,black)"), height, width, drawn)
    assert read(pieces_of("dots(white,black)"), height, width, body) == drawn


@given(SIZES, st.data())
@settings(max_examples=40, deadline=None, derandomize=True)
def test_split_cells_come_back(size, data):
    height, width = size
    cells = [(r, c) for r in range(1, height + 1) for c in range(1, width + 1)]
    sums = st.one_of(st.none(), st.integers(1, 45))
    black = data.draw(somewhere(cells, st.tuples(sums, sums)))
    drawn = {term("shade", *cell, "black") for cell in black}
    drawn |= {
        term("mark", *cell, side, n)
        for cell, pair in black.items()
        for side, n in zip(("bottom", "right"), pair, strict=True)
        if n
    }
    free = [("top", c) for c in range(1, width + 1) if (1, c) not in black]
    free += [("left", r) for r in range(1, height + 1) if (r, 1) not in black]
    drawn |= {term("clue", *line, n) for line, n in data.draw(somewhere(free, st.integers(1, 45))).items()}
    body = write(pieces_of("splits(black)"), height, width, drawn)
    assert read(pieces_of("splits(black)"), height, width, body) == drawn


@given(SIZES, st.data())
@settings(max_examples=25, deadline=None, derandomize=True)
def test_inequalities_come_back(size, data):
    places = edges(*size)
    drawn = set()
    for place, k in data.draw(somewhere(places, st.integers(-3, 255))).items():
        signs = "<>" if place[2] == "right" else "^v"
        drawn.add(term("between", *place, Number(k) if k >= 0 else UNKNOWN if k == -3 else String(signs[k])))
    body = write(pieces_of("inequalities"), *size, drawn)
    assert read(pieces_of("inequalities"), *size, body) == drawn


@pytest.mark.parametrize(
    ("piece", "width", "body", "expected"),
    [
        # From the table of FORMATS: a digit, two, three digits, with 4096, with 8192, unknown, skips.
        ("numbers", 1, "f", "mark(1,1,15)"), ("numbers", 1, "-ff", "mark(1,1,255)"),
        ("numbers", 1, "+fff", "mark(1,1,4095)"), ("numbers", 1, "=001", "mark(1,1,4097)"),
        ("numbers", 1, "@001", "mark(1,1,8193)"), ("numbers", 5, "i.1", 'mark(1,4,"?"), mark(1,5,1)'),
        ("numbers", 21, "z0", "mark(1,21,0)"), ("fours", 1, ".", 'mark(1,1,"?")'), ("fours", 1, "e", "mark(1,1,4)"),
        ("fours", 3, "6b", "mark(1,1,1), mark(1,3,1)"), ("fours", 4, "cb", "mark(1,1,2), mark(1,4,1)"),
        ("fours", 23, "g.zd", 'mark(1,2,"?"), mark(1,23,3)'),
        ("marks(tree)", 19, "h0", "mark(1,1,tree), mark(1,19,tree)"),
        # From pzpr's own functions: what the numbers of Tapa are counted in, and letters beyond 9 in Kakuro.
        ("groups", 1, "9", "mark(1,1,1,1), mark(1,1,2,1), mark(1,1,3,1), mark(1,1,4,1)"),
        ("groups", 1, "a8", 'mark(1,1,1,1), mark(1,1,2,2)'), ("groups", 1, "a1", 'mark(1,1,1,"?"), mark(1,1,2,1)'),
        ("splits(black)", 2, "Aak-", 'shade(1,1,black), mark(1,1,bottom,20), mark(1,1,right,10)'),
        ("arrows", 3, "13b", "mark(1,1,3), mark(1,1,arrow_up)"),
        ("arrows", 1, "710", "mark(1,1,16), mark(1,1,arrow_down)"),
        ("arrows", 1, "-3100", "mark(1,1,256), mark(1,1,arrow_left)"),
        ("arrows", 1, "4.", 'mark(1,1,"?"), mark(1,1,arrow_right)'),
        ("base36", 3, "z-10@", 'mark(1,1,35), mark(1,2,36), mark(1,3,"?")'),
        ("dots(white,black)", 2, "gf", "between(1,1,right,black)"),
    ],
)  # fmt: skip
def test_what_characters_mean(piece, width, body, expected):
    assert read(pieces_of(piece), 1, width, body) == terms(expected)
    assert write(pieces_of(piece), 1, width, terms(expected)) == body


@pytest.mark.parametrize(
    ("piece", "height", "width", "body", "message"),
    [
        ("numbers", 2, 2, "1z", "character 2: 'z' skips beyond the last of 4 cells"),
        ("numbers", 2, 2, "1-g", "character 3: expected 2 hexadecimal digits, found 'g'"),
        ("digits", 2, 2, "1-", "character 2: unexpected character '-'"),
        ("either", 2, 2, "-1-", "character 4: expected 2 hexadecimal digits"),
        ("circles(white,black)", 2, 2, "0r", "character 2: unexpected character 'r'"),
        ("cells(blue)", 2, 3, "v", "character 2: the address ends after 5 of 6 cells"),
        ("walls", 2, 2, "0", "character 2: the address ends after 0 of 2 places of walls between rows"),
        ("border, rooms", 1, 3, "gz", "character 2: 'z' skips beyond the last of 2 regions"),
        ("arrows", 1, 2, "-51001", "character 2: expected a direction from 0 to 4, found 5"),
        ("groups", 1, 2, "fz", "character 1: no group of numbers has this code"),
        ("groups", 1, 2, "a", "character 1: expected 2 digits to the base 36, found 'a'"),
        ("blocks(black)", 1, 2, "3", "character 1: '3' leads beyond the last of 2 cells"),
        ("points(black)", 2, 2, "", "character 1: the address ends after 0 of 1 crossings"),
        ("dots(white,black)", 1, 1, "g0", "character 2: expected the end, found '0'"),
        ("crossings", 1, 1, "f", "character 1: unexpected character 'f'"),
        ("splits(black)", 1, 1, "1", "character 2: the address ends before a number"),
        ("splits(black)", 1, 1, "k", "character 2: the address ends after 0 of 2 places"),
        ("slash", 1, 1, "x", "character 1: expected '/', found 'x'"),
        ('parameter("n")', 1, 1, "x/", "character 1: expected a number and a slash, found 'x/'"),
        ("signs(\"5\",(\"1\",1))", 1, 1, "2", "character 1: unexpected character '2'"),
    ],
)  # fmt: skip
def test_faults_are_told_with_their_position(piece, height, width, body, message):
    with pytest.raises(InstanceError) as caught:
        read(pieces_of(piece), height, width, body)
    assert caught.value.message.startswith("URL: " + message)


@pytest.mark.parametrize("address", ["slither/6/6/nc8d1c5bbia2a", "akari/6/6/g..cgcs..hcl", "sudoku/4/4/1g2h3k4j"])
def test_what_is_cut_can_be_ended(address):
    """By what the error says the address is that of a board without the last clues."""
    genre = address.partition("/")[0]
    puzzle = load({"slither": "slitherlink"}.get(genre, genre))
    whole = set(puzzle.read(f"https://puzz.link/p?{address}").facts)
    ended = 0
    for length in range(len(genre) + 6, len(address)):
        cut = f"https://puzz.link/p?{address[:length]}"
        try:
            puzzle.read(cut)
        except InstanceError as error:
            if match := re.search(r"end it with (\w+)\.", error.hint):
                assert set(puzzle.read(cut + match[1]).facts) <= whole
                ended += 1
    assert ended > 3


@pytest.mark.parametrize(
    ("piece", "drawn", "message"),
    [
        ("fours", "mark(1,1,5)", "numbers from 0 to 4 here, not 5"),
        ("digits", "mark(1,1,10)", "no sign for the number 10, as at (1, 1)"),
        ("numbers", "mark(1,1,-1)", "numbers from 0 to 1126351 here, not -1"),
        ("outside", "clue(top,1,256)", "numbers from 0 to 255 here, not 256"),
        ("lists", "clue(top,1,1,3), clue(top,1,2,3)", "no room for the 2 numbers at the top of line 1"),
        ("groups", ", ".join(f"mark(1,1,{k},1)" for k in range(1, 6)), "up to 4 numbers in a cell, not 5"),
        ("arrows", "mark(1,2,arrow_up)", "no arrow without a number, as at row 1"),
        ("splits(black)", "shade(1,1,black), mark(1,1,right,46)", "no sign for the number 46"),
        ('parameter("n")', "", "a number for n here, not nothing"),
    ],
)  # fmt: skip
def test_what_no_piece_holds_is_told(piece, drawn, message):
    with pytest.raises(InstanceError, match=re.escape(message)):
        write(pieces_of(piece), 1, 2, terms(drawn))


@pytest.mark.parametrize(
    "text",
    [
        "fives", "border(1)", "cells", "parameter(stars)", "signs", 'signs("ab")', "signs(1)", 'signs("g",("12",tree))',
        "optional", "optional(fives)", "optional(optional(cells(x)))", "on(cells)", "on(fives,numbers)",
        'on(borders,parameter("n"))', "on(slots(a),numbers)", "on((cells,border),numbers)", "coded(numbers)",
        "coded(numbers,(a,1))", "coded(numbers,((1,a),1))", "groups(tapa)", 'bank(("t",1))', "joint",
    ],
)  # fmt: skip
def test_wrong_pieces_are_told(text):
    assert not is_piece(parse_term(text))


@pytest.mark.parametrize(
    ("address", "puzzle"),
    [
        ("pearl/10/10/00266000600220603230i09000c00169i0", "masyu"),
        ("mashu/10/10/00266000600220603230i09000c00169i0", "masyu"),
        ("slitherlink/6/10/h1dgadddg1cgdddcg2cgddbdg1d", "slitherlink"),
        ("numberlink/5/5/1j2h3m1h2j3", "flow"),
    ],
)
def test_a_genre_has_the_names_of_the_puzzle(address, puzzle):
    """Names from src/pzpr/variety.js of pzprjs."""
    assert load(puzzle).read("https://puzz.link/p?" + address).facts
    with pytest.raises(InstanceError) as caught:
        load("sudoku").read("https://puzz.link/p?" + address)
    assert f"puzzasp {puzzle} " in caught.value.hint


# What drawing words can say beside marks: missing cells, numbers at sides, small ones, and shapes beside the board.
WORDS = """\
% Words - what an address says.
%
% Input
%   size(H, W)          H rows and W columns
%   missing(R, C)       no cell is at (R, C)
%   side(R, C, S, N)    N at the side S of (R, C); "?" says nothing
%   little(R, C, N)     a small N at (R, C)
%   shape(K, I, J)      the K-th shape has a cell at (I, J)
% Output
%   on(R, C)            (R, C) is black
#defined size/2.
#defined missing/2.
#defined side/4.
#defined little/3.
#defined shape/3.
{ on(1..H, 1..W) } :- size(H, W).
#show on/2.

#program display.
#show size(H, W)          : size(H, W).
#show hole(R, C)          : missing(R, C).
#show mark(R, C, Side, N) : side(R, C, Side, N).
#show small(R, C, N)      : little(R, C, N).
#show bank(K, I, J)       : shape(K, I, J).
#show shade(R, C, black)  : on(R, C).

#program formats.
puzzlink(words, "", (
  signs("g", ("_", hole), ("+", small(digits(1))), ("", (mark(left, numbers), mark(right, numbers)))),
  bank(("t", "14u", "23f")))).
"""


@pytest.mark.parametrize(
    ("bank", "shapes"),
    [
        ("/1/11g", "shape(1,1,1)"),
        ("//t", "shape(1,1..4,1), shape(2,1,2), shape(2,2,1..2), shape(2,3,1)"),
    ],
)
def test_what_stands_at_sides_and_beside_the_board_is_read_and_written(bank, shapes, tmp_path):
    (tmp_path / "words.lp").write_text(WORDS)
    puzzle = load(str(tmp_path / "words.lp"))
    address = f"https://puzz.link/p?words/4/2/_h3.-1e.+7h{bank}"
    board = puzzle.read(address)
    control = Control()
    facts = f"""size(2,4). missing(1,1). side(1,4,left,3). side(1,4,right,"?"). side(2,1,left,30). side(2,1,right,"?").
                little(2,2,7). {shapes.replace("), ", "). ")}."""
    control.add("base", [], facts)
    control.ground([("base", [])])
    assert set(board.facts) == {atom.symbol for atom in control.symbolic_atoms}
    assert puzzle.convert(board, "url")[0] == address + "\n"


@pytest.mark.parametrize("cell", ["1,0,1", "1,a,1", "1,1,32"])
def test_a_piece_that_no_url_holds_is_named(cell, tmp_path):
    (tmp_path / "words.lp").write_text(WORDS)
    with pytest.raises(InstanceError, match="a URL holds"):
        load(str(tmp_path / "words.lp")).convert(f"size(2,2). shape({cell}).", "url")


def test_pieces_with_names_are_written_in_their_order(tmp_path):
    (tmp_path / "words.lp").write_text(WORDS)
    puzzle = load(str(tmp_path / "words.lp"))
    text, *_ = puzzle.convert('size(2,2). shape("T",1,1..2). shape("I",1,1).', "url")
    assert text == "https://puzz.link/p?words/2/2/j/2/11g/21o\n"


# --- Penpa-edit ---

PREFIX = "https://swaroopg92.github.io/penpa-edit/#m=edit&p="

# T0nyX1ang/noqx, solver/tents.py.
TENTS = (
    "7VZNb9swDL3nVxQ66yDRH7J9GbKu2SVLtyVDERhG4GQeEiyZMyceBgX576Not64rXRag7aVwRJCPlPlISVYOv+u8KrgMzM+LuOASn1BENGQkaNw/s81xWy"
    "RXfFgf12WFCue3oxH/kW8PxSCVNFdmg5OOEz3k+mOSMsk4AxySZVx/SU76U6InXE/RxTCW63ETBKjedOod+Y123YBSoD5pdVTnqK421WpbLMYN8jlJ9Ywz"
    "k+c9zTYq25V/CtbyMPaq3C03BljmRyzmsN7sW8+h/l7+rNl9ijPXw4bu3EHX6+h6D3Q9N11o6R6LX8fDRVzbmTbNODufsd1fkegiSQ3nb50adeo0OZ0Nnx"
    "PzJU4FXCdaEeYDml5neubF71gH+H1/iKZ8MAPR8wayb/bfHcS9zCp6kkoGfi9AxtCzIVKP3oflSCpqjkWFkmg96jALPRuKLUjZE6PAguLIgqQQDswRJx1x"
    "AA7MtzFP2ZjvwAK7MOloiXT0RCpH3ii0sdiF2XlB2LWBZ+cFR23g25xB2f0Dx6qBcuR11AbKXl5Qdm2g7LUE5ag3esoPt+SINiaQnOEB5Noj+YGkIBmQHF"
    "PMDck7ktckfZIhxShzhP/rkPfOBhGE5yeYhs3d4XrUm+cSTzZI2aTeLYvqalJWu3yLV8B0ne8LhnfsecD+Mhr0TfTfrt0XvnZN68XF5/J1PhMpdhX/z+lb"
    "zvb1Il+sStxTIntxlvi5yAb/AA=="
)

# semiexp/cspuz_core, cspuz_rs_puzzles/src/penpa_editor.rs: a grey cell at (1, 1), 3 at (2, 4), a grey circle at (4, 2).
THREE_THINGS = (
    "7VRBb5swFL7nV0w+vwOYkqW+dV2zS9ata6YqQihyEtqgQtwZWCdH+e99fiCBgUnboVoPk+WnL997ef6M/bn4UUmdwBRCCGbggY+DT6fA+QwC/4ym14xlWm"
    "aJeAcXVblXGgHAl/kc7mVWJJOoqYonR3MuzA2YTyJiPgPGcfosBnMjjuazMCswt5hi4CO3qIs4wqsW3lHeosua9D3E1w1GuEK4TfU2S9aLmvkqIrMEZtf5"
    "QP+2kOXqZ8IaHfb3VuWb1BIbWeJmin361GSKaqceq6bWj09gLmq5tyNyg1auhbVci0bk2l28stzz+HTCz/4NBa9FZLV/b+GshbfiyDhnwkd8jTgIbYMAFd"
    "EJIeuLI8YV5sIAcwFK6MjG1JwKOMUldgUTUPxI0aMYUlxQzRXFO4qXFM8oTqnmvdX1h8przV2NryQn4pxsUI/w73A8idABrFDZuqj0vdzieZJB8MiQO1T5"
    "JtEOlSn1lKUHty59OCidjKYsmewexuo3Su963Z9lljlEbXiHqo/YoUqN167zW2qtnh0ml+XeITpX1OmUHEpXQCldifJR9lbL2z2fJuwXoxlxfJiA4xf+/8"
    "D8kwfGHoL31sz61uTQ/VV61PxIj/gf2VGfN/zA6sgPTG0XHPoa2RFrI9t3N1JDgyM58Dhyv7G57dp3ulXVN7tdauB3u1TX8lE8eQE="
)

EMPTY = {key: {} for key in ("R", "U", "8", "S", "N", "1", "Y", "F", "2", "L", "E", "W", "C", "4")}


def packed(height, width, drawn, margins=(0, 0, 0, 0), kind="square", turned="0,1,1", missing=0):
    """An address as Penpa-edit writes it: the lines that a reader needs, and the others as for an empty board."""
    top, bottom, left, right = margins
    rows, columns = height + top + bottom, width + left + right
    first = [(top + 2 + r) * (columns + 4) + left + 2 + c for r in range(height) for c in range(width)]
    first = first[missing:]
    steps = [first[0], *(b - a for a, b in pairwise(first))]
    text = json.dumps({**EMPTY, **drawn}, separators=(",", ":")).replace("z", "zZ")
    text = re.sub(r'"([A-Z0-9])":', r"z\1:", text)
    header = f"{kind},{columns},{rows},38,{turned},1,1,0,0,0,0,0,0,Title: a puzZzZle,Author: ,,,OFF,false"
    lines = [header, json.dumps(list(margins)), "{}", text, text, json.dumps(steps), "[]", "{}", '"x"']
    compress = zlib.compressobj(9, zlib.DEFLATED, -15)
    return PREFIX + b64encode(compress.compress("\n".join(lines).encode()) + compress.flush()).decode()


def at(r, c, height, width, kind=0, margins=(0, 0, 0, 0)):
    """The index of a place, counted from 1 inside the margins."""
    top, bottom, left, right = margins
    rows, columns = height + top + bottom + 4, width + left + right + 4
    return str(kind * rows * columns + (r + 1 + top) * columns + c + 1 + left)


def penpa_terms(address, name="tents"):
    return set(Layers("URL", penpa.unpack(address, "URL"), declarations(load(name).problem()).legend).terms()[1:])


def test_published_board_of_penpa_edit_has_one_solution(run):
    puzzle = load("tents")
    instance = puzzle.read(PREFIX + TENTS)
    assert (instance.form, len(instance.facts)) == ("penpa", 45)
    assert puzzle.count(instance) == 1
    assert run("tents", PREFIX + TENTS, "--count").stdout == "1\n"
    assert puzzle.count(puzzle.read(PREFIX.replace("edit&", "solve&") + TENTS.replace("+", "%2B") + "&a=x")) == 1


def test_published_test_of_penpa_edit():
    address = "https://opt-pan.github.io/penpa-edit/#m=edit&p=" + THREE_THINGS
    assert penpa_terms(address) == terms("shade(1,1,grey), mark(4,2,grey), mark(2,4,3)")
    with pytest.raises(InstanceError, match="means nothing in tents"):
        load("tents").read(address)


def test_what_is_read_of_penpa_edit():
    size = (3, 4)

    def edge(r, c, y, x):
        return f"{at(r, c, *size, 1)},{at(y, x, *size, 1)}"

    drawn = {
        "S": {at(1, 1, *size): 4, at(1, 2, *size): 8},
        "N": {at(2, 1, *size): ["12", 1, "1"], at(2, 2, *size): ["3_1", 1, "2"], at(2, 3, *size): ["1?", 1, "4"],
              at(2, 4, *size): ["z", 1, "1"], at(3, 1, *size, 3): ["<", 1, "5"], at(3, 2, *size, 1): [1, 1, "1"]},
        "Y": {at(3, 3, *size): [1, "circle_L", 1], at(3, 4, *size): [2, "tents", 2]},
        "L": {f"{at(1, 3, *size)},{at(1, 4, *size)}": 3, f"{at(2, 4, *size)},{at(3, 4, *size)}": 5},
        "E": {edge(0, 0, 0, 1): 2, edge(1, 0, 1, 1): 2, edge(2, 3, 3, 3): 2, edge(0, 4, 1, 4): 2},
    }  # fmt: skip
    found = penpa_terms(packed(*size, drawn))
    assert {one for one in found if one.name != "area"} == terms(
        "shade(1,1,black), shade(1,2,grey), mark(2,1,12), mark(2,2,3), mark(2,2,arrow_left), mark(2,3,1,1),"
        'mark(2,3,2,"?"), mark(2,4,"z"), between(3,1,right,"<"), between(3,2,corner,1), mark(3,3,white),'
        "mark(3,4,tent), line(1,3,right,any), line(2,4,down,any), wall(1,1,down), wall(3,3,right),"
        "_stub(1,1,down), _stub(3,3,right)"
    )
    assert {one.arguments[2] for one in found if one.name == "area"} == {Number(1)}


def test_regions_of_penpa_edit_are_those_of_the_same_board_elsewhere():
    """The board of GENRES.norinori as edges: the regions that a flood fill finds."""
    puzzle = load("norinori")
    instance = puzzle.read("https://puzz.link/p?norinori/6/6/93op35pb9vpq")
    region = {tuple(a.number for a in f.arguments[:2]): f.arguments[2] for f in instance.facts if f.name == "region"}
    drawn = {}
    for r, c, place in edges(6, 6):
        if region[r, c] != region[(r, c + 1) if place == "right" else (r + 1, c)]:
            start = (r - 1, c) if place == "right" else (r, c - 1)
            drawn[f"{at(*start, 6, 6, 1)},{at(r, c, 6, 6, 1)}"] = 2
    again = puzzle.read(packed(6, 6, {"E": drawn}))
    assert set(again.facts) == set(instance.facts)


def test_margins_of_penpa_edit_hold_clues():
    margins = (2, 1, 1, 0)
    where = {(0, 1): 3, (0, 2): "?", (1, 0): 0, (3, 2): 7}
    drawn = {"N": {at(r, c, 2, 2, margins=margins): [text, 1, "1"] for (r, c), text in where.items()}}
    assert penpa_terms(packed(2, 2, drawn, margins)) == terms("clue(top,1,3), clue(left,1,0), clue(bottom,2,7)")
    drawn["N"][at(-1, 1, 2, 2, margins=margins)] = [5, 1, "1"]
    assert penpa_terms(packed(2, 2, drawn, margins)) == terms(
        'clue(top,1,1,5), clue(top,1,2,3), clue(top,2,1,"?"), clue(left,1,1,0), clue(bottom,2,1,7)'
    )


def small(r, c, kind, corner, margins=(0, 0, 0, 0)):
    """The index of a small number in a cell of a board of two rows and columns."""
    return str(4 * int(at(r, c, 2, 2, kind, margins)) + corner)


HERE, LEFT = at(1, 1, 2, 2), (0, 0, 1, 0)


@pytest.mark.parametrize(
    ("name", "drawn", "margins", "found"),
    [
        # Parts of a line within a cell, and bars across one.
        ("pipelink", {"L": {f"{HERE},{at(1, 1, 2, 2, 2)}": 2, f"{HERE},{at(1, 1, 2, 2, 3)}": 2}}, None,
         'mark(1,1,"DR")'),
        ("turnrun", {"W": {f"{at(1, 1, 2, 2, 3)},{at(1, 2, 2, 2, 3)}": 2,
                           f"{at(0, 2, 2, 2, 2)},{at(1, 2, 2, 2, 2)}": 2}},
         None, 'mark(1,2,"X")'),
        ("myopia", {"Y": {HERE: [[1, 0, 1, 1, 0, 0, 0, 0], "arrow_cross", 1]}}, None,
         "mark(1,1,1,arrow_down), mark(1,1,2,arrow_left), mark(1,1,3,arrow_right)"),
        ("compass", {"Y": {HERE: [1, "compass", 1]}, "1": {small(1, 1, 2, 0): ["4", 1]}}, None,
         'mark(1,1,north,"?"), mark(1,1,north,4)'),
        ("tilepaint", {"1": {small(1, 0, 1, 1, LEFT): ["2", 1]}}, LEFT, "clue(left,1,2)"),
        ("keen", {"1": {small(1, 1, 1, 0): ["10\u00d7", 1]}}, None, 'small(1,1,1,10), small(1,1,2,"*")'),
        ("sananko", {"S": {HERE: 4}, "N": {HERE: ["3", 4, "1"]}}, None, "shade(1,1,light), small(1,1,3)"),
        ("mejilink", {"4": {f"{at(0, 0, 2, 2, 1)},{at(0, 1, 2, 2, 1)}": 1,
                            f"{at(1, 1, 2, 2, 1)},{at(2, 1, 2, 2, 1)}": 1}},
         None, "removed(1,1,up), removed(2,1,right)"),
        # A board that is drawn as dots: its corners are cells, and its edges join them.
        ("ichimaga", {"N": {at(0, 0, 2, 2, 1): [2, 6, "1"], at(2, 1, 2, 2, 1): [1, 6, "1"]},
                      "E": {f"{at(0, 0, 2, 2, 1)},{at(1, 0, 2, 2, 1)}": 3}}, None,
         "mark(1,1,2), mark(3,2,1), line(1,1,down,any)"),
    ],
)  # fmt: skip
def test_what_setters_draw_with_penpa_edit_for_some_puzzles(name, drawn, margins, found):
    assert penpa_terms(packed(2, 2, drawn, margins or (0, 0, 0, 0)), name) == terms(found)


@pytest.mark.parametrize(
    ("drawn", "more", "message"),
    [
        ({"T": [["1"]]}, {}, "holds what is not read: thermometer outside the board"),
        ({"7": [["14"]]}, {}, "holds what is not read: thermometer without bulb"),
        ({"C": {"20,21": 10}}, {}, "holds what is not read: a part of a cage"),
        ({"S": {at(1, 1, 2, 2): 9}}, {}, "holds what is not read: surface 9 at row 1, column 1"),
        ({"N": {at(1, 2, 2, 2): ["12", 1, "9"]}}, {}, "not read: number '12' of kind 9 at row 1, column 2"),
        ({"1": {str(4 * int(at(1, 2, 2, 2, 1)) + 3): ["5", 1]}}, {}, "not read: small number '5' at row 1, column 2"),
        ({"L": {f"{at(1, 1, 2, 2)},{at(2, 2, 2, 2)}": 3}}, {}, "line '14,21', which joins no neighbours"),
        ({"E": {at(1, 1, 2, 2, 3): 98}}, {}, "cross at row 1, column 1, right means nothing in tents"),
        ({"L": {at(1, 1, 2, 2, 1): 98}}, {}, "holds what is not read: a cross at row 1, column 1"),
        ({"S": {"999999": 1}}, {}, "'999999' is no place on the board"),
        ({}, {"kind": "hex"}, "its grid is 'hex', and only square grids are read"),
        ({}, {"turned": "90,1,1"}, "it is turned or mirrored"),
        ({}, {"missing": 1}, "some of its cells are missing"),
    ],
)  # fmt: skip
def test_what_is_not_read_of_penpa_edit_is_named(drawn, more, message):
    with pytest.raises(InstanceError, match=re.escape(message)) as caught:
        load("tents").read(packed(2, 2, drawn, **more))
    assert "docs/formats.md" in caught.value.hint


def test_address_of_penpa_edit_is_whole():
    address = PREFIX + TENTS
    for end in range(len(PREFIX), len(address), 7):
        with pytest.raises(
            InstanceError, match=r"character \d+: (the address ends too soon|the board cannot be unpacked)"
        ):
            penpa.unpack(address[:end], "URL")
    for more in ("AAAA", "!", "="):
        with pytest.raises(InstanceError, match=r"character \d+: "):
            penpa.unpack(address + more, "URL")
    with pytest.raises(InstanceError, match=r"character 51: unexpected character '\*'"):
        penpa.unpack(PREFIX + "*AAA", "URL")
    with pytest.raises(InstanceError, match="expected m=edit&p="):
        penpa.unpack("https://swaroopg92.github.io/penpa-edit/#x", "URL")


def test_bombs_are_not_unpacked():
    compress = zlib.compressobj(9, zlib.DEFLATED, -15)
    data = compress.compress(b"0" * 20_000_000) + compress.flush()
    with pytest.raises(InstanceError, match="too large"):
        penpa.unpack(PREFIX + b64encode(data).decode(), "URL")


def test_formats_of_addresses_are_told_apart():
    assert formats.recognise(PREFIX + TENTS) == "penpa"
    assert formats.recognise("m=edit&p=" + TENTS) == "penpa"
    assert formats.recognise("https://puzz.link/p?tents/2/2/hh") == "url"


def test_all_that_setters_draw_is_read_from_a_board_of_penpa_edit(tmp_path):
    """Cages, thermometers, arrows, small numbers, holes and colours at hand, in a program that draws them."""
    (tmp_path / "drawn.lp").write_text(DRAWN)
    puzzle, size = load(str(tmp_path / "drawn.lp")), (3, 3)

    def cell(r, c):
        return int(at(r, c, *size))

    def outline(r, c, *sides):
        place = 4 * int(at(r, c, *size, 1))
        return {f"{place + a},{place + b}": 10 for a, b in sides}

    top, bottom, left, right = (0, 1), (2, 3), (0, 2), (1, 3)
    drawn = {
        "C": outline(1, 1, top, bottom, left) | outline(1, 2, top, bottom, right)
        | {f"{4 * int(at(1, 1, *size, 1)) + 1},{4 * int(at(1, 2, *size, 1))}": 10},
        "1": {str(4 * int(at(1, 1, *size, 1))): [" 12", 1]},
        "T": [[cell(3, 1), cell(2, 2)]], "3": [[cell(2, 1), cell(2, 2), cell(3, 3)]],
        "S": {str(cell(3, 2)): 4, str(cell(3, 3)): 2, str(int(cell(1, 1)) - 1): 4},
        "Y": {str(cell(3, 1)): [3, "arrow_N_W", 1]},
        "N": {str(cell(2, 3)): ["123", 1, "7"]},
    }  # fmt: skip
    board = puzzle.read(packed(*size, drawn))
    assert {str(fact) for fact in board.facts} == {
        "size(3,3)", "caged(1,1,1)", "caged(1,2,1)", "sum(1,1,12)", "hot(1,1,3,1)", "hot(1,2,2,2)", "path(1,1,2,1)",
        "path(1,2,2,2)", "path(1,3,3,3)", "up(3,1)",
    }  # fmt: skip
    for words, said in zip(
        ("is part of an answer", "its answer", "stands beside the board", "is noted in pencil"),
        board.warnings,
        strict=True,
    ):
        assert words in said
    answer = puzzle.read_answer(_saved(tmp_path, packed(*size, drawn)), board)
    assert {str(fact) for fact in answer} == {"blue(3,2)", "-blue(3,3)"}
    with_cages = puzzle.read(packed(*size, {"6": [[cell(1, 1), cell(1, 2)]]}))
    assert {str(fact) for fact in with_cages.facts} == {"size(3,3)", "caged(1,1,1)", "caged(1,2,1)"}


def _saved(folder, text):
    (folder / "answer.txt").write_text(text)
    return str(folder / "answer.txt")


DRAWN = """% Drawn - what setters draw.
%
% Input
%   size(H, W)        H rows and W columns
%   caged(R, C, I)    a cell of cage I
%   sum(R, C, N)      the sum N
%   hot(I, K, R, C)   cell K of thermometer I
%   path(I, K, R, C)  cell K of arrow I
%   up(R, C)          an arrow
% Output
%   blue(R, C)        it is blue
%   -blue(R, C)       it is not
#defined size/2.
#defined caged/3.
#defined sum/3.
#defined hot/4.
#defined path/4.
#defined up/2.
{ blue(1..H, 1..W) } :- size(H, W).
#show blue/2.
#program display.
#show size(H, W)                 : size(H, W).
#show cage(R, C, I)              : caged(R, C, I).
#show small(R, C, N)             : sum(R, C, N).
#show thermometer(I, K, R, C)    : hot(I, K, R, C).
#show long_arrow(I, K, R, C)     : path(I, K, R, C).
#show mark(R, C, arrow_up)       : up(R, C).
#show shade(R, C, blue)          : blue(R, C).
"""


@pytest.mark.parametrize(
    ("tags", "name"),
    [(["slant (gokigen)"], "slant"), (["wordpuzzle", "country road"], "countryroad"), (["castlewall"], "castle")],
)
def test_tags_of_penpa_edit_name_the_puzzle(tags, name):
    lines = ["square,2,2,38,0,1,1,1,1,0,0", "[0,0,0,0]", *["{}"] * 15, json.dumps(tags)]
    compress = zlib.compressobj(9, zlib.DEFLATED, -15)
    data = b64encode(compress.compress("\n".join(lines).encode()) + compress.flush()).decode()
    assert formats.puzzle_of(Library(), PREFIX + data) == name
    with pytest.raises(InstanceError, match="does not say which puzzle it is: it has no tag"):
        formats.puzzle_of(Library(), PREFIX + TENTS)

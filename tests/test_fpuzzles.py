"""Addresses of f-puzzles: a board packed by lz-string 1.5.0, and boards in which one thing is there."""

import json
from base64 import b64encode
from urllib.parse import quote

import pytest

from pyclingo_app import InstanceError, formats, load, parse_facts
from pyclingo_app.program.library import Library

SITE = "https://www.f-puzzles.com/?load="
# Our own board of 4x4, whose title has letters of 16 bits, by LZString.compressToBase64 of npm's lz-string.
PACKED = (
    "N4IgzglgXgpiBcAWANCALhNAbO8SAdTQG6cACRAD0RFQEMBXNACwHsAnBEKkF2nMGNdgDlaAWwBGMFmGIQAdsQDG1AOYxpDagDcY"
    "xRjrCjiYZgHdZAOk7KWEACYIA2g9CbqWWrgCMqZRG2yENG4YAF9kYDCI8JCAXWRnSMTouITotIiUqKzEmLiQalkMAGs5ZQQAMzc+"
    "VBKsHBYlVUdQBRg6sEcQACVPAGEAJk4e3oBmEDzXd1wQADYQSJBW9s6u/t7PIbXBibcPdgB2efDFtqwO+AduxFGh68oY2NQ9FhEm"
    "EX5JZpAsOTVHS66I3WQyB2weeWoLBYTBMXyWZxWd3GqB+sj+FwBSNQgN6lGxa3u4NQtgg5XKkhgslacNO5wBazG2KBYyJ30w2Bgt"
    "XqBhENLq7C6AAYBpwSSwYAoMEwAngACJdTiTPZ4ACs8zyaOU1Aw2kcDyAA=="
)
FACTS = """
    size(4, 4).  given(1, 1, 1).  caged(1, 2, 1).  caged(1, 3, 1).  total(1, 6).  caged(2, 1, 2).  caged(2, 2, 2).
    total(2, 7).  caged(4, 3, 3).  caged(4, 4, 3).  glass(1, 1, 3, 1).  glass(1, 2, 3, 2).  tie(2, 3, down, white).
    arrow(1, 1, 4, 4).  arrow(1, 2, 3, 4).  arrow(1, 3, 2, 4).  slope(top, 3, falling, 5).
"""


def packed(board):
    """Pack an object as lz-string may: each letter is one that was not there before."""
    bits, known = "", 3
    for k, letter in enumerate(json.dumps(board)):
        # After the first letter, each is a word, and together with the one before it another.
        width = known.bit_length() if k else 2
        bits += "0" * width + f"{ord(letter):08b}"[::-1]
        known += 2 if k else 1
    bits += f"{2:0{known.bit_length()}b}"[::-1]
    bits += "0" * (-len(bits) % 24)
    return b64encode(bytes(int(bits[k : k + 8], 2) for k in range(0, len(bits), 8))).decode()


def read(text):
    return formats.read(load("sudoku").problem(), text, "FILE")


def board(size=4, cells=None, **said):
    """Read a board with clues of some kinds, and entries in some of its cells."""
    cells = cells or {}
    grid = [[cells.get((r, c), {}) for c in range(1, size + 1)] for r in range(1, size + 1)]
    return read(SITE + packed({"size": size, "grid": grid, **said}))


def test_a_board_packed_by_lz_string():
    for text in (SITE + PACKED, SITE + quote(PACKED, safe=""), f"https://sudokupad.app/fpuzzles{PACKED}", PACKED):
        found = read(text)
        assert set(found.facts) == set(parse_facts(FACTS))
        assert found.warnings == ("FILE: its rules in words are not read: Numbers in cages have the sum shown.",)
        assert formats.recognise(text) == "fpuzzles"
        assert formats.puzzle_of(Library(), text) == "sudoku"


@pytest.mark.parametrize(("said", "wanted"), [
    ({"xv": [{"cells": ["R1C2", "R1C1"], "value": "x"}, {"cells": ["R2C3", "R3C3"], "value": "V"}]},
     'tie(1, 1, right, "X"). tie(2, 3, down, "V").'),
    ({"ratio": [{"cells": ["R1C1", "R2C1"]}, {"cells": ["R4C1", "R4C2"], "value": "2"}]},
     "tie(1, 1, down, black). tie(4, 1, right, black)."),
    ({"sandwichsum": [{"cell": "R0C2", "value": "5"}, {"cell": "R3C5", "value": "0"}]},
     "filling(top, 2, 5). filling(right, 3, 0)."),
    ({"littlekillersum": [{"cell": "R0C0", "direction": "DR", "value": "9"}, {"cell": "R4C0", "direction": "UR",
     "value": "8"}, {"cell": "R5C2", "direction": "UL", "value": "3"}]},
     "slope(top, 1, falling, 9). slope(left, 3, rising, 8). slope(bottom, 1, falling, 3)."),
    ({"thermometer": [{"lines": [["R1C1", "R1C2"], ["R1C1", "R2C2", "R3C2"]]}]},
     "glass(1, 1, 1, 1). glass(1, 2, 1, 2). glass(2, 1, 1, 1). glass(2, 2, 2, 2). glass(2, 3, 3, 2)."),
])  # fmt: skip
def test_kinds_of_clues(said, wanted):
    assert set(board(**said).facts) == set(parse_facts(f"size(4, 4). {wanted}"))


def test_rules_that_switch():
    found = board(antiknight=True, antiking=True, **{"diagonal+": True, "diagonal-": True}, negative=["xv", "ratio"])
    assert set(found.constants) == {(name, "1") for name in ("knight", "king", "diagonals", "letters", "blacks")}
    assert board(antiknight=False, killercage=[], title="Nothing").constants == ()
    assert board(nonconsecutive=True).constants == board(negative=["difference"]).constants == (("whites", "1"),)


def test_regions_are_those_of_the_board_unless_they_are_changed():
    plain = board(6, {(1, 1): {"value": 3, "given": True, "region": 0}})
    assert set(plain.facts) == set(parse_facts("size(6, 6). given(1, 1, 3)."))
    swapped = board(6, {(1, 3): {"region": 1}, (2, 4): {"region": 0}})
    regions = {(fact.arguments[0].number, fact.arguments[1].number): fact.arguments[2]
               for fact in swapped.facts if fact.match("region", 3)}  # fmt: skip
    assert len(regions) == 36
    assert regions[1, 3] == regions[1, 4] != regions[1, 2] == regions[2, 4]


def test_what_was_filled_in_is_an_answer():
    cells = {(1, 1): {"value": 1, "given": True}, (1, 2): {"value": 2}}
    found = board(cells=cells)
    assert "what was filled in is an answer" in found.warnings[0]
    assert set(found.facts) == set(parse_facts("size(4, 4). given(1, 1, 1)."))
    text = SITE + packed({"grid": [[cells.get((r, c), {}) for c in (1, 2, 3, 4)] for r in (1, 2, 3, 4)]})
    answer = formats.read_answer(load("sudoku").problem(found), text, "FILE")
    assert set(answer) == set(parse_facts("number(1, 1, 1). number(1, 2, 2)."))


@pytest.mark.parametrize(("said", "what"), [
    ({"palindrome": [{"lines": [["R1C1", "R1C2"]]}]}, "not read: palindrome"),
    ({"diagonal+": True}, r"not read: diagonal\+"),
    ({"line": [{"lines": [["R1C1", "R1C2"]]}]}, "not read: line"),
    ({"negative": ["sums"]}, "not read: negative sums"),
    ({"ratio": [{"cells": ["R1C1", "R2C1"], "value": "3"}]}, "not read: the sign '3'"),
    ({"difference": [{"cells": ["R1C1", "R3C1"]}]}, "not read: the sign"),
    ({"xv": [{"cells": ["R1C1", "R1C2"], "value": "IX"}]}, "not read: the sign 'IX'"),
    ({"arrow": [{"cells": ["R1C1", "R1C2"], "lines": [["R1C2", "R1C3"]]}]}, "not read: an arrow from more than one"),
    ({"littlekillersum": [{"cell": "R0C0", "direction": "R", "value": "3"}]}, "not read: a sum in direction R"),
    ({"sandwichsum": [{"cell": "R2C2", "value": "3"}]}, "not read: a clue at R2C2"),
    ({"sandwichsum": [{"cell": "R0C2", "value": "a"}]}, "not read: a clue at R0C2 of 'a'"),
    ({"killercage": [{"cells": ["R1C1", "R9C9"]}]}, "R9C9 is no cell"),
    ({"killercage": {"cells": []}}, "a kind of clue is no list"),
    ({"cells": {(1, 1): {"region": None}, (1, 2): {"region": 1}}}, "R1C1 in no region"),
])  # fmt: skip
def test_what_is_not_read_is_named(said, what):
    with pytest.raises(InstanceError, match=what):
        board(**said)


def test_addresses_that_are_not_whole():
    for text, what in (
        (PACKED[:200], "cannot be unpacked"),
        (SITE, "cannot be unpacked"),
        (SITE + "N4!", "unexpected"),
        (SITE + packed([1]), "cannot be unpacked"),
        (SITE + packed({"size": 3}), "is no square"),
    ):
        with pytest.raises(InstanceError, match=what):
            read(text)

"""How named symbols and colours look in each format."""

from typing import NamedTuple

from .board import Board


class Glyph(NamedTuple):
    """A symbol in ASCII, Unicode and emoji, its colour in a terminal (256
    colours) and its shape in a cell of 40 by 40 units in SVG."""

    ascii: str
    unicode: str
    emoji: str
    colour: int | None
    svg: str


class Shade(NamedTuple):
    """A colour that fills a cell: in ASCII, Unicode and emoji, in a terminal and in SVG."""

    ascii: str
    unicode: str
    emoji: str
    terminal: int
    svg: str


GLYPHS = {
    "tent": Glyph(
        "A", "▲", "⛺", 172,
        '<path d="M20 7 35 33H5Z" fill="#e08a1e" stroke="#7a4508" stroke-width="1.5" stroke-linejoin="round"/>'
        '<path d="M20 16 26 33H14Z" fill="#5a3206"/>',
    ),
    "tree": Glyph(
        "T", "♣", "🌳", 34,
        '<rect x="17.5" y="24" width="5" height="11" fill="#7a5230"/>'
        '<path d="M20 5a8 8 0 0 1 7.5 5.5 7 7 0 0 1 1.5 13.3 8 8 0 0 1-18 0 7 7 0 0 1 1.5-13.3A8 8 0 0 1 20 5Z" '
        'fill="#3f9b3f" stroke="#236423" stroke-width="1.5"/>',
    ),
    "queen": Glyph(
        "Q", "♛", "👑", None,
        '<path d="M8 30 5 13l7.5 7L15 9l5 9.5L25 9l2.5 11 7.5-7-3 17Z" fill="#222" stroke="#222" '
        'stroke-width="1.5" stroke-linejoin="round"/><rect x="8" y="31.5" width="24" height="3" fill="#222"/>',
    ),
    "given_queen": Glyph(
        "G", "♕", "👸", None,
        '<path d="M8 30 5 13l7.5 7L15 9l5 9.5L25 9l2.5 11 7.5-7-3 17Z" fill="#fff" stroke="#222" '
        'stroke-width="2" stroke-linejoin="round"/><rect x="8.5" y="31.5" width="23" height="3" fill="#fff" '
        'stroke="#222" stroke-width="1.5"/>',
    ),
    "blocked": Glyph(
        "x", "×", "❌", 160,
        '<path d="M11 11 29 29M29 11 11 29" stroke="#c0392b" stroke-width="4" stroke-linecap="round"/>',
    ),
    "star": Glyph(
        "*", "★", "⭐", 178,
        '<path d="m20 6 4.2 9.3 10.1 1.1-7.6 6.8 2.2 10L20 28.1l-8.9 5.1 2.2-10-7.6-6.8 10.1-1.1Z" '
        'fill="#e0b000" stroke="#8a6d00" stroke-width="1.2"/>',
    ),
    "black": Glyph("#", "●", "⚫", None, '<circle cx="20" cy="20" r="12" fill="#222"/>'),
    "white": Glyph("o", "○", "⚪", None, '<circle cx="20" cy="20" r="12" fill="#fff" stroke="#222" stroke-width="2"/>'),
}  # fmt: skip

SHADES = {
    "black": Shade("#", "█", "⬛", 240, "#777777"),
    "grey": Shade("%", "▒", "⬛", 245, "#b0b0b0"),
    "brown": Shade(".", "░", "🟫", 180, "#d9b382"),
    "red": Shade("r", "▒", "🟥", 203, "#f2a2a2"),
    "orange": Shade("o", "▒", "🟧", 215, "#f7c78b"),
    "yellow": Shade("y", "▒", "🟨", 227, "#f7eb8b"),
    "green": Shade("g", "▒", "🟩", 114, "#a9dca0"),
    "blue": Shade("b", "▒", "🟦", 111, "#a5c4f0"),
    "purple": Shade("p", "▒", "🟪", 141, "#ccb0ea"),
}  # fmt: skip

# How cells are pointed at: brackets, a mark in a tile, terminal background, SVG.
FOCUS = {
    "found": ("[]", "*", 157, "#2e9e3f"),
    "reason": ("()", "o", 229, "#e0a800"),
    "fault": ("<>", "!", 217, "#d62728"),
}

# The display widths of what stands here: wcwidth, which knows all others, takes
# longer to import than a board takes to solve (a test compares them).
WIDTHS = {glyph.unicode: 1 for glyph in GLYPHS.values()} | {shade.unicode: 1 for shade in SHADES.values()}
WIDTHS |= {glyph.emoji: 2 for glyph in GLYPHS.values()} | {shade.emoji: 2 for shade in SHADES.values()}
WIDTHS |= {"·": 1, "⬜": 2}

# Colours that are told apart well, as (terminal, SVG); numbers count through them.
PALETTE = (
    (160, "#d62728"), (27, "#1f6fd6"), (34, "#2ca02c"), (214, "#f0a30a"), (127, "#a03ab8"),
    (37, "#14a5a5"), (205, "#ee6fb1"), (94, "#8c564b"), (105, "#7b7bea"), (106, "#8aa80f"),
    (208, "#ff6f1f"), (243, "#777777"), (31, "#1c7c9c"), (203, "#f2726f"), (22, "#14591d"), (53, "#5c1a61"),
)  # fmt: skip


# The places in the palette of the colours that letters and words are short for, or mean.
_NAMED = {
    "r": 0, "red": 0, "b": 1, "blue": 1, "g": 2, "green": 2, "y": 3, "yellow": 3, "p": 4, "purple": 4,
    "c": 5, "cyan": 5, "m": 6, "magenta": 6, "pink": 6, "t": 7, "tan": 7, "brown": 7, "o": 10, "orange": 10,
    "w": 11, "a": 11, "grey": 11,
}  # fmt: skip


def colours(board: Board) -> dict[str, tuple[int, str]]:
    """Give the colours of the names on a board as (terminal, SVG).

    Numbers count from 1 through the palette, letters and words have the colour that they are short for,
    and all others, as well as those whose place is taken, the first place that the fewest have.
    """
    found = {*board.shades.values(), *(colour for arms in board.lines.values() for colour in arms.values())}
    taken = [0] * len(PALETTE)
    places: dict[str, int] = {}
    names = sorted(found - SHADES.keys(), key=lambda name: (not name.isdecimal(), len(name), name))
    for name in names:
        wanted = (int(name) - 1) % len(PALETTE) if name.isdecimal() else _NAMED.get(name.lower())
        if wanted is not None and not taken[wanted]:
            places[name] = wanted
            taken[wanted] = 1
    for name in names:
        if name not in places:
            places[name] = taken.index(min(taken))
            taken[places[name]] += 1
    plain = {name: (look.terminal, look.svg) for name, look in SHADES.items()}
    return plain | {name: PALETTE[place] for name, place in places.items()}


def dark_ink(shade: str) -> bool:
    """Whether a text on a shade is black; on black and on the colours of the palette it is white."""
    return shade in SHADES and shade != "black"


def side_colour(text: str) -> tuple[int, str]:
    """Give the colour of a number at the side of a tile as (terminal, SVG); 0 has the first one."""
    return PALETTE[(int(text) if text.isdecimal() else sum(text.encode())) % len(PALETTE)]

"""How named symbols and colours look in each format."""

from functools import lru_cache
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


def _arrow(degrees: int) -> str:
    """The shape of an arrow, turned from pointing up."""
    return f'<path d="M20 5 31 18H24V35H16V18H9Z" fill="#222" transform="rotate({degrees} 20 20)"/>'


# No two symbols have the same sign, but for ``cross``, which a player notes, and ``blocked``, which is part of a board,
# as text without emoji.
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
    "cross": Glyph(
        "x", "×", "❎", 243,
        '<path d="M13 13 27 27M27 13 13 27" stroke="#777777" stroke-width="2.5" stroke-linecap="round"/>',
    ),
    "star": Glyph(
        "*", "★", "⭐", 178,
        '<path d="m20 6 4.2 9.3 10.1 1.1-7.6 6.8 2.2 10L20 28.1l-8.9 5.1 2.2-10-7.6-6.8 10.1-1.1Z" '
        'fill="#e0b000" stroke="#8a6d00" stroke-width="1.2"/>',
    ),
    "black": Glyph("#", "●", "⚫", None, '<circle cx="20" cy="20" r="12" fill="#222"/>'),
    "white": Glyph("o", "○", "⚪", None, '<circle cx="20" cy="20" r="12" fill="#fff" stroke="#222" stroke-width="2"/>'),
    "grey": Glyph("&", "◍", "🔘", None, '<circle cx="20" cy="20" r="12" fill="#888" stroke="#222" stroke-width="2"/>'),
    "triangle": Glyph(
        "D", "△", "🔺", None,
        '<path d="M20 8 32 30H8Z" fill="#fff" stroke="#222" stroke-width="2" stroke-linejoin="round"/>',
    ),
    "square": Glyph(
        "U", "□", "🔲", None,
        '<rect x="9.5" y="9.5" width="21" height="21" fill="#fff" stroke="#222" stroke-width="2"/>',
    ),
    "bulb": Glyph(
        "@", "☼", "💡", 166,
        '<path d="M20 4v5M20 31v5M4 20h5M31 20h5M8.7 8.7l3.5 3.5M27.8 27.8l3.5 3.5M8.7 31.3l3.5-3.5M27.8 12.2l3.5-3.5" '
        'stroke="#8a6d00" stroke-width="2" stroke-linecap="round"/>'
        '<circle cx="20" cy="20" r="8" fill="#ffd21f" stroke="#8a6d00" stroke-width="1.5"/>',
    ),
    "mine": Glyph(
        "M", "✹", "💣", None,
        '<path d="M20 6v28M6 20h28M10 10l20 20M10 30l20-20" stroke="#222" stroke-width="3" stroke-linecap="round"/>'
        '<circle cx="20" cy="20" r="9.5" fill="#222"/><circle cx="16.5" cy="16.5" r="2.5" fill="#fff"/>',
    ),
    "moon": Glyph(
        "C", "☾", "🌙", 178,
        '<path d="M28 6A15 15 0 1 0 28 34 13 13 0 0 1 28 6Z" fill="#f5e08a" stroke="#6b5a00" stroke-width="1.5" '
        'stroke-linejoin="round"/>',
    ),
    "sun": Glyph(
        "S", "☀", "🌞", 172,
        '<path d="M20 3v7M20 30v7M3 20h7M30 20h7M8 8l5 5M27 27l5 5M8 32l5-5M27 13l5-5" stroke="#a34700" '
        'stroke-width="2.5" stroke-linecap="round"/>'
        '<circle cx="20" cy="20" r="9" fill="#f28c1e" stroke="#a34700" stroke-width="1.5"/>',
    ),
    "arrow_up": Glyph("^", "↑", "👆", None, _arrow(0)),
    "arrow_down": Glyph("v", "↓", "👇", None, _arrow(180)),
    "arrow_left": Glyph("<", "←", "👈", None, _arrow(270)),
    "arrow_right": Glyph(">", "→", "👉", None, _arrow(90)),
    "arrow_northeast": Glyph("^>", "↗", "↗", None, _arrow(45)),
    "arrow_northwest": Glyph("<^", "↖", "↖", None, _arrow(315)),
    "arrow_southeast": Glyph("v>", "↘", "↘", None, _arrow(135)),
    "arrow_southwest": Glyph("<v", "↙", "↙", None, _arrow(225)),
    "northwest": Glyph("F", "◤", "◤", None, '<path d="M0 0H40L0 40Z" fill="#222"/>'),
    "northeast": Glyph("7", "◥", "◥", None, '<path d="M0 0H40V40Z" fill="#222"/>'),
    "southwest": Glyph("L", "◣", "◣", None, '<path d="M0 0V40H40Z" fill="#222"/>'),
    "southeast": Glyph("J", "◢", "◢", None, '<path d="M40 0V40H0Z" fill="#222"/>'),
    "falling": Glyph("\\", "╲", "＼", None, '<path d="M1 1 39 39" stroke="#222" stroke-width="3"/>'),
    "rising": Glyph("/", "╱", "／", None, '<path d="M1 39 39 1" stroke="#222" stroke-width="3"/>'),
    "horizontal": Glyph("~", "―", "－", None, '<path d="M4 20H36" stroke="#222" stroke-width="3"/>'),
    "vertical": Glyph("!", "❘", "｜", None, '<path d="M20 4V36" stroke="#222" stroke-width="3"/>'),
}  # fmt: skip

# Symbols in front of which a number stands, and whether it is dark there.
CIRCLES = {"black": False, "white": True, "grey": True}

# The colour ``light`` looks like an empty cell in plain text, as does ``brown`` in ASCII.
SHADES = {
    "black": Shade("#", "█", "⬛", 240, "#5f5f5f"),
    "grey": Shade("%", "▒", "⬛", 250, "#ababab"),
    "brown": Shade(".", "░", "🟫", 137, "#be9644"),
    "light": Shade(".", "·", "🟨", 229, "#fee797"),
    "red": Shade("r", "▒", "🟥", 174, "#f57173"),
    "orange": Shade("o", "▒", "🟧", 208, "#f1a235"),
    "yellow": Shade("y", "▒", "🟨", 220, "#f5ca00"),
    "green": Shade("g", "▒", "🟩", 77, "#81dfa7"),
    "blue": Shade("b", "▒", "🟦", 153, "#b1d2e7"),
    "purple": Shade("p", "▒", "🟪", 177, "#dba7ff"),
}  # fmt: skip

# How cells and borders are pointed at: brackets, a mark in a tile and where there is no room, terminal background, SVG.
FOCUS = {
    "found": ("[]", "*", 122, "#2a9d5c"),
    "reason": ("()", "o", 229, "#e6ac00"),
    "fault": ("<>", "!", 210, "#8f1010"),
    "supposed": ("{}", "?", 111, "#3b3bd6"),
}

# The display widths of what stands here: wcwidth, which knows all others, takes
# longer to import than a board takes to solve (a test compares them).
WIDTHS = {glyph.unicode: 1 for glyph in GLYPHS.values()} | {shade.unicode: 1 for shade in SHADES.values()}
# What has no emoji keeps its sign.
WIDTHS |= {glyph.emoji: 2 for glyph in GLYPHS.values() if glyph.emoji != glyph.unicode}
WIDTHS |= {shade.emoji: 2 for shade in SHADES.values()} | {"·": 1, "•": 1, "⬜": 2}
# What is printed of ASCII, and what boxes are drawn with.
WIDTHS |= {chr(code): 1 for code in (*range(0x20, 0x7F), *range(0x2500, 0x2580))}

# Colours as (terminal, SVG), the same in both; numbers count through them.  Any two of them, and any two of the named
# colours above, are told apart by those who do not see red, green or blue, too: a test holds how far.  Beyond 16, a
# picture has stripes.
PALETTE = (
    (124, "#af0000"), (25, "#005faf"), (70, "#5faf00"), (220, "#ffd700"), (135, "#af5fff"),
    (81, "#5fd7ff"), (205, "#ff5faf"), (137, "#af875f"), (55, "#5f00af"), (57, "#5f00ff"),
    (215, "#ffaf5f"), (243, "#767676"), (157, "#afffaf"), (89, "#87005f"), (104, "#8787d7"), (151, "#afd7af"),
)  # fmt: skip

# The places in the palette of the colours that letters and words are short for, or mean.
_NAMED = {
    "r": 0, "red": 0, "b": 1, "blue": 1, "g": 2, "green": 2, "y": 3, "yellow": 3, "p": 4, "purple": 4,
    "c": 5, "cyan": 5, "m": 6, "magenta": 6, "pink": 6, "t": 7, "tan": 7, "brown": 7, "o": 10, "orange": 10,
    "w": 11, "a": 11, "grey": 11,
}  # fmt: skip


# The names of the symbols and colours that emoji stand for.
_SYMBOLS = {glyph.emoji: name for name, glyph in reversed(GLYPHS.items())} | {"🌲": "tree", "🏕": "tent", "♛": "queen"}
_COLOURS = {shade.emoji: name for name, shade in SHADES.items()} | {"⬛": "black", "⬜": ""}


def without_emoji(board: Board) -> Board:
    """Give a board with symbols and colours for the emoji on it, for what can draw no emoji."""
    marks = {cell: [meant(mark) for mark in several] for cell, several in board.marks.items()}
    squares = {cell: _COLOURS[mark] for cell, several in marks.items() for mark in several if mark in _COLOURS}
    if not squares and marks == board.marks:
        return board
    left = {cell: kept for cell, several in marks.items() if (kept := [m for m in several if m not in _COLOURS])}
    return board._replace(marks=left, shades={cell: name for cell, name in squares.items() if name} | board.shades)


def meant(mark: str) -> str:
    """Give the name of the symbol that an emoji stands for; any other text as it is."""
    sign = mark.removesuffix("\ufe0f")
    return _SYMBOLS.get(sign, sign)


def colours(board: Board) -> dict[str, tuple[int, str]]:
    """Give the colours of the names on a board as (terminal, SVG).

    Numbers count from 1 through the palette, letters and words have the colour that they are short for,
    and all others, as well as those whose place is taken, the first place that the fewest have.
    """
    found = {*board.shades.values(), *(colour for arms in board.lines.values() for colour in arms.values())}
    found.update(colour for *_, colour in board.segments)
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


def repeats(palette: dict[str, tuple[int, str]]) -> dict[str, int]:
    """Give how many names before it have the colour of a name, where it is not the first."""
    seen: dict[tuple[int, str], int] = {}
    found = {}
    for name, colour in palette.items():
        if name not in SHADES:
            seen[colour] = seen.get(colour, -1) + 1
            found[name] = seen[colour]
    return {name: number for name, number in found.items() if number}


@lru_cache
def dark_ink(colour: str) -> bool:
    """Whether a text on a colour (as in SVG) is black, and not white: by how bright it is."""
    parts = [int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True)) > 0.25


def side_colour(text: str) -> tuple[int, str]:
    """Give the colour of a number at the side of a tile as (terminal, SVG); 0 has the first one."""
    return PALETTE[(int(text) if text.isdecimal() else sum(text.encode())) % len(PALETTE)]

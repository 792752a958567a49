"""What the colours and symbols of other tools are called in drawing terms."""

from collections.abc import Mapping, Sequence

# The directions of arrows in addresses of pzpr, from 1 on.
ARROWS = ("arrow_up", "arrow_down", "arrow_left", "arrow_right")

# What else stands for symbols in boards that people type.
ALSO = {"queen": ("R",), "moon": ("o", "○"), "sun": ("#", "●")}

# The colours of cells in Penpa-edit, by their numbers.
PENPA_COLOURS = {
    1: "grey", 2: "green", 3: "grey", 4: "black", 5: "blue", 6: "red", 7: "yellow", 8: "grey", 10: "orange",
    11: "purple", 12: "brown",
}  # fmt: skip
PENPA_BLACK = 4

# What a colour there is where a puzzle does not draw with it: people shade in the colour they have at hand.
PENPA_ALIKE = {"black": ("grey", "blue"), "grey": ("blue", "light", "black")}

# Its symbols, by their names and numbers, first those that we draw; circles and arrows have sizes and fillings, which
# say nothing here.
_CIRCLES = {
    1: "white", 2: "black", 5: "grey", 3: "grey", 4: "grey", 6: "white", 8: "white", 10: "white", 13: "white",
}  # fmt: skip
_WAYS = ("left", "northwest", "up", "northeast", "right", "southeast", "down", "southwest")
PENPA_SYMBOLS = {f"circle_{size} {k}": name for size in ("M", "L", "S", "SS") for k, name in _CIRCLES.items()} | {
    f"arrow_{kind}_{fill} {k}": f"arrow_{way}" for kind in "NS" for fill in "BWG" for k, way in enumerate(_WAYS, 1)
} | {
    "star 2": "star", "star 1": "star", "star 3": "star", "sun_moon 1": "moon", "sun_moon 2": "sun",
    "sun_moon 3": "bulb", "sun_moon 4": "mine", "tents 1": "tree", "tents 2": "tent", "math 2": "+", "math 3": "-",
    "math_G 2": "+", "math_G 3": "-",
    "inequality 1": "<", "inequality 2": "^", "inequality 3": ">", "inequality 4": "v",
    "tri 1": "northwest", "tri 2": "southwest", "tri 3": "southeast", "tri 4": "northeast",
    "ox_B 4": "cross", "ox_E 4": "cross", "ox_G 4": "cross", "star 0": "cross", "tents 3": "F", "sudokuetc 1": "black",
    "L 1": "horizontal", "L 2": "vertical", "L 5": "+", "firefly 1": "arrow_right", "firefly 2": "arrow_down",
    "firefly 3": "arrow_left", "firefly 4": "arrow_up",
} | {
    f"tri{way}_{size} {k}": "triangle"
    for way in ("up", "down", "left", "right") for size in ("M", "L", "S", "SS") for k in (1, 2)
} | {
    f"ox_{ink} {k}": name for ink in "BEG" for k, name in enumerate(("white", "triangle", "square"), 1)
} | {
    f"battleship_{ink} {k}": name for ink in "BGW" for k, name in enumerate(
        ("black", "square", "arrow_left", "arrow_up", "arrow_right", "arrow_down", "~", "~"), 1
    )
}  # fmt: skip

# Where a puzzle draws all of these, they are of one set.
PENPA_SHAPES = {"white": "ox_B 1", "triangle": "ox_B 2", "square": "ox_B 3"}

# Signs of operations that are written otherwise in our terms.
PENPA_SIGNS = {"\u00d7": "*", "\u00f7": "/", "\u2212": "-"}

# Its arrows, by the digit behind a number, those of the symbol arrow_fouredge, by the place of the 1 in its list,
# and those of arrow_cross, one for each place, in the order in which a cell names several.
PENPA_ARROWS = {"0": "arrow_up", "1": "arrow_left", "2": "arrow_right", "3": "arrow_down"}
PENPA_EDGES = (
    "arrow_right", "arrow_down", "arrow_left", "arrow_up", "arrow_left", "arrow_up", "arrow_right", "arrow_down",
)  # fmt: skip
PENPA_CROSS = {1: "arrow_up", 3: "arrow_down", 0: "arrow_left", 2: "arrow_right"}


def drawn_by(table: Mapping[str, str]) -> dict[str, str]:
    """Give for each of our names the first of Penpa-edit's."""
    return {ours: theirs for theirs, ours in reversed(list(table.items()))}


def arrows(name: str, places: Sequence[object]) -> list[str]:
    """Give the arrows of a symbol of Penpa-edit that has several, by the places of the 1s in its list."""
    edges = dict(enumerate(PENPA_EDGES)) if name.startswith("arrow_fouredge") else {}
    table = PENPA_CROSS if name == "arrow_cross" else edges
    return [arrow for k, arrow in table.items() if k < len(places) and places[k]]

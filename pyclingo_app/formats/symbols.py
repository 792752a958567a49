"""What the colours and symbols of other tools are called in drawing terms."""

# The directions of arrows in addresses of pzpr, from 1 on.
ARROWS = ("arrow_up", "arrow_down", "arrow_left", "arrow_right")

# What else stands for symbols in boards that people type.
ALSO = {"queen": ("R",)}

# The colours of cells in Penpa-edit, by their numbers.
PENPA_COLOURS = {
    1: "grey", 2: "green", 3: "grey", 4: "black", 5: "blue", 6: "red", 7: "yellow", 8: "grey", 10: "orange",
    11: "purple", 12: "brown",
}  # fmt: skip

# Its symbols, by their names and numbers; circles have a size, which says nothing here.
_CIRCLES = {1: "white", 2: "black", 6: "white", 8: "white", 10: "white", 13: "white"}
PENPA_SYMBOLS = {
    "star 2": "star", "sun_moon 3": "bulb", "sun_moon 4": "mine", "tents 1": "tree", "tents 2": "tent",
} | {f"circle_{size} {k}": name for size in ("L", "M", "S", "SS") for k, name in _CIRCLES.items()}  # fmt: skip

# Its arrows, by the digit behind a number.
PENPA_ARROWS = {"0": "arrow_up", "1": "arrow_left", "2": "arrow_right", "3": "arrow_down"}

"""Net: tiles are turned until their wires form one network."""

from itertools import combinations
from random import Random

from genres import Cell, Fact, Facts, Genre, Wrong, broken, cells_of, named, size_of

BITS = {"right": 1, "up": 2, "left": 4, "down": 8}
STEPS = {"right": (0, 1), "up": (-1, 0), "left": (0, -1), "down": (1, 0)}
OPPOSITE = {"right": "left", "up": "down", "left": "right", "down": "up"}


def beyond(facts: Facts, cell: Cell, way: str) -> Cell:
    """Give the cell in a direction, around the board if need be."""
    height, width = size_of(facts)
    return (cell[0] + STEPS[way][0] - 1) % height + 1, (cell[1] + STEPS[way][1] - 1) % width + 1


def tiles(facts: Facts) -> dict[Cell, int]:
    """Give the tile of each cell as a number."""
    found = dict.fromkeys(cells_of(facts), 0)
    for r, c, way in named(facts, "wire"):
        found[r, c] |= BITS[way]
    return found


def wires(facts: Facts, answer: Facts) -> dict[Cell, int]:
    """Give the wires of each cell in an answer as a number."""
    found = dict.fromkeys(cells_of(facts), 0)
    for r, c, way in named(answer, "link"):
        found[r, c] |= BITS[way]
        found[beyond(facts, (r, c), way)] |= BITS[OPPOSITE[way]]
    return found


def turns(number: int) -> set[int]:
    """Give the numbers of a tile in its four positions."""
    found = {number}
    for _ in range(3):
        number = number * 2 & 15 | number >> 3
        found.add(number)
    return found


def component(facts: Facts, answer: Facts, start: Cell) -> set[Cell]:
    """Give the cells that are connected with one."""
    pairs = [((r, c), beyond(facts, (r, c), way)) for r, c, way in named(answer, "link")]
    known, before = {start}, 0
    while len(known) > before:
        before = len(known)
        known |= {cell for pair in pairs if {*pair} & known for cell in pair}
    return known


def check(facts: Facts, answer: Facts, *, wrap: int = 0) -> list[str]:
    found = wires(facts, answer)
    edge = {"right": size_of(facts)[1], "down": size_of(facts)[0]}
    return broken(
        edges=bool(wrap) or all((c if way == "right" else r) < edge[way] for r, c, way in named(answer, "link")),
        tile=all(found[cell] in turns(number) for cell, number in tiles(facts).items()),
        wall=not {*named(facts, "barrier")} & {*named(answer, "link")},
        connected=component(facts, answer, (1, 1)) == set(found),
    )


def brute(facts: Facts, *, wrap: int = 0) -> int:
    height, width = size_of(facts)
    links = [("link", r, c, "right") for r, c in cells_of(facts) if c < width or (wrap and width > 1)]
    links += [("link", r, c, "down") for r, c in cells_of(facts) if r < height or (wrap and height > 1)]
    number = len(named(facts, "wire"))
    return sum(not check(facts, some, wrap=wrap) for some in combinations(links, number // 2)) if number % 2 == 0 else 0


def board(random: Random) -> list[Fact]:
    """Make a board of up to six cells, most of them of a tree of wires, whose tiles are turned."""
    height, width = random.choice([(1, 2), (1, 3), (2, 2), (2, 2), (3, 2), (2, 3)])
    facts: list[Fact] = [("size", height, width)]
    cells = cells_of(facts)
    links = [("link", r, c, "right") for r, c in cells if c < width]
    links += [("link", r, c, "down") for r, c in cells if r < height]
    random.shuffle(links)
    answer: list[Fact] = []
    for link in links:
        if beyond(facts, link[1:3], link[3]) not in component(facts, answer, link[1:3]):
            answer.append(link)
    for cell, number in wires(facts, answer).items():
        spun = random.choice(sorted(turns(number)))
        tile = random.randint(1, 15) if random.random() < 0.05 else spun
        facts += [("wire", *cell, way) for way, bit in BITS.items() if tile & bit]
    facts += [("barrier", *link[1:]) for link in links if random.random() < (0.05 if link in answer else 0.3)]
    return facts


def reflected(fact: Fact, width: int) -> Fact:
    """Exchange left and right."""
    name, first, second, *rest = fact
    if name == "size":
        return fact
    if name != "wire" and rest == ["right"]:
        return (name, first, width - second or width, "right")
    return (name, first, width + 1 - second, *(OPPOSITE[x] if x in ("left", "right") else x for x in rest))


def _tiles(*numbers: int) -> str:
    """Give a board of two rows and columns."""
    places = zip(cells_of([("size", 2, 2)]), numbers, strict=True)
    return "size(2,2). " + " ".join(
        f"wire({r},{c},{way})." for (r, c), number in places for way, bit in BITS.items() if number & bit
    )


_RING = _tiles(3, 3, 3, 3)
_LOOP = "link(1,1,right). link(1,1,down). link(1,2,down). link(2,1,right)."
_BENT = _tiles(1, 3, 1, 3)
_OPEN = _tiles(1, 1, 1, 1)

GENRE = Genre(
    "net",
    check,
    brute,
    board,
    wrong=[
        Wrong(["edges"], _BENT, "link(1,1,right). link(1,2,down). link(2,1,right).",
              "link(1,2,right). link(1,2,down). link(2,1,right)."),
        Wrong(["tile"], _BENT, "link(1,1,right). link(1,2,down). link(2,1,right).", _LOOP),
        Wrong(["wall"], _RING + "barrier(1,1,right).", None, _LOOP),
        Wrong(["connected"], _OPEN, None, "link(1,1,right). link(2,1,right)."),
    ],
    modes=[{}, {"wrap": 1}],
    reflected=reflected,
    redrawn=False,
    unheld={"penpa": "outside the board|would be lost|cannot hold"},
    made=((3, 3), (6, 6)),
    # made by Debian sgt-puzzles 20230122 (MIT)
    game_ids=[
        "3x3:cb12d61c4",
        "4x4:8a9121b35e76c646",
        "5x5:398322d6b71bd958b51d1c948",
        "5x5:4845c56d5767d3a3e22416d58",
        "5x4:2a561223557dded89a28",
        "7x6:1ccaa2827daabca7b786158a58c835cee782a5b466",
        "7x7:4385c98c38d3546d29b7a8e577c6142adb1dbbd1e244ab164",
        "9x9:314918c3851ab21dc856ba4e7c97bdd73671829de77e13be18d8dc5adc172e8887a6d3881531919a9",
        "11x11:4161891b28151db172583e5a43e9a6be6a58c5477ab155c75377492de6bde23dd328a66edea259555eccb5854875ed"
        "9da2867762a4b77821162c26461",
        "5x5:94h1c179v3ee57b1v4837a185ea8",
        "6x4:88v1hd846ddb152h3v1vhe77175b4v4",
        "7x7:85hah34818hc8v5v55526hbe5556dcv7de637b7da614v72vav8e4a98781",
        "9x7:15bb2842c1149a7e47chdd772caecabaeebed9152555214b39ev4hbe98e1888c1v1",
        "4x4w:5922cb22c8ac7ae6",
        "5x4w:4762989bab217ad58c23",
        "5x5w:17ee38469646d5e3118947b64",
        "7x7w:d48b8a8e33c87b9d72d754297611c72e2961b67ec41ca3138",
        "6x5w:49e9h2v45v1v54cch6h6b5cd176d762e12d2",
        "7x7w:61vhcc92173vcb1993v96heddv225hd3h2a2v75dd626e8ah7v14ha94h3v6hb25",
        "9x9w:c48a38cc4d62765dehb188a237894v1aead9164dccd57dbc735ec521vh37e48bvcdc773a1h8235v1vee648c29",
    ],
)  # fmt: skip

"""Cryptarithm: a sum of words, whose letters stand for different digits."""

from itertools import permutations
from random import Random

from genres import Fact, Facts, Genre, Published, Wrong, broken, by_cell, named, size_of


def check(facts: Facts, answer: Facts, *, base: int = 10) -> list[str]:
    height, _ = size_of(facts)
    letters, held = by_cell(facts, "spelt"), named(answer, "digit")
    digit = {(r, c): n for r, c, n in held}
    pairs = {(letters.get(place), n) for place, n in digit.items()}
    words = [[place for place in sorted(letters) if place[0] == row] for row in range(1, height + 1)]
    *parts, total = (sum(base**k * digit.get(place, 0) for k, place in enumerate(reversed(word))) for word in words)
    return broken(
        there=all((r, c) in letters and 0 <= n < base for r, c, n in held),
        one_digit=all(sum((r, c) == place for r, c, _ in held) == 1 for place in letters),
        one_letter=len(pairs) == len({letter for letter, _ in pairs}),
        different=len(pairs) == len({n for _, n in pairs}),
        sum=sum(parts) == total,
        first=not any(word and digit.get(word[0]) == 0 for word in words),
        given={*named(facts, "given")} <= {*held},
    )


def brute(facts: Facts, *, base: int = 10) -> int:
    letters = by_cell(facts, "spelt")
    names = sorted({*letters.values()})
    stands = (dict(zip(names, digits, strict=True)) for digits in permutations(range(base), len(names)))
    found = ([("digit", *place, digit[x]) for place, x in letters.items()] for digit in stands)
    return sum(not check(facts, answer, base=base) for answer in found)


def sum_of(*words: str) -> list[Fact]:
    """Write words below each other, flush right."""
    width = max(map(len, words))
    letters = [("spelt", r, width - len(word) + k, x) for r, word in enumerate(words, 1) for k, x in enumerate(word, 1)]
    return [("size", len(words), width), *letters]


def board(random: Random) -> list[Fact]:
    """Make a sum of at most four letters, in most cases of a right one to base 8."""
    numbers = ["01234567"]
    while len({*"".join(numbers)}) > 4:
        one, other = random.randint(1, 63), random.randint(1, 7)
        numbers = [f"{number:o}" for number in (one, other, one + other + (random.random() < 0.1))]
    names = dict(zip(random.sample("01234567", 8), "ABCDEFGH", strict=True))
    facts = sum_of(*("".join(names[sign] for sign in number) for number in numbers))
    digit = {x: int(n) for n, x in names.items()}
    return facts + [("given", r, c, digit[x]) for _, r, c, x in facts[1:] if random.random() < 0.2]


def text(*words: str) -> str:
    """Give the facts of a sum as a text."""
    (_, height, width), *letters = sum_of(*words)
    return f"size({height},{width})." + "".join(f'spelt({r},{c},"{x}").' for _, r, c, x in letters)


def digits(*numbers: str) -> str:
    """Give the digits of an answer."""
    _, *found = sum_of(*numbers)
    return "".join(f"digit({r},{c},{n})." for _, r, c, n in found)


_SUM, _RIGHT = text("A", "A", "B"), digits("1", "1", "2")
_TENS = text("AB", "CB", "DB")

GENRE = Genre(
    "cryptarithm",
    check,
    brute,
    board,
    wrong=[
        Wrong(["there"], _SUM, _RIGHT, _RIGHT + "digit(4,1,5)."),
        # Where nothing stands, it might be 0.
        Wrong(
            ["one digit"], text("AB", "CB", "DB"), digits("10", "20", "30"), "digit(1,1,1). digit(2,1,2). digit(3,1,3)."
        ),
        Wrong(["one letter"], _SUM, _RIGHT, digits("1", "3", "4")),
        Wrong(["different"], text("A", "B", "C"), digits("1", "2", "3"), digits("1", "1", "2")),
        Wrong(["sum"], _SUM, _RIGHT, digits("1", "1", "3")),
        Wrong(["first"], text("A", "B", "B"), None, digits("0", "1", "1")),
        Wrong(["given"], _SUM + "given(1,1,2).", digits("2", "2", "4"), _RIGHT),
    ],
    modes=[{}, {"base": 8}],
    published=[
        # SEND + MORE = MONEY, Henry Ernest Dudeney, Strand Magazine, July 1924.
        Published(text("SEND", "MORE", "MONEY"), 1, digits("9567", "1085", "10652")),
    ],
    transposed=lambda fact: fact,
    reflected=lambda fact, _: fact,
    redrawn=False,
    made=(None, (3, 3)),
)

"""Data sets: which boards are wanted, and that none of them comes twice."""

import json
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from typing import Any, NamedTuple

from ..errors import UsageError
from ..facts.instance import read_file
from ..generate.grade import NAMES
from ..generate.part import SYMMETRIES
from ..generate.tally import size_of
from ..jobs.verdict import Verdict
from ..words import nearest
from .boards import Item

# After so many boards that were there before, in the place of one, it is given up.
_TRIED = 50
_SPLITS = ("train", "validation", "test")


class Kind(NamedTuple):
    """Boards of one puzzle, size and grade: ``share`` of all boards are such, beside the shares of others."""

    puzzle: str
    size: tuple[int, int] | None = None
    grade: str | None = None
    constants: Mapping[str, str] = {}
    symmetry: str | None = None
    clues: int | None = None
    share: float = 1.0

    @property
    def name(self) -> str:
        """What its boards are called, before their numbers."""
        size = "x".join(map(str, self.size)) if self.size else ""
        grade = (self.grade or "").replace(" ", "-")
        more = [f"{key}={value}" for key, value in self.constants.items()]
        more += [self.symmetry or "", "" if self.clues is None else f"clues={self.clues}"]
        return "-".join(filter(None, [self.puzzle, size, grade, *more]))


class Recipe(NamedTuple):
    """The kinds of boards that are wanted; whether their grades, and paths in words, are wanted, too; and the seed."""

    kinds: Sequence[Kind]
    seed: int
    graded: bool = False
    worded: bool = False


def read_recipe(path: str, seed: int) -> Recipe:
    """Read a recipe in TOML; ``seed`` is taken where it says none.

    Raises UsageError for what cannot be in it.
    """
    try:
        import tomllib
    except ImportError:
        raise UsageError("recipes need Python 3.11 or later", "Or: puzzasp batch generate NAME --size HxW.") from None

    text, name = read_file(path)
    try:
        told = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise UsageError(f"{name}: this is no TOML: {error}", "docs/many-boards.md has a recipe.") from None
    _known(name, told, ("seed", "grade", "path", "boards"))
    entries = _of(name, told, "boards", list, [])
    if not entries:
        raise UsageError(f"{name}: no boards are asked for", 'Begin with [[boards]] and puzzle = "NAME".')
    kinds = [kind for number, entry in enumerate(entries, 1) for kind in _kinds(f"{name}: boards {number}", entry)]
    names = [kind.name for kind in kinds]
    if twice := next((kind for kind in names if names.count(kind) > 1), None):
        raise UsageError(f"{name}: {twice} is asked for twice", "Ask once, with a larger share.")
    seed, graded, worded = (
        _of(name, told, *what) for what in (("seed", int, seed), ("grade", bool, False), ("path", bool, False))
    )
    return Recipe(kinds, seed, graded, worded)


def _kinds(name: str, entry: Any) -> Iterator[Kind]:
    """The kinds that an entry of a recipe asks for: each of its sizes in each of its grades."""
    if not isinstance(entry, dict):
        raise UsageError(f"{name}: this is no table", "Begin with [[boards]].")
    _known(name, entry, ("puzzle", "sizes", "grades", "share", "constants", "symmetry", "clues"))
    puzzle = _of(name, entry, "puzzle", str, None)
    if puzzle is None:
        raise UsageError(f"{name}: of which puzzle?", 'Add puzzle = "NAME".')
    sizes: list[tuple[int, int] | None] = [*map(size_of, _of(name, entry, "sizes", list, []))] or [None]
    grades = _of(name, entry, "grades", list, []) or [None]
    for grade in grades:
        if grade is not None and grade not in NAMES:
            raise UsageError(
                f"{name}: there is no grade {grade}", nearest(str(grade), NAMES) + f"Grades: {', '.join(NAMES)}."
            )
    symmetry = _of(name, entry, "symmetry", str, None)
    if symmetry not in (None, *SYMMETRIES):
        raise UsageError(f"{name}: there is no symmetry {symmetry}", f"Use one of {', '.join(SYMMETRIES)}.")
    share = _of(name, entry, "share", (int, float), 1)
    if not share > 0:
        raise UsageError(f"{name}: there is no share of {share}", "Give a positive number.")
    constants = {key: str(value) for key, value in _of(name, entry, "constants", dict, {}).items()}
    for size in sizes:
        for grade in grades:
            each = share / len(sizes) / len(grades)
            yield Kind(puzzle, size, grade, constants, symmetry, _of(name, entry, "clues", int, None), each)


def _known(name: str, told: Mapping[str, Any], keys: Sequence[str]) -> None:
    for key in told:
        if key not in keys:
            raise UsageError(f"{name}: {key} is not known", f"{nearest(key, keys)}Known are {', '.join(keys)}.")


def _of(name: str, table: Mapping[str, Any], key: str, kind: Any, default: Any) -> Any:
    value = table.get(key, default)
    if value is not default and (not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool)):
        raise UsageError(
            f"{name}: {key} cannot be {json.dumps(value, default=str)}", "docs/many-boards.md has a recipe."
        )
    return value


class DataSet:
    """The boards of a data set, each with the split that it belongs to; ``forms`` are those that there are."""

    def __init__(self, recipe: Recipe, number: int, shares: Sequence[float]) -> None:
        self.forms: set[int] = set()
        self.splits: dict[str, int] = {}
        self._recipe = recipe
        self._number = number
        self._shares = shares
        self._tried: dict[str, int] = {}
        # The names of kinds of which there seem to be no more boards.
        self._exhausted: set[str] = set()

    def items(self) -> Iterator[Item]:
        """Give the boards that are wanted, kinds and splits mixed as their shares are all the way."""
        kinds = self._recipe.kinds
        mix, given = _Mix([kind.share for kind in kinds]), [0] * len(kinds)
        every, own = _Mix(self._shares), [_Mix(self._shares) for _ in kinds]
        for number in range(1, self._number + 1):
            which = mix.deal(_largest(mix.due()))
            kind = kinds[which]
            given[which] += 1
            id = f"{kind.name}-{given[which]}"
            # Each split has its share of all boards, and of each kind.
            split = _largest([one + other for one, other in zip(every.due(), own[which].due(), strict=True)])
            self.splits[id] = own[which].deal(every.deal(split))
            yield self._item(kind, id, 0)._replace(done=number / self._number)

    def _item(self, kind: Kind, id: str, attempt: int) -> Item:
        seed = int.from_bytes(sha256(f"{self._recipe.seed} {id} {attempt}".encode()).digest()[:5])
        options = {"size": kind.size, "difficulty": kind.grade, "symmetry": kind.symmetry, "clues": kind.clues}
        options |= {"seed": seed, "graded": self._recipe.graded, "worded": self._recipe.worded}
        return Item(id, kind.puzzle, options, kind.constants)

    def revise(self, item: Item, verdict: Verdict) -> Item | Verdict:
        """Let another board be made in the place of one that is like one before."""
        if verdict.status != "made":
            return verdict
        form = int(verdict.more["form"], 16)
        if form not in self.forms:
            self.forms.add(form)
            self._tried.pop(item.id, None)
            return verdict
        attempt = self._tried[item.id] = self._tried.get(item.id, 0) + 1
        name = item.id.rpartition("-")[0]
        if attempt > _TRIED or name in self._exhausted:
            self._exhausted.add(name)
            why = "a board like one of those before, as again and again"
            return Verdict(item.id, item.puzzle, "unknown", stopped="work", error=why, seconds=verdict.seconds)
        kind = next(kind for kind in self._recipe.kinds if kind.name == name)
        return self._item(kind, item.id, attempt)._replace(done=item.done)

    def line(self, item: Item, verdict: Verdict) -> dict[str, Any]:
        """Give the fields of the line of a board: the same ones whenever it is made."""
        more, options = verdict.more, item.options
        told = {"id": item.id, "puzzle": item.puzzle, "size": more["size"], "constants": dict(item.constants)}
        told |= {"seed": options["seed"], "board": more["board"], "solution": verdict.solution, "form": more["form"]}
        told |= {"grade": verdict.grade} if verdict.grade else {}
        return told | ({"steps": verdict.steps, "path": more["path"]} if options["worded"] else {})


class _Mix:
    """Deals out numbers as evenly as can be, each as often as its share says."""

    def __init__(self, shares: Sequence[float]) -> None:
        self._shares = [share / sum(shares) for share in shares]
        self._dealt = [0] * len(shares)

    def due(self) -> list[float]:
        """How much each number is due, if one is dealt now."""
        number = sum(self._dealt) + 1
        return [number * share - dealt for share, dealt in zip(self._shares, self._dealt, strict=True)]

    def deal(self, which: int) -> int:
        self._dealt[which] += 1
        return which


def _largest(due: Sequence[float]) -> int:
    """The place of the largest number, the first of several; what differs by rounding is the same."""
    return max(range(len(due)), key=lambda k: (round(due[k], 9), -k))


def read_splits(text: str) -> dict[str, float]:
    """Read shares such as 90,5,5: those of the boards to train, to validate and to test; raises UsageError."""
    try:
        shares = [float(share) for share in text.split(",")]
    except ValueError:
        shares = []
    if len(shares) not in (2, 3) or not all(0 < share < float("inf") for share in shares):
        raise UsageError(f"cannot split boards as {text}", "Give two or three shares: --split 90,5,5.")
    return dict(zip(_SPLITS if len(shares) == 3 else (_SPLITS[0], _SPLITS[2]), shares, strict=True))

"""Boards in URLs as puzz.link, pzv.jp, pzprxs and pzplus write them (pzpr).

``https://HOST/p?GENRE/[v:VARIANT/][FLAGS/]COLUMNS/ROWS/BODY``.  A URL is never
fetched: it is the board.  The body is a sequence of pieces.  Cells are (row,
column), counted from 1 at the top left; faults are told by the position of the
character, counted from 1.
"""

import re
from collections.abc import Iterable
from typing import NamedTuple
from urllib.parse import unquote

from ..errors import InstanceError, PuzzaspError
from ..program.library import ELSEWHERE, Library
from ..program.program import header, headline
from ..solve.problem import Problem
from ..words import shortened
from .areas import without_holes
from .meaning import Content, Source, board_of, declarations
from .pieces import Body, fail_at, read_pieces, write_pieces
from .sites import check as check_site
from .terms import MAX_CELLS, number_in, symbol_of, term

HOST = "https://puzz.link/p?"

_URL = re.compile(r"(?:https?://[\w.:-]+/(?:[\w.-]+/)*|(?:www\.)?(?:puzz\.link|pzv\.jp|pzprxs\.vercel\.app|pzplus\.tck\.mn)/)"
                  r"(?:p|p\.html|play|edit)?\?", re.IGNORECASE)  # fmt: skip

# What follows in it before the body; a variant stands before other flags.
_PARTS = re.compile(
    r"(?:type=\w*&)?(?P<genre>[^/]*)/?(?P<flags>(?:v:[^/]*(?:/|\Z))?(?:(?!\d+(?:/|\Z))[^/]*(?:/|\Z))?)"
    r"(?P<columns>[^/]*)/?(?P<rows>[^/]*)/?"
)

# The address of a board in that of a page that is to open it.
_WITHIN = re.compile(r"https?://[^?#]*[?#](?:[^?#]*&)?p=(https?:.*|https?%3A.*)", re.IGNORECASE)


class GenreError(InstanceError):
    """A URL that is of another genre than a puzzle reads."""

    def __init__(self, puzzle: str, genre: str) -> None:
        super().__init__(f"this is a board of {genre}, not of {puzzle}")
        self.genre = genre


class Url(NamedTuple):
    """A URL in its parts; ``start`` is the position of the body's first character."""

    genre: str
    flags: str
    height: int
    width: int
    body: str
    start: int


def reads(problem: Problem, genre: str) -> bool:
    """Whether a puzzle has addresses of a genre: by the genre's name, or by a name of the puzzle, such as pearl."""
    urls = declarations(problem).urls
    names = (problem.program.name, *problem.program.also)
    return any(genre == known for known, _, _ in urls) or (bool(urls) and genre in _joined(names))


def _joined(names: Iterable[str]) -> set[str]:
    """Names of a puzzle as those of genres are: without blanks."""
    return {name.replace(" ", "") for name in names}


def puzzle_of(library: Library, genre: str) -> str:
    """Give the name of the puzzle that reads addresses of a genre; raises InstanceError if there is none.

    Only programs are parsed in whose text the genre is named where it is declared, or at the top as the puzzle's name,
    and those that may take declarations from elsewhere.
    """
    declared = re.compile(rf"puzzlink\((?:[^,]*\b{re.escape(genre)}\b|[A-Z_])|{ELSEWHERE}")
    for name, text in library.texts():
        names = (name, *headline(header(text.splitlines()), name).also) if genre in text.replace(" ", "") else (name,)
        try:
            if (genre in _joined(names) or declared.search(text)) and reads(Problem(library.program(name)), genre):
                return name
        except PuzzaspError:  # in the program of another puzzle
            continue
    raise InstanceError(f"this is a board of {genre}, which no puzzle here reads", "See puzzasp list.")


def is_url(text: str) -> bool:
    """Whether a text begins as a URL of this family, or as any URL."""
    text = bare(text)
    return bool(_URL.match(text)) or bool(re.match(r"https?://", text, re.IGNORECASE))


def bare(text: str) -> str:
    """Give an address without blanks, brackets and quotes around it, in which it stands in a letter or a list.

    >>> bare(" <https://puzz.link/p?tents/2/2/..> ")
    'https://puzz.link/p?tents/2/2/..'
    """
    text = text.strip()
    return text[1:-1].strip() if text[:1] + text[-1:] in ("<>", "()", "[]", "''", '""') else text


def plain(text: str) -> str:
    """Give an address as it was before it was sent around: within no other one, without escapes and a fragment.

    >>> plain(" https://swaroopg92.github.io/penpa-edit/?p=https%3A%2F%2Fpuzz.link%2Fp%3Ftents%2F2%2F2%2F..#a ")
    'https://puzz.link/p?tents/2/2/..'
    """
    text = inner(text)
    return _unescaped(text).partition("#")[0].strip() if is_url(text) else text


def _unescaped(text: str) -> str:
    """Give a text without escapes; as it is where these are no text, such as %aa8, which is a large number there.

    >>> _unescaped("a%2Fb"), _unescaped("%aa8")
    ('a/b', '%aa8')
    """
    try:
        return unquote(text, errors="strict")
    except UnicodeDecodeError:
        return text


def inner(text: str) -> str:
    """Give the address of a board that stands within that of a page; any other as it is."""
    text = bare(text)
    within = _WITHIN.match(text)
    return unquote(within[1]) if within else text


def read(source: Source) -> Content:
    """Read a URL; raises InstanceError with the position of what cannot be, GenreError for one of another genre."""
    url = parse(source.text, source.name)
    if not reads(source.problem, url.genre):
        raise GenreError(source.problem.program.name, url.genre)
    urls = declarations(source.problem).urls
    exact = [each for each in urls if each[0] == url.genre]
    known = {frozenset(flags): (genre, flags, pieces) for genre, flags, pieces in exact or urls}
    if frozenset(url.flags) not in known:
        what = f"{shortened(source.name)}: {url.flags[:20]!r} before the size stands for other rules, which"
        listed = ", ".join(filter(None, (flags for _, flags, _ in known.values()))) or "none"
        hint = f"To read the board by the usual rules, leave out {url.flags[:20]}/. Known are: {listed}."
        raise InstanceError(f"{what} {source.problem.program.name} does not know", hint)
    genre, flags, pieces = known[frozenset(url.flags)]
    body = Body(source.name, url.body, url.height, url.width, url.start)
    terms = without_holes(url.height, url.width, read_pieces(body, pieces))
    content = source.meaning([*terms, term("genre", symbol_of(genre) if "-" in genre else genre, symbol_of(flags))])
    warnings = (f"{shortened(source.name)}: {warning}" for warning in body.warnings)
    # Another name of the puzzle may stand for values of constants.
    meant = source.problem.program.headline.variants.get(url.genre, ())
    return content._replace(constants=(*meant, *content.constants), warnings=(*warnings, *content.warnings))


def write(problem: Problem) -> list[str]:
    """Write a URL in each of the genres that a puzzle has and that hold the board, as puzz.link itself would write it.

    Raises InstanceError for a value that a piece cannot hold, if no genre holds the board.
    """
    urls = declarations(problem).urls
    if not urls:
        return []
    drawn = board_of(problem, "url")
    texts: list[str] = []
    fault = None
    for genre, flags, pieces in urls:
        try:
            body = write_pieces(drawn, pieces)
        except InstanceError as error:
            fault = error
            continue
        parts = [genre, *([flags] if flags else []), str(drawn.width), str(drawn.height), body]
        # A dot at the end of an address is often taken for that of the sentence.
        texts.append(HOST + "/".join(parts) + ("/" if body.endswith(".") else "") + "\n")
    if fault and not texts:
        raise fault
    return texts


def parse(text: str, name: str) -> Url:
    """Part a URL, which stands in the file ``name`` or is that itself.

    Raises InstanceError with the position of what cannot be.
    """
    text = plain(text)
    check_site(text, name)
    match = _URL.match(text)
    parts = match and _PARTS.match(text, match.end())
    if not (match and parts):
        fail_at(name, 0, "this is no address of a puzzle", "Expected https://puzz.link/p?GENRE/COLUMNS/ROWS/BODY.")
    genre = re.sub(r"_(edit|play)$", "", parts["genre"].removeprefix("m+"))
    if not re.fullmatch(r"[a-z][a-z0-9-]*", genre):
        fail_at(name, match.end(), f"{genre[:20]!r} is no name of a genre", "Expected p?GENRE/COLUMNS/ROWS/BODY.")
    for what in ("columns", "rows"):
        if not number_in(parts[what], 7):
            fail_at(name, parts.start(what), f"expected the number of {what}, found {parts[what][:20]!r}")
    width, height = int(parts["columns"]), int(parts["rows"])
    if width * height > MAX_CELLS:
        fail_at(name, parts.start("rows"), f"a board of {height} rows and {width} columns is too large")
    return Url(genre, parts["flags"].removesuffix("/"), height, width, text[parts.end() :], parts.end())

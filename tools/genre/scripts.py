"""What the scripts of pzprjs say, and other published boards: numbers, solved and wrong boards, failcodes."""

import json
from pathlib import Path

import pyclingo_app as puzzasp
from pyclingo_app.formats.meaning import declarations

from ..sentences import named
from . import layout as layouts
from .subject import MOST_CELLS, Subject, flag_of, read, text_of

# Boards of another file, with its source, are examples: so many of them at most.
EXAMPLES = 2
SECONDS = 20


def published(subject: Subject, file: Path | None) -> None:
    """Add the published boards that have one solution, and tell the others."""
    urls = {subject.url: "", **{drawn.url: "" for drawn in subject.solved}}
    if file:
        genres = {(genre, flags) for genre, flags, _ in declarations(puzzasp.Problem(subject.puzzle.program)).urls}
        others = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
        own = [o for o in others if (o["url"].partition("?")[2].split("/")[0], flag_of(o["url"])) in genres]
        own = [o for o in own if o["url"] not in urls and o["rows"] * o["cols"] <= MOST_CELLS]
        own.sort(key=lambda o: (o["rows"] * o["cols"], o["url"]))
        urls |= {other["url"]: other["source"] for other in own[-EXAMPLES:]}
    for url, source in urls.items():
        try:
            number = len(list(subject.puzzle.solve(url, models=2, time_limit=SECONDS)))
        except puzzasp.PuzzaspError as error:
            subject.told.append(f"published, and not solved: {url}: {error}")
            continue
        if number == 1:
            subject.new["published"].append([url, 1, *([source] if source else [])])
        else:
            subject.told.append(f"published, and has {'several solutions' if number else 'none'}: {url}")


def solved(subject: Subject) -> None:
    """Add the solved boards of the script; one that is no solution of ours is a disagreement."""
    for (drawn, board), atoms in read(subject, subject.layout):
        if layouts.fulfils(subject.puzzle, board, atoms):
            datum = [drawn.url, text_of(atoms)]
            subject.new["solved"] += [datum] if datum not in subject.new["solved"] else []
        else:
            subject.new["disagree"].append([drawn.url, 0, 1, "", text_of(atoms)])


def wrong(subject: Subject) -> dict[str, list[str]]:
    """Add the wrong boards of the script, and give for each failcode the sentences that it may be, likely ones first.

    They are named for each of its boards.  Those that are broken for good say more than those that are not fulfilled
    yet, and so do those that are named for few other codes.
    """
    full: list[tuple[str, list[str]]] = []
    now: list[tuple[str, list[str]]] = []
    for (drawn, board), atoms in read(subject, subject.layout, wrong=True):
        code = str(drawn.code)
        try:
            check = subject.puzzle.check(board, atoms, final=True, draw=False, cells=False)
        except puzzasp.PuzzaspError:
            subject.new["refused"].append([drawn.url, f"pzprjs says {code} of it"])
            continue
        if check.right:
            reason = "" if atoms else "pzprjs refuses a board on which nothing is drawn"
            subject.new["disagree"].append([drawn.url, 1, 0, reason, text_of(atoms)])
            continue
        subject.new["wrong"].append([drawn.url, text_of(atoms), code])
        unfinished = subject.puzzle.check(board, atoms, draw=False, cells=False)
        full.append((code, named(subject.puzzle, check)))
        now.append((code, named(subject.puzzle, unfinished, for_good=True)))
    found = {}
    for code in dict.fromkeys(code for code, _ in full):
        common = _common(code, full)
        sure = [sentence for sentence in _common(code, now) if sentence in common]
        told = now if sure else full
        found[code] = sorted(sure or common, key=lambda sentence: sum(sentence in said for _, said in told))
    return found


def _common(code: str, told: list[tuple[str, list[str]]]) -> list[str]:
    """The sentences that are named for all boards of a code."""
    first, *others = (said for own, said in told if own == code)
    return [sentence for sentence in first if all(sentence in said for said in others)]


def names(subject: Subject, possible: dict[str, list[str]]) -> None:
    """Say which sentence a failcode is, and tell where that is not sure.

    Where answers break one sentence alone, and pzprjs refuses them with the code, it is that one.
    """
    for code, sentences in possible.items():
        proved = {datum[3] for datum in subject.all("alone") if datum[2] == code}
        likely = [sentence for sentence in sentences if sentence in proved] or sentences
        subject.new["names"][code] = likely[0] if likely else None
        if code in subject.old["names"]:
            continue
        if len(likely) != 1:
            several = "may be each of:\n    " + "\n    ".join(likely)
            subject.told.append(f"names: {code} {several if likely else 'is no sentence that its boards name'}")
        elif proved and likely[0] not in proved:
            subject.told.append(f"names: {code} may be {likely[0]!r}; alone it is {min(proved)!r}")

"""Steps as lines of text: what is seen in one thought is said at once, and nothing in two ways."""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import chain

from ..draw.board import Cell, Place
from ..explain.looks import cells_in, without_cells
from ..explain.technique import COMPLETE
from ..explain.terms import Amount, Case, Hint, Inference, Mark, Share, Step, phrase, weakest
from ..words import counted
from .explanations import (
    LEGEND,
    amount,
    argued,
    at_one_look,
    check_lines,
    counted_together,
    doubt,
    in_one,
    texts,
    together,
    with_open,
)

# How many marks are told that follow before it is told how much there would be, and how many cells if all are needed.
_SO, _WHOLE = 6, 12
# How many sentences that only speak of other cells are written out, or what each of how many marks gives; how many
# marks that they rule out, how many arguments that are like another one, and of how many lines one is told in one.
_SENTENCES, _SOURCES, _MARKS, _BRIEFLY, _LINES = 3, 6, 40, 8, 3
# How many marks are named that are left besides others.
_BESIDES = 4
# How many marks are listed that are known, if what rules out those that are not there is told.
_KNOWN = 12
# The sentences of a longer reason are not told.
_SEARCHED = 100


def step_lines(step: Step, number: str = "", why: bool = True) -> list[str]:
    """A step as lines of text, the first behind its number."""
    lines = []
    if why:
        lines = reasons(step) + doubt(step)
        if told := known(step):
            begin = first(step)
            place = 0 if _argues(begin) else len(lines) - bool(begin.argument[0].ways)
            lines[place:place] = ["known: " + "; ".join(told), *ruled_out(step)]
    marks = [_what(step, block) for block in _blocks(step)]
    technique = f" [{step.technique}]" if step.technique else ""
    lines += [f"so: {marks[0]}{technique}", *consequences(step)] if why else marks
    return numbered(lines, number)


def numbered(lines: Iterable[str], number: str) -> list[str]:
    """Some lines, the first behind a number."""
    return [(" " * len(number) if k else number) + line for k, line in enumerate(lines)]


def found(step: Step) -> list[str]:
    """What a step finds, as it is said."""
    return [text for block in _blocks(step) for text in _listed(_said(step, block)).split("; ")]


def first(step: Step) -> Step:
    """The reason that a step begins with."""
    return _blocks(step)[0][0]


def consequences(step: Step) -> list[str]:
    """What is seen with what a step begins with, a line for each sentence, or for many that are alike."""
    lines: dict[object, list[Step]] = {}
    for number, block in enumerate(_blocks(step)[1:]):
        sources = len({part.earlier for part in block})
        for part in block:
            amount = part.argument[0].amount and part.argument[0].amount[:2]
            told = texts(part.sentences)
            pair = len(told) == len(part.earlier) == 1 and len(cells_in(told[0])) == 2
            # What one mark rules out in each of several pairs of cells is said at once.
            sentence = (without_cells(told[0]), part.earlier, amount) if pair else (part.sentences, (), amount)
            source = number, part.earlier if sources <= _SOURCES and not _in_own_cells(block) else ()
            together = len(block) > _SENTENCES or _in_own_cells(block)
            lines.setdefault(source if together else sentence, []).append(part)
    return [_consequence(step, line) for line in lines.values()]


def reasons(step: Step) -> list[str]:
    """The reason of a step: its sentences, with the argument if there is more to say than that."""
    told = _blocks(step)[0]
    begin = told[0]
    if begin.confined:
        return [line for part in told for line in _confined(part, len(told) > 1)]
    if _plain(begin.argument):
        if not begin.argued and len(begin.sentences) > _SEARCHED:
            many = counted(len(begin.sentences), "sentence")
            return [f"Suppose {begin.supposed.text}. Why not takes a search: all {many} together, no few were found."]
        if not begin.argued:
            return [
                f"Suppose {begin.supposed.text}. Whatever is tried then, one of these is broken:",
                *together(texts(begin.sentences)),
                *([f"In the same way: {_listed(begin.found[1:])}."] if begin.found[1:] else []),
            ]
        return _alike(told) + _left(begin.argument[0]) or ["Else what is known could not be."]
    lines = [f"Suppose {begin.supposed.text}.", *argued(begin.argument)]
    same: list[Mark] = []
    alike: dict[str, list[tuple[Case, Mark]]] = {str(_forms(begin.argument)): []}
    for part in told:
        cases = [Case(part.supposed, part.argument), *part.likewise]
        for case, mark in list(zip(cases, part.found, strict=False))[part is begin :]:
            if _way(case.argument, case.supposed) == _way(begin.argument, begin.supposed):
                same.append(mark)
            else:
                alike.setdefault(str(_forms(case.argument)), []).append((case, mark))
    if same:
        lines.append(f"In the same way: {_listed(same)}.")
    for number, those in enumerate(alike.values()):
        if number:
            (first, _), *those = those
            lines += [f"Suppose {first.supposed.text}.", *argued(first.argument)]
        lines += _likewise(those)
    return lines


def _confined(part: Step, several: bool) -> list[str]:
    """Why marks are ruled out by counts, and what these are where it is one of ``several`` reasons."""
    if not part.confined:
        return []
    needs, limits, inside = part.confined
    left = " ".join(map(_needed, needs))
    so = f": {_listed(part.found)}" if several else ""
    many = sum(share.many for share in needs)
    if inside:
        whole = "it is" if len(limits) == 1 else "both are" if len(limits) == 2 else f"all {len(limits)} are"
        marks = dict.fromkeys(mark for share in needs for mark in share.marks)
        room = f"{whole} full with the {many} that are needed of {_listed(marks)}"
        allowed = " ".join(share.sentence.text for share in limits).removesuffix(".")
        told = f"{allowed}: {room if many > 1 else 'whichever it is, it counts here, too'}, so there can be no other"
    elif any(mark.present for mark in part.found):
        told = f"{' '.join(map(_allowed, limits)).removesuffix('.')}, so all others are needed"
    elif len(limits) > 1:
        told = f"{' '.join(map(_allowed, limits)).removesuffix('.')}; all of it is needed, so there can be no other"
    else:
        told = f"{_filled(limits[0], needs).removesuffix('.')}, and there can be no other"
    return [f"{left} {told}{so}."] if several else [left, f"{told}{so}."]


def _needed(share: Share) -> str:
    """What is left for what a sentence needs."""
    more = f" ({share.many} more)" if share.more else ""
    return f"{share.sentence.text.removesuffix('.')}{more}; left: {_either(share.marks)}."


def _either(marks: Iterable[Mark]) -> str:
    """Say of several marks that they could be."""
    told = _listed(marks)
    before, between, last = told.rpartition("; " if "; " in told else ", (")
    return f"{before} or {between.strip(',; ')}{last}" if between else told


def _filled(share: Share, needs: Iterable[Share]) -> str:
    """That a sentence allows for no more of what is left than is needed."""
    others = dict.fromkeys(mark for need in needs for mark in need.marks if mark not in share.marks)
    besides = f"{_listed(others)} is" if len(others) <= _BESIDES else f"{counted(len(others), 'other')} are"
    needed = f"{share.many}{' more' if share.more else ''} of {_listed(share.marks)} {_is(share.many)} needed"
    return f"{share.sentence.text.removesuffix('.')}: only {besides} left besides, so {needed}."


def _is(number: int) -> str:
    return "is" if number == 1 else "are"


def _allowed(share: Share) -> str:
    """How much a sentence allows for of what is left, if it does not say it of these cells alone."""
    if {*cells_in(share.sentence.text)} == {mark.cell for mark in share.marks}:
        return share.sentence.text
    more = " more" if share.more else ""
    return f"{share.sentence.text.removesuffix('.')}: at most {share.many}{more} of {_listed(share.marks)}."


def _likewise(alike: list[tuple[Case, Mark]]) -> list[str]:
    """Arguments that are like the one before: each in a line, but for those that go in the same way, or of many where
    they end."""
    ways: list[tuple[object, Case, list[Mark]]] = []
    for case, mark in alike:
        way = _way(case.argument, case.supposed)
        same = next((marks for other, _, marks in ways if case.argument[0].wall and other == way), None)
        if same is None:
            ways.append((way, case, []))
        else:
            same.append(mark)
    if len(ways) <= _BRIEFLY:
        lines = []
        for _, case, marks in ways:
            lines += _briefly(case)
            if marks:
                lines[-1] += f" In the same way: {_listed(marks)}."
        return lines
    lasts = [case.argument[-1] for case, _ in alike]
    if any(last.need for last in lasts) and all(last.need or last.amount for last in lasts):
        told: dict[str, list[Mark]] = {}
        for last, (_, mark) in zip(lasts, alike, strict=True):
            told.setdefault(with_open(last), []).append(mark)
        return ["In the same way:", *(f"  {text}: {_listed(marks)}." for text, marks in told.items())]
    ends = (text for last in lasts for text in texts(last.sentences))
    return [f"{' '.join(together(ends)).removesuffix('.')}, in the same way: {_listed(mark for _, mark in alike)}."]


def _left(line: Inference) -> list[str]:
    """What is left, where it takes a look at all ways."""
    if line.ways:
        return [f"{counted(len(line.ways), 'way')} left: {'. Or: '.join(map(_listed, line.ways))}."]
    return ["(It takes a look at all ways that are left.)"] if line.hidden else []


def known(step: Step) -> list[str]:
    """What is known that what a step begins with takes; in few words where it is told what is left, or it is much."""
    told = _blocks(step)[0]
    implied = _implied(told)
    marks = _taken(step, told, implied)
    if _in_full(step):
        # What is left for counts tells what is not there.
        much = told[0].confined and len(marks) > _KNOWN
        marks = [mark for mark in marks if mark.present] if much else marks
        return _listed(marks).split("; ") if marks else []
    sources, deduced = _sources(told)
    open_too = frozenset[Mark]().union(*(part.implied for part in told)) - implied
    rest = [*(m for m in marks if (m.present and m not in sources) or m in open_too), *deduced]
    by = _listed(sources).replace("; ", ", ")
    return [*(_listed(rest).split("; ") if rest else []), f"what is ruled out by {by}"]


def ruled_out(step: Step) -> list[str]:
    """By what it is ruled out that what a step begins with takes as absent, in a line, where all of it is listed."""
    told = _blocks(step)[0]
    if not _in_full(step) or not all(part.sources for part in told):
        return []
    by, deduced = map(_listed, _sources(told))
    if all(part.excluding for part in told):
        sentences = in_one(text for part in told for text in texts(part.excluding))
        return [f"ruled out: {'. '.join(sentences)}.{f' Found before: {deduced}.' if deduced else ''}"]
    return [f"ruled out by: {by}{f'; found before: {deduced}' if deduced else ''}"]


def _sources(told: Iterable[Step]) -> list[list[Mark]]:
    """What stands elsewhere and rules out what some reasons take as absent, and what steps before ruled out."""
    parts = zip(*((part.sources, part.deduced) for part in told), strict=True)
    return [list(dict.fromkeys(chain.from_iterable(marks))) for marks in parts]


def _in_full(step: Step) -> bool:
    """Whether all that is taken is listed: nothing tells what rules it out, or that is told beside it."""
    told = _blocks(step)[0]
    if not all(part.sources and not part.excluding for part in told):
        return True
    return not _argues(told[0]) and len(_taken(step, told, _implied(told))) <= _KNOWN


def _argues(begin: Step) -> bool:
    """Whether a reason is told as an argument, behind what it takes."""
    return bool(begin.confined) or not (_plain(begin.argument) and begin.argued)


def _implied(block: list[Step]) -> frozenset[Mark]:
    """What some reasons take as absent that is not listed, as it is told what was open: of the first one, and of others
    that take no more of that, but for what they end in."""
    begin, *rest = block
    told = {line.need for line in begin.lines}
    lasts = [part.argument[-1] for part in rest]
    ends = any(last.need for last in lasts) and all(last.need or last.amount for last in lasts)
    found = set(begin.implied)
    for part, last in zip(rest, lasts, strict=True):
        same = _way(part.argument, part.supposed) == _way(begin.argument, begin.supposed)
        besides = {last.need} if ends and not same else set()
        if {line.need for line in part.lines} - besides - {None} <= told:
            found |= part.implied
    return frozenset(found)


def _taken(step: Step, block: list[Step], besides: Collection[Mark] = ()) -> list[Mark]:
    """The known marks that some reasons take besides others: those that are said in other words as they were found, of
    a cell that is filled what stands there, and without those that the wall of an only line names."""
    new = {mark for part in step.reasons for mark in part.found}
    from_words = _from_words(step)
    # What a note says in other words is no plain sight, even where the note is new.
    new -= {note for mark, note in from_words.items() if note.pencil and any(mark in part.earlier for part in block)}
    standing = {(mark.cell, mark.atom.name): mark for part in step.reasons for mark in part.standing}
    known: dict[Mark, None] = {}
    for part in block:
        wall = part.argument[0].wall if len(part.argument) == 1 else None
        named = {mark.atom for mark in (*wall.apart, *wall.wall, *wall.witness)} if wall else set()
        taken = (mark for mark in part.earlier if mark.atom not in named and mark not in besides)
        sources = (from_words.get(mark, mark) for mark in taken)
        there = (m if m.present else standing.get((m.cell, m.atom.name), m) for m in sources)
        known |= dict.fromkeys(mark for mark in there if mark not in new)
    return sorted(known, key=lambda mark: (mark.cell or (0, 0), mark.atom))


def _from_words(step: Step) -> dict[Mark, Mark]:
    """What has only in other words what another mark says, with that mark."""
    before = {mark: other for part in step.reasons for mark, other in part.words}
    aside = [part for part in step.reasons if part.aside and part.earlier]
    return before | {m: before.get(part.earlier[0], part.earlier[0]) for part in aside for m in part.found}


def lit(step: Step) -> Iterator[tuple[dict[Place, str], list[str], list[Mark]]]:
    """The lines of an argument: the cells to point at, and what is told, and supposed and found, up to there."""
    lines = reasons(step)
    begin = first(step)
    if begin.confined:
        yield from _lit_confined(step, lines)
        return
    supposed: dict[Place, str] = {begin.supposed.place: "supposed"} if begin.supposed.place else {}
    told, assumed = 1, [begin.supposed]
    for look in at_one_look(begin.argument):
        places = frozenset().union(*(line.places | {m.place for m in line.used if m.place} for line in look))
        marks = [mark for line in look for mark in line.marks]
        kind = "found" if marks else "fault"
        follows = {mark.place for mark in marks if mark.place} if marks else places
        told = len(lines) if look[0].cases else told + 1
        assumed += marks
        yield dict.fromkeys(places, "reason") | dict.fromkeys(follows, kind) | supposed, lines[:told], [*assumed]


def _lit_confined(step: Step, lines: list[str]) -> Iterator[tuple[dict[Place, str], list[str], list[Mark]]]:
    """The same of what counts rule out: what is left for what needs it, and where there can be no other."""
    told = _blocks(step)[0]
    for number, (part, confined) in enumerate((part, part.confined) for part in told if part.confined):
        left: dict[Place, str] = {mark.place: "supposed" for one in confined.needs for mark in one.marks if mark.place}
        needs, limits = (
            frozenset[Place]().union(*(share.sentence.shown for share in shares))
            for shares in (confined.needs, confined.limits)
        )
        found = {mark.place: "found" for mark in part.found if mark.place}
        if len(told) == 1:
            yield dict.fromkeys(needs, "reason") | left, lines[:1], []
        told_so_far = lines[: number + 1 + (len(told) == 1)]
        yield dict.fromkeys(needs | limits, "reason") | left | found, told_so_far, [*part.found]


def hint_lines(hint: Hint, level: int) -> list[str]:
    """A hint as lines of text: where to look (level 1), what is there (2), and why (3)."""
    if hint.check:
        return check_lines(hint.check)
    if not hint.step:
        return {
            "complete": ["The answer is right and complete."],
            "open": ["Nothing more follows: there are several solutions."],
        }.get(hint.status, ["no solution"])
    if level == 1:
        told = _said(hint.step, _blocks(hint.step)[0])
        cells = dict.fromkeys(str(mark.cell) for mark in told if mark.cell)
        return [f"Look at {', '.join(cells) or 'the rest'}."]
    return ([LEGEND, ""] if level == 3 else []) + step_lines(hint.step, why=level == 3)


def _blocks(step: Step) -> list[list[Step]]:
    """The reasons of a step that are told, those that differ only in their cells together.

    None is told before what it takes from another one.
    """
    blocks: list[tuple[frozenset[str], list[Step]]] = []
    words = _from_words(step)
    for part in step.reasons:
        if part.aside:
            continue
        # What differs in its numbers only is alike.
        plain = [*texts(part.sentences), *(mark.text for mark in part.found)] if _plain(part.argument) else []
        much = part.argument[0].amount and part.argument[0].amount.much
        # What is complete rules out the rest as nothing else does, and what is confined is told in its own way.
        kind = [*map(_form, plain), f"much: {much}", str(part.technique == COMPLETE)]
        form = frozenset(kind if plain else ["confined"] if part.confined else [])
        place = max((k for k, (other, _) in enumerate(blocks) if other == form), default=len(blocks))
        between = (mark for _, block in blocks[place:] for mark in _said(step, block))
        # What one sentence gives in stages stays apart.
        again = bool(plain) and any(part.sentences == other.sentences for _, block in blocks[place:] for other in block)
        takes = {*part.earlier, *(words[mark] for mark in part.earlier if mark in words)}
        if place == len(blocks) or again or not takes.isdisjoint(between):
            blocks.append((form, [part]))
        else:
            blocks[place][1].append(part)
    return [part for _, block in blocks for part in _apart(block)] or [[step]]


def _apart(block: list[Step]) -> list[list[Step]]:
    """The reasons of a block each by itself, where they are so many that not all would be named, but not too many."""
    sentences = [text for part in block for text in texts(part.sentences) if _plain(part.argument)]
    if len(block) <= _SOURCES and all(part.earlier for part in block) and counted_together(sentences):
        return [[part] for part in block]
    return [block]


def _in_own_cells(block: list[Step]) -> bool:
    """Whether each of some reasons finds something in the only cell that its only sentence names."""
    named = [cells_in(part.sentences[0].text) if len(part.sentences) == 1 else [] for part in block]
    cells = [{mark.cell for mark in part.found} for part in block]
    return len(block) > 1 and all(len(one) == 1 and {*one} == found for one, found in zip(named, cells, strict=True))


def _said(step: Step, block: list[Step]) -> list[Mark]:
    """What some reasons find, and what that is in other words."""
    found = {mark for part in block for mark in part.found}
    marks = [mark for part in block for mark in part.found]
    for part in step.reasons:
        if part.aside and part.earlier and part.earlier[0] in found:
            marks += (m for m in part.found if m.present or (part.earlier[0].pencil and not m.pencil))
            found.update(part.found)
    return marks


def _what(step: Step, block: list[Step]) -> str:
    """What some reasons find, in cells in which more is ruled out than left by what is left."""
    marks = _said(step, block)
    out = {mark.atom for mark in marks if not mark.present}
    left: dict[tuple[Cell | None, str], list[Mark]] = {}
    for mark in dict.fromkeys(mark for part in block for mark in part.left if mark.atom not in out):
        left.setdefault((mark.cell, mark.atom.name), []).append(mark)
    ruled = Counter((mark.cell, mark.atom.name) for mark in marks if not mark.present)
    brief = {place: those for place, those in left.items() if 1 < len(those) < ruled[place]}
    alike: dict[tuple[str, ...], list[Mark]] = {}
    for those in brief.values():
        alike.setdefault(tuple(mark.text.removesuffix(str(mark.cell)) for mark in those), []).extend(those)
    rest = [mark for mark in marks if mark.present or (mark.cell, mark.atom.name) not in brief]
    told = [_listed(rest)] if rest else []
    return "; ".join([*told, *(f"only {_listed(those)}" for those in alike.values())])


def _consequence(step: Step, block: list[Step]) -> str:
    """What follows in the same thought, in a line."""
    marks = _said(step, block)
    what = _what(step, block)
    if len(marks) > _MARKS and not any(mark.present for mark in marks):
        what = f"{marks[0].text}, and {len(marks) - 1} more marks like it"
    before = _taken(step, _blocks(step)[0])
    known = [mark for mark in _taken(step, block) if mark not in before]
    others = f" (known: {_listed(known)})" if known else ""
    return f"{' '.join(together(_alike(block))).removesuffix('.')}{others}: {what}."


def _listed(marks: Iterable[Mark]) -> str:
    """Say several marks, in the order in which people read a board."""
    return phrase(sorted(marks, key=lambda mark: mark.cell or (0, 0)))


def _alike(block: list[Step]) -> list[str]:
    """The sentences of some reasons that differ only in their cells, with how much there would be otherwise."""
    amounts: dict[str, list[tuple[Step, Amount | None]]] = {}
    for part in block:
        alone = len(part.argument) == len(part.sentences) == 1
        for text in texts(part.sentences):
            amounts.setdefault(text, []).append((part, part.argument[0].amount if alone else None))
    told = [_otherwise(text, *zip(*those, strict=True)) for text, those in amounts.items()]
    return told if len(told) <= _SENTENCES else together(told)


def _otherwise(text: str, parts: Sequence[Step], amounts: Sequence[Amount | None]) -> str:
    """A sentence that suffices, with how much of what it counts there would be otherwise."""
    much = weakest(amounts)
    # That there would be one where there may be none, or none where there must be one, is plain.
    if not much or much.number is None or much[:2] in ((True, 1), (False, 0)):
        return text
    one = len(parts) == 1 == len({mark.cell for mark in parts[0].found})
    so = f", so {_listed(much.so)}," if 0 < len(much.so) <= _SO else ""
    if not one and 0 < len(much.whole) <= _WHOLE:
        return f"{text.removesuffix('.')} (only {len(much.whole)} are left: {', '.join(map(str, much.whole))})."
    otherwise = f"{parts[0].supposed.text}{so} would {'make' if much.much else 'leave'}" if one else "otherwise"
    return f"{text.removesuffix('.')} ({otherwise} {amount(much)})."


def _form(text: str) -> str:
    """A text whatever its numbers."""
    return re.sub(r"\d+", "#", text)


def _plain(argument: Sequence[Inference]) -> bool:
    """Whether there is no more to say than the sentences."""
    return len(argument) == 1 and not (argument[0].wall or argument[0].cases)


def _way(argument: Sequence[Inference], supposed: Mark) -> object:
    """What arguments that go in the same way have in common: the sentences or, up to their places, what these give, and
    how they end; and what is cut off but is not supposed, by what kinds of marks."""
    wall = argument[0].wall if len(argument) == 1 else None
    kinds = wall and {(mark.atom.name, mark.present) for mark in wall.wall}
    # Of chains that go some way it is the same way only if they come from the same place, and part the same.
    chains = wall and {mark.text.replace(str(mark.cell), "") for mark in wall.wall if mark.pencil and mark.present}
    apart = wall and ([mark for mark in wall.apart if mark != supposed] or len(wall.wall), chains and wall.witness)
    fence = wall and (apart, wall.closed, kinds, chains)
    *lines, last = argument
    return _forms(argument), [line.marks for line in lines], texts(last.sentences), fence


def _forms(argument: Sequence[Inference]) -> list[tuple[list[str], bool]]:
    """The sentences of an argument whatever their numbers, and where there is a wall."""
    return [([*map(_form, texts(line.sentences))], line.wall is not None) for line in argument]


def _briefly(case: Case) -> list[str]:
    """An argument by sentences that are like those of another one, if it is short in one line."""
    lines = [f"Suppose {case.supposed.text}.", *argued(case.argument)]
    return [" ".join(lines)] if len(lines) <= _LINES + 1 else lines

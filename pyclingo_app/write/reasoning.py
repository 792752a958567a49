"""Arguments as lines of text: each sentence with what follows from it, or why it cannot hold."""

from collections.abc import Collection, Iterable, Sequence

from ..explain.terms import Case, Inference, Mark, Quantity, Share
from .phrases import NAMED, bare, cells_in, lacking, listed, named, phrase, speaks, texts, together, without_cells
from .words import cells_text

# How many marks that contradict each other are told without what else is not there, and how many cells are cut off.
_CLASH = _APART = 4
# How many lines that lead on from cell to cell are one look.
_LOOK = 4
# How many characters a whole argument has at most that is told in one line.
_LINE = 240


def argued(argument: Sequence[Inference]) -> list[str]:
    """The lines of an argument: each sentence with what follows from it."""
    return [text for look in looks(argument) for text in told(look)]


def supposed(case: Case) -> list[str]:
    """A whole argument, in one line if it is short."""
    lines = [f"Suppose {case.supposed.text}.", *argued(case.argument)]
    short = not any(line.cases for line in case.argument) and sum(map(len, lines)) <= _LINE
    return [" ".join(lines)] if short else lines


def looks(argument: Iterable[Inference]) -> list[list[Inference]]:
    """The lines of an argument, those together that are taken in at one look.

    What one sentence gives may follow bit by bit.  A line leads on from cell to cell, as where a loop has one way only:
    sentences that differ in their only cell.  And a mark gives something alone by several sentences, as a queen does
    for all lines that it stands on.
    """
    found: list[list[Inference]] = []
    for line in argument:
        if found and all(map(_plain, [*found[-1], line])) and all(one.marks for one in found[-1]):
            look = [*found[-1], line]
            led = line.marks and len(look) <= _LOOK and not any(map(_need, look))
            if _by_one_sentence(look) or (led and _alike(look)):
                found[-1] = look
                continue
        found.append([line])
    return found


def _plain(line: Inference) -> bool:
    """Whether there is no more to say of a line than its sentence and what follows."""
    return len(line.sentences) == 1 and not (line.wall or line.cases or line.hidden)


def _by_one_sentence(look: Sequence[Inference]) -> bool:
    return len({line.sentences for line in look}) == 1


def _alike(look: Sequence[Inference]) -> bool:
    """Whether lines are by sentences that differ in their only cell, or all take one mark, the same."""
    sayings = [line.sentences[0].text for line in look]
    on = all(len(cells_in(text)) == 1 for text in sayings) and len({*map(without_cells, sayings)}) == 1
    return on or (len(look[0].used) == 1 and len({line.used for line in look}) == 1)


def _need(line: Inference) -> Share | None:
    """What a sentence that counts by itself needs, where it speaks of that, and what is left says what is not there."""
    quantity = line.quantity
    if not quantity.need or quantity.allow or ways(line):
        return None
    (share,) = quantity.need
    return share if lacking(line.used) and speaks(share.sentences[0], (*share.marks, *line.used)) else None


def ways(line: Inference) -> Sequence[Mark]:
    """What is left in all ways in which the sentence of a line can hold, where that is told: more than it needs."""
    need = line.quantity.need if not line.quantity.added else ()
    return need[0].marks if need and len(need[0].marks) > need[0].many else ()


def _allow(line: Inference) -> Share | None:
    """What a sentence that counts by itself allows for, where all of that is there."""
    quantity = line.quantity
    return quantity.allow[0] if quantity.allow and not quantity.need else None


def told(look: Sequence[Inference]) -> list[str]:
    """What is seen at one look."""
    first, *more = look
    if first.quantity.added:
        *lines, last = summed(first.quantity, first.marks)
        follows = listed(first.marks) if first.marks else "impossible"
        return [*lines, f"{last.removesuffix('.')}: {follows}."]
    if len(first.sentences) > 1:
        return ["These together are impossible:", *("  " + text for text in together(texts(first.sentences)))]
    if not first.sentences:
        either = zip(("Either", "Or"), first.cases, strict=False)
        return [text for word, case in either for text in _case(word, case)]
    if _by_one_sentence(look):
        return [" ".join([_line(first), *map(_then, more)])]
    marks = [mark for line in look for mark in line.marks]
    # What leads on is told as it does, and what is seen at once as people read a board.
    follows = phrase(marks) if any({*line.used} & {*marks} for line in look) else listed(marks)
    sentences = together(text for line in look for text in texts(line.sentences))
    return [f"{' '.join(sentences).removesuffix('.')}: {follows}."]


def _case(word: str, case: Case) -> list[str]:
    return [f"{word} {case.supposed.text}:", *("  " + text for text in argued(case.argument))]


def _then(line: Inference) -> str:
    """What follows then by the same sentence."""
    return f"Then {phrase(line.marks)}." if line.marks else f"Then it cannot hold{_against(line)}."


def _line(line: Inference) -> str:
    """A line by one sentence."""
    sentence = bare(line.sentences[0])
    hidden = " (all ways that are left have to be looked at)" if line.hidden else ""
    if line.wall:
        return f"{sentence}: {_cut(line)}."
    if left := _left(line):
        if not line.marks:
            return f"{sentence}, but {left}: impossible."
        told = all(str(mark.cell) in left for mark in line.marks)
        return f"{sentence}; {left}." if told else f"{sentence}; {left}: {phrase(line.marks)}."
    amiss = _amiss(line.quantity)
    if not line.marks:
        return f"{sentence}{_against(line)}: {amiss or 'impossible'}{hidden}."
    only = ways(line) if not line.used or len(ways(line)) < len(line.marks) else ()
    follows = f"only {listed(only)}" if only else phrase(line.marks)
    otherwise = f", else {amiss}" if amiss else ""
    return f"{sentence}{_enough(line)}: {follows}{otherwise}{hidden}."


def alone(line: Inference, found: Collection[Mark]) -> str:
    """A line that gives by itself all that is found: its sentence, with what is left or what there is already."""
    left = _left(line, found)
    hidden = " (All ways that are left have to be looked at.)" if line.hidden else ""
    if not left and (amiss := _amiss(line.quantity)):
        left = f"otherwise {amiss}"
    return f"{bare(line.sentences[0])}{f'; {left}' if left else _enough(line, found)}.{hidden}"


def _amiss(quantity: Quantity) -> str:
    """How many of what a sentence counts would be missing, or too many; no text where that is not known."""
    if quantity.amiss > 0:
        return f"at least {quantity.amiss} would be missing"
    return f"there would be at least {-quantity.amiss} too many" if quantity.amiss else ""


def _left(line: Inference, found: Collection[Mark] = ()) -> str:
    """What alone is left for a sentence that counts, with what is ``found``; no text if it does not need it all."""
    share, new = _need(line), [mark for mark in found if mark.present]
    every = dict.fromkeys((*share.marks, *new)) if share else {}
    alone = len(every) == 1 and {mark.atom for mark in line.used} <= {mark.atom for mark in found}
    # Of a sentence that speaks of nothing else it need not be said, nor where it rules something out.
    if not share or alone or (found and not new):
        return ""
    besides = named([mark for mark in every if mark in line.used], share.sentences[0])
    rest = [mark for mark in every if mark not in line.used]
    if rest and {*rest} == {*found} and not named(rest, share.sentences[0]):
        return "nothing else is left"
    only = _only(share, rest)
    return f"besides {besides}, {only}" if besides else only


def _only(share: Share, marks: Collection[Mark]) -> str:
    """That some marks alone are left for what a sentence counts."""
    if not marks:
        return "none is left"
    is_ = "is" if len(marks) == 1 else "are"
    if len(marks) > NAMED + 1:
        return f"only {len(marks)} {is_} left"
    cells = named(marks, share.sentences[0])
    return f"only {cells or ('this' if is_ == 'is' else 'these')} {is_} left{'' if cells else f': {listed(marks)}'}"


def _enough(line: Inference, found: Collection[Mark] = ()) -> str:
    """That there are as many as a sentence allows for, where they are several."""
    share, opposite = _allow(line), {mark.atom for mark in found}
    if not lacking((*found, *line.marks)):
        return ""
    there = [mark for mark in share.marks if mark.atom not in opposite] if share else []
    cells = named(there, share.sentences[0]) if share and 1 < len(there) <= NAMED else None
    return f", and {cells} are there already" if cells else ""


def _against(line: Inference) -> str:
    """Against what a sentence is impossible: a few marks, or how many there would be."""
    share = _allow(line)
    if share and len(share.marks) > NAMED:
        return f", but there would be {len(share.marks)}"
    there = {(mark.place, mark.atom.name) for mark in line.used if mark.present and not mark.pencil}
    # Where something is, it is not told what else is not there.
    clash = [mark for mark in line.used if mark.present or (mark.place, mark.atom.name) not in there]
    told = clash if len(clash) <= _CLASH else line.used
    return f", but {listed(told)}" if 0 < len(told) <= NAMED else ""


def summed(quantity: Quantity, given: Collection[Mark]) -> list[str]:
    """Why counts that are added leave no choice: what some sentences need, then what others allow for of it."""
    needed, allowed = (sum(share.many for share in shares) for shares in (quantity.need, quantity.allow))
    inside = {mark for share in quantity.allow for mark in share.marks}
    rest = dict.fromkeys(mark for share in quantity.need for mark in share.marks if mark not in inside)
    limits = " ".join(together(_allowed(share, not rest) for share in quantity.allow)).removesuffix(".")
    others = rest and _by_cells(rest, quantity.need[0])
    in_all = f"{f'with {others} ' if rest else ''}that is {allowed + len(rest)} at most"
    if not given:
        end = f"{in_all}, but {needed} {'is' if needed == 1 else 'are'} needed"
    elif any(mark.present for mark in given):
        other = "the other one has" if len(given) == 1 else "all others have"
        there = [mark for mark in rest if mark not in given]
        besides = f"with {_by_cells(there, quantity.need[0])} " if there else ""
        most = f"{besides}that is {allowed + len(there)} at most, " if there or len(quantity.allow) > 1 else ""
        end = f"{most}but {needed} are needed, so {other} to be there, too"
    elif rest:
        end = f"{in_all}, and all {needed} are needed, so there is no room for another"
    elif needed == 1:
        end = "whichever it is, it counts here, too, so there can be no other"
    else:
        end = f"that is {needed} in all, and those {needed} are needed, so there can be no other"
    return [*map(_needed, quantity.need), f"{limits}; {end}."]


def _needed(share: Share) -> str:
    """What a sentence needs, and what is left for it."""
    more = f" ({share.many} more)" if share.more else ""
    return f"{bare(share.sentences[0])}{more}; {_only(share, share.marks)}."


def _allowed(share: Share, plain: bool) -> str:
    """What a sentence allows for, and of which marks, but where that is ``plain``, or it says it of their cells."""
    several = len(share.sentences) > 2
    said = " ".join(together(texts(share.sentences[:1] if several else share.sentences)))
    if several:
        # They say it of each two of the marks.
        return f"{said.removesuffix('.')}, likewise any two of {_by_cells(share.marks, share)}."
    if (plain and not share.more) or {*cells_in(said)} == {mark.cell for mark in share.marks}:
        return said
    more = " more" if share.more else ""
    return f"{said.removesuffix('.')}: at most {share.many}{more} of {_by_cells(share.marks, share)}."


def _by_cells(marks: Collection[Mark], share: Share) -> str:
    """Some marks of which a sentence counts some, by their cells if it says what is there."""
    return named(marks, share.sentences[0]) or listed(marks)


def _cut(line: Inference) -> str:
    """Who would be cut off from what by what, and what follows from it."""
    wall = line.wall
    assert wall
    beyond = [mark for mark in wall.witness if mark not in wall.apart]
    others = cells_text(_places(beyond))
    # What would be cut off unless something follows is cut off by the opposite of that, too.
    following = {(mark.atom, not mark.present) for mark in line.marks}
    fence = _fence([mark for mark in wall.wall if (mark.atom, mark.present) not in following])
    apart = _places(wall.apart) or [str(cell) for cell in wall.cells]
    # A mark of a border is a line, rather than its cell.
    lines = wall.apart and all(mark.place != mark.cell for mark in wall.apart)
    here = f"the line{'s' if len(apart) > 1 else ''} at " if lines else ""
    here += cells_text(apart) if wall.closed else cells_text(apart, most=_APART)
    if wall.closed:
        things = lines and all(mark.text.startswith(("a ", "an ")) for mark in beyond)
        left = listed(beyond) if things else others
        what = f"{here} would close a loop of their own{f', which leaves out {left}' if left else ''}"
    elif not apart:
        what = f"{fence} would close round what is inside"
    else:
        cut = f"no way would be left from {here} to {others}" if others else f"{here} would be cut off"
        what = f"{cut}{f' ({fence})' if fence else ''}"
    return f"{phrase(line.marks)}, else {what}" if line.marks else f"{what}: impossible"


def _fence(wall: Sequence[Mark]) -> str:
    """The marks of a wall; of chains it is said that it is one whichever way they go."""
    chains = [mark for mark in wall if mark.pencil and mark.present]
    way = "they come" if len(chains) > 1 else "it comes"
    told = [listed(mark for mark in wall if mark not in chains)]
    told += [f"{phrase(chains)}, whichever way {way} there"] if chains else []
    return "; ".join(filter(None, told))


def _places(marks: Iterable[Mark]) -> list[str]:
    """The cells of some marks, or the words of one without a cell."""
    return list(dict.fromkeys(str(mark.cell) if mark.cell else mark.text for mark in marks))


def taken(earlier: Iterable[Mark], lines: Sequence[Inference], found: Collection[Mark] = ()) -> list[Mark]:
    """What some lines take of ``earlier`` marks and do not name, or a single one that gives all that is ``found``."""
    named = {mark.plain for line in lines for mark in line.used}
    named -= {mark.plain for line in lines for mark in _unnamed(line, found)}
    return [mark for mark in earlier if mark.plain not in named]


def _unnamed(line: Inference, found: Collection[Mark]) -> list[Mark]:
    """What a line takes and does not name: a wall names all of it, and what is left says what the board shows not to be
    there."""
    share = _need(line)
    if line.wall:
        return []
    if share or line.quantity.added:
        there = share and named(
            [mark for mark in line.used if mark.present and mark in share.marks], share.sentences[0]
        )
        return [mark for mark in line.used if not (there if mark.present else mark.seen)]
    said = _enough(line, found) if found or line.marks else _against(line)
    return [] if said else [*line.used]

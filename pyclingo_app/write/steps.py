"""Steps as lines of text: what is seen in one thought is said at once, and nothing in two ways."""

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Set

from ..draw.board import Place
from ..explain.terms import Case, Hint, Mark, Step
from .explanations import LEGEND, check_lines, doubt
from .phrases import form, kind, listed, texts, together
from .reasoning import alone, looks, summed, supposed, taken, told, ways

# How many characters name what is ruled out by sentences that are alike.
_LONG = 240
# How many reasons that are alike are told one by one, and how many arguments.
_APART, _BRIEFLY = 3, 4
# From how many marks on what rules them out is named for them.
_MANY = 3


def step_lines(step: Step, number: str = "", why: bool = True) -> list[str]:
    """A step as lines of text, the first behind its number."""
    first, *others = _blocks(step)
    if not why:
        return numbered(map(_said, (first, *others)), number)
    marks = known(step)
    technique = f" [{step.technique}]" if step.technique else ""
    lines = [*reasons(step), *doubt(step)]
    if marks:
        # What an argument takes stands before it.
        lines.insert(len(lines) if _direct(first[0]) else 0, f"known: {'; '.join(marks)}")
    return numbered([*lines, f"so: {_said(first)}{technique}", *consequences(step)], number)


def numbered(lines: Iterable[str], number: str) -> list[str]:
    """Some lines, the first behind a number."""
    return [(" " * len(number) if k else number) + line for k, line in enumerate(lines)]


def found(step: Step) -> list[str]:
    """What a step finds, as it is said."""
    return [text for block in _blocks(step) for text in _said(block).split("; ")]


def reasons(step: Step) -> list[str]:
    """The reason of a step: its sentences, with the argument if there is more to say than that."""
    return _why(_blocks(step)[0])


def known(step: Step) -> list[str]:
    """What is known that what a step begins with takes, and does not name."""
    marks = listed(_taken(_blocks(step)[0], _new(step)))
    return marks.split("; ") if marks else []


def consequences(step: Step) -> list[str]:
    """What is seen with what a step begins with, a line for each sentence, or for those that are alike."""
    first, *blocks = _blocks(step)
    new = _new(step)
    before = new | {*_taken(first, new)}
    lines = []
    for block in blocks:
        for parts in [block] if len(block) >= _APART or not _direct(block[0]) else [[part] for part in block]:
            more = listed(_taken(parts, before))
            if _direct(parts[0]):
                besides = f" (known: {more})" if more else ""
                lines.append(f"{' '.join(_briefly(parts, new)).removesuffix('.')}{besides}: {_said(parts)}.")
            else:
                lines += [*([f"known: {more}"] if more else []), *_why(parts), f"so: {_said(parts)}"]
    return lines


def _why(parts: list[Step]) -> list[str]:
    """The reasons of what is told together."""
    begin, *rest = parts
    if not begin.argued:
        tried = f"Suppose {begin.supposed.text}. Whatever is tried then, one of these is broken:"
        return [tried, *together(texts(begin.sentences)), *_likewise([mark for part in rest for mark in part.found])]
    if not _direct(begin):
        return _argued(parts)
    if len(parts) > _APART:
        return together(text for part in parts for text in texts(part.sentences))
    if _added(begin) and rest:
        every = [(_directly(part), part) for part in parts]
        needs = dict.fromkeys(line for lines, _ in every for line in lines[:-1])
        return [*needs, *(f"{lines[-1].removesuffix('.')}: {listed(part.found)}." for lines, part in every)]
    return list(dict.fromkeys(line for part in parts for line in _directly(part)))


def _directly(step: Step) -> list[str]:
    """The reason of what is seen at one look: a sentence, or counts that are added."""
    (line,) = step.argument
    if line.quantity.added:
        return summed(line.quantity, step.found)
    return [alone(line, step.found)] if line.sentences else ["Else what is known could not be."]


def _briefly(parts: list[Step], new: Set[Mark]) -> list[str]:
    """The same of what is seen with others: where it takes only what is new the sentences say all."""
    if len(parts) == 1 and (_added(parts[0]) or not new >= {*parts[0].earlier}):
        return _directly(parts[0])
    return together(text for part in parts for text in texts(part.sentences))


def _argued(parts: list[Step]) -> list[str]:
    """An argument, and others like it: those that go in the same way, and the others briefly, or where they end."""
    begin, *rest = parts
    same = [part for part in rest if _way(part.case) == _way(begin.case)]
    others = [part for part in rest if part not in same]
    # Of what one wall rules out together only the first is supposed.
    besides = [mark for mark in begin.found if mark.atom != begin.supposed.atom] if begin.argument[-1].wall else []
    lines = [*supposed(begin.case), *_likewise([*besides, *(mark for part in same for mark in part.found)])]
    if len(others) <= _BRIEFLY:
        return lines + [line for part in others for line in supposed(part.case)]
    ends = together(text for part in others for text in texts(part.argument[-1].sentences))
    return [*lines, f"{' '.join(ends).removesuffix('.')}, in the same way: {_said(others)}."]


def _likewise(found: list[Mark]) -> list[str]:
    return [f"In the same way: {listed(found)}."] if found else []


def _way(case: Case) -> Hashable:
    """What arguments that go in the same way have in common: what their sentences give, up to the end."""
    *lines, last = case.argument
    wall = last.wall
    apart = wall and ([mark for mark in wall.apart if mark != case.supposed] or len(wall.wall))
    cut = wall and (wall.closed, apart, form(listed(wall.wall)))
    return [(line.sentences, len(line.marks)) for line in lines], last.sentences, cut


def _direct(part: Step) -> bool:
    """Whether a reason is told without a supposition: a wall is easier seen with it."""
    return part.direct and not part.argument[0].wall


def _added(part: Step) -> bool:
    return part.argument[0].quantity.added


def _new(step: Step) -> set[Mark]:
    return {mark for part in step.reasons for mark in part.found}


def _taken(parts: Iterable[Step], besides: Set[Mark]) -> list[Mark]:
    """The known marks that some reasons take and do not name, besides others; of many that are not there what stands on
    the board and rules them out."""
    marks = []
    for part in parts:
        marks += taken(part.earlier, part.lines, part.found if _direct(part) or not part.argued else ())
    ruling = Counter(mark.by for mark in marks)
    # What rules out few marks is farther to seek than they are, but for numbers that a cell may hold.
    far = {mark for mark in marks if ruling[mark.by] < _MANY and (mark.plain.seen or mark.place != mark.cell)}
    told = [mark.plain if mark in far or not mark.by else mark.by for mark in marks]
    return [one for mark, one in zip(marks, told, strict=True) if not {mark.plain, one} & besides]


def lit(step: Step) -> Iterator[tuple[dict[Place, str], list[str], list[Mark]]]:
    """The lines of an argument, or of counts that are added: the cells to point at, and what is told, and supposed and
    found, up to there; nothing of what is seen at one look."""
    begin = _blocks(step)[0][0]
    if _direct(begin) and _added(begin):
        yield from _lit_sum(begin)
    if begin.direct or not begin.argued:
        return
    at: dict[Place, str] = {begin.supposed.place: "supposed"} if begin.supposed.place else {}
    lines, assumed = [f"Suppose {begin.supposed.text}."], [begin.supposed]
    for look in looks(begin.argument):
        places = sorted({place for line in look for place in (*line.places, *(m.place for m in line.used)) if place})
        marks = [mark for line in look for mark in line.marks]
        follows = [mark.place for mark in marks if mark.place] if marks else places
        lines += told(look)
        assumed += marks
        kind = "found" if marks else "fault"
        yield dict.fromkeys(places, "reason") | dict.fromkeys(follows, kind) | at, [*lines], [*assumed]


def _lit_sum(step: Step) -> Iterator[tuple[dict[Place, str], list[str], list[Mark]]]:
    """The same of counts that are added: what is left for what needs it, and where there can be no other."""
    quantity, lines = step.argument[0].quantity, _directly(step)
    left: dict[Place, str] = {m.place: "supposed" for share in quantity.need for m in share.marks if m.place}
    for shares, found in ((quantity.need, ()), ((*quantity.need, *quantity.allow), step.found)):
        reason = dict.fromkeys(
            sorted({cell for share in shares for one in share.sentences for cell in one.shown}), "reason"
        )
        new = {mark.place: "found" for mark in found if mark.place}
        yield reason | left | new, lines if found else lines[: len(quantity.need)], [*found]


def hint_lines(hint: Hint, level: int) -> list[str]:
    """A hint as lines of text: where to look (level 1), what is there (2), and why (3)."""
    if hint.check:
        wrong = hint.check.wrong or hint.check.blamed
        if level == 3 or not wrong:
            return check_lines(hint.check)
        return [f"Wrong: {listed(wrong)}."] if level == 2 else [f"Something is wrong: {_look(wrong)}"]
    if not hint.step:
        return {
            "complete": ["The answer is right and complete."],
            "open": ["Nothing more follows: there are several solutions."],
        }.get(hint.status, ["no solution"])
    if level == 1:
        return [_look(mark for part in _blocks(hint.step)[0] for mark in part.found).capitalize()]
    lines = [line for step in (*hint.before, hint.step) for line in step_lines(step, why=level == 3)]
    return ([LEGEND, ""] if level == 3 else []) + lines


def _look(marks: Iterable[Mark]) -> str:
    cells = dict.fromkeys(str(mark.cell) for mark in marks if mark.cell)
    return f"look at {', '.join(cells) or 'the rest'}."


def _blocks(step: Step) -> list[list[Step]]:
    """The reasons of a step that are told, those that differ only in their numbers together; none is told before what
    it takes from another one."""
    blocks: list[tuple[Hashable, list[Step]]] = []
    filled = {(mark.place, mark.atom.name) for mark in _new(step) if mark.present}
    taken = {mark.plain for part in step.reasons for mark in part.earlier}
    for part in step.reasons:
        # What else is not in cells that others fill goes without saying, if nothing follows from it.
        others = (
            not mark.present and (mark.place, mark.atom.name) in filled and not mark.pencil for mark in part.found
        )
        if all(others) and taken.isdisjoint(part.found):
            continue
        alike = _kind(part)
        place = max((k for k, (other, _) in enumerate(blocks) if other == alike), default=len(blocks))
        later = {mark for _, block in blocks[place:] for other in block for mark in other.found}
        if place == len(blocks) or any(mark.plain in later for mark in part.earlier):
            blocks.append((alike, [part]))
        else:
            blocks[place][1].append(part)
    return [block for _, block in blocks] or [[step]]


def _kind(part: Step) -> Hashable:
    """What reasons that are told together have in common: their sentences up to numbers, and what kind they are of."""
    lines = [(tuple(map(form, texts(line.sentences))), line.wall is not None) for line in part.argument]
    quantity = part.argument[0].quantity
    alike = frozenset(form(mark.text) for mark in part.found if _direct(part))
    return _direct(part), tuple(lines), alike, bool(quantity.need), bool(quantity.allow)


def _said(parts: Iterable[Step]) -> str:
    """What some reasons find; where it is told in which ways a sentence can hold, what is left in the cells."""
    parts = list(parts)
    marks = [mark for part in parts for mark in part.found]
    # Where something is, nobody has to be told what else is not.
    filled = {(mark.place, mark.atom.name) for mark in marks if mark.present}
    marks = [mark for mark in marks if mark.present or (mark.place, mark.atom.name) not in filled]
    out = {mark.cell for mark in marks if not mark.present}
    only = [mark for part in parts for mark in ways(part.argument[0]) if mark.cell in out]
    plain = not any(part.earlier for part in parts)
    if only and (plain or len(only) < len(marks)):
        inside = dict.fromkeys(mark.cell for mark in only)
        rest = listed(mark for mark in marks if mark.present or mark.cell not in inside)
        alike: dict[tuple[str, ...], list[Mark]] = {}
        for cell in inside:
            those = [mark for mark in only if mark.cell == cell]
            alike.setdefault(tuple(map(kind, those)), []).extend(those)
        return "; ".join(filter(None, [rest, *(f"only {listed(those)}" for those in alike.values())]))
    told = listed(marks)
    more = len(told) > _LONG and not any(mark.present for mark in marks)
    return f"{marks[0].text}, and {len(marks) - 1} more marks like it" if more else told

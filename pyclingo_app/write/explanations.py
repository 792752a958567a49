"""The sentences about explanations; what they quote are the sentences of the program."""

import re
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from clingo import Symbol

from ..draw.board import Cell, Place, border
from ..explain.looks import Said, cells_in, looks, varying, without_cells
from ..explain.terms import Amount, Check, Conflict, Inference, Mark, Rating, Sentence, Share, Step, phrase
from ..program.program import Program
from ..solve.paper import Places
from ..words import counted
from .words import stopped

if TYPE_CHECKING:
    from ..explain.path import Explanation
    from ..solve.consequences import Consequences

LEGEND = "Cells are (row, column), counted from the top left."
# How to read boards that point at something, as text.
KEY = "On the boards [ ] is around what a step finds, ( ) around what shows it, and a cross where nothing is."
# How many marks of a wall are named, rather than counted, and cells of what is counted.
_NAMED = 8
# How many marks that contradict each other are named.
_CLASHING = 4
# What is said of an answer in which nothing is wrong so far.
RIGHT_SO_FAR = "Right so far, and it can be completed."
# How many of the rules that an unfinished answer does not fulfil are listed.
_LISTED = 10
# How many sentences that are alike are written out.
_ALIKE = 3


def argued(argument: Sequence[Inference]) -> list[str]:
    """The lines of an argument: each sentence with what follows from it."""
    lines = []
    for look in at_one_look(argument):
        told = texts(look[0].sentences)
        if len(told) > 1:
            lines += ["These together are impossible:", *("  " + text for text in told)]
        elif told:
            lines.append(_told(look))
        for word, case in zip(("Either", "Or"), look[0].cases, strict=False):
            lines += [f"{word} {case.supposed.text}:", *("  " + text for text in argued(case.argument))]
    return lines


def at_one_look(argument: Sequence[Inference]) -> list[list[Inference]]:
    """The lines of an argument, those that are told in one line together."""

    def said(line: Inference) -> Said | None:
        if not line.marks or line.wall or line.hidden or line.briefer or len(line.sentences) != 1:
            return None
        inside = len({mark.cell for mark in (*line.used, *line.marks)}) == 1
        return Said(line.sentences[0].text, line.used, line.marks, inside)

    # What goes on is told with what it goes on with.
    heads = [place for place, line in enumerate(argument) if not line.then]
    groups = [argument[place:after] for place, after in zip(heads, [*heads[1:], None], strict=True)]
    found = looks(groups, lambda group: said(group[0]) if len(group) == 1 else None)
    return [[line for group in look for line in group] for look in found]


def _told(look: Sequence[Inference]) -> str:
    """What is seen at one look, in a line."""
    if len(look) == 1:
        line = look[0]
        # How many there would be in the end is told of all.
        beside = _opened(line.need, bool(line.marks)) or _from_afar(line) or _but(line)
        return f"{line.sentences[0].text.removesuffix('.')}{beside}: {_follows(line)}."
    if look[1].then:
        return " ".join([_told(look[:1]), *map(_goes_on, look[1:])])
    # What was open is told behind each sentence.
    own = dict.fromkeys(with_open(line) for line in look if line.need)
    rest = " ".join(together(dict.fromkeys(line.sentences[0].text for line in look if not line.need))).removesuffix(".")
    what = ". ".join(filter(None, [*own, rest] if look[0].need else [rest, *own]))
    marks = [mark for line in look for mark in line.marks]
    # What leads on is told as it does, and what is seen at once as people read a board.
    if not any({*line.used} & {*marks} for line in look):
        marks.sort(key=lambda mark: (mark.cell or (0, 0), mark.text))
    return f"{what}: {phrase(marks)}."


def with_open(line: Inference) -> str:
    """The sentence of a line, with what was open of what it counts."""
    return f"{line.sentences[0].text.removesuffix('.')}{_opened(line.need)}"


def _opened(need: Share | None, more: bool = True) -> str:
    """What was open of what is counted, before anything was supposed; and how many ``more`` are needed of it."""
    if not need:
        return ""
    return f" ({f'{need.many} more; ' if need.more and more else ''}undecided before: {phrase(need.marks)})"


def _goes_on(line: Inference) -> str:
    """What follows then by the same sentence."""
    follows = _follows(line)
    return f"{follows[:1].upper() + follows[1:] if line.wall else 'Then ' + follows}."


def _from_afar(line: Inference) -> str:
    """The few marks that a line takes, where its sentence speaks of no cell that any of them is about: of those that it
    names, if they are several, or of others."""
    cells = {cell for mark in line.used if mark.place for cell in _at(mark.place)}
    named = [cell for text in texts(line.sentences) for cell in cells_in(text)]
    spoken = named if len(named) > 1 else line.sentences[0].cells
    told = line.marks and not line.wall and spoken and cells and len(line.used) <= _CLASHING
    return f" ({phrase(line.used)})" if told and cells.isdisjoint(spoken) else ""


def _but(line: Inference) -> str:
    """Against what a sentence is impossible: a few marks, or that only some are left, or more marks."""
    if line.marks or line.wall or (line.amount and line.amount.number is not None):
        return ""
    if line.turns:
        return f", but round what is open they alternate at {_cells(line.turns)}"
    if those := clash(line.used):
        return f", but {phrase(those)}"
    if line.left:
        there = [mark for mark in line.used if mark.present]
        beside = f"{phrase(there)}, and " if there else ""
        return f", but {beside}only {phrase(line.left)} is left"
    return f", but {phrase(line.used)}" if 0 < len(line.used) <= _NAMED else ""


def _at(place: Place) -> list[Cell]:
    """The cells on both sides of a place, or its cell."""
    return [(row, column) for row, column, _ in border(*place)] if len(place) == 3 else [place]


def together(told: Iterable[str]) -> list[str]:
    """Some sentences, those that are alike as one: with the cells in which they differ, or of many their number."""
    lines = []
    for same, number in _of_one_form(told):
        lines += same if len(same) <= _ALIKE else [f"{same[0].removesuffix('.')}, and {number - 1} more like it."]
    return lines


def in_one(told: Iterable[str]) -> list[str]:
    """Some sentences, those that differ in one number only as one, without their full stops.

    >>> in_one(["Row 1 holds 4 exactly once.", "Row 1 holds 5 exactly once.", "Column 7 holds 1 exactly once."])
    ['Row 1 holds 4, 5 exactly once', 'Column 7 holds 1 exactly once']
    """
    # The words of the first of some sentences, the place in which they differ, and what stands there.
    lines: list[tuple[list[str], list[int], list[str]]] = []
    for text in dict.fromkeys(told):
        words = text.removesuffix(".").split()
        for others, place, several in lines:
            differ = [k for k, pair in enumerate(zip(words, others, strict=False)) if len({*pair}) > 1]
            if (
                len(words) == len(others)
                and len(differ) == 1
                and differ == (place or differ)
                and words[differ[0]].isdigit()
            ):
                place[:] = differ
                several.append(words[differ[0]])
                break
        else:
            lines.append((words, [], []))
    for words, place, several in lines:
        for k in place:
            words[k] = ", ".join([words[k], *several])
    return [" ".join(words) for words, *_ in lines]


def counted_together(told: Iterable[str]) -> bool:
    """Whether of some sentences together the number is told."""
    return any(len(same) > _ALIKE for same, _ in _of_one_form(told))


def _of_one_form(told: Iterable[str]) -> list[tuple[list[str], int]]:
    """Some sentences, those that differ in their cells or numbers together, with how many they are; of those of which
    only the number is told the first one is as it is."""
    alike: dict[str, list[str]] = {}
    for text in dict.fromkeys(told):
        alike.setdefault(without_cells(text), []).append(text)
    forms: dict[str, tuple[list[str], list[str]]] = {}
    for texts_ in alike.values():
        cells = varying(texts_) if len(texts_) > 1 else None
        more = f", {_and_so_on(texts_[1:], cells[1:])}." if cells else None
        lines, every = forms.setdefault(re.sub(r"\d+", "#", texts_[0]), ([], []))
        lines += [texts_[0].removesuffix(".") + more] if more else texts_
        every += texts_
    return [(lines if len(lines) <= _ALIKE else [every[0], *lines[1:]], len(every)) for lines, every in forms.values()]


def _and_so_on(told: Sequence[str], cells: Sequence[str]) -> str:
    """That some sentences say the same: of pairs of cells with both, of others with the cells in which they differ."""
    pairs = [cells_in(text) for text in told]
    if all(len(pair) == 2 for pair in pairs):
        return f"likewise {', '.join(f'{one} and {other}' for one, other in pairs)}"
    return f"and so on at {', '.join(cells)}" if len(cells) > 1 else f"likewise for {cells[0]}"


def _follows(line: Inference) -> str:
    """What follows in a line; of a cut who is cut off by what."""
    if line.wall is None:
        if line.marks:
            return _with_briefer(line)
        told = line.amount and (line.amount.number is not None or line.need or not _but(line))
        much = f", {amount(line.amount)}" if line.amount and told else ""
        return f"impossible{much}{''.join(f' ({_within(sentence)})' for sentence, _ in line.briefer)}"
    wall = line.wall
    here = _few(_places(wall.apart) or [str(cell) for cell in wall.cells], "cell")
    others = [mark for mark in wall.witness if mark not in wall.apart]
    there = ", ".join(_places(others))
    if wall.closed:
        left_out = f" (not in it: {phrase(others)})" if others else ""
        what = f"the lines at {here} would close a loop of their own{left_out}"
    else:
        # A mark of a border is a line, rather than its cell.
        if wall.apart and all(mark.place != mark.cell for mark in wall.apart):
            here = f"the line{'s' if len(wall.apart) > 1 else ''} at {here}"
        # What would be cut off unless something follows is cut off by the opposite of that, too.
        following = {(mark.atom, not mark.present) for mark in line.marks}
        by = [mark for mark in wall.wall if (mark.atom, mark.present) not in following]
        fence = _fence(by) if len(wall.wall) <= _NAMED else counted(len(by), "mark")
        cut = f"no way would be left from {here} to {there}" if there else f"{here} would be cut off"
        cut += f", as no way leads out of {_cells(wall.pocket)}" if wall.pocket else ""
        what = f"{cut}{f' ({fence})' if fence else ''}" if here else f"{fence} would close round what is inside"
    return f"{phrase(line.marks)}, else {what}" if line.marks else f"{what}: impossible"


def _with_briefer(line: Inference) -> str:
    """What follows in a line, with the sentences about fewer marks by which it is seen."""
    seen = {mark for _, marks in line.briefer for mark in marks}
    rest = [mark for mark in line.marks if mark not in seen]
    plainly = (f"{phrase(marks)} ({_within(sentence)})" for sentence, marks in line.briefer)
    return "; ".join([*([phrase(rest)] if rest else []), *plainly])


def _within(sentence: Sentence) -> str:
    """A sentence as it stands within another one."""
    return (sentence.text[:1].lower() + sentence.text[1:]).removesuffix(".")


def clash(used: Sequence[Mark]) -> list[Mark]:
    """Marks that contradict each other, if they are few: where something is, not what else is not there."""
    there = {(mark.place, mark.atom.name) for mark in used if mark.present and not mark.pencil}
    those = [mark for mark in used if mark.present or (mark.place, mark.atom.name) not in there]
    return those if len(those) <= _CLASHING else []


def _fence(wall: Sequence[Mark]) -> str:
    """The marks of a wall; of chains it is said that it is one whichever way they go."""
    chains = [mark for mark in wall if mark.pencil and mark.present]
    parts = [phrase(mark for mark in wall if mark not in chains)]
    if chains:
        parts.append(f"{phrase(chains)}, whichever way {'they come' if len(chains) > 1 else 'it comes'} there")
    return "; ".join(filter(None, parts))


def amount(told: Amount) -> str:
    """How much there would be of what a sentence counts."""
    much, number, cells, out = told[:4]
    if number is None:
        return "too many" if much else "too few"
    if not number:
        return "none is left"
    how_much = f"at {'least' if much else 'most'} {number}"
    if 0 < len(cells) <= _NAMED:
        return f"{how_much}: {_cells(cells)}"
    return f"{how_much}, not {_cells(out)}" if 0 < len(out) <= _NAMED else how_much


def _few(items: Sequence[str], noun: str) -> str:
    """Name the first of some items, and count the others."""
    # One more is named rather than counted.
    named = items[:_NAMED] if len(items) > _NAMED + 1 else items
    more = len(items) - len(named)
    return ", ".join(named) + (f" and {counted(more, f'more {noun}')}" if more > 0 else "")


def _cells(cells: Iterable[Cell]) -> str:
    return ", ".join(map(str, cells))


def _places(marks: Iterable[Mark]) -> list[str]:
    """The cells of some marks, or the words of one without a cell."""
    return list(dict.fromkeys(str(mark.cell) if mark.cell else mark.text for mark in marks))


def doubt(step: Step) -> list[str]:
    """Say of a step that is not proved what was not."""
    if step.proved is not False:
        return []
    return [f"(≤ {counted(len(step.sentences), 'sentence')}: whether fewer suffice was not proved in time)"]


def closing(explanation: "Explanation") -> str:
    """The line that says how far a path goes, and how hard it is; or that there is a conflict."""
    if explanation.conflict:
        short = f" {stopped(explanation.stopped).capitalize()}; given longer, steps might show it."
        return conflict_line(explanation.conflict) + (short if explanation.stopped else "")
    rating = explanation.rating
    text = counted(rating.steps, "step")
    if explanation.stopped:
        return f"{stopped(explanation.stopped)} after {text}"
    if rating.complete and not rating.steps:
        return "nothing is left to find"
    if not rating.complete:
        return f"{text}; nothing more is forced: there are several solutions"
    return f"{text} to the only solution: {grade(rating)}"


def grade(rating: Rating) -> str:
    """How hard a path is."""
    if rating.largest <= 1:
        return f"{rating.grade}, each from one sentence"
    search = f"; {counted(rating.unargued, 'step')} only by search" if rating.unargued else ""
    return f"{rating.grade}, up to {rating.largest} sentences at once, {rating.mean:.2f} on average{search}"


def rating_lines(rating: Rating) -> list[str]:
    """A rating as lines of text."""
    if not rating.satisfiable:
        return ["no solution"]
    lines = [f"{counted(rating.steps, 'step')}: {grade(rating)}"] if rating.steps else []
    return lines + ([] if rating.complete else ["The clues do not force everything: there are several solutions."])


def conflict_line(conflict: Conflict) -> str:
    """The first line about a conflict."""
    number = len(conflict.sentences)
    these = f"these {number} sentences cannot all hold" if number != 1 else "this sentence cannot hold"
    note = "no fewer sentences contradict each other" if conflict.proved else "none of them can be left out"
    given = f" (known: {phrase(conflict.blamed)})" if conflict.blamed else ""
    return f"No solution{given}: {these}; {note}."


def contradiction(conflict: Conflict) -> list[str]:
    """Why sentences cannot hold, with what is known by then, as lines of text."""
    words = dict(conflict.words)
    told = dict.fromkeys(words.get(mark, mark) for mark in conflict.earlier)
    known = sorted(told, key=lambda mark: mark.cell or (0, 0))
    return [f"known: {phrase(known)}"] * bool(known) + argued(conflict.argument)


def check_lines(check: Check) -> list[str]:
    """What a check found, as lines of text."""
    if check.right:
        return ["The answer is right and complete."]
    lines = [f"Not possible on this board: {mark.text}." for mark in check.impossible]
    lines += [f"  {text}" for text in texts(check.outside)]
    below: list[str] = []
    if check.so_far:
        lines.append("These rules are broken:")
        below = texts(check.so_far)
    elif check.conflict:
        lines.append("No rule is broken yet, but these cannot all hold:")
        below = texts(check.conflict) + ([f"known: {phrase(check.blamed)}"] if check.blamed else [])
    elif check.completable and check.broken:
        lines.append("No rule is broken so far. Not fulfilled yet:")
        below = texts(check.broken[:_LISTED])
        if len(check.broken) > _LISTED:
            below.append(f"and {counted(len(check.broken) - _LISTED, 'more rule')}; --final lists them all")
    elif not check.impossible:
        lines.append("No rule is broken so far.")
    return lines + [f"  {line}" for line in below]


def check_closing(check: Check, final: bool = False) -> str:
    """The last line about an answer that is not right."""
    if check.right:
        return ""
    if final:
        return "The answer is wrong."
    if check.completable:
        return "The answer is not complete, and can be completed."
    return "It cannot be completed to a solution."


def texts(items: Sequence[Sentence]) -> list[str]:
    """The texts of sentences."""
    return [sentence.text for sentence in items]


def forced_lines(result: "Consequences") -> list[str]:
    """What is said above the board of what all solutions have in common."""
    if not result.satisfiable:
        return ["no solution"]
    return [LEGEND] if result.open or result.undecided else []


def forced_closing(result: "Consequences", program: Program) -> str:
    """What is not the same in all solutions, and what is not known, when a limit came first."""
    if not result.satisfiable:
        return ""
    lines = []
    if result.open:
        lines.append(f"In some solutions and not in others: {_listed(result.open, program)}.")
    if result.undecided:
        lines.append(f"Not decided, {stopped(result.stopped)}: {_listed(result.undecided, program)}.")
    if not lines:
        lines.append("All is forced: there is one solution.")
    elif result.present or result.absent:
        lines.append("All else is forced.")
    elif not result.undecided:
        lines.append("Nothing is forced.")
    return "\n".join(lines)


def forced_facts(result: "Consequences") -> str:
    """What is the same in all solutions as facts, ``-p(..)`` for what is in none: an answer, as far as it is forced."""
    absent = [f"-{atom}." for atom in result.absent if atom.positive]
    return " ".join([*(f"{atom}." for atom in result.present), *absent]) + "\n" if result.satisfiable else ""


def _listed(atoms: Sequence[Symbol], program: Program) -> str:
    """Some atoms in words, and the number of the others."""
    place, rest = Places(program), len(atoms) - _LISTED
    text = phrase(Mark(atom, True, program.say(atom), place(atom)) for atom in atoms[:_LISTED])
    return text + (f", and {rest} more" if rest > 0 else "")

"""What a sentence that is read gives, in the order in which players see it: each part from what stands before it."""

from collections import defaultdict

from .propagation import Line, Propagation
from .state import literals, state_of


def in_order(propagation: Propagation, line: Line) -> list[Line]:
    """Part a line of a sentence that is read: first what follows from what the line takes, then what does from that."""
    new = {*literals(line.new)}
    if len(new) < 2 or not propagation.read >> line.sentence & 1:
        return [line]
    given = line.taken
    led = propagation.readings.led(line.sentence, given)
    if not new <= led.keys():
        return [line]
    # Of each literal behind how many others it comes, and the marks from which it follows that are given or new.
    depth: dict[int, int] = {}
    sources: dict[int, int] = dict.fromkeys(literals(given), 0)
    parts: dict[int, list[tuple[int, int]]] = defaultdict(list)
    for one, why in led.items():
        takes = 0
        for other in why:
            takes |= sources[other]
        depth[one] = max((depth[other] for other in why), default=0) + (one in new)
        sources[one] = 1 << abs(one) if one in new or one in sources else takes
        if one in new:
            parts[depth[one]].append((one, takes))
    lines: list[Line] = []
    before = line.before
    for place in sorted(parts):
        found, used = state_of(one for one, _ in parts[place]), 0
        for _, takes in parts[place]:
            used |= takes
        lines.append(Line(line.sentence, before, found, used))
        before = before[0] | found[0], before[1] | found[1]
    return lines

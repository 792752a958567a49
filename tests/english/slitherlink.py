"""The words of slitherlink: lines along the sides of cells, from dot to dot."""

from itertools import product

from genres import named

from english import Lines, means, says


def ends(r, c, side):
    """The dots at the ends of a side, each by the cell whose lower right corner it is."""
    corners = {
        "up": ((-1, -1), (-1, 0)),
        "down": ((0, -1), (0, 0)),
        "left": ((-1, -1), (0, -1)),
        "right": ((-1, 0), (0, 0)),
    }
    return tuple((r + i, c + j) for i, j in corners[side])


class Board(Lines):
    @means("a line {side} of ({r}, {c})", "no line {side} of ({r}, {c})")
    def line(self, side, r, c):
        return self.var("line", *ends(r, c, side))

    @means("a line above ({r}, {c})", "no line above ({r}, {c})")
    def above(self, r, c):
        return self.line("up", r, c)

    @means("a line below ({r}, {c})", "no line below ({r}, {c})")
    def below(self, r, c):
        return self.line("down", r, c)

    def around(self, r, c):
        return [self.line(side, r, c) for side in ("up", "down", "left", "right")]

    def lines(self):
        return {
            self.line(side, *cell): ends(*cell, side) for cell in self.cells for side in ("up", "down", "left", "right")
        }

    @says("The number of lines around ({r}, {c}) is {n}.")
    def number(self, r, c, n):
        self.exactly(n, self.around(r, c))

    def corners(self, r, c):
        """Give a variable for each corner of a cell: the loop passes it."""
        found = []
        for dot in product((r - 1, r), (c - 1, c)):
            passed = self.var("passed", *dot)
            meeting = [line for line, places in self.lines().items() if dot in places]
            self.clause(-passed, *meeting)
            for line in meeting:
                self.clause(-line, passed)
            found.append(passed)
        return found

    @says("The number of corners of ({r}, {c}) that the loop passes is {n}.")
    def passes(self, r, c, n):
        self.exactly(n, self.corners(r, c))

    @says("The number of times that the loop comes to ({r}, {c}) is {n}.")
    def visits(self, r, c, n):
        both = self.around(r, c) + self.corners(r, c)
        for true in product((False, True), repeat=8):
            if sum(true[4:]) - min(sum(true[:4]), 3) != n:
                self.clause(*(-one if drawn else one for one, drawn in zip(both, true, strict=True)))

    @says("At the {level} {plumb} corner of ({r}, {c}) two lines meet, or none.")
    def corner(self, level, plumb, r, c):
        dot = r - (level == "upper"), c - (plumb == "left")
        meeting = [line for line, places in self.lines().items() if dot in places]
        self.at_most(2, meeting)
        for line in meeting:
            self.clause(-line, *(other for other in meeting if other != line))

    @says("All lines belong to one loop, which runs along each number but 0.")
    def loop(self):
        self.hang_together()
        for r, c, n in named(self.facts, "number"):
            if n not in (0, "?"):
                self.clause(*self.around(r, c))

    @says("All lines belong to one loop, which passes a corner of each number but 0.")
    def near_loop(self):
        self.hang_together()
        for r, c, n in named(self.facts, "number"):
            if n not in (0, "?"):
                self.clause(*self.corners(r, c))

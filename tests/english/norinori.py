"""The words of norinori."""

from genres import by_cell

from english import English, means, says


class Board(English):
    @means("a shaded cell at ({r}, {c})", "no shaded cell at ({r}, {c})")
    def shaded(self, r, c):
        return self.var("shaded", r, c)

    @says("The region of ({r}, {c}) holds exactly two shaded cells.")
    def region(self, r, c):
        region = by_cell(self.facts, "region")
        self.exactly(2, (self.shaded(*cell) for cell in self.cells if region[cell] == region[r, c]))

    @says("If ({r}, {c}) is shaded, exactly one of its neighbours is shaded.")
    def domino(self, r, c):
        near = [self.shaded(*cell) for cell in self.neighbours(r, c)]
        self.clause(-self.shaded(r, c), *near)
        for k, one in enumerate(near):
            for other in near[:k]:
                self.clause(-self.shaded(r, c), -one, -other)

"""The words of star battle."""

from genres import by_cell, touching

from english import English, means, says


class Board(English):
    @means("a star at ({r}, {c})", "no star at ({r}, {c})")
    def star(self, r, c):
        return self.var("star", r, c)

    @says("The number of stars in row {r} is {n}.")
    def row(self, r, n):
        self.exactly(n, (self.star(*cell) for cell in self.cells if cell[0] == r))

    @says("The number of stars in column {c} is {n}.")
    def column(self, c, n):
        self.exactly(n, (self.star(*cell) for cell in self.cells if cell[1] == c))

    @says("The number of stars in the region of ({r}, {c}) is {n}.")
    def region(self, r, c, n):
        region = by_cell(self.facts, "region")
        self.exactly(n, (self.star(*cell) for cell in self.cells if region[cell] == region[r, c]))

    @says("The cells ({r}, {c}) and ({x}, {y}) touch, so at most one of them holds a star.")
    def touch(self, r, c, x, y):
        assert touching((r, c), (x, y))
        self.clause(-self.star(r, c), -self.star(x, y))

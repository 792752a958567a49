"""The words of skyscrapers: a building is seen if it is higher than all before it."""

from english import English, means, says


class Board(English):
    @means("height {n} at ({r}, {c})", "no height {n} at ({r}, {c})")
    def number(self, n, r, c):
        return self.var("number", n, r, c)

    def once(self, literals):
        self.exactly(1, literals)

    def heights(self):
        return range(1, self.width + 1)

    @says("The cell ({r}, {c}) holds exactly one number.")
    def cell(self, r, c):
        self.once(self.number(n, r, c) for n in self.heights())

    @says("Row {i} holds {n} exactly once.")
    def row(self, i, n):
        self.once(self.number(n, *cell) for cell in self.line("row", i, "left"))

    @says("Column {i} holds {n} exactly once.")
    def column(self, i, n):
        self.once(self.number(n, *cell) for cell in self.line("column", i, "top"))

    @says("{n} is given at ({r}, {c}).")
    def given(self, n, r, c):
        # One number is written in a cell.
        for other in self.heights():
            self.clause(self.number(other, r, c) * (1 if other == n else -1))

    @says("The number of buildings seen from the {side} in {line} {i} is {n}.")
    def seen(self, side, line, i, n):
        before, visible = [], []
        for cell in self.line(line, i, side):
            higher = []
            for height in self.heights():
                hidden = [self.number(other, *there) for there in before for other in range(height, self.width + 1)]
                building = self.var("seen", side, line, i, cell, height)
                self.clause(building, -self.number(height, *cell), *hidden)
                for literal in [self.number(height, *cell), *(-other for other in hidden)]:
                    self.clause(-building, literal)
                higher.append(building)
            visible.append(self.var("seen", side, line, i, cell))
            self.clause(-visible[-1], *higher)
            for building in higher:
                self.clause(visible[-1], -building)
            before.append(cell)
        self.exactly(n, visible)

    @says("The buildings in {line} {i} are all different, and the number seen from the {side} is {n}.")
    def different(self, line, i, side, n):
        for height in self.heights():
            self.once(self.number(height, *cell) for cell in self.line(line, i, side))
        for cell in self.line(line, i, side):
            self.cell(*cell)
        self.seen(side, line, i, n)

    def line(self, line, i, side):
        """The cells of a row or a column, as they are seen from a side."""
        cells = [cell for cell in self.cells if cell[line == "column"] == i]
        return cells if side in ("left", "top") else cells[::-1]

"""The words of sudoku."""

from genres import by_cell

from english import English, means, says


class Board(English):
    @means("{n} at ({r}, {c})", "no {n} at ({r}, {c})")
    def number(self, n, r, c):
        return self.var("number", n, r, c)

    def once(self, n, cells):
        self.exactly(1, (self.number(n, *cell) for cell in cells))

    @says("The cell ({r}, {c}) holds exactly one number.")
    def cell(self, r, c):
        self.exactly(1, (self.number(n, r, c) for n in range(1, self.width + 1)))

    @says("Row {r} holds {n} exactly once.")
    def row(self, r, n):
        self.once(n, [cell for cell in self.cells if cell[0] == r])

    @says("Column {c} holds {n} exactly once.")
    def column(self, c, n):
        self.once(n, [cell for cell in self.cells if cell[1] == c])

    @says("The box of ({r}, {c}) holds {n} exactly once.")
    def box(self, r, c, n):
        region = by_cell(self.facts, "region")
        # The boxes as drawn: as nearly square as can be, wider than high if need be.
        high = max(h for h in range(1, self.width + 1) if h * h <= self.width and self.width % h == 0)
        wide = self.width // high

        def box(cell):
            return region[cell] if region else ((cell[0] - 1) // high, (cell[1] - 1) // wide)

        self.once(n, [cell for cell in self.cells if box(cell) == box((r, c))])

    @says("The falling diagonal holds {n} exactly once.")
    def falling(self, n):
        self.once(n, [cell for cell in self.cells if cell[0] == cell[1]])

    @says("The rising diagonal holds {n} exactly once.")
    def rising(self, n):
        self.once(n, [cell for cell in self.cells if sum(cell) == self.width + 1])

    @says("{n} is given at ({r}, {c}).")
    def given(self, n, r, c):
        # One number is written in a cell.
        for other in range(1, self.width + 1):
            self.clause(self.number(other, r, c) * (1 if other == n else -1))

"""The words of snake: a path of shaded cells, with two ends, which does not touch itself."""

from itertools import combinations

from genres import named

from english import English, means, says


class Board(English):
    def understood(self):
        """Black circles are ends; where there are two there is no other end."""
        black = named(self.facts, "black")
        for cell in self.cells:
            if cell in black or len(black) > 1:
                self.clause(self.end(*cell) if cell in black else -self.end(*cell))

    @means("a shaded cell at ({r}, {c})", "no shaded cell at ({r}, {c})")
    def shaded(self, r, c):
        return self.var("shaded", r, c)

    @means("an end of the snake at ({r}, {c})", "no end of the snake at ({r}, {c})")
    def end(self, r, c):
        return self.var("end", r, c)

    def beside(self, r, c):
        return [self.shaded(*cell) for cell in self.neighbours(r, c)]

    def row(self, row):
        return [cell for cell in self.cells if cell[0] == row]

    def column(self, column):
        return [cell for cell in self.cells if cell[1] == column]

    @says("The number of shaded cells in row {row} is {n}.")
    def row_count(self, row, n):
        self.exactly(n, (self.shaded(*cell) for cell in self.row(row)))

    @says("The number of shaded cells in column {column} is {n}.")
    def column_count(self, column, n):
        self.exactly(n, (self.shaded(*cell) for cell in self.column(column)))

    @says("The snake does not branch at ({r}, {c}).")
    def branch(self, r, c):
        self.one_way_on(self.shaded(r, c), self.beside(r, c))

    def one_way_on(self, shaded, near):
        for three in combinations(near, 3):
            self.clause(-shaded, *(-one for one in three))

    @says("The snake does not touch itself at a corner, with ({r}, {c}) and ({x}, {y}).")
    def corner(self, r, c, x, y):
        self.clause(-self.shaded(r, c), -self.shaded(x, y), self.shaded(r, y), self.shaded(x, c))

    @says("The snake has a head and a tail.")
    def head_and_tail(self):
        """They are one cell only in a snake of one cell, which has no black circles at its ends."""
        ends = [self.end(*cell) for cell in self.cells]
        self.at_most(2, ends)
        self.clause(*ends)
        if named(self.facts, "black"):
            self.exactly(2, ends)

    @says("At ({r}, {c}) the snake either ends or goes on to two cells.")
    def goes_on(self, r, c):
        end, near = self.end(r, c), self.beside(r, c)
        self.clause(-end, self.shaded(r, c))
        for one, other in combinations(near, 2):
            self.clause(-end, -one, -other)
        for one in near or [None]:
            self.clause(-self.shaded(r, c), end, *(other for other in near if other != one))

    @says("An end of the snake is at the black circle at ({r}, {c}).")
    def black(self, r, c):
        self.clause(self.shaded(r, c))
        self.exactly(1, self.beside(r, c))

    @says("The snake goes through the white circle at ({r}, {c}).")
    def white(self, r, c):
        self.clause(self.shaded(r, c))
        self.clause(-self.end(r, c))

    @says("The snake is connected.")
    def connected(self):
        self.together({self.shaded(*cell): cell for cell in self.cells})

"""The words of queens."""

from itertools import product

from english import English, means, says


class Board(English):
    @means("a queen at ({r}, {c})", "no queen at ({r}, {c})")
    def queen(self, r, c):
        return self.var("queen", r, c)

    @says("Row {r} holds exactly one queen.")
    def row(self, r):
        self.exactly(1, (self.queen(*cell) for cell in self.cells if cell[0] == r))

    @says("Column {c} holds exactly one queen.")
    def column(self, c):
        self.exactly(1, (self.queen(*cell) for cell in self.cells if cell[1] == c))

    @says("At most one queen stands on the diagonal from ({r}, {c}) to ({x}, {y}).")
    def diagonal(self, r, c, x, y):
        assert abs(x - r) == abs(y - c) > 0
        down, right = (1 if x > r else -1), (1 if y > c else -1)
        self.at_most(1, (self.queen(r + k * down, c + k * right) for k in range(abs(x - r) + 1)))

    @says("The queens in rows {r} and {s} do not attack each other.")
    def rows(self, r, s):
        self.peace([cell for cell in self.cells if cell[0] == r], [cell for cell in self.cells if cell[0] == s])

    @says("The queens in columns {c} and {d} do not attack each other.")
    def columns(self, c, d):
        self.peace([cell for cell in self.cells if cell[1] == c], [cell for cell in self.cells if cell[1] == d])

    def peace(self, one, other):
        for line in (one, other):
            self.exactly(1, (self.queen(*cell) for cell in line))
        for (r, c), (x, y) in product(one, other):
            if r == x or c == y or abs(x - r) == abs(y - c):
                self.clause(-self.queen(r, c), -self.queen(x, y))

    @says("A queen is given at ({r}, {c}).")
    def given(self, r, c):
        self.clause(self.queen(r, c))

    @says("The cell ({r}, {c}) is blocked.")
    def blocked(self, r, c):
        self.clause(-self.queen(r, c))

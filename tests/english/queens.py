"""The words of queens."""

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

    @says("A queen is given at ({r}, {c}).")
    def given(self, r, c):
        self.clause(self.queen(r, c))

    @says("The cell ({r}, {c}) is blocked.")
    def blocked(self, r, c):
        self.clause(-self.queen(r, c))

"""The words of binairo: a cell without a black circle holds a white one."""

from itertools import product

from genres import named

from english import English, means, says


class Board(English):
    @means("a black circle at ({r}, {c})", "a white circle at ({r}, {c})")
    def black(self, r, c):
        return self.var("black", r, c)

    @says("Given circles stay.")
    def given(self):
        for r, c, colour in named(self.facts, "given"):
            self.clause(self.black(r, c) * (1 if colour == "black" else -1))

    @says("The three circles from ({r}, {c}) to ({x}, {y}) do not all have the same colour.")
    def three(self, r, c, x, y):
        circles = [self.black(*cell) for cell in self.cells if r <= cell[0] <= x and c <= cell[1] <= y]
        assert len(circles) == 3
        self.clause(*circles)
        self.clause(*(-circle for circle in circles))

    @says("Row {r} holds as many black as white circles.")
    def row(self, r):
        self.exactly(self.width // 2, (self.black(r, c) for c in range(1, self.width + 1)))

    @says("Column {c} holds as many black as white circles.")
    def column(self, c):
        self.exactly(self.height // 2, (self.black(r, c) for r in range(1, self.height + 1)))

    @says("Rows {r} and {x} are not equal.")
    def rows(self, r, x):
        self.differ([(self.black(r, c), self.black(x, c)) for c in range(1, self.width + 1)])

    @says("Columns {c} and {y} are not equal.")
    def columns(self, c, y):
        self.differ([(self.black(r, c), self.black(r, y)) for r in range(1, self.height + 1)])

    def differ(self, pairs):
        for signs in product((1, -1), repeat=len(pairs)):
            self.clause(*(sign * circle for sign, pair in zip(signs, pairs, strict=True) for circle in pair))

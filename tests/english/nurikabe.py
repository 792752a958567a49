"""The words of nurikabe: an island is white cells that hang together, and can reach what its number lets it reach."""

from genres import by_cell

from english import English, means, says


class Board(English):
    def __init__(self, facts):
        super().__init__(facts)
        self.numbers = by_cell(facts, "number")

    def reach(self, number):
        """The cells that an island can reach: in so many steps, and beside no other number."""
        taken = {cell for other in self.numbers if other != number for cell in (other, *self.neighbours(*other))}
        reached = {number} - taken
        count = self.numbers[number]
        for _ in range(len(self.cells) if count == "?" else count - 1):
            reached |= {cell for old in reached for cell in self.neighbours(*old)} - taken
        return reached

    def understood(self):
        for number in self.numbers:
            reach = self.reach(number)
            for cell in self.cells:
                self.grown(number, cell, reach)

    def grown(self, number, cell, reach):
        """The island is at a cell if white cells join it with the number: in one step, in two, and so on."""
        land, rounds = self.land(*number, *cell), len(reach)
        if cell not in reach:
            self.clause(-land)
            return
        near = [other for other in self.neighbours(*cell) if other in reach]
        for k in range(rounds):
            here = self.var("grown", number, cell, k)
            before = [self.var("grown", number, other, k - 1) for other in (cell, *near)] if k else []
            self.clause(-here, -self.shaded(*cell))
            if cell == number:
                self.clause(here, self.shaded(*cell))
            else:
                self.clause(-here, *before)
                for other in before:
                    self.clause(here, -other, self.shaded(*cell))
        self.clause(-land, self.var("grown", number, cell, rounds - 1))
        self.clause(land, -self.var("grown", number, cell, rounds - 1))

    @means("a shaded cell at ({r}, {c})", "no shaded cell at ({r}, {c})")
    def shaded(self, r, c):
        return self.var("shaded", r, c)

    @means("the island of ({x}, {y}) at ({r}, {c})", "not the island of ({x}, {y}) at ({r}, {c})")
    def land(self, x, y, r, c):
        return self.var("land", x, y, r, c)

    @says("The cell ({r}, {c}) is shaded, or else belongs to an island that can reach it.")
    def reaches(self, r, c):
        self.clause(self.shaded(r, c), *(self.land(*number, r, c) for number in self.numbers))

    @says("The cell ({r}, {c}) is shaded, or else an island that can reach it comes past a cell beside it.")
    def past(self, r, c):
        able = [number for number in self.numbers if (r, c) in self.reach(number)]
        beside = self.neighbours(r, c)
        self.clause(self.shaded(r, c), *(self.land(*number, *cell) for number in able for cell in beside))

    @says("The cell ({r}, {c}) is beside the numbers at ({x}, {y}) and ({a}, {b}), of two islands, so it is shaded.")
    def between(self, r, c, x, y, a, b):
        assert {(x, y), (a, b)} <= {*self.neighbours(r, c)} & {*self.numbers}
        self.clause(self.shaded(r, c))

    @says("Cells with a number are not shaded.")
    def numbered(self):
        for number in self.numbers:
            self.clause(-self.shaded(*number))

    @says("The number of cells in the island of ({r}, {c}) is {n}, and it holds no other number.")
    def island(self, r, c, n):
        self.own(r, c)
        self.exactly(n, [self.land(r, c, *cell) for cell in self.reach((r, c))])

    @says("The cell ({r}, {c}) belongs to an island that holds no other number.")
    def own(self, r, c):
        reach = self.reach((r, c))
        for cell in reach:
            for other in self.neighbours(*cell):
                if other not in reach:
                    self.clause(-self.land(r, c, *cell), self.shaded(*other))

    @says("The square from ({r}, {c}) to ({x}, {y}) is not all shaded.")
    def square(self, r, c, x, y):
        self.clause(*(-self.shaded(*cell) for cell in self.cells if r <= cell[0] <= x and c <= cell[1] <= y))

    @says("All shaded cells are connected.")
    def sea(self):
        self.together({self.shaded(*cell): cell for cell in self.cells})

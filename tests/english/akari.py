"""The words of akari."""

from genres import named

from english import English, means, says


class Board(English):
    def white(self, r, c):
        return (r, c) in self.cells and (r, c) not in named(self.facts, "black")

    def run(self, r, c, down, right):
        """The white cells from one on, up to the next black one or the edge."""
        while self.white(r, c):
            yield r, c
            r, c = r + down, c + right

    def understood(self):
        for cell in self.cells:
            if not self.white(*cell):
                self.clause(-self.bulb(*cell))

    @means("a bulb at ({r}, {c})", "no bulb at ({r}, {c})")
    def bulb(self, r, c):
        return self.var("bulb", r, c)

    @says("The number of bulbs beside ({r}, {c}) is {n}.")
    def number(self, r, c, n):
        self.exactly(n, (self.bulb(*cell) for cell in self.neighbours(r, c)))

    @says("A bulb lights the white cell ({r}, {c}).")
    def lit(self, r, c):
        runs = [self.run(r, c, *way) for way in ((0, 1), (0, -1), (1, 0), (-1, 0))]
        self.clause(*{self.bulb(*cell) for run in runs for cell in run})

    @says("Of the white cells from ({r}, {c}) to the right, at most one holds a bulb.")
    def across(self, r, c):
        self.at_most(1, (self.bulb(*cell) for cell in self.run(r, c, 0, 1)))

    @says("Of the white cells from ({r}, {c}) down, at most one holds a bulb.")
    def along(self, r, c):
        self.at_most(1, (self.bulb(*cell) for cell in self.run(r, c, 1, 0)))

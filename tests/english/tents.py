"""The words of tents: a tree and its tent belong together."""

from genres import named, touching

from english import English, means, says


class Board(English):
    def understood(self):
        trees = named(self.facts, "tree")
        for tree in trees:
            self.clause(-self.tent(*tree))
            for cell in self.cells:
                # A tree has its tent where there is one.
                self.clause(-self.own(*tree, *cell), self.tent(*cell))

    @means("a tent at ({r}, {c})", "no tent at ({r}, {c})")
    def tent(self, r, c):
        return self.var("tent", r, c)

    @means(
        "the tree at ({r}, {c}) has its tent at ({x}, {y})",
        "the tree at ({r}, {c}) does not have its tent at ({x}, {y})",
    )
    def own(self, r, c, x, y):
        return self.var("own", r, c, x, y)

    @says("The tree at ({r}, {c}) has exactly one tent of its own beside it.")
    def tree(self, r, c):
        self.exactly(1, (self.own(r, c, *cell) for cell in self.neighbours(r, c)))

    @says("The tent at ({r}, {c}) belongs to exactly one tree.")
    def belongs(self, r, c):
        owners = [self.own(*tree, r, c) for tree in named(self.facts, "tree") if tree in self.neighbours(r, c)]
        self.at_most(1, owners)
        self.clause(-self.tent(r, c), *owners)

    @says("Tents stand only beside trees.")
    def only_beside(self):
        for cell in self.cells:
            if not {*self.neighbours(*cell)} & {*named(self.facts, "tree")}:
                self.clause(-self.tent(*cell))

    @says("The number of tents in row {r} is {n}.")
    def row(self, r, n):
        self.exactly(n, (self.tent(*cell) for cell in self.cells if cell[0] == r))

    @says("The number of tents in column {c} is {n}.")
    def column(self, c, n):
        self.exactly(n, (self.tent(*cell) for cell in self.cells if cell[1] == c))

    @says("The cells ({r}, {c}) and ({x}, {y}) touch, so at most one of them holds a tent.")
    def touch(self, r, c, x, y):
        assert touching((r, c), (x, y))
        self.clause(-self.tent(r, c), -self.tent(x, y))

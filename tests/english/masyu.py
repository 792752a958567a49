"""The words of masyu: a loop from cell to cell."""

from genres import named

from english import Lines, means, says

WAYS = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}
AXES = (("up", "down"), ("left", "right"))


class Board(Lines):
    @means("the loop goes {way} from ({r}, {c})", "the loop does not go {way} from ({r}, {c})")
    def goes(self, way, r, c):
        other = r + WAYS[way][0], c + WAYS[way][1]
        line = self.var("line", *sorted([(r, c), other]))
        if other not in self.cells:
            self.clause(-line)
        return line

    def lines(self):
        return {
            self.goes(way, r, c): ((r, c), (r + WAYS[way][0], c + WAYS[way][1])) for r, c in self.cells for way in WAYS
        }

    def arms(self, r, c):
        return {way: self.goes(way, r, c) for way in WAYS}

    def straight(self, r, c):
        """A variable that says that the loop goes straight through a cell, without a turn."""
        arms, straight = self.arms(r, c), self.var("straight", r, c)
        both = [self.var("both", r, c, axis) for axis in AXES]
        for axis, whole in zip(AXES, both, strict=True):
            self.clause(-whole, arms[axis[0]])
            self.clause(-whole, arms[axis[1]])
            self.clause(whole, *(-arms[way] for way in axis))
        for one, other in (both, both[::-1]):
            self.clause(straight, -one)
            self.clause(-straight, one, other)
        return straight

    @says("The loop turns at the black circle at ({r}, {c}).")
    def turns(self, r, c):
        arms = self.arms(r, c)
        for axis in AXES:
            self.exactly(1, [arms[way] for way in axis])

    @says("The loop goes straight before and behind the black circle at ({r}, {c}).")
    def long(self, r, c):
        for way, arm in self.arms(r, c).items():
            next_cell = r + WAYS[way][0], c + WAYS[way][1]
            if next_cell in self.cells:
                self.clause(-arm, self.goes(way, *next_cell))

    @says("The loop goes straight through the white circle at ({r}, {c}).")
    def through(self, r, c):
        self.clause(self.straight(r, c))
        arms = self.arms(r, c)
        self.exactly(2, arms.values())

    @says("The loop turns before or behind the white circle at ({r}, {c}).")
    def near(self, r, c):
        turned = []
        for way, arm in self.arms(r, c).items():
            next_cell = r + WAYS[way][0], c + WAYS[way][1]
            if next_cell in self.cells:
                turn = self.var("turn", way, r, c)
                self.clause(-turn, arm)
                self.clause(-turn, -self.straight(*next_cell))
                turned.append(turn)
        self.clause(*turned)

    @says("Two lines meet at ({r}, {c}), or none.")
    def meet(self, r, c):
        arms = [*self.arms(r, c).values()]
        self.at_most(2, arms)
        for line in arms:
            self.clause(-line, *(other for other in arms if other != line))

    @says("All lines belong to one loop, which passes all that it must.")
    def loop(self):
        self.hang_together()
        for circle in named(self.facts, "black") + named(self.facts, "white"):
            self.clause(*self.arms(*circle).values())

"""The words of kurotto: groups of shaded cells, and circles that count those that they touch."""

from genres import by_cell

from english import English, means, says


class Board(English):
    @means("a shaded cell at ({r}, {c})", "no shaded cell at ({r}, {c})")
    def shaded(self, r, c):
        return self.var("shaded", r, c)

    def understood(self):
        """Where a circle is, there is no shaded cell."""
        self.circles()

    @says("Circles are not shaded.")
    def circles(self):
        for circle in by_cell(self.facts, "number"):
            self.clause(-self.shaded(*circle))

    def groups(self, circle, true):
        """The cells of the groups that a circle touches."""
        found = [cell for cell in self.neighbours(*circle) if self.shaded(*cell) in true]
        for member in found:
            found += [cell for cell in self.neighbours(*member) if self.shaded(*cell) in true and cell not in found]
        return found

    @says("The groups of connected shaded cells that touch ({r}, {c}) by a side have {n} cells together.")
    def number(self, r, c, n):
        def look(true):
            cells = self.groups((r, c), true)
            if len(cells) > n:
                yield [-self.shaded(*cell) for cell in cells]
            if len(cells) < n:
                around = {other for cell in [(r, c), *cells] for other in self.neighbours(*cell)}
                yield [self.shaded(*cell) for cell in around - {*cells}]

        self.look(look)

    @says("With {n} cells ({r}, {c}) touches a group that ({x}, {y}) with {m} cells does not touch.")
    def more(self, n, r, c, x, y, m):
        def look(true):
            known = self.groups((x, y), true)
            touched = [cell for cell in self.neighbours(r, c) if self.shaded(*cell) in true]
            if known and {*touched} <= {*known}:
                others = [cell for cell in self.neighbours(r, c) if cell not in touched]
                yield [*(-self.shaded(*cell) for cell in known), *(self.shaded(*cell) for cell in others)]
            if not touched:
                yield [self.shaded(*cell) for cell in self.neighbours(r, c)]

        self.look(look)

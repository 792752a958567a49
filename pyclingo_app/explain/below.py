"""What atoms of a ground program depend on, gathered when it is asked for."""

from collections.abc import Mapping, Sequence

from ..solve.ground import Rule, connected


class Below:
    """For each atom the union of the sets that belong to it and to all atoms on which it depends."""

    def __init__(self, rules: Mapping[int, Sequence[Rule]], own: Mapping[int, int]) -> None:
        """``rules`` are those of a ground program by their heads, and ``own`` has the sets of some atoms."""
        self._rules = rules
        self._own = own
        self._found: dict[int, int] = {}

    def __call__(self, atom: int) -> int:
        """Give the set for an atom."""
        found, own = self._found, self._own
        if atom not in found:
            for atoms in connected([atom], self._below):
                if atoms[0] not in found:
                    whole = 0
                    for each in atoms:
                        whole |= own.get(each, 0)
                        for other in below(self._rules, each):
                            whole |= found.get(other, 0)
                    found.update(dict.fromkeys(atoms, whole))
        return found[atom]

    def _below(self, atom: int) -> set[int] | tuple[()]:
        return () if atom in self._found else below(self._rules, atom)


def below(rules: Mapping[int, Sequence[Rule]], atom: int) -> set[int]:
    """Give the atoms in the bodies of the rules for an atom."""
    return {abs(literal) for rule in rules.get(atom, ()) for literal in rule.body}

"""What atoms of a ground program depend on, gathered when it is asked for."""

from collections.abc import Collection, Mapping, Sequence

from ..solve.ground import Rule, connected

# Of up to so many atoms it is not kept what each of them depends on.
_FEW = 200


class Below:
    """For each atom the union of the sets that belong to it and to all atoms on which it depends."""

    def __init__(self, rules: Mapping[int, Sequence[Rule]], own: Mapping[int, int], ends: Collection[int] = ()) -> None:
        """``rules`` are those of a ground program by their heads, and ``own`` has the sets of some atoms.

        What an atom of ``ends`` depends on is left out.
        """
        self._rules = rules
        self._own = own
        self._ends = ends
        self._found: dict[int, int] = {}

    def __call__(self, atom: int) -> int:
        """Give the set for an atom."""
        found = self._found
        if atom not in found:
            few = self._of_few(atom)
            if few is None:
                self._add(atom)
            else:
                found[atom] = few
        return found[atom]

    def _of_few(self, atom: int) -> int | None:
        """The set for an atom that depends on few others, which takes less; else None."""
        found, own, rules, ends = self._found, self._own, self._rules, self._ends
        whole = 0
        seen = {atom}
        # It grows on the way.
        pending = [atom]
        for each in pending:
            if each in found:
                whole |= found[each]
                continue
            whole |= own.get(each, 0)
            for rule in () if each in ends else rules.get(each, ()):
                for literal in rule.body:
                    other = literal if literal > 0 else -literal
                    if other not in seen:
                        seen.add(other)
                        pending.append(other)
            if len(pending) > _FEW:
                return None
        return whole

    def _add(self, atom: int) -> None:
        """Find the sets for an atom and for all on which it depends."""
        found = self._found
        for atoms in connected([atom], self._below):
            if atoms[0] not in found:
                whole = 0
                for each in atoms:
                    whole |= self._own.get(each, 0)
                    for other in self._below(each):
                        whole |= found.get(other, 0)
                found.update(dict.fromkeys(atoms, whole))

    def _below(self, atom: int) -> set[int] | tuple[()]:
        return () if atom in self._found or atom in self._ends else below(self._rules, atom)


def below(rules: Mapping[int, Sequence[Rule]], atom: int) -> set[int]:
    """Give the atoms in the bodies of the rules for an atom."""
    return {abs(literal) for rule in rules.get(atom, ()) for literal in rule.body}

"""The ground program as clingo itself writes it down, so that Python is free to do something else meanwhile.

An observer is called for each rule, for which Python has to stop what it does.  That makes a hint, which a reader
waits for, as long as it takes to ground and to read the modules that explain: so they are read beside.

What is written is in the format aspif (Gebser, Kaminski, Kaufmann, Ostrowski, Schaub, Wanko, "Theory solving made easy
with clingo 5", 2016, appendix), one statement a line, and stands in memory alone.
"""

import os
from collections.abc import Callable
from threading import Event

import clingo
from clingo import BackendType, TruthValue, parse_term

from .ground import GroundProgram, Rule
from .run import beside

try:
    from fcntl import F_ADD_SEALS, F_SEAL_GROW, F_SEAL_WRITE, fcntl
    from os import MFD_ALLOW_SEALING, memfd_create

    os.close(memfd_create("puzzasp", MFD_ALLOW_SEALING))
    # clingo 5.8.0 writes only when the control ends.
    AVAILABLE = os.path.isdir("/proc/self/fd") and clingo.version() > (5, 8, 0)
except (ImportError, OSError):  # only Linux has files that are sealed, and not everything that looks like Linux
    AVAILABLE = False

_VALUES = (TruthValue.Free, TruthValue.True_, TruthValue.False_, TruthValue.Release)
_new = tuple.__new__
# How many seconds lie between two looks at what is written.
_PAUSE = 0.001


def ground_beside(control: clingo.Control, program: GroundProgram, meanwhile: Callable[[], object]) -> None:
    """Ground what a control holds, and add it to a ground program, which then observes the control; and do something
    else meanwhile.

    Only where it is ``AVAILABLE``.  Raises what clingo does.
    """
    with _Written(control, program) as written:
        beside(written.ground, lambda: written.follow(meanwhile))
        written.take()
    # What is added later, it observes.
    control.register_observer(program)


class _Written:
    """Takes a ground program from what a control writes down; a context that is left when all is taken."""

    def __init__(self, control: clingo.Control, program: GroundProgram) -> None:
        self._control = control
        self._program = program
        self._place = 0
        self._done = Event()

    def __enter__(self) -> "_Written":
        self._file = memfd_create("puzzasp", MFD_ALLOW_SEALING)
        self._control.register_backend(BackendType.Aspif, f"/proc/self/fd/{self._file}", replace=False)
        return self

    def __exit__(self, *_: object) -> None:
        # All questions that are asked from now on would be written down behind it.
        fcntl(self._file, F_ADD_SEALS, F_SEAL_WRITE | F_SEAL_GROW)
        os.close(self._file)

    def ground(self) -> None:
        """Ground, and have all of it written: the last lines are with the first question, here one without a search."""
        try:
            self._control.ground([("base", [])])
            literal = next((atom.literal for atom in self._control.symbolic_atoms), 0)
            self._control.solve(assumptions=[literal, -literal] if literal else [])
        finally:
            self._done.set()

    def follow(self, meanwhile: Callable[[], object]) -> None:
        """Do something else, then take what is written until all is grounded."""
        meanwhile()
        while not self._done.wait(_PAUSE):
            self.take()

    def take(self) -> None:
        """Take the lines that were written since the last time."""
        text = os.pread(self._file, os.fstat(self._file).st_size - self._place, self._place)
        whole = text.rfind(b"\n") + 1
        self._place += whole
        _read(text[:whole], self._program)


def _read(text: bytes, program: GroundProgram) -> None:
    """Add the statements of some lines to a program."""
    import json  # read while clingo grounds

    add = program.rules.append
    lines = text.split(b"\n")
    rules = [line for line in lines if line.startswith(b"1 ")]
    # As JSON they are read in two thirds of the time that int takes for each number.
    for numbers in json.loads(b"[[%b]]" % b"],[".join(rules).replace(b" ", b",")) if rules else ():
        # A choice or none, the number of heads, they, and a body: 0, the number of literals, they; or 1, the bound,
        # the number of literals, and each with its weight.
        choice, place = numbers[1] == 1, 3 + numbers[2]
        heads = tuple(numbers[3:place])
        if numbers[place]:
            add(Rule(choice, heads, tuple(numbers[place + 3 :: 2]), numbers[place + 1], tuple(numbers[place + 4 :: 2])))
        elif heads or not choice:
            # The same as Rule(..), in less time, as most are such ones.
            add(_new(Rule, (choice, heads, tuple(numbers[place + 2 :]), None, ())))
    for line in lines:
        kind = line[:2]
        if kind == b"4 ":
            # The number of characters, they, the number of literals, and they.
            _, length, rest = line.split(b" ", 2)
            condition = [*map(int, rest[int(length) :].split())][1:]
            program.shown.setdefault(parse_term(rest[: int(length)].decode()), []).append(condition)
        elif kind == b"5 ":
            atom, value = map(int, line.split()[1:])
            program.externals[atom] = _VALUES[value]

"""The errors that puzzasp raises: one family, each with a way out."""


class PuzzaspError(Exception):
    """Base of all errors of this package.

    ``message`` says where and what, ``hint`` what to do about it (may be
    empty).  ``str()`` gives both, one line each.
    """

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message, hint)
        self.message = message
        self.hint = hint

    def __str__(self) -> str:
        return f"{self.message}\n{self.hint}" if self.hint else self.message


class UsageError(PuzzaspError):
    """An option or argument that cannot be used: a puzzle that is not there, an unknown constant."""


class InstanceError(PuzzaspError):
    """An instance that cannot be read, or that the puzzle's own rules find faulty."""


class ProgramError(PuzzaspError):
    """A puzzle program that clingo does not accept, or whose display part is faulty."""


class LimitError(PuzzaspError):
    """A time or memory limit was reached before a result, or the work was interrupted.

    ``reason`` is ``"time"``, ``"memory"``, ``"cancel"`` or ``"interrupt"``.  What
    was at work then, grounding too, was ended.
    """

    def __init__(self, message: str, reason: str) -> None:
        super().__init__(message)
        self.reason = reason

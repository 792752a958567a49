"""Logic puzzles as plain answer set programs: solve, check, explain, draw and make boards.

>>> import puzzasp
>>> tents = puzzasp.load("tents")
>>> tents.count("6x6")
1
>>> print(tents.check("6x6", "tent(1, 1).").so_far[0].text)
Tents stand only beside trees.

A board is a bare name, a path, an address, a text (facts or a drawing), facts, or an
:class:`Instance`; so is an answer, and a :class:`Solution` is one, too.
"""

from typing import Any

from pyclingo_app import *  # noqa: F403
from pyclingo_app import __all__ as __all__


def load_ipython_extension(shell: Any) -> None:
    """Give a notebook the cell magic ``%%puzzasp``, by ``%load_ext puzzasp``."""
    from pyclingo_app.write.notebook import attach, cell

    attach()
    shell.register_magic_function(cell, "cell", "puzzasp")

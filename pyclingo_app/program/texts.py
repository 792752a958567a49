"""Programs that someone passes as texts: each is put into a file, which is there as long as this process."""

import atexit
import os
import shutil
import tempfile
from functools import lru_cache


@lru_cache
def file_of(text: str) -> str:
    """Write a text into a file ``program.lp``, the same one for the same text, and give its path."""
    path = os.path.join(tempfile.mkdtemp(dir=_folder()), "program.lp")
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    return path


@lru_cache
def _folder() -> str:
    folder = tempfile.mkdtemp(prefix="puzzasp-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder

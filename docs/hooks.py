"""What mkdocs adds: the gallery of all puzzles."""

import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from mkdocs.structure.files import File, Files

ROOT = Path(__file__).resolve().parent.parent


def on_files(files: Files, config: Any) -> Files:
    """Add the gallery."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "gallery.html"
        subprocess.run([sys.executable, "-m", "pyclingo_app", "list", "-o", str(path)], cwd=ROOT, check=True)
        files.append(File.generated(config, "gallery.html", content=path.read_text(encoding="utf-8")))
    return files

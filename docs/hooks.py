"""What mkdocs adds: the gallery of all puzzles, and pages that are there only in some versions."""

import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from mkdocs.structure.files import File, Files

ROOT = Path(__file__).resolve().parent.parent
# Pages that stand in the navigation when they are there: the part, the title and the file.
LATER = [("Compute", "Many boards", "many-boards.md"), ("Play", "On a page of your own", "web.md")]


def on_config(config: Any) -> Any:
    """Put the pages into the navigation that are there."""
    for part, title, name in LATER:
        if (Path(config.docs_dir) / name).exists():
            next(each[part] for each in config.nav if part in each).append({title: name})
    return config


def on_files(files: Files, config: Any) -> Files:
    """Add the gallery."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "gallery.html"
        subprocess.run([sys.executable, "-m", "pyclingo_app", "list", "-o", str(path)], cwd=ROOT, check=True)
        files.append(File.generated(config, "gallery.html", content=path.read_text(encoding="utf-8")))
    return files

"""A distribution of Pyodide for tests, made of the folder that ``PUZZASP_PYODIDE`` names."""

import hashlib
import json
import re
import shutil
import zipfile
from pathlib import Path

import wcwidth


def distribution(source, folder):
    """Write into a folder what Pyodide's makers publish in one: its files, and packages as wheels with their hashes.

    ``source`` is npm's Pyodide, with the Python files of clingo, cffi and pycparser, and their modules, in ``site``.
    """
    source, folder = Path(source), Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    for path in source.iterdir():
        if path.is_file():
            shutil.copy(path, folder)
    known = json.loads((source / "pyodide-lock.json").read_text())
    site, here = source / "site", Path(wcwidth.__file__).parent.parent
    for name, root in (("clingo", site), ("cffi", site), ("pycparser", site), ("wcwidth", here)):
        about = known["packages"][name]
        with zipfile.ZipFile(folder / about["file_name"], "w", zipfile.ZIP_DEFLATED) as wheel:
            for path in sorted(root.rglob("*")):
                within = path.relative_to(root).as_posix()
                mine = re.match(rf"_?{name}(_backend|-|/)", within)
                if path.is_file() and mine and not re.search(r"__pycache__|abi3|linux", within):
                    wheel.write(path, within)
        about["sha256"] = hashlib.sha256((folder / about["file_name"]).read_bytes()).hexdigest()
    (folder / "pyodide-lock.json").write_text(json.dumps(known))
    return folder

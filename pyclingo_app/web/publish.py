"""Writing the page as files for any web space: Python and clingo run in the browser there, by Pyodide."""

import base64
import hashlib
import io
import json
import os
import zipfile
from collections.abc import Iterator, Mapping
from importlib.metadata import version
from shutil import copyfile
from typing import Any, NamedTuple

from ..errors import UsageError
from ..program.library import Library, instances_beside
from ..program.source import HERE as PACKAGE
from ..program.source import PACKAGED
from .operations import catalogue, pictures
from .session import Session

_WEB = os.path.dirname(os.path.abspath(__file__))
_STATIC, _STANDALONE = os.path.join(_WEB, "static"), os.path.join(_WEB, "standalone")
# What Pyodide is made of, beside packages; and the packages that the page needs, with those that they need.
_RUNTIME = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
_WANTED = ("clingo", "wcwidth")


class Pyodide(NamedTuple):
    """Where Pyodide and its packages lie, as the page addresses them, and the hashes of their files there."""

    runtime: str
    packages: str
    files: Mapping[str, str]


def publish(library: Library, start: Mapping[str, Any], directory: str, offline: str | None) -> None:
    """Write the page into a directory, which is empty or holds one already; ``start`` is what it begins with.

    Pyodide is loaded from its distribution on the web, or from beside the page with a copy of it in the folder
    ``offline``.  Raises UsageError where the directory holds something else, or the folder no Pyodide.
    """
    there = os.listdir(directory) if os.path.isdir(directory) else []
    if os.path.isfile(directory) or (there and "service.js" not in there):
        raise UsageError(f"{directory} holds other files than a page", "Give a new or empty directory.")
    pyodide = _beside(offline) if offline else _on_the_web()
    policy = _policy(pyodide)
    written = {**_files(library), "index.html": _page(policy)}
    hashes = {name: _hash(content) for name, content in written.items()}
    folders = [f"/puzzasp/own/{k}/asp" for k in range(len(library.folders) - 1)]
    index = {
        "start": dict(start), "policy": policy, "elsewhere": not offline, "pyodide": pyodide.runtime,
        "packages": pyodide.packages, "folders": folders,
        "files": {**hashes, "./": hashes["index.html"], **pyodide.files},
    }  # fmt: skip
    written["index.json"] = _json(index)
    stamp = f'const VERSION = "{hashlib.sha256(written["index.json"]).hexdigest()[:16]}";\n'
    written["service.js"] = stamp.encode() + _read(_STANDALONE, "service.js")
    # Web spaces that read this send the policy with each file.
    written["_headers"] = f"/*\n  Content-Security-Policy: {policy}; frame-ancestors 'none'\n".encode()
    for folder in ("static", "pyodide") if offline else ("static",):
        os.makedirs(os.path.join(directory, folder), exist_ok=True)
    for name, content in written.items():
        with open(os.path.join(directory, name), "wb") as file:
            file.write(content)
    for name in pyodide.files if offline else ():
        copyfile(os.path.join(offline or "", os.path.basename(name)), os.path.join(directory, name))


def _files(library: Library) -> dict[str, bytes]:
    """The files of the page that are its own, by their names; one transport takes the place of the server's."""
    files = {}
    for folder in (_STATIC, _STANDALONE):
        for name in os.listdir(folder):
            if name in ("icon.svg", "page.webmanifest"):
                files[name] = _read(folder, name)
            elif name not in ("index.html", "service.js", "pyodide.json"):
                files[f"static/{name}"] = _read(folder, name)
    session = Session(library, "")
    drawn = [event for event in pictures(session, {"names": library.names()}) if event["event"] == "picture"]
    files["catalogue.json"] = _json(list(catalogue(session, {})))
    files["pictures.json"] = _json({event["puzzle"]: event["svg"] for event in drawn})
    return {**files, "puzzasp.zip": _archive(library)}


def _archive(library: Library) -> bytes:
    """The package, and all programs with their instances, as an archive that is the same for the same files."""
    about = f"Metadata-Version: 2.1\nName: puzzasp\nVersion: {version('puzzasp')}\n"
    contents = {f"puzzasp-{version('puzzasp')}.dist-info/METADATA": about.encode()}
    contents |= {f"pyclingo_app/{name}": _read(PACKAGE, name) for name in _within(PACKAGE, ".py")}
    # What modules read beside them; what a page reads is written beside the archive.
    for folder, suffix in (("lint", ".txt"), ("template", ".lp")):
        place = os.path.join(PACKAGE, folder)
        contents |= {f"pyclingo_app/{folder}/{name}": _read(place, name) for name in _within(place, suffix)}
    for place, folder in [
        *((f"own/{k}", each) for k, each in enumerate(library.folders[:-1])),
        ("pyclingo_app", PACKAGED),
    ]:
        contents |= {f"{place}/asp/{name}": _read(folder, name) for name in _within(folder, ".lp")}
        for name in (name for name in library.names() if f"{place}/asp/{name}.lp" in contents):
            boards = instances_beside(os.path.join(folder, f"{name}.lp"), library.headline(name).title)
            contents |= {f"{place}/instances/{name}/{board}.lp": _read(path) for board, path in boards.items()}
    archived = io.BytesIO()
    with zipfile.ZipFile(archived, "w") as archive:
        for name, content in sorted(contents.items()):
            archive.writestr(zipfile.ZipInfo(name), content, zipfile.ZIP_DEFLATED, 9)
    return archived.getvalue()


def _within(folder: str, suffix: str) -> Iterator[str]:
    """The files below a folder whose names end so, by their paths from there."""
    for place, _, names in os.walk(folder):
        for name in names:
            if name.endswith(suffix):
                yield os.path.relpath(os.path.join(place, name), folder).replace(os.sep, "/")


def _on_the_web() -> Pyodide:
    """Pyodide where its makers publish it; the hashes are those of one version, which is in pyodide.json."""
    found = json.loads(_read(_STANDALONE, "pyodide.json"))
    parts = [found["runtime"], found["packages"]]
    files = {part["address"] + name: integrity for part in parts for name, integrity in part["files"].items()}
    return Pyodide(parts[0]["address"], parts[1]["address"], files)


def _beside(folder: str) -> Pyodide:
    """A copy of Pyodide in a folder; raises UsageError where a file is missing, or a package is another one."""
    wanted, digests, hashes = list(_WANTED), dict.fromkeys(_RUNTIME, ""), {}
    try:
        known = json.loads(_read(folder, "pyodide-lock.json"))["packages"]
        for name in wanted:
            wanted += [each for each in known[name]["depends"] if each not in wanted]
            digests[known[name]["file_name"]] = known[name]["sha256"]
        for name, digest in digests.items():
            content = _read(folder, name)
            if digest and hashlib.sha256(content).hexdigest() != digest:
                raise UsageError(f"{name} in {folder} is not the one that pyodide-lock.json names", "Fetch it anew.")
            hashes[f"pyodide/{name}"] = _hash(content)
    except (OSError, ValueError, KeyError) as error:
        told = f"{folder} is no whole copy of Pyodide: {error}"
        raise UsageError(told, "Unpack a distribution of Pyodide there; docs/web.md says which one.") from None
    return Pyodide("pyodide/", "pyodide/", hashes)


def _policy(pyodide: Pyodide) -> str:
    """What the page may load and run: its own files, and those of Pyodide; WebAssembly, and no other text as code."""
    from_there = "".join(f" {each}" for each in {pyodide.runtime: 0, pyodide.packages: 0} if "//" in each)
    return (
        f"default-src 'none'; script-src 'self' 'wasm-unsafe-eval'{from_there}; style-src 'self' 'unsafe-inline'; "
        f"img-src 'self' data: blob:; connect-src 'self'{from_there}; worker-src 'self'; manifest-src 'self'; "
        "base-uri 'none'; form-action 'none'"
    )


def _page(policy: str) -> bytes:
    """The page, with its policy for web spaces that send none, and as something that can be installed."""
    head = '<meta charset="utf-8">'
    guard = f'<meta http-equiv="Content-Security-Policy" content="{policy}">'
    more = f'{head}\n{guard}\n<link rel="manifest" href="page.webmanifest">'
    return _read(_STATIC, "index.html").replace(head.encode(), more.encode(), 1)


def _hash(content: bytes) -> str:
    """What a browser compares a file with, as it takes integrity."""
    return f"sha384-{base64.b64encode(hashlib.sha384(content).digest()).decode()}"


def _read(*path: str) -> bytes:
    with open(os.path.join(*path), "rb") as file:
        return file.read()


def _json(value: Any) -> bytes:
    return json.dumps(value, separators=(",", ":")).encode()

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
    written = dict(_files(library))
    policy = _policy(pyodide)
    written["index.html"] = _page(policy).encode()
    files = {name: _hash(content) for name, content in written.items()} | {"./": _hash(written["index.html"])}
    index = {
        "start": dict(start), "policy": policy, "elsewhere": not offline, "pyodide": pyodide.runtime,
        "packages": pyodide.packages, "folders": [f"/puzzasp/own/{k}/asp" for k in range(len(library.folders) - 1)],
        "files": files | dict(pyodide.files),
    }  # fmt: skip
    written["index.json"] = _json(index)
    stamp = hashlib.sha256(written["index.json"]).hexdigest()[:16]
    with open(os.path.join(_STANDALONE, "service.js"), encoding="utf-8") as file:
        written["service.js"] = f'const VERSION = "{stamp}";\n{file.read()}'.encode()
    # Web spaces that read this send the policy with each file.
    written["_headers"] = f"/*\n  Content-Security-Policy: {policy}; frame-ancestors 'none'\n".encode()
    for name, content in written.items():
        path = os.path.join(directory, *name.split("/"))
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as file:
            file.write(content)
    if offline:
        os.makedirs(os.path.join(directory, "pyodide"), exist_ok=True)
        for name in pyodide.files:
            copyfile(os.path.join(offline, os.path.basename(name)), os.path.join(directory, *name.split("/")))


def _files(library: Library) -> Iterator[tuple[str, bytes]]:
    """The files of the page that are its own, by their names; one transport takes the place of the server's."""
    for folder in (_STATIC, _STANDALONE):
        for name in sorted(os.listdir(folder)):
            place = "" if name in ("icon.svg", "page.webmanifest") else "static/"
            if name not in ("index.html", "service.js", "pyodide.json"):
                with open(os.path.join(folder, name), "rb") as file:
                    yield place + name, file.read()
    session = Session(library, "")
    yield "catalogue.json", _json(list(catalogue(session, {})))
    drawn = pictures(session, {"names": library.names()})
    yield "pictures.json", _json({event["puzzle"]: event["svg"] for event in drawn if event["event"] == "picture"})
    yield "puzzasp.zip", _archive(library)


def _archive(library: Library) -> bytes:
    """The package, and all programs with their instances, as an archive that is the same for the same files."""
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, path in sorted(_archived(library)):
            with open(path, "rb") as file:
                archive.writestr(zipfile.ZipInfo(name), file.read(), zipfile.ZIP_DEFLATED, 9)
        about = f"Metadata-Version: 2.1\nName: puzzasp\nVersion: {version('puzzasp')}\n"
        archive.writestr(zipfile.ZipInfo(f"puzzasp-{version('puzzasp')}.dist-info/METADATA"), about)
    return content.getvalue()


def _archived(library: Library) -> Iterator[tuple[str, str]]:
    """What stands in the archive, with the path that it comes from: as in an installed package, and other folders."""
    for place, _, names in os.walk(PACKAGE):
        within = os.path.relpath(place, os.path.dirname(PACKAGE)).replace(os.sep, "/")
        for name in names:
            if name.endswith(".py") and "/cli" not in within:
                yield f"{within}/{name}", os.path.join(place, name)
    folders = [(f"own/{k}", folder) for k, folder in enumerate(library.folders[:-1])] + [("pyclingo_app", PACKAGED)]
    for place, folder in folders:
        for path in _programs(folder):
            yield f"{place}/asp/{os.path.relpath(path, folder)}".replace(os.sep, "/"), path
        for name in (name for name in library.names() if os.path.isfile(os.path.join(folder, f"{name}.lp"))):
            path = os.path.join(folder, f"{name}.lp")
            for board, there in instances_beside(path, library.headline(name).title).items():
                yield f"{place}/instances/{name}/{board}.lp", there


def _programs(folder: str) -> Iterator[str]:
    """The programs in a folder, and those that they include from folders in it."""
    for place, _, names in os.walk(folder):
        if os.path.relpath(place, folder).split(os.sep)[0] != "instances":
            yield from (os.path.join(place, name) for name in names if name.endswith(".lp"))


def _on_the_web() -> Pyodide:
    """Pyodide where its makers publish it; the hashes are those of one version, which is in pyodide.json."""
    with open(os.path.join(_STANDALONE, "pyodide.json"), encoding="utf-8") as file:
        found = json.load(file)
    runtime, packages = found["runtime"], found["packages"]
    files = {runtime["address"] + name: integrity for name, integrity in runtime["files"].items()}
    files |= {packages["address"] + name: integrity for name, integrity in packages["files"].items()}
    return Pyodide(runtime["address"], packages["address"], files)


def _beside(folder: str) -> Pyodide:
    """A copy of Pyodide in a folder; raises UsageError where a file is missing, or a package is another one."""
    names = dict.fromkeys(_RUNTIME, "")
    try:
        with open(os.path.join(folder, "pyodide-lock.json"), encoding="utf-8") as file:
            known = json.load(file)["packages"]
        wanted = list(_WANTED)
        for name in wanted:
            wanted += [each for each in known[name]["depends"] if each not in wanted]
            names[known[name]["file_name"]] = known[name]["sha256"]
        hashes = {}
        for name, digest in names.items():
            with open(os.path.join(folder, name), "rb") as file:
                content = file.read()
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


def _page(policy: str) -> str:
    """The page, with its policy for web spaces that send none, and as something that can be installed."""
    with open(os.path.join(_STATIC, "index.html"), encoding="utf-8") as file:
        page = file.read()
    head = '<meta charset="utf-8">'
    guard = f'<meta http-equiv="Content-Security-Policy" content="{policy}">'
    return page.replace(head, f'{head}\n{guard}\n<link rel="manifest" href="page.webmanifest">', 1)


def _hash(content: bytes) -> str:
    """What a browser compares a file with, as it takes integrity."""
    return f"sha384-{base64.b64encode(hashlib.sha384(content).digest()).decode()}"


def _json(value: Any) -> bytes:
    return json.dumps(value, separators=(",", ":")).encode()

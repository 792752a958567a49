"""The command that serves the page in the browser: web."""

import os
import socket
import sys
import webbrowser
from secrets import token_urlsafe
from typing import Any

from ..errors import InstanceError, UsageError
from ..facts.instance import read_file
from ..formats import puzzle_of, puzzlink
from ..program.library import Library
from ..puzzle import load
from ..words import counted
from .options import Arguments
from .terminal import Status

# Where the page is if nobody asks for another place: the browser finds what it kept for this address.
_PORT = 8642


def web(args: Arguments) -> int:
    """Serve the page on this machine, and open the browser on it; or write it as files for a web space."""
    if args.static:
        return _write(args, args.static)
    if args.offline:
        raise UsageError("--offline is for a page that is written", "Give --static DIR, too.")
    try:
        from ..web.app import serve
        from ..web.pool import Limits
    except ImportError:
        raise UsageError(
            "the page needs Starlette and uvicorn, which are not installed",
            "Install them: python -m pip install 'puzzasp[web]', or python -m pip install starlette uvicorn.",
        ) from None
    library, start = _start(args)
    token = token_urlsafe(24)
    listener = _listen(args.port)
    address = f"http://127.0.0.1:{listener.getsockname()[1]}/#token={token}"

    def ready() -> None:
        print(address, flush=True)
        print("Only this machine can open it. Ctrl-C ends it.", file=sys.stderr)
        if not args.no_browser:
            webbrowser.open(address)

    with listener:
        serve(library.folders[:-1], token, start, listener, ready, Limits())
    return Status.INTERRUPTED  # nothing else ends it


def _write(args: Arguments, directory: str) -> int:
    """Write the page as files."""
    from ..web.publish import publish

    library, start = _start(args)
    publish(library, start, directory, args.offline)
    print(f"{counted(len(library.names()), 'puzzle')} written to {directory}: put what is there on a web space.")
    return Status.SOLVED


def _start(args: Arguments) -> tuple[Library, dict[str, Any]]:
    """Find what the page begins with: a puzzle with a board of its own or another one, or a file that was shared."""
    name, board = args.name, args.instance
    library: Library = args.library
    if not name:
        return library, {}
    if board is None and puzzlink.is_url(name):
        return library, {"puzzle": puzzle_of(library, name), "board": name}
    if name.endswith(".lp") and os.path.isfile(name):
        library = Library([os.path.dirname(os.path.abspath(name)), *library.folders[:-1]])
        name = os.path.basename(name).removesuffix(".lp")
    elif board is None and not library.knows(name) and os.path.isfile(name):
        return library, {"shared": read_file(name)[0]}
    puzzle = load(name, library=library)
    begin: dict[str, Any] = {"puzzle": puzzle.name, **({"constants": puzzle.constants} if puzzle.constants else {})}
    if board is None:
        return library, begin
    path, number = puzzle.locate(board)
    if board.removesuffix(".lp") in puzzle.instances() and not os.path.exists(board):
        return library, begin | {"stored": board.removesuffix(".lp")}
    if number is not None:
        raise InstanceError(f"{board}: the page opens one board", "Give a file with one board.")
    return library, begin | {"board": read_file(path)[0] if os.path.exists(path) or path == "-" else path}


def _listen(port: int | None) -> socket.socket:
    """Listen on a port of this machine alone: that which is asked for, else the usual one, or any if that is taken."""
    for wanted in [_PORT, 0] if port is None else [port]:
        listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        if os.name != "nt":
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind(("127.0.0.1", wanted))
            return listener
        except (OSError, OverflowError):
            listener.close()
    raise UsageError(f"cannot listen on port {port}", "It may be taken; choose another from 1024 to 65535, or none.")

"""All operations of the page in one thread, without processes and signals, as in a browser: what each answers.

    python tests/inline.py PUZZLE... [--forbid]

``--forbid`` makes this system one that has no threads, processes and signals: to ask for one is an error.
"""

import json
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def forbid():
    """Let this process be as one in a browser."""
    import os
    import signal
    import subprocess
    import threading

    def forbidden(*given, **named):
        raise RuntimeError("there are no threads, processes and signals here")

    sys.platform = "emscripten"
    for owner, names in {
        threading.Thread: ["start"], subprocess.Popen: ["__init__"], os: ["fork", "posix_spawn"],
        signal: ["signal", "setitimer", "alarm", "pthread_sigmask"],
    }.items():  # fmt: skip
        for name in names:
            setattr(owner, name, forbidden)
    os.__dict__.pop("memfd_create", None)
    sys.modules["resource"] = None

    import clingo

    real = clingo.Control.solve

    def solve(self, *given, **named):
        if named.get("async_"):
            forbidden()
        return real(self, *given, **named)

    clingo.Control.solve = solve
    # On a handle that is no asynchronous one it ends the process there.
    clingo.SolveHandle.wait = forbidden


def answers(names):
    """Give what the operations answer, each as name of the puzzle, operation and events."""
    from genres import find

    from pyclingo_app.program.library import Library
    from pyclingo_app.web.operations import handle
    from pyclingo_app.web.session import Session

    with tempfile.TemporaryDirectory() as folder:
        session = Session(Library(), folder)

        def ask(op, **request):
            return list(handle(session, {"op": op, **request}))

        (catalogue,) = (event for event in ask("catalogue") if event["event"] == "catalogue")
        known = {about["name"]: about for kind in catalogue["kinds"] for about in kind["puzzles"]}
        yield "", "recognise", ask("recognise", text="https://puzz.link/p?norinori/5/5/cag4ocjo")
        for name in names or known:
            about = known[name]
            yield name, "rules", ask("rules", puzzle=name)
            opened = ask("open", puzzle=name, stored=about["begin"])
            yield name, "open", opened
            given = {"puzzle": name, "board": opened[0]["facts"], "form": "facts", "constants": opened[0]["constants"]}
            for op in ("words", "hint", "forced", "solve", "rate", "explain", "export", "check", "compare"):
                yield name, op, ask(op, **given)
            yield name, "play", ask("play", check=True, **given)
            yield name, "pictures", ask("pictures", puzzle=name)
            atoms = [move["atom"] for move in opened[1]["moves"]]
            yield name, "why", ask("why", atom=atoms[0], **given)
            yield name, "answer", ask("answer", text=f"{atoms[0]}.", **given)
            if opened[0]["makes"]:
                size = list(find(name).made[1])  # soon made, whatever the size that the page begins with
                yield name, "generate", ask("generate", size=size, seed=1, **{**given, "board": ""})


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))
    if "--forbid" in sys.argv:
        sys.argv.remove("--forbid")
        forbid()
    for told in answers(sys.argv[1:]):
        print(json.dumps(told, ensure_ascii=False))

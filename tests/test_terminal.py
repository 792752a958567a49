"""What a terminal shows: signs of life, and boards that fit."""

import os
import pty
import re
import signal

import pytest
from conftest import COMMAND, ROOT, environment, started

from pyclingo_app.draw.text import text_width

ENDLESS = "% Endless - a test.\nn(0). n(X+1) :- m(X). m(X) :- n(X). { a }.\n% A.\n:- not a.\n#show a/0.\n"


def on_terminal(arguments, cwd, stop=None, **more):
    """Run the command on a terminal; give its status and all that it writes there.

    Once that matches ``stop``, the command gets Ctrl-C.
    """
    ours, theirs = pty.openpty()
    with started(
        [*COMMAND, *arguments], cwd=cwd, env=environment(TERM="xterm", **more), stdin=theirs, stdout=theirs,
        stderr=theirs,
    ) as process:  # fmt: skip
        os.close(theirs)
        parts = []
        try:
            while part := os.read(ours, 2**16):
                parts.append(part)
                if stop and re.search(stop, b"".join(parts).decode(errors="ignore")):
                    stop = process.send_signal(signal.SIGINT)
        except OSError:  # the other end is closed
            pass
        finally:
            os.close(ours)
        return process.wait(), b"".join(parts).decode().replace("\r\n", "\n")


@pytest.mark.parametrize(
    ("command", "doing"),
    [((), "grounding"), (("explain",), "grounding"), (("hint",), "looking for the next step"), (("rate",), "rating")],
)
def test_long_work_says_what_it_does_and_how_to_stop(command, doing, tmp_path):
    (tmp_path / "endless.lp").write_text(ENDLESS)
    line = rf"{doing}, ([2-9]|\d\d+) s, \d+ MB \(Ctrl-C stops\)"
    status, shown = on_terminal([*command, "endless.lp"], tmp_path, stop=rf"\r\x1b\[K{line}")
    assert status == 130
    # The line is gone when the end is told.
    assert shown.rpartition("\r\x1b[K")[2].startswith("interrupted")


def test_long_count_says_how_many_there_are_so_far(tmp_path):
    (tmp_path / "many.lp").write_text("{ a(1..40) }.\n#show a/1.\n")
    status, shown = on_terminal(["many.lp", "--count"], tmp_path, stop=r"counting: [\d,]+ so far, \d+ s")
    assert status == 130
    assert re.search(r"\x1b\[K(\d+)\+\ninterrupted after \1 solutions\n$", shown)


def test_short_work_says_nothing_besides(tmp_path):
    _, shown = on_terminal(["tents", str(ROOT / "instances" / "6x6.lp")], tmp_path)
    assert "Ctrl-C" not in shown
    assert "⛺" in shown


@pytest.mark.parametrize(
    ("columns", "sign", "noted"), [(80, "⛺", False), (60, "▲", False), (30, "▲", True)], ids=["fits", "narrow", "none"]
)
def test_board_is_drawn_as_the_terminal_has_room(columns, sign, noted, tmp_path):
    status, shown = on_terminal(["tents", "20x20-a"], tmp_path, COLUMNS=str(columns))
    assert status == 0
    assert sign in shown
    assert ("-o board.svg draws a picture of it" in shown) == noted
    board = re.sub(r"\x1b\[[\d;]*m", "", shown.partition("1 solution")[0].partition("picture of it\n")[2] or shown)
    assert noted or text_width(board) <= columns
    # A style that is asked for is kept.
    assert "⛺" in on_terminal(["tents", "20x20-a", "-f", "emoji"], tmp_path, COLUMNS=str(columns))[1]


@pytest.mark.parametrize(("columns", "room"), [(80, True), (50, False)])
def test_borders_are_pointed_at_as_the_terminal_has_room(columns, room, tmp_path):
    status, shown = on_terminal(["hint", "slitherlink", "10x10-a"], tmp_path, COLUMNS=str(columns))
    board = re.sub(r"\x1b\[[\d;]*m", "", shown.partition("so: ")[2].partition("\n")[2])
    assert status == 0
    assert [sign in board for sign in ("[×]", "*")] == [room, not room]
    assert text_width(board.replace("\r", "")) <= columns


@pytest.mark.parametrize("columns", [40, 120])
def test_rules_take_the_width_of_the_terminal(columns, tmp_path, run):
    _, shown = on_terminal(["rules", "tents"], tmp_path, COLUMNS=str(columns))
    prose, _, rest = shown.replace("\r", "").partition("\n\nKind: ")
    rules = rest.partition("\nRules\n")[2]
    assert columns - 20 < max(map(len, f"{prose}\n{rules}".splitlines())) <= columns
    assert shown.split() == run("rules", "tents").stdout.split()


@pytest.mark.parametrize("columns", [40, 120])
def test_list_takes_the_width_of_the_terminal(columns, tmp_path):
    _, shown = on_terminal(["list", "tents"], tmp_path, COLUMNS=str(columns))
    widest = max(map(len, shown.partition("\n\nSolve")[0].splitlines()))
    assert columns - 20 < widest <= columns

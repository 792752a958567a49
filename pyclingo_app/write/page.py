"""Self-contained pages: boards beside each other, and an explanation to be stepped through with the arrow keys."""

from collections.abc import Sequence
from html import escape
from json import dumps

from ..draw.board import Board
from ..draw.svg import CELL, render_svg
from ..explain.explainer import Conflict, Explainer, Mark, Step, phrase
from ..words import counted
from .explanations import argued, pointed, reasons

_BOARDS = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>%(title)s</title>
<style>
body { font: 16px/1.5 system-ui, sans-serif; margin: 1.5rem; color: #222; background: #fff; }
h1 { font-size: 1.3rem; margin: 0; }
main { display: grid; gap: 1rem; grid-template-columns: repeat(auto-fill, minmax(min(100%%, %(width)dpx), 1fr)); }
figure { margin: 0; break-inside: avoid; }
figure svg { max-width: 100%%; height: auto; display: block; }
figcaption { padding-left: 24px; }
details p { margin: 0; overflow-wrap: anywhere; }
</style>
</head>
<body>
<h1>%(title)s</h1>
%(closing)s<main>
%(figures)s
</main>
</body>
</html>
"""

_PAGE = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>%(title)s</title>
<style>
body { font: 16px/1.5 system-ui, sans-serif; margin: 1.5rem auto; max-width: 70rem; padding: 0 1rem;
  color: #222; background: #fff; }
h1 { font-size: 1.3rem; margin: 0; }
.columns { display: flex; flex-wrap: wrap; gap: 2rem; align-items: flex-start; margin-top: 1rem; }
#board { flex: 1 1 20rem; max-width: min(36rem, 100%%); }
#board svg { width: 100%%; height: auto; max-height: max(16rem, calc(100vh - 13rem)); }
#text { flex: 1; min-width: 18rem; }
#text ul { list-style: none; margin: .5rem 0; }
#text li { margin: .2rem 0; }
.found { border-left: 5px solid #2a9d5c; padding-left: .8rem; }
.reason { border-left: 5px solid #e6ac00; padding-left: .8rem; }
.fault { border-left: 5px solid #8f1010; padding-left: .8rem; }
button { font: inherit; padding: .3rem .9rem; }
input[type=range] { width: 14rem; vertical-align: middle; }
kbd { border: 1px solid #999; border-radius: 3px; padding: 0 .3rem; font-size: .85em; }
</style>
</head>
<body>
<h1>%(title)s</h1>
<p>%(closing)s</p>
<p%(hidden)s><button id="back" aria-label="previous step">&larr;</button>
<input type="range" id="slider" min="0" max="%(last)d" value="0" aria-label="step">
<button id="next" aria-label="next step">&rarr;</button>
<span id="number"></span> &nbsp; <kbd>&larr;</kbd> <kbd>&rarr;</kbd> <kbd>Home</kbd> <kbd>End</kbd></p>
<div class="columns"><div id="board"></div><div id="text" aria-live="polite"></div></div>
<script>
const steps = %(steps)s;
let at = 0;
const asked = () => Number(location.hash.slice(1)) || 0;
const get = id => document.getElementById(id);
function show(step) {
  at = Math.max(0, Math.min(steps.length - 1, step));
  get("board").innerHTML = steps[at].board;
  get("text").innerHTML = steps[at].text;
  get("number").textContent = at + " / " + (steps.length - 1);
  get("slider").value = at;
  get("back").disabled = at === 0;
  get("next").disabled = at === steps.length - 1;
  history.replaceState(null, "", "#" + at);
}
get("back").onclick = () => show(at - 1);
get("next").onclick = () => show(at + 1);
get("slider").oninput = event => show(Number(event.target.value));
document.addEventListener("keydown", event => {
  const to = {ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: steps.length - 1}[event.key];
  if (to !== undefined) { show(to); event.preventDefault(); }
});
addEventListener("hashchange", () => show(asked()));
show(asked());
</script>
</body>
</html>
"""


def render_boards(boards: Sequence[tuple[Board, str]], title: str, closing: str) -> str:
    """Give a page with boards, each with the atoms on it as text, for those who cannot see the picture, too.

    Many boards are drawn smaller, so that several stand beside each other.
    """
    widest = max((board.width + max(map(bool, board.clues.values())) for board, _ in boards), default=1)
    figures = []
    for number, (board, facts) in enumerate(boards, 1):
        name = f"{title}, solution {number}" if len(boards) > 1 else title
        caption = f"<figcaption>{number}" if len(boards) > 1 else "<figcaption>"
        atoms = f"<details><summary>atoms</summary><p><code>{escape(facts)}</code></p></details>" if facts else ""
        figures.append(f"<figure>\n{render_svg([board], name)}{caption}{atoms}</figcaption></figure>")
    return _BOARDS % {
        "title": escape(title),
        "closing": f"<p>{escape(closing)}</p>\n" if closing else "",
        "width": min((widest + 2) * (CELL if len(boards) <= 12 else CELL // 2), 480),
        "figures": "\n".join(figures),
    }


def render_page(explainer: Explainer, steps: list[Step], conflict: Conflict | None, closing: str) -> str:
    """Give the page: the board and the reason of each step, or the conflict."""
    title = explainer.program.title
    if explainer.problem.instance:
        title += " - " + explainer.problem.instance.name.replace("\\", "/").rpartition("/")[2].removesuffix(".lp")
    pages = []
    if conflict:
        cells = {cell for sentence in conflict.sentences for cell in sentence.cells}
        board = pointed(explainer, (), cells, (), "fault")
        text = "<p>Cells are (row, column), counted from the top left.</p>"
        pages.append((board, text + _list(argued(conflict.argument), "fault")))
    else:
        start = pointed(explainer, (), (), ())
        pages.append((start, "<p>The clues. Cells are (row, column), counted from the top left.</p>"))
    known: list[Mark] = []
    for number, step in enumerate(steps, 1):
        known += step.found
        reason = {c for s in step.sentences for c in s.cells} | {m.cell for m in step.earlier if m.cell}
        board = pointed(explainer, known, [m.cell for m in step.found if m.cell], reason)
        text = f"<p><b>Step {number}.</b></p>" + _list(phrase(step.found).split("; "), "found")
        text += "<p>because</p>" + _list(reasons(step), "reason")
        if not step.proved:
            size = counted(len(step.sentences), "sentence")
            text += f"<p>(&le; {size}: whether fewer suffice was not proved in time)</p>"
        if step.earlier:
            text += "<p>and it is known already:</p>" + _list(phrase(step.earlier).split("; "), "reason")
        pages.append((board, text))
    content = [{"board": render_svg([board], title), "text": text} for board, text in pages]
    return _PAGE % {
        "title": escape(title),
        "closing": escape(closing),
        "last": len(content) - 1,
        "hidden": " hidden" if len(content) == 1 else "",
        # A closing tag inside a string would end the script.
        "steps": dumps(content, ensure_ascii=False).replace("</", "<\\/"),
    }


def _list(items: list[str], kind: str) -> str:
    return f'<ul class="{kind}">' + "".join(f"<li>{escape(item)}</li>" for item in items) + "</ul>"

"""Measures from a click to what it draws, in Chromium: python benchmarks/clicks.py [SIZE ...]

For boards of each size, in play and while they are made: the time until the page has drawn, in milliseconds, the
median and the longest of some clicks, and what the page itself worked for each.  Checks, and what is told in the
background, go on apart from that and are not measured.
"""

import random
import shutil
import sys
from statistics import median
from typing import Any

from playwright.sync_api import Page, sync_playwright
from web import Server

CLICKS = 8
# A key on the board, or a click at a cell of the puzzle's own; then the time until the next drawing is on the screen.
MEASURE = """async ([place, key]) => {
    const root = document.querySelector("#board");
    const places = await import("/static/places.js");
    const begun = performance.now();
    const drawn = new Promise(go => {
        const seen = new MutationObserver(() => {
            seen.disconnect();
            requestAnimationFrame(() => setTimeout(() => go(performance.now() - begun)));
        });
        seen.observe(root, { attributes: true, attributeFilter: ["data-view"] });
    });
    if (key) root.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
    else {
        places.set([...places.all()][place], 0);
        (await import("/static/ask.js")).play(false);
    }
    return drawn;
}"""
# Whether it is known what can be set.
KNOWN = "async () => [...(await import('/static/places.js')).all()].length >= 80"


def board(name: str, size: int) -> str:
    """Give a board as facts: what stands on it is as much as on others, and most likely without a solution."""
    draw = random.Random(1)
    cells = [(row, column) for row in range(1, size + 1) for column in range(1, size + 1)]
    if name == "tents":
        facts = [f"tree({row},{column})." for row, column in draw.sample(cells, len(cells) // 5)]
        facts += [f"tent_{line}({k},{size // 5})." for line in ("row", "column") for k in range(1, size + 1)]
    else:
        facts = [
            f"number({row},{column},{draw.choice((1, 2, 2, 3, 3))})." for row, column in cells if draw.random() < 0.5
        ]
    return f"size({size},{size})." + "".join(facts)


def measure(page: Page, edit: bool) -> tuple[list[float], float]:
    """Give the times of some clicks or keys, and the work of the page for each, in milliseconds."""
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable")

    def worked() -> Any:
        metrics = session.send("Performance.getMetrics")["metrics"]
        return next(each["value"] for each in metrics if each["name"] == "TaskDuration")

    times, before = [], worked()
    for k in range(CLICKS):
        if edit:
            page.keyboard.press("ArrowRight")
        times.append(page.evaluate(MEASURE, [7 * k, "Enter" if edit and "tents" in page.url else "2" if edit else ""]))
        page.wait_for_timeout(1200)  # numbers that are typed at once would be one
    return times, 1000 * (worked() - before) / CLICKS


def main(sizes: list[int]) -> None:
    """Print what was measured."""
    server = Server()
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox", "--disable-gpu"])
        page = browser.new_page(viewport={"width": 1280, "height": 950})
        page.goto(f"http://127.0.0.1:{server.port}/#token={server.token}")
        page.wait_for_selector("body[data-ready]")
        for name in ("tents", "slitherlink"):
            for size in sizes:
                page.evaluate("hash => { location.hash = hash; }", f"puzzle={name}&board={board(name, size)}")
                page.wait_for_selector(f"#board[aria-label^='Board of {name.title()}, {size} rows,']", timeout=120_000)
                while not page.evaluate(KNOWN):
                    page.wait_for_timeout(500)
                page.uncheck("#going")
                for edit in (False, True):
                    if edit:
                        page.click("#to-edit")
                        page.wait_for_selector("#table[data-edit]", timeout=120_000)
                        page.uncheck("#following")
                        page.wait_for_timeout(2000)
                        page.focus("#board")
                    times, work = measure(page, edit)
                    print(
                        f"{name} {size}x{size} {'edit' if edit else 'play'}: median {median(times):.0f} ms, "
                        f"longest {max(times):.0f} ms; the page worked {work:.0f} ms",
                        flush=True,
                    )
        browser.close()
    server.end()


if __name__ == "__main__":
    main(list(map(int, sys.argv[1:])) or [10, 50])

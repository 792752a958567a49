"""The page in a real browser: gestures of a player.  Skipped where there is no chromium."""

from browsing import NEEDED, answer, choose, click, drag, idle, point, said, scenes

pytestmark = NEEDED


def jump(page, *points):
    """Drag so fast that only these points are seen."""
    for k, place in enumerate(points):
        page.mouse.move(*point(page, *place))
        if not k:
            page.mouse.down()
    page.mouse.up()
    idle(page)


def test_a_drag_skips_no_cell_and_is_undone_at_once(visit):
    page = visit()
    choose(page, "nurikabe")
    page.uncheck("#going")
    jump(page, (3, 1), (3, 6))
    assert len(answer(page)) >= 4
    assert set(answer(page).values()) == {True}
    page.keyboard.press("Control+z")
    idle(page)
    assert answer(page) == {}
    page.keyboard.press("Control+y")
    idle(page)
    assert len(answer(page)) >= 4
    choose(page, "masyu")
    jump(page, (1, 1), (1, 4), (3, 4))
    assert answer(page) == {
        f"link({place})": True for place in ("1,1,right", "1,2,right", "1,3,right", "1,4,down", "2,4,down")
    }
    page.click("#undo")
    idle(page)
    assert answer(page) == {}


# Whether the picture that is there is the one that was sent, but for what lies over its cells; and how many of its
# elements were there when this was asked before.
PICTURE = r"""async () => {
    const { text } = await import("/static/board.js");
    const { picture } = await import("/static/dom.js");
    const here = document.querySelector("#board svg").cloneNode(true);
    for (const over of here.querySelectorAll("g.colours, g.marks, g.focus, g.cursor, g.here")) over.remove();
    const written = each => each.outerHTML.replace(/>\s+</g, "><");
    const [one, other] = [here, picture(text())].map(svg => [...svg.querySelectorAll("*")].map(written).join());
    const nodes = [...document.querySelectorAll("#board g.cells > *")];
    const kept = nodes.filter(node => window.seen?.has(node)).length;
    window.seen = new Set(nodes);
    return [one === other, kept];
}"""


def what_did_not_change_is_not_drawn_anew(visit):
    page = visit()
    for name in ("tents", "slitherlink", "sudoku", "nurikabe", "shakashaka"):
        choose(page, name)
        page.uncheck("#going")
        assert page.evaluate(PICTURE)[0]
        for k in range(3):
            click(page, 2 + k, 2, 0.5 if k else 0.97, 0.5)
            page.keyboard.type("12"[k % 2])
            idle(page)
            same, kept = page.evaluate(PICTURE)
            assert same
            assert kept > 4
        page.click("#undo")
        idle(page)
        page.click("#solve")
        idle(page)
        assert page.evaluate(PICTURE)[0]
    page.click("#to-edit")
    page.wait_for_selector("#table[data-edit]")
    for k in range(3):
        click(page, 1 + k, 1)
        page.keyboard.type("123"[k])
        idle(page)
        assert page.evaluate(PICTURE)[0]


def sides_are_drawn_from_dot_to_dot(visit):
    page = visit()
    choose(page, "slitherlink")
    page.uncheck("#going")
    corner = (1, 1, 1.02, 0.97)  # near the lower right corner of the first cell
    jump(page, corner)
    assert answer(page) == {}
    jump(page, corner, (1, 4, 0.05, 1.04), (3, 4, 0.03, 0.98))
    expected = {("1,2,down"), ("1,3,down"), ("2,3,right"), ("3,3,right")}
    assert {atom[5:-1] for atom in normal(answer(page))} == expected
    page.click("#undo")
    idle(page)
    assert answer(page) == {}
    drag(page, [(2, 2), (2, 4)])
    assert all("right" not in atom for atom in normal(answer(page)))


def normal(marks):
    """Name each side by the cell above or left of it."""
    for atom in marks:
        row, column, side = atom[5:-1].split(",")
        if side == "up" and row != "1":
            yield f"line({int(row) - 1},{column},down)"
        elif side == "left" and column != "1":
            yield f"line({row},{int(column) - 1},right)"
        else:
            yield atom


def a_bridge_that_is_drawn_once_more_is_two(visit):
    page = visit()
    choose(page, "hashi")
    bridge, double = ({f"{name}(1,1,right)": True} for name in ("bridge", "double"))
    for expected in (bridge, {**bridge, **double}, {}):
        drag(page, [(1, 1), (1, 3)])
        assert answer(page) == expected


def what_is_tried_is_marked_and_kept_or_dropped(visit):
    page = visit()
    choose(page, "tents")
    click(page, 1, 2)
    idle(page)
    page.click("#try")
    assert page.is_hidden("#try")
    click(page, 3, 4)
    click(page, 6, 6, button="right")
    idle(page)
    assert page.locator("#board circle.tried").count() == 2
    page.click("#drop")
    idle(page)
    assert answer(page) == {"tent(1,2)": True}
    assert page.locator("#board circle.tried").count() == 0
    page.click("#undo")
    idle(page)
    assert len(answer(page)) == 3
    page.click("#try")
    click(page, 5, 1)
    page.click("#keep")
    idle(page)
    assert len(answer(page)) == 4
    assert page.locator("#board circle.tried").count() == 0


def a_check_that_takes_long_is_put_off(visit):
    page = visit()
    choose(page, "tents")
    page.evaluate(LATE)
    click(page, 1, 2)
    said(page, "Not checked yet")
    click(page, 3, 4)
    idle(page)
    assert said(page) == ""
    assert page.evaluate("() => window.checks") == 1
    page.click("#check")
    page.wait_for_selector("#message p")


# Lets each check that nobody asked for come to its limit.
LATE = """() => {
    const usual = window.fetch;
    window.checks = 0;
    window.fetch = (address, options) => {
        if (!JSON.parse(options?.body ?? "{}").check) return usual(address, options);
        window.checks++;
        const late = { event: "error", reason: "time", message: "stopped", hint: "", faults: [] };
        return Promise.resolve(new Response(`${JSON.stringify(late)}\n`));
    };
}"""


def the_time_is_shown_or_hidden(visit):
    page = visit()
    choose(page, "tents")
    page.wait_for_function("() => document.querySelector('#clock').textContent === '0:01'")
    page.click("#clock")
    assert page.inner_text("#clock") == "Show the time"
    choose(page, "norinori")
    assert page.inner_text("#clock") == "Show the time"
    page.click("#clock")
    assert page.inner_text("#clock").startswith("0:0")


COLOURS = "async () => Object.fromEntries((await import('/static/game.js')).game.colours)"


def cells_are_coloured_and_no_answer_looks_at_that(visit):
    page = visit()
    choose(page, "nurikabe")
    page.check("input[name=mode][value='2']")
    drag(page, [(1, 1), (1, 3), (2, 3)])
    assert page.evaluate(COLOURS) == {"1,1": "2", "1,2": "2", "1,3": "2", "2,3": "2"}
    assert answer(page) == {}
    assert page.locator("#board rect.colour-2").count() == 4
    page.check("input[name=mode][value='1']")
    click(page, 1, 2)
    assert page.inner_text("#cell").endswith("; yellow")
    page.focus("#board")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    assert page.evaluate(COLOURS) == {"1,1": "2", "1,2": "1", "1,3": "2", "2,3": "2", "2,2": "1"}
    page.reload()
    page.wait_for_selector("body[data-ready]")
    idle(page)
    assert page.locator("#board rect.colour-1").count() == 2
    page.check("input[name=mode][value='2']")
    click(page, 1, 1)
    assert page.locator("#board rect.colour-2").count() == 2
    page.click("#undo")
    idle(page)
    assert page.locator("#board rect.colour-2").count() == 3
    page.click("#clear")
    idle(page)
    assert page.evaluate(COLOURS) == {}


SCALE = "() => document.querySelector('#board g.cells').getScreenCTM().a"
SCROLLED = "() => [document.querySelector('#board').scrollLeft, document.querySelector('#board').scrollTop]"


def a_board_is_made_larger_and_moved(visit):
    page = visit()
    choose(page, "tents")
    page.uncheck("#going")
    before = page.evaluate(SCALE)
    there = point(page, 4, 3)
    page.mouse.move(*there)
    page.keyboard.down("Control")
    for _ in range(4):
        page.mouse.wheel(0, -100)
    page.keyboard.up("Control")
    page.wait_for_function(f"() => ({SCALE})() > {2 * before}")
    assert max(abs(a - b) for a, b in zip(there, point(page, 4, 3), strict=True)) < 3
    scrolled = page.evaluate(SCROLLED)
    page.mouse.down(button="middle")
    page.mouse.move(there[0] + 60, there[1] + 50, steps=3)
    page.mouse.up(button="middle")
    assert page.evaluate(SCROLLED) == [scrolled[0] - 60, scrolled[1] - 50]
    assert answer(page) == {}
    page.focus("#board")
    for _ in range(6):
        page.keyboard.press("-")
    assert abs(page.evaluate(SCALE) - before) < 0.01
    assert page.is_hidden("#larger")
    page.keyboard.press("+")
    page.evaluate("() => (window.print = () => (window.printed = document.body.dataset.print))")
    for button in ("board", "rules"):
        page.click("#to-give")
        page.click(f"#print-{button}")
        assert page.evaluate("() => window.printed") == button
        page.emulate_media(media="print")
        assert page.is_visible("#board")
        assert page.is_visible("#words") == (button == "rules")
        page.emulate_media(media="screen")
    choose(page, "norinori")
    assert not page.locator("#board.large").count()


@scenes(
    sides_are_drawn_from_dot_to_dot,
    what_did_not_change_is_not_drawn_anew,
    cells_are_coloured_and_no_answer_looks_at_that,
    a_board_is_made_larger_and_moved,
    a_bridge_that_is_drawn_once_more_is_two,
    what_is_tried_is_marked_and_kept_or_dropped,
    a_check_that_takes_long_is_put_off,
    the_time_is_shown_or_hidden,
)
def test_how_a_player_goes_about(visit, scene):
    scene(visit)

"""What an ordinary run draws of many boards and genres, and what the tests of each genre cost.

The tests of a genre, of its rules and data, may take ``ALLOWANCE`` seconds of CPU in an ordinary run, so
that those of two hundred genres are done in minutes: each draws boards, in an order that depends on the commit,
until it has had its share.  What the package does with any genre is tried with ``SOME`` genres, drawn for each test
anew, and what is said of many boards with so many of them as the test names.  With ``--full`` all are drawn; what
few are left by ``-k`` is never drawn from.
"""

import os
import subprocess
from collections import Counter, defaultdict
from pathlib import Path
from random import Random

import genres
import pytest

ALLOWANCE = 1.0
SOME = 8


def commit():
    """Give the commit that is tested, or 0 where there is none."""
    try:
        done = subprocess.run(
            ["git", "rev-parse", "--short=12", "HEAD"], cwd=Path(__file__).parent, capture_output=True, text=True,
            check=False,
        )  # fmt: skip
    except FileNotFoundError:
        return "0"
    return done.stdout.strip() or "0"


# In the environment, so that worker processes draw the same.
SEED = os.environ.setdefault("PUZZASP_TEST_SEED", commit())


def each_of(names):
    return pytest.mark.parametrize("genre", [genres.find(name) for name in names], ids=str)


# All genres, those that have rules in Python, and those that have data.
each_genre, each_checked, each_known = map(each_of, (genres.NAMES, genres.CHECKED, genres.KNOWN))


def some_of(names):
    """A test of what is done with any genre, which an ordinary run tries with some."""
    return lambda test: pytest.mark.some(each_of(names)(test))


some_genres = some_of(genres.NAMES)


def pytest_configure(config):
    config.addinivalue_line("markers", "some(number): an ordinary run draws so many of what a test is tried with")


def pytest_addoption(parser):
    parser.addoption("--full", action="store_true", help="draw all boards and genres, not some until a time is over")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config, items):
    """Draw what tests of some things are tried with."""
    of_test = defaultdict(list)
    for item in () if config.option.full else items:
        if marker := item.get_closest_marker("some"):
            number = marker.args[0] if marker.args else SOME
            of_test[item.nodeid.partition("[")[0], number].append(item)
    left = set()
    for (test, number), tried in of_test.items():
        left.update(Random(f"{SEED} {test}").sample(tried, max(0, len(tried) - number)))
    items[:] = [item for item in items if item not in left]
    config.hook.pytest_deselected(items=list(left))


def cpu():
    """The seconds of CPU that this process and those that it waited for have used."""
    return sum(os.times()[:4])


@pytest.fixture
def draw(request):
    """Give of many things one after the other until the test has had a share of CPU seconds, but at least one."""

    def drawn(things, seconds):
        things = list(things)
        start = cpu()
        for thing in Random(f"{SEED} {request.node.name}").sample(things, len(things)):
            yield thing
            if not request.config.option.full and cpu() - start > seconds:
                return

    return drawn


@pytest.fixture(scope="session")
def few(pytestconfig):
    """Give of many things as many as an ordinary run takes in one test."""

    def drawn(things, number):
        return list(things) if pytestconfig.option.full else Random(SEED).sample(list(things), number)

    return drawn


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item):
    start = cpu()
    try:
        return (yield)
    finally:
        genre = item.callspec.params.get("genre") if hasattr(item, "callspec") else None
        if isinstance(genre, genres.Genre) and not item.get_closest_marker("some"):
            item.user_properties.append(("genre", (genre.name, cpu() - start)))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item):
    report = yield
    if report.failed and "draw" in item.fixturenames:
        command = f"PUZZASP_TEST_SEED={SEED} python -m pytest --full '{item.nodeid}'"
        report.sections.append(("Draw the same boards again", command))
    return report


def pytest_terminal_summary(terminalreporter):
    """Print the seconds of CPU for each genre, and a warning where they are too many."""
    spent = Counter()
    for reports in terminalreporter.stats.values():
        for report in reports:
            for name, value in getattr(report, "user_properties", ()):
                if name == "genre" and report.when == "call":
                    spent[value[0]] += value[1]
    if spent:
        listing = ", ".join(f"{genre} {seconds:.1f}" for genre, seconds in spent.most_common())
        terminalreporter.write_line(f"seconds of CPU by genre: {listing} (boards drawn by PUZZASP_TEST_SEED={SEED})")
    for genre, seconds in spent.most_common():
        if seconds > ALLOWANCE and not terminalreporter.config.option.full:
            terminalreporter.write_line(
                f"the tests of {genre} took {seconds:.1f} s of CPU, more than {ALLOWANCE:.1f}", yellow=True
            )

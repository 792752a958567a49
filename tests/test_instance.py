"""The reader of instances: what it accepts is what clingo means, and every fault has its position."""

import re

import clingo
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pyclingo_app import InstanceError, load, parse_facts, read_instance


def texts(source):
    return [str(fact) for fact in parse_facts(source)]


@pytest.mark.parametrize(
    ("source", "facts"),
    [
        ("", []),
        ("a.", ["a"]),
        ("p(1).p(2). p(1).", ["p(1)", "p(2)"]),
        ("p( 1 , -2 ) .", ["p(1,-2)"]),
        ('p("a \\"b\\" \\\\ \\n", x, _y1\').', ['p("a \\"b\\" \\\\ \\n",x,_y1\')']),
        ("p((1,2), (1,), (), (3)).", ["p((1,2),(1,),(),3)"]),
        ("p(f(g(-1)), -h(2)).", ["p(f(g(-1)),-h(2))"]),
        ("p(1..3).", ["p(1)", "p(2)", "p(3)"]),
        ("p(2..1).", []),
        ("p(-1..1, (a;b)).", ["p(-1,a)", "p(-1,b)", "p(0,a)", "p(0,b)", "p(1,a)", "p(1,b)"]),
        ("p(1,2; 3,4).", ["p(1,2)", "p(3,4)"]),
        ("p((1;2)).", ["p(1)", "p(2)"]),
        ("% comment\np(1). %* two %* nested *%\n lines *% q. % end", ["p(1)", "q"]),
        ("-p(1).", ["-p(1)"]),
        ('p("ä%").', ['p("ä%")']),
        ("p(2147483647, -2147483647, 0).", ["p(2147483647,-2147483647,0)"]),
    ],
)
def test_facts(source, facts):
    assert texts(source) == facts


NAMES = st.from_regex(r"_{0,2}[a-z][A-Za-z0-9_']{0,3}", fullmatch=True).filter(lambda name: name != "not")
NUMBERS = st.integers(-(2**31) + 1, 2**31 - 1).map(str)
STRINGS = st.text(st.characters(codec="utf-8", exclude_characters='\0\n"\\'), max_size=4).map(lambda s: f'"{s}"')
SMALL = st.integers(-3, 3)
INTERVALS = st.tuples(SMALL, SMALL).map(lambda pair: f"{pair[0]}..{pair[1]}")


def _compound(term):
    several = st.lists(term, min_size=1, max_size=3).map(", ".join)
    pool = st.lists(several, min_size=1, max_size=2).map("; ".join)
    return st.one_of(
        st.tuples(NAMES, pool).map(lambda pair: f"{pair[0]}({pair[1]})"),
        st.lists(term, min_size=2, max_size=3).map(lambda terms: f"({','.join(terms)})"),
        st.lists(term, min_size=1, max_size=3).map(lambda terms: f"({';'.join(terms)})"),
        term.map(lambda text: f"({text},)"),
    )


TERMS = st.recursive(st.one_of(NUMBERS, NAMES, STRINGS, INTERVALS), _compound, max_leaves=6)
SPACE = st.sampled_from(["", " ", "\n", "\t", " % note\n", "%* a %* b *% c *%"])
FACTS = st.tuples(NAMES, st.lists(TERMS, min_size=1, max_size=3), SPACE).map(
    lambda parts: f"{parts[0]}({', '.join(parts[1])}){parts[2]}."
)


@given(st.lists(st.tuples(SPACE, FACTS).map("".join), max_size=4).map("".join))
@settings(max_examples=300, deadline=None, derandomize=True)
def test_reads_what_clingo_reads(source):
    control = clingo.Control(logger=lambda code, message: None)
    control.add("base", [], source)
    control.ground([("base", [])])
    theirs = {str(atom.symbol) for atom in control.symbolic_atoms}
    assert set(texts(source)) == theirs


@given(st.one_of(st.text(), st.text("pq(1.,;)-:\"%*\\ \n~X_#{}'0aé“")))
@settings(max_examples=600, deadline=None, derandomize=True)
def test_any_text_is_read_or_refused_with_a_position(source):
    try:
        parse_facts(source, "NAME")
    except InstanceError as error:
        assert re.match(r"NAME:\d+:\d+: ", error.message)


@given(st.binary(max_size=80))
@settings(max_examples=200, deadline=None, derandomize=True)
def test_any_bytes_are_read_or_refused(tmp_path_factory, data):
    path = tmp_path_factory.mktemp("bytes") / "x.lp"
    path.write_bytes(data)
    try:
        read_instance(str(path))
    except InstanceError as error:
        assert re.match(r".*x\.lp:\d+:\d+: ", error.message)


@given(st.integers(0, 60), st.sampled_from('().,;:-"%*#X\0é\n 0a'))
@settings(max_examples=300, deadline=None, derandomize=True)
def test_mutated_instance_is_read_or_refused(place, character):
    source = 'size(6, 6).\ntree(1, 4). % tree\ntent_row(1, 2). p(1..3, "a").'
    try:
        parse_facts(source[:place] + character + source[place + 1 :], "NAME")
    except InstanceError as error:
        assert re.match(r"NAME:\d+:\d+: ", error.message)


KNOWN = {("size", 2), ("tree", 2), ("tent_row", 2)}


@pytest.mark.parametrize(
    ("source", "where", "what", "todo"),
    [
        ("a.\np(99999999999).", "2:3", "99999999999 does not fit in 32 bits", "2147483647"),
        ("p(-2147483648).", "1:3", "does not fit in 32 bits", ""),
        ("p(" * 200 + "1" + ")" * 200 + ".", "1:203", "more than 100 deep", "simpler"),
        ("p((((" + "(" * 200 + "1", "1:103", "more than 100 deep", "simpler"),
        ("a.\0", "1:3", "NUL character", "Remove"),
        ("a. % \0", "1:6", "NUL character", "Remove"),
        ("\ufeffa.", "1:1", "byte order mark", "without a byte order mark"),
        ("a.\np(“b”).", "2:3", "U+201C", "straight quotes"),
        ("p(1,\u00a02).", "1:5", "no-break space", "Remove"),
        ("é.", "1:1", "U+00E9", "Remove"),
        ("a.\nb :- a.", "2:3", "a rule", "--with"),
        (":- a.", "1:1", "a rule", "--with"),
        ("#const n = 3.", "1:1", "directive (#const)", "-c NAME=VALUE"),
        ('#include "x".', "1:1", "directive (#include)", "--with"),
        ("p(X).", "1:3", "the variable X", "lower case"),
        ("p(_).", "1:3", "the variable _", "lower case"),
        ("{a}.", "1:1", "unexpected '{'", "facts only"),
        ("p(1)", "1:5", "expected a full stop", "facts only"),
        ("p(1) q.", "1:6", "expected a full stop after the fact, found 'q'", "facts only"),
        ("p(1.", "1:4", "expected a comma or a closing parenthesis", ""),
        ("p(1,,2).", "1:5", "expected a number, a name", ""),
        ("a. %* b", "1:4", "never closed", "*%"),
        ('p("a).', "1:3", "not closed", '"text"'),
        ('p("a\\t").', "1:3", "not closed on its line, or has an escape", ""),
        ("p(01).", "1:3", "leading zero", "without"),
        ("p(a..3).", "1:3", "interval needs a whole number", "1..3"),
        ("p(1..b).", "1:6", "interval needs a whole number", "1..3"),
        ("p(1..9999999).", "1:3", "more than 1000000 facts", "smaller"),
        ("p(1..1000, 1..2000).", "1:19", "more than 1000000 facts", "smaller"),
        ("p(1+1).", "1:4", "unexpected '+'", ""),
        ("3.", "1:1", "expected a fact", ""),
    ],
)
def test_fault_has_its_position_and_a_way_out(source, where, what, todo):
    with pytest.raises(InstanceError) as caught:
        parse_facts(source, "NAME")
    assert caught.value.message.startswith(f"NAME:{where}: ")
    assert what in caught.value.message
    assert todo in caught.value.hint


@pytest.mark.parametrize(
    ("source", "where", "what", "todo"),
    [
        ("size(1,1).\n treee(1,1).", "2:2", "unknown fact treee/2", "Did you mean tree? Known facts: size/2"),
        ("xyz.", "1:1", "unknown fact xyz/0", "Known facts: size/2, tent_row/2, tree/2."),
        ("tree(1,1,1).", "1:1", "tree has 3 arguments here, but takes 2", "Known facts"),
        ("tree(1).", "1:1", "tree has 1 argument here, but takes 2", "Known facts"),
        ("-tree(1,1).", "1:1", "unknown fact -tree/2", "Did you mean tree?"),
        ("tree((1;2),3). tree(f(1)).", "1:16", "tree has 1 argument", "Known facts"),
    ],
)
def test_unknown_signature(source, where, what, todo):
    with pytest.raises(InstanceError) as caught:
        parse_facts(source, "NAME", KNOWN)
    assert caught.value.message.startswith(f"NAME:{where}: ")
    assert what in caught.value.message
    assert todo in caught.value.hint


def test_files_that_cannot_be_read(tmp_path):
    with pytest.raises(InstanceError, match="no such file"):
        read_instance(str(tmp_path / "none.lp"))
    with pytest.raises(InstanceError, match="is a directory"):
        read_instance(str(tmp_path))
    with pytest.raises(InstanceError, match="cannot be read"):
        read_instance("a\0b")
    path = tmp_path / "latin.lp"
    path.write_bytes(b"a.\n% caf\xe9\n")
    with pytest.raises(InstanceError, match=r"latin\.lp:2:6: byte 0xe9 is not valid UTF-8"):
        read_instance(str(path))


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be", "utf-32"])
def test_other_encodings_are_told_by_name(encoding, tmp_path):
    (tmp_path / "x.lp").write_bytes("size(1, 1).".encode(encoding))
    with pytest.raises(InstanceError, match=r"x\.lp:1:1: this looks like UTF-16, not UTF-8") as caught:
        read_instance(str(tmp_path / "x.lp"))
    assert "UTF-8" in caught.value.hint


def test_many_facts_are_read():
    source = "".join(f"p({n}, {n + 1}).\n" for n in range(30_000))
    assert len(parse_facts(source)) == 30_000


STARS = "% Stars - n of them.\n%\n% Input\n%   n = 2  (1..5)\n{ s(1..9) } = n.\n#const n = 2.\n#show s/1.\n"


@pytest.fixture
def stars(tmp_path):
    (tmp_path / "stars.lp").write_text(STARS)
    return load(str(tmp_path / "stars.lp"))


def test_constant_of_a_board_holds_unless_another_is_asked_for(stars, run, tmp_path):
    """There are 9 over n boards; stock clingo counts the same."""
    (tmp_path / "board.lp").write_text("% A board.\n#const n = 3. [override]\n")
    assert stars.count() == 36
    for board in ("#const n = 3.", str(tmp_path / "board.lp"), read_instance(tmp_path / "board.lp")):
        assert stars.count(board) == 84
    assert load(stars.program.path, constants={"n": 1}).count("#const n = 3.") == 9
    assert run("stars.lp", "board.lp", "--count").stdout == "84\n"
    assert run("stars.lp", "board.lp", "--count", "-c", "n=4").stdout == "126\n"
    for command in ("explain", "hint", "forced", "show"):
        assert run(command, "stars.lp", "board.lp").returncode == 0
    assert '"count": 84' in run("batch", "count", "stars.lp", "board.lp").stdout
    back = run("convert", "stars.lp", "board.lp", "--to", "facts").stdout
    assert back == "#const n = 3. [override]\n"
    control = clingo.Control(["0"])
    for path in ("stars.lp", "board.lp"):
        control.load(str(tmp_path / path))
    control.ground()
    found = []
    control.solve(on_model=lambda model: found.append(model.number))
    assert len(found) == 84


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("a.\n#const m = 3.", "2:1: stars has no constant m"),
        ("\n #const n = 6.", "2:2: the constant n must be from 1 to 5, not 6"),
        ("#const n = six.", "1:1: the constant n must be a whole number, not six"),
        ("#const n = 1. #const n = 1.", "1:15: the constant n has two values"),
        ("#const n = 1+1.", "1:1: this sets no constant"),
        ("#const n = 1", "1:1: this sets no constant"),
    ],
)
def test_constant_that_cannot_be_is_an_error_with_its_place(text, what, stars, tmp_path):
    (tmp_path / "board.lp").write_text(text)
    for board in (text, str(tmp_path / "board.lp")):
        with pytest.raises(InstanceError, match=re.escape(f":{what}" if board == text else f"board.lp:{what}")):
            stars.count(board)

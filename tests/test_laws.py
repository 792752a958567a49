"""The laws of explanations: words never steer, nothing depends on caches, each limit and strategy earns its place."""

import ast
import re
import shutil
import subprocess
import sys
from functools import cache

import pytest
from conftest import ROOT

from pyclingo_app import load
from pyclingo_app.explain import singles
from pyclingo_app.explain.effort import PLAYER, Effort
from pyclingo_app.explain.scope import Scope
from pyclingo_app.explain.singles import Singles
from pyclingo_app.explain.tell import Teller
from pyclingo_app.explain.terms import Mark, Sentence
from pyclingo_app.explain.walk import Walk
from pyclingo_app.program.rules import fill

ROOM = sorted((ROOT / "pyclingo_app" / "explain").rglob("*.py"))


# Words never steer

REWORDED = [
    ("tents", "6x6"),
    ("nurikabe", "6x6-a"),
    ("slitherlink", "6x6-a"),
    ("masyu", "6x6-a"),
    ("sudoku", "6x6-a"),
    ("kakuro", "4x4-a"),
    ("flow", "4x4-many-a"),
    ("skyscrapers", "5x5-a"),
    ("starbattle", "6x6-a"),
    ("yajilin", "6x6-a"),
]


def rewording(program):
    """New words for each sentence of a program, with the same variables in another order."""
    rules = (*program.rules, *program.observations)
    sentences = dict.fromkeys(rule.sentence for rule in rules if rule.sentence)
    names = {rule.sentence: rule.variables for rule in rules}
    return {
        text: f"sentence {number} goes with {', '.join((*reversed(names[text]), 'all'))}"
        for number, text in enumerate(sentences)
    }


def reword(name, folder):
    """Write a program with other words for its sentences and marks; give it, and what its sentences say again."""
    program = load(name).program
    words = rewording(program)
    changes = [(rf"%\s*{anywhere(text)}(?=\n)", f"% {new}") for text, new in words.items()]
    for number, entry in enumerate(entry for table in ("Output", "Pencil") for entry in program.table(table)):
        new = f"thing {number} with {' and '.join(reversed(entry.arguments or ()))}".strip()
        changes.append((rf"(?<=  ){anywhere(entry.text)}(?=\n)", new))
    shutil.copytree(ROOT / "asp" / "lib", folder / "lib")
    shutil.copy(ROOT / "asp" / f"{name}.lp", folder)
    texts = {path: path.read_text() for path in folder.rglob("*.lp")}
    for old, new in sorted(changes, key=lambda change: -len(change[0])):
        assert any(re.search(old, text) for text in texts.values()), old
        texts = {path: re.sub(old, lambda _, new=new: new, text) for path, text in texts.items()}
    for path, text in texts.items():
        path.write_text(text)
    return load(str(folder / f"{name}.lp")), {new: old for old, new in words.items()}


def anywhere(text):
    """A pattern for a text that may go on in the next comment."""
    return r"(?:\s+|\s*\n%\s*)".join(map(re.escape, text.split()))


def steps(puzzle, board, said=str):
    """A path without words, but for what its sentences ``said``."""
    return [wordless(step, said) for step in puzzle.explain(board)]


def wordless(term, said):
    """What is said, with marks by their atoms, and no other words."""
    if isinstance(term, Mark):
        return str(term.atom), term.present, term.pencil, bool(term.beyond), bool(term.by)
    if isinstance(term, Sentence):
        return said(term.text), term.cells, term.shown
    return tuple(wordless(one, said) for one in term) if isinstance(term, tuple) else term


@pytest.mark.some(3)
@pytest.mark.parametrize(("name", "board"), REWORDED)
def test_words_never_steer(name, board, tmp_path):
    """With other words for all sentences and marks the same is found, by the same sentences, in the same steps."""
    puzzle = load(name)
    reworded, before = reword(name, tmp_path)
    assert {rule.sentence for rule in (*reworded.program.rules, *reworded.program.observations)} == {*before}

    def said(text):
        """What a sentence said before it was reworded."""
        number, values = re.fullmatch(r"Sentence (\d+) goes with (.*)", text).groups()
        (new,) = (one for one in before if one.startswith(f"sentence {number} "))
        names = new.partition(" goes with ")[2].split(", ")
        return fill(before[new], dict(zip(names, values.split(", "), strict=True)))

    instance = puzzle.read(board)
    assert steps(reworded, instance, said) == steps(puzzle, instance) != []


# Where words are made of sentences and marks, and where an error tells a mark.
WORDY = {"scope.py", "terms.py", "tell.py", "answer.py"}


@pytest.mark.parametrize("path", ROOM, ids=lambda path: path.name)
def test_nothing_looks_at_texts(path):
    """No regular expressions, and no text of a sentence or a mark is read but where words are made."""
    tree = ast.parse(path.read_text())
    imported = {
        module.partition(".")[0]
        for node in ast.walk(tree)
        for module in (
            [alias.name for alias in node.names] if isinstance(node, ast.Import)
            else [node.module or ""] if isinstance(node, ast.ImportFrom)
            else []
        )
    }  # fmt: skip
    assert not imported & {"re", "string", "difflib"}
    # To ask a scope for the words of a sentence is no look at them.
    read = [node.value for node in ast.walk(tree) if isinstance(node, ast.Attribute) and node.attr == "text"]
    assert path.name in WORDY or {ast.unparse(value) for value in read} <= {"scope", "self.scope"}


def test_nothing_names_what_one_genre_is_made_of():
    """No predicate of an answer or of notes stands in a string, and no genre."""
    names = {path.stem for path in (ROOT / "asp").glob("*.lp")}
    for name in sorted(names):
        program = load(name).program
        names |= {shown for shown, _ in program.shown | program.pencilled}
    # Each network of a flow has an end, not only a snake; answers are wrong, not only numbers of Uso-one.
    names -= {"end", "wrong"}
    for path in ROOM:
        strings = {node.value for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.Constant)}
        assert not names & {one for one in strings if isinstance(one, str)}, path.name


# Caches, limits and strategies


def walk(name, board, effort=PLAYER):
    puzzle = load(name)
    scope = Scope(puzzle.problem(puzzle.read(board)))
    model = scope.solution([])
    return Walk(Singles(scope), lambda: model, effort=effort)


def walked(name, board, effort=PLAYER):
    """A path, thought by thought: what is found, by which strategy, and why, in the numbers of the oracle."""
    return [*walk(name, board, effort).thoughts()]


def told(name, board, effort=PLAYER):
    """A path as it is told, with some limits."""
    path = walk(name, board, effort)
    return [*map(Teller(path).step, path.thoughts())]


@cache
def usual(name, board):
    """The path with the limits as they are."""
    return walked(name, board)


# Quick boards, some of them with sentences that are put to an oracle again and again.
CACHED = [
    ("nurikabe", "6x6-a"),
    ("shimaguni", "6x6-a"),
    ("heyawake", "6x6-many-a"),
    ("norinori", "5x5-a"),
    ("masyu", "6x6-a"),
    ("kakuro", "4x4-a"),
]


@pytest.mark.some(2)
@pytest.mark.parametrize(("name", "board"), CACHED)
def test_how_much_is_kept_changes_no_path(name, board, monkeypatch):
    for size in (0, 1):
        monkeypatch.setattr(singles, "_MET", size * 200)
        assert walked(name, board) == usual(name, board), size


# For each limit a board on which half as much, or twice as much, changes the path.
LIMITED = {
    "few": ("futoshiki", "5x5-a"),
    "wide": ("flow", "5x5-touch-a"),
    "rounds": ("aquarium", "5x5-a"),
    "together": ("queens", "4x4-a"),
    "ways": ("kakuro", "4x4-a"),
    "lines": ("norinori", "5x5-many-a"),
    "splits": ("kurotto", "5x5-a"),
    "tried": ("kurotto", "6x6-a"),
    "conflicts": ("kurotto", "5x5-a"),
}
# What only ends what else would take too long, on boards that are not quick.
GUARDS = {"covers", "work", "proof", "contradiction"}


def changed(value, factor):
    """A limit, or the limits of several rungs, times a factor."""
    return tuple(changed(one, factor) for one in value) if isinstance(value, tuple) else int(value * factor)


def test_each_limit_has_a_board():
    assert LIMITED.keys() | GUARDS == set(Effort._fields)


@pytest.mark.some(4)
@pytest.mark.parametrize("limit", LIMITED)
def test_each_limit_counts_on_some_board(limit):
    """On what is found, or of what is told of one sentence on that."""
    path = told if limit == "ways" else walked
    value = getattr(PLAYER, limit)
    others = [PLAYER._replace(**{limit: changed(value, factor)}) for factor in (0.5, 2)]
    usually = path(*LIMITED[limit])
    assert any(path(*LIMITED[limit], effort) != usually for effort in others)


# Boards on which each strategy of the ladder is used, in three genres or more.
LADDER = [
    *(("starbattle", "5x5-a"), ("queens", "4x4-a"), ("futoshiki", "5x5-a")),
    *(("aquarium", "5x5-a"), ("norinori", "6x6-a"), ("cave", "5x5-a")),
    *(("tetravex", "3x3-equal-b"), ("nurimisaki", "6x6-many-a"), ("kurotto", "6x6-a")),
    *(("lits", "6x6-many-a"), ("heyawake", "6x6-many-a"), ("kurotto", "5x5-a"), ("shimaguni", "6x6-many-a")),
]


def test_each_strategy_is_used_by_three_genres():
    path = walk(*LADDER[0])
    used = {rung.name: set() for rung in (path.alone, *path.ladder)}
    strategies = {*used}
    for name, board in LADDER:
        for deduction in (one for thought in usual(name, board) for one in thought):
            used.setdefault(deduction.strategy, set()).add(name)
    # What takes a search is what a reason gives that cannot be argued.
    assert {*used} <= {*strategies, "search"}
    assert not {strategy: genres for strategy, genres in used.items() if strategy in strategies and len(genres) < 3}


# Types

TYPED = """
from pyclingo_app.explain.because import Because
from pyclingo_app.explain.sets import Known, Literal, MarkId, Marks, SentenceId, Sentences, mark_of, opposite

mark, sentence, literal = MarkId(1), SentenceId(2), Literal(-1)
marks, sentences, known = Marks.of([mark]), Sentences.of([sentence]), Known.of([literal])
def look(at: Marks) -> None: ...
def blame(those: Sentences) -> None: ...
look(marks | known.marks)
blame(sentences - sentences)
known.open(marks).meets(marks) and mark in marks
Because(sentences, known)
look(sentences)  # wrong
blame(marks)  # wrong
blame(known.there)  # wrong
marks | sentences  # wrong
marks.within(sentences)  # wrong
sentence in marks  # wrong
mark in sentences  # wrong
known.open(sentences)  # wrong
known.among(sentences)  # wrong
known.has(sentence)  # wrong
opposite(mark)  # wrong
mark_of(sentence)  # wrong
Marks.of([sentence])  # wrong
Sentences.of([mark])  # wrong
Because(marks, known)  # wrong
"""


def test_sentences_that_are_passed_for_marks_fail_mypy(tmp_path):
    pytest.importorskip("mypy")
    path = tmp_path / "typed.py"
    path.write_text(TYPED)
    modules = [ROOT / "pyclingo_app" / "explain" / f"{name}.py" for name in ("sets", "because")]
    command = [sys.executable, "-m", "mypy", "--strict", "--follow-imports=skip", f"--cache-dir={tmp_path / 'cache'}"]
    done = subprocess.run([*command, path, *modules], cwd=ROOT, capture_output=True, text=True, check=False)
    wrong = {int(number) for number in re.findall(rf"^{re.escape(str(path))}:(\d+): error", done.stdout, re.MULTILINE)}
    expected = {number for number, line in enumerate(TYPED.splitlines(), 1) if line.endswith("# wrong")}
    assert wrong == expected, done.stdout + done.stderr

"""Explanations say what they use: each line follows from the marks that it names, by its sentence as it is worded."""

import re

import english
import pytest
from conftest import ROOT
from genres import facts_of

from pyclingo_app import load
from pyclingo_app.write.steps import step_lines

# Paths of their larger boards take many seconds.
LONG = {"kurotto", "snake"}
# Boards with clues that have no words in tests/english: sums, and what is between cells.
BEYOND = re.compile("killer|cages|thermometers|arrows|dots|letters|sandwich|slopes")
BOARDS = [
    (name, path.stem)
    for name in english.NAMES
    for path in sorted((ROOT / "instances" / name).glob("*.lp"))
    if int(re.match(r"\d+", path.stem)[0]) <= (8 if name in LONG else 10)
    and "x" in path.stem
    and not BEYOND.search(path.stem)
]


def smaller(name, boards):
    """Those of the boards of a genre that an ordinary run reads."""
    return [board for board in boards if int(board.partition("x")[0]) <= (6 if name in LONG else 8)]


# Boards whose steps are read for rules that are not printed, beside those of 6x6.
LARGER = [("tents", "8x8-a"), ("nurikabe", "8x8-a"), ("starbattle", "8x8-a")]
# The CPU seconds that the boards of a genre may take in an ordinary run.
SECONDS = 0.5


class Reader:
    """Reads a path with a model of the words, and says what does not follow."""

    def __init__(self, name, board):
        puzzle = load(name)
        instance = puzzle.read(board)
        self.explanation = puzzle.explain(instance)
        self.model = english.find(name)(facts_of(instance.facts))
        self.faults = []

    def literals(self, marks):
        return [self.model.literal(mark.text) for mark in marks]

    def follows(self, sentences, known, found=()):
        """Check that each of some marks follows, or where there are none, that this is impossible."""
        texts = [sentence.text for sentence in sentences]
        literals = self.literals(known)
        for opposite in [-literal for literal in self.literals(found)] or [None]:
            if self.model.possible(texts, [*literals, *([opposite] if opposite else [])]):
                what = "; ".join(mark.text for mark in found) or "impossible"
                self.faults.append(f"{' '.join(texts)} [{'; '.join(mark.text for mark in known)}] -> {what}")

    def argument(self, argument):
        for line in argument:
            for case in line.cases:
                self.argument(case.argument)
            if not line.cases:
                self.follows(line.sentences, line.used, line.marks)

    def path(self):
        """Read all steps, or the conflict; what comes out of steps must be possible by all that was said."""
        said, found = set(), []
        for step in (reason for whole in self.explanation for reason in whole.reasons):
            said |= {sentence.text for sentence in step.sentences}
            found += step.found
            if len(step.sentences) == 1:
                self.follows(step.sentences, step.earlier, step.found)
            elif not step.argued:
                self.follows(step.sentences, step.earlier, step.found[:1])
            if step.argued:
                self.argument(step.argument)
        if self.explanation.conflict:
            self.argument(self.explanation.conflict.argument)
        else:
            assert self.model.possible(said, self.literals(found))


@pytest.mark.some(6)
@pytest.mark.parametrize("name", english.NAMES)
def test_each_line_follows_as_it_is_worded(name, draw, request):
    """Of boards of up to six or eight rows, or with --full of larger ones."""
    boards = [board for genre, board in BOARDS if genre == name]
    for board in draw(boards if request.config.option.full else smaller(name, boards), SECONDS):
        reader = Reader(name, board)
        reader.path()
        assert not reader.faults, board


# What sentences do not say, though a player may know it from others.
UNSAID = [
    # That a tent must have a tree.
    ("tents", "6x6", "The tree at (1, 4) has exactly one tent of its own beside it.", "a tent at (1, 5)",
     "no tent at (1, 3)"),
    # That tents do not touch, and that each row has its number.
    ("tents", "6x6", "The number of tents in row 3 is 3.", "a tent at (3, 1)", "no tent at (3, 2)"),
    ("norinori", "6x6-a", "The region of (1, 1) holds exactly two shaded cells.", "a shaded cell at (1, 2)",
     "a shaded cell at (1, 1)"),
    # That two lines meet at a dot, or none.
    ("slitherlink", "5x5-a", "All lines belong to one loop, which runs along each number but 0.", "a line above (1, 1)",
     "a line left of (1, 1)"),
    # That cells that hang together may not be cut off.
    ("nurikabe", "5x5-a", "The square from (1, 1) to (2, 2) is not all shaded.", "a shaded cell at (1, 1)",
     "no shaded cell at (2, 2)"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "board", "sentence", "known", "found"), UNSAID)
def test_what_a_sentence_does_not_say_does_not_follow(name, board, sentence, known, found):
    model = english.find(name)(facts_of(load(name).read(board).facts))
    assert model.possible([sentence], [model.literal(known), -model.literal(found)])
    assert model.possible([sentence], [model.literal(known), model.literal(found)])


@pytest.mark.some(6)
@pytest.mark.parametrize("board", [*(board for board in BOARDS if "6x6-a" in board), *LARGER])
def test_no_rule_is_taken_that_is_not_printed(board):
    """What a step finds follows from what was found before by sentences of the forms that stand in its lines alone;
    but for the other numbers of a cell that is filled."""
    reader, known = Reader(*board), []
    for whole in reader.explanation:
        # Sentences that differ in a number are told as one, with all of these.
        printed = re.sub(r"#(, #)+(?!\))", "#", re.sub(r"\d+", "#", " ".join(step_lines(whole))))
        every = {sentence.text for reason in whole.reasons for sentence in reason.sentences}
        said = [text for text in every if re.sub(r"\d+", "#", text).removesuffix(".") in printed]
        filled = {(mark.cell, mark.atom.name) for mark in (*known, *whole.found) if mark.present and not mark.pencil}
        for mark in (mark for mark in whole.found if mark.present or (mark.cell, mark.atom.name) not in filled):
            literals = [*reader.literals(known), -reader.model.literal(mark.text)]
            assert not reader.model.possible(said, literals), (mark.text, said)
        known += whole.found

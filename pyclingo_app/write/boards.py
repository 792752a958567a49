"""Boards that were made: as facts or in another format, as drawings, as JSON; in one stream, or each in a file."""

from typing import Any

from ..draw.board import telling_found
from ..draw.text import render_text
from ..generate.tally import Made, Tally
from ..jobs.codec import drawn
from ..jobs.events import encode
from ..puzzle import Puzzle
from .objects import about, fields, text
from .pictures import draw
from .programs import prose
from .target import PICTURES, Output


class BoardWriter:
    """Writes boards as they are made.

    ``to`` is a format of other tools, None for facts; ``pattern`` is the path of a file for each board with
    ``%d`` for its number, None for one stream; ``seed`` is where the boards come from.  With ``solved`` a page
    is a booklet: the rules, the boards, and behind them their solutions.
    """

    def __init__(
        self, output: Output, puzzle: Puzzle, to: str | None, pattern: str | None, seed: int, solved: bool = False
    ) -> None:
        self._output = output
        self._puzzle = puzzle
        self._to = to
        self._pattern = pattern
        self._seed = seed
        self._solved = solved
        self._kept: list[Made] = []

    def board(self, made: Made) -> None:
        """Write a board, or keep it where all are written as one."""
        if self._pattern:
            own = Output(self._pattern % made.number, self._output.form, self._output.colour)
            self._write(own, [made])
            own.close()
        elif self._output.form in ("json", *PICTURES):
            self._kept.append(made)
        else:
            if made.number > 1 and self._output.form != "jsonl" and self._to in (None, "text", "json"):
                self._output.write("\n")
            self._write(self._output, [made])
            self._output.flush()

    def end(self, tally: Tally) -> None:
        """Write what was kept."""
        if self._pattern is None and self._output.form == "json":
            boards = [self._object(made) for made in self._kept]
            self._output.write(text({**self._about(), "boards": boards, **fields(tally)}))
        elif self._kept:
            self._write(self._output, self._kept)
        self._output.close()

    def _write(self, output: Output, boards: list[Made]) -> None:
        form = output.form
        if form in PICTURES:
            picture = self._puzzle.draw
            problem = self._puzzle.problem(None if self._solved else boards[0].instance)
            if self._solved:
                found = [(picture(made.instance), next(iter(self._puzzle.solve(made.instance)))) for made in boards]
                solutions = [(telling_found(solution.board, plain), "") for plain, solution in found]
                draw(output, problem, [(board, "") for board, _ in found], prose(self._puzzle.program), solutions)
            else:
                draw(output, problem, [(picture(made.instance), made.instance.text) for made in boards], "")
            return
        for made in boards:
            if form in ("json", "jsonl"):
                output.write(text({**self._about(), **self._object(made)}, 2 if form == "json" else None))
            elif form == "facts":
                output.write(self._text(made))
            else:
                output.write(render_text(self._puzzle.draw(made.instance), form, output.colour) + "\n")

    def _text(self, made: Made) -> str:
        return self._puzzle.convert(made.instance, self._to).text if self._to else made.instance.text

    def _about(self) -> dict[str, Any]:
        return {**about(None), "puzzle": self._puzzle.name, "seed": self._seed}

    def _object(self, made: Made) -> dict[str, Any]:
        facts = encode(made.instance)["facts"]
        told = {"number": made.number, "grade": made.grade, "facts": facts, "text": self._text(made)}
        return {**told, **drawn(self._puzzle.draw(made.instance))}

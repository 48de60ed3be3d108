"""Sudoku as a taskset of ``verifiers`` (0.4 and later): generated puzzles, any solution is correct.

``pip install bitdoku verifiers``. The command line of verifiers finds tasksets by the name of a package; a file
``sudoku.py`` with these lines is one::

    from bitdoku.answers.verifiers import SudokuTaskset
    __all__ = ["SudokuTaskset"]

The reward ``correct`` is 1 for a solution and 0 for anything else; ``credit``, the share of right cells, is a metric.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from bitdoku.answers._grade import grade
from bitdoku.answers._tasks import tasks
from bitdoku.rules import Rules
from bitdoku.rules._rules import rules_of

try:
    import verifiers.v1 as vf
except ImportError as error:
    raise ImportError("bitdoku.answers.verifiers needs verifiers: pip install verifiers") from error

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["SudokuTaskset"]


class SudokuConfig(vf.TasksetConfig):
    """The options of the taskset.

    Attributes
    ----------
    n
        The number of puzzles.
    seed
        The seed of the puzzles.
    style, rules, difficulty
        As for :func:`bitdoku.answers.prompt` and :func:`bitdoku.generate`; rules are a name or JSON.
    """

    n: int = 1000
    seed: int = 0
    style: str = "grid"
    rules: str = "9x9"
    difficulty: str | None = None


class SudokuData(vf.TaskData):
    """A puzzle in text, and its rules in JSON."""

    puzzle: str
    rules: str


@lru_cache(maxsize=256)
def _grade(reply: str, puzzle: str, rules: str) -> Any:
    """The grade of a reply, which several scores share."""
    return grade(reply, puzzle, rules=Rules.from_json(rules))


class SudokuTask(vf.Task[SudokuData, vf.State, vf.TaskConfig]):
    """A puzzle, and the grade of the last reply."""

    def grade(self, trace: Any) -> Any:
        """The record of :func:`bitdoku.answers.grade`."""
        return _grade(trace.last_reply, self.data.puzzle, self.data.rules)

    @vf.reward
    async def correct(self, trace: Any) -> float:
        """1 for any solution, else 0."""
        return float(self.grade(trace)["correct"])

    @vf.metric
    async def credit(self, trace: Any) -> float:
        """The share of the blank cells that are right."""
        return float(self.grade(trace)["credit"])


class SudokuTaskset(vf.Taskset[SudokuTask, SudokuConfig]):
    """Generated puzzles; item i depends only on the seed, i and the options."""

    def load(self) -> Iterator[SudokuTask]:
        """Yield the tasks."""
        options = self.config
        text = options.rules
        rules = Rules.from_json(text) if text.startswith("{") else rules_of(text)
        made = tasks(options.n, seed=options.seed, style=options.style, rules=rules, difficulty=options.difficulty)
        for item in made:
            data = SudokuData(prompt=item["prompt"], puzzle=item["puzzle"], rules=rules.to_json())
            yield SudokuTask(data, options.task)

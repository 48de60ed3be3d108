"""Sudoku as a task of ``inspect-ai``: generated puzzles, any solution is correct.

``pip install bitdoku inspect-ai``, then ``inspect eval bitdoku/answers/inspect_ai.py`` or, in Python,
``inspect_ai.eval(sudoku(100), model=…)``. :func:`documents` is the same task for published puzzles in a file.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bitdoku import _core
from bitdoku.answers._grade import grades_and_boards
from bitdoku.answers._prompt import prompt
from bitdoku.answers._tasks import tasks
from bitdoku.links import read_file
from bitdoku.rules import Rules
from bitdoku.rules._rules import rules_of

try:
    from inspect_ai import Task, task
    from inspect_ai.dataset import MemoryDataset, Sample
    from inspect_ai.scorer import Score, mean, scorer, stderr
except ImportError as error:
    raise ImportError("bitdoku.answers.inspect_ai needs inspect-ai: pip install inspect-ai") from error

if TYPE_CHECKING:
    from bitdoku.answers._prompt import Style
    from bitdoku.typing import RulesLike

__all__ = ["documents", "solved", "sudoku"]


@scorer(metrics={"correct": [mean(), stderr()], "credit": [mean(), stderr()]})
def solved() -> Any:
    """Score replies by :func:`bitdoku.answers.grade`: ``correct``, ``credit``, and the reason as explanation.

    The metadata of a sample hold ``puzzle`` and ``rules`` in JSON.
    """

    async def score(state: Any, _: Any) -> Any:
        rules = Rules.from_json(state.metadata["rules"])
        puzzle, text = state.metadata["puzzle"], state.output.completion
        [found], [board] = grades_and_boards(text, puzzle, rules)
        return Score(
            value={"correct": float(found["correct"]), "credit": float(found["credit"])},
            answer=_core.to_text(board, rules=rules) if found["parsed"] else None,
            explanation=str(found["reason"]),
        )

    return score


@task
def sudoku(
    n: int = 100,
    *,
    seed: int = 0,
    style: Style = "grid",
    rules: RulesLike = None,
    difficulty: Any = None,
) -> Any:
    """A task of ``n`` generated puzzles; the options are as for :func:`prompt` and :func:`bitdoku.generate`."""
    known = rules_of(rules)
    made = tasks(n, seed=seed, style=style, rules=known, difficulty=difficulty)
    samples = [_sample(item["prompt"], item["puzzle"], item["solution"], known) for item in made]
    return Task(dataset=MemoryDataset(samples, name="sudoku"), scorer=solved())


@task
def documents(path: str, *, style: Style = "grid") -> Any:
    """A task of the puzzles in a file, as read by :func:`bitdoku.links.read_file`, each with its own rules."""
    samples = []
    for shared in read_file(path):
        solution = (
            _core.solve(shared.puzzle, rules=shared.rules).solution if shared.solution is None else shared.solution
        )
        puzzle, target = (_core.to_text(board, rules=shared.rules) for board in (shared.puzzle, solution))
        samples.append(_sample(prompt(shared.puzzle, style, rules=shared.rules), puzzle, target, shared.rules))
    return Task(dataset=MemoryDataset(samples, name="documents"), scorer=solved())


def _sample(text: str, puzzle: str, solution: str, rules: Rules) -> Any:
    return Sample(input=text, target=solution, metadata={"puzzle": puzzle, "rules": rules.to_json()})

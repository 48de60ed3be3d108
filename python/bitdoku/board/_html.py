"""What results show in a notebook, as HTML: boards with captions, steps, explanations."""

from __future__ import annotations

import html
from itertools import islice
from typing import TYPE_CHECKING, Any

import numpy as np

from bitdoku._errors import PuzzleError, shown
from bitdoku.board._board import Board
from bitdoku.board._svg_step import note_of
from bitdoku.logic._explanation import end_of
from bitdoku.logic._steps import chains_within, named
from bitdoku.logic._techniques import SINGLES

if TYPE_CHECKING:
    from bitdoku._results import SolveResult
    from bitdoku.datasets._io.rows import Rows
    from bitdoku.logic._explanation import Explanation
    from bitdoku.logic._steps import Step

#: Number of boards that a result of many puzzles shows.
SHOWN = 4
#: How large the boards of results are.
SCALE = 300 / 364
#: Number of steps that an explanation draws.
PICTURES = 30

_CAPTIONS = {
    0: "no solution",
    1: "unique solution",
    2: "several solutions, the smallest shown",
    3: "undecided: the budget ran out",
    255: "malformed",
}


def result_html(result: SolveResult[Any, Any]) -> str:
    """The boards and verdicts of a solved puzzle, or of the first of many, as HTML.

    Without puzzles, the solutions are shown as givens.
    """
    codes = np.asarray(result.verdict)
    figures = []
    for index in islice(np.ndindex(codes.shape), SHOWN):
        code = int(codes[index])
        solution = _item(result.solution, index)
        puzzle = solution if result.puzzles is None else _item(result.puzzles, index)
        where = f"[{', '.join(map(str, index))}] " if index else ""
        picture = f"<pre>{html.escape(shown(puzzle))}</pre>" if code == 255 else _one(puzzle, solution, code, result)
        figures.append(_figure(picture, where + _CAPTIONS.get(code, str(code))))
    return _figures(figures, codes.size - len(figures))


def _figure(picture: str, caption: str) -> str:
    return (
        '<figure style="margin:0;max-width:100%">'
        f'{picture}<figcaption style="margin-top:4px;font-size:90%">{html.escape(caption)}</figcaption></figure>'
    )


def _figures(figures: list[str], more: int, note: str = "") -> str:
    """Figures beside each other, and how many are not shown."""
    words = ". ".join(filter(None, (f"and {more:,} more" if more > 0 else "", note)))
    below = f'<p style="margin:8px 0 0">{html.escape(words)}</p>' if words else ""
    return f'<div><div style="display:flex;flex-wrap:wrap;gap:16px">{"".join(figures)}</div>{below}</div>'


def boards_html(puzzles: Any, solutions: Any, rules: Any, note: str = "") -> str:
    """The first puzzles of an array with their solutions, and a note."""
    figures = []
    for k in range(min(len(puzzles), SHOWN)):
        board = Board(puzzles[k], None if solutions is None else solutions[k], rules=rules)
        figures.append(_figure(board._svg(None, "auto", SCALE), f"[{k}] {np.count_nonzero(board.puzzle)} clues"))
    return _figures(figures, len(puzzles) - len(figures), note)


def rows_html(rows: Rows) -> str:
    """The first rows of a data set, with their places, and the names of its columns."""
    figures = []
    rules = rows.__bitdoku_rules__
    for k in range(min(len(rows), SHOWN)):
        place = rows.place(k) or f"[{k}]"
        if rows.malformed[k]:
            figures.append(_figure(f"<pre>{html.escape(str(rows.fault(k)))}</pre>", f"{place}: malformed"))
            continue
        solution = None if rows.solution is None else rows.solution[k]
        candidates = None if rows.candidates is None else rows.candidates[k]
        try:
            board = Board(rows.puzzle[k], solution, candidates=candidates, rules=rules)
        except PuzzleError:  # the stored solution is of another puzzle
            board, place = Board(rows.puzzle[k], candidates=candidates, rules=rules), f"{place}: the solution differs"
        figures.append(_figure(board._svg(None, "auto", SCALE), place))
    columns = f"Columns: {', '.join(rows.columns)}." if rows.columns else ""
    return _figures(figures, len(rows) - len(figures), columns)


def step_html(step: Step, size: int = 364) -> str:
    """A step with its picture, as HTML."""
    words = note_of(step)
    note = f'<p style="margin:8px 0;opacity:0.75">{words}</p>' if words else ""
    within = "".join(
        f"<details><summary>Nested step {number}, with all concluded before it: {html.escape(inner.label)}</summary>"
        f'<p style="margin:8px 0;white-space:pre-line">{html.escape(inner.text)}</p></details>'
        for number, inner in chains_within(step)
    )
    return (
        f'<figure style="margin:0;max-width:{size + 260}px;display:flex;flex-wrap:wrap;gap:16px">'
        f'<div style="width:min(100%,{size}px)">{Board(step).svg(size=size)}</div>'
        f'<figcaption style="flex:1;min-width:200px"><b>{html.escape(step.label)}</b> ({step.worth})'
        f'<p style="margin:8px 0;white-space:pre-line">{html.escape(step.text)}</p>{within}{note}</figcaption></figure>'
    )


def explanation_html(explanation: Explanation) -> str:
    """The steps of an explanation as HTML, with pictures of all but singles, at most ``PICTURES``."""
    rating = "" if explanation.level is None else f", {explanation.level.name} {explanation.score}"
    if explanation.er is not None:
        rating = f", ER {explanation.er:.1f}, EP {explanation.ep:.1f}, ED {explanation.ed:.1f}"
    count = f"{len(explanation)} step{'s' * (len(explanation) != 1)}"
    reason = end_of(explanation)
    end = f"{explanation.ended}{rating}{'. ' * bool(reason)}{reason}"
    out = [f'<p style="margin:0 0 8px"><b>{count}</b>: {end}</p>']
    singles: list[str] = []
    pictures = PICTURES

    def flush() -> None:
        if singles:
            out.append(f'<div style="margin:4px 0">{", ".join(singles)}</div>')
            singles.clear()

    for number, step in enumerate(explanation, 1):
        if step.technique in SINGLES:
            singles.append(named(step.placements[0]))
            continue
        flush()
        title = f"{number}. {html.escape(step.notation)} ({step.worth})"
        if pictures > 0:
            pictures -= 1
            out.append(f"<details><summary>{title}</summary>{step_html(step, 300)}</details>")
        else:
            out.append(f'<div style="margin:4px 0">{title}</div>')
    flush()
    return f"<div>{''.join(out)}</div>"


def _one(puzzle: Any, solution: Any, code: int, result: SolveResult[Any, Any]) -> str:
    about: dict[str, Any] = {"symbols": result.symbols, "rules": result.rules}
    try:
        board = Board(puzzle, solution if code in (1, 2) else None, **about)
    except PuzzleError:  # the array of puzzles has been overwritten
        board = Board(solution, **about)
    return board._svg(None, "auto", SCALE)


def _item(many: Any, index: tuple[int, ...]) -> Any:
    """One item of a list, array, Series or Arrow column of puzzles."""
    if not index:
        return many
    if isinstance(many, np.ndarray):
        return many[index]
    for i in index:
        many = (many.iloc if hasattr(many, "iloc") else many)[i]
    return many.as_py() if hasattr(many, "as_py") else many

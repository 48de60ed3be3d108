"""The display of results in notebooks, as HTML: boards with captions, steps, explanations."""

from __future__ import annotations

from html import escape
from itertools import groupby
from typing import TYPE_CHECKING

import numpy as np

from bitdoku._display import html, svg
from bitdoku._errors import PuzzleError, shown
from bitdoku._row import Row
from bitdoku._table import Puzzles
from bitdoku.board._board import Board
from bitdoku.board._drawing import omission_note
from bitdoku.logic._explanation import Explanation
from bitdoku.logic._steps import Step, candidate_label, chains_within
from bitdoku.logic._techniques import SINGLES

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from bitdoku.board._board import Theme

#: The number of boards that a display of many puzzles shows.
MAX_SHOWN = 4
#: The scale of these boards.
SCALE = 300 / 364
#: The number of steps that an explanation draws.
MAX_PICTURES = 30


def _figure(picture: str, caption: str, below: str = "") -> str:
    return (
        '<figure style="margin:0;max-width:100%">'
        f'{picture}<figcaption style="margin-top:4px;font-size:90%">{escape(caption)}</figcaption>{below}</figure>'
    )


def _figures(figures: list[str], more: int, note: str = "") -> str:
    """Figures side by side, above the number of others and a note."""
    words = ". ".join(filter(None, (f"and {more:,} more" if more > 0 else "", note)))
    below = f'<p style="margin:8px 0 0">{escape(words)}</p>' if words else ""
    return f'<div><div style="display:flex;flex-wrap:wrap;gap:16px">{"".join(figures)}</div>{below}</div>'


def board_figure(board: Board, caption: str, solution: NDArray[np.uint8] | None) -> str:
    """A puzzle with a caption, and its solution folded."""
    solved = ""
    if solution is not None and solution.any():
        try:
            picture = Board(board, solution)._svg(None, "auto", scale=SCALE)
            solved = f"<details><summary>Solution</summary>{picture}</details>"
        except PuzzleError:
            caption += "; the solution contradicts the puzzle"
    return _figure(board._svg(None, "auto", scale=SCALE), caption, solved)


@html.register(Row)
def row_html(row: Row, place: str = "") -> str:
    """A row of a table: the puzzle, and the solution on request."""
    if row.malformed:
        return "<p>malformed</p>"
    return board_figure(Board(row), f"{place}{np.count_nonzero(row.puzzle)} clues", row.solution)


@html.register(Puzzles)
def puzzles_html(table: Puzzles) -> str:
    """The first puzzles of a table, with their places, the other columns and the seed; solutions are folded."""
    figures = []
    for k, row in enumerate(table[:MAX_SHOWN]):
        place = table.place(k)
        if table.malformed[k]:
            figures.append(_figure(f"<pre>{escape(str(table.fault(k)))}</pre>", f"{place}: malformed"))
            continue
        figures.append(row_html(row, f"{place}: "))
    others = [name for name in table.columns if name not in ("puzzle", "solution")]
    notes = ["No puzzles"] * (not len(table))
    notes += [f"Columns: {', '.join(others)}"] * bool(others)
    notes += [f"Seed {shown(table.seed)}, start {table.start}"] * (table.seed is not None)
    return _figures(figures, len(table) - len(figures), ". ".join(notes) + "." * bool(notes))


@html.register(Step)
def step_html(step: Step, size: int = 364) -> str:
    """A step with its picture and text, as HTML."""
    words = omission_note(step)
    note = f'<p style="margin:8px 0;opacity:0.75">{words}</p>' if words else ""
    nested = "".join(
        f"<details><summary>Nested step {number}, based on earlier conclusions: {escape(inner.label)}</summary>"
        f'<p style="margin:8px 0;white-space:pre-line">{escape(inner.text)}</p></details>'
        for number, inner in chains_within(step)
    )
    return (
        f'<figure style="margin:0;max-width:{size + 260}px;display:flex;flex-wrap:wrap;gap:16px">'
        f'<div style="width:min(100%,{size}px)">{Board(step).svg(size=size)}</div>'
        f'<figcaption style="flex:1;min-width:200px"><b>{escape(step.label)}</b> ({step.worth})'
        f'<p style="margin:8px 0;white-space:pre-line">{escape(step.text)}</p>{nested}{note}</figcaption></figure>'
    )


@html.register(Explanation)
def explanation_html(explanation: Explanation) -> str:
    """The steps of an explanation as HTML, with pictures of all but singles, at most `MAX_PICTURES`."""
    rating = "" if explanation.level is None else f", {explanation.level.name} {explanation.score}"
    if explanation.er is not None:
        rating = f", ER {explanation.er:.1f}, EP {explanation.ep:.1f}, ED {explanation.ed:.1f}"
    count = f"{len(explanation)} step{'s' * (len(explanation) != 1)}"
    reason = explanation._closing
    end = f"{explanation.ended}{rating}{'. ' * bool(reason)}{reason}"
    out = [f'<p style="margin:0 0 8px"><b>{count}</b>: {end}</p>']
    pictures = 0
    for is_single, group in groupby(enumerate(explanation, 1), lambda item: item[1].technique in SINGLES):
        if is_single:
            digits = ", ".join(candidate_label(step.placements[0]) for _, step in group)
            out.append(f'<div style="margin:4px 0">{digits}</div>')
            continue
        for number, step in group:
            title = f"{number}. {escape(step.notation)} ({step.worth})"
            pictures += 1
            if pictures <= MAX_PICTURES:
                out.append(f"<details><summary>{title}</summary>{step_html(step, 300)}</details>")
            else:
                out.append(f'<div style="margin:4px 0">{title}</div>')
    return f"<div>{''.join(out)}</div>"


@svg.register(Step)
def step_svg(step: Step, *, size: int, theme: Theme) -> str:
    """A step drawn on the board before it."""
    return Board(step).svg(size=size, theme=theme)

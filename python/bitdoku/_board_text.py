"""Boards of any side as text: a line, a framed board, a grid of candidates; the twin of src/board/text/print.rs.

Frames part boxes; a board with other regions, or without boxes, has one frame around it. What comes out reads back.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    import numpy.typing as npt

    from bitdoku.rules import Rules

__all__ = ["board", "candidates", "line"]

_LETTERS = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"

#: Across, down, and the corners of the top, middle and bottom line.
_FRAMES = {
    "box": ("─", "│", "┌┬┐", "├┼┤", "└┴┘"),
    "ascii": ("-", "|", "+++", "+++", "+++"),
}


def _symbols(side: int, symbols: str | None) -> Sequence[str]:
    """What stands for each digit: a letter, or a number where letters end."""
    return symbols or (_LETTERS[:side] if side <= len(_LETTERS) else [str(digit + 1) for digit in range(side)])


def line(cells: npt.NDArray[np.uint8], symbols: str | None) -> str:
    """The digits in a row, apart by blanks where they are numbers."""
    words = [".", *_symbols(len(cells), symbols)]
    between = "" if len(words[-1]) == 1 else " "
    return between.join(words[digit] for digit in cells.ravel())


def board(cells: npt.NDArray[np.uint8], rules: Rules, frame: str, symbols: str | None) -> str:
    """The framed board, ``.`` for blank; no line break at the end."""
    words = [".", *_symbols(len(cells), symbols)]
    return _framed([[words[digit] for digit in row] for row in cells], rules, frame)


def candidates(masks: npt.NDArray[np.unsignedinteger], rules: Rules, frame: str, symbols: str | None) -> str:
    """The grid of candidates in aligned columns, ``!`` where a cell has none; no line break at the end."""
    words = _symbols(len(masks), symbols)
    between = "" if len(words[-1]) == 1 else ","
    texts = [
        [between.join(word for k, word in enumerate(words) if mask >> k & 1) or "!" for mask in map(int, row)]
        for row in masks
    ]
    return _framed(texts, rules, frame)


def _framed(texts: list[list[str]], rules: Rules, frame: str) -> str:
    if frame not in _FRAMES:
        raise ValueError(f"frame is {frame!r}; expected 'box' or 'ascii'")
    across, down, *corners = _FRAMES[frame]
    side = len(texts)
    height, width = rules.box if rules.box and 1 not in rules.box else (side, side)
    widths = [max(len(row[column]) for row in texts) for column in range(side)]
    starts = range(0, side, width)

    def stroke(corner: str) -> str:
        parts = [across * (sum(widths[start : start + width]) + width + 1) for start in starts]
        return corner[0] + corner[1].join(parts) + corner[2]

    out = [stroke(corners[0])]
    for k, row in enumerate(texts):
        if k and k % height == 0:
            out.append(stroke(corners[1]))
        padded = [text.ljust(widths[column]) for column, text in enumerate(row)]
        groups = [" " + " ".join(padded[start : start + width]) + " " for start in starts]
        out.append(down + down.join(groups) + down)
    return "\n".join([*out, stroke(corners[2])])

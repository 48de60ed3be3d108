"""Boards of SudokuPad documents with cells around them for clues: the board is where the regions are."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Frame:
    """The place of a square board in a larger grid of cells.

    Attributes
    ----------
    rows, columns
        The rows and columns of the grid.
    top, left
        The first row and column of the board.
    side
        The side of the board.
    """

    rows: int
    columns: int
    top: int
    left: int
    side: int

    def inside(self, text: str) -> str:
        """The characters of the board of a text with one for each cell of the grid; any other text is unchanged."""
        if len(text) != self.rows * self.columns:
            return text
        starts = (row * self.columns + self.left for row in range(self.top, self.top + self.side))
        return "".join(text[start : start + self.side] for start in starts)


def cropped(data: dict[str, Any]) -> tuple[dict[str, Any], Frame | None]:
    """The document of the board alone, with the coordinates of the board, and the frame; None if there is none.

    Values in the cells around the board become texts.
    """
    frame = _frame(data)
    if frame is None:
        return data, None
    inside = range(frame.top, frame.top + frame.side), range(frame.left, frame.left + frame.side)

    def moved(point: Any) -> Any:
        numbers = isinstance(point, list) and len(point) == 2 and all(type(x) in (int, float) for x in point)
        return [point[0] - frame.top, point[1] - frame.left] if numbers else point

    def entries(key: str, part: str) -> list[Any]:
        found = []
        for entry in data.get(key) or []:
            points = entry.get(part) if isinstance(entry, dict) else None
            if part == "center" and points is not None:
                found.append({**entry, part: moved(points)})
            elif isinstance(points, list):
                found.append({**entry, part: [moved(point) for point in points]})
            else:
                found.append(entry)
        return found

    texts = [
        {"center": moved([row + 0.5, column + 0.5]), "width": 0, "height": 0, "text": str(cell["value"])}
        for row, cells in enumerate(data["cells"]) for column, cell in enumerate(cells)
        if isinstance(cell, dict) and cell.get("value") not in (None, "")
        and not (row in inside[0] and column in inside[1])
    ]  # fmt: skip
    return {
        **data,
        "cells": [[data["cells"][row][column] for column in inside[1]] for row in inside[0]],
        "regions": [[moved(cell) for cell in region] for region in data["regions"]],
        "cages": entries("cages", "cells"),
        "lines": entries("lines", "wayPoints"),
        "arrows": entries("arrows", "wayPoints"),
        "underlays": entries("underlays", "center"),
        "overlays": [*entries("overlays", "center"), *texts],
    }, frame


def _frame(data: dict[str, Any]) -> Frame | None:
    """The frame if the regions are all cells of a square that is smaller than the grid."""
    rows = data["cells"]
    regions = data.get("regions")
    if not isinstance(regions, list) or not regions or not all(isinstance(row, list) for row in rows):
        return None
    cells = [cell for region in regions if isinstance(region, list) for cell in region]
    if not all(isinstance(cell, list) and len(cell) == 2 and all(type(x) is int for x in cell) for cell in cells):
        return None
    places = {(row, column) for row, column in cells}
    if not places:
        return None
    top, left = (min(place[axis] for place in places) for axis in (0, 1))
    side = max(row for row, _ in places) - top + 1
    width = min(map(len, rows))
    whole = places == {(top + down, left + right) for down in range(side) for right in range(side)}
    fits = 0 <= top <= len(rows) - side and 0 <= left <= width - side
    if side < 4 or not whole or not fits or {len(region) for region in regions} != {side} or side == len(rows) == width:
        return None
    return Frame(len(rows), width, top, left, side)

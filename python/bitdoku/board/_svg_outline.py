"""The measures of a board as SVG, and outlines of groups of cells."""

from __future__ import annotations

#: The width of a cell, and the offset of the first one.
CELL, MARGIN = 40, 2
#: The distance of an outline from the borders of the cells.
INSET = 2.7


def outline(cells: set[tuple[int, int]]) -> str:
    """The path of the outline of cells, drawn inside them."""
    out = []
    transposed = {(column, row) for row, column in cells}
    for row, column in sorted(cells):
        # The edges above and below; with rows and columns exchanged, the edges at the left and right.
        for turned, at, along, members in ((False, row, column, cells), (True, column, row, transposed)):
            for step in (-1, 1):
                if (at + step, along) in members:
                    continue
                level = MARGIN + (at + (step > 0)) * CELL - step * INSET
                ends = []
                for side in (-1, 1):
                    end = float(MARGIN + (along + (side > 0)) * CELL)
                    if (at, along + side) not in members:
                        end -= side * INSET
                    elif (at + step, along + side) in members:
                        end += side * INSET
                    ends.append(end)
                out.append(f"M{level:g} {ends[0]:g}V{ends[1]:g}" if turned else f"M{ends[0]:g} {level:g}H{ends[1]:g}")
    return "".join(out)

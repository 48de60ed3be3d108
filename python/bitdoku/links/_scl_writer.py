"""Rules as drawings and words of a SudokuPad document, which `_scl_rules` reads.

Each kind of rule has a drawing and a sentence; a line has a color of its own, which the sentence names.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bitdoku._errors import RulesError
from bitdoku.rules._outside import DIRECTIONS

if TYPE_CHECKING:
    from collections.abc import Iterable

    import numpy.typing as npt

    from bitdoku import rules as r
    from bitdoku.rules import Rules

    Cell = tuple[int, int]

#: The color and the sentence of each kind of line.
_LINES = {
    "thermometer": ("#cccccc", "Digits on a thermometer increase from the bulb."),
    "slow thermometer": ("#cccccc", "Slow thermometers: digits increase from the bulb or are equal."),
    "renban": ("#f067f0", "A purple line contains a set of consecutive digits in any order."),
    "palindrome": ("#aaaaaa", "A gray line is a palindrome."),
    "region_sum_line": ("#3366ff", "Box or region borders divide a blue line into segments with the same sum."),
    "entropic": ("#ffccaa", "Three successive digits on an orange line have one low, one middle and one high digit."),
    "between": ("#222222", "Digits on a black line are between the digits in the circles at its ends."),
    "zipper": (
        "#ee4444",
        "Digits at an equal distance from the center of a red line add up to the digit in its center.",
    ),
}
_GREEN, _YELLOW, _TURQUOISE = "#67f067", "#ffe033", "#33ddc0"
#: The sentences of the other rules.
_SENTENCES = {
    "killer_cage": "Digits in a cage add up to the number in its corner.",
    "cage": "Digits in a cage do not repeat.",
    "repeats": "Digits can repeat in a cage.",
    "arrow": "Digits along an arrow sum to the number in its circle.",
    "white": "Digits joined by a white dot are consecutive.",
    "black": "Digits joined by a black dot have a ratio of 1:2.",
    "dots": "All possible dots are given.",
    "x": "Digits joined by an X sum to 10.",
    "v": "Digits joined by a V sum to 5.",
    "all xv": "All Xs and Vs are given.",
    "odd": "A yellow circle contains an odd digit.",
    "even": "A yellow square contains an even digit.",
    "counting_circles": "A digit in a blue circle tells how many circles contain it.",
    "quadruple": "The digits in a white circle are in the four cells around it.",
    "little_killer": "A number outside the grid is the sum of the digits on the indicated diagonal.",
    "sandwich": "Sandwich: a number outside the grid is the sum of the digits between 1 and 9.",
    "x_sum": "X-sums: a number outside the grid is the sum of as many digits as the first digit says.",
    "skyscraper": "Skyscrapers: a number outside the grid is the number of visible buildings.",
    "diagonals": "Digits do not repeat on a marked diagonal.",
    "anti_knight": "Cells a knight's move apart do not contain the same digit.",
    "anti_king": "Cells a king's move apart do not contain the same digit.",
    "non_consecutive": "Orthogonally adjacent cells do not contain consecutive digits.",
    "disjoint_groups": "Cells in the same position in different boxes do not contain the same digit: disjoint groups.",
}


class Writer:
    """Writes rules to a document, with one method for each kind of rule that has a drawing or a sentence."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.side = rules.side
        self.lists: dict[str, list[dict[str, Any]]] = {}
        self.sentences: dict[str, None] = {"Normal sudoku rules apply.": None}

    def write(self, rule: r.Rule) -> None:
        """Write a rule. Raises RulesError if it has no drawing."""
        if (make := getattr(self, f"_{rule.name}", None)) is not None:
            make(**rule.arguments)
        elif rule.name in _LINES:
            self._line(rule.name, next(iter(rule.arguments.values())))
        elif rule.name in _SENTENCES and not rule.arguments:
            self._say(rule.name)
        else:
            raise RulesError(f"SudokuPad's own format does not support the rule {rule.name!r}")

    def document(self, givens: npt.NDArray[Any]) -> dict[str, Any]:
        """The document, without texts."""
        cells = [[{"value": digit} if digit else {} for digit in row] for row in givens.tolist()]
        regions: dict[int, list[list[int]]] = {}
        for (row, column), region in [(place, int(self.rules.regions[place])) for place in self._places()]:
            regions.setdefault(region, []).append([row, column])
        return {"cellSize": 50, "cells": cells, "regions": [*regions.values()], **self.lists}

    def _places(self) -> list[Cell]:
        return [(row, column) for row in range(self.side) for column in range(self.side)]

    # --- drawings ---

    def _say(self, name: str) -> None:
        self.sentences[_SENTENCES[name]] = None

    def _add(self, kind: str, **entry: Any) -> None:
        self.lists.setdefault(kind, []).append(entry)

    def _draw(self, cells: Iterable[Any], color: str) -> None:
        points = [[row + 0.5, column + 0.5] for row, column in cells]
        self._add("lines", wayPoints=points, color=color, thickness=10)

    def _line(self, name: str, cells: Any) -> None:
        color, sentence = _LINES[name]
        self.sentences[sentence] = None
        self._draw(cells, color)

    def _shape(self, row: float, column: float, size: float, **entry: Any) -> None:
        self._add("overlays", center=[row, column], width=size, height=size, **entry)

    def _circle(self, cell: Cell, size: float = 0.8, **entry: Any) -> None:
        self._shape(cell[0] + 0.5, cell[1] + 0.5, size, rounded=True, **entry)

    # --- rules; `Rule.arguments` are the arguments ---

    def _killer_cage(self, cells: Any, sum: int | None) -> None:
        self._say("cage" if sum is None else "killer_cage")
        self._cage(cells, sum, unique=True)

    def _different(self, cells: Any) -> None:
        self._killer_cage(cells, None)

    def _total(self, cells: Any, sum: int, weights: Any, no_repeat: bool) -> None:
        if {*(weights or [1])} != {1}:
            raise RulesError("SudokuPad's own format supports 'total' only as a cage, without weights")
        self._say("killer_cage")
        if not no_repeat:
            self._say("repeats")
        self._cage(cells, sum, unique=no_repeat)

    def _cage(self, cells: Any, sum: int | None, *, unique: bool) -> None:
        value = {} if sum is None else {"value": str(sum)}
        self._add("cages", cells=[list(cell) for cell in cells], **value, unique=unique)

    def _thermometer(self, cells: Any, slow: bool) -> None:
        color = _LINES["thermometer"][0]
        self._line("slow thermometer" if slow else "thermometer", cells)
        self._add(
            "underlays", center=[cells[0][0] + 0.5, cells[0][1] + 0.5], width=0.8, height=0.8, rounded=True,
            backgroundColor=color,
        )  # fmt: skip

    def _whispers(self, cells: Any, difference: int | None) -> None:
        number = difference or (len(self.rules.digits) + 1) // 2
        self.sentences[f"Adjacent digits on a green line differ by at least {number}."] = None
        self._draw(cells, _GREEN)

    def _modular(self, cells: Any, modulus: int) -> None:
        words = {
            2: ("turquoise", _TURQUOISE, "alternate between odd and even"),
            3: ("yellow", _YELLOW, "are modular: three successive digits have different remainders modulo 3"),
        }
        if modulus not in words:
            raise RulesError(f"SudokuPad's own format supports 'modular' only with 2 and 3; it is {modulus} here")
        name, color, text = words[modulus]
        self.sentences[f"Digits on a {name} line {text}."] = None
        self._draw(cells, color)

    def _between(self, cells: Any) -> None:
        self._line("between", cells)
        for cell in (cells[0], cells[-1]):
            self._circle(cell, backgroundColor="#FFFFFF", borderColor="#222222")

    def _arrow(self, circle: Any, path: Any) -> None:
        head = [circle] if isinstance(circle[0], int) else list(circle)
        self._say("arrow")
        if len(head) > 1 and (len({*head}) < len(head) or not self._is_pill(head)):
            raise RulesError("SudokuPad's own format needs the cells of a circle side by side, in reading order")
        (top, left), (bottom, right) = head[0], head[-1]
        center = [(top + bottom + 1) / 2, (left + right + 1) / 2]
        self._add(
            "overlays", center=center, width=right - left + 0.82, height=bottom - top + 0.82, rounded=True,
            backgroundColor="#FFFFFF", borderColor="#aaaaaa",
        )  # fmt: skip
        nearest = min(head, key=lambda cell: max(abs(cell[0] - path[0][0]), abs(cell[1] - path[0][1])))
        points = [[row + 0.5, column + 0.5] for row, column in [nearest, *path]]
        self._add("arrows", wayPoints=points, color="#aaaaaa", thickness=3, headLength=0.3)

    def _is_pill(self, head: list[Cell]) -> bool:
        row, column = head[0]
        across = [(row, column + k) for k in range(len(head))]
        return head in (across, [(row + k, column) for k in range(len(head))])

    def _pairs(self, pairs: Any, name: str, **entry: Any) -> None:
        self._say(name)
        for first, second in pairs:
            row, column = (first[0] + second[0] + 1) / 2, (first[1] + second[1] + 1) / 2
            self._shape(row, column, 0.34, rounded=True, **entry)

    def _kropki_white(self, pairs: Any) -> None:
        self._pairs(pairs, "white", backgroundColor="#FFFFFF", borderColor="#000000")

    def _kropki_black(self, pairs: Any) -> None:
        self._pairs(pairs, "black", backgroundColor="#000000")

    def _kropki(self, white: Any, black: Any) -> None:
        self._kropki_white(white)
        self._kropki_black(black)
        self._say("dots")

    def _xv(self, x: Any, v: Any, all_given: bool) -> None:
        for name, pairs in (("x", x), ("v", v)):
            if pairs or all_given:
                self._pairs(pairs, name, backgroundColor="#FFFFFF", text=name.upper(), fontSize=14)
        if all_given:
            self._say("all xv")

    def _odd(self, cells: Any) -> None:
        self._say("odd")
        for cell in cells:
            self._circle(cell, 0.7, backgroundColor=_YELLOW)

    def _even(self, cells: Any) -> None:
        self._say("even")
        for row, column in cells:
            self._shape(row + 0.5, column + 0.5, 0.7, backgroundColor=_YELLOW)

    def _counting_circles(self, cells: Any) -> None:
        self._say("counting_circles")
        for cell in cells:
            self._circle(cell, backgroundColor="#FFFFFF", borderColor="#3366ff")

    def _quadruple(self, cell: Any, digits: Any) -> None:
        self._say("quadruple")
        text = "".join(map(str, [digits] if isinstance(digits, int) else digits))
        self._shape(
            cell[0] + 1, cell[1] + 1, 0.6, rounded=True, backgroundColor="#FFFFFF", borderColor="#000000", text=text
        )

    def _little_killer(self, start: Any, direction: str, sum: int) -> None:
        self._say("little_killer")
        down, right = DIRECTIONS[direction]
        row, column = start[0] - down + 0.5, start[1] - right + 0.5
        self._shape(row, column, 0.5, text=str(sum), fontSize=20)
        points = [[row + 0.2 * down, column + 0.2 * right], [row + 0.45 * down, column + 0.45 * right]]
        self._add("arrows", wayPoints=points, color="#000000", thickness=2, headLength=0.2)

    def _beside(self, name: str, value: int, row: int | None, column: int | None, reverse: bool = False) -> None:
        self._say(name)
        at = self.side + 0.5 if reverse else -0.5
        place = (at, (column or 0) + 0.5) if row is None else (row + 0.5, at)
        self._shape(*place, 0.5, text=str(value), fontSize=20)

    def _sandwich(self, sum: int, row: int | None, column: int | None) -> None:
        self._beside("sandwich", sum, row, column)

    def _x_sum(self, sum: int, row: int | None, column: int | None, reverse: bool) -> None:
        self._beside("x_sum", sum, row, column, reverse)

    def _skyscraper(self, count: int, row: int | None, column: int | None, reverse: bool) -> None:
        self._beside("skyscraper", count, row, column, reverse)

    def _diagonals(self, main: bool, anti: bool) -> None:
        self._say("diagonals")
        corners = [[[0, 0], [self.side, self.side]]] * main + [[[0, self.side], [self.side, 0]]] * anti
        for points in corners:
            self._add("lines", wayPoints=points, color="#3366ff", thickness=2)

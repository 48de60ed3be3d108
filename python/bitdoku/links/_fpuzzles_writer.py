"""Rules as JSON of f-puzzles, in the format that `_fpuzzles` reads."""

from __future__ import annotations

from functools import partialmethod
from itertools import combinations
from typing import TYPE_CHECKING, Any

from bitdoku import rules as r
from bitdoku._errors import RulesError
from bitdoku.links._fpuzzles import (
    DIAGONALS,
    FLAGS,
    LINES,
    OUTSIDE,
    differ_by,
    have_ratio,
    is_not_consecutive,
    is_not_double,
)
from bitdoku.rules._outside import DIRECTIONS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from bitdoku.rules import Rules

#: Relations that are no dots. Whether the pairs are those of the negative constraint is checked by reading them.
_RELATIONS = {
    "nabner": lambda a, b: abs(a - b) > 1, "nonconsecutive": is_not_consecutive, "ratio": is_not_double,
}  # fmt: skip


class Writer:
    """Writes rules to the JSON of f-puzzles, with one method for each kind of rule that the format supports."""

    def __init__(self, data: dict[str, Any], rules: Rules) -> None:
        self.data = data
        self.side = rules.side
        self.known = rules

    def write(self, rule: r.Rule) -> None:
        """Write a rule. Raises RulesError if the format does not support it."""
        if rule.name in FLAGS:
            self.data[FLAGS[rule.name]] = True
        elif rule.name in LINES:
            cells, *other = rule.arguments.values()
            if rule.name == "modular" and other == [2]:
                self._line("parityline", cells)
                return
            default = {"lockout": len(self.known.digits) // 2, "modular": 3}.get(rule.name)
            if other not in ([], [None], [default]):
                raise RulesError(f"f-puzzles supports {rule.name!r} only with {default}; it is {other[0]} here")
            self._line(LINES[rule.name], cells)
        elif rule.name in OUTSIDE:
            self._outside(OUTSIDE[rule.name], *rule.arguments.values())
        elif (make := getattr(self, rule.name, None)) is not None:
            make(**rule.arguments)
        else:
            raise RulesError(f"f-puzzles does not support the rule {rule.name!r}")

    def _add(self, key: str, entry: Any) -> None:
        self.data.setdefault(key, []).append(entry)

    def _names(self, cells: Iterable[Any]) -> list[str]:
        return [f"R{row + 1}C{column + 1}" for row, column in cells]

    def _line(self, key: str, cells: Any, **more: str) -> None:
        self._add(key, {"lines": [self._names(cells)], **more})

    def _pairs(self, key: str, pairs: Any, value: str) -> None:
        for pair in pairs:
            self._add(key, {"cells": self._names(pair), "value": value})

    def allowed(self, cell: Any, digits: Any) -> None:
        """Add the digits to the cell; several rules for a cell intersect."""
        row, column = cell
        entry = self.data["grid"][row][column]
        marks = {*digits} if isinstance(digits, tuple) else {digits}
        entry["givenPencilMarks"] = sorted(marks & {*entry.get("givenPencilMarks", marks)})

    def different(self, cells: Any) -> None:
        self._add("killercage", {"cells": self._names(cells)})

    def diagonals(self, main: bool, anti: bool) -> None:
        self.data.update({"diagonal-": True} if main else {}, **({"diagonal+": True} if anti else {}))

    def windoku(self) -> None:
        for part in r.windoku().expanded(self.known._layout):
            self.extra_region(part.arguments["cells"])

    def non_consecutive(self) -> None:
        if any(rule.name.startswith("kropki") for rule in self.known.rules):
            raise RulesError("f-puzzles cannot combine 'non_consecutive' with dots")
        self.data["nonconsecutive"] = True

    def extra_region(self, cells: Any) -> None:
        self._add("extraregion", {"cells": self._names(cells)})

    def killer_cage(self, cells: Any, sum: int | None) -> None:
        self._add("killercage", {"cells": self._names(cells), **({} if sum is None else {"value": str(sum)})})

    def total(self, cells: Any, sum: int, weights: Any, no_repeat: bool) -> None:
        if not no_repeat or {*(weights or [1])} != {1}:
            raise RulesError("f-puzzles supports 'total' only as a cage: no_repeat=True, without weights")
        self.killer_cage(cells, sum)

    def related(self, pairs: Any, table: Any) -> None:
        """Add dots with a number, for a difference or a ratio, a negative constraint, or a Nabner line."""
        tables = {name: self.known._layout.table(fits) for name, fits in _RELATIONS.items()}
        line = list(dict.fromkeys(cell for pair in pairs for cell in pair))
        if table == tables["nabner"] and [*combinations(line, 2)] == [*pairs]:
            self._line("nabner", line)
            return
        if table == tables["nonconsecutive"]:
            self.data["nonconsecutive"] = True
            return
        if table == tables["ratio"]:
            self._add("negative", "ratio")
            return
        for key, fits in (("difference", differ_by), ("ratio", have_ratio)):
            for value in range(1, self.side):
                if table == self.known._layout.table(fits(value)):
                    self._pairs(key, pairs, str(value))
                    return
        raise RulesError("f-puzzles supports 'related' only for differences and ratios")

    def greater_than(self, pairs: Any) -> None:
        """Add a minimum or maximum if the pairs are all neighbors of one cell, else thermometers of two cells."""
        for key, end in (("maximum", 0), ("minimum", 1)):
            cells = {pair[end] for pair in pairs}
            every = {frozenset(pair) for pair in self.known._layout.neighbors() if cells & {*pair}}
            if len(cells) == 1 and every == {frozenset(pair) for pair in pairs}:
                self._add(key, {"cell": self._names(cells)[0]})
                return
        for more, less in pairs:
            self._line("thermometer", [less, more])

    def little_killer(self, start: Any, direction: str, sum: int) -> None:
        down, right = DIRECTIONS[direction]
        (part,) = r.little_killer(start, direction, sum).expanded(self.known._layout)
        self._add(
            "littlekillersum",
            {
                "cell": self._names([(start[0] - down, start[1] - right)])[0],
                "cells": self._names(part.arguments["cells"]),
                "direction": next(key for key, name in DIAGONALS.items() if name == direction),
                "value": str(sum),
            },
        )

    def _outside(self, key: str, value: int, row: int | None, column: int | None, reverse: bool = False) -> None:
        end = self.side + 1 if reverse else 0
        cell = f"R{row + 1}C{end}" if row is not None else f"R{end}C{(column or 0) + 1}"
        self._add(key, {"cell": cell, "value": str(value)})

    def quadruple(self, cell: Any, digits: Any) -> None:
        around = [(cell[0] + down, cell[1] + right) for down in (0, 1) for right in (0, 1)]
        self._add(
            "quadruple", {"cells": self._names(around), "values": [digits] if isinstance(digits, int) else digits}
        )

    def indexing(self, cells: Any, by: str) -> None:
        self._add(f"{by}indexer", {"cells": self._names(cells)})

    def thermometer(self, cells: Any, slow: bool) -> None:
        self._line("slowthermometer" if slow else "thermometer", cells)

    def whispers(self, cells: Any, difference: int | None) -> None:
        self._line("whispers", cells, value=str(difference or (len(self.known.digits) + 1) // 2))

    def arrow(self, circle: Any, path: Any) -> None:
        cells = [circle] if isinstance(circle[0], int) else list(circle)
        self._add("arrow", {"lines": [self._names([cells[-1], *path])], "cells": self._names(cells)})

    def even(self, cells: Any, key: str = "even") -> None:
        for name in self._names(cells):
            self._add(key, {"cell": name})

    odd = partialmethod(even, key="odd")
    maximum = partialmethod(even, key="maximum")
    minimum = partialmethod(even, key="minimum")

    def clone(self, cells: Any, copy: Any) -> None:
        self._add("clone", {"cells": self._names(cells), "cloneCells": self._names(copy)})

    kropki_white = partialmethod(_pairs, "difference", value="1")
    kropki_black = partialmethod(_pairs, "ratio", value="2")

    def kropki(self, white: Any, black: Any) -> None:
        if sum(rule.name.startswith("kropki") for rule in self.known.rules) > 1:
            raise RulesError("f-puzzles cannot combine 'kropki' with other dots")
        self.kropki_white(white)
        self.kropki_black(black)
        self.data["nonconsecutive"] = True
        self._add("negative", "ratio")

    def xv(self, x: Any, v: Any, all_given: bool) -> None:
        self._pairs("xv", x, "X")
        self._pairs("xv", v, "V")
        if all_given:
            self._add("negative", "xv")

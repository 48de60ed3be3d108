"""Constraints of SudokuMaker, which have numbers as types.

Cells are numbers in reading order. An edge, a corner and a cell beside the board are numbers too::

    edge        2 * side * row + column             between (row, column - 1) and (row, column)
                2 * side * row + side + column      between (row, column) and (row + 1, column)
    corner      (side + 1) * row + column           the upper left corner of (row, column)
    outer cell  (side + 2) * (row + 1) + column + 1

``diagonal`` of a little killer is 1 from the lower left to the upper right, and -1 from the upper left. In sets of
digits, bit d is the digit d. The first cell of a bulb with several cells has the last digit of its number.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, ClassVar

from bitdoku import rules as r
from bitdoku._errors import RulesError, shown
from bitdoku.links._shared import unsupported
from bitdoku.rules._outside import DIRECTIONS

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator

    from bitdoku.links._shared import Cell
    from bitdoku.rules import Rules

    #: The keys of a constraint and the function that reads it.
    Entry = tuple[str, Callable[["ConstraintsReader", dict[str, Any]], Any]]

#: The names of the types.
NAMES = {
    0: "Givens", 1: "Regions", 10: "DiagonalMinus", 11: "DiagonalPlus", 12: "Antiking", 13: "Antiknight",
    14: "DisjointGroups", 15: "Nonconsecutive", 16: "GlobalEntropy", 100: "Even", 101: "Odd", 102: "Maximum",
    103: "Minimum", 200: "Difference", 201: "Ratio", 202: "XV", 300: "Thermometer", 301: "KillerCages", 302: "Clone",
    303: "Quadruple", 304: "LookAndSayCages", 305: "DifferentValues", 306: "CountingCircles", 400: "Renban",
    401: "Whisper", 402: "Palindrome", 403: "BetweenLines", 404: "RegionSumLine", 405: "Sequence", 406: "EntropyLines",
    407: "LockoutLines", 408: "Arrow", 409: "DoubleArrow", 500: "LittleKillers", 501: "SandwichSums", 502: "XSums",
    503: "Skyscrapers", 504: "NumberedRooms", 600: "RowIndexer", 601: "ColumnIndexer", 1000: "Custom",
    2000: "CosmeticLine", 2001: "CosmeticCage", 2002: "CosmeticSymbol", 2003: "SudokuRules", 4000: "FogLights",
    4001: "FogTriggers",
}  # fmt: skip
#: Constraints that are read elsewhere.
_READ = {"Givens", "Regions", "SudokuRules"}
#: Constraints that do not affect the solution.
_NEUTRAL = {"FogLights", "FogTriggers"}
#: Keys of all constraints.
_KEYS = {"type", "name", "disabled", "style", "id"}


def _of_cells(make: Callable[[list[Cell]], r.Rule]) -> Entry:
    return "cells", lambda self, block: [make(self._cells(block["cells"]))] if block["cells"] else []


def _of_lines(make: Callable[[list[Cell]], r.Rule]) -> Entry:
    return "lines", lambda self, block: [make(line) for line in self._lines(block)]


def _clues_of(name: str) -> Entry:
    return "clues", lambda self, block: self._outside(block, name)


class ConstraintsReader:
    """Reads the constraints of a document.

    Attributes
    ----------
    drawings, cages
        The cosmetics, in the form of SudokuPad.
    marks
        The pairs of cells with X, V and dots.
    ignored
        The names of constraints that were skipped.
    """

    def __init__(self, board: Rules, ignore: Collection[str]) -> None:
        self.board = board
        self.side = board.side
        self.ignore = ignore
        self.drawings: dict[str, list[dict[str, Any]]] = {"lines": [], "arrows": [], "underlays": [], "overlays": []}
        self.cages: list[dict[str, Any]] = []
        self.marks: dict[str, list[tuple[Cell, Cell]]] = {
            name: [] for name in ("x", "v", "kropki_white", "kropki_black")
        }
        self.negative: dict[str, tuple[list[int], bool]] = {}
        self.ignored: dict[str, None] = {}

    def rules(self, blocks: list[dict[str, Any]]) -> list[r.Rule]:
        """All rules. Raises RulesError for malformed and unsupported constraints."""
        found: list[r.Rule] = []
        for block in blocks:
            name = NAMES.get(block.get("type", -1), "") if type(block.get("type")) is int else ""
            label = self._label(block, name)
            if name in _READ or name in self.ignore or label in self.ignore:
                if name not in _READ:
                    self.ignored[label] = None
                continue
            if name in _NEUTRAL:
                self.ignored[name] = None
                continue
            if name not in self._READERS:
                raise unsupported(f"the puzzle has the constraint {label!r}", label)
            keys, read = self._READERS[name]
            for key in sorted(block.keys() - _KEYS - {*keys.split()}):
                if block[key] not in (None, False, "", [], {}):
                    raise unsupported(f"the constraint {label!r} has {key!r}", label)
            try:
                found += read(self, block)
            except (KeyError, TypeError, ValueError, IndexError, AttributeError) as error:
                if isinstance(error, RulesError):
                    raise
                raise RulesError(f"the constraint {label!r} is malformed: {shown(block)}") from None
        return [*found, *self._negatives()]

    def _label(self, block: dict[str, Any], name: str) -> str:
        """The name of a constraint in errors; of a custom one, the name that its author gave."""
        if name == "Custom" and isinstance(block.get("definition"), dict):
            return str(block["definition"].get("name") or name)
        return name or f"type {block.get('type')}"

    # --- places ---

    def _cell(self, number: Any) -> Cell:
        if type(number) is not int or not 0 <= number < self.side**2:
            raise RulesError(f"{shown(number)} is no cell; expected 0 to {self.side**2 - 1}")
        return divmod(number, self.side)

    def _cells(self, numbers: list[Any]) -> list[Cell]:
        return [self._cell(number) for number in numbers]

    def _edge(self, number: int) -> tuple[Cell, Cell]:
        (row, below), column = divmod(number // self.side, 2), number % self.side
        pair = ((row, column), (row + 1, column)) if below else ((row, column - 1), (row, column))
        if type(number) is not int or not all(0 <= k < self.side for cell in pair for k in cell):
            raise RulesError(f"{shown(number)} is no edge between two cells")
        return pair

    def _beside(self, number: int) -> Cell:
        row, column = divmod(number, self.side + 2)
        return row - 1, column - 1

    # --- constraints ---

    def _dots(self, block: dict[str, Any], name: str, default: int) -> Iterator[r.Rule]:
        pairs: dict[int, list[tuple[Cell, Cell]]] = {}
        for clue in block.get("clues", []):
            value = default if clue.get("value") is None else clue["value"]
            if type(value) is not int:
                raise RulesError(f"a dot has the value {shown(value)}; expected a whole number")
            pairs.setdefault(value, []).append(self._edge(clue["edge"]))
        other = "overrideNegativeRatios" if name == "kropki_white" else "overrideNegativeDifferences"
        self.negative[name] = ([*block.get("negative", [])], block.get(other) is not False)
        for value, found in pairs.items():
            self.marks[name] += found
            if value == default:
                yield getattr(r, name)(found)
            else:
                yield r.related(found, _RELATIONS[name](value))

    def _xv(self, block: dict[str, Any]) -> Iterator[r.Rule]:
        found: dict[str, list[tuple[Cell, Cell]]] = {"x": [], "v": []}
        for clue in block.get("clues", []):
            name = {10: "x", 5: "v"}.get(clue["value"])
            if name is None:
                raise RulesError(f"a sum of two cells is {shown(clue['value'])}; expected 10 (X) or 5 (V)")
            found[name].append(self._edge(clue["edge"]))
            self.marks[name].append(self._edge(clue["edge"]))
        self.negative["xv"] = ([*block.get("negative", [])], False)
        if found["x"] or found["v"]:
            yield r.xv(found["x"], found["v"])

    def _negatives(self) -> Iterator[r.Rule]:
        """No two adjacent cells without a mark have the relation of a mark."""
        for name, (values, _) in self.negative.items():
            others = {"kropki_white": "kropki_black", "kropki_black": "kropki_white"}
            # A dot of the other kind may override the negative constraint.
            other = others.get(name, "")
            overrides = self.negative.get(other, ([], False))[1]
            kinds = ["x", "v"] if name == "xv" else [name, other] if overrides else [name]
            marked = [{*pair} for kind in kinds for pair in self.marks[kind]]
            free = [pair for pair in self.board._layout.neighbors() if {*pair} not in marked]
            for value in values:
                relation = _RELATIONS[name](value)
                yield r.related(free, lambda a, b, relation=relation: not relation(a, b))  # type: ignore[misc]

    def _killer_cages(self, block: dict[str, Any]) -> Iterator[r.Rule]:
        cages = [(self._cells(cage["cells"]), cage.get("value")) for cage in block.get("cages", [])]
        for k, (cells, value) in enumerate(cages):
            others = {cell for i, (other, _) in enumerate(cages) if i != k for cell in other}
            if not value:
                yield r.different(cells)
            elif others & {*cells}:
                yield r.total(cells, value, no_repeat=True)
            else:
                yield r.killer_cage(cells, value)

    def _region_sum_lines(self, block: dict[str, Any]) -> Iterator[r.Rule]:
        for line in self._lines(block):
            if not block.get("singleRegionTotals"):
                yield r.region_sum_line(line)
                continue
            groups: dict[int, list[Cell]] = {}
            for cell in dict.fromkeys(line):
                groups.setdefault(int(self.board.regions[cell]), []).append(cell)
            yield r.equal_sums([*groups.values()])

    def _lines(self, block: dict[str, Any], key: str = "lines") -> list[list[Cell]]:
        return [self._cells(line) for line in block.get(key, []) if line]

    def _sequence(self, block: dict[str, Any]) -> Iterator[r.Rule]:
        """Successive digits have the same difference, which may be 0."""

        def step(state: tuple[int, ...], digit: int) -> tuple[int, ...] | None:
            if not state:
                return (digit,)
            difference = digit - state[0]
            return (digit, difference) if state[1:] in ((), (difference,)) else None

        start: tuple[int, ...] = ()
        for line in self._lines(block):
            yield r.accepted(line, r.Automaton.of(self.board.digits, start, step, lambda _: True))

    def _groups(self, block: dict[str, Any]) -> list[int]:
        groups = block.get("groups")
        if not groups or not all(type(group) is int and group > 0 for group in groups):
            raise RulesError(f"the groups of digits are {shown(groups)}; expected numbers")
        return list(groups)

    def _entropy_lines(self, block: dict[str, Any]) -> Iterator[r.Rule]:
        """As many successive cells as there are groups of digits have one digit of each."""
        groups = self._groups(block)
        names = {digit: k for k, group in enumerate(groups) for digit in self.board.digits if group >> digit & 1}
        digits = self.board.digits
        for line in self._lines(block):
            for width in (2, 3):
                remainders = len({(k, digit % width) for digit, k in names.items()})
                if len(groups) == remainders == width and len(names) == len(digits):
                    yield r.modular(line, width)
                    break
            else:
                third = len(digits) // 3
                bands = {(k, (digit - digits[0]) // max(third, 1)) for digit, k in names.items()}
                if len(groups) == len(bands) == 3 and len(names) == len(digits) == 3 * third:
                    yield r.entropic(line)
                else:
                    yield from self._grouped(line, groups, names)

    def _grouped(self, line: list[Cell], groups: list[int], names: dict[int, int]) -> Iterator[r.Rule]:
        if sum(group.bit_count() for group in groups) != len(names):
            raise RulesError(f"the groups of digits {groups} share digits, which is not supported")
        yield from (r.allowed(cell, [*names]) for cell in line)
        pairs = [(one, two) for k, one in enumerate(line) for two in line[k + 1 : k + len(groups)]]
        yield r.related(pairs, lambda a, b: names.get(a, -1) != names.get(b, -2))

    def _global_entropy(self, block: dict[str, Any]) -> Iterator[r.Rule]:
        """Each square of four cells has a digit of each group."""
        groups = self._groups(block)
        every = (1 << len(groups)) - 1

        def step(state: int, digit: int) -> int:
            return state | sum(1 << k for k, group in enumerate(groups) if group >> digit & 1)

        automaton = r.Automaton.of(self.board.digits, 0, step, every.__eq__)
        for row in range(self.side - 1):
            for column in range(self.side - 1):
                yield r.accepted([(row + down, column + right) for down in (0, 1) for right in (0, 1)], automaton)

    def _arrows(self, block: dict[str, Any]) -> Iterator[r.Rule]:
        for bulb in block.get("bulbsWithArrows", []):
            head = self._cells(bulb["bulbCells"])[::-1]
            for arrow in bulb["arrows"]:
                path = [cell for cell in self._cells(arrow) if cell not in head]
                if path:
                    yield r.arrow(head[0] if len(head) == 1 else head, path)

    def _quadruples(self, block: dict[str, Any]) -> Iterator[r.Rule]:
        for clue in block.get("clues", []):
            row, column = divmod(clue["corner"], self.side + 1)
            if clue["digits"]:
                yield r.quadruple((row - 1, column - 1), clue["digits"])

    def _little_killers(self, block: dict[str, Any]) -> Iterator[r.Rule]:
        names = {step: name for name, step in DIRECTIONS.items()}
        inside = range(self.side)
        for clue in block.get("clues", []):
            row, column = self._beside(clue["outerCell"])
            if row not in inside:
                down = 1 if row < 0 else -1
                right = -clue["diagonal"] * down
            else:
                right = 1 if column < 0 else -1
                down = -clue["diagonal"] * right
            start = row + down, column + right
            if (row in inside and column in inside) or not all(k in inside for k in start):
                raise RulesError(f"no diagonal starts at the little killer {shown(clue)}")
            if clue.get("value") is not None:
                yield r.little_killer(start, names[down, right], clue["value"])

    def _outside(self, block: dict[str, Any], name: str) -> Iterator[r.Rule]:
        for clue in block.get("clues", []):
            if clue.get("diagonal"):
                raise RulesError(f"the clue {shown(clue)} reads a diagonal, which is not supported")
            row, column = self._beside(clue["outerCell"])
            inside = range(self.side)
            if (row in inside) == (column in inside):
                raise RulesError(f"the clue {shown(clue)} is not beside a row or a column")
            if clue.get("value") is None:
                continue
            place = {"row": row} if row in inside else {"column": column}
            end = {} if name == "sandwich" else {"reverse": row >= self.side or column >= self.side}
            yield getattr(r, name)(clue["value"], **place, **end)

    # --- cosmetics ---

    def _cosmetic_lines(self, block: dict[str, Any]) -> list[r.Rule]:
        for line in block.get("lines", []):
            self.drawings["lines"].append({
                "wayPoints": [[point["y"], point["x"]] for point in line], "color": block.get("style", {}).get("color"),
                "origin": "CosmeticLine",
            })  # fmt: skip
        return []

    def _cosmetic_cages(self, block: dict[str, Any]) -> list[r.Rule]:
        for cage in block.get("cages", []):
            cells = [[*self._cell(number)] for number in cage["cells"]]
            if str(cage.get("value") or "").strip().lower() == "foglight":
                self.ignored["FogLights"] = None
            elif cells:
                self.cages.append({"cells": cells, "value": cage.get("value"), "origin": "CosmeticCage"})
        return []

    def _cosmetic_symbols(self, block: dict[str, Any]) -> list[r.Rule]:
        """Symbols, whose parameters may be in a list that the symbols share."""
        shared = block.get("params") or []
        for symbol in block.get("symbols", []):
            if isinstance(symbol, list):
                (x, y), params = symbol[:2], shared[symbol[2] if len(symbol) > 2 and symbol[2] is not None else 0]
            else:
                x, y, params = symbol["position"]["x"], symbol["position"]["y"], symbol["params"]
            entry: dict[str, Any] = {
                "center": [y, x], "backgroundColor": params.get("fill"), "borderColor": params.get("stroke"),
                "angle": params.get("angle"), "origin": "CosmeticSymbol",
            }  # fmt: skip
            if params["type"] == "ellipse":
                entry.update(width=2 * params["rx"], height=2 * params["ry"], rounded=True)
            elif params["type"] == "rectangle":
                entry.update(width=params["width"], height=params["height"])
            elif params["type"] == "text":
                entry.update(width=0, height=0, text=params["text"], backgroundColor=None, color=params.get("fill"))
            elif params["type"] == "arrow":
                length, angle = params["length"] / 2, math.radians(params.get("angle") or 0)
                step = math.sin(angle) * length, math.cos(angle) * length
                points = [[y - step[0], x - step[1]], [y + step[0], x + step[1]]]
                self.drawings["arrows"].append(
                    {"wayPoints": points, "color": params.get("stroke"), "origin": "CosmeticSymbol"}
                )
                continue
            else:
                raise RulesError(f"the symbol {shown(params)} is not supported")
            self.drawings["overlays"].append(entry)
        return []

    #: For each constraint, its keys and the function that reads it.
    _READERS: ClassVar[dict[str, Entry]] = {
        "DiagonalMinus": ("", lambda _, __: [r.diagonals(anti=False)]),
        "DiagonalPlus": ("", lambda _, __: [r.diagonals(main=False)]),
        "Antiking": ("", lambda _, __: [r.anti_king()]),
        "Antiknight": ("", lambda _, __: [r.anti_knight()]),
        "DisjointGroups": ("", lambda _, __: [r.disjoint_groups()]),
        "Nonconsecutive": ("", lambda _, __: [r.non_consecutive()]),
        "GlobalEntropy": ("groups", _global_entropy),
        "Even": _of_cells(r.even), "Odd": _of_cells(r.odd), "Maximum": _of_cells(r.maximum),
        "Minimum": _of_cells(r.minimum), "DifferentValues": _of_cells(r.different),
        "ColumnIndexer": _of_cells(r.indexing), "RowIndexer": _of_cells(lambda cells: r.indexing(cells, by="row")),
        "Difference": (
            "clues negative overrideNegativeRatios", lambda self, block: self._dots(block, "kropki_white", 1)
        ),
        "Ratio": (
            "clues negative overrideNegativeDifferences", lambda self, block: self._dots(block, "kropki_black", 2)
        ),
        "XV": ("clues negative", _xv),
        "Thermometer": (
            "thermometers slow",
            lambda self, block: [
                r.thermometer(line, slow=bool(block.get("slow"))) for line in self._lines(block, "thermometers")
            ],
        ),
        "KillerCages": ("cages", _killer_cages),
        "Clone": (
            "groups",
            lambda self, block: [
                r.clone([first], [other])
                for first, *others in (self._cells(group) for group in block.get("groups", []) if group)
                for other in others
            ],
        ),
        "Quadruple": ("clues", _quadruples),
        "LookAndSayCages": (
            "cages",
            lambda self, block: [
                r.look_and_say(self._cells(cage["cells"]), str(cage["value"])) for cage in block.get("cages", [])
            ],
        ),
        "Renban": _of_lines(r.renban), "Palindrome": _of_lines(r.palindrome), "BetweenLines": _of_lines(r.between),
        "LockoutLines": _of_lines(r.lockout), "DoubleArrow": _of_lines(r.double_arrow),
        "Whisper": (
            "lines minDifference",
            lambda self, block: [r.whispers(line, block["minDifference"]) for line in self._lines(block)],
        ),
        "RegionSumLine": ("lines singleRegionTotals", _region_sum_lines),
        "Sequence": ("lines", _sequence),
        "EntropyLines": ("lines groups", _entropy_lines),
        "Arrow": ("bulbsWithArrows", _arrows),
        "LittleKillers": ("clues", _little_killers),
        "SandwichSums": _clues_of("sandwich"), "XSums": _clues_of("x_sum"), "Skyscrapers": _clues_of("skyscraper"),
        "NumberedRooms": _clues_of("numbered_room"),
        "CosmeticLine": ("lines", _cosmetic_lines),
        "CosmeticCage": ("cages", _cosmetic_cages),
        "CosmeticSymbol": ("symbols params", _cosmetic_symbols),
    }  # fmt: skip


_RELATIONS: dict[str, Callable[[int], Callable[[int, int], bool]]] = {
    "kropki_white": lambda value: lambda a, b: abs(a - b) == value,
    "kropki_black": lambda value: lambda a, b: a == value * b or b == value * a,
    "xv": lambda value: lambda a, b: a + b == value,
}

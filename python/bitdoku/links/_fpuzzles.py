"""Rules from the JSON of f-puzzles; `_fpuzzles_writer` is the inverse.

Cells are R1C1 and so on; clues outside the board are in rows and columns 0 and n + 1. Each entry of a list is a rule:
``{"thermometer": [{"lines": [["R1C1", "R1C2"]]}]}``.
"""

from __future__ import annotations

import re
from itertools import dropwhile
from typing import TYPE_CHECKING, Any, ClassVar

from bitdoku import rules as r
from bitdoku._errors import RulesError, shown
from bitdoku.links._documents import DIGIT_MARK, cage_of_text
from bitdoku.links._drawn_rules import nabner
from bitdoku.links._fpuzzles_drawings import LISTS, Drawings
from bitdoku.links._shared import unsupported
from bitdoku.links._words import understood
from bitdoku.rules._outside import DIRECTIONS

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator

    from bitdoku.rules import Rules

    Cell = tuple[int, int]

#: Keys that `_fpuzzles_document` reads.
_OTHER_KEYS = {"size", "grid", "title", "author", "ruleset", "solution"}
#: Keys that do not affect the rules: options of the site and its solver.
_NEUTRAL_KEYS = {"highlightConflicts", "truecandidatesoptions", "disabledlogic", "successMessage"}
#: Keys of list entries that do not affect the rules: colors and widths.
_NEUTRAL_ENTRY_KEYS = {"baseC", "fontC", "outlineC", "width"}
#: Cells that are shown in fog, which do not affect the solution.
_FOG = {"foglight", "fogofwar"}
#: Rules of the whole board.
FLAGS = {"anti_knight": "antiknight", "anti_king": "antiking", "disjoint_groups": "disjointgroups"}
#: Rules that are one line without further arguments.
LINES = {
    "between": "betweenline", "double_arrow": "doublearrow", "entropic": "entropicline", "lockout": "lockout",
    "modular": "modularline", "palindrome": "palindrome", "region_sum_line": "regionsumline", "renban": "renban",
    "zipper": "zipperline",
}  # fmt: skip
#: Directions of little killers.
DIAGONALS = {"DR": "down_right", "DL": "down_left", "UR": "up_right", "UL": "up_left"}
#: Clues of a row or column.
OUTSIDE = {"sandwich": "sandwichsum", "skyscraper": "skyscraper", "x_sum": "xsum"}
#: For each list, the keys of its entries that define the rule.
_ENTRY_KEYS = {
    **{key: {"cells", "value"} for key in ("killercage", "difference", "ratio", "xv")},
    **{key: {"lines"} for key in ("thermometer", "slowthermometer", "nabner", "parityline", *LINES.values())},
    **{key: {"cell"} for key in ("even", "odd", "minimum", "maximum")},
    "littlekillersum": {"cell", "cells", "direction", "value"},
    **{key: {"cell", "value"} for key in OUTSIDE.values()},
    **{key: {"cells"} for key in ("rowindexer", "columnindexer", "boxindexer")},
    "quadruple": {"cells", "values"},
    "arrow": {"cells", "lines"},
    "whispers": {"lines", "value"},
    "extraregion": {"cells"},
    "clone": {"cells", "cloneCells"},
}


def _each_line(make: Callable[[Any], r.Rule]) -> Callable[[Reader, Any], list[r.Rule]]:
    return lambda reader, entry: [make(line) for line in reader._lines(entry)]


class Reader:
    """Reads rules from the JSON of f-puzzles.

    Attributes
    ----------
    ignored
        The names of skipped parts; without a request to skip them, also the reason.
    drawings
        The drawings that are no part of rules.
    dots
        The pairs of cells with X, V and dots, without dots with other numbers than 1 and 2.
    words
        The rules in words.
    by_words
        What the words say of the cages and thermometers of the document.
    """

    def __init__(self, data: dict[str, Any], board: Rules, ignore: Collection[str]) -> None:
        self.data = data
        self.board = board
        self.ignore = ignore
        self.has_numbers = False
        self.words = understood(str(data.get("ruleset") or ""), board.side)
        self.has_unknown_digits = DIGIT_MARK.search(self.words.text.lower()) is not None
        self.by_words: list[str] = []
        self.ignored: dict[str, None] = {}
        read = {key for key in self.LISTS if key not in ignore and not _is_empty(data.get(key))}
        self.drawings = Drawings(data, ignore, read)
        self.dots: dict[str, list[tuple[Cell, Cell]]] = {}

    def rules(self) -> Rules:
        """The rules of the puzzle. Raises RulesError for malformed and unsupported rules."""
        known = {*self.LISTS, *self.FLAGS, *self.EXTREMES, "negative", "nonconsecutive", "difference", "ratio", "xv"}
        for key, value in self.data.items():
            if _is_empty(value) or key in _OTHER_KEYS or (key in known and key not in self.ignore):
                continue
            if key in self.ignore or key in _NEUTRAL_KEYS:
                self.ignored[key] = None
            elif key in _FOG:
                self.ignored["fog"] = None
            elif key not in LISTS:
                raise unsupported(f"the puzzle has {key!r}", key)
        added: list[r.Rule] = []
        for key, make_flag in self.FLAGS.items():
            if self._flag(key):
                added.append(make_flag())
        for key, make in self.LISTS.items():
            for entry in self._entries(key):
                added += self._read_entry(key, entry, make)
        for key, extreme in self.EXTREMES.items():
            cells = [
                self._read_entry(key, entry, lambda _, item: self._cell(item["cell"])) for entry in self._entries(key)
            ]
            added += [extreme(cells)] if cells else []
        self.ignored.update(self.drawings.ignored)
        if self.words.cages_repeat and any(str(entry.get("value") or "") for entry in self._entries("killercage")):
            self.by_words.append(f"total: cages with sums, by {self.words.cages_repeat!r}")
        if self._slow() and self._entries("thermometer"):
            self.by_words.append(f"thermometer: slow, by {self._slow()!r}")
        return self.board + added + self._dots()

    def _flag(self, key: str) -> bool:
        value = None if key in self.ignore else self.data.get(key)
        if value not in (None, "") and not isinstance(value, bool):
            raise RulesError(f"{key!r} is {shown(value)}; expected true or false")
        return bool(value)

    def _read_entry(self, key: str, entry: Any, read: Callable[[Reader, Any], Any]) -> Any:
        """Read an entry by a function. Raises RulesError if it is malformed."""
        try:
            return read(self, entry)
        except (KeyError, TypeError, ValueError, IndexError) as error:
            if isinstance(error, RulesError):
                raise
            raise unsupported(f"{key!r} has {shown(entry)}", key) from None

    def _entries(self, key: str) -> list[Any]:
        entries = [] if key in self.ignore else self.data.get(key) or []
        expected = str if key == "negative" else dict
        if not isinstance(entries, list) or not all(isinstance(entry, expected) for entry in entries):
            raise RulesError(f"{key!r} is malformed; expected a list of rules")
        for entry in entries if key != "negative" else ():
            for name, value in entry.items():
                if _is_empty(value) or name in _ENTRY_KEYS[key]:
                    continue
                if name not in self.ignore and name not in _NEUTRAL_ENTRY_KEYS:
                    raise unsupported(f"{key!r} has {name!r}", name)
                self.ignored[name] = None
        return entries

    def _dots(self) -> list[r.Rule]:
        """White and black dots, X and V, and the negative constraints."""
        white: list[Any] = []
        black: list[Any] = []
        other: list[r.Rule] = []
        for key, default, found in (("difference", 1, white), ("ratio", 2, black)):
            for entry in self._entries(key):
                pair = self._read_entry(key, entry, Reader._pair)
                value = self._read_entry(key, entry, lambda _, dot: self._number(dot, "value"))
                value = default if value is None else value
                if value == default:
                    found.append(pair)
                else:
                    other.append(r.related([pair], differ_by(value) if key == "difference" else have_ratio(value)))
        marks: dict[str, list[Any]] = {"X": [], "V": []}
        for entry in self._entries("xv"):
            if entry.get("value") not in ("X", "V"):
                raise RulesError(f"'xv' has the value {shown(entry.get('value'))}; expected X or V")
            pair = self._read_entry("xv", entry, Reader._pair)
            marks[entry["value"]].append(pair)
        negative = {*self._entries("negative")}
        unknown = negative - {"ratio", "difference", "xv", "foglight"}
        if unknown:
            raise unsupported(f"'negative' has {shown(min(unknown))}", "negative")
        self.dots = {"x": marks["X"], "v": marks["V"], "kropki_white": white, "kropki_black": black}
        self.has_numbers = bool(other)
        non_consecutive = self._flag("nonconsecutive") or "difference" in negative
        rules = [*other]
        if non_consecutive and "ratio" in negative and not other:
            rules.append(r.kropki(white, black))
        elif (non_consecutive or "ratio" in negative) and other:
            raise RulesError(
                "the negative constraint is about dots with numbers, which is not supported; "
                f"ignore=[{'nonconsecutive' if self._flag('nonconsecutive') else 'negative'!r}] skips it"
            )
        else:
            # No negative constraint is about cells with a dot of the other kind.
            dots = [{*pair} for pair in [*white, *black]]
            free = [pair for pair in self.board._layout.neighbors() if {*pair} not in dots]
            rules += [r.kropki_white(white)] if white else []
            rules += [r.kropki_black(black)] if black else []
            if non_consecutive:
                rules.append(r.related(free, is_not_consecutive) if dots else r.non_consecutive())
            if "ratio" in negative:
                rules.append(r.related(free, is_not_double))
        if marks["X"] or marks["V"] or "xv" in negative:
            rules.append(r.xv(marks["X"], marks["V"], all_given="xv" in negative))
        return rules

    def _cell(self, name: str) -> Cell:
        match = re.fullmatch(r"[Rr]([0-9]+)[Cc]([0-9]+)", name)
        if not match:
            raise RulesError(f"{shown(name)} is not a cell; expected a name such as R1C1")
        return int(match[1]) - 1, int(match[2]) - 1

    def _cells(self, names: list[str]) -> list[Cell]:
        if not isinstance(names, list):
            raise RulesError(f"{shown(names)} is not a list of cells")
        return [self._cell(name) for name in names]

    def _pair(self, entry: dict[str, Any]) -> tuple[Cell, Cell]:
        first, second = self._cells(entry["cells"])
        return first, second

    def _lines(self, entry: dict[str, Any]) -> list[list[Cell]]:
        lines = [self._cells(line) for line in entry["lines"]]
        if not lines:
            raise ValueError("no line")
        return lines

    def _number(self, entry: dict[str, Any], key: str) -> int | None:
        value = entry.get("value")
        if value in (None, ""):
            return None
        if not re.fullmatch(r"[0-9]+", str(value)):
            raise RulesError(f"{key!r} has the value {shown(value)}; expected a number")
        return int(value)

    # One function for each key with a list, which reads an entry.

    def _killer_cage(self, entry: dict[str, Any]) -> list[r.Rule]:
        """A cage, or a sum without repeats if it overlaps another cage, or with repeats if the words permit them."""
        cells, text = self._cells(entry["cells"]), str(entry.get("value") or "")
        if not text:
            return [r.different(cells)]
        others = [self._cells(other["cells"]) for other in self._entries("killercage") if other is not entry]
        overlaps = any({*cells} & {*other} for other in others)
        distinct = not self.words.cages_repeat
        rules = cage_of_text(
            self.board, cells, text, distinct=distinct, overlaps=overlaps, digit=self.has_unknown_digits
        )
        if rules is None:
            raise RulesError(
                f"'killercage' has the value {shown(entry['value'])}; expected a sum such as 12, <10 or 1?"
            )
        return rules

    def _slow(self) -> str:
        """The sentence that permits equal digits on the thermometers of the list of thermometers, or ""."""
        return "" if self._entries("slowthermometer") else self.words.slow()

    def _thermometer(self, entry: dict[str, Any]) -> list[r.Rule]:
        return [r.thermometer(line, slow=bool(self._slow())) for line in self._lines(entry)]

    def _little_killer(self, entry: dict[str, Any]) -> list[r.Rule]:
        total = self._number(entry, "littlekillersum")
        direction = DIAGONALS[entry["direction"]]
        (row, column), (down, right) = self._cell(entry["cell"]), DIRECTIONS[direction]
        rule = r.little_killer((row + down, column + right), direction, total or 0)
        (total_rule,) = rule.expanded(self.board._layout)
        if entry.get("cells") and {*self._cells(entry["cells"])} != {*total_rule.arguments["cells"]}:
            raise ValueError("not the cells of the diagonal")
        return self._blank("littlekillersum") if total is None else [rule]

    def _blank(self, key: str) -> list[r.Rule]:
        """No rules, and a name in ``ignored``, for a clue without a value."""
        self.ignored[f"{key}: no value"] = None
        return []

    def _outside(self, entry: dict[str, Any], name: str) -> list[r.Rule]:
        """A clue beside the board. A sandwich means the same at both ends."""
        value = self._number(entry, OUTSIDE[name])
        row, column = self._cell(entry["cell"])
        inside, edges = range(self.board.side), (-1, self.board.side)
        if row in inside and column in edges:
            place, reverse = {"row": row}, column > 0
        elif row in edges and column in inside:
            place, reverse = {"column": column}, row > 0
        else:
            raise ValueError("not beside a row or a column")
        if value is None:
            return self._blank(OUTSIDE[name])
        return [r.sandwich(value, **place) if name == "sandwich" else getattr(r, name)(value, **place, reverse=reverse)]

    def _quadruple(self, entry: dict[str, Any]) -> list[r.Rule]:
        cells, values = self._cells(entry["cells"]), entry["values"]
        row, column = min(cells)
        if sorted(cells) != [(row + down, column + right) for down in (0, 1) for right in (0, 1)]:
            raise ValueError("not four cells around a corner")
        return [r.quadruple((row, column), values)] if values else []

    def _box_indexer(self, entry: dict[str, Any]) -> Iterator[r.Rule]:
        """Each cell holds the position in its box of the digit that is the cell's own position."""
        regions = self.board.regions
        for cell in self._cells(entry["cells"]):
            box = [(int(row), int(column)) for row, column in zip(*(regions == regions[cell]).nonzero(), strict=True)]
            for k, other in enumerate(box, 1):
                if other != cell:
                    yield r.related([(cell, other)], _points(k, box.index(cell) + 1))

    def _arrow(self, entry: dict[str, Any]) -> list[r.Rule]:
        circle = self._cells(entry["cells"])
        rules = []
        if not entry.get("lines"):
            # A circle or pill without an arrow.
            self.ignored["arrow: no line"] = None
            return []
        for line in self._lines(entry):
            path = list(dropwhile(circle.__contains__, line))
            if not path or path == line:
                raise ValueError("the line does not start at the circle")
            rules.append(r.arrow(circle, path))
        return rules

    FLAGS: ClassVar[dict[str, Callable[[], r.Rule]]] = {
        "diagonal+": lambda: r.diagonals(main=False),
        "diagonal-": lambda: r.diagonals(anti=False),
        **{key: getattr(r, name) for name, key in FLAGS.items()},
    }
    LISTS: ClassVar[dict[str, Callable[[Reader, Any], Iterable[r.Rule]]]] = {
        "killercage": _killer_cage,
        "littlekillersum": _little_killer,
        "sandwichsum": lambda self, entry: self._outside(entry, "sandwich"),
        "skyscraper": lambda self, entry: self._outside(entry, "skyscraper"),
        "xsum": lambda self, entry: self._outside(entry, "x_sum"),
        "quadruple": _quadruple,
        "columnindexer": lambda self, entry: [r.indexing(self._cells(entry["cells"]))],
        "boxindexer": _box_indexer,
        "nabner": _each_line(nabner),
        "parityline": _each_line(lambda line: r.modular(line, 2)),
        "rowindexer": lambda self, entry: [r.indexing(self._cells(entry["cells"]), by="row")],
        "arrow": _arrow,
        "thermometer": _thermometer,
        "slowthermometer": lambda self, entry: [r.thermometer(line, slow=True) for line in self._lines(entry)],
        **{key: _each_line(getattr(r, name)) for name, key in LINES.items()},
        "whispers": lambda self, entry: [
            r.whispers(line, self._number(entry, "whispers")) for line in self._lines(entry)
        ],
        "extraregion": lambda self, entry: [r.extra_region(self._cells(entry["cells"]))],
        "clone": lambda self, entry: [r.clone(self._cells(entry["cells"]), self._cells(entry["cloneCells"]))],
        "even": lambda self, entry: [r.even([self._cell(entry["cell"])])],
        "odd": lambda self, entry: [r.odd([self._cell(entry["cell"])])],
    }
    #: All entries form one rule: adjacent cells in the list are not compared.
    EXTREMES: ClassVar[dict[str, Callable[[Any], r.Rule]]] = {"minimum": r.minimum, "maximum": r.maximum}


def _is_empty(value: Any) -> bool:
    """Whether a value is empty. 0 is not: it may be a clue."""
    return value is None or value is False or value in ("", [], {})


def _points(place: int, own: int) -> Callable[[int, int], bool]:
    """The first digit is the place of the second cell if and only if the second is the place of the first."""
    return lambda a, b: (a == place) == (b == own)


def is_not_consecutive(one: int, two: int) -> bool:
    """The relation of cells without a white dot, if all are given."""
    return abs(one - two) != 1


def is_not_double(one: int, two: int) -> bool:
    """The relation of cells without a black dot, if all are given."""
    return one != 2 * two and two != 2 * one


def differ_by(value: int) -> Callable[[int, int], bool]:
    """The relation of a white dot with a number."""
    return lambda a, b: abs(a - b) == value


def have_ratio(value: int) -> Callable[[int, int], bool]:
    """The relation of a black dot with a number."""
    return lambda a, b: a == value * b or b == value * a

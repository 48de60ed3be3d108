"""The boards of a JSON document: where they are, and the tables that they form.

.. code-block:: text

    {"puzzle": ["5…", …], "level": [1, …]}                 columns: arrays of one length
    {"easy": ["5…", …], "hard": ["6…", …]}                 a table for each array
    [{"puzzle": "5…"}, …]   {"0": {"puzzle": "5…"}, …}     rows: objects
    {"columns": ["puzzle", …], "data": [["5…", …], …]}     rows: arrays, perhaps with their names beside them
    {"newboard": {"grids": [ … ]}}                         any of these, at any depth

A value is a board if the core recognizes it, or if it has about as many cells as the first board that the core
recognizes: that is a board with faults, and an error of its row. An array holds boards if at least half of its items
are boards. *Invariant:* every board is in a row, in another column of a row, or in an error that names it.

The shapes are those of ``DataFrame.to_json`` and ``to_dict`` of pandas (every ``orient``), of the rows of the Hugging
Face dataset viewer, and of web services for puzzles.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeAlias

from bitdoku import _core
from bitdoku._errors import FormatError
from bitdoku.datasets._io.formats import PUZZLE_NAMES, SOLUTION_NAMES
from bitdoku.datasets._io.json_boards import DEEPEST, boards_in, cells_in, side_if_board, text_of, uniform_depth

if TYPE_CHECKING:
    from bitdoku.datasets._io.request import Request

#: The approximate number of values examined in an array.
_SAMPLE = 200
#: The length up to which the text of another value is kept.
_LONGEST = 1000
_KNOWN = frozenset((*PUZZLE_NAMES, *SOLUTION_NAMES))

#: The names of the columns of puzzles and of solutions.
_Roles: TypeAlias = tuple[str, str | None]


@dataclass
class Table:
    """Rows of a document."""

    path: str
    """The path of the table."""
    place: str
    """The path of the value whose items are the rows."""
    columns: dict[str, list[Any]]
    puzzle: str = "puzzle"
    solution: str | None = None
    keys: list[str] | None = None
    """The keys of the rows, if they are members of an object rather than items of an array."""
    faults: dict[int, str] = field(default_factory=dict)
    """The errors of rows with too few or too many fields."""

    def __len__(self) -> int:
        return len(self.columns[self.puzzle])

    def roles(self) -> _Roles:
        """The names of the columns of puzzles and of solutions."""
        return self.puzzle, self.solution

    def others(self) -> list[str]:
        """The names of the other columns."""
        return [name for name in self.columns if name not in self.roles()]

    def paths(self) -> list[str]:
        """The path of each row, or of the array of all rows."""
        return [self.path] * len(self) if self.keys is None else [joined(self.path, key) for key in self.keys]

    def places(self) -> list[str]:
        """The path of each row, for messages."""
        if self.keys is None:
            return [f"{self.place}[{i}]" for i in range(len(self))]
        return [joined(self.place, key) for key in self.keys]


def find_tables(document: Any, request: Request) -> tuple[list[Table], dict[str, str] | None]:
    """The tables of a document, and its other values as text by path.

    Raises FormatError if there are none, or it is unclear which boards are puzzles.
    """
    puzzle, solution = request.wanted
    if puzzle and puzzle == solution:
        request.find_columns([puzzle], lambda _: True)
    side = request.side or next((side for board in boards_in(document) if (side := side_if_board(board))), 9)
    finder = Finder(request.name, request.wanted, side)
    tables = finder.tables(document)
    if not tables:
        names = document[:_SAMPLE] if isinstance(document, list) else [document]
        known = dict.fromkeys(name for item in names if isinstance(item, dict) for name in item)
        if puzzle:
            request.find_columns([*known], lambda _: True)
        request.puzzle_among([*known])
    if solution and not any(table.solution for table in tables):
        request.find_columns([*dict.fromkeys(name for table in tables for name in table.columns)], lambda _: True)
        raise FormatError(f"{request.name}: no column of puzzles beside {solution!r}; give its name with puzzle=")
    return tables, finder.others or None


def joined(path: str, key: str) -> str:
    """The path of a member."""
    return f"{path}.{key}" if path and key else path or key


def _sampled(values: Sequence[Any]) -> Sequence[Any]:
    return values[:: max(1, len(values) // _SAMPLE)]


def _mostly(found: Iterable[bool]) -> bool:
    known = [*found]
    return any(known) and 2 * sum(known) >= len(known)


def _is_missing(value: Any) -> bool:
    return value is None or value in ("", [])


def _is_fraction(value: Any) -> bool:
    return isinstance(value, float) and not value.is_integer()


def _items(value: Any) -> list[Any]:
    """The items of an array, or the members of an object without known names; none for other values."""
    if isinstance(value, dict):
        return [] if any(key.lower() in _KNOWN for key in value) else [*value.values()]
    return value if isinstance(value, list) else []


def _keys(value: Any) -> list[str] | None:
    return [*value] if isinstance(value, dict) else None


def _at(item: Any, path: tuple[str, ...]) -> Any:
    """The value at a path in nested objects, or None."""
    for key in path:
        item = item.get(key) if isinstance(item, dict) else None
    return item


def _leaves(item: Mapping[str, Any]) -> Iterator[Any]:
    for value in item.values():
        yield from _leaves(value) if isinstance(value, dict) else (value,)


def _hold_tables(items: Sequence[Any], puzzle: str) -> bool:
    """Whether values beside the column of puzzles are tables of their own.

    Arrays of boards are columns beside a known name, such as the steps of a solution.
    """
    kinds = dict if puzzle.lower() in _KNOWN else (dict, list)
    return any(isinstance(item, kinds) and any(True for _ in boards_in(item)) for item in _sampled(items))


#: A table, and the members of the object that it includes.
_Found: TypeAlias = tuple[Table, set[str]]


@dataclass
class Finder:
    """The search for the tables of one document."""

    name: str
    """The name of the file, for messages."""
    wanted: tuple[str | None, str | None]
    side: int
    others: dict[str, str] = field(default_factory=dict)
    """The values outside of tables by path, as text."""

    def tables(self, value: Any, path: str = "", depth: int = 0) -> list[Table]:
        """The tables of a value.

        Raises FormatError if it is unclear which boards are puzzles, or the document is a puzzle with rules.
        """
        if depth > DEEPEST:
            raise FormatError(f"{self.name}: values are nested more than {DEEPEST} levels deep")
        if isinstance(value, dict):
            return self._of_object(value, path, depth)
        if isinstance(value, list):
            if not self._is_board(value) or self._hold_boards(value):
                return self._of_array(value, path, depth)
        elif not self._is_board(value):
            return []
        return [Table(path, path, {"puzzle": [value]}, keys=[""])] * self._is_wanted(path)

    def _inside(self, members: Mapping[str, Any], depth: int, *, beside: bool = False) -> list[Table]:
        """The tables of several values by path. If there are any, here or beside, the other values are described."""
        found = {path: self.tables(value, path, depth + 1) for path, value in members.items()}
        tables = [table for some in found.values() for table in some]
        if tables or beside:
            for path in members:
                if not found[path]:
                    self._describe(path, members[path])
        return tables

    def _describe(self, path: str, value: Any) -> None:
        text = "" if isinstance(value, list | dict) and len(value) > _LONGEST else str(text_of(value))
        if not text or len(text) > _LONGEST:
            kind = "array" if isinstance(value, list) else "object" if isinstance(value, dict) else "text"
            text = f"{kind} of length {len(value):,}"
        self.others[path] = text

    # --- boards ------------------------------------------------------------------------------------------------------

    def _is_board(self, value: Any) -> bool:
        """Whether a value is a board, perhaps with faults."""
        if side_if_board(value) is not None:
            return True
        if isinstance(value, list):
            cells = [*cells_in(value)]
            if not 0 < len(cells) <= 2 * self.side**2 or uniform_depth(value) is None or any(map(_is_fraction, cells)):
                return False
            texts = ["." if _is_missing(cell) else str(cell) for cell in cells]
            # Cells, or the texts of rows.
            longer = [text for text in texts if len(text) > self.side + 2]
            if 4 * len(longer) > len(texts):
                return False
            value = "".join("?" if text in longer else text for text in texts)
        elif not isinstance(value, str):
            return False
        area = self.side**2
        if not 3 * area <= 4 * len(value) <= 6 * area:
            return False
        known, others = _core._count_cells(value, self.side)
        return bool(4 * (known + others) >= 3 * area and known >= 3 * others)

    def _paths(self, item: Mapping[str, Any]) -> Iterator[tuple[str, ...]]:
        """The paths of the columns of a row: its members, and those of objects in it that hold boards."""
        for key, value in item.items():
            inner = isinstance(value, dict) and any(map(self._is_board, _leaves(value)))
            yield from ((key, *path) for path in self._paths(value)) if inner else ((key,),)

    def _are_boards(self, values: Iterable[Any]) -> bool:
        """Whether at least half of some values are boards, and no other value holds boards."""
        found = [(value, self._is_board(value)) for value in values if not _is_missing(value)]
        others = (value for value, is_board in found if not is_board and isinstance(value, list | dict))
        return _mostly(is_board for _, is_board in found) and not any(
            True for other in others for _ in boards_in(other)
        )

    def _hold_boards(self, value: Any) -> bool:
        """Whether the items of an array are boards.

        16 texts of 16 characters are 16 boards if each of them is one, otherwise the rows of a board.
        """
        if not isinstance(value, list):
            return False
        sample = _sampled(value)
        return self._are_boards(sample) and (
            not self._is_board(value) or all(side_if_board(item) is not None for item in sample)
        )

    def _is_wanted(self, path: str, name: str = "puzzle") -> bool:
        """Whether boards at a path may be the puzzles."""
        return self.wanted[0] in (None, name, path, path.rpartition(".")[2])

    def _roles(self, path: str, columns: Mapping[str, Sequence[Any]]) -> _Roles | None:
        """The columns of puzzles and of solutions among columns of one length; None if no column or several have them.

        Raises FormatError if there are solutions and several columns that may have the puzzles.
        """
        last = {name: name.rpartition(".")[2] for name in columns}
        # A name in several objects of a row names none of them.
        lower = {key.lower(): name for name, key in reversed(last.items()) if [*last.values()].count(key) == 1}
        boards = [name for name, values in columns.items() if self._are_boards(values)]
        complete = [
            name for name in boards if _core._recognize(_core._Texts.of([*map(text_of, columns[name])]))[2] == "grids"
        ]

        def named(which: int) -> str | None:
            wanted = self.wanted[which]
            return next(
                (name for name in columns if wanted in (name, name.rpartition(".")[2], joined(path, name))), None
            )

        puzzle, solution = named(0), named(1)
        if self.wanted[0] and puzzle is None:
            return None
        if self.wanted[1] is None:
            known = [lower[name] for name in SOLUTION_NAMES if name in lower and lower[name] != puzzle]
            sure = [lower[name] for name in SOLUTION_NAMES[:2] if name in lower]
            solution = next((name for name in known if name in sure or name in complete), None)
        if puzzle is None:
            # A single letter alone is no name.
            known = [lower[name] for name in PUZZLE_NAMES if name in lower and (len(name) > 1 or solution)]
            puzzle = next((name for name in known if name in boards and name != solution), None)
        if puzzle is None:
            rest = [name for name in boards if name != solution]
            if len(rest) == 2 and solution is None and self.wanted[1] is None and len({*rest} & {*complete}) == 1:
                solution = complete[0]
                rest.remove(solution)
            if len(rest) > 1 and solution and any({*cells_in(value)} - {None} for value in columns[solution]):
                names = " and ".join(map(repr, rest))
                raise FormatError(
                    f"{self._where(path)}: {names} hold puzzles beside the solutions; name one with puzzle="
                )
            if not rest and solution in boards and self.wanted[1] is None:
                rest, solution = [solution], None
            puzzle = rest[0] if len(rest) == 1 else None
        return None if puzzle is None else (puzzle, solution)

    def _where(self, path: str) -> str:
        return f"{self.name}: {path}" if path else self.name

    # --- arrays ------------------------------------------------------------------------------------------------------

    def _of_array(self, value: list[Any], path: str, depth: int) -> list[Table]:
        table = self._of_items(value, path)
        if table is not None:
            return [table]
        return self._inside({f"{path}[{i}]": item for i, item in enumerate(value)}, depth)

    def _of_items(self, items: list[Any], path: str, header: Sequence[str] = ()) -> Table | None:
        """The table whose rows are these values."""
        sample = _sampled(items)
        if self._hold_boards(items):
            return Table(path, path, {"puzzle": items}) if self._is_wanted(path) else None
        if _mostly(isinstance(item, dict) for item in sample):
            return self._of_objects(items, path)
        if _mostly(isinstance(item, list) for item in sample):
            return self._of_rows(items, path, header)
        return None

    def _of_objects(self, items: list[Any], path: str) -> Table | None:
        """Rows that are objects. If a member is an object with boards, its members are columns."""
        paths = dict.fromkeys(path for item in _sampled(items) if isinstance(item, dict) for path in self._paths(item))
        top = {path[0] for path in paths}
        more = dict.fromkeys(key for item in items if isinstance(item, dict) for key in item if key not in top)
        paths |= dict.fromkeys((key,) for key in more)
        last = [path[-1] for path in paths]
        names = {path: path[-1] if last.count(path[-1]) == 1 else ".".join(path) for path in paths}
        sample = [item for item in _sampled(items) if isinstance(item, dict)]
        roles = self._roles(path, {name: [_at(item, path) for item in sample] for path, name in names.items()})
        if roles is None:
            return None
        return Table(path, path, {name: [_at(item, key) for item in items] for key, name in names.items()}, *roles)

    def _of_rows(self, items: list[Any], path: str, header: Sequence[str]) -> Table | None:
        """Rows that are arrays of values, with a header before them or in the first."""
        first = items[0]
        if not header and isinstance(first, list) and not any(map(self._is_board, first)):
            header = first if all(isinstance(name, str) for name in first) else ()
            items = items[bool(header) :]
        widths = Counter(len(item) for item in _sampled(items) if isinstance(item, list))
        width = len(header) or max(widths, key=lambda width: (width > 1, widths[width], width), default=0)
        names = header or [f"column{i}" for i in range(width)]
        sound = [isinstance(item, list) and len(item) == width for item in items]
        if not _mostly(sound) or len({*names}) < width:
            return None
        empty = [None] * width
        rows = [item if good else empty for item, good in zip(items, sound, strict=True)]
        roles = self._roles(path, {name: [row[i] for row in _sampled(rows)] for i, name in enumerate(names)})
        if roles is None:
            return None
        table = Table(path, path, {name: [row[i] for row in rows] for i, name in enumerate(names)}, *roles)
        for i, (item, good) in enumerate(zip(items, sound, strict=True)):
            if isinstance(item, list) and not good:
                table.faults[i] = f"{len(item)} field{'s' * (len(item) != 1)}; expected {width}"
        return table

    # --- objects -----------------------------------------------------------------------------------------------------

    def _of_object(self, value: dict[str, Any], path: str, depth: int) -> list[Table]:
        self._expect_no_rules(value, path)
        table = self._of_columns(value, path) or self._with_header(value, path) or self._of_members(value, path)
        included = set() if table is None else table[1]
        members = {joined(path, key): member for key, member in value.items() if key not in included}
        inside = self._inside(members, depth, beside=table is not None)
        return inside if table is None else [table[0], *inside]

    def _of_columns(self, value: dict[str, Any], path: str) -> _Found | None:
        """Arrays of one length under the names of columns, or one row."""
        arrays = {key: items for key, member in value.items() if (items := _items(member))}
        boards = {key for key, items in arrays.items() if self._hold_boards(items)}
        apart = {key for key in boards if isinstance(value[key], dict) and key.lower() not in _KNOWN}
        arrays = {key: items for key, items in arrays.items() if key not in apart}
        boards -= apart
        if boards and (roles := self._roles(path, {key: _sampled(items) for key, items in arrays.items()})):
            puzzle, solution = roles
            rows = len(arrays[puzzle])
            if solution and len(arrays[solution]) != rows:
                counts = f"{rows:,} puzzles in {puzzle!r} and {len(arrays[solution]):,} solutions in {solution!r}"
                raise FormatError(f"{self._where(path)}: {counts}; expected equal counts")
            keys = _keys(value[puzzle])
            columns = {
                key: items
                for key, items in arrays.items()
                if key in (puzzle, solution)
                or (len(items) == rows and _keys(value[key]) in (keys, None) and not _hold_tables(items, puzzle))
            }
            return Table(path, joined(path, puzzle), columns, puzzle, solution, keys), {*columns}
        single = {key: member for key, member in value.items() if key not in boards}
        if any(map(self._is_board, single.values())) and (
            roles := self._roles(path, {key: [member] for key, member in single.items()})
        ):
            columns = {
                key: [member] for key, member in single.items() if key in roles or not _hold_tables([member], roles[0])
            }
            return Table(path, joined(path, roles[0]), columns, *roles, [""]), {*columns}
        return None

    def _with_header(self, value: dict[str, Any], path: str) -> _Found | None:
        """Rows that are arrays, with another array of their names."""
        for key, items in value.items():
            if isinstance(items, list) and items and isinstance(items[0], list):
                for other, names in value.items():
                    is_header = isinstance(names, list) and all(
                        isinstance(name, str) and not self._is_board(name) for name in names
                    )
                    if is_header and len(names) == len(items[0]):
                        table = self._of_rows(items, joined(path, key), names)
                        if table is not None:
                            return table, {key, other}
        return None

    def _of_members(self, value: dict[str, Any], path: str) -> _Found | None:
        """Rows that are the members of an object: objects, or several boards."""
        boards = {
            key: member for key, member in value.items() if self._is_board(member) and not self._hold_boards(member)
        }
        if len(boards) > 1 and self.wanted[0] is None:
            return Table(path, path, {"puzzle": [*boards.values()]}, keys=[*boards]), {*boards}
        rows = {key: member for key, member in value.items() if isinstance(member, dict)}
        table = self._of_objects([*rows.values()], path) if len(rows) > 1 else None
        if table is None or not all(map(self._is_board, table.columns[table.puzzle])):
            return None
        table.keys = [*rows]
        return table, {*rows}

    def _expect_no_rules(self, value: dict[str, Any], path: str) -> None:
        """Raise FormatError for the documents of f-puzzles and SudokuPad, whose cells are objects."""
        for key in ("grid", "cells"):
            rows = value.get(key)
            if (
                isinstance(rows, list)
                and rows
                and isinstance(rows[0], list)
                and rows[0]
                and isinstance(rows[0][0], dict)
            ):
                raise FormatError(
                    f"{self._where(joined(path, key))}: a puzzle with rules; bitdoku.links.read and "
                    "`bitdoku link --read` read it with its rules"
                )

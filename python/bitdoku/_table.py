"""``Puzzles``, the one table of puzzles: generated, read from a file, or made from arrays.

.. code-block:: text

    generate ──┐                                          ┌── solve, rate, audit, …
    read, scan ┼──> Puzzles: boards as uint8 (n, side, side) ──> files
    arrays ────┘             other columns as they came   └── Polars, pandas, Arrow, DuckDB

Every row has a number: its place in the file or in the random stream. Selecting rows keeps the numbers, so that a
message about a row names its place, and a generated row can be generated again.
"""

from __future__ import annotations

import operator
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import repeat
from typing import TYPE_CHECKING, Any, TypeAlias, overload

import numpy as np

from bitdoku import _core
from bitdoku._arguments import expect_text
from bitdoku._board_text import MALFORMED, Fault, Which, columns_with_rules, rules_of_side, text_column
from bitdoku._column import as_array, as_arrow, as_column, positions, take, values
from bitdoku._column import concatenated as joined
from bitdoku._core import _kind as kind
from bitdoku._display import html
from bitdoku._errors import PuzzleError, RulesError, shown
from bitdoku._row import Row, puzzles_as_array
from bitdoku.rules._rules import Rules, rules_of

if TYPE_CHECKING:
    from typing import SupportsIndex

    import numpy.typing as npt

    from bitdoku.typing import RulesLike

    Boards: TypeAlias = npt.NDArray[np.uint8]
    #: Any stands for None: most tables have solutions, and checking for None everywhere helps nobody.
    MaybeBoards: TypeAlias = Boards | Any

#: Names in lower case of columns that files have for boards; another column of such a name gets a prefix.
RESERVED = ("puzzle", "puzzles", "solution", "solutions")
#: Boards counted at a time, so that ten million puzzles need no second array of their size.
_COUNTED = 1 << 16


class Puzzles:
    """A table of puzzles of one size, with their solutions and other columns.

    ``t[2:5]``, ``t[::-1]``, ``t[mask]`` and ``t[[3, 1]]`` are tables. ``t[3]``, like each item of an iteration, is a
    :class:`Row` (puzzle, solution). ``t["name"]`` is a column as a numpy array. Functions that accept puzzles use
    ``puzzle`` and ``rules``, and so does ``np.asarray(t)``; the answers of :func:`check` are the solutions. Polars,
    pyarrow and DuckDB accept a table directly, as in ``polars.DataFrame(t)``, where boards become text; for pandas
    there is :meth:`to_pandas`.

    Tables are equal if their boards, columns and rules are equal, wherever the rows come from: a table that has been
    written to a file and read again equals the original. Tables are not hashable.

    Parameters
    ----------
    puzzle : uint8 array of shape (n, side, side) or (n, side²)
        Digits; 0 is a blank cell, 255 fills a malformed puzzle.
    solution : uint8 array of the same shape, optional
        The solutions; 0 fills a missing one.
    columns : mapping of str to column, optional
        Other columns: arrays, lists, Series or Arrow arrays with one entry a row. A name reserved for boards gets the
        prefix ``other_``.
    rules : str, Rules or Rule, or sequence of n of them, optional
        The rules of all puzzles, by default of an ordinary board of this side. The rules of each row become the column
        "rules".
    candidates : unsigned array of shape (n, side, side), optional
        Masks of candidates, bit k for digit k + 1, if the puzzles are pencil marks (Sukaku) rather than givens.
    malformed : bool array of shape (n,), optional
        The rows with a malformed puzzle or solution.
    seed, stream_version : optional
        For generated puzzles, the seed and the version of the random streams; another version gives other puzzles.
    name : str, or sequence of n str
        The file, or the file of each row.
    start : int
        The number of the first row, if ``numbers`` is not given.
    numbers : sequence of n int, optional
        The number of each row in its file or random stream, from 0.
    lines : sequence of n int, optional
        The line of each row in a text file, from 1; 0 if the name is the place.
    blank : {".", "0"}
        How the file writes a blank cell.
    faults : mapping of (row, "puzzle" or "solution") to Fault, optional
        The malformed boards as the file has them.

    Attributes
    ----------
    puzzle, solution, candidates, malformed, rules, seed, stream_version, name, numbers, lines, blank
        The parameters. ``solution``, ``candidates``, ``seed``, ``stream_version`` and ``lines`` may be None.

    Examples
    --------
    >>> import bitdoku as bd
    >>> made = bd.generate(4, seed=1)
    >>> made
    <4 puzzles of side 9 with solutions, seed 1, start 0>
    >>> made[1::2].numbers.tolist(), made[2:] == bd.generate(2, seed=1, start=2)
    ([1, 3], True)
    >>> made.columns, made.to_dict()["puzzle"][0][:9]
    (['puzzle', 'solution'], '..3.....9')
    """

    __module__ = "bitdoku"

    def __init__(
        self,
        puzzle: Boards,
        solution: Boards | None = None,
        columns: Mapping[str, Any] | None = None,
        *,
        rules: RulesLike | Sequence[RulesLike] | npt.NDArray[np.object_] = None,
        candidates: npt.NDArray[Any] | None = None,
        malformed: Sequence[bool] | npt.NDArray[np.bool_] | None = None,
        seed: SupportsIndex | np.random.SeedSequence | None = None,
        stream_version: int | None = None,
        name: str | Sequence[str] | npt.NDArray[Any] = "",
        start: int = 0,
        numbers: Sequence[int] | npt.NDArray[Any] | None = None,
        lines: Sequence[int] | npt.NDArray[Any] | None = None,
        blank: str = ".",
        faults: Mapping[tuple[int, Which], Fault] | None = None,
    ) -> None:
        self.puzzle: Boards = _boards("puzzle", puzzle, None)
        n, side = self.puzzle.shape[:2]
        self.solution: MaybeBoards = None if solution is None else _boards("solution", solution, self.puzzle)
        self.candidates = None if candidates is None else _boards("candidates", candidates, self.puzzle)
        if columns is not None and not isinstance(columns, Mapping):
            raise TypeError(f"columns is {kind(columns)}; expected a mapping of names to columns")
        others = dict(columns or {})
        if isinstance(rules, (list, tuple, np.ndarray)):
            others["rules"] = _entries("rules", [*map(rules_of, rules)], n, object)
            rules = others["rules"][0] if n else None
        self.rules: Rules = rules_of(rules_of_side(side) if rules is None else rules)
        self._columns: dict[str, Any] = {}
        for given, data in others.items():
            expect_text("the name of a column", given)
            column, title = as_column(given, data), given
            if len(column) != n:
                raise ValueError(f"column {given!r} has {len(column)} entries for {n} rows")
            while title.lower() in RESERVED or (title != given and title in others):
                title = f"other_{title}"
            self._columns[title] = column
        bad = np.zeros(n, bool) if malformed is None else malformed
        self.malformed: npt.NDArray[np.bool_] = _entries("malformed", bad, n, bool)
        self.seed, self.stream_version, self.blank = seed, stream_version, blank
        self.name: Any = name if isinstance(name, str) else _entries("name", name, n, object)
        counted = np.arange(start, start + n) if numbers is None else numbers
        self.numbers: npt.NDArray[np.int64] = _entries("numbers", counted, n, np.int64)
        self.lines: npt.NDArray[np.int64] | None = None if lines is None else _entries("lines", lines, n, np.int64)
        self._faults: Mapping[tuple[int, Which], Fault] = faults or {}

    # --- rows and columns ------------------------------------------------------------------------------------------

    def __len__(self) -> int:
        return len(self.puzzle)

    @overload
    def __getitem__(self, key: str) -> npt.NDArray[Any]: ...
    @overload
    def __getitem__(self, key: int | np.integer[Any]) -> Row: ...
    @overload
    def __getitem__(self, key: slice | npt.NDArray[Any] | Sequence[int] | Sequence[bool]) -> Puzzles: ...
    def __getitem__(self, key: Any) -> Any:
        if isinstance(key, str):
            return self._column(key)
        if isinstance(key, int | np.integer) and not isinstance(key, bool):
            if not -len(self) <= key < len(self):
                raise IndexError(f"row {shown(key)} of a table of {len(self)}")
            rules = self._row_rules()
            solution, candidates = (None if of is None else of[key] for of in (self.solution, self.candidates))
            return Row(self.puzzle[key], solution, rules if isinstance(rules, Rules) else rules[key], candidates)
        if not isinstance(key, slice):
            key = positions(key, len(self))
        fields = {
            name: value[key] if isinstance(value, np.ndarray) else value for name, value in self._fields().items()
        }
        fields["columns"] = {name: take(column, key) for name, column in self._columns.items()}
        rules = fields["columns"].get("rules")
        if rules is not None and len(rules) and isinstance(rules[0], Rules):
            fields["rules"] = rules[0]
        fields["faults"] = self._faults and self._faults_of(np.arange(len(self))[key])
        return Puzzles(**fields)

    def __iter__(self) -> Iterator[Row]:
        return (self[row] for row in range(len(self)))

    # Membership would compare arrays.
    __contains__ = None

    @property
    def columns(self) -> list[str]:
        """The names of the columns: ``"puzzle"``, ``"solution"`` if there are any, and the others."""
        return ["puzzle", *["solution"] * (self.solution is not None), *self._columns]

    @property
    def side(self) -> int:
        """The side n of the boards, which have n² cells."""
        return int(self.puzzle.shape[1])

    @property
    def digits(self) -> int | None:
        """The number of digits, if it is not the side."""
        digits = len(self.rules.digits)
        return None if digits == self.side else digits

    @property
    def clues(self) -> npt.NDArray[Any]:
        """The number of clues of each puzzle, 0 if it is malformed; uint8 up to side 15."""
        counts = np.empty(len(self), np.min_scalar_type(self.side**2))
        for first in range(0, len(self), _COUNTED):
            cells = self.puzzle[first : first + _COUNTED]
            counts[first : first + _COUNTED] = np.count_nonzero(cells - np.uint8(1) < MALFORMED - 1, axis=(1, 2))
        return counts

    @property
    def start(self) -> int | None:
        """The number of the first row if the rows are consecutive, otherwise None.

        ``generate(len(t), seed=t.seed, start=t.start)``, with the same options, generates the same puzzles.
        """
        consecutive = len(self) == 0 or (np.diff(self.numbers) == 1).all()
        return (int(self.numbers[0]) if len(self) else 0) if consecutive else None

    def replace(self, **changes: Any) -> Puzzles:
        """The table with other values for some parameters."""
        return Puzzles(**self._fields() | changes)

    def _fields(self) -> dict[str, Any]:
        return {name.lstrip("_"): value for name, value in vars(self).items()}

    def with_results(self, solution: Boards | None, results: Mapping[str, Any], *, only: bool = False) -> Puzzles:
        """The same puzzles with other solutions, and with results before the other columns.

        A result replaces a column with the same name. With ``only``, the other columns are dropped.
        """
        kept = {} if only else {name: column for name, column in self._columns.items() if name not in results}
        faults = {key: fault for key, fault in self._faults.items() if key[1] == "puzzle"}
        return self.replace(solution=solution, columns={**results, **kept}, faults=faults)

    def _column(self, name: str) -> npt.NDArray[Any]:
        if name not in self.columns:
            hint = f": use the attribute .{name}" if name.isidentifier() and hasattr(self, name) else ""
            raise KeyError(f"no column {name!r}; expected one of {', '.join(map(repr, self.columns))}{hint}")
        return as_array(self._columns[name]) if name in self._columns else getattr(self, name)

    # --- other libraries -------------------------------------------------------------------------------------------

    def to_dict(self) -> dict[str, list[Any]]:
        """The columns as lists of Python values, None for null; boards as text, rules as JSON unless of the side."""
        return {name: values(column) for name, column in self._written().items()}

    def to_polars(self) -> Any:
        """A Polars DataFrame."""
        import polars as pl

        return pl.DataFrame(self)

    def to_arrow(self) -> Any:
        """A pyarrow Table."""
        import pyarrow as pa

        return pa.table(self)

    def to_pandas(self) -> Any:
        """A pandas DataFrame with the numbers of the rows as its index.

        ``pandas.DataFrame(table)`` does not accept a table.
        """
        import pandas as pd

        arrays = {name: as_array(column) for name, column in self._written().items()}
        columns = {name: array if array.ndim == 1 else values(array) for name, array in arrays.items()}
        return pd.DataFrame(columns, index=pd.Index(self.numbers))

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        columns = self._written()
        return _core._arrow_stream([*columns], [*map(as_arrow, columns.values())], len(self))

    def _written(self) -> dict[str, Any]:
        """All columns in the forms of :mod:`bitdoku._column`, boards as text."""
        boards: tuple[Which, ...] = ("puzzle",) if self.solution is None else ("puzzle", "solution")
        return {which: text_column(self, which) for which in boards} | columns_with_rules(self)

    # --- protocols -------------------------------------------------------------------------------------------------

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> npt.NDArray[Any]:
        return puzzles_as_array(self.puzzle, self.candidates, dtype, copy)

    def __bitdoku__(self, mark: bool) -> tuple[npt.NDArray[Any], bool]:
        bad = self.malformed
        if bad.any() and not mark:
            raise self.fault(int(np.argmax(bad)))
        if self.candidates is not None:
            masks = self.candidates
            return (np.where(bad[:, None, None], -1, masks.astype(np.int64)) if bad.any() else masks), True
        # A puzzle whose solution is malformed is malformed too.
        return (np.where(bad[:, None, None], np.uint8(MALFORMED), self.puzzle) if bad.any() else self.puzzle), False

    @property
    def __bitdoku_rules__(self) -> Rules:
        rules = self._row_rules()
        if isinstance(rules, Rules):
            return rules
        other = next((row for row, one in enumerate(rules) if one != rules[0]), None)
        if other is not None:
            raise RulesError(f"row {other} has other rules than row 0; select rows with the same rules, or single rows")
        first: Rules = rules[0]
        return first

    def _row_rules(self) -> Rules | npt.NDArray[np.object_]:
        """The rules of each row, or of all."""
        rules = self._columns.get("rules")
        own = len(self) and isinstance(rules, np.ndarray) and isinstance(rules[0], Rules)
        return rules if own else self.rules  # type: ignore[return-value]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Puzzles):
            return NotImplemented
        names = ("puzzle", "solution", "candidates")
        return (
            self.rules == other.rules
            and [*self._columns] == [*other._columns]
            and all(np.array_equal(getattr(self, name), getattr(other, name)) for name in names)
            and all(values(column) == values(other._columns[name]) for name, column in self._columns.items())
        )

    __hash__ = None  # type: ignore[assignment]

    def __reduce__(self) -> Any:
        texts = {name: values(column) for name, column in self._columns.items() if isinstance(column, _core._Texts)}
        return partial(Puzzles, **self._fields() | {"columns": self._columns | texts}), ()

    def __repr__(self) -> str:
        others = [name for name in self.columns if name not in ("puzzle", "solution")]
        columns = f", columns {', '.join(others)}" if others else ""
        seed = "" if self.seed is None else f", seed {shown(self.seed)}"
        start = f", start {self.start}" if seed and self.start is not None else ""
        solutions = "without solutions" if self.solution is None else "with solutions"
        return f"<{len(self)} puzzle{'s' * (len(self) != 1)} of side {self.side} {solutions}{columns}{seed}{start}>"

    def _repr_html_(self) -> str:
        return html(self)

    # --- places and faults -----------------------------------------------------------------------------------------

    def place(self, i: int) -> str:
        """The place of row ``i`` for messages: ``puzzles.csv:17`` by line, ``puzzles.npy[16]`` by number from 0."""
        name = (self.name if isinstance(self.name, str) else self.name[i]) or "puzzles"
        if self.lines is None:
            return f"{name}[{self.numbers[i]}]"
        return f"{name}:{self.lines[i]}" if self.lines[i] else name

    def fault(self, i: int) -> PuzzleError:
        """The error for row ``i``, which is malformed.

        Raises
        ------
        ValueError
            If the row is well-formed.
        """
        if not self.malformed[i]:
            raise ValueError(f"row {i} is well-formed")
        which: Which = "puzzle" if (i, "puzzle") in self._faults else "solution"
        fault = self._faults.get((i, which), Fault(None, "malformed"))
        error = PuzzleError(f"{self.place(i)}{' (solution)' * (which == 'solution')}: {fault.message}")
        error.index, error.cell = (int(self.numbers[i]),), fault.cell
        return error

    def _faults_of(self, rows: npt.NDArray[np.int64]) -> dict[tuple[int, Which], Fault]:
        """The faults of a selection of rows."""
        bad = np.flatnonzero(self.malformed[rows]).tolist()
        which: tuple[Which, Which] = ("puzzle", "solution")
        found = [((i, of), self._faults.get((int(rows[i]), of))) for i in bad for of in which]
        return {key: fault for key, fault in found if fault is not None}


def concatenated(parts: Iterable[Puzzles]) -> Puzzles:
    """The rows of at least one table, one after the other; the last table has all columns."""
    tables = [*parts]
    first = tables[0]
    if len(tables) == 1:
        return first

    def boards(which: str) -> Any:
        if all(getattr(table, which) is None for table in tables):
            return None
        found = [(getattr(table, which), table) for table in tables]
        return np.concatenate([np.zeros_like(table.puzzle) if one is None else one for one, table in found])

    def shared(found: list[Any]) -> Any:
        """The value that all tables share, otherwise the value of each row."""
        if isinstance(found[0], (str, Rules)) and all(
            isinstance(one, (str, Rules)) and one == found[0] for one in found
        ):
            return found[0]
        rows = zip(found, tables, strict=True)
        return [value for one, t in rows for value in (one if isinstance(one, np.ndarray) else repeat(one, len(t)))]

    starts = np.cumsum([0, *map(len, tables)]).tolist()
    origins = {(_seed_key(table.seed), table.stream_version) for table in tables}
    lines = [table.lines for table in tables if table.lines is not None]
    pairs = zip(starts, tables, strict=False)
    names = tables[-1]._columns
    return first.replace(
        **{which: boards(which) for which in ("puzzle", "solution", "candidates", "malformed", "numbers")},
        columns={name: joined([table._columns.get(name, len(table)) for table in tables]) for name in names},
        rules=shared([table._row_rules() for table in tables]),
        seed=first.seed if len(origins) == 1 else None,
        name=shared([table.name for table in tables]),
        lines=np.concatenate(lines) if len(lines) == len(tables) else None,
        faults={(start + i, of): fault for start, table in pairs for (i, of), fault in table._faults.items()},
    )


def _boards(which: str, boards: Any, puzzle: Boards | None) -> Any:
    """Boards as an array of shape (n, side, side), that of the puzzles."""
    if not isinstance(boards, np.ndarray):
        raise TypeError(f"{which} is {kind(boards)}; expected an array of shape (n, side, side)")
    side = round(boards.shape[-1] ** 0.5) if boards.ndim == 2 else boards.shape[-1] if boards.ndim else 0
    if not side or boards.shape[1:] not in ((side, side), (side * side,)):
        raise PuzzleError(f"{which} has shape {boards.shape}; expected (n, side, side)")
    if puzzle is not None and (len(boards), side, side) != puzzle.shape:
        raise PuzzleError(f"{which} has shape {boards.shape}; expected that of puzzle, {puzzle.shape}")
    return boards.reshape(len(boards), side, side)


def _entries(which: str, given: Any, rows: int, dtype: Any) -> npt.NDArray[Any]:
    """One entry a row, as an array."""
    if not hasattr(given, "__len__"):
        raise TypeError(f"{which} is {kind(given)}; expected one entry a row")
    if len(given) != rows:
        raise ValueError(f"{which} has {len(given)} entries for {rows} rows")
    return np.fromiter(given, object, rows) if dtype is object else np.asarray(given, dtype)


def _seed_key(seed: SupportsIndex | np.random.SeedSequence | None) -> object:
    """A value that is equal for equal seeds."""
    if isinstance(seed, np.random.SeedSequence):
        return str(seed.entropy), seed.spawn_key, seed.pool_size
    return None if seed is None else operator.index(seed)

"""The audit of a data set: all faults, found in one pass.

.. code-block:: text

    batches ── decoded ──┬── solve ── verdicts, clashes, stored solutions
    (scan)               ├── fingerprint ── ledger of classes ─┐ on disk if there are many rows:
                         ├── digest ── ledger of boards ───────┤ duplicates, class sizes, leaks
                         ├── clues                             │
                         └── a sample ── singles, guesses      └─> Audit

A row needs 64 bytes on disk (two records of 32 bytes, see ``_ledger.py``; a row of ``against`` needs one record).
Singles, guesses and ratings are computed at the end for a sample: all rows of a set of up to 32,768 rows, else a random
choice of 16,384 to 32,768 rows that depends only on the row numbers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import numpy as np

from bitdoku import _core
from bitdoku._arguments import expect_function, puzzles_named, several
from bitdoku._board_text import MALFORMED, board_texts, expect_givens
from bitdoku._by_rules import carried_rules
from bitdoku._core import _whole as whole
from bitdoku._core import _word as word
from bitdoku._errors import FormatError, PuzzleError, RulesError, cell_name
from bitdoku._results import Verdict
from bitdoku.datasets._classes import has_classes, mix
from bitdoku.datasets._io.read import Source, scan
from bitdoku.datasets._io.read_memory import expect_no_pair
from bitdoku.datasets._io.rules_column import are_of_side, expect_rules
from bitdoku.datasets._ledger import Ledger, Repeats, matches, sizes
from bitdoku.datasets._report import CAN_DIFFER, MEANING, Audit, Finding
from bitdoku.logic._rate import CLASSIC_ONLY, RATINGS, rate
from bitdoku.rules._rules import rules_of_files, size_of_files

if TYPE_CHECKING:
    import numpy.typing as npt

    from bitdoku._table import Puzzles

    _Boards = npt.NDArray[np.uint8]
    _Mask = npt.NDArray[np.bool_]
    _Numbers = npt.NDArray[np.int64]
    #: The arguments ``side`` and ``digits``.
    Size = dict[str, int | None]

#: Maximum number of rows in the sample; a larger set gets at least half of it.
SAMPLE = 1 << 15

#: Maximum number of runs of lines kept for messages: with more comments, rows are named by number.
PLACES = 1 << 16


def audit(
    source: Any,
    *,
    against: Any = None,
    puzzle: str | None = None,
    solution: Any = None,
    rules: object = None,
    symbols: str | None = None,
    ratings: Iterable[str] = (),
    examples: int = 10,
    threads: int | None = None,
    progress: Callable[[int, int | None], object] | None = None,
) -> Audit:
    """Find the faults of a data set.

    Reports unreadable rows, clashing givens, puzzles with no solution or several, stored solutions that are wrong or
    not unique, duplicates, equivalent rows, and leaks into another set; also the difficulty of the puzzles and wasteful
    storage. Sets may be larger than memory: temporary files in ``TMPDIR`` need 64 bytes a row.

    Parameters
    ----------
    source : path, table, puzzles, Puzzles or Source
        Anything that :func:`scan` reads, such as the result of :func:`bitdoku.generate`. A Source is read as it was
        opened: with ``malformed="mark"``, malformed rows are reported.
    against : likewise, optional
        Another set, such as the training set of a test set. Rows of ``source`` equivalent to one of its rows leak.
    puzzle, solution : str, optional
        Names of columns, as for :func:`scan`: ``puzzle`` in ``source`` and ``against``, ``solution`` in ``source``. If
        the names differ, pass ``against=scan(other, puzzle=…)``. ``solution`` may be the solutions of puzzles in
        memory.
    rules : None, name, or Rules
        As for :func:`bitdoku.solve`. None means the rules that the source has, or rules inferred from the
        side, such as ``"4x4"`` and ``"16x16"``.
    symbols : str, optional
        One character for each digit, as for :func:`scan`, in ``source`` and ``against``.
    ratings : str or iterable of str
        Columns of :func:`bitdoku.rate` to show as histograms: ``level``, ``score``, and for classic 9x9 ``er``,
        ``ep``, ``ed``, ``minutes`` (rounded down), ``te``, ``b``, ``bxb`` and ``bxbb``. They are computed for a
        sample, like guesses; all but ``minutes`` and ``te`` take longer than everything else.
    examples : int
        The number of faulty rows of each kind to list, from the first on.
    threads : int, optional
    progress : callable, optional
        Called after each batch with the number of rows done and the total, which is None if it is unknown.

    Returns
    -------
    Audit
        The report: ``str()``, ``.html()``, ``.to_json()``, and a rich display in notebooks.

    Raises
    ------
    RulesError
        If the side of the boards differs from that of the rules.
    FormatError
        If the format or the columns of a file are unknown.
    PuzzleError
        If ``source`` is a pair of puzzles and their solutions, which would be rows alike; pass ``solution=``.

    Examples
    --------
    >>> import bitdoku as bd
    >>> made = bd.generate(100, seed=1)
    >>> made.solution[3, 0] = made.solution[3, 0, ::-1]
    >>> report = bd.datasets.audit(made)
    >>> report.faults
    {'wrong solution': 1}
    >>> print(report.findings["wrong solution"][0])
    [3]: r1c1 holds 9; the solution has 5
    """
    expect_function("progress", progress)
    expect_no_pair(source)
    given = rules is not None
    if rules is None:
        found = carried_rules(source)
        rules = found[0] if len(found) == 1 else None
    size = None if rules is None else size_of_files(rules_of_files(rules))
    opened = scanned(source, size, puzzle=puzzle, solution=solution, symbols=symbols)
    if rules is None and not are_of_side(opened.rules):
        rules = opened.rules
    elif rules is None and opened.side != 9:
        rules = f"{opened.side}x{opened.side}"
    solver = Solver(rules, threads)
    side = solver.rules.side
    with puzzles_named("against"):
        expect_no_pair(against)
        about = {"puzzle": puzzle, "symbols": symbols, "solutions": False}
        other = None if against is None else scanned(against, size or {"side": side}, **about)
    for what, one in (("source", opened), ("against", other)):
        if one is not None and one.side != side:
            raise RulesError(f"{one.name or what}: boards have side {one.side}; the rules are {solver.name}")
    return Auditor(opened, solver, examples, ratings).run(other, progress, given=given)


class Solver:
    """The results that an audit needs for boards, uint8 of shape (n, side²); bitdoku.ray computes them in tasks."""

    def __init__(self, rules: object, threads: int | None) -> None:
        self.rules = rules_of_files(rules)
        self.name = "9x9" if self.rules.is_classic else rules if isinstance(rules, str) else repr(self.rules)
        self.options: dict[str, Any] = {"rules": self.rules, "threads": threads}
        self.has_classes = has_classes(self.rules)

    def solve(self, boards: _Boards) -> tuple[_Boards, _Boards]:
        solutions, verdicts = _core.solve(boards, **self.options)
        return solutions, verdicts

    def keys(self, boards: _Boards) -> tuple[_Boards, _Boards]:
        """Keys of boards and of their classes, (n, 16); the keys of boards twice if there are no classes."""
        exact = _core._class_keys(boards, by="exact", **self.options)
        return exact, _core._class_keys(boards, by="class", **self.options) if self.has_classes else exact


def scanned(source: Any, size: Size | None, **about: Any) -> Source:
    """A source with malformed rows marked. The side of the rules resolves an ambiguous array shape."""
    size = size or {}
    if size.get("digits") is not None:
        return scan(source, malformed="mark", **{**about, **size})
    opened = scan(source, malformed="mark", **about)
    rules_side = size.get("side")
    if rules_side not in (None, opened.side) and opened.dtype != "text" and opened.path != "-":
        with suppress(FormatError, PuzzleError):
            return scan(source, malformed="mark", **{**about, "side": rules_side})
    return opened


def _width(dtype: str | None) -> int:
    return 1 if dtype in (None, "text", "numbers") else np.dtype(dtype).itemsize


class _Places:
    """The places of rows (file and line) by their numbers in reading order, stored as runs."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._starts: list[int] = []
        self._first: list[tuple[str, bool, int]] = []
        """For each run the file, whether it is numbered by lines, and the offset of its numbers from row numbers."""
        self.rows = 0

    def add(self, rows: Puzzles) -> None:
        numbers = rows.numbers if rows.lines is None else rows.lines
        shifts = numbers - np.arange(len(rows))
        ends = np.diff(shifts) != 0
        if not isinstance(rows.name, str):
            ends |= rows.name[1:] != rows.name[:-1]
        for start in [0, *(np.flatnonzero(ends) + 1).tolist()][: len(rows)]:
            first = (
                rows.name if isinstance(rows.name, str) else rows.name[start],
                rows.lines is not None,
                int(shifts[start]) - self.rows,
            )
            if first not in self._first[-1:] and len(self._starts) < PLACES:
                self._starts.append(self.rows + start)
                self._first.append(first)
        self.rows += len(rows)

    def __getitem__(self, row: int) -> str:
        if len(self._starts) == PLACES:
            return f"{self._name}[{row}]"
        name, is_line, shift = self._first[int(np.searchsorted(self._starts, row, side="right")) - 1]
        return f"{name}:{row + shift}" if is_line else f"{name}[{row + shift}]"


def readable(rows: Puzzles, *, solutions: bool = True) -> tuple[_Boards, _Mask, Puzzles]:
    """The readable boards of shape (n, side²), a mask of the readable rows, and these rows.

    Without ``solutions``, a row with a malformed solution is readable.
    """
    expect_givens(rows, "an audit expects givens")
    good = ~rows.malformed if solutions else rows.puzzle[:, 0, 0] != MALFORMED
    some = rows if good.all() else rows[good]
    return some.puzzle.reshape(-1, rows.side**2), good, some


class _Sample:
    """A sample of boards by row number: all rows, halved whenever it grows too large."""

    def __init__(self, side: int) -> None:
        self.words = np.empty(0, np.uint64)
        self.cells = np.empty((0, side * side), np.uint8)
        self._mask = np.uint64(0)

    def add(self, rows: _Numbers, cells: _Boards) -> None:
        words = mix(rows.astype(np.uint64))
        chosen = words & self._mask == 0
        self.words = np.concatenate([self.words, words[chosen]])
        self.cells = np.concatenate([self.cells, cells[chosen]])
        while len(self.words) > SAMPLE:
            self._mask = self._mask << np.uint64(1) | np.uint64(1)
            kept = self.words & self._mask == 0
            self.words, self.cells = self.words[kept], self.cells[kept]


class Auditor:
    """An audit of a source: a :class:`Source`, or an object with its name, format, dtypes and rows."""

    def __init__(self, source: Any, solver: Solver, examples: int, ratings: Iterable[str] = ()) -> None:
        self._examples = whole("examples", examples)
        self._source, self._solver = source, solver
        self._places = _Places(source.name)
        wanted = several("ratings", ratings, f"names of {', '.join(RATINGS)}")
        self._ratings = [word("ratings", column, RATINGS) for column in wanted]
        classic = [name for name in self._ratings if name in CLASSIC_ONLY]
        if classic and not solver.rules.is_classic:
            raise RulesError(f"the ratings {', '.join(classic)} are for classic 9x9 only; the rules are {solver.name}")
        side = solver.rules.side
        self._sample = _Sample(side)
        self._verdicts: Counter[Verdict] = Counter()
        self._clues = np.zeros(side**2 + 1, np.int64)
        self._faults: Counter[str] = Counter()
        self._findings: dict[str, list[Finding]] = {}
        self._stored: Counter[str] = Counter()
        self._columns = dict.fromkeys(self._ratings)

    def run(
        self,
        other: Any = None,
        progress: Callable[[int, int | None], object] | None = None,
        *,
        given: bool = False,
    ) -> Audit:
        """Read the source, then the other set, which has the same side.

        Other rules of rows are an error, unless the rules are ``given``; see :func:`expect_rules`.
        """
        report = progress or (lambda _done, _total: None)
        totals = [source.total for source in (self._source, other) if source is not None]
        total = None if None in totals else sum(totals)
        with Ledger() as boards, Ledger() as classes, Ledger() as theirs:
            for rows in self._source:
                expect_rules(rows, self._solver.rules, given=given)
                self._add(rows, boards, classes)
                report(self._places.rows, total)
            if other is None:
                return self._report(boards, classes)
            places = _Places(other.name)
            for rows in other:
                expect_rules(rows, self._solver.rules, given=given)
                # Solutions of the other set are not compared.
                cells, numbers, _ = self._readable("unreadable other", rows, places, solutions=False)
                exact, keys = self._solver.keys(cells)
                theirs.add(keys, numbers, exact.view("<u8")[:, 0])
                report(self._places.rows + places.rows, total)
            leaks = Repeats(self._examples)
            matches(classes, theirs, leaks)
            self._record_repeats("leak", leaks, places)
            return self._report(boards, classes, other.name, places.rows)

    def _readable(
        self, kind: str, rows: Puzzles, places: _Places, *, solutions: bool = True
    ) -> tuple[_Boards, _Numbers, Puzzles]:
        """The readable boards, their numbers in reading order, and their rows; records the unreadable ones."""
        numbers = places.rows + np.arange(len(rows))
        places.add(rows)
        cells, good, some = readable(rows, solutions=solutions)
        self._record(kind, np.flatnonzero(~good), numbers, lambda i: _fault_text(rows, i), places=places)
        return cells, numbers[good], some

    def _add(self, rows: Puzzles, boards: Ledger, classes: Ledger) -> None:
        """Process one batch; the ledgers get the keys of the boards and of their classes."""
        cells, numbers, some = self._readable("malformed", rows, self._places)
        self._verdicts[Verdict.MALFORMED] += len(rows) - len(cells)
        if not len(cells):
            return
        solutions, verdicts = self._solver.solve(cells)
        for verdict, count in enumerate(np.bincount(verdicts, minlength=3).tolist()):
            self._verdicts[Verdict(verdict)] += count
        self._clues += np.bincount(np.count_nonzero(cells, axis=1), minlength=len(self._clues))
        self._judge(cells, verdicts, numbers)
        if some.solution is not None:
            self._compare(cells, solutions, verdicts, some.solution.reshape(cells.shape), numbers)
        self._columns.update(dict.fromkeys(some.columns))
        exact, keys = self._solver.keys(cells)
        boards.add(exact, numbers, exact.view("<u8")[:, 0])
        classes.add(keys, numbers, exact.view("<u8")[:, 0])
        unique = verdicts == Verdict.UNIQUE
        self._sample.add(numbers[unique], cells[unique])

    def _judge(self, cells: _Boards, verdicts: _Boards, numbers: _Numbers) -> None:
        """Record clashes and puzzles with no solution or several."""
        without = np.flatnonzero(verdicts == Verdict.NO_SOLUTION)
        conflicts = _core.conflicts(cells[without], **self._solver.options)
        clashing = conflicts.any(axis=1)
        of = dict(zip(without.tolist(), conflicts, strict=True))
        self._record("clash", without[clashing], numbers, lambda k: self._clash(cells[k], of[k]), cells)
        self._record("no solution", without[~clashing], numbers, cells=cells)
        self._record("several solutions", np.flatnonzero(verdicts == Verdict.MULTIPLE), numbers, cells=cells)

    def _clash(self, board: _Boards, clashing: _Mask) -> str:
        """Describe two equal cells that clash or, for other rules, one cell that violates them."""
        rules = self._solver.rules
        first = int(np.argmax(clashing))
        here = cell_name(*divmod(first, rules.side))
        if not rules.is_classic:
            return f"{here} holds {board[first]}, which violates the rules"
        number = np.arange(81)
        row, column, box = number // 9, number % 9, number // 27 * 3 + number % 9 // 3
        seen = (row == row[first]) | (column == column[first]) | (box == box[first])
        last = int(np.flatnonzero(clashing & seen & (board == board[first]))[-1])
        return f"{here} and {cell_name(*divmod(last, 9))} hold {board[first]}"

    def _compare(
        self, cells: _Boards, solutions: _Boards, verdicts: _Boards, stored: _Boards, numbers: _Numbers
    ) -> None:
        """Compare stored solutions with the computed ones."""
        present = stored.any(axis=1)
        other = (stored != solutions).any(axis=1)
        several = np.flatnonzero(present & (verdicts == Verdict.MULTIPLE))
        other[several] = ~_core.check(cells[several], stored[several], **self._solver.options).correct
        wrong = np.flatnonzero(present & (other | (verdicts == Verdict.NO_SOLUTION)))
        self._stored["present"] += int(present.sum())
        self._stored["right"] += int((present & (verdicts == Verdict.UNIQUE) & ~other).sum())
        self._stored["missing"] += int((~present).sum())

        def reason(k: int) -> str:
            if verdicts[k] == Verdict.UNIQUE:
                cell = int(np.argmax(stored[k] != solutions[k]))
                where = cell_name(*divmod(cell, self._solver.rules.side))
                return f"{where} holds {stored[k, cell]}; the solution has {solutions[k, cell]}"
            several = verdicts[k] == Verdict.MULTIPLE
            return "not a solution of the puzzle" if several else "the puzzle has no solution"

        self._record("wrong solution", wrong, numbers, reason)
        self._record("solution not the only one", several[~other[several]], numbers, cells=cells)

    def _record(
        self,
        kind: str,
        found: npt.NDArray[Any],
        numbers: _Numbers,
        text: Callable[[int], str] = lambda _: "",
        cells: _Boards | None = None,
        places: _Places | None = None,
    ) -> None:
        """Count the faulty rows at these positions, and list the first ones."""
        self._faults[kind] += len(found)
        listed = self._findings.setdefault(kind, [])
        for k in found[: self._examples - len(listed)].tolist():
            row = int(numbers[k])
            digits = size_of_files(self._solver.rules)["digits"]
            board = "" if cells is None else board_texts(cells[k : k + 1], digits=digits)[0]
            listed.append(Finding(row, (places or self._places)[row], text(k), board))

    def _record_repeats(self, kind: str, repeats: Repeats, places: _Places) -> None:
        """Count and list rows that repeat a row of the set with these places."""
        self._faults[kind] += repeats.count
        self._findings[kind] = [
            Finding(row, self._places[row], f"{'the same as' if same else 'equivalent to'} {places[first]}", "")
            for row, first, same in repeats.rows
        ]

    def _report(
        self, boards: Ledger, classes: Ledger, against: str | None = None, against_rows: int | None = None
    ) -> Audit:
        source = self._source
        duplicates, relatives = Repeats(self._examples), Repeats(self._examples)
        distinct = sum(len(table) for table, _ in sizes(boards, duplicates))
        class_sizes: Counter[int] = Counter()
        for _, counts in sizes(classes, relatives) if self._solver.has_classes else ():
            class_sizes.update(_histogram(counts))
        related = self._solver.has_classes and class_sizes.total() < distinct
        self._record_repeats("duplicate", duplicates, self._places)
        self._record_repeats("repeated class", relatives, self._places)
        sample, options = self._sample.cells, self._solver.options
        guesses: Any = _core._guesses(sample, threads=options["threads"]) if self._solver.rules.is_classic else []
        rated: Any = rate(sample, columns=self._ratings, **options) if self._ratings else {}
        return Audit(
            name=source.name,
            format=source.format,
            dtype=source.dtype,
            solution_dtype=source.solution_dtype,
            waste=max(_width(source.dtype), _width(source.solution_dtype)),
            rules=self._solver.name,
            rows=self._places.rows,
            verdicts={verdict.name.lower(): self._verdicts[verdict] for verdict in Verdict if self._verdicts[verdict]},
            stored=dict(self._stored),
            distinct=distinct,
            classes=class_sizes.total() if self._solver.has_classes else None,
            class_sizes=dict(sorted(class_sizes.items())),
            order_dependent=tuple(name for name in self._columns if related and name.lower() in CAN_DIFFER),
            clues={n: count for n, count in enumerate(self._clues.tolist()) if count},
            sampled=len(sample),
            guesses=_histogram(guesses),
            ratings={
                column: _histogram(rated[column].astype(int) if column == "minutes" else rated[column])
                for column in self._ratings
            },
            singles=float(_core._singles(sample, **options).mean()) if len(sample) else None,
            against=against,
            against_rows=against_rows,
            faults={kind: count for kind in MEANING if (count := self._faults[kind])},
            findings={kind: tuple(self._findings[kind]) for kind in MEANING if self._findings.get(kind)},
            version=_core.__version__,
        )


def _histogram(values: Any) -> dict[Any, int]:
    numbers, counts = np.unique(np.asarray(values), return_counts=True)
    return dict(zip(numbers.tolist(), counts.tolist(), strict=True))


def _fault_text(rows: Puzzles, i: int) -> str:
    """The reason why a row is unreadable, without its place."""
    text = str(rows.fault(i)).removeprefix(rows.place(i)).removeprefix(": ")
    return text.replace(" (solution):", "solution:", 1) if text.startswith(" (") else text

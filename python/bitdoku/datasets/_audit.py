"""The audit of a data set: all faults, found in one pass.

.. code-block:: text

    batches ── decoded ──┬── solve ── verdicts, clashes, stored solutions
    (scan)               ├── fingerprint ── ledger of classes ─┐ on disk if there are many rows:
                         ├── digest ── ledger of boards ───────┤ duplicates, class sizes, leaks
                         ├── clues                             │
                         └── a sample ── singles, guesses      └─> Audit

A row takes 64 bytes on disk (two records of 32 bytes, see ``_ledger.py``; each row of ``against`` takes one record).
Singles and guesses need a search of their own and are computed at the end for a sample: all rows of a set of up to
32,768, else a random choice of 16,384 to 32,768 rows that depends only on the row numbers.
"""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from bitdoku import _core
from bitdoku._core import _whole as whole
from bitdoku._errors import FormatError, PuzzleError, RulesError
from bitdoku._results import Verdict
from bitdoku.datasets._classes import mix
from bitdoku.datasets._engine import Engine
from bitdoku.datasets._ledger import Ledger, Repeats, matches, sizes
from bitdoku.datasets._read import Source, scan
from bitdoku.datasets._report import MEANING, Audit, Finding
from bitdoku.datasets._rows import MALFORMED, board_texts
from bitdoku.rules._rules import rules_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    import numpy.typing as npt

    from bitdoku.datasets._rows import Rows

    _Boards = npt.NDArray[np.uint8]
    _Mask = npt.NDArray[np.bool_]
    _Numbers = npt.NDArray[np.int64]

#: Maximum number of rows in the sample; a larger set gets at least half of it.
SAMPLE = 1 << 15

#: Maximum number of runs of lines kept for messages: with more comments, rows are named by number.
PLACES = 1 << 16


def audit(
    source: Any,
    *,
    against: Any = None,
    puzzle: str | None = None,
    solution: str | None = None,
    rules: object = None,
    examples: int = 10,
    threads: int | None = None,
    progress: Callable[[int], object] | None = None,
) -> Audit:
    """Find the faults of a data set.

    Reports unreadable rows, clashing givens, puzzles with no solution or several, stored solutions that are wrong or
    not unique, duplicates, equivalent rows, and leaks into another set; also the difficulty of the puzzles and wasteful
    storage. Sets may be larger than memory: temporary files in ``TMPDIR`` take 64 bytes a row.

    Parameters
    ----------
    source : path, table, Source, Rows, pair, or puzzles
        Anything that :func:`scan` reads or returns, including DataFrames; puzzles in any form that
        :func:`bitdoku.solve` takes; or a pair (puzzles, solutions), such as the result of :func:`bitdoku.generate`. A
        string is a path. A Source is read as it was opened: with ``malformed="mark"``, malformed rows are reported.
    against : likewise, optional
        Another set, such as the training set of a test set. Rows of ``source`` equivalent to one of its rows leak.
    puzzle, solution : str, optional
        Names of columns, as for :func:`scan`: ``puzzle`` in ``source`` and ``against``, ``solution`` in ``source``. If
        the names differ, pass ``against=scan(other, puzzle=…)``.
    rules : None, name, or Rules
        As for :func:`bitdoku.solve`. None means rules inferred from the side, such as ``"4x4"`` and ``"16x16"``.
    examples : int
        How many of the first faulty rows of each kind to list.
    threads : int, optional
    progress : callable, optional
        Called with the number of rows done, after each batch.

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

    Examples
    --------
    >>> import bitdoku as bd
    >>> made = bd.generate(100, seed=1)
    >>> made.solution[3, 0] = made.solution[3, 0, ::-1]
    >>> report = bd.datasets.audit(made)
    >>> report.faults
    {'wrong solution': 1}
    >>> print(report.findings["wrong solution"][0])
    [3]: cell (0, 0) holds 9; the solution has 5
    """
    examples = whole("examples", examples)
    side = None if rules is None else rules_of(rules).side
    opened = _opened(source, side, puzzle=puzzle, solution=solution)
    other = None if against is None else _opened(against, side or opened.side, puzzle=puzzle, solutions=False)
    engine = Engine(rules, opened.side, threads)
    for what, one in (("source", opened), ("against", other)):
        if one is not None and one.side != engine.side:
            raise RulesError(f"{one.name or what}: boards have side {one.side}; the rules are {engine.name}")
    return audited(opened, other, engine, examples, progress)


def audited(
    opened: ToAudit,
    other: ToAudit | None,
    engine: Engine,
    examples: int,
    progress: Callable[[int], object] | None = None,
) -> Audit:
    """The report on opened sources."""
    with Ledger() as boards, Ledger() as classes, Ledger() as theirs:
        state = _State(opened.name, examples, engine, boards, classes)
        for rows in opened.batches:
            state.add(rows)
            if progress is not None:
                progress(state.rows)
        leaks = their_places = None
        if other is not None:
            their_places = _Places(other.name)
            for rows in other.batches:
                state.add_other(rows, theirs, their_places)
                if progress is not None:
                    progress(state.rows + their_places.rows)
            leaks = Repeats(examples)
            matches(classes, theirs, leaks)
        return state.report(opened, other, leaks, their_places)


@dataclass
class ToAudit:
    """A source to audit."""

    name: str
    format: str
    side: int
    batches: Iterable[Rows]
    dtype: str
    """How a cell of a puzzle is stored: ``text``, or a dtype."""
    solution_dtype: str | None = None
    """The same for solutions; None if there are none."""


def _opened(source: Any, rules_side: int | None, **about: Any) -> ToAudit:
    opened = scanned(source, rules_side, **about)
    name = {"-": "stdin", "memory": ""}.get(opened.path, opened.path)
    return ToAudit(name, opened.format, opened.side, opened, opened.dtype, opened.solution_dtype)


def scanned(source: Any, rules_side: int | None, **about: Any) -> Source:
    """A source with malformed rows marked. The side of the rules resolves an ambiguous array shape."""
    opened = scan(source, malformed="mark", **about)
    if rules_side not in (None, opened.side) and opened.dtype != "text" and opened.path != "-":
        with suppress(FormatError, PuzzleError):
            return scan(source, malformed="mark", **{**about, "side": rules_side})
    return opened


def _width(dtype: str | None) -> int:
    """Bytes of a cell."""
    return 1 if dtype in (None, "text", "numbers") else np.dtype(dtype).itemsize


class _Places:
    """The places of rows (file and line) by their numbers in reading order, stored as runs."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._starts: list[int] = []
        self._what: list[tuple[str, int, bool]] = []
        self.rows = 0

    def add(self, rows: Rows) -> None:
        lines = rows.lines
        if lines is None:
            self._mark(0, rows.name, rows.start, False)
        elif isinstance(lines, range):
            self._mark(0, rows.name, lines[0] if lines else 0, True)
        elif len(lines):
            numbers = np.asarray(lines)
            breaks = [0, *(np.flatnonzero(np.diff(numbers) != 1) + 1).tolist()]
            for start in breaks:
                self._mark(start, rows.name, int(numbers[start]), True)
        self.rows += len(rows)

    def _mark(self, offset: int, name: str, number: int, is_line: bool) -> None:
        row = self.rows + offset
        if self._what:
            last, (known, first, kind) = self._starts[-1], self._what[-1]
            if (known, kind) == (name, is_line) and first + row - last == number:
                return
        if len(self._starts) < PLACES:
            self._starts.append(row)
            self._what.append((name, number, is_line))

    def __getitem__(self, row: int) -> str:
        if len(self._starts) == PLACES:
            return f"{self._name}[{row}]"
        run = int(np.searchsorted(self._starts, row, side="right")) - 1
        name, number, is_line = self._what[run]
        number += row - self._starts[run]
        return f"{name}:{number}" if is_line else f"{name}[{number}]"


def readable(rows: Rows, *, solutions: bool = True) -> tuple[_Boards, _Mask, Rows]:
    """The readable boards of shape (n, side²), a mask of the readable rows, and these rows.

    Without ``solutions``, a row with a malformed solution is readable.
    """
    if rows.candidates is not None:
        raise FormatError(f"{rows.place(0)}: the puzzle has candidates; an audit expects givens")
    good = ~rows.malformed if solutions else rows.puzzle[:, 0, 0] != MALFORMED
    some = rows if good.all() else rows.take(np.flatnonzero(good))
    return some.puzzle.reshape(-1, rows.side**2), good, some


class _Sample:
    """A sample of boards by row number: all until there are too many, then half of them, repeatedly."""

    def __init__(self, side: int) -> None:
        self.words = np.empty(0, np.uint64)
        self.cells = np.empty((0, side * side), np.uint8)
        self._mask = 0

    def add(self, rows: _Numbers, cells: _Boards) -> None:
        words = mix(rows.astype(np.uint64))
        chosen = np.flatnonzero(words & np.uint64(self._mask) == 0)
        self.words = np.concatenate([self.words, words[chosen]])
        self.cells = np.concatenate([self.cells, cells[chosen]])
        while len(self.words) > SAMPLE:
            self._mask = 2 * self._mask + 1
            kept = self.words & np.uint64(self._mask) == 0
            self.words, self.cells = self.words[kept], self.cells[kept]


class _State:
    """The state of an audit between batches."""

    def __init__(self, name: str, examples: int, engine: Engine, boards: Ledger, classes: Ledger) -> None:
        self._examples, self._engine = examples, engine
        self._boards, self._classes = boards, classes
        self._places = _Places(name)
        self._sample = _Sample(engine.side)
        self._verdicts: Counter[Verdict] = Counter()
        self._clues = np.zeros(engine.side**2 + 1, np.int64)
        self._faults: Counter[str] = Counter()
        self._findings: dict[str, list[Finding]] = {}
        self._stored: Counter[str] = Counter()

    @property
    def rows(self) -> int:
        return self._places.rows

    def add(self, rows: Rows) -> None:
        """Process one batch."""
        numbers = self.rows + np.arange(len(rows))
        self._places.add(rows)
        cells, good, some = readable(rows)
        self._record("malformed", np.flatnonzero(~good), numbers, lambda i: _fault_of(rows, i))
        self._verdicts[Verdict.MALFORMED] += int((~good).sum())
        if not len(cells):
            return
        numbers = numbers[good]
        solutions, verdicts = self._engine.solve(cells)
        for verdict, count in enumerate(np.bincount(verdicts, minlength=3).tolist()):
            self._verdicts[Verdict(verdict)] += count
        self._clues += np.bincount(np.count_nonzero(cells, axis=1), minlength=len(self._clues))
        self._judge(cells, verdicts, numbers)
        if some.solution is not None:
            self._compare(cells, solutions, verdicts, some.solution.reshape(-1, some.side**2), numbers)
        exact, classes = self._engine.keys(cells)
        for ledger, keys in ((self._boards, exact), (self._classes, classes)):
            ledger.add(keys, numbers, exact.view("<u8")[:, 0])
        unique = np.flatnonzero(verdicts == Verdict.UNIQUE)
        self._sample.add(numbers[unique], cells[unique])

    def add_other(self, rows: Rows, ledger: Ledger, places: _Places) -> None:
        """Process one batch of the other set, without its solutions."""
        numbers = places.rows + np.arange(len(rows))
        places.add(rows)
        cells, good, _ = readable(rows, solutions=False)
        wrong = np.flatnonzero(~good)
        self._record("unreadable other", wrong, numbers, lambda i: _fault_of(rows, i), places=places)
        exact, keys = self._engine.keys(cells)
        ledger.add(keys, numbers[good], exact.view("<u8")[:, 0])

    def _judge(self, cells: _Boards, verdicts: _Boards, numbers: _Numbers) -> None:
        """Record clashes and puzzles with no solution or several."""
        without = np.flatnonzero(verdicts == Verdict.NO_SOLUTION)
        clashing = self._engine.conflicts(cells[without]).any(axis=1) if len(without) else np.zeros(0, bool)
        several = np.flatnonzero(verdicts == Verdict.MULTIPLE)
        self._record("clash", without[clashing], numbers, lambda k: self._engine.clash(cells[k]), cells)
        self._record("no solution", without[~clashing], numbers, cells=cells)
        self._record("several solutions", several, numbers, cells=cells)

    def _compare(
        self, cells: _Boards, solutions: _Boards, verdicts: _Boards, stored: _Boards, numbers: _Numbers
    ) -> None:
        """Compare stored solutions with the computed ones."""
        present = stored.any(axis=1)
        unique = verdicts == Verdict.UNIQUE
        other = (stored != solutions).any(axis=1)
        several = np.flatnonzero(present & (verdicts == Verdict.MULTIPLE))
        if len(several):
            other[several] = ~self._engine.correct(cells[several], stored[several])
        wrong = np.flatnonzero(present & (other | (verdicts == Verdict.NO_SOLUTION)))
        self._stored["present"] += int(present.sum())
        self._stored["right"] += int((present & unique & ~other).sum())
        self._stored["missing"] += int((~present).sum())
        why = self._engine.difference
        self._record("wrong solution", wrong, numbers, lambda k: why(stored[k], solutions[k], verdicts[k]))
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
        """Count the faulty rows at some positions, and list the first: their numbers, texts, and boards if given."""
        self._faults[kind] += len(found)
        listed = self._findings.setdefault(kind, [])
        for k in found[: self._examples - len(listed)].tolist():
            row = int(numbers[k])
            board = "" if cells is None else board_texts(cells[k : k + 1])[0]
            listed.append(Finding(row, (places or self._places)[row], text(k), board))

    def report(
        self, opened: ToAudit, other: ToAudit | None, leaks: Repeats | None, their_places: _Places | None
    ) -> Audit:
        """The report, after the last batch."""
        duplicates, relatives = Repeats(self._examples), Repeats(self._examples)
        distinct = sum(len(table) for table, _ in sizes(self._boards, duplicates))
        class_sizes: Counter[int] = Counter()
        for _, counts in sizes(self._classes, relatives) if self._engine.has_classes else ():
            values, times = np.unique(counts, return_counts=True)
            class_sizes.update(dict(zip(values.tolist(), times.tolist(), strict=True)))
        for kind, repeats, places in (
            ("duplicate", duplicates, self._places),
            ("repeated class", relatives, self._places),
            ("leak", leaks, their_places),
        ):
            if repeats is None or places is None:
                continue
            self._faults[kind] += repeats.count
            self._findings[kind] = [
                Finding(row, self._places[row], f"{'the same as' if same else 'equivalent to'} {places[first]}", "")
                for row, first, same in repeats.rows
            ]
        sample = self._sample.cells
        guesses = Counter(self._engine.guesses(sample).tolist()) if self._engine.classic else {}
        return Audit(
            name=opened.name,
            format=opened.format,
            dtype=opened.dtype,
            solution_dtype=opened.solution_dtype,
            waste=max(_width(opened.dtype), _width(opened.solution_dtype)),
            rules=self._engine.name,
            rows=self.rows,
            verdicts={verdict.name.lower(): self._verdicts[verdict] for verdict in Verdict if self._verdicts[verdict]},
            stored=dict(self._stored),
            distinct=distinct,
            classes=sum(class_sizes.values()) if self._engine.has_classes else None,
            class_sizes=dict(sorted(class_sizes.items())),
            clues={n: count for n, count in enumerate(self._clues.tolist()) if count},
            sampled=len(sample),
            guesses=dict(sorted(guesses.items())),
            singles=float(self._engine.singles(sample).mean()) if len(sample) else None,
            against=None if other is None else other.name,
            against_rows=None if their_places is None else their_places.rows,
            faults={kind: count for kind in MEANING if (count := self._faults[kind])},
            findings={kind: tuple(self._findings[kind]) for kind in MEANING if self._findings.get(kind)},
            version=_core.__version__,
        )


def _fault_of(rows: Rows, i: int) -> str:
    """The reason why a row is unreadable, without its place."""
    return str(rows.fault(i)).removeprefix(rows.place(i)).removeprefix(":").strip()

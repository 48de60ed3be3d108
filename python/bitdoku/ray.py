"""Solving, canonical forms, audits and generation on many machines with Ray Data.

One task processes each block of a Ray data set, in one thread by default. A row depends only on its input, or on the
seed and its number, so Ray may compute it on any machine and repeat it after a failure.

Errors in rows are raised when the rows are consumed, wrapped in an exception of Ray with the same message. Set
``ray.data.DataContext.get_current().raise_original_map_exception = True`` before to catch them as
``bitdoku.PuzzleError``.

``pip install "bitdoku[ray]"``. ``bd.ray`` is loaded at its first use.
"""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from bitdoku import _core
from bitdoku._arguments import resolve_seed
from bitdoku._core import _whole as whole
from bitdoku._generate import generate
from bitdoku.datasets._audit import Auditor, Solver, readable
from bitdoku.datasets._io.raw import Raw
from bitdoku.datasets._io.read_arrow import board_column, cell_type
from bitdoku.datasets._io.streams import require
from bitdoku.datasets._io.write_arrays import board_strings
from bitdoku.datasets._report import CAN_DIFFER
from bitdoku.rules._rules import rules_of, size_of_files

if TYPE_CHECKING:
    import datetime
    from collections.abc import Iterable, Iterator

    from ray.data import Dataset

    from bitdoku._table import Puzzles
    from bitdoku.datasets._report import Audit
    from bitdoku.rules import Rules
    from bitdoku.typing import SeedLike

ray_data = require("ray.data", "ray", "bitdoku.ray")
ray_exceptions = require("ray.exceptions", "ray", "bitdoku.ray")
ArrowTensorArray = require("ray.data.extensions", "ray", "bitdoku.ray").ArrowTensorArray
pa = require("pyarrow", "ray", "bitdoku.ray")

#: Default number of puzzles in a shard: some seconds of work, a few megabytes.
SHARD = 1 << 16


def solve_dataset(
    ds: Dataset,
    column: str = "puzzle",
    *,
    solution: str = "solution",
    verdict: str = "verdict",
    rules: object = None,
    budget: int | datetime.timedelta | None = None,
    malformed: Literal["raise", "mark"] = "raise",
    threads: int = 1,
) -> Dataset:
    """Add the solutions and verdicts of :func:`bitdoku.solve` to a data set of puzzles.

    Parameters
    ----------
    ds : ray.data.Dataset
    column : str
        The puzzles: text, lists of 81 numbers, or arrays of shape (81,) or (9, 9). Solutions come in the same form.
    solution, verdict : str
        The columns to write; existing ones are replaced.
    rules, budget, malformed : optional
        As for :func:`bitdoku.solve`; a time limit applies to each block.
    threads : int
        Number of threads, and of processors, for each task.

    Examples
    --------
    .. code-block:: python

        ds = ray.data.read_parquet("s3://bucket/puzzles")
        bitdoku.ray.solve_dataset(ds).write_parquet("s3://bucket/solved")
    """
    threads, known = whole("threads", threads, least=1), rules_of(rules)

    def solve(table: Any) -> Any:
        boards = _boards(table, column)
        result = _core.solve(boards, rules=known, budget=budget, malformed=malformed, threads=threads)
        return _with(table, {solution: _like(table[column], result.solution), verdict: pa.array(result.verdict)})

    return _mapped(ds, solve, threads)


def canonicalize_dataset(
    ds: Dataset, column: str = "puzzle", *, canonical: str = "canonical", rules: object = None, threads: int = 1
) -> Dataset:
    """Add the class representatives of :func:`bitdoku.canonical` to a data set of puzzles.

    Equivalent puzzles get equal representatives, so that grouping by this column finds them.

    Parameters
    ----------
    ds : ray.data.Dataset
    column : str
        The puzzles, as for :func:`solve_dataset`.
    canonical : str
        The column to write.
    rules : optional
        As for :func:`bitdoku.canonical`.
    threads : int
        Number of threads, and of processors, for each task.

    Examples
    --------
    .. code-block:: python

        classes = bitdoku.ray.canonicalize_dataset(ds).groupby("canonical").count()
    """
    threads, known = whole("threads", threads, least=1), rules_of(rules)

    def canonicalize(table: Any) -> Any:
        forms = _core.canonical(_boards(table, column), rules=known, threads=threads)
        return _with(table, {canonical: _like(table[column], forms)})

    return _mapped(ds, canonicalize, threads)


def audit_dataset(
    ds: Dataset,
    column: str = "puzzle",
    *,
    solution: str | None = None,
    against: Dataset | None = None,
    against_column: str | None = None,
    rules: object = None,
    ratings: Iterable[str] = (),
    examples: int = 10,
    threads: int = 1,
) -> Audit:
    """Find the faults of a data set, as :func:`bitdoku.datasets.audit` does.

    Tasks solve the puzzles and compute their classes. The results, about 300 bytes a row, are sent to the calling
    machine, which compares them on disk (64 bytes a row). The report equals the report of a single machine for the same
    rows in the same order.

    Parameters
    ----------
    ds : ray.data.Dataset
    column : str
        The puzzles, as for :func:`solve_dataset`.
    solution : str, optional
        Their stored solutions.
    against : ray.data.Dataset, optional
        Another set, such as the training set of a test set. Rows of ``ds`` equivalent to one of its rows leak.
    against_column : str, optional
        The column of its puzzles; by default ``column``.
    rules : optional
        As for :func:`bitdoku.solve`.
    ratings : str or iterable of str
        Ratings to show as histograms, of a sample that the calling machine rates.
    examples : int
        The number of faulty rows of each kind to list, from the first on.
    threads : int
        Number of threads, and of processors, for each task.

    Examples
    --------
    .. code-block:: python

        report = bitdoku.ray.audit_dataset(test, solution="solution", against=train)
        print(report)
    """
    threads = whole("threads", threads, least=1)
    solver = _ComputedResults(rules)
    size = solver.size

    def computed(part: Dataset, columns: dict[str, str]) -> Dataset:
        def compute(table: Any) -> Any:
            boards = {name: _boards(table, column) for name, column in columns.items()}
            local = Solver(rules, threads)
            cells, good, _ = readable(_decoded([*boards.values()], local.rules))
            solved, verdicts = local.solve(cells)
            results = np.zeros((len(good), size), np.uint8)
            readable_mark = np.ones((len(cells), 1), np.uint8)
            results[good] = np.concatenate([readable_mark, solved, verdicts[:, None], *local.keys(cells)], axis=1)
            others = {name: table[name] for name in table.column_names if name.lower() in CAN_DIFFER}
            return pa.table(
                others | {name: _arrow(board) for name, board in boards.items()} | {"result": _arrow(results)}
            )

        return _mapped(part, compute, threads)

    names = {"puzzle": column} | ({"solution": solution} if solution is not None else {})
    auditor = Auditor(_Computed("data set", computed(ds, names), solver), solver, examples, ratings)
    other = None
    if against is not None:
        theirs = computed(against, {"puzzle": against_column or column})
        other = _Computed("other data set", theirs, solver)
    return auditor.run(other)


class _ComputedResults(Solver):
    """A solver for audits that returns results computed by tasks.

    A result is a row of bytes: 1 (0 for an unreadable row), solution, verdict, key of the board, key of its class.
    """

    def __init__(self, rules: object) -> None:
        super().__init__(rules, 1)
        self._ends = np.cumsum([1, self.rules.side**2, 1, 16, 16])
        self.size = int(self._ends[-1])
        self.results = np.empty((0, self.size), np.uint8)
        """The results of the latest block."""

    def solve(self, boards: Any) -> tuple[Any, Any]:
        _, solutions, verdicts, _, _ = self._of(boards)
        return solutions, verdicts[:, 0]

    def keys(self, boards: Any) -> tuple[Any, Any]:
        *_, exact, classes = self._of(boards)
        return np.ascontiguousarray(exact), np.ascontiguousarray(classes)

    def _of(self, boards: Any) -> list[Any]:
        """The results of the readable rows of the block; an audit requests exactly these."""
        results = self.results[self.results[:, 0] == 1]
        assert len(results) == len(boards), "an audit requests the results of a whole block"
        return np.split(results, self._ends[:-1], axis=1)


class _Computed:
    """The rows of a data set as a source that passes their results to the solver. The first block defines the types."""

    format = "ray"
    dtype = "text"
    solution_dtype: str | None = None
    total: int | None = None

    def __init__(self, name: str, computed: Dataset, solver: _ComputedResults) -> None:
        self.name, self._computed, self._solver = name, computed, solver

    def __iter__(self) -> Iterator[Puzzles]:
        solver, start = self._solver, 0
        table: Any
        with _ordered(self._computed):
            for table in self._computed.iter_batches(batch_size=None, batch_format="pyarrow"):
                if not len(table):
                    continue
                names = [name for name in ("puzzle", "solution") if name in table.column_names]
                if not start:
                    self.dtype, *other = (cell_type(table[name].type) for name in names)
                    self.solution_dtype = other[0] if other else None
                solver.results = np.asarray(table["result"].combine_chunks().flatten()).reshape(-1, solver.size)
                others = {name: table[name] for name in table.column_names if name not in (*names, "result")}
                yield _decoded([_boards(table, name) for name in names], solver.rules, self.name, start, others)
                start += len(table)


def _decoded(
    boards: list[Any], rules: Rules, name: str = "", start: int = 0, others: dict[str, Any] | None = None
) -> Puzzles:
    """Rows of a column of puzzles, of solutions if there is one, and of other columns."""
    marks, digits = _core._recognize(boards[0])[2] == "pencilmarks", size_of_files(rules)["digits"]
    solutions = boards[1] if len(boards) > 1 else None
    return Raw(boards[0], solutions, others or {}).decoded(name, rules.side, start, marks=marks, digits=digits)


@contextmanager
def _ordered(ds: Dataset) -> Iterator[None]:
    """Deliver blocks in order and errors unwrapped within a block, then restore the shared context."""
    context = ds.context
    before = context.execution_options.preserve_order, context.raise_original_map_exception
    context.execution_options.preserve_order = context.raise_original_map_exception = True
    try:
        yield
    except ray_exceptions.RayTaskError as error:
        raise (error.cause if isinstance(error.cause, Exception) else error) from None
    finally:
        context.execution_options.preserve_order, context.raise_original_map_exception = before


def generate_dataset(
    n: int,
    *,
    seed: SeedLike = None,
    start: int = 0,
    shards: int | None = None,
    threads: int = 1,
    **options: Any,
) -> Dataset:
    """A data set of ``n`` generated puzzles: :func:`bitdoku.generate` on many machines.

    Columns: ``puzzle``, ``solution`` (text), ``clues`` and ``index``; with ``method="controlled"`` also
    ``log_weight``. Block k of K holds puzzles ``n * k // K`` to ``n * (k + 1) // K - 1``, like shard k + 1 of K of
    ``bitdoku generate --shard``. Rows are the same as on one machine; Ray may deliver blocks in any order, and
    ``index`` has the number of each puzzle.

    Parameters
    ----------
    n : int
    seed : int, numpy SeedSequence, numpy Generator or None
        None draws a random seed.
    start : int
        Number of the first puzzle.
    shards : int, optional
        Number of blocks; by default one for each 65,536 puzzles.
    threads : int
        Number of threads, and of processors, for each task.
    **options
        Options of :func:`bitdoku.generate`: ``clues``, ``rules``, ``symmetry``, ``difficulty`` and so on.

    Examples
    --------
    .. code-block:: python

        bitdoku.ray.generate_dataset(100_000_000, seed=7).write_parquet("s3://bucket/puzzles")
    """
    n, start, threads = whole("n", n), whole("start", start), whole("threads", threads, least=1)
    parts = max(1, -(-n // SHARD)) if shards is None else whole("shards", shards, least=1)
    resolved = resolve_seed(seed)
    # Validates the options on this machine before any task starts.
    generate(0, seed=resolved, start=start, **options)

    def make(table: Any) -> Any:
        made = [
            _shard(k, parts, n, start, {"seed": resolved, "threads": threads, **options})
            for k in table["id"].to_pylist()
        ]
        return pa.concat_tables(made)

    return _mapped(ray_data.range(parts, override_num_blocks=parts), make, threads)


def _shard(k: int, parts: int, n: int, start: int, options: dict[str, Any]) -> Any:
    first, end = n * k // parts, n * (k + 1) // parts
    made = generate(end - first, start=start + first, **options)
    columns = {
        "puzzle": _text(made.puzzle, made.rules),
        "solution": _text(made.solution, made.rules),
        "clues": pa.array(made.clues),
        "index": pa.array(np.arange(start + first, start + end)),
    }
    if "log_weight" in made.columns:
        columns["log_weight"] = pa.array(made["log_weight"])
    if "rules" in made.columns:
        columns["rules"] = pa.array([rules.to_json() for rules in made["rules"]], pa.string())
    return pa.table(columns)


def _mapped(ds: Dataset, function: Any, threads: int) -> Dataset:
    """Apply a function of Arrow tables to each block, as one task."""
    mapped: Dataset = ds.map_batches(
        function, batch_size=None, batch_format="pyarrow", zero_copy_batch=True, num_cpus=threads
    )
    return mapped


def _boards(table: Any, column: str) -> Any:
    """A column of puzzles as an Arrow array of texts or of lists of numbers."""
    if column not in table.column_names:
        raise ValueError(f"no column {column!r} among {', '.join(map(repr, table.column_names))}")
    return board_column(table[column].combine_chunks(), "the data set", column)


def _arrow(boards: Any) -> Any:
    """Boards as Arrow: arrays of numbers as lists."""
    if not isinstance(boards, np.ndarray):
        return boards
    return pa.FixedSizeListArray.from_arrays(pa.array(boards.reshape(-1)), boards.shape[-1])


def _like(column: Any, boards: Any) -> Any:
    """Boards in the form of a column: tensors if it has tensors."""
    if hasattr(column.type, "shape"):
        return ArrowTensorArray.from_numpy(np.asarray(boards.flatten()).reshape(-1, *column.type.shape))
    return boards


def _text(boards: Any, rules: Rules) -> Any:
    """Boards of shape (n, side, side) as Arrow strings."""
    return board_strings(boards, ".", size_of_files(rules)["digits"])


def _with(table: Any, columns: dict[str, Any]) -> Any:
    for name, values in columns.items():
        if name in table.column_names:
            table = table.set_column(table.column_names.index(name), name, values)
        else:
            table = table.append_column(name, values)
    return table

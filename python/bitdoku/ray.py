"""Many machines: solving, canonical forms, audits and generating as steps of Ray Data.

A block of a Ray data set is worked on by one task, in one thread unless told otherwise; Ray finds a machine for it, and
does it again elsewhere when that machine is lost. Every row is a function of its input, or of its seed and number:
it does not matter where it is computed, or how often.

What is wrong with a row is raised where the rows are asked for, wrapped by Ray in an error of its own that has the
message; with ``ray.data.DataContext.get_current().raise_original_map_exception = True``, set before, that error is
also of the kind that was raised: ``except bitdoku.PuzzleError`` catches it.

``pip install "bitdoku[ray]"``. This module is not imported by ``import bitdoku``.
"""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from bitdoku import _core
from bitdoku._core import _whole as whole
from bitdoku._generate import generate, resolve_seed
from bitdoku.datasets._arrow import board_column, cell_type
from bitdoku.datasets._audit import ToAudit, audited, readable
from bitdoku.datasets._columns import board_strings
from bitdoku.datasets._files import require
from bitdoku.datasets._questions import Questions
from bitdoku.datasets._rows import Rows
from bitdoku.rules._rules import rules_of

if TYPE_CHECKING:
    import datetime
    from collections.abc import Iterator

    from ray.data import Dataset

    from bitdoku.datasets._report import Audit
    from bitdoku.typing import SeedLike

ray_data = require("ray.data", "ray", "bitdoku.ray")
ray_exceptions = require("ray.exceptions", "ray", "bitdoku.ray")
ArrowTensorArray = require("ray.data.extensions", "ray", "bitdoku.ray").ArrowTensorArray
pa = require("pyarrow", "ray", "bitdoku.ray")

#: Puzzles in a shard, unless told otherwise: some seconds of work, a few megabytes.
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
    """Adds solutions and verdicts to a data set of puzzles, as :func:`bitdoku.solve` gives them.

    Parameters
    ----------
    ds : ray.data.Dataset
    column : str
        The puzzles: text, lists of 81 numbers, or arrays of shape (81,) or (9, 9). Solutions come in the same form.
    solution, verdict : str
        The columns to write; what is there is replaced.
    rules, budget, malformed : optional
        As for :func:`bitdoku.solve`; a time is for each block.
    threads : int
        How many threads, and processors, a task takes.

    Examples:
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


def canonicalise_dataset(
    ds: Dataset, column: str = "puzzle", *, canonical: str = "canonical", rules: object = None, threads: int = 1
) -> Dataset:
    """Adds the representatives of the puzzles' classes, as :func:`bitdoku.canonical` gives them.

    Equivalent puzzles get equal ones, so that grouping by this column finds them on any number of machines.

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
        How many threads, and processors, a task takes.

    Examples:
    --------
    .. code-block:: python

        classes = bitdoku.ray.canonicalise_dataset(ds).groupby("canonical").count()
    """
    threads, known = whole("threads", threads, least=1), rules_of(rules)

    def name(table: Any) -> Any:
        forms = _core.canonical(_boards(table, column), rules=known, threads=threads)
        return _with(table, {canonical: _like(table[column], forms)})

    return _mapped(ds, name, threads)


def audit_dataset(
    ds: Dataset,
    column: str = "puzzle",
    *,
    solution: str | None = None,
    against: Dataset | None = None,
    against_column: str | None = None,
    rules: object = None,
    examples: int = 10,
    threads: int = 1,
) -> Audit:
    """Looks for everything that can be wrong with a data set, as :func:`bitdoku.datasets.audit` does.

    The puzzles are solved and their classes named where the blocks are. The answers, some 300 bytes a row, come to the
    machine that asks, which compares them across the set, on disk (64 bytes a row), and counts. The report is the one
    that a single machine would write about the same rows in the same order.

    Parameters
    ----------
    ds : ray.data.Dataset
    column : str
        The puzzles, as for :func:`solve_dataset`.
    solution : str, optional
        Their stored solutions.
    against : ray.data.Dataset, optional
        Another part, such as the training set of a test set: rows of ``ds`` that it has, in any disguise, leak.
    against_column : str, optional
        The column of its puzzles, where it has another name.
    rules : optional
        As for :func:`bitdoku.solve`.
    examples : int
        How many of the first offending rows of each kind to name.
    threads : int
        How many threads, and processors, a task takes.

    Examples:
    --------
    .. code-block:: python

        report = bitdoku.ray.audit_dataset(test, solution="solution", against=train)
        print(report)
    """
    threads, examples = whole("threads", threads, least=1), whole("examples", examples)
    ask = _Answered(rules)
    side = ask.side

    def answered(part: Dataset, columns: dict[str, str]) -> Dataset:
        def answer(table: Any) -> Any:
            boards = {name: _boards(table, column) for name, column in columns.items()}
            cells, good, _ = readable(Rows(**{f"{name}s": board for name, board in boards.items()}, side=side))
            questions = Questions(rules, side, threads)
            solved, verdicts = questions.solve(cells)
            answers = np.zeros((len(good), ask.size), np.uint8)
            there = np.ones((len(cells), 1), np.uint8)
            answers[good] = np.concatenate([there, solved, verdicts[:, None], *questions.keys(cells)], axis=1)
            return pa.table({name: _arrow(board) for name, board in boards.items()} | {"answer": _arrow(answers)})

        return _mapped(part, answer, threads)

    names = {"puzzle": column} | ({"solution": solution} if solution is not None else {})
    opened = ToAudit("data set", "ray", side, (), "text")
    opened.batches = ask.rows(answered(ds, names), opened)
    other = None
    if against is not None:
        other = ToAudit("other data set", "ray", side, (), "text")
        other.batches = ask.rows(answered(against, {"puzzle": against_column or column}), other)
    return audited(opened, other, ask, examples)


class _Answered(Questions):
    """Questions of an audit whose costly ones were answered elsewhere.

    An answer is a row of bytes: 1 (0 where the row could not be read), solution, verdict, key of the board, key of
    its class.
    """

    def __init__(self, rules: object) -> None:
        super().__init__(rules, rules_of(rules).side, 1)
        self._ends = np.cumsum([1, self.side**2, 1, 16, 16])
        self.size = int(self._ends[-1])
        self._answers = np.empty((0, self.size), np.uint8)

    def rows(self, answered: Dataset, opened: ToAudit) -> Iterator[Rows]:
        """The blocks as rows, whose answers are those given until the next block; the first says how cells are."""
        start = 0
        table: Any
        with _ordered(answered):
            for table in answered.iter_batches(batch_size=None, batch_format="pyarrow"):
                if not len(table):
                    continue
                puzzles = _boards(table, "puzzle")
                stored = "solution" in table.column_names
                if not start:
                    opened.dtype = cell_type(table["puzzle"].type)
                    opened.solution_dtype = cell_type(table["solution"].type) if stored else None
                answers = table["answer"].combine_chunks().flatten()
                self._answers = np.asarray(answers).reshape(-1, self.size)
                solutions = _boards(table, "solution") if stored else None
                yield Rows(puzzles, solutions, {}, opened.name, start, self.side)
                start += len(table)

    def solve(self, boards: Any) -> tuple[Any, Any]:
        _, solutions, verdicts, _, _ = self._of(boards)
        return solutions, verdicts[:, 0]

    def keys(self, boards: Any) -> tuple[Any, Any]:
        *_, exact, classes = self._of(boards)
        return np.ascontiguousarray(exact), np.ascontiguousarray(classes)

    def _of(self, boards: Any) -> list[Any]:
        """The answers to those rows of the block that could be read, which are all that is asked about."""
        answers = self._answers[self._answers[:, 0] == 1]
        assert len(answers) == len(boards), "an audit asks about a block as a whole"
        return np.split(answers, self._ends[:-1], axis=1)


@contextmanager
def _ordered(ds: Dataset) -> Iterator[None]:
    """Blocks come in order, and errors as they were raised; the context, which the caller has too, stays as it was."""
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
    """A data set of ``n`` new puzzles, made where there is room: :func:`bitdoku.generate` on many machines.

    Columns: ``puzzle``, ``solution`` (text), ``clues`` and ``index``; with ``method="controlled"`` also
    ``log_weight``. Block k of K holds puzzles ``n * k // K`` to ``n * (k + 1) // K - 1``: what
    ``bitdoku generate --shard`` makes as shard k + 1 of K. Rows are the same as on one machine; Ray may deliver blocks
    in another order, which ``index`` tells.

    Parameters
    ----------
    n : int
    seed : int, numpy SeedSequence, numpy Generator or None
        None draws one.
    start : int
        The number of the first puzzle.
    shards : int, optional
        How many blocks; one for each 65,536 puzzles if not given.
    threads : int
        How many threads, and processors, a task takes.
    **options
        Of :func:`bitdoku.generate`: ``clues``, ``rules``, ``symmetry``, ``difficulty`` and so on.

    Examples:
    --------
    .. code-block:: python

        bitdoku.ray.generate_dataset(100_000_000, seed=7).write_parquet("s3://bucket/puzzles")
    """
    n, start, threads = whole("n", n), whole("start", start), whole("threads", threads, least=1)
    parts = max(1, -(-n // SHARD)) if shards is None else whole("shards", shards, least=1)
    kept = resolve_seed(seed)
    # Makes nothing, but judges the options here rather than far away.
    generate(0, seed=kept, start=start, **options)

    def make(table: Any) -> Any:
        made = [
            _shard(k, parts, n, start, {"seed": kept, "threads": threads, **options}) for k in table["id"].to_pylist()
        ]
        return pa.concat_tables(made)

    return _mapped(ray_data.range(parts, override_num_blocks=parts), make, threads)


def _shard(k: int, parts: int, n: int, start: int, options: dict[str, Any]) -> Any:
    first, end = n * k // parts, n * (k + 1) // parts
    made = generate(end - first, start=start + first, **options)
    columns = {
        "puzzle": _text(made.puzzle),
        "solution": _text(made.solution),
        "clues": pa.array(made.clues),
        "index": pa.array(np.arange(start + first, start + end)),
    }
    if made.log_weight is not None:
        columns["log_weight"] = pa.array(made.log_weight)
    return pa.table(columns)


def _mapped(ds: Dataset, function: Any, threads: int) -> Dataset:
    """Each block through a function of Arrow tables, as a task of its own."""
    mapped: Dataset = ds.map_batches(
        function, batch_size=None, batch_format="pyarrow", zero_copy_batch=True, num_cpus=threads
    )
    return mapped


def _boards(table: Any, column: str) -> Any:
    """A column of puzzles: text in an Arrow array, or numbers (n, 81)."""
    if column not in table.column_names:
        raise ValueError(f"no column {column!r} among {', '.join(map(repr, table.column_names))}")
    return board_column(table[column].combine_chunks(), "the data set", column)


def _arrow(boards: Any) -> Any:
    """Boards as Arrow: text as it is, numbers as lists."""
    if not isinstance(boards, np.ndarray):
        return pa.array(boards)
    return pa.FixedSizeListArray.from_arrays(pa.array(boards.reshape(-1)), boards.shape[-1])


def _like(column: Any, boards: Any) -> Any:
    """Boards in the form of a column: tensors where it has such."""
    if isinstance(boards, np.ndarray) and hasattr(column.type, "shape"):
        return ArrowTensorArray.from_numpy(boards.reshape(-1, *column.type.shape))
    return _arrow(boards)


def _text(boards: Any) -> Any:
    """Boards of shape (n, side, side) as Arrow strings."""
    side = boards.shape[-1]
    return board_strings(boards.reshape(len(boards), side**2), side, ".")


def _with(table: Any, columns: dict[str, Any]) -> Any:
    for name, values in columns.items():
        if name in table.column_names:
            table = table.set_column(table.column_names.index(name), name, values)
        else:
            table = table.append_column(name, values)
    return table

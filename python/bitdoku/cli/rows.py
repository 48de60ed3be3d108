"""Input files to batches of rows, and rows to an output file, for the subcommands."""

from __future__ import annotations

import datetime
import os
import re
import sys
import time
from contextlib import contextmanager
from functools import cached_property
from math import isqrt
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

from bitdoku.cli.errors import MALFORMED, USAGE, CommandError
from bitdoku.cli.kept_rules import begun, choose_format, noted, with_equal_rules
from bitdoku.cli.progress import on_terminal, progress, rate

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from bitdoku import Rules
    from bitdoku._table import Puzzles
    from bitdoku.datasets._io.read import Source

#: Maximum number of malformed rows that are described on stderr; all are counted.
DESCRIBED = 10

#: Cells of the smallest board that is recognized by its length, of side 4.
SMALLEST = 16

#: Bytes of the longest file name on common systems.
LONGEST_NAME = 255


def choose_backend(options: argparse.Namespace) -> str:
    """The name of the kernels in use, after selecting those of ``--backend``.

    The core reads the environment variable once, at its first call; afterwards the variable has its former value.

    Raises
    ------
    CommandError
        The kernels do not run on this machine, or the calling process already uses others.
    """
    import bitdoku as bd

    before = os.environ.get("BITDOKU_BACKEND")
    try:
        if options.backend is not None:
            os.environ["BITDOKU_BACKEND"] = options.backend
        used = bd.backend()
    except bd.Error as error:
        raise CommandError(str(error), USAGE) from None
    finally:
        if before is not None:
            os.environ["BITDOKU_BACKEND"] = before
        else:
            os.environ.pop("BITDOKU_BACKEND", None)
    if options.backend not in (None, "", used):
        raise CommandError(f"--backend is {options.backend}; this process already uses {used}", USAGE)
    return used


def target_kind(options: argparse.Namespace) -> str:
    """The format to write, from the options or the extension of the target."""
    from bitdoku._errors import FormatError
    from bitdoku.datasets._io.write import target_format

    try:
        return target_format(options.output or "-", options.to, "--to")
    except FormatError as error:
        raise CommandError(str(error), USAGE) from None


def side_of(options: argparse.Namespace) -> int | None:
    """The side of the boards, or None if no option defines it."""
    given: int | None = options.side
    name = getattr(options, "rules", None)
    if not hasattr(options, "rules") or (name is None and given is None):
        return given
    from bitdoku import RulesError
    from bitdoku.rules._rules import rules_of

    try:
        side = rules_of(name or f"{given}x{given}").side
    except RulesError as error:
        raise CommandError(str(error), USAGE) from None
    if given not in (None, side):
        raise CommandError(f"--rules {name} has side {side}; --side is {given}", USAGE)
    return side


def digits_of(options: argparse.Namespace) -> int | None:
    """The number of digits if ``--rules`` defines one that differs from the side."""
    size: int | None = _size(options).get("digits")
    return size


def symbols_of(options: argparse.Namespace) -> str | None:
    """The characters of the digits, from ``--symbols``, or ``--rules`` with digits from 0."""
    symbols: str | None = options.symbols or _size(options).get("symbols")
    return symbols


def _size(options: argparse.Namespace) -> dict[str, Any]:
    name = getattr(options, "rules", None)
    if name is None:
        return {}
    from bitdoku.rules._rules import rules_of, size_of_files

    return size_of_files(rules_of(name))


def seed_of(options: argparse.Namespace) -> int:
    """The value of ``--seed``, by default random."""
    from bitdoku._arguments import resolve_seed

    return int(resolve_seed(options.seed))  # type: ignore[arg-type]


def _compact(rows: Puzzles) -> Puzzles:
    """The rows, unless their boards are written as numbers, after which a line cannot have results."""
    from bitdoku._errors import FormatError
    from bitdoku.rules._layout import SYMBOLS

    if rows.side >= len(SYMBOLS):  # boards are many numbers in a line
        raise FormatError(f"boards of side {rows.side} cannot be followed by results in a line of text; write csv")
    return rows


def puzzle_in(text: str, number: int, options: argparse.Namespace) -> Puzzles | None:
    """The puzzle in an argument, or None if the argument is the name of a file.

    Raises
    ------
    CommandError
        The argument looks like a puzzle, but is malformed.
    """
    if text == "-" or os.path.exists(text):
        return None
    from bitdoku import PuzzleError, RulesError
    from bitdoku._board_text import rules_of_side
    from bitdoku._core import _cells
    from bitdoku._table import Puzzles
    from bitdoku.rules._rules import rules_of

    cells, symbols = len("".join(text.split())), symbols_of(options)
    is_square = cells >= SMALLEST and isqrt(cells) ** 2 == cells
    side = side_of(options) or len(symbols or "") or (isqrt(cells) if is_square else 9)
    if side > 64:
        return None
    try:
        rules = rules_of(getattr(options, "rules", None) or f"{side}x{side}")
        found = _cells(text, rules=rules, symbols=symbols, name="puzzle")
    except (PuzzleError, RulesError) as error:  # there may be no rules of such a side
        if len(text) > LONGEST_NAME or re.fullmatch(r"[0-9.*_?\s]+", text):
            raise CommandError(f"argument:{number}: {error}") from None
        return None
    if symbols is not None:
        rules = rules_of(rules_of_side(side, None, symbols))
    return Puzzles(found.reshape(1, side, side), rules=rules, name="argument", lines=[number])


def _print_table(rows: Puzzles, *, heading: bool) -> None:
    """Print the results of a batch in columns, the first with the place of each row."""
    results = {name: values for name, values in rows.to_dict().items() if name not in ("puzzle", "solution")}
    columns = {"": [rows.place(i) for i in range(len(rows))]} | {
        name: ["–" if value is None else _plain(value) for value in values] for name, values in results.items()
    }
    widths = [max(map(len, (name, *texts))) for name, texts in columns.items()]
    for line in [tuple(columns)] * heading + [*zip(*columns.values(), strict=True)]:
        first, *others = map(str.rjust, line, widths)
        print("  ".join([first.strip().ljust(widths[0]), *others]).rstrip())


def _plain(value: Any) -> str:
    """A result for people: yes and no, and at most three decimals."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if not isinstance(value, float):
        return str(value)
    text = f"{value:.3f}".rstrip("0")
    return f"{text}0" if text.endswith(".") else text


class Flow:
    """The input and output of a subcommand, with counts and times for its summary."""

    def __init__(self, options: argparse.Namespace) -> None:
        self.options = options
        self.done = 0
        self.malformed = 0
        self.written = 0
        self.undecided = 0
        """Rows for which the budget ran out."""
        self.seconds = 0.0
        """Time in the engine, without reading and writing."""
        self.target: str = options.output or "-"
        self._opened: tuple[int, Source] | None = None
        self._rules: Rules | None = None
        """Rules read with the puzzle."""
        self._show: Callable[[int, float | None], None] = lambda _done, _share: None

    @cached_property
    def lines(self) -> bool:
        """Whether results are plain lines: no header, only our own columns."""
        from bitdoku.datasets._io.streams import bare_name

        # Targets without an extension are devices or pipes.
        plain = self.target == "-" or not os.path.splitext(bare_name(self.target))[1]
        given: str | None = self.options.to
        return given == "txt" or (given is None and (plain or target_kind(self.options) == "txt"))

    @property
    def is_for_people(self) -> bool:
        """Whether results go to a terminal, in no particular format."""
        return self.target == "-" and self.options.to is None and on_terminal(sys.stdout)

    def batches(self, *, solutions: bool = True) -> Iterator[Puzzles]:
        """Batches of all files; one empty batch if no file has rows, because it defines the columns."""
        count = len(self.options.files)
        empty: Puzzles | None = None
        for k in range(count):
            source = self.source(k, solutions=solutions)
            before = self.done
            for rows in source:
                if not len(rows):
                    empty = rows if empty is None else empty
                    continue
                choose_format(rows, self.options)
                self.report(rows.malformed.nonzero()[0].tolist(), rows.fault)
                for part in with_equal_rules(rows):
                    yield part
                    self.done += len(part)
                share = (self.done - before) / source.total if source.total else source.done()
                self._show(self.done, None if share is None else (k + share) / count)
        if empty is not None and not self.done:
            yield empty

    def well_formed(self, *, solutions: bool = True) -> Iterator[Puzzles]:
        """The batches without their malformed rows."""
        for rows in self.batches(solutions=solutions):
            yield rows[(~rows.malformed).nonzero()[0]] if rows.malformed.any() else rows

    def of_givens(self) -> Iterator[Puzzles]:
        """The well-formed rows, for commands that do not support pencil marks."""
        from bitdoku._board_text import expect_givens

        for rows in self.well_formed():
            expect_givens(rows)
            yield rows

    def of_one_side(self) -> list[Puzzles]:
        """All well-formed rows, which must be givens of one side."""
        batches = [*self.of_givens()]
        if len({rows.side for rows in batches}) > 1:
            raise CommandError("the files have boards of several sides; expected one", USAGE)
        return batches

    def without(self, rows: Puzzles, bad: Sequence[int], why: Callable[[int], str]) -> Iterator[Puzzles]:
        """The rows without the bad ones, which are reported.

        With ``--malformed raise``, the rows before the first bad one, and then an error.
        """
        if len(bad) and self.options.malformed == "raise":
            yield rows[0 : bad[0]]
            raise CommandError(why(bad[0]))
        self.report(bad, why)
        import numpy as np

        yield rows[np.delete(np.arange(len(rows)), bad)] if len(bad) else rows

    def source(self, k: int, *, solutions: bool = True) -> Source:
        """File number ``k``, opened once."""
        from bitdoku.datasets._io.read import scan

        if self._opened is None or self._opened[0] != k:
            options = self.options
            # One thread is fastest with batches that fit its cache; several threads need larger ones.
            batch = 1 << 12 if getattr(options, "threads", 1) == 1 else 1 << 15
            name = options.files[k]
            file = Path(name) if os.path.exists(name) else name  # its name may look like a board
            source = scan(
                self._shared(k) or puzzle_in(name, k + 1, options) or file,
                puzzle=options.puzzle,
                solution=options.solution,
                format=options.format,
                side=side_of(options),
                digits=digits_of(options),
                symbols=symbols_of(options),
                rules=getattr(options, "rules", None),
                batch=batch,
                solutions=solutions,
                malformed="raise" if options.malformed == "raise" else "mark",
            )
            self._opened = k, source
        return self._opened[1]

    def _shared(self, k: int) -> Puzzles | None:
        """The puzzle with its rules in argument number ``k``, or None."""
        from bitdoku._table import Puzzles
        from bitdoku.cli.shared import shared

        name = self.options.files[k]
        found = shared(name, k + 1, self.options)
        self._rules = None if found is None else found.rules
        if found is None:
            return None
        solution = None if found.solution is None else found.solution[None]
        name = name if os.path.exists(name) else "argument"
        return Puzzles(found.puzzle[None], solution, rules=found.rules, name=name, lines=[k + 1])

    def rules(self, rows: Puzzles) -> str | Rules | None:
        """The rules of ``--rules`` or of the puzzle, by default inferred from the side; None for classic 9x9.

        Raises CommandError if ``--scale explainer`` is used with other rules.
        """
        from bitdoku.datasets._io.rules_column import are_of_side, expect_rules
        from bitdoku.rules._rules import rules_of

        given: str | Rules | None = self.options.rules
        given = self._rules if given is None else given
        if given is not None:
            expect_rules(rows, rules_of(given), given=True)
        own = rows.__bitdoku_rules__ if given is None else None
        given = given if own is None or are_of_side(own) else own
        found = given if given is not None or rows.side == 9 else f"{rows.side}x{rows.side}"
        if getattr(self.options, "scale", None) == "explainer" and not rules_of(found).is_classic:
            raise CommandError("--scale explainer is for classic 9x9 Sudoku only; use --scale hodoku", USAGE)
        return found

    @property
    def budget(self) -> int | datetime.timedelta | None:
        """The node limit of a puzzle, or the time left: at least the smallest time that the engine accepts."""
        budget: int | datetime.timedelta | None = self.options.budget
        if isinstance(budget, datetime.timedelta):
            return max(budget - datetime.timedelta(seconds=self.seconds), datetime.timedelta.resolution)
        return budget

    def timed(self, work: Callable[..., Any], *arguments: Any, **named: Any) -> Any:
        """Call a function of the engine and add its time to ``seconds``."""
        start = time.perf_counter()
        result = work(*arguments, **named)
        self.seconds += time.perf_counter() - start
        return result

    @property
    def code(self) -> int:
        """The exit code."""
        return MALFORMED if self.malformed else 0

    def report(self, bad: Sequence[int], why: Callable[[int], object]) -> None:
        """Describe the first malformed rows on stderr, and count all."""
        for i in bad[: max(0, DESCRIBED - self.malformed)]:
            print(f"bitdoku: {why(i)}", file=sys.stderr)
        self.malformed += len(bad)

    def run_out(self, place: str) -> None:
        """Count a row for which the budget ran out; the first ones are named on stderr."""
        self.undecided += 1
        if self.undecided <= DESCRIBED:
            print(f"bitdoku: {place}: the budget ran out", file=sys.stderr)

    def write(self, results: Iterable[Puzzles], *, lines: str = "csv", headings: bool = False) -> int:
        """Write results with progress and return the exit code; plain lines are in the format ``lines``.

        With ``headings``, a terminal gets a table of the results by place instead of lines with the puzzles.
        """
        if headings and self.is_for_people:
            for number, rows in enumerate(rows for rows in results if len(rows)):
                _print_table(rows, heading=number == 0)
            return self.code
        from bitdoku.datasets._io.formats import TABLES
        from bitdoku.datasets._io.write import write

        with self.showing():
            results = begun(results, self.options)
            kind, header = lines if self.lines else target_kind(self.options), not self.lines
            if header and kind not in TABLES:
                raise CommandError(f"{kind} has no columns for results; expected one of {', '.join(TABLES)}", USAGE)
            if self.lines and self.target != "-":
                results = map(_compact, results)
            write(self.target, noted(results, self.options, kind, header=header), to=kind, header=header)
        return self.code

    def write_rows(self, rows: Iterable[Puzzles], **how: Any) -> int:
        """Write rows in any format with progress and return the exit code; lines of text hold only puzzles.

        ``how`` are options of :func:`bitdoku.datasets.write`.
        """
        from bitdoku.datasets._io.write import write

        target_kind(self.options)  # raises before any work
        with self.showing():
            rows = begun(rows, self.options)
            kind = target_kind(self.options)
            noting = noted(rows, self.options, kind, header=how.get("header", True))
            self.written = write(self.target, noting, to=kind, **how)
        return self.code

    @contextmanager
    def showing(self) -> Iterator[None]:
        """Show progress while a block runs."""
        hidden = self.options.quiet or (self.target == "-" and on_terminal(sys.stdout))
        with progress(hidden=hidden) as self._show:
            yield

    @contextmanager
    def opened(self) -> Iterator[BinaryIO]:
        """The output file, open for text, with progress."""
        from bitdoku.datasets._io.streams import opened_target

        with self.showing(), opened_target(self.target) as file:
            yield file

    def summary(self, kinds: str, backend: str) -> None:
        """Print one line to stderr, unless ``--quiet``."""
        if self.options.quiet:
            return
        done = self.done
        speed = f"; {rate(done, self.seconds)} with {backend} in {self.seconds:.3g} s" if done else ""
        print(f"{done} puzzle{'s' * (done != 1)}{': ' * bool(kinds)}{kinds}{speed}", file=sys.stderr)


def write_results(
    options: argparse.Namespace,
    results: Callable[[Flow], Iterator[Puzzles]],
    lines: str = "csv",
    *,
    headings: bool = False,
) -> int:
    """Write the results of a subcommand, print a summary to stderr, and return the exit code."""
    backend = choose_backend(options)
    flow = Flow(options)
    code = flow.write(results(flow), lines=lines, headings=headings)
    flow.summary("", backend)
    return code


def write_drawn(options: argparse.Namespace, results: Callable[[Flow, int], Iterator[Puzzles]]) -> int:
    """The same for a subcommand with a seed, which the summary names."""
    if options.start > 1 << 40:
        raise CommandError(f"--start is {options.start}; puzzles are numbered below 2^40", USAGE)
    backend = choose_backend(options)
    flow = Flow(options)
    seed = seed_of(options)
    code = flow.write_rows(results(flow, seed))
    flow.summary(f"seed {seed}", backend)
    return code

"""How far the work is, shown on a terminal and nowhere else."""

from __future__ import annotations

import sys
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


def rate(puzzles: int, seconds: float) -> str:
    """Puzzles a second in three digits or so: ``1.84 M/s``."""
    each = puzzles / max(seconds, 1e-9)
    for unit, name in ((1e6, " M"), (1e3, " k")):
        if each >= unit:
            return f"{each / unit:.3g}{name}/s"
    return f"{each:.3g}/s"


@contextmanager
def progress(output: TextIO) -> Iterator[Callable[[int], None]]:
    """A function that takes the number of puzzles done so far.

    It shows them on stderr if that is a terminal and the results do not go to the same terminal; with the package
    ``rich`` if it is installed (the extra ``cli``).
    """
    if not sys.stderr.isatty() or output.isatty():
        yield lambda _: None
        return
    try:
        from rich.console import Console
        from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn
    except ImportError:
        yield from _plain()
        return
    columns = (SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("…", total=None)
        start = time.perf_counter()
        yield lambda done: bar.update(task, description=f"{done:,} puzzles, {rate(done, time.perf_counter() - start)}")


def _plain() -> Iterator[Callable[[int], None]]:
    start = shown = time.perf_counter()

    def show(done: int) -> None:
        nonlocal shown
        now = time.perf_counter()
        if now - shown > 0.1:
            shown = now
            print(f"\r{done:,} puzzles, {rate(done, now - start)} ", end="", file=sys.stderr, flush=True)

    try:
        yield show
    finally:
        print("\r\x1b[K", end="", file=sys.stderr, flush=True)

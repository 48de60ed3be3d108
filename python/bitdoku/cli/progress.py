"""Progress, shown only on terminals."""

from __future__ import annotations

import sys
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    Show = Callable[[int, float | None], None]


def on_terminal(stream: Any) -> bool:
    """Whether a standard stream is open and a terminal."""
    return stream is not None and stream.isatty()


def rate(puzzles: int, seconds: float) -> str:
    """Puzzles per second with three digits: ``1.84 M/s``."""
    each = puzzles / max(seconds, 1e-9)
    for unit, name in ((1e6, " M"), (1e3, " k")):
        if each >= unit:
            return f"{each / unit:.3g}{name}/s"
    return f"{each:.3g}/s"


@contextmanager
def progress(*, hidden: bool) -> Iterator[Show]:
    """Yield a function that shows the number of puzzles done and, if known, the fraction of the work done.

    The bar is drawn on stderr if that is a terminal and the package ``rich`` is installed (extra ``cli``). ``hidden``
    disables it, for example if results go to the same terminal.
    """
    if hidden or not on_terminal(sys.stderr):
        yield lambda _done, _share: None
        return
    try:
        from rich.console import Console
        from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn, TimeRemainingColumn
    except ImportError:
        yield lambda _done, _share: None
        return
    columns: list[Any] = [SpinnerColumn(), TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn()]
    with Progress(*columns, TimeRemainingColumn(), console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("…", total=None)
        start = time.perf_counter()

        def show(done: int, share: float | None) -> None:
            text = f"{done:,} puzzles, {rate(done, time.perf_counter() - start)}"
            # None leaves a value unchanged.
            bar.update(task, description=text, total=None if share is None else 1.0, completed=share)

        yield show

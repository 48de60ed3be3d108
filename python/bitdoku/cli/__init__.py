"""The command line: ``bitdoku solve``, also ``python -m bitdoku solve``.

Each subcommand is a module of this package with two functions: ``add(subparsers)`` defines its name and arguments,
``run(options)`` executes it and returns the exit code. Heavy imports (numpy, the core, rich) are inside ``run``, so
that ``--version`` and ``--help`` are fast.

Exit codes: 0 if all rows are well-formed, 1 if not or if a file cannot be read or written, 2 for wrong usage, 130
after Ctrl-C, 141 if the reader of stdout has closed it, 143 after SIGTERM, 129 after SIGHUP. ``check`` also exits with
1 if an answer is wrong. ``audit`` exits with 1 if it finds faults and with 2 if it cannot make a report.
"""

from __future__ import annotations

import argparse
import os
import re
import signal
import sys
import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING, NoReturn

from bitdoku._errors import Error, shown
from bitdoku.cli import (
    audit,
    bench,
    build,
    canonical,
    check,
    completion,
    convert,
    count,
    dedupe,
    draw,
    explain,
    generate,
    hint,
    link,
    minimize,
    rate,
    shuffle,
    solve,
    split,
)
from bitdoku.cli.errors import BROKEN_PIPE, INTERRUPTED, MALFORMED, USAGE, CommandError
from bitdoku.cli.options import read_rules

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

COMMANDS = (
    solve,
    count,
    check,
    rate,
    explain,
    hint,
    generate,
    minimize,
    shuffle,
    canonical,
    dedupe,
    split,
    audit,
    convert,
    build,
    draw,
    link,
    bench,
    completion,
)


class _Version(argparse.Action):
    """Looks up the version only when requested: the lookup reads the file system."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        from importlib.metadata import version

        print(f"bitdoku {version('bitdoku')}")
        parser.exit()


class _Parser(argparse.ArgumentParser):
    """A parser whose errors suggest the nearest word."""

    def error(self, message: str) -> NoReturn:
        """End with the message, and with a suggestion for the wrong word in it."""
        if choice := re.search(r"invalid choice: '([^']*)' \(choose from (.*)\)$", message):
            message += _nearest(choice[1], re.findall(r"[\w.-]+", choice[2]))
        super().error(_brief(message))

    def unknown(self, arguments: Sequence[str]) -> NoReturn:
        """End with a message about unknown arguments."""
        known = [name for action in self._actions for name in action.option_strings]
        option = next((word.partition("=")[0] for word in arguments if word.startswith("-")), "")
        self.error(f"unrecognized arguments: {' '.join(arguments)}{_nearest(option, known)}")


def _nearest(word: str, known: Sequence[str]) -> str:
    import difflib

    found = difflib.get_close_matches(word, known, 1, 0.7)
    return f"; did you mean {found[0]}?" if found else ""


def parser() -> argparse.ArgumentParser:
    """The parser of the whole command line."""
    top = _Parser(prog="bitdoku", description="The Sudoku engine.")
    top.add_argument("--version", action=_Version, nargs=0, help="print the version and exit")
    subparsers = top.add_subparsers(metavar="COMMAND", required=True)
    for command in COMMANDS:
        command.add(subparsers)
    return top


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command line, by default that of ``sys.argv``, and return its exit code."""
    commands = parser()
    if "_ARGCOMPLETE" in os.environ:
        # A shell requests completions.
        import argcomplete

        argcomplete.autocomplete(commands)
    if sys.stderr is None:
        # The parent process closed it. Text printed to None would go to stdout.
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    error_code = MALFORMED
    try:
        options, unknown = commands.parse_known_args(arguments)
        if unknown:
            options.parser.unknown(unknown)
        _expect_threads()
        read_rules(options)
        error_code = getattr(options, "error_code", MALFORMED)
        if hasattr(options, "seed"):
            # Loads modules of Cython, which swallow the exception of a signal that comes meanwhile.
            import numpy.random  # noqa: F401
        with _ended_by_signals():
            code: int = options.run(options)
        if sys.stdout is not None:
            sys.stdout.flush()
    except CommandError as failure:
        _print_error(failure)
        return failure.code
    except KeyboardInterrupt:
        _print_error("interrupted")
        return INTERRUPTED
    except BrokenPipeError:
        # `bitdoku solve … | head`: the reader is gone. Discard what Python would flush at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return BROKEN_PIPE
    except OSError as error:
        _print_error(_plain(error))
        return error_code
    except (Error, ImportError, MemoryError) as error:
        _print_error(error if str(error) else "out of memory")
        return error_code
    return code


def _expect_threads() -> None:
    """Check the variable that the core reads at each call, with its message: readers would blame their files."""
    text = os.environ.get("BITDOKU_THREADS", "")
    if text and not re.fullmatch(r"\s*\+?0*[1-9][0-9]*\s*", text, re.ASCII):
        expected = "expected a whole number of at least 1"
        raise CommandError(f"the environment variable BITDOKU_THREADS is {shown(text)}; {expected}", USAGE)


@contextmanager
def _ended_by_signals() -> Iterator[None]:
    """Turn the signals of batch systems and closed terminals into SystemExit, so that the block can clean up."""

    def end(number: int, _: object) -> None:
        raise SystemExit(128 + number)

    # An application with its own handler, or that calls this in a thread, keeps its signals.
    known = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
    main = threading.current_thread() is threading.main_thread()
    unhandled = [number for number in known if main and signal.getsignal(number) == signal.SIG_DFL]
    for number in unhandled:
        signal.signal(number, end)
    try:
        yield
    finally:
        for number in unhandled:
            signal.signal(number, signal.SIG_DFL)


def _plain(error: OSError) -> str:
    """The message of a system error without its number: ``puzzles.txt: no such file``."""
    if not error.strerror:
        return str(error) or type(error).__name__
    reason = error.strerror[:1].lower() + error.strerror[1:]
    if error.filename is None:
        return reason
    name = os.fsdecode(error.filename)
    if isinstance(error, FileNotFoundError):
        reason = "no such file" if os.path.isdir(os.path.dirname(name) or ".") else "no such folder"
    return f"{name}: {reason}"


def _brief(message: str) -> str:
    """The message with the first digits only of numbers that have a hundred and more."""
    return re.sub(r"\d{100,}…?", lambda number: f"{number[0][:20]}…", message)


def _print_error(message: object) -> None:
    print(f"bitdoku: {_brief(str(message))}", file=sys.stderr)

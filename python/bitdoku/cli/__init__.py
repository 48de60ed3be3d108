"""The command line: ``bitdoku solve``, also ``python -m bitdoku solve``.

Each subcommand is a module of this package with two functions: ``add(subparsers)`` defines its name and arguments,
``run(options)`` executes it and returns the exit code. Heavy imports (numpy, the core, rich) are inside ``run``, so
that ``--version`` and ``--help`` are fast.

Exit codes: 0 if all rows are well-formed, 1 if not or if a file cannot be read or written, 2 for wrong usage, 130
after Ctrl-C, 141 if the reader of stdout has closed it, 143 after SIGTERM. ``audit`` exits with 1 if it finds faults
and with 2 if it cannot make a report.
"""

from __future__ import annotations

import argparse
import os
import signal
import sys
import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING

from bitdoku._errors import Error
from bitdoku.cli import (
    audit,
    bench,
    build,
    canonical,
    completion,
    convert,
    count,
    explain,
    generate,
    hint,
    rate,
    solve,
)
from bitdoku.cli.errors import BROKEN_PIPE, INTERRUPTED, MALFORMED, TERMINATED, CommandError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

COMMANDS = (
    solve,
    count,
    rate,
    explain,
    hint,
    generate,
    canonical,
    audit,
    convert,
    build,
    bench,
    completion,
)


class _Version(argparse.Action):
    """Looks up the version only when requested: the lookup reads the file system."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        from importlib.metadata import version

        print(f"bitdoku {version('bitdoku')}")
        parser.exit()


def parser() -> argparse.ArgumentParser:
    """The parser of the whole command line."""
    top = argparse.ArgumentParser(prog="bitdoku", description="The Sudoku engine.")
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
        options = commands.parse_args(arguments)
        error_code = getattr(options, "error_code", MALFORMED)
        with _ended_by_sigterm():
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


@contextmanager
def _ended_by_sigterm() -> Iterator[None]:
    """Turn SIGTERM, with which batch systems end jobs, into SystemExit, so that the block can clean up."""

    def end(*_: object) -> None:
        raise SystemExit(TERMINATED)

    # An application with its own handler, or that calls this in a thread, keeps its signals.
    unhandled = signal.getsignal(signal.SIGTERM) == signal.SIG_DFL
    install = unhandled and threading.current_thread() is threading.main_thread()
    if install:
        signal.signal(signal.SIGTERM, end)
    try:
        yield
    finally:
        if install:
            signal.signal(signal.SIGTERM, signal.SIG_DFL)


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


def _print_error(message: object) -> None:
    print(f"bitdoku: {message}", file=sys.stderr)

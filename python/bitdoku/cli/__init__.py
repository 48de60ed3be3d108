"""The command line: ``bitdoku solve``, also ``python -m bitdoku solve``.

Each subcommand is a module of this package with two functions: ``add(subparsers)`` says what it is called and what it
understands, ``run(options)`` does it and returns the exit code. Heavy imports (numpy, the core, rich) happen inside
``run``, so that ``--version`` and ``--help`` are quick.

Exit codes: 0 if every row was well-formed, 1 if not or if something could not be read or written, 2 for wrong usage,
130 after Ctrl-C, 141 when the reader of our output went away, 143 after SIGTERM. An audit that has found faults ends
with 1, one that could not be made with 2.
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
from bitdoku.cli import audit, bench, build, canonical, completion, convert, count, generate, solve
from bitdoku.cli.errors import BROKEN_PIPE, INTERRUPTED, MALFORMED, TERMINATED, CommandError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

COMMANDS = (solve, count, generate, canonical, audit, convert, build, bench, completion)


class _Version(argparse.Action):
    """Looks the version up only when asked: the lookup reads the file system."""

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
    """Runs one command line and returns its exit code; those of ``sys.argv`` where none are given."""
    commands = parser()
    if "_ARGCOMPLETE" in os.environ:
        # A shell asks what could stand where the cursor is.
        import argcomplete

        argcomplete.autocomplete(commands)
    if sys.stderr is None:
        # Closed by whoever started us. What is printed to None would go to stdout.
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    trouble = MALFORMED
    try:
        options = commands.parse_args(arguments)
        trouble = getattr(options, "trouble", MALFORMED)
        with _ended_by_sigterm():
            code: int = options.run(options)
        if sys.stdout is not None:
            sys.stdout.flush()
    except CommandError as failure:
        _complain(failure)
        return failure.code
    except KeyboardInterrupt:
        _complain("interrupted")
        return INTERRUPTED
    except BrokenPipeError:
        # `bitdoku solve … | head`: nobody reads on. What Python would flush at exit goes nowhere.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return BROKEN_PIPE
    except OSError as error:
        _complain(_plain(error))
        return trouble
    except (Error, ImportError, MemoryError) as error:
        _complain(error if str(error) else "out of memory")
        return trouble
    return code


@contextmanager
def _ended_by_sigterm() -> Iterator[None]:
    """SIGTERM, with which batch systems end what they need the machine for, ends a block so that it can tidy up."""

    def end(*_: object) -> None:
        raise SystemExit(TERMINATED)

    # Where somebody has a handler, or runs us in a thread, signals are theirs.
    ours = threading.current_thread() is threading.main_thread() and signal.getsignal(signal.SIGTERM) == signal.SIG_DFL
    if ours:
        signal.signal(signal.SIGTERM, end)
    try:
        yield
    finally:
        if ours:
            signal.signal(signal.SIGTERM, signal.SIG_DFL)


def _plain(error: OSError) -> str:
    """What the system refused, without its number: ``puzzles.txt: no such file``."""
    if not error.strerror:
        return str(error) or type(error).__name__
    reason = error.strerror[:1].lower() + error.strerror[1:]
    if error.filename is None:
        return reason
    name = os.fsdecode(error.filename)
    if isinstance(error, FileNotFoundError):
        reason = "no such file" if os.path.isdir(os.path.dirname(name) or ".") else "no such folder"
    return f"{name}: {reason}"


def _complain(message: object) -> None:
    print(f"bitdoku: {message}", file=sys.stderr)

"""The command line: ``bitdoku solve``, also ``python -m bitdoku solve``.

Each subcommand is a module of this package with two functions: ``add(subparsers)`` defines its name and arguments,
``run(options)`` executes it and returns the exit code. Heavy imports (numpy, the core, rich) are inside ``run``, so
that ``--version`` and ``--help`` are fast.

Exit codes: 0 if all rows are well-formed, 1 if a row is malformed or a file cannot be read or written, 2 for wrong
usage, 130 after Ctrl-C, 141 if stdout was closed by its reader, 143 after SIGTERM, 129 after SIGHUP. ``check`` also
exits with 1 if an answer is wrong. ``audit`` exits with 1 if it finds faults and with 2 if it cannot write a report.
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
    book,
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
    show,
    shuffle,
    solve,
    split,
)
from bitdoku.cli.errors import BROKEN_PIPE, INTERRUPTED, MALFORMED, USAGE, CommandError, with_option_names
from bitdoku.cli.options import read_rules
from bitdoku.cli.parser import Overview, Parser, brief, suggesting
from bitdoku.cli.progress import on_terminal

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

COMMANDS = (
    show,
    solve,
    count,
    check,
    rate,
    hint,
    explain,
    generate,
    minimize,
    shuffle,
    canonical,
    draw,
    book,
    link,
    convert,
    dedupe,
    split,
    audit,
    build,
    bench,
    completion,
)
#: The commands in the order of the help, with an example for each group.
GROUPS = {
    "Solve and explain": (
        ("show", "solve", "count", "check", "rate", "hint", "explain"),
        "bitdoku generate --difficulty easy | bitdoku hint",
    ),
    "Generate": (("generate", "minimize", "shuffle", "canonical"), "bitdoku generate --difficulty hard --pretty"),
    "Draw and share": (("draw", "book", "link"), "bitdoku draw puzzles.txt --answers -o sheet.pdf"),
    "Data sets": (("convert", "dedupe", "split", "audit", "build"), "bitdoku audit test.csv --against train.csv"),
    "This machine": (("bench", "completion"), "bitdoku bench"),
}


class _Version(argparse.Action):
    """Prints the version. Looking it up reads the file system, so this is not a constant."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        from importlib.metadata import version

        print(f"bitdoku {version('bitdoku')}")
        parser.exit()


def parser() -> Overview:
    """The parser of the whole command line."""
    top = Overview(prog="bitdoku", description="Solves, explains, generates and draws Sudoku puzzles, one or millions.")
    top.add_argument("-V", "--version", action=_Version, nargs=0, help="print the version and exit")
    top.set_defaults(parser=top)
    top.commands = top.add_subparsers(metavar="COMMAND", parser_class=Parser)
    for command in COMMANDS:
        command.add(top.commands)
    top.groups = GROUPS
    return top


def _asked_for_help(arguments: Sequence[str]) -> list[str]:
    """The command line ``help solve`` as ``solve --help``.

    Raises CommandError if more words follow.
    """
    if arguments[:1] == ["help"] and len(arguments) > 2:
        raise CommandError(f"help prints the options of one command; {arguments[2]} is another word", USAGE)
    return [*arguments[1:2], "--help"] if arguments[:1] == ["help"] else [*arguments]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command line, by default ``sys.argv``, and return its exit code."""
    commands = parser()
    if "_ARGCOMPLETE" in os.environ:
        # A shell requests completions.
        import argcomplete

        argcomplete.autocomplete(commands)
    if sys.stderr is None:
        # The parent process closed stderr; print() to None would write to stdout.
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    error_code = MALFORMED
    try:
        words = _asked_for_help(sys.argv[1:] if arguments is None else arguments)
        options, unknown = commands.parse_known_args(words)
        if unknown:
            options.parser.unknown(unknown)
        if "run" not in options:
            commands.print_help(sys.stderr)
            return USAGE
        if os.environ.get("BITDOKU_THREADS"):
            _expect_valid_threads()
        read_rules(options)
        _prompt(options)
        error_code = getattr(options, "error_code", MALFORMED)
        if hasattr(options, "seed"):
            # Imported before signals are handled: its Cython modules swallow exceptions raised by a handler.
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
        # `bitdoku solve … | head`: the reader has closed the pipe. Discard the output that Python flushes at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return BROKEN_PIPE
    except OSError as error:
        _print_error(_plain(error))
        return error_code
    except (Error, ImportError, MemoryError) as error:
        _print_error(error if str(error) else "out of memory")
        return error_code
    return code


def _prompt(options: argparse.Namespace) -> None:
    """Say that the command reads what is typed, instead of waiting silently."""
    waits = "-" in [*getattr(options, "files", ()), getattr(options, "file", None)]
    if waits and on_terminal(sys.stdin) and on_terminal(sys.stderr):
        end = "Ctrl-Z and Enter" if os.name == "nt" else "Ctrl-D"
        print(
            f"Enter puzzles, one a line, and {end} at the end. {options.parser.prog} --help lists other input.",
            file=sys.stderr,
        )


def _expect_valid_threads() -> None:
    """Report a wrong environment variable before a reader of a file does, which would name the file."""
    from bitdoku._core import _threads

    try:
        _threads()
    except ValueError as error:
        raise CommandError(str(error), USAGE) from None


@contextmanager
def _ended_by_signals() -> Iterator[None]:
    """Turn SIGTERM and SIGHUP into SystemExit, so that files of the block are cleaned up."""

    def end(number: int, _: object) -> None:
        raise SystemExit(128 + number)

    # A program that calls main() keeps its own handlers; only the main thread may set any.
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


def _print_error(message: object) -> None:
    print(f"bitdoku: {suggesting(brief(with_option_names(str(message))))}", file=sys.stderr)

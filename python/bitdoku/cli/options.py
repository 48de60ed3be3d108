"""Arguments that several subcommands share, and the parsers of their values."""

from __future__ import annotations

import argparse
import datetime
import os
import re
from typing import TYPE_CHECKING, Any

from bitdoku._errors import FormatError, shown
from bitdoku.cli.parser import MANUAL, Formatter
from bitdoku.cli.shared import text_of

if TYPE_CHECKING:
    from bitdoku import Rules


def add_command(subparsers: Any, name: str, help: str, description: str, examples: str, run: Any) -> Any:  # noqa: A002
    """Add a subcommand whose help ends with examples."""
    command = subparsers.add_parser(
        name,
        help=help,
        description=description,
        epilog=f"examples:\n\n{examples}",
        formatter_class=Formatter,
    )
    command.set_defaults(run=run, parser=command)
    return command


def grouped(command: Any, title: str) -> Any:
    """The group of a command's options with a title, so that every help has the same order."""
    if isinstance(command, argparse._ArgumentGroup):
        return command
    known = (group for group in command._action_groups if group.title == title)
    return next(known, None) or command.add_argument_group(title)


def add_files(command: Any) -> None:
    """Add the input files, the rules and the output file, and options about them."""
    add_input(command)
    add_rules(command)
    add_output(command)


def add_input(command: Any) -> None:
    """Add the input files and options about them."""
    grouped(command, "input").add_argument(
        "files",
        metavar="FILE",
        nargs="*",
        type=source,
        default=["-"],
        help="a file, - for stdin (default), a puzzle itself, or a puzzle with its rules: a link, or JSON",
    )
    add_about_input(command)


def add_about_input(command: Any) -> Any:
    """Add options that override what is inferred from the files."""
    group = grouped(command, "input")
    add_format(group, "--format", f"if not inferred: csv, parquet, txt, … (see {MANUAL}/datasets.html)")
    group.add_argument("--puzzle", metavar="COLUMN", help="the column with the puzzles: its name, or its number from 1")
    group.add_argument("--solution", metavar="COLUMN", help='the column with the stored solutions; "" if there is none')
    text = "the character of each digit, such as 0123456789ABCDEF (default: 1 to 9, then A to Z)"
    group.add_argument("--symbols", type=symbols, metavar="CHARACTERS", help=text)
    group.add_argument("--side", type=side, metavar="N", help="boards have N rows and N columns")
    return group


def add_format(command: Any, name: str, text: str) -> None:
    """Add an option for the format of an input."""
    command.add_argument(
        name, type=lambda given: _one_of(given, _formats()), metavar="NAME", help=text
    ).completer = _formats


def add_rules(command: Any, *, kinds: bool = False) -> None:
    """Add options for the rules, also for kinds of marks to compose, and for constraints to leave out."""
    text = "16x16, x, anti-knight, …, or a .json file of rules or of f-puzzles (default: inferred from the size)"
    if kinds:
        text += "; killer, jigsaw, thermometer, … compose puzzles with marks"
    known = rules_or_kinds if kinds else rules
    command = grouped(command, "input")
    command.add_argument("--rules", type=known, metavar="NAME", help=text).completer = _rules
    command.add_argument(
        "--ignore",
        action="append",
        default=[],
        metavar="NAME",
        help="skip this key of a link or an f-puzzles file, such as text; may be repeated",
    )


def add_seed(command: Any) -> None:
    """Add the option for the seed."""
    command.add_argument("--seed", type=natural, metavar="S", help="a whole number (default: random, printed)")


def add_start(command: Any) -> None:
    """Add the option for the number of the first puzzle: files written by parts equal one written at once."""
    command.add_argument("--start", type=natural, default=0, metavar="I", help="the number of the first puzzle")


def add_by(command: Any, default: str) -> None:
    """Add the option for the equivalence of puzzles."""
    command.add_argument(
        "--by",
        choices=("exact", "class", "solution-class"),
        default=default,
        help="which puzzles count as the same: equal ones, equivalent ones, or ones with equivalent solutions "
        f"(default {default})",
    )


def add_output(command: Any) -> None:
    """Add options for the output file and its format."""
    command = grouped(command, "output")
    command.add_argument(
        "-o",
        "--output",
        type=target_of_rows,
        metavar="FILE",
        help="write to this file, atomically, instead of stdout; the extension gives the format and the compression",
    )
    text = "the format of the output, if its extension does not give it"
    command.add_argument(
        "--to", type=lambda given: _one_of(given, _written()), metavar="NAME", help=text
    ).completer = _written


def add_no_header(command: Any) -> None:
    """Add the option for CSV without a header."""
    grouped(command, "output").add_argument(
        "--no-header", dest="header", action="store_false", help="omit the header of CSV"
    )


def add_work(command: Any, *malformed: str) -> None:
    """Add options for threads and kernels, and the options of :func:`add_quiet`."""
    group = grouped(command, "run")
    group.add_argument("--threads", type=positive, metavar="N", help="worker threads (default: all cores)")
    group.add_argument("--backend", metavar="NAME", help="kernels to use instead of the fastest")
    add_quiet(command, *malformed)


def add_quiet(command: Any, other: str = "", action: str = "") -> None:
    """Add ``--quiet``, and ``--malformed`` if the command can do something other than raise."""
    command = grouped(command, "run")
    if other:
        text = f"for malformed rows: stop at the first (default), or {action} and continue; the exit code is 1"
        command.add_argument("--malformed", choices=("raise", other), default="raise", help=text)
    command.add_argument("-q", "--quiet", action="store_true", help="no summary, no progress")


def add_budget(command: Any) -> None:
    """Add the option for the budget."""
    grouped(command, "run").add_argument(
        "--budget",
        type=budget,
        metavar="B",
        help="maximum number of search nodes for each puzzle (100000), or time for the whole run (2s)",
    )


def _formats(**_: object) -> tuple[str, ...]:
    from bitdoku.datasets._io.formats import FORMATS

    return tuple(FORMATS)


def _written(**_: object) -> tuple[str, ...]:
    from bitdoku.datasets._io.formats import WRITTEN

    return WRITTEN


def _rules(prefix: str = "", **_: object) -> list[str]:
    from bitdoku.rules._rules import NAMES

    folder = os.path.dirname(prefix)
    inside = [os.path.join(folder, name) for name in os.listdir(folder or ".")] if os.path.isdir(folder or ".") else []
    files = [f"{name}/" if os.path.isdir(name) else name for name in inside]
    files = [name for name in files if name.endswith(("/", ".json"))] if prefix else []
    return [*NAMES, "4x4", "6x6", "8x8", "12x12", "16x16", "25x25", *files]


class RulesFile(str):
    """The name of a file of rules; the file is read after all options are parsed."""

    __slots__ = ()


def rules(text: str) -> str:
    """A valid name of rules, or the name of a file."""
    if text.lower().endswith(".json"):
        return RulesFile(text)
    from bitdoku._kinds import named_kinds
    from bitdoku.rules._rules import rules_of

    if kinds := named_kinds(text)[1]:
        raise argparse.ArgumentTypeError(
            f"{text!r} needs the cells of each {kinds[0]}; give the puzzle as a link or a .json file that has them"
        )
    try:
        rules_of(text)
    except (TypeError, ValueError) as error:  # including RulesError
        raise argparse.ArgumentTypeError(
            str(error) if str(error).startswith("rules ") else f"{text}: {error}"
        ) from None
    return text


def rules_or_kinds(text: str) -> str:
    """A valid name of rules, which may include kinds of marks, or the name of a file."""
    from bitdoku._kinds import named_kinds

    board, kinds = named_kinds(text)
    if not kinds:
        return rules(text)
    rules(board)
    return text


def read_rules(options: argparse.Namespace) -> None:
    """Replace the name of a file by its rules: JSON of ``Rules.to_json`` or of f-puzzles."""
    name = getattr(options, "rules", None)
    if not isinstance(name, RulesFile):
        needed = getattr(options, "ignore", None) and not getattr(options, "read", False)
        if needed and not any(map(text_of, getattr(options, "files", ()))):
            options.parser.error("--ignore needs --rules with a .json file, or a puzzle with its rules")
        return
    try:
        options.rules = _rules_in(name, options.ignore)
        return
    except OSError as error:
        message = (error.strerror or str(error)).lower()
    except RecursionError:
        message = "nested too deeply"
    except (TypeError, ValueError) as error:  # including RulesError and PuzzleError
        message = str(error)
    known = f"{name}: " * (not message.startswith("rules "))
    options.parser.error(f"argument --rules: {known}{message}")


def _rules_in(file: str, ignore: list[str]) -> Rules:
    from bitdoku import Rules, links
    from bitdoku._json import loads
    from bitdoku.rules._rules import rules_of_files

    with open(file, encoding="utf-8-sig") as opened:
        data = loads(opened.read())
    if isinstance(data, dict) and "grid" in data:
        return links.from_fpuzzles(data, ignore=ignore).rules
    if isinstance(data, dict) and "puzzle" in data:
        data = data.get("rules")
    return rules_of_files(Rules.from_json(data))


def some_of(text: str, names: tuple[str, ...], what: str) -> list[str]:
    """Names separated by commas."""
    found = text.split(",")
    for name in found:
        if name not in names:
            raise argparse.ArgumentTypeError(f"{name!r} is no {what}; expected some of {','.join(names)}")
    return found


def _one_of(text: str, names: tuple[str, ...]) -> str:
    if text not in names:
        raise argparse.ArgumentTypeError(f"{text!r} is unknown; expected one of {', '.join(names)}")
    return text


def source(text: str) -> str:
    """A file to read, a puzzle, or a link that holds a puzzle."""
    if re.match(r"[a-z][a-z0-9+.-]+://", text, re.IGNORECASE) and text_of(text) is None:
        raise argparse.ArgumentTypeError(f"{shown(text)} is a URL; download it first, for example with curl -LO")
    return text


def target(text: str) -> str:
    """A file to write, or ``-``."""
    if not text:
        raise argparse.ArgumentTypeError("the file name is empty; use - for stdout")
    return text


def folder(text: str) -> str:
    """A folder to write."""
    if not text:
        raise argparse.ArgumentTypeError("the name of the folder is empty")
    return text


def target_of_rows(text: str) -> str:
    """A file to write, possibly compressed, or ``-``."""
    from bitdoku.datasets._io.streams import expect_no_zip

    try:
        expect_no_zip(target(text))
    except FormatError as error:
        raise argparse.ArgumentTypeError(str(error)) from None
    return text


def symbols(text: str) -> str:
    """One character for each digit."""
    from bitdoku._core import _recognize

    try:
        _recognize("", text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None
    return text


def side(text: str) -> int:
    """Rows and columns of a board."""
    number = natural(text)
    if not 2 <= number <= 64:
        raise argparse.ArgumentTypeError(f"{text!r} is not a side; expected 2 to 64")
    return number


def seconds(text: str) -> float:
    """A positive, finite number of seconds."""
    try:
        number = float(text)
    except ValueError:
        number = 0.0
    if not 0 < number < float("inf"):
        raise argparse.ArgumentTypeError(f"{text!r} is not a positive number of seconds")
    return number


def positive(text: str) -> int:
    """A whole number of at least 1."""
    return natural(text, least=1)


def natural(text: str, least: int = 0) -> int:
    """A whole number of at least ``least``, also as 1_000_000 or 1e6."""
    plain = text.replace("_", "")
    if match := re.fullmatch(r"(\d+)e(\d{1,2})", plain):
        plain = match[1] + "0" * int(match[2])
    is_number = plain.isascii() and plain.isdigit()
    if not is_number or int(plain) < least:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number of at least {least}")
    return int(plain)


def budget(text: str) -> int | datetime.timedelta:
    """A number of search nodes, or a time such as ``2s``, ``250ms``, ``1.5min``."""
    match = re.fullmatch(r"(\d+(?:\.\d+)?)\s*(ms|s|min)", text)
    if match is None:
        try:
            return positive(text)
        except argparse.ArgumentTypeError:
            expected = "neither a number of search nodes (100000) nor a time (250ms, 2s, 1.5min)"
            raise argparse.ArgumentTypeError(f"{text!r} is {expected}") from None
    unit = {"ms": "milliseconds", "s": "seconds", "min": "minutes"}[match[2]]
    try:
        time = datetime.timedelta(**{unit: float(match[1])})
    except OverflowError:
        raise argparse.ArgumentTypeError(f"{shown(text)} is too long a time") from None
    if not time:
        raise argparse.ArgumentTypeError(f"{text!r} is too short a time; expected at least a microsecond")
    return time


def interval(text: str) -> int | tuple[int, int]:
    """A number, or a range such as ``24-28``."""
    match = re.fullmatch(r"(\d+)(?:-(\d+))?", text)
    low, high = (natural(number or "0") for number in match.groups()) if match else (1, 0)
    if match is None or (match[2] is not None and high < low):
        raise argparse.ArgumentTypeError(f"{text!r} is neither a number nor a range such as 24-28")
    return low if match[2] is None else (low, high)


def shard(text: str) -> tuple[int, int]:
    """A part of a job, ``1/100`` to ``100/100``."""
    match = re.fullmatch(r"(\d+)/(\d+)", text)
    part, parts = map(natural, match.groups()) if match else (0, 0)
    if not 1 <= part <= parts:
        raise argparse.ArgumentTypeError(f"{text!r} is not a part such as 3/100, from 1/100 to 100/100")
    return part, parts

"""Arguments that several subcommands share, and how their values are spelled."""

from __future__ import annotations

import argparse
import datetime
import os
import re
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from bitdoku import Rules


def add_command(subparsers: Any, name: str, help: str, description: str, examples: str, run: Any) -> Any:  # noqa: A002
    """A subcommand whose help ends with examples."""
    command = subparsers.add_parser(
        name,
        help=help,
        description=description,
        epilog=f"examples:\n{examples}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    command.set_defaults(run=run)
    return command


def add_input(command: Any) -> None:
    """Files to read, and what is to be known of them."""
    command.add_argument("files", metavar="FILE", nargs="*", default=["-"], help="- or nothing for stdin")
    add_about_input(command)


def add_about_input(command: Any) -> Any:
    """What files do not say of themselves."""
    group = command.add_argument_group("input, where it is not told from the files")
    add_format(group, "--format", "csv, parquet, txt, … (see docs/datasets.md)")
    group.add_argument("--puzzle", metavar="COLUMN", help="the column of the puzzles")
    group.add_argument("--solution", metavar="COLUMN", help='the column of the stored solutions; "" if none has any')
    group.add_argument("--side", type=side, metavar="N", help="boards have N rows and N columns")
    return group


def add_format(command: Any, name: str, text: str) -> None:
    """An option that names a format to read."""
    command.add_argument(name, type=known_format, metavar="NAME", help=text).completer = _formats


def add_rules(command: Any) -> None:
    """Which rules the puzzles follow."""
    text = "16x16, x, anti-knight, …, or a .json file of rules or of f-puzzles (default: what the size says)"
    command.add_argument("--rules", type=rules, metavar="NAME", help=text).completer = _rules


def add_output(command: Any) -> None:
    """Where results go, and as what."""
    command.add_argument(
        "-o",
        "--output",
        type=target,
        metavar="FILE",
        help="write there, whole or not at all, instead of stdout; the extension says the format and the compression",
    )
    text = "the format of the output, where its extension does not say it"
    command.add_argument("--to", type=written_format, metavar="NAME", help=text).completer = _written


def add_malformed(command: Any, other: str, doing: str) -> None:
    """What to do with rows that are no puzzles."""
    command.add_argument(
        "--malformed",
        choices=("raise", other),
        default="raise",
        help=f"stop at the first row that is no puzzle (the default), or {doing} and go on; exit code 1 in both",
    )


def add_work(command: Any) -> None:
    """How the work is done."""
    command.add_argument("--threads", type=positive, metavar="N", help="worker threads (default: all cores)")
    command.add_argument("--backend", metavar="NAME", help="kernels to use instead of the fastest")
    command.add_argument("-q", "--quiet", action="store_true", help="no summary, no progress")


def add_budget(command: Any) -> None:
    """How much work a puzzle may be."""
    command.add_argument(
        "--budget",
        type=budget,
        metavar="B",
        help="search nodes a puzzle may take (100000), or time that the whole run may (2s)",
    )


def _formats(**_: object) -> tuple[str, ...]:
    from bitdoku.datasets import FORMATS

    return FORMATS


def _written(**_: object) -> tuple[str, ...]:
    from bitdoku.datasets._write import WRITTEN

    return WRITTEN


def _rules(prefix: str = "", **_: object) -> list[str]:
    from bitdoku.rules._rules import NAMES

    folder = os.path.dirname(prefix)
    inside = [os.path.join(folder, name) for name in os.listdir(folder or ".")] if os.path.isdir(folder or ".") else []
    files = [f"{name}/" if os.path.isdir(name) else name for name in inside]
    files = [name for name in files if name.endswith(("/", ".json"))] if prefix else []
    return [*NAMES, "4x4", "6x6", "8x8", "12x12", "16x16", "25x25", *files]


def rules(text: str) -> str | Rules:
    """Rules by their name, which is kept, or those in a file: as ``Rules.to_json`` or f-puzzles write them."""
    from bitdoku.rules._rules import rules_of

    try:
        if not text.lower().endswith(".json"):
            rules_of(text)
            return text
        return _rules_in(text)
    except OSError as error:
        raise argparse.ArgumentTypeError(f"{text}: {(error.strerror or str(error)).lower()}") from None
    except RecursionError:
        raise argparse.ArgumentTypeError(f"{text}: nested too deeply") from None
    except (TypeError, ValueError) as error:  # among them bitdoku's own
        raise argparse.ArgumentTypeError(
            str(error) if str(error).startswith("rules ") else f"{text}: {error}"
        ) from None


def _rules_in(file: str) -> Rules:
    from bitdoku import Rules, links
    from bitdoku._json import loads

    with open(file, encoding="utf-8-sig") as opened:
        data = loads(opened.read())
    if isinstance(data, dict) and "grid" in data:
        return links.from_fpuzzles(data).rules
    return Rules.from_json(data)


def known_format(text: str) -> str:
    """One of the formats, which are looked up only when one is named."""
    return _one_of(text, _formats())


def written_format(text: str) -> str:
    """One of those that can be written."""
    return _one_of(text, _written())


def _one_of(text: str, names: tuple[str, ...]) -> str:
    if text not in names:
        raise argparse.ArgumentTypeError(f"{text!r} is none of {', '.join(names)}")
    return text


def target(text: str) -> str:
    """A file to write, or ``-``."""
    if not text:
        raise argparse.ArgumentTypeError("an empty name is that of no file; - is stdout")
    return text


def side(text: str) -> int:
    """Rows and columns of a board."""
    number = natural(text)
    if not 2 <= number <= 64:
        raise argparse.ArgumentTypeError(f"{text!r} is no side from 2 to 64")
    return number


def seconds(text: str) -> float:
    """A time above nothing, and not without end."""
    try:
        number = float(text)
    except ValueError:
        number = 0.0
    if not 0 < number < float("inf"):
        raise argparse.ArgumentTypeError(f"{text!r} is no number of seconds")
    return number


def positive(text: str) -> int:
    """A whole number from 1 on."""
    number = natural(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is no whole number of at least 1")
    return number


def natural(text: str) -> int:
    """A whole number from 0 on; 1_000_000 and 1e6 will do."""
    plain = text.replace("_", "")
    if match := re.fullmatch(r"(\d+)e(\d{1,2})", plain):
        plain = match[1] + "0" * int(match[2])
    if not plain.isascii() or not plain.isdigit():
        raise argparse.ArgumentTypeError(f"{text!r} is no whole number")
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
    time = datetime.timedelta(**{unit: float(match[1])})
    if not time:
        raise argparse.ArgumentTypeError(f"{text!r} is no time at all")
    return time


def interval(text: str) -> int | tuple[int, int]:
    """A number, or a range such as ``24-28``."""
    match = re.fullmatch(r"(\d+)(?:-(\d+))?", text)
    if match is None or (match[2] is not None and int(match[2]) < int(match[1])):
        raise argparse.ArgumentTypeError(f"{text!r} is no number and no range such as 24-28")
    return int(match[1]) if match[2] is None else (int(match[1]), int(match[2]))


def shard(text: str) -> tuple[int, int]:
    """One part of so many, ``1/100`` to ``100/100``."""
    match = re.fullmatch(r"(\d+)/(\d+)", text)
    if match is None or not 1 <= int(match[1]) <= int(match[2]):
        raise argparse.ArgumentTypeError(f"{text!r} is no part such as 3/100, from 1/100 to 100/100")
    return int(match[1]), int(match[2])

"""``bitdoku convert``: converts data sets to another format."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from bitdoku.cli.options import add_command, add_input, add_no_header, add_output, add_quiet
from bitdoku.cli.rows import Flow

if TYPE_CHECKING:
    import argparse

DESCRIPTION = """\
Reads data sets of any format and writes one, with the solutions and other columns that the format supports. Every row
is validated. Formats: files of puzzle programs, lines of text, CSV, JSON, numpy, Parquet, Arrow, and the folders of HRM
and TRM (reading only), optionally compressed with gz, bz2, xz or zst, or the only file in a
zip archive. Without -o, lines of text go to stdout.
"""
EXAMPLES = """\
  bitdoku convert sudoku.csv -o sudoku.parquet
  bitdoku convert some.sdk others.ss -o all.txt
  bitdoku convert sudoku.npz --to csv | head
  bitdoku convert broken.csv.xz --malformed drop -o clean.csv.xz
"""


def add(subparsers: Any) -> None:
    """Add the command to the command line."""
    command = add_command(subparsers, "convert", "write a data set in another format", DESCRIPTION, EXAMPLES, run)
    add_input(command)
    add_output(command)
    command.add_argument("--blank", choices=(".", "0"), help="the character for a blank cell in text")
    add_no_header(command)
    command.add_argument("--lists", action="store_true", help="write boards in Parquet and Arrow as lists of numbers")
    add_quiet(command, "drop", "leave each out")


def run(options: argparse.Namespace) -> int:
    """Convert, and print a summary to stderr."""
    from bitdoku.datasets._io.write import kept_metadata

    flow = Flow(options)
    # Metadata of a file does not apply to the union of several.
    metadata = kept_metadata(flow.source(0).metadata, options.malformed) if len(options.files) == 1 else None
    how = {"blank": options.blank, "header": options.header, "lists": options.lists, "metadata": metadata}
    code = flow.write_rows(flow.well_formed(), **how)
    if not options.quiet:
        dropped = f", {flow.malformed} malformed left out" if flow.malformed else ""
        print(f"{flow.written} puzzle{'s' * (flow.written != 1)}{dropped}", file=sys.stderr)
    return code

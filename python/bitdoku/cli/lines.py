"""Puzzles from text files, one a line: read in chunks, so that memory stays bounded, with their line numbers."""

from __future__ import annotations

import io
import re
import sys
from contextlib import ExitStack
from dataclasses import dataclass, field
from itertools import islice
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

SEPARATOR = re.compile(r"[\s,;#]")

#: Puzzles in a chunk: some milliseconds of work, two megabytes of memory.
CHUNK = 16_384


@dataclass
class Chunk:
    """Some puzzles of one file."""

    name: str
    puzzles: list[str] = field(default_factory=list)
    numbers: list[int] = field(default_factory=list)
    """The line, from 1, of each puzzle."""

    def place(self, i: int) -> str:
        """Where puzzle ``i`` stands, for messages."""
        return f"{self.name}:{self.numbers[i]}"


def chunks(files: Sequence[str], size: int = CHUNK) -> Iterator[Chunk]:
    """The puzzles of ``files``, ``-`` being stdin. Blank lines and those that begin with ``#`` are skipped.

    A byte that is no UTF-8 becomes the replacement character, which no puzzle has: it is reported with its line.
    """
    for file in files:
        with ExitStack() as stack:
            if file == "-":
                if isinstance(sys.stdin, io.TextIOWrapper):
                    sys.stdin.reconfigure(encoding="utf-8-sig", errors="replace")
                text: TextIO = sys.stdin
            else:
                text = stack.enter_context(open(file, encoding="utf-8-sig", errors="replace"))
            # Somebody who types wants an answer to each line.
            yield from _chunks(text, "stdin" if file == "-" else file, 1 if text.isatty() else size)


def _puzzle(line: str) -> str:
    """The puzzle of a line: its first 81 characters where anything follows behind a separator, else all of it.

    The text parser takes comments too, but refuses a second board behind the first; here that is the usual case: files
    of puzzles and solutions, what this program itself writes.
    """
    if len(line) > 81 and line[81] in " \t,;#" and not SEPARATOR.search(line, 0, 81):
        return line[:81]
    return line


def _chunks(text: TextIO, name: str, size: int) -> Iterator[Chunk]:
    lines = enumerate(text, 1)
    while True:
        chunk = Chunk(name)
        read = 0
        for number, line in islice(lines, size):
            read += 1
            puzzle = _puzzle(line.strip())
            if puzzle and not puzzle.startswith("#"):
                chunk.puzzles.append(puzzle)
                chunk.numbers.append(number)
        if chunk.puzzles:
            yield chunk
        if read == 0:
            return

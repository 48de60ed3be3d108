"""Runs the command line in this process, which is quicker than starting one for each."""

from __future__ import annotations

import contextlib
import io
import sys
from typing import Any
from unittest import mock

from bitdoku.cli import main


class Run:
    """The exit code and the output of a command line."""

    def __init__(self, *arguments: object, stdin: str | bytes = "") -> None:
        given = stdin if isinstance(stdin, bytes) else stdin.encode()
        streams = [io.TextIOWrapper(io.BytesIO(data), "utf-8") for data in (given, b"", b"")]
        with (
            mock.patch.object(sys, "stdin", streams[0]),
            contextlib.redirect_stdout(streams[1]),
            contextlib.redirect_stderr(streams[2]),
        ):
            try:
                self.code: Any = main([*map(str, arguments)])
            except SystemExit as end:
                self.code = end.code
        for stream in streams:
            stream.flush()
        self.out, self.err = (stream.buffer.getvalue().decode() for stream in streams[1:])
        self.lines = self.out.splitlines()
        assert "Traceback" not in self.err

    def numbers(self) -> list[int]:
        """The whole numbers of the summary on stderr, before the time."""
        line = self.err.splitlines()[-1].partition(";")[0]
        return [int("".join(filter(str.isdigit, word))) for word in line.split() if word.strip(":,()").isdigit()]

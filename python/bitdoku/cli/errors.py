"""Exit codes, and the exception that carries one."""

from __future__ import annotations

MALFORMED = 1
USAGE = 2
INTERRUPTED = 130
BROKEN_PIPE = 141


class CommandError(Exception):
    """An error that ends the command with a message and an exit code, without a traceback."""

    def __init__(self, message: str, code: int = MALFORMED) -> None:
        super().__init__(message)
        self.code = code

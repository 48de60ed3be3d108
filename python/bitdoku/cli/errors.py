"""Exit codes, errors that carry one, and messages of the library in the words of the command line."""

from __future__ import annotations

import re

MALFORMED = 1
USAGE = 2
INTERRUPTED = 130
BROKEN_PIPE = 141


class CommandError(Exception):
    """An error that ends the command with a message and an exit code, without a traceback."""

    def __init__(self, message: str, code: int = MALFORMED) -> None:
        super().__init__(message)
        self.code = code


def with_option_names(message: str) -> str:
    """An error about an unsupported constraint, with the option that skips it in place of the argument."""
    return re.sub(r"ignore=\['([^']*)'\] skips it$", r"--ignore \1 skips it", message)

"""Exit codes, errors that carry one, and messages of the library in the words of the command line."""

from __future__ import annotations

import re

MALFORMED = 1
USAGE = 2
INTERRUPTED = 130
BROKEN_PIPE = 141

#: Arguments of functions that are options too.
_OPTIONS = "budget|by|format|malformed|puzzle|scale|side|solution|symbols"
#: Parts of messages about Python alone.
_PYTHON = {
    r"pass rules= to use": "--rules uses",
    r", or read all with bd\.datasets\.read_sides": "",
    r",? (?:and|or) Rules\(…\)": ", or a .json file of rules",
    r"use Rules\(.*\) for .* only, or Rules\.jigsaw\(…\)": "give the rules in a .json file",
}


class CommandError(Exception):
    """An error that ends the command with a message and an exit code, without a traceback."""

    def __init__(self, message: str, code: int = MALFORMED) -> None:
        super().__init__(message)
        self.code = code


def with_option_names(message: str) -> str:
    """A message of the library with options of the command line in place of arguments: ``--side 9`` for ``side=9``."""
    message = re.sub(r"\bignore=\['([^']*)'\]", r"--ignore \1", message)
    message = re.sub(rf"(?<![\w.-])({_OPTIONS})='?([\w-]*)'?", r"--\1 \2", message)
    for there, here in _PYTHON.items():
        message = re.sub(there, here, message)
    return message.rstrip()

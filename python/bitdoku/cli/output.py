"""Where results go: stdout, or a file that appears whole or not at all."""

from __future__ import annotations

import io
import os
import sys
import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from collections.abc import Iterator


@contextmanager
def opened(path: str | None) -> Iterator[TextIO]:
    """Text for ``path``, or stdout where it is None or ``-``.

    A file is written beside its destination and renamed at the end; where an exception ends the block, the destination
    is as it was before.
    """
    if path is None or path == "-":
        if isinstance(sys.stdout, io.TextIOWrapper):
            sys.stdout.reconfigure(encoding="utf-8", newline="\n")
        yield sys.stdout
        return
    target = Path(path)
    if target.exists() and not target.is_file():
        # A device or a named pipe cannot be replaced: /dev/null must stay what it is.
        with target.open("w", encoding="utf-8", newline="\n") as file:
            yield file
        return
    target = target.resolve()  # through a link, to what it points at
    try:
        handle, unfinished = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.", suffix=".part", text=True)
    except OSError as error:
        # The name of the unfinished file means nothing to whoever asked for this one.
        raise OSError(error.errno, error.strerror, path) from None
    try:
        with open(handle, "w", encoding="utf-8", newline="\n") as file:
            yield file
        os.chmod(unfinished, target.stat().st_mode & 0o7777 if target.exists() else 0o666 & ~_umask())
        os.replace(unfinished, target)
    except BaseException:
        os.unlink(unfinished)
        raise


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask

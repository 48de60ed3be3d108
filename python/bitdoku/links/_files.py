"""Files of links and documents: one a line, a JSON array, JSON lines, or one document of any format.

A document may be wrapped in an object with other keys, as in benchmarks for language models::

    {"title": "…", "rules": "Normal sudoku rules apply. …", "rows": 9, "cols": 9,
     "initial_board": "..3…", "solution": "243…", "encoded_puzzle": "sclN4Ig…"}

The boards and the rules in words outside the document must be equal to those inside it, if the document has them.
"""

from __future__ import annotations

import io
import re
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Literal, overload

import numpy as np

from bitdoku._arguments import one_board
from bitdoku._errors import PuzzleError, RulesError, shown
from bitdoku._json import loads
from bitdoku.links._formats import read_source, recognized
from bitdoku.links._shared import Source, expect_solution, ignored_names, parsed

if TYPE_CHECKING:
    import os
    from collections.abc import Collection, Iterator

    from bitdoku.links._shared import Shared

#: Keys of texts and boards around a document.
_TEXTS = {"title": "title", "author": "author", "rules": "ruleset", "rules_text": "ruleset", "ruleset": "ruleset"}
_BOARDS = ("initial_board", "board", "givens")


@overload
def read_file(
    path: str | os.PathLike[str], *, ignore: Collection[str] = (), malformed: Literal["raise", "drop"] = "raise"
) -> list[Shared]: ...
@overload
def read_file(
    path: str | os.PathLike[str], *, ignore: Collection[str] = (), malformed: Literal["mark"]
) -> list[Shared | PuzzleError | RulesError]: ...
def read_file(
    path: str | os.PathLike[str],
    *,
    ignore: Collection[str] = (),
    malformed: Literal["raise", "mark", "drop"] = "raise",
) -> list[Shared] | list[Shared | PuzzleError | RulesError]:
    """Read all puzzles of a file with links or documents of any format that :func:`read` reads.

    The file has one link or document a line, a JSON array of them, or one document. Blank lines and lines that start
    with ``#`` are skipped. A document may be the value of a key of an object, whose ``title``, ``author``, ``rules``
    (in words), ``initial_board`` and ``solution`` complete and check it.

    Parameters
    ----------
    path
        The file, possibly compressed.
    ignore
        As for :func:`read`.
    malformed
        ``"raise"`` raises the error of the first puzzle that cannot be read, ``"mark"`` returns errors in the places of
        these puzzles, and ``"drop"`` leaves them out.

    Raises
    ------
    PuzzleError, RulesError
        A text does not contain a puzzle, or bitdoku does not support a rule of it; the message names the line or the
        number of the document.
    """
    if malformed not in ("raise", "mark", "drop"):
        raise ValueError(f'malformed is {shown(malformed)}; expected "raise", "mark" or "drop"')
    names = ignored_names(ignore)
    found: list[Shared | PuzzleError | RulesError] = []
    for place, _, entry in entries(str(path)):
        try:
            found.append(read_entry(entry, names))
        except (PuzzleError, RulesError) as error:
            located = type(error)(f"{path}{place}: {error}")
            if malformed == "raise":
                raise located from None
            if malformed == "mark":
                found.append(located)
    return found


def entries(path: str) -> Iterator[tuple[str, int, Any]]:
    """The links and documents of a file; before each, its place, such as ``":3"`` or ``"[2]"``, and its number."""
    from bitdoku.datasets._io.streams import HeadedReader, decompressed, opened_source

    with opened_source(path) as file:
        stream = decompressed(HeadedReader(file), path)
        text = io.TextIOWrapper(io.BufferedReader(stream), "utf-8-sig", "replace")
        lines = ((number, line.strip()) for number, line in enumerate(text, 1))
        content = ((number, line) for number, line in lines if line and not line.startswith("#"))
        number, first = next(content, (0, ""))
        if first.startswith("<") or first.lower() == "[begin]":
            yield "", number, "\n".join([first, *(line for _, line in content)])
            return
        if first.startswith("[") or (first.startswith("{") and _is_cut(first)):
            data = parsed("\n".join([first, *(line for _, line in content)]))
            documents = data if isinstance(data, list) else [data]
            for k, item in enumerate(documents):
                yield f"[{k}]" if isinstance(data, list) else "", k + 1, item
            return
        if first and not first.startswith("{") and not recognized(Source(first)):
            # A document of several lines, such as XML, or lines of which the first is malformed.
            rest = text.read()
            if recognized(Source(f"{first}\n{rest}")):
                yield "", 1, f"{first}\n{rest}"
                return
            content = (
                (k, line.strip()) for k, line in enumerate(rest.splitlines(), number + 1)
                if line.strip() and not line.startswith("#")
            )  # fmt: skip
        if first:
            yield f":{number}", number, first
        yield from ((f":{number}", number, line) for number, line in content)


def _is_cut(line: str) -> bool:
    """Whether a line is the beginning of a JSON object that goes on."""
    try:
        parsed(line)
    except PuzzleError:
        return not line.endswith("}")
    return False


def read_entry(entry: Any, ignore: Collection[str]) -> Shared:
    """Read a link, the text of a document, or a parsed document, possibly inside an object."""
    source = Source(entry) if isinstance(entry, str) else Source(data=entry)
    if not isinstance(source.data, dict) or recognized(source):
        return read_source(source, ignore)
    data: dict[str, Any] = source.data
    inside = {key: value for key, value in data.items() if recognized(_source(value))}
    if len(inside) != 1:
        what = "no document" if not inside else f"several documents: {', '.join(inside)}"
        raise PuzzleError(f"the object with the keys {', '.join(map(str, data))[:200]} has {what}")
    texts = {ours: str(data[key]) for key, ours in _TEXTS.items() if data.get(key)}
    ((_, document),) = inside.items()
    shared = read_source(_source(document, texts), ignore)
    return _checked(shared, {key: value for key, value in data.items() if key not in (*inside, *ignore)})


def _source(value: Any, texts: dict[str, str] | None = None) -> Source:
    return Source(value, texts=texts) if isinstance(value, str) else Source(data=value, texts=texts)


def _checked(shared: Shared, data: dict[str, Any]) -> Shared:
    """The puzzle with the solution of the object. Raises an error for a board or rules that differ from it."""
    side = shared.rules.side
    for key in ("rows", "cols", "side"):
        if str(data.get(key, side)) != str(side):
            raise PuzzleError(f"{key} is {shown(data[key])}, but the document has {side}x{side} cells")
    for key, name in _TEXTS.items():
        if name == "ruleset" and data.get(key) and _words(data[key]) != _words(shared.ruleset):
            raise RulesError(f"{key} differ from the rules in words inside the document; ignore=[{key!r}] skips them")
    for key in (*_BOARDS, "solution"):
        if data.get(key) in (None, ""):
            continue
        try:
            board = one_board(key, data[key], shared.rules)
        except TypeError as error:
            raise PuzzleError(str(error)) from None
        known = shared.solution if key == "solution" else shared.puzzle
        if known is None:
            expect_solution(shared.puzzle, board, shared.rules)
            return replace(shared, solution=board)
        differ = (board != known) & ((key != "solution") | ((board > 0) & (known > 0)))
        if differ.any():
            row, column = np.argwhere(differ)[0]
            raise PuzzleError(
                f"{key} has {board[row, column]} in r{row + 1}c{column + 1}, the document {known[row, column]}"
            )
    return shared


def _words(text: Any) -> list[str]:
    """The words of a text, which may be a JSON string."""
    text = str(text).strip()
    if text.startswith('"'):
        with suppress(ValueError):
            text = str(loads(text))
    return re.findall(r"\w+", text.replace("\\n", " ").lower())

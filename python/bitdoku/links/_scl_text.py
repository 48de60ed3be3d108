r"""SudokuPad's relaxed JSON, compressed in links that start with ``scl`` or ``ctc``.

The text is JSON with these changes: frequent keys are shortened, keys have no quotes, strings have single quotes, an
empty object between commas or brackets is left out, true and false are ``t`` and ``f``, and a color after a colon has
no quotes and no ``#`` (black is ``#0``, white ``#F``). An apostrophe and a quotation mark in a string are both
written ``\'``, and numbers in strings lose their quotes::

    {"cells": [[{}, {"value": "5"}]], "lines": [{"color": "#f067f0", "wayPoints": [[0.5, 1.5]]}]}
    {ce:[[,{v:5}]],l:[{c:f067f0,wp:[[0.5,1.5]]}]}

The form is that of the site's own packer, as the public readers of such links document it (SudokuPad's puzzlezipper;
"Puzzle Tools" of Sudoku-Bench).
"""

from __future__ import annotations

import json
import re
from typing import Any

#: The shortened keys.
SHORT = {
    "color": "c", "cages": "ca", "center": "ct", "borderColor": "c1", "backgroundColor": "c2", "cells": "ce",
    "cellSize": "cs", "arrows": "a", "overlays": "o", "underlays": "u", "width": "w", "height": "h", "value": "v",
    "videos": "vd", "lines": "l", "rounded": "r", "regions": "re", "fontSize": "fs", "thickness": "th",
    "headLength": "hl", "wayPoints": "wp", "title": "t", "text": "te", "duration": "d", "d": "d2",
}  # fmt: skip
_LONG = {short: key for key, short in SHORT.items()}
_TOKEN = re.compile(
    r"""\s*(?:(?P<string>'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*")|(?P<mark>[][{},:])|(?P<word>[^][{},:\s'"]+))""", re.DOTALL
)
_WORDS: dict[str, Any] = {"t": True, "f": False, "#0": "#000000", "#F": "#FFFFFF"}
_BARE_WORDS: dict[str, Any] = {"true": True, "false": False, "null": None}


def loads_relaxed(text: str) -> Any:
    """Parse relaxed JSON. Raises ValueError, and RecursionError for deep nesting."""
    parser = _Parser(text)
    value = parser.value(after_colon=False)
    if parser.peek() is not None:
        raise ValueError("text after the end")
    return value


class _Parser:
    def __init__(self, text: str) -> None:
        self.tokens: list[str] = []
        at, end = 0, len(text.rstrip())
        while at < end:
            match = _TOKEN.match(text, at)
            if match is None:
                raise ValueError(f"malformed at character {at}: {text[at : at + 20]!r}")
            self.tokens.append(match[0].strip())
            at = match.end()
        self.at = 0

    def peek(self) -> str | None:
        return self.tokens[self.at] if self.at < len(self.tokens) else None

    def next(self) -> str:
        token = self.peek()
        if token is None:
            raise ValueError("the text is truncated")
        self.at += 1
        return token

    def value(self, *, after_colon: bool) -> Any:
        token = self.next()
        if token == "{":
            return self._object()
        if token == "[":
            return self._array()
        if token[0] in "'\"":
            return _string(token)
        if after_colon and (token in _WORDS or re.fullmatch("[0-9a-fA-F]{6}", token)):
            return _WORDS.get(token, f"#{token}")
        if token in _BARE_WORDS:
            return _BARE_WORDS[token]
        if re.fullmatch(r"-?[0-9]{1,15}", token):
            return int(token)
        if re.fullmatch(r"-?[0-9]*\.?[0-9]+(?:[eE][-+]?[0-9]{1,3})?", token):
            return float(token)
        raise ValueError(f"unexpected {token[:20]!r}")

    def _array(self) -> list[Any]:
        """The items after the bracket. An item that is left out is an empty object; the packer drops empty lists."""
        items: list[Any] = []
        while True:
            items.append({} if self.peek() in {",", "]"} else self.value(after_colon=False))
            if (token := self.next()) == "]":
                return items
            if token != ",":
                raise ValueError(f"unexpected {token[:20]!r} in a list")

    def _object(self) -> dict[str, Any]:
        found: dict[str, Any] = {}
        if self.peek() == "}":
            self.at += 1
            return found
        while True:
            token = self.next()
            key: str = _string(token) if token[0] in "'\"" else _LONG.get(token, token)
            if key in found or key in "{}[],:":
                raise ValueError(f"unexpected key {key[:80]!r}")
            if self.next() != ":":
                raise ValueError(f"no colon after the key {key[:80]!r}")
            found[key] = self.value(after_colon=True)
            if (token := self.next()) == "}":
                return found
            if token != ",":
                raise ValueError(f"unexpected {token[:20]!r} in an object")


def _string(token: str) -> str:
    inside = re.sub(r"\\.|\"|[\x00-\x1f]", lambda match: _ESCAPES.get(match[0], match[0]), token[1:-1])
    text = json.loads(f'"{inside}"')
    assert isinstance(text, str)
    return text


_ESCAPES = {"\\'": "'", '"': '\\"', "\n": "\\n", "\r": "\\r", "\t": "\\t"}


def dumps_relaxed(data: Any) -> str:
    """Write relaxed JSON."""
    if isinstance(data, dict):
        items = [(SHORT.get(str(key), str(key)), value) for key, value in data.items() if value != []]
        # No key of a document is at the same time a short key.
        return "{" + ",".join(f"{_key(key)}:{_value(value)}" for key, value in items) + "}"
    if isinstance(data, list):
        return "[" + ",".join("" if item == {} else dumps_relaxed(item) for item in data) + "]"
    return _scalar(data)


def _key(key: str) -> str:
    return key if re.fullmatch("[A-Za-z0-9]+", key) else _scalar(key)


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return "t" if value else "f"
    if isinstance(value, str) and re.fullmatch("#[0-9a-fA-F]{6}", value):
        return {"#000000": "#0", "#FFFFFF": "#F"}.get(value.upper(), value[1:])
    return dumps_relaxed(value)


def _scalar(data: Any) -> str:
    if not isinstance(data, str):
        return json.dumps(data)
    inside = json.dumps(data, ensure_ascii=False)[1:-1].replace('\\"', '"').replace("'", "\\'")
    return f"'{inside.replace(chr(34), chr(92) + chr(39))}'"

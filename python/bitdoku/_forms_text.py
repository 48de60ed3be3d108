"""Texts of boards of any side: many at a time to digits, and digits to texts.

Clean text, one character a cell, costs a look-up in a table; whatever else a text holds goes to the parser of the core,
one by one, and so does the wording of what is wrong with it.
"""

from __future__ import annotations

import math
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    import numpy.typing as npt

    Digits = npt.NDArray[np.uint8]

__all__ = ["NO_CELL", "TEXT", "Texts", "is_null", "kind_of"]

#: The largest side whose digits are single characters.
LETTERS_END = 35
_SYMBOLS = b".123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
#: What a cell holds that is neither a digit nor blank.
NO_CELL = 255
#: The types of text.
TEXT = (str, bytes, bytearray)


class Texts:
    """The symbols of a board's texts.

    Args:
        side: rows of the board.
        symbols: the characters, the first for 1; None for 1 to 9 and A to Z, and above 35 for numbers.
    """

    def __init__(self, side: int, symbols: str | None) -> None:
        self.side = side
        self.area = side * side
        self.symbols = symbols

    def clean(self, texts: list[Any]) -> tuple[Digits, npt.NDArray[np.bool_]]:
        """The digits of texts of exactly one character a cell, and which are such."""
        digits = np.zeros((len(texts), self.area), np.uint8)
        if not texts or self.side > LETTERS_END or self.symbols is not None:
            return digits, np.zeros(len(texts), bool)
        kind = str if isinstance(texts[0], str) else bytes
        clean = np.fromiter((isinstance(text, kind) and len(text) == self.area for text in texts), bool, len(texts))
        chosen = texts if clean.all() else [text for text, is_clean in zip(texts, clean, strict=True) if is_clean]
        if not chosen:
            return digits, clean
        # One byte a character: what is none becomes a question of its own below.
        data = "".join(chosen).encode("latin-1", "replace") if kind is str else b"".join(chosen)
        values = _values(self.side)[np.frombuffer(data, np.uint8)].reshape(-1, self.area)
        known = (values != NO_CELL).all(axis=1)
        if (kind is str and not data.isascii()) or b"?" in data:
            known &= np.fromiter((text.isascii() for text in chosen), bool, len(chosen))
        rows = np.flatnonzero(clean)
        digits[rows[known]] = values[known]
        clean[rows[~known]] = False
        return digits, clean

    def judged(self, text: str | bytes | bytearray) -> Digits | None:
        """The cells of an answer that is no puzzle: n² characters, or n² words, each a cell whatever it is."""
        if not isinstance(text, str):
            text = text.decode("utf-8", "replace")
        words: list[str] = list(text) if len(text) == self.area else text.replace(",", " ").split()
        if len(words) != self.area:
            words = list("".join(words))
        if len(words) != self.area:
            return None
        letters = self.symbols or _SYMBOLS[1 : self.side + 1].decode()
        values = dict.fromkeys(".0_*?xX", 0)
        for digit, letter in enumerate(letters[: self.side], 1):
            values |= {letter: digit} if self.symbols else {letter: digit, letter.lower(): digit}
        if self.symbols is None:
            values |= {str(digit): digit for digit in range(10, self.side + 1)}
        return np.array([values.get(word, NO_CELL) for word in words], np.uint8)

    def make(self, grids: Digits, kind: type) -> Any:
        """A text for each of (N, n²) grids, or one for a grid of (n²,)."""
        if grids.ndim == 1:
            return self.make(grids[None], kind)[0]
        if self.symbols is None and self.side <= LETTERS_END:
            data = np.frombuffer(_SYMBOLS, np.uint8)[grids].tobytes()
            whole: Any = data.decode() if kind is str else kind(data)
            return [whole[start : start + self.area] for start in range(0, len(data), self.area)]
        # Beyond the letters digits are numbers, apart by blanks.
        symbols = [".", *(self.symbols or map(str, range(1, self.side + 1)))]
        between = " " if self.symbols is None else ""
        texts = [between.join(map(symbols.__getitem__, row)) for row in grids.tolist()]
        return texts if kind is str else [kind(text.encode()) for text in texts]

    def nest(self, grids: Digits, kind: type) -> list[Any]:
        """Texts of (N, n²) grids, or for each of N a list of texts of (N, copies, n²)."""
        if grids.ndim == 2:
            return list(self.make(grids, kind))
        return [self.make(row, kind) for row in grids]


def is_null(value: object) -> bool:
    """None, NaN, pandas.NA, NaT."""
    return (
        value is None
        or (isinstance(value, float) and math.isnan(value))
        or type(value).__name__ in ("NAType", "NaTType")
    )


def kind_of(text: object) -> type:
    """str, bytes or bytearray, whatever subclass of it this is."""
    return str if isinstance(text, str) else bytes if isinstance(text, bytes) else bytearray


@lru_cache(maxsize=64)
def _values(side: int) -> Digits:
    """The value of each character: a digit, 0 for blank, 255 for none of them."""
    values = np.full(256, NO_CELL, np.uint8)
    for blank in b".0_*?xX":
        values[blank] = 0
    for digit, symbol in enumerate(_SYMBOLS[1 : side + 1], 1):
        values[symbol] = digit
        values[bytes([symbol]).lower()[0]] = digit
    return values

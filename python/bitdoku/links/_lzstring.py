"""LZ-string in base64: the compression of puzzle links of f-puzzles and SudokuPad.

LZ78 over UTF-16 code units, in the format of Pieroxy's lz-string. Codes start at 2 bits, grow with the dictionary, and
are written least significant bit first. Code 0 precedes a new 8-bit unit, 1 a new 16-bit unit, 2 ends the data; codes
from 3 are dictionary entries. The packages on PyPI were unmaintained (last release 2018) or brand-new.
"""

from __future__ import annotations

_ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
_NEW_8, _NEW_16, _END = 0, 1, 2

#: Maximum length of decompressed text, which can grow with the square of the input. A 64x64 puzzle has 400,000.
MAX_LENGTH = 2**24


class _Width:
    """The number of bits of the next code. It grows with the dictionary."""

    def __init__(self) -> None:
        self.bits = 2
        self._left = 2

    def count_entry(self) -> None:
        self._left -= 1
        if self._left == 0:
            self._left = 1 << self.bits
            self.bits += 1


def compress(text: str) -> str:
    """Compress text."""
    raw = text.encode("utf-16-le", "surrogatepass")
    units = [chr(raw[k] | raw[k + 1] << 8) for k in range(0, len(raw), 2)]
    bits: list[int] = []
    entries: dict[str, int] = {}
    fresh: set[str] = set()
    width = _Width()

    def write(number: int, size: int) -> None:
        bits.extend(number >> k & 1 for k in range(size))

    def emit(word: str) -> None:
        if word in fresh:
            fresh.remove(word)
            wide = ord(word) > 255
            write(_NEW_16 if wide else _NEW_8, width.bits)
            write(ord(word), 16 if wide else 8)
            width.count_entry()
        else:
            write(entries[word], width.bits)
        width.count_entry()

    word = ""
    for unit in units:
        if unit not in entries:
            entries[unit] = len(entries) + 3
            fresh.add(unit)
        if word + unit in entries:
            word += unit
        else:
            emit(word)
            entries[word + unit] = len(entries) + 3
            word = unit
    if word:
        emit(word)
    write(_END, width.bits)
    # One to six bits of padding: a full last character is followed by another character.
    bits.extend([0] * (6 - len(bits) % 6))
    packed = "".join(_ALPHABET[int("".join(map(str, bits[start : start + 6])), 2)] for start in range(0, len(bits), 6))
    return packed + "=" * (-len(packed) % 4)


def decompress(packed: str) -> str:
    """Decompress text.

    Raises
    ------
    ValueError
        The input is not compressed text.
    """
    try:
        values = [_ALPHABET.index(symbol) for symbol in packed.replace(" ", "+").rstrip("=")]
    except ValueError:
        raise ValueError("expected base64 characters") from None
    at = 0

    def read(size: int) -> int:
        nonlocal at
        if at + size > 6 * len(values):
            raise ValueError("the data are truncated")
        number = 0
        for k in range(size):
            number |= (values[at // 6] >> (5 - at % 6) & 1) << k
            at += 1
        return number

    entries: dict[int, str] = {}
    words: list[str] = []
    width = _Width()
    word = ""
    size = 0
    while (number := read(width.bits)) != _END:
        if number in (_NEW_8, _NEW_16):
            unit = chr(read(16 if number else 8))
            number = len(entries) + 3
            entries[number] = unit
            width.count_entry()
        if number in entries:
            entry = entries[number]
        elif number == len(entries) + 3 and word:
            entry = word + word[0]
        else:
            raise ValueError("a code refers to a missing entry")
        words.append(entry)
        size += len(entry)
        if size > MAX_LENGTH:
            raise ValueError(f"the text is longer than {MAX_LENGTH} characters")
        if word:
            entries[len(entries) + 3] = word + entry[0]
        width.count_entry()
        word = entry
    return "".join(words).encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")

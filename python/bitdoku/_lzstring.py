"""LZ-string in base64, in which f-puzzles and SudokuPad pack puzzles into links.

The method is LZ78 with a growing dictionary, over UTF-16 units: numbers of 2 bits and more, the width growing with the
dictionary, least significant bit first. Number 0 announces a new unit of 8 bits, 1 one of 16, 2 the end; 3 and up are
entries. The packages for it on PyPI are unmaintained since 2018 or in their first months, and this is a page.

Credits: Pieroxy's lz-string, whose format this is.
"""

from __future__ import annotations

_ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
_NEW_8, _NEW_16, _END = 0, 1, 2

#: What is unpacked is at most so long: it grows with the square of what is packed, and a 64x64 puzzle has some 400,000.
LONGEST = 2**24


def compress(text: str) -> str:
    """The text, packed."""
    raw = text.encode("utf-16-le", "surrogatepass")
    units = [chr(raw[k] | raw[k + 1] << 8) for k in range(0, len(raw), 2)]
    bits: list[int] = []
    entries: dict[str, int] = {}
    fresh: set[str] = set()
    width, room = 2, 2

    def write(number: int, size: int) -> None:
        bits.extend(number >> k & 1 for k in range(size))

    def take_room() -> None:
        nonlocal width, room
        room -= 1
        if room == 0:
            room = 1 << width
            width += 1

    def emit(word: str) -> None:
        if word in fresh:
            fresh.remove(word)
            wide = ord(word) > 255
            write(_NEW_16 if wide else _NEW_8, width)
            write(ord(word), 16 if wide else 8)
            take_room()
        else:
            write(entries[word], width)
        take_room()

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
    write(_END, width)
    # The last character is always begun.
    bits.extend([0] * (6 - len(bits) % 6))
    packed = "".join(_ALPHABET[int("".join(map(str, bits[start : start + 6])), 2)] for start in range(0, len(bits), 6))
    return packed + "=" * (-len(packed) % 4)


def decompress(packed: str) -> str:
    """The text that was packed.

    Raises:
        ValueError: this is nothing that was packed.
    """
    try:
        values = [_ALPHABET.index(symbol) for symbol in packed.replace(" ", "+").rstrip("=")]
    except ValueError:
        raise ValueError("not in the letters of base64") from None
    at = 0

    def read(size: int) -> int:
        nonlocal at
        if at + size > 6 * len(values):
            raise ValueError("it ends too early")
        number = 0
        for k in range(size):
            number |= (values[at // 6] >> (5 - at % 6) & 1) << k
            at += 1
        return number

    entries: dict[int, str] = {}
    words: list[str] = []
    # The first number has 2 bits, the second 3: the first unit takes the room of two.
    width, room = 2, 2
    word = ""
    size = 0
    while (number := read(width)) != _END:
        if number in (_NEW_8, _NEW_16):
            unit = chr(read(16 if number else 8))
            number = len(entries) + 3
            entries[number] = unit
            room -= 1
            if room == 0:
                room = 1 << width
                width += 1
        if number in entries:
            entry = entries[number]
        elif number == len(entries) + 3 and word:
            entry = word + word[0]
        else:
            raise ValueError("it refers to what is not there")
        words.append(entry)
        size += len(entry)
        if size > LONGEST:
            raise ValueError(f"it unpacks to more than {LONGEST} characters")
        if word:
            entries[len(entries) + 3] = word + entry[0]
        room -= 1
        if room == 0:
            room = 1 << width
            width += 1
        word = entry
    return "".join(words).encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")

"""Parts of puzzle documents: boards from digits, regions from groups of cells, cages with arithmetic, XML."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree

import numpy as np

from bitdoku import rules as r
from bitdoku._errors import PuzzleError, RulesError, shown
from bitdoku.links._shared import unsupported

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

    import numpy.typing as npt

    from bitdoku.rules import Rules

    Cell = tuple[int, int]


#: Words that explain "?" in a sum as a digit.
DIGIT_MARK = re.compile(r"\?\W* (?:means?|is|represents?|stands? for|indicates?|replaces?)\b[^.]*\bdigit")


def board(
    values: Sequence[Any], side: int, what: str, meanings: Mapping[Any, int] | None = None
) -> npt.NDArray[np.uint8]:
    """The board of ``side**2`` values in reading order, each a digit or a key of ``meanings``; 0 is a blank."""
    if len(values) != side * side:
        raise PuzzleError(f"{what} holds {len(values)} cells; expected {side * side}")
    digits = np.zeros((side, side), np.uint8)
    for (row, column), value in zip(np.ndindex(side, side), values, strict=True):
        digit = value if meanings is None else meanings.get(value)
        if type(digit) is not int or not 0 <= digit <= side:
            expected = f"0..{side}" if meanings is None else "one of " + " ".join(map(str, meanings))
            raise PuzzleError(f"{what}: r{row + 1}c{column + 1} holds {shown(value)}; expected {expected}")
        digits[row, column] = digit
    return digits


def regions(groups: Iterable[Collection[Cell]], side: int, what: str) -> npt.NDArray[np.int_]:
    """The number of the group of each cell. Raises RulesError unless each cell is in exactly one group."""
    found = np.full((side, side), -1)
    for number, cells in enumerate(groups):
        for cell in cells:
            if found[cell] >= 0:
                raise RulesError(f"{what}: r{cell[0] + 1}c{cell[1] + 1} is in two regions")
            found[cell] = number
    if (found < 0).any():
        row, column = np.argwhere(found < 0)[0].tolist()
        raise RulesError(f"{what}: r{row + 1}c{column + 1} is in no region")
    return found


def components(side: int, separated: Collection[tuple[Cell, Cell]]) -> list[list[Cell]]:
    """The groups of connected cells. Pairs in ``separated``, upper or left cell first, are not connected."""
    group = {cell: [cell] for cell in np.ndindex(side, side)}
    for row, column in np.ndindex(side, side):
        for other in ((row, column + 1), (row + 1, column)):
            if other not in group or ((row, column), other) in separated:
                continue
            one, two = group[row, column], group[other]
            if one is not two:
                one.extend(two)
                group.update(dict.fromkeys(two, one))
    return list({id(cells): sorted(cells) for cells in group.values()}.values())


def cage(rules: Rules, cells: Sequence[Cell], value: int, operator: str, what: str) -> r.Rule:
    """A cage whose digits give a value by addition, subtraction, multiplication or division; digits may repeat.

    Subtraction and division start from the larger of two digits.
    """
    if operator == "+":
        return r.total(cells, value)
    if value < 1 and operator in "*/":
        raise RulesError(f"{what} has the value {value}; expected at least 1 for {operator!r}")
    if operator == "*":
        product = r.Automaton.of(
            rules.digits, 1, lambda part, digit: part * digit if value % (part * digit) == 0 else None, value.__eq__
        )
        return r.accepted(cells, product)
    if len(cells) != 2:
        raise RulesError(f"{what} has {len(cells)} cells; expected 2 for {operator!r}")
    if operator == "-":
        return r.related([(cells[0], cells[1])], lambda a, b: abs(a - b) == value)
    return r.related([(cells[0], cells[1])], lambda a, b: a == value * b or b == value * a)


def cage_of_text(
    rules: Rules, cells: Sequence[Cell], text: str, *, distinct: bool, overlaps: bool, digit: bool = False
) -> list[r.Rule] | None:
    """The rules of a cage with a sum such as ``"12"``, ``"<10"``, ``"≥ 20"`` or ``"1?"``; None for any other text.

    ``?`` is a digit. A text without a digit is read only if ``digit`` confirms this, because others write it for a sum
    that is not given. Cages that share cells are no killer cages, but sums without repeats.
    """
    match = re.fullmatch(r"([<>≤≥]?=?)\s*([0-9?]{1,6})", text.strip())
    if match is None or ("?" in match[2] and not (digit or re.search("[0-9]", match[2]))):
        return None
    sign = match[1].replace("=", "")
    if not match[1] and "?" not in match[2]:
        plain = r.total(cells, int(match[2]), no_repeat=distinct)
        return [plain if overlaps or not distinct else r.killer_cage(cells, int(match[2]))]
    pattern = re.compile(match[2].replace("?", "[0-9]"))
    strict = match[1] in ("<", ">")
    largest = rules.digits[-1] * len(cells)
    # "<1?" is less than some number with two digits, the first of which is 1.
    first = "1" if match[2][0] == "?" and len(match[2]) > 1 else match[2][0].replace("?", "0")
    number = int(first + match[2][1:].replace("?", "0")) if sign in (">", "≥") else int(match[2].replace("?", "9"))

    def is_sum(total: int) -> bool:
        if sign in ("<", "≤"):
            return total <= number - strict
        if sign in (">", "≥"):
            return total >= number + strict
        return pattern.fullmatch(str(total)) is not None

    sums = r.Automaton.of(rules.digits, 0, lambda total, added: min(total + added, largest), is_sum)
    return [r.different(cells)] * distinct + [r.accepted(cells, sums)]


def xml_root(text: str, what: str) -> ElementTree.Element:
    """The root of an XML document. Document types with entities are refused: they can expand without limit."""
    if "<!ENTITY" in text:
        raise PuzzleError(f"{what} defines entities, which are not supported")
    try:
        return ElementTree.fromstring(text)
    except ElementTree.ParseError as error:
        raise PuzzleError(f"{what} is not valid XML: {error}") from None


def skipped(parts: Iterable[str], neutral: Collection[str], ignore: Collection[str], what: str) -> list[str]:
    """The names of parts that are not read, in order. Raises RulesError unless they are neutral or to be ignored."""
    found = []
    for name in parts:
        if name not in ignore and name not in neutral:
            raise unsupported(f"{what} has {name!r}", name)
        found.append(name)
    return found


def whole_number(text: str | None, what: str) -> int:
    """A number in a document, such as an attribute of XML."""
    if text is None or not re.fullmatch(r"\s*[0-9]{1,6}\s*", text):
        raise PuzzleError(f"{what} is {shown(text)}; expected a number")
    return int(text)

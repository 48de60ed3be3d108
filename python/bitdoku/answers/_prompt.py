"""``prompt``: a puzzle and its rules in words, for a language model."""

from __future__ import annotations

import inspect
import json
from typing import TYPE_CHECKING, Any, Literal

from bitdoku import _core
from bitdoku._core import _word as word
from bitdoku._errors import RulesError
from bitdoku.answers._grade import one_row
from bitdoku.rules._layout import SYMBOLS
from bitdoku.rules._rule import DEFINITIONS, Automaton, Rule, is_cell
from bitdoku.rules._rules import rules_of

if TYPE_CHECKING:
    from typing import TypeAlias

    import numpy as np
    import numpy.typing as npt

    from bitdoku.rules import Rules
    from bitdoku.typing import AnyNumbers, OnePuzzle, RulesLike

    Style: TypeAlias = Literal["grid", "frame", "table", "line", "json", "coordinates"]

STYLES = ("grid", "frame", "table", "line", "json", "coordinates")
#: How the puzzle is written, and how the answer should be.
_FORMS = {
    "grid": ("one row a line, with a dot for a blank cell", "the completed grid in the same form"),
    "frame": ("in a frame, with a dot for a blank cell", "the completed grid in the same form"),
    "table": ("as a Markdown table, with a dot for a blank cell", "the completed grid as a table in the same form"),
    "line": (
        "all cells in one line, row by row, with a dot for a blank cell",
        "all cells of the completed grid in one line",
    ),
    "json": ("as a JSON array of rows, with BLANK for a blank cell", "the completed grid as a JSON array of rows"),
    "coordinates": (
        "the given digits; r2c5 is row 2, column 5, counted from 1 at the top left",
        "the digit of every blank cell in the same form, one cell a line",
    ),
}


def prompt(
    puzzle: OnePuzzle | AnyNumbers,
    style: Style = "grid",
    *,
    rules: RulesLike = None,
    symbols: str | None = None,
) -> str:
    """Return a prompt that asks for the solution of a puzzle.

    It states the rules in words, the puzzle, and the form of the answer.

    The answer is expected between ``<answer>`` and ``</answer>``; :func:`parse` accepts any other form too.

    Parameters
    ----------
    puzzle
        One puzzle in any form.
    style : {"grid", "frame", "table", "line", "json", "coordinates"}
        The form of the puzzle and of the answer: rows of symbols, a frame, a Markdown table, one line, rows of numbers
        in JSON (a blank is 0, or null if 0 is a digit), or lines such as ``r1c1=5``.
    rules, symbols
        As for :func:`bitdoku.solve`. Each added rule is stated in a sentence, with the cells and numbers of its clues.

    Raises
    ------
    PuzzleError
        The puzzle is malformed.
    RulesError
        A rule with an automaton, which has no wording.

    Examples
    --------
    >>> import bitdoku as bd
    >>> print(bd.answers.prompt("1......22......1", rules="4x4"))
    Solve this Sudoku. Rules:
    <BLANKLINE>
    - Place the digits 1 to 4 so that each row, each column and each box (2 rows by 2 columns) has every digit once.
    <BLANKLINE>
    The puzzle, one row a line, with a dot for a blank cell:
    <BLANKLINE>
    1 . . .
    . . . 2
    2 . . .
    . . . 1
    <BLANKLINE>
    Write the completed grid in the same form between <answer> and </answer>.
    """
    word("style", style, STYLES)
    known = rules_of(rules, puzzle)
    cells = one_row(puzzle, known, symbols)[0]
    how, answer = _FORMS[style]
    blank = "0" if known.digits.start else "null"
    parts = [
        "Solve this Sudoku. Rules:",
        "\n".join(f"- {sentence}" for sentence in _sentences(known, symbols)),
        f"The puzzle, {how.replace('BLANK', blank)}:",
        board_text(cells, style, known, symbols),
        f"Write {answer} between <answer> and </answer>.",
    ]
    return "\n\n".join(parts)


def board_text(cells: npt.NDArray[np.uint8], style: str, rules: Rules, symbols: str | None = None) -> str:
    """A board in a style."""
    side = rules.side
    symbols = symbols or rules.symbols
    names = _names(rules, symbols)
    if style == "frame":
        return _core.board_text(cells.ravel().tolist(), "box", symbols, rules.box, len(rules.digits))
    if style == "line":
        return _core.board_line(cells.ravel().tolist(), symbols, len(rules.digits))
    if style == "json":
        values = [None if rules.digits.start == 0 else 0, *rules.digits]
        rows = [[values[digit] for digit in row] for row in cells.reshape(side, side).tolist()]
        return "[\n" + ",\n".join(f"  {json.dumps(row)}" for row in rows) + "\n]"
    if style == "coordinates":
        given = enumerate(cells.ravel().tolist())
        return "\n".join(f"r{cell // side + 1}c{cell % side + 1}={names[digit]}" for cell, digit in given if digit)
    width = max(map(len, names))
    texts = [[names[digit].rjust(width) for digit in row] for row in cells.reshape(side, side).tolist()]
    if style == "table":
        lines = [f"| {' | '.join(row)} |" for row in texts]
        return "\n".join([lines[0], "|" + "---|" * side, *lines[1:]])
    return "\n".join(" ".join(row) for row in texts)


def _names(rules: Rules, symbols: str | None) -> list[str]:
    """The text of each value, with a dot for a blank."""
    count = len(rules.digits)
    if symbols is None and count >= len(SYMBOLS):
        return [".", *map(str, range(1, count + 1))]
    return [".", *(symbols or SYMBOLS[1 : count + 1])]


# --- rules in words -------------------------------------------------------------------------------------------------

#: The sentences of rules whose documentation mentions their arguments; other rules have its first sentence.
_SENTENCES = {
    "total": "The digits, each multiplied by its weight, add up to the sum; a weight that is not stated is 1",
    "killer_cage": "No digit occurs twice in a cage, and the digits add up to the sum of the cage, if it is stated",
    "quadruple": "The digits occur in the square of four cells whose upper left cell is stated",
    "xv": "Pairs marked X add up to 10, pairs marked V to 5; if all are given, other neighbors add up to neither",
    "any_of": "At least one of the alternatives holds",
    "thermometer": "Digits increase from the bulb, the first cell; on a slow thermometer, neighbors may also be equal",
    "whispers": "Neighbors on the line differ by at least the difference; if none is stated, by half the number of "
    "digits, rounded up",
    "lockout": "The two ends of the line differ by at least the difference (if none is stated, half the number of "
    "digits, rounded down), and the other digits are outside their range",
    "modular": "Successive digits, as many as the modulus, leave different remainders when divided by it",
    "sum_line": "The line divides into parts that each add up to the sum",
    "lunchbox": "The digits of the line differ, and the digits between the lowest and the highest add up to the sum",
    "little_killer": "The digits on a diagonal add up to the sum and may repeat",
    "sandwich": "The digits between the lowest and the highest digit of the row or column add up to the sum",
    "skyscraper": "The count is the number of digits in the row or column that are higher than all digits before them",
    "x_sum": "The first X digits of the row or column add up to the sum, where X is the first digit",
    "numbered_room": "The X-th cell of the row or column holds the digit, where X is the digit in the first cell",
    "full_rank": "The rank is the place of the row or column among all of them, read as numbers in both directions; "
    "equal numbers share a rank, but a number without ties is equal to no other",
}

#: The words for arguments that are not the default.
_FLAGS = {"reverse": "from the other end", "ties": "without ties"}


def _sentences(rules: Rules, symbols: str | None) -> list[str]:
    """The rules of a board in sentences."""
    names = _names(rules, symbols or rules.symbols)
    digits = f"{names[1]} to {names[-1]}" if names[-1].isdecimal() else ", ".join(names[1:])
    sides = "each row, each column"
    if rules.box is None:
        sides += " and each region"
    elif min(rules.box) > 1:
        sides += f" and each box ({rules.box[0]} rows by {rules.box[1]} columns)"
    else:
        sides = "each row and each column"
    holds = "has every digit once" if len(rules.digits) == rules.side else "has no digit twice"
    out = [f"Place the digits {digits} so that {sides} {holds}."]
    if rules.symbols is None and symbols is None and 9 < len(names) - 1 < len(SYMBOLS):
        out.append(f"In sums and comparisons, the letters A to {names[-1]} have the values 10 to {len(names) - 1}.")
    if rules.box is None:
        letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+-"
        rows = ("".join(letters[region] for region in row) for row in rules.regions.tolist())
        out.append(
            f"The regions, one row after the other, with the same letter for cells of a region: {' '.join(rows)}"
        )
    clues: dict[str, list[str]] = {}
    for rule in rules.rules:
        clues.setdefault(rule.name, []).append(_clue(rule, rules.digits.start))
    for name, found in clues.items():
        sentence = _sentence(name)
        shown = [clue for clue in found if clue]
        out.append(f"{sentence} Clues: {'; '.join(shown)}." if shown else sentence)
    return out


def _sentence(name: str) -> str:
    """The name of a rule and its sentence."""
    text = inspect.getdoc(DEFINITIONS[name].expand) or ""
    first = " ".join(text.split("\n\n")[0].split()).replace("``", "").split(". ")[0].removesuffix(".")
    return f"{name.replace('_', ' ').capitalize()}: {_SENTENCES.get(name, first)}."


def _clue(rule: Rule, base: int) -> str:
    """The arguments of a rule, except for options that are not used."""
    defaults = DEFINITIONS[rule.name].defaults
    parts = []
    for key, value in rule.arguments.items():
        if key in defaults and value == defaults[key] and (isinstance(value, bool) or value in (None, ())):
            continue
        parts.append(_FLAGS.get(key) or f"{key.replace('_', ' ')} {_value(key, value, base)}")
    return ", ".join(parts)


def _value(key: str, value: Any, base: int) -> str:
    """An argument of a rule: cells by name, lists of cells with commas, lists of lists in parentheses."""
    if isinstance(value, Automaton):
        raise RulesError("a rule with an automaton has no wording")
    if isinstance(value, Rule):
        return f"{_sentence(value.name)} {_clue(value, base)}".strip()
    if key == "rules":
        alternatives = (item if isinstance(item, tuple) else (item,) for item in value)
        return " or ".join(f"({' and '.join(_value('', rule, base) for rule in item)})" for item in alternatives)
    if key in ("row", "column") and value is not None:
        return str(value + 1)
    if key == "table":
        rows = (
            f"{first}: {' '.join(str(second) for second, fits in enumerate(row, base) if fits) or 'none'}"
            for first, row in enumerate(value, base)
        )
        return f"(first digit: possible second digits) {', '.join(rows)}"
    if key in ("digits", "weights") and isinstance(value, tuple):
        return " ".join(map(str, value))
    if is_cell(value):
        return f"r{value[0] + 1}c{value[1] + 1}"
    if isinstance(value, tuple):
        is_flat = all(is_cell(item) or not isinstance(item, tuple) for item in value)
        return " ".join(_value("", item, base) if is_flat else f"({_value('', item, base)})" for item in value)
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value).replace("_", " ")

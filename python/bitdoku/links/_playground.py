"""Links to the playground: the board and its rules in the part of the address behind #.

    https://bitdoku.github.io/bitdoku/_static/play/index.html#p=53..7…&d=53467…&m=…&r=x

``p`` are the givens, ``d`` givens and digits, ``m`` the pencil marks of each cell separated by dots, ``r`` the name of
the rules. ``R`` are rules without a name: the result of `Rules.to_primitives`, deflated, in base64 with - and _. The
browser needs the primitives, because it has few named rules; only their key ``named`` is read here. ``web/js/share.js``
is the same in JavaScript, and also writes ``d`` and ``m``.
"""

from __future__ import annotations

import base64
import re
import zlib
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qsl

import numpy as np

from bitdoku._arguments import one_board
from bitdoku._errors import PuzzleError, RulesError
from bitdoku.board._board import Board
from bitdoku.links._documents import skipped
from bitdoku.links._shared import Shared, expect_solution, inflated, parsed
from bitdoku.rules import Rules
from bitdoku.rules._layout import SYMBOLS
from bitdoku.rules._rules import NAMES, rules_of

if TYPE_CHECKING:
    from collections.abc import Collection

    from bitdoku.links._shared import Cell, Source

_ADDRESS = "https://bitdoku.github.io/bitdoku/_static/play/index.html"
#: Names of rules that the playground has.
PLAYGROUND_NAMES = (*(f"{side}x{side}" for side in (4, 6, 8, 9, 10, 12, 15, 16, 20, 25)), *NAMES)
#: The most characters of rules: browsers accept more, but programs that pass links on cut longer ones.
_LONGEST = 32_000
#: The playground has masks of 32 bits.
_MOST_DIGITS = 31


def recognizes(source: Source) -> bool:
    """Whether the text is a link to the playground, on any host."""
    # Other programs have a part p after other names.
    return re.match(r"https?://\S*#([rR]=[^&]*&)?p=", source.text) is not None


def read(source: Source, ignore: Collection[str]) -> Shared:
    """Read the board."""
    parts = dict(parse_qsl(source.text.partition("#")[2], keep_blank_values=True))
    given, solved, marked, name, packed = (parts.pop(key, "") for key in "pdmrR")
    ignored = skipped(parts, (), ignore, "the link")
    rules = _unpacked(packed) if packed else rules_of(name or "9x9")
    puzzle = one_board("the givens of the link", given, rules)
    entered = one_board("the digits of the link", solved, rules) if solved else puzzle
    return Shared(
        puzzle,
        rules,
        entered=np.where(puzzle > 0, 0, entered).astype(np.uint8),
        center_marks=_marks(marked, rules),
        ignored=tuple(ignored),
    )


def _unpacked(packed: str) -> Rules:
    data = parsed(inflated("the link", packed.translate(str.maketrans("-_", "+/"))))
    if not isinstance(data, dict) or not isinstance(data.get("named"), dict):
        raise PuzzleError("the link has rules in an unknown form; expected the result of Rules.to_primitives")
    rules = Rules.from_json(data["named"])
    if parsed(rules.to_primitives()) != data:
        raise PuzzleError("the link has rules whose primitives differ from their names")
    return rules


def _marks(text: str, rules: Rules) -> dict[Cell, tuple[int, ...]]:
    cells = text.split(".") if text else []
    if len(cells) not in (0, rules.side**2):
        raise PuzzleError(f"the link has pencil marks of {len(cells)} cells; expected {rules.side**2}")
    found: dict[Cell, tuple[int, ...]] = {}
    for k, characters in enumerate(cells):
        digits = tuple(SYMBOLS.find(character) for character in characters)
        row, column = divmod(k, rules.side)
        if not all(1 <= digit <= len(rules.digits) for digit in digits):
            raise PuzzleError(f"the link: r{row + 1}c{column + 1} has the pencil marks {characters!r}")
        if digits:
            found[row, column] = digits
    return found


def link(puzzle: Any, rules: Any, solution: Any) -> str:
    """The link to a puzzle. The solution is checked, and not a part of the link."""
    known = rules_of(rules, puzzle)
    if known.symbols is not None or len(known.digits) > _MOST_DIGITS:
        found = f"{known.digits[0]} to {known.digits[-1]}"
        raise RulesError(f"the playground supports digits from 1 to {_MOST_DIGITS}; the rules have {found}")
    givens = one_board("puzzle", puzzle, known)
    if solution is not None:
        expect_solution(givens, one_board("solution", solution, known), known)
    line = Board(givens, rules=known).line()
    if known.is_classic:
        return f"{_ADDRESS}#p={line}"
    name = next((name for name in PLAYGROUND_NAMES if Rules(name) == known), None)
    if name is not None:
        return f"{_ADDRESS}#p={line}&r={name}"
    deflater = zlib.compressobj(9, wbits=-15)
    packed = deflater.compress(known.to_primitives().encode()) + deflater.flush()
    text = base64.urlsafe_b64encode(packed).decode().rstrip("=")
    if len(text) > _LONGEST:
        raise RulesError(f"the rules have {len(text)} characters, too many for a link; expected at most {_LONGEST}")
    return f"{_ADDRESS}#p={line}&R={text}"

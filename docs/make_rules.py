"""The gallery of rules, docs/named-rules.md: what each rule means, a call, and a picture.

    python docs/make_rules.py

The words are those of the docstrings. Writes docs/named-rules.md and docs/pictures/rule-*.svg. A rule whose picture
`Board` cannot draw shows cells that it concerns.
"""

from __future__ import annotations

import inspect
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any

import bitdoku as bd
from bitdoku import rules as r

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

PAGE = Path(__file__).with_name("named-rules.md")
FOLDER = Path(__file__).parent / "pictures"
#: Names of `bitdoku.rules` that are not rules.
OTHERS = {"Automaton", "Rule", "Rules"}

#: The groups of the page and, for each rule, an example call.
GROUPS: dict[str, dict[str, str]] = {
    "The whole board": {
        "diagonals": "diagonals()",
        "windoku": "windoku()",
        "disjoint_groups": "disjoint_groups()",
        "anti_knight": "anti_knight()",
        "anti_king": "anti_king()",
        "non_consecutive": "non_consecutive()",
    },
    "Lines": {
        "thermometer": "thermometer([(7, 1), (6, 1), (5, 2), (4, 3), (3, 3), (2, 4)])",
        "arrow": "arrow((1, 1), [(2, 2), (3, 3), (3, 4), (3, 5)])",
        "double_arrow": "double_arrow([(1, 1), (2, 2), (3, 3), (3, 4), (2, 5)])",
        "between": "between([(1, 1), (2, 2), (3, 3), (3, 4), (2, 5)])",
        "lockout": "lockout([(1, 1), (2, 2), (3, 3), (3, 4), (2, 5)])",
        "whispers": "whispers([(1, 1), (2, 2), (3, 2), (4, 3), (4, 4), (3, 5)])",
        "renban": "renban([(1, 1), (1, 2), (2, 3), (3, 3), (4, 2)])",
        "palindrome": "palindrome([(1, 1), (2, 2), (3, 3), (4, 3), (5, 4)])",
        "entropic": "entropic([(1, 1), (2, 2), (3, 3), (3, 4), (2, 5), (1, 6)])",
        "modular": "modular([(1, 1), (2, 2), (3, 3), (3, 4), (2, 5), (1, 6)])",
        "region_sum_line": "region_sum_line([(1, 1), (2, 2), (3, 3), (4, 4), (4, 5), (5, 6)])",
        "sum_line": "sum_line([(1, 1), (2, 2), (3, 3), (4, 4), (4, 5), (5, 6)], 10)",
        "zipper": "zipper([(1, 1), (2, 2), (3, 3), (4, 3), (5, 4)])",
        "lunchbox": "lunchbox([(1, 1), (1, 2), (1, 3), (1, 4), (1, 5)], 8)",
    },
    "Cages and sums": {
        "killer_cage": "killer_cage([(1, 1), (1, 2), (2, 1)], 17)",
        "look_and_say": 'look_and_say([(1, 1), (1, 2), (2, 1), (2, 2), (3, 3)], "1325")',
        "little_killer": 'little_killer((0, 3), "down_right", 30)',
        "sandwich": "sandwich(13, row=2)",
        "x_sum": "x_sum(20, row=2)",
        "skyscraper": "skyscraper(4, row=2)",
        "numbered_room": "numbered_room(4, row=2)",
        "full_rank": "full_rank(14, row=2)",
        "equal_sums": "equal_sums([[(1, 1), (1, 2)], [(4, 4), (4, 5), (5, 4)]])",
    },
    "Cells and pairs": {
        "even": "even([(1, 1), (4, 4)])",
        "odd": "odd([(1, 1), (4, 4)])",
        "maximum": "maximum([(2, 2), (5, 6)])",
        "minimum": "minimum([(2, 2), (5, 6)])",
        "greater_than": "greater_than([((1, 1), (1, 2)), ((4, 4), (3, 4))])",
        "kropki_white": "kropki_white([((1, 1), (1, 2)), ((4, 4), (5, 4))])",
        "kropki_black": "kropki_black([((1, 1), (1, 2)), ((4, 4), (5, 4))])",
        "kropki": "kropki(white=[((1, 1), (1, 2))], black=[((4, 4), (5, 4))])",
        "xv": "xv(x=[((1, 1), (1, 2))], v=[((4, 4), (5, 4))])",
        "quadruple": "quadruple((2, 2), [1, 2, 4])",
        "counting_circles": "counting_circles([(1, 1), (2, 4), (5, 5), (7, 2)])",
        "indexing": "indexing([(r, 0) for r in range(9)])",
    },
    "Regions and copies": {
        "extra_region": "extra_region([(4, c) for c in range(2, 7)] + [(r, 4) for r in (2, 3, 5, 6)])",
        "clone": "clone([(1, 1), (1, 2), (2, 2)], [(5, 5), (5, 6), (6, 6)])",
        "same_values": "same_values([[(1, 1), (1, 2), (2, 2)], [(5, 5), (5, 6), (6, 6)]])",
    },
    "Choices": {
        "any_of": "any_of(even([(1, 1)]), odd([(4, 4)]))",
    },
    "Primitives": {
        "allowed": "allowed((4, 4), [1, 2, 3])",
        "different": "different([(1, 1), (2, 4), (5, 5)])",
        "related": "related([((1, 1), (1, 2))], lambda a, b: a * b == 12)",
        "total": "total([(1, 1), (4, 4), (7, 7)], 12)",
        "accepted": "accepted([(1, 1), (1, 2), (1, 3)], Automaton([[1] * 4 + [0] * 5, [1] * 9], accepting=[1]))",
    },
}


def concerned(name: str) -> dict[Any, str]:
    """Cells that a rule of the whole board compares with r5c5, or those of a rule without a picture."""
    row, column = 4, 4
    moves: dict[str, Iterable[tuple[int, int]]] = {
        "anti_knight": [(a, b) for a, b in product(range(-2, 3), repeat=2) if abs(a * b) == 2],
        "anti_king": [(a, b) for a, b in product(range(-1, 2), repeat=2) if abs(a * b) == 1],
        "non_consecutive": [(a, b) for a, b in product(range(-1, 2), repeat=2) if abs(a) + abs(b) == 1],
        "disjoint_groups": [(3 * a, 3 * b) for a, b in product(range(-1, 2), repeat=2) if (a, b) != (0, 0)],
    }
    if name not in moves:
        return {}
    return {(row, column): "red", **{(row + a, column + b): "yellow" for a, b in moves[name]}}


def cells_of(value: Any) -> Iterable[tuple[int, int]]:
    """The cells among the arguments of a rule, or those of its row or column."""
    if isinstance(value, r.Rule):
        line = value.arguments
        yield from ((line["row"], c) for c in range(9) if line.get("row") is not None)
        yield from ((c, line["column"]) for c in range(9) if line.get("column") is not None)
        value = list(line.values())
    if not isinstance(value, tuple | list):
        return
    if len(value) == 2 and all(isinstance(number, int) for number in value):
        yield (value[0], value[1])
        return
    for item in value:
        yield from cells_of(item)


def board(name: str, call: str) -> bd.Board:
    """The picture of a rule."""
    rule = eval(call, dict(vars(r)))
    highlight = concerned(name)
    rules = bd.Rules() + rule
    plain = bd.Board("." * 81, rules=rules)
    blank = bd.Board("." * 81).svg()
    if not highlight and plain.svg().partition("<rect")[2] == blank.partition("<rect")[2]:
        highlight = dict.fromkeys(cells_of(rule), "yellow")
    return bd.Board(plain, highlight=highlight) if highlight else plain


def meaning(function: Callable[..., object]) -> str:
    """The first paragraph of the docstring, as Markdown."""
    text = (inspect.getdoc(function) or "").partition("\n\n")[0].replace("\n", " ").replace("``", "`")
    for role in (":func:", ":class:"):
        text = text.replace(role, "")
    return text


def known() -> dict[str, dict[str, str]]:
    """The groups with the rules that there are."""
    groups = {
        title: {name: call for name, call in calls.items() if name in r.__all__} for title, calls in GROUPS.items()
    }
    missing = set(r.__all__) - OTHERS - {name for calls in groups.values() for name in calls}
    if missing:
        raise SystemExit(f"no example of {', '.join(sorted(missing))}")
    return {title: calls for title, calls in groups.items() if calls}


def page() -> str:
    """The text of the page."""
    lines = [
        "# Gallery of rules",
        "",
        "<!-- Made by docs/make_rules.py. -->",
        "",
        "An example of every rule in `bitdoku.rules`. See [sizes and rules](rules.md) for their use and the",
        "[reference](api/rules.md) for all arguments. Cells are (row, column) from 0. Pictures of rules without a mark",
        "show the cells that the rule relates: the red cell and the yellow ones, or all yellow ones.",
        "",
    ]
    for title, calls in known().items():
        lines += [f"## {title}", ""]
        for name, call in calls.items():
            text = meaning(getattr(r, name))
            lines += [
                f"### {name.replace('_', ' ').capitalize()}",
                "",
                text,
                "",
                "```python",
                ">>> from bitdoku.rules import *",
                f">>> rule = {call}",
                "",
                "```",
                "",
                f"![A board with {name.replace('_', ' ')}](pictures/rule-{name.replace('_', '-')}.svg)",
                "",
            ]
    return "\n".join(lines)


def main() -> None:
    """Write the page and the pictures."""
    for calls in known().values():
        for name, call in calls.items():
            path = FOLDER / f"rule-{name.replace('_', '-')}.svg"
            path.write_text(board(name, call).svg(), encoding="utf-8")
    PAGE.write_text(page(), encoding="utf-8")


if __name__ == "__main__":
    main()

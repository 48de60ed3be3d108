"""``Rules``: a board with boxes or regions, and the rules added to it."""

from __future__ import annotations

import json
import re
from collections import Counter
from dataclasses import replace
from difflib import get_close_matches
from functools import cached_property, lru_cache
from operator import index
from typing import TYPE_CHECKING, Any

import numpy as np

from bitdoku import _core
from bitdoku._errors import RulesError, shown
from bitdoku._json import loads
from bitdoku.rules import named as n
from bitdoku.rules._layout import SYMBOLS, Layout, box_layout, digit_range, named_box, shapes
from bitdoku.rules._parts import Parts
from bitdoku.rules._primitives import primitives
from bitdoku.rules._rule import DEFINITIONS, MAX_SIDE, Rule, rule_data, rule_from_data

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    import numpy.typing as npt

#: Names of rules in text, besides sizes such as "16x16".
NAMES: dict[str, Callable[[], Rule]] = {
    "x": n.diagonals,
    "diagonals": n.diagonals,
    "windoku": n.windoku,
    "disjoint-groups": n.disjoint_groups,
    "anti-knight": n.anti_knight,
    "anti-king": n.anti_king,
    "non-consecutive": n.non_consecutive,
}


class Rules:
    """The rules of a board: each digit at most once in each row, column and box or region, and the rules added.

    Rules are immutable, hashable and picklable. They compare by meaning, regardless of the order of cells, pairs and
    rules. Functions accept them as ``rules=``.

    Parameters
    ----------
    box
        Rows and columns of a box; the side of the board is their product, 1 to 64. (1, n) is a Latin square. Or a
        name: a size such as ``"16x16"``, a rule such as ``"x"``, or several of them as in ``"16x16 + anti-knight"``.
    digits
        The digits in order, from 1 or from 0: ``digits=range(9)`` for a 9x9 board with 0 to 8. Sums, parities and
        functions of digits use these values, and texts these characters. In arrays, 0 is a blank and 1 is the
        first digit, which is also bit 0 of a mask. There may be more digits than the side, up to 64: with
        ``box=(2, 3), digits=range(1, 10)``, each row, column and box of a 6x6 board holds six of nine digits, all
        different.

    Raises
    ------
    RulesError
        The rules are invalid or contradictory; the message names the cell or the argument.

    Examples
    --------
    >>> import bitdoku as bd
    >>> six = bd.Rules(box=(2, 3))
    >>> six.side, six == bd.Rules("6x6")
    (6, True)
    >>> rules = bd.Rules() + bd.rules.diagonals() + bd.rules.killer_cage([(0, 0), (0, 1)], 3)
    >>> rules == bd.Rules() + bd.rules.killer_cage([(0, 1), (0, 0)], 3) + bd.rules.diagonals()
    True
    """

    __module__ = "bitdoku"
    _layout: Layout
    #: The added rules in order.
    _rules: dict[Rule, None]

    def __init__(self, box: tuple[int, int] | str = (3, 3), *, digits: Iterable[int] | None = None) -> None:
        if isinstance(box, str):
            named = _named(box)
            if digits is not None:
                layout = replace(named._layout, values=digit_range(digits, named.side))
                named = Rules._on(layout) + named.rules
            self.__dict__.update(named.__dict__)
            return
        try:
            height, width = (index(size) for size in box if not isinstance(size, bool | np.bool_))
        except (TypeError, ValueError):
            raise RulesError(f"box is {shown(box)}; expected the rows and columns of a box, such as (3, 3)") from None
        if height < 1 or width < 1 or height * width > MAX_SIDE:
            raise RulesError(
                f"box is {shown(height)} by {shown(width)}; expected a side, their product, of 1 to {MAX_SIDE}"
            )
        layout = box_layout(height, width, None if digits is None else digit_range(digits, height * width))
        self.__dict__.update(Rules._on(layout).__dict__)

    @classmethod
    def _on(cls, layout: Layout, rules: dict[Rule, None] | None = None, parts: Parts | None = None) -> Rules:
        self = cls.__new__(cls)
        self.__dict__.update(_layout=layout, _rules=rules or {}, _parts=parts or _board(layout))
        return self

    @classmethod
    def valid(cls, layout: Layout, rules: Iterable[Rule]) -> Rules:
        """Rules that are known to be valid, which are not checked until the first use."""
        self = cls.__new__(cls)
        self.__dict__.update(_layout=layout, _rules=dict.fromkeys(rules))
        return self

    @cached_property
    def _parts(self) -> Parts:
        """The canonical form."""
        return _board(self._layout).plus(self._rules)

    @classmethod
    def jigsaw(cls, regions: npt.ArrayLike | Sequence[str], *, digits: Iterable[int] | None = None) -> Rules:
        """Return the rules of a board with regions instead of boxes.

        Parameters
        ----------
        regions
            An (n, n) array with the region of each cell: n different numbers, each n times. Or n texts of n characters,
            one character per region. If there are more digits than n, all regions may instead have one cell per digit.
        digits
            The digits in order, as for :class:`Rules`.

        Examples
        --------
        >>> import bitdoku as bd
        >>> bd.Rules.jigsaw([[1, 1, 1, 2], [1, 2, 2, 2], [3, 3, 3, 4], [3, 4, 4, 4]]).side
        4
        >>> bd.Rules.jigsaw(["aaab", "abbb", "cccd", "cddd"]).side
        4
        """
        names: dict[int, str] = {}
        if isinstance(regions, str):
            regions = regions.split()
        if isinstance(regions, list | tuple) and regions and all(isinstance(row, str) for row in regions):
            names = {ord(name): name for row in regions for name in row}
            regions = [[*map(ord, row)] for row in regions]
        if isinstance(regions, np.ma.MaskedArray):
            raise RulesError("regions are a masked array; expected a plain one, as regions.filled() returns")
        try:
            array = np.asarray(regions)
        except ValueError:
            raise RulesError("regions are malformed; expected n rows of n numbers") from None
        if array.ndim != 2 or array.shape[0] != array.shape[1] or not 1 <= len(array) <= MAX_SIDE:
            raise RulesError(f"regions have shape {array.shape}; expected (n, n), n from 1 to {MAX_SIDE}")
        if any(isinstance(item, bool) for item in np.asarray(regions, object).flat):
            raise RulesError("regions hold bools; expected integers")
        if array.dtype.kind not in "iu":
            raise RulesError(f"regions have dtype {array.dtype}; expected integers")
        side = len(array)
        values = range(1, side + 1) if digits is None else digit_range(digits, side)
        sizes = Counter(array.ravel().tolist())
        if {*sizes.values()} != {len(values)}:
            for region, size in sizes.items():
                if size != side:
                    row, column = np.argwhere(array == region)[0].tolist()
                    name = f"region {names.get(region, region)} (r{row + 1}c{column + 1})"
                    more = f", or {len(values)} in each region" if len(values) > side else ""
                    raise RulesError(f"{name} has {size} cells; expected {side}{more}")
        # Regions are renumbered in the order of appearance.
        order: dict[int, int] = {}
        numbers = tuple(order.setdefault(region, len(order)) for region in array.ravel().tolist())
        box = next((shape for shape in shapes(side) if box_layout(*shape).regions == numbers), None)
        return cls._on(Layout(side, numbers, box, values))

    # --- properties ----------------------------------------------------------------------------------------------

    @property
    def side(self) -> int:
        """Rows and columns of the board."""
        return self._layout.side

    @property
    def digits(self) -> range:
        """The digits in order, at least as many as the side."""
        return self._layout.values

    @property
    def symbols(self) -> str | None:
        """The characters of the digits in texts; None for digits from 1."""
        return None if self._layout.first == 1 else SYMBOLS[: self._layout.count]

    @property
    def box(self) -> tuple[int, int] | None:
        """Rows and columns of a box; None if the regions are not boxes."""
        return self._layout.box

    @cached_property
    def regions(self) -> npt.NDArray[np.uint8]:
        """The region of each cell, numbered from 0: a read-only uint8 array of shape (n, n)."""
        return np.frombuffer(bytes(self._layout.regions), np.uint8).reshape(self.side, self.side)

    @property
    def rules(self) -> tuple[Rule, ...]:
        """The added rules in order."""
        return tuple(self._rules)

    @cached_property
    def is_classic(self) -> bool:
        """Whether these are the classic 9x9 rules."""
        return self == _named("9x9")

    @cached_property
    def constraints(self) -> tuple[tuple[Any, ...], ...]:
        """The primitives of the rules in the form of the core."""
        return self._parts.constraints()

    @property
    def _compiled_form(self) -> tuple[tuple[Any, ...], tuple[Any, ...] | None]:
        """The primitives, and the clues."""
        constraints = self.constraints
        if self.box is not None:
            # The core adds the houses of a board with boxes.
            constraints = tuple(one for one in constraints if not self._parts.is_house(one))
        # Human logic supports digits from 1 only.
        clues = tuple(self._parts.clues()) if self._rules and self.symbols is None else None
        return constraints, clues

    @cached_property
    def _compiled(self) -> _core.RuleSet:
        """The rules compiled by the core, at first use."""
        constraints, clues = self._compiled_form
        return _core.RuleSet(self.side, constraints, self.box, self._layout.count, clues)

    def __add__(self, other: Rule | Rules | Iterable[Rule]) -> Rules:
        """These rules with one rule, a list of rules, or the added rules of an equal board."""
        if isinstance(other, Rules):
            if other._layout != self._layout:
                raise RulesError("rules of boards with different sides, boxes, regions or digits cannot be added")
            more = other.rules
        elif isinstance(other, Rule):
            more = (other,)
        elif isinstance(other, list | tuple) and all(isinstance(rule, Rule) for rule in other):
            more = tuple(other)
        else:
            return NotImplemented
        new = dict.fromkeys(_with_tables(rule, self._layout) for rule in more)
        parts = self._parts.plus(rule for rule in new if rule not in self._rules)
        return Rules._on(self._layout, self._rules | new, parts)

    # --- as a value ----------------------------------------------------------------------------------------------

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("Rules are immutable; add to them: rules + …")

    def __delattr__(self, name: str) -> None:
        raise AttributeError("Rules are immutable")

    def __eq__(self, other: object) -> bool:
        return self._parts.meaning == other._parts.meaning if isinstance(other, Rules) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._parts.meaning)

    def __reduce__(self) -> tuple[Any, ...]:
        return Rules.from_json, (self.to_json(),)

    def __repr__(self) -> str:
        digits = [f"digits={self.digits}"] * (self.digits != range(1, self.side + 1))
        if self.box is None:
            board = f"Rules.jigsaw({', '.join([str(self.regions.tolist()), *digits])})"
        else:
            board = f"Rules({', '.join([f'box={self.box}'] * (self.box != (3, 3)) + digits)})"
        return " + ".join([board, *map(repr, self._rules)])

    # --- as JSON -------------------------------------------------------------------------------------------------

    def to_dict(self) -> dict[str, Any]:
        """Return the rules as plain data for JSON, which :meth:`from_json` accepts."""
        board: dict[str, Any] = {"box": list(self.box)} if self.box else {"regions": self.regions.tolist()}
        if self.digits != range(1, self.side + 1):
            board["digits"] = list(self.digits)
        return {**board, "rules": [rule_data(rule) for rule in self._rules]}

    def to_json(self) -> str:
        """Return the rules as JSON text.

        Examples
        --------
        >>> import bitdoku as bd
        >>> (bd.Rules() + bd.rules.even([(0, 0)])).to_json()
        '{"box": [3, 3], "rules": [{"rule": "even", "cells": [[0, 0]]}]}'
        """
        return json.dumps(self.to_dict())

    def to_primitives(self) -> str:
        """Return the rules as JSON text for the engine in a browser, which has no named rules.

        Its cells are numbered row by row from 0. :meth:`from_json` reads the result of :meth:`to_json` instead.

        Examples
        --------
        >>> import bitdoku as bd
        >>> text = (bd.Rules(box=(1, 2)) + bd.rules.even([(0, 0)])).to_primitives()
        >>> text[:77]
        '{"side":2,"box":[1,2],"digits":2,"symbols":null,"constraints":[["allowed",0,2]]'
        """
        return primitives(self)

    @classmethod
    def from_json(cls, data: str | bytes | dict[str, Any]) -> Rules:
        """Return the rules in JSON text or parsed JSON.

        Raises
        ------
        RulesError
            The JSON is malformed, or has an unknown key, rule or argument.
        """
        try:
            return cls._from_data(loads(data) if isinstance(data, str | bytes) else data)
        except RulesError:
            raise
        except ValueError as error:
            raise RulesError(f"the rules are not valid JSON: {error}") from None
        except RecursionError:
            raise RulesError("the rules are nested too deeply") from None

    @classmethod
    def _from_data(cls, data: Any) -> Rules:
        if not isinstance(data, dict):
            raise RulesError(f"the rules are {type(data).__name__}; expected a JSON object")
        unknown = data.keys() - {"box", "regions", "digits", "rules"}
        if unknown:
            first = min(unknown, key=str)
            raise RulesError(
                f"the rules have the unknown key {shown(first)}; expected 'box', 'regions', 'digits' and 'rules'"
            )
        if "box" in data and "regions" in data:
            raise RulesError("the rules have both 'box' and 'regions'")
        digits = data.get("digits")
        if "regions" in data:
            rules = cls.jigsaw(data["regions"], digits=digits)
        else:
            rules = cls(data.get("box", (3, 3)), digits=digits)
        entries = data.get("rules", [])
        if not isinstance(entries, list):
            raise RulesError(f"'rules' is {type(entries).__name__}; expected a list")
        return rules + [rule_from_data(entry) for entry in entries]


@lru_cache(maxsize=16)
def _board(layout: Layout) -> Parts:
    """The parts of a board without added rules."""
    cells: dict[int, list[int]] = {}
    for cell, region in enumerate(layout.regions):
        cells.setdefault(region, []).append(cell)
    return Parts(layout, cells.values())


def _with_tables(value: Any, layout: Layout) -> Any:
    """A rule, and the rules among its arguments, with truth tables in place of functions of digits."""
    if isinstance(value, tuple):
        return tuple(_with_tables(item, layout) for item in value)
    if not isinstance(value, Rule):
        return layout.table(value) if callable(value) else value
    if value.name not in _WITH_TABLES:
        return value
    return Rule(value.name, {key: _with_tables(item, layout) for key, item in value.arguments.items()})


#: Rules with functions of digits among their arguments.
_WITH_TABLES = ("related", "any_of")


#: Names of kinds of :func:`bitdoku.compose` that are not names of rules.
_COMPOSED = ("jigsaw", "killer", "thermo")


@lru_cache(maxsize=64)
def _named(name: str) -> Rules:
    """The rules with a name: a size, names of rules, or several of them joined by +."""
    box: tuple[int, int] | None = None
    rules: list[Rule] = []
    for word in name.lower().split("+"):
        word = re.sub(r"[\s_]+", "-", word.strip())
        match = re.fullmatch(r"([0-9]{1,3})x([0-9]{1,3})", word)
        if match and match[1] == match[2] and box is None:
            box = named_box(int(match[1]), name)
        elif word in NAMES:
            rules.append(NAMES[word]())
        else:
            if (mark := word.replace("-", "_")) in (*DEFINITIONS, *_COMPOSED):
                raise RulesError(
                    f"rules are {shown(name)}, but {mark} needs its cells; expected Rules(…), or a row of "
                    "compose(n, kind=…), which has rules of its own"
                )
            near = get_close_matches(
                word, (*NAMES, *(name.replace("_", "-") for name in (*DEFINITIONS, *_COMPOSED))), 1
            )
            meant = f" (do you mean {near[0]!r}?)" if near else ""
            raise RulesError(
                f"unknown rules {shown(name)}{meant}; expected sizes such as '16x16', "
                f"{', '.join(map(repr, NAMES))}, to generate puzzles also kinds of compose such as 'killer', 'jigsaw' "
                "and 'kropki', and Rules(…)"
            )
    return Rules(box or (3, 3)) + rules


def rules_of(rules: object, boards: object = None) -> Rules:
    """The rules of an argument ``rules=``: a name, Rules, or one Rule on the classic board.

    None means the rules that ``boards`` carry, or else classic 9x9.
    """
    if rules is None:
        own = getattr(boards, "__bitdoku_rules__", None)
        return own if isinstance(own, Rules) else _named("9x9")
    if isinstance(rules, Rules):
        return rules
    if isinstance(rules, str):
        return _named(rules)
    if isinstance(rules, Rule):
        return _named("9x9") + rules
    raise RulesError(f"rules are {shown(rules)}; expected a name such as '16x16' or 'x', or Rules(…)")


def rules_of_files(rules: object) -> Rules:
    """Like `rules_of`, for files. Raises RulesError for digits that files cannot have."""
    known = rules_of(rules)
    if known.side < len(SYMBOLS) <= len(known.digits):
        raise RulesError(
            f"files of {known.side}x{known.side} boards have characters for {len(SYMBOLS) - 1} digits; the rules have "
            f"{len(known.digits)}"
        )
    return known


def size_of_files(rules: Rules) -> dict[str, Any]:
    """The arguments ``side`` and ``digits`` of readers for these rules, and ``symbols`` for digits from 0."""
    digits = len(rules.digits)
    size = {"side": rules.side, "digits": None if digits == rules.side else digits}
    return size if rules.symbols is None else {**size, "symbols": rules.symbols}


def is_same_size(one: Rules, other: Rules) -> bool:
    """Whether the boards have equal numbers of rows and of digits."""
    return (one.side, len(one.digits)) == (other.side, len(other.digits))


def compiled(rules: object) -> _core.RuleSet:
    """The compiled rules of an argument ``rules=``; the core calls this function."""
    return rules_of(rules)._compiled


Rule.classic = Rules()


def are_for_one_puzzle(rules: Rules) -> bool:
    """Whether rules have clues, marks or regions, which usually belong to one puzzle."""
    return rules.box is None or not {*rules.rules} <= {make() for make in NAMES.values()}


def described(rules: Rules) -> str:
    """Rules in a few words: ``30 × killer cage``."""
    size = "regions" if rules.box is None else f"{rules.side}x{rules.side}"
    return ", ".join(rule_counts(rules)) or size


def rule_counts(rules: Rules) -> list[str]:
    """The names of the rules for people, with their numbers: ``30 × killer cage``."""
    counts = Counter(rule.name.replace("_", " ") for rule in rules.rules)
    return [f"{count} × {name}" if count > 1 else name for name, count in counts.items()]

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
from bitdoku.rules._layout import SYMBOLS, Layout, layout_of, named_box, shapes, values_of
from bitdoku.rules._parts import Parts
from bitdoku.rules._rule import MAX_SIDE, Automaton, Rule

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    import numpy.typing as npt

__all__ = ["Rules", "compiled", "rules_of", "rules_of_files", "size_of_files"]

#: The names of rules in text, besides sizes such as "16x16".
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
    """The rules of a board: each digit once in each row, column and box or region, and the rules added.

    Rules are immutable, hashable and picklable. They compare by meaning, regardless of the order of cells, pairs and
    rules. Every function takes them as ``rules=``.

    Parameters
    ----------
    box
        Rows and columns of a box; the side of the board is their product, 1 to 64. (1, n) gives a Latin square. Or a
        name, as for :meth:`named`.
    digits
        The digits in order, from 1 or from 0: ``digits=range(9)`` for a 9x9 board with 0 to 8. Sums, parities and
        functions of digits get these values, and texts have these characters. In arrays, 0 is a blank and 1 is the
        first digit; bit 0 of a mask stands for it. There may be more digits than the side, up to 64: with
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
    #: In the order in which they were added.
    _rules: dict[Rule, None]
    _parts: Parts

    def __init__(self, box: tuple[int, int] | str = (3, 3), *, digits: Iterable[int] | None = None) -> None:
        if isinstance(box, str):
            self.__dict__.update(Rules.named(box)._with_digits(digits).__dict__)
            return
        try:
            height, width = (index(size) for size in box if not isinstance(size, bool | np.bool_))
        except (TypeError, ValueError):
            raise RulesError(f"box is {shown(box)}; expected the rows and columns of a box, such as (3, 3)") from None
        if height < 1 or width < 1 or height * width > MAX_SIDE:
            raise RulesError(
                f"box is {shown(height)} by {shown(width)}; expected a side, their product, of 1 to {MAX_SIDE}"
            )
        layout = layout_of(height, width, None if digits is None else values_of(digits, height * width))
        self._set(layout, {}, _board(layout))

    def _set(self, layout: Layout, rules: dict[Rule, None], parts: Parts) -> None:
        self.__dict__.update(_layout=layout, _rules=rules, _parts=parts)

    @classmethod
    def jigsaw(cls, regions: npt.ArrayLike | Sequence[str], *, digits: Iterable[int] | None = None) -> Rules:
        """A board with regions instead of boxes.

        Parameters
        ----------
        regions
            An (n, n) array with the region of each cell: n different numbers, each n times. Or n texts of n characters,
            one for each region. If there are more digits than n, regions may instead all have a cell for each digit.
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
        values = range(1, side + 1) if digits is None else values_of(digits, side)
        sizes = Counter(array.ravel().tolist())
        if {*sizes.values()} != {len(values)}:
            for region, size in sizes.items():
                if size != side:
                    row, column = np.argwhere(array == region)[0].tolist()
                    name = f"region {names.get(region, region)} (r{row + 1}c{column + 1})"
                    more = f", or {len(values)} in each region" if len(values) > side else ""
                    raise RulesError(f"{name} has {size} cells; expected {side}{more}")
        # Numbered in the order of appearance: the given numbers have no meaning.
        order: dict[int, int] = {}
        numbers = tuple(order.setdefault(region, len(order)) for region in array.ravel().tolist())
        box = next((shape for shape in shapes(side) if layout_of(*shape).regions == numbers), None)
        self = cls.__new__(cls)
        layout = Layout(side, numbers, box, values)
        self._set(layout, {}, _board(layout))
        return self

    def _with_digits(self, digits: Iterable[int] | None) -> Rules:
        """The same rules with other digits."""
        if digits is None:
            return self
        rules = Rules.__new__(Rules)
        layout = replace(self._layout, values=values_of(digits, self.side))
        rules._set(layout, {}, _board(layout))
        return rules + self.rules

    @classmethod
    def named(cls, name: str) -> Rules:
        """The rules with a name: a size such as ``"16x16"``, a rule of the whole board such as ``"x"``, or both with +.

        Examples
        --------
        >>> import bitdoku as bd
        >>> bd.Rules.named("6x6") == bd.Rules(box=(2, 3))
        True
        >>> bd.Rules.named("16x16 + anti-knight")
        Rules(box=(4, 4)) + anti_knight()
        """
        if not isinstance(name, str):
            raise TypeError(f"name is {type(name).__name__}; expected a str such as '16x16' or 'x'")
        size: tuple[int, int] | None = None
        rules: list[Rule] = []
        for word in name.lower().split("+"):
            word = re.sub(r"[\s_]+", "-", word.strip())
            match = re.fullmatch(r"([0-9]{1,3})x([0-9]{1,3})", word)
            if match and match[1] == match[2] and size is None:
                size = named_box(int(match[1]), name)
            elif word in NAMES:
                rules.append(NAMES[word]())
            else:
                near = get_close_matches(word, NAMES, 1)
                meant = f" (do you mean {near[0]!r}?)" if near else ""
                raise RulesError(
                    f"unknown rules {shown(name)}{meant}; expected sizes such as '16x16', "
                    f"{', '.join(map(repr, NAMES))}, and Rules(…)"
                )
        return cls(size or (3, 3)) + rules

    # --- properties ----------------------------------------------------------------------------------------------

    @property
    def side(self) -> int:
        """Rows and columns of the board."""
        return self._layout.side

    @property
    def digits(self) -> range:
        """The digits in order, as many as the side or more."""
        return self._layout.values

    @property
    def symbols(self) -> str | None:
        """The characters of the digits in texts; None for the usual ones."""
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
        """The rules added, in that order."""
        return tuple(self._rules)

    @cached_property
    def is_classic(self) -> bool:
        """Whether these are exactly the classic 9x9 rules."""
        return self == _named("9x9")

    @cached_property
    def plain_box(self) -> tuple[int, int] | None:
        """The box shape of a plain board with the same meaning; None if there is none."""
        parts = self._parts
        if not self._rules:
            return self.box
        if parts.masks or parts.tables or parts.totals or parts.automata:
            return None
        boards = (_board(layout_of(*shape, self._layout.values)) for shape in shapes(self.side))
        return next((board.layout.box for board in boards if board.meaning == parts.meaning), None)

    @cached_property
    def constraints(self) -> tuple[tuple[Any, ...], ...]:
        """The primitives of the rules in the form of the core."""
        if self.plain_box is not None:
            return _board(layout_of(*self.plain_box, self._layout.values)).constraints()
        return self._parts.constraints()

    @cached_property
    def _compiled(self) -> _core.RuleSet:
        """The rules, compiled by the core at the first use."""
        box, constraints = self.plain_box or self.box, self.constraints
        if box is not None:
            # The core makes the houses of a board with boxes itself.
            is_house = self._parts.is_house
            constraints = () if self.plain_box else tuple(one for one in constraints if not is_house(one))
        # Human logic has digits from 1 only.
        clues = self._parts.clues() if self._rules and self.symbols is None else None
        return _core.RuleSet(self.side, constraints, box, self._layout.count, clues)

    def __add__(self, other: Rule | Rules | Iterable[Rule]) -> Rules:
        """These rules with another one, several others, or those of an equal board."""
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
        new = [
            rule for rule in dict.fromkeys(_with_tables(rule, self._layout) for rule in more) if rule not in self._rules
        ]
        rules = Rules.__new__(Rules)
        rules._set(self._layout, {**self._rules, **dict.fromkeys(new)}, self._parts.plus(new))
        return rules

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
        """The rules as plain data for JSON, which :meth:`from_json` accepts."""
        board: dict[str, Any] = {"box": list(self.box)} if self.box else {"regions": self.regions.tolist()}
        if self.digits != range(1, self.side + 1):
            board["digits"] = list(self.digits)
        return {**board, "rules": [_plain(rule) for rule in self._rules]}

    def to_json(self) -> str:
        """The rules as JSON text.

        Examples
        --------
        >>> import bitdoku as bd
        >>> (bd.Rules() + bd.rules.even([(0, 0)])).to_json()
        '{"box": [3, 3], "rules": [{"rule": "even", "cells": [[0, 0]]}]}'
        """
        return json.dumps(self.to_dict())

    @classmethod
    def from_json(cls, data: str | bytes | dict[str, Any]) -> Rules:
        """Rules from JSON text or parsed JSON.

        Raises
        ------
        RulesError
            The JSON is malformed, or has an unknown key, rule or argument.
        """
        try:
            if isinstance(data, str | bytes):
                try:
                    data = loads(data)
                except ValueError as error:
                    raise RulesError(f"the rules are not valid JSON: {error}") from None
            return cls._from_data(data)
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
        return rules + [_rule(entry) for entry in entries]


@lru_cache(maxsize=16)
def _board(layout: Layout) -> Parts:
    """The canonical form of a board without added rules."""
    cells: dict[int, list[int]] = {}
    for cell, region in enumerate(layout.regions):
        cells.setdefault(region, []).append(cell)
    return Parts(layout, cells.values())


def _with_tables(value: Any, layout: Layout) -> Any:
    """A rule with truth tables in place of functions of digits, also those of the rules in it."""
    if isinstance(value, tuple):
        return tuple(_with_tables(item, layout) for item in value)
    if not isinstance(value, Rule):
        return layout.table(value) if callable(value) else value
    if value.name not in _WITH_TABLES:
        return value
    return Rule(value.name, {key: _with_tables(item, layout) for key, item in value.arguments.items()})


#: Rules that may hold functions of digits.
_WITH_TABLES = ("related", "any_of")


def _plain(value: Any) -> Any:
    """Arguments as JSON data, without those that are None."""
    if isinstance(value, Rule):
        return {"rule": value.name, **_plain(value.arguments)}
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items() if item is not None}
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    if isinstance(value, Automaton):
        return {"transitions": _plain(value.transitions), "accepting": list(value.accepting), "start": value.start}
    return value


def _rule(entry: Any) -> Rule:
    """A rule of JSON data."""
    if not isinstance(entry, dict) or not isinstance(entry.get("rule"), str):
        raise RulesError(f"a rule is {shown(entry)}; expected an object with its name as 'rule'")
    arguments = {key: value for key, value in entry.items() if key != "rule"}
    try:
        if entry["rule"] == "any_of" and isinstance(arguments.get("rules"), list):
            # Alternatives: rules, or lists of them.
            arguments["rules"] = [
                [*map(_rule, item)] if isinstance(item, list) else _rule(item) for item in arguments["rules"]
            ]
        automaton = arguments.get("automaton")
        if isinstance(automaton, dict):
            unknown = automaton.keys() - {"transitions", "accepting", "start"}
            if unknown:
                raise RulesError(f"automaton has the unknown key {shown(min(unknown, key=str))}")
            if not {"transitions", "accepting"} <= automaton.keys():
                raise RulesError("automaton has no 'transitions' or no 'accepting'")
            arguments["automaton"] = Automaton(**automaton)
        return Rule(entry["rule"], arguments)
    except TypeError as error:
        raise RulesError(str(error)) from None


@lru_cache(maxsize=64)
def _named(name: str) -> Rules:
    """Cached :meth:`Rules.named`: the same names occur in many calls."""
    return Rules.named(name)


def rules_of(rules: object, boards: object = None) -> Rules:
    """The rules of an argument ``rules=``: a name, Rules, one rule on the classic board, None (those of ``boards``)."""
    if rules is None:
        own = getattr(boards, "__bitdoku_rules__", None)
        return own if isinstance(own, Rules) else _named("9x9")
    if isinstance(rules, Rules):
        return rules
    if isinstance(rules, str):
        return _named(rules)
    if isinstance(rules, Rule):
        return Rules() + rules
    raise RulesError(f"rules are {shown(rules)}; expected a name such as '16x16' or 'x', or Rules(…)")


def rules_of_files(rules: object) -> Rules:
    """The rules of an argument ``rules=`` for files, in which 0 is a blank: a RulesError if they have a digit 0."""
    known = rules_of(rules)
    if known.symbols is not None:
        raise RulesError("files and the command line have digits from 1; the rules have digits from 0")
    if known.side < len(SYMBOLS) <= len(known.digits):
        raise RulesError(
            f"files of {known.side}x{known.side} boards have characters for {len(SYMBOLS) - 1} digits; the rules have "
            f"{len(known.digits)}"
        )
    return known


def size_of_files(rules: Rules) -> dict[str, int | None]:
    """The arguments ``side`` and ``digits`` for reading files of boards with these rules."""
    digits = len(rules.digits)
    return {"side": rules.side, "digits": None if digits == rules.side else digits}


def compiled(rules: object) -> _core.RuleSet:
    """The compiled rules of an argument ``rules=``; the core calls this."""
    return rules_of(rules)._compiled

"""``Rule``: a name with arguments, for boards of any side.

On a layout (side and box shape), a rule expands to simpler rules and finally to the five primitives::

    thermometer(cells)     ──> related(pairs of neighbors, less than)  ──> Parts.tables
    killer_cage(cells, 15) ──> total(cells, 15, no_repeat=True)         ──> Parts.unlike, Parts.totals

Cells are (row, column) from 0 in public functions, row * side + column internally, and r1c1 in messages. A set of
digits is a mask, bit k for digit k + 1. A truth table is a tuple of masks: item k has the digits allowed in the second
cell if the first holds k + 1.
"""

from __future__ import annotations

import functools
import inspect
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Concatenate, ParamSpec, TypeAlias, TypeVar

import numpy as np

from bitdoku._arguments import several
from bitdoku._errors import RulesError, shown

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from bitdoku.rules._layout import Layout

#: The largest side of a board.
MAX_SIDE = 64
#: Limits of the core: absolute value of sums and weights, states of an automaton, states times digits times cells.
MAX_NUMBER = 2**40
MAX_STATES = 2**16
MAX_STEPS = 2**23
#: Maximum depth of lists in arguments.
MAX_DEPTH = 8

#: Annotations of unordered arguments in definitions of rules. Callers may pass sets.
UNORDERED = ("Cells", "Digits", "Pairs")
#: Annotations of lists of cells, with the depth of the lists. Callers may pass one text.
LISTS = {"Cells": 0, "Line": 0, "Groups": 1}

Cell: TypeAlias = "tuple[int, int]"
#: A set of digits: bit k for digit k + 1.
Mask: TypeAlias = int
Table: TypeAlias = "tuple[Mask, ...]"

P = ParamSpec("P")
State = TypeVar("State")


@dataclass(frozen=True)
class Automaton:
    """A finite automaton that accepts or rejects a sequence of digits.

    Attributes
    ----------
    transitions
        For each state a row of next states, one for each digit 1, 2, …; -1 rejects.
    accepting
        The accepting states.
    start
        The initial state.

    Examples
    --------
    >>> import bitdoku as bd
    >>> at_most_one_even = bd.rules.Automaton([[0, 1, 0, 1], [1, -1, 1, -1]], accepting=[0, 1])
    >>> rules = bd.Rules(box=(2, 2)) + bd.rules.accepted([(0, 0), (1, 1), (2, 2)], at_most_one_even)
    """

    transitions: Sequence[Sequence[int]]
    accepting: Sequence[int]
    start: int = 0

    @classmethod
    def of(
        cls,
        digits: Iterable[int],
        start: State,
        step: Callable[[State, int], State | None],
        accepts: Callable[[State], object],
    ) -> Automaton:
        """Build the automaton with all states that a function reaches.

        Parameters
        ----------
        digits
            The digits of the board in order, such as ``range(1, 10)``.
        start
            The initial state, any hashable value.
        step
            A function of a state and a digit: the next state, or None to reject.
        accepts
            A function of a state: true for accepting states.

        Raises
        ------
        RulesError
            There are more than 65,536 states.

        Examples
        --------
        >>> import bitdoku as bd
        >>> even_sum = bd.rules.Automaton.of(range(1, 5), 0, lambda rest, digit: (rest + digit) % 2, (0,).__contains__)
        >>> even_sum
        Automaton(transitions=((1, 0, 1, 0), (0, 1, 0, 1)), accepting=(0,), start=0)
        """
        digits = several("digits", digits, "the digits in order, such as range(1, 10)", ())
        numbers, states, rows = {start: 0}, [start], []
        for state in states:
            row = []
            for digit in digits:
                target = step(state, digit)
                if target is None:
                    row.append(-1)
                    continue
                number = numbers.setdefault(target, len(states))
                if number == MAX_STATES:
                    raise RulesError(f"automaton: more than {MAX_STATES} states")
                if number == len(states):
                    states.append(target)
                row.append(number)
            rows.append(tuple(row))
        return cls(tuple(rows), tuple(number for number, state in enumerate(states) if accepts(state)))

    def __post_init__(self) -> None:
        rows = _freeze("automaton: transitions", self.transitions)
        accepting = _freeze("automaton: accepting", self.accepting, sets=True)
        if not isinstance(rows, tuple) or not rows or not all(isinstance(row, tuple) for row in rows):
            raise RulesError("automaton: transitions are malformed; expected a row of next states for each state")
        if not isinstance(accepting, tuple):
            raise RulesError("automaton: accepting is malformed; expected a list of states")
        states = len(rows)
        if states > MAX_STATES:
            raise RulesError(f"automaton: {states} states; expected at most {MAX_STATES}")
        for state, row in enumerate(rows):
            if len(row) != len(rows[0]):
                raise RulesError(f"automaton: state {state} has {len(row)} transitions, state 0 has {len(rows[0])}")
            for digit, target in enumerate(row, 1):
                if not is_int(target) or not -1 <= target < states:
                    raise RulesError(
                        f"automaton: state {state} goes to {shown(target)} on {digit}; "
                        f"expected -1 or one of 0..{states - 1}"
                    )
        start = _freeze("automaton: start", self.start)
        for state in (*accepting, start):
            if not is_int(state) or not 0 <= state < states:
                raise RulesError(f"automaton: {shown(state)} is not a state; expected 0..{states - 1}")
        object.__setattr__(self, "transitions", rows)
        object.__setattr__(self, "accepting", tuple(sorted(set(accepting))))
        object.__setattr__(self, "start", start)


class UnattainableError(RulesError):
    """No digits can satisfy the rule. `any_of` permits this in some of its alternatives."""

    __module__ = "bitdoku.rules"


def is_int(value: object) -> bool:
    return type(value) is int or (isinstance(value, int) and not isinstance(value, bool))


def _freeze(what: str, value: Any, depth: int = 0, *, sets: bool = False, lists: int = -1) -> Any:
    """An argument as hashable data: lists and arrays become tuples, NumPy numbers Python numbers.

    With ``sets``, sets are permitted and sorted. At the depth ``lists``, the name of one cell means a list of cells.
    """
    if type(value) not in (tuple, list):
        value = _plain_items(what, value, depth, sets=sets, lists=lists)
        if type(value) is not list:
            return value
    if depth == MAX_DEPTH:
        raise RulesError(f"{what} is nested too deeply")
    # No call for whole numbers: most items are.
    return tuple([item if type(item) is int else _freeze(what, item, depth + 1, lists=lists) for item in value])


def _plain_items(what: str, value: Any, depth: int, *, sets: bool, lists: int) -> Any:
    """The items of an argument that is neither a tuple nor a list, as a list; the value itself if it is hashable."""
    if isinstance(value, str):
        cells = named_cells(value)
        return (cells,) if depth == lists and is_cell(cells) else cells
    if type(value) is int or value is None or isinstance(value, bool | int | Automaton | Rule) or callable(value):
        return value
    if isinstance(value, np.generic | np.ndarray):
        if value.dtype.kind not in "iub":
            raise TypeError(f"{what} has dtype {value.dtype}; expected integers")
        return _freeze(what, value.tolist(), depth)
    if isinstance(value, set | frozenset):
        if not sets:
            raise TypeError(f"{what} holds a set; expected a list, because the order matters")
        try:
            value = sorted(value)
        except TypeError:
            raise TypeError(f"{what} is a set of mixed types; expected whole numbers or cells") from None
    if isinstance(value, bytes | bytearray | Mapping) or not hasattr(value, "__iter__"):
        raise TypeError(f"{what} holds {type(value).__name__}; expected whole numbers and lists of them")
    # Beyond the limit, do not consume the iterator: it may be infinite.
    return [*value] if depth < MAX_DEPTH else []


def is_cell(value: object) -> bool:
    """Whether an argument is one cell rather than a list of cells."""
    return isinstance(value, tuple) and len(value) == 2 and is_int(value[0]) and is_int(value[1])


def named_cells(text: str) -> Any:
    """The cell of a name such as r1c1, or the cells of several names; other text is returned unchanged."""
    words = re.split(r"[\s,]+", text.strip())
    cells = [re.fullmatch(r"r([0-9]{1,4})c([0-9]{1,4})", word, re.IGNORECASE | re.ASCII) for word in words]
    places = tuple((int(cell[1]) - 1, int(cell[2]) - 1) for cell in cells if cell)
    if len(places) < len(words):
        return text
    return places[0] if len(places) == 1 else places


class Rule:
    """One rule, made by a function of :mod:`bitdoku.rules`; add it to :class:`bitdoku.Rules`.

    Attributes
    ----------
    name
        The name of the function.
    arguments
        The arguments of the function, a dict of plain data.
    """

    __slots__ = ("_arguments", "name")
    __module__ = "bitdoku.rules"
    name: str
    _arguments: tuple[tuple[str, Any], ...]
    #: ``Rules()``, which `_rules` sets: rules without a board are added to the classic one.
    classic: ClassVar[Any]

    def __init__(self, name: str, arguments: dict[str, Any]) -> None:
        if name not in DEFINITIONS:
            raise RulesError(f"unknown rule {shown(name)}; expected one of {', '.join(sorted(DEFINITIONS))}")
        try:
            bound = DEFINITIONS[name].bound(**arguments)
        except TypeError as error:
            raise RulesError(str(error)) from None
        self._set(DEFINITIONS[name], bound)

    def _set(self, definition: Definition, bound: list[tuple[str, Any]]) -> None:
        name = definition.name
        frozen = tuple(
            [
                (key, _freeze(f"{name}: {key}", value, sets=key in definition.unordered, lists=definition.lists[key]))
                for key, value in bound
            ]
        )
        for key, value in frozen:
            if isinstance(definition.defaults.get(key), bool) and not isinstance(value, bool):
                raise TypeError(f"{name}: {key} is {type(value).__name__}; expected True or False")
        object.__setattr__(self, "name", name)
        object.__setattr__(self, "_arguments", frozen)

    @property
    def arguments(self) -> dict[str, Any]:
        return dict(self._arguments)

    def expanded(self, layout: Layout) -> list[Rule]:
        """The primitives of the rule on a board. Messages of RulesErrors begin with the name of the rule."""
        try:
            return [*self.primitives(layout)]
        except RulesError as error:
            raise RulesError(f"{self.name}: {error}") from None

    def primitives(self, layout: Layout) -> Iterator[Rule]:
        """Like :meth:`expanded`, as an iterator, without the name in messages."""
        parts = self.parts(layout)
        if parts is None:
            yield self
        else:
            for part in parts:
                yield from part.primitives(layout)

    def parts(self, layout: Layout) -> Iterable[Rule] | None:
        """The simpler rules that define the rule on a board; None for a primitive."""
        definition = DEFINITIONS[self.name]
        if definition.variadic is None:
            return definition.expand(layout, **self.arguments)
        return definition.expand(layout, *self.arguments[definition.variadic])

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("a Rule is immutable")

    def __delattr__(self, name: str) -> None:
        raise AttributeError("a Rule is immutable")

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Rule):
            return NotImplemented
        return (self.name, self._arguments) == (other.name, other._arguments)

    def __hash__(self) -> int:
        return hash((self.name, self._arguments))

    def __reduce__(self) -> tuple[Any, ...]:
        return Rule, (self.name, self.arguments)

    def __add__(self, other: object) -> Any:
        """Both rules on the classic board."""
        return Rule.classic + self + other if isinstance(other, Rule) else NotImplemented

    def __repr__(self) -> str:
        definition = DEFINITIONS[self.name]
        if definition.variadic is not None:
            return f"{self.name}({', '.join(map(repr, self.arguments[definition.variadic]))})"
        shown_arguments = []
        for (name, value), parameter in zip(self._arguments, definition.signature.parameters.values(), strict=True):
            has_default = name in definition.defaults
            if has_default and value == _freeze("", definition.defaults[name]):
                continue
            by_name = has_default or parameter.kind is parameter.KEYWORD_ONLY
            shown_arguments.append(f"{name}={value!r}" if by_name else repr(value))
        return f"{self.name}({', '.join(shown_arguments)})"


@dataclass
class Definition:
    """The definition of a rule: the function that expands it to other rules (None for a primitive), and parameters."""

    name: str
    expand: Callable[..., Iterable[Rule] | None]
    signature: inspect.Signature

    def __post_init__(self) -> None:
        parameters = self.signature.parameters.values()
        self.keys = tuple(self.signature.parameters)
        self.names = frozenset(self.keys)
        self.unordered = frozenset(p.name for p in parameters if p.annotation in UNORDERED)
        self.lists = {p.name: LISTS.get(p.annotation, -1) for p in parameters}
        self.defaults = {p.name: p.default for p in parameters if p.default is not p.empty}
        self.positional = sum(p.kind is not p.KEYWORD_ONLY for p in parameters)
        #: The name of the parameter with a star, which then is the only one.
        self.variadic = next((p.name for p in parameters if p.kind is p.VAR_POSITIONAL), None)

    def bound(self, *args: Any, **kwargs: Any) -> list[tuple[str, Any]]:
        """All arguments with their values in order. Raises TypeError if they do not match the signature."""
        if self.variadic is not None and kwargs.keys() <= self.names:
            several = kwargs.get(self.variadic, args)
            if not isinstance(several, list | tuple):
                raise TypeError(f"{self.name}: {self.variadic} is {type(several).__name__}; expected a list")
            return [(self.variadic, several)]
        given = dict(zip(self.keys, args, strict=False), **kwargs)
        whole = self.defaults | given
        if len(args) > self.positional or len(given) < len(args) + len(kwargs) or whole.keys() != self.names:
            try:
                self.signature.bind(*args, **kwargs)
            except TypeError as error:
                raise TypeError(f"{self.name}: {error}") from None
        return [(key, whole[key]) for key in self.keys]


#: The definitions of all rules by name.
DEFINITIONS: dict[str, Definition] = {}


def named(expand: Callable[Concatenate[Layout, P], Iterable[Rule] | None]) -> Callable[P, Rule]:
    """Decorator that defines a rule by a function of a layout and arguments, which returns simpler rules."""
    name = expand.__name__
    signature = inspect.signature(expand)
    public = signature.replace(parameters=list(signature.parameters.values())[1:], return_annotation="Rule")
    definition = DEFINITIONS[name] = Definition(name, expand, public)

    @functools.wraps(expand)
    def make(*args: P.args, **kwargs: P.kwargs) -> Rule:
        rule = Rule.__new__(Rule)
        rule._set(definition, definition.bound(*args, **kwargs))
        return rule

    make.__signature__ = public  # type: ignore[attr-defined]
    return make


def rule_data(value: Any) -> Any:
    """An argument as JSON data; arguments that are None are omitted."""
    if isinstance(value, Rule):
        return {"rule": value.name, **rule_data(value.arguments)}
    if isinstance(value, dict):
        return {key: rule_data(item) for key, item in value.items() if item is not None}
    if isinstance(value, tuple):
        return [rule_data(item) for item in value]
    if isinstance(value, Automaton):
        return {"transitions": rule_data(value.transitions), "accepting": list(value.accepting), "start": value.start}
    return value


def rule_from_data(entry: Any) -> Rule:
    """The rule of a JSON object."""
    if not isinstance(entry, dict) or not isinstance(entry.get("rule"), str):
        raise RulesError(f"a rule is {shown(entry)}; expected an object with its name as 'rule'")
    arguments = {key: value for key, value in entry.items() if key != "rule"}
    try:
        if entry["rule"] == "any_of" and isinstance(arguments.get("rules"), list):
            # Alternatives are rules or lists of rules.
            arguments["rules"] = [
                [*map(rule_from_data, one)] if isinstance(one, list) else rule_from_data(one)
                for one in arguments["rules"]
            ]
        if isinstance(arguments.get("automaton"), dict):
            arguments["automaton"] = Automaton(**arguments["automaton"])
        return Rule(entry["rule"], arguments)
    except TypeError as error:
        raise RulesError(str(error)) from None

"""Functions of puzzles for rows with different rules: one call for each group of rows with the same rules.

.. code-block:: text

    rows      0  1  2  3  4         verdict(rows 0, 2, 4)   ┐
    rules     A  B  A  B  A    ->   verdict(rows 1, 3)      ┴-> array in the order of the rows

Each group is compiled and computed by itself, so that puzzles that all have rules of their own run one after the other.
"""

from __future__ import annotations

import datetime
import functools
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar, cast

import numpy as np

from bitdoku import _core
from bitdoku._core import _kind as kind
from bitdoku._errors import RulesError
from bitdoku._row import Row
from bitdoku._table import Puzzles
from bitdoku.rules._rules import Rules, are_for_one_puzzle, described

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    import numpy.typing as npt

_Function = TypeVar("_Function", bound=Callable[..., Any])


def grouped(function: str | Callable[..., Any], error: Exception, puzzles: Any, options: dict[str, Any]) -> Any:
    """The result of a function that raised an error, if rows have different rules; otherwise raises the error.

    A name stands for a function of the core.
    """
    groups = _groups(puzzles)
    if groups is None:
        raise error
    if options.get("out") is not None:
        raise RulesError("out is for puzzles with the same rules; the rows have different rules")
    function = getattr(_core, function) if isinstance(function, str) else function
    return _joined([*_results(function, puzzles, groups, options)], groups)


def by_rules(function: _Function) -> _Function:
    """The function, which then also accepts rows with different rules. Functions of the core call :func:`grouped`."""

    @functools.wraps(function)
    def wrapped(puzzles: Any, **options: Any) -> Any:
        try:
            return function(puzzles, **options)
        except RulesError as error:
            if options.get("rules") is not None:
                raise
            return grouped(function, error, puzzles, options)

    return cast("_Function", wrapped)


def of_grids(function: _Function) -> _Function:
    """The function, which transforms grids but no rules: refuses puzzles with rules of their own without ``rules=``."""

    @functools.wraps(function)
    def checked(*arguments: Any, **options: Any) -> Any:
        if options.get("rules") is None:
            for rules in carried_rules(arguments[0] if arguments else options.get("puzzles")):
                if are_for_one_puzzle(rules):
                    raise RulesError(
                        f"rows have rules of their own ({described(rules)}), which {function.__name__} does not "
                        "transform; pass rules= to use the symmetries that keep them"
                    )
        return function(*arguments, **options)

    checked.__module__ = "bitdoku"  # for pickle
    return cast("_Function", checked)


def carried_rules(puzzles: Any) -> list[Rules]:
    """The different rules that puzzles carry; none for text and arrays."""
    if isinstance(puzzles, Puzzles):
        rules = puzzles._row_rules()
        return [*dict.fromkeys(rules)] if isinstance(rules, np.ndarray) else [rules]
    many = isinstance(puzzles, list | tuple) and not isinstance(puzzles, Row)
    rows = puzzles if many and len(puzzles) and hasattr(puzzles[0], "__bitdoku_rules__") else [puzzles]
    found = dict.fromkeys(getattr(row, "__bitdoku_rules__", None) for row in rows)
    return [rules for rules in found if rules is not None]


def _groups(puzzles: Any) -> list[npt.NDArray[np.intp]] | None:
    """The numbers of the rows with the same rules; None unless there are several rules for boards of one size."""
    if isinstance(puzzles, Puzzles):
        rules = puzzles._row_rules()
        each = [*rules] if isinstance(rules, np.ndarray) else []
    elif isinstance(puzzles, list | tuple):
        each = [getattr(row, "__bitdoku_rules__", None) for row in puzzles]
    else:
        return None
    if len({(one.side, one.digits) if one is not None else None for one in each}) != 1 or None in each:
        return None
    groups = rows_by_rules(each)
    return [np.array(rows, np.intp) for rows in groups.values()] if len(groups) > 1 else None


def rows_by_rules(rules: Iterable[Any]) -> dict[Any, list[int]]:
    """The numbers of the rows with the same rules, given the rules of each row."""
    groups: dict[Any, list[int]] = {}
    for row, one in enumerate(rules):
        groups.setdefault(one, []).append(row)
    return groups


def _results(
    function: Callable[..., Any], puzzles: Any, groups: list[npt.NDArray[np.intp]], options: dict[str, Any]
) -> Iterator[Any]:
    """The result of each group."""
    budget, begun = options.get("budget"), time.monotonic()
    answers = options.get("answers")
    is_shared = answers is None or _is_one(answers, puzzles)
    for rows in groups:
        if isinstance(budget, datetime.timedelta):
            left = budget - datetime.timedelta(seconds=time.monotonic() - begun)
            options = {**options, "budget": max(left, datetime.timedelta.resolution)}
        if not is_shared:
            options = {**options, "answers": selected(answers, rows)}
        yield function(selected(puzzles, rows), **options)


def _is_one(answers: Any, puzzles: Any) -> bool:
    """Whether answers are one answer for all puzzles. Raises ValueError or TypeError unless there is one for each."""
    many = isinstance(answers, Puzzles | list | tuple | np.ndarray) and not isinstance(answers, Row)
    if many and not isinstance(answers, Puzzles):
        side = puzzles[0].__bitdoku_rules__.side
        cells = np.asarray(answers)
        many = cells.dtype.kind not in "biuf" or cells.shape not in ((side, side), (side * side,))
    if many and len(answers) != len(puzzles):
        raise ValueError(f"answers are {len(answers)}, puzzles {len(puzzles)}; expected one answer for each puzzle")
    one = (str, bytes, bytearray, np.ndarray, list, tuple)
    if not many and not isinstance(answers, one) and not hasattr(answers, "__bitdoku_rules__"):
        raise TypeError(f"answers is {kind(answers)}; expected a list, an array or a table, as the rules differ")
    return not many


def selected(rows: Any, numbers: npt.NDArray[np.intp]) -> Any:
    """Rows of a table, array or list."""
    return [rows[k] for k in numbers.tolist()] if isinstance(rows, list | tuple) else rows[numbers]


def _joined(parts: Sequence[Any], groups: list[npt.NDArray[np.intp]]) -> Any:
    """The results of groups, arrays or tuples of arrays, as one result in the order of the rows."""
    first = parts[0]
    if isinstance(first, tuple):
        return type(first)(*(_joined(some, groups) for some in zip(*parts, strict=True)))
    joined = np.empty((sum(map(len, groups)), *first.shape[1:]), first.dtype)
    for rows, part in zip(groups, parts, strict=True):
        joined[rows] = part
    return joined

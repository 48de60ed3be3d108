"""The exceptions, and the form of values in messages.

The exceptions are defined in Python because the core cannot define a class with two bases.
"""

from typing import Any


class Error(Exception):
    """The base class of bitdoku's own exceptions."""

    __module__ = "bitdoku"


class PuzzleError(Error, ValueError):
    """Malformed data: a wrong length or shape, a value out of range, an unknown character, a null.

    The message names the row, the cell and the value, and says what was expected. If one row is at fault, ``index`` is
    its index in the leading axes (a tuple, empty for a single puzzle); if one cell is, ``cell`` is (row, column).
    Rows and columns begin at 1 in messages, as in ``r1c1``, and at 0 in ``cell``.
    """

    __module__ = "bitdoku"
    index: tuple[int, ...] | None = None
    cell: tuple[int, int] | None = None


class RulesError(Error, ValueError):
    """Rules that are unknown, invalid or contradictory."""

    __module__ = "bitdoku"


class GenerationError(Error, RuntimeError):
    """No puzzle with the requested properties could be generated."""

    __module__ = "bitdoku"


class BudgetError(Error, RuntimeError):
    """The budget ran out before :func:`bitdoku.hint` or :func:`bitdoku.steps` found a step."""

    __module__ = "bitdoku"


class FormatError(Error, ValueError):
    """A file with an unknown format or unusable columns."""

    __module__ = "bitdoku"


class PlanError(Error, ValueError):
    """An invalid plan of a data set; the message names the key."""

    __module__ = "bitdoku"


def cell_name(row: int, column: int) -> str:
    """The cell in row and column, which begin at 0, as messages name it: ``r1c1`` is the first."""
    return f"r{row + 1}c{column + 1}"


def shown(value: Any) -> str:
    """The repr of a value for a message, cut after 200 characters."""
    try:
        text = repr(value)
    except ValueError:  # Python refuses to write integers of more than 4,300 digits
        return "a very large number"
    return text if len(text) <= 200 else f"{text[:199]}…"

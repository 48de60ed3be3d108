"""What bitdoku raises. Defined in Python, because a class with two bases cannot be defined in the core."""


class Error(Exception):
    """The base of everything that bitdoku raises by itself."""

    __module__ = "bitdoku"


class PuzzleError(Error, ValueError):
    """Malformed data: a wrong length or shape, a value out of range, an unknown character, a null.

    The message names the row, the cell and the value, and says what was expected.
    Where one row is to blame, ``index`` is its index in the leading axes (a tuple, empty for a single
    puzzle), and ``cell`` is (row, column) where one cell is.
    """

    __module__ = "bitdoku"
    index: tuple[int, ...] | None = None
    cell: tuple[int, int] | None = None


class RulesError(Error, ValueError):
    """Rules that are not understood, or that contradict themselves."""

    __module__ = "bitdoku"


class GenerationError(Error, RuntimeError):
    """Puzzles with the wished-for properties could not be made."""

    __module__ = "bitdoku"


class BudgetError(Error, RuntimeError):
    """The budget ran out before the one number that was asked for was known."""

    __module__ = "bitdoku"


class FormatError(Error, ValueError):
    """A file whose format or columns are not understood."""

    __module__ = "bitdoku.datasets"

"""Reading DataFrames of Polars, without pyarrow: columns stay Series."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from bitdoku._errors import FormatError
from bitdoku.datasets._io.read_arrow import flat_list, side_of_digits
from bitdoku.datasets._io.recognition import may_be_boards
from bitdoku.datasets._io.request import FIRST, Request

if TYPE_CHECKING:
    import polars as pl

    from bitdoku.datasets._io.raw import Raw


def read_polars(frame: pl.DataFrame, request: Request) -> Iterator[Raw]:
    """The rows of a DataFrame."""
    request.total = frame.height

    def are_boards(name: str) -> bool:
        kind = frame[name].dtype
        return not (kind.is_numeric() or kind.is_temporal()) and may_be_boards(frame[name][:FIRST].to_list())

    request.find(frame.columns, are_boards)
    puzzle = frame[request.puzzle_among(frame.columns)]
    request.dtype = _cell_type(puzzle)
    request.solution_dtype = None if request.solution is None else _cell_type(frame[request.solution])
    request.look_at(_boards(puzzle[:FIRST], request))
    yield request.raw({name: frame[name][:0] for name in frame.columns})
    for part in frame.iter_slices(request.rows):
        named = {series.name: series for series in part}
        boards = {name: _boards(named[name], request) for name in (request.puzzle, request.solution) if name}
        yield request.raw(named | boards)


def _cell_type(series: pl.Series) -> str:
    """How a column stores a cell: ``text``, or the name of an integer type."""
    kind: Any = series.dtype
    while hasattr(kind, "inner"):
        kind = kind.inner
    return str(kind).lower() if kind.is_integer() else "text"


def _boards(series: pl.Series, request: Request) -> Any:
    """A column of boards: a Series of texts, or a list of texts or of lists of whole numbers.

    Whole numbers are texts whose leading zeros have been lost.

    Raises FormatError if the column has another type.
    """
    import polars as pl

    kind, where = series.dtype, f"{request.name}: column {series.name!r}"
    if kind in (pl.String, pl.Categorical, pl.Enum, pl.Null):
        return series.cast(pl.String)
    if kind == pl.Binary:  # which need not be UTF-8
        return [None if text is None else text.decode(errors="replace") for text in series.to_list()]
    if kind.is_integer():
        texts = [None if number is None else str(number) for number in series.to_list()]
        longest = max((len(text) for text in texts if text), default=None)
        side = request.side or (9 if longest is None else side_of_digits(longest))
        if side is None:
            raise FormatError(
                f"{where} holds whole numbers of {longest} digits; expected boards: text, lists of cells, or numbers "
                "of n² digits; give the name of another column with puzzle="
            )
        return [text.zfill(side * side) if text and len(text) > side * side // 2 else text for text in texts]
    if _cell_type(series) == "text":
        raise FormatError(f"{where} is of type {kind}; expected strings or lists of whole numbers")
    return [flat_list(row) for row in series.to_list()]

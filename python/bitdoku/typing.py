"""Types of the arguments of ``bitdoku``, for annotations.

>>> import bitdoku as bd
>>> from bitdoku.typing import PuzzlesLike
>>> def is_minimal(puzzles: PuzzlesLike) -> bool:
...     return not bd.redundant(puzzles).any()

Columns and tables of pandas, Polars and pyarrow are protocols, so that these packages are not imported.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from typing import Any, Protocol, SupportsIndex, TypeAlias

import numpy as np

from bitdoku._pencilmarks import Pencilmarks
from bitdoku._row import Row
from bitdoku._table import Puzzles
from bitdoku.board._board import Board
from bitdoku.rules import Rule, Rules

__all__ = ["BudgetLike", "PuzzlesLike", "RulesLike", "SeedLike"]


# --- columns and tables of other packages ---------------------------------------------------------------------------


class Series(Protocol):
    """A Series of pandas or Polars. Only a method identifies it: columns are attributes of a DataFrame of pandas."""

    def to_list(self) -> list[Any]: ...


class ArrowArray(Protocol):
    """An Array or a ChunkedArray of pyarrow."""

    @property
    def null_count(self) -> int: ...
    def to_pylist(self, *args: Any, **kwargs: Any) -> list[Any]: ...


class ArrowStream(Protocol):
    """Any stream of the Arrow C interface."""

    def __arrow_c_stream__(self, requested_schema: Any = None) -> object: ...


class ArrowData(Protocol):
    """Any array of the Arrow C interface."""

    def __arrow_c_array__(self, requested_schema: Any = None) -> Any: ...


class Frame(Protocol):
    """A DataFrame of pandas or Polars."""

    @property
    def columns(self) -> Any: ...
    def to_numpy(self, *args: Any, **kwargs: Any) -> Any: ...


class SupportsArray(Protocol):
    """An object that converts itself to an array of numbers."""

    def __array__(self) -> np.ndarray[Any, np.dtype[np.integer[Any] | np.floating[Any]]]: ...


# --- puzzles --------------------------------------------------------------------------------------------------------

Text: TypeAlias = str | bytes | bytearray
TextArray: TypeAlias = np.ndarray[Any, np.dtype[np.str_ | np.bytes_]] | np.ndarray[Any, "np.dtypes.StringDType"]
Number: TypeAlias = int | float | np.integer[Any] | np.floating[Any] | None
NumberArray: TypeAlias = np.ndarray[Any, np.dtype[np.integer[Any] | np.floating[Any]]]
NumberRow: TypeAlias = Sequence[Number] | NumberArray

#: Results have the type of the puzzles.
ManyTexts: TypeAlias = (
    list[str]
    | list[bytes]
    | list[bytearray]
    | tuple[str, ...]
    | tuple[bytes, ...]
    | tuple[bytearray, ...]
    | list[list[list[str]]]
    | Series
    | ArrowArray
)
Characters: TypeAlias = list[list[str]]

#: Results are arrays of uint8: for one puzzle, for many, and for one or many, which these types do not tell.
OneOfNumbers: TypeAlias = Sequence[Number] | Board | Row
ManyOfNumbers: TypeAlias = (
    Puzzles | Sequence[Board] | Sequence[Row] | Sequence[Sequence[NumberRow]] | Sequence[Sequence[Sequence[NumberRow]]]
)
AnyNumbers: TypeAlias = NumberArray | Sequence[NumberRow] | Pencilmarks | Sequence[Pencilmarks] | Frame | SupportsArray

OnePuzzle: TypeAlias = Text | Characters | OneOfNumbers
ManyPuzzles: TypeAlias = ManyTexts | ManyOfNumbers
#: Any puzzles, one or many, in any form.
PuzzlesLike: TypeAlias = (
    OnePuzzle
    | ManyPuzzles
    | AnyNumbers
    | TextArray
    | Sequence[str | None]
    | Sequence[bytes | None]
    | Sequence[bytearray | None]
    | np.ndarray[Any, np.dtype[np.object_]]
    | ArrowStream
    | ArrowData
)

# --- options --------------------------------------------------------------------------------------------------------

#: A name such as "16x16" or "x", or rules.
RulesLike: TypeAlias = str | Rules | Rule | None
#: Search nodes for each puzzle, or the time of the call.
BudgetLike: TypeAlias = SupportsIndex | timedelta | None
SeedLike: TypeAlias = SupportsIndex | np.random.SeedSequence | np.random.Generator | None

"""What type checkers know of columns and tables of other packages; read by mypy and pyright, never run.

Where a package has no types (pandas for mypy, pyarrow) everything is Any, so that its columns are drawn here by hand:
classes with methods of pandas, Polars and pyarrow.
"""

from __future__ import annotations

from typing import Any, TypeAlias, assert_type

import numpy as np
import pandas as pd  # pyright: ignore[reportMissingTypeStubs]
import polars as pl
from numpy.typing import NDArray

import bitdoku as bd
from bitdoku import CheckResult, SolveResult

Digits: TypeAlias = NDArray[np.uint8]


def of_polars(series: pl.Series, frame: pl.DataFrame) -> None:
    assert_type(bd.solve(series), SolveResult[pl.Series, Digits])
    solution, verdicts = bd.solve(pl.Series(["." * 81]))
    assert_type(solution, pl.Series)
    assert_type(verdicts, Digits)
    assert_type(bd.verdict(series), Digits)
    assert_type(bd.canonical(series), pl.Series)
    assert_type(bd.shuffle(series, seed=1), pl.Series)
    assert_type(bd.minimize(series, seed=1), pl.Series)
    assert_type(bd.check(series, solution), CheckResult[NDArray[np.bool_]])
    # One puzzle, or one a row.
    assert_type(bd.solve(frame), SolveResult[Digits, Digits | Any])


def of_pandas(series: pd.Series, frame: pd.DataFrame) -> None:
    assert_type(bd.solve(series).solution, pd.Series)
    assert_type(bd.canonical(series), pd.Series)
    assert_type(bd.minimize(series, seed=1), pd.Series)
    bd.verdict(series).tolist()
    bd.solve(frame).solution.tolist()


class Series:
    """As pandas has it."""

    @property
    def iloc(self) -> dict[str, int]:
        return {}

    def to_list(self) -> list[str]:
        return []

    def to_numpy(self, dtype: Any = None, copy: bool = False) -> NDArray[Any]:
        return np.zeros(0)

    def __getattr__(self, name: str) -> str:
        return name

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> NDArray[Any]:
        return np.zeros(0)

    def __len__(self) -> int:
        return 0


class Frame:
    """As pandas has it: each column is an attribute, whatever its name."""

    @property
    def columns(self) -> list[str]:
        return []

    def to_numpy(self, dtype: Any = None, copy: bool = False) -> NDArray[Any]:
        return np.zeros(0)

    def __getattr__(self, name: str) -> Series:
        return Series()

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> NDArray[Any]:
        return np.zeros(0)


class StringArray:
    """As pyarrow has it."""

    @property
    def null_count(self) -> int:
        return 0

    def to_pylist(self, *, maps_as_pydicts: str | None = None) -> list[str]:
        return []

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> NDArray[Any]:
        return np.zeros(0)

    def __arrow_c_array__(self, requested_schema: object | None = None) -> tuple[object, object]:
        return None, None


class Producer:
    """Something of which only the Arrow C interface is known."""

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        return None


def by_methods(series: Series, frame: Frame, array: StringArray, producer: Producer) -> None:
    assert_type(bd.solve(series), SolveResult[Series, Digits])
    assert_type(bd.solve(array), SolveResult[StringArray, Digits])
    assert_type(bd.verdict(series), Digits)
    assert_type(bd.verdict(array), Digits)
    assert_type(bd.canonical(series), Series)
    assert_type(bd.minimize(array), StringArray)
    assert_type(bd.solve(frame), SolveResult[Digits, Digits | Any])
    assert_type(bd.canonical(frame), Digits)
    # A pyarrow array, of which nothing is known where pyarrow has no types.
    assert_type(bd.solve(producer), SolveResult[Any, Any])
    assert_type(bd.canonical(producer), Any)

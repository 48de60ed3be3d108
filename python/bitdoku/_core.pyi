"""The compiled core: the functions of :mod:`bitdoku`, which re-exports them."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import timedelta
from typing import Any, Final, Literal, Protocol, Self, SupportsIndex, TypeAlias, TypeVar, final, overload

import numpy as np
import numpy.typing as npt

from bitdoku._results import CheckResult, SolveResult, Verdict
from bitdoku.rules import Rule, Rules

__version__: Final[str]
__all__ = [
    "RuleSet",
    "Transform",
    "_ArrowExport",
    "_Solutions",
    "__version__",
    "_cells",
    "_class_keys",
    "_guesses",
    "_kind",
    "_singles",
    "_traces",
    "_whole",
    "_word",
    "automorphisms",
    "backend",
    "board_cells",
    "board_line",
    "board_text",
    "candidates",
    "candidates_text",
    "canonical",
    "check",
    "conflicts",
    "count",
    "fingerprint",
    "generate_into",
    "grids",
    "harder",
    "minimize",
    "redundant",
    "shuffle",
    "solutions",
    "solve",
    "stream_version",
    "verdict",
]

class _ArrowColumn(Protocol):
    """Anything with the Arrow C interface: pyarrow, Polars, pandas."""

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...

class _ArrowArray(Protocol):
    def __arrow_c_array__(self, requested_schema: object | None = None) -> Any: ...

class _ArrayLike(Protocol):
    def __array__(self) -> npt.NDArray[Any]: ...

_Text = TypeVar("_Text", str, bytes, bytearray)
_Word = TypeVar("_Word")
_Column = TypeVar("_Column", bound=_ArrowColumn | _ArrowArray)
_Strings = TypeVar("_Strings", npt.NDArray[np.str_], npt.NDArray[np.bytes_], npt.NDArray[np.object_])

_Row: TypeAlias = Sequence[int] | npt.NDArray[np.integer[Any]]
_Rows: TypeAlias = Sequence[_Row] | Sequence[Sequence[_Row]]
# Shape (..., 9, 9) or (..., 81).
_Numbers: TypeAlias = npt.NDArray[np.integer[Any]] | Sequence[int] | _Rows | _ArrayLike
_Puzzles: TypeAlias = (
    str
    | bytes
    | bytearray
    | _Numbers
    | Sequence[str]
    | Sequence[bytes]
    | Sequence[bytearray]
    | npt.NDArray[np.str_]
    | npt.NDArray[np.bytes_]
    | npt.NDArray[np.object_]
    | _ArrowColumn
    | _ArrowArray
)

# A name such as "16x16" or "x", or rules.
_Rules: TypeAlias = str | Rules | Rule | RuleSet | None
_Budget: TypeAlias = SupportsIndex | timedelta | None
_Seed: TypeAlias = SupportsIndex | np.random.SeedSequence | np.random.Generator | None
_Group: TypeAlias = Literal["all", "digits", "geometry"]
_Malformed: TypeAlias = Literal["raise", "mark"]
_Digits: TypeAlias = npt.NDArray[np.uint8]

@overload
def solve(  # type: ignore[overload-overlap]
    puzzles: _Text,
    *,
    rules: _Rules = None,
    symbols: str | None = None,
    threads: SupportsIndex | None = None,
    out: None = None,
    budget: _Budget = None,
    malformed: _Malformed = "raise",
) -> SolveResult[_Text, Verdict]: ...
@overload
def solve(  # type: ignore[overload-overlap]
    puzzles: list[_Text],
    *,
    rules: _Rules = None,
    symbols: str | None = None,
    threads: SupportsIndex | None = None,
    out: None = None,
    budget: _Budget = None,
    malformed: _Malformed = "raise",
) -> SolveResult[list[_Text], _Digits]: ...
@overload
def solve(  # type: ignore[overload-overlap]
    puzzles: tuple[_Text, ...],
    *,
    rules: _Rules = None,
    symbols: str | None = None,
    threads: SupportsIndex | None = None,
    out: None = None,
    budget: _Budget = None,
    malformed: _Malformed = "raise",
) -> SolveResult[tuple[_Text, ...], _Digits]: ...
@overload
def solve(
    puzzles: _Strings,
    *,
    rules: _Rules = None,
    symbols: str | None = None,
    threads: SupportsIndex | None = None,
    out: None = None,
    budget: _Budget = None,
    malformed: _Malformed = "raise",
) -> SolveResult[_Strings, _Digits]: ...
@overload
def solve(
    puzzles: _Numbers,
    *,
    rules: _Rules = None,
    symbols: str | None = None,
    threads: SupportsIndex | None = None,
    out: _Digits | None = None,
    budget: _Budget = None,
    malformed: _Malformed = "raise",
) -> SolveResult[_Digits, Any]: ...
@overload
def solve(
    puzzles: _Column,
    *,
    rules: _Rules = None,
    symbols: str | None = None,
    threads: SupportsIndex | None = None,
    out: None = None,
    budget: _Budget = None,
    malformed: _Malformed = "raise",
) -> SolveResult[_Column, _Digits]: ...
@overload
def verdict(
    puzzles: str | bytes | bytearray,
    *,
    rules: _Rules = None,
    symbols: str | None = None,
    threads: SupportsIndex | None = None,
    budget: _Budget = None,
    malformed: _Malformed = "raise",
) -> Verdict: ...
@overload
def verdict(
    puzzles: list[str] | list[bytes] | tuple[str, ...] | tuple[bytes, ...],
    *,
    rules: _Rules = None,
    symbols: str | None = None,
    threads: SupportsIndex | None = None,
    budget: _Budget = None,
    malformed: _Malformed = "raise",
) -> _Digits: ...
@overload
def verdict(
    puzzles: _Puzzles,
    *,
    rules: _Rules = None,
    symbols: str | None = None,
    threads: SupportsIndex | None = None,
    budget: _Budget = None,
    malformed: _Malformed = "raise",
) -> Any: ...
@overload
def count(
    puzzles: str | bytes | bytearray,
    *,
    limit: SupportsIndex | None = None,
    rules: _Rules = None,
    symbols: str | None = None,
    threads: SupportsIndex | None = None,
    budget: _Budget = None,
    malformed: _Malformed = "raise",
) -> int: ...
@overload
def count(
    puzzles: list[str] | list[bytes] | tuple[str, ...] | tuple[bytes, ...],
    *,
    limit: SupportsIndex | None = None,
    rules: _Rules = None,
    symbols: str | None = None,
    threads: SupportsIndex | None = None,
    budget: _Budget = None,
    malformed: _Malformed = "raise",
) -> npt.NDArray[np.uint64]: ...
@overload
def count(
    puzzles: _Puzzles,
    *,
    limit: SupportsIndex | None = None,
    rules: _Rules = None,
    symbols: str | None = None,
    threads: SupportsIndex | None = None,
    budget: _Budget = None,
    malformed: _Malformed = "raise",
) -> Any: ...
@overload
def solutions(  # type: ignore[overload-overlap]
    puzzle: _Text,
    *,
    limit: SupportsIndex | None = None,
    rules: _Rules = None,
    symbols: str | None = None,
    threads: SupportsIndex | None = None,
    malformed: _Malformed = "raise",
) -> Iterator[_Text]: ...
@overload
def solutions(
    puzzle: _Numbers,
    *,
    limit: SupportsIndex | None = None,
    rules: _Rules = None,
    symbols: str | None = None,
    threads: SupportsIndex | None = None,
    malformed: _Malformed = "raise",
) -> Iterator[_Digits]: ...
def candidates(
    puzzles: _Puzzles,
    *,
    level: Literal["basic", "singles", "locked", "true"] = "basic",
    rules: _Rules = None,
    symbols: str | None = None,
    threads: SupportsIndex | None = None,
    malformed: _Malformed = "raise",
) -> npt.NDArray[Any]: ...
def conflicts(
    puzzles: _Puzzles,
    *,
    rules: _Rules = None,
    symbols: str | None = None,
    threads: SupportsIndex | None = None,
    malformed: _Malformed = "raise",
) -> npt.NDArray[np.bool_]: ...
@overload
def check(
    puzzles: str | bytes | bytearray,
    answers: str | bytes | bytearray,
    *,
    rules: _Rules = None,
    symbols: str | None = None,
    threads: SupportsIndex | None = None,
    malformed: _Malformed = "raise",
) -> CheckResult[bool]: ...
@overload
def check(
    puzzles: _Puzzles,
    answers: _Puzzles,
    *,
    rules: _Rules = None,
    symbols: str | None = None,
    threads: SupportsIndex | None = None,
    malformed: _Malformed = "raise",
) -> CheckResult[Any]: ...
@overload
def canonical(  # type: ignore[overload-overlap]
    puzzles: _Text,
    *,
    rules: _Rules = None,
    symbols: str | None = None,
    threads: SupportsIndex | None = None,
    malformed: _Malformed = "raise",
) -> _Text: ...
@overload
def canonical(  # type: ignore[overload-overlap]
    puzzles: list[_Text],
    *,
    rules: _Rules = None,
    symbols: str | None = None,
    threads: SupportsIndex | None = None,
    malformed: _Malformed = "raise",
) -> list[_Text]: ...
@overload
def canonical(  # type: ignore[overload-overlap]
    puzzles: tuple[_Text, ...],
    *,
    rules: _Rules = None,
    symbols: str | None = None,
    threads: SupportsIndex | None = None,
    malformed: _Malformed = "raise",
) -> tuple[_Text, ...]: ...
@overload
def canonical(
    puzzles: _Strings,
    *,
    rules: _Rules = None,
    symbols: str | None = None,
    threads: SupportsIndex | None = None,
    malformed: _Malformed = "raise",
) -> _Strings: ...
@overload
def canonical(
    puzzles: _Numbers,
    *,
    rules: _Rules = None,
    symbols: str | None = None,
    threads: SupportsIndex | None = None,
    malformed: _Malformed = "raise",
) -> _Digits: ...
@overload
def canonical(
    puzzles: _Column,
    *,
    rules: _Rules = None,
    symbols: str | None = None,
    threads: SupportsIndex | None = None,
    malformed: _Malformed = "raise",
) -> _Column: ...
@overload
def automorphisms(
    puzzles: str | bytes | bytearray,
    *,
    rules: _Rules = None,
    symbols: str | None = None,
    threads: SupportsIndex | None = None,
    malformed: _Malformed = "raise",
) -> int: ...
@overload
def automorphisms(
    puzzles: list[str] | list[bytes] | tuple[str, ...] | tuple[bytes, ...],
    *,
    rules: _Rules = None,
    symbols: str | None = None,
    threads: SupportsIndex | None = None,
    malformed: _Malformed = "raise",
) -> npt.NDArray[np.uint32]: ...
@overload
def automorphisms(
    puzzles: _Puzzles,
    *,
    rules: _Rules = None,
    symbols: str | None = None,
    threads: SupportsIndex | None = None,
    malformed: _Malformed = "raise",
) -> Any: ...
@overload
def fingerprint(
    puzzles: str | bytes | bytearray,
    *,
    rules: _Rules = None,
    symbols: str | None = None,
    threads: SupportsIndex | None = None,
    malformed: _Malformed = "raise",
) -> bytes: ...
@overload
def fingerprint(
    puzzles: list[str] | list[bytes] | tuple[str, ...] | tuple[bytes, ...],
    *,
    rules: _Rules = None,
    symbols: str | None = None,
    threads: SupportsIndex | None = None,
    malformed: _Malformed = "raise",
) -> _Digits: ...
@overload
def fingerprint(
    puzzles: _Puzzles,
    *,
    rules: _Rules = None,
    symbols: str | None = None,
    threads: SupportsIndex | None = None,
    malformed: _Malformed = "raise",
) -> Any: ...
@overload
def shuffle(
    puzzles: _Text,
    *,
    seed: _Seed,
    moves: None = None,
    copies: None = None,
    group: _Group = "all",
    start: SupportsIndex | None = None,
    rules: _Rules = None,
    symbols: str | None = None,
    threads: SupportsIndex | None = None,
    malformed: _Malformed = "raise",
) -> _Text: ...
@overload
def shuffle(
    puzzles: _Puzzles,
    *also: _Puzzles | npt.NDArray[Any],
    seed: _Seed,
    moves: Iterable[npt.NDArray[Any]] | None = None,
    copies: SupportsIndex | None = None,
    group: _Group = "all",
    start: SupportsIndex | None = None,
    rules: _Rules = None,
    symbols: str | None = None,
    threads: SupportsIndex | None = None,
    malformed: _Malformed = "raise",
) -> Any: ...

# What bitdoku.datasets is made of; results keep the leading axes of the puzzles.
def _cells(
    puzzles: object,
    *,
    rules: _Rules = None,
    symbols: str | None = None,
    malformed: _Malformed = "raise",
    threads: SupportsIndex | None = None,
    name: str = "puzzles",
) -> _Digits: ...
def _guesses(puzzles: object, *, threads: SupportsIndex | None = None) -> npt.NDArray[np.uint32]: ...
def _singles(
    puzzles: object, *, rules: _Rules = None, threads: SupportsIndex | None = None
) -> npt.NDArray[np.bool_]: ...
def _traces(puzzles: object, *, threads: SupportsIndex | None = None) -> _Digits: ...
def _class_keys(
    puzzles: _Puzzles,
    *,
    by: Literal["exact", "class", "solution_class"],
    rules: _Rules = None,
    symbols: str | None = None,
    threads: SupportsIndex | None = None,
) -> _Digits: ...

@final
class Transform:
    def __new__(
        cls,
        transpose: bool | np.bool_ = False,
        rows: Iterable[SupportsIndex] | None = None,
        columns: Iterable[SupportsIndex] | None = None,
        digits: Iterable[SupportsIndex] | None = None,
    ) -> Self: ...
    @staticmethod
    def random(seed: _Seed, index: SupportsIndex = 0, *, group: _Group = "all") -> Transform: ...
    @property
    def transpose(self) -> bool: ...
    @property
    def rows(self) -> tuple[int, ...]: ...
    @property
    def columns(self) -> tuple[int, ...]: ...
    @property
    def digits(self) -> tuple[int, ...]: ...
    @property
    def inverse(self) -> Transform: ...
    @overload
    def __call__(
        self,
        puzzles: _Text,
        *,
        rules: _Rules = None,
        symbols: str | None = None,
        threads: SupportsIndex | None = None,
        malformed: _Malformed = "raise",
    ) -> _Text: ...
    @overload
    def __call__(
        self,
        puzzles: _Puzzles,
        *,
        rules: _Rules = None,
        symbols: str | None = None,
        threads: SupportsIndex | None = None,
        malformed: _Malformed = "raise",
    ) -> Any: ...
    def __matmul__(self, first: Transform, /) -> Transform: ...
    def __rmatmul__(self, last: Transform, /) -> Transform: ...
    __array_ufunc__: None
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

def backend() -> str: ...

# The functions of bitdoku._generate, which prepares the options, are made of these.
def generate_into(
    puzzle: npt.NDArray[np.uint8],
    solution: npt.NDArray[np.uint8],
    *,
    seed: SupportsIndex | np.random.SeedSequence,
    start: int,
    clues: tuple[int, int] | None,
    symmetry: str,
    pattern: Sequence[bool] | None,
    minimal: bool,
    guesses: tuple[int, int] | None,
    controlled: bool,
    effort: int | None,
    rules: object,
    progress: Callable[[int, int], object] | None,
    threads: SupportsIndex | None,
) -> None: ...
def grids(
    n: int, *, seed: SupportsIndex | np.random.SeedSequence, start: int, rules: object, threads: SupportsIndex | None
) -> npt.NDArray[np.uint8]: ...
def minimize(
    puzzles: object,
    *,
    seed: SupportsIndex | np.random.SeedSequence,
    rules: object,
    symbols: str | None,
    threads: SupportsIndex | None,
) -> Any: ...
def harder(
    puzzles: object,
    *,
    seed: SupportsIndex | np.random.SeedSequence,
    rounds: int,
    rules: object,
    symbols: str | None,
    threads: SupportsIndex | None,
) -> Any: ...
def redundant(
    puzzles: object, *, rules: object, symbols: str | None, threads: SupportsIndex | None
) -> npt.NDArray[np.bool_]: ...
def stream_version() -> int: ...

# The functions of bitdoku._variants, for other rules, are made of this and of RuleSet.
def board_cells(puzzle: object, name: str, symbols: str | None = None, rules: _Rules = None) -> bytes: ...
def board_line(cells: Sequence[int], symbols: str | None = None) -> str: ...
def board_text(
    cells: Sequence[int], frame_name: str, symbols: str | None = None, box: tuple[int, int] | None = None
) -> str: ...
def candidates_text(
    masks: Sequence[int], frame_name: str, symbols: str | None = None, box: tuple[int, int] | None = None
) -> str: ...

@final
class _Solutions(Iterator[Any]):
    def __iter__(self) -> Self: ...
    def __next__(self) -> Any: ...

@final
class _ArrowExport:
    def __arrow_c_array__(self, requested_schema: object | None = None) -> tuple[object, object]: ...

@final
@final
class RuleSet:
    """Rules of any size, compiled; private, see :mod:`bitdoku.rules`. Goes where ``rules`` goes.

    Constraints are tuples: ``("allowed", cell, mask)``, ``("different", cells)``, ``("related", pairs, table)``,
    ``("total", cells, sum, weights, no_repeat)``, ``("accepted", cells, states, start, accepting, transitions)``.
    ``box`` has the rows and columns of a box, None for other regions.
    """

    def __new__(cls, side: int, constraints: Sequence[tuple[Any, ...]], box: tuple[int, int] | None = None) -> Self: ...
    @property
    def side(self) -> int:
        """Rows and columns."""

    @property
    def is_classic(self) -> bool:
        """Whether these are the rules of classic Sudoku."""

def _kind(value: object) -> str: ...
def _whole(name: str, value: object, *, least: int = 0, most: int | None = None) -> int: ...
def _word(name: str, value: _Word, choices: Iterable[str]) -> _Word: ...

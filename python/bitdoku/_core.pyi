"""The compiled core: the functions of :mod:`bitdoku`, which re-exports them."""

# Overloads for text come before overloads for sequences, and a str is a sequence of str.
# mypy: disable-error-code="overload-overlap"

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import (
    Any,
    Final,
    Literal,
    Required,
    Self,
    SupportsIndex,
    TypeAlias,
    TypedDict,
    TypeVar,
    Unpack,
    final,
    overload,
)

import numpy as np
import numpy.typing as npt

from bitdoku._results import CandidatesResult, CheckResult, CountResult, SolveResult, Verdict
from bitdoku.rules import Rule, Rules
from bitdoku.typing import (
    AnyNumbers,
    ArrowData,
    ArrowStream,
    BudgetLike,
    Characters,
    ManyOfNumbers,
    ManyPuzzles,
    ManyTexts,
    OneOfNumbers,
    OnePuzzle,
    PuzzlesLike,
    SeedLike,
    Text,
    TextArray,
)

__version__: Final[str]

_Word = TypeVar("_Word")
_OneText = TypeVar("_OneText", str, bytes, bytearray)
_One = TypeVar("_One", str, bytes, bytearray, Characters)
_Many = TypeVar("_Many", bound=ManyTexts)
_TextsT = TypeVar("_TextsT", bound=TextArray)
# Forms that results have too.
_Same = TypeVar("_Same", bound=Text | Characters | ManyTexts | TextArray)

_Rules: TypeAlias = str | Rules | Rule | RuleSet | None
_Group: TypeAlias = Literal["all", "digits", "geometry"]
_Malformed: TypeAlias = Literal["raise", "mark"]
_Digits: TypeAlias = npt.NDArray[np.uint8]
_Bools: TypeAlias = npt.NDArray[np.bool_]
_Counts: TypeAlias = npt.NDArray[np.uint64]
_Unsigned: TypeAlias = npt.NDArray[np.unsignedinteger[Any]]
_Numbers: TypeAlias = OneOfNumbers | ManyOfNumbers | AnyNumbers
# Arrays of objects hold text or numbers, and other Arrow data depend on pyarrow.
_Other: TypeAlias = npt.NDArray[np.object_] | ArrowStream | ArrowData

_Level: TypeAlias = Literal["basic", "singles", "locked", "true"]
_Scale: TypeAlias = Literal["hodoku", "explainer"]
_Seed: TypeAlias = SupportsIndex | np.random.SeedSequence

class _Call(TypedDict, total=False):
    rules: _Rules
    symbols: str | None
    threads: SupportsIndex | None

class _Marked(_Call, total=False):
    malformed: _Malformed

class _Limited(_Marked, total=False):
    budget: BudgetLike

class _Solved(_Limited, total=False):
    solution: Literal["smallest", "any"]

class _Written(_Solved, total=False):
    out: _Digits | None

class _Counted(_Limited, total=False):
    limit: SupportsIndex | None

class _CountedFully(_Call, total=False):
    limit: SupportsIndex | None
    budget: None
    malformed: Literal["raise"]

class _Drawn(_Limited, total=False):
    seed: Required[SeedLike]

class _Shuffled(_Marked, total=False):
    seed: Required[SeedLike]
    group: _Group
    start: SupportsIndex | None

# Arguments that the callers of private functions have checked.
class _Private(TypedDict, total=False):
    rules: object
    symbols: str | None
    threads: SupportsIndex | None
    budget: object
    malformed: _Malformed

# The type of an array does not tell whether it is one puzzle. The result is then an array or Any, because users would
# have to narrow a union with the scalar at each use.

@overload
def solve(puzzles: _One, **options: Unpack[_Solved]) -> SolveResult[_One, Verdict]: ...
@overload
def solve(puzzles: _Many, **options: Unpack[_Solved]) -> SolveResult[_Many, _Digits]: ...
@overload
def solve(puzzles: _TextsT, **options: Unpack[_Solved]) -> SolveResult[_TextsT, _Digits | Any]: ...
@overload
def solve(puzzles: Sequence[str | None], **options: Unpack[_Solved]) -> SolveResult[Sequence[str], _Digits]: ...
@overload
def solve(puzzles: Sequence[bytes | None], **options: Unpack[_Solved]) -> SolveResult[Sequence[bytes], _Digits]: ...
@overload
def solve(puzzles: OneOfNumbers, **options: Unpack[_Written]) -> SolveResult[_Digits, Verdict]: ...
@overload
def solve(puzzles: ManyOfNumbers, **options: Unpack[_Written]) -> SolveResult[_Digits, _Digits]: ...
@overload
def solve(puzzles: AnyNumbers, **options: Unpack[_Written]) -> SolveResult[_Digits, _Digits | Any]: ...
@overload
def solve(puzzles: _Other, **options: Unpack[_Solved]) -> SolveResult[Any, Any]: ...
@overload
def verdict(puzzles: ManyPuzzles, **options: Unpack[_Limited]) -> _Digits: ...
@overload
def verdict(puzzles: OnePuzzle, **options: Unpack[_Limited]) -> Verdict: ...
@overload
def verdict(puzzles: PuzzlesLike, **options: Unpack[_Limited]) -> _Digits | Any: ...
@overload
def count(puzzles: ManyPuzzles, **options: Unpack[_CountedFully]) -> _Counts: ...
@overload
def count(puzzles: OnePuzzle, **options: Unpack[_CountedFully]) -> int: ...
@overload
def count(puzzles: PuzzlesLike, **options: Unpack[_CountedFully]) -> _Counts | Any: ...
@overload
def count(puzzles: ManyPuzzles, **options: Unpack[_Counted]) -> CountResult[_Counts, _Digits]: ...
@overload
def count(puzzles: OnePuzzle, **options: Unpack[_Counted]) -> CountResult[int, Verdict]: ...
@overload
def count(puzzles: PuzzlesLike, **options: Unpack[_Counted]) -> CountResult[_Counts | Any, _Digits | Any]: ...
@overload
def solutions(puzzle: _One, *, limit: SupportsIndex | None = None, **options: Unpack[_Limited]) -> Iterator[_One]: ...
@overload
def solutions(
    puzzle: OneOfNumbers | AnyNumbers, *, limit: SupportsIndex | None = None, **options: Unpack[_Limited]
) -> Iterator[_Digits]: ...
@overload
def sample(puzzle: _OneText, n: SupportsIndex, **options: Unpack[_Drawn]) -> list[_OneText]: ...
@overload
def sample(puzzle: OneOfNumbers | AnyNumbers, n: SupportsIndex, **options: Unpack[_Drawn]) -> _Digits: ...
@overload
def sample(puzzle: OnePuzzle, n: SupportsIndex, **options: Unpack[_Drawn]) -> Any: ...
def candidate_counts(puzzle: OnePuzzle | AnyNumbers, **options: Unpack[_Limited]) -> _Counts: ...
@overload
def candidates(puzzles: PuzzlesLike, *, level: _Level = "basic", **options: Unpack[_Marked]) -> _Unsigned: ...
@overload
def candidates(
    puzzles: PuzzlesLike, *, level: _Level = "basic", **options: Unpack[_Limited]
) -> CandidatesResult[_Unsigned]: ...
def conflicts(puzzles: PuzzlesLike, **options: Unpack[_Marked]) -> _Bools: ...
def to_array(puzzles: PuzzlesLike, **options: Unpack[_Marked]) -> _Digits: ...
@overload
def to_text(puzzles: ManyPuzzles, *, blank: Literal[".", "0"] = ".", **options: Unpack[_Call]) -> list[str]: ...
@overload
def to_text(puzzles: OnePuzzle, *, blank: Literal[".", "0"] = ".", **options: Unpack[_Call]) -> str: ...
@overload
def to_text(puzzles: PuzzlesLike, *, blank: Literal[".", "0"] = ".", **options: Unpack[_Call]) -> Any: ...
@overload
def check(puzzles: ManyPuzzles, answers: PuzzlesLike, **options: Unpack[_Marked]) -> CheckResult[_Bools]: ...
@overload
def check(puzzles: PuzzlesLike, answers: ManyPuzzles, **options: Unpack[_Marked]) -> CheckResult[_Bools]: ...
@overload
def check(puzzles: OnePuzzle, answers: OnePuzzle, **options: Unpack[_Marked]) -> CheckResult[bool]: ...
@overload
def check(puzzles: PuzzlesLike, answers: PuzzlesLike, **options: Unpack[_Marked]) -> CheckResult[_Bools | Any]: ...
@overload
def canonical(puzzles: _OneText, **options: Unpack[_Marked]) -> _OneText: ...
@overload
def canonical(puzzles: _Same, **options: Unpack[_Marked]) -> _Same: ...
@overload
def canonical(puzzles: _Numbers, **options: Unpack[_Marked]) -> _Digits: ...
@overload
def canonical(puzzles: PuzzlesLike, **options: Unpack[_Marked]) -> Any: ...
@overload
def automorphisms(puzzles: ManyPuzzles, **options: Unpack[_Marked]) -> _Unsigned: ...
@overload
def automorphisms(puzzles: OnePuzzle, **options: Unpack[_Marked]) -> int: ...
@overload
def automorphisms(puzzles: PuzzlesLike, **options: Unpack[_Marked]) -> _Unsigned | Any: ...
@overload
def fingerprint(puzzles: ManyPuzzles, **options: Unpack[_Marked]) -> _Digits: ...
@overload
def fingerprint(puzzles: OnePuzzle, **options: Unpack[_Marked]) -> bytes: ...
@overload
def fingerprint(puzzles: PuzzlesLike, **options: Unpack[_Marked]) -> _Digits | Any: ...
@overload
def shuffle(
    puzzles: _OneText, *, moves: None = None, copies: None = None, **options: Unpack[_Shuffled]
) -> _OneText: ...
@overload
def shuffle(
    puzzles: _OneText, *, moves: None = None, copies: SupportsIndex, **options: Unpack[_Shuffled]
) -> list[_OneText]: ...
@overload
def shuffle(puzzles: _Same, *, moves: None = None, copies: None = None, **options: Unpack[_Shuffled]) -> _Same: ...
@overload
def shuffle(
    puzzles: list[_OneText], *, moves: None = None, copies: SupportsIndex, **options: Unpack[_Shuffled]
) -> list[list[_OneText]]: ...
@overload
def shuffle(
    puzzles: _Numbers, *, moves: None = None, copies: SupportsIndex | None = None, **options: Unpack[_Shuffled]
) -> _Digits: ...
@overload
def shuffle(
    puzzles: _Numbers,
    also: _Numbers,
    /,
    *,
    moves: None = None,
    copies: SupportsIndex | None = None,
    **options: Unpack[_Shuffled],
) -> tuple[_Digits, _Digits]: ...
@overload
def shuffle(
    puzzles: PuzzlesLike,
    *also: PuzzlesLike | npt.NDArray[Any],
    moves: Iterable[npt.NDArray[Any]] | None = None,
    copies: SupportsIndex | None = None,
    **options: Unpack[_Shuffled],
) -> Any: ...

# Private functions of bitdoku.answers, for uint8 arrays of shape (rows, cells).
def _read_answers(
    texts: list[Any],
    puzzles: _Digits,
    *,
    shape: tuple[int, int] | None,
    rules: _Rules = None,
    symbols: str | None = None,
    threads: SupportsIndex | None = None,
) -> tuple[_Digits, _Digits]: ...
def _right_cells(
    puzzles: _Digits, boards: _Digits, *, rules: _Rules = None, threads: SupportsIndex | None = None
) -> _Bools: ...
def _placements(text: str, *, rules: _Rules = None, symbols: str | None = None) -> list[tuple[int, int, int]]: ...
def _right_moves(puzzle: _Digits, moves: list[tuple[int, int]], *, rules: _Rules = None) -> list[bool]: ...

# Private functions of bitdoku.datasets and others. Results have the leading axes of the puzzles.
def _cells(puzzles: object, *, name: str = "puzzles", **options: Unpack[_Private]) -> _Digits: ...
def _arrow_array(array: npt.NDArray[Any], valid: npt.NDArray[np.bool_] | None = None) -> _ArrowExport: ...
def _arrow_stream(names: list[str], columns: list[Any], rows: int) -> object: ...
def _count_cells(text: str, side: int, symbols: str | None = None) -> tuple[int, int]: ...
def _row_width(line: str) -> int | None: ...
def _line_parts(
    line: str, side: int, marks: bool = False, field: int | None = None, symbols: str | None = None
) -> tuple[str, str, str | None]: ...
def _decode(
    puzzles: object,
    side: int,
    digits: int | None = None,
    marks: bool = False,
    name: str = "puzzles",
    symbols: str | None = None,
) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.uint64] | None, list[tuple[int, str, tuple[int, int] | None]]]: ...
def _recognize(
    puzzles: object, symbols: str | None = None, side: int | None = None
) -> tuple[int | None, int | None, Literal["puzzles", "grids", "pencilmarks"] | None, str]: ...
def _best_boards(
    scores: npt.NDArray[np.float64],
    blank: bool,
    unique: bool,
    k: int,
    rules: object = None,
    threads: SupportsIndex | None = None,
    budget: BudgetLike = None,
) -> tuple[_Digits, _Digits, npt.NDArray[np.float64], _Digits]: ...
def _csv_rows(columns: list[Any], delimiter: str = ",", blank: str = ".", digits: int | None = None) -> memoryview: ...
def _json_rows(names: list[str], columns: list[Any], blank: str = ".", digits: int | None = None) -> memoryview: ...
def _line_rows(column: object, blank: str = ".", digits: int | None = None) -> memoryview: ...
def _guesses(puzzles: object, *, threads: SupportsIndex | None = None) -> npt.NDArray[np.uint32]: ...
def _techniques() -> list[tuple[str, str, int]]: ...
def _columns() -> list[tuple[str, str, int, bool, bool, bool]]: ...
def _techniques_of(scale: str, classic: bool = True) -> list[int]: ...
def _explain(
    puzzle: object,
    scale: _Scale,
    extent: Literal["path", "next", "all"],
    *,
    techniques: Sequence[int] | None = None,
    marks: Sequence[int] | None = None,
    givens: Sequence[int] | None = None,
    **options: Unpack[_Private],
) -> tuple[Any, ...]: ...
def _rate(
    puzzles: object,
    columns: Sequence[str],
    *,
    scale: _Scale = "hodoku",
    strict: bool = False,
    pace: tuple[float, ...] | None = None,
    **options: Unpack[_Private],
) -> _Digits: ...
def _rounds(puzzle: Sequence[int]) -> tuple[float, list[tuple[Any, ...]], int]: ...
def _singles(puzzles: object, **options: Unpack[_Private]) -> _Bools: ...
def _traces(puzzles: object, *, scale: str | None = None, threads: SupportsIndex | None = None) -> _Digits: ...
def _class_keys(
    puzzles: PuzzlesLike, *, by: Literal["exact", "class", "solution_class"], **options: Unpack[_Private]
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
    def random(seed: SeedLike, index: SupportsIndex = 0, *, group: _Group = "all") -> Transform: ...
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
    def __call__(self, puzzles: _OneText, **options: Unpack[_Marked]) -> _OneText: ...
    @overload
    def __call__(self, puzzles: _Same, **options: Unpack[_Marked]) -> _Same: ...
    @overload
    def __call__(self, puzzles: _Numbers, **options: Unpack[_Marked]) -> _Digits: ...
    @overload
    def __call__(self, puzzles: PuzzlesLike, **options: Unpack[_Marked]) -> Any: ...
    def __matmul__(self, first: Transform, /) -> Transform: ...
    def __rmatmul__(self, last: Transform, /) -> Transform: ...
    __array_ufunc__: None
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

def backend() -> str: ...

# Private functions of bitdoku._generate, which prepares their options.
def _fits(puzzles: object, difficulty: dict[str, Any] | None, **options: Unpack[_Private]) -> _Bools: ...
def _first_of_orbits(symmetry: str, side: int) -> list[int]: ...
def generate_into(
    puzzle: npt.NDArray[np.uint8],
    solution: npt.NDArray[np.uint8],
    *,
    seed: _Seed,
    start: int,
    clues: tuple[int, int] | None,
    symmetry: str,
    pattern: Sequence[bool] | None,
    minimal: bool,
    difficulty: dict[str, Any] | None,
    controlled: bool,
    effort: int | None,
    given: bytes | None,
    rules: object,
    progress: Callable[[int, int], object] | None,
    threads: SupportsIndex | None,
) -> None: ...
def _compose(
    n: int,
    kinds: Sequence[Mapping[str, Any]],
    regions: Sequence[int],
    *,
    seed: _Seed,
    start: int,
    givens: tuple[int, int],
    symmetry: str,
    minimal: bool,
    difficulty: dict[str, Any] | None,
    effort: int | None,
    rules: object,
    progress: Callable[[int, int], object] | None,
    threads: SupportsIndex | None,
) -> list[tuple[npt.NDArray[np.uint8], npt.NDArray[np.uint8], list[int], list[tuple[int, int, list[int], int]]]]: ...
def grids(n: int, *, seed: _Seed, start: int, **options: Unpack[_Private]) -> _Digits: ...
def minimize(puzzles: object, *, seed: _Seed, start: int, clues: int, **options: Unpack[_Private]) -> Any: ...
def harder(
    puzzles: object, *, seed: _Seed, start: int, rounds: int, by: str, target: float, **options: Unpack[_Private]
) -> Any: ...
def redundant(puzzles: object, **options: Unpack[_Private]) -> Any: ...
def stream_version() -> int: ...

# Private functions of bitdoku.board.
def board_cells(puzzle: object, name: str, symbols: str | None = None, rules: _Rules = None) -> bytes: ...
def board_line(cells: Sequence[int], symbols: str | None = None, digits: int | None = None) -> str: ...
def board_text(
    cells: Sequence[int],
    frame_name: str,
    symbols: str | None = None,
    box: tuple[int, int] | None = None,
    digits: int | None = None,
) -> str: ...
def _svg(
    cells: bytes,
    *,
    givens: bytes,
    conflicts: bytes,
    candidates: list[int] | None,
    highlight: Mapping[tuple[int, int] | tuple[int, int, int], str],
    rules: str,
    step: str | None,
    theme: str,
    size: int | None,
    scale: float,
    max_size: int,
    label: str,
    captioned: bool,
    marked: bool,
) -> str: ...
def _omission_note(step: str) -> str: ...
def _captions(rules: str) -> list[str]: ...
def _colors(theme: str) -> dict[str, str]: ...
def _highlights() -> list[str]: ...
def _measures() -> tuple[int, int, float]: ...
def candidates_text(
    masks: Sequence[int],
    frame_name: str,
    symbols: str | None = None,
    box: tuple[int, int] | None = None,
    digits: int | None = None,
) -> str: ...

@final
class _ArrowExport:
    def __arrow_c_array__(self, requested_schema: object | None = None) -> tuple[object, object]: ...

@final
class _Texts:
    """A column of texts or nulls. An Arrow array of type large_string, in place."""

    def __len__(self) -> int: ...
    def __getitem__(self, row: int, /) -> str | None: ...
    def __contains__(self, source: bytes, /) -> bool:
        """Whether the concatenated texts contain these bytes."""

    def to_list(self) -> list[str | None]: ...
    def take(self, rows: npt.NDArray[np.int64]) -> _Texts: ...
    @staticmethod
    def of(values: list[str | None]) -> _Texts: ...
    @staticmethod
    def of_lines(lines: memoryview) -> _Texts:
        """The lines of a text; an empty line is null."""

    @staticmethod
    def of_codes(codes: npt.NDArray[np.uint8], words: Sequence[str]) -> _Texts: ...
    @staticmethod
    def concat(parts: Sequence[_Texts]) -> _Texts: ...
    @property
    def lengths(self) -> npt.NDArray[np.int64]:
        """The number of bytes of each text."""

    @property
    def kinds(self) -> npt.NDArray[np.uint8] | None:
        """JSON only: 0 null or absent, 1 string, 2 any other value, whose text is its JSON source."""

    def __arrow_c_array__(self, requested_schema: object | None = None) -> tuple[object, object]: ...

@final
class _Batch:
    """Rows of a file."""

    @property
    def names(self) -> list[str]:
        """JSON only: the names of the columns so far, in order of appearance."""

    @property
    def columns(self) -> list[_Texts]: ...
    @property
    def lines(self) -> npt.NDArray[np.int64]:
        """The first line of each row."""

    @property
    def faults(self) -> list[tuple[int, str]]:
        """The malformed rows, which are null in all columns, and their messages."""

    @property
    def several(self) -> list[int]:
        """CSV only: rows of more than one line."""

@final
class _Reader:
    """Reads a text format."""

    @staticmethod
    def csv(name: str, delimiter: str, columns: int, *, line: int = 1) -> _Reader:
        """A reader of CSV; ``line`` is the number of the first line."""

    @staticmethod
    def json(name: str) -> _Reader:
        """A reader of lines of JSON objects, and of JSON documents."""

    @staticmethod
    def lines(name: str) -> _Reader:
        """A reader of lines of text; comments that begin with ``#`` are skipped."""

    def feed(self, data: bytes | memoryview) -> None:
        """Add bytes, or no bytes at the end of the file."""

    def batch(self, rows: int, flush: bool = False) -> _Batch | None:
        """The next ``rows`` rows, or None if fewer are complete. With ``flush`` and at the end, fewer are returned."""

@final
class RuleSet:
    """Compiled rules of any size, accepted as ``rules``; private, see :mod:`bitdoku.rules`.

    Constraints are tuples: ``("allowed", cell, mask)``, ``("different", cells)``, ``("related", pairs, table)``,
    ``("total", cells, sum, weights, no_repeat)``, ``("accepted", cells, states, start, accepting, transitions)``.
    With ``box``, the rows and columns of a box, constraints for rows, columns and boxes are added. There are ``digits``
    digits, by default ``side``. ``clues`` are equivalent constraints, each followed by a noun for explanations.
    """

    def __new__(
        cls,
        side: int,
        constraints: Sequence[tuple[Any, ...]],
        box: tuple[int, int] | None = None,
        digits: int | None = None,
        clues: Sequence[tuple[Any, ...]] | None = None,
    ) -> Self: ...

# Private functions of bitdoku.env.
@final
class PlayBoards:
    """The boards of a game. Observations are the boards, the masks, and the candidates or None, for all boards."""

    def __new__(
        cls,
        count: int,
        rules: _Rules,
        *,
        erase: bool,
        mistakes: str,
        reward: str,
        penalty: float,
        mask: str,
        most_steps: int | None,
    ) -> Self: ...
    def reset(
        self,
        rows: Sequence[int],
        puzzles: _Digits,
        solutions: _Digits,
        unique: Sequence[bool],
        board: _Digits,
        mask: _Bools,
        candidates: npt.NDArray[np.int8] | None,
    ) -> None: ...
    def step(
        self,
        actions: npt.NDArray[np.int64],
        skip: _Bools,
        reward: npt.NDArray[np.float64],
        terminated: _Bools,
        truncated: _Bools,
        solved: _Bools,
        board: _Digits,
        mask: _Bools,
        candidates: npt.NDArray[np.int8] | None,
    ) -> None: ...
    def observe(self, board: _Digits, mask: _Bools, candidates: npt.NDArray[np.int8] | None) -> None: ...
    def state(self) -> tuple[bytes, bytes, bytes, list[bool], list[int]]: ...
    def restore(self, state: tuple[bytes, bytes, bytes, list[bool], list[int]]) -> None: ...

def draw_puzzles(
    seeds: Sequence[int],
    items: Sequence[int],
    bands: Sequence[int],
    puzzles: _Digits,
    solutions: _Digits,
    *,
    difficulties: Sequence[dict[str, Any] | None],
    clues: tuple[int, int] | None,
    wanted: Callable[[], bool] | None,
    rules: _Rules,
    threads: SupportsIndex | None,
) -> None: ...
def episode_numbers(seeds: Sequence[int], items: Sequence[int], bound: int) -> list[int]: ...
def _kind(value: object) -> str: ...
def _threads(threads: SupportsIndex | None = None) -> int: ...
def _whole(name: str, value: object, *, least: int = 0, most: int | None = None) -> int: ...
def _word(name: str, value: _Word, choices: Iterable[str]) -> _Word: ...

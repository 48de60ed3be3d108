"""Which puzzles are the same: one copy of each, splits without leaks, leaks between splits.

Everything here goes by a key of 16 bytes a puzzle, compared as two 64-bit words with vectorised numpy.

=================  ==========================================================================================
``by``             two puzzles are the same if
=================  ==========================================================================================
"exact"            they are equal, cell by cell
"class"            a symmetry of Sudoku takes one to the other
"solution_class"   a symmetry takes the solution of one to the solution of the other, whatever their givens;
                   a puzzle without exactly one solution goes by its own class
=================  ==========================================================================================

Puzzles are numbered along their leading axis; where there are several leading axes, in C order.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from numbers import Real
from typing import TYPE_CHECKING, Any, Literal, SupportsIndex, TypeAlias, overload

import numpy as np

from bitdoku import _core
from bitdoku._core import _kind as kind
from bitdoku._core import _whole as whole
from bitdoku.datasets._ledger import runs
from bitdoku.datasets._random import mix

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy.typing as npt

    _Indices: TypeAlias = npt.NDArray[np.intp]

By: TypeAlias = Literal["exact", "class", "solution_class"]


def class_keys(
    puzzles: Any, by: By, symbols: str | None, threads: SupportsIndex | None, rules: object = None
) -> npt.NDArray[np.uint64]:
    """Two words a puzzle, shape (n, 2)."""
    keys = _core._class_keys(puzzles, by=by, rules=rules, symbols=symbols, threads=threads)
    return keys.reshape(-1, 16).view("<u8")


def _groups(keys: npt.NDArray[np.uint64]) -> tuple[_Indices, _Indices]:
    """A number for each key, equal for equal keys, and for each number the first key that has it."""
    order, starts = runs(keys[:, 0], keys[:, 1])
    numbers = np.empty(len(keys), np.intp)
    numbers[order] = np.repeat(np.arange(len(starts)), np.diff(starts, append=len(keys)))
    return numbers, order[starts]


def dedupe(
    puzzles: Any, *, by: By = "exact", symbols: str | None = None, threads: SupportsIndex | None = None
) -> _Indices:
    """The numbers of the puzzles to keep: the first of each kind, in increasing order.

    Parameters
    ----------
    puzzles : text, integer array, list, Series or Arrow column
        In any form that :func:`bitdoku.solve` takes.
    by : {"exact", "class", "solution_class"}
        What makes two puzzles the same: equal cells, a symmetry between them, or one between their solutions.
    symbols : str, optional
        What stands for 1 to 9 in text, as for :func:`bitdoku.solve`.
    threads : int, optional

    Returns:
    -------
    ndarray of intp

    Examples:
    --------
    >>> import bitdoku as bd
    >>> puzzle = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
    >>> puzzles = [puzzle, bd.shuffle(puzzle, seed=1), "." * 81, puzzle]
    >>> bd.datasets.dedupe(puzzles)
    array([0, 1, 2])
    >>> bd.datasets.dedupe(puzzles, by="class")
    array([0, 2])
    """
    _, first = _groups(class_keys(puzzles, by, symbols, threads))
    return np.sort(first)


def _uniform(keys: npt.NDArray[np.uint64], seed: Any) -> npt.NDArray[np.uint64]:
    """A word for each key, a fixed function of key and seed: splitmix64's finaliser over both halves."""
    if isinstance(seed, np.random.Generator):
        words = seed.integers(0, 1 << 64, 2, np.uint64)
    else:
        sequence = seed if isinstance(seed, np.random.SeedSequence) else np.random.SeedSequence(_number(seed))
        words = sequence.generate_state(2, np.uint64)

    return mix(mix(keys[:, 0] ^ words[0]) + keys[:, 1] ^ words[1])


def _number(seed: Any) -> int:
    if isinstance(seed, bool | np.bool_ | np.ndarray) or not hasattr(seed, "__index__"):
        msg = f"seed is {kind(seed)}; expected a whole number, a numpy SeedSequence or Generator"
        raise TypeError(msg)
    return whole("seed", seed)


@overload
def split(
    puzzles: Any,
    fractions: Sequence[float],
    *,
    seed: Any,
    by: By = ...,
    symbols: str | None = ...,
    threads: SupportsIndex | None = ...,
) -> tuple[_Indices, ...]: ...
@overload
def split(
    puzzles: Any,
    fractions: Mapping[str, float],
    *,
    seed: Any,
    by: By = ...,
    symbols: str | None = ...,
    threads: SupportsIndex | None = ...,
) -> dict[str, _Indices]: ...
def split(
    puzzles: Any,
    fractions: Sequence[float] | Mapping[str, float],
    *,
    seed: Any,
    by: By = "class",
    symbols: str | None = None,
    threads: SupportsIndex | None = None,
) -> tuple[_Indices, ...] | dict[str, _Indices]:
    """Splits a set into parts so that no class is in two of them.

    The part of a puzzle is a function of its class and the seed alone. So the same puzzle goes to the same part when
    the set grows, is shuffled, or is split in pieces; in return, parts have their fractions on average, not exactly.

    Parameters
    ----------
    puzzles : text, integer array, list, Series or Arrow column
        In any form that :func:`bitdoku.solve` takes.
    fractions : sequence of float, or mapping of names to float
        The parts' shares; they add up to 1.
    seed : int, numpy SeedSequence or Generator
        A Generator moves on, so that the next split is another one.
    by : {"class", "solution_class", "exact"}
        What must not be in two parts.
    symbols : str, optional
        What stands for 1 to 9 in text, as for :func:`bitdoku.solve`.
    threads : int, optional

    Returns:
    -------
    tuple of ndarray of intp, or dict of them
        The numbers of each part's puzzles, in increasing order.

    Raises:
    ------
    ValueError
        If a fraction is negative or they do not add up to 1.

    Examples:
    --------
    >>> import bitdoku as bd
    >>> puzzle = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
    >>> moved = bd.shuffle(puzzle, seed=1, copies=100)
    >>> parts = bd.datasets.split(moved, {"train": 0.9, "test": 0.1}, seed=7)
    >>> {name: len(part) for name, part in parts.items()}
    {'train': 100, 'test': 0}
    """
    shares = shares_of(fractions)
    if seed is None:
        msg = "seed is None; a split that cannot be repeated is of no use"
        raise TypeError(msg)
    parts = parts_of(class_keys(puzzles, by, symbols, threads), shares, seed)
    result = tuple(np.flatnonzero(parts == part) for part in range(len(shares)))
    return dict(zip(fractions, result, strict=True)) if isinstance(fractions, Mapping) else result


def shares_of(fractions: Sequence[float] | Mapping[str, float]) -> npt.NDArray[np.float64]:
    """The shares of a split's parts, checked."""
    given: Any = list(fractions.values()) if isinstance(fractions, Mapping) else fractions
    numbers = given.tolist() if isinstance(given, np.ndarray) else given
    if not isinstance(numbers, list | tuple) or not all(
        isinstance(n, Real) and not isinstance(n, bool) for n in numbers
    ):
        msg = f"fractions are {fractions!r}; expected a sequence of numbers, or a mapping of names to numbers"
        raise TypeError(msg)
    shares = np.asarray(numbers, dtype=float)
    if not len(shares) or not (shares >= 0).all() or abs(shares.sum() - 1) > 1e-6:
        msg = f"fractions are {fractions!r}; expected shares from 0 on that add up to 1"
        raise ValueError(msg)
    # Single precision, and thirds written out, add up to 1 only nearly.
    return shares if abs(shares.sum() - 1) <= 1e-9 else shares / shares.sum()


def parts_of(keys: npt.NDArray[np.uint64], shares: npt.NDArray[np.float64], seed: Any) -> _Indices:
    """The number of the part that each key belongs to: a function of key and seed alone."""
    # In units of 2^-53, which floats hold exactly.
    bounds = np.rint(np.cumsum(shares)[:-1] * 2.0**53).astype(np.uint64)
    words = _uniform(keys, seed)
    return np.searchsorted(bounds, words >> np.uint64(11), side="right")


@dataclass(frozen=True, eq=False)
class Leaks:
    """Test puzzles that are in the training set; false where there are none."""

    test: npt.NDArray[np.intp]
    """Numbers of the test puzzles, in increasing order."""
    train: npt.NDArray[np.intp]
    """For each of them the first puzzle of the training set that is the same."""

    def __len__(self) -> int:
        return len(self.test)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Leaks):
            return NotImplemented
        return np.array_equal(self.test, other.test) and np.array_equal(self.train, other.train)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"<{len(self)} leaks>" if len(self) != 1 else "<1 leak>"


def leaks(
    train: Any, test: Any, *, by: By = "class", symbols: str | None = None, threads: SupportsIndex | None = None
) -> Leaks:
    """The test puzzles that a model has seen in training, in some disguise.

    Parameters
    ----------
    train, test : text, integer array, list, Series or Arrow column
        In any form that :func:`bitdoku.solve` takes.
    by : {"class", "solution_class", "exact"}
        What makes two puzzles the same. "solution_class" finds puzzles with other givens and an equivalent solution.
    symbols : str, optional
        What stands for 1 to 9 in text, as for :func:`bitdoku.solve`.
    threads : int, optional

    Returns:
    -------
    Leaks
        ``.test`` and ``.train`` are numbers of puzzles; ``len()`` is how many test puzzles leak.

    Examples:
    --------
    >>> import bitdoku as bd
    >>> puzzle = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
    >>> found = bd.datasets.leaks(["." * 81, puzzle], [bd.shuffle(puzzle, seed=1), "1" + "." * 80])
    >>> found, found.test, found.train
    (<1 leak>, array([0]), array([1]))
    """
    train_keys, test_keys = (class_keys(puzzles, by, symbols, threads) for puzzles in (train, test))
    numbers, first = _groups(np.concatenate([train_keys, test_keys]))
    # The training set comes first, so that a group which it has a part in starts there.
    match = first[numbers[len(train_keys) :]]
    leaking = np.flatnonzero(match < len(train_keys))
    return Leaks(leaking, match[leaking])

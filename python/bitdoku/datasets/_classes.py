"""Equivalence of puzzles: deduplication, splits without leaks, leaks between sets.

Puzzles are compared by keys of 16 bytes, as two 64-bit words with vectorised numpy.

=================  ==========================================================================================
``by``             two puzzles are equivalent if
=================  ==========================================================================================
"exact"            they are equal, cell by cell
"class"            a symmetry of Sudoku transforms one into the other
"solution_class"   a symmetry transforms the solution of one into the solution of the other, whatever their givens;
                   puzzles without a unique solution are compared by class
=================  ==========================================================================================

Puzzles are numbered along their leading axes in C order.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from numbers import Real
from typing import TYPE_CHECKING, Any, Literal, SupportsIndex, TypeAlias, TypedDict, Unpack, overload

import numpy as np

from bitdoku import _core
from bitdoku._arguments import flag, puzzles_named
from bitdoku._board_text import MALFORMED
from bitdoku._by_rules import carried_rules, selected
from bitdoku._core import _kind as kind
from bitdoku._core import _whole as whole
from bitdoku._core import _word as one_of
from bitdoku._errors import RulesError, shown
from bitdoku._table import Puzzles
from bitdoku.datasets._io.read import is_data_set, scan
from bitdoku.datasets._io.read_memory import expect_no_pair
from bitdoku.datasets._ledger import runs
from bitdoku.datasets._puzzle_keys import By, Keys
from bitdoku.rules._rules import Rules, rules_of, rules_of_files, size_of_files

if TYPE_CHECKING:
    import numpy.typing as npt

    _Indices: TypeAlias = npt.NDArray[np.intp]

_Malformed: TypeAlias = Literal["raise", "drop"]


def _keyed(puzzles: Any, malformed: str, keys_of: Keys) -> tuple[npt.NDArray[np.uint64], _Indices]:
    """The keys of puzzles in any form, and their numbers; with ``malformed="drop"``, of the well-formed ones.

    Rules that are not given are inferred from the side.
    """
    one_of("malformed", malformed, ("raise", "drop"))
    expect_no_pair(puzzles)
    mark: Any = "mark" if malformed == "drop" else "raise"
    rules, symbols = keys_of.rules, keys_of.symbols
    if isinstance(puzzles, Puzzles) or is_data_set(puzzles, symbols):
        size: Any = {"symbols": symbols} | ({} if rules is None else size_of_files(rules_of_files(rules)))
        keys, numbers, done = [], [], 0
        with scan(puzzles, **size, solutions=False, malformed=mark) as source:
            for rows in source:
                good = ~rows.malformed if malformed == "drop" else np.ones(len(rows), bool)
                keys.append(keys_of(rows[good]))
                numbers.append(done + np.flatnonzero(good))
                done += len(rows)
        return np.concatenate(keys), np.concatenate(numbers)
    carry = bool(carried_rules(puzzles))
    side = 9 if carry or rules is not None else _core._recognize(puzzles)[0] or 9
    inferred = None if side == 9 else f"{side}x{side}"
    if malformed == "raise":
        all_keys = keys_of(puzzles, inferred=inferred, symbols=symbols)
        return all_keys, np.arange(len(all_keys))
    known = rules if inferred is None else inferred
    cells = _core._cells(puzzles, malformed="mark", rules=known, symbols=symbols)
    cells = cells.reshape(-1, rules_of(known, puzzles).side ** 2)
    good = np.flatnonzero(cells[:, 0] != MALFORMED)
    return keys_of(selected(puzzles, good) if carry else cells[good], inferred=inferred), good


def has_classes(rules: Rules) -> bool:
    """Whether puzzles have canonical forms. They have none if the rules have too many symmetries to enumerate."""
    try:
        _core.fingerprint(np.zeros((1, rules.side**2), np.uint8), rules=rules)
    except RulesError:
        return False
    return True


def _groups(keys: npt.NDArray[np.uint64]) -> tuple[_Indices, _Indices]:
    """A group number for each key, and the first key of each group."""
    order, starts = runs(keys[:, 0], keys[:, 1])
    numbers = np.empty(len(keys), np.intp)
    numbers[order] = np.repeat(np.arange(len(starts)), np.diff(starts, append=len(keys)))
    return numbers, order[starts]


def dedupe(
    puzzles: Any,
    *,
    by: By = "exact",
    rules: object = None,
    symbols: str | None = None,
    threads: SupportsIndex | None = None,
    malformed: _Malformed = "raise",
) -> _Indices:
    """The numbers of the distinct puzzles: the first of each group of equivalent puzzles, in increasing order.

    Parameters
    ----------
    puzzles : puzzles, path, table, records, Puzzles or Source
        Anything that :func:`scan` reads. Stored solutions are not compared.
    by : {"exact", "class", "solution_class"}
        Which puzzles are equivalent: equal ones, those related by a symmetry, or those whose solutions are. If rows
        have different rules, ``"exact"`` compares grid and rules; the others need the same rules for all rows.
    rules : None, name, or Rules
        As for :func:`bitdoku.solve`. None means rules inferred from the side, such as ``"6x6"``.
    symbols : str, optional
        One character for each digit, in text and in files, as for :func:`bitdoku.solve`.
    threads : int, optional
    malformed : {"raise", "drop"}
        Whether malformed rows raise, or are omitted; the numbers of the other rows stay the same.

    Returns
    -------
    ndarray of intp

    Raises
    ------
    PuzzleError
        A row is malformed, or ``puzzles`` is a pair of puzzles and their solutions.
    RulesError
        Rows have different rules, and ``by`` is not ``"exact"``.

    Examples
    --------
    >>> import bitdoku as bd
    >>> puzzle = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
    >>> puzzles = [puzzle, bd.shuffle(puzzle, seed=1), "." * 81, puzzle]
    >>> bd.datasets.dedupe(puzzles)
    array([0, 1, 2])
    >>> bd.datasets.dedupe(puzzles, by="class")
    array([0, 2])
    """
    keys, numbers = _keyed(puzzles, malformed, Keys(by, rules, symbols, threads))
    _, first = _groups(keys)
    return numbers[np.sort(first)]


def _uniform(keys: npt.NDArray[np.uint64], seed: Any) -> npt.NDArray[np.uint64]:
    """A word for each key, a function of key and seed: the splitmix64 finalizer over both halves."""
    if isinstance(seed, np.random.Generator):
        words = seed.integers(0, 1 << 64, 2, np.uint64)
    else:
        sequence = seed if isinstance(seed, np.random.SeedSequence) else np.random.SeedSequence(_number(seed))
        words = sequence.generate_state(2, np.uint64)
    return mix(mix(keys[:, 0] ^ words[0]) + keys[:, 1] ^ words[1])


def _number(seed: Any) -> int:
    if isinstance(seed, bool | np.bool_ | np.ndarray) or not hasattr(seed, "__index__"):
        raise TypeError(f"seed is {kind(seed)}; expected a whole number, a numpy SeedSequence or Generator")
    return whole("seed", seed)


class _Options(TypedDict, total=False):
    by: By
    exact: bool
    rules: object
    symbols: str | None
    threads: SupportsIndex | None
    malformed: _Malformed


@overload
def split(
    puzzles: Any, fractions: Sequence[float], *, seed: Any, **options: Unpack[_Options]
) -> tuple[_Indices, ...]: ...
@overload
def split(
    puzzles: Any, fractions: Mapping[str, float], *, seed: Any, **options: Unpack[_Options]
) -> dict[str, _Indices]: ...
def split(
    puzzles: Any,
    fractions: Sequence[float] | Mapping[str, float],
    *,
    seed: Any,
    by: By = "class",
    exact: bool = False,
    rules: object = None,
    symbols: str | None = None,
    threads: SupportsIndex | None = None,
    malformed: _Malformed = "raise",
) -> tuple[_Indices, ...] | dict[str, _Indices]:
    """Split a set into parts that have no class in common.

    The part of a puzzle depends only on its class and the seed. A puzzle stays in its part when the set grows, is
    shuffled, or is processed in pieces. The sizes of the parts match the fractions on average, not exactly.

    With ``exact=True`` the sizes match the fractions, rounded by largest remainder, as closely as whole classes allow.
    The part of a puzzle then also depends on the other puzzles, but not on their order.

    Parameters
    ----------
    puzzles, rules, symbols, threads, malformed
        As for :func:`dedupe`.
    fractions : sequence of float, or mapping of names to float
        The fractions of the parts; they add up to 1.
    seed : int, numpy SeedSequence or Generator
        A Generator advances, so the next split differs.
    by : {"class", "solution_class", "exact"}
        The equivalence; equivalent puzzles are in the same part.
    exact : bool
        Whether the sizes match the fractions exactly rather than on average.

    Returns
    -------
    tuple of ndarray of intp, or dict of them
        The numbers of the puzzles of each part, in increasing order.

    Raises
    ------
    ValueError
        If a fraction is negative or they do not add up to 1.

    Examples
    --------
    >>> import bitdoku as bd
    >>> puzzle = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
    >>> moved = bd.shuffle(puzzle, seed=1, copies=100)
    >>> parts = bd.datasets.split(moved, {"train": 0.9, "test": 0.1}, seed=7)
    >>> {name: len(part) for name, part in parts.items()}
    {'train': 100, 'test': 0}
    >>> made = bd.generate(10, seed=1).puzzle
    >>> [len(part) for part in bd.datasets.split(made, [0.75, 0.25], seed=7, exact=True)]
    [8, 2]
    """
    shares = checked_shares(fractions)
    if seed is None:
        raise TypeError("seed is None; expected a seed, so that the split can be repeated")
    keys, numbers = _keyed(puzzles, malformed, Keys(by, rules, symbols, threads))
    parts = assign_exact_parts(keys, shares, seed) if flag("exact", exact) else assign_parts(keys, shares, seed)
    result = tuple(numbers[parts == part] for part in range(len(shares)))
    return dict(zip(fractions, result, strict=True)) if isinstance(fractions, Mapping) else result


def checked_shares(
    fractions: Sequence[float] | Mapping[str, float], what: str = "fractions are"
) -> npt.NDArray[np.float64]:
    """The checked shares of the parts of a split; ``what`` begins the message of an error."""
    given: Any = list(fractions.values()) if isinstance(fractions, Mapping) else fractions
    numbers = given.tolist() if isinstance(given, np.ndarray) else given
    if not isinstance(numbers, list | tuple) or not all(
        isinstance(n, Real) and not isinstance(n, bool) for n in numbers
    ):
        raise TypeError(f"{what} {shown(fractions)}; expected a sequence of numbers, or a mapping of names to numbers")
    shares = np.asarray(numbers if all(0 <= n < 2 for n in numbers) else [], dtype=float)
    if abs(shares.sum() - 1) > 1e-6:
        raise ValueError(f"{what} {shown(fractions)}; expected nonnegative numbers that add up to 1")
    # Single precision and decimal thirds add up to 1 only approximately.
    return shares if abs(shares.sum() - 1) <= 1e-9 else shares / shares.sum()


def assign_parts(keys: npt.NDArray[np.uint64], shares: npt.NDArray[np.float64], seed: Any) -> _Indices:
    """The number of the part of each key, a function of key and seed."""
    # In units of 2^-53, which floats represent exactly.
    bounds = np.rint(np.cumsum(shares)[:-1] * 2.0**53).astype(np.uint64)
    words = _uniform(keys, seed)
    return np.searchsorted(bounds, words >> np.uint64(11), side="right")


def assign_exact_parts(keys: npt.NDArray[np.uint64], shares: npt.NDArray[np.float64], seed: Any) -> _Indices:
    """The number of the part of each key, with part sizes as close to the shares as possible.

    Classes are placed by size, largest first, each in a random part with room for it; classes of one puzzle fill the
    parts. If there are too few of these, moving and swapping classes brings the sizes closer.
    """
    numbers, first = _groups(keys)
    sizes = np.bincount(numbers, minlength=len(first))
    words = _uniform(keys[first], seed)
    # Ties are broken by key, so that the result does not depend on the order of the puzzles.
    order = np.lexsort((keys[first, 1], keys[first, 0], words, -sizes))
    sizes, words = sizes[order], words[order]
    room = _largest_remainder(shares, len(keys))
    chosen = np.empty(len(order), np.intp)
    several = int(np.count_nonzero(sizes > 1))
    for i, (size, word) in enumerate(zip(sizes[:several].tolist(), words[:several].tolist(), strict=True)):
        # A part is drawn in proportion to its room; if no part has room for the class, it goes to the one with most.
        weights = np.where(room >= size, room, 0)
        if weights.any():
            chosen[i] = np.searchsorted(np.cumsum(weights), (word >> 11) * 2.0**-53 * weights.sum(), side="right")
        else:
            chosen[i] = room.argmax()
        room[chosen[i]] -= size
    # Classes of one puzzle follow in random order; parts that are too full leave some of the room unused.
    ends = np.minimum(np.cumsum(np.maximum(room, 0)), len(order) - several)
    counts = np.diff(ends, prepend=0)
    chosen[several:] = np.repeat(np.arange(len(shares)), counts)
    _even_out(sizes, chosen, room - counts)
    parts = np.empty(len(order), np.intp)
    parts[order] = chosen
    return parts[numbers]


def _largest_remainder(shares: npt.NDArray[np.float64], n: int) -> _Indices:
    """Whole numbers with sum n in the ratio of the shares."""
    wanted = np.round(shares * n, 6)  # errors of rounding must not decide
    sizes = np.floor(wanted).astype(np.intp)
    left = max(0, n - int(sizes.sum()))
    sizes[np.argsort(sizes - wanted, kind="stable")[:left]] += 1
    return sizes


def _even_out(sizes: _Indices, chosen: _Indices, room: _Indices) -> None:
    """Move classes and swap pairs of them while that brings the sizes of the parts closer to the wanted sizes.

    ``sizes`` and ``chosen`` are the size and the part of each class, ``room`` what the parts lack; in place.
    """
    while (room < 0).any():
        best: tuple[int, int, int, int, int] | None = None
        for full in np.flatnonzero(room < 0).tolist():
            for lacking in np.flatnonzero(room > 0).tolist():
                given = np.unique(sizes[chosen == full])
                taken = np.unique(np.append(sizes[chosen == lacking], 0))  # 0: nothing comes back
                change = given[:, None] - taken[None, :]
                gain = -room[full] + room[lacking] - abs(room[full] + change) - abs(room[lacking] - change)
                at = np.unravel_index(gain.argmax(), gain.shape)
                if gain[at] > (0 if best is None else best[0]):
                    best = int(gain[at]), full, lacking, int(given[at[0]]), int(taken[at[1]])
        if best is None:
            return
        _, full, lacking, size, back = best
        there = np.flatnonzero((chosen == full) & (sizes == size))[0]
        if back:
            chosen[np.flatnonzero((chosen == lacking) & (sizes == back))[0]] = full
        chosen[there] = lacking
        room[full] += size - back
        room[lacking] -= size - back


@dataclass(frozen=True, eq=False)
class Leaks:
    """Test puzzles with an equivalent in the training set; ``.clean`` is true if there are none."""

    test: npt.NDArray[np.intp]
    """Numbers of the leaking test puzzles, in increasing order."""
    train: npt.NDArray[np.intp]
    """The number of the first equivalent training puzzle for each of them."""

    @property
    def clean(self) -> bool:
        """Whether no test puzzle leaks."""
        return not len(self.test)

    def __len__(self) -> int:
        return len(self.test)

    def __bool__(self) -> bool:
        raise TypeError("the truth value of leaks is ambiguous; use leaks.clean or len(leaks)")

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Leaks):
            return NotImplemented
        return np.array_equal(self.test, other.test) and np.array_equal(self.train, other.train)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"<{len(self)} leaks>" if len(self) != 1 else "<1 leak>"


def leaks(
    train: Any,
    test: Any,
    *,
    by: By = "class",
    rules: object = None,
    symbols: str | None = None,
    threads: SupportsIndex | None = None,
    malformed: _Malformed = "raise",
) -> Leaks:
    """The test puzzles that are equivalent to training puzzles.

    Parameters
    ----------
    train, test : puzzles, path, table, records, Puzzles or Source
        As for :func:`dedupe`, and so are ``rules``, ``symbols``, ``threads`` and
        ``malformed``.
    by : {"class", "solution_class", "exact"}
        The equivalence. "solution_class" also finds puzzles with other givens and an equivalent solution.

    Returns
    -------
    Leaks
        ``.test`` and ``.train`` are numbers of puzzles; ``len()`` is the number of leaking test puzzles.

    Examples
    --------
    >>> import bitdoku as bd
    >>> puzzle = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
    >>> found = bd.datasets.leaks(["." * 81, puzzle], [bd.shuffle(puzzle, seed=1), "1" + "." * 80])
    >>> found, found.test, found.train
    (<1 leak>, array([0]), array([1]))
    """
    keys_of = Keys(by, rules, symbols, threads)
    with puzzles_named("train"):
        train_keys, train_numbers = _keyed(train, malformed, keys_of)
    with puzzles_named("test"):
        test_keys, test_numbers = _keyed(test, malformed, keys_of)
    numbers, first = _groups(np.concatenate([train_keys, test_keys]))
    # The training set comes first, so it holds the first key of a leaking group.
    match = first[numbers[len(train_keys) :]]
    leaking = np.flatnonzero(match < len(train_keys))
    return Leaks(test_numbers[leaking], train_numbers[match[leaking]])


def mix(words: npt.NDArray[np.uint64]) -> npt.NDArray[np.uint64]:
    """The splitmix64 finalizer, a permutation of 64-bit words."""
    words = (words ^ (words >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    words = (words ^ (words >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return words ^ (words >> np.uint64(31))

"""Training folders of the Hierarchical Reasoning Model (HRM) and the Tiny Recursive Model (TRM), and their CSV files.

.. code-block:: text

    <folder>/identifiers.json                           ["<blank>"]
    <folder>/{train,test}/dataset.json
    <folder>/{train,test}/all__inputs.npy               (E, 81)  digit + 1, so 1 for blank; 0 is padding, never written
    <folder>/{train,test}/all__labels.npy               (E, 81)  digit + 1
    <folder>/{train,test}/all__puzzle_identifiers.npy   (E,)     0
    <folder>/{train,test}/all__puzzle_indices.npy       (E + 1,) 0 … E
    <folder>/{train,test}/all__group_indices.npy        (G + 1,) the start of each original, which its copies follow

Boards are uint8, the other arrays int32. Folders are written atomically (under a temporary name, fsync, rename). Memory
is bounded regardless of the number of copies.
"""

from __future__ import annotations

import json
import os
import shutil
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, SupportsIndex

import numpy as np

from bitdoku import _core
from bitdoku._arguments import path_of, puzzles_named, resolve_seed
from bitdoku._atomic import synchronize
from bitdoku._core import _whole as whole
from bitdoku._errors import FormatError, PuzzleError, cell_name
from bitdoku.datasets._io.read import expect_solutions, read, scan

if TYPE_CHECKING:
    import numpy.typing as npt

    from bitdoku._table import Puzzles
    from bitdoku.typing import SeedLike

    _Boards = npt.NDArray[np.uint8]
    _Numbers = npt.NDArray[np.int32]

_METADATA = {
    "pad_id": 0,
    "ignore_label_id": 0,
    "blank_identifier_id": 0,
    "vocab_size": 11,
    "seq_len": 81,
    "num_puzzle_identifiers": 1,
    "mean_puzzle_examples": 1,
    "sets": ["all"],
}

#: The largest number of boards in a part.
_MOST = (1 << 31) - 1

#: Boards processed at a time: some megabytes.
_BLOCK = 1 << 16


@dataclass(frozen=True, eq=False)
class HrmPart:
    """One part (train or test) of an HRM folder; unpacks to puzzles and solutions.

    Attributes
    ----------
    puzzle, solution : uint8 arrays of shape (n, 9, 9)
        Digits, 0 where blank.
    groups : int32 array of shape (g + 1,)
        Rows ``groups[k]`` to ``groups[k + 1] - 1`` are an original and its copies.
    """

    puzzle: _Boards
    solution: _Boards
    groups: _Numbers

    def __iter__(self) -> Iterator[_Boards]:
        return iter((self.puzzle, self.solution))

    def __len__(self) -> int:
        return len(self.puzzle)

    def __repr__(self) -> str:
        return f"<{len(self)} boards in {len(self.groups) - 1} groups>"


def write_hrm(
    folder: str | os.PathLike[str],
    *,
    train: Any,
    test: Any = None,
    augment: int = 0,
    seed: SeedLike = None,
    threads: SupportsIndex | None = None,
) -> None:
    """Write a folder for the data loaders of HRM and TRM.

    Parameters
    ----------
    folder : path
        A new or empty folder. It is written atomically.
    train, test : path, table, Source or Puzzles
        Puzzles with solutions. ``Rows(puzzles, solutions)`` holds two arrays.
    augment : int
        Number of copies after each training puzzle: random members of its class, drawn uniformly by
        :func:`bitdoku.shuffle`. Test puzzles are never augmented.
    seed : int, numpy SeedSequence, numpy Generator or None
        Copy k of puzzle i is transformation ``i * augment + k`` of this seed; None draws a random seed.
    threads : int, optional

    Raises
    ------
    PuzzleError
        If a row is malformed, or a solution does not solve its puzzle.
    FileExistsError
        If the folder is not empty.

    Examples
    --------
    >>> import bitdoku as bd, tempfile
    >>> made = bd.generate(3, seed=1)
    >>> with tempfile.TemporaryDirectory() as parent:
    ...     bd.datasets.write_hrm(f"{parent}/sudoku", train=made, augment=4, seed=2)
    ...     bd.datasets.read_hrm(f"{parent}/sudoku")
    {'train': <15 boards in 3 groups>}
    """
    augment, resolved = whole("augment", augment, most=_MOST), resolve_seed(seed)
    parts = {"train": _pair("train", train, augment, threads)}
    if test is not None:
        parts["test"] = _pair("test", test, 0, threads)
    target = Path(path_of("folder", folder, "the name of a folder")).absolute()
    if target.exists() and (not target.is_dir() or any(target.iterdir())):
        raise FileExistsError(f"{target} exists; expected a new or empty folder")
    target.parent.mkdir(parents=True, exist_ok=True)
    unfinished = Path(tempfile.mkdtemp(dir=target.parent, prefix=f".{target.name}.", suffix=".part"))
    try:
        (unfinished / "identifiers.json").write_text(json.dumps(["<blank>"]))
        for name, (puzzles, solutions) in parts.items():
            (unfinished / name).mkdir()
            _write_part(unfinished / name, puzzles, solutions, augment if name == "train" else 0, resolved, threads)
        for path in unfinished.rglob("*"):
            synchronize(path)
        # mkdtemp makes private folders; the result gets the usual permissions.
        unfinished.chmod((unfinished / next(iter(parts))).stat().st_mode & 0o7777)
        synchronize(unfinished)
        os.replace(unfinished, target)
    except BaseException:
        shutil.rmtree(unfinished, ignore_errors=True)
        raise
    synchronize(target.parent)


def _pair(name: str, given: Any, augment: int, threads: SupportsIndex | None) -> tuple[_Boards, _Boards]:
    """Puzzles and checked solutions as digits, shape (n, 81)."""
    with puzzles_named(name):
        rows = read(given)
    if rows.solution is None:
        raise TypeError(f"{name} has no solutions; expected Puzzles or a file with both")
    if rows.candidates is not None:
        raise FormatError(f"{name} has candidates; the format is for puzzles of givens")
    if rows.side != 9 or rows.digits not in (None, 9):
        size = f"side {rows.side}" if rows.side != 9 else f"{rows.digits} digits"
        raise PuzzleError(f"{name} has boards of {size}; the format is for 9")
    if len(rows) * (augment + 1) > _MOST:
        raise ValueError(f"{name} would have {len(rows) * (augment + 1)} boards; the format counts to 2^31 - 1")
    expect_solutions(rows.puzzle, rows.solution, name, threads=threads)
    return rows.puzzle.reshape(-1, 81), rows.solution.reshape(-1, 81)


def _write_part(
    folder: Path,
    puzzles: _Boards,
    solutions: _Boards,
    augment: int,
    seed: SupportsIndex | np.random.SeedSequence,
    threads: SupportsIndex | None,
) -> None:
    groups, size = len(puzzles), augment + 1
    with (folder / "all__inputs.npy").open("wb") as inputs, (folder / "all__labels.npy").open("wb") as labels:
        for file in (inputs, labels):
            header = {"descr": "|u1", "fortran_order": False, "shape": (groups * size, 81)}
            np.lib.format.write_array_header_1_0(file, header)
        step = max(1, _BLOCK // size)
        for first in range(0, groups, step):
            pair = puzzles[first : first + step], solutions[first : first + step]
            copies = (
                _core.shuffle(*pair, seed=seed, copies=augment, start=first * augment, threads=threads)
                if augment
                else (None, None)
            )
            for file, originals, moved in zip((inputs, labels), pair, copies, strict=True):
                block = np.empty((len(originals), size, 81), np.uint8)
                block[:, 0] = originals
                if moved is not None:
                    block[:, 1:] = moved
                block += 1
                file.write(block.data)
    for name, numbers in {
        "puzzle_identifiers": np.zeros(groups * size, np.int32),
        "puzzle_indices": np.arange(groups * size + 1, dtype=np.int32),
        "group_indices": np.arange(0, groups * size + 1, size, dtype=np.int32),
    }.items():
        np.save(folder / f"all__{name}.npy", numbers)
    metadata = {**_METADATA, "total_groups": groups, "total_puzzles": groups}
    (folder / "dataset.json").write_text(json.dumps(metadata))


def read_hrm(folder: str | os.PathLike[str]) -> dict[str, HrmPart]:
    """Read the parts of a folder for HRM or TRM.

    Parameters
    ----------
    folder : path
        With subfolders ``train``, ``test`` or both.

    Returns
    -------
    dict of str to HrmPart

    Raises
    ------
    FileNotFoundError
        If there is neither part, or a file of a part is missing.
    FormatError, PuzzleError
        If a file or a board is malformed; the message names it.

    Examples
    --------
    >>> import bitdoku as bd, tempfile
    >>> made = bd.generate(2, seed=1)
    >>> with tempfile.TemporaryDirectory() as parent:
    ...     bd.datasets.write_hrm(f"{parent}/sudoku", train=made, test=made)
    ...     puzzles, solutions = bd.datasets.read_hrm(f"{parent}/sudoku")["test"]
    >>> bool((puzzles == made.puzzle).all())
    True
    """
    root = Path(path_of("folder", folder, "the name of a folder"))
    parts = {name: _read_part(root / name) for name in ("train", "test") if (root / name).is_dir()}
    if not parts:
        raise FileNotFoundError(f"{root} has neither a folder train nor a folder test")
    return parts


def _read_part(folder: Path) -> HrmPart:
    rows = read(folder)
    solution = _complete(rows)
    starts = np.flatnonzero(np.diff(rows["group"], prepend=-1))
    return HrmPart(rows.puzzle, solution, np.append(starts, len(rows)).astype(np.int32))


def _complete(rows: Puzzles) -> _Boards:
    """The solutions of rows that have some. Raises PuzzleError if one has a blank cell."""
    assert rows.solution is not None, "the file has a place for them"
    blank = (rows.solution == 0).any(axis=(1, 2))
    if blank.any():
        i = int(np.argmax(blank))
        cell = cell_name(*divmod(int(np.argmin(rows.solution[i])), rows.side))
        raise PuzzleError(f"{rows.place(i)} (solution): {cell} is blank; expected 1..{rows.side}")
    return rows.solution


def from_extreme_csv(
    path: str | os.PathLike[str],
    *,
    subsample_size: int | None = None,
    min_difficulty: int | None = None,
    seed: int | None = None,
) -> tuple[_Boards, _Boards]:
    r"""Read a CSV file in the format of sudoku-extreme, with columns ``question``, ``answer`` and ``rating``.

    Rows are selected as the builder of HRM and TRM does: first by rating, in the order of the file; then, if more than
    ``subsample_size`` rows remain, that many of them in random order. With seed s these are the rows of the builder
    after ``numpy.random.seed(s)``.

    Parameters
    ----------
    path : path
        May be compressed.
    subsample_size : int, optional
        Maximum number of puzzles. The builder applies it to the training part only.
    min_difficulty : int, optional
        Minimum rating.
    seed : int, optional
        From 0 to 2**32 - 1; None draws a random seed.

    Returns
    -------
    puzzles, solutions : uint8 arrays of shape (n, 9, 9)

    Raises
    ------
    PuzzleError
        If a row is malformed, or its answer has a blank; the message names the line.
    FormatError
        If a column is missing.
    ValueError
        If a rating is not a whole number.

    Examples
    --------
    >>> import bitdoku as bd, pathlib, tempfile
    >>> puzzle = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     file = pathlib.Path(folder, "train.csv")
    ...     _ = file.write_text(f"source,question,answer,rating\nours,{puzzle},{bd.solve(puzzle).solution},52\n")
    ...     puzzles, solutions = bd.datasets.from_extreme_csv(file, min_difficulty=50)
    >>> puzzles.shape
    (1, 9, 9)
    """
    lowest = None if min_difficulty is None else whole("min_difficulty", min_difficulty, least=-(1 << 62), most=1 << 62)
    size = None if subsample_size is None else whole("subsample_size", subsample_size)
    state = np.random.RandomState(None if seed is None else whole("seed", seed, most=(1 << 32) - 1))
    taken = [np.zeros((0, 2, 9, 9), np.uint8)]
    with scan(path_of("path", path), puzzle="question", solution="answer", format="csv", side=9) as source:
        for rows in source:
            if lowest is not None:
                rows = rows[np.flatnonzero(_ratings(rows) >= lowest)]
            taken.append(np.stack([rows.puzzle, _complete(rows)], axis=1))
    chosen = np.concatenate(taken)
    if size is not None and size < len(chosen):
        chosen = chosen[state.choice(len(chosen), size, replace=False)]
    return chosen[:, 0], chosen[:, 1]


def _ratings(rows: Puzzles) -> npt.NDArray[np.int64]:
    if "rating" not in rows.columns:
        raise FormatError(f"{rows.name}: no column 'rating' among {', '.join(map(repr, rows.columns))}")
    texts = rows["rating"].tolist()
    try:
        return np.array([int(text or "") for text in texts], np.int64)
    except ValueError:
        i = next(i for i, text in enumerate(texts) if not (text or "").strip().lstrip("+-").isdecimal())
        raise ValueError(f"{rows.place(i)}: rating is {texts[i]!r}; expected a whole number") from None

"""Depth ratings: the values of the original program, and what changes nothing."""

from __future__ import annotations

import lzma
from functools import cache
from pathlib import Path

import numpy as np
import pytest

import bitdoku as bd
from benchmark_sets import ratings

#: A puzzle of T&E depth 2.
DEEP = ".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7....."


@cache
def own() -> tuple[list[str], np.ndarray]:
    """2,000 puzzles with T&E depth and B."""
    with lzma.open(Path(__file__).parent / "data" / "depth.txt.xz", "rt") as file:
        rows = [line.split(":") for line in file.read().splitlines()[1:]]
    return [row[0] for row in rows], np.array([row[1:] for row in rows], float)


def test_values_are_those_of_the_original() -> None:
    puzzles, values = own()
    rated = bd.rate(puzzles, columns=["te", "b", "bxb", "bxbb"])
    np.testing.assert_array_equal(np.column_stack([rated["te"], rated["b"]]), values)
    assert not rated["bxb"].any()
    assert not rated["bxbb"].any()


@pytest.mark.parametrize("count", [300, pytest.param(2000, marks=pytest.mark.slow)])
def test_equivalent_puzzles_have_equal_values(count: int) -> None:
    puzzles, values = own()
    rated = bd.rate(bd.shuffle(puzzles[-count:], seed=3), columns=["te", "b"])
    np.testing.assert_array_equal(np.column_stack([rated["te"], rated["b"]]), values[-count:])


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "column"), [("TE-depth", "te"), ("B", "b"), ("BxB", "bxb"), ("BxBB", "bxbb")])
def test_values_are_those_of_the_table(kind: str, column: str) -> None:
    rows = ratings("depth")
    if rows is None:
        pytest.skip("needs ratings/depth.tsv.xz beside BITDOKU_PUZZLES")
    rows = [row for row in rows if row[1] == kind]
    if column == "bxb":
        rows = rows[::8]
    found = bd.rate([row[0] for row in rows], columns=column)[column]
    assert [(row, f) for row, f in zip(rows, found.tolist(), strict=True) if f != float(row[2])] == []


def test_a_deep_puzzle() -> None:
    te, b, bxb, bxbb = bd.rate(DEEP, columns=["te", "b", "bxb", "bxbb"]).item()
    assert (te, b, bxbb) == (2, np.inf, 0)
    assert 1 <= bxb < 9
    assert bd.rate(bd.shuffle(DEEP, seed=1), columns="bxb")["bxb"] == bxb


def test_a_budget_that_runs_out() -> None:
    te, _, bxb, bxbb = bd.rate(DEEP, columns=["te", "b", "bxb", "bxbb"], budget=3).item()
    assert te == 255
    assert np.isnan([bxb, bxbb]).all()


def test_targets() -> None:
    made = bd.generate(3, seed=1, difficulty={"b": 5}).puzzle
    assert bd.rate(made, columns="b")["b"].tolist() == [5, 5, 5]
    assert not bd.Difficulty(te=(2, 3)).fits(made).any()
    assert bd.Difficulty(te=2, bxb=(1, 9)).fits([DEEP]).all()
    easy = bd.generate(2, seed=2).puzzle
    harder = bd.harder(easy, seed=1, rounds=10, by="b")
    before, after = (bd.rate(puzzles, columns="b")["b"] for puzzles in (easy, harder))
    assert (after >= before).all()
    assert after.sum() > before.sum()

"""Rows with rules of their own in functions that compare or transform grids, in Python and on the command line."""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import bitdoku as bd
from bitdoku.datasets import audit, build, dedupe, leaks, read, split, write
from command_line import Run

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

OWN = "rows have rules of their own"
#: Blank grids that differ only in their cages, the last a copy of the first.
ROWS = bd.compose(6, kind="killer_cage", seed=1)[[0, 1, 2, 3, 4, 5, 0]]


@pytest.fixture
def file(tmp_path: Path) -> str:
    write(tmp_path / "killers.jsonl", ROWS)
    return str(tmp_path / "killers.jsonl")


@pytest.mark.parametrize("form", [lambda file: ROWS, lambda file: [*ROWS], lambda file: file])
def test_exact_compares_grids_with_their_rules(form: Callable[[str], Any], file: str) -> None:
    rows = form(file)
    assert dedupe(rows, by="exact").tolist() == [0, 1, 2, 3, 4, 5]
    parts = split(rows, [0.5, 0.5], seed=1, by="exact")
    assert sorted(np.concatenate(parts)) == [*range(7)]
    assert all(len(part) for part in parts)
    assert any({0, 6} <= {*part.tolist()} for part in parts)
    assert leaks(ROWS[:1], rows, by="exact").test.tolist() == [0, 6]
    for compared in (lambda: dedupe(rows, by="class"), lambda: split(rows, [1.0], seed=1)):
        with pytest.raises(bd.RulesError, match=f"{OWN}: only by='exact'"):
            compared()


def test_rules_differ_between_sets() -> None:
    one, other = ROWS[:1], ROWS[1:2]
    assert len(leaks(one, other, by="exact")) == 0
    assert len(leaks(one, one)) == len(audit(one, against=one).findings["leak"]) == 1
    with pytest.raises(bd.RulesError, match=OWN):
        leaks(one, other)
    audits: list[Callable[[], object]] = [
        lambda: audit(one, against=other),
        lambda: audit(ROWS),
        lambda: audit(other, rules="x"),
    ]
    for compared in audits:
        with pytest.raises(bd.RulesError, match=OWN) as caught:
            compared()
        assert len(str(caught.value)) < 150


def test_same_parts_as_a_build(tmp_path: Path) -> None:
    shares = {"train": 0.5, "test": 0.5}
    build(tmp_path, seed=3, rules="killer_cage", generate={"n": 6}, split=shares, write={"format": "jsonl"})
    made = bd.compose(6, kind="killer_cage", seed=3)
    for name, numbers in split(made, shares, seed=3, by="exact").items():
        assert read(next(tmp_path.rglob(f"*{name}*.jsonl")))["index"].tolist() == numbers.tolist()


@pytest.mark.parametrize("function", [bd.canonical, bd.fingerprint, partial(bd.shuffle, seed=1)])
def test_transformed_grids_would_lose_their_rules(function: Callable[..., Any]) -> None:
    for puzzles in (ROWS, ROWS[0], [ROWS[1]], bd.Board(ROWS[0])):
        with pytest.raises(bd.RulesError, match=f"{OWN} .* × killer cage.* does not transform; pass rules="):
            function(puzzles)
    function(ROWS[0], rules=ROWS[0].rules)
    function(bd.generate(1, seed=1, rules="x"))


@pytest.mark.parametrize(
    ("command", "message"),
    [
        ("dedupe {} --by class -o {}.out.jsonl", f"{OWN}: only --by exact compares"),
        ("split {} --seed 1 -o {}{{part}}.jsonl", f"{OWN}: only --by exact compares"),
        ("shuffle {} --copies 2", rf"{OWN} \(\d+ × killer cage\), .*; --rules uses the symmetries"),
        ("canonical {}", rf"{OWN} \(\d+ × killer cage\), .*; --rules uses the symmetries"),
        ("audit {}", rf"killers.jsonl:2: {OWN} \(\d+ × killer cage\), other rules"),
        ("audit {} --rules x", rf"killers.jsonl:1: {OWN} \(\d+ × killer cage\), other rules than expected \(diag"),
        ("solve {} --rules x", rf"killers.jsonl:1: {OWN} \(\d+ × killer cage\), other rules than expected \(diag"),
    ],
)
def test_refusals_of_the_command_line(command: str, message: str, file: str) -> None:
    done = Run(*command.format(file, file).split())
    assert done.code
    assert re.search(message, done.err), done.err
    assert not done.out


def test_exact_on_the_command_line(file: str, tmp_path: Path) -> None:
    target = tmp_path / "k.jsonl"
    assert "6 kept, 1 removed" in Run("dedupe", file, "-o", target).err
    assert [*read(target)["rules"]] == [*ROWS[:6]["rules"]]
    parts = ["--parts", "a=0.5,b=0.5", "--seed", "1", "-o", file + "{part}.jsonl"]
    assert Run("split", file, "--by", "exact", *parts).code == 0
    expected = split(ROWS, {"a": 0.5, "b": 0.5}, seed=1, by="exact")
    for name, numbers in expected.items():
        assert [*read(f"{file}{name}.jsonl")["rules"]] == [*ROWS[numbers]["rules"]]

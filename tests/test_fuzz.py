"""What reads foreign data, fed with data that are almost right: rules as JSON, links, Arrow columns.

``make fuzz-python`` runs these tests with a fuzzer.
"""

from __future__ import annotations

import copy
import json
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import bitdoku as bd
from bitdoku import links
from bitdoku.links._lzstring import compress
from variant_instances import INSTANCES, instance

if TYPE_CHECKING:
    from collections.abc import Callable

LEAVES = st.one_of(
    st.integers(-2, 12),
    st.sampled_from([None, True, False, "", "x", "R1C1", "R0C3", "r1c1", "1", "9" * 30, "9" * 3000, "\ud800", "\0"]),
    st.sampled_from([[], {}, [[0, 0]], [0, 0], ["R1C1"]]),
    st.sampled_from([2**31, 2**64, -(2**70), 1.5, float("nan"), float("inf")]),
    st.text(max_size=4),
)


@cache
def _documents() -> list[dict[str, Any]]:
    """Rules as JSON: some of each name."""
    return [instance(name, seed)[0].to_dict() for name in INSTANCES for seed in (1, 2)]


@cache
def _fpuzzles() -> list[dict[str, Any]]:
    """Puzzles of f-puzzles: some of each rule that it has."""
    found = []
    for name in INSTANCES:
        rules, puzzle = instance(name, 1)
        try:
            found.append(links.to_fpuzzles(puzzle, rules, title="t", solution=None))
        except bd.RulesError:
            continue
    assert len(found) > 15
    return found


def _places(data: Any) -> list[tuple[Any, Any]]:
    """All containers with each of their keys, breadth first."""
    places: list[tuple[Any, Any]] = []
    level = [data]
    while level:
        inner = []
        for node in level:
            keys = list(node) if isinstance(node, dict) else range(len(node))
            places += [(node, key) for key in keys]
            inner += [node[key] for key in keys if isinstance(node[key], dict | list)]
        level = inner
    return places


@st.composite
def bent(draw: st.DrawFn, which: Any) -> Any:
    """One of the documents with a few values replaced, dropped, moved or repeated."""
    documents = which()
    data = copy.deepcopy(documents[draw(st.integers(0, len(documents) - 1))])
    for _ in range(draw(st.integers(0, 3))):
        places = _places(data)
        node, key = places[draw(st.integers(0, len(places) - 1))]
        match draw(st.integers(0, 4)):
            case 0:
                node[key] = copy.deepcopy(draw(LEAVES))
            case 1:
                del node[key]
            case 2:
                other, its = places[draw(st.integers(0, len(places) - 1))]
                node[key] = copy.deepcopy(other[its])
            case 3 if isinstance(node, list):
                node.insert(key, copy.deepcopy(node[key]))
            case 3:
                node[draw(st.sampled_from(["rule", "cells", "value", "lines", "size", "x"]))] = node.pop(key)
            case _:
                node[key] = [node[key]]
        if not _places(data):
            break
    return data


def unless_refused(read: Callable[[], Any]) -> Any:
    """What a function returns; None if it refuses its data in one sentence."""
    try:
        return read()
    except (bd.RulesError, bd.PuzzleError) as error:
        text = str(error)
    assert 0 < len(text) < 2000
    assert "\n" not in text
    return None


@given(bent(_documents))
def test_rules_as_json(data: Any) -> None:
    rules = unless_refused(lambda: bd.Rules.from_json(json.dumps(data)))
    if rules is not None:
        again = bd.Rules.from_json(rules.to_json())
        assert again == rules
        assert hash(again) == hash(rules)
        assert bd.verdict(np.zeros((rules.side, rules.side), np.uint8), rules=rules, budget=5) in (0, 1, 2, 3)


@given(bent(_fpuzzles))
def test_fpuzzles(data: Any) -> None:
    shared = unless_refused(lambda: links.from_fpuzzles(data))
    if shared is not None:
        assert shared.puzzle.shape == (shared.rules.side,) * 2
        # Not all rules that a puzzle can be made of are rules of f-puzzles.
        link = unless_refused(lambda: links.write(shared.puzzle, shared.rules, title=shared.title))
        if link is not None:
            again = links.read(link)
            assert again.rules == shared.rules
            assert np.array_equal(again.puzzle, shared.puzzle)


@given(st.one_of(st.text(max_size=60), st.binary(max_size=40).map(lambda data: data.decode("latin-1"))), st.booleans())
def test_links(text: str, packed: bool) -> None:
    link = f"https://sudokupad.app/fpuzzles{compress(text)}" if packed else text
    assert unless_refused(lambda: links.read(link)) is None


PUZZLES = [
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
    "." * 81,
    "55" + "." * 79,
    "1" * 80,
    "",
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79  # a comment",
    "5" * 81 + "é",
]
TEXT_TYPES = ["string", "large_string", "string_view", "binary", "large_binary", "dictionary"]


@given(
    rows=st.lists(st.one_of(st.none(), st.sampled_from(PUZZLES), st.text(max_size=90)), max_size=12),
    kind=st.sampled_from(TEXT_TYPES),
    start=st.integers(0, 5),
    end=st.integers(0, 12),
    chunks=st.integers(1, 4),
)
def test_arrow_texts(rows: list[str | None], kind: str, start: int, end: int, chunks: int) -> None:
    pa = pytest.importorskip("pyarrow")
    if kind == "dictionary":
        column = pa.array(rows, pa.string()).dictionary_encode()
    elif "binary" in kind:
        column = pa.array([None if row is None else row.encode() for row in rows], getattr(pa, kind)())
    else:
        column = pa.array(rows, getattr(pa, kind)())
    column, rows = column[start:end], rows[start:end]
    if chunks > 1:
        cuts = [len(rows) * k // chunks for k in range(chunks + 1)]
        column = pa.chunked_array([column[a:b] for a, b in pairwise(cuts)], column.type)
    expected = [_alone(row) for row in rows]
    result = bd.solve(column, malformed="mark")
    assert result.verdict.tolist() == [verdict for verdict, _ in expected]
    solutions = [value.decode() if isinstance(value, bytes) else value for value in result.solution.to_pylist()]
    assert solutions == [solution for _, solution in expected]


def _alone(row: str | None) -> tuple[int, str]:
    if row is None:
        return bd.Verdict.MALFORMED, "." * 81
    result = bd.solve(row, malformed="mark")
    return result.verdict, result.solution


@given(
    rows=st.lists(
        st.one_of(st.none(), st.lists(st.integers(0, 11), min_size=80, max_size=82), st.just([0] * 81)), max_size=6
    ),
    width=st.sampled_from(["uint8", "int8", "int64", "uint16"]),
    fixed=st.booleans(),
    start=st.integers(0, 3),
    end=st.integers(0, 6),
)
def test_arrow_numbers(rows: list[list[int] | None], width: str, fixed: bool, start: int, end: int) -> None:
    pa = pytest.importorskip("pyarrow")
    if fixed:
        rows = [row if row is None else [*row, 0][:81] for row in rows]
    column = pa.array(rows, pa.list_(getattr(pa, width)(), 81 if fixed else -1))[start:end]
    result = bd.solve(column, malformed="mark")
    for row, verdict, solution in zip(
        rows[start:end], result.verdict.tolist(), result.solution.to_pylist(), strict=True
    ):
        if row is None or len(row) != 81 or max(row) > 9:
            assert (verdict, solution) == (bd.Verdict.MALFORMED, [0] * 81)
        else:
            alone = bd.solve(np.array(row, np.uint8))
            assert (verdict, solution) == (alone.verdict, alone.solution.tolist())

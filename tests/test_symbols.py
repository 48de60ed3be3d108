"""``symbols=``: every function answers a translated puzzle with the translated answer."""

from __future__ import annotations

import pickle
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import bitdoku as bd
from puzzles import EASY, EMPTY, FULL, HARD, HARD_SOLUTION, NONE, THREE

if TYPE_CHECKING:
    from collections.abc import Callable

ALPHABETS = ["987654321", "bxdfghjkq", "αβγδεζηθι", "🀇🀈🀉🀊🀋🀌🀍🀎🀏"]
TEXTS = [HARD, EASY, THREE, NONE, FULL]


def translated(value: Any, symbols: str) -> Any:
    """The same with other symbols."""
    if isinstance(value, str):
        return value.translate(str.maketrans("123456789", symbols))
    if isinstance(value, bytes | bytearray):
        return type(value)(translated(value.decode(), symbols).encode())
    return type(value)(translated(item, symbols) for item in value)


GRIDS: dict[str, Callable[..., Any]] = {
    "solve": lambda puzzles, **o: bd.solve(puzzles, **o).solution,
    "canonical": bd.canonical,
    "shuffle": lambda puzzles, **o: bd.shuffle(puzzles, seed=3, **o),
    "shuffle, with another": lambda puzzles, **o: bd.shuffle(puzzles, puzzles, seed=3, **o)[1],
    "shuffle, copies": lambda puzzles, **o: bd.shuffle(puzzles, seed=3, copies=2, **o),
    "transform": lambda puzzles, **o: bd.Transform.random(3)(puzzles, **o),
}
UNIQUE: dict[str, Callable[..., Any]] = {
    "minimize": lambda puzzles, **o: bd.minimize(puzzles, seed=3, **o),
    "harder": lambda puzzles, **o: bd.harder(puzzles, seed=3, rounds=1, **o),
}
ANSWERS: dict[str, Callable[..., Any]] = {
    "verdict": bd.verdict,
    "count": bd.count,
    "candidates": bd.candidates,
    "true candidates": lambda puzzles, **o: bd.candidates(puzzles, level="true", **o),
    "conflicts": bd.conflicts,
    "automorphisms": bd.automorphisms,
    "fingerprint": bd.fingerprint,
    "redundant": bd.redundant,
    "check": lambda puzzles, **o: bd.check(puzzles, puzzles, **o).cell_errors,
    "dedupe": lambda puzzles, **o: bd.datasets.dedupe(puzzles, by="class", **o),
    "split": lambda puzzles, **o: bd.datasets.split(puzzles, [0.5, 0.5], seed=1, **o)[0],
    "leaks": lambda puzzles, **o: bd.datasets.leaks(puzzles, puzzles, **o).test,
    "complete": lambda puzzles, **o: bd.check(puzzles, puzzles, **o).complete,
}


@pytest.mark.parametrize("symbols", ALPHABETS)
@pytest.mark.parametrize("name", [*GRIDS, *UNIQUE])
def test_grids_come_out_in_the_same_symbols(name: str, symbols: str) -> None:
    call = {**GRIDS, **UNIQUE}[name]
    texts = [HARD, EASY, FULL] if name in UNIQUE else TEXTS
    puzzles: Any
    for puzzles in (texts[1], texts[1].encode(), bytearray(texts[1].encode()), texts, tuple(texts)):
        assert call(translated(puzzles, symbols), symbols=symbols) == translated(call(puzzles), symbols)


@pytest.mark.parametrize("symbols", ALPHABETS)
@pytest.mark.parametrize("name", ANSWERS)
def test_other_answers_are_the_same(name: str, symbols: str) -> None:
    call = ANSWERS[name]
    texts = [HARD, EASY, FULL] if name == "redundant" else TEXTS
    for puzzles in (texts[0], texts):
        np.testing.assert_array_equal(call(translated(puzzles, symbols), symbols=symbols), call(puzzles))


@pytest.mark.parametrize("symbols", ALPHABETS)
def test_solutions(symbols: str) -> None:
    found = bd.solutions(translated(THREE, symbols), symbols=symbols)
    assert list(found) == translated(list(bd.solutions(THREE)), symbols)


@pytest.mark.parametrize("symbols", ALPHABETS)
@pytest.mark.parametrize("form", ["U81", "O", "T", "S400", "string", "large_string", "polars", "pandas"])
def test_arrays_and_columns_of_text(form: str, symbols: str) -> None:
    def make(texts: list[str]) -> Any:
        if form in ("polars", "pandas"):
            return pytest.importorskip(form).Series(texts)
        if "string" in form:
            pa = pytest.importorskip("pyarrow")
            return pa.array(texts, getattr(pa, form)())
        dtype: Any = np.dtypes.StringDType() if form == "T" else form
        return np.array([text.encode() for text in texts] if form == "S400" else texts, dtype)

    solution = bd.solve(make(translated(TEXTS, symbols)), symbols=symbols).solution
    assert type(solution) is type(make([]))
    assert [*solution] == [*make(translated(bd.solve(TEXTS).solution, symbols))]


def test_numbers_are_not_affected() -> None:
    digits = bd.to_array(TEXTS)
    np.testing.assert_array_equal(bd.solve(digits, symbols="ABCDEFGHI").solution, bd.solve(digits).solution)


@pytest.mark.parametrize("symbols", ["ABCDEFGHI", "αβγδεζηθι"])
def test_boards(symbols: str) -> None:
    plain = bd.Board(HARD, HARD_SOLUTION)
    board = bd.Board(translated(HARD, symbols), translated(HARD_SOLUTION, symbols), symbols=symbols)
    assert board.symbols == symbols
    np.testing.assert_array_equal(board.cells, plain.cells)
    assert str(board) == translated(str(plain), symbols)
    assert board.line() == translated(HARD_SOLUTION, symbols)
    givens = bd.Board(board.puzzle, symbols=symbols)
    assert givens.pencilmarks() == translated(bd.Board(HARD).pencilmarks(), symbols)
    for text in (str(board), board.text("ascii"), board.line()):
        np.testing.assert_array_equal(bd.Board(text, symbols=symbols).cells, board.cells)
    assert eval(repr(board), {"Board": bd.Board}) == board == pickle.loads(pickle.dumps(board)) == bd.Board(board)
    assert board != plain
    assert bd.Board(HARD, symbols="123456789") == bd.Board(HARD)


def test_case_and_blanks() -> None:
    puzzle = translated(HARD, "ABCDEFGHI").lower()
    for blank in "._0*?xX":
        assert bd.solve(puzzle.replace(".", blank), symbols="ABCDEFGHI").solution == translated(
            HARD_SOLUTION, "ABCDEFGHI"
        )
    # Both cases of a letter may be symbols of their own, and a blank that is a symbol is one.
    for symbols in ("aAbBcCdDx", "Xabcdefgh"):
        assert bd.solve(translated(HARD, symbols), symbols=symbols).solution == translated(HARD_SOLUTION, symbols)


def test_other_characters_are_refused_with_their_place() -> None:
    puzzle = "." * 10 + "5" + "." * 70
    with pytest.raises(bd.PuzzleError) as caught:
        bd.solve([EMPTY, puzzle], symbols="ABCDEFGHI")
    assert (caught.value.index, caught.value.cell) == ((1,), (1, 1))
    assert bd.verdict([EMPTY, puzzle], symbols="ABCDEFGHI", malformed="mark").tolist() == [2, 255]


@pytest.mark.parametrize(
    ("symbols", "kind", "message"),
    [
        ("ABCDEFGH", ValueError, "8 characters"),
        ("ABCDEFGHIJ", ValueError, "10 characters"),
        ("", ValueError, "0 characters"),
        ("z" * 5000, ValueError, "5000"),
        ("ABCDEFGHA", ValueError, "'A'"),
        ("ABCDEFG I", ValueError, "' '"),
        ("ABCDEFG.I", ValueError, "'.'"),
        ("ABCDEFGH|", ValueError, "symbol"),
        ("ABCDEFGH\ud800", ValueError, "symbols is"),
        (b"ABCDEFGHI", TypeError, "symbols"),
        (9, TypeError, "symbols"),
    ],
)
def test_what_makes_no_alphabet(symbols: Any, kind: type[Exception], message: str) -> None:
    calls: list[Callable[..., Any]] = [*GRIDS.values(), *UNIQUE.values(), *ANSWERS.values(), bd.solutions, bd.Board]
    for call in calls:
        for puzzle in (HARD, np.zeros(81, int)):
            with pytest.raises(kind, match=message):
                call(puzzle, symbols=symbols)


def test_the_usual_symbols_are_none_of_their_own() -> None:
    for rules, symbols in (("4x4", "1234"), ("9x9", "123456789"), ("16x16", "123456789ABCDEFG")):
        blank = "." * len(symbols) ** 2
        board = bd.Board(blank, rules=rules, symbols=symbols)
        assert board == bd.Board(blank, rules=rules)
        assert board.symbols is None
    # Where the digits begin at 0, these are symbols of another digit.
    board = bd.Board("1" + "." * 80, rules=bd.Rules(digits=range(9)), symbols="123456789")
    assert bd.Board(board) == board
    assert bd.Board(board).line() == board.line() == "1" + "." * 80

"""``symbols=``: every function answers a translated puzzle with the translated answer."""

from __future__ import annotations

import pickle
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import bitdoku as bd
from puzzles import EASY, EMPTY, FULL, HARD, HARD_SOLUTION, NONE, THREE

if TYPE_CHECKING:
    from collections.abc import Callable

ALPHABETS = ["ABCDEFGHI", "987654321", "αβγδεζηθι", "bxdfghjkq", "①②③④⑤⑥⑦⑧⑨", "🀇🀈🀉🀊🀋🀌🀍🀎🀏"]
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
@pytest.mark.parametrize("dtype", ["U81", "O", "T", "S400"])
def test_numpy_text(dtype: str, symbols: str) -> None:
    make: Any = np.dtypes.StringDType() if dtype == "T" else dtype

    def array(texts: list[str]) -> np.ndarray:
        return np.array([text.encode() for text in texts] if dtype == "S400" else texts, make)

    solution = bd.solve(array(translated(TEXTS, symbols)), symbols=symbols).solution
    np.testing.assert_array_equal(solution, array(translated(bd.solve(TEXTS).solution, symbols)))


@pytest.mark.parametrize("symbols", ALPHABETS)
def test_columns(symbols: str) -> None:
    pa, pl, pd = (pytest.importorskip(name) for name in ("pyarrow", "polars", "pandas"))
    puzzles, solved = translated(TEXTS, symbols), translated(bd.solve(TEXTS).solution, symbols)
    for kind in (pa.string(), pa.large_string(), pa.string_view()):
        solution = bd.solve(pa.array(puzzles, kind), symbols=symbols).solution
        solution.validate(full=True)
        assert (solution.type, solution.to_pylist()) == (kind, solved)
    chunks = bd.solve(pa.chunked_array([puzzles[:2], [], puzzles[2:]]), symbols=symbols).solution
    assert chunks.to_pylist() == solved
    assert bd.solve(pl.Series(puzzles), symbols=symbols).solution.to_list() == solved
    for dtype in ("object", "string", pd.ArrowDtype(pa.string())):
        assert bd.solve(pd.Series(puzzles, dtype=dtype), symbols=symbols).solution.tolist() == solved


def test_numbers_are_not_affected() -> None:
    digits = np.array([[int(c) if c != "." else 0 for c in text] for text in TEXTS])
    assert bd.solve(digits, symbols="ABCDEFGHI") == bd.solve(digits)


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


def test_a_result_shows_itself() -> None:
    for puzzles in (HARD, [HARD, THREE, NONE]):
        result = bd.solve(translated(puzzles, "ABCDEFGHI"), symbols="ABCDEFGHI")
        again = pickle.loads(pickle.dumps(result))
        assert again == result
        # Drawn with digits, and read aloud in the symbols.
        picture = translated(bd.solve(puzzles)._repr_html_(), "123456789")
        assert again._repr_html_().count("<svg") == picture.count("<svg")
        assert translated(bd.Board(HARD, HARD_SOLUTION).line(), "ABCDEFGHI") in again._repr_html_()


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
    assert str(caught.value) == (
        "puzzles[1]: cell (1, 1) holds '5' at line 1, column 11; expected one of the symbols ABCDEFGHI or a blank"
    )
    assert (caught.value.index, caught.value.cell) == ((1,), (1, 1))
    assert bd.verdict([EMPTY, puzzle], symbols="ABCDEFGHI", malformed="mark").tolist() == [2, 255]


@pytest.mark.parametrize(
    ("symbols", "kind", "message"),
    [
        ("ABCDEFGH", ValueError, "symbols is 'ABCDEFGH': 8 characters; expected 9 different characters"),
        ("ABCDEFGHIJ", ValueError, "10 characters; expected 9"),
        ("", ValueError, "0 characters"),
        ("z" * 5000, ValueError, f"symbols is '{'z' * 198}…: 5000 characters; expected 9"),
        ("ABCDEFGHA", ValueError, "'A' occurs twice"),
        ("ABCDEFG I", ValueError, "' ' cannot be a symbol"),
        ("ABCDEFG.I", ValueError, "'.' cannot be a symbol"),
        ("ABCDEFGH|", ValueError, "cannot be a symbol"),
        ("ABCDEFGH\ud800", ValueError, "symbols is"),
        (b"ABCDEFGHI", TypeError, "symbols is bytes; expected a str of 9 different characters"),
        (list("ABCDEFGHI"), TypeError, "symbols is list"),
        (9, TypeError, "symbols is int"),
    ],
)
def test_what_makes_no_alphabet(symbols: Any, kind: type[Exception], message: str) -> None:
    calls: list[Callable[..., Any]] = [*GRIDS.values(), *UNIQUE.values(), *ANSWERS.values(), bd.solutions, bd.Board]
    for call in calls:
        for puzzle in (HARD, np.zeros(81, int)):
            with pytest.raises(kind, match=message):
                call(puzzle, symbols=symbols)


@given(st.permutations("123456789abcdefghijkΩ∞").map(lambda symbols: "".join(symbols[:9])))
def test_any_alphabet(symbols: str) -> None:
    assert bd.solve(translated(THREE, symbols), symbols=symbols).solution == translated(
        bd.solve(THREE).solution, symbols
    )


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

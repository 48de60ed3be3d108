"""Columns of other libraries: pyarrow, Polars, pandas, and anything with the Arrow C interface."""

from __future__ import annotations

import ctypes
import re
from typing import Any

import numpy as np
import pytest

import bitdoku as bd
import reference
from puzzles import EASY, EMPTY, HARD, HARD_SOLUTION, THREE

TEXTS = [HARD, EASY, THREE]
SOLVED = bd.solve(TEXTS).solution
DIGITS = np.array([reference.cells_of(text) for text in TEXTS], np.uint8)
SOLVED_DIGITS = [reference.cells_of(text) for text in SOLVED]


class TestPyarrow:
    pa = pytest.importorskip("pyarrow")
    TEXT = (pa.string(), pa.large_string(), pa.string_view())
    LISTS = (pa.list_(pa.uint8()), pa.large_list(pa.uint8()), pa.list_(pa.uint8(), 81))
    BINARY = (pa.binary(), pa.large_binary(), pa.binary_view())
    INTEGERS = (pa.int8(), pa.uint8(), pa.int16(), pa.uint16(), pa.int32(), pa.uint32(), pa.int64(), pa.uint64())

    @pytest.mark.parametrize("kind", TEXT, ids=str)
    def test_text(self, kind: Any) -> None:
        solution, verdict = bd.solve(self.pa.array(TEXTS, kind))
        assert type(solution) is type(self.pa.array(TEXTS, kind))
        assert solution.type == kind
        assert solution.to_pylist() == SOLVED
        solution.validate(full=True)
        assert verdict.tolist() == [1, 1, 2]

    @pytest.mark.parametrize("kind", TEXT, ids=str)
    def test_chunks(self, kind: Any) -> None:
        column = self.pa.chunked_array([TEXTS[:1], [], TEXTS[1:]], kind)
        solution = bd.solve(column).solution
        assert isinstance(solution, self.pa.ChunkedArray)
        assert [len(chunk) for chunk in solution.chunks] == [1, 0, 2]
        assert solution.type == kind
        assert solution.to_pylist() == SOLVED
        solution.validate(full=True)
        sliced = column.slice(1, 1)
        assert bd.solve(sliced).solution.to_pylist() == SOLVED[1:2]

    @pytest.mark.parametrize("kind", BINARY, ids=str)
    def test_binary_columns_are_text(self, kind: Any) -> None:
        column = self.pa.array([text.encode() for text in [*TEXTS, "x"]] + [None, b"\xff" * 81], kind)
        for offset in (0, 2):
            solution, verdict = bd.solve(column[offset:], malformed="mark")
            assert solution.type == kind
            assert solution.to_pylist() == [text.encode() for text in [*SOLVED, *[EMPTY] * 3]][offset:]
            solution.validate(full=True)
            assert verdict.tolist() == [1, 1, 2, 255, 255, 255][offset:]
        with pytest.raises(bd.PuzzleError, match=r"puzzles\[2\].*0xff"):
            bd.solve(self.pa.array([HARD.encode(), EASY.encode(), b"\xff" * 81], kind))

    @pytest.mark.parametrize("integer", INTEGERS, ids=str)
    def test_lists_of_any_integers(self, integer: Any) -> None:
        least, most = np.iinfo(str(integer)).min, np.iinfo(str(integer)).max
        rows = [*DIGITS.tolist(), None, [*[0] * 80, most], [least or 10, *[0] * 80], [*[0] * 40, None, *[0] * 40]]
        for kind, result in zip(
            (self.pa.list_(integer), self.pa.large_list(integer), self.pa.list_(integer, 81)), self.LISTS, strict=True
        ):
            column = self.pa.array(rows, kind)
            for offset in range(len(rows)):
                solution, verdict = bd.solve(column[offset:], malformed="mark")
                assert solution.type == result
                smallest = bd.solve(np.zeros(81, int)).solution.tolist()
                assert solution.to_pylist() == [*SOLVED_DIGITS, *[[0] * 81] * 3, smallest][offset:]
                solution.validate(full=True)
                assert verdict.tolist() == [1, 1, 2, 255, 255, 255, 2][offset:]
            for row, what in (
                (4, rf"\(8, 8\) holds {most};"),
                (5, rf"\(0, 0\) holds {least or 10};"),
            ):
                with pytest.raises(bd.PuzzleError, match=what):
                    bd.solve(column[row:])

    @pytest.mark.parametrize("kind", LISTS, ids=str)
    def test_lists_of_digits(self, kind: Any) -> None:
        column = self.pa.array(list(DIGITS), kind)
        for offset in (0, 1):
            solution, verdict = bd.solve(column[offset:])
            assert solution.type == kind
            assert solution.to_pylist() == SOLVED_DIGITS[offset:]
            solution.validate(full=True)
            assert verdict.tolist() == [1, 1, 2][offset:]
        assert bd.candidates(column).shape == bd.conflicts(column).shape == (3, 81)
        with pytest.raises(bd.PuzzleError, match=r"puzzles\[1\].*\(0, 3\).*12"):
            bd.solve(self.pa.array([DIGITS[0], [0, 0, 0, 12, *[0] * 77]], kind))
        # A null is a blank.
        assert bd.verdict(self.pa.array([[*DIGITS[0][:80], None]], kind)).tolist() == [1]

    def test_lists_of_another_length(self) -> None:
        for kind, rows in (
            (self.pa.list_(self.pa.uint8()), [[0] * 81, [0] * 80]),
            (self.pa.list_(self.pa.uint8(), 80), [[0] * 80]),
        ):
            with pytest.raises(bd.PuzzleError, match=r"80.*81"):
                bd.solve(self.pa.array(rows, kind))
            solution, verdict = bd.solve(self.pa.array(rows, kind), malformed="mark")
            assert verdict.tolist()[-1] == 255
            assert solution.to_pylist()[-1] == [0] * 81

    @pytest.mark.parametrize("kind", [*TEXT, *LISTS], ids=str)
    def test_nulls_and_nothing(self, kind: Any) -> None:
        rows: list[Any] = TEXTS if kind in self.TEXT else list(DIGITS)
        column = self.pa.array([*rows, None], kind)
        with pytest.raises(bd.PuzzleError, match=r"puzzles\[3\].*null"):
            bd.solve(column)
        solution, verdict = bd.solve(column, malformed="mark")
        assert verdict.tolist() == [1, 1, 2, 255]
        assert solution.null_count == 0
        for empty in (self.pa.array([], kind), self.pa.chunked_array([], kind), column[:0]):
            solution, verdict = bd.solve(empty)
            assert (type(solution), solution.type, len(solution)) == (type(empty), kind, 0)
            assert verdict.shape == (0,)

    @pytest.mark.parametrize("kind", TEXT[:2], ids=str)
    def test_dictionaries_are_decoded(self, kind: Any) -> None:
        column = self.pa.array([*TEXTS, HARD, None], kind).dictionary_encode()
        solution, verdict = bd.solve(column, malformed="mark")
        assert solution.type == kind
        assert solution.to_pylist() == [*SOLVED, HARD_SOLUTION, EMPTY]
        assert verdict.tolist() == [1, 1, 2, 1, 255]
        indices = self.pa.array([2, None, 0, 1, 2])[1:]
        lists = self.pa.DictionaryArray.from_arrays(indices, self.pa.array([None, *list(DIGITS)])[1:])
        solution, verdict = bd.solve(lists, malformed="mark")
        assert solution.type == self.pa.list_(self.pa.uint8())
        assert solution.to_pylist() == [[0] * 81, *SOLVED_DIGITS]
        assert verdict.tolist() == [255, 1, 1, 2]
        for keys in self.INTEGERS:
            coded = self.pa.array([HARD, None, EASY, HARD]).dictionary_encode()
            column = coded.cast(self.pa.dictionary(keys, self.pa.string()))
            assert bd.solve(column, malformed="mark").solution.to_pylist() == [
                HARD_SOLUTION,
                EMPTY,
                SOLVED[1],
                HARD_SOLUTION,
            ]
        nothing = self.pa.array([None, None], self.pa.dictionary(self.pa.int8(), kind))
        assert bd.verdict(nothing, malformed="mark").tolist() == [255, 255]

    def test_columns_of_nothing_but_nulls(self) -> None:
        pl, pd = pytest.importorskip("polars"), pytest.importorskip("pandas")
        nulls = self.pa.nulls(2)
        column: Any
        call: Any
        for column in (
            nulls,
            self.pa.chunked_array([nulls[:1], nulls[1:]]),
            nulls.dictionary_encode(),
            self.pa.DictionaryArray.from_arrays(self.pa.array([None, None], self.pa.int8()), self.pa.nulls(0)),
            pl.Series("p", [None, None]),
            pl.Series("p", [None, None], dtype=pl.Categorical),
            pd.Series([None, None], dtype=pd.ArrowDtype(self.pa.null())),
            pd.Series([None, None], dtype=object),
            [None, None],
            np.array([None, None]),
        ):
            for call in (bd.solve, bd.verdict, bd.canonical, bd.count, bd.candidates):
                with pytest.raises(bd.PuzzleError, match=r"puzzles\[0\].*null"):
                    call(column)
            solution, verdict = bd.solve(column, malformed="mark")
            assert verdict.tolist() == [255, 255]
            assert list(map(str, solution)) == [EMPTY, EMPTY]
            assert type(solution).__module__.split(".")[0] == type(column).__module__.split(".")[0]
            assert len(bd.solve(column[:0]).solution) == 0
        for lists in (self.pa.array([[None] * 81]), pl.Series([[None] * 81]), pl.Series([[], None])):
            with pytest.raises(TypeError, match=r"List\(Null\)"):
                bd.solve(lists, malformed="mark")

    def test_what_holds_no_puzzles(self) -> None:
        for column in (
            self.pa.array([1, 2]),
            self.pa.array([1.5]).dictionary_encode(),
            self.pa.array([[1.5]]),
            self.pa.array([[[1]]]),
            self.pa.array([[HARD]]),
            self.pa.array([{"a": 1}]),
            self.pa.table({"a": TEXTS}),
            self.pa.array([b"xyz"], self.pa.binary(3)),
        ):
            with pytest.raises(TypeError, match="column"):
                bd.solve(column)

    @pytest.mark.parametrize(
        ("column", "name"),
        [
            (
                pa.table({f"column {i}": [1] for i in range(81)}),
                'Struct("column 0": Int64, "column 1": Int64, "column 2": Int…',
            ),
            (pa.table({"a": [1]}), 'Struct("a": Int64)'),
            (pa.array([1.5]), "Float64"),
            (pa.array([[[1]]]), "List(List(Int64))"),
            (pa.array([[[1]]], pa.list_(pa.large_list(pa.int8()), 1)), "FixedSizeList(1 x LargeList(Int8))"),
            (pa.array([True]).dictionary_encode(), "Dictionary(Int32, Boolean)"),
            (pa.array([{}]), "Struct()"),
            (
                pa.array([[(1, 2)]], pa.map_(pa.int8(), pa.int8())),
                'Map("entries": non-null Struct("key": non-null Int8, "value"…',
            ),
            (pa.array([0], pa.timestamp("s")), "Timestamp(s)"),
        ],
    )
    def test_the_type_is_named(self, column: Any, name: str) -> None:
        message = f"puzzles is Arrow data of type {name}; expected a column of strings, or of lists of integers"
        with pytest.raises(TypeError, match=re.escape(message)):
            bd.solve(column)

    def test_an_array_without_the_parts_of_its_type(self) -> None:
        class Mismatched:
            def __init__(self, schema: Any, array: Any) -> None:
                self.pair = (schema.__arrow_c_array__()[0], array.__arrow_c_array__()[1])

            def __arrow_c_array__(self, requested_schema: object = None) -> Any:
                return self.pair

        nulls, text = self.pa.nulls(3), self.pa.array(TEXTS)
        for schema in (
            *(self.pa.array(TEXTS, kind) for kind in self.TEXT),
            *(self.pa.array(list(DIGITS), kind) for kind in self.LISTS),
            text.dictionary_encode(),
        ):
            column: Any = Mismatched(schema, nulls)
            with pytest.raises(ValueError, match=r"puzzles.*Arrow"):
                bd.solve(column)

    def test_short_views_hold_their_text(self) -> None:
        texts = [HARD, "", "x" * 12, "y" * 13, None, EASY, "1"]
        column = self.pa.array(texts, self.pa.string_view())
        assert bd.verdict(column, malformed="mark").tolist() == bd.verdict(texts, malformed="mark").tolist()
        for row, text in enumerate(texts[1:4], 1):
            with pytest.raises(bd.PuzzleError) as of_column:
                bd.solve(column[row : row + 1])
            with pytest.raises(bd.PuzzleError) as of_list:
                bd.solve([text])
            assert str(of_column.value) == str(of_list.value)

    def test_a_stream_is_read_once(self) -> None:
        capsule = self.pa.chunked_array([TEXTS]).__arrow_c_stream__()

        class Again:
            def __arrow_c_stream__(self, requested_schema: object = None) -> Any:
                return capsule

        stream: Any = Again()
        assert bd.solve(stream).verdict.tolist() == [1, 1, 2]
        with pytest.raises(ValueError, match="read already"):
            bd.solve(stream)

    @pytest.mark.parametrize("reason", [b"the disk is gone", None])
    def test_a_stream_that_fails(self, reason: bytes | None) -> None:
        calls = []

        class Stream(ctypes.Structure):
            pass

        get = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(Stream), ctypes.c_void_p)
        get_last_error = ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.POINTER(Stream))
        release = ctypes.CFUNCTYPE(None, ctypes.POINTER(Stream))
        Stream._fields_ = [
            ("get_schema", get),
            ("get_next", get),
            ("get_last_error", get_last_error),
            ("release", release),
            ("private_data", ctypes.c_void_p),
        ]

        @release  # type: ignore[untyped-decorator]
        def released(stream: Any) -> None:
            calls.append("release")
            stream.contents.release = release()

        text = ctypes.c_char_p(reason)
        failing = get(lambda _stream, _out: 5)
        last_error = get_last_error(lambda _stream: ctypes.cast(text, ctypes.c_void_p).value)
        stream = Stream(failing, failing, last_error, released, None)
        capsule = ctypes.pythonapi.PyCapsule_New
        capsule.restype, capsule.argtypes = ctypes.py_object, [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]

        class Producer:
            def __arrow_c_stream__(self, requested_schema: object = None) -> Any:
                return capsule(ctypes.addressof(stream), b"arrow_array_stream", None)

        producer: Any = Producer()
        with pytest.raises(ValueError, match=(reason or b"Arrow stream").decode()):
            bd.solve(producer)
        assert calls == ["release"]

    # Fields of the structs are 8 bytes each: format is 0 and n_children 4 in a schema, buffers 5 in an array.
    @pytest.mark.parametrize(
        ("kind", "which", "field"),
        [
            (pa.string(), 0, 0),
            (pa.list_(pa.uint8()), 0, 4),
            (pa.string(), 1, 5),
            (pa.list_(pa.uint8()), 1, 5),
        ],
    )
    def test_a_producer_that_leaves_parts_out(self, kind: Any, which: int, field: int) -> None:
        column = self.pa.array(TEXTS if kind == self.pa.string() else DIGITS.reshape(3, 81).tolist(), kind)
        capsules = column.__arrow_c_array__()
        pointer = ctypes.pythonapi.PyCapsule_GetPointer
        pointer.restype, pointer.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]
        fields = ctypes.cast(
            pointer(capsules[which], (b"arrow_schema", b"arrow_array")[which]), ctypes.POINTER(ctypes.c_int64)
        )
        there, fields[field] = fields[field], 0

        class Producer:
            def __arrow_c_array__(self, requested_schema: object = None) -> Any:
                return capsules

        producer: Any = Producer()
        try:
            with pytest.raises(ValueError, match=r"puzzles.*Arrow"):
                bd.solve(producer)
        finally:
            if which == 0:  # an array has been taken over, and released
                fields[field] = there

    def test_other_functions(self) -> None:
        column = self.pa.array(TEXTS)
        assert bd.count(column).tolist() == [1, 1, 3]
        assert bd.candidates(column).shape == (3, 9, 9)
        assert bd.check(column, bd.solve(column).solution).correct.all()
        with pytest.raises(TypeError, match="out"):
            bd.solve(column, out=np.zeros((3, 81), np.uint8))

    def test_text_that_is_not_utf_8(self) -> None:
        column = self.pa.array([b"\xff" * 81]).cast(self.pa.binary()).view(self.pa.string())
        with pytest.raises(bd.PuzzleError, match="0xff"):
            bd.solve(column)

    def test_unknown_producers_get_pyarrow(self) -> None:
        class Producer:
            def __init__(self, column: Any) -> None:
                self.column = column

        class Array(Producer):
            def __arrow_c_array__(self, requested_schema: object = None) -> Any:
                return self.column.__arrow_c_array__(requested_schema)

        class Stream(Producer):
            def __arrow_c_stream__(self, requested_schema: object = None) -> Any:
                return self.column.__arrow_c_stream__(requested_schema)

        array: Any = Array(self.pa.array(TEXTS))
        stream: Any = Stream(self.pa.chunked_array([TEXTS, TEXTS]))
        assert bd.solve(array).solution.to_pylist() == SOLVED
        assert bd.solve(stream).solution.to_pylist() == SOLVED * 2

    @pytest.mark.parametrize("column", [pa.array(TEXTS), pa.array(TEXTS, pa.string_view()), pa.array(list(DIGITS))])
    def test_an_array_is_read_once(self, column: Any) -> None:
        pair = column.__arrow_c_array__()

        class Again:
            def __arrow_c_array__(self, requested_schema: object = None) -> Any:
                return pair

        array: Any = Again()
        assert bd.solve(array).verdict.tolist() == [1, 1, 2]
        with pytest.raises(ValueError, match="read already"):
            bd.solve(array)
        pair = column.__arrow_c_array__()
        self.pa.array(array)
        with pytest.raises(ValueError, match="read already"):
            bd.solve(array)

    def test_many_rows(self) -> None:
        column = self.pa.chunked_array([TEXTS * 1000, TEXTS * 3000])
        assert bd.solve(column, threads=3).solution.to_pylist() == SOLVED * 4000


class TestPolars:
    pl = pytest.importorskip("polars")

    def test_text(self) -> None:
        for series in (
            self.pl.Series("p", TEXTS),
            self.pl.concat([self.pl.Series("p", TEXTS[:1]), self.pl.Series("p", TEXTS[1:])], rechunk=False),
        ):
            solution, verdict = bd.solve(series)
            assert isinstance(solution, self.pl.Series)
            assert solution.name == "p"
            assert solution.dtype == self.pl.String
            assert solution.to_list() == SOLVED
            assert verdict.tolist() == [1, 1, 2]
        empty = bd.solve(self.pl.Series("p", [], self.pl.String)).solution
        assert (empty.dtype, len(empty), empty.name) == (self.pl.String, 0, "p")

    def test_lists(self) -> None:
        for kind in (self.pl.List(self.pl.UInt8), self.pl.Array(self.pl.UInt8, 81)):
            series = self.pl.Series("p", DIGITS.tolist(), dtype=kind)
            solution = bd.solve(series).solution
            assert solution.dtype == kind
            assert solution.to_list() == SOLVED_DIGITS
        for integers in (self.pl.Int8, self.pl.UInt16, self.pl.Int32, self.pl.Int64, self.pl.UInt64):
            solution = bd.solve(self.pl.Series("p", DIGITS.tolist(), dtype=self.pl.List(integers))).solution
            assert solution.dtype == self.pl.List(self.pl.UInt8)
            assert solution.to_list() == SOLVED_DIGITS

    def test_binary(self) -> None:
        solution, verdict = bd.solve(self.pl.Series("p", [*(text.encode() for text in TEXTS), None]), malformed="mark")
        assert solution.dtype == self.pl.Binary
        assert solution.to_list() == [text.encode() for text in [*SOLVED, EMPTY]]
        assert verdict.tolist() == [1, 1, 2, 255]

    def test_categories_are_decoded(self) -> None:
        series = self.pl.Series("p", TEXTS).cast(self.pl.Categorical)
        assert bd.solve(series).solution.to_list() == SOLVED

    def test_nulls(self) -> None:
        with pytest.raises(bd.PuzzleError, match=r"puzzles\[1\].*null"):
            bd.solve(self.pl.Series("p", [HARD, None]))

    def test_frames_are_refused(self) -> None:
        with pytest.raises(TypeError, match="column"):
            bd.solve(self.pl.DataFrame({"p": TEXTS}))


class TestPandas:
    pd = pytest.importorskip("pandas")

    @pytest.mark.parametrize("kind", ["object", "str", "string", "category", "arrow", "large arrow"])
    def test_series(self, kind: str) -> None:
        dtype: Any = kind
        if "arrow" in kind:
            pa = pytest.importorskip("pyarrow")
            dtype = self.pd.ArrowDtype(pa.string() if kind == "arrow" else pa.large_string())
        series = self.pd.Series(TEXTS, index=["a", "b", "a"], name="p", dtype=dtype)
        solution, verdict = bd.solve(series)
        assert isinstance(solution, self.pd.Series)
        assert solution.name == "p"
        assert solution.index.tolist() == ["a", "b", "a"]
        assert solution.tolist() == SOLVED
        if kind != "category":
            assert solution.dtype == series.dtype
        assert type(verdict) is np.ndarray
        assert verdict.tolist() == [1, 1, 2]
        assert bd.count(series).tolist() == [1, 1, 3]
        assert bd.check(series, solution).correct.all()
        assert bd.solve(series[:0]).solution.tolist() == []

    @pytest.mark.parametrize("null", [None, float("nan"), "NA", "NaT"])
    def test_nulls(self, null: Any) -> None:
        value = getattr(self.pd, null) if isinstance(null, str) else null
        series = self.pd.Series([HARD, value], dtype=object)
        with pytest.raises(bd.PuzzleError, match=r"puzzles\[1\].*null"):
            bd.solve(series)
        assert bd.verdict(series, malformed="mark").tolist() == [1, 255]
        with pytest.raises(bd.PuzzleError, match=r"puzzles\[1\].*null"):
            bd.solve(self.pd.Series([HARD, None], dtype="string"))

    def test_what_holds_no_puzzles(self) -> None:
        with pytest.raises(TypeError, match=r"to_numpy"):
            bd.solve(self.pd.Series([1, 2]))
        with pytest.raises(TypeError, match="expected"):
            bd.solve(self.pd.DataFrame({"p": TEXTS}))

    @pytest.mark.parametrize("dtype", ["int64", "uint64", object])
    def test_small_boards_that_were_taken_for_numbers(self, dtype: Any) -> None:
        """The 16 cells of a 4x4 board, whose leading blanks are lost."""
        series = self.pd.Series([1234341200000000, 341221434321], dtype=dtype)
        assert bd.solve(series, rules="4x4").solution.tolist() == ["1234341221434321"] * 2
        assert bd.solve(self.pd.Series([1234341200000011]), rules="4x4").solution.tolist() == ["." * 16]
        wrong = self.pd.Series([1234341200000000, 9999999999999999], dtype=dtype)
        assert bd.solve(wrong, rules="4x4", malformed="mark").solution.tolist() == ["1234341221434321", "." * 16]
        assert [len(text) for text in bd.shuffle(series, rules="4x4", seed=1)] == [16, 16]
        with pytest.raises(TypeError, match="16 digits"):
            bd.verdict(self.pd.Series([12], dtype=dtype), rules="4x4")


def test_no_library_is_imported_for_another(python: Any) -> None:
    for library, make in (
        ("polars", "polars.Series([puzzle])"),
        ("pyarrow", "pyarrow.array([puzzle])"),
        ("numpy", "numpy.array([puzzle])"),
    ):
        pytest.importorskip(library)
        code = f"""
import sys, {library}
import bitdoku as bd
puzzle = {HARD!r}
column = {make}
before = set(sys.modules)
bd.solve(column); bd.solve(puzzle); bd.solve([puzzle])
print(sorted({{"pandas", "pyarrow", "polars"}} & (set(sys.modules) - before)))
"""
        assert python(code).stdout == "[]\n"

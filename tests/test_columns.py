"""Columns of other libraries, beyond the forms of tests/boundary: rare types, nulls, broken producers."""

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
            for row, cell, value in ((4, (8, 8), most), (5, (0, 0), least or 10)):
                with pytest.raises(bd.PuzzleError, match=str(value)) as caught:
                    bd.solve(column[row:])
                assert (caught.value.index, caught.value.cell) == ((0,), cell)

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
        coded = self.pa.array([HARD, None, EASY, HARD]).dictionary_encode()
        for keys in self.INTEGERS:
            column = coded.cast(self.pa.dictionary(keys, self.pa.string()))
            solved = bd.solve(column, malformed="mark").solution.to_pylist()
            assert solved == [HARD_SOLUTION, EMPTY, SOLVED[1], HARD_SOLUTION]
        nothing = self.pa.array([None, None], self.pa.dictionary(self.pa.int8(), kind))
        assert bd.verdict(nothing, malformed="mark").tolist() == [255, 255]

    def test_columns_of_nothing_but_nulls(self) -> None:
        pl, pd = pytest.importorskip("polars"), pytest.importorskip("pandas")
        nulls = self.pa.nulls(2)
        column: Any
        call: Any
        for column in (
            self.pa.chunked_array([nulls[:1], nulls[1:]]),
            nulls.dictionary_encode(),
            pl.Series("p", [None, None]),
            pl.Series("p", [None, None], dtype=pl.Categorical),
            pd.Series([None, None], dtype=pd.ArrowDtype(self.pa.null())),
            [None, None],
        ):
            for call in (bd.solve, bd.verdict, bd.canonical, bd.count, bd.candidates):
                with pytest.raises(bd.PuzzleError) as caught:
                    call(column)
                assert caught.value.index == (0,)
            solution, verdict = bd.solve(column, malformed="mark")
            assert verdict.tolist() == [255, 255]
            assert list(map(str, solution)) == [EMPTY, EMPTY]
            assert type(solution).__module__.split(".")[0] == type(column).__module__.split(".")[0]
            assert len(bd.solve(column[:0]).solution) == 0
        for lists in (self.pa.array([[None] * 81]), pl.Series([[None] * 81]), pl.Series([[], None])):
            with pytest.raises(TypeError, match=r"List\(Null\)"):
                bd.solve(lists, malformed="mark")

    @pytest.mark.parametrize(
        ("column", "name"),
        [
            (
                pa.table({f"column {i}": [1] for i in range(81)}),
                'Struct("column 0": Int64, "column 1": Int64, "column 2": Int…',
            ),
            (pa.table({"a": [1]}), 'Struct("a": Int64)'),
            (pa.array([1, 2]), "Int64"),
            (pa.array([1.5]), "Float64"),
            (pa.array([[1.5]]), "List(Float64)"),
            (pa.array([[HARD]]), "List(Utf8)"),
            (pa.array([b"xyz"], pa.binary(3)), "Binary(3)"),
            (pa.array([[[[1]]]]), "List(List(List(Int64)))"),
            (pa.array([[["1"]]], pa.list_(pa.large_list(pa.utf8()), 1)), "FixedSizeList(1 x LargeList(Utf8))"),
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
        with pytest.raises(TypeError, match=rf"puzzles.*{re.escape(name)}"):
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

    def test_text_that_is_not_utf_8(self) -> None:
        column = self.pa.array([b"\xff" * 81]).cast(self.pa.binary()).view(self.pa.string())
        with pytest.raises(bd.PuzzleError, match="0xff"):
            bd.solve(column)

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


class TestPandas:
    pd = pytest.importorskip("pandas")

    @pytest.mark.parametrize("null", [None, float("nan"), "NA", "NaT"])
    def test_nulls(self, null: Any) -> None:
        value = getattr(self.pd, null) if isinstance(null, str) else null
        series = self.pd.Series([HARD, value], dtype=object)
        with pytest.raises(bd.PuzzleError) as caught:
            bd.solve(series)
        assert caught.value.index == (1,)
        assert bd.verdict(series, malformed="mark").tolist() == [1, 255]

    def test_what_holds_no_puzzles(self) -> None:
        with pytest.raises(TypeError, match=r"to_numpy"):
            bd.solve(self.pd.Series([1, 2]))
        for frame in (self.pd.DataFrame({"p": TEXTS}), pytest.importorskip("polars").DataFrame({"p": TEXTS})):
            with pytest.raises(TypeError, match="puzzles"):
                bd.solve(frame)

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

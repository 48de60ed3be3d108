"""Every public name is documented, its examples run, and its types are those of the stubs."""

from __future__ import annotations

import doctest
import inspect
import subprocess
import sys
from pathlib import Path

import pytest

import bitdoku as bd

STUB = Path(bd.__file__).with_name("_core.pyi")
FUNCTIONS = [name for name in bd.__all__ if inspect.isroutine(getattr(bd, name))]


@pytest.mark.parametrize("name", FUNCTIONS)
def test_the_examples_of_functions_run(name: str) -> None:
    function = getattr(bd, name)
    test = doctest.DocTestParser().get_doctest(function.__doc__, {}, name, None, 0)
    assert test.examples, f"{name} has no example"
    runner = doctest.DocTestRunner()
    runner.run(test)
    assert runner.failures == 0


def test_the_examples_of_the_module_run() -> None:
    assert doctest.testmod(bd).failed == 0


@pytest.mark.parametrize("name", [name for name in bd.__all__ if not name.startswith("__")])
def test_everything_has_a_docstring(name: str) -> None:
    assert getattr(bd, name).__doc__


@pytest.mark.parametrize("name", FUNCTIONS)
def test_what_follows_the_data_is_keyword_only(name: str) -> None:
    parameters = inspect.signature(getattr(bd, name)).parameters.values()
    positional = [p.name for p in parameters if p.kind is not p.KEYWORD_ONLY]
    assert set(positional) <= {"puzzles", "puzzle", "answers", "also"}


def test_the_stubs_are_those_of_the_core() -> None:
    pytest.importorskip("mypy")
    result = subprocess.run(
        [sys.executable, "-m", "mypy.stubtest", "bitdoku._core"],
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert result.returncode == 0, result.stdout + result.stderr


TYPED = """
import numpy as np
import numpy.typing as npt
from typing import Any, Iterator, assert_type
import bitdoku as bd

digits: npt.NDArray[np.int32]
strings: npt.NDArray[np.str_]

assert_type(bd.solve("x"), bd.SolveResult[str, bd.Verdict])
assert_type(bd.solve("x").solution, str)
assert_type(bd.solve("x").verdict, bd.Verdict)
assert_type(bd.solve(b"x").solution, bytes)
assert_type(bd.solve(["x"]).solution, list[str])
assert_type(bd.solve(["x"]).verdict, npt.NDArray[np.uint8])
assert_type(bd.solve(digits).solution, npt.NDArray[np.uint8])
assert_type(bd.solve([[1, 2], [3, 4]]).solution, npt.NDArray[np.uint8])
assert_type(bd.solve(strings).solution, npt.NDArray[np.str_])
assert_type(bd.verdict("x"), bd.Verdict)
assert_type(bd.verdict(["x"]), npt.NDArray[np.uint8])
assert_type(bd.count("x"), int)
assert_type(bd.count(["x"]), npt.NDArray[np.uint64])
assert_type(bd.solutions("x"), Iterator[str])
assert_type(bd.solutions(digits), Iterator[npt.NDArray[np.uint8]])
assert_type(bd.candidates(digits), npt.NDArray[np.uint16])
assert_type(bd.conflicts("x"), npt.NDArray[np.bool_])
assert_type(bd.check("x", "y").correct, bool)
assert_type(bd.backend(), str)
bd.solve(digits, out=np.zeros((9, 9), np.uint8), budget=5, threads=2)
bd.solve({1: 2})  # type: ignore[call-overload]
bd.solve("x", rules="hexagonal")  # type: ignore[call-overload]
bd.solve("x", malformed="ignore")  # type: ignore[call-overload]
bd.candidates("x", level="all")  # type: ignore[arg-type]
"""


def test_types_come_out_as_they_should(tmp_path: Path) -> None:
    pytest.importorskip("mypy")
    program = tmp_path / "typed.py"
    program.write_text(TYPED)
    result = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--warn-unused-ignores", "--cache-dir", str(tmp_path), str(program)],
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert result.returncode == 0, result.stdout

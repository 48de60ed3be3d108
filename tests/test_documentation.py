"""The examples in the docstrings run, and everything public has a docstring."""

from __future__ import annotations

import doctest
import importlib
import inspect
import pkgutil
from typing import Any

import pytest

import bitdoku as bd

MODULES = sorted(
    module.name for module in pkgutil.walk_packages(bd.__path__, "bitdoku.") if not module.name.endswith("__main__")
)
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


def run(owner: Any, name: str) -> int:
    """Runs the examples of an object and what it contains; their number."""
    found = doctest.DocTestFinder(exclude_empty=True).find(owner, name, globs={"bd": bd})
    runner = doctest.DocTestRunner(optionflags=FLAGS)
    for test in found:
        runner.run(test)
    assert runner.failures == 0, f"{runner.failures} examples of {name} failed; they are in the captured output"
    return runner.tries


@pytest.mark.parametrize("name", ["bitdoku", *MODULES])
def test_examples_of_modules(name: str) -> None:
    try:
        module = importlib.import_module(name)
    except ImportError as error:
        if "pip install" not in str(error):
            raise
        pytest.skip(str(error))
    run(module, name)


@pytest.mark.parametrize("name", bd.__all__)
def test_examples_of_what_is_public(name: str) -> None:
    """Those of the compiled functions too, which doctest does not find by itself."""
    run(getattr(bd, name), f"bitdoku.{name}")


@pytest.mark.parametrize("name", [name for name in bd.__all__ if name != "__version__"])
def test_everything_public_is_documented(name: str) -> None:
    public = getattr(bd, name)
    assert inspect.getdoc(public)
    if not isinstance(public, type) and callable(public):
        assert ">>>" in (inspect.getdoc(public) or ""), "a function shows itself in an example"

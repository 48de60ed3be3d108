"""Docstrings follow numpydoc: the sections are known, in order, and name the arguments that there are."""

from __future__ import annotations

import inspect
from typing import Any

import pytest

import bitdoku as bd
from bitdoku.datasets import encodings

#: What numpydoc finds that is an error here. Not: summaries in the imperative, a See Also, a type for each parameter.
ERRORS = {
    "GL05": "tabs",
    "GL06": "an unknown section",
    "GL07": "sections in another order",
    "GL08": "no docstring",
    "GL09": "a deprecation that is not the first section",
    "SS01": "no summary",
    "SS02": "a summary that does not start with a capital",
    "SS04": "a summary with leading spaces",
    "PR02": "an unknown parameter",
    "PR05": "a type that ends in a full stop",
    "PR10": "no space before the colon of a type",
    "RT04": "a result that does not start with a capital",
    "RT05": "a result without a full stop",
    "SA02": "See Also without a full stop",
}
MODULES: dict[str, Any] = {
    "bitdoku": bd,
    "bitdoku.rules": bd.rules,
    "bitdoku.datasets": bd.datasets,
    "bitdoku.links": bd.links,
}
NAMES = [
    f"{module}.{name}"
    for module, of in MODULES.items()
    for name in of.__all__
    if callable(getattr(of, name)) and not str(getattr(of, name)).startswith("typing.")
]
NAMES += [
    f"{encodings.__name__}.{name}"
    for name, of in vars(encodings).items()
    if inspect.isfunction(of) and of.__module__ == encodings.__name__ and not name.startswith("_")
]


@pytest.mark.parametrize("name", NAMES)
def test_docstring(name: str) -> None:
    validate = pytest.importorskip("numpydoc.validate", reason="numpydoc is not installed").validate
    found = [(code, text) for code, text in validate(name)["errors"] if code in ERRORS]
    assert found == []


def test_a_bad_docstring_is_found() -> None:
    validate = pytest.importorskip("numpydoc.validate", reason="numpydoc is not installed").validate
    codes = {code for code, _ in validate("test_docstrings._bad")["errors"]}
    assert {"GL07", "PR02"} <= codes


def _bad(x: int) -> None:
    """Do nothing.

    Raises
    ------
    ValueError
        Never.

    Parameters
    ----------
    y : int
        Another name.
    """

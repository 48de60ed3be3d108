"""Docstrings follow numpydoc: the sections are known, in order, and name the arguments that there are."""

from __future__ import annotations

import inspect
from typing import Any

import pytest

import bitdoku as bd
from bitdoku.datasets import encodings

#: Errors of numpydoc that count: unknown or misplaced sections, missing docstrings, names of no parameter. Not:
#: summaries in the imperative, a See Also, a type for each parameter.
ERRORS = {
    "GL05",
    "GL06",
    "GL07",
    "GL08",
    "GL09",
    "SS01",
    "SS02",
    "SS04",
    "PR02",
    "PR05",
    "PR10",
    "RT04",
    "RT05",
    "SA02",
}
MODULES: dict[str, Any] = {
    "bitdoku": bd,
    "bitdoku.rules": bd.rules,
    "bitdoku.answers": bd.answers,
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

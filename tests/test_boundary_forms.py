"""Every form of input with every function, and either with every side: the answer of the plain uint8 array.

The tables are in tests/boundary: ``numbers``, ``lines``, ``columns`` and ``own`` hold the forms, ``functions`` the
functions, ``boards`` the boards. The answers for plain arrays are checked in test_boundary_oracle.py.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import bitdoku as bd
from boundary import columns, lines, numbers, own
from boundary.boards import BOARDS
from boundary.functions import CLASSIC_FUNCTIONS, FUNCTIONS, SCALARS, answer, expected

if TYPE_CHECKING:
    from collections.abc import Iterator

    from boundary.boards import Board
    from boundary.form import Form
    from boundary.functions import Function

FORMS = [*numbers.FORMS, *lines.FORMS, *columns.FORMS, *own.FORMS]
#: Functions that transform grids but no rules.
OF_GRIDS = {"canonical", "fingerprint", "shuffle"}
MANY = next(form for form in FORMS if form.name == "uint8 (N, n, n)")
ONE = next(form for form in FORMS if form.name == "uint8 (n, n)")


def pairs() -> Iterator[tuple[Form, Function, Board]]:
    """Each form with each function that accepts it, on boards in turn, so that forms and functions meet every board."""
    for i, form in enumerate(FORMS):
        for j, function in enumerate([*FUNCTIONS, *CLASSIC_FUNCTIONS]):
            boards = [board for board in BOARDS if form.fits(board) and function.fits(board)]
            if boards and function.takes(form) and (form.one or not function.one):
                yield form, function, boards[(i + j) % len(boards)]


CASES = [*pairs()]


def same(found: Any, wanted: Any, name: str, form: Form) -> None:
    """Equal values; arrays of equal types too. Numbers of one puzzle are Python's."""
    if isinstance(wanted, list):
        assert len(found) == len(wanted)
        for one, other in zip(found, wanted, strict=True):
            np.testing.assert_array_equal(one, other)
        return
    np.testing.assert_array_equal(found, wanted)
    if not (form.one and name in SCALARS):
        assert found.dtype == wanted.dtype


@pytest.mark.parametrize(("form", "function", "board"), CASES, ids=lambda part: part.name)
def test_a_form_gives_the_answer_of_the_array(form: Form, function: Function, board: Board) -> None:
    for package in form.needs:
        pytest.importorskip(package)
    if function.name in OF_GRIDS and board.cages and not form.needs_rules:
        with pytest.raises(bd.RulesError, match="rows have rules of their own"):
            answer(form, function, board)
        return
    wanted = expected(ONE if form.one else MANY, function, board)
    found = answer(form, function, board)
    assert found.keys() == wanted.keys()
    for name in wanted:
        same(found[name], wanted[name], name, form)


def test_forms_and_functions_meet_every_board() -> None:
    names = [form.name for form in FORMS]
    assert len({*names}) == len(names)
    assert {(form, board) for form, _, board in CASES} == {(f, b) for f in FORMS for b in BOARDS if f.fits(b)}
    assert {(function, board) for _, function, board in CASES} == {
        (function, board) for function in [*FUNCTIONS, *CLASSIC_FUNCTIONS] for board in BOARDS if function.fits(board)
    }

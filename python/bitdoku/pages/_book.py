"""``book``: the pages of a puzzle book from a plan.

A plan has the options of :func:`bitdoku.sheet`, a seed, and a list of chapters (:mod:`bitdoku.pages._chapters`).
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bitdoku._arguments import expect_function
from bitdoku._core import _kind as kind
from bitdoku.pages._sheet import Sheet

if TYPE_CHECKING:
    from bitdoku.pages._chapters import BookPlan


def book(plan: str | os.PathLike[str] | Mapping[str, Any], *, threads: int | None = None, progress: Any = None) -> Book:
    r"""Make a book of puzzles from a plan: pages with the puzzles of all chapters, then pages with the answers.

    No two puzzles of the book are equivalent. The `guide to books <https://bitdoku.github.io/bitdoku/guides/books.html>`_
    lists the keys of plans.

    Parameters
    ----------
    plan : path or mapping
        A TOML file, or a mapping with the same keys. File names in a TOML file are relative to its folder.
    threads : int, optional
        Number of worker threads; all cores by default.
    progress : callable, optional
        ``progress(done, total)`` is called with the number of finished puzzles of a chapter or band, and their total.

    Returns
    -------
    Book
        The pages, a :class:`Sheet`, with the puzzles in ``tables``.

    Raises
    ------
    PlanError
        A key is unknown, missing or invalid; a chapter or file has no puzzles; the message names it.
    PuzzleError
        A puzzle of a file is malformed, or has not exactly one solution.
    GenerationError
        There are not as many different puzzles as the plan wants.
    OSError
        A file cannot be read.

    Examples
    --------
    >>> import bitdoku as bd
    >>> easy = {"title": "Easy", "generate": {"n": 4, "difficulty": "easy"}}
    >>> killers = {"title": "Killer", "compose": {"n": 2, "kind": "killer_cage"}}
    >>> made = bd.book({"title": "Weekend", "seed": 7, "paper": "6x9", "chapter": [easy, killers]})
    >>> made
    Book(6 puzzles on 4 pages)
    >>> made.tables[0].columns
    ['puzzle', 'solution', 'number', 'chapter', 'level', 'rules']
    """
    from bitdoku.datasets._keys import read_plan
    from bitdoku.pages._chapters import make_book_plan

    base = Path.cwd()
    given: Mapping[str, Any]
    if isinstance(plan, str | os.PathLike):
        given, base = read_plan(plan)
    elif isinstance(plan, Mapping):
        given = plan
    else:
        raise TypeError(f"plan is {kind(plan)}; expected a file or a mapping")
    expect_function("progress", progress, "a function of (done, total)")
    checked = make_book_plan(given, base)
    return Book(checked, threads, progress or (lambda _done, _total: None))


class Book(Sheet):
    """The pages of a book, as :func:`bitdoku.book` returns them.

    Attributes
    ----------
    tables : list of Puzzles
        The puzzles and solutions in the order of the book, with their numbers, chapters and levels: a table for each
        size of boards.
    left_out : int
        The number of puzzles of files that were left out because they are equivalent to another puzzle.
    dropped : int
        The number of malformed rows of files that were dropped, with ``malformed = "drop"``.
    """

    __module__ = "bitdoku"

    def __init__(self, plan: BookPlan, threads: int | None, progress: Any) -> None:
        from bitdoku.pages._chapters import make_chapters

        chapters, self.tables, omitted = make_chapters(plan, threads, progress)
        self.left_out, self.dropped = omitted["equivalent"], omitted["malformed"]
        super().__init__(chapters, plan.options)

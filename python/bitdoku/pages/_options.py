"""The options of sheets and books."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from bitdoku._arguments import expect_text, flag
from bitdoku._core import _whole as whole
from bitdoku._core import _word as word
from bitdoku._errors import shown
from bitdoku.board._drawing import THEMES
from bitdoku.board._font import Font, font_of
from bitdoku.pages._captions import LEVELS, caption_fields
from bitdoku.pages._layout import LONGEST, PAPERS, SHORTEST, paper_size

if TYPE_CHECKING:
    import os

    from bitdoku.board._board import Board, Theme

#: Control characters, lone surrogates and noncharacters, which XML cannot hold.
_UNPRINTABLE = r"[\0-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]"

#: The greatest numbers of boards beside each other and on a page.
MOST = {"columns": 20, "per_page": 100, "answers_per_page": 100}


@dataclass(frozen=True)
class Chapter:
    """Puzzles under one heading, with their stored solutions or None for each, and options of their pages."""

    title: str
    boards: Sequence[Board]
    solutions: Sequence[Any]
    rule_text: bool | str
    columns: int | None
    per_page: int | None
    caption: str
    answers: bool | str


@dataclass(frozen=True)
class SheetOptions:
    """The checked options of :func:`sheet`, which are also keys of the plan of a book."""

    columns: int | None = None
    per_page: int | None = None
    answers: bool | str = True
    answers_per_page: int | None = None
    title: str = ""
    caption: str = "{number}"
    levels: Sequence[str] = LEVELS
    first: int = 1
    rule_text: bool | str = True
    qr: bool = False
    paper: str = "a4"
    bound: bool = False
    large_print: bool = False
    font: str | os.PathLike[str] | None = None
    theme: Theme = "light"

    def __post_init__(self) -> None:
        for name, most in MOST.items():
            if getattr(self, name) is not None:
                whole(name, getattr(self, name), least=1, most=most)
        whole("first", self.first, least=0, most=10**9)
        for name in ("qr", "bound", "large_print"):
            flag(name, getattr(self, name))
        expect_line("title", self.title)
        expect_line("caption", self.caption, tab=True)
        caption_fields(self.caption)
        for name in ("answers", "rule_text"):
            if isinstance(text := getattr(self, name), str):
                expect_line(name, text, most=2000)
            else:
                flag(name, text)
        levels = self.levels
        if not isinstance(levels, list | tuple) or [*map(type, levels)] != [str] * 5:
            raise ValueError(f"levels is {shown(levels)}; expected five words, from the easiest")
        for level in levels:
            expect_line("levels", level)
        word("theme", self.theme, ("auto", *THEMES))
        expect_text("paper", self.paper)
        if paper_size(self.paper) is None:
            expected = f"{', '.join(PAPERS)}, or inches from {SHORTEST:g} to {LONGEST:g} such as 6x9"
            raise ValueError(f"paper is {self.paper!r}; expected {expected}")
        _ = self.file

    @cached_property
    def file(self) -> Font:
        """The font."""
        return font_of(self.font)


def expect_line(name: str, text: object, *, most: int = 100, tab: bool = False) -> None:
    """Raise unless an argument is a printable line of at most this length."""
    expect_text(name, text)
    if len(text) > most or re.search(_UNPRINTABLE, text) or "\n" in text or ("\t" in text and not tab):  # type: ignore[arg-type, call-overload, operator]
        expected = f"expected at most {most} characters, without lone surrogates and control characters"
        raise ValueError(f"{name} is {shown(text)}; {expected}")

"""``Shared``, a puzzle that was read, and ``Source``, the text that each format examines."""

from __future__ import annotations

import base64
import re
import zlib
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

import numpy as np

from bitdoku._arguments import several
from bitdoku._core import check
from bitdoku._errors import PuzzleError, RulesError, shown
from bitdoku._json import loads
from bitdoku.board._board import Board, merge_solution
from bitdoku.board._html import board_figure
from bitdoku.links._lzstring import decompress
from bitdoku.rules._rules import rule_counts

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

    import numpy.typing as npt

    from bitdoku.links._meanings import Meaning
    from bitdoku.rules import Rules

Cell = tuple[int, int]

#: Maximum size of inflated data.
_MAX_INFLATED = 1 << 24


class Drawing(NamedTuple):
    """A line, a shape, a text or a cage that is a rule only if words or the caller say so.

    Attributes
    ----------
    kind
        ``"line"``, ``"arrow"``, ``"circle"``, ``"rectangle"``, ``"text"`` or ``"cage"``.
    color
        The color, such as ``"#67f067"``, or "".
    cells
        The cells (row, column) along a line, in a cage or around the center of a shape, also outside the board.
    text
        The text, or "".
    meaning
        The name of the rule that it is part of, ``"decoration"``, or "" if it has no meaning.
    sentence
        The sentence of the rules in words from which the meaning comes, in lower case; "" if the caller gave it.
    """

    kind: str
    color: str
    cells: tuple[Cell, ...]
    text: str
    meaning: str
    sentence: str


@dataclass(frozen=True, eq=False, repr=False)
class Shared:
    """A puzzle read from a link.

    Functions that accept puzzles use the puzzle and its rules, as for a :class:`bitdoku.Row`.

    Attributes
    ----------
    puzzle
        The givens, a uint8 array of shape (n, n).
    rules
        The rules.
    title, author, ruleset
        The title, the author, and the rules in words; "" if the link has none.
    solution
        The solution in the link, a uint8 array of shape (n, n), or None.
    entered
        Digits that are not givens, a uint8 array of shape (n, n).
    center_marks
        The digits noted in the center of each cell (row, column). In a puzzle without givens, they are candidates and
        part of ``rules``, but for those of SudokuMaker.
    corner_marks
        The digits noted in the corners of each cell.
    colors
        The colors of each cell, as in ``("#ffffb0",)``. Their meaning is unknown: they may represent rules.
    ignored
        The names of parts that were skipped because of ``ignore`` or because they do not affect the rules.
    warnings
        Differences between ``ruleset`` and ``rules``: rules that only the words mention, and sentences that were not
        understood. A puzzle with such a sentence may have several solutions by its other rules.
    by_words
        The rules that were read from the rules in words and the colors of drawings, each with the sentence. They are a
        proposal: words can be misunderstood.
    drawings
        The drawings that have a meaning only by words or by the caller.
    """

    puzzle: npt.NDArray[np.uint8]
    rules: Rules
    title: str = ""
    author: str = ""
    ruleset: str = ""
    solution: npt.NDArray[np.uint8] | None = None
    entered: npt.NDArray[np.uint8] = field(default_factory=lambda: np.zeros((0, 0), np.uint8))
    center_marks: Mapping[Cell, tuple[int, ...]] = field(default_factory=dict)
    corner_marks: Mapping[Cell, tuple[int, ...]] = field(default_factory=dict)
    colors: Mapping[Cell, tuple[str, ...]] = field(default_factory=dict)
    ignored: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    by_words: tuple[str, ...] = ()
    drawings: tuple[Drawing, ...] = ()

    def __repr__(self) -> str:
        unknown = sum(not drawing.meaning for drawing in self.drawings)
        parts = [
            f"{len(self.puzzle)}x{len(self.puzzle)}",
            f"{np.count_nonzero(self.puzzle)} givens",
            *rule_counts(self.rules),
            *["solution"] * (self.solution is not None),
            *[f"{unknown} drawing{'s' * (unknown != 1)} without meaning"] * (unknown > 0),
            *[f"ignored: {' '.join(self.ignored)}"] * bool(self.ignored),
            *[f"{len(self.warnings)} warning{'s' * (len(self.warnings) != 1)}"] * bool(self.warnings),
        ]
        title, author = f" {shown(self.title)}" * bool(self.title), f" by {shown(self.author)}" * bool(self.author)
        return f"<Shared{title}{author}: {', '.join(parts)}>"

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> npt.NDArray[Any]:
        return np.array(self.puzzle, dtype, copy=copy)

    def __bitdoku__(self, mark: bool) -> tuple[npt.NDArray[np.uint8], bool]:
        return self.puzzle, False

    @property
    def __bitdoku_rules__(self) -> Rules:
        return self.rules

    def _repr_html_(self) -> str:
        name = " by ".join(filter(None, (self.title, self.author)))
        return board_figure(Board(self.puzzle, rules=self.rules), name, self.solution)


class Source:
    """The text of a puzzle.

    Attributes
    ----------
    text
        The text without surrounding white space; "" if only ``data`` are known.
    texts
        ``title``, ``author``, ``ruleset`` and ``solution`` from outside the document, for a document without them.
    meanings
        What the caller says about drawings.
    listing
        Whether the text is read for its list of drawings, so that drawings without a meaning are no error.
    """

    def __init__(
        self,
        text: str = "",
        *,
        data: Any = None,
        texts: Mapping[str, str] | None = None,
        meanings: Collection[Meaning] = (),
        listing: bool = False,
    ) -> None:
        self.text = text.strip()
        self.texts = texts or {}
        self.meanings = meanings
        self.listing = listing
        if data is not None:
            self.data = data

    @cached_property
    def data(self) -> Any:
        """The parsed JSON if the text is a JSON object or array, else None. Raises PuzzleError for malformed JSON."""
        # "[begin]" is a heading of janko.at.
        is_json = self.text.startswith(("{", "[")) and not self.text.lower().startswith("[begin]")
        return parsed(self.text) if is_json else None

    def on(self, text: str = "", *, data: Any = None, texts: Mapping[str, str] | None = None) -> Source:
        """Another text with the same meanings."""
        return Source(
            text, data=data, texts=self.texts if texts is None else texts, meanings=self.meanings, listing=self.listing
        )

    def has(self, *keys: str) -> bool:
        """Whether the text is a JSON object with all these keys."""
        return isinstance(self.data, dict) and all(key in self.data for key in keys)

    def is_link(self, *sites: str) -> bool:
        """Whether the text is a URL of one of these hosts, such as ``"f-puzzles.com"``, or of a subdomain."""
        match = re.match(r"(?:https?://)?([\w.-]+)", self.text, re.IGNORECASE)
        host = match[1].lower() if match and "/" in self.text else ""
        return any(host == site or host.endswith(f".{site}") for site in sites)


class Format(Protocol):
    """A format of links or documents: a module of this package, listed in ``_formats``."""

    def recognizes(self, source: Source) -> bool:
        """Whether the text has this format. Only one format recognizes a text; malformed text of it counts."""

    def read(self, source: Source, ignore: Collection[str]) -> Shared:
        """Read the puzzle. Raises PuzzleError for malformed text and RulesError for an unsupported rule."""


def parsed(text: str) -> Any:
    """Parse JSON. Raises PuzzleError."""
    try:
        return loads(text)
    except ValueError as error:
        raise PuzzleError(f"the link does not contain valid JSON: {error}") from None
    except RecursionError:
        raise PuzzleError("the link does not contain a puzzle: the JSON is nested too deeply") from None


def decompressed(compressed: str) -> str:
    """Decompress the base64 part of a link. Raises PuzzleError."""
    try:
        return decompress(compressed)
    except ValueError as error:
        raise PuzzleError(f"the link does not contain a compressed puzzle: {error}") from None


def inflated(what: str, packed: str) -> str:
    """Decompress deflated text in base64, which may lack its padding. Raises PuzzleError."""
    packed = packed.replace(" ", "+")
    try:
        inflater = zlib.decompressobj(-15)
        data = inflater.decompress(base64.b64decode(packed + "=" * (-len(packed) % 4), validate=True), _MAX_INFLATED)
        if inflater.unconsumed_tail:
            raise PuzzleError(f"{what} holds more than {_MAX_INFLATED} bytes")
        if not inflater.eof:
            raise PuzzleError(f"{what} is cut off")
        return data.decode()
    except (ValueError, zlib.error) as error:
        if isinstance(error, PuzzleError):
            raise
        raise PuzzleError(f"{what} does not contain a compressed puzzle: {error}") from None


def unsupported(what: str, name: str) -> RulesError:
    """The error for an unsupported part, which ``ignore=[name]`` skips."""
    return RulesError(f"{what}, which is not supported; ignore=[{name!r}] skips it")


def expect_solution(givens: npt.NDArray[np.uint8], solved: npt.NDArray[np.uint8], rules: Rules) -> None:
    """Raise PuzzleError if a solution, possibly with blanks, contradicts a given or the rules."""
    merge_solution(givens, solved)  # raises if it contradicts a given
    found = check(givens, solved, rules=rules)
    if found.cell_errors.any():
        row, column = np.argwhere(found.cell_errors)[0].tolist()
        held = solved[row, column]
        raise PuzzleError(f"solution: r{row + 1}c{column + 1} holds {held}, which violates the rules")
    if found.complete and not found.correct:
        raise PuzzleError("solution violates the rules")


def ignored_names(names: Any) -> list[Any]:
    """Parse ``ignore``."""
    return several("ignore", names, "names such as ['text', 'line']")


class UsedNames(list[Any]):
    """``ignore`` as a list that records which of its names a reader looked up.

    Attributes
    ----------
    used
        The names that were looked up.
    """

    def __init__(self, names: Iterable[Any]) -> None:
        super().__init__(names)
        # All formats permit these names.
        self.used: set[Any] = {"words", "solution"}

    def __contains__(self, name: object) -> bool:
        found = super().__contains__(name)
        if found:
            self.used.add(name)
        return found

    def expect_use(self) -> None:
        """Raise ValueError for a name that the format does not have."""
        for name in self:
            if name not in self.used:
                raise ValueError(f"ignore has {shown(name)}; the document has no such part")


def texts(data: dict[str, Any]) -> dict[str, Any]:
    """The texts of a document whose keys are the names in ``Shared``."""
    return {key: str(data.get(key) or "") for key in ("title", "author", "ruleset")}

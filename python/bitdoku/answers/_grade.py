"""``parse`` and ``grade``: the boards in texts, and how good they are."""

from __future__ import annotations

from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import numpy as np

from bitdoku import _core
from bitdoku._arguments import several
from bitdoku._core import _kind as kind
from bitdoku._errors import PuzzleError
from bitdoku.rules._rules import rules_of

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import SupportsIndex

    import numpy.typing as npt

    from bitdoku.rules import Rules
    from bitdoku.typing import AnyNumbers, OnePuzzle, PuzzlesLike, RulesLike

#: The reasons of the core, in its order.
REASONS = ("complete", "incomplete", "ambiguous", "puzzle", "thinking", "missing", "empty")

#: The fields of a grade.
GRADES = np.dtype(
    [
        ("parsed", np.bool_),
        ("complete", np.bool_),
        ("respects_givens", np.bool_),
        ("correct", np.bool_),
        ("cells_right", np.uint16),
        ("cells_blank", np.uint16),
        ("credit", np.float64),
        ("first_wrong", np.int8, (2,)),
        ("reason", "U10"),
    ]
)


class Answer(NamedTuple):
    """The result of :func:`parse`.

    Attributes
    ----------
    board
        The board: a uint8 array of shape (n, n), 0 where blank. None if there is no board of the right size, or no
        single one.
    reason
        One word:

        * ``"complete"``: the board is complete, right or wrong
        * ``"incomplete"``: a board with blank cells; or a part of a board, and ``board`` is None
        * ``"ambiguous"``: different boards, and no word that decides between them
        * ``"puzzle"``: no board but the puzzle itself
        * ``"thinking"``: nothing but an unfinished thinking block
        * ``"missing"``: no board
        * ``"empty"``: no text
    """

    board: npt.NDArray[np.uint8] | None
    reason: Literal["complete", "incomplete", "ambiguous", "puzzle", "thinking", "missing", "empty"]


def parse(text: str, puzzle: OnePuzzle | AnyNumbers, *, rules: RulesLike = None, symbols: str | None = None) -> Answer:
    r"""Find the answer to a puzzle in the text of a language model.

    The board may be written in any usual form: rows of digits or numbers, with or without separators, frames and
    labels; Markdown, LaTeX and HTML tables; JSON; one line; lists of cells (``r1c1=5``), columns or boxes. The choice
    among several boards follows these rules:

    1. Thinking blocks (``<think>…</think>`` and the like) are skipped, unfinished ones too.
    2. If there are answer tags (``<answer>…</answer>`` and the like), only the last one with content counts. A last
       ``\boxed{…}`` counts if there is a board inside.
    3. The last complete board is the answer. A board that contradicts the givens never replaces one that has them all,
       nor does a board whose introduction calls it wrong ("an invalid grid:", "and not"). A board with blank cells
       counts only if there is no complete one, or if the words between reject it. The puzzle itself never counts, and
       nothing after another puzzle does.
    4. If the complete board before it is different, the words between decide. Without words, or after words of choice
       ("or", "option", "another" …), the answer is ambiguous. After "wait", "mistake", "corrected" and the like, the
       later board counts; only then does it replace a board that was announced as final. A closing "my answer is
       version A" picks a board. A row corrected after the board ("Wait, row 3 should be …") replaces that row.
    5. A list of cells completes the puzzle. It counts if there is no complete board, and at least half of the blank
       cells are listed. Columns and boxes in order also count only without a complete board.

    Parameters
    ----------
    text
        The text.
    puzzle
        One puzzle in any form.
    rules, symbols
        As for :func:`bitdoku.solve`.

    Returns
    -------
    Answer
        A named tuple of ``board`` and ``reason``. No text raises.

    Raises
    ------
    PuzzleError
        The puzzle is malformed.

    Examples
    --------
    >>> import bitdoku as bd
    >>> text = '''<think>Is it 1234 3412 2143 4321? Yes.</think>
    ... | 1 | 2 | 3 | 4 |
    ... |---|---|---|---|
    ... | 3 | 4 | 1 | 2 |
    ... | 2 | 1 | 4 | 3 |
    ... | 4 | 3 | 2 | 1 |'''
    >>> board, reason = bd.answers.parse(text, "1......22......1", rules="4x4")
    >>> reason, board.ravel().tolist()
    ('complete', [1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1])
    >>> bd.answers.parse("There is no solution.", "1......22......1", rules="4x4")
    Answer(board=None, reason='missing')
    """
    known = rules_of(rules, puzzle)
    givens = one_row(puzzle, known, symbols)
    boards, reasons = _core._read_answers([text], givens, shape=known.box, rules=known, symbols=symbols)
    board = boards.reshape(known.side, known.side) if boards.any() else None
    return Answer(board, REASONS[int(reasons[0])])  # type: ignore[arg-type]


def grade(
    texts: str | Iterable[str],
    puzzles: PuzzlesLike,
    *,
    rules: RulesLike = None,
    symbols: str | None = None,
    threads: SupportsIndex | None = None,
) -> Any:
    """Grade the texts of language models.

    Each text is read as by :func:`parse`. Any solution of the puzzle is correct.

    Parameters
    ----------
    texts
        One text, or an iterable of texts; no dict, set or data frame.
    puzzles
        As many puzzles as texts in any form, or one puzzle for all texts.
    rules, symbols, threads
        As for :func:`bitdoku.solve`. Results do not depend on ``threads``.

    Returns
    -------
    numpy.ndarray or numpy.void
        A structured array of shape (texts,) with the fields of ``bitdoku.answers.GRADES``; one record for one text:

        * ``parsed``: there is a board
        * ``complete``: all its cells are filled
        * ``respects_givens``: it has all givens
        * ``correct``: it is a solution
        * ``cells_right``: the number of right digits in the cells that are blank in the puzzle. A digit is right if
          some solution contains it together with the givens and the right digits before it, in row order; if the
          puzzle has one solution, this is the number of cells that agree with it
        * ``cells_blank``: the number of cells that are blank in the puzzle
        * ``credit``: partial credit, ``cells_right / cells_blank``, and 0.0 if a given is changed or left blank; 1.0 if
          and only if the answer is correct
        * ``first_wrong``: row and column, from 0, of the first digit that is not right; (-1, -1) without one
        * ``reason``: ``"correct"``, ``"wrong"``, ``"givens"`` (complete, with a changed given), or the reason of
          :func:`parse`

    Raises
    ------
    PuzzleError
        A puzzle is malformed.
    TypeError
        A text is not a str, or ``texts`` has no order of texts.
    ValueError
        There are neither as many puzzles as texts nor one puzzle.

    Notes
    -----
    Each wrong digit of a puzzle with several solutions needs a search of its own. Boards of 25x25 with few givens can
    take many seconds.

    Examples
    --------
    >>> import bitdoku as bd
    >>> texts = ["1234 3412 2143 4321", "1234 3412 2143 4312", "I give up."]
    >>> grades = bd.answers.grade(texts, "1......22......1", rules="4x4")
    >>> grades["reason"].tolist(), grades["cells_right"].tolist()
    (['correct', 'givens', 'missing'], [12, 11, 0])
    >>> grades["first_wrong"].tolist()
    [[-1, -1], [3, 2], [-1, -1]]
    """
    grades, _ = grades_and_boards(texts, puzzles, rules_of(rules, puzzles), symbols, threads)
    return grades[0] if isinstance(texts, str) else grades


def grades_and_boards(
    texts: str | Iterable[str],
    puzzles: PuzzlesLike,
    known: Rules,
    symbols: str | None = None,
    threads: SupportsIndex | None = None,
) -> tuple[npt.NDArray[Any], npt.NDArray[np.uint8]]:
    """The grades of texts, and their boards of shape (texts, n²), blank without an answer."""
    # Iterating these gives names or no order.
    if isinstance(texts, Mapping | AbstractSet) or hasattr(texts, "columns"):
        raise TypeError(f"texts is {kind(texts)}; expected a text, or a sequence of texts")
    items = several("texts", texts, "a text, or a sequence of texts")
    cells = _core._cells(puzzles, rules=known, symbols=symbols)
    area = known.side**2
    givens = cells.reshape(-1, area)
    if len(givens) != len(items) and cells.ndim > 1:
        raise ValueError(f"{len(givens)} puzzles for {len(items)} texts; expected as many, or one puzzle")
    boards, reasons = _core._read_answers(items, givens, shape=known.box, rules=known, symbols=symbols, threads=threads)
    right = _core._right_cells(givens, boards, rules=known, threads=threads)
    return _graded(givens, boards, right, reasons, known.side), boards


def _graded(
    givens: npt.NDArray[np.uint8],
    boards: npt.NDArray[np.uint8],
    right: npt.NDArray[np.bool_],
    reasons: npt.NDArray[np.uint8],
    side: int,
) -> npt.NDArray[Any]:
    """The grades of boards, blank without an answer; ``right`` are their right digits."""
    grades = np.zeros(len(boards), GRADES)
    is_blank = givens == 0
    grades["parsed"] = boards.any(axis=1)
    grades["complete"] = boards.all(axis=1)
    grades["respects_givens"] = grades["parsed"] & (is_blank | (boards == givens)).all(axis=1)
    grades["correct"] = right.all(axis=1)
    grades["cells_right"] = (right & is_blank).sum(axis=1)
    grades["cells_blank"] = is_blank.sum(axis=1)
    share = grades["cells_right"] / np.maximum(grades["cells_blank"], 1)
    grades["credit"] = np.where(grades["correct"], 1.0, np.where(grades["respects_givens"], share, 0.0))
    is_wrong = (boards > 0) & ~right
    first = is_wrong.argmax(axis=1)
    places = np.stack(np.divmod(first, side), axis=1)
    places[~is_wrong.any(axis=1)] = -1
    grades["first_wrong"] = places
    words = np.array(REASONS)[reasons]
    complete = np.where(grades["respects_givens"], np.where(grades["correct"], "correct", "wrong"), "givens")
    grades["reason"] = np.where(words == "complete", complete, words)
    return grades


def one_row(puzzle: Any, rules: Rules, symbols: str | None) -> npt.NDArray[np.uint8]:
    """The cells of one puzzle, shape (1, n²)."""
    cells = _core._cells(puzzle, name="puzzle", rules=rules, symbols=symbols).reshape(-1, rules.side**2)
    if len(cells) != 1:
        raise PuzzleError(f"puzzle holds {len(cells)} puzzles; expected one")
    return cells

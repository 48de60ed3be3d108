"""Rules of what is only drawn: by the caller's meanings and the rules in words, else an error that names the rest."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from bitdoku._errors import RulesError
from bitdoku.links._drawings import drawings
from bitdoku.links._drawn_marks import name_of
from bitdoku.links._drawn_rules import RulesReader
from bitdoku.links._meanings import Meaning
from bitdoku.links._shared import Drawing

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from bitdoku import rules as r
    from bitdoku.links._drawings import Drawn
    from bitdoku.links._shared import Cell, Source
    from bitdoku.links._words import Words
    from bitdoku.rules import Rules


@dataclass
class DrawnRules:
    """The rules of drawings.

    Attributes
    ----------
    rules
        The rules.
    listed
        All drawings with their meanings.
    by_words
        The meanings that come from the words.
    ignored
        The names of drawings that are not rules.
    """

    rules: list[r.Rule]
    listed: tuple[Drawing, ...]
    by_words: tuple[str, ...]
    ignored: tuple[str, ...]


def read_drawn(
    board: Rules,
    words: Words,
    document: dict[str, Any],
    cages: list[dict[str, Any]],
    source: Source,
    ignore: Collection[str],
    *,
    strict: bool = True,
    typed: Mapping[str, list[tuple[Cell, Cell]]] | None = None,
) -> DrawnRules:
    """Read the drawings of a document in the form of SudokuPad.

    ``typed`` are the pairs of cells with marks that the document types, which the words can say are all.

    Raises RulesError for a drawing without a meaning and, if ``strict``, for a sentence that is not understood; not if
    the source is read for its list of drawings.
    """
    by_board = [f"{said.name}: the board, by {said.sentence!r}" for said in words.by_board() if strict]
    words.statements[:] = [*source.meanings, *(said for said in words.statements if not said.is_doubtful)]
    reader = RulesReader(board, words, drawings(document), cages, typed)
    rules: list[r.Rule] = []
    unknown = words.unknown if strict and "words" not in ignore else []
    try:
        rules = reader.rules()
        _expect_use(source.meanings, [*reader.drawings, *reader.cages])
    except (RulesError, ValueError, TypeError, KeyError, IndexError) as error:
        if not source.listing:
            if isinstance(error, RulesError) and unknown:
                raise _refused(unknown, reader.unread) from None
            if isinstance(error, RulesError | TypeError) or source.meanings:
                raise
            raise RulesError(f"a drawing has no rule: {error}") from None
    if (unknown or reader.unread) and not source.listing:
        raise _refused(unknown, reader.unread)
    every = [*reader.drawings, *reader.cages]
    return DrawnRules(
        rules,
        tuple(_listed(drawn, words) for drawn in every),
        (
            *by_board,
            *_by_words(every, words),
            *(f"all given: {name}, by {words.all_given[name]!r}" for name in reader.negative),
        ),
        tuple(reader.ignored),
    )


def _expect_use(meanings: Collection[Meaning], drawn: list[Drawn]) -> None:
    """Raise ValueError for a meaning that no drawing has."""
    for meaning in meanings:
        if not any(meaning.fits(drawing) for drawing in drawn):
            described = " ".join([*sorted(meaning.colors), meaning.shape, meaning.texts]).strip()
            raise ValueError(f"{meaning.argument}: no drawing fits {described!r}" if described else
                             f"{meaning.argument}: the document has no such drawing")  # fmt: skip


def _refused(unknown: list[str], unread: Mapping[str, str]) -> RulesError:
    """The error for sentences that are not understood and drawings without a meaning."""
    parts, names = [], list(dict.fromkeys(unread.values()))
    if unknown:
        said = " and ".join(repr(sentence[:120]) for sentence in unknown[:4])
        more = f" and {len(unknown) - 4} more sentences" if len(unknown) > 4 else ""
        parts.append(f"the rules in words say {said}{more}, which is not understood")
        names.insert(0, "words")
    if unread:
        found = ", ".join([*unread][:6]) + (f" and {len(unread) - 6} more" if len(unread) > 6 else "")
        have = "has" if len(unread) == 1 else "have"
        parts.append(f"{found} {have} no meaning that the rules in words explain")
    say = "the arguments lines, shapes, text and cages say what drawings mean, and " * bool(unread)
    return RulesError(f"{' and '.join(parts)}; {say}ignore={names} skips {'it' if len(names) == 1 else 'them'}")


def _listed(drawn: Drawn, words: Words) -> Drawing:
    cells = tuple(drawn.touched())
    return Drawing(
        drawn.shape, drawn.color, cells, drawn.text, drawn.meaning, "" if drawn.called else _sentence(drawn, words)
    )


def _sentence(drawn: Drawn, words: Words) -> str:
    """The sentence that states the meaning of a drawing."""
    names = {"different": ("cage", "killer_cage"), "total": ("killer_cage",)}.get(drawn.meaning, (drawn.meaning,))
    said = [said for name in names for said in words.named(name) if not isinstance(said, Meaning)]
    return next((statement.sentence for statement in sorted(said, key=lambda said: not said.fits(drawn))), "")


def _by_words(every: list[Drawn], words: Words) -> tuple[str, ...]:
    groups: dict[tuple[str, str], list[Drawn]] = {}
    for drawn in every:
        if drawn.used and not drawn.called and (sentence := _sentence(drawn, words)):
            groups.setdefault((drawn.meaning, sentence), []).append(drawn)
    more = {key: f" and {len(found) - 1} more" * (len(found) > 1) for key, found in groups.items()}
    return tuple(f"{key[0]}: {name_of(found[0])}{more[key]}, by {key[1]!r}" for key, found in groups.items())

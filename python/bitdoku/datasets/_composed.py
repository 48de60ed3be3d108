"""Checks of plans of composed puzzles, whose rows have rules of their own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bitdoku._errors import PlanError
from bitdoku.datasets._io.formats import TABLES
from bitdoku.logic._rate import CLASSIC_ONLY

if TYPE_CHECKING:
    from bitdoku.datasets._plan import Plan

#: Encodings that do not depend on rules beyond the size of the board.
BARE_ENCODINGS = ("digits", "one_hot", "plus_minus", "labels")


def expect_composed(plan: Plan) -> None:
    """Raise for options that need the same rules for all rows."""
    named = f"rules are {plan.rules}, so that each row has its own"
    if plan.generate is None:
        raise PlanError(f"{named}; expected [generate], not [take]")
    if plan.write.kind not in TABLES:
        raise PlanError(f"{named}; {plan.write.format} has no column for them")
    wanted = plan.filter
    filtered: dict[str, Any] = {"minimal": wanted.minimal, "singles": wanted.singles, "guesses": wanted.guesses}
    filtered["difficulty"] = wanted.difficulty
    used = [f"filter.{name}" for name, value in filtered.items() if value is not None]
    used += [f"{name} = {by!r}" for name, by in (("dedupe", plan.dedupe), ("split_by", plan.split_by)) if "class" in by]
    used += [f"augment.{part}" for part in plan.parts if plan.copies(part)]
    used += [f"the column {name}" for name in plan.write.columns if name in {"fingerprint", *CLASSIC_ONLY}]
    used += [f"encode.{name}" for name, one in plan.encode.items() if one["encoding"] not in BARE_ENCODINGS]
    if used:
        raise PlanError(f"{named}; {used[0]} is for puzzles with the same rules")

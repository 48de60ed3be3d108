"""The public functions for other rules than those of the usual puzzle.

The compiled functions of :mod:`bitdoku` hand calls with ``rules=`` on to those of the same name here, which are the
same five steps: rules_of, read, the engine of the rules, mirror, and scalars where there was one puzzle.
"""

from __future__ import annotations

import datetime
from typing import TYPE_CHECKING, Any

import numpy as np

from bitdoku import _core
from bitdoku._arguments import kind, whole, word
from bitdoku._errors import BudgetError
from bitdoku._forms import read
from bitdoku._generate import _kept
from bitdoku._results import CheckResult, RuledResult, Verdict
from bitdoku.rules._rules import rules_of
from bitdoku.rules._symmetry import Symmetries, random_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    import numpy.typing as npt

    from bitdoku._forms import Batch
    from bitdoku.rules._rules import Rules

    Digits = npt.NDArray[np.uint8]

#: Counts end here.
_MOST = 2**64 - 2


def solve(
    puzzles: Any,
    *,
    rules: Any,
    symbols: Any = None,
    threads: Any = None,
    out: Any = None,
    budget: Any = None,
    malformed: Any = "raise",
) -> Any:
    """:func:`bitdoku.solve`."""
    known = rules_of(rules)
    if known.is_classic:
        return _core.solve(puzzles, symbols=symbols, threads=threads, out=out, budget=budget, malformed=malformed)
    batch = read("puzzles", puzzles, known.side, malformed, symbols=symbols)
    if out is not None:
        _check_out(batch, out)
    solutions, verdicts = _search(known, batch, "solve", threads, budget)
    verdict = Verdict(int(verdicts[0])) if batch.one else verdicts.reshape(batch.shape)
    if out is not None:
        out[...] = solutions.reshape(out.shape)
        return RuledResult(out, verdict, None, None, known)
    return RuledResult(batch.mirror(solutions), verdict, puzzles, symbols, known)


def verdict(
    puzzles: Any, *, rules: Any, symbols: Any = None, threads: Any = None, budget: Any = None, malformed: Any = "raise"
) -> Any:
    """:func:`bitdoku.verdict`."""
    known = rules_of(rules)
    if known.is_classic:
        return _core.verdict(puzzles, symbols=symbols, threads=threads, budget=budget, malformed=malformed)
    batch = read("puzzles", puzzles, known.side, malformed, symbols=symbols)
    _, verdicts = _search(known, batch, "verdict", threads, budget)
    return Verdict(int(verdicts[0])) if batch.one else verdicts.reshape(batch.shape)


def _search(known: Rules, batch: Batch, want: Any, threads: Any, budget: Any) -> tuple[Digits, Digits]:
    """Solutions and verdicts of all rows; malformed ones are not looked at."""
    nodes, time = _limits(budget)
    good = batch.good
    digits = batch.digits if good.all() else batch.digits[good]
    solutions, verdicts = known.engine.solve(digits, want=want, threads=threads, budget_nodes=nodes, budget_ns=time)
    if good.all():
        return solutions, verdicts
    all_verdicts = np.full(len(good), int(Verdict.MALFORMED), np.uint8)
    all_verdicts[good] = verdicts
    all_solutions = np.zeros_like(batch.digits)
    if want == "solve":
        all_solutions[good] = solutions
    return all_solutions, all_verdicts


def count(
    puzzles: Any,
    *,
    rules: Any,
    limit: Any = None,
    symbols: Any = None,
    threads: Any = None,
    budget: Any = None,
    malformed: Any = "raise",
) -> Any:
    """:func:`bitdoku.count`."""
    known = rules_of(rules)
    if known.is_classic:
        return _core.count(puzzles, limit=limit, symbols=symbols, threads=threads, budget=budget, malformed=malformed)
    batch = read("puzzles", puzzles, known.side, malformed, symbols=symbols)
    if batch.one:
        batch.refuse_faults()
    most = _MOST if limit is None else min(whole("limit", limit, least=1), _MOST)
    nodes, time = _limits(budget)
    good = batch.good
    counts, decided = np.zeros(len(good), np.uint64), np.zeros(len(good), bool)
    counts[good], decided[good] = known.engine.count(
        batch.digits[good], most, threads=threads, budget_nodes=nodes, budget_ns=time
    )
    if limit is None and (counts[decided] == _MOST).any():
        raise OverflowError("more than 2^64 solutions; give a limit")
    if batch.one:
        if not decided[0]:
            raise BudgetError("the budget ran out before all were counted")
        return int(counts[0])
    if budget is None and malformed == "raise":
        return counts.reshape(batch.shape)
    counts[~decided] = 0
    return np.ma.array(counts.reshape(batch.shape), mask=~decided.reshape(batch.shape))


def solutions(
    puzzle: Any, *, rules: Any, limit: Any = None, symbols: Any = None, threads: Any = None, malformed: Any = "raise"
) -> Iterator[Any]:
    """:func:`bitdoku.solutions`."""
    known = rules_of(rules)
    if known.is_classic:
        return _core.solutions(puzzle, limit=limit, symbols=symbols, threads=threads, malformed=malformed)
    batch = read("puzzle", puzzle, known.side, malformed, symbols=symbols)
    if not batch.one:
        raise TypeError("puzzle holds many puzzles; solutions takes one")
    if threads is not None:
        whole("threads", threads, least=1)
    most = None if limit is None else min(whole("limit", limit, least=1), _MOST)
    if batch.faults:
        return iter(())
    return map(batch.mirror, known.engine.solutions(batch.digits[0], most))


def candidates(
    puzzles: Any,
    *,
    rules: Any,
    level: Any = "basic",
    symbols: Any = None,
    threads: Any = None,
    malformed: Any = "raise",
) -> Any:
    """:func:`bitdoku.candidates`."""
    known = rules_of(rules)
    if known.is_classic:
        return _core.candidates(puzzles, level=level, symbols=symbols, threads=threads, malformed=malformed)
    word("level", level, ("basic", "singles", "locked", "true"))
    batch = read("puzzles", puzzles, known.side, malformed, symbols=symbols)
    good = batch.good
    dtype = np.uint16 if known.side <= 16 else np.uint32 if known.side <= 32 else np.uint64
    masks = np.zeros(batch.digits.shape, dtype)
    masks[good] = known.engine.candidates(batch.digits[good], level, threads=threads)
    return masks.reshape(batch.cell_shape)


def conflicts(puzzles: Any, *, rules: Any, symbols: Any = None, threads: Any = None, malformed: Any = "raise") -> Any:
    """:func:`bitdoku.conflicts`."""
    known = rules_of(rules)
    if known.is_classic:
        return _core.conflicts(puzzles, symbols=symbols, threads=threads, malformed=malformed)
    if threads is not None:
        whole("threads", threads, least=1)
    batch = read("puzzles", puzzles, known.side, malformed, symbols=symbols)
    clashes: npt.NDArray[np.bool_] = known.engine.conflicts(batch.digits)
    return clashes.reshape(batch.cell_shape)


def check(
    puzzles: Any, answers: Any, *, rules: Any, symbols: Any = None, threads: Any = None, malformed: Any = "raise"
) -> Any:
    """:func:`bitdoku.check`."""
    known = rules_of(rules)
    if known.is_classic:
        return _core.check(puzzles, answers, symbols=symbols, threads=threads, malformed=malformed)
    givens = read("puzzles", puzzles, known.side, malformed, symbols=symbols)
    filled = read("answers", answers, known.side, malformed, symbols=symbols, any_values=True)
    if not (givens.one or filled.one) and givens.shape != filled.shape:
        raise ValueError(
            f"puzzles have the leading shape {givens.shape}, answers {filled.shape}; expected the same, one puzzle, or "
            "one answer"
        )
    shape = givens.shape if filled.one else filled.shape
    good = givens.good & filled.good
    answers = np.broadcast_to(filled.digits, (len(good), known.side**2))
    illegal = answers > known.side
    legal = np.where(illegal, 0, answers).astype(np.uint8)
    broken = (givens.digits > 0) & (givens.digits != answers)
    respects = good & ~broken.any(axis=1)
    complete = good & (legal > 0).all(axis=1)
    errors = known.engine.conflicts(legal) | illegal | (broken & (answers > 0))
    errors[~good] = False
    correct = respects & complete
    if correct.any():
        _, verdicts = known.engine.solve(legal[correct], want="verdict", threads=threads)
        correct[correct] = verdicts == Verdict.UNIQUE
    cell_errors = errors.reshape(*shape, *filled.cell_shape[len(filled.shape) :])
    if shape == ():
        return CheckResult(bool(correct[0]), bool(respects[0]), bool(complete[0]), cell_errors)
    return CheckResult(correct.reshape(shape), respects.reshape(shape), complete.reshape(shape), cell_errors)


# --- symmetry -------------------------------------------------------------------------------------------------------


def canonical(puzzles: Any, *, rules: Any, symbols: Any = None, threads: Any = None, malformed: Any = "raise") -> Any:
    """:func:`bitdoku.canonical`."""
    known = rules_of(rules)
    if known.is_classic:
        return _core.canonical(puzzles, symbols=symbols, threads=threads, malformed=malformed)
    batch, forms, _ = _classes(known, puzzles, symbols, threads, malformed)
    return batch.mirror(forms)


def automorphisms(
    puzzles: Any, *, rules: Any, symbols: Any = None, threads: Any = None, malformed: Any = "raise"
) -> Any:
    """:func:`bitdoku.automorphisms`."""
    known = rules_of(rules)
    if known.is_classic:
        return _core.automorphisms(puzzles, symbols=symbols, threads=threads, malformed=malformed)
    batch, _, numbers = _classes(known, puzzles, symbols, threads, malformed)
    if (numbers == np.iinfo(np.uint64).max).any():
        raise OverflowError("2^64 automorphisms or more")
    return int(numbers[0]) if batch.one else numbers.reshape(batch.shape)


def fingerprint(puzzles: Any, *, rules: Any, symbols: Any = None, threads: Any = None, malformed: Any = "raise") -> Any:
    """:func:`bitdoku.fingerprint`."""
    known = rules_of(rules)
    if known.is_classic:
        return _core.fingerprint(puzzles, symbols=symbols, threads=threads, malformed=malformed)
    from hashlib import blake2b

    batch, forms, _ = _classes(known, puzzles, symbols, threads, malformed)
    good = batch.good.tolist()
    marks = [
        blake2b(form.tobytes(), digest_size=16).digest() if ok else bytes(16)
        for form, ok in zip(forms, good, strict=True)
    ]
    if batch.one:
        return marks[0]
    return np.frombuffer(b"".join(marks), np.uint8).reshape(*batch.shape, 16).copy()


def _classes(
    known: Rules, puzzles: Any, symbols: Any, threads: Any, malformed: Any
) -> tuple[Batch, Digits, npt.NDArray[Any]]:
    """Canonical forms, and numbers of automorphisms."""
    if threads is not None:
        whole("threads", threads, least=1)
    batch = read("puzzles", puzzles, known.side, malformed, symbols=symbols)
    forms, numbers = Symmetries.of(known).canonical(batch.digits, threads)
    numbers[~batch.good] = 0
    return batch, forms, numbers


def shuffle(
    puzzles: Any,
    *also: Any,
    rules: Any,
    seed: Any,
    moves: Any = None,
    copies: Any = None,
    group: Any = "all",
    start: Any = None,
    symbols: Any = None,
    threads: Any = None,
    malformed: Any = "raise",
) -> Any:
    """:func:`bitdoku.shuffle`."""
    known = rules_of(rules)
    if known.is_classic:
        options: dict[str, Any] = {"seed": seed, "moves": moves, "copies": copies, "group": group, "start": start}
        return _core.shuffle(puzzles, *also, **options, symbols=symbols, threads=threads, malformed=malformed)
    word("group", group, ("all", "digits", "geometry"))
    if threads is not None:
        whole("threads", threads, least=1)
    number = None if copies is None else whole("copies", copies, least=1)
    batch = read("puzzles", puzzles, known.side, malformed, symbols=symbols)
    others: list[Any] = []
    for k, item in enumerate(also):
        name = f"also[{k}]"
        if isinstance(item, np.ndarray) and item.dtype.kind in "bfc":
            others.append(_values(name, item, batch.shape, known.side))
            continue
        other = read(name, item, known.side, malformed, symbols=symbols)
        if other.shape != batch.shape:
            raise ValueError(
                f"puzzles have the leading shape {batch.shape}, {name} has {other.shape}; expected the same"
            )
        others.append(other)
    if isinstance(moves, np.ndarray | str):
        raise TypeError(f"moves is {kind(moves)}; expected a sequence of arrays")
    others += [_values(f"moves[{k}]", item, batch.shape, known.side) for k, item in enumerate(moves or ())]
    rows, each = len(batch.digits), number or 1
    first = 0 if start is None else whole("start", start)
    symmetries, seed = Symmetries.of(known), _kept(seed)
    if not isinstance(seed, np.random.SeedSequence):
        seed = whole("seed", seed)
    drawn = [symmetries.draw(random_of(seed, first + k), group) for k in range(rows * each)]
    results = []
    for other in [batch, *others]:
        if isinstance(other, np.ndarray):
            inner = other.shape[len(batch.shape) :]
            cell = inner[1:] if inner[0] == known.side**2 else inner[2:]
            flat = other.reshape(rows, known.side**2, *cell)
            values = np.stack([flat[k // each, cells] for k, (cells, _) in enumerate(drawn)]) if drawn else flat
            results.append(values.reshape(*batch.shape, *(() if number is None else (number,)), *inner))
            continue
        moved = np.empty((rows, each, known.side**2), np.uint8)
        for k, (cells, digits) in enumerate(drawn):
            moved[k // each, k % each] = digits[other.digits[k // each, cells]]
        results.append(other.mirror(moved[:, 0] if number is None else moved, number))
    return tuple(results) if others else results[0]


def _values(name: str, values: Any, leading: tuple[int, ...], side: int) -> npt.NDArray[Any]:
    """An array with something for each cell, which is moved and not relabelled."""
    if not isinstance(values, np.ndarray):
        raise TypeError(f"{name} is {kind(values)}; expected an array")
    if isinstance(values, np.ma.MaskedArray):
        raise TypeError(f"{name} is a masked array: fill it first")
    axes = len(leading)
    inner = values.shape[axes:]
    if values.shape[:axes] != leading or (inner[:1] != (side**2,) and inner[:2] != (side, side)):
        raise ValueError(
            f"{name} has shape {values.shape}; expected {(*leading, side, side)} or {(*leading, side**2)}, and further "
            "axes perhaps"
        )
    return values


# --- options --------------------------------------------------------------------------------------------------------


def _limits(budget: Any) -> tuple[int | None, int | None]:
    """A budget as nodes for each puzzle, or nanoseconds for the call."""
    if budget is None:
        return None, None
    if isinstance(budget, datetime.timedelta):
        if budget < datetime.timedelta():
            raise ValueError("budget is a negative time")
        if not budget:
            raise ValueError("budget is no time at all; expected more than 0")
        return None, min(int(budget / datetime.timedelta(microseconds=1)) * 1000, 2**63 - 1)
    if isinstance(budget, bool) or not hasattr(budget, "__index__"):
        raise TypeError("budget is neither a whole number of search nodes nor a datetime.timedelta")
    return min(whole("budget", budget, least=1), _MOST), None


def _check_out(batch: Batch, out: Any) -> None:
    if not batch.numeric:
        raise TypeError("out goes with numeric input; text comes back as text")
    if not isinstance(out, np.ndarray) or out.dtype != np.uint8:
        raise TypeError("out must be a numpy array of uint8")
    if out.shape != batch.cell_shape:
        raise ValueError(f"out has shape {out.shape}; expected the result's, {batch.cell_shape}")
    if not out.flags.c_contiguous or not out.flags.writeable:
        raise ValueError("out must be C-contiguous and writeable")

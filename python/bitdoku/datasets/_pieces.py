"""The two halves of a build: collecting puzzles in pieces, and writing the rows of each part in shards.

The first half generates or reads puzzles, filters them, stores them in pieces, and selects those to use.

A piece is an .npz file with the puzzles of some consecutive rows of the source that passed the filters:

==========  =======================================================================
puzzle      uint8 (m, n²), n the side of the boards
index       int64 (m,), the number of the row in the source
part        uint8 (m,), the number of the part: a function of class and seed
key         uint8 (m, 16), the key for deduplication; m = 0 without deduplication
counts      the number of rows, and of rows removed by reason, as JSON
rules       bytes (m,), the rules of each puzzle as JSON; m = 0 unless puzzles are composed
==========  =======================================================================

Piece k is a function of the plan and k, so existing pieces are reused. The rows to use are selected when all pieces
exist; this needs one byte a row in memory, and 32 bytes on disk for the keys (see ``_ledger.py``).

The second half augments, encodes and writes the rows of each part in shards. The name and the bytes of shard k of a
part depend only on the plan, and files are written atomically, so existing files are reused. An original and its copies
are consecutive rows of one file.
"""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from bitdoku import _core
from bitdoku._atomic import replacing
from bitdoku._board_text import Malformed, expect_givens
from bitdoku._errors import RulesError
from bitdoku._generate import LOG_WEIGHTS, generate, redundant
from bitdoku._results import Verdict
from bitdoku._table import Puzzles
from bitdoku.datasets._classes import assign_parts, checked_shares
from bitdoku.datasets._hrm import write_hrm
from bitdoku.datasets._io.read import scan
from bitdoku.datasets._io.rules_column import expect_rules
from bitdoku.datasets._io.write import write
from bitdoku.datasets._ledger import Ledger, Repeats, sizes
from bitdoku.datasets._plan import Interval, Plan, encoded_boards
from bitdoku.datasets._puzzle_keys import class_keys, composed_keys
from bitdoku.logic._difficulty import difficulty_conditions
from bitdoku.logic._rate import RATINGS, rate
from bitdoku.rules._rules import Rules, size_of_files

if TYPE_CHECKING:
    from pathlib import Path

    import numpy.typing as npt

    _Boards = npt.NDArray[np.uint8]
    _Mask = npt.NDArray[np.bool_]
    _Texts = npt.NDArray[np.bytes_]


#: A function of the work done and its total: puzzles collected plus rows written. The total is None if it is unknown,
#: and an estimate until all puzzles are collected.
Progress: TypeAlias = Callable[[int, int | None], object]

#: Maximum number of source rows in a piece: a second of work, two megabytes.
PIECE = 1 << 14
#: The same for other rules, whose puzzles take longer to make: up to side 9, and above.
OTHER_PIECE, LARGE_PIECE = 1 << 10, 1 << 5

#: The part number of unused rows.
UNUSED = 255


def make_pieces(plan: Plan, base: Path, folder: Path, threads: int | None, progress: Progress) -> list[Path]:
    """Make the missing pieces; return the paths of all pieces in the order of the source."""
    paths: list[Path] = []
    total = None
    if plan.generate is not None:
        total = round(
            plan.generate.n * (1 + sum(share * (plan.copies(part) + 1) for part, share in plan.split.items()))
        )
    for number, rows, fetch in _work(plan, base, threads):
        path = folder / f"piece-{len(paths):08}.npz"
        if not path.exists():
            puzzles, index, counts, texts = fetch()
            _write_piece(path, plan, puzzles, index, counts, texts, threads)
        paths.append(path)
        progress(number + rows, total)
    return paths


def _work(plan: Plan, base: Path, threads: int | None) -> Iterator[tuple[int, int, Callable[[], Any]]]:
    """For each piece: the rows before it, its rows, and a function that returns puzzles, indices, counts and rules."""
    rules, side = plan.known, plan.side
    is_classic = rules.is_classic and not plan.is_composed
    size = min(PIECE if is_classic else OTHER_PIECE if side <= 9 else LARGE_PIECE, plan.write.shard)
    if plan.generate is not None:
        begin = 0
        for band in plan.generate.parts:
            named = plan.rules if plan.is_composed else rules
            options = {**plan.generate.options(rules), "rules": named, "difficulty": band["difficulty"]}
            end = begin + band["n"]
            for number in range(begin, end, size):
                rows = min(size, end - number)
                yield number, rows, partial(_made, plan.seed, plan.generate.start + number, rows, options, threads)
            begin = end
        return
    assert plan.take is not None, "a plan has either source"
    # Marked rows keep their numbers.
    malformed: Malformed = "mark" if plan.take.malformed == "drop" else "raise"
    about: dict[str, Any] = {
        "puzzle": plan.take.puzzle,
        "format": plan.take.format,
        "symbols": plan.take.symbols,
        **({} if rules.is_classic else size_of_files(rules)),
    }
    number = 0
    for file in plan.take.files:
        with scan(base / file, batch=size, malformed=malformed, solutions=False, **about) as source:
            if source.side != side:
                raise RulesError(f"{file}: boards have side {source.side}; the rules of the plan are {plan.rules}")
            for batch in source:
                expect_givens(batch, "a build expects givens")
                expect_rules(batch, rules)
                yield number, len(batch), partial(_taken, batch, number, rules, threads)
                number += len(batch)


def _made(seed: int, start: int, rows: int, options: dict[str, Any], threads: int | None) -> Any:
    made = generate(rows, seed=seed, start=start, threads=threads, **options)
    texts = [one.to_json() for one in made["rules"]] if "rules" in made.columns else []
    return made.puzzle.reshape(rows, -1), np.arange(start, start + rows), Counter(made=rows), _as_bytes(texts)


def _as_bytes(texts: Sequence[str]) -> npt.NDArray[np.bytes_]:
    return np.array([text.encode() for text in texts], np.bytes_)


def _taken(rows: Puzzles, number: int, rules: Rules, threads: int | None) -> Any:
    # Solutions are computed: a stored one may be wrong or not unique.
    counts = Counter(taken=len(rows), malformed=int(rows.malformed.sum()))
    verdicts = _core.verdict(rows, rules=rules, threads=threads, malformed="mark")
    for verdict, reason in ((Verdict.NO_SOLUTION, "no solution"), (Verdict.MULTIPLE, "several solutions")):
        counts[reason] = int((verdicts == verdict).sum())
    chosen = np.flatnonzero(verdicts == Verdict.UNIQUE)
    return rows.puzzle.reshape(-1, rows.side**2)[chosen], number + chosen, counts, _as_bytes([])


def _write_piece(
    path: Path,
    plan: Plan,
    puzzles: _Boards,
    index: npt.NDArray[Any],
    counts: Counter[str],
    rules: npt.NDArray[np.bytes_],
    threads: int | None,
) -> None:
    """Filter the puzzles of a piece and write it."""
    for reason, passes in _filters(plan, threads):
        keep = passes(puzzles)
        counts[f"filter {reason}"] = int((~keep).sum())
        puzzles, index, rules = puzzles[keep], index[keep], rules[keep] if plan.is_composed else rules
    wanted: Any = {plan.dedupe, plan.split_by} - {"none"}
    composed = {"exact": composed_keys(puzzles, rules)} if plan.is_composed else {}
    keys = composed or {by: class_keys(puzzles, by=by, rules=plan.known, threads=threads) for by in wanted}
    parts = assign_parts(keys[plan.split_by], checked_shares(plan.split), plan.seed)
    key = keys[plan.dedupe].view(np.uint8) if plan.dedupe != "none" else np.empty((0, 16), np.uint8)
    with replacing(path) as file:
        np.savez(
            file,
            puzzle=puzzles,
            index=index.astype(np.int64),
            part=parts.astype(np.uint8),
            key=key,
            counts=np.frombuffer(json.dumps(counts).encode(), np.uint8),
            rules=rules,
        )


def _filters(plan: Plan, threads: int | None) -> Iterator[tuple[str, Callable[[_Boards], _Mask]]]:
    """Names and predicates of the filters, the cheap ones first."""
    wanted, rules = plan.filter, plan.known
    if wanted.clues is not None:
        yield "clues", lambda puzzles: _within(np.count_nonzero(puzzles, axis=1), wanted.clues)
    if wanted.symmetry != "none":
        yield "symmetry", lambda puzzles: symmetric(puzzles, wanted.symmetry, rules.side)
    if wanted.singles is not None:
        yield "singles", lambda puzzles: _core._singles(puzzles, rules=rules, threads=threads) == wanted.singles
    if wanted.guesses is not None:
        yield "guesses", lambda puzzles: _within(_core._guesses(puzzles, threads=threads), wanted.guesses)
    if wanted.difficulty is not None:
        conditions = difficulty_conditions(wanted.difficulty)
        yield "difficulty", lambda puzzles: _core._fits(puzzles, conditions, rules=rules, threads=threads)
    if wanted.minimal is not None:
        free = partial(redundant, rules=rules, threads=threads)
        yield "minimal", lambda puzzles: free(puzzles).any(axis=1) != wanted.minimal


def _within(values: npt.NDArray[Any], interval: Interval) -> _Mask:
    low, high = interval or (0, 0)
    mask: _Mask = (values >= low) & (values <= high)
    return mask


def symmetric(puzzles: _Boards, symmetry: str, side: int = 9) -> _Mask:
    """Whether the patterns of givens have a symmetry, named as in :func:`bitdoku.generate`."""
    givens = puzzles > 0
    mask: _Mask = (givens == givens[:, _core._first_of_orbits(symmetry, side)]).all(axis=1)
    return mask


@dataclass(frozen=True)
class Chosen:
    """The rows of each part, and the pieces that store them."""

    pieces: Sequence[Path]
    starts: npt.NDArray[np.int64]  # the number of the first row of each piece, and the total
    part: npt.NDArray[np.uint8]  # the part of each row, or UNUSED
    counts: dict[str, int]  # the number of rows, and of rows removed by reason

    @cached_property
    def _ends(self) -> npt.NDArray[np.int64]:
        """For each part and piece, the number of rows of the part up to the end of the piece."""
        bounds = zip(self.starts[:-1].tolist(), self.starts[1:].tolist(), strict=True)
        counts = [np.bincount(self.part[start:stop], minlength=UNUSED + 1) for start, stop in bounds]
        return np.cumsum(np.array(counts, np.int64).reshape(-1, UNUSED + 1), axis=0).T

    @property
    def collected(self) -> int:
        """The number of puzzles generated or read."""
        return self.counts.get("made", 0) + self.counts.get("taken", 0)

    def size(self, part: int) -> int:
        """The number of puzzles of a part."""
        return int(self._ends[part][-1]) if len(self.pieces) else 0

    def rows(self, part: int, first: int, end: int) -> Iterator[tuple[int, _Boards, npt.NDArray[np.int64], _Texts]]:
        """Rows ``first`` to ``end - 1`` of a part, by piece: the number of the first, puzzles, indices, and rules."""
        ends = self._ends[part]
        piece = int(np.searchsorted(ends, first, side="right"))
        here = first
        while here < end:
            start, stop = self.starts[piece], self.starts[piece + 1]
            mine = np.flatnonzero(self.part[start:stop] == part)
            before = int(ends[piece]) - len(mine)
            wanted = mine[here - before : end - before]
            with np.load(self.pieces[piece]) as stored:
                puzzles, index = stored["puzzle"][wanted], stored["index"][wanted]
                rules = stored["rules"][wanted] if len(stored["rules"]) else stored["rules"]
            # Outside the block, so that the file is closed if the consumer stops here.
            yield here, puzzles, index, rules
            here += len(wanted)
            piece = int(np.searchsorted(ends, here, side="right"))


def choose(plan: Plan, pieces: Sequence[Path]) -> Chosen:
    """Select the rows to use: all, or the first of each kind."""
    counts: Counter[str] = Counter()
    parts, lengths = [np.empty(0, np.uint8)], [0]
    with Ledger() as ledger:
        for path in pieces:
            with np.load(path) as piece:
                parts.append(piece["part"])
                counts.update(json.loads(piece["counts"].tobytes()))
                if len(key := piece["key"]):
                    numbers = lengths[-1] + np.arange(len(key))
                    ledger.add(key, numbers, np.zeros(len(key), np.uint64))
            lengths.append(lengths[-1] + len(parts[-1]))
        part = np.concatenate(parts)
        if plan.dedupe != "none":
            used = np.zeros(len(part), bool)
            for table, _ in sizes(ledger, Repeats(0)):
                used[table["row"].astype(np.intp)] = True
            part[~used] = UNUSED
            counts["repeated"] = int((~used).sum())
    counts["used"] = int((part != UNUSED).sum())
    return Chosen(pieces, np.array(lengths, np.int64), part, dict(counts))


#: Boards processed at a time.
BLOCK = 1 << 14


def write_shards(
    plan: Plan, chosen: Chosen, folder: Path, metadata: dict[str, str], threads: int | None, progress: Progress
) -> list[tuple[Path, str, int]]:
    """Write the missing files; return all files as (path, part, rows), in the order of the plan."""
    if plan.write.kind == "hrm":
        return _write_folder(plan, chosen, folder, threads, progress)
    done = chosen.collected
    total = done + sum(chosen.size(k) * (plan.copies(part) + 1) for k, part in enumerate(plan.parts))
    files: list[tuple[Path, str, int]] = []
    for k, part in enumerate(plan.parts):
        group = plan.copies(part) + 1
        puzzles, step = chosen.size(k), max(1, plan.write.shard // group)
        shards = max(1, -(-puzzles // step))
        for shard in range(shards):
            first, end = shard * step, min((shard + 1) * step, puzzles)
            path = folder / f"{part}-{shard:05}-of-{shards:05}.{plan.write.format}"
            if not path.exists():
                rows = _rows(plan, chosen, k, first, end, threads)
                write(path, rows, blank=plan.write.blank, lists=plan.write.lists, metadata=metadata)
            files.append((path, part, (end - first) * group))
            done += files[-1][2]
            progress(done, total)
    return files


def _rows(plan: Plan, chosen: Chosen, k: int, first: int, end: int, threads: int | None) -> Iterator[Puzzles]:
    """Puzzles ``first`` to ``end - 1`` of a part with their copies, ready to be written."""
    copies = plan.copies(plan.parts[k])
    # An empty file has the columns too.
    empty = [(0, np.empty((0, plan.side**2), np.uint8), np.empty(0, np.int64), _as_bytes([]))]
    step = max(1, BLOCK // (copies + 1))
    for start, puzzles, index, rules in chosen.rows(k, first, end) if end > first else empty:
        for here in range(0, max(len(puzzles), 1), step):
            some = slice(here, here + step)
            yield _batch(plan, puzzles[some], index[some], rules[some], start + here, copies, threads)


def _batch(
    plan: Plan,
    puzzles: _Boards,
    index: npt.NDArray[np.int64],
    texts: _Texts,
    start: int,
    copies: int,
    threads: int | None,
) -> Puzzles:
    """Puzzles with their copies and columns; ``start`` is the number of the first in its part."""
    rules, area = plan.known, plan.side**2
    # The rows of composed puzzles carry their rules.
    of_rows: Any = [Rules.from_json(text.decode()) for text in texts.tolist()] if plan.is_composed else rules
    own: Any = Puzzles(puzzles, rules=of_rows) if plan.is_composed else None
    common = None if plan.is_composed else rules
    solutions = _core.solve(puzzles if own is None else own, rules=common, threads=threads).solution
    solutions = solutions.reshape(-1, area)
    if copies:
        # Copy j of puzzle i of the part is transformation i * copies + j of the seed.
        first = start * copies
        moved = _core.shuffle(
            puzzles, solutions, seed=plan.seed, copies=copies, start=first, rules=rules, threads=threads
        )
        puzzles, solutions = (
            np.concatenate([one[:, None], more], axis=1).reshape(-1, area)
            for one, more in zip((puzzles, solutions), moved, strict=True)
        )
    clues = np.count_nonzero(puzzles, axis=1)
    bands = plan.generate.bands if plan.generate is not None else ()
    ends = np.cumsum([band["n"] for band in bands]) + (plan.generate.start if plan.generate is not None else 0)
    known: dict[str, Callable[[], Any]] = {
        "index": lambda: np.repeat(index, copies + 1),
        "copy": lambda: np.tile(np.arange(copies + 1, dtype=np.uint32), len(index)),
        "clues": lambda: clues.astype(np.min_scalar_type(area)),
        "guesses": lambda: _core._guesses(puzzles, threads=threads),
        "band": lambda: np.repeat(np.searchsorted(ends, index, side="right").astype(np.uint8), copies + 1),
        "fingerprint": lambda: _core.fingerprint(puzzles, rules=rules, threads=threads),
        "log_weight": lambda: LOG_WEIGHTS[clues],
    }
    rated = [name for name in plan.write.columns if name in RATINGS]
    ratings: Any = rate(puzzles if own is None else own, columns=rated, rules=common, threads=threads) if rated else {}
    columns = {name: ratings[name] if name in rated else known[name]() for name in plan.write.columns}
    for name, options in plan.encode.items():
        encoded = encoded_boards(options, puzzles, solutions, rules)
        # Tables have flat lists of numbers; the card documents their shape.
        flat = len(encoded), math.prod(encoded.shape[1:])
        columns[name] = encoded if plan.write.kind == "npz" else encoded.reshape(flat)
    return Puzzles(puzzles, solutions, columns, rules=of_rows, name="build", start=start)


def _write_folder(
    plan: Plan, chosen: Chosen, folder: Path, threads: int | None, progress: Progress
) -> list[tuple[Path, str, int]]:
    """Write a folder for HRM and TRM atomically; its puzzles, but not their copies, are held in memory."""
    sizes = {part: chosen.size(k) * (plan.copies(part) + 1) for k, part in enumerate(plan.parts)}
    if not (folder / "identifiers.json").exists():
        pairs = {}
        for k, part in enumerate(plan.parts):
            found = [puzzles for _, puzzles, *_ in chosen.rows(k, 0, chosen.size(k))]
            puzzles = np.concatenate([np.empty((0, 81), np.uint8), *found])
            pairs[part] = Puzzles(puzzles, _core.solve(puzzles, threads=threads).solution)
        train, test = pairs["train"], pairs.get("test")
        write_hrm(folder, train=train, test=test, augment=plan.copies("train"), seed=plan.seed, threads=threads)
    progress(chosen.collected + sum(sizes.values()), chosen.collected + sum(sizes.values()))
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    return [(path, part if (part := path.parent.name) in sizes else "", sizes.get(part, 0)) for path in files]

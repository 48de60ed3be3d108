"""The symmetries that rules have: which moves of cells, with which relabelling of digits, turn them into themselves.

Looked at are the moves of the board with its boxes: rows within bands, bands, columns within stacks, stacks, and
transposition (128 for 4x4, 3,456 for 6x6, 442,368 for 8x8, of which the rules keep some). Boards with other regions,
and boards with more than a hundred thousand orders of rows or columns, have their turns and mirror images looked at.
Relabelling: every one of n! where rules speak of equal and different digits alone, else the digits as they are and
turned around, d → n + 1 − d.

A canonical form is the smallest picture, read row by row, of a puzzle under all of these. Plain boards of which trying
all moves takes long (8x8 and up) have another one, which the core finds by telling rows, columns and digits apart
(``src/rules/canonical.rs``); boards from 14x14 on with further rules have none.

A move is an array s of cells: the moved puzzle holds at cell p what the puzzle holds at s[p]. Rules stay the same where
the relation of any two cells (an n² × n² array of hashes of what is said about both) does, and every sum and automaton;
rows that could change places are found first by sums over these hashes.
"""

from __future__ import annotations

import hashlib
import math
from functools import cached_property
from itertools import permutations, product
from typing import TYPE_CHECKING, Any

import numpy as np

from bitdoku._errors import RulesError
from bitdoku.rules._automata import in_order, in_runs, minimal, reads_backwards, run_lengths
from bitdoku.rules._parts import transposed
from bitdoku.rules._rule import Automaton

if TYPE_CHECKING:
    import numpy.typing as npt

    from bitdoku.rules._parts import Parts, Total
    from bitdoku.rules._rules import Rules

    Digits = npt.NDArray[np.uint8]
    Cells = npt.NDArray[np.intp]
    Hashes = npt.NDArray[np.uint64]

#: Orders of rows or columns that are looked at one by one.
MOST_ORDERS = 100_000
#: Symmetries of rules that are kept.
MOST_MOVES = 300_000
#: Cells of all moves together, for canonical forms; of plain boards, which have another form that is found faster: all
#: moves of an 8x8 board take 120 ms.
MOST_CELLS = 2**26
MOST_PLAIN = 2**22
#: Moves of puzzles that are compared at a time.
BLOCK = 2**20


class Symmetries:
    """The symmetries of some rules.

    Attributes:
        free: whether any relabelling of the digits keeps the rules.
    """

    @staticmethod
    def of(rules: Rules) -> Symmetries:
        """Those of these rules, found once."""
        known: Symmetries | None = rules.__dict__.get("_symmetries")
        if known is None:
            known = rules.__dict__["_symmetries"] = Symmetries(rules)
        return known

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.side = rules.side
        parts = rules._parts
        equal = tuple(1 << k for k in range(self.side))
        self.free = not (parts.masks or parts.totals or parts.automata or {*parts.tables.values()} - {equal})
        #: Whether nothing holds besides rows, columns and boxes, and their shape.
        self.plain = rules.plain_box is not None
        self.box = rules.plain_box or rules.box

    # --- finding them --------------------------------------------------------------------------------------------

    def _orders(self) -> tuple[list[tuple[int, ...]], list[tuple[int, ...]]] | None:
        """The orders of rows and of columns that keep boxes; None where there are too many."""
        box = self.box
        if box is None:
            return None
        height, width = box
        if max(_number_of_orders(height, width), _number_of_orders(width, height)) > MOST_ORDERS:
            return None
        return _line_orders(height, width), _line_orders(width, height)

    @cached_property
    def _all(self) -> tuple[Cells, npt.NDArray[np.bool_]]:
        """Every symmetry: its move (K, n²), and whether digits turn around."""
        return self._found(every=True)

    @cached_property
    def _many(self) -> tuple[Cells, npt.NDArray[np.bool_]]:
        """Every symmetry, or some of them, from all over, where there are too many."""
        try:
            return self._all
        except RulesError:
            return self._found(every=False)

    def _found(self, *, every: bool) -> tuple[Cells, npt.NDArray[np.bool_]]:
        span = tuple(range(self.side))
        lines = self._orders() or ([span, span[::-1]], [span, span[::-1]])
        rows, columns = map(np.array, lines)
        if not every:
            # The first, which leaves lines where they are, stays the first.
            rng = np.random.default_rng(0)
            rows, columns = (np.concatenate([lines[:1], rng.permutation(lines[1:])]) for lines in (rows, columns))
        moves, turned = [], []
        area = np.arange(self.side**2).reshape(self.side, self.side)
        board = _Structure(self.rules._parts, turned=False)
        bare = None
        if self.box and not self.plain:
            bare = _Structure(type(self.rules)(self.box)._parts, turned=False).relation
        for turn in (False,) if self.free else (False, True):
            seen = _Structure(self.rules._parts, turned=True) if turn else board
            for transpose in (False, True):
                cells = (area.T if transpose else area).ravel()
                if self.plain:
                    found = _every(board, cells, rows, columns)
                else:
                    found = _keeping(board, seen, bare, cells, rows, columns, every=every)
                moves.append(found)
                turned.append(np.full(len(found), turn))
        return np.concatenate(moves), np.concatenate(turned)

    # --- using them ----------------------------------------------------------------------------------------------

    def canonical(self, puzzles: Digits, threads: int | None = None) -> tuple[Digits, npt.NDArray[Any]]:
        """The representative of each of (N, n²) puzzles, and how many moves leave it as it is but for labels.

        Raises:
            RulesError: there are too many moves to try.
        """
        box = self.box
        if box is not None:
            number = _number_of_orders(*box) * _number_of_orders(*box[::-1])
            many = self._orders() is None or number * self.side**2 > MOST_PLAIN
            if self.plain and many:
                return self.rules.engine.canonical(puzzles, threads=threads)
            if self._orders() is None:
                raise RulesError(
                    f"canonical forms of {self.side}x{self.side} puzzles with more rules than rows, columns and boxes "
                    f"would have to be chosen among {number:,} moves and more, which are too many to try"
                )
        cells, turned = self._all
        if len(cells) * self.side**2 > MOST_CELLS:
            raise RulesError(f"these rules have {len(cells):,} symmetries, too many to try them all")
        at_once = max(1, BLOCK // len(cells))
        forms = np.empty_like(puzzles)
        numbers = np.empty(len(puzzles), np.uint32)
        for start in range(0, len(puzzles), at_once):
            block = slice(start, start + at_once)
            forms[block], numbers[block] = self._smallest(puzzles[block], cells, turned)
        return forms, numbers

    def _smallest(
        self, puzzles: Digits, moves: Cells, turned: npt.NDArray[np.bool_]
    ) -> tuple[Digits, npt.NDArray[np.uint32]]:
        """The same for a few puzzles: all moves side by side, of which ever fewer stay as cells are compared."""
        n, side = len(puzzles), self.side
        owner, move = np.repeat(np.arange(n), len(moves)), np.tile(np.arange(len(moves)), n)
        labels = np.zeros((len(owner), side + 1), np.uint8)
        used = np.zeros(len(owner), np.uint8)
        backwards = np.array([0, *range(side, 0, -1)], np.uint8)
        forms = np.empty_like(puzzles)
        for start in range(0, side * side, 8):
            columns = np.arange(start, min(start + 8, side * side))
            values = puzzles[owner[:, None], moves[move[:, None], columns]]
            if self.free:
                rows = np.arange(len(owner))
                for k in range(len(columns)):
                    digit = values[:, k]
                    label = labels[rows, digit]
                    new = np.flatnonzero((label == 0) & (digit > 0))
                    used[new] += 1
                    label[new] = used[new]
                    labels[new, digit[new]] = used[new]
                    values[:, k] = label
            else:
                values = np.where(turned[move][:, None], backwards[values], values)
            # Eight cells as one number.
            key = values.astype(np.uint64) @ (np.uint64(side + 1) ** np.arange(len(columns), dtype=np.uint64)[::-1])
            firsts = np.searchsorted(owner, np.arange(n))
            keep = np.flatnonzero(key == np.minimum.reduceat(key, firsts)[owner]) if n else firsts
            owner, move, labels, used, values = owner[keep], move[keep], labels[keep], used[keep], values[keep]
            forms[:, columns] = values[np.searchsorted(owner, np.arange(n))]
        if not self.free:
            # One move with both labellings counts once.
            pairs = np.unique(np.stack([owner, self._places[move]]), axis=1)
            owner = pairs[0]
        return forms, np.bincount(owner, minlength=n).astype(np.uint32)

    @cached_property
    def _places(self) -> Cells:
        """A number for each symmetry, the same where cells move alike."""
        return np.unique(self._all[0], axis=0, return_inverse=True)[1].reshape(-1)

    def draw(self, rng: np.random.Generator, group: str) -> tuple[Cells, Digits]:
        """A random symmetry: a move, and the new digit for each of 0..n.

        Args:
            rng: where chance comes from.
            group: "all", or "digits" for relabelling alone, or "geometry" for moves alone.
        """
        side, box = self.side, self.box
        labels = np.arange(side + 1, dtype=np.uint8)
        if self.plain and box is not None:
            cells = np.arange(side * side)
            if group != "digits":
                rows, columns = _random_order(rng, *box), _random_order(rng, *box[::-1])
                area = cells.reshape(side, side)[np.ix_(rows, columns)]
                cells = (area.T if (box[0] == box[1] or 1 in box) and rng.integers(2) else area).ravel()
            if group != "geometry":
                labels[1:] = rng.permutation(side) + 1
            return cells, labels
        moves, turned = self._many
        if group == "geometry":
            chosen = np.flatnonzero(~turned)
        elif group == "digits":
            chosen = np.flatnonzero((moves == np.arange(side * side)).all(axis=1))
        else:
            chosen = np.arange(len(moves))
        k = int(chosen[rng.integers(len(chosen))])
        if self.free and group != "geometry":
            labels[1:] = rng.permutation(side) + 1
        elif turned[k]:
            labels[1:] = labels[:0:-1].copy()
        return moves[k], labels


class _Structure:
    """What some rules say about cells and pairs of cells, with digits as they are or turned around."""

    def __init__(self, parts: Parts, *, turned: bool) -> None:
        side, area = parts.layout.side, parts.layout.side**2
        self.totals: set[Total] = set()
        for terms, total in parts.totals:
            weight = sum(w for _, w in terms)
            self.totals.add((terms, (side + 1) * weight - total) if turned else (terms, total))
        automata = set()
        for cells, rows, accepting in parts.automata:
            if turned:
                rows, accepting = minimal(Automaton(tuple(row[::-1] for row in rows), accepting))
            automata.add((in_order(cells, rows, accepting), rows, accepting))
        #: Cells in order, and what reads them: a hash of the automaton, and what that makes of the order.
        self.readings: set[tuple[tuple[int, ...], tuple[int, tuple[int, ...], bool]]] = set()

        relation = np.zeros((area, area), np.uint64)
        with np.errstate(over="ignore"):
            relation[parts.unlike] = _hash("unlike")
            for cell, mask in parts.masks.items():
                relation[cell, cell] += _hash(_turned_mask(mask, side) if turned else mask)
            for (first, second), table in parts.tables.items():
                if turned:
                    table = tuple(_turned_mask(mask, side) for mask in table[::-1])
                relation[first, second] += _hash(table)
                relation[second, first] += _hash(transposed(table))
            for terms, total in self.totals:
                for (first, w), (second, v) in product(terms, terms):
                    relation[first, second] += _hash((total, len(terms), w, v))
            for cells, rows, accepting in automata:
                lengths, backwards = run_lengths(len(cells), rows), reads_backwards(rows, accepting)
                last = len(lengths) - 1 if backwards else 2 * len(lengths)
                runs = [min(k, last - k) for k, length in enumerate(lengths) for _ in range(length)]
                at = [*zip(cells, runs, strict=True)]
                self.readings.add((cells, (int(_hash((rows, accepting))), lengths, backwards)))
                for (first, k), (second, m) in product(at, at):
                    relation[first, second] += _hash((len(cells), rows, accepting, k, m))
            # What a cell has to do with all others tells it apart before they are looked at.
            relation[np.diag_indices(area)] += _mix(relation).sum(axis=1)
        self.relation = relation

    def moved(self, cells: Cells) -> tuple[set[Total], set[Any]]:
        """Sums and automata after a move, in their canonical forms."""
        place = np.empty_like(cells)
        place[cells] = np.arange(len(cells))
        totals: set[Total] = set()
        for terms, total in self.totals:
            new = sorted((int(place[cell]), weight) for cell, weight in terms)
            sign = 1 if new[0][1] > 0 else -1
            totals.add((tuple((cell, sign * weight) for cell, weight in new), sign * total))
        readings = {
            (in_runs([int(place[cell]) for cell in read], lengths, backwards=backwards), (name, lengths, backwards))
            for read, (name, lengths, backwards) in self.readings
        }
        return totals, readings


def _every(board: _Structure, cells: Cells, rows: Cells, columns: Cells) -> Cells:
    """All moves of a plain board; of those with transposition none, where that does not keep boxes."""
    side = rows.shape[1]
    if not (board.relation[np.ix_(cells, cells)] == board.relation).all():
        return np.empty((0, side * side), np.intp)
    if len(rows) * len(columns) * side * side > MOST_CELLS:
        raise RulesError(f"a {side}x{side} board has too many symmetries to try them all")
    area = cells.reshape(side, side)
    return area[rows[:, None, :, None], columns[None, :, None, :]].reshape(-1, side * side)


def _keeping(
    board: _Structure,
    seen: _Structure,
    bare: Hashes | None,
    cells: Cells,
    rows: Cells,
    columns: Cells,
    *,
    every: bool,
) -> Cells:
    """The moves (``cells``, then orders of rows and of columns) that make ``board`` of ``seen``: every one, or enough.

    Where all of them keep ``bare``, the board without the rules, only pairs of cells that rules speak of are compared.
    """
    side = rows.shape[1]
    relation = seen.relation[np.ix_(cells, cells)]
    four = [r.reshape(side, side, side, side) for r in (board.relation, relation)]
    rows = _alike(rows, *four)
    columns = _alike(columns, *(r.transpose(1, 0, 3, 2) for r in four))
    # Small numbers instead of hashes: the comparisons below take most of the time.
    if bare is None or not (bare[np.ix_(cells, cells)] == bare).all():
        bare = np.zeros_like(relation)
    relations = np.concatenate([board.relation, relation, bare])
    names = np.unique(relations, return_inverse=True)[1].astype(np.uint32)
    wanted, given, usual = names.reshape(3, side * side, side * side)
    first, second = np.nonzero(wanted != usual)
    if np.count_nonzero(given != usual) != len(first):
        return np.empty((0, side * side), np.intp)
    told = wanted[first, second]
    wanted_cells, given_cells = (np.diagonal(array).reshape(side, side) for array in (wanted, given))
    found, number = [np.empty((0, side * side), np.intp)], 0
    for order in rows:
        # Single cells first: cheap, and they leave few.
        fits = (given_cells[order][:, columns].transpose(1, 0, 2) == wanted_cells).all(axis=(1, 2))
        moves = (side * order[:, None] + columns[fits][:, None, :]).reshape(-1, side * side)
        at_once = max(1, BLOCK // max(1, len(first)))
        for start in range(0, len(moves), at_once):
            some = moves[start : start + at_once]
            some = cells[some[(given[some[:, first], some[:, second]] == told).all(axis=1)]]
            if seen.totals or seen.readings:
                some = some[[seen.moved(move) == (board.totals, board.readings) for move in some]]
            found.append(some)
            number += len(some)
        if number > MOST_MOVES:
            if not every:
                break
            raise RulesError("the symmetries of these rules are too many to try them all")
    return np.concatenate(found)


def _alike(orders: Cells, wanted: Hashes, given: Hashes) -> Cells:
    """The orders of lines under which what two lines have to do with each other stays the same."""
    side = orders.shape[1]
    sums = []
    for relation in (wanted, given):
        mixed = _mix(relation)
        same = np.einsum("ijkj->ik", mixed)
        sums.append(mixed.sum(axis=(1, 3)) + _mix(same))
    kept = [
        orders[start : start + 4096][
            (sums[1][orders[start : start + 4096, :, None], orders[start : start + 4096, None, :]] == sums[0]).all(
                axis=(1, 2)
            )
        ]
        for start in range(0, len(orders), 4096)
    ]
    return np.concatenate(kept).reshape(-1, side)


def _mix(values: Hashes) -> Hashes:
    """Scatters the bits, so that sums of different numbers differ."""
    values = (values ^ (values >> np.uint64(31))) * np.uint64(0x9E3779B97F4A7C15)
    return (values ^ (values >> np.uint64(29))) * np.uint64(0xBF58476D1CE4E5B9)


def _hash(what: object) -> np.uint64:
    return np.uint64(int.from_bytes(hashlib.blake2b(repr(what).encode(), digest_size=8).digest(), "little"))


def _turned_mask(mask: int, side: int) -> int:
    return sum((mask >> k & 1) << (side - 1 - k) for k in range(side))


def _number_of_orders(size: int, groups: int) -> int:
    return int(math.factorial(size) ** groups) * math.factorial(groups)


def _line_orders(size: int, groups: int) -> list[tuple[int, ...]]:
    """The orders of lines in so many groups of that size which keep groups together."""
    within = list(permutations(range(size)))
    return [
        tuple(group * size + line for group, order in zip(outer, inner, strict=True) for line in order)
        for outer in permutations(range(groups))
        for inner in product(within, repeat=groups)
    ]


def _random_order(rng: np.random.Generator, size: int, groups: int) -> Cells:
    """A random one of these orders."""
    outer = rng.permutation(groups)
    return np.concatenate([group * size + rng.permutation(size) for group in outer])


def random_of(seed: Any, number: int) -> np.random.Generator:
    """The random numbers of one item: a function of the seed and the item's number alone."""
    if isinstance(seed, np.random.SeedSequence):
        root = seed
        key = (*root.spawn_key, number)
        return np.random.default_rng(np.random.SeedSequence(root.entropy, spawn_key=key, pool_size=root.pool_size))
    return np.random.default_rng(np.random.SeedSequence(int(seed.__index__()), spawn_key=(number,)))

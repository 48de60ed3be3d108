"""Random instances of each named rule: rules that hold on a random grid, sometimes bent so that they may not."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

import bitdoku as bd
from bitdoku import rules as r
from variant_maker import Maker

if TYPE_CHECKING:
    from collections.abc import Callable


def _bent(m: Maker, value: int) -> int:
    """Mostly the true value."""
    return value if m.rng.random() < 0.8 else value + int(m.rng.choice([-1, 1]))


def _cage(m: Maker) -> list[r.Rule]:
    cages: list[r.Rule] = []
    used: set[Any] = set()
    for _ in range(m.side):
        line = m.walk(int(m.rng.integers(2, 5)), lambda d: len(set(d)) == len(d))
        if line and not used & {*line}:
            used |= {*line}
            cages.append(r.killer_cage(line, _bent(m, m.sum(line)) if m.rng.random() < 0.9 else None))
    return cages


def _little(m: Maker) -> list[r.Rule]:
    made = []
    for _ in range(3):
        k, n = int(m.rng.integers(m.side)), m.side
        start, direction = [
            ((0, k), "down_right"),
            ((0, k), "down_left"),
            ((n - 1, k), "up_right"),
            ((k, n - 1), "up_left"),
        ][int(m.rng.integers(4))]
        down, right = (1 if "down" in direction else -1), (1 if "right" in direction else -1)
        cells = [(start[0] + j * down, start[1] + j * right) for j in range(n)]
        cells = [c for c in cells if min(c) >= 0 and max(c) < n]
        made.append(r.little_killer(start, direction, _bent(m, m.sum(cells))))
    return made


def _sandwich(m: Maker) -> list[r.Rule]:
    made = []
    for k in m.rng.permutation(m.side)[: m.side // 2 + 1].tolist():
        across = bool(m.rng.integers(2))
        line = (m.grid[k] if across else m.grid[:, k]).tolist()
        if not {1, m.largest} <= {*line}:
            continue
        a, b = sorted([line.index(1), line.index(m.largest)])
        value = max(0, _bent(m, sum(line[a + 1 : b])))
        made.append(r.sandwich(value, row=k) if across else r.sandwich(value, column=k))
    return made


def _arrow(m: Maker) -> list[r.Rule]:
    made = []
    for _ in range(4):
        line = m.walk(m.length(), lambda d: d[0] >= sum(d[1:]))
        if len(line) > 1 and m.grid[line[0]] == m.sum(line[1:]):
            made.append(r.arrow(line[0], line[1:]))
    for _ in range(40):
        line = m.walk(5, lambda d: len(d) < 3 or d[0] >= sum(d[1:]), crossing=True)
        if len(line) > 3 and line[0] not in line[1:] and m.grid[line[0]] == m.sum(line[1:]):
            made.append(r.arrow(line[0], line[1:]))
    # Two cells as one number.
    line = m.walk(4)
    if len(line) == 4 and 10 * m.grid[line[0]].astype(int) + m.grid[line[1]] == m.sum(line[2:]):
        made.append(r.arrow(line[:2], line[2:]))
    return made


def _between(m: Maker) -> list[r.Rule]:
    made = []
    for _ in range(3):
        line = m.walk(m.length())
        if len(line) > 2:
            low, high = sorted([int(m.grid[line[0]]), int(m.grid[line[-1]])])
            if all(low < m.grid[c] < high for c in line[1:-1]) or m.rng.random() < 0.05:
                made.append(r.between(line))
    return made


def _clone(m: Maker) -> list[r.Rule]:
    made = []
    for digit in range(1, m.side + 1):
        places = np.argwhere(m.grid == digit)
        if len(places) > 1:
            a, b = m.rng.permutation(len(places))[:2]
            made.append(r.clone([tuple(places[a])], [tuple(places[b])]))
    return made[: m.side // 2]


def _palindrome(m: Maker) -> list[r.Rule]:
    made = []
    for _ in range(200):
        line = m.walk(int(m.rng.integers(3, 8)), crossing=bool(m.rng.integers(2)))
        digits = [int(m.grid[c]) for c in line]
        if len(line) > 2 and digits == digits[::-1]:
            made.append(r.palindrome(line))
    return made[:4]


def _kropki(m: Maker) -> list[r.Rule]:
    white = m.pairs(lambda a, b: abs(a - b) == 1 and {a, b} != {1, 2}, 1)
    black = m.pairs(lambda a, b: a == 2 * b or b == 2 * a, 1)
    return [r.kropki(white, black)]


def _xv(m: Maker) -> list[r.Rule]:
    x, v = m.pairs(lambda a, b: a + b == 10, 1), m.pairs(lambda a, b: a + b == 5, 1)
    return [r.xv(x, v, all_given=True)] if m.rng.random() < 0.5 else [r.xv(x[:4], v[:4])]


def _accepted(m: Maker) -> list[r.Rule]:
    n = m.largest
    made = []
    for _ in range(3):
        # Any automaton, made to accept the digits of a line.
        states = int(m.rng.integers(2, 6))
        rows = np.where(m.rng.random((states, n)) < 0.25, -1, m.rng.integers(0, states, (states, n)))
        line = m.cells()[: int(m.rng.integers(2, 6))]
        state = 0
        for cell in line:
            digit = int(m.grid[cell]) - 1
            if rows[state, digit] < 0:
                rows[state, digit] = int(m.rng.integers(states))
            state = int(rows[state, digit])
        made.append(r.accepted(line, r.Automaton(rows.tolist(), [state])))
    return made


def _total(m: Maker) -> list[r.Rule]:
    made = []
    for _ in range(4):
        line = m.cells()[: int(m.rng.integers(1, 6))]
        weights = m.rng.integers(-2, 4, len(line)).tolist()
        value = sum(int(m.grid[c]) * w for c, w in zip(line, weights, strict=True))
        distinct = len({int(m.grid[c]) for c in line}) == len(line)
        made.append(r.total(line, value, weights, no_repeat=distinct and bool(m.rng.integers(2))))
    return made


def _related(m: Maker) -> list[r.Rule]:
    table = m.rng.random((m.largest, m.largest)) < 0.5
    pairs = [(a, b) for a, b in zip(m.cells(), m.cells(), strict=True) if a != b][: 2 * m.side]
    for a, b in pairs:
        table[m.grid[a] - 1, m.grid[b] - 1] = True
    return [r.related(pairs, table)]


def _whispers(m: Maker) -> list[r.Rule]:
    least = m.largest // 2
    made = []
    for _ in range(4):
        line = m.walk(m.length(), lambda d: all(abs(a - b) >= least for a, b in pairwise(d)))
        if len(line) > 1:
            made.append(r.whispers(line, least))
    # A line that crosses itself, or is closed.
    line = m.walk(7, lambda d: d[-1:] != d[-2:-1], crossing=True)
    if len(line) > 1:
        made.append(r.whispers(line, min(abs(a - b) for a, b in pairwise(m.digits(line)))))
    return made


def _renban(m: Maker) -> list[r.Rule]:
    made = []
    for k in range(8):
        line = m.walk(3, lambda d: len({*d}) == len(d) and max(d) - min(d) < 3)
        if len(line) > 2 and np.ptp(m.digits(line)) == 2:
            # Three cells that touch may be a closed line.
            made.append(r.renban([*line, line[0]] if k % 2 else line))
    return made


def _lines(m: Maker, make: Callable[[Any], r.Rule], fits: Callable[[list[int]], bool], number: int = 4) -> list[r.Rule]:
    """Some lines whose digits fit, and rarely one whose digits do not."""
    made: list[r.Rule] = []
    for _ in range(60 * number):
        line = m.walk(int(m.rng.integers(3, 7)), crossing=m.rng.random() < 0.3)
        if len(line) > 2 and len(made) < number and (fits(m.digits(line)) or m.rng.random() < 0.001):
            made.append(make(line))
    return made


def _lockout(m: Maker) -> list[r.Rule]:
    made: list[r.Rule] = []
    for _ in range(200):
        line = m.walk(m.length())
        digits = m.digits(line)
        if len(line) > 2 and abs(digits[0] - digits[-1]) >= 2 and len(made) < 3:
            low, high = sorted([digits[0], digits[-1]])
            if not any(low <= digit <= high for digit in digits[1:-1]) or m.rng.random() < 0.005:
                default = high - low >= m.largest // 2 and bool(m.rng.integers(2))
                made.append(r.lockout(line) if default else r.lockout(line, min(high - low, 2)))
    return made


def _thirds(digits: list[int], largest: int) -> bool:
    groups = [(digit - 1) // (largest // 3) for digit in digits]
    return all(len({*groups[k : k + 3]}) == len(groups[k : k + 3]) for k in range(len(groups) - 1))


def _entropic(m: Maker) -> list[r.Rule]:
    made = []
    for _ in range(4):
        line = m.walk(6, lambda d: _thirds(d, m.largest), crossing=bool(m.rng.integers(2)))
        if len(line) > 2:
            made.append(r.entropic(line))
    square = m.walk(3, lambda d: _thirds(d, m.largest))
    return [*made, r.entropic([*square, square[0]])] if len(square) == 3 else made


def _modular(m: Maker) -> list[r.Rule]:
    made = []
    for modulus in (2, 3, 3, 4):

        def fits(d: list[int], modulus: int = modulus) -> bool:
            rests = [digit % modulus for digit in d]
            return all(len({*w}) == len(w) for k in range(len(d)) if (w := rests[k : k + modulus]))

        line = m.walk(6, fits, crossing=bool(m.rng.integers(2)))
        if len(line) > 2:
            made.append(r.modular(line, modulus))
        around = m.walk(modulus, fits)
        if modulus > 2 and len(around) == modulus:
            made.append(r.modular([*around, around[0]], modulus))
    return made


def _is_zipper(digits: list[int]) -> bool:
    half = len(digits) // 2
    sums = {a + b for a, b in zip(digits[:half], digits[::-1], strict=False)}
    return sums == {digits[half]} if len(digits) % 2 else len(sums) == 1


def _region_sum_line(m: Maker) -> list[r.Rule]:
    regions = m.regions

    def parts(line: Any) -> list[int]:
        sums = [0]
        for cell, after in zip(line, [*line[1:], None], strict=True):
            sums[-1] += int(m.grid[cell])
            if after is not None and regions[cell] != regions[after]:
                sums.append(0)
        return sums

    made: list[r.Rule] = []
    for _ in range(2000):
        line = m.walk(int(m.rng.integers(2, 7)), crossing=m.rng.random() < 0.2)
        if len(line) > 1 and len(sums := parts(line)) > 1 and len({*sums}) == 1 and len(made) < 4:
            made.append(r.region_sum_line(line))
    return made


def _sum_line(m: Maker) -> list[r.Rule]:
    made = []
    for _ in range(4):
        whole = int(m.rng.integers(m.side, 2 * m.side))

        def fits(d: list[int], whole: int = whole) -> bool:
            part = 0
            for digit in d:
                part += digit
                if part > whole:
                    return False
                part %= whole
            return True

        for _ in range(30):
            line = m.walk(8, fits, crossing=m.rng.random() < 0.3)
            if len(line) > 1 and m.sum(line) % whole == 0:
                made.append(r.sum_line(line, _bent(m, whole)))
                break
    return made


def _equal_sums(m: Maker) -> list[r.Rule]:
    made: list[r.Rule] = []
    for _ in range(400):
        groups = [m.cells()[: int(m.rng.integers(1, 4))] for _ in range(2 + int(m.rng.integers(2)))]
        if len({m.sum(group) for group in groups}) == 1 and len(made) < 4:
            made.append(r.equal_sums(groups))
    return made


def _same_values(m: Maker) -> list[r.Rule]:
    made = []
    for _ in range(3):
        group = m.cells()[: int(m.rng.integers(2, 6))]
        other = [tuple(m.rng.choice(np.argwhere(m.grid == m.grid[cell])).tolist()) for cell in group]
        if len({*other}) == len(other):
            made.append(r.same_values([group, m.rng.permutation(other).tolist()]))
    return made


def _counting_circles(m: Maker) -> list[r.Rule]:
    digits = [d for d in m.rng.permutation(m.side).tolist() if d < m.side][:3]
    cells = [tuple(c) for d in digits for c in m.rng.permutation(np.argwhere(m.grid == d + 1))[: d + 1].tolist()]
    return [r.counting_circles(cells if m.rng.random() < 0.9 else cells[1:] or cells)]


def _look_and_say(m: Maker) -> list[r.Rule]:
    made: list[r.Rule] = []
    for _ in range(m.side):
        cells = m.walk(m.length() + 2, lambda d: True)
        digits = m.digits(cells)
        named = m.rng.permutation(m.largest)[: int(m.rng.integers(1, 4))] + 1
        times = [digits.count(digit) for digit in named.tolist()]
        # A false count in each clue would leave hardly any puzzle with a solution.
        times[0] = times[0] if made else max(0, _bent(m, times[0]))
        if sum(times) <= len(cells):
            made.append(r.look_and_say(cells, "".join(f"{n}{digit}" for n, digit in zip(times, named, strict=True))))
    return made


def _quadruple(m: Maker) -> list[r.Rule]:
    made = []
    for _ in range(m.side):
        row, column = m.rng.integers(0, m.side - 1, 2).tolist()
        around = m.rng.permutation(m.grid[row : row + 2, column : column + 2].ravel()).tolist()
        made.append(r.quadruple((row, column), around[: int(m.rng.integers(1, 5))]))
    return made


def _lunchbox(m: Maker) -> list[r.Rule]:
    made = []
    for _ in range(4):
        line = m.walk(m.length(), lambda d: len({*d}) == len(d))
        digits = m.digits(line)
        if len(line) > 2:
            a, b = sorted([digits.index(min(digits)), digits.index(max(digits))])
            made.append(r.lunchbox(line, max(0, _bent(m, sum(digits[a + 1 : b])))))
    return made


def _outside(m: Maker, make: Callable[..., r.Rule], value: Callable[[list[int]], int]) -> list[r.Rule]:
    made = []
    for _ in range(m.side):
        line, where = m.outside()
        made.append(make(max(1, min(_bent(m, value(line)), m.side**2)), **where))
    return made


def _full_rank(m: Maker) -> list[r.Rule]:
    across = [*m.grid.tolist(), *m.grid.T.tolist()]
    numbers = [line[::step] for line in across for step in (1, -1)]
    made = []
    for _ in range(int(m.rng.integers(1, 3 * m.side))):
        line, where = m.outside()
        rank = 1 + sum(other < line for other in numbers)
        made.append(r.full_rank(max(1, min(_bent(m, rank), 4 * m.side)), **where))
    return made


def _edge(m: Maker, make: Callable[[Any], r.Rule], sign: int) -> list[r.Rule]:
    """Cells that are greater than their neighbours, or equal to some that are."""
    grid = sign * m.grid.astype(int)
    cells = []
    for cell in np.ndindex(m.side, m.side):
        others = [(cell[0] + down, cell[1] + right) for down, right in ((0, 1), (1, 0), (0, -1), (-1, 0))]
        if all(grid[cell] > grid[o] for o in others if min(o) >= 0 and max(o) < m.side):
            cells.append(cell)
    if m.rng.random() < 0.5:
        # All cells with the two or three greatest digits: some are neighbours.
        order = np.argsort(-grid, axis=None)[: int(m.rng.integers(2, 4)) * m.side]
        cells = [divmod(int(k), m.side) for k in order]
    return [make(cells)] if cells else []


def _indexing(m: Maker) -> list[r.Rule]:
    made = []
    for by in ("column", "row"):
        found = []
        for row, column in m.cells():
            digit = int(m.grid[row, column])
            if digit > m.side:
                continue
            other = m.grid[row, digit - 1] if by == "column" else m.grid[digit - 1, column]
            if other == (column if by == "column" else row) + 1 or m.rng.random() < 0.003:
                found.append((row, column))
        made.append(r.indexing(found, by=by))
    return made


def _any_of(m: Maker) -> list[r.Rule]:
    """Alternatives of which the first holds, and others that may or may not."""
    made = []
    names = [
        "thermometer",
        "renban",
        "even",
        "skyscraper",
        "total",
        "whispers",
        "xv",
        "quadruple",
        "different",
        "clone",
    ]
    for _ in range(4):
        first = INSTANCES[names[int(m.rng.integers(len(names)))]](m)[:2]
        other = Maker(m.rng, m.rng.permutation(m.largest)[m.grid - 1] + 1, m.regions, m.largest)
        others = [INSTANCES[names[int(m.rng.integers(len(names)))]](other)[:2] for _ in range(2)]
        rules = [some for some in (first, *others) if some]
        if len(rules) > 1:
            m.rng.shuffle(rules)
            made.append(r.any_of(*rules))
    # Alternatives that share cells, in the same order, in another, or with cells that occur twice.
    for _ in range(3):
        line = m.walk(int(m.rng.integers(3, 6)), crossing=bool(m.rng.integers(2)))
        cells = [*dict.fromkeys(line)]
        false_or_true: list[Any] = [
            r.palindrome(line),
            r.thermometer(cells),
            r.thermometer(cells[::-1]),
            [r.renban(cells), r.odd(cells[:1])],
            [r.total(cells[1:], _bent(m, m.sum(cells[1:])), [1, -1, 2, 3][: len(cells) - 1]), r.even(cells[:1])],
            r.whispers(cells, 2),
            r.between(cells),
        ]
        some = [false_or_true[k] for k in m.rng.permutation(len(false_or_true))[:2]]
        ways = [r.total(cells, _bent(m, m.sum(cells))), *some]
        m.rng.shuffle(ways)
        made.append(r.any_of(*ways))
    return made


INSTANCES: dict[str, Callable[[Maker], list[r.Rule]]] = {
    "diagonals": lambda m: [r.diagonals(main=bool(m.rng.integers(4)), anti=bool(m.rng.integers(4)))],
    "windoku": lambda m: [r.windoku()],
    "disjoint_groups": lambda m: [r.disjoint_groups()],
    "anti_knight": lambda m: [r.anti_knight()],
    "anti_king": lambda m: [r.anti_king()],
    "non_consecutive": lambda m: [r.non_consecutive()],
    "extra_region": lambda m: [
        r.extra_region([tuple(m.rng.choice(np.argwhere(m.grid == d))) for d in np.unique(m.grid)[: m.side]])
    ],
    "killer_cage": _cage,
    "little_killer": _little,
    "sandwich": _sandwich,
    "arrow": _arrow,
    "thermometer": lambda m: (
        [r.thermometer(line) for _ in range(4) if len(line := m.walk(m.length(), lambda d: d == sorted({*d}))) > 1]
        + [r.thermometer(line, slow=True) for _ in range(2) if len(line := m.walk(4, lambda d: d == sorted(d))) > 1]
    ),
    "whispers": _whispers,
    "renban": _renban,
    "palindrome": _palindrome,
    "between": _between,
    "even": lambda m: [r.even([c for c in m.cells()[: 2 * m.side] if m.grid[c] % 2 == 0])],
    "odd": lambda m: [r.odd([c for c in m.cells()[: 2 * m.side] if m.grid[c] % 2])],
    "greater_than": lambda m: [r.greater_than(m.pairs(lambda a, b: a > b))],
    "clone": _clone,
    "kropki_white": lambda m: [r.kropki_white(m.pairs(lambda a, b: abs(a - b) == 1))],
    "kropki_black": lambda m: [r.kropki_black(m.pairs(lambda a, b: a == 2 * b or b == 2 * a))],
    "kropki": _kropki,
    "xv": _xv,
    "allowed": lambda m: [
        r.allowed(c, {int(m.grid[c]), *m.rng.integers(1, m.side + 1, 2).tolist()}) for c in m.cells()[: 2 * m.side]
    ],
    "different": lambda m: [
        r.different([tuple(m.rng.choice(np.argwhere(m.grid == d))) for d in m.rng.permutation(np.unique(m.grid))[:3]])
        for _ in range(4)
    ],
    "related": _related,
    "total": _total,
    "accepted": _accepted,
    "lockout": _lockout,
    "entropic": _entropic,
    "modular": _modular,
    "double_arrow": lambda m: _lines(m, r.double_arrow, lambda d: d[0] + d[-1] == sum(d[1:-1])),
    "zipper": lambda m: _lines(m, r.zipper, _is_zipper),
    "region_sum_line": _region_sum_line,
    "sum_line": _sum_line,
    "equal_sums": _equal_sums,
    "same_values": _same_values,
    "counting_circles": _counting_circles,
    "look_and_say": lambda m: _look_and_say(m) if m.largest < 10 else [],
    "quadruple": _quadruple,
    "lunchbox": _lunchbox,
    "skyscraper": lambda m: _outside(
        m, r.skyscraper, lambda line: sum(d == max(line[: k + 1]) for k, d in enumerate(line))
    ),
    "x_sum": lambda m: _outside(m, r.x_sum, lambda line: sum(line[: line[0]])),
    "numbered_room": lambda m: _outside(m, r.numbered_room, lambda line: line[min(line[0], len(line)) - 1]),
    "full_rank": lambda m: _full_rank(m) if m.side == m.largest else [],
    "maximum": lambda m: _edge(m, r.maximum, 1),
    "minimum": lambda m: _edge(m, r.minimum, -1),
    "indexing": _indexing,
    "any_of": _any_of,
}

#: Rules of the whole board, whose grids have to be made with them.
GLOBAL = {"diagonals", "windoku", "disjoint_groups", "anti_knight", "anti_king", "non_consecutive"}


def instance(name: str, seed: int) -> tuple[bd.Rules, np.ndarray]:
    """Rules with some of that name, and a puzzle; about a third of each have no, one, and several solutions."""
    rng = np.random.default_rng([seed, *name.encode()])
    boxes = [(3, 3)] if name in GLOBAL else [(2, 2), (2, 3), (3, 3)]
    if name == "entropic":
        boxes = [(2, 3), (3, 3)]
    if name in ("diagonals", "disjoint_groups"):
        boxes = [(2, 2), (2, 3), (3, 3)]
    box = boxes[int(rng.integers(len(boxes)))]
    rules = bd.Rules(box=box)
    if name in GLOBAL:
        rules += INSTANCES[name](Maker(rng, np.zeros((rules.side, rules.side), int), rules.regions))
        grid = bd.grids(1, seed=seed, rules=rules)[0]
    else:
        grid = bd.grids(1, seed=seed, rules=rules)[0]
        for _ in range(20):
            added = INSTANCES[name](Maker(rng, grid, rules.regions))
            if added:
                break
        rules = with_rules(rules, added)
    puzzle = grid.copy()
    puzzle[rng.random(puzzle.shape) < rng.uniform(0.4, 0.85)] = 0
    if rng.random() < 0.2:
        cell = tuple(int(k) for k in rng.integers(0, rules.side, 2))
        puzzle[cell] = int(rng.integers(1, rules.side + 1))
    return rules, puzzle


def with_rules(rules: bd.Rules, added: list[r.Rule]) -> bd.Rules:
    """The rules with more, but for those that were bent beyond what could be."""
    for rule in added:
        try:
            rules += rule
        except bd.RulesError:
            continue
    return rules

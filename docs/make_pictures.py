"""The pictures of the README and of docs/concepts, all drawn by `Board`.

    python docs/make_pictures.py

Writes docs/pictures/*.svg and docs/_static/social.png. A test draws them again and compares the boards.
"""

from __future__ import annotations

from itertools import permutations, product
from pathlib import Path
from typing import TYPE_CHECKING, Any

import bitdoku as bd

if TYPE_CHECKING:
    from collections.abc import Iterator

    Place = tuple[int, int] | tuple[int, int, int]

FOLDER = Path(__file__).parent / "pictures"
STATIC = Path(__file__).parent / "_static"

#: The puzzle of the README, whose hardest step is an X-wing.
FISH = "...6.3..7.5...9.........2....8..5..4..37.8..99...4......5.67.....1....9.8.74....6"
EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
LOCKED = "......28.......5...781...3....6.1..8.36.4......5..7.2.9..2.5...48......9...9...7."
#: Two scales, two opinions: HoDoKu finds it hard, Sudoku Explainer needs chains.
CHAIN = "7.9..58..186.........1..........8.9.5.12...........5.49....4.8...4..3.72...5....3"
#: A puzzle with several solutions.
LOOSE = EASY[:54] + "." * 27

BOX = [(row, column) for row in range(3) for column in range(3)]


def masks() -> Iterator[tuple[str, bd.Board]]:
    """The peers of a cell, what their givens leave, and the two kinds of singles."""
    row, column = 4, 4
    peers: dict[Place, str] = {(row, c): "yellow" for c in range(9)}
    peers |= {(r, column): "green" for r in range(9)}
    peers |= {(3 + r, 3 + c): "blue" for r, c in BOX}
    peers[row, column] = "red"
    yield "peers", bd.Board(EASY, highlight=peers)
    yield "candidates", bd.Board(EASY, candidates="basic")
    naked, hidden = (
        next(step for step in bd.steps(EASY) if step.technique is technique)
        for technique in (bd.Technique.NAKED_SINGLE, bd.Technique.HIDDEN_SINGLE)
    )
    yield "naked-single", bd.Board(naked)
    yield "hidden-single", bd.Board(hidden)


def minirows() -> Iterator[tuple[str, bd.Board]]:
    """A band of nine minirows, and the six ways of a digit through them."""
    colours = ("yellow", "green", "blue")
    band: dict[Place, str] = {(r, c): colours[(r + c // 3) % 3] for r, c in product(range(3), range(9))}
    yield "minirows", bd.Board("." * 81, highlight=band)
    for number, boxes in enumerate(permutations(range(3)), 1):
        way = [(r, 3 * boxes[r] + c) for r in range(3) for c in range(3)]
        yield f"way-{number}", bd.Board("." * 81, highlight=way)
    yield "locked", bd.Board(next(step for step in bd.explain(LOCKED) if step.technique is bd.Technique.POINTING))


def search() -> Iterator[tuple[str, bd.Board]]:
    """Lanes with a node each, and the cells of a dive."""
    for number, puzzle in enumerate((EASY, FISH, HARD, CHAIN), 1):
        yield f"lane-{number}", bd.Board(puzzle, candidates="singles")
    cells = [(0, 2), (5, 5), (8, 6)]
    yield "dive", bd.Board(LOOSE, candidates="singles", highlight=dict.fromkeys(cells, "yellow"))
    stuck = bd.explain(FISH, techniques="singles")
    grid, candidates = stuck.state(len(stuck))
    yield "stuck", bd.Board(FISH, grid, candidates=candidates)


def symmetry() -> Iterator[tuple[str, bd.Board]]:
    """A puzzle, an equivalent one, and the form of both."""
    moved = bd.Transform.random(seed=7)(HARD)
    yield "class-puzzle", bd.Board(HARD)
    yield "class-shuffled", bd.Board(moved)
    yield "class-canonical", bd.Board(bd.canonical(moved))


def scales() -> Iterator[tuple[str, bd.Board]]:
    """The hardest step of a puzzle on both scales."""
    yield "hardest-hodoku", bd.Board(max(bd.explain(CHAIN), key=lambda step: step.score))
    yield "hardest-explainer", bd.Board(max(bd.explain(CHAIN, scale="explainer"), key=lambda step: step.rating))


def setting() -> bd.Board:
    """The puzzle of docs/guides/set-a-variant.md."""
    rules = bd.Rules() + bd.rules.anti_knight()
    rules += bd.rules.thermometer([(6, 2), (5, 1), (4, 1), (3, 1), (2, 2), (1, 3)])
    rules += bd.rules.thermometer([(2, 6), (3, 7), (4, 7), (5, 7), (6, 6), (7, 5)])
    rules += bd.rules.killer_cage([(3, 3), (3, 4), (3, 5), (4, 5), (5, 5), (5, 4), (5, 3), (4, 3)], 43)
    rules += bd.rules.killer_cage([(0, 0), (0, 1), (1, 0)], 12)
    rules += bd.rules.killer_cage([(8, 8), (8, 7), (7, 8)], 20)
    return bd.Board("." * 81, rules=rules)


def composed() -> Iterator[tuple[str, bd.Board]]:
    """The puzzles of docs/guides/compose.md."""
    kinds: dict[str, Any] = {
        "killer": "killer_cage",
        "jigsaw": "jigsaw",
        "mixture": {"killer_cage": 12, "thermometer": 3},
        "kropki": "kropki",
    }
    for name, kind in kinds.items():
        yield f"composed-{name}", bd.Board(bd.compose(1, kind=kind, seed=1)[0])


def boards() -> dict[str, bd.Board]:
    """All pictures by name."""
    made = dict([*masks(), *minirows(), *search(), *symmetry(), *scales(), *composed()])
    made["setting"] = setting()
    made["solved"] = bd.Board(HARD, bd.solve(HARD).solution)
    return made


def front() -> bd.Board:
    """The board of the README."""
    return bd.Board(bd.explain(FISH)[34])


def social() -> bytes:
    """A PNG, the picture that other sites show with a link: the board of the README and the name."""
    import resvg_py
    from matplotlib.font_manager import FontProperties
    from matplotlib.textpath import TextPath

    width, height, side = 1200, 630, 520
    outline = TextPath((0, 0), "bitdoku", size=110, prop=FontProperties(family="DejaVu Sans", weight="bold"))
    text = TextPath((0, 0), "the Sudoku engine for Python", size=31, prop=FontProperties(family="DejaVu Sans"))

    def path(of: Any, x: float, y: float) -> str:
        letters = "MLQC"
        points = " ".join(
            "Z" if code == 79 else letters[code - 1] + " ".join(f"{value:.1f}" for value in values)
            for values, code in of.iter_segments()
        )
        return f'<path transform="translate({x} {y}) scale(1 -1)" d="{points}"/>'

    board = front().svg(theme="light", size=side)
    board = board.replace("<svg ", f'<svg x="{width - side - 55}" y="{(height - side) / 2}" ', 1)
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}">'
        f'<rect width="{width}" height="{height}" fill="#fff"/>'
        f'<g fill="#0a5bd0">{path(outline, 55, 320)}</g><g fill="#333">{path(text, 60, 390)}</g>{board}</svg>'
    )
    return bytes(resvg_py.svg_to_bytes(svg_string=svg))


def main(folder: Path = FOLDER) -> None:
    """Write all."""
    folder.mkdir(exist_ok=True)
    for name, board in boards().items():
        (folder / f"{name}.svg").write_text(board.svg(), encoding="utf-8")
    for theme in ("light", "dark"):
        (folder / f"board-{theme}.svg").write_text(front().svg(theme=theme), encoding="utf-8")
    (STATIC / "social.png").write_bytes(social())


if __name__ == "__main__":
    main()

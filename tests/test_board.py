"""`Board`: what it takes, what it prints and draws, and how it behaves as a value."""

from __future__ import annotations

import copy
import os
import pickle
import re
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import bitdoku as bd
from bitdoku import _display, _strokes
from bitdoku._display import result_html
from bitdoku._picture import THEMES
from bitdoku._render import png_of

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
SVG = "{http://www.w3.org/2000/svg}"


def digits(text: str) -> np.ndarray:
    return np.array([0 if c == "." else int(c) for c in text], np.uint8).reshape(9, 9)


def drawn(svg: str, name: str) -> list[ET.Element]:
    """The elements of the picture whose class is `name`."""
    return [element for element in ET.fromstring(svg).iter() if element.get("class") == name]


def strokes(svg: str, name: str) -> int:
    """How many strokes the paths of a class have; a digit has one or two."""
    return sum(len(re.findall("M", element.get("d", ""))) for element in drawn(svg, name))


STROKES = dict(zip("123456789", [1, 1, 2, 1, 1, 1, 1, 2, 1], strict=True))


def strokes_of(text: str) -> int:
    return sum(STROKES.get(c, 0) for c in text)


# --- what it takes ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "puzzle",
    [
        PUZZLE,
        PUZZLE.encode(),
        bytearray(PUZZLE.encode()),
        digits(PUZZLE),
        digits(PUZZLE).ravel(),
        digits(PUZZLE).astype(">i8"),
        np.asfortranarray(digits(PUZZLE)),
        digits(PUZZLE).tolist(),
        digits(PUZZLE).ravel().tolist(),
        str(digits(PUZZLE)),
        bd.Board(PUZZLE),
        bd.Board(PUZZLE, SOLUTION),
    ],
    ids=lambda puzzle: type(puzzle).__name__,
)
def test_one_puzzle_in_any_form(puzzle: object) -> None:
    board = bd.Board(puzzle)
    assert np.array_equal(board.puzzle, digits(PUZZLE))


@pytest.mark.parametrize("many", [[PUZZLE, PUZZLE], np.zeros((2, 9, 9), int), np.array([PUZZLE] * 2), []])
def test_many_puzzles_are_refused(many: object) -> None:
    with pytest.raises(bd.PuzzleError, match="expected one"):
        bd.Board(many)


def test_malformed_data_is_refused_with_the_name_of_the_argument() -> None:
    with pytest.raises(bd.PuzzleError, match=r"^puzzle: cell \(0, 2\) holds 'a'"):
        bd.Board(PUZZLE.replace(".", "a", 1))
    with pytest.raises(bd.PuzzleError, match=r"^puzzle: cell \(4, 4\) holds 10"):
        bd.Board([[10 if (r, c) == (4, 4) else 0 for c in range(9)] for r in range(9)])
    with pytest.raises(bd.PuzzleError, match=r"^solution: the text holds 3 cells"):
        bd.Board(PUZZLE, "123")
    with pytest.raises(bd.PuzzleError, match=r"^solution: cell \(0, 0\) holds 6; expected 5"):
        bd.Board(PUZZLE, "6" + SOLUTION[1:])
    with pytest.raises(TypeError):
        bd.Board(81)
    with pytest.raises(TypeError):
        bd.Board(digits(PUZZLE) / 2)


@pytest.mark.parametrize("place", [(9, 0), (0, -1), (0, 0, 0), (0, 0, 10), (0,), (1, 2, 3, 4)])
def test_highlights_outside_the_board_are_refused(place: tuple[int, ...]) -> None:
    with pytest.raises(bd.PuzzleError, match="highlight"):
        bd.Board(PUZZLE, highlight=[place])  # type: ignore[list-item]


def test_colours_and_candidates_out_of_range_are_refused() -> None:
    with pytest.raises(bd.PuzzleError, match="'pink'"):
        bd.Board(PUZZLE, highlight={(0, 0): "pink"})
    for wrong in (np.full((9, 9), 512), np.full((9, 9), -1)):
        with pytest.raises(bd.PuzzleError, match=r"cell \(0, 0\) holds (512|-1); expected a mask"):
            bd.Board(PUZZLE, candidates=wrong)
    with pytest.raises(bd.PuzzleError, match="shape"):
        bd.Board(PUZZLE, candidates=np.zeros((9, 8), int))
    with pytest.raises(TypeError):
        bd.Board(PUZZLE, candidates=np.zeros((9, 9)))
    with pytest.raises(ValueError, match="level"):
        bd.Board(PUZZLE, candidates="some")


# --- as text ---------------------------------------------------------------------------------------------------------


def test_what_is_printed_parses_back() -> None:
    for board in (bd.Board(PUZZLE), bd.Board(PUZZLE, SOLUTION), bd.Board("." * 81)):
        for text in (str(board), board.text("ascii"), board.line(), f"  {board}\n# a comment"):
            assert np.array_equal(bd.Board(text).cells, board.cells)
        assert eval(repr(board), {"Board": bd.Board}) == board


def test_frames() -> None:
    lines = str(bd.Board(PUZZLE)).splitlines()
    assert lines[0] == "┌───────┬───────┬───────┐"
    assert lines[1] == "│ 5 3 . │ . 7 . │ . . . │"
    assert {len(line) for line in lines} == {25}
    assert bd.Board(PUZZLE).text("ascii").isascii()
    with pytest.raises(ValueError, match="frame"):
        bd.Board(PUZZLE).text("none")  # type: ignore[arg-type]


def test_pencilmarks_are_aligned_and_complete() -> None:
    for level in (None, "basic", "singles", "locked", "true"):
        for frame in ("box", "ascii"):
            text = bd.Board(PUZZLE).pencilmarks(level, frame=frame)
            lines = text.splitlines()
            assert [len(line) for line in lines] == 13 * [len(lines[0])]
            bars = [[i for i, c in enumerate(line) if c in "│|"] for line in lines if line[0] in "│|"]
            assert bars == [bars[0]] * 9
            # Every cell begins at the same character in all rows.
            starts = {tuple(m.start() for m in re.finditer(r"\d+", line)) for line in lines if line[0] in "│|"}
            assert len(starts) == 1
            read = [sum(1 << int(d) - 1 for d in word) for word in re.findall(r"\d+", text)]
            assert np.array_equal(np.reshape(read, (9, 9)), bd.candidates(PUZZLE, level=level or "basic"))


def test_pencilmarks_of_the_board_itself() -> None:
    masks = np.full((9, 9), 0b11, np.uint16)
    masks[0, 2] = 0
    words = re.findall(r"[\d!]+", bd.Board(PUZZLE, candidates=masks).pencilmarks())
    assert words[:4] == ["5", "3", "!", "12"]


# --- as a picture ----------------------------------------------------------------------------------------------------


def test_givens_and_solved_cells_are_told_apart() -> None:
    svg = bd.Board(PUZZLE, SOLUTION).svg(theme="light")
    solved = "".join(s for p, s in zip(PUZZLE, SOLUTION, strict=True) if p == ".")
    assert strokes(svg, "s-given") == strokes_of(PUZZLE)
    assert strokes(svg, "s-solved") == strokes_of(solved)
    assert strokes(svg, "f-ground") == 81 - PUZZLE.count(".")
    (given,), (light,) = drawn(svg, "s-given"), drawn(svg, "s-solved")
    assert given.get("stroke") != light.get("stroke")
    assert float(given.get("stroke-width", 0)) > 1.4 * float(light.get("stroke-width", 0))


def test_digits_stand_in_the_middle_of_their_cells() -> None:
    for digit in "123456789":
        for cell in (0, 40, 80):
            svg = bd.Board("." * cell + digit + "." * (80 - cell)).svg(theme="light")
            (path,) = drawn(svg, "s-given")
            box = bounds(path.get("d", ""))
            x, y = 2 + 40 * (cell % 9) + 20, 2 + 40 * (cell // 9) + 20
            assert abs((box[0] + box[1]) / 2 - x) < 1.2, digit
            assert abs((box[2] + box[3]) / 2 - y) < 0.6, digit
            assert 18 < box[3] - box[2] < 24


def bounds(path: str) -> tuple[float, float, float, float]:
    """The box around a path of relative commands; the arcs of our digits are halves of whole ellipses."""
    xs: list[float] = []
    ys: list[float] = []
    x = y = 0.0
    for command, text in re.findall(r"([A-Za-z])([^A-Za-z]*)", path):
        numbers = [float(n) for n in re.findall(r"-?(?:\d+\.?\d*|\.\d+)", text)]
        if command == "z":
            continue
        before = (0.0, 0.0) if command == "M" else (x, y)
        x = before[0] + (numbers[0] if command == "h" else 0 if command == "v" else numbers[-2])
        y = before[1] + (0 if command == "h" else numbers[-1])
        if command == "a":
            middle = (before[0] + x) / 2, (before[1] + y) / 2
            xs += [middle[0] - numbers[0], middle[0] + numbers[0]]
            ys += [middle[1] - numbers[1], middle[1] + numbers[1]]
        elif command == "c":
            xs += [before[0] + number for number in numbers[::2]]
            ys += [before[1] + number for number in numbers[1::2]]
        xs.append(x)
        ys.append(y)
    return min(xs), max(xs), min(ys), max(ys)


def test_clashes_are_ringed() -> None:
    assert not drawn(bd.Board(PUZZLE).svg(), "s-clash")
    clashing = "5" + PUZZLE[1:8] + "5" + PUZZLE[9:]
    board = bd.Board(clashing)
    assert np.array_equal(board.conflicts, bd.conflicts(clashing))
    assert strokes(board.svg(), "s-clash") == 3 == board.conflicts.sum()


def test_candidates_and_highlights() -> None:
    masks = bd.candidates(PUZZLE)
    board = bd.Board(
        PUZZLE,
        candidates="basic",
        highlight={(0, 2): "blue", (0, 2, 1): "green", (0, 2, 4): "red", (0, 0): "yellow"},
    )
    svg = board.svg(theme="dark")
    blank = digits(PUZZLE) == 0
    # Candidates are copies of one shape for each digit.
    copies = [use.get("href") for use in ET.fromstring(svg).iter(SVG + "use")]
    assert [copies.count(f"#bd9-{k + 1}") for k in range(9)] == [int((masks[blank] >> k & 1).sum()) for k in range(9)]
    shapes = {shape.get("id"): shape.get("d", "") for shape in ET.fromstring(svg).iter(SVG + "path") if shape.get("id")}
    assert {f"#{name}" for name in shapes} == {*copies}
    assert all(shapes[f"bd9-{digit}"].count("M") == STROKES[digit] for digit in "123456789")
    assert strokes(svg, "f-blue") == strokes(svg, "f-yellow") == 1
    assert [circle.tag for circle in drawn(svg, "f-green") + drawn(svg, "f-red")] == [SVG + "circle"] * 2
    assert strokes(svg, "s-clash") == 1  # the struck candidate
    # A plain collection of places is yellow.
    assert bd.Board(PUZZLE, highlight=[(0, 0)]).highlight == {(0, 0): "yellow"}


def test_themes() -> None:
    board = bd.Board(PUZZLE)
    light, dark, auto = board.svg(theme="light"), board.svg(theme="dark"), board.svg()
    for svg, theme, other in ((light, "light", "dark"), (dark, "dark", "light")):
        assert THEMES[theme]["given"] in svg
        assert THEMES[other]["given"] not in svg
    assert "<style>" not in light + dark
    # Renderers without variables see the light theme; the sheet holds both, for systems and for notebooks.
    assert f'stroke="{THEMES["light"]["given"]}"' in auto
    for words in (
        "prefers-color-scheme:dark",
        '[data-jp-theme-light="false"]',
        ".vscode-dark",
        *(THEMES["dark"][name] for name in ("paper", "ground", "thin", "thick", "given")),
    ):
        assert words in auto
    # Styles apply to the whole page, so those of a picture that follows the page leave the others alone.
    (style,) = re.findall("<style>(.*)</style>", auto)
    selectors = re.findall(r"([^{}]+)\{[^{}]*\}", style)
    assert all(".bitdoku-auto" in part for selector in selectors for part in selector.split(","))
    for svg, theme in ((auto, "auto"), (light, "light"), (dark, "dark")):
        assert ET.fromstring(svg).get("class") == f"bitdoku-{theme}"
    assert THEMES["light"].keys() == THEMES["dark"].keys()
    with pytest.raises(ValueError, match="theme"):
        board.svg(theme="grey")  # type: ignore[arg-type]


def test_renderers_without_variables_see_the_light_theme() -> None:
    pytest.importorskip("resvg_py")
    board = bd.Board(PUZZLE, SOLUTION)
    assert png_of(board.svg()) == png_of(board.svg(theme="light"))


def test_pictures_are_well_formed_and_as_large_as_asked() -> None:
    svg = bd.Board(PUZZLE, SOLUTION, highlight=[(0, 0)]).svg(size=500)
    root = ET.fromstring(svg)
    assert (root.tag, root.get("width"), root.get("height")) == (SVG + "svg", "500", "500")
    assert root.get("aria-label") == f"Sudoku {SOLUTION}"
    assert bd.Board(PUZZLE)._repr_html_() == bd.Board(PUZZLE)._repr_svg_() == bd.Board(PUZZLE).svg()


def test_png() -> None:
    pytest.importorskip("resvg_py")
    for theme in ("light", "dark"):
        png = bd.Board(PUZZLE).png(size=200, theme=theme)
        assert png.startswith(b"\x89PNG\r\n\x1a\n")
        assert int.from_bytes(png[16:20]) == int.from_bytes(png[20:24]) == 200
    assert bd.Board(PUZZLE).png() != bd.Board(SOLUTION).png()
    with pytest.raises(ValueError, match="theme"):
        bd.Board(PUZZLE).png(theme="auto")  # type: ignore[arg-type]


def test_save(tmp_path: Path) -> None:
    board = bd.Board(PUZZLE)
    board.save(tmp_path / "board.svg")
    assert (tmp_path / "board.svg").read_text() == board.svg(theme="light")
    board.save(str(tmp_path / "board.HTML"), size=200, theme="auto")
    page = (tmp_path / "board.HTML").read_text()
    assert page.startswith("<!DOCTYPE html>")
    assert board.svg(size=200) in page
    for name in ("board", "board.jpg", "board.svg.gz"):
        with pytest.raises(ValueError, match=r"expected a name that ends in \.svg, \.png, \.pdf or \.html"):
            board.save(tmp_path / name)
    with pytest.raises(FileNotFoundError):
        board.save(tmp_path / "none" / "board.svg")
    assert {file.name for file in tmp_path.iterdir()} == {"board.svg", "board.HTML"}


def test_save_as_png(tmp_path: Path) -> None:
    pytest.importorskip("resvg_py")
    board = bd.Board(PUZZLE)
    board.save(tmp_path / "board.png")
    assert (tmp_path / "board.png").read_bytes() == board.png()


def test_save_as_pdf(tmp_path: Path) -> None:
    pytest.importorskip("fpdf")
    board = bd.Board(PUZZLE, candidates="basic")
    board.save(tmp_path / "board.pdf")
    board.save(tmp_path / "again.pdf")
    data = (tmp_path / "board.pdf").read_bytes()
    assert data.startswith(b"%PDF-")
    assert data == (tmp_path / "again.pdf").read_bytes()
    assert b"/MediaBox [0 0 364.00 364.00]" in data
    with pytest.raises(ValueError, match="theme"):
        board.save(tmp_path / "board.pdf", theme="auto")


def test_pdf_without_its_extra_says_what_to_install(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(__import__("sys").modules, "fpdf", None)
    with pytest.raises(ImportError, match=r"bitdoku\[pdf\]"):
        bd.Board(PUZZLE).save(tmp_path / "board.pdf")


def test_pictures_are_small() -> None:
    assert len(bd.Board(PUZZLE).svg()) < 6_000
    assert len(bd.Board("." * 81, candidates=np.full((9, 9), 511)).svg()) < 30_000


def test_user_text_is_escaped() -> None:
    board = bd.Board("<>&abcdef" + "." * 72, symbols="<>&abcdef")
    assert ET.fromstring(board.svg()).get("aria-label", "").startswith("Sudoku <>&abcdef...")


def test_letters_are_strokes() -> None:
    """Every letter has ink that lies within its width, and unknown ones are told."""
    text = "".join(map(chr, range(33, 127))) + "äöüßéèñçåš×–’"
    known = [c for c in text if not _strokes.unknown(c)]
    assert {*"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789äöüßéèñçåš"} <= {*known}
    for character in known:
        left, right, top, bottom = bounds(_strokes.text(character, 0, 0, 1))
        wide = _strokes.width(character, 1)
        assert -1.2 <= left <= right <= max(wide, 0.1) + 1.2, character
        assert -13 <= top <= bottom <= 11.5, character
    assert _strokes.unknown("Sudoku 数独") == "数"


def test_png_without_its_extra_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "resvg_py", None)
    with pytest.raises(ImportError, match=r"bitdoku\[png\]"):
        bd.Board(PUZZLE).png()


# --- as a value ------------------------------------------------------------------------------------------------------


def test_boards_are_immutable() -> None:
    source = digits(PUZZLE)
    board = bd.Board(source, candidates="basic")
    source[0, 0] = 1
    assert board.puzzle[0, 0] == 5
    for array in (board.puzzle, board.cells, board.candidates, np.asarray(board)):
        assert array is not None
        with pytest.raises(ValueError, match="read-only"):
            array[0, 0] = 1
    with pytest.raises(AttributeError):
        board.puzzle = source  # type: ignore[misc]
    with pytest.raises(AttributeError):
        board.colour = "red"
    with pytest.raises(AttributeError):
        del board._puzzle
    board.highlight[(0, 0)] = "red"
    assert board.highlight == {}


def test_boards_compare_by_what_they_show() -> None:
    boards = [
        bd.Board(PUZZLE),
        bd.Board(PUZZLE, SOLUTION),
        bd.Board(SOLUTION),
        bd.Board(PUZZLE, candidates="basic"),
        bd.Board(PUZZLE, highlight=[(0, 0)]),
        bd.Board(PUZZLE, highlight={(0, 0): "red"}),
    ]
    assert len(set(boards)) == len(boards)
    for board in boards:
        for same in (copy.copy(board), copy.deepcopy(board), pickle.loads(pickle.dumps(board)), bd.Board(board)):
            assert (same, hash(same), same.svg()) == (board, hash(board), board.svg())
    assert bd.Board(PUZZLE) == bd.Board(digits(PUZZLE)) == bd.Board(PUZZLE, "." * 81)
    assert bd.Board(PUZZLE) != PUZZLE
    assert bd.Board(bd.Board(PUZZLE, highlight=[(0, 0)]), SOLUTION) == bd.Board(PUZZLE, SOLUTION, highlight=[(0, 0)])


def test_a_board_is_a_puzzle_and_an_array() -> None:
    board = bd.Board(PUZZLE)
    assert bd.verdict(board) is bd.Verdict.UNIQUE
    assert np.array_equal(bd.solve(board).solution, digits(SOLUTION))
    assert np.array_equal(np.asarray(bd.Board(PUZZLE, SOLUTION)), digits(SOLUTION))
    assert np.asarray(board, dtype=np.int64).dtype == np.int64
    assert np.array(board).flags.writeable
    if np.lib.NumpyVersion(np.__version__) >= "2.0.0":
        with pytest.raises(ValueError, match="copy"):
            np.asarray(board, dtype=np.int64, copy=False)


# --- as it always looked ---------------------------------------------------------------------------------------------

GOLDEN = Path(__file__).parent / "pictures"
R = bd.rules
CLUES = [R.sandwich(12, column=3), R.sandwich(7, row=2), R.killer_cage([(3, 3), (3, 4), (4, 4)], 15)]
CLUES += [R.little_killer((0, 4), "down-right", 25), R.little_killer((0, 2), "down-left", 14), R.anti_king()]
CLUES += [R.kropki_white([((0, 0), (0, 1))]), R.kropki_black([((1, 1), (2, 1))])]
RULES = sum([*CLUES, R.thermometer([(6, 0), (7, 0), (8, 1)])], bd.Rules())
ROWS, COLUMNS = np.indices((16, 16))
LARGE = np.where((ROWS * 7 + COLUMNS * 3) % 5 < 2, 0, (ROWS % 4 * 4 + ROWS // 4 + COLUMNS) % 16 + 1)
BOARDS: dict[str, Any] = {
    "plain": lambda: bd.Board(PUZZLE, SOLUTION),
    "candidates": lambda: bd.Board(PUZZLE, candidates="basic", highlight={(0, 2): "blue", (0, 2, 4): "red"}),
    "clash": lambda: bd.Board("5" + PUZZLE[1:8] + "5" + PUZZLE[9:]),
    "rules": lambda: bd.Board("." * 72 + "123" + "." * 6, candidates="basic", rules=RULES),
    "step": lambda: bd.Board(next(s for s in bd.explain(HARD) if s.links)),
    "large": lambda: bd.Board(LARGE, candidates="basic", rules="16x16"),
}
HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("name", BOARDS)
def test_pictures_look_as_they_did(name: str, theme: Any, tmp_path: Path) -> None:
    """Within a tolerance for other renderers; BITDOKU_PICTURES=write accepts how they look now."""
    pytest.importorskip("resvg_py")
    image = pytest.importorskip("PIL.Image")
    golden = GOLDEN / f"{name}-{theme}.png"
    drawn = tmp_path / golden.name
    board = BOARDS[name]()
    drawn.write_bytes(board.png(size=182 if board.rules.side == 9 else 320, theme=theme))
    if os.environ.get("BITDOKU_PICTURES") == "write":
        GOLDEN.mkdir(exist_ok=True)
        image.open(drawn).convert("RGB").save(golden, optimize=True)
    now, before = (np.asarray(image.open(path).convert("RGB"), int) for path in (drawn, golden))
    assert now.shape == before.shape
    difference = np.abs(now - before).max(axis=2)
    # Pixels at edges may differ by a renderer's rounding; what moves, goes or changes colour differs in a whole block.
    height, width = (extent // 6 * 6 for extent in difference.shape)
    blocks = difference[:height, :width].reshape(height // 6, 6, width // 6, 6).mean(axis=(1, 3))
    assert blocks.max() < 25, f"{drawn} differs from {golden}"


# --- results in notebooks --------------------------------------------------------------------------------------------


def test_a_result_shows_itself() -> None:
    shown = bd.solve(PUZZLE)._repr_html_()
    assert "unique solution" in shown
    assert bd.Board(PUZZLE, SOLUTION).svg(size=300) in shown


@pytest.mark.parametrize(
    "form", ["list", "tuple", "strings", "array", "flat", "objects", "series", "pyarrow", "polars"]
)
def test_results_of_many_in_every_form(form: str) -> None:
    texts = [PUZZLE, "55" + PUZZLE[2:], "." * 81, PUZZLE, PUZZLE, PUZZLE]
    puzzles: Any
    match form:
        case "list":
            puzzles = texts
        case "tuple":
            puzzles = tuple(texts)
        case "strings":
            puzzles = np.array(texts).reshape(2, 3)
        case "array":
            puzzles = np.stack([digits(text) for text in texts]).reshape(3, 2, 9, 9)
        case "flat":
            puzzles = np.stack([digits(text) for text in texts]).reshape(6, 81)
        case "objects":
            puzzles = np.array(texts, dtype=object)
        case "series":
            puzzles = pytest.importorskip("pandas").Series(texts, index=list("abcdef"))
        case "pyarrow":
            puzzles = pytest.importorskip("pyarrow").array(texts)
        case "polars":
            puzzles = pytest.importorskip("polars").Series(texts)
    shown = bd.solve(puzzles)._repr_html_()
    assert shown.count("<svg") == _display.SHOWN == 4
    assert "and 2 more" in shown
    assert bd.Board(PUZZLE, SOLUTION).svg(size=300) in shown
    for caption in ("unique solution", "no solution", "several solutions"):
        assert caption in shown


def test_results_that_cannot_be_shown_as_they_were() -> None:
    marked = bd.solve([PUZZLE, "<b>no puzzle</b>"], malformed="mark")
    assert "&lt;b&gt;no puzzle" in marked._repr_html_()
    assert "<b>" not in marked._repr_html_()
    out = np.empty((9, 9), np.uint8)
    assert bd.Board(SOLUTION).svg(size=300) in bd.solve(digits(PUZZLE), out=out)._repr_html_()
    puzzles = digits(PUZZLE)
    result = bd.solve(puzzles)
    puzzles[:] = np.roll(puzzles, 1)
    assert bd.Board(SOLUTION).svg(size=300) in result._repr_html_()
    assert "and 999,996 more" in result_html(["." * 81] * 4, ["." * 81] * 4, np.zeros(10**6, np.uint8))
    assert "<svg" not in result_html([], [], np.zeros(0, np.uint8))


def test_data_show_themselves() -> None:
    made = bd.generate(6, seed=1)
    shown = made._repr_html_()
    assert shown.count("<svg") == 4
    assert f"[3] {made.clues[3]} clues" in shown
    assert "and 2 more. Seed 1, start 0." in shown
    assert bd.Board(made.puzzle[0], made.solution[0]).svg(size=300) in shown
    other = "1" + PUZZLE[1:]
    rows = bd.datasets.read([PUZZLE, "<b>", other], malformed="mark")
    shown = rows._repr_html_()
    assert shown.count("<svg") == 2
    assert ": malformed" in shown
    assert "<b>" not in shown
    assert bd.Board(other).svg(size=300) in shown
    assert "<svg" not in made[:0]._repr_html_()
    assert "<table>" in bd.datasets.audit([PUZZLE])._repr_html_()
    assert "<svg" in bd.explain(HARD)._repr_html_()


def test_rows_with_solutions_of_other_puzzles(tmp_path: Path) -> None:
    file = tmp_path / "some.csv"
    file.write_text(f"puzzle,solution,note\n{PUZZLE},{SOLUTION},a\n1{PUZZLE[1:]},{SOLUTION},b\n")
    shown = bd.datasets.read(file)._repr_html_()
    assert bd.Board(PUZZLE, SOLUTION).svg(size=300) in shown
    assert "some.csv:3: the solution differs" in shown
    assert "Columns: note." in shown


def test_pictures_that_would_not_fit_in_memory_are_refused() -> None:
    with pytest.raises(ValueError, match="size is 40000; expected at most 16384"):
        bd.Board(HARD).png(size=40_000)

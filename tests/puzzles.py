"""Puzzles whose solutions are known from elsewhere, and grids made by hand."""

import numpy as np

# name: (puzzle, number of solutions; None for "more than 2000"). The benchmark puzzles of libsudoku.
KNOWN: dict[str, tuple[str, int | None]] = {
    "easy": ("9165384...2........87....316.3.1..8.7..863..5.5..9.6..13....25........744752.63..", 1),
    "easy_3_ans": ("9165384...2........87....316.3.1..8.7..863..5.5..9.6...3....25........744752.63..", 3),
    "medium": ("4..853.69..........95....2.7....5...6...4.21..1...8..45......42.4..9....3.1..6...", 1),
    "hard": ("8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..", 1),
    "hard_no_ans": ("8..........36......7..9.2...5...7.......457.....1...3...12...68..85...1..9....4..", 0),
    "huge_search": (".....6....59.....82....8....45........3........6..3.54...325..6..................", None),
}

EASY, HARD = KNOWN["easy"][0], KNOWN["hard"][0]
THREE, NONE = KNOWN["easy_3_ans"][0], KNOWN["hard_no_ans"][0]
HARD_SOLUTION = "812753649943682175675491283154237896369845721287169534521974368438526917796318452"
EMPTY = "." * 81
# The first row in order, each further row shifted by three, and by one more from band to band.
FULL = "".join(str((3 * (r % 3) + r // 3 + c) % 9 + 1) for r in range(9) for c in range(9))
# The first grid in lexicographic order.
SMALLEST = "123456789456789123789123456214365897365897214897214365531642978642978531978531642"
CLASH = "11" + "." * 79
# No clash, but the last cell of the first row has no candidate.
NO_CANDIDATE = "12345678." + "........9" + "." * 63
# The usual example of books and articles.
USUAL = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
USUAL_SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"


def digits(text: str) -> np.ndarray:
    """The cells of a text, 0 where blank: uint8 of shape (9, 9)."""
    return np.array([0 if c == "." else int(c) for c in text], np.uint8).reshape(9, 9)

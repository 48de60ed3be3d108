"""The display of one board: in the terminal, in a notebook, in a file.

>>> import bitdoku as bd
>>> puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
>>> print(bd.Board(puzzle))
┌───────┬───────┬───────┐
│ 5 3 . │ . 7 . │ . . . │
│ 6 . . │ 1 9 5 │ . . . │
│ . 9 8 │ . . . │ . 6 . │
├───────┼───────┼───────┤
│ 8 . . │ . 6 . │ . . 3 │
│ 4 . . │ 8 . 3 │ . . 1 │
│ 7 . . │ . 2 . │ . . 6 │
├───────┼───────┼───────┤
│ . 6 . │ . . . │ 2 8 . │
│ . . . │ 4 1 9 │ . . 5 │
│ . . . │ . 8 . │ . 7 9 │
└───────┴───────┴───────┘

``str(board)``, ``np.asarray(board)`` and functions that take puzzles all use the cells shown, including solved ones.
``board.puzzle`` has the givens only.
"""

from bitdoku.board._board import Board

__all__ = ["Board"]

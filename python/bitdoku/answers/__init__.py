r"""Prompts for language models, and their answers: reading, grading, and step by step rewards.

>>> import bitdoku as bd
>>> puzzle = bd.generate(1, seed=1)[0]
>>> text = "My solution:\n\n" + str(bd.Board(bd.solve(puzzle).solution))
>>> print(bd.answers.grade(text, puzzle)["reason"])
correct
"""

from bitdoku.answers._grade import GRADES, Answer, grade, parse
from bitdoku.answers._moves import MOVES, grade_moves
from bitdoku.answers._prompt import prompt

__all__ = ["GRADES", "MOVES", "Answer", "grade", "grade_moves", "parse", "prompt"]

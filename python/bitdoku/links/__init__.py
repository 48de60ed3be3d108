"""Reading and writing puzzle links of f-puzzles and SudokuPad.

Both sites read the format of f-puzzles: a JSON object, compressed into the link. SudokuPad's own format has drawings,
and the rules in words; the caller can say what a drawing means. A rule that bitdoku does not support is an error that
names it; ``ignore`` lists keys to skip, such as decorations.

>>> import bitdoku as bd
>>> from bitdoku import links
>>> rules = bd.Rules(box=(2, 2)) + bd.rules.thermometer([(0, 0), (0, 1), (0, 2)])
>>> link = links.write("....4......1....", rules)
>>> link[:32]
'https://sudokupad.app/fpuzzlesN4'
>>> shared = links.read(link)
>>> shared.rules == rules, shared.puzzle.tolist()[1]
(True, [4, 0, 0, 0])
"""

from bitdoku.links._files import read_file
from bitdoku.links._fpuzzles_document import from_fpuzzles, to_fpuzzles
from bitdoku.links._links import drawings, read, write
from bitdoku.links._shared import Drawing, Shared

__all__ = ["Drawing", "Shared", "drawings", "from_fpuzzles", "read", "read_file", "to_fpuzzles", "write"]

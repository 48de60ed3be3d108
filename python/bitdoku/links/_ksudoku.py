"""Games and shapes of KSudoku: XML with the groups of cells in which each digit occurs once.

    <ksudoku><game><puzzle>
      <graph type="custom" order="9" sizeX="9" sizeY="9" sizeZ="1" specific-type="XSudoku" name="XSudoku">
        <sudokugroups at="0" withblocks="1"/>                         rows, columns and square boxes
        <clique size="9">0 10 20 30 40 50 60 70 80</clique>           one more group
        <cage operator="4" value="12" size="2">0 1</cage>             + of a killer; 1 to 3 are / - * of a Mathdoku
      </graph>
      <values>b__c…</values>                                          a blank is _, 1 is b, 2 is c, …
    </puzzle><history>…</history></game></ksudoku>

Cells are numbered from 0 column by column. Boards of another shape than a square, such as samurai and the cubes of
roxdoku, are refused by name.

Credit: the source code of KSudoku (KDE, GPL), from which only the format is known.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np

from bitdoku import rules as r
from bitdoku._errors import PuzzleError, RulesError, shown
from bitdoku.links._documents import board, cage, regions, skipped, whole_number, xml_root
from bitdoku.links._shared import Shared
from bitdoku.rules import Rules
from bitdoku.rules._rule import MAX_SIDE

if TYPE_CHECKING:
    from collections.abc import Collection
    from xml.etree import ElementTree

    from bitdoku.links._shared import Source

    Cell = tuple[int, int]

_OPERATORS = {0: "+", 1: "/", 2: "-", 3: "*", 4: "+"}


def recognizes(source: Source) -> bool:
    """Whether the text is XML of KSudoku."""
    return (
        re.match(r"(<\?xml[^>]*>)?\s*(<!DOCTYPE[^>]*>)?\s*(<!--.*?-->\s*)*<ksudoku", source.text, re.DOTALL) is not None
    )


def read(source: Source, ignore: Collection[str]) -> Shared:
    """Read the document."""
    root = xml_root(source.text, "the document of KSudoku")
    graph, values = root.find(".//graph"), root.find(".//values")
    if graph is None:
        raise PuzzleError("the document of KSudoku has no 'graph'")
    rules, ignored = _rules(graph, ignore)
    side = rules.side
    blank = np.zeros((side, side), np.uint8)
    puzzle = blank if values is None else _letters(values, side)
    solution, entered = root.find(".//solution"), blank.copy()
    for event in root.iterfind(".//history/simple-event[@value]"):
        row, column = _cell(whole_number(event.get("index"), "index of simple-event"), side)
        entered[row, column] = whole_number(event.get("value"), "value of simple-event")
    entered[puzzle > 0] = 0
    if root.find(".//history/*[@markers]") is not None or root.find(".//history/complex-event") is not None:
        ignored.append("history")
    return Shared(
        puzzle, rules, title=graph.get("name") or "", entered=entered, ignored=tuple(ignored),
        solution=None if solution is None else _letters(solution, side),
    )  # fmt: skip


def _letters(element: ElementTree.Element, side: int) -> np.ndarray[tuple[int, int], np.dtype[np.uint8]]:
    """The board in an element, written column by column."""
    meanings = {"_": 0, **{chr(ord("a") + digit): digit for digit in range(1, side + 1)}}
    letters = (element.text or "").strip()
    if len(letters) != side * side:
        raise PuzzleError(f"{element.tag} holds {len(letters)} cells; expected {side * side}")
    rows = np.array([*letters]).reshape(side, side).T
    return board(rows.ravel().tolist(), side, element.tag, meanings)


def _cell(index: int, side: int) -> Cell:
    if index >= side * side:
        raise PuzzleError(f"the document has the cell {index}; expected 0 to {side * side - 1}")
    return index % side, index // side


def _rules(graph: ElementTree.Element, ignore: Collection[str]) -> tuple[Rules, list[str]]:
    """The rules of the graph, and the names of elements that were skipped."""
    kind, name = graph.get("type"), graph.get("specific-type") or graph.get("name") or ""
    side = whole_number(graph.get("order"), "order of graph")
    if not 1 <= side <= MAX_SIDE:
        raise RulesError(f"the graph has order {side}; expected 1 to {MAX_SIDE}")
    base = next((k for k in range(1, 9) if k * k == side), 0)
    sizes = [graph.get(f"size{axis}") for axis in "XYZ"]
    grids = [element.attrib for element in graph.iterfind("sudokugroups")]
    if kind == "sudoku" and base and not grids:
        sizes, grids = [str(side), str(side), "1"], [{}]
    square = sizes == [str(side), str(side), "1"] and [grid.get("at", "0") for grid in grids] == ["0"]
    if kind not in ("custom", "sudoku") or not square:
        raise RulesError(f"the document has a board of type {name or kind!r}, which is not one square; not supported")
    boxes = grids[0].get("withblocks", "1") == "1"
    if boxes and not base:
        raise RulesError(f"the document has boxes on a board of side {side}; expected a square number")
    known = ("sudokugroups", "clique", "cage")
    ignored = skipped(
        dict.fromkeys(element.tag for element in graph if element.tag not in known or element.tag in ignore),
        (), ignore, "the graph",
    )  # fmt: skip
    cliques = [] if "clique" in ignore else [_cells(element, side) for element in graph.iterfind("clique")]
    for cells in cliques:
        if len(cells) != side:
            row, column = cells[0]
            raise RulesError(f"the group at r{row + 1}c{column + 1} has {len(cells)} cells; expected {side}")
    rules = Rules(box=(base, base) if boxes else (1, side))
    if not boxes and len({cell for cells in cliques[:side] for cell in cells}) == side * side:
        rules = Rules.jigsaw(regions(cliques[:side], side, "the graph"))
        cliques = cliques[side:]
    rules += [r.extra_region(cells) for cells in cliques]
    cages = [] if "cage" in ignore else graph.findall("cage")
    return rules + [_cage(rules, element, name) for element in cages], ignored


def _cells(element: ElementTree.Element, side: int) -> list[Cell]:
    numbers = [whole_number(text, f"a cell of {element.tag}") for text in (element.text or "").split()]
    if len(numbers) != whole_number(element.get("size"), f"size of {element.tag}") or not numbers:
        raise PuzzleError(f"{element.tag} has {len(numbers)} cells and the size {shown(element.get('size'))}")
    return [_cell(number, side) for number in numbers]


def _cage(rules: Rules, element: ElementTree.Element, name: str) -> r.Rule:
    """A cage. In a killer, no digit is repeated."""
    cells = _cells(element, rules.side)
    value, code = (whole_number(element.get(key), f"{key} of cage") for key in ("value", "operator"))
    what = f"the cage at r{cells[0][0] + 1}c{cells[0][1] + 1}"
    if code not in _OPERATORS or (code == 0 and len(cells) > 1):
        raise RulesError(f"{what} has the operator {code}; expected 1 to 4")
    if name == "KillerSudoku" and _OPERATORS[code] == "+":
        return r.killer_cage(cells, value)
    return cage(rules, cells, value, _OPERATORS[code], what)

"""The playground reads links as `bitdoku.links` does, or refuses them by name. Skipped without node."""

from __future__ import annotations

import json
import shutil
import subprocess
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import bitdoku as bd
from bitdoku import links
from bitdoku import rules as r
from test_links import FIXED, MISSING
from variant_instances import INSTANCES, instance
from variant_puzzles import JIGSAW, large, mixed, more_digits

WEB = Path(__file__).parents[1] / "web"
#: Lists of f-puzzles that only Python reads, by the names of their rules.
UNREAD = {"x_sum": "'xsum', which only Python reads"}
#: Rules that the playground can show, and cannot change.
ONLY_PYTHON = {*MISSING, "greater_than", "x_sum"} - {"related", "total"}


def compare(folder: Path, cases: list[tuple[Any, dict[str, Any]]]) -> None:
    """Compare the results of the scripts for some links with the expected ones."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("node is not installed")
    shutil.copytree(WEB / "js", folder / "js")
    (folder / "js" / "package.json").write_text('{"type": "module"}\n', encoding="utf-8")
    file = folder / "cases.jsonl"
    file.write_text("".join(json.dumps(case) + "\n" for case in cases), encoding="utf-8")
    command = [node, str(WEB / "tests" / "links.mjs"), str(folder / "js"), str(file)]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    assert ended.returncode == 0, ended.stdout + ended.stderr


def expected(link: str) -> dict[str, Any]:
    """The result of Python in the form of the scripts."""
    shared = links.read(link)
    refused = [UNREAD[rule.name] for rule in shared.rules.rules if rule.name in UNREAD]
    if refused:
        return {"error": refused[0]}
    texts = {"title": shared.title, "author": shared.author, "ruleset": shared.ruleset}
    data = json.loads(shared.rules.to_primitives())
    return {"data": data, "puzzle": shared.puzzle.ravel().tolist(), **texts, "ignored": list(shared.ignored)}


def document(side: int = 9, **more: Any) -> str:
    """The JSON of an empty board with some keys."""
    return json.dumps({"size": side, "grid": [[{} for _ in range(side)] for _ in range(side)], **more})


def test_each_rule(tmp_path: Path) -> None:
    cases = []
    for name, seed in product(sorted({*INSTANCES} - MISSING), range(4)):
        rules, puzzle = instance(name, seed)
        if name in FIXED:
            some = [rule for rule in rules.rules if rule.arguments[FIXED[name]] in (None, 3)]
            rules = bd.Rules(box=rules.box or (3, 3)) + some
        link = links.write(puzzle, rules, site=("sudokupad", "f_puzzles")[seed % 2], title="Ünïcode", author="me")
        cases.append((link, expected(link)))
    compare(tmp_path, cases)


def test_mixtures(tmp_path: Path) -> None:
    cases = []
    jigsaw = bd.Rules.from_json(json.loads(JIGSAW.read_text())["rules"])
    boards = [jigsaw, bd.Rules(box=(3, 2)), bd.Rules(box=(1, 5)), bd.Rules(box=(1, 9)), bd.Rules() + r.windoku()]
    made = [*map(mixed, range(80)), *map(large, range(9)), *((rules, np.zeros_like(rules.regions)) for rules in boards)]
    for rules, puzzle in made:
        some = [rule for rule in rules.rules if rule.name not in MISSING]
        try:
            link = links.write(puzzle, bd.Rules.from_json({**rules.to_dict(), "rules": []}) + some)
        except bd.RulesError:
            continue  # f-puzzles has no such combination
        cases.append((link, expected(link)))
    assert len(cases) > 60
    compare(tmp_path, cases)


def test_rules_with_all_their_arguments(tmp_path: Path) -> None:
    makers = [
        *(lambda seed, name=name: instance(name, seed) for name in sorted({*INSTANCES} - ONLY_PYTHON)),
        more_digits,
    ]
    made = [maker(seed)[0] for maker in makers for seed in range(3)]
    some = [rules for rules in made if not ONLY_PYTHON & {rule.name for rule in rules.rules}]
    cases: list[tuple[Any, dict[str, Any]]] = [
        (data, data) for data in (json.loads(one.to_primitives()) for one in some)
    ]
    cases.append((json.loads((bd.Rules() + r.x_sum(3, row=0)).to_primitives()), {"error": "rules with 'x_sum'"}))
    compare(tmp_path, cases)


def test_documents_of_others(tmp_path: Path) -> None:
    near = ["R1C1", "R1C2"]
    dots = {"difference": [{"cells": near, "value": "3"}, {"cells": ["R2C1", "R1C1"]}]}
    line = [["R1C1", "R1C2", "R2C3"]]
    kinds: list[dict[str, Any]] = [
        {},
        dots,
        {"difference": [{"cells": near}], "nonconsecutive": True},
        {"ratio": [{"cells": near, "value": ""}], "negative": ["ratio"]},
        {"nonconsecutive": True, "negative": ["ratio"], "ratio": [{"cells": near}]},
        {"xv": [{"cells": near, "value": "X"}], "negative": ["xv"]},
        {"killercage": [{"cells": near, "value": 9}, {"cells": ["R1C2", "R1C3"], "value": "7", "outlineC": "#000"}]},
        {"littlekillersum": [{"cell": "R0C1", "direction": "DR"}], "arrow": [{"cells": ["R1C1"]}], "foglight": near},
        {"thermometer": [{"lines": line}], "line": [{"lines": line}], "disabledlogic": {"a": 1}},
        {"lockout": [{"lines": line}], "circle": [{"cells": ["R1C1"], "fromConstraint": "Lock-out", "value": "1"}]},
        {"nabner": [{"lines": line}], "parityline": [{"lines": line}], "ruleset": "Cages may not repeat.\nThermo."},
    ]
    cases = [(text, expected(text)) for text in (document(**kind) for kind in kinds)]
    for key in ("region", "centerPencilMarks", "givenPencilMarks"):
        data = json.loads(document(6, title="A"))
        for k, cell in enumerate(cell for row in data["grid"] for cell in row):
            cell[key] = k % 6 if key == "region" else [k % 6 + 1, (k + k // 6 + 1) % 6 + 1]
        cases.append((json.dumps(data), expected(json.dumps(data))))
    compare(tmp_path, cases)


def test_nothing_is_dropped_in_silence(tmp_path: Path) -> None:
    near, line = ["R1C1", "R1C2"], [["R1C1", "R1C2", "R2C3"]]
    only = "which only Python reads"
    refused: dict[str, str] = {
        document(boxindexer=[{"cells": near}]): f"'boxindexer', {only}",
        document(strange=1): f"'strange', {only}",
        document(line=[{"lines": line}]): f"the drawing 'line', {only}",
        document(text=[{"cells": near, "value": "5"}]): f"the drawing 'text', {only}",
        document(killercage=[{"cells": near, "value": "<9"}]): only,
        document(killercage=[{"cells": near, "new": 1}]): f"'new', {only}",
        document(negative=["other"]): f'"other", {only}',
        document(thermometer=[{"lines": line}], ruleset="On slow thermos digits stay equal."): only,
        document(killercage=[{"cells": near, "value": 9}], ruleset="Digits may repeat in cages."): only,
        document(difference=[{"cells": near}], ruleset="All dots are given."): only,
        document(18): f"18, {only}",
        '{"puzzle": "1"}': "not a document of f-puzzles",
        "https://sudokupad.app/sclN4IgzglgXgpiBcBOANCALhNAbO8QAVIBbAQwFcB": only,
        "https://sudokupad.app/abcde12345": "the link is short",
        "https://f-puzzles.com/?load=N4Ig": "truncated",
        document(thermometer=[{"lines": [["R1C1", "R1C1"]]}]): "r1c1 is twice",
        document(thermometer=[{"lines": [["R1C1", "R0C1"]]}]): "r0c1 is outside",
        document(thermometer=[{"lines": [["R1C1", "R1"]]}]): "is not a cell",
        document(xv=[{"cells": near, "value": "I"}]): "'xv' has",
        document(difference=[{"cells": near, "value": "3"}], nonconsecutive=True): "negative constraint",
        document(extraregion=[{"cells": near}]): "2 cells; expected 9",
    }
    compare(tmp_path, [(text, {"error": message}) for text, message in refused.items()])


ANY = [
    bd.Rules(),
    bd.Rules("16x16 + anti-knight"),
    bd.Rules(box=(2, 3), digits=range(1, 10)) + r.killer_cage([(0, 0), (0, 1)], 12),
    bd.Rules.jigsaw([[1, 1, 1, 2], [1, 2, 2, 2], [3, 3, 3, 4], [3, 4, 4, 4]]) + r.x_sum(3, row=0),
    bd.compose(1, kind="killer", seed=1)[0].rules,
    bd.Rules() + r.lunchbox([(0, 0), (0, 1), (0, 2)], 5) + r.full_rank(5, row=0) + r.look_and_say([(5, 5)], "12"),
]


@pytest.mark.parametrize("rules", ANY, ids=str)
def test_links_to_the_playground_there_and_back(rules: bd.Rules) -> None:
    puzzle = np.zeros((rules.side, rules.side), np.uint8)
    puzzle[1, 2] = rules.digits[-1]
    link = links.write(puzzle, rules, format="playground")
    shared = links.read(link)
    assert shared.rules == rules
    np.testing.assert_array_equal(shared.puzzle, puzzle)


def test_parts_of_links_to_the_playground() -> None:
    link = links.write("1" + "." * 80, "x", format="playground")
    assert link.endswith("#p=1" + "." * 80 + "&r=x")
    shared = links.read(f"{link}&d=12{'.' * 79}&m={'..' + '.' * 77}.19")
    assert (shared.entered[0, 1], shared.center_marks) == (2, {(8, 8): (1, 9)})
    wrong = {"m=12": "pencil marks", "z=1": "'z'", "R=AAAA": "compressed|cut off", "d=1": "digits of"}
    for more, message in wrong.items():
        with pytest.raises((bd.PuzzleError, bd.RulesError), match=message):
            links.read(f"{link}&{more}")


def test_what_the_playground_does_not_have() -> None:
    tables = np.random.default_rng(1).integers(0, 2, (1000, 16, 16)) | np.eye(16, dtype=int)
    pairs = [[(k // 16, k % 16), (k // 16 + 4, (k + 5) % 16)] for k in range(192)]
    long = bd.Rules(box=(4, 4)) + [r.related([pair], table) for pair, table in zip(pairs, tables, strict=False)]
    cases: list[tuple[Any, dict[str, str], str]] = [
        (bd.Rules(digits=range(9)), {}, "digits from 1"),
        (bd.Rules(box=(6, 6)), {}, "digits from 1 to 31"),
        (bd.Rules(), {"title": "A"}, "no title"),
        (long, {}, "too many for a link"),
    ]
    for rules, options, message in cases:
        with pytest.raises(ValueError, match=message):
            links.write(np.zeros((rules.side, rules.side), int), rules, format="playground", **options)

"""The adapters of bitdoku.answers, each with a scripted model. Packages that are missing are skipped."""

from __future__ import annotations

import asyncio
import json
import sys
from typing import TYPE_CHECKING, Any

import pytest

import bitdoku as bd
from bitdoku.answers._tasks import BLOCK, tasks

if TYPE_CHECKING:
    from pathlib import Path


def test_tasks_depend_on_seed_and_number_only() -> None:
    some = [*tasks(BLOCK + 3, seed=5, rules="4x4")]
    endless = tasks(None, seed=5, rules="4x4")
    assert [next(endless) for _ in some] == some
    assert some[0] != next(tasks(1, seed=6, rules="4x4"))
    assert all(bd.check(item["puzzle"], item["solution"], rules="4x4").correct for item in some)


@pytest.mark.parametrize("package", ["datasets", "inspect_ai", "verifiers"])
def test_missing_packages(package: str, monkeypatch: pytest.MonkeyPatch) -> None:
    names = {"datasets": "huggingface"}
    module = f"bitdoku.answers.{names.get(package, package)}"
    monkeypatch.setitem(sys.modules, package, None)
    monkeypatch.delitem(sys.modules, module, raising=False)
    with pytest.raises(ImportError, match=rf"needs {package.replace('_', '-')}.*: pip install "):
        __import__(module)


@pytest.mark.filterwarnings("default")
def test_datasets(tmp_path: Path) -> None:
    pytest.importorskip("datasets", reason="datasets is not installed")
    from bitdoku.answers.huggingface import SudokuBuilder

    builder: Any = SudokuBuilder(train=20, test=5, rules="6x6", cache_dir=str(tmp_path))
    builder.download_and_prepare()
    parts = builder.as_dataset()
    assert {name: len(part) for name, part in parts.items()} == {"train": 20, "test": 5}
    row = parts["train"][0]
    assert bd.answers.grade(f"It is {row['solution']}.", row["puzzle"], rules="6x6")["correct"]
    assert row["prompt"] == bd.answers.prompt(row["puzzle"], rules="6x6")


@pytest.mark.filterwarnings("default")
def test_inspect_ai(tmp_path: Path) -> None:
    inspect_ai = pytest.importorskip("inspect_ai", reason="inspect-ai is not installed")
    from inspect_ai.model import ModelOutput, ModelUsage, get_model

    from bitdoku.answers.inspect_ai import sudoku

    task = sudoku(4, rules="4x4")
    outputs = []
    for k, sample in enumerate(task.dataset):
        output = ModelOutput.from_content("mockllm/model", f"Solution: {sample.target}" if k else "I give up.")
        output.usage = ModelUsage(input_tokens=1, output_tokens=1, total_tokens=2)
        outputs.append(output)
    model = get_model("mockllm/model", custom_outputs=outputs)
    [log] = inspect_ai.eval(task, model=model, display="none", log_dir=str(tmp_path))
    assert log.status == "success"
    assert {score.name: score.metrics["mean"].value for score in log.results.scores} == {
        "correct": 0.75,
        "credit": 0.75,
    }


@pytest.mark.filterwarnings("default")
def test_documents(tmp_path: Path) -> None:
    pytest.importorskip("inspect_ai", reason="inspect-ai is not installed")
    from bitdoku.answers.inspect_ai import documents

    puzzle, rules = bd.generate(1, seed=1).puzzle[0], bd.Rules() + bd.rules.thermometer("r1c1 r1c2")
    path = tmp_path / "puzzles.jsonl"
    documented = [bd.links.to_fpuzzles("." * 81, rules=rules), {"fpuzzles": bd.links.to_fpuzzles(puzzle)}]
    path.write_text("\n".join(map(json.dumps, documented)))
    first, second = documents(str(path)).dataset
    assert "Thermometer" in first.input
    assert bd.answers.grade(second.target, puzzle)["correct"]


@pytest.mark.filterwarnings("default")
def test_verifiers() -> None:
    vf = pytest.importorskip("verifiers.v1", reason="verifiers is not installed")
    from verifiers.v1.trace import AgentInfo, Trace, TraceTask

    from bitdoku.answers.verifiers import SudokuConfig, SudokuTaskset

    for task in SudokuTaskset(SudokuConfig(n=3, rules="4x4")):
        solution = bd.solve(task.data.puzzle, rules="4x4").solution
        for reply, value in [("I give up.", 0.0), (f"Final answer: {solution}", 1.0)]:
            agent = AgentInfo(config=vf.AgentConfig())
            trace = Trace(task=TraceTask(type="SudokuTask", data=task.data), agent=agent, root_reply=reply)
            asyncio.run(task.score(trace))
            assert trace.rewards["correct"].score == value
            assert trace.metrics["credit"] == value

"""Folders for HRM and TRM, read by a loader written from the public description of theirs."""

from __future__ import annotations

import csv
import json
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import bitdoku as bd
from bitdoku.datasets import from_extreme_csv, read_hrm, write_hrm

if TYPE_CHECKING:
    from pathlib import Path

MADE = bd.generate(200, seed=31)


def load(folder: Path, part: str) -> dict[str, Any]:
    """What a training program does: metadata as they are, arrays memory-mapped, examples cast to int32."""
    metadata = json.loads((folder / part / "dataset.json").read_text())
    assert json.loads((folder / "identifiers.json").read_text()) == ["<blank>"]
    assert metadata["sets"] == ["all"]
    assert (metadata["pad_id"], metadata["ignore_label_id"], metadata["blank_identifier_id"]) == (0, 0, 0)
    assert (metadata["vocab_size"], metadata["seq_len"], metadata["num_puzzle_identifiers"]) == (11, 81, 1)
    fields = {
        name: np.load(folder / part / f"all__{name}.npy", mmap_mode="r" if name in ("inputs", "labels") else None)
        for name in ("inputs", "labels", "puzzle_identifiers", "puzzle_indices", "group_indices")
    }
    assert len(fields["group_indices"]) == metadata["total_groups"] + 1 == metadata["total_puzzles"] + 1
    assert len(fields["puzzle_indices"]) == len(fields["puzzle_identifiers"]) + 1
    assert fields["inputs"].shape == fields["labels"].shape == (fields["puzzle_indices"][-1], metadata["seq_len"])
    assert isinstance(fields["inputs"], np.memmap)
    assert fields["inputs"].flags.c_contiguous
    return {**fields, "metadata": metadata}


def chosen_rows(first: int, end: int) -> bd.Puzzles:
    return bd.Puzzles(MADE.puzzle[first:end], MADE.solution[first:end])


def epoch(part: dict[str, Any], rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """Batches of a training epoch: for each group, shuffled, one of its puzzles, one example of that."""
    chosen = []
    for group in rng.permutation(len(part["group_indices"]) - 1):
        puzzle = rng.integers(part["group_indices"][group], part["group_indices"][group + 1])
        start, end = part["puzzle_indices"][puzzle : puzzle + 2]
        chosen.append(start + rng.integers(end - start))
    return tuple(part[name][chosen].astype(np.int32) for name in ("inputs", "labels"))


def test_rows_of_both_parts_keep_their_places(tmp_path: Path) -> None:
    write_hrm(tmp_path, train=chosen_rows(0, 3), test=chosen_rows(3, 5), seed=1)
    labels = np.load(tmp_path / "test" / "all__labels.npy")
    labels[0, 0] = 99
    np.save(tmp_path / "test" / "all__labels.npy", labels)
    train, test = tmp_path / "train", tmp_path / "test"
    found = bd.datasets.read(tmp_path, malformed="mark")
    assert [found.place(i) for i in range(5)] == [
        *(f"{train}[{i}]" for i in range(3)),
        *(f"{test}[{i}]" for i in range(2)),
    ]
    assert str(found.fault(3)).startswith(f"{test}[0] (solution): r1c1")
    assert found[[4, 0]].place(0) == found[4:5].place(0) == f"{test}[1]"
    assert [bd.datasets.read(tmp_path, malformed="drop").place(i) for i in (2, 3)] == [f"{train}[2]", f"{test}[1]"]
    assert bd.datasets.audit(found).findings["malformed"][0].place == f"{test}[0]"


def test_groups_of_several_sets_are_told_apart(tmp_path: Path) -> None:
    write_hrm(tmp_path, train=chosen_rows(0, 2), test=chosen_rows(0, 2), augment=1, seed=3)
    for part in ("train", "test"):
        about = json.loads((tmp_path / part / "dataset.json").read_text())
        (tmp_path / part / "dataset.json").write_text(json.dumps({**about, "sets": ["all", "more"]}))
        for file in [*(tmp_path / part).glob("all__*")]:
            (tmp_path / part / file.name.replace("all", "more")).write_bytes(file.read_bytes())
    parts = read_hrm(tmp_path)
    assert parts["train"].groups.tolist() == [0, 2, 4, 6, 8]
    assert parts["test"].groups.tolist() == [0, 1, 2, 3, 4]


def test_a_training_program_can_read_it(tmp_path: Path) -> None:
    write_hrm(tmp_path / "set", train=MADE, test=chosen_rows(0, 50), augment=7, seed=3)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["set"]
    train, test = (load(tmp_path / "set", part) for part in ("train", "test"))
    assert (train["metadata"]["total_groups"], test["metadata"]["total_groups"]) == (200, 50)
    assert train["inputs"].dtype == train["labels"].dtype == np.uint8
    for part, groups in ((train, 200), (test, 50)):
        inputs, labels = epoch(part, np.random.default_rng(1))
        assert inputs.dtype == np.int32
        assert inputs.shape == (groups, 81)
        assert inputs.min() == 1
        assert (labels.min(), inputs.max(), labels.max()) == (2, 10, 10)
        assert bd.check(inputs - 1, labels - 1).correct.all()
        assert (bd.verdict(inputs - 1) == 1).all()


def test_without_augmentation_it_is_what_a_plain_builder_makes(tmp_path: Path) -> None:
    write_hrm(tmp_path / "set", train=MADE, test=chosen_rows(0, 50))
    for part, rows in (("train", 200), ("test", 50)):
        got = load(tmp_path / "set", part)
        np.testing.assert_array_equal(got["inputs"], MADE.puzzle[:rows].reshape(-1, 81) + 1)
        np.testing.assert_array_equal(got["labels"], MADE.solution[:rows].reshape(-1, 81) + 1)
        np.testing.assert_array_equal(got["puzzle_identifiers"], np.zeros(rows))
        for name in ("puzzle_indices", "group_indices"):
            np.testing.assert_array_equal(got[name], np.arange(rows + 1))
        dtypes = {name: str(array.dtype) for name, array in got.items() if name != "metadata"}
        assert dtypes == {name: "uint8" if name in ("inputs", "labels") else "int32" for name in dtypes}


def test_a_group_is_an_original_and_its_images(tmp_path: Path) -> None:
    for folder in ("a", "b"):
        write_hrm(tmp_path / folder, train=MADE, augment=5, seed=11)
    texts = bd.datasets.read([*map(text, MADE.puzzle)], solution=MADE.solution)
    write_hrm(tmp_path / "c", train=texts, augment=5, seed=12)
    a, b, c = (read_hrm(tmp_path / folder)["train"] for folder in "abc")
    np.testing.assert_array_equal(a.puzzle, b.puzzle)
    assert len(a) == 1200
    assert a.groups.tolist() == list(range(0, 1201, 6))
    np.testing.assert_array_equal(a.puzzle[::6], MADE.puzzle)
    np.testing.assert_array_equal(c.solution[::6], MADE.solution)
    assert (a.puzzle != c.puzzle).any()
    forms = bd.canonical(a.puzzle).reshape(200, 6, 81)
    assert (forms == forms[:, :1]).all()
    assert bd.check(a.puzzle, a.solution).correct.all()
    assert len(bd.datasets.dedupe(a.puzzle)) == 1200


def text(puzzle: np.ndarray) -> str:
    line: str = bd.to_text(puzzle, blank="0")
    return line


def test_folders_of_the_reference_builder_are_read(tmp_path: Path) -> None:
    """It writes augmented arrays as int64."""
    write_hrm(tmp_path / "set", train=MADE)
    for name in ("inputs", "labels"):
        path = tmp_path / "set/train" / f"all__{name}.npy"
        np.save(path, np.load(path).astype(np.int64))
    np.testing.assert_array_equal(read_hrm(tmp_path / "set")["train"].puzzle, MADE.puzzle)


def test_what_is_wrong_is_named(tmp_path: Path) -> None:
    wrong = MADE.solution.copy()
    wrong[17, 0, 0] = wrong[17, 0, 1]
    with pytest.raises(bd.PuzzleError, match=r"train.*\[17\]"):
        write_hrm(tmp_path / "set", train=bd.Puzzles(MADE.puzzle, wrong))
    with pytest.raises(TypeError, match="train"):
        write_hrm(tmp_path / "set", train=5)
    with pytest.raises(TypeError, match=r"train.*solutions"):
        write_hrm(tmp_path / "set", train=MADE.puzzle)
    for augment, shown in ((-1, "-1"), (10**5000, "a very large number")):
        with pytest.raises(ValueError, match=rf"augment.*{shown}"):
            write_hrm(tmp_path / "set", train=MADE, augment=augment)
    small = bd.generate(1, seed=1, rules="4x4")
    with pytest.raises(bd.PuzzleError, match=r"train.*side 4"):
        write_hrm(tmp_path / "set", train=small)
    more = bd.datasets.read(MADE.puzzle, solution=MADE.solution, side=9, digits=10)
    with pytest.raises(bd.PuzzleError, match=r"train.*10 digits"):
        write_hrm(tmp_path / "set", train=more)
    with pytest.raises(ValueError, match=r"train.*2147483800"):
        write_hrm(tmp_path / "set", train=MADE, augment=10737418)
    assert not list(tmp_path.iterdir())
    write_hrm(tmp_path / "set", train=MADE)
    with pytest.raises(FileExistsError, match="set"):
        write_hrm(tmp_path / "set", train=MADE)
    with pytest.raises(FileNotFoundError):
        read_hrm(tmp_path)
    path = tmp_path / "set/train/all__inputs.npy"
    inputs = np.load(path)
    np.save(path, inputs[1:])
    with pytest.raises(bd.FormatError, match=r"train.*\(199, 81\).*\(200, 81\)"):
        read_hrm(tmp_path / "set")
    inputs[3, 10] = 0
    np.save(path, inputs)
    with pytest.raises(bd.PuzzleError, match=r"train\[3\].*r2c2.*255"):
        read_hrm(tmp_path / "set")
    inputs[3, 10] = 11
    np.save(path, inputs)
    with pytest.raises(bd.PuzzleError, match=r"train\[3\].*r2c2.*10"):
        read_hrm(tmp_path / "set")
    inputs[3, 10] = 1
    np.save(path, inputs)
    np.save(tmp_path / "set/train/all__group_indices.npy", np.array([0, 7, 5, 200]))
    with pytest.raises(bd.FormatError, match=r"all__group_indices\.npy"):
        read_hrm(tmp_path / "set")


def builder(path: Path, subsample_size: int | None, min_difficulty: int | None) -> tuple[list[Any], list[Any]]:
    """How the reference builder chooses its rows, from the description: global random state and all."""
    inputs, answers = [], []
    with path.open(newline="") as file:
        reader = csv.reader(file)
        next(reader)
        for _, question, answer, rating in reader:
            if min_difficulty is None or int(rating) >= min_difficulty:
                inputs.append([int(digit) for digit in question.replace(".", "0")])
                answers.append([int(digit) for digit in answer])
    if subsample_size is not None and subsample_size < len(inputs):
        chosen = np.random.choice(len(inputs), size=subsample_size, replace=False)
        inputs, answers = [inputs[i] for i in chosen], [answers[i] for i in chosen]
    return inputs, answers


@pytest.fixture
def extreme(tmp_path: Path) -> Path:
    path = tmp_path / "train.csv"
    with path.open("w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["source", "question", "answer", "rating"])
        for i, (puzzle, solution) in enumerate(MADE):
            writer.writerow([f"set, {i}", text(puzzle).replace("0", "."), text(solution), i * 37 % 100])
    return path


@pytest.mark.parametrize("size", [None, 40, 1000])
@pytest.mark.parametrize("difficulty", [None, 0, 60, 1000])
def test_rows_are_chosen_as_the_reference_builder_does(extreme: Path, size: int | None, difficulty: int | None) -> None:
    np.random.seed(77)
    inputs, answers = builder(extreme, size, difficulty)
    got = from_extreme_csv(extreme, subsample_size=size, min_difficulty=difficulty, seed=77)
    for boards, expected in zip(got, (inputs, answers), strict=True):
        np.testing.assert_array_equal(boards, np.array(expected, int).reshape(-1, 9, 9))
        assert boards.dtype == np.uint8


def test_wrong_rows_of_csv_are_named(extreme: Path) -> None:
    lines = extreme.read_text().splitlines()
    for wrong, error, message in [
        (lines[8][: lines[8].rindex(",")] + ",hard", ValueError, r"train\.csv:9.*'hard'"),
        (lines[8].replace(text(MADE.solution[7]), "." + text(MADE.solution[7])[1:]), bd.PuzzleError, r"csv:9\b"),
        (lines[8].replace(",", "z,", 3), bd.PuzzleError, r"train.csv:9"),
    ]:
        extreme.write_text("\n".join([*lines[:8], wrong, *lines[9:]]))
        with pytest.raises(error, match=message):
            from_extreme_csv(extreme, min_difficulty=0)
    extreme.write_text("\n".join(line[: line.rindex(",")] for line in lines))
    assert len(from_extreme_csv(extreme)[0]) == 200
    with pytest.raises(bd.FormatError, match="'rating'"):
        from_extreme_csv(extreme, min_difficulty=1)

"""Data sets behind the real DataLoader: any number of workers and ranks, broken off and resumed."""

from __future__ import annotations

import gzip
import json
import pickle
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import pytest

import bitdoku as bd
from bitdoku.datasets import encodings

torch = pytest.importorskip("torch", reason='torch is not installed: pip install "bitdoku[torch]"')

from torch.utils.data import DataLoader, DistributedSampler  # noqa: E402

from bitdoku.datasets import torch as feeds  # noqa: E402
from bitdoku.datasets.torch import PuzzleBatches, PuzzleDataset  # noqa: E402

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path

pytestmark = [
    pytest.mark.filterwarnings("ignore:.*multi-threaded, use of fork:DeprecationWarning"),
    pytest.mark.filterwarnings("ignore:This DataLoader will create:UserWarning"),
    pytest.mark.filterwarnings("ignore:'set_vital' is deprecated:UserWarning"),
]

MADE = bd.generate(103, seed=61)
LEVELS = bd.rate(MADE.puzzle, columns="level")["level"]
EASIER = int(np.median(LEVELS))


def batches(**options: Any) -> PuzzleBatches:
    return PuzzleBatches(MADE.puzzle, MADE.solution, **{"batch_size": 8, "seed": 5, **options})


def loaded(dataset: Any, **options: Any) -> list[Any]:
    return list(DataLoader(dataset, **options))


def cells(parts: Iterable[Any]) -> np.ndarray:
    return np.concatenate([part["puzzle"].numpy() for part in parts])


def test_workers_make_no_difference() -> None:
    for drop_last in (True, False):
        alone = loaded(batches(drop_last=drop_last), batch_size=None)
        assert len(alone) == len(batches(drop_last=drop_last)) == (12 if drop_last else 13)
        for workers in (1, 3):
            several = loaded(batches(drop_last=drop_last), batch_size=None, num_workers=workers)
            assert [part["batch"] for part in several] == list(range(len(alone)))
            np.testing.assert_array_equal(cells(several), cells(alone))
    dataset = PuzzleDataset(MADE.puzzle, MADE.solution, seed=5)
    np.testing.assert_array_equal(cells(loaded(dataset, batch_size=10, num_workers=2)), cells(alone))
    np.testing.assert_array_equal([dataset[i]["puzzle"] for i in range(103)], cells(alone))
    np.testing.assert_array_equal(dataset[-1]["solution"], dataset[102]["solution"])


@pytest.mark.parametrize("ranks", [1, 2, 5])
def test_ranks_share_an_epoch(ranks: int) -> None:
    whole = cells(loaded(batches(drop_last=False), batch_size=None))
    parts = [
        loaded(batches(rank=rank, world_size=ranks, drop_last=False), batch_size=None, num_workers=2 * (rank == 0))
        for rank in range(ranks)
    ]
    together = sorted(cells(part for rank in parts for part in rank).tolist())
    assert together == sorted(whole.tolist())
    assert [len(rank) for rank in parts] == [
        len(batches(rank=rank, world_size=ranks, drop_last=False)) for rank in range(ranks)
    ]
    even = [loaded(batches(rank=rank, world_size=ranks), batch_size=None) for rank in range(ranks)]
    assert {len(rank) for rank in even} == {103 // (8 * ranks)}
    sampled = [
        cells(
            loaded(
                PuzzleDataset(MADE.puzzle, MADE.solution, seed=5),
                batch_size=8,
                sampler=DistributedSampler(MADE.puzzle, ranks, rank, shuffle=False, drop_last=True),
            )
        )
        for rank in range(ranks)
    ]
    assert len({bytes(puzzle) for part in sampled for puzzle in part}) == 103 // ranks * ranks


@pytest.mark.parametrize("workers", [0, 2])
def test_a_run_goes_on_where_it_was_broken_off(workers: int) -> None:
    whole = batches()
    expected = []
    for epoch in range(3):
        whole.set_epoch(epoch)
        expected += [(epoch, part["batch"], part["puzzle"].numpy()) for part in loaded(whole, batch_size=None)]

    broken = batches()
    got: list[tuple[int, int, np.ndarray]] = []
    state: dict[str, Any] = {}
    for epoch in range(2):
        broken.set_epoch(epoch)
        for part in DataLoader(broken, batch_size=None, num_workers=workers):
            got.append((part["epoch"], part["batch"], part["puzzle"].numpy()))
            state = broken.state_dict(after=part)
            if len(got) == 17:
                break
    resumed = batches()
    resumed.load_state_dict(state)
    assert resumed.state_dict() == state
    for epoch in range(state["epoch"], 3):
        resumed.set_epoch(epoch)
        rest = DataLoader(resumed, batch_size=None, num_workers=workers)
        got.extend((part["epoch"], part["batch"], part["puzzle"].numpy()) for part in rest)
    assert [item[:2] for item in got] == [item[:2] for item in expected]
    np.testing.assert_array_equal(np.stack([item[2] for item in got]), np.stack([item[2] for item in expected]))


@pytest.mark.parametrize("workers", [0, 2])
def test_loaders_that_ask_for_states(workers: int) -> None:
    stateful = pytest.importorskip("torchdata.stateful_dataloader", reason="torchdata is not installed")

    def loader() -> Any:
        return stateful.StatefulDataLoader(batches(), batch_size=None, num_workers=workers)

    whole = cells(loaded(batches(), batch_size=None))
    for stop in (1, 4, 5, 11):
        first = loader()
        iterator = iter(first)
        head = [next(iterator) for _ in range(stop)]
        second = loader()
        second.load_state_dict(first.state_dict())
        np.testing.assert_array_equal(cells([*head, *second]), whole)


def test_workers_that_stay_see_the_next_epoch() -> None:
    kinds: list[tuple[Any, Any]] = [
        (batches(), {"batch_size": None}),
        (PuzzleDataset(MADE.puzzle, MADE.solution, seed=5), {"batch_size": 8}),
    ]
    for dataset, options in kinds:
        loader = DataLoader(dataset, num_workers=2, persistent_workers=True, **options)
        for epoch in (0, 1):
            dataset.set_epoch(epoch)
            kept = cells(loader)
            np.testing.assert_array_equal(kept, cells(loaded(dataset, **options)))
        dataset.set_epoch(0)
        assert (kept[:96] != cells(loaded(dataset, **options))[:96]).any()


def encoded(puzzles: np.ndarray, solutions: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    return encodings.one_hot(puzzles, dtype="float32"), encodings.labels(puzzles, solutions)


def test_a_model_learns_from_it() -> None:
    dataset = PuzzleDataset(MADE.puzzle, MADE.solution, seed=5, encode=encoded)
    inputs, labels = next(iter(DataLoader(dataset, batch_size=64, num_workers=1)))
    assert inputs.shape == (64, 9, 9, 9)
    assert inputs.dtype == torch.float32
    model = torch.nn.Conv2d(9, 9, 9, padding=4)
    scores = model(inputs.permute(0, 3, 1, 2))
    loss = torch.nn.functional.cross_entropy(scores, labels)
    loss.backward()
    assert model.weight.grad.abs().sum() > 0
    answers = encodings.from_one_hot(torch.nn.functional.one_hot(labels.clamp(min=0), 9).numpy())
    given = inputs.sum(-1).bool().numpy()
    assert bd.check(np.where(given, 0, answers), answers).complete.all()
    pairs = loaded(batches(encode=encoded), batch_size=None)
    assert len(pairs) == 12
    assert pairs[0][0].shape == (8, 9, 9, 9)


def items(n: int = 103, **options: Any) -> PuzzleDataset:
    return PuzzleDataset(MADE.puzzle[:n], MADE.solution[:n], **{"seed": 5, **options})


@pytest.mark.parametrize(
    ("call", "error", "name"),
    [
        (lambda: batches(seed=6).load_state_dict(batches().state_dict()), ValueError, "seed"),
        (lambda: batches(batch_size=9).load_state_dict(batches().state_dict()), ValueError, "batch_size"),
        (lambda: items(102).load_state_dict(batches().state_dict()), ValueError, "items"),
        (lambda: batches().load_state_dict({**batches().state_dict(), "rules": "4x4"}), ValueError, "rules"),
        (lambda: batches().load_state_dict({**batches().state_dict(), "epoch": 2**62}), ValueError, "epoch"),
        (lambda: batches().load_state_dict({**batches().state_dict(), "worker": [0, 2]}), ValueError, "worker"),
        (lambda: batches().set_epoch(2**64), ValueError, "epoch"),
        (lambda: batches().set_epoch(-1), ValueError, "epoch"),
        (lambda: batches(batch_size=0), ValueError, "batch_size"),
        (lambda: batches(rank=2, world_size=2), ValueError, "rank"),
        (lambda: batches(world_size=0), ValueError, "world_size"),
        (lambda: batches(seed=None, rank=0, world_size=2), ValueError, "seed"),
        (lambda: batches(batch_size=104), ValueError, "drop_last"),
        (lambda: batches(batch_size=52, rank=0, world_size=2), ValueError, "drop_last"),
        (lambda: items()[103], IndexError, "103"),
        (lambda: items().__getitems__([0, -104]), IndexError, "-104"),
        (lambda: items()[1.7], TypeError, "position"),  # type: ignore[index]
        (lambda: items().__getitems__([0, slice(1, 3)]), TypeError, "position"),  # type: ignore[list-item]
        (lambda: batches(bands=["easy"]), TypeError, "curriculum"),
        (lambda: batches(curriculum=[0]), TypeError, "bands"),
        (lambda: batches(bands=LEVELS, curriculum=[]), ValueError, "curriculum"),
        (lambda: batches(bands=LEVELS, curriculum=[range(9), 77]), ValueError, r"curriculum\[1\]"),
        (lambda: batches(bands=LEVELS, curriculum=[0.5]), TypeError, r"curriculum\[0\]"),
        (lambda: batches(bands=LEVELS[1:], curriculum=[0]), ValueError, "102"),
        (lambda: batches(bands=LEVELS / 2, curriculum=[0]), ValueError, "bands"),
        (lambda: batches(bands=["simple"], curriculum=[0]), ValueError, "'simple'"),
        (lambda: batches(bands=[None], curriculum=[0]), TypeError, r"bands\[0\]"),
    ],
)
def test_refusals(call: Callable[[], Any], error: type[Exception], name: str) -> None:
    with pytest.raises(error, match=name):
        call()


def test_the_state_of_other_puzzles_is_refused() -> None:
    other = bd.generate(len(MADE.puzzle), seed=77)
    with pytest.raises(ValueError, match="puzzles"):
        PuzzleDataset(other.puzzle, other.solution, seed=5).load_state_dict(items().state_dict())


def test_where_workers_stand_is_not_known_here() -> None:
    dataset = batches()
    assert dataset.state_dict()["batch"] == 0
    for batch in DataLoader(dataset, batch_size=None, num_workers=2):
        assert dataset.state_dict(after=batch)["batch"] == batch["batch"] + 1
        with pytest.raises(RuntimeError, match="state_dict"):
            dataset.state_dict()
    dataset.set_epoch(1)
    assert (dataset.state_dict()["epoch"], dataset.state_dict()["batch"]) == (1, 0)


def test_files_of_tensors_are_read(tmp_path: Path) -> None:
    """SATNet's form, one tensor a file, and several in one; also from a compressed stream, and by content."""
    path = tmp_path / "set.pt"
    hot = torch.tensor(encodings.one_hot(MADE.puzzle, dtype="float32"))
    answers = torch.tensor(MADE.solution.astype(np.int64))
    for content, stored in [
        (hot, False),
        (hot.to(torch.uint8), False),
        ({"id": torch.arange(103), "labels": answers, "inputs": hot, "about": "set"}, True),
        ([hot, answers], True),
    ]:
        torch.save(content, path)
        (tmp_path / "set.gz").write_bytes(gzip.compress(path.read_bytes(), 1))
        (tmp_path / "nameless").write_bytes(path.read_bytes())
        for name in ("set.pt", "set.gz", "nameless"):
            source = bd.datasets.scan(tmp_path / name, batch=40)
            assert (source.format, source.total) == ("pt", 103)
            assert [len(rows) for rows in source] == [40, 40, 23]
            rows = bd.datasets.read(tmp_path / name)
            np.testing.assert_array_equal(rows.puzzle, MADE.puzzle)
            assert (rows.solution is not None) == stored
            if stored:
                np.testing.assert_array_equal(rows.solution, MADE.solution)
            assert rows.columns[2:] == ["id"] * isinstance(content, dict)
    assert bd.datasets.audit(path).waste == 8
    torch.save(hot, path, _use_new_zipfile_serialization=False)
    assert len(bd.datasets.read(path)) == 103


def test_files_that_are_none_of_tensors(tmp_path: Path) -> None:
    path = tmp_path / "set.pt"
    for content in (MADE, {"a": 3}, torch.zeros(3, 3), torch.zeros((2, 81), dtype=torch.bfloat16), "text"):
        torch.save(content, path)
        with pytest.raises(bd.FormatError, match=r"set\.pt"):
            bd.datasets.read(path)
    for data in (b"", b"PK", path.read_bytes()[:200], b"oops" * 100, pickle.dumps(MADE, 2), b"\x80\x02K" * 9):
        path.write_bytes(data)
        with pytest.raises(bd.FormatError, match=r"set\.pt"):
            bd.datasets.read(path)
    with pytest.raises(bd.FormatError, match="written"):
        bd.datasets.write(path, MADE.puzzle)


def test_boards_of_other_rules() -> None:
    solutions = bd.grids(20, seed=1, rules="4x4")
    puzzles = bd.minimize(solutions, seed=1, rules="4x4")
    feed = PuzzleBatches(puzzles, solutions, batch_size=6, seed=1, rules="4x4")
    found = loaded(feed, batch_size=None)
    assert [part["puzzle"].shape for part in found] == [(6, 4, 4)] * 3
    assert all(bd.check(part["puzzle"].numpy(), part["solution"].numpy(), rules="4x4").correct.all() for part in found)
    bands = PuzzleDataset(puzzles, solutions, seed=1, rules="4x4", bands=np.arange(20), curriculum=[(0, 2)])
    assert len(bands) == 2
    with pytest.raises(bd.RulesError, match="difficulty"):
        PuzzleDataset(puzzles, solutions, seed=1, rules="4x4", bands=[bd.Difficulty(er=3)], curriculum=[0])


def test_seeds_of_any_kind() -> None:
    for seed in (np.random.SeedSequence(5), 5):
        np.testing.assert_array_equal(
            cells(loaded(batches(seed=seed), batch_size=None)), cells(loaded(batches(), batch_size=None))
        )
    drawn = batches(seed=None)
    again = batches(seed=drawn.state_dict()["seed"])
    np.testing.assert_array_equal(cells(loaded(drawn, batch_size=None)), cells(loaded(again, batch_size=None)))


@pytest.mark.parametrize("workers", [0, 2])
def test_a_curriculum_takes_the_puzzles_of_its_bands(workers: int) -> None:
    bands = (LEVELS > EASIER).astype(int)
    dataset = batches(bands=bands, curriculum=[0, (1,), [0, 1]], batch_size=4, drop_last=False, augment=False)
    forms = [set(map(bytes, MADE.puzzle[some].reshape(-1, 81))) for some in (bands == 0, bands == 1, bands < 2)]
    loader = DataLoader(dataset, batch_size=None, num_workers=workers, persistent_workers=workers > 0)
    orders = []
    for epoch, stage in enumerate((0, 1, 2, 2)):
        dataset.set_epoch(epoch)
        taken = [row.tobytes() for part in loader for row in part["puzzle"].numpy().reshape(-1, 81)]
        assert len(dataset) == -(-len(taken) // 4)
        assert len(taken) == len(forms[stage])
        assert set(taken) == forms[stage]
        orders.append(taken)
    assert orders[2] != orders[3]
    state = dataset.state_dict(after={"epoch": 1, "batch": 0})
    again = batches(bands=bands, curriculum=[0, 1, [0, 1]], batch_size=4, drop_last=False, augment=False)
    again.load_state_dict(state)
    rest = [row.tobytes() for part in DataLoader(again, batch_size=None) for row in part["puzzle"].numpy()]
    assert rest == orders[1][4:]
    for options in ({}, {"bands": bands, "curriculum": [0]}, {"bands": 1 - bands, "curriculum": [0, 1, [0, 1]]}):
        with pytest.raises(ValueError, match="stream"):
            batches(batch_size=4, drop_last=False, augment=False, **options).load_state_dict(state)


def test_bands_of_difficulties() -> None:
    names = [bd.Level(level).name.lower() for level in range(1, EASIER + 1)]
    options: dict[str, Any] = {"bands": names, "curriculum": [range(EASIER)], "augment": False}
    dataset = PuzzleDataset(MADE.puzzle, MADE.solution, seed=5, **options)
    taken = {row.tobytes() for part in loaded(dataset, batch_size=16) for row in part["puzzle"].numpy()}
    assert taken == {puzzle.tobytes() for puzzle in MADE.puzzle[LEVELS <= EASIER]}
    assert len(dataset) == (LEVELS <= EASIER).sum()


@pytest.mark.parametrize("stay", [False, True])
@pytest.mark.parametrize("workers", [0, 2])
def test_only_the_next_pass_resumes(workers: int, stay: bool) -> None:
    dataset = batches()
    loader = DataLoader(dataset, batch_size=None, num_workers=workers, persistent_workers=stay and workers > 0)

    def numbers() -> list[int]:
        return [int(part["batch"]) for part in loader]

    for _ in range(2):
        dataset.load_state_dict({**dataset._state(), "epoch": 1, "batch": 7, "worker": None})
        assert dataset.state_dict()["batch"] == 7
        dataset.set_epoch(1)
        assert [numbers() for _ in range(3)] == [list(range(7, 12)), list(range(12)), list(range(12))]
        assert len(dataset) == 12
        dataset.load_state_dict(dataset.state_dict(after={"epoch": 1, "batch": 11}))
        assert [numbers(), numbers()] == [[], list(range(12))]
    dataset.load_state_dict(dataset.state_dict(after={"epoch": 1, "batch": 4}))
    iterator = iter(loader)
    assert [int(next(iterator)["batch"]) for _ in range(3)] == [5, 6, 7]
    if workers == 0:
        assert dataset.state_dict()["batch"] == 8
    del iterator
    assert numbers() == list(range(12))
    if workers == 0:
        assert dataset.state_dict()["batch"] == 12
        dataset.load_state_dict(dataset.state_dict())
        assert (numbers(), dataset.state_dict()["batch"]) == ([], 12)


def test_states_pass_through_json(monkeypatch: pytest.MonkeyPatch) -> None:
    entropies: list[Any] = [np.array([1, 2]), (1, 2), [1, np.uint64(2)], np.int64(5), 2**100]
    for entropy in entropies:
        key: list[Any] = [np.int64(3), 1]
        seed = np.random.SeedSequence(entropy, spawn_key=key)
        dataset = batches(seed=seed)
        state = json.loads(json.dumps(dataset.state_dict()))
        assert state == dataset.state_dict()
        dataset.load_state_dict(state)
    dataset = batches()
    monkeypatch.setattr(feeds, "get_worker_info", lambda: SimpleNamespace(id=1, num_workers=2, seed=78))
    iterator = iter(dataset)
    assert next(iterator)["batch"] == 1
    state = json.loads(json.dumps(dataset.state_dict()))
    dataset.load_state_dict(state)
    assert dataset.state_dict() == state
    assert [part["batch"] for part in dataset] == [3, 5, 7, 9, 11]


class Pair(NamedTuple):
    """What an encoding may return."""

    puzzle: Any
    solution: Any


def test_encodings_that_return_several_arrays() -> None:
    for kind in (list, tuple, Pair._make):
        dataset = PuzzleDataset(MADE.puzzle, MADE.solution, seed=5, encode=lambda *both, kind=kind: kind(both))
        plain = PuzzleDataset(MADE.puzzle, MADE.solution, seed=5)
        batch = next(iter(DataLoader(dataset, batch_size=4)))
        assert type(dataset[0]) is type(kind("ab"))
        for found, name in zip(batch, ("puzzle", "solution"), strict=True):
            np.testing.assert_array_equal(found, [plain[i][name] for i in range(4)])
    texts = PuzzleDataset(MADE.puzzle, MADE.solution, seed=5, encode=lambda p, _: {"text": ["a", "bc"][: len(p)]})
    assert texts.__getitems__([7, 8]) == [{"text": "a"}, {"text": "bc"}]


@pytest.mark.parametrize(
    ("encode", "message"),
    [
        (lambda p, s: {"a": {"p": p, "s": s}}, "dict"),
        (lambda p, s: (p, 1), "tuple with int"),
        (lambda p, s: [p, s[1:]], "list with ndarray"),
        (lambda p, s: torch.from_numpy(p[1:]), "Tensor"),
        (lambda p, s: None, "None"),
        (lambda p, s: "ab", "str"),
        (lambda p, s: p[0, 0, 0], "uint8"),
    ],
)
def test_encodings_that_return_no_items(encode: Any, message: str) -> None:
    dataset = PuzzleDataset(MADE.puzzle, MADE.solution, seed=5, encode=encode)
    with pytest.raises(TypeError, match=f"encode returned {message}"):
        dataset.__getitems__([0, 1])


def test_positions_are_whole_numbers() -> None:
    dataset = PuzzleDataset(MADE.puzzle, MADE.solution, seed=5)
    several: list[Any] = [1, np.uint8(1), np.int64(-102), torch.tensor(1)]
    for position in several:
        np.testing.assert_array_equal(dataset[position]["puzzle"], dataset[1]["puzzle"])
    assert len(dataset.__getitems__(several)) == 4
    assert dataset.__getitems__([]) == []
    for negative in (-1, -103):
        np.testing.assert_array_equal(dataset.__getitems__([negative])[0]["puzzle"], dataset[negative % 103]["puzzle"])


def test_epochs_beyond_the_last() -> None:
    last = 2**62 // 103 - 2
    dataset = batches()
    with pytest.raises(ValueError, match="epoch"):
        dataset.set_epoch(last + 1)
    dataset.set_epoch(last)
    assert [part["epoch"] for part in dataset] == [last] * 12
    one = PuzzleDataset(MADE.puzzle[:1], MADE.solution[:1], seed=5)
    one.set_epoch(2**62 - 2)
    assert one[0]["puzzle"].shape == (9, 9)

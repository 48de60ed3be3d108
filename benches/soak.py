"""A long run of mixed calls from many threads: answers, deadlocks, memory.

The whole API is a list of jobs: a function, its rules and a seed. Each job first runs once on one thread; its answer is
the one expected from then on. Answers of verdict, count, solve and candidates are also compared with the slow solver of
the tests. Then Python threads run random jobs on random numbers of worker threads, and compare digests of the answers.
An error is an answer too, with its message. One call in twenty has a new seed, and runs on one thread right after.

The main thread is the watchdog: it records the resident memory, and if a call takes longer than ``--hang`` seconds, it
prints the stacks and ends the process with code 2. Code 1 says that answers differ, or that memory has grown by more
than ``--growth`` megabytes between the first tenth of the run and its end. Linux only.

    python benches/soak.py [--seconds N] [--threads N]
"""

from __future__ import annotations

import argparse
import faulthandler
import hashlib
import json
import os
import random
import statistics
import sys
import tempfile
import threading
import time
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from memory import resident

import bitdoku as bd

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    Job = Callable[[int, int], Any]

sys.path.append(str(Path(__file__).parent.parent / "tests"))

#: Seeds of the jobs whose answers are computed in advance.
SEEDS = 3


def digest(answer: Any) -> str:
    """The same for the same answer."""
    found = hashlib.blake2b(digest_size=12)
    stack = [answer]
    while stack:
        part = stack.pop()
        if isinstance(part, np.ndarray):
            found.update(f"{part.dtype.descr} {part.shape}".encode() + part.tobytes())
        elif isinstance(part, dict):
            stack += [*part.items()]
        elif isinstance(part, list | tuple):
            found.update(f"[{len(part)}]".encode())
            stack += [*part]
        else:
            found.update(part if isinstance(part, bytes) else repr(part).encode())
    return found.hexdigest()


def mixed(rules: Any, n: int, seed: int) -> Any:
    """Puzzles with one solution, with several, and with none."""
    puzzles = bd.generate(n, seed=seed, rules=rules, minimal=False).puzzle
    for row, puzzle in enumerate(puzzles):
        given = int(np.flatnonzero(puzzle)[0])
        if row % 3 == 1:
            puzzle.flat[given] = 0
        elif row % 3 == 2:
            puzzle.flat[given] = puzzle.flat[given] % len(puzzle) + 1
    return puzzles


def killer() -> Any:
    """A 6x6 board with dominoes."""
    solution = bd.grids(1, seed=5, rules="6x6")[0]
    cages = [[(r, c), (r + 1, c)] for r in (0, 2, 4) for c in range(6)]
    return bd.Rules(box=(2, 3)) + [bd.rules.killer_cage(cage, int(sum(solution[p] for p in cage))) for cage in cages]


BOARDS: dict[str, tuple[Any, int]] = {
    "9x9": (None, 60),
    "4x4": ("4x4", 30),
    "6x6": ("6x6", 30),
    "16x16": ("16x16", 3),
    "x": ("x", 15),
    "anti-knight": ("anti-knight", 9),
    "killer": (killer(), 9),
}


def forms(puzzles: Any, seed: int) -> Any:
    """The puzzles in one of several forms."""
    side = puzzles.shape[-1]
    if seed % 3 == 0 or side > 9:
        return puzzles
    texts = bd.to_text(puzzles, rules=f"{side}x{side}", blank="0")
    return texts if seed % 3 == 1 else np.array(texts)


def plain_jobs(name: str, rules: Any, count: int) -> Iterator[tuple[str, Job]]:
    """The jobs of every board."""
    pool = [mixed(rules, count, seed) for seed in range(SEEDS)]
    unique = [bd.generate(max(count // 5, 1), seed=seed, rules=rules, minimal=False).puzzle for seed in range(SEEDS)]

    def job(call: Callable[..., Any], source: list[Any], **options: Any) -> Job:
        return lambda seed, threads: call(forms(source[seed % SEEDS], seed), rules=rules, threads=threads, **options)

    for function in (bd.solve, bd.verdict, bd.conflicts, bd.canonical, bd.fingerprint, bd.automorphisms):
        yield f"{function.__name__} {name}", job(function, pool)
    yield f"count {name}", job(bd.count, pool, limit=50)
    for level in ("basic", "singles", "locked", "true"):
        yield f"candidates {level} {name}", job(bd.candidates, pool, level=level)
    yield (
        f"check {name}",
        lambda seed, threads: bd.check(pool[seed % SEEDS], unique[seed % SEEDS][:1], rules=rules, threads=threads),
    )
    yield f"redundant {name}", job(bd.redundant, unique)
    yield f"grids {name}", lambda seed, threads: bd.grids(count, seed=seed, rules=rules, threads=threads)
    yield (
        f"shuffle {name}",
        lambda seed, threads: bd.shuffle(
            pool[seed % SEEDS], pool[seed % SEEDS], seed=seed, rules=rules, threads=threads
        ),
    )
    yield (
        f"solutions {name}",
        lambda seed, threads: [*bd.solutions(pool[seed % SEEDS][1], limit=20, rules=rules, threads=threads)],
    )
    yield f"too large {name}", job(bd.solve, [puzzles + np.uint8(30) for puzzles in pool])
    if name != "16x16":
        yield f"generate {name}", lambda seed, threads: bd.generate(4, seed=seed, rules=rules, threads=threads)[:]
        yield (
            f"minimize {name}",
            lambda seed, threads: bd.minimize(unique[seed % SEEDS], seed=seed, rules=rules, threads=threads),
        )
        yield f"rate {name}", job(bd.rate, [puzzles[:3] for puzzles in unique], columns=["clues", "level", "score"])
        yield f"explain {name}", lambda seed, threads: bd.explain(unique[seed % SEEDS][0], rules=rules).to_dict()
        yield (
            f"steps {name}",
            lambda seed, threads: [step.text for step in bd.steps(unique[seed % SEEDS][0], rules=rules)],
        )
        yield (
            f"dedupe {name}",
            lambda seed, threads: bd.datasets.dedupe(
                np.concatenate([pool[seed % SEEDS]] * 2), by="class", rules=rules, threads=threads
            ),
        )
    yield f"link {name}", lambda seed, threads: bd.links.write(unique[seed % SEEDS][0], rules, site="f_puzzles")
    yield (
        f"board {name}",
        lambda seed, threads: (
            bd.Board(unique[seed % SEEDS][0], rules=rules).svg(),
            bd.Board(unique[seed % SEEDS][0], rules=rules, candidates="basic").text(),
        ),
    )


def classic_jobs(folder: Path) -> Iterator[tuple[str, Job]]:
    """What is for classic Sudoku, and files."""
    made = [bd.generate(12, seed=seed, minimal=False) for seed in range(SEEDS)]
    several = mixed(None, SEEDS * 3, 7)[1::3]

    def path(suffix: str) -> Path:
        return folder / f"{threading.get_ident()}{suffix}"

    def files(suffix: str) -> Job:
        def run(seed: int, threads: int) -> Any:
            bd.datasets.write(path(suffix), made[seed % SEEDS].puzzle, made[seed % SEEDS].solution)
            rows = bd.datasets.read(path(suffix))
            return rows.puzzle, rows.solution, path(suffix).read_bytes()

        return run

    for suffix in (".csv", ".txt", ".npy", ".jsonl"):
        yield f"write, read {suffix}", files(suffix)
    yield "audit", lambda seed, threads: bd.datasets.audit(made[seed % SEEDS], threads=threads).to_dict()
    yield (
        "split",
        lambda seed, threads: bd.datasets.split(made[seed % SEEDS].puzzle, [0.5, 0.5], seed=seed, threads=threads),
    )
    yield (
        "leaks",
        lambda seed, threads: bd.datasets.leaks(
            made[seed % SEEDS].puzzle, made[0].puzzle, threads=threads
        ).test.tolist(),
    )
    yield "sample", lambda seed, threads: bd.sample(several[seed % SEEDS], 9, seed=seed, threads=threads)
    yield "candidate_counts", lambda seed, threads: bd.candidate_counts(several[seed % SEEDS], threads=threads)
    yield "harder", lambda seed, threads: bd.harder(made[seed % SEEDS].puzzle[:2], seed=seed, rounds=3, threads=threads)
    yield "controlled", lambda seed, threads: bd.generate(2, seed=seed, method="controlled", threads=threads)[:]
    yield "difficulty", lambda seed, threads: bd.generate(2, seed=seed, difficulty="hard", threads=threads)[:]
    yield (
        "rate, explainer",
        lambda seed, threads: bd.rate(made[seed % SEEDS].puzzle[:2], columns=["er", "ep", "ed"], threads=threads),
    )
    yield "copies", lambda seed, threads: bd.shuffle(made[seed % SEEDS].puzzle, seed=seed, copies=5, threads=threads)
    yield "sheet", lambda seed, threads: bd.sheet(made[seed % SEEDS].puzzle[:4]).svg()
    yield "rules", lambda seed, threads: (bd.Rules() + bd.rules.whispers([(0, 0), (1, seed % SEEDS)])).to_json()


def answer(job: Job, seed: int, threads: int) -> str:
    """The digest of an answer or of an error."""
    try:
        result = job(seed, threads)
    except (bd.Error, TypeError, ValueError) as error:
        result = f"{type(error).__name__}: {error}"
    if isinstance(result, bd.Puzzles):
        result = (result.to_dict(), result.seed)
    return digest(result)


def check_independently() -> int:
    """Compare answers on one thread with those of the slow solver; the number of puzzles."""
    import reference

    puzzles = [puzzle for seed in range(SEEDS) for puzzle in mixed(None, BOARDS["9x9"][1], seed)[:12]]
    checked = 0
    for puzzle in puzzles:
        cells = puzzle.ravel().tolist()
        found = sorted(reference.all_solutions(cells, 50))
        assert bd.count(puzzle, limit=50) == len(found)
        assert bd.verdict(puzzle) == min(len(found), 2)
        if found and len(found) < 50:
            assert bd.solve(puzzle).solution.ravel().tolist() == found[0]
            masks = [sum({1 << (grid[i] - 1) for grid in found}) for i in range(81)]
            assert bd.candidates(puzzle, level="true").ravel().tolist() == masks
        checked += 1
    return checked


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--threads", type=int, default=8)
    parser.add_argument("--hang", type=float, default=300, help="seconds that no call may take")
    parser.add_argument("--growth", type=float, default=16, help="megabytes")
    options = parser.parse_args()

    checked = check_independently()
    with tempfile.TemporaryDirectory() as name:
        jobs = dict(classic_jobs(Path(name)))
        for board, (rules, count) in BOARDS.items():
            jobs |= plain_jobs(board, rules, count)
        expected = {(job, seed): answer(jobs[job], seed, 1) for job in jobs for seed in range(SEEDS)}
        print(f"{len(jobs)} jobs, {len(expected)} answers, {checked} compared with the slow solver", flush=True)
        return soak(jobs, expected, options)


def soak(jobs: dict[str, Job], expected: dict[tuple[str, int], str], options: argparse.Namespace) -> int:
    """Run the threads and watch them; the exit code."""
    end = time.monotonic() + options.seconds
    since = dict.fromkeys(range(options.threads), time.monotonic())
    running = dict.fromkeys(range(options.threads), "")
    calls: Counter[str] = Counter()
    wrong: list[str] = []
    names = [*jobs]

    def work(number: int) -> None:
        own = random.Random(number)
        while time.monotonic() < end and not wrong:
            name, threads, seed = own.choice(names), own.randint(1, 4), own.randrange(SEEDS)
            known: str | None = expected[name, seed]
            if own.random() < 0.05:
                seed, known = own.randrange(SEEDS, 10**9), None
            since[number], running[number] = time.monotonic(), name
            try:
                found = answer(jobs[name], seed, threads)
                same = found == (known or answer(jobs[name], seed, 1))
            except BaseException as error:  # noqa: BLE001 - reported by the main thread
                wrong.append(f"{name}, seed {seed}, {threads} threads: {error!r}")
                return
            calls[name] += 1
            if not same:
                wrong.append(f"{name}, seed {seed}, {threads} threads: another answer than on one thread")
        since[number] = float("inf")

    workers = [threading.Thread(target=work, args=(number,), daemon=True) for number in range(options.threads)]
    for worker in workers:
        worker.start()
    start, memory = time.monotonic(), []
    while any(worker.is_alive() for worker in workers):
        time.sleep(min(1, options.seconds / 50))
        now = time.monotonic()
        if now < end:
            memory.append((now - start, resident("VmRSS") / 1e6))
        for number, begun in since.items():
            if now - begun > options.hang:
                print(f"{running[number]} has not ended for {options.hang} s", flush=True)
                faulthandler.dump_traceback()
                os._exit(2)

    def level(low: float, high: float) -> float:
        """The median of the memory in a part of the run."""
        part = [size for at, size in memory if low <= at / options.seconds < high]
        return statistics.median(part or [size for _, size in memory])

    warm, last = level(0.1, 0.2), level(0.9, 1.1)
    report = {
        "seconds": round(time.monotonic() - start),
        "threads": options.threads,
        "calls": calls.total(),
        "kinds of calls": len(calls),
        "fewest calls of a kind": min(calls.values(), default=0),
        "wrong": wrong,
        "resident_mb": {f"{tenth}0%": round(level(tenth / 10, (tenth + 1) / 10), 1) for tenth in range(10)},
        "growth_mb": round(last - warm, 1),
    }
    print(json.dumps(report, indent=1))
    return 1 if wrong or last - warm > options.growth else 0


if __name__ == "__main__":
    sys.exit(main())

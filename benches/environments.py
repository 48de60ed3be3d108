"""Steps per second of environments for reinforcement learning: ours, gymnasium-sudoku, and a plain Python environment.

    python benches/environments.py [--boards 4096] [--rounds 5] [--record benches/records/environments.json]

All environments perform random legal actions on 9x9 boards and return the board, a dense reward and, except for
gymnasium-sudoku, which has none, a mask of the legal actions. The time of a step is the processor time of the thread
inside ``step``; choosing the actions is not counted, but reported. The environments take turns, and the table has the
medians of the rounds. A round of ours consists of ``reset`` of all boards and 150 steps, after the puzzles were
generated ahead. gymnasium-sudoku is skipped if it is not installed.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import random
import statistics
import time
from datetime import UTC, datetime
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np

import bitdoku as bd
from bitdoku.env import SudokuVectorEnv

STEPS = 150
SINGLE_STEPS = 3000


def legal_actions(masks: np.ndarray[Any, Any], rng: np.random.Generator) -> np.ndarray[Any, Any]:
    """A uniformly random action of each mask; 0 where there is none."""
    actions = masks.shape[1]
    flat = np.flatnonzero(masks.reshape(-1).view(bool))
    ends = np.searchsorted(flat, np.arange(1, len(masks) + 1) * actions)
    counts = np.diff(ends, prepend=0)
    chosen = flat[np.minimum(ends - counts + (rng.random(len(masks)) * counts).astype(int), len(flat) - 1)]
    return np.where(counts > 0, chosen % actions, 0)


def settle(envs: SudokuVectorEnv) -> None:
    """Wait until the puzzles are generated ahead."""
    episodes: Any = envs._game.episodes
    if episodes._worker is not None:
        episodes._worker.join()


def ours(boards: int, rng: np.random.Generator, envs: SudokuVectorEnv) -> dict[str, float]:
    """One round of the vector environment."""
    settle(envs)
    begin = time.thread_time()
    _, infos = envs.reset()
    reset = time.thread_time() - begin
    settle(envs)
    inside = choosing = ended = 0.0
    for _ in range(STEPS):
        begin = time.thread_time()
        actions = legal_actions(infos["action_mask"], rng)
        middle = time.thread_time()
        _, _, terminated, _, infos = envs.step(actions)
        inside += time.thread_time() - middle
        choosing += middle - begin
        ended += terminated.sum()
    return {
        "steps_per_second": STEPS * boards / inside,
        "steps_per_second_with_choice": STEPS * boards / (inside + choosing),
        "reset_microseconds": 1e6 * reset / boards,
        "episodes": ended,
    }


class PlainEnv:
    """What one writes in an afternoon: lists, sets, and a comparison with the stored solution."""

    def __init__(self, puzzles: list[list[int]], solutions: list[list[int]]) -> None:
        self.puzzles, self.solutions = puzzles, solutions
        cells = range(81)
        key = [(cell // 9, cell % 9, cell // 27 * 3 + cell % 9 // 3) for cell in cells]
        self.peers = [
            [b for b in cells if a != b and any(x == y for x, y in zip(key[a], key[b], strict=True))] for a in cells
        ]

    def reset(self) -> tuple[list[int], list[bool]]:
        """Start a random puzzle."""
        number = random.randrange(len(self.puzzles))
        self.board, self.solution = self.puzzles[number][:], self.solutions[number]
        self.mask = [False] * 729
        for cell in range(81):
            if self.board[cell] == 0:
                seen = {self.board[peer] for peer in self.peers[cell]}
                for digit in range(1, 10):
                    self.mask[9 * cell + digit - 1] = digit not in seen
        return self.board[:], self.mask[:]

    def step(self, action: int) -> tuple[list[int], float, bool, list[bool]]:
        """Place a digit."""
        cell, k = divmod(action, 9)
        self.board[cell] = k + 1
        self.mask[9 * cell : 9 * cell + 9] = [False] * 9
        for peer in self.peers[cell]:
            self.mask[9 * peer + k] = False
        reward = 1.0 if self.solution[cell] == k + 1 else 0.0
        ended = self.board == self.solution or not any(self.mask)
        return self.board[:], reward, ended, self.mask[:]


def plain(env: PlainEnv) -> float:
    """Steps per second of the plain environment."""
    _, mask = env.reset()
    inside = 0.0
    for _ in range(SINGLE_STEPS):
        action = random.choice([action for action, legal in enumerate(mask) if legal])
        begin = time.thread_time()
        _, _, ended, mask = env.step(action)
        if ended:
            _, mask = env.reset()
        inside += time.thread_time() - begin
    return SINGLE_STEPS / inside


def gymnasium_sudoku(env: Any) -> float:
    """Steps per second of gymnasium-sudoku."""
    _, info = env.reset()
    inside = 0.0
    for _ in range(SINGLE_STEPS):
        row, column = random.choice(np.argwhere(info["positions_mask"]).tolist())
        begin = time.thread_time()
        _, _, terminated, truncated, info = env.step((row, column, random.randint(1, 9)))
        if terminated or truncated:
            _, info = env.reset()
        inside += time.thread_time() - begin
    return SINGLE_STEPS / inside


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--boards", type=int, default=4096)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--record", type=Path)
    options = parser.parse_args()
    rng = np.random.default_rng(1)
    envs = SudokuVectorEnv(options.boards, difficulty="easy")
    envs.reset(seed=1)
    made = bd.generate(200, seed=1, difficulty="easy")
    simple = PlainEnv(made.puzzle.reshape(-1, 81).tolist(), made.solution.reshape(-1, 81).tolist())
    try:
        peer: Any = import_module("gymnasium_sudoku").Gym_env(mode="biased")
    except ImportError as error:
        print(f"gymnasium-sudoku is skipped: {error}")
        peer = None
    rounds: list[dict[str, float]] = []
    for _ in range(options.rounds):
        measured = ours(options.boards, rng, envs)
        measured["plain"] = plain(simple)
        if peer is not None:
            measured["gymnasium_sudoku"] = gymnasium_sudoku(peer)
        rounds.append(measured)
    medians = {name: round(statistics.median(each[name] for each in rounds), 2) for name in rounds[0]}
    record = {
        "date": datetime.now(UTC).strftime("%Y-%m-%d"),
        "machine": platform.machine(),
        "cores": os.cpu_count(),
        "backend": bd.backend(),
        "versions": {"bitdoku": bd.__version__, "numpy": np.__version__, "gymnasium": version("gymnasium")}
        | ({} if peer is None else {"gymnasium-sudoku": version("gymnasium-sudoku")}),
        "boards": options.boards,
        "medians": medians,
        "rounds": rounds,
    }
    print(json.dumps(record["medians"], indent=1))
    if options.record:
        options.record.write_text(json.dumps(record, indent=1, default=float) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()

"""``bitdoku.env``: the interface of gymnasium, episodes by seed, rewards, masks, states and refusals."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
from contextlib import suppress
from importlib import import_module
from itertools import product
from typing import Any

import numpy as np
import pytest

import bitdoku as bd

pytest.importorskip("gymnasium", reason="gymnasium is not installed")

import gymnasium as gym
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import check_env, data_equivalence
from gymnasium.vector import AutoresetMode, SyncVectorEnv

from bitdoku.env import SudokuEnv, SudokuVectorEnv

MODES = [*AutoresetMode]
SEVERAL = ["1...............", "12..............", "1.3......1......", "................"]
CONFIGURATIONS: list[dict[str, Any]] = [
    {},
    {"rules": "4x4", "reward": "sparse", "penalty": 0.5, "mistakes": "end"},
    {
        "rules": "6x6",
        "observation": "candidates",
        "actions": "pair",
        "reward": "forced",
        "erase": True,
        "max_episode_steps": 25,
    },
    {"rules": "4x4", "puzzles": SEVERAL, "erase": True, "action_mask": "correct", "max_episode_steps": 30},
    {"rules": bd.Rules((2, 3)) + bd.rules.diagonals(), "mistakes": "refuse", "penalty": 0.1, "clues": (12, 20)},
    {"rules": bd.Rules((2, 2), digits=range(1, 7)), "mistakes": "end"},
]


def envs_of(options: dict[str, Any], count: int, mode: AutoresetMode = AutoresetMode.NEXT_STEP) -> Any:
    return SudokuVectorEnv(count, autoreset_mode=mode, **options)


def choose(rng: np.random.Generator, masks: Any, space: Any) -> Any:
    """For each board a random action, mostly from the mask."""
    masks = masks.reshape(len(masks), -1)
    noise = rng.random(masks.shape) + masks * (rng.random((len(masks), 1)) < 0.9)
    flat = noise.argmax(1)
    if isinstance(space, gym.spaces.MultiDiscrete):
        choices = int(space.nvec[1])
        return np.stack([flat // choices, flat % choices], 1)
    return flat


# --- the interface ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("options", CONFIGURATIONS)
def test_gymnasium_finds_no_fault(options: dict[str, Any]) -> None:
    spec = gym.spec("bitdoku/Sudoku-v0")
    for mode in (None, "ansi"):
        check_env(spec.make(render_mode=mode, **options).unwrapped, skip_render_check="png" in options)


def test_registered_environments() -> None:
    for name, side in (("Sudoku", 9), ("Sudoku4x4", 4), ("Sudoku6x6", 6)):
        env = gym.make(f"bitdoku/{name}-v0", max_episode_steps=5)
        assert env.reset(seed=1)[0].shape == (side, side)
        envs = gym.make_vec(f"bitdoku/{name}-v0", num_envs=3, max_episode_steps=5)
        assert isinstance(envs, SudokuVectorEnv)
        assert (envs.reset(seed=1)[0][0] == env.reset(seed=1)[0]).all()
        for _ in range(5):
            *_, truncated, _ = envs.step(np.zeros(3, int))
        assert truncated.all()


@pytest.mark.parametrize(("options", "mode"), [*product(CONFIGURATIONS, MODES)])
def test_many_boards_are_as_single_ones(options: dict[str, Any], mode: AutoresetMode) -> None:
    """The same observations, rewards, flags and infos as `SyncVectorEnv`, step by step."""
    many = envs_of(options, 5, mode)
    single = SyncVectorEnv([lambda: SudokuEnv(**options)] * 5, autoreset_mode=mode)
    assert many.observation_space == single.observation_space
    assert many.action_space == single.action_space
    rng = np.random.default_rng(1)
    one: Any = many.reset(seed=3)
    other: Any = single.reset(seed=3)
    ends = 0
    for _ in range(150):
        assert data_equivalence(one, other, exact=True)
        infos = one[-1]
        assert one[0] in many.observation_space
        actions = choose(rng, infos["action_mask"], many.single_action_space)
        one, other = many.step(actions), single.step(actions)
        ended = one[2] | one[3]
        ends += ended.sum()
        if mode == AutoresetMode.DISABLED and ended.any():
            assert data_equivalence(one, other, exact=True)
            one = many.reset(options={"reset_mask": ended})
            other = single.reset(options={"reset_mask": ended})
    assert ends > 5


def test_results_belong_to_the_caller() -> None:
    envs = SudokuVectorEnv(3, rules="4x4", mistakes="refuse")
    results: list[Any] = [envs.reset(seed=1)]
    kept = copy.deepcopy(results[0])
    for _ in range(5):
        results.append(envs.step(results[-1][-1]["action_mask"].argmax(1)))
        results[-1][0][:] = 9
        results[-1][-1]["action_mask"][:] = 1
    assert data_equivalence(results[0], kept, exact=True)
    assert envs.step(np.zeros(3, int))[0].max() <= 4


# --- episodes --------------------------------------------------------------------------------------------------------


def played(envs: SudokuVectorEnv, seed: int, steps: int) -> list[Any]:
    rng = np.random.default_rng(seed)
    results: list[Any] = [envs.reset(seed=seed)]
    for _ in range(steps):
        results.append(envs.step(choose(rng, results[-1][-1]["action_mask"], envs.single_action_space)))
    return results


@pytest.mark.parametrize("options", [{"difficulty": ["easy", "medium"]}, {"clues": 45}, {"puzzles": SEVERAL}])
def test_seeds_reproduce_episodes(options: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    options = {**options, "mistakes": "end"} | ({"rules": "4x4"} if "puzzles" in options else {})
    first = played(SudokuVectorEnv(6, **options), 7, 60)
    monkeypatch.setenv("BITDOKU_THREADS", "1")
    monkeypatch.setattr("bitdoku.env._episodes.AHEAD", 2)
    envs = SudokuVectorEnv(6, **options)
    played(envs, 1, 9)
    assert data_equivalence(played(envs, 7, 60), first, exact=True)
    assert not data_equivalence(played(envs, 8, 60), first, exact=True)
    # A board does not depend on the others.
    few = SudokuVectorEnv(2, **options)
    assert (few.reset(seed=9)[0] == envs.reset(seed=7)[0][2:4]).all()


def test_a_program_ends_while_puzzles_are_generated() -> None:
    code = """
from bitdoku.env import SudokuEnv, _episodes
_episodes.AHEAD_TOGETHER = 10**4
env = SudokuEnv(difficulty="extreme")
env.reset(seed=1)
assert env._game.episodes._worker.is_alive()
"""
    subprocess.run([sys.executable, "-c", code], check=True, timeout=60)


def test_episode_i_is_puzzle_i_of_the_seed() -> None:
    env = SudokuEnv(difficulty="easy")
    made = bd.generate(12, seed=5, difficulty="easy")
    boards = [env.reset(seed=5)[0], *[env.reset()[0] for _ in range(11)]]
    assert (np.stack(boards) == made.puzzle).all()
    env.set_difficulty("medium")
    assert (env.reset()[0] == bd.generate(1, seed=5, start=12, difficulty="medium").puzzle[0]).all()
    board, _ = env.reset(options={"difficulty": ["easy", "medium"]})
    choices = [bd.generate(1, seed=5, start=13, difficulty=level).puzzle[0] for level in ("easy", "medium")]
    assert any((board == choice).all() for choice in choices)


def test_the_puzzle_of_an_episode() -> None:
    env = SudokuEnv()
    made = bd.generate(3, seed=1)
    assert (env.reset(options={"puzzle": made[0].puzzle})[0] == made.puzzle[0]).all()
    text = bd.to_text(made.puzzle[1])
    assert (env.reset(seed=4, options={"puzzle": text})[0] == made.puzzle[1]).all()
    assert (env.reset()[0] == bd.generate(1, seed=4).puzzle[0]).all(), "the stream was not advanced"
    envs = SudokuVectorEnv(3)
    assert (envs.reset(options={"puzzle": made.puzzle})[0] == made.puzzle).all()
    assert (envs.reset(options={"puzzle": text})[0] == made.puzzle[1]).all()


def test_a_data_set_is_drawn_uniformly() -> None:
    made = bd.generate(50, seed=1, rules="4x4")
    envs = SudokuVectorEnv(500, puzzles=made)
    assert envs.single_observation_space.shape == (4, 4)
    boards = np.concatenate([envs.reset(seed=1)[0], *[envs.reset()[0] for _ in range(9)]]).reshape(-1, 16)
    drawn, counts = np.unique(boards, axis=0, return_counts=True)
    assert len(drawn) == 50
    assert counts.min() > 60
    assert counts.max() < 145


# --- rewards and masks -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("reward", "total"), [("sparse", 1.0), ("cells", 1.0), ("forced", 1.0)])
def test_solved_episodes(reward: Any, total: float) -> None:
    """The singles of an easy puzzle in order; every reward adds up to 1."""
    made = bd.generate(1, seed=3, difficulty="easy")[0]
    env = SudokuEnv(reward=reward)
    board, info = env.reset(options={"puzzle": made.puzzle})
    returned = 0.0
    for step in bd.explain(made.puzzle):
        for row, column, digit in step.placements:
            assert info["is_success"] is False
            action = (9 * row + column) * 9 + digit - 1
            assert info["action_mask"][action]
            board, gained, terminated, _, info = env.step(action)
            returned += gained
    assert terminated
    assert info["is_success"] is True
    assert (board == made.solution).all()
    assert returned == pytest.approx(total)


def test_the_correct_mask_solves() -> None:
    for puzzles in (None, SEVERAL):
        envs = SudokuVectorEnv(20, rules="4x4", puzzles=puzzles, action_mask="correct", autoreset_mode="Disabled")
        _, infos = envs.reset(seed=1)
        returns = np.zeros(20)
        rng = np.random.default_rng(1)
        while not envs._game.ended.all():
            actions = (rng.random(infos["action_mask"].shape) * infos["action_mask"]).argmax(1)
            _, rewards, terminated, _, infos = envs.step(actions)
            returns += rewards
            assert (rewards > 0).all()
            if terminated.any():
                assert (infos["is_success"] == terminated).all()
                break
        assert returns.max() <= 1 + 1e-9


def test_mistakes() -> None:
    puzzle = "1.3...1..2..4..."
    wrong, right = 1 * 4 + 1, 1 * 4 + 3  # r1c2 is 4
    assert bd.solve(puzzle, rules="4x4").solution[1] == "4"
    cases: list[tuple[Any, bool, int]] = [("keep", False, 2), ("end", True, 2), ("refuse", False, 0)]
    for mistakes, ends, digit in cases:
        env = SudokuEnv(rules="4x4", mistakes=mistakes, penalty=0.25)
        env.reset(options={"puzzle": puzzle})
        board, reward, terminated, *_ = env.step(wrong)
        assert (board[0, 1], reward, terminated) == (digit, -0.25, ends)
    board, reward, terminated, *_ = env.step(right)
    assert board[0, 1] == 4
    assert reward == pytest.approx(1 / 11)
    assert not terminated
    before = board.copy()
    for action in (right, 0):  # a filled cell, a given
        board, reward, terminated, *_ = env.step(action)
        assert (board == before).all()
        assert (reward, terminated) == (-0.25, False)


def test_erasing_takes_back_the_reward() -> None:
    env = SudokuEnv(rules="4x4", erase=True, penalty=0.25, actions="pair")
    _, info = env.reset(options={"puzzle": "1.3...1..2..4..."})
    first = info["action_mask"]
    assert first.shape == (16, 5)
    for digit, reward in ((2, -0.25), (4, 1 / 11)):
        _, gained, *_, info = env.step([1, digit - 1])
        assert gained == pytest.approx(reward)
        assert info["action_mask"][1].tolist() == [0, 0, 0, 0, 1]
        _, gained, *_, info = env.step(np.array([1, 4]))
        assert gained == pytest.approx(-reward)
        assert (info["action_mask"] == first).all()
    assert env.step([1, 4])[1] == env.step([0, 4])[1] == -0.25, "nothing to erase"


def test_a_board_without_legal_actions_ends() -> None:
    env = SudokuEnv(rules="4x4")
    rng = np.random.default_rng(2)
    stuck = 0
    for _ in range(30):
        _, info = env.reset()
        terminated = False
        while not terminated:
            assert info["action_mask"].any()
            action = int((rng.random(64) * info["action_mask"]).argmax())
            _, _, terminated, _, info = env.step(action)
        assert not info["action_mask"].any()
        stuck += not info["is_success"]
    assert stuck > 0


def test_candidates() -> None:
    env = SudokuEnv(observation="candidates")
    seen, info = env.reset(seed=1)
    masks = bd.candidates(seen["board"], level="basic")
    expected = (masks[..., None] >> np.arange(9) & 1) * (seen["board"] == 0)[..., None]
    assert (seen["candidates"] == expected).all()
    assert (seen["candidates"].ravel() == info["action_mask"]).all()
    assert (env.action_masks() == info["action_mask"]).all()


# --- states and pictures ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("options", CONFIGURATIONS)
def test_states_continue(options: dict[str, Any]) -> None:
    envs = SudokuVectorEnv(4, **options)
    played(envs, 2, 30)
    state = pickle.loads(pickle.dumps(envs.get_state()))
    clones = [copy.deepcopy(envs), pickle.loads(pickle.dumps(envs)), SudokuVectorEnv(4, **options)]
    clones[2].set_state(state)
    rng = np.random.default_rng(0)
    actions = [choose(rng, np.ones((4, envs._game.actions)), envs.single_action_space) for _ in range(40)]
    expected = [envs.step(each) for each in actions]
    for clone in clones:
        assert data_equivalence([clone.step(each) for each in actions], expected, exact=True)
    envs.set_state(state)
    assert data_equivalence([envs.step(each) for each in actions], expected, exact=True)


def test_the_state_of_a_solved_board() -> None:
    env = SudokuEnv(puzzles="1234341221434...", rules="4x4", action_mask="correct")
    _, info = env.reset(seed=0)
    while not info["is_success"]:
        *_, info = env.step(info["action_mask"].argmax())
    assert SudokuEnv(rules="4x4").set_state(env.get_state())[1]["is_success"] is True


def test_pictures() -> None:
    env = SudokuEnv(rules="4x4", render_mode="ansi")
    env.reset(options={"puzzle": "1.3...1..2..4..."})
    env.step(7)
    assert env.render().splitlines()[1] == "│ 1 4 │ 3 . │"
    assert SudokuEnv().render() is None
    pytest.importorskip("resvg_py", reason="resvg-py is not installed")
    image = pytest.importorskip("PIL.Image", reason="pillow is not installed")
    envs = SudokuVectorEnv(2, rules="4x4", render_mode="rgb_array")
    boards, _ = envs.reset(seed=1)
    from io import BytesIO

    pictures = envs.render() or ()
    assert {(picture.shape, str(picture.dtype)) for picture in pictures} == {((160, 160, 3), "uint8")}
    for picture, board in zip(pictures, boards, strict=True):
        expected = image.open(BytesIO(bd.Board(board, rules="4x4").png(size=160))).convert("RGB")
        assert (picture == np.asarray(expected)).all()


# --- refusals --------------------------------------------------------------------------------------------------------


def test_wrong_actions_are_refused() -> None:
    env = SudokuEnv(rules="4x4")
    with pytest.raises(ResetNeeded):
        env.step(1)
    env.reset(seed=1)
    for action in (64, -1, 1.0, [1, 2], None, True):
        with pytest.raises(ValueError, match=r"^action (is|of shape) "):
            env.step(action)
    envs = SudokuVectorEnv(3, rules="4x4", actions="pair", autoreset_mode=AutoresetMode.DISABLED, mistakes="end")
    envs.reset(seed=1)
    with pytest.raises(ValueError, match=r"actions\[1\] is \[3, 4\]; expected an item of MultiDiscrete"):
        envs.step(np.array([[0, 0], [3, 4], [0, 0]]))
    with pytest.raises(ValueError, match=r"shape \(3,\)"):
        envs.step(np.zeros(3, int))
    given = np.flatnonzero(envs.reset(seed=1)[0].reshape(3, 16)[0])[0]
    envs.step(np.array([[given, 0], [0, 0], [0, 0]]))
    with pytest.raises(ResetNeeded):
        envs.step(np.zeros((3, 2), int))


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"reward": "dense"}, "reward is 'dense'; expected 'sparse', 'cells' or 'forced'"),
        ({"mistakes": "stop"}, "mistakes is 'stop'"),
        ({"observation": "image"}, "observation is 'image'"),
        ({"penalty": -1}, "penalty is -1; expected"),
        ({"penalty": float("nan")}, "penalty"),
        ({"max_episode_steps": 0}, "max_episode_steps is 0"),
        ({"max_episode_steps": 2**70}, "max_episode_steps is .* expected at most"),
        ({"difficulty": []}, "difficulty is empty"),
        ({"difficulty": "trivial"}, "trivial"),
        ({"clues": 3}, "17"),
        ({"puzzles": "1" * 81}, "puzzles has no solution"),
        ({"puzzles": ["." * 81, "5" + "." * 79]}, r"puzzles\[1\]"),
        ({"puzzles": "." * 81, "difficulty": "easy"}, "difficulty is for generated puzzles"),
        ({"puzzles": "." * 81, "clues": 30}, "clues are for generated puzzles"),
        ({"render_mode": "human"}, "render_mode is 'human'"),
    ],
)
def test_wrong_options_are_refused(options: dict[str, Any], message: str) -> None:
    with pytest.raises((ValueError, bd.Error), match=message):
        SudokuEnv(**options)


def test_wrong_resets_are_refused() -> None:
    env = SudokuEnv()
    with pytest.raises(bd.PuzzleError, match="puzzle has no solution"):
        env.reset(options={"puzzle": "11" + "." * 79})
    with pytest.raises(ValueError, match="'level'"):
        env.reset(options={"level": 3})
    with pytest.raises(ValueError, match="seed"):
        env.reset(seed=-1)
    with pytest.raises(TypeError, match="there is no option 'foo'; expected rules, puzzles"):
        SudokuEnv(foo=1)  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="options is str; expected a dict"):
        env.reset(options="x")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match=r"puzzle holds 2 puzzles; expected one$"):
        env.reset(options={"puzzle": ["." * 81] * 2})
    with pytest.raises(ValueError, match="action_masks is for actions='flat'"):
        SudokuEnv(actions="pair").action_masks()
    envs = SudokuVectorEnv(3)
    wrong: list[Any] = [True, 1.0, "1", {1, 2, 3}, {1: 2, 2: 3, 3: 4}, 2**63, -1, [1, 2, 2**63], [1, 2, True]]
    for seed in wrong:
        with pytest.raises((TypeError, ValueError), match=r"^seed(\[2\])? is "):
            envs.reset(seed=seed)
    with pytest.raises(ValueError, match="have not been reset"):
        envs.reset(options={"reset_mask": np.array([True, False, True])})
    with pytest.raises(ValueError, match="seed has 2 numbers"):
        envs.reset(seed=[1, 2])
    with pytest.raises(ValueError, match="2 puzzles; expected one, or 3"):
        envs.reset(options={"puzzle": ["." * 81] * 2})


def test_a_refused_reset_changes_nothing() -> None:
    env = SudokuEnv(rules="4x4")
    env.reset(seed=1)
    for options in ({"puzzle": "bad"}, {"difficulty": "nope"}, {"level": 1}):
        with pytest.raises((ValueError, bd.Error)):
            env.reset(seed=9, options=options)
    assert (env.reset()[0] == bd.generate(1, seed=1, start=1, rules="4x4").puzzle[0]).all()


def test_wrong_states_are_refused() -> None:
    env, envs = SudokuEnv(rules="4x4"), SudokuVectorEnv(3, rules="4x4")
    with pytest.raises(TypeError, match="get_state"):
        env.set_state({})
    with pytest.raises(ValueError, match=r"state\['seeds'\] is not that of 3 boards"):
        envs.set_state(env.get_state())
    board, _ = env.reset(seed=1)
    state, before = env.get_state(), env.get_state()
    other = SudokuEnv(rules="6x6")
    other.reset(seed=1)
    wrong: dict[str, Any] = {"seeds": "x", "episodes": np.array([-1]), "started": [True], "ended": None}
    wrong |= {"difficulty": "nope", "boards": other.get_state()["boards"]}
    env.step(env.action_masks().argmax())
    for name, part in wrong.items():
        now = env.get_state()
        with pytest.raises((ValueError, bd.Error)):
            env.set_state({**before, name: part})
        assert data_equivalence(env.get_state(), now)
    assert (env.set_state(state)[0] == board).all()


def test_an_episode_without_a_puzzle_raises_once() -> None:
    """No 4x4 puzzle is hard. The boards of a vector environment skip the same episodes as single ones."""
    options: dict[str, Any] = {"rules": "4x4", "difficulty": ["easy", "hard"]}

    def boards(env: Any, resets: int) -> list[Any]:
        found = []
        for i in range(resets):
            with suppress(bd.GenerationError):
                found.append(env.reset(seed=None if i else 1)[0])
        return found

    env, envs = SudokuEnv(**options), SudokuVectorEnv(2, **options)
    single, several = boards(env, 8), boards(envs, 12)
    assert 0 < len(single) < 8
    assert env.get_state()["episodes"] == [8]
    episodes = [bd.generate(1, seed=1, start=i, difficulty="easy", rules="4x4").puzzle[0] for i in range(8)]
    places = [next(i for i, one in enumerate(episodes) if (one == board).all()) for board in single]
    assert places == sorted({*places})
    for one, both in zip(single, several, strict=False):
        assert (one == both[0]).all()


def test_without_gymnasium(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "gymnasium", None)
    monkeypatch.delitem(sys.modules, "bitdoku.env")
    with pytest.raises(ImportError, match=r"bitdoku\[env\]"):
        import_module("bitdoku.env")

"""The common part of both environments: the boards of the core, their spaces, episodes and pictures."""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias, TypedDict

import numpy as np
from gymnasium import spaces
from gymnasium.error import ResetNeeded

from bitdoku import _core
from bitdoku._arguments import flag
from bitdoku._core import _kind as kind
from bitdoku._core import _whole as whole
from bitdoku._core import _word as word
from bitdoku._errors import shown
from bitdoku.board import Board
from bitdoku.env._episodes import DataSet, Generated, solved
from bitdoku.logic._difficulty import rating_number
from bitdoku.rules._rules import rules_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import numpy.typing as npt

    from bitdoku.env._episodes import Puzzles
    from bitdoku.logic._difficulty import Difficulty
    from bitdoku.typing import PuzzlesLike, RulesLike

    Rows: TypeAlias = npt.NDArray[np.intp]
    OneDifficulty: TypeAlias = str | Difficulty | Mapping[str, Any]

RENDER_MODES = ("ansi", "rgb_array")
#: Seeds are numbers of 63 bits; board j of a vector environment adds j to a single seed.
LARGEST_SEED = 2**63 - 1


class Options(TypedDict, total=False):
    """The options of both environments, see :class:`bitdoku.env.SudokuEnv`."""

    rules: RulesLike
    puzzles: PuzzlesLike | None
    difficulty: OneDifficulty | Sequence[OneDifficulty] | None
    clues: int | tuple[int, int] | None
    observation: Literal["board", "candidates"]
    actions: Literal["flat", "pair"]
    action_mask: Literal["legal", "correct"]
    reward: Literal["sparse", "cells", "forced"]
    penalty: float
    mistakes: Literal["keep", "end", "refuse"]
    erase: bool
    max_episode_steps: int | None
    render_mode: Literal["ansi", "rgb_array"] | None


def checked_seed(seed: Any, name: str = "seed") -> int | None:
    """The seed of a board, or None."""
    return None if seed is None else int(whole(name, seed, most=LARGEST_SEED))


def checked_options(options: Any) -> dict[str, Any]:
    """A copy of the options of a reset."""
    if not isinstance(options, dict | None):
        raise TypeError(f"options is {kind(options)}; expected a dict")
    return dict(options or {})


class Frame(NamedTuple):
    """The arrays of observations, all boards along the first axis."""

    board: npt.NDArray[np.uint8]
    mask: npt.NDArray[np.bool_]
    candidates: npt.NDArray[np.int8] | None


class Game:
    """The boards of an environment."""

    def __init__(
        self,
        count: int,
        *,
        rules: RulesLike = None,
        puzzles: PuzzlesLike | None = None,
        difficulty: OneDifficulty | Sequence[OneDifficulty] | None = None,
        clues: int | tuple[int, int] | None = None,
        observation: str = "board",
        actions: str = "flat",
        action_mask: str = "legal",
        reward: str = "cells",
        penalty: float = 0.0,
        mistakes: str = "keep",
        erase: bool = False,
        max_episode_steps: int | None = None,
        render_mode: str | None = None,
        **unknown: Any,
    ) -> None:
        if unknown:
            expected = ", ".join(Options.__annotations__)
            raise TypeError(f"there is no option {shown(min(unknown))}; expected {expected}")
        if isinstance(difficulty, list):
            difficulty = tuple(difficulty)
        self._options = {name: value for name, value in locals().items() if name in Options.__annotations__}
        self.count = count
        self.rules = rules_of(rules, puzzles)
        word("observation", observation, ("board", "candidates"))
        word("actions", actions, ("flat", "pair"))
        if render_mode is not None:
            word("render_mode", render_mode, RENDER_MODES)
        steps = (
            None
            if max_episode_steps is None
            else whole("max_episode_steps", max_episode_steps, least=1, most=LARGEST_SEED)
        )
        erase = flag("erase", erase)
        if not np.isfinite(rating_number("penalty", penalty)):
            raise ValueError(f"penalty is {penalty}; expected a finite number")
        self._core = _core.PlayBoards(
            count,
            self.rules,
            erase=erase,
            mistakes=mistakes,
            reward=reward,
            penalty=float(penalty),
            mask=action_mask,
            most_steps=steps,
        )
        side, digits = self.rules.side, len(self.rules.digits)
        self._choices = digits + erase
        self.actions = side * side * self._choices
        self._is_pair, self._has_candidates = actions == "pair", observation == "candidates"
        if puzzles is not None:
            if clues is not None:
                raise ValueError("clues are for generated puzzles; select the puzzles of a data set beforehand")
            self.episodes: DataSet | Generated = DataSet(count, self.rules, puzzles)
            self.episodes.set_difficulty(difficulty)
        else:
            self.episodes = Generated(count, self.rules, difficulty, clues)
        #: The boards that have been reset, and those whose episode has ended since, or has ended with a solved board.
        self.started, self.ended, self.solved = (np.zeros(count, bool) for _ in range(3))

        boards = spaces.Box(0, digits, (side, side), np.uint8)
        self.observation_space: Any = boards
        if self._has_candidates:
            self.observation_space = spaces.Dict(
                {"board": boards, "candidates": spaces.MultiBinary((side, side, digits))}
            )
        self.action_space: Any = (
            spaces.MultiDiscrete([side * side, self._choices]) if self._is_pair else spaces.Discrete(self.actions)
        )

    # --- episodes --------------------------------------------------------------------------------------------------

    def frame(self) -> Frame:
        """New arrays for observations."""
        count, side, digits = self.count, self.rules.side, len(self.rules.digits)
        candidates = np.empty((count, side, side, digits), np.int8) if self._has_candidates else None
        return Frame(np.empty((count, side, side), np.uint8), np.empty((count, self.actions), bool), candidates)

    def chosen(self, count: int, options: dict[str, Any]) -> Puzzles | None:
        """The puzzles for ``count`` boards that the options of a reset hold, if any; sets their difficulty."""
        unknown = options.keys() - {"puzzle", "difficulty"}
        if unknown:
            raise ValueError(f"options has {shown(min(unknown, key=str))}; expected 'puzzle' and 'difficulty'")
        found = None
        if options.get("puzzle") is not None:
            puzzles, solutions, only = solved("puzzle", options["puzzle"], self.rules)
            if len(puzzles) not in (1, count):
                expected = f"one, or {count}" if count > 1 else "one"
                raise ValueError(f"puzzle holds {len(puzzles)} puzzles; expected {expected}")
            wanted = np.arange(count) % len(puzzles)
            found = puzzles[wanted], solutions[wanted], only[wanted].tolist()
        if "difficulty" in options:
            self.set_difficulty(options["difficulty"])
        return found

    def reset(self, rows: Rows, frame: Frame, puzzles: Puzzles | None = None) -> None:
        """Start an episode on some boards, and write their observations."""
        self._core.reset(rows.tolist(), *(puzzles or self.episodes.take(rows)), *frame)
        self.started[rows], self.ended[rows], self.solved[rows] = True, False, False

    def set_difficulty(self, difficulty: Any) -> None:
        """Set the difficulty of the next episodes."""
        if isinstance(difficulty, list):
            difficulty = tuple(difficulty)
        self.episodes.set_difficulty(difficulty)
        self._options["difficulty"] = difficulty

    def step(
        self, numbers: npt.NDArray[np.int64], skip: npt.NDArray[np.bool_], frame: Frame
    ) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.bool_], npt.NDArray[np.bool_], npt.NDArray[np.bool_]]:
        """Step all boards that are not skipped; the rewards, and whether each is terminated, truncated and solved."""
        reward = np.empty(self.count)
        terminated, truncated, done = (np.empty(self.count, bool) for _ in range(3))
        self._core.step(numbers, skip, reward, terminated, truncated, done, *frame)
        self.ended, self.solved = terminated | truncated, done.copy()
        return reward, terminated, truncated, done

    def numbers(self, actions: Any, *, single: bool = False, resets: bool = False) -> npt.NDArray[np.int64]:
        """The flat numbers of the actions of all boards, or with ``single`` of the action of the only board.

        Raises ResetNeeded unless all boards are in an episode; with ``resets``, ended ones will be reset.
        """
        array, name = np.asarray(actions), "action" if single else "actions"
        shape = (*(() if single else (self.count,)), *((2,) if self._is_pair else ()))
        if array.shape != shape or array.dtype.kind not in "iu":
            found = f"{name} of shape {array.shape} and dtype {array.dtype}"
            expected = f"an item of {self.action_space}" if single else f"integers of shape {shape}"
            raise ValueError(f"{found}; expected {expected}")
        array = array.reshape(self.count, *shape[1 - single :])
        most = np.array([self.rules.side**2, self._choices] if self._is_pair else [self.actions])
        wrong = ((array.reshape(self.count, -1) < 0) | (array.reshape(self.count, -1) >= most)).any(1)
        if wrong.any():
            row = int(wrong.argmax())
            place = name if single else f"actions[{row}]"
            raise ValueError(f"{place} is {array[row].tolist()}; expected an item of {self.action_space}")
        if not self.started.all() or (self.ended.any() and not resets):
            raise ResetNeeded("the episode has not begun or has ended; call reset() before step()")
        array = array.astype(np.int64)
        return array[:, 0] * self._choices + array[:, 1] if self._is_pair else array

    # --- results ---------------------------------------------------------------------------------------------------

    def observe(self, frame: Frame) -> None:
        """Write the observations of all boards."""
        self._core.observe(*frame)

    def observations(self, frame: Frame) -> Any:
        """The observations of all boards, batched."""
        return {"board": frame.board, "candidates": frame.candidates} if self._has_candidates else frame.board

    def masks(self, frame: Frame) -> npt.NDArray[np.int8]:
        """The masks of all boards: shape (count, actions), or (count, cells, choices) for pairs."""
        mask = frame.mask.view(np.int8)
        return mask.reshape(self.count, -1, self._choices) if self._is_pair else mask

    # --- state -----------------------------------------------------------------------------------------------------

    def get_state(self) -> dict[str, Any]:
        """The state of all boards and episodes, as plain data and arrays."""
        return {
            "boards": self._core.state(),
            "seeds": self.episodes.seeds.copy(),
            "episodes": self.episodes.started.copy(),
            "difficulty": self._options["difficulty"],
            "started": self.started.copy(),
            "ended": self.ended.copy(),
            "solved": self.solved.copy(),
        }

    def set_state(self, state: Any, frame: Frame) -> None:
        """Return to a state, and write the observations."""
        now = self.get_state()
        if not isinstance(state, dict) or state.keys() != now.keys():
            raise TypeError(f"state is {kind(state)}; expected the value of get_state()")
        for name, own in now.items():
            part = state[name]
            if isinstance(own, np.ndarray) and not (
                isinstance(part, np.ndarray) and (part.dtype, part.shape) == (own.dtype, own.shape)
            ):
                expected = f"an array of {own.dtype}, shape {own.shape}"
                raise ValueError(f"state[{name!r}] is not that of {self.count} boards; expected {expected}")
        is_same = state["difficulty"] == now["difficulty"]
        if not is_same:
            self.episodes.conditions(state["difficulty"])
        if state["started"].all():
            self._core.restore(state["boards"])
            self.observe(frame)
        else:
            frame.board[:], frame.mask[:] = 0, False
        if not is_same:
            self.set_difficulty(state["difficulty"])
        self.episodes.reseed(np.arange(self.count), state["seeds"], state["episodes"])
        self.started, self.ended, self.solved = (state[name].copy() for name in ("started", "ended", "solved"))

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (self.count, self._options, self.get_state())

    # --- pictures --------------------------------------------------------------------------------------------------

    def render(self, mode: str | None) -> tuple[Any, ...] | None:
        """A picture or a text of each board."""
        if mode is None:
            return None
        cells, kinds, *_ = self._core.state()
        side = self.rules.side
        shape = (self.count, side, side)
        digits, kind_numbers = (np.frombuffer(part, np.uint8).reshape(shape) for part in (cells, kinds))
        givens = np.where(kind_numbers == 1, digits, 0).astype(np.uint8)
        boards = [Board(*pair, rules=self.rules) for pair in zip(givens, digits, strict=True)]
        if mode == "ansi":
            return tuple(map(str, boards))
        return tuple(_pixels(board.png(size=40 * side)) for board in boards)


def _restored(count: int, options: dict[str, Any], state: dict[str, Any]) -> Game:
    game = Game(count, **options)
    game.set_state(state, game.frame())
    return game


def _pixels(png: bytes) -> npt.NDArray[np.uint8]:
    """The red, green and blue of a PNG, as uint8 of shape (height, width, 3)."""
    try:
        from PIL import Image
    except ImportError:
        raise ImportError("rgb_array needs Pillow: pip install 'bitdoku[env,png]'", name="PIL") from None
    return np.array(Image.open(BytesIO(png)).convert("RGB"))

"""``SudokuVectorEnv``: many boards, stepped by one call of the core."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Unpack

import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from bitdoku._core import _whole as whole
from bitdoku.env._episodes import UNSEEDED
from bitdoku.env._game import LARGEST_SEED, RENDER_MODES, Frame, Game, checked_options, checked_seed

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy.typing as npt

    from bitdoku.env._game import Options

    Step = tuple[Any, npt.NDArray[np.float64], npt.NDArray[np.bool_], npt.NDArray[np.bool_], dict[str, Any]]


class SudokuVectorEnv(VectorEnv[Any, Any, Any]):
    """Many boards as a vector environment of gymnasium; see :mod:`bitdoku.env` for actions, rewards and episodes.

    The results are equal to those of ``gymnasium.vector.SyncVectorEnv`` with ``num_envs`` single environments.

    Parameters
    ----------
    num_envs : int
        The number of boards.
    autoreset_mode : gymnasium.vector.AutoresetMode or its value
        When a board whose episode has ended starts the next one: in the next step, the default, whose action is then
        ignored; in the same step, with the last observation and info in ``infos["final_obs"]`` and
        ``infos["final_info"]``; or not before ``reset(options={"reset_mask": …})``.
    **options
        As for :class:`SudokuEnv`.

    Examples
    --------
    >>> import numpy as np
    >>> from bitdoku.env import SudokuVectorEnv
    >>> envs = SudokuVectorEnv(1000, rules="4x4", reward="cells", mistakes="end")
    >>> boards, infos = envs.reset(seed=7)
    >>> for _ in range(10):
    ...     actions = infos["action_mask"].argmax(axis=1)
    ...     boards, rewards, terminated, truncated, infos = envs.step(actions)
    >>> boards.shape, rewards.dtype, infos["action_mask"].shape
    ((1000, 4, 4), dtype('float64'), (1000, 64))
    """

    def __init__(
        self,
        num_envs: int = 1,
        *,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        **options: Unpack[Options],
    ) -> None:
        self.num_envs = whole("num_envs", num_envs, least=1)
        self._mode = AutoresetMode(autoreset_mode)
        self.metadata = {"render_modes": [*RENDER_MODES], "render_fps": 4, "autoreset_mode": self._mode}
        self._game = game = Game(self.num_envs, **options)
        self.render_mode = options.get("render_mode")
        self.single_observation_space, self.single_action_space = game.observation_space, game.action_space
        self.observation_space = batch_space(game.observation_space, self.num_envs)
        self.action_space = batch_space(game.action_space, self.num_envs)

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Start the next episode of each board.

        Parameters
        ----------
        seed : int, or sequence of int or None
            Board j starts the stream of seed + j, or of seed[j]. A board with None continues its stream.
        options : dict
            As for :meth:`SudokuEnv.reset`, where ``"puzzle"`` is one puzzle, or one for each board that is reset.
            ``"reset_mask"``: bool array of shape (num_envs,), the boards to reset.

        Raises
        ------
        PuzzleError, GenerationError
            As for :meth:`SudokuEnv.reset`. After a GenerationError, the next call skips the episode without a puzzle.
        """
        seeds = self._seeds(seed)
        options = checked_options(options)
        rows = self._rows(options.pop("reset_mask", None))
        game = self._game
        puzzles = game.chosen(len(rows), options)
        super().reset(seed=seeds[0])
        new = [row for row in rows.tolist() if seeds[row] is not None or game.episodes.seeds[row] == UNSEEDED]
        if new:
            first = int(self.np_random.integers(LARGEST_SEED)) if None in (seeds[row] for row in new) else 0
            numbers = [first + row if seeds[row] is None else seeds[row] for row in new]
            game.episodes.reseed(np.array(new), np.array(numbers, np.uint64))
        frame = game.frame()
        game.reset(rows, frame, puzzles)
        if len(rows) < self.num_envs:
            game.observe(frame)
        return game.observations(frame), self._infos(frame, np.zeros(self.num_envs, bool), rows)

    def _seeds(self, seed: Any) -> list[int | None]:
        """The seed of each board."""
        if np.ndim(seed) == 0:
            first = checked_seed(seed)
            return [None if first is None else first + row for row in range(self.num_envs)]
        if len(seed) != self.num_envs:
            raise ValueError(f"seed has {len(seed)} numbers; expected {self.num_envs}")
        return [checked_seed(one, f"seed[{row}]") for row, one in enumerate(seed)]

    def _rows(self, mask: Any) -> npt.NDArray[np.intp]:
        """The boards of a ``reset_mask``."""
        if mask is None:
            return np.arange(self.num_envs)
        if not isinstance(mask, np.ndarray) or mask.dtype != bool or mask.shape != (self.num_envs,) or not mask.any():
            raise ValueError(f"reset_mask is not a bool array of shape ({self.num_envs},) with at least one True")
        if not self._game.started[~mask].all():
            raise ValueError("reset_mask leaves out boards that have not been reset; call reset() without it first")
        return np.flatnonzero(mask)

    def step(self, actions: Any) -> Step:
        """Perform an action on each board.

        Raises
        ------
        ValueError
            The actions are not those of the action space; the message names the first wrong one.
        gymnasium.error.ResetNeeded
            An episode has not begun, or has ended with ``AutoresetMode.DISABLED``.
        """
        game, frame = self._game, self._game.frame()
        numbers = game.numbers(actions, resets=self._mode == AutoresetMode.NEXT_STEP)
        skip = game.ended.copy()
        if skip.any():
            game.reset(np.flatnonzero(skip), frame)
        reward, terminated, truncated, solved = game.step(numbers, skip, frame)
        finals: dict[str, Any] = {}
        if self._mode == AutoresetMode.SAME_STEP and game.ended.any():
            rows = np.flatnonzero(game.ended)
            finals = self._finals(frame, solved, rows)
            solved[rows] = False
            game.reset(rows, frame)
        infos = self._infos(frame, solved, np.arange(self.num_envs))
        return game.observations(frame), reward, terminated, truncated, {**finals, **infos}

    def _infos(self, frame: Frame, solved: npt.NDArray[np.bool_], rows: npt.NDArray[np.intp]) -> dict[str, Any]:
        """The infos of some boards, in gymnasium's form."""
        masks = self._game.masks(frame)
        has = np.zeros(self.num_envs, bool)
        has[rows] = True
        if len(rows) < self.num_envs:
            masks = np.where(has.reshape(-1, *[1] * (masks.ndim - 1)), masks, np.int8(0))
        return {"action_mask": masks, "_action_mask": has, "is_success": solved, "_is_success": has.copy()}

    def _finals(self, frame: Frame, solved: npt.NDArray[np.bool_], rows: npt.NDArray[np.intp]) -> dict[str, Any]:
        """The last observations and infos of ended episodes, in gymnasium's form."""
        final = np.full(self.num_envs, None, object)
        everything = self._game.observations(frame)
        for row in rows.tolist():
            if isinstance(everything, dict):
                final[row] = {name: part[row].copy() for name, part in everything.items()}
            else:
                final[row] = everything[row].copy()
        infos = self._infos(frame, np.zeros(self.num_envs, bool), rows)
        if len(rows) == self.num_envs:
            infos["action_mask"] = infos["action_mask"].copy()
        infos["is_success"][rows] = solved[rows]
        has = infos["_is_success"]
        return {"final_obs": final, "_final_obs": has.copy(), "final_info": infos, "_final_info": has.copy()}

    def set_difficulty(self, difficulty: Any) -> None:
        """Set the difficulty of the next episodes, as :meth:`SudokuEnv.set_difficulty`."""
        self._game.set_difficulty(difficulty)

    def render(self) -> tuple[Any, ...] | None:
        """A picture or text of each board, see ``render_mode``."""
        return self._game.render(self.render_mode)

    def get_state(self) -> dict[str, Any]:
        """The state of all boards and of the streams of their episodes, which :meth:`set_state` accepts."""
        return self._game.get_state()

    def set_state(self, state: dict[str, Any]) -> tuple[Any, dict[str, Any]]:
        """Return to a state of an environment with the same options; returns the observations and the infos."""
        frame = self._game.frame()
        self._game.set_state(state, frame)
        return self._game.observations(frame), self._infos(frame, self._game.solved.copy(), np.arange(self.num_envs))

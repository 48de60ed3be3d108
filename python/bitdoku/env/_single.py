"""``SudokuEnv``: one board."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Unpack

import gymnasium
import numpy as np

from bitdoku.env._episodes import UNSEEDED
from bitdoku.env._game import LARGEST_SEED, RENDER_MODES, Frame, Game, checked_options, checked_seed

if TYPE_CHECKING:
    import numpy.typing as npt

    from bitdoku.env._game import Options

#: The only board.
_ROWS = np.zeros(1, np.intp)
_NONE = np.zeros(1, bool)


class SudokuEnv(gymnasium.Env[Any, Any]):
    """One board as an environment of gymnasium; see :mod:`bitdoku.env` for actions, rewards and episodes.

    Parameters
    ----------
    rules : optional
        As for :func:`bitdoku.solve`; by default the rules of ``puzzles``, or else classic 9x9.
    puzzles : puzzles in any form, optional
        A data set, from which each episode draws a puzzle uniformly. They may have several solutions. By default,
        puzzles with one solution are generated.
    difficulty : str, Difficulty, dict, or list of them, optional
        The difficulty of generated puzzles, as for :func:`bitdoku.generate`. With several difficulties, each episode
        draws one of them uniformly.
    clues : int or (low, high), optional
        The number of clues of generated puzzles, as for :func:`bitdoku.generate`.
    observation : {"board", "candidates"}
        The observation is the board, uint8 of shape (side, side), 0 for a blank cell; or a dict of ``"board"`` and
        ``"candidates"``, int8 of shape (side, side, digits), 1 for each digit that is legal in a blank cell.
    actions : {"flat", "pair"}
        Actions are numbers, ``Discrete(side * side * k)``, or pairs, ``MultiDiscrete([side * side, k])``, of the cell
        row · side + column and the choice j. gymnasium's ``action_space.sample`` and ``MaskablePPO`` mask the two parts
        of a pair independently, which cannot express the legal pairs; use numbers for them.
    action_mask : {"legal", "correct"}
        The actions in ``info["action_mask"]``. ``"legal"`` allows digits that the cell may hold and that no cell that
        must differ from it holds, and erasing any placed digit. Sums, relations and other rules beyond such pairs of
        cells are not checked. ``"correct"`` allows right placements, and erasing wrong digits.
    reward : {"sparse", "cells", "forced"}
        ``"sparse"``: 1 for the solved board. ``"cells"``: 1 / n for each right placement, in a puzzle with n blank
        cells. ``"forced"``: the same, but only if the placement was a single: the only legal digit of its cell, or the
        only legal cell for its digit in a row, column, box or other unit with all digits.
    penalty : float
        Subtracted for each wrong placement, and for each action without effect.
    mistakes : {"keep", "end", "refuse"}
        A wrong digit is placed and stays, so that without erasing the board can no longer be solved; it is placed and
        ends the episode, as does an action without effect; or it is not placed.
    erase : bool
        Whether placed digits can be erased. A filled cell must be erased before another digit is placed there.
    max_episode_steps : int, optional
        The number of steps after which an episode is truncated. ``gymnasium.make`` handles its argument of this name
        itself.
    render_mode : {"ansi", "rgb_array"}, optional
        The result of :meth:`render`: a text, or a picture with 40 pixels per cell, uint8 of shape (height, width, 3),
        which needs the extra ``png`` too.

    Notes
    -----
    ``info["action_mask"]`` is int8 of shape (side · side · k,), or (side · side, k) for pairs. ``info["is_success"]``
    is whether the board is solved. ``copy.deepcopy`` and ``pickle`` save the state with the environment.

    Examples
    --------
    >>> from bitdoku.env import SudokuEnv
    >>> env = SudokuEnv(rules="4x4", reward="cells", mistakes="end")
    >>> board, info = env.reset(options={"puzzle": "1.3...1..2..4..."})
    >>> board[0].tolist(), int(info["action_mask"].sum())
    ([1, 0, 3, 0], 20)
    >>> board, reward, terminated, truncated, info = env.step(1 * 4 + 1)  # 2 in the second cell
    >>> board[0].tolist(), reward, terminated
    ([1, 2, 3, 0], 0.0, True)
    """

    metadata = {"render_modes": [*RENDER_MODES], "render_fps": 4}  # noqa: RUF012 (a variable of the base class)

    def __init__(self, **options: Unpack[Options]) -> None:
        self._game = Game(1, **options)
        self.render_mode = options.get("render_mode")
        self.observation_space, self.action_space = self._game.observation_space, self._game.action_space
        self._mask: npt.NDArray[np.bool_] = np.zeros(self._game.actions, bool)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Start the next episode, with ``seed`` the first one of the stream of this seed.

        Parameters
        ----------
        seed : int
            From 0 to 2**63 - 1. Without a seed, the first call draws one.
        options : dict
            ``"puzzle"``: the puzzle of this episode, in any form, which does not advance the stream.
            ``"difficulty"``: as for :meth:`set_difficulty`.

        Raises
        ------
        PuzzleError
            The puzzle is malformed, or has no solution or no blank cell.
        GenerationError
            No puzzle of the difficulty was found for this episode. The next call starts the next episode.
        """
        seed = checked_seed(seed)
        game, frame = self._game, self._game.frame()
        puzzles = game.chosen(1, checked_options(options))
        super().reset(seed=seed)
        if seed is None and game.episodes.seeds[0] == UNSEEDED:
            seed = int(self.np_random.integers(LARGEST_SEED))
        if seed is not None:
            game.episodes.reseed(_ROWS, np.array([seed], np.uint64))
        game.reset(_ROWS, frame, puzzles)
        return self._observation(frame), self._info(frame)

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Perform an action.

        Raises
        ------
        ValueError
            The action is not one of the action space.
        gymnasium.error.ResetNeeded
            The episode has not begun or has ended.
        """
        game, frame = self._game, self._game.frame()
        results = game.step(game.numbers(action, single=True), _NONE, frame)
        reward, terminated, truncated, _ = (result[0].item() for result in results)
        return self._observation(frame), reward, terminated, truncated, self._info(frame)

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """The current mask, bool of shape (side · side · k,), as sb3-contrib's ``MaskablePPO`` expects it.

        Raises
        ------
        ValueError
            The actions are pairs.
        """
        if isinstance(self.action_space, gymnasium.spaces.MultiDiscrete):
            raise ValueError("action_masks is for actions='flat'; independent masks cannot express the legal pairs")
        return self._mask.copy()

    def set_difficulty(self, difficulty: Any) -> None:
        """Set the difficulty of the next episodes, for example to the next level of a curriculum.

        The number of the next episode stays the same, so the episodes still depend only on the seed, their numbers and
        the difficulties set.
        """
        self._game.set_difficulty(difficulty)

    def render(self) -> Any:
        """The board in the ``render_mode``, or None without one."""
        frames = self._game.render(self.render_mode)
        return frames and frames[0]

    def get_state(self) -> dict[str, Any]:
        """The state of the board and of the stream of episodes, which :meth:`set_state` accepts."""
        return self._game.get_state()

    def set_state(self, state: dict[str, Any]) -> tuple[Any, dict[str, Any]]:
        """Return to a state of an environment with the same options; returns the observation and the info.

        Examples
        --------
        >>> from bitdoku.env import SudokuEnv
        >>> env = SudokuEnv(rules="4x4")
        >>> board, info = env.reset(seed=1)
        >>> state = env.get_state()
        >>> results = env.step(env.action_space.sample(info["action_mask"]))
        >>> bool((env.set_state(state)[0] == board).all())
        True
        """
        frame = self._game.frame()
        self._game.set_state(state, frame)
        return self._observation(frame), self._info(frame)

    def _observation(self, frame: Frame) -> Any:
        all_boards = self._game.observations(frame)
        if isinstance(all_boards, dict):
            return {name: part[0] for name, part in all_boards.items()}
        return all_boards[0]

    def _info(self, frame: Frame) -> dict[str, Any]:
        self._mask = frame.mask[0]
        return {"action_mask": self._game.masks(frame)[0].copy(), "is_success": bool(self._game.solved[0])}

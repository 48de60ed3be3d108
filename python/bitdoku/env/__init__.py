"""Environments for reinforcement learning with the interface of gymnasium. Needs the extra ``env``.

Importing this module registers the environments ``bitdoku/Sudoku-v0`` (9x9), ``bitdoku/Sudoku4x4-v0`` and
``bitdoku/Sudoku6x6-v0``. ``gymnasium.make`` returns a :class:`SudokuEnv`, which is one board.
``gymnasium.make_vec`` returns a :class:`SudokuVectorEnv`, many boards that are stepped by one call of the core. Both
accept the options of :class:`SudokuEnv`.

>>> import gymnasium as gym
>>> import bitdoku.env
>>> env = gym.make("bitdoku/Sudoku-v0", difficulty="easy")
>>> board, info = env.reset(seed=1)
>>> action = env.action_space.sample(info["action_mask"])
>>> board, reward, terminated, truncated, info = env.step(action)
>>> envs = gym.make_vec("bitdoku/Sudoku4x4-v0", num_envs=64)
>>> boards, infos = envs.reset(seed=1)
>>> boards.shape, infos["action_mask"].shape
((64, 4, 4), (64, 64))

**Actions.** An action places a digit in a blank cell. With ``erase=True``, there are also actions that erase a placed
digit. Action (row · side + column) · k + j places digit j + 1 if j < digits, and erases the cell if j = digits; k is
the number of digits, or one more with erasing. Actions outside the mask are possible. Placing a digit in a given or
filled cell, and erasing a given or blank cell, have no effect.

**Rewards.** A placement is right if some solution of the puzzle contains it together with the earlier right
placements that are still on the board. Puzzles may therefore have several solutions. The return of a solved episode
without mistakes is 1 with ``reward="sparse"`` and ``"cells"``, and at most 1 with ``"forced"``. Erasing a digit takes
back the reward or the penalty of its placement.

**Ends.** An episode terminates when the board is solved, and when no legal action is left. It is truncated after
``max_episode_steps``.

**Episodes.** Without ``puzzles``, episode i after ``reset(seed=s)`` has the puzzle of ``bitdoku.generate(1, seed=s,
start=i, …)``. In a vector environment, board j has the seed s + j. Episodes depend neither on threads nor on other
boards. A background thread generates the next puzzles.
"""

try:
    import gymnasium
except ImportError as error:
    raise ImportError("bitdoku.env needs gymnasium: pip install 'bitdoku[env]'", name=error.name) from None

from bitdoku.env._single import SudokuEnv
from bitdoku.env._vector import SudokuVectorEnv

__all__ = ["SudokuEnv", "SudokuVectorEnv"]

for _name, _rules in (("Sudoku", "9x9"), ("Sudoku4x4", "4x4"), ("Sudoku6x6", "6x6")):
    gymnasium.register(
        f"bitdoku/{_name}-v0",
        entry_point="bitdoku.env:SudokuEnv",
        vector_entry_point="bitdoku.env:SudokuVectorEnv",
        kwargs={"rules": _rules},
    )

"""The learning curves of docs/guides/reinforcement-learning.md, trained by the code of that page.

    python docs/make_learning.py [--minutes 1.8] [--steps 350000]

Runs both training functions of the page one after the other, with one thread of PyTorch. Times are processor times,
which include the generation of puzzles. Writes docs/pictures/learning.svg, and prints the last points of the curves.
Needs matplotlib, torch and sb3-contrib.
"""

from __future__ import annotations

import argparse
import re
import time
from pathlib import Path
from typing import Any

DOCS = Path(__file__).parent
PAGE = DOCS / "guides" / "reinforcement-learning.md"


def functions() -> dict[str, Any]:
    """The functions of the page."""
    names: dict[str, Any] = {}
    code = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    setup = "import gymnasium as gym\nimport bitdoku.env\n"
    for block in [setup, *(block for block in code if not block.startswith(">>>"))]:
        exec(block, names)
    return names


def draw(curves: dict[str, list[tuple[float, float, float]]], path: Path) -> None:
    """Solved boards against minutes."""
    import matplotlib as mpl
    import matplotlib.pyplot as plt

    mpl.rcParams.update({"svg.fonttype": "none", "svg.hashsalt": "bitdoku", "font.family": "sans-serif"})
    figure, ax = plt.subplots(figsize=(6.4, 3.6), layout="constrained")
    for (name, curve), color in zip(curves.items(), ("#0b66c3", "#b23a48"), strict=True):
        ax.plot([point[0] for point in curve], [100 * point[2] for point in curve], color=color, label=name)
    ax.set(xlabel="minutes of one core", ylabel="solved boards in percent", xlim=(0, None), ylim=(0, 100))
    ax.spines[["top", "right"]].set_visible(False)
    ax.legend(frameon=False, loc="lower right")
    figure.savefig(path, metadata={"Date": None})


def main() -> None:
    """Train both models and draw the curves."""
    import numpy as np
    import torch
    from stable_baselines3.common.callbacks import BaseCallback

    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=1.8, help="of the loop in PyTorch")
    parser.add_argument("--steps", type=int, default=350_000, help="of MaskablePPO")
    options = parser.parse_args()
    torch.manual_seed(0)
    torch.set_num_threads(1)
    names = functions()

    # The number of updates that fit into the time; the first ones take longer.
    names["train"](5)
    begin = time.process_time()
    names["train"](20)
    updates = int(options.minutes * 60 / ((time.process_time() - begin) / 20))
    torch.manual_seed(0)
    begin = time.process_time()
    curve, network = names["train"](updates)
    minutes = (time.process_time() - begin) / 60
    print("new boards solved by the best actions", names["solved"](network))
    loop = [(minutes * (i + 1) / len(curve), steps, solved) for i, (steps, solved) in enumerate(curve)]

    class Curve(BaseCallback):
        def __init__(self) -> None:
            super().__init__()
            self.points: list[tuple[float, float, float]] = []
            self.begin = time.process_time()

        def _on_step(self) -> bool:
            return True

        def _on_rollout_end(self) -> None:
            solved = getattr(self.model, "ep_success_buffer", None)
            if solved:
                self.points.append(
                    ((time.process_time() - self.begin) / 60, self.num_timesteps, float(np.mean(solved)))
                )

    callback = Curve()
    names["train_sb3"](options.steps, callback)
    curves = {"loop in PyTorch": loop, "MaskablePPO": callback.points}
    for name, points in curves.items():
        print(name, [round(number, 3) for number in points[-1]])
    draw(curves, DOCS / "pictures" / "learning.svg")


if __name__ == "__main__":
    main()

"""The chart of the README and of docs/performance.md: random minimal puzzles solved per second, beside other solvers.

    python docs/make_speed.py

Draws the records of ``make bench`` (benches/records/solve.json) and of benches/pure_python.py, in light and in dark
colors, to docs/pictures. Needs matplotlib.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, NamedTuple

import matplotlib as mpl
import matplotlib.pyplot as plt

RECORDS = Path(__file__).parent.parent / "benches/records"
FOLDER = Path(__file__).parent / "pictures"
#: The set of puzzles, and the question.
SET = "minimal", "solve"
#: The names of the crates, and what each solver is written in.
CRATES = {"sudoku": "sudoku (Rust)", "msolve": "msolve (Rust)", "rustoku-lib": "rustoku (Rust)"}
#: The color of text, of bitdoku and of others, by theme.
THEMES = {"light": ("#24292f", "#0b66c3", "#8c959f"), "dark": ("#d8dee4", "#6cb6ff", "#768390")}


class Row(NamedTuple):
    """A solver and its puzzles per second with one thread."""

    label: str
    speed: float


def rows() -> list[Row]:
    """The rows of the chart: bitdoku with its fastest kernels, three crates, and the fastest solver in Python alone."""
    solve, python = (json.loads((RECORDS / f"{name}.json").read_text("utf-8")) for name in ("solve", "pure_python"))
    result: dict[str, Any] = next(row for row in solve["results"] if (row["set"], row["question"]) == SET)
    speeds = {row["contestant"]: row["puzzles_per_second"] for row in result["contestants"]}
    pure = max(python["results"], key=lambda row: row["puzzles_per_second"])
    return [
        Row("bitdoku", speeds[f"bitdoku {solve['backends'][-1]} batch"]),
        *(Row(label, speeds[name]) for name, label in CRATES.items()),
        Row(f"{pure['contestant']} (Python)", pure["puzzles_per_second"]),
    ]


def three_digits(number: float) -> str:
    """The number with three significant digits: ``7,100,000``, ``162``."""
    return f"{float(f'{number:.3g}'):,.0f}"


def draw(theme: str, path: Path) -> None:
    """The chart in one theme."""
    text, ours, others = THEMES[theme]
    mpl.rcParams.update(
        {
            "svg.fonttype": "none",
            "svg.hashsalt": "bitdoku",
            "font.size": 11,
            "font.family": "sans-serif",
            "text.color": text,
        }
    )
    found = rows()
    most = found[0].speed
    figure, axes = plt.subplots(figsize=(8.4, 2.7), layout="constrained")
    for i, row in enumerate(found):
        # A bar of less than a pixel is drawn as a line.
        axes.barh(i, max(row.speed, most / 600), 0.62, color=others if i else ours)
        weight = "normal" if i else "bold"
        axes.text(row.speed + most / 90, i, three_digits(row.speed), va="center", weight=weight)
    axes.set_xlim(0, most * 1.17)
    axes.set_xticks(range(0, int(most), 1_000_000), [f"{m} M" if m else "0" for m in range(int(most // 1e6) + 1)])
    axes.set_yticks(range(len(found)), [row.label for row in found])
    axes.get_yticklabels()[0].set_weight("bold")
    axes.invert_yaxis()
    axes.spines[["top", "right", "left"]].set_visible(False)
    axes.spines["bottom"].set_color(text)
    axes.tick_params(colors=text)
    axes.tick_params(axis="y", length=0)
    axes.set_xlabel("puzzles per second, one thread", color=text)
    figure.savefig(path, metadata={"Date": None}, transparent=True)
    plt.close(figure)


def main(folder: Path = FOLDER) -> None:
    """Draw both."""
    for theme in THEMES:
        draw(theme, folder / f"speed-{theme}.svg")


if __name__ == "__main__":
    main()

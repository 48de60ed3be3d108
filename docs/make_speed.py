"""The chart of the README and of docs/performance.md: the speed beside other solvers.

    python docs/make_speed.py

Draws the record of ``make bench`` (benches/records/solve.json), in light and in dark colours, to docs/pictures. Needs
matplotlib.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any, NamedTuple

import matplotlib as mpl
import matplotlib.pyplot as plt

ROOT = Path(__file__).parent.parent
RECORD = ROOT / "benches/records/solve.json"
FOLDER = Path(__file__).parent / "pictures"

sys.path.insert(0, str(ROOT / "benches"))
from table import per_second, place  # noqa: E402 - found by the line above

#: What the sets hold, for readers who do not know their names.
SETS = {
    "kaggle": "easy (Kaggle)",
    "newspaper": "newspapers",
    "minimal": "random minimal",
    "17clue": "17 clues",
    "top1465": "hard (top1465)",
    "hardest_1905": "hardest_1905",
    "hardest_1106": "hardest_1106",
    "multiple": "several solutions",
    "multiple_16clue": "several, 16 clues",
    "none": "no solution",
    "none_hard": "no solution, hard",
}
#: Text, ours, peers, by theme.
THEMES = {
    "light": ("#24292f", "#0b66c3", ("#9a6b00", "#b9935a", "#d9c6a5")),
    "dark": ("#d8dee4", "#6cb6ff", ("#d9a441", "#a67f3d", "#77613c")),
}


class Row(NamedTuple):
    """One set and question."""

    label: str
    #: Puzzles per second with the fastest kernels, and the ratio to the fastest peer.
    ours: float
    ratio: float
    peers: dict[str, float]


def rows(record: dict[str, Any]) -> list[Row]:
    """The rows of the chart, easy sets first."""
    name = f"bitdoku {record['backends'][-1]} batch"
    both = {of["set"] for of in record["results"] if of["question"] == "verdict"}
    out = []
    for result in sorted(record["results"], key=place):
        found = {row["contestant"]: row for row in result["contestants"]}
        label = SETS.get(result["set"], result["set"])
        if result["set"] in both:
            label += ": smallest" if result["question"] == "solve" else ": verdict"
        peers = {peer: found[peer]["puzzles_per_second"] for peer in record["versions"]["peers"] if peer in found}
        ours = found[name]
        out.append(Row(label, ours["puzzles_per_second"], ours["to_fastest_registry"]["ratio"], peers))
    return out


def draw(record: dict[str, Any], theme: str, path: Path) -> None:
    """The chart in one theme."""
    text, blue, others = THEMES[theme]
    mpl.rcParams.update(
        {
            "svg.fonttype": "none",
            "svg.hashsalt": "bitdoku",
            "font.size": 10,
            "font.family": "sans-serif",
            "text.color": text,
        }
    )
    sets = rows(record)
    peers = list(record["versions"]["peers"])
    figure, axes = plt.subplots(figsize=(8.4, 0.62 * len(sets) + 1.1), layout="constrained")
    height = 0.8 / (len(peers) + 1)
    for i, row in enumerate(sets):
        axes.barh(i, row.ours, height, color=blue)
        label = f"{per_second(row.ours)} ({row.ratio:.1f} ×)"
        axes.text(row.ours * 1.1, i, label, va="center", fontsize=9, weight="bold")
        for k, name in enumerate(peers, 1):
            if name in row.peers:
                axes.barh(i + k * height, row.peers[name], height, color=others[k - 1])
    axes.set_xscale("log")
    axes.set_xlim(100, 4e8)
    axes.set_xticks([10**k for k in range(2, 9)], ["100", "1 k", "10 k", "100 k", "1 M", "10 M", "100 M"])
    axes.set_yticks([i + 1.5 * height for i in range(len(sets))], [row.label for row in sets])
    axes.margins(y=0.015)
    axes.invert_yaxis()
    axes.spines[["top", "right", "left"]].set_visible(False)
    axes.spines["bottom"].set_color(text)
    axes.tick_params(colors=text, which="both")
    axes.tick_params(axis="y", length=0)
    axes.set_xlabel("puzzles per second, one thread (in brackets: times the fastest peer)", color=text)
    handles = [mpl.patches.Patch(color=blue, label=f"bitdoku {record['versions']['bitdoku']}")]
    handles += [
        mpl.patches.Patch(color=colour, label=f"{name} {record['versions']['peers'][name]}")
        for name, colour in zip(peers, others, strict=False)
    ]
    axes.legend(handles=handles, frameon=False, loc="upper center", bbox_to_anchor=(0.4, 1.05), ncols=len(handles))
    figure.savefig(path, metadata={"Date": None}, transparent=True)
    plt.close(figure)


def main(folder: Path = FOLDER) -> None:
    """Draw both."""
    record = json.loads(RECORD.read_text(encoding="utf-8"))
    for theme in THEMES:
        draw(record, theme, folder / f"speed-{theme}.svg")


if __name__ == "__main__":
    main()

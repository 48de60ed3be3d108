"""The tables of docs/performance.md and docs/speed-test.md, from the records of ``make bench``.

python benches/table.py            print them
python benches/table.py --write    write them to both pages, between the markers
"""

from __future__ import annotations

import argparse
import json
import re
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
RECORDS = ROOT / "benches/records"
BEGIN, END = "<!-- benchmark: begin -->", "<!-- benchmark: end -->"
#: Easy to hard; other sets follow in the order of the record.
ORDER = (
    "kaggle",
    "newspaper",
    "minimal",
    "17clue",
    "top1465",
    "hardest_1905",
    "hardest_1106",
    "multiple",
    "multiple_16clue",
    "none",
)


def per_second(value: float) -> str:
    """Three digits: ``2.65 M``."""
    for unit, name in ((1e6, " M"), (1e3, " k")):
        if value >= unit:
            return f"{value / unit:.3g}{name}"
    return f"{value:.3g}"


def table(head: list[str], rows: list[list[str]]) -> str:
    """A Markdown table, numbers to the right."""
    lines = [head, ["---", *["---:"] * (len(head) - 1)], *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def place(result: dict[str, Any]) -> int:
    """The position of a set in the table."""
    return ORDER.index(result["set"]) if result["set"] in ORDER else len(ORDER)


def solving(record: dict[str, Any]) -> str:
    """Puzzles per second of every backend and peer."""
    backends = record["backends"][::-1]
    peers = list(record["versions"]["peers"])
    # One call a puzzle only for the fastest backend and for scalar; the record has the others.
    columns = [
        (backend, mode)
        for backend in backends
        for mode in ("batch", "single")
        if (backend != "scalar" if mode == "batch" else backend in (backends[0], "scalar"))
    ]
    head = ["set", *(f"{backend}, {mode}" for backend, mode in columns), *peers]
    rows = []
    for result in sorted(record["results"], key=place):
        if result["question"] != "solve" or any(
            other["set"] == result["set"] and other["question"] == "verdict" for other in record["results"]
        ):
            label = f"{result['set']} ({result['question']})"
        else:
            label = result["set"]
        by_name = {row["contestant"]: row for row in result["contestants"]}
        cells = []
        for backend, mode in columns:
            row = by_name.get(f"bitdoku {backend} {mode}")
            if row is None:
                cells.append("")
                continue
            ratio = row.get("to_fastest_registry", {}).get("ratio")
            cells.append(per_second(row["puzzles_per_second"]) + (f" ({ratio:.1f} ×)" if ratio else ""))
        cells += [per_second(by_name[peer]["puzzles_per_second"]) if peer in by_name else "" for peer in peers]
        rows.append([label, *cells])
    machine, versions = record["machine"], record["versions"]
    peers_text = ", ".join(f"{name} {version}" for name, version in versions["peers"].items())
    return (
        f"Puzzles solved per second with one thread, including the check that the solution is unique. *batch* passes\n"
        f"many puzzles in a call, *single* one. Brackets contain the ratio to the fastest other solver of the row.\n"
        f"bitdoku {versions['bitdoku']} on {machine['cpu']}, {record['date'][:10]}, beside {peers_text}.\n\n"
        + table(head, rows)
    )


def beside_browser(record: dict[str, Any]) -> str:
    """Puzzles per second of each solver on the sets with which a browser is compared."""
    sets = ("kaggle", "minimal")
    speeds = {
        result["set"]: {row["contestant"]: row["puzzles_per_second"] for row in result["contestants"]}
        for result in record["results"]
        if result["question"] == "solve" and result["set"] in sets
    }
    names = [(f"bitdoku, {backend}", f"bitdoku {backend} batch") for backend in record["backends"][::-1]]
    names += [(f"{peer} {version}", peer) for peer, version in record["versions"]["peers"].items()]
    rows = [[label, *(f"{speeds[each][name]:,.0f}" for each in sets)] for label, name in names]
    return table(["puzzles per second, one thread", *sets], rows)


def counting(record: dict[str, Any]) -> str:
    """Solutions per second."""
    names = list(dict.fromkeys(row["contestant"] for result in record["results"] for row in result["contestants"]))
    rows = []
    for result in record["results"]:
        by_name = {row["contestant"]: per_second(row["solutions_per_second"]) for row in result["contestants"]}
        rows.append([f"{result['solutions']:,}", *(by_name.get(name, "–") for name in names)])
    return "Solutions counted per second with one thread.\n\n" + table(["solutions", *names], rows)


def making(record: dict[str, Any], forms: dict[str, Any]) -> str:
    """Grids, puzzles, equivalents and canonical forms per second, compared with the crate sudoku."""
    rows = []
    for result in record["results"]:
        *ours, peer = result["contestants"]
        for row in ours:
            kernels = row["contestant"].removeprefix("bitdoku").strip()
            label = f"{result['what']}, {kernels}" if kernels else result["what"]
            ratio = (
                f"{row['ratio_to_sudoku']:.0f} ×" if row["ratio_to_sudoku"] > 10 else f"{row['ratio_to_sudoku']:.1f} ×"
            )
            rows.append([label, per_second(row["per_second"]), per_second(peer["per_second"]), ratio])
    for result in forms["results"]:
        if result["set"] in ("17clue", "17clue solved"):
            what = "complete grids" if result["set"].endswith("solved") else "17-clue puzzles"
            for row in result["results"]:
                rate, ratio = row["boards_per_second"], row["to_sudoku"]
                label = f"canonical forms of {what}, {row['kernels'].lower()}"
                rows.append([label, per_second(rate), per_second(rate / ratio), f"{ratio:.0f} ×"])
    head = ["per second, one thread", "bitdoku", "crate sudoku", "ratio"]
    return "Boards generated and canonical forms computed per second.\n\n" + table(head, rows)


def from_python(record: dict[str, Any]) -> str:
    """The speed from Python relative to the core."""
    rows = []
    for result in sorted(record["batches"], key=place):
        shares = [f"{result[form]['share_of_core']:.0%}" for form in ("uint8", "str", "arrow")]
        rate, ratio = result["uint8"]["puzzles_per_second"], result["uint8"]["to_rustoku"]
        rows.append([result["set"], result["question"], per_second(rate), *shares, f"{ratio:,.0f} ×"])
    overhead = record["single_call"]["overhead_ns"]
    threads = ", ".join(f"{gain['gain']:.2f} on {gain['set']}" for gain in record["two_threads"])
    head = ["set", "call", "per second, uint8 (N, 81)", "uint8", "list of str", "Arrow column", "ratio to rustoku"]
    return (
        "Puzzles solved per second from Python with one thread, and the speed for three forms of input relative to\n"
        "the Rust core; rustoku is the package on PyPI. A call with one puzzle adds "
        f"{overhead['str'] / 1000:.1f} µs (str) or {overhead['array'] / 1000:.1f} µs ((9, 9) array) "
        "to the time of the kernel.\n"
        f"Speed of two threads relative to one: {threads}.\n\n" + table(head, rows)
    )


def rating(record: dict[str, Any]) -> str:
    """Puzzles rated per second, compared with other programs that rate like Sudoku Explainer."""
    peers = list(record["versions"]["peers"])
    rows = []
    for result in sorted(record["results"], key=place):
        cells = [f"{result['er']['median']:.1f}", per_second(result["bitdoku"]["puzzles_per_second"])]
        for peer in peers:
            of = result[peer]
            equal = of["equal"]["all"] / result["puzzles"]
            text = "all" if equal == 1 else f"{equal:.1%}"
            cells += [f"{per_second(of['puzzles_per_second'])} ({of['ratio']:.1f} ×)", text]
        cells += [per_second(result["columns"][column]["puzzles_per_second"]) for column in ("singles", "guesses")]
        rows.append([result["set"], *cells])
    machine, versions = record["machine"], record["versions"]
    head = ["set", "median ER", "ER, EP, ED"]
    for peer in peers:
        head += [peer, "equal"]
    about = ", ".join(f"{name} {of['revision'] or of['sha256'][:12]}" for name, of in versions["peers"].items())
    return (
        "Puzzles rated per second with one thread. Brackets contain bitdoku's speed relative to the other program;\n"
        "*equal* is the share of puzzles to which both give the same ER, EP and ED.\n"
        f"bitdoku {versions['bitdoku']} on {machine['cpu']}, {record['date'][:10]}, beside {about or 'no other'}.\n\n"
        + table([*head, "singles", "guesses"], rows)
    )


def main() -> None:
    """Print or write the tables."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--write", action="store_true", help="write the tables to the pages")
    parser.add_argument("--records", type=Path, default=RECORDS)
    options = parser.parse_args()
    parts = []
    for name, render in (("solve", solving), ("count", counting), ("python", from_python)):
        path = options.records / f"{name}.json"
        if path.exists():
            parts.append(render(json.loads(path.read_text())))
    made, named = (options.records / f"{name}.json" for name in ("make", "canonical"))
    if made.exists() and named.exists():
        parts.append(making(json.loads(made.read_text()), json.loads(named.read_text())))
    if (rated := options.records / "rate.json").exists():
        parts.append(rating(json.loads(rated.read_text())))
    text = "\n\n".join(parts)
    if not options.write:
        print(text)
        return
    pattern = re.compile(f"{BEGIN}.*?{END}", re.DOTALL)
    small = beside_browser(json.loads((options.records / "solve.json").read_text()))
    for name, part in (("performance", text), ("speed-test", small)):
        page = ROOT / f"docs/{name}.md"
        before, after = pattern.split(page.read_text())
        page.write_text(f"{before}{BEGIN}\n{part}\n{END}{after}")


if __name__ == "__main__":
    main()

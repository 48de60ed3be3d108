"""Lines of Rust that the tests run, by file: ``llvm-cov export --format lcov … | python scripts/rust_coverage.py src``.

Several binaries hold the same lines; one that any of them runs is counted as run. Code of tests is not counted: files
of tests, and the tests at the end of other files.
"""

from __future__ import annotations

import re
import sys
from collections import defaultdict
from pathlib import Path

#: Percent below which a file is listed with its lines.
BAR = 95
#: Begins a module of tests; attributes may follow it.
TESTS = re.compile(r"^#\[cfg\((all\()?test\b.*\n(#\[.*\n)*(pub(\(.*\))? )?mod \w+ \{", re.MULTILINE)


def ranges(lines: list[int]) -> str:
    """``3-5, 9`` for 3, 4, 5, 9."""
    runs: list[list[int]] = []
    for line in lines:
        if runs and runs[-1][-1] == line - 1:
            runs[-1][-1:] = [line]
        else:
            runs.append([line, line])
    return ", ".join(f"{first}-{last}" if last > first else f"{first}" for first, last in runs)


def main() -> None:
    """Print the files below the bar, and the total."""
    root = Path(sys.argv[1]).resolve()
    hits: dict[Path, dict[int, int]] = defaultdict(dict)
    for record in sys.stdin:
        kind, _, value = record.rstrip().partition(":")
        if kind == "SF":
            file = Path(value)
        elif kind == "DA":
            line, count = map(int, value.split(",")[:2])
            hits[file][line] = max(count, hits[file].get(line, 0))
    run = every = 0
    for file, lines in sorted(hits.items()):
        if not file.is_relative_to(root) or {"tests", "testing.rs", "reference.rs"} & {*file.parts}:
            continue
        text = file.read_text(encoding="utf-8")
        tests = TESTS.search(text)
        if tests is None and "#[test]" in text:
            continue
        end = text.count("\n", 0, tests.start()) if tests else sys.maxsize
        own = {line: count for line, count in lines.items() if line <= end}
        missed = sorted(line for line, count in own.items() if not count)
        run, every = run + len(own) - len(missed), every + len(own)
        if 100 * len(missed) > (100 - BAR) * len(own):
            share = 100 - 100 * len(missed) / len(own)
            print(f"{file.relative_to(root)}  {len(own)} lines, {len(missed)} missed, {share:.1f} %: {ranges(missed)}")
    print(f"all: {every} lines, {every - run} missed, {100 * run / max(every, 1):.2f} %")


if __name__ == "__main__":
    main()

"""The report of an audit: as text, HTML and JSON."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from html import escape
from itertools import pairwise
from typing import Any

from bitdoku.logic._minutes import MINUTE_BANDS
from bitdoku.logic._rate import ORDER_DEPENDENT, RATINGS

#: Kinds of faults, in the order of the report.
MEANING = {
    "malformed": "unreadable rows",
    "clash": "puzzles with clashing givens",
    "no solution": "other puzzles without a solution",
    "several solutions": "puzzles with several solutions",
    "wrong solution": "stored solutions that are wrong",
    "solution not the only one": "stored solutions that are not unique",
    "duplicate": "rows equal to an earlier row",
    "repeated class": "rows equal or equivalent to an earlier row",
    "leak": "rows equivalent to a row of the other set",
    "unreadable other": "unreadable rows of the other set, which were not compared",
}
#: Columns of data sets that can differ between equivalent puzzles: `guesses` counts the search of a puzzle as it is
#: written, and a band can be a range of any rating.
CAN_DIFFER = ("guesses", *ORDER_DEPENDENT, "band")
#: Maximum number of bars of a histogram, and of gaps between them.
BARS, GAPS = 40, 6


@dataclass(frozen=True)
class Finding:
    """One faulty row.

    Attributes
    ----------
    row : int
        The number of the row, from 0, in reading order.
    place : str
        File and line, or file and number.
    text : str
        Details, or "" if the kind of fault is enough.
    puzzle : str
        The puzzle, or "".
    """

    row: int
    place: str
    text: str
    puzzle: str

    def __str__(self) -> str:
        about = ": ".join(part for part in (self.text, self.puzzle) if part)
        return f"{self.place}: {about}" if about else self.place


@dataclass(frozen=True, repr=False)
class Audit:
    """The report of an audit.

    Attributes
    ----------
    name, format : str
        The file and its format; ``""`` and ``"memory"`` for puzzles in memory.
    dtype : str
        How a cell of a puzzle is stored: ``"text"``, or the dtype of an array.
    solution_dtype : str or None
        The same for stored solutions.
    waste : int
        Bytes for a cell in the wider of the two arrays. More than 1 is a note, not a fault.
    rules : str
        The rules, such as ``"9x9"``.
    rows : int
        The number of rows, including unreadable ones.
    verdicts : dict of str to int
        Rows by verdict: ``unique``, ``multiple``, ``no_solution``, ``malformed``.
    stored : dict of str to int
        Rows with a stored solution (``present``), with a correct and unique one (``right``), and without one
        (``missing``); empty if the set has no solutions.
    distinct, classes : int
        The number of different puzzles and of different classes among the readable rows. ``classes`` is None for rules
        without canonical forms; leaks are then equal puzzles.
    class_sizes : dict of int to int
        The number of classes by number of rows.
    order_dependent : tuple of str
        If the set has different rows that are equivalent: the ratings, stored or from ``ratings=``, that can differ
        between them.
    clues : dict of int to int
        Rows by number of clues.
    sampled : int
        Size of the sample for ``guesses``, ``singles`` and ``ratings``: of the puzzles with one solution, all or, in a
        large set, a random choice.
    guesses : dict of int to int
        Puzzles of the sample by guesses, as in :class:`bitdoku.Difficulty`; empty for other rules.
    ratings : dict of str to dict
        Puzzles of the sample by value, for each requested column of :func:`bitdoku.rate`.
    singles : float or None
        The fraction of the sample that naked and hidden singles solve.
    against : str or None
        The other set.
    against_rows : int or None
        The number of its rows.
    faults : dict of str to int
        The number of faulty rows of each kind that occurs. A row may count for several kinds.
    findings : dict of str to tuple of Finding
        The first faulty rows of each kind.
    version : str
        The version of bitdoku.
    """

    name: str
    format: str
    dtype: str
    solution_dtype: str | None
    waste: int
    rules: str
    rows: int
    verdicts: Mapping[str, int]
    stored: Mapping[str, int]
    distinct: int
    classes: int | None
    class_sizes: Mapping[int, int]
    order_dependent: tuple[str, ...]
    clues: Mapping[int, int]
    sampled: int
    guesses: Mapping[int, int]
    ratings: Mapping[str, Mapping[float, int]]
    singles: float | None
    against: str | None
    against_rows: int | None
    faults: Mapping[str, int]
    findings: Mapping[str, tuple[Finding, ...]]
    version: str

    @property
    def clean(self) -> bool:
        """Whether there are no faults. Wasteful storage is not a fault."""
        return not self.faults

    def __bool__(self) -> bool:
        raise TypeError("the truth value of an audit is ambiguous; use audit.clean")

    def __repr__(self) -> str:
        faults = ", ".join(f"{kind} {count:,}" for kind, count in self.faults.items())
        return f"<audit of {self.rows:,} rows: {faults or 'no faults'}>"

    def to_dict(self) -> dict[str, Any]:
        """The report in plain types; keys of histograms are strings, as JSON requires."""

        def texts(histogram: Mapping[Any, int]) -> dict[str, int]:
            return {str(number): count for number, count in histogram.items()}

        plain = asdict(self)
        plain |= {key: texts(plain[key]) for key in ("class_sizes", "clues", "guesses")}
        plain["ratings"] = {column: texts(histogram) for column, histogram in self.ratings.items()}
        plain["order_dependent"] = list(self.order_dependent)
        plain["findings"] = {kind: list(findings) for kind, findings in plain["findings"].items()}
        return plain

    def to_json(self, *, indent: int | None = 2) -> str:
        """The report as JSON."""
        return json.dumps(self.to_dict(), indent=indent, ensure_ascii=False)

    def _facts(self) -> list[tuple[str, str]]:
        stored = self.dtype
        if self.solution_dtype not in (None, self.dtype):
            stored += f", of solutions as {self.solution_dtype}"
        if self.waste != 1:
            stored += f", {self.waste} times the bytes of uint8"
        facts = [("rows", f"{self.rows:,}"), ("rules", self.rules), ("format", f"{self.format}, cells as {stored}")]
        facts += [
            (verdict.replace("_", " "), _percentage(count, self.rows)) for verdict, count in self.verdicts.items()
        ]
        if self.stored:
            names = {"present": "stored solutions", "right": "correct and unique", "missing": "none stored"}
            facts += [(names[key], _percentage(count, self.rows)) for key, count in self.stored.items()]
        facts.append(("different puzzles", f"{self.distinct:,}"))
        if self.classes is not None:
            facts.append(("classes", f"{self.classes:,}"))
        if self.class_sizes:
            size = max(self.class_sizes)
            facts.append(("largest class", f"{size:,} row{'s' * (size != 1)}"))
        if self.order_dependent:
            equal = ", ".join(name for name in RATINGS if name not in ORDER_DEPENDENT)
            but = f", but not in {equal}" if self.rules == "9x9" else ""
            facts.append(("equivalent rows", f"can differ in {', '.join(self.order_dependent)}{but}"))
        if self.singles is not None:
            whole = self.sampled == self.verdicts.get("unique")
            of = "" if whole else f" of a random sample of {self.sampled:,}"
            facts.append(("solved by singles", f"{100 * self.singles:.1f} %{of}"))
        if minutes := self.ratings.get("minutes"):
            bands = {
                name: sum(count for minute, count in minutes.items() if low <= minute < high)
                for name, (low, high) in MINUTE_BANDS.items()
            }
            shares = (f"{name} {100 * count / self.sampled:.1f} %" for name, count in bands.items() if count)
            facts.append(("minutes", ", ".join(shares)))
        if self.against is not None:
            facts.append(("compared with", f"{self.against or 'puzzles in memory'}, {self.against_rows:,} rows"))
        return facts

    def _histograms(self) -> list[tuple[str, list[tuple[str, int]]]]:
        of = "" if self.sampled == self.verdicts.get("unique") else f", of {self.sampled:,} rows"
        named: list[tuple[str, Mapping[Any, int]]] = [("clues", self.clues), (f"guesses{of}", self.guesses)]
        named += [(f"{name}{of}", histogram) for name, histogram in self.ratings.items()]
        named.append(("rows of a class", self.class_sizes))
        return [(name, _bars(histogram)) for name, histogram in named if histogram]

    def __str__(self) -> str:
        lines = [f"Audit of {self.name or 'puzzles in memory'}", ""]
        facts = self._facts()
        width = max(len(name) for name, _ in facts)
        lines += [f"  {name:<{width}}  {value}" for name, value in facts]
        lines += ["", "Faults" if self.faults else "No faults"]
        for kind, count in self.faults.items():
            lines.append(f"  {MEANING[kind]}: {count:,}")
            lines += [f"      {finding}" for finding in self.findings.get(kind, ())]
        for name, bars in self._histograms():
            most = max(count for _, count in bars)
            width = max(len(label) for label, _ in bars)
            digits = len(f"{most:,}")
            lines += ["", name.capitalize()]
            for label, n in bars:
                shown = "" if label == "⋮" else f"{n:,}"
                lines.append(f"  {label:>{width}}  {shown:>{digits}}  {'█' * round(40 * n / most)}".rstrip())
        return "\n".join(lines)

    def html(self) -> str:
        """The report as a self-contained HTML page without scripts."""
        title = f"Audit of {escape(self.name or 'puzzles in memory')}"
        return (
            f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{title}</title>'
            '<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">'
            f'</head><body style="margin:2rem auto;max-width:62rem;padding:0 1rem">{self._repr_html_()}</body></html>\n'
        )

    def _repr_html_(self) -> str:
        facts = "".join(f"<tr><th>{escape(name)}</th><td>{escape(value)}</td></tr>" for name, value in self._facts())
        faults = "".join(self._fault_html(kind, count) for kind, count in self.faults.items())
        charts = "".join(_chart(name, bars) for name, bars in self._histograms())
        return (
            f"<style>{_STYLE}</style>"
            f'<div class="bitdoku-audit"><h2>Audit of {escape(self.name or "puzzles in memory")}</h2>'
            f"<table>{facts}</table>"
            f"<h3>{'Faults' if self.faults else 'No faults'}</h3>{faults}"
            f'<div class="charts">{charts}</div>'
            f"<p>bitdoku {escape(self.version)}</p></div>"
        )

    def _fault_html(self, kind: str, count: int) -> str:
        findings = self.findings.get(kind, ())
        rows = "".join(
            f"<tr><td>{escape(finding.place)}</td><td>{escape(finding.text)}"
            f"{': ' * bool(finding.text and finding.puzzle)}<code>{escape(finding.puzzle)}</code></td></tr>"
            for finding in findings
        )
        first = f" – the first {len(findings):,}" if len(findings) < count else ""
        head = f"<summary>{escape(MEANING[kind])}: <b>{count:,}</b>{first}</summary>"
        return f"<details open>{head}<table>{rows}</table></details>"


def _percentage(count: int, rows: int) -> str:
    share = 100 * count / rows if rows else 0
    shown = f"{share:.1f}" if 0.05 <= share <= 99.95 or share in (0, 100) else "< 0.1" if share < 50 else "> 99.9"
    return f"{count:,} ({shown.removesuffix('.0')} %)"


def _bars(histogram: Mapping[Any, int]) -> list[tuple[str, int]]:
    """Bars for single numbers, with long gaps shortened, or for ranges between powers of two if there are too many.

    Fractions have a bar each, or share the bar of their whole part if there are too many.
    """
    if any(isinstance(number, float) for number in histogram):
        if len(histogram) < BARS:
            return [(str(number), histogram[number]) for number in sorted(histogram)]
        wholes: Counter[int] = Counter()
        for number, count in histogram.items():
            wholes[int(number)] += count
        histogram = wholes
    numbers = sorted(histogram)
    gaps = sum(after - before >= 4 for before, after in pairwise(numbers))
    if len(histogram) < BARS and gaps <= GAPS:
        bars: list[tuple[str, int]] = []
        last = numbers[0]
        for number in numbers:
            bars += [(str(i), 0) for i in range(last + 1, number)] if number - last < 4 else [("⋮", 0)]
            bars.append((str(number), histogram[number]))
            last = number
        return bars
    ranges: Counter[int] = Counter()
    for number, count in histogram.items():
        ranges[number.bit_length()] += count
    bounds = [(bits, 1 << bits >> 1, (1 << bits) - 1) for bits in range(min(ranges), max(ranges) + 1)]
    return [(f"{low:,}" if low >= high else f"{low:,}–{high:,}", ranges[bits]) for bits, low, high in bounds]


def _chart(name: str, bars: list[tuple[str, int]]) -> str:
    """A histogram as horizontal bars in SVG."""
    most = max(count for _, count in bars)
    gutter = 12 + 7 * max(len(label) for label, _ in bars)
    tail = 16 + 7 * len(f"{most:,}")
    rows = "".join(
        f'<text x="{gutter - 8}" y="{18 * i + 13}" text-anchor="end">{escape(label)}</text>'
        f'<rect x="{gutter}" y="{18 * i + 3}" width="{max(1 if n else 0, 260 * n / most):.1f}" height="13" rx="2"/>'
        f'<text x="{gutter + 260 * n / most + 6:.1f}" y="{18 * i + 13}">{"" if label == "⋮" else f"{n:,}"}</text>'
        for i, (label, n) in enumerate(bars)
    )
    wide, high = gutter + 260 + tail, 18 * len(bars)
    size = f'width="{wide}" height="{high}" viewBox="0 0 {wide} {high}"'
    picture = f'<svg {size} role="img" aria-label="{escape(name)}">{rows}</svg>'
    return f"<figure><figcaption>{escape(name)}</figcaption>{picture}</figure>"


_STYLE = """
.bitdoku-audit{font:14px/1.45 system-ui,sans-serif;color:inherit;overflow-wrap:anywhere}
.bitdoku-audit h2{font-size:20px;margin:0 0 12px}
.bitdoku-audit h3{font-size:16px;margin:20px 0 8px}
.bitdoku-audit table{border-collapse:collapse;font-size:13px}
.bitdoku-audit :is(th,td){text-align:left;vertical-align:top;padding:2px 16px 2px 0;background:none;border:0}
.bitdoku-audit th{font-weight:400;opacity:.7;white-space:nowrap}
.bitdoku-audit details tbody{display:grid;grid-template-columns:fit-content(50%) 1fr}
.bitdoku-audit details tr{display:contents}
.bitdoku-audit details{margin:0 0 10px;padding:6px 12px;border-left:3px solid #d1242f;background:#8881}
.bitdoku-audit summary{cursor:pointer}
.bitdoku-audit code{font-size:12px}
.bitdoku-audit .charts{display:flex;flex-wrap:wrap;gap:8px 32px}
.bitdoku-audit figure{margin:12px 0 0}
.bitdoku-audit figcaption{font-weight:600;margin-bottom:4px}
.bitdoku-audit svg{font:12px system-ui,sans-serif;fill:currentColor;max-width:100%;height:auto}
.bitdoku-audit rect{fill:#4a8fe7}
.bitdoku-audit p{opacity:.6;font-size:12px}
""".replace("\n", "")

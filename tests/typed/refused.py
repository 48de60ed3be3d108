"""What type checkers refuse; an ignored line that is no error is one, in mypy and pyright alike. Never run."""

from __future__ import annotations

from typing import TYPE_CHECKING

import bitdoku as bd

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


def objects(bools: NDArray[np.bool_], numbers: NDArray[np.complex128], dates: NDArray[np.datetime64]) -> None:
    bd.solve(bools)  # type: ignore[type-var] # pyright: ignore[reportCallIssue, reportArgumentType]
    bd.solve(numbers)  # type: ignore[type-var] # pyright: ignore[reportCallIssue, reportArgumentType]
    bd.verdict(dates)  # type: ignore[arg-type] # pyright: ignore[reportCallIssue, reportArgumentType]
    bd.solve(None)  # type: ignore[call-overload] # pyright: ignore[reportCallIssue, reportArgumentType]
    bd.solve(5)  # type: ignore[call-overload] # pyright: ignore[reportCallIssue, reportArgumentType]
    bd.solve({"puzzle": ""})  # type: ignore[call-overload] # pyright: ignore[reportCallIssue, reportArgumentType]
    bd.solve({""})  # type: ignore[call-overload] # pyright: ignore[reportCallIssue, reportArgumentType]
    bd.count(1j)  # type: ignore[call-overload] # pyright: ignore[reportCallIssue, reportArgumentType]


def options(line: str, digits: NDArray[np.uint8], wide: NDArray[np.int64]) -> None:
    bd.solve(line, "x")  # type: ignore[call-overload] # pyright: ignore[reportCallIssue]
    bd.solve(line, rules=6)  # type: ignore[call-overload] # pyright: ignore[reportCallIssue, reportArgumentType]
    bd.verdict(line, malformed="drop")  # type: ignore[call-overload] # pyright: ignore[reportCallIssue, reportArgumentType]
    bd.solve(line, out=digits)  # type: ignore[arg-type] # pyright: ignore[reportCallIssue, reportArgumentType]
    bd.solve(digits, out=wide)  # type: ignore[arg-type] # pyright: ignore[reportCallIssue, reportArgumentType]
    bd.solve(digits, threads=1.5)  # type: ignore[call-overload] # pyright: ignore[reportCallIssue, reportArgumentType]
    bd.candidates(line, level="all")  # type: ignore[call-overload] # pyright: ignore[reportCallIssue, reportArgumentType]
    bd.rate(line, columns=5)  # type: ignore[call-overload] # pyright: ignore[reportCallIssue, reportArgumentType]
    bd.explain([line, line])  # type: ignore[arg-type] # pyright: ignore[reportArgumentType]
    bd.explain(line, scale="serate")  # type: ignore[arg-type] # pyright: ignore[reportArgumentType]


def solution(line: str) -> int:
    return bd.solve(line).solution  # type: ignore[return-value] # pyright: ignore[reportReturnType]


def verdicts(line: str, lines: list[str]) -> None:
    bd.solve(line).verdict.tolist()  # type: ignore[attr-defined] # pyright: ignore[reportAttributeAccessIssue, reportUnknownMemberType]
    bd.solve(lines).solution.tolist()  # type: ignore[attr-defined] # pyright: ignore[reportAttributeAccessIssue, reportUnknownMemberType]


def three(line: str) -> tuple[str, bd.Verdict, int]:
    return bd.solve(line)  # type: ignore[return-value] # pyright: ignore[reportReturnType]

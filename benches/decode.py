"""Decoding of a simulated reader's scores: right cells, right puzzles, time.

    BITDOKU_PUZZLES=… python benches/decode.py [-n 1000] [--sets 17clue minimal]

*The reader.* Each cell is either sure or doubtful between its value and one other. A digit is doubtful with another
digit in proportion to the errors of a published confusion matrix (handwritten digits of MNIST, a linear classifier, in
A. Géron, Hands-On Machine Learning with Scikit-Learn, Keras, and TensorFlow, 2nd edition, chapter 3). The errors of
both directions are added, and scaled so that all digits are equally often doubtful. A blank is doubtful with all digits
equally, and a digit with a blank.

*Calibration.* The reader's evidence for a doubtful pair (a, b) is a number u, with the density 2 u f(u) if the value is
a and 2 (1 - u) f(u) if it is b, where f is a symmetric beta density with the parameter ``spread``: 0.3 is sure of most
cells, 5 tosses a coin. The scores are the logarithms of the posterior probabilities by Bayes' rule, so among all cells
with probability p for some value, the share p has that value. Nothing else is known about a cell, so no method can be
right more often than the most likely valid puzzle, unless it knows how the puzzles were made.

*Readers.* The rate of doubt is such that the most likely value is right in 97 % of the cells named.

| reader | doubtful cells |
|---|---|
| digits | digits with digits: 97 % of the digits are right; blanks are sure |
| cells | digits with digits: 97 % of all 81 cells are right; blanks are sure |
| blanks | as many digits with digits as with blank, and as many blanks: 97 % of all 81 cells are right |
| sure | none: all values have the probability 0.999 |

A blank read as the digit of the solution leaves a puzzle with the same solution. This cannot be found out, and is a
ninth of all digits read into blanks.
"""

from __future__ import annotations

import argparse
import lzma
import os
import time
from pathlib import Path

import numpy as np
import numpy.typing as npt

import bitdoku as bd

#: Rows: digits from 1 to 9, columns: the digits read.
CONFUSION = np.array([
    [6410, 35, 26, 4, 44, 4, 8, 198, 13],
    [27, 5232, 100, 74, 27, 68, 37, 354, 11],
    [18, 115, 5254, 2, 209, 26, 38, 373, 73],
    [14, 45, 12, 5219, 11, 33, 26, 299, 172],
    [16, 31, 173, 54, 4484, 76, 14, 482, 65],
    [17, 45, 2, 42, 98, 5556, 3, 123, 1],
    [10, 53, 27, 50, 13, 3, 5696, 173, 220],
    [64, 47, 91, 3, 125, 24, 11, 5421, 48],
    [18, 29, 67, 116, 39, 1, 174, 329, 5152],
])  # fmt: skip

READERS = ("digits", "cells", "blanks", "sure")


def puzzles_of(name: str, n: int) -> npt.NDArray[np.uint8]:
    """The first ``n`` puzzles of a set."""
    with lzma.open(Path(os.environ["BITDOKU_PUZZLES"], f"{name}.txt.xz"), "rt") as file:
        return bd.to_array([line.split()[0] for line, _ in zip(file, range(n), strict=False)])


def doubt_rates(reader: str) -> npt.NDArray[np.float64]:
    """For each value and each other value, how often a cell is doubtful between them, at most 1 for all others."""
    rates = np.zeros((10, 10))
    pairs = (CONFUSION + CONFUSION.T) * (1 - np.eye(9))
    for _ in range(100):  # symmetric, with the same sum in each row
        pairs /= np.sqrt(np.outer(pairs.sum(axis=1), pairs.sum(axis=0)))
    rates[1:, 1:] = pairs
    if reader == "blanks":
        rates[1:] /= 2
        rates[1:, 0] = 1 / 2
        rates[0, 1:] = 1 / 9
    return rates


def read(puzzles: npt.NDArray[np.uint8], reader: str, spread: float, seed: int) -> npt.NDArray[np.float64] | None:
    """The log-probabilities of the values of each cell, of shape (n, 9, 9, 10); None if there is no such reader."""
    if reader == "sure":
        scores = np.full((*puzzles.shape, 10), np.log(0.001 / 9))
        np.put_along_axis(scores, puzzles[..., None], np.log(0.999), axis=-1)
        return scores
    rates, scale, named = doubt_rates(reader), 0.1, puzzles > 0 if reader == "digits" else puzzles >= 0
    for _ in range(12):
        scores = scores_of(puzzles, scale * rates, spread, seed)
        errors = (scores.argmax(axis=-1) != puzzles)[named].mean()
        if abs(errors - 0.03) < 0.0005:
            return scores
        scale = min(1.0, scale * 0.03 / errors)
    return None


def scores_of(
    puzzles: npt.NDArray[np.uint8], rates: npt.NDArray[np.float64], spread: float, seed: int
) -> npt.NDArray[np.float64]:
    """The log-probabilities with these rates of doubt."""
    random = np.random.default_rng(seed)
    values = puzzles.ravel()
    n = np.arange(len(values))
    others = (random.random(len(values))[:, None] > rates.cumsum(axis=1)[values]).sum(axis=1)  # 10: sure
    doubtful = n[others < 10]
    one, other = values[doubtful], others[doubtful]
    evidence = random.beta(spread + 1, spread, len(doubtful))
    prior = np.bincount(values, minlength=10) / len(values)
    scores = np.full((len(values), 10), -np.inf)
    scores[n, values] = 0.0
    with np.errstate(divide="ignore"):
        scores[doubtful, one] = np.log(prior[one] * rates[one, other] * evidence)
        scores[doubtful, other] = np.log(prior[other] * rates[other, one] * (1 - evidence))
    scores = np.maximum(scores, scores.max(axis=1, keepdims=True) + np.log(1e-6))
    scores -= np.log(np.exp(scores).sum(axis=1, keepdims=True))
    return np.asarray(scores.reshape(*puzzles.shape, 10))


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("-n", type=int, default=1000, help="puzzles of each set")
    parser.add_argument("--sets", nargs="+", default=["17clue", "minimal"])
    parser.add_argument("--readers", nargs="+", default=list(READERS))
    parser.add_argument(
        "--spread", nargs="+", type=float, default=[0.3, 1.0, 5.0], help="parameters of the beta density"
    )
    options = parser.parse_args()
    print(
        "| set | reader | spread | right cells | read right | decoded right | undecided | puzzles a second, one core |"
    )
    print("|---" * 8 + "|")
    for name in options.sets:
        puzzles = puzzles_of(name, options.n)
        for reader in options.readers:
            for spread in options.spread[:1] if reader == "sure" else options.spread:
                scores = read(puzzles, reader, spread, seed=1)
                if scores is None:
                    continue
                likely = scores.argmax(axis=-1)
                start = time.process_time()
                found = bd.decode(scores, threads=1)
                seconds = time.process_time() - start
                right = (found.board == puzzles).all(axis=(1, 2))
                print(
                    f"| {name} | {reader} | {spread} | {(likely == puzzles).mean():.2%} "
                    f"| {(likely == puzzles).all(axis=(1, 2)).mean():.1%} | {right.mean():.1%} "
                    f"| {(found.verdict == bd.Verdict.UNDECIDED).mean():.1%} | {len(puzzles) / seconds:,.0f} |",
                    flush=True,
                )


if __name__ == "__main__":
    main()

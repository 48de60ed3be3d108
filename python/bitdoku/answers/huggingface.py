"""Sudoku as a builder of Hugging Face ``datasets``: prompts, puzzles and solutions, generated on any machine.

``pip install bitdoku datasets``. A data set to publish, with files and a card, is made by
:func:`bitdoku.datasets.build`; this builder makes one for training without files to download.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from bitdoku._core import __version__
from bitdoku.answers._tasks import tasks

try:
    import datasets
except ImportError as error:
    raise ImportError("bitdoku.answers.huggingface needs datasets: pip install datasets") from error

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["SudokuBuilder", "SudokuConfig"]


@dataclass
class SudokuConfig(datasets.BuilderConfig):
    """The options of the builder.

    Attributes
    ----------
    train, test
        The numbers of puzzles; the test puzzles have another seed.
    seed
        The seed of the puzzles.
    style, rules, difficulty
        As for :func:`bitdoku.answers.prompt` and :func:`bitdoku.generate`; rules are a name.
    """

    train: int = 1000
    test: int = 100
    seed: int = 0
    style: str = "grid"
    rules: str = "9x9"
    difficulty: str | None = None


class SudokuBuilder(datasets.GeneratorBasedBuilder):
    """Generated puzzles with one solution, in the columns ``prompt``, ``puzzle`` and ``solution``.

    ``SudokuBuilder(train=1000, difficulty="easy").download_and_prepare()``, then ``as_dataset()``.
    """

    VERSION = __version__
    BUILDER_CONFIG_CLASS = SudokuConfig

    def _info(self) -> Any:
        columns = {name: datasets.Value("string") for name in ("prompt", "puzzle", "solution")}
        return datasets.DatasetInfo(
            description=f"Generated Sudoku puzzles ({self.config.rules}), each with one solution.",
            features=datasets.Features(columns),
        )

    def _split_generators(self, _: Any) -> list[Any]:
        sizes = {"train": self.config.train, "test": self.config.test}
        return [
            datasets.SplitGenerator(name=name, gen_kwargs={"n": n, "seed": 2 * self.config.seed + k})
            for k, (name, n) in enumerate(sizes.items())
            if n
        ]

    def _generate_examples(self, n: int, seed: int) -> Iterator[tuple[int, dict[str, str]]]:
        options = self.config
        made = tasks(n, seed=seed, style=options.style, rules=options.rules, difficulty=options.difficulty)
        yield from enumerate(made)

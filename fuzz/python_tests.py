"""Runs one of the properties of tests/test_fuzz.py with atheris: ``python fuzz/python_tests.py links [options]``."""

import sys
from pathlib import Path

import atheris

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))
with atheris.instrument_imports(include=["bitdoku"]):
    import test_fuzz

test = getattr(test_fuzz, f"test_{sys.argv.pop(1)}")
atheris.Setup(sys.argv, test.hypothesis.fuzz_one_input)
atheris.Fuzz()

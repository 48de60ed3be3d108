"""``python -m bitdoku``."""

import sys

from bitdoku.cli import main

if __name__ == "__main__":
    sys.exit(main())

"""``sheet`` and ``book``: pages of puzzles to print."""

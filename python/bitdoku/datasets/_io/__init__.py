"""Files of puzzles: reading, writing, conversion. :mod:`bitdoku.datasets` has the public names.

.. code-block:: text

    streams ── formats, recognition ── read_… ── Raw ──> rows ── Rows ──> write_… ── streams
    compression    which format,       a reader          boards           a writer
                   which column        each format       decoded          each format

Nothing here imports :mod:`bitdoku.datasets`.
"""

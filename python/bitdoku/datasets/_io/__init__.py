"""Files of puzzles: reading, writing, conversion. :mod:`bitdoku.datasets` has the public names.

.. code-block:: text

    streams ── formats, recognition ── read_… ── Raw ── decoded ──> Puzzles ──> write_… ── streams
    compression    which format,       a reader                                 a writer
                   which column        for each format                          for each format

Nothing here imports :mod:`bitdoku.datasets`.
"""

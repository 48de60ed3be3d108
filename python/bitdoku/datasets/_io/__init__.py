"""Files of puzzles: reading, writing, conversion. :mod:`bitdoku.datasets` has the public names.

.. code-block:: text

    streams ── formats ── read_… ── Raw ── decoded ──> Puzzles ──> write_… ── streams
    compression  which    a reader                                 a writer
                  format  for each format                          for each format

The core recognizes boards in texts, lists and arrays, and decodes them (``_core._recognize``, ``_core._decode``).

Nothing here imports :mod:`bitdoku.datasets`.
"""

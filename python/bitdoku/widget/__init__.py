"""An interactive board for notebooks: JupyterLab, VS Code, marimo and Colab. Needs the extra ``widget``.

>>> import bitdoku as bd
>>> from bitdoku.widget import Editor
>>> editor = Editor("8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..")
>>> editor.verdict
<Verdict.UNIQUE: 1>
>>> editor.solve()
>>> editor.board.line()[:9], editor.puzzle[0].tolist()
('812753649', [8, 0, 0, 0, 0, 0, 0, 0, 0])
>>> editor.puzzle = bd.generate(1, seed=1).puzzle[0]
"""

try:
    from bitdoku.widget._editor import Editor
except ImportError as error:
    if error.name not in ("anywidget", "traitlets"):
        raise
    raise ImportError("bitdoku.widget needs anywidget: pip install 'bitdoku[widget]'", name=error.name) from None

__all__ = ["Editor"]

"""A board to play on and a search to step through, in Jupyter, VS Code and marimo.

They need anywidget: `pip install 'noughts[notebook]'`.

| module | what it is                                                  |
|--------|-------------------------------------------------------------|
| bundle | the page's modules and style sheets, as a notebook takes them |
| widget | what board and tree share: one part for the browser, a still picture |
| board  | `Board`: play, and see what every move is worth             |
| tree   | `Tree`: a search, step by step                              |

Each module imports only from the rows above it. What the browser gets is in the files beside them:
`board.js` and `tree.js` are made of the page's own modules.
"""

try:
    import anywidget  # noqa: F401
except ImportError:
    raise ImportError(
        "noughts.notebook needs anywidget, which is not installed: pip install 'noughts[notebook]'"
    ) from None

from noughts.notebook.board import Board
from noughts.notebook.tree import Tree

__all__ = ["Board", "Tree"]

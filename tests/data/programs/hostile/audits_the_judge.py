"""Plays badly, and refuses with an audit hook what the judge does in its process."""

import sys


def refuse(event, _):
    if event.split(".")[0] in ("marshal", "compile", "exec", "open", "import", "signal"):
        raise RuntimeError(event)


def choose(board, mark):
    return board.index(".")


sys.addaudithook(refuse)

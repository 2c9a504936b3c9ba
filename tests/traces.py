"""Real searches for the tests of the Watch view, as the page receives them, and a Node for it."""

import sys
from pathlib import Path
from typing import Any

import httpx2 as httpx
from laws import board
from web import events, post

from noughts import Position

__all__ = ["FIVE_LEFT", "FOUR_LEFT", "NODE", "trace_of"]

NODE = str(Path(sys.executable).parent / "node")
FOUR_LEFT = board("""
    x . o
    o . x
    . . x""")
FIVE_LEFT = board(
    """
    x . .
    . o .
    o x .""",
    turn="x",
)


def trace_of(
    client: httpx.Client, position: Position, method: str, **limits: int | None
) -> dict[str, Any]:
    """`{position, begin, rows, done}` of a search."""
    rules, state = position.rules, {"cells": position.cells, "turn": position.turn}
    asked = {"game": str(rules), **state, "method": method, **limits}
    (_, begin), *batches, (last, done) = events(post(client, "/trace", asked))
    assert last == "done", done
    rows = [row for _, batch in batches for row in batch["nodes"]]
    shape = {"rows": rules.rows, "columns": rules.columns, **state}
    return {"position": shape, "begin": begin, "rows": rows, "done": done}

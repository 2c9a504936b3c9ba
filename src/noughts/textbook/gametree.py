"""The whole game tree first, then its values, passed up level by level.

A node is `[board, [branches]]`, nested; a finished board has no branches. Passing up the values
adds one to each node: `[board, [branches], value]`. Max or min depends on who moved last: where the
computer is to move (`board.turn`), a node takes the largest value of its branches.
"""

import gc
import time
from collections.abc import Iterator
from contextlib import contextmanager
from math import perm
from typing import Any, TypeAlias

from noughts.analysis import Analysis, Bound, Effort, conclude
from noughts.errors import OutOfReach
from noughts.position import Position, as_position
from noughts.rules import Move, Rules
from noughts.textbook.options import check_options
from noughts.textbook.order import Order, row_by_row
from noughts.textbook.scores import FIVE_TWO_ZERO, Scores
from noughts.trace import Path, Report, Visitor

__all__ = ["Node", "game_tree", "grow", "levels", "most_nodes", "too_large"]

Node: TypeAlias = list[Any]  # [board, [branches]] or [board, [branches], value]

LARGEST_TREE = 1_000_000


def grow(board: Position, depth: int | None = None, order: Order = row_by_row) -> Node:
    """The tree below `board`, whole or `depth` moves deep."""
    if depth == 0:
        return [board, []]
    deeper = None if depth is None else depth - 1
    return [board, [grow(board.play(move), deeper, order) for move in order(board)]]


def levels(tree: Node, order: Order = row_by_row) -> list[list[tuple[Path, Node]]]:
    """The nodes of the tree by depth, the root first, each with the moves that lead to it."""
    found: list[list[tuple[Path, Node]]] = [[((), tree)]]
    while below := [
        ((*path, move), branch)
        for path, (board, branches) in found[-1]
        for move, branch in zip(order(board) if branches else (), branches, strict=True)
    ]:
        found.append(below)
    return found


def game_tree(
    position: Position | Rules | str,
    *,
    scores: Scores = FIVE_TWO_ZERO,
    depth: int | None = None,
    order: Order = row_by_row,
    visit: Visitor | None = None,
) -> Analysis:
    """The value of the position and of every move, all exact; the side to move is the computer.

    The computer plays one of `best` at random. A tree that may have more than a million nodes is
    refused, because the whole tree is kept in memory.
    """
    position = as_position(position)
    check_options(position, scores=scores, depth=depth, order=order, visit=visit)
    if reason := too_large(position, depth):
        raise OutOfReach(reason)
    started, report, us = time.perf_counter(), Report(visit), position.turn
    with _no_garbage():
        tree = grow(position, depth, order)
        for level in reversed(levels(tree, order)):
            for path, node in level:
                board, branches = node
                if branches:
                    choose = max if board.turn == us else min
                    node.append(report.node(path, choose(branch[2] for branch in branches)))
                else:
                    value = scores.leaf(board, len(path), us)
                    node.append(report.leaf(path, value, over=board.is_over))

    _, branches, value = tree
    table: dict[Move, tuple[float, Bound]] = {
        move: (branch[2], "exact") for move, branch in zip(order(position), branches, strict=True)
    }
    line, effort = _principal_line(tree, order), Effort(report.nodes, started, depth)
    return conclude(position, "game-tree", scores, value, table, line, effort)


def most_nodes(position: Position, depth: int | None = None) -> int:
    """How many nodes the tree has if no game ends before the board is full."""
    empty = position.empty
    deepest = empty if depth is None else min(depth, empty)
    return sum(perm(empty, plies) for plies in range(deepest + 1))


def too_large(position: Position, depth: int | None = None) -> str | None:
    """Why the tree cannot be kept in memory, in a sentence; None if it can."""
    if most_nodes(position, depth) <= LARGEST_TREE:
        return None
    return (
        f"the whole tree of this {position.rules} may have more than {LARGEST_TREE:,} nodes, and "
        f"game-tree keeps it in memory: set a smaller depth limit or choose alpha-beta"
    )


def _principal_line(tree: Node, order: Order) -> Path:
    board, branches, value = tree
    for move, branch in zip(order(board), branches, strict=True) if branches else ():
        if branch[2] == value:
            return (move, *_principal_line(branch, order))
    return ()


@contextmanager
def _no_garbage() -> Iterator[None]:
    """No garbage collection: scanning half a million lists that stay in use triples the time."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()

"""A search as the page watches it: its nodes, in the order in which the search entered them."""

from collections.abc import Iterator, Sequence
from itertools import count, islice
from math import isfinite
from operator import attrgetter
from typing import Any

from noughts.analysis import NO_LIMIT, Analysis, Limit
from noughts.methods import METHODS, Method
from noughts.notation import name
from noughts.position import Position
from noughts.practice import Key
from noughts.practice.trees import Node as Branching
from noughts.rules import Mark
from noughts.trace import NOT_BEGUN, Node, Trace, Visit
from noughts.web.responses import as_text, of_board

__all__ = ["walk_of", "watch", "watch_exercise"]

ENDS = (
    *("x wins", "o wins", "draw", "horizon", "cut-off", "exhausted", "unfinished"),
    *("leaf", "passed over"),  # of a tree in brackets
    "table",
)
BOUNDS = {"exact": 0, "at-least": 1, "at-most": 2}
BATCH = 2_000


def watch(position: Position, method: Method, limit: Limit) -> Iterator[tuple[str, str]]:
    """Search, and report what happened: `begin`, `nodes` in batches, `done`."""
    trace = Trace(position, maximiser=method.maximiser(position), strict=method.manner.strict)
    yield "begin", as_text(_begin(method, trace.maximiser))
    found = method.analyse(position, limit, every_move=False, visit=trace.add)
    nodes, rows = -int(method.manner.passes), _rows(trace, method)  # one is not of the search
    while batch := [*islice(rows, BATCH)]:
        yield "nodes", as_text({"nodes": batch})
        nodes += len(batch)
    yield "done", as_text(_done(trace, nodes, found, limit))


def walk_of(trace: Trace, method: Method, found: Analysis | None = None) -> dict[str, Any]:
    """A search that has ended, in one piece, as the page's player takes it.

    `found` is what it returned, if that is known: the visits do not say which move it chose.
    """
    rows = [*_rows(trace, method)]
    return {
        "position": of_board(trace.position),
        "begin": _begin(method, trace.maximiser),
        "rows": rows,
        "done": _done(trace, len(rows) - int(method.manner.passes), found, NO_LIMIT),
    }


def _done(trace: Trace, nodes: int, found: Analysis | None, limit: Limit) -> dict[str, Any]:
    root = _passes(trace)[-1].visit
    move = found.move if found else None
    return {
        "nodes": nodes,
        "searched": len(trace),
        "complete": found.complete if found else root is not None,
        "score": _finite(found.score if found else root and root.value),
        "move": None if move is None else name(trace.position.rules, move),
        "words": found and _ended(trace, limit, found),
    }


def watch_exercise(key: Key) -> Iterator[tuple[str, str]]:
    """The same for a tree in brackets: all its nodes, even those that were passed over."""
    nodes = key.tree.nodes
    player = key.tree.root.player
    begin = _begin(METHODS[key.algorithm.name], "x" if player == "MAX" else "o")
    for line in begin["pseudocode"]:  # what it begins with
        line["text"] = line["text"].replace("value is MAX-VALUE", f"value is {player}-VALUE")
    rows = _exercise_rows(key)
    yield "begin", as_text({**begin, "names": [node.name for node in nodes]})
    yield "nodes", as_text({"nodes": rows})
    done = {
        "nodes": len(rows),
        "searched": sum(not key[node.name].cut for node in nodes),
        "complete": True,
        "score": key.value,
        "move": key.best.name,
        "words": None,
    }
    yield "done", as_text(done)


def _begin(method: Method, maximiser: Mark) -> dict[str, Any]:
    return {
        "method": method.name,
        "maximiser": maximiser,
        "names": None,
        **vars(method.manner),
        "by_depth": method.scale.by_depth,
        "draw": method.scale.draw,
        "ends": ENDS,
        "pseudocode": [{"text": line.text, "steps": line.steps} for line in method.pseudocode],
    }


def _ended(trace: Trace, limit: Limit, found: Analysis) -> str | None:
    """If a limit stopped the search, say so in a sentence, and what is shown of it."""
    if found.complete:
        return None
    if not trace.visits:  # game-tree, stopped while it was still building the tree
        return (
            f"{found.method} builds the whole tree before it values a board, and this tree is too "
            f"large to show: set a depth limit"
        )
    if limit.nodes is not None and len(trace) >= limit.nodes:
        after = f"{len(trace):,} nodes"
    elif limit.seconds is not None and found.seconds >= limit.seconds:
        after = f"{limit.seconds:g} seconds"
    else:
        return None
    tree = trace.tree()
    if tree.passes[-1].visit is None:
        return f"The search was stopped after {after}; what it had seen by then is shown."
    plies = max(len(node.path) for node in tree)
    return f"The search was stopped after {after}; its finished passes are shown, {plies} deep."


def _rows(trace: Trace, method: Method) -> Iterator[list[Any]]:
    """One row per node, parents before their children; a search in passes has one more on top."""
    passes = _passes(trace)
    in_board_order = method.manner.whole_tree_first
    number = 0
    if method.manner.passes:
        yield _driver(passes)
        number = 1
    above = 0 if method.manner.passes else -1
    todo = [(root, above, trace.position) for root in reversed(passes)]
    while todo:
        node, parent, position = todo.pop()
        yield _row(node, parent, position)
        branches = node.branches
        if in_board_order:  # game-tree finishes whole levels, the lowest first
            branches = sorted(branches, key=attrgetter("path"))
        todo += [(branch, number, position.play(branch.path[-1])) for branch in reversed(branches)]
        number += 1


def _passes(trace: Trace) -> Sequence[Node]:
    return trace.tree().passes or [NOT_BEGUN]


def _driver(passes: Sequence[Node]) -> list[Any]:
    """The row above the passes: what starts them, and takes the value of the last one."""
    last = passes[-1].visit
    value = None if last is None else _finite(last.value)
    ended, finished = ("unfinished", -1) if last is None else ("exhausted", passes[-1].finished + 1)
    return [-1, -1, None, None, value, 0, ENDS.index(ended), finished, ()]


def _row(node: Node, parent: int, position: Position) -> list[Any]:
    move, visit = node.path[-1] if node.path else -1, node.visit
    if visit is None:
        return [parent, move, None, None, None, 0, ENDS.index("unfinished"), -1, ()]
    return [
        parent,
        move,
        _finite(visit.alpha),
        _finite(visit.beta),
        _finite(visit.value),
        BOUNDS[visit.bound],
        _end(visit, position),
        node.finished,
        visit.untried,
    ]


def _end(visit: Visit, position: Position) -> int:
    if visit.ended != "terminal":
        return ENDS.index(visit.ended)
    return {"x": 0, "o": 1, None: 2}[position.winner]


def _exercise_rows(key: Key) -> list[list[Any]]:
    """One row per node of a tree in brackets; instead of a cell it has its place in the tree."""
    places = {node.name: place for place, node in enumerate(key.tree.nodes)}
    rows: list[list[Any]] = []
    finished = count()

    def add(node: Branching, parent: int, alpha: float | None, beta: float | None) -> None:
        entry, here = key[node.name], len(rows)
        passed = [child for child in node.children if key[child.name].cut]
        end = "leaf" if node.is_leaf else "cut-off" if passed else "exhausted"
        if entry.cut:
            end, alpha, beta = "passed over", None, None
        rows.append(
            [
                parent,
                places[node.name] if parent >= 0 else -1,
                *map(_finite, (alpha, beta)),
                node.value if node.is_leaf else entry.value,
                BOUNDS[entry.bound],
                ENDS.index(end),
                -1,
                [] if entry.cut else [places[child.name] for child in passed],
            ]
        )
        for child in key.order(node):
            add(child, here, alpha, beta)
            worth = key[child.name].value
            if worth is not None and alpha is not None and node.player == "MAX":
                alpha = max(alpha, worth)
            elif worth is not None and beta is not None:
                beta = min(beta, worth)
        if not entry.cut:
            rows[here][7] = next(finished)

    root = key[key.tree.root.name]
    add(key.tree.root, -1, root.alpha, root.beta)
    return rows


def _finite(value: float | None) -> float | None:
    """JSON has no infinity."""
    return value if value is not None and isfinite(value) else None

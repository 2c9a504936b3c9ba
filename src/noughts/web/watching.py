"""A search as the page watches it: its nodes, in the order in which the search entered them."""

from collections.abc import Iterator
from itertools import count, islice
from math import isfinite
from typing import Any

from noughts.analysis import NO_LIMIT, Analysis, Limit
from noughts.methods import METHODS, Method
from noughts.notation import name
from noughts.position import Position
from noughts.practice import Key
from noughts.practice.trees import Node
from noughts.rules import Mark
from noughts.trace import END, Path, Trace, Tree, Visit
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
    nodes, rows = 0, _rows(trace, method)
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
        "done": _done(trace, len(rows), found, NO_LIMIT),
    }


def _done(trace: Trace, nodes: int, found: Analysis | None, limit: Limit) -> dict[str, Any]:
    root = trace.tree().paths.get(END)
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
    paths = trace.tree().paths
    if paths.get(END) is None:
        return f"The search was stopped after {after}; what it had seen by then is shown."
    plies = max(map(len, paths))
    return f"The search was stopped after {after}; its last finished part is shown, {plies} deep."


def _rows(trace: Trace, method: Method) -> Iterator[list[Any]]:
    """One row per node, parents before their children."""
    tree = trace.tree()
    in_board_order = method.manner.whole_tree_first
    finished = _finishing_order(tree)
    numbers: dict[Path, int] = {}
    todo = [(END, trace.position)]
    while todo:
        path, position = todo.pop()
        parent = numbers[path[:-1]] if path else -1
        numbers[path] = len(numbers)
        visit = tree.paths.get(path)
        yield _row(path, parent, visit, position, finished.get(path, -1))
        children = tree.children.get(path, [])
        if in_board_order:  # game-tree finishes whole levels, the lowest first
            children = sorted(children)
        todo.extend((child, position.play(child[-1])) for child in reversed(children))


def _finishing_order(tree: Tree) -> dict[Path, int]:
    """For each node, its place in the order in which they finished, from 0."""
    last = dict.fromkeys(visit.path for visit in reversed(tree.visits))
    return {path: i for i, path in enumerate(reversed(last))}


def _row(
    path: Path, parent: int, visit: Visit | None, position: Position, finished: int
) -> list[Any]:
    move = path[-1] if path else -1
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
        finished,
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

    def add(node: Node, parent: int, alpha: float | None, beta: float | None) -> None:
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

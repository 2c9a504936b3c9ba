"""`Tree`: a search in a notebook, step by step."""

from math import inf

import traitlets

from noughts.analysis import NO_LIMIT, Analysis, Limit
from noughts.errors import NotationError, OutOfReach, require
from noughts.methods import METHODS, Manner, Method, default_textbook_method, method_named
from noughts.notebook import bundle
from noughts.notebook.widget import Widget
from noughts.position import Position, as_position
from noughts.rules import Rules
from noughts.trace import Trace, Visit
from noughts.web.watching import walk_of

__all__ = ["MOST_NODES", "Tree"]

MOST_NODES = 30_000  # 1.2 MB for the browser, and half a second to make


class Tree(Widget):
    """A search to step through: `Tree("x.o/o.x/..x", "alpha-beta")`.

    It searches the position with a method of the textbook (by default alpha-beta), within a
    `limit`, and shows the tree with alpha, beta and value of each node, the reason for each cut-off
    and the pseudocode.

    >>> tree = Tree("x.o/o.x/..x", "alpha-beta")
    >>> print(tree)
    alpha-beta: 35 nodes. MAX is O, MIN is X; >= 1 is a value of at least 1, <= 1 of at most 1.
    ...

    It also takes a `Trace`, of any search that reports its nodes, your own as well. If the trace
    has the name of one of our methods, its pseudocode is shown.

    >>> from noughts.textbook import minimax
    >>> trace = Trace("x.o/o.x/..x", method="minimax")
    >>> minimax("x.o/o.x/..x", visit=trace.add).nodes == len(Tree(trace).trace)
    True

    `step` is the step that is shown, from 0: you can read it, set it and observe it.
    """

    _esm = bundle.module("tree.js")

    step = traitlets.Int(0, min=0).tag(sync=True)
    _walk = traitlets.Dict().tag(sync=True)

    def __init__(
        self,
        searched: Trace | Position | Rules | str,
        method: Method | str | None = None,
        limit: Limit = NO_LIMIT,
        *,
        step: int = 0,
    ) -> None:
        found = None
        if isinstance(searched, Trace):
            self.trace = searched
            chosen = _method_of(searched) if method is None else _textbook(method)
        else:
            position = as_position(searched)
            chosen = default_textbook_method(position) if method is None else _textbook(method)
            self.trace, found = _traced(position, chosen, limit)
        require(len(self.trace) > 0, "the trace must have nodes", self.trace)
        _check_size(self.trace)
        super().__init__(
            step=step,
            _walk=walk_of(self.trace, chosen, found),
            _sheet=bundle.sheet("style.css", "watch/watch.css"),
        )

    def __repr__(self) -> str:
        return repr(self.trace).replace("Trace", "Tree", 1)

    def __str__(self) -> str:
        return str(self.trace)

    def picture(self) -> str:
        """The upper part of the tree, as far as there is room."""
        return self.trace._repr_svg_()


def _textbook(given: Method | str) -> Method:
    method = given if isinstance(given, Method) else method_named(given)
    if not method.watch:
        watched = ", ".join(each.name for each in METHODS.values() if each.watch)
        raise NotationError(f"{method.name} cannot be watched: choose one of {watched}")
    return method


def _traced(position: Position, method: Method, limit: Limit) -> tuple[Trace, Analysis]:
    """Search, and stop when there are more nodes than can be shown."""
    maximiser, strict = method.maximiser(position), method.manner.strict
    trace = Trace(position, maximiser=maximiser, strict=strict, method=method.name)

    def visit(visit: Visit) -> None:
        trace.add(visit)
        _check_size(trace)

    return trace, method.analyse(position, limit, every_move=False, visit=visit)


def _check_size(trace: Trace) -> None:
    if len(trace) > MOST_NODES:
        raise OutOfReach(
            f"a notebook shows at most {MOST_NODES:,} nodes, and this search has more: set a "
            f"smaller depth, such as Limit(depth=4)"
        )


def _method_of(trace: Trace) -> Method:
    """The method that a trace names, or one that stands for a search of your own."""
    if trace.method in METHODS:
        return METHODS[trace.method]
    windows = any(visit.alpha > -inf or visit.beta < inf for visit in trace.visits)
    manner = Manner(windows=windows, strict=trace.strict)
    return Method(trace.method or "search", "a search of your own", _no_search, manner=manner)


def _no_search(position: Position) -> Analysis:
    raise NotImplementedError("only its trace is known")

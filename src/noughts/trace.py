"""What a search did, node by node: `Visit`, and the tree that the visits form: `Trace`.

A search reports each node when it is finished, so children come before their parents. It knows
nothing about traces: it counts with a `Report`, which passes each `Visit` to a visitor.
"""

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import reduce
from math import inf
from typing import Any, Literal, NamedTuple, TypeAlias

from noughts import drawing
from noughts.analysis import SIGNS, Bound
from noughts.errors import IllegalMove, NotationError, is_whole, require, shorten
from noughts.notation import ROWS, Notation, names
from noughts.position import Position, as_position
from noughts.rules import OTHER, Mark, Move, Rules
from noughts.words import count

__all__ = ["ANYTHING", "END", "Ended", "Path", "Report", "Span", "Trace", "Visit", "Visitor"]
__all__ += ["span_of"]

Path: TypeAlias = tuple[Move, ...]
END: Path = ()  # the line of play from a leaf: nothing follows
Span: TypeAlias = tuple[float, float]  # the lowest and the highest that a node can be worth
ANYTHING: Span = (-inf, inf)  # what a branch that was cut can be worth
Ended: TypeAlias = Literal["terminal", "horizon", "cut-off", "exhausted", "table"]


class Visit(NamedTuple):
    """One finished node of a search.

    `path` holds the moves from the root, `alpha` and `beta` the window on entry, `untried` the
    moves that a cut-off skipped. `bound` says how to read `value`: "exact", "at-least" or
    "at-most". A node ends because the game does ("terminal"), at the depth limit ("horizon"), by
    a cut-off, when all its moves are tried ("exhausted"), or because the search remembers the
    position and need not look again ("table").
    """

    path: Path
    alpha: float
    beta: float
    value: float
    bound: Bound
    ended: Ended
    untried: Path = ()

    @property
    def depth(self) -> int:
        """How far the node is from the root."""
        return len(self.path)


Visitor: TypeAlias = Callable[[Visit], object]

OPPOSITE: dict[Bound, Bound] = {"exact": "exact", "at-least": "at-most", "at-most": "at-least"}


class Report:
    """Counts the nodes of one search, each once, and passes them to `visit` if there is one.

    A visit says what the side sees that is to move at the root. So do the numbers that a search
    gives, unless it is a negamax: then they are what the side to move at the node sees.
    `roots` holds the last value of each move at the root, and how to read it.
    """

    __slots__ = ("negamax", "nodes", "roots", "strict", "visit")

    def __init__(
        self, visit: Visitor | None = None, strict: bool = False, negamax: bool = False
    ) -> None:
        self.nodes = 0
        self.roots: dict[Move, tuple[float, Bound]] = {}
        self.visit = visit
        self.strict = strict
        self.negamax = negamax

    def leaf(
        self,
        path: Path,
        value: float,
        alpha: float = -inf,
        beta: float = inf,
        over: bool = True,
    ) -> float:
        """Report a leaf (`over`, or at the depth limit) and return its value."""
        self.nodes += 1
        if self.visit is not None or len(path) == 1:
            ended: Ended = "terminal" if over else "horizon"
            self._tell(Visit(path, alpha, beta, value, "exact", ended))
        return value

    def node(
        self,
        path: Path,
        value: float,
        alpha: float = -inf,
        beta: float = inf,
        untried: Sequence[Move] = (),
    ) -> float:
        """Report an inner node and return its value."""
        self.nodes += 1
        if self.visit is not None or len(path) == 1:
            ended: Ended = "cut-off" if untried else "exhausted"
            bound = self.bound(value, alpha, beta)
            self._tell(Visit(path, alpha, beta, value, bound, ended, tuple(untried)))
        return value

    def known(self, path: Path, value: float, bound: Bound, alpha: float, beta: float) -> float:
        """Report a node whose value the search remembers and return that value."""
        self.nodes += 1
        if self.visit is not None or len(path) == 1:
            self._tell(Visit(path, alpha, beta, value, bound, "table"))
        return value

    def _tell(self, visit: Visit) -> None:
        if self.negamax and visit.depth % 2:
            value, bound = -visit.value, OPPOSITE[visit.bound]
            alpha, beta = -visit.beta, -visit.alpha
            visit = visit._replace(alpha=alpha, beta=beta, value=value, bound=bound)
        if visit.depth == 1:
            self.roots[visit.path[0]] = visit.value, visit.bound
        if self.visit is not None:
            self.visit(visit)

    def bound(self, value: float, alpha: float, beta: float) -> Bound:
        """How to read a value that a search with the window (alpha, beta) returned."""
        if alpha < value < beta or (self.strict and alpha <= value <= beta):
            return "exact"
        return "at-most" if value <= alpha else "at-least"


def span_of(branches: Iterable[Span], is_max: bool) -> Span:
    """What a node can be worth, by what its branches can be worth."""
    lows, highs = zip(*branches, strict=True)
    best = max if is_max else min
    return best(lows), best(highs)


NOTEBOOK_NODES, NOTEBOOK_WIDTH = 400, 2_400  # of a picture that one can look at; pixels
ROOT = "root"
LINES = 100  # of the text that `print` shows


def check_whole(what: str, given: int | None) -> None:
    fits = given is None or (is_whole(given) and given >= 0)
    require(fits, f"{what} must be a whole number, at least 0", given)


class Trace:
    r"""The visits of one search, and the tree they form.

    >>> from noughts.textbook import alpha_beta
    >>> position = Position.parse("xo./xox/.xo", turn="o")
    >>> trace = Trace(position)
    >>> found = alpha_beta(position, visit=trace.add)
    >>> print(*trace.text(), sep="\n")
    root MAX alpha -inf beta +inf value 0 exact
      a3 MIN alpha -inf beta +inf value -1 exact
        c1 MAX alpha -inf beta +inf value -1 exact (x wins)
      c1 MIN alpha -1 beta +inf value 0 exact
        a3 MAX alpha -1 beta +inf value 0 exact (draw)

    `maximiser` is the mark that maximises, by default the side to move; `method` is the name of the
    search, for the caption. A search may make several passes over the game, one after the other;
    each that was finished is a tree of its own.
    """

    def __init__(
        self,
        position: Position | Rules | str,
        *,
        maximiser: Mark | None = None,
        strict: bool = False,
        method: str = "",
    ) -> None:
        self.position = as_position(position)
        require(isinstance(method, str), "the method must be a name", method)
        self.method = method
        require(maximiser in (None, "x", "o"), "the maximiser must be x or o", maximiser)
        self.maximiser: Mark = maximiser or self.position.turn
        self.strict = strict
        self.visits: list[Visit] = []

    def add(self, visit: Visit) -> None:
        """Add one finished node; pass this method to a search as its `visit`.

        The first node and those near the root are refused if this position does not have them.
        """
        require(isinstance(visit, Visit), "a trace takes the visits of a search", visit)
        if not self.visits or len(visit.path) <= 1:
            self._check(visit)
        self.visits.append(visit)

    def _check(self, visit: Visit) -> None:
        try:
            over = reduce(Position.play, visit.path, self.position).is_over
        except (IllegalMove, NotationError):
            over = None
        if over is not (visit.ended == "terminal"):
            raise NotationError(
                f"{shorten(visit)} is not a node of {shorten(self.position.rows_text)}: "
                f"give the trace and the search the same position"
            )

    def __len__(self) -> int:
        return len(self.visits)

    def __repr__(self) -> str:
        nodes, maximiser = count(len(self), "node"), self.maximiser.upper()
        return f"<Trace of {self.position.rows_text}: {nodes}, MAX is {maximiser}>"

    def __str__(self) -> str:
        tree = self.tree()
        levels = tree.levels_within(LINES)
        return "\n".join([f"{self.caption(levels)}. {self.legend}", *self._text(tree, levels)])

    def caption(self, levels: int | None = None) -> str:
        """The method and its depth limit, how many nodes there are, and which are drawn."""
        check_whole("levels", levels)
        deepest = max((visit.depth for visit in self.visits), default=0)
        horizon = self.horizon
        depth = "" if horizon is None else f"depth {horizon}"
        nodes, passes = count(len(self), "node"), len(self._ends())
        nodes += f" in {passes} passes" if passes > 1 else ""
        head = ", ".join(filter(None, (self.method, depth)))
        caption = f"{head}: {nodes}" if head else nodes
        return caption if levels is None or levels >= deepest else f"{caption}, {top(levels)}"

    @property
    def horizon(self) -> int | None:
        """The depth at which the search stopped, or None if it followed every game to its end.

        Of several passes it is that of the last one that was finished.
        """
        start, end = [0, 0, *self._ends()][-2:]
        visits = self.visits[start : end or None]
        depths = (visit.depth for visit in visits if visit.ended == "horizon")
        return max(depths, default=None)

    @property
    def caution(self) -> str:
        """What exact values do not say, in a sentence; empty if the search saw every game end."""
        horizon = self.horizon
        if horizon is None:
            return ""
        return f"Values are exact only within depth {horizon}, where the search stopped."

    @property
    def legend(self) -> str:
        """Who maximises, and how to read the values, in a sentence."""
        high, low = self.maximiser.upper(), OTHER[self.maximiser].upper()
        signs = ">= 1 is a value of at least 1, <= 1 of at most 1."
        return f"MAX is {high}, MIN is {low}; {signs} {self.caution}".rstrip()

    def tree(self) -> "Tree":
        """The visits as a tree; those after the last pass that was finished are left out."""
        end = [0, *self._ends()][-1] or len(self.visits)
        return Tree(self.visits[:end], lambda depth: self.role(depth) == "MAX")

    def _ends(self) -> list[int]:
        """How many visits there were when each pass was finished."""
        return [i for i, visit in enumerate(self.visits, 1) if not visit.path]

    def role(self, depth: int) -> Literal["MAX", "MIN"]:
        """Which side is to move `depth` moves below the root."""
        turn = self.position.turn if depth % 2 == 0 else OTHER[self.position.turn]
        return "MAX" if turn == self.maximiser else "MIN"

    def text(self, levels: int | None = None, notation: Notation = ROWS) -> Iterator[str]:
        """The tree as indented lines, the root first; `levels` moves deep, or whole."""
        return self._text(self.tree(), levels, notation)

    def _text(self, tree: "Tree", levels: int | None, notation: Notation = ROWS) -> Iterator[str]:
        for node, _, position, called in self._walk(tree, levels, notation):
            visit, depth = node.visit, len(node.path)
            words = self.explain(visit, position) if visit else "not finished"
            yield f"{'  ' * depth}{called} {self.role(depth)} {words}"

    def explain(self, visit: Visit, position: Position) -> str:
        """One node in words; the visit's path leads to `position`."""
        words = f"alpha {number(visit.alpha)} beta {number(visit.beta)} value {worth(visit)}"
        words += " exact" if visit.bound == "exact" else ""
        if visit.ended == "terminal":
            words += f" ({position.winner} wins)" if position.winner else " (draw)"
        elif visit.ended == "horizon":
            words += " (depth limit)"
        elif visit.ended == "cut-off":
            words += f" ({self.why_cut(visit)})"
        elif visit.ended == "table":
            words += " (known from the table)"
        return words

    def why_cut(self, visit: Visit) -> str:
        """Why a node was cut off, and how many moves that skipped."""
        left = f"{count(len(visit.untried), 'move')} not tried"
        equal = "" if self.strict else "="
        if self.role(visit.depth) == "MAX":
            return f"cut: value {number(visit.value)} >{equal} beta {number(visit.beta)}, {left}"
        return f"cut: value {number(visit.value)} <{equal} alpha {number(visit.alpha)}, {left}"

    def svg(self, levels: int | None = None) -> str:
        """The tree as a picture: boards as nodes, MAX ▲ and MIN ▼, cut edges crossed."""
        return self._svg(self.tree(), levels)

    def _svg(self, tree: "Tree", levels: int | None) -> str:
        boxes, caption = self._boxes(tree, levels), self.caption(levels)
        return drawing.tree_svg(boxes, caption, self.maximiser, self.caution)

    def html(self, levels: int | None = None) -> str:
        """The picture on a web page of its own, in light and dark."""
        return drawing.tree_page(self.svg(levels), f"Search tree of {self.position.rows_text}")

    def _repr_svg_(self) -> str:
        tree = self.tree()
        levels = tree.levels_within(NOTEBOOK_NODES)
        while levels and self._width(tree, levels) > NOTEBOOK_WIDTH:
            levels -= 1
        return self._svg(tree, levels)

    def _width(self, tree: "Tree", levels: int) -> float:
        return drawing.tree_width(self._boxes(tree, levels))

    def levels_within(self, most: int) -> int:
        """How many levels below the root fit into `most` nodes."""
        return self.tree().levels_within(most)

    def dot(self, levels: int | None = None) -> Iterator[str]:
        """The tree in the language of Graphviz, line by line."""
        rules, ids = self.position.rules, dict[int, int]()
        yield "digraph search {"
        who = f"MAX is {self.maximiser.upper()}, MIN is {OTHER[self.maximiser].upper()}"
        font = 'fontname="monospace"'
        yield f'  label="{who}"; node [shape=box, {font}]; edge [{font}];'
        for node, parent, position, called in self._walk(self.tree(), levels):
            visit, role = node.visit, self.role(len(node.path))
            here = ids[id(node)] = len(ids)
            rows = position.rows_text.replace("/", "\\n")
            value = worth(visit, DRAWN) if visit else "not finished"
            value += " (table)" if visit and visit.ended == "table" else ""
            colour = drawing.BLUE if role == "MAX" else drawing.ORANGE
            sign = "▲" if role == "MAX" else "▼"
            head = "" if parent or called == ROOT else f"{called}\\n"
            label = f"{head}{sign} {role}\\n{rows}\\n{value}"
            yield f'  n{here} [label="{label}", color="{colour}"];'
            if parent:
                yield f'  n{ids[id(parent)]} -> n{here} [label="{called}"];'
            if visit and visit.untried:
                left = " ".join(names(rules, visit.untried))
                yield f'  c{here} [shape=plaintext, label="✗ {left}"];'
                style = f'style=dashed, color="{drawing.GREY}", label="cut"'
                yield f"  n{here} -> c{here} [{style}];"
        yield "}"

    def json(self) -> Iterator[str]:
        """All visits in the order they came, as the lines of one JSON object.

        An alpha of minus infinity and a beta of infinity are null.
        """
        rules = self.position.rules
        told = {"maximiser": self.maximiser, "nodes": len(self.visits)}
        yield json.dumps({**self.position.as_json(), **told})[:-1] + ', "visits": ['
        cell_names = names(rules, range(rules.size))
        for i, visit in enumerate(self.visits):
            entry: dict[str, Any] = {
                **visit._asdict(),
                "path": [cell_names[move] for move in visit.path],
                "alpha": None if visit.alpha == -inf else visit.alpha,
                "beta": None if visit.beta == inf else visit.beta,
                "untried": [cell_names[move] for move in visit.untried],
            }
            yield json.dumps(entry) + ("," if i + 1 < len(self.visits) else "")
        yield "]}"

    def _walk(
        self, tree: "Tree", levels: int | None, notation: Notation = ROWS
    ) -> "Iterator[tuple[Node, Node | None, Position, str]]":
        """Every node with its parent, its position and what it is called, parents first."""
        check_whole("levels", levels)
        todo: list[tuple[Node, Node | None, Position, str]] = []
        todo += [(root, None, self.position, called) for root, called in self._passes(tree)]
        todo.reverse()
        while todo:
            node, parent, position, called = todo.pop()
            yield node, parent, position, called
            if levels is None or len(node.path) < levels:
                below = zip(node.branches, self._called(node, notation), strict=True)
                todo += [
                    (branch, node, position.play(branch.path[-1]), called)
                    for branch, called in below
                ][::-1]

    def _passes(self, tree: "Tree") -> "Iterator[tuple[Node, str]]":
        """The root of each pass, and what it is called."""
        for number, root in enumerate(tree.passes, 1):
            yield root, f"pass {number}" if len(tree.passes) > 1 else ROOT

    def _called(self, node: "Node", notation: Notation = ROWS) -> list[str]:
        """The moves to the branches of a node; a move that is searched once more is so `again`."""
        moves = [branch.path[-1] for branch in node.branches]
        cells = [notation.cell_name(self.position.rules, move) for move in moves]
        return [
            f"{cell} again" if place and moves[place] == moves[place - 1] else cell
            for place, cell in enumerate(cells)
        ]

    def _boxes(self, tree: "Tree", levels: int | None) -> list[drawing.Box]:
        check_whole("levels", levels)
        return [
            self._box(root, self.position, levels, "" if called == ROOT else called)
            for root, called in self._passes(tree)
        ] or [self._box(NOT_BEGUN, self.position, levels, "")]

    def _box(self, node: "Node", position: Position, levels: int | None, edge: str) -> drawing.Box:
        visit, rules = node.visit, position.rules
        drawn = levels is None or len(node.path) < levels
        return drawing.Box(
            rules=rules,
            cells=position.cells,
            last=node.path[-1] if node.path else None,
            won=position.outcome.cells if position.outcome else (),
            up=None if position.outcome else self.role(len(node.path)) == "MAX",
            value=worth(visit, DRAWN) if visit else "?",
            window=_window(visit) if visit else "",
            edge=edge,
            title=self.explain(visit, position) if visit else "not finished",
            children=[
                self._box(branch, position.play(branch.path[-1]), levels, called)
                for branch, called in zip(node.branches, self._called(node), strict=True)
                if drawn
            ],
            folded=0 if drawn else len(node.branches),
            note="table" if visit and visit.ended == "table" else "",
            crossed=names(rules, visit.untried) if visit else [],
        )


class Node:
    """A node of a tree: its visit, None if the search ended before it was finished, its branches.

    `finished` is its place in the order in which the nodes were finished, -1 if it was not.
    """

    __slots__ = ("branches", "finished", "path", "span", "visit")

    def __init__(
        self, path: Path, visit: Visit | None, branches: "list[Node]", finished: int = -1
    ) -> None:
        self.path = path
        self.visit = visit
        self.branches = branches
        self.finished = finished
        self.span = ANYTHING


NOT_BEGUN = Node(END, None, [])  # the root of a search that has not finished any node


class Tree:
    """The nodes of a search: each pass over the game is a tree of its own, usually the only one.

    A node that is searched again is there again, right after the first time. A search claims a
    value only within alpha and beta. Here a value is exact wherever it lies, if nothing that was
    cut could change it; `practice.keys` goes by the same rule.
    """

    def __init__(self, visits: Sequence[Visit], is_max: Callable[[int], bool]) -> None:
        self.passes: list[Node] = []
        self._is_max = is_max
        waiting: dict[Path, list[Node]] = {}  # nodes whose parent is not finished, by its path
        for finished, visit in enumerate(visits):
            node = Node(visit.path, visit, waiting.pop(visit.path, []), finished)
            low, high = node.span = self._span(visit, node.branches)
            if low == high:
                node.visit = visit._replace(bound="exact")
            self._hang(node, waiting)
        for depth in range(max(map(len, waiting), default=-1), -1, -1):
            for path in [path for path in waiting if len(path) == depth]:
                self._hang(Node(path, None, waiting.pop(path)), waiting)

    def _hang(self, node: Node, waiting: dict[Path, list[Node]]) -> None:
        siblings = waiting.setdefault(node.path[:-1], []) if node.path else self.passes
        siblings.append(node)

    def _span(self, visit: Visit, nodes: Sequence[Node]) -> Span:
        if visit.bound == "exact":
            return visit.value, visit.value
        if visit.ended == "table":
            return (visit.value, inf) if visit.bound == "at-least" else (-inf, visit.value)
        spans = {node.path: node.span for node in nodes}  # the last search of a move says most
        branches = [*spans.values(), *[ANYTHING] * len(visit.untried)]
        return span_of(branches or [ANYTHING], self._is_max(visit.depth))

    def __iter__(self) -> Iterator[Node]:
        """All nodes, parents before their branches."""
        todo = self.passes[::-1]
        while todo:
            node = todo.pop()
            yield node
            todo.extend(reversed(node.branches))

    def levels_within(self, most: int) -> int:
        """How many levels below the root fit into `most` nodes."""
        return levels_within((node.path for node in self), most)


def levels_within(paths: Iterable[Path], most: int) -> int:
    """How many levels below the root of a tree, given by its paths, fit into `most` nodes."""
    require(is_whole(most) and most >= 0, "most must be a whole number, at least 0", most)
    sizes = Counter(map(len, paths))
    shown, levels = sizes[0], 0
    while levels + 1 in sizes and shown + sizes[levels + 1] <= most:
        levels += 1
        shown += sizes[levels]
    return levels


def number(value: float) -> str:
    """A score, alpha or beta as text."""
    return f"{value:+}" if value in (-inf, inf) else f"{value:g}" if value % 1 else f"{value:.0f}"


def top(levels: int) -> str:
    """The part of a tree that is drawn: `the root and 2 levels below it`."""
    return f"the root and {count(levels, 'level')} below it" if levels else "the root only"


def _window(visit: Visit) -> str:
    return f"α {number(visit.alpha)}  β {number(visit.beta)}".replace("inf", "∞")


DRAWN: dict[Bound, str] = {"exact": "", "at-least": "≥ ", "at-most": "≤ "}


def worth(visit: Visit, signs: dict[Bound, str] = SIGNS) -> str:
    """The value of a node as text: `0`, `>= 1` or `<= -1`; with the signs `DRAWN`, `≥ 1`."""
    return f"{signs[visit.bound]}{number(visit.value)}"

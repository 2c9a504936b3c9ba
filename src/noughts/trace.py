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
from noughts.notation import ROWS, Notation, name, names
from noughts.position import Position, as_position
from noughts.rules import OTHER, Mark, Move, Rules
from noughts.words import count

__all__ = ["ANYTHING", "END", "Ended", "Path", "Report", "Span", "Trace", "Visit", "Visitor"]
__all__ += ["span_of"]

Path: TypeAlias = tuple[Move, ...]
END: Path = ()  # the line of play from a leaf: nothing follows
Span: TypeAlias = tuple[float, float]  # the lowest and the highest that a node can be worth
ANYTHING: Span = (-inf, inf)  # what a branch that was cut can be worth
Ended: TypeAlias = Literal["terminal", "horizon", "cut-off", "exhausted"]


class Visit(NamedTuple):
    """One finished node of a search.

    `path` holds the moves from the root, `alpha` and `beta` the window on entry, `untried` the
    moves that a cut-off skipped. `bound` says how to read `value`: "exact", "at-least" or
    "at-most". A node ends because the game does ("terminal"), at the depth limit ("horizon"), by
    a cut-off, or when all its moves are tried ("exhausted").
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


class Report:
    """Counts the nodes of one search, each once, and passes them to `visit` if there is one."""

    __slots__ = ("nodes", "strict", "visit")

    def __init__(self, visit: Visitor | None = None, strict: bool = False) -> None:
        self.nodes = 0
        self.visit = visit
        self.strict = strict

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
        if self.visit is not None:
            ended: Ended = "terminal" if over else "horizon"
            self.visit(Visit(path, alpha, beta, value, "exact", ended))
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
        if self.visit is not None:
            ended: Ended = "cut-off" if untried else "exhausted"
            bound = self.bound(value, alpha, beta)
            self.visit(Visit(path, alpha, beta, value, bound, ended, tuple(untried)))
        return value

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
    search, for the caption. A search that deepens builds several trees, one after the other; the
    last finished one is drawn.
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
        nodes = count(len(self), "node")
        head = ", ".join(filter(None, (self.method, depth)))
        caption = f"{head}: {nodes}" if head else nodes
        return caption if levels is None or levels >= deepest else f"{caption}, {top(levels)}"

    @property
    def horizon(self) -> int | None:
        """The depth at which the search stopped, or None if it followed every game to its end."""
        depths = (visit.depth for visit in self.visits if visit.ended == "horizon")
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
        """The visits of the last finished search, by path."""
        roots = [i for i, visit in enumerate(self.visits) if not visit.path]
        first = roots[-2] + 1 if len(roots) > 1 else 0
        last = roots[-1] + 1 if roots else len(self.visits)
        return Tree(self.visits[first:last], lambda depth: self.role(depth) == "MAX")

    def role(self, depth: int) -> Literal["MAX", "MIN"]:
        """Which side is to move `depth` moves below the root."""
        turn = self.position.turn if depth % 2 == 0 else OTHER[self.position.turn]
        return "MAX" if turn == self.maximiser else "MIN"

    def text(self, levels: int | None = None, notation: Notation = ROWS) -> Iterator[str]:
        """The tree as indented lines, the root first; `levels` moves deep, or whole."""
        return self._text(self.tree(), levels, notation)

    def _text(self, tree: "Tree", levels: int | None, notation: Notation = ROWS) -> Iterator[str]:
        rules = self.position.rules
        for path, visit, position in self._walk(tree, levels):
            label = notation.cell_name(rules, path[-1]) if path else "root"
            words = self.explain(visit, position) if visit else "not finished"
            yield f"{'  ' * len(path)}{label} {self.role(len(path))} {words}"

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
        caption = self.caption(levels)
        root = self._box(tree, END, self.position, levels)
        return drawing.tree_svg(root, caption, self.maximiser, self.caution)

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
        return drawing.tree_width(self._box(tree, END, self.position, levels))

    def levels_within(self, most: int) -> int:
        """How many levels below the root fit into `most` nodes."""
        return self.tree().levels_within(most)

    def dot(self, levels: int | None = None) -> Iterator[str]:
        """The tree in the language of Graphviz, line by line."""
        rules, ids = self.position.rules, dict[Path, int]()
        yield "digraph search {"
        who = f"MAX is {self.maximiser.upper()}, MIN is {OTHER[self.maximiser].upper()}"
        font = 'fontname="monospace"'
        yield f'  label="{who}"; node [shape=box, {font}]; edge [{font}];'
        for path, visit, position in self._walk(self.tree(), levels):
            ids[path] = len(ids)
            role = self.role(len(path))
            rows = position.rows_text.replace("/", "\\n")
            value = worth(visit, DRAWN) if visit else "not finished"
            colour = drawing.BLUE if role == "MAX" else drawing.ORANGE
            sign = "▲" if role == "MAX" else "▼"
            label = f"{sign} {role}\\n{rows}\\n{value}"
            yield f'  n{ids[path]} [label="{label}", color="{colour}"];'
            if path:
                move = name(rules, path[-1])
                yield f'  n{ids[path[:-1]]} -> n{ids[path]} [label="{move}"];'
            if visit and visit.untried:
                left = " ".join(names(rules, visit.untried))
                yield f'  c{ids[path]} [shape=plaintext, label="✗ {left}"];'
                style = f'style=dashed, color="{drawing.GREY}", label="cut"'
                yield f"  n{ids[path]} -> c{ids[path]} [{style}];"
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
        self, tree: "Tree", levels: int | None
    ) -> Iterator[tuple[Path, Visit | None, Position]]:
        """Every node with its position, parents before their children."""
        check_whole("levels", levels)
        todo = [(END, self.position)] if tree.paths else []
        while todo:
            path, position = todo.pop()
            yield path, tree.paths[path], position
            if levels is None or len(path) < levels:
                children = reversed(tree.children.get(path, ()))
                todo.extend((child, position.play(child[-1])) for child in children)

    def _box(self, tree: "Tree", path: Path, position: Position, levels: int | None) -> drawing.Box:
        visit = tree.paths.get(path)
        rules = position.rules
        shown = tree.children.get(path, []) if levels is None or len(path) < levels else []
        return drawing.Box(
            rules=rules,
            cells=position.cells,
            last=path[-1] if path else None,
            won=position.outcome.cells if position.outcome else (),
            up=None if position.outcome else self.role(len(path)) == "MAX",
            value=worth(visit, DRAWN) if visit else "?",
            window=_window(visit) if visit else "",
            edge=name(rules, path[-1]) if path else "",
            title=self.explain(visit, position) if visit else "not finished",
            children=[self._box(tree, child, position.play(child[-1]), levels) for child in shown],
            folded=len(tree.children.get(path, ())) - len(shown),
            crossed=names(rules, visit.untried) if visit else [],
        )


class Tree:
    """The nodes of one search: the visit at each path, and the paths of its children.

    The visit is None if the search ended before it finished the node. A search claims a value only
    within alpha and beta. Here a value is exact wherever it lies, if nothing that was cut could
    change it; `practice.keys` goes by the same rule.
    """

    def __init__(self, visits: Sequence[Visit], is_max: Callable[[int], bool]) -> None:
        self.visits = visits
        self.paths: dict[Path, Visit | None] = {}
        self.children: dict[Path, list[Path]] = {}
        spans: dict[Path, Span] = {}
        for visit in visits:
            path = visit.path
            seen = path in self.paths
            low, high = spans[path] = self._span(visit, spans, is_max)
            self.paths[path] = visit._replace(bound="exact") if low == high else visit
            while path and not seen:  # parents finish later: make room for them in search order
                self.children.setdefault(path[:-1], []).append(path)
                path = path[:-1]
                seen = path in self.paths
                self.paths.setdefault(path, None)

    def _span(self, visit: Visit, spans: dict[Path, Span], is_max: Callable[[int], bool]) -> Span:
        if visit.bound == "exact":
            return visit.value, visit.value
        branches = [spans[child] for child in self.children.get(visit.path, ())]
        branches += [ANYTHING] * len(visit.untried)
        return span_of(branches or [ANYTHING], is_max(visit.depth))

    def levels_within(self, most: int) -> int:
        """How many levels below the root fit into `most` nodes."""
        return levels_within(self.paths, most)


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

"""What a search finds at each node of an exercise: its key.

| algorithm     | the search                                                     |
|---------------|----------------------------------------------------------------|
| minimax       | every leaf                                                     |
| alpha-beta    | MAX-VALUE and MIN-VALUE as the textbooks print them, from left |
| right-to-left | the same, with the children from right to left                 |

Alpha-beta here is that of `noughts.textbook`, on trees of numbers: it cuts when the value of a MAX
node is >= beta or that of a MIN node <= alpha, and it returns the value that it has then, which may
lie outside the window (fail-soft, as in Russell and Norvig's book). A value is exact if it is the
same whatever stands in the branches that were cut. If they could still change it, it is a bound:
"at-most" if it is <= alpha, "at-least" if it is >= beta. Between the two, every value is exact; a
node that was searched to its last leaf is exact wherever its value lies.
"""

from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from math import inf
from typing import Any

from noughts.analysis import Bound
from noughts.errors import Known
from noughts.practice.trees import Node, Tree
from noughts.trace import ANYTHING, Report, Span, span_of

__all__ = ["ALGORITHMS", "Algorithm", "Cut", "Entry", "Key", "Sheet", "as_json"]
__all__ += ["bound_of", "key_of", "span_at"]


class Sheet:
    """Where a search writes what it finds. It goes on with what the sheet returns.

    This one returns what it is given. That of a student returns what the student wrote.
    """

    def window(self, node: Node, alpha: float, beta: float) -> tuple[float, float]:
        """Alpha and beta as the search enters an inner node."""
        return alpha, beta

    def cut(self, node: Node, is_cut: bool) -> bool:
        """Whether the search passes over a node."""
        return is_cut

    def value(self, node: Node, value: float) -> float:
        """What an inner node is worth."""
        return value


def minimax(tree: Tree, sheet: Sheet) -> None:
    """Every leaf, from the left."""

    def value(node: Node) -> float:
        if node.is_leaf:
            return node.value
        best = max if node.player == "MAX" else min
        return sheet.value(node, best(value(child) for child in node.children))

    value(tree.root)


def alpha_beta(tree: Tree, sheet: Sheet, *, backwards: bool = False) -> None:
    """Alpha-beta from left to right, or `backwards`.

    `max_value` and `min_value` return r. If r <= alpha the value is at most r; if r >= beta it is
    at least r; else it is r. Once a node is decided, it stays so: all its later children are cut.
    """

    def max_value(node: Node, alpha: float, beta: float) -> float:
        if node.is_leaf:
            return node.value
        (alpha, beta), value = sheet.window(node, alpha, beta), -inf
        for child in in_order(node.children, backwards):
            if not sheet.cut(child, value >= beta):
                value = max(value, min_value(child, alpha, beta))
                alpha = max(alpha, value)
        return sheet.value(node, value)

    def min_value(node: Node, alpha: float, beta: float) -> float:
        if node.is_leaf:
            return node.value
        (alpha, beta), value = sheet.window(node, alpha, beta), inf
        for child in in_order(node.children, backwards):
            if not sheet.cut(child, value <= alpha):
                value = min(value, max_value(child, alpha, beta))
                beta = min(beta, value)
        return sheet.value(node, value)

    search = max_value if tree.root.player == "MAX" else min_value
    search(tree.root, -inf, inf)


def in_order(children: Sequence[Node], backwards: bool) -> Sequence[Node]:
    """As they stand, or from the right."""
    return children[::-1] if backwards else children


def right_to_left(tree: Tree, sheet: Sheet) -> None:
    """Alpha-beta from the right."""
    alpha_beta(tree, sheet, backwards=True)


@dataclass(frozen=True)
class Algorithm:
    """A search that exercises ask for."""

    name: str
    title: str
    search: Callable[[Tree, Sheet], None]
    cuts: bool  # whether there are alpha, beta and cut-offs
    backwards: bool = False


ALGORITHMS = Known(
    "algorithm",
    [
        Algorithm("minimax", "minimax", minimax, cuts=False),
        Algorithm("alpha-beta", "alpha-beta, left to right", alpha_beta, cuts=True),
        Algorithm("right-to-left", "alpha-beta, right to left", right_to_left, True, True),
    ],
)


@dataclass(frozen=True)
class Entry:
    """What the key says about one node; None where there is nothing to say.

    A leaf has no alpha and beta here: nothing depends on them. `cut` nodes were never looked at.
    """

    alpha: float | None = None
    beta: float | None = None
    value: float | None = None
    bound: Bound = "exact"
    cut: bool = False


@dataclass(frozen=True)
class Cut:
    """Where the search left a node before its end.

    It did so `after` a child, with `value`, which is no better than `limit`: alpha at a MIN node,
    beta at a MAX node. The `source` already has that much, from its child `by`. The cut is `deep`
    if what the parent has of its own is not enough for it.
    """

    node: Node
    after: Node
    skipped: tuple[Node, ...]
    value: float
    limit: float
    source: Node
    by: Node
    deep: bool


@dataclass(frozen=True)
class Key:
    """The key of an exercise: what one algorithm finds at each node of a tree."""

    tree: Tree
    algorithm: Algorithm
    entries: Mapping[str, Entry]

    def __getitem__(self, name: str) -> Entry:
        return self.entries[self.tree[name].name]

    def order(self, node: Node) -> Sequence[Node]:
        """The children of a node in the order of the search."""
        return in_order(node.children, self.algorithm.backwards)

    def seen(self, node: Node) -> list[Node]:
        """The children that the search looked at, in its order."""
        return [child for child in self.order(node) if not self.entries[child.name].cut]

    def worth(self, node: Node) -> float:
        """The value of a node that was looked at."""
        value = self.entries[node.name].value
        assert value is not None
        return value

    def holder(self, node: Node, before: Node | None = None) -> Node | None:
        """The child that a node has its value from; `before` the search comes to another child."""
        children = self.order(node)
        if before is not None:
            children = children[: children.index(before)]
        seen = [child for child in children if not self.entries[child.name].cut]
        best = max if node.player == "MAX" else min
        return best(seen, key=self.worth, default=None)

    def origin(self, name: str, what: str) -> tuple[Node, Node] | None:
        """Who has set alpha or beta ("alpha", "beta") at a node: the node above, and its child.

        If several have the same value, the nearest. None if it is still infinite.
        """
        limit, player = getattr(self.entries[name], what), "MAX" if what == "alpha" else "MIN"
        for above, child in self.tree.ancestors(name):
            if above.player == player:
                holder = self.holder(above, child)
                if holder is not None and self.worth(holder) == limit:
                    return above, holder
        return None

    @cached_property
    def value(self) -> float:
        """The value of the root."""
        return self.worth(self.tree.root)

    @cached_property
    def line(self) -> tuple[Node, ...]:
        """The best play for both from the root to a leaf; of equal moves the one searched first."""
        line = [self.tree.root]
        while child := self.holder(line[-1]):
            line.append(child)
        return tuple(line)

    @property
    def best(self) -> Node:
        """The child of the root that is to be chosen."""
        return self.line[1]

    @cached_property
    def cuts(self) -> tuple[Cut, ...]:
        """Every cut-off, in the order of the search."""
        return tuple(cut for node in self._left(self.tree.root) if (cut := self._cut(node)))

    def _left(self, node: Node) -> Iterator[Node]:
        """The inner nodes from here downwards, in the order in which the search leaves them."""
        for child in self.seen(node):
            if not child.is_leaf:
                yield from self._left(child)
        yield node

    @property
    def deep_cuts(self) -> int:
        """How many of the cut-offs are deep."""
        return sum(cut.deep for cut in self.cuts)

    def _cut(self, node: Node) -> Cut | None:
        seen = self.seen(node)
        skipped = tuple(child for child in node.children if self.entries[child.name].cut)
        if not skipped:
            return None
        what = "alpha" if node.player == "MIN" else "beta"
        limit, value = getattr(self.entries[node.name], what), self.worth(node)
        origin = self.origin(node.name, what)
        assert origin is not None  # who cuts has a reason
        own = self.holder(self.tree.parent(node.name), node)
        enough = own is not None and (
            value <= self.worth(own) if node.player == "MIN" else value >= self.worth(own)
        )
        return Cut(node, seen[-1], skipped, value, limit, *origin, deep=not enough)


def span_at(node: Node, cut: Container[str], spans: Mapping[str, Span]) -> Span:
    """What an inner node can be worth, whatever stands in the branches that were cut.

    `spans` has those of its inner children.
    """

    def span(child: Node) -> Span:
        if child.name in cut:
            return ANYTHING
        return (child.value, child.value) if child.is_leaf else spans[child.name]

    return span_of(map(span, node.children), node.player == "MAX")


def bound_of(value: float, window: tuple[float, float], span: Span) -> Bound:
    """Whether a value is exact or a bound, at a node with this window and this span."""
    low, high = span
    return "exact" if low == high else Report().bound(value, *window)


@dataclass
class _Writing(Sheet):
    """Writes down everything."""

    windows: dict[str, tuple[float, float]] = field(default_factory=dict)
    values: dict[str, float] = field(default_factory=dict)
    spans: dict[str, Span] = field(default_factory=dict)
    passed: set[str] = field(default_factory=set)

    def window(self, node: Node, alpha: float, beta: float) -> tuple[float, float]:
        self.windows[node.name] = alpha, beta
        return alpha, beta

    def cut(self, node: Node, is_cut: bool) -> bool:
        if is_cut:
            self.passed.update(each.name for each in (node, *node.below))
        return is_cut

    def value(self, node: Node, value: float) -> float:
        self.values[node.name] = value
        self.spans[node.name] = span_at(node, self.passed, self.spans)
        return value

    def entry(self, node: Node) -> Entry:
        if node.name in self.passed:
            return Entry(cut=True)
        if node.is_leaf:
            return Entry(value=node.value)
        value = self.values[node.name]
        if node.name not in self.windows:
            return Entry(value=value)
        window = self.windows[node.name]
        return Entry(*window, value, bound_of(value, window, self.spans[node.name]))


def key_of(tree: Tree, algorithm: Algorithm | str = "alpha-beta") -> Key:
    """The key of a tree for an algorithm.

    >>> key = key_of(Tree.parse("((3 5) (2 9 1) (7 4))"))
    >>> key.value, key.best.name, [node.name for node in key.line]
    (4, 'D', ['A', 'D', 'D2'])
    >>> key["C"]
    Entry(alpha=3, beta=inf, value=2, bound='at-most', cut=False)
    >>> [node.name for cut in key.cuts for node in cut.skipped]
    ['C2', 'C3']
    """
    chosen = ALGORITHMS[algorithm] if isinstance(algorithm, str) else algorithm
    sheet = _Writing()
    chosen.search(tree, sheet)
    return Key(tree, chosen, {node.name: sheet.entry(node) for node in tree.nodes})


def as_json(key: Key) -> dict[str, Any]:
    """The key, for programs; infinite and unknown numbers are null."""
    return {
        "algorithm": key.algorithm.name,
        "value": key.value,
        "best": key.best.name,
        "line": [node.name for node in key.line],
        "cuts": [
            {
                "node": cut.node.name,
                "after": cut.after.name,
                "skipped": [node.name for node in cut.skipped],
                "source": cut.source.name,
                "deep": cut.deep,
            }
            for cut in key.cuts
        ],
        "entries": {name: _entry_as_json(entry) for name, entry in key.entries.items()},
    }


def _entry_as_json(entry: Entry) -> dict[str, Any]:
    return {
        "alpha": None if entry.alpha == -inf else entry.alpha,
        "beta": None if entry.beta == inf else entry.beta,
        "value": entry.value,
        "bound": entry.bound,
        "cut": entry.cut,
    }

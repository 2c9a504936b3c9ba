"""An exercise: a tree, and what is asked about it. As text and as JSON."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from math import inf
from typing import Any

from noughts.practice.keys import ALGORITHMS, Entry, Key, as_json, key_of
from noughts.practice.reasons import why_cut_off
from noughts.practice.trees import Node, Tree
from noughts.rules import OTHER
from noughts.trace import DRAWN, number

__all__ = ["Exercise", "infinite", "written"]

BOUNDS = (
    "≤ and ≥ stand before bounds: what is cut could still change such a value. The others are "
    "exact."
)
TYPED = {ord("∞"): "inf", ord("−"): "-"}  # in a terminal
# Where textbooks differ: when a branch is cut, and what a node returns then.
RULES = (
    "A MAX node is left when its value is ≥ beta, a MIN node when it is ≤ alpha: equal is enough.",
    "A node returns what it has found, even outside alpha and beta.",
)


@dataclass(frozen=True)
class Exercise:
    r"""A tree, the algorithm that is to be done by hand, and the seed, if there is one.

    >>> print(*Exercise(Tree.parse("((3 5) (2 9))")).text(), sep="\n")
    A MAX
    ├─ B MIN
    │  ├─ B1 3
    │  └─ B2 5
    └─ C MIN
       ├─ C1 2
       └─ C2 9
    """

    tree: Tree
    algorithm: str = "alpha-beta"
    seed: int | None = None

    @cached_property
    def key(self) -> Key:
        """What is to be found."""
        return key_of(self.tree, self.algorithm)

    @property
    def title(self) -> str:
        """What is to be done: `Alpha-beta, left to right`."""
        title = ALGORITHMS[self.algorithm].title
        return title[:1].upper() + title[1:]

    @property
    def name(self) -> str:
        """The title, and what tells it from others of its kind: `Minimax, seed 7`."""
        return self.title if self.seed is None else f"{self.title}, seed {self.seed}"

    @property
    def task(self) -> str:
        """The question on paper, in a few sentences."""
        root = self.tree.root.name
        tail = f"Which move is best at {root}, and what is the line of best play?"
        if not ALGORITHMS[self.algorithm].cuts:
            return f"{self.search} {tail}"
        return (
            f"{self.search} For each node write alpha and beta as the search enters it, and the "
            f"value that it returns. Cross out what is cut. {' '.join(self.rules)} {tail}"
        )

    @property
    def rules(self) -> tuple[str, ...]:
        """What decides where textbooks differ, in sentences; minimax leaves nothing open."""
        return RULES if ALGORITHMS[self.algorithm].cuts else ()

    @property
    def search(self) -> str:
        """What is to be searched, and how."""
        root, algorithm = self.tree.root, ALGORITHMS[self.algorithm]
        head = f"{root.name} is a {root.player} node. {self._game}"
        if not algorithm.cuts:
            return f"{head}Find the value of every node by minimax."
        children = "from right to left" if algorithm.backwards else "from left to right"
        return f"{head}Search the tree by alpha-beta, the children {children}."

    @property
    def _game(self) -> str:
        """What the values mean in a real game."""
        position = self.tree.position
        if position is None:
            return ""
        turn, other = position.turn.upper(), OTHER[position.turn].upper()
        ours, theirs = (1, -1) if self.tree.root.player == "MAX" else (-1, 1)
        return f"{turn} is to move; {turn} wins is {ours}, {other} wins is {theirs}, a draw is 0. "

    @property
    def fields(self) -> tuple[str, ...]:
        """What is asked at each inner node."""
        return ("alpha", "beta", "value") if ALGORITHMS[self.algorithm].cuts else ("value",)

    @property
    def answer(self) -> str:
        """The best move and the line, in a sentence."""
        key, root = self.key, self.tree.root
        move = f" ({key.best.move})" if key.best.move else ""
        line = " ".join(node.name for node in key.line)
        return (
            f"{root.name} is worth {number(key.value)}. The best move is {key.best.name}{move}, "
            f"the line is {line}."
        )

    @property
    def cuts(self) -> list[str]:
        """Every cut-off in a sentence."""
        return [why_cut_off(cut) for cut in self.key.cuts]

    @property
    def about_bounds(self) -> str:
        """What the signs of the key mean, if it has any."""
        entries = [self.key[node.name] for node in self.tree.inner]
        return BOUNDS if any(each.bound != "exact" for each in entries) else ""

    def text(self) -> Iterator[str]:
        """The tree, line by line."""
        yield _label(self.tree.root)
        yield from _branches(self.tree.root, "")

    def table(self) -> list[list[str]]:
        """The key: a heading, and a row for each inner node."""
        rows = [["node", "player", *self.fields]]
        for node in self.tree.inner:
            entry = self.key[node.name]
            cells = [written(entry, what).translate(TYPED) for what in self.fields]
            rows.append([node.name, node.player, *cells])
        return rows

    def as_json(self) -> dict[str, Any]:
        """For programs."""
        return {**self.question(), "key": as_json(self.key)}

    def question(self) -> dict[str, Any]:
        """The same without the key, for students."""
        tree = self.tree
        return {
            "tree": str(tree),
            "root": tree.root.player,
            "seed": self.seed,
            "game": tree.position.as_json() if tree.position else None,
            "nodes": [_node_as_json(tree, node) for node in tree.nodes],
        }


def written(entry: Entry, what: str) -> str:
    """An entry of the key: `3`, `−∞`, `≤ 2`, `cut`."""
    if entry.cut:
        return "cut"
    value = getattr(entry, what)
    sign = DRAWN[entry.bound] if what == "value" else ""
    return f"{sign}{infinite(value)}"


def infinite(value: float) -> str:
    """A number as it is drawn: with a true minus, infinity as a sign."""
    return ("−∞" if value < 0 else "∞") if value in (inf, -inf) else number(value).replace("-", "−")


def _label(node: Node) -> str:
    move = f" ({node.move})" if node.move else ""
    return f"{node.name}{move} {node.value if node.is_leaf else node.player}"


def _branches(node: Node, margin: str) -> Iterator[str]:
    for child in node.children:
        last = child is node.children[-1]
        yield f"{margin}{'└─ ' if last else '├─ '}{_label(child)}"
        yield from _branches(child, margin + ("   " if last else "│  "))


def _node_as_json(tree: Tree, node: Node) -> dict[str, Any]:
    return {
        "name": node.name,
        "parent": tree.parent(node.name).name if node.place else None,
        "player": None if node.is_leaf else node.player,
        "value": node.value if node.is_leaf else None,
        "move": node.move or None,
    }

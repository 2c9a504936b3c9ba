"""The tree of an exercise: MAX and MIN by turns, whole numbers at the leaves.

A teacher writes it as nested brackets. Nodes get letters, level by level from the left; a leaf is
called after its parent and its place there:

    ((3 5) (2 9 1) (7 4))              A
                             B         C         D
                           B1 B2    C1 C2 C3   D1 D2
                            3 5      2 9  1     7 4
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, TypeAlias

from noughts.errors import NotationError, did_you_mean, shorten
from noughts.notation import name
from noughts.position import Position
from noughts.rules import OTHER, Mark
from noughts.textbook.scores import WIN_DRAW_LOSS
from noughts.words import count

__all__ = ["LARGEST", "MOST_LEAVES", "MOST_LEVELS", "Node", "Player", "Shape", "Tree"]
__all__ += ["tree_of_game"]

Player: TypeAlias = Literal["MAX", "MIN"]
Place: TypeAlias = tuple[int, ...]  # which child, from the root downwards
# A tree without names: a leaf is its value.
Shape: TypeAlias = int | Sequence["Shape"]

MOST_LEAVES = 64  # about twice what can be read on one page
MOST_LEVELS = 12  # below the root
LARGEST = 9_999  # a value of four digits fits into a leaf
TURNS: dict[Player, Player] = {"MAX": "MIN", "MIN": "MAX"}


@dataclass(frozen=True)
class Node:
    """A leaf with a value, or an inner node with children; `move` leads to it in a real game."""

    name: str
    place: Place
    player: Player
    children: "tuple[Node, ...]" = ()
    value: int = 0
    move: str = ""

    @property
    def is_leaf(self) -> bool:
        """Whether it has a value of its own."""
        return not self.children

    @property
    def below(self) -> "Iterator[Node]":
        """Everything under it, from the left."""
        for child in self.children:
            yield child
            yield from child.below


@dataclass(frozen=True)
class Tree:
    """The tree of one exercise; `position` is where a real game begins.

    >>> tree = Tree.parse("((3 5) (2 9 1) (7 4))")
    >>> [node.name for node in tree.inner], tree["C2"].value, tree.parent("C2").name
    (['A', 'B', 'C', 'D'], 9, 'C')
    """

    root: Node
    position: Position | None = None

    @classmethod
    def parse(cls, text: str, root: Player = "MAX") -> "Tree":
        """Read nested brackets; commas may stand between values."""
        return cls.grow(_shape(text), root)

    @classmethod
    def grow(
        cls,
        shape: Shape,
        root: Player = "MAX",
        moves: Mapping[Place, str] | None = None,
        position: Position | None = None,
    ) -> "Tree":
        """Give names to the nodes of a shape; `moves` are those of a real game."""
        names, moves = _names(shape), moves or {}

        def node(shape: Shape, place: Place, player: Player) -> Node:
            name, move = names[place], moves.get(place, "")
            if isinstance(shape, int):
                return Node(name, place, player, value=shape, move=move)
            children = (node(each, (*place, i), TURNS[player]) for i, each in enumerate(shape))
            return Node(name, place, player, tuple(children), move=move)

        return cls(node(shape, (), root), position)

    @cached_property
    def nodes(self) -> tuple[Node, ...]:
        """All nodes, level by level from the left."""
        found = [self.root]
        for node in found:
            found.extend(node.children)
        return tuple(found)

    @cached_property
    def inner(self) -> tuple[Node, ...]:
        """The nodes with a letter, in the order of the alphabet."""
        return tuple(node for node in self.nodes if not node.is_leaf)

    @cached_property
    def leaves(self) -> tuple[Node, ...]:
        """From the left."""
        return tuple(node for node in self.root.below if node.is_leaf)

    @property
    def levels(self) -> int:
        """How many moves lie between the root and the deepest leaf."""
        return max(len(node.place) for node in self.nodes)

    @cached_property
    def _by_name(self) -> dict[str, Node]:
        return {node.name: node for node in self.nodes}

    @cached_property
    def _parents(self) -> dict[str, Node]:
        return {child.name: node for node in self.nodes for child in node.children}

    def __getitem__(self, name: str) -> Node:
        found = self._by_name.get(name)
        if found is None:
            close = did_you_mean(str(name), self._by_name)
            last = self.inner[-1].name
            raise NotationError(
                f"{shorten(name)} is not a node of this tree{close}: nodes are A to {last}, leaves "
                f"are called after their parent, such as {self.leaves[0].name}"
            )
        return found

    def parent(self, name: str) -> Node:
        """The node above; the root has none."""
        return self._parents[name]

    def ancestors(self, name: str) -> Iterator[tuple[Node, Node]]:
        """Each node above, the nearest first, with its child on the way down."""
        child = self[name]
        while child.name in self._parents:
            above = self._parents[child.name]
            yield above, child
            child = above

    def __str__(self) -> str:
        return _brackets(self.root)


def _brackets(node: Node) -> str:
    if node.is_leaf:
        return str(node.value)
    return f"({' '.join(map(_brackets, node.children))})"


def _names(shape: Shape) -> dict[Place, str]:
    todo: list[tuple[Place, Shape]] = [((), shape)]
    names: dict[Place, str] = {}
    letters = 0
    for place, each in todo:
        if isinstance(each, int):
            names[place] = f"{names[place[:-1]]}{place[-1] + 1}"
        else:
            names[place] = _letters(letters)
            letters += 1
            todo.extend(((*place, i), child) for i, child in enumerate(each))
    return names


def _letters(number: int) -> str:
    """A name of letters.

    >>> _letters(0), _letters(25), _letters(26), _letters(53)
    ('A', 'Z', 'AA', 'BB')
    """
    head, last = divmod(number, 26)
    return (_letters(head - 1) if head else "") + chr(ord("A") + last)


# Brackets

TOKEN = re.compile(r"(?P<open>[(\[])|(?P<close>[)\]])|(?P<comma>,)|(?P<number>[-−+]?[0-9.]*[0-9])")
CLOSES = {"(": ")", "[": "]"}


def _shape(text: str) -> Shape:
    try:
        return _Reader(text).shape()
    except NotationError:
        whole = f"({text.strip()})"
        if not _is_tree(whole):
            raise
    raise NotationError(
        f"{shorten(text)} is not a tree: the brackets around all of it are missing, as in "
        f"{shorten(whole)}"
    )


def _is_tree(text: str) -> bool:
    try:
        _Reader(text).shape()
    except NotationError:
        return False
    return True


class _Reader:
    """Reads one tree; what is wrong is quoted, with the place in the text."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.open: list[tuple[str, int, list[Shape]]] = []  # brackets, where they are, what is in
        self.leaves = 0
        self.after_comma = False

    def shape(self) -> Shape:
        """The whole text as one tree."""
        at, end = 0, len(self.text.rstrip())
        if not end:
            raise NotationError("'' is not a tree: write nested brackets such as ((3 5) (2 9))")
        while at < end:
            start = self._next(at)
            found = TOKEN.match(self.text, start)
            if found is None:
                raise self._wrong(start, "is not a number, a bracket or a comma")
            done = self._take(found, start)
            at = found.end()
            if done is not None:
                if at < end:
                    raise self._wrong(self._next(at), "stands behind the end of the tree")
                return done
        bracket, where, _ = self.open[-1]
        raise self._wrong(where, f"is never closed by {CLOSES[bracket]!r}")

    def _next(self, at: int) -> int:
        """Where the next sign is that is not blank."""
        rest = self.text[at:]
        return at + len(rest) - len(rest.lstrip())

    def _take(self, found: re.Match[str], start: int) -> Shape | None:
        """Read one sign; the tree, if this closes its last bracket."""
        kind = found.lastgroup
        if not self.open and kind != "open":
            raise self._wrong(start, "stands outside the brackets")
        if kind == "comma":
            if self.after_comma or not self.open[-1][2]:
                raise self._wrong(start, "has no value before it")
            self.after_comma = True
            return None
        if kind == "close":
            return self._close(found["close"], start)
        self.after_comma = False
        if kind == "open":
            if len(self.open) == MOST_LEVELS:
                raise self._wrong(start, f"is too deep: a tree has at most {MOST_LEVELS} levels")
            self.open.append((found["open"], start, []))
        else:
            self.open[-1][2].append(self._number(found["number"], start))
        return None

    def _number(self, digits: str, start: int) -> int:
        self.leaves += 1
        if self.leaves > MOST_LEAVES:
            raise self._wrong(start, f"is one leaf too many: a tree has at most {MOST_LEAVES}")
        if "." in digits:
            raise self._wrong(start, "is not a whole number")
        if len(digits) > 1 + len(str(LARGEST)) or abs(int(digits.replace("−", "-"))) > LARGEST:
            raise self._wrong(start, f"is too large: values are from -{LARGEST:,} to {LARGEST:,}")
        return int(digits.replace("−", "-"))

    def _close(self, sign: str, start: int) -> Shape | None:
        bracket, where, inside = self.open[-1]
        if self.after_comma:
            raise self._wrong(start, "follows a comma, where a value belongs")
        if not inside:
            raise self._wrong(where, "is a node without a value: write a number into it")
        if sign != CLOSES[bracket]:
            raise self._wrong(start, f"cannot close {bracket!r}: write {CLOSES[bracket]!r}")
        self.open.pop()
        if not self.open:
            return inside
        self.open[-1][2].append(inside)
        return None

    def _wrong(self, start: int, what: str) -> NotationError:
        found = re.match(r"[^\s()\[\],]+|.", self.text[start:])
        sign = shorten(found[0] if found else "", 20)
        return NotationError(
            f"{shorten(self.text)} is not a tree: {sign}, character {start + 1}, {what}"
        )


# A real game


def tree_of_game(position: Position, root: Player = "MAX") -> Tree:
    """All that can still happen in a game: a win of MAX is 1, of MIN -1, a draw 0.

    The side to move is the `root`'s.
    """
    if position.is_over:
        raise NotationError(f"{position.rows_text} is over: there is no move to search")
    us: Mark = position.turn if root == "MAX" else OTHER[position.turn]
    moves: dict[Place, str] = {}
    leaves = 0

    def shape(here: Position, place: Place) -> Shape:
        nonlocal leaves
        if here.is_over:
            leaves += 1
            if leaves > MOST_LEAVES:
                raise NotationError(
                    f"{position.rows_text} has {count(position.cells.count('.'), 'empty cell')}: "
                    f"its tree has more than {MOST_LEAVES} leaves; fill some more cells"
                )
            return int(WIN_DRAW_LOSS.leaf(here, len(place), us))
        children = []
        for i, move in enumerate(here.legal_moves):
            child = (*place, i)
            moves[child] = name(here.rules, move)
            children.append(shape(here.play(move), child))
        return children

    grown = shape(position, ())
    return Tree.grow(grown, root, moves, position)

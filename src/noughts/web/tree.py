"""A game as a tree of moves, which can be changed; a record is made of it again.

The first child of a node goes on with its line, the others begin variations. A node is found by its
path: the moves from the start. No two children have the same move, so a path leads to one node.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from starlette.exceptions import HTTPException

from noughts.errors import shorten
from noughts.notation import names
from noughts.notes import Variation
from noughts.records import Record
from noughts.rules import Move, Rules
from noughts.words import count

__all__ = ["MOST_MOVES", "Node", "as_record", "as_tree", "as_variation", "check_size", "follow"]
__all__ += ["give_names_back", "graft", "line_of", "names_in_comments"]

MOST_MOVES = 2_000  # of a game with its variations: 30 KB to send, 20 ms to replay
NO_MOVE = -1  # of the root


@dataclass(eq=False)
class Node:
    """A move, with what is said about it and what was played or tried after it."""

    move: Move = NO_MOVE
    seconds: float = 0.0  # what it took when it was played; a move that was only tried took none
    name: str = ""  # of the variation that begins here
    comment: str = ""
    children: list["Node"] = field(default_factory=list)

    def child(self, move: Move) -> "Node | None":
        """The child with that move."""
        return next((each for each in self.children if each.move == move), None)

    def add(self, move: Move, seconds: float = 0.0) -> "Node":
        """The child with that move, which is made if there is none; its first time counts."""
        found = self.child(move)
        if found is None:
            found = Node(move)
            self.children.append(found)
        found.seconds = found.seconds or seconds
        return found

    def note(self, text: str) -> None:
        """Add to the comment, unless it says so already."""
        if text and text not in self.comment.split("\n"):
            self.comment = f"{self.comment}\n{text}" if self.comment else text


# From a record


def as_tree(record: Record) -> Node:
    """The root of the tree; lines that begin with the same moves become one."""
    root = Node(comment=record.comments.get(0, ""))
    line = _grown(root, record, 0)
    for each in record.variations:
        graft(line[each.after], each)
    return root


def graft(parent: Node, variation: Variation) -> Node:
    """Add a variation to the node that it branches from; returns its first node."""
    line = _grown(parent, variation, variation.after)
    first = line[1]
    if not first.name and first is not parent.children[0]:
        first.name = variation.name
    elif first.name != variation.name:
        first.note(variation.name)
    for each in variation.variations:
        graft(line[each.after - variation.after], each)
    return first


def _grown(parent: Node, added: Record | Variation, after: int) -> list[Node]:
    """The nodes of a line, the one that it grows from first."""
    line = [parent]
    played = zip(added.moves, added.seconds, strict=True)
    for number, (move, seconds) in enumerate(played, after + 1):
        line.append(line[-1].add(move, seconds))
        line[-1].note(added.comments.get(number, ""))
    return line


# To a record


def as_record(root: Node, record: Record) -> Record:
    """The same game with the moves of a tree, which has no decision."""
    check_size(root)
    line = line_of(root)
    return Record(
        record.start,
        record.players,
        [node.move for node in line[1:]],
        [node.seconds for node in line[1:]],
        comments=_comments(line, 0),
        variations=_variations(line, 0),
        about=record.about,
    )


def as_variation(first: Node, after: int) -> Variation:
    """The variation that begins with a node."""
    line = line_of(first)
    inner = _variations(line, after + 1)
    moves, seconds = [node.move for node in line], [node.seconds for node in line]
    comments = _comments(line, after + 1, named=True)
    return Variation(after, moves, first.name, comments, inner, seconds)


def line_of(node: Node) -> list[Node]:
    """The node, and those with which its line goes on."""
    line = [node]
    while line[-1].children:
        line.append(line[-1].children[0])
    return line


def _variations(line: Sequence[Node], first: int) -> list[Variation]:
    """What branches from a line whose first node has that number."""
    return [
        as_variation(child, number)
        for number, node in enumerate(line, first)
        for child in node.children[1:]
    ]


def _comments(line: Sequence[Node], first: int, named: bool = False) -> dict[int, str]:
    """The comments of a line; a name, which only the first node of a variation has, goes there."""
    comments = {}
    for number, node in enumerate(line, first):
        name = "" if named and node is line[0] else node.name
        comments[number] = "\n".join(filter(None, [name, node.comment]))
    return comments


# A record has names for variations only. Elsewhere a name stands first in the comment, and these
# two remember that it is one: a line that is promoted, and demoted later, keeps its name.


def names_in_comments(root: Node) -> list[tuple[Move, ...]]:
    """The paths to the nodes with names that do not begin a variation."""
    found = list[tuple[Move, ...]]()
    todo: list[tuple[Node, tuple[Move, ...], bool]] = [(root, (), True)]
    while todo:
        node, path, first = todo.pop()
        if node.name and first:
            found.append(path)
        children = enumerate(node.children)
        todo += [(child, (*path, child.move), index == 0) for index, child in children]
    return sorted(found)


def give_names_back(root: Node, paths: Iterable[Sequence[Move]]) -> None:
    """Let the first line of these comments be the name again that it was."""
    for path in paths:
        node: Node | None = root
        for move in path:
            node = node and node.child(move)
        if node and node.comment and not node.name:
            node.name, _, node.comment = node.comment.partition("\n")


def check_size(root: Node) -> None:
    """Refuse a tree that is too large."""
    moves, todo = -1, [root]
    while todo:
        moves += 1
        todo += todo.pop().children
    if moves > MOST_MOVES:
        most = count(MOST_MOVES, "move")
        sentence = f"a game with its variations has at most {most}: delete some variations first"
        raise HTTPException(400, sentence)


# Finding a node


def follow(root: Node, path: Sequence[Move], rules: Rules) -> list[Node]:
    """The nodes of a path, the root first."""
    nodes = [root]
    for move in path:
        child = nodes[-1].child(move)
        if child is None:
            line = shorten(", ".join(names(rules, path)))
            raise HTTPException(404, f"there is no line {line} in this game")
        nodes.append(child)
    return nodes

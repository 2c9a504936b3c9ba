"""Why the key says what it says: one plain sentence for each entry of each node."""

from collections.abc import Sequence
from math import inf

from noughts.analysis import Bound
from noughts.practice.keys import Cut, Key
from noughts.practice.trees import Node
from noughts.trace import DRAWN, number

__all__ = ["WORDS", "all_of", "reason", "why_cut_off", "worth"]

WORDS: dict[Bound, str] = {"exact": "", "at-least": "at least ", "at-most": "at most "}
TAKES = {"MAX": "the highest", "MIN": "the lowest"}
MORE = {"alpha": "MAX", "beta": "MIN"}  # whose best so far it is


def reason(key: Key, name: str, what: str) -> str:
    """Why `what` ("value", "alpha", "beta", "cut") is what the key says at a node.

    >>> from noughts.practice.keys import key_of
    >>> from noughts.practice.trees import Tree
    >>> key = key_of(Tree.parse("((3 5) (2 9 1) (7 4))"))
    >>> reason(key, "C2", "cut")
    'C2 is cut: C is already at most 2, not more than alpha = 3, which MAX has at A from B.'
    >>> reason(key, "C", "alpha")
    'alpha is 3 at C: MAX at A already has 3 from B.'
    >>> reason(key, "D", "value")
    'D is 4: MIN takes the lowest of D1 = 7 and D2 = 4.'
    """
    node = key.tree[name]
    if what == "cut":
        return _cut(key, node) if key[name].cut else _not_cut(key, node)
    if key[name].cut:
        return f"{name} has no {what}: the search never comes here. {_cut(key, node)}"
    return _value(key, node) if what == "value" else _window(key, node, what)


def worth(key: Key, node: Node) -> str:
    """The value of a node in words: `4`, `at most 2`."""
    entry = key[node.name]
    return f"{WORDS[entry.bound]}{number(key.worth(node))}"


def why_cut_off(cut: Cut) -> str:
    """A cut-off in a sentence, with all that it skips."""
    names = all_of([node.name for node in cut.skipped])
    one = len(cut.skipped) == 1
    return f"{names} {'is' if one else 'are'} cut: {_decided(cut)}"


def all_of(words: Sequence[str]) -> str:
    """A list in a sentence: `a`, `a and b`, `a, b and c`."""
    return " and ".join(filter(None, (", ".join(words[:-1]), words[-1])))


def _decided(cut: Cut) -> str:
    node = cut.node
    least, what, compared = (
        ("at most", "alpha", "more") if node.player == "MIN" else ("at least", "beta", "less")
    )
    deep = "; a deep cut-off" if cut.deep else ""
    return (
        f"{node.name} is already {least} {number(cut.value)}, not {compared} than {what} = "
        f"{number(cut.limit)}, which {cut.source.player} has at {cut.source.name} from "
        f"{cut.by.name}{deep}."
    )


def _cut(key: Key, node: Node) -> str:
    cut = next(each for each in key.cuts if _is_under(node, each))
    if node in cut.skipped:
        return f"{node.name} is cut: {_decided(cut)}"
    above = next(each for each in cut.skipped if _is_below(node, each))
    return f"{node.name} is cut together with {above.name} above it: {_decided(cut)}"


def _is_under(node: Node, cut: Cut) -> bool:
    return any(node is each or _is_below(node, each) for each in cut.skipped)


def _is_below(node: Node, above: Node) -> bool:
    return node is not above and node.place[: len(above.place)] == above.place


def _not_cut(key: Key, node: Node) -> str:
    name = node.name
    if not node.place:
        return f"{name} is not cut: it is the root."
    if not key.algorithm.cuts:
        return f"{name} is not cut: minimax looks at every node."
    parent = key.tree.parent(name)
    holder = key.holder(parent, node)
    if holder is None:
        return f"{name} is not cut: it is the first that the search looks at below {parent.name}."
    what, compared = ("alpha", "more") if parent.player == "MIN" else ("beta", "less")
    limit, so_far = getattr(key[parent.name], what), number(key.worth(holder))
    return (
        f"{name} is not cut: {parent.name} has {so_far} so far, which is {compared} than {what} = "
        f"{number(limit)}."
    )


def _value(key: Key, node: Node) -> str:
    if node.is_leaf:
        return f"{node.name} is a leaf with the value {node.value}."
    seen = key.seen(node)
    children = [
        f"{child.name} {DRAWN[key[child.name].bound] or '= '}{number(key.worth(child))}"
        for child in node.children
        if child in seen
    ]
    takes = f"takes {TAKES[node.player]} of" if children[1:] else "has"
    rest = "; the rest is cut" if len(seen) < len(node.children) else ""
    return f"{node.name} is {worth(key, node)}: {node.player} {takes} {all_of(children)}{rest}."


def _window(key: Key, node: Node, what: str) -> str:
    limit, player = getattr(key[node.name], what), MORE[what]
    head = f"{what} is {number(limit)} at {node.name}"
    if not node.place:
        return f"{head}: nothing is known at the beginning."
    origin = key.origin(node.name, what)
    if origin is None:
        assert limit in (-inf, inf)
        above_it = [above for above, _ in key.tree.ancestors(node.name) if above.player == player]
        if not above_it:
            return f"{head}: there is no {player} node above it."
        return f"{head}: no {player} node above it has a value yet."
    above, by = origin
    return f"{head}: {player} at {above.name} already has {number(limit)} from {by.name}."

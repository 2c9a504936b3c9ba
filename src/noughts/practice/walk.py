"""A walk through the solution: what the search does, step by step, in sentences."""

from dataclasses import dataclass
from math import inf
from typing import Any, Literal, TypeAlias

from noughts.practice.keys import Key, Sheet
from noughts.practice.reasons import reason, why_cut_off
from noughts.practice.trees import Node
from noughts.trace import number

__all__ = ["Step", "walk"]

What: TypeAlias = Literal["enter", "leaf", "cut", "value"]


@dataclass(frozen=True)
class Step:
    """The search enters a node, looks at a leaf, leaves a node early or returns its value."""

    node: str
    what: What
    words: str

    def as_json(self) -> dict[str, Any]:
        """For programs."""
        return vars(self).copy()


def walk(key: Key) -> list[Step]:
    """Every step of the search, in its order.

    >>> from noughts.practice import Tree, key_of
    >>> for step in walk(key_of(Tree.parse("((3 5) (2 9))")))[:4]:
    ...     print(step.node, step.what, step.words)
    A enter The search begins at A, with alpha = -inf and beta = +inf.
    B enter The search goes to B, with alpha = -inf and beta = +inf.
    B1 leaf B1 is 3: so far B is 3.
    B2 leaf B2 is 5: so far B is 3.
    """
    walking = _Walking(key)
    key.algorithm.search(key.tree, walking)
    return walking.steps


class _Walking(Sheet):
    """Takes down each step."""

    def __init__(self, key: Key) -> None:
        self.key = key
        self.steps: list[Step] = []
        self._cuts = {cut.node.name: cut for cut in key.cuts}

    def _add(self, node: Node, what: What, words: str) -> None:
        self.steps.append(Step(node.name, what, words))

    def window(self, node: Node, alpha: float, beta: float) -> tuple[float, float]:
        goes = "goes to" if node.place else "begins at"
        window = f"with alpha = {number(alpha)} and beta = {number(beta)}"
        words = [f"The search {goes} {node.name}, {window}."]
        for what, limit, player in (("alpha", alpha, "MAX"), ("beta", beta, "MIN")):
            origin = self.key.origin(node.name, what)
            if limit not in (-inf, inf) and origin:
                above, by = origin
                words.append(
                    f"{player} at {above.name} already has {number(limit)} from {by.name}."
                )
        self._add(node, "enter", " ".join(words))
        return alpha, beta

    def cut(self, node: Node, is_cut: bool) -> bool:
        parent = self.key.tree.parent(node.name)
        if not is_cut:
            if node.is_leaf:
                self._add(node, "leaf", self._seen(node, parent))
        elif cut := self._cuts.pop(parent.name, None):  # with the first child that is cut, for all
            self._add(parent, "cut", why_cut_off(cut))
        return is_cut

    def _seen(self, leaf: Node, parent: Node) -> str:
        order = self.key.order(parent)
        seen = order[: order.index(leaf) + 1]
        best = max if parent.player == "MAX" else min
        so_far = best(self.key.worth(child) for child in seen)
        return f"{leaf.name} is {leaf.value}: so far {parent.name} is {number(so_far)}."

    def value(self, node: Node, value: float) -> float:
        self._add(node, "value", reason(self.key, node.name, "value"))
        return value

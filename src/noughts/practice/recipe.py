"""An exercise in one line of text that fits into a link.

alpha-beta,leaves:12,cuts:2,seed:7        a generated tree
minimax,root:min,tree:((3,5),(2,9,1))     a tree in brackets, which ends the line
alpha-beta,game:3x3x3,cells:x.oo.x..x     the rest of a small game
"""

import random
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from noughts.errors import NotationError, did_you_mean, require, shorten
from noughts.position import Position
from noughts.practice.exercise import Exercise
from noughts.practice.generate import Wishes, generate
from noughts.practice.keys import ALGORITHMS
from noughts.practice.trees import Player, Tree, tree_of_game
from noughts.rules import OTHER, Rules

__all__ = ["MOST_SEED", "Recipe"]

SEEDS = 10_000  # to choose from if none is given: short enough to write down
MOST_SEED = 999_999_999
ROOTS: dict[str, Player] = {"max": "MAX", "min": "MIN"}
NUMBERS = ("leaves", "branching", "depth", "cuts", "deep")
GAME = ("game", "cells", "turn")
FIELDS = ("root", "seed", *NUMBERS, "values", *GAME, "tree")
ANY = Wishes()
WHOLE = re.compile(r"[-−+]?[0-9]{1,9}")


@dataclass(frozen=True)
class Recipe:
    """How to make an exercise: from a `tree`, or from wishes and a seed.

    >>> recipe = Recipe.parse("alpha-beta, leaves:6, cuts:1, seed:3")
    >>> print(recipe)
    alpha-beta,leaves:6,cuts:1,seed:3
    >>> print(recipe.exercise().tree)
    ((17 12 20) (18 9 14))
    >>> print(Recipe.parse("tree:((3 5) (2 9))"))
    alpha-beta,tree:((3,5),(2,9))
    """

    algorithm: str = "alpha-beta"
    root: Player = "MAX"
    wishes: Wishes = ANY
    seed: int | None = None
    tree: Tree | None = None

    @classmethod
    def parse(cls, text: str) -> "Recipe":
        """Read the line; what is wrong with it is quoted."""
        fields = _fields(text)
        algorithm = ALGORITHMS[fields.pop("algorithm", "alpha-beta")].name
        root = fields.pop("root", "max")
        require(root in ROOTS, "root must be max or min", root)
        player = ROOTS[root]
        tree = _tree(fields, player)
        wishes = Wishes(
            **{what: _whole(fields, what) for what in NUMBERS},
            values=_values(fields.get("values")),
        )
        seed = _whole(fields, "seed")
        require(seed is None or seed >= 0, f"seed must be from 0 to {MOST_SEED}", seed)
        if tree and (wishes != ANY or seed is not None):
            raise NotationError(
                f"{shorten(text)} gives a tree and asks for a generated one: leave out one of them"
            )
        return cls(algorithm, player, wishes, seed, tree)

    def seeded(self, chance: random.Random) -> "Recipe":
        """The same with a seed, if it needs one and has none."""
        if self.tree or self.seed is not None:
            return self
        return replace(self, seed=chance.randrange(SEEDS))

    def several(self, number: int) -> "list[Recipe]":
        """The same with this seed and those after it."""
        if self.tree:
            require(number == 1, "a given tree is one exercise; number must be 1", number)
            return [self]
        assert self.seed is not None
        return [replace(self, seed=self.seed + i) for i in range(number)]

    def exercise(self) -> Exercise:
        """What it says; a generated tree needs a seed."""
        if self.tree:
            return Exercise(self.tree, self.algorithm)
        assert self.seed is not None
        chance = random.Random(self.seed)
        tree = generate(self.wishes, chance, self.algorithm, self.root)
        return Exercise(tree, self.algorithm, self.seed)

    def as_json(self) -> dict[str, Any]:
        """Its fields, for programs; null for what is left open."""
        position = self.tree.position if self.tree else None
        return {
            "algorithm": self.algorithm,
            "root": self.root.lower(),
            **vars(self.wishes),
            "seed": self.seed,
            "tree": str(self.tree) if self.tree and not position else None,
            "position": position.as_json() if position else None,
        }

    def __str__(self) -> str:
        wishes = self.wishes
        values = f"{wishes.values[0]}..{wishes.values[1]}" if wishes.values else None
        wished = {what: getattr(wishes, what) for what in NUMBERS} | {"values": values}
        root = None if self.root == "MAX" else "min"
        parts = {"root": root, **wished, "seed": self.seed, **self._given()}
        named = (f"{name}:{value}" for name, value in parts.items() if value is not None)
        return ",".join([self.algorithm, *named])

    def _given(self) -> dict[str, str]:
        """The tree, or the game that it is the tree of."""
        if self.tree is None:
            return {}
        if self.tree.position is None:
            return {"tree": str(self.tree).replace(" ", ",")}
        return self.tree.position.as_json()


def _fields(text: str) -> dict[str, str]:
    """The parts of the line by their names."""
    head, given, brackets = text.partition("tree:")
    fields: dict[str, str] = {}
    for part in filter(None, map(str.strip, head.split(","))):
        name, colon, value = (each.strip() for each in part.partition(":"))
        if not colon:
            name, value = "algorithm", name
        elif name not in FIELDS:
            close = did_you_mean(name, FIELDS)
            known = ", ".join(FIELDS)
            raise NotationError(f"{shorten(part)} is not part of an exercise{close}: use {known}")
        if name in fields:
            raise NotationError(f"{shorten(text)} has two fields {name!r}")
        fields[name] = value
    return fields | ({"tree": brackets} if given else {})


def _tree(fields: Mapping[str, str], root: Player) -> Tree | None:
    if "tree" in fields:
        require(not any(name in fields for name in GAME), "a tree has no game", fields["tree"])
        return Tree.parse(fields["tree"], root)
    if not any(name in fields for name in GAME):
        return None
    rules = Rules.parse(fields["game"]) if "game" in fields else None
    turn = next((mark for mark in OTHER if mark == fields.get("turn")), None)
    require("turn" not in fields or turn is not None, "turn must be x or o", fields.get("turn"))
    return tree_of_game(Position.parse(fields.get("cells", ""), rules, turn), root)


def _whole(fields: Mapping[str, str], name: str) -> int | None:
    if name not in fields:
        return None
    require(bool(WHOLE.fullmatch(fields[name])), f"{name} must be a whole number", fields[name])
    return int(fields[name].replace("−", "-"))


def _values(text: str | None) -> tuple[int, int] | None:
    if text is None:
        return None
    low, dots, high = text.partition("..")
    fits = dots and WHOLE.fullmatch(low) and WHOLE.fullmatch(high)
    require(bool(fits), "values must be a range such as -9..9", text)
    return int(low.replace("−", "-")), int(high.replace("−", "-"))

"""Trees by chance, with as many cut-offs as an exercise needs.

The same seed gives the same tree. A random tree rarely has the cut-offs that are asked for, so its
values change places as long as that makes nothing worse. After a number of changes this ends, with
or without a tree.
"""

import contextlib
import random
from collections.abc import Iterator
from dataclasses import dataclass

from noughts.errors import NotationError, OutOfReach, is_whole, require
from noughts.practice.keys import ALGORITHMS, Algorithm, key_of
from noughts.practice.trees import LARGEST, MOST_LEAVES, MOST_LEVELS, Player, Shape, Tree
from noughts.words import count

__all__ = ["Wishes", "generate"]

USUAL_LEAVES, USUAL_BRANCHING, USUAL_HIGHEST = 12, 3, 20
CUTS_FROM = 2  # levels: one above the cut-off, for its bound, and one below it, to be cut
DEEP_FROM = 4  # levels: a deep cut-off is three levels below its source, and has leaves below it
# Shapes to draw, shapes to try, and exchanges of values in each. With eight seeds out of eight they
# find 4 cut-offs in 12 leaves and 16 in 64; without success they end after 0.6 s with 12 leaves,
# 2.4 s with 64.
DRAWS, STARTS, CHANGES = 300, 12, 250
SPARE = 2  # times as many values to choose from as there are leaves


@dataclass(frozen=True)
class Wishes:
    """What a generated tree has to be like; None leaves it open.

    With `leaves`, `branching` is the most children that a node may have; without, it is how many
    each node has. `values` are the lowest and the highest; `cuts` and, among them, `deep` cut-offs
    are the fewest: left open, one if the algorithm cuts and the shape has room for it.
    """

    leaves: int | None = None
    branching: int | None = None
    depth: int | None = None
    values: tuple[int, int] | None = None
    cuts: int | None = None
    deep: int | None = None

    def __post_init__(self) -> None:
        for what, least, most in (
            ("leaves", 2, MOST_LEAVES),
            ("branching", 2, MOST_LEAVES),
            ("depth", 1, MOST_LEVELS),
            ("cuts", 0, MOST_LEAVES),
            ("deep", 0, MOST_LEAVES),
        ):
            given = getattr(self, what)
            fits = given is None or (is_whole(given) and least <= given <= most)
            require(fits, f"{what} must be a whole number from {least} to {most}", given)
        low, high = self.values or (1, 2)
        fits = is_whole(low) and is_whole(high) and -LARGEST <= low < high <= LARGEST
        say = f"values go from a lower to a higher whole number within {LARGEST:,}"
        require(fits, say, self.values)


@dataclass(frozen=True)
class _Fewest:
    """How many cut-offs there must be, and how many of them deep."""

    cuts: int
    deep: int

    @property
    def total(self) -> int:
        """Deep ones may be all that is asked for."""
        return max(self.cuts, self.deep)

    def __str__(self) -> str:
        deep = f" ({self.deep} deep)" if self.deep else ""
        return f"{count(self.total, 'cut-off')}{deep}"


@dataclass(frozen=True)
class _Size:
    leaves: int
    branching: int
    depth: int


def generate(
    wishes: Wishes,
    chance: random.Random,
    algorithm: Algorithm | str = "alpha-beta",
    root: Player = "MAX",
) -> Tree:
    """A tree as wished for; cut-offs are those of the algorithm, for minimax of alpha-beta.

    >>> tree = generate(Wishes(leaves=8, cuts=2), random.Random(1))
    >>> len(tree.leaves), len(key_of(tree).cuts) >= 2
    (8, True)
    """
    chosen = ALGORITHMS[algorithm] if isinstance(algorithm, str) else algorithm
    left_open = chosen.cuts and wishes.cuts is None and not wishes.deep
    if not chosen.cuts:
        chosen = ALGORITHMS["alpha-beta"]
    size = _size(wishes)
    fewest = _Fewest(wishes.cuts or 0, wishes.deep or 0)
    _check_that_it_is_possible(fewest, size)
    if left_open:
        with contextlib.suppress(OutOfReach):  # there may be no room for it
            return _found(wishes, _Fewest(1, 0), size, chosen, root, chance)
    return _found(wishes, fewest, size, chosen, root, chance)


def _found(
    wishes: Wishes,
    fewest: _Fewest,
    size: _Size,
    algorithm: Algorithm,
    root: Player,
    chance: random.Random,
) -> Tree:
    has_room = False
    for outline in _outlines(fewest, size, algorithm.backwards, chance):
        has_room = True
        values = _values(wishes, size, chance)
        tree = Tree.grow(_filled(outline, values), root)
        lack = _lack(tree, algorithm, fewest)
        for _ in range(CHANGES):
            if not lack:
                return tree
            one, other = chance.randrange(size.leaves), chance.randrange(len(values))
            values[one], values[other] = values[other], values[one]
            changed = Tree.grow(_filled(outline, values), root)
            lacking = _lack(changed, algorithm, fewest)
            if lacking <= lack:
                tree, lack = changed, lacking
            else:
                values[one], values[other] = values[other], values[one]
    more = "for more leaves or levels"
    advice = f"{more}, or try another seed" if has_room else f"or {more}"
    raise OutOfReach(
        f"no tree with {fewest} was found among those with {size.leaves} leaves on "
        f"{count(size.depth, 'level')}: ask for fewer, {advice}"
    )


def _lack(tree: Tree, algorithm: Algorithm, fewest: _Fewest) -> int:
    """How many cut-offs are missing."""
    key = key_of(tree, algorithm)
    return max(0, fewest.cuts - len(key.cuts)) + max(0, fewest.deep - key.deep_cuts)


# The size


def _size(wishes: Wishes) -> _Size:
    """What was left open, filled in."""
    if wishes.leaves is None and wishes.branching is not None:
        branching = wishes.branching
        levels = wishes.depth or (DEEP_FROM if wishes.deep else 3 if branching <= 3 else 2)
        return _Size(branching**levels, branching, levels)
    branching = wishes.branching or USUAL_BRANCHING
    if wishes.leaves is None:
        levels = wishes.depth or (DEEP_FROM if wishes.deep else 3)
        # Two to three children for each node, so that it looks like a tree.
        leaves = min(max(USUAL_LEAVES, 2**levels), branching**levels, MOST_LEAVES)
        return _Size(leaves, branching, levels)
    levels = wishes.depth or (DEEP_FROM if wishes.deep else 2)
    while wishes.depth is None and branching**levels < wishes.leaves:
        levels += 1
    while wishes.branching is None and branching**levels < wishes.leaves:
        branching += 1
    return _Size(wishes.leaves, branching, levels)


def _check_that_it_is_possible(fewest: _Fewest, size: _Size) -> None:
    most = size.branching**size.depth
    each = f"{size.branching} children at most and {count(size.depth, 'level')}"
    why = ""
    if size.leaves > MOST_LEAVES:
        why = f"a tree of {size.leaves:,} leaves is too large, at most {MOST_LEAVES} are possible"
    elif size.leaves > most:
        why = f"{size.leaves} leaves do not fit a tree with {each}, which has {most} at most"
    elif size.leaves <= size.depth:
        why = f"a tree with {count(size.depth, 'level')} has at least {size.depth + 1} leaves"
    elif fewest.cuts and size.depth < CUTS_FROM:
        why = (
            f"a cut-off needs {CUTS_FROM} levels, not {size.depth}: its bound comes from another "
            f"branch of the root"
        )
    elif fewest.deep and size.depth < DEEP_FROM:
        why = (
            f"a deep cut-off needs {DEEP_FROM} levels, not {size.depth}: its bound comes from "
            f"three levels above it"
        )
    elif fewest.total > size.leaves - 2:
        why = f"{fewest} are more than a tree with {size.leaves} leaves can have"
    if why:
        raise NotationError(why)


# The shape and the values


def _outlines(
    fewest: _Fewest, size: _Size, backwards: bool, chance: random.Random
) -> Iterator[Shape]:
    """Shapes that have room for the cut-offs."""
    found = 0
    for _ in range(DRAWS):
        outline = _outline(size, iter(range(size.leaves)), chance)
        if _most_cuts(outline, backwards) >= fewest.total:
            yield outline
            found += 1
        if found == STARTS:
            return


def _most_cuts(shape: Shape, backwards: bool, own: bool = False, other: bool = False) -> int:
    """How many cut-offs there are at most, whatever the values.

    `own` and `other`: whether the side to move and its opponent already have something elsewhere.
    Only what the opponent has can cut, and who has looked at one child has something.

    >>> _most_cuts([[1, 2], [3, 4, 5]], False), _most_cuts([[1, 2], [3, 4], [5, 6]], False)
    (1, 2)
    """
    if isinstance(shape, int):
        return 0
    last, total, most = len(shape) - 1, 0, 0
    for i, child in enumerate(shape[::-1] if backwards else shape):
        total += _most_cuts(child, backwards, other, own or i > 0)
        if other and i < last:
            most = max(most, total + 1)
    return max(most, total)


def _outline(size: _Size, numbers: Iterator[int], chance: random.Random) -> Shape:
    """A shape whose leaves are numbered from the left.

    All leaves are on the last level if there are enough of them, and the deepest always is there.
    """
    leaves, branching, depth = size.leaves, size.branching, size.depth
    if not depth or leaves == 1:
        return next(numbers)
    fewest, most = 2 ** (depth - 1), branching ** (depth - 1)
    if leaves < 2 * fewest:
        fewest = 1
    ways = [
        children
        for children in range(2, branching + 1)
        if children * fewest <= leaves <= children * most
        and leaves - (children - 1) * fewest >= depth
    ]
    children = chance.choice(ways)
    parts = [fewest] * children
    if fewest < depth:  # one of them must reach the last level
        parts[chance.randrange(children)] = depth
    while sum(parts) < leaves:
        open_parts = [i for i, part in enumerate(parts) if part < most]
        parts[chance.choice(open_parts)] += 1
    return [_outline(_Size(part, branching, _below(part, size)), numbers, chance) for part in parts]


def _below(leaves: int, size: _Size) -> int:
    """How many levels a subtree gets: no more than its leaves can fill."""
    return min(size.depth - 1, leaves - 1)


def _filled(outline: Shape, values: list[int]) -> Shape:
    if isinstance(outline, int):
        return values[outline]
    return [_filled(each, values) for each in outline]


def _values(wishes: Wishes, size: _Size, chance: random.Random) -> list[int]:
    """Values for the leaves, and some to exchange them for; all different if there are enough."""
    low, high = wishes.values or (1, max(USUAL_HIGHEST, size.leaves))
    known = range(low, high + 1)
    values = chance.sample(known, min(len(known), SPARE * size.leaves))
    values += chance.choices(known, k=max(0, size.leaves - len(values)))
    return values

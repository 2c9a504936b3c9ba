"""Exercises on game trees: trees, keys, marks, generated trees.

The keys are computed here once more, on nested lists and from the definition: alpha is the best
that MAX has found at any node above, beta the best that MIN has.
"""

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from math import inf
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from laws import often, one_line, reachable

from noughts import NotationError, OutOfReach, Position, Trace
from noughts.practice import (
    ALGORITHMS,
    Exercise,
    Key,
    Tree,
    Wishes,
    generate,
    key_of,
    mark,
    reason,
    tree_of_game,
)
from noughts.practice.keys import Sheet
from noughts.practice.trees import Node, Player, Shape
from noughts.textbook import alpha_beta, minimax

AIMA = (
    "((3 12 8) (2 4 6) (14 5 2))"  # the tree of Russell and Norvig's chapter, whose key they print
)

shapes = st.recursive(
    st.integers(-30, 30), lambda inner: st.lists(inner, min_size=1, max_size=4), max_leaves=20
).filter(lambda shape: isinstance(shape, list))
PLAYERS: tuple[Player, Player] = ("MAX", "MIN")


# Trees


@settings(max_examples=often(100))
@given(shapes)
def test_brackets_are_read_back(shape: Shape) -> None:
    tree = Tree.grow(shape)
    if tree.levels <= 12:
        assert Tree.parse(str(tree)) == tree
        assert Tree.parse(str(shape)) == tree, "lists of Python are trees, too"
    assert len({node.name for node in tree.nodes}) == len(tree.nodes)


def test_names_and_players() -> None:
    tree = Tree.parse("((3, 5), (2 9 (1 −7)) 4)", "MIN")
    assert str(tree) == "((3 5) (2 9 (1 -7)) 4)"
    assert [node.name for node in tree.inner] == ["A", "B", "C", "D"]
    assert [leaf.name for leaf in tree.leaves] == ["B1", "B2", "C1", "C2", "D1", "D2", "A3"]
    assert [tree[name].player for name in "ABD"] == ["MIN", "MAX", "MIN"]
    assert (tree.levels, tree.parent("D").name) == (3, "C")
    wide = Tree.grow([[i, i] for i in range(30)])
    assert [node.name for node in wide.inner][25:] == ["Z", "AA", "AB", "AC", "AD", "AE"]
    with pytest.raises(NotationError, match=r"'Q' is not a node of this tree.* A to D.* as B1"):
        tree["Q"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "write nested brackets"),
        ("5 x", "'5', character 1, stands outside"),
        (
            "((3 5) (2 x))",
            r"'\(\(3 5\) \(2 x\)\)' is not a tree: 'x', character 11, is not a number",
        ),
        ("(3,,5)", "',', character 4, has no value before it"),
        ("(,5)", "',', character 2, has no value before it"),
        ("(3, 5,)", r"'\)', character 7, follows a comma"),
        ("((3 5) (2 9)", r"'\(', character 1, is never closed by '\)'"),
        ("(3 5))", r"'\)', character 6, stands behind the end"),
        ("(3 5) (2 9", r"'\(', character 7, stands behind the end"),
        ("(3 5) (2 9)", r"brackets around all of it are missing, as in '\(\(3 5\) \(2 9\)\)'"),
        ("3 5", r"brackets around all of it are missing, as in '\(3 5\)'"),
        ("((3) ())", r"'\(', character 6, is a node without a value"),
        ("(3 5]", r"'\]', character 5, cannot close '\('"),
        ("(10000 1)", "'10000', character 2, is too large"),
        ("(1 1.5)", "'1.5', character 4, is not a whole number"),
        ("(-.5 1)", "'-.5', character 2, is not a whole number"),
        ("(" * 13, "character 13, is too deep: a tree has at most 12 levels"),
        (f"({'1 ' * 65})", "character 130, is one leaf too many: a tree has at most 64"),
        ("(9" + "9" * 5000 + ")", "character 2, is too large"),
    ],
)
def test_a_wrong_text_is_quoted_with_the_place(text: str, said: str) -> None:
    with pytest.raises(NotationError, match=said) as caught:
        Tree.parse(text)
    assert one_line(str(caught.value))
    assert len(str(caught.value)) < 200


def test_the_largest_texts_are_read() -> None:
    assert Tree.parse("(" * 12 + "1" + ")" * 12).levels == 12
    assert len(Tree.parse(f"({'-9999 ' * 64})").leaves) == 64


# Keys


def test_the_key_of_the_book() -> None:
    key = key_of(Tree.parse(AIMA))
    assert (key.value, key.best.name, [node.name for node in key.line]) == (
        3,
        "B",
        ["A", "B", "B1"],
    )
    assert [[node.name for node in cut.skipped] for cut in key.cuts] == [["C2", "C3"]]
    assert [(key[name].value, key[name].bound) for name in "BCD"] == [
        (3, "exact"),
        (2, "at-most"),
        (2, "exact"),
    ], "the book has the range [2, 2] at its third node, though 2 is less than alpha"
    backwards = key_of(Tree.parse(AIMA), "right-to-left")
    assert [[node.name for node in cut.skipped] for cut in backwards.cuts] == []
    assert (backwards["D"].value, backwards["C"].alpha, backwards["B"].alpha) == (2, 2, 2)
    assert not key_of(Tree.parse(AIMA), "minimax").cuts


def test_cut_offs_are_told_in_the_order_of_the_search() -> None:
    key = key_of(Tree.parse("(((20 13) (23 19) (15 5)) ((12 4) (3 8)) ((11 10) (9 30)))"))
    assert [cut.node.name for cut in key.cuts] == ["F", "C", "D"]
    mirrored = Tree.parse("(((30 9) (10 11)) ((8 3) (4 12)) ((5 15) (19 23) (13 20)))")
    key = key_of(mirrored, "right-to-left")
    assert [cut.node.name for cut in key.cuts] == ["J", "C", "B"]


def test_a_deep_cut_off_has_its_bound_from_further_up_than_the_parent() -> None:
    (own,) = key_of(Tree.parse("(5 (9 (8 (4 7))))")).cuts
    assert (own.node.name, own.after.name, own.source.name, own.by.name) == ("D", "D1", "C", "C1")
    assert (own.value, own.limit, own.deep) == (4, 8, False)
    (both,) = key_of(Tree.parse("(5 (9 (4 (3 7))))")).cuts
    assert (both.source.name, both.limit, both.deep) == ("A", 5, False), "4 at C is enough"
    (deep,) = key_of(Tree.parse("(5 (9 ((4 7) 8)))")).cuts
    assert (deep.node.name, deep.source.name, deep.limit, deep.deep) == ("D", "A", 5, True)


@dataclass
class Brute:
    """What alpha-beta does with nested lists, from the definition; `said` replaces values."""

    backwards: bool
    said: dict[tuple[int, ...], float] = field(default_factory=dict)
    windows: dict[tuple[int, ...], tuple[float, float]] = field(default_factory=dict)
    values: dict[tuple[int, ...], float] = field(default_factory=dict)
    cut: set[tuple[int, ...]] = field(default_factory=set)
    cuts: int = 0
    deep: int = 0

    def search(
        self, shape: Any, up: bool, path: tuple[int, ...], above: list[tuple[bool, list[float]]]
    ) -> float:
        if isinstance(shape, int):
            self.values[path] = shape
            return shape
        alpha = max([-inf, *(v for is_max, known in above if is_max for v in known)])
        beta = min([inf, *(v for is_max, known in above if not is_max for v in known)])
        self.windows[path] = alpha, beta
        known: list[float] = []
        numbers = range(len(shape))
        skipped = False
        for i in reversed(numbers) if self.backwards else numbers:
            if known and (max(known) >= beta if up else min(known) <= alpha):
                self.forget(shape[i], (*path, i))
                skipped = True
            else:
                known.append(self.search(shape[i], not up, (*path, i), [*above, (up, known)]))
        value = max(known) if up else min(known)
        if skipped:
            own = above[-1][1]
            self.cuts += 1
            self.deep += not any(value >= each if up else value <= each for each in own)
        self.values[path] = value
        return self.said.get(path, value)

    def forget(self, shape: Any, path: tuple[int, ...]) -> None:
        self.cut.add(path)
        if not isinstance(shape, int):
            for i, each in enumerate(shape):
                self.forget(each, (*path, i))


def plain(shape: Any, up: bool) -> float:
    """The true value."""
    if isinstance(shape, int):
        return shape
    return (max if up else min)(plain(each, not up) for each in shape)


def shape_of(tree: Tree, others: random.Random | None = None, key: Key | None = None) -> Any:
    """A tree as nested lists; with `others`, what the key cuts has other values."""

    def shape(node: Any) -> Any:
        if node.is_leaf:
            return others.randint(-99, 99) if others and key and key[node.name].cut else node.value
        return [shape(child) for child in node.children]

    return shape(tree.root)


def possible(node: Any, key: Key, other: float) -> float:
    """The true value of a node, if whatever the key cuts is worth `other`."""
    if key[node.name].cut:
        return other
    if node.is_leaf:
        return float(node.value)
    best = max if node.player == "MAX" else min
    return best(possible(child, key, other) for child in node.children)


def drawn(seed: int) -> Tree:
    """A tree of any size, shape and range of values."""
    chance = random.Random(seed)
    depth = chance.randint(1, 5)
    leaves = chance.randint(depth + 1, 30)
    low = chance.randint(-20, 20)
    values = low, low + chance.choice((1, 5, 40))
    wishes = Wishes(leaves, None, depth, values)
    return generate(wishes, chance, root=chance.choice(PLAYERS))


def check_key(tree: Tree, algorithm: str, seed: int) -> None:
    key, shape, up = key_of(tree, algorithm), shape_of(tree), tree.root.player == "MAX"
    brute = Brute(ALGORITHMS[algorithm].backwards)
    assert key.value == plain(shape, up) == brute.search(shape, up, (), [])
    for node in tree.nodes:
        entry = key[node.name]
        assert entry.cut == (node.place in brute.cut)
        if not entry.cut:
            assert entry.value == brute.values[node.place]
        if not node.is_leaf and not entry.cut:
            assert (entry.alpha, entry.beta) == brute.windows[node.place]
            assert entry.value is not None
            low, high = (possible(node, key, other) for other in (-inf, inf))
            right = {"exact": (entry.value, entry.value), "at-most": (low, entry.value)}
            assert (low, high) == right.get(entry.bound, (entry.value, high))
            assert (low == high) == (entry.bound == "exact")
    assert (len(key.cuts), key.deep_cuts) == (brute.cuts, brute.deep)
    assert plain(shape_of(tree, random.Random(seed), key), up) == key.value, "what is cut is idle"
    assert key.line[-1].value == key.value
    assert all(key.worth(node) == key.value for node in key.line)


def test_generated_keys_agree_with_a_brute_force() -> None:
    """`make fuzz` tries 10,000 of them."""
    for seed in range(often(250)):
        tree = drawn(seed)
        check_key(tree, ("alpha-beta", "right-to-left")[seed % 2], seed)
        values = key_of(tree, "minimax")
        for node in tree.inner:
            true = plain(shape_of(Tree(node)), node.player == "MAX")
            entry = values[node.name]
            assert (entry.value, entry.alpha, entry.cut) == (true, None, False)


ENDGAMES = [each for each in reachable() if each.cells.count(".") <= 4 and not each.is_over]


@pytest.mark.parametrize("name", ["alpha-beta", "minimax"])
def test_keys_of_real_games_are_what_the_textbook_search_reports(name: str) -> None:
    """Node for node: windows, values, what was never tried; and what is exact, by its tree.

    The search knows its window alone, so that it may call a value a bound which is exact.
    """
    search = {"alpha-beta": alpha_beta, "minimax": minimax}[name]
    for position in random.Random(1).sample(ENDGAMES, min(often(60), len(ENDGAMES))):
        tree, trace = tree_of_game(position), Trace(position)
        found = search(position, visit=trace.add)
        key, visits = key_of(tree, name), [node.visit for node in trace.tree() if node.visit]
        seen = {node.place for node in tree.nodes if not key[node.name].cut}
        assert {place_of(position, visit.path) for visit in visits} == seen
        for visit in visits:
            node = next(n for n in tree.nodes if n.place == place_of(position, visit.path))
            entry = key[node.name]
            assert entry.value == visit.value
            if name == "alpha-beta" and not node.is_leaf:
                assert (entry.alpha, entry.beta) == (visit.alpha, visit.beta)
                assert entry.bound == visit.bound
                skipped = [child.move for child in node.children if key[child.name].cut]
                assert len(skipped) == len(visit.untried)
        if name == "alpha-beta":
            assert [node.place for node in key.line[1:]] == [
                place_of(position, found.line[:end]) for end in range(1, len(found.line) + 1)
            ]


def place_of(position: Position, path: tuple[int, ...]) -> tuple[int, ...]:
    """Moves as places among the legal ones."""
    place = []
    for move in path:
        place.append(position.legal_moves.index(move))
        position = position.play(move)
    return tuple(place)


def test_a_game_that_is_over_or_too_long_is_refused() -> None:
    with pytest.raises(NotationError, match=r"xxx/oo\./\.\.\. is over"):
        tree_of_game(Position.parse("xxx/oo./..."))
    with pytest.raises(NotationError, match="has 8 empty cells: its tree has more than 64 leaves"):
        tree_of_game(Position.parse("x......../"[:9]))


def test_min_may_be_to_move_in_a_real_game() -> None:
    position = Position.parse("x.o/o.x/..x")
    as_max, as_min = tree_of_game(position), tree_of_game(position, "MIN")
    assert [leaf.value for leaf in as_min.leaves] == [-leaf.value for leaf in as_max.leaves]
    assert key_of(as_min).best.move == key_of(as_max).best.move
    assert "O is to move; O wins is -1, X wins is 1" in Exercise(as_min).task


# Generated trees


def test_the_same_seed_gives_the_same_tree() -> None:
    wishes = Wishes(leaves=14, cuts=3)
    first, again, other = (str(generate(wishes, random.Random(seed))) for seed in (5, 5, 6))
    assert first == again != other
    for wishes, tree in (  # sheets are printed by seed
        (Wishes(), "(((20 1) (15 9) (8 19)) ((2 10 14) (12 11 17)))"),
        (Wishes(cuts=0), "(((20 1) (15 9) (8 10)) ((2 6 19) (12 11 17)))"),
    ):
        assert str(generate(wishes, random.Random(1))) == tree


@pytest.mark.parametrize("algorithm", ["alpha-beta", "right-to-left"])
def test_there_is_something_to_cut_where_there_is_room(algorithm: str) -> None:
    for seed in range(30):
        tree = generate(Wishes(leaves=6), random.Random(seed), algorithm)
        assert key_of(tree, algorithm).cuts
    flat = generate(Wishes(leaves=4, depth=1), random.Random(1), algorithm)
    assert len(flat.leaves) == 4
    plain = generate(Wishes(leaves=6, cuts=0), random.Random(3))
    assert generate(Wishes(leaves=6), random.Random(3), "minimax") == plain


@pytest.mark.parametrize(
    "wishes",
    [
        Wishes(leaves=12, cuts=3),
        Wishes(leaves=6, deep=1),
        Wishes(branching=2, depth=4, cuts=4, deep=2),
        Wishes(leaves=30, cuts=7, deep=2),
        Wishes(leaves=10, branching=2, depth=4, values=(-5, 5), cuts=2),
        Wishes(depth=2, cuts=2),
        Wishes(leaves=12, values=(0, 1), cuts=3),
    ],
    ids=str,
)
@pytest.mark.parametrize("algorithm", ["alpha-beta", "right-to-left", "minimax"])
def test_wishes_come_true(wishes: Wishes, algorithm: str) -> None:
    for seed, root in enumerate(PLAYERS):
        tree = generate(wishes, random.Random(seed), algorithm, root)
        key = key_of(tree, "alpha-beta" if algorithm == "minimax" else algorithm)
        assert len(key.cuts) >= (wishes.cuts or 0)
        assert key.deep_cuts >= (wishes.deep or 0)
        assert tree.root.player == root
        assert wishes.leaves in (None, len(tree.leaves))
        assert wishes.depth in (None, tree.levels)
        widths = {len(node.children) for node in tree.inner}
        if wishes.branching:
            assert widths == {wishes.branching} if not wishes.leaves else max(widths) <= 2
        values = [leaf.value for leaf in tree.leaves]
        low, high = wishes.values or (1, 99)
        assert low <= min(values) <= max(values) <= high
        assert len({*values}) == min(len(values), high - low + 1) or wishes.values


def test_another_seed_is_only_advised_where_it_may_help() -> None:
    with pytest.raises(NotationError, match="a cut-off needs 2 levels, not 1"):
        generate(Wishes(leaves=6, depth=1, cuts=1), random.Random(1))
    with pytest.raises(OutOfReach, match=r"ask for fewer, or for more leaves or levels$"):
        generate(Wishes(leaves=4, depth=2, cuts=2), random.Random(1))
    with pytest.raises(OutOfReach, match=r"or try another seed$"):
        generate(Wishes(leaves=10, depth=4, deep=3), random.Random(1))


@settings(max_examples=often(60))
@given(st.integers(2, 64), st.integers(1, 12), st.integers(0, 10**6))
def test_every_size_that_fits_is_met(leaves: int, depth: int, seed: int) -> None:
    wishes = Wishes(leaves=leaves, depth=depth)
    if leaves <= depth:
        with pytest.raises(NotationError, match=f"has at least {depth + 1} leaves"):
            generate(wishes, random.Random(seed))
    else:
        tree = generate(wishes, random.Random(seed))
        assert (len(tree.leaves), tree.levels) == (leaves, depth)
        enough = leaves >= 2**depth
        assert not enough or {len(leaf.place) for leaf in tree.leaves} == {depth}


@pytest.mark.parametrize(
    ("wishes", "said"),
    [
        ({"deep": 1, "depth": 3}, "a deep cut-off needs 4 levels, not 3"),
        (
            {"leaves": 20, "branching": 2, "depth": 4},
            "20 leaves do not fit .* which has 16 at most",
        ),
        ({"branching": 9, "depth": 2}, "81 leaves is too large, at most 64"),
        ({"leaves": 5, "cuts": 4}, "4 cut-offs are more than a tree with 5 leaves can have"),
        ({"leaves": 1}, "leaves must be a whole number from 2 to 64, not 1"),
        ({"values": (5, 5)}, r"from a lower to a higher whole number within 9,999, not \(5, 5\)"),
    ],
)
def test_what_is_impossible_is_refused(wishes: dict[str, Any], said: str) -> None:
    with pytest.raises(NotationError, match=said) as caught:
        generate(Wishes(**wishes), random.Random(1))
    assert one_line(str(caught.value))


def test_the_search_for_a_tree_ends() -> None:
    with pytest.raises(OutOfReach, match=r"no tree with 9 cut-offs \(3 deep\) was found among"):
        generate(Wishes(leaves=16, cuts=9, deep=3), random.Random(1))


# Marks


def entries_of(key: Key) -> dict[str, dict[str, Any]]:
    """The key as a student would write it."""
    told: dict[str, dict[str, Any]] = {}
    for node in key.tree.nodes:
        entry = key[node.name]
        fields: dict[str, Any] = {}
        if entry.cut:
            fields["cut"] = True
        elif not node.is_leaf:
            fields["value"] = entry.value
            if key.algorithm.cuts:
                fields |= {"alpha": entry.alpha, "beta": entry.beta}
        told[node.name] = fields
    return told


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_the_key_itself_is_right_and_a_blank_sheet_is_missing_all_of_it(algorithm: str) -> None:
    for seed in range(20):
        key = key_of(drawn(seed), algorithm)
        marks = mark(key, entries_of(key))
        assert {each.verdict for each in marks} == {"right"}
        blank = mark(key, {})
        assert {each.verdict for each in blank} == {"missing"}
        assert [(each.node, each.what) for each in blank] == [(m.node, m.what) for m in marks]
        assert all(one_line(each.reason) and each.reason.endswith(".") for each in marks)


def test_what_follows_from_a_mistake_is_said_to() -> None:
    """One value is wrong, and everything after it is done well with that value."""
    followed = 0
    for seed in range(often(60)):
        chance, tree = random.Random(seed), drawn(seed)
        algorithm = chance.choice(["alpha-beta", "right-to-left"])
        key = key_of(tree, algorithm)
        wrong = chance.choice([node for node in tree.inner if not key[node.name].cut])
        said = key.worth(wrong) + chance.choice((-7, -1, 1, 7))
        brute = Brute(ALGORITHMS[algorithm].backwards, {wrong.place: said})
        brute.search(shape_of(tree), tree.root.player == "MAX", (), [])
        told: dict[str, dict[str, Any]] = {}
        for node in tree.nodes:
            cut = node.place in brute.cut
            told[node.name] = {"cut": cut} if node.place and (cut or seed % 2) else {}
            if not cut and not node.is_leaf:
                alpha, beta = brute.windows[node.place]
                value = said if node is wrong else brute.values[node.place]
                told[node.name] |= {"alpha": alpha, "beta": beta, "value": value}
        marks = mark(key, told)
        assert [(m.node, m.what) for m in marks if m.verdict == "wrong"] == [(wrong.name, "value")]
        for each in marks:
            if each.verdict == "follows":
                followed += 1
                assert each.reason.startswith(
                    f"It follows from your value {said:g} at {wrong.name}."
                )
            assert each.verdict != "missing"
    assert followed > 20


class Slip(Sheet):
    """A student who makes one mistake and does everything else well, with what it leads to.

    The mistake is another number in a field, or at a node ("cut") to do what the search does not:
    to look at it, or to pass over it. Who `goes_on` looks at all that comes after it as well.
    """

    def __init__(self, at: tuple[str, str], by: float = 0, goes_on: frozenset[str] = frozenset()):
        self.at, self.by, self.goes_on = at, by, goes_on
        self.told: dict[str, dict[str, Any]] = {}

    def _write(self, node: Node, what: str, number: float) -> float:
        if (node.name, what) == self.at:
            number = self.by if number in (inf, -inf) else number + self.by
        self.told.setdefault(node.name, {})[what] = number
        return number

    def window(self, node: Node, alpha: float, beta: float) -> tuple[float, float]:
        return self._write(node, "alpha", alpha), self._write(node, "beta", beta)

    def cut(self, node: Node, is_cut: bool) -> bool:
        cut = is_cut != ((node.name, "cut") == self.at) and node.name not in self.goes_on
        if cut:
            self.told[node.name] = {"cut": True}
        return cut

    def value(self, node: Node, value: float) -> float:
        return self._write(node, "value", value)


def slips(key: Key, chance: random.Random) -> Iterator[Slip]:
    """One of each kind, as far as the tree has room for it."""
    seen = [node for node in key.tree.inner if not key[node.name].cut]
    for what in ("alpha", "beta", "value"):
        yield Slip((chance.choice(seen).name, what), chance.choice((-7, -1, 1, 7)))
    later = [child for node in seen for child in key.seen(node)[1:]]
    if later:
        yield Slip((chance.choice(later).name, "cut"))
    if key.cuts:
        cut = chance.choice(key.cuts)
        order = [child for child in key.order(cut.node) if child in cut.skipped]
        yield Slip((order[0].name, "cut"))
        yield Slip((order[0].name, "cut"), goes_on=frozenset(child.name for child in order))


@pytest.mark.parametrize("algorithm", ["alpha-beta", "right-to-left"])
def test_one_slip_of_any_kind_is_one_mistake(algorithm: str) -> None:
    for seed in range(often(120)):
        key = key_of(drawn(seed), algorithm)
        for slip in slips(key, random.Random(seed)):
            key.algorithm.search(key.tree, slip)
            marks = mark(key, slip.told)
            mistakes = [m for m in marks if m.verdict not in ("right", "follows")]
            assert {(m.node, m.what) for m in mistakes} == {slip.at, *_skipped_too(slip)}, slip.told
            for each in marks:
                if each.verdict == "follows" and not slip.goes_on:
                    assert not each.reason.startswith("It follows from your earlier entries")


def _skipped_too(slip: Slip) -> set[tuple[str, str]]:
    """Each cut that was passed by is a mark of its own."""
    return {(name, "cut") for name in slip.goes_on}


def test_a_cut_that_was_passed_by_is_followed_through() -> None:
    key = key_of(Tree.parse("((19 20) (8 7))"))
    told = entries_of(key) | {"C": {"alpha": 19, "beta": inf, "value": 7}, "C2": {}}
    marks = {f"{each.node} {each.what}": each for each in mark(key, told)}
    assert marks["C value"].verdict == "follows"
    assert marks["C value"].reason.startswith("It follows from looking at C2. By the key, C is at")
    assert {name for name, each in marks.items() if each.verdict == "missing"} == {"C2 cut"}


BOOK = key_of(Tree.parse("((3 5) (2 9 1) (7 4))"))


def marked(entries: dict[str, dict[str, object]], key: Key = BOOK) -> dict[str, tuple[str, str]]:
    """The marks of what the student has written."""
    return {
        f"{each.node} {each.what}": (each.verdict, each.reason)
        for each in mark(key, entries)
        if each.what in entries.get(each.node, {}) and each.verdict != "missing"
    }


def test_every_entry_gets_its_reason() -> None:
    found = marked(
        {
            "A": {"value": "4", "alpha": "-∞", "beta": " +inf "},
            "B": {"value": "<= 3", "cut": False},
            "C": {"alpha": "3", "beta": 4, "value": "≤ 2"},
            "C1": {"cut": True},
            "C3": {"cut": True},
            "D": {"value": 7, "alpha": None, "beta": ""},
            "D2": {"cut": False},
        }
    )
    assert found == {
        "A alpha": ("right", "alpha is -inf at A: nothing is known at the beginning."),
        "A beta": ("right", "beta is +inf at A: nothing is known at the beginning."),
        "A value": ("right", "A is 4: MAX takes the highest of B = 3, C ≤ 2 and D = 4."),
        "B value": (
            "wrong",
            "The number is right, but it is exact: nothing that is cut could change it. B is 3: "
            "MIN takes the lowest of B1 = 3 and B2 = 5.",
        ),
        "B cut": ("right", "B is not cut: it is the first that the search looks at below A."),
        "C alpha": ("right", "alpha is 3 at C: MAX at A already has 3 from B."),
        "C beta": ("wrong", "beta is +inf at C: there is no MIN node above it."),
        "C value": ("right", "C is at most 2: MIN has C1 = 2; the rest is cut."),
        "C1 cut": ("wrong", "C1 is not cut: it is the first that the search looks at below C."),
        "C3 cut": (
            "right",
            "C3 is cut: C is already at most 2, not more than alpha = 3, which MAX has at A from "
            "B.",
        ),
        "D value": ("wrong", "D is 4: MIN takes the lowest of D1 = 7 and D2 = 4."),
        "D2 cut": ("right", "D2 is not cut: D has 7 so far, which is more than alpha = 3."),
    }


def test_numbers_at_a_node_that_is_cut_and_bounds_that_are_no_values() -> None:
    key = key_of(Tree.parse("((3 5) (2 (9 1)) (7 4))"))
    found = marked({"E": {"value": 7, "alpha": 3}, "E1": {"cut": True}, "C": {"value": 3}}, key)
    assert found["E value"][0] == "wrong"
    assert found["E value"][1].startswith("E has no value: the search never comes here. E is cut: ")
    assert found["E alpha"][0] == "follows", "though it should not have been looked at"
    assert found["E alpha"][1].startswith(
        "It follows from looking at E. By the key, E has no alpha"
    )
    assert found["E1 cut"][1].startswith("E1 is cut together with E above it: C is already at most")
    assert found["C value"][1].startswith("3 is the bound itself; write what the node has found.")


def test_below_a_node_that_is_crossed_out_nothing_is_missing() -> None:
    key = key_of(Tree.parse("((3 5) (2 (9 1)) (7 4))"))
    missing = {(each.node, each.what) for each in mark(key, {"E": {"cut": True}})}
    assert not {("E", "value"), ("E1", "cut"), ("E2", "cut")} & missing
    assert {("E", "cut"), ("E1", "cut")} <= {(each.node, each.what) for each in mark(key, {})}


def test_who_does_not_cut_may_go_on_with_it() -> None:
    key = key_of(Tree.parse("((3 5) (2 (9 1)) (7 4))"))
    found = marked({"E": {"cut": False, "alpha": 3, "beta": 2, "value": 9}}, key)
    assert {what: verdict for what, (verdict, _) in found.items()} == {
        "E alpha": "follows",
        "E beta": "follows",
        "E value": "follows",
        "E cut": "wrong",
    }
    assert found["E beta"][1].startswith("It follows from looking at E. By the key, E has no")


@pytest.mark.parametrize(("value", "verdict"), [("1", "follows"), ("<= 1", "wrong")])
def test_whether_a_value_is_a_bound_follows_from_the_student_s_own_alpha(
    value: str, verdict: str
) -> None:
    found = marked({"C": {"alpha": -5, "value": value}})
    assert {what: each[0] for what, each in found.items()} == {
        "C alpha": "wrong",
        "C value": verdict,
    }


def test_a_bound_follows_from_what_the_student_cut() -> None:
    """Who looks at every child of C has its exact value, though it is less than alpha."""
    seen: dict[str, dict[str, object]] = {"C2": {"cut": False}, "C3": {"cut": False}}
    for value, verdict in (("1", "follows"), ("<= 1", "wrong")):
        assert marked({**seen, "C": {"value": value}})["C value"][0] == verdict
    key = key_of(Tree.parse("((4 6) ((1 2) (3 9)))"))
    wrong: dict[str, dict[str, object]] = {"D": {"value": 7}, "E": {"value": 9}}
    assert marked({**wrong, "C": {"value": "7"}}, key)["C value"][0] == "follows"


def test_what_cannot_be_read_leaves_the_rest_its_marks() -> None:
    found = marked({"B": {"value": "three", "alpha": "<= 3"}, "C": {"alpha": "3"}})
    assert found == {
        "B alpha": (
            "unreadable",
            "'<= 3' cannot be read: write a whole number, such as 3 or -4, or -inf or inf.",
        ),
        "B value": (
            "unreadable",
            "'three' cannot be read: write a whole number, such as 3 or -4, or a bound, <= 3 or "
            ">= 3.",
        ),
        "C alpha": ("right", "alpha is 3 at C: MAX at A already has 3 from B."),
    }
    minimax = key_of(Tree.parse(AIMA), "minimax")
    for odd in ("3.5", 3.5, True, 10**9, "1" * 10):
        ((verdict, why),) = marked({"B": {"value": odd}}, minimax).values()
        assert verdict == "unreadable"
        assert one_line(why)
        assert "bound" not in why
    assert marked({"B": {"value": "–3"}}, minimax)["B value"][0] == "wrong", "a dash is a minus"


def test_reasons_of_deep_cuts_and_of_minimax() -> None:
    deep = key_of(Tree.parse("(5 (9 ((4 7) 8)))"))
    assert reason(deep, "D2", "cut") == (
        "D2 is cut: D is already at most 4, not more than alpha = 5, which MAX has at A from A1; a "
        "deep cut-off."
    )
    assert reason(key_of(Tree.parse(AIMA), "minimax"), "C2", "cut") == (
        "C2 is not cut: minimax looks at every node."
    )
    assert reason(deep, "A", "cut") == "A is not cut: it is the root."
    assert reason(deep, "A1", "value") == "A1 is a leaf with the value 5."


@pytest.mark.parametrize(
    ("entries", "said"),
    [
        ([], "entries are an object of nodes"),
        ({"Q": {}}, "'Q' is not a node of this tree"),
        ({"B": 3}, "the entries of B are an object, not 3"),
        ({"B": {"vlaue": 3}}, r"'vlaue' is not asked at B \(did you mean 'value'\?\)"),
        ({"B1": {"value": 3}}, "'value' is not asked at B1: fill in cut"),
        ({"A": {"cut": True}}, "'cut' is not asked at A: fill in alpha, beta, value"),
        ({"B": {"cut": "yes"}}, "cut at B must be true or false, not 'yes'"),
    ],
)
def test_entries_of_no_known_form_are_refused(entries: Any, said: str) -> None:
    with pytest.raises(NotationError, match=said) as caught:
        mark(BOOK, entries)
    assert one_line(str(caught.value))

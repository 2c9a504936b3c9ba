"""Exercises in one line of text, and the way to their solutions."""

import random
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from laws import often

import noughts.web
from noughts import NotationError
from noughts.practice import ALGORITHMS, Recipe, Tree, Wishes, generate, key_of, walk

BOOK = "((3 5) (2 9 1) (7 4))"


@pytest.mark.parametrize(
    "line",
    [
        "alpha-beta",
        "minimax,root:min,seed:0",
        "right-to-left,leaves:12,branching:3,depth:3,cuts:2,deep:1,values:-9..9,seed:999999999",
        "alpha-beta,tree:((3,5),(2,9,1),(7,4))",
        "minimax,root:min,tree:((-3),12)",
        "alpha-beta,game:3x3x3,cells:x.oo.x..x,turn:o",
    ],
)
def test_a_line_is_read_back_as_it_was_written(line: str) -> None:
    assert str(Recipe.parse(line)) == line


@pytest.mark.parametrize(
    ("line", "written"),
    [
        ("", "alpha-beta"),
        (" MINIMAX , seed: 7 ", "minimax,seed:7"),
        ("tree:[[3 5] [2 9]]", "alpha-beta,tree:((3,5),(2,9))"),
        ("cells:x.o/o.x/..x", "alpha-beta,game:3x3x3,cells:x.oo.x..x,turn:o"),
        ("deep:0, cuts:0", "alpha-beta,cuts:0,deep:0"),
    ],
)
def test_a_line_may_be_shorter(line: str, written: str) -> None:
    assert str(Recipe.parse(line)) == written


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("alphabeta", "did you mean 'alpha-beta'"),
        ("leafs:3", "did you mean 'leaves'"),
        ("minimax,alpha-beta", "two fields 'algorithm'"),
        ("seed:1,seed:2", "two fields 'seed'"),
        ("seed:-1", "seed must be from 0"),
        ("leaves:many", "leaves must be a whole number, not 'many'"),
        ("leaves:1", "leaves must be a whole number from 2 to 64"),
        ("values:1-9", "values must be a range such as -9..9"),
        ("values:9..1", "from a lower to a higher"),
        ("root:left", "root must be max or min"),
        ("seed:3,tree:((3 5) (2 9))", "leave out one of them"),
        ("game:3x3x3,tree:((3 5) (2 9))", "a tree has no game"),
        ("tree:((3 5)", "is never closed"),
        ("tree:", "is not a tree"),
        ("cells:.........", "fill some more cells"),
        ("cells:xxxoo....", "is over"),
        ("cells:x.o/o.x/..x,turn:z", "turn must be x or o"),
        ("game:3x3x3", "nothing is written there"),
    ],
)
def test_what_is_wrong_with_a_line_is_said(line: str, problem: str) -> None:
    with pytest.raises(NotationError, match=problem.replace("(", r"\(")):
        Recipe.parse(line)


def test_a_seed_gives_the_same_exercise_and_those_after_it_others() -> None:
    recipe = Recipe.parse("leaves:8,cuts:1").seeded(random.Random(4))
    assert recipe.seed is not None
    assert recipe.seeded(random.Random(5)) == recipe
    four = [str(each.exercise().tree) for each in recipe.several(4)]
    assert len({*four}) == 4
    again = Recipe.parse(f"leaves:8,cuts:1,seed:{recipe.seed}").several(4)
    assert four == [str(each.exercise().tree) for each in again]


def test_a_given_tree_is_one_exercise() -> None:
    recipe = Recipe.parse(f"tree:{BOOK}")
    assert recipe.several(1) == [recipe]
    with pytest.raises(NotationError, match="number must be 1, not 2"):
        recipe.several(2)


def test_the_page_asks_for_trees_that_can_be_found_with_any_seed() -> None:
    script = Path(noughts.web.__file__).parent / "static" / "practice" / "recipe.js"
    ladder = re.findall(r"wishes: '(.+)'", script.read_text("utf-8"))
    assert len(ladder) == 7
    for wishes in ladder:
        for algorithm in ALGORITHMS:
            for seed in range(often(3)):
                Recipe.parse(f"{algorithm},{wishes},seed:{seed}").exercise()


def test_a_walk_ends_at_the_root_and_names_every_cut() -> None:
    words = [step.words for step in walk(key_of(Tree.parse(BOOK)))]
    cut = "C2 and C3 are cut: C is already at most 2, not more than alpha = 3, which MAX has at A"
    assert sum(each.startswith(cut) for each in words) == 1
    assert "goes to C, with alpha = 3 and beta = +inf. MAX at A already has 3 from B." in words[5]
    assert words[-1] == "A is 4: MAX takes the highest of B = 3, C ≤ 2 and D = 4."


@settings(max_examples=often(20))
@given(st.integers(0, 10**6), st.sampled_from(sorted(ALGORITHMS)))
def test_a_walk_comes_to_everything_that_the_search_sees_and_to_nothing_else(
    seed: int, algorithm: str
) -> None:
    tree = generate(Wishes(leaves=10, depth=3, cuts=2), random.Random(seed), algorithm)
    key = key_of(tree, algorithm)
    steps = [(step.node, step.what) for step in walk(key)]
    assert len({*steps}) == len(steps)
    seen = [node for node in tree.nodes if not key[node.name].cut]
    inner = {node.name for node in seen if not node.is_leaf}
    assert {node for node, what in steps if what == "value"} == inner
    if key.algorithm.cuts:
        assert {node for node, what in steps if what == "enter"} == inner
        assert {node for node, what in steps if what == "leaf"} == {
            node.name for node in seen if node.is_leaf
        }
    assert {node for node, what in steps if what == "cut"} == {cut.node.name for cut in key.cuts}
    assert steps[-1] == ("A", "value")

"""The growth of a tree, best first: any step of it as text, picture and JSON."""

import json
import random
import re
import time
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from laws import board, positions, rules

from noughts import FOUR_IN_A_LINE, Growth, Limit, NotationError, Position
from noughts.textbook import mcts
from noughts.textbook.mcts import Node, back_up, expand, select, simulate

SVG = "{http://www.w3.org/2000/svg}"
SMALL = board("""
    x o .
    x . .
    . x o""")


def grown(position: Position = SMALL, iterations: int = 5, seed: int = 7) -> Growth:
    growth = Growth(position, method="mcts")
    chance = random.Random(seed)
    mcts(position, limit=Limit(nodes=iterations), chance=chance, follow=growth.add)
    return growth


# The tree at each step


@given(positions(rules(4)), st.integers(1, 40), st.integers())
@settings(max_examples=30)
def test_a_step_shows_the_tree_of_the_search_itself(
    position: Position, iterations: int, seed: int
) -> None:
    """The search once more, phase by phase: its nodes and numbers are those of the stage."""
    growth, chance, step = grown(position, iterations, seed), random.Random(seed), 0
    root = Node(position)

    def compare(phase: str, number: int) -> None:
        nonlocal step
        step += 1
        stage, todo, seen = growth.stage(step), [root], 0
        assert (stage.phase, stage.number) == (phase, number)
        for node in todo:
            seen += 1
            assert stage.numbers[node.path] == (node.playouts, node.points)
            children = [child.path for child in node.children]
            assert stage.children.get(node.path, []) == children
            todo.extend(node.children)
        assert len(stage.numbers) == seen

    for number in range(1, iterations + 1):
        leaf = select(root)
        compare("select", number)
        node = expand(leaf, chance)
        compare("expand", number)
        _, winner = simulate(node.position, chance)
        compare("simulate", number)
        back_up(node, winner)
        compare("back up", number)
    assert growth.steps == step


def test_each_phase_as_text() -> None:
    growth = grown()
    before = [
        "root playouts 4, points of X 3 (0.75), selected",
        "  b3 playouts 1, points of O 0.5 (0.50), selected",
        "  a3 playouts 1, points of O 0 (0.00)",
        "  b2 playouts 1, points of O 0 (0.00)",
        "  c1 playouts 1, points of O 0.5 (0.50)",
    ]
    assert [*growth.text(17)] == before
    new = "    a3 playouts 0, points of X 0, new"
    assert [*growth.text(18)] == [*before[:2], new, *before[2:]]
    assert [*growth.text(19)] == [*before[:2], f"{new}, playout b2 c1: x wins", *before[2:]]
    assert (
        [*growth.text(20)]
        == [*growth.text()]
        == [
            "root playouts 5, points of X 4 (0.80), selected, was 4 and 3",
            "  b3 playouts 2, points of O 0.5 (0.25), selected, was 1 and 0.5",
            "    a3 playouts 1, points of X 1 (1.00), new, was 0 and 0",
            *before[2:],
        ]
    )
    assert [*growth.text(0)] == ["root playouts 0, points of X 0"]
    assert growth.caption(0) == "mcts: round 0 of 5, 1 node"
    assert growth.caption(18) == "mcts: round 5 of 5, expand, 6 nodes"
    assert growth.caption() == "mcts: round 5 of 5, back up, 6 nodes"
    assert str(growth).isascii()
    assert repr(growth) == "<Growth of xo./x../.xo: 5 rounds>"


def test_below_the_levels_there_is_what_the_round_is_about() -> None:
    growth = grown(Position(), 300)
    stage = growth.stage()
    assert stage.round is not None
    deep = len(stage.round.way[-1])
    assert deep >= 2
    lines = [*growth.text(levels=1)]
    assert len(lines) == 1 + 9 + deep - 1
    assert "the root and 1 level below it" in growth.caption(levels=1)
    picture = ElementTree.fromstring(growth.svg(levels=1))
    assert len([*picture.iter(f"{SVG}title")]) == len(lines)


# Pictures


def test_the_picture_marks_what_is_selected_new_and_changed() -> None:
    growth = grown()

    def seen(step: int) -> tuple[int, int, int, str]:
        picture = growth.svg(step)
        words = "".join(ElementTree.fromstring(picture).itertext())
        frames = re.findall(r'<rect x="-2"[^>]*>', picture)
        new = sum("dasharray" in frame for frame in frames)
        thick = re.findall(r'<path d="(\w[^"]*)" stroke="#0072B2" stroke-width="3"', picture)
        return len(frames) - new, new, "".join(thick).count("M"), words

    assert seen(0)[:3] == (0, 0, 0)
    assert seen(17)[:3] == (2, 0, 1)
    assert seen(18)[:3] == (2, 1, 1)
    assert "playout: x wins" in seen(19)[3]
    *marks, words = seen(20)
    assert marks == [2, 1, 1]
    assert "was 3 of 4" in words
    assert "4 of 5" in words
    assert growth.svg() in growth.html()


def test_every_node_is_one_board_and_one_line() -> None:
    growth = grown(Position("3x4x3"), 60)
    for step in range(0, growth.steps + 1, 13):
        picture = ElementTree.fromstring(growth.svg(step))
        nodes = len(growth.stage(step).numbers)
        assert len([*picture.iter(f"{SVG}title")]) == len([*growth.text(step)]) == nodes


def test_a_notebook_gets_a_picture_of_bearable_size() -> None:
    picture = ElementTree.fromstring(grown(Position(FOUR_IN_A_LINE), 200)._repr_svg_())
    assert float(picture.get("width", "inf")) <= 2_500


# JSON


@given(positions(rules(4)), st.integers(1, 30))
@settings(max_examples=30)
def test_reading_what_was_written_gives_it_back(position: Position, iterations: int) -> None:
    growth = grown(position, iterations)
    lines = [*growth.json()]
    again = Growth.read(lines)
    assert (again.position, again.method, again.rounds) == (position, "mcts", growth.rounds)
    assert [*again.json()] == lines
    assert len(lines) == iterations + 2, "one line a round"
    assert json.loads("\n".join(lines))["cells"] == position.cells


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        '{"game": "3x3x3"}',
        "".join(grown().json()).replace('"path": []', '"path": ["d9"]', 1),
        "".join(grown().json()).replace('"path": []', '"path": ["a1"]', 1),
        "".join(grown().json()).replace('"numbers"', '"number"', 1),
        "".join(grown().json()).replace('[["b3", 0, 0]]', '[["b3", 0]]', 1),
    ],
)
def test_what_is_not_a_growth_is_refused(text: str) -> None:
    with pytest.raises(NotationError):
        Growth.read([text])


# Wrong use


def test_rounds_of_another_position_are_refused() -> None:
    elsewhere = next(done for done in grown(board("o.x/.../..."), 7).rounds if 3 in done.way[-1])
    with pytest.raises(NotationError, match="give the growth and the search the same position"):
        Growth(SMALL).add(elsewhere)
    with pytest.raises(NotationError, match="a growth takes the rounds of a search, not 'b2'"):
        Growth(SMALL).add("b2")  # type: ignore[arg-type]


@pytest.mark.parametrize("step", [-1, 21, 1.5, "all"])
def test_a_step_that_is_not_there_is_refused(step: int) -> None:
    with pytest.raises(NotationError, match="the step must be a whole number from 0 to 20, not "):
        grown().stage(step)


def test_ten_thousand_rounds_are_quickly_drawn() -> None:
    """Less than a second each; a tree kept for every round would take minutes and gigabytes."""
    growth = grown(Position(), 10_000)
    started = time.perf_counter()
    for step in (1, 20_001, 39_999, 40_000):
        assert growth.svg(step, levels=2)
    assert time.perf_counter() - started < 20, "a wide limit for a busy machine"

"""Proof-number search: true proofs, true numbers, and as many nodes as its twin."""

from functools import reduce
from math import inf

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from laws import MARKS, after, board, keeps_its_promise, positions, reachable, rules, truth

from noughts import (
    Analysis,
    Growth,
    Limit,
    NotationError,
    OutOfReach,
    Position,
    Round,
    Rules,
    analyse,
)
from noughts.growth import Stage
from noughts.position import Result
from noughts.rules import OTHER, Mark
from noughts.textbook import minimax, proof_number
from noughts.textbook.order import Order, most_lines_first, row_by_row
from noughts.trace import Path

WORDS = {1: "win", 0: "draw", -1: "loss"}


# Node counts


@pytest.mark.parametrize(
    ("game", "goal", "nodes"),
    [
        ("3x3x3", "win", 13_950),
        ("3x3x3", "draw", 2_510),
        ("3x3x3", None, 16_460),
        ("4x3x3", None, 9_789),
        ("4x4x3", None, 38_239),
    ],
)
def test_nodes_from_the_empty_board(game: str, goal: Result | None, nodes: int) -> None:
    for first in MARKS if nodes < 20_000 else MARKS[:1]:
        found = proof_number(Position(Rules.parse(game), turn=first), goal=goal)
        assert found.nodes == nodes


def test_the_order_changes_the_nodes_and_not_the_answer() -> None:
    found = proof_number("4x4x3", order=most_lines_first)
    assert (found.outcome, found.nodes, found.complete) == ("win", 11_901, True)


# A twin that shares nothing with it: a dictionary by path, boards as strings


def twin(rules: Rules, cells: str, us: Mark, draws_count: bool) -> tuple[float, int]:
    """The final proof number and how many nodes there are."""
    they = OTHER[us]
    tree: dict[tuple[int, ...], tuple[float, float]] = {}
    kids: dict[tuple[int, ...], list[tuple[int, ...]]] = {}

    def at(path: tuple[int, ...]) -> str:
        grid = list(cells)
        for ply, cell in enumerate(path):
            grid[cell] = they if ply % 2 else us
        return "".join(grid)

    def enter(path: tuple[int, ...]) -> None:
        grid = at(path)
        ours, theirs = (bool(rules.winning_cells(grid, mark)) for mark in (us, they))
        full = "." not in grid
        good = ours or (full and not theirs and draws_count)
        tree[path] = (0, inf) if good else (inf, 0) if theirs or full else (1, 1)

    enter(())
    while 0 not in tree[()]:
        path: tuple[int, ...] = ()
        while path in kids:
            side = len(path) % 2
            path = min(kids[path], key=lambda kid: tree[kid][side])
        kids[path] = [(*path, cell) for cell, mark in enumerate(at(path)) if mark == "."]
        for kid in kids[path]:
            enter(kid)
        for depth in range(len(path), -1, -1):
            above = path[:depth]
            both = [*zip(*(tree[kid] for kid in kids[above]), strict=True)]
            least, total = min(both[depth % 2]), sum(both[1 - depth % 2])
            tree[above] = (total, least) if depth % 2 else (least, total)
    return tree[()][0], len(tree)


@pytest.mark.parametrize("game", ["3x3x3", "2x4x3", "1x7x3", "4x4x2"])
def test_a_twin_needs_as_many_nodes(game: str) -> None:
    same_as_its_twin(Position(Rules.parse(game)))


@given(positions(rules(4)))
@settings(max_examples=20)
def test_a_twin_needs_as_many_nodes_on_random_boards(position: Position) -> None:
    assume(position.empty <= 6)
    same_as_its_twin(position)


def same_as_its_twin(position: Position) -> None:
    for goal in ("win", "draw"):
        found = Growth(position)
        nodes = proof_number(position, goal=goal, follow=found.add).nodes
        assert (found.stage().numbers[()][0], nodes) == twin(
            position.rules, position.cells, position.turn, goal == "draw"
        )


# The truth


def check(position: Position, found: Analysis, true: int, moves: dict[int, int]) -> None:
    """Everything that is said about a position and its moves, if no limit has stopped it."""
    outcome = WORDS[true]
    assert (found.outcome, found.score, found.complete) == (outcome, true, True), position
    assert {value.move for value in found} == {*moves}, position
    for value in found:
        assert keeps_its_promise(value, moves[value.move]), (position, value)
        assert value.outcome in (None, WORDS[moves[value.move]]), (position, value)
    assert bool(found.best) == (not position.is_over)
    assert all(moves[move] == true for move in found.best), position
    assert found.line == found.best[:1]


def once_each_way(position: Position) -> bool:
    """Whether it is the first of the boards that can be turned or reflected into it."""
    ways = position.rules.symmetries
    return position.cells == min("".join(position.cells[cell] for cell in way) for way in ways)


@pytest.mark.parametrize("first", MARKS)
def test_what_is_proved_is_true_on_all_positions(first: Mark) -> None:
    for position in reachable(first):
        if position.empty > (6 if first == "x" else 4) and not once_each_way(position):
            continue
        over, true = position.is_over, truth(position.cells, position.turn).result
        known = {} if over else after(position.cells, position.turn)
        check(position, proof_number(position), true, {m: t.result for m, t in known.items()})


@given(positions(rules(4)), st.sampled_from([row_by_row, most_lines_first]))
@settings(max_examples=40)
def test_what_is_proved_is_true_on_random_boards(position: Position, order: Order) -> None:
    assume(position.empty <= 7)
    plain = minimax(position)
    assert plain.score is not None
    moves = {value.move: int(value.score) for value in plain}
    check(position, proof_number(position, order=order), int(plain.score), moves)


def test_each_question_claims_only_what_it_has_answered() -> None:
    for position in reachable("x")[::29]:
        true = truth(position.cells, position.turn).result
        moves = {} if position.is_over else after(position.cells, position.turn)
        win = proof_number(position, goal="win")
        assert (win.outcome, win.score) == (("win", 1) if true == 1 else (None, None))
        draw = proof_number(position, goal="draw")
        assert (draw.outcome, draw.score) == (("loss", -1) if true == -1 else (None, None))
        for value in (*win, *draw):
            assert keeps_its_promise(value, moves[value.move].result)


# The numbers, after every round


@given(positions(rules(4)), st.sampled_from(["win", "draw"]))
@settings(max_examples=30)
def test_the_numbers_follow_from_those_of_the_children(position: Position, goal: Result) -> None:
    """Recomputed from the leaves up, and the selected leaf by what the numbers mean."""
    growth = Growth(position)
    proof_number(position, goal=goal, limit=Limit(nodes=150), follow=growth.add)
    every = 1 + len(growth) // 12
    for number in range(1, len(growth) + 1, every):
        stage = growth.stage(3 * number)
        assert (stage.phase, stage.number) == ("back up", number)
        for path in stage.numbers:
            assert stage.numbers[path] == recomputed(stage, path, position, goal)
        before = growth.stage(3 * number - 2)
        path = growth.rounds[number - 1].path
        for depth in range(len(path)):
            side = depth % 2  # the proof number where we move, the disproof number where they do
            same = before.numbers[path[: depth + 1]][side]
            assert same == before.numbers[path[:depth]][side]
        assert path not in before.children


def recomputed(stage: Stage, path: Path, root: Position, goal: Result) -> tuple[float, float]:
    children = [recomputed(stage, child, root, goal) for child in stage.children.get(path, ())]
    if children:
        proofs, disproofs = [each[0] for each in children], [each[1] for each in children]
        if len(path) % 2 == 0:
            return min(proofs), sum(disproofs)
        return sum(proofs), min(disproofs)
    position = reduce(Position.play, path, root)
    if not position.is_over:
        return 1, 1
    result = 0 if position.winner is None else 1 if position.winner == root.turn else -1
    return (0, inf) if result >= (1 if goal == "win" else 0) else (inf, 0)


# Its growth


def test_two_questions_make_two_trees() -> None:
    position = board("x.o/o.x/..x")
    growth = Growth(position, method="proof-number")
    found = proof_number(position, follow=growth.add)
    assert found.outcome == "draw"
    asked = [str(done.question) for done in growth.rounds]
    assert asked == sorted(asked, reverse=True), "win, then draw"
    last_of_win = 3 * asked.count("win")
    last, first = (next(growth.text(step)) for step in (last_of_win, None))
    assert last.startswith("root OR proof inf, disproof 0, disproved, selected, was ")
    assert first.startswith("root OR proof 0, disproof inf, proved, selected, was ")
    first_of_draw = [*growth.text(last_of_win + 1)]
    assert first_of_draw == ["root OR proof 1, disproof 1, selected"]
    total = sum(len(growth.stage(step).numbers) for step in (last_of_win, growth.steps))
    assert found.nodes == total
    assert Growth.read(growth.json()).rounds == growth.rounds
    assert "0 : ∞" in growth.svg()
    assert "To be proved: O does not lose." in growth.svg()
    assert "To be proved: O wins." in growth.svg(1)


def test_a_finished_game_is_one_round() -> None:
    for cells, proof in (("xxx/oo./...", "disproved"), ("xox/xox/oxo", "disproved")):
        growth = Growth(board(cells))
        proof_number(growth.position, goal="win", follow=growth.add)
        assert len(growth) == 1
        (line,) = growth.text()
        assert f", {proof}, selected" in line


# Limits


@pytest.mark.parametrize("nodes", [1, 2, 9, 10, 100, 5_000])
def test_a_node_limit_is_kept_and_claims_nothing_false(nodes: int) -> None:
    for position in (Position(), board("x../.o./..x"), board("xx./oo./...")):
        found = proof_number(position, limit=Limit(nodes=nodes))
        assert found.nodes <= nodes
        true = truth(position.cells, position.turn)
        assert found.outcome in (None, true.word)
        assert found.complete == (found.outcome is not None)
        for value in found:
            result = after(position.cells, position.turn)[value.move].result
            assert keeps_its_promise(value, result)


def test_what_the_first_question_has_answered_is_not_forgotten() -> None:
    position = board("x.o/o.x/..x")
    first = proof_number(position, goal="win").nodes
    for more in (0, 1):  # no second tree, or only its root
        found = proof_number(position, limit=Limit(nodes=first + more))
        assert found.outcome is None
        assert {(value.score, value.bound) for value in found} == {(0, "at-most")}


def test_other_limits() -> None:
    assert proof_number("gomoku", limit=Limit(seconds=0)).nodes == 1
    with pytest.raises(NotationError, match="proof-number takes no depth as its limit"):
        proof_number("3x3x3", limit=Limit(depth=3))
    with pytest.raises(OutOfReach, match="proof-number does not take a depth limit"):
        analyse("3x3x3", "proof-number", Limit(depth=3))
    with pytest.raises(NotationError, match='goal must be "win", "draw" or None, not \'loss\''):
        proof_number("3x3x3", goal="loss")
    with pytest.raises(OutOfReach, match="set a limit of nodes"):
        analyse("gomoku", "proof-number")
    assert analyse("gomoku", "proof-number", Limit(nodes=1_000)).outcome is None
    four = Position(Rules(6, 6, 4), "xxx...ooo" + "." * 27)
    assert analyse(four, "proof-number", Limit(nodes=1_000)).outcome == "win"


def test_an_exception_in_the_follower_ends_the_search() -> None:
    class Enough(Exception):
        pass

    def stop(done: Round) -> None:
        raise Enough

    with pytest.raises(Enough):
        proof_number("3x3x3", follow=stop)

"""Monte Carlo tree search: its four phases, its counts, and that it claims nothing."""

import random
from functools import reduce
from math import inf, log, sqrt

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from laws import after, board, positions, reachable, rules, truth

from noughts import Growth, Limit, NotationError, OutOfReach, Position, Round, analyse
from noughts.rules import OTHER
from noughts.textbook import mcts
from noughts.textbook.mcts import Node, back_up, expand, select, simulate
from noughts.trace import Path


def grown(position: Position, iterations: int, seed: int = 1, **options: float) -> Growth:
    growth = Growth(position)
    chance, limit = random.Random(seed), Limit(nodes=iterations)
    found = mcts(position, limit=limit, chance=chance, follow=growth.add, **options)
    assert found.nodes == len(growth) == iterations
    return growth


# The four phases


def test_the_four_phases_by_hand() -> None:
    position = board("""
        x x .
        o o .
        . . .""")
    chance, root = random.Random(3), Node(position)
    for tried in range(1, 6):
        leaf = select(root)
        assert leaf is root, "as long as a move is untried"
        child = expand(leaf, chance)
        assert (child.parent, child.playouts, len(root.children)) == (root, 0, tried)
        moves, winner = simulate(child.position, chance)
        end = reduce(Position.play, moves, child.position)
        assert (end.is_over, end.winner) == (True, winner)
        back_up(child, winner)
        assert (root.playouts, child.playouts) == (tried, 1)
        assert child.points == {"x": 1, None: 0.5, "o": 0}[winner]
    assert root.untried == []
    wins = next(child for child in root.children if child.path == (2,))
    assert (wins.position.winner, wins.points) == ("x", 1)
    assert select(root).points == 1, "of equally many playouts, the one with more points"
    assert expand(wins, chance) is wins, "the game is over there"
    assert simulate(wins.position, chance) == ((), "x")


@given(positions(rules(4)), st.integers(1, 60), st.integers())
@settings(max_examples=40)
def test_the_numbers_of_a_node_are_those_of_its_children(
    position: Position, iterations: int, seed: int
) -> None:
    growth = grown(position, iterations, seed)
    stage = growth.stage()
    first: dict[
        Path, float
    ] = {}  # the result of the first playout from each node, for the side that moved there
    for done in growth.rounds:
        mover = OTHER[reduce(Position.play, done.way[-1], position).turn]
        points = 0.5 if done.winner is None else float(done.winner == mover)
        first.setdefault(done.way[-1], points)
    for path, (playouts, points) in stage.numbers.items():
        children = [stage.numbers[child] for child in stage.children.get(path, ())]
        assert 0 <= points <= playouts
        assert points * 2 == int(points * 2)
        if not children:
            over = reduce(Position.play, path, position).is_over
            assert playouts == 1 or over or path == ()
            continue
        own = 0 if path == () else 1
        assert playouts == own + sum(child[0] for child in children)
        lost = playouts - own - sum(child[1] for child in children)
        assert points == lost + (first[path] if own else 0)
    assert stage.numbers[()][0] == iterations


def test_it_goes_where_the_upper_bound_is_highest() -> None:
    """UCB1, computed once more, at every node of every selected path."""
    for exploration in (0.0, 0.3, 1.4):
        growth = grown(board("x../.o./..."), 400, exploration=exploration)
        for round_number, done in enumerate(growth.rounds):
            if round_number % 7:
                continue
            stage = growth.stage(4 * round_number + 1)
            assert (stage.phase, stage.number) == ("select", round_number + 1)
            for depth, move in enumerate(done.path):
                path = done.path[:depth]
                node = reduce(Position.play, path, growth.position)
                assert len(stage.children[path]) == node.empty, "none is untried"
                bounds = {
                    child[-1]: worth / visits
                    + exploration * sqrt(log(stage.numbers[path][0]) / visits)
                    for child in stage.children[path]
                    for visits, worth in [stage.numbers[child]]
                }
                assert bounds[move] == pytest.approx(max(bounds.values()))


def test_a_seeded_search_repeats_itself() -> None:
    position = board("x.o/.../...")
    assert grown(position, 300, 5).rounds == grown(position, 300, 5).rounds
    assert grown(position, 300, 5).rounds != grown(position, 300, 6).rounds
    with_follower = mcts(position, chance=random.Random(5), follow=lambda _: None)
    without = mcts(position, chance=random.Random(5))
    assert with_follower.as_json() | {"seconds": 0} == without.as_json() | {"seconds": 0}


def test_more_exploration_makes_a_broader_tree() -> None:
    deepest = [
        max(map(len, grown(Position("4x4x4"), 800, exploration=c).stage().numbers))
        for c in (0.0, 5.0)
    ]
    assert deepest[0] > deepest[1]


# What it says


def test_the_move_with_most_playouts_is_played() -> None:
    """Nearly always it also has most points; without exploration, now and then not."""
    position, differs = Position().play(0), 0
    for seed in range(200):
        growth = grown(position, 10 + seed % 60, seed, exploration=0.0)
        limit, chance = Limit(nodes=len(growth)), random.Random(seed)
        (best,) = mcts(position, limit=limit, exploration=0.0, chance=chance).best
        numbers = growth.stage().numbers
        tried = [numbers[move,] for move in position.legal_moves if (move,) in numbers]
        assert numbers[best,][0] == max(playouts for playouts, _ in tried)
        differs += numbers[best,][1] < max(points for _, points in tried)
    assert differs


def test_nothing_is_claimed_of_a_game_that_goes_on() -> None:
    for position in reachable("x")[5::250]:
        stages: list[Round] = []
        found = mcts(
            position, limit=Limit(nodes=200), chance=random.Random(1), follow=stages.append
        )
        if position.is_over:
            true = truth(position.cells, position.turn)
            assert (found.outcome, found.complete, found.best) == (true.word, True, ())
            continue
        assert (found.outcome, found.plies, found.complete) == (None, None, False)
        assert {(v.outcome, v.plies, v.bound) for v in found} == {(None, None, "estimate")}
        assert [value.move for value in found] == position.legal_moves
        growth = Growth(position)
        growth.rounds = stages
        numbers = growth.stage().numbers
        assert found.line[:1] == found.best
        for value in found:
            playouts, points = numbers[value.move,]
            assert value.score == round(2 * points / playouts - 1, 3)
        assert found.score == found[found.best[0]].score


def test_a_won_playout_is_a_won_playout_and_not_a_win() -> None:
    found = mcts(board("xx./oo./..."), limit=Limit(nodes=1), chance=random.Random(0))
    assert found.outcome is None
    assert "undecided" in found.verdict
    assert str(found.moves[0]).startswith("~")


# Limits and options


def test_limits() -> None:
    position = Position()
    assert mcts(position).nodes == 1_000
    assert mcts(position, limit=Limit(seconds=0)).nodes == 1, "the first is always finished"
    slow = mcts(position, limit=Limit(seconds=0.05))
    assert slow.seconds >= 0.05
    assert slow.nodes > 10
    for limit in (Limit(depth=3), Limit(depth=3, nodes=9), Limit()):
        with pytest.raises(NotationError, match="mcts takes nodes, seconds or both as its limit"):
            mcts(position, limit=limit)
    with pytest.raises(OutOfReach, match="mcts does not take a depth limit"):
        analyse(position, "mcts", Limit(depth=3))


@pytest.mark.parametrize("exploration", [-1, inf, "much", None, True])
def test_an_exploration_that_makes_no_sense_is_refused(exploration: float) -> None:
    with pytest.raises(NotationError, match="exploration must be a number, at least 0, not "):
        mcts(Position(), exploration=exploration)


def test_an_exception_in_the_follower_ends_the_search() -> None:
    class Enough(Exception):
        pass

    def stop(done: Round) -> None:
        raise Enough

    with pytest.raises(Enough):
        mcts(Position(), follow=stop)


# How good it is: bench/mcts.py measures all positions


def test_it_converges() -> None:
    """Of the positions in which not every move is right, a hundred iterations find many."""
    hard: list[tuple[Position, set[Path]]] = []
    for position in reachable("x"):
        if position.is_over or position.empty < 2:
            continue
        moves = after(position.cells, position.turn)
        best = max(true.result for true in moves.values())
        right: set[Path] = {(move,) for move, true in moves.items() if true.result == best}
        if len(right) < len(moves):
            hard.append((position, right))
    sample = random.Random(1).sample(hard, 150)
    shares = []
    for iterations in (10, 100, 500):
        limit = Limit(nodes=iterations)
        found = [mcts(position, limit=limit, chance=random.Random(7)) for position, _ in sample]
        pairs = zip(found, sample, strict=True)
        shares.append(sum(each.best in right for each, (_, right) in pairs) / len(sample))
    assert shares == sorted(shares)
    assert shares[0] < 0.9
    assert shares[1] > 0.85
    assert shares[2] > 0.95

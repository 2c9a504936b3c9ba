"""The textbook searches: their node counts, and that all of them tell the truth.

The truth (`laws.truth`) is a negamax of its own. Every search must agree with it on all 5,478
positions of tic-tac-toe, whoever moved first, and every node it reports must keep its promise.
"""

from collections import Counter
from collections.abc import Callable
from functools import partial, reduce
from math import inf

import pytest
from hypothesis import given
from hypothesis import strategies as st
from laws import (
    MARKS,
    OF_TIC_TAC_TOE,
    Truth,
    after,
    board,
    keeps_its_promise,
    once_each_way,
    positions,
    reachable,
    rules,
    truth,
    worth,
)

from noughts import METHODS, Analysis, MoveValue, Position, Visit
from noughts.methods import Method
from noughts.rules import Mark
from noughts.textbook import (
    alpha_beta,
    alpha_beta_table,
    game_tree,
    minimax,
    mtd_f,
    negamax,
    pvs,
    stepwise,
)
from noughts.textbook.order import line_first, most_lines_first, row_by_row
from noughts.textbook.scores import BY_DEPTH, FIVE_TWO_ZERO, SCORES, WIN_DRAW_LOSS, Scores
from noughts.textbook.strings import strings
from noughts.trace import Path

Search = Callable[..., Analysis]

exhaustive = pytest.mark.exhaustive

strict = partial(alpha_beta, strict=True)

# What is searched with what: the scores of each are what its values are compared with.
SEARCHES: dict[str, tuple[Search, Scores]] = {
    **{name: (METHODS[name].search, scores) for name, scores in OF_TIC_TAC_TOE.items()},
    "minimax, by depth": (partial(minimax, scores=BY_DEPTH), BY_DEPTH),
    "alpha-beta, by depth": (partial(alpha_beta, scores=BY_DEPTH), BY_DEPTH),
    "alpha-beta, 5/2/0": (partial(alpha_beta, scores=FIVE_TWO_ZERO), FIVE_TWO_ZERO),
    "alpha-beta-strict, by depth": (partial(strict, scores=BY_DEPTH), BY_DEPTH),
    "stepwise, plus and minus 1": (partial(stepwise, scores=WIN_DRAW_LOSS), WIN_DRAW_LOSS),
}


def method_of(name: str) -> Method:
    return METHODS[name.split(", ")[0]]


# Those that prune know some moves only as bounds, unless they are told to find out about each.
PRUNING = {
    name: SEARCHES[name]
    for name in SEARCHES
    if method_of(name).manner.windows and not method_of(name).manner.root_apart
}
EVERY_MOVE: dict[str, tuple[Search, Scores]] = {
    f"{name}, every move": (partial(search, every_move=True), scores)
    for name, (search, scores) in PRUNING.items()
    if "every_move" in method_of(name).takes
}
ALL = SEARCHES | EVERY_MOVE
# Each as its book has it: on all positions. With other scores: where few cells are empty.
AS_THE_BOOK_HAS_IT = {*OF_TIC_TAC_TOE, *(f"{name}, every move" for name in OF_TIC_TAC_TOE)}


def visits_of(
    search: Search, position: Position, **options: object
) -> tuple[Analysis, list[Visit]]:
    visits: list[Visit] = []
    return search(position, visit=visits.append, **options), visits


# Node counts


@pytest.mark.parametrize(
    ("search", "options", "nodes"),
    [
        pytest.param(minimax, {}, 549_946, marks=exhaustive),
        pytest.param(game_tree, {}, 549_946, marks=exhaustive),
        (alpha_beta, {}, 18_297),
        (alpha_beta, {"scores": BY_DEPTH}, 20_866),
        (alpha_beta, {"strict": True}, 146_120),
        (alpha_beta, {"strict": True, "scores": BY_DEPTH}, 125_500),
        (alpha_beta, {"every_move": True}, 30_710),
        (alpha_beta, {"every_move": True, "scores": BY_DEPTH}, 34_203),
        (alpha_beta, {"order": most_lines_first}, 7_275),
        (stepwise, {}, 35_156),
        (stepwise, {"scores": WIN_DRAW_LOSS}, 29_257),
        (strings, {}, 30_710),
        (negamax, {}, 18_297),
        (alpha_beta_table, {}, 4_866),  # of which the table answers 1,583
        (alpha_beta_table, {"scores": BY_DEPTH}, 5_538),
        (alpha_beta_table, {"order": most_lines_first}, 1_999),
        (mtd_f, {}, 4_377),
        (mtd_f, {"scores": BY_DEPTH}, 4_377),
        (pvs, {}, 18_016),
        (pvs, {"scores": BY_DEPTH}, 18_111),
    ],
)
def test_nodes_from_the_empty_board(search: Search, options: dict[str, object], nodes: int) -> None:
    for first in MARKS if nodes < 500_000 else MARKS[:1]:
        found, ended, values = watched(search, Position(turn=first), **options)
        assert (found.nodes, ended.total()) == (nodes, nodes)
        assert (found.outcome, found.complete) == ("draw", True)
        assert {value.outcome for value in found.moves if value.bound == "exact"} == {"draw"}
        if nodes == 549_946:
            scores = WIN_DRAW_LOSS if search is minimax else FIVE_TWO_ZERO
            assert ended == {"terminal": 255_168, "exhausted": 549_946 - 255_168}
            assert found.best == tuple(range(9))
            assert len(values) == 1 + 9 + 72
            for path, value in values.items():
                position = reduce(Position.play, path, Position())
                assert value == worth(scores, seen_by("x", position))


def watched(
    search: Search, position: Position, **options: object
) -> tuple[Analysis, Counter[str], dict[Path, float]]:
    """A search, how its nodes ended, and the values of those near the root."""
    ended: Counter[str] = Counter()
    values: dict[Path, float] = {}

    def watch(visit: Visit) -> None:
        ended[visit.ended] += 1
        if visit.depth <= 2:
            values[visit.path] = visit.value

    return search(position, visit=watch, **options), ended, values


def test_the_branches_that_alpha_beta_never_enters() -> None:
    _, visits = visits_of(alpha_beta, Position())
    assert sum(len(visit.untried) for visit in visits) == 6_930


def test_it_makes_no_difference_to_the_nodes_whether_somebody_watches() -> None:
    for search, _ in ALL.values():
        position = board("x.o/.x./o..", turn="x")
        found, visits = visits_of(search, position)
        assert search(position).nodes == found.nodes == len(visits)


# The truth, on all positions


def seen_by(us: Mark, position: Position) -> Truth:
    """The truth about a position, as the side `us` sees it."""
    true = truth(position.cells, position.turn)
    return true if us == position.turn else Truth(-true.result, true.plies)


def maximiser(name: str, position: Position) -> Mark:
    return method_of(name).maximiser(position)


def true_scores(name: str, scores: Scores, position: Position) -> tuple[float, dict[int, float]]:
    """What the position and each of its moves are worth, in the numbers of the search."""
    us = maximiser(name, position)
    sign = 1 if us == position.turn else -1
    moves = {
        move: worth(scores, Truth(sign * true.result, true.plies))
        for move, true in after(position.cells, position.turn).items()
        if not position.is_over
    }
    return worth(scores, seen_by(us, position)), moves


def outcome_is_true(found: MoveValue, true: Truth) -> bool:
    return found.outcome in (None, true.word) and found.plies in (None, true.plies)


@pytest.mark.parametrize("first", MARKS)
@pytest.mark.parametrize("name", ALL)
def test_every_search_tells_the_truth_about_positions_with_few_empty_cells(
    name: str, first: Mark
) -> None:
    for position in reachable(first):
        if position.empty <= 4 and (first == "x" or once_each_way(position)):
            check_the_answer(name, position)


@exhaustive
@pytest.mark.parametrize("first", MARKS)
@pytest.mark.parametrize("name", ALL)
def test_every_search_tells_the_truth_about_all_other_positions(name: str, first: Mark) -> None:
    """Each of them once, however turned. The empty board takes too long without pruning."""
    most = 5
    if name in AS_THE_BOOK_HAS_IT:
        most = 6 if first == "o" else 9 if method_of(name).manner.windows else 8
    for position in reachable(first):
        if 4 < position.empty <= most and once_each_way(position):
            check_the_answer(name, position)


def check_the_answer(name: str, position: Position) -> None:
    search, scores = ALL[name]
    known = name not in PRUNING
    found = search(position)
    true = truth(position.cells, position.turn)
    score, moves = true_scores(name, scores, position)
    assert (found.score, found.outcome, found.complete) == (score, true.word, True), position
    assert found.plies == true.plies or (scores is not BY_DEPTH and found.plies is None)
    best = {move for move in moves if moves[move] == score}
    # The strict convention does not cut where values are equal, so it knows them all.
    all_known = known or method_of(name).manner.strict
    assert set(found.best) == best if all_known else set(found.best) <= best, position
    assert bool(found.best) == (not position.is_over)
    assert [value.move for value in found.moves] == sorted(moves)
    for value in found.moves:
        assert keeps_its_promise(value, moves[value.move]), (position, value)
        assert outcome_is_true(value, after(position.cells, position.turn)[value.move])
        assert value.bound == "exact" or not known


@pytest.mark.parametrize("name", [name for name in SEARCHES if name not in ("strings", "mtd-f")])
def test_the_line_takes_the_first_of_the_best_moves_to_the_end(name: str) -> None:
    search, scores = SEARCHES[name]
    for position in reachable("x"):
        if position.empty > 5:
            continue
        found = search(position)
        node, us = position, position.turn
        for depth, move in enumerate(found.line, 1):
            children = {move: node.play(move) for move in node.legal_moves}
            values = {m: worth(scores, seen_by(us, child), depth) for m, child in children.items()}
            best = max(values.values()) if node.turn == us else min(values.values())
            assert move == next(m for m in values if values[m] == best)
            node = children[move]
        assert node.is_over
        assert scores.leaf(node, len(found.line), position.turn) == found.score
        assert found.line[:1] == found.best[:1]


# The truth, at every node


def check_the_visits(name: str, position: Position) -> None:
    """Each visit's bound must hold, its window and reason fit, and no move be forgotten."""
    search, scores = ALL[name]
    _, visits = visits_of(search, position)
    us = maximiser(name, position)
    below: dict[tuple[int, ...], list[int]] = {}
    for visit in visits:
        node = position
        for move in visit.path:
            node = node.play(move)
        value = worth(scores, seen_by(us, node), visit.depth)
        if visit.bound == "exact":
            assert visit.value == value, visit
        elif visit.bound == "at-least":
            assert value >= visit.value >= visit.beta, visit  # so that it was no use to go on
        else:
            assert value <= visit.value <= visit.alpha, visit
        assert (visit.ended == "terminal") == node.is_over, visit
        assert visit.ended != "horizon", visit
        assert (visit.ended == "cut-off") == bool(visit.untried), visit
        tried = [*dict.fromkeys(below.pop(visit.path, []))]  # children finish before their parents
        if visit.ended != "table":
            assert [*tried, *visit.untried] == node.legal_moves, visit
        if visit.path:
            below.setdefault(visit.path[:-1], []).append(visit.path[-1])
    assert not below
    assert visits[-1].path == ()


# Stepwise finds out about every move after its root is finished: such visits make a second tree.
ONE_TREE = [name for name in ALL if not name.startswith("stepwise") or name in SEARCHES]


@pytest.mark.parametrize("name", ONE_TREE)
def test_every_visit_keeps_its_promise(name: str) -> None:
    most = 3 if name in ("minimax", "minimax, by depth", "game-tree") else 4
    for first in MARKS:
        for position in reachable(first):
            if position.empty <= most and (position.empty < 3 or once_each_way(position)):
                check_the_visits(name, position)


@exhaustive
@pytest.mark.parametrize("first", MARKS)
@pytest.mark.parametrize(
    "name", ["alpha-beta", "alpha-beta, by depth", "stepwise", "stepwise, plus and minus 1"]
)
def test_every_visit_from_the_empty_board_keeps_its_promise(name: str, first: Mark) -> None:
    check_the_visits(name, Position(turn=first))


@pytest.mark.parametrize("name", ["alpha-beta-strict", "alpha-beta-strict, by depth"])
def test_every_visit_of_the_strict_convention_keeps_its_promise(name: str) -> None:
    check_the_visits(name, board("x../.../..."))


@pytest.mark.parametrize("name", ["stepwise, every move", "stepwise, plus and minus 1, every move"])
def test_what_stepwise_finds_out_later_is_exact(name: str) -> None:
    search, scores = ALL[name]
    for position in reachable("x"):
        if not 2 <= position.empty <= 4 or position.is_over:
            continue
        _, visits = visits_of(search, position)
        root = next(i for i, visit in enumerate(visits) if not visit.path)
        moves = {visit.path[0]: visit for visit in visits[:root] if visit.depth == 1}
        again = {visit.path[0]: visit for visit in visits[root:] if visit.depth == 1}
        assert {move for move in moves if moves[move].bound != "exact"} == set(again)
        true = after(position.cells, position.turn)
        for move, visit in again.items():
            assert (visit.bound, visit.value) == ("exact", worth(scores, true[move]))


def test_the_windows_of_the_searches_that_do_not_prune_are_open() -> None:
    for name in ("minimax", "game-tree"):
        _, visits = visits_of(ALL[name][0], board("x.o/.x./o.."))
        assert {(visit.alpha, visit.beta) for visit in visits} == {(-inf, inf)}
        assert {visit.bound for visit in visits} == {"exact"}


def test_an_exception_in_the_visitor_ends_the_search_and_comes_out_of_it() -> None:
    class Enough(Exception):
        pass

    def stop(visit: Visit) -> None:
        raise Enough

    for search, _ in ALL.values():
        with pytest.raises(Enough):
            search(board("x.o/.x./o.."), visit=stop)


# Depth limits, on random boards of random rules


@given(positions(rules(5)), st.integers(1, 3), st.sampled_from([*SCORES]))
def test_all_searches_agree_at_a_depth_limit(position: Position, depth: int, scale: str) -> None:
    if position.empty > 12:
        depth = min(depth, 2)
    scores = SCORES[scale]
    plain = minimax(position, scores=scores, depth=depth)
    true = {value.move: value.score for value in plain.moves}
    best = {move for move in true if true[move] == plain.score}
    assert set(plain.best) == best
    assert plain.score == (max(true.values()) if true else scores.leaf(position, 0, position.turn))
    for search in (alpha_beta, strict, stepwise, game_tree):
        one_pass = search(position, scores=scores, depth=depth)
        assert one_pass.score == plain.score
        assert one_pass.nodes <= plain.nodes
        assert one_pass.outcome == plain.outcome
        assert set(one_pass.best) <= best
        assert bool(one_pass.best) == bool(best)
        for value in one_pass.moves:
            assert keeps_its_promise(value, true[value.move])
    for search in (alpha_beta, strict, stepwise):
        every = search(position, scores=scores, depth=depth, every_move=True)
        assert {value.move: value.score for value in every.moves} == true
        assert {value.bound for value in every.moves} <= {"exact"}
        assert set(every.best) == best


@given(positions(rules(5)), st.integers(1, 3))
def test_a_depth_limit_is_kept(position: Position, depth: int) -> None:
    for search in (minimax, alpha_beta, stepwise, game_tree):
        if position.empty > 12:
            depth = min(depth, 2)
        found, visits = visits_of(search, position, depth=depth)
        assert max(visit.depth for visit in visits) <= depth
        assert {visit.depth for visit in visits if visit.ended == "horizon"} <= {depth}
        assert found.depth == (min(depth, position.empty) if not position.is_over else 0)
        assert found.complete == (found.depth == position.empty or position.is_over)


@given(positions(rules(3)), st.sampled_from([row_by_row, most_lines_first]))
def test_the_order_of_the_moves_changes_nothing_but_the_nodes(
    position: Position, order: Callable[[Position], list[int]]
) -> None:
    for search in (alpha_beta, stepwise):
        found, plain = search(position, order=order, depth=5), search(position, depth=5)
        assert (found.score, found.outcome) == (plain.score, plain.outcome)
    assert minimax(position, order=order, depth=4).nodes == minimax(position, depth=4).nodes


@given(positions(rules(5)), st.sampled_from([*SCORES]))
def test_values_survive_the_symmetries_of_the_board(position: Position, scale: str) -> None:
    def values(position: Position) -> dict[int, float]:
        found = alpha_beta(position, scores=SCORES[scale], depth=2, every_move=True)
        return {value.move: value.score for value in found.moves}

    expected = values(position)
    for symmetry in position.rules.symmetries:
        turned = values(position.turned(symmetry))
        assert {symmetry[move]: value for move, value in turned.items()} == expected


# The order of the moves


def test_centre_corners_edges() -> None:
    assert row_by_row(Position()) == [0, 1, 2, 3, 4, 5, 6, 7, 8]
    assert most_lines_first(Position()) == [4, 0, 2, 6, 8, 1, 3, 5, 7]


@given(positions(rules(6)))
def test_an_order_holds_every_legal_move_once(position: Position) -> None:
    assert sorted(most_lines_first(position)) == position.legal_moves
    line = position.legal_moves[-1:]
    ordered = line_first(row_by_row, position, line)(position)
    assert sorted(ordered) == position.legal_moves
    assert list(ordered[:1]) == line


def test_a_line_comes_first_only_where_it_was_played() -> None:
    order = line_first(row_by_row, Position(), [4, 8])
    assert order(Position())[:2] == [4, 0]
    assert order(Position().play(4))[:2] == [8, 0]
    assert order(Position().play(0)) == [1, 2, 3, 4, 5, 6, 7, 8]

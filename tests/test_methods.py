"""The searches by name, their limits, and the honesty of a search that was stopped."""

import time
from inspect import signature
from math import inf, isfinite

import pytest
from laws import (
    BOOKS,
    MARKS,
    OF_TIC_TAC_TOE,
    Truth,
    after,
    board,
    keeps_its_promise,
    truth,
    unfinished,
    worth,
)

from noughts import (
    FOUR_IN_A_LINE,
    GOMOKU,
    METHODS,
    Limit,
    NotationError,
    OutOfReach,
    Position,
    Rules,
    Visit,
    analyse,
)
from noughts.methods import method_named
from noughts.rules import Mark
from noughts.textbook.order import most_lines_first
from noughts.textbook.scores import BY_DEPTH


def test_the_names() -> None:
    for name in BOOKS:
        assert method_named(name) is METHODS[name]
        assert METHODS[name].name == name
        assert analyse(board("x.o/.x./o.."), name).method == name


@pytest.mark.parametrize("name", METHODS)
def test_a_method_says_what_its_search_takes(name: str) -> None:
    method = METHODS[name]
    has = set(signature(method.search).parameters) - {"position", "strict", "guess"}
    assert method.takes == has


@pytest.mark.parametrize("name", BOOKS)
def test_a_method_says_how_its_search_goes(name: str) -> None:
    manner, visits = METHODS[name].manner, list[Visit]()
    position = board("x.o/.../...")
    limit = Limit(depth=5) if manner.deepens else Limit()
    METHODS[name].analyse(position, limit, every_move=False, visit=visits.append)
    windows = {(visit.alpha, visit.beta) for visit in visits}
    assert manner.windows == (windows != {(-inf, inf)})
    both_bounds = any(isfinite(visit.alpha) and isfinite(visit.beta) for visit in visits)
    assert manner.shallow == (manner.windows and not both_bounds)
    at_the_root = {(visit.alpha, visit.beta) for visit in visits if visit.depth == 1}
    assert manner.root_apart == (manner.windows and at_the_root == {(-inf, inf)})
    roots = [i for i, visit in enumerate(visits) if visit.depth == 0]
    assert manner.passes == (len(roots) > 1)
    horizons = {max(visit.depth for visit in visits[:root]) for root in roots[1:]}
    assert manner.deepens == (len(horizons) > 1)
    near_the_root = [visit for visit in visits if visit.depth <= 1]
    assert manner.null_windows == any(visit.beta - visit.alpha == 1 for visit in near_the_root)
    assert manner.table == any(visit.ended == "table" for visit in visits)
    depths = [visit.depth for visit in visits]
    assert manner.whole_tree_first == (depths == sorted(depths, reverse=True))
    on_a_bound = [v for v in visits if v.ended == "cut-off" and v.value in (v.alpha, v.beta)]
    cuts = any(visit.ended == "cut-off" for visit in visits)
    assert manner.strict == (cuts and not on_a_bound)


@pytest.mark.parametrize("name", ["", "oracle", "Mini-max", "alpha beta"])
def test_an_unknown_method_is_refused(name: str) -> None:
    with pytest.raises(NotationError) as refusal:
        analyse(Position(), name)
    meant = {"Mini-max": "minimax", "alpha beta": "alpha-beta"}.get(name)
    close = f" (did you mean {meant!r}?)" if meant else ""
    assert str(refusal.value) == f"unknown method {name!r}{close}: choose {', '.join(METHODS)}"


@pytest.mark.parametrize("first", MARKS)
def test_without_a_name_it_is_a_method_that_knows_how_far_the_end_is(first: Mark) -> None:
    for position in unfinished(first)[::83]:
        found = analyse(position)
        true = truth(position.cells, position.turn)
        assert (found.outcome, found.plies) == (true.word, true.plies)
        moves = after(position.cells, position.turn)
        assert set(found.best) == {move for move in moves if moves[move].rank == true.rank}


def test_without_a_name_a_large_board_is_no_obstacle() -> None:
    for rules in (FOUR_IN_A_LINE, GOMOKU):
        found = analyse(Position(rules), limit=Limit(seconds=0.2))
        assert set(found.best) <= set(range(rules.size))
        assert found.best


# How many nodes, as the book says and with every move


@pytest.mark.parametrize(
    ("method", "as_the_book_says", "every_move"),
    [
        ("alpha-beta", 18_297, 30_710),
        ("alpha-beta-strict", 146_120, None),
        ("stepwise", 35_156, None),
        ("strings", 30_710, 30_710),
    ],
)
def test_nodes(method: str, as_the_book_says: int, every_move: int | None) -> None:
    assert analyse(Position(), method, every_move=False).nodes == as_the_book_says
    if every_move is None:  # it searches some moves again, and counts those nodes as well
        assert analyse(Position(), method).nodes > as_the_book_says
    elif every_move != as_the_book_says:
        assert analyse(Position(), method).nodes == every_move


def test_scores_and_order_are_arguments() -> None:
    found = analyse(Position(), "alpha-beta", every_move=False, order=most_lines_first)
    assert found.nodes == 7_275
    found = analyse(Position(), "alpha-beta", every_move=False, scores=BY_DEPTH)
    assert found.nodes == 20_866


def test_an_option_that_a_method_does_not_take_is_refused() -> None:
    with pytest.raises(NotationError, match="strings does not take the option 'scores'"):
        analyse(Position(), "strings", scores=BY_DEPTH)
    with pytest.raises(NotationError, match="strings does not take the option 'order'"):
        analyse(Position(), "strings", order=most_lines_first)


@pytest.mark.parametrize("name", METHODS)
def test_none_is_the_same_as_no_option(name: str) -> None:
    method, position = METHODS[name], board("x.o/.x./o..")
    found = method.analyse(position, scores=None, order=None, visit=None, engine=None)
    assert found.best == method.analyse(position).best


# Limits


@pytest.mark.parametrize("method", BOOKS)
@pytest.mark.parametrize("nodes", [1, 2, 10, 1_000])
def test_a_node_limit_is_kept(method: str, nodes: int) -> None:
    position = board("x../.o./...")
    visits: list[Visit] = []
    found = analyse(position, method, Limit(nodes=nodes), visit=visits.append)
    one_ply = 1 + position.empty
    most = max(nodes, one_ply + 1) if METHODS[method].manner.deepens else nodes
    assert found.nodes == len(visits) <= most
    assert not found.complete or found.nodes < nodes


@pytest.mark.parametrize(
    ("method", "game"), [("minimax", "2x5x5"), ("stepwise", "1x11x11"), ("alpha-beta", "1x12x12")]
)
def test_a_time_limit_is_kept(method: str, game: str) -> None:
    started = time.perf_counter()
    found = analyse(Position(Rules.parse(game)), method, Limit(seconds=0.1))
    assert time.perf_counter() - started < 10, "a wide margin for a busy machine"
    assert found.seconds >= 0.1
    assert not found.complete


def test_game_tree_keeps_its_time_limit_too() -> None:
    started = time.perf_counter()
    found = analyse(Position(Rules.parse("1x9x9")), "game-tree", Limit(seconds=0.05))
    assert not found.complete
    assert time.perf_counter() - started < 4, "the whole tree need not be built when time is up"


def test_no_time_at_all() -> None:
    for method in OF_TIC_TAC_TOE:
        found = analyse(board("x../.o./..."), method, Limit(seconds=0))
        assert not found.complete
        assert found.outcome in (None, "draw")
    assert analyse(Position(), "four-in-a-line", Limit(seconds=0)).best, "one ply is always seen"


def limits_of_nodes(total: int) -> list[int]:
    """From one node to nearly all, closer together where there are few."""
    steps = {1, 2, 3, 4, 5, total // 7, total // 3, total // 2, total - 2, total - 1, total}
    return sorted(step for step in steps if 1 <= step <= total)


@pytest.mark.parametrize("every_move", [False, True])
@pytest.mark.parametrize("first", MARKS)
@pytest.mark.parametrize("method", OF_TIC_TAC_TOE)
def test_a_search_that_was_stopped_claims_nothing_false(
    method: str, first: Mark, every_move: bool
) -> None:
    scores = OF_TIC_TAC_TOE[method]
    prunes = METHODS[method].manner.windows
    for position in unfinished(first)[5::61] if prunes else unfinished(first)[100::61]:
        true = truth(position.cells, position.turn)
        moves = after(position.cells, position.turn)
        sign = 1 if METHODS[method].maximiser(position) == position.turn else -1
        total = analyse(position, method, every_move=every_move).nodes
        for nodes in limits_of_nodes(total):
            found = analyse(position, method, Limit(nodes=nodes), every_move=every_move)
            here = (position, nodes)
            assert found.outcome in (None, true.word), here
            assert found.plies in (None, true.plies), here
            for value in found.moves:
                exact = moves[value.move]
                score = worth(scores, Truth(sign * exact.result, exact.plies))
                assert keeps_its_promise(value, score), (here, value)
                assert value.outcome in (None, exact.word), (here, value)
                assert value.plies in (None, exact.plies), (here, value)
            for move in found.best:
                value = found[move]
                assert (value.bound, value.score) == ("exact", found.score), here
            if found.complete:
                ranks = {move: worth(scores, moves[move]) for move in moves}
                assert max(ranks.values()) in {ranks[move] for move in found.best}, here


def test_the_best_of_what_was_seen() -> None:
    position = board("""
        x x .
        o o .
        . . .""")
    # a3 wins at once: two nodes are enough to know it.
    found = analyse(position, "minimax", Limit(nodes=2))
    assert (found.outcome, found.best, found.complete) == ("win", (2,), False)


@pytest.mark.parametrize("turn", MARKS)
def test_strings_takes_the_best_for_the_side_to_move(turn: Mark) -> None:
    position = board("xx./oo./...", turn=turn)
    win = 2 if turn == "x" else 5
    found = analyse(position, "strings", Limit(nodes=analyse(position, "strings").nodes - 1))
    assert win in found.best
    assert found.outcome == "win"
    assert found.score == (1 if turn == "x" else -1)


def test_a_depth_limit_goes_with_the_others() -> None:
    found = analyse(Position(GOMOKU), "alpha-beta", Limit(depth=2, nodes=50_000), every_move=False)
    assert found.depth == 2
    assert found.nodes <= 50_000


# Out of reach


@pytest.mark.parametrize("method", OF_TIC_TAC_TOE)
def test_a_board_that_is_too_large_is_refused_at_once(method: str) -> None:
    position = Position(GOMOKU)
    with pytest.raises(OutOfReach) as refusal:
        analyse(position, method)
    assert str(refusal.value) == METHODS[method].why_not(position)
    assert method in str(refusal.value)


@pytest.mark.parametrize("method", ["minimax", "alpha-beta", "alpha-beta-strict", "stepwise"])
def test_with_a_depth_limit_it_is_not_too_large(method: str) -> None:
    found = analyse(Position(GOMOKU), method, Limit(depth=1), every_move=False)
    assert found.nodes == 1 + 225


def test_with_a_depth_limit_game_tree_still_refuses_a_tree_that_would_not_fit() -> None:
    assert analyse(Position(FOUR_IN_A_LINE), "game-tree", Limit(depth=2)).nodes == 1 + 64 + 64 * 63
    with pytest.raises(OutOfReach, match=r"may have more than 1,000,000 nodes"):
        analyse(Position(FOUR_IN_A_LINE), "game-tree", Limit(depth=4))


def test_reach_counts_empty_cells_not_the_size_of_the_board() -> None:
    position = Position(Rules.parse("4x4x4"))
    for move in (0, 1, 2, 4, 3, 5, 6, 7):
        position = position.play(move)
    assert (position.empty, position.is_over) == (8, False)
    found = analyse(position, "alpha-beta")
    assert found.complete
    assert found.outcome == analyse(position, "minimax").outcome


def test_strings_plays_tic_tac_toe_only() -> None:
    with pytest.raises(OutOfReach, match="strings plays 3x3x3 only, not 3x3x3-straight"):
        analyse(Position(Rules.parse("3x3x3-straight")), "strings")


def test_four_in_a_line_plays_everything() -> None:
    for game in ("1x1x1", "1x20x3", "20x20x20-straight-exact", "15x15x5"):
        position = Position(Rules.parse(game))
        assert METHODS["four-in-a-line"].why_not(position) is None
        assert analyse(position, "four-in-a-line", Limit(depth=1)).best

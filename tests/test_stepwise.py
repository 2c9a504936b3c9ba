"""The first program: states, `descend` and `ascend`, advanced from outside."""

from math import inf

import pytest
from laws import after, board, unfinished

from noughts import Position
from noughts.textbook import alpha_beta, stepwise
from noughts.textbook.scores import BY_DEPTH, WIN_DRAW_LOSS, Scores
from noughts.textbook.stepwise import State, ascend, descend, step


def walked(position: Position, scores: Scores = BY_DEPTH) -> tuple[State, int]:
    """Advance a search from outside to its end; the root, and how many states were created."""
    root = state = State(position)
    states = 1
    while True:
        child = descend(state, scores)
        states += child is not None
        following = child or ascend(state)
        if following is None:
            return root, states
        state = following


@pytest.mark.parametrize(("scores", "states"), [(BY_DEPTH, 35_156), (WIN_DRAW_LOSS, 29_257)])
def test_the_states_from_the_empty_board(scores: Scores, states: int) -> None:
    root, created = walked(Position(), scores)
    assert (created, root.cost) == (states, 0)


def test_one_step_after_the_other() -> None:
    root = state = State(Position())
    steps = 0
    while (following := step(state)) is not None:
        state, steps = following, steps + 1
    assert state is root
    assert steps == 2 * (35_156 - 1), "every state but the root is entered once and left once"
    assert step(state) is None, "it stays finished"


def test_from_outside_and_from_inside_it_is_the_same_search() -> None:
    for position in unfinished("o")[::37]:
        root, states = walked(position)
        found = stepwise(position)
        assert (found.score, found.nodes) == (root.cost, states)
        assert [value.move for value in found.moves] == [child.coord for child in root.children]
        assert [value.score for value in found.moves] == [child.cost for child in root.children]


def test_a_new_state() -> None:
    root = State(Position(turn="o"))
    assert (root.alpha, root.beta, root.cost, root.depth) == (-inf, inf, -inf, 0)
    assert (root.parent, root.children, root.coord, root.path) == (None, [], None, ())
    assert root.next == [0, 1, 2, 3, 4, 5, 6, 7, 8]
    assert root.maximises
    assert root.computer == "o"


def test_a_child_inherits_one_bound_only() -> None:
    root = State(Position())
    root.alpha, root.beta = -3, 4
    child = descend(root)
    assert child is not None
    assert (child.alpha, child.beta, child.cost) == (-3, inf, inf), "only alpha of a maximiser"
    assert (child.coord, child.depth, child.path, child.parent) == (0, 1, (0,), root)
    assert not child.maximises
    child.beta = 2
    grandchild = descend(child)
    assert grandchild is not None
    assert (grandchild.alpha, grandchild.beta, grandchild.cost) == (-inf, 2, -inf)
    assert grandchild.path == (0, 1)
    assert root.next == [1, 2, 3, 4, 5, 6, 7, 8]
    assert root.children == [child]


def test_descend_is_refused_at_a_finished_board_and_sets_the_cost() -> None:
    root = State(board("xx./oo./..."))
    root.next = [2]
    won = descend(root)
    assert won is not None
    assert descend(won) is None
    assert won.cost == 10 - 1, "the computer wins in one"
    assert ascend(won) is root
    assert (root.cost, root.alpha) == (9, 9)


def test_descend_is_refused_when_alpha_meets_beta_and_when_nothing_is_left() -> None:
    state = State(Position())
    state.alpha = state.beta = 0
    assert descend(state) is None
    state.alpha, state.next = -inf, []
    assert descend(state) is None
    assert state.children == []


def test_ascend_gives_the_result_to_the_parent_and_stops_at_the_root() -> None:
    root = State(Position())
    child = descend(root)
    assert child is not None
    grandchild = descend(child)
    assert grandchild is not None
    grandchild.cost = -5
    assert ascend(grandchild) is child
    assert (child.beta, child.cost) == (-5, -5), "a minimiser lowers its beta"
    assert ascend(child) is root
    assert (root.alpha, root.cost) == (-5, -5), "a maximiser raises its alpha"
    child.cost = -7
    ascend(child)
    assert (root.alpha, root.cost) == (-5, -5), "and never lowers it"
    assert ascend(root) is None


# Several children may carry the root's cost; only the first is sure to be worth it


def test_a_later_child_with_the_same_cost_may_be_worse() -> None:
    position = board("""
        . . o
        . o x
        x o x""")
    root, _ = walked(position)
    equal = [child.coord for child in root.children if child.cost == root.cost]
    assert (root.cost, equal) == (0, [1, 3])
    true = after(position.cells, "x")
    assert true[1].result == 0
    assert true[3].result == -1, "b1 loses: its cost of 0 is only a bound"
    found = stepwise(position)
    assert found.best == (1,)
    assert (found[3].score, found[3].bound, found[3].outcome) == (0, "at-most", None)
    assert stepwise(position, every_move=True)[3].outcome == "loss"


def test_the_first_child_with_the_root_s_cost_is_always_right() -> None:
    misleading = 0
    for position in unfinished("x"):
        if position.empty > 6:
            continue
        root, _ = walked(position)
        first, *others = [child.coord for child in root.children if child.cost == root.cost]
        true = after(position.cells, position.turn)
        best = max(value.rank for value in true.values())
        assert first is not None
        assert true[first].rank == best
        misleading += any(true[move].rank < best for move in others if move is not None)
    assert misleading > 100


def test_shallow_pruning_never_visits_fewer_nodes_than_deep_pruning() -> None:
    for position in unfinished("x")[::11]:
        assert stepwise(position).nodes >= alpha_beta(position, scores=BY_DEPTH).nodes

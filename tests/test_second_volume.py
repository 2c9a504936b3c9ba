"""The searches that courses teach after alpha-beta: their nodes, and what they promise each other.

That they tell the truth on all positions of tic-tac-toe is in `test_textbook`, with the others.
"""

from collections import Counter
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st
from laws import (
    EIGHT_LINES,
    after,
    keeps_its_promise,
    once_each_way,
    positions,
    reachable,
    rules,
    truth,
    worth,
)

from noughts import METHODS, Analysis, Limit, Position, Visit
from noughts.textbook import alpha_beta, alpha_beta_table, deepening, minimax, mtd_f, negamax, pvs
from noughts.textbook.order import Order, most_lines_first, row_by_row
from noughts.textbook.scores import RUNS, SCORES, WIN_DRAW_LOSS, Scores

NAMES = ("negamax", "alpha-beta-table", "pvs", "mtd-f", "deepening")

# The nodes once more, from dictionaries and strings. It shares no code with the searches.

ROWS = (0, 1, 2, 3, 4, 5, 6, 7, 8)
CENTRE_CORNERS_EDGES = (4, 0, 2, 6, 8, 1, 3, 5, 7)


class Twin:
    """Counts what alpha-beta does from the empty board: X is MAX, a win is 1, a draw 0, a loss -1.

    With `scouts` it asks of all moves but the first only whether they are better, and searches
    again those that are. With `remembers` it looks up boards on which the game goes on before it
    searches them; `known` counts those that need no search then. Every board that it comes to is
    counted in `entered`.
    """

    def __init__(self, order: Sequence[int], remembers: bool = False, scouts: bool = False) -> None:
        self.order, self.remembers, self.scouts = order, remembers, scouts
        self.entered = self.known = 0
        self.least: dict[str, int] = {}
        self.most: dict[str, int] = {}

    def value(self, cells: str = "." * 9, alpha: int = -9, beta: int = 9) -> int:
        self.entered += 1
        mark = "x" if cells.count("x") == cells.count("o") else "o"
        for a, b, c in EIGHT_LINES:
            if cells[a] == cells[b] == cells[c] != ".":
                return 1 if cells[a] == "x" else -1
        if "." not in cells:
            return 0
        if self.remembers and cells in self.least:
            least, most = self.least[cells], self.most[cells]
            if least == most or least >= beta or most <= alpha:
                self.known += 1
                return least if least == most or least >= beta else most
        low, high, best = alpha, beta, -9 if mark == "x" else 9
        for i in self.order:
            if cells[i] != ".":
                continue
            child = cells[:i] + mark + cells[i + 1 :]
            scouted = self.scouts and best not in (-9, 9)
            if scouted and mark == "x":
                reply = self.value(child, low, low + 1)
            elif scouted:
                reply = self.value(child, high - 1, high)
            if not scouted or low < reply < high:
                reply = self.value(child, low, high)
            if mark == "x":
                best = max(best, reply)
                low = max(low, best)
            else:
                best = min(best, reply)
                high = min(high, best)
            if low >= high:
                break
        self.least[cells] = best if best > alpha else -9
        self.most[cells] = best if best < beta else 9
        return best


@pytest.mark.parametrize(
    ("order", "same", "entered", "searched"),
    [
        # Published counts differ in what they count: the second is without what the table answers.
        (row_by_row, ROWS, 4_866, 3_283),
        (most_lines_first, CENTRE_CORNERS_EDGES, 1_999, 1_439),
    ],
)
def test_nodes_with_a_table(order: Order, same: Sequence[int], entered: int, searched: int) -> None:
    twin = Twin(same, remembers=True)
    assert twin.value() == 0
    assert (twin.entered, twin.entered - twin.known) == (entered, searched)
    ended = Counter[str]()
    found = alpha_beta_table("3x3x3", order=order, visit=lambda visit: ended.update([visit.ended]))
    assert (found.nodes, found.nodes - ended["table"]) == (entered, searched)


@pytest.mark.parametrize(
    ("order", "same", "nodes"),
    [(row_by_row, ROWS, 18_297), (most_lines_first, CENTRE_CORNERS_EDGES, 7_275)],
)
def test_nodes_of_negamax(order: Order, same: Sequence[int], nodes: int) -> None:
    twin = Twin(same)
    assert (twin.value(), twin.entered) == (0, nodes)
    assert negamax("3x3x3", order=order).nodes == nodes


@pytest.mark.parametrize(
    ("order", "same", "nodes"),
    [(row_by_row, ROWS, 18_016), (most_lines_first, CENTRE_CORNERS_EDGES, 6_378)],
)
def test_nodes_with_scouts(order: Order, same: Sequence[int], nodes: int) -> None:
    twin = Twin(same, scouts=True)
    assert (twin.value(), twin.entered) == (0, nodes)
    assert pvs("3x3x3", order=order).nodes == nodes


@pytest.mark.parametrize(
    ("order", "same", "nodes"),
    [(row_by_row, ROWS, 4_377), (most_lines_first, CENTRE_CORNERS_EDGES, 1_779)],
)
def test_nodes_of_two_passes(order: Order, same: Sequence[int], nodes: int) -> None:
    twin = Twin(same, remembers=True)
    assert [twin.value(alpha=-1, beta=0), twin.value(alpha=0, beta=1)] == [0, 0]
    assert twin.entered == nodes
    assert mtd_f("3x3x3", order=order).nodes == nodes


class Learner:
    """Counts what iterative deepening does on the same board, with the same values."""

    def __init__(self, killers: bool, history: bool) -> None:
        self.with_killers, self.with_history = killers, history
        self.entered = 0
        self.best: dict[str, int] = {}
        self.killers: dict[int, list[int]] = {stones: [] for stones in range(9)}
        self.history: dict[tuple[str, int], int] = {}

    def look(self, depth: int) -> int:
        self.depth, self.table = depth, dict[str, tuple[int, int]]()
        return self.value("." * 9, -9, 9)

    def value(self, cells: str, alpha: int, beta: int) -> int:
        self.entered += 1
        stones = 9 - cells.count(".")
        mark, sign = ("o", -1) if stones % 2 else ("x", 1)
        for a, b, c in EIGHT_LINES:
            if cells[a] == cells[b] == cells[c] != ".":
                return -sign
        if stones in (9, self.depth):
            return 0
        least, most = self.table.get(cells, (-9, 9))
        if least == most or least >= beta or most <= alpha:
            return least if least > -9 else most
        free = [i for i in ROWS if cells[i] == "."]
        front = [self.best.get(cells, -1)]
        front += [i for i in self.killers[stones] if i not in front]
        free.sort(key=lambda i: -self.history.get((mark, i), 0))
        free = [*(i for i in front[:1] if i in free), *(i for i in free if i not in front[:1])]
        free.sort(key=lambda i: 0 if i == front[0] else 1 if i in front else 2)
        found, low, high = -9 * sign, alpha, beta
        for i in free:
            reply = self.value(cells[:i] + mark + cells[i + 1 :], low, high)
            if reply * sign > found * sign:
                found, first = reply, i
            if (sign > 0 and found >= high) or (sign < 0 and found <= low):
                self.cut(stones, mark, i)
                break
            low, high = (max(low, found), high) if sign > 0 else (low, min(high, found))
        if found > alpha if sign > 0 else found < beta:
            self.best[cells] = first
        self.table[cells] = found if found > alpha else -9, found if found < beta else 9
        return found

    def cut(self, stones: int, mark: str, i: int) -> None:
        if self.with_killers and i not in self.killers[stones]:
            self.killers[stones] = [i, *self.killers[stones]][:2]
        if self.with_history:
            weight = (self.depth - stones) ** 2
            self.history[mark, i] = self.history.get((mark, i), 0) + weight


@pytest.mark.parametrize(
    ("killers", "history", "nodes"),
    [(False, False, 8_366), (False, True, 6_752), (True, False, 6_457), (True, True, 6_701)],
)
def test_nodes_of_all_passes(killers: bool, history: bool, nodes: int) -> None:
    twin = Learner(killers, history)
    assert [twin.look(depth) for depth in range(1, 10)] == [0] * 9
    found = deepening(
        "3x3x3",
        limit=Limit(depth=9),
        scores=WIN_DRAW_LOSS,
        killers=killers,
        history=history,
    )
    assert found.nodes == twin.entered == nodes


def test_deepening_tells_the_truth_about_all_positions() -> None:
    for position in reachable():
        if position.empty > 4 and not once_each_way(position):
            continue
        found = deepening(position, limit=Limit(depth=9))
        true = truth(position.cells, position.turn)
        assert (found.score, found.outcome) == (worth(RUNS, true), true.word), position
        moves = after(position.cells, position.turn)
        assert {moves[move].rank for move in found.best} <= {true.rank}
        assert bool(found.best) == (not position.is_over)


@pytest.mark.parametrize("guess", [-7, -1, 0, 1, 7])
def test_any_guess_leads_to_the_value(guess: int) -> None:
    for position in reachable()[1::101]:
        visits: list[Visit] = []
        found = mtd_f(position, guess=guess, visit=visits.append)
        true = truth(position.cells, position.turn)
        assert (found.score, found.outcome) == (true.result, true.word)
        assert found.line == found.best[:1]
        lower, upper = -float("inf"), float("inf")
        for visit in visits:
            if visit.path:
                continue
            assert lower < upper, "no pass without need"
            if visit.value < visit.beta:
                upper = visit.value
            else:
                lower = visit.value
        assert lower == upper == true.result


def visits_of(name: str, position: Position, **options: object) -> tuple[Analysis, list[Visit]]:
    visits: list[Visit] = []
    return METHODS[name].search(position, visit=visits.append, **options), visits


# Laws


@given(positions(rules(4)), st.integers(1, 4), st.sampled_from([*SCORES]), st.booleans())
def test_negamax_is_alpha_beta_node_for_node(
    position: Position, depth: int, scale: str, every_move: bool
) -> None:
    options = {"depth": depth, "scores": SCORES[scale], "every_move": every_move}
    ours, theirs = (
        visits_of("negamax", position, **options),
        visits_of("alpha-beta", position, **options),
    )
    assert ours[1] == theirs[1]
    assert ours[0].moves == theirs[0].moves
    assert ours[0].line == theirs[0].line


def test_the_table_never_costs_nodes() -> None:
    for position in reachable():
        found, plain = alpha_beta_table(position), alpha_beta(position)
        assert found.nodes <= plain.nodes, position
        assert (found.score, found.best, found.line) == (plain.score, plain.best, plain.line)


@given(positions(rules(4)), st.integers(1, 4), st.sampled_from([*SCORES]), st.sampled_from(NAMES))
def test_all_agree_and_what_they_call_a_bound_is_one(
    position: Position, depth: int, scale: str, name: str
) -> None:
    scores: Scores = SCORES[scale]
    depth = depth if position.empty <= 12 else min(depth, 3)
    plain = minimax(position, scores=scores, depth=depth)
    method, visits = METHODS[name], list[Visit]()
    limit, options = Limit(depth=depth), {"scores": scores, "every_move": False}
    found = method.analyse(position, limit, visit=visits.append, **options)
    assert (found.score, found.outcome) == (plain.score, plain.outcome)
    ends = [i for i, visit in enumerate(visits, 1) if not visit.path]
    if method.manner.deepens:  # it ends at a win or loss; a pass is right as deep as it looks
        visits, depth = visits[[0, *ends][-2] :], len(ends)
    true: dict[tuple[int, ...], float] = {}
    plain = minimax(
        position, scores=scores, depth=depth, visit=lambda v: true.update({v.path: v.value})
    )
    assert (found.score, found.complete) == (plain.score, plain.complete)
    assert set(found.best) <= set(plain.best)
    assert bool(found.best) == bool(plain.best)
    for value in found.moves:
        assert keeps_its_promise(value, plain[value.move].score)
    for visit in visits:
        low = visit.value if visit.bound != "at-most" else -float("inf")
        high = visit.value if visit.bound != "at-least" else float("inf")
        assert low <= true[visit.path] <= high, visit
    if "every_move" in method.takes:
        every = method.analyse(position, Limit(depth=depth), scores=scores, every_move=True)
        assert {value.move: (value.score, value.bound) for value in every.moves} == {
            value.move: (value.score, "exact") for value in plain.moves
        }

"""What each move of a game was worth: rows on the board, reasons, verdicts, and the searches."""

import json
import random
import re
import time
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from noughts import Engine, Limit, Position, Record, Rules, cell
from noughts.analysis import NO_LIMIT, Result
from noughts.cli import main
from noughts.files import write
from noughts.notation import ROWS
from noughts.position import Outcome
from noughts.review import Judgement, Review, Worth, as_json, summary, usual_limit
from noughts.review.judgements import verdict_on
from noughts.review.lines import best_play, to_the_end
from noughts.review.passes import compared
from noughts.review.reasons import Case, reason
from noughts.review.rows import completions, fours, made_by, threes
from noughts.review.seen import Look, Seen, forced_moves
from noughts.review.shares import THRESHOLDS, called, share
from noughts.review.text import about_move, curve, curve_text, moves_text, tally
from noughts.rules import OTHER, Mark

PEOPLE: dict[Mark, str] = {"x": "anna", "o": "otto"}
GAMES = (
    "3x3x3",
    "4x5x3",
    "5x5x4",
    "6x6x4-straight",
    "7x7x5",
    "7x8x4-exact",
    "9x9x5-straight-exact",
)


# Rows on the board


def scattered(rules: Rules, chance: random.Random) -> str:
    """Any stones anywhere: rows do not mind whose turn it is."""
    kinds = chance.choice(["x.", "xx.", "x..o", "xxo."])
    return "".join(chance.choice(kinds) for _ in range(rules.size))


def boards(number: int) -> list[tuple[Rules, str]]:
    chance = random.Random(7)
    return [
        (rules, scattered(rules, chance))
        for rules in map(Rules.parse, GAMES)
        for _ in range(number)
    ]


def with_stone(cells: str, mark: str, move: int) -> str:
    return cells[:move] + mark + cells[move + 1 :]


def new_lines(rules: Rules, cells: str, mark: Mark, move: int, line: slice) -> bool:
    """Whether a stone completes a run in this line, by looking at the whole run."""
    text, at = with_stone(cells, mark, move)[line], range(rules.size)[line].index(move)
    start, end = at, at
    while start > 0 and text[start - 1] == mark:
        start -= 1
    while end + 1 < len(text) and text[end + 1] == mark:
        end += 1
    length = end - start + 1
    return length == rules.k if rules.exact else length >= rules.k


def both_in_a_window(rules: Rules, cells: str, one: int, two: int, line: slice) -> bool:
    """Whether k stones in a row contain both cells."""
    inside = list(range(rules.size)[line])
    low, high = sorted((inside.index(one), inside.index(two)))
    starts = range(max(0, high - rules.k + 1), min(low, len(inside) - rules.k) + 1)
    return any(len({cells[c] for c in inside[start : start + rules.k]}) == 1 for start in starts)


def test_cells_that_complete_a_line_are_those_that_do() -> None:
    for rules, cells in boards(25):
        for mark in OTHER:
            empty = [move for move, stone in enumerate(cells) if stone == "."]
            real = {
                move
                for move in empty
                if any(
                    new_lines(rules, cells, mark, move, line) for line in rules.lines_through[move]
                )
            }
            assert completions(rules, cells, mark) == real, (str(rules), cells, mark)


def test_an_open_row_is_completed_in_two_places_after_one_more_stone() -> None:
    found = 0
    for rules, cells in boards(15):
        for mark in OTHER:
            rows = {(row.line, at): row for row in threes(rules, cells, mark) for at in row.cells}
            found += len(rows)
            wins = completions(rules, cells, mark)
            for number, line in enumerate(rules.lines):
                inside = range(rules.size)[line]
                for move in inside:
                    if cells[move] != "." or move in wins:
                        continue
                    ends = ends_after(rules, with_stone(cells, mark, move), mark, move, line)
                    if (number, move) in rows:
                        assert len(ends) >= 2, (str(rules), cells, mark, move)
                        assert len(rows[number, move].stones) == rules.k - 2
                    elif len(ends) >= 2:  # more stones than a three has
                        stones = sum(cells[each] == mark for each in inside)
                        assert stones > rules.k - 2, (str(rules), cells, mark, move)
    assert found > 50


def ends_after(rules: Rules, cells: str, mark: Mark, move: int, line: slice) -> list[int]:
    """The cells of a line that complete a row of k with the stone on `move`."""
    return [
        end
        for end in range(rules.size)[line]
        if cells[end] == "."
        and new_lines(rules, cells, mark, end, line)
        and both_in_a_window(rules, with_stone(cells, mark, end), end, move, line)
    ]


def board(text: str, game: str, turn: Mark) -> Position:
    return Position.parse("".join(text.split()), game, turn)


def names(position: Position, cells: Any) -> str:
    return " ".join(ROWS.cell_names(position.rules, sorted(cells)))


THREE = """
    .......
    ..x....
    .oox.o.
    ....x..
    .......
    .......
    ......."""


def test_a_three_and_the_fours_that_it_becomes() -> None:
    position = board(THREE, "7x7x5", "o")
    (row,) = threes(position.rules, position.cells, "x")
    assert names(position, row.stones) == "b3 c4 d5"
    assert names(position, row.cells) == "e6"  # on a1 only one end would be open
    after = with_stone(position.cells, "x", cell("7x7x5", "e6"))
    (four,) = fours(position.rules, after, "x")
    assert names(position, four.cells) == "a2 f7"
    closed, opened = made_by(position.rules, after, cell("7x7x5", "e6"))
    assert ([four], []) == (closed, opened)


# Reasons


def case(position: Position, move: str, line: str = "", answer: str = "", **more: Any) -> Case:
    cells = [[cell(position.rules, name) for name in text.split()] for text in (line, answer)]
    told = {"wins": False, "loses": False, **more}
    return Case(position, cell(position.rules, move), cells[0], cells[1], **told)


def test_reasons() -> None:
    small = Position.parse("xx.oo....")
    assert reason(case(small, "c3")) == "It missed a win at once: a3 completes a line."
    second = Position.parse("xx.o.....", turn="o")
    assert reason(case(second, "c3")) == (
        "It did not answer the two at a1, a2: a3 completes the line."
    )
    assert reason(case(Position(), "a1", "b2", wins=True, plies=5)) == "It missed a win in 5 plies."
    assert reason(case(Position(), "a1", "b2", wins=True)) == "It missed a win."
    assert reason(case(Position(), "a1", "b2")) is None
    assert reason(case(Position(), "a1", "b2", chances=(0.5, 0.254))) == (
        "The chances of X would be 50 % after b2; now they are 25 %."
    )


def test_a_loss_comes_down_to_a_double_threat() -> None:
    edge = Position.parse("....x....", turn="o")
    assert reason(case(edge, "c2", "a1", "a1 c3 c1 a3 b1", loses=True)) == (
        "After X a1 and O c3, X c1 threatens a3 and b1 at once."
    )
    fork = Position.parse("x...o...x", turn="o")
    assert reason(case(fork, "a3", "a2", "c1 b1 c2", loses=True)) == (
        "It allows a double threat: X c1 threatens b1 and c2 at once."
    )
    assert reason(case(fork, "a3", "a2", "b3", loses=True)) == (
        "X wins by force, beginning with b3."
    )


def test_reasons_from_threes() -> None:
    position = board(THREE, "7x7x5", "o")
    assert reason(case(position, "a7", "e6", "e6 a2 f7", loses=True)) == (
        "It did not answer the open three at b3, c4, d5: X e6 makes it an open four."
    )
    assert reason(case(position, "a7", "e6", "a7")) is None  # the answer is another one


FOURS = """
    .........
    oxxx.....
    ....x....
    ....x....
    ....x....
    ....o....
    .........
    o.......o
    ..o....o."""


def test_a_win_by_fours_is_one_only_if_every_move_is_a_four() -> None:
    position = board(FOURS, "9x9x5", "x")
    assert reason(case(position, "i9", "b5")) == "It missed a double threat: b5 makes two fours."
    by_fours = case(position, "i9", "b5 b6 a5", wins=True)
    assert reason(by_fours) == "It missed a win by fours in 3 plies."
    assert reason(case(position, "i9", "i7 b6 b5", wins=True)) == "It missed a win."
    assert reason(case(position, "i9", "b6 b5", wins=True)) == "It missed a win: b6 makes a four."
    other = Position(position.rules, position.cells.translate(str.maketrans("xo", "ox")), "x")
    assert reason(case(other, "i9", "", "b5 b6 a5", loses=True)) == (
        "It allows a win by fours in 3 plies, which begins with O b5."
    )
    assert reason(case(other, "i9", "", "b5")) == "It allows a double threat: O b5 makes two fours."


# Verdicts


def judged(before: Worth, after: Worth, **more: Any) -> Judgement:
    """The first move (a1) of an empty board, where b2 would have been better."""
    verdict = verdict_on(before, after, is_best=False)
    better = ("b2",) if verdict not in (None, "best") else ()
    return Judgement(1, "x", "a1", verdict, before, after, better, **more)


@pytest.mark.parametrize(
    ("before", "after", "plies", "verdict", "words"),
    [
        ("win", "loss", (3, 2), "blunder", "a1 throws the win away: b2 wins in 3 plies."),
        ("win", "draw", (1, 9), "blunder", "a1 only draws: b2 wins in 1 ply."),
        ("draw", "loss", (9, 4), "blunder", "a1 loses: b2 draws."),
        ("win", "win", (3, 5), "good",
         "a1 wins too, but more slowly, in 5 plies: b2 wins in 3 plies."),
        ("win", "win", (3, 7), "inaccuracy",
         "a1 wins too, but more slowly, in 7 plies: b2 wins in 3 plies."),
        ("win", "win", (1, 3), "inaccuracy",
         "a1 wins too, but more slowly, in 3 plies: b2 wins in 1 ply."),
        ("win", "win", (13, 17), "good",
         "a1 wins too, but more slowly, in 17 plies: b2 wins in 13 plies."),
        ("win", "win", (5, None), "good", "a1 wins too, but more slowly: b2 wins in 5 plies."),
        ("loss", "loss", (6, 4), "good",
         "a1 loses too, but sooner, in 4 plies: b2 holds out for 6 plies."),
        ("loss", "loss", (4, 2), "inaccuracy",
         "a1 loses too, but sooner, in 2 plies: b2 holds out for 4 plies."),
        ("loss", "loss", (8, 4), "inaccuracy",
         "a1 loses too, but sooner, in 4 plies: b2 holds out for 8 plies."),
        ("win", "win", (3, 3), "best", "a1 is best: it wins in 3 plies."),
        ("win", "win", (None, 9), "best", "a1 is best: it wins in 9 plies."),
        ("draw", "draw", (9, 9), "best", "a1 is best: it draws."),
        ("loss", "loss", (2, 2), "best", "a1 loses in 2 plies, like every other move."),
        ("loss", "loss", (None, None), "best", "a1 loses, like every other move."),
        ("loss", "loss", (6, 6), "best", "a1 loses in 6 plies; no other move holds out longer."),
        (None, "loss", (0, 4), None,
         "a1 loses in 4 plies; whether another move holds is not known."),
        ("win", None, (3, 0), None, "The value of a1 is not known."),
    ],
)  # fmt: skip
def test_verdicts_by_proofs(
    before: Result | None, after: Result | None, plies: Any, verdict: Any, words: str
) -> None:
    judgement = judged(Worth(before, plies[0]), Worth(after, plies[1]))
    assert judgement.verdict == verdict
    assert judgement.words == words
    assert judgement.better == (() if verdict in (None, "best") else ("b2",))


def test_a_win_that_comes_within_so_many_plies_is_told_so() -> None:
    slow = judged(Worth("win", 5), Worth("win", within=11))
    assert (slow.verdict, slow.words) == (
        "inaccuracy",
        "a1 wins too, but more slowly, in at most 11 plies: b2 wins in 5 plies.",
    )
    quick = judged(Worth("loss", within=10), Worth("loss", 4))
    assert (quick.verdict, quick.words) == (
        "inaccuracy",
        "a1 loses too, but sooner, in 4 plies: b2 holds out for at most 10 plies.",
    )
    assert judged(Worth("win", within=9), Worth("win", within=9)).verdict == "best"
    assert Worth("win", within=9).before_move() == Worth("loss", within=10)
    assert Worth("win", within=9).as_json()["within"] == 9


def test_verdicts_by_shares() -> None:
    for name, least in THRESHOLDS.items():
        assert judged(Worth(value=least + 0.101), Worth(value=0.1)).verdict == name
        assert called(least - 0.001) != name
    assert verdict_on(Worth(value=0.5), Worth(value=0.1), is_best=True) == "best"
    bad, some = (
        judged(Worth(value=0.8), Worth(value=0.1)),
        judged(Worth(value=0.5), Worth(value=0.44)),
    )
    unclear = judged(Worth(value=0.9), Worth(value=0.5))
    assert unclear.verdict == "mistake", "a blunder by opinion leaves next to nothing"
    assert bad.words == "a1 is a blunder: b2 was better."
    assert (some.verdict, some.words) == ("good", "a1 is good; b2 is a little better.")
    assert judged(Worth(value=0.5), Worth(value=0.5)).words == "a1 is good."
    won = judged(Worth("win", 7), Worth(value=0.3))
    assert (won.verdict, won.words) == ("blunder", "a1 is a blunder: b2 wins in 7 plies.")
    assert judged(Worth("win", 7), Worth(value=0.99)).verdict == "inaccuracy"
    assert judged(Worth(value=0.2), Worth("loss", 4)).verdict == "blunder"
    hopeless = judged(Worth(value=0.04), Worth("loss", 4))
    assert (hopeless.verdict, hopeless.words) == (
        "inaccuracy",
        "a1 loses in 4 plies: b2 was better. The game was nearly lost before.",
    )
    held = judged(Worth(value=0.65), Worth("draw"))
    assert held.words == "a1 is an inaccuracy and only draws: b2 was better."
    lost = judged(Worth(value=0.6), Worth("loss", 4))
    assert lost.words == "a1 is a blunder and loses in 4 plies: b2 was better."


def test_shares_are_a_curve() -> None:
    for game in ("gomoku", "8x8x4-straight", "20x20x6", "12x12x9"):
        rules = Rules.parse(game)
        values = [share(rules, score) for score in (-(10**6), -500, -5, 0, 5, 500, 10**6)]
        assert values == sorted(values)
        assert values[3] == 0.5
        assert values[0] == pytest.approx(0, abs=1e-9)
        assert values[1] + values[-2] == pytest.approx(1)


def test_a_move_is_compared_at_equal_sight() -> None:
    here, there = Seen(Position("gomoku")), Seen(Position("gomoku").play("a1"))
    here.looks = {5: Look(-20, (112,)), 6: Look(-50, (112,)), 7: Look(90, (112,))}
    there.looks = {4: Look(40, (112,)), 5: Look(-300, (112,))}
    found = compared(here, there, 0)
    rules = here.position.rules
    assert (found.depth, found.score) == (6, 300)
    mean = (share(rules, 300) + share(rules, -40)) / 2
    assert found.after.value == pytest.approx(mean)
    assert found.before == found.after, "what a move achieves, the position is worth at least"
    del there.looks[5]
    found = compared(here, there, 0)
    assert (found.depth, found.score) == (5, -40)
    assert found.before.value == pytest.approx(share(rules, -20))
    best = compared(here, there, 112)
    assert (best.is_best, best.before) == (True, best.after)


def test_what_is_proved_bounds_what_is_not() -> None:
    here, there = Seen(Position("gomoku")), Seen(Position("gomoku").play("a1"))
    there.looks = {4: Look(-400, ())}
    here.outcome, here.best = "draw", (5,)
    assert compared(here, there, 0).after.value == 0.5
    here.outcome = "loss"
    assert compared(here, there, 0).after == Worth("loss")
    here.outcome, here.plies = "win", 7
    assert compared(here, there, 5).after == Worth("win", 7)
    here.outcome, here.looks = None, {5: Look(30, (0,))}
    there.outcome, there.plies = "win", 3
    assert compared(here, there, 0).before == Worth(), "it preferred a move that loses"
    there.outcome = "loss"
    assert compared(here, there, 0).before == Worth("win", 4)


def test_where_a_game_turned() -> None:
    first, second = (
        judged(Worth("win", 3), Worth("draw")),
        judged(Worth("win", 3), Worth("loss", 2)),
    )
    later = Judgement(4, "o", *([*vars(second).values()][2:]))
    assert summary([later, first])["turned"] == 4
    assert summary([later, first])["words"] == (
        "O gave away the win with move 4, a1; b2 was better."
    )
    guessed = judged(Worth(value=0.8), Worth(value=0.1))
    assert summary([guessed])["words"] == (
        "The game turned with move 1, X a1, a blunder; b2 was better."
    )
    even = judged(Worth("draw", 9), Worth("draw", 9))
    assert summary([even])["words"] == "Neither side made a mistake."
    slip = judged(Worth(value=0.6), Worth(value=0.599 - THRESHOLDS["inaccuracy"]))
    assert summary([slip])["words"] == "Neither side made a mistake; X made 1 inaccuracy."
    both = [slip, slip, Judgement(2, "o", *([*vars(slip).values()][2:]))]
    assert summary(both)["words"] == (
        "Neither side made a mistake; X made 2 inaccuracies and O made 1 inaccuracy."
    )
    assert summary([judged(Worth(), Worth())])["words"] == "No mistake is known."
    assert summary([])["words"] == "No moves were played."
    assert summary([later, first])["counts"]["o"] == {
        **{"best": 0, "good": 0, "inaccuracy": 0, "mistake": 0, "blunder": 1}
    }


# Whole games

LOST = ("a1", "a2", "b2", "c3", "b1", "b3", "c1")
# O does not answer the three at i9, j9 and k9 with its fifth move.
GOMOKU = ["j9", "i8", "c3", "k10", "i9", "k8", "n13", "i10", "k9", "a1", "l9", "a2", "m9"]


def reviewed(game: str, moves: Any, limit: Limit = NO_LIMIT) -> Review:
    review = Review(Record(game, PEOPLE, moves), limit)
    review.run()
    return review


def test_a_game_of_tic_tac_toe_is_proved() -> None:
    started = time.perf_counter()
    review = reviewed("3x3x3", LOST)
    assert time.perf_counter() - started < 2, "nothing is searched twice"
    verdicts = [each.verdict for each in review.judgements]
    assert verdicts == ["best", "blunder", "best", "best", "best", "best", "best"]
    mistake = review.judgements[1]
    assert mistake.before == Worth("draw", 8)
    assert mistake.after.outcome == "loss"
    assert mistake.line[0] == mistake.better[0]
    assert summary(review.judgements)["turned"] == 2
    assert curve(review.judgements)[:3] == [0.5, 0.5, 1.0]


def test_a_game_of_gomoku_is_judged_by_scores_and_has_reasons() -> None:
    review = reviewed("gomoku", GOMOKU, Limit(nodes=700_000))
    judgements = review.judgements
    assert all(each.verdict for each in judgements)
    by_number = {each.number: each for each in judgements}
    blunder = by_number[10]
    assert blunder.verdict == "blunder"
    assert blunder.why is not None
    assert blunder.why.startswith("It did not answer the open three at i9, j9, k9: X ")
    assert blunder.words.startswith(f"a1 is a {blunder.verdict} and loses")
    assert blunder.better[0] in ("g9", "h9", "l9", "m9")
    assert by_number[13].words == "m9 is best: it wins in 1 ply."
    assert by_number[3].score is not None
    assert curve(judgements)[-1] == 1.0


def test_first_marks_come_after_the_first_two_searches() -> None:
    review = Review(Record("gomoku", PEOPLE, GOMOKU[:-1]), Limit(nodes=260_000, seconds=60))
    tasks = review.tasks()
    first, second = next(tasks), next(tasks)
    assert first.limit == second.limit
    assert second.limit.nodes == 3_000
    assert first.run(review.engine) == []
    assert [each.number for each in second.run(review.engine)] == [12]
    rest = list(tasks)
    assert len(rest) == 2 * 13 - 2


@pytest.mark.parametrize("game", ["gomoku", "6x6x4"])
def test_the_same_game_gets_the_same_review(game: str) -> None:
    """Whatever else the machine does: the searches count nodes."""
    moves = [cell(game, name) for name in ("c3", "c4", "d3", "b3", "d5", "e5", "a1")]
    one, two = (reviewed(game, moves, Limit(nodes=60_000)) for _ in range(2))
    assert one.judgements == two.judgements
    assert len(one.judgements) == 7
    assert one.engine is not two.engine, "a table that knows the game changes the review"
    assert one.limit.seconds is None


def test_how_long_a_review_takes() -> None:
    """On a quiet core of 2020, 2,500,000 nodes of Gomoku take less than 4 seconds."""
    rules = Rules.parse("gomoku")
    assert usual_limit(rules, 11).nodes == 2_500_000
    assert usual_limit(Rules.parse("20x20x6"), 11).nodes == 2_500_000 * 225 // 400
    assert usual_limit(rules, 11).seconds == usual_limit(rules, 300).seconds
    review = reviewed("gomoku", GOMOKU[:5], Limit(nodes=50_000))
    assert 40_000 < review.spent.nodes < 60_000
    started = time.perf_counter()
    reviewed("gomoku", GOMOKU[:5], Limit(seconds=0.5))
    assert time.perf_counter() - started < 1.5


def test_a_game_that_is_not_over_or_was_resigned() -> None:
    record = Record("gomoku", PEOPLE, GOMOKU[:4]).ended(Outcome("x", "resignation"))
    review = Review(record, Limit(nodes=20_000))
    review.run()
    assert [each.number for each in review.judgements] == [1, 2, 3, 4]
    assert reviewed("gomoku", ()).judgements == []


# Black's i8 would be a four and an open three. Everything loses for White, and a1 still wins.
MISSED = ["h8", "h5", "h7", "a15", "h6", "a1", "i9", "o15", "j9", "e11", "o1", "h9", "k11", "d11"]


def test_a_win_that_was_put_off_is_not_best() -> None:
    judgements = reviewed("gomoku", MISSED).judgements
    missed, left = judgements[10], judgements[13]
    assert missed.verdict == "inaccuracy"
    assert missed.better == ("h9",)
    assert missed.why == "It missed a win by fours in 5 plies."
    assert len(missed.line) == 5
    assert left.verdict == "inaccuracy", "it loses at once, others hold out"
    assert left.why is not None
    assert left.why.startswith("It did not answer the open three")
    for useless in (judgements[7], judgements[9]):
        assert useless.verdict != "best"


@pytest.mark.parametrize(
    ("moves", "number", "why"),
    [
        ("b2 c2 a1 a3 b3 a2 c3", 5, "It missed a win at once: c3 completes a line."),
        ("b2 c2 a1 a3 b3 a2 c3", 4, "It did not answer the two at a1, b2: c3 completes the line."),
        ("a2 b2 c2 c3 c1 a1", 5, "It did not answer the two at b2, c3: a1 completes the line."),
    ],
)
def test_who_overlooks_a_win_at_once_hears_of_it(moves: str, number: int, why: str) -> None:
    found = reviewed("3x3x3", moves.split()).judgements[number - 1]
    assert (found.verdict, found.why) == ("inaccuracy", why)


def test_a_line_that_is_shown_holds_no_slip() -> None:
    """Of each move of a better line, a search of some length knows no refutation."""
    review = reviewed("gomoku", GOMOKU)
    bad = [each for each in review.judgements if each.verdict in ("mistake", "blunder")]
    assert bad
    for each in bad:
        position = review.seen[each.number - 1].position
        assert len(each.line) > 1
        for name in each.line:
            position = position.play(name)
            found = Engine("gomoku", 8).analyse(position, Limit(nodes=20_000))
            assert found.outcome != "win", (each.number, each.line, name)


def test_a_line_avoids_a_move_that_turns_out_to_lose() -> None:
    position = Record("gomoku", PEOPLE, GOMOKU[:9]).position
    engine, limit = Engine("gomoku", 8), Limit(nodes=5_000)
    line, spent = best_play(engine, position, cell("gomoku", "a1"), limit)
    assert line == (cell("gomoku", "a1"),), "it loses, so nothing that follows is worth a look"
    assert spent.seconds > 0
    won = position.play("a1")
    found = engine.analyse(won, limit)
    line, _ = to_the_end(engine, won, found.line[:1], limit)
    assert len(line) == 3, "an open four, an answer, and five"


def test_a_forced_answer_is_looked_through() -> None:
    """The engine looks four plies ahead where there is no choice: too little to judge by."""
    position = Record("gomoku", PEOPLE, [*GOMOKU[:9], "h9", "l9"]).position
    assert forced_moves(position)[0] == cell("gomoku", "m9")
    assert forced_moves(position.play("m9"))[:1] != (cell("gomoku", "m9"),)
    seen, later = Seen(position), Seen(position.play("m9"))
    for each in (seen, later):
        each.look(Engine("gomoku", 8), Limit(nodes=60_000))
    assert seen.deepest == 1 + (later.deepest or 0) > 5
    assert seen.worth(seen.deepest).value == pytest.approx(
        later.worth(later.deepest).before_move().value
    )
    assert seen.line_at(seen.deepest)[0] == cell("gomoku", "m9")


# As text, as JSON and as a page


def test_the_curve_in_characters() -> None:
    review = reviewed("3x3x3", LOST)
    assert curve_text(review.judgements, ascii_only=True) == [
        "X    # # # # # #",
        "     # # # # # #",
        "     # # # # # #",
        "     # # # # # #",
        "   --------------",
        "", "", "",
        "O",
        "     ??",
        "   1       5",
    ]  # fmt: skip
    assert "█" in curve_text(review.judgements)[0]
    sides: dict[Mark, str] = {"x": "anna (X)", "o": "You"}
    assert tally(review.judgements, sides) == ["anna (X): 4 best", "You: 2 best, 1 blunder"]
    heads = [head for head, _ in moves_text(review.judgements)]
    assert heads[:2] == ["  1. X ", "  2. O "]


def test_what_is_said_of_a_move() -> None:
    bad = judged(Worth(value=0.8), Worth(value=0.1), line=("b2", "a3", "c1"), why="It missed it.")
    assert about_move(bad) == (
        "a1 is a blunder: b2 was better. It missed it. The better line: b2 a3 c1."
    )
    many = [Judgement(n, "x", "a1", "best", Worth("draw"), Worth("draw")) for n in range(1, 40)]
    assert moves_text(many) == []
    assert len(curve_text(many)) == 2 * 11 + 1
    assert max(map(len, curve_text(many))) <= 80


class Page(HTMLParser):
    """What a page has: its tags, its text, and whether it is complete."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.open: list[str] = []
        self.text = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        self.tags.append(tag)
        if tag not in ("meta", "path", "circle", "polyline"):
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: Any) -> None:
        self.tags.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


@pytest.fixture
def game(tmp_path: Path) -> Path:
    path = tmp_path / "game.jsonl"
    write(path, [Record("3x3x3", PEOPLE, LOST[:3]), Record("3x3x3", {"x": "<a>", "o": "o"}, LOST)])
    return path


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as end:
        main(["review", *words])
    code = end.value.code
    assert isinstance(code, int)
    return code, *capsys.readouterr()


def test_the_command_prints_text(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, str(game))
    assert code == 0
    assert out.startswith("<a> (X) against o (O), 3x3x3: X wins: a line from a1 to c1.\n")
    assert "  2. O a2 loses: b2 draws." in out
    assert out.endswith("O gave away the draw with move 2, a2; b2 was better.\n")
    assert "has 2 games: this is the last" in err
    assert "anna (X)" in run(capsys, str(game), "--game", "1")[1]


def test_the_command_prints_json(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = json.loads(run(capsys, str(game), "--json")[1])
    assert {"game", "players", "outcome", "moves", "turned", "words", "counts"} == {*found}
    assert found["turned"] == 2
    move = found["moves"][1]
    assert {"number", "mark", "move", "verdict", "score", "better", "line", "why"} <= {*move}
    assert move["why"] is None or isinstance(move["why"], str)
    assert as_json(Record("3x3x3", PEOPLE), [])["moves"] == []


@pytest.mark.parametrize("suffix", [".sgf", ".psq"])
def test_the_command_reads_other_formats(
    suffix: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / f"game{suffix}"
    write(path, [Record("gomoku", PEOPLE, GOMOKU)])
    code, out, _ = run(capsys, str(path), "--nodes", "100000", "--notation", "rows")
    assert code == 0
    assert "open three at i9, j9, k9" in out
    assert run(capsys, str(path), "--nodes", "100000", "--notation", "rows")[1] == out


def test_the_command_writes_a_page(
    game: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    target = tmp_path / "review.html"
    assert run(capsys, str(game), "--html", str(target))[:2] == (0, f"wrote {target}\n")
    page = Page(target.read_text(encoding="utf-8"))
    assert page.open == []
    assert page.tags.count("svg") == 2, "the curve, and a board for the mistake"
    assert "script" not in page.tags
    assert "<a> (X) against o (O)" in page.text
    assert "Move 2, O a2" in page.text


def test_the_page_of_a_gomoku_game_has_stones(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, target = tmp_path / "game.sgf", tmp_path / "review.html"
    write(path, [Record("gomoku", {"x": "Xenia", "o": "Otto O"}, GOMOKU)])
    assert run(capsys, str(path), "--nodes", "100000", "--html", str(target))[0] == 0
    page = Page(target.read_text(encoding="utf-8"))
    assert page.open == []
    assert "Xenia (Black) against Otto O (White)" in page.text
    assert "Black can expect" in page.text
    assert not re.search(r"\b[XO]\b", page.text.replace("Otto O", ""))
    assert 'class="board wood"' in target.read_text(encoding="utf-8")


def test_the_command_refuses(
    game: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert "has 2 games, so there is no 3" in run(capsys, str(game), "--game", "3")[2]
    assert "seconds must be at least 0" in run(capsys, str(game), "--seconds", "-1")[2]
    assert "does not say what it is" in run(capsys, "game.txt")[2]
    nowhere = str(tmp_path / "no" / "page.html")
    assert "cannot be written" in run(capsys, str(game), "--html", nowhere)[2]
    (tmp_path / "none.jsonl").write_text("")
    assert "does not contain a game" in run(capsys, str(tmp_path / "none.jsonl"))[2]

"""What things look like: on one line, to read, and in a notebook."""

import copy
import json
import pickle
import random
import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st
from laws import positions, rules

from noughts import (
    METHODS,
    Analysis,
    Engine,
    Human,
    Limit,
    Match,
    MoveValue,
    Outcome,
    Position,
    Random,
    Record,
    Rules,
    Solver,
    analyse,
    player_named,
    records,
    solve,
)
from noughts.rules import Move

CHANCE = random.Random(1)
GAME = Record("3x3x3", {"x": "anna", "o": "otto"}, ["a1", "b1", "a2", "b2", "a3"])
OPEN = Record("3x3x3", {"x": "anna", "o": "otto"}).play("b2", 1.23456)
FOUND = analyse("x.o/o.x/..x", "alpha-beta")
PROOF = solve("6x6x4", Limit(nodes=100_000), shortest=True)


# On one line


@pytest.mark.parametrize(
    "text",
    [
        "Position.parse('x.o/.../...', '3x3x3', 'x')",
        "Rules(rows=3, columns=3, k=3, diagonals=True, exact=False)",
        "Limit()",
        "Limit(depth=3)",
        "Limit(nodes=5, seconds=0.5)",
        "Engine('15x15x5', table_mb=1, threads=2)",
        "Solver('6x6x4', table_mb=0.5)",
        "Outcome(winner='x', reason='line', cells=(0, 1, 2))",
        "MoveValue(move=4, score=0, bound='exact', outcome='draw', plies=4)",
        "Random(name='random')",
    ],
)
def test_what_is_written_as_code_can_be_run(text: str) -> None:
    assert repr(eval(text)) == text


@pytest.mark.parametrize(
    ("thing", "line"),
    [
        (FOUND, "<Analysis of 'x.o/o.x/..x' by alpha-beta: O to move: a draw, best b2, 42 nodes>"),
        (
            GAME,
            "<Record of anna (X) against otto (O), 3x3x3, 5 moves: X wins: a line from a1 to a3>",
        ),
        (OPEN, "<Record of anna (X) against otto (O), 3x3x3, 1 move: O to move>"),
        (
            OPEN.ended(Outcome("x", "resignation")),
            "<Record of anna (X) against otto (O), 3x3x3, 1 move: X wins: O resigns>",
        ),
        (
            OPEN.ended(Outcome(None, "agreement")),
            "<Record of anna (X) against otto (O), 3x3x3, 1 move: A draw: both players agree>",
        ),
        (
            Match("easy", "perfect"),
            "<Match of easy (X) against perfect (O), 3x3x3, no moves: X to move>",
        ),
        (
            Match(Random(name="Record"), "easy"),
            "<Match of Record (X) against easy (O), 3x3x3, no moves: X to move>",
        ),
        (METHODS["minimax"], "<Method minimax: every line of play, nothing cut off>"),
        (player_named("stepwise:easy"), "<Searcher stepwise:easy>"),
    ],
)
def test_the_rest_tells_what_it_is(thing: object, line: str) -> None:
    assert repr(thing) == line


def analysis(game: str, best: tuple[Move, ...], scores: dict[Move, float]) -> Analysis:
    moves = tuple(MoveValue(move, score) for move, score in scores.items())
    return Analysis(Position(game), "engine", 1, None, None, best, moves, (), 7, 0.0, 1, False)


def test_an_analysis_names_as_many_best_moves_as_fit() -> None:
    nine, ten = tuple(range(9)), (9, 10)  # a1 to a9, a10 and a11
    assert "best a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, 7 nodes" in repr(
        analysis("15x15x5", (*nine, ten[0]), {})
    )
    assert "best a1, a2, a3, a4, a5, a6, a7 and 3 more, 7 nodes" in repr(
        analysis("15x15x5", (*nine[:8], *ten), {})
    )


def test_a_proof_tells_what_it_is() -> None:
    board = "/".join(["......"] * 6)
    told = f"<Proof about '{board}': X to move: X wins in 11 plies, {PROOF.nodes:,} nodes>"
    assert repr(PROOF) == told
    unproved = solve("9x9x5", Limit(nodes=1), table_mb=1)
    assert "X to move: not proved" in repr(unproved)


# To read


def test_an_analysis_that_fits_80_columns_is_a_board() -> None:
    fits = str(analysis("11x11x5", (0,), {0: 12345, 1: -12345})).splitlines()
    assert fits[1].split()[:3] == ["a", "+12345", "-12345"]
    assert max(map(len, fits)) <= 80
    wide = str(analysis("13x13x5", (1,), {0: -1234, 1: 1234, 2: 7})).splitlines()
    assert [line.split() for line in wide[-5:-2]] == [
        ["a2", "+1234"],
        ["a3", "+7"],
        ["a1", "-1234"],
    ]


def test_an_analysis_to_read() -> None:
    lines = str(FOUND).splitlines()
    assert lines[:5] == [
        "   1    2    3",
        "a  x   loss  o",
        "b  o   draw  x",
        "c loss loss  x",
        "O to move: a draw. Best: b2.",
    ]
    assert re.fullmatch(r"alpha-beta: 42 nodes, \d+\.\d{3} s, depth 4, complete", lines[-1])
    cut = str(analyse("3x3x3", "alpha-beta", Limit(nodes=40)))
    assert cut.endswith("depth 9, not complete")
    assert "X to move: undecided. Best: none known." in cut
    over = str(analyse("xxx/oo./..."))
    assert "The game is over: X has won." in over


def test_an_analysis_of_a_board_too_wide_for_values_lists_the_best() -> None:
    wide = str(analyse("20x20x5", limit=Limit(depth=1)))
    assert max(map(len, wide.splitlines())) <= 80
    assert len([line for line in wide.splitlines() if re.match(r" +[a-t]\d+  ", line)]) == 10


@pytest.mark.parametrize(
    ("thing", "text"),
    [
        (GAME, "anna (X) against otto (O), 3x3x3: a1 b1 a2 b2 a3\nX wins: a line from a1 to a3."),
        (OPEN, "anna (X) against otto (O), 3x3x3: b2\nO to move."),
        (
            Record("3x3x3", {"x": "anna", "o": "otto"}),
            "anna (X) against otto (O), 3x3x3: no moves\nX to move.",
        ),
        (Limit(), "no limit"),
        (Limit(depth=3, nodes=1000, seconds=0.5), "depth 3, 1,000 nodes, 0.5 s"),
        (MoveValue(0, 1, "exact", "win", 3), "win 3"),
        (MoveValue(0, 1, "exact", "loss"), "loss"),
        (MoveValue(0, 0, "exact", "draw", 5), "draw"),
        (MoveValue(0, 0, "at-most"), "<= 0"),
        (MoveValue(0, 92, "at-least"), ">= +92"),
        (Outcome("x", "line", (0, 1, 2)), "X wins: it completes a line"),
        (Outcome("o", "resignation"), "O wins: X resigns"),
        (Outcome("x", "time"), "X wins: O has used up its time"),
        (Outcome("x", "crash"), "X wins: the program of O failed"),
        (Outcome(None, "full board"), "a draw"),
        (METHODS["minimax"], "minimax"),
        (player_named("easy"), "easy"),
        (Random(), "random"),
        (Human(lambda position: "b2"), "human"),
    ],
    ids=lambda each: type(each).__name__,
)
def test_things_to_read(thing: object, text: str) -> None:
    assert str(thing) == text


def test_a_match_to_read() -> None:
    match = Match("easy", "perfect", "x........")
    board = "  1 2 3\na x . .\nb . . .\nc . . .\n"
    assert str(match) == f"{board}easy (X) against perfect (O), 3x3x3: no moves\nO to move."


def test_a_proof_to_read() -> None:
    head, line, effort = str(PROOF).splitlines()
    assert head == "X to move: X wins in 11 plies."
    assert line.startswith("Line: ")
    assert len(line.split()) == 12
    assert re.fullmatch(r"[\d,]+ nodes, \d+\.\d{3} s", effort)
    assert len(str(solve("3x3x3")).splitlines()) == 2, "a draw has no line"


# In a notebook


def texts(picture: str) -> list[str]:
    return [each.text or "" for each in ElementTree.fromstring(picture).iter() if each.text]


def test_an_analysis_shows_the_value_of_every_move() -> None:
    shown = texts(FOUND._repr_svg_())
    assert shown == ["1", "2", "3", "a", "b", "c", "loss", "draw", "loss", "loss"]
    assert FOUND._repr_svg_().count('font-weight="bold"') == 1
    assert "O to move: a draw" in FOUND._repr_svg_()
    large = analyse(Position("gomoku").play("h8"), limit=Limit(depth=1))
    assert len(texts(large._repr_svg_())) == 30 + 224
    sizes = re.findall(r'font-size="([\d.]+)" text-anchor="middle"', large._repr_svg_())
    assert min(map(float, sizes)) >= 9, "legible on 15x15 too"


def test_a_record_shows_the_numbers_of_its_moves() -> None:
    assert texts(GAME._repr_svg_()) == ["1", "2", "3", "a", "b", "c", "1", "2", "3", "4", "5"]
    assert GAME._repr_svg_().count('fill="#CCEBDF"') == 3, "the winning line"
    assert Match("easy", "easy", "x........")._repr_svg_().count("<circle") == 0
    assert texts(PROOF._repr_svg_())[12:] == [str(number) for number in range(1, 12)]


def test_names_of_players_cannot_break_a_picture() -> None:
    record = Record("3x3x3", {"x": '<b>"anna"', "o": "a\nb"})
    ElementTree.fromstring(record._repr_svg_())
    assert len(repr(record).splitlines()) == 1


# Saved, copied and loaded again


def test_what_is_loaded_equals_what_was_saved(tmp_path: Path) -> None:
    for record in (GAME, OPEN, OPEN.ended(Outcome("o", "time")), Match("random", "random").run()):
        assert Record.from_json(json.loads(json.dumps(record.as_json()))) == record
        records.append(str(tmp_path / "games.jsonl"), record)
        assert records.last(tmp_path / "games.jsonl") == record
    assert OPEN.seconds == (1.235,), "milliseconds, from the beginning"


@given(st.floats(0, 1e9))
def test_seconds_are_the_same_after_saving(seconds: float) -> None:
    record = Record("3x3x3", {"x": "anna", "o": "otto"}).play("b2", seconds)
    assert Record.from_json(json.loads(json.dumps(record.as_json()))) == record


@given(positions(rules(5)))
def test_a_position_survives_pickling(position: Position) -> None:
    assert pickle.loads(pickle.dumps(position)) == position == copy.deepcopy(position)


@pytest.mark.parametrize("thing", [GAME, OPEN, FOUND, PROOF, Limit(depth=3)])
def test_copies_are_equal(thing: Any) -> None:
    assert pickle.loads(pickle.dumps(thing)) == thing == copy.copy(thing) == copy.deepcopy(thing)
    if not isinstance(thing, Analysis):
        assert hash(copy.deepcopy(thing)) == hash(thing)


# Players and matches


class Named:
    """Plays what it is told, by name."""

    name = "named"

    def __init__(self, *moves: Move | str | None) -> None:
        self.moves = list(moves)

    def choose(self, position: Position, limit: Limit) -> Any:
        return self.moves.pop(0)


def test_players_may_return_names_of_cells() -> None:
    match = Match(Named("a1", "a2", 2), Named("B1", "2,2"))
    assert match.run() == Record(
        "3x3x3", {"x": "named", "o": "named"}, [0, 3, 1, 4, 2], match.record.seconds
    )


@pytest.mark.parametrize(
    ("move", "remark"),
    [
        ("d9", "'d9' is not a cell of a 3x3 board (a1 to c3)"),
        (None, "None is not a move: write a cell such as 'b2' or its number, 0 to 8"),
        (4.0, "4.0 is not a move: write a cell such as 'b2' or its number, 0 to 8"),
    ],
)
def test_whoever_loses_by_a_wrong_move_is_told_why(move: Any, remark: str) -> None:
    match = Match(Named(move), "random")
    match.run()
    assert match.outcome == Outcome("o", "illegal move")
    assert match.remark == remark


def test_the_same_chance_plays_the_same_game() -> None:
    first, second = (Match("easy", "random", "4x4x3", chance=random.Random(7)).run() for _ in "12")
    assert first.moves == second.moves
    assert (
        Match({"x": "easy", "o": "random"}, "4x4x3", chance=random.Random(7)).run().moves
        == first.moves
    )


def test_engines_read_boards_of_their_own_game() -> None:
    board = "x..." + "." * 12
    assert Engine("4x4x3", 1).analyse(board, Limit(depth=1)).position.rules == Rules(4, 4, 3)
    assert Solver("4x4x3", 1).solve(board).position.turn == "o"

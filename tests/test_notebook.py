"""The widgets in notebooks: what Python does with what the browser tells it."""

import json
import random
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import traitlets
from laws import board as drawn
from notebooks import EXAMPLES, executed, kept, read
from starlette.testclient import TestClient
from traces import FIVE_LEFT, FOUR_LEFT, trace_of
from web import client

from noughts import (
    METHODS,
    Engine,
    IllegalMove,
    Limit,
    NotationError,
    OutOfReach,
    Position,
    Trace,
    player_named,
)
from noughts.methods import Method
from noughts.notebook import Board, Tree, bundle
from noughts.notebook.tree import MOST_NODES
from noughts.textbook import alpha_beta
from noughts.trace import Report

NEARLY_WON = drawn("""
    x x .
    o o .
    . . .""")


def tell(board: Board, **message: Any) -> dict[str, Any]:
    """Send a message as the browser does; what is shown then."""
    board._handle_custom_msg({"number": len(board.record.moves), **message}, [])
    return dict(board._shown)


# The extra


def test_a_missing_extra_says_how_to_install_it() -> None:
    program = "import sys; sys.modules['anywidget'] = None\nimport noughts\nimport noughts.notebook"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.stderr.splitlines()[-1] == (
        "ImportError: noughts.notebook needs anywidget, which is not installed: "
        "pip install 'noughts[notebook]'"
    )
    assert "During handling" not in done.stderr


def test_the_library_does_not_load_the_widgets() -> None:
    program = "import noughts, sys; print({'anywidget', 'traitlets'} & {*sys.modules})"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.stdout == "set()\n"


# What the browser gets


@pytest.mark.parametrize("name", ["board.js", "tree.js"])
def test_a_widget_is_one_module(name: str) -> None:
    text = bundle.module(name)
    assert not re.findall(r"^import\b.*", text, re.M)
    assert re.findall(r"^export\b.*", text, re.M) == [text.splitlines()[-1]]
    parts = re.findall(r"^const (module\d+) = ", text, re.M)
    assert parts == [f"module{number}" for number in range(1, len(parts) + 1)]
    assert len(text) < 250_000  # each widget of a saved notebook may contain it


def test_the_style_sheet_is_for_a_shadow_root() -> None:
    sheet = bundle.sheet("style.css", "board.css")
    assert ":root" not in sheet
    assert ':host(:not([data-theme="light"])) {' in sheet
    assert ':host([data-theme="dark"]) [data-look="stones"] {' in sheet


# The board


def test_a_move_is_a_message_and_the_program_answers() -> None:
    board = Board("tic-tac-toe", "perfect")
    shown = tell(board, do="play", move="b2")
    assert len(board.record.moves) == 2
    assert shown["cells"] == board.position.cells
    assert shown["moves"][0] == "b2"
    assert shown["mine"]
    assert re.fullmatch(r"You are X, against perfect\. O played [ac][13]\. Your .*", shown["said"])


def test_a_program_that_is_to_begin_begins() -> None:
    board = Board(NEARLY_WON, "perfect", you="o")
    assert board.record.outcome is not None
    assert str(board).endswith("against perfect. X played a3. X wins: a line from a1 to a3.")


def test_what_is_shown_is_what_the_page_gets() -> None:
    board = Board(NEARLY_WON, None)
    shown = tell(board, do="play", move="a3")
    assert shown["outcome"] == {
        "winner": "x",
        "reason": "line",
        "cells": ["a1", "a2", "a3"],
        "words": "X wins: a line from a1 to a3.",
    }
    assert shown["legal"] == []
    assert shown["said"] == "X played a3. X wins: a line from a1 to a3."


@pytest.mark.parametrize(
    ("message", "said"),
    [
        ({"do": "play", "move": "a1"}, "Not possible: a1 is taken by X. Your turn."),
        ({"do": "play", "move": "d9"}, "'d9' is not a cell of a 3x3 board (a1 to c3). Your turn."),
        ({"do": "play", "move": "a3", "number": 7}, "Not possible: the game has gone on since"),
        ({"do": "play", "move": 2}, "is nothing that a board can do"),
        ({"do": "eat"}, "{'number': 0, 'do': 'eat'} is nothing that a board can do. Your turn."),
        ({"do": "undo"}, "Not possible: there is no move of yours to take back. Your turn."),
        ({"do": ["play"]}, "is nothing that a board can do"),
    ],
)
def test_bad_messages_are_refused_with_a_sentence(message: dict[str, Any], said: str) -> None:
    board = Board(NEARLY_WON, "perfect")
    before = board._shown["answer"]
    shown = tell(board, **message)
    assert said in shown["said"]
    assert board.position == NEARLY_WON
    assert shown["answer"] > before, "the browser learns that it has been answered"
    board._handle_custom_msg("nonsense", [])
    assert board.position == NEARLY_WON


def test_undo_takes_back_the_answer_too() -> None:
    board = Board("tic-tac-toe", "perfect")
    tell(board, do="play", move="b2")
    assert board._shown["back"]
    shown = tell(board, do="undo")
    assert (board.position, shown["back"], shown["mine"]) == (Position(), False, True)


def test_undo_leaves_the_programs_first_move() -> None:
    board = Board("tic-tac-toe", "perfect", you="o")
    first = board.position
    assert board._shown["back"] is False
    board.play(first.legal_moves[0])
    tell(board, do="undo")
    assert board.position == first


def test_undo_after_the_end_brings_back_the_last_turn() -> None:
    board = Board(NEARLY_WON, "perfect")
    board.play("a3")
    assert board.record.outcome is not None
    board.undo()
    assert board.position == NEARLY_WON


def test_new_begins_where_the_game_began() -> None:
    board = Board(NEARLY_WON, "perfect")
    board.play("c3")
    tell(board, do="new")
    assert (board.position, board.record.moves) == (NEARLY_WON, ())


def test_values_are_those_of_the_analysis() -> None:
    board = Board(NEARLY_WON, "perfect", values=True)
    assert board.analysis is not None
    assert board._shown["analysis"] == board.analysis.as_json()
    assert board._shown["worth"] == "X to move: X wins in 1 ply."
    board.set_state({"values": False})  # as the browser does
    assert (board._shown.get("analysis"), board._shown.get("worth")) == (None, "")
    assert board.picture() == board.record._repr_svg_()
    board.values = True
    assert board._shown["analysis"]["best"] == ["a3"]
    board.play("a3")
    assert board._shown["analysis"] is None


def test_the_position_can_be_observed_and_not_set() -> None:
    board, seen = Board("tic-tac-toe", "alpha-beta"), list[str]()
    board.observe(lambda change: seen.append(change.new.rows_text), "position")
    board.play("a1")
    assert seen == ["x../.../...", "x../.o./..."]
    with pytest.raises(traitlets.TraitError, match="read-only"):
        board.position = Position()


@pytest.mark.parametrize("against", ["easy", "four-in-a-line", "random", Engine("4x4x3")])
def test_any_player_can_be_the_opponent(against: Any) -> None:
    board = Board("4x4x3", against, limit=Limit(seconds=0.05))
    while board.record.outcome is None:
        board.play(board.position.legal_moves[0])
    assert board._shown["program"] == ""


def test_two_people_at_one_board() -> None:
    board = Board("tic-tac-toe", None)
    for move in ("a1", "b1", "a2"):
        tell(board, do="play", move=move)
    assert str(board).endswith("X played a2. O to move.")
    board.undo()
    assert len(board.record.moves) == 2


class Faulty:
    name = "faulty"
    fails = False

    def choose(self, position: Position, limit: Limit) -> int:
        if self.fails:
            raise ZeroDivisionError("division by zero")
        return 99


def test_a_program_that_plays_an_illegal_move_loses() -> None:
    board = Board("tic-tac-toe", Faulty())
    board.play("b2")
    assert board.record.outcome is not None
    assert board.record.outcome.reason == "illegal move"
    assert "99 is not a cell of a 3x3x3 board (0 to 8)." in board._shown["said"]
    tell(board, do="undo")
    assert board.position == Position()


def test_a_program_that_fails_is_named() -> None:
    faulty = Faulty()
    faulty.fails = True
    board = Board("tic-tac-toe", faulty)
    shown = tell(board, do="play", move="b2")
    assert (shown["mine"], shown["program"], shown["thinking"]) == (False, "faulty", False)
    assert (
        shown["said"]
        == "The program faulty failed: ZeroDivisionError: division by zero. O to move."
    )
    with pytest.raises(IllegalMove, match=r"it is faulty's turn: play_on\(\) lets it move"):
        board.play("c1")


def test_an_interrupted_program_moves_when_told() -> None:
    class Slow:
        name = "slow"
        interrupted = True

        def choose(self, position: Position, limit: Limit) -> int:
            if self.interrupted:
                raise KeyboardInterrupt
            return position.legal_moves[0]

    slow = Slow()
    board = Board("tic-tac-toe", slow)
    with pytest.raises(KeyboardInterrupt):
        board.play("b2")
    assert (board._shown["program"], board._shown["thinking"]) == ("slow", False)
    slow.interrupted = False
    tell(board, do="go")
    assert board.position.cells == "o...x...."


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"start": "d9"}, "neither a board"),
        ({"against": "nobody"}, "unknown player 'nobody'"),
        ({"against": object}, "is a class, not a player"),
        ({"you": "white"}, "you must be x or o"),
        ({"limit": 3}, "is not a limit"),
        ({"values": "yes"}, "values must be True or False"),
    ],
)
def test_a_wrong_board_is_refused(wrong: dict[str, Any], said: str) -> None:
    with pytest.raises(NotationError, match=said):
        Board(**wrong)
    with pytest.raises(OutOfReach, match="strings plays 3x3x3 only"):
        Board("gomoku", "strings")


# The tree


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    with client(tmp_path_factory.mktemp("web") / "games.sqlite3") as asking:
        yield asking


@pytest.mark.parametrize("method", [each for each in METHODS.values() if each.watch], ids=str)
def test_a_tree_is_what_the_page_watches(page: TestClient, method: Method) -> None:
    depth = 3 if method.manner.deepens else None
    for position in (FIVE_LEFT, FOUR_LEFT):
        shown = trace_of(page, position, method.name, depth=depth)
        walk = Tree(position, method, Limit(depth=depth))._walk
        for part in ("begin", "rows", "done"):
            assert as_json(walk[part]) == as_json(shown[part])
        assert shown["position"].items() <= walk["position"].items()


def as_json(data: Any) -> Any:
    """Plain data, as the browser has it."""
    return json.loads(json.dumps(data))


def test_a_trace_of_a_known_method_has_its_pseudocode() -> None:
    trace = Trace(FOUR_LEFT, method="alpha-beta")
    alpha_beta(FOUR_LEFT, visit=trace.add)
    walk = Tree(trace)._walk
    assert walk["begin"]["pseudocode"] == Tree(FOUR_LEFT)._walk["begin"]["pseudocode"]
    assert walk["rows"] == Tree(FOUR_LEFT, "alpha-beta")._walk["rows"]
    assert walk["done"]["score"] == 0


def test_a_search_of_ones_own_can_be_shown() -> None:
    trace = Trace(FOUR_LEFT)

    def value(position: Position, path: tuple[int, ...]) -> float:
        report = Report(trace.add)
        if position.is_over:
            return report.leaf(path, 1 if position.winner == "x" else 0)
        worth = [value(position.play(move), (*path, move)) for move in position.legal_moves]
        best = max if position.turn == "x" else min
        return report.node(path, best(worth))

    value(FOUR_LEFT, ())
    walk = Tree(trace)._walk
    assert walk["begin"]["windows"] is False
    assert walk["begin"]["pseudocode"] == []
    assert len(walk["rows"]) == len(trace)
    with pytest.raises(NotationError, match="the trace must have nodes"):
        Tree(Trace(FOUR_LEFT))


def test_a_tree_that_is_too_large_is_refused_while_it_grows() -> None:
    with pytest.raises(OutOfReach, match=f"at most {MOST_NODES:,} nodes"):
        Tree("tic-tac-toe", "minimax")
    assert len(Tree("tic-tac-toe").trace) == 18_297
    with pytest.raises(NotationError, match="engine cannot be watched: choose one of minimax"):
        Tree("tic-tac-toe", "engine")


def test_a_step_is_a_number() -> None:
    tree = Tree(FOUR_LEFT, step=3)
    tree.set_state({"step": 5})
    assert tree.step == 5
    with pytest.raises(traitlets.TraitError):
        tree.step = -1


# Without Python


@pytest.mark.parametrize("widget", [Board(NEARLY_WON, "perfect"), Tree(FOUR_LEFT)], ids=repr)
def test_a_notebook_without_python_shows_a_picture(widget: Board | Tree) -> None:
    data, _ = widget._repr_mimebundle_()
    assert data["text/plain"] == str(widget)
    assert data["image/svg+xml"].startswith("<svg ")
    assert data["application/vnd.jupyter.widget-view+json"]["model_id"] == widget.model_id


def test_the_picture_of_a_board_has_its_values() -> None:
    board = Board(NEARLY_WON, "perfect", values=True)
    assert "win 1" in board.picture()
    board.values = False
    assert "win 1" not in board.picture()


def test_a_seeded_opponent_plays_the_same_game_again() -> None:
    games = []
    for _ in range(2):
        board = Board("tic-tac-toe", player_named("easy", random.Random(3)))
        while board.record.outcome is None:
            board.play(board.position.legal_moves[0])
        games.append(board.record.moves)
    assert games[0] == games[1]


# The examples


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_an_example_prints_what_it_shows(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After a change of pictures or texts, `python tests/notebooks.py` writes them again."""
    for folder in ("IPYTHONDIR", "JUPYTER_RUNTIME_DIR"):  # nothing of this machine's user
        monkeypatch.setenv(folder, str(tmp_path / folder))
    committed = read(path)
    assert "widgets" not in committed.metadata
    for now, then in zip(kept(executed(path))["cells"], kept(committed)["cells"], strict=True):
        assert now == then

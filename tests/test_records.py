"""Records: what was written is read again, and what was not is refused."""

import errno
import json
import os
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from laws import MARKS, games, one_line, rules

from noughts import IllegalMove, NotationError, Outcome, Position, Record, Rules
from noughts.position import AGREED, DECISIONS
from noughts.records import append, last, load
from noughts.rules import OTHER, Mark, Move

PLAYERS: dict[Mark, str] = {"x": "human", "o": "perfect"}
GAME = Record(Position(), PLAYERS).play(4, 1.234).play(0, 0.002)


@st.composite
def records(draw: st.DrawFn) -> Record:
    """The record of a random game, finished on the board, given up, or open."""
    start, *played = draw(games(rules(6) | rules(20)))
    names = draw(st.tuples(st.text(max_size=10), st.text(max_size=10)))
    record = Record(start, dict(zip(MARKS, names, strict=True)))
    for position in played:
        before = record.position.cells
        move = next(i for i in range(len(before)) if before[i] != position.cells[i])
        record = record.play(move, draw(st.integers(0, 10_000_000)) / 1000)
    if record.outcome is None and draw(st.booleans()):
        reason = draw(st.sampled_from(DECISIONS))
        winner = None if reason == AGREED else OTHER[record.position.turn]
        record = record.ended(Outcome(winner, reason))
    return record


# There and back


@given(records())
def test_reading_what_was_written_gives_it_back(record: Record) -> None:
    text = json.dumps(record.as_json())
    assert one_line(text)
    again = Record.from_json(json.loads(text))
    assert again == record
    assert again.position == record.position
    assert again.outcome == record.outcome


@settings(max_examples=20)  # each game is written to the disk for good
@given(st.lists(records(), max_size=4))
def test_a_file_holds_the_games_in_order(tmp_path_factory: Any, played: list[Record]) -> None:
    path = tmp_path_factory.mktemp("games") / "games.jsonl"
    for number, record in enumerate(played, 1):
        assert append(path, record) == number
        assert last(path) == record
    if played:
        assert list(load(path)) == played


def test_the_form_of_a_record() -> None:
    assert GAME.as_json() == {
        "game": "3x3x3",
        "cells": ".........",
        "turn": "x",
        "players": {"x": "human", "o": "perfect"},
        "moves": [["b2", 1.234], ["a1", 0.002]],
        "outcome": None,
    }
    won = Record(Position(), PLAYERS)
    for move in (0, 3, 1, 4, 2):
        won = won.play(move)
    assert won.as_json()["outcome"] == {
        "winner": "x",
        "reason": "line",
        "cells": ["a1", "a2", "a3"],
    }


@given(records())
def test_replaying_a_record_gives_its_outcome(record: Record) -> None:
    position = record.start
    for move in record.moves:
        position = position.play(move)
    assert position == record.position
    assert record.decision or record.outcome == position.outcome


def test_a_move_is_played_once_however_long_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    rules, played = Rules(20, 20, 20), list[Move]()
    play = Position.play

    def counted(position: Position, move: Move) -> Position:
        played.append(move)
        return play(position, move)

    monkeypatch.setattr(Position, "play", counted)
    record = Record(Position(rules), {"x": "anna", "o": "otto"})
    for move in range(100):
        record = record.play(move)
    assert played == list(range(100))
    Record.from_json(record.as_json())
    assert played == 2 * list(range(100))


def test_nothing_is_played_after_a_decision() -> None:
    record = Record(Position(), {"x": "anna", "o": "otto"}).play(4)
    assert record.why_not(4) == "b2 is taken by X"
    assert record.why_not(0) is None
    given_up = record.ended(Outcome("x", "resignation"))
    assert given_up.why_not(0) == "nothing can be played: the game is over"
    with pytest.raises(IllegalMove, match="nothing can be played: the game is over by resignation"):
        given_up.play(0)
    assert given_up.undo().why_not(4) is None, "undo takes the decision back"


def test_a_record_is_a_value() -> None:
    longer = GAME.play(8, 3)
    assert (len(GAME.moves), len(longer.moves)) == (2, 3)
    assert longer.undo() == GAME
    assert GAME.undo(9).moves == ()
    given_up = GAME.ended(Outcome("o", "resignation"))
    assert GAME.outcome is None
    assert given_up.undo().outcome is None


# What is no record


def changed(**changes: Any) -> str:
    return json.dumps(GAME.as_json() | changes)


def without(key: str) -> str:
    return json.dumps({k: v for k, v in GAME.as_json().items() if k != key})


NOT_RECORDS = {
    "no JSON": "hello",
    "half a line": json.dumps(GAME.as_json())[:50],
    "a list": "[]",
    "a number": "7",
    "null": "null",
    "a string": '"game"',
    "an empty object": "{}",
    **{f"without {key}": without(key) for key in GAME.as_json()},
    "no game": changed(game="chess"),
    "a game that is a number": changed(game=333),
    "a board of another size": changed(cells="." * 8),
    "a board of other signs": changed(cells="?" * 9),
    "a board that is a list": changed(cells=["."] * 9),
    "a board that cannot be": changed(cells="xxx......"),
    "nobody's turn": changed(turn="z"),
    "a turn that does not fit": changed(cells="x........", turn="x"),
    "players without o": changed(players={"x": "human"}),
    "players as a list": changed(players=["human", "perfect"]),
    "moves as a number": changed(moves=5),
    "a move without its time": changed(moves=["b2"]),
    "a move that is a number": changed(moves=[[4, 1.0]]),
    "a move off the board": changed(moves=[["d9", 1.0]]),
    "a move twice": changed(moves=[["b2", 1.0], ["b2", 1.0]]),
    "a time that is a word": changed(moves=[["b2", "soon"]]),
    "a time that is none": changed(moves=[["b2", None]]),
    "a time below nothing": changed(moves=[["b2", -1]]),
    "a time that is no number": changed(moves=[["b2", float("nan")]]),
    "a time without end": changed(moves=[["b2", float("inf")]]),
    "a time beyond counting": changed(moves=[["b2", 10**400]]),
    "a number with 5,000 digits": '{"game": ' + "9" * 5000 + "}",
    "brackets without end": "[" * 200_000,
    "an outcome that is a word": changed(outcome="x wins"),
    "an outcome of nobody": changed(outcome={"winner": "z", "reason": "line", "cells": []}),
    "a win by agreement": changed(outcome={"winner": "x", "reason": AGREED, "cells": []}),
    "a draw by time": changed(outcome={"winner": None, "reason": "time", "cells": []}),
    "an outcome for no reason": changed(outcome={"winner": "x", "reason": "luck", "cells": []}),
    "an outcome for a list": changed(outcome={"winner": "x", "reason": [], "cells": []}),
    "a line that is not there": changed(
        outcome={"winner": "x", "reason": "line", "cells": ["a1", "a2", "a3"]}
    ),
    "a full board that is not full": changed(
        outcome={"winner": None, "reason": "full board", "cells": []}
    ),
    "a game that is over without an outcome": changed(
        moves=[[name, 0] for name in ("a1", "b1", "a2", "b2", "a3")]
    ),
    "a game that goes on after its end": changed(
        moves=[[name, 0] for name in ("a1", "b1", "a2", "b2", "a3", "b3")]
    ),
    "a lone surrogate": '{"game": "\\ud800"}',
    "a sign that ends a line": changed(game="3x3\u2028x3"),
}


@pytest.mark.parametrize("kind", NOT_RECORDS)
def test_a_corrupted_line_is_refused_in_one_line(kind: str, tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    path.write_text(json.dumps(GAME.as_json()) + "\n" + NOT_RECORDS[kind] + "\n", encoding="utf-8")
    for read in (last, lambda path: list(load(path))):
        with pytest.raises(NotationError) as refusal:
            read(path)
        assert one_line(str(refusal.value))
        assert str(refusal.value).startswith(f"line 2 of {str(path)!r}")
        assert len(str(refusal.value)) < 1_000


def test_a_file_that_is_not_text_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    path.write_bytes(b"\xff\xfe\x00\x01")
    with pytest.raises(NotationError) as refusal:
        last(path)
    assert str(refusal.value) == f"{str(path)!r} is not a file of games: it is not text"


def test_an_empty_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    path.write_text("\n \n")
    with pytest.raises(NotationError, match="is empty: it does not contain a game"):
        last(path)
    assert list(load(path)) == []


@given(st.text(max_size=100))
def test_any_line_is_a_record_or_is_refused(text: str) -> None:
    with pytest.raises(NotationError) as refusal:
        Record.from_json(text)
    assert one_line(str(refusal.value))


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner),
        max_leaves=8,
    ),
    st.sampled_from([*GAME.as_json()]),
)
def test_any_value_in_any_place_is_a_record_or_is_refused(value: Any, key: str) -> None:
    data = GAME.as_json() | {key: value}
    try:
        record = Record.from_json(data)
    except NotationError as error:
        refusal = str(error)
    else:
        refusal = "none"
        assert Record.from_json(record.as_json()) == record
    assert one_line(refusal)


# Adding to a file


def test_what_a_file_held_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    append(path, GAME)
    before = path.read_bytes()
    append(path, GAME.play(8))
    assert path.read_bytes().startswith(before)
    assert list(load(path)) == [GAME, GAME.play(8)]


def test_a_file_of_something_else_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "letter.txt"
    for content in (b"Dear Anna,\n", b"[1, 2]\n", b"\xff\xfe\x00", b"\n\nx = {}\n"):
        path.write_bytes(content)
        with pytest.raises(NotationError, match=re.escape(f"{str(path)!r} is not a file of games")):
            append(path, GAME)
        assert path.read_bytes() == content


def test_after_a_torn_line_the_game_gets_a_line_of_its_own(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    append(path, GAME)
    path.write_bytes(path.read_bytes() + b'{"game": "3x3')
    append(path, GAME.play(8))
    assert last(path) == GAME.play(8)
    assert path.read_text().count("\n") == 3
    with pytest.raises(NotationError, match="line 2 of"):
        list(load(path))


def test_a_file_without_a_last_newline_gets_one(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    path.write_text(json.dumps(GAME.as_json()))
    append(path, GAME.play(8))
    assert list(load(path)) == [GAME, GAME.play(8)]


def test_a_full_disk_is_reported_and_leaves_the_file_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "games.jsonl"
    append(path, GAME)
    before = path.read_bytes()

    def full(descriptor: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space left on device"):
        append(path, GAME.play(8))
    assert path.read_bytes() == before


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="only Linux has /dev/full")
def test_the_reason_why_nothing_could_be_written_is_told() -> None:
    with pytest.raises(OSError, match="No space left on device"):
        append(Path("/dev/full"), GAME)


def test_a_directory_is_no_file(tmp_path: Path) -> None:
    for wrong in (tmp_path, tmp_path / "missing" / "games.jsonl"):
        with pytest.raises(OSError, match=re.escape(str(wrong))):
            append(wrong, GAME)
        with pytest.raises(OSError, match=re.escape(str(wrong))):
            last(wrong)

"""Where unfinished games are kept."""

import os
import threading
from pathlib import Path

import pytest

from noughts import NotationError, Position, Record
from noughts.cli.unfinished import Slot, folder, newest, unfinished
from noughts.records import last
from noughts.rules import Mark

PLAYERS: dict[Mark, str] = {"x": "human", "o": "perfect"}
GAME = Record(Position(), PLAYERS).play(4)


def slot(name: str) -> Slot:
    return Slot(folder() / f"{name}.jsonl")


def test_the_folder_is_the_user_s_data_folder(data_home: Path) -> None:
    assert folder() == data_home / "noughts" / "unfinished"


def test_what_is_kept_is_found_again() -> None:
    place = Slot()
    place.keep(GAME)
    found, record = newest()
    assert (found.path, record) == (place.path, GAME)
    place.keep(GAME.play(0))
    assert newest()[1] == GAME.play(0)
    assert unfinished() == [place.path], "one file a game"


def test_the_newest_is_the_one_that_was_played_last() -> None:
    one, two = slot("one"), slot("two")
    for place, when in ((one, 1_000), (two, 2_000)):
        place.keep(GAME)
        os.utime(place.path, (when, when))
    assert newest()[0].path == two.path
    os.utime(one.path, (3_000, 3_000))
    assert newest()[0].path == one.path
    assert unfinished() == [two.path, one.path]


def test_a_game_that_is_over_is_forgotten() -> None:
    one, two = slot("one"), slot("two")
    one.keep(GAME)
    two.keep(GAME)
    two.clear()
    two.clear()
    assert unfinished() == [one.path]


def test_nothing_to_resume() -> None:
    with pytest.raises(NotationError, match="no unfinished game to resume"):
        newest()
    slot("one").keep(GAME)
    slot("one").clear()
    with pytest.raises(NotationError, match="no unfinished game to resume"):
        newest()


def test_a_file_is_always_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    place = slot("one")
    place.keep(GAME)

    def full(descriptor: int) -> None:
        raise OSError("no space")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="no space"):
        place.keep(GAME.play(0))
    assert last(place.path) == GAME, "the game as it was before"
    assert os.listdir(place.path.parent) == ["one.jsonl"], "and nothing half written"


def test_games_at_once_do_not_meet() -> None:
    def play(name: str) -> None:
        place = slot(name)
        record = Record(Position(), PLAYERS)
        for move in (0, 1, 2, 4, 3, 5, 7, 6):
            record = record.play(move)
            place.keep(record)
            assert last(place.path) == record

    games = [threading.Thread(target=play, args=(f"game-{i}",)) for i in range(4)]
    for game in games:
        game.start()
    for game in games:
        game.join()
    assert [last(path).moves for path in unfinished()] == [(0, 1, 2, 4, 3, 5, 7, 6)] * 4


def test_whoever_reads_meets_a_whole_game() -> None:
    place = slot("one")
    place.keep(GAME)
    over = threading.Event()

    def write() -> None:
        while not over.is_set():
            place.keep(GAME.play(0))
            place.keep(GAME.play(8))

    writer = threading.Thread(target=write)
    writer.start()
    try:
        for _ in range(200):
            assert last(place.path) in (GAME, GAME.play(0), GAME.play(8))
    finally:
        over.set()
        writer.join()


def test_two_games_begun_in_the_same_second_have_their_own_places() -> None:
    assert str(os.getpid()) in Slot().path.name

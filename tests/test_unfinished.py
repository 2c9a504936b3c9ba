"""Where unfinished games are kept."""

import os
import threading
from pathlib import Path

import pytest

from noughts import NotationError, Position, Record
from noughts.cli.unfinished import Slot, folder, read, unfinished
from noughts.records import append, last
from noughts.rules import Mark

PLAYERS: dict[Mark, str] = {"x": "human", "o": "perfect"}
GAME = Record(Position(), PLAYERS).play(4)


def slot(name: str) -> Slot:
    return Slot(folder() / f"{name}.jsonl")


def paths() -> list[Path]:
    return [kept.path for kept in unfinished()]


def test_the_folder_is_the_user_s_data_folder(data_home: Path) -> None:
    assert folder() == data_home / "noughts" / "unfinished"


def test_what_is_kept_is_found_again() -> None:
    place = Slot()
    place.keep(GAME)
    (found,) = unfinished()
    assert (found.path, found.record, found.options) == (place.path, GAME, {})
    place.keep(GAME.play(0), {"seconds": 0.5})
    (found,) = unfinished()  # one file a game
    assert (found.record, found.options) == (GAME.play(0), {"seconds": 0.5})
    assert last(place.path) == GAME.play(0), "a record like any other"


def test_the_newest_is_the_one_that_was_played_last() -> None:
    one, two = slot("one"), slot("two")
    for place, when in ((one, 1_000), (two, 2_000)):
        place.keep(GAME)
        os.utime(place.path, (when, when))
    assert paths() == [two.path, one.path]
    os.utime(one.path, (3_000, 3_000))
    assert paths() == [one.path, two.path]


def test_a_game_that_is_over_is_forgotten() -> None:
    one, two = slot("one"), slot("two")
    one.keep(GAME)
    two.keep(GAME)
    two.clear()
    two.clear()
    assert paths() == [one.path]
    one.leave()
    assert os.listdir(folder()) == ["one.jsonl"], "no lock is left behind"


def test_a_file_is_always_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    place = slot("one")
    place.keep(GAME)

    def full(descriptor: int) -> None:
        raise OSError("no space")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="no space"):
        place.keep(GAME.play(0))
    assert last(place.path) == GAME, "the game as it was before"
    assert sorted(os.listdir(folder())) == ["one.jsonl", "one.lock"], "and nothing half written"


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
    assert [last(path).moves for path in paths()] == [(0, 1, 2, 4, 3, 5, 7, 6)] * 4


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
    first = Slot()
    first.keep(GAME)
    assert Slot().path != first.path, "nor do two of one program"


def test_a_game_belongs_to_one_at_a_time() -> None:
    ours, theirs = slot("one"), slot("one")
    ours.keep(GAME)
    assert ours.take(), "it is ours already"
    assert not theirs.take()
    assert unfinished()[0].is_being_played()
    ours.leave()
    ours.leave()
    assert not unfinished()[0].is_being_played()
    assert theirs.take()
    theirs.leave()


def test_a_lock_that_a_crash_left_behind_does_not_matter() -> None:
    slot("one").keep(GAME)
    (folder() / "two.jsonl").write_text((folder() / "one.jsonl").read_text())
    (folder() / "two.lock").touch()
    assert slot("two").take()


def test_a_lock_deleted_by_its_owner_at_the_last_moment_is_made_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    place = slot("one")
    place.keep(GAME)
    place.leave()
    opened: list[int] = []
    really = os.open

    def open_and_lose(path: Path, *how: int) -> int:
        opened.append(really(path, *how))
        if len(opened) == 1:
            os.unlink(path)
        return opened[-1]

    monkeypatch.setattr(os, "open", open_and_lose)
    assert place.take()
    assert len(opened) == 2
    assert not slot("one").take()


def test_without_locks_games_can_be_played(monkeypatch: pytest.MonkeyPatch) -> None:
    place = slot("one")
    place.keep(GAME)
    place.leave()

    def no_locks(*_: object) -> None:
        raise OSError("no locks on this disk")

    monkeypatch.setattr("fcntl.flock", no_locks)
    assert place.take()
    monkeypatch.setattr(os, "open", no_locks)
    assert place.take()


def test_a_damaged_file_is_listed_too() -> None:
    slot("one").keep(GAME)
    (folder() / "two.jsonl").write_text("half a ga")
    assert sorted(kept.record is None for kept in unfinished()) == [False, True]


@pytest.mark.parametrize(
    "text", ["", "\n\n", "Dear Anna,\n", '{"game": ', "[1, 2]", "3", "[" * 100_000, "\x00"]
)
def test_what_is_not_a_saved_game_is_said_plainly(text: str, tmp_path: Path) -> None:
    path = tmp_path / "garbage.txt"
    path.write_text(text)
    with pytest.raises(NotationError) as refusal:
        read(path)
    assert str(refusal.value) == (
        f"{str(path)!r} is not a saved game: the command save in a game makes one"
    )
    path.write_bytes(b"\xff\xfe\x80")
    with pytest.raises(NotationError, match="is not a saved game"):
        read(path)


def test_what_is_wrong_in_a_saved_game_is_named(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    path.write_text('{"game": "3x3x3"}')
    with pytest.raises(NotationError, match=r"game\.jsonl'.* is missing"):
        read(path)


def test_options_of_a_saved_game_are_plain_data(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    with pytest.raises(NotationError, match="options must be plain data by name, not"):
        append(path, GAME, options={"seed": object()})
    assert not path.exists()
    append(path, GAME, options={"seed": 3})
    assert read(path) == (GAME, {"seed": 3})
    assert last(path) == GAME

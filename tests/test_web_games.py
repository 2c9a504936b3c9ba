"""Where games are kept: nothing is lost, nothing is done twice, and the file is never harmed."""

import asyncio
import random
import secrets
import sqlite3
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from starlette.exceptions import HTTPException

from noughts import Match, NotationError, Outcome, Position, Record, Rules, name
from noughts.rules import Mark, Move
from noughts.web import changes as of_a_game
from noughts.web import database
from noughts.web import games as kept_games
from noughts.web.changes import Change, Conflict, Game
from noughts.web.database import Database, default_database
from noughts.web.games import Games
from noughts.web.responses import of_game

PEOPLE: dict[Mark, str] = {"x": "human", "o": "human"}
NO_CLOCK: dict[Mark, float | None] = {"x": None, "o": None}


def person_moves(text: str) -> Change:
    return partial(of_a_game.person_moves, text=text)


def program_moves(move: Move, seconds: float) -> Change:
    return partial(of_a_game.program_moves, move=move, seconds=seconds)


def undo(moves: int) -> Change:
    return partial(of_a_game.undo, moves=moves)


def redo(moves: int) -> Change:
    return partial(of_a_game.redo, moves=moves)


def resign(mark: Mark) -> Change:
    return partial(of_a_game.resign, mark=mark)


def with_games(path: Path, work: Callable[[Games], Awaitable[Any]], most: int = 100) -> Any:
    """What `work` gives with the games of a file."""

    async def run() -> Any:
        games = Games(Database(path), most)
        try:
            return await work(games)
        finally:
            await games.close()

    return asyncio.run(run())


async def begin(games: Games, rules: str = "3x3x3") -> Game:
    return await games.begin(Record(Position(Rules.parse(rules)), PEOPLE), NO_CLOCK)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "deep" / "down" / "games.sqlite3"


def test_what_was_kept_is_there_again(path: Path) -> None:
    async def first(games: Games) -> Game:
        game = await begin(games)
        for revision, change in enumerate(
            [person_moves("b2"), person_moves("a1"), person_moves("c3"), undo(2), redo(1)]
        ):
            game = await games.change(game.id, revision, change)
        return game

    kept = with_games(path, first)
    found = with_games(path, lambda games: games.find(kept.id))
    assert of_game(found) == of_game(kept)
    assert found.record == kept.record
    assert (found.whole, found.played) == (kept.whole, 2)
    assert found.whole.moves == (4, 0, 8)


def test_a_resignation_is_kept(path: Path) -> None:
    async def first(games: Games) -> Game:
        game = await begin(games)
        return await games.change(game.id, 0, resign("x"))

    kept = with_games(path, first)
    found = with_games(path, lambda games: games.find(kept.id))
    assert found.record.outcome == kept.record.outcome
    assert found.record.outcome.reason == "resignation"


def test_a_program_that_plays_what_it_may_not_loses(path: Path) -> None:
    async def cheat(games: Games) -> list[Game]:
        found = []
        for move in (0, 99, -1):
            game = await begin(games)
            game = await games.change(game.id, 0, person_moves("a1"))
            found.append(await games.change(game.id, 1, program_moves(move, 0.1)))
        return found

    for game in with_games(path, cheat):
        assert game.record.outcome == Outcome("x", "illegal move")
        assert game.record.moves == (0,)


def test_moves_are_judged_by_the_library_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the judges say goes, whatever the rules are."""
    game = Game("id", 0, Record(Position(), PEOPLE), 0, NO_CLOCK, 0.0)
    monkeypatch.setattr(Record, "why_not", lambda record, move: f"never {move}")
    with pytest.raises(HTTPException, match="never 4"):
        person_moves("b2")(game)
    monkeypatch.setattr(Match, "receive", lambda match, move, seconds: match.lose("x", "time"))
    assert program_moves(4, 0.1)(game).record.outcome == Outcome("o", "time")


def test_a_game_that_was_given_up_goes_on_with_what_was_taken_back(path: Path) -> None:
    async def give_up(games: Games) -> Game:
        game = await begin(games)
        changes = [person_moves("b2"), undo(1), resign("x"), redo(1)]
        for revision, change in enumerate(changes):
            game = await games.change(game.id, revision, change)
        return game

    game = with_games(path, give_up)
    assert (game.record.moves, game.record.outcome) == ((4,), None)
    assert game.record.comments == {0: "O wins: X resigns."}


def test_a_long_game_is_read_quickly(path: Path) -> None:
    start = Position(Rules.parse("20x20x20"))
    cells = random.Random(1).sample(range(400), 400)
    record = Record(start, PEOPLE, tuple(cells[:-2]), (0.5,) * 398)

    async def keep(games: Games) -> Game:
        game = await games.begin(record, NO_CLOCK)
        return await games.change(game.id, 0, person_moves(name(start.rules, cells[-1])))

    kept = with_games(path, keep)
    found = with_games(path, lambda games: games.find(kept.id))
    assert found.record == kept.record
    assert len(found.record.moves) == 399


@pytest.mark.parametrize("together", [500, 2])
def test_of_many_changes_at_once_one_is_made(
    path: Path, together: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "MOST_TOGETHER", together)

    async def race(games: Games) -> tuple[list[Any], Game]:
        game = await begin(games)
        names = ["a1", "a2", "a3", "b1", "b2", "b3", "c1", "c2", "c3"]
        changes = [games.change(game.id, 0, person_moves(name)) for name in names]
        return await asyncio.gather(*changes, return_exceptions=True), await games.find(game.id)

    answers, game = with_games(path, race)
    made = [answer for answer in answers if isinstance(answer, Game)]
    refused = [answer for answer in answers if isinstance(answer, Conflict)]
    assert (len(made), len(refused)) == (1, 8)
    assert {refusal.status_code for refusal in refused} == {409}
    assert game.revision == 1
    assert game.record == made[0].record
    assert all(refusal.game.revision == 1 for refusal in refused)


def test_a_refused_change_does_not_spoil_those_it_came_with(path: Path) -> None:
    async def mixed(games: Games) -> Any:
        first, second = await begin(games), await begin(games)
        return await asyncio.gather(
            games.change(first.id, 0, person_moves("a1")),
            games.change(first.id, 0, person_moves("z9")),
            games.change("nothing", 0, person_moves("a1")),
            games.change(second.id, 0, _fails),
            games.change(second.id, 0, person_moves("b2")),
            return_exceptions=True,
        )

    good, wrong, unknown, failed, other = with_games(path, mixed)
    assert good.record.moves == (0,)
    assert isinstance(wrong, HTTPException | NotationError)
    assert unknown.status_code == 404
    assert isinstance(failed, ZeroDivisionError)
    assert other.record.moves == (4,)


def _fails(game: Game) -> Game:
    raise ZeroDivisionError


def test_two_servers_on_one_file(path: Path) -> None:
    """Neither overwrites what the other has done, though each keeps games in memory."""

    async def both(games: Games) -> list[Any]:
        other = Games(Database(path))
        try:
            game = await begin(games)
            game = await other.change(game.id, 0, person_moves("a1"))
            with pytest.raises(Conflict) as refusal:
                await games.change(game.id, 0, person_moves("b2"))
            assert refusal.value.status_code == 409
            assert refusal.value.game.record.moves == (0,)
            game = await games.change(game.id, 1, person_moves("b2"))
            racing: list[tuple[Games, Change]] = [
                (each, person_moves(name)) for each in (games, other) for name in ("c1", "c2")
            ]
            changes = [each.change(game.id, 2, change) for each, change in racing]
            return await asyncio.gather(*changes, return_exceptions=True)
        finally:
            await other.close()

    answers = with_games(path, both)
    assert sum(isinstance(answer, Game) for answer in answers) == 1


def test_who_follows_a_game_hears_of_it(path: Path) -> None:
    async def follow(games: Games) -> list[int]:
        heard: list[int] = []
        game = await begin(games)
        with games.following(game.id, lambda game: heard.append(game.revision)):
            await games.change(game.id, 0, person_moves("a1"))
            await games.change(game.id, 1, person_moves("a2"))
        await games.change(game.id, 2, person_moves("a3"))
        return heard

    heard = with_games(path, follow)
    assert [revision for revision in heard if revision] == [1, 2]


def test_who_stays_hears_on_when_another_leaves(path: Path) -> None:
    async def follow(games: Games) -> list[int]:
        heard: list[int] = []
        game = await begin(games)
        with games.following(game.id, lambda game: heard.append(game.revision)):
            with games.following(game.id, lambda game: None):
                await games.change(game.id, 0, person_moves("a1"))
            await games.change(game.id, 1, person_moves("a2"))
        return heard

    assert [revision for revision in with_games(path, follow) if revision] == [1, 2]


def test_games_that_are_no_longer_in_memory_are_there_all_the_same(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play(games: Games) -> list[int]:
        made = [await begin(games) for _ in range(5)]
        assert len(games._recent) == 2
        moved = [await games.change(game.id, 0, person_moves("a1")) for game in made]
        return [game.revision for game in moved]

    monkeypatch.setattr(kept_games, "RECENT", 2)
    assert with_games(path, play) == [1] * 5


def test_who_follows_hears_of_another_server_too(path: Path) -> None:
    async def follow(games: Games) -> int:
        other, heard = Games(Database(path)), asyncio.Queue[int]()
        game = await begin(games)
        try:
            with games.following(game.id, lambda game: heard.put_nowait(game.revision)):
                assert await heard.get() == 0  # as it was when following began
                await other.change(game.id, 0, person_moves("a1"))
                async with asyncio.timeout(5):
                    return await heard.get()
        finally:
            await other.close()

    assert with_games(path, follow) == 1


def test_a_change_is_made_even_if_nobody_waits_for_it(path: Path) -> None:
    async def leave(games: Games) -> Game:
        game, heard = await begin(games), asyncio.Event()
        with games.following(game.id, lambda game: heard.set() if game.revision else None):
            task = asyncio.create_task(games.change(game.id, 0, person_moves("a1")))
            await asyncio.sleep(0)
            while not task.done() and not heard.is_set():
                task.cancel()
                await asyncio.sleep(0.001)
            await asyncio.gather(task, return_exceptions=True)
        return await games.find(game.id)

    assert with_games(path, leave).revision in (0, 1)  # made or not, but nothing in between


def test_the_longest_untouched_go(path: Path) -> None:
    async def crowd(games: Games) -> tuple[list[bool], int]:
        made = [await begin(games) for _ in range(5)]
        await games.change(made[0].id, 0, person_moves("a1"))
        made += [await begin(games) for _ in range(2)]
        found = [await _exists(games, game.id) for game in made]
        return found, sum(found)

    found, count = with_games(path, crowd, most=5)
    assert count == 5
    assert found == [True, False, False, True, True, True, True]


async def _exists(games: Games, game_id: str) -> bool:
    try:
        await games.find(game_id)
    except HTTPException:
        return False
    return True


def test_ids_cannot_be_guessed(path: Path) -> None:
    async def many(games: Games) -> set[str]:
        return {(await begin(games)).id for _ in range(50)}

    ids = with_games(path, many)
    assert len(ids) == 50
    assert {len(each) for each in ids} == {8}


def test_an_id_that_is_taken_is_not_given_again(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def two(games: Games) -> list[str]:
        return [(await begin(games)).id for _ in range(2)]

    ids = iter(["first", "first", "second"])
    monkeypatch.setattr(secrets, "token_urlsafe", lambda length: next(ids))
    assert with_games(path, two) == ["first", "second"]


def test_a_full_disk_changes_nothing(path: Path) -> None:
    """A database that must not grow says what a full disk says."""

    async def fill(games: Games) -> tuple[Game, HTTPException, Game, Game]:
        game = await begin(games)
        await games._database.read(_forbid_growth)
        with pytest.raises(HTTPException) as refusal:
            await _begin_many(games)
        found = await games.find(game.id)
        await games._database.read(_allow_growth)
        return game, refusal.value, found, await games.change(game.id, 0, person_moves("b2"))

    game, refusal, found, later = with_games(path, fill, most=100_000)
    assert refusal.status_code == 503
    assert refusal.detail == "cannot keep the games in games.sqlite3: database or disk is full"
    assert of_game(found) == of_game(game)
    assert later.revision == 1


async def _begin_many(games: Games) -> None:
    for _ in range(2_000):
        await begin(games, "20x20x5")


def _forbid_growth(connection: sqlite3.Connection) -> None:
    (pages,) = connection.execute("PRAGMA page_count").fetchone()
    connection.execute(f"PRAGMA max_page_count = {pages}")


def _allow_growth(connection: sqlite3.Connection) -> None:
    connection.execute("PRAGMA max_page_count = 1000000")


def test_a_file_that_has_become_read_only(path: Path) -> None:
    async def lock(games: Games) -> tuple[HTTPException, Game]:
        game = await begin(games)
        await games._database.read(lambda c: c.execute("PRAGMA query_only = on").close())
        with pytest.raises(HTTPException) as refusal:
            await games.change(game.id, 0, person_moves("b2"))
        return refusal.value, await games.find(game.id)

    refusal, game = with_games(path, lock)
    assert refusal.status_code == 503
    assert "readonly" in refusal.detail
    assert game.revision == 0


def test_a_server_that_stops_says_so(path: Path) -> None:
    async def late(games: Games) -> None:
        await games.close()
        with pytest.raises(HTTPException, match="the server is stopping") as refusal:
            await games.find("anything")
        assert refusal.value.status_code == 503

    with_games(path, late)


# Files that are not files of games


def test_a_file_that_is_no_database(path: Path) -> None:
    path.parent.mkdir(parents=True)
    path.write_text("my diary\n" * 200)
    with pytest.raises(NotationError, match="cannot be used: file is not a database"):
        Games(Database(path))
    assert path.read_text() == "my diary\n" * 200


def test_the_database_of_another_program(path: Path) -> None:
    path.parent.mkdir(parents=True)
    other = sqlite3.connect(path)
    other.execute("CREATE TABLE diary (day, words)")
    other.commit()
    other.close()
    before = path.read_bytes()
    with pytest.raises(NotationError, match="is the database of another program"):
        Games(Database(path))
    assert path.read_bytes() == before


def test_a_file_of_a_newer_version(path: Path) -> None:
    with_games(path, begin)
    other = sqlite3.connect(path)
    other.execute("PRAGMA user_version = 3")
    other.close()
    with pytest.raises(NotationError, match="is from a newer Noughts than this"):
        Games(Database(path))


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    with pytest.raises(NotationError, match="cannot be opened"):
        Games(Database(tmp_path))


def test_the_default_is_in_the_users_folder(data_home: Path) -> None:
    assert default_database() == data_home / "noughts" / "games.sqlite3"

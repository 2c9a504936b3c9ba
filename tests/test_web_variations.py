"""A game is a tree in which nothing is lost: over the API, in the file of games, in saved files."""

import itertools
import json
import random
import sqlite3
import threading
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import httpx2 as httpx
import pytest
from starlette.exceptions import HTTPException
from starlette.testclient import TestClient
from web import Server, begin, client, ok, play, post, sentence, server, soon

from noughts import Position, Record, Rules, name
from noughts.errors import NotationError
from noughts.notes import Variation
from noughts.rules import Mark
from noughts.web import changes, tree
from noughts.web.changes import Game
from noughts.web.database import Database
from noughts.web.games import _find, _row
from noughts.web.quotas import Pace, Quotas
from noughts.web.responses import of_game

PEOPLE: dict[Mark, str] = {"x": "human", "o": "human"}
NO_CLOCK: dict[Mark, float | None] = {"x": None, "o": None}


@pytest.fixture(scope="module")
def api(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    many = Quotas(client_begins=Pace(1_000, 100))
    with client(tmp_path_factory.mktemp("web") / "games.sqlite3", many) as made:
        yield made


def do(api: Any, game: Any, what: str, **more: Any) -> Any:
    """The game after a change."""
    return ok(post(api, f"/games/{game['id']}/{what}", {"revision": game["revision"], **more}))


def refused(api: Any, game: Any, what: str, status: int = 400, **more: Any) -> str:
    asked = {"revision": game["revision"], **more}
    return sentence(post(api, f"/games/{game['id']}/{what}", asked), status)


def moves(game: Any) -> list[str]:
    return [each["move"] for each in game["moves"]]


def lines(game: Any) -> list[Any]:
    """The variations of a game or of another variation, without the times of their moves."""
    return [
        {name: value for name, value in each.items() if name not in ("seconds", "variations")}
        | ({"variations": lines(each)} if "variations" in each else {})
        for each in game["variations"]
    ]


# Undo and redo


def test_another_move_makes_a_variation_of_the_old_line(api: TestClient) -> None:
    game = play(api, begin(api), "b2", "a1", "c3", "a3")
    back = do(api, game, "undo", moves=3)
    other = play(api, back, "a2", "c2")
    assert (moves(other), other["undone"]) == (["b2", "a2", "c2"], [])
    assert lines(other) == [{"after": 1, "moves": ["a1", "c3", "a3"]}]
    again = do(api, other, "goto", path=["b2"])
    same = play(api, again, "a1")
    assert (moves(same), same["undone"]) == (["b2", "a1"], ["c3", "a3"])
    assert lines(same) == [{"after": 1, "moves": ["a2", "c2"]}]


def test_the_same_move_leaves_the_rest_to_replay(api: TestClient) -> None:
    game = do(api, play(api, begin(api), "b2", "a1", "c3"), "undo", moves=3)
    game = play(api, game, "b2")
    assert (moves(game), game["undone"], lines(game)) == (["b2"], ["a1", "c3"], [])
    game = do(api, game, "redo", moves=2)
    assert moves(game) == ["b2", "a1", "c3"]


def test_a_resignation_that_is_taken_back_comes_again(api: TestClient) -> None:
    game = do(api, play(api, begin(api), "b2", "a1"), "resign", mark="x")
    assert game["decision"] == {"number": 2, "counts": True}
    alone = do(api, game, "undo", moves=0)
    assert (moves(alone), alone["outcome"]) == (["b2", "a1"], None)
    assert alone["decision"] == {"number": 2, "counts": False}
    assert refused(api, alone, "undo", moves=0) == "cannot take back no moves: 2 moves played"
    again = do(api, alone, "redo", moves=0)
    assert again["outcome"] == game["outcome"]
    back = do(api, again, "undo", moves=2)
    assert (moves(back), back["outcome"]) == ([], None)
    half = do(api, back, "redo")
    assert half["outcome"] is None
    again = do(api, half, "redo")
    assert again["outcome"] == game["outcome"]
    on = play(api, do(api, again, "undo", moves=0), "c3")
    assert (on["decision"], on["comments"]) == (None, {})


def test_redo_after_undo_and_a_resignation(api: TestClient) -> None:
    game = do(api, play(api, begin(api), "b2", "a1", "c3"), "undo", moves=2)
    game = do(api, game, "resign", mark="o")
    assert (game["undone"], game["outcome"]["winner"]) == (["a1", "c3"], "x")
    again = do(api, do(api, game, "undo", moves=0), "redo", moves=0)
    assert again["outcome"] == game["outcome"]
    on = do(api, again, "redo", moves=2)
    assert (moves(on), on["outcome"]) == (["b2", "a1", "c3"], None)
    assert on["comments"] == {"1": "X wins: O resigns."}


def test_a_later_resignation_becomes_a_comment(api: TestClient) -> None:
    game = do(api, play(api, begin(api), "b2", "a1", "c3"), "resign", mark="o")
    back = do(api, game, "undo", moves=2)
    other = play(api, back, "a2")
    (old,) = other["variations"]
    assert old["comments"] == {"3": "X wins: O resigns."}
    again = do(api, do(api, play(api, begin(api), "b2", "a1"), "resign", mark="x"), "undo")
    earlier = do(api, again, "resign", mark="o")
    assert earlier["comments"] == {"2": "O wins: X resigns."}
    assert earlier["decision"] == {"number": 1, "counts": True}


# The tree


def test_a_variation_is_tried_named_and_followed(api: TestClient) -> None:
    game = play(api, begin(api, players={"o": {"name": "hard"}}, moves=["b2", "a1"]), "c3")
    game = do(api, game, "vary", path=["b2"], move="a2")  # for the program, too
    game = do(api, game, "vary", path=["b2", "a2"], move="c1")
    game = do(api, game, "vary", path=["b2"], move="c2")
    game = do(api, game, "vary", path=["b2", "a2"], move="c1")  # as if it were new
    game = do(api, game, "name", path=["b2", "a2", "c1"], name=" an  edge ")
    assert moves(game) == ["b2", "a1", "c3"]
    assert lines(game) == [
        {"after": 1, "moves": ["a2", "c1"], "name": "an edge"},
        {"after": 1, "moves": ["c2"]},
    ]
    plain = do(api, game, "name", path=["b2", "a2"], name="")
    assert plain["variations"][0] == {"after": 1, "moves": ["a2", "c1"]}


@pytest.mark.parametrize(
    ("what", "more", "status", "words"),
    [
        ("vary", {"path": ["b2"], "move": "b2"}, 400, "b2 is taken by X"),
        ("vary", {"path": ["a3"], "move": "b2"}, 404, "there is no line 'a3' in this game"),
        ("vary", {"path": ["b2"], "move": "z9"}, 400, "'z9' is not a cell of a 3x3 board"),
        ("vary", {"path": ["b2"]}, 400, "the field 'move' is missing"),
        ("name", {"path": ["b2"], "name": "x"}, 400, "the line of the game, not a variation"),
        ("name", {"path": ["b2"], "name": "x" * 81}, 400, "too long"),
        ("promote", {"path": []}, 400, "the line of the game, not a variation"),
        ("delete", {"path": ["b2", "a1"]}, 400, "moves of the game are not deleted"),
        ("delete", {"path": []}, 400, "moves of the game are not deleted"),
        ("goto", {"path": ["c3"]}, 404, "there is no line"),
        ("restore", {}, 400, "nothing was deleted"),
    ],
)
def test_what_the_tree_does_not_allow(
    api: TestClient, what: str, more: Any, status: int, words: str
) -> None:
    game = play(api, begin(api), "b2", "a1")
    assert words in refused(api, game, what, status, **more)
    late = {"path": [], "move": "a1", "name": ""}
    fields = {"vary": ("path", "move"), "name": ("path", "name"), "restore": ()}
    asked = {field: late[field] for field in fields.get(what, ("path",))}
    old = post(api, f"/games/{game['id']}/{what}", {"revision": 0, **asked})
    assert "the game has changed" in sentence(old, 409)


def test_promoting_changes_places(api: TestClient) -> None:
    game = play(api, begin(api), "b2", "a1", "c3", "a3")
    game = do(api, game, "resign", mark="x")
    game = do(api, game, "vary", path=["b2"], move="a2")
    game = do(api, game, "vary", path=["b2", "a2"], move="a1")
    game = do(api, game, "vary", path=["b2", "a2"], move="c1")
    game = do(api, game, "name", path=["b2", "a2", "c1"], name="inner")
    one = do(api, game, "promote", path=["b2", "a2", "c1"])  # one step: the game stays
    assert moves(one) == moves(game)
    assert one["outcome"] == game["outcome"]
    assert one["held"] is False
    (line,) = lines(one)
    assert line["moves"] == ["a2", "c1"]
    assert line["comments"] == {"3": "inner"}
    assert lines(line) == [{"after": 2, "moves": ["a1"]}]
    two = do(api, one, "promote", path=["b2", "a2", "c1"])
    assert (moves(two), two["undone"], two["held"]) == (["b2", "a2", "c1"], [], True)
    assert (two["outcome"], two["decision"]) == (None, None)
    assert lines(two)[0] == {
        **{"after": 1, "moves": ["a1", "c3", "a3"]},
        "comments": {"4": "O wins: X resigns."},
    }
    assert play(api, two, "c3")["held"] is False


def test_what_was_replaced_last_can_be_promoted_again(api: TestClient) -> None:
    game = play(api, begin(api), "b2", "a1", "c3", "a3")
    game = do(api, game, "resign", mark="x")
    game = do(api, game, "vary", path=["b2"], move="a2")
    other = do(api, game, "promote", path=["b2", "a2"])
    assert (moves(other), other["outcome"]) == (["b2", "a2"], None)
    again = do(api, other, "promote", path=["b2", "a1"])
    assert (moves(again), again["undone"]) == (["b2", "a1", "c3", "a3"], [])
    assert again["outcome"]["words"] == "O wins: X resigns."
    assert again["comments"] == {}
    assert lines(again) == [{"after": 1, "moves": ["a2"]}]
    back = do(api, do(api, again, "undo", moves=0), "undo", moves=1)  # half of it is taken back
    twice = do(api, do(api, back, "promote", path=["b2", "a2"]), "promote", path=["b2", "a1"])
    assert (moves(twice), twice["undone"]) == (["b2", "a1", "c3"], ["a3"])
    assert twice["decision"] == {"number": 4, "counts": False}


def test_a_line_that_has_become_shorter_meanwhile_is_promoted_to_its_end(api: TestClient) -> None:
    game = do(api, play(api, begin(api), "b2", "a1", "c3", "a3"), "vary", path=["b2"], move="a2")
    game = do(api, game, "promote", path=["b2", "a2"])
    game = do(api, game, "delete", path=["b2", "a1", "c3"])
    game = do(api, game, "promote", path=["b2", "a1"])
    assert (moves(game), game["undone"]) == (["b2", "a1"], [])


def test_a_promoted_line_keeps_its_name(api: TestClient) -> None:
    game = do(api, play(api, begin(api), "b2", "a1", "c3"), "vary", path=["b2"], move="a2")
    game = do(api, game, "name", path=["b2", "a2"], name="block below")
    named = lines(game)
    game = do(api, game, "promote", path=["b2", "a2"])
    assert game["comments"] == {"2": "block below"}  # a game's own line has comments only
    game = do(api, play(api, game, "c1"), "vary", path=["b2", "a2"], move="c2")
    game = do(api, do(api, game, "undo", moves=1), "promote", path=["b2", "a1"])
    (line,) = lines(game)
    assert (line["name"], line.get("comments")) == (named[0]["name"], None)
    assert "N[block below]" in api.get(f"/api/v1/games/{game['id']}/sgf").text


def test_promoting_what_comes_after_the_end_plays_nothing(api: TestClient) -> None:
    game = do(api, play(api, begin(api), "b2", "a1", "c3"), "undo", moves=3)
    game = do(api, game, "vary", path=["b2"], move="a2")
    game = do(api, game, "promote", path=["b2", "a2"])
    assert (moves(game), game["undone"]) == ([], ["b2", "a2"])
    assert lines(game) == [{"after": 1, "moves": ["a1", "c3"]}]


def test_a_game_goes_on_from_anywhere(api: TestClient) -> None:
    won = play(api, begin(api), "a1", "b1", "a2", "b2", "a3")
    game = do(api, won, "vary", path=["a1", "b1"], move="c1")
    game = do(api, game, "vary", path=["a1", "b1", "c1"], move="c2")
    there = do(api, game, "goto", path=["a1", "b1", "c1"])
    assert (moves(there), there["undone"]) == (["a1", "b1", "c1"], ["c2"])
    assert lines(there) == [{"after": 2, "moves": ["a2", "b2", "a3"]}]
    back = do(api, there, "goto", path=["a1", "b1", "a2", "b2", "a3"])
    assert back["outcome"] == won["outcome"]
    start = do(api, back, "goto", path=[])
    assert start["undone"] == moves(won)


def test_a_deletion_can_be_taken_back(api: TestClient) -> None:
    game = play(api, begin(api), "b2", "a1", "c3")
    for path, move in [(["b2"], "a2"), (["b2", "a2"], "a1"), (["b2"], "c2"), (["b2", "a2"], "c1")]:
        game = do(api, game, "vary", path=path, move=move)
    game = do(api, game, "name", path=["b2", "a2"], name="an edge")
    whole = game["variations"]
    half = do(api, game, "delete", path=["b2", "a2", "a1"])
    assert half["variations"][0] == {"after": 1, "moves": ["a2", "c1"], "name": "an edge"}
    none = do(api, do(api, half, "delete", path=["b2", "a2"]), "delete", path=["b2", "c2"])
    assert (none["variations"], none["deleted"]) == ([], 3)
    for left in (2, 1, 0):
        none = do(api, none, "restore")
        assert none["deleted"] == left
    assert none["variations"] == whole


def test_what_was_taken_back_can_be_deleted_and_restored(api: TestClient) -> None:
    game = do(api, play(api, begin(api), "b2", "a1", "c3"), "undo", moves=2)
    gone = do(api, game, "delete", path=["b2", "a1"])
    assert (gone["undone"], gone["deleted"]) == ([], 1)
    assert do(api, gone, "restore")["undone"] == ["a1", "c3"]
    gone = do(api, do(api, begin(api, moves=["b2", "a1"]), "undo"), "delete", path=["b2", "a1"])
    back = do(api, play(api, gone, "c3"), "restore")
    assert moves(back) == ["b2", "c3"]  # not under the feet of the players
    assert lines(back) == [{"after": 1, "moves": ["a1"]}]


def test_a_game_has_room_for_so_much(api: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tree, "MOST_MOVES", 4)
    monkeypatch.setattr(changes, "MOST_DELETIONS", 2)
    game = play(api, begin(api), "b2", "a1", "c3")
    game = do(api, game, "vary", path=[], move="a1")
    words = "a game with its variations has at most 4 moves: delete some variations first"
    assert refused(api, game, "vary", path=[], move="a2") == words
    assert refused(api, game, "moves", move="a2") == words
    assert ok(api.get(f"/api/v1/games/{game['id']}")) == game
    for move in ("a1", "a2", "a3"):
        game = do(api, game, "vary", path=[], move=move)
        game = do(api, game, "delete", path=[move])
    assert game["deleted"] == 2
    record = json.loads(api.get(f"/api/v1/games/{game['id']}/record").text)
    record["variations"] = [{"after": 0, "moves": ["a1", "a2"]}]
    assert sentence(post(api, "/games", {"record": record}), 400) == words


def test_a_program_that_thinks_is_not_disturbed(api: TestClient) -> None:
    """A variation that is made meanwhile changes the revision, but not the game."""
    game = begin(api, players={"x": {"name": "hard"}}, moves=["b2", "a1"])
    inside: Any = api.app.state.api  # type: ignore[attr-defined]
    choose = inside.searches.choose
    meanwhile: list[changes.Change] = [
        partial(changes.vary, path=["b2"], text="c3"),
        partial(changes.undo, moves=2),
    ]

    async def slowly(*asked: Any) -> Any:
        now = await inside.games.find(game["id"])
        await inside.games.change(game["id"], now.revision, meanwhile.pop(0))
        return await choose(*asked)

    inside.searches.choose = slowly
    try:
        after = do(api, game, "reply")
        assert (len(after["moves"]), lines(after)) == (3, [{"after": 1, "moves": ["c3"]}])
        after = do(api, after, "players", players={"o": {"name": "hard"}})
        assert "the game has changed" in refused(api, after, "reply", 409)
    finally:
        inside.searches.choose = choose


def test_a_position_after_moves(api: TestClient) -> None:
    asked = {"game": "3x3x3", "text": "", "moves": ["b2", "a1"]}
    assert ok(post(api, "/position", asked))["cells"] == "o...x...."
    taken = post(api, "/position", {**asked, "moves": ["b2", "b2"]})
    assert "b2 is taken by X" in sentence(taken, 400)


# Times


def timed(*seconds: float) -> Game:
    """A game of two people whose moves took so long: b2, a1, c3, ..."""
    moves = ["b2", "a1", "c3", "a3", "a2"][: len(seconds)]
    return changes.begun("id", Record("3x3x3", PEOPLE, moves, seconds), NO_CLOCK)


def test_times_stay_with_their_moves() -> None:
    game = changes.vary(timed(1, 2, 3, 4), ["b2"], "a2")
    away = changes.promote(game, ["b2", "a2"])
    assert [*away.whole.seconds] == [1, 0]
    assert away.whole.variations == (Variation(1, [0, 8, 2], "", {}, [], [2, 3, 4]),)
    back = changes.promote(through_a_row(away), ["b2", "a1"])
    assert [*back.whole.seconds] == [1, 2, 3, 4]
    other = changes.undo(back, 3)
    other = replace(changes.person_moves(replace(other, touched=0), "c2"), touched=0)
    assert of_game(other)["variations"][0]["seconds"] == [2, 3, 4]
    gone = through_a_row(changes.delete(other, ["b2", "a1"]))
    again = changes.go_to(changes.restore(gone), ["b2", "a1", "c3", "a3"])
    assert [*again.record.seconds] == [1, 2, 3, 4]


def test_a_move_that_was_tried_takes_time_when_it_is_played() -> None:
    for tried, path in (("a2", ["b2"]), ("c3", ["b2", "a1"])):
        game = changes.vary(timed(1, 2), path, tried)
        game = replace(changes.go_to(game, path), touched=0)
        game = changes.person_moves(game, tried)
        assert game.record.seconds[-1] > 1e9
        assert game.whole.position.cells.count("x") == (2 if tried == "c3" else 1)
        took = game.record.seconds
        same = changes.person_moves(changes.undo(game, 1), tried)
        assert same.record.seconds == took  # the first time counts


def test_files_keep_the_times_of_variations_and_of_what_was_taken_back() -> None:
    game = changes.promote(changes.vary(timed(1, 2, 3, 4), ["b2"], "a2"), ["b2", "a2"])
    game = changes.undo(changes.go_to(game, ["b2", "a1", "c3", "a3"]), 2)
    for record in (
        Record.from_json(json.loads(json.dumps(changes.as_file(game).as_json()))),
        Record.from_sgf(changes.as_file(game).as_sgf()),
    ):
        copy = changes.begun("id", record, NO_CLOCK)
        assert copy.whole == game.whole
        assert [*copy.whole.seconds] == [1, 2, 3, 4]


# Files


def test_files_keep_the_tree(api: TestClient) -> None:
    game = play(api, begin(api), "b2", "a1", "c3", "a3")
    game = do(api, game, "vary", path=["b2"], move="a2")
    game = do(api, game, "vary", path=["b2", "a1", "c3"], move="c1")
    game = do(api, game, "name", path=["b2", "a2"], name="an edge")
    game = do(api, game, "undo", moves=2)
    where = f"/api/v1/games/{game['id']}"
    saved = json.loads(api.get(f"{where}/record").text)
    assert [move for move, _ in saved["moves"]] == ["b2", "a1"]
    assert Record.from_json(saved).as_json() == saved
    sgf = ok(post(api, "/record", {"text": api.get(f"{where}/sgf").text}))["record"]
    for record in (saved, sgf):
        copy = ok(post(api, "/games", {"record": record}))
        for field in ("cells", "undone", "variations", "comments"):
            assert copy[field] == game[field], field
        assert moves(copy) == moves(game)
    start = do(api, game, "undo", moves=2)
    saved = json.loads(api.get(f"{where}/record").text)
    assert [move for move, _ in saved["moves"]] == start["undone"]


def copies(api: TestClient, game: Any) -> list[Any]:
    """The games that begin with the files of a game: JSON and SGF."""
    where = f"/api/v1/games/{game['id']}"
    saved = json.loads(api.get(f"{where}/record").text)
    sgf = ok(post(api, "/record", {"text": api.get(f"{where}/sgf").text}))["record"]
    return [ok(post(api, "/games", {"record": record})) for record in (saved, sgf)]


def test_files_keep_who_plays_and_the_title(api: TestClient) -> None:
    players = {"x": {"name": "engine", "seconds": 2.5}, "o": {"name": "perfect"}}
    game = begin(api, players=players, moves=["b2"])
    post(api, f"/games/{game['id']}/title", {"title": "A short one"})
    for copy in copies(api, game):
        assert copy["players"] == game["players"]
        assert copy["title"] == "A short one"
        assert post(api, f"/games/{copy['id']}/title", {"title": ""}).status_code == 200
        assert [each["title"] for each in copies(api, copy)] == ["", ""]


@pytest.mark.parametrize(
    ("name", "seat", "called"),
    [
        ("engine@2", {"name": "engine", "seconds": 2}, {}),
        ("engine@1000", {"name": "engine", "seconds": 30}, {}),
        ("engine@soon", {"name": "human", "seconds": None}, {"x": "engine@soon"}),
        ("Ada@home", {"name": "human", "seconds": None}, {"x": "Ada@home"}),
        ("unknown", {"name": "human", "seconds": None}, {}),
    ],
)
def test_the_players_of_a_file(api: TestClient, name: str, seat: Any, called: Any) -> None:
    record = Record("3x3x3", {"x": name, "o": "human"}).as_json()
    game = ok(post(api, "/games", {"record": record}))
    assert (game["players"]["x"], game["called"]) == (seat, called)
    assert [copy["called"] for copy in copies(api, game)] == [called, called]
    chosen = ok(post(api, "/games", {"record": record, "players": {"x": {"name": "human"}}}))
    assert chosen["called"] == {}


def test_programs_wait_if_a_game_begins_so_or_goes_on_elsewhere(api: TestClient) -> None:
    game = begin(api, moves=["b2"], players={"o": {"name": "hard"}}, held=True)
    assert game["held"] is True
    game = do(api, game, "reply")
    assert game["held"] is False
    assert do(api, game, "goto", path=["b2"])["held"] is True


def test_a_resigned_game_with_more_beyond(api: TestClient) -> None:
    game = do(api, play(api, begin(api), "b2", "a1"), "resign", mark="x")
    game = do(api, game, "vary", path=["b2", "a1"], move="c3")
    assert (game["undone"], game["outcome"]["winner"]) == (["c3"], "o")
    record = json.loads(api.get(f"/api/v1/games/{game['id']}/record").text)
    assert record["outcome"]["reason"] == "resignation"
    copy = ok(post(api, "/games", {"record": record}))
    assert (copy["undone"], copy["outcome"]) == (["c3"], game["outcome"])


def test_the_variations_of_others_are_shown(api: TestClient) -> None:
    """Two that begin with the same move become one, so that a path leads to one node."""
    text = "(;GM[4]SZ[3];B[bb](;W[aa];B[cc])(;W[ca]N[corner]C[hm];B[ac])(;W[ca];B[aa]))"
    record = ok(post(api, "/record", {"text": text}))["record"]
    game = ok(post(api, "/games", {"record": record}))
    assert game["variations"] == [
        {
            **{"after": 1, "moves": ["a3", "c1"], "name": "corner", "comments": {"2": "hm"}},
            "variations": [{"after": 2, "moves": ["a1"]}],
        }
    ]


# Laws


def every_path(game: Game) -> dict[tuple[int, ...], float]:
    """The paths of all nodes, with the seconds of their moves."""
    found = dict[tuple[int, ...], float]()
    todo: list[tuple[tuple[int, ...], tree.Node]] = [((), tree.as_tree(game.whole))]
    while todo:
        path, node = todo.pop()
        found[path] = node.seconds
        todo += [((*path, child.move), child) for child in node.children]
    return found


def random_change(game: Game, chance: random.Random) -> Game:
    """The game after something that a person might do; some of it is refused."""
    rules = game.whole.start.rules
    path = [name(rules, move) for move in chance.choice(sorted(every_path(game)))]
    cell = name(rules, chance.randrange(rules.size))
    what = chance.randrange(9)
    try:
        if what < 3:
            return changes.person_moves(game, cell)
        if what == 3:
            return changes.undo(game, chance.randrange(3))
        if what == 4:
            return changes.redo(game, chance.randrange(3))
        if what == 5:
            return changes.vary(game, path, cell)
        if what == 6:
            return changes.promote(game, path)
        if what == 7:
            return changes.go_to(game, path)
        return changes.resign(game, "x") if chance.random() < 0.3 else changes.restore(game)
    except HTTPException:
        return game


def through_a_row(game: Game) -> Game:
    class Connection:
        def execute(self, *_: Any) -> Any:
            return self

        def fetchone(self) -> Any:
            return (game.id, *_row(game))

    return _find(Connection(), game.id)  # type: ignore[arg-type]


@pytest.mark.parametrize("seed", range(12))
def test_nothing_is_lost_whatever_is_done(seed: int) -> None:
    chance = random.Random(seed)
    game = changes.begun("id", Record(Position(Rules(3, 3, 3)), PEOPLE), NO_CLOCK)
    for _ in range(60):
        known = every_path(game)
        game = random_change(replace(game, touched=chance.randrange(1000)), chance)
        now = every_path(game)
        assert all(now[path] == (took or now[path]) for path, took in known.items())
        assert game.record.moves == game.whole.moves[: game.played]
        if game.ending:
            assert game.played <= game.ending.number
            assert not game.ending.counts or game.ending.number == game.played
        kept = through_a_row(game)
        assert of_game(kept) == of_game(game)
        copy = changes.begun("id", changes.as_file(game), NO_CLOCK)
        assert every_path(copy) == every_path(game)
        if game.played:
            assert (copy.played, copy.record.outcome) == (game.played, game.record.outcome)
        variations = sorted(known.keys() - {game.whole.moves[: len(path)] for path in known})
        if variations:
            gone = [name(game.whole.start.rules, move) for move in chance.choice(variations)]
            without = changes.delete(game, gone)
            assert every_path(without).items() < every_path(game).items()
            back = changes.restore(through_a_row(without))
            assert of_game(replace(back, deleted=game.deleted)) == of_game(game)


# The file of games


OLD_SCHEMA = """
    CREATE TABLE games (
        id TEXT PRIMARY KEY,
        revision INTEGER NOT NULL,
        record TEXT NOT NULL,
        undone TEXT NOT NULL,
        seconds TEXT NOT NULL,
        touched REAL NOT NULL
    ) WITHOUT ROWID;
    CREATE INDEX games_by_time ON games (touched);
    PRAGMA application_id = 1483682674;
    PRAGMA user_version = 1;
"""


def old_row(game_id: str, record: Record, undone: Any = ()) -> tuple[Any, ...]:
    texts = json.dumps(record.as_json()), json.dumps(undone)
    return (game_id, 7, *texts, '{"x": null, "o": 1}', 1.5)


def first_edition(path: Path, rows: list[tuple[Any, ...]]) -> None:
    """A file as the first edition has written it."""
    connection = sqlite3.connect(path)
    connection.executescript(OLD_SCHEMA)
    connection.executemany("INSERT INTO games VALUES (?, ?, ?, ?, ?, ?)", rows)
    connection.commit()
    connection.close()


def test_the_games_of_the_first_edition_are_there(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite3"
    plain = Record("tic-tac-toe", PEOPLE).play("b2", 1.5).play("a1")
    noted = Record("3x3x3", PEOPLE, ["b2", "a1"], variations=[Variation(1, ["c3"], "corner")])
    won = Record("3x3x3", PEOPLE, ["a1", "b1", "a2", "b2", "a3"])
    resigned = changes.resign(changes.begun("", plain, NO_CLOCK), "x").record
    rows = [
        old_row("plain", plain, [["c1", 2.5], ["c3", 0.5]]),  # the next one to replay last
        old_row("noted", noted),
        old_row("won", won),
        old_row("back", won.undo(2), [["a3", 0], ["b2", 0]]),
        old_row("resigned", resigned, [["c3", 0]]),
    ]
    first_edition(path, rows)
    for _ in range(2):  # the second time it is a file of this edition
        with client(path) as api:
            found = {row[0]: ok(api.get(f"/api/v1/games/{row[0]}")) for row in rows}
    assert [each["seconds"] for each in found["plain"]["moves"]] == [1.5, 0.0]
    assert (found["plain"]["undone"], found["plain"]["revision"]) == (["c3", "c1"], 7)
    assert found["plain"]["players"]["o"]["seconds"] == 1
    assert found["noted"]["variations"] == [{"after": 1, "moves": ["c3"], "name": "corner"}]
    assert found["won"]["outcome"]["words"] == "X wins: a line from a1 to a3."
    assert (found["back"]["undone"], found["back"]["outcome"]) == (["b2", "a3"], None)
    assert (found["resigned"]["undone"], found["resigned"]["outcome"]["winner"]) == (["c3"], "o")
    with client(path) as api:
        redone = do(api, found["plain"], "redo", moves=2)
        assert [each["seconds"] for each in redone["moves"]] == [1.5, 0.0, 0.5, 2.5]
        again = do(api, found["back"], "redo", moves=2)
        assert again["outcome"] == found["won"]["outcome"]
        assert do(api, found["resigned"], "redo")["outcome"] is None


def test_a_file_that_cannot_be_converted_stays_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite3"
    row = old_row("good", Record("3x3x3", PEOPLE))
    first_edition(path, [row, ("wrong", 0, "{}", "[]", "{}", 0.0)])
    with pytest.raises(NotationError, match="holds a game that this version cannot read"):
        Database(path)
    connection = sqlite3.connect(path)
    assert connection.execute("SELECT * FROM games WHERE id = 'good'").fetchone() == row
    assert connection.execute("PRAGMA user_version").fetchone() == (1,)
    connection.close()


def test_a_killed_server_loses_nothing(tmp_path: Path) -> None:
    """Variations that are named, deleted and promoted, and the times of the moves."""
    path = tmp_path / "games.sqlite3"
    with server(path) as first:
        played = play(first.client, begin(first.client), "b2", "a1", "c3")
        game = do(first.client, played, "vary", path=["b2"], move="a2")
        game = do(first.client, game, "name", path=["b2", "a2"], name="an edge")
        game = do(first.client, game, "vary", path=[], move="a1")
        game = do(first.client, game, "name", path=["a1"], name="a corner")
        game = do(first.client, game, "delete", path=["a1"])
        game = do(first.client, game, "promote", path=["b2", "a2"])
        game = play(first.client, game, "c2")
        game = do(first.client, game, "resign", mark="x")
        game = do(first.client, game, "undo", moves=1)
        first.kill()
    with server(path) as second:
        assert ok(second.client.get(f"/api/v1/games/{game['id']}")) == game
        assert (game["undone"], game["deleted"]) == (["c2"], 1)
        restored = do(second.client, game, "restore")
        assert [line.get("name") for line in restored["variations"]] == ["a corner", None]
        back = do(second.client, restored, "promote", path=["b2", "a1"])
        assert back["moves"] == played["moves"]
        answered = [back]
        changing = threading.Thread(target=change_on, args=[second, answered])
        changing.start()
        assert soon(lambda: len(answered) > 12, 20)
        second.process.kill()
        changing.join()
        second.kill()
    with server(path) as third:
        found = ok(third.client.get(f"/api/v1/games/{game['id']}"))
        last = answered[-1]
        assert found == last or found["revision"] == last["revision"] + 1
        home = do(third.client, found, "goto", path=moves(played))
        assert home["moves"] == played["moves"]
        third.kill()


def change_on(running: Server, answered: list[Any]) -> None:
    """Change the variations of the last game until the server is gone."""
    there: dict[str, Any] = {"path": ["b2", "a2"]}
    turn = itertools.cycle(["name", "promote", "home", "delete", "restore"])
    try:
        while True:
            what, game = next(turn), answered[-1]
            if what == "home":
                game = do(running.client, game, "goto", path=["b2", "a1", "c3"])
            elif what == "restore":
                game = do(running.client, game, what)
            else:
                named = {"name": str(game["revision"])} if what == "name" else {}
                game = do(running.client, game, what, **there, **named)
            answered.append(game)
    except httpx.TransportError:
        pass

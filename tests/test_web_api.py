"""The API as docs/reference/http-api.md describes it: every request, and every refusal."""

import asyncio
import json
import re
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import httpx2 as httpx
import pytest
from laws import BOOKS
from starlette.applications import Starlette
from starlette.routing import Mount
from starlette.testclient import TestClient
from web import HERE, HUMANS, begin, client, events, ok, play, post, sentence

from noughts import METHODS, Record
from noughts.files import psq, sgf
from noughts.review import passes
from noughts.rules import PRESETS
from noughts.web import games
from noughts.web.app import Files, create_app
from noughts.web.quotas import Quotas, Share

QUOTAS = Quotas(deadline=20)


@pytest.fixture(scope="module")
def api(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    with client(tmp_path_factory.mktemp("web") / "games.sqlite3", QUOTAS) as made:
        yield made


# Positions


def test_about_lists_what_there_is_to_choose_from(api: TestClient) -> None:
    about = ok(api.get("/api/v1/about"))
    assert set(about) == {"version", "addresses", "alone", "games", "players", "limits"}
    assert about["addresses"] == []  # nobody else can come
    assert about["alone"] is False  # but a server could be opened to others
    assert [game["name"] for game in about["games"]] == list(PRESETS)
    assert [game["notation"] for game in about["games"]] == ["rows", "rows", "gomoku"]
    assert about["games"][0] == {
        "name": "tic-tac-toe",
        **{"game": "3x3x3", "rows": 3, "columns": 3, "k": 3, "straight": False, "exact": False},
        "label": "tic-tac-toe: 3 in a row wins on 3x3",
        "notation": "rows",
    }
    names = [player["name"] for player in about["players"]]
    assert names == ["easy", "medium", "hard", "perfect", "random", *METHODS]
    clocks = {player["name"] for player in about["players"] if player["clock"]}
    assert clocks == {"perfect", "engine", "four-in-a-line", "deepening", "proof-number", "mcts"}
    methods = [player["name"] for player in about["players"] if player["kind"] == "method"]
    assert methods == list(METHODS)
    assert {player["kind"] for player in about["players"]} == {"level", "method"}
    assert about["limits"] == {"rows": 20, "seconds": 30, "nodes": 200000, "bytes": 65536}


def test_a_position_is_read(api: TestClient) -> None:
    found = ok(post(api, "/position", {"game": "3x3x3", "text": "x.o/o.x/..x"}))
    methods = found.pop("methods")
    assert found == {
        **{"game": "3x3x3", "rows": 3, "columns": 3, "k": 3, "straight": False, "exact": False},
        "label": "tic-tac-toe: 3 in a row wins on 3x3",
        "notation": "rows",
        **{"cells": "x.oo.x..x", "turn": "o", "legal": ["a2", "b2", "c1", "c2"], "outcome": None},
    }
    assert [method["name"] for method in methods] == list(METHODS)
    assert {each["name"] for each in methods if each["watch"]} == {*BOOKS}
    assert all(method["why_not"] is None for method in methods)


def test_a_draft_may_be_wrong(api: TestClient) -> None:
    wrong = {"game": "3x3x3", "text": "xx......."}
    why = sentence(post(api, "/position", wrong), 400)
    assert ok(post(api, "/position", {**wrong, "draft": True})) == {"why_not": why}
    assert ok(post(api, "/position", {"text": "x........", "draft": True}))["turn"] == "o"


def test_a_position_knows_its_game_and_its_turn_where_they_are_clear(api: TestClient) -> None:
    assert ok(post(api, "/position", {"text": "." * 64}))["game"] == "8x8x4-straight"
    assert ok(post(api, "/position", {"text": ".........", "turn": "o"}))["turn"] == "o"
    empty = ok(post(api, "/position", {"game": "4x5x3-exact", "text": ""}))
    assert (empty["cells"], empty["rows"], empty["columns"]) == ("." * 20, 4, 5)
    assert (empty["exact"], empty["straight"]) == (True, False)
    minimax = empty["methods"][0]
    assert minimax["why_not"].startswith("minimax follows every game to its end")
    assert "set a depth limit or choose" in minimax["why_not"]  # views/players.js looks for it


@pytest.mark.parametrize(
    ("game", "text", "outcome"),
    [
        ("3x3x3", "xo./xo./x..", ("x", "line", "X wins: a line from a1 to c1.")),
        ("3x3x3", "xo./.xo/..x", ("x", "line", "X wins: a line from a1 to c3.")),
        ("3x3x3", "xox/xxo/oxo", (None, "full board", "A draw: the board is full.")),
        ("3x3x3", "xxx/xoo/xoo", ("x", "line", "X wins: lines on a1, a2, a3, b1, c1.")),
        ("1x1x1", "x", ("x", "line", "X wins: a line on a1.")),
    ],
)
def test_how_a_game_ended_in_words(api: TestClient, game: str, text: str, outcome: Any) -> None:
    found = ok(post(api, "/position", {"game": game, "text": text}))
    assert found["legal"] == []
    ended = found["outcome"]
    assert (ended["winner"], ended["reason"], ended["words"]) == outcome


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        ({"text": "xx......."}, "2 x and 0 o"),
        ({"text": "x.......", "game": "3x3x3"}, "has 8 cells"),
        ({"text": "x......"}, "does not identify a game (9 tic-tac-toe, "),
        ({"text": ""}, "say which game it is"),
        ({"text": "x.......!"}, "'!' is not x, o or ."),
        ({"text": ".........", "game": "3x3"}, "unknown game '3x3'"),
        ({"text": ".........", "game": "21x3x3"}, "rows and columns must be from 1 to 20"),
        ({"text": "x........", "turn": "x"}, "so it is o's turn, not x's"),
        ({"text": "xxx/ooo/..."}, "both x and o have a line"),
    ],
)
def test_a_position_that_cannot_be(api: TestClient, asked: Any, words: str) -> None:
    assert words in sentence(post(api, "/position", asked), 400)


# Games


def test_a_game_of_two_people(api: TestClient) -> None:
    game = begin(api)
    assert game["revision"] == 0
    assert game["start"] == {"cells": ".........", "turn": "x"}
    assert game["players"] == {"x": {"name": "human", "seconds": None}} | {
        "o": {"name": "human", "seconds": None}
    }
    game = play(api, game, "b2", "a1")
    assert game["revision"] == 2
    assert [(each["move"], each["mark"]) for each in game["moves"]] == [("b2", "x"), ("a1", "o")]
    assert all(each["seconds"] >= 0 for each in game["moves"])
    assert game["cells"] == "o...x...."
    assert game["turn"] == "x"
    assert ok(api.get(f"/api/v1/games/{game['id']}")) == game
    game = play(api, game, "a2", "a3", "c2")
    assert game["outcome"]["words"] == "X wins: a line from a2 to c2."
    assert game["legal"] == []
    over = post(api, f"/games/{game['id']}/moves", {"revision": 5, "move": "c3"})
    assert sentence(over, 400) == "nothing can be played: the game is over"


def test_a_game_against_a_program(api: TestClient) -> None:
    for name in ("easy", "random", "perfect", "engine", "minimax", "four-in-a-line"):
        players = {"x": {"name": "human"}, "o": {"name": name, "seconds": 0.1}}
        game = play(api, begin(api, players=players), "b2")
        where = f"/games/{game['id']}"
        game = ok(post(api, f"{where}/reply", {"revision": 1}))
        assert game["revision"] == 2
        assert len(game["moves"]) == 2
        mine = post(api, f"{where}/reply", {"revision": 2})
        assert sentence(mine, 409) == "it is X's turn, and a person plays X"
        assert mine.json()["game"] == game


def test_the_positions_of_a_game(api: TestClient) -> None:
    """Each is what `POST /position` says of it: no one else needs to know the rules."""
    game = play(api, begin(api, turn="o"), "b2", "a1", "c3", "a3")
    where = f"/api/v1/games/{game['id']}/positions"
    boards = [".........", "....o....", "x...o....", "x...o...o", "x.x.o...o"]
    for number, cells in enumerate(boards):
        found = ok(api.get(f"{where}/{number}"))
        turn = "ox"[number % 2]
        expected = ok(post(api, "/position", {"game": "3x3x3", "text": cells, "turn": turn}))
        assert found == {"id": game["id"], "revision": 4, "number": number, **expected}
    back = ok(post(api, f"/games/{game['id']}/undo", {"revision": 4}))
    assert ok(api.get(f"{where}/3"))["cells"] == back["cells"]
    for wrong in ("4", "-1", "03", "x", "9" * 5000):
        words = sentence(api.get(f"{where}/{wrong}"), 404)
        assert words.startswith("the game has no position ")
        assert words.endswith(": use 0 to 3")
    assert sentence(api.get("/api/v1/games/none/positions/0"), 404) == "there is no game 'none'"


def test_the_last_position_knows_how_the_game_ended(api: TestClient) -> None:
    game = play(api, begin(api), "b2")
    game = ok(post(api, f"/games/{game['id']}/resign", {"revision": 1, "mark": "o"}))
    first, last = (
        ok(api.get(f"/api/v1/games/{game['id']}/positions/{number}")) for number in (0, 1)
    )
    assert (last["legal"], last["outcome"]) == ([], game["outcome"])
    assert (len(first["legal"]), first["outcome"]) == (9, None)


def test_a_person_does_not_move_for_the_program(api: TestClient) -> None:
    game = begin(api, players={"x": {"name": "hard"}})
    answer = post(api, f"/games/{game['id']}/moves", {"revision": 0, "move": "a1"})
    assert sentence(answer, 409) == "it is X's turn, and hard plays X"
    assert answer.json()["game"] == game


def test_two_programs_play_to_the_end(api: TestClient) -> None:
    game = begin(api, players={"x": {"name": "random"}, "o": {"name": "hard"}})
    while not game["outcome"]:
        asked = {"revision": game["revision"]}
        game = ok(post(api, f"/games/{game['id']}/reply", asked))
    over = post(api, f"/games/{game['id']}/reply", {"revision": game["revision"]})
    assert sentence(over, 400) == "nothing can be played: the game is over"


def test_levels_on_a_large_board(api: TestClient) -> None:
    game = begin(api, "15x15x5", players={"x": {"name": "easy"}, "o": {"name": "random"}})
    for revision in range(2):
        game = ok(post(api, f"/games/{game['id']}/reply", {"revision": revision}))
    assert len(game["moves"]) == 2


@pytest.mark.parametrize(
    ("move", "words"),
    [
        ("b2", "b2 is taken by X"),
        ("d9", "'d9' is not a cell of a 3x3 board (a1 to c3)"),
        ("hello", "'hello' is not a cell"),
    ],
)
def test_a_move_that_is_none(api: TestClient, move: str, words: str) -> None:
    game = play(api, begin(api), "b2")
    asked = {"revision": 1, "move": move}
    assert words in sentence(post(api, f"/games/{game['id']}/moves", asked), 400)
    assert ok(api.get(f"/api/v1/games/{game['id']}")) == game


def test_a_second_tab_is_told_what_the_first_has_done(api: TestClient) -> None:
    game = begin(api)
    after = play(api, game, "b2")
    requests: dict[str, dict[str, Any]] = {
        "moves": {"move": "a1"},
        "reply": {},
        "undo": {},
        "redo": {},
        "resign": {"mark": "x"},
        "players": {"players": {"o": {"name": "hard"}}},
    }
    for what, more in requests.items():
        late = post(api, f"/games/{game['id']}/{what}", {"revision": 0, **more})
        assert sentence(late, 409) == "the game has changed: it is at revision 1, not 0"
        assert late.json()["game"] == after
    assert ok(api.get(f"/api/v1/games/{game['id']}")) == after


def test_undo_and_redo(api: TestClient) -> None:
    game = play(api, begin(api), "b2", "a1", "c3")
    where = f"/games/{game['id']}"
    back = ok(post(api, f"{where}/undo", {"revision": 3, "moves": 2}))
    assert (back["cells"], back["undone"]) == ("....x....", ["a1", "c3"])
    again = ok(post(api, f"{where}/redo", {"revision": 4}))
    assert (again["moves"], again["undone"]) == (game["moves"][:2], ["c3"])
    again = ok(post(api, f"{where}/redo", {"revision": 5}))
    assert (again["moves"], again["undone"]) == (game["moves"], [])
    back = ok(post(api, f"{where}/undo", {"revision": 6}))
    other = play(api, back, "c1")
    assert other["undone"] == []
    words = sentence(post(api, f"{where}/redo", {"revision": 8}), 400)
    assert words == "cannot replay 1 move: no moves taken back"
    words = sentence(post(api, f"{where}/undo", {"revision": 8, "moves": 4}), 400)
    assert words == "cannot take back 4 moves: 3 moves played"


def test_redo_takes_a_won_game_to_its_end(api: TestClient) -> None:
    game = play(api, begin(api), "a1", "b1", "a2", "b2", "a3")
    where = f"/games/{game['id']}"
    back = ok(post(api, f"{where}/undo", {"revision": 5, "moves": 5}))
    assert back["outcome"] is None
    assert len(back["undone"]) == 5
    again = ok(post(api, f"{where}/redo", {"revision": 6, "moves": 5}))
    assert again["outcome"] == game["outcome"]


def test_to_resign(api: TestClient) -> None:
    game = play(api, begin(api, players={"o": {"name": "hard"}}), "b2")
    where = f"/games/{game['id']}"
    other = post(api, f"{where}/resign", {"revision": 1, "mark": "o"})
    assert sentence(other, 409) == "hard plays O"
    game = ok(post(api, f"{where}/resign", {"revision": 1, "mark": "x"}))
    assert game["outcome"] == {
        **{"winner": "o", "reason": "resignation", "cells": []},
        "words": "O wins: X resigns.",
    }
    assert game["legal"] == []
    again = post(api, f"{where}/resign", {"revision": 2, "mark": "x"})
    assert sentence(again, 400) == "nothing can be played: the game is over"
    back = ok(post(api, f"{where}/undo", {"revision": 2}))
    assert back["outcome"] is None


def test_to_take_over_and_to_hand_over(api: TestClient) -> None:
    game = begin(api, players={"x": {"name": "engine", "seconds": 2}})
    where = f"/games/{game['id']}"
    mine = {"revision": 0, "players": {"x": {"name": "human"}}}
    game = ok(post(api, f"{where}/players", mine))
    assert game["players"]["x"] == {"name": "human", "seconds": None}
    game = play(api, game, "b2")
    yours = {"revision": 2, "players": {"o": {"name": "engine", "seconds": 0.05}}}
    assert ok(post(api, f"{where}/players", yours))["players"]["o"]["seconds"] == 0.05
    assert len(ok(post(api, f"{where}/reply", {"revision": 3}))["moves"]) == 2


def test_a_program_that_would_not_finish_is_no_opponent(api: TestClient) -> None:
    players = {"o": {"name": "minimax"}}
    refused = post(api, "/games", {"game": "4x4x3", "players": players})
    assert "minimax follows every game to its end" in sentence(refused, 422)
    refused = post(api, "/games", {"game": "4x4x3", "players": {"o": {"name": "strings"}}})
    assert sentence(refused, 422) == "strings plays 3x3x3 only, not 4x4x3"
    game = begin(api, "4x4x3")
    change = {"revision": 0, "players": players}
    refused = post(api, f"/games/{game['id']}/players", change)
    assert "minimax follows" in sentence(refused, 422)
    late = begin(api, "4x4x4", moves=["a1", "b1", "a2", "b2", "a3", "b3"], players=players)
    back = ok(post(api, f"/games/{late['id']}/undo", {"revision": 0, "moves": 5}))
    refused = post(api, f"/games/{back['id']}/reply", {"revision": 1})
    assert "minimax follows" in sentence(refused, 422)


def test_a_game_begins_where_one_likes(api: TestClient) -> None:
    game = begin(api, cells="x.../.o../..../....", **{"game": "4x4x3"}, turn="o")
    assert (game["start"]["turn"], game["cells"]) == ("o", "x....o..........")
    game = begin(api, moves=["b2", "a1"], turn="o")
    assert game["cells"] == "x...o...."
    assert [each["mark"] for each in game["moves"]] == ["o", "x"]
    taken = post(api, "/games", {"game": "3x3x3", "moves": ["b2", "b2"]})
    assert "b2 is taken" in sentence(taken, 400)
    assert begin(api, "tic-tac-toe")["game"] == "3x3x3"
    assert ok(post(api, "/games", {"game": "3x3x3"}))["players"]["x"]["name"] == "human"


def test_a_game_comes_back_from_its_file(api: TestClient) -> None:
    game = play(api, begin(api, players={"o": {"name": "hard"}}), "b2")
    game = ok(post(api, f"/games/{game['id']}/resign", {"revision": 1, "mark": "x"}))
    file = api.get(f"/api/v1/games/{game['id']}/record")
    name = f'attachment; filename="noughts-3x3x3-{game["id"]}.jsonl"'
    assert file.headers["content-disposition"] == name
    assert file.text.count("\n") == 1
    record = json.loads(file.text)
    assert Record.from_json(record).as_json() == record
    assert re.fullmatch(r"\d{4}-\d\d-\d\d", record["about"]["date"])
    assert f"DT[{record['about']['date']}]" in api.get(f"/api/v1/games/{game['id']}/sgf").text
    copy = ok(post(api, "/games", {"record": record}))
    assert copy["id"] != game["id"]
    for field in ("cells", "moves", "outcome", "players", "start"):
        assert copy[field] == game[field]
    others = {"x": {"name": "engine", "seconds": 1}}
    copy = ok(post(api, "/games", {"record": record, "players": others}))
    assert copy["players"]["x"]["name"] == "engine"
    assert copy["players"]["o"]["name"] == "hard"


def test_a_game_of_piskvork_is_read(api: TestClient) -> None:
    text = "Piskvorky 15x15, 11:11, 0\r\n8,8,0\r\n9,7,500\r\nada.exe\r\notto.exe\r\n-1\r\n"
    answer = ok(post(api, "/record", {"text": text}))
    assert Record.from_json(answer["record"]) == Record.from_psq(text)
    assert (answer["games"], answer["not_kept"]) == (1, [])


def test_a_game_is_written_as_psq(api: TestClient) -> None:
    game = play(api, begin(api, "gomoku"), "h8", "g9")
    file = api.get(f"/api/v1/games/{game['id']}/psq")
    assert file.text.splitlines()[0] == "Piskvorky 15x15, 0:0, 0"
    assert file.headers["content-disposition"].endswith(f'-{game["id"]}.psq"')
    (again,) = psq.read(file.content)
    assert again.as_json()["moves"] == [[m["move"], m["seconds"]] for m in game["moves"]]


def test_a_game_of_others_is_one_of_a_file_until_somebody_plays_on(api: TestClient) -> None:
    record = Record("3x3x3", {"x": "Anna", "o": "Ben"}).play("b2").as_json()
    game = ok(post(api, "/games", {"record": record}))
    assert game["opened"]
    tried = ok(
        post(api, f"/games/{game['id']}/vary", {"revision": 0, "path": ["b2"], "move": "a1"})
    )
    assert tried["opened"]
    (listed,) = ok(post(api, "/games/list", {"ids": [game["id"]]}))["games"]
    assert listed["opened"]
    assert not play(api, tried, "c3")["opened"]
    own = Record("3x3x3", {"x": "human", "o": "hard"}).play("b2").as_json()
    assert not ok(post(api, "/games", {"record": own}))["opened"]


def test_a_line_that_is_too_long_is_remarked(api: TestClient) -> None:
    game = play(api, begin(api, "5x5x3-exact"), "a1", "e1", "a2", "e3", "a4", "d5")
    assert game["remark"] is None
    game = play(api, game, "a3")
    assert (game["outcome"], game["remark"]) == (
        None,
        "4 in a row: longer lines do not win here.",
    )
    assert play(api, game, "c4")["remark"] is None


def test_a_game_goes_through_sgf_and_back(api: TestClient) -> None:
    text = "(;GM[4]SZ[3]EV[Club]C[start];B[bb]C[a [good\\] move];W[aa](;B[cc])(;B[ca]))"
    answer = ok(post(api, "/record", {"text": f"(;GM[4]SZ[15]){text}"}))
    assert (answer["games"], answer["not_kept"]) == (2, [])
    assert Record.from_json(answer["record"]) == Record.from_sgf(text)
    first = ok(post(api, "/record", {"text": f"(;GM[4]SZ[15]LB[hh:A]){text}", "number": 1}))
    assert (first["record"]["game"], first["not_kept"]) == ("15x15x5", ["LB"])
    none = post(api, "/record", {"text": text, "number": 2})
    assert sentence(none, 400) == "there is no game 2: the file has 1 game"
    game = ok(post(api, "/games", {"record": answer["record"]}))
    assert [each["move"] for each in game["moves"]] == ["b2", "a1", "c3"]
    file = api.get(f"/api/v1/games/{game['id']}/sgf")
    name = f'attachment; filename="noughts-3x3x3-{game["id"]}.sgf"'
    assert file.headers["content-disposition"] == name
    again = Record.from_sgf(file.content)
    assert again.comments == {0: "start", 1: "a [good] move"}
    assert (again.about, len(again.variations)) == ({"event": "Club"}, 1)
    wrong = post(api, "/record", {"text": "(;GM[4]SZ[3]\n;B[zz])"})
    assert sentence(wrong, 400).startswith("line 2: 'zz' is not a point of a 3x3 board")
    another_game = sentence(post(api, "/record", {"text": "(;GM[1])"}), 400)
    assert "this is a game of Go, GM[1]; expected is Gomoku" in another_game
    assert ok(post(api, "/record", {"text": "(;GM[1]SZ[4])", "game": "4x4x3"}))["games"] == 1
    notes = {**answer["record"], "variations": [{"after": 9, "moves": ["a1"]}]}
    assert "begins after 9 moves" in sentence(post(api, "/games", {"record": notes}), 400)
    half = {**answer["record"], "comments": {"0": "\ud800"}}
    game = ok(
        api.post(
            "/api/v1/games",
            content=json.dumps({"record": half}),
            headers={"content-type": "application/json"},
        )
    )
    assert b"C[?]" in api.get(f"/api/v1/games/{game['id']}/sgf").content


def test_a_file_from_elsewhere(api: TestClient) -> None:
    record = {
        **{"game": "3x3x3", "cells": ".........", "turn": "x", "comment": "a good game"},
        **{"players": {"x": "Ada", "o": "stepwise:easy"}, "moves": [["b2", 1.5]], "outcome": None},
    }
    game = ok(post(api, "/games", {"record": record}))
    assert game["players"]["x"]["name"] == game["players"]["o"]["name"] == "human"
    players = {"x": "hard", "o": "minimax"}  # which would not finish there
    larger = {**record, "game": "5x5x4", "cells": "." * 25, "players": players}
    game = ok(post(api, "/games", {"record": larger}))
    assert [game["players"][mark]["name"] for mark in "xo"] == ["hard", "human"]
    short = {field: larger[field] for field in larger if field != "outcome"}  # it goes on
    assert ok(post(api, "/games", {"record": short}))["cells"] == game["cells"]
    wrongs: list[tuple[dict[str, Any], str]] = [
        ({"moves": [["b2", 1], ["b2", 1]]}, "the record is wrong: b2 is taken"),
        ({"moves": [["b2", -1]]}, "record.moves: -1 is out of range"),
        ({"moves": [["b2"]]}, "record.moves: a list is not a pair"),
        ({"outcome": {"winner": "x", "reason": "luck", "cells": []}}, "not 'luck'"),
        ({"outcome": {"winner": "x", "reason": "line", "cells": ["a1"]}}, "do not lead to"),
        ({"players": {"x": "Ada"}}, "record.players: the field 'o' is missing"),
        ({"cells": "xx......."}, "2 x and 0 o"),
        ({"moves": [["b2", 1]] * 401}, "record.moves: 401 values are too many: at most 400"),
    ]
    for wrong, words in wrongs:
        refused = post(api, "/games", {"record": {**record, **wrong}})
        assert words in sentence(refused, 400)
    both = post(api, "/games", {"record": record, "moves": ["a1"]})
    assert sentence(both, 400) == "a record already contains game, cells, turn and moves"


def test_a_game_that_is_not_there(api: TestClient) -> None:
    assert sentence(api.get("/api/v1/games/nothing"), 404) == "there is no game 'nothing'"
    for what in ("moves", "reply", "undo", "redo", "resign", "players", "review"):
        asked: dict[str, Any] = {} if what == "review" else {"revision": 0}
        asked |= {"moves": {"move": "a1"}, "resign": {"mark": "x"}}.get(what, {})
        asked |= {"players": HUMANS} if what == "players" else {}
        assert sentence(post(api, f"/games/none/{what}", asked), 404)
    assert sentence(api.get("/api/v1/games/none/events"), 404)
    assert sentence(api.get("/api/v1/games/none/record"), 404)


# Searches


def test_the_value_of_every_move(api: TestClient) -> None:
    *_, (last, found) = events(post(api, "/analysis", {"cells": "x.o/o.x/..x"}))
    assert last == "done"
    assert found["method"] == "engine"
    assert found["best"] == ["b2"]
    assert {value["move"]: value["outcome"] for value in found["moves"]}["a2"] == "loss"
    board = {"game": "3x3x3", "cells": ".x.......", "turn": "o", "method": "alpha-beta"}
    [(last, found)] = events(post(api, "/analysis", board))
    assert (last, found["outcome"], found["best"]) == ("done", "draw", ["a1", "a3", "b2", "c2"])
    one = events(post(api, "/analysis", {**board, "every_move": False, "nodes": 3}))[-1][1]
    assert not one["complete"]
    over = events(post(api, "/analysis", {"cells": "xxxoo...."}))[-1][1]
    assert (over["moves"], over["outcome"]) == ([], "loss")


def test_an_evaluation_deepens(api: TestClient) -> None:
    asked = {"game": "15x15x5", "cells": "", "seconds": 0.4}
    *progress, (last, found) = events(post(api, "/analysis", asked))
    assert last == "done"
    assert {event for event, _ in progress} == {"progress"}
    depths = [each["depth"] for _, each in progress] + [found["depth"]]
    assert depths == sorted(depths)
    assert found["line"]
    assert found["nodes"] > 0


def test_all_methods_side_by_side(api: TestClient) -> None:
    *rows, (last, nothing) = events(post(api, "/comparison", {"cells": "xo.xo...."}))
    assert (last, nothing) == ("done", {})
    assert [row["method"] for _, row in rows] == list(METHODS)
    assert {row["outcome"] for _, row in rows if row["complete"]} == {"win"}
    assert [row["method"] for _, row in rows if row["outcome"] is None] == ["mcts"]
    fields = {"method", "move", "outcome", "score", "nodes", "seconds", "complete"}
    assert {event for event, row in rows if set(row) == fields} == {"row"}
    over = post(api, "/comparison", {"cells": "xxxoo...."})
    assert sentence(over, 400) == "the game is over: no moves are left to compare"


def test_methods_that_cannot_are_left_out_of_the_comparison(api: TestClient) -> None:
    near = "xoxo/oxox/oxox/...."  # four cells are left
    *rows, _ = events(post(api, "/comparison", {"game": "4x4x4", "cells": near}))
    refused = {row["method"]: row["why_not"] for _, row in rows if "why_not" in row}
    assert refused == {"strings": "strings plays 3x3x3 only, not 4x4x4"}


def test_a_search_to_be_watched(api: TestClient) -> None:
    found = events(post(api, "/trace", {"cells": "x.o/o.x/..x"}))
    assert [event for event, _ in found] == ["begin", "nodes", "done"]
    begin_, nodes, done = (data for _, data in found)
    assert begin_["method"] == "alpha-beta"
    assert (begin_["maximiser"], begin_["strict"], begin_["windows"]) == ("o", False, True)
    assert begin_["ends"][:3] == ["x wins", "o wins", "draw"]
    assert all(set(line) == {"text", "steps"} for line in begin_["pseudocode"])
    rows = nodes["nodes"]
    assert rows[0] == [-1, -1, None, None, 0, 0, 5, 34, []]
    assert rows[3] == [1, 6, None, -1, -1, 1, 4, 3, [7]]
    assert done == {
        **{"nodes": 35, "searched": 35, "complete": True, "score": 0, "move": "b2"},
        "words": None,
    }


def test_a_game_gets_the_same_review_each_time(
    api: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever the engine has looked at in between."""
    monkeypatch.setattr(passes, "SHORTEST", 100_000)
    game = play(api, begin(api, "9x9x5"), "e5", "d4", "e4", "e3")
    where = {key: game[key] for key in ("game", "cells", "turn")}
    reviews = []
    for _ in range(2):
        reviews.append(events(post(api, f"/games/{game['id']}/review", {})))
        events(post(api, "/analysis", {**where, "seconds": 0.1}))
    assert reviews[0] == reviews[1]


def test_what_a_move_was_worth(api: TestClient) -> None:
    game = play(api, begin(api), "a1", "b2", "c3", "a3", "c1", "b1", "c2")
    *moves, (last, done) = events(post(api, f"/games/{game['id']}/review", {}))
    assert last == "done"
    assert [move["number"] for _, move in moves] == [7, 6, 5, 4, 3, 2, 1]
    verdicts = [move["verdict"] for _, move in moves]
    assert verdicts == ["best", "best", "best", "blunder", "best", "best", "best"]
    mistake = moves[3][1]
    assert mistake["mark"] == "o"
    assert mistake["before"] == {"outcome": "draw", "plies": 6, "value": 0.5}
    assert mistake["after"] == {"outcome": "loss", "plies": 4, "value": 0}
    assert mistake["line"][0] == mistake["better"][0]
    assert mistake["words"].startswith("a3 loses: ")
    assert mistake["words"].endswith(" draws.")
    assert "a3" not in mistake["better"]
    assert done["turned"] == 4
    assert done["words"].startswith("O gave away the draw with move 4, a3; ")
    empty = begin(api)
    asked = events(post(api, f"/games/{empty['id']}/review", {}))
    ((last, done),) = asked
    assert (last, done["turned"], done["words"]) == ("done", None, "No moves were played.")


@pytest.mark.parametrize(
    ("path", "asked", "status", "words"),
    [
        ("/analysis", {"method": "minimax"}, 422, "minimax follows every game"),
        ("/trace", {"method": "alpha-beta"}, 422, "alpha-beta follows every game"),
        ("/trace", {"method": "strings"}, 422, "strings plays 3x3x3 only"),
        ("/trace", {"method": "engine"}, 400, "method: 'engine' is not one of minimax"),
        ("/trace", {"nodes": 200_001}, 400, "nodes: 200001 is out of range: 1 to 200000"),
        ("/trace", {"depth": 0}, 400, "depth: 0 is out of range"),
        ("/analysis", {"seconds": 31}, 400, "seconds: 31 is out of range: 0 to 30"),
        ("/analysis", {"seconds": "5"}, 400, "seconds: '5' is not a number"),
        ("/analysis", {"every_move": 1}, 400, "every_move: 1 is neither true nor false"),
        ("/analysis", {"method": "magic"}, 400, "method: 'magic' is not one of minimax"),
        ("/analysis", {"cells": "xx" + "." * 14}, 400, "2 x and 0 o"),
    ],
)
def test_a_search_that_is_refused(
    api: TestClient, path: str, asked: Any, status: int, words: str
) -> None:
    board = {"game": "4x4x3", "cells": "." * 16}
    assert words in sentence(post(api, path, {**board, **asked}), status)


# Requests


@pytest.mark.parametrize(
    ("body", "words"),
    [
        (b"", "is not JSON"),
        (b"{", "is not JSON"),
        (b"[]", "a list is not an object: the fields are game, text, turn"),
        (b"null", "null is not an object"),
        (b"3", "3 is not an object"),
        (b'{"text": ".........", "k": 3}', "unknown field 'k': the fields are game, text, turn"),
        (b'{"game": "3x3x3"}', "the field 'text' is missing"),
        (b'{"text": null}', "text: null is not text"),
        (b'{"text": 9}', "text: 9 is not text"),
        (b'{"text": ["."]}', "text: a list is not text"),
        (b'{"text": NaN}', "NaN is not a number"),
        (b'{"text": -Infinity}', "-Infinity is not a number"),
        (b'{"text": "' + b"." * 2001 + b'"}', "is too long: at most 2000 characters"),
        (b'{"text": "\\ud800"}', "contains an invalid character"),
        (b'{"text": "..\\u0000"}', "contains an invalid character"),
        (b'{"text": ".........", "turn": "z"}', "turn: 'z' is not one of x, o"),
        (b'{"text": ".........", "turn": true}', "turn: true is not one of x, o"),
        (b'{"text": "\xff"}', "is not UTF-8 text"),
        (b"[" * 60_000, "is too deeply nested"),
        (b'{"text": ' + b"9" * 5000 + b"}", "has a number that is too large"),
        (b'{"text": ' + b"9" * 500 + b"}", "text: a number of"),
        (b'\xef\xbb\xbf{"text": "........."}', "is not JSON"),
    ],
)
def test_a_request_that_cannot_be_read(api: TestClient, body: bytes, words: str) -> None:
    headers = {"content-type": "application/json"}
    response = api.post("/api/v1/position", content=body, headers=headers)
    assert words in sentence(response, 400)


@pytest.mark.parametrize(
    ("revision", "words"),
    [
        (True, "revision: true is not a whole number"),
        (1.5, "revision: 1.5 is not a whole number"),
        ("1", "revision: '1' is not a whole number"),
        (-1, "revision: -1 is out of range"),
        (10**30, "is out of range"),
        (None, "revision: null is not a whole number"),
    ],
)
def test_a_revision_that_is_none(api: TestClient, revision: Any, words: str) -> None:
    game = begin(api)
    asked = {"revision": revision, "move": "b2"}
    assert words in sentence(post(api, f"/games/{game['id']}/moves", asked), 400)


def test_a_revision_may_be_written_as_other_languages_write_numbers(api: TestClient) -> None:
    game = begin(api)
    moved = ok(post(api, f"/games/{game['id']}/moves", {"revision": 0.0, "move": "b2"}))
    assert (moved["revision"], moved["cells"]) == (1, "....x....")


def test_what_is_twice_in_a_request_counts_once(api: TestClient) -> None:
    body = b'{"text": "x", "text": "........."}'
    headers = {"content-type": "application/json; charset=utf-8"}
    assert ok(api.post("/api/v1/position", content=body, headers=headers))["cells"] == "........."


def test_only_json(api: TestClient) -> None:
    for kind in ("text/plain", "application/x-www-form-urlencoded", "application/jsonp", ""):
        response = api.post("/api/v1/position", content=b"{}", headers={"content-type": kind})
        assert "Content-Type: application/json" in sentence(response, 415)


def test_not_too_much(api: TestClient) -> None:
    large = b'{"text": "' + b"." * 70_000 + b'"}'
    headers = {"content-type": "application/json"}
    response = api.post("/api/v1/position", content=large, headers=headers)
    assert sentence(response, 413) == "the request is too large: at most 65536 bytes"
    chunks = (large[i : i + 1000] for i in range(0, len(large), 1000))
    response = api.post("/api/v1/position", content=chunks, headers=headers)
    assert sentence(response, 413) == "the request is too large: at most 65536 bytes"


def test_addresses_and_verbs(api: TestClient) -> None:
    assert sentence(api.get("/api/v1/nothing"), 404) == "there is nothing at '/api/v1/nothing'"
    assert sentence(api.get("/api/v2/about"), 404)
    assert sentence(api.get("/api/v1/about/"), 404)
    assert sentence(api.get("/elsewhere"), 404)
    response = api.get("/api/v1/position")
    assert sentence(response, 405) == "GET is not allowed at '/api/v1/position'"
    assert response.headers["allow"] == "POST"
    for verb in ("PUT", "DELETE", "OPTIONS", "PATCH"):
        assert sentence(api.request(verb, "/api/v1/about"), 405)
    assert api.head("/api/v1/games/none/events").status_code == 405  # it would not end


def test_what_should_not_happen_is_said_and_logged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fails(*_: object) -> None:
        raise ZeroDivisionError

    app = create_app(tmp_path / "games.sqlite3")
    with TestClient(app, base_url=HERE, raise_server_exceptions=False) as broken:
        monkeypatch.setattr("noughts.web.app.about", fails)
        answer = broken.get("/api/v1/about")
        assert "something went wrong" in sentence(answer, 500)
        assert "default-src 'none'" in answer.headers["content-security-policy"]
        monkeypatch.setattr("noughts.web.searches.summary", fails)
        game = play(broken, begin(broken), "b2")
        *_, (last, said) = events(post(broken, f"/games/{game['id']}/review", {}))
    assert (last, said) == ("error", {"error": sentence(answer, 500)})
    assert "ZeroDivisionError" in caplog.text


# Who may come in


@pytest.mark.parametrize(
    "host",
    ["127.0.0.1:8008", "localhost", "localhost:1", "LOCALHOST", "[::1]:8008", "192.168.1.7:80"],
)
def test_hosts_that_are_this_server(api: TestClient, host: str) -> None:
    assert api.get("/api/v1/about", headers={"host": host}).status_code == 200


@pytest.mark.parametrize(
    "host",
    ["evil.example", "localhost.evil.example", "evil.example:8008", "user@localhost", "localhost/",
     "", "localhost:x", "[::1", "127.0.0.1.nip.io", "localhost, evil.example", "foo localhost"],
)  # fmt: skip
def test_hosts_that_are_not(api: TestClient, host: str) -> None:
    for path in ("/", "/api/v1/about", "/static/app.js"):
        assert "is not the name of this server" in sentence(
            api.get(path, headers={"host": host}), 403
        )


def test_a_host_that_was_allowed(tmp_path: Path) -> None:
    with client(tmp_path / "games.sqlite3", QUOTAS, "Noughts.example") as named:
        host = {"host": "noughts.example:8008"}
        assert named.get("/api/v1/about", headers=host).status_code == 200
        assert named.get("/api/v1/about", headers={"host": "example"}).status_code == 403


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "null", "http://127.0.0.1:9", "http://["]
)
def test_pages_from_elsewhere_have_no_access(api: TestClient, origin: str) -> None:
    headers = {"origin": origin}
    assert sentence(api.get("/api/v1/about", headers=headers), 403)
    assert sentence(api.post("/api/v1/games", json={}, headers=headers), 403)
    assert sentence(api.post("/", json={}, headers=headers), 403)


def test_the_page_itself_has_access(api: TestClient) -> None:
    headers = {"origin": HERE, "sec-fetch-site": "same-origin"}
    assert api.get("/api/v1/about", headers=headers).status_code == 200
    assert begin(api)
    for site in ("cross-site", "same-site"):
        strange = {"sec-fetch-site": site}
        assert sentence(api.get("/api/v1/about", headers=strange), 403)
        assert (
            api.get("/", headers=strange).status_code == 200
        )  # a link to the page may be followed


def test_headers_that_protect(api: TestClient) -> None:
    answers = [
        api.get("/"),
        api.get("/api/v1/about"),
        api.get("/nothing"),
        api.get("/api/v1/about", headers={"host": "evil.example"}),
        post(api, "/position", {}),
        post(api, "/trace", {"cells": "xo.xo...."}),
    ]
    for answer in answers:
        policy = answer.headers["content-security-policy"]
        assert policy.startswith("default-src 'none'; script-src 'self'; style-src 'self';")
        assert "unsafe" not in policy
        assert "frame-ancestors 'none'" in policy
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["referrer-policy"] == "no-referrer"
        assert answer.headers["cross-origin-resource-policy"] == "same-origin"
    assert answers[1].headers["cache-control"] == "no-store"
    trusted = api.get("/", headers={"sec-fetch-dest": "document"})
    assert trusted.headers["cross-origin-opener-policy"] == "same-origin"
    assert "cross-origin-opener-policy" not in api.get("/").headers  # browsers would complain


# Files


def test_the_page_is_served(api: TestClient) -> None:
    page = api.get("/")
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    assert page.headers["cache-control"] == "no-cache"
    again = api.get("/", headers={"if-none-match": page.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert api.head("/").headers["etag"] == page.headers["etag"]
    script = api.get("/static/app.js")
    assert script.headers["content-type"] == "text/javascript; charset=utf-8"
    assert sentence(api.post("/"), 405)


@pytest.mark.parametrize(
    "path",
    ["../app.py", "..%2fapp.py", "%2e%2e/app.py", "....//app.py", "", ".", "/etc/passwd", "app",
     "app.js/", "app.js%00.js", "..\\app.py", "watch", "watch/", ".hidden.js", "a" * 5000 + ".js",
     "app.py", "%ff.js"],
)  # fmt: skip
def test_no_other_files_are_served(api: TestClient, path: str) -> None:
    assert sentence(api.get(f"/static/{path}"), 404)


def test_links_out_of_the_folder_are_not_followed(tmp_path: Path) -> None:
    folder, secret = tmp_path / "static", tmp_path / "secret.js"
    folder.mkdir()
    secret.write_text("secret")
    (folder / "link.js").symlink_to(secret)
    (folder / "good.js").write_text("good")
    files = TestClient(Starlette(routes=[Mount("/static", Files(directory=folder))]))
    assert files.get("/static/good.js").text == "good"
    (folder / "good.js").write_text("better")
    assert files.get("/static/good.js").text == "better"
    assert files.get("/static/link.js").status_code == 404


# Limits


def test_nobody_is_refused_while_others_search(tmp_path: Path) -> None:
    """All are served in turn; but one client may not have any number of streams open."""

    async def ask(quotas: Quotas) -> list[httpx.Response]:
        app = create_app(tmp_path / "games.sqlite3", quotas)
        transport = httpx.ASGITransport(app)
        async with (
            app.router.lifespan_context(app),
            httpx.AsyncClient(transport=transport, base_url=HERE) as busy,
        ):
            asked = {"game": "15x15x5", "cells": "", "seconds": 0.1}
            posts = (busy.post("/api/v1/analysis", json=asked) for _ in range(4))
            return await asyncio.gather(*posts)

    for answer in asyncio.run(ask(Quotas(slots=1))):
        assert events(answer)[-1][0] == "done"
    answers = asyncio.run(ask(Quotas(streams=Share(9, 9, 2))))
    assert sorted(answer.status_code for answer in answers) == [200, 200, 429, 429]
    refused = next(answer for answer in answers if answer.status_code == 429)
    words = "too many searches are open for you: try again in 5 seconds"
    assert sentence(refused, 429) == words
    assert refused.headers["retry-after"] == "5"


def test_too_many_followers(tmp_path: Path) -> None:
    with client(tmp_path / "games.sqlite3", Quotas(followers=Share(0, 9, 9))) as crowded:
        answer = crowded.get(f"/api/v1/games/{begin(crowded)['id']}/events")
    assert sentence(answer, 429) == "too many clients are listening: try again in 5 seconds"
    assert answer.headers["retry-after"] == "5"


def test_a_body_that_comes_too_slowly(tmp_path: Path) -> None:
    async def ask() -> httpx.Response:
        app = create_app(tmp_path / "games.sqlite3", Quotas(body=0.1))

        async def drip() -> AsyncIterator[bytes]:
            yield b"{"
            await asyncio.sleep(0.5)
            yield b"}"

        transport = httpx.ASGITransport(app)
        headers = {"content-type": "application/json"}
        async with (
            app.router.lifespan_context(app),
            httpx.AsyncClient(transport=transport, base_url=HERE) as slow,
        ):
            return await slow.post("/api/v1/games", content=drip(), headers=headers)

    words = "the request was still incomplete after 0.1 seconds"
    assert sentence(asyncio.run(ask()), 400) == words


def test_a_search_without_a_clock_has_a_deadline(tmp_path: Path) -> None:
    with client(tmp_path / "games.sqlite3", Quotas(deadline=0.4)) as hurried:
        players = {"x": {"name": "minimax"}}
        game = begin(hurried, "2x5x5", players=players)
        answer = post(hurried, f"/games/{game['id']}/reply", {"revision": 0})
        words = "the search was stopped: it takes more than 0.4 seconds"
        assert sentence(answer, 422) == words
        assert ok(hurried.get(f"/api/v1/games/{game['id']}"))["revision"] == 0
        *_, last = events(post(hurried, "/comparison", {"game": "2x5x5", "cells": "." * 10}))
        assert last == ("error", {"error": words})


def test_my_games_are_listed_named_and_removed(api: TestClient) -> None:
    ids = [begin(api, moves=moves)["id"] for moves in (["b2"], ["a1", "a2"], [])]
    listed = ok(post(api, "/games/list", {"ids": [*ids, "nobody", ids[0]]}))["games"]
    assert [game["id"] for game in listed] == [ids[1], ids[0]]  # the empty one is not worth it
    assert listed[1]["moves"] == 1
    assert listed[1]["title"] == ""
    before = ok(api.get(f"/api/v1/games/{ids[0]}"))
    after = ok(post(api, f"/games/{ids[0]}/title", {"title": "mine"}))
    assert after == {**before, "title": "mine"}
    ok(post(api, f"/games/{ids[0]}/moves", {"revision": 0, "move": "a1"}))  # still revision 0
    listed = ok(post(api, "/games/list", {"ids": ids}))["games"]
    assert [(game["title"], game["moves"]) for game in listed] == [("mine", 2), ("", 2)]
    text = post(api, "/games/files", {"ids": ids[:2]}).text
    assert [len(json.loads(line)["moves"]) for line in text.splitlines()] == [2, 2]
    names = [json.loads(line).get("about", {}).get("name") for line in text.splitlines()]
    assert names == ["mine", None]
    records = sgf.read(post(api, "/games/sgf", {"ids": ids[:2]}).text)
    assert [record.about.get("name") for record in records] == ["mine", None]
    ok(post(api, f"/games/{ids[0]}/remove", {}))
    assert "no game" in sentence(api.get(f"/api/v1/games/{ids[0]}"), 404)
    assert "no game" in sentence(post(api, f"/games/{ids[0]}/remove", {}), 404)
    assert "no game" in sentence(post(api, f"/games/{ids[0]}/title", {"title": "x"}), 404)
    ok(post(api, f"/games/{ids[0]}/return", {}))
    assert ok(post(api, "/games/list", {"ids": ids}))["games"] == listed  # with its old date
    assert "no game" in sentence(post(api, f"/games/{ids[0]}/return", {}), 404)


def test_a_deleted_game_is_forgotten_in_the_end(
    api: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, two = (begin(api, moves=["b2"])["id"] for _ in range(2))
    ok(post(api, f"/games/{one}/remove", {}))
    monkeypatch.setattr(games, "REMEMBERED", -1)
    ok(post(api, f"/games/{two}/remove", {}))
    assert "no game" in sentence(post(api, f"/games/{one}/return", {}), 404)
    assert ok(post(api, f"/games/{two}/return", {}))["id"] == two


def test_a_position_after_moves(api: TestClient) -> None:
    asked = {"game": "3x3x3", "text": "", "moves": ["b2", "a1"]}
    assert ok(post(api, "/position", asked))["cells"] == "o...x...."
    assert "a1" in sentence(post(api, "/position", {**asked, "moves": ["a1", "a1"]}), 400)
    large = {"game": "6x6x4", "text": ""}
    reasons = {
        method["name"]: method["why_not"] for method in ok(post(api, "/position", large))["methods"]
    }
    assert reasons["minimax"]
    answer = ok(post(api, "/position", {**large, "depth": 2}))
    assert {each["name"]: each["why_not"] for each in answer["methods"]}["minimax"] is None


def test_a_comparison_with_a_depth(api: TestClient) -> None:
    asked = {"game": "6x6x4", "cells": "", "depth": 1}
    rows = [data for event, data in events(post(api, "/comparison", asked)) if event == "row"]
    nodes = {row["method"]: row["nodes"] for row in rows if "nodes" in row}
    assert nodes["minimax"] == 37

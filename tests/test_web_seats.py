"""Games between two people on two machines, as the API sees them: seats, offers, clocks."""

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx2 as httpx
import pytest
from starlette.testclient import TestClient
from web import HERE, HUMANS, begin, client, ok, play, post, sentence, server, soon

from noughts.records import Record
from noughts.web import seats

ANNA, OTTO, EVE = "anna".ljust(22, "-"), "otto".ljust(22, "-"), "eve".ljust(22, "-")
INVITATION = "come-and-play-with-me-"
BLITZ = {"seconds": 60, "increment": 2}


@pytest.fixture(scope="module")
def api(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    with client(tmp_path_factory.mktemp("web") / "games.sqlite3") as made:
        yield made


@pytest.fixture
def now(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The time of day, which a test can change."""
    moment = [1_000_000.0]
    monkeypatch.setattr("noughts.web.seated.time.time", lambda: moment[0])
    return moment


def invite(api: httpx.Client, mark: str = "x", clock: Any = None, **others: Any) -> Any:
    asked = {"mark": mark, "key": ANNA, "invitation": INVITATION, "clock": clock}
    return begin(api, **{"invite": asked, **others})


def join(api: httpx.Client, game: Any, key: str = OTTO, invitation: str = INVITATION) -> Any:
    body = {"invitation": invitation, "key": key}
    return post(api, f"/games/{game['id']}/join", body)


def both(api: httpx.Client, **others: Any) -> Any:
    """A game that Anna has invited Otto to."""
    return ok(join(api, invite(api, **others)))["game"]


def send(api: httpx.Client, game: Any, verb: str, key: str | None = None, **fields: Any) -> Any:
    body = {"revision": game["revision"], **({"key": key} if key else {}), **fields}
    return post(api, f"/games/{game['id']}/{verb}", body)


def moves(api: httpx.Client, game: Any, *cells: str) -> Any:
    """Anna and Otto in turn."""
    for cell in cells:
        key = ANNA if game["turn"] == "x" else OTTO
        game = ok(send(api, game, "moves", key, move=cell))
    return game


# Seats


def test_an_invitation_gives_the_free_seat_to_the_first_who_comes(api: TestClient) -> None:
    game = invite(api, "o")
    assert game["table"] == {"seats": {"x": False, "o": True}} | dict.fromkeys(
        ("offer", "declined", "next", "clock")
    )
    found = ok(join(api, game))
    assert found["mark"] == "x"
    assert found["game"]["table"]["seats"] == {"x": True, "o": True}
    assert ok(join(api, game)) == found  # the answer was lost, and is asked for again
    late = join(api, game, EVE)
    assert "you can watch" in sentence(late, 409)
    assert late.json()["game"] == found["game"]
    assert ok(join(api, game, ANNA))["mark"] == "o"  # her own invitation


def test_only_the_invitation_opens_the_seat(api: TestClient) -> None:
    game = invite(api)
    assert "not an invitation" in sentence(join(api, game, OTTO, EVE), 403)
    assert "no seats" in sentence(join(api, begin(api)), 400)
    assert "22 characters" in sentence(join(api, game, "short"), 400)
    assert sentence(join(api, {"id": "nosuchid"}), 404)


def test_a_move_needs_the_key_of_its_mark(api: TestClient) -> None:
    game = both(api)
    for key, words in ((None, "you are watching"), (EVE, "you are watching"), (OTTO, "plays X")):
        assert words in sentence(send(api, game, "moves", key, move="b2"), 403)
    game = moves(api, game, "b2", "a1")
    assert [each["move"] for each in game["moves"]] == ["b2", "a1"]
    for verb, fields in (
        ("undo", {}),
        ("redo", {}),
        ("players", {"players": {"x": {"name": "easy"}}}),
    ):
        assert "ask the other player" in sentence(send(api, game, verb, ANNA, **fields), 403)
    path = f"/games/{game['id']}"
    assert "ask the other player" in sentence(post(api, f"{path}/remove", {}), 403)
    assert "you are watching" in sentence(post(api, f"{path}/title", {"title": "Ours"}), 403)
    assert ok(post(api, f"{path}/title", {"title": "Ours", "key": OTTO}))["title"] == "Ours"
    assert "plays O" in sentence(send(api, game, "resign", ANNA, mark="o"), 403)
    assert "you are watching" in sentence(send(api, game, "resign", EVE, mark="x"), 403)
    assert ok(send(api, game, "resign", ANNA, mark="x"))["outcome"]["winner"] == "o"


def test_other_moves_are_tried_when_the_game_is_over(api: TestClient) -> None:
    game = moves(api, both(api), "a1", "b1")
    tried = {"path": ["a1"], "move": "c3"}
    assert "wait until it is over" in sentence(send(api, game, "vary", ANNA, **tried), 403)
    game = ok(send(api, game, "resign", ANNA, mark="x"))
    assert "you are watching" in sentence(send(api, game, "vary", EVE, **tried), 403)
    game = ok(send(api, game, "vary", OTTO, **tried))
    assert len(game["variations"]) == 1
    for verb in ("promote", "goto"):  # what they played stays what they played
        answer = send(api, game, verb, OTTO, path=["a1", "c3"])
        assert "ask the other player" in sentence(answer, 403)
    game = ok(send(api, game, "delete", ANNA, path=["a1", "c3"]))
    assert len(ok(send(api, game, "restore", OTTO))["variations"]) == 1


def test_a_game_without_seats_belongs_to_everybody(api: TestClient) -> None:
    game = play(api, begin(api), "b2")
    assert game["table"] is None
    assert ok(send(api, game, "undo", EVE))["moves"] == []  # a key is not needed, and does no harm


def test_an_invitation_is_for_a_person(api: TestClient) -> None:
    asked = {"mark": "x", "key": ANNA, "invitation": INVITATION}
    with_program = {"game": "3x3x3", "players": {**HUMANS, "o": {"name": "easy"}}, "invite": asked}
    assert "for two people" in sentence(post(api, "/games", with_program), 400)
    same = {"game": "3x3x3", "invite": {**asked, "invitation": ANNA}}
    assert "must differ" in sentence(post(api, "/games", same), 400)


def test_keys_are_in_no_answer_and_not_on_disk(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite3"
    with client(path) as api:
        game = both(api, clock=BLITZ)
        answers = [
            json.dumps(moves(api, game, "a1")),
            api.get(f"/api/v1/games/{game['id']}/record").text,
            api.get(f"/api/v1/games/{game['id']}/sgf").text,
            join(api, game, EVE).text,
            send(api, game, "moves", EVE, move="b2").text,
            post(api, "/games", {"invite": {"mark": "x", "key": OTTO + "!"}}).text,
        ]
        kept = [file.read_bytes() for file in tmp_path.iterdir()]
    for key in (ANNA, OTTO, EVE, INVITATION):
        assert not any(key in answer for answer in answers)
        assert not any(key.encode() in part for part in kept)
        assert not any(seats.hashed(key) in answer for answer in answers)


# Offers


def test_a_move_is_taken_back_if_both_agree(api: TestClient) -> None:
    game = moves(api, both(api), "b2", "a1")
    game = ok(send(api, game, "offer", ANNA, what="undo"))
    assert game["table"]["offer"] == {"what": "undo", "by": "x"}
    assert "has to agree" in sentence(send(api, game, "answer", ANNA, accept=True), 403)
    declined = ok(send(api, game, "answer", OTTO, accept=False))
    assert (declined["table"]["offer"], len(declined["moves"])) == (None, 2)
    assert "any more" in sentence(send(api, declined, "answer", OTTO, accept=True), 409)
    game = ok(send(api, declined, "offer", ANNA, what="undo"))
    game = ok(send(api, game, "answer", OTTO, accept=True))
    assert game["moves"] == []  # back to where it was Anna's turn
    game = ok(send(api, moves(api, game, "c3"), "offer", ANNA, what="undo"))
    assert len(ok(send(api, game, "answer", OTTO, accept=True))["moves"]) == 0


def test_a_move_answers_what_was_asked(api: TestClient) -> None:
    game = ok(send(api, moves(api, both(api), "b2"), "offer", ANNA, what="undo"))
    assert moves(api, game, "a1")["table"]["offer"] is None


@pytest.mark.parametrize(
    ("what", "cells", "clock", "words"),
    [
        ("undo", [], None, "X has not moved yet"),
        ("undo", ["b2"], BLITZ, "with a clock"),
        ("undo", ["a1", "b1", "a2", "b2", "a3"], None, "the game is over"),
        ("rematch", ["b2"], None, "not over yet"),
        ("draw", ["a1", "b1", "a2", "b2", "a3"], None, "the game is over"),
    ],
)
def test_what_cannot_be_asked(
    api: TestClient, what: str, cells: list[str], clock: Any, words: str
) -> None:
    game = moves(api, both(api, clock=clock), *cells)
    assert words in sentence(send(api, game, "offer", ANNA, what=what), 400)
    assert "you are watching" in sentence(send(api, game, "offer", EVE, what=what), 403)


def test_a_draw_that_is_declined_is_asked_for_again_after_a_move(api: TestClient) -> None:
    game = ok(send(api, moves(api, both(api), "b2"), "offer", ANNA, what="draw"))
    assert "first answer" in sentence(send(api, game, "offer", OTTO, what="undo"), 400)
    game = ok(send(api, game, "answer", OTTO, accept=False))
    assert (game["table"]["offer"], game["outcome"]) == (None, None)
    assert game["table"]["declined"] == {"what": "draw", "by": "x"}
    assert "the next move" in sentence(send(api, game, "offer", ANNA, what="draw"), 400)
    game = moves(api, game, "a1")
    assert game["table"]["declined"] is None
    assert ok(send(api, game, "offer", ANNA, what="draw"))["table"]["offer"]["by"] == "x"


def test_both_may_agree_on_a_draw(api: TestClient, now: list[float]) -> None:
    game = moves(api, both(api, clock=BLITZ), "b2")
    asked = ok(send(api, game, "offer", OTTO, what="draw"))
    now[0] += 4
    drawn = ok(send(api, asked, "offer", ANNA, what="draw"))  # both ask
    assert drawn["outcome"] == {
        **{"winner": None, "reason": "agreement", "cells": []},
        "words": "A draw: both players agree.",
    }
    assert drawn["table"]["clock"] == {**BLITZ, "left": {"x": 60, "o": 56}, "runs": None}
    assert "the game is over" in sentence(send(api, drawn, "offer", ANNA, what="draw"), 400)
    path = f"/api/v1/games/{drawn['id']}"
    saved = Record.from_json(json.loads(api.get(f"{path}/record").text))
    assert saved.outcome == Record.from_sgf(api.get(f"{path}/sgf").text).outcome
    again = ok(post(api, "/games", {"record": saved.as_json()}))
    assert again["outcome"] == drawn["outcome"]


def test_who_has_no_time_left_does_not_draw(api: TestClient, now: list[float]) -> None:
    game = moves(api, both(api, clock=BLITZ), "b2")
    game = ok(send(api, game, "offer", OTTO, what="draw"))
    now[0] += 61
    assert ok(send(api, game, "answer", ANNA, accept=True))["outcome"]["reason"] == "time"


def test_another_game_with_the_marks_swapped(api: TestClient) -> None:
    game = moves(api, both(api, clock=BLITZ), "a1", "b1", "a2", "b2", "a3")
    game = ok(send(api, game, "offer", OTTO, what="rematch"))
    over = ok(send(api, game, "answer", ANNA, accept=True))
    following = ok(api.get(f"/api/v1/games/{over['table']['next']}"))
    assert (following["moves"], following["turn"]) == ([], "x")
    assert following["table"]["clock"]["left"] == {"x": 60, "o": 60}
    assert "plays X" in sentence(send(api, following, "moves", ANNA, move="b2"), 403)
    assert ok(send(api, following, "moves", OTTO, move="b2"))["turn"] == "o"
    assert "already begun" in sentence(send(api, over, "offer", OTTO, what="rematch"), 400)


def test_both_ask_for_another_game(api: TestClient) -> None:
    asked = {"mark": "x", "key": ANNA, "invitation": INVITATION, "name": " Anna\nB. "}
    game = begin(api, invite=asked)
    assert game["called"] == {"x": "Anna B."}
    came = {"invitation": INVITATION, "key": OTTO, "name": "Otto"}
    game = ok(post(api, f"/games/{game['id']}/join", came))["game"]
    assert game["called"] == {"x": "Anna B.", "o": "Otto"}
    assert "PW[Otto]" in api.get(f"/api/v1/games/{game['id']}/sgf").text
    game = moves(api, game, "a1", "b1", "a2", "b2", "a3")
    game = ok(send(api, game, "offer", OTTO, what="rematch"))
    following = ok(send(api, game, "offer", ANNA, what="rematch"))["table"]["next"]
    assert ok(api.get(f"/api/v1/games/{following}"))["called"] == {"x": "Otto", "o": "Anna B."}


# Clocks


def test_a_clock_counts_from_the_first_move_on(api: TestClient, now: list[float]) -> None:
    game = both(api, clock=BLITZ)
    now[0] += 100
    game = moves(api, game, "b2")
    assert game["table"]["clock"] == {**BLITZ, "left": {"x": 60, "o": 60}, "runs": "o"}
    now[0] += 10
    game = moves(api, game, "a1")
    assert game["table"]["clock"]["left"] == {"x": 60, "o": 52}
    assert game["moves"][-1]["seconds"] == 10
    now[0] += 59
    assert ok(api.get(f"/api/v1/games/{game['id']}"))["table"]["clock"]["left"] == {"x": 1, "o": 52}
    game = moves(api, game, "a2")
    assert game["table"]["clock"]["left"] == {"x": 3, "o": 52}


def test_a_flag_falls_when_somebody_looks(api: TestClient, now: list[float]) -> None:
    game = moves(api, both(api, clock=BLITZ), "b2")
    now[0] += 60
    late = ok(send(api, game, "moves", OTTO, move="a1"))
    assert late["outcome"]["reason"] == "time"
    assert late["outcome"]["words"] == "X wins: O has used up its time."
    assert len(late["moves"]) == 1
    assert late["table"]["clock"] == {**BLITZ, "left": {"x": 60, "o": 0}, "runs": None}
    other = moves(api, both(api, clock=BLITZ), "b2")
    now[0] += 61
    assert ok(api.get(f"/api/v1/games/{other['id']}"))["outcome"]["winner"] == "x"


def test_a_clock_waits_for_the_other_player(api: TestClient, now: list[float]) -> None:
    game = ok(send(api, invite(api, clock=BLITZ), "moves", ANNA, move="b2"))
    now[0] += 1000
    assert game["table"]["clock"]["runs"] is None
    assert ok(join(api, game))["game"]["table"]["clock"]["runs"] == "o"


def test_a_clock_stands_while_the_server_is_down(
    tmp_path: Path, now: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("noughts.web.timekeeper.BEAT", 0.01)
    path = tmp_path / "games.sqlite3"
    with client(path) as api, closing(sqlite3.connect(path)) as file:
        game = moves(api, both(api, clock=BLITZ), "b2", "a1")
        now[0] += 7  # X thinks, and the server notes that it runs
        assert soon(lambda: file.execute("SELECT at FROM alive").fetchone() == (now[0],))
        monkeypatch.setattr("noughts.web.timekeeper.BEAT", 1000)
    for _ in range(2):
        now[0] += 3600
        with client(path):  # nobody comes, and nothing is noted
            now[0] += 20
    now[0] += 3600
    with client(path) as api:
        now[0] += 3 + 7  # the pages come back, and X thinks on
        found = ok(api.get(f"/api/v1/games/{game['id']}"))
        assert found["outcome"] is None
        assert found["table"]["clock"]["left"] == {"x": 46, "o": 62}
        found = moves(api, found, "c3")
        assert found["table"]["clock"]["left"] == {"x": 48, "o": 62}
        assert found["moves"][-1]["seconds"] == 14


# Who is here


def test_followers_learn_who_comes_and_goes(tmp_path: Path) -> None:
    with server(tmp_path / "games.sqlite3") as running:
        game = both(running.client, clock={"seconds": 1, "increment": 0})
        path = f"/api/v1/games/{game['id']}/events"
        with running.client.stream("GET", path, headers={"seat-key": ANNA}) as stream:
            lines = stream.iter_lines()
            assert _next(lines, "presence") == {"x": True, "o": False, "watching": 0}
            with running.client.stream("GET", path, headers={"seat-key": OTTO}):
                assert _next(lines, "presence") == {"x": True, "o": True, "watching": 0}
            with running.client.stream("GET", path, headers={"seat-key": EVE}):
                assert _next(lines, "presence")["watching"] == 1
            moves(running.client, game, "b2")
            assert _next(lines, "game")["outcome"] is None
            assert _next(lines, "game")["outcome"]["reason"] == "time"  # and nobody has asked


def test_a_browser_counts_once(tmp_path: Path) -> None:
    with server(tmp_path / "games.sqlite3") as running:
        game = invite(running.client)
        path = f"/api/v1/games/{game['id']}/events"
        anna = {"seat-key": ANNA, "noughts-client": "browser-of-anna"}
        eve, otto = {"noughts-client": "browser-of-eve"}, {"noughts-client": "browser-of-otto"}
        with running.client.stream("GET", path, headers=anna) as stream:
            lines = stream.iter_lines()
            assert _next(lines, "presence")["watching"] == 0
            for headers in (eve, eve, {"noughts-client": "browser-of-anna"}):  # she loads it again
                with running.client.stream("GET", path, headers=headers):
                    assert _next(lines, "presence") == {"x": True, "o": False, "watching": 1}
            with running.client.stream("GET", path, headers=otto):
                assert _next(lines, "presence")["watching"] == 2
                asked = {"invitation": INVITATION, "key": OTTO}
                ok(
                    running.client.post(
                        f"/api/v1/games/{game['id']}/join", json=asked, headers=otto
                    )
                )
                assert _next(lines, "presence") == {"x": True, "o": True, "watching": 1}


def test_nobody_at_a_running_game_gets_help(tmp_path: Path) -> None:
    with server(tmp_path / "games.sqlite3") as running:
        api = running.client
        game = moves(api, both(api), "b2")
        here = {"noughts-client": "browser-of-eve"}
        now = {"game": "3x3x3", "cells": game["cells"], "turn": "o"}

        def answers(**changes: Any) -> list[int]:
            asked = {**now, **changes}
            paths = ("/api/v1/analysis", "/api/v1/trace", "/api/v1/comparison")
            return [api.post(path, json=asked, headers=here).status_code for path in paths]

        review = f"/games/{game['id']}/review"
        assert "wait until it is over" in sentence(post(api, review, {}), 403)
        assert answers() == [200] * 3  # she is not there
        with api.stream("GET", f"/api/v1/games/{game['id']}/events", headers=here) as stream:
            _next(stream.iter_lines(), "presence")
            assert answers() == [403] * 3
            assert answers(cells="o...x....", turn="x") == [403] * 3  # what may come
            assert answers(cells="x...o...."[::-1]) == [200] * 3  # another game
            game = ok(send(api, game, "resign", ANNA, mark="x"))
            assert answers() == [200] * 3
        assert post(api, review, {}).status_code == 200


def _next(lines: Iterator[str], event: str) -> Any:
    for line in lines:
        if line == f"event: {event}":
            return json.loads(next(lines).removeprefix("data: "))
    raise AssertionError(f"no more events: {event}")


# Codes


def test_a_code_says_what_it_should(api: TestClient) -> None:
    import zxingcpp

    for text in (f"{HERE}/#join=k3v9q2x7.{INVITATION}", "http://[2001:db8::17]:8008/", "Grüße"):
        drawn = ok(post(api, "/code", {"text": text}))
        size, scale = drawn["size"], 4
        dark = _dark(drawn["path"])
        assert all(4 <= x < size - 4 and 4 <= y < size - 4 for x, y in dark)  # white around it
        pixels = bytes(
            0 if (x // scale, y // scale) in dark else 255
            for y in range(size * scale)
            for x in range(size * scale)
        )
        picture = memoryview(pixels).cast("B", (size * scale, size * scale))
        assert [found.text for found in zxingcpp.read_barcodes(picture)] == [text]
    assert "at most 500" in sentence(post(api, "/code", {"text": "x" * 501}), 400)
    assert ok(post(api, "/code", {"text": "€" * 500}))["size"] > 100


def _dark(path: str) -> set[tuple[int, int]]:
    """The modules that a path of rectangles covers."""
    found = set()
    for piece in path.removesuffix("z").split("z"):
        where, _, rest = piece.removeprefix("M").partition("h")
        x, y = map(int, where.split())
        found |= {(x + at, y) for at in range(int(rest.split("v")[0]))}
    return found

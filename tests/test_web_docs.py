"""The page on the HTTP API shows what the server answers: its examples are asked for.

`...` in an example stands for what is left out: more of a list, or some text.
"""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.routing import Route
from starlette.testclient import TestClient
from web import client, events, ok, play, post

from noughts import web
from noughts.web.http_errors import CODES

ROOT = Path(__file__).parent.parent
DOCS = (ROOT / "docs" / "reference" / "http-api.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"(?:^    .*\n?)+", DOCS, re.MULTILINE)
LATE = {"game": "3x3x3", "text": "x.o/o.x/..x"}  # the position of the first example
CHANGES_EACH_TIME = ("id", "seconds")


@pytest.fixture(scope="module")
def api(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    with client(tmp_path_factory.mktemp("web") / "games.sqlite3") as made:
        yield made


def example(text: str) -> Any:
    """An example as data; what is left out becomes the text `...`."""
    return json.loads(re.sub(r"(?<=[\[ ])\.\.\.(?=[\],])", '"..."', text))


def shown(first: str) -> Any:
    """The example that begins with a field of that name."""
    (found,) = (block for block in BLOCKS if block.lstrip().startswith(f'{{"{first}"'))
    return example(found)


def check(shown: Any, real: Any, where: str = "") -> None:
    """Everything that is shown is there, and nothing but what is left out is missing."""
    if shown == "...":
        return
    if isinstance(shown, dict):
        assert isinstance(real, dict), where
        assert set(shown) == set(real), where
        for field in shown:
            check(shown[field], real[field], f"{where}.{field}")
    elif isinstance(shown, list):
        assert isinstance(real, list), where
        kept = [each for each in shown if each != "..."]
        if shown == kept:
            assert len(real) == len(shown), where
        elif shown[0] == "...":
            real = [each for each in real if each in kept]
        for i, each in enumerate(kept):
            check(each, real[i], f"{where}[{i}]")
    elif where.endswith(CHANGES_EACH_TIME):
        assert shown is None if real is None else isinstance(real, str | int | float), where
    else:
        assert shown == real, where


def test_a_position(api: TestClient) -> None:
    command, body = re.search(r"curl \S+ (\S+) .*\n.*-d '(.*)'", DOCS).groups()  # type: ignore[union-attr]
    assert command.endswith("/api/v1/position")
    assert json.loads(body) == LATE
    check(shown("game"), ok(post(api, "/position", LATE)))
    ended = example(re.search(r'\{"winner".*?\}', DOCS, re.DOTALL)[0])  # type: ignore[index]
    won = ok(post(api, "/position", {"game": "3x3x3", "text": "xo./xo./x.."}))
    check(ended, won["outcome"])


def test_what_there_is_to_choose_from(api: TestClient) -> None:
    check(shown("version"), ok(api.get("/api/v1/about")))


def test_a_game_and_its_positions(api: TestClient) -> None:
    begin = re.search(r"To begin: `(.*?)`", DOCS, re.DOTALL)[1]  # type: ignore[index]
    game = play(api, ok(post(api, "/games", example(begin))), "b2")
    in_full, past = (example(block) for block in BLOCKS if block.lstrip().startswith('{"id"'))
    check(in_full, game)
    check(past, ok(api.get(f"/api/v1/games/{game['id']}/positions/{past['number']}")))


def test_a_game_of_two_people_on_two_machines(api: TestClient) -> None:
    begin = shown("invite")
    game = ok(post(api, "/games", begin))
    invitation, key = begin["invite"]["invitation"], begin["invite"]["key"]
    ok(post(api, f"/games/{game['id']}/join", {"invitation": invitation, "key": "o" * 22}))
    game = ok(api.get(f"/api/v1/games/{game['id']}"))
    for mark in ("x", "o"):
        asked = {"revision": game["revision"], "key": key if mark == "x" else "o" * 22}
        move = game["legal"][0]
        game = ok(post(api, f"/games/{game['id']}/moves", {**asked, "move": move}))
    table = shown("seats")
    assert set(table) == set(game["table"])
    assert set(table["clock"]) == set(game["table"]["clock"])
    assert game["table"]["clock"]["runs"] == table["clock"]["runs"]


def test_a_variation(api: TestClient) -> None:
    record: dict[str, Any] = {"game": "3x3x3", "cells": ".........", "turn": "x", "outcome": None}
    record |= {"players": {"x": "human", "o": "human"}, "moves": [["b2", 0], ["a2", 0]]}
    begun = ok(post(api, "/games", {"record": {**record, "variations": [shown("after")]}}))
    check([shown("after")], begun["variations"])


def test_a_search_to_be_watched(api: TestClient) -> None:
    cells = {"game": LATE["game"], "cells": LATE["text"]}
    (_, begin), (_, nodes), (_, done) = events(post(api, "/trace", cells))
    check(shown("method"), begin)
    columns, finished = (block for block in BLOCKS if block.lstrip().startswith('{"nodes"'))
    names = re.findall(r"\w+", columns)[1:]
    assert {len(names)} == {len(row) for row in nodes["nodes"]}
    assert all(f"`{name}`" in DOCS for name in names)
    check(example(finished), done)


def test_what_a_move_was_worth(api: TestClient) -> None:
    game = play(api, ok(post(api, "/games", {"game": "3x3x3"})), "a1", "a3", "c2", "b3", "b2", "c3")
    *moves, (_, done) = events(post(api, f"/games/{game['id']}/review", {}))
    move = shown("number")
    check(move, next(each for _, each in moves if each["number"] == move["number"]))
    check(shown("turned"), done)


def test_an_exercise_its_marks_and_its_key(api: TestClient) -> None:
    """Each request stands before its answer."""
    for path, first in (("", "exercise"), ("/mark", "marks"), ("/key", "key")):
        about = DOCS[DOCS.index(f"**`POST /practice{path}`**") :]
        asked = json.loads(re.search(r"`(\{.*?\})`", about, re.DOTALL)[1])  # type: ignore[index]
        check(shown(first), ok(post(api, f"/practice{path}", asked)))


def test_fields_of_searches(api: TestClient) -> None:
    """Requests and rows that are listed by their fields alone."""
    board = {"game": "3x3x3", "cells": "xo.xo....", "turn": "x"}
    for path in ("/analysis", "/trace"):
        about = DOCS[DOCS.index(f"**`POST {path}`**") :]
        asked = re.search(r"`\{([^`]*)\}`", about)[1]  # type: ignore[index]
        fields = example("{" + asked.replace('"game", "cells", "turn", ', "") + "}")
        assert events(post(api, path, {**board, **fields}))[-1][0] == "done"
    (_, row), *_ = events(post(api, "/comparison", board))
    about = DOCS[DOCS.index("**`POST /comparison`**") :]
    for fields in re.findall(r"`\{([^`]+)\}`", about)[:2]:
        assert set(re.findall(r"\w+", fields)) in (set(row), {"method", "why_not"})


def test_every_address_is_described_and_no_other(api: TestClient) -> None:
    found = re.findall(r"\b(GET|POST) (/[\w/]*)", DOCS)
    described = {(verb, re.sub(r"[A-Z]+", lambda m: f"{{{m[0].lower()}}}", p)) for verb, p in found}
    routes = [route for route in api.app.routes if isinstance(route, Route)]  # type: ignore[attr-defined]
    served = {
        (verb, route.path.removeprefix("/api/v1"))
        for route in routes
        if route.path.startswith("/api/v1")
        for verb in route.methods or ()
    }
    assert served == described


def test_every_code_is_explained() -> None:
    explained = set(map(int, re.findall(r"^\| (\d{3}) \|", DOCS, re.MULTILINE)))
    raised = set(CODES.values()) | {405, 409}  # 405 by Starlette, 409 by `Conflict`
    for path in Path(web.__file__).parent.glob("*.py"):
        raised |= set(map(int, re.findall(r"HTTPException\((\d{3})", path.read_text("utf-8"))))
    assert explained == raised


def test_every_change_that_is_listed_is_understood(api: TestClient) -> None:
    rows = re.findall(r"^\| `POST /games/ID/(\w+)` \| `(\{.*?\})`", DOCS, re.MULTILINE)
    moves = {"moves", "reply", "undo", "redo", "resign", "players"}
    tree = {"vary", "goto", "name", "promote", "delete", "restore"}
    rows = [(what, asked) for what, asked in rows if "revision" in asked]
    assert {what for what, _ in rows} == moves | tree
    for what, asked in rows:
        game = play(api, ok(post(api, "/games", {"game": "3x3x3"})), "a1", "a3")
        revision = game["revision"]
        if what in tree - {"vary"}:
            tried = {"revision": revision, "path": ["a1"], "move": "c3"}
            game = ok(post(api, f"/games/{game['id']}/vary", tried))
        if what == "restore":
            gone = {"revision": game["revision"], "path": ["a1", "c3"]}
            game = ok(post(api, f"/games/{game['id']}/delete", gone))
        if what == "redo":
            game = ok(post(api, f"/games/{game['id']}/undo", {"revision": revision, "moves": 2}))
        if what == "reply":
            named = {"revision": revision, "players": {"x": {"name": "easy"}}}
            game = ok(post(api, f"/games/{game['id']}/players", named))
        body = {**json.loads(asked), "revision": game["revision"]}
        assert ok(post(api, f"/games/{game['id']}/{what}", body))["revision"] > game["revision"]

"""Requests that no one would send on purpose: refused in a sentence, never a failure.

`make fuzz` sends ten thousand of each kind.
"""

import asyncio
import json
from collections.abc import Iterator
from typing import Any

import httpx2 as httpx
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from laws import often
from starlette.testclient import TestClient
from web import begin, client

from noughts.web.quotas import Quotas

KEY, INVITATION = "k" * 22, "i" * 22
PATHS = [
    *("/position", "/record", "/games", "/analysis", "/trace", "/comparison"),
    *(f"/games/ID/{what}" for what in ("moves", "reply", "undo", "redo", "resign", "players")),
    *(f"/games/ID/{what}" for what in ("vary", "goto", "name", "promote", "delete", "restore")),
    *("/games/ID/review", "/practice", "/practice/mark", "/practice/key"),
    *(f"/games/TABLE/{what}" for what in ("join", "offer", "answer", "moves", "resign")),
    "/code",
]
SEARCHES = ("/analysis", "/trace", "/comparison", "/games/ID/review", "/games/ID/reply")
FIELDS = [
    *("game", "text", "cells", "turn", "players", "record", "moves", "move", "revision", "mark"),
    *("method", "seconds", "depth", "nodes", "every_move", "x", "o", "name", "outcome", "winner"),
    *("tree", "comments", "variations", "about", "after", "path", "exercise", "entries", "only"),
    *("key", "invitation", "invite", "clock", "increment", "what", "accept"),
    *("reason", "", "__proto__", "constructor", "0"),
]
WORDS = [
    *(
        "3x3x3",
        "15x15x5",
        "tic-tac-toe",
        "4x4x3-straight-exact",
        "99x99x99",
        "0x0x0",
        "x",
        "o",
        ".",
    ),
    *(
        ".........",
        "xx.oo....",
        "x........",
        "xxxoo....",
        "b2",
        "a1",
        "z99",
        "1,1",
        "human",
        "hard",
    ),
    *("tree:((3 5) (2 9))", "tree:((3", "leaves:6,seed:1", "A", "value", "cut", "<= 2", "inf"),
    *("undo", "rematch", KEY),
    *(
        "random",
        "minimax",
        "engine",
        "line",
        "\0",
        "\ud800",
        "\u202e",
        "9" * 50,
        "../../etc/passwd",
    ),
]
numbers = st.one_of(
    st.integers(-5, 10),
    st.sampled_from([2**31, 2**53, 2**64, -(2**63), 10**400, 1e308, -0.0, 0.5]),
    st.floats(),
)
words = st.one_of(st.sampled_from(WORDS), st.text(max_size=20))
values = st.recursive(
    st.one_of(st.none(), st.booleans(), numbers, words),
    lambda inner: st.one_of(
        st.lists(inner, max_size=4),
        st.dictionaries(st.one_of(st.sampled_from(FIELDS), st.text(max_size=5)), inner, max_size=5),
    ),
    max_leaves=12,
)
bodies = st.one_of(
    st.dictionaries(st.sampled_from(FIELDS), values, max_size=7).map(json.dumps).map(str.encode),
    values.map(json.dumps).map(str.encode),
    st.binary(max_size=200),
    st.sampled_from(
        [b"[" * 3000, b'{"a":' * 3000, b"\xff\xfe", b"NaN", b"-", b'"\\ud800"', b"1e999"]
    ),
)
QUICKLY = settings(
    max_examples=often(250), suppress_health_check=[HealthCheck.function_scoped_fixture]
)


@pytest.fixture(scope="module")
def api(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    quotas = Quotas(seconds=0.02, nodes=200, deadline=2, review=0.1)
    with client(tmp_path_factory.mktemp("web") / "games.sqlite3", quotas) as made:
        yield made


@pytest.fixture(scope="module")
def game(api: TestClient) -> str:
    """A game that all changes are tried on."""
    name: str = begin(api)["id"]
    return name


def is_proper(answer: httpx.Response) -> bool:
    """Done, or refused in a sentence, as too much is, too; nothing in between."""
    proper = (200, 304, 400, 403, 404, 405, 409, 413, 415, 422, 429)
    assert answer.status_code in proper, answer.text
    assert "content-security-policy" in answer.headers
    if answer.status_code >= 400:
        error = answer.json()["error"]
        assert error
        assert "\n" not in error
        assert len(error) < 1000
        assert "Traceback" not in error
    return True


@pytest.fixture(scope="module")
def table(api: TestClient) -> str:
    """A game with seats: one is taken, to the other somebody is invited."""
    invite = {"mark": "x", "key": KEY, "invitation": INVITATION, "clock": {"seconds": 1}}
    name: str = begin(api, invite=invite)["id"]
    return name


@QUICKLY
@given(st.sampled_from(PATHS), bodies)
def test_bodies_that_make_no_sense(
    api: TestClient, game: str, table: str, path: str, body: bytes
) -> None:
    where = f"/api/v1{path.replace('ID', game).replace('TABLE', table)}"
    headers = {"content-type": "application/json"}
    assert is_proper(api.post(where, content=body, headers=headers))


GOOD: dict[str, dict[str, Any]] = {
    "/position": {"game": "3x3x3", "text": "x.o/o.x/..x", "turn": "o", "moves": ["a2"]},
    "/games": {"game": "3x3x3", "cells": ".........", "turn": "x", "moves": ["b2"], "players": {}},
    "/analysis": {"game": "3x3x3", "cells": "x.o/o.x/..x", "method": "engine", "seconds": 0.01},
    "/trace": {"game": "3x3x3", "cells": "x.o/o.x/..x", "method": "alpha-beta", "nodes": 100},
    "/comparison": {"game": "3x3x3", "cells": "xo.xo...."},
    "/games/ID/moves": {"revision": 0, "move": "b2"},
    "/games/ID/undo": {"revision": 0, "moves": 1},
    "/games/ID/vary": {"revision": 0, "path": ["b2"], "move": "a1"},
    "/games/ID/goto": {"revision": 0, "path": ["b2"]},
    "/games/ID/name": {"revision": 0, "path": ["b2"], "name": "the centre"},
    "/games/ID/promote": {"revision": 0, "path": ["b2"]},
    "/games/ID/delete": {"revision": 0, "path": ["b2"]},
    "/games/ID/restore": {"revision": 0},
    "/games/ID/players": {"revision": 0, "players": {"x": {"name": "human", "seconds": 1}}},
    "/practice": {"exercise": "alpha-beta,leaves:6,seed:1"},
    "/practice/mark": {
        "exercise": "tree:((3 5) (2 9))",
        "entries": {"A": {"value": 3}},
        "only": None,
    },
    "/games/TABLE/join": {"invitation": INVITATION, "key": "o" * 22},
    "/games/TABLE/moves": {"revision": 0, "move": "b2", "key": KEY},
    "/games/TABLE/offer": {"revision": 0, "what": "undo", "key": KEY},
    "/games/TABLE/answer": {"revision": 0, "accept": True, "key": KEY},
    "/code": {"text": "http://127.0.0.1:8008/"},
}
CLOCK = {"seconds": 60}
INVITE = {"mark": "x", "key": KEY, "invitation": INVITATION, "clock": CLOCK, "name": "Ada"}


@QUICKLY
@given(st.sampled_from(sorted(GOOD)), st.data())
def test_requests_with_something_wrong(
    api: TestClient, game: str, table: str, path: str, data: st.DataObject
) -> None:
    """One field, or a part of one, is something else than it should be."""
    body: dict[str, Any] = json.loads(json.dumps(GOOD[path]))
    field = data.draw(st.sampled_from([*body, *FIELDS]))
    body[field] = data.draw(values)
    where = f"/api/v1{path.replace('ID', game).replace('TABLE', table)}"
    headers = {"content-type": "application/json"}
    content = json.dumps(body).encode()
    assert is_proper(api.post(where, content=content, headers=headers))


@QUICKLY
@given(st.sampled_from([*INVITE, "clock.seconds", "clock.increment"]), values)
def test_invitations_with_something_wrong(api: TestClient, field: str, value: Any) -> None:
    invite: dict[str, Any] = json.loads(json.dumps(INVITE))
    first, _, second = field.partition(".")
    if second:
        invite[first][second] = value
    else:
        invite[first] = value
    content = json.dumps({"game": "3x3x3", "invite": invite}).encode()
    headers = {"content-type": "application/json"}
    assert is_proper(api.post("/api/v1/games", content=content, headers=headers))


RECORD = {
    **{"game": "3x3x3", "cells": ".........", "turn": "x", "players": {"x": "human", "o": "hard"}},
    **{"moves": [["a1", 1], ["b1", 1], ["a2", 1], ["b2", 1], ["a3", 1]]},
    "outcome": {"winner": "x", "reason": "line", "cells": ["a1", "a2", "a3"]},
}


@QUICKLY
@given(st.sampled_from(sorted(RECORD)), values, st.integers(0, 300))
def test_files_that_are_damaged(api: TestClient, field: str, value: Any, cut: int) -> None:
    headers = {"content-type": "application/json"}
    body = json.dumps({"record": {**RECORD, field: value}}).encode()
    assert is_proper(api.post("/api/v1/games", content=body, headers=headers))
    assert is_proper(api.post("/api/v1/games", content=body[:cut], headers=headers))


HEADERS = ["host", "origin", "content-type", "content-length", "sec-fetch-site", "if-none-match"]
header_texts = st.text(st.characters(min_codepoint=32, max_codepoint=255), max_size=30).map(
    lambda text: text.encode("latin-1")
)


@QUICKLY
@given(
    st.sampled_from(["GET", "POST", "HEAD", "PUT", "DELETE", "OPTIONS", "TRACE", "NONSENSE"]),
    st.text(max_size=40),
    st.dictionaries(st.sampled_from(HEADERS), header_texts, max_size=3),
)
def test_addresses_verbs_and_headers(
    api: TestClient, verb: str, path: str, headers: dict[str, bytes]
) -> None:
    """The application itself, without a client that would mend what is sent."""
    for where in (f"/{path}", f"/api/v1/{path}", f"/static/{path}", f"/api/v1/games/{path}"):
        status, body = _raw(api, verb, where, headers)
        assert status in (200, 304, 400, 403, 404, 405, 409, 413, 415), body
        if status >= 400:
            assert json.loads(body)["error"]


def _raw(api: TestClient, verb: str, path: str, headers: dict[str, bytes]) -> tuple[int, bytes]:
    """A request as a server passes it on."""
    sent: list[Any] = []
    given = {b"host": b"127.0.0.1", **{name.encode(): value for name, value in headers.items()}}
    scope = {
        **{"type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "scheme": "http"},
        **{"method": verb, "path": path, "raw_path": b"", "query_string": b"", "root_path": ""},
        **{"headers": list(given.items()), "client": None, "server": None},
    }

    waiting = [{"type": "http.request", "body": b"{}", "more_body": False}]

    async def receive() -> Any:
        if not waiting:
            await asyncio.Event().wait()  # the client stays
        return waiting.pop()

    async def send(message: Any) -> None:
        sent.append(message)

    async def run() -> None:
        await api.app(scope, receive, send)

    assert api.portal is not None
    api.portal.call(run)
    body = b"".join(message.get("body", b"") for message in sent)
    return sent[0]["status"], body

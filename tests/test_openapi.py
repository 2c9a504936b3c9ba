"""The OpenAPI file says what the server does: its routes, the fields it reads, what it answers."""

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from starlette.routing import Route
from web import Server, read_events

from noughts import Record
from noughts.web.app import create_app

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / "docs"))

import openapi  # noqa: E402

FILE = json.loads(openapi.WRITTEN.read_text("utf-8"))
OPERATIONS = {
    (verb.upper(), path): operation
    for path, verbs in FILE["paths"].items()
    for verb, operation in verbs.items()
}
KEYS = {"x": "x" * 22, "o": "o" * 22, "invitation": "i" * 22}


def schema(part: Any) -> Any:
    """A part of the file that can be validated by itself."""
    return {**part, "components": FILE["components"]}


class Client:
    """Asks a server, and validates what it sends and what is answered."""

    def __init__(self, server: Server) -> None:
        self.http, self.asked = server.client, set[tuple[str, str]]()

    def ask(self, verb: str, path: str, body: Any = None, **places: str) -> Any:
        operation = OPERATIONS[verb, path]
        self.asked.add((verb, path))
        if body is not None and verb == "POST":
            wanted = operation["requestBody"]["content"]["application/json"]["schema"]
            jsonschema.validate(body, schema(wanted))
        address = "/api/v1" + path.format(**places)
        if verb == "POST":
            answer = self.http.post(address, json=body)
        else:
            answer = self.http.get(address, params=body)
        assert answer.status_code == 200, answer.text
        ((kind, content),) = operation["responses"]["200"]["content"].items()
        assert answer.headers["content-type"].partition(";")[0] == kind
        if kind == "application/json" and content["schema"]:
            data = answer.json()
            jsonschema.validate(data, schema(content["schema"]))
            return data
        if kind == "text/event-stream":
            found = read_events(answer.text)
            for event, data in found:
                jsonschema.validate(data, schema(content["x-events"][event]))
            return found
        return answer.text

    def change(self, game: Any, how: str, /, **fields: Any) -> Any:
        path = f"/games/{{id}}/{how}"
        return self.ask("POST", path, {"revision": game["revision"], **fields}, id=game["id"])

    def follow(self, game: Any) -> None:
        """Read what comes until two kinds of events have come, each as the file says."""
        self.asked.add(("GET", "/games/{id}/events"))
        content = OPERATIONS["GET", "/games/{id}/events"]["responses"]["200"]["content"]
        known, seen, event = content["text/event-stream"]["schema"], set[str](), ""
        assert known == {"type": "string"}
        with self.http.stream("GET", f"/api/v1/games/{game['id']}/events") as stream:
            for line in stream.iter_lines():
                if line.startswith("event: "):
                    event = line.removeprefix("event: ")
                if line.startswith("data: "):
                    data = json.loads(line.removeprefix("data: "))
                    jsonschema.validate(
                        data, schema(content["text/event-stream"]["x-events"][event])
                    )
                    seen.add(event)
                if {"game", "presence"} <= seen:
                    return


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = Server(tmp_path_factory.mktemp("openapi") / "games.sqlite3")
    yield server
    server.stop()


def test_the_file_is_the_one_that_the_program_writes() -> None:
    assert openapi.api() == FILE, "run python docs/openapi.py"


def test_every_route_of_the_server_is_there_and_no_other(tmp_path: Path) -> None:
    served = {
        (verb, route.path.removeprefix("/api/v1"))
        for route in create_app(tmp_path / "games.sqlite3").routes
        if isinstance(route, Route) and route.path.startswith("/api/v1")
        for verb in route.methods or ()
    }
    assert {*OPERATIONS} == served


def test_the_schemas_are_schemas() -> None:
    for name, each in FILE["components"]["schemas"].items():
        jsonschema.Draft202012Validator.check_schema(each)
        assert each.get("properties") is not None, name
    named = set(re.findall(r"#/components/schemas/(\w+)", json.dumps(FILE)))
    assert named == {*FILE["components"]["schemas"]}


@pytest.mark.parametrize(("verb", "path"), OPERATIONS, ids=" ".join)
def test_the_fields_of_a_request_are_those_that_the_server_reads(
    running: Server, verb: str, path: str
) -> None:
    """An unknown field is refused with a list of those that there are."""
    operation = OPERATIONS[verb, path]
    body = operation.get("requestBody", {}).get("content", {}).get("application/json")
    query = [each["name"] for each in operation.get("parameters", []) if each["in"] == "query"]
    address = "/api/v1" + path.format(id="abcdefgh", number=0)
    if body:
        answer = running.client.post(address, json={"strange": 1})
        reference = body["schema"]["$ref"].rpartition("/")[2]
        fields = list(FILE["components"]["schemas"][reference]["properties"])
    elif query:
        answer, fields = running.client.get(address, params={"strange": "1"}), query
    else:
        return
    assert answer.status_code == 400
    jsonschema.validate(answer.json(), schema({"$ref": "#/components/schemas/Error"}))
    refused = answer.json()["error"]
    assert refused.startswith("unknown field 'strange': ")
    listed = re.search(r"the fields are (.*)$", refused)
    assert (listed[1].split(", ") if listed else []) == fields


def test_what_is_too_long_or_unknown_for_the_file_is_refused_by_the_server(running: Server) -> None:
    """Limits and choices are those of the server: just inside is read, just outside is not."""
    board = {"game": "3x3x3", "cells": "........."}
    for path, kind, base in (
        ("/analysis", "AnalysisRequest", board),
        ("/trace", "TraceRequest", board),
        ("/code", "CodeRequest", {"text": "x"}),
    ):
        properties = FILE["components"]["schemas"][kind]["properties"]
        for name, wanted in properties.items():
            each = wanted["anyOf"][0] if "anyOf" in wanted else wanted
            wrong: list[Any] = []
            wrong += ["x" * (each["maxLength"] + 1)] if "maxLength" in each else []
            wrong += [each["maximum"] * 2] if "maximum" in each else []
            wrong += [each["minimum"] - 1] if "minimum" in each else []
            wrong += ["strange"] if "enum" in each else []
            for value in wrong:
                answer = running.client.post(f"/api/v1{path}", json={**base, name: value})
                assert answer.status_code == 400, (path, name)
                assert answer.json()["error"].startswith(f"{name}: "), (path, name)


def test_answers_are_as_the_file_says(running: Server) -> None:
    client = Client(running)
    client.ask("GET", "/about")
    late = {"game": "3x3x3", "text": "x.o/o.x/..x"}
    client.ask("POST", "/position", late)
    client.ask("POST", "/position", {"game": "3x3x3", "text": "xo./xo./x.."})
    client.ask("POST", "/position", {"text": "xxx/.../...", "draft": True})
    play_a_game(client)
    play_on_two_machines(client)
    search(client)
    practise(client)
    client.ask("POST", "/code", {"text": "http://localhost"})
    assert client.asked == {*OPERATIONS}, "an address that nobody has asked"


def play_a_game(client: Client) -> None:
    players = {"x": {"name": "human"}, "o": {"name": "easy"}}
    game = client.ask("POST", "/games", {"game": "3x3x3", "players": players})
    game = client.change(game, "moves", move="b2")
    game = client.change(game, "reply")
    (*_, reply) = game["moves"]
    game = client.change(game, "players", players={"o": {"name": "human"}})
    game = client.change(game, "undo", moves=2)
    game = client.change(game, "redo")
    here = {"id": game["id"]}
    client.ask("GET", "/games/{id}", **here)
    client.ask("GET", "/games/{id}/positions/{number}", number="1", **here)
    free = [move for move in game["legal"] if move != reply["move"]]
    game = client.change(game, "vary", path=["b2"], move=free[0])
    game = client.change(game, "name", path=["b2", free[0]], name="a try")
    game = client.change(game, "promote", path=["b2", free[0]])
    game = client.change(game, "vary", path=["b2"], move=free[1])
    game = client.change(game, "delete", path=["b2", free[1]])
    game = client.change(game, "restore")
    game = client.change(game, "goto", path=["b2", free[1]])
    client.ask("POST", "/games/{id}/title", {"title": "A short one"}, **here)
    game = client.ask("GET", "/games/{id}", **here)
    client.change(game, "resign", mark="x")
    client.ask("POST", "/games/{id}/review", {}, **here)
    saved = client.ask("GET", "/games/{id}/record", **here)
    assert Record.from_json(saved).moves
    text = client.ask("GET", "/games/{id}/sgf", **here)
    client.ask("GET", "/games/{id}/psq", **here)
    client.ask("POST", "/record", {"text": text})
    client.ask("POST", "/games", {"record": saved})
    for what in ("list", "files", "sgf"):
        client.ask("POST", f"/games/{what}", {"ids": [game["id"]]})
    client.ask("POST", "/games/{id}/remove", {}, **here)
    client.ask("POST", "/games/{id}/return", {}, **here)


def play_on_two_machines(client: Client) -> None:
    clock = {"seconds": 300, "increment": 3}
    invite = {"mark": "x", "key": KEYS["x"], "invitation": KEYS["invitation"], "clock": clock}
    game = client.ask("POST", "/games", {"game": "3x3x3", "invite": invite})
    client.follow(game)
    taken = {"invitation": KEYS["invitation"], "key": KEYS["o"], "name": "Otto"}
    game = client.ask("POST", "/games/{id}/join", taken, id=game["id"])["game"]
    game = client.change(game, "moves", move="b2", key=KEYS["x"])
    game = client.change(game, "offer", what="draw", key=KEYS["o"])
    game = client.change(game, "answer", accept=False, key=KEYS["x"])
    assert game["table"]["declined"] == {"what": "draw", "by": "o"}


def search(client: Client) -> None:
    board = {"game": "3x3x3", "cells": "x.o/o.x/..x"}
    client.ask("POST", "/analysis", {**board, "every_move": True})
    large = {"game": "15x15x5", "cells": "." * 225, "seconds": 0.3}
    client.ask("POST", "/analysis", large)
    client.ask("POST", "/comparison", board)
    assert [event for event, _ in client.ask("POST", "/trace", board)] == ["begin", "nodes", "done"]
    client.ask("POST", "/trace", {"tree": "((3 12 8) (2 4 6) (14 5 2))", "method": "minimax"})


def practise(client: Client) -> None:
    exercise = {"exercise": "alpha-beta,tree:((3,5),(2,9,1),(7,4))"}
    client.ask("POST", "/practice", exercise)
    client.ask("POST", "/practice", {"exercise": "alpha-beta,leaves:9"})
    client.ask("POST", "/practice", {"exercise": "minimax,game:3x3x3,cells:x.oo.x..x,turn:o"})
    entries = {"B": {"value": "5"}, "C": {"alpha": "5", "value": "<= 2"}, "C2": {"cut": True}}
    client.ask("POST", "/practice/mark", {**exercise, "entries": entries})
    client.ask("POST", "/practice/key", exercise)
    for what in ("sheet", "moodle", "picture"):
        client.ask("GET", f"/practice/{what}", {**exercise, "key": "yes"})

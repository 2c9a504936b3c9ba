"""Answers that the page can have before Python has arrived, recorded from the server itself."""

import json
import subprocess
import sysconfig
import tempfile
from pathlib import Path
from typing import Any

from starlette.testclient import TestClient

from noughts.rules import PRESETS
from noughts.web.app import Api, app_of
from noughts.web.database import Database
from noughts.web.games import Games
from noughts.web.quotas import Quotas
from noughts.web.searches import Searches

__all__ = ["answers"]

ASKED = Path(__file__).resolve().parent / "asked.mjs"
WITH_MOVES = "3x3x3"  # on larger boards that would be too much, and most want a moment to think


def answers() -> str:
    """A module with the answers; `site/page/early.js` uses them."""
    node = Path(sysconfig.get_path("scripts")) / "node"
    asked = json.loads(subprocess.run([node, ASKED], check=True, capture_output=True).stdout)
    players = asked["friendly"]["players"]
    with tempfile.TemporaryDirectory() as folder:
        quotas = Quotas()
        games = Games(Database(Path(folder) / "games.sqlite3"))
        app = app_of(Api(games, quotas, Searches(quotas), alone=True))
        with TestClient(app, base_url="http://localhost") as client:
            known, begun = {}, []
            for method, path, body in asked["requests"]:
                known[f"{method} {path} {body}"] = _answered(client, method, path, body)
            for rules in PRESETS.values():
                begun.append(_begun(client, {"game": str(rules), "turn": "x", "players": players}))
                link = _written({"text": "", "game": str(rules), "moves": []})
                found = _answered(client, "POST", "position", link)
                known[f"POST position {link}"] = found
                begun.append(_begun(client, _of_link(json.loads(found["text"]), players)))
    return f"export const ANSWERS = {_written({'known': known, 'games': begun})};\n"


def _written(data: Any) -> str:
    """As browsers write it, byte for byte: by that they find the answer."""
    return json.dumps(data, separators=(",", ":"))


def _answered(client: TestClient, method: str, path: str, body: str) -> dict[str, str]:
    json_follows = {"content-type": "application/json"} if body else {}
    answer = client.request(method, f"/api/v1/{path}", content=body, headers=json_follows)
    answer.raise_for_status()
    return {"type": answer.headers["content-type"], "text": answer.text}


def _of_link(position: dict[str, Any], players: Any) -> dict[str, Any]:
    """How the page begins the game of a link that names nothing but the game."""
    names = ("game", "cells", "turn")
    start = {name: position[name] for name in names}
    return {**start, "moves": [], "players": players, "held": False}


def _begun(client: TestClient, body: dict[str, Any]) -> dict[str, Any]:
    answer = client.post("/api/v1/games", json=body).json()
    cells = answer["legal"] if body["game"] == WITH_MOVES else []
    return {
        "body": _written(body),
        "answer": answer,
        "moves": {cell: _moved(client, body, cell) for cell in cells},
    }


def _moved(client: TestClient, body: dict[str, Any], cell: str) -> Any:
    """The game after that first move."""
    game = client.post("/api/v1/games", json=body).json()
    moved = client.post(f"/api/v1/games/{game['id']}/moves", json={"revision": 0, "move": cell})
    return moved.json()

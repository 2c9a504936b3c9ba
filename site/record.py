"""Answers that the page can have before Python has arrived, recorded from the server itself."""

import json
import re
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

PAGE = Path(__file__).resolve().parent.parent / "src/noughts/web/static"
WITH_MOVES = "3x3x3"  # on larger boards that would be too much, and most want a moment to think


def answers() -> str:
    """A module with the answers; `site/page/early.js` uses them."""
    with tempfile.TemporaryDirectory() as folder:
        quotas = Quotas()
        games = Games(Database(Path(folder) / "games.sqlite3"))
        app = app_of(Api(games, quotas, Searches(quotas), alone=True))
        with TestClient(app, base_url="http://localhost") as client:
            begun = [_begun(client, str(rules)) for rules in PRESETS.values()]
            known = {"about": client.get("/api/v1/about").json(), "games": begun}
    return f"export const ANSWERS = {json.dumps(known, separators=(',', ':'))};\n"


def usual_opponent() -> str:
    """The one against whom the page begins a game without a question."""
    page = (PAGE / "game/friendly.js").read_text("utf-8")
    (name,) = re.findall(r"^export const USUAL_OPPONENT = '(.+)';$", page, re.M)
    return str(name)


def _begun(client: TestClient, game: str) -> dict[str, Any]:
    players = {"x": {"name": "human"}, "o": {"name": usual_opponent()}}
    body = {"game": game, "turn": "x", "players": players}
    answer = client.post("/api/v1/games", json=body).json()
    cells = answer["legal"] if game == WITH_MOVES else []
    return {
        "body": body,
        "answer": answer,
        "moves": {cell: _moved(client, body, cell) for cell in cells},
    }


def _moved(client: TestClient, body: dict[str, Any], cell: str) -> Any:
    """The game after that first move."""
    game = client.post("/api/v1/games", json=body).json()
    moved = client.post(f"/api/v1/games/{game['id']}/moves", json={"revision": 0, "move": cell})
    return moved.json()

"""Positions and games as the page is told them: everything it draws is in here."""

import json
from functools import lru_cache
from importlib import metadata
from itertools import pairwise
from typing import Any

from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse, Response

from noughts.methods import METHODS
from noughts.notation import name, names
from noughts.players import LEVELS
from noughts.position import Outcome, Position
from noughts.rules import LARGEST, OTHER, PRESETS, Rules
from noughts.web.changes import Conflict, Game
from noughts.web.quotas import Quotas

__all__ = ["CLOCKED", "NO_STORE", "PLAYERS", "about", "as_text", "error_response", "game_response"]
__all__ += ["of_game", "of_position", "text_of_game"]

NO_STORE = {"cache-control": "no-store"}

LEVELS_IN_WORDS = {
    "easy": "errs three times out of four",
    "medium": "errs every third time",
    "hard": "errs now and then, but sees what wins at once",
    "perfect": "never errs where the board can be searched to its end",
}
PLAYERS = {
    **{level: LEVELS_IN_WORDS[level] for level in LEVELS},
    "random": "any move",
    **{method.name: method.about for method in METHODS.values()},
}
CLOCKED = ("engine", "perfect", "four-in-a-line")  # those that use the seconds they are given


_encode = json.JSONEncoder(allow_nan=False, separators=(",", ":")).encode


def as_text(data: Any) -> str:
    """JSON as browsers read it: no NaN, no infinity."""
    return _encode(data)


def about(quotas: Quotas) -> dict[str, Any]:
    """What there is to choose from."""
    return {
        "version": metadata.version("noughts"),
        "games": [
            {"game": str(rules), "name": preset, "label": rules.in_words}
            for preset, rules in PRESETS.items()
        ],
        "players": [
            {"name": player, "about": words, "clock": player in CLOCKED}
            for player, words in PLAYERS.items()
        ],
        "limits": {
            "rows": LARGEST,
            "seconds": quotas.seconds,
            "nodes": quotas.nodes,
            "bytes": quotas.bytes,
        },
    }


def of_position(position: Position) -> dict[str, Any]:
    """A position, and which methods can search it."""
    return {
        **_of_rules(position.rules),
        **_of_board(position, position.outcome),
        "methods": [
            {
                "name": method.name,
                "about": method.about,
                "watch": method.watch,
                "why_not": method.why_not(position),
            }
            for method in METHODS.values()
        ],
    }


@lru_cache(512)
def text_of_game(game: Game) -> str:
    """A game as it stands, as JSON: it goes to whoever changed it and to all who follow it."""
    return as_text(of_game(game))


def of_game(game: Game) -> dict[str, Any]:
    """A game as it stands."""
    record, start = game.record, game.record.start
    rules = start.rules
    marks = [start.turn, OTHER[start.turn]]
    return {
        "id": game.id,
        "revision": game.revision,
        **_of_rules(rules),
        "start": {"cells": start.cells, "turn": start.turn},
        **_of_board(record.position, record.outcome),
        "moves": [
            {"move": name(rules, move), "mark": marks[i % 2], "seconds": round(seconds, 3)}
            for i, (move, seconds) in enumerate(zip(record.moves, record.seconds, strict=True))
        ],
        "undone": [name(rules, move) for move, _ in reversed(game.undone)],
        "players": {
            mark: {"name": record.players[mark], "seconds": game.seconds[mark]} for mark in OTHER
        },
    }


def game_response(game: Game) -> Response:
    """A game as it stands, for no cache to keep."""
    return Response(text_of_game(game), headers=NO_STORE, media_type="application/json")


def error_response(error: HTTPException) -> Response:
    """What is wrong, in a sentence, with the game as it is now where that helps."""
    body: dict[str, Any] = {"error": error.detail}
    if isinstance(error, Conflict):
        body["game"] = of_game(error.game)
    return JSONResponse(body, error.status_code, {**NO_STORE, **(error.headers or {})})


def _of_rules(rules: Rules) -> dict[str, Any]:
    return {
        "game": str(rules),
        "rows": rules.rows,
        "columns": rules.columns,
        "k": rules.k,
        "straight": not rules.diagonals,
        "exact": rules.exact,
        "label": rules.in_words,
    }


def _of_board(position: Position, outcome: Outcome | None) -> dict[str, Any]:
    rules = position.rules
    return {
        "cells": position.cells,
        "turn": position.turn,
        "legal": [] if outcome else names(rules, position.legal_moves),
        "outcome": outcome
        and {
            "winner": outcome.winner,
            "reason": outcome.reason,
            "cells": names(rules, outcome.cells),
            "words": in_words(rules, outcome),
        },
    }


def in_words(rules: Rules, outcome: Outcome) -> str:
    """How a game ended: `X wins: a line from a1 to c1.`"""
    if outcome.winner is None:
        return "A draw: the board is full."
    winner, loser = outcome.winner.upper(), OTHER[outcome.winner].upper()
    how = {
        "line": _line_in_words(rules, outcome.cells),
        "resignation": f"{loser} resigns",
        "time": f"{loser} has used up its time",
        "illegal move": f"{loser} made an illegal move",
    }[outcome.reason]
    return f"{winner} wins: {how}."


def _line_in_words(rules: Rules, cells: tuple[int, ...]) -> str:
    """From end to end where it is one line, else all its cells."""
    steps = {after - before for before, after in pairwise(cells)}
    if len(cells) > 1 and len(steps) == 1:
        return f"a line from {name(rules, cells[0])} to {name(rules, cells[-1])}"
    return f"{'lines' if len(cells) > 1 else 'a line'} on {', '.join(names(rules, cells))}"

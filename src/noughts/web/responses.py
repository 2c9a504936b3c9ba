"""Positions and games as the page receives them: everything it draws is here."""

import json
from collections.abc import Sequence
from functools import lru_cache
from importlib import metadata
from typing import Any

from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse, Response

from noughts.analysis import NO_LIMIT, Analysis, Limit
from noughts.methods import METHODS
from noughts.notation import default_notation, name, names
from noughts.players import OPPONENTS
from noughts.position import Outcome, Position
from noughts.records import Record
from noughts.rules import LARGEST, OTHER, PRESETS, Rules
from noughts.web.changes import Conflict, Game
from noughts.web.quotas import Quotas
from noughts.web.seated import of_table
from noughts.words import ending

__all__ = ["NO_STORE", "about", "as_text", "error_response", "game_response"]
__all__ += ["of_board", "of_game", "of_listed", "of_past", "of_position", "of_thought"]
__all__ += ["text_of_game"]

NO_STORE = {"cache-control": "no-store"}
SHOWN = 12  # moves of the best line that a program thinks of

_encode = json.JSONEncoder(allow_nan=False, separators=(",", ":")).encode


def as_text(data: Any) -> str:
    """JSON as browsers read it: no NaN, no infinity."""
    return _encode(data)


def about(quotas: Quotas, addresses: Sequence[str], alone: bool) -> dict[str, Any]:
    """What you can choose from, and where others find this server."""
    return {
        "version": metadata.version("noughts"),
        "addresses": addresses,
        "alone": alone,
        "games": [{"name": preset, **_of_rules(rules)} for preset, rules in PRESETS.items()],
        "players": [
            {"name": each.name, "about": each.about, "clock": each.clock, "kind": each.kind}
            for each in OPPONENTS.values()
        ],
        "limits": {
            "rows": LARGEST,
            "seconds": quotas.seconds,
            "nodes": quotas.nodes,
            "bytes": quotas.bytes,
        },
    }


def of_thought(found: Analysis) -> dict[str, Any]:
    """What a program has found out about its move so far."""
    return {
        "turn": found.position.turn,
        "depth": found.depth,
        "nodes": found.nodes,
        "outcome": found.outcome,
        "plies": found.plies,
        "score": found.score,
        "line": names(found.position.rules, found.line[:SHOWN]),
    }


def of_board(position: Position, decision: Outcome | None = None) -> dict[str, Any]:
    """A position as a board is drawn from it; `decision` is an outcome that is not on the board."""
    outcome = decision or position.outcome
    return {**_of_rules(position.rules), **_of_board(position, outcome)}


def of_position(
    position: Position, decision: Outcome | None = None, limit: Limit = NO_LIMIT
) -> dict[str, Any]:
    """A position, and which methods can search it; `decision` is an outcome not on the board."""
    return {
        **of_board(position, decision),
        "methods": [
            {
                "name": method.name,
                "about": method.about,
                "watch": method.watch,
                "estimates": method.estimates,
                "why_not": method.why_not(position, limit),
            }
            for method in METHODS.values()
        ],
    }


def of_past(game: Game, number: int) -> dict[str, Any]:
    """The position after the first moves of a game; after all of them it may be decided."""
    record = game.record
    undone = len(record.moves) - number
    position = record.undo(undone).position if undone else record.position
    return {
        "id": game.id,
        "revision": game.revision,
        "number": number,
        **of_position(position, None if undone else record.decision),
    }


def text_of_game(game: Game) -> str:
    """A game as it is now, as JSON: for the client that changed it and for all its followers."""
    has_clock = game.table and game.table.clock
    return as_text(of_game(game)) if has_clock else _text_of_revision(game)


@lru_cache(512)
def _text_of_revision(game: Game) -> str:
    return as_text(of_game(game))


def of_game(game: Game) -> dict[str, Any]:
    """A game as it is now."""
    record, whole, start = game.record, game.whole, game.record.start
    rules = start.rules
    end = game.ending
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
        "undone": names(rules, whole.moves[game.played :]),
        "decision": end and {"number": end.number, "counts": end.counts},
        "comments": {str(number): text for number, text in whole.comments.items()},
        "variations": [each.as_json(rules) for each in whole.variations],
        "deleted": len(game.deleted),
        "held": game.held,
        "title": game.title,
        "players": _of_players(game),
        "called": game.called,
        "opened": game.opened,
        "remark": _remark(record),
        "table": of_table(game),
    }


def _remark(record: Record) -> str | None:
    """What surprises in the last move: a line that is too long to win."""
    if not record.moves or record.outcome:
        return None
    longest = record.start.rules.too_long(record.position.cells, record.moves[-1])
    return f"{longest} in a row: longer lines do not win here." if longest else None


def of_listed(game: Game) -> dict[str, Any]:
    """A game as a list of games shows it."""
    record = game.record
    rules, outcome = record.start.rules, record.outcome
    return {
        "id": game.id,
        "title": game.title,
        **_of_rules(rules),
        "cells": record.position.cells,
        "turn": record.position.turn,
        "players": _of_players(game),
        "called": game.called,
        "opened": game.opened,
        "table": of_table(game),
        "outcome": outcome and {**outcome.as_json(rules), "words": ending(rules, outcome)},
        "moves": len(record.moves),
        "touched": game.touched,
    }


def game_response(game: Game) -> Response:
    """A game as it is now, which no cache may keep."""
    return Response(text_of_game(game), headers=NO_STORE, media_type="application/json")


def error_response(error: HTTPException) -> Response:
    """What is wrong, in a sentence; a conflict comes with the game as it is now."""
    body: dict[str, Any] = {"error": error.detail}
    if isinstance(error, Conflict):
        body["game"] = of_game(error.game)
    return JSONResponse(body, error.status_code, {**NO_STORE, **(error.headers or {})})


def _of_players(game: Game) -> dict[str, Any]:
    players = game.record.players
    return {mark: {"name": players[mark], "seconds": game.seconds[mark]} for mark in OTHER}


def _of_rules(rules: Rules) -> dict[str, Any]:
    return {
        "game": str(rules),
        "rows": rules.rows,
        "columns": rules.columns,
        "k": rules.k,
        "straight": not rules.diagonals,
        "exact": rules.exact,
        "label": rules.in_words,
        "notation": default_notation(rules).name,
    }


def _of_board(position: Position, outcome: Outcome | None) -> dict[str, Any]:
    rules = position.rules
    return {
        "cells": position.cells,
        "turn": position.turn,
        "legal": [] if outcome else names(rules, position.legal_moves),
        "outcome": outcome and {**outcome.as_json(rules), "words": ending(rules, outcome)},
    }

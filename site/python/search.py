"""What a worker does that searches: answers requests, one at a time; see `alone`.

A request is what `noughts.web.search_process` reads, and so are the answers. Searches of the engine
are in addition to these; it is kept from one to the next, because its table remembers the game.
"""

import json
import random
import time
from dataclasses import replace
from typing import Any

from noughts.analysis import Analysis
from noughts.engine import Engine
from noughts.notation import as_move
from noughts.players import player_named
from noughts.records import Record
from noughts.review import Review, summary, usual_limit
from noughts.web.quotas import Quotas
from noughts.web.responses import as_text
from noughts.web.search_process import SearchRequest, answer
from noughts.web.searches import PAUSE, TABLE_MB

__all__ = ["Searcher"]


class Searcher:
    """Calls `tell(event, data)` with each event of the answer."""

    def __init__(self, tell) -> None:
        self._tell = tell
        self._engine = None

    def ask(self, line: str) -> None:
        """Answer a request."""
        asked = json.loads(line)
        if asked["job"] == "review":
            return self._review(Record.from_json(asked["record"]))
        request = SearchRequest.from_line(line)
        if not asked.get("engine"):
            for event, data in answer(request):
                self._tell(event, data)
        elif asked["job"] == "choose":
            self._choose(request)
        else:
            self._analyse(request)
        return None

    def _engine_for(self, rules) -> Engine:
        if self._engine is None or self._engine.rules != rules:
            self._engine = None  # first free its table
            self._engine = Engine(rules, TABLE_MB)
        return self._engine

    def _choose(self, request: SearchRequest) -> None:
        rules = request.position.rules
        engine = self._engine_for(rules)
        player = player_named(request.by, random.Random(), engine)
        started = time.perf_counter()
        with engine.heard_by(self._now_and_then("thought", _in_short)):
            move = as_move(rules, player.choose(request.position, request.limit))
        self._tell("done", as_text({"move": move, "seconds": time.perf_counter() - started}))

    def _analyse(self, request: SearchRequest) -> None:
        engine = self._engine_for(request.position.rules)
        every, told = request.every_move, self._now_and_then("progress", Analysis.as_json)
        found = engine.analyse(request.position, request.limit, every_move=every, on_progress=told)
        self._tell("done", as_text(found.as_json()))

    def _now_and_then(self, event: str, written):
        """For a search, which may call it as often as it likes: nobody reads faster."""
        last = 0.0

        def told(found: Analysis) -> None:
            nonlocal last
            now = time.monotonic()
            if now - last >= PAUSE:
                last = now
                self._tell(event, as_text(written(found)))

        return told

    def _review(self, record: Record) -> None:
        usual = usual_limit(record.start.rules, len(record.moves))
        review = Review(record, replace(usual, seconds=Quotas.review))
        for task in review.tasks():
            for judged in task.run(review.engine):
                self._tell("move", as_text(judged.as_json()))
        self._tell("done", as_text(summary(review.judgements)))


def _in_short(found: Analysis) -> dict[str, Any]:
    """What followers of a game are told of it; see `noughts.web.thinking`."""
    shown = ("depth", "nodes", "outcome", "plies", "score", "line")
    return {name: getattr(found, name) for name in shown}

"""What a worker does that searches: answers requests, one at a time; see `alone`.

A request is what `noughts.web.search_process` reads, and so are the answers. Searches of the engine
are in addition to these; it is kept from one to the next, because its table remembers the game.
"""

import json
import random
import time

from noughts.analysis import Analysis
from noughts.engine import Engine
from noughts.notation import as_move
from noughts.players import player_named
from noughts.records import Record
from noughts.review import Review, summary
from noughts.web.responses import as_text, of_thought
from noughts.web.search_process import SearchRequest, answer
from noughts.web.searching import PAUSE, TABLE_MB, review_of

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
            return self._review(review_of(Record.from_json(asked["record"]), asked["seconds"]))
        request = SearchRequest.from_line(line)
        if not request.by_engine:
            for event, data in answer(request):
                self._tell(event, data)
        elif request.job == "choose":
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
        with engine.heard_by(self._now_and_then("thought", of_thought)):
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

    def _review(self, review: Review) -> None:
        for task in review.tasks():
            for judged in task.run(review.engine):
                self._tell("move", as_text(judged.as_json()))
        self._tell("done", as_text(summary(review.judgements)))

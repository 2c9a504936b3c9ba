"""The addresses: what each request is, and who does it."""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Coroutine
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send

from noughts.errors import NotationError
from noughts.methods import METHODS
from noughts.notation import cell, shorten
from noughts.position import Position
from noughts.records import Record
from noughts.rules import LARGEST, OTHER, PRESETS, Mark
from noughts.web import games as changes
from noughts.web.answers import PLAYERS, about, as_text, of_position, text_of_game
from noughts.web.files import Files
from noughts.web.games import HUMAN, Change, Game, Games, rules_named
from noughts.web.guard import Guard, refuse
from noughts.web.reading import (
    Read,
    flag,
    list_of,
    number,
    one_of,
    open_shape,
    optional,
    pair,
    read_request,
    required,
    shape,
    text,
    whole,
)
from noughts.web.refusal import Refusal
from noughts.web.searches import Limits, Searches, why_not
from noughts.web.streams import EventStream, Feed, Room, gone, refusal_of

__all__ = ["Api", "create_app"]

T = TypeVar("T")

PREFIX = "/api/v1"
NO_CACHE = {"cache-control": "no-store"}
MANY = 2**53  # the largest number that JavaScript counts to
BOARD = text(2_000)
WATCHED = [method.name for method in METHODS.values() if method.watch]
MARK = one_of(*OTHER)
MOVES = LARGEST * LARGEST

POSITION = shape(game=optional(text(40)), text=required(BOARD), turn=optional(MARK))
STATE = {"game": optional(text(40)), "cells": required(BOARD), "turn": optional(MARK)}
RECORD = open_shape(
    game=required(text(40)),
    cells=required(BOARD),
    turn=required(MARK),
    players=required(shape(x=required(text(100)), o=required(text(100)))),
    moves=required(list_of(pair(text(10), number(0, 1e9)), MOVES)),
    outcome=optional(
        shape(
            winner=optional(MARK),
            reason=required(text(20)),
            cells=required(list_of(text(10), MOVES)),
        )
    ),
)
REVISION = required(whole(0, MANY))
A_MOVE = shape(revision=REVISION, move=required(text(20)))
A_REPLY = shape(revision=REVISION)
SOME_MOVES = shape(revision=REVISION, moves=optional(whole(1, MOVES), 1))
RESIGNATION = shape(revision=REVISION, mark=required(MARK))
NOTHING = shape()


def _players(limits: Limits) -> Read:
    player = shape(
        name=required(one_of(HUMAN, *PLAYERS)), seconds=optional(number(0, limits.seconds))
    )
    return shape(x=optional(player), o=optional(player))


class Api:
    """What the addresses under /api/v1 do."""

    def __init__(self, games: Games, limits: Limits) -> None:
        self.games = games
        self.limits = limits
        self.searches = Searches(limits)
        self._busy: set[asyncio.Task[Any]] = set()
        self._stopping = False
        self._streams, self._followers = Room(limits.streams), Room(limits.followers)
        self._players = _players(limits)
        self._new = shape(
            game=optional(text(40)),
            cells=optional(BOARD),
            turn=optional(MARK),
            moves=optional(list_of(text(20), MOVES), []),
            record=optional(RECORD),
            players=optional(self._players, {}),
        )
        self._change_players = shape(revision=REVISION, players=required(self._players))
        seconds = {"seconds": optional(number(0, limits.seconds), 5)}
        depth = {"depth": optional(whole(1, MOVES))}
        self._analysis = shape(
            **STATE, **seconds, **depth,
            method=optional(one_of(*METHODS), "engine"),
            nodes=optional(whole(1, MANY)),
            every_move=optional(flag, True),
        )  # fmt: skip
        self._trace = shape(
            **STATE, **depth,
            method=optional(one_of(*WATCHED), "alpha-beta"),
            nodes=optional(whole(1, limits.nodes), min(100_000, limits.nodes)),
        )  # fmt: skip
        self._comparison = shape(**STATE)

    def routes(self) -> list[Route]:
        """All of them, those that are asked for most often first."""
        return [
            _post("/games/{id}/moves", self.move),
            _post("/games/{id}/reply", self.reply),
            _post("/games", self.begin),
            _get("/games/{id}", self.game),
            _get("/about", self.about),
            _post("/position", self.position),
            _post("/games/{id}/undo", self.undo),
            _post("/games/{id}/redo", self.redo),
            _post("/games/{id}/resign", self.resign),
            _post("/games/{id}/players", self.players),
            _get("/games/{id}/events", self.events),
            _get("/games/{id}/record", self.record),
            _post("/games/{id}/review", self.review),
            _post("/analysis", self.analysis),
            _post("/trace", self.trace),
            _post("/comparison", self.comparison),
        ]

    # Positions

    async def about(self, request: Request) -> Response:
        """What there is to choose from."""
        return answer(about(self.limits.as_json()))

    async def position(self, request: Request) -> Response:
        """Read a position."""
        asked = await read(request, POSITION)
        return answer(of_position(_position(asked["game"], asked["text"], asked["turn"])))

    # Games

    async def begin(self, request: Request) -> Response:
        """A new game, or one from a file."""
        asked = await read(request, self._new)
        record = await asyncio.to_thread(_begun, asked) if asked["record"] else _begun(asked)
        players = {**_defaults(record), **_given(asked["players"])}
        _check_players(players, record.position)
        names = {mark: name for mark, (name, _) in players.items()}
        seconds = {mark: seconds for mark, (_, seconds) in players.items()}
        game = await self.games.begin(replace(record, players=names), seconds)
        return answer_with(game)

    async def game(self, request: Request) -> Response:
        """A game as it stands."""
        return answer_with(await self.games.find(request.path_params["id"]))

    async def move(self, request: Request) -> Response:
        """A person moves."""
        asked = await read(request, A_MOVE)
        return await self._change(request, asked, changes.person_moves(asked["move"]))

    async def reply(self, request: Request) -> Response:
        """The program whose turn it is moves.

        If the client goes away the search is ended and the game stays as it was; but a move that
        was found by then is kept.
        """
        asked = await read(request, A_REPLY)
        game = await self.games.at(request.path_params["id"], asked["revision"])
        player, position = _program(game), game.record.position
        search = self.searches.choose(player, position, game.seconds[position.turn])
        quick = self.searches.is_quick(player, position)
        move, seconds = await (search if quick else self._unless_gone(request, search))
        return await self._change(request, asked, changes.program_moves(move, seconds))

    async def undo(self, request: Request) -> Response:
        """Take back."""
        asked = await read(request, SOME_MOVES)
        return await self._change(request, asked, changes.undo(asked["moves"]))

    async def redo(self, request: Request) -> Response:
        """Play again what was taken back."""
        asked = await read(request, SOME_MOVES)
        return await self._change(request, asked, changes.redo(asked["moves"]))

    async def resign(self, request: Request) -> Response:
        """Give up."""
        asked = await read(request, RESIGNATION)
        return await self._change(request, asked, changes.resign(asked["mark"]))

    async def players(self, request: Request) -> Response:
        """Take over, or hand over."""
        asked = await read(request, self._change_players)
        players = _given(asked["players"])

        def change(game: Game) -> Game:
            _check_players(players, game.record.position)
            return changes.change_players(players)(game)

        return await self._change(request, asked, change)

    async def events(self, request: Request) -> ASGIApp:
        """The game, whenever it changes."""

        async def follow(feed: Feed) -> None:
            seen = -1

            def tell(game: Game) -> None:
                nonlocal seen
                if game.revision > seen:
                    seen = game.revision
                    feed.put("game", text_of_game(game), newest_only=True)

            game_id = request.path_params["id"]
            with self.games.following(game_id, tell):
                tell(await self.games.find(game_id))
                await asyncio.Event().wait()  # until the client goes away

        return self._stream(follow, self._followers)

    async def record(self, request: Request) -> Response:
        """The game as a file."""
        game = await self.games.find(request.path_params["id"])
        name = f"noughts-{game.record.start.rules}-{game.id}.jsonl"
        saved = f"{json.dumps(game.record.as_json())}\n"
        headers = {"content-disposition": f'attachment; filename="{name}"'}
        return Response(saved, headers={**headers, **NO_CACHE}, media_type="application/json")

    async def review(self, request: Request) -> ASGIApp:
        """What each move was worth."""
        await read(request, NOTHING)
        game = await self.games.find(request.path_params["id"])
        return self._stream(lambda feed: self.searches.review(feed, game.record))

    async def _change(self, request: Request, asked: dict[str, Any], change: Change) -> Response:
        game_id, revision = request.path_params["id"], asked["revision"]
        return answer_with(await self.games.change(game_id, revision, change))

    # Searches

    async def analysis(self, request: Request) -> ASGIApp:
        """The value of every move."""
        asked = await read(request, self._analysis)
        position, options = _state(asked)
        return self._stream(lambda feed: self.searches.analyse(feed, position, options))

    async def trace(self, request: Request) -> ASGIApp:
        """A search to be watched."""
        asked = await read(request, self._trace)
        position, options = _state(asked)
        return self._stream(lambda feed: self.searches.trace(feed, position, options))

    async def comparison(self, request: Request) -> ASGIApp:
        """All methods side by side."""
        position, _ = _state(await read(request, self._comparison))
        return self._stream(lambda feed: self.searches.compare(feed, position))

    # Beginning and end

    @asynccontextmanager
    async def lifespan(self, app: Starlette) -> AsyncIterator[None]:
        """Between the first request and the last."""
        await self.searches.open()
        yield
        self.stop()
        await self.searches.close()
        await self.games.close()

    def stop(self) -> None:
        """End everything that would go on, so that the server can leave."""
        self._stopping = True
        self.searches.stop()
        for task in self._busy:
            task.cancel()

    def _stream(
        self, produce: Callable[[Feed], Awaitable[None]], room: Room | None = None
    ) -> ASGIApp:
        async def tracked(feed: Feed) -> None:
            await self._track(produce(feed))

        return EventStream(tracked, refuse, room or self._streams)

    async def _unless_gone(self, request: Request, work: Coroutine[Any, Any, T]) -> T:
        """What `work` gives; it is ended if the client goes away."""
        task = asyncio.ensure_future(self._track(work))
        leaving = asyncio.ensure_future(gone(request.receive))
        try:
            await asyncio.wait([task, leaving], return_when=asyncio.FIRST_COMPLETED)
        finally:
            leaving.cancel()
            if not task.done():
                task.cancel()
            await asyncio.wait([task])
        if task.cancelled():
            raise Refusal(503, "the search was ended: the server is stopping, or you have left")
        return task.result()

    async def _track(self, work: Awaitable[T]) -> T:
        """Do it, but end it when the server stops."""
        task = asyncio.ensure_future(work)
        if self._stopping:
            task.cancel()
        self._busy.add(task)
        try:
            return await task
        finally:
            self._busy.discard(task)


def create_app(
    database: Path, limits: Limits | None = None, hosts: Collection[str] = ()
) -> Starlette:
    """The application; `hosts` are the names it goes by, besides localhost and any address."""
    limits = limits or Limits()
    api, files = Api(Games(database, limits.games), limits), Files()
    app = Starlette(
        routes=[
            *api.routes(),
            Route("/", Endpoint(files.page), methods=["GET", "HEAD"]),
            Route("/static/{path:path}", Endpoint(files.file), methods=["GET", "HEAD"]),
        ],
        middleware=[Middleware(Guard, hosts=hosts, most_bytes=limits.bytes, seconds=limits.body)],
        exception_handlers={HTTPException: _unknown},
        lifespan=api.lifespan,
    )
    app.router.redirect_slashes = False
    app.state.api = api
    return app


def answer(data: Any, status: int = 200) -> Response:
    """JSON that no cache keeps."""
    return Response(as_text(data), status, NO_CACHE, media_type="application/json")


def answer_with(game: Game) -> Response:
    """A game as it stands."""
    return Response(text_of_game(game), 200, NO_CACHE, media_type="application/json")


async def read(request: Request, shape: Read) -> Any:
    """The body of a request."""
    kind = request.headers.get("content-type", "")
    if kind.partition(";")[0].strip().lower() != "application/json":
        raise Refusal(415, "the body must be JSON, with Content-Type: application/json")
    return read_request(await request.body(), shape)


class Endpoint:
    """What happens at an address; whatever goes wrong is answered in a sentence."""

    def __init__(self, work: Callable[[Request], Awaitable[ASGIApp]]) -> None:
        self._work = work

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        try:
            response = await self._work(Request(scope, receive))
        except Exception as error:
            response = refuse(refusal_of(error))
        await response(scope, receive, send)


def _get(path: str, work: Callable[[Request], Awaitable[ASGIApp]]) -> Route:
    route = Route(f"{PREFIX}{path}", Endpoint(work), methods=["GET"])
    route.methods = {"GET"}  # and not HEAD: a stream without a body would not end
    return route


def _post(path: str, work: Callable[[Request], Awaitable[ASGIApp]]) -> Route:
    return Route(f"{PREFIX}{path}", Endpoint(work), methods=["POST"])


async def _unknown(request: Request, error: Exception) -> Response:
    """An address that does not exist, or not for this verb."""
    assert isinstance(error, HTTPException)
    path = shorten(request.scope["path"])
    sentence = {
        404: f"there is nothing at {path}",
        405: f"{request.method} cannot be done at {path}",
    }.get(error.status_code, str(error.detail))
    response = answer({"error": sentence}, error.status_code)
    response.headers.update(error.headers or {})
    return response


def _position(game: str | None, board: str, turn: Mark | None) -> Position:
    """As on the command line; an empty text is the empty board."""
    rules = None if game is None else rules_named(game)
    if board.strip():
        return Position.parse(board, rules, turn)
    if rules is None:
        raise NotationError(f"say which game it is: {', '.join(PRESETS)}, or one such as 4x4x3")
    return Position(rules, turn=turn)


def _state(asked: dict[str, Any]) -> tuple[Position, dict[str, Any]]:
    """The position of a request, and the rest of it."""
    options = {name: value for name, value in asked.items() if name not in STATE}
    return _position(asked["game"], asked["cells"], asked["turn"]), options


def _begun(asked: dict[str, Any]) -> Record:
    """The record to begin with; its players are settled later."""
    if asked["record"]:
        if asked["game"] or asked["cells"] or asked["turn"] or asked["moves"]:
            raise NotationError("a record says game, cells, turn and moves already")
        return Record.from_json(asked["record"])
    start = _position(asked["game"], asked["cells"] or "", asked["turn"])
    moves = [cell(start.rules, text) for text in asked["moves"]]
    return Record(start, {"x": HUMAN, "o": HUMAN}, tuple(moves), (0.0,) * len(moves))


def _given(players: dict[Mark, dict[str, Any] | None]) -> dict[Mark, tuple[str, float | None]]:
    return {mark: (player["name"], player["seconds"]) for mark, player in players.items() if player}


def _defaults(record: Record) -> dict[Mark, tuple[str, float | None]]:
    """Who plays if nobody says so: the players of the file that can go on here, else people."""

    def can_go_on(name: str) -> bool:
        return name in PLAYERS and why_not(name, record.position) is None

    players = record.players.items()
    return {mark: (name if can_go_on(name) else HUMAN, None) for mark, name in players}


def _check_players(players: dict[Mark, tuple[str, float | None]], position: Position) -> None:
    for name, _ in players.values():
        if reason := why_not(name, position):
            raise Refusal(422, reason)


def _program(game: Game) -> str:
    """The program whose turn it is."""
    mark = game.record.position.turn
    if game.record.outcome is not None:
        raise Refusal(400, "nothing can be played: the game is over")
    if game.is_human(mark):
        raise Refusal(409, f"it is {mark.upper()}'s turn, whom a person plays", game=game)
    return game.record.players[mark]

"""The addresses, and what each of them does."""

import asyncio
import json
import mimetypes
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Coroutine, Mapping
from contextlib import asynccontextmanager
from dataclasses import replace
from http import HTTPStatus
from pathlib import Path
from typing import Any, TypeVar

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Scope

from noughts.errors import shorten
from noughts.players import HUMAN, OPPONENTS
from noughts.position import Position
from noughts.records import Record
from noughts.rules import Mark
from noughts.web import changes
from noughts.web.capacity import Capacity
from noughts.web.changes import Change, Game
from noughts.web.fields import read_request
from noughts.web.games import Games
from noughts.web.guard import HEADERS, Guard
from noughts.web.http_errors import CODES, UNEXPECTED, http_error
from noughts.web.quotas import Quotas
from noughts.web.requests import (
    AnalysisRequest,
    EmptyRequest,
    FileRequest,
    MoveRequest,
    MovesRequest,
    NewGame,
    PlayersRequest,
    PositionRequest,
    ResignationRequest,
    RevisionRequest,
    SearchedPosition,
    Seat,
    TraceRequest,
)
from noughts.web.responses import (
    NO_STORE,
    about,
    error_response,
    game_response,
    of_past,
    of_position,
    text_of_game,
)
from noughts.web.searches import Searches
from noughts.web.streams import EventStream, Feed, gone

__all__ = ["Api", "create_app"]

T = TypeVar("T")

PREFIX = "/api/v1"
STATIC = Path(__file__).parent / "static"


class Api:
    """What the addresses under /api/v1 do."""

    def __init__(self, games: Games, quotas: Quotas) -> None:
        self.games = games
        self.quotas = quotas
        self.searches = Searches(quotas)
        self._busy: set[asyncio.Task[Any]] = set()
        self._stopping = False
        self._streams, self._followers = Capacity(quotas.streams), Capacity(quotas.followers)

    def routes(self) -> list[Route]:
        """All routes, the most frequent first."""
        return [
            _route("POST", "/games/{id}/moves", self.move),
            _route("POST", "/games/{id}/reply", self.reply),
            _route("POST", "/games", self.begin),
            _route("GET", "/games/{id}", self.game),
            _route("GET", "/about", self.about),
            _route("POST", "/position", self.position),
            _route("GET", "/games/{id}/positions/{number}", self.position_of_game),
            _route("POST", "/games/{id}/undo", self.undo),
            _route("POST", "/games/{id}/redo", self.redo),
            _route("POST", "/games/{id}/resign", self.resign),
            _route("POST", "/games/{id}/players", self.players),
            _route("GET", "/games/{id}/events", self.events),
            _route("GET", "/games/{id}/record", self.record),
            _route("GET", "/games/{id}/sgf", self.record_as_sgf),
            _route("POST", "/record", self.read_record),
            _route("POST", "/games/{id}/review", self.review),
            _route("POST", "/analysis", self.analysis),
            _route("POST", "/trace", self.trace),
            _route("POST", "/comparison", self.comparison),
        ]

    # Positions

    async def about(self, request: Request) -> Response:
        """What you can choose from."""
        return JSONResponse(about(self.quotas), headers=NO_STORE)

    async def position(self, request: Request) -> Response:
        """Read a position."""
        asked = await self._read(request, PositionRequest)
        return JSONResponse(of_position(asked.position), headers=NO_STORE)

    # Games

    async def begin(self, request: Request) -> Response:
        """A new game, or one from a file."""
        asked = await self._read(request, NewGame)
        record = asked.begun()
        seats = {**_usual(record), **asked.players.named}
        _check_players(seats, record.position)
        names = {mark: seat.name for mark, seat in seats.items()}
        seconds = {mark: seat.seconds for mark, seat in seats.items()}
        return game_response(await self.games.begin(replace(record, players=names), seconds))

    async def game(self, request: Request) -> Response:
        """A game as it is now."""
        return game_response(await self.games.find(request.path_params["id"]))

    async def position_of_game(self, request: Request) -> Response:
        """A game as it was after some of its moves."""
        game = await self.games.find(request.path_params["id"])
        number, last = request.path_params["number"], len(game.record.moves)
        if number not in map(str, range(last + 1)):
            raise HTTPException(404, f"the game has no position {shorten(number)}: use 0 to {last}")
        return JSONResponse(of_past(game, int(number)), headers=NO_STORE)

    async def move(self, request: Request) -> Response:
        """A person moves."""
        asked = await self._read(request, MoveRequest)
        return await self._change(
            request, asked, lambda game: changes.person_moves(game, asked.move)
        )

    async def reply(self, request: Request) -> Response:
        """The program whose turn it is moves.

        If the client disconnects, the search stops and the game stays as it was; a move that was
        already found is kept.
        """
        asked = await self._read(request, RevisionRequest)
        game = await self.games.at(request.path_params["id"], asked.revision)
        player, position = OPPONENTS[changes.program_to_move(game)], game.record.position
        search = self.searches.choose(player, position, game.seconds[position.turn])
        quick = self.searches.is_quick(player, position)
        move, seconds = await (search if quick else self._unless_gone(request, search))

        def change(game: Game) -> Game:
            return changes.program_moves(game, move, seconds)

        return await self._change(request, asked, change)

    async def undo(self, request: Request) -> Response:
        """Take back moves."""
        asked = await self._read(request, MovesRequest)
        return await self._change(request, asked, lambda game: changes.undo(game, asked.moves))

    async def redo(self, request: Request) -> Response:
        """Replay moves that were taken back."""
        asked = await self._read(request, MovesRequest)
        return await self._change(request, asked, lambda game: changes.redo(game, asked.moves))

    async def resign(self, request: Request) -> Response:
        """Resign."""
        asked = await self._read(request, ResignationRequest)
        return await self._change(request, asked, lambda game: changes.resign(game, asked.mark))

    async def players(self, request: Request) -> Response:
        """Change who plays."""
        asked = await self._read(request, PlayersRequest)
        seats = asked.players.named

        def change(game: Game) -> Game:
            _check_players(seats, game.record.position)
            return changes.change_players(game, seats)

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
                await asyncio.Event().wait()  # until the client disconnects

        return self._stream(follow, self._followers)

    async def record(self, request: Request) -> Response:
        """The game as a file."""
        game = await self.games.find(request.path_params["id"])
        saved = f"{json.dumps(game.record.as_json())}\n"
        return _file(game, "jsonl", saved, "application/json")

    async def record_as_sgf(self, request: Request) -> Response:
        """The game as a file for other programs."""
        game = await self.games.find(request.path_params["id"])
        return _file(game, "sgf", game.record.as_sgf(), "application/x-go-sgf")

    async def read_record(self, request: Request) -> Response:
        """Read a file of another program."""
        asked = await self._read(request, FileRequest)
        games, record = await asyncio.to_thread(asked.last)
        return JSONResponse({"games": games, "record": record.as_json()}, headers=NO_STORE)

    async def review(self, request: Request) -> ASGIApp:
        """What each move was worth."""
        await self._read(request, EmptyRequest)
        game = await self.games.find(request.path_params["id"])
        return self._stream(lambda feed: self.searches.review(feed, game.record))

    async def _change(self, request: Request, asked: RevisionRequest, change: Change) -> Response:
        game_id = request.path_params["id"]
        return game_response(await self.games.change(game_id, asked.revision, change))

    # Searches

    async def analysis(self, request: Request) -> ASGIApp:
        """The value of every move."""
        asked = await self._read(request, AnalysisRequest)
        return self._stream(lambda feed: self.searches.analyse(feed, asked))

    async def trace(self, request: Request) -> ASGIApp:
        """A search to watch."""
        asked = await self._read(request, TraceRequest)
        return self._stream(lambda feed: self.searches.trace(feed, asked))

    async def comparison(self, request: Request) -> ASGIApp:
        """All methods side by side."""
        asked = await self._read(request, SearchedPosition)
        return self._stream(lambda feed: self.searches.compare(feed, asked.position))

    # Beginning and end

    @asynccontextmanager
    async def lifespan(self, app: Starlette) -> AsyncIterator[None]:
        """Open before the first request, close after the last."""
        await self.searches.open()
        yield
        self.stop()
        await self.searches.close()
        await self.games.close()

    def stop(self) -> None:
        """End everything that is still running, so that the server can exit."""
        self._stopping = True
        self.searches.stop()
        for task in self._busy:
            task.cancel()

    async def _read(self, request: Request, kind: type[T]) -> T:
        """The body of a request."""
        content = request.headers.get("content-type", "")
        if content.partition(";")[0].strip().lower() != "application/json":
            raise HTTPException(415, "the body must be JSON, with Content-Type: application/json")
        return read_request(await request.body(), kind, self.quotas)

    def _stream(
        self, produce: Callable[[Feed], Awaitable[None]], capacity: Capacity | None = None
    ) -> ASGIApp:
        async def tracked(feed: Feed) -> None:
            await self._track(produce(feed))

        return EventStream(tracked, capacity or self._streams)

    async def _unless_gone(self, request: Request, work: Coroutine[Any, Any, T]) -> T:
        """The result of `work`, which is cancelled if the client disconnects."""
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
            sentence = "the search was stopped: the server is stopping, or you disconnected"
            raise HTTPException(503, sentence)
        return task.result()

    async def _track(self, work: Awaitable[T]) -> T:
        """Await `work`, but cancel it when the server stops."""
        task = asyncio.ensure_future(work)
        if self._stopping:
            task.cancel()
        self._busy.add(task)
        try:
            return await task
        finally:
            self._busy.discard(task)


class Files(StaticFiles):
    """The files of the page. A browser asks each time whether its copies are up to date."""

    def get_path(self, scope: Scope) -> str:
        """The file at an address; each file has only one address."""
        if scope["path"].endswith("/"):
            raise HTTPException(404)
        return super().get_path(scope)

    def file_response(self, *args: Any, **options: Any) -> Response:
        """The file, or the answer that it has not changed."""
        response = super().file_response(*args, **options)
        response.headers["cache-control"] = "no-cache"
        return response

    async def page(self, request: Request) -> Response:
        """The page itself."""
        return await self.get_response("index.html", request.scope)


def create_app(
    database: Path, quotas: Quotas | None = None, hosts: Collection[str] = ()
) -> Starlette:
    """The application; `hosts` are its names, besides localhost and any IP address."""
    quotas = quotas or Quotas()
    api, files = Api(Games(database, quotas.games), quotas), Files(directory=STATIC)
    mimetypes.add_type("text/javascript", ".js")  # not every system knows it
    app = Starlette(
        routes=[*api.routes(), Route("/", files.page), Mount("/static", files)],
        middleware=[Middleware(Guard, hosts=hosts, most_bytes=quotas.bytes, seconds=quotas.body)],
        exception_handlers={
            **dict.fromkeys([HTTPException, *CODES], _refuse),
            Exception: _fail,
        },
        lifespan=api.lifespan,
    )
    app.router.redirect_slashes = False
    app.state.api = api
    return app


def _file(game: Game, ending: str, text: str, kind: str) -> Response:
    """A file to keep; half a character, which UTF-8 cannot hold, becomes a question mark."""
    name = f"noughts-{game.record.start.rules}-{game.id}.{ending}"
    headers = {"content-disposition": f'attachment; filename="{name}"', **NO_STORE}
    return Response(text.encode("utf-8", "replace"), headers=headers, media_type=kind)


def _route(verb: str, path: str, work: Callable[[Request], Awaitable[ASGIApp]]) -> Route:
    route = Route(f"{PREFIX}{path}", work)
    route.methods = {verb}  # and not HEAD: a stream without a body would not end
    return route


async def _refuse(request: Request, error: Exception) -> Response:
    """Say in a sentence what is wrong with a request."""
    refused = http_error(error)
    if refused.detail == HTTPStatus(refused.status_code).phrase:  # Starlette's default
        path = shorten(request.scope["path"])
        refused.detail = {
            404: f"there is nothing at {path}",
            405: f"{request.method} is not allowed at {path}",
        }.get(refused.status_code, refused.detail)
    return error_response(refused)


async def _fail(request: Request, error: Exception) -> Response:
    """Answer an unexpected error. The server logs it; the guard does not add the headers here."""
    return error_response(HTTPException(500, UNEXPECTED, HEADERS))


def _usual(record: Record) -> dict[Mark, Seat]:
    """Who plays by default: the players of the file if they can play on here, else people."""

    def can_go_on(name: str) -> bool:
        return name in OPPONENTS and OPPONENTS[name].why_not(record.position) is None

    players = record.players.items()
    return {mark: Seat(name if can_go_on(name) else HUMAN) for mark, name in players}


def _check_players(seats: Mapping[Mark, Seat], position: Position) -> None:
    for seat in seats.values():
        if seat.name != HUMAN and (reason := OPPONENTS[seat.name].why_not(position)):
            raise HTTPException(422, reason)

"""The addresses, and what each of them does."""

import asyncio
import json
import mimetypes
import re
from collections.abc import (
    AsyncIterator,
    Awaitable,
    Callable,
    Collection,
    Coroutine,
    Iterable,
    Iterator,
    Mapping,
    Sequence,
)
from contextlib import asynccontextmanager, contextmanager
from dataclasses import replace
from http import HTTPStatus
from pathlib import Path
from typing import Any, TypeAlias, TypeVar

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Scope

from noughts.analysis import Limit
from noughts.errors import IllegalMove, NotationError, shorten
from noughts.files import psq, sgf
from noughts.players import HUMAN, OPPONENTS
from noughts.position import Position
from noughts.records import Record
from noughts.rules import OTHER, Mark
from noughts.web import changes, practising, seated
from noughts.web.capacity import Places, Rate
from noughts.web.changes import Change, Conflict, Game
from noughts.web.clients import client_of
from noughts.web.codes import qr_code
from noughts.web.database import Database
from noughts.web.fields import read_query, read_request
from noughts.web.games import Games
from noughts.web.guard import Guard, headers_for
from noughts.web.http_errors import CODES, UNEXPECTED, http_error
from noughts.web.practising import ExerciseRequest, MarkRequest, Practising, SheetRequest
from noughts.web.presence import Presence
from noughts.web.quotas import Quotas
from noughts.web.requests import (
    AnalysisRequest,
    AnswerRequest,
    CodeRequest,
    ComparisonRequest,
    EmptyRequest,
    FileRequest,
    GamesRequest,
    JoinRequest,
    MoveRequest,
    MovesRequest,
    NameRequest,
    NewGame,
    OfferRequest,
    PathRequest,
    PlayersRequest,
    PositionRequest,
    ResignationRequest,
    RevisionRequest,
    Seat,
    TitleRequest,
    TraceRequest,
    VariationRequest,
)
from noughts.web.responses import (
    NO_STORE,
    about,
    as_text,
    error_response,
    game_response,
    of_game,
    of_listed,
    of_past,
    of_position,
    text_of_game,
)
from noughts.web.searches import Searches
from noughts.web.searching import Searching, is_quick
from noughts.web.streams import EventStream, Feed, Unread, gone
from noughts.web.thinking import Thinking
from noughts.web.timekeeper import Timekeeper
from noughts.web.watching import watch_exercise

__all__ = ["Api", "app_of", "create_app"]

T = TypeVar("T")

PREFIX = "/api/v1"
TOO_EAGER = 0.25  # seconds that a client waits for the answer that it asks too much
May: TypeAlias = Callable[[Game, str | None], None]  # refuses if the key is not enough
SECONDS = re.compile(r"[0-9]{1,4}(\.[0-9]{1,6})?")  # of a player in a file: engine@2
NAMELESS = {HUMAN, "unknown", ""}  # what files call people who have no name
SEAT_KEY = "seat-key"  # the header by which a follower says which seat is theirs
STATIC = Path(__file__).parent / "static"


class Api:
    """What the addresses under /api/v1 do."""

    def __init__(
        self, games: Games, quotas: Quotas, searches: Searching, alone: bool = False
    ) -> None:
        self.games = games
        self.quotas = quotas
        self.searches = searches
        self.alone = alone  # nobody else can ever come
        self.practising = Practising()
        self.thinking = Thinking()
        self.addresses: Callable[[], Sequence[str]] = tuple  # where others find this server
        self._presence, self._timekeeper = Presence(), Timekeeper(self._fall, games.note_alive)
        self._busy: set[asyncio.Task[Any]] = set()
        self._stopping = False
        self._streams = Places(quotas.streams, "searches are open")
        self._followers = Places(quotas.followers, "clients are listening")
        self._unread = Unread(quotas.unread_bytes)
        self._begins = Rate(quotas.client_begins, quotas.address_begins, "new games")

    def routes(self) -> list[Route]:
        """All routes, the most frequent first."""
        return [
            _route("POST", "/games/{id}/moves", self.move),
            _route("POST", "/games/{id}/reply", self.reply),
            _route("POST", "/games", self.begin),
            _route("POST", "/games/list", self.listed),
            _route("POST", "/games/files", self.files),
            _route("POST", "/games/sgf", self.files_as_sgf),
            _route("GET", "/games/{id}", self.game),
            _route("GET", "/about", self.about),
            _route("POST", "/position", self.position),
            _route("GET", "/games/{id}/positions/{number}", self.position_of_game),
            _route("POST", "/games/{id}/undo", self.undo),
            _route("POST", "/games/{id}/redo", self.redo),
            _route("POST", "/games/{id}/resign", self.resign),
            _route("POST", "/games/{id}/players", self.players),
            _route("POST", "/games/{id}/vary", self.vary),
            _route("POST", "/games/{id}/goto", self.go_to),
            _route("POST", "/games/{id}/name", self.name),
            _route("POST", "/games/{id}/promote", self.promote),
            _route("POST", "/games/{id}/delete", self.delete),
            _route("POST", "/games/{id}/restore", self.restore),
            _route("POST", "/games/{id}/title", self.title),
            _route("POST", "/games/{id}/remove", self.remove),
            _route("POST", "/games/{id}/return", self.bring_back),
            _route("POST", "/games/{id}/join", self.join),
            _route("POST", "/games/{id}/offer", self.offer),
            _route("POST", "/games/{id}/answer", self.answer),
            _route("GET", "/games/{id}/events", self.events),
            _route("GET", "/games/{id}/record", self.record),
            _route("GET", "/games/{id}/sgf", self.record_as_sgf),
            _route("GET", "/games/{id}/psq", self.record_as_psq),
            _route("POST", "/record", self.read_record),
            _route("POST", "/games/{id}/review", self.review),
            _route("POST", "/analysis", self.analysis),
            _route("POST", "/trace", self.trace),
            _route("POST", "/comparison", self.comparison),
            _route("POST", "/practice", self.exercise),
            _route("POST", "/practice/mark", self.marks),
            _route("POST", "/practice/key", self.key),
            _route("GET", "/practice/sheet", self.sheet),
            _route("GET", "/practice/moodle", self.moodle),
            _route("GET", "/practice/picture", self.picture),
            _route("POST", "/code", self.code),
        ]

    # Positions

    async def about(self, request: Request) -> Response:
        """What you can choose from."""
        return JSONResponse(about(self.quotas, self.addresses(), self.alone), headers=NO_STORE)

    async def position(self, request: Request) -> Response:
        """Read a position."""
        asked = await self._read(request, PositionRequest)
        try:
            answer = of_position(asked.position, limit=Limit(depth=asked.depth))
        except (NotationError, IllegalMove) as error:
            if not asked.draft:
                raise
            answer = {"why_not": str(error)}
        return JSONResponse(answer, headers=NO_STORE)

    # Games

    async def begin(self, request: Request) -> Response:
        """A new game, or one from a file."""
        asked = await self._read(request, NewGame)
        record, chosen = asked.begun(), asked.players.named
        record = record if asked.record else changes.dated(record)
        seats = {mark: chosen.get(mark) or self._usual(record, mark) for mark in record.players}
        _check_players(seats, record.position)
        names = {mark: seat.name for mark, seat in seats.items()}
        seconds = {mark: seat.seconds for mark, seat in seats.items()}
        client, table = client_of(request.scope), seated.invited(asked.invite)
        seated.check_people(table, names)
        self._begins.take(client)
        people = {mark for mark, seat in seats.items() if seat.name == HUMAN}
        more = {**seated.kept(table), **_called(record, people - chosen.keys())}
        if asked.record and not chosen and _is_of_others(record, people):
            more["opened"] = True
        if asked.invite:
            more = seated.introduced(more, asked.invite.mark, asked.invite.name)
        record = replace(record, players=names)
        return game_response(
            await self.games.begin(record, seconds, client.address, more, asked.held)
        )

    def _usual(self, record: Record, mark: Mark) -> Seat:
        """Who plays by default: the player of the file if it can play on here, else a person."""
        name, at, seconds = record.players[mark].partition("@")
        fits = not at or SECONDS.fullmatch(seconds)
        if name not in OPPONENTS or not fits or OPPONENTS[name].why_not(record.position):
            return Seat(HUMAN)
        return Seat(name, min(float(seconds), self.quotas.seconds) if at else None)

    async def game(self, request: Request) -> Response:
        """A game as it is now."""
        return game_response(await self._now(request.path_params["id"]))

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
            request, asked, lambda game: seated.move(game, asked.move, asked.key), may=_later
        )

    async def reply(self, request: Request) -> Response:
        """The program whose turn it is moves.

        If the client disconnects, the search stops and the game stays as it was; a move that was
        already found is kept.
        """
        asked = await self._read(request, RevisionRequest)
        game = await self.games.at(request.path_params["id"], asked.revision)
        player, position = OPPONENTS[changes.program_to_move(game)], game.record.position
        client, seconds = client_of(request.scope), game.seconds[position.turn]
        queued = self.thinking.queued(game.id, game.revision)
        quick = is_quick(player, position)
        with self.thinking.about(game.id, game.revision) as told:
            search = self.searches.choose(player, position, seconds, client, told, queued)
            move, spent = await (search if quick else self._unless_gone(request, search))

        def change(game: Game) -> Game:
            return changes.program_moves(game, move, spent)

        while True:
            try:
                return game_response(await self.games.change(game.id, game.revision, change))
            except Conflict as conflict:  # a new variation does not disturb a program that thinks
                if not changes.same_standing(game, conflict.game):
                    raise
                game = conflict.game

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
        return await self._change(
            request, asked, lambda game: seated.resign(game, asked.mark, asked.key), may=_later
        )

    async def players(self, request: Request) -> Response:
        """Change who plays."""
        asked = await self._read(request, PlayersRequest)
        seats = asked.players.named

        def change(game: Game) -> Game:
            _check_players(seats, game.record.position)
            return changes.change_players(game, seats)

        return await self._change(request, asked, change)

    async def vary(self, request: Request) -> Response:
        """Try a move after a path."""
        asked = await self._read(request, VariationRequest)
        return await self._change(
            request,
            asked,
            lambda game: changes.vary(game, asked.path, asked.move),
            seated.only_after_the_game,
        )

    async def go_to(self, request: Request) -> Response:
        """Let the game go on after a path."""
        asked = await self._read(request, PathRequest)
        return await self._change(request, asked, lambda game: changes.go_to(game, asked.path))

    async def name(self, request: Request) -> Response:
        """Name a variation."""
        asked = await self._read(request, NameRequest)
        return await self._change(
            request,
            asked,
            lambda game: changes.name_variation(game, asked.path, asked.name),
            seated.only_after_the_game,
        )

    async def promote(self, request: Request) -> Response:
        """Let a variation change places with the line that it branches from."""
        asked = await self._read(request, PathRequest)
        return await self._change(request, asked, lambda game: changes.promote(game, asked.path))

    async def delete(self, request: Request) -> Response:
        """Delete a variation, or its end."""
        asked = await self._read(request, PathRequest)
        return await self._change(
            request,
            asked,
            lambda game: changes.delete(game, asked.path),
            seated.only_after_the_game,
        )

    async def restore(self, request: Request) -> Response:
        """Restore what was deleted last."""
        asked = await self._read(request, RevisionRequest)
        return await self._change(request, asked, changes.restore, seated.only_after_the_game)

    # Two people on two machines

    async def join(self, request: Request) -> Response:
        """Take the free seat of a game."""
        asked = await self._read(request, JoinRequest)

        def change(game: Game) -> Game:
            return seated.join(game, asked.invitation, asked.key, asked.name)

        game = await self.games.change(request.path_params["id"], None, change)
        self._timekeeper.expect(game)
        if mark := game.table and game.table.seat_of(asked.key):
            self._presence.sits(game.id, client_of(request.scope), mark)
        return JSONResponse({"mark": mark, "game": of_game(game)}, headers=NO_STORE)

    async def offer(self, request: Request) -> Response:
        """Ask the other player: to take back a move, for a draw, or for another game."""
        asked = await self._read(request, OfferRequest)
        if asked.what == "rematch" and (answer := await self._rematch(request, asked)):
            return answer
        return await self._change(
            request, asked, lambda game: seated.offer(game, asked.what, asked.key), may=_later
        )

    async def answer(self, request: Request) -> Response:
        """Accept what the other player asks, or decline it."""
        asked = await self._read(request, AnswerRequest)
        if asked.accept and (answer := await self._rematch(request, asked)):
            return answer
        return await self._change(
            request, asked, lambda game: seated.answer(game, asked.accept, asked.key), may=_later
        )

    async def _rematch(self, request: Request, asked: RevisionRequest) -> Response | None:
        """Begin the next game, if both want it now."""
        game = await self.games.at(request.path_params["id"], asked.revision)
        if not seated.agrees_to_a_rematch(game, asked.key) or game.table is None:
            return None
        record = changes.dated(Record(game.record.start, game.record.players))
        more = seated.kept(game.table.turned())
        for mark, name in game.called.items():
            more = seated.introduced(more, OTHER[mark], name)
        address = client_of(request.scope).address
        following = await self.games.begin(record, game.seconds, address, more)
        return await self._change(
            request, asked, lambda game: seated.followed(game, following.id), may=_later
        )

    # Several games

    async def listed(self, request: Request) -> Response:
        """Those of the games that there are, with a move, a title or seats."""
        asked = await self._read(request, GamesRequest)
        games = [game for game in await self.games.listed(asked.ids) if _is_worth_keeping(game)]
        return JSONResponse({"games": [of_listed(game) for game in games]}, headers=NO_STORE)

    async def files(self, request: Request) -> Response:
        """Those of the games that there are, as one file."""
        asked = await self._read(request, GamesRequest)
        games = await self.games.listed(asked.ids)
        text = "".join(f"{json.dumps(changes.as_file(game).as_json())}\n" for game in games)
        return Response(text, headers=NO_STORE, media_type="application/json")

    async def files_as_sgf(self, request: Request) -> Response:
        """Those of the games that there are, as one file for other programs."""
        asked = await self._read(request, GamesRequest)
        records = [changes.as_file(game) for game in await self.games.listed(asked.ids)]
        text = await asyncio.to_thread(sgf.write, records)
        return Response(text, headers=NO_STORE, media_type="application/x-go-sgf")

    async def title(self, request: Request) -> Response:
        """Give the game a title."""
        asked = await self._read(request, TitleRequest)
        seated.check_key(await self.games.find(request.path_params["id"]), asked.key)
        return game_response(await self.games.rename(request.path_params["id"], asked.title))

    async def remove(self, request: Request) -> Response:
        """Delete the game."""
        await self._read(request, EmptyRequest)
        seated.forbid(await self.games.find(request.path_params["id"]), None)
        await self.games.remove(request.path_params["id"])
        return JSONResponse({}, headers=NO_STORE)

    async def bring_back(self, request: Request) -> Response:
        """The deleted game again, as it was."""
        await self._read(request, EmptyRequest)
        address = client_of(request.scope).address
        return game_response(await self.games.bring_back(request.path_params["id"], address))

    async def events(self, request: Request) -> ASGIApp:
        """The game, whenever it changes, and what a program thinks meanwhile."""

        async def follow(feed: Feed) -> None:
            seen = -1

            def tell(game: Game) -> None:
                nonlocal seen
                if game.revision > seen:
                    seen = game.revision
                    feed.put("game", text_of_game(game), newest_only=True)

            def think(news: tuple[str, str]) -> None:
                feed.put(*news, newest_only=True)

            game_id = request.path_params["id"]
            with self.games.following(game_id, tell):
                game = await self._now(game_id)
                tell(game)
                thinking = self.thinking.following(game_id, think)
                with thinking, self._present(request, game, feed):
                    await asyncio.Event().wait()  # until the client disconnects

        return self._stream(follow, self._followers)

    @contextmanager
    def _present(self, request: Request, game: Game, feed: Feed) -> Iterator[None]:
        """At a game with seats, everybody knows who is here."""
        if game.table is None:
            yield
            return

        def tell(here: Any) -> None:
            feed.put("presence", as_text(here), newest_only=True)

        mark = game.table.seat_of(request.headers.get(SEAT_KEY))
        with self._presence.here(game.id, client_of(request.scope), mark, tell):
            yield

    async def record(self, request: Request) -> Response:
        """The game as a file."""
        game = await self.games.find(request.path_params["id"])
        saved = f"{json.dumps(changes.as_file(game).as_json())}\n"
        return _file(game, "jsonl", saved, "application/json")

    async def record_as_sgf(self, request: Request) -> Response:
        """The game as a file for other programs."""
        game = await self.games.find(request.path_params["id"])
        return _file(game, "sgf", changes.as_file(game).as_sgf(), "application/x-go-sgf")

    async def record_as_psq(self, request: Request) -> Response:
        """The moves of the game as a file for Gomoku managers."""
        game = await self.games.find(request.path_params["id"])
        return _file(game, "psq", psq.write([changes.as_file(game)]), "text/plain")

    async def read_record(self, request: Request) -> Response:
        """Read a file of another program."""
        asked = await self._read(request, FileRequest)
        return JSONResponse(await asyncio.to_thread(asked.read), headers=NO_STORE)

    async def review(self, request: Request) -> ASGIApp:
        """What each move was worth."""
        await self._read(request, EmptyRequest)
        game = await self.games.find(request.path_params["id"])
        seated.wait_for_the_end(game)
        return self._stream(lambda feed: self.searches.review(feed, game.record))

    async def _change(
        self, request: Request, asked: RevisionRequest, change: Change, may: May = seated.forbid
    ) -> Response:
        """Change a game; two people's game only if they `may`, which is the exception."""

        def checked(game: Game) -> Game:
            may(game, asked.key)
            return change(game)

        game = await self.games.change(request.path_params["id"], asked.revision, checked)
        self._timekeeper.expect(game)
        return game_response(game)

    async def _now(self, game_id: str) -> Game:
        """The game as it is now: lost, if its clock has run out."""
        game = await self.games.find(game_id)
        if seated.has_fallen(game):
            return await self._fall(game_id)
        self._timekeeper.expect(game)
        return game

    async def _fall(self, game_id: str) -> Game:
        game = await self.games.change(game_id, None, seated.fall)
        self._timekeeper.expect(game)  # again, if the timer was early
        return game

    # Searches

    async def analysis(self, request: Request) -> ASGIApp:
        """The value of every move."""
        asked = await self._read(request, AnalysisRequest)
        await self._check_that_it_helps_nobody(request, asked.position)
        return self._stream(lambda feed: self.searches.analyse(feed, asked))

    async def trace(self, request: Request) -> ASGIApp:
        """A search to watch."""
        asked = await self._read(request, TraceRequest)
        if key := asked.exercise:
            return self._stream(lambda feed: _put_all(feed, watch_exercise(key)))
        await self._check_that_it_helps_nobody(request, asked.position)
        return self._stream(lambda feed: self.searches.trace(feed, asked))

    async def comparison(self, request: Request) -> ASGIApp:
        """All methods side by side."""
        asked = await self._read(request, ComparisonRequest)
        await self._check_that_it_helps_nobody(request, asked.position)
        return self._stream(lambda feed: self.searches.compare(feed, asked.position, asked.depth))

    async def _check_that_it_helps_nobody(self, request: Request, position: Position) -> None:
        """Refuse to search, for those who are at it, a game that two people play."""
        for game in await self.games.listed(self._presence.games_of(client_of(request.scope))):
            seated.play_unaided(game, position)

    # Practice

    async def exercise(self, request: Request) -> Response:
        """An exercise, without its key."""
        asked = await self._read(request, ExerciseRequest)
        return JSONResponse(
            await self.practising.set(asked, client_of(request.scope)), headers=NO_STORE
        )

    async def marks(self, request: Request) -> Response:
        """What is right and wrong in a student's entries."""
        asked = await self._read(request, MarkRequest)
        return JSONResponse(
            await self.practising.mark(asked, client_of(request.scope)), headers=NO_STORE
        )

    async def key(self, request: Request) -> Response:
        """The key of an exercise."""
        asked = await self._read(request, ExerciseRequest)
        return JSONResponse(
            await self.practising.key(asked, client_of(request.scope)), headers=NO_STORE
        )

    async def sheet(self, request: Request) -> Response:
        """Exercises to be printed."""
        return await self._file(request, practising.sheet)

    async def moodle(self, request: Request) -> Response:
        """Exercises for Moodle."""
        return await self._file(request, practising.moodle)

    async def picture(self, request: Request) -> Response:
        """A tree as SVG."""
        return await self._file(request, practising.picture)

    async def _file(self, request: Request, write: practising.Writer) -> Response:
        asked = read_query(request.query_params, SheetRequest, self.quotas)
        exercises = await self.practising.several(asked, client_of(request.scope))
        return await asyncio.to_thread(write, exercises, asked)

    async def code(self, request: Request) -> Response:
        """A text as a QR code."""
        asked = await self._read(request, CodeRequest)
        drawn = await asyncio.to_thread(qr_code, asked.text)
        return JSONResponse(drawn, headers=NO_STORE)

    # Beginning and end

    @asynccontextmanager
    async def lifespan(self, app: Starlette) -> AsyncIterator[None]:
        """Open before the first request, close after the last."""
        await self.games.go_on()
        await self.searches.open()
        yield
        self.stop()
        await self.searches.close()
        await self.games.close()

    def stop(self) -> None:
        """End everything that is still running, so that the server can exit."""
        self._stopping = True
        self.searches.stop()
        self._timekeeper.stop()
        for task in self._busy:
            task.cancel()

    async def _read(self, request: Request, kind: type[T]) -> T:
        """The body of a request."""
        content = request.headers.get("content-type", "")
        if content.partition(";")[0].strip().lower() != "application/json":
            raise HTTPException(415, "the body must be JSON, with Content-Type: application/json")
        return read_request(await request.body(), kind, self.quotas)

    def _stream(
        self, produce: Callable[[Feed], Awaitable[None]], places: Places | None = None
    ) -> ASGIApp:
        async def tracked(feed: Feed) -> None:
            await self._track(produce(feed))

        return EventStream(tracked, places or self._streams, self._unread)

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
    database: Path,
    quotas: Quotas | None = None,
    hosts: Collection[str] = (),
    embedders: Collection[str] = (),
) -> Starlette:
    """The application.

    `hosts` are its names, besides localhost and any IP address; `embedders` are the sites that may
    show it in a frame.
    """
    quotas = quotas or Quotas()
    games = Games(Database(database), quotas.games, quotas.games_of_an_address)
    return app_of(Api(games, quotas, Searches(quotas)), hosts, embedders)


def app_of(api: Api, hosts: Collection[str] = (), embedders: Collection[str] = ()) -> Starlette:
    """The application, made of parts that may work in another way than a server's."""
    quotas, headers, files = api.quotas, headers_for(embedders), Files(directory=STATIC)
    mimetypes.add_type("text/javascript", ".js")  # not every system knows it
    app = Starlette(
        routes=[*api.routes(), Route("/", files.page), Mount("/static", files)],
        middleware=[
            Middleware(
                Guard, hosts=hosts, headers=headers, most_bytes=quotas.bytes, seconds=quotas.body
            )
        ],
        exception_handlers={
            **dict.fromkeys([HTTPException, *CODES], _refuse),
            Exception: _fail(headers),
        },
        lifespan=api.lifespan,
    )
    app.router.redirect_slashes = False
    app.state.api = api
    return app


async def _put_all(feed: Feed, events: Iterable[tuple[str, str]]) -> None:
    for event in events:
        feed.put(*event)


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
    if refused.status_code == 429:
        await asyncio.sleep(TOO_EAGER)
    if refused.detail == HTTPStatus(refused.status_code).phrase:  # Starlette's default
        path = shorten(request.scope["path"])
        refused.detail = {
            404: f"there is nothing at {path}",
            405: f"{request.method} is not allowed at {path}",
        }.get(refused.status_code, refused.detail)
    return error_response(refused)


def _fail(headers: Mapping[str, str]) -> Callable[[Request, Exception], Awaitable[Response]]:
    """Answers an unexpected error. The server logs it; the guard does not add the headers here."""

    async def answer(request: Request, error: Exception) -> Response:
        return error_response(HTTPException(500, UNEXPECTED, dict(headers)))

    return answer


def _later(game: Game, key: str | None) -> None:
    """The change itself looks at the key."""


def _called(record: Record, people: Collection[Mark]) -> dict[str, Any]:
    """How a file calls those who are people here, as it is stored with the game."""
    players = record.players.items()
    names = {mark: name for mark, name in players if mark in people and name not in NAMELESS}
    return {"called": names} if names else {}


def _is_of_others(record: Record, people: Collection[Mark]) -> bool:
    """Whether a file has the game of others, to look at: our own call people `human`."""
    return len(people) == 2 and set(record.players.values()) != {HUMAN}


def _is_worth_keeping(game: Game) -> bool:
    """Whether it is more than a board that somebody opened."""
    return bool(game.whole.moves or game.whole.variations or game.title or game.table)


def _check_players(seats: Mapping[Mark, Seat], position: Position) -> None:
    for seat in seats.values():
        if seat.name != HUMAN and (reason := OPPONENTS[seat.name].why_not(position)):
            raise HTTPException(422, reason)

"""The requests as typed values: what a client may ask, and what each field may hold."""

from dataclasses import asdict, dataclass
from typing import Annotated, Any

from noughts.analysis import Limit
from noughts.errors import NotationError
from noughts.files import psq, sgf
from noughts.methods import METHODS
from noughts.players import HUMAN, OPPONENTS
from noughts.position import Position
from noughts.practice import ALGORITHMS, Key, Tree, key_of
from noughts.practice.trees import Player
from noughts.records import Record
from noughts.rules import LARGEST, OTHER, PRESETS, Mark, Rules
from noughts.web.fields import list_of, number, one_of, pair, read_object, secret, text, whole
from noughts.web.quotas import Quotas
from noughts.web.seats import OFFERS, What

__all__ = ["AnalysisRequest", "AnswerRequest", "CodeRequest", "ComparisonRequest", "EmptyRequest"]
__all__ += ["FileRequest", "GamesRequest", "Invitation", "JoinRequest", "MoveRequest"]
__all__ += ["MovesRequest", "NameRequest", "NewGame", "OfferRequest", "PathRequest"]
__all__ += ["PlayersRequest", "PositionRequest", "ResignationRequest", "RevisionRequest", "Seat"]
__all__ += ["SearchedPosition", "TitleRequest", "TraceRequest", "VariationRequest"]

MANY = 2**53  # the largest number that JavaScript counts to
CELLS = LARGEST * LARGEST
PEOPLE: dict[Mark, str] = {"x": HUMAN, "o": HUMAN}
PLAYERS: tuple[Player, ...] = ("MAX", "MIN")
WATCHED = [method.name for method in METHODS.values() if method.watch]


def _position(game: str | None, board: str, turn: Mark | None) -> Position:
    """The position, read as on the command line; an empty text is the empty board."""
    rules = None if game is None else Rules.parse(game)
    if board.strip():
        return Position.parse(board, rules, turn)
    if rules is None:
        raise NotationError(f"say which game it is: {', '.join(PRESETS)}, or a size such as 4x4x3")
    return Position(rules, turn=turn)


GameName = Annotated[str, text(40)]
Board = Annotated[str, text(2_000)]
AMark = Annotated[Mark, one_of(OTHER)]
Revision = Annotated[int, whole(0, MANY)]
Depth = Annotated[int, whole(1, CELLS)]
Moves = Annotated[tuple[str, ...], list_of(text(20), CELLS)]
Seconds = Annotated[float, number(0, "seconds")]
MoveName = Annotated[str, text(20)]
SeatKey = Annotated[str, secret]
PersonName = Annotated[str, text(30)]

HOUR = 3600


@dataclass(frozen=True, kw_only=True)
class PositionRequest:
    """A position to read."""

    game: GameName | None = None
    text: Board
    turn: AMark | None = None
    moves: Moves = ()
    depth: Depth | None = None  # which methods can search it so deep?
    draft: bool = False  # it may be unfinished: what is wrong with it is the answer

    @property
    def position(self) -> Position:
        """The position, read as on the command line, after these moves."""
        start = _position(self.game, self.text, self.turn)
        return Record(start, PEOPLE, self.moves).position


@dataclass(frozen=True, kw_only=True)
class SearchedPosition:
    """A position to search."""

    game: GameName | None = None
    cells: Board
    turn: AMark | None = None

    @property
    def position(self) -> Position:
        """The position, read as on the command line."""
        return _position(self.game, self.cells, self.turn)


@dataclass(frozen=True, kw_only=True)
class ComparisonRequest(SearchedPosition):
    """All methods side by side."""

    depth: Depth | None = None


@dataclass(frozen=True, kw_only=True)
class AnalysisRequest(SearchedPosition):
    """What is every move worth?"""

    seconds: Seconds = 5
    depth: Depth | None = None
    method: Annotated[str, one_of(METHODS)] = "engine"
    nodes: Annotated[int, whole(1, MANY)] | None = None
    every_move: bool = True

    @property
    def limit(self) -> Limit:
        """How far the search goes."""
        return Limit(self.depth, self.nodes, self.seconds)


@dataclass(frozen=True, kw_only=True)
class TraceRequest:
    """A search to watch: on a position, or on a tree in brackets."""

    game: GameName | None = None
    cells: Board | None = None
    turn: AMark | None = None
    tree: Annotated[str, text(1_000)] | None = None
    root: Annotated[Player, one_of(PLAYERS)] | None = None
    depth: Depth | None = None
    method: Annotated[str, one_of(WATCHED)] = "alpha-beta"
    nodes: Annotated[int, whole(1, "nodes")] = 100_000

    @property
    def position(self) -> Position:
        """The position, read as on the command line."""
        if self.cells is None:
            raise NotationError("give the cells of a board, or a tree such as ((3 5) (2 9))")
        if self.root is not None:
            raise NotationError("root goes with a tree only: a position says who is to move")
        return _position(self.game, self.cells, self.turn)

    @property
    def exercise(self) -> Key | None:
        """What the method finds in the tree, if there is one."""
        if self.tree is None:
            return None
        given = {"game": self.game, "cells": self.cells, "turn": self.turn, "depth": self.depth}
        for field, value in given.items():
            if value is not None:
                raise NotationError(f"{field} does not go with a tree in brackets")
        if self.method not in ALGORITHMS:
            raise NotationError(
                f"{self.method} needs a game; a tree is searched by minimax or alpha-beta"
            )
        return key_of(Tree.parse(self.tree, self.root or "MAX"), self.method)


LONGEST_TITLE = 100  # characters


@dataclass(frozen=True)
class Seat:
    """Who plays a mark, and how many seconds they may use for a move."""

    name: Annotated[str, one_of([HUMAN, *OPPONENTS])]
    seconds: Seconds | None = None


@dataclass(frozen=True)
class Seats:
    """Who plays; a mark that is left out stays as it is."""

    x: Seat | None = None
    o: Seat | None = None

    @property
    def named(self) -> dict[Mark, Seat]:
        """The marks that are given, with their seats."""
        seats: dict[Mark, Seat | None] = {"x": self.x, "o": self.o}
        return {mark: seat for mark, seat in seats.items() if seat}


@dataclass(frozen=True)
class PlayerNames:
    """Who played."""

    x: Annotated[str, text(100)]
    o: Annotated[str, text(100)]


@dataclass(frozen=True)
class SavedOutcome:
    """How a saved game ended."""

    reason: Annotated[str, text(20)]
    cells: Annotated[tuple[str, ...], list_of(text(10), CELLS)]
    winner: AMark | None = None


@dataclass(frozen=True)
class SavedGame:
    """The fields of a record; `Record` checks whether they fit together."""

    game: GameName
    cells: Board
    turn: AMark
    players: PlayerNames
    moves: Annotated[tuple[Any, ...], list_of(pair(text(10), number(0, 1e9)), CELLS)]
    outcome: SavedOutcome | None = None


NOTES = ("comments", "variations", "about")  # `Record` alone knows what they may hold


def saved_game(value: Any, quotas: Quotas) -> Record:
    """A game as `noughts play` saves it; fields of a later version are ignored."""
    course = asdict(read_object(SavedGame, value, quotas, strict=False))
    return Record.from_json(course | {name: value[name] for name in NOTES if name in value})


@dataclass(frozen=True)
class FileRequest:
    """A file of games in another format, SGF or PSQ; which game of it, from 1 (None: the last)."""

    text: Annotated[str, text(1 << 20)]  # a request is smaller than that anyway
    game: GameName | None = None
    number: Annotated[int | None, whole(1, 1 << 20)] = None

    def read(self) -> dict[str, Any]:
        """How many games there are, one of them, and what of the file is not kept."""
        if psq.is_psq(self.text):
            (record,) = psq.read(self.text, self.game)
            return {"games": 1, "record": record.as_json(), "not_kept": []}
        games, record = sgf.one(self.text, self.game, self.number)
        return {"games": games, "record": record.as_json(), "not_kept": sgf.not_kept(self.text)}


@dataclass(frozen=True)
class WantedClock:
    """Seconds for all moves of a side, and what each move adds to them."""

    seconds: Annotated[float, number(1, 24 * HOUR)]
    increment: Annotated[float, number(0, HOUR)] = 0


@dataclass(frozen=True)
class Invitation:
    """Who sits where: the inviter has a key, and whoever has the other one gets the free seat."""

    mark: AMark
    key: SeatKey
    invitation: SeatKey
    clock: WantedClock | None = None
    name: PersonName = ""


@dataclass(frozen=True)
class NewGame:
    """A game to begin, or one from a file; `held`: programs wait until a person lets them move."""

    game: GameName | None = None
    cells: Board | None = None
    turn: AMark | None = None
    moves: Moves = ()
    record: Annotated[Record, saved_game] | None = None
    players: Seats = Seats()
    invite: Invitation | None = None
    held: bool = False

    def begun(self) -> Record:
        """The record to begin with; its players are set later."""
        if self.record:
            if self.game or self.cells or self.turn or self.moves:
                raise NotationError("a record already contains game, cells, turn and moves")
            return self.record
        start = _position(self.game, self.cells or "", self.turn)
        return Record(start, PEOPLE, self.moves)


@dataclass(frozen=True, kw_only=True)
class RevisionRequest:
    """A change to a game, made for one of its revisions; with the key of a seat if it has one."""

    revision: Revision
    key: SeatKey | None = None


@dataclass(frozen=True, kw_only=True)
class MoveRequest(RevisionRequest):
    """A person's move."""

    move: MoveName


@dataclass(frozen=True, kw_only=True)
class MovesRequest(RevisionRequest):
    """How many moves to take back, or to play again; 0 for a resignation alone."""

    moves: Annotated[int, whole(0, CELLS)] = 1


@dataclass(frozen=True, kw_only=True)
class PathRequest(RevisionRequest):
    """A node of the game's tree: the moves from the start."""

    path: Moves


@dataclass(frozen=True, kw_only=True)
class VariationRequest(PathRequest):
    """A move to try after a path."""

    move: MoveName


@dataclass(frozen=True, kw_only=True)
class NameRequest(PathRequest):
    """How to call the variation that a path ends in."""

    name: Annotated[str, text(80)]


@dataclass(frozen=True, kw_only=True)
class ResignationRequest(RevisionRequest):
    """Which mark resigns."""

    mark: AMark


@dataclass(frozen=True, kw_only=True)
class PlayersRequest(RevisionRequest):
    """Who plays from now on."""

    players: Seats


@dataclass(frozen=True)
class GamesRequest:
    """Some games, by their ids."""

    ids: Annotated[tuple[str, ...], list_of(text(40), 500)]


@dataclass(frozen=True)
class TitleRequest:
    """What a game is called; nothing for no title. With the key of a seat if the game has one."""

    title: Annotated[str, text(LONGEST_TITLE)]
    key: SeatKey | None = None


@dataclass(frozen=True)
class JoinRequest:
    """Take the free seat: with the key of the invitation, and one to hold the seat by."""

    invitation: SeatKey
    key: SeatKey
    name: PersonName = ""


@dataclass(frozen=True, kw_only=True)
class OfferRequest(RevisionRequest):
    """Ask the other player."""

    what: Annotated[What, one_of(OFFERS)]


@dataclass(frozen=True, kw_only=True)
class AnswerRequest(RevisionRequest):
    """Accept what the other player asks, or decline it."""

    accept: bool


@dataclass(frozen=True)
class CodeRequest:
    """A text to draw as a QR code."""

    text: Annotated[str, text(500)]


@dataclass(frozen=True)
class EmptyRequest:
    """Everything is in the address."""

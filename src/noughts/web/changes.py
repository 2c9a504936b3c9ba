"""A game, and the changes that can be made to it.

A change takes a game and returns the changed one, or refuses. Moves are not judged here. `Match`
judges a program's move, without a clock, because the time it takes also depends on how busy the
server is. A person's illegal move is refused with the reason.
"""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import TypeAlias

from starlette.exceptions import HTTPException

from noughts.match import Match
from noughts.notation import cell
from noughts.players import HUMAN
from noughts.position import GAME_OVER
from noughts.records import Record
from noughts.rules import Mark, Move
from noughts.web.requests import Seat
from noughts.words import count

__all__ = ["Change", "Conflict", "Game", "change_players", "person_moves", "program_moves"]
__all__ += ["program_to_move", "redo", "resign", "undo"]


@dataclass(frozen=True, eq=False)
class Game:
    """A stored game. Each revision is, more or less, one object."""

    id: str
    revision: int
    record: Record
    undone: tuple[tuple[Move, float], ...]
    seconds: Mapping[Mark, float | None]
    touched: float

    def is_human(self, mark: Mark) -> bool:
        """Whether a person plays that mark."""
        return self.record.players[mark] == HUMAN


class Conflict(HTTPException):
    """The game is not what the client expected; `game` is what it is now."""

    def __init__(self, sentence: str, game: Game) -> None:
        super().__init__(409, sentence)
        self.game = game


Change: TypeAlias = Callable[[Game], Game]


def person_moves(game: Game, text: str) -> Game:
    """A person plays the cell of that name."""
    position = game.record.position
    mark = position.turn
    _check_that_it_goes_on(game)
    if not game.is_human(mark):
        who = game.record.players[mark]
        raise Conflict(f"it is {mark.upper()}'s turn, and {who} plays {mark.upper()}", game)
    move = cell(position.rules, text)
    if reason := game.record.why_not(move):
        raise HTTPException(400, reason)
    seconds = max(0.0, time.time() - game.touched)
    return replace(game, record=game.record.play(move, seconds), undone=())


def program_moves(game: Game, move: Move, seconds: float) -> Game:
    """The program whose turn it is has chosen a move; an illegal one loses, as in any match."""
    match = Match({}, record=game.record)
    match.receive(move, seconds)
    return replace(game, record=match.record, undone=())


def undo(game: Game, moves: int) -> Game:
    """Take back the last moves, and a decision that is not on the board (a resignation)."""
    record = game.record
    if moves > len(record.moves):
        played = count(len(record.moves), "move")
        sentence = f"cannot take back {count(moves, 'move')}: {played} played"
        raise HTTPException(400, sentence)
    back = list(zip(record.moves, record.seconds, strict=True))[len(record.moves) - moves :]
    return replace(game, record=record.undo(moves), undone=(*game.undone, *reversed(back)))


def redo(game: Game, moves: int) -> Game:
    """Replay moves that were taken back."""
    if moves > len(game.undone):
        left = count(len(game.undone), "move")
        sentence = f"cannot replay {count(moves, 'move')}: {left} taken back"
        raise HTTPException(400, sentence)
    again, kept = game.undone[len(game.undone) - moves :], game.undone[:-moves]
    record = game.record
    for move, seconds in reversed(again):
        record = record.play(move, seconds)
    return replace(game, record=record, undone=kept)


def resign(game: Game, mark: Mark) -> Game:
    """A person resigns."""
    _check_that_it_goes_on(game)
    if not game.is_human(mark):
        raise Conflict(f"{game.record.players[mark]} plays {mark.upper()}", game)
    match = Match({}, record=game.record)
    match.resign(mark)
    return replace(game, record=match.record)


def change_players(game: Game, seats: Mapping[Mark, Seat]) -> Game:
    """Change the players of one mark or both."""
    names = {mark: seat.name for mark, seat in seats.items()}
    seconds = {mark: seat.seconds for mark, seat in seats.items()}
    record = replace(game.record, players={**game.record.players, **names})
    return replace(game, record=record, seconds={**game.seconds, **seconds})


def program_to_move(game: Game) -> str:
    """The program whose turn it is."""
    _check_that_it_goes_on(game)
    mark = game.record.position.turn
    if game.is_human(mark):
        raise Conflict(f"it is {mark.upper()}'s turn, and a person plays {mark.upper()}", game)
    return game.record.players[mark]


def _check_that_it_goes_on(game: Game) -> None:
    if game.record.outcome is not None:
        raise HTTPException(400, GAME_OVER)

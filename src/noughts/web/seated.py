"""What two people on two machines do in their game: sit down, move in time, ask and answer.

Each of these takes a game and returns the changed one, or refuses, as in `changes`. Games without a
table belong to everybody: two people at one screen, or programs.
"""

import time
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from starlette.exceptions import HTTPException

from noughts.players import HUMAN
from noughts.position import Position
from noughts.rules import OTHER, Mark
from noughts.web import changes
from noughts.web.changes import Conflict, Game
from noughts.web.requests import Invitation
from noughts.web.seats import Clock, Offer, Table, What

__all__ = ["agrees_to_a_rematch", "answer", "check_key", "check_people", "fall", "followed"]
__all__ += ["forbid", "has_fallen", "introduced", "invited", "join", "kept", "left"]
__all__ += ["move", "of_table", "offer", "only_after_the_game", "play_unaided", "resign"]
__all__ += ["wait_for_the_end", "without"]

WATCHING = "you are watching: this game belongs to two people"
RUNNING = "two people play this game: wait until it is over"


def invited(asked: Invitation | None) -> Table | None:
    """The table of a new game."""
    if asked is None:
        return None
    if asked.key == asked.invitation:
        raise HTTPException(400, "invite.invitation: it must differ from the key")
    wanted = asked.clock
    left = dict.fromkeys(OTHER, wanted.seconds) if wanted else {}
    clock = Clock(wanted.seconds, wanted.increment, left) if wanted else None
    return Table.laid(asked.mark, asked.key, asked.invitation, clock)


def check_people(table: Table | None, names: dict[Mark, str]) -> None:
    """An invitation is for a person, and so is the other seat."""
    if table and set(names.values()) != {HUMAN}:
        raise HTTPException(400, "an invitation is for two people: no program can play")


def kept(table: Table | None) -> dict[str, Any]:
    """What is stored with a game."""
    return {"table": table.as_json()} if table else {}


def _at(game: Game, table: Table) -> Game:
    """The game, with its table as it is now."""
    return replace(game, more={**game.more, **kept(table)})


# Sitting down


def introduced(more: Mapping[str, Any], mark: Mark, name: str) -> dict[str, Any]:
    """What is stored with a game once a person has said who plays that mark; nobody has to."""
    plain = " ".join(name.split())
    called = {**more.get("called", {}), **({mark: plain} if plain else {})}
    return {**more, **({"called": called} if called else {})}


def join(game: Game, invitation: str, key: str, name: str) -> Game:
    """Take the free seat. Who asks again, because the answer was lost, still has it."""
    table = _table(game)
    if not table.invites(invitation):
        raise HTTPException(403, "this is not an invitation to that game")
    if table.seat_of(key):
        return game
    if table.free is None:
        raise Conflict("somebody else has taken the seat: you can watch", game)
    named = replace(game, more=introduced(game.more, table.free, name))
    return _in_time(_at(named, table.taken(table.free, key)))


def _table(game: Game) -> Table:
    if game.table is None:
        raise HTTPException(400, "this game has no seats: it belongs to everybody")
    return game.table


def _seat(game: Game, key: str | None) -> Mark:
    mark = _table(game).seat_of(key)
    if mark is None:
        raise HTTPException(403, WATCHING)
    return mark


def _check_seat(game: Game, mark: Mark, key: str | None) -> None:
    if game.table and _seat(game, key) != mark:
        raise HTTPException(403, f"the other player plays {mark.upper()}")


def forbid(game: Game, key: str | None) -> None:
    """Refuse what two people have to agree on first."""
    if game.table:
        raise HTTPException(403, "two people play this game: ask the other player")


def check_key(game: Game, key: str | None) -> None:
    """Refuse what only the two who play may do."""
    if game.table:
        _seat(game, key)


def only_after_the_game(game: Game, key: str | None) -> None:
    """Refuse what two people may only do when their game is over: try other moves."""
    check_key(game, key)
    wait_for_the_end(game)


def wait_for_the_end(game: Game) -> None:
    """Refuse what nobody may do while two people play: those who watch could tell them."""
    if game.table and game.record.outcome is None:
        raise HTTPException(403, RUNNING)


def play_unaided(game: Game, position: Position) -> None:
    """Refuse to search a game that two people play: its position, and what can follow from it."""
    now = game.record.position
    stones = zip(now.cells, position.cells, strict=False)
    if now.rules == position.rules and all(stone in (".", found) for stone, found in stones):
        wait_for_the_end(game)


# Playing


def move(game: Game, text: str, key: str | None) -> Game:
    """A person plays the cell of that name; with a clock, in time or not at all."""
    _check_seat(game, game.record.position.turn, key)
    if game.table is None:
        return changes.person_moves(game, text)
    if has_fallen(game):
        return fall(game)
    now, mark, clock = time.time(), game.record.position.turn, game.table.clock
    begun = game.touched if clock is None or clock.since is None else now - clock.spent(now)
    played = changes.person_moves(replace(game, touched=begun), text)
    clock = clock and clock.moved(mark, now)
    table = replace(game.table, clock=clock, offer=None, declined=None)
    return _in_time(_at(played, table))


def resign(game: Game, mark: Mark, key: str | None) -> Game:
    """A person resigns."""
    _check_seat(game, mark, key)
    if has_fallen(game):
        return fall(game)
    return _over(changes.resign(game, mark))


# The clock


def left(game: Game) -> float | None:
    """How many seconds the side to move has left; None if no clock is running."""
    clock = game.table and game.table.clock
    if not clock or clock.since is None:
        return None
    turn = game.record.position.turn
    return clock.at(turn, time.time())[turn]


def has_fallen(game: Game) -> bool:
    """Whether the side to move has used up its time."""
    return left(game) == 0


def fall(game: Game) -> Game:
    """The side to move loses on time, if it really has used it up."""
    if not has_fallen(game):
        return game
    return _over(changes.lose(game, game.record.position.turn, "time"))


def without(game: Game, start: float, end: float) -> Game:
    """The game if the time from `start` to `end` costs nobody anything."""
    table = game.table
    if not table or not table.clock:
        return game
    return _at(game, replace(table, clock=table.clock.without(start, end)))


def _in_time(game: Game) -> Game:
    """Start the clock, or stop it: it runs from the first move on, when both have sat down."""
    table = game.table
    if not table or not table.clock:
        return game
    if game.record.outcome:
        return _over(game)
    runs = table.free is None and len(game.record.moves) > 0
    if not runs or table.clock.since is not None:
        return game
    return _at(game, replace(table, clock=table.clock.started(time.time())))


def _over(game: Game) -> Game:
    """The clock stands still, and what was asked is no longer asked."""
    table = game.table
    if not table:
        return game
    turn, clock = game.record.position.turn, table.clock
    stopped = clock and clock.stopped(turn, time.time())
    return _at(game, replace(table, clock=stopped, offer=None))


# Asking


def offer(game: Game, what: What, key: str | None) -> Game:
    """Ask the other player; if the other one has asked for the same, that is agreed."""
    mark, table = _seat(game, key), _table(game)
    if what != "rematch" and table.offer == Offer(what, OTHER[mark]):
        return answer(game, True, key)
    if reason := _why_not(game, what, mark):
        raise HTTPException(400, reason)
    return _at(game, replace(table, offer=Offer(what, mark)))


def _why_not(game: Game, what: What, mark: Mark) -> str | None:
    table, over = _table(game), game.record.outcome is not None
    if table.free:
        return "the other player is not here yet"
    if what == "rematch":
        if table.next:
            return "the next game has already begun"
        return None if over else "the game is not over yet"
    if over:
        return "the game is over"
    if table.offer and table.offer.by != mark:
        return "first answer what the other player asks"
    if what == "draw":
        declined = table.declined == Offer(what, mark)
        return "the other player has declined: ask again after the next move" if declined else None
    if table.clock:
        return "nothing is taken back in a game with a clock"
    return None if _back(game, mark) else f"{mark.upper()} has not moved yet"


def _back(game: Game, mark: Mark) -> int:
    """How many moves are taken back for that player: up to its last one."""
    played = len(game.record.moves)
    back = 1 if game.record.position.turn != mark else 2
    return back if back <= played else 0


def answer(game: Game, accept: bool, key: str | None) -> Game:
    """Accept what the other player asks, or decline it; who has asked may withdraw.

    Another game is not begun here: see `agrees_to_a_rematch` and `followed`.
    """
    mark, table = _seat(game, key), _table(game)
    asked, unasked = table.offer, _at(game, replace(table, offer=None, declined=None))
    if asked is None:
        raise Conflict("nothing is asked any more", game)
    own = asked.by == mark
    if not accept:
        declined = table.declined if own else asked
        return _at(game, replace(table, offer=None, declined=declined))
    if own:
        raise HTTPException(403, "the other player has to agree")
    if has_fallen(game):
        return fall(game)
    if asked.what == "draw":
        return _over(changes.draw(unasked))
    return changes.undo(unasked, _back(game, asked.by))


def agrees_to_a_rematch(game: Game, key: str | None) -> bool:
    """Whether the other player has asked for another game, and this is the one to agree."""
    return _table(game).offer == Offer("rematch", OTHER[_seat(game, key)])


def followed(game: Game, by: str) -> Game:
    """Both have agreed, and the next game has begun."""
    return _at(game, replace(_table(game), offer=None, next=by))


def of_table(game: Game) -> dict[str, Any] | None:
    """What everybody may know: which seats are taken, what is asked, and the clock."""
    table = game.table
    if table is None:
        return None
    turn, clock = game.record.position.turn, table.clock
    return {
        "seats": {mark: key is not None for mark, key in table.keys.items()},
        "offer": table.offer and vars(table.offer),
        "declined": table.declined and vars(table.declined),
        "next": table.next,
        "clock": clock
        and {
            "seconds": clock.seconds,
            "increment": clock.increment,
            "left": {mark: round(left, 3) for mark, left in clock.at(turn, time.time()).items()},
            "runs": None if clock.since is None else turn,
        },
    }

"""A game, and the changes that can be made to it.

A change takes a game and returns the changed one, or refuses. Moves are not judged here. `Match`
judges a program's move, without a clock, because the time it takes also depends on how busy the
server is. A person's illegal move is refused with the reason.

Nothing is destroyed. Taking back only moves a mark along the line of the game. If another move is
played than the one taken back, the old line becomes a variation. What is deleted can be restored.
"""

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import pairwise
from typing import Any, TypeAlias

from starlette.exceptions import HTTPException

from noughts.match import Match
from noughts.notation import as_move, cell, names
from noughts.notes import Variation
from noughts.players import HUMAN
from noughts.position import AGREED, GAME_OVER, Outcome
from noughts.records import Record
from noughts.rules import Mark, Move, Rules
from noughts.web.requests import LONGEST_TITLE, Seat
from noughts.web.seats import Table
from noughts.web.tree import (
    MOST_MOVES,
    Node,
    as_record,
    as_tree,
    as_variation,
    check_size,
    follow,
    give_names_back,
    graft,
    line_of,
    names_in_comments,
)
from noughts.words import count, ending

__all__ = ["Change", "Conflict", "Deletion", "Ending", "Game", "as_file", "begun"]
__all__ += ["change_players", "delete", "go_to", "name_variation", "person_moves", "program_moves"]
__all__ += ["program_to_move", "promote", "redo", "resign", "restore", "same_standing", "undo"]
__all__ += ["dated", "draw", "lose", "vary"]

MOST_DELETIONS = 50  # that can be restored; with no more moves than a game may have


@dataclass(frozen=True)
class Ending:
    """An end that is not on the board, after so many moves; it may have been taken back."""

    number: int
    outcome: Outcome
    counts: bool = True

    def as_json(self, rules: Rules) -> list[Any]:
        """The ending as plain data."""
        return [self.number, self.outcome.as_json(rules), self.counts]

    @staticmethod
    def from_json(data: Any) -> "Ending | None":
        """The ending, if there is one."""
        if data is None:
            return None
        number, outcome, counts = data
        return Ending(number, Outcome(outcome["winner"], outcome["reason"]), counts)


@dataclass(frozen=True)
class Deletion:
    """A variation that was deleted, where it was, and which of the children there."""

    path: tuple[Move, ...]
    index: int
    variation: Variation


@dataclass(frozen=True, eq=False)
class Game:
    """A stored game. Each revision is, more or less, one object."""

    id: str
    revision: int
    whole: Record  # the game with what was taken back and all variations, without its ending
    played: int  # how many moves of it are played
    seconds: Mapping[Mark, float | None]
    touched: float
    ending: Ending | None = None
    held: bool = False  # programs wait until a person lets them move
    deleted: tuple[Deletion, ...] = ()  # the last one last
    title: str = ""
    more: Mapping[str, Any] = field(default_factory=dict)  # what other parts keep with a game

    @cached_property
    def record(self) -> Record:
        """The game as it is now: without what was taken back."""
        back = len(self.whole.moves) - self.played
        record = self.whole.undo(back) if back else self.whole
        return record.ended(self.ending.outcome) if self.ending and self.ending.counts else record

    @cached_property
    def table(self) -> Table | None:
        """Where two people on two machines sit; None if the game belongs to everybody."""
        kept = self.more.get("table")
        return Table.from_json(kept) if kept else None

    @property
    def called(self) -> Mapping[Mark, str]:
        """The people of a file, by their marks, if it names them."""
        called: Mapping[Mark, str] = self.more.get("called", {})
        return called

    @property
    def opened(self) -> bool:
        """Whether it is a game of others from a file, which nobody has played on here."""
        return bool(self.more.get("opened"))

    def is_human(self, mark: Mark) -> bool:
        """Whether a person plays that mark."""
        return self.whole.players[mark] == HUMAN


class Conflict(HTTPException):
    """The game is not what the client expected; `game` is what it is now."""

    def __init__(self, sentence: str, game: Game) -> None:
        super().__init__(409, sentence)
        self.game = game


Change: TypeAlias = Callable[[Game], Game]


# Beginning and files


def begun(game_id: str, record: Record, seconds: Mapping[Mark, float | None]) -> Game:
    """A game that begins with a record.

    A variation that repeats the last move and goes on is what was taken back, see `as_file`.
    """
    decision, whole = record.decision, record
    name = record.about.get("name", "")
    title = name if len(name) <= LONGEST_TITLE else ""
    if title:
        whole = replace(whole, about={**whole.about, "name": ""})
    if record.variations:
        whole = as_record(as_tree(whole), whole)
    elif decision:
        whole = replace(whole, decision=None)
    played = len(record.moves)
    after = Ending(played, decision) if decision else None
    return Game(game_id, 0, whole, played, seconds, time.time(), after, title=title)


def dated(record: Record) -> Record:
    """The record of a game that begins today."""
    return replace(record, about={"date": time.strftime("%Y-%m-%d")})


def as_file(game: Game) -> Record:
    """The game for a file: what was taken back becomes a variation of the last move."""
    record, title = _as_it_stands(game), {"name": game.title} if game.title else {}
    players = {mark: _player_text(game, mark) for mark in record.players}
    return replace(record, players=players, about={**record.about, **title})


def _player_text(game: Game, mark: Mark) -> str:
    """A player as a file names it, and as links do: `engine@2` uses 2 seconds a move."""
    if game.is_human(mark):
        return game.called.get(mark, HUMAN)
    name, seconds = game.whole.players[mark], game.seconds[mark]
    return name if seconds is None else f"{name}@{seconds:g}"


def _as_it_stands(game: Game) -> Record:
    whole, played = game.whole, game.played
    if played == len(whole.moves):
        return game.record
    if played == 0:  # there is no move to repeat
        return whole
    rest = Variation(
        played - 1,
        whole.moves[played - 1 :],
        comments={number: text for number, text in whole.comments.items() if number > played},
        variations=[each for each in whole.variations if each.after >= played],
        seconds=whole.seconds[played - 1 :],
    )
    return replace(game.record, variations=(*game.record.variations, rest))


# Moves


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
    return _play(game, move, max(0.0, time.time() - game.touched))


def program_moves(game: Game, move: Move, seconds: float) -> Game:
    """The program whose turn it is has chosen a move; an illegal one loses, as in any match."""
    match = Match({}, record=game.record)
    match.receive(move, seconds)
    if match.record.decision:
        return _end(game, match.record.decision)
    return _play(game, move, seconds)


def _play(game: Game, move: Move, seconds: float) -> Game:
    """The game after one more move; another one than was taken back keeps that as a variation."""
    whole, played, after = game.whole, game.played, game.ending
    game = replace(game, more=_played_on(game.more))
    if after and after.number == played:
        after = None
    if played == len(whole.moves):
        whole = whole.play(move, seconds)
        if whole.variations:
            check_size(as_tree(whole))
        game = replace(game, whole=whole)
    elif whole.moves[played] != move or not whole.seconds[played]:
        root = _tree(game)
        line = line_of(root)
        if whole.moves[played] != move:
            _comment_ending(game, line, after)
            after = None
        child = line[played].child(move) or Node(move)
        child.seconds = child.seconds or seconds
        _put_first(line[played], child)
        game = _with_tree(game, root)
    return replace(game, played=played + 1, ending=after, held=False)


def _played_on(more: Mapping[str, Any]) -> Mapping[str, Any]:
    """What is kept with a game that somebody plays on: it is no longer only one of a file."""
    return {key: value for key, value in more.items() if key != "opened"}


def _put_first(parent: Node, child: Node) -> None:
    """Let the line go on with this child; it changes places with the one that it went on with."""
    children = parent.children
    if child not in children:
        children.insert(0, child)
    index = children.index(child)
    children[0], children[index] = children[index], children[0]


def _comment_ending(game: Game, line: Sequence[Node], after: Ending | None) -> None:
    """Keep an ending as a comment, where the game no longer can have it."""
    if after:
        line[after.number].note(ending(game.whole.start.rules, after.outcome))


def undo(game: Game, moves: int) -> Game:
    """Take back the last moves, and a decision that is not on the board (a resignation).

    Programs wait until a person lets them move, so that what was taken back can be replayed.
    """
    decided = bool(game.ending and game.ending.counts)
    if moves > game.played or not (moves or decided):
        played = count(game.played, "move")
        sentence = f"cannot take back {count(moves, 'move')}: {played} played"
        raise HTTPException(400, sentence)
    after = game.ending and replace(game.ending, counts=False)
    return replace(game, played=game.played - moves, ending=after, held=True)


def redo(game: Game, moves: int) -> Game:
    """Replay moves that were taken back, and the decision that was made after them."""
    left, after = len(game.whole.moves) - game.played, game.ending
    number = game.played + moves
    again = bool(after and after.number == number and not after.counts)
    if moves > left or not (moves or again):
        sentence = f"cannot replay {count(moves, 'move')}: {count(left, 'move')} taken back"
        raise HTTPException(400, sentence)
    if after and after.number < number:
        root = _tree(game)
        _comment_ending(game, line_of(root), after)
        game, after = _with_tree(game, root), None
    after = after and replace(after, counts=again)
    return replace(game, played=number, ending=after, held=False)


def resign(game: Game, mark: Mark) -> Game:
    """A person resigns."""
    _check_that_it_goes_on(game)
    if not game.is_human(mark):
        raise Conflict(f"{game.record.players[mark]} plays {mark.upper()}", game)
    return lose(game, mark, "resignation")


def lose(game: Game, mark: Mark, reason: str) -> Game:
    """The game is lost for a mark: by "resignation" or on "time"."""
    match = Match({}, record=game.record)
    match.lose(mark, reason)
    assert match.record.decision is not None
    return _end(game, match.record.decision)


def draw(game: Game) -> Game:
    """Both people agree on a draw."""
    _check_that_it_goes_on(game)
    return _end(game, Outcome(None, AGREED))


def _end(game: Game, decision: Outcome) -> Game:
    """The game after a decision; one that was made later, and taken back, becomes a comment."""
    after, game = game.ending, replace(game, more=_played_on(game.more))
    if after and after.number > game.played:
        root = _tree(game)
        _comment_ending(game, line_of(root), after)
        game = _with_tree(game, root)
    return replace(game, ending=Ending(game.played, decision), held=False)


def change_players(game: Game, seats: Mapping[Mark, Seat]) -> Game:
    """Change the players of one mark or both."""
    names = {mark: seat.name for mark, seat in seats.items()}
    seconds = {mark: seat.seconds for mark, seat in seats.items()}
    whole = replace(game.whole, players={**game.whole.players, **names})
    return replace(game, whole=whole, seconds={**game.seconds, **seconds}, held=False)


def program_to_move(game: Game) -> str:
    """The program whose turn it is."""
    _check_that_it_goes_on(game)
    mark = game.record.position.turn
    if game.is_human(mark):
        raise Conflict(f"it is {mark.upper()}'s turn, and a person plays {mark.upper()}", game)
    return game.record.players[mark]


def same_standing(one: Game, two: Game) -> bool:
    """Whether the same moves are played by the same players; the variations may differ."""

    def standing(game: Game) -> tuple[Any, ...]:
        record = game.record
        return record.moves, record.outcome, record.players, game.seconds, game.held

    return standing(one) == standing(two)


def _check_that_it_goes_on(game: Game) -> None:
    if game.record.outcome is not None:
        raise HTTPException(400, GAME_OVER)


# The tree


def vary(game: Game, path: Iterable[str], text: str) -> Game:
    """Try a move after a path; a move that is there already changes nothing."""
    root, nodes, moves = _found(game, path)
    position = game.whole.start
    for each in moves:
        position = position.play(each)
    move = cell(position.rules, text)
    if reason := position.why_not(move):
        raise HTTPException(400, reason)
    nodes[-1].add(move)
    return _with_tree(game, root)


def name_variation(game: Game, path: Iterable[str], name: str) -> Game:
    """Name the variation that a path ends in; an empty name takes it away."""
    root, nodes, _ = _found(game, path)
    nodes[_branching(nodes)].name = name
    return _with_tree(game, root)


def promote(game: Game, path: Iterable[str]) -> Game:
    """Let the variation that a path ends in change places with the line that it branches from.

    If that is the game itself, the rest of the game becomes a variation, and the game goes on after
    the last move of the promoted line: programs wait until a person lets them move. The line that
    was replaced last can be promoted again, and the game is then what it was, with its ending.
    """
    root, nodes, moves = _found(game, path)
    first, line = _branching(nodes), line_of(root)
    played, after, more = game.played, game.ending, dict(game.more)
    in_the_game = nodes[:first] == line[:first]
    moved = in_the_game and played >= first
    back = _replaced(game, moves[:first]) if moved else None
    if in_the_game and after and after.number >= first:
        _comment_ending(game, line, after)
        after = None
    if moved:
        more["replaced"] = _standing(game, [node.move for node in line[1 : first + 1]])
    _put_first(nodes[first - 1], nodes[first])
    if back and len(line_of(root)) > max(back[0], back[1].number if back[1] else 0):
        played, after = back
        _forget_comment(game, line_of(root), after)
    elif moved:
        played = len(line_of(root)) - 1
    game = _with_tree(replace(game, more=more), root)
    return replace(game, played=played, ending=after, held=moved or game.held)


def _standing(game: Game, start: Iterable[Move]) -> dict[str, Any]:
    """How far the game was played and how it ended, and the start of the line that it went on."""
    rules, after = game.whole.start.rules, game.ending
    ended = after and after.as_json(rules)
    return {"start": names(rules, start), "played": game.played, "ending": ended}


def _replaced(game: Game, start: Sequence[Move]) -> tuple[int, Ending | None] | None:
    """How the game stood on the line with that start, if that was replaced last."""
    kept = game.more.get("replaced")
    if kept is None or kept["start"] != names(game.whole.start.rules, start):
        return None
    return kept["played"], Ending.from_json(kept["ending"])


def _forget_comment(game: Game, line: Sequence[Node], after: Ending | None) -> None:
    """Take back what `_comment_ending` has said."""
    if after:
        said, node = ending(game.whole.start.rules, after.outcome), line[after.number]
        node.comment = "\n".join(each for each in node.comment.split("\n") if each != said)


def go_to(game: Game, path: Iterable[str]) -> Game:
    """Let the game go on after a path: what comes later is taken back, other lines are variations.

    An ending that the game then no longer leads to becomes a comment. Programs wait until a person
    lets them move: who goes back wants to look first.
    """
    root, nodes, moves = _found(game, path)
    line, after = line_of(root), game.ending
    ahead = after is not None and after.number >= len(moves)
    if after and not (ahead and nodes == line[: len(nodes)]):
        _comment_ending(game, line, after)
        after = None
    for parent, child in pairwise(nodes):
        _put_first(parent, child)
    after = after and replace(after, counts=False)
    game = _with_tree(replace(game, more=_played_on(game.more)), root)
    return replace(game, played=len(moves), ending=after, held=True)


def delete(game: Game, path: Iterable[str]) -> Game:
    """Delete the last move of a path and all that follows it; moves of the game only go by undo."""
    root, nodes, moves = _found(game, path)
    line, number, after = line_of(root), len(moves), game.ending
    if nodes[-1] in line[: game.played + 1]:
        raise HTTPException(400, "moves of the game are not deleted: take them back")
    if nodes[-1] in line and after and after.number >= number:
        _comment_ending(game, line, after)
        after = None
    parent, node = nodes[-2:]
    gone = Deletion(moves[:-1], parent.children.index(node), as_variation(node, number - 1))
    parent.children.remove(node)
    deleted = _not_too_many((*game.deleted, gone))
    return replace(_with_tree(game, root), ending=after, deleted=deleted)


def restore(game: Game) -> Game:
    """Restore what was deleted last."""
    if not game.deleted:
        raise HTTPException(400, "nothing was deleted that could be restored")
    *others, last = game.deleted
    root = _tree(game)
    nodes = follow(root, last.path, game.whole.start.rules)
    parent, played = nodes[-1], line_of(root)[: game.played]
    known = len(parent.children)
    node = graft(parent, last.variation)
    if len(parent.children) > known:
        parent.children.remove(node)
        parent.children.insert(max(last.index, int(parent in played)), node)
    return replace(_with_tree(game, root), deleted=tuple(others))


def _found(game: Game, path: Iterable[str]) -> tuple[Node, list[Node], tuple[Move, ...]]:
    """The root, the nodes of a path from there on, and its moves."""
    rules, root = game.whole.start.rules, _tree(game)
    moves = tuple(cell(rules, text) for text in path)
    return root, follow(root, moves, rules), moves


def _tree(game: Game) -> Node:
    """The game as a tree."""
    root, rules = as_tree(game.whole), game.whole.start.rules
    named: Iterable[Iterable[str]] = game.more.get("names", ())
    give_names_back(root, [tuple(as_move(rules, move) for move in path) for path in named])
    return root


def _with_tree(game: Game, root: Node) -> Game:
    """The game with another tree."""
    rules, more = game.whole.start.rules, {**game.more}
    more.pop("names", None)
    if named := names_in_comments(root):
        more["names"] = [names(rules, path) for path in named]
    return replace(game, whole=as_record(root, game.whole), more=more)


def _branching(nodes: Sequence[Node]) -> int:
    """Where the variation begins in which a path ends."""
    for number in range(len(nodes) - 1, 0, -1):
        if nodes[number] is not nodes[number - 1].children[0]:
            return number
    raise HTTPException(400, "this is the line of the game, not a variation")


def _not_too_many(deleted: tuple[Deletion, ...]) -> tuple[Deletion, ...]:
    """The deletions without the first ones, if there are too many, or too many moves in them."""
    kept = deleted[-MOST_DELETIONS:]
    while len(kept) > 1 and sum(_moves_in(each.variation) for each in kept) > MOST_MOVES:
        kept = kept[1:]
    return kept


def _moves_in(variation: Variation) -> int:
    return len(variation.moves) + sum(map(_moves_in, variation.variations))

"""Small boards in full: every position, and the value of every move.

A value is `(result, plies)` for the side to move: 1, 0 or -1, and how many more plies the game
lasts if the winner hurries and the loser delays.
"""

from functools import cache
from typing import NamedTuple

from noughts.analysis import Result
from noughts.position import Position
from noughts.rules import Mark, Move, Rules

__all__ = ["LARGEST_TABLE", "OUTCOMES", "Value", "best_moves", "move_values", "reachable"]
__all__ += ["unfinished", "value"]

OUTCOMES: dict[int, Result] = {1: "win", 0: "draw", -1: "loss"}
LARGEST_TABLE = 9  # cells: on such a board the checker can ask for every position


class Value(NamedTuple):
    """What a position or a move is worth to the side to move."""

    result: int
    plies: int

    @property
    def rank(self) -> tuple[int, int]:
        """Larger is better: quick wins, slow wins, draws, slow losses, quick losses."""
        return self.result, -self.plies if self.result > 0 else self.plies

    @property
    def outcome(self) -> Result:
        """The result as a word."""
        return OUTCOMES[self.result]

    def __str__(self) -> str:
        return self.outcome if self.result == 0 else f"{self.outcome} {self.plies}"


@cache
def reachable(rules: Rules, first: Mark = "x") -> tuple[Position, ...]:
    """Every position that can arise, those with most stones first."""
    start = Position(rules, turn=first)
    seen, todo = {start}, [start]
    for position in todo:
        for move in position.legal_moves:
            child = position.play(move)
            if child not in seen:
                seen.add(child)
                todo.append(child)
    return tuple(reversed(todo))


@cache
def unfinished(rules: Rules, first: Mark = "x") -> tuple[Position, ...]:
    """The positions in which the game is not over, those with most stones first."""
    return tuple(position for position in reachable(rules, first) if not position.is_over)


@cache
def value(position: Position) -> Value:
    """The value of a position on a small board."""
    if position.is_over:
        return Value(0 if position.winner is None else -1, 0)
    return max(move_values(position).values(), key=lambda found: found.rank)


@cache
def move_values(position: Position) -> dict[Move, Value]:
    """The value of every legal move."""
    replies = {move: value(position.play(move)) for move in position.legal_moves}
    return {move: Value(-reply.result, reply.plies + 1) for move, reply in replies.items()}


@cache
def best_moves(position: Position) -> tuple[Move, ...]:
    """The moves that keep the value of the position, however long they take."""
    found = move_values(position)
    return tuple(move for move in found if found[move].result == value(position).result)

"""After which move a game was lost, as the engine sees it."""

from dataclasses import dataclass
from itertools import accumulate

from noughts.analysis import Analysis, Limit
from noughts.engine import Engine
from noughts.notation import name
from noughts.position import Position
from noughts.records import Record
from noughts.rules import OTHER

__all__ = ["NODES", "Loss", "find_loss", "in_words"]

NODES = 20_000  # for a position: 15 lost games of Gomoku a second; ten times as many: 3


@dataclass(frozen=True)
class Loss:
    """Where a game was lost.

    From the move with the number `after` on the loser was lost: the position after it, and all
    later ones, were wins for the other side. None: never on the board, only by a fault. `proved`
    says that this is certain; if not, the game may have been lost earlier.
    """

    after: int | None
    proved: bool


def find_loss(engine: Engine, record: Record, opening: int, nodes: int = NODES) -> Loss:
    """Look at a game that somebody lost, from its end backwards, `nodes` for each position.

    The first `opening` moves were nobody's choice. If the game was lost in them, that many moves
    are what it was lost after.
    """
    assert record.outcome is not None
    winner, moves = record.outcome.winner, record.moves
    positions = list(accumulate(moves, Position.play, initial=record.start))
    limit, after, proved = Limit(nodes=nodes), None, True
    for number in range(len(moves), opening - 1, -1):
        position = positions[number]
        if position.turn != winner or position.is_over:
            continue
        found = engine.analyse(position, limit)
        if found.outcome != "win":
            return Loss(after, proved and found.outcome is not None)
        if number < len(moves) and moves[number] not in found.best:
            kept = engine.analyse(positions[number + 1], limit)
            if not _looks_lost(kept):
                return Loss(after, proved and kept.outcome is not None)
            proved = proved and kept.outcome is not None
        after = number
    if after != opening:
        found = engine.analyse(positions[opening], limit)
        lost = found.outcome == "loss"
        return Loss(opening if lost else after, proved and found.outcome is not None)
    return Loss(after, proved)


def _looks_lost(found: Analysis) -> bool:
    """Whether the side to move is lost, where its opponent could have won a move before.

    A loss is harder to prove than a win. Without a proof, what the engine thinks decides.
    """
    if found.outcome is not None:
        return found.outcome == "loss"
    return found.score is not None and found.score < 0


def in_words(record: Record, loss: Loss, opening: int, nodes: int) -> str:
    """The loss in a sentence, with how far it can be believed."""
    assert record.outcome is not None
    assert record.outcome.winner is not None
    loser = OTHER[record.outcome.winner].upper()
    sure = "this is proved" if loss.proved else f"as the engine sees it with {nodes:,} nodes"
    if loss.after is None:
        return f"{loser} was not lost on the board, {sure}."
    if loss.after <= opening:
        return f"{loser} was lost before its first own move, {sure}."
    move = name(record.start.rules, record.moves[loss.after - 1])
    return f"{loser} was lost after move {loss.after} {move}, {sure}."

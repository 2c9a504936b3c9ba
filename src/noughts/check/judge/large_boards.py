"""Judging play on boards too large for a table of all positions."""

import random
from functools import cache

from noughts.analysis import Limit
from noughts.check.judge.checks import too_slow, untested
from noughts.check.judge.exact_values import OUTCOMES
from noughts.check.judge.findings import Finding, Shown, failed, not_run, passed
from noughts.check.judge.play import Play
from noughts.engine import Solver
from noughts.position import Position
from noughts.rules import Move, Rules
from noughts.words import does

__all__ = ["keeps_proved_value", "sample", "takes_a_win_anywhere"]

GAMES = 12
NODES = 20_000  # to prove one position
TABLE = 16  # megabytes
POSITIONS = 60


@cache
def sample(rules: Rules) -> tuple[Position, ...]:
    """Positions from random games with a fixed seed, most stones first."""
    chance, found = random.Random(5), {Position(rules)}
    for _ in range(GAMES):
        position = Position(rules)
        while not position.is_over:
            found.add(position)
            position = position.play(chance.choice(position.legal_moves))
    chosen = chance.sample(sorted(found, key=lambda p: p.cells), min(POSITIONS, len(found)))
    once = dict.fromkeys((*chosen, Position(rules)))
    return tuple(sorted(once, key=lambda position: position.empty))


def takes_a_win_anywhere(play: Play) -> Finding:
    """Where a move wins at once, the program plays such a move."""
    if not play.moves:
        return not_run("the program makes no moves")
    chances = 0
    for position, moves in play.moves.items():
        wins = [move for move in position.legal_moves if position.play(move).winner]
        chances += bool(wins)
        if wins and (missed := [move for move in moves if move not in wins]):
            names = play.notation.cell_names(position.rules, [missed[0], wins[0]])
            did = f"it plays {names[0]}, though {names[1]} wins at once"
            return failed(did, Shown(position, missed[0], did))
    return untested(play, _has_a_win) or passed(
        f"it takes the win in all {chances} positions of the sample that have one"
    )


def _has_a_win(position: Position) -> bool:
    return any(position.play(move).winner for move in position.legal_moves)


def keeps_proved_value(play: Play) -> Finding:
    """No move in the sample gives away a value that the engine can prove."""
    if not play.moves:
        return not_run("the program makes no moves")
    if faults := play.real_faults():
        position = min(faults, key=lambda p: p.empty)
        return failed(faults[position].text, Shown(position, did=faults[position].text))
    judged = 0
    for position, moves in sorted(play.moves.items(), key=lambda item: item[0].empty):
        for move in moves:
            before, after = _proved(position), _proved_after(position, move)
            if before is None or after is None:
                continue
            judged += 1
            if after < before:
                played = play.notation.cell_name(position.rules, move)
                now, then = (does(OUTCOMES[result], None) for result in (after, before))
                did = f"it plays {played}, which {now}, in a position that {then}"
                return failed(did, Shown(position, move, did))
    return too_slow(play) or passed(
        f"the {judged} moves that the engine could judge keep the value"
    )


@cache
def _solver(rules: Rules) -> Solver:
    return Solver(rules, TABLE)


@cache
def _proved(position: Position) -> int | None:
    found = _solver(position.rules).solve(position, Limit(nodes=NODES))
    return {"win": 1, "draw": 0, "loss": -1, None: None}[found.outcome]


def _proved_after(position: Position, move: Move) -> int | None:
    child = position.play(move)
    if child.is_over:
        return 0 if child.winner is None else 1
    found = _proved(child)
    return None if found is None else -found

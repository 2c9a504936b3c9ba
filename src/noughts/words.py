"""The wording of values and endings, wherever they are shown."""

from itertools import pairwise

from noughts.analysis import Result
from noughts.notation import ROWS, Notation
from noughts.position import Outcome, Position
from noughts.rules import OTHER, Move, Rules

__all__ = ["count", "does", "ending", "game_over", "how_it_ended", "in_plies"]

VERBS: dict[Result, str] = {"win": "wins", "draw": "draws", "loss": "loses"}


def count(number: int, what: str) -> str:
    """A number of things: `1 move`, `2,000 moves`, `no moves`."""
    return f"{f'{number:,}' if number else 'no'} {what}{'' if number == 1 else 's'}"


def in_plies(plies: int | None) -> str:
    """A distance: ` in 1 ply`, ` in 3 plies`; empty if it is unknown."""
    return "" if plies is None else f" in {plies} {'ply' if plies == 1 else 'plies'}"


def does(outcome: Result, plies: int | None) -> str:
    """What a side or a move does: `wins in 3 plies`, `draws`, `loses`.

    >>> does("win", 3), does("draw", 5), does("loss", None)
    ('wins in 3 plies', 'draws', 'loses')
    """
    return VERBS[outcome] + ("" if outcome == "draw" else in_plies(plies))


def ending(rules: Rules, outcome: Outcome, notation: Notation = ROWS) -> str:
    """How a game ended, in a sentence.

    >>> ending(Rules(3, 3, 3), Outcome("x", "line", (0, 4, 8)))
    'X wins: a line from a1 to c3.'
    """
    head = f"{outcome.winner.upper()} wins" if outcome.winner else "A draw"
    return f"{head}: {how_it_ended(rules, outcome, notation)}."


def how_it_ended(rules: Rules, outcome: Outcome, notation: Notation = ROWS) -> str:
    """Why a game ended: `a line from a1 to c3`, `O resigns`."""
    if outcome.winner is None:
        return "the board is full"
    loser = OTHER[outcome.winner].upper()
    return {
        "line": _line(rules, outcome.cells, notation),
        "resignation": f"{loser} resigns",
        "time": f"{loser} has used up its time",
        "illegal move": f"{loser} made an illegal move",
    }[outcome.reason]


def _line(rules: Rules, cells: tuple[Move, ...], notation: Notation) -> str:
    """Its two ends if it is one line, otherwise all its cells."""
    steps = {after - before for before, after in pairwise(cells)}
    names = notation.cell_names(rules, cells)
    if len(cells) > 1 and len(steps) == 1:
        return f"a line from {names[0]} to {names[-1]}"
    return f"{'lines' if len(cells) > 1 else 'a line'} on {', '.join(names)}"


def game_over(position: Position) -> str:
    """What to say about a finished game instead of an analysis."""
    winner = position.winner
    return f"The game is over: {winner.upper()} has won." if winner else "The game is over: a draw."

"""The wording of values and endings, wherever they are shown."""

from collections.abc import Sequence
from itertools import pairwise

from noughts.notation import ROWS, Notation
from noughts.position import Outcome, Position, Result
from noughts.rules import Move, Rules

__all__ = ["count", "does", "ending", "game_over", "how_it_ended", "in_plies"]
__all__ += ["listed", "verdict"]

VERBS: dict[Result, str] = {"win": "wins", "draw": "draws", "loss": "loses"}


def count(number: int, what: str) -> str:
    """A number of things: `1 move`, `2,000 moves`, `no moves`."""
    return f"{f'{number:,}' if number else 'no'} {what}{'' if number == 1 else 's'}"


def listed(words: Sequence[str], width: int) -> str:
    """As many of the words as fit, and how many more there are; `none known` if there are none.

    >>> listed(["a1", "a2", "a3", "b1", "b2", "b3", "c1"], 24)
    'a1, a2, a3 and 4 more'
    """
    whole = ", ".join(words) or "none known"
    if len(whole) < width:
        return whole
    shown = list(words)
    while shown[1:] and len(", ".join(shown)) > width - len(" and 400 more."):
        shown.pop()
    more = len(words) - len(shown)
    return f"{', '.join(shown)} and {more} more" if more else whole


def in_plies(plies: int | None, within: int | None = None) -> str:
    """A distance: ` in 1 ply`, ` in 3 plies`, ` in at most 9 plies`; empty if it is unknown."""
    if plies is None:
        return "" if within is None else f" in at most {within} plies"
    return f" in {plies} {'ply' if plies == 1 else 'plies'}"


def does(outcome: Result, plies: int | None, within: int | None = None) -> str:
    """What a side or a move does: `wins in 3 plies`, `draws`, `loses`.

    >>> does("win", 3), does("draw", 5), does("loss", None), does("win", None, 9)
    ('wins in 3 plies', 'draws', 'loses', 'wins in at most 9 plies')
    """
    return VERBS[outcome] + ("" if outcome == "draw" else in_plies(plies, within))


def verdict(
    position: Position, outcome: Result | None, plies: int | None, within: int | None = None
) -> str:
    """What a position is worth: `X to move: X wins in 3 plies`, `O to move: a draw`."""
    if position.is_over:
        return game_over(position).removesuffix(".")
    mark = position.turn.upper()
    if outcome is None:
        worth = "undecided"
    else:
        worth = "a draw" if outcome == "draw" else f"{mark} {does(outcome, plies, within)}"
    return f"{mark} to move: {worth}"


def ending(rules: Rules, outcome: Outcome, notation: Notation = ROWS) -> str:
    """How a game ended, in a sentence.

    >>> ending(Rules(3, 3, 3), Outcome("x", "line", (0, 4, 8)))
    'X wins: a line from a1 to c3.'
    """
    head = f"{outcome.winner.upper()} wins" if outcome.winner else "A draw"
    return f"{head}: {how_it_ended(rules, outcome, notation)}."


def how_it_ended(rules: Rules, outcome: Outcome, notation: Notation = ROWS) -> str:
    """Why a game ended: `a line from a1 to c3`, `O resigns`."""
    return _line(rules, outcome.cells, notation) if outcome.cells else outcome.how


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

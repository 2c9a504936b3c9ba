"""The searches by name: what `analyse`, `compare`, `tree` and the players share."""

import random
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from inspect import signature
from typing import Any

from noughts.analysis import NO_LIMIT, Analysis, Limit, Scale
from noughts.engine import engine
from noughts.errors import NotationError, OutOfReach
from noughts.notation import name
from noughts.position import Position
from noughts.rules import TIC_TAC_TOE, Mark
from noughts.textbook.alphabeta import alpha_beta
from noughts.textbook.budget import Budget
from noughts.textbook.four_in_a_line import four_in_a_line
from noughts.textbook.gametree import game_tree, too_large
from noughts.textbook.minimax import minimax
from noughts.textbook.order import Order, row_by_row
from noughts.textbook.scores import BY_DEPTH, FIVE_TWO_ZERO, RUNS, WIN_DRAW_LOSS, Scores
from noughts.textbook.stepwise import stepwise
from noughts.textbook.strings import X_MAXIMISES, strings
from noughts.trace import Visitor

__all__ = ["METHODS", "Method", "analyse", "compared", "default_textbook_method", "method_named"]


@dataclass(frozen=True)
class Method:
    """A search with a name, and the scale of its scores.

    `reach` is the largest number of empty cells at which it finishes without a depth limit in
    about half a minute, None for any number.
    """

    name: str
    about: str
    search: Callable[..., Analysis]
    scale: Scale = WIN_DRAW_LOSS
    reach: int | None = None

    def why_not(self, position: Position, limit: Limit = NO_LIMIT) -> str | None:
        """Why this method cannot play the position, in a sentence; None if it can."""
        if self.search is strings and position.rules != TIC_TAC_TOE:
            return f"strings plays {TIC_TAC_TOE} only, not {position.rules}"
        if limit.depth is not None and not (self.takes("depth") or self.takes("limit")):
            return f"{self.name} has no depth limit: it sees every game to its end"
        if self.search is game_tree and limit.depth is not None:
            return too_large(position, limit.depth)
        if self.reach is None or position.empty <= self.reach or limit.depth is not None:
            return None
        return (
            f"{self.name} follows every game to its end and finishes with up to {self.reach} empty "
            f"cells, not with {position.empty}: set a depth limit or choose four-in-a-line"
        )

    def maximiser(self, position: Position) -> Mark:
        """Which mark maximises when it searches the position."""
        return "x" if self.search is strings else position.turn

    def takes(self, option: str) -> bool:
        """Whether its search has an argument of that name."""
        return option in signature(self.search).parameters


METHODS = {
    method.name: method
    for method in (
        Method("minimax", "every line of play to its end", minimax, reach=10),
        Method("alpha-beta", "the textbook's, cutting when value >= beta", alpha_beta, reach=12),
        Method("alpha-beta-strict", "the same, cutting only when value > beta",
               partial(alpha_beta, strict=True), reach=11),
        Method("stepwise", "descend and ascend, no recursion, shallow cuts", stepwise,
               BY_DEPTH, reach=11),
        Method("game-tree", "the whole tree first; a random one of the best", game_tree,
               FIVE_TWO_ZERO, reach=9),
        Method("strings", "boards as strings; X maximises, O minimises", strings,
               X_MAXIMISES, reach=9),
        Method("four-in-a-line", "deeper and deeper over a heuristic, by the clock",
               four_in_a_line, RUNS),
        Method("engine", "not for reading but for winning: proofs and a fast search", engine),
    )
}  # fmt: skip


def method_named(name: str) -> Method:
    """The method of that name."""
    if name not in METHODS:
        raise NotationError(f"{name!r} is no method: choose {', '.join(METHODS)}")
    return METHODS[name]


def compared(
    position: Position, method: Method, limit: Limit, chance: random.Random
) -> dict[str, Any]:
    """What a method does by its book and no more, as plain data: a row of a comparison."""
    found = analyse(position, method.name, limit, every_move=False)
    best = found.best if method.search is game_tree else found.best[:1]
    return {
        "method": method.name,
        "move": name(position.rules, chance.choice(best)) if best else None,
        "outcome": found.outcome,
        "score": found.score,
        "nodes": found.nodes,
        "seconds": round(found.seconds, 6),
        "complete": found.complete,
    }


def default_textbook_method(position: Position) -> Method:
    """The method to read and to watch: exact where it can be."""
    exact = METHODS["alpha-beta"]
    return METHODS["four-in-a-line"] if exact.why_not(position) else exact


def analyse(
    position: Position,
    method: str | None = None,
    limit: Limit = NO_LIMIT,
    *,
    every_move: bool = True,
    scores: Scores | None = None,
    order: Order | None = None,
    visit: Visitor | None = None,
) -> Analysis:
    """Search the position with a method of that name, its own scores and move order.

    With `every_move`, methods that prune give each root move a full window, or search again the
    moves they know only as bounds, so that all values are exact. Without it they do what their
    book says and no more. When nodes or seconds run out, the answer is what was found until then.

    Without a `method` it is the engine; but where scores, a move order or visits are asked for,
    which it does not have, it is alpha-beta, and on boards too large for that four-in-a-line.

    >>> analyse(Position.parse(".x......."), "minimax").best
    (0, 2, 4, 7)
    >>> analyse(Position.parse(".x.......")).plies
    8
    """
    if method is not None:
        chosen = method_named(method)
    elif scores is None and order is None and visit is None:
        chosen = METHODS["engine"]
    else:
        chosen = default_textbook_method(position)
    if reason := chosen.why_not(position, limit):
        raise OutOfReach(reason)
    wanted = {"scores": scores, "order": order, "visit": visit}
    for option, value in wanted.items():
        if value is not None and not chosen.takes(option):
            raise NotationError(f"{chosen.name} has no choice of {option}")
    given = {
        "depth": limit.depth,
        "limit": None if limit == NO_LIMIT else limit,
        "every_move": every_move,
        **wanted,
    }
    options = {name: value for name, value in given.items() if value is not None}
    options = {name: value for name, value in options.items() if chosen.takes(name)}
    if chosen.takes("limit") or limit == Limit(depth=limit.depth):
        return chosen.search(position, **options)
    budget = Budget(limit, visit)
    if chosen.search is game_tree:
        options["order"] = budget.guard(order or row_by_row)
    try:
        return chosen.search(position, **{**options, "visit": budget})
    except Budget.UsedUp:
        best = max if chosen.maximiser(position) == position.turn else min
        scale = scores or chosen.scale
        return budget.conclude(position, chosen.name, scale, limit.depth, best)

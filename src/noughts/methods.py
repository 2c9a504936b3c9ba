"""The searches by name: what `analyse`, `compare`, `tree`, the players and the page share.

Everything about a method is in its entry in `METHODS`, and nowhere else.
"""

import random
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from noughts.analysis import NO_LIMIT, Analysis, Limit, Scale, checked_limit
from noughts.engine import Engine, engine
from noughts.errors import Known, NotationError, OutOfReach, require, shorten
from noughts.notation import name
from noughts.position import Position, as_position
from noughts.rules import TIC_TAC_TOE, Mark, Rules
from noughts.textbook import pseudocode as text
from noughts.textbook.alphabeta import alpha_beta
from noughts.textbook.alphabeta_table import alpha_beta_table
from noughts.textbook.budget import Budget
from noughts.textbook.deepening import deepening
from noughts.textbook.four_in_a_line import four_in_a_line
from noughts.textbook.gametree import game_tree, too_large
from noughts.textbook.mcts import mcts
from noughts.textbook.minimax import minimax
from noughts.textbook.mtd_f import mtd_f
from noughts.textbook.negamax import negamax
from noughts.textbook.options import check_options
from noughts.textbook.order import Order, row_by_row
from noughts.textbook.proof_number import proof_number
from noughts.textbook.pvs import pvs
from noughts.textbook.scores import BY_DEPTH, FIVE_TWO_ZERO, RUNS, WIN_DRAW_LOSS, Scores
from noughts.textbook.stepwise import stepwise
from noughts.textbook.strings import X_MAXIMISES, strings
from noughts.trace import Visitor

__all__ = ["METHODS", "SMALL", "Manner", "Method", "analyse", "compared"]
__all__ += ["default_textbook_method", "method_named"]

SMALL = 9  # empty cells: up to here every method searches all games to the end


@dataclass(frozen=True)
class Manner:
    """How a search works: what you need to know to follow its nodes one by one."""

    windows: bool = True  # its nodes have an alpha and a beta
    strict: bool = False  # it cuts when a value is beyond a bound, not when they are equal
    shallow: bool = False  # a node inherits only one bound, from its parent
    root_apart: bool = False  # the root gives each of its moves a full window
    whole_tree_first: bool = False  # it builds the tree, then passes values up, level by level
    passes: bool = False  # it searches from the root again and again
    deepens: bool = False  # each time a ply deeper, until its limit
    null_windows: bool = False  # it asks only whether a value is more than so much
    table: bool = False  # it remembers the positions that it has searched


PLAIN = frozenset({"depth", "scores", "order", "visit"})
IGNORED = frozenset({"every_move", "engine", "chance"})  # by methods that have no use for them


@dataclass(frozen=True, repr=False)
class Method:
    """A search with a name, and everything that others need to know about it.

    `takes` names the arguments of its search, besides the position: some of `depth`, `limit`,
    `every_move`, `scores`, `order`, `killers`, `history`, `visit` and `engine`; of those that grow
    their tree best first `follow`, `goal`, `chance` and `exploration`. `reach` is the largest
    number of empty cells at which it finishes without a depth limit in about half a minute, None
    for any number; `too_large` says why a position is out of reach even with a depth limit.
    """

    name: str
    about: str
    search: Callable[..., Analysis]
    takes: frozenset[str] = PLAIN
    scale: Scale = WIN_DRAW_LOSS
    reach: int | None = None
    too_large: Callable[[Position, int], str | None] | None = None
    only: Rules | None = None  # the only game it plays
    x_maximises: bool = False  # otherwise the side to move does
    any_best: bool = False  # it plays any one of the best moves, not the first
    estimates: bool = False  # its scores are estimates, and it claims no outcome
    manner: Manner = Manner()
    pseudocode: tuple[text.Line, ...] = ()

    def __repr__(self) -> str:
        return f"<Method {self.name}: {self.about}>"

    def __str__(self) -> str:
        return self.name

    @property
    def clock(self) -> bool:
        """Whether a time limit matters to it; otherwise it takes the time it needs."""
        return "limit" in self.takes

    @property
    def watch(self) -> bool:
        """Whether its tree can be watched, node by node."""
        return "visit" in self.takes

    @property
    def grows(self) -> bool:
        """Whether its tree grows best first, and can be followed round by round."""
        return "follow" in self.takes

    def why_not(self, position: Position | Rules | str, limit: Limit = NO_LIMIT) -> str | None:
        """Why this method cannot play the position, in a sentence; None if it can."""
        position, limit = as_position(position), checked_limit(limit)
        if self.only not in (None, position.rules):
            return f"{self.name} plays {self.only} only, not {position.rules}"
        if limit.depth is not None:
            if self.grows or not self.takes & {"depth", "limit"}:
                return f"{self.name} does not take a depth limit: it follows every game to its end"
            return self.too_large(position, limit.depth) if self.too_large else None
        if self.reach is None or position.empty <= self.reach or (self.grows and limit.nodes):
            return None
        instead = "limit of nodes" if self.grows else "depth limit"
        return (
            f"{self.name} follows every game to its end, which works with up to {self.reach} "
            f"empty cells, not with {position.empty}: set a {instead} or choose four-in-a-line"
        )

    def maximiser(self, position: Position | Rules | str) -> Mark:
        """The mark that maximises when it searches the position."""
        return "x" if self.x_maximises else as_position(position).turn

    def analyse(
        self, position: Position | Rules | str, limit: Limit = NO_LIMIT, **options: Any
    ) -> Analysis:
        """Search the position; `options` are those of `noughts.analyse`, and `engine`.

        An `engine` keeps its tables from one analysis to the next. Methods that have no use for
        `engine`, `chance` or `every_move` ignore them; any other option must be None or one that
        the method takes.
        """
        position = as_position(position)
        limit = checked_limit(limit).for_one_move(position)
        options = {option: value for option, value in options.items() if value is not None}
        if reason := self.why_not(position, limit):
            raise OutOfReach(reason)
        for option in options.keys() - self.takes - IGNORED:
            raise NotationError(
                f"{self.name} does not take the option {option!r}, only "
                f"{', '.join(sorted(self.takes - {'depth', 'engine'} | {'limit'}))}"
            )
        engine = options.get("engine")
        require(engine is None or isinstance(engine, Engine), "engine must be an Engine", engine)
        checked = options.keys() & (PLAIN | {"killers", "history"})
        check_options(position, **{key: options[key] for key in checked})
        if limit.depth is not None:
            options["depth"] = limit.depth
        if limit != NO_LIMIT:
            options["limit"] = limit
        options = {option: value for option, value in options.items() if option in self.takes}
        if self.clock or limit == Limit(depth=limit.depth):
            return self.search(position, **options)
        return self._within(limit, position, options)

    def _within(self, limit: Limit, position: Position, options: dict[str, Any]) -> Analysis:
        """Run a search that keeps no time itself, and end it when the limit is used up."""
        budget = Budget(limit, options.get("visit"))
        if self.manner.whole_tree_first:
            options["order"] = budget.guard(options.get("order", row_by_row))
        try:
            return self.search(position, **{**options, "visit": budget})
        except Budget.UsedUp:
            best = max if self.maximiser(position) == position.turn else min
            scale = options.get("scores", self.scale)
            return budget.conclude(position, self.name, scale, limit.depth, best)


METHODS = Known(
    "method",
    (
        Method(
            "minimax", "every line of play, nothing cut off", minimax,
            reach=10, manner=Manner(windows=False), pseudocode=text.MINIMAX,
        ),
        Method(
            "alpha-beta", "as in the textbook, cutting when value >= beta", alpha_beta,
            PLAIN | {"every_move"}, reach=12, pseudocode=text.ALPHA_BETA,
        ),
        Method(
            "alpha-beta-strict", "the same, cutting only when value > beta",
            partial(alpha_beta, strict=True), PLAIN | {"every_move"}, reach=11,
            manner=Manner(strict=True), pseudocode=text.ALPHA_BETA_STRICT,
        ),
        Method(
            "stepwise", "descend and ascend, no recursion, shallow cuts", stepwise,
            PLAIN | {"every_move"}, BY_DEPTH, reach=11,
            manner=Manner(shallow=True), pseudocode=text.STEPWISE,
        ),
        Method(
            "game-tree", "the whole tree first; plays any of the best moves", game_tree,
            scale=FIVE_TWO_ZERO, reach=9, too_large=too_large, any_best=True,
            manner=Manner(windows=False, whole_tree_first=True), pseudocode=text.GAME_TREE,
        ),
        Method(
            "strings", "boards as strings; X maximises, O minimises", strings,
            frozenset({"visit"}), X_MAXIMISES, reach=9, only=TIC_TAC_TOE, x_maximises=True,
            manner=Manner(root_apart=True), pseudocode=text.STRINGS,
        ),
        Method(
            "four-in-a-line", "deeper and deeper with a heuristic, by the clock", four_in_a_line,
            PLAIN - {"depth"} | {"limit", "every_move"}, RUNS,
            manner=Manner(passes=True, deepens=True), pseudocode=text.DEEPENING,
        ),
        Method(
            "negamax", "alpha-beta without MIN: the other side's value is minus yours", negamax,
            PLAIN | {"every_move"}, reach=12, pseudocode=text.NEGAMAX,
        ),
        Method(
            "alpha-beta-table", "alpha-beta that remembers each position", alpha_beta_table,
            PLAIN | {"every_move"}, reach=16,
            manner=Manner(table=True), pseudocode=text.ALPHA_BETA_TABLE,
        ),
        Method(
            "pvs", "searches the first move, and scouts whether another is better", pvs,
            PLAIN | {"every_move"}, reach=12,
            manner=Manner(null_windows=True), pseudocode=text.PVS,
        ),
        Method(
            "mtd-f", "null windows only, which close in on the value", mtd_f, reach=16,
            manner=Manner(passes=True, null_windows=True, table=True), pseudocode=text.MTD_F,
        ),
        Method(
            "deepening", "deeper and deeper, and each time in a better order", deepening,
            PLAIN - {"depth"} | {"limit", "killers", "history"}, RUNS,
            manner=Manner(passes=True, deepens=True, table=True), pseudocode=text.LEARNING,
        ),
        Method(
            "proof-number", "first what is cheapest to prove or to disprove", proof_number,
            frozenset({"goal", "limit", "order", "follow"}), reach=10,
        ),
        Method(
            "mcts", "Monte Carlo: random games, more of them where they go well", mcts,
            frozenset({"limit", "exploration", "chance", "follow"}), estimates=True,
        ),
        Method(
            "engine", "made to win, not to be read: proofs and a fast search", engine,
            frozenset({"limit", "every_move", "engine"}),
        ),
    ),
)  # fmt: skip


def method_named(name: str) -> Method:
    """The method of that name."""
    if isinstance(name, Limit):
        raise NotationError(f"{shorten(name)} is not a method: write limit={shorten(name)}")
    if not isinstance(name, str):
        raise NotationError(f"{shorten(name)} is not a method: choose {', '.join(METHODS)}")
    return METHODS[name]


def compared(
    position: Position, method: Method, limit: Limit, chance: random.Random
) -> dict[str, Any]:
    """What a method does by the book and no more, as plain data: a row of a comparison.

    A method that deepens until its limit searches small boards to the end, like the others.
    """
    if limit == NO_LIMIT and method.manner.deepens and position.empty <= SMALL:
        limit = Limit(depth=position.empty)
    found = method.analyse(position, limit, every_move=False, chance=chance)
    move = chance.choice(found.best) if method.any_best and found.best else found.move
    return {
        "method": method.name,
        "move": None if move is None else name(position.rules, move),
        "outcome": found.outcome,
        "score": found.score,
        "nodes": found.nodes,
        "seconds": round(found.seconds, 6),
        "complete": found.complete,
    }


def default_textbook_method(position: Position | Rules | str) -> Method:
    """The method to read and to watch: exact where possible."""
    exact = METHODS["alpha-beta"]
    return METHODS["four-in-a-line"] if exact.why_not(position) else exact


def analyse(
    position: Position | Rules | str,
    method: Method | str | None = None,
    limit: Limit = NO_LIMIT,
    *,
    every_move: bool = True,
    scores: Scores | None = None,
    order: Order | None = None,
    visit: Visitor | None = None,
) -> Analysis:
    """Search the position with the named method, by default with its own scores and move order.

    With `every_move`, methods that prune give each root move a full window, or search again the
    moves whose values are only bounds, so that all values are exact. Without it they do what the
    book says and no more. When nodes or seconds run out, you get what was found so far.

    Without a `method` the engine searches. If you ask for scores, a move order or visits, which
    it does not have, it is alpha-beta, or four-in-a-line on boards too large for that.

    >>> analyse(".x.......", "minimax").best
    (0, 2, 4, 7)
    >>> analyse(".x.......").plies
    8
    """
    position = as_position(position)
    options = {"scores": scores, "order": order, "visit": visit}
    if isinstance(method, Method):
        chosen = method
    elif method is not None:
        chosen = method_named(method)
    elif any(option is not None for option in options.values()):
        chosen = default_textbook_method(position)
    else:
        chosen = METHODS["engine"]
    return chosen.analyse(position, limit, every_move=every_move, **options)

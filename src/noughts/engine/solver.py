"""Proofs: the value of a position, known for certain."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from math import inf
from typing import Any, Final, TypeVar

from noughts import _native, drawing
from noughts.analysis import NO_LIMIT, Limit, Result, checked_limit
from noughts.errors import NoMemory, NotationError, is_number, require, shorten
from noughts.notation import names
from noughts.position import Position, as_position
from noughts.rules import OTHER, Mark, Move, Rules, as_rules
from noughts.words import count, verdict

__all__ = ["MOST_NODES", "OutOfBudget", "Proof", "ProofBudget", "Solver"]
__all__ += ["checked_callback", "checked_megabytes", "now", "position_of", "solve", "with_memory"]

Made = TypeVar("Made")

NO, NOT_YET, YES = 0, 1, 2  # what a prover answers; None if it was stopped
UNLIMITED: Final = 63  # moves
MOST_NODES: Final = 1 << 62  # the most that the native side can count

# Nodes for each way of proving in its first turn, and the factor by which they grow in each turn
# that follows. A first turn takes a few milliseconds, so an easy way is found soon. Slower growth
# wastes less on the wrong ways but starts over more often. Set by hand.
FIRST_SHARE: Final = 5_000
SHARE_GROWS: Final = 3

# Nodes for a question about a move when a line is read out of a proof. Most answers are in the
# table and cost next to nothing, so every move is tried cheaply before any of them may cost much.
EFFORTS: Final = (5, 1_000, 100_000, 10_000_000)


@dataclass(frozen=True, repr=False)
class Proof:
    """What is proved about a position, seen from the side to move; print it to read it.

    `outcome` is None if the limit came first; `known` then says what is proved so far. `plies` is
    the length of the shortest forced win, if that is proved too; `line` is such a win, empty for a
    draw.
    """

    position: Position
    outcome: Result | None
    plies: int | None
    line: tuple[Move, ...]
    nodes: int
    seconds: float
    known: str = ""

    @property
    def proved(self) -> bool:
        """Whether the value is known."""
        return self.outcome is not None

    @property
    def verdict(self) -> str:
        """What the position is worth, in words: `X to move: X wins in 3 plies`."""
        known = f" ({self.known})" if self.known and self.outcome is None else ""
        said = verdict(self.position, self.outcome, self.plies)
        return f"{said.replace('undecided', 'not proved')}{known}"

    def __repr__(self) -> str:
        board = shorten(self.position.rows_text)
        return f"<Proof about {board}: {self.verdict}, {count(self.nodes, 'node')}>"

    def __str__(self) -> str:
        lines = [f"{self.verdict}."]
        if self.line:
            lines.append(f"Line: {' '.join(names(self.position.rules, self.line))}")
        lines.append(f"{count(self.nodes, 'node')}, {self.seconds:.3f} s")
        return "\n".join(lines)

    def _repr_svg_(self) -> str:
        """The board at the end of the line, with the numbers of its moves."""
        position, start = self.position, self.position
        for move in self.line:
            position = position.play(move)
        return drawing.game_svg(
            start.rules, position.cells, self.line, won=position.won, about=self.verdict
        )

    def as_json(self) -> dict[str, Any]:
        """The proof as plain data."""
        rules = self.position.rules
        return {
            **self.position.as_json(),
            "outcome": self.outcome,
            "plies": self.plies,
            "line": names(rules, self.line),
            "nodes": self.nodes,
            "seconds": round(self.seconds, 6),
            "proved": self.proved,
        }


class OutOfBudget(Exception):
    """Nodes or seconds are used up, or `stop` was called."""


class ProofBudget:
    """What the questions of a proof may still use in total, and what stops them."""

    def __init__(self, limit: Limit, stop: _native.Stop) -> None:
        self.nodes: float = inf if limit.nodes is None else limit.nodes
        self.stop = stop
        self._deadline = inf if limit.seconds is None else now(stop) + limit.seconds

    def seconds(self) -> float:
        """The seconds left; raises `OutOfBudget` if they or the nodes are used up, or on a stop."""
        seconds = self._deadline - now(self.stop)
        if self.stop.stopped or self.nodes <= 0 or seconds <= 0:
            raise OutOfBudget
        return seconds


def now(stop: _native.Stop) -> float:
    """What the clock says to a search: it stands still while the search is paused."""
    return time.perf_counter() - stop.seconds_paused


class Solver:
    """Proves the values of positions in one game, and remembers what it has proved.

    The same solver answers at once about positions from an earlier proof.
    """

    def __init__(self, rules: Rules | str, table_mb: float = 64) -> None:
        self.rules = as_rules(rules)
        self.table_mb = checked_megabytes(table_mb)
        self._prover = with_memory(lambda: _native.Prover(self.rules, table_mb), table_mb)
        self._stop = _native.Stop()

    def __repr__(self) -> str:
        return f"Solver('{self.rules}', table_mb={self.table_mb})"

    @property
    def nodes(self) -> int:
        """The nodes of all proofs so far."""
        return self._prover.nodes

    def stop(self) -> None:
        """End the proof running in another thread; if none is running, nothing happens."""
        self._stop.stop()

    def solve(
        self,
        position: Position | Rules | str,
        limit: Limit = NO_LIMIT,
        *,
        shortest: bool = False,
        on_progress: Callable[[Proof], object] | None = None,
    ) -> Proof:
        """Prove the value of the position, as far as the limit allows.

        With `shortest` it goes on until the length of a win is proved as well. `on_progress` is
        called periodically with nodes, seconds and what is known. A proof ignores a depth limit.
        Ctrl-C raises KeyboardInterrupt at once; what is proved by then is remembered.
        """
        position = position_of(self.rules, position)
        checked_callback(on_progress)
        budget = ProofBudget(checked_limit(limit).for_one_move(position), _native.Stop())
        self._stop = budget.stop
        return self.prove(position, budget, shortest=shortest, on_progress=on_progress)

    def prove(
        self,
        position: Position,
        budget: ProofBudget,
        *,
        shortest: bool = False,
        on_progress: Callable[[Proof], object] | None = None,
    ) -> Proof:
        """Like `solve`, as far as the budget allows."""
        started, before = now(budget.stop), self.nodes
        known: list[str] = []

        def proof(
            outcome: Result | None, plies: int | None = None, line: tuple[Move, ...] = ()
        ) -> Proof:
            nodes, seconds = self.nodes - before, now(budget.stop) - started
            return Proof(position, outcome, plies, line, nodes, seconds, "; ".join(known))

        def tell() -> None:
            if on_progress is not None:
                on_progress(proof(None))

        if position.is_over:
            return proof("loss" if position.winner else "draw", 0)
        us, them = position.turn, OTHER[position.turn]
        try:
            wins, moves = self._settle(position, us, budget, shortest, tell)
            if wins:
                plies = None if moves is None else 2 * moves - 1
                return proof("win", plies, self.line(position, us, moves, budget))
            known.append(f"{us} cannot force a win")
            if self._no_move_made(position):
                return proof("draw", position.empty)
            loses, moves = self._settle(position, them, budget, shortest, tell)
            if loses:
                plies = None if moves is None else 2 * moves
                return proof("loss", plies, self.line(position, them, moves, budget))
            return proof("draw", position.empty)
        except OutOfBudget:
            return proof(None)

    def can_win(
        self, position: Position, attacker: Mark, budget: ProofBudget
    ) -> tuple[bool, int | None]:
        """Whether `attacker` can force a line, and how few of its own moves that takes.

        Raises `OutOfBudget` when the budget ends first.
        """
        return self._settle(position, attacker, budget, True, lambda: None)

    @staticmethod
    def _no_move_made(position: Position) -> bool:
        """Whether strategy stealing applies: on the empty board the second player cannot win.

        If it could, the first player could play anywhere and then do the same, because an extra
        stone never hurts, except where a line can be too long.
        """
        return not position.rules.exact and position.empty == position.rules.size

    def _settle(
        self,
        position: Position,
        attacker: Mark,
        budget: ProofBudget,
        shortest: bool,
        tell: Callable[[], None],
    ) -> tuple[bool, int | None]:
        """Whether the attacker can force a line, and in how many moves if that is known.

        Which way is short is not known in advance: the whole question at once, the weak one (a no
        there is a no), or wins in one move, two moves and so on. Each gets a share of nodes, the
        last a larger one because it has many steps, and the shares grow until one way has the
        answer. They share their table.
        """
        most_moves = (position.empty + (position.turn == attacker)) // 2
        moves, share, weak, whole, wins = 1, FIRST_SHARE, True, True, False
        while True:
            if whole:
                answer = self._ask(position, attacker, UNLIMITED, share, budget)
                if answer == NO:
                    return False, None
                wins, whole = answer == YES, answer is None
            if weak and not wins:
                answer = self._ask(position, attacker, UNLIMITED, share, budget, weak=True)
                if answer == NO:
                    return False, None
                weak = answer is None
            before = self.nodes
            while moves < UNLIMITED:
                left = SHARE_GROWS * share - (self.nodes - before)
                answer = self._ask(position, attacker, moves, left, budget) if left > 0 else None
                if answer == YES:
                    return True, moves
                if answer == NO or (answer == NOT_YET and moves >= most_moves):
                    return False, None
                if answer is None:
                    break
                moves += 1
            if wins and not shortest:
                return True, None
            share *= SHARE_GROWS
            tell()

    def _ask(
        self,
        position: Position,
        attacker: Mark,
        moves: int,
        nodes: int,
        budget: ProofBudget,
        *,
        weak: bool = False,
    ) -> int | None:
        seconds, before = budget.seconds(), self.nodes
        most = int(min(nodes, budget.nodes, MOST_NODES))
        answer = self._prover.ask(
            position,
            attacker == "x",
            weak,
            moves,
            most,
            seconds if seconds < inf else -1.0,
            budget.stop,
        )
        budget.nodes -= self.nodes - before
        return answer

    def line(
        self, position: Position, attacker: Mark, moves: int | None, budget: ProofBudget
    ) -> tuple[Move, ...]:
        """A forced win: the attacker's shortest way, the defender's longest resistance."""
        line: list[Move] = []
        left = UNLIMITED if moves is None else moves
        try:
            while not position.is_over:
                if position.turn == attacker:
                    left = left if left == UNLIMITED else left - 1
                    move = self._winning_move(position, attacker, left, budget)
                else:
                    move = self._stubborn_move(position, attacker, left, budget)
                line.append(move)
                position = position.play(move)
        except OutOfBudget:
            pass  # the win is proved, but its line is cut short
        return tuple(line)

    def _winning_move(
        self, position: Position, attacker: Mark, left: int, budget: ProofBudget
    ) -> Move:
        children = [(move, position.play(move)) for move in position.legal_moves]
        for move, child in children:
            if child.winner:
                return move
        for effort in EFFORTS if left else ():
            for move, child in children:
                if self._ask(child, attacker, left, effort, budget) == YES:
                    return move
        raise OutOfBudget

    def _stubborn_move(
        self, position: Position, attacker: Mark, left: int, budget: ProofBudget
    ) -> Move:
        """A move that delays the win as long as possible; it blocks a win in one move."""
        moves = position.legal_moves
        if left in (1, UNLIMITED):
            at_once = [m for m in moves if _completes(position, attacker, m)]
            return at_once[0] if at_once else moves[0]
        for effort in EFFORTS[:2]:
            for move in moves:
                child = position.play(move)
                if self._ask(child, attacker, left - 1, effort, budget) == NOT_YET:
                    return move
        return moves[0]


def _completes(position: Position, mark: Mark, move: Move) -> bool:
    cells = position.cells[:move] + mark + position.cells[move + 1 :]
    return position.rules.completes(cells, mark, move)


def solve(
    position: Position | Rules | str,
    limit: Limit = NO_LIMIT,
    *,
    shortest: bool = False,
    table_mb: float = 256,
    on_progress: Callable[[Proof], object] | None = None,
) -> Proof:
    """Prove the value of a position or a game with a new solver.

    >>> solve("5x5x4").outcome, solve("xx.oo....").outcome
    ('draw', 'win')
    """
    position = as_position(position)
    solver = Solver(position.rules, table_mb)
    return solver.solve(position, limit, shortest=shortest, on_progress=on_progress)


def checked_megabytes(table_mb: float) -> float:
    """Return the size of a table, or raise `NotationError`."""
    fits = is_number(table_mb) and 0 <= table_mb <= 1 << 20
    require(fits, "a table must have from 0 (tiny) to 1048576 MB", table_mb)
    return table_mb


def with_memory(make: Callable[[], Made], table_mb: float) -> Made:
    """What `make` makes, if there is enough memory for it."""
    try:
        return make()
    except MemoryError:
        raise NoMemory(
            f"there is not enough memory for a table of {table_mb} MB: choose a smaller table_mb"
        ) from None


def checked_callback(on_progress: Callable[[Any], object] | None) -> None:
    """Refuse what cannot be called."""
    wanted = "on_progress must be a function that takes what is known"
    require(on_progress is None or callable(on_progress), wanted, on_progress)


def position_of(rules: Rules, given: Position | Rules | str) -> Position:
    """The position, which must be one of these rules; a board as text is one of them."""
    position = as_position(given, rules)
    if position.rules != rules:
        raise NotationError(f"this engine plays {rules}, not {position.rules}")
    return position

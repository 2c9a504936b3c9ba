"""The engine: strong and fast on any board up to 20x20, over the native module.

A `Solver` proves the value of positions, an `Engine` plays: it lets a solver try first where the
board is small enough, and searches as deep as its limit allows where nothing can be proved.
"""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import inf
from typing import Any, Final

from noughts import _native
from noughts.analysis import NO_LIMIT, Analysis, Bound, Limit, MoveValue, Result
from noughts.errors import NotationError
from noughts.notation import names
from noughts.position import Position
from noughts.rules import OTHER, Mark, Move, Rules

__all__ = ["Engine", "Proof", "Solver", "engine", "solve"]

NO, NOT_YET, YES = 0, 1, 2  # what a prover answers; None if it was stopped
UNLIMITED: Final = 63  # moves
CERTAIN: Final = 1_000_000  # a win in n plies scores CERTAIN - n
LONGEST: Final = 1_000
NOTHING: Final[Mapping[Move, MoveValue]] = {}
MOST_NODES: Final = 1 << 62  # what the native side can count
PROVABLE: Final = 64  # cells: on larger boards the engine does not try to prove anything


@dataclass(frozen=True)
class Proof:
    """What is proved about a position, seen from the side to move.

    `outcome` is None where the limit came first; then `known` says what is proved all the same.
    `plies` is the length of the shortest forced win, where that is proved too; `line` is such a
    win, empty for a draw.
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
    """Nodes or seconds are used up, or somebody said stop."""


class Solver:
    """Proves the values of positions of one game, and remembers what it has proved.

    The same solver answers at once about positions that came up in an earlier proof.
    """

    def __init__(self, rules: Rules, table_mb: float = 64) -> None:
        self.rules = rules
        self._prover = _native.Prover(*_plain(rules), _checked_megabytes(table_mb))
        self._deadline = inf
        self._most_nodes = 0.0
        self.stopped = False

    @property
    def nodes(self) -> int:
        """Of all proofs so far."""
        return self._prover.nodes

    def stop(self) -> None:
        """End the proof that another thread has under way."""
        self.stopped = True
        self._prover.stop()

    def solve(
        self,
        position: Position,
        limit: Limit = NO_LIMIT,
        *,
        shortest: bool = False,
        on_progress: Callable[[Proof], None] | None = None,
    ) -> Proof:
        """Prove the value of the position, as far as the limit allows.

        `shortest` goes on until the length of a win is proved as well. `on_progress` hears now and
        then of nodes, seconds and what is known. A depth limit means nothing to a proof.
        """
        _check_rules(self.rules, position)
        self.allow()
        return self._solve(position, limit, shortest, on_progress)

    def _solve(
        self,
        position: Position,
        limit: Limit,
        shortest: bool = False,
        on_progress: Callable[[Proof], None] | None = None,
    ) -> Proof:
        started, before = time.perf_counter(), self.nodes
        self.begin(limit)
        known: list[str] = []

        def proof(
            outcome: Result | None, plies: int | None = None, line: tuple[Move, ...] = ()
        ) -> Proof:
            nodes, seconds = self.nodes - before, time.perf_counter() - started
            return Proof(position, outcome, plies, line, nodes, seconds, "; ".join(known))

        def tell() -> None:
            if on_progress is not None:
                on_progress(proof(None))

        if position.is_over:
            return proof("loss" if position.winner else "draw", 0)
        us, them = position.turn, OTHER[position.turn]
        try:
            wins, moves = self._settle(position, us, shortest, tell)
            if wins:
                plies = None if moves is None else 2 * moves - 1
                return proof("win", plies, self.line(position, us, moves))
            known.append(f"{us} cannot force a win")
            if self._nobody_moved(position):
                return proof("draw", position.empty)
            loses, moves = self._settle(position, them, shortest, tell)
            if loses:
                plies = None if moves is None else 2 * moves
                return proof("loss", plies, self.line(position, them, moves))
            return proof("draw", position.empty)
        except OutOfBudget:
            return proof(None)

    def allow(self) -> None:
        """Forget an earlier stop."""
        self.stopped = False
        self._prover.allow()

    def begin(self, limit: Limit) -> None:
        """From now on the limit counts, for all questions together."""
        self._deadline = inf if limit.seconds is None else time.perf_counter() + limit.seconds
        self._most_nodes = inf if limit.nodes is None else self.nodes + limit.nodes

    def can_win(self, position: Position, attacker: Mark) -> tuple[bool, int | None]:
        """Whether `attacker` can force a line, and with how many moves of its own at least.

        Raises `OutOfBudget` when the limit given to `begin` comes first.
        """
        return self._settle(position, attacker, True, lambda: None)

    @staticmethod
    def _nobody_moved(position: Position) -> bool:
        """Whether strategy stealing applies: on the empty board the second player cannot win.

        If it could, the first could play anywhere and then do the same, for a stone more never
        hurts; except where a line can be too long.
        """
        return not position.rules.exact and position.empty == position.rules.size

    def _settle(
        self, position: Position, attacker: Mark, shortest: bool, tell: Callable[[], None]
    ) -> tuple[bool, int | None]:
        """Whether the attacker can force a line, and with how many moves if that is known.

        Nobody knows in advance which way is short: the whole question at once, the weak one (a no
        there is a no), or wins of one move, two moves and so on. Each gets a share of nodes, which
        grows until one of them has the answer. They share their table.
        """
        most_moves = (position.empty + (position.turn == attacker)) // 2
        moves, share, weak, whole, wins = 1, 5_000, True, True, False
        while True:
            if whole:
                answer = self._ask(position, attacker, UNLIMITED, share)
                if answer == NO:
                    return False, None
                wins, whole = answer == YES, answer is None
            if weak and not wins:
                answer = self._ask(position, attacker, UNLIMITED, share, weak=True)
                if answer == NO:
                    return False, None
                weak = answer is None
            before = self.nodes
            while moves < UNLIMITED:
                left = 3 * share - (self.nodes - before)
                answer = self._ask(position, attacker, moves, left) if left > 0 else None
                if answer == YES:
                    return True, moves
                if answer == NO or (answer == NOT_YET and moves >= most_moves):
                    return False, None
                if answer is None:
                    break
                moves += 1
            if wins and not shortest:
                return True, None
            share *= 3
            tell()

    def _ask(
        self, position: Position, attacker: Mark, moves: int, nodes: int, *, weak: bool = False
    ) -> int | None:
        left = self._most_nodes - self.nodes
        seconds = self._deadline - time.perf_counter()
        if self.stopped or left <= 0 or seconds <= 0:
            raise OutOfBudget
        answer = self._prover.ask(
            position.cells,
            attacker == "x",
            position.turn == "x",
            weak,
            moves,
            int(min(nodes, left, MOST_NODES)),
            seconds if seconds < inf else -1.0,
        )
        interrupted = self._prover.take_interruption()
        if interrupted is not None:
            self.stopped = True
            if not isinstance(interrupted, KeyboardInterrupt):
                raise interrupted
        return answer

    def line(self, position: Position, attacker: Mark, moves: int | None) -> tuple[Move, ...]:
        """A forced win: the attacker's shortest way, the defender's longest resistance."""
        line: list[Move] = []
        left = UNLIMITED if moves is None else moves
        try:
            while not position.is_over:
                if position.turn == attacker:
                    left = left if left == UNLIMITED else left - 1
                    move = self._winning_move(position, attacker, left)
                else:
                    move = self._stubborn_move(position, attacker, left)
                line.append(move)
                position = position.play(move)
        except OutOfBudget:
            pass  # the win is proved; its end is not shown
        return tuple(line)

    def _winning_move(self, position: Position, attacker: Mark, left: int) -> Move:
        children = [(move, position.play(move)) for move in position.legal_moves]
        for move, child in children:
            if child.winner:
                return move
        for effort in EFFORTS if left else ():
            for move, child in children:
                if self._ask(child, attacker, left, effort) == YES:
                    return move
        raise OutOfBudget

    def _stubborn_move(self, position: Position, attacker: Mark, left: int) -> Move:
        """A move after which the win takes as long as it can; blocks what would win at once."""
        moves = position.legal_moves
        if left in (1, UNLIMITED):
            at_once = [m for m in moves if _completes(position, attacker, m)]
            return at_once[0] if at_once else moves[0]
        for effort in EFFORTS[:2]:
            for move in moves:
                if self._ask(position.play(move), attacker, left - 1, effort) == NOT_YET:
                    return move
        return moves[0]


# When a line is read out of a proof, most answers are in the table; nodes for those that are not.
EFFORTS: Final = (5, 1_000, 100_000, 10_000_000)


def _completes(position: Position, mark: Mark, move: Move) -> bool:
    cells = position.cells[:move] + mark + position.cells[move + 1 :]
    return position.rules.completes(cells, mark, move)


def solve(
    position: Position,
    limit: Limit = NO_LIMIT,
    *,
    shortest: bool = False,
    table_mb: float = 256,
    on_progress: Callable[[Proof], None] | None = None,
) -> Proof:
    """Prove the value of a position.

    >>> solve(Position()).outcome
    'draw'
    """
    solver = Solver(position.rules, table_mb)
    return solver.solve(position, limit, shortest=shortest, on_progress=on_progress)


class Engine:
    """Plays any game of the package as well as it can.

    An engine keeps its tables from move to move; several of them can live in one process, each is
    used by one thread at a time. With one thread and a limit of nodes or depth it always does the
    same.
    """

    def __init__(self, rules: Rules, table_mb: float = 64, threads: int = 1) -> None:
        self.rules = rules
        half = _checked_megabytes(table_mb) / 2
        if not 1 <= threads <= 256:
            raise NotationError(f"{threads!r} threads: it must be from 1 to 256")
        self.solver = Solver(rules, half)
        self.searcher = _native.Searcher(*_plain(rules), half, threads)

    def stop(self) -> None:
        """End the analysis that another thread has under way, with the best move so far."""
        self.solver.stop()
        self.searcher.stop()

    def analyse(
        self,
        position: Position,
        limit: Limit = NO_LIMIT,
        *,
        every_move: bool = False,
        on_progress: Callable[[Analysis], None] | None = None,
    ) -> Analysis:
        """The best move and what it is worth, within the limit (2 seconds if there is none).

        On boards of up to 64 cells half of the limit goes to a proof. What is proved has an
        `outcome`; other scores are opinions. With `every_move` each move gets its own full
        search, and its exact value where that can be proved. Ctrl-C ends it like `stop()`.
        """
        _check_rules(self.rules, position)
        return _Work(self, position, limit, on_progress).run(every_move)


class _Work:
    """One analysis under way."""

    def __init__(
        self,
        engine: Engine,
        position: Position,
        limit: Limit,
        on_progress: Callable[[Analysis], None] | None,
    ) -> None:
        self.solver, self.searcher = engine.solver, engine.searcher
        self.position = position
        self.limit = limit if limit != NO_LIMIT else Limit(seconds=2)
        self.on_progress = on_progress
        self.started = time.perf_counter()
        self.before = self.solver.nodes
        self.searched_nodes = 0
        self.solver.allow()  # an earlier stop was for an earlier analysis
        self.searcher.allow()

    def run(self, every_move: bool) -> Analysis:
        """Prove what can be proved, search for the rest."""
        if self.position.is_over:
            result: Result = "loss" if self.position.winner else "draw"
            return self._analysis((), _score(result, 0), (), (), 0, (result, 0))
        if not self._worth_proving():
            return self._searched(every_move)
        return self._every_move_proved() if every_move else self._proved()

    def _worth_proving(self) -> bool:
        if self.position.rules.size > PROVABLE:
            return False
        depth = self.limit.depth
        return depth is None or depth >= self.position.empty

    @property
    def proof_nodes(self) -> int:
        """What proofs have used of the limit."""
        return self.solver.nodes - self.before

    def _rest(self) -> Limit:
        """What is left of the limit; at least a node."""
        seconds, nodes = self.limit.seconds, self.limit.nodes
        if seconds is not None:
            seconds = max(0.0, seconds - (time.perf_counter() - self.started))
        if nodes is not None:
            nodes = max(1, nodes - self.proof_nodes - self.searched_nodes)
        return Limit(nodes=nodes, seconds=seconds)

    def _share(self) -> Limit:
        """Half of that; where there is only a limit of depth, about a second's work."""
        rest = self._rest()
        if rest == NO_LIMIT:
            return Limit(nodes=1_000_000)
        return Limit(
            nodes=None if rest.nodes is None else max(1, rest.nodes // 2),
            seconds=None if rest.seconds is None else rest.seconds / 2,
        )

    def _proved(self) -> Analysis:
        proof = self.solver._solve(self.position, self._share())
        if proof.outcome == "draw":
            return self._draw_held()
        if proof.outcome is None or not proof.line:
            return self._searched(False)
        score = _score(proof.outcome, proof.plies)
        value = MoveValue(proof.line[0], score, "exact", proof.outcome, proof.plies)
        known = (proof.outcome, proof.plies)
        depth = self.position.empty
        return self._analysis((value,), score, proof.line[:1], proof.line, depth, known)

    def _draw_held(self) -> Analysis:
        """The move that looks best among those that keep the draw."""
        found, plies = self._searched(False, most_nodes=20_000), self.position.empty
        self.solver.begin(self._share())
        try:
            for move in [value.move for value in found.moves]:
                child = self.position.play(move)
                lost = not child.is_over and self.solver.can_win(child, child.turn)[0]
                if not lost:
                    value = MoveValue(move, 0, "exact", "draw", plies)
                    line = found.line if found.line[:1] == (move,) else (move,)
                    return self._analysis((value,), 0, (move,), line, plies, ("draw", plies))
        except OutOfBudget:
            pass
        return found

    def _every_move_proved(self) -> Analysis:
        # Whoever watches sees opinions at once, which give way to proofs one by one.
        opinions = self._searched(True, most_nodes=20_000) if self.on_progress else None
        self.solver.begin(self._share())
        values: list[MoveValue] = []
        try:
            can_win, _ = self.solver.can_win(self.position, self.position.turn)
            for move in self.position.legal_moves:
                values.append(self._value_of(move, can_win))
                self._tell(values, opinions)
        except OutOfBudget:
            return self._searched(True, {value.move: value for value in values})
        top = max(values, key=lambda value: value.score)
        return self._ranked(tuple(values), {top.move: self._line(top)}, self.position.empty)

    def _tell(self, values: Sequence[MoveValue], opinions: Analysis | None) -> None:
        if self.on_progress is None or opinions is None:
            return
        proved = {value.move: value for value in values}
        mixed = tuple(proved.get(value.move, value) for value in opinions.moves)
        lines = {opinions.line[0]: opinions.line}
        self.on_progress(self._ranked(mixed, lines, opinions.depth))

    def _line(self, value: MoveValue) -> tuple[Move, ...]:
        """What follows a move whose value is proved; for a draw, just the move."""
        if value.plies is None or value.outcome == "draw":
            return (value.move,)
        us = self.position.turn
        attacker = us if value.outcome == "win" else OTHER[us]
        rest = self.solver.line(self.position.play(value.move), attacker, value.plies // 2)
        return (value.move, *rest)

    def _value_of(self, move: Move, can_win: bool) -> MoveValue:
        """The proved value of a move; `can_win` says whether any move wins."""
        child, us = self.position.play(move), self.position.turn
        if child.winner:
            return MoveValue(move, _score("win", 1), "exact", "win", 1)
        if not child.is_over:
            lost, moves = self.solver.can_win(child, OTHER[us])
            if lost:
                plies = None if moves is None else 2 * moves
                return MoveValue(move, _score("loss", plies), "exact", "loss", plies)
            won, moves = self.solver.can_win(child, us) if can_win else (False, None)
            if won:
                plies = None if moves is None else 2 * moves + 1
                return MoveValue(move, _score("win", plies), "exact", "win", plies)
        return MoveValue(move, 0, "exact", "draw", self.position.empty)

    def _searched(
        self,
        every_move: bool,
        proved: Mapping[Move, MoveValue] = NOTHING,
        *,
        most_nodes: int = MOST_NODES,
    ) -> Analysis:
        """What the search finds in what is left of the limit; proved values replace its own."""
        before = self.searched_nodes

        def analysis(moves: "list[_native.FoundMove]", depth: int, nodes: int) -> Analysis:
            self.searched_nodes = before + nodes
            values = [
                proved.get(cell) or _opinion(cell, score, exact) for cell, score, exact, _ in moves
            ]
            lines = {cell: tuple(line) for cell, _, _, line in moves}
            if every_move:
                return self._ranked(tuple(values), lines, depth)
            first = values[0]
            line, known = lines[first.move], (first.outcome, first.plies)
            return self._analysis(tuple(values), first.score, (first.move,), line, depth, known)

        def told(moves: "list[_native.FoundMove]", depth: int, nodes: int) -> None:
            assert self.on_progress is not None
            self.on_progress(analysis(moves, depth, nodes))

        limit = self._rest()
        seconds = -1.0 if limit.seconds is None else limit.seconds
        found = self.searcher.search(
            self.position.cells,
            self.position.turn == "x",
            min(self.limit.depth or 0, LONGEST),
            min(limit.nodes or MOST_NODES, most_nodes),
            0.0 if self.solver.stopped else seconds,
            every_move,
            None if self.on_progress is None else told,
        )
        interrupted = self.searcher.take_interruption()
        if interrupted is not None and not isinstance(interrupted, KeyboardInterrupt):
            raise interrupted
        return analysis(*found)

    def _ranked(
        self,
        values: tuple[MoveValue, ...],
        lines: Mapping[Move, tuple[Move, ...]],
        depth: int,
    ) -> Analysis:
        """An analysis of every move: the best are those with the highest score."""
        top = max(values, key=lambda value: value.score)
        best = tuple(value.move for value in values if value.score == top.score)
        decided = all(value.outcome is not None for value in values)
        certain = decided or top.outcome == "win"
        known = (top.outcome, top.plies) if certain else (None, None)
        line = lines.get(best[0], best[:1])
        return self._analysis(values, top.score, best, line, depth, known, decided)

    def _analysis(
        self,
        moves: tuple[MoveValue, ...],
        score: float,
        best: tuple[Move, ...],
        line: tuple[Move, ...],
        depth: int,
        known: tuple[Result | None, int | None],
        complete: bool | None = None,
    ) -> Analysis:
        outcome, plies = known
        return Analysis(
            position=self.position,
            method="engine",
            score=score,
            outcome=outcome,
            plies=plies,
            best=best,
            moves=moves,
            line=line,
            nodes=self.proof_nodes + self.searched_nodes,
            seconds=time.perf_counter() - self.started,
            depth=depth,
            complete=outcome is not None if complete is None else complete,
        )


def _score(outcome: Result, plies: int | None) -> int:
    distance = LONGEST // 2 if plies is None else plies
    return {"win": CERTAIN - distance, "draw": 0, "loss": distance - CERTAIN}[outcome]


def _opinion(move: Move, score: int, exact: bool) -> MoveValue:
    """A move as the search sees it; wins and losses are proved, their length only if short."""
    bound: Bound = "exact" if exact else "at-most"
    distance = CERTAIN - abs(score)
    if distance > LONGEST:
        return MoveValue(move, score, bound)
    if score > 0:
        return MoveValue(move, score, bound, "win", distance if distance <= 3 else None)
    return MoveValue(move, score, bound, "loss", 2 if distance == 2 and exact else None)


def _plain(rules: Rules) -> tuple[int, int, int, bool, bool]:
    return rules.rows, rules.columns, rules.k, rules.diagonals, rules.exact


def _checked_megabytes(table_mb: float) -> float:
    if not 0 <= table_mb <= 1 << 20:
        raise NotationError(f"{table_mb!r} MB is no size for a table: from 0 (tiny) to 1048576")
    return table_mb


def _check_rules(rules: Rules, position: Position) -> None:
    if position.rules != rules:
        raise NotationError(f"this engine plays {rules}, not {position.rules}")


def engine(
    position: Position,
    *,
    limit: Limit = NO_LIMIT,
    every_move: bool = False,
    engine: Engine | None = None,
) -> Analysis:
    """One analysis, by that engine or by one of its own."""
    engine = engine or Engine(position.rules)
    return engine.analyse(position, limit, every_move=every_move)

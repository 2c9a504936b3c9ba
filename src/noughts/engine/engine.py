"""The engine: proofs where they are feasible, a deep search everywhere else."""

import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from math import inf
from typing import Final

from noughts import _native
from noughts.analysis import (
    NO_LIMIT,
    Analysis,
    Bound,
    Limit,
    MoveValue,
    Result,
    checked_limit,
)
from noughts.engine.net import net_for
from noughts.engine.solver import (
    MOST_NODES,
    OutOfBudget,
    Proof,
    ProofBudget,
    Solver,
    checked_callback,
    checked_megabytes,
    now,
    position_of,
    with_memory,
)
from noughts.errors import IllegalMove, is_whole, require, shorten
from noughts.position import GAME_OVER, Position, as_position
from noughts.rules import OTHER, Move, Rules, as_rules

__all__ = ["CERTAIN", "LONGEST", "PROVABLE", "Engine", "engine"]

CERTAIN: Final = 1_000_000  # a win in n plies scores CERTAIN - n
LONGEST: Final = 1_000  # more plies than any game has
COUNTED_WIN: Final = 5  # plies: what wins sooner makes two threats, which no search overlooks
UNCOUNTED: Final = LONGEST // 2  # in the score of a win or loss whose length nobody knows
NOTHING: Final[Mapping[Move, MoveValue]] = {}
USUAL: Final = Limit(seconds=2)  # the default: long enough to play well, short enough to wait
PROVABLE: Final = 64  # cells: on larger boards the engine does not try to prove anything
PROOF_NODES: Final = 1_000_000  # for a proof when only the depth is limited: about a second's work
LOOK_NODES: Final = 20_000  # for an opinion beside a proof: a few hundredths of a second
THREATS_PART: Final = 8  # of the nodes, one in so many looks for a win by threats before all else

# The line of a proved draw: its longest length, the nodes that find a sensible move each time, and
# those that prove for the whole line that its moves keep the draw. The proof of the draw has most
# of the answers ready; all of it takes a few hundredths of a second.
DRAWN_MOVES: Final = 12
GLANCE_NODES: Final = 1_000
KEEP_NODES: Final = 20_000


class Engine:
    """Plays any game of the package as well as it can.

    An engine keeps its tables from move to move. Several engines can live in one process, but only
    one thread may use each of them at a time. An engine with `threads=1` and a limit on nodes or
    depth is deterministic.
    """

    def __init__(self, rules: Rules | str, table_mb: float = 64, threads: int = 1) -> None:
        self.rules = as_rules(rules)
        self.table_mb = checked_megabytes(table_mb)
        fits = is_whole(threads) and 1 <= threads <= 256
        require(fits, "threads must be from 1 to 256", threads)
        self.threads, half = threads, table_mb / 2
        self.solver = Solver(self.rules, half)
        net = net_for(self.rules)
        self._search = with_memory(
            lambda: _native.DeepSearch(self.rules, half, threads, net), table_mb
        )
        self._stop = _native.Stop()
        self._paused, self._pausing = False, threading.Lock()
        self._listener: Callable[[Analysis], object] | None = None

    @property
    def name(self) -> str:
        """What it is called in matches: an engine is a player, too."""
        return "engine"

    def choose(self, position: Position | Rules | str, limit: Limit = NO_LIMIT) -> Move:
        """The best move that it finds within the limit."""
        found = self.analyse(position, limit)
        if found.move is None:
            raise IllegalMove(f"{GAME_OVER} in {shorten(found.position.rows_text)}")
        return found.move

    def __repr__(self) -> str:
        return f"Engine('{self.rules}', table_mb={self.table_mb}, threads={self.threads})"

    def stop(self) -> None:
        """End the analysis running in another thread, with the best move so far.

        If none is running, nothing happens: a stop does not carry over to the next analysis.
        """
        self._stop.stop()

    def pause(self) -> None:
        """Let the analysis running in another thread wait; its time does not pass meanwhile.

        It keeps everything it knows, and `stop` still ends it. An analysis that begins now waits.
        """
        with self._pausing:
            self._paused = True
            self._stop.pause()

    def go_on(self) -> None:
        """Let an analysis go on that was paused."""
        with self._pausing:
            self._paused = False
            self._stop.go_on()

    def _new_stop(self) -> _native.Stop:
        """What stops or pauses the analysis that begins now."""
        with self._pausing:
            self._stop = _native.Stop()
            if self._paused:
                self._stop.pause()
            return self._stop

    @contextmanager
    def heard_by(self, listener: Callable[[Analysis], object] | None) -> Iterator[None]:
        """Tell `listener` how analyses go that a player begins, and at last what they find.

        Players know of no `on_progress`.
        """
        checked_callback(listener)
        self._listener = listener
        try:
            yield
        finally:
            self._listener = None

    def analyse(
        self,
        position: Position | Rules | str,
        limit: Limit = NO_LIMIT,
        *,
        every_move: bool = False,
        on_progress: Callable[[Analysis], object] | None = None,
    ) -> Analysis:
        """The best move and what it is worth, within the limit (by default 2 seconds).

        On boards of up to 64 cells, half of the limit goes to a proof. A proved value has an
        `outcome`; other scores are opinions. With `every_move` each move gets its own full search,
        and its exact value where that can be proved; if only the position's value can, `outcome`
        is proved and `complete` is false. Without a limit, `every_move` first asks whether the
        side to move can win, with up to a million nodes; the 2 seconds begin after that. Ctrl-C
        raises KeyboardInterrupt at once; the engine can be used again.
        """
        position = position_of(self.rules, position)
        checked_callback(on_progress)
        limit = checked_limit(limit).for_one_move(position)
        limit = USUAL if limit == NO_LIMIT else limit
        stop, told = self._new_stop(), on_progress or self._listener
        work = _Work(self.solver, self._search, stop, position, limit, told)
        found = work.run(every_move)
        if self._listener:
            self._listener(found)
        return found


class _Work:
    """One analysis in progress."""

    def __init__(
        self,
        solver: Solver,
        search: _native.DeepSearch,
        stop: _native.Stop,
        position: Position,
        limit: Limit,
        on_progress: Callable[[Analysis], object] | None,
    ) -> None:
        self.solver, self.search, self.stop = solver, search, stop
        self.position = position
        self.limit = limit
        self.on_progress = on_progress
        self.started = self.clock = now(stop)  # the clock is what `limit` counts from
        self.before = self.solver.nodes
        self.searched_nodes = 0
        self.lines: dict[Move, tuple[Move, ...]] = {}  # by their first moves, as last searched
        self.line_by_threats: tuple[Move, ...] = ()  # of a win that was looked for at first

    def run(self, every_move: bool) -> Analysis:
        """Prove what can be proved and search for the rest."""
        if self.position.is_over:
            result: Result = "loss" if self.position.winner else "draw"
            return self._analysis((), _score(result, 0), (), (), 0, (result, 0))
        if not self._worth_proving():
            return self._judged(every_move)
        return self._every_move_proved() if every_move else self._proved()

    def _worth_proving(self) -> bool:
        if self.position.rules.size > PROVABLE:
            return False
        depth = self.limit.depth
        return depth is None or depth >= self.position.empty

    @property
    def proof_nodes(self) -> int:
        """The nodes that proofs have used."""
        return self.solver.nodes - self.before

    def _rest(self) -> Limit:
        """What is left of the limit; at least one node."""
        seconds, nodes = self.limit.seconds, self.limit.nodes
        if seconds is not None:
            seconds = max(0.0, seconds - (now(self.stop) - self.clock))
        if nodes is not None:
            nodes = max(1, nodes - self.proof_nodes - self.searched_nodes)
        return Limit(nodes=nodes, seconds=seconds)

    def _share(self) -> ProofBudget:
        """Half of the rest, for proofs; about a second's work if only the depth is limited."""
        rest = self._rest()
        half = Limit(
            nodes=None if rest.nodes is None else max(1, rest.nodes // 2),
            seconds=None if rest.seconds is None else rest.seconds / 2,
        )
        return ProofBudget(Limit(nodes=PROOF_NODES) if rest == NO_LIMIT else half, self.stop)

    def _proved(self) -> Analysis:
        proof = self.solver.prove(self.position, self._share(), on_progress=self._tell_nodes)
        if proof.outcome == "draw":
            return self._draw_held()
        if proof.outcome is None or not proof.line:
            return self._judged(False)
        score = _score(proof.outcome, proof.plies)
        value = MoveValue(proof.line[0], score, "exact", proof.outcome, proof.plies)
        known = (proof.outcome, proof.plies)
        depth = self.position.empty
        return self._analysis((value,), score, proof.line[:1], proof.line, depth, known)

    def _draw_held(self) -> Analysis:
        """The move that looks best among those that keep the draw."""
        found, plies = self._searched(False, most_nodes=LOOK_NODES), self.position.empty
        budget = self._share()
        try:
            move = next(value.move for value in found.moves if not self._loses(value.move, budget))
        except (OutOfBudget, StopIteration):
            return found
        value = MoveValue(move, 0, "exact", "draw", plies)
        line = self._drawn_line(move)
        return self._analysis((value,), 0, (move,), line, plies, ("draw", plies))

    def _loses(self, move: Move, budget: ProofBudget) -> bool:
        return self._hands_a_win(self.position.play(move), budget)

    def _hands_a_win(self, child: Position, budget: ProofBudget) -> bool:
        return not child.is_over and self.solver.can_win(child, child.turn, budget)[0]

    def _drawn_line(self, move: Move) -> tuple[Move, ...]:
        """A move that draws, and moves by which both sides keep the draw; they look sensible.

        Where that takes too long to prove, the line that the search had in mind, if it is longer.
        The answer was known before, so the nodes of its line do not count.
        """
        line, position, counted = [move], self.position.play(move), self.solver.nodes
        rest = self._rest()
        most = min(rest.nodes or KEEP_NODES, KEEP_NODES)
        budget = ProofBudget(replace(rest, nodes=most), self.stop)
        try:
            while not position.is_over and len(line) < DRAWN_MOVES:
                move = self._keeping_move(position, budget)
                line.append(move)
                position = position.play(move)
        except OutOfBudget:
            return max(tuple(line), self.lines.get(line[0], ()), key=len)
        finally:
            self.before += self.solver.nodes - counted
        return tuple(line)

    def _keeping_move(self, position: Position, budget: ProofBudget) -> Move:
        """The move that looks best among those that do not let the opponent win."""
        seconds = budget.seconds()
        moves, _, used = self.search.search(
            position,
            0,
            int(min(budget.nodes, GLANCE_NODES)),
            seconds if seconds < inf else -1.0,
            False,
            self.stop,
            None,
        )
        budget.nodes -= used
        for move, *_ in moves:
            if not self._hands_a_win(position.play(move), budget):
                return move
        raise OutOfBudget

    def _every_move_proved(self) -> Analysis:
        # A caller with `on_progress` gets opinions at once, which proofs replace one by one.
        opinions = self._searched(True, most_nodes=LOOK_NODES) if self.on_progress else None
        values: list[MoveValue] = []
        can_win = None
        try:
            can_win, budget = self._can_win()
            for move in self.position.legal_moves:
                values.append(self._value_of(move, can_win, budget))
                self._tell(values, opinions)
        except OutOfBudget:
            proved = {value.move: value for value in values}
            return self._searched(True, proved) if can_win is None else self._half_proved(proved)
        top = max(values, key=lambda value: value.score)
        self.lines[top.move] = self._line(top, budget)
        return self._ranked(tuple(values), self.position.empty)

    def _can_win(self) -> tuple[bool, ProofBudget]:
        """Whether the side to move can force a win, and the budget for what is left to prove."""
        budget = self._for_the_position()
        try:
            can_win, _ = self.solver.can_win(self.position, self.position.turn, budget)
        finally:
            if self.limit is USUAL:
                self.clock = now(self.stop)
        return can_win, self._share() if self.limit is USUAL else budget

    def _for_the_position(self) -> ProofBudget:
        """For what is proved of the position itself: nodes if nobody set a limit."""
        if self.limit is USUAL:
            return ProofBudget(Limit(nodes=PROOF_NODES), self.stop)
        return self._share()

    def _half_proved(self, proved: dict[Move, MoveValue]) -> Analysis:
        """What is proved of the position and of some moves, and opinions about the others.

        The prover remembers what it has found out about the position, so it answers soon.
        """
        proof = self.solver.prove(self.position, self._for_the_position(), shortest=True)
        score = 0 if proof.outcome is None else _score(proof.outcome, proof.plies)
        if proof.outcome == "win" and proof.line:
            move = proof.line[0]
            proved[move] = MoveValue(move, score, "exact", "win", proof.plies)
        found = self._searched(True, self._with_mirrored(proved))
        if proof.outcome is None:
            return found
        equal = tuple(v.move for v in found.moves if (v.outcome, v.score) == (proof.outcome, score))
        best = equal or proof.line[:1] or found.best
        line = proof.line or best[:1]
        if proof.outcome == "draw":
            line = self._drawn_line(best[0])
        known = replace(found, outcome=proof.outcome, plies=proof.plies, score=score)
        return replace(known, best=best, line=line)

    def _with_mirrored(self, proved: Mapping[Move, MoveValue]) -> dict[Move, MoveValue]:
        """The values, also of the moves that a rotation or reflection of the position makes."""
        values = dict(proved)
        for symmetry in self.position.rules.symmetries:
            if self.position.turned(symmetry) == self.position:
                for move, origin in enumerate(symmetry):
                    if origin in proved:
                        values.setdefault(move, replace(proved[origin], move=move))
        return values

    def _tell(self, values: Sequence[MoveValue], opinions: Analysis | None) -> None:
        if self.on_progress is None or opinions is None:
            return
        proved = {value.move: value for value in values}
        mixed = tuple(proved.get(value.move, value) for value in opinions.moves)
        self.on_progress(self._ranked(mixed, opinions.depth))

    def _tell_nodes(self, proof: Proof) -> None:
        """During a proof there is nothing to tell but how far it is."""
        if self.on_progress is not None:
            self.on_progress(self._analysis((), None, (), (), 0, (None, None)))

    def _line(self, value: MoveValue, budget: ProofBudget) -> tuple[Move, ...]:
        """A move with a proved value and what follows it."""
        if value.outcome == "draw":
            return self._drawn_line(value.move)
        if value.plies is None:
            return (value.move,)
        us = self.position.turn
        attacker = us if value.outcome == "win" else OTHER[us]
        child = self.position.play(value.move)
        rest = self.solver.line(child, attacker, value.plies // 2, budget)
        return (value.move, *rest)

    def _value_of(self, move: Move, can_win: bool, budget: ProofBudget) -> MoveValue:
        """The proved value of a move; `can_win` says whether any move wins."""
        child, us = self.position.play(move), self.position.turn
        if child.winner:
            return MoveValue(move, _score("win", 1), "exact", "win", 1)
        if not child.is_over:
            lost, moves = self.solver.can_win(child, OTHER[us], budget)
            if lost:
                plies = None if moves is None else 2 * moves
                return MoveValue(move, _score("loss", plies), "exact", "loss", plies)
            won, moves = self.solver.can_win(child, us, budget) if can_win else (False, None)
            if won:
                plies = None if moves is None else 2 * moves + 1
                return MoveValue(move, _score("win", plies), "exact", "win", plies)
        return MoveValue(move, 0, "exact", "draw", self.position.empty)

    def _judged(self, every_move: bool) -> Analysis:
        """What the search finds where nothing is proved; on an empty board, from the centre.

        There the first moves differ by less than the search can tell: even moves that are the same
        but for a reflection get different scores. So the engine opens in the centre, where most
        lines cross, and looks at what follows.
        """
        rules = self.position.rules
        if every_move:
            return self._searched(True, self._won_by_threats())
        if not self._is_empty():
            return self._searched(False)
        move = min(self.position.legal_moves, key=partial(from_the_centre, rules))
        child = self.position.play(move)
        if child.is_over:
            return self._searched(every_move)
        if self.limit.depth == 1:  # nothing follows
            found = self._searched(True)
            return replace(found, best=(move,), line=(move,), score=found[move].score)
        return self._opened(move, child)

    def _won_by_threats(self) -> dict[Move, MoveValue]:
        """A win by threats with its length and line, if a short look finds one.

        A search of every move has no time to look for it as long as a search for the best one.
        """
        rest = self._rest()
        most = LOOK_NODES if rest.nodes is None else min(LOOK_NODES, rest.nodes // THREATS_PART)
        if most == 0:
            return {}
        seconds = -1.0 if rest.seconds is None else rest.seconds
        moves, _, used = self.search.search(self.position, 1, most, seconds, False, self.stop, None)
        self.searched_nodes += used
        cell, score, exact, line = moves[0]
        value = _opinion(cell, score, exact)
        if value.outcome != "win":
            return {}
        self.line_by_threats = tuple(line)
        return {cell: value}

    def _is_empty(self) -> bool:
        return self.position.empty == self.position.rules.size

    def _opened(self, move: Move, child: Position) -> Analysis:
        """The first move of a game, with the score and the line of a search for the answer."""

        def before(found: Analysis) -> Analysis:
            self.searched_nodes = found.nodes
            value = _opinion(move, _a_ply_earlier(int(found.score or 0)), exact=True)
            known = (value.outcome, value.plies)
            line = (move, *found.line)
            return self._analysis((value,), value.score, (move,), line, found.depth + 1, known)

        def tell(found: Analysis) -> None:
            assert self.on_progress is not None
            self.on_progress(before(found))

        depth, told = self.limit.depth, tell if self.on_progress else None
        limit = replace(self._rest(), depth=None if depth is None else depth - 1)
        work = _Work(self.solver, self.search, self.stop, child, limit, told)
        return before(work._searched(False))

    def _searched(
        self,
        every_move: bool,
        proved: Mapping[Move, MoveValue] = NOTHING,
        *,
        most_nodes: int = MOST_NODES,
    ) -> Analysis:
        """What the search finds within the rest of the limit; proved values replace its own."""
        before = self.searched_nodes

        def analysis(moves: "list[_native.FoundMove]", depth: int, nodes: int) -> Analysis:
            self.searched_nodes = before + nodes
            values = [
                proved.get(cell) or _opinion(cell, score, exact) for cell, score, exact, _ in moves
            ]
            self.lines = {cell: tuple(line) for cell, _, _, line in moves}
            if self.line_by_threats:
                self.lines[self.line_by_threats[0]] = self.line_by_threats
            if every_move:
                return self._ranked(self._levelled(tuple(values)), depth)
            first = values[0]
            line, known = self.lines[first.move], (first.outcome, first.plies)
            return self._analysis(tuple(values), first.score, (first.move,), line, depth, known)

        def tell(moves: "list[_native.FoundMove]", depth: int, nodes: int) -> None:
            assert self.on_progress is not None
            self.on_progress(analysis(moves, depth, nodes))

        limit = self._rest()
        found = self.search.search(
            self.position,
            min(self.limit.depth or 0, LONGEST),
            min(limit.nodes or MOST_NODES, most_nodes),
            -1.0 if limit.seconds is None else limit.seconds,
            every_move,
            self.stop,
            None if self.on_progress is None else tell,
        )
        return analysis(*found)

    def _levelled(self, values: tuple[MoveValue, ...]) -> tuple[MoveValue, ...]:
        """The opinions about the first move, without what is only noise; the most central first.

        Moves that a rotation or reflection of the board makes the same are worth the same: they get
        their mean. By how much they differed is how far the scores can be trusted; moves closer
        than that to the best count as equal to it.
        """
        proved = any(value.outcome is not None for value in values)
        if not self._is_empty() or self._worth_proving() or proved:
            return values
        rules = self.position.rules
        score = {value.move: value.score for value in values}
        alike = {move: [score[turned[move]] for turned in rules.symmetries] for move in score}
        mean = {move: round(sum(scores) / len(scores)) for move, scores in alike.items()}
        noise = max(max(scores) - min(scores) for scores in alike.values())
        top = max(mean.values())
        level = {move: top if worth >= top - noise else worth for move, worth in mean.items()}
        central = sorted(values, key=lambda value: from_the_centre(rules, value.move))
        return tuple(replace(value, score=level[value.move]) for value in central)

    def _most_central(self, moves: Iterable[Move]) -> tuple[Move, ...]:
        """Those of the moves that are closest to the centre, if the board is empty."""
        found = tuple(moves)
        if not self._is_empty() or self._worth_proving():
            return found
        away = {move: from_the_centre(self.position.rules, move) for move in found}
        return tuple(move for move in found if away[move] == min(away.values()))

    def _ranked(self, values: tuple[MoveValue, ...], depth: int) -> Analysis:
        """An analysis of every move: the best are those with the highest score."""
        top = max(values, key=lambda value: value.score)
        best = self._most_central(value.move for value in values if value.score == top.score)
        decided = all(value.outcome is not None for value in values)
        certain = decided or top.outcome == "win"
        known = (top.outcome, top.plies) if certain else (None, None)
        line = self.lines.get(best[0], best[:1])
        return self._analysis(values, top.score, best, line, depth, known, decided)

    def _analysis(
        self,
        moves: tuple[MoveValue, ...],
        score: float | None,
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
            seconds=now(self.stop) - self.started,
            depth=depth,
            complete=outcome is not None if complete is None else complete,
            within=_within(score) if outcome in ("win", "loss") and plies is None else None,
        )


def from_the_centre(rules: Rules, move: Move) -> tuple[int, int]:
    """How far a cell is from the centre of the board: by the longer way, then by both."""
    row, column = divmod(move, rules.columns)
    down, right = abs(2 * row - rules.rows + 1), abs(2 * column - rules.columns + 1)
    return max(down, right), down + right


def _a_ply_earlier(score: int) -> int:
    """A score as the other side saw it, before it made the move that led here."""
    if CERTAIN - abs(score) > LONGEST:
        return -score
    return -score + 1 if score > 0 else -score - 1


def _score(outcome: Result, plies: int | None) -> int:
    distance = UNCOUNTED if plies is None else plies
    return {"win": CERTAIN - distance, "draw": 0, "loss": distance - CERTAIN}[outcome]


def _opinion(move: Move, score: int, exact: bool) -> MoveValue:
    """A move as the search sees it; wins and losses are proved, their length only if short."""
    bound: Bound = "exact" if exact else "at-most"
    distance = CERTAIN - abs(score)
    if distance > LONGEST or (score > 0 and not exact):
        return MoveValue(move, score, bound)
    known = distance <= COUNTED_WIN if score > 0 else distance <= COUNTED_WIN - 1 and exact
    plies, within = (distance, None) if known else (None, distance)
    return MoveValue(move, score, bound, "win" if score > 0 else "loss", plies, within)


def _within(score: float | None) -> int | None:
    """In how many plies at most a win or loss comes, if its score says so."""
    distance = LONGEST if score is None else CERTAIN - abs(score)
    return int(distance) if distance < UNCOUNTED else None


def engine(
    position: Position | Rules | str,
    *,
    limit: Limit = NO_LIMIT,
    every_move: bool = False,
    engine: Engine | None = None,
) -> Analysis:
    """Analyse the position with `engine`, or with a new one."""
    position = as_position(position)
    engine = engine or Engine(position.rules)
    return engine.analyse(position, limit, every_move=every_move)

"""The checks of a `strings` program: `evaluate`, `minimax` and `minimax_ab` on nine characters."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from noughts.check.asking import Packed, Program
from noughts.check.checks import (
    Case,
    Checklist,
    Outcome,
    failed,
    judge_cases,
    keeps_the_value,
    never_loses,
    not_run,
    passed,
    takes_a_win,
    takes_the_shortest_win,
)
from noughts.check.evidence import Evidence, collect_play
from noughts.check.findings import Shown
from noughts.check.interfaces import string_move
from noughts.check.measure import describe_search
from noughts.check.play import Play
from noughts.check.truth import best_moves, move_values, reachable, unfinished
from noughts.notation import name
from noughts.position import Position
from noughts.rules import TIC_TAC_TOE

__all__ = ["CHECKS", "examine"]

CHECKS = 13
O_BEGINS = 3  # every third position is enough to see a turn that is guessed
COUNTING = 60.0  # seconds for the search from the empty board
PLAYING = 240.0  # seconds for all positions, for each of the two functions
NAMES = {
    "evaluate": ("evaluate", "eval"),
    "minimax": ("minimax",),
    "minimax_ab": ("minimax_ab", "minimaxAB"),
}


def examine(program: Program, checklist: Checklist) -> Evidence:
    """Run all the checks."""
    evidence = Evidence("strings", loaded=program.load())
    examiner = Examiner(program, evidence)
    run, played = checklist.run, examiner.played
    run("loads", 5, examiner.loads)
    run("evaluate", 15, examiner.evaluate)
    run("takes a win", 5, lambda: played("minimax", takes_a_win))
    run("keeps the value", 20, lambda: played("minimax", keeps_the_value))
    run("never loses", 10, lambda: played("minimax", _never_loses))
    run("alpha-beta takes a win", 5, lambda: played("minimax_ab", takes_a_win))
    run("alpha-beta keeps the value", 20, lambda: played("minimax_ab", keeps_the_value))
    run("alpha-beta agrees with minimax", 10, examiner.agrees)
    run("either may begin", 10, examiner.either_may_begin)
    run("first of the best", 0, lambda: played("minimax", _first_of_the_best), required=False)
    run("shortest win", 0, lambda: played("minimax", takes_the_shortest_win), required=False)
    run("search of minimax", 0, lambda: examiner.search("minimax"), required=False)
    run("search of alpha-beta", 0, lambda: examiner.search("minimax_ab"), required=False)
    evidence.note_outcomes(checklist.checks)
    return evidence


class Examiner:
    """Asks one program, and notes what it sees."""

    def __init__(self, program: Program, evidence: Evidence) -> None:
        self.program = program
        self.evidence = evidence
        self.names = {
            role: next((name for name in names if name in program.names), None)
            for role, names in NAMES.items()
        }
        evidence.missing = [role for role, found in self.names.items() if found is None]

    def loads(self) -> Outcome:
        """The file can be run from top to bottom and has the three functions."""
        if not self.evidence.loaded.ok:
            return failed(f"the file cannot be loaded: {self.evidence.loaded.text}")
        if missing := self.evidence.missing:
            return failed(f"there is no function {', '.join(f'`{name}`' for name in missing)}")
        return passed("the file loads and has all three functions")

    def evaluate(self) -> Outcome:
        """1, -1 or 0 for every position, in small and in capital letters."""
        if why := self.evidence.why_not("evaluate"):
            return why
        function = self.names["evaluate"] or ""
        cases = [_evaluate_case(position) for position in reachable(TIC_TAC_TOE)]
        answers = self.program.ask(function, [case.arguments for case in cases])
        self.evidence.asked["evaluate"] = list(zip(cases, answers, strict=True))
        return judge_cases(function, cases, answers, "about every board")

    def played(self, role: str, judge: Callable[[Play], Outcome]) -> Outcome:
        """One of the checks of what the program plays."""
        if why := self.evidence.why_not(role):
            return why
        if role not in self.evidence.plays:
            self.evidence.plays[role] = self._collect(role, unfinished(TIC_TAC_TOE))
        return judge(self.evidence.plays[role])

    def _collect(self, role: str, positions: Sequence[Position]) -> Play:
        function = self.names[role] or ""
        return collect_play(self.program, function, positions, _arguments, string_move, PLAYING)

    def either_may_begin(self) -> Outcome:
        """The turn is handed in, so it must not be guessed from the number of stones."""
        if why := self.evidence.why_not("minimax"):
            return why
        if self.evidence.plays["minimax"].real_faults():
            return not_run("it makes no legal moves even where X began")
        play = self._collect("minimax", unfinished(TIC_TAC_TOE, "o")[::O_BEGINS])
        self.evidence.plays["o begins"] = play
        outcome = keeps_the_value(play)
        if outcome.verdict == "passed":
            return passed("it plays as well where O has made the first move")
        return outcome

    def agrees(self) -> Outcome:
        """Both searches choose moves of the same value; the same move would be best."""
        if why := self.evidence.why_not("minimax") or self.evidence.why_not("minimax_ab"):
            return why
        first, second = self.evidence.plays["minimax"], self.evidence.plays["minimax_ab"]
        other = 0
        for position in first.positions:
            plain, pruned = (play.moves.get(position, [None])[0] for play in (first, second))
            if plain is None or pruned is None:
                return not_run("one of the two makes no move somewhere")
            values = move_values(position)
            if values[plain].result != values[pruned].result:
                names = [name(TIC_TAC_TOE, move) for move in (plain, pruned)]
                did = f"`minimax` plays {names[0]}, `minimax_ab` {names[1]}, of another value"
                return failed(did, Shown(position, pruned, did))
            other += plain != pruned
        more = f"; in {other:,} positions it is another move" if other else ", always the same move"
        return passed(f"`minimax_ab` plays moves of the same value as `minimax`{more}")

    def search(self, role: str) -> Outcome:
        """How many boards it looks at from the empty one."""
        if why := self.evidence.why_not(role):
            return why
        if self.evidence.plays[role].hangs() or self.evidence.plays[role].unasked():
            return not_run("the program does not come to an end in time")
        function = self.names[role] or ""
        empty = [_arguments(Position(TIC_TAC_TOE))]
        with replace(self.program) as fresh:  # a program may remember what it has been asked
            (answer,) = fresh.ask(function, empty, lambda _: COUNTING)
        if not answer.ok:
            return not_run(f"the search from the empty board could not be counted: {answer.text}")
        root = 0 if function in self.program.recursive else 1
        return describe_search(self.evidence, role, answer.calls + root)


def _arguments(position: Position) -> list[Packed]:
    return [position.cells, position.turn == "x"]


def _evaluate_case(position: Position) -> Case:
    expected = {"x": 1, "o": -1, None: 0}[position.winner]
    return Case(
        position,
        [position.cells],
        lambda found: type(found) in (int, float) and found == expected,
        f"return {expected}",
    )


def _never_loses(play: Play) -> Outcome:
    return never_loses(play, TIC_TAC_TOE)


def _first_of_the_best(play: Play) -> Outcome:
    wrong = play.where(lambda position, move: move != best_moves(position)[0])
    if not wrong:
        return passed("it always plays the first of the best cells")
    position, move = wrong[0]
    did = f"it plays cell {move}, the first of the best ones is {best_moves(position)[0]}"
    return failed(did, Shown(position, move, did))

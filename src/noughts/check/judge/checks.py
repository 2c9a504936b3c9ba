"""Running checks, and the checks that all programs share.

A check is a function that returns a `Finding`. If it raises, the checker is at fault, not the
program: then it is not graded, which earns no points and is shown to the teacher.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import NamedTuple, TypeAlias

from noughts.check.judge.exact_values import Value, best_moves, value
from noughts.check.judge.findings import (
    Check,
    Finding,
    Shown,
    failed,
    not_graded,
    not_run,
    passed,
)
from noughts.check.judge.play import Play, played_in
from noughts.check.sandbox.answers import MISSING, Answer, Packed, as_call
from noughts.position import Position
from noughts.rules import Mark

__all__ = ["Asked", "Case", "Item", "Progress", "judge_cases", "keeps_the_value", "never_loses"]
__all__ += ["run_checks", "shown_by", "takes_a_win", "takes_the_shortest_win", "too_slow"]
__all__ += ["untested"]

Progress = Callable[[str, float], None]  # what is going on, and which share of the work is done


class Item(NamedTuple):
    """A check to run; if it raises, that is the checker's fault, not the program's."""

    name: str
    points: float  # 0: optional
    check: Callable[[], Finding]


def run_checks(items: Sequence[Item], progress: Progress) -> list[Check]:
    """Run the checks one after the other."""
    checks = []
    for number, item in enumerate(items):
        progress(item.name, number / len(items))
        try:
            found = item.check()
        except Exception as error:
            found = not_graded(error)
        checks.append(_judged(item, found))
    return checks


def _judged(item: Item, found: Finding) -> Check:
    """What an optional check finds is a note, never a failure."""
    verdict = "note" if found.verdict == "failed" and not item.points else found.verdict
    words = found.message, found.shown, found.extent, found.given
    return Check(item.name, verdict, item.points, *words)


# Questions with one right answer


@dataclass(frozen=True)
class Case:
    """A question to a function, and the right answers to it."""

    position: Position
    arguments: list[Packed]
    right: Callable[[object], bool] | None  # of the value; None: it must raise an exception
    wanted: str
    typed: Callable[[object], bool] | None = None  # whether it is at least a value of that kind

    def is_right(self, answer: Answer) -> bool:
        """Whether the program answers well."""
        if self.right is None:
            return answer.kind == "raised" and not answer.text.startswith(MISSING)
        return answer.ok and self.right(answer.value)

    def call(self, function: str) -> str:
        """The question as one writes it in Python."""
        return as_call(function, self.arguments)

    def is_wrong(self, answer: Answer) -> bool:
        """Whether it answers badly; a question that was not asked is neither right nor wrong."""
        return answer.kind != "not asked" and not self.is_right(answer)


Asked: TypeAlias = tuple[Case, Answer]


def judge_cases(
    function: str, asked: list[Asked], what: str, wrong: Sequence[Asked] | None = None
) -> Finding:
    """Whether all answers are right; if not, show the position with the fewest stones.

    `wrong`: those that are not, if that is known.
    """
    if wrong is None:
        wrong = [(case, answer) for case, answer in asked if case.is_wrong(answer)]
    if not wrong:
        unasked = sum(answer.kind == "not asked" for _, answer in asked)
        if unasked:
            return failed(f"`{function}` is too slow: {unasked:,} of {len(asked):,} unanswered")
        return passed(f"`{function}` is right {what} ({len(asked):,} questions)")
    case, answer = max(wrong, key=lambda pair: pair[0].position.empty)
    answered = sum(answer.kind != "not asked" for _, answer in asked)
    many = f"{len(wrong):,} of {answered:,} answers are wrong." if len(wrong) > 1 else ""
    message = f"`{function}` must {case.wanted} here; {answer.did}."
    return failed(message, shown_by(function, case, answer), many)


def shown_by(function: str, case: Case, answer: Answer) -> Shown:
    """The position of a question, with the question itself and what came back."""
    return Shown(case.position, did=answer.did, call=case.call(function), wanted=case.wanted)


# Playing


def keeps_the_value(play: Play) -> Finding:
    """Every move is as good as the best one; a position without a move fails too."""
    total = len(play.positions)
    if faults := play.real_faults():
        position = min(faults, key=lambda p: p.empty)
        many = f"The same in {len(faults):,} of {total:,} positions." if len(faults) > 1 else ""
        message = f"{position.turn.upper()} to move: {faults[position].text}."
        return failed(message, play.shown(position), many)
    if wrong := play.giving_away():
        position, move = wrong[0]
        where = {position for position, _ in wrong}
        many = f"It plays {len(where):,} of {total:,} positions wrongly." if len(where) > 1 else ""
        return failed(played_in(position, move, play.notation), play.shown(position, move), many)
    if play.odd:
        position = min(play.odd, key=lambda p: p.empty)
        message = f"{position.turn.upper()} to move: {play.odd[position].text}."
        return failed(message, play.shown(position))
    if why := too_slow(play):
        return why
    return passed(f"in all {total:,} positions the move keeps the value")


def too_slow(play: Play) -> Finding | None:
    """What to say of positions that were not asked for, if all the others are well."""
    if unasked := play.unasked():
        total = len(play.positions)
        return failed(
            f"too slow: it answered {total - unasked:,} of {total:,} positions before the time was "
            f"up, all of them well"
        )
    return None


def untested(play: Play, matters: Callable[[Position], bool] = lambda _: True) -> Finding | None:
    """Why a check cannot pass, if there is a position that matters without a move to judge."""
    if gaps := [p for p in play.faults if p not in play.moves and matters(p)]:
        return not_run(
            f"in {len(gaps):,} of {len(play.positions):,} positions there is no move to judge: "
            f"see the other checks"
        )
    return None


def takes_a_win(play: Play) -> Finding:
    """Where a move wins at once, the program takes the win, or at least does not give it away.

    A minimax that values all wins alike may take a slower one; see the optional check.
    """
    if not play.moves:
        return not_run("the program makes no moves")
    missed = play.missed_wins()
    if wrong := [(p, move) for p, move in missed if move not in best_moves(p)]:
        return failed(played_in(*wrong[0], play.notation), play.shown(*wrong[0]))
    if why := untested(play, lambda position: value(position) == Value(1, 1)):
        return why
    if missed:
        return passed("where it can win at once it does win, though not always at once")
    return passed("it always takes a win when there is one")


def takes_the_shortest_win(play: Play) -> Finding:
    """Where the program can win, it wins as soon as possible."""
    if not play.moves:
        return not_run("the program makes no moves")
    if wrong := play.slow_wins():
        return failed(played_in(*wrong[0], play.notation), play.shown(*wrong[0]))
    if why := untested(play, lambda position: value(position).result > 0):
        return why
    return passed("it always wins as soon as possible")


def never_loses(play: Play, marks: Sequence[Mark] = ("x", "o")) -> Finding:
    """All games against all replies, as each of the marks."""
    rules = play.positions[0].rules
    start = Position(rules)
    for mark in marks:
        held = value(start).result * (1 if mark == "x" else -1)
        line = play.lost_game(start, mark)
        if line is not None and held >= 0:
            names = " ".join(play.notation.cell_names(rules, line))
            return failed(
                f"it loses this game as {mark.upper()}: {names}", _last_mistake(play, line, mark)
            )
    if any(play.games_have_gaps(start, mark) for mark in marks):
        return not_run("some games could not be played to the end: see the other checks")
    sides = " or as ".join(mark.upper() for mark in marks)
    return passed(f"it never loses, as {sides}, against any replies")


def _last_mistake(play: Play, line: list[int], mark: Mark) -> Shown:
    """The move that loses the game: the first after which the other side can force a line."""
    start = Position(play.positions[0].rules)
    positions = [*accumulate(line, Position.play, initial=start)]
    lost = next(i for i, p in enumerate(positions) if p.turn != mark and value(p).result > 0)
    return play.shown(positions[lost - 1], line[lost - 1])

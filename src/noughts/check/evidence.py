"""What was seen of a program, before anybody draws conclusions; and how its moves are collected."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from noughts.check.asking import Answer, Packed, Program
from noughts.check.checks import Case, Outcome, not_run, question_seconds
from noughts.check.findings import Check
from noughts.check.play import Decode, Play, read_answers
from noughts.position import Position
from noughts.rules import TIC_TAC_TOE, Rules

__all__ = ["Evidence", "collect_play"]

CROWDED = 5  # stones and more: no search has more than a few hundred boards to look at there,
CROWDED_BUDGET = 40.0  # so these seconds are enough for all such positions
CONFIRMED = 4  # moves that look wrong are asked for again, without shortcuts
STONES_ASKED_AGAIN = 4  # and more: cheap for any program
FAST = 5.0  # seconds for all positions
EVERY, TIMES = 4, 1  # every fourth position is asked for once more: does the program throw dice?
AGAIN = 10.0  # seconds after which nothing more is asked again
TIMES_RANDOM = 10  # that all are asked for once more, if it does


@dataclass
class Evidence:
    """What was seen of a program."""

    interface: str
    rules: Rules = TIC_TAC_TOE
    source: str = ""  # the text of the program, for what it says it does
    loaded: Answer = field(default_factory=lambda: Answer("value"))
    missing: list[str] = field(default_factory=list)
    asked: dict[str, list[tuple[Case, Answer]]] = field(default_factory=dict)
    plays: dict[str, Play] = field(default_factory=dict)
    outcomes: dict[str, Outcome] = field(default_factory=dict)
    changed: list[tuple[str, Position]] = field(default_factory=list)
    nodes: dict[str, int] = field(default_factory=dict)  # from the empty board, root counted
    orders: dict[str, tuple[int, ...]] = field(default_factory=dict)  # of the moves, by cells

    def note_outcomes(self, checks: Sequence[Check]) -> None:
        """Keep what the checks said, by their names."""
        for check in checks:
            self.outcomes[check.name] = Outcome(check.verdict, check.message, check.shown)

    def why_not(self, function: str) -> Outcome | None:
        """Why a check of that function makes no sense; None if it does."""
        if not self.loaded.ok:
            return not_run("the file cannot be loaded")
        if function in self.missing:
            return not_run(f"there is no function `{function}`")
        return None

    def wrong(self, function: str) -> list[tuple[Case, Answer]]:
        """The questions that a function answered wrongly, fewest stones first."""
        found = [
            (case, answer)
            for case, answer in self.asked.get(function, [])
            if answer.kind != "not asked" and not (answer.ok and case.right(answer.value))
        ]
        return sorted(found, key=lambda pair: -pair[0].position.empty)


def collect_play(
    program: Program,
    function: str,
    positions: Sequence[Position],
    arguments: Callable[[Position], list[Packed]],
    decode: Decode,
    budget: float,
) -> Play:
    """The moves of a program, with shortcuts where they are safe, confirmed without them."""

    def ask(asker: Program, chosen: Sequence[Position], play: Play) -> list[Answer]:
        crowded = [p for p in chosen if p.rules.size - p.empty >= CROWDED]
        answers = _ask(asker, crowded, CROWDED_BUDGET)
        sparse = chosen[len(crowded) :]
        if any(answer.kind in ("late", "not asked") for answer in answers):
            answers += [Answer("not asked", text="there was no time to ask")] * len(sparse)
        else:
            answers += _ask(asker, sparse, budget)
        read_answers(play, chosen, answers, decode)
        return answers

    def _ask(asker: Program, chosen: Sequence[Position], budget: float) -> list[Answer]:
        questions = [arguments(position) for position in chosen]
        seconds = [question_seconds(position) for position in chosen]
        return asker.ask_in_parallel(function, questions, lambda i: seconds[i], budget)

    play = Play()
    answers = ask(program, positions, play)
    plain = replace(program, remember=False)
    with plain:
        if (
            program.remember
            and not play.unasked()
            and (any(answer.stateful for answer in answers) or not _confirmed(plain, play, ask))
        ):
            program.remember = False
            play = Play()
            ask(plain, positions, play)
    _ask_again(program, positions, play, ask)
    return play


Ask = Callable[[Program, Sequence[Position], Play], list[Answer]]


def _confirmed(plain: Program, play: Play, ask: Ask) -> bool:
    """Whether the program makes the moves that look wrong also without shortcuts."""
    wrong = [position for position, _ in play.giving_away()]
    suspects = [*dict.fromkeys((*wrong, *play.real_faults()))]
    suspects = [position for position in suspects if not _is_late(play, position)]
    chosen = sorted(suspects, key=lambda position: position.empty)[:CONFIRMED]
    again = Play()
    if chosen:
        ask(plain, chosen, again)
    return all(
        again.moves.get(position) == play.moves.get(position)
        or (position in again.faults) == (position in play.faults)
        for position in chosen
    )


def _is_late(play: Play, position: Position) -> bool:
    return position in play.faults and play.faults[position].kind == "late"


def _ask_again(program: Program, positions: Sequence[Position], play: Play, ask: Ask) -> None:
    """Once more and again, to see whether the same board gets the same move."""
    if any(fault.kind in ("late", "ended", "not asked") for fault in play.faults.values()):
        return
    stones = 0 if play.seconds < FAST else STONES_ASKED_AGAIN
    chosen = [p for p in positions if p.rules.size - p.empty >= stones]
    for _ in range(TIMES):
        ask(program, chosen[::EVERY], play)
    deadline = time.monotonic() + AGAIN
    for _ in range(TIMES_RANDOM if play.is_random else 0):
        if time.monotonic() < deadline:
            ask(program, chosen, play)

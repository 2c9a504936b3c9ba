"""The checks of a `player` (a Python function `choose`) and of a `process` (any command).

On boards of up to nine cells every position is asked for. On larger ones it is a sample: positions
of random games, and those of them whose value the engine proves in a moment.
"""

import random
import re
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial

from noughts.check.asking import Answer, Program, Submission
from noughts.check.checks import (
    Checklist,
    Outcome,
    failed,
    keeps_the_value,
    never_loses,
    not_run,
    passed,
    takes_a_win,
    takes_the_shortest_win,
    unchanged,
)
from noughts.check.evidence import Evidence, collect_play
from noughts.check.findings import Shown
from noughts.check.interfaces import FORMS, MOVE_FORMS, Form, named_move, player_move
from noughts.check.play import Fault, Play, read_answers
from noughts.check.sample import keeps_proved_value, sample, takes_a_win_anywhere
from noughts.check.sandbox import Ended, Late, Sandbox
from noughts.check.truth import LARGEST_TABLE, unfinished
from noughts.errors import NotationError
from noughts.position import Position
from noughts.rules import Rules

__all__ = ["CHECKS", "examine_player", "examine_process"]

CHECKS = 8
PLAYING = 240.0  # seconds for all positions
TRIED = 24  # positions for which every form of board and move is tried
A_TRY = 2.0  # seconds
ANSWERING = 30.0  # seconds until a command says something; some answer at the end only
O_BEGINS = 3  # every third position is enough to see a turn that is guessed


def examine_player(
    program: Program, checklist: Checklist, rules: Rules, form: str | None = None
) -> Evidence:
    """Run all the checks of a file with `choose(board, mark)`."""
    evidence = Evidence("player", rules, loaded=program.load())
    if "choose" not in program.names:
        evidence.missing = ["choose"]
    ways: list[Way] = []
    collect = partial(_player_moves, program, ways, form)
    _run(checklist, evidence, collect)
    return evidence


def examine_process(
    submission: Submission, command: Sequence[str], checklist: Checklist, rules: Rules
) -> Evidence:
    """Run all the checks of a command that reads positions and writes cells."""
    evidence = Evidence("process", rules)
    _run(checklist, evidence, partial(_process_moves, submission, command))
    return evidence


def _run(
    checklist: Checklist, evidence: Evidence, collect: Callable[[Sequence[Position]], Play]
) -> None:
    rules, small = evidence.rules, evidence.rules.size <= LARGEST_TABLE
    positions = unfinished(rules) if small else sample(rules)
    plays: list[Play] = []

    def played(judge: Callable[[Play], Outcome]) -> Callable[[], Outcome]:
        def check() -> Outcome:
            if why := evidence.why_not("choose"):
                return why
            if not plays:
                plays.append(collect(positions))
                evidence.plays["choose"] = plays[0]
                evidence.changed += [("choose", position) for position in plays[0].changed]
            return judge(plays[0])

        return check

    run = checklist.run
    run("loads", 5, lambda: _loads(evidence))
    if evidence.interface == "player":
        run("legal moves", 20, played(_legal))
        run("board not changed", 10, played(lambda _: unchanged(evidence.changed)))
    else:  # a command is handed no board that it could change
        run("legal moves", 30, played(_legal))
    if small:
        run("takes a win", 15, played(takes_a_win))
        run("keeps the value", 20, played(keeps_the_value))
        run("never loses", 20, played(lambda play: never_loses(play, rules)))
        run("either may begin", 10, lambda: _either_may_begin(evidence, collect))
        run("shortest win", 0, played(takes_the_shortest_win), required=False)
    else:
        run("takes a win", 40, played(takes_a_win_anywhere))
        run("keeps the value", 25, played(keeps_proved_value))
    evidence.note_outcomes(checklist.checks)


def _either_may_begin(evidence: Evidence, collect: Callable[[Sequence[Position]], Play]) -> Outcome:
    """The mark is handed in, so it must not be guessed from the number of stones."""
    if why := evidence.why_not("choose"):
        return why
    if evidence.plays["choose"].real_faults():
        return not_run("it makes no legal moves even where X began")
    evidence.plays["o begins"] = collect(unfinished(evidence.rules, "o")[::O_BEGINS])
    outcome = keeps_the_value(evidence.plays["o begins"])
    if outcome.verdict == "passed":
        return passed("it plays as well where O has made the first move")
    return outcome


def _loads(evidence: Evidence) -> Outcome:
    if not evidence.loaded.ok:
        return failed(f"the file cannot be loaded: {evidence.loaded.text}")
    if evidence.missing:
        return failed("there is no function `choose`")
    return passed("the program starts")


def _legal(play: Play) -> Outcome:
    faults = play.real_faults()
    if not faults:
        return passed(f"all {len(play.moves):,} moves are legal")
    position = min(faults, key=lambda p: p.empty)
    text = faults[position].text
    many = f" ({len(faults):,} positions)" if len(faults) > 1 else ""
    return failed(f"{position.turn.upper()} to move: {text}{many}", Shown(position, did=text))


# A Python function


@dataclass(frozen=True)
class Way:
    """How a program reads a board and writes a move."""

    board: Form
    move: str


def _player_moves(
    program: Program, ways: "list[Way]", form: str | None, positions: Sequence[Position]
) -> Play:
    if not ways:
        ways.append(find_way(program, positions, form))
    (way,) = ways
    return collect_play(
        program,
        "choose",
        positions,
        lambda position: [way.board.pack(position), way.board.mark(position)],
        lambda position, value: player_move(position, value, way.move),
        PLAYING,
    )


def find_way(program: Program, positions: Sequence[Position], form: str | None) -> Way:
    """Try every form of board and move on some positions; the first without a fault is it.

    If all have faults, it is the one with the fewest: the faults are then the program's.
    """
    if form is not None and form not in FORMS:
        raise NotationError(f"{form!r} is no form of a board: choose {'; '.join(FORMS)}")
    crowded = [p for p in positions if p.empty <= max(4, p.rules.size // 3)]
    tried = random.Random(1).sample(crowded or list(positions), min(TRIED, len(crowded) or TRIED))
    tried.sort(key=lambda position: position.empty)
    fewest, best = len(tried) + 1, Way(FORMS["string"], MOVE_FORMS[0])
    for board in [FORMS[form]] if form else FORMS.values():
        questions = [[board.pack(position), board.mark(position)] for position in tried]
        answers = program.ask("choose", questions, lambda _: A_TRY, budget=2 * A_TRY)
        for move in MOVE_FORMS:
            play = Play()
            read_answers(play, tried, answers, partial(_decode, move))
            if len(play.faults) < fewest:
                fewest, best = len(play.faults), Way(board, move)
        if fewest == 0:
            break
    return best


def _decode(form: str, position: Position, value: object) -> int | Fault:
    return player_move(position, value, form)


# A command


@dataclass
class Conversation:
    """One run of a command: all positions in, all cells out."""

    sandbox: Sandbox
    answers: list[Answer] = field(default_factory=list)

    def run(self, lines: Sequence[str], deadline: float) -> None:
        """Ask until the process dies, hangs or has answered all."""
        try:
            self.sandbox.send(*lines, last=True)
            while len(self.answers) < len(lines):
                left = deadline - time.monotonic()
                text = self.sandbox.read_line(max(0.0, min(left, ANSWERING))).strip()
                if text and (self.answers or _is_cell(text)):  # before that it is a banner
                    self.answers.append(Answer("value", text))
        except (Ended, Late) as error:
            late = isinstance(error, Late)
            self.answers.append(
                Answer("late" if late else "ended", text=_last_words(self.sandbox, error))
            )


def _is_cell(text: str) -> bool:
    return re.fullmatch(r"[+-]?\d{1,3}|[a-tA-T]\d{1,2}|\d{1,2}\s*,\s*\d{1,2}", text) is not None


def _last_words(sandbox: Sandbox, error: Exception) -> str:
    said = sandbox.printed.decode("utf-8", "replace").strip().splitlines()
    return f"{error}; the last it printed: {said[-1][:120]}" if said else str(error)


def _process_moves(
    submission: Submission, command: Sequence[str], positions: Sequence[Position]
) -> Play:
    """Send all positions at once: some programs answer when their input has ended."""
    play = Play()
    deadline, deaths, first = time.monotonic() + PLAYING, 0, 0
    while first < len(positions) and deaths < 3:
        chosen = positions[first:]
        lines = [f"{position.cells} {position.turn}" for position in chosen]
        with Sandbox(submission.files, command, submission.limits) as sandbox:
            talk = Conversation(sandbox)
            talk.run(lines, deadline)
        read_answers(play, chosen[: len(talk.answers)], talk.answers, _named)
        first += len(talk.answers)
        deaths += not talk.answers[-1].ok
        if talk.answers[-1].kind == "late":
            break
    for position in positions[first:]:
        play.add(position, Fault("not asked", "there was no time to ask"))
    return play


def _named(position: Position, value: object) -> int | Fault:
    return named_move(position.rules, str(value))

"""Collecting a program's answers: with a memory, and without it where something looks wrong.

The checker gives functions of the program a memory (`inside/memoise.py`). If that ever changes what
the program does, the checker is at fault. So it repeats some of the questions with wrong answers
without a memory, and if one of the new answers is right, it repeats all questions that way.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from noughts.check.judge.checks import Case
from noughts.check.judge.exact_values import LARGEST_TABLE, best_moves
from noughts.check.judge.play import Decode, Play
from noughts.check.sandbox.answers import Answer, Packed, as_call
from noughts.check.sandbox.program import UNASKED, Program
from noughts.notation import ROWS, Notation
from noughts.position import Position

__all__ = ["PLAYING", "MoveQuestion", "ask_cases", "collect_play"]

PLAYING = 240.0  # seconds for all positions
NEARLY_DONE = 0.02  # of the positions are left: those with fewer than three stones
CROWDED = 5  # stones or more: any search looks at a few hundred boards at most there,
CROWDED_BUDGET = 40.0  # so these seconds are enough for all such positions
CONFIRMED = 20  # how many crowded positions that look wrong to repeat without a memory,
CONFIRMED_DEAR = 4  # or how many others, if no crowded one looks wrong
SAMPLED = 12  # how many crowded positions that look right to repeat without a memory,
SAMPLED_STONES = 4  # and one with so many stones, which takes some hundred boards
STONES_ASKED_AGAIN = 4  # or more: cheap for any program
FAST = 5.0  # seconds for all positions
EVERY = 4  # repeat every fourth position: does the program play at random?
AGAIN = 10.0  # seconds after which to stop repeating
TIMES_RANDOM = 10  # how often to repeat all positions if it does

Asked = TypeVar("Asked")


@dataclass(frozen=True)
class MoveQuestion:
    """How to ask a program for a move: the function, its arguments, and what its value means."""

    function: str
    arguments: Callable[[Position], list[Packed]]
    decode: Decode
    notation: Notation = ROWS

    def call(self, position: Position) -> str:
        """The question as one writes it in Python."""
        return as_call(self.function, self.arguments(position))

    def ask(self, program: Program, positions: Sequence[Position], play: Play) -> None:
        """Ask for the move in all positions, and note it; most stones come first."""
        crowded = [p for p in positions if _stones(p) >= CROWDED]
        answers = self._ask(program, crowded, CROWDED_BUDGET)
        sparse = positions[len(crowded) :]
        if any(answer.kind in ("late", "not asked") for answer in answers):
            answers += [UNASKED] * len(sparse)
        else:
            answers += self._ask(program, sparse, PLAYING)
            self._ask_the_rest(program, positions, answers)
        play.read(positions, answers, self.decode)

    def _ask_the_rest(
        self, program: Program, positions: Sequence[Position], answers: list[Answer]
    ) -> None:
        """A slow program that has nearly done gets as much time again, if nothing went wrong."""
        rest = [number for number, answer in enumerate(answers) if answer.kind == "not asked"]
        done = sum(answer.ok for answer in answers)
        if rest and len(rest) <= NEARLY_DONE * len(answers) and done + len(rest) == len(answers):
            again = self._ask(program, [positions[number] for number in rest], PLAYING)
            for number, answer in zip(rest, again, strict=True):
                answers[number] = answer

    def _ask(self, program: Program, chosen: Sequence[Position], budget: float) -> list[Answer]:
        questions = [self.arguments(position) for position in chosen]
        seconds = [question_seconds(position) for position in chosen]
        return program.ask_in_parallel(self.function, questions, lambda i: seconds[i], budget)


def question_seconds(position: Position) -> float:
    """How long a program may think: long enough for a slow plain minimax."""
    nodes = 1.0
    for left in range(1, min(position.empty, 9) + 1):
        nodes = 1 + left * nodes
    return 5.0 + nodes * 60e-6


def collect_play(program: Program, question: MoveQuestion, positions: Sequence[Position]) -> Play:
    """The moves of a program in all positions, those with most stones first."""
    play = _ask_all(program, question, positions)
    if program.remember and _is_refuted(play, question, program.plain()):
        program.forget()
        play = _ask_all(program, question, positions)
    return play


def _ask_all(program: Program, question: MoveQuestion, positions: Sequence[Position]) -> Play:
    """Ask for every move, and for some twice, to see whether the same board gets the same move."""
    play = Play(notation=question.notation, call=question.call)
    question.ask(program, positions, play)
    if any(fault.kind in ("late", "ended", "not asked") for fault in play.faults.values()):
        return play
    stones = 0 if play.seconds < FAST else STONES_ASKED_AGAIN
    chosen = [p for p in positions if _stones(p) >= stones]
    question.ask(program, chosen[::EVERY], play)
    deadline = time.monotonic() + AGAIN
    for _ in range(TIMES_RANDOM if play.is_random else 0):
        if time.monotonic() < deadline:
            question.ask(program, chosen, play)
    return play


def _is_refuted(play: Play, question: MoveQuestion, plain: Program) -> bool:
    """Whether the program does well without a memory where it did badly with one, or badly.

    A program that plays at random may do well by chance, so it must do well everywhere.
    """
    if not (play.is_random and play.giving_away()) and _is_only_remembered(play, question, plain):
        return True
    late = {p for p, fault in play.faults.items() if fault.kind == "late"}
    suspects = [p for p in play.held_against() if p not in late or _stones(p) >= CROWDED]
    chosen = _some(suspects, lambda position: position)
    chosen.sort(key=lambda position: position in late)  # a hang ends the asking
    again = Play()
    if chosen:
        question.ask(plain, chosen, again)
    well = {*again.moves} - {*again.held_against()}
    return well == {*chosen} != set() if play.is_random else bool(well)


def _is_only_remembered(play: Play, question: MoveQuestion, plain: Program) -> bool:
    """Whether something that it did well with a memory goes wrong without one."""
    if any(p.rules.size > LARGEST_TABLE for p in play.positions[:1]):
        return False
    bad = {*play.held_against(), *play.faults}
    well = [p for p in play.moves if p not in bad and len(best_moves(p)) < p.empty]
    crowded = [p for p in well if _stones(p) >= CROWDED]
    chosen = crowded[:: max(1, len(crowded) // SAMPLED)]
    chosen += [p for p in well if _stones(p) == SAMPLED_STONES][:1]
    again = Play()
    question.ask(plain, chosen, again)
    return bool(again.held_against())


def ask_cases(program: Program, function: str, cases: Sequence[Case]) -> list[Answer]:
    """The answers to questions that have a right answer."""

    def ask(asked: Program, chosen: Sequence[Case]) -> list[Answer]:
        return asked.ask(function, [case.arguments for case in chosen])

    answers = ask(program, cases)
    if program.remember:
        pairs = zip(cases, answers, strict=True)
        chosen = _some([c for c, answer in pairs if c.is_wrong(answer)], lambda c: c.position)
        again = ask(program.plain(), chosen) if chosen else []
        if any(case.is_right(answer) for case, answer in zip(chosen, again, strict=True)):
            program.forget()
            answers = ask(program, cases)
    return answers


def _some(found: Sequence[Asked], position: Callable[[Asked], Position]) -> list[Asked]:
    """Some of them: the ones that are cheap to ask, if any, spread evenly."""
    cheap = [each for each in found if _stones(position(each)) >= CROWDED]
    if cheap:
        return cheap[:: -(-len(cheap) // CONFIRMED)]
    return sorted(found, key=lambda each: position(each).empty)[:CONFIRMED_DEAR]


def _stones(position: Position) -> int:
    return position.rules.size - position.empty

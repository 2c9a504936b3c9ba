"""The checks of a `cs50` program: eight functions on a 3x3 list of lists."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from typing import Any

from noughts.check.asking import Answer, Packed, Program, Unordered
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
    unchanged,
)
from noughts.check.evidence import Evidence, collect_play
from noughts.check.findings import Shown
from noughts.check.interfaces import CS50, cs50_board, cs50_move, shown
from noughts.check.measure import describe_search
from noughts.check.truth import reachable, unfinished, value
from noughts.position import Position
from noughts.rules import TIC_TAC_TOE, Move

__all__ = ["CHECKS", "examine"]

EMPTY = Position(TIC_TAC_TOE)
PLAYING = 240.0  # seconds for all positions
COUNTING = 60.0  # seconds for the search from the empty board
CHECKS = 17


def examine(program: Program, checklist: Checklist) -> Evidence:
    """Run all the checks."""
    evidence = Evidence("cs50", loaded=program.load())
    run = checklist.run
    examiner = Examiner(program, evidence)
    run("loads", 5, examiner.loads)
    run("initial_state", 5, examiner.initial_state)
    for name, points, cases in _RULES:
        run(name, points, lambda name=name, cases=cases: examiner.rule(name, cases()))  # type: ignore[misc]
    run("illegal moves refused", 5, examiner.refuses)
    run("minimax on a finished board", 5, examiner.finished)
    run("takes a win", 10, lambda: examiner.played(takes_a_win))
    run("keeps the value", 20, lambda: examiner.played(keeps_the_value))
    run("never loses", 10, lambda: examiner.played(lambda play: never_loses(play, TIC_TAC_TOE)))
    run("board not changed", 5, examiner.unchanged)
    run("shortest win", 0, lambda: examiner.played(takes_the_shortest_win), required=False)
    run("values", 0, examiner.values, required=False)
    run("search", 0, examiner.search, required=False)
    evidence.note_outcomes(checklist.checks)
    return evidence


class Examiner:
    """Asks one program, and notes what it sees."""

    def __init__(self, program: Program, evidence: Evidence) -> None:
        self.program = program
        self.evidence = evidence
        evidence.missing = [name for name in CS50 if name not in program.names]

    def loads(self) -> Outcome:
        """The file can be run from top to bottom and has the eight functions."""
        loaded, missing = self.evidence.loaded, self.evidence.missing
        if not loaded.ok:
            return failed(f"the file cannot be loaded: {loaded.text}")
        if missing:
            return failed(f"there is no function {', '.join(f'`{name}`' for name in missing)}")
        return passed("the file loads and has all eight functions")

    def initial_state(self) -> Outcome:
        """The empty board, with three rows of its own."""
        if why := self.evidence.why_not("initial_state"):
            return why
        (answer,) = self.program.ask("initial_state", [[]])
        empty = [[None] * 3] * 3
        if not answer.ok or answer.value != empty:
            did = f"it returned {shown(answer.value)}" if answer.ok else answer.text
            return failed(f"`initial_state` must return three rows of three None; {did}")
        if "result" in self.evidence.missing:
            return passed("`initial_state` returns the empty board")
        (answer,) = self.program.ask("result", [[["call", "initial_state"], ["tuple", 0, 0]]])
        if answer.ok and answer.value == [["X", None, None]] * 3:
            return failed(
                "the three rows of `initial_state` are one and the same list: a mark in one "
                "appears in all"
            )
        return passed("`initial_state` returns the empty board")

    def rule(self, name: str, cases: list[Case]) -> Outcome:
        """One of the functions that know the rules, on every position."""
        return self.evidence.why_not(name) or judge_cases(
            name, cases, self._ask(name, cases), "everywhere"
        )

    def _ask(self, name: str, cases: list[Case]) -> list[Answer]:
        answers = self.program.ask(name, [case.arguments for case in cases])
        self.evidence.asked.setdefault(name, []).extend(zip(cases, answers, strict=True))
        self.evidence.changed += [
            (name, case.position)
            for case, answer in zip(cases, answers, strict=True)
            if answer.changed
        ]
        if name == "actions":
            self._note_orders(cases, answers)
        return answers

    def _note_orders(self, cases: list[Case], answers: list[Answer]) -> None:
        """In which order the program walks through the moves."""
        for case, answer in zip(cases, answers, strict=True):
            if answer.ok and case.right(answer.value):
                items = _items(answer.value) or []
                order = tuple(row * 3 + column for row, column in items)
                self.evidence.orders[case.position.cells] = order

    def refuses(self) -> Outcome:
        """`result` raises for a cell that is taken or does not exist."""
        if why := self.evidence.why_not("result"):
            return why
        cases = _illegal_moves()
        answers = self.program.ask("result", [case.arguments for case in cases])
        self.evidence.asked["illegal moves"] = [
            (case, Answer("value", "refused") if answer.kind == "raised" else answer)
            for case, answer in zip(cases, answers, strict=True)
        ]
        wrong = self.evidence.wrong("illegal moves")
        if not wrong:
            return passed("`result` raises an exception for every move that is not allowed")
        case, answer = wrong[0]
        did = f"it returned {shown(answer.value)}" if answer.ok else answer.text
        return failed(f"`result` must {case.wanted}; {did}", Shown(case.position, did=did))

    def finished(self) -> Outcome:
        """`minimax` has no move for a finished game."""
        if why := self.evidence.why_not("minimax"):
            return why
        cases = [
            Case(position, [cs50_board(position)], lambda found: found is None, "return None")
            for position in _finished()[::20]
        ]
        answers = self._ask("minimax", cases)
        return judge_cases("minimax", cases, answers, "when the game is over")

    def played(self, judge: Callable[[Any], Outcome]) -> Outcome:
        """One of the checks of what the program plays."""
        if why := self.evidence.why_not("minimax"):
            return why
        if "minimax" not in self.evidence.plays:
            self._play()
        return judge(self.evidence.plays["minimax"])

    def _play(self) -> None:
        play = collect_play(
            self.program,
            "minimax",
            unfinished(TIC_TAC_TOE),
            lambda position: [cs50_board(position)],
            cs50_move,
            PLAYING,
        )
        self.evidence.plays["minimax"] = play
        self.evidence.changed += [("minimax", position) for position in play.changed]

    def unchanged(self) -> Outcome:
        """No function changes the board that it is given."""
        if not self.evidence.asked and not self.evidence.plays:
            return self.evidence.why_not("") or not_run(
                "there is no function that is handed a board"
            )
        return unchanged(self.evidence.changed)

    def values(self) -> Outcome:
        """Where a program has functions for the value of a board, they are right."""
        names = [name for name in self.program.names if _is_value_function(name)]
        names = [name for name in names if self.program.names[name] in ([1, 1], None)]
        if not self.evidence.loaded.ok or not names:
            return not_run("the program has no function `max_value(board)` or `min_value(board)`")
        for name in names:
            cases = _value_cases("x" if "max" in name.lower() else "o")
            outcome = judge_cases(name, cases, self._ask(name, cases), "about every board")
            if outcome.verdict == "failed":
                return outcome
        return passed(
            f"the values of {', '.join(f'`{name}`' for name in names)} are right everywhere"
        )

    def search(self) -> Outcome:
        """How many boards it looks at from the empty one, and what that says."""
        if why := self.evidence.why_not("minimax") or self.evidence.why_not("result"):
            return why
        if self.evidence.plays["minimax"].hangs() or self.evidence.plays["minimax"].unasked():
            return not_run("the program does not come to an end in time")
        with replace(self.program) as fresh:  # a program may remember what it has been asked
            (answer,) = fresh.ask("minimax", [[cs50_board(EMPTY)]], lambda _: COUNTING)
        if not answer.ok:
            return not_run(f"the search from the empty board could not be counted: {answer.text}")
        return describe_search(self.evidence, "minimax", answer.calls + 1)


# The questions


def _arguments(position: Position) -> list[Packed]:
    return [cs50_board(position)]


def _equal(expected: object) -> Callable[[object], bool]:
    """Equal and of a kind: True is not 1 here, but 1.0 is."""
    return lambda found: (
        isinstance(found, int | float | str | list | tuple | None)
        and found == expected
        and (type(found) is bool) == (type(expected) is bool)
    )


@cache
def _finished() -> list[Position]:
    return [position for position in reachable(TIC_TAC_TOE) if position.is_over]


@cache
def _player_cases() -> list[Case]:
    return [
        Case(p, _arguments(p), _equal(p.turn.upper()), f'return "{p.turn.upper()}"')
        for p in unfinished(TIC_TAC_TOE)
    ]


def _pair(move: Move) -> tuple[int, int]:
    return divmod(move, 3)


def _items(found: object) -> list[Any] | None:
    if isinstance(found, Unordered):
        return list(found.items)
    return list(found) if isinstance(found, list | tuple) else None


def _are_moves(moves: list[Move]) -> Callable[[object], bool]:
    expected = sorted(_pair(move) for move in moves)

    def right(found: object) -> bool:
        items = _items(found)
        if items is None or not all(type(item) is tuple for item in items):
            return False
        plain = [item for item in items if all(type(number) is int for number in item)]
        return sorted(plain) == expected and len(plain) == len(items)

    return right


@cache
def _actions_cases() -> list[Case]:
    return [
        Case(p, _arguments(p), _are_moves(p.legal_moves), f"return {_moves_text(p)}")
        for p in unfinished(TIC_TAC_TOE)
    ]


def _moves_text(position: Position) -> str:
    return f"{{{', '.join(str(_pair(move)) for move in position.legal_moves)}}}"


@cache
def _result_cases() -> list[Case]:
    """Every move of the first positions, then one move a position, each time another cell."""
    cases = []
    for number, position in enumerate(unfinished(TIC_TAC_TOE)):
        moves = position.legal_moves
        for move in moves if position.empty > 6 else [moves[number % len(moves)]]:
            arguments = [cs50_board(position), ["tuple", *_pair(move)]]
            wanted = f"put {position.turn.upper()} on {_pair(move)}"
            right = _equal(_plain(position.play(move)))
            cases.append(Case(position, arguments, right, wanted))
    return cases


def _plain(position: Position) -> list[list[str | None]]:
    cells = [mark.upper() if mark != "." else None for mark in position.cells]
    return [cells[0:3], cells[3:6], cells[6:9]]


@cache
def _illegal_moves() -> list[Case]:
    def refused(found: object) -> bool:
        return found == "refused"

    cases = []
    for position in unfinished(TIC_TAC_TOE)[::5]:
        taken = [cell for cell in range(9) if position.cells[cell] != "."]
        for cell in taken[:2]:
            wanted = f"raise an exception, because {_pair(cell)} is taken"
            arguments = [cs50_board(position), ["tuple", *_pair(cell)]]
            cases.append(Case(position, arguments, refused, wanted))
    for pair in ((3, 0), (0, 3), (-1, 0), (0, -1)):
        wanted = f"raise an exception, because {pair} is not on the board"
        cases.append(Case(EMPTY, [cs50_board(EMPTY), ["tuple", *pair]], refused, wanted))
    return cases


@cache
def _winner_cases() -> list[Case]:
    return [
        Case(p, _arguments(p), _equal(p.winner and p.winner.upper()), _winner_text(p))
        for p in reachable(TIC_TAC_TOE)
    ]


def _winner_text(position: Position) -> str:
    return f'return "{position.winner.upper()}"' if position.winner else "return None"


@cache
def _terminal_cases() -> list[Case]:
    return [
        Case(p, _arguments(p), _equal(p.is_over), f"return {p.is_over}")
        for p in reachable(TIC_TAC_TOE)
    ]


def _utility(position: Position) -> int:
    return {"x": 1, "o": -1, None: 0}[position.winner]


@cache
def _utility_cases() -> list[Case]:
    return [
        Case(p, _arguments(p), _equal(_utility(p)), f"return {_utility(p)}") for p in _finished()
    ]


def _is_value_function(name: str) -> bool:
    return name.lower().replace("_", "") in ("maxvalue", "minvalue", "maxval", "minval")


@cache
def _value_cases(mark: str) -> list[Case]:
    """Positions in which that side is to move; only the sign counts, since scales differ."""

    def has_sign(sign: int) -> Callable[[object], bool]:
        return lambda found: type(found) in (int, float) and _sign(found) == sign  # type: ignore[arg-type]

    cases = []
    for position in unfinished(TIC_TAC_TOE):
        if position.turn == mark:
            sign = value(position).result * (1 if mark == "x" else -1)
            word = {1: "be positive", 0: "be 0", -1: "be negative"}[sign]
            cases.append(Case(position, _arguments(position), has_sign(sign), word))
    return cases


def _sign(number: float) -> int:
    return (number > 0) - (number < 0)


_RULES: Sequence[tuple[str, float, Callable[[], list[Case]]]] = (
    ("player", 5, _player_cases),
    ("actions", 5, _actions_cases),
    ("result", 5, _result_cases),
    ("winner", 10, _winner_cases),
    ("terminal", 5, _terminal_cases),
    ("utility", 5, _utility_cases),
)

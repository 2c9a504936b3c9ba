"""The checks of a `cs50` program: eight functions on a 3x3 list of lists."""

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

from noughts.check.interfaces.examiner import FileExaminer
from noughts.check.interfaces.forms import FORMS, by_row_and_column, pair, wrong_type
from noughts.check.judge import checks
from noughts.check.judge.checks import Case, Item
from noughts.check.judge.collect import ask_cases
from noughts.check.judge.evidence import Evidence
from noughts.check.judge.exact_values import reachable, unfinished, value
from noughts.check.judge.findings import Finding, Shown, failed, not_run, passed
from noughts.check.judge.play import Fault, Play
from noughts.check.sandbox.answers import Packed, Unordered
from noughts.check.sandbox.program import Program
from noughts.position import Position
from noughts.rules import TIC_TAC_TOE, Move

__all__ = ["COUNTED", "cs50_items"]

FUNCTIONS = (
    *("initial_state", "player", "actions", "result", "winner", "terminal", "utility"),
    "minimax",
)
COUNTED = ("result",)  # it makes the boards, so its calls are the nodes below the root
EMPTY = Position(TIC_TAC_TOE)


def cs50_items(program: Program) -> tuple[Evidence, list[Item]]:
    """The checks of a file with the eight functions."""
    evidence = Evidence("cs50", loaded=program.load())
    evidence.missing = [name for name in FUNCTIONS if name not in program.names]
    examiner = Cs50Examiner(program, evidence, {})

    def rule(function: str, points: float) -> Item:
        cases = RULES[function]
        return Item(function, points, lambda: examiner.answers(function, cases(), "everywhere"))

    def played(judge: Callable[[Play], Finding]) -> Callable[[], Finding]:
        return lambda: examiner.played("minimax", unfinished(TIC_TAC_TOE), judge)

    well = "the file loads and has all eight functions"
    return evidence, [
        Item("loads", 5, lambda: examiner.loads(well)),
        Item("initial_state", 5, examiner.initial_state),
        rule("player", 5),
        Item("actions", 5, examiner.actions),
        rule("result", 5),
        rule("winner", 10),
        rule("terminal", 5),
        rule("utility", 5),
        Item("illegal moves refused", 5, examiner.refuses),
        Item("minimax on a finished board", 5, examiner.finished),
        Item("takes a win", 10, played(checks.takes_a_win)),
        Item("keeps the value", 20, played(checks.keeps_the_value)),
        Item("never loses", 10, played(checks.never_loses)),
        Item("board not changed", 5, examiner.unchanged),
        Item("shortest win", 0, played(checks.takes_the_shortest_win)),
        Item("values", 0, examiner.values),
        Item("search", 0, examiner.count),
    ]


class Cs50Examiner(FileExaminer):
    """Asks the eight functions."""

    def arguments(self, position: Position) -> list[Packed]:
        """The board alone: `player` must work out whose turn it is."""
        return _arguments(position)

    def decode(self, position: Position, value: object) -> Move | Fault:
        """The cell that `(row, column)` names."""
        numbers = pair(value, tuple)
        if numbers is None:
            return wrong_type(value, "a move such as (0, 2)")
        return by_row_and_column(position, numbers)

    def initial_state(self) -> Finding:
        """The empty board, with three separate rows."""
        if why := self.evidence.why_not("initial_state"):
            return why
        (answer,) = self.program.ask("initial_state", [[]])
        empty = [[None] * 3] * 3
        if not answer.ok or answer.value != empty:
            return failed(f"`initial_state` must return three rows of three None; {answer.did}")
        if "result" in self.evidence.missing:
            return passed("`initial_state` returns the empty board")
        (answer,) = self.program.ask("result", [[["call", "initial_state"], ["tuple", 0, 0]]])
        if answer.ok and answer.value == [["X", None, None]] * 3:
            return failed(
                "the three rows of `initial_state` are the same list: a mark in one of them "
                "appears in all"
            )
        return passed("`initial_state` returns the empty board")

    def actions(self) -> Finding:
        """The moves of every position; also notes their order."""
        found = self.answers("actions", _actions_cases(), "everywhere")
        for case, answer in self.evidence.asked.get("actions", []):
            if case.is_right(answer):
                order = tuple(row * 3 + column for row, column in _items(answer.value) or [])
                self.evidence.orders[case.position.cells] = order
        return found

    def refuses(self) -> Finding:
        """`result` raises for a cell that is taken or does not exist."""
        if why := self.evidence.why_not("result"):
            return why
        cases = _illegal_moves()
        answers = ask_cases(self.program, "result", cases)
        self.evidence.asked["illegal moves"] = list(zip(cases, answers, strict=True))
        wrong = self.evidence.wrong("illegal moves")
        if not wrong:
            return passed("`result` raises an exception for every move that is not allowed")
        case, answer = wrong[0]
        shown = Shown(case.position, did=answer.did)
        return failed(f"`result` must {case.wanted}; {answer.did}", shown)

    def finished(self) -> Finding:
        """`minimax` returns None when the game is over."""
        cases = [
            Case(position, _arguments(position), _equal(None), "return None")
            for position in _finished()[::20]
        ]
        return self.answers("minimax", cases, "when the game is over")

    def unchanged(self) -> Finding:
        """No function changes the board that it is given."""
        if not self.evidence.asked and not self.evidence.plays:
            return self.evidence.why_not("") or not_run(
                "the program has no function that takes a board"
            )
        return checks.unchanged(self.evidence.changed)

    def values(self) -> Finding:
        """If a program has functions for the value of a board, they are right."""
        names = [name for name in self.program.names if _is_value_function(name)]
        names = [name for name in names if self.program.names[name] in ([1, 1], None)]
        if not self.evidence.loaded.ok or not names:
            return not_run("the program has no function `max_value(board)` or `min_value(board)`")
        for name in names:
            cases = _value_cases("x" if "max" in name.lower() else "o")
            found = self.answers(name, cases, "about every board")
            if found.verdict == "failed":
                return found
        return passed(
            f"the values of {', '.join(f'`{name}`' for name in names)} are right everywhere"
        )

    def count(self) -> Finding:
        """How many boards it looks at from the empty board, and what that means."""
        why = self.evidence.why_not("minimax") or self.evidence.why_not("result")
        return why or self.search("minimax", counted_root=False)


# The questions


@cache
def _arguments(position: Position) -> list[Packed]:
    return [FORMS["rows"].pack(position)]


def _equal(expected: object) -> Callable[[object], bool]:
    """Equal and of the same kind: True is not 1 here, but 1.0 is."""
    return lambda found: (
        isinstance(found, int | float | str | list | tuple | None)
        and found == expected
        and (type(found) is bool) == (type(expected) is bool)
    )


@cache
def _finished() -> list[Position]:
    return [position for position in reachable(TIC_TAC_TOE) if position.is_over]


def _returns(
    positions: Sequence[Position], expected: Callable[[Position], str | int | None]
) -> list[Case]:
    """A question for each position, and what the function must return there."""
    cases = []
    for position in positions:
        wanted = expected(position)
        text = f'"{wanted}"' if isinstance(wanted, str) else wanted
        cases.append(Case(position, _arguments(position), _equal(wanted), f"return {text}"))
    return cases


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
    """Every move of the positions with few stones, and one move, varying, of the others."""
    cases = []
    for number, position in enumerate(unfinished(TIC_TAC_TOE)):
        moves = position.legal_moves
        for move in moves if position.empty > 6 else [moves[number % len(moves)]]:
            arguments = [*_arguments(position), ["tuple", *_pair(move)]]
            wanted = f"put {position.turn.upper()} on {_pair(move)}"
            right = _equal(_plain(position.play(move)))
            cases.append(Case(position, arguments, right, wanted))
    return cases


def _plain(position: Position) -> list[list[str | None]]:
    cells = [mark.upper() if mark != "." else None for mark in position.cells]
    return [cells[0:3], cells[3:6], cells[6:9]]


@cache
def _illegal_moves() -> list[Case]:
    taken = [
        (position, _pair(cell), "is taken")
        for position in unfinished(TIC_TAC_TOE)[::5]
        for cell in [cell for cell in range(9) if position.cells[cell] != "."][:2]
    ]
    outside = ((3, 0), (0, 3), (-1, 0), (0, -1))
    illegal = [*taken, *((EMPTY, cell, "is not on the board") for cell in outside)]
    return [
        Case(
            position,
            [*_arguments(position), ["tuple", *cell]],
            None,
            f"raise an exception, because {cell} {why}",
        )
        for position, cell, why in illegal
    ]


def _is_value_function(name: str) -> bool:
    return name.lower().replace("_", "") in ("maxvalue", "minvalue", "maxval", "minval")


@cache
def _value_cases(mark: str) -> list[Case]:
    """Positions with that side to move; only the sign counts, since scales differ."""

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


RULES: dict[str, Callable[[], list[Case]]] = {
    "player": lambda: _returns(unfinished(TIC_TAC_TOE), lambda p: p.turn.upper()),
    "result": _result_cases,
    "winner": lambda: _returns(reachable(TIC_TAC_TOE), lambda p: p.winner and p.winner.upper()),
    "terminal": lambda: _returns(reachable(TIC_TAC_TOE), lambda p: p.is_over),
    "utility": lambda: _returns(_finished(), lambda p: {"x": 1, "o": -1, None: 0}[p.winner]),
}

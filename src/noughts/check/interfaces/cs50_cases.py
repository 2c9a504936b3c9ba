"""The questions to a `cs50` program, and the right answers to them."""

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

from noughts.check.interfaces.forms import FORMS
from noughts.check.judge.checks import Asked, Case
from noughts.check.judge.exact_values import reachable, unfinished, value
from noughts.check.sandbox.answers import Packed, Unordered
from noughts.position import Position
from noughts.rules import TIC_TAC_TOE, Move

__all__ = [
    "RULES",
    "arguments",
    "finished_cases",
    "illegal_cases",
    "items_of",
    "on_taken_cells",
    "value_cases",
    "value_in",
]

EMPTY = Position(TIC_TAC_TOE)
NEAR = range(-3, 4)
OUTSIDE = (  # the usual ones first
    *((3, 0), (0, 3), (-1, 0), (0, -1)),
    *((i, j) for i in NEAR for j in NEAR if min(i, j) < 0 or max(i, j) > 2),
)
Right = Callable[[object], bool]
PLAIN = (int, float, str, list, tuple, type(None))


@cache
def arguments(position: Position) -> list[Packed]:
    """The board, ready to send."""
    return [FORMS["rows"].pack(position)]


# The functions that know the rules


def _players() -> list[Case]:
    return _returns(unfinished(TIC_TAC_TOE), lambda p: p.turn.upper(), _is_one_of("X", "O"))


def _winners() -> list[Case]:
    named = _is_one_of("X", "O", None)
    return _returns(reachable(TIC_TAC_TOE), lambda p: p.winner and p.winner.upper(), named)


def _terminals() -> list[Case]:
    return _returns(reachable(TIC_TAC_TOE), lambda p: p.is_over, lambda v: type(v) is bool)


def _utilities() -> list[Case]:
    worth = {"x": 1, "o": -1, None: 0}
    return _returns(_finished(), lambda p: worth[p.winner], lambda v: type(v) in (int, float))


def _returns(
    positions: Sequence[Position], expected: Callable[[Position], str | int | None], typed: Right
) -> list[Case]:
    """A question for each position, and what the function must return there."""
    cases = []
    for position in positions:
        wanted = expected(position)
        text = f'"{wanted}"' if isinstance(wanted, str) else wanted
        right = _equal(wanted)
        cases.append(Case(position, arguments(position), right, f"return {text}", typed))
    return cases


def _equal(expected: object) -> Right:
    """Equal and of the same kind: True is not 1 here, but 1.0 is."""
    kind = type(expected)

    def right(found: object) -> bool:
        if type(found) is kind:
            return found == expected
        return bool not in (kind, type(found)) and type(found) in PLAIN and found == expected

    return right


def _is_one_of(*allowed: str | None) -> Right:
    return lambda found: (found is None or type(found) is str) and found in allowed


@cache
def _finished() -> list[Position]:
    return [position for position in reachable(TIC_TAC_TOE) if position.is_over]


# Moves


def _actions() -> list[Case]:
    return [
        Case(p, arguments(p), _are_moves(p.legal_moves), f"return {_moves_text(p)}", _are_pairs)
        for p in unfinished(TIC_TAC_TOE)
    ]


def _pair(move: Move) -> tuple[int, int]:
    return divmod(move, 3)


def _moves_text(position: Position) -> str:
    return f"{{{', '.join(str(_pair(move)) for move in position.legal_moves)}}}"


def items_of(found: object) -> list[Any] | None:
    """The items of a set, a list or a tuple."""
    if isinstance(found, Unordered):
        return list(found.items)
    return list(found) if isinstance(found, list | tuple) else None


def _are_pairs(found: object) -> bool:
    items = items_of(found)
    return items is not None and all(type(item) is tuple and len(item) == 2 for item in items)


def _are_moves(moves: list[Move]) -> Right:
    expected = sorted(_pair(move) for move in moves)

    def right(found: object) -> bool:
        items = items_of(found) or []
        plain = all(type(item) is tuple and all(type(n) is int for n in item) for item in items)
        return plain and sorted(items) == expected

    return right


def _results() -> list[Case]:
    """Every move of the positions with few stones, and one move, varying, of the others."""
    cases = []
    for number, position in enumerate(unfinished(TIC_TAC_TOE)):
        moves = position.legal_moves
        for move in moves if position.empty > 6 else [moves[number % len(moves)]]:
            asked = [*arguments(position), ["tuple", *_pair(move)]]
            wanted = f"put {position.turn.upper()} on {_pair(move)}"
            right = _equal(_plain(position.play(move)))
            cases.append(Case(position, asked, right, wanted, _is_board))
    return cases


def _plain(position: Position) -> list[list[str | None]]:
    cells = [mark.upper() if mark != "." else None for mark in position.cells]
    return [cells[0:3], cells[3:6], cells[6:9]]


def _is_board(found: object) -> bool:
    rows = found if type(found) is list else []
    return len(rows) == 3 and all(type(row) is list and len(row) == 3 for row in rows)


@cache
def illegal_cases() -> list[Case]:
    """Moves that `result` must refuse, those on taken cells first."""
    taken = [
        (position, _pair(cell), "is taken")
        for position in unfinished(TIC_TAC_TOE)[::5]
        for cell in [cell for cell in range(9) if position.cells[cell] != "."][:2]
    ]
    illegal = [*taken, *((EMPTY, cell, "is not on the board") for cell in dict.fromkeys(OUTSIDE))]
    return [
        Case(
            position,
            [*arguments(position), ["tuple", *cell]],
            None,
            f"raise an exception, because {cell} {why}",
        )
        for position, cell, why in illegal
    ]


def on_taken_cells(moves: Sequence[Asked]) -> list[Asked]:
    """Those of the illegal moves that weigh more."""
    return [(case, answer) for case, answer in moves if case.wanted.endswith("is taken")]


# Values


@cache
def finished_cases() -> list[Case]:
    """Finished boards, on which there is no move to find: all that are drawn, some that are won."""
    drawn = [position for position in _finished() if position.winner is None]
    won = [position for position in _finished() if position.winner is not None]
    return [
        Case(position, arguments(position), _equal(None), "return None")
        for position in (*drawn, *won[::20])
    ]


@cache
def value_cases(mark: str) -> list[Case]:
    """Positions with that side to move; only the sign counts, since scales differ."""

    def has_sign(sign: int) -> Right:
        return lambda found: value_in(found) is not None and _sign(value_in(found) or 0) == sign

    cases = []
    for position in unfinished(TIC_TAC_TOE):
        if position.turn == mark:
            sign = value(position).result * (1 if mark == "x" else -1)
            word = {1: "be positive", 0: "be 0", -1: "be negative"}[sign]
            cases.append(Case(position, arguments(position), has_sign(sign), word))
    return cases


def value_in(found: object) -> float | None:
    """A value, alone or beside the move that has it."""
    items = list(found) if isinstance(found, tuple | list) else [found]
    numbers = [n for n in items if isinstance(n, int | float) and type(n) is not bool]
    return numbers[0] if len(numbers) == 1 else None


def _sign(number: float) -> int:
    return (number > 0) - (number < 0)


RULES: dict[str, Callable[[], list[Case]]] = {
    "player": cache(_players),
    "actions": cache(_actions),
    "result": cache(_results),
    "winner": cache(_winners),
    "terminal": cache(_terminals),
    "utility": cache(_utilities),
}

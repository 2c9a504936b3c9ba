"""Which shapes a program may have: its functions, each with the boards and arguments that may suit.

Names of parameters are hints: `depth` is a number, `player` a mark. `any_shape` tries them all.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice, product
from typing import Literal

from noughts.check.interfaces.adapter import LAYOUTS, Board, Shape
from noughts.check.interfaces.outline import Outline, Parameter, Routine
from noughts.check.sandbox.answers import KeptBoard

__all__ = ["candidates"]

MOST_CALLS = 8  # ways to fill in the arguments of one function
MOST_BOARDS = 120
MOST_SHAPES = 700  # of one function
MOST = 3000  # in all
USUAL_LAYOUTS = ("list", "rows", "string", "list from 1")
NUMBERED = (("list", 1), ("rows", 1), ("list", "1"), ("rows", "1"), ("list", 0), ("list from 1", 1))

BOARD = r"board|state|grid|^b$|^s$|^g$|tabuleiro|position|field|cells|squares|table|matrix|game"
BOARD += r"|jogo|plateau|grille|brett|spiel|spaces|ttt|tic|array|^arr|node|config|lst|list"
ALPHA, BETA = r"^a$|alpha", r"beta"
FLAG = r"max|min|^is_?(ai|comp|bot|my|x)|my_?turn|ai_?turn"
DEPTH = r"depth|level|profund|^prof|ply|limit|count|num|^n$|^d$|left"
OTHER = r"human|oppon|enem|other|^opp|user|advers|rival|^hum"
MARK = r"player|mark|letter|turn|symbol|sign|piece|token|^ai|comp|bot|cpu|^me$|^my|who|side|cur"
MARK += r"|idx|index|jogador|joueur|spieler|team|char|^p$|^x$"
Values = Literal["", "x", "o", "mover", "other"]
VALUES: tuple[Values, ...] = ("x", "o", "mover", "other")


def candidates(outline: Outline, kept: Sequence[KeptBoard]) -> list[Shape]:
    """The shapes to try, the likelier ones first."""
    found = (
        shape
        for routine in outline.routines
        for values in ("", *(VALUES if routine.is_search else ()))
        for shape in islice(_shapes(routine, values, outline, kept), MOST_SHAPES)
    )
    return [*islice(found, MOST)]


def _shapes(
    routine: Routine, values: Values, outline: Outline, kept: Sequence[KeptBoard]
) -> Iterator[Shape]:
    for place in _places(routine, kept):
        holds_game = place is not None and place.owner not in ("", routine.owner)
        board = "game" if holds_game else "position"
        made = [_options(each, values, board) for each in _required(routine.constructor)]
        given = [_options(each, values, board) for each in _given(routine, values)]
        calls = [*islice(product(product(*made), product(*given)), MOST_CALLS)]
        for each in islice(_boards(place, outline, kept), MOST_BOARDS):
            for constructor, arguments in calls:
                for pick in ("", "[0]") if values else ("",):
                    yield Shape(
                        routine, arguments, each, place, constructor, values=values, pick=pick
                    )


def _places(routine: Routine, kept: Sequence[KeptBoard]) -> list[KeptBoard | None]:
    """Where the board goes: None is an argument."""
    required = [*_required(routine.constructor), *_required(routine.parameters)]
    takes_board = any(re.search(BOARD, each.name, re.I) for each in required)
    own = [board for board in kept if board.owner in ("", routine.owner)]
    games = [board for board in kept if board.owner not in ("", routine.owner)]
    if takes_board:
        return [None, *games]
    return [*own, None] if routine.parameters else [*own]


def _required(parameters: Iterable[Parameter]) -> list[Parameter]:
    return [each for each in parameters if each.required]


def _given(routine: Routine, values: Values) -> list[Parameter]:
    """The arguments to pass: those required; to a value function also whose turn it is."""
    needed = [i for i, each in enumerate(routine.parameters) if each.required]
    if values:
        needed += [i for i, each in enumerate(routine.parameters) if _is(FLAG, each)]
    return [*routine.parameters[: max(needed, default=-1) + 1]]


def _is(pattern: str, parameter: Parameter) -> bool:
    return re.search(pattern, parameter.name, re.I) is not None


def _options(parameter: Parameter, values: Values, board: str) -> list[str]:
    """What to pass for a parameter, in Python, by its name."""
    mover = "turn" if values else "mark"
    if _is(ALPHA, parameter):
        return ["-(10**9)"]
    if _is(BETA, parameter):
        return ["10**9"]
    if _is(FLAG, parameter):
        return _flags(values)
    if _is(BOARD, parameter):
        return [board]
    if _is(DEPTH, parameter):
        return ["0", f'{"after" if values else "board"}.count(".")']
    if _is(OTHER, parameter):
        return ['marks["o" if mark == "x" else "x"]']
    marks = [f"marks[{mover}]", f'"xo".index({mover})', *(["marks[mark]"] if values else [])]
    if _is(MARK, parameter):
        return marks
    return [board, marks[0], "0"]


def _flags(values: Values) -> list[str]:
    if not values:
        return ["True", 'mark == "x"', 'mark == "o"']
    return [{"x": 'turn == "x"', "o": 'turn == "o"', "mover": "False"}.get(values, "True")]


def _boards(
    place: KeptBoard | None, outline: Outline, kept: Sequence[KeptBoard]
) -> Iterator[Board]:
    """The boards to try: as the program keeps its own, or else the usual ones."""
    known = [place] if place is not None else [*kept]
    for each in known:
        if each.layout in LAYOUTS:
            for x, o, free in outline.symbols:
                if each.numbered or (type(free) is type(each.empty) and free == each.empty):
                    own = any((x, o) == triple[:2] for triple in outline.own)
                    yield Board(each.layout, (x, o, each.empty), each.numbered, own)
    if place is not None:
        return
    for symbols in outline.symbols:
        for layout in USUAL_LAYOUTS:
            texts = all(type(mark) is str and len(mark) == 1 for mark in symbols)
            if layout != "string" or texts:
                yield Board(layout, symbols)
    for x, o, _ in outline.symbols[:1]:
        for layout, first in NUMBERED:
            yield Board(layout, (x, o, first), numbered=True)

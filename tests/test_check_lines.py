"""Programs that do not see every line: told apart from those that err for other reasons."""

from collections.abc import Callable, Sequence
from functools import cache

import pytest

from noughts.check.diagnose.diagnoses import diagnose
from noughts.check.diagnose.lines import LINES, Line, lines_named, unseen_lines
from noughts.check.judge.evidence import Evidence
from noughts.check.judge.exact_values import unfinished
from noughts.check.judge.play import Play
from noughts.rules import TIC_TAC_TOE

ROWS, COLUMNS, DIAGONALS = LINES[:3], LINES[3:6], LINES[6:]


def other(mark: str) -> str:
    return "o" if mark == "x" else "x"


def has(cells: str, mark: str, lines: Sequence[Line]) -> bool:
    return any(all(cells[i] == mark for i in line) for line in lines)


def put(cells: str, i: int, mark: str) -> str:
    return cells[:i] + mark + cells[i + 1 :]


def free(cells: str) -> list[int]:
    return [i for i in range(9) if cells[i] == "."]


def searching(of_x: Sequence[Line], of_o: Sequence[Line], quick: int = 0) -> Play:
    """What negamax plays that knows only these lines; `quick`: what an earlier win is worth."""
    known = {"x": of_x, "o": of_o}

    @cache
    def value(cells: str, mark: str) -> int:
        if has(cells, other(mark), known[other(mark)]):
            return -1 - quick * len(free(cells))
        if not free(cells):
            return 0
        return max(-value(put(cells, i, mark), other(mark)) for i in free(cells))

    return played(
        lambda cells, mark: max(free(cells), key=lambda i: -value(put(cells, i, mark), other(mark)))
    )


def by_rules_of_thumb(lines: Sequence[Line], order: Sequence[int], last: bool = False) -> Play:
    """Completes a line, stops one, else takes cells in this order; `last`: only then the lines."""

    def choose(cells: str, mark: str) -> int:
        if last and cells[order[0]] == ".":
            return order[0]
        for who in (mark, other(mark)):
            for i in free(cells):
                if has(put(cells, i, who), who, lines):
                    return i
        return next(i for i in order if cells[i] == ".")

    return played(choose)


def played(choose: Callable[[str, str], int]) -> Play:
    play = Play()
    for position in unfinished(TIC_TAC_TOE):
        play.add(position, choose(position.cells, position.turn))
    return play


def told(play: Play) -> tuple[str, str]:
    (found,) = diagnose(Evidence("player", plays={"choose": play}))
    return found.id, found.message


@pytest.mark.parametrize(
    ("seen", "quick", "words"),
    [
        ((*ROWS, *COLUMNS), 0, "it misses both diagonals."),
        ((*ROWS, *COLUMNS), 1, "it misses both diagonals."),
        (ROWS, 1, "it misses all columns and both diagonals."),
        ((*ROWS[:2], *COLUMNS[:2], *DIAGONALS), 0, "misses the bottom row and the right column."),
        ((*ROWS, *COLUMNS, DIAGONALS[0]), 1, "it misses the diagonal from the top right."),
    ],
)
def test_a_search_that_does_not_know_some_lines(
    seen: Sequence[Line], quick: int, words: str
) -> None:
    kind, message = told(searching(seen, seen, quick))
    assert kind == "line-forgotten"
    assert words in message
    assert "as if" not in message


def test_a_search_that_does_not_know_some_lines_of_one_side() -> None:
    kind, message = told(searching(LINES, (*ROWS, *COLUMNS)))
    assert kind == "line-forgotten"
    assert "it misses both diagonals for O." in message


def test_rules_of_thumb_that_do_not_look_along_diagonals() -> None:
    kind, message = told(by_rules_of_thumb((*ROWS, *COLUMNS), (4, 0, 2, 6, 8, 1, 3, 5, 7)))
    assert kind == "line-forgotten"
    assert message.startswith("it plays as if it did not see every line: it misses both diagonals")


def test_a_few_moves_do_not_show_which_lines_are_seen() -> None:
    play = by_rules_of_thumb((*ROWS, *COLUMNS), (4, 0, 2, 6, 8, 1, 3, 5, 7))
    assert unseen_lines(play) == [*DIAGONALS]
    some = Play({position: play.moves[position] for position in play.positions[:100]})
    assert unseen_lines(some) == []


@pytest.mark.parametrize("first", [0, 1, 4])
def test_rules_of_thumb_with_a_favourite_cell_see_every_line(first: int) -> None:
    order = (first, *(i for i in range(9) if i != first))
    assert told(by_rules_of_thumb(LINES, order))[0] != "line-forgotten"
    assert told(by_rules_of_thumb(LINES, order, last=True))[0] != "line-forgotten"


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        ([ROWS[1]], "the middle row"),
        (DIAGONALS, "both diagonals"),
        ((*COLUMNS, *DIAGONALS), "all columns and both diagonals"),
        ((ROWS[0], COLUMNS[2], *DIAGONALS), "the top row, the right column and both diagonals"),
    ],
)
def test_lines_have_names(lines: Sequence[Line], words: str) -> None:
    assert lines_named(lines) == words

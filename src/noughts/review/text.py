"""A review as text: a curve in characters, how often each side erred, and what to say of moves."""

from collections.abc import Mapping, Sequence

from noughts.review.judgements import BAD, VERDICTS, Judgement, counted, counts
from noughts.review.shares import Verdict
from noughts.rules import OTHER, Mark

__all__ = ["SIGNS", "about_move", "curve", "curve_text", "moves_text", "tally"]

# As chess players annotate: what is not in doubt needs no sign.
SIGNS: dict[Verdict, str] = {"inaccuracy": "?!", "mistake": "?", "blunder": "??"}
HIGH = 4  # rows of the curve above the middle, and as many below
SHORT = 16  # moves: of a longer game only the bad ones are listed
ACROSS = 36  # moves of a curve that stand side by side: two characters for each


def curve(judgements: Sequence[Judgement]) -> list[float | None]:
    """What the game was worth to X after each move, the start first; None if unknown."""
    if not judgements:
        return []
    first = judgements[0]
    points = [_for_x(first.mark, first.before.value)]
    return points + [_for_x(each.mark, each.after.value) for each in judgements]


def _for_x(mark: Mark, value: float | None) -> float | None:
    return value if value is None or mark == "x" else 1 - value


def curve_text(judgements: Sequence[Judgement], ascii_only: bool = False) -> list[str]:
    """The curve, X above and O below, with the signs of mistakes and the numbers of moves."""
    values = curve(judgements)[1:]
    lines: list[str] = []
    for start in range(0, len(judgements), ACROSS):
        part = slice(start, start + ACROSS)
        lines += [""] if lines else []
        lines += _bars(values[part], ascii_only)
        signs = (SIGNS.get(each.verdict or "best", "") for each in judgements[part])
        lines.append("   " + "".join(f"{sign:<2}" for sign in signs))
        lines.append("   " + _numbers(start, len(judgements[part])))
    return [line.rstrip() for line in lines]


def _bars(values: Sequence[float | None], ascii_only: bool) -> list[str]:
    """Bars from the middle: up as far as X is ahead, down as far as O is."""
    full, axis = ("#", "-") if ascii_only else ("█", "─")
    rows = []
    for row in range(HIGH, -HIGH - 1, -1):
        head = {HIGH: "X", -HIGH: "O"}.get(row, " ")
        blank = axis if row == 0 else " "
        bars = (full if _reaches(value, row) else blank for value in values)
        rows.append(f"{head}  " + "".join(bar + blank for bar in bars))
    return rows


def _reaches(value: float | None, row: int) -> bool:
    """Whether the bar of a value covers a row above (1 to HIGH) or below the middle."""
    if value is None or row == 0:
        return False
    ahead = (value - 0.5) * 2 * HIGH
    return ahead >= row - 0.5 if row > 0 else ahead <= row + 0.5


def _numbers(start: int, moves: int) -> str:
    """Every fifth move has its number."""
    text = ""
    for number in range(start + 1, start + moves + 1):
        if number == 1 or number % 5 == 0:
            text = text.ljust(2 * (number - 1 - start)) + str(number)
    return text


def tally(judgements: Sequence[Judgement], sides: Mapping[Mark, str]) -> list[str]:
    """How many moves of each kind each side made: `anna (X): 3 best, 1 blunder`."""
    found, lines = counts(judgements), []
    for mark in OTHER:
        some = [counted(found[mark][each], each) for each in VERDICTS if found[mark][each]]
        lines.append(f"{sides[mark]}: {', '.join(some) or 'no moves'}")
    return lines


def about_move(judged: Judgement) -> str:
    """All there is to say: the verdict, the reason and the line that was better."""
    parts = [judged.words]
    if judged.why:
        parts.append(judged.why)
    if judged.verdict in BAD and len(judged.line) > 1:
        parts.append(f"The better line: {' '.join(judged.line)}.")
    return " ".join(parts)


def moves_text(judgements: Sequence[Judgement]) -> list[tuple[str, str]]:
    """What there is to say of the moves, each with its number and mark, such as `  3. X `."""
    every_move = len(judgements) <= SHORT
    return [
        (f"{each.number:3}. {each.mark.upper()} ", about_move(each))
        for each in judgements
        if every_move or each.verdict in BAD
    ]

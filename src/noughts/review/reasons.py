"""Why a move was bad: only what the board shows and the proofs say.

Each function below returns a sentence if it applies; the first that does is the reason. The last
one has only the chances to tell, which are the engine's opinion.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from noughts.notation import ROWS, Notation
from noughts.position import Position
from noughts.review.rows import Row, completions, fours, made_by, threes
from noughts.rules import OTHER, Mark, Move
from noughts.words import in_plies

__all__ = ["Case", "reason"]

NUMBERS = (
    *("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    *("eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen"),
    *("nineteen", "twenty"),
)
LEAST_ROW = 2  # stones: a single one is not called a row
SPELT_OUT = 4  # moves before a double threat: of more, only the first is named


@dataclass(frozen=True)
class Case:
    """A move that was not good: where it was played, what was better, and what answers it."""

    position: Position
    move: Move
    line: Sequence[Move]  # the better move and what follows
    answer: Sequence[Move]  # the best answer to the move that was played, and what follows
    wins: bool  # the better move is proved to win
    loses: bool  # the answer is proved to win
    plies: int | None = None  # of the win that was there, if they are known
    chances: tuple[float, float] | None = None  # with the better move and after this one
    notation: Notation = ROWS

    @property
    def us(self) -> Mark:
        """Who made the move."""
        return self.position.turn

    @property
    def after(self) -> Position:
        """The position that the move led to."""
        return self.position.play(self.move)

    def names(self, moves: Iterable[Move]) -> str:
        """Cells by name."""
        return ", ".join(self.notation.cell_names(self.position.rules, moves))

    def word(self, lacking: int) -> str:
        """What a row is called that lacks so many stones: a four, if five in a row win."""
        return NUMBERS[self.position.rules.k - lacking]


def reason(case: Case) -> str | None:
    """The reason in a sentence, or None."""
    return next(filter(None, (find(case) for find in REASONS)), None)


def _missed_a_line(case: Case) -> str | None:
    wins = completions(case.position.rules, case.position.cells, case.us)
    if not wins or case.move in wins:
        return None
    verb = "completes" if len(wins) == 1 else "each complete"
    return f"It missed a win at once: {case.names(sorted(wins))} {verb} a line."


def _left_a_four(case: Case) -> str | None:
    them, rules = OTHER[case.us], case.position.rules
    rows = [row for row in fours(rules, case.position.cells, them) if case.move not in row.cells]
    if not rows or len(rows[0].stones) < LEAST_ROW:
        return None
    where = f"the {case.word(1)} at {case.names(rows[0].stones)}"
    return f"It did not answer {where}: {case.names(rows[0].cells)} completes the line."


def _missed_fours(case: Case) -> str | None:
    if not case.wins or not _all_fours(case.position, case.line):
        return None
    return f"It missed a win by {case.word(1)}s in {len(case.line)} plies."


def _missed_a_win(case: Case) -> str | None:
    if not case.wins or not case.line:
        return None
    made = _threats(case, case.position, case.line)
    how = f": {case.names(case.line[:1])} {made}" if made else in_plies(case.plies)
    return f"It missed a win{how}."


def _left_a_three(case: Case) -> str | None:
    them, rules, after = OTHER[case.us], case.position.rules, case.after
    if not case.answer or after.is_over or completions(rules, after.cells, case.us):
        return None
    there = threes(rules, case.position.cells, them)
    for row in threes(rules, after.cells, them):
        known = any((row.line, row.stones) == (each.line, each.stones) for each in there)
        if known and case.answer[0] in row.cells and len(row.stones) >= LEAST_ROW:
            where = f"the open {case.word(2)} at {case.names(row.stones)}"
            makes = f"{them.upper()} {case.names(case.answer[:1])} makes it an open {case.word(1)}"
            return f"It did not answer {where}: {makes}."
    return None


def _allows_fours(case: Case) -> str | None:
    if not case.loses or not _all_fours(case.after, case.answer):
        return None
    how = f"by {case.word(1)}s in {len(case.answer)} plies"
    first = f"{OTHER[case.us].upper()} {case.names(case.answer[:1])}"
    return f"It allows a win {how}, which begins with {first}."


def _allows_two_threats(case: Case) -> str | None:
    made = _two_threats(case, case.after, case.answer)
    them = OTHER[case.us].upper()
    return (
        f"It allows a double threat: {them} {case.names(case.answer[:1])} {made}." if made else None
    )


def _missed_two_threats(case: Case) -> str | None:
    made = _two_threats(case, case.position, case.line)
    return f"It missed a double threat: {case.names(case.line[:1])} {made}." if made else None


def _allows_a_win(case: Case) -> str | None:
    """What a win that the move allows comes down to: two threats at once, after some moves."""
    if not case.loses or not case.answer:
        return None
    them, begins = OTHER[case.us].upper(), case.names(case.answer[:1])
    position = case.after
    for number, move in enumerate(case.answer):
        if position.why_not(move):
            break
        made = position.turn != case.us and _double(case, position, move)
        position = position.play(move)
        if not made:
            continue
        if number == 0:
            return f"It allows a double threat: {them} {begins} {made}."
        if number <= SPELT_OUT:
            return f"After {_moves(case, number)}, {them} {case.names([move])} {made}."
        at_last = f"in the end {case.names([move])} {made}"
        return f"{them} wins by force, beginning with {begins}; {at_last}."
    return f"{them} wins by force, beginning with {begins}."


def _double(case: Case, position: Position, move: Move) -> str | None:
    """What a move makes that one answer cannot stop: `threatens both a1 and c3`."""
    made = _two_threats(case, position, [move])
    if made:
        return made
    after = position.play(move)
    wins = [] if after.is_over else completions(after.rules, after.cells, position.turn)
    return f"threatens {_listed(case, sorted(wins))} at once" if len(wins) > 1 else None


def _moves(case: Case, number: int) -> str:
    """The first moves of the answer, an even number, with their sides: `X a1 and O c3`."""
    sides = (OTHER[case.us].upper(), case.us.upper())
    names = case.notation.cell_names(case.position.rules, case.answer[:number])
    told = [f"{sides[at % 2]} {name}" for at, name in enumerate(names)]
    return f"{', '.join(told[:-1])} and {told[-1]}"


def _listed(case: Case, cells: Sequence[Move]) -> str:
    """`a1 and c3`."""
    return f"{case.names(cells[:-1])} and {case.names(cells[-1:])}"


def _loses_chances(case: Case) -> str | None:
    if case.chances is None or not case.line:
        return None
    with_it, now = (f"{round(100 * each)} %" for each in case.chances)
    us, better = case.us.upper(), case.names(case.line[:1])
    return f"The chances of {us} would be {with_it} after {better}; now they are {now}."


REASONS: Sequence[Callable[[Case], str | None]] = (
    _missed_a_line,
    _left_a_four,
    _missed_fours,
    _missed_a_win,
    _left_a_three,
    _allows_fours,
    _allows_two_threats,
    _allows_a_win,
    _missed_two_threats,
    _loses_chances,
)


def _all_fours(position: Position, line: Sequence[Move]) -> bool:
    """Whether each move of the side to move threatens to complete a line, and the last one does."""
    us = position.turn
    if len(line) < 3 or position.rules.k - 1 < LEAST_ROW + 1:
        return False
    for move in line:
        if position.why_not(move):
            return False
        position = position.play(move)
        threatens = position.is_over or completions(position.rules, position.cells, us)
        if position.turn != us and not threatens:
            return False
    return position.winner == us


def _two_threats(case: Case, position: Position, line: Sequence[Move]) -> str | None:
    """What the first move of a line makes, if that is more than one answer can stop."""
    return _threats(case, position, line, least=2)


def _threats(case: Case, position: Position, line: Sequence[Move], least: int = 1) -> str | None:
    """What the first move of a line makes, if that is so many threats at least."""
    rules = position.rules
    if not line or position.why_not(line[0]) or rules.k - 2 < LEAST_ROW:
        return None
    after = position.play(line[0])
    if after.is_over:
        return None
    closed, opened = made_by(rules, after.cells, line[0])
    several = len(_lines(closed)) + len(_lines(opened)) > 1
    if not several and len({cell for row in closed for cell in row.cells}) > 1:
        return f"makes an open {case.word(1)}"
    if several or (least == 1 and (closed or opened)):
        return f"makes {_counted(closed, case.word(1), '')}{_and(closed, opened)}" + _counted(
            opened, case.word(2), "open "
        )
    return None


def _lines(rows: Sequence[Row]) -> set[int]:
    return {row.line for row in rows}


def _counted(rows: Sequence[Row], word: str, kind: str) -> str:
    """`a four`, `two open threes`; empty for none."""
    number = len(_lines(rows))
    if number == 0:
        return ""
    article = "an" if kind else "a"
    return f"{article} {kind}{word}" if number == 1 else f"{NUMBERS[number]} {kind}{word}s"


def _and(some: Sequence[Row], others: Sequence[Row]) -> str:
    return " and " if some and others else ""

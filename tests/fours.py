"""Wins by continuous fours at Gomoku, by looking at every window of five cells, over and over.

Slow and plain, and nothing in it is taken from the engine that it judges.
"""

from noughts import GOMOKU

SIDE = 15
FIVES = [
    tuple((r + i * down) * SIDE + c + i * right for i in range(5))
    for r in range(SIDE)
    for c in range(SIDE)
    for down, right in ((0, 1), (1, 0), (1, 1), (1, -1))
    if r + 4 * down < SIDE and 0 <= c + 4 * right < SIDE
]
OTHER = {"x": "o", "o": "x"}
assert GOMOKU.size == SIDE * SIDE


def cells_of_fives(cells: str, mark: str, stones: int) -> set[int]:
    """The empty cells of all fives that hold so many stones of `mark` and none of the other."""
    found: set[int] = set()
    for five in FIVES:
        held = [cells[cell] for cell in five]
        if held.count(mark) == stones and held.count(".") == 5 - stones:
            found.update(cell for cell in five if cells[cell] == ".")
    return found


def put(cells: str, mark: str, cell: int) -> str:
    return cells[:cell] + mark + cells[cell + 1 :]


def wins_by_fours(
    cells: str, mark: str, fours: int, seen: set[tuple[str, int]] | None = None
) -> bool:
    """Whether `mark`, to move, can force five in a row with at most `fours` fours before it."""
    seen = set() if seen is None else seen
    if cells_of_fives(cells, mark, 4):
        return True
    if fours == 0 or (cells, fours) in seen:
        return False
    seen.add((cells, fours))
    must = cells_of_fives(cells, OTHER[mark], 4)
    if len(must) > 1:
        return False
    candidates = cells_of_fives(cells, mark, 3)
    if must:
        candidates &= must
    return any(keeps_winning(cells, mark, move, fours, seen) for move in sorted(candidates))


def keeps_winning(
    cells: str, mark: str, move: int, fours: int, seen: set[tuple[str, int]] | None = None
) -> bool:
    """Whether the four at `move` leads to a win by fours."""
    cells = put(cells, mark, move)
    answers = cells_of_fives(cells, mark, 4)
    if len(answers) != 1:
        return len(answers) > 1
    return wins_by_fours(put(cells, OTHER[mark], answers.pop()), mark, fours - 1, seen)

"""Plays badly, and keeps every board that it is given, to change them all at the next question."""

KEPT = []


def choose(board, mark):
    for kept in KEPT:
        kept[:] = ["X"] * len(kept)
    cells = [cell for row in board for cell in row] if isinstance(board[0], list) else [*board]
    KEPT.extend(row for row in board if isinstance(row, list))
    free = [i for i, cell in enumerate(cells) if cell not in ("X", "O")]
    return divmod(free[0], 3)

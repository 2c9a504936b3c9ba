"""The game that a file means if it names only the size of the board."""

from noughts.errors import NotationError
from noughts.rules import Rules

__all__ = ["usual_rules"]


def usual_rules(rows: int, columns: int, exact: bool = False) -> Rules:
    """Five in a row, or tic-tac-toe on 3x3; refused where neither can be.

    >>> str(usual_rules(3, 3)), str(usual_rules(15, 15, exact=True))
    ('3x3x3', '15x15x5-exact')
    """
    k = 3 if (rows, columns) == (3, 3) else 5
    if k > max(rows, columns):
        size = f"{rows}x{columns}"
        raise NotationError(
            f"the file does not say how many in a row win on {size}: name the game, such as "
            f"{size}x{max(rows, columns)}"
        )
    return Rules(rows, columns, k, exact=exact)

"""The native module, built from `native/`.

Every function takes the rules and the board as plain data: `rows` and `columns` from 1 to 20, `k`
from 1 to 20, and one of `x`, `o` and `.` for each cell, row by row. Anything else is a ValueError.
That the stones can come up in a game is not checked; `noughts.Position` sees to that.
"""

from collections.abc import Callable
from typing import Literal

# Score for the side to move, nodes, and for each move at the root its score and what that means.
_Found = tuple[int, int, dict[int, tuple[int, Literal["exact", "at-most"]]]]

def threats(
    rows: int,
    columns: int,
    k: int,
    diagonals: bool,
    exact: bool,
    cells: str,
    of_x: bool,
    lacking: int,
) -> list[int]:
    """The empty cells that lie in a window of `k` cells which lacks `lacking` stones of X or O.

    The window must hold no stone of the opponent and, where lines must be exact, have no own stone
    directly at either end. 1 gives the cells that win at once, 2 those that threaten to, and so on.
    """

def perft(
    rows: int,
    columns: int,
    k: int,
    diagonals: bool,
    exact: bool,
    cells: str,
    turn_is_x: bool,
    depth: int,
) -> int:
    """How many ways of playing `depth` moves there are, like `noughts.position.perft`."""

def minimax(
    rows: int,
    columns: int,
    k: int,
    diagonals: bool,
    exact: bool,
    cells: str,
    turn_is_x: bool,
    *,
    by_depth: bool = False,
    depth: int | None = None,
) -> _Found:
    """The twin of `noughts.textbook.minimax`: the same values from the same nodes.

    `by_depth` chooses the scores `noughts.textbook.scores.BY_DEPTH`.
    """

def alpha_beta(
    rows: int,
    columns: int,
    k: int,
    diagonals: bool,
    exact: bool,
    cells: str,
    turn_is_x: bool,
    *,
    strict: bool = False,
    by_depth: bool = False,
    depth: int | None = None,
) -> _Found:
    """The twin of `noughts.textbook.alpha_beta`: the same values from the same nodes."""

class _Interruptible:
    def stop(self) -> None:
        """End what another thread has under way."""

    def allow(self) -> None:
        """Take back an earlier `stop`."""

    def take_interruption(self) -> BaseException | None:
        """The exception (Ctrl-C) that ended the last call, if one did; asked once."""

class Prover(_Interruptible):
    """Answers whether a side can force a line, and remembers what it has proved."""

    def __init__(
        self, rows: int, columns: int, k: int, diagonals: bool, exact: bool, megabytes: float
    ) -> None: ...
    @property
    def nodes(self) -> int:
        """Of all questions so far."""

    def ask(
        self,
        cells: str,
        x_attacks: bool,
        x_to_move: bool,
        weak: bool,
        moves: int,
        most_nodes: int,
        seconds: float,
    ) -> int | None:
        """0: never, 1: not with so many moves of its own (63: any number), 2: yes.

        None when nodes or seconds (below 0: any) came first. The weak question leaves out the
        lines of the defender.
        """

# Cell, score, whether that is exact (else at most), principal line; the best move first.
FoundMove = tuple[int, int, bool, list[int]]

class Searcher(_Interruptible):
    """The engine's search, with its table."""

    def __init__(
        self,
        rows: int,
        columns: int,
        k: int,
        diagonals: bool,
        exact: bool,
        megabytes: float,
        threads: int,
    ) -> None: ...
    def search(
        self,
        cells: str,
        x_to_move: bool,
        depth: int,
        nodes: int,
        seconds: float,
        every_move: bool,
        told: Callable[[list[FoundMove], int, int], None] | None,
    ) -> tuple[list[FoundMove], int, int]:
        """Moves, depth and nodes; `told` hears of every finished depth. 0 is no limit.

        Below 0, `seconds` are no limit either.
        """

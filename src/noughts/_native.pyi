"""The native module, built from `native/`.

It takes Python's rules and positions. A board must have from 1 to 20 rows and columns, k must be
from 1 to 20, and each cell must be `x`, `o` or `.`; anything else raises ValueError. It does not
check that a game can reach the position; `noughts.Position` does.
"""

from collections.abc import Callable, Sequence
from typing import Literal, TypeAlias

from noughts.position import Position
from noughts.rules import Rules

# The twins run on the board of the proofs or on a board of the engine's search: that of the windows
# or that of the shapes, which is only for lines of up to 7 (exactly: 6).
_Board: TypeAlias = Literal["proof", "search", "shape"]

# Score for the side to move, nodes, and for each move at the root its score and what that means.
_TwinFound: TypeAlias = tuple[int, int, dict[int, tuple[int, Literal["exact", "at-most"]]]]

def minimax(
    position: Position,
    *,
    by_depth: bool = False,
    depth: int | None = None,
    board: _Board = "proof",
) -> _TwinFound:
    """The twin of `noughts.textbook.minimax`: the same values from the same nodes.

    `by_depth` chooses the scores `noughts.textbook.scores.BY_DEPTH`.
    """

def alpha_beta(
    position: Position,
    *,
    strict: bool = False,
    by_depth: bool = False,
    depth: int | None = None,
    board: _Board = "proof",
) -> _TwinFound:
    """The twin of `noughts.textbook.alpha_beta`: the same values from the same nodes."""

def perft(position: Position, depth: int, *, board: _Board = "proof") -> int:
    """The number of ways to play `depth` moves, like `noughts.position.perft`."""

def threats(position: Position, lacking: int, *, board: _Board = "proof") -> list[int]:
    """The empty cells in windows of `k` cells that lack `lacking` stones of the side to move.

    A window must hold no stone of the opponent and, if lines must be exact, have no own stone
    directly at either end. 1 gives the cells that win at once, 2 those that threaten to, and so on;
    the boards of the search support only these two, and that of the shapes leaves out of 2 what is
    in 1.
    """

def shapes(position: Position) -> list[tuple[int, int]]:
    """For each cell the shapes that a stone makes: of the side to move, and of the other.

    A shape is a number from 0 (no line can be completed) to 12 (a line is complete); shapes.hpp has
    their names. Four bits hold that of each direction. It is 0 for cells that are taken.
    """

class Stop:
    """Ends or pauses the searches it is passed to, from any thread."""

    def stop(self) -> None:
        """End them, even those that have not begun."""

    @property
    def stopped(self) -> bool:
        """Whether `stop` was called, or an exception was raised while one of them ran."""

    def pause(self) -> None:
        """Let them wait where they are; `stop` ends them all the same."""

    def go_on(self) -> None:
        """Let them go on."""

    @property
    def seconds_paused(self) -> float:
        """How long they have waited so far, once they go on; it counts for no limit."""

class Prover:
    """Answers whether a side can force a line, and remembers what it has proved; see solve.hpp."""

    def __init__(self, rules: Rules, megabytes: float) -> None: ...
    @property
    def nodes(self) -> int:
        """The nodes of all questions so far."""

    def ask(
        self,
        position: Position,
        x_attacks: bool,
        weak: bool,
        moves: int,
        most_nodes: int,
        seconds: float,
        stop: Stop,
    ) -> int | None:
        """0: never, 1: not with `moves` moves of its own (63: any number), 2: yes.

        None if the nodes, the seconds (below 0: no limit) or `stop` came first. The weak question
        ignores the lines of the defender. What a signal handler raises meanwhile is raised here.
        """

# Cell, score, whether that is exact (else an upper bound), principal line; the best move first.
FoundMove: TypeAlias = tuple[int, int, bool, list[int]]

class Net:
    """The weights of a net over lines, as `training/net.py` writes them; see net.hpp."""

    def __init__(self, weights: bytes) -> None:
        """ValueError if these are not the weights of such a net."""

    @staticmethod
    def fits(rules: Rules) -> bool:
        """Whether the net can judge such a game."""

    def opinions(
        self, position: Position, lines: Sequence[Sequence[int]] = ((),), *, plain: bool = False
    ) -> list[tuple[int, list[int]]]:
        """After each of these lines of moves the value and for each cell the promise.

        All on one board, in turn. The moves must be possible. `plain` does without the
        instructions that not every machine has.
        """

def glance(position: Position, net: Net | None = None) -> list[tuple[int, int, int, bool]]:
    """For each cell how promising a move looks, and what a stone of either side makes there.

    100 make a move e times as likely. Then what a stone of the side to move makes and one of the
    other side, all lines together, from 0 (quiet) to 6 (a line is complete); shapes.hpp has the
    names. Last, whether the other side threatens an open four and a move here keeps it from all of
    them. Cells that are taken have zeros.
    """

class DeepSearch:
    """The engine's search, with its table; see search.hpp."""

    def __init__(
        self, rules: Rules, megabytes: float, threads: int, net: Net | None = None
    ) -> None: ...
    def search(
        self,
        position: Position,
        depth: int,
        nodes: int,
        seconds: float,
        every_move: bool,
        stop: Stop,
        on_progress: Callable[[list[FoundMove], int, int], None] | None,
    ) -> tuple[list[FoundMove], int, int]:
        """Moves, depth and nodes; `on_progress` gets the same after every finished depth.

        A depth or nodes of 0, or seconds below 0, mean no limit. What `on_progress` or a signal
        handler raises meanwhile is raised here.
        """

"""Tic-tac-toe from the empty board by plain alpha-beta in Python, beside the libraries people use.

    make bench        # or: python bench/peers.py

All run in this one process, in turn, several rounds; each row is the best round's CPU time. The
figures of one machine mean little, the ratios a good deal. The table is written to peers.md.
"""

import platform
import time
from collections.abc import Callable
from pathlib import Path

from aima3.games import TicTacToe as AimaTicTacToe
from aima3.games import alphabeta_search
from easyAI import AI_Player, Negamax
from easyAI.games.TicTacToe import TicTacToe as EasyTicTacToe

from noughts import Position
from noughts.textbook import alpha_beta
from noughts.textbook.scores import BY_DEPTH

ROUNDS = 7


class CountedAima(AimaTicTacToe):  # type: ignore[misc]
    """Counts the positions that are made."""

    made = 0

    def result(self, state: object, move: object) -> object:
        """Count, then play."""
        self.made += 1
        return super().result(state, move)


class CountedEasy(EasyTicTacToe):  # type: ignore[misc]
    """Counts the moves that are made."""

    made = 0

    def make_move(self, move: object) -> None:
        """Count, then play."""
        CountedEasy.made += 1
        super().make_move(move)


def noughts_plain() -> int:
    """Ours, ±1."""
    return alpha_beta(Position()).nodes


def noughts_by_depth() -> int:
    """Ours, quick wins first."""
    return alpha_beta(Position(), scores=BY_DEPTH).nodes


def aima(game: type[AimaTicTacToe] = AimaTicTacToe) -> int:
    """aima3's, ±1."""
    board = game()
    alphabeta_search(board.initial, board)
    return int(getattr(board, "made", 0)) + 1


def easy(game: type[EasyTicTacToe] = EasyTicTacToe) -> int:
    """Negamax of easyAI with its own tic-tac-toe, quick wins first, no table."""
    CountedEasy.made = 0
    search = Negamax(9)
    search(game([AI_Player(search), AI_Player(search)]))
    return CountedEasy.made + 1


CONTESTANTS: dict[str, tuple[Callable[[], int], int]] = {
    "noughts, ±1": (noughts_plain, noughts_plain()),
    "aima3, ±1": (aima, aima(CountedAima)),
    "noughts, 10 - depth": (noughts_by_depth, noughts_by_depth()),
    "easyAI, 100 - depth / 100": (easy, easy(CountedEasy)),
}


def cpu_seconds(run: Callable[[], int]) -> float:
    """How much processor time one run takes."""
    started = time.process_time()
    run()
    return time.process_time() - started


def main() -> None:
    """Measure, print, write."""
    best = dict.fromkeys(CONTESTANTS, float("inf"))
    for _ in range(ROUNDS):
        for name, (run, _nodes) in CONTESTANTS.items():
            best[name] = min(best[name], cpu_seconds(run))
    ours = best["noughts, ±1"]
    lines = [
        f"Python {platform.python_version()}, `python bench/peers.py`, best of {ROUNDS} rounds.",
        "",
        "| program, scores | nodes | CPU ms | times ours |",
        "|---|---:|---:|---:|",
        *(
            f"| {name} | {nodes:,} | {best[name] * 1000:.0f} | {best[name] / ours:.2f} |"
            for name, (_run, nodes) in CONTESTANTS.items()
        ),
    ]
    text = "\n".join(lines) + "\n"
    print(text, end="")
    Path(__file__).with_name("peers.md").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()

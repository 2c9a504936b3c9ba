"""Tic-tac-toe from the empty board, and a few searches of larger ones, next to other libraries.

    make bench        # or: python bench/peers.py

All run in this one process, in turn, for several rounds; each row shows the CPU time of the best
round. The figures of one machine mean little, but the ratios mean a lot. The table is written to
peers.md.
"""

import platform
import random
import time
from collections.abc import Callable
from functools import partial
from math import inf
from pathlib import Path

import numpy as np
import pyspiel
from aima3.games import TicTacToe as AimaTicTacToe
from aima3.games import alphabeta_search
from easyAI import AI_Player, Negamax
from easyAI.games.TicTacToe import TicTacToe as EasyTicTacToe
from open_spiel.python.algorithms import mcts as their_mcts
from open_spiel.python.algorithms import minimax

from noughts import TIC_TAC_TOE, Engine, Limit, Position, Rules, _native, solve
from noughts.textbook import alpha_beta, mcts
from noughts.textbook.scores import BY_DEPTH

ROUNDS = 7


class CountedAima(AimaTicTacToe):  # type: ignore[misc]
    """Counts the positions it makes."""

    made = 0

    def result(self, state: object, move: object) -> object:
        """Count, then play."""
        self.made += 1
        return super().result(state, move)


class CountedEasy(EasyTicTacToe):  # type: ignore[misc]
    """Counts the moves it makes."""

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


def open_spiel() -> int:
    """OpenSpiel's alpha-beta in Python over its C++ states; the wheel has no other."""
    minimax.alpha_beta_search(pyspiel.load_game("tic_tac_toe"))
    return 0


def twin() -> int:
    """Our alpha-beta in C++, node for node the same as in Python."""
    return _native.alpha_beta(Position())[1]


FRESH = [Engine(TIC_TAC_TOE, table_mb=0.1) for _ in range(50 * ROUNDS + 1)]


def engine() -> int:
    """The engine's values of all nine moves, with empty tables."""
    return FRESH.pop().analyse(Position(), every_move=True).nodes


CONTESTANTS: dict[str, tuple[Callable[[], int], int]] = {
    "noughts, textbook, ±1": (noughts_plain, noughts_plain()),
    "aima3, ±1": (aima, aima(CountedAima)),
    "noughts, textbook, 10 - depth": (noughts_by_depth, noughts_by_depth()),
    "easyAI, 100 - depth / 100": (easy, easy(CountedEasy)),
    "OpenSpiel, Python search over C++ states": (open_spiel, 0),
    "noughts, twin in C++, ±1": (twin, twin()),
    "noughts, engine, all nine moves": (engine, engine()),
}


def cpu_seconds(run: Callable[[], int], times: int) -> float:
    """How much processor time one run takes."""
    started = time.process_time()
    for _ in range(times):
        run()
    return (time.process_time() - started) / times


def larger_boards() -> list[str]:
    """OpenSpiel's C++ alpha-beta was seen to need 1.7 s (4x4x3) and 7.0 s (8x8x4, six plies)."""
    small, large = Position(Rules.parse("4x4x3")), Position(Rules.parse("8x8x4"))

    def prove() -> int:
        return solve(small, table_mb=1).nodes

    def six_plies() -> int:
        return _native.alpha_beta(large, depth=6)[1]

    def three_moves_each() -> int:
        prover, stop = _native.Prover(large.rules, 1), _native.Stop()
        for x_attacks in (True, False):
            assert prover.ask(large, x_attacks, False, 3, 10**9, -1.0, stop) == 1
        return prover.nodes

    rows = [
        ("4x4x3, proved", prove, 20, 1.7),
        ("8x8x4, six plies, twin of alpha-beta", six_plies, 1, 7.0),
        ("8x8x4, six plies, prover", three_moves_each, 20, 7.0),
    ]
    lines = [
        "| | nodes | CPU ms | OpenSpiel's C++, seen | times faster |",
        "|---|---:|---:|---:|---:|",
    ]
    for what, run, times, seen in rows:
        seconds = cpu_seconds(run, times)
        lines.append(
            f"| {what} | {run():,} | {seconds * 1000:.3f} | {seen} s | {seen / seconds:,.0f} |"
        )
    return lines


ITERATIONS = 1_000


def their_playouts(game: str) -> int:
    """OpenSpiel's Monte Carlo tree search in Python, over its C++ states; a playout a leaf."""
    loaded, chance = pyspiel.load_game(game), np.random.RandomState(1)
    judge = their_mcts.RandomRolloutEvaluator(1, chance)
    bot = their_mcts.MCTSBot(loaded, 2**0.5, ITERATIONS, judge, solve=False, random_state=chance)
    bot.mcts_search(loaded.new_initial_state())
    return ITERATIONS


def our_playouts(game: str) -> int:
    """Ours, in Python over positions in Python."""
    return mcts(game, limit=Limit(nodes=ITERATIONS), chance=random.Random(1)).nodes


MONTE_CARLO = [
    ("tic-tac-toe", "tic_tac_toe", "tic-tac-toe"),
    ("8x8, four in a row", "mnk(m=8,n=8,k=4)", "8x8x4"),
]


def monte_carlo() -> list[str]:
    """So many iterations from the empty board."""
    lines = [
        f"| {ITERATIONS:,} iterations of MCTS | noughts, CPU ms | OpenSpiel, Python search over "
        "C++ states, CPU ms | times ours |",
        "|---|---:|---:|---:|",
    ]
    for what, theirs, ours in MONTE_CARLO:
        seconds = [inf, inf]
        for _ in range(ROUNDS):
            rivals = (partial(our_playouts, ours), partial(their_playouts, theirs))
            seconds = [
                min(best, cpu_seconds(run, 1)) for best, run in zip(seconds, rivals, strict=True)
            ]
        our, their = seconds
        lines.append(f"| {what} | {our * 1000:.1f} | {their * 1000:.1f} | {their / our:.2f} |")
    return lines


def main() -> None:
    """Measure, print, write."""
    best = dict.fromkeys(CONTESTANTS, float("inf"))
    for _ in range(ROUNDS):
        for name, (run, _nodes) in CONTESTANTS.items():
            times = 50 if name.startswith(("noughts, twin", "noughts, engine")) else 1
            best[name] = min(best[name], cpu_seconds(run, times))
    ours = best["noughts, textbook, ±1"]
    lines = [
        f"Python {platform.python_version()}, `python bench/peers.py`, best of {ROUNDS} rounds.",
        "",
        "| tic-tac-toe from the empty board | nodes | CPU ms | times the first |",
        "|---|---:|---:|---:|",
        *(
            f"| {name} | {nodes:,} | {best[name] * 1000:.2f} | {best[name] / ours:.3f} |"
            if nodes
            else f"| {name} | | {best[name] * 1000:.2f} | {best[name] / ours:.3f} |"
            for name, (_run, nodes) in CONTESTANTS.items()
        ),
        "",
        *larger_boards(),
        "",
        *monte_carlo(),
    ]
    text = "\n".join(lines) + "\n"
    print(text, end="")
    Path(__file__).with_name("peers.md").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()

"""How often Monte Carlo tree search plays a move that keeps the value, on all positions of 3x3.

    python bench/mcts.py        # some minutes

One of each set of positions that can be turned or reflected into each other, unfinished, X having
moved first. Those in which every move keeps the value are counted apart: nobody can go wrong there.
A position has the same seed for every number of iterations, so the table is always the same, but
for the seconds. It is written to mcts.md.
"""

import random
import time
from pathlib import Path

from noughts import Limit, Position
from noughts.textbook import mcts, minimax

ITERATIONS = (100, 1_000, 10_000)


def positions() -> list[Position]:
    """Every unfinished position once, however turned; the empty board first."""
    seen, todo, found = {Position().cells}, [Position()], []
    for position in todo:
        found.append(position)
        for move in position.legal_moves:
            child = position.play(move)
            first = min("".join(child.cells[c] for c in way) for way in child.rules.symmetries)
            if first not in seen and not child.is_over:
                seen.add(first)
                todo.append(child)
    return found


def main() -> None:
    """Measure, print, write."""
    right = {position: set(minimax(position).best) for position in positions()}
    hard = [position for position in right if len(right[position]) < position.empty]
    easy = len(right) - len(hard)
    lines = [
        f"`python bench/mcts.py`: the {len(right)} unfinished positions of tic-tac-toe, up to",
        f"symmetry. In {easy} of them every move keeps the value of the position. The table says",
        f"in how many of the other {len(hard)}, and in what share of all, the chosen move does.",
        "",
        "| iterations | where it matters | of all | seconds a move |",
        "|---:|---:|---:|---:|",
    ]
    print("\n".join(lines))
    for iterations in ITERATIONS:
        started, limit = time.process_time(), Limit(nodes=iterations)
        kept = sum(
            mcts(position, limit=limit, chance=random.Random(number)).move in right[position]
            for number, position in enumerate(hard)
        )
        seconds = (time.process_time() - started) / len(hard)
        lines.append(
            f"| {iterations:,} | {kept} of {len(hard)}, {kept / len(hard):.1%} "
            f"| {(kept + easy) / len(right):.1%} | {seconds:.3f} |"
        )
        print(lines[-1], flush=True)
    Path(__file__).with_name("mcts.md").write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()

"""Games of the engine against itself, to learn from.

    python training/selfplay.py GAME FILE [--games N] [--nodes N] [--seed N]

One game a line: the stones that it begins with, the moves with the score that the search gave each
of them for the side that moved, and the winner (1 X, -1 O, 0 none). Cells are numbers, row by row:

    112 97 113 | 98:14 127:-20>96 ... 82:999993 | 1

A game begins with a few random stones near each other, unless the first search finds that
one-sided, and ends when a search proves a win. Now and then a slip is played instead of the move
that the search found, here 96 instead of 127: a search meets many positions that good play avoids,
and has to know what they are worth. Games are appended; each seed gives its own.
"""

import argparse
import random
from pathlib import Path

from noughts import Engine, Limit, Position, Rules
from noughts.rules import Move

OPENING = range(1, 9)  # stones
SQUARE = range(4, 7)  # the side of the square in which they are
ASIDE = 3  # how far that square may be from the middle
LONGEST = 120  # stones; longer games are given up as draws
BALANCED = 400  # points; openings that the first search finds more one-sided are not played
SLIPS = 0.1  # of the moves
PLAUSIBLE = 12  # a slip is one of the moves that the search lists first


def opening(rules: Rules, chance: random.Random) -> list[Move]:
    """A few stones in a square somewhere near the middle."""
    side = min(chance.choice(SQUARE), rules.rows, rules.columns)
    corner = [
        min(max((length - side) // 2 + chance.randint(-ASIDE, ASIDE), 0), length - side)
        for length in (rules.rows, rules.columns)
    ]
    cells = [
        (corner[0] + row) * rules.columns + corner[1] + column
        for row in range(side)
        for column in range(side)
    ]
    return chance.sample(cells, chance.choice(OPENING))


def play(rules: Rules, nodes: int, chance: random.Random) -> str | None:
    """A game as a line of text; None if there is nothing to learn from it."""
    position, begun, moves = Position(rules), opening(rules, chance), list[str]()
    for move in begun:
        position = position.play(move)
        if position.is_over:
            return None
    engine = Engine(rules, table_mb=8)
    winner = None
    while not position.is_over and rules.size - position.empty < LONGEST:
        found = engine.analyse(position, Limit(nodes=nodes // 2 + chance.randrange(nodes)))
        assert found.score is not None
        if not moves and abs(found.score) > BALANCED:
            return None
        best = move = found.best[0]
        moves.append(f"{best}:{found.score:.0f}")
        if found.outcome in ("win", "loss"):
            winner = position.turn if found.outcome == "win" else position.play(best).turn
            break
        if chance.random() < SLIPS and len(found.moves) > 1:
            move = chance.choice(found.moves[1:PLAUSIBLE]).move
            moves[-1] += f">{move}"
        position = position.play(move)
    result = {"x": 1, "o": -1, None: 0}[winner]
    return f"{' '.join(map(str, begun))} | {' '.join(moves)} | {result}"


def main() -> None:
    """Play and append."""
    words = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    words.add_argument("game", type=Rules.parse)
    words.add_argument("file", type=Path)
    words.add_argument("--games", type=int, default=100)
    words.add_argument("--nodes", type=int, default=5_000, help="for a move, on average")
    words.add_argument("--seed", type=int, default=1)
    given = words.parse_args()
    chance, done = random.Random(given.seed), 0
    with given.file.open("a", encoding="ascii") as file:
        while done < given.games:
            if line := play(given.game, given.nodes, chance):
                print(line, file=file, flush=True)
                done += 1


if __name__ == "__main__":
    main()

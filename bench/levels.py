"""How strong the levels are at Gomoku, and what they overlook.

    python bench/levels.py                  # two minutes
    python bench/levels.py --games 20

The ratings come from a round robin (`noughts arena run`, with openings that it generates). The
positions with a four or an open three to answer come from other games, of `medium` against itself;
each level is asked in each of them a few times. A four is overlooked by any move but the
one that stops it, an open three by any move after which it can still become an open four, unless
the move makes a four of its own. The tables are written to levels.md.
"""

import argparse
import random
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from noughts import GOMOKU, Match, Position, player_named
from noughts.analysis import NO_LIMIT
from noughts.engine.glance import Glance, Threat, glance
from noughts.rules import Move

PLAYERS = ("random", "easy", "medium", "hard")
TRIES = 4
Answers = Callable[[Position], set[Move] | None]


def tournament(games: int) -> str:
    """The table of a round robin."""
    words = ['game = "gomoku"', 'form = "round-robin"', f"games = {games}", "seed = 1"]
    words += [f'[[player]]\nplayer = "{name}"' for name in PLAYERS]
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "levels.toml")
        file.write_text("\n".join(words), encoding="utf-8")
        command = [sys.executable, "-m", "noughts", "arena", "run", str(file)]
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def against_a_four(position: Position) -> set[Move] | None:
    """The moves that stop a four; None where there is none to stop, or a win is as near."""
    seen = glance(position)
    if any(each.ours == Threat.FIVE for each in seen):
        return None
    return {move for move, each in enumerate(seen) if each.theirs == Threat.FIVE} or None


def against_a_three(position: Position) -> set[Move] | None:
    """The same for an open three."""
    seen = glance(position)
    decided = any(Threat.FIVE in (each.ours, each.theirs) for each in seen)
    if decided or makes(Threat.OPEN_FOUR, seen) or not allows(Threat.OPEN_FOUR, seen):
        return None

    def answers(move: Move) -> bool:
        after = glance(position.play(move))
        return seen[move].ours >= Threat.FOUR or not makes(Threat.OPEN_FOUR, after)

    return {move for move in position.legal_moves if answers(move)} or None


def makes(threat: Threat, seen: Sequence[Glance]) -> bool:
    """Whether the side to move can make so much."""
    return any(each.ours == threat for each in seen)


def allows(threat: Threat, seen: Sequence[Glance]) -> bool:
    """Whether the other side could."""
    return any(each.theirs == threat for each in seen)


def positions(of: Answers, count: int) -> Iterator[tuple[Position, set[Move]]]:
    """So many positions with something to answer, no more than one of a game."""
    for seed in range(sys.maxsize):
        player = player_named("medium", random.Random(seed))
        record = Match(player, player, GOMOKU).run()
        position, found = Position(GOMOKU), []
        for move in record.moves:
            if not position.is_over and (answers := of(position)):
                found.append((position, answers))
            position = position.play(move)
        if found:
            yield random.Random(seed).choice(found)
            count -= 1
        if not count:
            return


def overlooked(level: str, asked: Sequence[tuple[Position, set[Move]]]) -> float:
    """The share of answers that do not answer."""
    player = player_named(level, random.Random(1))
    tries = [
        player.choose(position, NO_LIMIT) not in answers
        for position, answers in asked
        for _ in range(TRIES)
    ]
    return sum(tries) / len(tries)


def main() -> None:
    """Measure and write."""
    words = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    words.add_argument("--games", type=int, default=60, help="of each two levels")
    words.add_argument("--positions", type=int, default=100, help="of each kind")
    given = words.parse_args()
    fours = [*positions(against_a_four, given.positions)]
    threes = [*positions(against_a_three, given.positions)]
    lines = [
        f"`python bench/levels.py`: Gomoku, {given.games} games of each two players.",
        "",
        "```",
        *tournament(given.games).splitlines(),
        "```",
        "",
        f"What they overlook, in {given.positions} positions of each kind, {TRIES} tries each:",
        "",
        "| level | fours | open threes |",
        "|---|---:|---:|",
    ]
    lines += [
        f"| `{level}` | {overlooked(level, fours):.0%} | {overlooked(level, threes):.0%} |"
        for level in PLAYERS
    ]
    text = "\n".join(lines) + "\n"
    print(text, end="")
    Path(__file__).with_suffix(".md").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()

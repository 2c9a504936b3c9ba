"""The engine against program 4 at four in a line on 8x8: how many games it wins.

    python bench/games.py [GAMES] [SECONDS OF THE ENGINE] [SECONDS OF PROGRAM 4, 0: two plies]

Program 4 plays a random first move; otherwise all games would be the same. The engine starts every
other game.
"""

import random
import sys
import time
from collections import Counter

from noughts import FOUR_IN_A_LINE, Limit, Match, Position, player_named
from noughts.players import Player
from noughts.rules import OTHER, Mark, Move


class Opening:
    """A player whose first move is random."""

    def __init__(self, player: Player, chance: random.Random) -> None:
        self.player, self.chance = player, chance
        self.name = player.name
        self.moved = False

    def choose(self, position: Position, limit: Limit) -> Move | str:
        """A random move first, then the player's choice."""
        if not self.moved:
            self.moved = True
            return self.chance.choice(position.legal_moves)
        return self.player.choose(position, limit)


def main() -> None:
    """Play and count."""
    words = [*sys.argv[1:], "", "", ""]
    games, ours, theirs = int(words[0] or 100), float(words[1] or 1), float(words[2] or 0)
    chance = random.Random(8)
    limit = Limit(seconds=theirs) if theirs else Limit(depth=2)
    results: Counter[tuple[str, str]] = Counter()
    longest = 0.0
    for number in range(games):
        us: Mark = "x" if number % 2 == 0 else "o"
        engine = player_named("engine", chance)
        them = Opening(player_named("four-in-a-line", chance), chance)
        players: dict[Mark, Player] = {us: engine, OTHER[us]: them}
        limits = {us: Limit(seconds=ours), OTHER[us]: limit}
        started = time.perf_counter()
        record = Match(players, Position(FOUR_IN_A_LINE), limits, grace=1).run()
        assert record.outcome is not None
        mine = [seconds for i, seconds in enumerate(record.seconds) if (i % 2 == 0) == (us == "x")]
        longest = max(longest, *mine)
        winner = record.outcome.winner
        result = "won" if winner == us else "drawn" if winner is None else "lost"
        results["started" if us == "x" else "second", result] += 1
        print(
            f"{number + 1}: {us} {result} ({record.outcome.reason}) in {len(record.moves)} moves, "
            f"{time.perf_counter() - started:.0f} s",
            flush=True,
        )
    print(dict(results), f"longest move {longest:.3f} s of {ours:g}")


if __name__ == "__main__":
    main()

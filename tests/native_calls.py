"""Calls each function of the native module and prints what it answers.

`test_static_page.py` compares what it prints here and with the engine that browsers have.
"""

import random

from noughts import _native as native
from noughts.engine.net import net_for
from noughts.position import Position
from noughts.rules import Rules

GAMES = ("3x3x3", "4x4x3-straight", "5x4x4-exact", "6x6x5", "9x9x5")


def positions() -> list[Position]:
    """Some of each game, always the same."""
    chance, found = random.Random(7), []
    for game in GAMES:
        for moves in (0, 3, 6):
            position = Position(game)
            for _ in range(moves):
                if not position.is_over:
                    position = position.play(chance.choice(position.legal_moves))
            found.append(position)
    return found


def attempt(call: object, *words: object, **named: object) -> None:
    """Print the answer, or what is wrong."""
    try:
        print(call(*words, **named))  # type: ignore[operator]
    except (ValueError, TypeError) as error:
        print(type(error).__name__, error)


def call_all(position: Position) -> None:
    attempt(native.minimax, position, depth=3, by_depth=True)
    for board in ("proof", "search", "shape", "other"):
        attempt(native.alpha_beta, position, strict=True, depth=3, board=board)
        attempt(native.perft, position, 2, board=board)
        attempt(native.threats, position, 2, board=board)
    attempt(native.threats, position, 3)
    attempt(native.shapes, position)
    net = net_for(position.rules)
    attempt(native.glance, position, net)
    if net:
        lines = [(), position.legal_moves[:2]]
        attempt(net.opinions, position, lines)
        attempt(net.opinions, position, lines, plain=True)
    search = native.DeepSearch(position.rules, 1, 1, net)
    told: list[object] = []
    stop = native.Stop()
    found = search.search(position, 3, 0, -1.0, True, stop, lambda *each: told.append(each))
    print(found, told, stop.stopped)
    prover = native.Prover(position.rules, 1)
    for moves in (2, 63, 64):
        attempt(prover.ask, position, True, False, moves, 3_000, -1.0, native.Stop())
    print(prover.nodes)


def main() -> None:
    for position in positions():
        call_all(position)
    wrong = Position("3x3x3")
    other = native.DeepSearch(Rules(4, 4, 4), 1, 1)
    attempt(other.search, wrong, 1, 0, 1.0, True, native.Stop(), None)
    attempt(native.glance, wrong, net_for(Rules.parse("9x9x5")))
    attempt(native.perft, wrong, -1)
    attempt(native.Net, b"short")
    stop = native.Stop()
    stop.stop()
    found = native.DeepSearch(wrong.rules, 1, 1).search(wrong, 9, 0, -1.0, False, stop, None)
    print(found[1:], stop.stopped)


if __name__ == "__main__":
    main()

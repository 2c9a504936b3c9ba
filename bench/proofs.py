"""Solved games: what `noughts.solve` proves, how fast, against the yardstick and published values.

    python bench/proofs.py            # a minute
    python bench/proofs.py --hard     # with 9x4x4: a few minutes

One thread, a table of 256 MB. The yardstick is a plain C++ null-window search on the same kind of
machine. The table is written to proofs.md.
"""

import sys
from pathlib import Path

from noughts import Position, Rules, solve

# Game, value, the yardstick's seconds (None: it did not solve the game), remark
GAMES: list[tuple[str, str, float | None, str]] = [
    ("3x3x3", "draw", 0.001, ""),
    ("4x3x3", "win", 0.001, ""),
    ("4x4x4", "draw", 0.001, ""),
    ("5x4x4", "draw", 0.001, ""),
    ("5x5x4", "draw", 0.18, ""),
    ("6x5x4", "win", 0.01, ""),
    ("6x6x4", "win", 0.01, ""),
    ("6x4x4", "draw", 0.2, ""),
    ("7x4x4", "draw", 9, ""),
    ("8x4x4", "draw", 56, ""),
    ("5x5x4-straight", "draw", 0.03, ""),
    ("6x6x4-straight", "draw", 45, ""),
    ("7x7x4-straight", "win", 0.5, "Harary: in 8 moves; 7 are enough, 6 are not"),
    ("8x8x4-straight", "win", 2, "the course game, solved"),
    ("5x5x5", "draw", 0.001, ""),
    ("6x6x5", "draw", 0.001, ""),
    ("7x6x5", "draw", 3.4, ""),
    ("7x7x5", "draw", None, "published: 2.5 s"),
]
HARD: list[tuple[str, str, float | None, str]] = [
    ("9x4x4", "win", None, "the yardstick gave up after 9 minutes"),
]


WHY = """\
Why some rows are less than 3 times faster: games that take a millisecond spend most of it on making
the tables and on the call from Python. In the wins (6x5x4 to 8x8x4-straight) the solver also proves
that no quicker win exists and reads out a line, and three ways of proving share the time, because
it is not known in advance which one is short."""


def row(game: str, value: str, yardstick: float | None, remark: str) -> str:
    """Prove one game and return its row of the table."""
    proof = solve(Position(Rules.parse(game)), table_mb=256)
    assert proof.outcome == value, f"{game} is {proof.outcome}, not a {value}"
    ratio = "" if yardstick is None else f"{yardstick / proof.seconds:,.1f}"
    plies = proof.plies if value == "win" else ""
    theirs = "" if yardstick is None else f"{yardstick:g}"
    return (
        f"| {game} | {value} | {plies} | {proof.nodes:,} | {proof.seconds:.4f} | {theirs} "
        f"| {ratio} | {remark} |"
    )


def main() -> None:
    """Prove, print, write."""
    lines = [
        "`python bench/proofs.py --hard`, one thread; the yardstick's best times.",
        "",
        "| game | value | plies | nodes | seconds | yardstick | times faster | |",
        "|---|---|---:|---:|---:|---:|---:|---|",
    ]
    print("\n".join(lines))
    for game in [*GAMES, *(HARD if "--hard" in sys.argv[1:] else [])]:
        lines.append(row(*game))
        print(lines[-1], flush=True)
    lines += ["", *WHY.splitlines()]
    Path(__file__).with_name("proofs.md").write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()

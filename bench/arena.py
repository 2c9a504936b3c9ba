"""What a game between engines costs besides their thinking: milliseconds a move.

    python bench/arena.py                   # half a minute
    python bench/arena.py --games 1000

The engine here is a small C program that answers at once with the first free cell, so a game of
Gomoku takes 61 moves. `--at-once` processes play at the same time, each its share of the games
with two engines. A move is all from one `Match.step` to the next: INFO and TURN, the way to the
engine and back, the rules, the record. The table is written to arena.md.
"""

import argparse
import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from statistics import mean, median

from noughts import Limit, Match
from noughts.arena.engines import GomocupPlayer

AT_ONCE = r"""
#include <stdio.h>
#include <string.h>

int main(void) {
    static char line[4096], taken[20][20];
    int n = 15, x, y;
    while (fgets(line, sizeof line, stdin)) {
        if (sscanf(line, "START %d", &n) == 1 || !strncmp(line, "RESTART", 7)) {
            memset(taken, 0, sizeof taken);
            puts("OK");
        } else if (!strncmp(line, "INFO", 4)) {
            continue;
        } else if (!strncmp(line, "END", 3)) {
            return 0;
        } else {
            if (sscanf(line, "TURN %d,%d", &x, &y) == 2) taken[y][x] = 1;
            for (x = 0; taken[x / n][x % n]; x++) {}
            taken[x / n][x % n] = 1;
            printf("%d,%d\n", x % n, x / n);
        }
        fflush(stdout);
    }
    return 0;
}
"""


def compiled(folder: Path) -> str:
    """The engine that answers at once."""
    compiler = next(filter(None, map(shutil.which, ("cc", "gcc", "clang"))), None)
    if compiler is None:
        raise SystemExit("bench/arena.py needs a C compiler")
    (folder / "at_once.c").write_text(AT_ONCE)
    subprocess.run([compiler, "-O2", "-o", folder / "at_once", folder / "at_once.c"], check=True)
    return str(folder / "at_once")


def moves_of(engine: str, games: int) -> tuple[list[float], int]:
    """The seconds of every move of some games, and how many games were lost on time."""
    times, late = [], 0
    with GomocupPlayer([engine], name="one") as one, GomocupPlayer([engine], name="two") as two:
        for _ in range(games):
            match = Match(one, two, "gomoku", Limit(seconds=0.05), total=30)
            before = time.perf_counter()
            while match.outcome is None:
                match.step()
                now = time.perf_counter()
                times.append(now - before)
                before = now
            late += match.outcome.reason == "time"
    return times, late


def overhead(engine: str, games: int, at_once: int) -> tuple[list[float], int]:
    """The same for all games, of which some are played at the same time."""
    shares = [games // at_once + (each < games % at_once) for each in range(at_once)]
    with ProcessPoolExecutor(at_once, get_context("spawn")) as pool:
        found = [*pool.map(moves_of, [engine] * at_once, shares)]
    return [each for times, _ in found for each in times], sum(late for _, late in found)


def row(at_once: int, games: int, times: Sequence[float], late: int) -> str:
    """A line of the table."""
    ordered = sorted(1000 * each for each in times)
    slow = ordered[len(ordered) * 99 // 100]
    return (
        f"| {at_once} | {games:,} | {len(ordered):,} | {mean(ordered):.3f} | {median(ordered):.3f} "
        f"| {slow:.3f} | {ordered[-1]:.1f} | {late} |"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description="The overhead of games between engines.")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--at-once", type=int, nargs="*", default=[1, 2])
    asked = parser.parse_args()
    lines = [
        f"`python bench/arena.py`, {os.cpu_count()} cores: milliseconds a move, between engines "
        "that answer at once.",
        "",
        "| games at once | games | moves | mean | median | 99 % | longest | lost on time (50 ms) |",
        "|---:|---:|---:|---:|---:|---:|---:|---:|",
    ]
    with tempfile.TemporaryDirectory() as folder:
        engine = compiled(Path(folder))
        for at_once in asked.at_once:
            lines.append(row(at_once, asked.games, *overhead(engine, asked.games, at_once)))
    text = "\n".join(lines) + "\n"
    print(text, end="")
    Path(__file__).with_suffix(".md").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()

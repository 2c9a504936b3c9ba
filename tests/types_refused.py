"""Misuses of the library, each refused by the types and at run time.

`make check` fails if a line here is not an error; test_types.py runs each line of `misuses`.
"""

import random

from noughts import (
    GOMOKU,
    TIC_TAC_TOE,
    Engine,
    Human,
    Limit,
    Match,
    Outcome,
    Position,
    Random,
    Record,
    Rules,
    Solver,
    Trace,
    analyse,
    cell,
    name,
    player_named,
    records,
    solve,
)
from noughts.textbook import alpha_beta

BOTH = Match("random", "random")
GAME = Record("3x3x3", {"x": "anna", "o": "otto"})
FOUND = alpha_beta("xx.oo....")


class Hasty:
    """A player whose choose takes no limit."""

    name = "hasty"

    def choose(self, position: Position) -> str:
        """The centre."""
        return "b2"


def misuses() -> None:
    """One to a line."""
    Rules("3", 3, 3)  # type: ignore[arg-type]
    Rules.parse(3)  # type: ignore[arg-type]
    Position(3)  # type: ignore[arg-type]
    Position(cells=["."] * 9)  # type: ignore[arg-type]
    Position(turn="X")  # type: ignore[arg-type]
    Position.parse(None)  # type: ignore[arg-type]
    Position().play(4.0)  # type: ignore[arg-type]
    Position().play(None)  # type: ignore[arg-type]
    Position().play(b"b2")  # type: ignore[arg-type]
    Outcome("z", "line")  # type: ignore[arg-type]
    name(GOMOKU, 1.5)  # type: ignore[arg-type]
    name(15, 1)  # type: ignore[arg-type]
    cell("3x3x3", 4)  # type: ignore[arg-type]
    Limit(seconds="5")  # type: ignore[arg-type]
    Limit(depth=2.5)  # type: ignore[arg-type]
    analyse(4)  # type: ignore[arg-type]
    analyse("x...o....", 3)  # type: ignore[arg-type]
    analyse("x...o....", Limit(seconds=1))  # type: ignore[arg-type]
    analyse("x...o....", limit=5)  # type: ignore[arg-type]
    analyse("x...o....", "alpha-beta", visit=3)  # type: ignore[arg-type]
    analyse("x...o....", "alpha-beta", scores="by-depth")  # type: ignore[arg-type]
    FOUND[2.0]  # type: ignore[index]
    alpha_beta("xx.oo....", order=lambda position: 5)  # type: ignore[arg-type,return-value]
    alpha_beta(None)  # type: ignore[arg-type]
    solve(["x"])  # type: ignore[arg-type]
    solve("5x5x4", 3)  # type: ignore[arg-type]
    solve("5x5x4", on_progress=3)  # type: ignore[arg-type]
    Solver(None)  # type: ignore[arg-type]
    Engine(Position())  # type: ignore[arg-type]
    Engine(3)  # type: ignore[arg-type]
    Engine(TIC_TAC_TOE, table_mb="x")  # type: ignore[arg-type]
    Engine(TIC_TAC_TOE, threads=1.5)  # type: ignore[arg-type]
    Trace(3)  # type: ignore[arg-type]
    Trace("3x3x3").add(5)  # type: ignore[arg-type]
    Trace("3x3x3", maximiser="z")  # type: ignore[arg-type]
    player_named(3)  # type: ignore[arg-type]
    player_named("easy", 7)  # type: ignore[arg-type]
    Human("b2")  # type: ignore[arg-type]
    Random(7)  # type: ignore[arg-type]
    Match("easy")  # type: ignore[call-overload]
    Match()  # type: ignore[call-overload]
    Match(players=3)  # type: ignore[call-overload]
    Match("easy", "hard", start=3)  # type: ignore[call-overload]
    Match("easy", 3)  # type: ignore[call-overload]
    Match(Hasty(), "easy")  # type: ignore[call-overload]
    Match(Random, Random)  # type: ignore[call-overload]
    Match({"x": "easy", "o": None})  # type: ignore[dict-item]
    Match("easy", "easy", limits=5)  # type: ignore[call-overload]
    Match("easy", "easy", chance=random)  # type: ignore[call-overload]
    Match("easy", "easy", seed=3)  # type: ignore[call-overload]
    BOTH.receive("b2", None)  # type: ignore[arg-type]
    BOTH.resign("z")  # type: ignore[arg-type]
    BOTH.undo("1")  # type: ignore[arg-type]
    Record("3x3x3", ["anna", "otto"])  # type: ignore[arg-type]
    GAME.play(1.5)  # type: ignore[arg-type]
    GAME.play("b2", "soon")  # type: ignore[arg-type]
    GAME.undo(1.0)  # type: ignore[arg-type]
    GAME.ended("x")  # type: ignore[arg-type]
    records.append(GAME, "games.jsonl")  # type: ignore[arg-type]
    records.last(7)  # type: ignore[arg-type]

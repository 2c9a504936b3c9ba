"""Uses of the library that the types allow; `make check` reads it, test_types.py runs it."""

import random
from pathlib import Path
from typing import assert_type

from noughts import (
    GOMOKU,
    LEVELS,
    METHODS,
    Analysis,
    Engine,
    Human,
    Limit,
    Match,
    MoveValue,
    Outcome,
    Player,
    Position,
    Proof,
    Random,
    Record,
    Rules,
    Solver,
    Trace,
    Variation,
    analyse,
    cell,
    files,
    name,
    player_named,
    records,
    solve,
)
from noughts.notation import as_move
from noughts.players import as_player
from noughts.position import as_position
from noughts.rules import as_rules
from noughts.textbook import alpha_beta, strings

SHORT = Limit(nodes=100, seconds=60)


class Corner:
    """A player as people write them: it returns the name of a cell."""

    name = "corner"

    def choose(self, position: Position, limit: Limit) -> str:
        """The first free corner."""
        return next(each for each in ("a1", "a3", "c1", "c3") if position.why_not(each) is None)


def boards() -> None:
    """Rules, positions and moves."""
    assert_type(as_rules("gomoku"), Rules)
    assert_type(as_rules(GOMOKU), Rules)
    assert_type(as_move(GOMOKU, "h8"), int)
    assert_type(as_position("4x4x3"), Position)
    assert_type(as_position(GOMOKU), Position)
    assert_type(Position("6x6x4").play("b2").play(0), Position)
    assert_type(Position.parse("x........", "3x3x3", "o"), Position)
    assert_type(Position().why_not("b2"), str | None)
    assert_type(Position().outcome, Outcome | None)
    assert_type(name("gomoku", 112), str)
    assert_type(cell("3x3x3", "b2"), int)
    Trace("x...o....", maximiser="x")


def searches() -> None:
    """Analyses and proofs."""
    found = analyse("x...o....", "alpha-beta", limit=SHORT)
    assert_type(found, Analysis)
    assert_type(analyse(Position(), limit=SHORT), Analysis)
    assert_type(analyse(GOMOKU, METHODS["engine"], SHORT), Analysis)
    assert_type("b2" in found, bool)
    assert_type(analyse("xx.oo....")["a3"], MoveValue)
    assert_type([value.outcome == "win" for value in found], list[bool])
    assert_type(METHODS["minimax"].analyse("xx.oo....", SHORT), Analysis)
    assert_type(alpha_beta("xx.oo...."), Analysis)
    assert_type(strings("xx.oo...."), Analysis)
    assert_type(solve("5x5x4", SHORT, table_mb=1), Proof)
    assert_type(Solver("5x5x4", 1).solve("5x5x4", SHORT, on_progress=print), Proof)
    assert_type(Engine("gomoku", table_mb=1, threads=1).analyse("gomoku", SHORT), Analysis)


def games(folder: Path) -> None:
    """Players, matches and records."""
    chance = random.Random(7)
    assert_type(player_named("easy"), Player)
    assert_type(as_player(Corner(), chance), Player)
    assert_type(LEVELS["easy"].name, str)
    assert_type(Match("easy", "perfect", chance=chance).run(), Record)
    Match(Corner(), Random(), "gomoku", SHORT)
    Match("random", Human(lambda position: "b2"), start=GOMOKU, limits={"x": SHORT, "o": SHORT})
    Match({"x": "random", "o": Corner()}, Position(), SHORT, grace=1)
    Match(x="easy", o=Corner(), start="4x4x3")
    Match("easy", o="perfect")
    Match(players={"x": "easy", "o": "hard"})
    match = Match({})
    assert_type(match.receive("b2", 0.5), int | None)
    record = Record("3x3x3", {"x": "anna", "o": "otto"}, ["b2", 0]).play("a2", 1.5)
    assert_type(record.undo(), Record)
    tried = Variation(1, ["c3", 2], "the corner", {2: "why not"})
    Record(
        GOMOKU, {"x": "anna", "o": "otto"}, ["h8"], comments={0: "start"}, about={"event": "cup"}
    )
    Record("3x3x3", {"x": "anna", "o": "otto"}, ["b2", "a1"], variations=[tried])
    assert_type(Record.from_sgf(record.as_sgf(), "3x3x3"), Record)
    files.write(str(folder / "games.sgf"), [record])
    assert_type(files.read(folder / "games.sgf"), list[Record])
    records.append(str(folder / "games.jsonl"), record)
    records.append(folder / "games.jsonl", record)
    assert_type(records.last(str(folder / "games.jsonl")), Record)
    assert_type(list(records.load(folder / "games.jsonl")), list[Record])

"""Players: perfect never loses, easy loses to a beginner, and a seed repeats a game."""

import random
from collections.abc import Iterable, Sequence
from typing import Any

import pytest
from laws import BOOKS, MARKS, after, board, one_line, unfinished

from noughts import (
    FOUR_IN_A_LINE,
    GOMOKU,
    LEVELS,
    METHODS,
    TIC_TAC_TOE,
    Engine,
    Human,
    IllegalMove,
    Limit,
    Match,
    NotationError,
    OutOfReach,
    Player,
    Position,
    Random,
    Rules,
    player_named,
)
from noughts.notation import as_move
from noughts.players import OPPONENTS, opponent_named
from noughts.rules import OTHER, Mark, Move


class Rehearsed(random.Random):
    """Chance that remembers between what it had to choose, so that all of it can be tried."""

    offered: Sequence[Any] = ()

    def choice(self, seq: Sequence[Any]) -> Any:  # type: ignore[override]
        self.offered = seq
        return seq[0]


# Perfect


@pytest.mark.parametrize("starts", [True, False], ids=["first", "second"])
@pytest.mark.parametrize("mark", MARKS)
@pytest.mark.parametrize("name", ["perfect", "alpha-beta:perfect"])
def test_perfect_never_loses(name: str, mark: Mark, starts: bool) -> None:
    chance = Rehearsed()
    player = player_named(name, chance)
    seen, losses, todo = set(), 0, [Position(turn=mark if starts else OTHER[mark])]
    while todo:
        position = todo.pop()
        if position in seen:
            continue
        seen.add(position)
        losses += position.winner == OTHER[mark]
        if position.is_over:
            continue
        if position.turn == mark:
            player.choose(position, Limit())
            todo += [position.play(move) for move in chance.offered]  # whatever it may choose
        else:
            todo += [position.play(move) for move in position.legal_moves]  # whatever comes
    assert losses == 0
    assert sum(position.is_over for position in seen) > 20


@pytest.mark.parametrize("first", MARKS)
def test_perfect_wins_as_quickly_as_can_be(first: Mark) -> None:
    chance = Rehearsed()
    player = player_named("perfect", chance)
    for position in unfinished(first)[100::7]:
        player.choose(position, Limit())
        true = after(position.cells, position.turn)
        best = max(value.rank for value in true.values())
        assert set(chance.offered) == {move for move in true if true[move].rank == best}


@pytest.mark.parametrize("method", BOOKS)
def test_every_method_plays_a_drawn_game_against_perfect(method: str) -> None:
    for mark in MARKS:
        chance = random.Random(5)
        one = player_named(method, chance)
        other = player_named("perfect", chance)
        limit = Limit(depth=9) if METHODS[method].manner.deepens else Limit()
        start = Position().play(4).play(0)
        record = Match({mark: one, OTHER[mark]: other}, start, limit).run()
        assert record.outcome is not None
        assert record.outcome.winner is None


# Levels, against somebody who takes a win, blocks, and knows no more


class Beginner:
    """Takes a win in one, blocks one, else plays anywhere."""

    name = "beginner"

    def __init__(self, chance: random.Random) -> None:
        self.chance = chance

    def choose(self, position: Position, limit: Limit) -> Move:
        moves = position.legal_moves
        wins = [move for move in moves if position.play(move).winner]
        blocks = [move for move in moves if completes(position, move)]
        return self.chance.choice(wins or blocks or moves)


def completes(position: Position, move: Move) -> bool:
    """Whether the opponent would have a line with a stone there."""
    other = OTHER[position.turn]
    cells = position.cells[:move] + other + position.cells[move + 1 :]
    return position.rules.completes(cells, other, move)


def games(level: str, number: int, rules: Rules = TIC_TAC_TOE) -> list[Mark | None]:
    """Who won, in games of the level (x) against the beginner (o); they take turns to start."""
    winners: list[Mark | None] = []
    for seed in range(number):
        chance = random.Random(seed)
        players: dict[Mark, Player] = {"x": player_named(level, chance), "o": Beginner(chance)}
        start = Position(rules, turn=MARKS[seed % 2])
        outcome = Match(players, start).run().outcome
        assert outcome is not None
        winners.append(outcome.winner)
    return winners


def test_easy_loses_to_a_beginner_perfect_never_and_the_others_in_between() -> None:
    winners = {level: games(level, 40) for level in LEVELS}
    lost = {level: winners[level].count("o") for level in LEVELS}
    won = {level: winners[level].count("x") for level in LEVELS}
    assert list(LEVELS) == ["easy", "medium", "hard", "perfect"]
    assert lost["easy"] > lost["medium"] > lost["hard"] >= lost["perfect"], lost
    assert won["easy"] < won["medium"] < won["hard"] <= won["perfect"], won
    assert lost["easy"] > 40 / 2, "most games"
    assert lost["perfect"] == 0


def test_levels_on_a_large_board() -> None:
    for level in LEVELS:
        chance = random.Random(2)
        player = player_named(level, chance)
        position = Position(FOUR_IN_A_LINE).play(27)
        assert player.choose(position, Limit(seconds=0.2)) in position.legal_moves


def test_hard_never_overlooks_a_win_in_one_nor_a_threat() -> None:
    position = board("xx./o../..o")
    threatened = board("xx./.o./...", turn="o")
    for seed in range(60):
        hard = player_named("hard", random.Random(seed))
        assert hard.choose(position, Limit()) == 2
        assert hard.choose(threatened, Limit()) == 2


def test_easy_overlooks_both() -> None:
    position = board("xx./o../..o")
    chosen = [player_named("easy", random.Random(s)).choose(position, Limit()) for s in range(60)]
    assert 0 < chosen.count(2) < 45


MILD = ("easy", "medium", "hard")  # the levels that err


def choices(level: str, position: Position, number: int = 60) -> list[Move]:
    """What the level plays there, each time by another chance."""
    players = (player_named(level, random.Random(seed)) for seed in range(number))
    return [as_move(position.rules, player.choose(position, Limit())) for player in players]


def away(move: Move, cells: Iterable[Move]) -> int:
    """How many rows or columns it is from the nearest of these cells of a Gomoku board."""
    row, column = divmod(move, 15)
    return min(max(abs(row - cell // 15), abs(column - cell % 15)) for cell in cells)


@pytest.mark.parametrize("level", MILD)
def test_levels_play_gomoku_where_people_would(level: str) -> None:
    centre = 7 * 15 + 7
    assert all(away(move, [centre]) <= 1 for move in choices(level, Position(GOMOKU)))
    for seed in range(6):
        player = player_named(level, random.Random(seed))
        moves = Match(player, player, GOMOKU).run().moves
        assert all(away(move, moves[:ply]) <= 2 for ply, move in enumerate(moves) if ply)


def test_levels_overlook_threes_as_people_do_and_fours_less() -> None:
    three = Position(GOMOKU)
    for move in ("h8", "g8", "h7", "f10", "h9"):
        three = three.play(move)
    answers = {as_move(GOMOKU, name) for name in ("h5", "h6", "h10", "h11")}
    seen = {level: sum(move in answers for move in choices(level, three)) for level in MILD}
    assert 10 < seen["easy"] < seen["medium"] < 54 < seen["hard"]

    four = three.play("h11").play("h10")  # only h6 stops it
    stopped = {level: choices(level, four).count(as_move(GOMOKU, "h6")) for level in MILD}
    assert all(seen[level] < stopped[level] for level in ("easy", "medium"))
    assert 40 < stopped["easy"] < stopped["hard"] == 60


def test_levels_play_on_where_nobody_can_have_a_row() -> None:
    dead = Position("1x20x20").play(9).play(10)
    for level in MILD:
        assert set(choices(level, dead)) <= set(dead.legal_moves)


# Chance


@pytest.mark.parametrize(
    "name", ["random", "easy", "medium", "hard", "perfect", "game-tree:hard", "mcts"]
)
def test_a_seed_repeats_a_game(name: str) -> None:
    start = Position().play(4)

    def game(seed: int) -> tuple[Move, ...]:
        chance = random.Random(seed)
        player = player_named(name, chance)
        return Match({"x": player, "o": player}, start).run().moves

    assert game(7) == game(7)
    assert len({game(seed) for seed in range(5)}) > 1


def test_chance_without_a_source_gets_a_new_one() -> None:
    player = Random(None)  # type: ignore[arg-type]
    assert player.choose("x...o....") in Position.parse("x...o....").legal_moves


def test_a_random_player_plays_anything_legal() -> None:
    position = board("xo./.x./o..")
    player = Random(random.Random(3))
    assert {player.choose(position, Limit()) for _ in range(200)} == set(position.legal_moves)


# Names


def test_players_are_known_by_their_names() -> None:
    names = ["random", *LEVELS, *BOOKS, "stepwise:easy", "four-in-a-line:perfect"]
    for name in names:
        assert player_named(name, random.Random(1)).name == name


@pytest.mark.parametrize(
    "name", ["", "nobody", "Perfekt", "minimax:", "minimax:expert", ":easy", "random:easy", "human"]
)
def test_an_unknown_player_is_refused(name: str) -> None:
    with pytest.raises(NotationError) as refusal:
        player_named(name, random.Random(1))
    assert one_line(str(refusal.value))
    assert str(refusal.value).startswith(f"unknown player {name!r}")
    assert ": choose a level (easy, " in str(refusal.value)
    assert ("(did you mean 'perfect'?)" in str(refusal.value)) == (name == "Perfekt")


def test_every_opponent_can_be_made_and_says_what_it_is() -> None:
    known = OPPONENTS
    assert list(known) == [*LEVELS, "random", *METHODS]
    for name, opponent in known.items():
        assert player_named(name, random.Random(0)).name == opponent.name == name
        assert opponent.about
        assert opponent.kind == ("method" if name in METHODS else "level")
    by_the_clock = ["perfect", "four-in-a-line", "deepening", "proof-number", "mcts", "engine"]
    assert [name for name in known if known[name].clock] == by_the_clock


def test_only_a_clock_makes_sense_of_seconds() -> None:
    limit = Limit(depth=3, seconds=1)
    for name, opponent in OPPONENTS.items():
        assert opponent_named(name).limit(limit) == (limit if opponent.clock else Limit(depth=3))
    assert opponent_named("engine:easy").limit(limit) == Limit(depth=3)
    assert opponent_named("alpha-beta:perfect").limit(limit) == Limit(depth=3)
    assert opponent_named("four-in-a-line:perfect").limit(limit) == limit


def test_why_a_player_cannot_play_is_what_its_method_says() -> None:
    large = Position(FOUR_IN_A_LINE)
    for name in OPPONENTS:
        reason = METHODS[name].why_not(large) if name in METHODS else None
        assert opponent_named(name).why_not(large) == reason
    assert opponent_named("minimax:easy").why_not(large) == METHODS["minimax"].why_not(large)


def test_an_engine_of_yours_is_used() -> None:
    engine = Engine(TIC_TAC_TOE, table_mb=1)
    for name in ("engine", "perfect"):
        before = engine.solver.nodes
        player_named(name, random.Random(0), engine).choose(board("x.o/.../..."), Limit())
        assert engine.solver.nodes > before or name == "perfect"


def test_a_human_is_asked() -> None:
    asked = []

    def ask(position: Position) -> Move:
        asked.append(position)
        return 4

    assert Human(ask).choose(Position(), Limit()) == 4
    assert asked == [Position()]
    assert Human(ask).name == "human"


def test_what_a_person_raises_comes_out() -> None:
    def leave(position: Position) -> Move:
        raise EOFError

    with pytest.raises(EOFError):
        Human(leave).choose(Position(), Limit())


# Searches


def test_a_search_tells_how_its_choice_came_about() -> None:
    player: Any = player_named("game-tree", random.Random(1))
    chosen = player.choose(board("x.o/.x./o..", turn="x"), Limit())
    assert chosen in player.analysis.best
    assert player.analysis.method == "game-tree"


def test_a_search_plays_the_first_of_the_best_moves() -> None:
    position = Position().play(1)
    for method in ("minimax", "alpha-beta", "alpha-beta-strict", "stepwise", "strings"):
        assert player_named(method, random.Random(1)).choose(position, Limit()) == 0


def test_a_search_that_has_found_nothing_says_so() -> None:
    for name in ("minimax", "alpha-beta:perfect"):
        with pytest.raises(
            OutOfReach, match="did not search any move to its end within its limits"
        ):
            player_named(name, random.Random(1)).choose(Position(), Limit(nodes=1))


@pytest.mark.parametrize("name", ["random", *LEVELS, *BOOKS])
def test_nobody_plays_in_a_finished_game(name: str) -> None:
    won = board("xxx/oo./...")
    with pytest.raises((OutOfReach, IllegalMove, IndexError)):
        player_named(name, random.Random(1)).choose(won, Limit())

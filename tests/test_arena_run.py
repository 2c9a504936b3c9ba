"""Tournaments: who plays whom, what is kept, and that no game is lost or played twice."""

import json
import os
import random
import re
import signal
import sqlite3
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import closing
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from typing import Any, ClassVar

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st
from laws import Terminal

from noughts.analysis import Limit
from noughts.arena import table
from noughts.arena.crew import LocalCrew, Lost
from noughts.arena.engines import GomocupPlayer
from noughts.arena.game import PYTHON, Table, start
from noughts.arena.openings import balanced
from noughts.arena.pairings import gauntlet, round_robin, swiss_round
from noughts.arena.run import Runner
from noughts.arena.store import Played, Store, Task
from noughts.arena.tournament import Entrant, Tournament, entrant, read_tournament
from noughts.check.playing import ProgramPlayer
from noughts.check.sandbox.sandbox import STANDARD
from noughts.cli import noughts_command
from noughts.cli.scoreboard import Board
from noughts.errors import NotationError
from noughts.position import Position
from noughts.rules import GOMOKU, TIC_TAC_TOE, Rules

KILLS = int(os.environ.get("NOUGHTS_KILLS", "2"))  # 50 take two minutes
GAMES = 30 * KILLS
NAMELESS = 40  # a signal of those that have only numbers
NAMES = ("random", "easy", "medium", "hard", "perfect")


def tournament(players: int = 3, **settings: object) -> Tournament:
    entrants = [
        entrant(NAMES[n % len(NAMES)], Limit(depth=1), f"player {n}") for n in range(players)
    ]
    return replace(Tournament(tuple(entrants), TIC_TAC_TOE), **settings)  # type: ignore[arg-type]


class Here:
    """A crew that plays in this process, several games at a time as far as anybody can see."""

    def __init__(self, size: int = 2, lose: Sequence[int] = ()) -> None:
        self.size = size
        self.waiting: list[Task] = []
        self.begun: list[int] = []
        self.lose = [*lose]  # numbers of games whose process dies, once each

    @property
    def free(self) -> int:
        return self.size - len(self.waiting)

    def begin(self, task: Task) -> None:
        assert self.free
        self.waiting.append(task)
        self.begun.append(task.number)

    def finished(self, seconds: float) -> list[Played | Lost]:
        task = self.waiting.pop()
        if task.number in self.lose:
            self.lose.remove(task.number)
            return [Lost(task, "its process was ended by SIGKILL")]
        with Table() as table:
            return [table.play(task)]

    def close(self) -> None:
        self.waiting.clear()


def begun(wanted: Tournament, path: Path | None = None) -> Store:
    store = Store(path, new=True)
    store.begin(wanted, lambda: [(0,), (4,), (8,)])
    return store


# Who plays whom


@given(st.integers(2, 7), st.integers(1, 9))
def test_everybody_plays_everybody_as_often_as_asked(players: int, games: int) -> None:
    planned = [*round_robin(players, games)]
    met = Counter(frozenset((each.x, each.o)) for each in planned)
    assert met == dict.fromkeys(map(frozenset, combinations(range(players), 2)), games)
    for pair in {each.pair for each in planned}:
        both = [each for each in planned if each.pair == pair]
        assert len({each.opening for each in both}) == 1
        assert len({(each.x, each.o) for each in both}) == len(both) <= 2, "once with each colour"


@given(st.integers(2, 6), st.integers(1, 12), st.integers(1, 6))
def test_a_longer_tournament_begins_like_a_shorter_one(players: int, few: int, more: int) -> None:
    for form in (round_robin, gauntlet):
        short, long = [*form(players, few)], [*form(players, few + more)]
        assert long[: len(short)] == short


def test_in_a_gauntlet_the_first_plays_all_others() -> None:
    assert {frozenset((each.x, each.o)) for each in gauntlet(4, 2)} == {
        frozenset((0, other)) for other in (1, 2, 3)
    }


@settings(deadline=None)
@given(st.integers(2, 17), st.integers(0, 1000))
def test_a_swiss_pairs_everybody_and_nobody_twice_while_it_can(players: int, seed: int) -> None:
    chance = random.Random(seed)
    points = dict.fromkeys(range(players), 0.0)
    met: list[tuple[int, int]] = []
    byes: list[int] = []
    for number in range(min(4, players - 1)):
        pairs, bye = swiss_round(points, met, byes)
        seated = [player for pair in pairs for player in pair] + ([] if bye is None else [bye])
        assert sorted(seated) == list(range(players))
        if number < players // 2:  # there is always a way
            assert not {frozenset(pair) for pair in pairs} & {frozenset(pair) for pair in met}
        if bye is not None:
            assert byes.count(bye) == min(map(byes.count, range(players)))
            byes.append(bye)
            points[bye] += 1
        for one, two in pairs:
            points[chance.choice((one, two))] += 1
        met += pairs


def test_players_who_have_met_everybody_meet_again() -> None:
    met = [*combinations(range(4), 2)]
    pairs, bye = swiss_round(dict.fromkeys(range(4), 1.0), met, [])
    assert pairs == [(0, 1), (2, 3)]
    assert bye is None


def test_who_has_met_everybody_does_not_stop_a_swiss() -> None:
    """There is no way, and to try all that could be one would take years."""
    met = [(39, other) for other in range(39)]
    pairs, bye = swiss_round(dict.fromkeys(range(40), 1.0), met, [])
    assert pairs == [(one, one + 1) for one in range(0, 40, 2)]
    assert bye is None


# Openings


def test_openings_are_fair_different_and_the_same_again() -> None:
    found = balanced(TIC_TAC_TOE, 6, 1)
    assert found == balanced(TIC_TAC_TOE, 6, 1) != balanced(TIC_TAC_TOE, 6, 2)
    assert len({*found}) == len(found) == 6
    for moves in found:
        position = Position(TIC_TAC_TOE)
        for move in moves:
            position = position.play(move)
        assert not position.is_over


def test_openings_of_large_boards_are_near_the_centre() -> None:
    for moves in balanced(GOMOKU, 3, 1):
        assert 3 <= len(moves) <= 5
        assert all(0 < move // 15 < 14 and 0 < move % 15 < 14 for move in moves)


def test_no_opening_ends_the_game() -> None:
    rules = Rules(5, 5, 2)
    for moves in balanced(rules, 10, 1):
        position = Position(rules)
        for move in moves:
            assert not position.is_over
            position = position.play(move)
        assert not position.is_over


def test_a_board_with_few_openings_gives_what_it_has() -> None:
    assert 1 <= len(balanced(Rules(1, 3, 3), 50, 1)) <= 9


# What is kept


def test_a_tournament_from_beginning_to_end(tmp_path: Path) -> None:
    wanted, path = tournament(3, games=4), tmp_path / "a.sqlite3"
    with begun(wanted, path) as store:
        told: list[Played] = []
        assert Runner(wanted, store, Here()).run(told.extend)
        assert sorted(game.number for game in told) == list(range(12))
        assert all(row.over for row in store.rows())
        records = {number: record for number, record, _ in store.records()}
    with Store(path) as store:
        for row in store.rows():
            record = records[row.number]
            assert (record.players["x"], record.players["o"]) == (row.x, row.o)
            assert record.moves[0] == (0, 4, 8)[row.opening % 3]
            assert record.outcome is not None
            assert record.outcome.winner == row.winner
        found = table.as_json(store)
        assert found["games"] == found["planned"] == 12
        assert sum(row["games"] for row in found["players"]) == 24


def test_the_same_command_again_plays_only_what_is_missing(tmp_path: Path) -> None:
    wanted, path = tournament(3, games=4), tmp_path / "a.sqlite3"
    with begun(wanted, path) as store:
        runner = Runner(wanted, store, Here())
        stopped: list[Played] = []

        def stop_soon(games: Sequence[Played]) -> None:
            stopped.extend(games)
            if len(stopped) == 5:
                runner.stop()

        assert not runner.run(stop_soon)
        assert len(stopped) == 6, "the running game is finished"
    with begun(wanted, path) as store:
        crew = Here()
        assert Runner(wanted, store, crew).run()
        assert sorted(crew.begun + [game.number for game in stopped]) == list(range(12))
        kept = {number: record.as_json() for number, record, _ in store.records()}
        assert all(kept[game.number] == game.record for game in stopped)
    longer = replace(wanted, games=6)
    with begun(longer, path) as store:
        crew = Here()
        assert Runner(longer, store, crew).run()
        assert crew.begun == list(range(12, 18)), "a tournament may be prolonged"


def test_the_games_do_not_depend_on_who_plays_them() -> None:
    found = []
    for crew in (Here(1), Here(3), Here(2, lose=[1, 1, 4])):
        wanted = tournament(3, games=3)
        with begun(wanted) as store:
            assert Runner(wanted, store, crew).run()
            found.append(
                [(number, record.moves, record.outcome) for number, record, _ in store.records()]
            )
    assert found[0] == found[1] == found[2]


def test_a_game_whose_process_dies_again_and_again_stops_nobody_else() -> None:
    wanted = tournament(2, games=4)
    with begun(wanted) as store:
        runner = Runner(wanted, store, Here(lose=[1, 1, 1]))
        assert runner.run()
        assert len(store.scores()) == 3
        (told,) = runner.unplayable.values()
        assert told == (
            "game 2 (player 1 against player 0) cannot be played: "
            "its process was ended by SIGKILL, 3 times"
        )


def test_a_result_counts_once() -> None:
    wanted = tournament(2, games=2)
    with begun(wanted) as store:
        store.plan(round_robin(2, 2))
        task = store.tasks()[0]
        with Table() as here:
            game = here.play(task)
        store.keep([game, replace(game, remark="again")])
        assert [row.remark for row in store.rows()] == [None, None]
        assert len(store.scores()) == 1


def test_a_swiss_goes_on_after_a_stop(tmp_path: Path) -> None:
    wanted = tournament(5, form="swiss", games=2, rounds=3)
    path = tmp_path / "a.sqlite3"
    with begun(wanted, path) as store:
        runner = Runner(wanted, store, Here())
        assert not runner.run(lambda games: runner.stop())
    with begun(wanted, path) as store:
        assert Runner(wanted, store, Here()).run()
        rows = store.rows()
        assert Counter(row.round for row in rows) == {0: 4, 1: 4, 2: 4}
        assert len({*store.byes.values()}) == 3, "nobody has two byes"
        assert len({(frozenset((row.x, row.o)), row.round) for row in rows}) == 6
        assert len({frozenset((row.x, row.o)) for row in rows}) == 6


def test_a_sequential_test_ends_the_match() -> None:
    players = (entrant("perfect", Limit()), entrant("random", Limit()))
    wanted = Tournament(players, TIC_TAC_TOE, games=1000, sprt=(0.0, 100.0))
    with begun(wanted) as store:
        runner = Runner(wanted, store, Here())
        assert runner.run()
        test = runner.test()
        assert test is not None
        assert test.decision == "accepted"
        assert len(store.scores()) < 200
        crew = Here()
        assert Runner(wanted, store, crew).run()
        assert not crew.begun, "it is decided"


def test_in_a_gauntlet_nobody_else_plays() -> None:
    wanted = tournament(3, form="gauntlet", games=2)
    with begun(wanted) as store:
        assert Runner(wanted, store, Here()).run()
        assert [{row.x, row.o} - {"player 0"} for row in store.rows()] == [
            *({"player 1"}, {"player 2"}, {"player 1"}, {"player 2"})
        ]


TRIO = tournament().players
NEW = entrant("easy", Limit(depth=1), "new")
SLOWER = replace(TRIO[2], limit=Limit(depth=1, seconds=2.0))


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"rules": GOMOKU}, "its game is '3x3x3', not '15x15x5'"),
        ({"seed": 2}, "its seed is 1, not 2"),
        ({"total": 5.0}, "its total is not set, not 5.0"),
        ({"players": TRIO[:2]}, "its players are others (only in the file: 'player 2')"),
        ({"players": (*TRIO[:2], NEW)}, "(only in the file: 'player 2'; only in yours: 'new')"),
        ({"players": (*TRIO, NEW)}, "its players are others (only in yours: 'new')"),
        (
            {"players": (*TRIO[:2], SLOWER)},
            "for its player 'player 2', seconds is not set, not 2.0",
        ),
        ({"players": TRIO[::-1]}, "its players stand in another order"),
    ],
)
def test_another_tournament_is_refused(
    change: dict[str, object], words: str, tmp_path: Path
) -> None:
    path = tmp_path / "a.sqlite3"
    begun(tournament(), path).close()
    with pytest.raises(NotationError, match="holds another tournament") as refused:
        begun(replace(tournament(), **change), path)  # type: ignore[arg-type]
    assert words in str(refused.value)


def test_files_that_are_no_tournament(tmp_path: Path) -> None:
    with pytest.raises(NotationError, match="does not exist"):
        Store(tmp_path / "none")
    for name, content in (("empty", b""), ("text", b"hello, hello, hello")):
        (tmp_path / name).write_bytes(content)
        with pytest.raises(NotationError, match="is not the file of a tournament"):
            Store(tmp_path / name)


@pytest.mark.parametrize(
    ("table", "words"),
    [
        ("games (number)", "is not the file of a tournament"),
        ("tournament (number)", "is not the file of a tournament: no such column: version"),
        ("tournament (version)", "is not the file of a tournament"),
        ("tournament AS SELECT 2 AS version", "was written by a newer version of Noughts (2)"),
    ],
)
@pytest.mark.parametrize("new", [False, True])
def test_databases_that_are_no_tournament(
    table: str, words: str, new: bool, tmp_path: Path
) -> None:
    path = tmp_path / "a.sqlite3"
    with closing(sqlite3.connect(path)) as database:
        database.execute(f"CREATE TABLE {table}")
        database.commit()
    with pytest.raises(NotationError) as refused:
        Store(path, new)
    assert str(refused.value) == f"{str(path)!r} {words}"


@pytest.mark.parametrize("path", [".", "no/such/folder/a.sqlite3"])
def test_a_place_where_no_file_can_be(path: str, tmp_path: Path) -> None:
    with pytest.raises(NotationError, match="cannot be opened"):
        Store(tmp_path / path, new=True)


def test_games_are_kept_together_or_not_at_all() -> None:
    wanted = tournament(2, games=2)
    with begun(wanted) as store:
        store.plan(round_robin(2, 2))
        with Table() as here:
            game = here.play(store.tasks()[0])
        with pytest.raises(KeyError):
            store.keep([game, Played(1, {"moves": []})])
        assert not store.scores()
        store.keep([game])
        assert len(store.scores()) == 1


def test_two_cannot_play_the_same_tournament(tmp_path: Path) -> None:
    path = tmp_path / "a.sqlite3"
    with begun(tournament(), path) as one, Store(path) as two:
        one.lock()
        with pytest.raises(NotationError, match="another process is playing"):
            two.lock()


def test_where_files_cannot_be_locked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "fcntl", None)
    path = tmp_path / "a.sqlite3"
    with begun(tournament(), path) as one, Store(path) as two:
        one.lock()
        two.lock()


# Tables


def test_names_and_notes_do_not_steer_a_terminal() -> None:
    players = (entrant("hard", Limit(), "\x1b[31mred"), entrant("random", Limit(), "two\nlines"))
    wanted = Tournament(players, TIC_TAC_TOE)
    with begun(wanted) as store:
        store.plan(round_robin(2, 1))
        with Table() as here:
            store.keep([here.play(store.tasks()[0])])
        store.refuse({"ann\x1b": "it cannot be\nstarted"})
        lines = [*table.as_lines(store)]
    assert all(map(str.isprintable, lines))
    columns = {len(re.sub(r"( [+-]\d+  ).*", r"\1", line)) for line in lines[1:3]}
    assert columns == {lines[0].index("Elo") + 5}
    assert lines[-1] == r"ann\x1b does not take part: it cannot be\nstarted"


def test_what_the_terminal_shows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("noughts.cli.scoreboard.MOST_SHOWN", 2)
    wanted = tournament(2, games=4, sprt=(0.0, 10.0))
    with begun(wanted) as store:
        store.plan(round_robin(2, 4))
        runner = Runner(wanted, store, Here())
        runner.running = {task.number: task for task in store.tasks()}
        *_, first, second, more, clock = Board(runner).lines()
    assert first == "  playing game 1: player 0 - player 1"
    assert second == "  playing game 2: player 1 - player 0"
    assert more == "  and 2 more"
    assert re.fullmatch(r"0:0\d passed; test: LLR 0\.00 \(-2\.94 to 2\.94\)", clock)


# Tournaments from a file


def test_a_tournament_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "a.toml"
    file.write_text(
        'game = "20x20x5"\nform = "gauntlet"\ngames = 4\nseconds = 0.5\nopenings = "o.txt"\n'
        '[[player]]\nplayer = "hard"\n[[player]]\nname = "mine"\nplayer = "gomocup:./pbrain-a -x"\n'
        "nodes = 7\n"
    )
    found, openings = read_tournament(file)
    assert openings == "o.txt"
    assert (found.rules, found.form, found.games) == (Rules(20, 20, 5), "gauntlet", 4)
    assert [each.name for each in found.players] == ["hard", "mine"]
    assert [each.limit for each in found.players] == [Limit(seconds=0.5), Limit(nodes=7)]


PLAYERS = "".join(f"[[player]]\nplayer = {name!r}\n" for name in NAMES[:3])


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("gmae = 1", "unknown setting 'gmae' of a tournament (did you mean 'game'?)"),
        ("game = 'chess'", "chess"),
        ("form = 'swis'", "(did you mean 'swiss'?)"),
        ("games = 0", "games must be a whole number, at least 1"),
        ("[[player]]\nname = 'a'", "does not say which player it is"),
        ("[[player]]\nplayer = 'harrd'", "did you mean 'hard'?"),
        ("[[player]]\nplayer = 'hard'", "at least two players"),
        ("[[player]]\nplayer = 'hard'\n[[player]]\nplayer = 'hard'", "two players are called"),
        ("player = 7", "[[player]]"),
        ("seconds = 'x'", "seconds must be a number"),
        ("sprt = 3", "sprt must be two numbers"),
        (f"sprt = [0, 10]\n{PLAYERS}", "a sequential test (sprt) is between two players"),
        (f"total = inf\n{PLAYERS}", "total must be a number of seconds, more than 0, not inf"),
        (f"openings = 5\n{PLAYERS}", "openings must be the name of a file, not 5"),
        ("[[player]]\nplayer = 'hard'\nname = 5", "the name of a player must be text, not 5"),
        (
            "game = '3x3x3'\n[[player]]\nplayer = 'easy'\n[[player]]\nplayer = 'gomocup:./mine'",
            "Gomocup engines do not play 3x3x3",
        ),
        ("game =", "is not a tournament"),
        ("[[player]]\nplayer = 'gomocup:'", "gomocup: needs what to start"),
    ],
)
def test_a_file_that_cannot_be_read(text: str, words: str, tmp_path: Path) -> None:
    file = tmp_path / "a.toml"
    file.write_text(text)
    with pytest.raises(NotationError) as refused:
        read_tournament(file)
    assert words in str(refused.value)
    assert "a.toml" in str(refused.value)


def test_a_file_that_is_not_text(tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_bytes(b"\xff")
    with pytest.raises(NotationError, match=r"a\.toml' is not a tournament: it is not text"):
        read_tournament(tmp_path / "a.toml")


def test_a_sequential_test_from_a_file(tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_text(f"sprt = [0, 10]\n{PLAYERS.rsplit('[[', 1)[0]}")
    found, _ = read_tournament(tmp_path / "a.toml")
    assert found.sprt == (0.0, 10.0)


# Who sits at the table


def test_memory_is_what_a_player_says() -> None:
    engine = start(entrant("gomocup:./pbrain-mine", Limit(), "mine", memory=350), GOMOKU)
    assert isinstance(engine, GomocupPlayer)
    assert (engine.command, engine.name, engine.memory) == (["./pbrain-mine"], "mine", 350 << 20)
    usual = start(entrant("gomocup:./pbrain-mine", Limit()), GOMOKU)
    assert isinstance(usual, GomocupPlayer)
    assert usual.memory is None
    for memory, limit in ((None, STANDARD.memory_bytes), (70, 70 + PYTHON << 20)):
        program = start(entrant("check:mine.py", Limit(), memory=memory), TIC_TAC_TOE)
        assert isinstance(program, ProgramPlayer)
        assert program.settings.limits.memory_bytes == limit
    assert start(entrant("hard", Limit()), GOMOKU) is None


# Real processes


def test_processes_play_and_are_gone_afterwards() -> None:
    wanted = tournament(3, games=2)
    with begun(wanted) as store:
        crew = LocalCrew(2)
        try:
            assert Runner(wanted, store, crew).run()
            workers = [worker._process for worker in crew._idle]
            assert 1 <= len(workers) <= 2
        finally:
            crew.close()
        assert all(worker.returncode == 0 for worker in workers)


def test_a_process_that_is_killed_costs_nothing() -> None:
    wanted = tournament(2, games=4)
    with begun(wanted) as store:
        crew = LocalCrew(1)
        killed: list[int] = []

        def kill(games: Sequence[Played]) -> None:
            for worker in crew._busy:
                if not killed:
                    killed.append(worker._process.pid)
                    worker._process.kill()

        try:
            assert Runner(wanted, store, crew).run(kill)
        finally:
            crew.close()
        assert len(store.scores()) == 4


def a_task() -> Task:
    with begun(tournament(2)) as store:
        store.plan(round_robin(2, 1))
        return store.tasks()[0]


@pytest.mark.parametrize(
    ("number", "name"), [(signal.SIGKILL, "SIGKILL"), (NAMELESS, f"signal {NAMELESS}")]
)
def test_how_a_process_ended_is_told(number: int, name: str) -> None:
    crew, task = LocalCrew(1), a_task()
    with closing(crew):
        crew.begin(task)
        (worker,) = crew._busy
        os.kill(worker._process.pid, number)
        (lost,) = crew.finished(60)
    assert isinstance(lost, Lost)
    assert lost.task == task
    assert str(lost) == f"its process was ended by {name}"


def test_a_process_that_breaks_says_so_with_its_code() -> None:
    crew, task = LocalCrew(1), replace(a_task(), rules="no game")
    with closing(crew):
        crew.begin(task)
        (lost,) = crew.finished(60)
    assert str(lost) == "its process ended with code 1"


def test_a_process_that_ends_between_two_games_is_forgotten() -> None:
    crew = LocalCrew(1)
    with closing(crew):
        crew.begin(a_task())
        (game,) = crew.finished(60)
        assert isinstance(game, Played)
        (worker,) = crew._idle
        worker._process.kill()
        assert not crew.finished(60)
        assert not crew._idle, "the next game begins with another one"


def test_games_that_are_being_played_end_with_the_crew() -> None:
    crew = LocalCrew(1)
    crew.begin(a_task())
    (worker,) = crew._busy
    crew.close()
    assert worker._process.returncode == -signal.SIGKILL


def arena(*words: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "noughts", "arena", *words]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


# The command


QUICK = ("--game", "tic-tac-toe", "--games", "2", "--depth", "1")


def command(*words: str, crew: Here | None = None) -> tuple[int, str, str]:
    """The exit code and what is said, with the games played in this process."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("noughts.cli.arena.LocalCrew", lambda size: crew or Here(1))
        done = CliRunner().invoke(noughts_command, ["arena", *words], standalone_mode=False)
    code = done.return_value if done.exception is None else 2
    return code, done.stdout, done.stderr + str(done.exception or "")


def test_a_player_against_itself() -> None:
    code, shown, errors = command("match", "easy", "easy", *QUICK)
    assert (code, errors) == (0, "")
    assert {line.split("  ")[0] for line in shown.splitlines()[1:3]} == {"easy", "easy 2"}


def test_a_tournament_in_a_file_is_played(tmp_path: Path) -> None:
    (tmp_path / "o.txt").write_text("0,0\n1,1\n")
    file = tmp_path / "cup.toml"
    file.write_text(f'game = "tic-tac-toe"\ngames = 4\ndepth = 1\nopenings = "o.txt"\n{PLAYERS}')
    for begun in ([*range(12)], []):
        crew = Here(1)
        code, shown, errors = command("run", str(file), crew=crew)
        assert (code, errors, crew.begun) == (0, "", begun)
        assert "12 of 12 games" in shown
    with Store(tmp_path / "cup.sqlite3") as store:
        assert store.openings == [(4,), (8,)]
    (tmp_path / "other.txt").write_text("0,1\n")
    elsewhere = ("--openings", str(tmp_path / "other.txt"), "--store", str(tmp_path / "b.sqlite3"))
    assert command("run", str(file), *elsewhere)[0] == 0
    with Store(tmp_path / "b.sqlite3") as store:
        assert store.openings == [(7,)], "what the command says comes first"


def test_a_file_without_openings(tmp_path: Path) -> None:
    (tmp_path / "o.txt").write_text("\n")
    code, _, errors = command(
        "match", "easy", "hard", *QUICK, "--openings", str(tmp_path / "o.txt")
    )
    assert code == 2
    assert f"there is no opening in {str(tmp_path / 'o.txt')!r}" in errors


def test_what_cannot_be_played_is_named() -> None:
    code, shown, errors = command("match", "easy", "hard", *QUICK, crew=Here(lose=[0, 0, 0]))
    assert code == 1
    assert "1 of 2 games" in shown
    assert errors.startswith(
        "noughts: game 1 (easy against hard) cannot be played: its process was"
    )


def test_what_a_sequential_test_says() -> None:
    code, _, errors = command("match", "easy", "hard", *QUICK, "--sprt", "0", "10.5")
    assert code == 0
    assert re.fullmatch(
        r"sequential test, 0 against 10\.5 Elo: undecided \(LLR -?0\.\d\d\)\n", errors
    )


class Pressed(Here):
    """Somebody presses Ctrl-C while the first game is played."""

    def finished(self, seconds: float) -> list[Played | Lost]:
        if len(self.begun) == 1:
            signal.raise_signal(signal.SIGINT)
        return super().finished(seconds)


def test_ctrl_c_without_a_store() -> None:
    before = signal.getsignal(signal.SIGINT)
    code, shown, errors = command("match", "easy", "hard", *QUICK, crew=Pressed(1))
    assert code == 130
    assert "1 of 2 games" in shown
    assert errors == (
        "\nnoughts: finishing 1 running game; Ctrl-C again stops at once\n"
        "noughts: stopped; without --store FILE nothing is kept\n"
    )
    assert signal.getsignal(signal.SIGINT) == before


def test_where_ctrl_c_is_ignored_it_stays_so() -> None:
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        code, shown, _ = command("match", "easy", "hard", *QUICK, crew=Pressed(1))
        assert signal.getsignal(signal.SIGINT) == signal.SIG_IGN
    finally:
        signal.signal(signal.SIGINT, before)
    assert code == 0
    assert "2 of 2 games" in shown


class Elsewhere(Here):
    """In the place of a cluster."""

    notes = ("lab-1 is gone\x1b",)

    def __init__(self, address: str, players: Sequence[Entrant], size: int | None) -> None:
        super().__init__(size or 1)
        assert address == "lab"
        assert [each.name for each in players] == ["easy", "hard"]

    def close(self) -> None:
        self.closed.append(self.size)

    closed: ClassVar[list[int]] = []


def test_a_cluster_plays_and_what_it_noticed_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("noughts.arena.cluster.RayCrew", Elsewhere)
    given = ("match", "easy", "hard", *QUICK, "--cluster", "lab", "--at-once", "3")
    code, shown, errors = command(*given)
    assert (code, errors) == (0, "noughts: lab-1 is gone\\x1b\n")
    assert "2 of 2 games" in shown
    assert Elsewhere.closed == [3]


def test_killed_at_any_moment_no_game_is_lost_or_doubled(tmp_path: Path) -> None:
    """The whole program and its processes, again and again, until the tournament is over."""
    path, chance = tmp_path / "a.sqlite3", random.Random(1)
    words = ["match", "hard", "medium", "--game", "tic-tac-toe", "--games", str(GAMES)]
    words += ["--at-once", "2", "--store", str(path)]
    seen: dict[int, dict[str, Any]] = {}
    for _ in range(KILLS):
        process = arena(*words)
        time.sleep(chance.uniform(0.3, 2.5))
        process.kill()
        process.communicate()
        if path.exists() and path.stat().st_size:
            try:
                with Store(path) as store:
                    now = {number: record.as_json() for number, record, _ in store.records()}
            except NotationError:
                continue  # killed before the first word was written
            assert all(now[number] == record for number, record in seen.items())
            seen = now
    process = arena(*words)
    shown, errors = process.communicate(timeout=300)
    assert (process.returncode, errors) == (0, "")
    with Store(path) as store:
        now = {number: record.as_json() for number, record, _ in store.records()}
        assert all(now[number] == record for number, record in seen.items())
        assert sorted(now) == list(range(GAMES))
    assert f"{GAMES} of {GAMES} games" in shown


def test_ctrl_c_finishes_the_running_games(tmp_path: Path) -> None:
    path = tmp_path / "a.sqlite3"
    words = ("match", "medium", "easy", "--game", "tic-tac-toe", "--games", "5000")
    process = arena(*words, "--at-once", "1", "--store", str(path))
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline and not (path.exists() and _played(path)):
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    shown, errors = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "finishing" in errors
    assert "run the same command again to go on" in errors
    with Store(path) as store:
        assert f"{len(store.scores())} of 5000 games" in shown


def _played(path: Path) -> int:
    try:
        with Store(path) as store:
            return len(store.scores())
    except NotationError:
        return 0


def test_a_terminal_shows_how_it_stands() -> None:
    words = ("match", "medium", "easy", "--game", "tic-tac-toe", "--games", "500", "--at-once", "2")
    with Terminal("arena", *words) as terminal:
        assert terminal.end() == 0
    assert "  playing game " in terminal.seen
    assert re.search(r"\d:\d\d passed", terminal.seen)
    assert "500 of 500 games" in terminal.seen


def test_the_table_for_programs_and_spreadsheets(tmp_path: Path) -> None:
    path = tmp_path / "a.sqlite3"
    words = ("match", "hard", "random", "--game", "tic-tac-toe", "--games", "4")
    process = arena(*words, "--store", str(path), "--json")
    shown, errors = process.communicate(timeout=60)
    assert (process.returncode, errors) == (0, "")
    found = json.loads(shown)
    assert found["games"] == 4
    assert {*found["players"][0]} == {*table.COLUMNS}
    shown, _ = arena("table", str(path), "--csv").communicate(timeout=60)
    assert shown.splitlines()[0] == ",".join(table.COLUMNS)
    assert len(shown.splitlines()) == 3

"""Tournaments: who plays whom, what is kept, and that no game is lost or played twice."""

import json
import os
import random
import re
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from laws import Terminal

from noughts.analysis import Limit
from noughts.arena import table
from noughts.arena.crew import LocalCrew, Lost
from noughts.arena.game import Table
from noughts.arena.openings import balanced
from noughts.arena.pairings import gauntlet, round_robin, swiss_round
from noughts.arena.run import Runner
from noughts.arena.store import Played, Store, Task
from noughts.arena.tournament import Tournament, entrant, read_tournament
from noughts.errors import NotationError
from noughts.position import Position
from noughts.rules import GOMOKU, TIC_TAC_TOE, Rules

KILLS = int(os.environ.get("NOUGHTS_KILLS", "2"))  # 50 take two minutes
GAMES = 30 * KILLS
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
        assert not Runner(wanted, store, Here()).running


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"rules": GOMOKU}, "game '3x3x3', not '15x15x5'"),
        ({"seed": 2}, "seed 1, not 2"),
        ({"total": 5.0}, "total None, not 5.0"),
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


def test_two_cannot_play_the_same_tournament(tmp_path: Path) -> None:
    path = tmp_path / "a.sqlite3"
    with begun(tournament(), path) as one, Store(path) as two:
        one.lock()
        with pytest.raises(NotationError, match="another process is playing"):
            two.lock()


# Tournaments from a file


def test_a_tournament_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "a.toml"
    file.write_text(
        'game = "tic-tac-toe"\nform = "gauntlet"\ngames = 4\nseconds = 0.5\nopenings = "o.txt"\n'
        '[[player]]\nplayer = "hard"\n[[player]]\nname = "mine"\nplayer = "gomocup:./pbrain-a -x"\n'
        "nodes = 7\n"
    )
    found, openings = read_tournament(file)
    assert openings == "o.txt"
    assert (found.rules, found.form, found.games) == (TIC_TAC_TOE, "gauntlet", 4)
    assert [each.name for each in found.players] == ["hard", "mine"]
    assert [each.limit for each in found.players] == [Limit(seconds=0.5), Limit(nodes=7)]


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


def arena(*words: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "noughts", "arena", *words]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


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

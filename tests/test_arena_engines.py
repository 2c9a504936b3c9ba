"""Engines of others as players: whatever they do, the game ends as it should and nothing is left.

Times are wide: who must be in time has seconds, and who is late never answers.
"""

import gc
import os
import shlex
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from noughts import IllegalMove, Limit, Match, NotationError, Outcome, Position, Record
from noughts.arena import engines
from noughts.arena.engines import GomocupPlayer, program_name
from noughts.errors import NoMoveFound, OutOfReach, PlayerFailed
from noughts.rules import Move

ENGINE = [sys.executable, "-S", "-E", str(Path(__file__).parent / "data" / "engine.py")]
OURS = [sys.executable, "-m", "noughts.cli.gomocup"]
GAME = "5x5x5"
SECONDS = 20.0  # for those who answer: a busy machine may take a while
SHORT = 0.2  # for those who do not


pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks at /proc")


class FirstFree:
    """Plays the first free cell, as the engine does when it behaves: X then wins in 21 moves."""

    name = "first-free"

    def choose(self, position: Position, limit: Limit) -> Move:
        return position.legal_moves[0]


class Sandglass:
    """What was started, and whether any of it still runs."""

    def __init__(self) -> None:
        self.started: list[int] = []

    def running(self) -> list[str]:
        """The living processes of all groups that were started."""
        found = []
        for path in Path("/proc").glob("[0-9]*/stat"):
            try:
                state, _, group = path.read_text().rpartition(")")[2].split()[:3]
            except OSError:
                continue
            if int(group) in self.started and state != "Z":
                found.append(path.parent.name)
        return found


@pytest.fixture
def sandglass(monkeypatch: pytest.MonkeyPatch) -> Iterator[Sandglass]:
    """After the test no process, thread or open file of an engine is left."""
    glass, popen = Sandglass(), subprocess.Popen

    def start(*given: Any, **others: Any) -> "subprocess.Popen[bytes]":
        process: subprocess.Popen[bytes] = popen(*given, **others)
        glass.started.append(process.pid)
        return process

    monkeypatch.setattr(subprocess, "Popen", start)
    monkeypatch.setattr(engines, "GRACE", 0.1)
    threads, files = threading.active_count(), len(os.listdir("/proc/self/fd"))
    yield glass
    deadline = time.monotonic() + SECONDS
    while glass.running() and time.monotonic() < deadline:
        time.sleep(0.01)
    assert glass.running() == []
    assert threading.active_count() == threads
    assert len(os.listdir("/proc/self/fd")) == files


def misbehaving(*given: str, **options: Any) -> GomocupPlayer:
    return GomocupPlayer([*ENGINE, *given], **{"name": "bad", "patience": SECONDS, **options})


def played(player: Any, start: Position | str = GAME, seconds: float = SECONDS) -> Match:
    match = Match(player, FirstFree(), start, Limit(seconds=seconds))
    match.run()
    return match


NAMELESS = 40  # a signal of those that have only numbers
WON, DIED, LATE, ILLEGAL = "line", "crash", "time", "illegal move"

# At which command it does what, how its game ends, and what is said about it.
MISBEHAVIOUR = [
    # Lines of all kinds
    ("TURN", "say", r"@\r", WON, ""),
    ("TURN", "say", r"@\n", WON, ""),
    ("TURN", "say", r"@\r\n", WON, ""),
    ("TURN", "say", r"\n\r\n\n @ \n\n", WON, ""),
    ("TURN", "in_parts", "", WON, ""),
    ("TURN", "late", "0.05", WON, ""),
    ("TURN", "say", r"0@\n", WON, ""),
    # Talk
    ("TURN", "say", r"MESSAGE 1,1\ndebug so\nSUGGEST 1,1\n@\n", WON, ""),
    ("TURN", "many", r"5000 MESSAGE depth 5 of 7\n", WON, ""),
    ("TURN", "many", r"90 Deep Thinker 1.0, 2026\n", WON, ""),
    ("TURN", "many", r"101 hello\n", DIED, "TURN 1,0 with 101 lines that are no answer, at last"),
    ("TURN", "flood", r"MESSAGE flood\n", DIED, "1,000,000 bytes instead of an answer, at last"),
    ("TURN", "flood", r"x", DIED, "more than 65,536 bytes without the end of a line: 'xxxx"),
    ("TURN", "flood", r"\x00\xff\xfe", DIED, r"without the end of a line: '\x00\udcff\udcfe"),
    ("TURN", "many", r"1 \x00\xff\n\x1b[31m\n", WON, ""),
    ("TURN", "flood_errors", "", WON, ""),
    ("BEGIN", "errors_without_end", "", LATE, "it did not answer BEGIN within"),
    # Answers that nobody asked for, and two answers to one question
    ("START", "say", r"OK\nOK\n3,3\n", WON, ""),
    ("TURN", "say", r"@\n4,4\n", WON, ""),
    ("INFO", "say", r"OK\n", WON, ""),
    ("INFO", "say", r"UNKNOWN key\n", WON, ""),
    ("INFO", "say", r"MESSAGE What?\nERROR Unknown command: 1\n", WON, ""),
    ("", "say", r"1,1\nOK\nA banner\n", WON, ""),
    # Moves that are none
    ("TURN", "say", r"-1,3\n", ILLEGAL, "'x,y = -1,3' is not a cell"),
    ("TURN", "say", r"5,0\n", ILLEGAL, "'x,y = 5,0' is not a cell"),
    ("TURN", "say", r"0,99999999999\n", ILLEGAL, "'x,y = 0,99999999999' is not a cell"),
    ("TURN", "say", r"a,b\n", ILLEGAL, "'x,y = a,b' is not a cell"),
    ("TURN", "say", r"c3\n", ILLEGAL, "'x,y = c3' is not a cell"),
    ("TURN", "say", r"2,2,1\n", ILLEGAL, "'x,y = 2,2,1' is not a cell"),
    ("TURN", "say", r"2.0,2.0\n", ILLEGAL, "'x,y = 2.0,2.0' is not a cell"),
    ("TURN", "say", r"\xef\xbc\x92,\xef\xbc\x92\n", ILLEGAL, "is not a cell"),
    ("TURN", "say", r"0,0\n", ILLEGAL, "a1 is taken"),
    ("BEGIN", "say", r"2;2\n", ILLEGAL, "'x,y = 2;2' is not a cell"),
    # Refusals
    ("START", "say", r"ERROR too\x1b[31m small\n", DIED, r"START 5 with 'ERROR too\x1b[31m small'"),
    ("START", "say", r"UNKNOWN\n", DIED, "it answers START 5 with 'UNKNOWN'"),
    ("BEGIN", "say", r"UNKNOWN command BEGIN\n", DIED, "it answers BEGIN with 'UNKNOWN command"),
    ("TURN", "say", r"UNKNOWN\nUNKNOWN\n", DIED, "it answers TURN 1,0 with 'UNKNOWN'"),
    ("TURN", "say", r"ERROR no\n", DIED, "it answers TURN 1,0 with 'ERROR no'"),
    ("RESTART", "say", r"UNKNOWN command\n", WON, ""),
    ("RESTART", "say", r"ERROR no\n", WON, ""),
    ("BOARD", "say", r"ERROR no\n", WON, ""),  # nobody asks for it here
    # Deaths
    ("", "leave", "2", DIED, "it ended with exit code 2 after"),
    ("START", "leave", "3", DIED, "it ended with exit code 3 after START 5; its last words: 'last"),
    ("INFO", "leave", "3", DIED, "it ended with exit code 3 after"),
    ("BEGIN", "leave", "0", DIED, "it ended with exit code 0 after BEGIN; its last words: 'last"),
    ("TURN", "leave", "3", DIED, r"after TURN 1,0; its last words: 'last \x1b[31mwords'"),
    ("TURN", "die", str(int(signal.SIGSEGV)), DIED, "it was killed by SIGSEGV after TURN 1,0"),
    ("TURN", "die", str(int(signal.SIGKILL)), DIED, "it was killed by SIGKILL after TURN 1,0"),
    ("TURN", "die", str(NAMELESS), DIED, f"it was killed by signal {NAMELESS} after TURN 1,0"),
    ("RESTART", "leave", "3", WON, ""),
    ("END", "leave", "3", WON, ""),
    ("TURN", "answer_and_leave", "", DIED, "it ended with exit code 5 after"),
    ("TURN", "fork_and_leave", "", DIED, "it ended with exit code 4 after TURN 1,0"),
    ("TURN", "fork_and_answer", "", WON, ""),
    # Pipes
    ("TURN", "close_output", "", DIED, "it closed its output after TURN 1,0"),
    ("TURN", "close_input", "", DIED, "it does not read what it is told after"),
    ("TURN", "close_errors", "", WON, ""),
    # Silence
    ("", "hang", "", LATE, "it did not answer START 5 within 0.2 s"),
    ("START", "hang", "", LATE, "it did not answer START 5 within 0.2 s"),
    ("BEGIN", "nothing", "", LATE, "it did not answer BEGIN within"),
    ("TURN", "nothing", "", LATE, "it did not answer"),
    ("TURN", "unflushed", "", LATE, "it did not answer"),
    ("TURN", "late", "60", LATE, "it did not answer"),
    ("TURN", "say", r"0,", LATE, "it did not answer"),
    ("TURN", "stop_reading", "", LATE, "it did not answer"),
    ("BEGIN", "stay", "", LATE, "it did not answer BEGIN within"),
]  # fmt: skip


@pytest.mark.parametrize(("here", "action", "argument", "reason", "remark"), MISBEHAVIOUR)
def test_misbehaviour_costs_one_game_and_no_more(
    sandglass: Sandglass,
    tmp_path: Path,
    *,
    here: str,
    action: str,
    argument: str,
    reason: str,
    remark: str,
) -> None:
    hangs_at_the_start = reason == LATE and here in ("", "START")
    patience = SHORT if hangs_at_the_start else SECONDS
    marker = tmp_path / "marker"
    with misbehaving(here, action, argument, str(marker), patience=patience) as engine:
        match = played(engine, seconds=SHORT if reason == LATE else SECONDS)
        assert match.outcome is not None
        assert match.outcome.reason == reason
        assert match.outcome.winner == ("x" if reason == WON else "o")
        assert remark in (match.remark or "")
        assert (match.remark or "").isprintable()
        engine.patience = SECONDS
        if reason == LATE:
            marker.touch()  # on a busy machine it may have been too late even for misbehaving
        assert played(engine).outcome == Outcome("x", "line", (4, 8, 12, 16, 20))
        starts_again = reason in (DIED, LATE) or (here == "RESTART" and reason == WON)
        assert len(sandglass.started) == 1 + starts_again


class Impatient(GomocupPlayer):
    """Does not wait long for RESTART."""

    def _ask(self, question: Any, wanted: Any, seconds: float, news: Any = ()) -> str:
        return super()._ask(question, wanted, SHORT if question == ["RESTART"] else seconds, news)


def test_an_engine_that_hangs_at_restart_is_started_again(sandglass: Sandglass) -> None:
    with Impatient([*ENGINE, "RESTART", "hang"], name="bad") as engine:
        assert played(engine).outcome == played(engine).outcome == played(engine).outcome
        assert len(sandglass.started) == 3


@pytest.mark.parametrize("said", [r"OK\n", r"UNKNOWN\n", r"MESSAGE @\n", r"What?\n"])
def test_info_that_is_always_answered(sandglass: Sandglass, said: str) -> None:
    with misbehaving("INFO", "say", said) as engine:
        for _ in range(2):
            assert played(engine).outcome == Outcome("x", "line", (4, 8, 12, 16, 20))
        assert len(sandglass.started) == 1


def test_an_engine_that_does_not_leave_is_ended(sandglass: Sandglass) -> None:
    engine = misbehaving("END", "stay")
    engine.begin(GAME)
    assert sandglass.running()
    engine.close()
    assert not sandglass.running()
    engine.close()
    assert played(engine).outcome, "after close it starts again"
    engine.close()


# Commands that are none


@pytest.mark.parametrize(
    ("command", "why"),
    [
        ("noughts-no-such-program --fast", "'noughts-no-such-program' cannot be started: No such"),
        ("./missing/pbrain-x", "'./missing/pbrain-x' cannot be started: No such file"),
        ("{folder}", "cannot be started: Permission denied"),
        ("{folder}/plain.txt", "cannot be started: Permission denied"),
        ("{folder}/format", "cannot be started: Exec format error"),
    ],
)
def test_what_cannot_be_started(
    sandglass: Sandglass, tmp_path: Path, command: str, why: str
) -> None:
    (tmp_path / "plain.txt").write_text("OK\n")
    (tmp_path / "format").write_text("OK\n")
    (tmp_path / "format").chmod(0o755)
    engine = GomocupPlayer(command.format(folder=tmp_path))
    match = played(engine)
    assert match.outcome == Outcome("o", "crash")
    assert why in (match.remark or "")
    assert str(match.record).endswith("O wins: the program of X failed.")
    assert Record.from_json(match.record.as_json()) == match.record


@pytest.mark.parametrize("command", ["", "  ", "'", [], [""], [3], None, 3, "a\0b", ["a", "b\0"]])
def test_what_is_not_a_command(command: Any) -> None:
    with pytest.raises(NotationError, match="command"):
        GomocupPlayer(command)


@pytest.mark.parametrize(
    "option",
    [
        *({"memory": 0}, {"memory": 1.5}, {"threads": True}, {"threads": 0}, {"name": 3}),
        *({"folder": "/no/such/folder"}, {"folder": 3}, {"environment": {"A": 3}}),
        *({"environment": 7}, {"patience": 0}, {"patience": "long"}),
    ],
)
def test_wrong_options_are_refused(option: dict[str, Any]) -> None:
    with pytest.raises(NotationError, match=f"{next(iter(option))}.* not"):
        GomocupPlayer("pbrain-x", **option)


@pytest.mark.parametrize("game", ["3x3x3", "4x15x5", "15x15x4", "15x15x5-straight"])
def test_other_games_are_refused_before_the_start(sandglass: Sandglass, game: str) -> None:
    engine = GomocupPlayer(ENGINE, name="engine")
    for refused in (engine.begin, engine.choose):
        with pytest.raises(NotationError, match=f"engines do not play {game}: they play five"):
            refused(game)
    assert sandglass.started == []


def test_names() -> None:
    assert program_name("/a/pbrain-carbon.exe -x") == "carbon"
    assert program_name(["pbrain-"]) == "pbrain-"
    assert program_name("wine64 ./pbrain-x.EXE -v") == "x"
    assert program_name("python3") == "python3"
    assert GomocupPlayer("/no/such/pbrain-fine").name == "fine"
    assert repr(GomocupPlayer(["./pbrain fine", "7"])) == "GomocupPlayer(\"'./pbrain fine' 7\")"


@pytest.mark.parametrize(
    ("said", "name"),
    [
        (r"@\n", "First Free"),
        (r"MESSAGE hello\nNAME = \"\x1b[31mX\"\n", r"\x1b[31mX"),
        (r"UNKNOWN command\n", "engine"),
        (r"by A. Nonymous\n", "engine"),
        (r"name=\"\"\n", "engine"),
    ],
)
def test_the_name_is_what_it_says(sandglass: Sandglass, said: str, name: str) -> None:
    with GomocupPlayer([*ENGINE, "ABOUT", "say", said]) as engine:
        assert engine.name == name
        assert played(engine).outcome == Outcome("x", "line", (4, 8, 12, 16, 20))
        assert len(sandglass.started) == 1


# What an engine is told


def told(log: Path) -> list[str]:
    """All that was said to it since the last time."""
    lines = log.read_text().splitlines()
    log.write_text("")
    return lines


@pytest.fixture
def log(tmp_path: Path) -> Path:
    return tmp_path / "log"


def test_a_game_and_the_next(sandglass: Sandglass, log: Path, tmp_path: Path) -> None:
    with GomocupPlayer(
        ENGINE, memory=10**8, threads=2, folder=tmp_path, environment={"ENGINE_LOG": str(log)}
    ) as engine:
        match = Match(engine, FirstFree(), GAME, Limit(seconds=SECONDS, depth=3), total=50)
        assert match.record.players["x"] == "First Free"
        match.step()
        assert told(log) == [
            *("ABOUT", "START 5", "INFO timeout_turn 20000", "INFO timeout_match 50000"),
            *("INFO max_memory 100000000", "INFO rule 0", "INFO game_type 1", "INFO thread_num 2"),
            *(f"INFO folder {tmp_path}", "INFO max_depth 3", "INFO time_left 50000", "BEGIN"),
        ]
        match.step()
        time.sleep(0.002)  # what is left is told in milliseconds
        assert match.step() == 2
        *info, turn = told(log)
        assert turn == "TURN 1,0"
        assert [line.split()[:2] for line in info] in ([], [["INFO", "time_left"]])
        match = Match(engine, FirstFree(), "5x5x5-exact", Limit(nodes=1000))
        match.step()
        assert told(log) == [
            *("RESTART", "INFO timeout_match 0", "INFO max_memory 100000000", "INFO rule 1"),
            *("INFO game_type 1", "INFO thread_num 2", f"INFO folder {tmp_path}"),
            *("INFO max_node 1000", "INFO time_left 2147483647", "BEGIN"),
        ]
        engine.choose(match.position.play(24), Limit(seconds=SECONDS))
        assert told(log) == ["INFO timeout_turn 20000", "INFO max_node 0", "TURN 4,4"]
    assert told(log) == ["END"]
    assert len(sandglass.started) == 1


def without_info(log: Path) -> str:
    return " ".join(line for line in told(log) if not line.startswith("INFO"))


def test_a_position_that_does_not_follow_is_a_new_game(sandglass: Sandglass, log: Path) -> None:
    start = Position("6x5x5", turn="o")
    with GomocupPlayer(ENGINE, environment={"ENGINE_LOG": str(log)}) as engine:
        after = start.play(29)
        assert engine.choose(after) == 0
        assert without_info(log) == "RECTSTART 5,6 TURN 4,5", "O moved first"
        assert engine.choose(after.play(0).play(1)) == 2
        assert without_info(log) == "TURN 1,0"
        assert engine.choose(after.play(1).play(0)) == 2, "not what it has played"
        assert without_info(log) == "RESTART BOARD 0,0,2 1,0,1 4,5,2 DONE"
        assert engine.choose(after.play(0).play(1)) == 2, "taken back"
        assert without_info(log) == "RESTART BOARD 1,0,2 0,0,1 4,5,2 DONE"
        assert engine.choose(start.play(7)) == 0, "one stone of its opponent"
        assert without_info(log) == "RESTART TURN 2,1"
        assert engine.choose(Position("6x5x5", "xo" + "." * 28, turn="o")) == 2
        assert without_info(log) == "RESTART BOARD 1,0,1 0,0,2 DONE"
        engine.begin("6x5x5")
        engine.begin("6x5x5")
        assert engine.choose("5x5x5") == 0, "another board is for another process"
        assert without_info(log) == "RESTART RESTART END START 5 BEGIN"
    with pytest.raises(IllegalMove, match="the game is over"):
        engine.choose(Position("5x5x5", "xxxxx" + "oooo." + "." * 15))


def test_it_gets_no_secrets(
    sandglass: Sandglass, log: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("SECRET_TOKEN", "xyz")
    monkeypatch.setenv("OMP_NUM_THREADS", "1")
    command = ["/bin/sh", "-c", f"env > {shlex.quote(str(log))}; pwd >> {shlex.quote(str(log))}"]
    engine = GomocupPlayer(command, folder=tmp_path, environment={"MINE": "1"})
    with pytest.raises(PlayerFailed, match="it ended with exit code 0 after"):
        engine.begin("gomoku")
    *variables, folder = log.read_text().splitlines()
    assert {"MINE=1", "OMP_NUM_THREADS=1"} <= {*variables}
    assert "SECRET" not in str(variables)
    assert folder == str(tmp_path)


# Nothing is left behind


def test_ctrl_c_ends_the_engine(sandglass: Sandglass) -> None:
    engine = misbehaving("BEGIN", "hang")
    engine.begin(GAME)
    timer = threading.Timer(0.1, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        engine.choose(GAME)
    timer.join()
    assert not sandglass.running()


def test_who_forgets_an_engine_ends_it(sandglass: Sandglass) -> None:
    engine = misbehaving()
    engine.begin(GAME)
    assert sandglass.running()
    del engine
    gc.collect()
    assert not sandglass.running()


def test_it_ends_with_the_program_that_started_it() -> None:
    program = """
import os, sys
from noughts.arena.engines import GomocupPlayer
engine = GomocupPlayer(sys.argv[1:])
engine.begin("gomoku")
if os.fork() == 0:  # a copy of the program ends nothing that is not its own
    engine._end()
    os._exit(0)
os.wait()
print(engine.choose("gomoku"), engine._talk._process.pid)
raise SystemExit(7)
"""
    done = subprocess.run(
        [sys.executable, "-c", program, *ENGINE], capture_output=True, text=True, timeout=60
    )
    assert (done.returncode, done.stderr) == (7, "")
    move, process = done.stdout.split()
    assert move == "0"
    with pytest.raises(ProcessLookupError):
        os.kill(int(process), 0)


def test_a_pipe_that_is_full(sandglass: Sandglass) -> None:
    engine = misbehaving("BEGIN", "talk_and_stop_reading")
    engine.choose(GAME)
    assert engine._talk is not None
    with pytest.raises(TimeoutError):
        engine._talk.say("INFO evaluate 1,1\r\n" * 100_000, time.perf_counter() + SHORT)
    engine.close()


def test_what_does_not_fit_into_a_pipe_is_told_bit_by_bit(sandglass: Sandglass) -> None:
    with misbehaving() as engine:
        engine.begin(GAME)
        assert engine._talk is not None
        engine._talk.say("INFO evaluate 1,1\r\n" * 20_000, time.perf_counter() + SECONDS)
        assert engine.choose(GAME) == 0


def test_a_conversation_that_somebody_else_has_ended(sandglass: Sandglass) -> None:
    engine = misbehaving()
    engine.begin(GAME)
    assert engine._talk is not None
    engine._talk.kill()
    with pytest.raises(PlayerFailed, match="it was killed by SIGKILL"):
        engine._talk.hear(time.perf_counter() + SECONDS)


def test_where_engines_cannot_be_talked_to(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "win32")
    with pytest.raises(OutOfReach, match="on Linux and macOS only"):
        misbehaving().begin(GAME)


def test_without_a_time_limit_it_is_not_waited_for_without_end(sandglass: Sandglass) -> None:
    engine = misbehaving("BEGIN", "nothing")
    engine.longest = SHORT
    with pytest.raises(NoMoveFound, match=r"it did not answer BEGIN within 0\.2 s"):
        engine.choose(GAME, Limit(depth=3))


# A real engine


def test_our_own_engine_against_itself() -> None:
    with GomocupPlayer(OURS) as one, GomocupPlayer(OURS, name="two") as two:
        record = Match(one, two, "7x9x5-exact", Limit(nodes=300)).run()
    assert record.players == {"x": "Noughts", "o": "two"}
    assert record.outcome is not None
    assert record.outcome.reason in ("line", "full board")

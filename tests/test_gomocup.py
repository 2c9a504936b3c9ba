"""The Gomocup protocol: what managers say, well or badly, and that an answer is never late.

Times are measured here as a manager measures them, and judged with a second to spare: the machine
that runs the tests may be busy.
"""

import contextlib
import io
import queue
import re
import signal
import subprocess
import sys
import threading
import time
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from noughts import Analysis, Limit, Position, Rules, _native, gomocup
from noughts.analysis import seconds_for
from noughts.engine import Engine
from noughts.gomocup import Brain, serve

PROGRAM = [sys.executable, "-m", "noughts.cli.gomocup"]
SPARE = 5.0  # seconds that a busy machine may take; what is refused takes minutes
CELL = "[0-9]+,[0-9]+"
ANSWER = re.compile(rf'OK|{CELL}|ERROR [ -~]+|UNKNOWN [ -~]+|name="Noughts", [ -~]+')


class Manager:
    """A real `pbrain-noughts`, and somebody who talks to it and looks at the clock."""

    def __init__(self, *lines: str) -> None:
        self.process = subprocess.Popen(
            PROGRAM, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )
        self._answers: queue.Queue[str] = queue.Queue()
        self._reader = threading.Thread(target=self._read)
        self._reader.start()
        self.say(*lines)

    def __enter__(self) -> "Manager":
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        self._reader.join()
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
            assert stream is not None
            with contextlib.suppress(BrokenPipeError):
                stream.close()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self._answers.put(line.decode("ascii").rstrip("\n"))

    def send(self, data: bytes) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def say(self, *lines: str) -> None:
        self.send("".join(f"{line}\r\n" for line in lines).encode())

    def hear(self) -> str:
        return self._answers.get(timeout=30)

    def ask(self, *lines: str) -> str:
        self.say(*lines)
        return self.hear()

    def timed(self, *lines: str) -> tuple[str, float]:
        """The answer, and how many seconds it took."""
        started = time.perf_counter()
        return self.ask(*lines), time.perf_counter() - started

    def end(self, *lines: str) -> float:
        """Say this, close the input; how many seconds later it was gone, with no complaint."""
        assert self.process.stdin is not None
        assert self.process.stderr is not None
        started = time.perf_counter()
        self.say(*lines)
        self.process.stdin.close()
        assert self.process.wait(timeout=30) == 0
        took = time.perf_counter() - started
        self._reader.join()
        assert self.process.stderr.read() == b""
        return took

    @property
    def silent(self) -> bool:
        return self._answers.empty()


# A long conversation: what is said, what is answered. `...` is any text, CELL any cell.

CONVERSATION = r"""
    ABOUT                -> name="Noughts", version="...", author="...", country="..."
    about                -> name="Noughts", version="...", author="...", country="..."
    RESTART              -> ERROR there is no game yet: ...
    BEGIN                -> ERROR there is no game yet: ...
    TURN 7,7             -> ERROR there is no game yet: ...
    PLAY 7,7             -> ERROR there is no game yet: ...
    TAKEBACK 7,7         -> ERROR there is no game yet: ...
    DONE                 -> ERROR DONE without BOARD
    BOARD                ->
    7,7,1                ->
    DONE                 -> ERROR there is no game yet: ...
    HELLO                -> UNKNOWN command 'HELLO'
    7,7                  -> UNKNOWN command '7,7'
    STARTS 15            -> UNKNOWN command 'STARTS 15'
    SUGGEST 7,7          -> UNKNOWN command ...
    SWAP2BOARD           -> UNKNOWN command ...
    INFO                 ->
    INFO nothing         ->
    INFO nobody knows    ->
    INFO timeout_turn    ->
    INFO timeout_turn x  ->
    INFO max_depth 1e9   ->
    INFO game_type 1     ->
    INFO folder C:\brain ->
    INFO evaluate 3,3    ->
    INFO max_node 300    ->
    START                -> ERROR cannot read '': START takes one number such as 15
    START fifteen        -> ERROR cannot read 'fifteen': ...
    START 15,15          -> ERROR cannot read '15,15': ...
    START -15            -> ERROR cannot read '-15': ...
    START 4              -> ERROR rows and columns must be from 5 to 20, not 4
    START 21             -> ERROR rows and columns must be from 5 to 20, not 21
    START 999999999      -> ERROR rows and columns must be from 5 to 20, not 999999999
    START 99999999999999 -> ERROR cannot read '99999999999999': ...
    RECTSTART 20         -> ERROR cannot read '20': RECTSTART takes width,height such as 20,15
    RECTSTART 20,4       -> ERROR rows and columns must be from 5 to 20, not 4
    BEGIN                -> ERROR there is no game yet: ...
    START 15             -> OK
    TAKEBACK 7,7         -> ERROR there is no stone on 7,7
    BEGIN now            -> ERROR unexpected 'now': nothing may follow BEGIN
    BEGIN                -> CELL
    RESTART              -> OK
    PLAY 7,7             -> 7,7
    BEGIN                -> ERROR BEGIN is for an empty board: ...
    TURN 7,7             -> ERROR 7,7 is taken
    TURN 15,0            -> ERROR 15,0 is not on the board (0,0 to 14,14)
    TURN 0,15            -> ERROR 0,15 is not on the board (0,0 to 14,14)
    TURN -1,0            -> ERROR cannot read '-1,0': a cell is x,y such as 7,7
    TURN 1;1             -> ERROR cannot read '1;1': ...
    TURN                 -> ERROR cannot read '': ...
    TURN 1,1,1           -> ERROR cannot read '1,1,1': ...
    PLAY 8,8             -> ERROR own cannot be to move with 1 own and 0 opponent's stones
    turn  8 , 8          -> CELL
    RESTART now          -> ERROR unexpected 'now': nothing may follow RESTART
    RESTART              -> OK
    TURN 0,0             -> CELL
    START 15             -> OK
    BOARD                ->
    DONE                 -> CELL
    RESTART              -> OK
    PLAY 3,3             -> 3,3
    TAKEBACK 3,3         -> OK
    TAKEBACK 3,3         -> ERROR there is no stone on 3,3
    PLAY 3,3             -> 3,3
    TURN 3,3             -> ERROR 3,3 is taken
    BOARD                ->
    3,3,1                ->
    4,4,2                ->
    INFO timeout_turn 50 ->
    5,3,1                ->
    6,6,2                ->
    DONE                 -> CELL
    BOARD                ->
    3,3,3                ->
    DONE                 -> ERROR '3,3,3' is not a stone: write x,y,1 (own) or x,y,2 (opponent)
    BOARD                ->
    3,3,1                ->
    3,3,2                ->
    DONE                 -> ERROR '3,3,2' is a second stone on the same cell
    BOARD                ->
    3,3,1                ->
    DONE                 -> ERROR own cannot be to move with 1 own and 0 opponent's stones
    BOARD                ->
    3,3,2                ->
    4,4,2                ->
    DONE                 -> ERROR own cannot be to move with 0 own and 2 opponent's stones
    BOARD                ->
    33,3,2               ->
    DONE                 -> ERROR 33,3 is not on the board (0,0 to 14,14)
    BOARD                ->
    gibberish            ->
    1,1,2                ->
    DONE                 -> ERROR 'gibberish' is not a stone: ...
    BOARD 1              ->
    DONE                 -> ERROR '1' is not a stone: ...
    BOARD                ->
    1,1,2                ->
    ABOUT                -> name="Noughts", ...
    DONE                 -> ERROR DONE without BOARD
    END                  ->
"""


def pattern(expected: str) -> str:
    return re.escape(expected).replace(re.escape("..."), ".*").replace("CELL", CELL)


def test_a_long_conversation() -> None:
    exchanges = [line.partition("->") for line in CONVERSATION.strip().splitlines()]
    assert len(exchanges) >= 60
    with Manager() as manager:
        for said, _, expected in exchanges:
            manager.say(said.strip())
            if expected := expected.strip():
                answer = manager.hear()
                assert re.fullmatch(pattern(expected), answer), f"{said}: {answer}"
        manager.end()
        assert manager.silent


@pytest.mark.parametrize("ending", ["\r\n", "\n", "\r"], ids=["CRLF", "LF", "CR"])
def test_a_script_that_is_piped_in_gets_all_its_answers(ending: str) -> None:
    script = ending.join(["START 20", "INFO timeout_turn 30000", "BEGIN", "", "TURN 0,0", "END"])
    done = subprocess.run(PROGRAM, input=script.encode(), capture_output=True, check=True)
    ok, *moves = done.stdout.decode().splitlines()
    assert (ok, len(moves)) == ("OK", 2)
    assert all(re.fullmatch(CELL, move) for move in moves)


def test_start_and_all_info_lines_without_waiting_and_an_empty_board_for_begin() -> None:
    said = ["START 15", "INFO timeout_turn 200", "INFO timeout_match 100000", "INFO rule 0"]
    said += ["INFO time_left 100000", "INFO max_memory 83886080", "INFO game_type 1"]
    with Manager(*said, "BOARD", "DONE") as manager:
        assert manager.hear() == "OK"
        assert re.fullmatch(CELL, manager.hear())
        manager.end("END")


# The games


def cell_of(answer: str, rules: Rules) -> int:
    column, row = (int(number) for number in answer.split(","))
    assert column < rules.columns
    return row * rules.columns + column


def written(cell: int, rules: Rules) -> str:
    return f"{cell % rules.columns},{cell // rules.columns}"


GAMES = ["5x5x5", "6x9x5", "9x6x5", "8x8x5-exact", "15x15x5", "15x15x5-exact", "20x20x5"]


@pytest.mark.parametrize("game", GAMES)
def test_whole_games_between_two_programs(game: str) -> None:
    rules = Rules.parse(game)
    rows, columns = rules.rows, rules.columns
    start = f"START {rows}" if rows == columns else f"RECTSTART {columns},{rows}"
    said = [start, f"INFO rule {int(rules.exact)}"]
    with (
        Manager(*said, "INFO max_node 2000") as first,
        Manager(*said, "INFO timeout_turn 0", "INFO max_node 200") as second,
    ):
        assert first.hear() == second.hear() == "OK"
        for opening in ("BEGIN", "BOARD\r\nDONE"):
            position = play_on(Position(rules), first, second, opening)
            outcome = position.outcome
            assert outcome is not None
            assert outcome.reason in ("line", "full board")
            assert first.ask("RESTART") == second.ask("RESTART") == "OK"
        first.end("END")
        second.end("END")


def play_on(position: Position, mover: Manager, waiter: Manager, said: str) -> Position:
    """A whole game; the loser is told about the last move all the same."""
    while not position.is_over:
        answer = mover.ask(said)
        position = position.play(cell_of(answer, position.rules))  # refuses what is not legal
        mover, waiter, said = waiter, mover, f"TURN {answer}"
    why = "there is a line" if position.winner else "the board is full"
    assert mover.ask(said) == f"ERROR the game is over: {why}"
    assert re.match("ERROR ", waiter.ask("TURN 0,0"))
    return position


def test_all_sizes_and_rectangles() -> None:
    with Manager("INFO max_node 1") as manager:
        for size in range(5, 21):
            assert manager.ask(f"START {size}") == "OK"
            assert manager.ask(f"TURN {size},0").startswith("ERROR")
            assert re.fullmatch(CELL, manager.ask(f"TURN {size - 1},{size - 1}"))
        for width, height in [(5, 20), (20, 5), (5, 6), (19, 20), (20, 15), (7, 7)]:
            assert manager.ask(f"RECTSTART {width},{height}") == "OK"
            assert manager.ask(f"TURN {width},0").startswith("ERROR")
            assert manager.ask(f"TURN 0,{height}").startswith("ERROR")
            answer = manager.ask(f"TURN {width - 1},{height - 1}")
            column, row = map(int, answer.split(","))
            assert column < width
            assert row < height
        manager.end("END")


def stones(own: str, opponent: str) -> list[str]:
    """A BOARD that holds these cells."""
    lines = [f"{cell},1" for cell in own.split()] + [f"{cell},2" for cell in opponent.split()]
    return ["BOARD", *lines, "DONE"]


# Cell 4,0 makes five with 0,0 to 3,0, and six if 5,0 is there; 8,8 makes five on a diagonal.
FOUR = "0,0 1,0 2,0 3,0"
FOUR_AND_ONE = f"{FOUR} 5,0 4,4 5,5 6,6 7,7"


def test_it_wins_and_stops_wins_even_without_time() -> None:
    scattered = "0,9 2,9 4,9 6,9"
    with Manager("START 15", "INFO timeout_turn 0", "INFO max_node 1") as manager:
        assert manager.hear() == "OK"
        assert manager.ask(*stones(FOUR, scattered)) == "4,0"
        assert manager.ask(*stones(scattered, FOUR)) == "4,0"
        manager.end("END")


def test_exactly_five() -> None:
    elsewhere = "0,9 2,9 4,9 6,9 8,9 10,9 12,9 14,9 0,12"
    with Manager("INFO timeout_turn 500", "START 15") as manager:
        assert manager.hear() == "OK"
        manager.say("INFO rule 1")
        # Six in a row win nothing; the diagonal does, at either end.
        assert manager.ask(*stones(FOUR_AND_ONE, elsewhere)) in ("8,8", "3,3")
        assert manager.ask("RESTART") == "OK"
        for own, opponent in zip(FOUR_AND_ONE.split(), elsewhere.split(), strict=True):
            if own == "4,4":
                break
            assert manager.ask(f"PLAY {own}") == own
            answer = manager.ask(f"TURN {opponent}")
            assert manager.ask(f"TAKEBACK {answer}") == "OK"
        assert manager.ask("PLAY 4,0") == "4,0"
        assert re.fullmatch(CELL, manager.ask("TURN 14,14"))  # so it was no win
        manager.say("INFO rule 0")
        assert manager.ask("TURN 13,13").startswith("ERROR")  # now it would have been one
        manager.end("END")


@pytest.mark.parametrize(("rule", "name"), [(4, "renju"), (8, "caro"), (5, "renju")])
def test_rules_that_are_not_played_are_refused(rule: int, name: str) -> None:
    with Manager(f"INFO rule {rule}", "INFO max_node 1") as manager:
        assert manager.ask("START 15") == "OK"
        for said in (["BEGIN"], ["TURN 7,7"], ["BOARD", "DONE"], ["BOARD", "7,7,2", "DONE"]):
            assert re.fullmatch(
                rf"ERROR {name} \(INFO rule .\) is not supported", manager.ask(*said)
            )
        manager.say("INFO rule 2")  # a series of games: each is the same game
        assert re.fullmatch(CELL, manager.ask("TURN 7,7"))
        manager.end("END")


def test_moves_can_be_taken_back_and_played_again() -> None:
    rules = Rules(7, 7, 5)
    with Manager("START 7", "INFO max_node 500") as manager:
        assert manager.hear() == "OK"
        first = manager.ask("TURN 3,3")
        second = manager.ask("TURN 0,6")
        for taken in (second, "0,6", first):
            assert manager.ask(f"TAKEBACK {taken}") == "OK"
        assert manager.ask("TURN 0,6").startswith("ERROR")  # it is not the opponent's turn
        assert manager.ask(f"PLAY {first}") == first
        manager.ask("TURN 0,6")
        assert manager.ask("TAKEBACK 3,3") == "OK"
        assert manager.ask("TAKEBACK 0,6") == "OK"
        assert manager.ask("TURN 3,3").startswith("ERROR")  # none against two
        assert manager.ask(f"TAKEBACK {first}") == "OK"
        assert manager.ask("PLAY 3,3").startswith("ERROR")  # it is the opponent's turn
        assert cell_of(manager.ask("TURN 3,3"), rules) in range(49)
        manager.end("END")


def test_a_win_can_be_taken_back() -> None:
    with Manager("START 15", "INFO max_node 1") as manager:
        assert manager.hear() == "OK"
        stopped = manager.ask(*stones("0,9 2,9 4,9", FOUR))
        assert manager.ask("TURN 4,0") == "ERROR 4,0 is taken"
        assert manager.ask(f"TAKEBACK {stopped}") == "OK"
        assert manager.ask("PLAY 14,14") == "14,14"
        assert manager.ask("TURN 4,0") == "ERROR the game is over: there is a line"
        assert manager.ask("PLAY 4,1") == "ERROR the game is over: there is a line"
        assert manager.ask("TAKEBACK 4,0") == "OK"
        assert re.fullmatch(CELL, manager.ask("TURN 4,1"))
        manager.end("END")


def test_a_board_on_which_the_game_is_over() -> None:
    answers = tell(Brain(), "START 15", *stones("0,9 2,9 4,9 6,9", f"{FOUR} 4,0"))
    assert answers[-1] == "ERROR the game is over: there is a line"


def test_a_manager_that_cannot_be_heard() -> None:
    command = ["sh", "-c", 'exec "$@" <&-', "sh", *PROGRAM]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.endswith("stdin and stdout must be open: a manager talks through them\n")


# Time and other limits


@pytest.mark.parametrize("size", [5, 8, 15, 20])
@pytest.mark.parametrize(("milliseconds", "turns"), [(0, 5), (100, 5), (1000, 1)])
def test_a_turn_never_takes_too_long(milliseconds: int, turns: int, size: int) -> None:
    with Manager(f"START {size}", f"INFO timeout_turn {milliseconds}") as manager:
        assert manager.hear() == "OK"
        free = {f"{x},{y}" for x in range(size) for y in range(size)}
        for _ in range(turns):
            corner = min(free)
            answer, took = manager.timed(f"TURN {corner}")
            assert took < milliseconds / 1000 + SPARE
            free -= {corner, answer}
        manager.end("END")


@pytest.mark.parametrize("said", ["timeout_match", "time_left"])
def test_the_time_of_a_whole_game_is_enough(said: str) -> None:
    with Manager("START 15", "INFO timeout_turn 5000", f"INFO {said} 2000") as manager:
        assert manager.hear() == "OK"
        free = {f"{x},{y}" for x in range(15) for y in range(0, 15, 2)}
        used = 0.0
        for _ in range(40):
            corner = min(free)
            answer, took = manager.timed(f"TURN {corner}")
            used += took
            free -= {corner, answer}
            if answer.startswith("ERROR the game is over"):
                break
        assert used < 2 + SPARE
        manager.end("END")


@pytest.mark.parametrize("left", ["-100", "0", "1"])
def test_with_no_time_left_it_still_moves(left: str) -> None:
    with Manager("START 15", "INFO timeout_turn 30000", f"INFO time_left {left}") as manager:
        assert manager.hear() == "OK"
        answer, took = manager.timed("TURN 7,7")
        assert re.fullmatch(CELL, answer)
        assert took < SPARE
        manager.end("END")


def test_limits_without_end() -> None:
    said = [f"INFO {key} 999999999999999" for key in gomocup.OBEYED if key != "rule"]
    with Manager("START 6", *said, "INFO timeout_turn 100") as manager:
        assert manager.hear() == "OK"
        assert re.fullmatch(CELL, manager.ask("TURN 3,3"))
        manager.end("END")


@pytest.mark.parametrize("limit", ["max_depth 1", "max_node 1000"])
def test_depth_and_nodes_are_limits_too(limit: str) -> None:
    said = ["INFO timeout_turn 0", "INFO timeout_turn 600000", "INFO time_left 2147483647"]
    with Manager("START 15", *said, f"INFO {limit}") as manager:
        assert manager.hear() == "OK"
        answer, took = manager.timed("TURN 7,7")
        assert re.fullmatch(CELL, answer)
        assert took < SPARE
        manager.end("END")


def test_with_one_thread_and_nodes_it_always_does_the_same() -> None:
    said = [f"TURN {cell}" for cell in ("7,7", "8,9", "3,3", "4,4")]
    games = []
    for _ in range(2):
        with Manager("START 15", "INFO max_node 3000", "INFO thread_num 1") as manager:
            assert manager.hear() == "OK"
            games.append([manager.ask(line) for line in said])
            manager.end("END")
    assert games[0] == games[1]


@pytest.mark.parametrize("threads", ["2", "1000", "0", "-1"])
def test_threads(threads: str) -> None:
    said = ["START 15", "INFO timeout_turn 200", f"INFO thread_num {threads}"]
    with Manager(*said) as manager:
        assert manager.hear() == "OK"
        answer, took = manager.timed("TURN 7,7")
        assert re.fullmatch(CELL, answer)
        assert took < 0.2 + SPARE
        manager.end("END")


@pytest.mark.parametrize("megabytes", [0, 1, 64, 80, 1_000_000])
def test_memory(megabytes: int) -> None:
    said = ["START 8", "INFO timeout_turn 1000", f"INFO max_memory {megabytes << 20}"]
    with Manager(*said) as manager:
        assert manager.hear() == "OK"
        assert re.fullmatch(CELL, manager.ask("TURN 3,3"))
        if sys.platform == "linux" and megabytes >= 64:
            with open(f"/proc/{manager.process.pid}/status", encoding="ascii") as status:
                used = next(int(line.split()[1]) for line in status if line.startswith("VmHWM"))
            assert used < megabytes << 10
        manager.end("END")


def test_what_a_turn_may_take() -> None:
    assert seconds_for(None, None, 10) is None
    assert seconds_for(0, None, 10) == pytest.approx(0.02, abs=0.01)
    assert seconds_for(0.03, None, 10) == 0
    for turn in (0.1, 1, 30):
        seconds = seconds_for(turn, None, 10)
        assert seconds is not None
        assert 0.6 * turn < seconds < turn - 0.03
    assert seconds_for(1, 1000, 100) == seconds_for(1, None, 10)
    assert seconds_for(100, 10, 100) == seconds_for(0.5, None, 100)
    assert seconds_for(100, 10, 1) == seconds_for(10, None, 1)


# What Engine gets to hear


NOW = 1000.0


class Listening:
    """An engine that only notes what it was asked for."""

    made: list[tuple[Any, ...]]
    limits: list[Limit]

    def __init__(self, rules: Rules, megabytes: float, threads: int) -> None:
        if megabytes > 100:
            raise MemoryError
        self.made.append((rules, megabytes, threads))
        self.engine = Engine(rules, 0, 1)

    def analyse(self, position: Position, limit: Limit) -> Analysis:
        self.limits.append(limit)
        return self.engine.analyse(position, Limit(nodes=1))

    def stop(self) -> None:
        pass


@pytest.fixture
def listening(monkeypatch: pytest.MonkeyPatch) -> type[Listening]:
    """Such engines, on a machine with four processors and a clock that stands still."""
    Listening.made, Listening.limits = [], []
    monkeypatch.setattr(gomocup, "Engine", Listening)
    monkeypatch.setattr(gomocup, "usable_cores", lambda: 4)
    monkeypatch.setattr(time, "perf_counter", lambda: NOW)
    return Listening


def tell(brain: Brain, *lines: str) -> list[str | None]:
    return [brain.answer(line.encode()) for line in lines]


def test_an_engine_is_kept_as_long_as_it_fits(listening: type[Listening]) -> None:
    brain, rules = Brain(), Rules(15, 15, 5)
    exact = Rules(15, 15, 5, exact=True)
    tell(brain, "INFO max_memory 104857600", "START 15", "TURN 7,7", "TURN 0,0")
    tell(brain, "RESTART", "TURN 7,7", "START 15", "TURN 7,7")
    tell(brain, "INFO thread_num 3", "TURN 0,0", "INFO thread_num 99", "TURN 14,14")
    tell(brain, "INFO rule 1", "TURN 0,14")
    assert listening.made == [(rules, 36, 1), (rules, 36, 3), (rules, 36, 4), (exact, 36, 4)]


def test_where_memory_is_short_the_table_gets_smaller(listening: type[Listening]) -> None:
    brain = Brain()
    tell(brain, "START 15", f"INFO max_memory {(64 + 800) << 20}", "TURN 7,7", "TURN 0,0")
    assert [megabytes for _, megabytes, _ in listening.made] == [100]


def test_the_real_engine_says_that_memory_is_short(monkeypatch: pytest.MonkeyPatch) -> None:
    search = _native.DeepSearch

    def scarce(
        rules: Rules, megabytes: float, threads: int, net: _native.Net | None
    ) -> _native.DeepSearch:
        if megabytes > 60:
            raise MemoryError
        return search(rules, megabytes, threads, net)

    monkeypatch.setattr(_native, "DeepSearch", scarce)
    brain = Brain()
    said = tell(brain, "START 15", "INFO max_node 1", "TURN 7,7")
    assert re.fullmatch(r"\d+,\d+", said[-1] or "")
    assert brain._engine is not None
    assert brain._engine.table_mb == 64


def test_limits_reach_the_engine(listening: type[Listening]) -> None:
    brain = Brain()
    tell(brain, "START 15", "BEGIN", "INFO max_depth 7", "TURN 0,0", "INFO max_node 9")
    tell(brain, "TURN 0,1", "INFO max_depth 0", "INFO max_node 0", "INFO timeout_turn 2147483647")
    tell(brain, "TURN 0,2", "INFO timeout_turn 2000", "TURN 0,3")
    *told, last = listening.limits
    assert [(limit.depth, limit.nodes, limit.seconds) for limit in told] == [
        (None, None, None),
        (7, None, None),
        (7, 9, None),
        (None, None, None),
    ]
    assert last.seconds is not None
    assert last.seconds == pytest.approx(1.93)


def test_the_clock_runs_from_when_the_line_came(listening: type[Listening]) -> None:
    brain = Brain()
    tell(brain, "START 15", "INFO timeout_turn 1000", "INFO timeout_match 20000")
    brain.answer(b"TURN 7,7", NOW - 0.5)
    assert listening.limits[-1].seconds == pytest.approx(0.45)
    brain.answer(b"TURN 0,0", NOW - 10)
    assert listening.limits[-1].seconds == 0
    brain.answer(b"TURN 0,1")  # 9.5 of 20 seconds are left, for 20 moves
    assert listening.limits[-1].seconds == pytest.approx(0.4355)
    tell(brain, "INFO time_left 20000", "TURN 0,2")
    assert listening.limits[-1].seconds == pytest.approx(0.95)
    tell(brain, "INFO time_left 2147483647", "INFO timeout_turn 50000", "TURN 0,3")
    assert listening.limits[-1].seconds == pytest.approx(48.97)


# Managers that talk nonsense, or die


def test_binary_junk_and_endless_lines_are_survived() -> None:
    with Manager() as manager:
        manager.send(bytes(range(14, 256)) + b"\r\n")
        assert re.fullmatch("UNKNOWN [ -~]+", manager.hear())
        manager.send(b"\0\r\n")
        assert manager.hear() == r"UNKNOWN command '\x00'"
        manager.send(b"\xffSTART 15\n")
        assert re.fullmatch("UNKNOWN [ -~]+", manager.hear())
        manager.send(b"START 15" + b" " * 200_000 + b"\n")
        assert manager.hear().startswith("UNKNOWN")
        for _ in range(50):
            manager.send(b"x" * 100_000)
        manager.send(b"\n")
        assert manager.hear().startswith("UNKNOWN")
        manager.send(b"\r\r\n\n  \n\t\n")
        assert manager.ask("START 15") == "OK"
        manager.send("TURN ７,７\n".encode())
        assert manager.hear().startswith("ERROR")
        manager.end("END")
        assert manager.silent


def test_an_endless_line_spoils_a_board() -> None:
    with Manager("START 15", "BOARD") as manager:
        assert manager.hear() == "OK"
        manager.send(b"1,1,2" * 10_000 + b"\n")
        assert manager.ask("DONE").startswith("ERROR")
        manager.say("BOARD", *(f"{cell % 15},{cell // 15},1" for cell in range(1000)))
        assert manager.ask("DONE").startswith("ERROR")
        assert manager.ask("START 15") == "OK"
        manager.end("END")


def test_a_flood_is_answered_line_by_line() -> None:
    with Manager() as manager:
        manager.send(b"NONSENSE\n" * 30_000)
        assert {manager.hear() for _ in range(30_000)} == {"UNKNOWN command 'NONSENSE'"}
        manager.end("END")


THINKING = ["START 15", "INFO timeout_turn 600000", "TURN 7,7"]


def thinking(manager: Manager) -> None:
    """Wait until it has begun to think."""
    assert manager.hear() == "OK"
    time.sleep(0.3)
    assert manager.silent


@pytest.mark.parametrize("game", ["START 15", "START 8", "START 6", "RECTSTART 20,19"])
@pytest.mark.parametrize("last", [["END"], ["end"], []], ids=["END", "end", "closed"])
def test_while_it_thinks_it_can_be_ended(last: list[str], game: str) -> None:
    with Manager(game, *THINKING[1:]) as manager:
        assert manager.hear() == "OK"
        time.sleep(0.2)
        assert manager.end(*last) < 0.2 + SPARE


def test_end_just_after_a_question() -> None:
    for pause in (0, 0.001, 0.01):
        with Manager("START 15", "INFO timeout_turn 600000") as manager:
            assert manager.hear() == "OK"
            manager.say("TURN 7,7")
            time.sleep(pause)
            assert manager.end("END") < 0.2 + SPARE


def test_what_comes_while_it_thinks_is_answered_afterwards() -> None:
    with Manager("START 15", "INFO timeout_turn 400") as manager:
        assert manager.hear() == "OK"
        manager.say("TURN 7,7", "ABOUT", "INFO timeout_turn 100", "TURN 7,7", "NONSENSE", "RESTART")
        expected = [CELL, "name=.*", "ERROR .*", "UNKNOWN .*", "OK"]
        for each in expected:
            assert re.fullmatch(each, manager.hear())
        manager.end("END")


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
def test_it_can_be_killed_while_it_thinks(number: signal.Signals) -> None:
    with Manager(*THINKING) as manager:
        thinking(manager)
        manager.process.send_signal(number)
        assert manager.process.wait(timeout=SPARE) == -number


def test_ctrl_c_makes_it_move_and_a_second_one_ends_it() -> None:
    with Manager(*THINKING) as manager:
        thinking(manager)
        manager.process.send_signal(signal.SIGINT)
        assert re.fullmatch(CELL, manager.hear())
        manager.process.send_signal(signal.SIGINT)
        assert manager.process.wait(timeout=SPARE) == 1


@pytest.mark.parametrize("said", ["ABOUT", "START 15\nTURN 7,7"])
def test_nobody_listens_any_more(said: str) -> None:
    process = subprocess.Popen(
        PROGRAM, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert process.stdin is not None
    assert process.stdout is not None
    assert process.stderr is not None
    with process:
        process.stdout.close()
        process.stdin.write(f"{said}\n".encode())
        process.stdin.flush()
        assert process.wait(timeout=30) == 1  # though its input is still open
        assert process.stderr.read() == b""


MORTAL = """
import subprocess, sys, time
brain = subprocess.Popen(sys.argv[1:], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
brain.stdin.write(b"START 15\\nINFO timeout_turn 600000\\nTURN 7,7\\n")
brain.stdin.flush()
print(brain.stdout.readline(), flush=True)
time.sleep(600)
"""


def test_its_manager_is_killed_while_it_thinks() -> None:
    command = [sys.executable, "-c", MORTAL, *PROGRAM]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as manager:
        assert manager.stdout is not None
        assert manager.stderr is not None
        assert b"OK" in manager.stdout.readline()
        time.sleep(0.2)
        manager.kill()
        killed = time.perf_counter()
        assert manager.stderr.read() == b""  # ends when the last process that could write is gone
        assert time.perf_counter() - killed < 0.2 + SPARE


def test_it_is_there_at_once() -> None:
    started = time.perf_counter()
    with Manager("ABOUT") as manager:
        assert manager.hear().startswith("name=")
        assert time.perf_counter() - started < 0.3 + SPARE
        manager.end("END")


# Anything at all, in this process

numbers = st.one_of(st.integers(0, 21), st.integers()).map(str)
cells = st.lists(numbers, max_size=4).map(",".join)
words = st.sampled_from(sorted(gomocup.COMMANDS))
infos = st.builds("INFO {} {}".format, st.sampled_from(sorted(gomocup.OBEYED)), numbers)
sizes = st.sampled_from(["START 5", "START 6", "RECTSTART 5,7", "RESTART"])
sentences = st.one_of(words, cells, infos, sizes, st.builds("{} {}".format, words, cells))
lines = st.one_of(sentences.map(str.encode), st.binary(max_size=40))


def spoken(data: bytes) -> list[bytes]:
    """The lines of the input that are not empty, up to END."""
    said: list[bytes] = []
    for line in re.split(rb"[\r\n]", data):
        if line.decode("latin-1").split()[:1] and line.upper().split()[:1] == [b"END"]:
            break
        said += [line] if line.strip() else []
    return said


class Pieces:
    """Bytes that come in pieces of these sizes, again and again."""

    def __init__(self, data: bytes, sizes: list[int]) -> None:
        self.data, self.sizes = data, sizes

    def read(self, _: int) -> bytes:
        size, *rest = self.sizes
        self.sizes = [*rest, size]
        piece, self.data = self.data[:size], self.data[size:]
        return piece


def answers(data: bytes, sizes: list[int] | None = None) -> list[str]:
    heard = io.BytesIO()
    serve(Pieces(data, sizes) if sizes else io.BytesIO(data), heard)
    return heard.getvalue().decode("ascii").splitlines()


endings = st.sampled_from([b"\n", b"\r\n", b"\r"])


@settings(max_examples=150)
@given(st.lists(lines, max_size=30), endings)
def test_whatever_comes_each_line_is_answered_at_most_once(
    said: list[bytes], ending: bytes
) -> None:
    data = ending.join([b"INFO max_node 1", *said])
    heard = answers(data)
    assert len(heard) <= len(spoken(data))
    for answer in heard:
        assert ANSWER.fullmatch(answer)


thoughtless = lines.filter(lambda line: not re.match(rb"(?i)\s*(BEGIN|TURN|DONE)", line))


@given(
    st.lists(thoughtless, max_size=30),
    endings,
    st.lists(st.integers(1, 50), min_size=1, max_size=5),
)
def test_it_does_not_matter_in_which_pieces_the_input_comes(
    said: list[bytes], ending: bytes, sizes: list[int]
) -> None:
    data = ending.join(said)
    assert answers(data, sizes) == answers(data)


@given(st.binary())
def test_any_bytes(data: bytes) -> None:
    assert all(ANSWER.fullmatch(answer) for answer in answers(data))


@given(st.lists(st.binary(max_size=60)))
def test_a_brain_answers_any_line(said: list[bytes]) -> None:
    brain = Brain()
    for line in said:
        answer = brain.answer(line)
        assert answer is None or answer.isprintable()


moves = st.tuples(
    st.sampled_from(["TURN", "PLAY", "TAKEBACK"]), st.integers(0, 4), st.integers(0, 5)
)


@settings(max_examples=100)
@given(st.lists(moves, max_size=40), st.booleans())
def test_the_stones_are_those_that_were_accepted(
    said: list[tuple[str, int, int]], exact: bool
) -> None:
    brain, rules = Brain(), Rules(6, 5, 5)
    tell(brain, "RECTSTART 5,6", f"INFO rule {int(exact)}", "INFO max_node 1")
    for word, column, row in said:
        before, cell = dict(brain.stones), row * 5 + column
        (answer,) = tell(brain, f"{word} {column},{row}")
        assert answer is not None
        turned = before | {cell: "opponent"}
        if answer == "OK":
            assert brain.stones | {cell: before[cell]} == before
        elif not answer.startswith("ERROR"):
            assert cell not in before
            assert (answer == written(cell, rules)) == (word == "PLAY")
            own = cell_of(answer, rules)
            assert brain.stones == (turned if word == "TURN" else before) | {own: "own"}
        elif "is over" in answer and word == "TURN":
            assert brain.stones in (before, turned)
        else:
            assert brain.stones == before

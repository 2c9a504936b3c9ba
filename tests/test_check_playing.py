"""Somebody's program as a player, in every interface, well-behaved or not."""

from dataclasses import replace
from pathlib import Path

import pytest
from programs import FOLDER, part_of_the_corpus

from noughts.analysis import Limit
from noughts.check.grade import Settings
from noughts.check.playing import ProgramPlayer
from noughts.check.sandbox.answers import Answer
from noughts.check.sandbox.program import Program
from noughts.check.sandbox.sandbox import STANDARD
from noughts.errors import NoMoveFound, PlayerFailed
from noughts.match import Match
from noughts.position import Position
from noughts.rules import TIC_TAC_TOE, Rules

PATIENT = Limit(seconds=60)


@pytest.mark.parametrize(
    "file",
    [
        "cs50_alphabeta.py",
        "player_rows.py",
        "strings_first_best_from_a_window.py",
        "process_index.py",
        pytest.param("any_find_best_move.py", marks=part_of_the_corpus),
    ],
)
def test_every_interface_plays_two_games(file: str) -> None:
    with ProgramPlayer(FOLDER / "right" / file) as program:
        for _ in range(2):
            match = Match(program, "perfect", limits=PATIENT)
            record = match.run()
            assert record.outcome is not None
            assert (record.outcome.winner, record.outcome.reason) == (None, "full board")
            assert match.remark is None
    assert program.name == file.removesuffix(".py")


BOT = "def choose(board, mark):\n    {}\n"
FREE = "return next(i for i, cell in enumerate(board) if cell == '.')"
HANGS = "\n        while True: pass"


@pytest.mark.parametrize(
    ("text", "reason", "remark"),
    [
        (BOT.format("raise ValueError('no idea')"), "crash", "ValueError"),
        (BOT.format("import os; os._exit(7)"), "crash", "exit code 7"),
        (BOT.format("return 'middle'"), "illegal move", "'middle'"),
        (BOT.format("return None"), "illegal move", "None"),
        (BOT.format("return 99"), "illegal move", "99"),
        (BOT.format(f"if 'x' in board:{HANGS}\n    {FREE}"), "time", "did not answer in 1 s"),
        (BOT.format(f"big = bytearray(1 << 30)\n    {FREE}"), "crash", "MemoryError"),
        ("import nonsense_that_is_not_there\nraise SystemExit(3)", "crash", "cannot be started"),
        ("x = 1\n", "crash", "cannot be started"),
        ("def choose(board, mark) return 1\n", "crash", "cannot be started"),
    ],
)
def test_a_fault_loses_the_game(text: str, reason: str, remark: str, tmp_path: Path) -> None:
    file = tmp_path / "bot.py"
    file.write_text(text)
    limits = replace(STANDARD, memory_bytes=200 << 20)
    settings = Settings(limits=limits, form="string", alone=True)
    with ProgramPlayer(file, settings=settings) as program:
        for _ in range(2):
            match = Match(program, "random", limits=Limit(seconds=1), grace=60)
            outcome = match.run().outcome
            assert outcome is not None
            assert (outcome.winner, outcome.reason) == ("o", reason)
            assert remark in (match.remark or "")


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    match = Match(ProgramPlayer(tmp_path / "none.py"), "random")
    outcome = match.run().outcome
    assert outcome is not None
    assert outcome.reason == "crash"
    assert "does not exist" in (match.remark or "") or "No such file" in (match.remark or "")


def test_a_program_for_another_game() -> None:
    with ProgramPlayer(FOLDER / "right" / "cs50_alphabeta.py") as program:
        with pytest.raises(PlayerFailed, match="a 'cs50' program plays tic-tac-toe, not 4x4x4"):
            program.begin(Position(Rules(4, 4, 4)))
        with pytest.raises(PlayerFailed, match="it has not been started"):
            program.choose(Position(TIC_TAC_TOE))


def test_an_engine_in_the_sandbox(tmp_path: Path) -> None:
    """A Gomocup engine that takes the first free cell."""
    file = tmp_path / "pbrain-first.py"
    file.write_text(
        "import sys\n"
        "taken = set()\n"
        "for line in sys.stdin:\n"
        "    words = line.split()\n"
        "    if not words or words[0] == 'INFO': continue\n"
        "    if words[0] == 'START': print('MESSAGE hello\\nOK', flush=True)\n"
        "    elif words[0] == 'BOARD': taken.clear()\n"
        "    elif words[0] == 'DONE':\n"
        "        x, y = next((x, y) for y in range(5) for x in range(5) if (x, y) not in taken)\n"
        "        print(f'{x},{y}', flush=True)\n"
        "    elif words[0] == 'END': break\n"
        "    else: taken.add(tuple(map(int, line.split(',')[:2])))\n"
    )
    settings = Settings(interface="gomocup")
    with ProgramPlayer(file, Rules(5, 5, 5), settings) as program:
        record = Match(program, "easy", Rules(5, 5, 5), limits=PATIENT).run()
        assert record.outcome is not None
        assert record.outcome.reason in ("line", "full board")


ECHO = """
import sys
print("Welcome!", flush=True)
for line in sys.stdin:
    print("thinking\\n" + str(line.index(".")), flush=True)
"""
ASKS = """
if __name__ == "__main__":
    print("You lose against " + input("Your name? ") + "!")
"""


def test_a_process_may_say_more_than_its_move(tmp_path: Path) -> None:
    file = tmp_path / "bot.py"
    file.write_text(ECHO)
    with ProgramPlayer(file, settings=Settings(interface="process")) as program:
        program.begin(Position(TIC_TAC_TOE))
        assert program.choose(Position.parse("xo......."), PATIENT) == 2


def test_a_process_that_is_gone_stays_gone_until_the_next_game(tmp_path: Path) -> None:
    file = tmp_path / "bot.py"
    file.write_text("import sys\nsys.stdin.readline()\nsys.exit(3)\n")
    with ProgramPlayer(file, settings=Settings(interface="process")) as program:
        program.begin(Position(TIC_TAC_TOE))
        for why in ("exit code 3", "it has not been started"):
            with pytest.raises(PlayerFailed, match=why):
                program.choose(Position(TIC_TAC_TOE), PATIENT)


def test_a_program_that_reads_need_not_be_a_process(tmp_path: Path) -> None:
    """It does not answer with a cell, and so its functions are looked at."""
    file = tmp_path / "bot.py"
    file.write_text(ASKS)
    with (
        ProgramPlayer(file) as program,
        pytest.raises(PlayerFailed, match="it cannot be started: it has no function 'choose'"),
    ):
        program.begin(Position(TIC_TAC_TOE))


def test_a_file_that_can_be_loaded_only_sometimes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "bot.py"
    file.write_text(BOT.format(FREE))
    with ProgramPlayer(file) as program:
        program.begin(Position(TIC_TAC_TOE))
        failed = Answer("raised", text="ValueError: no luck")
        monkeypatch.setattr(Program, "load", lambda _: failed)
        with pytest.raises(PlayerFailed, match="it cannot be started: ValueError: no luck"):
            program.begin(Position(TIC_TAC_TOE))


def test_what_it_says_about_a_move_without_a_limit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("noughts.check.playing.PATIENCE", 0.1)
    monkeypatch.setattr("noughts.check.playing.GRACE", 0.05)
    file = tmp_path / "bot.py"
    file.write_text("import time\ntime.sleep(60)\n")
    with ProgramPlayer(file, settings=Settings(interface="process")) as program:
        program.begin(Position(TIC_TAC_TOE))
        with pytest.raises(NoMoveFound, match=r"it did not answer in 0\.1 s"):
            program.choose(Position(TIC_TAC_TOE))


@pytest.mark.parametrize(
    ("start", "turn", "why"),
    [
        ("ERROR no", "", "it answers START with 'ERROR no' instead of OK"),
        ("OK", "pass", "it answers 'pass' instead of a cell"),
    ],
)
def test_an_engine_that_talks_nonsense(start: str, turn: str, why: str, tmp_path: Path) -> None:
    file = tmp_path / "pbrain-odd.py"
    file.write_text(
        "import sys\n"
        "for line in sys.stdin:\n"
        f"    if line.startswith('START'): print({start!r}, flush=True)\n"
        f"    if line.startswith('DONE'): print({turn!r}, flush=True)\n"
    )
    rules = Rules(5, 5, 5)
    with ProgramPlayer(file, rules, Settings(interface="gomocup")) as program:
        match = Match(program, "easy", rules, limits=PATIENT)
        assert match.run().outcome is not None
        assert why in (match.remark or "")


def test_files_of_others_are_out_of_reach(tmp_path: Path) -> None:
    """In a folder of submissions, only its own file comes along."""
    (tmp_path / "secret.py").write_text("MOVE = 0\n")
    file = tmp_path / "bot.py"
    file.write_text(f"import secret\n{BOT.format('return secret.MOVE')}")
    for alone, moves in ((False, 1), (True, 0)):
        with ProgramPlayer(file, settings=Settings(alone=alone)) as program:
            record = Match(program, "perfect", limits=PATIENT).run()
            assert len(record.moves[::2]) == moves, "it always plays a1, if it finds the other file"

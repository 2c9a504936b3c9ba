"""Programs of any shape: what is asked, how the board is written, and what an adapter says."""

import re
import shutil
import sys
import time
from dataclasses import replace
from html import escape
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from laws import board, noughts
from programs import FOLDER, part_of_the_corpus

from noughts.check import (
    Report,
    Settings,
    adapter_for,
    check_program,
    lines,
    read_console,
    report_page,
)
from noughts.check.gather.gather import gather
from noughts.check.interfaces import any_shape
from noughts.check.interfaces import console as console_module
from noughts.check.interfaces.adapter import adapter_file
from noughts.check.interfaces.any_shape import Found, find_shape
from noughts.check.interfaces.candidates import candidates
from noughts.check.interfaces.console import Console, ConsoleExaminer, Talk
from noughts.check.interfaces.forms import FORMS, Form
from noughts.check.interfaces.outline import outline, without_game
from noughts.check.interfaces.player import find_way
from noughts.check.judge.exact_values import unfinished
from noughts.check.judge.play import Play
from noughts.check.sandbox.answers import Answer, KeptBoard
from noughts.check.sandbox.program import Program, Submission
from noughts.errors import NotationError
from noughts.position import Position
from noughts.rules import TIC_TAC_TOE

LINES = """
LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
"""
WINS_OR_BLOCKS = (
    LINES
    + """
def good_cell(board, mine, other, free):
    for mark in (mine, other):
        for line in LINES:
            cells = [board[cell] for cell in line]
            if cells.count(mark) == 2 and cells.count(free) == 1:
                return line[cells.index(free)]
    return board.index(free)
"""
)


def found_in(text: str, folder: Path) -> Found:
    (folder / "program.py").write_text(text, encoding="utf-8")
    with Program(Submission(folder / "program.py", "program.py")) as program:
        assert program.load().ok
        return find_shape(program, text)


def words(text: str, folder: Path) -> str:
    """What is said about the shape that was found."""
    found = found_in(text, folder)
    return found.shape.words if found.shape else found.why


# What is found


def test_a_function_that_plays_one_mark(tmp_path: Path) -> None:
    said = words((FOLDER / "right/any_find_best_move.py").read_text(), tmp_path)
    assert said == (
        "`findBestMove(board)` is asked; the board is three lists of three: 'x', 'o', free '_'; "
        "its move is a row, column from 0; it plays X only, so where O is to move the marks are "
        "exchanged"
    )


def test_a_class_with_a_game(tmp_path: Path) -> None:
    said = words((FOLDER / "right/any_class_with_get_move.py").read_text(), tmp_path)
    assert said.startswith("`ComputerPlayer.get_move(game)` is asked")
    assert "it is put into `Game.board`; its move is a cell from 0" in said


def test_a_value_function(tmp_path: Path) -> None:
    said = words((FOLDER / "right/any_value_function_only.py").read_text(), tmp_path)
    assert "it values boards, so the move with the best value counts" in said


def test_any_two_values_are_marks(tmp_path: Path) -> None:
    said = words((FOLDER / "right/any_best_move_beside_winner.py").read_text(), tmp_path)
    assert "a list of nine: 'red', 'blue', free ''; its move is a cell from 1" in said


@part_of_the_corpus
def test_a_board_of_the_module_that_the_function_changes(tmp_path: Path) -> None:
    said = words((FOLDER / "right/any_board_of_the_module.py").read_text(), tmp_path)
    assert "free cells hold their number, the first 1; it is put into `board`" in said
    assert "its move is what it changes on the board; it plays O only" in said


SEVERAL = WINS_OR_BLOCKS + (
    "def computer_move(board, player):\n"
    "    return good_cell(board, player, 'O' if player == 'X' else 'X', ' ')\n"
    "def best_move(board, player):\n    return board.index(' ')\n"
    "def random_move(board, player):\n    return computer_move(board, player)\n"
)


def test_the_function_is_chosen_by_its_name(tmp_path: Path) -> None:
    """A bug in `best_move` must not hide behind another function that plays well."""
    assert "`best_move(board, player)`" in words(f"board = [' '] * 9\n{SEVERAL}", tmp_path)


def test_a_function_that_may_mean_another_board_is_not_chosen(tmp_path: Path) -> None:
    """Here the program does not show its board, so `best_move` may only be misunderstood."""
    assert "`computer_move(board, player)`" in words(SEVERAL, tmp_path)


def test_a_bad_program_is_not_told_from_a_wrong_board(tmp_path: Path) -> None:
    """Moves that are legal and bad may be the checker's mistake: it says so and grades nothing."""
    text = "def best_move(board, player):\n    return [c in ' ' for c in board].index(True)\n"
    found = found_in(text, tmp_path)
    assert found.shape is None
    assert "give something away, so it may mean another board" in found.why


def test_what_kills_or_hangs_the_process_is_left_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(any_shape, "A_FUNCTION", 2.0)  # nothing else here takes so long
    text = WINS_OR_BLOCKS + (
        "import os\n"
        "def best_of_all(board):\n    os._exit(0)\n"
        "def find_best(board):\n    while True: pass\n"
        "def get_move(board, player):\n"
        "    return good_cell(board, player, 'O' if player == 'X' else 'X', ' ')\n"
    )
    assert "`get_move(board, player)`" in words(text, tmp_path)


def test_names_that_the_program_makes_up_stay_names(tmp_path: Path) -> None:
    """What the program tells of its boards is checked: it becomes text that is run."""
    text = "globals()['x = 1; import os #'] = [' '] * 9\ndef ai_move():\n    pass\n"
    found = found_in(text, tmp_path)
    assert found.shape is None
    assert found.nearest is None


def test_the_nearest_way_to_ask_says_what_is_wrong_with_it(tmp_path: Path) -> None:
    text = "board = [' '] * 9\ndef best_move(board, player):\n"
    text += "    if player != 'X': raise ValueError('not my turn')\n    return board.index(' ')\n"
    found = found_in(text, tmp_path)
    assert found.shape is None
    assert found.nearest
    assert found.nearest.routine.name == "best_move"
    assert found.why == "it raises ValueError: not my turn (line 3)"


def test_a_program_that_cannot_be_loaded_again_is_not_asked_again() -> None:
    class Dying:
        loaded = 0

        def try_out(self, *_: object) -> list[Answer]:
            return []

        def load(self) -> Answer:
            self.loaded += 1
            return Answer("ended", text="it ends")

    dying: Any = Dying()
    positions = unfinished(TIC_TAC_TOE)[:2]
    assert [*any_shape._asked_each(dying, [0, 1, 2], positions, time.monotonic() + 60)] == []
    assert dying.loaded == 1


# Reports and adapters


def test_nothing_to_ask(tmp_path: Path) -> None:
    (tmp_path / "empty.py").write_text("")
    report = check_program(tmp_path / "empty.py")
    assert [each.id for each in report.diagnoses] == ["unknown-shape"]
    assert (report.score, report.max_score, report.exit_code) == (0, 100, 1)
    said = "\n".join(lines(report))
    assert "chooses a move. Write `choose(board, mark)`" in report.diagnoses[0].message
    assert said.count("not run") == 0
    assert "    def choose(board, mark):" in said


def test_an_empty_cs50_program_has_a_mistake(tmp_path: Path) -> None:
    (tmp_path / "empty.py").write_text("")
    report = check_program(tmp_path / "empty.py", Settings("cs50"))
    assert [each.id for each in report.diagnoses] == ["missing-functions"]


@part_of_the_corpus
def test_an_adapter_is_written_and_graded(tmp_path: Path) -> None:
    program, adapter = tmp_path / "tic-tac.py", tmp_path / "adapter.py"
    shutil.copy(FOLDER / "right/any_best_move_beside_winner.py", program)
    done = noughts("check", str(program), "--adapter", str(adapter))
    assert done.returncode == 0
    assert "`best_move(board, player)` is asked" in done.stdout
    assert "importlib.import_module('tic-tac')" in adapter.read_text()
    report = check_program(tmp_path)
    assert (report.interface, report.score) == ("player", 100)
    assert "its move is a cell from 1" in report.checks[0].message


def test_an_adapter_overwrites_nothing_else(tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text("def best(board): ...\n")
    done = noughts("check", str(program), "--adapter", str(program))
    assert done.returncode == 2
    assert "is there already, and it is no adapter" in done.stderr
    assert program.read_text() == "def best(board): ...\n"


def test_a_program_that_needs_no_adapter(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("def choose(board, mark): ...\n")
    with pytest.raises(NotationError, match="needs no adapter: it is `player`"):
        adapter_for(tmp_path / "a.py")


def test_an_adapter_for_a_game_at_import(tmp_path: Path) -> None:
    shutil.copy(FOLDER / "wrong/any_plays_when_loaded.py", tmp_path / "a.py")
    _, said, will_do = adapter_for(tmp_path / "a.py")
    assert not will_do
    assert "the program plays a game as soon as it is loaded" in said


def test_there_is_no_adapter_for_what_cannot_be_loaded(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("def best(board): ...\n1 / 0\n")
    with pytest.raises(NotationError, match="cannot be loaded: it raises ZeroDivisionError"):
        adapter_for(tmp_path / "a.py")


def test_an_adapter_to_fill_in(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("x = 1\n")
    text, said, will_do = adapter_for(tmp_path / "a.py")
    assert not will_do
    assert said.endswith("; fill in the adapter")
    assert "theirs = importlib.import_module('a')" in text
    compile(text, "adapter.py", "exec")


TURN_AND_BOARD = """
turn = "X"
board = [" "] * 9
def computer_move():
    return turn, board.index(" ")
"""


def test_a_program_that_keeps_the_turn_beside_its_board_is_told_both(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    kept = KeptBoard("", "board", "list", " ", False, (("turn", "X"), ("size", 9)))
    shape = candidates(outline(TURN_AND_BOARD, [" "]), [kept])[0]
    assert shape.is_told_the_turn
    theirs = ModuleType("keeps_both")
    exec(TURN_AND_BOARD, vars(theirs))
    monkeypatch.setitem(sys.modules, "keeps_both", theirs)
    monkeypatch.setattr(time, "sleep", time.sleep)  # the adapter takes its own
    adapter: dict[str, Any] = {}
    exec(adapter_file(shape, "keeps_both", "keeps_both.py"), adapter)
    assert adapter["choose"]("xo.......", "o") == ("O", 2)
    assert adapter["choose"]("xox......", "x") == ("X", 3)


def test_a_name_cannot_break_out_of_an_adapter(tmp_path: Path) -> None:
    found = found_in((FOLDER / "right/any_value_function_only.py").read_text(), tmp_path)
    assert found.shape is not None
    text = adapter_file(found.shape, 'a\'\n"""', 'x"""\nimport os\n"""')
    compile(text, "adapter.py", "exec")
    assert "\nimport os\n" not in text


# What the text tells


def test_a_game_at_import_is_cut_out() -> None:
    text = "import os\nx = 1\nif x:\n    y = 2\ny = input()\n"
    text += "def f():\n    input()\nwhile x:\n    f()\n"
    rest, cut = without_game(text)
    assert cut == [5, 8, 9]
    assert rest.splitlines() == [*text.splitlines()[:4], "", *text.splitlines()[5:7], "", ""]


def test_marks_are_read_from_the_text() -> None:
    told = outline("HUMAN, COMP = +1, -1\nboard = [[0] * 3 for _ in 'abc']\n")
    assert (1, -1, 0) in told.symbols
    assert outline("def f(:").routines == ()


def test_a_class_has_the_methods_of_the_classes_it_is_made_from() -> None:
    text = "class Player:\n    def get_move(self, board): ...\nclass Bot(Player):\n    pass\n"
    assert [routine.path for routine in outline(text).routines] == [
        "Player.get_move",
        "Bot.get_move",
    ]


def test_bounds_are_wide_open() -> None:
    told = outline("def minimax(board, depth, alpha, beta, maximizing): ...\n")
    arguments = {shape.arguments[2:4] for shape in candidates(told, [])}
    assert arguments == {("-(10**9)", "10**9")}


def test_a_board_of_an_unknown_layout_is_none() -> None:
    """The program itself may make up what it tells of its boards."""
    told = outline("def best_move(board): ...\n")
    odd = KeptBoard("", "board", "list of lists", " ", False, ())
    assert candidates(told, [odd]) == candidates(told, [])
    known = replace(odd, layout="list")
    assert candidates(told, [known]) != candidates(told, [])


# A player's board

KNOWS_CAPITALS = """
def choose(board, mark):
    cells = [*board]
    free = next(cell for cell in cells if cell not in ("x", "o", "X", "O"))
    return good_cell(cells, mark, "O" if mark == "X" else "X", free)
"""
OWN_MARKS = """
def choose(board, mark):
    board = board[0] + board[1] + board[2]
    return good_cell(board, mark, {"A": "B", "B": "A"}[mark], "?")
"""


@pytest.mark.parametrize(
    ("text", "form"),
    [
        (KNOWS_CAPITALS, FORMS["list"]),  # with "x" and "o" it moves, but never blocks
        (OWN_MARKS, Form("rows", "A", "B", "?")),
    ],
    ids=["capitals", "its own marks"],
)
def test_the_form_that_plays_best_counts(text: str, form: Form, tmp_path: Path) -> None:
    whole = WINS_OR_BLOCKS + text
    (tmp_path / "program.py").write_text(whole)
    with Program(Submission(tmp_path / "program.py", "program.py")) as program:
        way = find_way(program, unfinished(TIC_TAC_TOE), None, whole)
    assert way.board == form


@part_of_the_corpus
def test_the_report_tells_the_form() -> None:
    report = check_program(FOLDER / "right/player_signs.py")
    assert report.checks[0].message == (
        "the program starts; it is asked like `choose([[1, -1, 0], [0, 0, 0], [0, 0, 0]], 1)`, and "
        "its move is a row, column from 0"
    )


# Console programs

ASKS = (
    WINS_OR_BLOCKS
    + """
board = list("         ")
print("Welcome")
name = input("Name? ")
while True:
    row, column = map(int, input("row column? ").split(","))
    board[3 * row + column - 4] = "X"
    if board.count(" ") == 0:
        break
    cell = good_cell(board, "O", "X", " ")
    board[cell] = "O"
    print(f"I take {cell // 3 + 1}/{cell % 3 + 1}")
"""
)
HOW = """
start = ["Ada"]
send = "{row},{column}"
move = 'I take (\\d)/(\\d)'
"""


@pytest.mark.parametrize(
    ("console", "cells"),
    [
        (Console("", "{cell}"), "cell from 1"),
        (Console("", "put {row} {column}", first=0), "row, column from 0"),
        (Console("", "{name}"), "name"),
    ],
)
def test_a_report_names_cells_as_they_are_typed(console: Console, cells: str) -> None:
    assert console.cells == cells


@part_of_the_corpus
def test_a_console_program_is_played_against(tmp_path: Path) -> None:
    (tmp_path / "game.py").write_text(ASKS)
    (tmp_path / "how.toml").write_text(HOW)
    report = check_program(
        tmp_path / "game.py", Settings(console=read_console(tmp_path / "how.toml"), workers=2)
    )
    told = {check.name: check for check in report.checks}
    assert told["legal moves"].verdict == "passed"
    assert told["takes a win"].verdict == "passed"
    assert told["never loses"].verdict == "failed"
    assert "it loses this game as O: (" in told["never loses"].message
    assert sum(check.max_points for check in report.checks) == 100


def test_a_console_program_that_says_nothing(tmp_path: Path) -> None:
    (tmp_path / "game.py").write_text("input()\nprint('Bye.')\n")
    (tmp_path / "how.toml").write_text("move = 'I take (.)'\nplays = 'x'\n")
    report = check_program(
        tmp_path / "game.py", Settings(console=read_console(tmp_path / "how.toml"))
    )
    assert report.score == 5
    assert "it prints no move: the program ends" in report.checks[1].message


def played(
    console: Console, says: str, monkeypatch: pytest.MonkeyPatch, seconds: float = 60.0
) -> Play:
    """What is noted of a program that prints the same in every game."""
    moves = [*re.compile(console.move).finditer(says)]
    monkeypatch.setattr(console_module, "PLAYING", seconds)
    monkeypatch.setattr(ConsoleExaminer, "game", lambda *_: Talk(moves, "it prints no move"))
    examiner = ConsoleExaminer(Submission(Path("game.py"), "game.py"), [], console)
    return examiner.collect("choose", ())


@pytest.mark.parametrize(
    ("says", "first", "cell"), [("b2", 0, 4), ("b2", 1, 4), ("5", 1, 4), ("4", 0, 4), ("1", 1, 0)]
)
def test_a_console_program_may_name_a_cell_or_number_it(
    says: str, first: int, cell: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    console = Console("I take (.+)", plays="x", first=first)
    play = played(console, f"I take {says}", monkeypatch)
    assert play.moves[Position(TIC_TAC_TOE)] == [cell]


def test_a_console_program_that_takes_what_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    play = played(Console("I take (.)"), "I take 1", monkeypatch)
    fault = play.faults[board("x.. ... ...")]
    assert (fault.kind, fault.text) == ("illegal", "it plays 'I take 1', which is not free")
    assert play.moves[board(".x. ... ...")] == [0]


def test_a_console_program_for_which_there_is_no_time(monkeypatch: pytest.MonkeyPatch) -> None:
    play = played(Console("I take (.)"), "I take 1", monkeypatch, seconds=-1.0)
    assert not play.moves
    assert play.unasked() == 9


def test_a_console_program_that_prints_too_much() -> None:
    class Noisy:
        def read_line(self, _: float) -> str:
            return "noise " * 2000

    noisy: Any = Noisy()
    talk = console_module._listen(noisy, re.compile("I take (.)"), 1, time.monotonic() + 60)
    assert talk.moves == []
    assert talk.why.startswith("it prints no move: it prints too much; the last line it printed")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "needs `move`"),
        ("move = '(", "cannot be read"),
        ("move = '('", "missing \\)"),
        ("move = '.'", "must have one group"),
        ("move = '(.)'\nsent = ''", "unknown key 'sent'"),
        ("move = '(.)'\nsend = '{file}'", "KeyError: 'file'"),
        ("move = '(.)'\nplays = 'X'", "`plays` is 'x' or 'o'"),
        ("move = '(.)'\nfirst = 7", "`first` is 0 or 1"),
    ],
)
def test_a_pattern_that_cannot_be_used(text: str, said: str, tmp_path: Path) -> None:
    (tmp_path / "how.toml").write_text(text)
    with pytest.raises(NotationError, match=said):
        read_console(tmp_path / "how.toml")


def test_the_command_line_of_a_console_program(tmp_path: Path) -> None:
    (tmp_path / "game.py").write_text("print('hello')\n")
    (tmp_path / "how.toml").write_text("move = 'plays (.)'\n")
    done = noughts("check", str(tmp_path / "game.py"), "--console", str(tmp_path / "how.toml"))
    assert done.returncode == 1
    assert "game.py (process)" in done.stdout
    assert sys.executable not in done.stdout


# One mark only, and files beside an adapter


PLAYS_O = WINS_OR_BLOCKS + (
    "def best_move(board):\n"
    "    if board.count('X') == board.count('O'):\n"
    "        raise ValueError('it is not my turn')\n"
    "    return good_cell(board, 'O', 'X', ' ')\n"
)


@part_of_the_corpus
def test_a_program_of_any_shape_that_plays_one_mark_only(tmp_path: Path) -> None:
    """Exchanged marks do not help here: it counts the stones."""
    (tmp_path / "game.py").write_text(PLAYS_O)
    assert check_program(tmp_path / "game.py").diagnoses[0].id == "unknown-shape"
    report = check_program(tmp_path / "game.py", Settings(plays="o"))
    assert "judged only where O is to move (--plays o)" in report.notes
    verdicts = {check.name: check.verdict for check in report.checks}
    assert (verdicts["legal moves"], verdicts["takes a win"]) == ("passed", "passed")
    _, _, will_do = adapter_for(tmp_path / "game.py", Settings(plays="o"))
    assert will_do


def test_there_is_no_call_to_paste_where_the_function_is_ours(tmp_path: Path) -> None:
    (tmp_path / "game.py").write_text(f"board = [' '] * 9\n{SEVERAL}")
    report = check_program(tmp_path / "game.py")
    (shown,) = (each.shown for each in report.diagnoses)
    assert shown
    assert shown.call == ""
    assert "choose(" not in "\n".join(lines(report))


def test_the_mark_of_a_console_program_is_told_once(tmp_path: Path) -> None:
    (tmp_path / "game.py").write_text(ASKS)
    (tmp_path / "how.toml").write_text(HOW)
    console = read_console(tmp_path / "how.toml")
    with pytest.raises(NotationError, match="the file of --console says what it plays"):
        check_program(tmp_path / "game.py", Settings(console=console, plays="o"))


@part_of_the_corpus
def test_what_an_adapter_imports_comes_along(tmp_path: Path) -> None:
    name = "tic-tac.py"
    shutil.copy(FOLDER / "right/any_best_move_beside_winner.py", tmp_path / name)
    text, _, will_do = adapter_for(tmp_path / name)
    assert will_do
    (tmp_path / "adapter.py").write_text(text)
    report = check_program(tmp_path / "adapter.py")
    assert report.score == 100
    assert report.notes == (f"came along from the same folder: {name}",)


@pytest.mark.parametrize("word", ["../bob", "/etc/bob", "sub/bob", "..", "", "b\\ob", "bob\n"])
def test_what_is_elsewhere_does_not_come_along(word: str, tmp_path: Path) -> None:
    (tmp_path / "sub").mkdir()
    for folder in (tmp_path, tmp_path / "sub"):
        (folder / "bob.py").write_text("")
    main = tmp_path / "sub" / "adapter.py"
    main.write_text(f"import importlib\nimportlib.import_module({word!r})\ndef choose(b, m): ...")
    with gather(main) as found:
        assert [path.name for path in found.files.iterdir()] == ["adapter.py"]


def test_the_adapter_is_in_every_report(tmp_path: Path) -> None:
    (tmp_path / "empty.py").write_text("")
    report = check_program(tmp_path / "empty.py")
    assert report.adapter
    assert report.as_json()["adapter"] == report.adapter
    assert Report.read(report.as_json()).adapter == report.adapter
    assert escape(report.adapter) in report_page(report)

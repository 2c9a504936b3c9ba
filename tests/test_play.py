"""`noughts play`, as a person meets it: through a pipe and at a terminal."""

import json
import os
import random
import re
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from laws import Terminal, noughts, one_line

from noughts import FOUR_IN_A_LINE, GOMOKU, TIC_TAC_TOE, Position, Record, Rules, files
from noughts.cli import session
from noughts.cli.session import Session
from noughts.cli.setup import Setup
from noughts.cli.unfinished import Slot, unfinished
from noughts.notation import names
from noughts.players import OPPONENTS
from noughts.records import last

CELLS = names(TIC_TAC_TOE, range(9))
PROMPT = "X to move: "
ME_FIRST = ("--x", "me", "--first", "me", "--level", "perfect", "--seconds", "5", "--seed", "1")


def play(*words: str, say: str = "", folder: Path | None = None, **variables: str) -> str:
    """Play with these options, saying this; what was shown. Nothing may go wrong."""
    done = noughts("play", *words, given=say, folder=folder, **variables)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def kept() -> list[Path]:
    return [each.path for each in unfinished()]


def lines(*words: str) -> str:
    return "".join(f"{word}\n" for word in words)


# Whole games


@pytest.mark.parametrize("seed", ["1", "2"])
@pytest.mark.parametrize("first", ["me", "computer", "coin"])
@pytest.mark.parametrize("x", ["me", "computer"])
def test_a_whole_game_against_perfect(x: str, first: str, seed: str) -> None:
    # All cells in order: those that are taken meanwhile are refused, and the next one is tried.
    shown = play(
        *("tic-tac-toe", "--x", x, "--first", first, "--level", "perfect"),
        *("--seconds", "5", "--seed", seed),
        say=lines(*CELLS),
    )
    assert re.search(
        r"^(You lose \([XO] wins\): a line from \w+ to \w+|A draw: the board is full)\.$",
        shown,
        re.M,
    )
    assert "You win" not in shown
    mark, other = ("X", "O") if x == "me" else ("O", "X")
    names = [f"You ({mark})   ", f"perfect ({other})"]
    began = re.search(r"^([XO]) to move: |^perfect plays", shown, re.M)
    assert began is not None
    left, right = names if began[1] else [names[1], names[0].rstrip()]
    assert f"     {left} {right}\n  1. " in shown
    assert re.search(r"^perfect plays [abc][123] in \d\.\d\d s$", shown, re.M)
    assert unfinished() == [], "a finished game is not kept"


def test_the_game_starts_at_once_and_says_how() -> None:
    shown = play(say=lines("b2", "quit"))
    assert shown.startswith(
        """\
tic-tac-toe: 3 in a row wins on 3x3.
You are X and begin, against medium; new starts another game.
Moves are like b2; help lists the commands.
    1   2   3
"""
    )
    assert PROMPT + "b2\nmedium plays " in shown
    assert "?" not in shown


@pytest.mark.parametrize(
    ("options", "line"),
    [
        (("gomoku",), "You are X and begin, against hard;"),
        (("--x", "computer"), "You are O and the computer begins, against medium;"),
        (("--x", "computer", "--first", "me"), "You are O and begin, against medium;"),
        (("--first", "computer"), "You are X and the computer begins, against medium;"),
        (("--seconds", "0.1"), "You are X and begin, against engine;"),
        (("--method", "human"), "Two people play; X begins;"),
    ],
)
def test_what_is_not_said_is_chosen_sensibly(options: tuple[str, ...], line: str) -> None:
    assert line in play(*options, say="quit\n")


@pytest.mark.parametrize("opponent", OPPONENTS)
def test_every_opponent_plays_a_game_to_its_end(opponent: str) -> None:
    shown = play(say=lines(f"new tic-tac-toe {opponent} 5s", *CELLS))
    assert re.search(r"^(You win|You lose|A draw)", shown, re.M)
    assert f"{opponent} plays " in shown


def test_a_method_may_err() -> None:
    shown = play(
        *("--x", "me", "--first", "me", "--method", "stepwise", "--level", "easy"),
        *("--seconds", "1", "--seed", "3"),
        say=lines(*CELLS),
    )
    assert "stepwise:easy plays " in shown


def test_two_people() -> None:
    shown = play(
        "--method", "human", "--x", "me", "--first", "me", say=lines("a1", "b1", "a2", "b2", "a3")
    )
    assert "O to move: b1" in shown
    assert "X wins: a line from a1 to a3." in shown


def test_the_board_marks_the_last_move_and_at_the_end_the_line() -> None:
    shown = play(
        *("--method", "human", "--x", "me", "--first", "me"),
        say=lines("a1", "b1", "a2", "b2", "a3"),
    )
    assert (
        """\
    1   2   3
  ┌───┬───┬───┐
a │ X │ X │   │
  ├───┼───┼───┤
b │ O │[O]│   │
  ├───┼───┼───┤
c │   │   │   │
  └───┴───┴───┘
X to move: a3
    1   2   3
  ┌───┬───┬───┐
a │*X*│*X*│*X*│
  ├───┼───┼───┤
b │ O │ O │   │
  ├───┼───┼───┤
c │   │   │   │
  └───┴───┴───┘
X wins: a line from a1 to a3.
     X          O
  1. a1         b1
  3. a2         b2
  5. a3
"""
        in shown
    )


def test_moves_by_row_and_column() -> None:
    shown = play(*ME_FIRST, say=lines("2,2", "quit"))
    assert "b │   │ X │   │" in shown
    shown = play(*ME_FIRST, say=lines(" B2 ", "quit"))
    assert "b │   │ X │   │" in shown


def test_the_computer_starts() -> None:
    shown = play(
        *("--x", "computer", "--start", "computer", "--level", "perfect", "--seconds", "5"),
        say="quit\n",
    )
    first = next(line for line in shown.splitlines() if " plays " in line)
    assert re.fullmatch(r"perfect plays [abc][123] in \d\.\d\d s", first)
    assert shown.count("[X]") == 1
    assert "O to move: quit" in shown


def test_o_for_me_and_i_start() -> None:
    shown = play(
        *("--x", "computer", "--first", "me", "--level", "perfect", "--seconds", "5"),
        say=lines("b2", "quit"),
    )
    assert "O to move: b2\nperfect plays " in shown
    assert "b │   │ O │   │" in shown


def test_the_coin_is_repeatable() -> None:
    def coin(seed: int) -> str:
        options = ("--x", "me", "--first", "coin", "--level", "easy", "--seconds", "1")
        shown = play(*options, "--seed", str(seed), say="quit\n")
        said = re.search(r"^The coin says: (you start|the computer starts)\.$", shown, re.M)
        assert said is not None
        return said[1]

    tosses = [coin(seed) for seed in range(8)]
    assert tosses[:2] == [coin(0), coin(1)]
    assert len(set(tosses)) == 2


def test_the_coin_between_two_people() -> None:
    shown = play("--method", "human", "--first", "coin", "--seed", "2", say="quit\n")
    said = re.search(
        r"^The coin says: ([XO]) starts\.\nTwo people play; ([XO]) begins;", shown, re.M
    )
    assert said is not None
    assert said[1] == said[2]
    assert f"{said[1]} to move: quit" in shown


def test_game_tree_shows_how_many_ways_there_are() -> None:
    shown = play(
        *("--x", "me", "--first", "me", "--method", "game-tree", "--seconds", "20"),
        say=lines("a2", "quit"),
    )
    assert "it had 4 equally good moves (value 2): a1, a3, b2, c2\n" in shown


def test_four_in_a_line_with_its_history() -> None:
    shown = play(
        *("four-in-a-line", "--x", "computer", "--first", "computer"),
        *("--method", "four-in-a-line", "--seconds", "5", "--depth", "1"),
        say=lines(*names(FOUR_IN_A_LINE, range(64))),
    )
    rules = "4 or more in a row or column (no diagonals) win on 8x8"
    assert shown.startswith(f"four-in-a-line: {rules}.\n")
    assert re.search(r"^four-in-a-line plays [a-h][1-8] in \d\.\d\d s$", shown, re.M)
    ended, history = shown.split("     four-in-a-line (X) You (O)\n")
    assert re.search(r"^You lose \(X wins\): a line from \w\w to \w\w\.$", ended, re.M)
    rows = history.split("again, new, ")[0].splitlines()
    for number, row in zip(range(1, 99, 2), rows[:-1], strict=False):
        assert re.fullmatch(rf" *{number}\. [a-h][1-8] {{17}}[a-h][1-8]", row)
    assert re.fullmatch(rf" *{2 * len(rows) - 1}\. [a-h][1-8]", rows[-1]), "X began, and won"


# Wrong input


WRONG = [
    *("", "   ", "foo", "b", "2", "d9", "a0", "9,9", "0,1", "2,", "1,2,3", "-1,1", "b2 b3", "b2"),
    *("2,2", "hint me", "undo now", "quit now", "resign please", "help me", "save", "save   "),
    *("save /", "save /no/such/folder/game", "save ~nobody-here/game", "save a\x00b"),
    *("\x00", "\x1b", "é", "💣", "9" * 5000, "1e3", "rm -rf /", "{}", "'"),
]


def test_wrong_input_gets_one_line_and_another_chance() -> None:
    _, *answers, after = play("--method", "human", say=lines("b2", *WRONG, "quit")).split(
        "O to move: "
    )
    assert len(answers) == len(WRONG)
    for wrong, answer in zip(WRONG, answers, strict=True):
        assert answer.startswith(f"{wrong}\n")
        assert one_line(answer.removeprefix(wrong)), wrong
    assert after.startswith("quit\n"), "the same side may try again"


def test_junk_is_survived() -> None:
    done = noughts("play", *ME_FIRST, given=b"\xff\xfe\nb2\n\x80\x81\nquit\n")
    assert (done.returncode, done.stderr) == (0, "")
    assert PROMPT + "b2\n" in done.stdout


def test_misspelt_commands_and_games_are_understood() -> None:
    shown = play(say=lines("hnit", "new gomokku", "quit"))
    assert "(did you mean 'hint'?); or type help\n" in shown
    assert "(did you mean 'gomoku'?): write words such as gomoku hard o" in shown


def test_what_was_allowed_is_said() -> None:
    shown = play(*ME_FIRST, say=lines("d9", "quit"))
    assert "'d9' is not a cell of a 3x3 board (a1 to c3)" in shown
    shown = play("--method", "human", "--x", "me", "--first", "me", say=lines("b2", "b2", "quit"))
    assert "b2 is taken by X: choose an empty cell\n" in shown


# Words that are no moves


def test_help() -> None:
    shown = play(*ME_FIRST, say=lines("help", "HELP", "quit"))
    for word in ("b2", "hint", "undo", "save FILE", "resign", "new", "again", "help", "quit"):
        assert len(re.findall(rf"^  {word}  ", shown, re.M)) == 2


def test_hint_shows_the_value_of_every_move() -> None:
    shown = play(
        *("--method", "human", "--x", "me", "--first", "me"),
        say=lines("a1", "b1", "a2", "b2", "hint", "quit"),
    )
    assert "a │  X   │  X   │win 1 │" in shown
    assert "b │  O   │  O   │ draw │" in shown
    assert "c │loss 2│loss 2│loss 2│" in shown
    assert "a3 wins in 1 ply.\n" in shown


def test_undo_takes_back_a_move_and_the_reply() -> None:
    shown = play(*ME_FIRST, say=lines("b2", "undo", "a1", "quit"))
    assert "took back your move and the reply\n" in shown
    after = shown.split("took back")[1]
    empty, then = after.split(PROMPT + "a1")
    assert not set("XO") & set(empty)
    assert (then.count(" X "), then.count("[O]")) == (1, 1)
    assert len(last(kept()[0]).moves) == 2


def test_nothing_to_undo() -> None:
    shown = play(*ME_FIRST, say=lines("undo", "quit"))
    assert f"{PROMPT}undo\nyou have no move to take back\n{PROMPT}quit\n" in shown
    computer_starts = ("--x", "me", "--first", "computer", "--level", "perfect", "--seconds", "5")
    shown = play(*computer_starts, say=lines("undo", "quit"))
    assert "you have no move to take back\n" in shown
    assert len(last(kept()[0]).moves) == 1, "the computer's move stays"


def test_undo_between_two_people_takes_back_one_move() -> None:
    two = ("--method", "human", "--x", "me", "--first", "me")
    shown = play(*two, say=lines("b2", "undo", "a1", "quit"))
    assert "took back one move\n" in shown
    assert "X to move: a1\n" in shown


def test_resign() -> None:
    shown = play(*ME_FIRST, say=lines("b2", "resign"))
    assert "You lose (O wins): X resigns.\n     You (X)    perfect (O)\n  1. b2 " in shown
    assert unfinished() == []


def test_quit_keeps_the_game() -> None:
    shown = play(*ME_FIRST, say=lines("b2", "quit", "a1"))
    assert shown.endswith("Bye. The game is saved: noughts play --resume continues it.\n")
    assert len(last(kept()[0]).moves) == 2
    assert play(*ME_FIRST, say="quit\n").endswith("\nBye.\n"), "there is nothing to keep yet"


# Going on


def test_the_end_of_input_in_the_middle_and_then_resume() -> None:
    shown = play(*ME_FIRST, say="b2\n")
    assert shown.endswith(
        PROMPT + "\nBye. The game is saved: noughts play --resume continues it.\n"
    )
    record = last(kept()[0])
    shown = play("--resume", say=lines(*CELLS))
    assert shown.startswith("tic-tac-toe, resumed after 2 moves: you are X, against perfect.\n")
    assert re.search(r"^(You lose|A draw)", shown, re.M)
    mine, theirs = names(TIC_TAC_TOE, record.moves)
    assert f"  1. {mine}         {theirs}\n" in shown
    assert unfinished() == []


def test_the_game_played_last_is_resumed() -> None:
    play("--method", "human", "--x", "me", "--first", "me", say="a1\n")
    time.sleep(0.02)
    play("--method", "human", "--x", "me", "--first", "me", say="c3\nb2\n")
    assert "resumed after 2 moves" in play("--resume", say="quit\n")
    assert len(unfinished()) == 2


def test_a_resumed_game_is_kept_in_its_place() -> None:
    play("--method", "human", "--x", "me", "--first", "me", say="b2\n")
    where = kept()
    play("--resume", say=lines("a1", "quit"))
    assert kept() == where
    assert last(where[0]).moves == (4, 0)


def test_save_and_resume_a_file(tmp_path: Path) -> None:
    shown = play(*ME_FIRST, say=lines("b2", "save my game.jsonl", "quit"), folder=tmp_path)
    assert "saved; noughts play --resume 'my game.jsonl' continues it\n" in shown
    shown = play("--resume", "my game.jsonl", say=lines(*CELLS), folder=tmp_path)
    assert shown.startswith("tic-tac-toe, resumed after 2 moves: you are X, against perfect.\n")
    assert re.search(r"^(You lose|A draw)", shown, re.M)
    assert len((tmp_path / "my game.jsonl").read_text().splitlines()) == 1, "the file stays"


def test_save_writes_the_format_that_the_name_says(tmp_path: Path) -> None:
    two = ("gomoku", "--method", "human")
    shown = play(*two, say=lines("h8", "save g.sgf", "i9", "save g.sgf", "quit"), folder=tmp_path)
    assert "X to move: save g.sgf\nadded to the file, which now has 2 games\n" in shown
    assert "continues it\nX" not in shown
    assert [each.moves for each in files.read(tmp_path / "g.sgf")] == [(112,), (112, 98)]
    assert (tmp_path / "g.sgf").read_text().startswith("(;FF[4]GM[4]")
    shown = play(*two, say=lines("h8", "save g.psq", "save g.psq", "quit"), folder=tmp_path)
    assert "a PSQ file holds one game, not 2" in shown
    assert [each.moves for each in files.read(tmp_path / "g.psq")] == [(112,)]
    (tmp_path / "letter.sgf").write_text("Dear Anna,\n")
    shown = play(*two, say=lines("save letter.sgf", "quit"), folder=tmp_path)
    assert (tmp_path / "letter.sgf").read_text() == "Dear Anna,\n"


def test_save_adds_to_a_file_and_the_last_game_is_resumed(tmp_path: Path) -> None:
    two = ("--method", "human", "--x", "me", "--first", "me")
    play(*two, say=lines("b2", "save g", "a1", "save g", "quit"), folder=tmp_path)
    play(*two, say=lines("c3", "save g", "quit"), folder=tmp_path)
    assert len((tmp_path / "g").read_text().splitlines()) == 3
    shown = play("--resume", "g", say="quit\n", folder=tmp_path)
    assert "resumed after 1 move:" in shown
    assert "c │   │   │[X]│" in shown


def test_of_several_saved_games_the_last_that_is_not_over_is_resumed(tmp_path: Path) -> None:
    two = ("--method", "human")
    shown = play(*two, say=lines("b2", "save g", "resign", "save g", "quit"), folder=tmp_path)
    assert "O to move: save g\nsaved; noughts play --resume g continues it\n" in shown
    assert "added to the file, which now has 2 games\n" in shown
    assert "resumed after 1 move:" in play("--resume", "g", say="quit\n", folder=tmp_path)


def test_a_file_name_may_be_quoted(tmp_path: Path) -> None:
    shown = play("--method", "human", say=lines("b2", 'save "my game"', "quit"), folder=tmp_path)
    assert "saved; noughts play --resume 'my game' continues it\n" in shown
    assert (tmp_path / "my game").exists()


def test_two_people_say_who_begins() -> None:
    assert "Two people play; O begins" in play("--method", "human", "--first", "o")
    assert "Two people play; X begins" in play("--method", "human", "--first", "x")
    assert "Two people play; O begins" in play(say="new human o\n")
    assert "You are X and the computer begins" in play("--first", "o", say="quit\n")


def test_save_does_not_touch_a_file_of_something_else(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("Dear Anna,\n")
    shown = play(*ME_FIRST, say=lines("save letter.txt", "quit"), folder=tmp_path)
    assert "'letter.txt' is not a file of games: nothing was added" in shown
    assert (tmp_path / "letter.txt").read_text() == "Dear Anna,\n"


def test_another_opponent_may_take_over() -> None:
    play(*ME_FIRST, say="b2\n")
    shown = play("--resume", "--level", "easy", "--seed", "1", say=lines("quit"))
    assert shown.startswith("tic-tac-toe, resumed after 2 moves: you are X, against easy.\n")


def test_a_kept_game_keeps_its_options(tmp_path: Path) -> None:
    options = ("--method", "engine", "--seconds", "0.125", "--depth", "3", "--seed", "7")
    say = lines("b2", "save g", "quit")
    play(*options, "--notation", "gomoku", say=say, folder=tmp_path)
    said = {"seconds": 0.125, "depth": 3, "seed": 7, "notation": "gomoku"}
    assert json.loads((tmp_path / "g").read_text())["options"] == said
    assert unfinished()[0].options == said
    for where in ([], ["g"]):
        shown = play("--resume", *where, say=lines("hint", "quit"), folder=tmp_path)
        assert "you are X, against engine.\n" in shown
        assert "\n3 │" in shown, "rows have numbers"
        newest = unfinished()[0]
        assert newest.options == said
        newest.path.unlink()
        play(*options, "--notation", "gomoku", say="b2\n")
    play("--resume", "--seconds", "2", "--notation", "rows", say="quit\n")
    assert unfinished()[0].options == said | {"seconds": 2, "notation": "rows"}


@pytest.mark.parametrize(
    "options",
    ['{"seconds": "1"}', '{"seed": 1.5}', '{"notation": "morse"}', '{"depth": 0}', '{"seed": []}'],
)
def test_wrong_options_in_a_file_are_refused(options: str, tmp_path: Path) -> None:
    play(*ME_FIRST, say=lines("b2", "save g", "quit"), folder=tmp_path)
    data = json.loads((tmp_path / "g").read_text())
    (tmp_path / "g").write_text(json.dumps(data | {"options": json.loads(options)}))
    done = noughts("play", "--resume", "g", folder=tmp_path)
    assert (done.returncode, one_line(done.stderr)) == (2, True)
    assert "the game in 'g' cannot be resumed: " in done.stderr


def test_garbage_is_no_saved_game_in_plain_words(tmp_path: Path) -> None:
    (tmp_path / "garbage.txt").write_text("Dear Anna,\n")
    done = noughts("play", "--resume", "garbage.txt", folder=tmp_path)
    said = "'garbage.txt' is not a saved game: the command save in a game makes one"
    assert (done.returncode, done.stderr) == (2, f"noughts: {said}\n")


def test_kept_games_are_listed_shown_and_thrown_away() -> None:
    play("--method", "human", say=lines("a1", "c3", "quit"))
    time.sleep(0.02)
    play("4x4x3", "--level", "easy", "--seed", "1", say=lines("b2", "quit"))
    shown = play("--resume", "list", say="")
    when = r"\d{4}-\d\d-\d\d \d\d:\d\d"
    first, second, question = shown.splitlines()
    assert re.fullmatch(rf"1  4x4x3        against easy  2 moves  {when}", first)
    assert re.fullmatch(rf"2  tic-tac-toe  two people    2 moves  {when}", second)
    assert question == "Which one? (a number, show N, delete N, quit) [1]: "
    shown = play("--resume", "list", say=lines("show 2", "delete 1", "1", "b2", "quit"))
    _, board, listed, rest = shown.split("Which one? ")
    assert "c │   │   │[O]│\n" in board
    assert "     X          O\n  1. a1         c3\n" in board
    assert re.search(rf"^1  tic-tac-toe  two people  2 moves  {when}$", listed, re.M)
    assert "deleted: 4x4x3, 2 moves\n" in listed
    assert "tic-tac-toe, resumed after 2 moves: two people play.\n" in rest
    assert play("--resume", "list", say="delete 1\n").endswith("no unfinished game is left\n")
    assert unfinished() == []


def test_a_number_of_the_list_can_be_resumed_at_once(tmp_path: Path) -> None:
    for game in ("3x3x3", "4x4x3", "5x5x4"):
        play(game, "--method", "human", say=lines("a1", "quit"))
    assert "4x4x3, resumed after 1 move" in play("--resume", "2", say="quit\n")
    refused = noughts("play", "--resume", "4")
    assert refused.returncode == 2
    assert "there is no unfinished game 4, only 1 to 3, nor a file '4'" in refused.stderr
    play("6x6x4", "--method", "human", say=lines("a1", "save 2", "quit"), folder=tmp_path)
    assert "6x6x4, resumed" in play("--resume", "2", say="quit\n", folder=tmp_path), "a file first"
    kept()[0].write_text("damaged")
    assert "unfinished game 1 cannot be read" in noughts("play", "--resume", "1").stderr


def test_wrong_answers_to_the_list_get_another_chance() -> None:
    play("--method", "human", say=lines("a1", "quit"))
    (kept()[0].parent / "damaged.jsonl").write_text("half a ga")
    say = lines("3", "0", "b2", "show", "eat 1", "-1", "show 1", "1", "2 2", "9" * 5000, "quit")
    shown = play("--resume", "list", say=say).split(": ", 1)[1]
    assert "damaged.jsonl  cannot be read" in play("--resume", "list", say="")
    for answer in ("there is no game 3: choose 1 to 2", "there is no game 0: choose 1 to 2"):
        assert answer in shown
    assert shown.count("is not an answer: write 1, show 1, delete 1 or quit") == 6
    assert shown.count("game 1 cannot be read") == 2
    assert "resumed after 1 move:" in play("--resume", say="quit\n"), "the damaged one is skipped"


def test_who_is_who_survives(tmp_path: Path) -> None:
    play(
        *("--x", "computer", "--first", "me", "--level", "hard", "--seconds", "5"),
        say=lines("b2", "save g", "quit"),
        folder=tmp_path,
    )
    record = json.loads((tmp_path / "g").read_text())
    assert (record["players"], record["turn"]) == ({"x": "hard", "o": "human"}, "o")
    assert "O to move: quit" in play("--resume", "g", say="quit\n", folder=tmp_path)


def test_kill_9_loses_nothing() -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "noughts", "play", *ME_FIRST],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(b"b2\n")
    process.stdin.flush()
    seen = b""
    while seen.count(PROMPT.encode()) < 2:  # it is our turn again
        part = os.read(process.stdout.fileno(), 65536)
        assert part, seen
        seen += part
    process.kill()
    process.wait(60)
    process.stdin.close()
    process.stdout.close()
    shown = play("--resume", say=lines(*CELLS))
    assert shown.startswith("tic-tac-toe, resumed after 2 moves: you are X, against perfect.\n")
    assert re.search(r"^(You lose|A draw)", shown, re.M)


def test_a_data_folder_that_cannot_be_written_only_warns(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    home = str(tmp_path / "file")
    done = noughts("play", *ME_FIRST, given=lines(*CELLS), XDG_DATA_HOME=home)
    assert done.returncode == 0
    assert re.search(r"^(You lose|A draw)", done.stdout, re.M)
    assert done.stderr.startswith("(cannot keep the game in ")
    assert "Traceback" not in done.stderr
    left = noughts("play", *ME_FIRST, given="b2\nquit\n", XDG_DATA_HOME=home)
    assert left.stdout.endswith("Bye. The game could not be saved.\n")


def test_a_method_that_cannot_play_on_is_refused(tmp_path: Path) -> None:
    play("gomoku", "--method", "human", say=lines("h8", "save g", "quit"), folder=tmp_path)
    done = noughts("play", "--resume", "g", "--method", "minimax", folder=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert one_line(done.stderr)
    assert "give --depth" in done.stderr


def test_a_method_that_cannot_play_the_board_is_refused_before_the_game() -> None:
    done = noughts(
        *("play", "gomoku", "--x", "me", "--first", "me", "--method", "minimax", "--seconds", "1")
    )
    assert done.returncode == 2
    assert one_line(done.stderr)
    assert "give --depth" in done.stderr


# At the terminal


def test_ctrl_c_ends_the_game_cleanly() -> None:
    with Terminal("play", *ME_FIRST) as terminal:
        terminal.wait_for("X to move: ")
        terminal.type("b2\n")
        terminal.wait_for("X to move: ")
        terminal.interrupt()
        assert terminal.end() in (0, 130)
    assert "Bye. The game is saved: noughts play --resume continues it." in terminal.seen
    assert "Traceback" not in terminal.seen
    assert "resumed after 2 moves" in play("--resume", say="quit\n")


def test_ctrl_c_while_the_computer_thinks() -> None:
    options = ("--x", "me", "--first", "me", "--method", "four-in-a-line", "--seconds", "30")
    with Terminal("play", "gomoku", *options) as terminal:
        terminal.wait_for("X to move: ")
        terminal.type("h8\n")
        terminal.wait_for("h8")
        terminal.interrupt()
        assert terminal.end() in (0, 130)
    assert "Bye. The game is saved" in terminal.seen
    assert "Traceback" not in terminal.seen


def test_ctrl_c_at_a_question() -> None:
    with Terminal("play") as terminal:
        terminal.wait_for(PROMPT)
        terminal.type("new\n")
        terminal.wait_for("Which game? ")
        terminal.interrupt()
        assert terminal.end() in (0, 130)
    assert "Bye." in terminal.seen
    assert "Traceback" not in terminal.seen


def test_without_readline_one_can_play_all_the_same(tmp_path: Path) -> None:
    (tmp_path / "readline.py").write_text("raise ImportError")
    with Terminal("play", *ME_FIRST, PYTHONPATH=str(tmp_path)) as terminal:
        terminal.wait_for(PROMPT)
        terminal.type("b2\n")
        terminal.wait_for(PROMPT)
        time.sleep(0.5)  # until it sits and waits for us
        os.kill(terminal.process.pid, signal.SIGCONT)  # as after Ctrl-Z and fg
        terminal.wait_for(PROMPT)
        terminal.type("quit\n")
        assert terminal.end() == 0
    assert terminal.seen.count("├───┼───┼───┤") == 3 * 2, "the board is drawn again"
    assert "Bye. The game is saved" in terminal.seen


def test_a_question_is_folded_where_the_terminal_is_narrow() -> None:
    with Terminal("play", "--method", "human", COLUMNS="30") as terminal:
        terminal.wait_for("X to move: ")
        terminal.type("new\n")
        terminal.wait_for("Which game?\r\n(? for help, back to return)\r\n[tic-tac-toe human x]: ")
        terminal.type("quit\n")
        terminal.wait_for("X to move: ")
        terminal.type("quit\n")
        assert terminal.end() == 0


def test_ctrl_d_ends_the_game_cleanly() -> None:
    with Terminal("play", *ME_FIRST) as terminal:
        terminal.wait_for("X to move: ")
        terminal.type("b2\n")
        terminal.wait_for("X to move: ")
        terminal.type("\x04")
        assert terminal.end() == 0
    assert "Bye. The game is saved" in terminal.seen


def test_colours_at_the_terminal_unless_no_color_is_set() -> None:
    for variables, coloured in (({}, True), ({"NO_COLOR": "1"}, False)):
        with Terminal("play", *ME_FIRST, **variables) as terminal:
            terminal.wait_for("X to move: ")
            terminal.type("b2\nquit\n")
            assert terminal.end() == 0
        assert ("\x1b[" in terminal.seen) == coloured


def test_sigterm_keeps_the_game() -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "noughts", "play", *ME_FIRST],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(b"b2\n")
    process.stdin.flush()
    seen = b""
    while seen.count(PROMPT.encode()) < 2:
        seen += os.read(process.stdout.fileno(), 65536)
    process.send_signal(signal.SIGTERM)
    process.communicate(timeout=60)
    assert len(last(kept()[0]).moves) == 2


# One game after the other


def test_new_with_words_starts_another_game() -> None:
    shown = play("--seed", "1", say=lines("b2", "new 4x4x3 easy o second", "quit"))
    assert "noughts play --resume continues it.\n4x4x3: 3 or more in a row" in shown
    assert "You are O and the computer begins, against easy; new " in shown
    assert "O to move: quit\n" in shown
    assert {str(each.record.start.rules) for each in unfinished() if each.record} == {
        "3x3x3",
        "4x4x3",
    }


def test_new_alone_asks_one_question() -> None:
    shown = play(say=lines("new", "?", "gomoku human", "quit"))
    question = "Which game? (? for help, back to return) [tic-tac-toe medium x]: "
    assert shown.count(question) == 2
    assert "minimax            every line of play, nothing cut off\n" in shown
    assert "gomoku: 5 or more in a row win on 15x15.\nTwo people play; X begins;" in shown
    shown = play(say=lines("new", "", "quit"))
    assert shown.count("You are X and begin, against medium; new starts another game.\n") == 2
    assert shown.endswith("X to move: quit\nBye.\n")


@pytest.mark.parametrize(
    ("words", "answer"),
    [
        ("banana", "'banana' is not a game, an opponent, x or o: write words such as gomoku hard"),
        ("4x4x9", "'4x4x9' cannot be played: k must be from 1 to the longer side, here 4"),
        ("stepwise:god", "unknown player 'stepwise:god'"),
        ("4x4x4 minimax", "minimax follows every game to its end"),
        ("gomoku strings", "strings plays 3x3x3 only"),
    ],
)
def test_wrong_words_after_new_get_one_line_and_the_game_goes_on(words: str, answer: str) -> None:
    shown = play(say=lines(f"new {words}", "new", words, "quit"))
    for after in shown.split(f"{words}\n")[1:]:
        assert after.startswith(answer)
        assert after.split("\n", 1)[1].startswith("X to move: ")
    assert shown.endswith("X to move: quit\nBye.\n")


def test_new_is_called_off_by_back() -> None:
    assert "back\nX to move: a1\n" in play("--method", "human", say=lines("new", "back", "a1"))
    shown = play("--method", "human", say=lines(*WON, "new", "back", "quit"))
    assert f"back\n{OFFER}quit\n" in shown


def test_new_is_called_off_by_quit() -> None:
    assert "quit\nX to move: a1\n" in play("--method", "human", say=lines("new", "quit", "a1"))
    shown = play("--method", "human", say=lines("new", "?", "quit", "a1"))
    assert shown.count("Which game?") == 2
    assert "quit\nX to move: a1\n" in shown


WON = ("a1", "b1", "a2", "b2", "a3")  # X wins
OFFER = "again, new, review, undo, save FILE or quit? [again]: "


def test_again_swaps_the_colours() -> None:
    shown = play(*ME_FIRST, say=lines("b2", "resign", "again", "quit"))
    first, second = shown.split(OFFER)
    assert "You are X and begin, against perfect;" in first
    assert second.startswith("again\ntic-tac-toe: 3 in a row wins on 3x3.\n")
    assert "You are O and the computer begins, against perfect;" in second
    assert "O to move: quit\n" in second
    assert "You are O and the computer begins" in play(*ME_FIRST, say=lines("b2", "resign", ""))


def test_the_end_of_input_after_a_game_just_ends() -> None:
    shown = play("--method", "human", say=lines(*WON))
    assert shown.endswith(f"  5. a3\n{OFFER}\nBye.\n")


def test_what_is_said_after_the_game_is_understood_or_explained(tmp_path: Path) -> None:
    say = lines(*WON, "b3", "hint", "help", f"save {tmp_path / 'g'}", "save", "quit")
    shown = play("--method", "human", say=say).split(OFFER)[1:]
    assert shown[0] == "b3\nthe game is over: choose again, new, review, undo, save, help, quit\n"
    assert shown[1].startswith("hint\nthe game is over: choose ")
    assert shown[2].startswith("help\n  b2  ")
    assert shown[3] == f"save {tmp_path / 'g'}\nsaved\n"
    assert shown[4].startswith("save\n'save' needs a file name")
    assert shown[5] == "quit\nBye.\n"
    assert last(tmp_path / "g").outcome is not None


def test_what_is_for_the_end_is_explained_before() -> None:
    shown = play(say=lines("review", "again", "quit"))
    for word in ("review", "again"):
        said = f"'{word}' is for the end of the game\n"
        assert f"X to move: {word}\n{said}X to move: " in shown


def test_undo_after_the_end_goes_on_with_the_game() -> None:
    shown = play("--method", "human", say=lines(*WON, "undo", "c3", "quit"))
    assert f"{OFFER}undo\ntook back one move\n" in shown
    assert "X to move: c3\n" in shown
    assert len(last(kept()[0]).moves) == 5
    shown = play(*ME_FIRST, say=lines("b2", "resign", "undo", "quit"))
    assert f"{OFFER}undo\nyou play on\n" in shown
    assert shown.endswith("Bye. The game is saved: noughts play --resume continues it.\n")


def test_review_says_what_each_move_was_worth() -> None:
    shown = play("--method", "human", say=lines(*WON, "review", "quit"))
    for line in (
        "X: 3 best",
        "O: 1 inaccuracy, 1 blunder",
        "  1. X a1 is best: it draws.",
        "  2. O b1 loses: b2 draws.",
        "  3. X a2 is best: it wins in 5 plies.",
        "  4. O b2 loses too, but sooner, in 2 plies: a3 holds out for 4 plies.",
        "  5. X a3 is best: it wins in 1 ply.",
        "O gave away the draw with move 2, b1; b2 was better.",
    ):
        assert f"\n{line}" in shown


def test_review_calls_you_you() -> None:
    shown = play(*ME_FIRST, say=lines("b2", "resign", "review", "quit"))
    assert "You (X): 1 best\n" in shown
    assert "perfect (O): 1 best\n" in shown


def test_a_review_of_gomoku_judges_every_move_and_has_reasons() -> None:
    moves = ["h8", "j8", "j6", "h10", "i9", "i7", "k9", "g7", "j9", "a1", "l9", "a2", "m9"]
    options = ("gomoku", "--method", "human", "--notation", "rows")
    shown = play(*options, say=lines(*moves, "review", "quit"))
    assert " 12. O a2 loses in 2 plies, like every other move.\n" in shown
    assert " 13. X m9 is best: it wins in 1 ply.\n" in shown
    assert re.search(r"^ 10\. O a1 (is a (mistake|blunder) and )?loses in 4 plies", shown, re.M)
    assert "It did not answer the open three at i9, j9, k9" in shown
    assert "not known" not in shown


def test_the_history_has_a_line_for_each_pair_with_its_first_number() -> None:
    moves = [f"{letter}{number}" for number in (1, 3, 5) for letter in "abcdefgh"]
    shown = play("gomoku", "--method", "human", say=lines(*moves, "resign"))
    after = shown.split("     X          O\n")[1].splitlines()
    assert after[:2] == ["  1. a1         b1", "  3. c1         d1"]
    assert after[11] == " 23. g5         h5"


def test_in_the_history_the_side_that_began_is_on_the_left() -> None:
    moves = ("c3", "c2", "c1", "b3", "b1", "a1", "a2", "a3", "b2")
    options = ("--first", "computer", "--method", "alpha-beta-strict")
    shown = play(*options, say=lines(*moves))
    head, first, *_ = shown[shown.index("     alpha-beta-strict (O) You (X)") :].splitlines()
    assert head == "     alpha-beta-strict (O) You (X)"
    assert re.fullmatch(r"  1\. [abc][123] {20}[abc][123]", first)
    assert "..." not in shown


# Notation


def test_gomoku_is_played_in_the_notation_of_its_players() -> None:
    shown = play("gomoku", "--method", "human", say=lines("a1", "o15", "8,8", "quit"))
    assert "Moves are like h8;" in shown
    head, *rows = shown.split("X to move: 8,8")[0].splitlines()[-16:]
    assert head.split() == list("abcdefghijklmno")
    assert rows[0] == "15" + " . " * 14 + "[O]"
    assert rows[-1] == " 1 X " + " . " * 13 + " ."
    assert "'8,8' is not a cell: write a column letter and a row number such as h8; or" in shown
    assert names(GOMOKU, last(kept()[0]).moves) == ["o1", "a15"], "files have the other notation"


def test_the_notation_can_be_chosen_and_is_kept() -> None:
    two = ("--method", "human", "--notation")
    shown = play("gomoku", *two, "rows", say=lines("a2", "quit"))
    assert "\na . [X] . " in shown
    shown = play("--resume", say=lines("a1", "a2", "quit"))
    assert "a2 is taken by X: choose an empty cell" in shown
    shown = play(*two, "gomoku", say=lines("a1", "help", "a1", "quit"))
    assert "1 │[X]│   │   │\n" in shown
    assert "a letter for the column, a number for the row from the bottom\n" in shown
    assert "a1 is taken by X: choose an empty cell" in shown


def test_row_and_column_with_a_blank() -> None:
    shown = play("--method", "human", say=lines("2 3", "b 2", "quit"))
    assert "b │   │[O]│ X │" in shown


# Hints in words


def test_a_hint_explains_its_numbers() -> None:
    shown = play("gomoku", "--method", "human", say=lines("h8", "i8", "hint", "quit"))
    said = shown.split("X to move: hint\n")[1].splitlines()
    best = next(line for line in said if "looks best" in line)
    move = r"[a-o][0-9]{1,2}"
    value = rf"{move} \([^)]+\)"
    listed = rf"{value} looks best; then {value}, {value}, {value}, {value}\."
    assert re.fullmatch(rf"{listed}|{move} looks best, after a deeper look\.", best)
    assert "Numbers are the engine's opinion: above 0 is good for X, the more the better." in said


def test_a_hint_says_what_a_loss_without_a_number_is() -> None:
    moves = ("h8", "a1", "h9", "a2", "h10", "a4")
    shown = play("gomoku", "--method", "human", say=lines(*moves, "hint", "quit"))
    assert re.search(r"^(h\d+|[a-o]\d+) wins in \d+ plies", shown, re.M) or "wins" in shown
    shown = play("gomoku", "--method", "human", say=lines(*moves[:-1], "hint", "quit"))
    assert "loss without a number: it loses, but nobody counted the plies.\n" in shown


@pytest.mark.parametrize(
    ("moves", "words"),
    [
        ((), "Every move draws."),
        (("b2", "a2"), "wins in 5 plies; also good: "),
        (("a1", "b2", "c3"), "a2 draws; also good: b1, b3, c2."),
        (("b2", "a2", "a1"), "Every move loses; c3 holds out longest, 4 plies."),
    ],
)
def test_a_hint_begins_with_the_best_move(moves: tuple[str, ...], words: str) -> None:
    assert words in play("--method", "human", say=lines(*moves, "hint", "quit"))


# Large boards


def test_a_game_of_gomoku_fits_into_80_columns() -> None:
    shown = play(
        *("gomoku", "--x", "me", "--first", "me", "--level", "medium", "--seconds", "0.3"),
        *("--seed", "1"),
        say=lines("hint", "h8", "hint", *names(GOMOKU, range(0, 225, 3)), "resign"),
    )
    assert re.search(r"^(You win|You lose|A draw)", shown, re.M)
    assert [line for line in shown.splitlines() if len(line) > 80] == []


@pytest.mark.parametrize(
    "game", ["1x1x1", "1x15x3", "15x1x3", "8x15x5", "15x15x5", "8x8x4-straight"]
)
def test_boards_of_all_shapes_fit_into_80_columns(game: str) -> None:
    shown = play(
        *(game, "--method", "human", "--x", "me", "--first", "me"),
        say=lines(*names(game, range(min(3, Rules.parse(game).size))), "resign"),
    )
    assert [line for line in shown.splitlines() if len(line) > 80] == []


def test_the_largest_board() -> None:
    shown = play(
        *("20x20x5", "--x", "me", "--first", "me", "--level", "easy", "--seconds", "1"),
        *("--seed", "2"),
        say=lines("t20", "quit"),
    )
    assert "easy plays " in shown


def test_ctrl_c_while_the_engine_thinks() -> None:
    """The engine takes Ctrl-C for "move now"; in a game it ends the game, and nothing is lost."""
    words = ("gomoku", "--x", "me", "--first", "me", "--method", "engine", "--seconds", "30")
    with Terminal("play", *words) as terminal:
        terminal.wait_for("X to move: ")
        terminal.type("h8\n")
        time.sleep(1)
        terminal.interrupt()
        assert terminal.end() == 0
    assert "Bye. The game is saved" in terminal.seen
    assert "engine plays" not in terminal.seen
    assert "resumed after 1 move:" in play("--resume", "--seconds", "0.1", say="quit\n")


def test_a_resumed_game_is_kept_even_if_nothing_is_played(tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    play(*ME_FIRST, say=f"b2\nsave {file}\nquit\n")
    assert "Bye. The game is saved" in play("--resume", str(file), say="quit\n")


def test_a_game_that_somebody_is_playing_is_not_resumed() -> None:
    with Terminal("play", *ME_FIRST) as terminal:
        terminal.wait_for("X to move: ")
        terminal.type("b2\n")
        terminal.wait_for("X to move: ")
        said = "no unfinished game to resume: the one kept is being played elsewhere"
        assert noughts("play", "--resume").stderr == f"noughts: {said}\n"
        shown = play("--resume", "list", say=lines("1", "delete 1", "show 1"))
        assert re.search(r"against perfect  2 moves .*  in use$", shown, re.M)
        assert "game 1 is being played in another terminal\n" in shown
        assert "it is being played in another terminal, and is not deleted\n" in shown
        assert "b │   │ X │   │" in shown
    assert "resumed after 2 moves" in play("--resume", say="quit\n"), "its player is gone"


def test_a_game_that_somebody_is_playing_is_not_resumed_by_its_number() -> None:
    game = Record(Position(), {"x": "human", "o": "perfect"}).play(4)
    free = Slot()
    free.keep(game)
    free.leave()
    os.utime(free.path, (1_000, 1_000))
    ours = Slot()
    ours.keep(game)
    done = noughts("play", "--resume", "1")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "noughts: the game is being played in another terminal\n"
    assert "resumed after 1 move" in play("--resume", "2", say="quit\n")
    ours.leave()


def test_a_method_that_knows_no_clock_does_not_lose_by_it() -> None:
    words = ("--x", "me", "--first", "computer", "--method", "game-tree", "--seconds", "0.1")
    assert "game-tree plays" in play(*words, say="quit\n")


# In this process, with a person whose answers are known


@dataclass
class Person:
    """Gives these answers; after some of them the terminal has another width."""

    answers: list[str]
    widths: list[int | None]
    offered: list[Callable[[str], Sequence[str]]] = field(default_factory=list)  # by Tab

    def ask(self, _: str, *, complete: Callable[[str], Sequence[str]], **__: object) -> str:
        self.offered.append(complete)
        if width := self.widths.pop(0):
            os.environ["COLUMNS"] = str(width)
        return self.answers.pop(0)


def played_by(monkeypatch: pytest.MonkeyPatch, *answers: tuple[str, int | None]) -> Person:
    """A game of two people at one keyboard."""
    person = Person([text for text, _ in answers], [width for _, width in answers])
    monkeypatch.setattr(session, "ask", person.ask)
    monkeypatch.setenv("COLUMNS", "80")
    setup, chance = Setup(chosen="human"), random.Random(1)
    assert Session(setup, setup.begin(chance), Slot(), chance).run() is None
    assert not person.answers
    return person


def test_what_tab_offers(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "here").mkdir()
    (tmp_path / "here" / "mine.jsonl").touch()
    monkeypatch.chdir(tmp_path / "here")
    person = played_by(monkeypatch, ("b2", None), ("resign", None), ("quit", None))
    first, second, end = person.offered
    assert first("") == session.WHILE_PLAYING, "no cells: they are too many"
    assert {*first("b"), "b2"} == {*session.WHILE_PLAYING, *CELLS}
    assert {*first("b")} - {*second("b")} == {"b2"}
    assert end("") == end("r") == session.AT_THE_END
    for complete in person.offered:
        assert {"gomoku", "hard", "x"} <= {*complete("new ")}
        assert complete(" NEW gomoku h") == complete("new ")
        assert complete("save m") == ["mine.jsonl"]


def test_a_board_that_no_longer_fits_is_shown_again(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    played_by(monkeypatch, ("help", 12), ("resign", None), ("help", 80), ("quit", None))
    shown = capsys.readouterr().out
    boxed, small = "a │   │   │   │", "a .  .  ."
    assert [line for line in shown.splitlines() if line.rstrip() in (boxed, small)] == [
        boxed,  # before the first question
        small,  # after it
        small,  # the result
        boxed,  # which fits again
    ]
    assert shown.count("X resigns") == 2


# Somebody's engine

ENGINE = f"{sys.executable} -S -E {Path(__file__).parent / 'data' / 'engine.py'}"


def test_a_game_against_an_engine_that_is_left_and_resumed() -> None:
    shown = play(
        "6x6x5", "--engine", ENGINE, "--seconds", "20", say=lines("b2", "undo", "c3", "quit")
    )
    assert "You are X and begin, against engine (program); new starts another game.\n" in shown
    assert shown.count("engine (program) plays a1 in ") == 2
    command = shlex.quote(ENGINE)
    refused = noughts("play", "--resume")
    assert refused.stderr.strip() == (
        "noughts: the game that was kept cannot be resumed: its engine runs only if you say so: "
        f"add --engine {command}"
    )
    shown = play("--resume", "--engine", ENGINE, say=lines("d4", "new hard", "quit"))
    assert "6x6x5, resumed after 2 moves: you are X, against engine (program).\n" in shown
    assert "engine (program) plays a2 in " in shown
    assert "against hard" in shown
    assert "against hard" in play("--resume", "--level", "hard", say=lines("quit"))


def test_an_engine_that_dies_loses() -> None:
    shown = play("--engine", f"{ENGINE} TURN leave 3", say=lines("h8", "quit"))
    assert "engine (program) fails: it ended with exit code 3 after TURN 7,7; its last" in shown
    assert "You win (X): the program of O failed.\n" in shown


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["--engine", "no-such-engine"], "no-such-engine does not start: 'no-such-engine' cannot"),
        (["--engine", f"{ENGINE} START say 'ERROR no\n'"], "it answers START 15 with 'ERROR no'"),
        (["--engine", "'"], "is not a command: No closing quotation"),
        (["4x4x4", "--engine", ENGINE], "Gomocup engines do not play 4x4x4: they play five"),
        (["--engine", ENGINE, "--level", "hard"], "leave out --level and --method"),
    ],
)  # fmt: skip
def test_an_engine_that_cannot_play_is_refused(words: list[str], why: str) -> None:
    refused = noughts("play", *words)
    assert refused.returncode == 2
    assert one_line(refused.stderr)
    assert why in refused.stderr

"""`noughts play` at a real terminal: narrow and wide, with all the keys people press."""

import re
from pathlib import Path

import pytest
from terminal import SHELL_PROMPT, Tmux

from noughts import Record
from noughts.cli.unfinished import Slot, folder, unfinished

PROMPT = "X to move:"
TWO = ("play", "--method", "human")
KEPT = "continues it."  # the end of the sentence that says so


def keep_two_games() -> None:
    for name in ("one", "two"):
        slot = Slot(folder() / f"{name}.jsonl")
        slot.keep(Record("tic-tac-toe", {"x": "human", "o": "human"}).play("b2"))
        slot.leave()


@pytest.mark.parametrize("columns", [40, 80, 120])
def test_gomoku_fits_the_terminal(tmux: Tmux, columns: int) -> None:
    with tmux.open(*TWO, "gomoku", columns=columns, lines=30) as screen:
        screen.wait_for(PROMPT, last=True)
        screen.say("h8")
        lines = screen.wait_for("O to move:", last=True)
        board = lines[-17:-1]
        assert board[0].split() == list("abcdefghijklmno")
        cells = [re.sub(r"[ \[\]]", "", row.removeprefix(f"{number:2}")) for number, row in
                 zip(range(15, 0, -1), board[1:], strict=True)]  # fmt: skip
        assert cells == ["." * 15] * 7 + ["." * 7 + "X" + "." * 7] + ["." * 15] * 7
        assert "[X]" in board[8]
        screen.say("hint")
        advice = screen.wait_for("the better.")
        assert all(len(line) <= columns for line in screen.everything())
        assert re.search(r" looks best(; then |, after a deeper look)", " ".join(advice))


def test_where_no_board_fits_the_game_goes_on_in_words(tmux: Tmux) -> None:
    with tmux.open(*TWO, "20x20x5", columns=30) as screen:
        screen.wait_for(PROMPT, last=True)
        screen.say("k10")
        lines = screen.wait_for("O to move:", last=True)
        said = " ".join(lines[lines.index("X to move: k10") + 1 : -1])
        needs = "a 20x20 board needs 43 columns, this terminal has 30"
        assert said == f"({needs}: the last move is X k10)"
        screen.resize(60)
        screen.say("a1")
        assert "[O]" in screen.wait_for(PROMPT, last=True)[-2]


def test_arrows_edit_the_line_and_find_it_again(tmux: Tmux) -> None:
    with tmux.open(*TWO) as screen:
        screen.wait_for(PROMPT, last=True)
        screen.press("a", "3", "Left", "Left", "DC", "b", "End", "BSpace", "2", "Enter")
        assert "b │   │[X]│   │" in screen.wait_for("O to move:", last=True)
        screen.press("Up", "Enter")
        lines = screen.wait_for("b2 is taken by X: choose an empty cell")
        assert "O to move: b2" in lines


def test_arrows_do_not_find_the_answers_to_the_list(tmux: Tmux) -> None:
    keep_two_games()
    with tmux.open("play", "--resume") as screen:
        screen.wait_for("quit) [1]:")
        screen.say("show 2")
        screen.wait_for("  1. b2")
        screen.say("1")
        screen.wait_for("O to move:", last=True)
        screen.say("a1")
        screen.wait_for(PROMPT, last=True)
        screen.press("Up", "Up", "Up", "Enter")
        screen.wait_for("a1 is taken by O: choose an empty cell")


def test_tab_completes_commands_and_free_cells(tmux: Tmux) -> None:
    with tmux.open(*TWO) as screen:
        screen.wait_for(PROMPT, last=True)
        screen.press("h", "i", "Tab", "Enter")
        screen.wait_for("Every move draws.")
        screen.say("c2")
        screen.wait_for("O to move:", last=True)
        screen.press("c", "Tab", "Tab")
        screen.wait_for("c1   c3")
        screen.press("3", "Enter")
        assert "c │   │ X │[O]│" in screen.wait_for(PROMPT, last=True)
        screen.say("new gomo")
        screen.wait_for("'gomo' is not a game")
        screen.press("n", "e", "w", "Space", "g", "o", "Tab", "Enter")
        screen.wait_for("gomoku: 5 or more in a row win on 15x15.")


def test_tab_completes_file_names_after_save(tmux: Tmux, tmp_path: Path) -> None:
    (tmp_path / "My games").mkdir()
    (tmp_path / "My games" / "first.jsonl").touch()
    (tmp_path / "My games" / "fifth game.jsonl").touch()
    (tmp_path / ".hidden").touch()
    with tmux.open(*TWO, folder=tmp_path) as screen:
        screen.wait_for(PROMPT, last=True)
        screen.press("save ", "Tab")
        screen.wait_for(f"{PROMPT} save My games/", last=True)
        screen.press("Tab", "Tab", "Tab")
        screen.wait_for("fifth game.jsonl")
        lines = screen.wait_for(f"{PROMPT} save My games/fi", last=True)
        assert lines[-2].split() == ["fifth", "game.jsonl", "first.jsonl"], "without their folder"
        screen.press("f", "Tab", "Enter")
        screen.wait_for("saved; noughts play --resume 'My games/fifth game.jsonl' continues it")
        screen.press("save 'My games/fif", "Tab", "Enter")
        screen.wait_for("added to the file, which now has 2 games")
        screen.say("resign")
        screen.wait_for("[again]:")
        screen.press("save My", "Tab", "fir", "Tab", "Enter")
        screen.wait_for("[again]: save My games/first.jsonl")
        screen.wait_for("saved")
        screen.press("new go", "Tab", "Enter")
        screen.wait_for("gomoku: 5 or more in a row win on 15x15.")


def test_ctrl_z_and_fg_redraw_the_board_and_what_was_typed(tmux: Tmux) -> None:
    with tmux.open(*TWO) as screen:
        screen.wait_for(PROMPT, last=True)
        screen.say("b2")
        screen.wait_for("O to move:", last=True)
        screen.press("a")
        screen.wait_for("O to move: a", last=True)
        screen.press("C-z")  # which throws away what nobody has read yet
        screen.wait_for(SHELL_PROMPT, last=True)
        screen.say("clear; fg")
        lines = screen.wait_for("O to move: a", last=True)
        assert "b │   │[X]│   │" in lines
        screen.press("1", "Enter")
        assert "a │[O]│   │   │" in screen.wait_for(PROMPT, last=True)


def test_ctrl_z_while_the_computer_thinks_costs_it_nothing(tmux: Tmux) -> None:
    options = ("--method", "engine", "--seconds", "1.5")
    with tmux.open("play", "gomoku", *options) as screen:
        screen.wait_for(PROMPT, last=True)
        screen.say("h8")
        screen.wait_for("engine thinks: 1 s")
        screen.press("C-z")
        screen.wait_for(SHELL_PROMPT, last=True)
        screen.say("sleep 1; fg")
        lines = screen.wait_for(PROMPT, last=True)
        assert any(line.startswith("engine plays ") for line in lines)


def test_a_resize_keeps_the_prompt_and_the_next_board_fits(tmux: Tmux) -> None:
    with tmux.open(*TWO, "four-in-a-line", columns=80) as screen:
        screen.wait_for(PROMPT, last=True)
        screen.press("d")
        screen.wait_for(f"{PROMPT} d", last=True)
        screen.resize(28)
        screen.press("4", "Enter")
        lines = screen.wait_for("O to move:", last=True)
        assert f"{PROMPT} d4" in lines
        assert "d .  .  . [X] .  .  .  ." in lines
        screen.resize(80)
        screen.say("d5")
        assert "d │   │   │   │ X │[O]│   │   │   │" in screen.wait_for(PROMPT, last=True)


def test_after_a_resize_return_draws_the_board_again(tmux: Tmux) -> None:
    ruled, compact = "d │   │   │   │[X]│   │   │   │   │", "d .  .  . [X] .  .  .  ."
    with tmux.open(*TWO, "four-in-a-line", columns=80) as screen:
        screen.wait_for(PROMPT, last=True)
        screen.say("d4")
        assert ruled in screen.wait_for("O to move:", last=True)
        screen.resize(28)
        screen.press("Enter")
        screen.wait_for(compact)
        screen.wait_for("O to move:", last=True)
        screen.say("a9")
        screen.wait_for("'a9' is not a cell")
        screen.wait_for("O to move:", last=True)
        assert screen.everything().count(compact) == 1, "it fits: it is not drawn again"
        screen.say("resign")
        screen.wait_for("[again]:")
        screen.resize(80)
        screen.press("C-l")
        screen.say("save")
        screen.wait_for(ruled)
        screen.wait_for("X wins: O resigns.")


def test_ctrl_c_and_ctrl_d_keep_the_game_and_a_list_offers_it(tmux: Tmux) -> None:
    with tmux.open(*TWO, columns=80) as screen:
        screen.wait_for(PROMPT, last=True)
        screen.say("b2")
        screen.wait_for("O to move:", last=True)
        screen.press("C-c")
        screen.wait_for(KEPT)
        screen.say("clear; noughts play --resume")  # there is only one: no question
        screen.wait_for("tic-tac-toe, resumed after 1 move: two people play.")
        screen.wait_for("O to move:", last=True)
        screen.press("C-d")
        screen.wait_for(KEPT)
        screen.say("clear; noughts play 4x4x3 --method engine --depth 1 --first computer")
        screen.wait_for(PROMPT, last=True)
        screen.press("C-c")
        screen.wait_for(KEPT)
        screen.say("clear; noughts play --resume")
        lines = screen.wait_for("quit) [1]:")
        assert re.match(r"1  4x4x3        against engine  1 move  ", lines[-3])
        assert re.match(r"2  tic-tac-toe  two people      1 move  ", lines[-2])
        screen.say("2")
        lines = screen.wait_for("O to move:", last=True)
        assert "tic-tac-toe, resumed after 1 move: two people play." in lines
        with tmux.open("play", "--resume", "list") as second:
            assert any(line.endswith("  in use") for line in second.wait_for("Which one?"))
            second.say("1")
            second.wait_for("game 1 is being played in another terminal")
    assert len(unfinished()) == 2


def test_a_game_is_deleted_only_after_a_yes(tmux: Tmux) -> None:
    keep_two_games()
    question = "Delete tic-tac-toe, 1 move? (y/n) [n]:"
    with tmux.open("play", "--resume") as screen:

        def asked_to_delete() -> None:
            screen.wait_for("quit) [1]:")
            screen.say("delete 2")
            screen.wait_for(question, last=True)

        for answer in ("", "n", "what?"):
            asked_to_delete()
            screen.say(answer)
            screen.wait_for("not deleted")
            assert len(unfinished()) == 2
            screen.press("C-l")
        asked_to_delete()
        screen.press("C-c")
        screen.wait_for(SHELL_PROMPT, last=True)
        assert len(unfinished()) == 2
        screen.say("clear; noughts play --resume")
        asked_to_delete()
        screen.say("Y")
        screen.wait_for("deleted: tic-tac-toe, 1 move")
        assert len(unfinished()) == 1


def test_ctrl_c_while_the_computer_thinks(tmux: Tmux) -> None:
    with tmux.open("play", "gomoku", "--method", "engine", "--seconds", "60") as screen:
        screen.wait_for(PROMPT, last=True)
        screen.say("h8")
        screen.wait_for("engine thinks: 1 s")
        screen.press("C-c")
        lines = screen.wait_for(KEPT)
        assert not any("Traceback" in line or "engine plays" in line for line in lines)


def test_ctrl_c_ends_a_review_and_not_the_program(tmux: Tmux) -> None:
    with tmux.open(*TWO, "8x8x5") as screen:
        screen.wait_for(PROMPT, last=True)
        for move in ("d4", "e4", "d5", "e5", "resign"):
            screen.say(move)
        screen.wait_for("[again]:")
        screen.say("review")
        screen.wait_for("review (Ctrl-C ends it): 1 s")
        screen.press("C-c")
        screen.wait_for("You stopped it: ")
        screen.say("quit")
        screen.wait_for("Bye.")


def test_colours_unless_no_color_is_set(tmux: Tmux) -> None:
    for value, coloured in (("", True), ("1", False)):
        with tmux.open(*TWO, variables={"NO_COLOR": value}) as screen:
            screen.wait_for(PROMPT, last=True)
            screen.say("b2")
            assert "b │   │[X]│   │" in screen.wait_for("O to move:", last=True)
            assert ("\x1b[1m\x1b[36m[X]" in screen.colours()) == coloured


def test_ascii_where_the_terminal_is(tmux: Tmux, tmp_path: Path) -> None:
    plain = {"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"}
    with tmux.open(*TWO, folder=tmp_path, variables=plain) as screen:
        screen.wait_for(PROMPT, last=True)
        for move in ("a1", "b1", "a2", "b2", "hint"):
            screen.say(move)
        screen.wait_for("a3 wins in 1 ply.")
        shown = "\n".join(screen.everything())
        assert "a |[X]|   |   |" in shown
        assert shown.isascii()

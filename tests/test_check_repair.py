"""Which line is wrong: an edit counts only if it mends, and spoils nothing."""

from pathlib import Path

from programs import CS50, part_of_the_corpus

from noughts.check import Diagnosis, check_program


def diagnosed(text: str, folder: Path) -> dict[str, Diagnosis]:
    (folder / "tictactoe.py").write_text(text)
    return {found.id: found for found in check_program(folder / "tictactoe.py").diagnoses}


def line_of(text: str, part: str) -> int:
    return text[: text.index(part)].count("\n") + 1


@part_of_the_corpus
def test_two_mistakes_of_one_function_are_mended_apart(tmp_path: Path) -> None:
    """Where every call changes the board, an edit that refuses every move mends nothing."""
    start, end = CS50.index("    i, j = action"), CS50.index("def winner")
    text = f"{CS50[:start]}    board[action[0]][action[1]] = player(board)\n    return board\n\n\n"
    text += CS50[end:]
    found = diagnosed(text, tmp_path)
    assert [*found] == ["board-mutated", "overwrites-taken"]
    assert found["board-mutated"].line == line_of(text, "board[action[0]]")
    assert found["overwrites-taken"].line == line_of(text, "def result")
    assert "raise" in found["overwrites-taken"].after


@part_of_the_corpus
def test_no_move_and_a_special_case_are_mended_apart(tmp_path: Path) -> None:
    special = "    if sum(row.count(EMPTY) for row in board) == 9:\n        return (-1, -1)\n"
    text = CS50.replace("best_action = None\n", f"best_action = (-1, -1)\n{special}")
    text = text.replace("best = -math.inf", "best = -1").replace("best = math.inf", "best = 1")
    found = diagnosed(text, tmp_path)
    assert [*found] == ["none-when-lost", "illegal-move"]
    assert found["none-when-lost"].line in (line_of(text, "best = -1"), line_of(text, "best = 1"))
    assert found["illegal-move"].line == line_of(text, "== 9")

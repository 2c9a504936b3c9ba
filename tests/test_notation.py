"""Names of cells, and boards as text."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from laws import one_line, rules

from noughts import FOUR_IN_A_LINE, GOMOKU, TIC_TAC_TOE, NotationError, Rules, cell, name
from noughts.errors import shorten
from noughts.notation import NOTATIONS, ROWS, Notation, default_notation, names, read_cells

EVERY_BOARD = [Rules(rows, columns, 1) for rows in range(1, 21) for columns in range(1, 21)]


def test_reading_the_name_of_a_cell_gives_it_back_on_every_board() -> None:
    for board in EVERY_BOARD:
        written = [name(board, move) for move in range(board.size)]
        assert [cell(board, text) for text in written] == list(range(board.size))
        assert len(set(written)) == board.size


@given(rules(20), st.data())
def test_row_and_column_in_numbers_mean_the_same(board: Rules, data: st.DataObject) -> None:
    move = data.draw(st.integers(0, board.size - 1))
    row, column = divmod(move, board.columns)
    blank = data.draw(st.sampled_from(["", " ", "  "]))
    assert cell(board, f"{row + 1},{column + 1}") == move
    assert cell(board, f"{blank}{row + 1}{blank},{blank}{column + 1}{blank}") == move
    assert cell(board, f"{row + 1} {blank}{column + 1}") == move
    assert cell(board, f"{blank}{name(board, move).upper()}{blank}") == move
    letter, number = name(board, move)[0], name(board, move)[1:]
    assert cell(board, f"{letter}{blank}{number}") == move


def test_a_letter_is_the_row_and_a_number_the_column() -> None:
    assert [cell(TIC_TAC_TOE, text) for text in ("a1", "a3", "b2", "c1", "2,2")] == [0, 2, 4, 6, 4]
    assert name(FOUR_IN_A_LINE, 36) == "e5"
    assert name(GOMOKU, 224) == "o15"
    assert names(TIC_TAC_TOE, [8, 0, 4]) == ["c3", "a1", "b2"]


@pytest.mark.parametrize("text", ["", " ", "b", "2", "2b", "bb2", "b2x", "b-1", "b,2", "2,", ",2"])
@pytest.mark.parametrize("board", [TIC_TAC_TOE, GOMOKU, Rules(1, 1, 1)], ids=str)
def test_what_is_no_cell_is_refused(board: Rules, text: str) -> None:
    with pytest.raises(NotationError) as refusal:
        cell(board, text)
    assert one_line(str(refusal.value))
    assert str(refusal.value).startswith(f"{text!r} is not a cell: write ")


@pytest.mark.parametrize("text", ["2,2,2", "1.5,2", "²,2", "b²", "b2\x00", "b2\nb3", "β2", "b٢"])
def test_strange_signs_are_refused(text: str) -> None:
    with pytest.raises(NotationError) as refusal:
        cell(TIC_TAC_TOE, text)
    assert one_line(str(refusal.value))
    assert repr(text) in str(refusal.value)


@pytest.mark.parametrize("text", ["d9", "d1", "a4", "a0", "z26", "0,1", "1,0", "4,1", "1,9999"])
def test_a_cell_off_the_board_is_refused(text: str) -> None:
    with pytest.raises(NotationError) as refusal:
        cell(TIC_TAC_TOE, text)
    assert str(refusal.value) == f"'{text}' is not a cell of a 3x3 board (a1 to c3)"


def test_the_example_in_a_refusal_is_a_cell_of_that_board() -> None:
    for board in EVERY_BOARD:
        with pytest.raises(NotationError) as refusal:
            cell(board, "?")
        words = str(refusal.value).removesuffix("'").split()
        by_letter, by_numbers = words[words.index("as") + 1].rstrip(","), words[-1]
        assert cell(board, by_letter) == cell(board, by_numbers)


# Boards


def test_the_number_of_cells_names_the_game() -> None:
    assert read_cells("." * 9) == (TIC_TAC_TOE, "." * 9)
    assert read_cells("." * 64) == (FOUR_IN_A_LINE, "." * 64)
    assert read_cells("." * 225) == (GOMOKU, "." * 225)


@pytest.mark.parametrize(
    "text",
    [
        "xo./.x./..o",
        "XO..X...O",
        "xo.\n.x.\n..o",
        "\n  x o .\n  . x .\n  . . o\n",
        "xo./.x./..o/\r\n",
    ],
)
def test_a_board_may_be_written_in_several_ways(text: str) -> None:
    assert read_cells(text) == (TIC_TAC_TOE, "xo..x...o")


@given(rules(20), st.data())
def test_reading_rows_of_any_board_gives_its_cells(board: Rules, data: st.DataObject) -> None:
    cells = data.draw(st.text("xo.", min_size=board.size, max_size=board.size))
    rows = [cells[r * board.columns :][: board.columns] for r in range(board.rows)]
    for between in ("", "/", "\n", " / ", "\r\n"):
        assert read_cells(between.join(rows), board) == (board, cells)
    assert read_cells("\n".join(" ".join(row) for row in rows).upper(), board) == (board, cells)


@pytest.mark.parametrize(
    ("text", "wrong"),
    [("xo?......", "?"), ("xo0......", "0"), ("x,o,.....", ","), ("é........", "é")],
)
def test_a_wrong_sign_is_named(text: str, wrong: str) -> None:
    with pytest.raises(NotationError) as refusal:
        read_cells(text)
    assert (
        str(refusal.value) == f"{text!r} is not a board: {wrong!r} is not x, o or . (an empty cell)"
    )


def test_a_wrong_number_of_cells_is_counted() -> None:
    with pytest.raises(NotationError, match=r"'xo' has 2 cells; a 3x3 board has 9"):
        read_cells("xo", TIC_TAC_TOE)
    with pytest.raises(NotationError, match=r"'' is not a board: nothing is written there"):
        read_cells("")
    with pytest.raises(NotationError, match=r"has 16 cells, which .* \(9 tic-tac-toe, 64 four"):
        read_cells("." * 16)


def test_rows_of_different_lengths_are_counted() -> None:
    with pytest.raises(NotationError, match=r"has rows of 3, 2, 3 cells, but they must"):
        read_cells("x.o/o./..x")
    with pytest.raises(NotationError, match=r"has rows of 2, 3, 1 cells, .* \(write \. for"):
        read_cells("X O\nOOX\n  X")


def test_rows_of_wrong_lengths_are_refused_even_if_the_sum_is_right() -> None:
    with pytest.raises(NotationError, match=r"has rows of 2, 4, 3 cells; 3x3x3 has 3 rows of 3"):
        read_cells("xo/..x./..o")
    with pytest.raises(NotationError, match=r"has rows of 4, 5 cells"):
        read_cells("xo..\nx...o")


@given(st.text(max_size=200))
@example("it's " * 30)
def test_any_text_is_quoted_on_one_short_line(text: str) -> None:
    quoted = shorten(text)
    assert len(quoted.splitlines()) == 1
    assert len(quoted) <= 60
    assert quoted[0] == quoted[-1] in "'\""


@given(st.text(max_size=300) | st.text("xo./ \n", max_size=300))
def test_any_text_is_a_board_or_is_refused_in_one_line(text: str) -> None:
    signs = "".join(text.lower().replace("/", " ").split())
    rows = [len("".join(row.split())) for row in text.replace("/", "\n").split("\n")]
    shaped = len(list(filter(None, rows))) == 1 or set(rows) <= {0, 3, 8, 15}
    if set(signs) <= set("xo.") and len(signs) in (9, 64, 225) and shaped:
        board, cells = read_cells(text)
        assert (board.size, cells) == (len(signs), signs)
    else:
        with pytest.raises(NotationError) as refusal:
            read_cells(text)
        assert one_line(str(refusal.value))


# The notation of Gomoku players

GOMOKU_NOTATION = NOTATIONS["gomoku"]


def test_gomoku_players_write_the_column_first_and_count_rows_from_the_bottom() -> None:
    assert GOMOKU_NOTATION.read(GOMOKU, "h8") == GOMOKU.size // 2
    assert GOMOKU_NOTATION.cell_names(GOMOKU, (0, 14, 210, 224)) == ["a15", "o15", "a1", "o1"]
    assert list(GOMOKU_NOTATION.column_names(Rules(15, 3, 5))) == ["a", "b", "c"]
    assert list(GOMOKU_NOTATION.row_names(Rules(3, 15, 5))) == ["3", "2", "1"]
    assert (list(ROWS.row_names(TIC_TAC_TOE)), list(ROWS.column_names(TIC_TAC_TOE))) == (
        ["a", "b", "c"],
        ["1", "2", "3"],
    )


@pytest.mark.parametrize("notation", NOTATIONS.values(), ids=NOTATIONS)
def test_every_notation_reads_what_it_writes(notation: Notation) -> None:
    for board in EVERY_BOARD:
        written = notation.cell_names(board, range(board.size))
        assert [notation.read(board, text) for text in written] == list(range(board.size))
        rows, columns = notation.row_names(board), notation.column_names(board)
        assert (len(rows), len(columns)) == (board.rows, board.columns)
        for move, text in enumerate(written):
            row, column = divmod(move, board.columns)
            assert text in (rows[row] + columns[column], columns[column] + rows[row])


@pytest.mark.parametrize("text", ["8,8", "8 8", "8h", "", "hh", "h-8"])
def test_what_is_not_clear_in_the_notation_of_gomoku_is_refused(text: str) -> None:
    with pytest.raises(NotationError) as refusal:
        GOMOKU_NOTATION.read(GOMOKU, text)
    how = "write a column letter and a row number such as h8"
    assert str(refusal.value) == f"{text!r} is not a cell: {how}"


def test_a_cell_off_the_board_in_the_notation_of_gomoku() -> None:
    for text in ("p1", "a16", "a0"):
        with pytest.raises(NotationError) as refusal:
            GOMOKU_NOTATION.read(GOMOKU, text)
        assert str(refusal.value) == f"{text!r} is not a cell of a 15x15 board (a1 to o15)"


@pytest.mark.parametrize(
    ("game", "notation"),
    [
        *(("gomoku", "gomoku"), ("15x15x5-exact", "gomoku"), ("20x19x5", "gomoku")),
        *(("15x15x5-straight", "rows"), ("14x15x5", "rows"), ("19x19x6", "rows")),
        *(("tic-tac-toe", "rows"), ("four-in-a-line", "rows")),
    ],
)
def test_the_notation_of_a_game(game: str, notation: str) -> None:
    assert default_notation(Rules.parse(game)).name == notation

"""Win if you can, block if you must, then the centre, a corner, an edge."""


def third_cell(board, mark):
    """The free cell of a row or column that holds two of these marks."""
    for i in range(3):
        row = [(i, j) for j in range(3)]
        column = [(j, i) for j in range(3)]
        for line in (row, column):
            held = [board[r][c] for r, c in line]
            if held.count(mark) == 2 and held.count(None) == 1:
                return line[held.index(None)]
    return None


def choose(board, mark):
    other = "O" if mark == "X" else "X"
    cell = third_cell(board, mark) or third_cell(board, other)
    if cell is not None:
        return cell
    for r, c in [(1, 1), (0, 0), (0, 2), (2, 0), (2, 2), (0, 1), (1, 0), (1, 2), (2, 1)]:
        if board[r][c] is None:
            return r, c

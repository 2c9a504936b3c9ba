# expert rules from a web page: win, block, centre, opposite corner, corner, edge
def find(board, mark):
    """a cell that completes a line for mark"""
    for i in range(9):
        if board[i] == " ":
            trial = board.copy()
            trial[i] = mark
            for a, b, c in [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]:
                if trial[a] == trial[b] == trial[c] == mark:
                    return i
    return None


def choose(board, mark):
    enemy = {"X": "O", "O": "X"}[mark]
    cell = find(board, mark)
    if cell is not None:
        return cell
    cell = find(board, enemy)
    if cell is not None:
        return cell
    if board[4] == " ":
        return 4
    for i in (0, 2, 6, 8):
        if board[i] == enemy:
            return 8 - i
    for i in (0, 2, 6, 8, 1, 3, 5, 7):
        if board[i] == " ":
            return i

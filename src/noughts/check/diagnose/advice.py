"""What to tell a student about each kind of mistake: what it is, and where to look for it."""

__all__ = ["ADVICE"]

ADVICE = {
    "sign-flipped": (
        "a sign or a max and min are exchanged: {about}. Go through the search with one finished "
        "board in mind: who is glad about its value?"
    ),
    "win-in-one-missed": (
        "it misses a win in one move: {about}. Before anything else, the search must notice a "
        "line that the move itself completes."
    ),
    "block-missed": (
        "it lets the other side complete a line: {about}. The other side's best reply must be "
        "searched too."
    ),
    "slow-win": (
        "it wins, but later than it could: {about}. Give a win less worth the deeper it lies, for"
        " example 10 - depth."
    ),
    "luck": (
        "it is right by luck: {about}. It has learnt some positions, and does not search in the "
        "others."
    ),
    "draws-taken-for-losses": (
        "draws are taken for losses: {about}. A full board without a line is worth 0, between a "
        "win and a loss."
    ),
    "line-forgotten": (
        "a line is forgotten: {about}. Look at the list of lines, or the loops that make them, in"
        " the function that finds the winner."
    ),
    "line-invented": (
        "it sees a line that is none: {about}. Look at the list of lines, or the loops that make "
        "them, in the function that finds the winner."
    ),
    "turn-wrong": (
        "whose turn it is comes out wrong: {about}. X moves first, so it is X's turn whenever "
        "both have as many marks."
    ),
    "board-mutated": (
        "the board that is handed in is changed: {about}. Make a copy of every row "
        "(copy.deepcopy) before you put a mark on it."
    ),
    "illegal-accepted": (
        "a move that is not allowed is accepted: {about}. Look whether the cell exists and is "
        "empty, and raise an exception if not."
    ),
    "illegal-move": (
        "it plays a move that is not allowed: {about}. Look at how a move becomes a cell, and at "
        "which number the first cell has."
    ),
    "depth-off-by-one": (
        "the search stops one move too early: {about}. Look at what is tested first, the depth or"
        " the line, and whether the depth counts from 0 or 1."
    ),
    "too-shallow": (
        "the search is too shallow: {about}. Tic-tac-toe can be searched to its end; look at the "
        "depth limit."
    ),
    "random-among-bounds": (
        "it chooses among moves that only look equal: after a cut, a value is only a bound. Take "
        "the first move that is better than all before it, or search every root move with a full "
        "window."
    ),
    "wrong-bound": (
        "a branch is cut off by the wrong bound: {about}. A maximiser raises alpha and cuts when "
        "its value reaches beta; a minimiser lowers beta and cuts when it reaches alpha."
    ),
    "no-pruning": (
        "it keeps alpha and beta but never cuts: {about}. Leave the loop as soon as alpha reaches"
        " beta, and hand both down."
    ),
    "searches-finished-boards": (
        "the search goes on after the game is over: {about}. Look for a line before you look for "
        "moves."
    ),
    "first-move-special-cased": (
        "a move is fixed by hand where it should be searched: {about}. Leave the special case "
        "out, or look at what the other side has played."
    ),
    "terminal-wrong": (
        "the end of the game is not seen: {about}. The game is over when somebody has a line or "
        "when the board is full, whichever comes first."
    ),
    "utility-wrong": (
        "the worth of a finished game is wrong: {about}. It is 1 if X has won, -1 if O has won, 0"
        " otherwise."
    ),
    "actions-wrong": (
        "the list of moves is wrong: {about}. It must hold every empty cell as (row, column), and"
        " no other."
    ),
    "only-one-mark": (
        "it plays one of the two marks only: {about}. Follow the branch for that mark line by line."
    ),
    "value-not-move": (
        "it returns the value of the board instead of a move: {about}. Keep the move beside the "
        "value, and return the move."
    ),
    "wrong-type": ("it returns something of the wrong kind: {about}."),
    "crashes": ("it crashes: {about}."),
    "hangs": (
        "it does not come to an end: {about}. Look for a loop or a recursion whose end is never "
        "reached."
    ),
    "no-search": (
        "it does not search: {about}. Try every move, and for each every reply, to the end of the"
        " game."
    ),
}

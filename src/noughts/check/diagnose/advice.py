"""What to tell a student about each kind of mistake: what it is, and where to look for it."""

from noughts.check.judge.findings import Diagnosis, Shown

__all__ = ["ADVICE", "EXPLAINED", "UNEXPLAINED", "say", "say_as_if"]

ADVICE = {
    "unknown-shape": "{about}.",
    "missing-functions": (
        "functions are missing: {about}. Define each of them, with exactly these names."
    ),
    "sign-flipped": (
        "a sign is wrong, or max and min are swapped: {about}. Walk through the search with one "
        "finished board in mind: which side likes its value?"
    ),
    "win-in-one-missed": (
        "it misses a win in one move: {about}. Before anything else, the search must notice that "
        "a move completes a line."
    ),
    "block-missed": (
        "it lets the other side complete a line: {about}. Search the other side's best reply too."
    ),
    "slow-win": (
        "it wins, but later than it could: {about}. Make a win worth less the deeper it is, for "
        "example 10 - depth."
    ),
    "luck": (
        "it is right only by luck: {about}. It knows some positions by heart and does not search "
        "in the others."
    ),
    "draws-taken-for-losses": (
        "it treats draws as losses: {about}. A full board without a line is worth 0, between a "
        "win and a loss."
    ),
    "line-forgotten": (
        "it does not know every line: it misses {about}. In the function that finds the winner, "
        "check the list of lines, or the loops that make them."
    ),
    "line-invented": (
        "it sees a line that is not there, or gives one to the wrong side: {about}. In the "
        "function that finds the winner, check the list of lines, or the loops that make them."
    ),
    "turn-wrong": (
        "it gets the turn wrong: {about}. X moves first, so it is X's turn whenever both sides "
        "have the same number of marks."
    ),
    "board-mutated": (
        "it changes the board that you pass to it: {about}. Copy every row (copy.deepcopy) "
        "before you put a mark on it."
    ),
    "illegal-accepted": (
        "it accepts a move that is not allowed: {about}. Check that the cell exists and is empty, "
        "and raise an exception if not."
    ),
    "illegal-move": (
        "it plays a move that is not allowed: {about}. Check how a move becomes a cell, and which "
        "number the first cell has."
    ),
    "depth-off-by-one": (
        "the search stops one move too early: {about}. Check which test comes first, the one for "
        "the depth or the one for a line, and whether the depth counts from 0 or 1."
    ),
    "too-shallow": (
        "the search does not look far enough ahead: {about}. Tic-tac-toe is small enough to "
        "search to the end; check the depth limit."
    ),
    "random-among-bounds": (
        "it chooses among moves that only look equal. After a cutoff, a value that equals the best "
        "so far is only a bound: the move may be worse. So an equal value must not replace the "
        "best move. Take a move only if it is better than all before it (`>` for X, `<` for O), or "
        "search every move at the root with a full window."
    ),
    "wrong-bound": (
        "it cuts off branches with the wrong bound: {about}. A maximiser raises alpha and cuts "
        "when its value reaches beta; a minimiser lowers beta and cuts when its value reaches "
        "alpha."
    ),
    "no-pruning": (
        "it keeps alpha and beta but never cuts: {about}. Leave the loop as soon as alpha reaches "
        "beta, and pass both down."
    ),
    "searches-finished-boards": (
        "the search goes on after the game is over: {about}. Look for a line before you look for "
        "moves."
    ),
    "first-move-special-cased": (
        "it plays a fixed move where it should search: {about}. Remove the special case, or look "
        "at what the other side has played."
    ),
    "terminal-wrong": (
        "it is wrong about the end of the game: {about}. The game is over when one side has a "
        "line or when the board is full, whichever comes first."
    ),
    "utility-wrong": (
        "it gives a finished game the wrong value: {about}. The value is 1 if X has won, -1 if O "
        "has won, and 0 otherwise."
    ),
    "actions-wrong": (
        "the list of moves is wrong: {about}. It must hold every empty cell as (row, column), and "
        "nothing else."
    ),
    "only-one-mark": (
        "it plays well with one mark only: {about}. Follow the branch for that mark line by line."
    ),
    "value-not-move": (
        "it returns the value of the board instead of a move: {about}. Keep the move together "
        "with the value, and return the move."
    ),
    "wrong-type": "a value of the wrong kind: {about}.",
    "crashes": "{about}.",
    "not-implemented": "not written yet: {about}.",
    "missing-package": (
        "it needs {about}, which is not there. If that is a file of yours, hand it in too. If it "
        "is a package, do without it: only what comes with Python is sure to be there "
        "(`--packages` lets a program import what is installed beside noughts)."
    ),
    "reads-input": (
        "it asks for input as soon as it is loaded: {about}. Put what runs the game below "
        '`if __name__ == "__main__":`, so that the functions can be used without playing.'
    ),
    "empty-line": (
        "three empty cells count as a line: {about}. They are equal too, so the test `a == b == c` "
        "is true of them; ask also whether the first one is empty."
    ),
    "wrong-cell": (
        "it looks at the wrong cell: {about}. Compare the indices with the cells that you mean, "
        "letter by letter."
    ),
    "wrong-mark": (
        "it sees the line, but gives it to the wrong side: {about}. The winner is the mark that "
        "stands on the cells of the line."
    ),
    "overwrites-taken": (
        "a move on a taken cell is accepted: {about}. Raise an exception if the cell is not empty."
    ),
    "finished-board": (
        "`minimax` does not notice that the game is over: {about}. Begin with `if terminal(board): "
        "return None`."
    ),
    "none-when-lost": (
        "it finds no move where every move loses: {about}. The first move must count as better "
        "than none: start below the worst value, with -infinity for X and infinity for O."
    ),
    "centre-first": (
        "it takes the centre whenever it is free: {about}. Let the search decide there too."
    ),
    "listed-positions": (
        "it plays as if it had an answer of its own for a few positions, and a wrong one: {about}. "
        "Look for a special case, and remove it; the search knows better."
    ),
    "last-of-line": (
        "it returns the last move of the line it has found, not the first: {about}. Keep the move "
        "of this board, and drop the one that comes back from below."
    ),
    "shared-move": (
        "it keeps the best move where every level of the search writes to it: {about}. Return the "
        "move together with its value, or note it only at the first level."
    ),
    "search-wrong": (
        "it searches, but does not play what it finds: {about}. Follow a value from the end of "
        "the game up to the move: is it handed on, compared with the best so far, and kept?"
    ),
    "endings-added-up": (
        "it reckons with every reply, not with the best one: {about}. The other side picks what is "
        "best for it: take the largest value where X moves, and the smallest where O moves."
    ),
    "hangs": (
        "it does not finish: {about}. Look for a loop or a recursion that never ends, or that does "
        "the same work again and again."
    ),
    "wrong-start": "the game does not begin with an empty board: {about}.",
    "no-search": (
        "it does not search: {about}. Try every move, and every reply to it, to the end of the "
        "game."
    ),
}

# What it looks like where no known mistake explains every move
AS_IF = {
    "line-forgotten": "it did not see every line",
    "win-in-one-missed": "it did not look for a line of its own",
    "block-missed": "it did not look at the other side's replies",
    "too-shallow": "it looked only a few moves ahead",
    "no-search": "it did not search",
    "wrong-bound": "it cut off some good moves with a wrong bound",
    "endings-added-up": "it reckoned with every reply, not with the best one",
}


# How that ends, without an edit that mends every move and with one
UNEXPLAINED = "No mistake that is known here explains every move: step through this one."
EXPLAINED = "One slip explains every wrong move."


def say(
    kind: str, about: str, shown: Shown | None = None, function: str | None = None
) -> Diagnosis:
    """A diagnosis in the words of its kind."""
    return Diagnosis(kind, ADVICE[kind].format(about=about), shown, function)


def say_as_if(kind: str, about: str, shown: Shown, function: str) -> Diagnosis:
    """A diagnosis that is only a likeness."""
    first = f"it plays as if {AS_IF[kind]}: {about}"
    return Diagnosis(kind, f"{first}. {UNEXPLAINED}", shown, function, is_symptom=True)

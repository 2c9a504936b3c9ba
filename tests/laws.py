"""What the tests share: drawn boards, random games, the truth about tic-tac-toe, the terminal.

The truth is computed here once more, from the eight lines of a 3x3 board written out and strings
of nine characters, so that it shares nothing with the code it judges.
"""

import os
import pty
import random
import select
import subprocess
import sys
import time
from functools import cache
from pathlib import Path
from typing import NamedTuple, cast

from hypothesis import strategies as st

from noughts import METHODS, MoveValue, Position, Rules
from noughts.rules import Mark
from noughts.textbook.scores import BY_DEPTH, FIVE_TWO_ZERO, RUNS, WIN_DRAW_LOSS, Scores

MARKS: tuple[Mark, Mark] = ("x", "o")
BOOKS = tuple(method.name for method in METHODS.values() if method.watch)
# Those that finish tic-tac-toe without a limit, and the scores to compare their values with.
OF_TIC_TAC_TOE: dict[str, Scores] = {
    name: WIN_DRAW_LOSS if METHODS[name].x_maximises else cast(Scores, METHODS[name].scale)
    for name in BOOKS
    if not METHODS[name].manner.deepens
}


def board(drawing: str, game: str | None = None, turn: Mark | None = None) -> Position:
    """The position of a drawn board."""
    return Position.parse(drawing, Rules.parse(game) if game else None, turn)


def often(examples: int) -> int:
    """How many random examples to try: `make fuzz` wants more."""
    return int(os.environ.get("NOUGHTS_EXAMPLES", examples))


# Every position of a small game


@cache
def reachable(first: Mark = "x", game: str = "3x3x3") -> tuple[Position, ...]:
    """Every position that can come up in a game, each once, the empty board first."""
    start = Position(Rules.parse(game), turn=first)
    seen, todo = {start}, [start]
    for position in todo:
        for move in position.legal_moves:
            child = position.play(move)
            if child not in seen:
                seen.add(child)
                todo.append(child)
    return tuple(todo)


def once_each_way(position: Position) -> bool:
    """Whether it is the first of the boards that can be turned or reflected into it."""
    return position.cells == min(
        "".join(position.cells[cell] for cell in way) for way in position.rules.symmetries
    )


def unfinished(first: Mark = "x") -> list[Position]:
    """The positions of tic-tac-toe in which somebody has to move."""
    return [position for position in reachable(first) if not position.is_over]


# The truth about tic-tac-toe

EIGHT_LINES = (
    (0, 1, 2),
    (3, 4, 5),
    (6, 7, 8),
    (0, 3, 6),
    (1, 4, 7),
    (2, 5, 8),
    (0, 4, 8),
    (2, 4, 6),
)


class Truth(NamedTuple):
    """What a position is worth to the side to move: 1, 0 or -1, and how far away the end is.

    Whoever wins hurries, whoever loses delays.
    """

    result: int
    plies: int

    @property
    def rank(self) -> int:
        """Larger is better: quick wins, slow wins, draws, slow losses, quick losses."""
        return self.result * (10 - self.plies)

    @property
    def word(self) -> str:
        return {1: "win", 0: "draw", -1: "loss"}[self.result]


@cache
def truth(cells: str, turn: str) -> Truth:
    """Negamax with a memory, on a string of nine characters."""
    other = "o" if turn == "x" else "x"
    if any(cells[a] == cells[b] == cells[c] == other for a, b, c in EIGHT_LINES):
        return Truth(-1, 0)
    if "." not in cells:
        return Truth(0, 0)
    return max(after(cells, turn).values(), key=lambda found: found.rank)


@cache
def after(cells: str, turn: str) -> dict[int, Truth]:
    """The truth of every move, as the side that makes it sees it."""
    other = "o" if turn == "x" else "x"
    replies = {
        i: truth(cells[:i] + turn + cells[i + 1 :], other) for i in range(9) if cells[i] == "."
    }
    return {i: Truth(-reply.result, reply.plies + 1) for i, reply in replies.items()}


def worth(scores: Scores, true: Truth, depth: int = 0) -> float:
    """The truth about a node `depth` moves below the root, in the numbers of a search.

    `true.result` must be that of the side that maximises.
    """
    plies = depth + true.plies
    if scores is WIN_DRAW_LOSS:
        return true.result
    if scores is BY_DEPTH:
        return true.result * (10 - plies)
    if scores is FIVE_TWO_ZERO:
        return {1: 5, 0: 2, -1: 0}[true.result]
    assert scores is RUNS
    return true.result * (100_000 - plies)


def keeps_its_promise(found: MoveValue, true: float) -> bool:
    """Whether a value that is exact, at most or at least its score is just that."""
    if found.bound == "exact":
        return found.score == true
    return true <= found.score if found.bound == "at-most" else true >= found.score


# Random rules and random games


@st.composite
def rules(draw: st.DrawFn, largest: int = 6) -> Rules:
    """Any rules on a board of up to `largest` by `largest` cells."""
    rows, columns = draw(st.integers(1, largest)), draw(st.integers(1, largest))
    k = draw(st.integers(1, max(rows, columns)))
    return Rules(rows, columns, k, diagonals=draw(st.booleans()), exact=draw(st.booleans()))


@st.composite
def positions(draw: st.DrawFn, of: st.SearchStrategy[Rules]) -> Position:
    """A position in a game that was played at random; who began is random as well."""
    return draw(games(of))[-1]


@st.composite
def games(draw: st.DrawFn, of: st.SearchStrategy[Rules]) -> list[Position]:
    """The positions of a random game, one after the other, until it ends or somebody leaves."""
    start = Position(draw(of), turn=draw(st.sampled_from(MARKS)))
    most = draw(st.integers(0, start.rules.size))
    chance = random.Random(draw(st.integers(0, 2**32)))
    played = [start]
    while len(played) <= most and not played[-1].is_over:
        played.append(played[-1].play(chance.choice(played[-1].legal_moves)))
    return played


# The terminal


def noughts(
    *words: str | bytes, given: str | bytes = "", folder: Path | None = None, **variables: str
) -> subprocess.CompletedProcess[str]:
    """Run `python -m noughts` with these words; `given` is what it finds on stdin."""
    done = subprocess.run(
        [sys.executable, "-m", "noughts", *words],
        input=given.encode() if isinstance(given, str) else given,
        capture_output=True,
        cwd=folder,
        env=os.environ | variables,
        timeout=120,
        check=False,
    )
    return subprocess.CompletedProcess(
        done.args, done.returncode, done.stdout.decode(), done.stderr.decode()
    )


class Terminal:
    """`python -m noughts` at a terminal of its own, with somebody who types and reads."""

    def __init__(self, *words: str, **variables: str) -> None:
        self._ours, theirs = pty.openpty()
        # Whoever opens a terminal first in a session of its own is the one its Ctrl-C goes to.
        script = 'exec "$@" <"$TERMINAL" >"$TERMINAL" 2>&1'
        self.process = subprocess.Popen(
            ["sh", "-c", script, "sh", sys.executable, "-m", "noughts", *words],
            env=os.environ | {"TERMINAL": os.ttyname(theirs), "TERM": "xterm"} | variables,
            stdin=subprocess.DEVNULL,
            start_new_session=True,
        )
        self._theirs = theirs  # kept open, so that the last words can be read at leisure
        self.seen = ""

    def __enter__(self) -> "Terminal":
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        os.close(self._ours)
        os.close(self._theirs)

    def type(self, text: str) -> None:
        os.write(self._ours, text.encode())

    def wait_for(self, text: str) -> None:
        """Read until the text has appeared since the last time somebody waited."""
        start, deadline = len(self.seen), time.monotonic() + 60
        while text not in self.seen[start:]:
            assert time.monotonic() < deadline, f"no {text!r} in {self.seen!r}"
            self._read(0.1)

    def interrupt(self) -> None:
        """Press Ctrl-C, once the program has had time to sit and wait for us.

        Python does not notice a signal that comes between its prompt and its reading.
        """
        time.sleep(0.3)
        self.type("\x03")

    def end(self) -> int:
        """Read what is left; the exit code."""
        deadline = time.monotonic() + 60
        while self.process.poll() is None:
            assert time.monotonic() < deadline, f"it does not end: {self.seen!r}"
            self._read(0.1)
        while self._read(0):
            pass
        return self.process.returncode

    def _read(self, seconds: float) -> bool:
        ready, _, _ = select.select([self._ours], [], [], seconds)
        if ready:
            self.seen += os.read(self._ours, 65536).decode(errors="replace")
        return bool(ready)


def one_line(text: str) -> bool:
    """Whether a message is one line, and says something."""
    return bool(text.strip()) and len(text.strip().splitlines()) == 1

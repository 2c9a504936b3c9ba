"""The engine behind the Gomocup (Piskvork) protocol: for each line in, at most one line out.

A manager writes cells as `x,y`, column and row from 0, and knows two sides: the engine ("own") and
its opponent. Here a game is a set of stones with their owners, since TAKEBACK and BOARD may leave
any set. When a side is to move, the set becomes a `Position` in which the side that moved first is
x. What `Position` refuses (one side has too many stones, both have a line) is an ERROR; if both
have the same number, either may be to move.

- Boards have 5 to 20 rows and columns, and five in a row win; with `INFO rule 1`, exactly five. Bit
  2 (a series of games) changes nothing here. Renju (4) and caro (8) are not supported: INFO never
  gets an answer, but while such a rule is set, commands that ask for a move get an ERROR. A new
  rule applies from the next command on.
- An ERROR leaves everything as it was, with one exception: a TURN that ends the game is kept, and
  the ERROR says that the game is over.
- A BOARD is checked at its DONE and answered once, however much is wrong with it. Cells marked 3
  (winning or forbidden) belong to rules that are not supported: an ERROR. Any other command except
  INFO cancels the BOARD.
- A move takes the time that `seconds_for` allows, counted from when its command was read. If INFO
  limits neither time nor depth nor nodes, the engine takes its default of two seconds.
- `max_memory` covers the table and Python together; without it the table has 128 MB. There are
  never more threads than the machine has cores, whatever `thread_num` says.
- Empty lines are ignored; commands may be in lower case.
- After END or the end of the input, earlier commands are still answered, but quickly: a script
  piped in gets all its answers.
"""

import contextlib
import re
import threading
import time
from collections.abc import Callable, Iterator
from queue import Queue
from typing import BinaryIO, Final, Literal, Protocol, TypeAlias

from noughts.analysis import Limit, seconds_for
from noughts.engine import Engine
from noughts.errors import IllegalMove, NotationError, shorten
from noughts.machine import usable_cores
from noughts.position import Position
from noughts.rules import OTHER, Mark, Move, Rules

__all__ = ["Brain", "serve"]

Owner: TypeAlias = Literal["own", "opponent"]

SIZES: Final = range(5, 21)
IN_A_ROW: Final = 5
EXACTLY, RENJU, CARO = 1, 4, 8  # the bits of INFO rule

UNLIMITED: Final = 2_147_483_647  # milliseconds

TABLE: Final = 128  # megabytes, unless INFO says otherwise
LARGEST_TABLE: Final = 1024
FOR_PYTHON: Final = 64  # megabytes of max_memory kept back from the table
AT_LEAST: Final = 1 / 8  # of max_memory goes to the table all the same

LEAVING: Final = 0.05  # seconds for each answer after END or Ctrl-C
LONGEST_LINE: Final = 10_000
MOST_WAITING: Final = 10_000  # lines read but not yet answered

OBEYED: Final = (
    *("timeout_turn", "timeout_match", "time_left", "max_memory", "thread_num"),
    *("max_depth", "max_node", "rule"),
)


class Input(Protocol):
    """Bytes from the manager: `read` waits for some and returns b"" at the end."""

    def read(self, size: int, /) -> bytes | None:
        """Up to `size` bytes, as soon as any arrive."""
        ...


def serve(incoming: Input, outgoing: BinaryIO) -> None:
    """Answer a manager until it sends END or closes the input.

    A separate thread reads, so END arrives even while the engine thinks. An OSError means that the
    manager no longer listens.
    """
    brain = Brain()
    lines: Queue[tuple[bytes, float] | None] = Queue(MOST_WAITING)
    gone = threading.Event()
    threading.Thread(target=_listen, args=(incoming, lines, brain, gone), daemon=True).start()
    try:
        while (line := lines.get()) is not None:
            answer = brain.answer(*line)
            if answer is not None:
                outgoing.write(f"{answer}\n".encode("ascii", "backslashreplace"))
                outgoing.flush()
    finally:
        gone.set()


def _listen(
    incoming: Input,
    lines: "Queue[tuple[bytes, float] | None]",
    brain: "Brain",
    gone: threading.Event,
) -> None:
    """Queue the manager's lines and when they arrived; after the last, make the brain finish."""
    for line in _lines(incoming):
        if _words(line)[0] == "END":
            break
        lines.put((line, time.perf_counter()))
    brain.leaving = True
    lines.put(None)
    while not gone.wait(0.01):  # more than once: a search that is just starting may miss it
        brain.hurry()


def _lines(incoming: Input) -> Iterator[bytes]:
    """The non-empty lines of the input, whether they end in CR, LF or both.

    A line that is too long is cut short, but stays too long.
    """
    pending = b""
    with contextlib.suppress(OSError):
        while chunk := incoming.read(65_536):
            *whole, pending = re.split(rb"[\r\n]", pending + chunk)
            yield from filter(bytes.strip, whole)
            pending = pending[: LONGEST_LINE + 1]
    if pending.strip():
        yield pending


def _words(line: bytes) -> tuple[str, str]:
    """The command of a line, and what follows it."""
    word, *rest = line.decode("latin-1").split(maxsplit=1) or [""]
    return word.upper(), "".join(rest).strip()


class Brain:
    """The engine as a manager sees it: one game at a time, at most one answer to each line."""

    def __init__(self) -> None:
        self.size: tuple[int, int] | None = None  # rows and columns
        self.stones: dict[Move, Owner] = {}
        self.leaving = False  # whether END has arrived
        self._board: list[str] | None = None  # the lines of a BOARD that is not yet DONE
        self._told: dict[str, int] = {}  # what INFO has said
        self._used = 0.0  # seconds used in this game, or since the last time_left
        self._asked = 0.0  # when the current command arrived
        self._engine: Engine | None = None
        self._engine_is_for: object = None

    def answer(self, line: bytes, asked: float | None = None) -> str | None:
        """The answer, if any, to a line that arrived at `asked` on the performance counter."""
        self._asked = time.perf_counter() if asked is None else asked
        word, rest = _words(line)
        if word not in COMMANDS or len(line) > LONGEST_LINE:
            return self._other_line(line[:LONGEST_LINE].decode("latin-1"))
        if word not in ("INFO", "DONE"):
            self._board = None
        before = dict(self.stones)
        try:
            return COMMANDS[word](self, rest)
        except (NotationError, IllegalMove) as error:
            self.stones = before
            return f"ERROR {error}"

    def hurry(self) -> None:
        """End the search running in another thread, unless it has just begun."""
        if self._engine is not None and time.perf_counter() >= self._asked + LEAVING:
            self._engine.stop()

    def _other_line(self, line: str) -> str | None:
        """A line that is not a command: a stone of a BOARD, or an unknown word."""
        if self._board is None:
            return f"UNKNOWN command {shorten(line.strip())}"
        if len(self._board) <= max(SIZES) ** 2:  # one too many is as wrong as a thousand
            self._board.append(line)
        return None

    # The commands

    def _start(self, rest: str) -> str:
        (size,) = _numbers(1, rest, "START takes one number such as 15")
        return self._new_game(size, size)

    def _rectstart(self, rest: str) -> str:
        columns, rows = _numbers(2, rest, "RECTSTART takes width,height such as 20,15")
        return self._new_game(rows, columns)

    def _restart(self, rest: str) -> str:
        _nothing(rest, "RESTART")
        rules = self._rules()
        return self._new_game(rules.rows, rules.columns)

    def _begin(self, rest: str) -> str:
        _nothing(rest, "BEGIN")
        self._rules()
        if self.stones:
            raise IllegalMove("BEGIN is for an empty board: send RESTART first, or TURN or BOARD")
        return self._own_move()

    def _turn(self, rest: str) -> str:
        move = self._cell(rest)
        self._check_rule()
        position = self._position("opponent")
        self._check_free(position, move)
        self.stones[move] = "opponent"
        after = position.play(move)
        return f"ERROR {_why_over(after)}" if after.is_over else self._own_move()

    def _play(self, rest: str) -> str:
        move = self._cell(rest)
        self._check_free(self._position("own"), move)
        return self._put_own(move)

    def _takeback(self, rest: str) -> str:
        move = self._cell(rest)
        if move not in self.stones:
            raise IllegalMove(f"there is no stone on {self._name(move)}")
        del self.stones[move]
        return "OK"

    def _open_board(self, rest: str) -> None:
        self._board = [rest] if rest else []

    def _done(self, rest: str) -> str:
        lines, self._board = self._board, None
        _nothing(rest, "DONE")
        if lines is None:
            raise IllegalMove("DONE without BOARD")
        self.stones = self._read_board(lines)
        return self._own_move()

    def _info(self, rest: str) -> None:
        key, *values = rest.lower().split()[:2] or [""]
        if key not in OBEYED or not values or not re.fullmatch("[+-]?[0-9]{1,15}", values[0]):
            return
        self._told[key] = int(values[0])
        if key == "time_left":
            self._used = 0.0

    def _about(self, rest: str) -> str:
        from importlib import metadata  # slow to import, seldom needed

        _nothing(rest, "ABOUT")
        version = metadata.version("noughts")
        return (
            f'name="Noughts", version="{version}", author="The Noughts developers", '
            f'country="International"'
        )

    # The game

    def _new_game(self, rows: int, columns: int) -> str:
        for side in (rows, columns):
            if side not in SIZES:
                raise NotationError(
                    f"rows and columns must be from {SIZES[0]} to {SIZES[-1]}, not {side}"
                )
        self.size = rows, columns
        self.stones = {}
        self._used = 0.0
        return "OK"

    def _rules(self) -> Rules:
        if self.size is None:
            raise IllegalMove("there is no game yet: send START first")
        return Rules(*self.size, IN_A_ROW, exact=bool(self._told.get("rule", 0) & EXACTLY))

    def _check_rule(self) -> None:
        for bit, name in ((RENJU, "renju"), (CARO, "caro")):
            if self._told.get("rule", 0) & bit:
                raise IllegalMove(f"{name} (INFO rule {bit}) is not supported")

    def _position(self, to_move: Owner) -> Position:
        """The position with that side to move; the side that moved first is x."""
        rules = self._rules()
        owners = list(self.stones.values())
        own, opponent = owners.count("own"), owners.count("opponent")
        ahead = own - opponent if to_move == "own" else opponent - own
        if ahead not in (0, -1):
            raise IllegalMove(
                f"{to_move} cannot be to move with {own} own and {opponent} opponent's stones"
            )
        mark: Mark = "x" if ahead == 0 else "o"
        cells = ["."] * rules.size
        for cell, owner in self.stones.items():
            cells[cell] = mark if owner == to_move else OTHER[mark]
        return Position(rules, "".join(cells), mark)

    def _check_free(self, position: Position, move: Move) -> None:
        if position.is_over:
            raise IllegalMove(_why_over(position))
        if position.cells[move] != ".":
            raise IllegalMove(f"{self._name(move)} is taken")

    def _read_board(self, lines: list[str]) -> dict[Move, Owner]:
        stones: dict[Move, Owner] = {}
        for line in lines:
            match = re.fullmatch(r"(.*),\s*([12])\s*", line)
            if match is None:
                raise NotationError(
                    f"{shorten(line)} is not a stone: write x,y,1 (own) or x,y,2 (opponent)"
                )
            cell = self._cell(match[1])
            if cell in stones:
                raise NotationError(f"{shorten(line)} is a second stone on the same cell")
            stones[cell] = "own" if match[2] == "1" else "opponent"
        return stones

    def _cell(self, text: str) -> Move:
        rules = self._rules()
        column, row = _numbers(2, text, "a cell is x,y such as 7,7")
        if not (column < rules.columns and row < rules.rows):
            raise IllegalMove(
                f"{column},{row} is not on the board (0,0 to {self._name(rules.size - 1)})"
            )
        return row * rules.columns + column

    def _name(self, move: Move) -> str:
        row, column = divmod(move, self._rules().columns)
        return f"{column},{row}"

    # The engine's own moves

    def _own_move(self) -> str:
        self._check_rule()
        position = self._position("own")
        if position.is_over:
            raise IllegalMove(_why_over(position))
        move = self._think(position)
        self._used += time.perf_counter() - self._asked
        return self._put_own(move)

    def _think(self, position: Position) -> Move:
        """The engine's move; Ctrl-C means "now", with what its tables know by then."""
        engine = self._engine_for(position.rules)
        try:
            return engine.analyse(position, self._limit(position)).best[0]
        except KeyboardInterrupt:
            return engine.analyse(position, Limit(seconds=LEAVING)).best[0]

    def _put_own(self, move: Move) -> str:
        self.stones[move] = "own"
        return self._name(move)

    def _engine_for(self, rules: Rules) -> Engine:
        """The engine for the settings from INFO; it keeps its tables until they change."""
        megabytes = self._table_megabytes()
        # More threads than the machine can run would only delay the checks of the clock.
        threads = min(max(self._told.get("thread_num", 1), 1), usable_cores())
        if self._engine is None or self._engine_is_for != (rules, megabytes, threads):
            self._engine = None  # frees its memory first
            self._engine = _largest_engine(rules, megabytes, threads)
            self._engine_is_for = rules, megabytes, threads
        return self._engine

    def _table_megabytes(self) -> float:
        most = max(0, self._told.get("max_memory", 0)) / (1 << 20)
        if most == 0:
            return TABLE
        return min(max(most - FOR_PYTHON, most * AT_LEAST), LARGEST_TABLE)

    def _limit(self, position: Position) -> Limit:
        """What the next move may use, counted from now."""
        depth, nodes = self._told.get("max_depth", 0), self._told.get("max_node", 0)
        seconds = self._seconds((position.empty + 1) // 2)
        return Limit(
            depth=min(depth, position.empty) if depth > 0 else None,
            nodes=nodes if nodes > 0 else None,
            seconds=seconds,
        )

    def _seconds(self, moves_left: int) -> float | None:
        left = self._time("time_left" if "time_left" in self._told else "timeout_match")
        if left is not None:
            left -= self._used
        seconds = seconds_for(self._time("timeout_turn"), left, moves_left)
        if self.leaving:
            seconds = LEAVING if seconds is None else min(seconds, LEAVING)
        if seconds is None:
            return None
        return max(0.0, seconds - (time.perf_counter() - self._asked))

    def _time(self, key: str) -> float | None:
        """A time that INFO has set, in seconds; None if there is no such limit."""
        told = self._told.get(key)
        if told is None or told >= UNLIMITED or (key == "timeout_match" and told <= 0):
            return None
        return told / 1000


def _largest_engine(rules: Rules, megabytes: float, threads: int) -> Engine:
    """An engine with that table, or with half of it and so on if memory is short."""
    while True:
        try:
            return Engine(rules, megabytes, threads)
        except MemoryError:
            if megabytes < 1:
                raise
            megabytes /= 2


def _why_over(position: Position) -> str:
    return f"the game is over: {'there is a line' if position.winner else 'the board is full'}"


def _numbers(count: int, text: str, wanted: str) -> tuple[int, ...]:
    """`count` numbers, separated by commas."""
    match = re.fullmatch(r"\s*,\s*".join([r"([0-9]{1,9})"] * count), text.strip())
    if match is None:
        raise NotationError(f"cannot read {shorten(text)}: {wanted}")
    return tuple(int(number) for number in match.groups())


def _nothing(rest: str, command: str) -> None:
    if rest:
        raise NotationError(f"unexpected {shorten(rest)}: nothing may follow {command}")


COMMANDS: Final[dict[str, Callable[[Brain, str], str | None]]] = {
    "START": Brain._start,
    "RECTSTART": Brain._rectstart,
    "RESTART": Brain._restart,
    "BEGIN": Brain._begin,
    "TURN": Brain._turn,
    "PLAY": Brain._play,
    "TAKEBACK": Brain._takeback,
    "BOARD": Brain._open_board,
    "DONE": Brain._done,
    "INFO": Brain._info,
    "ABOUT": Brain._about,
}

"""`noughts._native` in a browser: the engine compiled to WebAssembly, called by way of JavaScript.

It offers what `native/bind.pyx` offers, which is described in `_native.pyi`, and refuses the same
arguments with the same words. There is one thread, so searches need not look for signals, and
nothing can pause them.
"""

from array import array
from operator import index
from weakref import finalize

from js import Int32Array, Uint8Array, noughtsEngine
from pyodide.ffi import create_proxy

engine = noughtsEngine.functions
LARGEST_SIDE, LARGEST_CELLS = 20, 400
UNLIMITED = 63  # moves
NOT_KNOWN = 3  # the answer of a prover that was stopped
BOARDS = {"proof": 0, "search": 1, "shape": 2}
MINIMAX, ALPHA_BETA, STRICT = 0, 1, 2


class Given:
    """Numbers where the engine can read them, as long as this lives."""

    def __init__(self, numbers):
        data = array("i", numbers).tobytes() if not isinstance(numbers, bytes) else numbers
        self.size = len(data)
        self.at = engine.give(max(self.size, 1))
        if not self.at:
            raise MemoryError
        Uint8Array.new(engine.memory.buffer, self.at, self.size).assign(data)
        finalize(self, engine.take_back, self.at)


def called(function, *words):
    """What a function returns; what C++ throws is raised."""
    answer = function(*words)
    if engine.error_size():
        data = Uint8Array.new(engine.memory.buffer, engine.error(), engine.error_size())
        sentence = data.to_bytes().decode()
        raise MemoryError if sentence == "std::bad_alloc" else ValueError(sentence)
    return answer


def result():
    """The numbers that the last call found."""
    numbers = Int32Array.new(engine.memory.buffer, engine.result(), engine.result_size())
    return array("i", numbers.to_bytes()).tolist()


def results(function, *words):
    """The numbers that a function finds."""
    called(function, *words)
    return result()


def unsigned(low, high):
    """A number that comes in two halves."""
    return (high % (1 << 32) << 32) + low % (1 << 32)


def within(what, number, least, most):
    """That whole number, if it lies between these."""
    number = index(number)
    if not least <= number <= most:
        raise ValueError(f"{what} must be from {least} to {most}, not {number!r}")
    return number


def rules_of(given):
    """The rules as numbers."""
    sides = (
        within(name, getattr(given, name), 1, LARGEST_SIDE) for name in ("rows", "columns", "k")
    )
    return [*sides, int(given.diagonals), int(given.exact)]


def position_of(given):
    """A position as numbers."""
    rules = rules_of(given.rules)
    rows, columns = rules[:2]
    if len(given.cells) != rows * columns:
        raise ValueError(f"{len(given.cells)} cells: a {rows}x{columns} board has {rows * columns}")
    for mark in given.cells:
        if mark not in "xo.":
            raise ValueError(f"{mark!r} is not a cell: it must be x, o or .")
    return [*rules, int(given.turn == "x"), *given.cells.encode("ascii")]


def own_position(rules, given):
    """The same, if it is one of these rules."""
    numbers = position_of(given)
    if numbers[: len(rules)] != rules:
        raise ValueError(f"a position of {given.rules} does not belong to this game")
    return numbers


def board_for(board, given):
    """The number of the board that a twin runs on."""
    if board not in BOARDS:
        raise ValueError(f"unknown board {board!r}: it must be proof, search or shape")
    if not engine.has_board(Given(rules_of(given)).at, BOARDS[board]):
        raise ValueError(f"the board of shapes is not for k = {given.k}")
    return BOARDS[board]


def depth_of(depth):
    """No game has more moves than the largest board has cells, so more means no limit."""
    if depth is None:
        return LARGEST_CELLS
    return within("depth", min(index(depth), LARGEST_CELLS), 1, LARGEST_CELLS)


def minimax(position, *, by_depth=False, depth=None, board="proof"):
    return twin(position, MINIMAX, by_depth, depth, board)


def alpha_beta(position, *, strict=False, by_depth=False, depth=None, board="proof"):
    return twin(position, STRICT if strict else ALPHA_BETA, by_depth, depth, board)


def twin(position, method, by_depth, depth, board):
    given, plies = Given(position_of(position)), depth_of(depth)
    on = board_for(board, position.rules)
    score, low, high, *moves = results(engine.twin, given.at, method, bool(by_depth), plies, on)
    found = {
        moves[i]: (moves[i + 1], "exact" if moves[i + 2] else "at-most")
        for i in range(0, len(moves), 3)
    }
    return score, unsigned(low, high), found


def perft(position, depth, *, board="proof"):
    given, plies = Given(position_of(position)), within("depth", depth, 0, LARGEST_CELLS)
    return unsigned(*results(engine.perft, given.at, plies, board_for(board, position.rules)))


def threats(position, lacking, *, board="proof"):
    given, on = Given(position_of(position)), board_for(board, position.rules)
    k = position.rules.k
    most = k if board == "proof" else min(k, 2)
    return results(engine.threats, given.at, within("lacking", lacking, 1, most), on)


def shapes(position):
    given = Given(position_of(position))
    board_for("shape", position.rules)
    found = results(engine.shapes, given.at)
    return list(zip(found[::2], found[1::2], strict=True))


class Stop:
    def __init__(self):
        self.at = engine.stop()
        self.error = None
        finalize(self, engine.stop_free, self.at)

    def stop(self):
        engine.stop_stop(self.at)

    @property
    def stopped(self):
        return bool(engine.stop_stopped(self.at))

    def pause(self):
        """Nothing else runs meanwhile that could let it go on."""

    def go_on(self):
        """See `pause`."""

    seconds_paused = 0.0

    def raise_error(self):
        """What a callback has raised, which has ended the search."""
        if self.error is not None:
            error, self.error = self.error, None
            raise error


class Prover:
    def __init__(self, rules, megabytes):
        self.rules = rules_of(rules)
        self.at = called(engine.prover, Given(self.rules).at, float(megabytes) * (1 << 20))
        finalize(self, engine.prover_free, self.at)

    @property
    def nodes(self):
        return int(engine.prover_nodes(self.at))

    def ask(self, position, x_attacks, weak, moves, most_nodes, seconds, stop):
        given = Given(own_position(self.rules, position))
        moves = within("moves", moves, 1, UNLIMITED)
        question = (bool(x_attacks), bool(weak), moves, float(most_nodes), float(seconds))
        answer = called(engine.prover_ask, self.at, given.at, *question, stop.at)
        return None if answer == NOT_KNOWN else answer


class Net:
    def __init__(self, weights):
        if not isinstance(weights, bytes):
            raise TypeError(f"the weights must be bytes, not {type(weights).__name__}")
        given = Given(weights)
        self.at = called(engine.net, given.at, given.size)
        finalize(self, engine.net_free, self.at)

    @staticmethod
    def fits(rules):
        return bool(engine.net_fits(Given(rules_of(rules)).at))

    def opinions(self, position, lines=((),), *, plain=False):
        given = Given(position_of(position))
        if not Net.fits(position.rules):
            raise ValueError(f"the net is not for {position.rules}")
        lines = [[*line] for line in lines]
        moves = Given([number for line in lines for number in (len(line), *line)])
        words = (given.at, self.at, moves.at, len(lines), bool(plain))
        found, size = results(engine.opinions, *words), len(position.cells) + 1
        return [(found[i], found[i + 1 : i + size]) for i in range(0, len(found), size)]


def fitting(net, rules):
    """The address of the net, 0 if there is none; ValueError if it is for other games."""
    if net is None:
        return 0
    if not Net.fits(rules):
        raise ValueError(f"the net is not for {rules}")
    return net.at


def glance(position, net=None):
    given = Given(position_of(position))
    found = results(engine.glance, given.at, fitting(net, position.rules))
    return [(*found[i : i + 3], bool(found[i + 3])) for i in range(0, len(found), 4)]


class DeepSearch:
    def __init__(self, rules, megabytes, threads, net=None):
        self.rules = rules_of(rules)
        judge = fitting(net, rules)
        within("threads", threads, 1, 256)  # only the first of them can start here
        table = float(megabytes) * (1 << 20)
        self.at = called(engine.search, Given(self.rules).at, table, judge)
        finalize(self, engine.search_free, self.at)

    def search(self, position, depth, nodes, seconds, every_move, stop, on_progress):
        given = Given(own_position(self.rules, position))
        limits = (depth, float(nodes), float(seconds), bool(every_move))

        def tell():
            try:
                on_progress(*found(result()))
            except BaseException as error:
                stop.error = error
                stop.stop()

        before, told = noughtsEngine.tell, create_proxy(tell)
        noughtsEngine.tell = told
        try:
            called(engine.search_run, self.at, given.at, *limits, stop.at, bool(on_progress))
        finally:
            noughtsEngine.tell = before
            told.destroy()
        stop.raise_error()
        return found(result())


def found(numbers):
    """Moves, depth and nodes."""
    depth, low, high, *rest = numbers
    moves = []
    while rest:
        cell, score, exact, length, *rest = rest
        moves.append((cell, score, bool(exact), rest[:length]))
        rest = rest[length:]
    return moves, depth, unsigned(low, high)

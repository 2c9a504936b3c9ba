# The engine's search and its prover, as two classes.

from cpython.exc cimport PyErr_CheckSignals
from libc.stddef cimport size_t
from libcpp.memory cimport unique_ptr

cdef extern from "tick.hpp" namespace "noughts" nogil:
    cdef cppclass Tick:
        pass

cdef extern from "pulse.hpp" namespace "noughts" nogil:
    cdef cppclass Pulse:
        void start(double seconds, flag (*ask)(void*) noexcept, void* what)
        void stop()
        void allow()
        Tick tick()

cdef extern from "solve.hpp" namespace "noughts" nogil:
    cdef enum class Answer(unsigned char):
        no
        not_yet
        yes
        none

    cdef struct Question:
        flag x_attacks
        flag x_to_move
        flag weak
        int moves

    const int unlimited

    cdef cppclass CProver "noughts::Prover":
        Answer ask(const string& cells, const Question&, uint64_t most_nodes, const Tick&) except +
        uint64_t nodes

    unique_ptr[CProver] make_prover(const Rules&, size_t table_bytes) except +

cdef extern from "search.hpp" namespace "noughts" nogil:
    cdef struct Limits:
        int depth
        uint64_t nodes

    cdef cppclass RootMove:
        int cell
        int score
        flag exact
        vector[int] line

    cdef cppclass Found:
        vector[RootMove] moves
        int depth
        uint64_t nodes

    cdef cppclass Told "noughts::Told":
        pass

    cdef cppclass CEngine "noughts::Engine":
        Found search(const string& cells, flag x_to_move, const Limits&, flag every_move,
                     const Tick&, const Told&) except +

    unique_ptr[CEngine] make_engine(const Rules&, size_t table_bytes, int threads) except +
    Told told_to(void (*tell)(const Found&, void*) noexcept, void* what)


cdef flag ask_python(void* owner) noexcept with gil:
    """Let Python handle its signals; an exception (Ctrl-C) ends the search and is kept."""
    try:
        PyErr_CheckSignals()
        return False
    except BaseException as error:
        (<Interruptible>owner).interrupted = error
        return True


cdef class Interruptible:
    """A search that `stop()` from another thread, a deadline or Ctrl-C can end."""

    cdef Pulse pulse
    cdef object interrupted
    cdef Rules rules

    def stop(self):
        """End the search that is running, or the next one at once if none is."""
        self.pulse.stop()

    def allow(self):
        """Take back an earlier `stop`."""
        self.pulse.allow()

    def take_interruption(self):
        """The exception that ended the last search, if one did; asked once."""
        error, self.interrupted = self.interrupted, None
        return error


cdef size_t table_bytes(megabytes) except? 0:
    return <size_t>(float(megabytes) * (1 << 20))


cdef class Prover(Interruptible):
    """Answers whether a side can force a line; see solve.hpp."""

    cdef unique_ptr[CProver] prover

    def __cinit__(self, rows, columns, k, bint diagonals, bint exact, megabytes):
        self.rules = checked_rules(rows, columns, k, diagonals, exact)
        self.prover = make_prover(self.rules, table_bytes(megabytes))

    @property
    def nodes(self):
        return self.prover.get().nodes

    def ask(self, str cells, bint x_attacks, bint x_to_move, bint weak, moves, most_nodes,
            double seconds):
        cdef string board = checked_cells(self.rules, cells)
        cdef Question question
        cdef uint64_t most = most_nodes
        cdef Answer answer
        question.x_attacks = x_attacks
        question.x_to_move = x_to_move
        question.weak = weak
        question.moves = within("moves", moves, 1, unlimited)
        self.pulse.start(seconds, ask_python, <void*>self)
        with nogil:
            answer = self.prover.get().ask(board, question, most, self.pulse.tick())
        return None if answer == Answer.none else <int>answer


cdef void pass_on(const Found& found, void* call) noexcept with gil:
    """Tell Python about a finished depth; what its function raises ends the search."""
    told, searcher = <tuple>call
    try:
        told(*plain(found))
    except BaseException as error:
        (<Interruptible>searcher).interrupted = error
        (<Interruptible>searcher).pulse.stop()


cdef tuple plain(const Found& found):
    cdef size_t i
    moves = [
        (found.moves[i].cell, found.moves[i].score, found.moves[i].exact, found.moves[i].line)
        for i in range(found.moves.size())
    ]
    return moves, found.depth, found.nodes


cdef class Searcher(Interruptible):
    """The engine's search; see search.hpp."""

    cdef unique_ptr[CEngine] engine

    def __cinit__(self, rows, columns, k, bint diagonals, bint exact, megabytes, threads):
        self.rules = checked_rules(rows, columns, k, diagonals, exact)
        self.engine = make_engine(
            self.rules, table_bytes(megabytes), within("threads", threads, 1, 256))

    def search(self, str cells, bint x_to_move, depth, nodes, double seconds, bint every_move, told):
        cdef string board = checked_cells(self.rules, cells)
        cdef Limits limits
        cdef Found found
        cdef Told tell
        limits.depth = depth
        limits.nodes = nodes
        call = (told, self)
        if told is not None:
            tell = told_to(pass_on, <void*>call)
        self.pulse.start(seconds, ask_python, <void*>self)
        with nogil:
            found = self.engine.get().search(
                board, x_to_move, limits, every_move, self.pulse.tick(), tell)
        return plain(found)

# The prover and the engine's search as two classes, and what stops them.

from threading import current_thread, main_thread

from cpython.exc cimport PyErr_CheckSignals
from libc.stddef cimport size_t
from libcpp.memory cimport make_shared, shared_ptr, unique_ptr

cdef extern from "stop.hpp" namespace "noughts" nogil:
    cdef cppclass StopSource:
        void stop()
        flag stopped()
        void pause()
        void go_on()
        double seconds_paused()

    cdef cppclass StopCheck:
        StopCheck(StopSource&, double seconds, flag (*ask)(void*) noexcept, void* what)

cdef extern from "solve.hpp" namespace "noughts" nogil:
    cdef enum class Answer(unsigned char):
        no
        not_yet
        yes
        none

    cdef cppclass Question:
        flag x_attacks
        flag x_to_move
        flag weak
        int moves

    const int unlimited

    cdef cppclass CProver "noughts::Prover":
        Answer ask(const string& cells, const Question&, uint64_t most_nodes, StopCheck&) except +
        uint64_t nodes()

    unique_ptr[CProver] make_prover(const Rules&, size_t table_bytes) except +

cdef extern from "net.hpp" namespace "noughts" nogil:
    cdef cppclass CNet "noughts::Net":
        CNet(const string& weights) except +
        @staticmethod
        flag fits(const Rules&)

    cdef cppclass Opinion:
        int value
        vector[int] promises

    vector[Opinion] net_opinions "noughts::opinions"(
        const Rules&, const string& cells, flag x_to_move, const CNet&,
        const vector[vector[int]]& lines, flag plain) except +

cdef extern from "glance.hpp" namespace "noughts" nogil:
    cdef cppclass Threat:
        pass

    cdef cppclass Glance:
        int promise
        Threat ours
        Threat theirs
        flag defends

    vector[Glance] glance_at "noughts::glance"(
        const Rules&, const string& cells, flag x_to_move, const CNet*) except +

cdef extern from "search.hpp" namespace "noughts" nogil:
    cdef cppclass Task:
        string cells
        flag x_to_move
        flag every_move
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

    cdef cppclass OnProgress:
        pass

    OnProgress telling(void (*tell)(const Found&, void*) noexcept, void* what)

    cdef cppclass CDeepSearch "noughts::DeepSearch":
        CDeepSearch(const Rules&, size_t table_bytes, int threads,
                    shared_ptr[const CNet]) except +
        Found search(const Task&, StopCheck&, const OnProgress&) except +


cdef class Stop:
    cdef StopSource source
    cdef object error  # raised by a signal handler or a callback

    def stop(self):
        self.source.stop()

    @property
    def stopped(self):
        return self.source.stopped()

    def pause(self):
        self.source.pause()

    def go_on(self):
        self.source.go_on()

    @property
    def seconds_paused(self):
        return self.source.seconds_paused()

    cdef end(self, error):
        self.error = error
        self.source.stop()

    cdef raise_error(self):
        if self.error is not None:
            error, self.error = self.error, None
            raise error


cdef flag ask_python(void* stop) noexcept with gil:
    """Let Python handle its signals; an exception (Ctrl-C) ends the search."""
    try:
        PyErr_CheckSignals()
        return False
    except BaseException as error:
        (<Stop>stop).end(error)
        return True


cdef unique_ptr[StopCheck] check_of(Stop stop, double seconds):
    # Only the main thread handles signals: the others leave Python's lock to those who need it.
    if current_thread() is main_thread():
        return unique_ptr[StopCheck](
            new StopCheck(stop.source, seconds, ask_python, <void*>stop))
    return unique_ptr[StopCheck](new StopCheck(stop.source, seconds, NULL, NULL))


cdef size_t table_bytes(megabytes) except? 0:
    return <size_t>(float(megabytes) * (1 << 20))


cdef class Prover:
    cdef unique_ptr[CProver] prover
    cdef Rules rules

    def __cinit__(self, rules, megabytes):
        self.rules = checked_rules(rules)
        self.prover = make_prover(self.rules, table_bytes(megabytes))

    @property
    def nodes(self):
        return self.prover.get().nodes()

    def ask(self, position, bint x_attacks, bint weak, moves, most_nodes, double seconds,
            Stop stop not None):
        cdef Position checked = own_position(self.rules, position)
        cdef uint64_t most = most_nodes
        cdef Question question
        question.x_attacks = x_attacks
        question.x_to_move = checked.x_to_move
        question.weak = weak
        question.moves = within("moves", moves, 1, unlimited)
        cdef unique_ptr[StopCheck] check = check_of(stop, seconds)
        cdef Answer answer
        with nogil:
            answer = self.prover.get().ask(checked.cells, question, most, check.get()[0])
        stop.raise_error()
        return None if answer == Answer.none else <int>answer


cdef Position own_position(Rules rules, given) except *:
    cdef Position position = checked_position(given)
    if not (position.rules == rules):
        raise ValueError(f"a position of {given.rules} does not belong to this game")
    return position


cdef void tell_python(const Found& found, void* call) noexcept with gil:
    """Pass on the result of a depth; an exception in Python's function ends the search."""
    on_progress, stop = <tuple>call
    try:
        on_progress(*plain(found))
    except BaseException as error:
        (<Stop>stop).end(error)


cdef tuple plain(const Found& found):
    cdef size_t i
    moves = [
        (found.moves[i].cell, found.moves[i].score, found.moves[i].exact, found.moves[i].line)
        for i in range(found.moves.size())
    ]
    return moves, found.depth, found.nodes


cdef class Net:
    cdef shared_ptr[const CNet] net

    def __cinit__(self, bytes weights not None):
        self.net = <shared_ptr[const CNet]>make_shared[CNet](<string>weights)

    @staticmethod
    def fits(rules):
        return CNet.fits(checked_rules(rules))

    def opinions(self, position, lines=((),), *, bint plain=False):
        cdef Position checked = checked_position(position)
        if not CNet.fits(checked.rules):
            raise ValueError(f"the net is not for {position.rules}")
        cdef vector[vector[int]] given = lines
        cdef vector[Opinion] found = net_opinions(
            checked.rules, checked.cells, checked.x_to_move, self.net.get()[0], given, plain)
        return [(found[i].value, found[i].promises) for i in range(found.size())]


cdef shared_ptr[const CNet] fitting(Net net, const Rules& rules, str game) except *:
    """The weights of the net, if there is one; ValueError if it is for other games."""
    cdef shared_ptr[const CNet] none
    if net is None:
        return none
    if not CNet.fits(rules):
        raise ValueError(f"the net is not for {game}")
    return net.net


def glance(position, Net net=None):
    cdef Position checked = checked_position(position)
    cdef shared_ptr[const CNet] judge = fitting(net, checked.rules, str(position.rules))
    cdef vector[Glance] found = glance_at(
        checked.rules, checked.cells, checked.x_to_move, judge.get())
    return [(found[i].promise, <int>found[i].ours, <int>found[i].theirs, found[i].defends)
            for i in range(found.size())]


cdef class DeepSearch:
    cdef unique_ptr[CDeepSearch] search_
    cdef Rules rules

    def __cinit__(self, rules, megabytes, threads, Net net=None):
        self.rules = checked_rules(rules)
        cdef shared_ptr[const CNet] judge = fitting(net, self.rules, str(rules))
        self.search_.reset(new CDeepSearch(
            self.rules, table_bytes(megabytes), within("threads", threads, 1, 256), judge))

    def search(self, position, depth, nodes, double seconds, bint every_move,
               Stop stop not None, on_progress):
        cdef Position checked = own_position(self.rules, position)
        cdef Task task
        task.cells = checked.cells
        task.x_to_move = checked.x_to_move
        task.every_move = every_move
        task.depth = depth
        task.nodes = nodes
        call = (on_progress, stop)
        cdef OnProgress tell
        if on_progress is not None:
            tell = telling(tell_python, <void*>call)
        cdef unique_ptr[StopCheck] check = check_of(stop, seconds)
        cdef Found found
        with nogil:
            found = self.search_.get().search(task, check.get()[0], tell)
        stop.raise_error()
        return plain(found)

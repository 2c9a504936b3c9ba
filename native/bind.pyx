# cython: language_level=3
"""The native module: C++ functions that take and give plain data; see `_native.pyi`.

Each gets the rules (rows, columns, k, diagonals, exact) and the cells of a board, as they are in
`noughts.Rules` and `Position.cells`. What does not fit is refused here, so that the C++ side can
rely on it. Searches run without the interpreter's lock.
"""

from cpython.number cimport PyNumber_Index
from libc.stdint cimport uint64_t
from libcpp cimport bool as flag
from libcpp.string cimport string
from libcpp.vector cimport vector


# What C++ offers

cdef extern from "rules.hpp" namespace "noughts" nogil:
    const int largest_side
    const int largest_cells

    cdef struct Rules:
        int rows
        int columns
        int k
        flag diagonals
        flag exact

cdef extern from "threats.hpp" namespace "noughts" nogil:
    vector[int] threat_cells(const Rules&, const string& cells, flag of_x, int lacking) except +

cdef extern from "twins.hpp" namespace "noughts::twins" nogil:
    cdef enum class Method(unsigned char):
        minimax
        alpha_beta
        alpha_beta_strict

    cdef enum class Scores(flag):
        win_draw_loss
        by_depth

    cdef struct TwinMove "noughts::twins::Result::Move":
        int cell
        int score
        flag exact

    cdef struct Twin "noughts::twins::Result":
        int score
        uint64_t nodes
        int moves
        TwinMove* table

    Twin search(const Rules&, const string& cells, flag x_to_move, Method, Scores, int depth)
    uint64_t count_ways "noughts::twins::perft"(
        const Rules&, const string& cells, flag x_to_move, int depth)


# What may be handed in

cdef int within(str what, number, int least, int most) except? -1:
    number = PyNumber_Index(number)  # refuses 3.0 and "3"
    if not least <= number <= most:
        raise ValueError(f"{what} is {number!r}: it must be from {least} to {most}")
    return number


cdef Rules checked_rules(rows, columns, k, bint diagonals, bint exact) except *:
    return Rules(
        within("rows", rows, 1, largest_side),
        within("columns", columns, 1, largest_side),
        within("k", k, 1, largest_side),
        diagonals,
        exact,
    )


cdef string checked_cells(Rules rules, str cells) except *:
    if len(cells) != rules.rows * rules.columns:
        raise ValueError(
            f"{len(cells)} cells: a {rules.rows}x{rules.columns} board has "
            f"{rules.rows * rules.columns}"
        )
    for mark in cells:
        if mark not in "xo.":
            raise ValueError(f"{mark!r} is no cell: it must be x, o or .")
    return cells.encode("ascii")


cdef int checked_depth(depth) except? -1:
    """No game is longer than the largest board has cells, so more is no limit, as None is none."""
    if depth is None:
        return largest_cells
    return within("depth", min(PyNumber_Index(depth), largest_cells), 1, largest_cells)


# The rules at work

def threats(rows, columns, k, bint diagonals, bint exact, str cells not None, bint of_x, lacking):
    cdef Rules rules = checked_rules(rows, columns, k, diagonals, exact)
    cdef string board = checked_cells(rules, cells)
    return threat_cells(rules, board, of_x, within("lacking", lacking, 1, rules.k))


def perft(rows, columns, k, bint diagonals, bint exact, str cells not None, bint turn_is_x, depth):
    cdef Rules rules = checked_rules(rows, columns, k, diagonals, exact)
    cdef string board = checked_cells(rules, cells)
    cdef int plies = within("depth", depth, 0, largest_cells)
    cdef uint64_t ways
    with nogil:
        ways = count_ways(rules, board, turn_is_x, plies)
    return ways


# The twins of the textbook

def minimax(
    rows, columns, k, bint diagonals, bint exact, str cells not None, bint turn_is_x,
    *, bint by_depth=False, depth=None,
):
    cdef Rules rules = checked_rules(rows, columns, k, diagonals, exact)
    return run_twin(rules, cells, turn_is_x, Method.minimax, by_depth, checked_depth(depth))


def alpha_beta(
    rows, columns, k, bint diagonals, bint exact, str cells not None, bint turn_is_x,
    *, bint strict=False, bint by_depth=False, depth=None,
):
    cdef Rules rules = checked_rules(rows, columns, k, diagonals, exact)
    cdef Method method = Method.alpha_beta_strict if strict else Method.alpha_beta
    return run_twin(rules, cells, turn_is_x, method, by_depth, checked_depth(depth))


cdef run_twin(Rules rules, str cells, bint turn_is_x, Method method, bint by_depth, int depth):
    cdef string board = checked_cells(rules, cells)
    cdef Scores scores = Scores.by_depth if by_depth else Scores.win_draw_loss
    cdef Twin found
    with nogil:
        found = search(rules, board, turn_is_x, method, scores, depth)
    table = {}
    for i in range(found.moves):
        table[found.table[i].cell] = (
            found.table[i].score, "exact" if found.table[i].exact else "at-most"
        )
    return found.score, found.nodes, table


include "engine.pxi"

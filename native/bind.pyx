# cython: language_level=3
"""The native module; see `_native.pyi`.

It takes Python's rules and positions and refuses invalid ones here, so that the C++ side can rely
on them. Searches run without the interpreter's lock.
"""

from cpython.number cimport PyNumber_Index
from libc.stdint cimport uint64_t
from libcpp cimport bool as flag
from libcpp.string cimport string
from libcpp.utility cimport pair
from libcpp.vector cimport vector


# What C++ offers

cdef extern from "rules.hpp" namespace "noughts" nogil:
    const int largest_side
    const int largest_cells

    cdef cppclass Rules:
        int rows
        int columns
        int k
        flag diagonals
        flag exact
        int cells()
        flag operator==(const Rules&)

cdef extern from "twins.hpp" namespace "noughts::twins" nogil:
    cdef enum class On(unsigned char):
        proof_board
        search_board
        shape_board

    flag has_board(const Rules&, On)

    cdef enum class Method(unsigned char):
        minimax
        alpha_beta
        alpha_beta_strict

    cdef enum class Scores(flag):
        win_draw_loss
        by_depth

    cdef cppclass Position:
        Rules rules
        string cells
        flag x_to_move

    cdef cppclass TwinMove "noughts::twins::Result::Move":
        int cell
        int score
        flag exact

    cdef cppclass TwinResult "noughts::twins::Result":
        int score
        uint64_t nodes
        vector[TwinMove] moves

    TwinResult search_twin "noughts::twins::search"(
        const Position&, Method, Scores, int depth, On) except +
    uint64_t count_ways "noughts::twins::perft"(const Position&, int depth, On) except +
    vector[int] threat_cells "noughts::twins::threats"(const Position&, int lacking, On) except +
    vector[pair[int, int]] shapes_made "noughts::twins::shapes"(const Position&) except +


# Checks of what Python passes in

cdef int within(str what, number, int least, int most) except? -1:
    number = PyNumber_Index(number)  # refuses 3.0 and "3"
    if not least <= number <= most:
        raise ValueError(f"{what} must be from {least} to {most}, not {number!r}")
    return number


cdef Rules checked_rules(given) except *:
    cdef Rules rules
    rules.rows = within("rows", given.rows, 1, largest_side)
    rules.columns = within("columns", given.columns, 1, largest_side)
    rules.k = within("k", given.k, 1, largest_side)
    rules.diagonals = given.diagonals
    rules.exact = given.exact
    return rules


cdef Position checked_position(given) except *:
    cdef Position position
    cdef str cells = given.cells
    position.rules = checked_rules(given.rules)
    if len(cells) != position.rules.cells():
        raise ValueError(
            f"{len(cells)} cells: a {position.rules.rows}x{position.rules.columns} board has "
            f"{position.rules.cells()}"
        )
    for mark in cells:
        if mark not in "xo.":
            raise ValueError(f"{mark!r} is not a cell: it must be x, o or .")
    position.cells = cells.encode("ascii")
    position.x_to_move = given.turn == "x"
    return position


cdef int checked_depth(depth) except? -1:
    """No game has more moves than the largest board has cells, so more means no limit, like None."""
    if depth is None:
        return largest_cells
    return within("depth", min(PyNumber_Index(depth), largest_cells), 1, largest_cells)


cdef On checked_board(str board, const Rules& rules) except *:
    cdef On on
    if board == "proof":
        on = On.proof_board
    elif board == "search":
        on = On.search_board
    elif board == "shape":
        on = On.shape_board
    else:
        raise ValueError(f"unknown board {board!r}: it must be proof, search or shape")
    if not has_board(rules, on):
        raise ValueError(f"the board of shapes is not for k = {rules.k}")
    return on


# The twins

def minimax(position, *, bint by_depth=False, depth=None, str board="proof"):
    return run_twin(position, Method.minimax, by_depth, depth, board)


def alpha_beta(position, *, bint strict=False, bint by_depth=False, depth=None, str board="proof"):
    cdef Method method = Method.alpha_beta_strict if strict else Method.alpha_beta
    return run_twin(position, method, by_depth, depth, board)


cdef run_twin(given, Method method, bint by_depth, depth, str board):
    cdef Position position = checked_position(given)
    cdef Scores scores = Scores.by_depth if by_depth else Scores.win_draw_loss
    cdef int plies = checked_depth(depth)
    cdef On on = checked_board(board, position.rules)
    cdef TwinResult found
    with nogil:
        found = search_twin(position, method, scores, plies, on)
    moves = {move.cell: (move.score, "exact" if move.exact else "at-most") for move in found.moves}
    return found.score, found.nodes, moves


def perft(position, depth, *, str board="proof"):
    cdef Position checked = checked_position(position)
    cdef int plies = within("depth", depth, 0, largest_cells)
    cdef On on = checked_board(board, checked.rules)
    cdef uint64_t ways
    with nogil:
        ways = count_ways(checked, plies, on)
    return ways


def threats(position, lacking, *, str board="proof"):
    cdef Position checked = checked_position(position)
    cdef On on = checked_board(board, checked.rules)
    cdef int most = checked.rules.k if on == On.proof_board else min(checked.rules.k, 2)
    return threat_cells(checked, within("lacking", lacking, 1, most), on)


def shapes(position):
    cdef Position checked = checked_position(position)
    checked_board("shape", checked.rules)
    return shapes_made(checked)


include "searches.pxi"

// The board as sets of bits.
//
//      bit = row * (columns + 1) + column
//
// The spare column at the right end of each row is never occupied. It stops lines from wrapping
// round into the next row, so that one step along a line is one constant. On a 3x4 board:
//
//                columns                    a step       adds
//              0   1   2   3   spare        right           1
//     row 0    0   1   2   3    (4)         down            5    columns + 1
//     row 1    5   6   7   8    (9)         down right      6    columns + 2
//     row 2   10  11  12  13   (14)         down left       4    columns
//
// Right of 3 is 4, left of 5 is 4, down left of 5 is 9, up right of 8 is 4: all spare. Above the
// board numbers are negative and below it they are 15 or more; shifts bring in nothing from there.
//
// A window is k cells in a row; it is named after its first cell and a direction. Shifting a set by
// one step moves all of its stones at once, and so finds all windows full of stones at once:
//
//     stones                     X  X  X  .  X  X        bits 0 1 2 4 5
//     stones >> 1                X  X  .  X  X  .        bits 0 1 3 4
//     stones >> 2                X  .  X  X  .  .        bits 0 2 3
//     all three, for k = 3       X  .  .  .  .  .        bit 0: the window 0 1 2 is full
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <string_view>

#include "bits.hpp"
#include "rules.hpp"

namespace noughts {

enum class Side : bool { x, o };

constexpr Side other(Side side) { return side == Side::x ? Side::o : Side::x; }

// The numbers n such that n, n + step, ..., `length` of them, are all in the set. The length
// doubles as long as it can: for five, two and two make four, and one more five.
template <int Words>
Bits<Words> all_of(Bits<Words> set, int step, int length) {
    for (int have = 1; have < length;) {
        const int more = std::min(have, length - have);
        set &= set >> more * step;
        have += more;
    }
    return set;
}

// One of the four directions in which a line may run.
template <int Words>
struct Direction {
    int step = 0;
    Bits<Words> starts;  // the first cells of all windows of k in this direction
};

// The stones on a board and, so that they need not be found again, the windows of its rules.
template <int Words>
class Board {
public:
    using Set = Bits<Words>;

    explicit Board(const Rules& rules) : rules_(rules) {
        for (int r = 0; r < rules.rows; ++r)
            for (int c = 0; c < rules.columns; ++c) cells_.set(bit(r * rules.columns + c));
        add_direction(1);
        add_direction(width());
        if (rules.diagonals) {
            add_diagonal(width() + 1);
            add_diagonal(width() - 1);
        }
    }

    // Cells and bits. A cell is counted row by row without spare ones, as in Python.

    const Rules& rules() const { return rules_; }
    int width() const { return rules_.columns + 1; }
    int bit(int cell) const { return cell + cell / rules_.columns; }
    int cell(int bit) const { return bit - bit / width(); }

    // Sets of cells. The empty ones are the legal moves while the game goes on.

    const Set& cells() const { return cells_; }
    const Set& stones(Side side) const { return stones_[static_cast<std::size_t>(side)]; }
    Set empty() const { return cells_.without(stones(Side::x) | stones(Side::o)); }

    // Doing and undoing moves. Whoever calls sees to it that the cell is empty, or the side's own.

    void play(Side side, int bit) { stones_[static_cast<std::size_t>(side)].set(bit); }
    void take_back(Side side, int bit) { stones_[static_cast<std::size_t>(side)].reset(bit); }

    // Puts down a whole position: an `x`, `o` or `.` for each cell, row by row.
    void put(std::string_view cells) {
        for (int cell = 0; cell < rules_.cells(); ++cell) {
            const char mark = cells[static_cast<std::size_t>(cell)];
            if (mark != '.') play(mark == 'x' ? Side::x : Side::o, bit(cell));
        }
    }

    // Lines.

    std::span<const Direction<Words>> directions() const { return {directions_.data(), used_}; }

    // Right after a move of the side this says whether the move has won: before it there was none.
    bool has_line(Side side) const {
        const Set& own = stones(side);
        Set lines;
        for (const auto& direction : directions()) lines |= full_windows(own, direction);
        return lines.any();
    }

    // The windows full of the set's stones; under `exact` only those that end where they end.
    Set full_windows(const Set& own, const Direction<Words>& direction) const {
        const Set windows = all_of(own, direction.step, rules_.k) & direction.starts;
        return rules_.exact ? windows.without(beside(own, direction.step)) : windows;
    }

    // The windows with a stone of the set directly before their first or after their last cell.
    Set beside(const Set& own, int step) const { return own << step | own >> step * rules_.k; }

private:
    void add_direction(int step) {
        directions_[used_++] = {step, all_of(cells_, step, rules_.k)};
    }

    // A diagonal of one cell is no line of its own (it matters for k = 1): its row says the same.
    void add_diagonal(int step) {
        add_direction(step);
        directions_[used_ - 1].starts &= cells_ << step | cells_ >> step;
    }

    Rules rules_;
    Set cells_;
    std::array<Set, 2> stones_;
    std::array<Direction<Words>, 4> directions_;
    std::size_t used_ = 0;
};

// Calls `use` with an empty board, the narrowest that holds the cells: a `Board<1>` of 64 bits for
// 3x3, a `Board<2>` for 8x8, a `Board<4>` for 15x15, a `Board<8>` of 512 for 20x20.
template <class Use>
decltype(auto) with_board(const Rules& rules, Use&& use) {
    const int bits = rules.rows * (rules.columns + 1) - 1;  // the last spare cell needs no bit
    if (bits <= 64) return use(Board<1>(rules));
    if (bits <= 128) return use(Board<2>(rules));
    if (bits <= 256) return use(Board<4>(rules));
    return use(Board<8>(rules));
}

// The same with the stones of a position on it.
template <class Use>
decltype(auto) with_board(const Rules& rules, std::string_view cells, Use&& use) {
    return with_board(rules, [&](auto board) -> decltype(auto) {
        board.put(cells);
        return use(board);
    });
}

}  // namespace noughts

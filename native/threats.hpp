// Threats as sets of cells.
//
// A window of k cells is open to X if no O is in it (and, where lines must be exact, no X directly
// at either end of it). It lacks as many stones as it has empty cells. With k = 4:
//
//     . X X . O        the window . X X . is open to X and lacks 2
//     X X . X          is open to X and lacks 1: to fill it is to win
//     O X X .          is open to nobody
//
// The stones of all windows in one direction are counted at once. Shifting the board by one step
// brings the next cell of every window over its first one; what is counted there is kept in binary,
// one set of bits for the ones, one for the twos, one for the fours, and so on ("bit-sliced"):
//
//     window             0  1  2  3  4            row of cells     X X . X X . . .
//     stones in it       3  3  2  2  1            (k = 4)
//     ones               1  1  0  0  1
//     twos               1  1  1  1  0
//     fours              0  0  0  0  0
//
// Adding one more stone to every window is adding a bit with a carry, for all of them together.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <string_view>
#include <vector>

#include "board.hpp"

namespace noughts {

// For each number n how many of n, n + step, ..., `length` of them, are in a set.
template <int Words>
class Counts {
public:
    Counts(const Bits<Words>& set, int step, int length)
        : digits_(std::bit_width(static_cast<unsigned>(length))) {
        for (int i = 0; i < length; ++i) add(set >> i * step);
    }

    // The numbers with that count.
    Bits<Words> equal_to(int count, Bits<Words> among) const {
        for (std::size_t digit = 0; digit < digits_; ++digit) {
            if (count >> digit & 1)
                among &= digit_[digit];
            else
                among.remove(digit_[digit]);
        }
        return among;
    }

private:
    void add(Bits<Words> carry) {
        for (std::size_t digit = 0; digit < digits_; ++digit) {
            const Bits<Words> sum = digit_[digit] ^ carry;
            carry &= digit_[digit];
            digit_[digit] = sum;
        }
    }

    std::array<Bits<Words>, std::bit_width(unsigned{largest_side})> digit_;
    std::size_t digits_;  // as many as `length` needs
};

// The windows in one direction that are open to the side and lack exactly that many stones.
template <int Words>
Bits<Words> open_windows(const Board<Words>& board, const Direction<Words>& direction, Side side,
                         int lacking) {
    const int k = board.rules().k, step = direction.step;
    const auto& own = board.stones(side);
    const auto allowed = board.cells().without(board.stones(other(side)));
    auto open = direction.starts & all_of(allowed, step, k);
    if (board.rules().exact) open.remove(board.beside(own, step));
    return Counts<Words>(own, step, k).equal_to(k - lacking, open);
}

// The empty cells in windows that are open to the side and lack exactly `lacking` stones, from 1
// to k: with 1 the cells that win at once, with 2 those after which a window lacks 1, and so on.
template <int Words>
Bits<Words> threats(const Board<Words>& board, Side side, int lacking) {
    Bits<Words> found;
    for (const auto& direction : board.directions()) {
        const auto windows = open_windows(board, direction, side, lacking);
        for (int i = 0; i < board.rules().k; ++i) found |= windows << i * direction.step;
    }
    return found & board.empty();
}

// The same for a board as Python has it: an `x`, `o` or `.` for each cell, row by row.
std::vector<int> threat_cells(const Rules& rules, std::string_view cells, bool of_x, int lacking);

}  // namespace noughts

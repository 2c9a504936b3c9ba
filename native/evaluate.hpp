// The board as the engine's search sees it: how many stones each side has in every window, kept up
// to date move by move, and what follows from that at no further cost.
//
//   worth    what all open windows are worth to a side: the evaluation
//   pull     for each cell, what the open windows through it are worth: the order of moves
//   threats  the windows that lack one stone, and those that lack two
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "bits.hpp"
#include "windows.hpp"

namespace noughts {

// What an open window with that many stones is worth. The steps decide how the engine plays:
// change them here, and measure.
inline std::vector<int> window_worth(int k) {
    std::vector<int> worth(k + 1, 0);
    for (int stones = 0, value = 1; stones < k; ++stones, value = std::min(value * 5, 4000))
        worth[stones] = value;
    return worth;
}

class Evaluation {
public:
    using Cells = Bits<8>;
    using WindowSet = Bits<32>;

    explicit Evaluation(const Rules& rules)
        : windows(rules),
          empty_count(rules.cells()),
          worth_of_(window_worth(rules.k)),
          stones_(windows.count()),
          k_(rules.k) {
        for (const auto& cells : windows.cells) cell_.insert(cell_.end(), cells.begin(), cells.end());
        for (int cell = 0; cell < rules.cells(); ++cell) empty.set(cell);
        for (int w = 0; w < windows.count(); ++w)
            for (const int side : {0, 1}) weigh(w, side, 1);
    }

    void put(int side, int cell) {
        empty.reset(cell);
        --empty_count;
        change(side, cell, 1);
    }

    void take_back(int side, int cell) {
        change(side, cell, -1);
        empty.set(cell);
        ++empty_count;
    }

    // The cells that complete a line of `side`.
    Cells completions(int side) const { return cells_of(lacking_one[side]); }

    // The cells that make a window lacking one stone.
    Cells four_makers(int side) const { return cells_of(lacking_two[side]); }

    Windows windows;
    Cells empty;
    int empty_count;
    std::array<int, 2> worth{};
    std::array<int, 2> open_windows{};
    std::array<std::array<std::int32_t, largest_cells>, 2> pull{};
    std::array<WindowSet, 2> lacking_one, lacking_two;

private:
    struct Stones {
        std::array<std::int8_t, 2> in{};     // of each side in the window
        std::array<std::int8_t, 2> ends{};   // of each side next to it, under `exact`
    };

    bool open(int w, int side) const {
        return stones_[w].in[1 - side] == 0 && stones_[w].ends[side] == 0;
    }

    void change(int side, int cell, int by) {
        const auto step = static_cast<std::int8_t>(by);
        for (const int w : windows.through[cell]) {
            weigh(w, 0, -1);
            weigh(w, 1, -1);
            stones_[w].in[side] = static_cast<std::int8_t>(stones_[w].in[side] + step);
            weigh(w, 0, 1);
            weigh(w, 1, 1);
        }
        for (const int w : windows.beside[cell]) {
            weigh(w, side, -1);
            stones_[w].ends[side] = static_cast<std::int8_t>(stones_[w].ends[side] + step);
            weigh(w, side, 1);
        }
    }

    // Adds (1) or removes (-1) what a window means to a side.
    void weigh(int w, int side, int sign) {
        if (!open(w, side)) return;
        const int stones = stones_[w].in[side];
        const int value = sign * worth_of_[stones];
        worth[side] += value;
        open_windows[side] += sign;
        auto& of_side = pull[side];
        for (int i = w * k_; i < (w + 1) * k_; ++i) of_side[cell_[i]] += value;
        if (stones == k_ - 1) mark(lacking_one[side], w, sign);
        if (stones == k_ - 2) mark(lacking_two[side], w, sign);
    }

    static void mark(WindowSet& set, int w, int sign) {
        if (sign > 0) set.set(w);
        else set.reset(w);
    }

    Cells cells_of(const WindowSet& set) const {
        Cells cells;
        for (const int w : set)
            for (const int cell : windows.cells[w]) cells.set(cell);
        return cells & empty;
    }

    std::vector<int> worth_of_;
    std::vector<Stones> stones_;
    int k_;
    std::vector<int> cell_;  // k of each window, one after the other: this is the innermost loop
};

}  // namespace noughts

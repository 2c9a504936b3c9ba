// The board as the engine's search sees it: how many stones each side has in every window, kept up
// to date move by move, and what follows from that at no extra cost.
//
//   worth    what all open windows are worth to a side: the evaluation
//   pull     for each cell, what the open windows through it are worth: the order of moves
//   threats  the windows that lack one stone, and those that lack two
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "bits.hpp"
#include "windows.hpp"

namespace noughts {

// What an open window is worth by its number of stones; a full one ends the game. A window is worth
// as much as five with one stone fewer, so that one good window outweighs all that go through a few
// cells. From the sixth stone on the worth stays the same, so that sums over a 20x20 board remain
// far below the scores of wins. Set by hand; these numbers decide how the engine plays, so measure
// any change (bench/games.py).
inline std::vector<int> window_worth(int k) {
    constexpr int step = 5, most = 4000;
    std::vector<int> worth(k + 1, 0);
    int value = 1;
    for (int stones = 0; stones < k; ++stones) {
        worth[stones] = value;
        value = std::min(value * step, most);
    }
    return worth;
}

class Evaluation {
public:
    using Cells = Bits<8>;
    using WindowSet = Bits<32>;

    // An `x` (side 0), `o` (side 1) or `.` for each cell, row by row.
    Evaluation(const Rules& rules, std::string_view cells)
        : windows(rules),
          empty_count(rules.cells()),
          worth_of_(window_worth(rules.k)),
          stones_(windows.count()),
          k_(rules.k) {
        for (const auto& of : windows.cells) cell_.insert(cell_.end(), of.begin(), of.end());
        for (int cell = 0; cell < rules.cells(); ++cell) empty.set(cell);
        for (int w = 0; w < windows.count(); ++w)
            for (const int side : {0, 1}) weigh<Update::everything>(w, side, closed);
        for (int cell = 0; cell < rules.cells(); ++cell)
            if (cells[cell] != '.') put(cells[cell] == 'x' ? 0 : 1, cell);
    }

    template <Update update = Update::everything>
    void put(int side, int cell) {
        empty.reset(cell);
        --empty_count;
        change<update>(side, cell, 1);
    }

    template <Update update = Update::everything>
    void take_back(int side, int cell) {
        change<update>(side, cell, -1);
        empty.set(cell);
        ++empty_count;
    }

    // The cells that complete a line of `side`.
    Cells completions(int side) const { return cells_of(lacking_one[side]); }

    // The cells that threaten to: with a stone there, a window lacks one more.
    Cells threat_makers(int side) const { return cells_of(lacking_two[side]); }

    bool threatens(int side) const { return lacking_one[side].any(); }

    // Whether any line can still be completed.
    bool alive() const { return open_windows[0] + open_windows[1] > 0; }

    // Whether a stone of either side there would be on an open window. Under `exact`, others can
    // still close one by its end.
    bool matters(int cell) const {
        return pull[0][cell] + pull[1][cell] != 0 || windows.rules.exact;
    }

    // How promising a move looks.
    int promise(int us, int cell) const { return 2 * pull[us][cell] + pull[1 - us][cell]; }

    // What the position is worth to `us`, who are to move, which makes their windows worth an
    // eighth more (set by hand).
    int score(int us) const { return worth[us] + (worth[us] >> 3) - worth[1 - us]; }

    // Whether a line is complete. Searches need not ask, because they never complete one.
    bool has_line(int side) const {
        for (int w = 0; w < windows.count(); ++w)
            if (progress(w, side) == k_) return true;
        return false;
    }

    Windows windows;
    Cells empty;
    int empty_count;
    std::array<int, 2> worth{};
    std::array<int, 2> open_windows{};
    std::array<std::array<std::int32_t, largest_cells>, 2> pull{};
    std::array<WindowSet, 2> lacking_one, lacking_two;

private:
    static constexpr int closed = -2;  // not -1, which is k - 2 if k = 1

    struct Stones {
        std::array<std::int8_t, 2> in{};    // of each side in the window
        std::array<std::int8_t, 2> ends{};  // of each side next to it, under `exact`
    };

    bool open(int w, int side) const {
        return stones_[w].in[1 - side] == 0 && stones_[w].ends[side] == 0;
    }

    // How many stones of `side` a window has, if it is open to that side.
    int progress(int w, int side) const { return open(w, side) ? stones_[w].in[side] : closed; }

    template <Update update>
    void change(int side, int cell, int by) {
        const auto step = static_cast<std::int8_t>(by);
        for (const int w : windows.through[cell]) {
            const int ours = progress(w, side), theirs = progress(w, 1 - side);
            stones_[w].in[side] = static_cast<std::int8_t>(stones_[w].in[side] + step);
            weigh<update>(w, side, ours);
            weigh<update>(w, 1 - side, theirs);
        }
        for (const int w : windows.beside[cell]) {
            const int ours = progress(w, side);
            stones_[w].ends[side] = static_cast<std::int8_t>(stones_[w].ends[side] + step);
            weigh<update>(w, side, ours);
        }
    }

    // Updates what a window means to a side whose progress in it was `before`.
    template <Update update>
    void weigh(int w, int side, int before) {
        const int after = progress(w, side);
        if (after == before) return;
        if constexpr (update == Update::everything) add(w, side, before, after);
        move(lacking_one[side], w, before == k_ - 1, after == k_ - 1);
        move(lacking_two[side], w, before == k_ - 2, after == k_ - 2);
    }

    void add(int w, int side, int before, int after) {
        const int value = worth_of(after) - worth_of(before);
        worth[side] += value;
        open_windows[side] += (after != closed) - (before != closed);
        auto& of_side = pull[side];
        for (int i = w * k_; i < (w + 1) * k_; ++i) of_side[cell_[i]] += value;
    }

    int worth_of(int stones) const { return stones == closed ? 0 : worth_of_[stones]; }

    static void move(WindowSet& set, int w, bool was_in, bool is_in) {
        if (was_in) set.reset(w);
        if (is_in) set.set(w);
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
    std::vector<int> cell_;  // k of each window, one after the other, for the innermost loop
};

}  // namespace noughts

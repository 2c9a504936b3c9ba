// The windows of a board: every run of k cells in a row that could become a winning line. This is
// the one definition of a line on the native side; both searches and the twins use it.
//
//      cell      0  1  2  3          k = 3, the first row
//      window 0  |-----|
//      window 1     |-----|
//
// A window is open to a side while the opponent has no stone in it; it is won when it is full.
// Under `exact` a window is also closed to a side that has a stone directly at one of its ends,
// because filling it would then make a line that is too long.
#pragma once

#include <vector>

#include "rules.hpp"

namespace noughts {

struct Windows {
    explicit Windows(const Rules& rules);

    int count() const { return static_cast<int>(cells.size()); }

    Rules rules;
    std::vector<std::vector<int>> cells;    // of each window
    std::vector<int> direction;             // of each window: 0 to 3
    std::vector<std::vector<int>> ends;     // of each window, under `exact`: the cells next to it
    std::vector<std::vector<int>> through;  // for each cell: the windows that contain it
    std::vector<std::vector<int>> beside;   // for each cell, under `exact`: those it is next to

private:
    struct Step {
        int down, right, direction;
    };

    void add(int row, int column, Step step);
    bool on_board(int row, int column) const;
};

// What putting a stone on a board of the playing search updates. A search that looks only at
// threats saves most of the work; it takes its stones back in the same way, so everything else
// stays right.
enum class Update { everything, threats };

// The rotations and reflections of the board, the identity first: where each cell goes.
std::vector<std::vector<int>> symmetries(const Rules& rules);

}  // namespace noughts

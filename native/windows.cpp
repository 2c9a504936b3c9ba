#include "windows.hpp"

#include <algorithm>
#include <utility>

namespace noughts {

Windows::Windows(const Rules& given) : rules(given) {
    for (int r = 0; r < rules.rows; ++r)
        for (int c = 0; c < rules.columns; ++c) {
            add(r, c, {0, 1, 0});
            if (rules.k == 1 && !rules.exact) continue;  // the same cell in every direction
            add(r, c, {1, 0, 1});
            if (!rules.diagonals) continue;
            add(r, c, {1, 1, 2});
            add(r, c, {1, -1, 3});
        }
    through.resize(rules.cells());
    beside.resize(through.size());
    for (int w = 0; w < count(); ++w) {
        for (const int cell : cells[w]) through[cell].push_back(w);
        for (const int cell : ends[w]) beside[cell].push_back(w);
    }
}

// Adds the window that begins there and runs in that direction, if it fits on the board.
void Windows::add(int row, int column, Step step) {
    const auto down = [&](int i) { return row + i * step.down; };
    const auto right = [&](int i) { return column + i * step.right; };
    const auto has = [&](int i) { return on_board(down(i), right(i)); };
    if (!has(rules.k - 1)) return;
    // A diagonal of one cell is not a separate line (this matters for k = 1): its row is the same.
    if (step.down != 0 && step.right != 0 && !has(-1) && !has(1)) return;
    std::vector<int> inside, outside;
    for (int i = 0; i < rules.k; ++i) inside.push_back(down(i) * rules.columns + right(i));
    for (const int i : {-1, rules.k})
        if (rules.exact && has(i)) outside.push_back(down(i) * rules.columns + right(i));
    cells.push_back(std::move(inside));
    direction.push_back(step.direction);
    ends.push_back(std::move(outside));
}

bool Windows::on_board(int row, int column) const {
    return 0 <= row && row < rules.rows && 0 <= column && column < rules.columns;
}

std::vector<std::vector<int>> symmetries(const Rules& rules) {
    const int rows = rules.rows, columns = rules.columns;
    std::vector<std::vector<int>> found;
    for (int turn = 0; turn < (rows == columns ? 8 : 4); ++turn) {
        std::vector<int> map;
        for (int r = 0; r < rows; ++r)
            for (int c = 0; c < columns; ++c) {
                int row = turn & 1 ? rows - 1 - r : r, column = turn & 2 ? columns - 1 - c : c;
                if (turn & 4) std::swap(row, column);
                map.push_back(row * columns + column);
            }
        if (std::find(found.begin(), found.end(), map) == found.end()) found.push_back(map);
    }
    return found;
}

}  // namespace noughts

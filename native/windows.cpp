#include "windows.hpp"

#include <algorithm>
#include <utility>

namespace noughts {

Windows::Windows(const Rules& given) : rules(given) {
    const int rows = rules.rows, columns = rules.columns, k = rules.k;
    const auto on_board = [&](int r, int c) { return 0 <= r && r < rows && 0 <= c && c < columns; };
    const int steps[4][2] = {{0, 1}, {1, 0}, {1, 1}, {1, -1}};
    // A window of one cell is the same in every direction.
    const int directions = k == 1 ? 1 : rules.diagonals ? 4 : 2;
    for (int r = 0; r < rows; ++r)
        for (int c = 0; c < columns; ++c)
            for (int d = 0; d < directions; ++d) {
                const int down = steps[d][0], right = steps[d][1];
                if (!on_board(r + (k - 1) * down, c + (k - 1) * right)) continue;
                std::vector<int> window, outside;
                for (int i = 0; i < k; ++i)
                    window.push_back((r + i * down) * columns + c + i * right);
                for (const int i : {-1, k})
                    if (rules.exact && k > 1 && on_board(r + i * down, c + i * right))
                        outside.push_back((r + i * down) * columns + c + i * right);
                cells.push_back(std::move(window));
                ends.push_back(std::move(outside));
            }
    through.resize(rules.cells());
    beside.resize(through.size());
    for (int w = 0; w < count(); ++w) {
        for (const int cell : cells[w])
            through[cell].push_back(w);
        for (const int cell : ends[w])
            beside[cell].push_back(w);
    }
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

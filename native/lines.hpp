// Which empty cells see which along a line, and the numbers that the lines around them make.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "windows.hpp"

namespace noughts {

// A line as a cell sees it: two bits for each of the `reach` places before and behind the cell, 0
// empty, 1 side 0, 2 side 1, 3 out of sight: beyond the edge, or in no window with the cell.
using Line = std::uint32_t;

inline constexpr std::uint32_t stone_of(int side) { return static_cast<std::uint32_t>(side) + 1; }

class Sights {
public:
    // A cell on a line through another one, and where that one stands in its line.
    struct Near {
        std::uint16_t cell;
        std::uint8_t direction, shift;
        bool operator==(const Near&) const = default;
    };

    // Under `exact`, cells also see what is next to their windows.
    Sights(const Windows& windows, int reach)
        : reach_(reach), empty_(static_cast<std::size_t>(windows.rules.cells())) {
        std::vector<std::vector<Near>> near(empty_.size());
        for (auto& lines : empty_) lines.fill((1U << 2 * reach << 2 * reach) - 1);
        for (int w = 0; w < windows.count(); ++w) {
            const std::vector<int>& line = windows.cells[index(w)];
            const int direction = windows.direction[index(w)], k = windows.rules.k;
            for (int i = 0; i < k; ++i) {
                for (int j = 0; j < k; ++j)
                    if (i != j) see(near, line[index(i)], line[index(j)], j - i, direction);
                for (const int end : windows.ends[index(w)]) {
                    const int away = end < line[0] ? -1 - i : k - i;
                    see(near, line[index(i)], end, away, direction);
                    see(near, end, line[index(i)], -away, direction);
                }
            }
        }
        for (const auto& each : near) {
            first_near_.push_back(near_.size());
            near_.insert(near_.end(), each.begin(), each.end());
        }
        first_near_.push_back(near_.size());
    }

    int reach() const { return reach_; }

    // The lines around a cell on an empty board, by direction.
    const std::array<Line, 4>& lines_of(int cell) const { return empty_[index(cell)]; }

    // The cells that see a cell.
    struct Range {
        const Near *first, *last;
        const Near* begin() const { return first; }
        const Near* end() const { return last; }
    };
    Range around(int cell) const {
        return {near_.data() + first_near_[index(cell)],
                near_.data() + first_near_[index(cell + 1)]};
    }

private:
    static std::size_t index(int number) { return static_cast<std::size_t>(number); }

    void see(std::vector<std::vector<Near>>& near, int from, int to, int away, int direction) {
        const int shift = 2 * (away < 0 ? away + reach_ : away + reach_ - 1);
        const Near seen{static_cast<std::uint16_t>(from), static_cast<std::uint8_t>(direction),
                        static_cast<std::uint8_t>(shift)};
        auto& known = near[index(to)];
        if (std::find(known.begin(), known.end(), seen) != known.end()) return;
        known.push_back(seen);
        empty_[index(from)][index(direction)] -= 3U << shift;
    }

    int reach_;
    std::vector<std::array<Line, 4>> empty_;
    std::vector<Near> near_;
    std::vector<std::size_t> first_near_;
};

}  // namespace noughts

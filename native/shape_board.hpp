// The board as the playing search sees it: for each empty cell, side and direction the shape that a
// stone there would make, and what follows from that. All of it is kept up to date move by move;
// a stone changes only the cells on the lines through it.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "bits.hpp"
#include "shapes.hpp"
#include "weights.hpp"
#include "windows.hpp"

namespace noughts {

class ShapeBoard {
public:
    using Cells = Bits<(largest_cells + 63) / 64>;

    // An `x` (side 0), `o` (side 1) or `.` for each cell, row by row.
    ShapeBoard(const Rules& rules, std::string_view cells)
        : windows_(rules), table_(shape_table(rules)) {
        look_around();
        for (int cell = 0; cell < rules.cells(); ++cell) {
            empty.set(cell);
            ++empty_count;
            for (const int side : {0, 1}) enter(side, cell, read(side, cell));
        }
        for (int cell = 0; cell < rules.cells(); ++cell)
            if (cells[static_cast<std::size_t>(cell)] != '.')
                put(cells[static_cast<std::size_t>(cell)] == 'x' ? 0 : 1, cell);
    }

    void put(int side, int cell) {
        marks_.push_back({changes_.size(), worth_, open_});
        empty.reset(cell);
        --empty_count;
        stones_[index(side)].set(cell);
        for (const int each : {0, 1}) leave(each, cell, at(cell).shapes[index(each)]);
        for (const Near& near : around(cell)) {
            Square& square = squares_[near.cell];
            square.number[index(side)][near.direction] += near.power;
            square.number[index(1 - side)][near.direction] += 2 * near.power;
            if (!empty.test(near.cell)) continue;
            for (const int each : {0, 1}) {
                const Shape shape = table_[square.number[index(each)][near.direction]];
                const int shift = 4 * near.direction;
                const Shapes before = square.shapes[index(each)];
                const auto after = static_cast<Shapes>((before & ~(15 << shift)) |
                                                       static_cast<int>(shape) << shift);
                if (after == before) continue;
                changes_.push_back({near.cell, static_cast<std::uint8_t>(each), before});
                leave(each, near.cell, before);
                enter(each, near.cell, after);
            }
        }
    }

    void take_back(int side, int cell) {
        for (const Near& near : around(cell)) {
            Square& square = squares_[near.cell];
            square.number[index(side)][near.direction] -= near.power;
            square.number[index(1 - side)][near.direction] -= 2 * near.power;
        }
        const Mark mark = marks_.back();
        marks_.pop_back();
        while (changes_.size() > mark.changes) {
            const Change change = changes_.back();
            changes_.pop_back();
            Shapes& shapes = squares_[change.cell].shapes[change.side];
            move(change.side, change.cell, shapes, change.before);
            shapes = change.before;
        }
        worth_ = mark.worth;
        open_ = mark.open;
        for (const int each : {0, 1}) {
            const Threat threat = kinds()[at(cell).shapes[index(each)]].threat;
            cells_[index(each)][static_cast<std::size_t>(threat)].set(cell);
        }
        empty.set(cell);
        ++empty_count;
        stones_[index(side)].reset(cell);
    }

    // The empty cells where a stone makes exactly this much.
    const Cells& makers(int side, Threat threat) const {
        return cells_[index(side)][static_cast<std::size_t>(threat)];
    }
    bool threatens(int side) const { return completions(side).any(); }
    const Cells& completions(int side) const { return makers(side, Threat::five); }
    const Cells& open_fours(int side) const { return makers(side, Threat::open_four); }

    // Those that make a four, open or not: with a stone there, a line lacks one more.
    Cells threat_makers(int side) const {
        return makers(side, Threat::four) | makers(side, Threat::four_three) | open_fours(side);
    }

    // The cells where a stone of the other side keeps `side` from an open four at `cell`, or from
    // two fours at once.
    Cells spoilers(int side, int cell) const {
        Cells found;
        found.set(cell);
        const Square& square = at(cell);
        const Shapes now = square.shapes[index(side)];
        for (const Near& near : around(cell)) {
            if (!empty.test(near.cell)) continue;
            // Seen from the cell, the place of the other stone is mirrored.
            const auto power = static_cast<std::uint32_t>(table_.power(2 * table_.reach() - 1) /
                                                          static_cast<int>(near.power));
            const Shape shape = table_[square.number[index(side)][near.direction] + 2 * power];
            const int shift = 4 * near.direction;
            const auto after =
                static_cast<Shapes>((now & ~(15 << shift)) | static_cast<int>(shape) << shift);
            if (kinds()[after].threat < Threat::open_four) found.set(near.cell);
        }
        return found;
    }

    // What a stone there makes.
    Shapes shapes_at(int side, int cell) const { return at(cell).shapes[index(side)]; }
    Threat threat_at(int side, int cell) const { return kinds()[shapes_at(side, cell)].threat; }

    // Whether a stone of either side there would be on an open line. Under `exact`, others can
    // still close one by its end.
    bool matters(int cell) const {
        return (shapes_at(0, cell) | shapes_at(1, cell)) != 0 || windows_.rules.exact;
    }

    // Whether any line can still be completed.
    bool alive() const { return open_[0] + open_[1] > 0; }

    // Whether a line is complete. Searches need not ask, because they never complete one.
    bool has_line(int side) const {
        const auto ours = [&](int cell) { return stones_[index(side)].test(cell); };
        for (int w = 0; w < windows_.count(); ++w) {
            const auto &line = windows_.cells[index(w)], &ends = windows_.ends[index(w)];
            if (std::all_of(line.begin(), line.end(), ours) &&
                std::none_of(ends.begin(), ends.end(), ours))
                return true;
        }
        return false;
    }

    // What the position is worth to `us`, who are to move.
    int score(int us) const {
        return (worth_[index(us)][0] - worth_[index(1 - us)][1]) / worth_per_point;
    }

    // How promising a move looks.
    int promise(int us, int cell) const {
        return kinds()[at(cell).shapes[index(us)]].attack +
               kinds()[at(cell).shapes[index(1 - us)]].defence;
    }

    Cells empty;
    int empty_count = 0;

private:
    struct Square {
        std::array<std::array<std::uint32_t, 4>, 2> number{};  // by side and direction
        std::array<Shapes, 2> shapes{};
    };
    // A cell on a line through another one, and what that one adds to its number.
    struct Near {
        std::uint16_t cell;
        std::uint8_t direction;
        std::uint32_t power;
        bool operator==(const Near&) const = default;
    };
    struct Change {
        std::uint16_t cell;
        std::uint8_t side;
        Shapes before;
    };
    using Worth = std::array<std::array<std::int32_t, 2>, 2>;
    struct Mark {
        std::size_t changes;
        Worth worth;
        std::array<int, 2> open;
    };

    static std::size_t index(int number) { return static_cast<std::size_t>(number); }
    const Square& at(int cell) const { return squares_[index(cell)]; }
    static const Kind* kinds() { return kinds_of_shapes(); }

    struct Range {
        const Near *first, *last;
        const Near* begin() const { return first; }
        const Near* end() const { return last; }
    };
    Range around(int cell) const {
        return {near_.data() + first_near_[index(cell)],
                near_.data() + first_near_[index(cell + 1)]};
    }

    // Finds out which cells see each other: those that are in one window, and under `exact` those
    // next to it. Whatever a cell does not see is blocked.
    void look_around() {
        const int cells = windows_.rules.cells(), reach = table_.reach();
        std::vector<std::vector<Near>> near(index(cells));
        squares_.resize(index(cells));
        for (Square& square : squares_)
            for (auto& number : square.number) number.fill(digits(2, 2 * reach));
        const auto see = [&](int from, int to, int away, int direction) {
            const int place = away < 0 ? away + reach : away + reach - 1;
            const auto power = static_cast<std::uint32_t>(table_.power(place));
            const Near seen{static_cast<std::uint16_t>(from), static_cast<std::uint8_t>(direction),
                            power};
            auto& known = near[index(to)];
            if (std::find(known.begin(), known.end(), seen) != known.end()) return;
            known.push_back(seen);
            for (auto& number : squares_[index(from)].number) number[index(direction)] -= 2 * power;
        };
        for (int w = 0; w < windows_.count(); ++w) {
            const std::vector<int>& line = windows_.cells[index(w)];
            const int direction = windows_.direction[index(w)], k = windows_.rules.k;
            for (int i = 0; i < k; ++i) {
                for (int j = 0; j < k; ++j)
                    if (i != j) see(line[index(i)], line[index(j)], j - i, direction);
                for (const int end : windows_.ends[index(w)]) {
                    const int away = end < line[0] ? -1 - i : k - i;
                    see(line[index(i)], end, away, direction);
                    see(end, line[index(i)], -away, direction);
                }
            }
        }
        for (const auto& each : near) {
            first_near_.push_back(near_.size());
            near_.insert(near_.end(), each.begin(), each.end());
        }
        first_near_.push_back(near_.size());
    }

    // The number that consists of the same digit.
    std::uint32_t digits(int digit, int places) const {
        int sum = 0;
        for (int place = 0; place < places; ++place) sum += digit * table_.power(place);
        return static_cast<std::uint32_t>(sum);
    }

    Shapes read(int side, int cell) const {
        int shapes = 0;
        for (int direction = 0; direction < 4; ++direction)
            shapes |= static_cast<int>(table_[at(cell).number[index(side)][index(direction)]])
                      << (4 * direction);
        return static_cast<Shapes>(shapes);
    }

    void leave(int side, int cell, Shapes shapes) {
        const Kind& kind = kinds()[shapes];
        cells_[index(side)][static_cast<std::size_t>(kind.threat)].reset(cell);
        for (const std::size_t turn : {0, 1}) worth_[index(side)][turn] -= kind.worth[turn];
        open_[index(side)] -= shapes != 0;
    }

    void enter(int side, int cell, Shapes shapes) {
        const Kind& kind = kinds()[shapes];
        cells_[index(side)][static_cast<std::size_t>(kind.threat)].set(cell);
        for (const std::size_t turn : {0, 1}) worth_[index(side)][turn] += kind.worth[turn];
        open_[index(side)] += shapes != 0;
        squares_[index(cell)].shapes[index(side)] = shapes;
    }

    // Only which cells make what; the sums are remembered.
    void move(int side, int cell, Shapes before, Shapes after) {
        const Threat was = kinds()[before].threat, is = kinds()[after].threat;
        if (was == is) return;
        cells_[index(side)][static_cast<std::size_t>(was)].reset(cell);
        cells_[index(side)][static_cast<std::size_t>(is)].set(cell);
    }

    Windows windows_;
    const ShapeTable& table_;
    std::vector<Square> squares_;
    std::vector<Near> near_;
    std::vector<std::size_t> first_near_;
    std::vector<Change> changes_;
    std::vector<Mark> marks_;
    Worth worth_{};              // by side: if it is to move, if it is not
    std::array<int, 2> open_{};  // cells where a stone of a side would be on an open line
    std::array<Cells, 2> stones_{};
    std::array<std::array<Cells, threat_count>, 2> cells_{};
};

}  // namespace noughts

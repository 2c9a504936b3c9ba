// The board as the playing search sees it: for each empty cell, side and direction the shape that a
// stone there would make, and what follows from that. All of it is kept up to date move by move;
// a stone changes only the cells on the lines through it.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <string_view>
#include <vector>

#include "bits.hpp"
#include "lines.hpp"
#include "shapes.hpp"
#include "weights.hpp"
#include "windows.hpp"

namespace noughts {

class ShapeBoard {
public:
    using Cells = Bits<(largest_cells + 63) / 64>;

    // An `x` (side 0), `o` (side 1) or `.` for each cell, row by row.
    ShapeBoard(const Rules& rules, std::string_view cells)
        : windows_(rules),
          table_(shape_table(rules)),
          sights_(windows_, table_.reach()),
          kinds_(kinds_of_shapes(rules)),
          squares_(index(rules.cells())) {
        look_close();
        for (int cell = 0; cell < rules.cells(); ++cell) {
            empty.set(cell);
            ++empty_count;
            squares_[index(cell)].line = sights_.lines_of(cell);
            enter(cell);
        }
        for (int cell = 0; cell < rules.cells(); ++cell)
            if (cells[static_cast<std::size_t>(cell)] != '.')
                put(cells[static_cast<std::size_t>(cell)] == 'x' ? 0 : 1, cell);
    }

    template <Update update = Update::everything>
    void put(int side, int cell) {
        marks_.push_back({changes_.size(), worth_, open_, close_});
        if constexpr (update == Update::everything) close_ |= close_to_[index(cell)];
        empty.reset(cell);
        --empty_count;
        stones_[index(side)].set(cell);
        Square& here = squares_[index(cell)];
        here.taken = true;
        for (const int each : {0, 1}) {
            const Kind& kind = kinds_[here.of(each)];
            if constexpr (update == Update::everything) weigh(each, kind, -1);
            remove(each, cell, kind.threat);
        }
        for (const Near& near : sights_.around(cell)) {
            Square& square = squares_[near.cell];
            std::uint32_t& line = square.line[near.direction];
            line += stone_of(side) << near.shift;
            if (!square.taken) refresh<update>(square, near, table_.both(line));
        }
    }

    template <Update update = Update::everything>
    void take_back(int side, int cell) {
        for (const Near& near : sights_.around(cell))
            squares_[near.cell].line[near.direction] -= stone_of(side) << near.shift;
        const Mark& mark = marks_.back();
        while (changes_.size() > mark.changes) {
            const Change& change = changes_.back();
            Square& square = squares_[change.cell];
            for (const int each : {0, 1}) {
                const Threat was = kinds_[static_cast<Shapes>(change.before >> (16 * each))].threat;
                const Threat is = kinds_[square.of(each)].threat;
                if (was == is) continue;
                remove(each, change.cell, is);
                add(each, change.cell, was);
            }
            square.shapes = change.before;
            changes_.pop_back();
        }
        worth_ = mark.worth;
        open_ = mark.open;
        close_ = mark.close;
        marks_.pop_back();
        Square& here = squares_[index(cell)];
        here.taken = false;
        for (const int each : {0, 1}) add(each, cell, kinds_[here.of(each)].threat);
        empty.set(cell);
        ++empty_count;
        stones_[index(side)].reset(cell);
    }

    // The empty cells where a stone makes exactly this much.
    const Cells& makers(int side, Threat threat) const {
        return cells_[index(side)][static_cast<std::size_t>(threat)];
    }
    bool threatens(int side) const { return count(side, Threat::five) > 0; }
    int count(int side, Threat threat) const {
        return counts_[index(side)][static_cast<std::size_t>(threat)];
    }
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
        const Shapes now = square.of(side);
        for (const Near& near : sights_.around(cell)) {
            if (!empty.test(near.cell)) continue;
            // Seen from the cell, the place of the other stone is mirrored.
            const int shift = 4 * table_.reach() - 2 - near.shift;
            const std::uint32_t line = square.line[near.direction] + (stone_of(1 - side) << shift);
            const int shape = static_cast<int>(table_.both(line) >> (4 * side) & 15),
                      at = 4 * near.direction;
            const auto after = static_cast<Shapes>((now & ~(15 << at)) | shape << at);
            if (kinds_[after].threat < Threat::open_four) found.set(near.cell);
        }
        return found;
    }

    // What a stone there makes.
    Shapes shapes_at(int side, int cell) const { return at(cell).of(side); }

    Threat threat_at(int side, int cell) const { return kinds_[shapes_at(side, cell)].threat; }

    // Whether a stone of either side there would be on an open line. Under `exact`, others can
    // still close one by its end.
    bool matters(int cell) const {
        return (shapes_at(0, cell) | shapes_at(1, cell)) != 0 || windows_.rules.exact;
    }

    // The empty cells near a stone: a move elsewhere hardly ever matters.
    Cells close_cells() const { return close_ & empty; }

    const Sights& sights() const { return sights_; }

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

    // What the position is worth to `us`, who are to move; in the unit of `Kind::worth`.
    int worth(int us) const { return worth_[index(us)][0] - worth_[index(1 - us)][1]; }

    // How promising a move looks.
    int promise(int us, int cell) const {
        return kinds_[at(cell).of(us)].attack + kinds_[at(cell).of(1 - us)].defence;
    }

    Cells empty;
    int empty_count = 0;

private:
    using Near = Sights::Near;
    struct Square {
        std::array<Line, 4> line{};  // by direction
        std::uint32_t shapes = 0;    // of both sides: those of side 0 in the lower half
        bool taken = false;

        Shapes of(int side) const { return static_cast<Shapes>(shapes >> (16 * side)); }
    };
    struct Change {
        std::uint16_t cell;
        std::uint32_t before;
    };
    using Worth = std::array<std::array<std::int32_t, 2>, 2>;
    struct Mark {
        std::size_t changes;
        Worth worth;
        std::array<int, 2> open;
        Cells close;
    };

    static std::size_t index(int number) { return static_cast<std::size_t>(number); }
    const Square& at(int cell) const { return squares_[index(cell)]; }

    // Two cells away in any direction, or three along a line.
    void look_close() {
        const int rows = windows_.rules.rows, columns = windows_.rules.columns;
        close_to_.resize(index(windows_.rules.cells()));
        for (int cell = 0; cell < windows_.rules.cells(); ++cell)
            for (int down = -3; down <= 3; ++down)
                for (int right = -3; right <= 3; ++right) {
                    const int row = cell / columns + down, column = cell % columns + right;
                    const int far = std::max(std::abs(down), std::abs(right));
                    const bool straight =
                        down == 0 || right == 0 || std::abs(down) == std::abs(right);
                    if (row < 0 || row >= rows || column < 0 || column >= columns) continue;
                    if (far <= 2 || straight) close_to_[index(cell)].set(row * columns + column);
                }
    }

    // Counts an empty cell, when the board is made.
    void enter(int cell) {
        Square& square = squares_[index(cell)];
        for (std::uint32_t direction = 0; direction < 4; ++direction)
            square.shapes |= spread(table_.both(square.line[direction])) << 4 * direction;
        for (const int side : {0, 1}) {
            const Kind& kind = kinds_[square.of(side)];
            weigh(side, kind, 1);
            add(side, cell, kind.threat);
        }
    }

    static std::uint32_t spread(std::uint32_t both) { return (both & 15) | (both & 240) << 12; }

    // Takes over the shapes of a line, four bits for each side.
    template <Update update>
    void refresh(Square& square, const Near& near, std::uint32_t both) {
        const std::uint32_t before = square.shapes;
        square.shapes = (before & ~(0xF000FU << 4 * near.direction)) | spread(both)
                                                                           << 4 * near.direction;
        if (square.shapes == before) return;
        changes_.push_back({near.cell, before});
        for (const int each : {0, 1}) {
            const Kind& was = kinds_[static_cast<Shapes>(before >> (16 * each))];
            const Kind& is = kinds_[square.of(each)];
            if (&was == &is) continue;
            if constexpr (update == Update::everything) {
                weigh(each, was, -1);
                weigh(each, is, 1);
            }
            if (was.threat == is.threat) continue;
            remove(each, near.cell, was.threat);
            add(each, near.cell, is.threat);
        }
    }

    void weigh(int side, const Kind& kind, int by) {
        for (const std::size_t turn : {0, 1}) worth_[index(side)][turn] += by * kind.worth[turn];
        open_[index(side)] += &kind != kinds_ ? by : 0;
    }

    void add(int side, int cell, Threat threat) {
        cells_[index(side)][static_cast<std::size_t>(threat)].set(cell);
        ++counts_[index(side)][static_cast<std::size_t>(threat)];
    }

    void remove(int side, int cell, Threat threat) {
        cells_[index(side)][static_cast<std::size_t>(threat)].reset(cell);
        --counts_[index(side)][static_cast<std::size_t>(threat)];
    }

    Windows windows_;
    const ShapeTable& table_;
    Sights sights_;
    const Kind* kinds_;
    std::vector<Square> squares_;
    std::vector<Cells> close_to_;
    Cells close_;
    std::vector<Change> changes_;
    std::vector<Mark> marks_;
    Worth worth_{};              // by side: if it is to move, if it is not
    std::array<int, 2> open_{};  // cells where a stone of a side would be on an open line
    std::array<Cells, 2> stones_{};
    std::array<std::array<Cells, threat_count>, 2> cells_{};
    std::array<std::array<int, threat_count>, 2> counts_{};
};

}  // namespace noughts

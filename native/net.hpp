// A small net over lines: what a position is worth, and how promising its moves are.
//
// Around an empty cell, each of four lines shows `reach` cells on either side; its number (see
// lines.hpp) selects a row of `channels` whole numbers. The four rows of a cell are added and cut
// off below zero: its features. That is done twice, as side 0 sees the lines and as side 1 does.
//
//      lines -> 4 rows -> added, cut off -> features of a cell ------------> promise of a move
//      there
//                                              |                               ^
//                                              | summed up over the board      | how much each of
//                                              v                               | them counts
//                                           64 hidden units -> 32 more -> value|
//                                              |                               |
//                                              +-------------------------------+
//
// So what makes a move promising depends on the position as a whole. A line and its reverse have
// the same row; a line without stones has a row of zeros. All of it is integer arithmetic, so it
// gives the same numbers on every machine. Where the rows come from: `training/README.md`.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "lines.hpp"
#include "rules.hpp"

namespace noughts {

// The weights, as training/net.py writes them.
class Net {
public:
    static constexpr int k = 5, reach = k - 1;
    // The value is made of the first `judged` channels; the others are for the promises alone.
    static constexpr std::size_t channels = 64, judged = 48, hidden = 64, second = 32;
    template <std::size_t count>
    using Numbers = std::array<std::int16_t, count>;
    using Row = Numbers<channels>;

    // Throws std::invalid_argument if these are not the weights of such a net.
    explicit Net(std::string_view bytes);

    // Whether the net was made for such a game.
    static bool fits(const Rules& rules) {
        return rules.k == k && rules.diagonals && !rules.exact && rules.cells() >= 81;
    }

    // The rows of a line as side 0 sees it, and as side 1 does.
    const Row& row(int side, Line line) const { return rows_[row_of_[line][index(side)]]; }

    // Sums of products of all inputs, which are taken two by two: machines multiply them so.
    template <std::size_t inputs, std::size_t outputs>
    struct alignas(32) Layer {
        std::array<std::array<std::array<std::int16_t, 2>, outputs>, inputs / 2> weights{};
        std::array<std::int32_t, outputs> bias{};
    };

    // The sums over the board for the side to move and the other one become hidden units, these a
    // few more, and these the value.
    Layer<2 * judged, hidden> to_hidden{};
    Layer<hidden, second> to_second{};
    Numbers<second> out{};
    std::int32_t out_bias = 0;
    // How much a feature of the side to move or the other one counts for the promises.
    Layer<hidden, 2 * channels> to_counts{};

private:
    static std::size_t index(int number) { return static_cast<std::size_t>(number); }
    std::size_t number_rows();

    std::vector<Row> rows_;
    std::vector<std::array<std::uint16_t, 2>> row_of_;
};

// The features of a position, kept up to date move by move.
class NetBoard {
public:
    // An `x` (side 0), `o` (side 1) or `.` for each cell, row by row. The sights and the net must
    // outlive the board. `plain` does without the instructions that not every machine has.
    NetBoard(const Sights& sights, const Net& net, std::string_view cells, bool plain = false);

    // Plays and takes back stones until those since the beginning are these; side `first` begins.
    void follow(std::span<const int> played, int first);

    // What the position is worth to `us`, who are to move; in the unit of `Kind::worth`.
    int value(int us) const;

    // The same after these stones, the last of which it does not put down: that is faster where
    // nothing comes behind it.
    int value_after(std::span<const int> played, int first);

    // How much each feature counts for the promises of the moves of `us`, here and now.
    using Counts = std::array<Net::Row, 2>;
    Counts counts(int us) const;

    // How promising a move at an empty cell looks; in the unit of `Kind::attack`.
    int promise(const Counts& counts, int us, int cell) const;

private:
    struct Arithmetic;
    using Row = Net::Row;
    using Pool = std::array<std::int32_t, Net::judged>;
    struct alignas(32) Features {
        std::array<Row, 2> side;
    };
    struct Saved {
        Saved(std::uint16_t cell, std::uint8_t direction, Line line)
            : line(line), cell(cell), direction(direction) {}
        Features features;  // filled in later
        Line line;
        std::uint16_t cell;
        std::uint8_t direction;
    };
    struct Mark {
        int cell;
        std::size_t saved;
        std::array<Pool, 2> pools;
    };

    static std::size_t index(int number) { return static_cast<std::size_t>(number); }
    void put(int side, int cell);
    void take_back();

    const Sights& sights_;
    const Net& net_;
    const Arithmetic& arithmetic_;
    std::vector<std::array<Line, 4>> lines_;
    std::vector<Features> features_;
    std::vector<std::uint8_t> taken_;
    std::array<Pool, 2> pools_{};
    std::vector<Saved> saved_;
    std::vector<Mark> marks_;
    std::vector<int> played_;
};

// What the net says after each of these lines of moves from a position: the value for the side to
// move and for each cell the promise; 0 for cells that are taken. All on one board, in turn.
struct Opinion {
    int value;
    std::vector<int> promises;
};
std::vector<Opinion> opinions(const Rules& rules, std::string_view cells, bool x_to_move,
                              const Net& net, const std::vector<std::vector<int>>& lines,
                              bool plain);

}  // namespace noughts

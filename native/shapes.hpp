// What a stone makes along a line: the vocabulary of the playing search.
//
// Around an empty cell, a line shows `reach` cells on each side. To one side of the game each of
// them is empty, its own, or blocked (the opponent's, or beyond the edge):
//
//      k = 5         . x x . [ ] x . o #        # the edge
//      place         0 1 2 3     4 5 6 7
//
// The digits, 0 empty, 1 own, 2 blocked, make a number in base 3, and a table says which shape a
// stone in the middle makes. A board keeps one number in base 4 for both sides: 0 empty, 1 side 0,
// 2 side 1, 3 beyond the edge; a second table has the shapes of both. The names are those of five
// in a row; they mean the same for every k: a five is a complete line, a four lacks one stone, an
// open four lacks one in two places, an open three can become an open four, and so on.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "rules.hpp"

namespace noughts {

enum class Shape : std::uint8_t {
    none,  // no line can be completed here
    one,
    open_one,
    two,
    open_two,  // one cell makes it an open three, then two, then more
    wide_two,
    widest_two,
    three,
    open_three,  // one cell makes it an open four, then more
    wide_three,
    four,
    open_four,
    five,
};
inline constexpr int shape_count = 13;

class ShapeTable {
public:
    explicit ShapeTable(const Rules& rules);

    // Whether the table for such rules has a reasonable size. A single stone is not on a line.
    static bool fits(const Rules& rules) {
        return rules.k > 1 && 2 * reach_of(rules) <= most_places;
    }
    static int reach_of(const Rules& rules) { return rules.exact ? rules.k : rules.k - 1; }

    int reach() const { return reach_; }

    // The shapes of both sides for a line, a number in base 4: four bits each, side 0 in the lower.
    std::uint32_t both(std::uint32_t line) const { return both_[line]; }

private:
    static constexpr int most_places = 12;

    int power(int place) const { return power_[static_cast<std::size_t>(place)]; }
    int digit(int number, int place) const { return number / power(place) % 3; }
    Shape find(int number);
    Shape look_ahead(int number);
    void fill_both(int place, std::uint32_t line, std::array<int, 2> number);
    bool completes(int number) const;

    int k_, reach_;
    bool exact_;
    std::array<int, most_places + 1> power_{};
    std::vector<Shape> table_;
    std::vector<bool> known_;
    std::vector<std::uint8_t> both_;
};

// The table for such rules, made when it is first asked for.
const ShapeTable& shape_table(const Rules& rules);

// What a stone makes in all four directions together.
enum class Threat : std::uint8_t {
    quiet,
    open_three,
    double_three,
    four,
    four_three,
    open_four,  // or two fours: either wins
    five,
};
inline constexpr int threat_count = 7;

// The shapes of a cell in four directions, four bits each.
using Shapes = std::uint16_t;

inline Shape shape_in(Shapes all, int direction) {
    return static_cast<Shape>(all >> (4 * direction) & 15);
}

Threat threat_of(Shapes all);

}  // namespace noughts

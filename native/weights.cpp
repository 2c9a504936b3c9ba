#include "weights.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <vector>

namespace noughts {

namespace {

// For each way to have shapes in four directions, in whatever order: the two worths, attack and
// defence. The ways are sorted: the smallest shape first, and that of the last direction runs
// fastest.
using Numbers = std::array<std::int16_t, 4>;
constexpr std::array<Numbers, 1820> four{{
#include "learned_4.inc"
}};
constexpr std::array<Numbers, 1820> four_straight{{
#include "learned_4_straight.inc"
}};
constexpr std::array<Numbers, 1820> five{{
#include "learned_5.inc"
}};
constexpr std::array<Numbers, 1820> six{{
#include "learned_6.inc"
}};

// The games for which they were learned. On smaller boards, windows do as well.
struct Learned {
    const std::array<Numbers, 1820>& numbers;
    int k;
    bool diagonals;
    int least_cells;
};
constexpr std::array learned{
    Learned{five, 5, true, 81},
    Learned{four, 4, true, 64},
    Learned{four_straight, 4, false, 64},
    Learned{six, 6, true, 144},
};

constexpr int directions = 4;
using Way = std::array<int, directions>;

Way sorted_way(Shapes all) {
    Way way{};
    for (int direction = 0; direction < directions; ++direction)
        way[static_cast<std::size_t>(direction)] = static_cast<int>(shape_in(all, direction));
    std::sort(way.begin(), way.end());
    return way;
}

std::vector<Way> every_way() {
    std::vector<Way> ways;
    for (int a = 0; a < shape_count; ++a)
        for (int b = a; b < shape_count; ++b)
            for (int c = b; c < shape_count; ++c)
                for (int d = c; d < shape_count; ++d) ways.push_back({a, b, c, d});
    return ways;
}

std::vector<Kind> make_kinds(const std::array<Numbers, 1820>& learned) {
    const std::vector<Way> ways = every_way();
    std::vector<Kind> kinds(std::size_t{1} << (4 * directions));
    for (std::size_t all = 0; all < kinds.size(); ++all) {
        const Way way = sorted_way(static_cast<Shapes>(all));
        const auto found = std::lower_bound(ways.begin(), ways.end(), way);
        if (found == ways.end() || *found != way) continue;  // there are no such shapes
        const Numbers& numbers = learned[static_cast<std::size_t>(found - ways.begin())];
        kinds[all] = {
            threat_of(static_cast<Shapes>(all)), {numbers[0], numbers[1]}, numbers[2], numbers[3]};
    }
    return kinds;
}

// Those of the games with this number in `learned`, made when they are first asked for.
template <std::size_t number>
const Kind* kinds() {
    static const std::vector<Kind> made = make_kinds(learned[number].numbers);
    return made.data();
}

// The number in `learned` for such a game; the first one if there is none.
std::size_t number_for(const Rules& rules) {
    for (std::size_t number = 0; number < learned.size(); ++number)
        if (learned[number].k == rules.k && learned[number].diagonals == rules.diagonals)
            return number;
    return 0;
}

}  // namespace

const Kind* kinds_of_shapes(const Rules& rules) {
    constexpr std::array of{kinds<0>, kinds<1>, kinds<2>, kinds<3>};
    static_assert(of.size() == learned.size());
    return of[number_for(rules)]();
}

bool has_weights(const Rules& rules) {
    const Learned& found = learned[number_for(rules)];
    return found.k == rules.k && found.diagonals == rules.diagonals &&
           rules.cells() >= found.least_cells && ShapeTable::fits(rules);
}

}  // namespace noughts

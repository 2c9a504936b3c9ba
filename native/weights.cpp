#include "weights.hpp"

#include <algorithm>
#include <vector>

namespace noughts {

namespace {

// For each way to have shapes in four directions, in whatever order: the two worths, attack and
// defence. The ways are sorted: the smallest shape first, and that of the last direction runs
// fastest.
constexpr std::int16_t learned[][4] = {
#include "learned.inc"
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

std::vector<Kind> make_kinds() {
    const std::vector<Way> ways = every_way();
    std::vector<Kind> kinds(std::size_t{1} << (4 * directions));
    for (std::size_t all = 0; all < kinds.size(); ++all) {
        const Way way = sorted_way(static_cast<Shapes>(all));
        const auto found = std::lower_bound(ways.begin(), ways.end(), way);
        if (found == ways.end() || *found != way) continue;  // there are no such shapes
        const auto& numbers = learned[found - ways.begin()];
        kinds[all] = {
            threat_of(static_cast<Shapes>(all)), {numbers[0], numbers[1]}, numbers[2], numbers[3]};
    }
    return kinds;
}

}  // namespace

const Kind* kinds_of_shapes() {
    static const std::vector<Kind> kinds = make_kinds();
    return kinds.data();
}

bool has_weights(const Rules& rules) {
    return rules.k == 5 && rules.diagonals && rules.cells() >= 81 && ShapeTable::fits(rules);
}

}  // namespace noughts

#include "shapes.hpp"

#include <map>
#include <memory>
#include <utility>

#include "threads.hpp"

namespace noughts {

ShapeTable::ShapeTable(const Rules& rules)
    : k_(rules.k), reach_(reach_of(rules)), exact_(rules.exact) {
    power_[0] = 1;
    for (std::size_t i = 1; i < power_.size(); ++i) power_[i] = 3 * power_[i - 1];
    const auto size = static_cast<std::size_t>(power(2 * reach_));
    table_.resize(size);
    known_.resize(size);
    for (int number = 0; number < static_cast<int>(size); ++number) find(number);
    both_.resize(std::size_t{1} << (4 * reach_));
    fill_both(0, 0, {0, 0});
}

// Goes through the digits of a line, and through the numbers that they make for either side.
void ShapeTable::fill_both(int place, std::uint32_t line, std::array<int, 2> number) {
    if (place == 2 * reach_) {
        const auto shape = [&](int of) {
            return static_cast<int>(table_[static_cast<std::size_t>(of)]);
        };
        both_[line] = static_cast<std::uint8_t>(shape(number[0]) | shape(number[1]) << 4);
        return;
    }
    constexpr std::array<std::array<int, 2>, 4> seen{{{0, 0}, {1, 2}, {2, 1}, {2, 2}}};
    for (std::uint32_t digit = 0; digit < seen.size(); ++digit)
        fill_both(
            place + 1, line | digit << (2 * place),
            {number[0] + seen[digit][0] * power(place), number[1] + seen[digit][1] * power(place)});
}

Shape ShapeTable::find(int number) {
    const auto at = static_cast<std::size_t>(number);
    if (!known_[at]) {
        table_[at] = completes(number) ? Shape::five : look_ahead(number);
        known_[at] = true;
    }
    return table_[at];
}

// What the stone makes, by what one more stone on the line would make of it.
Shape ShapeTable::look_ahead(int number) {
    std::array<int, shape_count> count{};
    for (int place = 0; place < 2 * reach_; ++place)
        if (digit(number, place) == 0)
            ++count[static_cast<std::size_t>(find(number + power(place)))];
    const auto of = [&](Shape shape) { return count[static_cast<std::size_t>(shape)]; };
    const int open_threes = of(Shape::open_three) + of(Shape::wide_three);
    if (of(Shape::five) > 1) return Shape::open_four;
    if (of(Shape::five) == 1) return Shape::four;
    if (of(Shape::open_four) > 1) return Shape::wide_three;
    if (of(Shape::open_four) == 1) return Shape::open_three;
    if (of(Shape::four) > 0) return Shape::three;
    if (open_threes > 2) return Shape::widest_two;
    if (open_threes == 2) return Shape::wide_two;
    if (open_threes == 1) return Shape::open_two;
    if (of(Shape::three) > 0) return Shape::two;
    if (of(Shape::open_two) + of(Shape::wide_two) + of(Shape::widest_two) > 0)
        return Shape::open_one;
    if (of(Shape::two) + of(Shape::open_one) + of(Shape::one) > 0) return Shape::one;
    return Shape::none;
}

// Whether the stone in the middle completes a line.
bool ShapeTable::completes(int number) const {
    int length = 1;
    for (int place = reach_; place < 2 * reach_ && digit(number, place) == 1; ++place) ++length;
    for (int place = reach_ - 1; place >= 0 && digit(number, place) == 1; --place) ++length;
    return exact_ ? length == k_ : length >= k_;
}

const ShapeTable& shape_table(const Rules& rules) {
    static Mutex one_at_a_time;
    static std::map<std::pair<int, bool>, std::unique_ptr<const ShapeTable>> tables;
    const std::lock_guard lock(one_at_a_time);
    auto& table = tables[{rules.k, rules.exact}];
    if (!table) table = std::make_unique<const ShapeTable>(rules);
    return *table;
}

Threat threat_of(Shapes all) {
    std::array<int, shape_count> count{};
    for (int direction = 0; direction < 4; ++direction)
        ++count[static_cast<std::size_t>(shape_in(all, direction))];
    const auto of = [&](Shape shape) { return count[static_cast<std::size_t>(shape)]; };
    const int threes = of(Shape::open_three) + of(Shape::wide_three);
    if (of(Shape::five) > 0) return Threat::five;
    if (of(Shape::open_four) > 0 || of(Shape::four) > 1) return Threat::open_four;
    if (of(Shape::four) > 0) return threes > 0 ? Threat::four_three : Threat::four;
    if (threes > 1) return Threat::double_three;
    return threes > 0 ? Threat::open_three : Threat::quiet;
}

}  // namespace noughts

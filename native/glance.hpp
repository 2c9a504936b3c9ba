// What a position shows without a search: how promising each move looks, and what a stone there
// makes. People see that much, too; levels are made of it.
#pragma once

#include <string_view>
#include <vector>

#include "net.hpp"
#include "rules.hpp"
#include "shapes.hpp"

namespace noughts {

struct Glance {
    int promise = 0;                // 100 make a move e times as likely
    Threat ours = Threat::quiet;    // what a stone of the side to move makes
    Threat theirs = Threat::quiet;  // what one of the other side makes
    // Whether the other side threatens an open four, and a stone here keeps it from all of them.
    bool defends = false;
};

// For each cell; those that are taken show nothing. The net fits the rules, or is null; then the
// shapes say what is promising, and for lines too long for these, the windows, which tell only
// fours and fives.
std::vector<Glance> glance(const Rules& rules, std::string_view cells, bool x_to_move,
                           const Net* net);

}  // namespace noughts

// What the shapes of a cell mean to the search: a threat, a part of the evaluation, a part of the
// order of moves. The numbers were learned from games of the engine against itself; see
// `training/README.md`.
#pragma once

#include <array>
#include <cstdint>

#include "rules.hpp"
#include "shapes.hpp"

namespace noughts {

struct Kind {
    Threat threat = Threat::quiet;
    // To the side that is to move, and to the other; 3,200 change the odds by a factor of e.
    std::array<std::int16_t, 2> worth{};
    // How promising the cell is for the side whose shapes these are, and for the other one; 100
    // make a move e times as likely.
    std::int16_t attack = 0, defence = 0;
};
inline constexpr int worth_per_point = 16;

// One for each `Shapes`; where none were learned, those of five in a row.
const Kind* kinds_of_shapes(const Rules& rules);

// Whether they were learned for such a game.
bool has_weights(const Rules& rules);

}  // namespace noughts

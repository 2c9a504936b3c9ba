#include "glance.hpp"

#include <cmath>
#include <cstddef>

#include "evaluate.hpp"
#include "shape_board.hpp"

namespace noughts {

namespace {

using Found = std::vector<Glance>;

std::size_t index(int cell) { return static_cast<std::size_t>(cell); }

void see_shapes(Found& found, const ShapeBoard& board, int us) {
    const int them = 1 - us;
    const ShapeBoard::Cells& open_fours = board.open_fours(them);
    ShapeBoard::Cells defences = open_fours.any() ? board.empty : ShapeBoard::Cells{};
    for (const int cell : open_fours) defences &= board.spoilers(them, cell);
    for (const int cell : board.empty)
        found[index(cell)] = {board.promise(us, cell), board.threat_at(us, cell),
                              board.threat_at(them, cell), defences.test(cell)};
}

void see_windows(Found& found, const Evaluation& board, int us) {
    const auto threat = [&](int side, int cell) {
        return board.completions(side).test(cell)     ? Threat::five
               : board.threat_makers(side).test(cell) ? Threat::four
                                                      : Threat::quiet;
    };
    for (const int cell : board.empty) {
        // A move is as likely as it is promising.
        const double promise = 100 * std::log(1 + board.promise(us, cell));
        found[index(cell)] = {static_cast<int>(promise), threat(us, cell), threat(1 - us, cell),
                              false};
    }
}

}  // namespace

Found glance(const Rules& rules, std::string_view cells, bool x_to_move, const Net* net) {
    Found found(cells.size());
    const int us = x_to_move ? 0 : 1;
    if (!ShapeTable::fits(rules)) {
        see_windows(found, Evaluation(rules, cells), us);
        return found;
    }
    const ShapeBoard board(rules, cells);
    see_shapes(found, board, us);
    if (net) {
        const NetBoard judged(board.sights(), *net, cells);
        const NetBoard::Counts counts = judged.counts(us);
        for (const int cell : board.empty)
            found[index(cell)].promise = judged.promise(counts, us, cell);
    }
    return found;
}

}  // namespace noughts

// The engine's search: as strong as the time allows, on any board.
//
// Iterative deepening principal-variation search over `ShapeBoard` where there are weights for it,
// else over `Evaluation`, with a transposition table, forced replies, reductions of late moves,
// extensions of lone ones, and in every node a search for a win by continuous threats; at the root
// one by open threes, too. A `Net`, where one fits, judges positions and orders moves. Several
// threads share the table and keep out of each other's way.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "net.hpp"
#include "rules.hpp"
#include "stop.hpp"
#include "tables.hpp"

namespace noughts {

// A decided score is proved: a forced win or loss in at most that many plies. Draws are never
// proved. A win in n plies scores `certain - n`, a loss `n - certain`; anything in between is an
// opinion.
inline constexpr int certain = 1'000'000;
inline constexpr int longest = 1'000;  // more plies than any game has

struct Task {
    std::string cells;
    bool x_to_move = true;
    bool every_move = false;  // each root move is searched with a full window
    int depth = 0;            // at most; 0: no limit
    std::uint64_t nodes = 0;  // at most; 0: no limit
};

struct RootMove {
    int cell = -1;
    int score = 0;
    bool exact = false;  // otherwise the score is an upper bound
    std::vector<int> line;
};

struct Found {
    std::vector<RootMove> moves;  // the best first
    int depth = 0;                // of the last finished search
    int reached = 0;              // at least the first move has been searched to this depth
    std::uint64_t nodes = 0;
};

// Called with the result of each depth.
using OnProgress = std::function<void(const Found&)>;

// For callers that can pass only a plain function.
inline OnProgress telling(void (*tell)(const Found&, void*), void* with) {
    return [=](const Found& found) { tell(found, with); };
}

class DeepSearch {
public:
    // `net` fits the rules, or is null.
    DeepSearch(const Rules& rules, std::size_t table_bytes, int threads,
               std::shared_ptr<const Net> net)
        : rules_(rules), table_(table_bytes), threads_(threads), net_(std::move(net)) {}

    Found search(const Task& task, StopCheck& stop, const OnProgress& on_progress);

private:
    Rules rules_;
    TranspositionTable table_;
    int threads_;
    std::shared_ptr<const Net> net_;
};

}  // namespace noughts

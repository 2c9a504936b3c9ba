// The engine's search: as strong as the time allows, on any board.
//
// Iterative deepening principal-variation search over `Evaluation`, with a transposition table,
// forced replies, reductions of late moves, and at the leaves a search for a win by continuous
// threats. Several threads share the table, and keep out of each other's way.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "rules.hpp"
#include "tick.hpp"

namespace noughts {

// A score that is decided is proved: a forced win or loss in at most so many plies. Draws are not.
// A win in n plies scores `certain - n`, a loss `n - certain`; anything between is an opinion.
inline constexpr int certain = 1'000'000;
inline constexpr int longest = 1'000;  // more plies than any game has

struct Limits {
    int depth = 0;            // 0: none
    std::uint64_t nodes = 0;  // 0: none
};

struct RootMove {
    int cell = -1;
    int score = 0;
    bool exact = false;  // else the score is at most this
    std::vector<int> line;
};

struct Found {
    std::vector<RootMove> moves;  // the best first
    int depth = 0;                // of the last search that was finished
    int reached = 0;              // at least the first move has been searched to this depth
    std::uint64_t nodes = 0;
};

using Told = std::function<void(const Found&)>;

// For callers that have only functions.
inline Told told_to(void (*tell)(const Found&, void*), void* with) {
    return [=](const Found& found) { tell(found, with); };
}

class Engine {
public:
    virtual ~Engine() = default;

    // `tick` is asked now and then whether to stop; `told` gets the result of each depth. With
    // `every_move` each root move is searched with a full window.
    virtual Found search(const std::string& cells, bool x_to_move, const Limits&, bool every_move,
                         const Tick& tick, const Told& told) = 0;
};

std::unique_ptr<Engine> make_engine(const Rules&, std::size_t table_bytes, int threads);

}  // namespace noughts

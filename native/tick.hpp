// The pulse of a long search: a function that is called now and then and may end it.
#pragma once

#include <cstdint>

namespace noughts {

struct Tick {
    bool (*stop)(void*) = nullptr;  // true: end the search
    void* with = nullptr;

    bool operator()() const { return stop != nullptr && stop(with); }
};

// How many nodes pass between two ticks: a fraction of a millisecond.
inline constexpr std::uint64_t nodes_per_tick = 256;

}  // namespace noughts

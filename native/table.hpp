// The transposition table of the engine's search, shared by its threads without locks.
//
// An entry is two words, the data and the data combined with the key. If two threads write at the
// same time, the words do not fit together any more and the entry is passed over.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "zeroed.hpp"

namespace noughts {

enum class Bound : std::uint8_t { none, at_most, at_least, exact };

struct Entry {
    std::int32_t score = 0;
    std::int16_t move = -1;
    std::int8_t depth = 0;
    Bound bound = Bound::none;
};

class TranspositionTable {
public:
    explicit TranspositionTable(std::size_t bytes) : slots_(bytes) {}

    bool look_up(std::uint64_t key, Entry& entry) const {
        Slot& slot = slots_[key];
        const std::uint64_t data = load(slot.data);
        if ((load(slot.check) ^ data) != key || data == 0) return false;
        entry.score = static_cast<std::int32_t>(static_cast<std::uint32_t>(data >> 32));
        entry.move = static_cast<std::int16_t>(static_cast<std::uint16_t>(data >> 16));
        entry.depth = static_cast<std::int8_t>(static_cast<std::uint8_t>(data >> 8));
        entry.bound = static_cast<Bound>(data & 3);
        return true;
    }

    void store(std::uint64_t key, const Entry& entry) {
        const std::uint64_t data =
            static_cast<std::uint64_t>(static_cast<std::uint32_t>(entry.score)) << 32 |
            static_cast<std::uint64_t>(static_cast<std::uint16_t>(entry.move)) << 16 |
            static_cast<std::uint64_t>(static_cast<std::uint8_t>(entry.depth)) << 8 |
            static_cast<std::uint64_t>(entry.bound);
        Slot& slot = slots_[key];
        keep(slot.data, data);
        keep(slot.check, key ^ data);
    }

private:
    struct Slot {
        std::uint64_t data, check;
    };

    static std::uint64_t load(std::uint64_t& word) {
        return std::atomic_ref(word).load(std::memory_order_relaxed);
    }

    static void keep(std::uint64_t& word, std::uint64_t value) {
        std::atomic_ref(word).store(value, std::memory_order_relaxed);
    }

    Zeroed<Slot> slots_;
};

}  // namespace noughts

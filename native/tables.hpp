// What searches remember: the table of the proofs and the table of the engine's search.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>
#include <optional>
#include <utility>

namespace noughts {

// splitmix64 (Steele, Lea and Flood 2014): its n-th number is `scramble(n * golden)`, which looks
// random.

inline constexpr std::uint64_t golden = 0x9E3779B97F4A7C15;

inline std::uint64_t scramble(std::uint64_t z) {
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
    return z ^ (z >> 31);
}

// A large array of zeros whose pages cost nothing until they are used: as many items as fit into
// `bytes`, rounded down to a power of two; at least 64. Any number can be an index: only its lowest
// bits count.
template <typename Item>
class ZeroedArray {
public:
    explicit ZeroedArray(std::size_t bytes) {
        while (size_ * 2 * sizeof(Item) <= bytes) size_ *= 2;
        items_.reset(static_cast<Item*>(std::calloc(size_, sizeof(Item))));
        if (!items_) throw std::bad_alloc();
    }

    std::size_t size() const { return size_; }
    Item* begin() const { return items_.get(); }
    Item* end() const { return items_.get() + size_; }

    Item& operator[](std::uint64_t index) const { return items_[index & (size_ - 1)]; }

private:
    struct Free {
        void operator()(Item* items) const { std::free(items); }
    };

    std::size_t size_ = 64;
    std::unique_ptr<Item[], Free> items_;
};

// What a proof has found out about a question; see solve.hpp.
enum class Answer : std::uint8_t {
    no,       // the attacker can never force a line
    not_yet,  // not with that many of its moves
    yes,
    none,  // not known
};

// Answers by the hash of a question. An entry is one word:
//
//      63 ............ 8   7 ... 2   1 0
//      part of the hash    moves     the answer + 1: 1 no, 2 not yet, 3 yes
//
// Four entries share a bucket; the oldest makes room. The table starts small, so that it stays in
// the processor's cache, and grows as it fills, up to the size requested.
class ProofTable {
public:
    explicit ProofTable(std::size_t bytes)
        : buckets_(std::min(bytes, first_bytes)), most_bytes_(bytes) {}

    // `Answer::none` if nothing is known about that many moves.
    Answer look_up(std::uint64_t hash, int moves) const {
        for (const std::uint64_t entry : buckets_[scramble(hash >> 8)]) {
            if ((entry ^ hash) >> 8 != 0 || entry == 0) continue;
            const int of = static_cast<int>(entry >> 2 & 63);
            const auto answer = static_cast<Answer>((entry & 3) - 1);
            if (answer == Answer::no || (answer == Answer::not_yet && moves <= of) ||
                (answer == Answer::yes && moves >= of))
                return answer;
        }
        return Answer::none;
    }

    void store(std::uint64_t hash, int moves, Answer answer) {
        if (++stored_ > 2 * buckets_.size()) grow();
        push(buckets_, (hash & ~std::uint64_t{255}) | static_cast<std::uint64_t>(moves) << 2 |
                           (static_cast<std::uint64_t>(answer) + 1));
    }

private:
    using Bucket = std::array<std::uint64_t, 4>;
    static constexpr std::size_t first_bytes = 1 << 17;  // half of a common second-level cache

    // Puts an entry at the front of its bucket, in place of an older one about the same question.
    static void push(const ZeroedArray<Bucket>& buckets, std::uint64_t entry) {
        Bucket& bucket = buckets[scramble(entry >> 8)];
        std::size_t last = 0;
        while (last < bucket.size() - 1 && (bucket[last] ^ entry) >> 8 != 0) ++last;
        for (; last > 0; --last) bucket[last] = bucket[last - 1];
        bucket[0] = entry;
    }

    void grow() {
        stored_ = 0;
        const std::size_t bytes = 4 * buckets_.size() * sizeof(Bucket);
        if (bytes > most_bytes_) return;
        try {
            ZeroedArray<Bucket> larger(bytes);
            for (const Bucket& bucket : buckets_)
                for (std::size_t i = bucket.size(); i-- > 0;)  // the oldest first
                    if (bucket[i] != 0) push(larger, bucket[i]);
            buckets_ = std::move(larger);
        } catch (const std::bad_alloc&) {
            most_bytes_ = 0;  // no more attempts
        }
    }

    ZeroedArray<Bucket> buckets_;
    std::size_t most_bytes_;
    std::size_t stored_ = 0;
};

// The transposition table of the engine's search, shared by its threads without locks.
//
// An entry is two words, the data and the data combined with the key. If two threads write at the
// same time, the words no longer match and the entry is ignored.

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

    std::optional<Entry> look_up(std::uint64_t key) const {
        Slot& slot = slots_[key];
        const std::uint64_t data = load(slot.data);
        if ((load(slot.check) ^ data) != key || data == 0) return std::nullopt;
        return Entry{static_cast<std::int32_t>(static_cast<std::uint32_t>(data >> 32)),
                     static_cast<std::int16_t>(static_cast<std::uint16_t>(data >> 16)),
                     static_cast<std::int8_t>(static_cast<std::uint8_t>(data >> 8)),
                     static_cast<Bound>(data & 3)};
    }

    // Memory takes as long as a move on the board to answer; this asks it beforehand.
    void expect(std::uint64_t key) const {
#if defined(__GNUC__)
        __builtin_prefetch(&slots_[key]);
#endif
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

    ZeroedArray<Slot> slots_;
};

}  // namespace noughts

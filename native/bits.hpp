// A set of small numbers, one bit each.
//
// The numbers are the bits of one long word, which is cut into 64-bit words, the lowest first:
//
//      word[0]                word[1]                word[2]
//      63 ....... 2 1 0       127 ....... 65 64      191 ....... 129 128
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace noughts {

template <int Words>
struct Bits {
    static_assert(Words >= 1);
    static constexpr int capacity = 64 * Words;

    std::array<std::uint64_t, Words> word{};

    // One number: is it in the set, put it in, take it out. It must be from 0 to capacity - 1.

    constexpr bool test(int bit) const { return (word[index(bit)] & mask(bit)) != 0; }
    constexpr void set(int bit) { word[index(bit)] |= mask(bit); }
    constexpr void reset(int bit) { word[index(bit)] &= ~mask(bit); }

    // The whole set: how many, any at all, which is the smallest (of a non-empty set).

    constexpr int count() const {
        int sum = 0;
        for (const std::uint64_t part : word) sum += std::popcount(part);
        return sum;
    }

    constexpr bool any() const {
        std::uint64_t all = 0;
        for (const std::uint64_t part : word) all |= part;
        return all != 0;
    }

    constexpr int first() const {
        for (int i = 0; i < Words - 1; ++i)
            if (at(i) != 0) return 64 * i + std::countr_zero(at(i));
        return 64 * (Words - 1) + std::countr_zero(at(Words - 1));
    }

    constexpr bool operator==(const Bits&) const = default;

    // Two sets: in both, in either, in exactly one, in this one but not in the other.

    constexpr Bits& operator&=(const Bits& other) {
        for (int i = 0; i < Words; ++i) at(i) &= other.at(i);
        return *this;
    }

    constexpr Bits& operator|=(const Bits& other) {
        for (int i = 0; i < Words; ++i) at(i) |= other.at(i);
        return *this;
    }

    constexpr Bits& operator^=(const Bits& other) {
        for (int i = 0; i < Words; ++i) at(i) ^= other.at(i);
        return *this;
    }

    constexpr Bits& remove(const Bits& other) {
        for (int i = 0; i < Words; ++i) at(i) &= ~other.at(i);
        return *this;
    }

    friend constexpr Bits operator&(Bits left, const Bits& right) { return left &= right; }
    friend constexpr Bits operator|(Bits left, const Bits& right) { return left |= right; }
    constexpr Bits without(const Bits& other) const { return Bits(*this).remove(other); }

    // `for (int bit : set)` visits the numbers, smallest first. It works on a copy, so the loop may
    // change the set. For a set of one word, as in the innermost loop of proofs, it ends when that
    // word is empty and needs no word count.

    class Iterator {
    public:
        constexpr explicit Iterator(const Bits& set) : left_(set) { skip_empty_words(); }
        constexpr int operator*() const { return 64 * at_ + std::countr_zero(left_.at(at_)); }
        constexpr bool operator!=(std::nullptr_t) const {
            return Words == 1 ? left_.at(0) != 0 : at_ < Words;
        }

        constexpr Iterator& operator++() {
            left_.at(at_) &= left_.at(at_) - 1;  // takes out the lowest bit
            skip_empty_words();
            return *this;
        }

    private:
        constexpr void skip_empty_words() {
            if constexpr (Words > 1)
                while (at_ < Words && left_.at(at_) == 0) ++at_;
        }

        Bits left_;
        int at_ = 0;
    };

    constexpr Iterator begin() const { return Iterator(*this); }
    constexpr std::nullptr_t end() const { return nullptr; }

private:
    static constexpr std::size_t index(int bit) { return static_cast<std::size_t>(bit) / 64; }
    static constexpr std::uint64_t mask(int bit) { return std::uint64_t{1} << (bit % 64); }

    constexpr std::uint64_t& at(int i) { return word[static_cast<std::size_t>(i)]; }
    constexpr std::uint64_t at(int i) const { return word[static_cast<std::size_t>(i)]; }
};

}  // namespace noughts

// The moves of a node, in the order in which the search tries them.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace noughts {

enum class Tried : std::uint8_t { no, skipped, put_off, yes };

struct Choice {
    int score;
    std::int16_t cell;
    std::int16_t promise;
    std::int16_t number = 0;
    Tried tried = Tried::no;

    bool comes_before(const Choice& other) const {
        return score != other.score ? score > other.score : cell < other.cell;
    }
};

// The moves of a node, at the end of a list that all nodes of the line share; the nodes below
// put theirs behind them, and the list may move when it grows. They are put in order one by
// one: a node that stops early has not paid for sorting the rest.
class Choices {
public:
    explicit Choices(std::vector<Choice>& all) : all_(all), begin_(all.size()) {}
    ~Choices() { all_.resize(begin_); }
    Choices(const Choices&) = delete;
    Choices& operator=(const Choices&) = delete;

    void add(const Choice& choice) {
        all_.push_back(choice);
        ++size_;
        most_promising_ = std::max<int>(most_promising_, choice.promise);
    }
    std::size_t size() const { return size_; }
    int most_promising() const { return most_promising_; }
    const Choice& operator[](std::size_t number) const { return all_[begin_ + number]; }

    // The best one from this number on, which it has from now on.
    Choice& pick(std::size_t number) {
        const auto first = all_.begin() + static_cast<std::ptrdiff_t>(begin_ + number);
        const auto last = all_.begin() + static_cast<std::ptrdiff_t>(begin_ + size_);
        std::iter_swap(first, std::min_element(first, last, [](const auto& a, const auto& b) {
                           return a.comes_before(b);
                       }));
        return *first;
    }

private:
    std::vector<Choice>& all_;
    std::size_t begin_, size_ = 0;
    int most_promising_ = std::numeric_limits<int>::min();
};

}  // namespace noughts

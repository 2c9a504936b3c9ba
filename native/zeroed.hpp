// A large array of zeros whose pages cost nothing until they are used.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>

namespace noughts {

// As many items as fit into `bytes`, rounded down to a power of two; at least 64. The index may be
// any number: its lowest bits count.
template <typename Item>
class Zeroed {
public:
    explicit Zeroed(std::size_t bytes) {
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

}  // namespace noughts

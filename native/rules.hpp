// The rules of a k-in-a-row game: the counterpart of `noughts.Rules` in Python.
#pragma once

namespace noughts {

inline constexpr int largest_side = 20;
inline constexpr int largest_cells = largest_side * largest_side;

// `diagonals` off: only rows and columns count. `exact`: a line longer than `k` does not win.
struct Rules {
    int rows = 0, columns = 0, k = 0;
    bool diagonals = true, exact = false;

    int cells() const { return rows * columns; }
    bool operator==(const Rules&) const = default;
};

}  // namespace noughts

// The board as proofs see it: the windows that are open to each side, by the stones it has in them.
//
//      open[side][0]      none yet
//      open[side][k-1]    one is lacking: the side can complete a line
//      open[side][k]      none is lacking: a line
//
// A stone lifts the windows of its own side by a level and closes them to the other side. Stones
// are never taken back; a search copies the board for each move.
#pragma once

#include <array>
#include <string_view>
#include <utility>
#include <vector>

#include "bits.hpp"
#include "windows.hpp"

namespace noughts {

// `CellWords` and `WindowWords` are the sizes of the sets, `Levels` is more than k.
template <int CellWords, int WindowWords, int Levels>
struct LevelGround {
    using Cells = Bits<CellWords>;
    using WindowSet = Bits<WindowWords>;

    struct Board {
        std::array<Cells, 2> stones;
        std::array<std::array<WindowSet, Levels>, 2> open;
    };

    explicit LevelGround(const Windows& windows)
        : rules(windows.rules),
          through(rules.cells()),
          beside(rules.cells()),
          cells_of(windows.count()) {
        for (int cell = 0; cell < rules.cells(); ++cell) {
            all_cells.set(cell);
            for (const int w : windows.through[cell]) through[cell].set(w);
            for (const int w : windows.beside[cell]) beside[cell].set(w);
        }
        for (int w = 0; w < windows.count(); ++w) {
            all_windows.set(w);
            for (const int cell : windows.cells[w]) cells_of[w].set(cell);
        }
    }

    // A position: an `x` (side 0), `o` (side 1) or `.` for each cell, row by row.
    Board board(std::string_view cells) const {
        Board board{};
        for (auto& open : board.open) open[0] = all_windows;
        for (int cell = 0; cell < rules.cells(); ++cell)
            if (cells[cell] != '.') put(board, cells[cell] == 'x' ? 0 : 1, cell);
        return board;
    }

    void put(Board& board, int side, int cell) const {
        auto& own = board.open[side];
        auto& theirs = board.open[1 - side];
        for (int level = rules.k - 1; level >= 0; --level) {
            const WindowSet lifted = own[level] & through[cell];
            own[level] ^= lifted;
            own[level + 1] |= lifted;
        }
        for (int level = 0; level < rules.k; ++level) theirs[level].remove(through[cell]);
        if (rules.exact)
            for (int level = 0; level <= rules.k; ++level) own[level].remove(beside[cell]);
        board.stones[side].set(cell);
    }

    Cells empty(const Board& board) const {
        return all_cells.without(board.stones[0] | board.stones[1]);
    }

    bool has_line(const Board& board, int side) const { return board.open[side][rules.k].any(); }

    // The empty cells in the windows that are open to a side and lack that many stones: with 1, the
    // cells that complete a line.
    Cells lacking(int stones, const Board& board, int side) const {
        Cells cells;
        for (const int w : board.open[side][rules.k - stones]) cells |= cells_of[w];
        return cells & empty(board);
    }

    Rules rules;
    Cells all_cells;
    WindowSet all_windows;
    std::vector<WindowSet> through, beside;  // of each cell
    std::vector<Cells> cells_of;             // of each window
};

// Calls `use` with the narrowest ground that fits the rules: narrow sets are fast.
template <class Use>
decltype(auto) with_ground(const Rules& rules, Use&& use) {
    const Windows windows(rules);
    const int cells = rules.cells(), count = windows.count(), k = rules.k;
    if (cells <= 64 && count <= 64 && k < 6) return use(LevelGround<1, 1, 6>(windows));
    if (cells <= 64 && count <= 128 && k < 6) return use(LevelGround<1, 2, 6>(windows));
    if (cells <= 64 && count <= 256 && k < 6) return use(LevelGround<1, 4, 6>(windows));
    if (cells <= 256 && count <= 1024 && k < 8) return use(LevelGround<4, 16, 8>(windows));
    return use(LevelGround<8, 32, 21>(windows));
}

}  // namespace noughts

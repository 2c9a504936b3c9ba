// Twins of plain Python functions: minimax and alpha-beta of `noughts.textbook`, and `perft`.
//
// They do exactly what those do, node for node, only faster; that they agree is how we know that
// the native rules are the same rules. Nothing else is built on them.
//
// `cells` is the board as in Python, an `x`, `o` or `.` for each cell. It must fit the rules.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "rules.hpp"

namespace noughts::twins {

// What a finished game is worth to its winner: 1, or the number of cells + 1 - depth, so that
// quick wins are worth more. A draw and a leaf at the depth limit are worth 0.
enum class Scores : bool { win_draw_loss, by_depth };

// Alpha-beta leaves a node when its value is at least beta, or, strictly, when it is more.
enum class Method : unsigned char { minimax, alpha_beta, alpha_beta_strict };

struct Result {
    struct Move {
        int cell, score;
        bool exact;  // if not, the score is at most that
    };

    int score = 0;
    std::uint64_t nodes = 0;
    int moves = 0;
    std::array<Move, largest_cells> table;  // the first `moves` of it: the moves at the root
};

// The value for the side to move, and of every move at the root. `depth` is at least 1.
Result search(const Rules& rules, std::string_view cells, bool x_to_move, Method method,
            Scores scores, int depth);

// In how many ways `depth` moves can be played; games that end earlier do not count.
std::uint64_t perft(const Rules& rules, std::string_view cells, bool x_to_move, int depth);

}  // namespace noughts::twins

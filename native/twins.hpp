// Twins of plain Python functions: minimax and alpha-beta of `noughts.textbook`, and `perft`.
//
// They do exactly the same, node for node, only faster. They run on the boards of the proofs and
// of the engine's search, and put stones and notice lines as those do; because they agree with
// Python, we know that the native rules are the same rules. Nothing else is built on them.
//
// `cells` is the board as in Python, an `x`, `o` or `.` for each cell. It must fit the rules.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "rules.hpp"

namespace noughts::twins {

// Which board: `LevelGround` (the proofs), `Evaluation` or `ShapeBoard` (the engine's search).
enum class On : unsigned char { proof_board, search_board, shape_board };

// `ShapeBoard` is only for rules whose table has a reasonable size.
bool has_board(const Rules&, On);

struct Position {
    Rules rules;
    std::string cells;
    bool x_to_move = true;
};

// What a finished game is worth to its winner: 1, or the number of cells + 1 - depth, so that
// quick wins are worth more. A draw and a leaf at the depth limit are worth 0.
enum class Scores : bool { win_draw_loss, by_depth };

// Alpha-beta leaves a node when its value is at least beta or, if strict, when it is more.
enum class Method : unsigned char { minimax, alpha_beta, alpha_beta_strict };

struct Result {
    struct Move {
        int cell, score;
        bool exact;  // otherwise the score is an upper bound
    };

    int score = 0;
    std::uint64_t nodes = 0;
    std::vector<Move> moves;  // at the root
};

// The value for the side to move, and of every move at the root. `depth` is at least 1.
Result search(const Position&, Method, Scores, int depth, On);

// The number of ways to play `depth` moves; games that end earlier do not count.
std::uint64_t perft(const Position&, int depth, On);

// The empty cells in windows that are open to the side to move and lack that many stones: with 1,
// the cells that win at once, with 2, those that threaten to, and so on. The boards of the search
// support only 1 and 2; that of the shapes leaves out of 2 what is in 1.
std::vector<int> threats(const Position&, int lacking, On);

// For each cell the shapes that a stone of the side to move makes there, and those of the other
// side, four bits for each direction (see shapes.hpp); 0 for cells that are taken.
std::vector<std::pair<int, int>> shapes(const Position&);

}  // namespace noughts::twins

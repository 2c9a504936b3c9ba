#include "twins.hpp"

#include <algorithm>
#include <cstddef>

#include "board.hpp"

namespace noughts::twins {
namespace {

constexpr int infinite = 1000;  // more than any score: 401 is the largest

// One search. Each side maximises its own score, and one side's gain is the other's loss: what the
// textbook writes as two functions, MAX-VALUE and MIN-VALUE, is `value` here and its negation.
template <int Words>
class Search {
public:
    Search(const Board<Words>& board, Method method, Scores scores, int depth)
        : board_(board),
          prunes_(method != Method::minimax),
          strict_(method == Method::alpha_beta_strict),
          depth_(depth),
          win_(scores == Scores::by_depth ? board.rules().cells() + 1 : 1),
          slower_(scores == Scores::by_depth ? 1 : 0) {}

    Result root(Side side) {
        Result result;
        const bool won = board_.has_line(side), lost = board_.has_line(other(side));
        const auto empty = board_.empty();
        if (won || lost || !empty.any()) {
            result.score = won ? win_ : lost ? -win_ : 0;
            result.nodes = 1;
            return result;
        }
        int alpha = -infinite;
        for (const int bit : empty) {
            const std::uint64_t before = nodes_;
            const int score = value_of(side, bit, empty, 0, alpha, infinite);
            const bool leaf = nodes_ == before + 1;
            const bool exact = leaf || !prunes_ || score > alpha || (strict_ && score == alpha);
            auto& entry = result.table[static_cast<std::size_t>(result.moves++)];
            entry = {board_.cell(bit), score, exact};
            alpha = std::max(alpha, score);
        }
        result.score = alpha;
        result.nodes = nodes_ + 1;
        return result;
    }

private:
    // What it is worth to the side to play there. The value is meant as in `value`.
    int value_of(Side side, int bit, Bits<Words> empty, int depth, int alpha, int beta) {
        ++nodes_;
        ++depth;
        board_.play(side, bit);
        empty.reset(bit);
        int score = 0;
        if (board_.has_line(side))
            score = win_ - slower_ * depth;
        else if (depth < depth_ && empty.any())
            score = -value(other(side), empty, depth, -beta, -alpha);
        board_.take_back(side, bit);
        return score;
    }

    // Returns r. If r <= alpha the value is at most r; if r >= beta, at least r; else it is r.
    // With `strict_`, r is the value also where it equals alpha or beta.
    int value(Side side, const Bits<Words>& empty, int depth, int alpha, int beta) {
        int best = -infinite;
        for (const int bit : empty) {
            best = std::max(best, value_of(side, bit, empty, depth, alpha, beta));
            if (!prunes_) continue;
            if (strict_ ? best > beta : best >= beta) break;
            alpha = std::max(alpha, best);
        }
        return best;
    }

    Board<Words> board_;
    const bool prunes_, strict_;
    const int depth_;
    const int win_, slower_;  // a win is worth `win_`, less `slower_` for every move until then
    std::uint64_t nodes_ = 0;
};

template <int Words>
std::uint64_t ways(Board<Words>& board, Side side, int depth) {
    const auto empty = board.empty();
    if (depth == 1) return static_cast<std::uint64_t>(empty.count());
    std::uint64_t sum = 0;
    for (const int bit : empty) {
        board.play(side, bit);
        if (!board.has_line(side)) sum += ways(board, other(side), depth - 1);
        board.take_back(side, bit);
    }
    return sum;
}

Side to_move(bool x_to_move) { return x_to_move ? Side::x : Side::o; }

}  // namespace

Result search(const Rules& rules, std::string_view cells, bool x_to_move, Method method,
            Scores scores, int depth) {
    return with_board(rules, cells, [&](const auto& board) {
        return Search(board, method, scores, depth).root(to_move(x_to_move));
    });
}

std::uint64_t perft(const Rules& rules, std::string_view cells, bool x_to_move, int depth) {
    if (depth == 0) return 1;
    return with_board(rules, cells, [&](auto& board) -> std::uint64_t {
        if (board.has_line(Side::x) || board.has_line(Side::o)) return 0;
        if (depth > board.empty().count()) return 0;
        return ways(board, to_move(x_to_move), depth);
    });
}

}  // namespace noughts::twins

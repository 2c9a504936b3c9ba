#include "twins.hpp"

#include <algorithm>

#include "evaluate.hpp"
#include "levels.hpp"
#include "shape_board.hpp"

namespace noughts::twins {
namespace {

constexpr int infinite = 1000;  // more than any score: 401 is the largest

// The boards under one interface. A move makes a new one, which must not outlive the old.

template <class Ground>
class ProofBoard {
public:
    ProofBoard(const Ground& ground, const Position& position)
        : ground_(ground), board_(ground.board(position.cells)) {}

    ProofBoard(const ProofBoard& before, int side, int cell) : ProofBoard(before) {
        ground_.put(board_, side, cell);
    }

    auto empty() const { return ground_.empty(board_); }
    bool has_line(int side) const { return ground_.has_line(board_, side); }
    auto lacking(int stones, int side) const { return ground_.lacking(stones, board_, side); }

private:
    const Ground& ground_;
    typename Ground::Board board_;
};

template <class Board>
class SearchBoard {
public:
    explicit SearchBoard(Board& board) : board_(board) {}

    SearchBoard(const SearchBoard& before, int side, int cell)
        : board_(before.board_), side_(side), cell_(cell) {
        board_.put(side, cell);
    }
    ~SearchBoard() {
        if (cell_ >= 0) board_.take_back(side_, cell_);
    }
    SearchBoard(const SearchBoard&) = delete;
    SearchBoard& operator=(const SearchBoard&) = delete;

    auto empty() const { return board_.empty; }
    bool has_line(int side) const { return board_.has_line(side); }
    auto lacking(int stones, int side) const {
        return stones == 1 ? board_.completions(side) : board_.threat_makers(side);
    }

private:
    Board& board_;
    int side_ = 0, cell_ = -1;
};

// Calls `use` with the position on the chosen board.
template <class Use>
auto with_board(const Position& position, On on, Use use) {
    if (on == On::proof_board)
        return with_ground(position.rules,
                           [&](const auto& ground) { return use(ProofBoard(ground, position)); });
    if (on == On::shape_board) {
        ShapeBoard board(position.rules, position.cells);
        return use(SearchBoard<ShapeBoard>(board));
    }
    Evaluation board(position.rules, position.cells);
    return use(SearchBoard<Evaluation>(board));
}

int side_of(const Position& position) { return position.x_to_move ? 0 : 1; }

// One search. Each side maximises its own score, and one side's gain is the other's loss: the
// textbook's two functions, MAX-VALUE and MIN-VALUE, are `value` and its negation here.
template <class Board>
class Twin {
public:
    Twin(const Rules& rules, Method method, Scores scores, int depth)
        : prunes_(method != Method::minimax),
          strict_(method == Method::alpha_beta_strict),
          depth_(depth),
          win_(scores == Scores::by_depth ? rules.cells() + 1 : 1),
          slower_(scores == Scores::by_depth ? 1 : 0) {}

    Result root(const Board& board, int side) {
        const bool won = board.has_line(side), lost = board.has_line(1 - side);
        if (won || lost || !board.empty().any()) return {won ? win_ : lost ? -win_ : 0, 1, {}};
        Result result;
        int alpha = -infinite;
        const Node node(*this, board, side, 0);
        for (const int cell : node.empty) {
            const std::uint64_t before = nodes_;
            const int score = value_of(node, cell, alpha, infinite);
            const bool leaf = nodes_ == before + 1;
            const bool exact = leaf || !prunes_ || score > alpha || (strict_ && score == alpha);
            result.moves.push_back({cell, score, exact});
            alpha = std::max(alpha, score);
        }
        result.score = alpha;
        result.nodes = nodes_ + 1;
        return result;
    }

private:
    using Cells = decltype(std::declval<Board>().empty());

    // A position whose moves are tried.
    struct Node {
        Node(const Twin& twin, const Board& of, int to_move, int at)
            : board(of),
              side(to_move),
              depth(at),
              empty(of.empty()),
              wins(of.lacking(1, to_move)),
              last(at + 1 == twin.depth_ || empty.count() == 1) {}

        const Board& board;
        int side, depth;
        Cells empty, wins;
        bool last;  // nothing is tried after these moves
    };

    // What a move is worth to the side that makes it. The contract is that of `value`.
    int value_of(const Node& node, int cell, int alpha, int beta) {
        ++nodes_;
        if (node.wins.test(cell)) return win_ - slower_ * (node.depth + 1);
        if (node.last) return 0;
        const Board child(node.board, node.side, cell);
        return -value(child, 1 - node.side, node.depth + 1, -beta, -alpha);
    }

    // Returns r. If r <= alpha the value is at most r; if r >= beta, at least r; else it is r.
    // With `strict_`, r is also the value if it equals alpha or beta.
    int value(const Board& board, int side, int depth, int alpha, int beta) {
        const Node node(*this, board, side, depth);
        int best = -infinite;
        for (const int cell : node.empty) {
            best = std::max(best, value_of(node, cell, alpha, beta));
            if (!prunes_) continue;
            if (strict_ ? best > beta : best >= beta) break;
            alpha = std::max(alpha, best);
        }
        return best;
    }

    const bool prunes_, strict_;
    const int depth_;
    const int win_, slower_;  // a win is worth `win_`, less `slower_` for every move until then
    std::uint64_t nodes_ = 0;
};

template <class Board>
std::uint64_t ways(const Board& board, int side, int depth) {
    const auto empty = board.empty();
    if (depth == 1) return static_cast<std::uint64_t>(empty.count());
    std::uint64_t sum = 0;
    for (const int cell : empty.without(board.lacking(1, side)))
        sum += ways(Board(board, side, cell), 1 - side, depth - 1);
    return sum;
}

}  // namespace

bool has_board(const Rules& rules, On on) {
    return on != On::shape_board || ShapeTable::fits(rules);
}

Result search(const Position& position, Method method, Scores scores, int depth, On on) {
    return with_board(position, on, [&]<class Board>(const Board& board) {
        return Twin<Board>(position.rules, method, scores, depth).root(board, side_of(position));
    });
}

std::uint64_t perft(const Position& position, int depth, On on) {
    if (depth == 0) return 1;
    return with_board(position, on, [&](const auto& board) -> std::uint64_t {
        if (board.has_line(0) || board.has_line(1) || depth > board.empty().count()) return 0;
        return ways(board, side_of(position), depth);
    });
}

std::vector<int> threats(const Position& position, int lacking, On on) {
    return with_board(position, on, [&](const auto& board) {
        std::vector<int> found;
        for (const int cell : board.lacking(lacking, side_of(position))) found.push_back(cell);
        return found;
    });
}

std::vector<std::pair<int, int>> shapes(const Position& position) {
    const ShapeBoard board(position.rules, position.cells);
    const int us = side_of(position);
    std::vector<std::pair<int, int>> found(static_cast<std::size_t>(position.rules.cells()));
    for (const int cell : board.empty)
        found[static_cast<std::size_t>(cell)] = {board.shapes_at(us, cell),
                                                 board.shapes_at(1 - us, cell)};
    return found;
}

}  // namespace noughts::twins

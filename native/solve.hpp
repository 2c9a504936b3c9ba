// Proofs: can a side force a line, and in how many moves?
//
// A question is about one side, the attacker: can it complete a line before the defender does? The
// value of a position is the answers to two questions, one for each side. The search is plain
// and-or search with a table; what makes it fast are arguments that end it early:
//
//   no     no window is open to the attacker any more
//   no     Erdos and Selfridge: a window lacking n stones weighs 2^-n; if the weights sum up to
//          less than 1 and the defender is to move, it can stop every window
//   no     pairing: each open window contains a pair of empty cells, no two pairs share a cell;
//          the defender answers in the partner cell for ever
//   yes    a move that completes a line, or makes two threats at once
//   -      a threat has one answer
//   -      a cell whose open windows all contain another empty cell is no better than that cell
//          (not under `exact`, where a stone more can hurt)
//
// The weak question leaves out the defender's own lines. That is easier for the attacker, so a weak
// no is a no; and it has far fewer different positions.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "rules.hpp"
#include "stop.hpp"
#include "tables.hpp"

namespace noughts {

inline constexpr int unlimited = 63;  // as a number of moves

struct Question {
    bool x_attacks = true;
    bool x_to_move = true;
    bool weak = false;
    int moves = unlimited;  // the attacker may make so many
};

// Answers questions about one set of rules; what it has proved it remembers.
class Prover {
public:
    virtual ~Prover() = default;

    // `Answer::none` if it would take more than `most_nodes` nodes, or if `stop` says so.
    virtual Answer ask(const std::string& cells, const Question&, std::uint64_t most_nodes,
                       StopCheck& stop) = 0;

    // Of all questions so far; any thread may ask while a question is being answered.
    std::uint64_t nodes() const { return nodes_.load(std::memory_order_relaxed); }

protected:
    // Only the thread that answers counts, so that this need not be one indivisible step.
    std::uint64_t count_node() {
        const std::uint64_t count = nodes() + 1;
        nodes_.store(count, std::memory_order_relaxed);
        return count;
    }

private:
    std::atomic<std::uint64_t> nodes_ = 0;
};

std::unique_ptr<Prover> make_prover(const Rules&, std::size_t table_bytes);

}  // namespace noughts

// Proofs: can a side force a line, and in how many moves?
//
// A question is about one side, the attacker: can it complete a line before the defender does? The
// answers to two questions, one for each side, give the value of a position. The search is a plain
// and-or search with a table, made fast by arguments that end it early:
//
//   no     no window is open to the attacker any longer
//   no     Erdos and Selfridge: a window lacking n stones weighs 2^-n; if the weights add up to
//          less than 1 and the defender is to move, it can stop every window
//   no     pairing: each open window contains a pair of empty cells, and no two pairs share
//          a cell; the defender always answers in the partner cell
//   yes    a move that completes a line, or makes two threats at once
//   -      a threat has one answer
//   -      a cell whose open windows all contain another empty cell is no better than that cell
//          (not under `exact`, where an extra stone can hurt)
//
// The weak question ignores the defender's own lines. That is easier for the attacker, so a weak no
// is a no; and it has far fewer different positions.
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
    int moves = unlimited;  // the most that the attacker may make
};

// Answers questions about one set of rules, and remembers what it has proved.
class Prover {
public:
    virtual ~Prover() = default;

    // `Answer::none` if it would take more than `most_nodes` nodes, or if `stop` says so.
    virtual Answer ask(const std::string& cells, const Question&, std::uint64_t most_nodes,
                       StopCheck& stop) = 0;

    // Of all questions so far; any thread may call this while a question is being answered.
    std::uint64_t nodes() const { return nodes_.load(std::memory_order_relaxed); }

protected:
    // Only the thread that answers counts nodes, so this need not be an atomic step.
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

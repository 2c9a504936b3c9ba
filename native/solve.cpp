#include "solve.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <limits>
#include <utility>
#include <vector>

#include "levels.hpp"

namespace noughts {

namespace {

template <class Ground>
class GroundProver final : public Prover {
    using Cells = typename Ground::Cells;
    using WindowSet = typename Ground::WindowSet;
    using Board = typename Ground::Board;

    struct Candidate {
        int score;
        int cell;
    };

    // What is known about a position on the way from the root, and which moves are worth trying.
    struct Ply {
        Board board;
        std::vector<Candidate> candidates;
        Cells relevant;                // the empty cells that matter
        std::int64_t most_danger = 0;  // the most weight that one stone of the attacker adds
    };

    // A question about the board of a ply, and what is found on the way to its answer.
    struct View {
        const Board& board;
        int mover;
        int moves;  // that the attacker may still make
        bool attacks;
        Cells empty;
        Cells forced{};  // the answer to a threat, if there is one
        std::uint64_t hash = 0;
    };

public:
    GroundProver(Ground ground, std::size_t table_bytes)
        : ground_(std::move(ground)),
          rules_(ground_.rules),
          k_(rules_.k),
          table_(table_bytes),
          plies_(rules_.cells() + 1) {
        make_hash_tables();
    }

    Answer ask(const std::string& cells, const Question& question, std::uint64_t most_nodes,
               StopCheck& stop) override {
        attacker_ = question.x_attacks ? 0 : 1;
        weak_ = question.weak;
        most_ = most_nodes > ~std::uint64_t{0} - nodes() ? ~std::uint64_t{0} : nodes() + most_nodes;
        stop_ = &stop;
        ended_ = false;
        plies_[0].board = ground_.board(cells);
        const Answer answer = search(0, question.x_to_move ? 0 : 1, question.moves);
        return ended_ ? Answer::none : answer;
    }

private:
    // Whether the attacker can force a line with at most that many moves; `mover` is to move. The
    // answer means nothing once `ended_` is true.
    Answer search(int ply, int mover, int moves) {
        View view = view_of(ply, mover, moves);
        Answer answer = judge(ply, view, true);
        if (ended_ || answer != Answer::none) return answer;
        if (view.forced.any()) return follow(ply, mover, view.forced.first(), moves);
        answer = view.attacks ? attack(ply, moves) : defend(ply, mover, moves);
        if (!ended_) table_.store(view.hash, moves, answer);
        return answer;
    }

    View view_of(int ply, int mover, int moves) const {
        const Board& board = plies_[ply].board;
        return {board, mover, moves, mover == attacker_, ground_.empty(board)};
    }

    // The answer if it is clear without trying moves, else `none`. With `list`, `candidates` then
    // has the moves worth trying.
    Answer judge(int ply, View& view, bool list) {
        const std::uint64_t count = count_node();
        if (count > most_ || (count % nodes_per_check == 0 && (*stop_)())) {
            ended_ = true;
            return Answer::none;
        }
        if (const Answer answer = by_threats(view); answer != Answer::none) return answer;
        const WindowSet mine = all_open(view.board, attacker_);
        if (!mine.any()) return Answer::no;
        if (view.moves < k_ && !within_reach(view.board, view.moves).any()) return Answer::not_yet;
        if (view.forced.any()) return Answer::none;

        // Erdos and Selfridge, in units of 2^-k; an attacker to move doubles what it touches.
        const std::int64_t one = std::int64_t{1} << k_, times = view.attacks ? 2 : 1;
        const std::int64_t danger = weight(view.board, 0);
        if (times * danger < one) return Answer::no;
        if (view.moves < k_ && times * weight(view.board, k_ - view.moves) < one)
            return Answer::not_yet;

        const WindowSet theirs = weak_ ? WindowSet{} : all_open(view.board, 1 - attacker_);
        if (list_candidates(plies_[ply], view, mine | theirs, list)) return Answer::yes;
        if (view.attacks && danger + plies_[ply].most_danger < one) return Answer::no;

        view.hash = hash_of(view, mine, theirs, plies_[ply].relevant);
        const Answer known = table_.look_up(view.hash, view.moves);
        if (known != Answer::none || !can_be_paired(mine, view.empty)) return known;
        table_.store(view.hash, view.moves, Answer::no);
        return Answer::no;
    }

    // Lines that can be completed now, and threats that must be answered.
    Answer by_threats(View& view) const {
        const Answer done = view.moves >= 1 ? Answer::yes : Answer::not_yet;
        const bool attacker_threatens = view.board.open[attacker_][k_ - 1].any();
        const bool defender_threatens = !weak_ && view.board.open[1 - attacker_][k_ - 1].any();
        if (view.attacks) {
            if (attacker_threatens) return done;
            if (defender_threatens) view.forced = ground_.lacking(1, view.board, 1 - attacker_);
            return view.forced.count() > 1 ? Answer::no : Answer::none;
        }
        if (defender_threatens) return Answer::no;
        if (attacker_threatens) view.forced = ground_.lacking(1, view.board, attacker_);
        return view.forced.count() > 1 ? done : Answer::none;
    }

    // Puts a stone on the board of the next ply.
    void play(int ply, int side, int cell) {
        plies_[ply + 1].board = plies_[ply].board;
        ground_.put(plies_[ply + 1].board, side, cell);
    }

    Answer follow(int ply, int mover, int cell, int moves) {
        play(ply, mover, cell);
        return search(ply + 1, 1 - mover, moves - (mover == attacker_ ? 1 : 0));
    }

    Answer attack(int ply, int moves) {
        Answer best = Answer::no;
        auto& candidates = plies_[ply].candidates;
        for (std::size_t i = 0; i < candidates.size(); ++i) {
            bring_best_forward(candidates, i);
            best = std::max(best, follow(ply, attacker_, candidates[i].cell, moves));
            if (ended_ || best == Answer::yes) break;
        }
        return best;
    }

    // A refutation seen at a glance costs less than one that needs a search, so the most promising
    // replies get a glance first.
    Answer defend(int ply, int mover, int moves) {
        auto& candidates = plies_[ply].candidates;
        std::sort(candidates.begin(), candidates.end(), [](const Candidate& a, const Candidate& b) {
            return a.score != b.score ? a.score > b.score : a.cell < b.cell;
        });
        for (std::size_t i = 0; i < std::min(candidates.size(), glances); ++i) {
            play(ply, mover, candidates[i].cell);
            View view = view_of(ply + 1, attacker_, moves);
            const Answer answer = judge(ply + 1, view, false);
            if (ended_) return Answer::none;
            if (answer == Answer::none) continue;
            if (answer != Answer::yes) return answer;
            candidates[i].cell = lost;
        }
        for (const Candidate& candidate : candidates) {
            if (candidate.cell == lost) continue;
            const Answer answer = follow(ply, mover, candidate.cell, moves);
            if (ended_ || answer != Answer::yes) return answer;
        }
        return Answer::yes;
    }

    static void bring_best_forward(std::vector<Candidate>& candidates, std::size_t from) {
        const auto begin = candidates.begin() + static_cast<std::ptrdiff_t>(from);
        const auto lower = [](const Candidate& a, const Candidate& b) { return a.score < b.score; };
        std::iter_swap(begin, std::max_element(begin, candidates.end(), lower));
    }

    WindowSet all_open(const Board& board, int side) const {
        WindowSet set = board.open[side][0];
        for (int level = 1; level < k_; ++level) set |= board.open[side][level];
        return set;
    }

    WindowSet within_reach(const Board& board, int moves) const {
        WindowSet set;
        for (int level = k_ - moves; level < k_; ++level) set |= board.open[attacker_][level];
        return set;
    }

    std::int64_t weight(const Board& board, int lowest_level) const {
        std::int64_t sum = 0;
        for (int level = lowest_level; level < k_; ++level)
            sum += static_cast<std::int64_t>(board.open[attacker_][level].count()) << level;
        return sum;
    }

    // Finds the cells worth playing and, with `list`, their scores. True if one of them makes two
    // threats at once, which wins if the attacker may still make two moves.
    bool list_candidates(Ply& ply, const View& view, const WindowSet& live, bool list) const {
        const auto& open = view.board.open[attacker_];
        const auto& answer = view.board.open[1 - attacker_];
        const bool forks = view.attacks && view.moves >= 2 && k_ >= 2;
        const Cells empty = view.empty;
        Cells relevant;
        std::int64_t most_danger = 0;
        bool waited = false;
        ply.candidates.clear();
        for (const int cell : empty) {
            const WindowSet through = ground_.through[cell] & live;
            if (!through.any()) {
                // Under `exact` a stone beside a window matters, and waiting may matter, once.
                if (!rules_.exact) continue;
                if (!(ground_.beside[cell] & live).any() && std::exchange(waited, true)) continue;
            }
            relevant.set(cell);
            if (list && !rules_.exact && is_dominated(cell, through, live, empty)) continue;
            std::int64_t danger = 0;
            int score = 0;
            for (int level = 0; level < k_; ++level) {
                const int windows = (open[level] & through).count();
                danger += static_cast<std::int64_t>(windows) << level;
                score += windows * worth(level);
                if (!weak_ && list) score += (answer[level] & through).count() * worth(level);
            }
            most_danger = std::max(most_danger, danger);
            if (forks && is_fork(open[k_ - 2] & through, cell, empty)) return true;
            if (list) ply.candidates.push_back({score, cell});
        }
        ply.relevant = relevant;
        ply.most_danger = most_danger;
        return false;
    }

    // Steep weights find wins: each further stone counts four times as much, until the sum over the
    // windows through a cell, at most 4k of them, would overflow. Even weights find the cells that
    // spoil most. Only the order of moves depends on this.
    int worth(int level) const { return weak_ ? level + 1 : 1 << std::min(2 * level, 20); }

    bool is_fork(const WindowSet& lacking_two, int cell, const Cells& empty) const {
        if (lacking_two.count() < 2) return false;
        Cells others;
        for (const int w : lacking_two) others |= ground_.cells_of[w] & empty;
        others.reset(cell);
        return others.count() >= 2;
    }

    // Whether another empty cell lies in all the live windows of this one, and in more; of cells in
    // the same windows, the first one stays.
    bool is_dominated(int cell, const WindowSet& through, const WindowSet& live,
                      const Cells& empty) const {
        Cells common = empty;
        common.reset(cell);
        for (const int w : through) {
            common &= ground_.cells_of[w];
            if (!common.any()) return false;
        }
        for (const int other : common)
            if (other < cell || (ground_.through[other] & live) != through) return true;
        return false;
    }

    // Tries to give every open window a pair of cells, the most cramped windows first. It takes the
    // pair that serves many windows and that few others need: one more window served weighs as much
    // as four that lose a cell. It does not find every pairing.
    bool can_be_paired(WindowSet unpaired, Cells free) const {
        while (unpaired.any()) {
            int cramped = -1, room = rules_.cells() + 1;
            for (const int w : unpaired) {
                const int cells = (ground_.cells_of[w] & free).count();
                if (cells < 2) return false;
                if (cells < room) {
                    room = cells;
                    cramped = w;
                }
                if (room == 2) break;
            }
            const auto [one, other] = best_pair(ground_.cells_of[cramped] & free, unpaired);
            free.reset(one);
            free.reset(other);
            unpaired.remove(ground_.through[one] & ground_.through[other]);
        }
        return true;
    }

    std::pair<int, int> best_pair(const Cells& cells, const WindowSet& unpaired) const {
        std::pair<int, int> pair{};
        int best = std::numeric_limits<int>::min();
        for (const int one : cells) {
            const WindowSet with_one = ground_.through[one] & unpaired;
            for (const int other : cells) {
                if (other <= one) continue;
                const WindowSet with_other = ground_.through[other] & unpaired;
                const int score =
                    4 * (with_one & with_other).count() - with_one.count() - with_other.count();
                if (score > best) {
                    best = score;
                    pair = {one, other};
                }
            }
        }
        return pair;
    }

    // Positions count as the same if they differ only by a symmetry, or by stones and cells that no
    // open window contains. The hash of a set is the exclusive or of its cells' random numbers,
    // looked up byte by byte, for each symmetry; the smallest one counts. (Under `exact` all stones
    // count: one outside every open window may still be at the end of a closed one.)
    std::uint64_t hash_of(const View& view, const WindowSet& mine, const WindowSet& theirs,
                          const Cells& relevant) const {
        Cells attackers = view.board.stones[attacker_],
              defenders = view.board.stones[1 - attacker_];
        if (!rules_.exact) {
            attackers = touching(attackers, mine);
            defenders = touching(defenders, theirs);
        }
        std::uint64_t least = ~std::uint64_t{0};
        for (const auto& tables : hash_tables_) {
            const std::uint64_t hash = hash_set(tables[0], attackers) ^
                                       hash_set(tables[1], defenders) ^
                                       hash_set(tables[2], relevant);
            least = std::min(least, hash);
        }
        const unsigned what = (view.attacks ? 1U : 0U) | (weak_ ? 2U : 0U) | (attacker_ ? 4U : 0U);
        return scramble(least + what * golden);
    }

    Cells touching(const Cells& stones, const WindowSet& open) const {
        Cells set;
        for (const int cell : stones)
            if ((ground_.through[cell] & open).any()) set.set(cell);
        return set;
    }

    using HashTable = std::vector<std::array<std::uint64_t, 256>>;

    std::uint64_t hash_set(const HashTable& table, const Cells& set) const {
        std::uint64_t hash = 0;
        for (std::size_t byte = 0; byte < table.size(); ++byte)
            hash ^= table[byte][set.word[byte / 8] >> (byte % 8 * 8) & 255];
        return hash;
    }

    void make_hash_tables() {
        const int cells = rules_.cells();
        std::uint64_t seed = 0;
        std::array<std::vector<std::uint64_t>, 3> numbers;
        for (auto& of_set : numbers)
            for (int cell = 0; cell < cells; ++cell) of_set.push_back(scramble(seed += golden));
        for (const auto& map : symmetries(rules_)) {
            std::array<HashTable, 3> tables;
            for (int set = 0; set < 3; ++set) {
                tables[set].resize((cells + 7) / 8);
                for (int byte = 0; byte < (cells + 7) / 8; ++byte)
                    for (unsigned value = 1; value < 256; ++value) {
                        const int cell = 8 * byte + std::countr_zero(value);
                        if (cell >= cells) continue;
                        tables[set][byte][value] =
                            tables[set][byte][value & (value - 1)] ^ numbers[set][map[cell]];
                    }
            }
            hash_tables_.push_back(std::move(tables));
        }
    }

    // How many replies get a glance before one is searched. A glance costs a node, a search costs
    // whole trees; but few of the late replies refute anything. Set by hand.
    static constexpr std::size_t glances = 16;
    static constexpr int lost = -1;  // in place of a candidate that is known to lose

    Ground ground_;
    Rules rules_;
    int k_;
    ProofTable table_;
    std::vector<Ply> plies_;
    std::vector<std::array<HashTable, 3>> hash_tables_;
    int attacker_ = 0;
    bool weak_ = false;
    bool ended_ = false;
    std::uint64_t most_ = 0;
    StopCheck* stop_ = nullptr;  // of the current question
};

}  // namespace

std::unique_ptr<Prover> make_prover(const Rules& rules, std::size_t table_bytes) {
    return with_ground(rules, [&]<class Ground>(Ground ground) -> std::unique_ptr<Prover> {
        return std::make_unique<GroundProver<Ground>>(std::move(ground), table_bytes);
    });
}

}  // namespace noughts

#include "solve.hpp"

#include <algorithm>
#include <array>
#include <new>
#include <utility>
#include <vector>

#include "bits.hpp"
#include "windows.hpp"
#include "zeroed.hpp"

namespace noughts {

namespace {

std::uint64_t mix(std::uint64_t z) {
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
    return z ^ (z >> 31);
}

// Answers by the hash of a question. An entry is one word:
//
//      63 ............ 8   7 ... 2   1 0
//      part of the hash    moves     what: 1 no, 2 not yet, 3 yes
//
// Four entries share a bucket; the oldest makes room. The table begins small, where it stays in the
// processor's cache, and grows as it fills, up to the size that was asked for.
class Table {
public:
    explicit Table(std::size_t bytes) : buckets_(std::min(bytes, first_bytes)), most_bytes_(bytes) {}

    bool look_up(std::uint64_t hash, int moves, Answer& answer) const {
        for (const std::uint64_t entry : buckets_[mix(hash >> 8)]) {
            if ((entry ^ hash) >> 8 != 0 || entry == 0) continue;
            const int of = static_cast<int>(entry >> 2 & 63), what = static_cast<int>(entry & 3);
            if (what == 1) return answer = Answer::no, true;
            if (what == 2 && moves <= of) return answer = Answer::not_yet, true;
            if (what == 3 && moves >= of) return answer = Answer::yes, true;
        }
        return false;
    }

    void store(std::uint64_t hash, int moves, Answer answer) {
        if (++stored_ > 2 * buckets_.size()) grow();
        push(buckets_, (hash & ~std::uint64_t{255}) | static_cast<std::uint64_t>(moves) << 2 |
                           (static_cast<std::uint64_t>(answer) + 1));
    }

private:
    using Bucket = std::array<std::uint64_t, 4>;
    static constexpr std::size_t first_bytes = 1 << 17;

    // Puts an entry in front of its bucket; an older one about the same question goes.
    static void push(const Zeroed<Bucket>& buckets, std::uint64_t entry) {
        Bucket& bucket = buckets[mix(entry >> 8)];
        std::size_t last = 0;
        while (last < bucket.size() - 1 && (bucket[last] ^ entry) >> 8 != 0) ++last;
        for (; last > 0; --last) bucket[last] = bucket[last - 1];
        bucket[0] = entry;
    }

    void grow() {
        stored_ = 0;
        const std::size_t bytes = 4 * buckets_.size() * sizeof(Bucket);
        if (bytes > most_bytes_) return;
        try {
            Zeroed<Bucket> larger(bytes);
            for (const Bucket& bucket : buckets_)
                for (std::size_t i = bucket.size(); i-- > 0;)  // the oldest first
                    if (bucket[i] != 0) push(larger, bucket[i]);
            buckets_ = std::move(larger);
        } catch (const std::bad_alloc&) {
            most_bytes_ = 0;  // as large as it can be
        }
    }

    Zeroed<Bucket> buckets_;
    std::size_t most_bytes_;
    std::size_t stored_ = 0;
};

// `CellWords` and `WindowWords` are the sizes of the sets, `Levels` is more than k.
template <int CellWords, int WindowWords, int Levels>
class Search final : public Prover {
    using Cells = Bits<CellWords>;
    using WindowSet = Bits<WindowWords>;

    // For each side the windows open to it by the stones it has in them:
    //
    //      open[side][0]  none yet        open[side][k-1]  one is lacking: a threat
    //
    // A stone lifts its own side's windows by a level and closes them to the other side.
    struct Node {
        std::array<Cells, 2> stones;
        std::array<std::array<WindowSet, Levels>, 2> open;
    };

    struct Candidate {
        int score;
        int cell;
    };

public:
    Search(const Rules& rules, std::size_t table_bytes)
        : rules_(rules), k_(rules.k), table_(table_bytes), plies_(rules.cells() + 1) {
        const Windows windows(rules);
        const int cells = rules.cells();
        through_.resize(cells);
        beside_.resize(cells);
        window_.resize(windows.count());
        for (int cell = 0; cell < cells; ++cell) {
            board_.set(cell);
            for (const int w : windows.through[cell]) through_[cell].set(w);
            for (const int w : windows.beside[cell]) beside_[cell].set(w);
        }
        for (int w = 0; w < windows.count(); ++w) {
            all_.set(w);
            for (const int cell : windows.cells[w]) window_[w].set(cell);
        }
        make_hash_tables();
    }

    Answer ask(const std::string& cells, const Question& question, std::uint64_t most_nodes,
               const Tick& tick) override {
        attacker_ = question.x_attacks ? 0 : 1;
        weak_ = question.weak;
        most_ = most_nodes > ~std::uint64_t{0} - nodes ? ~std::uint64_t{0} : nodes + most_nodes;
        tick_ = tick;
        ended_ = false;
        Node& root = plies_[0].node;
        root = Node{};
        for (auto& open : root.open) open[0] = all_;
        for (int cell = 0; cell < rules_.cells(); ++cell)
            if (cells[cell] != '.') put(root, cells[cell] == 'x' ? 0 : 1, cell);
        const Answer answer = search(0, question.x_to_move ? 0 : 1, question.moves, false);
        return ended_ ? Answer::none : answer;
    }

private:
    void put(Node& node, int side, int cell) const {
        const WindowSet& through = through_[cell];
        auto& own = node.open[side];
        for (int level = k_ - 1; level >= 0; --level) {
            const WindowSet lifted = own[level] & through;
            own[level] ^= lifted;
            own[level + 1] |= lifted;
        }
        for (int level = 0; level < k_; ++level) node.open[1 - side][level].remove(through);
        if (rules_.exact)
            for (int level = 0; level < k_; ++level) own[level].remove(beside_[cell]);
        node.stones[side].set(cell);
    }

    // `glance`: say only what can be said without trying moves; `unclear` is everything else.
    Answer search(int ply, int mover, int moves, bool glance, bool* unclear = nullptr) {
        if (++nodes > most_ || (nodes % nodes_per_tick == 0 && tick_())) {
            ended_ = true;
            return Answer::no;
        }
        const Node& node = plies_[ply].node;
        const int attacker = attacker_, defender = 1 - attacker;
        const bool attacks = mover == attacker;
        const Cells empty = board_.without(node.stones[0] | node.stones[1]);
        const auto& open = node.open[attacker];

        // Lines that can be completed now, and threats that must be answered.
        const bool defender_threatens = !weak_ && node.open[defender][k_ - 1].any();
        Cells forced;
        if (attacks) {
            if (open[k_ - 1].any()) return moves >= 1 ? Answer::yes : Answer::not_yet;
            if (defender_threatens) forced = completions(node, defender, empty);
            if (forced.count() > 1) return Answer::no;
        } else {
            if (defender_threatens) return Answer::no;
            if (open[k_ - 1].any()) forced = completions(node, attacker, empty);
            if (forced.count() > 1) return moves >= 1 ? Answer::yes : Answer::not_yet;
        }

        const WindowSet mine = all_open(node, attacker);
        if (!mine.any()) return Answer::no;
        if (moves < k_ && !within_reach(node, moves).any()) return Answer::not_yet;
        if (forced.any()) {
            if (glance) return *unclear = true, Answer::no;
            return follow(ply, mover, forced.first(), moves);
        }

        // Erdos and Selfridge, in units of 2^-k; the attacker to move doubles what it touches.
        const std::int64_t one = std::int64_t{1} << k_;
        const std::int64_t danger = weight(node, 0);
        if ((attacks ? 2 * danger : danger) < one) return Answer::no;
        if (moves < k_ && (attacks ? 2 : 1) * weight(node, k_ - moves) < one)
            return Answer::not_yet;

        const WindowSet theirs = weak_ ? WindowSet{} : all_open(node, defender);
        const WindowSet live = mine | theirs;
        std::vector<Candidate>& candidates = plies_[ply].candidates;
        Cells relevant;
        std::int64_t most_danger = 0;
        if (list_candidates(node, empty, live, attacks && moves >= 2, !glance, candidates,
                            relevant, most_danger))
            return Answer::yes;
        if (attacks && danger + most_danger < one) return Answer::no;

        const std::uint64_t hash = hash_of(node, mine, theirs, relevant, attacks);
        Answer answer;
        if (table_.look_up(hash, moves, answer)) return answer;
        if (can_be_paired(mine, empty)) {
            answer = Answer::no;
        } else if (glance) {
            return *unclear = true, Answer::no;
        } else {
            answer = attacks ? attack(ply, moves) : defend(ply, mover, moves);
            if (ended_) return Answer::no;
        }
        table_.store(hash, moves, answer);
        return answer;
    }

    Answer follow(int ply, int mover, int cell, int moves) {
        plies_[ply + 1].node = plies_[ply].node;
        put(plies_[ply + 1].node, mover, cell);
        return search(ply + 1, 1 - mover, moves - (mover == attacker_ ? 1 : 0), false);
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

    // A refutation that can be seen at a glance is worth more than one that has to be searched, so
    // the most promising replies are looked at first.
    Answer defend(int ply, int mover, int moves) {
        auto& candidates = plies_[ply].candidates;
        std::sort(candidates.begin(), candidates.end(), [](const Candidate& a, const Candidate& b) {
            return a.score != b.score ? a.score > b.score : a.cell < b.cell;
        });
        for (std::size_t i = 0; i < std::min(candidates.size(), glances); ++i) {
            plies_[ply + 1].node = plies_[ply].node;
            put(plies_[ply + 1].node, mover, candidates[i].cell);
            bool unclear = false;
            const Answer answer = search(ply + 1, attacker_, moves, true, &unclear);
            if (ended_) return Answer::no;
            if (unclear) continue;
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

    WindowSet all_open(const Node& node, int side) const {
        WindowSet set = node.open[side][0];
        for (int level = 1; level < k_; ++level) set |= node.open[side][level];
        return set;
    }

    WindowSet within_reach(const Node& node, int moves) const {
        WindowSet set;
        for (int level = k_ - moves; level < k_; ++level) set |= node.open[attacker_][level];
        return set;
    }

    std::int64_t weight(const Node& node, int lowest_level) const {
        std::int64_t sum = 0;
        for (int level = lowest_level; level < k_; ++level)
            sum += static_cast<std::int64_t>(node.open[attacker_][level].count()) << level;
        return sum;
    }

    Cells completions(const Node& node, int side, const Cells& empty) const {
        Cells cells;
        for (const int w : node.open[side][k_ - 1]) cells |= window_[w] & empty;
        return cells;
    }

    // The cells worth playing, with their scores if they are `wanted`. True if one of them makes two
    // threats at once (looked for if `forks`).
    bool list_candidates(const Node& node, const Cells& empty, const WindowSet& live, bool forks,
                         bool wanted, std::vector<Candidate>& candidates, Cells& relevant,
                         std::int64_t& most_danger) const {
        const auto& open = node.open[attacker_];
        const auto& answer = node.open[1 - attacker_];
        bool waited = false;
        candidates.clear();
        for (const int cell : empty) {
            const WindowSet through = through_[cell] & live;
            if (!through.any()) {
                // Under `exact` a stone beside a window matters, and so may waiting, once.
                if (!rules_.exact) continue;
                if (!(beside_[cell] & live).any() && std::exchange(waited, true)) continue;
            }
            relevant.set(cell);
            if (wanted && !rules_.exact && is_dominated(cell, through, live, empty)) continue;
            std::int64_t danger = 0;
            int score = 0;
            for (int level = 0; level < k_; ++level) {
                const int windows = (open[level] & through).count();
                danger += static_cast<std::int64_t>(windows) << level;
                score += windows * worth(level);
                if (!weak_ && wanted) score += (answer[level] & through).count() * worth(level);
            }
            most_danger = std::max(most_danger, danger);
            if (forks && k_ >= 2 && is_fork(open[k_ - 2] & through, cell, empty)) return true;
            if (wanted) candidates.push_back({score, cell});
        }
        return false;
    }

    // Steep weights find wins, even ones find the cells that spoil most.
    int worth(int level) const { return weak_ ? level + 1 : 1 << std::min(2 * level, 20); }

    bool is_fork(const WindowSet& lacking_two, int cell, const Cells& empty) const {
        if (lacking_two.count() < 2) return false;
        Cells others;
        for (const int w : lacking_two) others |= window_[w] & empty;
        others.reset(cell);
        return others.count() >= 2;
    }

    // Whether another empty cell lies in all the live windows of this one, and in more; of cells
    // that lie in the same windows the first one stays.
    bool is_dominated(int cell, const WindowSet& through, const WindowSet& live,
                      const Cells& empty) const {
        Cells common = empty;
        common.reset(cell);
        for (const int w : through) {
            common &= window_[w];
            if (!common.any()) return false;
        }
        for (const int other : common)
            if (other < cell || (through_[other] & live) != through) return true;
        return false;
    }

    // Tries to give every open window a pair of cells of its own, the most cramped windows first,
    // each time the pair that serves many windows and is needed by few others.
    bool can_be_paired(WindowSet unpaired, Cells free) const {
        while (unpaired.any()) {
            int cramped = -1, room = 1000;
            for (const int w : unpaired) {
                const int cells = (window_[w] & free).count();
                if (cells < 2) return false;
                if (cells < room) room = cells, cramped = w;
                if (room == 2) break;
            }
            const auto [one, other] = best_pair(window_[cramped] & free, unpaired);
            free.reset(one);
            free.reset(other);
            unpaired.remove(through_[one] & through_[other]);
        }
        return true;
    }

    std::pair<int, int> best_pair(const Cells& cells, const WindowSet& unpaired) const {
        std::pair<int, int> pair{};
        int best = -1'000'000;
        for (const int one : cells) {
            const WindowSet with_one = through_[one] & unpaired;
            for (const int other : cells) {
                if (other <= one) continue;
                const WindowSet with_other = through_[other] & unpaired;
                const int score = 4 * (with_one & with_other).count() - with_one.count() -
                                  with_other.count();
                if (score > best) best = score, pair = {one, other};
            }
        }
        return pair;
    }

    // Positions are the same if they differ only by a symmetry, or by stones and cells that no
    // open window contains. The hash of a set is the exclusive or of its cells' random numbers,
    // looked up byte by byte, for each symmetry; the least one counts. (Under `exact` all stones
    // count: one outside every open window may still stand at the end of a closed one.)
    std::uint64_t hash_of(const Node& node, const WindowSet& mine, const WindowSet& theirs,
                          const Cells& relevant, bool attacks) const {
        Cells attackers = node.stones[attacker_], defenders = node.stones[1 - attacker_];
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
        const unsigned what = (attacks ? 1U : 0U) | (weak_ ? 2U : 0U) | (attacker_ ? 4U : 0U);
        return mix(least + what * 0x9E3779B97F4A7C15);
    }

    Cells touching(const Cells& stones, const WindowSet& open) const {
        Cells set;
        for (const int cell : stones)
            if ((through_[cell] & open).any()) set.set(cell);
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
            for (int cell = 0; cell < cells; ++cell)
                of_set.push_back(mix(seed += 0x9E3779B97F4A7C15));
        for (const auto& map : symmetries(rules_)) {
            std::array<HashTable, 3> tables;
            for (int set = 0; set < 3; ++set) {
                tables[set].resize((cells + 7) / 8);
                for (int byte = 0; byte < (cells + 7) / 8; ++byte)
                    for (unsigned value = 1; value < 256; ++value) {
                        const int cell = 8 * byte + std::countr_zero(value);
                        if (cell >= cells) continue;
                        tables[set][byte][value] = tables[set][byte][value & (value - 1)] ^
                                                   numbers[set][map[cell]];
                    }
            }
            hash_tables_.push_back(std::move(tables));
        }
    }

    static constexpr std::size_t glances = 16;
    static constexpr int lost = -1;  // in place of a candidate that has been seen to lose

    struct Ply {
        Node node;
        std::vector<Candidate> candidates;
    };

    Rules rules_;
    int k_;
    Table table_;
    std::vector<Ply> plies_;
    Cells board_;
    WindowSet all_;
    std::vector<WindowSet> through_, beside_;
    std::vector<Cells> window_;
    std::vector<std::array<HashTable, 3>> hash_tables_;
    int attacker_ = 0;
    bool weak_ = false;
    bool ended_ = false;
    std::uint64_t most_ = 0;
    Tick tick_;
};

}  // namespace

std::unique_ptr<Prover> make_prover(const Rules& rules, std::size_t table_bytes) {
    const int cells = rules.cells(), windows = Windows(rules).count();
    if (cells <= 64 && windows <= 64 && rules.k < 6)
        return std::make_unique<Search<1, 1, 6>>(rules, table_bytes);
    if (cells <= 64 && windows <= 128 && rules.k < 6)
        return std::make_unique<Search<1, 2, 6>>(rules, table_bytes);
    if (cells <= 256 && windows <= 1024 && rules.k < 8)
        return std::make_unique<Search<4, 16, 8>>(rules, table_bytes);
    return std::make_unique<Search<8, 32, 21>>(rules, table_bytes);
}

}  // namespace noughts

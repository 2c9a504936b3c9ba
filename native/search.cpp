#include "search.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstdlib>
#include <exception>
#include <new>
#include <thread>
#include <tuple>
#include <utility>

#include "evaluate.hpp"
#include "table.hpp"

namespace noughts {

namespace {

constexpr int infinite = certain + 1;
constexpr int deepest = 2 * largest_cells;
constexpr int least_shared = 2;  // depth: below, telling the others takes longer than the search

bool decided(int score) { return std::abs(score) > certain - longest; }

std::uint64_t scramble(std::uint64_t z) {
    z += 0x9E3779B97F4A7C15;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
    return z ^ (z >> 31);
}

struct Stopped {};

// The positions that threads are searching just now. A thread that comes to one of them tries its
// other moves first; when it comes back, the result is likely to be in the table. Without this, the
// threads go through the same tree side by side. It is only a hint: two positions may share a slot.
class UnderWay {
public:
    bool has(std::uint64_t key) const {
        return slots_[key % size].load(std::memory_order_relaxed) == key;
    }
    void add(std::uint64_t key) { slots_[key % size].store(key, std::memory_order_relaxed); }
    void remove(std::uint64_t key) { slots_[key % size].store(0, std::memory_order_relaxed); }

private:
    static constexpr std::size_t size = 4096;
    std::array<std::atomic<std::uint64_t>, size> slots_{};
};

// What the threads of one search share.
struct Shared {
    TranspositionTable& table;
    std::atomic<bool> stop = false;
    std::atomic<std::uint64_t> nodes = 0;  // of all threads, brought up to date at each tick
    std::uint64_t most_nodes = 0;
    Tick tick;
    UnderWay under_way{};
};

// One thread's search.
class Worker {
public:
    Worker(const Rules& rules, const std::string& cells, bool x_to_move, Shared& shared, int number)
        : board_(rules), shared_(shared), number_(number) {
        for (int cell = 0; cell < rules.cells(); ++cell)
            if (cells[cell] != '.') play(cells[cell] == 'x' ? 0 : 1, cell);
        side_ = x_to_move ? 0 : 1;
        history_[0].assign(rules.cells(), 0);
        history_[1].assign(rules.cells(), 0);
        killers_.assign(deepest + 1, {-1, -1});
        prefer_the_centre(rules);
    }

    // Deepens until stopped; `told` hears of every finished depth.
    Found deepen(int most_depth, bool every_move, const Told& told) {
        Found found;
        list_root_moves(found.moves);
        int last = std::min(most_depth > 0 ? most_depth : deepest, board_.empty_count);
        if (!every_move) {
            if (wins_at_once(found)) return found;
            if (answers_only(found.moves)) last = std::min(last, 4);
        }
        try {
            for (int depth = 1; depth <= last; ++depth) {
                search_root(found, depth, every_move);
                found.depth = depth;
                found.nodes = nodes();
                if (told) told(found);
                if (!every_move && decided(found.moves[0].score)) break;
            }
        } catch (const Stopped&) {
            // What was found at the depth that was not finished has been put in order already. But if
            // all of it loses, a move that was not tried at this depth is better.
            const auto holds = [](const RootMove& move) { return move.score > longest - certain; };
            const auto it = std::find_if(found.moves.begin(), found.moves.end(), holds);
            if (it != found.moves.end()) std::rotate(found.moves.begin(), it, it + 1);
        }
        flush_nodes();
        found.nodes = nodes();
        return found;
    }

private:
    std::uint64_t nodes() const { return shared_.nodes.load() + nodes_; }

    template <Update update = Update::everything>
    void play(int side, int cell) {
        board_.put<update>(side, cell);
        key_ ^= of_stone(side, cell);
        side_ = 1 - side;
    }

    template <Update update = Update::everything>
    void take_back(int side, int cell) {
        board_.take_back<update>(side, cell);
        key_ ^= of_stone(side, cell);
        side_ = side;
    }

    // A stone that is taken back at the end of the block, also when the search is stopped.
    template <Update update = Update::everything>
    class Placed {
    public:
        Placed(Worker& worker, int side, int cell) : worker_(worker), side_(side), cell_(cell) {
            worker_.play<update>(side, cell);
        }
        ~Placed() { worker_.take_back<update>(side_, cell_); }
        Placed(const Placed&) = delete;
        Placed& operator=(const Placed&) = delete;

    private:
        Worker& worker_;
        int side_, cell_;
    };

    std::uint64_t key() const { return key_ ^ of_turn(side_); }
    std::uint64_t key_after(int cell) const {
        return key_ ^ of_stone(side_, cell) ^ of_turn(1 - side_);
    }

    static std::uint64_t of_turn(int side) { return side ? 0x5DEECE66D1234567 : 0; }
    static std::uint64_t of_stone(int side, int cell) {
        return scramble(static_cast<std::uint64_t>(cell * 2 + side + 1));
    }

    void count_node() {
        if (++nodes_ < nodes_per_tick) return;
        flush_nodes();
        if (number_ == 0 && shared_.tick()) shared_.stop = true;
        if (shared_.most_nodes && shared_.nodes.load() >= shared_.most_nodes) shared_.stop = true;
        if (shared_.stop.load(std::memory_order_relaxed)) throw Stopped{};
    }

    void flush_nodes() {
        shared_.nodes += nodes_;
        nodes_ = 0;
    }

    // The root

    void list_root_moves(std::vector<RootMove>& moves) {
        std::vector<Choice> choices;
        list_choices(choices, side_, -1, 0, true);
        std::stable_sort(choices.begin(), choices.end());
        for (const Choice& choice : choices) moves.push_back({choice.cell, 0, false, {choice.cell}});
        // Known at once, in case there is no time for anything else: win, or stop a win.
        const Evaluation::Cells wins = board_.completions(side_);
        const Evaluation::Cells stops = board_.completions(1 - side_);
        std::stable_sort(moves.begin(), moves.end(), [&](const RootMove& a, const RootMove& b) {
            const auto rank = [&](int cell) { return wins.test(cell) ? 0 : stops.test(cell) ? 1 : 2; };
            return rank(a.cell) < rank(b.cell);
        });
    }

    // A win by continuous threats, looked for longer than anywhere in the tree.
    bool wins_at_once(Found& found) {
        std::vector<int> line;
        int plies = 0;
        try {
            plies = shortest_win_by_threats();
            if (plies) add_threats(line, threat_move_);
        } catch (const Stopped&) {
            // The next tick will say so again; a win that was found is one.
        }
        flush_nodes();
        found.nodes = nodes();
        if (plies == 0) return false;
        const auto is_it = [&](const RootMove& move) { return move.cell == line[0]; };
        const auto it = std::find_if(found.moves.begin(), found.moves.end(), is_it);
        std::rotate(found.moves.begin(), it, it + 1);
        found.moves[0] = {line[0], certain - plies, true, line};
        found.depth = 1;
        return true;
    }

    int shortest_win_by_threats() {
        for (int moves = 0; moves <= 20; ++moves)
            if (const int plies = win_by_threats(side_, moves, 20'000)) return plies;
        return 0;
    }

    // The moves of a win by threats, the answers too.
    void add_threats(std::vector<int>& line, int cell) {
        const int us = side_;
        line.push_back(cell);
        if (board_.lacking_one[us].any()) return;  // the move was the win
        const Placed threat(*this, us, cell);
        const int answer = board_.completions(us).first();
        line.push_back(answer);
        const Placed answered(*this, 1 - us, answer);
        if (shortest_win_by_threats()) add_threats(line, threat_move_);
    }

    // Where the opponent threatens to complete a line, only the moves that stop it are worth a
    // thought, and not a long one.
    bool answers_only(std::vector<RootMove>& moves) const {
        const Evaluation::Cells threats = board_.completions(1 - side_);
        if (!threats.any()) return false;
        std::erase_if(moves, [&](const RootMove& move) { return !threats.test(move.cell); });
        return true;
    }

    void search_root(Found& found, int depth, bool every_move) {
        std::vector<RootMove>& moves = found.moves;
        int alpha = -infinite;
        const Evaluation::Cells wins = board_.completions(side_);
        std::size_t untried = moves.size();  // up to there; after it, those that were put off
        for (std::size_t i = 0; i < moves.size(); ++i) {
            const auto here = moves.begin() + static_cast<std::ptrdiff_t>(i);
            while (i > 0 && i < untried && put_off(here->cell, depth)) {
                std::rotate(here, here + 1, moves.end());
                --untried;
            }
            RootMove& move = moves[i];
            const bool full_window = every_move || i == 0;
            if (wins.test(move.cell)) {
                move.score = certain - 1;  // nothing comes after it
            } else {
                const Placed placed(*this, side_, move.cell);
                shared_.under_way.add(key());
                move.score = full_window ? -search(depth - 1, -infinite, infinite, 1)
                                         : -search(depth - 1, -alpha - 1, -alpha, 1);
                if (!full_window && move.score > alpha)
                    move.score = -search(depth - 1, -infinite, -alpha, 1);
                shared_.under_way.remove(key());
            }
            found.reached = depth;
            move.exact = full_window || move.score > alpha;
            if (move.exact && !wins.test(move.cell)) move.line = principal_line(move.cell);
            if (move.score <= alpha) continue;
            alpha = move.score;
            // A better move comes to the front, and stays there if the search is stopped now.
            const auto better = moves.begin() + static_cast<std::ptrdiff_t>(i);
            if (!every_move) std::rotate(moves.begin(), better, better + 1);
        }
        std::stable_sort(moves.begin(), moves.end(), [](const RootMove& a, const RootMove& b) {
            return a.score != b.score ? a.score > b.score : a.exact > b.exact;
        });
    }

    // The moves that the table holds for both sides after `first`.
    std::vector<int> principal_line(int first) {
        std::vector<int> line{first};
        std::vector<std::pair<int, int>> played{{side_, first}};
        play(side_, first);
        Entry entry;
        while (line.size() < 40 && !board_.lacking_one[side_].any() && board_.empty_count > 0 &&
               shared_.table.look_up(key(), entry) && entry.move >= 0 &&
               entry.move < static_cast<int>(history_[0].size()) &&
               board_.empty.test(entry.move)) {
            line.push_back(entry.move);
            played.emplace_back(side_, entry.move);
            play(side_, entry.move);
        }
        if (board_.lacking_one[side_].any()) line.push_back(board_.completions(side_).first());
        for (auto it = played.rbegin(); it != played.rend(); ++it) take_back(it->first, it->second);
        return line;
    }

    // The tree

    // Returns r. If r <= alpha the value is at most r; if r >= beta, at least r; else it is r.
    int search(int depth, int alpha, int beta, int ply) {
        count_node();
        const int us = side_, them = 1 - us;
        if (board_.lacking_one[us].any()) return certain - ply - 1;
        if (board_.empty_count == 0) return 0;
        if (board_.lacking_one[them].any()) {
            const Evaluation::Cells threats = board_.completions(them);
            if (threats.count() > 1) return ply + 2 - certain;
            return answer_threat(threats.first(), depth, alpha, beta, ply);
        }
        if (board_.open_windows[0] + board_.open_windows[1] == 0) return 0;
        // Nothing here can be better than a win in three plies, or worse than a loss in four.
        alpha = std::max(alpha, ply + 4 - certain);
        beta = std::min(beta, certain - ply - 3);
        if (alpha >= beta) return alpha;

        Entry entry;
        int tried_first = -1;
        if (shared_.table.look_up(key(), entry)) {
            tried_first = entry.move;
            const int score = from_table(entry.score, ply);
            if (entry.depth >= depth &&
                (entry.bound == Bound::exact || (entry.bound == Bound::at_least && score >= beta) ||
                 (entry.bound == Bound::at_most && score <= alpha)))
                return score;
        }
        const int budget = ply <= 1 ? 3000 : depth >= 3 ? 400 : 100;
        if (const int plies = win_by_threats(us, ply <= 1 ? 12 : 8, budget)) {
            const int score = certain - ply - plies;
            store(depth, score, Bound::at_least, threat_move_, ply);
            return score;
        }
        if (depth <= 0 || ply >= deepest) return static_score();
        return try_moves(depth, alpha, beta, ply, tried_first);
    }

    int answer_threat(int cell, int depth, int alpha, int beta, int ply) {
        if (ply >= deepest) return static_score();
        int score;
        {
            const Placed placed(*this, side_, cell);
            score = -search(depth, -beta, -alpha, ply + 1);
        }
        store(depth, score, bound_of(score, alpha, beta), cell, ply);
        return score;
    }

    // A node whose moves are being tried.
    struct Node {
        int depth, alpha, beta, ply;
        int best = -infinite, best_cell = -1;
    };

    int try_moves(int depth, int alpha, int beta, int ply, int tried_first) {
        std::vector<Choice> choices, later;
        list_choices(choices, side_, tried_first, ply, false);
        std::stable_sort(choices.begin(), choices.end());
        Node node{depth, alpha, beta, ply};
        int number = 0;
        for (const Choice& choice : choices) {
            // On a large board, moves far down the list are hopeless; but nothing is given up for
            // lost before every move has been tried.
            if (number >= most_moves(depth) && node.best > longest - certain) break;
            if (number > 0 && put_off(choice.cell, depth)) later.push_back({number, choice.cell});
            else try_move(node, choice.cell, number);
            if (node.alpha >= beta) break;
            ++number;
        }
        for (const Choice& choice : later) {
            if (node.alpha >= beta) break;
            try_move(node, choice.cell, choice.score);
        }
        store(depth, node.best, bound_of(node.best, alpha, beta), node.best_cell, ply);
        return node.best;
    }

    bool put_off(int cell, int depth) const {
        return depth >= least_shared && shared_.under_way.has(key_after(cell));
    }

    void try_move(Node& node, int cell, int number) {
        const int us = side_;
        int score;
        {
            const Placed placed(*this, us, cell);
            if (node.depth >= least_shared) shared_.under_way.add(key());
            score = number == 0 ? -search(node.depth - 1, -node.beta, -node.alpha, node.ply + 1)
                                : search_late(node.depth, node.alpha, node.beta, node.ply, number);
            if (node.depth >= least_shared) shared_.under_way.remove(key());
        }
        if (score > node.best) node.best = score, node.best_cell = cell;
        node.alpha = std::max(node.alpha, score);
        if (node.alpha >= node.beta) reward(us, cell, node.depth, node.ply);
    }

    static Bound bound_of(int score, int alpha, int beta) {
        return score >= beta ? Bound::at_least : score > alpha ? Bound::exact : Bound::at_most;
    }

    // Late moves are searched less deep with an empty window; a surprise is searched in full.
    int search_late(int depth, int alpha, int beta, int ply, int number) {
        int reduction = 0;
        if (depth >= 3 && number >= 4 && !board_.lacking_one[1 - side_].any())
            reduction = 1 + width(number) * width(depth) / 8;
        int score = -search(depth - 1 - reduction, -alpha - 1, -alpha, ply + 1);
        if (score > alpha && reduction)
            score = -search(depth - 1, -alpha - 1, -alpha, ply + 1);
        if (score > alpha && score < beta) score = -search(depth - 1, -beta, -alpha, ply + 1);
        return score;
    }

    // The logarithm, without the differences between machines.
    static int width(int number) { return std::bit_width(static_cast<unsigned>(number)); }

    int most_moves(int depth) const {
        return board_.empty_count <= 30 ? largest_cells : 12 + 6 * depth;
    }

    int static_score() const {
        const int us = side_;
        const int score = board_.worth[us] - board_.worth[1 - us];
        return std::clamp(score + (board_.worth[us] >> 3), longest - certain + 1,
                          certain - longest - 1);
    }

    // Wins by continuous threats

    // How many plies a win takes in which every move of `us`, who is to move, threatens to complete
    // a line; 0 if none was found with at most `moves` such moves and `budget` nodes.
    int win_by_threats(int us, int moves, int budget) {
        threat_move_ = -1;
        const bool any = board_.lacking_one[us].any() || board_.lacking_two[us].any();
        return any ? follow_threats(us, moves, budget) : 0;
    }

    int follow_threats(int us, int moves, int& budget) {
        if (board_.lacking_one[us].any()) {
            threat_move_ = board_.completions(us).first();
            return 1;
        }
        Evaluation::Cells makers = board_.four_makers(us);
        if (board_.lacking_one[1 - us].any()) {
            const Evaluation::Cells must = board_.completions(1 - us);
            if (must.count() > 1) return 0;
            makers &= must;
        }
        for (const int cell : makers) {
            if (moves == 0 || --budget < 0) return 0;
            count_node();
            const Placed<Update::threats> threat(*this, us, cell);
            const Evaluation::Cells answers = board_.completions(us);
            int plies = 0;
            if (answers.count() > 1) {
                plies = 3;
            } else if (answers.any()) {
                const Placed<Update::threats> answer(*this, 1 - us, answers.first());
                plies = follow_threats(us, moves - 1, budget);
                if (plies) plies += 2;
            }
            if (plies) {
                threat_move_ = cell;
                return plies;
            }
        }
        return 0;
    }

    // The order of moves

    struct Choice {
        int score;
        int cell;
        bool operator<(const Choice& other) const { return score > other.score; }
    };

    void list_choices(std::vector<Choice>& choices, int us, int first, int ply, bool all) {
        const auto& killers = killers_[std::min(ply, deepest)];
        for (const int cell : board_.empty) {
            const int pull = 2 * board_.pull[us][cell] + board_.pull[1 - us][cell];
            if (pull == 0 && !all && !board_.windows.rules.exact) continue;
            int score = 16 * pull + history_[us][cell] + near_centre_[cell];
            if (cell == first) score += 1 << 28;
            if (cell == killers[0] || cell == killers[1]) score += 16 * 60;
            choices.push_back({score, cell});
        }
        if (choices.empty()) choices.push_back({0, board_.empty.first()});
    }

    void reward(int us, int cell, int depth, int ply) {
        int& earned = history_[us][cell];
        earned += depth * depth;
        if (earned > 4000)
            for (auto& side : history_)
                for (int& each : side) each /= 2;
        auto& killers = killers_[std::min(ply, deepest)];
        if (killers[0] != cell) killers = {cell, killers[0]};
    }

    void prefer_the_centre(const Rules& rules) {
        near_centre_.resize(rules.cells());
        for (int cell = 0; cell < rules.cells(); ++cell) {
            const int r = cell / rules.columns, c = cell % rules.columns;
            near_centre_[cell] = -std::max(std::abs(2 * r - rules.rows + 1),
                                           std::abs(2 * c - rules.columns + 1));
        }
    }

    // The table: a win is stored as its distance from the node, not from the root.

    static int to_table(int score, int ply) {
        return !decided(score) ? score : score > 0 ? score + ply : score - ply;
    }

    static int from_table(int score, int ply) {
        return !decided(score) ? score : score > 0 ? score - ply : score + ply;
    }

    void store(int depth, int score, Bound bound, int cell, int ply) {
        shared_.table.store(key(), {to_table(score, ply), static_cast<std::int16_t>(cell),
                                    static_cast<std::int8_t>(std::clamp(depth, -100, 100)), bound});
    }

    Evaluation board_;
    Shared& shared_;
    int number_;
    int side_ = 0;  // to move
    int threat_move_ = -1;
    std::uint64_t key_ = 0;
    std::uint64_t nodes_ = 0;
    std::array<std::vector<int>, 2> history_;
    std::vector<std::array<int, 2>> killers_;
    std::vector<int> near_centre_;
};

// Threads that are stopped and joined at the end of the block, come what may. A thread that cannot
// be had, or runs out of memory, is only a help less.
class Helpers {
public:
    explicit Helpers(Shared& shared) : shared_(shared) {}
    ~Helpers() {
        shared_.stop = true;
        for (std::thread& thread : threads_) thread.join();
    }
    Helpers(const Helpers&) = delete;
    Helpers& operator=(const Helpers&) = delete;

    template <typename Work>
    void start(Work work) {
        try {
            threads_.emplace_back([work] {
                try {
                    work();
                } catch (const std::bad_alloc&) {
                }
            });
        } catch (const std::exception&) {
        }
    }

private:
    Shared& shared_;
    std::vector<std::thread> threads_;
};

class SharedTableEngine final : public Engine {
public:
    SharedTableEngine(const Rules& rules, std::size_t table_bytes, int threads)
        : rules_(rules), table_(table_bytes), threads_(threads) {}

    Found search(const std::string& cells, bool x_to_move, const Limits& limits, bool every_move,
                 const Tick& tick, const Told& told) override {
        Shared shared{.table = table_, .most_nodes = limits.nodes, .tick = tick};
        Worker leader(rules_, cells, x_to_move, shared, 0);
        std::vector<Found> found(threads_);
        {
            Helpers helpers(shared);
            for (int number = 1; number < threads_; ++number)
                helpers.start([&, number] {
                    Worker helper(rules_, cells, x_to_move, shared, number);
                    found[number] = helper.deepen(limits.depth, every_move, {});
                    shared.stop = true;
                });
            found[0] = leader.deepen(limits.depth, every_move, told);
        }
        Found& best = *std::max_element(found.begin(), found.end(), knows_less);
        best.nodes = shared.nodes.load();
        if (told && best.depth > found[0].depth) told(best);
        return std::move(best);
    }

private:
    // Which of two threads to believe. A win is one, however it was found. Threads that were stopped
    // at the same depth may differ because one found a better move that the other had put off.
    static bool knows_less(const Found& one, const Found& other) {
        const auto known = [](const Found& found) {
            const int score = found.moves.empty() ? -infinite : found.moves[0].score;
            const bool won = score > certain - longest;
            return std::tuple(won, won ? 0 : found.depth, won ? 0 : found.reached, score);
        };
        return known(one) < known(other);
    }

    Rules rules_;
    TranspositionTable table_;
    int threads_;
};

}  // namespace

std::unique_ptr<Engine> make_engine(const Rules& rules, std::size_t table_bytes, int threads) {
    return std::make_unique<SharedTableEngine>(rules, table_bytes, threads);
}

}  // namespace noughts

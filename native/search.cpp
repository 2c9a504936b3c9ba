#include "search.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstdlib>
#include <exception>
#include <memory>
#include <new>
#include <optional>
#include <tuple>
#include <type_traits>
#include <utility>

#include "choices.hpp"
#include "evaluate.hpp"
#include "shape_board.hpp"
#include "tables.hpp"
#include "threads.hpp"

namespace noughts {

namespace {

constexpr int infinite = certain + 1;
constexpr int deepest = 2 * largest_cells;
constexpr int least_shared = 2;  // depth; below it, telling the others costs more than the search

// How far to look for a win by continuous threats: at most this many threats and nodes. At the root
// this happens once and may take long. In the tree it happens in every node, at the expense of
// depth; so it gets more close to the root, where a win would be worth more, and least at the
// leaves, which are most of the tree.
struct ThreatLimits {
    int threats, nodes;
};
constexpr ThreatLimits at_the_root{20, 20'000}, after_a_root_move{12, 3000};

// At the root, wins by fours and open threes are looked for after each depth: by an attack of at
// most this many moves, with one node for every `nodes_per_three` that the search has had so far,
// and in each position of the attack with so many nodes for fours.
constexpr std::uint64_t asked_of_threes = 1'000;  // sets its questions apart from those of fours
constexpr int longest_attack = 10, nodes_per_three = 16, most_threes = 200'000, fours_each = 40;
constexpr int leaf_depth = 3;  // with less depth left, a node counts as a leaf here

// What fits a board. Those of the windows are set by hand; those of the shapes were found by games
// (bench/strength.md).
struct Settings {
    ThreatLimits in_the_tree, at_the_leaves;
    // The order of moves: how promising a cell looks counts `promise_weight` times, so that what
    // was learned in the tree and the distance from the centre decide between cells that look about
    // the same. A killer, which refuted a sibling, ranks like a cell that is more promising by
    // `killer_promise`, and the last refutation of the same move by `reply_promise`. What a cell
    // has earned counts `history_weight` sixteenths of the time, as a reply to the last move
    // `replies_weight`.
    int promise_weight, killer_promise, reply_promise, history_weight, replies_weight;
    // If more than `few_cells` cells are empty, moves far down the list are not tried: those after
    // `first_moves`, plus `moves_per_8` for each eight plies of depth that are left. Trying fewer
    // reaches deeper but overlooks more.
    int first_moves, moves_per_8;
    // The number of the move (from 0) from which moves are reduced, and by how much, in 64ths of a
    // ply: `base`, `growth` for each unit in the product of the logarithms of number and depth,
    // `doubt` for a cell that looks e^10 times less likely than the best one; in a full window
    // `wide` less, and `earned` less for a cell that has earned all it can. Reducing more reaches
    // deeper, but takes longer to see what late moves can do.
    int first_late, base, growth, doubt, wide, earned;
};

template <class Board>
constexpr Settings settings{};
template <>
constexpr Settings settings<Evaluation>{
    .in_the_tree = {8, 400},
    .at_the_leaves = {8, 100},
    .promise_weight = 16,
    .killer_promise = 60,
    .reply_promise = 0,
    .history_weight = 16,
    .replies_weight = 0,
    .first_moves = 12,
    .moves_per_8 = 48,
    .first_late = 4,
    .base = 64,
    .growth = 8,
    .doubt = 0,
    .wide = 0,
    .earned = 0,
};
template <>
constexpr Settings settings<ShapeBoard>{
    .in_the_tree = {8, 30},
    .at_the_leaves = {8, 3},
    .promise_weight = 16,
    .killer_promise = 30,
    .reply_promise = 76,
    .history_weight = 25,
    .replies_weight = 15,
    .first_moves = 8,
    .moves_per_8 = 8,
    .first_late = 3,
    .base = 76,
    .growth = 2,
    .doubt = 31,
    .wide = 20,
    .earned = 0,
};

// What is not tried because the evaluation says that it would not help, on a board of shapes. In
// points of the evaluation, of which 200 change the odds by a factor of e.
struct Margin {
    int deepest;        // up to this depth
    int base, per_ply;  // how far the score must be from the window
    int at(int depth) const { return base + per_ply * depth; }
};
constexpr Margin far_above{6, 0, 17};   // good enough without a move
constexpr Margin far_below{4, 0, 164};  // hopeless without a win by threats
constexpr Margin not_quiet{2, 30, 42};  // only a threat can still help
constexpr int without_a_move = 4;  // from this depth on, a node without a known move is reduced
constexpr int quiet_depth = -1;    // an open three is answered down to here
constexpr int putting_off = 3;     // up to this depth, fours do not put off that answer
constexpr std::size_t refuted_size = 1 << 16;

// A known move that is better than all others by `alone_margin` points a ply is searched deeper. To
// find out takes half the depth; that pays from `least_alone` on.
constexpr int least_alone = 6, alone_margin = 8;
constexpr int least_aspired = 4;  // the depth from which the first move gets a narrow window,
constexpr int aspiration = 32;    // as wide on either side of the last score, in points
constexpr int widening = 4;       // and so many times wider where the score is outside
constexpr int widest = 2'000;     // beyond it, the window is open

constexpr int few_cells = 30;
constexpr int least_reduced = 3;     // the depth from which moves are reduced
constexpr int before_all = 1 << 28;  // the move from the table comes first
constexpr int most_history = 4000;   // what a cell can earn: the nearer, the slower

constexpr int answer_depth = 4;           // enough to choose between the ways to stop a threat
constexpr std::size_t longest_line = 40;  // moves of a line that is shown

bool decided(int score) { return std::abs(score) > certain - longest; }

struct Stopped : std::exception {};

// The positions that threads are searching right now. A thread that reaches one of them tries its
// other moves first; when it comes back, the result is probably in the table. Without this, the
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
    const Net* net;  // or null
    std::atomic<bool> stop = false;
    std::atomic<std::uint64_t> nodes = 0;  // of all threads, updated at each check
    std::uint64_t most_nodes = 0;
    StopCheck& check;  // only the first thread asks it whether to stop
    UnderWay under_way{};
};

// One thread's search, on the board of the windows or on that of the shapes.
template <class Board>
class SearchThread {
public:
    SearchThread(const Rules& rules, const Task& task, Shared& shared, int number)
        : board_(rules, task.cells),
          task_(task),
          shared_(shared),
          number_(number),
          side_(task.x_to_move ? 0 : 1) {
        for (int cell = 0; cell < rules.cells(); ++cell)
            if (task.cells[cell] != '.') key_ ^= of_stone(task.cells[cell] == 'x' ? 0 : 1, cell);
        killers_.assign(deepest + 1, {-1, -1});
        prefer_the_centre(rules);
        if constexpr (knows_shapes)
            if (shared.net) net_.emplace(board_.sights(), *shared.net, task.cells);
    }

    // Deepens until it is stopped.
    Found deepen(const OnProgress& on_progress) {
        Found found;
        list_root_moves(found.moves);
        int last = std::min(task_.depth > 0 ? task_.depth : deepest, board_.empty_count);
        if (!task_.every_move) {
            if (forced_win(found)) return found;
            if (answers_only(found.moves)) last = std::min(last, answer_depth);
        }
        try {
            for (int depth = 1; depth <= last; ++depth) {
                search_root(found, depth);
                found.depth = depth;
                found.nodes = nodes();
                if (!task_.every_move && !decided(found.moves[0].score)) look_for_threes(found);
                if (on_progress) on_progress(found);
                if (!task_.every_move && decided(found.moves[0].score)) break;
            }
        } catch (const Stopped&) {
            // What was found at the unfinished depth is already in order. But if all of it loses, a
            // move that was not tried at this depth is better.
            const auto holds = [](const RootMove& move) { return move.score > longest - certain; };
            const auto it = std::find_if(found.moves.begin(), found.moves.end(), holds);
            if (it != found.moves.end()) std::rotate(found.moves.begin(), it, it + 1);
        }
        flush_nodes();
        found.nodes = nodes();
        return found;
    }

private:
    using Cells = typename Board::Cells;
    static constexpr const Settings& set = settings<Board>;
    static constexpr bool knows_shapes = std::is_same_v<Board, ShapeBoard>;

    std::uint64_t nodes() const { return shared_.nodes.load() + nodes_; }

    template <Update update = Update::everything>
    void play(int side, int cell) {
        played_.push_back(cell);
        key_ ^= of_stone(side, cell);
        side_ = 1 - side;
        if constexpr (update == Update::everything) shared_.table.expect(key());
        board_.template put<update>(side, cell);
    }

    template <Update update = Update::everything>
    void take_back(int side, int cell) {
        played_.pop_back();
        board_.template take_back<update>(side, cell);
        key_ ^= of_stone(side, cell);
        side_ = side;
    }

    // A stone that is taken back at the end of the block, even when the search is stopped.
    template <Update update = Update::everything>
    class Placed {
    public:
        Placed(SearchThread& thread, int side, int cell)
            : thread_(thread), side_(side), cell_(cell) {
            thread_.template play<update>(side, cell);
        }
        ~Placed() { thread_.template take_back<update>(side_, cell_); }
        Placed(const Placed&) = delete;
        Placed& operator=(const Placed&) = delete;

    private:
        SearchThread& thread_;
        int side_, cell_;
    };

    std::uint64_t key() const { return key_ ^ of_turn(side_); }
    std::uint64_t key_after(int cell) const {
        return key_ ^ of_stone(side_, cell) ^ of_turn(1 - side_);
    }

    static std::uint64_t of_turn(int side) { return side ? 0x5DEECE66D1234567 : 0; }
    static std::uint64_t of_stone(int side, int cell) {
        return scramble(golden + static_cast<std::uint64_t>(cell * 2 + side + 1));
    }

    void count_node() {
        if (++nodes_ < nodes_per_check) return;
        flush_nodes();
        if (number_ != 0) shared_.check.wait_while_paused();
        if (number_ == 0 && shared_.check()) shared_.stop = true;
        if (shared_.most_nodes && shared_.nodes.load() >= shared_.most_nodes) shared_.stop = true;
        if (shared_.stop.load(std::memory_order_relaxed)) throw Stopped{};
    }

    void flush_nodes() {
        shared_.nodes += nodes_;
        nodes_ = 0;
    }

    // The root

    void list_root_moves(std::vector<RootMove>& moves) {
        Choices choices(listed_);
        list_choices(choices, -1, 0, true);
        for (std::size_t next = 0; next < choices.size(); ++next) {
            const int cell = choices.pick(next).cell;
            moves.push_back({cell, 0, false, {cell}});
        }
        // Found without a search, in case there is no time for one: win, or stop a win.
        const Cells wins = board_.completions(side_);
        const Cells stops = board_.completions(1 - side_);
        std::stable_sort(moves.begin(), moves.end(), [&](const RootMove& a, const RootMove& b) {
            const auto rank = [&](int cell) {
                return wins.test(cell) ? 0 : stops.test(cell) ? 1 : 2;
            };
            return rank(a.cell) < rank(b.cell);
        });
    }

    // A win by continuous threats; looks longer for it than anywhere in the tree.
    bool forced_win(Found& found) {
        std::vector<int> line;
        int plies = 0;
        try {
            plies = shortest_win_by_threats();
            if (plies) add_threats(line, threat_move_);
        } catch (const Stopped&) {
            // The next check stops again; a win that was found still counts.
        }
        flush_nodes();
        found.nodes = nodes();
        if (plies == 0) return false;
        put_first(found.moves, {line[0], certain - plies, true, line});
        found.depth = 1;
        return true;
    }

    // A move with its score, in the place of what was known about it.
    static void put_first(std::vector<RootMove>& moves, const RootMove& best) {
        const auto is_it = [&](const RootMove& move) { return move.cell == best.cell; };
        const auto it = std::find_if(moves.begin(), moves.end(), is_it);
        std::rotate(moves.begin(), it, it + 1);
        moves[0] = best;
    }

    int shortest_win_by_threats() {
        for (int threats = 0; threats <= at_the_root.threats; ++threats)
            if (const int plies = win_by_threats({threats, at_the_root.nodes})) return plies;
        return 0;
    }

    // Adds the moves of a win by threats, including the answers.
    void add_threats(std::vector<int>& line, int cell) {
        const int us = side_;
        line.push_back(cell);
        if (board_.threatens(us)) return;  // the move was the win
        const Placed<> threat(*this, us, cell);
        const int answer = board_.completions(us).first();
        line.push_back(answer);
        const Placed<> answered(*this, 1 - us, answer);
        if (shortest_win_by_threats()) add_threats(line, threat_move_);
    }

    // If the opponent threatens to complete a line, only the moves that stop it are worth a search,
    // and a short one is enough. If the opponent threatens an open four, only its defences are.
    bool answers_only(std::vector<RootMove>& moves) const {
        const Cells threats = board_.completions(1 - side_);
        const Cells answers = threats.any() ? threats : is_attacked() ? defences() : Cells{};
        if (answers.any())
            std::erase_if(moves, [&](const RootMove& move) { return !answers.test(move.cell); });
        return threats.any();
    }

    void search_root(Found& found, int depth) {
        std::vector<RootMove>& moves = found.moves;
        int alpha = -infinite;
        const Cells wins = board_.completions(side_);
        root_depth_ = depth;
        std::size_t untried = moves.size();  // from here on: moves that were put off
        const std::size_t most = most_at_the_root(depth);
        int lowest = infinite;
        for (std::size_t i = 0; i < moves.size(); ++i) {
            // Moves far down the list are hopeless, unless all others lose. They are no worse than
            // the worst, as far as anybody knows.
            if (i >= most && alpha > longest - certain) {
                moves[i].score = std::max(lowest, longest - certain + 1);
                moves[i].exact = false;
                continue;
            }
            const auto here = moves.begin() + static_cast<std::ptrdiff_t>(i);
            while (i > 0 && i < untried && put_off(here->cell, depth)) {
                std::rotate(here, here + 1, moves.end());
                --untried;
            }
            RootMove& move = moves[i];
            const bool full_window = task_.every_move || i == 0;
            if (wins.test(move.cell)) {
                move.score = certain - 1;  // the game ends there
            } else {
                const Placed<> placed(*this, side_, move.cell);
                shared_.under_way.add(key());
                move.score = full_window ? search_first(depth, move.score)
                                         : -search(depth - 1, -alpha - 1, -alpha, 1);
                if (!full_window && move.score > alpha)
                    move.score = -search(depth - 1, -infinite, -alpha, 1);
                shared_.under_way.remove(key());
            }
            found.reached = depth;
            lowest = std::min(lowest, move.score);
            move.exact = full_window || move.score > alpha;
            if (move.exact && !wins.test(move.cell)) move.line = principal_line(move.cell);
            if (move.score <= alpha) continue;
            alpha = move.score;
            // A better move goes to the front, and stays there if the search is stopped now.
            const auto better = moves.begin() + static_cast<std::ptrdiff_t>(i);
            if (!task_.every_move) std::rotate(moves.begin(), better, better + 1);
        }
        std::stable_sort(moves.begin(), moves.end(), [](const RootMove& a, const RootMove& b) {
            return a.score != b.score ? a.score > b.score : a.exact > b.exact;
        });
    }

    // The score of the first move, with a window around the one that is expected. Where the score
    // is outside, the window opens on that side.
    int search_first(int depth, int expected) {
        const bool narrow = knows_shapes && !task_.every_move && depth >= least_aspired;
        const int width = narrow && !decided(expected) ? aspiration : widest;
        for (int below = width, above = width;;) {
            const int low = below < widest ? expected - below : -infinite;
            const int high = above < widest ? expected + above : infinite;
            const int score = -search(depth - 1, -high, -low, 1);
            if (score <= low && low > -infinite)
                below *= widening;
            else if (score >= high && high < infinite)
                above *= widening;
            else
                return score;
        }
    }

    // How many moves to try at the root. Those of the windows are all tried.
    std::size_t most_at_the_root(int depth) const {
        if (!knows_shapes || task_.every_move) return largest_cells;
        return 2 * static_cast<std::size_t>(most_moves(depth));
    }

    // The moves that the table holds for both sides after `first`.
    std::vector<int> principal_line(int first) {
        std::vector<int> line{first};
        std::vector<std::pair<int, int>> played{{side_, first}};
        play(side_, first);
        while (line.size() < longest_line && !board_.threatens(side_)) {
            const std::optional<Entry> entry = shared_.table.look_up(key());
            if (!entry || !is_empty(entry->move)) break;
            line.push_back(entry->move);
            played.emplace_back(side_, entry->move);
            play(side_, entry->move);
        }
        if (board_.threatens(side_)) line.push_back(board_.completions(side_).first());
        for (auto it = played.rbegin(); it != played.rend(); ++it) take_back(it->first, it->second);
        return line;
    }

    // Also false for a move that is impossible here because two positions share a key.
    bool is_empty(int cell) const {
        return 0 <= cell && cell < static_cast<int>(near_centre_.size()) && board_.empty.test(cell);
    }

    // The tree

    // Returns r. If r <= alpha the value is at most r; if r >= beta, at least r; else it is r.
    int search(int depth, int alpha, int beta, int ply) {
        count_node();
        const int us = side_, them = 1 - us;
        if (board_.threatens(us)) return certain - ply - 1;
        if (board_.empty_count == 0) return 0;
        if (board_.threatens(them)) {
            const Cells threats = board_.completions(them);
            if (threats.count() > 1) return ply + 2 - certain;
            return answer_threat(threats.first(), depth, alpha, beta, ply);
        }
        if constexpr (knows_shapes)
            if (board_.open_fours(us).any()) return certain - ply - 3;
        if (!board_.alive()) return 0;
        // Nothing here can be better than the next win, or worse than a loss in four plies.
        alpha = std::max(alpha, ply + 4 - certain);
        beta = std::min(beta, certain - ply - (knows_shapes ? 5 : 3));
        if (alpha >= beta) return alpha;

        const std::optional<Entry> entry = shared_.table.look_up(key());
        if (entry && entry->depth >= depth) {
            const int score = from_table(entry->score, ply);
            if (entry->bound == Bound::exact ||
                (entry->bound == Bound::at_least && score >= beta) ||
                (entry->bound == Bound::at_most && score <= alpha))
                return score;
        }
        const ThreatLimits limits = ply <= 1              ? after_a_root_move
                                    : depth >= leaf_depth ? set.in_the_tree
                                                          : set.at_the_leaves;
        const bool tried =
            knows_shapes && ply > 1 && entry && depth >= 0 && looked_for_threats(*entry, depth);
        if (const int plies = tried ? 0 : win_by_threats(limits)) {
            const int score = certain - ply - plies;
            store(depth, score, Bound::at_least, threat_move_, ply);
            return score;
        }
        if (ply >= deepest) return static_score();
        int now = 0;
        if constexpr (knows_shapes) {
            const bool attacked = is_attacked();
            now = refined(static_score(), entry, ply);
            if (depth <= 0 && (!attacked || depth <= quiet_depth)) return now;
            if (beta - alpha == 1 && !attacked && says_enough(now, depth, alpha, beta)) return now;
            if (!entry && depth >= without_a_move) --depth;
        } else if (depth <= 0) {
            return static_score();
        }
        Node node{depth, alpha, beta, ply, now};
        if (entry) {
            node.known = entry->move;
            node.extension = stands_alone(*entry, node) ? 1 : 0;
        }
        return try_moves(node);
    }

    // A static score, unless an earlier search knows better.
    static int refined(int now, const std::optional<Entry>& entry, int ply) {
        if (!entry) return now;
        const int score = from_table(entry->score, ply);
        const bool better = entry->bound == Bound::exact ||
                            (entry->bound == Bound::at_least ? score > now : score < now);
        return better && !decided(score) ? score : now;
    }

    // Whether a search before this one has looked for a win by threats here, with the same limits.
    static bool looked_for_threats(const Entry& entry, int depth) {
        return depth < leaf_depth || entry.depth >= leaf_depth;
    }

    // Whether the static score is so far from an empty window that a search would not change much.
    bool says_enough(int now, int depth, int alpha, int beta) const {
        const bool quiet = !board_.makers(1 - side_, Threat::four_three).any();
        return (depth <= far_above.deepest && !decided(beta) && quiet &&
                now - far_above.at(depth) >= beta) ||
               (depth <= far_below.deepest && !decided(alpha) &&
                now + far_below.at(depth) <= alpha);
    }

    // The moves that matter if the opponent threatens to make an open four: our own fours, and what
    // spoils every such threat.
    Cells defences() const { return spoilers() | board_.threat_makers(side_); }

    Cells spoilers() const {
        Cells found = board_.empty;
        if constexpr (knows_shapes)
            for (const int cell : board_.open_fours(1 - side_))
                found &= board_.spoilers(1 - side_, cell);
        return found;
    }

    // Whether the opponent threatens to make an open four, as far as the board can tell.
    bool is_attacked() const {
        if constexpr (knows_shapes) return board_.open_fours(1 - side_).any();
        return false;
    }

    int answer_threat(int cell, int depth, int alpha, int beta, int ply) {
        if (ply >= deepest) return static_score();
        int score;
        {
            const Placed<> placed(*this, side_, cell);
            score = -search(depth, -beta, -alpha, ply + 1);
        }
        store(depth, score, bound_of(score, alpha, beta), cell, ply);
        return score;
    }

    // A node whose moves are being tried.
    struct Node {
        int depth, alpha, beta, ply;
        int now = 0;        // the score without a search, where shapes are known
        int known = -1;     // the move that was best before
        int extension = 0;  // of that move
        int left_out = -1;  // a move that is not to be tried
        int best = -infinite, best_cell = -1;
    };

    // Whether the move in the table is better than all others by far. A line of such moves must not
    // make the search endless.
    bool stands_alone(const Entry& entry, const Node& node) {
        const int depth = node.depth, ply = node.ply;
        if (!knows_shapes || depth < least_alone || ply >= 2 * root_depth_ ||
            entry.depth < depth - 3 || entry.bound == Bound::at_most || !is_empty(entry.move))
            return false;
        const int score = from_table(entry.score, ply);
        if (decided(score)) return false;
        const int bar = score - alone_margin * depth;
        Node others{depth / 2, bar - 1, bar, ply, node.now};
        others.left_out = entry.move;
        return try_moves(others) < bar;
    }

    int try_moves(Node& node) {
        const int alpha = node.alpha;
        Choices choices(listed_);
        list_choices(choices, node.known, node.ply, false);
        if (choices.size() == 0) return node.ply + 4 - certain;  // nothing stops an open four
        const Cells worthwhile = worth_a_search(node);
        const int most = most_moves(node.depth);
        int number = 0;
        for (std::size_t next = 0; next < choices.size() && node.alpha < node.beta; ++next) {
            Choice& choice = choices.pick(next);
            if (choice.cell == node.left_out) continue;
            // On a large board, moves far down the list are hopeless; but a position counts as lost
            // only after every move has been tried.
            const bool holds = node.best > longest - certain;
            if (number >= most && holds) break;
            choice.number = static_cast<std::int16_t>(number++);
            if (choice.number > 0 && holds && !worthwhile.test(choice.cell)) {
                choice.tried = Tried::skipped;
            } else if (choice.number > 0 && put_off(choice.cell, node.depth)) {
                choice.tried = Tried::put_off;
            } else {
                choice.tried = Tried::yes;
                try_move(node, choice, choices.most_promising());
            }
        }
        for (std::size_t next = 0; next < choices.size() && node.alpha < node.beta; ++next)
            if (choices[next].tried == Tried::put_off)
                try_move(node, choices[next], choices.most_promising());
        if (node.left_out >= 0) return std::max(node.best, longest - certain);
        if (node.alpha >= node.beta) punish_others(choices, node);
        store(node.depth, node.best, bound_of(node.best, alpha, node.beta), node.best_cell,
              node.ply);
        return node.best;
    }

    // The cells that are worth more than a glance, unless all else loses. If the score is so far
    // below the window that a quiet move would not be enough, only threats are. Where an open four
    // must be stopped, fours that only put that off are not, with little depth left.
    Cells worth_a_search(const Node& node) const {
        if constexpr (knows_shapes) {
            if (is_attacked()) return node.depth <= putting_off ? spoilers() : board_.empty;
            if (node.beta - node.alpha == 1 && node.depth <= not_quiet.deepest &&
                node.now + not_quiet.at(node.depth) <= node.alpha)
                return board_.empty.without(board_.makers(side_, Threat::quiet));
        }
        return board_.empty;
    }

    bool put_off(int cell, int depth) const {
        return depth >= least_shared && shared_.under_way.has(key_after(cell));
    }

    void try_move(Node& node, const Choice choice, int most_promising) {
        const int us = side_, cell = choice.cell;
        const int earned = history_[us][cell] + replies_[last_move()][cell];
        int score;
        {
            const Placed<> placed(*this, us, cell);
            if (node.depth >= least_shared) shared_.under_way.add(key());
            score = choice.number == 0
                        ? -search(node.depth - 1 + node.extension, -node.beta, -node.alpha,
                                  node.ply + 1)
                        : search_late(node, choice.number, most_promising - choice.promise, earned);
            if (node.depth >= least_shared) shared_.under_way.remove(key());
        }
        if (score > node.best) {
            node.best = score;
            node.best_cell = cell;
        }
        node.alpha = std::max(node.alpha, score);
        if (node.alpha >= node.beta) reward(us, cell, node.depth, node.ply);
    }

    static Bound bound_of(int score, int alpha, int beta) {
        return score >= beta ? Bound::at_least : score > alpha ? Bound::exact : Bound::at_most;
    }

    // Late moves are searched less deeply, with an empty window; a surprise is searched in full. On
    // the board of the windows, a threat never counts as late.
    int search_late(const Node& node, int number, int doubt, int earned) {
        const int depth = node.depth, alpha = node.alpha, beta = node.beta, ply = node.ply;
        int reduction = 0;
        if (depth >= least_reduced && number >= set.first_late &&
            (knows_shapes || !board_.threatens(1 - side_)))
            reduction = reduction_of(node, number, doubt, earned);
        int score = -search(depth - 1 - reduction, -alpha - 1, -alpha, ply + 1);
        if (score > alpha && reduction) score = -search(depth - 1, -alpha - 1, -alpha, ply + 1);
        if (score > alpha && score < beta) score = -search(depth - 1, -beta, -alpha, ply + 1);
        return score;
    }

    static int reduction_of(const Node& node, int number, int doubt, int earned) {
        const int growth = set.growth * log2_of(number) * log2_of(node.depth) / 64;
        const int wide = node.beta - node.alpha > 1 ? set.wide : 0;
        const int likely = set.earned * earned / (2 * most_history);
        return std::max(0, set.base + growth + set.doubt * doubt / 1000 - wide - likely) / 64;
    }

    // The logarithm in sixteenths, straight between the powers of two: the same on every machine.
    static int log2_of(int number) {
        const int whole = std::bit_width(static_cast<unsigned>(number)) - 1;
        return 16 * whole + ((16 * number) >> whole) - 16;
    }

    int most_moves(int depth) const {
        if (is_attacked()) return largest_cells;  // only moves that matter are listed
        return board_.empty_count <= few_cells ? largest_cells
                                               : set.first_moves + set.moves_per_8 * depth / 8;
    }

    int static_score() {
        int score = 0;
        if constexpr (knows_shapes) {
            int worth = board_.worth(side_);
            if (net_) worth += net_->value_after(played_, first_side());
            score = worth / worth_per_point;
        } else {
            score = board_.score(side_);
        }
        return std::clamp(score, longest - certain + 1, certain - longest - 1);
    }

    int first_side() const { return task_.x_to_move ? 0 : 1; }

    // Wins by continuous threats

    // The number of plies of a win in which every move of the side to move threatens to complete a
    // line; 0 if none is found within the limits. `threat_move_` is the first move of that win.
    int win_by_threats(ThreatLimits limits) {
        threat_move_ = -1;
        return follow_threats(side_, limits.threats, limits.nodes);
    }

    int follow_threats(int us, int threats, int& nodes_left) {
        if (board_.threatens(us)) {
            threat_move_ = board_.completions(us).first();
            return 1;
        }
        Cells makers = board_.threat_makers(us);
        if (!makers.any()) return 0;
        if (board_.threatens(1 - us)) {
            const Cells must = board_.completions(1 - us);
            if (must.count() > 1) return 0;
            makers &= must;
        }
        if (const int cell = open_four_among(makers, us); cell >= 0) {
            threat_move_ = cell;
            return threats > 0 ? 3 : 0;
        }
        // Threats are tried in every order: what fails in one need not be tried in the next.
        const std::uint64_t asked = key() ^ scramble(static_cast<std::uint64_t>(threats));
        std::uint64_t& refuted = refuted_[asked % refuted_.size()];
        if (knows_shapes && refuted == asked) return 0;
        const Cells better = makers & fours_with_threes(us);
        for (const Cells& some : {better, makers.without(better)})
            for (const int cell : some) {
                if (threats == 0 || --nodes_left < 0) return 0;
                if (const int plies = follow_threat(us, cell, threats, nodes_left)) {
                    threat_move_ = cell;
                    return plies;
                }
            }
        refuted = asked;
        return 0;
    }

    // The number of plies of a win that begins with this threat; 0 if none is found.
    int follow_threat(int us, int cell, int threats, int& nodes_left) {
        count_node();
        const Placed<Update::threats> threat(*this, us, cell);
        const Cells answers = board_.completions(us);
        if (answers.count() > 1) return 3;
        if (!answers.any()) return 0;
        const Placed<Update::threats> answer(*this, 1 - us, answers.first());
        const int plies = follow_threats(us, threats - 1, nodes_left);
        return plies ? plies + 2 : 0;
    }

    // One of these cells that makes an open four or two fours, as far as the board can tell; or -1.
    int open_four_among(const Cells& makers, int us) const {
        if constexpr (knows_shapes)
            if (const Cells wins = makers & board_.open_fours(us); wins.any()) return wins.first();
        return -1;
    }

    // The cells that make a four and an open three at once, as far as the board can tell.
    Cells fours_with_threes(int us) const {
        if constexpr (knows_shapes) return board_.makers(us, Threat::four_three);
        return {};
    }

    // Wins by threats and open threes: every move of the attacker makes a four or an open three,
    // and against the latter all defences are tried.

    void look_for_threes(Found& found) {
        if (!knows_shapes || number_ != 0) return;
        int nodes_left =
            static_cast<int>(std::min<std::uint64_t>(found.nodes / nodes_per_three, most_threes));
        for (int moves = 1; moves <= longest_attack && nodes_left > 0; ++moves)
            if (const int plies = attack(side_, moves, nodes_left)) {
                put_first(found.moves, {threat_move_, certain - plies, true, {threat_move_}});
                return;
            }
    }

    // At most this many plies, if `us`, to move, win within so many moves and then fours; else 0.
    int attack(int us, int moves, int& nodes_left) {
        const int some = std::min(fours_each, nodes_left);
        int left = some;
        threat_move_ = -1;
        const int plies = follow_threats(us, at_the_root.threats, left);
        nodes_left -= some - std::max(left, 0);
        if (plies || moves == 0) return plies;
        const std::uint64_t asked =
            key() ^ scramble(asked_of_threes + static_cast<std::uint64_t>(moves));
        std::uint64_t& refuted = refuted_[asked % refuted_.size()];
        if (refuted == asked) return 0;
        for (const Cells& cells : attacks(us))
            for (const int cell : cells) {
                if (--nodes_left < 0) return 0;
                count_node();
                const Placed<> attacking(*this, us, cell);
                if (const int more = defend(us, moves - 1, nodes_left)) {
                    threat_move_ = cell;
                    return more + 1;
                }
            }
        refuted = asked;
        return 0;
    }

    // The same, where the other side is to move.
    int defend(int us, int moves, int& nodes_left) {
        const int them = 1 - us;
        if (board_.threatens(them)) return 0;
        if (board_.threatens(us)) {
            const Cells answers = board_.completions(us);
            if (answers.count() > 1) return 2;
            const Placed<> answer(*this, them, answers.first());
            const int plies = attack(us, moves, nodes_left);
            return plies ? plies + 1 : 0;
        }
        if constexpr (knows_shapes)
            if (!board_.open_fours(us).any() || board_.open_fours(them).any()) return 0;
        int most = 3;  // if nothing stops the open four
        for (const int cell : defences()) {
            if (--nodes_left < 0) return 0;
            const Placed<> defence(*this, them, cell);
            const int plies = attack(us, moves, nodes_left);
            if (plies == 0) return 0;
            most = std::max(most, plies);
        }
        return most + 1;
    }

    // What makes a four or an open three, the most dangerous first. Whoever must stop a four or an
    // open three has to do that, too.
    std::array<Cells, 4> attacks(int us) const {
        std::array<Cells, 4> found{};
        if constexpr (knows_shapes) {
            const Cells must = board_.threatens(1 - us) ? board_.completions(1 - us)
                               : is_attacked()          ? defences()
                                                        : board_.empty;
            constexpr std::array kinds{Threat::four_three, Threat::double_three, Threat::open_three,
                                       Threat::four};
            for (std::size_t i = 0; i < kinds.size(); ++i)
                found[i] = board_.makers(us, kinds[i]) & must;
        }
        return found;
    }

    // The order of moves

    void list_choices(Choices& choices, int first, int ply, bool all) {
        const auto& killers = killers_[std::min(ply, deepest)];
        const bool attacked = !all && is_attacked();
        const std::size_t last = last_move();
        NetBoard::Counts counts;
        if (net_) {
            net_->follow(played_, first_side());
            counts = net_->counts(side_);
        }
        for (const int cell : worth_trying(all, attacked)) {
            if (!all && !attacked && !board_.matters(cell)) continue;
            const int promise =
                net_ ? net_->promise(counts, side_, cell) : board_.promise(side_, cell);
            int extra = 0;
            if (cell == killers[0] || cell == killers[1]) extra += set.killer_promise;
            if (cell == refutations_[last]) extra += set.reply_promise;
            int score = set.promise_weight * (promise + extra) + near_centre_[cell] +
                        history_[side_][cell] * set.history_weight / 16 +
                        replies_[last][cell] * set.replies_weight / 16;
            if (cell == first) score += before_all;
            choices.add({score, static_cast<std::int16_t>(cell), clipped(promise)});
        }
        if (choices.size() == 0 && !attacked)
            choices.add({0, static_cast<std::int16_t>(board_.empty.first()), 0});
    }

    static std::int16_t clipped(int promise) {
        return static_cast<std::int16_t>(std::clamp(promise, -30'000, 30'000));
    }

    Cells worth_trying(bool all, bool attacked) const {
        if (attacked) return defences();
        if constexpr (knows_shapes)
            if (const Cells close = board_.close_cells(); !all && close.any()) return close;
        return board_.empty;
    }

    // What is learned in the tree

    // The last move; a number that is no cell if there is none.
    std::size_t last_move() const {
        return static_cast<std::size_t>(played_.empty() ? largest_cells : played_.back());
    }

    // Earns or loses: the more there is already, the less.
    static void earn(std::int16_t& earned, int bonus) {
        earned =
            static_cast<std::int16_t>(earned + bonus - earned * std::abs(bonus) / most_history);
    }

    void earn(int us, int cell, int bonus) {
        earn(history_[us][cell], bonus);
        earn(replies_[last_move()][cell], bonus);
    }

    void reward(int us, int cell, int depth, int ply) {
        earn(us, cell, std::min(2 * depth * depth, 800));
        refutations_[last_move()] = static_cast<std::int16_t>(cell);
        auto& killers = killers_[std::min(ply, deepest)];
        if (killers[0] != cell) killers = {cell, killers[0]};
    }

    // The moves that were tried in vain before the best one.
    void punish_others(const Choices& choices, const Node& node) {
        const int bonus = -std::min(node.depth * node.depth, 400);
        for (std::size_t next = 0; next < choices.size(); ++next)
            if (choices[next].tried == Tried::yes && choices[next].cell != node.best_cell)
                earn(side_, choices[next].cell, bonus);
    }

    void prefer_the_centre(const Rules& rules) {
        near_centre_.resize(rules.cells());
        for (int cell = 0; cell < rules.cells(); ++cell) {
            const int r = cell / rules.columns, c = cell % rules.columns;
            near_centre_[cell] =
                -std::max(std::abs(2 * r - rules.rows + 1), std::abs(2 * c - rules.columns + 1));
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

    Board board_;
    std::optional<NetBoard> net_;
    const Task& task_;
    Shared& shared_;
    int number_;
    int side_;  // to move
    int threat_move_ = -1;
    std::uint64_t key_ = 0;
    std::uint64_t nodes_ = 0;
    std::vector<std::uint64_t> refuted_ = std::vector<std::uint64_t>(refuted_size);  // by its hash
    int root_depth_ = 0;
    std::vector<int> played_;     // since the root
    std::vector<Choice> listed_;  // by all nodes of the line
    // What cells have earned: by the side that moves, and by the move before.
    using Earned = std::array<std::int16_t, largest_cells>;
    std::array<Earned, 2> history_{};
    std::array<Earned, largest_cells + 1> replies_{};
    std::array<std::int16_t, largest_cells + 1> refutations_{};  // of the move before
    std::vector<std::array<int, 2>> killers_;
    std::vector<int> near_centre_;
};

// Threads that are always stopped and joined at the end of the block. If a thread cannot start or
// runs out of memory, the search goes on without it.
class Helpers {
public:
    explicit Helpers(Shared& shared) : shared_(shared) {}
    ~Helpers() {
        shared_.stop = true;
        for (Thread& thread : threads_) thread.join();
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
    std::vector<Thread> threads_;
};

// Which of two threads to believe. A win is a win, however it was found. Threads that were stopped
// at the same depth may differ because one found a better move that the other had put off.
bool knows_less(const Found& one, const Found& other) {
    const auto known = [](const Found& found) {
        const int score = found.moves.empty() ? -infinite : found.moves[0].score;
        const bool won = score > certain - longest;
        return std::tuple(won, won ? 0 : found.depth, won ? 0 : found.reached, score);
    };
    return known(one) < known(other);
}

// Deepens with as many threads as there are; the first one in this thread.
template <class Board>
Found deepen(const Rules& rules, const Task& task, Shared& shared, int threads,
             const OnProgress& on_progress) {
    const auto leader = std::make_unique<SearchThread<Board>>(rules, task, shared, 0);
    std::vector<Found> found(threads);
    {
        Helpers helpers(shared);
        for (int number = 1; number < threads; ++number)
            helpers.start([&, number] {
                const auto helper =
                    std::make_unique<SearchThread<Board>>(rules, task, shared, number);
                found[number] = helper->deepen({});
                shared.stop = true;
            });
        found[0] = leader->deepen(on_progress);
    }
    Found& best = *std::max_element(found.begin(), found.end(), knows_less);
    best.nodes = shared.nodes.load();
    if (on_progress && best.depth > found[0].depth) on_progress(best);
    return std::move(best);
}

}  // namespace

Found DeepSearch::search(const Task& task, StopCheck& stop, const OnProgress& on_progress) {
    Shared shared{.table = table_, .net = net_.get(), .most_nodes = task.nodes, .check = stop};
    const auto& chosen = has_weights(rules_) ? deepen<ShapeBoard> : deepen<Evaluation>;
    return chosen(rules_, task, shared, threads_, on_progress);
}

}  // namespace noughts

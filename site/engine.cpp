// The native module as plain functions for WebAssembly; `python/native.py` makes Python's
// `noughts._native` of them again.
//
// A function returns nothing, a number, or the address of an object that its `..._free` ends.
// Lists come back as 32-bit numbers at `result()`, `result_size()` of them, until the next call;
// 64-bit numbers in them are two, the lower half first. What C++ throws is at `error()`, and which
// function failed shows in that alone: the caller looks there after each call.

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <exception>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "glance.hpp"
#include "net.hpp"
#include "rules.hpp"
#include "search.hpp"
#include "shapes.hpp"
#include "solve.hpp"
#include "stop.hpp"
#include "twins.hpp"

#define EXPORT(name) extern "C" [[clang::export_name(#name)]]

// The page is told of each finished depth; the result is there as after `search`.
extern "C" [[clang::import_module("page"), clang::import_name("tell")]] void tell_page();

namespace {

using namespace noughts;

std::vector<std::int32_t> numbers;
std::string what_failed;

void add(int number) { numbers.push_back(number); }

void add(std::uint64_t number) {
    numbers.push_back(static_cast<std::int32_t>(number));
    numbers.push_back(static_cast<std::int32_t>(number >> 32));
}

template <class Work>
auto guarded(Work work) -> decltype(work()) {
    what_failed.clear();
    numbers.clear();
    try {
        return work();
    } catch (const std::exception& error) {
        what_failed = error.what();
    }
    return decltype(work())();
}

// Rules as five numbers, one after the other.
Rules rules_at(const std::int32_t* at) { return {at[0], at[1], at[2], at[3] != 0, at[4] != 0}; }

// A position as its rules, who moves (1: X) and its cells, a number each.
struct Given {
    Rules rules;
    bool x_to_move;
    std::string cells;
};

Given position_at(const std::int32_t* at) {
    Given given{rules_at(at), at[5] != 0, {}};
    for (int cell = 0; cell < given.rules.cells(); ++cell)
        given.cells.push_back(static_cast<char>(at[6 + cell]));
    return given;
}

twins::Position twin_at(const std::int32_t* at) {
    const Given given = position_at(at);
    return {given.rules, given.cells, given.x_to_move};
}

void add(const Found& found) {
    add(found.depth);
    add(found.nodes);
    for (const RootMove& move : found.moves) {
        add(move.cell);
        add(move.score);
        add(static_cast<int>(move.exact));
        add(static_cast<int>(move.line.size()));
        for (const int cell : move.line) add(cell);
    }
}

void tell(const Found& found, void*) {
    numbers.clear();
    add(found);
    tell_page();
    numbers.clear();
}

}  // namespace

EXPORT(give) void* give(std::size_t bytes) { return std::malloc(bytes); }
EXPORT(take_back) void take_back(void* given) { std::free(given); }
EXPORT(result) const std::int32_t* result() { return numbers.data(); }
EXPORT(result_size) std::size_t result_size() { return numbers.size(); }
EXPORT(error) const char* error() { return what_failed.data(); }
EXPORT(error_size) std::size_t error_size() { return what_failed.size(); }

EXPORT(has_board) bool has_board(const std::int32_t* rules, int on) {
    return twins::has_board(rules_at(rules), static_cast<twins::On>(on));
}

EXPORT(twin) void twin(const std::int32_t* position, int method, bool by_depth, int depth, int on) {
    guarded([&] {
        const twins::Result found =
            twins::search(twin_at(position), static_cast<twins::Method>(method),
                          static_cast<twins::Scores>(by_depth), depth, static_cast<twins::On>(on));
        add(found.score);
        add(found.nodes);
        for (const auto& move : found.moves) {
            add(move.cell);
            add(move.score);
            add(static_cast<int>(move.exact));
        }
    });
}

EXPORT(perft) void perft(const std::int32_t* position, int depth, int on) {
    guarded([&] { add(twins::perft(twin_at(position), depth, static_cast<twins::On>(on))); });
}

EXPORT(threats) void threats(const std::int32_t* position, int lacking, int on) {
    guarded(
        [&] { numbers = twins::threats(twin_at(position), lacking, static_cast<twins::On>(on)); });
}

EXPORT(shapes) void shapes(const std::int32_t* position) {
    guarded([&] {
        for (const auto& [own, others] : twins::shapes(twin_at(position))) {
            add(own);
            add(others);
        }
    });
}

// The net is shared by the searches that were given it, and may be freed before them.

using SharedNet = std::shared_ptr<const Net>;

EXPORT(net) SharedNet* net(const char* weights, std::size_t size) {
    return guarded(
        [&] { return new SharedNet(std::make_shared<Net>(std::string_view(weights, size))); });
}
EXPORT(net_free) void net_free(SharedNet* net) { delete net; }
EXPORT(net_fits) bool net_fits(const std::int32_t* rules) { return Net::fits(rules_at(rules)); }

// The lines come one after the other, each after its length.
EXPORT(opinions)
void net_opinions(const std::int32_t* position, SharedNet* net, const std::int32_t* at, int count,
                  bool plain) {
    guarded([&] {
        std::vector<std::vector<int>> lines;
        for (; count > 0; --count) {
            const std::int32_t length = *at++;
            lines.emplace_back(at, at + length);
            at += length;
        }
        const Given given = position_at(position);
        for (const Opinion& each :
             opinions(given.rules, given.cells, given.x_to_move, **net, lines, plain)) {
            add(each.value);
            for (const int promise : each.promises) add(promise);
        }
    });
}

EXPORT(glance) void glance_over(const std::int32_t* position, SharedNet* net) {
    guarded([&] {
        const Given given = position_at(position);
        for (const Glance& each :
             glance(given.rules, given.cells, given.x_to_move, net ? net->get() : nullptr)) {
            add(each.promise);
            add(static_cast<int>(each.ours));
            add(static_cast<int>(each.theirs));
            add(static_cast<int>(each.defends));
        }
    });
}

EXPORT(stop) StopSource* stop() { return new StopSource; }
EXPORT(stop_free) void stop_free(StopSource* source) { delete source; }
EXPORT(stop_stop) void stop_stop(StopSource* source) { source->stop(); }
EXPORT(stop_stopped) bool stop_stopped(StopSource* source) { return source->stopped(); }

EXPORT(prover) Prover* prover(const std::int32_t* rules, double table_bytes) {
    return guarded([&] {
        return make_prover(rules_at(rules), static_cast<std::size_t>(table_bytes)).release();
    });
}
EXPORT(prover_free) void prover_free(Prover* prover) { delete prover; }
EXPORT(prover_nodes) double prover_nodes(Prover* prover) {
    return static_cast<double>(prover->nodes());
}

EXPORT(prover_ask)
int prover_ask(Prover* prover, const std::int32_t* position, bool x_attacks, bool weak, int moves,
               double most_nodes, double seconds, StopSource* stop) {
    return guarded([&] {
        const Given given = position_at(position);
        const Question question{x_attacks, given.x_to_move, weak, moves};
        StopCheck check(*stop, seconds, nullptr, nullptr);
        return static_cast<int>(
            prover->ask(given.cells, question, static_cast<std::uint64_t>(most_nodes), check));
    });
}

EXPORT(search) DeepSearch* search(const std::int32_t* rules, double table_bytes, SharedNet* net) {
    return guarded([&] {
        return new DeepSearch(rules_at(rules), static_cast<std::size_t>(table_bytes), 1,
                              net ? *net : nullptr);
    });
}
EXPORT(search_free) void search_free(DeepSearch* search) { delete search; }

EXPORT(search_run)
void search_run(DeepSearch* search, const std::int32_t* position, int depth, double nodes,
                double seconds, bool every_move, StopSource* stop, bool telling_page) {
    guarded([&] {
        const Given given = position_at(position);
        const Task task{given.cells, given.x_to_move, every_move, depth,
                        static_cast<std::uint64_t>(nodes)};
        StopCheck check(*stop, seconds, nullptr, nullptr);
        const OnProgress progress = telling_page ? telling(tell, nullptr) : OnProgress();
        const Found found = search->search(task, check, progress);
        numbers.clear();
        add(found);
    });
}

// What ends a search early: its deadline, `stop()` from another thread, or an exception in Python
// (Ctrl-C). A search asks for the last only now and then, because that takes Python's lock.
//
// A search can also be paused: it waits, keeps everything it knows, and goes on later. The time
// that it waits does not count.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>

namespace noughts {

// How many nodes pass between two checks: a fraction of a millisecond.
inline constexpr std::uint64_t nodes_per_check = 256;

// Ends or pauses the searches that check it, from any thread.
class StopSource {
public:
    void stop() { become(State::stopped); }
    bool stopped() const { return state_.load(std::memory_order_relaxed) == State::stopped; }

    void pause() { change(State::running, State::paused); }
    void go_on() { change(State::paused, State::running); }

    // Returns when the search may go on or must end, and how long that took.
    std::chrono::nanoseconds wait_while_paused() const {
        if (state_.load(std::memory_order_relaxed) != State::paused) return {};
        const auto began = std::chrono::steady_clock::now();
        state_.wait(State::paused);
        return std::chrono::steady_clock::now() - began;
    }

    void add_paused(std::chrono::nanoseconds time) { paused_ += time.count(); }
    double seconds_paused() const { return static_cast<double>(paused_.load()) / 1e9; }

private:
    enum class State : std::uint8_t { running, paused, stopped };

    void become(State state) {
        state_.store(state);
        state_.notify_all();
    }

    void change(State from, State to) {
        if (state_.compare_exchange_strong(from, to)) state_.notify_all();
    }

    std::atomic<State> state_ = State::running;
    std::atomic<std::int64_t> paused_ = 0;  // nanoseconds
};

// Tells one search whether to end.
class StopCheck {
public:
    using Ask = bool (*)(void*);  // true: stop; null: nobody is asked

    // If `seconds` is negative, there is no deadline.
    StopCheck(StopSource& source, double seconds, Ask ask, void* with)
        : source_(source), limited_(seconds >= 0), ask_(ask), with_(with) {
        const Clock::time_point now = Clock::now();
        const std::chrono::duration<double> span(seconds < a_long_time ? seconds : a_long_time);
        if (limited_) deadline_ = now + std::chrono::duration_cast<Clock::duration>(span);
        next_ask_ = now + between_asks;
    }

    bool operator()() {
        if (const auto time = source_.wait_while_paused(); time.count() > 0) {
            source_.add_paused(time);
            deadline_ += time;
            next_ask_ += time;
        }
        if (source_.stopped()) return true;
        const Clock::time_point now = Clock::now();
        if (limited_ && now >= deadline_) return true;
        if (now < next_ask_) return false;
        next_ask_ = now + between_asks;
        return ask_ != nullptr && ask_(with_);
    }

    // For the other threads of the search.
    void wait_while_paused() const { source_.wait_while_paused(); }

private:
    using Clock = std::chrono::steady_clock;

    static constexpr double a_long_time = 1e6;  // seconds; much more would overflow the clock
    // Taking Python's lock costs microseconds, and more if other threads want it too; a twentieth
    // of a second after Ctrl-C goes unnoticed.
    static constexpr std::chrono::milliseconds between_asks{50};

    StopSource& source_;
    bool limited_;
    Clock::time_point deadline_{}, next_ask_{};
    Ask ask_;
    void* with_;
};

}  // namespace noughts

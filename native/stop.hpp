// What ends a search early: its deadline, `stop()` from another thread, or an exception in Python
// (Ctrl-C). A search asks for the last only now and then, because that takes Python's lock.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>

namespace noughts {

// How many nodes pass between two checks: a fraction of a millisecond.
inline constexpr std::uint64_t nodes_per_check = 256;

// Ends the searches that check it, from any thread.
class StopSource {
public:
    void stop() { stopped_.store(true, std::memory_order_relaxed); }
    bool stopped() const { return stopped_.load(std::memory_order_relaxed); }

private:
    std::atomic<bool> stopped_ = false;
};

// Tells one search whether to end.
class StopCheck {
public:
    using Ask = bool (*)(void*);  // true: stop

    // If `seconds` is negative, there is no deadline.
    StopCheck(const StopSource& source, double seconds, Ask ask, void* with)
        : source_(source), limited_(seconds >= 0), ask_(ask), with_(with) {
        const Clock::time_point now = Clock::now();
        const std::chrono::duration<double> span(seconds < a_long_time ? seconds : a_long_time);
        if (limited_) deadline_ = now + std::chrono::duration_cast<Clock::duration>(span);
        next_ask_ = now + between_asks;
    }

    bool operator()() {
        if (source_.stopped()) return true;
        const Clock::time_point now = Clock::now();
        if (limited_ && now >= deadline_) return true;
        if (now < next_ask_) return false;
        next_ask_ = now + between_asks;
        return ask_(with_);
    }

private:
    using Clock = std::chrono::steady_clock;

    static constexpr double a_long_time = 1e6;  // seconds; much more would overflow the clock
    // Taking Python's lock costs microseconds, and more if other threads want it too; a twentieth
    // of a second after Ctrl-C goes unnoticed.
    static constexpr std::chrono::milliseconds between_asks{50};

    const StopSource& source_;
    bool limited_;
    Clock::time_point deadline_{}, next_ask_{};
    Ask ask_;
    void* with_;
};

}  // namespace noughts

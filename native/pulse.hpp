// What ends a search that Python has started: its deadline, `stop()` from another thread, or what
// Python itself wants (Ctrl-C), which is asked only now and then because it needs Python's lock.
#pragma once

#include <atomic>
#include <chrono>

#include "tick.hpp"

namespace noughts {

class Pulse {
public:
    using Clock = std::chrono::steady_clock;
    using Ask = bool (*)(void*);  // true: stop

    void start(double seconds, Ask ask, void* with) {  // seconds < 0: no deadline
        const Clock::time_point now = Clock::now();
        limited_ = seconds >= 0;
        if (limited_) {
            const std::chrono::duration<double> span(seconds < 1e6 ? seconds : 1e6);
            deadline_ = now + std::chrono::duration_cast<Clock::duration>(span);
        }
        next_ask_ = now + between_asks;
        ask_ = ask;
        with_ = with;
    }

    void stop() { stop_ = true; }
    void allow() { stop_ = false; }

    Tick tick() { return {[](void* pulse) { return static_cast<Pulse*>(pulse)->is_over(); }, this}; }

private:
    static constexpr std::chrono::milliseconds between_asks{50};

    bool is_over() {
        if (stop_.load(std::memory_order_relaxed)) return true;
        const Clock::time_point now = Clock::now();
        if (limited_ && now >= deadline_) return true;
        if (now < next_ask_) return false;
        next_ask_ = now + between_asks;
        return ask_ != nullptr && ask_(with_);
    }

    std::atomic<bool> stop_ = false;
    bool limited_ = false;
    Clock::time_point deadline_{}, next_ask_{};
    Ask ask_ = nullptr;
    void* with_ = nullptr;
};

}  // namespace noughts

// Threads and locks, and what stands for them where there are none: WebAssembly without shared
// memory, which pages get only from hosts that send certain headers. There no thread can start, and
// a search goes on without, as it does wherever the system refuses one.
#pragma once

#ifdef __STDCPP_THREADS__

#include <mutex>
#include <thread>

namespace noughts {

using Mutex = std::mutex;
using Thread = std::thread;

}  // namespace noughts

#else

#include <mutex>
#include <system_error>

namespace noughts {

struct Mutex {
    void lock() {}
    void unlock() {}
};

class Thread {
public:
    template <typename Work>
    explicit Thread(Work) {
        throw std::system_error(std::make_error_code(std::errc::resource_unavailable_try_again));
    }
    void join() {}
};

}  // namespace noughts

#endif

// A library to preload into ranks: one that waits sleeps for a moment where Open MPI only yields. A processor that others want, too,
// would be given back to them for a whole slice of time at every message, and one that nobody wants would turn in the kernel.

#include <sched.h>

#include <ctime>

// NOLINTBEGIN: the name of the system's function
extern "C" {
int sched_yield() noexcept {
  constexpr timespec moment{.tv_sec = 0, .tv_nsec = 10'000};  // the system makes it about five times as long
  nanosleep(&moment, nullptr);
  return 0;
}
}
// NOLINTEND

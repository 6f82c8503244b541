#include "progress.hpp"

#include "mpi/ranks.hpp"
#include "output.hpp"
#include "text.hpp"

#include <unistd.h>

#include <fmt/format.h>

#include <cstdio>

namespace tuplepack::cli {

static constexpr auto patience = std::chrono::milliseconds(500);
static constexpr auto interval = std::chrono::milliseconds(100);
/// Of lines in a log: many ranks write to no terminal of their own.
static constexpr auto line_interval = std::chrono::milliseconds(10'000);

Progress::Progress(std::string_view label)
    : label_(visible(label)),
      is_terminal_(isatty(STDERR_FILENO) == 1),
      next_(Clock::now() + (is_terminal_ ? patience : line_interval)) {}

Progress::~Progress() {
  if (shown_) fmt::print(stderr, "\r\x1b[K");
}

void Progress::update(double fraction, std::string_view now_at) {
  if (is_quiet() || (!is_terminal_ && !ranks::is_distributed())) return;
  const std::scoped_lock lock(mutex_);
  fraction = ranks::slowest_progress(fraction);
  const auto now = Clock::now();
  if (now < next_ || ranks::rank() > 0) return;
  next_ = now + (is_terminal_ ? interval : line_interval);
  if (!is_terminal_) {
    fmt::print(stderr, "{}: {} {:.0f}% {}\n", ranks::program_name(), label_, 100 * fraction, now_at);
    return;
  }
  shown_ = true;
  fmt::print(stderr, "\r{} {} {:3.0f}% {}\x1b[K", label_, bar(fraction, 30), 100 * fraction, now_at);
  std::fflush(stderr);
}

}  // namespace tuplepack::cli

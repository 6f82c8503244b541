#include "progress.hpp"

#include "text.hpp"

#include <unistd.h>

#include <fmt/format.h>

#include <cstdio>

namespace tuplepack::cli {

static constexpr auto patience = std::chrono::milliseconds(500);
static constexpr auto interval = std::chrono::milliseconds(100);

Progress::Progress(std::string_view label)
    : label_(visible(label)), enabled_(isatty(STDERR_FILENO) == 1), next_(Clock::now() + patience) {}

Progress::~Progress() {
  if (shown_) fmt::print(stderr, "\r\x1b[K");
}

void Progress::update(double fraction, std::string_view now_at) {
  if (!enabled_) return;
  const std::scoped_lock lock(mutex_);
  const auto now = Clock::now();
  if (now < next_) return;
  next_ = now + interval;
  shown_ = true;
  fmt::print(stderr, "\r{} {} {:3.0f}% {}\x1b[K", label_, bar(fraction, 30), 100 * fraction, now_at);
  std::fflush(stderr);
}

}  // namespace tuplepack::cli

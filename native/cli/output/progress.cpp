#include "progress.hpp"

#include "output.hpp"
#include "ranks/ranks.hpp"
#include "text.hpp"

#include <unistd.h>

#include <fmt/format.h>

#include <algorithm>
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
  if (shown_ == 0) return;
  show({});
  fmt::print(stderr, "\r");
}

/// A line in place of the one before, which blanks cover.
void Progress::show(std::string_view line) {
  const auto columns = static_cast<std::size_t>(std::count_if(  // of UTF-8: bytes that begin a character
      line.begin(), line.end(), [](char byte) { return (static_cast<unsigned char>(byte) & 0xc0U) != 0x80U; }));
  fmt::print(stderr, "\r{}{:{}}", line, "", shown_ > columns ? shown_ - columns : 0);
  std::fflush(stderr);
  shown_ = columns;
}

void Progress::update(double fraction, std::string_view now_at) {
  if (is_quiet() || (!is_terminal_ && !ranks::is_distributed())) return;
  const std::scoped_lock lock(mutex_);
  fraction = ranks::slowest_progress(fraction);
  const auto now = Clock::now();
  if (now < next_ || ranks::rank() > 0) return;
  next_ = now + (is_terminal_ ? interval : line_interval);
  if (shown_ == 0) show_notes();
  if (!is_terminal_) {
    fmt::print(stderr, "{}: {} {:.0f}% {}\n", ranks::program_name(), label_, 100 * fraction, now_at);
    return;
  }
  show(fmt::format("{} {} {:3.0f}% {}", label_, bar(fraction, 30), 100 * fraction, now_at));
}

}  // namespace tuplepack::cli

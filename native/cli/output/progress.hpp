#pragma once

#include <chrono>
#include <cstddef>
#include <mutex>
#include <string>
#include <string_view>

namespace tuplepack::cli {

/// A progress bar on standard error, if that is a terminal and after half a second. Erased at the end, without an
/// escape sequence, which not every terminal knows. Any thread may update it. With many ranks: how far the slowest of them is, shown by the first; in a log a line every ten seconds.
class Progress {
 public:
  explicit Progress(std::string_view label);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// now_at  the current step
  void update(double fraction, std::string_view now_at = {});

 private:
  void show(std::string_view line);

  using Clock = std::chrono::steady_clock;
  std::string label_;
  bool is_terminal_;
  std::size_t shown_ = 0;  // columns of the line that stands there
  Clock::time_point next_;
  std::mutex mutex_;
};

}  // namespace tuplepack::cli

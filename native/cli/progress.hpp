#pragma once

#include <chrono>
#include <mutex>
#include <string>
#include <string_view>

namespace tuplepack::cli {

/// A bar on standard error while something takes long: only when that is a terminal, and only after half a second.
/// Leaves nothing behind. May be updated by several threads.
class Progress {
 public:
  explicit Progress(std::string label);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// now_at  what is being done, where that changes
  void update(double fraction, std::string_view now_at = {});

 private:
  using Clock = std::chrono::steady_clock;
  std::string label_;
  bool enabled_;
  bool shown_ = false;
  Clock::time_point next_;
  std::mutex mutex_;
};

}  // namespace tuplepack::cli

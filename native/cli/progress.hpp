#pragma once

#include <chrono>
#include <mutex>
#include <string>

namespace tuplepack::cli {

/// A bar on standard error while something takes long: only when that is a terminal, and only after half a second.
/// Leaves nothing behind. May be updated by several threads.
class Progress {
 public:
  explicit Progress(std::string label);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void update(double fraction);

 private:
  using Clock = std::chrono::steady_clock;
  std::string label_;
  bool enabled_;
  bool shown_ = false;
  Clock::time_point next_;
  std::mutex mutex_;
};

}  // namespace tuplepack::cli

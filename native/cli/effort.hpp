#pragma once

#include "interrupt.hpp"
#include "progress.hpp"
#include "tuplepack/packing/search.hpp"

#include <chrono>
#include <csignal>

namespace tuplepack::cli {

/// How long a search may take. It ends when its time is over or at the first Ctrl-C, with the best it has; a second
/// Ctrl-C ends the program. While it runs, the terminal shows what it is at.
class Effort {
 public:
  explicit Effort(double seconds) : seconds_(seconds), progress_("searching") {}

  [[nodiscard]] bool keep_going(const PackProgress& progress);

  /// The same for a search of limits, which gives no limits more than a tenth of the time.
  [[nodiscard]] SearchPace pace(const SearchProgress& progress);

  /// Whether the search was ended before it came to an end by itself.
  [[nodiscard]] bool was_ended() const { return ended_; }

 private:
  using Clock = std::chrono::steady_clock;
  Interrupt interrupt_{SIGINT};
  double seconds_;
  Clock::time_point start_ = Clock::now();
  Progress progress_;
  bool ended_ = false;
  std::int64_t attempts_ = 0;
  double attempt_began_ = 0;

  /// Seconds since the beginning; notices when the search is to end.
  double look_at_clock();
};

}  // namespace tuplepack::cli

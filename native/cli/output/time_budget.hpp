#pragma once

#include "interrupt.hpp"
#include "progress.hpp"
#include "stopwatch.hpp"
#include "tuplepack/packing/search.hpp"

#include <atomic>
#include <csignal>
#include <limits>

namespace tuplepack::cli {

/// How long a command may search. When the time is up, or at the first Ctrl-C or SIGTERM, the search stops and returns
/// the best result so far; a second signal ends the program. Shows a progress bar on a terminal.
class TimeBudget {
 public:
  static constexpr double unlimited = std::numeric_limits<double>::infinity();

  /// label  what the progress bar says
  explicit TimeBudget(double seconds, std::string_view label = "searching") : seconds_(seconds), progress_(label) {}

  /// For PackOptions::keep_going.
  [[nodiscard]] bool keep_going(const packing::PackProgress& progress);

  /// For SearchOptions::keep_going.
  [[nodiscard]] packing::SearchPace pace(const packing::SearchProgress& progress);

  /// Shows how much is done, and returns false when it is time to stop.
  [[nodiscard]] bool keep_going(double fraction_done);

  /// Whether it is time to stop. Any thread may ask.
  [[nodiscard]] bool is_over();

  /// Why it stopped the search: time_limit or interrupted; finished if it did not.
  [[nodiscard]] packing::Ended ended() const { return ended_; }

 private:
  Interrupt interrupt_{SIGINT, SIGTERM};
  double seconds_;
  Stopwatch watch_;
  Progress progress_;
  std::atomic<packing::Ended> ended_ = packing::Ended::finished;
  packing::TimedPace pace_;
};

}  // namespace tuplepack::cli

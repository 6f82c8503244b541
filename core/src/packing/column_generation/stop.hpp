#pragma once

#include "tuplepack/packing/pack.hpp"

namespace tuplepack {

/// Asks now and then whether to go on, and remembers a no.
class Stop {
 public:
  explicit Stop(const PackOptions& options, PackProgress progress) : options_(options), progress_(progress) {}

  /// work  roughly how many numbers were computed since the last call; several millions are a few milliseconds
  [[nodiscard]] bool after(std::int64_t work) {
    work_ += work;
    if (work_ < work_between_questions) return stopped_;
    work_ = 0;
    stopped_ = stopped_ || (options_.keep_going && !options_.keep_going(progress_));
    return stopped_;
  }
  [[nodiscard]] bool is_stopped() const { return stopped_; }

  void report(std::string_view step) { progress_.step = step; }
  void report_packs(std::int64_t packs) { progress_.packs = packs; }
  void report_bound(std::int64_t bound) { progress_.bound = bound; }

 private:
  static constexpr std::int64_t work_between_questions = 4'000'000;

  const PackOptions& options_;
  PackProgress progress_;
  std::int64_t work_ = 0;
  bool stopped_ = false;
};

}  // namespace tuplepack

#pragma once

#include "tuplepack/packing/pack.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

namespace tuplepack::packing {

/// Asks the caller every so often whether to continue, and remembers a no. It counts work instead of time: the core has no
/// clock, and so every machine asks at the same points.
///
/// A method that is stopped still returns a whole plan, unless the caller has one already (PackOptions::fewer_than);
/// then it may return an empty one.
class Stop {
 public:
  /// options   must outlive this
  Stop(const PackOptions& options, PackProgress progress) : options_(options), progress_(progress) {}
  Stop(const Stop&) = delete;
  Stop& operator=(const Stop&) = delete;

  /// Counts work, in about nanoseconds, and asks when enough has come together. Whatever takes long calls this at least
  /// every few milliseconds.
  /// result  whether to stop
  bool after(std::int64_t work) {
    work_ += work;
    return work_ < options_.ask_every ? stopped_ : ask();
  }
  /// Asks at once, on behalf of another method whose plans are not reported.
  bool ask_for(const PackProgress& other) {
    work_ += other.work;
    return ask();
  }
  /// Asks at once.
  bool ask() {
    progress_.work = std::exchange(work_, 0);
    const std::optional<Packed> better = std::exchange(better_, std::nullopt);
    if (better) progress_.improved = &*better;
    const bool goes_on = pass_on(progress_);
    progress_.improved = nullptr;
    return !goes_on;
  }
  [[nodiscard]] bool is_stopped() const { return stopped_; }

  /// The next question hands this plan over: it is better than all before.
  void report(const Plan& plan) {
    if (plan.strategies() == 0) return;
    if (options_.keep_going) better_ = Packed{.plan = plan, .method = std::string(progress_.step), .heuristic = {}};
  }
  void report_bound(std::int64_t bound) { progress_.bound = bound; }

  /// Passes on the questions of another method that works on behalf of this one, and remembers a no. `options` are that
  /// method's; this must outlive it.
  void watch(PackOptions& options) {
    options.ask_every = options_.ask_every;
    if (options_.keep_going) options.keep_going = [this](const PackProgress& progress) { return pass_on(progress); };
  }

 private:
  const PackOptions& options_;
  PackProgress progress_;
  std::optional<Packed> better_;               // not handed over yet
  std::int64_t fewest_ = any_number_of_packs;  // of the plans handed over
  std::int64_t work_ = 0;
  bool stopped_ = false;

  /// A plan that is no better than one before is not handed over.
  bool pass_on(PackProgress progress) {
    if (progress.improved != nullptr) {
      const std::int64_t packs = pack_count(progress.improved->plan);
      if (packs >= fewest_) progress.improved = nullptr;
      fewest_ = std::min(fewest_, packs);
    }
    progress.packs = fewest_ == any_number_of_packs ? 0 : fewest_;
    stopped_ = stopped_ || (options_.keep_going && !options_.keep_going(progress));
    return !stopped_;
  }
};

}  // namespace tuplepack::packing

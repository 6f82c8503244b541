#pragma once

#include "tuplepack/packing/pack.hpp"

namespace tuplepack {

/// Asks the caller every so often whether to go on, and remembers a no. It counts work instead of time: the core has no
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
  /// Asks at once.
  bool ask() {
    work_ = 0;
    return !pass_on(progress_);
  }
  [[nodiscard]] bool is_stopped() const { return stopped_; }

  void report_packs(std::int64_t packs) { progress_.packs = packs; }
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
  std::int64_t work_ = 0;
  bool stopped_ = false;

  bool pass_on(const PackProgress& progress) {
    stopped_ = stopped_ || (options_.keep_going && !options_.keep_going(progress));
    return !stopped_;
  }
};

}  // namespace tuplepack

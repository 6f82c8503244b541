#pragma once

#include "failure.hpp"
#include "interrupt.hpp"
#include "progress.hpp"
#include "ranks/ranks.hpp"

#include <csignal>
#include <functional>
#include <string_view>

namespace tuplepack::cli {

/// Long work with a progress bar, which stops at the first Ctrl-C or SIGTERM, and when another rank has failed.
class LongJob {
 public:
  explicit LongJob(std::string_view label) : progress_(label) {}

  /// Shows the fraction that is done. False: stop.
  /// step  what is being done
  [[nodiscard]] bool keep_going(double fraction, std::string_view step = {}) {
    progress_.update(fraction, step);
    return !Interrupt::asked() && !ranks::failed_elsewhere();
  }

  /// Likewise, but ends the job where it would be false.
  void advance(double fraction, std::string_view step) {
    if (!keep_going(fraction, step)) throw Stopped{};
  }

  /// The value of a result. Throws Failure, or Stopped if the job was stopped.
  template <typename T>
  T value(Result<T>&& result) const {
    if (!result && result.error().code == ErrorCode::stopped) throw Stopped{};
    return cli::value(std::move(result));
  }

  /// Collective: does a piece of work on every rank, and returns what it returned on this one. Where it fails on any, all
  /// throw the same Failure, or Stopped.
  /// work  calls nothing that is collective
  template <typename Work>
  auto together(const Work& work) const {
    return value(ranks::agree(attempt(work)));
  }

 private:
  struct Stopped {};

  /// What a piece of work returns or throws.
  template <typename Work>
  static auto attempt(const Work& work) -> Result<decltype(work())> {
    try {
      return result_of(work);
    } catch (const Stopped&) {
      return fail(ErrorCode::stopped, "stopped");
    }
  }

  Interrupt interrupt_{SIGINT, SIGTERM, SIGHUP};
  Progress progress_;

  friend int run_job(std::string_view label, const std::function<int(LongJob&)>& body);
};

/// Runs a job. When it was stopped, what it made is destroyed first, and then the program ends by the signal.
int run_job(std::string_view label, const std::function<int(LongJob&)>& body);

}  // namespace tuplepack::cli

#pragma once

#include "tuplepack/base/result.hpp"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <utility>

namespace tuplepack::packing {

/// Counts the steps of checking a certificate, each of about a nanosecond, and says when they are too many. The core has
/// no clock: the same certificate takes as many steps everywhere. docs/certificates.md says what a step is.
class CheckingWork {
 public:
  static constexpr std::int64_t unlimited = std::numeric_limits<std::int64_t>::max();
  static constexpr std::int64_t usual = 1'000'000'000;  ///< the default: more than any certificate that `optimal` wrote
  static constexpr std::int64_t ask_every = 4'000'000;

  /// Asked about every few milliseconds with the steps so far; false stops the check.
  using KeepGoing = std::function<bool(std::int64_t steps)>;

  /// most  0 for no limit
  explicit CheckingWork(std::int64_t most = usual, KeepGoing keep_going = {})
      : most_(most == 0 ? unlimited : most), keep_going_(std::move(keep_going)) {}

  /// Whether what a certificate says about its own work is within the limit.
  /// errors  unsupported (it is not)
  [[nodiscard]] Result<void> allows(std::int64_t steps) const {
    if (steps <= most_) return {};
    return fail(ErrorCode::unsupported, "the certificate takes " + std::to_string(steps) +
                                            " steps to check, more than the limit of " + std::to_string(most_) +
                                            "; max-work raises it");
  }

  /// Counts steps that are about to be done. False: they must not be, for the reason that error() gives.
  [[nodiscard]] bool add(std::int64_t steps) {
    if (is_over_ || is_stopped_) return false;
    is_over_ = steps > most_ - done_;
    if (is_over_) return false;
    done_ += steps;
    unasked_ += steps;
    if (unasked_ < ask_every || !keep_going_) return true;
    unasked_ = 0;
    is_stopped_ = !keep_going_(done_);
    return !is_stopped_;
  }
  /// Counts as many steps for each of `times` things.
  [[nodiscard]] bool add(std::int64_t steps, std::size_t times) {
    const std::int64_t most = unlimited / std::max<std::int64_t>(steps, 1);
    return add(static_cast<std::uint64_t>(most) < times ? unlimited : steps * static_cast<std::int64_t>(times));
  }

  [[nodiscard]] std::int64_t done() const { return done_; }

  /// assumes  add() returned false
  [[nodiscard]] tl::unexpected<Error> error() const {
    if (is_stopped_) {
      return fail(ErrorCode::stopped, "stopped after " + std::to_string(done_) + " steps of checking the certificate");
    }
    return fail(ErrorCode::unsupported, "the certificate takes more than " + std::to_string(most_) +
                                            " steps to check, which is the limit; max-work raises it");
  }

 private:
  std::int64_t most_;
  KeepGoing keep_going_;
  std::int64_t done_ = 0;
  std::int64_t unasked_ = 0;
  bool is_over_ = false;
  bool is_stopped_ = false;
};

}  // namespace tuplepack::packing

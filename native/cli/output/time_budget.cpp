#include "time_budget.hpp"

#include "text.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace tuplepack::cli {

bool TimeBudget::is_over() {
  if (ended_ != packing::Ended::finished) return true;
  if (Interrupt::asked()) {
    ended_ = packing::Ended::interrupted;
  } else if (watch_.seconds() >= seconds_) {
    ended_ = packing::Ended::time_limit;
  }
  return ended_ != packing::Ended::finished;
}

bool TimeBudget::keep_going(double fraction_done) {
  progress_.update(fraction_done);
  return !is_over();
}

bool TimeBudget::keep_going(const packing::PackProgress& progress) {
  std::string now(progress.step);
  if (progress.packs > 0)
    now += fmt::format(": {}, at least {}", counted(progress.packs, "pack"), grouped(progress.bound));
  progress_.update(std::min(watch_.seconds() / seconds_, 1.0), now);
  return !is_over();
}

packing::SearchPace TimeBudget::pace(const packing::SearchProgress& progress) {
  const double share = watch_.seconds() / seconds_;
  progress_.update(std::min(share, 1.0),
                   fmt::format("{}, {} open", counted(progress.attempts, "attempt"), grouped(progress.open)));
  return is_over() ? packing::SearchPace::stop : pace_.after(progress, share);
}

}  // namespace tuplepack::cli

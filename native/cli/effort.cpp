#include "effort.hpp"

#include "text.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace tuplepack::cli {

double Effort::look_at_clock() {
  const double passed = std::chrono::duration<double>(Clock::now() - start_).count();
  ended_ = Interrupt::asked() || passed >= seconds_;
  return passed;
}

SearchPace Effort::pace(const SearchProgress& progress) {
  const double passed = look_at_clock();
  if (progress.attempts != attempts_) attempt_began_ = passed;
  attempts_ = progress.attempts;
  progress_.update(std::min(passed / seconds_, 1.0),
                   fmt::format("{}, {} open", counted(progress.attempts, "attempt"), grouped(progress.open)));
  if (ended_) return SearchPace::stop;
  return passed - attempt_began_ < seconds_ / 10 ? SearchPace::go_on : SearchPace::next;
}

bool Effort::keep_going(const PackProgress& progress) {
  const double passed = look_at_clock();
  std::string now(progress.step);
  if (progress.packs > 0)
    now += fmt::format(": {}, at least {}", counted(progress.packs, "pack"), grouped(progress.bound));
  progress_.update(std::min(passed / seconds_, 1.0), now);
  return !ended_;
}

}  // namespace tuplepack::cli

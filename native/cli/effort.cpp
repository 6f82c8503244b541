#include "effort.hpp"

#include "text.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace tuplepack::cli {

bool Effort::keep_going(const PackProgress& progress) {
  const double passed = std::chrono::duration<double>(Clock::now() - start_).count();
  ended_ = Interrupt::asked() || passed >= seconds_;
  std::string now(progress.step);
  if (progress.packs > 0)
    now += fmt::format(": {}, at least {}", counted(progress.packs, "pack"), grouped(progress.bound));
  progress_.update(std::min(passed / seconds_, 1.0), now);
  return !ended_;
}

}  // namespace tuplepack::cli

#include "effort.hpp"

#include "text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <csignal>

namespace tuplepack::cli {

static volatile std::sig_atomic_t interrupted = 0;
static struct sigaction before;

Effort::Effort(double seconds) : seconds_(seconds), progress_("searching") {
  interrupted = 0;
  struct sigaction action {};
  action.sa_handler = [](int) {
    interrupted = 1;
    sigaction(SIGINT, &before, nullptr);
  };
  sigaction(SIGINT, &action, &before);
}

Effort::~Effort() {
  sigaction(SIGINT, &before, nullptr);
}

bool Effort::keep_going(const PackProgress& progress) {
  const double passed = std::chrono::duration<double>(Clock::now() - start_).count();
  ended_ = interrupted != 0 || passed >= seconds_;
  std::string now(progress.step);
  if (progress.packs > 0)
    now += fmt::format(": {}, at least {}", counted(progress.packs, "pack"), grouped(progress.bound));
  progress_.update(std::min(passed / seconds_, 1.0), now);
  return !ended_;
}

}  // namespace tuplepack::cli

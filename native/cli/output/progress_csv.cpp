#include "progress_csv.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace tuplepack::cli {

ProgressCsv::ProgressCsv(std::string path) : file_(std::move(path), 0) {
  file_.write("seconds,packs,bound\n");
}

static std::string known(std::int64_t value) {
  return value == 0 ? "" : fmt::to_string(value);
}

void ProgressCsv::add(std::int64_t packs, std::int64_t bound) {
  const bool has_fewer = packs != 0 && (packs_ == 0 || packs < packs_);
  if (!has_fewer && bound <= bound_) return;
  if (has_fewer) packs_ = packs;
  bound_ = std::max(bound_, bound);
  file_.write(fmt::format("{:.6f},{},{}\n", watch_.seconds(), known(packs_), known(bound_)));
  file_.flush();
}

void ProgressCsv::finish(std::int64_t packs, std::int64_t bound) {
  add(packs, bound);
  file_.commit();
}

}  // namespace tuplepack::cli

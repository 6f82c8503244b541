#include "progress_csv.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <utility>

namespace tuplepack::cli {

/// A file under its final name, whose rows are there as they come; standard output, a pipe or a device as it is.
static OutputFile opened(std::string path) {
  std::error_code error;
  const bool is_file =
      path != "-" && (!std::filesystem::exists(path, error) || std::filesystem::is_regular_file(path, error));
  return is_file ? OutputFile(std::move(path), 0) : OutputFile(std::move(path));
}

ProgressCsv::ProgressCsv(std::string path) : file_(opened(std::move(path))) {
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

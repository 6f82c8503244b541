#include "rank_files.hpp"

#include "cli/output/failure.hpp"
#include "cli/output/output.hpp"
#include "cli/output/text.hpp"
#include "ranks/ranks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <string_view>

namespace tuplepack::cli {

void require_files(const std::vector<std::string>& files) {
  if (ranks::count() > 1 && std::find(files.begin(), files.end(), "-") != files.end()) {
    throw Failure("-: standard input cannot be distributed across ranks; name files");
  }
}

/// Never 0, so that files without content have an order, too.
static double weight_of(const std::string& file) {
  std::error_code error;
  const auto bytes = std::filesystem::file_size(file, error);
  return error ? 1 : static_cast<double>(bytes) + 1;
}

FileRange files_of_rank(const std::vector<std::string>& files) {
  // The first rank measures: what one of them sees while files grow, another may not.
  std::vector<std::int64_t> ranks_of(files.size());
  if (ranks::rank() == 0) {
    std::vector<double> weights;
    double total = 0, before = 0;
    for (const std::string& file : files) total += weights.emplace_back(weight_of(file));
    for (std::size_t i = 0; i < files.size(); ++i) {
      const double middle = (before + weights[i] / 2) / total * ranks::count();
      ranks_of[i] = std::min<std::int64_t>(static_cast<std::int64_t>(middle), ranks::count() - 1);
      before += weights[i];
    }
  }
  ranks::broadcast(std::span(ranks_of), 0);
  const auto [begin, end] = std::equal_range(ranks_of.begin(), ranks_of.end(), std::int64_t{ranks::rank()});
  return {.begin = static_cast<std::size_t>(begin - ranks_of.begin()),
          .end = static_cast<std::size_t>(end - ranks_of.begin())};
}

void note_idle_ranks(std::size_t shards, std::string_view done) {
  if (shards >= static_cast<std::size_t>(ranks::count())) return;
  note(fmt::format("{} for {} ranks: each shard is {} by one; -o OUT@N makes N of them",
                   counted(static_cast<std::int64_t>(shards), "shard"), ranks::count(), done));
}

static constexpr char between_texts = '\0';

std::vector<std::vector<std::string>> gather_lists(const std::vector<std::string>& texts) {
  std::string packed;
  for (const std::string& text : texts) packed += text + between_texts;
  std::vector<std::vector<std::string>> all;
  for (const std::string& of_rank : ranks::gather(packed)) {
    std::vector<std::string>& list = all.emplace_back();
    for (std::string_view rest = of_rank; !rest.empty(); rest.remove_prefix(list.back().size() + 1)) {
      list.emplace_back(rest.substr(0, rest.find(between_texts)));
    }
  }
  return all;
}

}  // namespace tuplepack::cli

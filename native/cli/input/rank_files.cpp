#include "rank_files.hpp"

#include "cli/output/failure.hpp"
#include "cli/output/output.hpp"
#include "cli/output/text.hpp"
#include "ranks/mailbox.hpp"
#include "ranks/ranks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <string_view>

namespace tuplepack::cli {

void require_files(const std::vector<std::string>& files) {
  if (ranks::count() > 1 && std::find(files.begin(), files.end(), "-") != files.end()) {
    throw Failure("-: several ranks cannot read standard input; name a file");
  }
}

static constexpr char behind_text = '\0';

static std::string joined_texts(const std::vector<std::string>& texts) {
  std::string all;
  for (const std::string& text : texts) all += text + behind_text;
  return all;
}

static std::vector<std::string> texts_in(std::string_view all) {
  std::vector<std::string> texts;
  for (; !all.empty(); all.remove_prefix(texts.back().size() + 1)) {
    texts.emplace_back(all.substr(0, all.find(behind_text)));
  }
  return texts;
}

std::vector<std::string> files_of_first(const std::vector<std::string>& files) {
  return texts_in(ranks::text_of_first(joined_texts(files)));
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

void FileNotes::add(const std::string& text, const std::string& file) {
  if (!added_.insert(text).second) return;
  if (ranks::count() == 1) return note(file + ": " + text);
  texts_.insert(texts_.end(), {text, file});
}

void FileNotes::note_all() const {
  std::set<std::string> noted;
  for (const std::vector<std::string>& of_rank : gather_lists(texts_)) {
    for (std::size_t i = 0; i + 1 < of_rank.size(); i += 2) {
      if (noted.insert(of_rank[i]).second) note(of_rank[i + 1] + ": " + of_rank[i]);
    }
  }
}

std::vector<std::vector<std::string>> gather_lists(const std::vector<std::string>& texts) {
  std::vector<std::vector<std::string>> all;
  for (const std::string& of_rank : ranks::gather(joined_texts(texts))) all.push_back(texts_in(of_rank));
  return all;
}

}  // namespace tuplepack::cli

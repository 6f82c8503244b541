#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace tuplepack::cli {

/// Refuses standard input, which only one rank can read. Throws Failure.
void require_files(const std::vector<std::string>& files);

/// The files that a rank reads: those from `begin` to before `end`. All ranks together read all, in the order of the ranks,
/// each about as many bytes.
struct FileRange {
  std::size_t begin = 0;
  std::size_t end = 0;
};
[[nodiscard]] FileRange files_of_rank(const std::vector<std::string>& files);

/// Says, of shards that are written by one rank each, which ranks have nothing to do.
void note_idle_ranks(std::size_t shards, std::string_view done);

/// Collective: the texts of each rank, none of which has a zero byte in it.
[[nodiscard]] std::vector<std::vector<std::string>> gather_lists(const std::vector<std::string>& texts);

}  // namespace tuplepack::cli

#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace tuplepack::cli {

/// Refuses standard input, which only one rank can read. Throws Failure.
void require_files(const std::vector<std::string>& files);

/// Collective: the list of the first rank. What one of them sees while files come and go, another may not.
[[nodiscard]] std::vector<std::string> files_of_first(const std::vector<std::string>& files);

/// Collective: the files that this rank reads, those from `begin` to before `end`. All ranks together read all, in
/// the order of the ranks, each about as many bytes.
/// files  the same on all ranks, see files_of_first()
struct FileRange {
  std::size_t begin = 0;
  std::size_t end = 0;
};
[[nodiscard]] FileRange files_of_rank(const std::vector<std::string>& files);

/// Says, of shards that are written by one rank each, which ranks have nothing to do.
void note_idle_ranks(std::size_t shards, std::string_view done);

/// Collective: the texts of each rank, none of which has a zero byte in it.
[[nodiscard]] std::vector<std::vector<std::string>> gather_lists(const std::vector<std::string>& texts);

/// Notes on how files are read, each text once: of the first file that it is about.
class FileNotes {
 public:
  /// A process alone notes at once.
  void add(const std::string& text, const std::string& file);
  /// Collective: notes what was added on all ranks, in their order.
  void note_all() const;

 private:
  std::vector<std::string> texts_;  // of many ranks: behind each its file
  std::set<std::string> added_;
};

}  // namespace tuplepack::cli

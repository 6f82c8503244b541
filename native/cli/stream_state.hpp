#pragma once

#include "pack_file.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tuplepack::cli {

/// What a stream needs to go on after the program ended, however it did: how far the packer and the output were at the
/// same moment. Output written after that moment is cut off and written again.
struct StreamState {
  std::string output;  ///< as given with -o
  PackFile::Mark mark;
  std::int64_t seen = 0;              ///< tells the items that came so far from others
  std::vector<std::int64_t> numbers;  ///< StreamPacker::save()
};

/// None when there is no such file. Throws Failure.
[[nodiscard]] std::optional<StreamState> read_state(const std::string& path);

/// Replaces the file at once, so that there is always a whole one. Throws Failure.
void write_state(const std::string& path, const StreamState& state);

}  // namespace tuplepack::cli

#pragma once

#include "tuplepack/base/result.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace tuplepack::formats {

/// A checkpoint of a stream: the progress of the packer and the output at the same moment. To restore it, truncate the
/// output to `bytes` and continue from there.
struct StreamState {
  std::string output;                 ///< the name of the output; empty without one
  std::int64_t bytes = 0;             ///< of the output
  std::int64_t packs = 0;             ///< in the output
  std::int64_t seen = 0;              ///< a hash of the items so far, below 2^53
  std::vector<std::int64_t> numbers;  ///< StreamPacker::save()
};

/// One JSON object on a line, which ends with a CRC-32 of what comes before.
[[nodiscard]] std::string to_json(const StreamState& state);

/// errors  malformed (no such object, or not what to_json wrote) · unsupported (another version)
[[nodiscard]] Result<StreamState> parse_stream_state(std::span<const char> json);

}  // namespace tuplepack::formats

#pragma once

#include "tuplepack/training/loss.hpp"

namespace tuplepack::training {

/// The number of sequences of a pack to count, unless it is declared.
/// tokens   [K] tokens of each sequence
[[nodiscard]] inline std::int64_t sequences_of_pack(std::span<const std::int32_t> tokens, SequenceCount mode) {
  std::int64_t nonempty = 0;
  std::int64_t highest = 0;
  for (std::size_t k = 0; k < tokens.size(); ++k) {
    if (tokens[k] == 0) continue;
    ++nonempty;
    highest = static_cast<std::int64_t>(k + 1);
  }
  return mode == SequenceCount::paper ? highest : nonempty;
}

}  // namespace tuplepack::training

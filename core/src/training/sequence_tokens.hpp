#pragma once

#include "id_runs.hpp"
#include "tuplepack/training/loss.hpp"

#include <algorithm>
#include <cassert>

namespace tuplepack::training {

/// tokens   [K + 1] of each id
inline void count_tokens(std::span<const IdRun> runs, std::span<std::int32_t> tokens) {
  std::fill(tokens.begin(), tokens.end(), 0);
  std::int32_t begin = 0;
  for (const auto [id, end] : runs) {
    assert(id >= 0 && static_cast<std::size_t>(id) < tokens.size());
    tokens[static_cast<std::size_t>(id)] += end - begin;
    begin = end;
  }
}

/// The number of sequences of a pack to count, unless it is declared.
/// tokens   [K] tokens of each sequence
[[nodiscard]] inline std::int64_t sequences_of_pack(std::span<const std::int32_t> tokens, SequenceCount mode) {
  std::int64_t nonempty = 0;
  std::int64_t highest = 0;
  for (std::size_t k = 0; k < tokens.size(); ++k) {
    nonempty += tokens[k] == 0 ? 0 : 1;
    highest = tokens[k] == 0 ? highest : static_cast<std::int64_t>(k + 1);
  }
  return mode == SequenceCount::paper ? highest : nonempty;
}

}  // namespace tuplepack::training

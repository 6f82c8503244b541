#include "rows.hpp"
#include "sequence_tokens.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <numeric>

namespace tuplepack {

/// Four counters per id, used in turn, so that runs of equal ids do not serialise on one counter.
using Counts = std::array<std::int32_t, 4>;

/// counts   [K + 1] workspace
/// tokens   [K] of each sequence
static void count_tokens(std::span<const std::int32_t> ids, std::span<Counts> counts, std::span<std::int32_t> tokens) {
  std::fill(counts.begin(), counts.end(), Counts{});
  for (std::size_t i = 0; i < ids.size(); ++i) {
    assert(ids[i] >= 0 && static_cast<std::size_t>(ids[i]) < counts.size());
    ++counts[static_cast<std::size_t>(ids[i])][i % 4];
  }
  for (std::size_t k = 0; k < tokens.size(); ++k) {
    tokens[k] = std::accumulate(counts[k + 1].begin(), counts[k + 1].end(), 0);
  }
}

std::int64_t count_sequences(std::span<const std::int32_t> ids, PackShape shape, const Counting& counting) {
  assert(holds(ids, shape.packs * shape.capacity));
  if (counting.mode == SequenceCount::declared) {
    assert(counting.declared >= 1);
    return counting.declared;
  }
  std::vector<std::int32_t> tokens(static_cast<std::size_t>(shape.segments));
  std::vector<Counts> counts(tokens.size() + 1);
  std::int64_t sequences = 0;
  for (std::int64_t b = 0; b < shape.packs; ++b) {
    count_tokens(row_of(ids, b, shape.capacity), counts, tokens);
    sequences += sequences_of_pack(tokens, counting.mode);
  }
  return sequences;
}

void fill_token_weights(std::span<const std::int32_t> ids, PackShape shape, const Counting& counting,
                        std::span<float> weights) {
  assert(holds(weights, shape.packs * shape.capacity));
  const auto sequences = static_cast<double>(count_sequences(ids, shape, counting));
  std::vector<std::int32_t> tokens(static_cast<std::size_t>(shape.segments));
  std::vector<Counts> counts(tokens.size() + 1);
  std::vector<float> of_id(tokens.size() + 1);
  for (std::int64_t b = 0; b < shape.packs; ++b) {
    const auto pack = row_of(ids, b, shape.capacity);
    const auto out = row_of(weights, b, shape.capacity);
    count_tokens(pack, counts, tokens);
    for (std::size_t k = 0; k < tokens.size(); ++k) {
      of_id[k + 1] = tokens[k] == 0 ? 0 : static_cast<float>(1 / (tokens[k] * sequences));
    }
    for (std::size_t i = 0; i < pack.size(); ++i) out[i] = of_id[static_cast<std::size_t>(pack[i])];
  }
}

}  // namespace tuplepack

#include "id_runs.hpp"
#include "rows.hpp"
#include "sequence_tokens.hpp"

#include <algorithm>
#include <cassert>

namespace tuplepack::training {

/// tokens   [K + 1] of each id
static void count_tokens(std::span<const IdRun> runs, std::span<std::int32_t> tokens) {
  std::fill(tokens.begin(), tokens.end(), 0);
  std::int32_t begin = 0;
  for (const auto [id, end] : runs) {
    assert(id >= 0 && static_cast<std::size_t>(id) < tokens.size());
    tokens[static_cast<std::size_t>(id)] += end - begin;
    begin = end;
  }
}

/// Calls take(pack, runs, tokens) for each pack, and returns the number of sequences.
template <typename Take>
static std::int64_t for_each_pack(std::span<const std::int32_t> ids, PackShape shape, const Counting& counting,
                                  Take&& take) {
  assert(holds(ids, shape.packs * shape.capacity));
  const auto find_runs = fastest_runs().find;
  std::vector<IdRun> room(static_cast<std::size_t>(shape.capacity));
  std::vector<std::int32_t> tokens(static_cast<std::size_t>(shape.segments) + 1);
  std::int64_t sequences = 0;
  for (std::int64_t b = 0; b < shape.packs; ++b) {
    const auto runs = std::span<const IdRun>(room).first(find_runs(row_of(ids, b, shape.capacity), room));
    count_tokens(runs, tokens);
    take(b, runs, std::span<const std::int32_t>(tokens));
    sequences += sequences_of_pack(std::span<const std::int32_t>(tokens).subspan(1), counting.mode);
  }
  return sequences;
}

std::int64_t count_sequences(std::span<const std::int32_t> ids, PackShape shape, const Counting& counting) {
  assert(counting.mode != SequenceCount::declared || counting.declared >= 1);
  if (counting.mode == SequenceCount::declared) return counting.declared;
  return for_each_pack(ids, shape, counting, [](std::int64_t, auto, auto) {});
}

void fill_token_weights(std::span<const std::int32_t> ids, PackShape shape, const Counting& counting,
                        std::span<float> weights) {
  assert(holds(weights, shape.packs * shape.capacity));
  const auto sequences = static_cast<double>(count_sequences(ids, shape, counting));
  const auto fill_runs = fastest_runs().fill;
  std::vector<float> of_id(static_cast<std::size_t>(shape.segments) + 1);
  const auto write = [&](std::int64_t b, std::span<const IdRun> runs, std::span<const std::int32_t> tokens) {
    for (std::size_t id = 1; id < tokens.size(); ++id) {
      of_id[id] = tokens[id] == 0 ? 0 : static_cast<float>(1 / (tokens[id] * sequences));
    }
    fill_runs(runs, of_id, weights.subspan(static_cast<std::size_t>(b * shape.capacity)));
  };
  (void)for_each_pack(ids, shape, counting, write);
}

}  // namespace tuplepack::training

// Ids are read once: of each pack, its runs of equal ids are kept until the number of sequences is known.

#include "id_runs.hpp"
#include "rows.hpp"
#include "sequence_tokens.hpp"

#include <algorithm>
#include <cassert>

namespace tuplepack {

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

/// Calls take(runs, tokens) for each pack, and returns the number of sequences.
template <typename Take>
static std::int64_t for_each_pack(std::span<const std::int32_t> ids, PackShape shape, const Counting& counting,
                                  Take&& take) {
  assert(holds(ids, shape.packs * shape.capacity));
  assert(counting.mode != SequenceCount::declared || counting.declared >= 1);
  const auto find_runs = fastest_runs().find;
  std::vector<IdRun> room(static_cast<std::size_t>(shape.capacity));
  std::vector<std::int32_t> tokens(static_cast<std::size_t>(shape.segments) + 1);
  std::int64_t sequences = 0;
  for (std::int64_t b = 0; b < shape.packs; ++b) {
    const auto runs = std::span<const IdRun>(room).first(find_runs(row_of(ids, b, shape.capacity), room));
    count_tokens(runs, tokens);
    take(runs);
    sequences += sequences_of_pack(std::span(tokens).subspan(1), counting.mode);
  }
  return counting.mode == SequenceCount::declared ? counting.declared : sequences;
}

std::int64_t count_sequences(std::span<const std::int32_t> ids, PackShape shape, const Counting& counting) {
  return for_each_pack(ids, shape, counting, [](std::span<const IdRun>) {});
}

void fill_token_weights(std::span<const std::int32_t> ids, PackShape shape, const Counting& counting,
                        std::span<float> weights) {
  assert(holds(weights, shape.packs * shape.capacity));
  std::vector<IdRun> runs;
  const auto keep = [&](std::span<const IdRun> of_pack) { runs.insert(runs.end(), of_pack.begin(), of_pack.end()); };
  const auto sequences = static_cast<double>(for_each_pack(ids, shape, counting, keep));
  const auto fill_runs = fastest_runs().fill;
  std::vector<std::int32_t> tokens(static_cast<std::size_t>(shape.segments) + 1);
  std::vector<float> of_id(tokens.size());
  const auto capacity = static_cast<std::size_t>(shape.capacity);
  auto next = runs.cbegin();
  for (std::size_t at = 0; at < weights.size(); at += capacity) {
    const auto end = std::find_if(next, runs.cend(), [&](const IdRun& run) { return run.end == shape.capacity; }) + 1;
    const std::span of_pack(next, end);
    next = end;
    count_tokens(of_pack, tokens);
    for (std::size_t id = 1; id < tokens.size(); ++id) {
      of_id[id] = tokens[id] == 0 ? 0 : static_cast<float>(1 / (tokens[id] * sequences));
    }
    fill_runs(of_pack, of_id, weights.subspan(at));
  }
}

}  // namespace tuplepack

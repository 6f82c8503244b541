#include "id_runs.hpp"
#include "rows.hpp"
#include "sequence_tokens.hpp"

#include <algorithm>
#include <cassert>

namespace tuplepack::training {

namespace {

/// Pack b has the runs offsets[b] to offsets[b + 1].
struct PackRuns {
  std::vector<IdRun> runs;
  std::vector<std::size_t> offsets;

  [[nodiscard]] std::span<const IdRun> of(std::size_t b) const {
    return std::span(runs).subspan(offsets[b], offsets[b + 1] - offsets[b]);
  }
};

}  // namespace

static PackRuns find_all_runs(std::span<const std::int32_t> ids, PackShape shape) {
  assert(holds(ids, shape.packs * shape.capacity));
  const auto find_runs = fastest_runs().find;
  std::vector<IdRun> room(room_of_runs(static_cast<std::size_t>(shape.capacity)));
  PackRuns found{.runs = {}, .offsets = std::vector<std::size_t>(static_cast<std::size_t>(shape.packs) + 1)};
  const auto of_sequences = static_cast<std::size_t>(shape.packs * (shape.segments + 1));  // and of padding
  found.runs.reserve(std::min(of_sequences, ids.size()));
  for (std::int64_t b = 0; b < shape.packs; ++b) {
    const auto runs = std::span<const IdRun>(room).first(find_runs(row_of(ids, b, shape.capacity), room));
    for (const IdRun& run : runs) found.runs.push_back(run);  // half a kilobyte less of WebAssembly than insert()
    found.offsets[static_cast<std::size_t>(b) + 1] = found.runs.size();
  }
  return found;
}

static std::int64_t count_sequences(const PackRuns& packs, PackShape shape, const Counting& counting) {
  assert(counting.mode != SequenceCount::declared || counting.declared >= 1);
  if (counting.mode == SequenceCount::declared) return counting.declared;
  std::vector<std::int32_t> tokens(static_cast<std::size_t>(shape.segments) + 1);
  std::int64_t sequences = 0;
  for (std::size_t b = 0; b + 1 < packs.offsets.size(); ++b) {
    count_tokens(packs.of(b), tokens);
    sequences += sequences_of_pack(std::span<const std::int32_t>(tokens).subspan(1), counting.mode);
  }
  return sequences;
}

std::int64_t count_sequences(std::span<const std::int32_t> ids, PackShape shape, const Counting& counting) {
  const bool is_declared = counting.mode == SequenceCount::declared;
  return count_sequences(is_declared ? PackRuns{} : find_all_runs(ids, shape), shape, counting);
}

void fill_token_weights(std::span<const std::int32_t> ids, PackShape shape, const Counting& counting,
                        std::span<float> weights) {
  assert(holds(weights, shape.packs * shape.capacity));
  const PackRuns packs = find_all_runs(ids, shape);
  const auto sequences = static_cast<double>(std::max<std::int64_t>(count_sequences(packs, shape, counting), 1));
  const auto fill_runs = fastest_runs().fill;
  std::vector<std::int32_t> tokens(static_cast<std::size_t>(shape.segments) + 1);
  std::vector<float> of_id(tokens.size());
  for (std::size_t b = 0; b + 1 < packs.offsets.size(); ++b) {
    count_tokens(packs.of(b), tokens);
    for (std::size_t id = 1; id < tokens.size(); ++id) {
      const std::int32_t divisor = tokens[id] + (tokens[id] == 0 ? 1 : 0);
      of_id[id] = static_cast<float>(1 / (divisor * sequences));
    }
    fill_runs(packs.of(b), of_id, weights.subspan(b * static_cast<std::size_t>(shape.capacity)));
  }
}

}  // namespace tuplepack::training

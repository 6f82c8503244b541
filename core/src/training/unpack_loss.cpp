#include "id_runs.hpp"
#include "rows.hpp"
#include "sequence_tokens.hpp"

#include <algorithm>
#include <cassert>
#include <numeric>

namespace tuplepack::training {

static void count_correct(std::span<const IdRun> runs, std::span<const std::uint8_t> correct,
                          std::span<std::int32_t> of_id) {
  auto begin = correct.begin();
  for (const auto [id, run_end] : runs) {
    const auto end = correct.begin() + run_end;
    of_id[static_cast<std::size_t>(id)] += std::accumulate(begin, end, 0);
    begin = end;
  }
}

PackedLoss unpack_loss(std::span<const float> token_losses, std::span<const std::uint8_t> correct,
                       std::span<const std::int32_t> ids, PackShape shape, const Counting& counting,
                       const SequenceArrays& out) {
  const auto [packs, capacity, segments] = shape;
  assert(holds(ids, packs * capacity) && holds(token_losses, packs * capacity));
  assert(holds_or_empty(correct, packs * capacity) && holds_or_empty(out.losses, packs * segments));
  assert(holds_or_empty(out.accuracies, packs * segments) && holds_or_empty(out.tokens, packs * segments));
  assert(counting.mode != SequenceCount::declared || counting.declared >= 1);

  const auto k = static_cast<std::size_t>(segments);
  const RunFunctions by = fastest_runs();
  std::vector<IdRun> room(room_of_runs(static_cast<std::size_t>(capacity)));
  std::vector<double> sums(k + 1);
  std::vector<std::int32_t> tokens(k + 1), correct_of(k + 1);
  PackedLoss result;
  for (std::int64_t b = 0; b < packs; ++b) {
    const auto runs = std::span<const IdRun>(room).first(by.find(row_of(ids, b, capacity), room));
    count_tokens(runs, tokens);
    std::fill(sums.begin(), sums.end(), 0.0);
    by.add(runs, row_of(token_losses, b, capacity), sums);
    if (!correct.empty()) {
      std::fill(correct_of.begin(), correct_of.end(), 0);
      count_correct(runs, row_of(correct, b, capacity), correct_of);
    }
    for (std::size_t s = 0; s < k; ++s) {
      const double divisor = std::max(tokens[s + 1], 1);
      const double loss = sums[s + 1] / divisor;
      const double accuracy = correct.empty() ? 0 : correct_of[s + 1] / divisor;
      result.loss += loss;
      result.accuracy += accuracy;
      result.tokens += tokens[s + 1];
      const std::size_t at = static_cast<std::size_t>(b) * k + s;
      if (!out.losses.empty()) out.losses[at] = static_cast<float>(loss);
      if (!out.accuracies.empty()) out.accuracies[at] = static_cast<float>(accuracy);
      if (!out.tokens.empty()) out.tokens[at] = tokens[s + 1];
    }
    result.sequences += sequences_of_pack(std::span<const std::int32_t>(tokens).subspan(1), counting.mode);
  }
  if (counting.mode == SequenceCount::declared) result.sequences = counting.declared;
  if (result.sequences > 0) {
    result.loss /= static_cast<double>(result.sequences);
    result.accuracy /= static_cast<double>(result.sequences);
  }
  return result;
}

}  // namespace tuplepack::training

// Adds the loss of each token to the sum of its sequence. Consecutive tokens mostly belong to the same sequence, so
// each addition would depend on the previous one; four tallies, used in turn, break that dependency.

#include "rows.hpp"
#include "sequence_tokens.hpp"

#include <algorithm>
#include <array>
#include <cassert>

namespace tuplepack::training {

namespace {

/// Sums over tokens of one sequence.
struct Tally {
  double loss = 0;
  std::int32_t tokens = 0;
  std::int32_t correct = 0;
};

}  // namespace

static constexpr std::size_t tallies_at_once = 4;
using Tallies = std::array<Tally, tallies_at_once>;

static void add_tokens(std::span<const float> losses, std::span<const std::int32_t> ids, std::span<Tallies> tallies) {
  const auto add = [&](std::size_t i, std::size_t lane) {
    assert(ids[i] >= 0 && static_cast<std::size_t>(ids[i]) < tallies.size());
    Tally& tally = tallies[static_cast<std::size_t>(ids[i])][lane];
    tally.loss += static_cast<double>(losses[i]);
    ++tally.tokens;
  };
  std::size_t i = 0;
  for (; i + tallies_at_once <= ids.size(); i += tallies_at_once) {
    for (std::size_t lane = 0; lane < tallies_at_once; ++lane) add(i + lane, lane);
  }
  for (; i < ids.size(); ++i) add(i, 0);
}

static void add_correct(std::span<const std::uint8_t> correct, std::span<const std::int32_t> ids,
                        std::span<Tallies> tallies) {
  for (std::size_t i = 0; i < correct.size(); ++i) {
    tallies[static_cast<std::size_t>(ids[i])][i % tallies_at_once].correct += correct[i];
  }
}

static Tally total(const Tallies& tallies) {
  Tally sum;
  for (const Tally& tally : tallies) {
    sum.loss += tally.loss;
    sum.tokens += tally.tokens;
    sum.correct += tally.correct;
  }
  return sum;
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
  std::vector<Tallies> tallies(k + 1);
  std::vector<std::int32_t> tokens(k);
  PackedLoss result;
  for (std::int64_t b = 0; b < packs; ++b) {
    std::fill(tallies.begin(), tallies.end(), Tallies{});
    const auto pack = row_of(ids, b, capacity);
    add_tokens(row_of(token_losses, b, capacity), pack, tallies);
    if (!correct.empty()) add_correct(row_of(correct, b, capacity), pack, tallies);
    for (std::size_t s = 0; s < k; ++s) {
      const Tally sum = total(tallies[s + 1]);
      const double divisor = std::max(sum.tokens, 1);
      const double loss = sum.loss / divisor;
      const double accuracy = sum.correct / divisor;
      tokens[s] = sum.tokens;
      result.loss += loss;
      result.accuracy += accuracy;
      result.tokens += sum.tokens;
      const std::size_t at = static_cast<std::size_t>(b) * k + s;
      if (!out.losses.empty()) out.losses[at] = static_cast<float>(loss);
      if (!out.accuracies.empty()) out.accuracies[at] = static_cast<float>(accuracy);
      if (!out.tokens.empty()) out.tokens[at] = sum.tokens;
    }
    result.sequences += sequences_of_pack(tokens, counting.mode);
  }
  if (counting.mode == SequenceCount::declared) result.sequences = counting.declared;
  if (result.sequences > 0) {
    result.loss /= static_cast<double>(result.sequences);
    result.accuracy /= static_cast<double>(result.sequences);
  }
  return result;
}

}  // namespace tuplepack::training

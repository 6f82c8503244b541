#include "arrange.hpp"

#include "base/random.hpp"
#include "permutation.hpp"

#include <algorithm>

namespace tuplepack::packing {

static std::vector<std::int64_t> offsets_with_room_for(std::size_t packs) {
  std::vector<std::int64_t> offsets;
  offsets.reserve(packs + 1);
  offsets.push_back(0);
  return offsets;
}

/// Fills the packs one after another, each with the next pieces of its bins.
/// turns  the strategy of each pack
static Arrangement fill(const Plan& plan, std::span<const std::int64_t> counts, std::span<const std::int32_t> by_bin,
                        std::vector<std::uint32_t> turns, std::size_t packs) {
  std::vector<const std::int32_t*> next;
  next.reserve(counts.size());
  const std::int32_t* begin = by_bin.data();
  for (const std::int64_t count : counts) {
    next.push_back(begin);
    begin += count;
  }
  Arrangement result{
      .offsets = offsets_with_room_for(packs), .pieces = std::vector<std::int32_t>(by_bin.size()), .strategies = {}};
  std::int32_t* out = result.pieces.data();
  for (const std::uint32_t strategy : turns) {
    const auto last = static_cast<std::size_t>(plan.offsets[strategy + 1]);
    for (auto run = static_cast<std::size_t>(plan.offsets[strategy]); run < last; ++run) {
      const std::int32_t*& from = next[plan.bins[run]];
      for (std::int64_t copy = plan.copies[run]; copy > 0; --copy) *out++ = *from++;
    }
    result.offsets.push_back(out - result.pieces.data());
  }
  result.strategies = std::move(turns);
  return result;
}

static std::vector<std::uint32_t> turns_as_planned(const Plan& plan) {
  std::vector<std::uint32_t> turns;
  turns.reserve(static_cast<std::size_t>(pack_count(plan)));
  for (std::size_t s = 0; s < plan.strategies(); ++s) {
    turns.insert(turns.end(), static_cast<std::size_t>(plan.repeats[s]), static_cast<std::uint32_t>(s));
  }
  return turns;
}

/// Many rounds. In each every strategy takes a proportional share of its turns, and so of each bin's pieces: pieces that
/// share a pack come from about the same part of the input.
static std::vector<std::uint32_t> turns_in_rounds(const Plan& plan) {
  const auto packs = static_cast<std::uint64_t>(pack_count(plan));
  const std::uint64_t round_size = 2 * plan.strategies() + 1;  // so that the rounds cost no more than the packs
  const std::uint64_t rounds = packs / round_size + 1;
  std::vector<std::uint32_t> turns;
  turns.reserve(static_cast<std::size_t>(packs));
  std::vector<std::uint64_t> taken(plan.strategies());
  for (std::uint64_t round = 1; round <= rounds; ++round) {
    for (std::size_t s = 0; s < plan.strategies(); ++s) {
      const auto repeats = static_cast<std::uint64_t>(plan.repeats[s]);
      const std::uint64_t due = (2 * round * repeats + rounds) / (2 * rounds);  // rounded to the nearest
      for (; taken[s] < due; ++taken[s]) turns.push_back(static_cast<std::uint32_t>(s));
    }
  }
  return turns;
}

Arrangement reorder(const Arrangement& arrangement, std::span<const std::uint32_t> order, std::size_t packs) {
  Arrangement result{.offsets = offsets_with_room_for(packs), .pieces = {}, .strategies = {}};
  result.pieces.reserve(arrangement.pieces.size());
  result.strategies.reserve(order.size());
  for (const std::uint32_t pack : order) {
    const std::int32_t* const pieces = arrangement.pieces.data();
    result.pieces.insert(result.pieces.end(), pieces + arrangement.offsets[pack],
                         pieces + arrangement.offsets[pack + 1]);
    result.offsets.push_back(static_cast<std::int64_t>(result.pieces.size()));
    result.strategies.push_back(arrangement.strategies[pack]);
  }
  return result;
}

/// The same packs in the order of their first piece, with the pieces of each in ascending order.
/// pack_of   scratch memory, one entry per piece
static Arrangement in_order_of_pieces(Arrangement filled, std::span<std::int32_t> pack_of, std::size_t packs) {
  constexpr std::int32_t none = -1;
  std::fill(pack_of.begin(), pack_of.end(), none);  // for the first piece of a pack: the pack
  for (std::size_t p = 0; p + 1 < filled.offsets.size(); ++p) {
    std::int32_t* const first = filled.pieces.data() + filled.offsets[p];
    std::sort(first, filled.pieces.data() + filled.offsets[p + 1]);
    pack_of[static_cast<std::size_t>(*first)] = static_cast<std::int32_t>(p);
  }
  std::vector<std::uint32_t> order;
  order.reserve(filled.strategies.size());
  for (const std::int32_t p : pack_of) {
    if (p != none) order.push_back(static_cast<std::uint32_t>(p));
  }
  return reorder(filled, order, packs);
}

static void shuffle_bins(std::span<const std::int64_t> counts, std::span<std::int32_t> by_bin, Random& random) {
  std::size_t begin = 0;
  for (const std::int64_t count : counts) {
    random.shuffle(by_bin.subspan(begin, static_cast<std::size_t>(count)));
    begin += static_cast<std::size_t>(count);
  }
}

/// Puts item i of a bin to the place that the permutation has for it.
static void permute_bins(std::span<const std::int64_t> counts, std::span<std::int32_t> by_bin, std::uint64_t seed) {
  std::size_t begin = 0;
  for (std::size_t bin = 0; bin < counts.size(); ++bin) {
    const auto count = static_cast<std::size_t>(counts[bin]);
    const std::span<std::int32_t> items = by_bin.subspan(begin, count);
    const std::vector<std::int32_t> before(items.begin(), items.end());
    const Permutation order = permuted_items(seed, bin, counts[bin]);
    for (std::size_t i = 0; i < count; ++i) items[static_cast<std::size_t>(order(i))] = before[i];
    begin += count;
  }
}

/// Packs: the pack at each position.
static std::vector<std::uint32_t> permuted_order(std::uint64_t seed, std::int64_t packs) {
  std::vector<std::uint32_t> order(static_cast<std::size_t>(packs));
  const Permutation position = permuted_packs(seed, packs);
  for (std::uint32_t pack = 0; pack < order.size(); ++pack) order[static_cast<std::size_t>(position(pack))] = pack;
  return order;
}

Arrangement arrange(const Plan& plan, std::span<const std::int64_t> counts, std::span<std::int32_t> by_bin, Order order,
                    std::uint64_t seed, std::size_t packs) {
  if (order == Order::input) {
    return in_order_of_pieces(fill(plan, counts, by_bin, turns_in_rounds(plan), packs), by_bin, packs);
  }
  if (order == Order::permute) {
    permute_bins(counts, by_bin, seed);
    return reorder(fill(plan, counts, by_bin, turns_as_planned(plan), packs), permuted_order(seed, pack_count(plan)),
                   packs);
  }
  std::vector<std::uint32_t> turns = turns_as_planned(plan);
  if (order == Order::shuffle) {
    Random random(seed);
    shuffle_bins(counts, by_bin, random);
    random.shuffle(std::span(turns));
  }
  return fill(plan, counts, by_bin, std::move(turns), packs);
}

}  // namespace tuplepack::packing

#include "arrange.hpp"

#include "../../random.hpp"

#include <algorithm>

namespace tuplepack {

static std::vector<std::int64_t> offsets_with_room_for(std::size_t packs) {
  std::vector<std::int64_t> offsets;
  offsets.reserve(packs + 1);
  offsets.push_back(0);
  return offsets;
}

/// for_each_turn calls its argument once per pack, with the pack's strategy. Each turn fills one pack with the next
/// pieces of its bins.
template <typename ForEachTurn>
static Arrangement fill(const Plan& plan, std::span<const std::int64_t> counts, std::span<const std::int32_t> by_bin,
                        std::size_t packs, ForEachTurn&& for_each_turn) {
  std::vector<const std::int32_t*> next;
  next.reserve(counts.size());
  const std::int32_t* begin = by_bin.data();
  for (const std::int64_t count : counts) {
    next.push_back(begin);
    begin += count;
  }
  Arrangement result{
      .offsets = offsets_with_room_for(packs), .pieces = std::vector<std::int32_t>(by_bin.size()), .strategies = {}};
  result.strategies.reserve(packs);
  std::int32_t* end = result.pieces.data();
  for_each_turn([&](std::size_t strategy) {
    std::int32_t* out = end;
    const auto last = static_cast<std::size_t>(plan.offsets[strategy + 1]);
    for (auto run = static_cast<std::size_t>(plan.offsets[strategy]); run < last; ++run) {
      const std::int32_t*& from = next[plan.bins[run]];
      for (std::int64_t copy = plan.copies[run]; copy > 0; --copy) *out++ = *from++;
    }
    end = out;
    result.offsets.push_back(end - result.pieces.data());
    result.strategies.push_back(static_cast<std::uint32_t>(strategy));
  });
  return result;
}

static Arrangement fill_as_planned(const Plan& plan, std::span<const std::int64_t> counts,
                                   std::span<const std::int32_t> by_bin, std::size_t packs) {
  return fill(plan, counts, by_bin, packs, [&](auto&& turn) {
    for (std::size_t s = 0; s < plan.strategies(); ++s) {
      for (std::int64_t r = 0; r < plan.repeats[s]; ++r) turn(s);
    }
  });
}

/// Fills the packs in many rounds. In each round every strategy takes a proportional share of its turns, and so of each
/// bin's pieces: pieces that share a pack come from about the same part of the input.
static Arrangement fill_in_rounds(const Plan& plan, std::span<const std::int64_t> counts,
                                  std::span<const std::int32_t> by_bin, std::size_t packs) {
  const std::uint64_t round_size = 2 * plan.strategies() + 1;  // so that the rounds cost no more than the packs
  const std::uint64_t rounds = static_cast<std::uint64_t>(pack_count(plan)) / round_size + 1;
  return fill(plan, counts, by_bin, packs, [&](auto&& turn) {
    std::vector<std::uint64_t> taken(plan.strategies());
    for (std::uint64_t round = 1; round <= rounds; ++round) {
      for (std::size_t s = 0; s < plan.strategies(); ++s) {
        const auto repeats = static_cast<std::uint64_t>(plan.repeats[s]);
        const std::uint64_t due = (2 * round * repeats + rounds) / (2 * rounds);  // rounded to the nearest
        for (; taken[s] < due; ++taken[s]) turn(s);
      }
    }
  });
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
static Arrangement in_order_of_pieces(Arrangement filled, std::vector<std::int32_t> pack_of, std::size_t packs) {
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

static Arrangement fill_shuffled(const Plan& plan, std::span<const std::int64_t> counts, std::span<std::int32_t> by_bin,
                                 std::uint64_t seed, std::size_t packs) {
  Random random(seed);
  std::size_t begin = 0;
  for (const std::int64_t count : counts) {
    random.shuffle(by_bin.subspan(begin, static_cast<std::size_t>(count)));
    begin += static_cast<std::size_t>(count);
  }
  std::vector<std::uint32_t> turns;
  turns.reserve(static_cast<std::size_t>(pack_count(plan)));
  for (std::size_t s = 0; s < plan.strategies(); ++s) {
    turns.insert(turns.end(), static_cast<std::size_t>(plan.repeats[s]), static_cast<std::uint32_t>(s));
  }
  random.shuffle(std::span(turns));
  return fill(plan, counts, by_bin, packs, [&](auto&& turn) {
    for (const std::uint32_t strategy : turns) turn(strategy);
  });
}

Arrangement arrange(const Plan& plan, std::span<const std::int64_t> counts, std::vector<std::int32_t> by_bin,
                    Order order, std::uint64_t seed, std::size_t packs) {
  switch (order) {
    case Order::plan: break;
    case Order::input: {
      Arrangement filled = fill_in_rounds(plan, counts, by_bin, packs);
      return in_order_of_pieces(std::move(filled), std::move(by_bin), packs);
    }
    case Order::shuffle: return fill_shuffled(plan, counts, by_bin, seed, packs);
  }
  return fill_as_planned(plan, counts, by_bin, packs);
}

}  // namespace tuplepack

#include "balanced_blocks.hpp"

#include "balancing.hpp"
#include "packing/plan_builder.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace tuplepack::packing {

namespace {

/// Some of the items, with their sizes side by side.
struct Block {
  std::vector<std::uint32_t> bins;   // rows
  std::vector<std::int64_t> sizes;   // rows × k
  std::vector<std::uint32_t> items;  // the row of each
};

}  // namespace

/// Every step-th item from the first on. Items of a bin come one after the other.
static Block block_of(const Histogram& histogram, std::span<const std::uint32_t> items, std::int64_t first,
                      std::int64_t step) {
  Block block;
  for (auto i = static_cast<std::size_t>(first); i < items.size(); i += static_cast<std::size_t>(step)) {
    if (block.bins.empty() || block.bins.back() != items[i]) {
      const auto size = histogram.size(items[i]);
      block.bins.push_back(items[i]);
      block.sizes.insert(block.sizes.end(), size.begin(), size.end());
    }
    block.items.push_back(static_cast<std::uint32_t>(block.bins.size() - 1));
  }
  return block;
}

/// Adds packs, of rows of a block, and counts them.
static std::int64_t add_packs(PlanBuilder& plan, const Block& block, std::span<std::vector<std::uint32_t>> packs) {
  std::int64_t added = 0;
  for (std::vector<std::uint32_t>& pack : packs) {
    if (pack.empty()) continue;
    for (std::uint32_t& item : pack) item = block.bins[item];
    plan.add(runs_of_items(std::move(pack)), 1);
    ++added;
  }
  return added;
}

bool pays_to_balance(const Histogram& histogram, std::int64_t items, std::int64_t many) {
  constexpr std::int64_t alike = 4;
  return items <= std::max(many, alike * static_cast<std::int64_t>(histogram.bins()));
}

Plan balance_in_blocks(const Histogram& histogram, const Limits& limits, std::span<const std::uint32_t> items,
                       std::int64_t blocks, std::int64_t bound, std::int64_t most, Stop& stop) {
  PlanBuilder plan;
  for (std::int64_t i = 0; i < blocks; ++i) {
    const Block block = block_of(histogram, items, i, blocks);
    const auto count = static_cast<std::int64_t>(block.items.size());
    const std::int64_t share = std::clamp<std::int64_t>(bound / (blocks - i), 1, count);
    bound = std::max<std::int64_t>(bound - share, 0);
    Balancing balancing(block.sizes, limits, stop);
    const auto packs = balancing.pack(block.items, share, most - bound);
    if (packs.empty()) return {};
    most -= add_packs(plan, block, packs);
  }
  return std::move(plan).finish();
}

}  // namespace tuplepack::packing

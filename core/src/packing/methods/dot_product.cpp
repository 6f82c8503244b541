// Dot product: one pack at a time, each filled by the item that best matches the room left.
//
// Panigrahy, Talwar, Uyeda and Wieder 2011, "Heuristics for vector bin packing", §3.2 (bin-centric). The item with the
// largest Σ weight · size · room comes next, sizes and room counted in parts of the limit; a component weighs as much
// as its average demand by the remaining items. So a pack takes items of a shape other than those it holds. A pack is
// repeated as often as there are items for it before the next one is opened. The depth is not a component here, since
// every item takes one slot.

#include "methods.hpp"
#include "packing/filling/open_pack.hpp"
#include "packing/filling/remaining.hpp"

#include <algorithm>
#include <array>
#include <limits>

namespace tuplepack::packing {

namespace {

class DotProduct {
 public:
  DotProduct(const Histogram& histogram, const Limits& limits, const PackOptions& options)
      : k_(limits.sizes.size()),
        histogram_(histogram),
        limits_(limits),
        fewer_than_(options.fewer_than),
        left_(histogram, limits),
        stop_(options, {.step = "dot-product", .packs = 0, .bound = left_.fewest_packs()}) {
    for (std::size_t bin = histogram.bins(); bin-- > 0;) order_.push_back(static_cast<std::uint32_t>(bin));
    free_ = histogram.counts;
    blocks_.resize((order_.size() + block_size - 1) / block_size);
    for (std::size_t b = 0; b < blocks_.size(); ++b) update_block(b);
  }

  [[nodiscard]] Plan run() {
    std::int64_t packs = 0;
    while (left_.items() > 0 && !stop_.is_stopped()) {
      if (packs + left_.fewest_packs() >= fewer_than_) return {};
      OpenPack pack = fill_pack();
      packs += left_.fill(pack.runs, plan_);
      update(pack);
    }
    if (left_.items() > 0 && fewer_than_ != any_number_of_packs) return {};
    left_.fill_by_best_fit(plan_, stop_);
    return std::move(plan_).finish();
  }

 private:
  // Bins come in blocks, most of which are skipped by their smallest and largest sizes.
  static constexpr std::size_t block_size = 64;
  struct Block {
    std::array<std::int64_t, max_components> smallest;
    std::array<std::int64_t, max_components> largest;
  };
  static constexpr std::size_t none = std::numeric_limits<std::size_t>::max();

  const std::size_t k_;
  const Histogram& histogram_;
  const Limits& limits_;
  const std::int64_t fewer_than_;
  Remaining left_;
  Stop stop_;
  PlanBuilder plan_;
  std::vector<std::uint32_t> order_;  // bins, the largest first
  std::vector<Block> blocks_;         // of the order; over bins with items left
  std::vector<std::int64_t> free_;    // bins: items neither packed nor in the open pack

  std::array<double, max_components> gain_{};  // of a unit of size, by component

  void update_block(std::size_t b) {
    Block& block = blocks_[b];
    block.smallest.fill(std::numeric_limits<std::int64_t>::max());
    block.largest.fill(0);
    const std::size_t end = std::min((b + 1) * block_size, order_.size());
    for (std::size_t i = b * block_size; i < end; ++i) {
      if (left_.count(order_[i]) == 0) continue;
      const auto size = histogram_.size(order_[i]);
      for (std::size_t c = 0; c < k_; ++c) {
        block.smallest[c] = std::min(block.smallest[c], size[c]);
        block.largest[c] = std::max(block.largest[c], size[c]);
      }
    }
  }

  [[nodiscard]] double in_limits(std::int64_t size, std::size_t c) const {
    return static_cast<double>(size) / static_cast<double>(limits_.sizes[c]);
  }

  // Rounded the same way everywhere and monotone in every size, so that no block is skipped by mistake.
  [[nodiscard]] double gain(std::span<const std::int64_t> size) const {
    double sum = 0;
    for (std::size_t c = 0; c < k_; ++c) sum += gain_[c] * static_cast<double>(size[c]);
    return sum;
  }

  /// The position in the order of the fitting bin with the largest gain, the first among equals; none if nothing fits.
  [[nodiscard]] std::size_t best_bin(const OpenPack& pack) {
    std::size_t best = none;
    double most = -1;
    auto work = static_cast<std::int64_t>(2 * blocks_.size() + pack.runs.size());
    for (std::size_t b = 0; b < blocks_.size(); ++b) {
      const Block& block = blocks_[b];
      if (!pack.fits(std::span(block.smallest).first(k_)) || gain(block.largest) <= most) continue;
      work += 3 * static_cast<std::int64_t>(block_size);
      const std::size_t end = std::min((b + 1) * block_size, order_.size());
      for (std::size_t i = b * block_size; i < end; ++i) {
        const auto size = histogram_.size(order_[i]);
        if (free_[order_[i]] == 0 || !pack.fits(size)) continue;
        const double gained = gain(size);
        if (gained <= most) continue;
        most = gained;
        best = i;
      }
    }
    stop_.after(work);
    return best;
  }

  [[nodiscard]] OpenPack fill_pack() {
    constexpr std::int64_t part =
        32;  // of the items that fit are added at once, which bounds the time of many small ones
    OpenPack pack(limits_);
    std::array<double, max_components> weights{};
    for (std::size_t c = 0; c < k_; ++c) weights[c] = in_limits(left_.sums()[c], c);
    while (true) {
      for (std::size_t c = 0; c < k_; ++c) {
        gain_[c] = weights[c] * in_limits(pack.room[c], c) / static_cast<double>(limits_.sizes[c]);
      }
      const std::size_t best = best_bin(pack);
      if (best == none || (stop_.is_stopped() && !pack.runs.empty())) return pack;
      const std::uint32_t bin = order_[best];
      const auto size = histogram_.size(bin);
      const std::int64_t fitting = copies_that_fit(size, pack.room, std::min(pack.slots, free_[bin]));
      const std::int64_t copies = std::max<std::int64_t>(fitting / part, 1);
      pack.put(bin, size, copies);
      free_[bin] -= copies;
    }
  }

  /// After a pack was repeated as often as possible: the items left of its bins are free again.
  void update(const OpenPack& pack) {
    for (const Run& run : pack.runs) {
      free_[run.bin] = left_.count(run.bin);
      if (free_[run.bin] == 0) update_block((order_.size() - 1 - run.bin) / block_size);
    }
  }
};

}  // namespace

Plan pack_dot_product(const Histogram& histogram, const Limits& limits, const PackOptions& options) {
  return DotProduct(histogram, limits, options).run();
}

}  // namespace tuplepack::packing

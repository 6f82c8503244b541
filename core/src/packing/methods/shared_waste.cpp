// Fills packs up to a share of the waste.
//
// A pack begins with a large item. Of all completions that leave no more than the share, the one with the largest items is
// taken, in lexicographic order: minimum bin slack (Gupta and Ho 1999) in the order of Fleszar and Hindi 2002, but not to
// the minimum. Which sums the items from some on can have is known from bits, 64 sums at a time.

#include "shared_waste.hpp"

#include "base/order.hpp"
#include "base/random.hpp"
#include "packing/exact/columns/one_pack.hpp"
#include "packing/plan_builder.hpp"
#include "packing/stop.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace tuplepack::packing {

namespace {

/// Chosen on 1,000 sizes that all differ, drawn from 1 to 100,000, in packs of 131,072 (`bench exact`): of ten plans
/// eight meet the bound within these attempts, four of them in the first two; an attempt takes about 10 ms.
struct SharedWasteSettings {
  std::int64_t max_items = 4'096;                                    // four times as many as were tried
  std::size_t max_words = std::size_t{1} << 21;                      // of a table, 16 MB, which those sizes need
  std::int64_t most_work = 300'000'000;                              // nanoseconds, what all attempts take there
  std::array<std::int64_t, 6> shares{140, 200, 110, 160, 125, 250};  // of the waste, in percent of an even one
  std::uint32_t attempts = 24;
  std::uint32_t attempts_in_order = 2;  // that begin every pack with the largest item
  std::uint32_t largest_items = 8;      // with one of which the others begin
  std::int64_t words_at_once = 4;       // in about a nanosecond, with AVX2
  std::int64_t per_item = 3;            // nanoseconds for each item left, which is what sizes of 3 and 4 cost
};
constexpr SharedWasteSettings shared_waste;

using Word = std::uint64_t;
constexpr std::size_t word_bits = 64;

/// The sums that items from one on can have, for each item and for none.
class SuffixSums {
 public:
  /// For at most this many sizes and this much room.
  SuffixSums(std::size_t sizes, std::int64_t room)
      : bits_((sizes + 1) * (static_cast<std::size_t>(room) / word_bits + 1)) {}

  /// cost  O(sizes · room / 64)
  void fill(std::span<const std::int64_t> sizes, std::int64_t room) {
    words_ = static_cast<std::size_t>(room) / word_bits + 1;
    Word* const none = &bits_[sizes.size() * words_];
    std::fill_n(none, words_, Word{0});
    none[0] = 1;
    for (std::size_t item = sizes.size(); item-- > 0;)
      add(&bits_[item * words_], &bits_[(item + 1) * words_], static_cast<std::size_t>(sizes[item]));
  }

  /// The largest sum of items from `item` on that is no more than `room`; room ≤ that of fill().
  [[nodiscard]] std::int64_t largest(std::size_t item, std::int64_t room) const {
    const Word* const row = &bits_[item * words_];
    auto word = static_cast<std::size_t>(room) / word_bits;
    Word bits = row[word] & ~Word{0} >> (word_bits - 1 - static_cast<std::size_t>(room) % word_bits);
    while (bits == 0) bits = row[--word];
    return static_cast<std::int64_t>(word * word_bits + word_bits - 1) - std::countl_zero(bits);
  }

  [[nodiscard]] std::int64_t words(std::size_t items) const { return static_cast<std::int64_t>((items + 1) * words_); }

 private:
  std::size_t words_ = 0;  // of a row
  std::vector<Word> bits_;

  /// to = from, and from shifted by a size within the room
  void add(Word* __restrict to, const Word* __restrict from, std::size_t size) const {
    const std::size_t whole = size / word_bits;
    const std::size_t part = size % word_bits;
    std::copy_n(from, whole, to);
    if (part == 0) {
      for (std::size_t word = whole; word < words_; ++word) to[word] = from[word] | from[word - whole];
      return;
    }
    to[whole] = from[whole] | from[0] << part;
    for (std::size_t word = whole + 1; word < words_; ++word) {
      to[word] = from[word] | from[word - whole] << part | from[word - whole - 1] >> (word_bits - part);
    }
  }
};

/// One component, and items one by one.
class SharedWaste {
 public:
  /// items    the sum of the counts
  /// assumes  pack has one component
  SharedWaste(const OnePack& pack, std::span<const std::int64_t> counts, std::int64_t items, std::int64_t bound,
              Stop& stop)
      : pack_(pack),
        bound_(bound),
        stop_(stop),
        waste_(bound * pack.limits[0]),
        sums_(static_cast<std::size_t>(items), pack.limits[0]) {
    for (std::uint32_t bin = 0; bin < counts.size(); ++bin) {
      items_.insert(items_.end(), static_cast<std::size_t>(counts[bin]), bin);
      waste_ -= counts[bin] * size(bin);
    }
    sort_numbers(items_, [&](std::uint32_t a, std::uint32_t b) { return size(a) > size(b); });
  }

  /// Of as many packs as the bound.
  [[nodiscard]] std::int64_t waste() const { return waste_; }

  /// work  is counted down
  [[nodiscard]] std::optional<Plan> attempt(std::uint32_t number, std::int64_t fewer_than, std::int64_t& work) {
    Random random(number);
    const std::uint32_t choices = number < shared_waste.attempts_in_order ? 1 : shared_waste.largest_items;
    const std::int64_t share = shared_waste.shares[number % shared_waste.shares.size()];
    std::int64_t waste = waste_;
    const std::int64_t least = (bound_ - (fewer_than - 1)) * pack_.limits[0];
    PlanBuilder plan;
    left_ = items_;
    for (std::int64_t packs = 0; !left_.empty(); ++packs) {
      if (waste < least || work <= 0 || stop_.is_stopped()) return std::nullopt;
      const std::int64_t even = std::max<std::int64_t>(waste, 0) / std::max<std::int64_t>(bound_ - packs, 1);
      const std::uint32_t first = random.below(std::min(choices, static_cast<std::uint32_t>(left_.size())));
      waste -= fill_pack(first, even * share / 100, plan, work);
    }
    return std::move(plan).finish();
  }

 private:
  const OnePack& pack_;
  const std::int64_t bound_;
  Stop& stop_;
  std::int64_t waste_;
  std::vector<std::uint32_t> items_;  // their bins, from large to small
  std::vector<std::uint32_t> left_;
  std::vector<std::int64_t> sizes_;  // scratch: of the items that fit beside the first
  SuffixSums sums_;

  [[nodiscard]] std::int64_t size(std::uint32_t bin) const { return pack_.size(bin)[0]; }

  /// Packs the item at a place and others, with no more waste than allowed if there is such a pack; the waste.
  std::int64_t fill_pack(std::size_t first, std::int64_t allowed, PlanBuilder& plan, std::int64_t& work) {
    std::vector<std::uint32_t> taken{left_[first]};
    left_.erase(left_.begin() + static_cast<std::ptrdiff_t>(first));
    const std::int64_t waste = complete(taken, pack_.limits[0] - size(taken[0]), allowed);
    const std::int64_t done = sums_.words(sizes_.size()) / shared_waste.words_at_once +
                              static_cast<std::int64_t>(left_.size() + taken.size()) * shared_waste.per_item;
    work -= done;
    stop_.after(done);
    plan.add(runs_of_items(std::move(taken)), 1);
    return waste;
  }

  /// Moves items that are left into a pack with that room, the largest ones that leave no more waste than allowed.
  std::int64_t complete(std::vector<std::uint32_t>& taken, std::int64_t room, std::int64_t allowed) {
    const auto fitting =
        std::partition_point(left_.begin(), left_.end(), [&](std::uint32_t bin) { return size(bin) > room; });
    sizes_.clear();
    for (auto item = fitting; item != left_.end(); ++item) sizes_.push_back(size(*item));
    sums_.fill(sizes_, room);
    std::int64_t needed = std::min(room - allowed, sums_.largest(0, room));
    auto kept = fitting;
    for (std::size_t item = 0; item < sizes_.size(); ++item) {
      const std::uint32_t bin = fitting[static_cast<std::ptrdiff_t>(item)];
      const std::int64_t size = sizes_[item];
      if (size > room || sums_.largest(item + 1, room - size) < needed - size) {
        *kept++ = bin;
        continue;
      }
      room -= size;
      needed -= size;
      taken.push_back(bin);
    }
    left_.erase(kept, left_.end());
    return room;
  }
};

}  // namespace

Plan fill_with_shared_waste(const Histogram& histogram, const Limits& limits, std::int64_t bound,
                            std::int64_t fewer_than, std::int64_t work, const PackOptions& options) {
  const std::int64_t items = totals(histogram).items;
  if (items == 0 || items > shared_waste.max_items) return {};
  fewer_than = std::min(fewer_than, items + 1);
  work = std::min(work, shared_waste.most_work);
  const OnePack pack = reduce(histogram, limits);
  const auto max_size = static_cast<std::int64_t>(shared_waste.max_words / static_cast<std::size_t>(items) * word_bits);
  if (pack.components() != 1 || pack.uses_depth || pack.limits[0] >= max_size) return {};
  Stop stop(options, {.step = "optimal", .packs = 0, .bound = bound});
  SharedWaste filling(pack, histogram.counts, items, bound, stop);
  Plan best;
  if (filling.waste() <= 0) return best;
  for (std::uint32_t number = 0; number < shared_waste.attempts && fewer_than > bound; ++number) {
    std::optional<Plan> plan = filling.attempt(number, fewer_than, work);
    if (plan && pack_count(*plan) < fewer_than) {
      best = std::move(*plan);
      fewer_than = pack_count(best);
      stop.report(best);
    }
    if (work <= 0 || stop.is_stopped()) break;
  }
  return best;
}

}  // namespace tuplepack::packing

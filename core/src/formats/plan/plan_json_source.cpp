// What packs hold limits what they were made from. An item over the limits leaves a trace in the packs: cut, it fills a
// pack in some component; split, it fills one at least and leaves one remainder at most. Every other item is in a pack as
// it is, aligned. Different aligned sizes had different sizes before.

#include "plan_json_source.hpp"
#include "tuplepack/base/limits.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

namespace tuplepack::formats {

namespace {

/// What the packs hold, as far as it tells of their source.
struct PackedItems {
  std::int64_t items = 0;
  std::int64_t bins = 0;
  std::int64_t full = 0;                                           // items as large as the room in some component
  std::vector<std::int64_t> full_in{};                             // k; in this one
  std::int64_t rarest = std::numeric_limits<std::int64_t>::max();  // of the sizes that are not full: the fewest items
  std::int64_t hidden_sizes = 0;  // sizes that alignment may have made equal to others, at most
};

class Claims {
 public:
  void at_least(const std::string& path, std::int64_t claimed, std::int64_t least) {
    if (claimed < least) add(path, claimed, "at least " + std::to_string(least));
  }
  void at_most(const std::string& path, std::int64_t claimed, std::int64_t most) {
    if (claimed > most) add(path, claimed, "at most " + std::to_string(most));
  }
  void exactly(const std::string& path, std::int64_t claimed, std::int64_t only) {
    if (claimed != only) add(path, claimed, std::to_string(only));
  }
  [[nodiscard]] bool empty() const { return all_.empty(); }
  [[nodiscard]] std::vector<ImpossibleClaim> all() && { return std::move(all_); }

 private:
  std::vector<ImpossibleClaim> all_;

  void add(const std::string& path, std::int64_t claimed, std::string possible) {
    all_.push_back({.path = path, .claimed = std::to_string(claimed), .possible = std::move(possible)});
  }
};

}  // namespace

static std::int64_t alignment(const packing::PlanDocument& document, std::size_t component) {
  return document.fitting.align_item.empty() ? 1 : document.fitting.align_item[component];
}

/// The most that an item may have.
static std::int64_t longest_item(const packing::PlanDocument& document, std::size_t component) {
  return document.room.sizes[component] - taken_per_item(document.fitting, component);
}

/// How many sizes alignment turns into this one, or `most` if there are as many.
static std::int64_t sizes_behind(const packing::PlanDocument& document, std::span<const std::int64_t> size,
                                 std::int64_t most) {
  std::int64_t sizes = 1;
  for (std::size_t c = 0; c < size.size() && sizes < most; ++c) {
    const std::int64_t align = size[c] == 0 ? 1 : alignment(document, c);
    sizes = align > most / sizes ? most : sizes * align;
  }
  return std::min(sizes, most);
}

static PackedItems packed_items(const packing::PlanDocument& document) {
  const packing::Histogram& histogram = document.histogram;
  PackedItems found;
  found.bins = static_cast<std::int64_t>(histogram.bins());
  found.full_in.resize(histogram.component_count());
  const packing::Totals taken = totals(histogram);
  found.items = taken.items;
  for (std::size_t bin = 0; bin < histogram.bins(); ++bin) {
    const auto size = histogram.size(bin);
    const std::int64_t count = histogram.counts[bin];
    bool is_full = false;
    for (std::size_t c = 0; c < size.size(); ++c) {
      if (size[c] != document.room.sizes[c]) continue;
      found.full_in[c] += count;
      is_full = true;
    }
    if (is_full) found.full += count;
    if (!is_full) found.rarest = std::min(found.rarest, count);
    found.hidden_sizes += sizes_behind(document, size, count) - 1;
  }
  std::int64_t filled = 0;  // by alignment: two sizes that it makes equal differ by one at least
  for (std::size_t c = 0; c < taken.sums.size(); ++c) {
    const std::int64_t of_items = taken.items * taken_per_item(document.fitting, c);
    filled += std::min(taken.sums[c] - of_items - document.real.sums[c], max_exact - filled);
  }
  found.hidden_sizes = std::min(found.hidden_sizes, filled);
  return found;
}

// ---- items over the limits ----

/// Each had more than the room in some component, and is lost with all it had.
static void check_dropped(const packing::PlanDocument& document, Claims& claims) {
  const packing::OverlongCount& overlong = document.overlong;
  std::int64_t most = 0;
  for (std::size_t c = 0; c < overlong.lost.size(); ++c) most += overlong.lost[c] / (longest_item(document, c) + 1);
  claims.at_most("/overlong/items", overlong.items, most);
  claims.exactly("/overlong/pieces", overlong.pieces, 0);
}

/// Each fills its pack in every component in which it lost something.
static void check_truncated(const packing::PlanDocument& document, const PackedItems& packed, Claims& claims) {
  const packing::OverlongCount& overlong = document.overlong;
  std::int64_t most = 0;
  for (std::size_t c = 0; c < overlong.lost.size(); ++c) {
    most += std::min({overlong.lost[c], packed.full_in[c], max_exact - most});
    if (packed.full_in[c] == 0) claims.exactly("/overlong/lost/" + std::to_string(c), overlong.lost[c], 0);
  }
  claims.at_most("/overlong/items", overlong.items, std::min(most, packed.full));
  claims.exactly("/overlong/pieces", overlong.pieces, overlong.items);
}

/// Each gives two pieces at least, of which all but one fill a pack.
static void check_split(const packing::PlanDocument& document, const PackedItems& packed, Claims& claims) {
  const packing::OverlongCount& overlong = document.overlong;
  claims.at_least("/overlong/pieces", overlong.pieces, 2 * overlong.items);
  claims.at_most("/overlong/pieces", overlong.pieces, packed.items);
  claims.at_most("/overlong/pieces", overlong.pieces, packed.full + overlong.items);
  claims.exactly("/overlong/lost/0", overlong.lost[0], 0);
}

static void check_overlong(const packing::PlanDocument& document, const PackedItems& packed, Claims& claims) {
  const packing::OverlongCount& overlong = document.overlong;
  const packing::Overlong policy = document.fitting.overlong;
  if (policy == packing::Overlong::error) claims.exactly("/overlong/items", overlong.items, 0);
  if (policy == packing::Overlong::error || overlong.items == 0) {
    claims.exactly("/overlong/pieces", overlong.pieces, 0);
    for (std::size_t c = 0; c < overlong.lost.size(); ++c) {
      claims.exactly("/overlong/lost/" + std::to_string(c), overlong.lost[c], 0);
    }
    return;
  }
  if (policy == packing::Overlong::drop) check_dropped(document, claims);
  if (policy == packing::Overlong::truncate) check_truncated(document, packed, claims);
  if (policy == packing::Overlong::split) check_split(document, packed, claims);
}

// ---- the sizes of the source ----

/// How many sizes the items over the limits may have had. Of one component, d of them that exceed the room by different
/// amounts exceed it by 1 + 2 + … + d together.
static std::int64_t max_overlong_sizes(const packing::PlanDocument& document) {
  const packing::OverlongCount& overlong = document.overlong;
  const packing::Overlong policy = document.fitting.overlong;
  if (overlong.lost.size() != 1 || policy == packing::Overlong::split) return overlong.items;
  const std::int64_t room = policy == packing::Overlong::drop ? longest_item(document, 0) : 0;
  const std::int64_t beyond_one_each = overlong.lost[0] - overlong.items * (room + 1);
  std::int64_t low = 1, high = std::min<std::int64_t>(overlong.items, std::int64_t{1} << 28);
  while (low < high) {  // d (d − 1) / 2 ≤ beyond_one_each; 2^28 of them would be more than 2^53
    const std::int64_t middle = low + (high - low + 1) / 2;
    if (middle * (middle - 1) / 2 <= beyond_one_each) {
      low = middle;
    } else {
      high = middle - 1;
    }
  }
  return low;
}

/// Every size in the packs had a size of its own, and the items over the limits had some: another than all those only
/// where no other item shows it.
static std::int64_t fewest_sizes(const packing::PlanDocument& document, const PackedItems& packed) {
  const packing::OverlongCount& overlong = document.overlong;
  if (overlong.items == 0) return packed.bins;
  switch (document.fitting.overlong) {
    case packing::Overlong::error:
    case packing::Overlong::drop: return packed.bins + 1;
    case packing::Overlong::truncate:
      return packed.bins + (packed.full_in.size() == 1 && overlong.items < packed.full ? 1 : 0);
    case packing::Overlong::split: break;
  }
  const std::int64_t not_full = packed.bins - 1;
  const bool is_room_a_size = packed.full > overlong.pieces;         // more items of it than pieces
  const bool has_only_remainders = packed.rarest <= overlong.items;  // some size may have
  return not_full + (is_room_a_size ? 1 : 0) + (has_only_remainders ? 0 : 1);
}

/// Of the items that were not over the limits, and of those that were.
static std::int64_t max_item_sizes(const packing::PlanDocument& document, const PackedItems& packed) {
  const packing::OverlongCount& overlong = document.overlong;
  const std::int64_t unchanged = packed.items - overlong.pieces;
  const std::int64_t unchanged_sizes = std::min(unchanged, packed.bins + packed.hidden_sizes);
  return unchanged_sizes + (overlong.items == 0 ? 0 : max_overlong_sizes(document));
}

static void check_bins(const packing::PlanDocument& document, const PackedItems& packed, Claims& claims) {
  const auto bins = static_cast<std::int64_t>(document.source_bins);
  const std::int64_t fewest = fewest_sizes(document, packed), most = max_item_sizes(document, packed);
  if (fewest == most) return claims.exactly("/histogram/bins", bins, most);
  claims.at_least("/histogram/bins", bins, fewest);
  claims.at_most("/histogram/bins", bins, most);
}

/// Sizes of data in items that were aligned: at most the room they take less what every item takes, and more than one
/// multiple less.
static void check_totals(const packing::PlanDocument& document, Claims& claims) {
  const packing::Histogram& histogram = document.histogram;
  for (std::size_t c = 0; c < document.real.sums.size(); ++c) {
    std::int64_t least = 0;
    for (std::size_t bin = 0; bin < histogram.bins(); ++bin) {
      const std::int64_t size = histogram.size(bin)[c];
      const std::int64_t fewest = size - taken_per_item(document.fitting, c) - alignment(document, c) + 1;
      if (size > 0) least += histogram.counts[bin] * std::max<std::int64_t>(fewest, 0);
    }
    claims.at_least("/histogram/totals/" + std::to_string(c), document.real.sums[c], least);
  }
}

std::vector<ImpossibleClaim> impossible_claims(const packing::PlanDocument& document) {
  Claims claims;
  const PackedItems packed = packed_items(document);
  check_overlong(document, packed, claims);
  if (claims.empty()) check_bins(document, packed, claims);  // which relies on them
  check_totals(document, claims);
  return std::move(claims).all();
}

}  // namespace tuplepack::formats

#include "instances.hpp"

#include "base/arithmetic.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <map>

namespace tuplepack::tests {

packing::Histogram lengths(const std::vector<std::int64_t>& sizes, const std::vector<std::int64_t>& counts) {
  return packing::make_histogram({"length"}, sizes, counts).value();
}

Instance random_instance(Random& random, const Shape& shape) {
  const auto k = static_cast<std::size_t>(random.between(1, shape.components));
  Instance instance;
  std::vector<std::string> components;
  std::vector<std::int64_t> largest;
  for (std::size_t c = 0; c < k; ++c) {
    components.push_back("c" + std::to_string(c));
    const std::int64_t limit = random.between(1, shape.limit);
    instance.limits.sizes.push_back(limit * shape.scale);
    largest.push_back(random.one_in(3) ? random.between(0, limit) : limit);
  }
  if (random.one_in(2)) instance.limits.depth = random.between(1, shape.depth);
  packing::HistogramBuilder builder(k);
  const std::int64_t bins = random.between(1, shape.bins);
  for (std::int64_t bin = 0; bin < bins; ++bin) {
    std::vector<std::int64_t> size;
    for (std::size_t c = 0; c < k; ++c) size.push_back(random.between(0, largest[c]) * shape.scale);
    REQUIRE(builder.add(size, random.between(1, shape.count)));
  }
  instance.histogram = std::move(builder).finish(components).value();
  return instance;
}

namespace {

/// Fewest packs for any remaining counts. Some pack holds an item of the first bin that is left; all of its possible
/// companies are tried.
class Search {
 public:
  Search(const packing::Histogram& histogram, const packing::Limits& limits) : histogram_(histogram), limits_(limits) {}

  std::int64_t packs_for(const std::vector<std::int64_t>& left) {
    std::size_t first = 0;
    while (first < left.size() && left[first] == 0) ++first;
    if (first == left.size()) return 0;
    if (const auto known = known_.find(left); known != known_.end()) return known->second;
    std::int64_t best = pack_count_at_most(left);
    std::vector<std::int64_t> rest = left;
    --rest[first];
    fill(first, rest, minus(limits_.sizes, first), limits_.depth - 1, best);
    known_[left] = best;
    return best;
  }

 private:
  const packing::Histogram& histogram_;
  const packing::Limits& limits_;
  std::map<std::vector<std::int64_t>, std::int64_t> known_;

  static std::int64_t pack_count_at_most(const std::vector<std::int64_t>& left) {
    std::int64_t items = 0;
    for (const std::int64_t count : left) items += count;
    return items;
  }

  std::vector<std::int64_t> minus(std::vector<std::int64_t> room, std::size_t bin) const {
    for (std::size_t c = 0; c < room.size(); ++c) room[c] -= histogram_.size(bin)[c];
    return room;
  }

  void fill(std::size_t bin, std::vector<std::int64_t>& rest, const std::vector<std::int64_t>& room, std::int64_t slots,
            std::int64_t& best) {
    if (bin == rest.size()) {
      best = std::min(best, 1 + packs_for(rest));
      return;
    }
    fill(bin + 1, rest, room, slots, best);
    const auto left = minus(room, bin);
    if (rest[bin] == 0 || slots == 0 || std::any_of(left.begin(), left.end(), [](auto r) { return r < 0; })) return;
    --rest[bin];
    fill(bin, rest, left, slots - 1, best);
    ++rest[bin];
  }
};

}  // namespace

std::int64_t fewest_packs(const packing::Histogram& histogram, const packing::Limits& limits) {
  return Search(histogram, limits).packs_for(histogram.counts);
}

std::string describe_instance(const Instance& instance) {
  std::string text = "limits " + size_text(instance.limits.sizes);
  if (instance.limits.depth != packing::unlimited_depth) text += " depth " + std::to_string(instance.limits.depth);
  for (std::size_t bin = 0; bin < instance.histogram.bins(); ++bin) {
    text += (bin == 0 ? ": " : ", ") + size_text(instance.histogram.size(bin)) + " x " +
            std::to_string(instance.histogram.counts[bin]);
  }
  return text;
}

packing::Fitting random_fitting(Random& random, std::size_t components) {
  packing::Fitting fitting;
  for (std::size_t c = 0; c < components; ++c) {
    fitting.per_item.push_back(random.between(0, 2));
    fitting.align_item.push_back(random.between(1, 4));
    fitting.align_total.push_back(random.between(1, 8));
    fitting.reserve.push_back(random.between(0, 2));
  }
  if (random.one_in(2)) fitting.per_item.clear();
  if (random.one_in(3)) fitting.align_item.clear();
  if (random.one_in(3)) fitting.align_total.clear();
  if (random.one_in(3)) fitting.reserve.clear();
  fitting.reserve_items = random.between(0, 1);
  constexpr std::array policies{packing::Overlong::error, packing::Overlong::drop, packing::Overlong::truncate,
                                packing::Overlong::split};
  fitting.overlong = policies[static_cast<std::size_t>(random.between(0, components == 1 ? 3 : 2))];
  return fitting;
}

}  // namespace tuplepack::tests

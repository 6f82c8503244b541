#include "tuplepack/graph/partition/remap.hpp"

#include <algorithm>
#include <cassert>
#include <utility>

namespace tuplepack::graph {

IdRanges::IdRanges(std::span<const std::int64_t> counts, std::size_t types) : types_(types) {
  assert(types == 0 ? counts.empty() : counts.size() % types == 0);
  starts_.reserve(counts.size() + 1);
  for (const std::int64_t count : counts) starts_.push_back(starts_.back() + count);
}

std::size_t IdRanges::entry_of(std::int64_t id) const {
  assert(0 <= id && id < total());
  return static_cast<std::size_t>(std::upper_bound(starts_.begin(), starts_.end(), id) - starts_.begin()) - 1;
}

RangeLookup::RangeLookup(std::vector<std::int64_t> starts, std::int64_t total) : starts_(std::move(starts)) {
  constexpr std::int64_t max_buckets = 2048;
  while (total >> shift_ >= max_buckets) ++shift_;
  std::size_t range = 0;
  for (std::int64_t id = 0; id < total; id += std::int64_t{1} << shift_) {
    while (range + 1 < starts_.size() && starts_[range + 1] <= id) ++range;
    first_.push_back(static_cast<std::uint32_t>(range));
  }
  first_.push_back(static_cast<std::uint32_t>(starts_.size() - 1));
}

RangeLookup RangeLookup::of_parts(const IdRanges& ranges) {
  std::vector<std::int64_t> starts;
  starts.reserve(ranges.parts());
  for (std::size_t part = 0; part < ranges.parts(); ++part) starts.push_back(ranges.of(part).begin);
  return RangeLookup(std::move(starts), ranges.total());
}

RangeLookup RangeLookup::of_entries(const IdRanges& ranges) {
  std::vector<std::int64_t> starts;
  starts.reserve(ranges.parts() * ranges.types());
  for (std::size_t part = 0; part < ranges.parts(); ++part) {
    for (std::size_t type = 0; type < ranges.types(); ++type) starts.push_back(ranges.of(part, type).begin);
  }
  return RangeLookup(std::move(starts), ranges.total());
}

/// The first new id of each part and type, counted up while ids are given away.
static std::vector<std::uint32_t> first_ids(const IdRanges& ranges) {
  std::vector<std::uint32_t> next;
  for (std::size_t part = 0; part < ranges.parts(); ++part) {
    for (std::size_t type = 0; type < ranges.types(); ++type) {
      next.push_back(static_cast<std::uint32_t>(ranges.of(part, type).begin));
    }
  }
  return next;
}

IdRanges node_ranges(const NodeParts& assignment, const GraphSchema& schema) {
  return IdRanges(nodes_by_part(assignment, schema), schema.node_types.size());
}

void renumber(const NodeParts& assignment, const GraphSchema& schema, const IdRanges& ranges,
              std::span<std::uint32_t> new_id) {
  assert(new_id.size() == assignment.part_of.size());
  const std::size_t types = schema.node_types.size();
  auto next = first_ids(ranges);
  std::size_t node = 0;
  for (std::size_t type = 0; type < types; ++type) {
    for (std::int64_t left = schema.node_types[type].nodes; left > 0; --left, ++node) {
      new_id[node] = next[assignment.part_of[node] * types + type]++;
    }
  }
}

}  // namespace tuplepack::graph

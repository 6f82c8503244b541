#pragma once

#include "assignment.hpp"
#include "tuplepack/graph/schema/schema.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace tuplepack::graph {

/// Half-open: [begin, end).
struct IdRange {
  std::int64_t begin = 0;
  std::int64_t end = 0;

  [[nodiscard]] std::int64_t size() const { return end - begin; }
  [[nodiscard]] bool contains(std::int64_t id) const { return begin <= id && id < end; }
};

/// New ids of nodes or edges: by part, then by type, then by original id. Those of a part and a type are a range, and the
/// ranges tile 0 … total in this order.
class IdRanges {
 public:
  IdRanges() = default;
  /// counts  of nodes or edges: entry part × types + type
  IdRanges(std::span<const std::int64_t> counts, std::size_t types);

  [[nodiscard]] std::size_t types() const { return types_; }
  [[nodiscard]] std::size_t parts() const { return types_ == 0 ? 0 : (starts_.size() - 1) / types_; }
  [[nodiscard]] std::int64_t total() const { return starts_.back(); }
  [[nodiscard]] IdRange of(std::size_t part, std::size_t type) const {
    const std::size_t entry = part * types_ + type;
    return {starts_[entry], starts_[entry + 1]};
  }
  [[nodiscard]] IdRange of(std::size_t part) const { return {starts_[part * types_], starts_[(part + 1) * types_]}; }
  /// The part and the type of every range at once: entry part × types + type of the new id.
  [[nodiscard]] std::size_t entry_of(std::int64_t id) const;

 private:
  std::size_t types_ = 0;
  std::vector<std::int64_t> starts_{0};
};

/// Finds the range that an id is in: a look-up in a table of 8 kB for nearly all ids, a search for the others.
class RangeLookup {
 public:
  /// By part.
  [[nodiscard]] static RangeLookup of_parts(const IdRanges& ranges);
  /// By part and type, as IdRanges::entry_of.
  [[nodiscard]] static RangeLookup of_entries(const IdRanges& ranges);

  /// assumes  0 ≤ id < total
  [[nodiscard]] std::size_t operator()(std::int64_t id) const {
    const auto bucket = static_cast<std::size_t>(id >> shift_);
    std::size_t low = first_[bucket], high = first_[bucket + 1];
    while (low < high) {
      const std::size_t middle = (low + high + 1) / 2;
      if (starts_[middle] <= id) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return low;
  }

 private:
  int shift_ = 0;                     // 2^shift ids are in a bucket
  std::vector<std::int64_t> starts_;  // of each range
  std::vector<std::uint32_t> first_;  // range of the first id of each bucket, and of the last id
  explicit RangeLookup(std::vector<std::int64_t> starts, std::int64_t total);
};

/// The renumbering of a graph's nodes. Does not own the ids.
struct NodeMap {
  IdRanges ranges;
  std::span<const std::uint32_t> new_id;  ///< by global node id
};

/// The new ids of the nodes of each part and type.
/// assumes  check(assignment, schema)
[[nodiscard]] IdRanges node_ranges(const NodeParts& assignment, const GraphSchema& schema);

/// The new id of every node, by global node id.
/// ranges  those of node_ranges
/// cost    O(nodes + parts × types) time
void renumber(const NodeParts& assignment, const GraphSchema& schema, const IdRanges& ranges,
              std::span<std::uint32_t> new_id);

}  // namespace tuplepack::graph

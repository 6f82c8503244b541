#pragma once

#include "tuplepack/graph/assignment.hpp"
#include "tuplepack/graph/schema.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace tuplepack {

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

/// IdRanges::entry_of, without a search for ids in the range of the one before.
class EntryLookup {
 public:
  explicit EntryLookup(const IdRanges& ranges) : ranges_(ranges) {}
  [[nodiscard]] std::size_t operator()(std::int64_t id) {
    if (!range_.contains(id)) {
      entry_ = ranges_.entry_of(id);
      range_ = ranges_.of(entry_ / ranges_.types(), entry_ % ranges_.types());
    }
    return entry_;
  }

 private:
  const IdRanges& ranges_;
  IdRange range_;
  std::size_t entry_ = 0;
};

/// Where the nodes of a graph went.
struct NodeMap {
  IdRanges ranges;
  std::vector<std::uint32_t> new_id;  ///< by global node id
};

/// assumes  check(assignment, schema)
/// cost     O(nodes + parts × types) time, 4 bytes per node
[[nodiscard]] NodeMap renumber(const NodeAssignment& assignment, const GraphSchema& schema);

}  // namespace tuplepack

#pragma once

#include "tuplepack/packing/assign.hpp"

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace tuplepack::packing {

struct ShardOptions {
  Order order = Order::plan;  ///< plan or permute
  std::uint64_t seed = 0;     ///< for permute
};

/// Where the pieces of a shard's items go.
///   packs      one per piece: its pack
///   positions  parallel to packs: its place among the pieces of the pack, from 0
///   begins     parallel to packs: where the piece begins in its item; empty unless the policy is split
///   offsets    items + 1: item i has the pieces [offsets[i], offsets[i + 1]); empty unless items are split or dropped,
///              and piece i is item i then
struct ShardPlaces {
  std::vector<std::int64_t> packs;
  std::vector<std::int64_t> positions;
  std::vector<std::int64_t> begins;
  std::vector<std::int64_t> offsets;
};

/// Assigns the items of one shard of a data set by itself: all it needs of the others is the number of items of each size
/// in the preceding shards. The j-th item of a size, over all shards in their order, has the j-th place for this size in
/// the plan. The shards together are what an Assigner with the same order gives, however the data were cut.
/// memory  O(runs of the plan + bins); 16 bytes per piece of the result
class ShardAssigner {
 public:
  /// histogram, plan, asked, fitting  as for Assigner
  /// before  the items of the shards before this one, in sizes as given to add(); of the first shard it has no bins
  /// errors  unsupported (another order) · component_mismatch (of `before`) · plan_mismatch (the shards before have a
  ///         size that the plan has not, or more items than it has) · see room_in_a_pack
  [[nodiscard]] static Result<ShardAssigner> create(const Histogram& histogram, const Plan& plan, const Limits& asked,
                                                    const Fitting& fitting, const Histogram& before,
                                                    const ShardOptions& options = {});
  ~ShardAssigner();
  ShardAssigner(ShardAssigner&&) noexcept;
  ShardAssigner& operator=(ShardAssigner&&) noexcept;

  /// Assigns the next items of the shard, and appends their places. After an error the assigner must not be used again.
  /// sizes   items × k, row-major
  /// errors  those of Assigner::add, with the number of the item in its shard, which may be beyond 2^31
  /// cost    O(log runs) per piece
  [[nodiscard]] Result<void> add(std::span<const std::int64_t> sizes, ShardPlaces& into);

 private:
  struct State;
  explicit ShardAssigner(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace tuplepack::packing

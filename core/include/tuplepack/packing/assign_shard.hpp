#pragma once

#include "tuplepack/packing/assign.hpp"

#include <cstdint>
#include <memory>
#include <optional>
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

/// The pieces of items that have no places yet, because the shards before are still being counted.
///   bins     one per piece: its bin in the histogram that was packed
///   numbers  parallel to bins: its item, from 0; empty unless items are split or dropped, and piece i is item i then
///   begins   parallel to bins: where the piece begins in its item; empty unless the policy is split
///   sizes    pieces × k, the real size of each piece as in Assignment; empty unless they are kept
///   dropped  items in no pack, ascending
///   items    how many there are
///   first    the item that messages call 0: that with which a file begins
struct ShardPieces {
  bool keep_sizes = false;
  std::vector<std::uint32_t> bins{};
  std::vector<std::int64_t> numbers{};
  std::vector<std::int64_t> begins{};
  std::vector<std::int64_t> sizes{};
  std::vector<std::int64_t> dropped{};
  std::int64_t items = 0;
  std::int64_t first = 0;

  [[nodiscard]] std::int64_t number(std::size_t piece) const {
    return numbers.empty() ? static_cast<std::int64_t>(piece) : numbers[piece];
  }
};

/// Whether as many pieces of each bin were found as a plan has.
/// found   bins
/// errors  plan_mismatch (fewer: names the first such bin and how many are missing)
[[nodiscard]] Result<void> check_found(const Histogram& histogram, std::span<const std::int64_t> found);

/// The error about an item for which ShardAssigner::next() has no place.
[[nodiscard]] Error no_place_left(const Histogram& histogram, std::uint32_t bin, std::int64_t item);

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

  // ---- where the shards before are counted at the same time ----

  /// Collects the pieces of the next items, which take no places.
  /// sizes   items × k, row-major
  /// errors  those of add(), with the number of the item from `first` on; but there may be more items than planned
  [[nodiscard]] Result<void> collect(std::span<const std::int64_t> sizes, ShardPieces& into);

  /// Takes places for the pieces of the shards before.
  /// counts   bins
  /// returns  whether the plan has that many
  [[nodiscard]] bool skip(std::span<const std::int64_t> counts);

  struct Place {
    std::int64_t pack = 0;
    std::int64_t position = 0;
  };
  /// Takes the next place of a bin; none if all are taken.
  [[nodiscard]] std::optional<Place> next(std::uint32_t bin);

 private:
  struct State;
  explicit ShardAssigner(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace tuplepack::packing

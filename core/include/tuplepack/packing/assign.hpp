#pragma once

#include "tuplepack/packing/balance.hpp"
#include "tuplepack/packing/fitting.hpp"
#include "tuplepack/packing/plan.hpp"

#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace tuplepack::packing {

/// The order of packs and of the items in them. A plan fixes the sizes that share a pack; which of the items of equal
/// size go together is open.
enum class Order {
  plan,     ///< packs strategy by strategy; each takes the next items of its sizes
  input,    ///< packs by their first item, and items within a pack, in input order; items that share a pack were close
            ///< to each other in the input
  shuffle,  ///< items of equal size and the order of packs are shuffled uniformly, from a seed. Within a pack the
            ///< sizes stay in the order of the plan.
  permute,  ///< as shuffle, by permutations that are computed index by index: each shard of the data can assign its own
            ///< items, see assign_shard.hpp
};
[[nodiscard]] std::string_view name(Order order);
[[nodiscard]] Result<Order> order_by_name(std::string_view name);
[[nodiscard]] std::vector<std::string_view> orders();  ///< the names of all, in display order

inline constexpr std::int64_t max_packs_multiple = std::int64_t{1} << 24;

struct AssignOptions {
  Order order = Order::plan;
  std::uint64_t seed = 0;            ///< for shuffle and permute; the same seed gives the same packs on every platform
  std::int64_t packs_multiple = 1;   ///< adds empty packs at the end up to a multiple, 1 to max_packs_multiple
  std::optional<Balance> balance{};  ///< groups packs of similar work, whatever the order
  bool keep_sizes = false;           ///< keep the real sizes of the items for lengths()
};

/// errors  limit_not_positive (packs_multiple, ranks) · too_large (packs_multiple) · unknown_name (the component to balance)
[[nodiscard]] Result<void> check(const AssignOptions& options, const Histogram& histogram);

/// What an Assigner takes. ShardAssigner takes more.
inline constexpr std::int64_t max_assigned_items = std::numeric_limits<std::int32_t>::max();

/// The items of each pack, in CSR. Items are numbered from 0 in the order they were given to the Assigner.
///   offsets   packs + 1; pack p holds items [offsets[p], offsets[p+1])
///   items     one per packed piece; a split item occurs several times
///   begins    parallel to items: where the piece begins in its item; empty unless the policy is split
///   sizes     k × pieces, component after component, each parallel to items: the real size of each piece, after
///             truncating and before alignment; empty unless keep_sizes
///   dropped   items in no pack (overlong: drop), ascending
///   packs     how many packs hold items; the rest are padding
///   work      the imbalance of the groups before and after balancing; none unless balance
///
/// Example: sizes 3, 5, 3, 4 and a plan of one pack 5 + 3 and one of 4 + 3, Order::plan:
///   offsets {0, 2, 4}   items {1,0, 3,2}   sizes {5,3, 4,3}
struct Assignment {
  std::vector<std::int64_t> offsets;
  std::vector<std::int32_t> items;
  std::vector<std::int64_t> begins;
  std::vector<std::int64_t> sizes;
  std::vector<std::int32_t> dropped;
  std::int64_t packs = 0;
  struct Work {
    Imbalance before;
    Imbalance after;
  };
  std::optional<Work> work;

  /// The real sizes of the items of a pack in one component, as fill_segment_ids takes them.
  /// assumes  keep_sizes
  [[nodiscard]] std::span<const std::int64_t> lengths(std::size_t pack, std::size_t component) const {
    const auto begin = static_cast<std::size_t>(offsets[pack]);
    const auto end = static_cast<std::size_t>(offsets[pack + 1]);
    return std::span(sizes).subspan(component * items.size() + begin, end - begin);
  }
};

/// Assigns every item to a pack, in one pass over the sizes.
/// memory  4 bytes per item until finish() (more when items are split or dropped, or sizes are kept), then at most
///         2.5 times the Assignment
class Assigner {
 public:
  /// histogram, plan   as packed, i.e. after fit(); the plan passes check()
  /// asked, fitting    as the user gave them: they turn each item into the pieces that were packed
  /// errors  too_large (2^31 pieces or more) · those of check() · see room_in_a_pack
  [[nodiscard]] static Result<Assigner> create(const Histogram& histogram, const Plan& plan, const Limits& asked,
                                               const Fitting& fitting, const AssignOptions& options = {});
  ~Assigner();
  Assigner(Assigner&&) noexcept;
  Assigner& operator=(Assigner&&) noexcept;

  /// Assigns the next items. After an error the Assigner must not be used again.
  /// sizes   items × k, row-major
  /// errors  plan_mismatch (a size without a bin, or more items of a bin than the plan has) · item_over_limit
  ///         (policy error) · negative · too_large (a size above 2^53, 2^31 items); each names the item by its number
  [[nodiscard]] Result<void> add(std::span<const std::int64_t> sizes);

  /// Reassigns all items with this seed, overriding that of the options: call it once per epoch of a training. The sizes
  /// are not read again.
  /// memory  keeps 4 bytes per item for the next call
  /// errors  as finish
  [[nodiscard]] Result<Assignment> shuffled(std::uint64_t seed);

  /// errors  plan_mismatch (fewer items than the plan has: names the bin and how many are missing)
  [[nodiscard]] Result<Assignment> finish() &&;

 private:
  struct State;
  explicit Assigner(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace tuplepack::packing

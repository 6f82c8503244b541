#pragma once

#include "tuplepack/base/effort.hpp"
#include "tuplepack/packing/fitting.hpp"
#include "tuplepack/packing/plan.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tuplepack::packing {

/// How to pack items online, as they arrive.
///
///   best-fit     a few packs are open; an item goes into the fullest one with room for it. If there is none and no
///                more may be opened, the fullest is closed (k-bounded best fit, Csirik and Johnson 2001).
///   look-ahead   a few items are held back; when there are too many, all are planned, largest first into the fullest
///                pack with room, and where fewer packs may do by a brief "auto". The fuller two thirds of the packs are
///                built, of few packs half; the other items stay. A stream that fits the buffer is packed by "auto".
///   guided       as best-fit, but each new pack follows a strategy of an offline plan, the one furthest behind its
///                share, and then waits for the items that the strategy lacks
///   balanced     as look-ahead, but as many packs as the held items fill are built at once, equally full in every
///                component: for multi-component items with mostly distinct sizes
enum class StreamPolicy { best_fit, look_ahead, guided, balanced };
[[nodiscard]] std::string_view name(StreamPolicy policy);
[[nodiscard]] Result<StreamPolicy> stream_policy_by_name(std::string_view name);
[[nodiscard]] std::vector<std::string_view> stream_policies();  ///< the names of all, in display order

/// How hard look-ahead plans its buffer: the names of quick, 20 µs of counted work for each item in it, and of usual, as
/// "auto" does, up to 330 ms each time, so as well as windows as long are packed by it. A buffer gets no full effort.
[[nodiscard]] std::vector<std::string_view> stream_efforts();

inline constexpr std::int64_t max_held = std::int64_t{1} << 20;

/// A plan for the expected sizes, or similar ones. Its strategies and repeat counts are the mix to aim at.
struct StreamGuide {
  Histogram histogram;  ///< as packed, i.e. after fit(); the plan's bins are its bins
  Plan plan;
};

struct StreamOptions {
  StreamPolicy policy = StreamPolicy::look_ahead;
  std::int64_t held = 1024;            ///< packs open, or items held back, at most; 1 to max_held
  Effort effort = Effort::quick;       ///< for look-ahead: quick or usual
  std::optional<StreamGuide> guide{};  ///< for guided, which needs one
  bool keeps_places = false;           ///< tell the pack of every item at once, and leave it there: packs that are open
                                       ///< in the end close as they are, not repacked. Not where items are held back
};

/// Closed packs, in CSR, in the order in which they closed.
///   offsets  packs + 1; pack p holds items [offsets[p], offsets[p+1])
///   items    positions of items in the stream, from 0
///   begins   parallel to items: where a piece begins in its item; empty unless the policy is split
///   numbers  one per pack, in the order in which packs were opened; empty unless places are kept
///   placed   one per item that was added: the number of its pack, of its first piece where it is split, and −1 where it
///            is dropped; empty unless places are kept
struct ClosedPacks {
  std::vector<std::int64_t> offsets{0};
  std::vector<std::int64_t> items;
  std::vector<std::int64_t> begins;
  std::vector<std::int64_t> numbers;
  std::vector<std::int64_t> placed;

  [[nodiscard]] std::size_t packs() const { return offsets.size() - 1; }
  void clear();
};

/// Totals so far.
struct StreamTotals {
  std::int64_t items = 0;           ///< received
  std::int64_t overlong = 0;        ///< of these, over a limit
  std::int64_t dropped = 0;         ///< of these, in no pack
  std::int64_t pieces = 0;          ///< of the items
  std::int64_t packs = 0;           ///< closed
  std::vector<std::int64_t> real;   ///< k: Σ size of the pieces, before alignment: what efficiency counts
  std::vector<std::int64_t> taken;  ///< k: Σ room the pieces take
};

/// Packs a stream. Memory depends on how much may be held, not on the number of items. The same items give the same
/// packs on every platform, however they are divided into calls.
///
/// Room is compared in 4,096 levels (of the sum of the components, each relative to its limit): "fullest" and
/// "largest" are accurate to a level, oldest first within one. For one component with a limit below 4,096 they are
/// exact.
class StreamPacker {
 public:
  /// asked, fitting  as for fit(); a pack holds at most max_items_in_a_pack items whatever the depth
  /// errors  those of room_in_a_pack · limit_not_positive, too_large (held) · plan_mismatch (guided without a guide, or
  ///         by one that breaks the limits; component_mismatch where it has other components)
  [[nodiscard]] static Result<StreamPacker> create(std::span<const std::string> components, const Limits& asked,
                                                   const Fitting& fitting = {}, const StreamOptions& options = {});
  ~StreamPacker();
  StreamPacker(StreamPacker&&) noexcept;
  StreamPacker& operator=(StreamPacker&&) noexcept;

  /// Takes the next items and appends the packs that close. After an error the packer must not be used again.
  /// sizes   items × k, row-major
  /// errors  item_over_limit (policy error) · negative · too_large (a size, or Σ size, beyond 2^53; more than
  ///         max_items_in_a_pack pieces of one item); each names the item by its number
  /// cost    O(1) for an item of one component; with several, O(held · k) at worst, where much that has room enough in
  ///         sum lacks it in one component. look-ahead: up to 20 µs of counted work for an item that is planned, so up to
  ///         40 µs where half of them stay, but usually a few. balanced: a few µs for an item of 8 components
  [[nodiscard]] Result<void> add(std::span<const std::int64_t> sizes, ClosedPacks& closed);

  /// Whether add() would take these items, which it takes one by one: of an error here nothing has been added.
  /// errors  those of add()
  [[nodiscard]] Result<void> check(std::span<const std::int64_t> sizes) const;

  /// Closes everything: items that are still held, also in open packs, are packed again, largest first, or as look-ahead
  /// plans.
  void finish(ClosedPacks& closed);

  [[nodiscard]] const StreamTotals& totals() const;

  /// Packs or items held now.
  [[nodiscard]] std::int64_t held() const;

  /// A lower bound on the packs of any plan for these pieces: the larger of ⌈Σ size / limit⌉ and ⌈pieces / depth⌉.
  [[nodiscard]] std::int64_t lower_bound() const;

  /// The complete state, as numbers. Restored into a packer created with the same arguments, they make it continue
  /// exactly as this one.
  [[nodiscard]] std::vector<std::int64_t> save() const;

  /// assumes  no item was added yet
  /// errors   plan_mismatch (saved with other limits, options or another guide) · malformed. After an error the packer
  ///          must not be used again.
  [[nodiscard]] Result<void> restore(std::span<const std::int64_t> saved);

 private:
  struct State;
  explicit StreamPacker(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace tuplepack::packing

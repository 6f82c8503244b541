#pragma once

#include "tuplepack/packing/limits.hpp"

#include <optional>
#include <string_view>
#include <vector>

namespace tuplepack::packing {

/// What to do with an item that no pack can hold.
enum class Overlong {
  error,     ///< refuse the histogram
  drop,      ///< leave the item out
  truncate,  ///< cut every component down to the limit
  split,     ///< cut into pieces of the limit and a remainder (one component only)
};
[[nodiscard]] std::string_view name(Overlong policy);
[[nodiscard]] Result<Overlong> overlong_by_name(std::string_view name);
[[nodiscard]] std::vector<std::string_view> overlong_policies();  ///< the names of all, in display order

/// Constraints on packs in addition to the limits. Empty vectors stand for "1 everywhere" (multiples) and
/// "0 everywhere" (per_item, reserve).
struct Fitting {
  std::vector<std::int64_t> per_item{};     ///< k; every item takes so much more (BOS and EOS; a saw's kerf): no data
  std::vector<std::int64_t> align_item{};   ///< k; every item, with that, is padded to a multiple of this
  std::vector<std::int64_t> align_total{};  ///< k; the used part of a pack is padded to a multiple of this
  std::vector<std::int64_t> reserve{};      ///< k; room left free in every pack (a padding graph needs a node)
  std::int64_t reserve_items = 0;           ///< slots left free in every pack, of a limited depth
  Overlong overlong = Overlong::error;

  bool operator==(const Fitting&) const = default;
};

/// What every item takes besides its size.
[[nodiscard]] std::int64_t taken_per_item(const Fitting& fitting, std::size_t component);

/// What happened to the items over the limits.
struct OverlongCount {
  std::int64_t items = 0;          ///< their number
  std::vector<std::int64_t> lost;  ///< k; size that is in no pack (drop, truncate)
  std::int64_t pieces = 0;         ///< packed pieces of them (split, truncate)
  bool operator==(const OverlongCount&) const = default;
};

/// The room in a pack for items: the limits less the reserve, rounded down to multiples of both alignments.
/// errors  component_mismatch · limit_not_positive (also if reserve or per_item leave nothing) · negative · too_large ·
///         unsupported (split with several components)
[[nodiscard]] Result<Limits> room_in_a_pack(std::span<const std::string> components, const Limits& limits,
                                            const Fitting& fitting);

/// The histogram that is packed, and the room in a pack.
struct Fitted {
  Histogram histogram;  ///< the room each item takes: truncated or split, and aligned
  Limits limits;        ///< room_in_a_pack
  Totals real;          ///< items and sizes before alignment, after truncation: what efficiency counts
  OverlongCount overlong;
};

/// Applies a fitting once, so that the algorithms can ignore it: packing `result.histogram` into `result.limits` is
/// equivalent to packing `histogram` into `limits` with the fitting.
///
/// Example: limit 100, align_total 8, reserve 1, align_item 8: an item of 13 takes 16; a pack has 96. With per_item 4 it
/// takes 24, and the largest item is 92.
///
/// errors  those of room_in_a_pack · item_over_limit (policy error) · empty (everything dropped) · too_large ·
///         see validate
/// cost    O(bins · k + bins · log bins)
[[nodiscard]] Result<Fitted> fit(const Histogram& histogram, const Limits& limits, const Fitting& fitting = {});

/// The pieces of one item, in order: none if it is dropped, several if it is split, else one.
/// Calls use(piece_sizes, begin) with the k sizes of the piece in the fitted histogram and its beginning in the item
/// (0 unless split). Assumes that fit() accepted the limits. Returns false if the item is over the limit and the
/// policy is error.
class ItemFitter {
 public:
  ItemFitter(const Limits& asked, const Fitting& fitting);

  template <typename Use>
  bool operator()(std::span<const std::int64_t> sizes, Use&& use);

  /// Whether every item passes unchanged as long as it is within the limits (no alignment, nothing per item).
  [[nodiscard]] bool is_identity() const { return identity_; }
  /// The most that an item may have.
  [[nodiscard]] std::span<const std::int64_t> room() const { return room_; }

 private:
  std::vector<std::int64_t> room_;      // k, what an item can have in a pack of its own
  std::vector<std::int64_t> per_item_;  // k
  std::vector<std::int64_t> align_;     // k
  std::vector<std::int64_t> piece_;     // k, scratch
  Overlong overlong_;
  bool identity_;

  /// What sizes take, each up to what an item may have.
  void align_piece(std::span<const std::int64_t> sizes);
};

template <typename Use>
bool ItemFitter::operator()(std::span<const std::int64_t> sizes, Use&& use) {
  bool over = false;
  for (std::size_t c = 0; c < room_.size(); ++c) over = over || sizes[c] > room_[c];
  if (!over) {
    align_piece(sizes);
    use(std::span<const std::int64_t>(piece_), std::int64_t{0});
    return true;
  }
  switch (overlong_) {
    case Overlong::error: return false;
    case Overlong::drop: return true;
    case Overlong::truncate:
      align_piece(sizes);
      use(std::span<const std::int64_t>(piece_), std::int64_t{0});
      return true;
    case Overlong::split: {
      const std::int64_t whole = room_[0];
      const std::int64_t length = sizes[0];
      for (std::int64_t begin = 0; begin < length; begin += whole) {
        const std::int64_t rest = length - begin < whole ? length - begin : whole;
        align_piece(std::span<const std::int64_t>(&rest, 1));
        use(std::span<const std::int64_t>(piece_), begin);
      }
      return true;
    }
  }
  return false;
}

}  // namespace tuplepack::packing

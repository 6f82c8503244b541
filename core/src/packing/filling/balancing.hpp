#pragma once

#include "base/random.hpp"
#include "packing/stop.hpp"
#include "tuplepack/packing/limits.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace tuplepack::packing {

/// Vector balancing: items in so many packs, all about equally full in every component.
///
/// The largest item first goes into the pack whose fullest component stays lowest, of 64 packs chosen at random: LPT
/// (Graham 1969) for vectors. Then packs over a limit trade items with packs chosen at random, whatever lowers the sum
/// of what is over the limits most, until nothing is. Where this advances too slowly, packs are added.
class Balancing {
 public:
  /// sizes   rows × k: of the items
  /// limits  no row is over one
  /// stop    must outlive this
  Balancing(std::span<const std::int64_t> sizes, const Limits& limits, Stop& stop);

  /// Packs items into `fewest` packs, or more if need be. The same call gives the same packs on every platform.
  /// items   rows, a row as often as there are such items, the largest first; not empty
  /// fewest  ≥ 1
  /// result  the items of each pack; nothing when it would need more than `most`, or is stopped. Valid until the next
  ///         call
  /// cost    O(items · k · items in a pack), about 10 µs for an item of 8 components in packs of 16 or more
  [[nodiscard]] std::span<std::vector<std::uint32_t>> pack(std::span<const std::uint32_t> items, std::int64_t fewest,
                                                           std::int64_t most);

 private:
  struct Trade {
    double excess;      // of both packs afterwards
    std::size_t given;  // place in the pack
    std::size_t taken;  // place in the other pack; its size: nothing
  };

  Stop& stop_;
  std::size_t width_;  // k, and 1 for the number of items where the depth is limited; made even by an empty component
  std::vector<double> sizes_;   // rows × width; like sums of them, exact
  std::vector<double> limits_;  // width
  std::vector<double> shares_;  // width: 1 / limit

  std::vector<std::vector<std::uint32_t>> packs_;
  std::vector<double> over_;    // packs × width: what is in the pack, less the limit
  std::vector<double> excess_;  // packs: the sum of what is over a limit, in limits
  std::vector<double> beside_;  // scratch: sizes of items of the other pack
  Random random_{0};
  std::int64_t work_ = 0;

  [[nodiscard]] const double* size_of(std::uint32_t item) const { return sizes_.data() + item * width_; }
  [[nodiscard]] double* over(std::size_t pack) { return over_.data() + pack * width_; }
  [[nodiscard]] std::size_t any_pack() { return random_.below(static_cast<std::uint32_t>(packs_.size())); }

  void add_packs(std::size_t count);
  void put(std::size_t pack, const double* size, double sign);
  [[nodiscard]] double fullest_with(std::size_t pack, const double* size);
  void place(std::uint32_t item);
  [[nodiscard]] Trade best_trade(std::size_t pack, std::size_t other);
  void trade(std::size_t pack, std::size_t other);
  void relieve_by(std::size_t more);
  [[nodiscard]] double total_excess() const;
  [[nodiscard]] std::size_t filled() const;
  [[nodiscard]] double trade_round();
  [[nodiscard]] bool settle(std::size_t items, std::size_t most);
};

}  // namespace tuplepack::packing

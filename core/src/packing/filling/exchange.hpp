#pragma once

#include "packing/plan_builder.hpp"
#include "tuplepack/packing/limits.hpp"

#include <array>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace tuplepack::packing {

/// Items of two packs that change places: one pack gains room, the other is filled better.
///   gain    room of the first component that changes sides; 0 for no exchange
///   given   bins of items that the first pack gives away
///   taken   and that it takes
struct Exchange {
  std::int64_t gain = 0;
  std::vector<std::uint32_t> given;
  std::vector<std::uint32_t> taken;
};

/// The best exchange of some items of one pack for some of another, by trying all choices of a few items.
class Exchanges {
 public:
  /// components  the one in which room is gained first
  /// assumes     all outlive this
  Exchanges(const Histogram& histogram, const Limits& limits, std::span<const std::uint32_t> components);

  /// Sets the pack that is to gain room. Of many items, those from place `first` on take part.
  void set_pack(std::span<const Run> runs, std::size_t first);

  /// The exchange with another pack that gains most, if it gains more than `least`.
  /// cost  about 100 ns for packs of three items, 1 µs at most
  [[nodiscard]] Exchange best_with(std::span<const Run> other, std::size_t first, std::int64_t least);

  /// The work since the last call, in about nanoseconds.
  [[nodiscard]] std::int64_t take_work() { return std::exchange(work_, 0); }

 private:
  static constexpr std::size_t max_items = 5;

  /// A few items of a pack, and what every choice of them adds up to.
  struct Items {
    std::array<std::uint32_t, max_items> bins;
    std::size_t count = 0;
    std::array<std::int64_t, std::size_t{1} << max_items> sums;  // of the first component, by the bits of a choice
  };

  const Histogram& histogram_;
  const Limits& limits_;
  std::span<const std::uint32_t> components_;
  std::span<const Run> runs_;
  Items items_;
  std::vector<std::uint32_t> by_sum_;  // the choices, ascending
  std::int64_t work_ = 0;

  [[nodiscard]] Items items_of(std::span<const Run> runs, std::size_t first) const;
  [[nodiscard]] bool fits(std::span<const Run> runs, const Items& out, std::uint32_t given, const Items& in,
                          std::uint32_t taken) const;
};

}  // namespace tuplepack::packing

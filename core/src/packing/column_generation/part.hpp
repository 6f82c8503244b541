#pragma once

#include "one_pack.hpp"

#include <optional>

namespace tuplepack {

/// A packing problem over some components of another. Bins that differ only in the others are one, and items that take
/// no room are left out.
///   pack   what a pack of it can hold
///   bin    of every bin of the whole: its bin here, or none
struct Part {
  Histogram histogram;
  OnePack pack;
  std::vector<std::uint32_t> bin;

  static constexpr std::uint32_t none = 0xffffffffU;
};

/// component   the only one, or all of them
/// result      none when it is too large for column generation, or nothing takes room
[[nodiscard]] std::optional<Part> part_of(const Histogram& whole, const Limits& limits,
                                          std::optional<std::size_t> component);

}  // namespace tuplepack

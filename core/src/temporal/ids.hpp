#pragma once

#include "tuplepack/base/result.hpp"

#include <cstdint>
#include <span>
#include <string>

namespace tuplepack::temporal {

/// Whether all ids are in 0 … count − 1. Without a branch per id, so that it is vectorised: an id below 0 has the sign
/// bit, and one that is too large makes the difference to the last one negative.
[[nodiscard]] inline bool all_below(std::span<const std::int64_t> ids, std::int64_t count) {
  const std::uint64_t last = static_cast<std::uint64_t>(count) - 1;
  std::uint64_t signs = 0;
  for (const std::int64_t id : ids) signs |= static_cast<std::uint64_t>(id) | (last - static_cast<std::uint64_t>(id));
  return signs >> 63 == 0;
}

/// errors  out_of_range (an id outside 0 … count − 1: names the first, and its index)
/// what    what the ids refer to, e.g. "rows of the table"
[[nodiscard]] inline Result<void> check_ids(std::span<const std::int64_t> ids, std::int64_t count, const char* what) {
  if (all_below(ids, count)) return {};
  std::size_t i = 0;
  while (ids[i] >= 0 && ids[i] < count) ++i;
  return fail(ErrorCode::out_of_range, "id " + std::to_string(ids[i]) + " at index " + std::to_string(i) +
                                           " is not one of the " + std::to_string(count) + " " + what);
}

}  // namespace tuplepack::temporal

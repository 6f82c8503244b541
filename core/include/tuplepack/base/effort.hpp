#pragma once

#include "tuplepack/base/result.hpp"

#include <cstdint>
#include <string_view>
#include <vector>

namespace tuplepack {

/// How long a search runs; see packing::portfolio_at, packing::StreamOptions and graph::PartitionOptions. It is counted in
/// work, not time, so that every machine finds the same.
enum class Effort : std::uint8_t { quick, usual, full };

/// errors  unknown_name
[[nodiscard]] Result<Effort> effort_by_name(std::string_view name);
[[nodiscard]] std::vector<std::string_view> efforts();  ///< the names of all, in display order

}  // namespace tuplepack

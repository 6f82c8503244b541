#pragma once

#include "tuplepack/result.hpp"

#include <cstdint>
#include <span>

namespace tuplepack {

/// errors  out_of_range (an id that is not one of 0 … count − 1: names the first, and its index)
/// what    what they are the ids of, e.g. "rows of the table"
[[nodiscard]] Result<void> check_ids(std::span<const std::int64_t> ids, std::int64_t count, const char* what);

}  // namespace tuplepack

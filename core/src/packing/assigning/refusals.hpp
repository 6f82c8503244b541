#pragma once

#include "tuplepack/base/result.hpp"

#include <cstdint>
#include <span>
#include <string>

namespace tuplepack::packing {

// Why an item has no place in a plan.

/// "item 3 of size 17"
[[nodiscard]] std::string item_text(std::int64_t item, std::span<const std::int64_t> size);

/// errors  negative · too_large (beyond 2^53)
[[nodiscard]] Result<void> check_item(std::int64_t item, std::span<const std::int64_t> size);

[[nodiscard]] tl::unexpected<Error> over_limit(std::int64_t item, std::span<const std::int64_t> size,
                                               std::span<const std::int64_t> room);

/// A size that is cut into more pieces than the plan has places for.
[[nodiscard]] tl::unexpected<Error> too_many_pieces(std::int64_t item, std::span<const std::int64_t> size,
                                                    std::int64_t left);

/// piece  what the item takes in a pack, or a part of it does
[[nodiscard]] tl::unexpected<Error> no_such_size(std::int64_t item, std::span<const std::int64_t> size,
                                                 std::span<const std::int64_t> piece);

/// planned  how many of the size the plan has
[[nodiscard]] tl::unexpected<Error> all_placed(std::int64_t item, std::span<const std::int64_t> size,
                                               std::span<const std::int64_t> piece, std::int64_t planned);

}  // namespace tuplepack::packing

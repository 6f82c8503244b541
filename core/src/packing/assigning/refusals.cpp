#include "refusals.hpp"

#include "base/arithmetic.hpp"
#include "tuplepack/base/limits.hpp"

#include <algorithm>

namespace tuplepack::packing {

std::string item_text(std::int64_t item, std::span<const std::int64_t> size) {
  return "item " + std::to_string(item) + " of size " + size_text(size);
}

/// The same, with the room that a piece of it takes, where that is another.
static std::string piece_text(std::int64_t item, std::span<const std::int64_t> size,
                              std::span<const std::int64_t> piece) {
  const bool is_whole = std::equal(size.begin(), size.end(), piece.begin());
  return item_text(item, size) + (is_whole ? "" : ", packed as " + size_text(piece));
}

Result<void> check_item(std::int64_t item, std::span<const std::int64_t> size) {
  for (const std::int64_t s : size) {
    if (s < 0) return fail(ErrorCode::negative, item_text(item, size) + " is negative");
    if (s > max_exact) return fail(ErrorCode::too_large, item_text(item, size) + " is beyond 2^53");
  }
  return {};
}

tl::unexpected<Error> over_limit(std::int64_t item, std::span<const std::int64_t> size,
                                 std::span<const std::int64_t> room) {
  return fail(ErrorCode::item_over_limit, item_text(item, size) + " is over the limit " + size_text(room));
}

tl::unexpected<Error> too_many_pieces(std::int64_t item, std::span<const std::int64_t> size, std::int64_t left) {
  return fail(ErrorCode::plan_mismatch, item_text(item, size) + " is cut into more than the " + std::to_string(left) +
                                            " pieces the plan has left");
}

tl::unexpected<Error> no_such_size(std::int64_t item, std::span<const std::int64_t> size,
                                   std::span<const std::int64_t> piece) {
  return fail(ErrorCode::plan_mismatch, piece_text(item, size, piece) + ": the plan has no such size");
}

tl::unexpected<Error> all_placed(std::int64_t item, std::span<const std::int64_t> size,
                                 std::span<const std::int64_t> piece, std::int64_t planned) {
  return fail(ErrorCode::plan_mismatch, piece_text(item, size, piece) + ": the plan has only " +
                                            std::to_string(planned) + " of this size, and all are placed");
}

}  // namespace tuplepack::packing

#include "refusals.hpp"

#include "base/arithmetic.hpp"
#include "tuplepack/base/limits.hpp"
#include "tuplepack/packing/assign_shard.hpp"

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

Error no_place_left(const Histogram& histogram, std::uint32_t bin, std::int64_t item) {
  return all_placed(item, histogram.size(bin), histogram.size(bin), histogram.counts[bin]).value();
}

Result<void> check_found(const Histogram& histogram, std::span<const std::int64_t> found) {
  const std::span<const std::int64_t> planned(histogram.counts);
  const auto first = std::mismatch(planned.begin(), planned.end(), found.begin());
  if (first.first == planned.end()) return {};
  const auto bin = static_cast<std::size_t>(first.first - planned.begin());
  std::string message = "items of size " + size_text(histogram.size(bin)) + ": " + std::to_string(planned[bin]) +
                        " in the plan, but only " + std::to_string(found[bin]) + " in the input";
  std::int64_t others = 0;
  for (std::size_t other = bin + 1; other < planned.size(); ++other) others += planned[other] != found[other] ? 1 : 0;
  if (others > 0) {
    message +=
        "; " + std::to_string(others) + (others == 1 ? " other size is" : " other sizes are") + " also missing items";
  }
  return fail(ErrorCode::plan_mismatch, std::move(message));
}

}  // namespace tuplepack::packing

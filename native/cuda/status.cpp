#include "tuplepack/cuda/status.hpp"

#include <string>

namespace tuplepack::cuda {

Result<void> check_status(StatusWord status) {
  const auto index = (std::int64_t{1} << 56) - 1 - static_cast<std::int64_t>(status >> 8);
  const std::string at = std::to_string(index);
  switch (static_cast<Fault>(status & 0xff)) {
    case Fault::none: return {};
    case Fault::id_out_of_range:
      return fail(ErrorCode::out_of_range, "segment id out of range at position " + at + " of the batch");
    case Fault::not_contiguous:
      return fail(ErrorCode::not_contiguous, "the segments of pack " + at + " are scattered or out of order");
    case Fault::label_out_of_range: return fail(ErrorCode::out_of_range, "label out of range at index " + at);
    case Fault::token_out_of_range:
      return fail(ErrorCode::out_of_range, "token out of range at index " + at + " of the row list");
    case Fault::row_out_of_range:
      return fail(ErrorCode::out_of_range, "row id out of range at index " + at + " of the batch");
  }
  return fail(ErrorCode::malformed, "invalid status word " + std::to_string(status));
}

}  // namespace tuplepack::cuda

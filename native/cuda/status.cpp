#include "cuda/status.hpp"

#include <string>

namespace tuplepack::cuda {

Result<void> check_status(StatusWord status) {
  const auto index = (std::int64_t{1} << 56) - 1 - static_cast<std::int64_t>(status >> 8);
  const std::string at = std::to_string(index);
  switch (static_cast<Fault>(status & 0xff)) {
    case Fault::none: return {};
    case Fault::id_out_of_range:
      return fail(ErrorCode::out_of_range, "position " + at + " of the batch has a segment id that there is not");
    case Fault::not_contiguous:
      return fail(ErrorCode::not_contiguous, "the segments of pack " + at + " do not lie as they must here");
    case Fault::label_out_of_range:
      return fail(ErrorCode::out_of_range, "label " + at + " is none of the classes that there are");
    case Fault::token_out_of_range:
      return fail(ErrorCode::out_of_range, "entry " + at + " of the row list is none of the tokens that there are");
    case Fault::row_out_of_range:
      return fail(ErrorCode::out_of_range, "id " + at + " of the batch is none of the rows that there are");
  }
  return fail(ErrorCode::malformed, "no kernel leaves the status " + std::to_string(status));
}

}  // namespace tuplepack::cuda

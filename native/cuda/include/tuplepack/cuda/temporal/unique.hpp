#pragma once

#include "tuplepack/cuda/status.hpp"
#include "tuplepack/cuda/stream.hpp"
#include "tuplepack/temporal/access.hpp"

namespace tuplepack::cuda {

/// The workspace of unique_inverse: one entry for each possible id, in the caller's device memory. It serves any number
/// of batches in either order, one after the other, without being cleared.
struct UniqueTable {
  std::span<std::uint32_t> stamps;  ///< [N]; uninitialised at first

  /// A batch uses one stamp for each of its ids, all below the stamps of earlier batches. When 32 bits are exhausted,
  /// and at first, the table is reset.
  std::uint32_t next_stamp = 0;
};

/// The twin of tuplepack::temporal::unique_inverse, with the same result.
/// count    R, in device or pinned memory
/// status   row_out_of_range: an id outside the table. It is skipped; its entry of `inverse` is 2^32 − 1, which
///          reconstruct skips
/// cost     five launches; `sorted` clears and counts N bits, `first` does not depend on N
[[nodiscard]] std::int64_t unique_inverse_workspace(std::int64_t ids, std::int64_t table_size,
                                                    temporal::UniqueOrder order);
[[nodiscard]] Result<void> unique_inverse(UniqueTable& table, std::span<const std::int64_t> ids,
                                          temporal::UniqueOrder order, std::span<std::int64_t> unique,
                                          std::span<std::uint32_t> inverse, std::int64_t* count,
                                          std::span<std::byte> workspace, StatusWord* status, Stream stream);

}  // namespace tuplepack::cuda

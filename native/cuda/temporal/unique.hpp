#pragma once

#include "cuda/status.hpp"
#include "cuda/stream.hpp"
#include "tuplepack/temporal/access.hpp"

namespace tuplepack::cuda {

/// What unique_inverse works on: one entry for each id there may be, in device memory of the caller. It serves any
/// number of batches in either order, one after the other; nothing is cleared between them.
struct UniqueTable {
  std::span<std::uint32_t> stamps;  ///< [N]; holds anything at first

  /// The stamps of a batch are one for each place in it, all of them below those of the batches before. When 32 bits
  /// are used up (and at first), the table is set anew.
  std::uint32_t next_stamp = 0;
};

/// The twin of tuplepack::unique_inverse, with the same result.
/// count    R; in device memory or in pinned memory, where the host reads it when the stream has come so far
/// status   row_out_of_range: an id that is not one of the table's. It is left out; its place in `inverse` is 2^32 − 1,
///          which reconstruct takes for no row
/// cost     five launches; sorted, N bits are cleared and counted, else nothing depends on N
[[nodiscard]] std::int64_t unique_inverse_workspace(std::int64_t ids, std::int64_t table_size, UniqueOrder order);
[[nodiscard]] Result<void> unique_inverse(UniqueTable& table, std::span<const std::int64_t> ids, UniqueOrder order,
                                          std::span<std::int64_t> unique, std::span<std::uint32_t> inverse,
                                          std::int64_t* count, std::span<std::byte> workspace, StatusWord* status,
                                          Stream stream);

}  // namespace tuplepack::cuda

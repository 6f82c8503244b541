#pragma once

#include "cuda/status.hpp"
#include "cuda/stream.hpp"
#include "tuplepack/temporal/access.hpp"

/// Steps II and III of the access to features (Gao et al. 2024, §4.2), as cuda/training/segments.hpp describes device
/// twins. Rows start at multiples of 4 bytes: a width is one, and so is the address of the first row. They are copied
/// 16 bytes at a time where width and addresses allow it. Each function is one launch for as many as 8 fields.
namespace tuplepack::cuda {

/// Copies rows of a table in device memory.
/// status  row_out_of_range; such a row is left as it is
[[nodiscard]] Result<void> gather(const Rows& table, std::span<const std::int64_t> ids, std::span<std::byte> out,
                                  StatusWord* status, Stream stream);

/// Copies rows of a table in pinned host memory into device memory, by reading that memory from the device: the host
/// does nothing. The link carries lines of 128 bytes, so rows are read line by line; with rising ids what neighbours
/// share of a line is still there when the second of them is read.
/// status  row_out_of_range; such a row is left as it is
[[nodiscard]] Result<void> gather_zero_copy(const Rows& table, std::span<const std::int64_t> ids,
                                            std::span<std::byte> out, StatusWord* status, Stream stream);

/// Fields have inverses in common, not widths. Converted rows start at multiples of 2 bytes.
/// status  row_out_of_range: an entry of the inverse that is none of the unique rows; such a row is left as it is
[[nodiscard]] Result<void> reconstruct(std::span<const Field> fields, std::span<const std::uint32_t> inverse,
                                       StatusWord* status, Stream stream);

/// A field of which some rows stay on the device (see tuplepack/temporal/hot_rows.hpp).
struct CachedField {
  Rows hot;                  ///< [H, width] what stays; may be none
  Rows missed;               ///< [M, width] what was transferred for this batch
  std::span<std::byte> out;  ///< [Q, width], or [Q, width / 2] when converted
  bool to_bfloat16 = false;  ///< as that of Field
};

/// Row i becomes the row sources[inverse[i]] of the hot rows followed by those missed: cache and transfer are looked up
/// and combined while rows are copied, and the unique rows lie nowhere together.
/// sources  [R] of find_sources
/// status   row_out_of_range: an entry of the inverse that has no source, or a source that is no row
[[nodiscard]] Result<void> reconstruct(std::span<const CachedField> fields, std::span<const std::uint32_t> sources,
                                       std::span<const std::uint32_t> inverse, StatusWord* status, Stream stream);

}  // namespace tuplepack::cuda

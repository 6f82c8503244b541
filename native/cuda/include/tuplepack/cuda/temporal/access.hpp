#pragma once

#include "tuplepack/cuda/status.hpp"
#include "tuplepack/cuda/stream.hpp"
#include "tuplepack/temporal/access.hpp"

/// Steps II and III of the access to features (Gao et al. 2024, §4.2); see training/segments.hpp for the
/// conventions of device functions. Widths and addresses of rows are multiples of 4 bytes; rows are copied 16 bytes at
/// a time where both are multiples of 16. Each function is one launch for up to 8 fields.
namespace tuplepack::cuda {

/// Copies rows of a table in device memory.
/// status  row_out_of_range; such a row is left unchanged
[[nodiscard]] Result<void> gather(const temporal::Rows& table, std::span<const std::int64_t> ids,
                                  std::span<std::byte> out, StatusWord* status, Stream stream);

/// Copies rows of a table in pinned host memory into device memory by zero-copy access: the device reads host memory
/// directly. The link transfers lines of 128 bytes, so rows are read line by line; with ascending ids, a line shared by
/// neighbouring rows is still cached when the second one is read.
/// status  row_out_of_range; such a row is left unchanged
[[nodiscard]] Result<void> gather_zero_copy(const temporal::Rows& table, std::span<const std::int64_t> ids,
                                            std::span<std::byte> out, StatusWord* status, Stream stream);

/// Fields share the inverse, but not the width. Converted rows are aligned to 2 bytes.
/// status  row_out_of_range: an entry of the inverse outside the unique rows; such a row is left unchanged
[[nodiscard]] Result<void> reconstruct(std::span<const temporal::Field> fields, std::span<const std::uint32_t> inverse,
                                       StatusWord* status, Stream stream);

/// A field whose hot rows are cached on the device (see tuplepack/temporal/hot_rows.hpp).
struct CachedField {
  temporal::Rows hot;        ///< [H, width] the cached rows; may be empty
  temporal::Rows missed;     ///< [M, width] the rows transferred for this batch
  std::span<std::byte> out;  ///< [Q, width], or [Q, width / 2] when converted
  bool to_bfloat16 = false;  ///< as that of Field
};

/// Copies row sources[inverse[i]] of the hot rows followed by the missed ones to row i: cached and transferred rows are
/// combined as they are copied, without a buffer of all unique rows.
/// sources  [R] from find_sources
/// status   row_out_of_range: an entry of the inverse without a source, or a source outside the rows
[[nodiscard]] Result<void> reconstruct(std::span<const CachedField> fields, std::span<const std::uint32_t> sources,
                                       std::span<const std::uint32_t> inverse, StatusWord* status, Stream stream);

}  // namespace tuplepack::cuda

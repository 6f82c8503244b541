#pragma once

#include "tuplepack/cuda/status.hpp"
#include "tuplepack/cuda/stream.hpp"
#include "tuplepack/training/segments.hpp"

#include <cstddef>

/// The device twins of the core's functions: the same names, arguments and results, for arrays in device memory.
/// - They queue kernels in `stream` and return. They return errors of the device (no driver, a failed launch);
///   errors in the data are reported to `status` (see StatusWord).
/// - They allocate nothing. `workspace` is device memory of at least the size given by the function of that name,
///   aligned to 16 bytes; its contents need not be kept. Often 0 bytes.
/// - Arrays are aligned to their values only.
/// - Results are bitwise reproducible.
namespace tuplepack::cuda {

/// One launch, a block per pack. Any K; up to about 1,000 everything stays in shared memory.
/// status  id_out_of_range · not_contiguous
[[nodiscard]] std::int64_t derive_segments_workspace(training::PackShape shape);
[[nodiscard]] Result<void> derive_segments(std::span<const std::int32_t> ids, training::PackShape shape,
                                           const training::SegmentArrays& out, std::span<std::byte> workspace,
                                           StatusWord* status, Stream stream);

}  // namespace tuplepack::cuda

#pragma once

#include "cuda/status.hpp"
#include "cuda/stream.hpp"
#include "tuplepack/training/segments.hpp"

#include <cstddef>

/// The device twins of the core's functions: the same names, arguments and results, for arrays in device memory.
/// - They queue kernels in `stream` and return. An error they return is one of the device ("no NVIDIA driver on this
///   machine", a launch that failed); what is wrong with the data goes to `status` (see StatusWord).
/// - They allocate nothing. `workspace` has at least as many bytes as the function of that name says, is in device
///   memory, starts at a multiple of 16 and holds nothing that is needed afterwards; 0 bytes are often enough.
/// - Nothing but the alignment of its values is assumed of an array.
/// - Results are the same to the last bit from run to run.
namespace tuplepack::cuda {

/// One launch; a block per pack. K may be anything; up to 1,000 or so everything stays in shared memory.
/// status  id_out_of_range · not_contiguous
[[nodiscard]] std::int64_t derive_segments_workspace(PackShape shape);
[[nodiscard]] Result<void> derive_segments(std::span<const std::int32_t> ids, PackShape shape, const SegmentArrays& out,
                                           std::span<std::byte> workspace, StatusWord* status, Stream stream);

}  // namespace tuplepack::cuda

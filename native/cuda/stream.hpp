#pragma once

#include "tuplepack/result.hpp"

struct CUstream_st;

namespace tuplepack::cuda {

/// A stream of the CUDA runtime, its cudaStream_t; nullptr is the default stream. Functions that take one return as
/// soon as their work is queued; what they read and write must live until it is done.
using Stream = CUstream_st*;

/// Waits for the work queued so far.
[[nodiscard]] Result<void> synchronize(Stream stream);

}  // namespace tuplepack::cuda

#pragma once

/// Marks per-element functions that the CUDA kernels share with the core, so that a machine without a GPU tests the
/// code that the kernels run.
#ifdef __CUDACC__
#define TUPLEPACK_HOST_DEVICE __host__ __device__
#else
#define TUPLEPACK_HOST_DEVICE
#endif

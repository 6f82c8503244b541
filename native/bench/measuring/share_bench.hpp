#pragma once

#include "share_report.hpp"

// The benchmarks of functions bound by memory. Every result is checked once before it is timed; they throw
// std::runtime_error when one is wrong.
namespace tuplepack::bench {

/// On one thread of the CPU.
///   mask    every form of the mask for 64 packs of 512 positions
///   loss    token weights, unpacking, and the fused loss over rows of 30,522 logits
///   access  unique ids and inverse against sorting; gathering and reconstructing rows of 688 bytes
[[nodiscard]] ShareReport bench_mask(const ShareOptions& options, const Say& progress);
[[nodiscard]] ShareReport bench_loss(const ShareOptions& options, const Say& progress);
///   columns the lengths of a million lists of tokens in a Parquet and an Arrow file, against copying as many offsets of
///           4 bytes from a mapped file: the share is that of their times. 400 MB in a temporary folder
[[nodiscard]] ShareReport bench_access(const ShareOptions& options, const Say& progress);
[[nodiscard]] ShareReport bench_columns(const ShareOptions& options, const Say& progress);

/// By the kernels, on the first CUDA device.
///   mask    256 packs
///   loss    65,536 packs for unpacking, 19,968 rows of logits
///   access  four of five requests are repeated: unique ids and inverse of 10^7 requests; rows of 172 floats gathered
///           from device memory and from host memory in two ways; 10^6 and 10^7 rows reconstructed
[[nodiscard]] ShareReport bench_mask_on_device(const ShareOptions& options, const Say& progress);
[[nodiscard]] ShareReport bench_loss_on_device(const ShareOptions& options, const Say& progress);
[[nodiscard]] ShareReport bench_access_on_device(const ShareOptions& options, const Say& progress);

}  // namespace tuplepack::bench

#pragma once

#include "share_report.hpp"

namespace tuplepack::bench {

/// `bench mask`: every form of the mask for 64 packs of 512 positions, one thread.
/// `bench loss`: token weights, unpacking, and the fused loss over rows of 30,522 logits, one thread.
/// `bench access`: unique ids and their inverse against sorting; rows of 688 bytes gathered and reconstructed, one
/// thread. Every result is checked once before it is timed. Throws std::runtime_error when one is wrong.
[[nodiscard]] ShareReport bench_mask(const ShareOptions& options, const Say& progress);
[[nodiscard]] ShareReport bench_loss(const ShareOptions& options, const Say& progress);
[[nodiscard]] ShareReport bench_access(const ShareOptions& options, const Say& progress);

/// The same by the kernels, on the first CUDA device: 256 packs for masks, 65,536 for unpacking, 19,968 rows.
[[nodiscard]] ShareReport bench_mask_on_device(const ShareOptions& options, const Say& progress);
[[nodiscard]] ShareReport bench_loss_on_device(const ShareOptions& options, const Say& progress);

}  // namespace tuplepack::bench

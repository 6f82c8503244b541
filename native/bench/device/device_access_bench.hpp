#pragma once

#include "share_report.hpp"

namespace tuplepack::bench {

/// Access to rows of 172 floats by the kernels, on the first CUDA device, four of five requests being repeated: unique
/// ids and their inverse of 10^7 requests, rows gathered on the device and out of the host's memory in two ways, and
/// 10^6 and 10^7 rows reconstructed. Every result is checked once before it is timed. Throws std::runtime_error when
/// one is wrong.
[[nodiscard]] ShareReport bench_access_on_device(const ShareOptions& options, const Say& progress);

}  // namespace tuplepack::bench

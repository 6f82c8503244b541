#pragma once

#include "tuplepack/base/result.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace tuplepack::cuda {

/// A device as its driver describes it.
struct Device {
  std::string name;       ///< e.g. "NVIDIA H200"
  int compute_major = 0;  ///< compute capability 9.0 is {9, 0}
  int compute_minor = 0;
  int multiprocessors = 0;
  std::int64_t memory = 0;  ///< bytes
};

/// The CUDA devices of this machine, in the driver's order; at least one.
/// errors  unsupported, with the reason: "built without CUDA", "no NVIDIA driver on this machine", "no CUDA device", or
///         a driver too old · device (the driver cannot start or query a device)
[[nodiscard]] Result<std::vector<Device>> devices();

}  // namespace tuplepack::cuda

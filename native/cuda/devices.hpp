#pragma once

#include "tuplepack/result.hpp"

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
/// errors  unsupported, and the message is the reason there is none: "built without CUDA",
///         "no NVIDIA driver on this machine", "no CUDA device", a driver too old, or what the driver says
[[nodiscard]] Result<std::vector<Device>> devices();

}  // namespace tuplepack::cuda

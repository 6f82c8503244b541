#pragma once

#include "tuplepack/result.hpp"

#include <cuda_runtime.h>

namespace tuplepack::cuda {

/// Why a call of the runtime failed, for a person. Its own text is misleading where there is no driver at all
/// ("insufficient for the runtime version").
[[nodiscard]] std::string reason_for(cudaError_t error);

/// errors  unsupported, with that reason
[[nodiscard]] Result<void> checked(cudaError_t error);

}  // namespace tuplepack::cuda

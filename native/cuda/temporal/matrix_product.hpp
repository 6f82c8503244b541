#pragma once

#include "tuplepack/cuda/stream.hpp"

#include <cstdint>
#include <span>

namespace tuplepack::cuda {

/// Whether a product overwrites its output or accumulates into it.
enum class Store : std::uint8_t { replace, add };

/// out = left · right, or out += left · right; all row-major float.
/// left   [rows, inputs]
/// right  [inputs, columns]
/// out    [rows, columns], not aliasing the inputs
/// Each value is one sum over the inputs in order, so that it depends on its row and column only.
/// cost   one launch, 2 · rows · inputs · columns operations; a 64 × 64 tile per block
[[nodiscard]] Result<void> multiply(std::span<const float> left, std::span<const float> right, std::int64_t inputs,
                                    std::span<float> out, Store store, Stream stream);

}  // namespace tuplepack::cuda

#pragma once

#include "cuda/stream.hpp"

#include <cstdint>
#include <span>

namespace tuplepack::cuda {

/// What a product of matrices does to the values that are there.
enum class Store : std::uint8_t { replace, add };

/// out = left · right, or out += left · right; all row-major float.
/// left   [rows, inputs]
/// right  [inputs, columns]
/// out    [rows, columns], none of the others
/// Each value is one sum over the inputs, from the first to the last, so that it depends on its row and column alone.
/// cost   one launch, 2 · rows · inputs · columns operations; a tile of 64 × 64 values for each block
[[nodiscard]] Result<void> multiply(std::span<const float> left, std::span<const float> right, std::int64_t inputs,
                                    std::span<float> out, Store store, Stream stream);

}  // namespace tuplepack::cuda

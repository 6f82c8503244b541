#pragma once

#include "tuplepack/base/host_device.hpp"

#include <cstdint>

namespace tuplepack::cuda {

/// A row of logits split at 16-byte boundaries: `head` values, `chunks` of 16 bytes, and the rest.
struct RowParts {
  std::int32_t head = 0;
  std::int32_t chunks = 0;
};

/// address   of the row, a multiple of value_bytes
[[nodiscard]] TUPLEPACK_HOST_DEVICE constexpr RowParts row_parts(std::uintptr_t address, std::int32_t values,
                                                                 std::int32_t value_bytes) {
  const std::int32_t per_chunk = 16 / value_bytes;
  const std::int32_t to_boundary = static_cast<std::int32_t>((16 - address % 16) % 16) / value_bytes;
  const std::int32_t head = to_boundary < values ? to_boundary : values;
  return {head, (values - head) / per_chunk};
}

}  // namespace tuplepack::cuda

#pragma once

#include "tuplepack/training/mask.hpp"

namespace tuplepack::cuda {

/// The word of the bit mask of position `query` for keys `column` … `column` + 31.
/// same  the bits of the keys with the query's id
[[nodiscard]] TUPLEPACK_HOST_DEVICE constexpr std::uint32_t attended_bits(std::uint32_t same, std::int32_t query_id,
                                                                          std::int64_t query, std::int64_t column,
                                                                          bool causal, training::PaddingRows padding) {
  const std::int64_t own = query - column;  // the bit of the query itself
  std::uint32_t bits = query_id != 0 || padding == training::PaddingRows::block ? same : 0;
  if (causal && own < 0) bits = 0;
  if (causal && own >= 0 && own < 31) bits &= (std::uint32_t{2} << own) - 1;
  if (query_id == 0 && padding == training::PaddingRows::self && own >= 0 && own < 32) bits |= std::uint32_t{1} << own;
  return bits;
}

}  // namespace tuplepack::cuda

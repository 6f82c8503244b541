#pragma once

#include "tuplepack/base/host_device.hpp"
#include "tuplepack/base/result.hpp"

#include <cstdint>

namespace tuplepack::cuda {

/// An error in the data of a kernel, and what the reported index counts.
enum class Fault : std::uint8_t {
  none,
  id_out_of_range,     ///< a segment id outside 0 … K, treated as padding; its index in [B,S]
  not_contiguous,      ///< see derive_segments and fill_mask_ranges; the pack
  label_out_of_range,  ///< a label ≥ vocabulary, treated as no label; its index in [B·S] or [B,K]
  token_out_of_range,  ///< an entry of a row list outside 0 … B·S − 1, whose row is skipped; its index in the list
  row_out_of_range,    ///< a row id, or an entry of an inverse, outside the rows, which is skipped; its index
};

/// Kernels report errors in the data through a word of device memory: the fault with the lowest index. They never read
/// or write outside their arrays. The caller sets the word to 0, passes it to any number of calls, and checks it when
/// it next synchronizes with the device.
using StatusWord = std::uint64_t;

/// A lower index gives a larger word, and no fault is 0, so that atomicMax finds the first fault in any order of
/// threads.
[[nodiscard]] TUPLEPACK_HOST_DEVICE constexpr StatusWord status_word(Fault fault, std::int64_t index) {
  constexpr std::int64_t last_index = (std::int64_t{1} << 56) - 1;
  return static_cast<StatusWord>(last_index - index) << 8 | static_cast<StatusWord>(fault);
}

/// The error in a status word that was copied from the device.
/// errors  out_of_range · not_contiguous
[[nodiscard]] Result<void> check_status(StatusWord status);

}  // namespace tuplepack::cuda

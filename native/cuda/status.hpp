#pragma once

#include "tuplepack/result.hpp"
#include "tuplepack/training/host_device.hpp"

#include <cstdint>

namespace tuplepack::cuda {

/// What a kernel may find wrong with its data, and what the index that it leaves counts.
enum class Fault : std::uint8_t {
  none,
  id_out_of_range,     ///< a segment id outside 0 … K, taken for padding; its place in [B,S]
  not_contiguous,      ///< see derive_segments and fill_mask_ranges; the pack
  label_out_of_range,  ///< a label ≥ vocabulary, taken for no label; its place in [B·S] or [B,K]
  token_out_of_range,  ///< an entry of a row list not within 0 … B·S − 1, the row is passed over; its place in the list
  row_out_of_range,  ///< an id, or an entry of an inverse, that is none of the rows, left out; its place among them
};

/// A kernel has nobody to return an error to. It leaves the first fault that it meets (of those with the lowest index)
/// in a word of device memory, and neither reads nor writes outside its arrays. The caller sets the word to 0 before
/// the first call, gives it to as many calls as it likes, and looks at it when it next waits for the device.
using StatusWord = std::uint64_t;

/// The larger word is that of the lower index, and 0 is that of no fault, so that the largest of all words is the first
/// fault whatever the order in which threads run.
[[nodiscard]] TUPLEPACK_HOST_DEVICE constexpr StatusWord status_word(Fault fault, std::int64_t index) {
  constexpr std::int64_t last_index = (std::int64_t{1} << 56) - 1;
  return static_cast<StatusWord>(last_index - index) << 8 | static_cast<StatusWord>(fault);
}

/// What a word that was copied from the device says, in the words of the core.
/// errors  out_of_range · not_contiguous
[[nodiscard]] Result<void> check_status(StatusWord status);

}  // namespace tuplepack::cuda

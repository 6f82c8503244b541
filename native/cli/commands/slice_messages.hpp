#pragma once

#include "assignment_files.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace tuplepack::cli {

// Packs on their way to the rank that writes them.

using Words = std::vector<std::int64_t>;

/// The numbers that a message is.
[[nodiscard]] Words words_of(std::span<const std::byte> message);

/// Calls use(begin, end) for packs that have about as many pieces together as fit into a cache.
void for_each_part(const packing::PackSlice& packs, const std::function<void(std::size_t begin, std::size_t end)>& use);

/// A slice as a message: the sizes of its arrays, and those that are needed.
[[nodiscard]] Words message_of(const packing::PackSlice& slice, SliceParts needed);
[[nodiscard]] packing::PackSlice slice_in(std::span<const std::byte> message);

/// The most pieces of a pack that a message holds.
/// words_of_piece  numbers that a piece is
[[nodiscard]] std::int64_t max_sent_pieces(std::int64_t words_of_piece);

}  // namespace tuplepack::cli

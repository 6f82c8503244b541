#pragma once

#include "tuplepack/cuda/status.hpp"
#include "tuplepack/cuda/stream.hpp"
#include "tuplepack/training/mask.hpp"

#include <cstddef>

/// See segments.hpp for the conventions. Each function is one launch unless it says otherwise.
namespace tuplepack::cuda {

/// T is float, Float16 or BFloat16. Written in vectors of 16 bytes at any capacity and alignment, with streaming
/// stores.
template <typename T>
[[nodiscard]] Result<void> fill_additive_mask(std::span<const std::int32_t> ids, training::PackShape shape,
                                              const training::MaskOptions& options, std::span<T> mask, Stream stream);

[[nodiscard]] Result<void> fill_boolean_mask(std::span<const std::int32_t> ids, training::PackShape shape,
                                             const training::MaskOptions& options, std::span<std::uint8_t> mask,
                                             Stream stream);

[[nodiscard]] Result<void> fill_bit_mask(std::span<const std::int32_t> ids, training::PackShape shape,
                                         const training::MaskOptions& options, std::span<std::uint32_t> mask,
                                         Stream stream);

/// status  id_out_of_range · not_contiguous
[[nodiscard]] std::int64_t mask_ranges_workspace(training::PackShape shape);
[[nodiscard]] Result<void> fill_mask_ranges(std::span<const std::int32_t> ids, training::PackShape shape,
                                            const training::MaskOptions& options, std::span<std::int32_t> ranges,
                                            std::span<std::byte> workspace, StatusWord* status, Stream stream);

/// One launch if a pack has at most 8 blocks, otherwise two.
/// errors  too_large (a pack has more than 188,416 blocks)
[[nodiscard]] std::int64_t block_tables_workspace(training::PackShape shape, std::int64_t block);
[[nodiscard]] Result<void> fill_block_tables(std::span<const std::int32_t> ids, training::PackShape shape,
                                             const training::MaskOptions& options, std::int64_t block,
                                             const training::BlockTables& out, std::span<std::byte> workspace,
                                             Stream stream);

}  // namespace tuplepack::cuda

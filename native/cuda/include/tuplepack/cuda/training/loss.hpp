#pragma once

#include "tuplepack/cuda/status.hpp"
#include "tuplepack/cuda/stream.hpp"
#include "tuplepack/training/loss.hpp"

#include <cstddef>

/// See segments.hpp for the conventions. Numbers that the core returns are written to device memory. The order of sums
/// depends on the shape only; there are no floating-point atomics.
namespace tuplepack::cuda {

/// For count_sequences and fill_token_weights.
[[nodiscard]] std::int64_t token_weights_workspace(training::PackShape shape);

/// Two launches, or one if the number of sequences is declared.
/// status  id_out_of_range
[[nodiscard]] Result<void> count_sequences(std::span<const std::int32_t> ids, training::PackShape shape,
                                           const training::Counting& counting, std::int64_t* sequences,
                                           std::span<std::byte> workspace, StatusWord* status, Stream stream);

/// Two launches, or one if the number of sequences is declared.
/// status  id_out_of_range
[[nodiscard]] Result<void> fill_token_weights(std::span<const std::int32_t> ids, training::PackShape shape,
                                              const training::Counting& counting, std::span<float> weights,
                                              std::span<std::byte> workspace, StatusWord* status, Stream stream);

/// Two launches: one over the tokens, and one that reduces the sums of its blocks.
/// status  id_out_of_range
[[nodiscard]] std::int64_t unpack_loss_workspace(training::PackShape shape);
[[nodiscard]] Result<void> unpack_loss(std::span<const float> token_losses, std::span<const std::uint8_t> correct,
                                       std::span<const std::int32_t> ids, training::PackShape shape,
                                       const training::Counting& counting, const training::SequenceArrays& out,
                                       training::PackedLoss* loss, std::span<std::byte> workspace, StatusWord* status,
                                       Stream stream);

/// A block per row; each row is read once, in vectors of 16 bytes at any alignment. T is float, Float16 or BFloat16.
/// status  label_out_of_range · token_out_of_range
template <typename T>
[[nodiscard]] Result<void> fill_token_losses(training::LogitRows<const T> logits, std::span<const std::int32_t> labels,
                                             std::span<const std::int64_t> row_list, std::span<float> losses,
                                             std::span<std::uint8_t> correct, StatusWord* status, Stream stream);

/// Each row is read once and written once if it fits into shared memory (227 KiB on an H100 or H200: 116,000 values of
/// 16 bits), and otherwise read twice.
/// status  label_out_of_range · token_out_of_range
template <typename T>
[[nodiscard]] Result<void> replace_logits_by_gradient(training::LogitRows<T> logits,
                                                      std::span<const std::int32_t> labels,
                                                      std::span<const std::int64_t> row_list,
                                                      std::span<const float> weights, std::span<float> losses,
                                                      std::span<std::uint8_t> correct, StatusWord* status,
                                                      Stream stream);

/// Two launches, and a third for the gradient.
/// status  label_out_of_range
[[nodiscard]] std::int64_t next_sentence_loss_workspace(training::PackShape shape);
template <typename T>
[[nodiscard]] Result<void> next_sentence_loss(std::span<const T> logits, std::span<const std::int32_t> labels,
                                              training::PackShape shape, std::span<T> gradient,
                                              training::PackedLoss* loss, std::span<std::byte> workspace,
                                              StatusWord* status, Stream stream);

}  // namespace tuplepack::cuda

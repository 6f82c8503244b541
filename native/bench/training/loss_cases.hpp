#pragma once

#include "bench/measuring/share_report.hpp"
#include "bench/packing/packed_data.hpp"
#include "tuplepack/training/loss.hpp"

#include <string>

namespace tuplepack::bench {

/// The width of the rows of logits that are timed, and how many of them are checked.
inline constexpr std::int64_t bert_vocabulary = 30'522;
inline constexpr std::size_t checked_rows = 16;

// The cases, the same on the CPU and on a device; timing and goals are added there.
[[nodiscard]] ShareCase token_weights_case(training::PackShape shape);
[[nodiscard]] ShareCase unpack_case(training::PackShape shape);
[[nodiscard]] ShareCase next_sentence_case(training::PackShape shape);

/// The fused pass over rows of logits of T. Forward: a maximum, a difference, an exponential and a sum for each logit,
/// which is read once. With the gradient twice as many operations, and each logit is written too.
template <typename T>
[[nodiscard]] ShareCase forward_case(std::int64_t rows);
template <typename T>
[[nodiscard]] ShareCase gradient_case(std::int64_t rows);

/// Checks losses against plain arithmetic in double. Each throws std::runtime_error with the name when one differs.

/// weights [B,S], of SequenceCount::nonempty
void check_token_weights(const std::string& name, std::span<const std::int32_t> ids, training::PackShape shape,
                         std::span<const float> weights);

/// sequence_losses [B,K]
void check_unpacked(const std::string& name, std::span<const float> token_losses, std::span<const std::int32_t> ids,
                    training::PackShape shape, const training::PackedLoss& loss,
                    std::span<const float> sequence_losses);

/// The first rows of a fused pass.
/// logits     [rows, vocabulary], before the pass; gradient the same after it, or empty
/// weights    [rows]; only for the gradient
template <typename T>
void check_rows(const std::string& name, std::span<const T> logits, std::span<const T> gradient,
                std::span<const std::int32_t> labels, std::span<const float> weights, std::span<const float> losses);

/// logits [B,K,2], labels [B,K] of 0 and 1
void check_next_sentence(const std::string& name, std::span<const float> logits, std::span<const std::int32_t> labels,
                         const training::PackedLoss& loss);

}  // namespace tuplepack::bench

#pragma once

#include "tuplepack/training/mask.hpp"

namespace tuplepack::tests {

// What the training functions are measured by: the definitions, in double, in the plainest way.

/// The loss of a packed batch as listing 1 of Kosec et al. 2021 (§3.3) computes it.
struct Listing1 {
  double loss = 0;      ///< 0 / 0 when no token has a loss
  double accuracy = 0;  ///< likewise
  std::int64_t sequences = 0;
  std::vector<double> losses;      ///< [B,K]
  std::vector<double> accuracies;  ///< [B,K]
};
[[nodiscard]] Listing1 listing1(const std::vector<double>& token_losses, const std::vector<std::uint8_t>& correct,
                                const std::vector<std::int32_t>& ids, training::PackShape shape);

/// −log softmax(row)[label]
[[nodiscard]] double cross_entropy_of(const std::vector<double>& row, std::int32_t label);

/// softmax(row) − onehot(label)
[[nodiscard]] std::vector<double> gradient_of(const std::vector<double>& row, std::int32_t label);

/// Whether the label is the first of the largest.
[[nodiscard]] bool predicts(const std::vector<double>& row, std::int32_t label);

/// [B,S,S], 1 = attends
[[nodiscard]] std::vector<std::uint8_t> attention(const std::vector<std::int32_t>& ids, training::PackShape shape,
                                                  const training::MaskOptions& options);

}  // namespace tuplepack::tests

#pragma once

#include "tuplepack/base/float16.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <vector>

namespace tuplepack::training {

struct RowLoss {
  float loss = 0;
  bool is_correct = false;
};

/// What next_sentence_loss adds up.
struct PairSum {
  double loss = 0;
  std::int64_t correct = 0;
};

/// The cross-entropy of one row of logits, as fill_token_losses and replace_logits_by_gradient need it, and of pairs.
template <typename T>
struct LossFunctions {
  RowLoss (*loss)(std::span<const T> row, std::size_t label) = nullptr;
  /// The same, and replaces the row by its gradient.
  /// workspace   workspace_of(row.size()) entries
  RowLoss (*replace)(std::span<T> row, std::size_t label, ArithmeticOf<T> weight, std::span<float> workspace) = nullptr;
  /// Without a label: no loss, and a gradient of 0.
  /// weight    of each sequence
  /// gradient  may be empty, or the logits
  PairSum (*pairs)(std::span<const T> logits, std::span<const std::int32_t> labels, ArithmeticOf<T> weight,
                   std::span<T> gradient) = nullptr;
};

/// An exponential for each logit, up to whole pairs of the longest vectors that there are, and a number for each block.
[[nodiscard]] constexpr std::size_t workspace_of(std::size_t vocabulary) {
  return (vocabulary + 127) / 128 * 128 + vocabulary / 1024 + 2;
}

/// The functions for one set of vector instructions.
struct VectorLosses {
  const char* instructions = "";
  LossFunctions<float> of_float;
  LossFunctions<Float16> of_float16;  ///< none where the instructions do not convert it
  LossFunctions<BFloat16> of_bfloat16;
};

/// What was compiled and this machine runs, best first; may be empty.
[[nodiscard]] std::vector<VectorLosses> vector_losses();

/// Without vector instructions: what the others are measured by.
template <typename T>
[[nodiscard]] LossFunctions<T> reference_losses();

/// The fastest that this machine runs.
template <typename T>
[[nodiscard]] LossFunctions<T> fastest_losses() {
  for (const VectorLosses& by : vector_losses()) {
    if constexpr (std::is_same_v<T, float>) return by.of_float;
    if constexpr (std::is_same_v<T, BFloat16>) return by.of_bfloat16;
    if constexpr (std::is_same_v<T, Float16>) {
      if (by.of_float16.loss != nullptr) return by.of_float16;
    }
  }
  return reference_losses<T>();
}

}  // namespace tuplepack::training

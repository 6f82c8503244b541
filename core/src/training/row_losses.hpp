#pragma once

#include "tuplepack/base/float16.hpp"

#include <cstddef>
#include <span>
#include <vector>

namespace tuplepack {

struct RowLoss {
  float loss = 0;
  bool is_correct = false;
};

/// The cross-entropy of one row of logits, as fill_token_losses and replace_logits_by_gradient need it.
template <typename T>
struct RowFunctions {
  RowLoss (*loss)(std::span<const T> row, std::size_t label) = nullptr;
  /// The same, and replaces the row by its gradient.
  /// workspace   workspace_of(row.size()) entries
  RowLoss (*replace)(std::span<T> row, std::size_t label, ArithmeticOf<T> weight, std::span<float> workspace) = nullptr;
};

/// An exponential for each logit, up to whole pairs of the longest vectors that there are, and a number for each block.
[[nodiscard]] constexpr std::size_t workspace_of(std::size_t vocabulary) {
  return (vocabulary + 127) / 128 * 128 + vocabulary / 1024 + 2;
}

/// The functions for one set of vector instructions.
struct VectorLosses {
  const char* instructions = "";
  RowFunctions<float> of_float;
  RowFunctions<Float16> of_float16;  ///< none where the instructions do not convert it
  RowFunctions<BFloat16> of_bfloat16;
};

/// What was compiled and this machine runs, best first; may be empty.
[[nodiscard]] std::vector<VectorLosses> vector_losses();

/// Without vector instructions: what the others are measured by.
template <typename T>
[[nodiscard]] RowFunctions<T> reference_losses();

}  // namespace tuplepack

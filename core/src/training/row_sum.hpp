#pragma once

#include "tuplepack/training/cross_entropy.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <type_traits>

namespace tuplepack::training {

// A row is read in blocks that stay in the first cache: first for their largest logit, then for their exponentials.
// Every lane-th logit of a block goes to a maximum or a sum of its own. Compilers turn such loops into vectors of any
// width without changing the result, and no addition waits for the one before.

inline constexpr std::size_t block_logits = 2048;
inline constexpr std::size_t lanes = 32;

/// logits   a multiple of `lanes`
template <typename Real>
[[nodiscard]] Real largest_of(std::span<const Real> logits) {
  std::array<Real, lanes> largest;
  largest.fill(-static_cast<Real>(INFINITY));
  for (std::size_t i = 0; i < logits.size(); i += lanes) {
    for (std::size_t lane = 0; lane < lanes; ++lane) {
      largest[lane] = logits[i + lane] > largest[lane] ? logits[i + lane] : largest[lane];
    }
  }
  return *std::max_element(largest.begin(), largest.end());
}

/// Σ e^(logit − subtracted)
template <typename Real>
[[nodiscard]] Real sum_exponentials(std::span<const Real> logits, Real subtracted) {
  std::array<Real, lanes> sums{};
  for (std::size_t i = 0; i < logits.size(); i += lanes) {
    for (std::size_t lane = 0; lane < lanes; ++lane) sums[lane] += exponential(logits[i + lane] - subtracted);
  }
  for (std::size_t half = lanes / 2; half > 0; half /= 2) {
    for (std::size_t lane = 0; lane < half; ++lane) sums[lane] += sums[lane + half];
  }
  return sums[0];
}

/// Logits to compute with: those of the row where they are, or converted, or filled up to a multiple of `lanes`.
template <typename T>
class LogitBlock {
 public:
  using Real = ArithmeticOf<T>;

  [[nodiscard]] std::span<const Real> read(std::span<const T> logits) {
    const std::size_t size = logits.size();
    if constexpr (std::is_same_v<T, Real>) {
      if (size % lanes == 0) return logits;
    }
    const std::size_t width = (size + lanes - 1) / lanes * lanes;
    for (std::size_t i = 0; i < size; ++i) logits_[i] = to_arithmetic(logits[i]);
    for (std::size_t i = size; i < width; ++i) logits_[i] = -static_cast<Real>(INFINITY);
    return std::span<const Real>(logits_).first(width);
  }

 private:
  std::array<Real, block_logits> logits_;
};

template <typename Real>
struct RowSum {
  ExponentialSum<Real> sum;
  std::size_t first = 0;  ///< where the block begins in which the maximum comes first
};

template <typename T>
[[nodiscard]] RowSum<ArithmeticOf<T>> sum_row(std::span<const T> row) {
  RowSum<ArithmeticOf<T>> result;
  LogitBlock<T> block;
  for (std::size_t begin = 0; begin < row.size(); begin += block_logits) {
    const auto logits = block.read(row.subspan(begin, std::min(row.size() - begin, block_logits)));
    const auto largest = largest_of(logits);
    if (largest > result.sum.maximum) result.first = begin;
    result.sum = raised(result.sum, largest);
    result.sum.sum += sum_exponentials(logits, reference(result.sum));
  }
  return result;
}

}  // namespace tuplepack::training

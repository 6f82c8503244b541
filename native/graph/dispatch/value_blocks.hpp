#pragma once

#include "tuplepack/base/result.hpp"

#include <cstddef>
#include <functional>
#include <span>
#include <utility>
#include <vector>

namespace tuplepack::graph {

/// Takes the bytes of an array, piece by piece.
using ByteSink = std::function<Result<void>(std::span<const std::byte>)>;

inline constexpr std::size_t values_per_block = 16'384;

template <typename T>
[[nodiscard]] Result<void> hand_over(const ByteSink& sink, std::span<const T> values) {
  return values.empty() ? Result<void>() : sink(std::as_bytes(values));
}

/// Collects values of one at a time into blocks. After an error, the rest is skipped.
template <typename T>
class ValueBlocks {
 public:
  explicit ValueBlocks(const ByteSink& sink) : sink_(sink) { block_.reserve(values_per_block); }
  void add(T value) {
    block_.push_back(value);
    if (block_.size() == values_per_block) flush();
  }
  [[nodiscard]] Result<void> finish() {
    flush();
    return std::move(result_);
  }

 private:
  void flush() {
    if (result_) result_ = hand_over(sink_, std::span<const T>(block_));
    block_.clear();
  }
  const ByteSink& sink_;
  std::vector<T> block_;
  Result<void> result_;
};

}  // namespace tuplepack::graph

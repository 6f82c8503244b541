#pragma once

#include "tensor_schema.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <variant>
#include <vector>

namespace tuplepack::graph {

/// A feature of all nodes or edges of a set, by row of their table. The arrays belong to the caller.
struct FeatureColumn {
  const TensorFeature* feature = nullptr;  ///< name, type, shape
  /// Flat, row after row, as tf.Example stores the type.
  std::variant<std::span<const float>, std::span<const std::int64_t>, std::span<const std::string_view>> values{};
  std::size_t width = 1;  ///< values of a row when the shape is fixed
  /// Of a ragged shape: per ragged dimension, the running totals of its row lengths, [rows of the dimension before + 1],
  /// where dense dimensions in between multiply the rows; the values follow the last one. Empty: fixed.
  std::vector<std::vector<std::uint64_t>> ragged{};
};

}  // namespace tuplepack::graph

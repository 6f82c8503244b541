#pragma once

#include "tf_example.hpp"
#include "tuplepack/base/result.hpp"
#include "tuplepack/graph/schema/feature_column.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tuplepack::formats {

/// An arena of strings with stable addresses.
class TextArena {
 public:
  [[nodiscard]] std::string_view keep(std::string_view text);

 private:
  std::vector<std::unique_ptr<char[]>> blocks_;  // NOLINT: bytes of a size known at run time
  std::size_t left_ = 0;                         // free bytes at the end of the last block
  std::size_t size_ = 0;                         // of the last block
};

/// The values of a feature of all nodes or edges of a set, as the rows of their table are read.
class FeatureStore {
 public:
  /// assumes  a type that tf.Example stores, and no dimension below −1
  explicit FeatureStore(const graph::TensorFeature& feature);

  [[nodiscard]] std::string_view feature_name() const { return feature_->name; }
  [[nodiscard]] graph::FeatureType type() const { return *feature_->type; }
  /// How tf.Example stores its values.
  [[nodiscard]] graph::ExampleList list() const { return list_; }
  /// Rows that were added.
  [[nodiscard]] std::size_t rows() const { return rows_; }
  /// Reserves capacity for `rows` rows.
  void reserve(std::size_t rows);

  /// Adds a cell of a table of text: a number in the range of the type, "true" or "false", or any text where the type is
  /// a string.
  /// errors  malformed (no number; a shape of other than one value) · out_of_range
  [[nodiscard]] Result<void> add_cell(std::string_view cell);

  /// Adds the values of a row that is a tf.Example. The lengths of rows of ragged dimension i are in "NAME.d{i}", as in a
  /// GraphTensor; if only the first dimension is ragged, they may be missing. A row without values has no rows in the ragged
  /// dimension.
  /// features  sorted by name
  /// errors    malformed (values of another kind; too few or too many; a feature that is missing) · out_of_range
  [[nodiscard]] Result<void> add_example(std::span<const NamedFeature> features);

  /// Adds a row of numbers, as tf.Example stores the type.
  /// assumes  a fixed shape of as many values, and such a type
  void add_numbers(std::span<const float> row) {
    floats_.insert(floats_.end(), row.begin(), row.end());
    ++rows_;
  }
  void add_numbers(std::span<const std::int64_t> row) {
    integers_.insert(integers_.end(), row.begin(), row.end());
    ++rows_;
  }

  /// Adds a row of zeros or empty texts; of a ragged shape, an empty one.
  void add_default_row();

  /// What was added so far. Valid as long as nothing is added; `feature` may be another one of this type and shape.
  [[nodiscard]] graph::FeatureColumn column(const graph::TensorFeature& feature) const;

 private:
  const graph::TensorFeature* feature_;
  graph::ExampleList list_{};
  std::size_t width_ = 1;  // of a fixed shape
  bool ragged_ = false;
  std::size_t rows_ = 0;
  std::vector<float> floats_;
  std::vector<std::int64_t> integers_;
  std::vector<std::string_view> texts_;
  TextArena arena_;
  std::vector<std::vector<std::uint64_t>> totals_;  // see FeatureColumn::ragged

  Result<void> add_lengths(std::span<const NamedFeature> features, std::size_t values);
};

/// The number in a cell, blanks around it aside; "inf" and "nan" are numbers.
/// errors  malformed
[[nodiscard]] Result<double> cell_decimal(std::string_view cell);
/// errors  malformed · out_of_range (beyond 64 bits)
[[nodiscard]] Result<std::int64_t> cell_integer(std::string_view cell);

}  // namespace tuplepack::formats

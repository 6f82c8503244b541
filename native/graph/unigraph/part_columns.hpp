#pragma once

#include "graph/parts/part_view.hpp"
#include "tuplepack/base/result.hpp"
#include "tuplepack/formats/tensorflow/feature_store.hpp"
#include "tuplepack/graph/partition/parts.hpp"
#include "tuplepack/graph/schema/tensor_schema.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tuplepack::graph {

// What is looked up in the arrays of a part.

[[nodiscard]] tl::unexpected<Error> bad_part(const std::string& file, const std::string& what);

/// The original ids of the nodes or edges of a type that a part owns.
[[nodiscard]] Result<Column<std::int64_t>> owned_originals(const NamedArrays& arrays, const PartitionedType& type,
                                                           std::size_t part);

/// The new ids of the nodes or edges in the file of a part.
/// what  "node" or "edge"
[[nodiscard]] Result<Column<std::int64_t>> id_column(const NamedArrays& arrays, std::int64_t count,
                                                     std::string_view what);

/// The type of a feature that is in such arrays.
[[nodiscard]] std::optional<FeatureType> feature_type_of(formats::TensorType type);

/// A number in an array, as tf.Example stores it; the last argument says as what.
[[nodiscard]] float number_at(const formats::TensorView& array, std::size_t i, float as);
[[nodiscard]] std::int64_t number_at(const formats::TensorView& array, std::size_t i, std::int64_t as);

/// A time in an array: see formats::TimeColumn.
/// errors  malformed (not a number) · too_large
[[nodiscard]] Result<std::int64_t> time_at(const formats::TensorView& array, std::size_t i);

/// Where the rows of a type are, by original id.
struct RowPlaces {
  std::span<const std::uint32_t> owners;  ///< parts
  std::span<const std::uint32_t> rows;    ///< in the arrays of the part
};

/// The array of a feature in each part; null where there are no rows.
[[nodiscard]] Result<std::vector<const formats::TensorView*>> feature_arrays(const std::vector<PartView>& views,
                                                                             NamedArrays PartView::*list,
                                                                             const PartitionedType& type,
                                                                             const TensorFeature& feature);

/// Adds the rows of a feature, from the parts that have them.
/// errors  out_of_range
[[nodiscard]] Result<void> gather_rows(std::span<const formats::TensorView* const> arrays, const RowPlaces& places,
                                       const TensorFeature& feature, formats::FeatureStore& store);

/// The same of times, as they are in the arrays: tf.Example would round them.
[[nodiscard]] Result<std::vector<std::int64_t>> gather_times(std::span<const formats::TensorView* const> arrays,
                                                             const RowPlaces& places);

/// The feature with the first of these names that is there.
[[nodiscard]] const TensorFeature* first_named(const std::vector<TensorFeature>& features,
                                               const std::vector<std::string>& names);
[[nodiscard]] tl::unexpected<Error> no_column(const std::string& set, std::string_view what,
                                              const std::vector<std::string>& names);

/// The number of a type.
[[nodiscard]] std::size_t type_index(const std::vector<PartitionedType>& types, const std::string& name);

}  // namespace tuplepack::graph

#pragma once

#include "graph/parts/part_view.hpp"
#include "tuplepack/base/result.hpp"
#include "tuplepack/graph/partition/parts.hpp"
#include "tuplepack/graph/schema/tensor_schema.hpp"

#include <cstddef>
#include <cstdint>
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

/// A number in an array, as tf.Example stores it; the last argument says as what.
[[nodiscard]] float number_at(const formats::TensorView& array, std::size_t i, float as);
[[nodiscard]] std::int64_t number_at(const formats::TensorView& array, std::size_t i, std::int64_t as);

/// The feature with the first of these names that is there.
[[nodiscard]] const TensorFeature* first_named(const std::vector<TensorFeature>& features,
                                               const std::vector<std::string>& names);
[[nodiscard]] tl::unexpected<Error> no_column(const std::string& set, std::string_view what,
                                              const std::vector<std::string>& names);

/// The number of a type.
[[nodiscard]] std::size_t type_index(const std::vector<PartitionedType>& types, const std::string& name);

}  // namespace tuplepack::graph

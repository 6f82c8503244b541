#pragma once

#include "tuplepack/base/result.hpp"
#include "tuplepack/graph/schema/tensor_schema.hpp"

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <variant>

namespace tuplepack::formats {

// {"context":{"label":-1},"node_sets":{"paper":{"year":-1}},"edge_sets":{"cites":{"weight":0.5}}}

/// What every value of a feature is in the padding.
using PaddingValue = std::variant<std::int64_t, double, std::string>;
/// By name of the feature.
using FeaturePadding = std::map<std::string, PaddingValue, std::less<>>;

/// TensorFlow GNN's tuple FeatureDefaultValues, an argument of pad_to_total_sizes(). Features that it does not name are
/// padded with 0 or empty strings; ragged ones with rows that have no values, whatever it says.
struct PaddingValues {
  FeaturePadding context;
  std::map<std::string, FeaturePadding, std::less<>> node_sets;
  std::map<std::string, FeaturePadding, std::less<>> edge_sets;
};

/// Reads such an object; null stands for {}, as json.dumps() writes a tuple of defaults.
/// errors  those of JSON, with line and column · malformed (a value that is not a number, string or boolean) · unknown_name
[[nodiscard]] Result<PaddingValues> parse_padding_values(std::string_view json);

/// Whether the values are those of features of a schema, and of their types.
/// errors  unknown_name (no such set or feature) · malformed (a string for a number, or the other way round) ·
///         not_an_integer · out_of_range (of the type)
[[nodiscard]] Result<void> check_padding_values(const PaddingValues& values, const graph::TensorSchema& schema);

}  // namespace tuplepack::formats

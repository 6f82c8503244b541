#pragma once

#include "tuplepack/base/result.hpp"
#include "tuplepack/formats/json/json_writer.hpp"
#include "tuplepack/graph/schema/size_constraints.hpp"

#include <string>
#include <string_view>

namespace tuplepack::formats {

// {"schema":"tuplepack.constraints/1","total_num_components":9,"total_num_nodes":{"paper":40},
//  "total_num_edges":{"cites":90},"min_nodes_per_component":{"paper":1}}

inline constexpr std::string_view constraints_schema = "tuplepack.constraints/1";

/// Members of an object.
void write_constraints(JsonWriter& json, const graph::SizeConstraints& constraints);

/// One JSON object on a line.
[[nodiscard]] std::string to_json(const graph::SizeConstraints& constraints);

/// The same without "schema", the arguments of TensorFlow GNN's tuple: tfgnn.SizeConstraints(**json.load(file)).
[[nodiscard]] std::string to_tuple_json(const graph::SizeConstraints& constraints);

/// Reads such an object. Without "schema" it is what json.dumps() writes of TensorFlow GNN's tuple, whose
/// min_nodes_per_component is [] when there are none.
/// errors  malformed · unsupported (another schema) · unknown_name · not_an_integer · negative · too_large, all with line
///         and column
[[nodiscard]] Result<graph::SizeConstraints> parse_constraints(std::string_view json);

}  // namespace tuplepack::formats

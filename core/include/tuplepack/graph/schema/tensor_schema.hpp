#pragma once

#include "tuplepack/base/result.hpp"
#include "tuplepack/base/text_place.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tuplepack::graph {

// What a GraphTensor of TensorFlow GNN holds (its proto GraphSchema): sets of nodes and edges with features of any shape.
// formats/tensor_schema_text.hpp reads it, check() in graph/tensor_schema_check.hpp validates it.

/// TensorFlow's types of elements; the numbers are those of its proto DataType. References and quantised, complex and
/// other types that a GraphTensor cannot hold are `other`.
enum class FeatureType : std::uint8_t {
  other = 0,
  float32 = 1,
  float64 = 2,
  int32 = 3,
  uint8 = 4,
  int16 = 5,
  int8 = 6,
  string = 7,
  int64 = 9,
  boolean = 10,
  bfloat16 = 14,
  uint16 = 17,
  float16 = 19,
  uint32 = 22,
  uint64 = 23,
};

/// Every type but `other`.
[[nodiscard]] std::span<const FeatureType> feature_types();

/// "float32", "bool", …: TensorFlow's names, as a program prints them; "unsupported" for `other`.
[[nodiscard]] std::string_view name(FeatureType type);

/// "DT_FLOAT", as text protos name it; "DT_INVALID" for `other`.
[[nodiscard]] std::string_view proto_name(FeatureType type);

struct IntegerRange {
  std::int64_t least = INT64_MIN, most = INT64_MAX;

  [[nodiscard]] bool has(std::int64_t value) const { return value >= least && value <= most; }
};

/// The values of a type of integers, as far as they fit 64 bits with a sign.
[[nodiscard]] IntegerRange integer_range(FeatureType type);

/// The first of a tf.Example's integers that is beyond the range of a type; none: all fit. TensorFlow reads any integer as
/// a boolean, and takes its bits for uint64.
[[nodiscard]] std::optional<std::int64_t> first_beyond(FeatureType type, std::span<const std::int64_t> integers);

/// How tf.Example stores a type.
enum class ExampleList : std::uint8_t { bytes, floats, int64s };

/// assumes  the type is not `other`
[[nodiscard]] ExampleList example_list(FeatureType type);

struct TensorDimension {
  std::int64_t size = 0;  ///< −1: ragged
  std::string name;
};

/// "[128]", "[2, ragged]"; "[]" of one number or string.
[[nodiscard]] std::string shape_text(const std::vector<TensorDimension>& shape);

struct TensorFeature {
  std::string name;
  std::string description;
  std::string source;               ///< where the values come from; free text
  std::optional<FeatureType> type;  ///< none: the schema does not say
  std::int64_t type_number = 0;     ///< as in TensorFlow's DataType, also of an unsupported type
  bool has_description = false;     ///< though perhaps an empty one
  bool has_shape = false;
  bool unknown_rank = false;
  /// Of the value of one node, edge or graph; the dimension of nodes, edges or components comes before these. Empty: a
  /// number, or a string, each.
  std::vector<TensorDimension> shape;
  TextPlace place;
};

/// What a schema says about a set beside its features.
struct SetMetadata {
  std::string filename;                                    ///< the table, "name@4" when it is sharded
  std::optional<std::int64_t> cardinality;                 ///< nodes or edges in the whole graph
  std::vector<std::pair<std::string, std::string>> extra;  ///< keys and values
  std::string bigquery;                                    ///< "project.dataset.table", or a query
  TextPlace place;
};

/// A name that refers to something else in the file.
struct TensorReference {
  std::string name;
  TextPlace place;
};

struct ContextSet {
  std::vector<TensorFeature> features;
  SetMetadata metadata;
  TextPlace place;
};

struct TensorNodeSet {
  std::string name;
  std::string description;
  std::vector<TensorFeature> features;
  std::vector<TensorReference> context;  ///< features of the context that concern this set
  SetMetadata metadata;
  TextPlace place;
};

struct TensorEdgeSet {
  std::string name;
  std::string description;
  std::vector<TensorFeature> features;
  TensorReference source;  ///< name of a node set; empty: missing
  TensorReference target;
  std::vector<TensorReference> context;
  SetMetadata metadata;
  TextPlace place;
};

enum class GraphOrigin : std::uint8_t { undefined, full, subgraph, random_walks };

/// A GraphTensor's schema. Sets and features are in the order of the file; their names are unique.
struct TensorSchema {
  std::optional<ContextSet> context;
  std::vector<TensorNodeSet> node_sets;
  std::vector<TensorEdgeSet> edge_sets;
  GraphOrigin origin = GraphOrigin::undefined;
  std::vector<TensorReference> root_sets;  ///< node sets whose first node is a root
  std::vector<Error> duplicates{};         ///< names that were declared before; the last declaration counts

  /// Null when there is none.
  [[nodiscard]] const TensorNodeSet* node_set(std::string_view name) const;
  [[nodiscard]] const TensorEdgeSet* edge_set(std::string_view name) const;
};

/// Whether its edges go from the target to the source of its table: the metadata edge_type is "reversed".
[[nodiscard]] bool is_reversed(const TensorEdgeSet& set);

/// Null when there is none.
[[nodiscard]] const TensorFeature* find_feature(const std::vector<TensorFeature>& features, std::string_view name);

}  // namespace tuplepack::graph

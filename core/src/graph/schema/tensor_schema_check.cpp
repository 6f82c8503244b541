#include "tuplepack/graph/schema/tensor_schema_check.hpp"

#include "readout_check.hpp"
#include "schema_findings.hpp"

#include <algorithm>
#include <functional>
#include <map>

namespace tuplepack::graph {

// ---- the features of all sets ----

namespace {

/// A feature and the set it belongs to, as messages name them.
struct SetFeature {
  std::string_view set_type;  // "context", "nodes" or "edges"
  std::string_view set_name;
  const TensorFeature& feature;

  /// "nodes set 'a' feature 'f'".
  [[nodiscard]] std::string text() const {
    return std::string(set_type) + " set " + in_quotes(set_name) + " feature " + in_quotes(feature.name);
  }
};

}  // namespace

/// In the order of TensorFlow GNN: context, node sets, edge sets.
static void for_each_feature(const TensorSchema& schema, const std::function<void(const SetFeature&)>& visit) {
  if (schema.context) {
    for (const TensorFeature& feature : schema.context->features) visit({"context", "", feature});
  }
  for (const TensorNodeSet& set : schema.node_sets) {
    for (const TensorFeature& feature : set.features) visit({"nodes", set.name, feature});
  }
  for (const TensorEdgeSet& set : schema.edge_sets) {
    for (const TensorFeature& feature : set.features) visit({"edges", set.name, feature});
  }
}

// ---- each feature ----

static std::string supported_types() {
  std::string names;
  for (const FeatureType type : feature_types()) {
    if (!names.empty()) names += ", ";
    names += name(type);
  }
  return names;
}

static void check_feature_type(const SetFeature& at, SchemaFindings& findings) {
  const TensorFeature& feature = at.feature;
  if (!feature.type) {
    add_finding(findings.errors, ErrorCode::missing_column, "Missing 'dtype' field on " + at.text(), feature.place);
  } else if (*feature.type == FeatureType::other) {
    const std::string number = std::to_string(feature.type_number);
    add_finding(findings.errors, ErrorCode::unsupported,
                "Invalid 'dtype' field " + number + " on " + at.text() + "; valid types include: " + supported_types(),
                feature.place);
  }
}

static void check_feature_shape(const SetFeature& at, SchemaFindings& findings) {
  const TensorFeature& feature = at.feature;
  if (feature.unknown_rank) {
    add_finding(findings.errors, ErrorCode::unsupported, "Shapes must have a known rank; on " + at.text(),
                feature.place);
  }
  for (const TensorDimension& dimension : feature.shape) {
    if (dimension.size < -1) {
      add_finding(findings.errors, ErrorCode::negative,
                  "A dimension of " + std::to_string(dimension.size) + " on " + at.text() + "; -1 stands for ragged",
                  feature.place);
    } else if (dimension.size == 0) {
      add_finding(findings.warnings, ErrorCode::out_of_range,
                  "A dimension of 0 on " + at.text() + ": it holds no values", feature.place);
    }
  }
  if (feature.shape.size() == 1 && feature.shape.front().size == 1) {
    add_finding(findings.warnings, ErrorCode::unsupported,
                "Unnecessary shape of [1] in " + std::string(at.set_type) + " set " + in_quotes(at.set_name) + " / " +
                    in_quotes(feature.name) + "; use scalar feature instead (i.e., specify an empty shape proto)",
                feature.place);
  }
}

static void check_feature_description(const SetFeature& at, SchemaFindings& findings) {
  const TensorFeature& feature = at.feature;
  const bool is_named = std::any_of(feature.shape.begin(), feature.shape.end(),
                                    [](const TensorDimension& dimension) { return !dimension.name.empty(); });
  if (feature.has_description || !is_named) return;
  add_finding(
      findings.errors, ErrorCode::malformed,
      "The following features are incorrectly locating the description on the shape dimensions 'name' field: (" +
          in_quotes(at.set_type) + ", " + in_quotes(at.set_name) + ", " + in_quotes(feature.name) +
          "); use the 'description' field of the feature instead",
      feature.place);
}

static bool is_reserved(const SetFeature& at) {
  const std::string_view name = at.feature.name;
  const bool is_end = at.set_type == "edges" && (name == "#source" || name == "#target");
  return is_end || (at.set_type != "context" && name == "#size");
}

static void check_feature_name(const SetFeature& at, SchemaFindings& findings) {
  const std::string_view name = at.feature.name;
  if (is_reserved(at)) {
    add_finding(findings.errors, ErrorCode::malformed,
                "Feature " + in_quotes(name) + " from " + std::string(at.set_type) + " set " + in_quotes(at.set_name) +
                    " is reserved",
                at.feature.place);
  } else if (name.starts_with('#')) {
    add_finding(findings.warnings, ErrorCode::malformed,
                "Invalid " + std::string(at.set_type) + " feature name " + in_quotes(name) + " on set " +
                    in_quotes(at.set_name) + ": reserved names are not allowed",
                at.feature.place);
  }
}

/// The names in tf.Example of what every set has.
static std::map<std::string, std::string> own_example_names(const TensorSchema& schema) {
  std::map<std::string, std::string> owners;
  for (const TensorNodeSet& set : schema.node_sets) {
    owners.emplace("nodes/" + set.name + ".#size", "the size of nodes set " + in_quotes(set.name));
  }
  for (const TensorEdgeSet& set : schema.edge_sets) {
    for (const std::string_view what : {"size", "source", "target"}) {
      const std::string of(what);
      owners.emplace("edges/" + set.name + ".#" + of, "the " + of + " of edges set " + in_quotes(set.name));
    }
  }
  return owners;
}

/// The names that a feature has in tf.Example: its own, and one for the row lengths of each ragged dimension. Those of
/// another feature may be the same: 'b.c' of set 'a' is 'c' of set 'a.b'.
static void check_example_names(const SetFeature& at, std::map<std::string, std::string>& owners,
                                SchemaFindings& findings) {
  if (is_reserved(at)) return;
  const TensorFeature& feature = at.feature;
  std::string base = std::string(at.set_type) + "/" + std::string(at.set_name);
  if (!at.set_name.empty() || at.set_type != "context") base += ".";
  base += feature.name;
  std::vector<std::string> names{base};
  for (std::size_t i = 0; i < feature.shape.size(); ++i) {
    if (feature.shape[i].size == -1) names.push_back(base + ".d" + std::to_string(i + 1));
  }
  for (const std::string& name : names) {
    const auto [owner, is_new] = owners.emplace(name, at.text());
    if (is_new) continue;
    add_finding(findings.errors, ErrorCode::malformed,
                "The " + at.text() + " and " + owner->second + " are both " + in_quotes(name) + " in tf.Example",
                feature.place);
  }
}

// ---- references ----

template <typename Set>
static void check_context_references(const TensorSchema& schema, const std::vector<Set>& sets, std::string_view what,
                                     SchemaFindings& findings) {
  for (const Set& set : sets) {
    for (const TensorReference& reference : set.context) {
      if (schema.context && find_feature(schema.context->features, reference.name) != nullptr) continue;
      add_finding(findings.errors, ErrorCode::unknown_name,
                  "Context feature " + in_quotes(reference.name) + " does not exist (from " + std::string(what) +
                      " set " + in_quotes(set.name) + ")",
                  reference.place);
    }
  }
}

static void check_ends(const TensorSchema& schema, SchemaFindings& findings) {
  for (const TensorEdgeSet& set : schema.edge_sets) {
    if (set.name.empty()) {
      add_finding(findings.errors, ErrorCode::malformed, "Edge set name cannot be empty.", set.place);
    }
    const auto check = [&](const TensorReference& end, const std::string& what) {
      if (end.name.empty()) {
        add_finding(findings.errors, ErrorCode::missing_column,
                    "Edge set " + visible(set.name) + " must specify a `" + what + "`.", end.place);
      } else if (schema.node_set(end.name) == nullptr) {
        add_finding(findings.errors, ErrorCode::unknown_name,
                    "Edge set " + in_quotes(set.name) + " referencing unknown node set " + in_quotes(end.name),
                    end.place);
      }
    };
    check(set.source, "source");
    check(set.target, "target");
  }
}

static void check_names_and_counts(const TensorSchema& schema, SchemaFindings& findings) {
  const auto check_cardinality = [&](const SetMetadata& metadata, const std::string& what) {
    if (metadata.cardinality.value_or(0) >= 0) return;
    add_finding(findings.errors, ErrorCode::negative,
                "The cardinality of " + what + " is " + std::to_string(*metadata.cardinality), metadata.place);
  };
  for (const TensorNodeSet& set : schema.node_sets) {
    if (set.name.empty()) {
      add_finding(findings.errors, ErrorCode::malformed, "Node set name cannot be empty.", set.place);
    }
    check_cardinality(set.metadata, "node set " + in_quotes(set.name));
  }
  for (const TensorEdgeSet& set : schema.edge_sets) check_cardinality(set.metadata, "edge set " + in_quotes(set.name));
  if (schema.context) check_cardinality(schema.context->metadata, "the context");
  for (const TensorReference& root : schema.root_sets) {
    if (schema.node_set(root.name) != nullptr) continue;
    add_finding(findings.errors, ErrorCode::unknown_name, "Root set " + in_quotes(root.name) + " is not a node set",
                root.place);
  }
  if (schema.node_sets.empty()) {
    add_finding(findings.warnings, ErrorCode::empty, "The schema has no node sets", {});
  }
}

SchemaFindings check_tensor_schema(const TensorSchema& schema) {
  SchemaFindings findings{.errors = schema.duplicates, .warnings = {}};
  std::map<std::string, std::string> owners = own_example_names(schema);
  for (const auto check : {check_feature_type, check_feature_shape, check_feature_description, check_feature_name}) {
    for_each_feature(schema, [&](const SetFeature& at) { check(at, findings); });
  }
  for_each_feature(schema, [&](const SetFeature& at) { check_example_names(at, owners, findings); });
  check_context_references(schema, schema.node_sets, "node", findings);
  check_context_references(schema, schema.edge_sets, "edge", findings);
  check_ends(schema, findings);
  check_names_and_counts(schema, findings);
  check_readout(schema, findings);
  return findings;
}

// ---- required features ----

static const TensorFeature* same_feature(const TensorSchema& schema, const SetFeature& wanted) {
  const std::vector<TensorFeature>* features = nullptr;
  if (wanted.set_type == "context") {
    features = schema.context ? &schema.context->features : nullptr;
  } else if (wanted.set_type == "nodes") {
    const TensorNodeSet* const set = schema.node_set(wanted.set_name);
    features = set == nullptr ? nullptr : &set->features;
  } else {
    const TensorEdgeSet* const set = schema.edge_set(wanted.set_name);
    features = set == nullptr ? nullptr : &set->features;
  }
  return features == nullptr ? nullptr : find_feature(*features, wanted.feature.name);
}

static bool shapes_agree(const std::vector<TensorDimension>& required, const std::vector<TensorDimension>& given) {
  return std::equal(required.begin(), required.end(), given.begin(), given.end(),
                    [](const TensorDimension& want, const TensorDimension& have) {
                      return want.size == 0 || want.size == have.size;
                    });
}

std::vector<Error> missing_features(const TensorSchema& required, const TensorSchema& schema) {
  std::vector<Error> errors;
  for_each_feature(required, [&](const SetFeature& wanted) {
    std::string what(wanted.set_type);
    what.front() = static_cast<char>(what.front() - 'a' + 'A');
    what += " feature " + in_quotes(wanted.feature.name) + " from set " + in_quotes(wanted.set_name);
    const TensorFeature* const given = same_feature(schema, wanted);
    if (given == nullptr) {
      add_finding(errors, ErrorCode::unknown_name, what + " is missing from given schema", wanted.feature.place);
      return;
    }
    if (wanted.feature.type && (!given->type || given->type_number != wanted.feature.type_number)) {
      add_finding(errors, ErrorCode::component_mismatch,
                  what + " has invalid type: " + (given->type ? std::string(name(*given->type)) : "none") +
                      " instead of " + std::string(name(*wanted.feature.type)),
                  wanted.feature.place);
    }
    if (wanted.feature.has_shape && !shapes_agree(wanted.feature.shape, given->shape)) {
      add_finding(
          errors, ErrorCode::component_mismatch,
          what + " has invalid shape: " + shape_text(given->shape) + " instead of " + shape_text(wanted.feature.shape),
          wanted.feature.place);
    }
  });
  return errors;
}

}  // namespace tuplepack::graph

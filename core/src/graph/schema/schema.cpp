#include "tuplepack/graph/schema/schema.hpp"

#include <algorithm>
#include <set>

namespace tuplepack::graph {

static constexpr std::int64_t exact_limit = std::int64_t{1} << 53;

bool are_sparse_ids(std::int64_t largest, std::int64_t ends) {
  constexpr std::int64_t many = 1'000'000, by_end = 16;
  return largest >= many && largest / by_end >= ends;
}

template <typename Types, typename Count>
static std::vector<std::int64_t> offsets_of(const Types& types, Count count) {
  std::vector<std::int64_t> offsets{0};
  for (const auto& type : types) offsets.push_back(offsets.back() + count(type));
  return offsets;
}

std::vector<std::int64_t> GraphSchema::node_offsets() const {
  return offsets_of(node_types, [](const NodeType& type) { return type.nodes; });
}

std::vector<std::int64_t> GraphSchema::edge_offsets() const {
  return offsets_of(edge_types, [](const EdgeType& type) { return type.edges; });
}

std::int64_t GraphSchema::nodes() const {
  return node_offsets().back();
}

std::int64_t GraphSchema::edges() const {
  return edge_offsets().back();
}

std::string edge_type_name(const GraphSchema& schema, const EdgeType& type) {
  return schema.node_types[type.source].name + ":" + type.relation + ":" + schema.node_types[type.target].name;
}

std::vector<std::string> node_type_names(const GraphSchema& schema) {
  std::vector<std::string> names;
  for (const NodeType& type : schema.node_types) names.push_back(type.name);
  return names;
}

std::vector<std::string> edge_type_names(const GraphSchema& schema) {
  std::vector<std::string> names;
  for (const EdgeType& type : schema.edge_types) names.push_back(edge_type_name(schema, type));
  return names;
}

std::optional<std::size_t> node_type_named(const GraphSchema& schema, std::string_view name) {
  for (std::size_t type = 0; type < schema.node_types.size(); ++type) {
    if (schema.node_types[type].name == name) return type;
  }
  return std::nullopt;
}

std::optional<std::size_t> edge_type_named(const GraphSchema& schema, std::string_view name) {
  for (std::size_t type = 0; type < schema.edge_types.size(); ++type) {
    if (edge_type_name(schema, schema.edge_types[type]) == name) return type;
  }
  return std::nullopt;
}

/// Names become parts of file names and of "source:relation:target".
static Result<void> check_name(std::string_view name, std::string_view what) {
  if (name.empty()) return fail(ErrorCode::empty, "there is " + std::string(what) + " without a name");
  if (name.find_first_of(":/") == std::string_view::npos && name != "." && name != "..") return {};
  return fail(ErrorCode::malformed, "'" + std::string(name) + "' cannot be the name of " + std::string(what));
}

/// The counts of all types, each below the limit, as their total.
static Result<void> check_count(std::int64_t count, std::int64_t limit, std::int64_t& total, const std::string& of) {
  if (count < 0) return fail(ErrorCode::negative, of + " has " + std::to_string(count));
  if (count > limit - total) {
    return fail(ErrorCode::too_large, "more than " + std::to_string(limit) + " in total with " + of);
  }
  total += count;
  return {};
}

static Result<void> check_node_types(const GraphSchema& schema) {
  if (schema.node_types.empty()) return fail(ErrorCode::empty, "the graph has no node type");
  std::set<std::string_view> names;
  std::int64_t total = 0;
  for (const NodeType& type : schema.node_types) {
    if (auto named = check_name(type.name, "a node type"); !named) return named;
    if (!names.insert(type.name).second) return fail(ErrorCode::malformed, "duplicate node type '" + type.name + "'");
    if (auto ok = check_count(type.nodes, max_graph_nodes, total, "the nodes of '" + type.name + "'"); !ok) return ok;
  }
  return {};
}

static Result<void> check_edge_types(const GraphSchema& schema) {
  std::set<std::string> names;
  std::int64_t total = 0;
  for (const EdgeType& type : schema.edge_types) {
    if (auto named = check_name(type.relation, "a relation"); !named) return named;
    if (std::max(type.source, type.target) >= schema.node_types.size()) {
      return fail(ErrorCode::out_of_range, "edge type '" + type.relation + "' refers to an unknown node type");
    }
    const std::string name = edge_type_name(schema, type);
    if (!names.insert(name).second) return fail(ErrorCode::malformed, "duplicate edge type '" + name + "'");
    if (auto ok = check_count(type.edges, exact_limit - 1, total, "the edges of '" + name + "'"); !ok) return ok;
    for (const std::size_t end : {type.source, type.target}) {
      if (type.edges > 0 && schema.node_types[end].nodes == 0) {
        return fail(ErrorCode::out_of_range,
                    "'" + name + "' has edges, but '" + schema.node_types[end].name + "' has no nodes");
      }
    }
  }
  return {};
}

Result<void> check(const GraphSchema& schema) {
  if (auto nodes = check_node_types(schema); !nodes) return nodes;
  return check_edge_types(schema);
}

}  // namespace tuplepack::graph

#include "readout_check.hpp"

#include "schema_findings.hpp"

#include <algorithm>
#include <map>
#include <set>

namespace tuplepack::graph {

static bool is_key_byte(char c) {
  return c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/// Whether a text is a letter, digit or underscore, or several.
static bool is_readout_key(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), is_key_byte);
}

std::string_view readout_set_of(std::string_view edge_set) {
  const std::string_view set = edge_set.substr(0, edge_set.find('/'));
  const bool is_readout = set == readout_name || set.starts_with("_readout:");
  return is_readout && set.size() < edge_set.size() ? set : std::string_view();
}

std::string_view readout_key_of(std::string_view edge_set) {
  const std::string_view set = readout_set_of(edge_set);
  if (set.empty()) return {};
  const std::string_view rest = edge_set.substr(set.size() + 1);
  return rest.substr(0, rest.find('/'));
}

/// The edge sets of a readout structure by key, and by what they read from.
using ReadoutSources = std::map<std::string, std::map<std::string, std::string>>;

static void check_readout_edge_set(const TensorSchema& schema, const TensorEdgeSet& edges, std::string_view node_set,
                                   ReadoutSources& sources, SchemaFindings& findings) {
  const auto wrong = [&](ErrorCode code, const std::string& text, const TextPlace& place) {
    add_finding(findings.errors, code, text, place);
  };
  const std::string_view rest = std::string_view(edges.name).substr(node_set.size() + 1);
  const std::string_view key = readout_key_of(edges.name);
  const bool empty_suffix = key.size() + 1 == rest.size();
  if (!is_readout_key(key) || empty_suffix) {
    return wrong(ErrorCode::malformed, "Malformed auxiliary edge set name: " + in_quotes(edges.name), edges.place);
  }
  if (edges.target.name != node_set) {
    return wrong(ErrorCode::malformed,
                 "Malformed auxiliary edge set " + in_quotes(edges.name) + ": Expected target node set " +
                     in_quotes(node_set) + " but found " + in_quotes(edges.target.name),
                 edges.target.place);
  }
  std::string source = "nodes " + in_quotes(edges.source.name);
  if (edges.source.name.starts_with(shadow_prefix)) {
    const std::string_view shadowed = std::string_view(edges.source.name).substr(shadow_prefix.size());
    source = "edges " + in_quotes(shadowed);
    if (schema.edge_set(shadowed) == nullptr) {
      wrong(ErrorCode::unknown_name,
            "GraphTensor lacks edge set " + in_quotes(shadowed) + " referenced by auxiliary edge set " +
                in_quotes(edges.name),
            edges.source.place);
    }
  }
  const auto [earlier, is_new] = sources[std::string(key)].emplace(source, edges.name);
  if (!is_new) {
    wrong(ErrorCode::malformed,
          "Duplicate readout edge set from " + source + ": " + in_quotes(edges.name) + " vs " +
              in_quotes(earlier->second),
          edges.place);
  }
}

void check_readout(const TensorSchema& schema, SchemaFindings& findings) {
  std::map<std::string, ReadoutSources, std::less<>> structures;
  for (const TensorNodeSet& set : schema.node_sets) {
    if (set.name != readout_name && !set.name.starts_with("_readout:")) continue;
    structures[set.name];
    if (set.name == readout_name || is_readout_key(std::string_view(set.name).substr(readout_name.size() + 1))) {
      continue;
    }
    add_finding(findings.errors, ErrorCode::malformed,
                "Malformed name of readout_node_set. Expected '_readout' or '_readout:'+tag, where tag consists of "
                "letters, digits and underscores; got " +
                    in_quotes(set.name),
                set.place);
  }
  for (const TensorEdgeSet& edges : schema.edge_sets) {
    const std::string_view node_set = readout_set_of(edges.name);
    if (node_set.empty()) continue;
    const auto structure = structures.find(node_set);
    if (structure == structures.end()) {
      add_finding(
          findings.errors, ErrorCode::unknown_name,
          "GraphTensor lacks auxiliary node set " + in_quotes(node_set) + " of edge set " + in_quotes(edges.name),
          edges.place);
    } else {
      check_readout_edge_set(schema, edges, node_set, structure->second, findings);
    }
  }
  for (const auto& structure : structures) {
    const std::string& node_set = structure.first;
    const bool has_edges = std::any_of(schema.edge_sets.begin(), schema.edge_sets.end(),
                                       [&](const TensorEdgeSet& set) { return readout_set_of(set.name) == node_set; });
    if (has_edges) continue;
    add_finding(findings.errors, ErrorCode::missing_column,
                "Found node set " + in_quotes(node_set) + " but no edge sets for readout into it",
                schema.node_set(node_set)->place);
  }
}

}  // namespace tuplepack::graph

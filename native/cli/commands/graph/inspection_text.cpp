#include "inspection.hpp"

#include "tuplepack/formats/numpy/npy_type.hpp"
#include "tuplepack/temporal/access.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

namespace tuplepack::cli {

/// Rows of tables of parts; the rest is told as a number.
static constexpr std::size_t max_rows = 64;
static constexpr std::size_t balance_bar = 16;

/// "feat (float32 × 2)".
static std::string described_feature(std::string_view name, std::string_view type, std::int64_t columns) {
  return columns < 0 ? fmt::format("{} ({})", name, type) : fmt::format("{} ({} × {})", name, type, columns);
}

static std::string features_of_type(const std::vector<graph::FeatureChunks>& features,
                                    const std::vector<graph::FeatureLayout>& layouts, std::size_t type) {
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < features.size(); ++i) {
    if (features[i].type != type) continue;
    texts.push_back(described_feature(features[i].name, formats::npy_type_name(layouts[i].type), layouts[i].columns));
  }
  return join(texts, ", ");
}

static std::string title(const std::string& what, const Terminal& terminal) {
  return bold(what, terminal) + "\n\n";
}

static std::string types_text(std::size_t count) {
  return count == 1 ? "one type" : fmt::format("{} types", count);
}

std::string chunked_text(const ChunkedInspection& found, const Terminal& terminal) {
  const graph::GraphSchema& schema = found.graph.schema;
  std::string text = title(fmt::format("{}: {} of {}, {} of {}", visible(schema.name), counted(schema.nodes(), "node"),
                                       types_text(schema.node_types.size()), counted(schema.edges(), "edge"),
                                       types_text(schema.edge_types.size())),
                           terminal);
  Table nodes{.header = {"node type", "nodes", "features"}, .rows = {}, .left = {true, false, true}, .marked = {}};
  for (std::size_t type = 0; type < schema.node_types.size(); ++type) {
    nodes.rows.push_back({schema.node_types[type].name, grouped(schema.node_types[type].nodes),
                          features_of_type(found.graph.node_features, found.node_features, type)});
  }
  Table edges{.header = {"edge type", "edges", "files", "format", "features"},
              .rows = {},
              .left = {true, false, false, true, true},
              .marked = {}};
  for (std::size_t type = 0; type < schema.edge_types.size(); ++type) {
    const graph::EdgeChunks& chunks = found.graph.edges[type];
    edges.rows.push_back({edge_type_name(schema, schema.edge_types[type]), grouped(schema.edge_types[type].edges),
                          grouped(static_cast<std::int64_t>(chunks.files.size())), std::string(name(chunks.format)),
                          features_of_type(found.graph.edge_features, found.edge_features, type)});
  }
  return text + nodes.text(terminal) + "\n" + edges.text(terminal);
}

/// A number of each part, as a bar relative to the largest.
static std::string balance_of(std::int64_t number, std::int64_t most) {
  return bar(most == 0 ? 0 : static_cast<double>(number) / static_cast<double>(most), balance_bar);
}

static std::string more_parts(std::size_t parts) {
  return parts <= max_rows ? ""
                           : fmt::format("  and {} more; use --json to list all\n",
                                         counted(static_cast<std::int64_t>(parts - max_rows), "part"));
}

std::string assignment_text(const AssignmentInspection& found, const Terminal& terminal) {
  const auto& types = found.schema.node_types;
  const auto parts = static_cast<std::size_t>(found.assignment.parts);
  std::vector<std::int64_t> totals(parts);
  for (std::size_t i = 0; i < found.nodes.size(); ++i) totals[i / types.size()] += found.nodes[i];
  const std::int64_t nodes = std::accumulate(totals.begin(), totals.end(), std::int64_t{0});
  const std::int64_t most = *std::max_element(totals.begin(), totals.end());
  Table table{.header = {"part", "nodes", ""}, .rows = {}, .left = {false, false, true}, .marked = {}};
  for (const graph::NodeType& type : types) table.header.push_back(type.name);
  for (std::size_t part = 0; part < std::min(parts, max_rows); ++part) {
    table.rows.push_back({fmt::format("{}", part), grouped(totals[part]), balance_of(totals[part], most)});
    for (std::size_t type = 0; type < types.size(); ++type) {
      table.rows.back().push_back(grouped(found.nodes[part * types.size() + type]));
    }
  }
  const double mean = static_cast<double>(nodes) / static_cast<double>(parts);
  return title(fmt::format("{} of {} assigned to {}", counted(nodes, "node"), types_text(types.size()),
                           counted(found.assignment.parts, "part")),
               terminal) +
         table.text(terminal) + more_parts(parts) +
         fmt::format("\n  balance      the largest part over the mean: {:.3f}\n",
                     nodes == 0 ? 1.0 : static_cast<double>(most) / mean);
}

std::int64_t FetchPrice::bytes(std::size_t part) const {
  if (row_bytes[part] == 0) return 0;
  const auto volume =
      temporal::access_volume(std::llround(rows[part].requested), std::llround(rows[part].unique), row_bytes[part]);
  return volume ? volume->unique_bytes : 0;
}

static std::string fanout_text(const FetchPrice& price) {
  std::vector<std::string> texts;
  for (const std::int64_t fanout : price.fanouts) texts.push_back(fmt::format("{}", fanout));
  return join(texts, ",");
}

/// The mean and the largest of the parts, and what the estimate assumes.
static std::string price_text(const FetchPrice& price) {
  if (price.rows.empty()) return "";
  std::int64_t sum = 0, most = 0, where = 0;
  for (std::size_t part = 0; part < price.rows.size(); ++part) {
    const std::int64_t bytes = price.bytes(part);
    sum += bytes;
    if (bytes > most) where = static_cast<std::int64_t>(part);
    most = std::max(most, bytes);
  }
  if (most == 0)
    return "\n  per step     no remote features are fetched; --row-bytes N assumes N feature bytes per node\n";
  const auto mean = sum / static_cast<std::int64_t>(price.rows.size());
  return fmt::format(
      "\n  per step     {} with fanout {} fetch {} of remote features (at most {}, part {})\n"
      "               An estimate: every row once, and an index of 4 bytes per request, as `access` counts them;\n"
      "               neighbours of average degree, and no cache.\n",
      counted(price.seeds, "seed"), fanout_text(price), byte_count(mean), byte_count(most), where);
}

static std::string features_text(const std::vector<graph::StoredFeature>& features) {
  std::vector<std::string> texts;
  texts.reserve(features.size());
  for (const graph::StoredFeature& feature : features) {
    texts.push_back(described_feature(feature.name, name(feature.type), feature.columns));
  }
  return texts.empty() ? "none" : join(texts, ", ");
}

static std::string parts_title(const graph::PartsInspection& found, const Terminal& terminal) {
  const graph::PartitionedGraph& graph = found.graph;
  return title(fmt::format("{}: {} of {}, {} of {}, in {}", visible(graph.name), counted(graph.nodes, "node"),
                           types_text(graph.node_types.size()), counted(graph.edges, "edge"),
                           types_text(graph.edge_types.size()), counted(found.quality.parts, "part")),
               terminal);
}

static Table parts_table(const graph::PartsInspection& found, const FetchPrice& price) {
  const graph::PartitionQuality& quality = found.quality;
  std::int64_t max_nodes = 0, max_edges = 0;
  const std::size_t parts = found.graph.parts.size();
  for (std::size_t part = 0; part < parts; ++part) {
    max_nodes = std::max(max_nodes, quality.part_nodes(part));
    max_edges = std::max(max_edges, quality.part_edges(part));
  }
  Table table{.header = {"part", "nodes", "", "edges", "", "HALO", "size", "fetched a step"},
              .rows = {},
              .left = {false, false, true, false, true},
              .marked = {}};
  for (std::size_t part = 0; part < std::min(parts, max_rows); ++part) {
    table.rows.push_back({fmt::format("{}", part), grouped(quality.part_nodes(part)),
                          balance_of(quality.part_nodes(part), max_nodes), grouped(quality.part_edges(part)),
                          balance_of(quality.part_edges(part), max_edges), grouped(quality.halo[part]),
                          byte_count(found.bytes[part]), price.rows.empty() ? "" : byte_count(price.bytes(part))});
  }
  return table;
}

std::string parts_text(const graph::PartsInspection& found, const FetchPrice& price, const Terminal& terminal) {
  const graph::PartitionQuality& quality = found.quality;
  const std::size_t parts = found.graph.parts.size();
  std::string text = parts_title(found, terminal) + parts_table(found, price).text(terminal) + more_parts(parts) + "\n";
  const auto add = [&](std::string_view label, const std::string& what) {
    text += fmt::format("  {:<12} {}\n", label, visible(what));
  };
  add("cut",
      fmt::format("{}, {} of all, end in another part", counted(quality.cut, "edge"), percent(quality.cut_fraction())));
  add("balance", fmt::format("the largest part over the mean: {:.3f} of nodes, {:.3f} of edges", quality.node_balance(),
                             quality.edge_balance()));
  add("replication",
      fmt::format("{:.3f}: nodes with HALO ({}) / nodes", quality.replication(), counted(found.graph.hops, "hop")));
  add("node data", features_text(found.node_features));
  add("edge data", features_text(found.edge_features));
  if (quality.cut > 0 && !quality.flow.empty()) {
    text += "\n  edges between parts\n" + matrix_text(quality.flow, parts, terminal.width);
  }
  return text + price_text(price);
}

/// "3 … 5": the first and the last.
static std::string ids_text(graph::OwnedRange range) {
  return range.size() == 0 ? "none" : fmt::format("{} … {}", grouped(range.begin), grouped(range.end - 1));
}

std::string part_text(const graph::PartsInspection& found, const FetchPrice& price, std::size_t part,
                      const Terminal& terminal) {
  const graph::PartitionQuality& quality = found.quality;
  const graph::PartitionedGraph& graph = found.graph;
  std::string text =
      title(fmt::format("{}, part {} of {}: {}, {} and {}", visible(graph.name), part, quality.parts,
                        counted(quality.part_nodes(part), "node"), counted(quality.part_edges(part), "edge"),
                        counted(quality.halo[part], "HALO node")),
            terminal);
  Table nodes{.header = {"node type", "nodes", "ids", "HALO"}, .rows = {}, .left = {true}, .marked = {}};
  for (std::size_t type = 0; type < graph.node_types.size(); ++type) {
    const graph::OwnedRange range = graph.node_types[type].ranges[part];
    nodes.rows.push_back({graph.node_types[type].name, grouped(range.size()), ids_text(range),
                          grouped(found.halo_types[part * graph.node_types.size() + type])});
  }
  Table edges{.header = {"edge type", "edges", "ids"}, .rows = {}, .left = {true}, .marked = {}};
  for (const graph::PartitionedType& type : graph.edge_types) {
    const graph::OwnedRange range = type.ranges[part];
    edges.rows.push_back({type.name, grouped(range.size()), ids_text(range)});
  }
  text += nodes.text(terminal) + "\n" + edges.text(terminal);
  if (!quality.flow.empty()) {
    const auto parts = static_cast<std::size_t>(quality.parts);
    Table others{
        .header = {"other part", "edges from it", "edges to it", "HALO nodes"}, .rows = {}, .left = {}, .marked = {}};
    for (std::size_t other = 0; other < parts && others.rows.size() < max_rows; ++other) {
      if (other == part) continue;
      others.rows.push_back({fmt::format("{}", other), grouped(quality.flow[other * parts + part]),
                             grouped(quality.flow[part * parts + other]),
                             grouped(found.halo_owners[part * parts + other])});
    }
    if (!others.rows.empty()) text += "\n" + others.text(terminal);
  }
  text += "\n";
  if (found.outer_edges[part] > 0) {
    text += fmt::format("  also stored  {} owned by other parts\n", counted(found.outer_edges[part], "edge"));
  }
  text += fmt::format("  size         {} in its files\n", byte_count(found.bytes[part]));
  if (!price.rows.empty()) {
    text += fmt::format(
        "  per step     {} with fanout {} fetch {} from other parts:\n"
        "               {} and {} of {}\n",
        counted(price.seeds, "seed"), fanout_text(price), byte_count(price.bytes(part)),
        counted(std::llround(price.rows[part].requested), "request"),
        counted(std::llround(price.rows[part].unique), "unique row"), counted(price.row_bytes[part], "byte"));
  }
  return text;
}

}  // namespace tuplepack::cli

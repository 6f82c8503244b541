#include "schema_report.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace tuplepack::cli {

static std::string finding_lines(const std::vector<reports::FileFinding>& findings, std::string_view label) {
  std::string text;
  for (const reports::FileFinding& finding : findings) {
    const Error& error = finding.error;
    const std::string place = error.line > 0 ? fmt::format(":{}:{}", error.line, error.column) : "";
    text += fmt::format("  {:<12} {}{}: {}\n", label, visible(finding.file), place, error.message);
  }
  return text;
}

static std::string findings_text(const reports::FileFindings& findings) {
  const auto number = [](const std::vector<reports::FileFinding>& all, std::string_view noun) {
    return all.empty() ? fmt::format("no {}s", noun) : counted(static_cast<std::int64_t>(all.size()), noun);
  };
  return fmt::format("\n  {:<12} {}, {}\n", "check", number(findings.errors, "error"),
                     number(findings.warnings, "warning")) +
         finding_lines(findings.errors, "error") + finding_lines(findings.warnings, "warning");
}

/// Without the columns that have nothing in any row.
static Table without_empty_columns(const Table& table) {
  Table kept;
  kept.rows.resize(table.rows.size());
  for (std::size_t column = 0; column < table.header.size(); ++column) {
    const bool is_empty = std::all_of(table.rows.begin(), table.rows.end(),
                                      [&](const std::vector<std::string>& row) { return row[column].empty(); });
    if (is_empty) continue;
    kept.header.push_back(table.header[column]);
    kept.left.push_back(table.left[column]);
    for (std::size_t row = 0; row < table.rows.size(); ++row) kept.rows[row].push_back(table.rows[row][column]);
  }
  return kept;
}

static std::string sets_title(const graph::TensorSchema& schema) {
  const auto count = [](std::size_t number, std::string_view noun) {
    return counted(static_cast<std::int64_t>(number), noun);
  };
  std::size_t features = schema.context ? schema.context->features.size() : 0;
  for (const graph::TensorNodeSet& set : schema.node_sets) features += set.features.size();
  for (const graph::TensorEdgeSet& set : schema.edge_sets) features += set.features.size();
  return fmt::format("graph schema: {}, {}, {}", count(schema.node_sets.size(), "node set"),
                     count(schema.edge_sets.size(), "edge set"), count(features, "feature"));
}

static std::string table_of(const graph::SetMetadata& metadata) {
  const bool is_reversed = std::any_of(metadata.extra.begin(), metadata.extra.end(), [](const auto& pair) {
    return pair.first == "edge_type" && pair.second == "reversed";
  });
  return (metadata.filename.empty() ? metadata.bigquery : metadata.filename) + (is_reversed ? " (reversed)" : "");
}

static std::string cardinality_of(const graph::SetMetadata& metadata) {
  return metadata.cardinality ? grouped(*metadata.cardinality) : "";
}

static void add_feature_rows(Table& table, const std::string& set, const std::vector<graph::TensorFeature>& features) {
  for (const graph::TensorFeature& feature : features) {
    const std::string type(feature.type ? name(*feature.type) : "none");
    table.rows.push_back({set, feature.name, type, feature.unknown_rank ? "unknown" : shape_text(feature.shape),
                          visible(feature.description, 60)});
  }
}

std::string schema_text(const graph::TensorSchema& schema, const reports::FileFindings& findings,
                        const Terminal& terminal) {
  Table nodes{.header = {"node set", "nodes", "table"}, .rows = {}, .left = {true, false, true}, .marked = {}};
  Table edges{.header = {"edge set", "source", "target", "edges", "table"},
              .rows = {},
              .left = {true, true, true, false, true},
              .marked = {}};
  Table features{.header = {"set", "feature", "type", "shape", "description"},
                 .rows = {},
                 .left = {true, true, true, true, true},
                 .marked = {}};
  if (schema.context) add_feature_rows(features, "context", schema.context->features);
  for (const graph::TensorNodeSet& set : schema.node_sets) {
    nodes.rows.push_back({set.name, cardinality_of(set.metadata), table_of(set.metadata)});
    add_feature_rows(features, set.name, set.features);
  }
  for (const graph::TensorEdgeSet& set : schema.edge_sets) {
    edges.rows.push_back(
        {set.name, set.source.name, set.target.name, cardinality_of(set.metadata), table_of(set.metadata)});
    add_feature_rows(features, set.name, set.features);
  }
  std::string text = bold(sets_title(schema), terminal) + "\n";
  for (const Table& table : {nodes, edges, features}) {
    if (!table.rows.empty()) text += "\n" + without_empty_columns(table).text(terminal);
  }
  return text + findings_text(findings);
}

/// What a spec samples for one seed at most.
static std::string max_text(const graph::SamplingSpec& spec, const graph::SamplingPlan& plan) {
  const std::int64_t edges = reports::max_edges(plan);
  const std::string_view seed = spec.links ? "pair of seeds" : "seed";
  std::string text = fmt::format("\n  {:<12} {} and {} for one {}\n", "at most", counted(edges, "edge"),
                                 counted(edges + (spec.links ? 2 : 1), "node"), seed);
  if (plan.hops.empty() || plan.hops.front().target.empty()) return text;
  std::vector<std::string> sets;
  for (const graph::ReachedNodes& reached : reached_nodes(spec, plan)) {
    sets.push_back(fmt::format("{} {}", visible(reached.node_set), grouped(reached.nodes)));
  }
  return text + fmt::format("  {:<12} {}\n", "nodes", join(sets, ", "));
}

std::string spec_text(const graph::SamplingSpec& spec, const graph::SamplingPlan& plan,
                      const reports::FileFindings& findings, const Terminal& terminal) {
  Table hops{
      .header = {"hop", "inputs", "edge set", "source", "target", "strategy", "size", "most nodes", "most edges"},
      .rows = {},
      .left = {true, true, true, true, true, true},
      .marked = {}};
  hops.left.resize(hops.header.size());
  for (const graph::SamplingHop& hop : plan.hops) {
    const graph::SamplingOp& op = spec.ops[hop.op];
    std::vector<std::string> inputs;
    for (const graph::TensorReference& input : op.inputs) inputs.push_back(input.name);
    const graph::SamplingStrategy strategy = op.strategy.value_or(graph::SamplingStrategy::top_k);
    hops.rows.push_back({op.name, join(inputs, ", "), op.edge_set.name, hop.source, hop.target,
                         std::string(name(strategy)), grouped(op.sample_size), grouped(hop.nodes), grouped(hop.edges)});
  }
  const std::string seeds = plan.seed_set.empty() ? "" : fmt::format(" of {}", visible(plan.seed_set));
  std::string text =
      bold(fmt::format("sampling spec: {} from {}{}", counted(static_cast<std::int64_t>(spec.ops.size()), "hop"),
                       spec.links ? "pairs of seeds" : "seeds", seeds),
           terminal) +
      "\n";
  if (!hops.rows.empty()) text += "\n" + without_empty_columns(hops).text(terminal);
  if (!hops.rows.empty() && plan.findings.errors.empty()) text += max_text(spec, plan);
  return text + findings_text(findings);
}

}  // namespace tuplepack::cli

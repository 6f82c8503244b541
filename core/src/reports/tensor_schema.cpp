#include "tuplepack/reports/tensor_schema.hpp"

#include "tuplepack/base/limits.hpp"
#include "tuplepack/formats/json/json_writer.hpp"

#include <algorithm>
#include <array>

namespace tuplepack::reports {

void FileFindings::add(const std::string& file, const graph::SchemaFindings& findings) {
  for (const Error& error : findings.errors) errors.push_back({file, error});
  for (const Error& warning : findings.warnings) warnings.push_back({file, warning});
}

std::int64_t max_edges(const graph::SamplingPlan& plan) {
  std::int64_t edges = 0;
  for (const graph::SamplingHop& hop : plan.hops) edges = std::min(edges + hop.edges, max_exact);
  return edges;
}

static void write_finding_list(formats::JsonWriter& json, std::string_view key,
                               const std::vector<FileFinding>& findings) {
  json.array(key, [&] {
    for (const FileFinding& finding : findings) {
      json.object([&] {
        json.field("file", finding.file);
        json.field("line", finding.error.line > 0 ? std::optional(finding.error.line) : std::nullopt);
        json.field("column", finding.error.line > 0 ? std::optional(finding.error.column) : std::nullopt);
        json.field("code", name(finding.error.code));
        json.field("message", finding.error.message);
      });
    }
  });
}

static void write_file_findings(formats::JsonWriter& json, const FileFindings& findings) {
  json.field("valid", findings.errors.empty());
  write_finding_list(json, "errors", findings.errors);
  write_finding_list(json, "warnings", findings.warnings);
}

static void write_tensor_features(formats::JsonWriter& json, const std::vector<graph::TensorFeature>& features) {
  json.array("features", [&] {
    for (const graph::TensorFeature& feature : features) {
      json.object([&] {
        json.field("name", feature.name);
        json.field("type", feature.type ? std::optional(name(*feature.type)) : std::nullopt);
        if (feature.unknown_rank) {
          json.field("shape", nullptr);
        } else {
          json.array("shape", [&] {
            for (const graph::TensorDimension& dimension : feature.shape) json.value(dimension.size);
          });
        }
        json.field("description", feature.description);
        json.field("source", feature.source);
      });
    }
  });
}

static void write_set_metadata(formats::JsonWriter& json, const graph::SetMetadata& metadata) {
  json.field("filename", metadata.filename);
  json.field("cardinality", metadata.cardinality);
  json.array("extra", [&] {
    for (const auto& pair : metadata.extra) json.value(std::array{pair.first, pair.second});
  });
}

static void write_names(formats::JsonWriter& json, std::string_view key,
                        const std::vector<graph::TensorReference>& references) {
  json.array(key, [&] {
    for (const graph::TensorReference& reference : references) json.value(reference.name);
  });
}

static std::string_view origin_name(graph::GraphOrigin origin) {
  static constexpr std::array<std::string_view, 4> names = {"undefined", "full", "subgraph", "random_walks"};
  return names[static_cast<std::size_t>(origin)];
}

std::string schema_json(const graph::TensorSchema& schema, const FileFindings& findings) {
  return formats::json_line([&](formats::JsonWriter& json) {
    json.field("schema", "tuplepack.schema/1");
    json.field("kind", "graph_schema");
    json.array("sets", [&] {
      if (schema.context) {
        json.object([&] {
          json.field("kind", "context");
          write_tensor_features(json, schema.context->features);
          write_set_metadata(json, schema.context->metadata);
        });
      }
      for (const graph::TensorNodeSet& set : schema.node_sets) {
        json.object([&] {
          json.field("kind", "nodes");
          json.field("name", set.name);
          json.field("description", set.description);
          write_tensor_features(json, set.features);
          write_names(json, "context", set.context);
          write_set_metadata(json, set.metadata);
        });
      }
      for (const graph::TensorEdgeSet& set : schema.edge_sets) {
        json.object([&] {
          json.field("kind", "edges");
          json.field("name", set.name);
          json.field("source", set.source.name);
          json.field("target", set.target.name);
          json.field("description", set.description);
          write_tensor_features(json, set.features);
          write_names(json, "context", set.context);
          write_set_metadata(json, set.metadata);
        });
      }
    });
    json.field("origin", origin_name(schema.origin));
    write_names(json, "root_sets", schema.root_sets);
    write_file_findings(json, findings);
  });
}

static void write_reached(formats::JsonWriter& json, const graph::SamplingSpec& spec, const graph::SamplingPlan& plan) {
  const bool is_known = !plan.hops.empty() && !plan.hops.front().target.empty() && plan.findings.errors.empty();
  if (!is_known) return;
  for (const graph::ReachedNodes& reached : reached_nodes(spec, plan)) {
    json.object([&] {
      json.field("node_set", reached.node_set);
      json.field("nodes", reached.nodes);
    });
  }
}

std::string spec_json(const graph::SamplingSpec& spec, const graph::SamplingPlan& plan, const FileFindings& findings) {
  const auto text_or_none = [](const std::string& text) {
    return text.empty() ? std::nullopt : std::optional<std::string_view>(text);
  };
  return formats::json_line([&](formats::JsonWriter& json) {
    json.field("schema", "tuplepack.schema/1");
    json.field("kind", "sampling_spec");
    json.object("seeds", [&] {
      json.field("op", spec.seed_op);
      json.field("node_set", text_or_none(plan.seed_set));
      json.field("links", spec.links);
    });
    json.array("hops", [&] {
      for (const graph::SamplingHop& hop : plan.hops) {
        const graph::SamplingOp& op = spec.ops[hop.op];
        json.object([&] {
          json.field("op", op.name);
          write_names(json, "inputs", op.inputs);
          json.field("edge_set", op.edge_set.name);
          json.field("source", text_or_none(hop.source));
          json.field("target", text_or_none(hop.target));
          json.field("strategy", name(op.strategy.value_or(graph::SamplingStrategy::top_k)));
          json.field("sample_size", op.sample_size);
          json.field("most_nodes", hop.nodes);
          json.field("most_edges", hop.edges);
        });
      }
    });
    json.field("most_edges", max_edges(plan));
    json.array("most_nodes", [&] { write_reached(json, spec, plan); });
    write_file_findings(json, findings);
  });
}

}  // namespace tuplepack::reports

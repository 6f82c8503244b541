#include "tuplepack/reports/partition.hpp"
#include "ranks.hpp"
#include "reports.hpp"
#include "shared.hpp"

#include <fmt/format.h>

namespace tuplepack::cli {

static std::string balance_cell(double balance) {
  return fmt::format("{:.3f}", balance);
}

/// Largest part / mean, of everything that can be balanced: in the order of ids, and now.
static Table balance_table(const reports::PartitionReport& report, std::span<const std::int64_t> labels) {
  Table table{.header = {"largest part / mean", "before", "after"}, .rows = {}, .left = {true}, .marked = {}};
  const auto add = [&](std::string what, double before, double after) {
    table.rows.push_back({std::move(what), balance_cell(before), balance_cell(after)});
  };
  add("nodes", report.before.node_balance(), report.after.node_balance());
  const auto& types = report.schema.node_types;
  for (std::size_t type = 0; types.size() > 1 && type < types.size(); ++type) {
    add("nodes of " + types[type].name, report.before.node_balance(type), report.after.node_balance(type));
  }
  add("edges, by destination", report.before.edge_balance(), report.after.edge_balance());
  const auto& edge_types = report.schema.edge_types;
  for (std::size_t type = 0; report.edge_types && type < edge_types.size(); ++type) {
    add("edges " + visible(edge_type_name(report.schema, edge_types[type])), report.before.edge_balance(type),
        report.after.edge_balance(type));
  }
  for (std::size_t label = 0; label < labels.size() && label < 8; ++label) {
    const std::string of = types.size() > 1 ? " of " + visible(types[report.label_types[label]].name) : "";
    table.rows.push_back({fmt::format("label {}{}", labels[label], of), "", balance_cell(report.label_balance[label])});
  }
  return table;
}

std::string partition_text(const reports::PartitionReport& report, std::span<const std::int64_t> labels,
                           const std::string& output, const RanksCost& cost, const Terminal& terminal) {
  const graph::PartitionQuality& quality = report.after;
  std::string text = bold(fmt::format("{} and {} → {}: {} of edges cut", counted(quality.total_nodes(), "node"),
                                      counted(quality.total_edges(), "edge"), counted(quality.parts, "part"),
                                      percent(quality.cut_fraction())),
                          terminal) +
                     "\n\n" + balance_table(report, labels).text(terminal) + "\n";
  const auto add = [&](std::string_view label, std::string_view what) {
    text += fmt::format("  {:<12} {}\n", label, what);
  };
  add("method",
      fmt::format("{}, balancing {} to {}", name(report.method), join(report.balanced, ", "), report.imbalance));
  if (report.heavy) {
    const reports::HeavyNode& heavy = *report.heavy;
    const graph::GraphSchema& schema = report.schema;
    const std::int64_t all = heavy.edge_type ? schema.edge_types[*heavy.edge_type].edges : quality.total_edges();
    const double share = static_cast<double>(heavy.edges * quality.parts) / static_cast<double>(all);
    const std::string kind =
        heavy.edge_type ? " " + visible(edge_type_name(schema, schema.edge_types[*heavy.edge_type])) : "";
    add("limit",
        fmt::format("out of reach: node {} of {} alone has {}{}, {:.3f} times the mean per part", grouped(heavy.id),
                    visible(schema.node_types[heavy.type].name), counted(heavy.edges, "edge"), kind, share));
  }
  add("cut", fmt::format("{}; {} when split into contiguous id ranges", counted(quality.cut, "edge"),
                         percent(report.before.cut_fraction())));
  add("replication", fmt::format("{:.3f}: nodes with HALO / nodes", quality.replication()));
  add("wrote", visible(output));
  add("time", fmt::format("{} (reading {}, assigning {}, counting {})",
                          duration(report.read_seconds + report.cut_seconds + report.count_seconds),
                          duration(report.read_seconds), duration(report.cut_seconds), duration(report.count_seconds)));
  add("memory", byte_count(report.peak_bytes) + " at most");
  if (!cost.is_one()) add("ranks", ranks_text(cost));
  return text;
}

static void write_quality(formats::JsonWriter& json, const graph::GraphSchema& schema,
                          const graph::PartitionQuality& quality) {
  json.field("cut", quality.cut);
  json.field("cut_fraction", quality.cut_fraction());
  json.field("node_balance", quality.node_balance());
  json.object("type_balance", [&] {
    for (std::size_t type = 0; type < schema.node_types.size(); ++type) {
      json.field(schema.node_types[type].name, quality.node_balance(type));
    }
  });
  json.field("edge_balance", quality.edge_balance());
  json.object("edge_type_balance", [&] {
    for (std::size_t type = 0; type < schema.edge_types.size(); ++type) {
      json.field(edge_type_name(schema, schema.edge_types[type]), quality.edge_balance(type));
    }
  });
}

static void write_heavy_node(formats::JsonWriter& json, const reports::PartitionReport& report) {
  if (!report.heavy) return json.field("heavy_node", nullptr);
  const reports::HeavyNode& heavy = *report.heavy;
  const graph::GraphSchema& schema = report.schema;
  json.object("heavy_node", [&] {
    json.field("type", schema.node_types[heavy.type].name);
    json.field("node", heavy.id);
    json.field("edges", heavy.edges);
    json.field("edge_type", heavy.edge_type ? std::optional(edge_type_name(schema, schema.edge_types[*heavy.edge_type]))
                                            : std::nullopt);
  });
}

std::string partition_json(const reports::PartitionReport& report, std::span<const std::int64_t> labels,
                           const std::string& output, const RanksCost& cost) {
  const graph::PartitionQuality& quality = report.after;
  return formats::json_line([&](formats::JsonWriter& json) {
    json.field("schema", "tuplepack.partition/1");
    json.object("graph", [&] {
      json.field("name", report.schema.name);
      json.field("nodes", quality.total_nodes());
      json.field("edges", quality.total_edges());
    });
    json.field("method", name(report.method));
    json.field("parts", quality.parts);
    json.field("seed", static_cast<std::int64_t>(report.seed));
    json.field("balanced", report.balanced);
    json.field("imbalance", report.imbalance);
    json.object("metrics", [&] {
      write_quality(json, report.schema, quality);
      json.field("replication", quality.replication());
      json.array("label_balance", [&] {
        for (std::size_t label = 0; label < labels.size(); ++label) {
          json.object([&] {
            json.field("type", report.schema.node_types[report.label_types[label]].name);
            json.field("label", labels[label]);
            json.field("balance", report.label_balance[label]);
          });
        }
      });
      write_heavy_node(json, report);
      json.field("seconds", report.read_seconds + report.cut_seconds + report.count_seconds);
      json.field("read_seconds", report.read_seconds);
      json.field("cut_seconds", report.cut_seconds);
      json.field("count_seconds", report.count_seconds);
      json.field("peak_bytes", report.peak_bytes);
    });
    json.object("before", [&] { write_quality(json, report.schema, report.before); });
    json.array("part_sizes", [&] {
      for (std::size_t part = 0; part < static_cast<std::size_t>(quality.parts); ++part) {
        json.object([&] {
          json.field("nodes", quality.part_nodes(part));
          json.field("halo", quality.halo[part]);
          json.field("edges", quality.part_edges(part));
        });
      }
    });
    write_ranks(json, cost);
    json.field("output", output);
  });
}

}  // namespace tuplepack::cli

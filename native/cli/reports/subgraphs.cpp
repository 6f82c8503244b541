#include "subgraphs.hpp"

#include "tuplepack/formats/json/json_writer.hpp"

#include <fmt/format.h>

namespace tuplepack::cli {

static double ratio_of(std::int64_t total, std::int64_t count) {
  return count == 0 ? 0 : static_cast<double>(total) / static_cast<double>(count);
}

double SubgraphsReport::redundancy() const {
  std::int64_t total = 0, distinct = 0;
  for (const SampledSet& set : sets) {
    if (!set.of_nodes) continue;
    total += set.total;
    distinct += set.distinct;
  }
  return ratio_of(total, distinct);
}

/// "paper", or "1,000 seeds of paper".
static std::string around_what(const SubgraphsReport& report) {
  const std::string set = visible(report.seed_set);
  return report.seeds == report.subgraphs ? set : fmt::format("{} of {}", counted(report.seeds, "seed"), set);
}

std::string subgraphs_text(const SubgraphsReport& report, const Terminal& terminal) {
  Table table{
      .header = {"set", "mean", "total", "in the graph", "redundancy"}, .rows = {}, .left = {true}, .marked = {}};
  for (const SampledSet& set : report.sets) {
    table.rows.push_back({(set.of_nodes ? "nodes/" : "edges/") + set.name,
                          fmt::format("{:.1f}", ratio_of(set.total, report.subgraphs)), grouped(set.total),
                          grouped(set.in_graph),
                          set.of_nodes ? fmt::format("{:.2f}", ratio_of(set.total, set.distinct)) : ""});
  }
  std::string text =
      bold(fmt::format("{} around {} → {}, {}", counted(report.subgraphs, "subgraph"), around_what(report),
                       counted(static_cast<std::int64_t>(report.files.size()), "file"), byte_count(report.bytes)),
           terminal) +
      "\n\n" + table.text(terminal) + "\n";
  const auto add = [&](std::string_view label, std::string_view what) {
    text += fmt::format("  {:<11} {}\n", label, what);
  };
  add("redundancy", fmt::format("{:.2f} (mean number of subgraphs per sampled node)", report.redundancy()));
  add("features", report.features);
  add("readout", report.readout);
  add("wrote", first_and_last(report.files));
  add("schema", visible(report.schema));
  if (report.resumed_shards > 0) add("kept", counted(report.resumed_shards, "shard") + " of an interrupted run");
  if (!report.ranks.is_one()) add("ranks", ranks_text(report.ranks));
  add("time", duration(report.seconds));
  return text;
}

static void write_set(formats::JsonWriter& json, const SubgraphsReport& report, const SampledSet& set) {
  json.new_line();
  json.object([&] {
    json.field("set", (set.of_nodes ? "nodes/" : "edges/") + set.name);
    json.field("mean", ratio_of(set.total, report.subgraphs));
    json.field("total", set.total);
    if (set.of_nodes) json.field("distinct", set.distinct);
    json.field("in_graph", set.in_graph);
    if (set.dangling > 0) json.field(set.of_nodes ? "added" : "dropped", set.dangling);
  });
}

std::string subgraphs_json(const SubgraphsReport& report) {
  return formats::json_line([&](formats::JsonWriter& json) {
    json.field("schema", "tuplepack.subgraphs/1");
    json.field("seed_set", report.seed_set);
    json.field("seeds", report.seeds);
    json.field("subgraphs", report.subgraphs);
    if (report.dropped_seeds > 0) json.field("dropped_seeds", report.dropped_seeds);
    json.array("ops", [&] {
      for (const SampledOp& op : report.ops) {
        json.new_line();
        json.object([&] {
          json.field("op", op.name);
          json.field("edge_set", op.edge_set);
          json.field("strategy", op.strategy);
          json.field("sample_size", op.sample_size);
        });
      }
    });
    json.new_line();
    json.array("sizes", [&] {
      for (const SampledSet& set : report.sets) write_set(json, report, set);
    });
    json.new_line();
    json.field("features", report.features);
    json.field("readout", report.readout);
    json.field("redundancy", report.redundancy());
    json.field("bytes", report.bytes);
    json.field("files", report.files);
    json.field("records_schema", report.schema);
    json.field("resumed_shards", report.resumed_shards);
    write_ranks(json, report.ranks);
    json.field("seconds", report.seconds);
  });
}

}  // namespace tuplepack::cli

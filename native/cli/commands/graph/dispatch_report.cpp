#include "dispatch_report.hpp"

#include "graph/dispatch/documents.hpp"
#include "tuplepack/graph/partition/quality.hpp"

#include <fmt/format.h>

namespace tuplepack::cli {

static double replication_of(const DispatchReport& report) {
  return graph::replication(report.schema.nodes(), report.done.size.plan.halo_nodes);
}

static Table part_table(const DispatchReport& report) {
  const graph::DispatchSize& size = report.done.size;
  const bool outer = report.options.stored.outer();
  Table table{.header = {"part", "inner nodes", "HALO", "edges"}, .rows = {}, .left = {true}, .marked = {}};
  if (outer) table.header.emplace_back("of others");
  table.header.emplace_back("size");
  for (std::size_t part = 0; part < size.part_bytes.size(); ++part) {
    const graph::PartSizes sizes = part_sizes(size.plan, report.options.stored, part);
    auto& row = table.rows.emplace_back();
    row = {std::to_string(part), grouped(sizes.inner_nodes), grouped(sizes.halo_nodes), grouped(sizes.inner_edges)};
    if (outer) row.push_back(grouped(sizes.outer_edges));
    row.push_back(byte_count(size.part_bytes[part]));
  }
  return table;
}

std::string dispatch_text(const DispatchReport& report, const Terminal& terminal) {
  const graph::Dispatched& done = report.done;
  if (done.was_complete) {
    return fmt::format("{} is complete: it was written from the same input with the same options. Nothing to do.\n",
                       visible(report.folder));
  }
  const graph::DispatchSize& size = done.size;
  const auto parts = static_cast<std::int64_t>(size.part_bytes.size());
  std::string text =
      bold(fmt::format("{} and {} → {}, {}", counted(report.schema.nodes(), "node"),
                       counted(report.schema.edges(), "edge"), counted(parts, "part"), byte_count(size.bytes)),
           terminal) +
      "\n\n" + part_table(report).text(terminal) + "\n";
  const auto add = [&](std::string_view label, std::string_view what) {
    text += fmt::format("  {:<12} {}\n", label, what);
  };
  const std::string per_rank = report.cost.is_one() ? "" : " per rank";
  add("replication", fmt::format("{:.3f}: nodes with HALO / nodes", replication_of(report)));
  if (report.is_dry()) {
    add("output", fmt::format("{} bytes, and up to {} for temporary files", grouped(size.bytes),
                              byte_count(size.temporary_bytes)));
    add("memory", "up to " + byte_count(size.memory) + per_rank);
    add("wrote", "nothing: --dry-run");
  } else {
    if (done.resumed_parts > 0) {
      add("kept", counted(done.resumed_parts, "part") + " of an interrupted run");
    }
    add("wrote", fmt::format("{} (metadata.json, manifest.json and {})", visible(report.folder),
                             parts == 1 ? "part0" : fmt::format("part0 … part{}", parts - 1)));
    add("memory", byte_count(report.peak_memory) + per_rank);
  }
  if (!report.cost.is_one()) add("ranks", ranks_text(report.cost));
  add("time", duration(report.seconds));
  return text;
}

static void write_metrics(formats::JsonWriter& json, const DispatchReport& report) {
  const graph::Dispatched& done = report.done;
  json.object("metrics", [&] {
    if (!done.was_complete) {
      json.field("bytes", done.size.bytes);
      json.field("temporary_bytes", done.size.temporary_bytes);
      json.field("memory", done.size.memory);
      json.field("replication", replication_of(report));
      json.field("resumed_parts", done.resumed_parts);
    }
    json.field("was_complete", done.was_complete);
    json.field("seconds", report.seconds);
    json.field("peak_bytes", report.peak_memory);
    write_ranks(json, report.cost);
  });
}

static void write_sizes(formats::JsonWriter& json, const DispatchReport& report) {
  const graph::DispatchSize& size = report.done.size;
  json.field("schema", "tuplepack.dispatch/1");
  graph::write_graph(json, report.schema);
  json.field("parts", size.part_bytes.size());
  const graph::PartFiling& filing = report.options.filing;
  json.field("format", name(filing.format));
  if (filing.forms != graph::EdgeForms{}) json.field("graph_formats", names(filing.forms));
  json.array("part_sizes", [&] {
    for (std::size_t part = 0; part < size.part_bytes.size(); ++part) {
      const graph::PartSizes sizes = part_sizes(size.plan, report.options.stored, part);
      write_part_sizes(json, sizes, size.part_bytes[part]);
    }
  });
}

std::string dispatch_json(const DispatchReport& report) {
  std::string text;
  formats::JsonWriter json(text);
  json.object([&] {
    if (report.is_dry()) write_sizes(json, report);
    json.field("dry_run", report.is_dry());
    write_metrics(json, report);
  });
  if (report.is_dry()) return text + "\n";
  const std::string& manifest = report.done.manifest;
  return manifest.substr(0, manifest.rfind('}')) + "," + text.substr(1) + "\n";
}

}  // namespace tuplepack::cli

#include "reports.hpp"
#include "shared.hpp"

namespace tuplepack::cli {

static void write_bound(formats::JsonWriter& json, const packing::LowerBound& bound, const packing::Histogram& source) {
  json.object("lower_bound", [&] {
    json.field("packs", bound.packs);
    json.field("name", bound.name);
    json.field("component", component_of(bound, source.components));
  });
}

static void write_found(formats::JsonWriter& json, const SearchReport& report, const packing::Candidate& candidate) {
  json.object([&] {
    json.field("limits", candidate.limits);
    json.field("cost", candidate.cost);
    json.field("packs", candidate.packs);
    write_bound(json, candidate.bound, report.source);
    json.field("gap", candidate.gap());
    json.field("efficiency", candidate.efficiency);
    json.field("measure", candidate.measure);
    json.field("at_most", candidate.at_most);
    json.field("method", candidate.method);
    json.field("command", pack_command(report, candidate));
  });
}

static void write_open(formats::JsonWriter& json, const SearchReport& report, const packing::Candidate& candidate) {
  json.object([&] {
    json.field("limits", candidate.limits);
    json.field("cost", candidate.cost);
    write_bound(json, candidate.bound, report.source);
    json.field("at_most", candidate.at_most);
  });
}

static void write_ruled_out(formats::JsonWriter& json, const SearchReport& report, const packing::RuledOut& box) {
  json.object([&] {
    json.field("first", box.first);
    json.field("last", box.last);
    write_bound(json, box.bound, report.source);
    json.field("at_most", box.at_most);
  });
}

static std::string_view question_of(const SearchReport& report) {
  return report.target ? "target" : report.packs ? "packs" : report.front ? "pareto" : "best";
}

static void write_question(formats::JsonWriter& json, const SearchReport& report) {
  json.field("question", question_of(report));
  json.field("target", report.target);
  json.field("packs", report.packs);
  json.field("items", report.items);
  json.field("measure", report.options.per_component ? "least" : "harmonic-mean");
  json.field("weights", report.options.weights);
  write_depth(json, report.options.depth);
  write_ranges(json, report.search.ranges);
}

static void write_metrics(formats::JsonWriter& json, const SearchReport& report) {
  const packing::Search& search = report.search;
  const bool is_best = question_of(report) == "best";
  json.object("metrics", [&] {
    json.field("found", search.found.size());
    json.field("open", search.open.size());
    json.field("complete", search.complete);
    json.field("ended", name(report.ended));
    json.field("proved", search.proved());
    json.field("boxes", search.boxes);
    json.field("ruled_out", search.boxes_ruled_out);
    json.field("looked_at_below", search.complete || is_best ? std::nullopt : std::optional(search.looked_at_below));
    json.field("at_most", is_best ? std::optional(search.at_most) : std::nullopt);
    json.field("seconds", report.seconds);
  });
}

std::string search_json(const SearchReport& report) {
  const packing::Search& search = report.search;
  return formats::json_line([&](formats::JsonWriter& json) {
    json.field("schema", "tuplepack.search/1");
    write_histogram(json, report.source);
    write_question(json, report);
    write_metrics(json, report);
    json.array("found", [&] {
      for (const packing::Candidate& candidate : search.found) write_found(json, report, candidate);
    });
    json.array("open", [&] {
      for (const packing::Candidate& candidate : search.open) write_open(json, report, candidate);
    });
    json.array("ruled_out", [&] {
      for (const packing::RuledOut& box : search.ruled_out) write_ruled_out(json, report, box);
    });
    json.key("best");
    if (!report.best || report.best->found.empty()) return json.value(nullptr);
    write_found(json, report, report.best->found[0]);
  });
}

}  // namespace tuplepack::cli

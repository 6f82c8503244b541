#include "shared.hpp"

#include "cli/output/text.hpp"

#include <fmt/format.h>

namespace tuplepack::cli {

std::optional<std::string> heuristic_of(const packing::Packed& packed, std::span<const std::string> components) {
  if (!packing::find_method(packed.method)->uses_heuristic || components.size() == 1) return std::nullopt;
  return to_string(packed.heuristic, components);
}

std::string multiple_text(const packing::PlanDocument& document) {
  if (!document.even || document.packs_multiple == 1) return {};
  return fmt::format(", as a multiple of {}", grouped(document.packs_multiple));
}

std::string_view stopped_text(packing::Ended ended) {
  switch (ended) {
    case packing::Ended::finished:
    case packing::Ended::optimal: break;
    case packing::Ended::within_gap: return "stopped within --gap of the lower bound";
    case packing::Ended::stopped: return "stopped";
    case packing::Ended::time_limit: return "stopped at the time limit";
    case packing::Ended::interrupted: return "stopped by the user";
  }
  return {};
}

void write_histogram(formats::JsonWriter& json, const packing::Histogram& histogram) {
  const packing::Totals sums = totals(histogram);
  json.object("histogram", [&] {
    json.field("components", histogram.components);
    json.field("bins", histogram.bins());
    json.field("items", sums.items);
    json.field("totals", sums.sums);
  });
}

void write_ranges(formats::JsonWriter& json, std::span<const packing::Range> ranges) {
  json.array("ranges", [&] {
    for (const packing::Range& range : ranges) {
      json.object([&] {
        json.field("first", range.first);
        json.field("last", range.last);
        json.field("step", range.step);
      });
    }
  });
}

std::string items_text(const temporal::EventStatistics& events) {
  return fmt::format("nodes from {} on: item_id 0 is node {}", grouped(events.first_item), grouped(events.first_item));
}

void write_events(formats::JsonWriter& json, const temporal::EventStatistics& events) {
  json.object("events", [&] {
    json.field("interactions", events.events);
    json.field("nodes", events.nodes);
    json.field("first_item", events.first_item > 0 ? std::optional(events.first_item) : std::nullopt);
    json.field("self_loops", events.self_loops);
    json.field("ties", events.ties);
    json.field("average_degree", events.average_degree);
    json.field("average_update_distance", events.average_update_distance);
    json.field("average_reuse_distance", events.average_reuse_distance);
  });
}

std::optional<std::string> component_of(const packing::LowerBound& bound, std::span<const std::string> components) {
  if (!bound.component) return std::nullopt;
  return components[*bound.component];
}

std::optional<std::string_view> text_or_null(std::string_view text) {
  return text.empty() ? std::nullopt : std::optional(text);
}

std::string with_member(std::string object, std::string_view name, std::string_view value) {
  return object.insert(object.rfind('}'), fmt::format(",\n \"{}\":{}", name, value));
}

}  // namespace tuplepack::cli

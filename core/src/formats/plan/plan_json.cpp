#include "plan_json_head.hpp"
#include "tuplepack/formats/json/json_writer.hpp"

#include <algorithm>
#include <span>

namespace tuplepack::formats {

static std::vector<SixDecimals> six_decimals(std::span<const double> values) {
  std::vector<SixDecimals> rounded;
  for (const double value : values) rounded.push_back({value});
  return rounded;
}

void write_depth(JsonWriter& json, std::int64_t depth) {
  json.field("depth", depth == packing::unlimited_depth ? std::nullopt : std::optional(depth));
}

static void write_histogram(JsonWriter& json, const packing::PlanDocument& document) {
  json.new_line();
  json.object("histogram", [&] {
    json.field("components", document.histogram.components);
    json.field("bins", document.source_bins);
    json.field("items", document.real.items);
    json.field("totals", document.real.sums);
  });
}

static void write_request(JsonWriter& json, const packing::PlanDocument& document) {
  const auto& components = document.histogram.components;
  json.new_line();
  json.field("limits", document.limits.sizes);
  write_depth(json, document.limits.depth);
  json.field("method", document.packed.method);
  json.field("heuristic", to_string(document.packed.heuristic, components));
  json.field("distribute", document.packed.distribute);
  json.field("paper", document.packed.paper);
  if (document.baseline) json.field("baseline", components[*document.baseline]);
  if (document.packs_multiple != 1) json.field("packs_multiple", document.packs_multiple);
  if (document.spread) json.field("spread", true);
  if (document.even) json.field("even", true);
}

void write_fitting(JsonWriter& json, const packing::Fitting& fitting, std::size_t components) {
  if (fitting == packing::Fitting{}) return;
  const bool has_own =
      std::any_of(fitting.per_item.begin(), fitting.per_item.end(), [](std::int64_t taken) { return taken > 0; });
  const auto or_all = [&](const std::vector<std::int64_t>& values, std::int64_t otherwise) {
    return values.empty() ? std::vector<std::int64_t>(components, otherwise) : values;
  };
  json.object("fitting", [&] {
    if (has_own) json.field("per_item", fitting.per_item);
    json.field("align_item", or_all(fitting.align_item, 1));
    json.field("align_total", or_all(fitting.align_total, 1));
    json.field("reserve", or_all(fitting.reserve, 0));
    json.field("reserve_items", fitting.reserve_items);
    json.field("overlong", name(fitting.overlong));
  });
}

static void write_room(JsonWriter& json, const packing::PlanDocument& document) {
  if (document.fitting == packing::Fitting{}) return;
  json.new_line();
  write_fitting(json, document.fitting, document.histogram.component_count());
  json.object("room", [&] {
    json.field("limits", document.room.sizes);
    write_depth(json, document.room.depth);
  });
  if (document.overlong.items == 0) return;
  json.new_line();
  json.object("overlong", [&] {
    json.field("policy", name(document.fitting.overlong));
    json.field("items", document.overlong.items);
    json.field("lost", document.overlong.lost);
    json.field("pieces", document.overlong.pieces);
  });
}

static void write_metrics(JsonWriter& json, const packing::PlanDocument& document, std::optional<double> seconds) {
  const packing::Metrics& metrics = document.metrics;
  const packing::LowerBound& bound = document.bound;
  json.new_line();
  json.object("metrics", [&] {
    json.field("packs", metrics.packs);
    json.field("strategies", metrics.strategies);
    json.field("efficiency", six_decimals(metrics.efficiency));
    json.field("padding", metrics.padding);
    json.field("packing_factor", SixDecimals{metrics.packing_factor});
    json.field("depth_used", metrics.depth_used);
    json.field("lower_bound", bound.packs);
    json.field("bound", bound.name);
    json.field("gap", document.gap());
    if (seconds) {
      json.field("seconds", SixDecimals{*seconds});
      json.field("ended", name(document.packed.ended));
      if (document.packed.cases > 0) json.field("cases", document.packed.cases);
    }
    if (bound.component) json.field("bound_component", document.histogram.components[*bound.component]);
    json.field("tight_efficiency", six_decimals(metrics.tight_efficiency));
    json.field("largest_pack", metrics.largest_pack);
    json.field("padding_packs", metrics.padding_packs);
    json.field("optimal", document.gap() == 0);
  });
}

/// Everything before the certificate.
static void write_head(JsonWriter& json, const packing::PlanDocument& document, std::optional<double> seconds) {
  json.field("schema", packing::plan_schema);
  write_histogram(json, document);
  write_request(json, document);
  write_room(json, document);
  write_metrics(json, document, seconds);
}

/// A case on each line.
static void write_cases(JsonWriter& json, const packing::Certificate& certificate) {
  json.field("packs", certificate.packs);
  json.array("cases", [&] {
    for (const packing::Case& next : certificate.cases) {
      json.new_line();
      json.object([&] {
        if (next.split) {
          json.field("split", std::vector<std::int64_t>{next.split->first, next.split->second});
        } else {
          json.field("scale", next.scale);
          json.field("prices", next.prices);
        }
      });
    }
  });
}

/// Prices in the order of the bins, which are those of the strategies' items, ascending.
static void write_certificate(JsonWriter& json, const packing::PlanDocument& document) {
  if (!document.certificate) return;
  const packing::Certificate& certificate = *document.certificate;
  json.new_line();
  json.object("certificate", [&] {
    json.field("scale", certificate.scale);
    if (certificate.component) json.field("component", document.histogram.components[*certificate.component]);
    json.field("depth", certificate.uses_depth);
    if (const std::int64_t steps = checking_steps(document); steps > 0) json.field("work", steps);
    json.field("prices", certificate.prices);
    if (!certificate.cases.empty()) write_cases(json, certificate);
  });
}

/// One strategy per line, so that plans can be compared as text.
static void write_strategies(JsonWriter& json, const packing::PlanDocument& document) {
  const packing::Plan& plan = document.packed.plan;
  const auto write_items = [&](std::size_t strategy) {
    const auto last = static_cast<std::size_t>(plan.offsets[strategy + 1]);
    for (auto run = static_cast<std::size_t>(plan.offsets[strategy]); run < last; ++run) {
      const auto size = document.histogram.size(plan.bins[run]);
      std::string item;
      JsonWriter(item).value(size);
      for (std::int64_t copy = 0; copy < plan.copies[run]; ++copy) json.text(item);
    }
  };
  json.new_line();
  json.array("strategies", [&] {
    for (std::size_t s = 0; s < plan.strategies(); ++s) {
      json.new_line();
      json.object([&] {
        json.field("repeat", plan.repeats[s]);
        json.array("items", [&] { write_items(s); });
      });
    }
    json.new_line();
  });
}

std::string plan_head_json(const packing::PlanDocument& document) {
  return json_line([&](JsonWriter& json) { write_head(json, document, std::nullopt); });
}

Result<std::string> to_json(const packing::PlanDocument& document, std::optional<double> seconds) {
  std::int64_t listed = 0;
  for (const std::int64_t copies : document.packed.plan.copies) {
    if (copies > max_listed_items - listed) {
      return fail(ErrorCode::too_large, "the strategies hold more than " + std::to_string(max_listed_items) +
                                            " items in all, too many to list");
    }
    listed += copies;
  }
  return json_line([&](JsonWriter& json) {
    write_head(json, document, seconds);
    write_certificate(json, document);
    write_strategies(json, document);
  });
}

}  // namespace tuplepack::formats

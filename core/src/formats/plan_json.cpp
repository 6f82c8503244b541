#include "tuplepack/formats/plan_json.hpp"

#include "text.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace tuplepack {

static void append(std::string& out, std::int64_t value) {
  std::array<char, 20> digits;
  out.append(digits.data(), std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr);
}

static void append(std::string& out, std::span<const std::int64_t> values) {
  for (std::size_t i = 0; i < values.size(); ++i) {
    out += i == 0 ? '[' : ',';
    append(out, values[i]);
  }
  out += values.empty() ? "[]" : "]";
}

/// Six digits after the point, less zeros at the end. Rounded in integers, so that all platforms write the same.
static void append(std::string& out, double value) {
  constexpr std::int64_t unit = 1'000'000;
  constexpr double largest = 1e12;
  const double in_range = value > 0 ? std::min(value, largest) : 0;  // false for NaN as well
  const auto millionths = std::int64_t{std::llround(in_range * static_cast<double>(unit))};
  append(out, millionths / unit);
  std::string decimals = std::to_string(unit + millionths % unit);
  decimals[0] = '.';
  decimals.erase(std::max<std::size_t>(decimals.find_last_not_of('0') + 1, 2));
  out += decimals;
}

static void append(std::string& out, std::span<const double> values) {
  for (std::size_t i = 0; i < values.size(); ++i) {
    out += i == 0 ? '[' : ',';
    append(out, values[i]);
  }
  out += values.empty() ? "[]" : "]";
}

static void append(std::string& out, const std::string& text) {
  out += json_string(text);
}

/// ,"key":value
template <typename Value>
static void append_field(std::string& out, std::string_view key, const Value& value) {
  if (out.back() != '{') out += ',';
  out += '"';
  out += key;
  out += "\":";
  append(out, value);
}

static void append_flag(std::string& out, std::string_view key, bool value) {
  ((out += ",\"") += key) += value ? "\":true" : "\":false";
}

static void append_depth(std::string& out, std::int64_t depth) {
  if (depth == unlimited_depth) {
    out += ",\"depth\":null";
  } else {
    append_field(out, "depth", depth);
  }
}

static void append_histogram(std::string& out, const PlanDocument& document) {
  out += ",\n \"histogram\":{\"components\":[";
  for (std::size_t c = 0; c < document.histogram.component_count(); ++c) {
    if (c > 0) out += ',';
    append(out, document.histogram.components[c]);
  }
  out += ']';
  append_field(out, "bins", static_cast<std::int64_t>(document.source_bins));
  append_field(out, "items", document.real.items);
  append_field(out, "totals", std::span(document.real.sums));
  out += '}';
}

static void append_request(std::string& out, const PlanDocument& document) {
  const auto& components = document.histogram.components;
  out += ",\n \"limits\":";
  append(out, std::span(document.limits.sizes));
  append_depth(out, document.limits.depth);
  append_field(out, "method", document.packed.method);
  append_field(out, "heuristic", to_string(document.packed.heuristic, components));
  append_flag(out, "distribute", document.packed.distribute);
  append_flag(out, "paper", document.packed.paper);
  if (document.baseline) append_field(out, "baseline", components[*document.baseline]);
  if (document.packs_multiple != 1) append_field(out, "packs_multiple", document.packs_multiple);
}

/// Only what differs from the default is worth a line, but then all of it is written.
static void append_fitting(std::string& out, const PlanDocument& document) {
  const Fitting& fitting = document.fitting;
  if (fitting == Fitting{}) return;
  const auto or_all = [&](std::vector<std::int64_t> values, std::int64_t otherwise) {
    if (values.empty()) values.assign(document.histogram.component_count(), otherwise);
    return values;
  };
  out += ",\n \"fitting\":{";
  append_field(out, "align_item", std::span<const std::int64_t>(or_all(fitting.align_item, 1)));
  append_field(out, "align_total", std::span<const std::int64_t>(or_all(fitting.align_total, 1)));
  append_field(out, "reserve", std::span<const std::int64_t>(or_all(fitting.reserve, 0)));
  append_field(out, "reserve_items", fitting.reserve_items);
  append_field(out, "overlong", std::string(name(fitting.overlong)));
  out += "},\"room\":{\"limits\":";
  append(out, std::span(document.room.sizes));
  append_depth(out, document.room.depth);
  out += '}';
  if (document.overlong.items == 0) return;
  out += ",\n \"overlong\":{";
  append_field(out, "policy", std::string(name(fitting.overlong)));
  append_field(out, "items", document.overlong.items);
  append_field(out, "lost", std::span(document.overlong.lost));
  append_field(out, "pieces", document.overlong.pieces);
  out += '}';
}

static void append_metrics(std::string& out, const PlanDocument& document, std::optional<double> seconds) {
  const Metrics& metrics = document.metrics;
  out += ",\n \"metrics\":{";
  append_field(out, "packs", metrics.packs);
  append_field(out, "strategies", metrics.strategies);
  append_field(out, "efficiency", std::span(metrics.efficiency));
  append_field(out, "padding", std::span(metrics.padding));
  append_field(out, "packing_factor", metrics.packing_factor);
  append_field(out, "depth_used", metrics.depth_used);
  append_field(out, "lower_bound", document.bound.packs);
  append_field(out, "bound", std::string(document.bound.name));
  append_field(out, "gap", metrics.packs - document.bound.packs);
  if (seconds) {
    append_field(out, "seconds", *seconds);
    append_field(out, "ended", std::string(name(document.packed.ended)));
  }
  if (document.bound.component) {
    append_field(out, "bound_component", document.histogram.components[*document.bound.component]);
  }
  append_field(out, "tight_efficiency", std::span(metrics.tight_efficiency));
  append_field(out, "largest_pack", std::span(metrics.largest_pack));
  append_field(out, "padding_packs", metrics.padding_packs);
  if (document.certificate) append_flag(out, "optimal", metrics.packs == document.bound.packs);
  out += '}';
}

/// Prices in the order of the bins, which are those of the strategies' items, ascending.
static void append_certificate(std::string& out, const PlanDocument& document) {
  if (!document.certificate) return;
  const Certificate& certificate = *document.certificate;
  out += ",\n \"certificate\":{";
  append_field(out, "scale", certificate.scale);
  if (certificate.component) append_field(out, "component", document.histogram.components[*certificate.component]);
  append_flag(out, "depth", certificate.uses_depth);
  append_field(out, "prices", std::span(certificate.prices));
  out += '}';
}

/// One strategy per line, so that plans can be compared as text.
static void append_strategies(std::string& out, const PlanDocument& document) {
  const Plan& plan = document.packed.plan;
  out += ",\n \"strategies\":[";
  std::string item;
  for (std::size_t s = 0; s < plan.strategies(); ++s) {
    out += s == 0 ? "\n {" : ",\n {";
    append_field(out, "repeat", plan.repeats[s]);
    out += ",\"items\":[";
    const auto last = static_cast<std::size_t>(plan.offsets[s + 1]);
    for (auto run = static_cast<std::size_t>(plan.offsets[s]); run < last; ++run) {
      item.clear();
      append(item, document.histogram.size(plan.bins[run]));
      for (std::int64_t copy = 0; copy < plan.copies[run]; ++copy) {
        if (out.back() != '[') out += ',';
        out += item;
      }
    }
    out += "]}";
  }
  out += "\n ]";
}

Result<std::string> to_json(const PlanDocument& document, std::optional<double> seconds) {
  std::int64_t listed = 0;
  for (const std::int64_t copies : document.packed.plan.copies) {
    if (copies > max_listed_items - listed) {
      return fail(ErrorCode::too_large, "the strategies hold more than " + std::to_string(max_listed_items) +
                                            " items in all, too many to list");
    }
    listed += copies;
  }
  std::string out = "{";
  append_field(out, "schema", std::string(plan_schema));
  append_histogram(out, document);
  append_request(out, document);
  append_fitting(out, document);
  append_metrics(out, document, seconds);
  append_certificate(out, document);
  append_strategies(out, document);
  out += "}\n";
  return out;
}

}  // namespace tuplepack

#include "tuplepack/packing/heuristic.hpp"

#include "base/decimal_text.hpp"
#include "base/name_table.hpp"
#include "tuplepack/packing/component.hpp"

#include <algorithm>

namespace tuplepack::packing {

using HeuristicKind = Heuristic::Kind;

static constexpr NameTable<HeuristicKind, 7> plain_names{{
    {HeuristicKind::product, "product"},
    {HeuristicKind::sum, "sum"},
    {HeuristicKind::max, "max"},
    {HeuristicKind::min, "min"},
    {HeuristicKind::normalized_sum, "normalized-sum"},
    {HeuristicKind::normalized_max, "normalized-max"},
    {HeuristicKind::normalized_min, "normalized-min"},
}};
static constexpr std::string_view component_prefix = "component:";
static constexpr std::string_view weighted_prefix = "weighted:";
static constexpr int weight_digits = 6;
static constexpr std::int64_t weight_unit = 1'000'000;
static constexpr std::int64_t largest_weight = 1'000'000'000;

/// A non-negative decimal in millionths. No floating point: weights decide plans.
static Result<std::int64_t> parse_weight(std::string_view text) {
  const auto malformed = [&] {
    return fail(ErrorCode::malformed,
                "weight '" + std::string(text) +
                    "' is not a decimal between 0 and 10^9 with at most six digits after the point");
  };
  std::int64_t value = 0;
  int digits = 0;
  int decimals = -1;  // −1 before the point
  for (const char ch : text) {
    if (ch == '.' && decimals < 0) {
      decimals = 0;
    } else if (ch >= '0' && ch <= '9' && decimals < weight_digits) {
      value = value * 10 + (ch - '0');
      ++digits;
      if (decimals >= 0) ++decimals;
      if (value > largest_weight * weight_unit) return malformed();
    } else {
      return malformed();
    }
  }
  if (digits == 0) return malformed();
  for (int d = std::max(decimals, 0); d < weight_digits; ++d) {
    value *= 10;
    if (value > largest_weight * weight_unit) return malformed();
  }
  return value;
}

static Result<Heuristic> parse_weights(std::string_view list, std::size_t component_count) {
  Heuristic heuristic{.kind = HeuristicKind::weighted, .component = 0, .weights = {}};
  for (const std::string_view part : parts(list, ',')) {
    const auto weight = parse_weight(part);
    if (!weight) return tl::unexpected(weight.error());
    heuristic.weights.push_back(*weight);
  }
  if (heuristic.weights.size() != component_count) {
    return fail(ErrorCode::component_mismatch,
                counted(heuristic.weights.size(), "weight") + " for " + counted(component_count, "component"));
  }
  return heuristic;
}

Result<Heuristic> parse_heuristic(std::string_view text, std::span<const std::string> components) {
  for (const auto& [kind, plain] : plain_names) {
    if (text == plain) return Heuristic{.kind = kind, .component = 0, .weights = {}};
  }
  if (text.starts_with(component_prefix)) {
    const auto component = component_named(text.substr(component_prefix.size()), components);
    if (!component) return tl::unexpected(component.error());
    return Heuristic{.kind = HeuristicKind::component, .component = *component, .weights = {}};
  }
  if (text.starts_with(weighted_prefix)) return parse_weights(text.substr(weighted_prefix.size()), components.size());
  std::vector<std::string_view> known;
  for (const auto& [kind, plain] : plain_names) known.push_back(plain);
  return fail(ErrorCode::unknown_name, "unknown heuristic '" + std::string(text) + "'" + did_you_mean(known, text) +
                                           "heuristics: " + comma_list(known) + ", component:NAME, weighted:w1,w2,…");
}

std::string to_string(const Heuristic& heuristic, std::span<const std::string> components) {
  if (heuristic.kind == HeuristicKind::component)
    return std::string(component_prefix) + components[heuristic.component];
  if (heuristic.kind == HeuristicKind::weighted) {
    std::string text(weighted_prefix);
    for (std::size_t c = 0; c < heuristic.weights.size(); ++c) {
      std::string decimals = std::to_string(weight_unit + heuristic.weights[c] % weight_unit).substr(1);
      decimals.erase(decimals.find_last_not_of('0') + 1);
      text += (c == 0 ? "" : ",") + std::to_string(heuristic.weights[c] / weight_unit) + (decimals.empty() ? "" : ".") +
              decimals;
    }
    return text;
  }
  return std::string(name_in(plain_names, heuristic.kind));
}

std::vector<Heuristic> all_heuristics(std::size_t component_count) {
  std::vector<Heuristic> all;
  for (const auto& [kind, plain] : plain_names) {
    all.push_back({.kind = kind, .component = 0, .weights = {}});
    if (component_count == 1) return all;
  }
  for (std::size_t c = 0; c < component_count; ++c)
    all.push_back({.kind = HeuristicKind::component, .component = c, .weights = {}});
  return all;
}

Score::Score(const Heuristic& heuristic, const Limits& limits)
    : kind_(heuristic.kind), component_(heuristic.component), weights_(heuristic.weights) {
  if (kind_ == HeuristicKind::normalized_sum || kind_ == HeuristicKind::normalized_max ||
      kind_ == HeuristicKind::normalized_min) {
    // size · ⌊2^53 / limit⌋ ≤ 2^53 for every size within the limit, so sums of all components cannot overflow.
    for (const std::int64_t limit : limits.sizes) weights_.push_back((max_exact + 1) / limit);
  }
}

}  // namespace tuplepack::packing

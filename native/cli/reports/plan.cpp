#include "tuplepack/reports/plan.hpp"
#include "reports.hpp"
#include "shared.hpp"
#include "without_packing.hpp"

#include <fmt/format.h>

namespace tuplepack::cli {

static std::string what_came_in(const packing::PlanDocument& document, const packing::Totals& source,
                                const Terminal& terminal) {
  const packing::Metrics& metrics = document.metrics;
  const packing::OverlongCount& over = document.overlong;
  const bool dropped = document.fitting.overlong == packing::Overlong::drop && over.items > 0;
  std::string text = dropped ? grouped(source.items - over.items) + " of " : "";
  text +=
      fmt::format("{} of {} → {}, {:.2f} {} each", counted(source.items, "item"),
                  counted(static_cast<std::int64_t>(document.source_bins), "size"), counted(metrics.packs, "pack"),
                  metrics.packing_factor, document.fitting.overlong == packing::Overlong::split ? "pieces" : "items");
  text = bold(text, terminal);
  if (metrics.padding_packs > 0) text += fmt::format(" ({} empty)", grouped(metrics.padding_packs));
  if (document.even) text += ", filled alike";
  return text + "\n";
}

static std::string component_table(const packing::PlanDocument& document, const packing::Totals& source,
                                   const packing::WithoutPacking& before, const Terminal& terminal) {
  Table table{.header = {"", "limit", "largest", "total", "padding", "", "efficiency"},
              .rows = {},
              .left = {true, false, false, false, false, true, false},
              .marked = {}};
  for (std::size_t c = 0; c < document.limits.sizes.size(); ++c) {
    const double efficiency = document.metrics.efficiency[c];
    table.rows.push_back({document.histogram.components[c], grouped(document.limits.sizes[c]),
                          grouped(source.maxima[c]), grouped(document.real.sums[c]),
                          percent(before.random[c]) + " → " + percent(1 - efficiency), bar(efficiency, bar_width) + "▏",
                          percent(efficiency)});
  }
  return table.text(terminal);
}

static std::string method_line(const packing::PlanDocument& document, std::string_view asked) {
  const packing::Packed& packed = document.packed;
  std::string text = packed.method;
  if (const auto heuristic = heuristic_of(packed, document.histogram.components)) text += " by " + visible(*heuristic);
  if (packed.distribute) text += ", --distribute on";
  if (packed.paper) text += ", as published";
  if (asked != packed.method) text += fmt::format(" (chosen by {})", asked);
  if (document.spread) text += ", spread by vector-balancing";
  return text;
}

/// Two digits after the point, but never 0.01% for less.
static std::string small_percent(double share) {
  return share < 0.0001 ? "<0.01%" : percent(share);
}

/// With the next step where a gap is left that nothing was asked to close.
static std::string bound_line(const packing::PlanDocument& document, std::string_view asked) {
  const packing::LowerBound& bound = document.bound;
  std::string text = fmt::format("{} ({}", counted(bound.packs, "pack"), bound.name);
  if (bound.component) text += " of " + visible(document.histogram.components[*bound.component]);
  text += ")";
  const std::int64_t gap = document.gap();
  if (gap == 0) return text + ": proven optimal" + multiple_text(document);
  text += fmt::format("; gap {} ({})", grouped(gap), small_percent(reports::gap_share(document)));
  return packing::find_method(asked)->searches ? text : text + "; --method optimal looks further";
}

/// Why a search returned; empty if the plan is proven optimal without branch and price or the method does not search.
static std::string ended_line(const packing::PlanDocument& document, std::string_view asked) {
  const packing::Ended ended = document.packed.ended;
  std::string text(stopped_text(ended));
  if (ended == packing::Ended::finished && packing::find_method(asked)->searches)
    text = "method finished, optimality not proven";
  if (ended == packing::Ended::optimal && document.packed.cases > 0) text = "proven";
  if (document.packed.cases > 0) text += fmt::format(" after {}", counted(document.packed.cases, "case"));
  return text;
}

static std::string strategies_line(const packing::PlanDocument& document) {
  const std::string allowed = document.limits.depth == packing::unlimited_depth
                                  ? ""
                                  : fmt::format(" (depth {})", grouped(document.limits.depth));
  return fmt::format("{}; at most {} per pack{}", grouped(document.metrics.strategies),
                     counted(document.metrics.depth_used, "item"), allowed);
}

static std::string overlong_line(const packing::PlanDocument& document) {
  const packing::OverlongCount& over = document.overlong;
  switch (document.fitting.overlong) {
    case packing::Overlong::error: break;
    case packing::Overlong::drop: return counted(over.items, "item") + " over the limits dropped";
    case packing::Overlong::truncate: return counted(over.items, "item") + " over the limits cut";
    case packing::Overlong::split:
      return fmt::format("{} over the limit split into {}", counted(over.items, "item"), grouped(over.pieces));
  }
  return {};
}

static std::string sizes_text(std::span<const std::int64_t> sizes, std::span<const std::string> components) {
  std::vector<std::string> parts;
  for (std::size_t c = 0; c < sizes.size(); ++c) parts.push_back(grouped(sizes[c]) + " " + visible(components[c]));
  return join(parts, ", ");
}

/// What every item takes besides its size.
static std::string per_item_text(const packing::PlanDocument& document) {
  std::vector<std::string> parts;
  for (std::size_t c = 0; c < document.limits.sizes.size(); ++c) {
    const std::int64_t taken = taken_per_item(document.fitting, c);
    if (taken == 0) continue;
    parts.push_back(fmt::format("{} {}, {} in all", grouped(taken), visible(document.histogram.components[c]),
                                grouped(taken * document.real.items)));
  }
  return join(parts, "; ");
}

std::string plan_text(const packing::PlanDocument& document, const packing::Totals& source,
                      const packing::WithoutPacking& before, std::string_view asked, double seconds,
                      const Terminal& terminal) {
  const auto& components = document.histogram.components;
  std::string text = what_came_in(document, source, terminal) + "\n";
  text += component_table(document, source, before, terminal) + "\n";
  text += without_packing_text(before, components, "the limit", terminal) + "\n";
  const auto add = [&](std::string_view label, std::string_view what) {
    text += fmt::format("  {:<12} {}\n", label, what);
  };
  add("padding", "before: with " + random_batches_text(before.batch));
  add("method", method_line(document, asked));
  add("lower bound", bound_line(document, asked));
  if (const std::string ended = ended_line(document, asked); !ended.empty()) add("ended", ended);
  add("strategies", strategies_line(document));
  if (document.baseline) {
    add("baseline", fmt::format("only the limit of {} was enforced; for the others, the largest pack is shown",
                                visible(components[*document.baseline])));
  } else if (document.room.sizes != document.limits.sizes) {
    add("room", sizes_text(document.room.sizes, components) + " after reserve and alignment");
  }
  if (const std::string taken = per_item_text(document); !taken.empty()) {
    add("per item", taken + ", besides the sizes that efficiency counts");
  }
  if (document.overlong.items > 0) add("overlong", overlong_line(document));
  add("time", duration(seconds));
  return text;
}

}  // namespace tuplepack::cli

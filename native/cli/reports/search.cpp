#include "reports.hpp"
#include "shared.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace tuplepack::cli {

static constexpr std::size_t shown_limits = 8;

static std::string measure_name(const SearchReport& report) {
  if (report.source.component_count() == 1) return "efficiency";
  return report.options.per_component ? "least efficiency" : "harmonic mean";
}

static std::string limits_text(std::span<const std::int64_t> limits) {
  std::vector<std::string> parts;
  for (const std::int64_t limit : limits) parts.push_back(grouped(limit));
  return join(parts, " × ");
}

static std::string bound_text(const packing::LowerBound& bound, const packing::Histogram& source) {
  return bound.component ? fmt::format("{} of {}", bound.name, visible(source.components[*bound.component]))
                         : std::string(bound.name);
}

/// One row per limits found.
static std::string found_table(const SearchReport& report, const std::vector<packing::Candidate>& found,
                               const Terminal& terminal) {
  Table table{.header = {"limits", "cost", "packs", "gap"}, .rows = {}, .left = {true}, .marked = {}};
  const std::size_t k = report.source.component_count();
  for (std::size_t c = 0; k > 1 && c < k; ++c) table.header.push_back("eff. " + report.source.components[c]);
  table.header.push_back(measure_name(report));
  for (const packing::Candidate& candidate : found) {
    std::vector<std::string> row{limits_text(candidate.limits), grouped(candidate.cost), grouped(candidate.packs),
                                 candidate.gap() == 0 ? "optimal" : grouped(candidate.gap())};
    for (std::size_t c = 0; k > 1 && c < k; ++c) row.push_back(percent(candidate.efficiency[c]));
    row.push_back(percent(candidate.measure));
    table.rows.push_back(std::move(row));
  }
  return table.text(terminal);
}

static std::string open_table(const SearchReport& report, const std::vector<packing::Candidate>& open,
                              const Terminal& terminal) {
  Table table{.header = {"open", "cost", "packs ≥", "bound", "efficiency ≤"},
              .rows = {},
              .left = {true, false, false, true},
              .marked = {}};
  for (std::size_t i = 0; i < std::min(open.size(), shown_limits); ++i) {
    table.rows.push_back({limits_text(open[i].limits), grouped(open[i].cost), grouped(open[i].bound.packs),
                          bound_text(open[i].bound, report.source), percent(open[i].at_most)});
  }
  std::string text = table.text(terminal);
  if (open.size() > shown_limits)
    text +=
        fmt::format("  … {} more; --json lists them\n", grouped(static_cast<std::int64_t>(open.size() - shown_limits)));
  return text;
}

/// The bounds that rule out everything cheaper.
static std::string proof_table(const SearchReport& report, const Terminal& terminal) {
  const auto& proof = report.search.ruled_out;
  Table table{.header = {"ruled out from", "to", "packs ≥", "bound"},
              .rows = {},
              .left = {true, true, false, true},
              .marked = {}};
  if (!report.packs) table.header.emplace_back("efficiency ≤");  // what rules out limits for a target
  for (std::size_t i = 0; i < std::min(proof.size(), shown_limits); ++i) {
    table.rows.push_back({limits_text(proof[i].first), limits_text(proof[i].last), grouped(proof[i].bound.packs),
                          bound_text(proof[i].bound, report.source)});
    if (!report.packs) table.rows.back().push_back(percent(proof[i].at_most));
  }
  std::string text = table.text(terminal);
  const std::int64_t more = report.search.boxes_ruled_out - static_cast<std::int64_t>(table.rows.size());
  if (more > 0) text += fmt::format("  … {} more; --json lists them\n", grouped(more));
  return text;
}

/// What the best limits reach, where none reach the target.
static std::string best_reached(const SearchReport& report) {
  if (!report.best || report.best->found.empty()) return "";
  const packing::Candidate& best = report.best->found[0];
  const bool is_proven = report.best->at_most <= best.measure;
  return fmt::format("; the best{} are {}, with {}", is_proven ? "" : " found", limits_text(best.limits),
                     percent(best.measure));
}

static std::string target_heading(const SearchReport& report) {
  const packing::Search& search = report.search;
  const std::string target = fmt::format("{:.6g}%", *report.target * 100);
  const auto open = static_cast<std::int64_t>(search.open.size());
  if (search.found.empty()) {
    if (!search.complete) {
      return fmt::format(
          "no limits found that reach {}; {} limits are open, all others that cost less than {} are ruled out{}",
          target, grouped(open), grouped(search.looked_at_below), best_reached(report));
    }
    if (open == 0) return fmt::format("no limits in these ranges reach {}{}", target, best_reached(report));
    return fmt::format("no limits found that reach {}; {} open{}", target, grouped(open), best_reached(report));
  }
  const std::string limits = limits_text(search.found[0].limits);
  if (open > 0)
    return fmt::format("smallest limits found for {}: {}; {} cheaper limits open", target, limits, grouped(open));
  return fmt::format("smallest limits for {}: {}; proven: no cheaper limits reach it", target, limits);
}

static std::string packs_heading(const SearchReport& report) {
  const packing::Search& search = report.search;
  std::string packs = counted(*report.packs, "pack");
  if (report.items) packs += fmt::format(" of {} on average", counted(*report.items, "item"));
  if (search.found.empty() && search.open.empty()) return fmt::format("no limits are large enough for {}", packs);
  if (search.found.empty()) return fmt::format("no limits found for {}", packs);
  const std::string limits = limits_text(search.found[0].limits);
  if (search.proved()) return fmt::format("smallest limits for {}: {}; no smaller ones are enough", packs, limits);
  const auto open = static_cast<std::int64_t>(search.open.size());
  return fmt::format("smallest limits found for {}: {}; {}{} smaller limits open", packs, limits,
                     search.complete ? "" : "more than ", grouped(open));
}

static std::string heading(const SearchReport& report) {
  if (report.packs) return packs_heading(report);
  if (report.target) return target_heading(report);
  const packing::Search& search = report.search;
  if (search.found.empty()) return "no limits in these ranges hold the largest items";
  if (report.front) {
    return fmt::format("{} of cost and {}",
                       counted(static_cast<std::int64_t>(search.found.size()), "Pareto-optimal point"),
                       measure_name(report));
  }
  const packing::Candidate& best = search.found[0];
  if (search.at_most <= best.measure) {
    return fmt::format("best limits: {}; none in these ranges are better", limits_text(best.limits));
  }
  return fmt::format("best limits found: {}; no limits in these ranges reach more than {}", limits_text(best.limits),
                     percent(search.at_most));
}

static std::string ranges_text(const SearchReport& report) {
  std::vector<std::string> parts;
  for (std::size_t c = 0; c < report.search.ranges.size(); ++c) {
    const packing::Range& range = report.search.ranges[c];
    parts.push_back(
        fmt::format("{} {} … {}", visible(report.source.components[c]), grouped(range.first), grouped(range.last)));
    if (range.step > 1) parts.back() += fmt::format(" by {}", grouped(range.step));
  }
  return join(parts, ", ");
}

std::string pack_command(const SearchReport& report, const packing::Candidate& candidate) {
  std::vector<std::string> words{"tuplepack", "pack"};
  words.insert(words.end(), report.files.begin(), report.files.end());
  words.insert(words.end(), report.reading.begin(), report.reading.end());
  words.insert(words.end(), {"--limits", fmt::format("{}", fmt::join(candidate.limits, ","))});
  if (report.options.depth != packing::unlimited_depth) {
    words.insert(words.end(), {"--depth", std::to_string(report.options.depth)});
  }
  words.insert(words.end(), {"--method", std::string(candidate.method)});
  return shell_command(words);
}

static std::string ended_line(const SearchReport& report) {
  if (report.search.complete) return std::string(stopped_text(report.ended));
  if (report.ended == packing::Ended::finished) return "stopped at the largest number of steps; try --multiple-of";
  return fmt::format("{} before all limits were considered; try a longer --time-limit, or --multiple-of",
                     stopped_text(report.ended));
}

std::string search_text(const SearchReport& report, const Terminal& terminal) {
  const packing::Search& search = report.search;
  std::string text = bold(heading(report), terminal) + "\n\n";
  if (!search.found.empty()) text += found_table(report, search.found, terminal) + "\n";
  if (!search.open.empty()) text += open_table(report, search.open, terminal) + "\n";
  if ((report.target || report.packs) && !search.ruled_out.empty()) text += proof_table(report, terminal) + "\n";
  if (report.target && !search.found.empty() && search.ruled_out.empty() && search.open.empty()) {
    text += "  no cheaper limits in these ranges hold the largest items\n\n";
  }
  if (report.best && !report.best->found.empty()) {
    text += found_table(report, report.best->found, terminal) + "\n";
  }
  const auto add = [&](std::string_view label, std::string_view what) {
    text += fmt::format("  {:<12} {}\n", label, what);
  };
  if (!search.ranges.empty()) add("ranges", ranges_text(report));
  add("searched", fmt::format("in {}; bounds rule out {}", counted(search.boxes, "step"),
                              counted(search.boxes_ruled_out, "range")));
  if (const std::string ended = ended_line(report); !ended.empty()) add("ended", ended);
  if (!search.found.empty()) add(report.front ? "e.g." : "plan", pack_command(report, search.found.back()));
  add("time", duration(report.seconds));
  return text;
}

}  // namespace tuplepack::cli

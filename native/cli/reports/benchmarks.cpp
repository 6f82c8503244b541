#include "benchmarks.hpp"

#include <fmt/format.h>

namespace tuplepack::cli {

using Row = std::vector<std::string>;

/// The value in a format such as "{:.1f}"; empty where there is none.
static std::string optional_text(fmt::format_string<const double&> format, const std::optional<double>& value) {
  return value ? fmt::format(format, *value) : "";
}

static std::string optional_text(const std::optional<bool>& met) {
  return !met ? "" : *met ? "yes" : "no";
}

static std::string milliseconds(double seconds, int decimals) {
  return fmt::format("{:.{}f}", seconds * 1e3, decimals);
}

// ---- pack and optimal

static Table packing_table(const bench::Report& report) {
  Table table{.header = {"case", "best ms", "median ms", "target ms", "Python ms", "ratio"},
              .rows = {},
              .left = {true},
              .marked = {}};
  for (const bench::Case& entry : report.cases) {
    Row row{entry.name,
            milliseconds(entry.timing.best, 3),
            milliseconds(entry.timing.median, 3),
            entry.goal ? milliseconds(*entry.goal, 1) : "",
            "",
            ""};
    if (entry.peer_seconds) {
      const std::string more = entry.peer_finished ? "" : ">";  // an aborted peer would have taken longer
      row[4] = more + milliseconds(*entry.peer_seconds, 0);
      row[5] = fmt::format("{}{:.0f}", more, *entry.peer_ratio());
    }
    table.rows.push_back(std::move(row));
  }
  return table;
}

static Table outcome_table(const bench::Report& report) {
  Table table{.header = {"case", "packs", "bound", "gap", "target", "best ms", "target ms"},
              .rows = {},
              .left = {true},
              .marked = {}};
  for (const bench::Case& entry : report.cases) {
    const bench::Outcome found = entry.outcome.value_or(bench::Outcome{});
    table.rows.push_back({entry.name, std::to_string(found.packs), std::to_string(found.bound),
                          std::to_string(found.gap()), found.goal ? std::to_string(*found.goal) : "",
                          milliseconds(entry.timing.best, 2), entry.goal ? milliseconds(*entry.goal, 0) : ""});
  }
  return table;
}

std::string benchmark_text(const bench::Report& report, const Terminal& terminal) {
  const Table table = report.bench == "optimal" ? outcome_table(report) : packing_table(report);
  return report.platform + "\n" + table.text(terminal);
}

// ---- mask, loss and access

template <typename Entry>
static Row timed_row(const Entry& entry) {
  return {entry.name,
          fmt::format("{:.3f}", static_cast<double>(entry.bytes) * 1e-6),
          milliseconds(entry.timing.best, 4),
          milliseconds(entry.timing.median, 4),
          fmt::format("{:.1f}%", entry.timing.spread * 100),
          fmt::format("{:.2f}", rate(entry) * 1e-9)};
}

static std::string goal_text(const bench::ShareCase& entry) {
  std::string text = optional_text("{:.2f}", entry.goal);
  if (entry.limit) text += (text.empty() ? "" : ", ") + entry.limit_text;
  return text;
}

std::string benchmark_text(const bench::ShareReport& report, const Terminal& terminal) {
  const Row timed{"MB", "best ms", "median ms", "spread", "GB/s"};
  Table ceilings{.header = {"ceiling"}, .rows = {}, .left = {true}, .marked = {}};
  Table cases{.header = {"case"}, .rows = {}, .left = {true}, .marked = {}};
  for (Table* table : {&ceilings, &cases}) table->header.insert(table->header.end(), timed.begin(), timed.end());
  for (const bench::Ceiling& ceiling : report.ceilings) ceilings.rows.push_back(timed_row(ceiling));
  const Row judged{"share", "of", "target", "met"};
  cases.header.insert(cases.header.end(), judged.begin(), judged.end());
  cases.left = {true, false, false, false, false, false, false, true, true, true};
  for (const bench::ShareCase& entry : report.cases) {
    Row row = timed_row(entry);
    row.push_back(fmt::format("{:.3f}", share(report, entry)));
    row.push_back(entry.ceiling);
    row.push_back(goal_text(entry));
    row.push_back(optional_text(met(report, entry)));
    cases.rows.push_back(std::move(row));
  }
  return report.platform + "\n" + ceilings.text(terminal) + "\n" + cases.text(terminal);
}

std::string benchmark_csv(const bench::ShareReport& report) {
  std::string text =
      "bench,device,platform,kind,name,bytes,operations,seconds,median_seconds,spread,runs,bytes_per_second,ceiling,"
      "share,goal_share,goal_seconds,met\n";
  const auto start = [&](const char* kind, const auto& entry, double operations) {
    const bench::Timing& timing = entry.timing;
    return fmt::format("{},{},{},{},{},{},{:.6g},{:.6g},{:.6g},{:.4f},{},{:.6g},", report.bench, report.device,
                       csv_field(report.platform), kind, csv_field(entry.name), entry.bytes, operations, timing.best,
                       timing.median, timing.spread, timing.runs, rate(entry));
  };
  for (const bench::Ceiling& ceiling : report.ceilings) text += start("ceiling", ceiling, 0) + ",,,,\n";
  for (const bench::ShareCase& entry : report.cases) {
    text += start("case", entry, entry.operations);
    text +=
        fmt::format("{},{:.4f},{},{},{}\n", entry.ceiling, share(report, entry), optional_text("{:.4g}", entry.goal),
                    optional_text("{:.6g}", entry.limit), optional_text(met(report, entry)));
  }
  return text;
}

// ---- temporal

static std::string value_text(bench::PaperColumn::Unit unit, const std::optional<double>& value) {
  using Unit = bench::PaperColumn::Unit;
  if (!value) return "any";
  switch (unit) {
    case Unit::count: return grouped(static_cast<std::int64_t>(*value));
    case Unit::megabytes: return fmt::format("{:.1f}", *value * 1e-6);
    case Unit::milliseconds: return milliseconds(*value, 2);
    case Unit::gigabytes_per_second: return fmt::format("{:.1f}", *value * 1e-9);
    case Unit::ratio: break;
  }
  return fmt::format("{:.2f}", *value);
}

static std::string paper_text(const bench::PaperTable& paper, const Terminal& terminal) {
  Table table{.header = {"data"}, .rows = {}, .left = {true}, .marked = {}};
  for (const bench::PaperColumn& column : paper.columns) table.header.push_back(column.heading);
  for (const auto& [list, values] : paper.rows) {
    Row& row = table.rows.emplace_back(Row{list});
    for (std::size_t i = 0; i < values.size(); ++i) row.push_back(value_text(paper.columns[i].unit, values[i]));
  }
  return fmt::format("\nTable {} of Gao et al. 2024: {}\n{}", paper.number, paper.title, table.text(terminal));
}

std::string benchmark_text(const bench::TemporalReport& report, const Terminal& terminal) {
  Table table{
      .header = {"case", "items", "", "best ms", "median ms", "spread", "ns each", "vs slower", "target", "met"},
      .rows = {},
      .left = {true, false, true, false, false, false, false, false, false, true},
      .marked = {}};
  for (const bench::TemporalCase& entry : report.cases) {
    table.rows.push_back(
        {entry.name, std::to_string(entry.items), entry.unit, milliseconds(entry.timing.best, 3),
         milliseconds(entry.timing.median, 3), fmt::format("{:.1f}%", entry.timing.spread * 100),
         fmt::format("{:.1f}", seconds_per_item(entry) * 1e9), optional_text("{:.3f}", entry.ratio),
         entry.goal ? fmt::format("{:.0f} ns", *entry.goal * 1e9) : optional_text("{:.2f}", entry.goal_ratio),
         optional_text(met(entry))});
  }
  std::string text = report.platform + "\n" + table.text(terminal);
  for (const bench::PaperTable& paper : report.tables) text += paper_text(paper, terminal);
  return text;
}

std::string benchmark_csv(const bench::TemporalReport& report) {
  std::string text =
      "bench,device,platform,name,unit,items,seconds,median_seconds,spread,runs,seconds_per_item,ratio,"
      "goal_seconds_per_item,goal_ratio,met\n";
  for (const bench::TemporalCase& entry : report.cases) {
    const bench::Timing& timing = entry.timing;
    text += fmt::format("temporal,{},{},{},{},{},{:.6g},{:.6g},{:.4f},{},{:.6g},{},{},{},{}\n", report.device,
                        csv_field(report.platform), csv_field(entry.name), entry.unit, entry.items, timing.best,
                        timing.median, timing.spread, timing.runs, seconds_per_item(entry),
                        optional_text("{:.4f}", entry.ratio), optional_text("{:.6g}", entry.goal),
                        optional_text("{:.4g}", entry.goal_ratio), optional_text(met(entry)));
  }
  return text;
}

// ---- graph

static Table pass_table(const std::vector<bench::PassCase>& passes) {
  Table table{.header = {"graph", "edges", "pass", "parts", "bytes", "CPU s", "GB/s", "memory", "of writing"},
              .rows = {},
              .left = {true, false, true},
              .marked = {}};
  for (const bench::PassCase& entry : passes) {
    table.rows.push_back({entry.graph, grouped(entry.edges), entry.pass,
                          entry.parts > 0 ? std::to_string(entry.parts) : "", byte_count(entry.bytes),
                          fmt::format("{:.2f}", entry.seconds), fmt::format("{:.2f}", entry.rate() / 1e9),
                          entry.memory ? byte_count(*entry.memory) : "", optional_text("{:.2f}", entry.write_share)});
  }
  return table;
}

std::string benchmark_text(const bench::GraphReport& report, const Terminal& terminal) {
  Table table{.header = {"graph", "parts", "balanced", "method", "cut", "nodes", "edges", "CPU s", "memory",
                         "cut/multilevel", "cut/METIS", "time/METIS"},
              .rows = {},
              .left = {true, false, true, true},
              .marked = {}};
  for (const bench::GraphCase& entry : report.cases) {
    table.rows.push_back({entry.graph, std::to_string(entry.parts), entry.balance, entry.method,
                          fmt::format("{:.4f}", entry.cut), fmt::format("{:.3f}", entry.node_balance),
                          fmt::format("{:.3f}", entry.edge_balance), fmt::format("{:.2f}", entry.seconds),
                          entry.memory ? byte_count(*entry.memory) : "", optional_text("{:.3f}", entry.level_ratio),
                          optional_text("{:.3f}", entry.cut_ratio), optional_text("{:.3f}", entry.time_ratio)});
  }
  return report.platform + "\n" + table.text(terminal) + "\n" + pass_table(report.passes).text(terminal);
}

// ---- subgraphs

static std::string bound_text(double goal) {
  return goal >= 1000 ? grouped(static_cast<std::int64_t>(goal)) : fmt::format("{:g}", goal);
}

static std::string goal_text(const bench::SubgraphCase& entry) {
  if (entry.at_least) return fmt::format("at least {}", bound_text(*entry.at_least));
  return entry.at_most ? fmt::format("at most {}", bound_text(*entry.at_most)) : "";
}

std::string benchmark_text(const bench::SubgraphReport& report, const Terminal& terminal) {
  Table table{.header = {"case", "measured", "unit", "goal", "met"},
              .rows = {},
              .left = {true, false, true, true, true},
              .marked = {}};
  for (const bench::SubgraphCase& entry : report.cases) {
    const bool whole = entry.value >= 1000;
    table.rows.push_back({entry.name,
                          whole ? grouped(static_cast<std::int64_t>(entry.value)) : fmt::format("{:.2f}", entry.value),
                          entry.unit, goal_text(entry), optional_text(entry.met())});
  }
  return fmt::format("{}\ngenerated graph of the shape of OGBN-MAG: {} nodes, {} edges\n", report.platform,
                     grouped(report.nodes), grouped(report.edges)) +
         table.text(terminal);
}

// ---- exact

std::string benchmark_text(const bench::ExactReport& report, const Terminal& terminal) {
  Table table{
      .header = {"problems", "proven", "of", "median s", "99% s", "max s"}, .rows = {}, .left = {true}, .marked = {}};
  for (const bench::ExactCase& entry : report.cases) {
    table.rows.push_back({entry.name, grouped(entry.proven), grouped(entry.problems),
                          fmt::format("{:.4f}", entry.median), fmt::format("{:.4f}", entry.percentile99),
                          fmt::format("{:.4f}", entry.longest)});
  }
  std::string text = report.platform + "\n" + table.text(terminal);
  for (const bench::ExactCase& entry : report.cases) {
    for (const bench::ExactGap& gap : entry.open) {
      text += fmt::format("open: {}, {} packs, lower bound {}\n", gap.name, grouped(gap.packs), grouped(gap.bound));
    }
  }
  return text;
}

// ---- default

static Table default_summary(const bench::DefaultSummary& summary) {
  const auto percent = [](double share) { return fmt::format("{:.1f} %", 100 * share); };
  const auto row = [](const char* what, std::string is, std::string goal, bool met) {
    return Row{what, std::move(is), std::move(goal), optional_text(met)};
  };
  const auto least = [&](const char* what, double is, double goal) {
    return row(what, percent(is), ">= " + percent(goal), is >= goal);
  };
  const auto max_ms = [&](const char* what, double is, double goal) {
    return row(what, milliseconds(is, 1), "<= " + milliseconds(goal, 0), is <= goal);
  };
  const auto none = [&](const char* what, std::int64_t is) { return row(what, grouped(is), "0", is == 0); };
  return {.header = {"auto", "is", "target", "met"},
          .rows = {least("as few packs as optimal in 0.1 s", summary.equal, bench::equal_goal),
                   least("within 0.1 % of it", summary.near, bench::near_goal),
                   least("proven", summary.proven, bench::proven_goal),
                   max_ms("median ms", summary.median, bench::median_goal),
                   max_ms("max ms", summary.longest, bench::longest_goal),
                   none("more packs than a method of compare", summary.above_listed),
                   none("more packs than with smaller limits or depth", summary.above_inside)},
          .left = {true},
          .marked = {}};
}

/// Rows that need more packs than another plan that the benchmark knows, or more time than any should.
static Table default_misses(const bench::DefaultReport& report) {
  Table table{.header = {"case", "packs", "bound", "ms", "optimal", "compare", "inside"},
              .rows = {},
              .left = {true},
              .marked = {}};
  for (const bench::DefaultRow& row : report.rows) {
    const bool is_good = row.is_equal() && !row.is_above_listed() && !row.is_above_inside();
    if (is_good && row.usual.seconds <= bench::longest_goal) continue;
    table.rows.push_back({row.name, grouped(row.usual.packs), grouped(row.usual.bound),
                          milliseconds(row.usual.seconds, 1), grouped(row.timed.packs), grouped(row.listed),
                          grouped(row.inside)});
  }
  return table;
}

std::string benchmark_text(const bench::DefaultReport& report, const Terminal& terminal) {
  std::string text = fmt::format("{}, {} cases\n", report.platform, report.rows.size());
  text += default_summary(summarize(report)).text(terminal);
  const Table misses = default_misses(report);
  return misses.rows.empty() ? text : text + "\n" + misses.text(terminal);
}

}  // namespace tuplepack::cli

#include "default_bench.hpp"

#include "bench/measuring/bench.hpp"
#include "default_cases.hpp"
#include "tuplepack/formats/json/json_writer.hpp"
#include "tuplepack/packing/pack.hpp"

#include <algorithm>

namespace tuplepack::bench {

namespace {

constexpr double seconds_of_others = 0.1;

/// Stops a method this many seconds from now.
void stop_after(double seconds, packing::PackOptions& options) {
  options.is_timed = true;
  options.keep_going = [end = processor_clock() + seconds](const packing::PackProgress&) {
    return processor_clock() < end;
  };
}

Tried solve(const ExactProblem& problem, const packing::PackOptions& options) {
  const double start = processor_clock();
  const packing::Packed packed = expect(pack(problem.histogram, problem.limits, options), problem.name);
  const double seconds = processor_clock() - start;
  expect(check(problem.histogram, problem.limits, packed.plan), problem.name);
  const std::int64_t bound =
      packed.proof ? expect(verify(problem.histogram, problem.limits, packed.proof->certificate), problem.name)
                   : lower_bound(problem.histogram, problem.limits).packs;
  return {.packs = pack_count(packed.plan), .bound = bound, .seconds = seconds};
}

Tried solve_for_a_while(const ExactProblem& problem) {
  packing::PackOptions options{.method = "optimal"};
  stop_after(seconds_of_others, options);
  return solve(problem, options);
}

/// The fewest packs of the methods that `compare` lists, or `packs` if none needs fewer.
std::int64_t fewest_listed(const ExactProblem& problem, std::int64_t packs, std::int64_t bound) {
  for (packing::PackOptions options : packing::combinations(problem.histogram.component_count(), false)) {
    if (packs == bound) break;
    stop_after(seconds_of_others, options);
    options.fewer_than = packs;
    const packing::Packed packed = expect(pack(problem.histogram, problem.limits, options), problem.name);
    if (packed.plan.strategies() > 0) packs = std::min(packs, pack_count(packed.plan));
  }
  return packs;
}

bool is_inside(const packing::Limits& inner, const packing::Limits& outer) {
  bool inside = inner.depth <= outer.depth;
  for (std::size_t c = 0; c < inner.sizes.size(); ++c) inside = inside && inner.sizes[c] <= outer.sizes[c];
  return inside;
}

void solve_all(const ExactSet& set, std::vector<DefaultRow>& rows, const Say& progress) {
  const std::size_t first = rows.size();
  for (std::size_t i = 0; i < set.problems.size(); ++i) {
    const ExactProblem& problem = set.problems[i];
    progress(problem.name);
    DefaultRow row{.name = problem.name, .usual = solve(problem, {}), .timed = solve_for_a_while(problem)};
    row.listed = fewest_listed(problem, row.usual.packs, row.usual.bound);
    row.inside = row.usual.packs;
    for (std::size_t j = 0; j < i; ++j) {
      if (is_inside(set.problems[j].limits, problem.limits))
        row.inside = std::min(row.inside, rows[first + j].usual.packs);
    }
    rows.push_back(std::move(row));
  }
}

template <typename Is>
double share_of_rows(const DefaultReport& report, Is is) {
  const auto count = std::count_if(report.rows.begin(), report.rows.end(), is);
  return static_cast<double>(count) / static_cast<double>(report.rows.size());
}

void write_tried(formats::JsonWriter& json, const char* name, const Tried& tried) {
  json.object(name, [&] {
    json.field("packs", tried.packs);
    json.field("lower_bound", tried.bound);
    json.field("seconds", tried.seconds);
  });
}

void write_row(formats::JsonWriter& json, const DefaultRow& row) {
  json.object([&] {
    json.field("name", row.name);
    write_tried(json, "auto", row.usual);
    write_tried(json, "optimal", row.timed);
    json.field("best_listed", row.listed);
    json.field("best_inside", row.inside);
  });
}

}  // namespace

DefaultReport bench_default(const std::string& data, const ShareOptions& options, const Say& progress) {
  DefaultReport report{.platform = platform(), .rows = {}};
  for_each_default_set(data, options.quick, [&](const ExactSet& set) { solve_all(set, report.rows, progress); });
  return report;
}

DefaultSummary summarize(const DefaultReport& report) {
  std::vector<double> seconds;
  for (const DefaultRow& row : report.rows) seconds.push_back(row.usual.seconds);
  std::sort(seconds.begin(), seconds.end());
  const auto count = [&](bool (DefaultRow::*is)() const) {
    return std::count_if(report.rows.begin(), report.rows.end(), [&](const DefaultRow& row) { return (row.*is)(); });
  };
  return {.equal = share_of_rows(report, [](const DefaultRow& row) { return row.is_equal(); }),
          .near = share_of_rows(report, [](const DefaultRow& row) { return row.is_near(); }),
          .proven = share_of_rows(report, [](const DefaultRow& row) { return row.usual.is_proven(); }),
          .median = seconds[seconds.size() / 2],
          .longest = seconds.back(),
          .above_listed = count(&DefaultRow::is_above_listed),
          .above_inside = count(&DefaultRow::is_above_inside)};
}

std::string to_json(const DefaultReport& report) {
  const DefaultSummary summary = summarize(report);
  return formats::json_line([&](formats::JsonWriter& json) {
    json.field("schema", "tuplepack.bench/1");
    json.field("bench", "default");
    json.field("platform", report.platform);
    json.field("equal", summary.equal);
    json.field("within_a_thousandth", summary.near);
    json.field("proven", summary.proven);
    json.field("median_seconds", summary.median);
    json.field("max_seconds", summary.longest);
    json.field("above_listed", summary.above_listed);
    json.field("above_inside", summary.above_inside);
    json.array("cases", [&] {
      for (const DefaultRow& row : report.rows) {
        json.new_line();
        write_row(json, row);
      }
    });
  });
}

}  // namespace tuplepack::bench

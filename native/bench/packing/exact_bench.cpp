#include "exact_bench.hpp"

#include "bench/measuring/bench.hpp"
#include "exact_problems.hpp"
#include "tuplepack/formats/json/json_writer.hpp"
#include "tuplepack/packing/pack.hpp"

#include <algorithm>

namespace tuplepack::bench {

namespace {

struct Solved {
  double seconds;
  std::int64_t packs;
  std::int64_t bound;  ///< that the certificate shows
};

Solved solve(const ExactProblem& problem, const std::string& name) {
  constexpr double max_seconds = 10;
  const double start = processor_clock();
  packing::PackOptions options{.method = "optimal"};
  options.is_timed = true;
  options.keep_going = [&](const packing::PackProgress&) { return processor_clock() - start < max_seconds; };
  const packing::Packed packed = expect(pack(problem.histogram, problem.limits, options), name);
  const double seconds = processor_clock() - start;
  expect(check(problem.histogram, problem.limits, packed.plan), name);
  const std::int64_t bound = expect(verify(problem.histogram, problem.limits, packed.proof.value().certificate), name);
  return {.seconds = seconds, .packs = pack_count(packed.plan), .bound = bound};
}

ExactCase solve_all(const ExactSet& set) {
  ExactCase entry{.name = set.name, .problems = static_cast<std::int64_t>(set.problems.size()), .open = {}};
  std::vector<double> seconds;
  for (std::size_t i = 0; i < set.problems.size(); ++i) {
    const ExactProblem& problem = set.problems[i];
    const std::string name = problem.name.empty() ? set.name + ": " + std::to_string(i) : problem.name;
    const Solved solved = solve(problem, name);
    seconds.push_back(solved.seconds);
    if (solved.bound == solved.packs) {
      ++entry.proven;
    } else {
      entry.open.push_back({.name = name, .packs = solved.packs, .bound = solved.bound});
    }
  }
  std::sort(seconds.begin(), seconds.end());
  entry.median = seconds[seconds.size() / 2];
  entry.percentile99 = seconds[seconds.size() * 99 / 100];
  entry.longest = seconds.back();
  return entry;
}

}  // namespace

ExactReport bench_exact(const std::string& data, const ShareOptions& options, const Say& progress) {
  ExactReport report{.platform = platform(), .cases = {}};
  for_each_exact_set(data, options.quick, [&](const ExactSet& set) {
    progress(set.name);
    report.cases.push_back(solve_all(set));
  });
  return report;
}

std::string to_json(const ExactReport& report) {
  return formats::json_line([&](formats::JsonWriter& json) {
    json.field("schema", "tuplepack.bench/1");
    json.field("bench", "exact");
    json.field("platform", report.platform);
    json.array("cases", [&] {
      for (const ExactCase& entry : report.cases) {
        json.new_line();
        json.object([&] {
          json.field("name", entry.name);
          json.field("problems", entry.problems);
          json.field("proven", entry.proven);
          json.field("median_seconds", entry.median);
          json.field("percentile_99_seconds", entry.percentile99);
          json.field("max_seconds", entry.longest);
          json.array("open", [&] {
            for (const ExactGap& gap : entry.open) {
              json.object([&] {
                json.field("name", gap.name);
                json.field("packs", gap.packs);
                json.field("lower_bound", gap.bound);
              });
            }
          });
        });
      }
    });
  });
}

}  // namespace tuplepack::bench

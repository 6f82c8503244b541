#include "graph/verify/verify_parts.hpp"

#include "cli/commands/commands.hpp"
#include "cli/output/failure.hpp"
#include "cli/output/long_job.hpp"
#include "cli/output/output.hpp"
#include "cli/output/stopwatch.hpp"
#include "cli/output/text.hpp"
#include "cli/reports/ranks.hpp"
#include "tuplepack/formats/json/json_writer.hpp"

#include <fmt/format.h>

namespace tuplepack::cli {

using Outcome = graph::PartsCheck::Outcome;

static std::string_view mark_of(Outcome outcome) {
  return outcome == Outcome::holds ? "✓" : outcome == Outcome::fails ? "✗" : "–";
}

static std::string parts_verification_text(const graph::PartsVerification& report, double seconds,
                                           const RanksCost& cost, const Terminal& terminal) {
  const graph::PartitionedGraph& graph = report.graph;
  std::string text =
      bold(fmt::format("{}: {} and {} in {}", visible(graph.name), counted(graph.nodes, "node"),
                       counted(graph.edges, "edge"), counted(static_cast<std::int64_t>(graph.parts.size()), "part")),
           terminal) +
      "\n\n";
  for (const graph::PartsCheck& check : report.checks) {
    text += fmt::format("  {} {:<14} {}\n", mark_of(check.outcome), check.name,
                        check.outcome == Outcome::holds ? check.what : visible(check.found));
  }
  text += fmt::format("\n  time             {}\n", duration(seconds));
  if (!cost.is_one()) text += fmt::format("  ranks            {}\n", ranks_text(cost));
  return text;
}

static std::string parts_verification_json(const graph::PartsVerification& report, double seconds,
                                           const RanksCost& cost) {
  const graph::PartitionedGraph& graph = report.graph;
  return formats::json_line([&](formats::JsonWriter& json) {
    json.field("schema", "tuplepack.verify/1");
    json.object("graph", [&] {
      json.field("name", graph.name);
      json.field("nodes", graph.nodes);
      json.field("edges", graph.edges);
    });
    json.field("parts", graph.parts.size());
    json.field("hops", graph.hops);
    json.field("holds", report.holds());
    json.array("checks", [&] {
      for (const graph::PartsCheck& check : report.checks) {
        json.object([&] {
          json.field("name", check.name);
          json.field("what", check.what);
          json.field("holds",
                     check.outcome == Outcome::skipped ? std::nullopt : std::optional(check.outcome == Outcome::holds));
          json.field("found", check.found.empty() ? std::nullopt : std::optional(check.found));
        });
      }
    });
    json.field("seconds", seconds);
    write_ranks(json, cost);
  });
}

int run_verify_parts(const Arguments& arguments) {
  if (arguments.has("data")) throw Failure("--data is for plans; a partitioned graph is verified --against DIR");
  if (!arguments.has("against")) {
    throw Failure(
        "verify needs --against DIR, the chunked graph that the partitioned graph was made from; without that, inspect "
        "shows what the parts hold");
  }
  return run_job("verifying", [&](LongJob& job) {
    const Stopwatch watch;
    const graph::PartsVerification report = job.value(
        graph::verify_parts(arguments.operand(), arguments["against"],
                            [&](double fraction, std::string_view step) { return job.keep_going(fraction, step); }));
    const RanksCost cost = cost_of_ranks();
    print(arguments.has("json") ? with_notes(parts_verification_json(report, watch.seconds(), cost))
                                : parts_verification_text(report, watch.seconds(), cost, standard_output()));
    return report.holds() ? 0 : exit_no;
  });
}

}  // namespace tuplepack::cli

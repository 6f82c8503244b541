#include "reports.hpp"
#include "shared.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace tuplepack::cli {

static double mean_size(const Split& split) {
  return static_cast<double>(split.offsets.back()) / static_cast<double>(split.batches());
}

/// The share of the fixed batches that bounded ones do without; negative when there are more of them.
static double reduction(const SplitReport& report) {
  return 1 - static_cast<double>(report.bounded.batches()) / static_cast<double>(report.fixed.batches());
}

/// Batches that cannot be divided and lose more than they should.
static std::int64_t exceeding(const SplitReport& report) {
  const auto& losses = report.bounded.losses;
  return std::count_if(losses.begin(), losses.end(), [&](std::int64_t loss) { return loss > report.threshold; });
}

static std::vector<std::string> row(std::string_view what, const Split& split) {
  return {std::string(what), grouped(split.batches()), fmt::format("{:.2f}", mean_size(split)),
          grouped(split.largest_batch()), grouped(split.largest_loss())};
}

/// The share of nodes' interactions that come after another one of the node in their batch, and see its old state.
static double stale(const SplitReport& report) {
  const auto& losses = report.bounded.losses;
  const bool once = report.options.score == LossScore::eq7;
  const std::int64_t interactions = 2 * report.events.events - (once ? report.events.self_loops : 0);
  return static_cast<double>(std::accumulate(losses.begin(), losses.end(), std::int64_t{0})) /
         static_cast<double>(interactions);
}

/// Θ, in batches too: what a threshold is worth depends on how far apart the updates of a node are.
static std::string distance_text(const SplitReport& report) {
  const double distance = report.events.average_update_distance;
  if (distance == 0) return "no node occurs again: batches of any size lose nothing";
  return fmt::format("a node's next interaction comes {:.2f} later on average: {:.2f} batches", distance,
                     distance / mean_size(report.bounded));
}

std::string split_text(const SplitReport& report, const Terminal& terminal) {
  const EventStatistics& events = report.events;
  const std::int64_t batches = report.bounded.batches();
  std::string text =
      bold(fmt::format("{} of {} → {}, {:.2f} each", counted(events.events, "interaction"),
                       counted(events.nodes, "node"), batches == 1 ? "one batch" : grouped(batches) + " batches",
                       mean_size(report.bounded)),
           terminal) +
      "\n\n";
  const Table table{.header = {"", "batches", "mean size", "largest size", "largest loss"},
                    .rows = {row("bounded", report.bounded), row("fixed " + grouped(report.fixed_size), report.fixed)},
                    .left = {true},
                    .marked = {}};
  text += table.text(terminal) + "\n";
  const auto add = [&](std::string_view label, std::string_view what) {
    text += fmt::format("  {:<13} {}\n", label, what);
  };
  const double fewer = reduction(report);
  add("threshold", fmt::format("{} ({}): {} {} batches than of fixed size", grouped(report.threshold),
                               name(report.options.score), percent(std::abs(fewer)), fewer < 0 ? "more" : "fewer"));
  if (const std::int64_t over = exceeding(report); over > 0) {
    add("exceeding", fmt::format("{}, indivisible: {}", over == 1 ? "one batch" : grouped(over) + " batches",
                                 report.options.ties == Ties::keep ? "interactions of one time" : "self-loops"));
  }
  const double share = static_cast<double>(events.self_loops) / static_cast<double>(events.events);
  add("interactions",
      fmt::format("{} self-loops ({}), {} at the time of the one before; average degree {:.2f}",
                  grouped(events.self_loops), percent(share), grouped(events.ties), events.average_degree));
  add("distance", distance_text(report));
  add("old states", percent(stale(report)) + " of what nodes take part in follows another interaction in its batch");
  add("advice", "take a batch size that is known to train well; raise --loss sooner the larger the distance is");
  if (!report.output.empty()) {
    add("wrote",
        report.arrays.empty() ? report.output : fmt::format("{} ({})", report.output, join(report.arrays, ", ")));
  }
  add("time", duration(report.seconds));
  return text;
}

std::string split_json(const SplitReport& report) {
  return line({{"schema", "tuplepack.split/1"},
               {"events", events_json(report.events)},
               {"loss_score", name(report.options.score)},
               {"ties", name(report.options.ties)},
               {"metrics",
                {{"batches", report.bounded.batches()},
                 {"fixed_batches", report.fixed.batches()},
                 {"fixed_batch_size", report.fixed_size},
                 {"threshold", report.threshold},
                 {"max_loss", report.bounded.largest_loss()},
                 {"mean_size", mean_size(report.bounded)},
                 {"max_size", report.bounded.largest_batch()},
                 {"reduction", reduction(report)},
                 {"stale", stale(report)},
                 {"exceeding", exceeding(report)},
                 {"seconds", report.seconds}}},
               {"output", report.output.empty() ? Json(nullptr) : Json(report.output)},
               {"offsets", report.bounded.offsets},
               {"losses", report.bounded.losses}});
}

}  // namespace tuplepack::cli

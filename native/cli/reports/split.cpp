#include "reports.hpp"
#include "shared.hpp"

#include <fmt/format.h>

#include <cmath>

namespace tuplepack::cli {

static std::vector<std::string> row(std::string_view what, const temporal::Split& split) {
  return {std::string(what), grouped(split.batches()), fmt::format("{:.2f}", reports::mean_size(split)),
          grouped(split.largest_batch()), grouped(split.largest_loss())};
}

/// In events and in batches, and Θ.
static std::string distance_text(const reports::SplitComparison& report) {
  const double distance = report.events.average_reuse_distance;
  if (distance == 0) return "no node repeats: batches of any size are lossless";
  return fmt::format(
      "{:.2f} interactions, or {:.2f} batches, until a node recurs, on average; Θ {:.2f}, the mean of nodes' means",
      distance, report.distance_in_batches(), report.events.average_update_distance);
}

/// The batches of each part.
static std::string parts_text(const reports::SplitComparison& report) {
  const std::vector<std::int64_t>& offsets = report.bounded.offsets;
  const std::vector<std::int64_t> parts = report.parts();
  std::vector<std::string> counts;
  for (std::size_t part = 0; part + 1 < parts.size(); ++part) {
    const std::int64_t batches = parts[part + 1] - parts[part];
    const std::int64_t events =
        offsets[static_cast<std::size_t>(parts[part + 1])] - offsets[static_cast<std::size_t>(parts[part])];
    counts.push_back(fmt::format("{} of {}", batches == 1 ? "one batch" : grouped(batches) + " batches",
                                 counted(events, "interaction")));
  }
  return join(counts, ", ");
}

std::string split_text(const SplitReport& answer, const Terminal& terminal) {
  const reports::SplitComparison& report = answer.comparison;
  const temporal::EventStatistics& events = report.events;
  const std::int64_t batches = report.bounded.batches();
  std::string text =
      bold(fmt::format("{} of {} → {}, {:.2f} each", counted(events.events, "interaction"),
                       counted(events.nodes, "node"), batches == 1 ? "one batch" : grouped(batches) + " batches",
                       reports::mean_size(report.bounded)),
           terminal) +
      "\n\n";
  std::vector<std::vector<std::string>> rows{row("bounded", report.bounded),
                                             row("fixed " + grouped(report.fixed_size), report.fixed)};
  const std::int64_t as_many = report.as_many.largest_batch();
  if (as_many != report.fixed_size) rows.push_back(row("fixed " + grouped(as_many), report.as_many));
  const Table table{.header = {"", "batches", "mean size", "largest size", "largest loss"},
                    .rows = std::move(rows),
                    .left = {true},
                    .marked = {}};
  text += table.text(terminal) + "\n";
  const auto add = [&](std::string_view label, std::string_view what) {
    text += fmt::format("  {:<13} {}\n", label, what);
  };
  const double fewer = report.reduction();
  add("loss bound", fmt::format("{}: {} {} batches than with the fixed size {}", grouped(report.threshold),
                                percent(std::abs(fewer)), fewer < 0 ? "more" : "fewer", grouped(report.fixed_size)));
  if (const std::int64_t over = report.exceeding(); over > 0) {
    add("exceeding",
        fmt::format("{} the loss bound and cannot be divided: {}",
                    over == 1 ? "one batch exceeds" : grouped(over) + " batches exceed",
                    report.options.ties == temporal::Ties::keep ? "interactions of one time" : "self-loops"));
  }
  add("loss", fmt::format("interactions of a node beyond its first in the batch, over all nodes; a self-loop counts {}",
                          report.options.score == temporal::LossScore::eq7 ? "once (eq7)" : "twice (eq8)"));
  add("interactions", fmt::format("{} self-loops ({}), {} at the same time as the previous one; average degree {:.2f}",
                                  grouped(events.self_loops), percent(report.self_loop_share()), grouped(events.ties),
                                  events.average_degree));
  if (events.first_item > 0) add("items", items_text(events));
  add("reuse", distance_text(report));
  if (!report.options.cuts.empty()) add("parts", parts_text(report));
  if (report.within_a_time > 0) {
    add("ties",
        fmt::format("{} within interactions of one time, which Eq. 12 rules out; --ties keep keeps them together",
                    report.within_a_time == 1 ? "one batch begins" : grouped(report.within_a_time) + " batches begin"));
  }
  add("stale states", fmt::format("{} of node updates use a stale state: their batch has updated the node before",
                                  percent(report.stale(report.bounded))));
  add("", fmt::format("{} in {} fixed batches: the bound limits the worst batch, not the mean",
                      percent(report.stale(report.as_many)), grouped(report.as_many.batches())));
  add("advice",
      "start from a batch size known to train well; the longer it takes until a node recurs, the more you can raise "
      "--loss");
  if (!answer.output.empty()) {
    add("wrote", answer.arrays.empty() ? visible(answer.output)
                                       : fmt::format("{} ({})", visible(answer.output), join(answer.arrays, ", ")));
  }
  add("time", duration(answer.seconds));
  return text;
}

std::string split_json(const SplitReport& answer) {
  const reports::SplitComparison& report = answer.comparison;
  return formats::json_line([&](formats::JsonWriter& json) {
    json.field("schema", "tuplepack.split/1");
    write_events(json, report.events);
    json.field("loss_score", name(report.options.score));
    json.field("ties", name(report.options.ties));
    json.object("metrics", [&] {
      json.field("batches", report.bounded.batches());
      json.field("fixed_batches", report.fixed.batches());
      json.field("fixed_batch_size", report.fixed_size);
      json.field("threshold", report.threshold);
      json.field("max_loss", report.bounded.largest_loss());
      json.field("mean_size", reports::mean_size(report.bounded));
      json.field("max_size", report.bounded.largest_batch());
      json.field("reduction", report.reduction());
      json.field("stale", report.stale(report.bounded));
      json.field("exceeding", report.exceeding());
      json.field("as_many_batch_size", report.as_many.largest_batch());
      json.field("as_many_max_loss", report.as_many.largest_loss());
      json.field("as_many_stale", report.stale(report.as_many));
      json.field("within_a_time", report.within_a_time);
      json.field("seconds", answer.seconds);
    });
    json.field("output", text_or_null(answer.output));
    json.field("arrays", answer.arrays);
    json.field("offsets", report.bounded.offsets);
    json.field("losses", report.bounded.losses);
    json.field("parts", report.options.cuts.empty() ? std::nullopt : std::optional(report.parts()));
  });
}

}  // namespace tuplepack::cli

// Timed interactions: reading, and batches of bounded loss. A module of its own, temporal.wasm.
#include "temporal.hpp"

#include "call.hpp"
#include "option_rows.hpp"
#include "options.hpp"
#include "tuplepack/formats/events.hpp"
#include "tuplepack/names.hpp"
#include "tuplepack/temporal/split.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <emscripten/bind.h>

namespace tuplepack::wasm {

// ---- events ----

/// Whole where all are, as in a file.
static Times times(const val& given) {
  if (given.instanceof (val::global("BigInt64Array"))) return bigints(given, "times");
  std::vector<double> all = reals(given, "times");
  const bool whole = std::all_of(all.begin(), all.end(), [](double time) {
    return std::trunc(time) == time && std::abs(time) <= static_cast<double>(max_exact);
  });
  if (!whole) return all;
  return std::vector<std::int64_t>(all.begin(), all.end());
}

Events events(const val& given) {
  const Options columns(given, {{"sources", "destinations", "times", "nodes"}});
  EventColumns read{.sources = columns.wholes("sources"),
                    .destinations = columns.wholes("destinations"),
                    .times = times(columns["times"])};
  const std::size_t count = std::visit([](const auto& all) { return all.size(); }, read.times);
  if (read.destinations.size() != read.sources.size() || count != read.sources.size()) {
    refuse(ErrorCode::malformed, "sources, destinations and times are not of one length");
  }
  return value(make_events(std::move(read), {.sort = false, .nodes = columns.whole("nodes", 0)}));
}

static val int32_array(std::span<const std::int64_t> values) {
  const std::vector<std::int32_t> narrow(values.begin(), values.end());  // ids and events are below 2^31
  return typed_array<std::int32_t>(narrow);
}

static Object to_object(const Events& read) {
  Object object;
  object.put("sources", int32_array(read.sources));
  object.put("destinations", int32_array(read.destinations));
  const auto* whole = std::get_if<std::vector<std::int64_t>>(&read.times);
  object.put("times", whole != nullptr ? bigint64_array(*whole)
                                       : typed_array<double>(std::get<std::vector<double>>(read.times)));
  object.whole("nodes", read.nodes);
  return object;
}

static val read_events(const val& given, const val& request) {
  return guarded([&] {
    const Options options(request, {{"format", "columns", "sort", "nodes"}});
    const std::string input = bytes(given, "bytes");
    return to_object(value(
        tuplepack::read_events(input, {.format = value(format_by_name(options.text("format", "detect"))),
                                       .columns = texts(options["columns"], "columns"),
                                       .events = {.sort = options.flag("sort"), .nodes = options.whole("nodes", 0)}})));
  });
}

static val statistics(const val& given) {
  return guarded([&] {
    const EventStatistics found = tuplepack::statistics(events(given));
    Object object;
    object.whole("events", found.events);
    object.whole("nodes", found.nodes);
    object.whole("selfLoops", found.self_loops);
    object.whole("ties", found.ties);
    object.number("averageDegree", found.average_degree);
    object.number("averageUpdateDistance", found.average_update_distance);
    return object;
  });
}

// ---- batches ----

/// `taking_part`: how often a node takes part in an interaction.
static Object to_object(const Split& batches, std::int64_t taking_part) {
  const std::int64_t lost = std::accumulate(batches.losses.begin(), batches.losses.end(), std::int64_t{0});
  Object object;
  object.put("offsets", int32_array(batches.offsets));
  object.put("losses", float64_array(batches.losses));
  object.whole("largestBatch", batches.largest_batch());
  object.whole("largestLoss", batches.largest_loss());
  object.number("stale", number(lost) / number(taking_part));
  return object;
}

static std::int64_t taking_part(const Events& of, LossScore score) {
  std::int64_t loops = 0;
  for (std::size_t e = 0; e < of.sources.size(); ++e) loops += of.sources[e] == of.destinations[e];
  return 2 * of.size() - (score == LossScore::eq7 ? loops : 0);
}

static val split(const val& given, const val& request) {
  return guarded([&] {
    const Options options(request, {{"loss", "likeBatchSize", "lossScore", "ties"}});
    if (options.has("loss") == options.has("likeBatchSize")) {
      refuse(ErrorCode::malformed, "split needs loss or likeBatchSize, and not both");
    }
    const SplitOptions how{.score = value(loss_score_by_name(options.text("lossScore", "eq7"))),
                           .ties = value(ties_by_name(options.text("ties", "split")))};
    const Events read = events(given);
    std::int64_t threshold = options.whole("loss", 0);
    if (threshold < 0) refuse(ErrorCode::negative, "loss is negative");
    const std::int64_t size =
        options.has("loss") ? fixed_size_within(read, threshold, how.score) : options.whole("likeBatchSize", 1);
    const Split fixed = value(split_fixed(read, size, how.score));
    if (!options.has("loss")) threshold = fixed.largest_loss();
    const Split bounded = value(tuplepack::split(read, threshold, how));
    const auto exceeding = std::count_if(bounded.losses.begin(), bounded.losses.end(),
                                         [=](std::int64_t loss) { return loss > threshold; });
    const std::int64_t all = taking_part(read, how.score);
    Object object;
    object.whole("threshold", threshold);
    object.put("bounded", to_object(bounded, all));
    object.whole("exceeding", exceeding);
    object.whole("fixedSize", size);
    object.put("fixed", to_object(fixed, all));
    return object;
  });
}

static val tables() {
  Object object;
  object.put("lossScores", name_array(loss_scores()));
  object.put("tiePolicies", name_array(tie_policies()));
  return object;
}

static val option_rows() {
  val array = val::array();
  push_rows(array, temporal_options());
  return array;
}

EMSCRIPTEN_BINDINGS(temporal) {
  emscripten::function("readEvents", &read_events);
  emscripten::function("statistics", &statistics);
  emscripten::function("split", &split);
  emscripten::function("tables", &tables);
  emscripten::function("options", &option_rows);
}

}  // namespace tuplepack::wasm

// Temporal interactions: reading, and batches of bounded loss. A module of its own, temporal.wasm.
#include "temporal.hpp"

#include "call.hpp"
#include "option_rows.hpp"
#include "options.hpp"
#include "tuplepack/formats/interactions/event_ids.hpp"
#include "tuplepack/formats/interactions/events.hpp"
#include "tuplepack/reports/split.hpp"
#include "tuplepack/temporal/split.hpp"

#include <algorithm>
#include <cmath>

#include <emscripten/bind.h>

namespace tuplepack::wasm {

// ---- events ----

/// Whole where all are, as in a file.
static temporal::Times times(const val& given) {
  if (given.instanceof (val::global("BigInt64Array"))) return bigints(given, "times");
  std::vector<double> all = reals(given, "times");
  const bool whole = std::all_of(all.begin(), all.end(), [](double time) {
    return std::trunc(time) == time && std::abs(time) <= static_cast<double>(max_exact);
  });
  if (!whole) return all;
  return std::vector<std::int64_t>(all.begin(), all.end());
}

temporal::Events events(const val& given) {
  const Options columns(given, {{"sources", "destinations", "times", "nodes", "firstItem", "featureRows", "notes"}});
  temporal::EventColumns read{.sources = columns.wholes("sources"),
                              .destinations = columns.wholes("destinations"),
                              .times = times(columns["times"])};
  if (columns.has("featureRows")) read.feature_rows = columns.wholes("featureRows");
  const std::size_t count = std::visit([](const auto& all) { return all.size(); }, read.times);
  if (read.destinations.size() != read.sources.size() || count != read.sources.size()) {
    refuse(ErrorCode::malformed, "sources, destinations and times must have the same length");
  }
  if (!read.feature_rows.empty() && read.feature_rows.size() != count) {
    refuse(ErrorCode::malformed, "featureRows has not a row for every event");
  }
  temporal::Events made = value(make_events(std::move(read), {.sort = false, .nodes = columns.whole("nodes", 0)}));
  made.first_item = columns.whole("firstItem", 0);
  return made;
}

static val int32_array(std::span<const std::int64_t> values) {
  const std::vector<std::int32_t> narrow(values.begin(), values.end());  // ids and events are below 2^31
  return typed_array<std::int32_t>(narrow);
}

static Object to_object(const temporal::Events& read) {
  Object object;
  object.put("sources", int32_array(read.sources));
  object.put("destinations", int32_array(read.destinations));
  const auto* whole = std::get_if<std::vector<std::int64_t>>(&read.times);
  object.put("times", whole != nullptr ? bigint64_array(*whole)
                                       : typed_array<double>(std::get<std::vector<double>>(read.times)));
  object.whole("nodes", read.nodes);
  object.whole("firstItem", read.first_item);
  if (!read.feature_rows.empty()) object.put("featureRows", int32_array(read.feature_rows));
  return object;
}

static Error offer_program(Error error) {
  return formats::offer_relabel(std::move(error), "; the program numbers ids of any text, with --relabel");
}

static val read_events(const val& given, const val& request) {
  return guarded([&] {
    const Options options(request, {{"format", "columns", "sort", "nodes"}});
    const std::string input = bytes(given, "bytes");
    std::vector<std::string> notes;
    auto read =
        formats::read_events(input, {.format = value(formats::format_by_name(options.text("format", "detect"))),
                                     .columns = texts(options["columns"], "columns"),
                                     .events = {.sort = options.flag("sort"), .nodes = options.whole("nodes", 0)},
                                     .note = [&notes](const std::string& note) { notes.push_back(note); }});
    Object object = to_object(value(std::move(read).map_error(offer_program)));
    object.put("notes", text_array(notes));
    return object;
  });
}

/// names   of the columns of a table
/// wanted  as the option columns
static val event_columns(const val& names, const val& wanted) {
  return guarded([&] {
    const auto columns = value(formats::event_columns(texts(names, "names"), texts(wanted, "columns")));
    return typed_array<std::int32_t>(std::vector<std::int32_t>(columns.begin(), columns.end()));
  });
}

static val statistics(const val& given) {
  return guarded([&] {
    const temporal::EventStatistics found = temporal::statistics(events(given));
    Object object;
    object.whole("events", found.events);
    object.whole("nodes", found.nodes);
    object.whole("firstItem", found.first_item);
    object.whole("selfLoops", found.self_loops);
    object.whole("ties", found.ties);
    object.number("averageDegree", found.average_degree);
    object.number("averageUpdateDistance", found.average_update_distance);
    return object;
  });
}

// ---- batches ----

static Object to_object(const reports::SplitComparison& comparison, const temporal::Split& batches) {
  Object object;
  object.put("offsets", int32_array(batches.offsets));
  object.put("losses", float64_array(batches.losses));
  object.whole("largestBatch", batches.largest_batch());
  object.whole("largestLoss", batches.largest_loss());
  object.number("stale", comparison.stale(batches));
  return object;
}

static reports::SplitRequest split_request(const Options& options) {
  if (options.has("loss") == options.has("likeBatchSize")) {
    refuse(ErrorCode::malformed, "split needs either loss or likeBatchSize");
  }
  reports::SplitRequest request{
      .batch_size = options.whole("likeBatchSize", 1),
      .options = {.score = value(temporal::loss_score_by_name(options.text("lossScore", "eq7"))),
                  .ties = value(temporal::ties_by_name(options.text("ties", "split")))}};
  if (options.has("loss")) request.loss = options.whole("loss", 0);
  return request;
}

static val split(const val& given, const val& asked) {
  return guarded([&] {
    const reports::SplitRequest request =
        split_request(Options(asked, {{"loss", "likeBatchSize", "lossScore", "ties"}}));
    const temporal::Events read = events(given);
    reports::SplitComparison found = value(fixed_comparison(read, request));
    found.bounded = value(temporal::split(read, found.threshold, found.options));
    Object object;
    object.whole("threshold", found.threshold);
    object.put("bounded", to_object(found, found.bounded));
    object.whole("exceeding", found.exceeding());
    object.whole("fixedSize", found.fixed_size);
    object.put("fixed", to_object(found, found.fixed));
    return object;
  });
}

static val tables() {
  Object object;
  object.put("lossScores", name_array(temporal::loss_scores()));
  object.put("tiePolicies", name_array(temporal::tie_policies()));
  return object;
}

static val option_rows() {
  return option_array({options::temporal_options()});
}

EMSCRIPTEN_BINDINGS(temporal) {
  emscripten::function("readEvents", &read_events);
  emscripten::function("eventColumns", &event_columns);
  emscripten::function("statistics", &statistics);
  emscripten::function("split", &split);
  emscripten::function("tables", &tables);
  emscripten::function("options", &option_rows);
}

}  // namespace tuplepack::wasm

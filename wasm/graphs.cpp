// Graphs of TensorFlow GNN: what is in TFRecords, schemas and sampling specs. A module of its own, graphs.wasm. The
// answers are those of the program as JSON, which graphs.mjs parses.
#include "call.hpp"
#include "options.hpp"
#include "tuplepack/formats/tensorflow/tensor_schema_text.hpp"
#include "tuplepack/packing/batching.hpp"
#include "tuplepack/reports/records.hpp"
#include "tuplepack/reports/tensor_schema.hpp"

#include <algorithm>
#include <optional>

#include <emscripten/bind.h>

namespace tuplepack::wasm {

static std::optional<graph::TensorSchema> asked_schema(const Options& options, const char* key) {
  if (!options.has(key)) return std::nullopt;
  return value(formats::read_tensor_schema(bytes(options[key], key)));
}

// ---- records ----

/// Pieces of a Uint8Array, so that the memory need not hold all of it.
static formats::TextPieces pieces_of_array(const val& array, std::string& piece) {
  if (!array.instanceof (val::global("Uint8Array"))) refuse(ErrorCode::malformed, "bytes is not a Uint8Array");
  const std::size_t length = length_of(array, "bytes");
  return [&array, &piece, length, at = std::size_t{0}]() mutable -> std::string_view {
    constexpr std::size_t piece_bytes = std::size_t{1} << 20U;
    const std::size_t end = std::min(at + piece_bytes, length);
    piece = bytes(array.call<val>("subarray", at, end), "bytes");
    at = end;
    return piece;
  };
}

static void read_file(const val& given, const graph::TensorSchema* schema, reports::RecordsReport& report) {
  constexpr std::size_t max_bad = 20;
  const Options named(given, {{"name", "bytes"}});
  reports::RecordFile& file = report.files.emplace_back(reports::RecordFile{.name = named.text("name", "")});
  const val array = named["bytes"];
  std::string piece;
  formats::GraphRecordReader records(pieces_of_array(array, piece), schema);
  formats::GraphRecord record;
  while (true) {
    const auto more = records.next(record);
    if (!more) {
      ++file.bad;
      if (report.bad.size() < max_bad) report.bad.push_back({.file = file.name, .message = more.error().message});
      continue;
    }
    if (!*more) return;
    ++file.records;
    report.statistics.add(record);
  }
}

static val read_records(const val& files, const val& request) {
  return guarded([&] {
    const std::optional<graph::TensorSchema> schema = asked_schema(Options(request, {{"schema"}}), "schema");
    reports::RecordsReport report{.statistics = reports::RecordStatistics(true)};
    if (!files.isArray()) refuse(ErrorCode::malformed, "files is not an array");
    const std::size_t count = length_of(files, "files");
    for (std::size_t i = 0; i < count; ++i) read_file(files[i], schema ? &*schema : nullptr, report);
    const std::string sizes = report.statistics.sets().empty() ? std::string() : sizes_csv(report.statistics);
    Object object;
    object.text("json", records_json(report));
    object.put("sizes",
               typed_array<std::uint8_t>(std::span(reinterpret_cast<const std::uint8_t*>(sizes.data()), sizes.size())));
    return object;
  });
}

// ---- schemas and sampling specs ----

static val read_schema(const val& given, const val& request) {
  return guarded([&] {
    const std::optional<graph::TensorSchema> against = asked_schema(Options(request, {{"against"}}), "against");
    const auto read = value(formats::read_schema_or_spec(bytes(given, "the schema")));
    reports::FileFindings findings;
    if (const auto* const schema = std::get_if<graph::TensorSchema>(&read)) {
      findings.add("", check_tensor_schema(*schema));
      return text_value(schema_json(*schema, findings));
    }
    const auto& spec = std::get<graph::SamplingSpec>(read);
    const graph::SamplingPlan plan = check_sampling_spec(spec, against ? &*against : nullptr);
    findings.add("", plan.findings);
    return text_value(spec_json(spec, plan, findings));
  });
}

// ---- batches ----

static val batch_items(const val& given, const val& request) {
  return guarded([&] {
    const Options options(request, {{"limits", "depth", "batch"}});
    const packing::Limits limits{.sizes = options.wholes("limits"),
                                 .depth = options.whole("depth", packing::unlimited_depth)};
    val policies = val::array();
    for (const packing::BatchedItems& batched :
         value(packing::batch_items(histogram(given), limits, {.batch = options.whole("batch", 1)}))) {
      Object object;
      object.text("policy", batched.policy);
      object.put("shape", number_array(batched.shape));
      object.whole("batches", batched.batches);
      object.whole("dropped", batched.dropped);
      object.put("efficiency", number_array(batched.efficiency));
      push(policies, object);
    }
    return policies;
  });
}

EMSCRIPTEN_BINDINGS(graphs) {
  emscripten::function("batchItems", &batch_items);
  emscripten::function("readRecords", &read_records);
  emscripten::function("readSchema", &read_schema);
}

}  // namespace tuplepack::wasm

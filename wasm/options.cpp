#include "options.hpp"

#include "objects.hpp"

#include <algorithm>

#include <emscripten/emscripten.h>

namespace tuplepack::wasm {

Options::Options(const val& object, std::initializer_list<std::initializer_list<const char*>> known) : object_(object) {
  if (is_missing(object)) {
    object_ = val::object();
    return;
  }
  for (const std::string& key : texts(val::global("Object").call<val>("keys", object), "options")) {
    const bool found = std::any_of(known.begin(), known.end(), [&](const auto& keys) {
      return std::find(keys.begin(), keys.end(), key) != keys.end();
    });
    if (!found) refuse(ErrorCode::unknown_name, "there is no option '" + key + "'");
  }
}

std::int64_t Options::whole(const char* key, std::int64_t otherwise) const {
  return has(key) ? wasm::whole(object_[key], key) : otherwise;
}

double Options::real(const char* key, double otherwise) const {
  return has(key) ? wasm::real(object_[key], key) : otherwise;
}

std::string Options::text(const char* key, const char* otherwise) const {
  return has(key) ? wasm::text(object_[key], key) : otherwise;
}

std::size_t Options::one_of(const char* key, std::initializer_list<std::string_view> names,
                            std::size_t otherwise) const {
  if (!has(key)) return otherwise;
  const std::string chosen = text(key, "");
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (chosen == names.begin()[i]) return i;
  }
  refuse(ErrorCode::unknown_name, std::string(key) + " cannot be '" + chosen + "'");
}

bool Options::flag(const char* key) const {
  return has(key) && wasm::flag(object_[key], key);
}

ReadOptions read_options(const val& object) {
  const Options options(object, {{"format", "columns", "countColumn", "lengthsOf"}});
  return {.format = value(format_by_name(options.text("format", "detect"))),
          .columns = texts(options["columns"], "columns"),
          .count_column = options.text("countColumn", "count"),
          .lengths_of = texts(options["lengthsOf"], "lengthsOf")};
}

std::int64_t depth(const Options& options) {
  return options.whole("depth", unlimited_depth);
}

Limits limits(const Options& options) {
  return {.sizes = options.wholes("limits"), .depth = depth(options)};
}

Fitting fitting(const Options& options) {
  return {.align_item = options.wholes("alignItem"),
          .align_total = options.wholes("alignTotal"),
          .reserve = options.wholes("reserve"),
          .reserve_items = options.whole("reserveItems", 0),
          .overlong = value(overlong_by_name(options.text("overlong", "error")))};
}

PackOptions pack_options(const Options& options, std::span<const std::string> components) {
  PackOptions result{.method = options.text("method", "auto"),
                     .heuristic = value(parse_heuristic(options.text("heuristic", "product"), components)),
                     .distribute = {},
                     .paper = options.flag("paper")};
  if (options.has("distribute")) result.distribute = options.flag("distribute");
  return result;
}

std::vector<Range> ranges(const val& array) {
  if (!array.isArray()) refuse(ErrorCode::malformed, "ranges is not an array");
  std::vector<Range> result;
  const std::size_t length = length_of(array, "ranges");
  for (std::size_t i = 0; i < length; ++i) {
    const Options range(array[i], {{"first", "last", "step"}});
    result.push_back({range.whole("first", 0), range.whole("last", 0), range.whole("step", 1)});
  }
  return result;
}

Histogram histogram(const val& object) {
  if (is_missing(object)) refuse(ErrorCode::malformed, "there is no histogram");
  const auto sizes = wholes(object["sizes"], "sizes");
  const auto counts = wholes(object["counts"], "counts");
  return value(make_histogram(texts(object["components"], "components"), sizes, counts));
}

std::vector<std::string> component_names(const val& components) {
  auto names = texts(components, "components");
  if (names.empty() || names.size() > max_components) refuse(ErrorCode::component_mismatch, "too few or too many");
  return names;
}

PlanDocument plan_of(const val& given, const Options& options, const val& on_progress) {
  const Histogram source = histogram(given);
  PlanRequest request{.limits = limits(options),
                      .fitting = fitting(options),
                      .pack = pack_options(options, source.components),
                      .baseline = {},
                      .packs_multiple = options.whole("packsMultiple", 1)};
  const double end = emscripten_get_now() + 1000 * options.real("timeLimit", 10);
  const bool is_heard = !is_missing(on_progress);
  val improved = val::null();
  if (is_heard)
    request.improved = [&](const PlanDocument& better) { improved = to_object(better, options.flag("json")); };
  request.pack.keep_going = [&](const PackProgress& progress) {
    if (emscripten_get_now() > end) return false;
    if (!is_heard) return true;
    Object told = to_object(progress);
    told.put("improved", std::exchange(improved, val::null()));
    const val report = told;
    return !on_progress(report).isFalse();
  };
  PlanDocument document = value(make_plan(source, request));
  value(check(document.histogram, document.room, document.packed.plan));
  return document;
}

}  // namespace tuplepack::wasm

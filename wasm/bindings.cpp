// The core as functions on JavaScript values; tuplepack.d.mts says what they take and give. The only file that knows of
// Emscripten. An option object with an unknown key is refused: a misspelt option would be ignored otherwise.
#include "tuplepack/formats/npz.hpp"
#include "tuplepack/formats/plan_json.hpp"
#include "tuplepack/formats/sizes.hpp"
#include "tuplepack/packing/assign.hpp"
#include "tuplepack/packing/estimate.hpp"
#include "tuplepack/packing/sweep.hpp"
#include "tuplepack/training/loader_code.hpp"
#include "tuplepack/training/segments.hpp"

#include <emscripten/bind.h>
#include <emscripten/emscripten.h>
#include <emscripten/val.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <initializer_list>
#include <new>
#include <stdexcept>

namespace tuplepack::wasm {

using emscripten::val;

/// Ends a call; becomes its error.
struct Failure {
  Error error;
};

[[noreturn]] static void refuse(ErrorCode code, std::string message) {
  throw Failure{{code, std::move(message)}};
}

template <typename T>
static T value(Result<T>&& result) {
  if (!result) throw Failure{result.error()};
  if constexpr (!std::is_void_v<T>) return std::move(*result);
}

// ---- JavaScript to C++ ----

static std::int64_t whole(double number, const std::string& what) {
  if (!(std::trunc(number) == number)) refuse(ErrorCode::not_an_integer, what + " is not a whole number");
  if (std::abs(number) > static_cast<double>(max_exact)) refuse(ErrorCode::too_large, what + " is beyond 2^53");
  return static_cast<std::int64_t>(number);
}

static std::int64_t whole(const val& number, const std::string& what) {
  if (!number.isNumber()) refuse(ErrorCode::not_an_integer, what + " is not a number");
  return whole(number.as<double>(), what);
}

static std::string text(const val& given, const std::string& what) {
  if (!given.isString()) refuse(ErrorCode::malformed, what + " is not a string");
  return given.as<std::string>();
}

static bool is_missing(const val& given) {
  return given.isUndefined() || given.isNull();
}

/// How many elements an array or typed array has; not more than memory could hold.
static std::size_t length(const val& array, const std::string& what) {
  const std::int64_t elements = whole(array["length"], what + ".length");
  if (elements < 0) refuse(ErrorCode::negative, what + ".length is negative");
  if (elements > PTRDIFF_MAX) throw std::bad_alloc();
  return static_cast<std::size_t>(elements);
}

/// Copies into memory of the caller: what Emscripten allocates for as<std::string>() it does not check.
template <typename T>
static void copy(const val& array, std::size_t length, T* out) {
  val(emscripten::typed_memory_view(length, out)).template call<void>("set", array);
}

/// A typed array holds nothing but numbers, unless they are BigInt.
static bool is_numeric(const val& array) {
  if (val::global("ArrayBuffer").call<bool>("isView", array)) return array[0U].isNumber();
  const val every = val::global("Array")["prototype"]["every"];
  return every.call<bool>("call", array, val::global("Number")["isFinite"]);
}

static std::vector<std::int64_t> wholes(const val& array, const std::string& what) {
  if (is_missing(array)) return {};
  if (array.isString() || !array["length"].isNumber()) refuse(ErrorCode::malformed, what + " is not an array");
  std::vector<double> numbers(length(array, what));
  if (numbers.empty()) return {};
  const auto element = [&](std::size_t i) { return what + "[" + std::to_string(i) + "]"; };
  if (!is_numeric(array)) {
    for (std::size_t i = 0; i < numbers.size(); ++i) whole(array[i], element(i));
  }
  // Only numbers are left: anything else would have been converted, null and '' to 0 and '7' to 7.
  copy(array, numbers.size(), numbers.data());
  std::vector<std::int64_t> result(numbers.size());
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const double number = numbers[i];
    if (!(std::abs(number) <= static_cast<double>(max_exact) && std::trunc(number) == number)) {
      whole(number, element(i));
    }
    result[i] = static_cast<std::int64_t>(number);
  }
  return result;
}

static std::vector<std::string> texts(const val& array, const std::string& what) {
  std::vector<std::string> result;
  if (is_missing(array)) return result;
  if (!array.isArray()) refuse(ErrorCode::malformed, what + " is not an array");
  const auto length = array["length"].as<unsigned>();
  for (unsigned i = 0; i < length; ++i) result.push_back(text(array[i], what + "[" + std::to_string(i) + "]"));
  return result;
}

static std::string bytes(const val& given, const std::string& what) {
  if (given.isString()) return given.as<std::string>();
  if (!given.instanceof (val::global("Uint8Array"))) refuse(ErrorCode::malformed, what + " is not a Uint8Array");
  std::string result(length(given, what), '\0');
  copy(given, result.size(), reinterpret_cast<std::uint8_t*>(result.data()));
  return result;
}

/// Reads an option object; a key that may be absent reads as undefined.
class Options {
 public:
  Options(const val& object, std::initializer_list<std::initializer_list<const char*>> known) : object_(object) {
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

  [[nodiscard]] val operator[](const char* key) const { return object_[key]; }
  [[nodiscard]] bool has(const char* key) const { return !is_missing(object_[key]); }
  [[nodiscard]] std::int64_t whole(const char* key, std::int64_t otherwise) const {
    return has(key) ? wasm::whole(object_[key], key) : otherwise;
  }
  [[nodiscard]] double real(const char* key, double otherwise) const {
    if (!has(key)) return otherwise;
    if (!object_[key].isNumber()) refuse(ErrorCode::malformed, std::string(key) + " is not a number");
    return object_[key].as<double>();
  }
  [[nodiscard]] std::string text(const char* key, const char* otherwise) const {
    return has(key) ? wasm::text(object_[key], key) : otherwise;
  }
  [[nodiscard]] bool flag(const char* key) const {
    if (!has(key)) return false;
    if (!object_[key].isTrue() && !object_[key].isFalse()) {
      refuse(ErrorCode::malformed, std::string(key) + " is neither true nor false");
    }
    return object_[key].isTrue();
  }

 private:
  val object_;
};

static constexpr std::initializer_list<const char*> read_keys = {"format", "columns", "countColumn"};
static constexpr std::initializer_list<const char*> room_keys = {"depth",   "alignItem",    "alignTotal",
                                                                 "reserve", "reserveItems", "overlong"};
static constexpr std::initializer_list<const char*> method_keys = {"method", "heuristic", "distribute", "paper"};

static ReadOptions read_options(const val& object) {
  const Options options(object, {read_keys});
  return {.format = value(format_by_name(options.text("format", "detect"))),
          .columns = texts(options["columns"], "columns"),
          .count_column = options.text("countColumn", "count")};
}

static std::int64_t depth(const Options& options) {
  return options.whole("depth", unlimited_depth);
}

static Limits limits(const Options& options) {
  return {.sizes = wholes(options["limits"], "limits"), .depth = depth(options)};
}

static Fitting fitting(const Options& options) {
  return {.align_item = wholes(options["alignItem"], "alignItem"),
          .align_total = wholes(options["alignTotal"], "alignTotal"),
          .reserve = wholes(options["reserve"], "reserve"),
          .reserve_items = options.whole("reserveItems", 0),
          .overlong = value(overlong_by_name(options.text("overlong", "error")))};
}

static PackOptions pack_options(const Options& options, std::span<const std::string> components) {
  PackOptions result{.method = options.text("method", "auto"),
                     .heuristic = value(parse_heuristic(options.text("heuristic", "product"), components)),
                     .distribute = {},
                     .paper = options.flag("paper")};
  if (options.has("distribute")) result.distribute = options.flag("distribute");
  return result;
}

static Histogram histogram(const val& object) {
  if (is_missing(object)) refuse(ErrorCode::malformed, "there is no histogram");
  const auto sizes = wholes(object["sizes"], "sizes");
  const auto counts = wholes(object["counts"], "counts");
  return value(make_histogram(texts(object["components"], "components"), sizes, counts));
}

// ---- C++ to JavaScript ----

/// A typed array of its own: a view of the memory would die when that grows.
template <typename T>
static val typed_array(std::span<const T> values) {
  return val(emscripten::typed_memory_view(values.size(), values.data())).template call<val>("slice");
}

static val float64_array(std::span<const std::int64_t> values) {
  const std::vector<double> numbers(values.begin(), values.end());
  return typed_array<double>(numbers);
}

template <typename T>
static val number_array(std::span<const T> values) {
  val array = val::array();
  for (const T number : values) array.call<void>("push", static_cast<double>(number));
  return array;
}

static val number_array(const std::vector<std::int64_t>& values) {
  return number_array(std::span<const std::int64_t>(values));
}

static val number_array(const std::vector<double>& values) {
  return number_array(std::span<const double>(values));
}

template <typename Texts>
static val text_array(const Texts& values) {
  val array = val::array();
  for (const auto& one : values) array.call<void>("push", std::string(one));
  return array;
}

static double number(std::int64_t whole) {
  return static_cast<double>(whole);
}

static val to_object(const Histogram& histogram) {
  val object = val::object();
  object.set("components", text_array(histogram.components));
  object.set("sizes", float64_array(histogram.sizes));
  object.set("counts", float64_array(histogram.counts));
  return object;
}

static val to_object(const LowerBound& bound, std::span<const std::string> components) {
  val object = val::object();
  object.set("packs", number(bound.packs));
  object.set("name", std::string(bound.name));
  object.set("component", bound.component ? val(components[*bound.component]) : val::null());
  object.set("parameter", number(bound.parameter));
  return object;
}

static val to_object(const Metrics& metrics) {
  val object = val::object();
  object.set("packs", number(metrics.packs));
  object.set("paddingPacks", number(metrics.padding_packs));
  object.set("strategies", number(metrics.strategies));
  object.set("efficiency", number_array(metrics.efficiency));
  object.set("tightEfficiency", number_array(metrics.tight_efficiency));
  object.set("largestPack", number_array(metrics.largest_pack));
  object.set("padding", number_array(metrics.padding));
  object.set("packingFactor", metrics.packing_factor);
  object.set("depthUsed", number(metrics.depth_used));
  return object;
}

static val to_object(const Plan& plan) {
  val object = val::object();
  object.set("offsets", float64_array(plan.offsets));
  object.set("bins", typed_array<std::uint32_t>(plan.bins));
  object.set("copies", float64_array(plan.copies));
  object.set("repeats", float64_array(plan.repeats));
  return object;
}

static val metrics_object(const Packed& packed, const Metrics& metrics, const LowerBound& bound,
                          std::span<const std::string> components) {
  val object = val::object();
  object.set("method", packed.method);
  object.set("heuristic", to_string(packed.heuristic, components));
  object.set("distribute", packed.distribute);
  object.set("paper", packed.paper);
  object.set("metrics", to_object(metrics));
  object.set("bound", to_object(bound, components));
  object.set("gap", number(metrics.packs - bound.packs));
  object.set("certified", packed.proof.has_value());
  return object;
}

static val metrics_object(const PlanDocument& document) {
  return metrics_object(document.packed, document.metrics, document.bound, document.histogram.components);
}

static val to_object(const PlanDocument& document, bool with_json) {
  val object = metrics_object(document);
  object.set("histogram", to_object(document.histogram));
  object.set("items", number(document.real.items));
  object.set("totals", number_array(document.real.sums));
  object.set("limits", number_array(document.limits.sizes));
  object.set("depth", document.limits.depth == unlimited_depth ? val::null() : val(number(document.limits.depth)));
  object.set("room", number_array(document.room.sizes));
  val overlong = val::object();
  overlong.set("items", number(document.overlong.items));
  overlong.set("lost", number_array(document.overlong.lost));
  overlong.set("pieces", number(document.overlong.pieces));
  object.set("overlong", overlong);
  object.set("plan", to_object(document.packed.plan));
  object.set("json", with_json ? val(value(to_json(document))) : val::null());
  return object;
}

static val to_object(const Error& error, std::string_view code) {
  val object = val::object();
  object.set("code", std::string(code));
  object.set("message", error.message);
  object.set("line", number(error.line));
  object.set("column", number(error.column));
  return object;
}

/// Runs one call. A C++ exception would reach JavaScript as a bare number.
template <typename Call>
static val guarded(Call call) {
  val result = val::object();
  const auto fail_with = [&](std::string_view code, std::string message) {
    result.set("error", to_object(Error{.code = {}, .message = std::move(message)}, code));
  };
  try {
    result.set("value", call());
  } catch (const Failure& failure) {
    result.set("error", to_object(failure.error, name(failure.error.code)));
  } catch (const std::bad_alloc&) {
    fail_with("out_of_memory", "there is not enough memory for this");
  } catch (const std::length_error&) {  // of a container that would be larger than the address space
    fail_with("out_of_memory", "there is not enough memory for this");
  } catch (const std::exception& unforeseen) {
    fail_with("unsupported", std::string("tuplepack cannot do this: ") + unforeseen.what());
  }
  return result;
}

/// Runs one call that gives a list and no result: nothing can be listed for what is refused.
template <typename Call>
static val listed(Call call) {
  const val result = guarded(call);
  return result["error"].isUndefined() ? result["value"] : val::array();
}

// ---- the functions, in the order of tuplepack.d.mts ----

template <typename Rows>
static val named_rows(const Rows& rows) {
  val array = val::array();
  for (const auto& row : rows) {
    val object = val::object();
    object.set("name", std::string(row.name));
    object.set("summary", std::string(row.summary));
    array.call<void>("push", object);
  }
  return array;
}

static val method_rows() {
  val array = named_rows(methods());
  for (unsigned i = 0; i < methods().size(); ++i) {
    const Method& method = methods()[i];
    val object = array[i];
    object.set("usesHeuristic", method.uses_heuristic);
    object.set("usesDistribute", method.uses_distribute);
    object.set("published", method.published);
    object.set("automatic", method.pack == nullptr);
  }
  return array;
}

/// What does not change: the core's tables, by their names.
static val tables() {
  val object = val::object();
  object.set("version", std::string(TUPLEPACK_VERSION));
  object.set("methods", method_rows());
  object.set("boundMethods", named_rows(bound_methods()));
  object.set("loaderFrameworks", named_rows(loader_frameworks()));
  object.set("formats", text_array(std::array{name(Format::detect), name(Format::csv), name(Format::json),
                                              name(Format::json_lines), name(Format::npy)}));
  object.set("orders", text_array(std::array{name(Order::plan), name(Order::input), name(Order::shuffle)}));
  object.set("overlongPolicies", text_array(std::array{name(Overlong::error), name(Overlong::drop),
                                                       name(Overlong::truncate), name(Overlong::split)}));
  object.set("maxComponents", number(max_components));
  return object;
}

static std::vector<std::string> component_names(const val& components) {
  auto names = texts(components, "components");
  if (names.empty() || names.size() > max_components) refuse(ErrorCode::component_mismatch, "too few or too many");
  return names;
}

static val heuristics(const val& components) {
  return listed([&] {
    const auto names = component_names(components);
    std::vector<std::string> all;
    for (const Heuristic& heuristic : all_heuristics(names.size())) all.push_back(to_string(heuristic, names));
    return text_array(all);
  });
}

static val read_histogram(const val& given, const val& options) {
  return guarded([&] {
    const std::string input = bytes(given, "bytes");
    bool counted = false;
    HistogramSink collected;
    RowSink sink = collected.sink();
    sink.begin = [&counted, begin = sink.begin](const std::vector<std::string>& names, bool has_counts) {
      counted = has_counts;
      return begin(names, has_counts);
    };
    SizesReader reader(read_options(options), std::move(sink));
    value(reader.feed(input));
    value(std::move(reader).finish());
    val object = to_object(value(std::move(collected).finish()));
    object.set("hasCounts", counted);
    return object;
  });
}

static val read_table(const val& given, const val& options) {
  return guarded([&] {
    const std::string input = bytes(given, "bytes");
    std::vector<std::string> components;
    std::vector<double> sizes;
    std::vector<double> counts;
    bool counted = false;
    SizesReader reader(read_options(options),
                       {.begin = [&](const std::vector<std::string>& names, bool has_counts) -> Result<void> {
                          components = names;
                          counted = has_counts;
                          return {};
                        },
                        .rows = [&](std::span<const std::int64_t> more_sizes,
                                    std::span<const std::int64_t> more_counts) -> Result<void> {
                          sizes.insert(sizes.end(), more_sizes.begin(), more_sizes.end());
                          counts.insert(counts.end(), more_counts.begin(), more_counts.end());
                          return {};
                        }});
    value(reader.feed(input));
    value(std::move(reader).finish());
    val object = val::object();
    object.set("components", text_array(components));
    object.set("sizes", typed_array<double>(sizes));
    object.set("counts", counted ? typed_array<double>(counts) : val::null());
    return object;
  });
}

static val make_histogram(const val& components, const val& sizes, const val& counts) {
  return guarded([&] {
    const auto names = texts(components, "components");
    const auto rows = wholes(sizes, "sizes");
    auto how_often = wholes(counts, "counts");
    if (is_missing(counts) && !names.empty()) how_often.assign(rows.size() / names.size(), 1);
    return to_object(value(tuplepack::make_histogram(names, rows, how_often)));
  });
}

static val stats(const val& given) {
  return guarded([&] {
    const Histogram source = histogram(given);
    const Totals sums = totals(source);
    std::vector<std::int64_t> smallest = sums.maxima;
    std::vector<double> padding;
    for (std::size_t b = 0; b < source.bins(); ++b) {
      for (std::size_t c = 0; c < smallest.size(); ++c) smallest[c] = std::min(smallest[c], source.size(b)[c]);
    }
    for (std::size_t c = 0; c < smallest.size(); ++c) {
      const double padded = number(sums.items) * number(sums.maxima[c]);
      padding.push_back(padded > 0 ? 1 - number(sums.sums[c]) / padded : 0);
    }
    val object = val::object();
    object.set("items", number(sums.items));
    object.set("bins", number(static_cast<std::int64_t>(source.bins())));
    object.set("totals", number_array(sums.sums));
    object.set("smallest", number_array(smallest));
    object.set("largest", number_array(sums.maxima));
    object.set("padding", number_array(padding));
    return object;
  });
}

/// Ends a search after its time, or when JavaScript says so.
static std::function<bool(const PackProgress&)> until_stopped(const Options& options, const val& on_progress) {
  const double end = emscripten_get_now() + 1000 * options.real("timeLimit", 10);
  return [end, on_progress](const PackProgress& progress) {
    if (emscripten_get_now() > end) return false;
    if (is_missing(on_progress)) return true;
    val object = val::object();
    object.set("step", std::string(progress.step));
    object.set("packs", number(progress.packs));
    object.set("bound", number(progress.bound));
    return !on_progress(object).isFalse();
  };
}

static PlanDocument plan_of(const val& given, const Options& options, const val& on_progress = val::undefined()) {
  const Histogram source = histogram(given);
  PackOptions how = pack_options(options, source.components);
  how.keep_going = until_stopped(options, on_progress);
  PlanDocument document = value(make_plan(source, {.limits = limits(options),
                                                   .fitting = fitting(options),
                                                   .pack = std::move(how),
                                                   .baseline = {},
                                                   .packs_multiple = options.whole("packsMultiple", 1)}));
  value(check(document.histogram, document.room, document.packed.plan));
  return document;
}

static constexpr std::initializer_list<const char*> pack_keys = {"limits", "packsMultiple", "json", "timeLimit"};

static val pack(const val& given, const val& request, const val& on_progress) {
  return guarded([&] {
    const Options options(request, {pack_keys, room_keys, method_keys});
    return to_object(plan_of(given, options, on_progress), options.flag("json"));
  });
}

static val verify(const val& json) {
  return guarded([&] { return val(number(value(tuplepack::verify(value(parse_plan(bytes(json, "the plan"))))))); });
}

static val to_object(const Estimate& estimate) {
  val scaling = val::array();
  for (const ScalingPoint& point : estimate.scaling) {
    val object = val::object();
    object.set("devices", number(point.devices));
    object.set("unpadded", point.unpadded);
    object.set("published", point.published);
    scaling.call<void>("push", object);
  }
  val optimizer = val::object();
  optimizer.set("effectiveBatch", estimate.optimizer.effective_batch);
  optimizer.set("packsForBatch", number(estimate.optimizer.packs_for_batch));
  optimizer.set("effectiveBatchOfThem", estimate.optimizer.effective_batch_of_them);
  optimizer.set("beta1", estimate.optimizer.beta1);
  optimizer.set("beta2", estimate.optimizer.beta2);
  val object = val::object();
  object.set("packingFactor", estimate.packing_factor);
  object.set("speedup", estimate.speedup);
  object.set("ceiling", estimate.ceiling);
  object.set("scaling", scaling);
  object.set("fasterFrom", estimate.faster_from ? val(number(*estimate.faster_from)) : val::null());
  object.set("optimizer", optimizer);
  object.set("advice", text_array(estimate.advice));
  return object;
}

static std::size_t component_of(const Options& options, std::span<const std::string> components) {
  if (!options.has("component")) return 0;
  const std::string name = options.text("component", "");
  const auto found = std::find(components.begin(), components.end(), name);
  if (found == components.end()) refuse(ErrorCode::unknown_name, "there is no component '" + name + "'");
  return static_cast<std::size_t>(found - components.begin());
}

static val estimate(const val& given, const val& request) {
  return guarded([&] {
    const Options options(
        request, {{"overhead", "devices", "batch", "beta1", "beta2", "component"}, pack_keys, room_keys, method_keys});
    const PlanDocument document = plan_of(given, options);
    const EstimateOptions usual;
    return to_object(
        value(tuplepack::estimate(document, {.overhead = options.real("overhead", usual.overhead),
                                             .devices = options.whole("devices", usual.devices),
                                             .batch = options.whole("batch", usual.batch),
                                             .beta1 = options.real("beta1", usual.beta1),
                                             .beta2 = options.real("beta2", usual.beta2),
                                             .component = component_of(options, document.histogram.components)})));
  });
}

static val pack_metrics(const val& given, const val& request) {
  return guarded([&] { return metrics_object(plan_of(given, Options(request, {pack_keys, room_keys, method_keys}))); });
}

static val combinations(const val& components, const val& paper) {
  return listed([&] {
    const auto names = component_names(components);
    val array = val::array();
    for (const PackOptions& options : tuplepack::combinations(names.size(), paper.isTrue())) {
      val object = val::object();
      object.set("method", options.method);
      object.set("heuristic", to_string(options.heuristic, names));
      if (options.distribute) object.set("distribute", *options.distribute);
      object.set("paper", options.paper);
      array.call<void>("push", object);
    }
    return array;
  });
}

static val compare(const val& given, const val& room) {
  return guarded([&] {
    const Options options(room, {{"limits", "paper"}, room_keys});
    const Histogram source = histogram(given);
    const Limits asked = limits(options);
    const Fitted fitted = value(fit(source, asked, fitting(options)));
    const LowerBound bound = lower_bound(fitted.histogram, fitted.limits);
    val array = val::array();
    for (const PackOptions& one : tuplepack::combinations(source.component_count(), options.flag("paper"))) {
      const Packed packed = value(tuplepack::pack(fitted.histogram, fitted.limits, one));
      const Metrics metrics = value(measure(fitted.histogram, asked, fitted.real, packed.plan));
      array.call<void>("push", metrics_object(packed, metrics, bound, source.components));
    }
    return array;
  });
}

static val bounds(const val& given, const val& room) {
  return guarded([&] {
    const Options options(room, {{"limits"}, room_keys});
    const Histogram source = histogram(given);
    const Fitted fitted = value(fit(source, limits(options), fitting(options)));
    val array = val::array();
    for (const LowerBound& bound : lower_bounds(fitted.histogram, fitted.limits)) {
      array.call<void>("push", to_object(bound, source.components));
    }
    return array;
  });
}

static std::vector<Range> ranges(const val& array) {
  if (!array.isArray()) refuse(ErrorCode::malformed, "ranges is not an array");
  std::vector<Range> result;
  const auto length = array["length"].as<unsigned>();
  for (unsigned i = 0; i < length; ++i) {
    const Options range(array[i], {{"first", "last", "step"}});
    result.push_back({range.whole("first", 0), range.whole("last", 0), range.whole("step", 1)});
  }
  return result;
}

static val to_object(const Sweep& grid) {
  const std::size_t k = grid.ranges.size();
  std::vector<std::uint8_t> state;
  std::vector<double> packs;
  std::vector<double> harmonic_mean;
  std::vector<double> efficiency;
  for (const SweepCell& cell : grid.cells) {
    const bool feasible = cell.state != SweepCell::State::infeasible;
    state.push_back(!feasible ? 0 : cell.state == SweepCell::State::pruned ? 1 : 2);
    packs.push_back(number(cell.packs));
    harmonic_mean.push_back(feasible ? cell.harmonic_mean : std::nan(""));
    for (std::size_t c = 0; c < k; ++c) efficiency.push_back(feasible ? cell.efficiency[c] : std::nan(""));
  }
  val object = val::object();
  object.set("state", typed_array<std::uint8_t>(state));
  object.set("packs", typed_array<double>(packs));
  object.set("efficiency", typed_array<double>(efficiency));
  object.set("harmonicMean", typed_array<double>(harmonic_mean));
  object.set("best", grid.best ? val(number(static_cast<std::int64_t>(*grid.best))) : val::null());
  return object;
}

static val sweep(const val& given, const val& request) {
  return guarded([&] {
    const Options options(request, {{"ranges", "prune"}, room_keys, method_keys});
    const Histogram source = histogram(given);
    return to_object(value(tuplepack::sweep(source, ranges(options["ranges"]),
                                            {.pack = pack_options(options, source.components),
                                             .depth = depth(options),
                                             .fitting = fitting(options),
                                             .prune = options.flag("prune")})));
  });
}

static val read_plan(const val& json) {
  return guarded([&] { return to_object(value(parse_plan(bytes(json, "the plan"))), false); });
}

static val assign(const val& sizes, const val& plan_json, const val& given) {
  return guarded([&] {
    const Options options(given, {{"order", "seed", "packsMultiple", "keepSizes"}});
    const PlanDocument document = value(parse_plan(bytes(plan_json, "the plan")));
    const std::int64_t seed = options.whole("seed", 0);
    if (seed < 0) refuse(ErrorCode::negative, "seed is negative");
    Assigner assigner =
        value(Assigner::create(document.histogram, document.packed.plan, document.limits, document.fitting,
                               {.order = value(order_by_name(options.text("order", "plan"))),
                                .seed = static_cast<std::uint64_t>(seed),
                                .packs_multiple = options.whole("packsMultiple", document.packs_multiple),
                                .keep_sizes = options.flag("keepSizes")}));
    const auto rows = wholes(sizes, "sizes");
    if (rows.size() % document.histogram.component_count() != 0) {
      refuse(ErrorCode::component_mismatch, "sizes do not come in rows of the plan's components");
    }
    value(assigner.add(rows));
    const Assignment assignment = value(std::move(assigner).finish());
    val object = val::object();
    object.set("offsets", float64_array(assignment.offsets));
    object.set("items", typed_array<std::int32_t>(assignment.items));
    object.set("begins", float64_array(assignment.begins));
    object.set("sizes", float64_array(assignment.sizes));
    object.set("dropped", typed_array<std::int32_t>(assignment.dropped));
    object.set("packs", number(assignment.packs));
    return object;
  });
}

static std::vector<std::int32_t> item_numbers(const val& array, const std::string& what) {
  std::vector<std::int32_t> result;
  for (const std::int64_t item : wholes(array, what)) {
    if (item < 0 || item > INT32_MAX) refuse(ErrorCode::too_large, what + " are not below 2^31");
    result.push_back(static_cast<std::int32_t>(item));
  }
  return result;
}

static val assignment_npz(const val& assignment) {
  return guarded([&] {
    if (is_missing(assignment)) refuse(ErrorCode::malformed, "there is no assignment");
    const auto begins = wholes(assignment["begins"], "begins");
    const auto dropped = item_numbers(assignment["dropped"], "dropped");
    std::vector<std::uint8_t> archive;
    NpzWriter writer([&](std::span<const std::byte> more) {
      const auto* first = reinterpret_cast<const std::uint8_t*>(more.data());
      archive.insert(archive.end(), first, first + more.size());
    });
    writer.add("offsets", std::span<const std::int64_t>(wholes(assignment["offsets"], "offsets")));
    writer.add("items", std::span<const std::int32_t>(item_numbers(assignment["items"], "items")));
    if (!begins.empty()) writer.add("begins", std::span<const std::int64_t>(begins));
    if (!dropped.empty()) writer.add("dropped", std::span<const std::int32_t>(dropped));
    writer.finish();
    return typed_array<std::uint8_t>(archive);
  });
}

static val segments(const val& given, const val& capacity_given, const val& stride_given) {
  return guarded([&] {
    const auto lengths = wholes(given, "lengths");
    const std::int64_t capacity = whole(capacity_given, "capacity");
    const std::int64_t stride = is_missing(stride_given) ? 1 : whole(stride_given, "stride");
    if (stride < 1) refuse(ErrorCode::limit_not_positive, "stride is not positive");
    if (capacity < 0) refuse(ErrorCode::negative, "capacity is negative");
    if (capacity > INT32_MAX) refuse(ErrorCode::too_large, "capacity is not below 2^31");
    std::int64_t used = 0;
    for (const std::int64_t length : lengths) {
      if (length < 0) refuse(ErrorCode::negative, "a length is negative");
      if (length > capacity) refuse(ErrorCode::item_over_limit, "a length is over the capacity");
      const std::int64_t rest = length % stride;
      used += rest == 0 ? length : length - rest + stride;
      if (used > capacity + stride - 1) break;
    }
    if (used > capacity) refuse(ErrorCode::item_over_limit, "the lengths take more than the capacity");
    std::vector<std::int32_t> ids(static_cast<std::size_t>(capacity));
    std::vector<std::int32_t> starts(lengths.size() + 1);
    val object = val::object();
    fill_segment_ids(lengths, stride, ids);
    object.set("segmentIds", typed_array<std::int32_t>(ids));
    fill_position_ids(lengths, stride, ids);
    object.set("positionIds", typed_array<std::int32_t>(ids));
    fill_cu_seqlens(lengths, stride, starts);
    object.set("cuSeqlens", typed_array<std::int32_t>(starts));
    return object;
  });
}

static val loader_code(const val& framework, const val& request) {
  return guarded([&] {
    const Options options(request, {{"components", "limits", "file"}, room_keys});
    return val(value(
        tuplepack::loader_code(text(framework, "framework"), {.components = texts(options["components"], "components"),
                                                              .limits = limits(options),
                                                              .fitting = fitting(options),
                                                              .file = options.text("file", "packs.npz")})));
  });
}

EMSCRIPTEN_BINDINGS(tuplepack) {
  emscripten::function("tables", &tables);
  emscripten::function("heuristics", &heuristics);
  emscripten::function("readHistogram", &read_histogram);
  emscripten::function("readTable", &read_table);
  emscripten::function("makeHistogram", &make_histogram);
  emscripten::function("stats", &stats);
  emscripten::function("pack", &pack);
  emscripten::function("verify", &verify);
  emscripten::function("estimate", &estimate);
  emscripten::function("packMetrics", &pack_metrics);
  emscripten::function("combinations", &combinations);
  emscripten::function("compare", &compare);
  emscripten::function("bounds", &bounds);
  emscripten::function("sweep", &sweep);
  emscripten::function("readPlan", &read_plan);
  emscripten::function("assign", &assign);
  emscripten::function("assignmentNpz", &assignment_npz);
  emscripten::function("segments", &segments);
  emscripten::function("loaderCode", &loader_code);
}

}  // namespace tuplepack::wasm

#include "options.hpp"

#include "objects.hpp"
#include "option_rows.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include <emscripten/emscripten.h>

namespace tuplepack::wasm {

static bool belongs(const options::Option& option, std::initializer_list<std::string_view> commands) {
  const auto names = commands_of(option);
  return std::any_of(commands.begin(), commands.end(),
                     [&](auto command) { return std::find(names.begin(), names.end(), command) != names.end(); });
}

OptionRows rows_of(std::initializer_list<std::string_view> commands) {
  OptionRows rows;
  for (const options::Option& option : options::packing_settings()) {
    const bool known = std::any_of(rows.begin(), rows.end(), [&](auto* row) { return row->name == option.name; });
    if (!known && belongs(option, commands)) rows.push_back(&option);
  }
  return rows;
}

Options::Options(const val& object, std::initializer_list<std::initializer_list<const char*>> known, OptionRows rows)
    : object_(object), rows_(std::move(rows)) {
  if (is_missing(object)) {
    object_ = val::object();
    return;
  }
  for (const std::string& key : texts(val::global("Object").call<val>("keys", object), "options")) {
    const bool found = std::any_of(known.begin(), known.end(), [&](const auto& keys) {
      return std::find(keys.begin(), keys.end(), key) != keys.end();
    });
    if (!found && std::none_of(rows_.begin(), rows_.end(), [&](auto* row) { return key_of(*row) == key; }))
      refuse(ErrorCode::unknown_name, "unknown option '" + key + "'");
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

/// The value given for an option; nothing for a flag that is off.
/// storage  keeps its text
static options::OptionValue value_given(const options::Option& option, const val& given, const std::string& key,
                                        std::string& storage) {
  switch (option.kind) {
    case options::OptionKind::flag: return flag(given, key) ? options::OptionValue(true) : options::OptionValue();
    case options::OptionKind::count: return whole(given, key);
    case options::OptionKind::decimal: return real(given, key);
    case options::OptionKind::choice:
      if (given.isTrue() || given.isFalse()) return given.isTrue() ? "on" : "off";
      [[fallthrough]];
    default: return storage = text(given, key);
  }
}

static void require(const Result<void>& result, const std::string& key) {
  if (!result) refuse(result.error().code, key + ": " + result.error().message);
}

options::Settings Options::settings(std::span<const std::string> components) const {
  options::Settings settings;
  for (const options::Option* row : rows_) {
    const std::string key = key_of(*row);
    std::string text;
    const options::OptionValue value = has(key.c_str()) ? value_given(*row, object_[key], key, text) : row->fallback;
    if (std::holds_alternative<std::monostate>(value)) continue;
    require(check(*row, value), key);
    require(row->set(settings, value, components), key);
  }
  settings.plan.limits.sizes = wholes("limits");
  packing::Fitting& fitting = settings.plan.fitting;
  fitting.per_item = wholes("perItem");
  fitting.align_item = wholes("alignItem");
  fitting.align_total = wholes("alignTotal");
  fitting.reserve = wholes("reserve");
  fitting.reserve_items = whole("reserveItems", 0);
  return settings;
}

formats::ReadOptions read_options(const val& object) {
  const Options options(object, {{"format", "columns", "countColumn", "lengthsOf"}});
  return {.format = value(formats::format_by_name(options.text("format", "detect"))),
          .columns = texts(options["columns"], "columns"),
          .count_column = options.text("countColumn", "count"),
          .lengths_of = texts(options["lengthsOf"], "lengthsOf")};
}

std::vector<packing::Range> ranges(const val& array) {
  if (!array.isArray()) refuse(ErrorCode::malformed, "ranges is not an array");
  std::vector<packing::Range> result;
  const std::size_t length = length_of(array, "ranges");
  for (std::size_t i = 0; i < length; ++i) {
    const Options range(array[i], {{"first", "last", "step"}});
    result.push_back({range.whole("first", 0), range.whole("last", 0), range.whole("step", 1)});
  }
  return result;
}

packing::Histogram histogram(const val& object) {
  if (is_missing(object)) refuse(ErrorCode::malformed, "there is no histogram");
  const auto sizes = wholes(object["sizes"], "sizes");
  const auto counts = wholes(object["counts"], "counts");
  return value(packing::make_histogram(texts(object["components"], "components"), sizes, counts));
}

std::vector<std::string> component_names(const val& components) {
  auto names = texts(components, "components");
  if (names.empty() || names.size() > max_components) {
    refuse(ErrorCode::component_mismatch, "expected 1 to " + std::to_string(max_components) +
                                              " component names, found " + std::to_string(names.size()));
  }
  return names;
}

namespace {

/// Tells JavaScript how a search goes. Whoever ends the search keeps the plans that were handed over, so only their packs
/// are told. To hand a plan over takes long, and a search may find many in a row: the newest waits until that was a
/// small part of the time.
class Listener {
 public:
  Listener(const val& on_progress, bool with_json) : on_progress_(on_progress), with_json_(with_json) {}

  void improved(const packing::PlanDocument& better) { waiting_ = better; }

  [[nodiscard]] bool keep_going(const packing::PackProgress& progress) {
    Object told;
    told.put("improved", hand_over());
    told.text("step", progress.step);
    told.whole("packs", packs_);
    told.whole("bound", progress.bound);
    const val report = told;
    return !on_progress_(report).isFalse();
  }

 private:
  static constexpr double pause = 10;  // times as long as the last plan took

  const val& on_progress_;
  const bool with_json_;
  std::optional<packing::PlanDocument> waiting_;
  std::int64_t packs_ = 0;  // of the plan that was handed over last
  double next_ = 0;

  [[nodiscard]] val hand_over() {
    const double now = emscripten_get_now();
    if (!waiting_ || now < next_) return val::null();
    const val plan = to_object(*waiting_, with_json_);
    packs_ = pack_count(waiting_->packed.plan);
    waiting_.reset();
    const double after = emscripten_get_now();
    next_ = after + pause * (after - now);
    return plan;
  }
};

}  // namespace

packing::PlanDocument plan_of(const packing::Histogram& histogram, const options::Settings& settings,
                              const val& on_progress, bool with_json) {
  packing::PlanRequest request = settings.plan;
  const double end = emscripten_get_now() + 1000 * settings.time_limit;
  const bool is_heard = !is_missing(on_progress);
  Listener listener(on_progress, with_json);
  if (is_heard) request.improved = [&](const packing::PlanDocument& better) { listener.improved(better); };
  request.pack.keep_going = [&](const packing::PackProgress& progress) {
    if (emscripten_get_now() > end) return false;
    return !is_heard || listener.keep_going(progress);
  };
  request.pack.is_timed = std::isfinite(settings.time_limit);
  packing::PlanDocument document = value(make_plan(histogram, request));
  value(check(document.histogram, document.room, document.packed.plan));
  return document;
}

}  // namespace tuplepack::wasm

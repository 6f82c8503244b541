#include "../packing/bin_index.hpp"
#include "../packing/describe.hpp"
#include "tuplepack/formats/plan_json.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

namespace tuplepack {

using Json = nlohmann::json;

/// Takes nothing in, only notes where the text stops being JSON.
struct ErrorFinder : nlohmann::json_sax<Json> {
  std::size_t position = 0;  // 1-based, in bytes

  bool null() override { return true; }
  bool boolean(bool) override { return true; }
  bool number_integer(number_integer_t) override { return true; }
  bool number_unsigned(number_unsigned_t) override { return true; }
  bool number_float(number_float_t, const string_t&) override { return true; }
  bool string(string_t&) override { return true; }
  bool binary(binary_t&) override { return true; }
  bool start_object(std::size_t) override { return true; }
  bool key(string_t&) override { return true; }
  bool end_object() override { return true; }
  bool start_array(std::size_t) override { return true; }
  bool end_array() override { return true; }
  bool parse_error(std::size_t at, const std::string&, const Json::exception&) override {
    position = at;
    return false;
  }
};

/// Text from a file as a message can show it: ASCII, and not too long.
static std::string quote(const std::string& text) {
  constexpr std::size_t longest = 40;
  const std::string start = text.size() <= longest ? text : text.substr(0, longest) + "...";
  return Json(start).dump(-1, ' ', true, Json::error_handler_t::replace);
}

static Error malformed_json(std::span<const char> text) {
  ErrorFinder finder;
  (void)Json::sax_parse(text.data(), text.data() + text.size(), &finder);
  const std::size_t at = std::min(finder.position == 0 ? 0 : finder.position - 1, text.size());
  Error error{.code = ErrorCode::malformed, .message = "the JSON ends too early", .line = 1, .column = 1};
  std::size_t line_begin = 0;
  for (std::size_t i = 0; i < at; ++i) {
    if (text[i] != '\n') continue;
    line_begin = i + 1;
    ++error.line;
  }
  error.column = static_cast<std::int64_t>(at - line_begin) + 1;
  if (at == text.size()) return error;
  constexpr std::size_t shown = 20;  // bytes before the one that cannot be
  const std::size_t begin = std::max(line_begin, at - std::min(at, shown));
  error.message = "this stops being JSON at the end of " + quote({text.data() + begin, text.data() + at + 1});
  return error;
}

static std::string show(const Json& value) {
  if (value.is_object()) return "an object";
  if (value.is_array()) return "an array";
  return value.is_string() ? quote(value.get_ref<const std::string&>()) : value.dump();
}

static Result<std::int64_t> integer(const Json& value, std::int64_t lowest) {
  if (!value.is_number()) return fail(ErrorCode::malformed, show(value) + " is not a number");
  if (value.is_number_float()) {
    const bool is_huge = value.get<double>() > static_cast<double>(max_exact);
    return is_huge ? fail(ErrorCode::too_large, show(value) + " is beyond 2^53")
                   : fail(ErrorCode::not_an_integer, show(value) + " is not an integer");
  }
  if (value.is_number_unsigned() && value.get<std::uint64_t>() > static_cast<std::uint64_t>(max_exact)) {
    return fail(ErrorCode::too_large, show(value) + " is beyond 2^53");
  }
  const auto number = value.get<std::int64_t>();
  if (number < 0) return fail(ErrorCode::negative, show(value) + " is negative");
  if (number < lowest) return fail(ErrorCode::limit_not_positive, show(value) + " is not positive");
  return number;
}

/// The sizes of an item, k of them. Plans list very many items, so nothing is said here of what is wrong with one.
static bool read_item(const Json& item, std::span<std::int64_t> sizes) {
  if (!item.is_array() || item.size() != sizes.size()) return false;
  for (std::size_t c = 0; c < sizes.size(); ++c) {
    const auto size = integer(item[c], 0);
    if (!size) return false;
    sizes[c] = *size;
  }
  return true;
}

/// Walks through the JSON of a plan. The first error stays, and everything read after it is a harmless default, so that
/// the fields can be read one after the other without asking each time.
class PlanReader {
 public:
  [[nodiscard]] Result<PlanDocument> read(const Json& root);

 private:
  Json nothing_;
  std::optional<Error> error_;
  PlanDocument document_;
  std::size_t k_ = 0;

  void stop(const std::string& path, Error error) {
    if (error_) return;
    error.message = path + ": " + error.message;
    error_ = std::move(error);
  }
  void stop(const std::string& path, ErrorCode code, std::string message) {
    stop(path, Error{.code = code, .message = std::move(message)});
  }

  /// The member of an object, or null when it is missing.
  [[nodiscard]] const Json& optional(const Json& object, const std::string& key) const {
    const auto found = object.find(key);  // end() as well when this is no object
    return found == object.end() ? nothing_ : *found;
  }
  [[nodiscard]] const Json& required(const Json& object, const std::string& path, const std::string& key) {
    if (!object.contains(key)) stop(path + "/" + key, ErrorCode::malformed, "is missing");
    return optional(object, key);
  }
  [[nodiscard]] std::int64_t number(const Json& value, const std::string& path, std::int64_t lowest) {
    const auto read = integer(value, lowest);
    if (!read) stop(path, read.error());
    return read.value_or(lowest);
  }
  [[nodiscard]] std::string text(const Json& value, const std::string& path) {
    if (value.is_string()) return value.get<std::string>();
    stop(path, ErrorCode::malformed, show(value) + " is not a string");
    return {};
  }
  [[nodiscard]] bool flag(const Json& value, const std::string& path) {
    if (value.is_boolean()) return value.get<bool>();
    stop(path, ErrorCode::malformed, show(value) + " is not true or false");
    return false;
  }
  /// One number for each component.
  [[nodiscard]] std::vector<std::int64_t> numbers(const Json& value, const std::string& path, std::int64_t lowest) {
    std::vector<std::int64_t> read(k_, lowest);
    if (!value.is_array() || value.size() != k_) {
      stop(path, value.is_array() ? ErrorCode::component_mismatch : ErrorCode::malformed,
           (value.is_array() ? "an array of " + std::to_string(value.size()) : show(value)) + " instead of " +
               std::to_string(k_) + (k_ == 1 ? " number" : " numbers"));
      return read;
    }
    for (std::size_t c = 0; c < k_; ++c) read[c] = number(value[c], path + "/" + std::to_string(c), lowest);
    return read;
  }

  void read_schema(const Json& root);
  void read_components(const Json& histogram);
  void read_request(const Json& root);
  void read_fitting(const Json& root);
  void read_overlong(const Json& root);
  void read_strategies(const Json& strategies);
  void add_runs(std::span<const std::int64_t> items, std::span<const std::size_t> offsets);
  void read_totals(const Json& histogram);
  void check_plan();
};

void PlanReader::read_schema(const Json& root) {
  const Json& schema = optional(root, "schema");
  if (schema.is_string() && schema.get_ref<const std::string&>() == plan_schema) return;
  stop("/schema", ErrorCode::unsupported,
       (schema.is_null() ? "missing" : show(schema)) + "; a plan says " + quote(std::string(plan_schema)));
}

void PlanReader::read_components(const Json& histogram) {
  const Json& components = required(histogram, "/histogram", "components");
  if (!components.is_array() || components.empty() || components.size() > max_components) {
    stop("/histogram/components", ErrorCode::component_mismatch,
         "an array of 1 to " + std::to_string(max_components) + " names is needed");
    return;
  }
  for (std::size_t c = 0; c < components.size(); ++c) {
    document_.histogram.components.push_back(text(components[c], "/histogram/components/" + std::to_string(c)));
  }
  k_ = components.size();
}

void PlanReader::read_request(const Json& root) {
  const auto& components = document_.histogram.components;
  document_.limits.sizes = numbers(required(root, "", "limits"), "/limits", 1);
  if (const Json& depth = required(root, "", "depth"); !depth.is_null()) {
    document_.limits.depth = number(depth, "/depth", 1);
  }
  document_.packed.method = text(required(root, "", "method"), "/method");
  if (auto heuristic = parse_heuristic(text(required(root, "", "heuristic"), "/heuristic"), components)) {
    document_.packed.heuristic = std::move(*heuristic);
  } else {
    stop("/heuristic", heuristic.error());
  }
  document_.packed.distribute = flag(required(root, "", "distribute"), "/distribute");
  if (root.contains("paper")) document_.packed.paper = flag(root["paper"], "/paper");
  if (root.contains("packs_multiple")) {
    document_.packs_multiple = number(root["packs_multiple"], "/packs_multiple", 1);
  }
  if (!root.contains("baseline")) return;
  const std::string baseline = text(root["baseline"], "/baseline");
  const auto found = std::find(components.begin(), components.end(), baseline);
  if (found == components.end()) stop("/baseline", ErrorCode::unknown_name, "no component " + quote(baseline));
  document_.baseline = static_cast<std::size_t>(found - components.begin());
}

void PlanReader::read_fitting(const Json& root) {
  document_.overlong.lost.assign(k_, 0);
  if (!root.contains("fitting")) return;
  const Json& fitting = root["fitting"];
  if (document_.baseline) stop("/fitting", ErrorCode::unsupported, "a baseline has no fitting");
  document_.fitting.align_item = numbers(required(fitting, "/fitting", "align_item"), "/fitting/align_item", 1);
  document_.fitting.align_total = numbers(required(fitting, "/fitting", "align_total"), "/fitting/align_total", 1);
  document_.fitting.reserve = numbers(required(fitting, "/fitting", "reserve"), "/fitting/reserve", 0);
  document_.fitting.reserve_items = number(required(fitting, "/fitting", "reserve_items"), "/fitting/reserve_items", 0);
  const auto policy = overlong_by_name(text(required(fitting, "/fitting", "overlong"), "/fitting/overlong"));
  if (!policy) stop("/fitting/overlong", policy.error());
  document_.fitting.overlong = policy.value_or(Overlong::error);
}

void PlanReader::read_overlong(const Json& root) {
  if (!root.contains("overlong")) return;
  const Json& overlong = root["overlong"];
  document_.overlong.items = number(required(overlong, "/overlong", "items"), "/overlong/items", 0);
  document_.overlong.lost = numbers(required(overlong, "/overlong", "lost"), "/overlong/lost", 0);
  document_.overlong.pieces = number(required(overlong, "/overlong", "pieces"), "/overlong/pieces", 0);
}

/// Collects the items of all strategies in a histogram, whose bins the plan then speaks of.
void PlanReader::read_strategies(const Json& strategies) {
  if (!strategies.is_array()) stop("/strategies", ErrorCode::malformed, show(strategies) + " is not an array");
  if (error_) return;
  HistogramBuilder builder(k_);
  std::vector<std::int64_t> flat;       // items × k
  std::vector<std::size_t> offsets{0};  // strategies + 1, in items
  std::vector<std::int64_t> sizes(k_);
  for (std::size_t s = 0; s < strategies.size() && !error_; ++s) {
    const std::string path = "/strategies/" + std::to_string(s);
    const std::int64_t repeat = number(required(strategies[s], path, "repeat"), path + "/repeat", 1);
    const Json& items = required(strategies[s], path, "items");
    if (!items.is_array() || items.empty()) stop(path + "/items", ErrorCode::malformed, "is not an array of items");
    for (std::size_t i = 0; i < items.size() && !error_; ++i) {
      const auto item_path = [&] { return path + "/items/" + std::to_string(i); };
      if (!read_item(items[i], sizes)) sizes = numbers(items[i], item_path(), 0);
      if (auto added = builder.add(sizes, repeat); !added) stop(item_path(), added.error());
      flat.insert(flat.end(), sizes.begin(), sizes.end());
    }
    offsets.push_back(flat.size() / k_);
    document_.packed.plan.repeats.push_back(repeat);
  }
  if (error_) return;
  auto histogram = std::move(builder).finish(document_.histogram.components);
  if (!histogram) return stop("/strategies", histogram.error());
  document_.histogram = std::move(*histogram);
  add_runs(flat, offsets);
}

/// Equal items of a strategy become one run, at the place of the first.
void PlanReader::add_runs(std::span<const std::int64_t> items, std::span<const std::size_t> offsets) {
  Plan& plan = document_.packed.plan;
  BinIndex index(k_);
  for (std::size_t bin = 0; bin < document_.histogram.bins(); ++bin) index.insert(document_.histogram.size(bin));
  std::vector<std::size_t> last_run(document_.histogram.bins());  // of a bin, plus one; 0 when it had none
  for (std::size_t s = 0; s + 1 < offsets.size(); ++s) {
    const std::size_t first_run = plan.bins.size();
    for (std::size_t i = offsets[s]; i < offsets[s + 1]; ++i) {
      const std::uint32_t bin = index.find(items.subspan(i * k_, k_));
      if (last_run[bin] > first_run) {
        ++plan.copies[last_run[bin] - 1];
      } else {
        plan.bins.push_back(bin);
        plan.copies.push_back(1);
        last_run[bin] = plan.bins.size();
      }
    }
    plan.offsets.push_back(static_cast<std::int64_t>(plan.bins.size()));
  }
}

/// Items and sizes that carry data. The strategies tell them, except where sizes were aligned: then the file has to.
/// Maxima are those of the room taken.
void PlanReader::read_totals(const Json& histogram) {
  document_.source_bins =
      static_cast<std::size_t>(number(required(histogram, "/histogram", "bins"), "/histogram/bins", 1));
  const std::int64_t items = number(required(histogram, "/histogram", "items"), "/histogram/items", 1);
  const auto sums = numbers(required(histogram, "/histogram", "totals"), "/histogram/totals", 0);
  if (error_) return;
  document_.real = totals(document_.histogram);
  if (items != document_.real.items) {
    stop("/histogram/items", ErrorCode::plan_mismatch,
         std::to_string(items) + ", but the strategies hold " + std::to_string(document_.real.items));
  }
  for (std::size_t c = 0; c < k_; ++c) {
    const bool is_aligned = !document_.fitting.align_item.empty() && document_.fitting.align_item[c] > 1;
    const std::int64_t packed = document_.real.sums[c];
    if (sums[c] > packed || (sums[c] < packed && !is_aligned)) {
      stop("/histogram/totals/" + std::to_string(c), ErrorCode::plan_mismatch,
           std::to_string(sums[c]) + ", but the strategies hold " + std::to_string(packed));
    }
    document_.real.sums[c] = sums[c];
  }
}

void PlanReader::check_plan() {
  const Histogram& histogram = document_.histogram;
  auto room = room_in_a_pack(histogram.components, document_.limits, document_.fitting);
  if (!room) return stop("/limits", room.error());
  document_.room = std::move(*room);
  if (auto ok = check(histogram, document_.room, document_.packed.plan); !ok) return stop("/strategies", ok.error());
  if (auto ok = validate(histogram, document_.room); !ok) return stop("/limits", ok.error());
  for (std::size_t bin = 0; bin < histogram.bins() && !document_.fitting.align_item.empty(); ++bin) {
    const auto size = histogram.size(bin);
    for (std::size_t c = 0; c < k_; ++c) {
      if (size[c] % document_.fitting.align_item[c] == 0) continue;
      return stop("/strategies", ErrorCode::plan_mismatch,
                  "an item of size " + describe(size) + " is not aligned to " + describe(document_.fitting.align_item));
    }
  }
  if (auto ok = evaluate(document_); !ok) stop("/limits", ok.error());
}

Result<PlanDocument> PlanReader::read(const Json& root) {
  if (!root.is_object()) return fail(ErrorCode::unsupported, show(root) + " is not a plan");
  read_schema(root);
  const Json& histogram = required(root, "", "histogram");
  if (!error_) read_components(histogram);
  if (!error_) read_request(root);
  if (!error_) read_fitting(root);
  if (!error_) read_overlong(root);
  if (!error_) read_strategies(required(root, "", "strategies"));
  if (!error_) read_totals(histogram);
  if (!error_) check_plan();
  if (error_) return tl::unexpected(std::move(*error_));
  return std::move(document_);
}

Result<PlanDocument> parse_plan(std::span<const char> json) {
  const Json root = Json::parse(json.data(), json.data() + json.size(), nullptr, false);
  if (root.is_discarded()) return tl::unexpected(malformed_json(json));
  return PlanReader().read(root);
}

}  // namespace tuplepack

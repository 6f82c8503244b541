#include "plan_json_read.hpp"

#include "plan_items.hpp"
#include "plan_json_values.hpp"
#include "tuplepack/base/limits.hpp"

#include <algorithm>
#include <utility>

namespace tuplepack::formats {

namespace {

/// Reads the fields of a plan. Only the first error is kept; everything read after it is a harmless default, so that no
/// field needs a check of its own.
class PlanReader {
 public:
  /// Take the strategies as they come, each after its items, and perhaps before the components: the first item then
  /// says how many sizes there are.
  void add_item(const JsonValue& item, std::size_t i);
  void add_strategy(const JsonValue& strategy, std::size_t s);

  /// Takes the cases of a certificate as they come.
  void add_case(const JsonValue& given, std::size_t i);

  /// Takes everything else, after these.
  [[nodiscard]] Result<packing::PlanDocument> read(const JsonValue& root);

 private:
  std::optional<Error> error_;
  packing::PlanDocument document_;
  std::size_t k_ = 0;
  std::optional<PlanItems> items_;        // once there is an item
  std::optional<NotNumbers> first_item_;  // the same, if it is not what the components ask for
  std::vector<std::int64_t> sizes_;       // of an item
  std::size_t strategy_ = 0;              // the current one
  bool has_items_ = false;                // it does
  std::optional<Error> error_in_items_;   // of its own
  std::vector<packing::Case> cases_;
  std::optional<Error> error_in_cases_;

  void stop(const std::string& path, Error error) {
    if (error_) return;
    error.message = path + ": " + error.message;
    error_ = std::move(error);
  }
  void stop(const std::string& path, ErrorCode code, std::string message) {
    stop(path, Error{.code = code, .message = std::move(message)});
  }

  [[nodiscard]] JsonValue required(const JsonValue& object, const std::string& path, const std::string& key) {
    const JsonValue member = object.member(key);
    if (!member) stop(path + "/" + key, ErrorCode::malformed, "is missing");
    return member;
  }
  [[nodiscard]] std::int64_t number(const JsonValue& value, const std::string& path, std::int64_t lowest) {
    const auto read = integer_in(value, lowest);
    if (!read) stop(path, read.error());
    return read.value_or(lowest);
  }
  [[nodiscard]] std::string text(const JsonValue& value, const std::string& path) {
    if (value.is_string()) return std::string(value.string());
    stop(path, ErrorCode::malformed, show(value) + " is not a string");
    return {};
  }
  [[nodiscard]] bool flag(const JsonValue& value, const std::string& path) {
    if (value.is_boolean()) return value.token() == "true";
    stop(path, ErrorCode::malformed, show(value) + " is not true or false");
    return false;
  }
  /// The component of a name.
  [[nodiscard]] std::size_t component(const std::string& name, const std::string& path) {
    const auto& components = document_.histogram.components;
    const auto found = std::find(components.begin(), components.end(), name);
    if (found == components.end()) stop(path, ErrorCode::unknown_name, "no component " + json_string(shown(name)));
    return static_cast<std::size_t>(found - components.begin());
  }
  /// One number for each component.
  [[nodiscard]] std::vector<std::int64_t> numbers(const JsonValue& value, const std::string& path,
                                                  std::int64_t lowest) {
    std::vector<std::int64_t> read(k_, lowest);
    if (!value.is_array() || value.elements().size() != k_) {
      stop(path, NotNumbers(value).instead_of(k_));
      return read;
    }
    std::size_t c = 0;
    for (const JsonValue& element : value.elements()) {
      read[c] = number(element, path + "/" + std::to_string(c), lowest);
      ++c;
    }
    return read;
  }

  /// Readers of JSON differ in which of two members of one name they take.
  void refuse_duplicates(const JsonValue& object, const std::string& path);
  void read_schema(const JsonValue& root);
  void read_components(const JsonValue& histogram);
  void read_request(const JsonValue& root);
  void read_fitting(const JsonValue& root);
  void read_overlong(const JsonValue& root);
  void begin_items(const JsonValue& item);
  void finish_strategies(const JsonValue& strategies, std::size_t item_width, std::optional<Error> error);
  void read_totals(const JsonValue& histogram);
  [[nodiscard]] std::vector<std::int64_t> prices(const JsonValue& object, const std::string& path);
  [[nodiscard]] packing::Case read_case(const JsonValue& given, const std::string& path);
  void read_certificate(const JsonValue& root);
  void check_plan();
};

}  // namespace

void PlanReader::refuse_duplicates(const JsonValue& object, const std::string& path) {
  auto names = object.names();
  std::sort(names.begin(), names.end());
  const auto twice = std::adjacent_find(names.begin(), names.end());
  if (twice != names.end()) stop(path + "/" + shown(*twice), ErrorCode::malformed, "duplicate key");
}

void PlanReader::read_schema(const JsonValue& root) {
  const JsonValue schema = root.member("schema");
  if (schema.is_string() && schema.string() == packing::plan_schema) return;
  stop("/schema", ErrorCode::unsupported,
       (schema ? show(schema) : "missing") + "; expected " + json_string(packing::plan_schema));
}

void PlanReader::read_components(const JsonValue& histogram) {
  const auto components = required(histogram, "/histogram", "components").elements();
  const std::size_t count = components.size();
  if (count == 0 || count > max_components) {
    stop("/histogram/components", ErrorCode::component_mismatch,
         "an array of 1 to " + std::to_string(max_components) + " names is needed");
    return;
  }
  for (const JsonValue& name : components) {
    document_.histogram.components.push_back(text(name, "/histogram/components/" + std::to_string(k_)));
    ++k_;
  }
}

void PlanReader::read_request(const JsonValue& root) {
  const auto& components = document_.histogram.components;
  document_.limits.sizes = numbers(required(root, "", "limits"), "/limits", 1);
  if (const JsonValue depth = required(root, "", "depth"); !depth.is_null()) {
    document_.limits.depth = number(depth, "/depth", 1);
  }
  document_.packed.method = text(required(root, "", "method"), "/method");
  if (auto heuristic = packing::parse_heuristic(text(required(root, "", "heuristic"), "/heuristic"), components)) {
    document_.packed.heuristic = std::move(*heuristic);
  } else {
    stop("/heuristic", heuristic.error());
  }
  document_.packed.distribute = flag(required(root, "", "distribute"), "/distribute");
  if (const JsonValue paper = root.member("paper")) document_.packed.paper = flag(paper, "/paper");
  if (const JsonValue multiple = root.member("packs_multiple")) {
    document_.packs_multiple = number(multiple, "/packs_multiple", 1);
  }
  if (const JsonValue spread = root.member("spread")) document_.spread = flag(spread, "/spread");
  if (const JsonValue even = root.member("even")) document_.even = flag(even, "/even");
  const JsonValue given_baseline = root.member("baseline");
  if (!given_baseline) return;
  document_.baseline = component(text(given_baseline, "/baseline"), "/baseline");
}

void PlanReader::read_fitting(const JsonValue& root) {
  document_.overlong.lost.assign(k_, 0);
  const JsonValue fitting = root.member("fitting");
  for (const char* name : {"room", "overlong"}) {
    if (fitting || !root.member(name)) continue;
    stop("/" + std::string(name), ErrorCode::malformed, "present without /fitting, which it depends on");
  }
  if (!fitting) return;
  if (document_.baseline) stop("/fitting", ErrorCode::unsupported, "a baseline has no fitting");
  if (const JsonValue per_item = fitting.member("per_item")) {
    document_.fitting.per_item = numbers(per_item, "/fitting/per_item", 0);
  }
  document_.fitting.align_item = numbers(required(fitting, "/fitting", "align_item"), "/fitting/align_item", 1);
  document_.fitting.align_total = numbers(required(fitting, "/fitting", "align_total"), "/fitting/align_total", 1);
  document_.fitting.reserve = numbers(required(fitting, "/fitting", "reserve"), "/fitting/reserve", 0);
  document_.fitting.reserve_items = number(required(fitting, "/fitting", "reserve_items"), "/fitting/reserve_items", 0);
  const auto policy = packing::overlong_by_name(text(required(fitting, "/fitting", "overlong"), "/fitting/overlong"));
  if (!policy) stop("/fitting/overlong", policy.error());
  document_.fitting.overlong = policy.value_or(packing::Overlong::error);
}

void PlanReader::read_overlong(const JsonValue& root) {
  const JsonValue overlong = root.member("overlong");
  if (!overlong) return;
  document_.overlong.items = number(required(overlong, "/overlong", "items"), "/overlong/items", 0);
  document_.overlong.lost = numbers(required(overlong, "/overlong", "lost"), "/overlong/lost", 0);
  document_.overlong.pieces = number(required(overlong, "/overlong", "pieces"), "/overlong/pieces", 0);
}

void PlanReader::begin_items(const JsonValue& item) {
  first_item_.emplace(item);
  k_ = std::clamp<std::size_t>(item.elements().size(), 1, max_components);
  items_.emplace(k_);
  sizes_.resize(k_);
}

void PlanReader::add_item(const JsonValue& item, std::size_t i) {
  has_items_ = true;
  if (error_ || error_in_items_) return;
  if (!items_) begin_items(item);
  if (!read_item(item, sizes_)) {
    sizes_ = numbers(item, "/strategies/" + std::to_string(strategy_) + "/items/" + std::to_string(i), 0);
    error_in_items_ = std::exchange(error_, std::nullopt);
  }
  items_->add(sizes_, i);
}

void PlanReader::add_strategy(const JsonValue& strategy, std::size_t s) {
  const bool has_items = std::exchange(has_items_, false);
  strategy_ = s + 1;
  if (error_) return;
  const std::string path = "/strategies/" + std::to_string(s);
  refuse_duplicates(strategy, path);
  const std::int64_t repeat = number(required(strategy, path, "repeat"), path + "/repeat", 1);
  (void)required(strategy, path, "items");
  if (!has_items) stop(path + "/items", ErrorCode::malformed, "is not an array of items");
  if (!error_) error_ = std::move(error_in_items_);
  if (error_) return;
  std::size_t place = 0;
  const auto ended = items_->end_strategy(repeat, place);
  if (!ended) stop(path + "/items/" + std::to_string(place), ended.error());
}

/// item_width  sizes of the first item, or 0
/// error       found in the strategies
void PlanReader::finish_strategies(const JsonValue& strategies, std::size_t item_width, std::optional<Error> error) {
  if (!strategies.is_array()) stop("/strategies", ErrorCode::malformed, show(strategies) + " is not an array");
  if (first_item_ && item_width != k_) stop("/strategies/0/items/0", first_item_->instead_of(k_));
  if (!error_) error_ = std::move(error);
  if (error_) return;
  if (!items_) items_.emplace(k_);
  auto histogram = std::move(*items_).finish(document_.histogram.components, document_.packed.plan);
  if (!histogram) return stop("/strategies", histogram.error());
  document_.histogram = std::move(*histogram);
}

/// Items and sizes that carry data: those of the strategies, except where sizes were aligned; then those of the file.
/// Maxima are those of the room taken.
void PlanReader::read_totals(const JsonValue& histogram) {
  document_.source_bins =
      static_cast<std::size_t>(number(required(histogram, "/histogram", "bins"), "/histogram/bins", 0));
  const std::int64_t items = number(required(histogram, "/histogram", "items"), "/histogram/items", 0);
  const auto sums = numbers(required(histogram, "/histogram", "totals"), "/histogram/totals", 0);
  if (error_) return;
  document_.real = totals(document_.histogram);
  if (items != document_.real.items) {
    stop("/histogram/items", ErrorCode::plan_mismatch,
         std::to_string(items) + ", but the strategies hold " + std::to_string(document_.real.items));
  }
  for (std::size_t c = 0; c < k_; ++c) {
    const bool is_aligned = !document_.fitting.align_item.empty() && document_.fitting.align_item[c] > 1;
    const std::int64_t taken = taken_per_item(document_.fitting, c);
    if (taken > 0 && items > document_.real.sums[c] / taken) {
      return stop("/fitting/per_item", ErrorCode::plan_mismatch, "is more than the items in the strategies take");
    }
    const std::int64_t packed = document_.real.sums[c] - items * taken;
    if (sums[c] > packed || (sums[c] < packed && !is_aligned)) {
      stop("/histogram/totals/" + std::to_string(c), ErrorCode::plan_mismatch,
           std::to_string(sums[c]) + ", but the strategies hold " + std::to_string(packed));
    }
    document_.real.sums[c] = sums[c];
  }
}

std::vector<std::int64_t> PlanReader::prices(const JsonValue& object, const std::string& path) {
  const JsonValue given = required(object, path, "prices");
  if (!given.is_array()) stop(path + "/prices", ErrorCode::malformed, show(given) + " is not an array");
  std::vector<std::int64_t> read;
  for (const JsonValue& price : given.elements()) {
    const auto whole = integer_in(price, 0);
    if (!whole) stop(path + "/prices/" + std::to_string(read.size()), whole.error());
    read.push_back(whole.value_or(0));
  }
  return read;
}

packing::Case PlanReader::read_case(const JsonValue& given, const std::string& path) {
  packing::Case read;
  if (!given.is_object()) stop(path, ErrorCode::malformed, show(given) + " is not an object");
  refuse_duplicates(given, path);
  if (error_) return read;
  const JsonValue split = given.member("split");
  if (!split) {
    read.scale = number(required(given, path, "scale"), path + "/scale", 1);
    read.prices = prices(given, path);
    return read;
  }
  const JsonElements pair = split.elements();
  if (!split.is_array() || pair.size() != 2) {
    stop(path + "/split", NotNumbers(split).instead_of(2));
    return read;
  }
  const auto bin = [&](const JsonValue& value, const char* place) {
    constexpr std::int64_t most = 0xffffffff;
    return static_cast<std::uint32_t>(std::min(number(value, path + place, 0), most));
  };
  auto at = pair.begin();
  const std::uint32_t a = bin(*at, "/split/0");
  read.split.emplace(a, bin(*++at, "/split/1"));
  return read;
}

void PlanReader::add_case(const JsonValue& given, std::size_t i) {
  if (error_in_cases_) return;
  std::swap(error_, error_in_cases_);
  packing::Case read = read_case(given, "/certificate/cases/" + std::to_string(i));
  std::swap(error_, error_in_cases_);
  if (!error_in_cases_) cases_.push_back(std::move(read));
}

/// Not verified here: see verify().
void PlanReader::read_certificate(const JsonValue& root) {
  const JsonValue given = root.member("certificate");
  if (!given || error_) return;
  packing::Certificate certificate;
  certificate.scale = number(required(given, "/certificate", "scale"), "/certificate/scale", 1);
  if (const JsonValue name = given.member("component")) {
    certificate.component = component(text(name, "/certificate/component"), "/certificate/component");
  }
  certificate.uses_depth = flag(required(given, "/certificate", "depth"), "/certificate/depth");
  if (const JsonValue work = given.member("work")) certificate.work = number(work, "/certificate/work", 1);
  certificate.prices = prices(given, "/certificate");
  const JsonValue cases = given.member("cases");
  if (cases || given.member("packs")) {  // packs without cases are not shown by any
    certificate.packs = number(required(given, "/certificate", "packs"), "/certificate/packs", 1);
  }
  if (cases) {
    if (!cases.is_array()) stop("/certificate/cases", ErrorCode::malformed, show(cases) + " is not an array");
    if (!error_) error_ = std::move(error_in_cases_);
    certificate.cases = std::move(cases_);
  }
  document_.certificate = std::move(certificate);
}

void PlanReader::check_plan() {
  const packing::Histogram& histogram = document_.histogram;
  auto room = room_in_a_pack(histogram.components, document_.limits, document_.fitting);
  if (!room) return stop("/limits", room.error());
  document_.room = std::move(*room);
  if (auto ok = check(histogram, document_.room, document_.packed.plan); !ok) return stop("/strategies", ok.error());
  if (histogram.bins() > 0) {
    if (auto ok = validate(histogram, document_.room); !ok) return stop("/limits", ok.error());
  }
  for (std::size_t bin = 0; bin < histogram.bins(); ++bin) {
    for (std::size_t c = 0; c < k_; ++c) {
      if (histogram.size(bin)[c] >= taken_per_item(document_.fitting, c)) continue;
      return stop("/strategies", ErrorCode::plan_mismatch,
                  "an item of size " + size_text(histogram.size(bin)) + " takes less than every item does");
    }
  }
  for (std::size_t bin = 0; bin < histogram.bins() && !document_.fitting.align_item.empty(); ++bin) {
    const auto size = histogram.size(bin);
    for (std::size_t c = 0; c < k_; ++c) {
      if (size[c] % document_.fitting.align_item[c] == 0) continue;
      return stop(
          "/strategies", ErrorCode::plan_mismatch,
          "an item of size " + size_text(size) + " is not aligned to " + size_text(document_.fitting.align_item));
    }
  }
  if (auto ok = evaluate(document_); !ok) stop("/limits", ok.error());
}

Result<packing::PlanDocument> PlanReader::read(const JsonValue& root) {
  auto error_in_strategies = std::exchange(error_, std::nullopt);
  const std::size_t item_width = std::exchange(k_, 0);
  if (!root.is_object()) return fail(ErrorCode::unsupported, show(root) + " is not a plan");
  read_schema(root);
  refuse_duplicates(root, "");
  for (const char* object : {"histogram", "fitting", "room", "overlong", "metrics", "certificate"}) {
    refuse_duplicates(root.member(object), "/" + std::string(object));
  }
  const JsonValue histogram = required(root, "", "histogram");
  if (!error_) read_components(histogram);
  if (!error_) read_request(root);
  if (!error_) read_fitting(root);
  if (!error_) read_overlong(root);
  if (!error_) {
    finish_strategies(required(root, "", "strategies"), item_width, std::move(error_in_strategies));
  }
  if (!error_) read_totals(histogram);
  if (!error_) read_certificate(root);
  if (!error_) check_plan();
  if (error_) return tl::unexpected(std::move(*error_));
  return std::move(document_);
}

Result<PlanFile> read_plan(TextPieces json) {
  PlanReader reader;
  const auto stream = [&](std::vector<std::string_view> path, void (PlanReader::*add)(const JsonValue&, std::size_t)) {
    return StreamedArray{.path = std::move(path), .take = [&reader, add](const JsonValue& value, std::size_t index) {
                           (reader.*add)(value, index);
                           return Result<void>();
                         }};
  };
  auto head = JsonTree::parse(std::move(json), {stream({"strategies", "*", "items"}, &PlanReader::add_item),
                                                stream({"strategies"}, &PlanReader::add_strategy),
                                                stream({"certificate", "cases"}, &PlanReader::add_case)});
  if (!head) return tl::unexpected(std::move(head.error()));
  auto document = reader.read(head->root());
  if (!document) return tl::unexpected(std::move(document.error()));
  return PlanFile{.head = std::move(*head), .document = std::move(*document)};
}

Result<packing::PlanDocument> parse_plan(TextPieces json) {
  auto file = read_plan(std::move(json));
  if (!file) return tl::unexpected(std::move(file.error()));
  return std::move(file->document);
}

Result<packing::PlanDocument> parse_plan(std::span<const char> json) {
  return parse_plan(pieces_of({json.data(), json.size()}));
}

}  // namespace tuplepack::formats

#include "plan_json_read.hpp"
#include "../packing/arithmetic.hpp"
#include "../packing/bin_index.hpp"

#include <algorithm>
#include <utility>

namespace tuplepack {

/// Text from a file as a message can show it.
static std::string shown(std::string_view text) {
  constexpr std::size_t longest = 40;
  return visible(text, longest);
}

std::string show(const JsonValue& value) {
  if (value.is_object()) return "an object";
  return value.is_array() ? "an array" : shown(value.token());
}

static Result<std::int64_t> integer(const JsonValue& value, std::int64_t lowest) {
  if (!value.is_number()) return fail(ErrorCode::malformed, show(value) + " is not a number");
  const Number number = parse_number(value.token());
  if (number.wrong == ErrorCode::too_large) return fail(*number.wrong, show(value) + " is beyond 2^53");
  if (number.wrong == ErrorCode::negative) return fail(*number.wrong, show(value) + " is negative");
  if (number.wrong) return fail(*number.wrong, show(value) + " is not an integer");
  if (number.value < lowest) return fail(ErrorCode::limit_not_positive, show(value) + " is not positive");
  return number.value;
}

/// The k sizes of an item, or false. Plans list very many items, so what is wrong with one is not described here.
static bool read_item(const JsonValue& item, std::span<std::int64_t> sizes) {
  if (!item.is_array()) return false;
  const auto elements = item.elements();
  if (elements.size() != sizes.size()) return false;
  for (std::size_t c = 0; c < sizes.size(); ++c) {
    const auto size = integer(elements[c], 0);
    if (!size) return false;
    sizes[c] = *size;
  }
  return true;
}

/// Turns the items of strategies into runs, and collects them in a histogram, whose bins the plan then refers to.
class PlanItems {
 public:
  explicit PlanItems(std::size_t component_count) : k_(component_count), index_(k_), builder_(k_) {}

  /// Adds an item to the strategy at hand. Equal ones become one run, in the place of the first.
  [[nodiscard]] Result<void> add(std::span<const std::int64_t> sizes, std::int64_t repeat) {
    if (auto added = builder_.add(sizes, repeat); !added) return added;
    const std::uint32_t bin = index_.insert(sizes);
    if (bin == last_run_.size()) last_run_.push_back(0);
    if (last_run_[bin] > first_run_) {
      ++plan_.copies[last_run_[bin] - 1];
    } else {
      plan_.bins.push_back(bin);
      plan_.copies.push_back(1);
      last_run_[bin] = plan_.bins.size();
    }
    return {};
  }

  void end_strategy(std::int64_t repeat) {
    first_run_ = plan_.bins.size();
    plan_.offsets.push_back(static_cast<std::int64_t>(first_run_));
    plan_.repeats.push_back(repeat);
  }

  [[nodiscard]] Result<Histogram> finish(std::vector<std::string> components, Plan& plan) && {
    auto histogram = std::move(builder_).finish(std::move(components));
    if (!histogram) return histogram;
    std::vector<std::uint32_t> sorted(index_.count());
    for (std::size_t bin = 0; bin < histogram->bins(); ++bin) {
      sorted[index_.find(histogram->size(bin))] = static_cast<std::uint32_t>(bin);
    }
    for (std::uint32_t& bin : plan_.bins) bin = sorted[bin];
    plan = std::move(plan_);
    return histogram;
  }

 private:
  std::size_t k_;
  BinIndex index_;  // bins in the order in which they occur
  HistogramBuilder builder_;
  Plan plan_;
  std::size_t first_run_ = 0;          // of the strategy at hand
  std::vector<std::size_t> last_run_;  // of a bin, plus one; 0 when it had none
};

/// What stands where numbers are expected, for messages.
struct NotNumbers {
  ErrorCode code = ErrorCode::malformed;
  std::string shown;

  explicit NotNumbers(const JsonValue& value) : shown(show(value)) {
    if (!value.is_array()) return;
    code = ErrorCode::component_mismatch;
    shown = "an array of " + std::to_string(value.elements().size());
  }
  [[nodiscard]] Error instead_of(std::size_t numbers) const {
    return {.code = code,
            .message = shown + " instead of " + std::to_string(numbers) + (numbers == 1 ? " number" : " numbers")};
  }
};

/// Reads the fields of a plan. Only the first error is kept; everything read after it is a harmless default, so that no
/// field needs a check of its own.
class PlanReader {
 public:
  /// Takes the strategies as they come, perhaps before the components: the first item then says how many sizes there
  /// are.
  void add_strategy(const JsonValue& strategy, std::size_t s);

  /// Takes everything else, after the strategies.
  [[nodiscard]] Result<PlanDocument> read(const JsonValue& root);

 private:
  std::optional<Error> error_;
  PlanDocument document_;
  std::size_t k_ = 0;
  std::optional<PlanItems> items_;        // once there is an item
  std::optional<NotNumbers> first_item_;  // likewise, should it not be what the components ask for

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
    const auto read = integer(value, lowest);
    if (!read) stop(path, read.error());
    return read.value_or(lowest);
  }
  [[nodiscard]] std::string text(const JsonValue& value, const std::string& path) {
    if (value.is_string()) return value.string();
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
    const auto elements = value.elements();
    if (!value.is_array() || elements.size() != k_) {
      stop(path, NotNumbers(value).instead_of(k_));
      return read;
    }
    for (std::size_t c = 0; c < k_; ++c) read[c] = number(elements[c], path + "/" + std::to_string(c), lowest);
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
  [[nodiscard]] Case read_case(const JsonValue& given, const std::string& path);
  void read_certificate(const JsonValue& root);
  void check_plan();
};

void PlanReader::refuse_duplicates(const JsonValue& object, const std::string& path) {
  auto names = object.names();
  std::sort(names.begin(), names.end());
  const auto twice = std::adjacent_find(names.begin(), names.end());
  if (twice != names.end()) stop(path + "/" + shown(*twice), ErrorCode::malformed, "is given twice");
}

void PlanReader::read_schema(const JsonValue& root) {
  const JsonValue schema = root.member("schema");
  if (schema.is_string() && schema.string() == plan_schema) return;
  stop("/schema", ErrorCode::unsupported,
       (schema ? show(schema) : "missing") + "; a plan says " + json_string(plan_schema));
}

void PlanReader::read_components(const JsonValue& histogram) {
  const auto components = required(histogram, "/histogram", "components").elements();
  if (components.empty() || components.size() > max_components) {
    stop("/histogram/components", ErrorCode::component_mismatch,
         "an array of 1 to " + std::to_string(max_components) + " names is needed");
    return;
  }
  for (std::size_t c = 0; c < components.size(); ++c) {
    document_.histogram.components.push_back(text(components[c], "/histogram/components/" + std::to_string(c)));
  }
  k_ = components.size();
}

void PlanReader::read_request(const JsonValue& root) {
  const auto& components = document_.histogram.components;
  document_.limits.sizes = numbers(required(root, "", "limits"), "/limits", 1);
  if (const JsonValue depth = required(root, "", "depth"); !depth.is_null()) {
    document_.limits.depth = number(depth, "/depth", 1);
  }
  document_.packed.method = text(required(root, "", "method"), "/method");
  if (auto heuristic = parse_heuristic(text(required(root, "", "heuristic"), "/heuristic"), components)) {
    document_.packed.heuristic = std::move(*heuristic);
  } else {
    stop("/heuristic", heuristic.error());
  }
  document_.packed.distribute = flag(required(root, "", "distribute"), "/distribute");
  if (const JsonValue paper = root.member("paper")) document_.packed.paper = flag(paper, "/paper");
  if (const JsonValue multiple = root.member("packs_multiple")) {
    document_.packs_multiple = number(multiple, "/packs_multiple", 1);
  }
  const JsonValue given_baseline = root.member("baseline");
  if (!given_baseline) return;
  document_.baseline = component(text(given_baseline, "/baseline"), "/baseline");
}

void PlanReader::read_fitting(const JsonValue& root) {
  document_.overlong.lost.assign(k_, 0);
  const JsonValue fitting = root.member("fitting");
  for (const char* name : {"room", "overlong"}) {
    if (fitting || !root.member(name)) continue;
    stop("/" + std::string(name), ErrorCode::malformed, "is there without /fitting, which it comes from");
  }
  if (!fitting) return;
  if (document_.baseline) stop("/fitting", ErrorCode::unsupported, "a baseline has no fitting");
  document_.fitting.align_item = numbers(required(fitting, "/fitting", "align_item"), "/fitting/align_item", 1);
  document_.fitting.align_total = numbers(required(fitting, "/fitting", "align_total"), "/fitting/align_total", 1);
  document_.fitting.reserve = numbers(required(fitting, "/fitting", "reserve"), "/fitting/reserve", 0);
  document_.fitting.reserve_items = number(required(fitting, "/fitting", "reserve_items"), "/fitting/reserve_items", 0);
  const auto policy = overlong_by_name(text(required(fitting, "/fitting", "overlong"), "/fitting/overlong"));
  if (!policy) stop("/fitting/overlong", policy.error());
  document_.fitting.overlong = policy.value_or(Overlong::error);
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
}

void PlanReader::add_strategy(const JsonValue& strategy, std::size_t s) {
  if (error_) return;
  const std::string path = "/strategies/" + std::to_string(s);
  refuse_duplicates(strategy, path);
  const std::int64_t repeat = number(required(strategy, path, "repeat"), path + "/repeat", 1);
  const auto items = required(strategy, path, "items").elements();
  if (items.empty()) stop(path + "/items", ErrorCode::malformed, "is not an array of items");
  if (error_) return;
  if (!items_) begin_items(items.front());
  std::vector<std::int64_t> sizes(k_);
  for (std::size_t i = 0; i < items.size() && !error_; ++i) {
    const auto item_path = [&] { return path + "/items/" + std::to_string(i); };
    if (!read_item(items[i], sizes)) sizes = numbers(items[i], item_path(), 0);
    if (auto added = items_->add(sizes, repeat); !added) stop(item_path(), added.error());
  }
  items_->end_strategy(repeat);
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

std::vector<std::int64_t> PlanReader::prices(const JsonValue& object, const std::string& path) {
  const JsonValue given = required(object, path, "prices");
  if (!given.is_array()) stop(path + "/prices", ErrorCode::malformed, show(given) + " is not an array");
  std::vector<std::int64_t> read;
  const auto elements = given.elements();
  for (std::size_t bin = 0; bin < elements.size(); ++bin) {
    read.push_back(number(elements[bin], path + "/prices/" + std::to_string(bin), 0));
  }
  return read;
}

Case PlanReader::read_case(const JsonValue& given, const std::string& path) {
  Case read;
  if (!given.is_object()) stop(path, ErrorCode::malformed, show(given) + " is not an object");
  refuse_duplicates(given, path);
  if (error_) return read;
  const JsonValue split = given.member("split");
  if (!split) {
    read.scale = number(required(given, path, "scale"), path + "/scale", 1);
    read.prices = prices(given, path);
    return read;
  }
  const auto pair = split.elements();
  if (!split.is_array() || pair.size() != 2) {
    stop(path + "/split", NotNumbers(split).instead_of(2));
    return read;
  }
  const auto bin = [&](std::size_t i) {
    constexpr std::int64_t most = 0xffffffff;
    return static_cast<std::uint32_t>(std::min(number(pair[i], path + "/split/" + std::to_string(i), 0), most));
  };
  read.split.emplace(bin(0), bin(1));
  return read;
}

/// Not verified here: see verify().
void PlanReader::read_certificate(const JsonValue& root) {
  const JsonValue given = root.member("certificate");
  if (!given || error_) return;
  Certificate certificate;
  certificate.scale = number(required(given, "/certificate", "scale"), "/certificate/scale", 1);
  if (const JsonValue name = given.member("component")) {
    certificate.component = component(text(name, "/certificate/component"), "/certificate/component");
  }
  certificate.uses_depth = flag(required(given, "/certificate", "depth"), "/certificate/depth");
  certificate.prices = prices(given, "/certificate");
  const JsonValue cases = given.member("cases");
  if (cases || given.member("packs")) {  // packs without cases are not shown by any
    certificate.packs = number(required(given, "/certificate", "packs"), "/certificate/packs", 1);
  }
  if (cases) {
    if (!cases.is_array()) stop("/certificate/cases", ErrorCode::malformed, show(cases) + " is not an array");
    const auto elements = cases.elements();
    for (std::size_t i = 0; i < elements.size() && !error_; ++i) {
      certificate.cases.push_back(read_case(elements[i], "/certificate/cases/" + std::to_string(i)));
    }
  }
  document_.certificate = std::move(certificate);
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

Result<PlanDocument> PlanReader::read(const JsonValue& root) {
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
  auto head =
      JsonTree::parse(std::move(json), strategies_name, [&](const JsonValue& strategy, std::size_t s) -> Result<void> {
        reader.add_strategy(strategy, s);
        return {};
      });
  if (!head) return tl::unexpected(std::move(head.error()));
  auto document = reader.read(head->root());
  if (!document) return tl::unexpected(std::move(document.error()));
  return PlanFile{.head = std::move(*head), .document = std::move(*document)};
}

Result<PlanDocument> parse_plan(TextPieces json) {
  auto file = read_plan(std::move(json));
  if (!file) return tl::unexpected(std::move(file.error()));
  return std::move(file->document);
}

Result<PlanDocument> parse_plan(std::span<const char> json) {
  return parse_plan(pieces_of({json.data(), json.size()}));
}

}  // namespace tuplepack

#include "plan_json_read.hpp"

#include "plan_fields.hpp"
#include "plan_items.hpp"
#include "plan_json_certificate.hpp"
#include "plan_json_values.hpp"
#include "tuplepack/base/limits.hpp"

#include <algorithm>
#include <utility>

namespace tuplepack::formats {

namespace {

/// Reads a plan: items, strategies and cases as they come, then everything else.
class PlanReader {
 public:
  /// Take the strategies as they come, each after its items, and perhaps before the components: the first item then
  /// says how many sizes there are.
  void add_item(const JsonValue& item, std::size_t i);
  void add_strategy(const JsonValue& strategy, std::size_t s);

  /// Takes the cases of a certificate as they come.
  void add_case(const JsonValue& given, std::size_t i) { certificate_.add_case(given, i); }

  /// Takes everything else, after these.
  [[nodiscard]] Result<packing::PlanDocument> read(const JsonValue& root);

 private:
  PlanFields fields_;
  CertificateReader certificate_;
  packing::PlanDocument document_;
  std::size_t k_ = 0;
  std::optional<PlanItems> items_;        // once there is an item
  std::optional<NotNumbers> first_item_;  // the same, if it is not what the components ask for
  std::vector<std::int64_t> sizes_;       // of an item
  std::size_t strategy_ = 0;              // the current one
  bool has_items_ = false;                // it does
  std::optional<Error> error_in_items_;   // of its own

  /// One number for each component.
  [[nodiscard]] std::vector<std::int64_t> numbers(const JsonValue& value, const std::string& path,
                                                  std::int64_t lowest) {
    return fields_.numbers(value, path, k_, lowest);
  }

  void read_schema(const JsonValue& root);
  void read_components(const JsonValue& histogram);
  void read_request(const JsonValue& root);
  void read_fitting(const JsonValue& root);
  void read_overlong(const JsonValue& root);
  void begin_items(const JsonValue& item);
  void finish_strategies(const JsonValue& strategies, std::size_t item_width, std::optional<Error> error);
  void read_totals(const JsonValue& histogram);
  void check_plan();
};

}  // namespace

void PlanReader::read_schema(const JsonValue& root) {
  const JsonValue schema = root.member("schema");
  if (schema.is_string() && schema.string() == packing::plan_schema) return;
  fields_.stop("/schema", ErrorCode::unsupported,
               (schema ? show(schema) : "missing") + "; expected " + json_string(packing::plan_schema));
}

void PlanReader::read_components(const JsonValue& histogram) {
  const auto components = fields_.required(histogram, "/histogram", "components").elements();
  const std::size_t count = components.size();
  if (count == 0 || count > max_components) {
    fields_.stop("/histogram/components", ErrorCode::component_mismatch,
                 "an array of 1 to " + std::to_string(max_components) + " names is needed");
    return;
  }
  for (const JsonValue& name : components) {
    document_.histogram.components.push_back(fields_.text(name, "/histogram/components/" + std::to_string(k_)));
    ++k_;
  }
}

void PlanReader::read_request(const JsonValue& root) {
  const auto& components = document_.histogram.components;
  document_.limits.sizes = numbers(fields_.required(root, "", "limits"), "/limits", 1);
  if (const JsonValue depth = fields_.required(root, "", "depth"); !depth.is_null()) {
    document_.limits.depth = fields_.number(depth, "/depth", 1);
  }
  document_.packed.method = fields_.text(fields_.required(root, "", "method"), "/method");
  if (auto heuristic =
          packing::parse_heuristic(fields_.text(fields_.required(root, "", "heuristic"), "/heuristic"), components)) {
    document_.packed.heuristic = std::move(*heuristic);
  } else {
    fields_.stop("/heuristic", heuristic.error());
  }
  document_.packed.distribute = fields_.flag(fields_.required(root, "", "distribute"), "/distribute");
  if (const JsonValue paper = root.member("paper")) document_.packed.paper = fields_.flag(paper, "/paper");
  if (const JsonValue multiple = root.member("packs_multiple")) {
    document_.packs_multiple = fields_.number(multiple, "/packs_multiple", 1);
  }
  if (const JsonValue spread = root.member("spread")) document_.spread = fields_.flag(spread, "/spread");
  if (const JsonValue even = root.member("even")) document_.even = fields_.flag(even, "/even");
  const JsonValue given_baseline = root.member("baseline");
  if (!given_baseline) return;
  document_.baseline = fields_.component(components, fields_.text(given_baseline, "/baseline"), "/baseline");
}

void PlanReader::read_fitting(const JsonValue& root) {
  document_.overlong.lost.assign(k_, 0);
  const JsonValue fitting = root.member("fitting");
  for (const char* name : {"room", "overlong"}) {
    if (fitting || !root.member(name)) continue;
    fields_.stop("/" + std::string(name), ErrorCode::malformed, "present without /fitting, which it depends on");
  }
  if (!fitting) return;
  if (document_.baseline) fields_.stop("/fitting", ErrorCode::unsupported, "a baseline has no fitting");
  if (const JsonValue per_item = fitting.member("per_item")) {
    document_.fitting.per_item = numbers(per_item, "/fitting/per_item", 0);
  }
  document_.fitting.align_item = numbers(fields_.required(fitting, "/fitting", "align_item"), "/fitting/align_item", 1);
  document_.fitting.align_total =
      numbers(fields_.required(fitting, "/fitting", "align_total"), "/fitting/align_total", 1);
  document_.fitting.reserve = numbers(fields_.required(fitting, "/fitting", "reserve"), "/fitting/reserve", 0);
  document_.fitting.reserve_items =
      fields_.number(fields_.required(fitting, "/fitting", "reserve_items"), "/fitting/reserve_items", 0);
  const auto policy =
      packing::overlong_by_name(fields_.text(fields_.required(fitting, "/fitting", "overlong"), "/fitting/overlong"));
  if (!policy) fields_.stop("/fitting/overlong", policy.error());
  document_.fitting.overlong = policy.value_or(packing::Overlong::error);
}

void PlanReader::read_overlong(const JsonValue& root) {
  const JsonValue overlong = root.member("overlong");
  if (!overlong) return;
  document_.overlong.items = fields_.number(fields_.required(overlong, "/overlong", "items"), "/overlong/items", 0);
  document_.overlong.lost = numbers(fields_.required(overlong, "/overlong", "lost"), "/overlong/lost", 0);
  document_.overlong.pieces = fields_.number(fields_.required(overlong, "/overlong", "pieces"), "/overlong/pieces", 0);
}

void PlanReader::begin_items(const JsonValue& item) {
  first_item_.emplace(item);
  k_ = std::clamp<std::size_t>(item.elements().size(), 1, max_components);
  items_.emplace(k_);
  sizes_.resize(k_);
}

void PlanReader::add_item(const JsonValue& item, std::size_t i) {
  has_items_ = true;
  if (fields_.error || error_in_items_) return;
  if (!items_) begin_items(item);
  if (!read_item(item, sizes_)) {
    sizes_ = numbers(item, "/strategies/" + std::to_string(strategy_) + "/items/" + std::to_string(i), 0);
    error_in_items_ = std::exchange(fields_.error, std::nullopt);
  }
  items_->add(sizes_, i);
}

void PlanReader::add_strategy(const JsonValue& strategy, std::size_t s) {
  const bool has_items = std::exchange(has_items_, false);
  strategy_ = s + 1;
  if (fields_.error) return;
  const std::string path = "/strategies/" + std::to_string(s);
  fields_.refuse_duplicates(strategy, path);
  const std::int64_t repeat = fields_.number(fields_.required(strategy, path, "repeat"), path + "/repeat", 1);
  (void)fields_.required(strategy, path, "items");
  if (!has_items) fields_.stop(path + "/items", ErrorCode::malformed, "is not an array of items");
  if (!fields_.error) fields_.error = std::move(error_in_items_);
  if (fields_.error) return;
  std::size_t place = 0;
  const auto ended = items_->end_strategy(repeat, place);
  if (!ended) fields_.stop(path + "/items/" + std::to_string(place), ended.error());
}

/// item_width  sizes of the first item, or 0
/// error       found in the strategies
void PlanReader::finish_strategies(const JsonValue& strategies, std::size_t item_width, std::optional<Error> error) {
  if (!strategies.is_array()) fields_.stop("/strategies", ErrorCode::malformed, show(strategies) + " is not an array");
  if (first_item_ && item_width != k_) fields_.stop("/strategies/0/items/0", first_item_->instead_of(k_));
  if (!fields_.error) fields_.error = std::move(error);
  if (fields_.error) return;
  if (!items_) items_.emplace(k_);
  auto histogram = std::move(*items_).finish(document_.histogram.components, document_.packed.plan);
  if (!histogram) return fields_.stop("/strategies", histogram.error());
  document_.histogram = std::move(*histogram);
}

/// Items and sizes that carry data: those of the strategies, except where sizes were aligned; then those of the file.
/// Maxima are those of the room taken.
void PlanReader::read_totals(const JsonValue& histogram) {
  document_.source_bins =
      static_cast<std::size_t>(fields_.number(fields_.required(histogram, "/histogram", "bins"), "/histogram/bins", 0));
  const std::int64_t items = fields_.number(fields_.required(histogram, "/histogram", "items"), "/histogram/items", 0);
  const auto sums = numbers(fields_.required(histogram, "/histogram", "totals"), "/histogram/totals", 0);
  if (fields_.error) return;
  document_.real = totals(document_.histogram);
  if (items != document_.real.items) {
    fields_.stop("/histogram/items", ErrorCode::plan_mismatch,
                 std::to_string(items) + ", but the strategies hold " + std::to_string(document_.real.items));
  }
  for (std::size_t c = 0; c < k_; ++c) {
    const bool is_aligned = !document_.fitting.align_item.empty() && document_.fitting.align_item[c] > 1;
    const std::int64_t taken = taken_per_item(document_.fitting, c);
    if (taken > 0 && items > document_.real.sums[c] / taken) {
      return fields_.stop("/fitting/per_item", ErrorCode::plan_mismatch,
                          "is more than the items in the strategies take");
    }
    const std::int64_t packed = document_.real.sums[c] - items * taken;
    if (sums[c] > packed || (sums[c] < packed && !is_aligned)) {
      fields_.stop("/histogram/totals/" + std::to_string(c), ErrorCode::plan_mismatch,
                   std::to_string(sums[c]) + ", but the strategies hold " + std::to_string(packed));
    }
    document_.real.sums[c] = sums[c];
  }
}

void PlanReader::check_plan() {
  const packing::Histogram& histogram = document_.histogram;
  auto room = room_in_a_pack(histogram.components, document_.limits, document_.fitting);
  if (!room) return fields_.stop("/limits", room.error());
  document_.room = std::move(*room);
  if (auto ok = check(histogram, document_.room, document_.packed.plan); !ok)
    return fields_.stop("/strategies", ok.error());
  if (histogram.bins() > 0) {
    if (auto ok = validate(histogram, document_.room); !ok) return fields_.stop("/limits", ok.error());
  }
  for (std::size_t bin = 0; bin < histogram.bins(); ++bin) {
    for (std::size_t c = 0; c < k_; ++c) {
      if (histogram.size(bin)[c] >= taken_per_item(document_.fitting, c)) continue;
      return fields_.stop("/strategies", ErrorCode::plan_mismatch,
                          "an item of size " + size_text(histogram.size(bin)) + " takes less than every item does");
    }
  }
  for (std::size_t bin = 0; bin < histogram.bins() && !document_.fitting.align_item.empty(); ++bin) {
    const auto size = histogram.size(bin);
    for (std::size_t c = 0; c < k_; ++c) {
      if (size[c] % document_.fitting.align_item[c] == 0) continue;
      return fields_.stop(
          "/strategies", ErrorCode::plan_mismatch,
          "an item of size " + size_text(size) + " is not aligned to " + size_text(document_.fitting.align_item));
    }
  }
  if (auto ok = evaluate(document_); !ok) fields_.stop("/limits", ok.error());
}

Result<packing::PlanDocument> PlanReader::read(const JsonValue& root) {
  auto error_in_strategies = std::exchange(fields_.error, std::nullopt);
  const std::size_t item_width = std::exchange(k_, 0);
  if (!root.is_object()) return fail(ErrorCode::unsupported, show(root) + " is not a plan");
  read_schema(root);
  fields_.refuse_duplicates(root, "");
  for (const char* object : {"histogram", "fitting", "room", "overlong", "metrics", "certificate"}) {
    fields_.refuse_duplicates(root.member(object), "/" + std::string(object));
  }
  const JsonValue histogram = fields_.required(root, "", "histogram");
  if (!fields_.error) read_components(histogram);
  if (!fields_.error) read_request(root);
  if (!fields_.error) read_fitting(root);
  if (!fields_.error) read_overlong(root);
  if (!fields_.error) {
    finish_strategies(fields_.required(root, "", "strategies"), item_width, std::move(error_in_strategies));
  }
  if (!fields_.error) read_totals(histogram);
  document_.certificate = std::move(certificate_).read(root, document_.histogram.components, fields_);
  if (!fields_.error) check_plan();
  if (fields_.error) return tl::unexpected(std::move(*fields_.error));
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

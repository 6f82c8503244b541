#include "request.hpp"

#include "cli/input/input.hpp"
#include "cli/output/failure.hpp"
#include "cli/output/output.hpp"
#include "cli/output/text.hpp"
#include "tuplepack/base/words.hpp"
#include "tuplepack/packing/component.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

namespace tuplepack::cli {

/// Splits "NAME=NUMBER", or another form.
static std::pair<std::string_view, std::string_view> assignment(std::string_view text, std::string_view option,
                                                                std::string_view form = "NAME=NUMBER") {
  const std::size_t at = text.rfind('=');
  if (at == std::string_view::npos) throw Failure(fmt::format("{}: '{}' is not {}", option, text, form));
  return {text.substr(0, at), text.substr(at + 1)};
}

/// Reads one number for all components, or NAME=NUMBER,…; components that are not named get `otherwise`.
static std::vector<std::int64_t> per_component(const Arguments& arguments, std::string_view name,
                                               std::span<const std::string> components, std::int64_t otherwise) {
  if (!arguments.has(name)) return {};
  const std::string& text = arguments[name];
  const std::string option = "--" + std::string(name);
  if (text.find('=') == std::string::npos) {
    return std::vector<std::int64_t>(components.size(), value(options::read_count(text), option));
  }
  std::vector<std::int64_t> numbers(components.size(), otherwise);
  std::vector<bool> named;
  for (const std::string_view part : parts(text, ',')) {
    const auto [component, number] = assignment(part, option);
    numbers[value(packing::component_once(component, components, named), option)] =
        value(options::read_count(number), option);
  }
  return numbers;
}

formats::ReadOptions read_options(const Arguments& arguments) {
  formats::ReadOptions options;
  options.format = value(formats::format_by_name(arguments["format"]), "--format");
  options.columns = arguments.list("columns");
  options.count_column = arguments["count-column"];
  options.lengths_of = arguments.list("lengths-of");
  return options;
}

static void require_one_each(std::size_t count, std::span<const std::string> components, std::string_view option) {
  if (count == components.size()) return;
  throw Failure(fmt::format("--{}: expected {} ({}), got {}", option,
                            counted(static_cast<std::int64_t>(components.size()), "number"), join(components, ","),
                            count));
}

packing::Limits limits(const Arguments& arguments, std::span<const std::string> components,
                       std::span<const std::int64_t> maxima) {
  auto texts = arguments.list("limits");
  if (texts.size() == 1 && texts[0] == "max") texts.resize(components.size(), "max");
  require_one_each(texts.size(), components, "limits");
  packing::Limits result{.sizes = {}, .depth = arguments.settings(components).plan.limits.depth};
  for (std::size_t c = 0; c < texts.size(); ++c) {
    const bool largest = texts[c] == "max";
    if (largest && maxima.empty())
      throw Failure("--limits: a stream does not know its largest item in advance; give a number instead of max");
    result.sizes.push_back(largest ? std::max<std::int64_t>(maxima[c], 1)
                                   : value(options::read_count(texts[c]), "--limits"));
  }
  return result;
}

packing::Limits limits(const Arguments& arguments, const packing::Histogram& histogram) {
  return limits(arguments, histogram.components, totals(histogram).maxima);
}

packing::Fitting fitting(const Arguments& arguments, std::span<const std::string> components) {
  packing::Fitting result = arguments.settings(components).plan.fitting;
  result.per_item = per_component(arguments, "per-item", components, 0);
  result.align_item = per_component(arguments, "align-item", components, 1);
  result.align_total = per_component(arguments, "align-total", components, 1);
  if (!arguments.has("reserve")) return result;
  result.reserve.assign(components.size(), 0);
  std::vector<bool> named;
  bool has_items = false;
  for (const std::string& part : arguments.list("reserve")) {
    const auto [name, number] = assignment(part, "--reserve");
    const std::int64_t amount = value(options::read_count(number), "--reserve");
    if (name != "items") {
      result.reserve[value(packing::component_once(name, components, named), "--reserve")] = amount;
      continue;
    }
    if (std::exchange(has_items, true)) throw Failure("--reserve: items is given twice");
    result.reserve_items = amount;
  }
  if (result.reserve_items > 0 && !arguments.has("depth")) note("--reserve items has no effect without --depth");
  return result;
}

packing::PlanRequest plan_request(const Arguments& arguments, const packing::Histogram& histogram) {
  packing::PlanRequest request = arguments.settings(histogram.components).plan;
  request.limits = limits(arguments, histogram);
  request.fitting = fitting(arguments, histogram.components);
  if (arguments.has("baseline")) {
    request.baseline = value(packing::component_named(arguments["baseline"], histogram.components), "--baseline");
  }
  return request;
}

packing::EstimateOptions estimate_options(const Arguments& arguments, std::span<const std::string> components) {
  packing::EstimateOptions options = arguments.settings(components).estimate;
  if (arguments.has("overhead")) options.overhead = arguments.decimal("overhead") / 100;
  return options;
}

static std::vector<std::optional<packing::Range>> ranges_given(const Arguments& arguments,
                                                               std::span<const std::string> components) {
  std::vector<std::optional<packing::Range>> given(components.size());
  std::vector<bool> named;
  for (const std::string& text : arguments.all("range")) {
    static constexpr std::string_view form = "NAME=FIRST:LAST:STEP";
    const auto [name, numbers] = assignment(text, "--range", form);
    const auto bounds = parts(numbers, ':');
    if (bounds.size() > 3) throw Failure(fmt::format("--range: '{}' is not {}", text, form));
    packing::Range range{.first = value(options::read_count(bounds[0]), "--range"), .last = 0, .step = 1};
    range.last = bounds.size() > 1 ? value(options::read_count(bounds[1]), "--range") : range.first;
    if (bounds.size() > 2) range.step = value(options::read_count(bounds[2]), "--range");
    given[value(packing::component_once(name, components, named), "--range")] = range;
  }
  return given;
}

std::vector<packing::Range> ranges(const Arguments& arguments, std::span<const std::string> components) {
  const auto given = ranges_given(arguments, components);
  std::vector<packing::Range> all;
  for (std::size_t c = 0; c < components.size(); ++c) {
    if (!given[c]) {
      throw Failure(
          fmt::format("no range for {}; add --range {}", components[c], shell_word(components[c] + "=FIRST:LAST")));
    }
    all.push_back(*given[c]);
  }
  return all;
}

/// Reads one number for all components, or one per component.
static std::vector<std::int64_t> one_or_each(const Arguments& arguments, std::string_view option,
                                             std::span<const std::string> components) {
  std::vector<std::int64_t> numbers = arguments.counts(option);
  if (numbers.size() == 1) numbers.resize(components.size(), numbers[0]);
  require_one_each(numbers.size(), components, option);
  return numbers;
}

std::optional<double> search_target_of(const Arguments& arguments) {
  constexpr auto questions = std::to_array<std::string_view>({"target", "packs", "items", "pareto", "best"});
  const auto asked = std::count_if(questions.begin(), questions.end(), [&](auto name) { return arguments.has(name); });
  if (asked != 1) throw Failure("search needs one of --target, --packs, --items, --pareto or --best");
  const bool is_of_packs = arguments.has("packs") || arguments.has("items");
  if (is_of_packs && arguments.has("range")) {
    throw Failure(fmt::format("--range: not with --{}, which looks at all limits of one proportion",
                              arguments.has("packs") ? "packs" : "items"));
  }
  if (!is_of_packs && arguments.has("limits")) {
    throw Failure(
        "--limits: only with --packs and --items, as the proportions of the limits; --range gives limits to choose "
        "from");
  }
  if (!arguments.has("target")) return std::nullopt;
  return arguments.decimal("target");
}

packing::Proportions proportions(const Arguments& arguments, const packing::Histogram& histogram) {
  const auto& components = histogram.components;
  if (components.size() > 1 && !arguments.has("limits") && arguments.has("packs")) {
    throw Failure(
        fmt::format("--packs: limits of {} can grow in many proportions; give one with --limits, e.g. --limits max",
                    join(components, " and ")));
  }
  std::vector<std::int64_t> shape = usual_shape(histogram);
  if (arguments.has("limits")) shape = limits(arguments, histogram).sizes;
  return {.shape = std::move(shape), .multiples = one_or_each(arguments, "multiple-of", components)};
}

packing::SearchOptions search_options(const Arguments& arguments, const packing::Histogram& histogram) {
  const auto& components = histogram.components;
  const auto multiples = one_or_each(arguments, "multiple-of", components);
  const options::Settings settings = arguments.settings(components);
  packing::SearchOptions options = settings.search;
  options.ranges = value(usual_ranges(histogram, multiples), "--multiple-of");
  options.weights = one_or_each(arguments, "weights", components);
  options.depth = settings.plan.limits.depth;
  const auto given = ranges_given(arguments, components);
  for (std::size_t c = 0; c < components.size(); ++c) {
    if (!given[c]) continue;
    options.ranges[c] = value(multiples_in(*given[c], multiples[c], components[c]));
  }
  return options;
}

static std::optional<packing::Balance> balance(const Arguments& arguments, const packing::PlanDocument& document) {
  if (!arguments.has("balance")) {
    if (arguments.has("ranks")) throw Failure("--ranks needs --balance quadratic");
    return std::nullopt;
  }
  const std::size_t component =
      value(packing::balanced_component(arguments["balance"], document.histogram.components), "--balance");
  packing::Balance result{.ranks = document.packs_multiple, .component = component};
  if (arguments.has("ranks")) result.ranks = arguments.count("ranks");
  if (result.ranks < 2) throw Failure("--balance needs --ranks W, the number of data-parallel ranks (2 or more)");
  return result;
}

packing::AssignOptions assign_options(const Arguments& arguments, const packing::PlanDocument& document) {
  packing::AssignOptions options = arguments.settings(document.histogram.components).assign;
  options.packs_multiple = document.packs_multiple;
  options.balance = balance(arguments, document);
  if (arguments.has("seed") && options.order != packing::Order::shuffle && options.order != packing::Order::permute) {
    throw Failure("--seed needs --order shuffle or permute");
  }
  return options;
}

packing::StreamOptions stream_options(const Arguments& arguments, std::span<const std::string> components) {
  if (arguments.has("buffer") && (arguments.has("open") || arguments.has("guide"))) {
    throw Failure("--buffer cannot be combined with --open or --guide");
  }
  if (arguments.has("balanced") && (arguments.has("open") || arguments.has("guide"))) {
    throw Failure("--balanced cannot be combined with --open or --guide");
  }
  packing::StreamOptions options;
  options.effort = arguments.settings(components).effort;
  if (arguments.has("guide")) {
    const packing::PlanDocument document = read_plan(arguments["guide"]);
    options.policy = packing::StreamPolicy::guided;
    options.guide = packing::StreamGuide{.histogram = document.histogram, .plan = document.packed.plan};
    if (arguments.has("open")) options.held = arguments.count("open");
  } else if (arguments.has("open")) {
    options.policy = packing::StreamPolicy::best_fit;
    options.held = arguments.count("open");
  } else {
    if (arguments.has("balanced")) options.policy = packing::StreamPolicy::balanced;
    if (arguments.has("buffer")) options.held = arguments.count("buffer");
  }
  return options;
}

Emit emit(const Arguments& arguments) {
  Emit result;
  for (const std::string& name : arguments.list("emit")) {
    if (name == "segment_ids") result.segment_ids = true;
    if (name == "position_ids") result.position_ids = true;
    if (name == "cu_seqlens") result.cu_seqlens = true;
  }
  return result;
}

}  // namespace tuplepack::cli

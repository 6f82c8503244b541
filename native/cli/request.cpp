#include "request.hpp"

#include "failure.hpp"
#include "input.hpp"
#include "text.hpp"

#include <fmt/format.h>

namespace tuplepack::cli {

static std::string_view last_word(std::string_view name) {
  const std::size_t at = name.rfind('_');
  return at == std::string_view::npos ? name : name.substr(at + 1);
}

static std::size_t component_named(std::string_view text, std::span<const std::string> components,
                                   std::string_view option) {
  std::optional<std::size_t> by_last_word;
  std::size_t matches = 0;
  for (std::size_t c = 0; c < components.size(); ++c) {
    if (components[c] == text) return c;
    if (last_word(components[c]) != text) continue;
    by_last_word = c;
    ++matches;
  }
  if (matches == 1) return *by_last_word;
  for (std::size_t c = 0; c < components.size(); ++c) {
    if (std::to_string(c + 1) == text) return c;
  }
  throw Failure(fmt::format("{}: unknown component '{}'; components: {}", option, text, join(components, ", ")));
}

/// Splits "NAME=NUMBER".
static std::pair<std::string, std::string> assignment(const std::string& text, std::string_view option) {
  const std::size_t at = text.rfind('=');
  if (at == std::string::npos) throw Failure(fmt::format("{}: '{}' is not NAME=NUMBER", option, text));
  return {text.substr(0, at), text.substr(at + 1)};
}

/// Reads one number for all components, or NAME=NUMBER,…; components that are not named get `otherwise`.
static std::vector<std::int64_t> per_component(const std::string& text, std::span<const std::string> components,
                                               std::int64_t otherwise, std::string_view option) {
  if (text.empty()) return {};
  if (text.find('=') == std::string::npos) {
    return std::vector<std::int64_t>(components.size(), value(read_count(text), option));
  }
  std::vector<std::int64_t> numbers(components.size(), otherwise);
  for (const std::string& part : split(text, ',')) {
    const auto [name, number] = assignment(part, option);
    numbers[component_named(name, components, option)] = value(read_count(number), option);
  }
  return numbers;
}

ReadOptions read_options(const Arguments& arguments) {
  ReadOptions options;
  options.format = value(format_by_name(arguments["format"]), "--format");
  options.columns = arguments.list("columns");
  options.count_column = arguments["count-column"];
  options.lengths_of = arguments.list("lengths-of");
  return options;
}

std::int64_t depth(const Arguments& arguments) {
  return arguments.has("depth") ? arguments.count("depth") : unlimited_depth;
}

static void require_one_each(std::size_t count, std::span<const std::string> components, std::string_view option) {
  if (count == components.size()) return;
  throw Failure(fmt::format("--{}: expected {} ({}), got {}", option,
                            counted(static_cast<std::int64_t>(components.size()), "number"), join(components, ","),
                            count));
}

Limits limits(const Arguments& arguments, std::span<const std::string> components,
              std::span<const std::int64_t> maxima) {
  auto texts = arguments.list("limits");
  if (texts.size() == 1 && texts[0] == "max") texts.resize(components.size(), "max");
  require_one_each(texts.size(), components, "limits");
  Limits result{.sizes = {}, .depth = depth(arguments)};
  for (std::size_t c = 0; c < texts.size(); ++c) {
    const bool largest = texts[c] == "max";
    if (largest && maxima.empty())
      throw Failure("--limits: a stream does not know its largest item in advance; give a number instead of max");
    result.sizes.push_back(largest ? std::max<std::int64_t>(maxima[c], 1) : value(read_count(texts[c]), "--limits"));
  }
  return result;
}

Limits limits(const Arguments& arguments, const Histogram& histogram) {
  return limits(arguments, histogram.components, totals(histogram).maxima);
}

Fitting fitting(const Arguments& arguments, std::span<const std::string> components) {
  Fitting result;
  result.align_item = per_component(arguments["align-item"], components, 1, "--align-item");
  result.align_total = per_component(arguments["align-total"], components, 1, "--align-total");
  result.overlong = value(overlong_by_name(arguments["overlong"]), "--overlong");
  if (!arguments.has("reserve")) return result;
  result.reserve.assign(components.size(), 0);
  for (const std::string& part : arguments.list("reserve")) {
    const auto [name, number] = assignment(part, "--reserve");
    const std::int64_t amount = value(read_count(number), "--reserve");
    (name == "items" ? result.reserve_items : result.reserve[component_named(name, components, "--reserve")]) = amount;
  }
  return result;
}

static Heuristic heuristic(const std::string& text, std::span<const std::string> components) {
  constexpr std::string_view projection = "component:";
  std::string spelled = text;
  if (text.starts_with(projection)) {
    const std::size_t c = component_named(text.substr(projection.size()), components, "--heuristic");
    spelled = std::string(projection) + components[c];
  }
  return value(parse_heuristic(spelled, components), "--heuristic");
}

PackOptions pack_options(const Arguments& arguments, std::span<const std::string> components) {
  PackOptions options{
      .method = arguments["method"], .heuristic = {}, .distribute = {}, .paper = arguments.has("paper")};
  if (arguments.has("heuristic")) options.heuristic = heuristic(arguments["heuristic"], components);
  if (arguments.has("distribute")) options.distribute = arguments["distribute"] == "on";
  return options;
}

PlanRequest plan_request(const Arguments& arguments, const Histogram& histogram) {
  PlanRequest request{.limits = limits(arguments, histogram),
                      .fitting = fitting(arguments, histogram.components),
                      .pack = pack_options(arguments, histogram.components),
                      .baseline = {}};
  if (arguments.has("packs-multiple")) request.packs_multiple = arguments.count("packs-multiple");
  if (arguments.has("baseline")) {
    request.baseline = component_named(arguments["baseline"], histogram.components, "--baseline");
  }
  return request;
}

EstimateOptions estimate_options(const Arguments& arguments, std::span<const std::string> components) {
  EstimateOptions options;
  if (arguments.has("overhead")) options.overhead = arguments.decimal("overhead") / 100;
  options.devices = arguments.count("devices");
  options.batch = arguments.count("batch");
  options.beta1 = arguments.decimal("beta1");
  options.beta2 = arguments.decimal("beta2");
  if (arguments.has("component"))
    options.component = component_named(arguments["component"], components, "--component");
  return options;
}

static std::vector<std::optional<Range>> ranges_given(const Arguments& arguments,
                                                      std::span<const std::string> components) {
  std::vector<std::optional<Range>> given(components.size());
  for (const std::string& text : arguments.all("range")) {
    const auto [name, numbers] = assignment(text, "--range");
    const auto parts = split(numbers, ':');
    if (parts.size() > 3) throw Failure(fmt::format("--range: '{}' is not NAME=FIRST:LAST:STEP", text));
    Range range{.first = value(read_count(parts[0]), "--range"), .last = 0, .step = 1};
    range.last = parts.size() > 1 ? value(read_count(parts[1]), "--range") : range.first;
    if (parts.size() > 2) range.step = value(read_count(parts[2]), "--range");
    given[component_named(name, components, "--range")] = range;
  }
  return given;
}

std::vector<Range> ranges(const Arguments& arguments, std::span<const std::string> components) {
  const auto given = ranges_given(arguments, components);
  std::vector<Range> all;
  for (std::size_t c = 0; c < components.size(); ++c) {
    if (!given[c]) {
      throw Failure(fmt::format("no range for {}; add --range {}=FIRST:LAST", components[c], components[c]));
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
  const int questions =
      (arguments.has("target") ? 1 : 0) + (arguments.has("pareto") ? 1 : 0) + (arguments.has("best") ? 1 : 0);
  if (questions != 1) throw Failure("search needs one of --target, --pareto and --best");
  if (!arguments.has("target")) return std::nullopt;
  return arguments.decimal("target");
}

SearchOptions search_options(const Arguments& arguments, const Histogram& histogram) {
  const auto& components = histogram.components;
  const auto multiples = one_or_each(arguments, "multiple-of", components);
  SearchOptions options{.ranges = value(usual_ranges(histogram, multiples), "--multiple-of"),
                        .weights = one_or_each(arguments, "weights", components),
                        .depth = depth(arguments),
                        .per_component = arguments.has("per-component")};
  const auto given = ranges_given(arguments, components);
  for (std::size_t c = 0; c < components.size(); ++c) {
    if (!given[c]) continue;
    options.ranges[c] = value(multiples_in(*given[c], multiples[c], components[c]));
  }
  return options;
}

static std::optional<Balance> balance(const Arguments& arguments, const PlanDocument& document) {
  if (!arguments.has("balance")) {
    if (arguments.has("ranks")) throw Failure("--ranks needs --balance quadratic");
    return std::nullopt;
  }
  const std::size_t colon = arguments["balance"].find(':');
  if (arguments["balance"].substr(0, colon) != "quadratic") {
    throw Failure(fmt::format("--balance: '{}' is neither quadratic nor quadratic:NAME", arguments["balance"]));
  }
  Balance result{.ranks = document.packs_multiple};
  if (colon != std::string::npos) {
    result.component = component_named(std::string_view(arguments["balance"]).substr(colon + 1),
                                       document.histogram.components, "--balance");
  }
  if (arguments.has("ranks")) result.ranks = arguments.count("ranks");
  if (result.ranks < 2) throw Failure("--balance needs --ranks W, the number of data-parallel ranks (2 or more)");
  return result;
}

AssignOptions assign_options(const Arguments& arguments, const PlanDocument& document) {
  AssignOptions options;
  options.order = value(order_by_name(arguments["order"]), "--order");
  options.packs_multiple = document.packs_multiple;
  options.balance = balance(arguments, document);
  if (!arguments.has("seed")) return options;
  if (options.order != Order::shuffle) throw Failure("--seed needs --order shuffle");
  options.seed = static_cast<std::uint64_t>(arguments.count("seed"));
  return options;
}

StreamOptions stream_options(const Arguments& arguments) {
  if (arguments.has("buffer") && (arguments.has("open") || arguments.has("guide"))) {
    throw Failure("--buffer cannot be combined with --open or --guide");
  }
  StreamOptions options;
  if (arguments.has("guide")) {
    const PlanDocument document = read_plan(arguments["guide"]);
    options.policy = StreamPolicy::guided;
    options.guide = StreamGuide{.histogram = document.histogram, .plan = document.packed.plan};
    if (arguments.has("open")) options.held = arguments.count("open");
  } else if (arguments.has("open")) {
    options.policy = StreamPolicy::best_fit;
    options.held = arguments.count("open");
  } else if (arguments.has("buffer")) {
    options.held = arguments.count("buffer");
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

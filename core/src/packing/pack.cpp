#include "tuplepack/packing/pack.hpp"

#include "base/decimal_text.hpp"
#include "stop.hpp"
#include "tuplepack/base/words.hpp"

#include <algorithm>

namespace tuplepack::packing {

std::string_view name(Ended ended) {
  switch (ended) {
    case Ended::finished: return "finished";
    case Ended::optimal: return "optimal";
    case Ended::within_gap: return "within-gap";
    case Ended::stopped: return "stopped";
    case Ended::time_limit: return "time-limit";
    case Ended::interrupted: return "interrupted";
  }
  return {};
}

const Method* find_method(std::string_view name) {
  for (const Method& row : methods()) {
    if (row.name == name) return &row;
  }
  return nullptr;
}

/// Whether it puts several items of one bin into a pack at once, unless asked.
static bool distributes(const Method& method, std::size_t component_count, bool paper) {
  return method.distribute_by_default != nullptr && method.distribute_by_default(component_count, paper);
}

std::vector<PackOptions> combinations(std::size_t component_count, bool paper) {
  std::vector<PackOptions> all;
  for (const Method& method : methods()) {
    if (method.pack == nullptr || method.applies != nullptr || (paper && !method.published)) continue;
    PackOptions options{.method = std::string(method.name), .heuristic = {}, .distribute = {}, .paper = paper};
    if (!method.uses_heuristic) {
      all.push_back(options);
      continue;
    }
    for (const Heuristic& heuristic : all_heuristics(component_count)) {
      options.heuristic = heuristic;
      const bool usual = distributes(method, component_count, paper);
      options.distribute = usual;
      all.push_back(options);
      if (method.uses_distribute) {
        options.distribute = !usual;
        all.push_back(options);
      }
    }
  }
  return all;
}

/// Runs one method of the table.
static Packed run(const Method& method, const Histogram& histogram, const Limits& limits, PackOptions options) {
  if (method.choose != nullptr) return method.choose(histogram, limits, options);
  const bool usual = distributes(method, histogram.component_count(), options.paper);
  options.distribute = method.uses_distribute && options.distribute.value_or(usual);
  return {.plan = method.pack(histogram, limits, options),
          .method = std::string(method.name),
          .heuristic = options.heuristic,
          .distribute = *options.distribute,
          .paper = options.paper && method.published};
}

Result<Baseline> pack_on_component(const Histogram& histogram, const Limits& limits, std::size_t component,
                                   const PackOptions& options) {
  const std::size_t k = histogram.component_count();
  if (component >= k) return fail(ErrorCode::unknown_name, "no component " + std::to_string(component));
  if (limits.sizes.size() != k) {
    return fail(ErrorCode::component_mismatch,
                counted(limits.sizes.size(), "limit") + " for " + counted(k, "component"));
  }
  Limits only = limits_of_component(limits, component);
  PackOptions projected = options;
  projected.bound = 0;  // of all limits together
  projected.heuristic = {.kind = Heuristic::Kind::component, .component = component, .weights = {}};
  auto packed = pack(histogram, only, projected);
  if (!packed) return tl::unexpected(packed.error());
  const std::vector<std::int64_t> largest = largest_pack(histogram, packed->plan);
  for (std::size_t c = 0; c < k; ++c) {
    if (c != component) only.sizes[c] = std::max<std::int64_t>(largest[c], 1);
  }
  return Baseline{.packed = std::move(*packed), .limits = std::move(only)};
}

/// The plan of no packs, for no items.
static Packed pack_nothing(const Method& method, const PackOptions& options) {
  Packed packed;
  packed.method = method.name;
  packed.heuristic = options.heuristic;
  packed.distribute = options.distribute.value_or(false);
  packed.paper = options.paper && method.published;
  packed.ended = Ended::optimal;
  return packed;
}

/// Whether the plan has at most so many percent more packs than the lower bound.
static bool is_within(double percent, const PackProgress& progress) {
  const auto bound = static_cast<double>(progress.bound);
  return progress.packs > 0 && 100 * (static_cast<double>(progress.packs) - bound) <= percent * bound;
}

Result<Packed> pack(const Histogram& histogram, const Limits& limits, const PackOptions& options) {
  const Method* method = find_method(options.method);
  if (method == nullptr) {
    return fail(ErrorCode::unknown_name, "unknown method '" + options.method + "'" +
                                             did_you_mean(names_of(methods()), options.method) +
                                             "methods: " + comma_list(names_of(methods())));
  }
  if (method->pack == nullptr && method->choose == nullptr) {
    return fail(ErrorCode::unsupported, "the method '" + options.method + "' is not in this build of tuplepack");
  }
  if (histogram.bins() == 0) return pack_nothing(*method, options);
  if (auto valid = validate(histogram, limits); !valid) return tl::unexpected(valid.error());
  if (method->applies != nullptr) {
    if (auto applies = method->applies(histogram, limits); !applies) return tl::unexpected(applies.error());
  }
  bool is_near = false;
  PackOptions asked = options;
  if (options.gap_percent > 0) {
    asked.keep_going = [&](const PackProgress& progress) {
      is_near = is_near || is_within(options.gap_percent, progress);
      return (!options.keep_going || options.keep_going(progress)) && !is_near;
    };
  }
  Stop stop(asked, {.step = method->name});
  PackOptions watched = asked;
  stop.watch(watched);
  Packed packed = run(*method, histogram, limits, watched);
  const bool is_optimal = packed.proof && packed.proof->bound.packs == pack_count(packed.plan);
  packed.ended = is_optimal          ? Ended::optimal
                 : is_near           ? Ended::within_gap
                 : stop.is_stopped() ? Ended::stopped
                                     : Ended::finished;
  return packed;
}

}  // namespace tuplepack::packing

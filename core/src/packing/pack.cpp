#include "tuplepack/packing/pack.hpp"

#include "methods/methods.hpp"
#include "methods/strategy_repeats.hpp"
#include "tuplepack/packing/bound.hpp"

#include <algorithm>
#include <array>

namespace tuplepack {

static constexpr auto never = [](std::size_t, bool) { return false; };
static constexpr auto unless_published_for_tuples = [](std::size_t component_count, bool paper) {
  return component_count == 1 || !paper;
};

// name, summary, uses_heuristic, uses_distribute, published, tried_by_auto, distribute_by_default, pack, choose,
// applies
static constexpr std::array<Method, 12> method_table{{
    {"none", "every item in a pack of its own", false, false, false, false, never, pack_none, nullptr},
    {"next-fit", "largest items first; a pack closes when the next item does not fit", true, false, false, false, never,
     pack_next_fit, nullptr},
    {"spfhp", "shortest pack first: into the packs with the most room (worst fit)", true, true, true, true, never,
     pack_shortest_first, nullptr},
    {"lpfhp", "longest pack first: into the packs with the least room (best fit)", true, true, true, true,
     unless_published_for_tuples, pack_longest_first, nullptr},
    {"dot-product", "one pack after the other, by the item whose shape goes best with the room left", false, false,
     false, false, never, pack_dot_product, nullptr},
    {"fixed-count", "a fixed number of packs, every item into the emptiest", false, false, false, false, never,
     pack_fixed_count, nullptr},
    {"fill", "one pack after the other, filled as well as the items left allow", false, false, false, false, never,
     pack_fill, nullptr},
    {"nnlshp", "strategies that fill packs, as often as least squares wants them (one component, depth 2 to 4)", false,
     false, true, false, never, pack_nnls, nullptr, strategies_fit},
    {"ennlshp", "nnlshp that would rather be over than short of items: mostly better, slower", false, false, true,
     false, never, pack_extended_nnls, nullptr, strategies_fit},
    {"auto", "the best plan of fill, spfhp and lpfhp by all heuristics, and fixed-count", false, true, true, false,
     never, nullptr, choose_auto},
    {"column-generation", "packs priced by a linear program, as often as it wants them; proves a bound too", false,
     false, false, false, never, nullptr, choose_column_generation},
    {"optimal", "all methods and bounds, one after the other, until no plan can be better", false, false, false, false,
     never, nullptr, choose_optimal},
}};

std::span<const Method> methods() {
  return method_table;
}

static const Method* find_method(std::string_view name) {
  const auto* found =
      std::find_if(method_table.begin(), method_table.end(), [&](const Method& row) { return row.name == name; });
  return found == method_table.end() ? nullptr : found;
}

std::vector<PackOptions> combinations(std::size_t component_count, bool paper) {
  std::vector<PackOptions> all;
  for (const Method& method : method_table) {
    if (method.pack == nullptr || method.applies != nullptr || (paper && !method.published)) continue;
    PackOptions options{.method = std::string(method.name), .heuristic = {}, .distribute = {}, .paper = paper};
    if (!method.uses_heuristic) {
      all.push_back(options);
      continue;
    }
    for (const Heuristic& heuristic : all_heuristics(component_count)) {
      options.heuristic = heuristic;
      const bool usual = method.distribute_by_default(component_count, paper);
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
  options.distribute =
      method.uses_distribute
          ? options.distribute.value_or(method.distribute_by_default(histogram.component_count(), options.paper))
          : false;
  return {.plan = method.pack(histogram, limits, options),
          .method = std::string(method.name),
          .heuristic = options.heuristic,
          .distribute = *options.distribute,
          .paper = options.paper && method.published};
}

Result<Baseline> pack_on_component(const Histogram& histogram, const Limits& limits, std::size_t component,
                                   const PackOptions& options) {
  const std::size_t k = histogram.component_count();
  if (component >= k) return fail(ErrorCode::unknown_name, "there is no component " + std::to_string(component));
  if (limits.sizes.size() != k) {
    return fail(ErrorCode::component_mismatch,
                std::to_string(limits.sizes.size()) + " limits for " + std::to_string(k) + " components");
  }
  Limits only = limits;
  for (std::size_t c = 0; c < k; ++c) {
    if (c != component) only.sizes[c] = max_exact;
  }
  PackOptions projected = options;
  projected.heuristic = {.kind = Heuristic::Kind::component, .component = component, .weights = {}};
  auto packed = pack(histogram, only, projected);
  if (!packed) return tl::unexpected(packed.error());
  const std::vector<std::int64_t> largest = largest_pack(histogram, packed->plan);
  for (std::size_t c = 0; c < k; ++c) {
    if (c != component) only.sizes[c] = std::max<std::int64_t>(largest[c], 1);
  }
  return Baseline{.packed = std::move(*packed), .limits = std::move(only)};
}

Result<Packed> pack(const Histogram& histogram, const Limits& limits, const PackOptions& options) {
  const Method* method = find_method(options.method);
  if (method == nullptr) {
    std::string known;
    for (const Method& row : method_table) known += (known.empty() ? "" : ", ") + std::string(row.name);
    return fail(ErrorCode::unknown_name, "no method '" + options.method + "'; there is " + known);
  }
  if (auto valid = validate(histogram, limits); !valid) return tl::unexpected(valid.error());
  if (method->applies != nullptr) {
    if (auto applies = method->applies(histogram, limits); !applies) return tl::unexpected(applies.error());
  }
  if (method->choose != nullptr) return method->choose(histogram, limits, options);
  return run(*method, histogram, limits, options);
}

}  // namespace tuplepack

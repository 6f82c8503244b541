// Histograms to plans.
#include "call.hpp"
#include "objects.hpp"
#include "options.hpp"
#include "tuplepack/packing/sweep.hpp"
#include "tuplepack/reports/bounds.hpp"
#include "tuplepack/reports/compare.hpp"
#include "tuplepack/reports/search.hpp"
#include "tuplepack/reports/sweep.hpp"

#include <cmath>

#include <emscripten/bind.h>

namespace tuplepack::wasm {

static val pack(const val& given, const val& request, const val& on_progress) {
  return guarded([&] {
    const Options options(request, {{"limits", "json"}, room_keys}, rows_of({"pack"}));
    const packing::Histogram source = histogram(given);
    const bool with_json = options.flag("json");
    return to_object(plan_of(source, options.settings(source.components), on_progress, with_json), with_json);
  });
}

static val pack_metrics(const val& given, const val& request) {
  return guarded([&] {
    const Options options(request, {{"limits", "json"}, room_keys}, rows_of({"pack"}));
    const packing::Histogram source = histogram(given);
    return metrics_object(plan_of(source, options.settings(source.components), val::undefined()));
  });
}

static val combinations(const val& components, const val& paper) {
  return listed([&] {
    const auto names = component_names(components);
    val array = val::array();
    for (const packing::PackOptions& options : packing::combinations(names.size(), paper.isTrue())) {
      Object object;
      object.text("method", options.method);
      object.text("heuristic", to_string(options.heuristic, names));
      if (options.distribute) object.flag("distribute", *options.distribute);
      object.flag("paper", options.paper);
      push(array, object);
    }
    return array;
  });
}

static val compare(const val& given, const val& room) {
  return guarded([&] {
    const Options options(room, {{"limits"}, room_keys}, rows_of({"compare"}));
    const packing::Histogram source = histogram(given);
    const packing::PlanRequest asked = options.settings(source.components).plan;
    const reports::PlanComparison comparison =
        value(reports::compare_plans(source, asked.limits, {.fitting = asked.fitting, .paper = asked.pack.paper}));
    val array = val::array();
    for (const reports::PlanComparison::Row& row : comparison.rows) {
      push(array,
           metrics_object(row.packed, row.metrics, comparison.bound, row.packed.proof.has_value(), source.components));
    }
    return array;
  });
}

static val bounds(const val& given, const val& room) {
  return guarded([&] {
    const Options options(room, {{"limits"}, room_keys}, rows_of({"bound"}));
    const packing::Histogram source = histogram(given);
    const packing::PlanRequest asked = options.settings(source.components).plan;
    const reports::Bounds found = value(reports::bounds_for(source, asked.limits, asked.fitting));
    val array = val::array();
    for (const packing::LowerBound& bound : found.all) push(array, to_object(bound, source.components));
    return array;
  });
}

static val to_object(const packing::Sweep& grid, const packing::SweepOptions& options) {
  const std::size_t k = grid.ranges.size();
  std::vector<std::uint8_t> state;
  std::vector<std::uint8_t> refined;
  std::vector<double> packs;
  std::vector<double> harmonic_mean;
  std::vector<double> efficiency;
  for (const packing::SweepCell& cell : grid.cells) {
    const bool feasible = cell.state != packing::SweepCell::State::infeasible;
    state.push_back(!feasible ? 0 : cell.state == packing::SweepCell::State::pruned ? 1 : 2);
    refined.push_back(cell.refined ? 1 : 0);
    packs.push_back(number(cell.packs));
    harmonic_mean.push_back(feasible ? cell.harmonic_mean : std::nan(""));
    for (std::size_t c = 0; c < k; ++c) efficiency.push_back(feasible ? cell.efficiency[c] : std::nan(""));
  }
  Object object;
  object.text("method", packing::cell_method(options.pack.method));
  object.put("state", typed_array<std::uint8_t>(state));
  object.put("refined", typed_array<std::uint8_t>(refined));
  object.put("packs", typed_array<double>(packs));
  object.put("efficiency", typed_array<double>(efficiency));
  object.put("harmonicMean", typed_array<double>(harmonic_mean));
  object.put("best", grid.best ? val(number(static_cast<std::int64_t>(*grid.best))) : val::null());
  return object;
}

static Options sweep_request(const val& request) {
  return {request, {{"ranges", "prune", "atLeast", "refine"}, room_keys}, rows_of({"sweep"})};
}

static packing::SweepOptions sweep_options(const Options& options, const packing::Histogram& source) {
  const packing::PlanRequest asked = options.settings(source.components).plan;
  packing::SweepOptions result{.pack = asked.pack,
                               .depth = asked.limits.depth,
                               .fitting = asked.fitting,
                               .prune = options.flag("prune"),
                               .at_least = options.real("atLeast", 0)};
  if (options.has("refine") && !options.flag("refine")) result.pack.method = packing::cell_method(result.pack.method);
  return result;
}

static val sweep(const val& given, const val& request) {
  return guarded([&] {
    const Options options = sweep_request(request);
    const packing::Histogram source = histogram(given);
    const packing::SweepOptions how = sweep_options(options, source);
    return to_object(value(packing::sweep(source, ranges(options["ranges"]), how)), how);
  });
}

/// The cells of a Sweep object.
static packing::Sweep sweep_of(const val& given, std::vector<packing::Range> ranges) {
  if (is_missing(given)) refuse(ErrorCode::malformed, "there is no sweep");
  packing::Sweep grid;
  grid.ranges = std::move(ranges);
  const std::size_t k = grid.ranges.size();
  const auto state = wholes(given["state"], "state");
  const auto packs = wholes(given["packs"], "packs");
  const auto means = reals(given["harmonicMean"], "harmonicMean");
  const auto efficiency = reals(given["efficiency"], "efficiency");
  const std::size_t cells = state.size();
  if (reports::candidate_count(grid.ranges) != number(static_cast<std::int64_t>(cells)) || packs.size() != cells ||
      means.size() != cells || efficiency.size() != cells * k) {
    refuse(ErrorCode::malformed, "the sweep does not have a cell for each of the limits");
  }
  for (std::size_t i = 0; i < cells; ++i) {
    packing::SweepCell& cell = grid.cells.emplace_back();
    if (state[i] != 1 && state[i] != 2) continue;
    cell.state = state[i] == 1 ? packing::SweepCell::State::pruned : packing::SweepCell::State::packed;
    cell.packs = packs[i];
    cell.harmonic_mean = means[i];
    cell.efficiency.assign(efficiency.begin() + static_cast<std::ptrdiff_t>(i * k),
                           efficiency.begin() + static_cast<std::ptrdiff_t>((i + 1) * k));
  }
  for (const std::size_t best : reports::best_cells(grid, 1)) grid.best = best;
  return grid;
}

static val refine_sweep(const val& given, const val& request, const val& sweep) {
  return guarded([&] {
    const Options options = sweep_request(request);
    const packing::Histogram source = histogram(given);
    std::vector<packing::Range> asked = ranges(options["ranges"]);
    value(validate(source, asked));
    packing::Sweep grid = sweep_of(sweep, std::move(asked));
    const packing::SweepOptions how = sweep_options(options, source);
    if (packing::cell_method(how.pack.method) != how.pack.method) value(refine(grid, source, how));
    return to_object(grid, how);
  });
}

EMSCRIPTEN_BINDINGS(packing) {
  emscripten::function("pack", &pack);
  emscripten::function("packMetrics", &pack_metrics);
  emscripten::function("combinations", &combinations);
  emscripten::function("compare", &compare);
  emscripten::function("bounds", &bounds);
  emscripten::function("sweep", &sweep);
  emscripten::function("refineSweep", &refine_sweep);
}

}  // namespace tuplepack::wasm

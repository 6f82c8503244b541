// Histograms to plans.
#include "call.hpp"
#include "objects.hpp"
#include "options.hpp"
#include "tuplepack/packing/sweep.hpp"
#include "tuplepack/reports/bounds.hpp"
#include "tuplepack/reports/compare.hpp"

#include <cmath>

#include <emscripten/bind.h>

namespace tuplepack::wasm {

static val pack(const val& given, const val& request, const val& on_progress) {
  return guarded([&] {
    const Options options(request, {{"limits", "json"}, room_keys}, rows_of({"pack"}));
    const Histogram source = histogram(given);
    const bool with_json = options.flag("json");
    return to_object(plan_of(source, options.settings(source.components), on_progress, with_json), with_json);
  });
}

static val pack_metrics(const val& given, const val& request) {
  return guarded([&] {
    const Options options(request, {{"limits", "json"}, room_keys}, rows_of({"pack"}));
    const Histogram source = histogram(given);
    return metrics_object(plan_of(source, options.settings(source.components), val::undefined()));
  });
}

static val combinations(const val& components, const val& paper) {
  return listed([&] {
    const auto names = component_names(components);
    val array = val::array();
    for (const PackOptions& options : tuplepack::combinations(names.size(), paper.isTrue())) {
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
    const Histogram source = histogram(given);
    const PlanRequest asked = options.settings(source.components).plan;
    const PlanComparison comparison =
        value(compare_plans(source, asked.limits, {.fitting = asked.fitting, .paper = asked.pack.paper}));
    val array = val::array();
    for (const PlanComparison::Row& row : comparison.rows) {
      push(array,
           metrics_object(row.packed, row.metrics, comparison.bound, row.packed.proof.has_value(), source.components));
    }
    return array;
  });
}

static val bounds(const val& given, const val& room) {
  return guarded([&] {
    const Options options(room, {{"limits"}, room_keys}, rows_of({"bound"}));
    const Histogram source = histogram(given);
    const PlanRequest asked = options.settings(source.components).plan;
    const Bounds found = value(bounds_for(source, asked.limits, asked.fitting));
    val array = val::array();
    for (const LowerBound& bound : found.all) push(array, to_object(bound, source.components));
    return array;
  });
}

static val to_object(const Sweep& grid) {
  const std::size_t k = grid.ranges.size();
  std::vector<std::uint8_t> state;
  std::vector<double> packs;
  std::vector<double> harmonic_mean;
  std::vector<double> efficiency;
  for (const SweepCell& cell : grid.cells) {
    const bool feasible = cell.state != SweepCell::State::infeasible;
    state.push_back(!feasible ? 0 : cell.state == SweepCell::State::pruned ? 1 : 2);
    packs.push_back(number(cell.packs));
    harmonic_mean.push_back(feasible ? cell.harmonic_mean : std::nan(""));
    for (std::size_t c = 0; c < k; ++c) efficiency.push_back(feasible ? cell.efficiency[c] : std::nan(""));
  }
  Object object;
  object.put("state", typed_array<std::uint8_t>(state));
  object.put("packs", typed_array<double>(packs));
  object.put("efficiency", typed_array<double>(efficiency));
  object.put("harmonicMean", typed_array<double>(harmonic_mean));
  object.put("best", grid.best ? val(number(static_cast<std::int64_t>(*grid.best))) : val::null());
  return object;
}

static val sweep(const val& given, const val& request) {
  return guarded([&] {
    const Options options(request, {{"ranges", "prune"}, room_keys}, rows_of({"sweep"}));
    const Histogram source = histogram(given);
    const PlanRequest asked = options.settings(source.components).plan;
    return to_object(value(tuplepack::sweep(
        source, ranges(options["ranges"]),
        {.pack = asked.pack, .depth = asked.limits.depth, .fitting = asked.fitting, .prune = options.flag("prune")})));
  });
}

EMSCRIPTEN_BINDINGS(packing) {
  emscripten::function("pack", &pack);
  emscripten::function("packMetrics", &pack_metrics);
  emscripten::function("combinations", &combinations);
  emscripten::function("compare", &compare);
  emscripten::function("bounds", &bounds);
  emscripten::function("sweep", &sweep);
}

}  // namespace tuplepack::wasm

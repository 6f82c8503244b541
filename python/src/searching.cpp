// Limits: searches and sweeps.
#include "module.hpp"

#include "arrays.hpp"
#include "errors.hpp"
#include "requests.hpp"
#include "tuplepack/packing/sweep.hpp"
#include "tuplepack/reports/search.hpp"

#include <pybind11/stl.h>

#include <chrono>
#include <cmath>

namespace tuplepack::python {

static std::vector<packing::Range> ranges_of(const py::handle& given) {
  std::vector<packing::Range> ranges;
  for (const py::handle one : given) {
    const auto numbers = one.cast<std::vector<std::int64_t>>();
    if (numbers.size() != 2 && numbers.size() != 3) {
      refuse(ErrorCode::malformed, "a range is (first, last) or (first, last, step)");
    }
    ranges.push_back({.first = numbers[0], .last = numbers[1], .step = numbers.size() == 3 ? numbers[2] : 1});
  }
  return ranges;
}

static py::dict candidate_dict(const packing::Candidate& candidate) {
  py::dict row;
  row["limits"] = candidate.limits;
  row["cost"] = candidate.cost;
  row["packs"] = candidate.packs;
  row["bound"] = candidate.bound.packs;
  row["efficiency"] = candidate.efficiency;
  row["method"] = candidate.method;
  return row;
}

/// The smallest limits for `packs` packs; of one component, in any proportion.
/// any_shape  limits that are left out are as the totals
static Result<packing::Search> search_for_packs(const packing::Histogram& histogram, std::int64_t packs, bool any_shape,
                                                std::vector<std::int64_t> limits, std::vector<std::int64_t> multiples,
                                                const packing::SearchOptions& how) {
  const std::size_t k = histogram.component_count();
  if (limits.empty() && (k == 1 || any_shape)) limits = usual_shape(histogram);
  if (multiples.empty()) multiples.assign(k, 1);
  return search_packs(histogram, packs, {.shape = std::move(limits), .multiples = std::move(multiples)}, how);
}

/// goal   "target", "packs", "items", "best" or "pareto"
/// packs  for "items": of a pack
static py::dict search(const packing::Histogram& histogram, const std::string& goal, double target, std::int64_t packs,
                       const py::object& ranges, const std::vector<std::int64_t>& weights,
                       const std::vector<std::int64_t>& multiples, const py::dict& options,
                       const py::object& progress) {
  const options::Settings settings = settings_of(options, "search", histogram.components);
  packing::SearchOptions how = settings.search;
  how.ranges = value(usual_ranges(histogram, multiples));
  how.weights = weights;
  how.depth = settings.plan.limits.depth;
  if (!ranges.is_none()) {
    how.ranges = ranges_of(ranges);
    value(validate(histogram, how.ranges));
  }
  how.is_timed = std::isfinite(settings.time_limit);
  Questions questions(progress, settings.time_limit);
  using Clock = std::chrono::steady_clock;
  how.keep_going = [&, began = Clock::now(),
                    pace = packing::TimedPace()](const packing::SearchProgress& so_far) mutable {
    if (!questions.keep_going(so_far.attempts, 0, "searching")) return packing::SearchPace::stop;
    return pace.after(so_far, std::chrono::duration<double>(Clock::now() - began).count() / settings.time_limit);
  };
  Result<packing::Search> found = [&]() -> Result<packing::Search> {
    const py::gil_scoped_release release;
    if (goal == "best") return search_best(histogram, how);
    if (goal == "items") {
      return search_for_packs(histogram, packs_of_items(histogram, packs), true, settings.plan.limits.sizes, multiples,
                              how);
    }
    if (goal == "packs") return search_for_packs(histogram, packs, false, settings.plan.limits.sizes, multiples, how);
    if (goal == "pareto") return search_front(histogram, how);
    return search_target(histogram, target, how);
  }();
  questions.raise_if_interrupted();
  const packing::Search searched = value(std::move(found));
  py::list points;
  for (const packing::Candidate& candidate : searched.found) points.append(candidate_dict(candidate));
  py::dict result;
  result["points"] = points;
  result["proved"] = searched.proved();
  result["open"] = searched.open.size();
  result["too_small"] = !searched.ruled_out.empty() && (goal == "packs" || goal == "items")
                            ? py::object(py::cast(searched.ruled_out.front().last))
                            : py::none();
  return result;
}

static py::dict sweep(const packing::Histogram& histogram, const py::object& ranges, bool full, const py::dict& options,
                      const py::object& progress) {
  const options::Settings settings = settings_of(options, "sweep", histogram.components);
  Questions questions(progress, settings.time_limit);
  std::size_t cells_done = 0, cells = 0;
  const auto keep_going = [&] {
    return questions.keep_going(static_cast<std::int64_t>(cells_done), static_cast<std::int64_t>(cells), "sweeping");
  };
  packing::SweepOptions how{.pack = settings.plan.pack,
                            .depth = settings.plan.limits.depth,
                            .fitting = settings.plan.fitting,
                            .prune = !full};
  how.pack.keep_going = [&](const packing::PackProgress&) { return keep_going(); };
  how.progress = [&](std::size_t done, std::size_t of) {
    cells_done = done;
    cells = of;
    return keep_going();
  };
  const auto asked = ranges_of(ranges);
  Result<packing::Sweep> swept = [&] {
    const py::gil_scoped_release release;
    return packing::sweep(histogram, asked, how);
  }();
  questions.raise_if_interrupted();
  const packing::Sweep grid = value(std::move(swept));
  std::vector<std::int64_t> limits, packs;
  std::vector<double> means;
  std::vector<std::uint8_t> states;
  for (std::size_t cell = 0; cell < grid.cells.size(); ++cell) {
    const auto of_cell = grid.limits(cell);
    limits.insert(limits.end(), of_cell.begin(), of_cell.end());
    packs.push_back(grid.cells[cell].packs);
    means.push_back(grid.cells[cell].harmonic_mean);
    states.push_back(static_cast<std::uint8_t>(grid.cells[cell].state));
  }
  py::dict result;
  result["limits"] = to_numpy(std::move(limits), asked.size());
  result["packs"] = to_numpy(std::move(packs));
  result["harmonic_mean"] = to_numpy(std::move(means));
  result["packed"] = to_numpy(std::move(states)).attr("__eq__")(0);
  result["best"] = grid.best ? py::object(py::cast(grid.limits(*grid.best))) : py::none();
  return result;
}

void define_searching(py::module_& module) {
  module.def("search", &search, py::arg("histogram"), py::arg("goal"), py::arg("target"), py::arg("packs"),
             py::arg("ranges"), py::arg("weights"), py::arg("multiples"), py::arg("options"),
             py::arg("progress") = py::none());
  module.def("sweep", &sweep, py::arg("histogram"), py::arg("ranges"), py::arg("full"), py::arg("options"),
             py::arg("progress") = py::none());
}

}  // namespace tuplepack::python

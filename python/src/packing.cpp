// Histograms to plans.
#include "module.hpp"

#include "arrays.hpp"
#include "errors.hpp"
#include "requests.hpp"
#include "tuplepack/base/words.hpp"
#include "tuplepack/formats/plan/plan_json.hpp"
#include "tuplepack/packing/sweep.hpp"
#include "tuplepack/packing/without_packing.hpp"
#include "tuplepack/reports/bounds.hpp"
#include "tuplepack/reports/compare.hpp"
#include "tuplepack/reports/plan.hpp"
#include "tuplepack/reports/search.hpp"
#include "tuplepack/reports/stats.hpp"

#include <pybind11/stl.h>

#include <algorithm>
#include <chrono>
#include <cmath>

namespace tuplepack::python {

// ---- Values ----

static py::object depth_of(const Limits& limits) {
  return limits.depth == unlimited_depth ? py::object(py::none()) : py::int_(limits.depth);
}

static py::dict bound_dict(const LowerBound& bound, const std::vector<std::string>& components) {
  py::dict row;
  row["packs"] = bound.packs;
  row["name"] = std::string(bound.name);
  row["component"] = bound.component ? py::object(py::str(components[*bound.component])) : py::none();
  return row;
}

static py::dict to_dict(const WithoutPacking& paid) {
  py::dict result;
  result["batch"] = paid.batch;
  result["limit"] = paid.limit;
  result["random"] = paid.random;
  result["sorted"] = paid.sorted;
  result["greedy"] = paid.greedy;
  return result;
}

static void require_batch(std::int64_t batch) {
  if (batch < 1 || batch > max_batch) {
    refuse(ErrorCode::out_of_range,
           "batch: " + std::to_string(batch) + " is out of range (1 to " + std::to_string(max_batch) + ")");
  }
}

/// Of a plan, with its limits.
static py::dict without_packing_of_plan(const PlanDocument& plan, std::int64_t batch) {
  require_batch(batch);
  return to_dict(without_packing(plan, batch));
}

static py::dict without_packing_of_items(const Histogram& items, std::int64_t batch) {
  require_batch(batch);
  return to_dict(without_packing(items, batch));
}

static py::dict row_of(const Packed& packed, const Metrics& metrics, const std::vector<std::string>& components) {
  py::dict row;
  row["packs"] = metrics.packs;
  row["efficiency"] = metrics.efficiency;
  row["packing_factor"] = metrics.packing_factor;
  row["strategies"] = metrics.strategies;
  row["depth_used"] = metrics.depth_used;
  row["method"] = packed.method;
  row["heuristic"] = to_string(packed.heuristic, components);
  row["distribute"] = packed.distribute;
  return row;
}

// ---- Packing ----

static PlanDocument pack(const Histogram& histogram, const py::dict& options, const py::object& progress) {
  const Settings settings = settings_of(options, "pack", histogram.components);
  PlanRequest request = settings.plan;
  Questions questions(progress, settings.time_limit);
  request.pack.keep_going = [&](const PackProgress& so_far) {
    return questions.keep_going(so_far.packs, so_far.bound, so_far.step);
  };
  request.pack.is_timed = std::isfinite(settings.time_limit);
  Result<PlanDocument> made = [&] {
    const py::gil_scoped_release release;
    return make_plan(histogram, request);
  }();
  questions.raise_if_interrupted();
  PlanDocument document = value(std::move(made));
  if (document.packed.ended == Ended::stopped && questions.timed_out()) document.packed.ended = Ended::time_limit;
  value(check(document.histogram, document.room, document.packed.plan));
  return document;
}

/// With the bound that its certificate proves, unless checking that takes more than a moment.
static PlanDocument load_plan(const std::string& json) {
  constexpr std::int64_t steps = CheckingWork::usual / 10;
  const py::gil_scoped_release release;
  auto verified = verify_plan(json, CheckingWork(steps));
  const py::gil_scoped_acquire acquire;
  return value(std::move(verified)).document;
}

/// Raises unless the plan is for these items.
static void check_source(const PlanDocument& document, const Histogram& source) {
  value(tuplepack::check_source(document, source));
}

/// The result of verifying a plan file.
static py::dict verify_json(const std::string& json, const py::dict& options) {
  const Settings settings = settings_of(options, "verify", {});
  Questions questions(py::none(), settings.time_limit);
  auto verified = [&] {
    const py::gil_scoped_release release;
    return verify_plan(json, CheckingWork(settings.max_work, [&](std::int64_t) { return questions.keep_going(0); }));
  }();
  questions.raise_if_interrupted();
  const PlanVerification verification = value(std::move(verified));
  py::dict result;
  result["holds"] = verification.holds();
  result["proven"] = verification.proven ? py::object(py::int_(*verification.proven)) : py::none();
  result["why_not"] = verification.proven ? py::object(py::none()) : py::str(verification.proven.error().message);
  result["differences"] = verification.differences;
  result["work"] = verification.work;
  return result;
}

static py::list bounds(const Histogram& histogram, const py::dict& options) {
  const Settings settings = settings_of(options, "bound", histogram.components);
  const Bounds found = value(bounds_for(histogram, settings.plan.limits, settings.plan.fitting));
  py::list rows;
  for (const LowerBound& bound : found.all) rows.append(bound_dict(bound, histogram.components));
  return rows;
}

static py::list compare(const Histogram& histogram, const py::dict& options, const py::object& progress) {
  const Settings settings = settings_of(options, "compare", histogram.components);
  Questions questions(progress, settings.time_limit);
  const auto begin = std::chrono::steady_clock::now();
  const CompareOptions how{
      .fitting = settings.plan.fitting,
      .paper = settings.plan.pack.paper,
      .keep_going =
          [&](const PackProgress& so_far) { return questions.keep_going(so_far.packs, so_far.bound, so_far.step); },
      .clock = [&] { return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count(); }};
  Result<PlanComparison> compared = [&] {
    const py::gil_scoped_release release;
    return compare_plans(histogram, settings.plan.limits, how);
  }();
  questions.raise_if_interrupted();
  PlanComparison comparison = value(std::move(compared));
  rank(comparison);
  py::list rows;
  for (const PlanComparison::Row& row : comparison.rows) {
    py::dict one = row_of(row.packed, row.metrics, histogram.components);
    one["bound"] = comparison.bound.packs;
    one["gap"] = comparison.gap(row);
    one["seconds"] = row.seconds;
    rows.append(one);
  }
  return rows;
}

// ---- Limits ----

static std::vector<Range> ranges_of(const py::handle& given) {
  std::vector<Range> ranges;
  for (const py::handle one : given) {
    const auto numbers = one.cast<std::vector<std::int64_t>>();
    if (numbers.size() != 2 && numbers.size() != 3) {
      refuse(ErrorCode::malformed, "a range is (first, last) or (first, last, step)");
    }
    ranges.push_back({.first = numbers[0], .last = numbers[1], .step = numbers.size() == 3 ? numbers[2] : 1});
  }
  return ranges;
}

static py::dict candidate_dict(const Candidate& candidate) {
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
static Result<Search> search_for_packs(const Histogram& histogram, std::int64_t packs, bool any_shape,
                                       std::vector<std::int64_t> limits, std::vector<std::int64_t> multiples,
                                       const SearchOptions& how) {
  const std::size_t k = histogram.component_count();
  if (limits.empty() && (k == 1 || any_shape)) limits = usual_shape(histogram);
  if (multiples.empty()) multiples.assign(k, 1);
  return search_packs(histogram, packs, {.shape = std::move(limits), .multiples = std::move(multiples)}, how);
}

/// goal   "target", "packs", "items", "best" or "pareto"
/// packs  for "items": of a pack
static py::dict search(const Histogram& histogram, const std::string& goal, double target, std::int64_t packs,
                       const py::object& ranges, const std::vector<std::int64_t>& weights,
                       const std::vector<std::int64_t>& multiples, const py::dict& options,
                       const py::object& progress) {
  const Settings settings = settings_of(options, "search", histogram.components);
  SearchOptions how = settings.search;
  how.ranges = value(usual_ranges(histogram, multiples));
  how.weights = weights;
  how.depth = settings.plan.limits.depth;
  if (!ranges.is_none()) {
    how.ranges = ranges_of(ranges);
    value(validate(histogram, how.ranges));
  }
  how.is_timed = std::isfinite(settings.time_limit);
  Questions questions(progress, settings.time_limit);
  how.keep_going = [&](const SearchProgress& so_far) {
    return questions.keep_going(so_far.attempts, 0, "searching") ? SearchPace::go_on : SearchPace::stop;
  };
  Result<Search> found = [&]() -> Result<Search> {
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
  const Search searched = value(std::move(found));
  py::list points;
  for (const Candidate& candidate : searched.found) points.append(candidate_dict(candidate));
  py::dict result;
  result["points"] = points;
  result["proved"] = searched.proved();
  result["open"] = searched.open.size();
  result["too_small"] = !searched.ruled_out.empty() && (goal == "packs" || goal == "items")
                            ? py::object(py::cast(searched.ruled_out.front().last))
                            : py::none();
  return result;
}

static py::dict sweep(const Histogram& histogram, const py::object& ranges, bool full, const py::dict& options,
                      const py::object& progress) {
  const Settings settings = settings_of(options, "sweep", histogram.components);
  Questions questions(progress, settings.time_limit);
  std::size_t cells_done = 0, cells = 0;
  const auto keep_going = [&] {
    return questions.keep_going(static_cast<std::int64_t>(cells_done), static_cast<std::int64_t>(cells), "sweeping");
  };
  SweepOptions how{.pack = settings.plan.pack,
                   .depth = settings.plan.limits.depth,
                   .fitting = settings.plan.fitting,
                   .prune = !full};
  how.pack.keep_going = [&](const PackProgress&) { return keep_going(); };
  how.progress = [&](std::size_t done, std::size_t of) {
    cells_done = done;
    cells = of;
    return keep_going();
  };
  const auto asked = ranges_of(ranges);
  Result<Sweep> swept = [&] {
    const py::gil_scoped_release release;
    return tuplepack::sweep(histogram, asked, how);
  }();
  questions.raise_if_interrupted();
  const Sweep grid = value(std::move(swept));
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

// ---- Estimates ----

static py::dict estimate(const PlanDocument& document, const py::object& overhead, const py::dict& options) {
  Settings settings = settings_of(options, "estimate", document.histogram.components);
  if (!overhead.is_none()) settings.estimate.overhead = overhead.cast<double>() / 100;
  const Estimate estimated = value(tuplepack::estimate(document, settings.estimate));
  py::dict result;
  result["speedup"] = estimated.speedup;
  result["ceiling"] = estimated.ceiling;
  py::dict over;
  over["limit"] = estimated.over.limit;
  over["random"] = estimated.over.random;
  over["sorted"] = estimated.over.sorted;
  over["greedy"] = estimated.over.greedy;
  result["speedup_over"] = over;
  result["ceiling_over_random"] = estimated.ceiling_over_random;
  result["without_packing"] = to_dict(estimated.without);
  result["overhead"] = estimated.overhead;
  result["packing_factor"] = estimated.packing_factor;
  result["faster_from"] = estimated.faster_from ? py::object(py::int_(*estimated.faster_from)) : py::none();
  result["beta1"] = estimated.optimizer.beta1;
  result["beta2"] = estimated.optimizer.beta2;
  result["packs_for_batch"] = estimated.optimizer.packs_for_batch;
  result["advice"] = estimated.advice;
  return result;
}

// ---- Classes ----

static void define_histogram(py::module_& module) {
  py::class_<Histogram>(module, "Histogram")
      .def_readonly("components", &Histogram::components)
      .def_property_readonly(
          "sizes",
          [](const Histogram& self) {
            return copied(std::span<const std::int64_t>(self.sizes))
                .reshape({static_cast<py::ssize_t>(self.bins()), static_cast<py::ssize_t>(self.component_count())});
          })
      .def_property_readonly("counts", [](const Histogram& self) { return copied(std::span(self.counts)); })
      .def_property_readonly("items", [](const Histogram& self) { return totals(self).items; })
      .def_property_readonly("totals", [](const Histogram& self) { return totals(self).sums; })
      .def_property_readonly("maxima", [](const Histogram& self) { return totals(self).maxima; })
      .def("__len__", &Histogram::bins)
      .def("without_packing", &without_packing_of_items, py::arg("batch"))
      .def(
          "quantile",
          [](const Histogram& self, double share, std::size_t component) {
            const auto stats = component_stats(self);
            if (self.bins() == 0) refuse(ErrorCode::empty, "there are no items");
            if (component >= stats.size()) refuse(ErrorCode::unknown_name, "there is no such component");
            return stats[component].quantile(share);
          },
          py::arg("share"), py::arg("component") = 0);
}

static void define_plan(py::module_& module) {
  py::class_<PlanDocument>(module, "Plan")
      .def_readonly("histogram", &PlanDocument::histogram)
      .def_property_readonly("components", [](const PlanDocument& self) { return self.histogram.components; })
      .def_property_readonly("limits", [](const PlanDocument& self) { return self.limits.sizes; })
      .def_property_readonly("depth", [](const PlanDocument& self) { return depth_of(self.limits); })
      .def_property_readonly("align_item",
                             [](const PlanDocument& self) {
                               const auto& align = self.fitting.align_item;
                               return align.empty() ? std::vector<std::int64_t>(self.limits.sizes.size(), 1) : align;
                             })
      .def_property_readonly("overlong",
                             [](const PlanDocument& self) { return std::string(name(self.fitting.overlong)); })
      .def_property_readonly("items", [](const PlanDocument& self) { return self.real.items; })
      .def_property_readonly("packs", [](const PlanDocument& self) { return self.metrics.packs; })
      .def_property_readonly("efficiency", [](const PlanDocument& self) { return self.metrics.efficiency; })
      .def_property_readonly("tight_efficiency", [](const PlanDocument& self) { return self.metrics.tight_efficiency; })
      .def_property_readonly("padding", [](const PlanDocument& self) { return self.metrics.padding; })
      .def_property_readonly("packing_factor", [](const PlanDocument& self) { return self.metrics.packing_factor; })
      .def_property_readonly("depth_used", [](const PlanDocument& self) { return self.metrics.depth_used; })
      .def_property_readonly("bound", [](const PlanDocument& self) { return self.bound.packs; })
      .def_property_readonly("bound_name", [](const PlanDocument& self) { return std::string(self.bound.name); })
      .def_property_readonly("gap", &PlanDocument::gap)
      .def_property_readonly("method", [](const PlanDocument& self) { return self.packed.method; })
      .def_property_readonly(
          "heuristic",
          [](const PlanDocument& self) { return to_string(self.packed.heuristic, self.histogram.components); })
      .def_property_readonly("ended", [](const PlanDocument& self) { return std::string(name(self.packed.ended)); })
      .def("without_packing", &without_packing_of_plan, py::arg("batch"))
      .def_property_readonly("padding_without_packing",
                             [](const PlanDocument& self) {
                               std::vector<double> shares;
                               for (std::size_t c = 0; c < self.histogram.component_count(); ++c) {
                                 shares.push_back(padding_without_packing(self, c));
                               }
                               return shares;
                             })
      .def_property_readonly("strategies",
                             [](const PlanDocument& self) {
                               const Plan& plan = self.packed.plan;
                               py::dict arrays;
                               arrays["offsets"] = copied(std::span(plan.offsets));
                               arrays["bins"] = copied(std::span(plan.bins));
                               arrays["copies"] = copied(std::span(plan.copies));
                               arrays["repeats"] = copied(std::span(plan.repeats));
                               return arrays;
                             })
      .def("to_json", [](const PlanDocument& self) { return value(to_json(self)); })
      .def(py::pickle([](const PlanDocument& self) { return py::make_tuple(value(to_json(self))); },
                      [](const py::tuple& state) { return load_plan(state[0].cast<std::string>()); }));
}

void define_packing(py::module_& module) {
  define_histogram(module);
  define_plan(module);
  module.attr("usual_batch") = usual_batch;
  module.def("default_components", &default_names, py::arg("count"));
  module.def(
      "histogram",
      [](const py::array& sizes, const py::object& counts, const py::object& components) {
        const SizeArray array = size_array(sizes);
        const auto names =
            components.is_none() ? default_names(array.components) : components.cast<std::vector<std::string>>();
        if (counts.is_none()) return count_items(array, names);
        const Wholes all(array.array, "sizes"), of_each(counts.cast<py::array>(), "counts");
        auto made = make_histogram(names, all.values(), of_each.values());
        if (!made && made.error().code == ErrorCode::empty) {
          return Histogram{.components = names, .sizes = {}, .counts = {}};
        }
        return value(std::move(made));
      },
      py::arg("sizes"), py::arg("counts") = py::none(), py::arg("components") = py::none());
  module.def("pack", &pack, py::arg("histogram"), py::arg("options"), py::arg("progress") = py::none());
  module.def("load_plan", &load_plan, py::arg("json"));
  module.def("check_source", &check_source, py::arg("plan"), py::arg("histogram"));
  module.def("verify_plan", &verify_json, py::arg("json"), py::arg("options"));
  module.def("bounds", &bounds, py::arg("histogram"), py::arg("options"));
  module.def("compare", &compare, py::arg("histogram"), py::arg("options"), py::arg("progress") = py::none());
  module.def("search", &search, py::arg("histogram"), py::arg("goal"), py::arg("target"), py::arg("packs"),
             py::arg("ranges"), py::arg("weights"), py::arg("multiples"), py::arg("options"),
             py::arg("progress") = py::none());
  module.def("sweep", &sweep, py::arg("histogram"), py::arg("ranges"), py::arg("full"), py::arg("options"),
             py::arg("progress") = py::none());
  module.def("estimate", &estimate, py::arg("plan"), py::arg("overhead"), py::arg("options"));
  module.def("keywords", &keywords_of, py::arg("command"));
  module.def(
      "did_you_mean",
      [](const std::vector<std::string>& names, const std::string& wanted) { return did_you_mean(names, wanted); },
      py::arg("names"), py::arg("wanted"));
}

}  // namespace tuplepack::python

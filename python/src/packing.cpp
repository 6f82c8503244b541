// Histograms to plans.
#include "module.hpp"

#include "arrays.hpp"
#include "errors.hpp"
#include "requests.hpp"
#include "tuplepack/base/words.hpp"
#include "tuplepack/formats/plan/plan_json.hpp"
#include "tuplepack/formats/rows/read_options.hpp"
#include "tuplepack/packing/without_packing.hpp"
#include "tuplepack/reports/bounds.hpp"
#include "tuplepack/reports/compare.hpp"
#include "tuplepack/reports/plan.hpp"
#include "tuplepack/reports/stats.hpp"

#include <pybind11/stl.h>

#include <algorithm>
#include <chrono>
#include <cmath>

namespace tuplepack::python {

// ---- Values ----

static py::object depth_of(const packing::Limits& limits) {
  return limits.depth == packing::unlimited_depth ? py::object(py::none()) : py::int_(limits.depth);
}

static py::dict bound_dict(const packing::LowerBound& bound, const std::vector<std::string>& components) {
  py::dict row;
  row["packs"] = bound.packs;
  row["name"] = std::string(bound.name);
  row["component"] = bound.component ? py::object(py::str(components[*bound.component])) : py::none();
  return row;
}

static py::dict to_dict(const packing::WithoutPacking& paid) {
  py::dict result;
  result["batch"] = paid.batch;
  result["limit"] = paid.limit;
  result["random"] = paid.random;
  result["sorted"] = paid.sorted;
  result["greedy"] = paid.greedy;
  return result;
}

static void require_batch(std::int64_t batch) {
  if (batch < 1 || batch > packing::max_batch) {
    refuse(ErrorCode::out_of_range,
           "batch: " + std::to_string(batch) + " is out of range (1 to " + std::to_string(packing::max_batch) + ")");
  }
}

/// Of a plan, with its limits.
static py::dict without_packing_of_plan(const packing::PlanDocument& plan, std::int64_t batch) {
  require_batch(batch);
  return to_dict(without_packing(plan, batch));
}

static py::dict without_packing_of_items(const packing::Histogram& items, std::int64_t batch) {
  require_batch(batch);
  return to_dict(without_packing(items, batch));
}

static py::dict row_of(const packing::Packed& packed, const packing::Metrics& metrics,
                       const std::vector<std::string>& components) {
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

static packing::PlanDocument pack(const packing::Histogram& histogram, const py::dict& options,
                                  const py::object& progress) {
  const options::Settings settings = settings_of(options, "pack", histogram.components);
  packing::PlanRequest request = settings.plan;
  Questions questions(progress, settings.time_limit);
  request.pack.keep_going = [&](const packing::PackProgress& so_far) {
    return questions.keep_going(so_far.packs, so_far.bound, so_far.step);
  };
  request.pack.is_timed = std::isfinite(settings.time_limit);
  Result<packing::PlanDocument> made = [&] {
    const py::gil_scoped_release release;
    return make_plan(histogram, request);
  }();
  questions.raise_if_interrupted();
  packing::PlanDocument document = value(std::move(made));
  if (document.packed.ended == packing::Ended::stopped && questions.timed_out())
    document.packed.ended = packing::Ended::time_limit;
  value(check(document.histogram, document.room, document.packed.plan));
  return document;
}

/// With the bound that its certificate proves, unless checking that takes more than a moment.
static packing::PlanDocument load_plan(const std::string& json) {
  constexpr std::int64_t steps = packing::CheckingWork::usual / 10;
  const py::gil_scoped_release release;
  auto verified = formats::verify_plan(json, packing::CheckingWork(steps));
  const py::gil_scoped_acquire acquire;
  return value(std::move(verified)).document;
}

/// Raises unless the plan is for these items.
static void check_source(const packing::PlanDocument& document, const packing::Histogram& source) {
  value(packing::check_source(document, source));
}

/// The result of verifying a plan file.
static py::dict verify_json(const std::string& json, const py::dict& options) {
  const options::Settings settings = settings_of(options, "verify", {});
  Questions questions(py::none(), settings.time_limit);
  auto verified = [&] {
    const py::gil_scoped_release release;
    return formats::verify_plan(
        json, packing::CheckingWork(settings.max_work, [&](std::int64_t) { return questions.keep_going(0); }));
  }();
  questions.raise_if_interrupted();
  const formats::PlanVerification verification = value(std::move(verified));
  py::dict result;
  result["holds"] = verification.holds();
  result["proven"] = verification.proven ? py::object(py::int_(*verification.proven)) : py::none();
  result["why_not"] = verification.proven ? py::object(py::none()) : py::str(verification.proven.error().message);
  result["differences"] = verification.differences;
  result["work"] = verification.work;
  return result;
}

static py::list bounds(const packing::Histogram& histogram, const py::dict& options) {
  const options::Settings settings = settings_of(options, "bound", histogram.components);
  const reports::Bounds found = value(reports::bounds_for(histogram, settings.plan.limits, settings.plan.fitting));
  py::list rows;
  for (const packing::LowerBound& bound : found.all) rows.append(bound_dict(bound, histogram.components));
  return rows;
}

static py::list compare(const packing::Histogram& histogram, const py::dict& options, const py::object& progress) {
  const options::Settings settings = settings_of(options, "compare", histogram.components);
  Questions questions(progress, settings.time_limit);
  const auto begin = std::chrono::steady_clock::now();
  const reports::CompareOptions how{
      .fitting = settings.plan.fitting,
      .paper = settings.plan.pack.paper,
      .keep_going =
          [&](const packing::PackProgress& so_far) {
            return questions.keep_going(so_far.packs, so_far.bound, so_far.step);
          },
      .clock = [&] { return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count(); }};
  Result<reports::PlanComparison> compared = [&] {
    const py::gil_scoped_release release;
    return compare_plans(histogram, settings.plan.limits, how);
  }();
  questions.raise_if_interrupted();
  reports::PlanComparison comparison = value(std::move(compared));
  rank(comparison);
  py::list rows;
  for (const reports::PlanComparison::Row& row : comparison.rows) {
    py::dict one = row_of(row.packed, row.metrics, histogram.components);
    one["bound"] = comparison.bound.packs;
    one["gap"] = comparison.gap(row);
    one["seconds"] = row.seconds;
    rows.append(one);
  }
  return rows;
}

// ---- Estimates ----

static py::dict estimate(const packing::PlanDocument& document, const py::object& overhead, const py::dict& options) {
  options::Settings settings = settings_of(options, "estimate", document.histogram.components);
  if (!overhead.is_none()) settings.estimate.overhead = overhead.cast<double>() / 100;
  const packing::Estimate estimated = value(packing::estimate(document, settings.estimate));
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
  py::class_<packing::Histogram>(module, "Histogram")
      .def_readonly("components", &packing::Histogram::components)
      .def_property_readonly(
          "sizes",
          [](const packing::Histogram& self) {
            return copied(std::span<const std::int64_t>(self.sizes))
                .reshape({static_cast<py::ssize_t>(self.bins()), static_cast<py::ssize_t>(self.component_count())});
          })
      .def_property_readonly("counts", [](const packing::Histogram& self) { return copied(std::span(self.counts)); })
      .def_property_readonly("items", [](const packing::Histogram& self) { return totals(self).items; })
      .def_property_readonly("totals", [](const packing::Histogram& self) { return totals(self).sums; })
      .def_property_readonly("maxima", [](const packing::Histogram& self) { return totals(self).maxima; })
      .def("__len__", &packing::Histogram::bins)
      .def("without_packing", &without_packing_of_items, py::arg("batch"))
      .def(
          "quantile",
          [](const packing::Histogram& self, double share, std::size_t component) {
            const auto stats = reports::component_stats(self);
            if (self.bins() == 0) refuse(ErrorCode::empty, "there are no items");
            if (component >= stats.size()) refuse(ErrorCode::unknown_name, "there is no such component");
            return stats[component].quantile(share);
          },
          py::arg("share"), py::arg("component") = 0);
}

static void define_plan(py::module_& module) {
  py::class_<packing::PlanDocument>(module, "Plan")
      .def_readonly("histogram", &packing::PlanDocument::histogram)
      .def_property_readonly("components", [](const packing::PlanDocument& self) { return self.histogram.components; })
      .def_property_readonly("limits", [](const packing::PlanDocument& self) { return self.limits.sizes; })
      .def_property_readonly("depth", [](const packing::PlanDocument& self) { return depth_of(self.limits); })
      .def_property_readonly("align_item",
                             [](const packing::PlanDocument& self) {
                               const auto& align = self.fitting.align_item;
                               return align.empty() ? std::vector<std::int64_t>(self.limits.sizes.size(), 1) : align;
                             })
      .def_property_readonly("overlong",
                             [](const packing::PlanDocument& self) { return std::string(name(self.fitting.overlong)); })
      .def_property_readonly("items", [](const packing::PlanDocument& self) { return self.real.items; })
      .def_property_readonly("packs", [](const packing::PlanDocument& self) { return self.metrics.packs; })
      .def_property_readonly("efficiency", [](const packing::PlanDocument& self) { return self.metrics.efficiency; })
      .def_property_readonly("tight_efficiency",
                             [](const packing::PlanDocument& self) { return self.metrics.tight_efficiency; })
      .def_property_readonly("padding", [](const packing::PlanDocument& self) { return self.metrics.padding; })
      .def_property_readonly("packing_factor",
                             [](const packing::PlanDocument& self) { return self.metrics.packing_factor; })
      .def_property_readonly("depth_used", [](const packing::PlanDocument& self) { return self.metrics.depth_used; })
      .def_property_readonly("bound", [](const packing::PlanDocument& self) { return self.bound.packs; })
      .def_property_readonly("bound_name",
                             [](const packing::PlanDocument& self) { return std::string(self.bound.name); })
      .def_property_readonly("gap", &packing::PlanDocument::gap)
      .def_property_readonly("method", [](const packing::PlanDocument& self) { return self.packed.method; })
      .def_property_readonly(
          "heuristic",
          [](const packing::PlanDocument& self) { return to_string(self.packed.heuristic, self.histogram.components); })
      .def_property_readonly("ended",
                             [](const packing::PlanDocument& self) { return std::string(name(self.packed.ended)); })
      .def("without_packing", &without_packing_of_plan, py::arg("batch"))
      .def_property_readonly("padding_without_packing",
                             [](const packing::PlanDocument& self) {
                               std::vector<double> shares;
                               for (std::size_t c = 0; c < self.histogram.component_count(); ++c) {
                                 shares.push_back(reports::padding_without_packing(self, c));
                               }
                               return shares;
                             })
      .def_property_readonly("strategies",
                             [](const packing::PlanDocument& self) {
                               const packing::Plan& plan = self.packed.plan;
                               py::dict arrays;
                               arrays["offsets"] = copied(std::span(plan.offsets));
                               arrays["bins"] = copied(std::span(plan.bins));
                               arrays["copies"] = copied(std::span(plan.copies));
                               arrays["repeats"] = copied(std::span(plan.repeats));
                               return arrays;
                             })
      .def("to_json", [](const packing::PlanDocument& self) { return value(formats::to_json(self)); })
      .def(py::pickle([](const packing::PlanDocument& self) { return py::make_tuple(value(formats::to_json(self))); },
                      [](const py::tuple& state) { return load_plan(state[0].cast<std::string>()); }));
}

void define_packing(py::module_& module) {
  define_histogram(module);
  define_plan(module);
  module.attr("usual_batch") = packing::usual_batch;
  module.def("default_components", &default_names, py::arg("count"));
  module.def(
      "column_roles",
      [](const std::vector<std::string>& names) {
        std::vector<std::string> roles;
        for (const formats::ColumnRole role : formats::roles_by_name(names)) roles.emplace_back(formats::name(role));
        return roles;
      },
      py::arg("names"));
  module.def(
      "histogram",
      [](const py::array& sizes, const py::object& counts, const py::object& components) {
        const SizeArray array = size_array(sizes);
        const auto names =
            components.is_none() ? default_names(array.components) : components.cast<std::vector<std::string>>();
        if (counts.is_none()) return count_items(array, names);
        const Wholes all(array.array, "sizes"), of_each(counts.cast<py::array>(), "counts");
        auto made = packing::make_histogram(names, all.values(), of_each.values());
        if (!made && made.error().code == ErrorCode::empty) {
          return packing::Histogram{.components = names, .sizes = {}, .counts = {}};
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
  module.def("estimate", &estimate, py::arg("plan"), py::arg("overhead"), py::arg("options"));
  module.def("keywords", &keywords_of, py::arg("command"));
  module.def(
      "did_you_mean",
      [](const std::vector<std::string>& names, const std::string& wanted) { return did_you_mean(names, wanted); },
      py::arg("names"), py::arg("wanted"));
}

}  // namespace tuplepack::python

// Temporal interactions: batches of bounded loss, neighbours, and unique rows.
#include "module.hpp"

#include "arrays.hpp"
#include "errors.hpp"
#include "indexed_events.hpp"
#include "threads.hpp"
#include "tuplepack/temporal/sample.hpp"
#include "tuplepack/temporal/split.hpp"

#include <pybind11/stl.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>

namespace tuplepack::python {

// ---- Events ----

static temporal::Times times_of(const py::array& given) {
  if (given.dtype().kind() == 'f') {
    const py::array_t<double, py::array::c_style | py::array::forcecast> reals(given);
    return std::vector<double>(reals.data(), reals.data() + reals.size());
  }
  const auto wholes = Wholes(given, "times");
  return std::vector<std::int64_t>(wholes.values().begin(), wholes.values().end());
}

static std::vector<std::int64_t> ids_of(const py::array& given, const std::string& what) {
  const Wholes wholes(given, what);
  return {wholes.values().begin(), wholes.values().end()};
}

template <typename T>
static py::array copied(std::vector<T> values) {
  return to_numpy(std::move(values));
}

/// Of every event, also where they are 0, 1, ….
static std::vector<std::int64_t> feature_rows(const temporal::Events& events) {
  if (!events.feature_rows.empty()) return events.feature_rows;
  std::vector<std::int64_t> rows(events.sources.size());
  std::iota(rows.begin(), rows.end(), std::int64_t{0});
  return rows;
}

static std::unique_ptr<IndexedEvents> events_of(const py::array& sources, const py::array& destinations,
                                                const py::array& times, bool sort, std::int64_t nodes,
                                                const py::object& feature_rows) {
  temporal::EventColumns columns{.sources = ids_of(sources, "sources"),
                                 .destinations = ids_of(destinations, "destinations"),
                                 .times = times_of(times)};
  if (!feature_rows.is_none()) columns.feature_rows = ids_of(feature_rows, "feature_rows");
  const std::size_t count = std::visit([](const auto& all) { return all.size(); }, columns.times);
  if (columns.destinations.size() != columns.sources.size() || count != columns.sources.size()) {
    refuse(ErrorCode::malformed, "sources, destinations and times must have the same length");
  }
  if (!feature_rows.is_none() && columns.feature_rows.size() != count) {
    refuse(ErrorCode::malformed, "there is not a feature row for each of the " + std::to_string(count) + " events");
  }
  auto made = [&] {
    const py::gil_scoped_release release;
    return make_events(std::move(columns), {.sort = sort, .nodes = nodes});
  }();
  return std::make_unique<IndexedEvents>(value(std::move(made)));
}

// ---- Batches of bounded loss ----

static py::dict split(const IndexedEvents& indexed, const py::object& loss, const py::object& like_batch_size,
                      const std::string& score, const std::string& ties, const std::vector<std::int64_t>& cuts) {
  const temporal::Events& events = indexed.events();
  const temporal::SplitOptions options{
      .score = value(temporal::loss_score_by_name(score)), .ties = value(temporal::ties_by_name(ties)), .cuts = cuts};
  if (loss.is_none() == like_batch_size.is_none()) {
    refuse(ErrorCode::malformed, "pass either loss or like_batch_size");
  }
  std::int64_t threshold = loss.is_none() ? 0 : loss.cast<std::int64_t>();
  if (loss.is_none()) {
    threshold = value(split_fixed(events, like_batch_size.cast<std::int64_t>(), options.score)).largest_loss();
  }
  auto done = [&] {
    const py::gil_scoped_release release;
    return temporal::split(events, threshold, options);
  }();
  temporal::Split batches = value(std::move(done));
  py::dict result;
  result["threshold"] = threshold;
  result["offsets"] = to_numpy(std::move(batches.offsets));
  result["losses"] = to_numpy(std::move(batches.losses));
  return result;
}

// ---- Neighbours ----

/// Divides roots among threads, and checks for Ctrl-C after every few thousand. Called without the interpreter's lock.
static temporal::ForPieces interruptible(std::int64_t threads) {
  constexpr std::int64_t roots_per_thread = 1024;
  constexpr std::int64_t max_threads = 1 << 16;
  const std::int64_t at_once = std::min(threads, max_threads) << 13;
  return [divided = pieces_for(static_cast<std::size_t>(threads), roots_per_thread), at_once](
             std::int64_t count, const std::function<void(std::int64_t, std::int64_t)>& work) {
    for (std::int64_t first = 0; first < count; first += at_once) {
      divided(std::min(at_once, count - first),
              [&](std::int64_t begin, std::int64_t end) { work(first + begin, first + end); });
      const py::gil_scoped_acquire acquire;
      if (PyErr_CheckSignals() != 0) throw py::error_already_set();
    }
  };
}

template <typename Id, typename Time>
static py::list sample_as(IndexedEvents& events, const py::array& nodes, const py::array& times,
                          const std::vector<std::int64_t>& fanouts, temporal::SampleStrategy strategy,
                          temporal::Direction direction, temporal::Visible visible, const py::object& before,
                          const py::object& window, std::uint64_t seed, std::int64_t first_root, std::int64_t threads) {
  const Wholes roots(nodes, "nodes");
  const py::array_t<Time, py::array::c_style | py::array::forcecast> as_of(times);
  if (static_cast<std::size_t>(as_of.size()) != roots.values().size()) {
    refuse(ErrorCode::malformed, "nodes and times must have the same length");
  }
  const std::vector<std::int64_t> first_events =
      before.is_none() ? std::vector<std::int64_t>{} : ids_of(before, "before");
  if (visible == temporal::Visible::batch_start && first_events.size() != roots.values().size()) {
    refuse(ErrorCode::malformed, "visible=\"batch-start\" needs before: the first event of the batch of each root");
  }
  temporal::SampleOptions<Time> options{.fanouts = fanouts,
                                        .strategy = strategy,
                                        .visible = visible,
                                        .window = {},
                                        .seed = seed,
                                        .first_root = first_root};
  if (!window.is_none()) options.window = window.cast<Time>();
  const temporal::Roots<Time> wanted{
      .nodes = roots.values(), .times = {as_of.data(), static_cast<std::size_t>(as_of.size())}, .before = first_events};
  auto sampled = [&] {
    const py::gil_scoped_release release;
    const auto index = events.index<Time>(direction);
    return index ? sample<Time, Id>(**index, wanted, options, interruptible(threads)) : tl::unexpected(index.error());
  }();
  py::list layers;
  auto all = value(std::move(sampled));
  for (std::size_t i = 0; i < all.size(); ++i) {
    const auto k = static_cast<std::size_t>(fanouts[i]);
    py::dict layer;
    layer["nodes"] = to_numpy(std::move(all[i].nodes), k);
    layer["events"] = to_numpy(std::move(all[i].events), k);
    layer["times"] = to_numpy(std::move(all[i].times), k);
    layer["counts"] = to_numpy(std::move(all[i].counts));
    layers.append(layer);
  }
  return layers;
}

/// Whether times have a fraction, or are not finite: then they are not whole numbers of events' times.
static bool are_fractional(const py::array& times) {
  if (times.dtype().kind() != 'f') return false;
  const py::array_t<double, py::array::c_style | py::array::forcecast> reals(times);
  return std::any_of(reals.data(), reals.data() + reals.size(), [](double time) {
    return !(std::abs(time) <= static_cast<double>(max_exact_time)) || std::trunc(time) != time;
  });
}

/// narrow  ids as int32
static py::list sample_neighbours(IndexedEvents& events, const py::array& nodes, const py::array& times,
                                  const std::vector<std::int64_t>& fanouts, const std::string& strategy,
                                  const std::string& direction, const std::string& visible, const py::object& before,
                                  const py::object& window, std::uint64_t seed, std::int64_t first_root,
                                  std::int64_t threads, bool as_fractions, bool narrow) {
  const auto how = value(temporal::sample_strategy_by_name(strategy));
  const auto towards = value(temporal::direction_by_name(direction));
  const auto seen = value(temporal::visible_by_name(visible));
  const bool fractional = as_fractions || std::holds_alternative<std::vector<double>>(events.events().times) ||
                          are_fractional(times) || (!window.is_none() && are_fractional(py::array::ensure(window)));
  const auto sample_by = narrow
                             ? (fractional ? sample_as<std::int32_t, double> : sample_as<std::int32_t, std::int64_t>)
                             : (fractional ? sample_as<std::int64_t, double> : sample_as<std::int64_t, std::int64_t>);
  return sample_by(events, nodes, times, fanouts, how, towards, seen, before, window, seed, first_root, threads);
}

void define_temporal(py::module_& module) {
  py::class_<IndexedEvents>(module, "Events")
      .def(py::init(&events_of), py::arg("sources"), py::arg("destinations"), py::arg("times"), py::arg("sort") = false,
           py::arg("nodes") = 0, py::arg("feature_rows") = py::none())
      .def("__len__", [](const IndexedEvents& self) { return self.events().size(); })
      .def_property_readonly("nodes", [](const IndexedEvents& self) { return self.events().nodes; })
      .def_property_readonly("sources", [](const IndexedEvents& self) { return copied(self.events().sources); })
      .def_property_readonly("destinations",
                             [](const IndexedEvents& self) { return copied(self.events().destinations); })
      .def_property_readonly("times",
                             [](const IndexedEvents& self) {
                               return std::visit([](const auto& all) -> py::object { return copied(all); },
                                                 self.events().times);
                             })
      .def_property_readonly("feature_rows",
                             [](const IndexedEvents& self) { return to_numpy(feature_rows(self.events())); })
      .def(
          "cuts",
          [](const IndexedEvents& self, const std::vector<double>& at) { return value(find_cuts(self.events(), at)); },
          py::arg("at"))
      .def("statistics", [](const IndexedEvents& self) {
        const temporal::EventStatistics found = statistics(self.events());
        py::dict result;
        result["events"] = found.events;
        result["nodes"] = found.nodes;
        result["self_loops"] = found.self_loops;
        result["ties"] = found.ties;
        result["average_degree"] = found.average_degree;
        result["average_update_distance"] = found.average_update_distance;
        result["average_reuse_distance"] = found.average_reuse_distance;
        return result;
      });
  module.def("split", &split, py::arg("events"), py::arg("loss") = py::none(), py::arg("like_batch_size") = py::none(),
             py::arg("score") = "eq7", py::arg("ties") = "split", py::arg("cuts") = std::vector<std::int64_t>());
  module.def("sample_neighbours", &sample_neighbours, py::arg("events"), py::arg("nodes"), py::arg("times"),
             py::arg("fanouts"), py::arg("strategy") = "recent", py::arg("direction") = "both",
             py::arg("visible") = "strict", py::arg("before") = py::none(), py::arg("window") = py::none(),
             py::arg("seed") = 0, py::arg("first_root") = 0, py::arg("threads") = 1, py::arg("as_fractions") = false,
             py::arg("narrow") = false);
  module.def("are_fractional", &are_fractional, py::arg("times"));
}

}  // namespace tuplepack::python

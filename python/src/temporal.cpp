// Temporal interactions: batches of bounded loss, neighbours, and unique rows.
#include "module.hpp"

#include "arrays.hpp"
#include "errors.hpp"
#include "tuplepack/temporal/sample.hpp"
#include "tuplepack/temporal/split.hpp"

#include <pybind11/stl.h>

#include <numeric>
#include <optional>

namespace tuplepack::python {

// ---- Events ----

static Times times_of(const py::array& given) {
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

/// Of every event, also where they are 0, 1, ….
static std::vector<std::int64_t> feature_rows(const Events& events) {
  if (!events.feature_rows.empty()) return events.feature_rows;
  std::vector<std::int64_t> rows(events.sources.size());
  std::iota(rows.begin(), rows.end(), std::int64_t{0});
  return rows;
}

static Events events_of(const py::array& sources, const py::array& destinations, const py::array& times, bool sort,
                        std::int64_t nodes, const py::object& feature_rows) {
  EventColumns columns{.sources = ids_of(sources, "sources"),
                       .destinations = ids_of(destinations, "destinations"),
                       .times = times_of(times)};
  if (!feature_rows.is_none()) columns.feature_rows = ids_of(feature_rows, "feature_rows");
  const std::size_t count = std::visit([](const auto& all) { return all.size(); }, columns.times);
  if (columns.destinations.size() != columns.sources.size() || count != columns.sources.size()) {
    refuse(ErrorCode::malformed, "sources, destinations and times are not of one length");
  }
  if (!feature_rows.is_none() && columns.feature_rows.size() != count) {
    refuse(ErrorCode::malformed, "there is not a feature row for each of the " + std::to_string(count) + " events");
  }
  auto made = [&] {
    const py::gil_scoped_release release;
    return make_events(std::move(columns), {.sort = sort, .nodes = nodes});
  }();
  return value(std::move(made));
}

// ---- Batches of bounded loss ----

static py::dict split(const Events& events, const py::object& loss, const py::object& like_batch_size,
                      const std::string& score, const std::string& ties) {
  const SplitOptions options{.score = value(loss_score_by_name(score)), .ties = value(ties_by_name(ties))};
  if (loss.is_none() == like_batch_size.is_none()) {
    refuse(ErrorCode::malformed, "give either loss or like_batch_size");
  }
  std::int64_t threshold = loss.is_none() ? 0 : loss.cast<std::int64_t>();
  if (loss.is_none()) {
    threshold = value(split_fixed(events, like_batch_size.cast<std::int64_t>(), options.score)).largest_loss();
  }
  auto done = [&] {
    const py::gil_scoped_release release;
    return tuplepack::split(events, threshold, options);
  }();
  Split batches = value(std::move(done));
  py::dict result;
  result["threshold"] = threshold;
  result["offsets"] = to_numpy(std::move(batches.offsets));
  result["losses"] = to_numpy(std::move(batches.losses));
  return result;
}

// ---- Neighbours ----

template <typename Time>
static py::list sample_as(const Events& events, const py::array& nodes, const py::array& times,
                          const std::vector<std::int64_t>& fanouts, SampleStrategy strategy, Direction direction,
                          Visible visible, const py::object& window, std::uint64_t seed) {
  const Wholes roots(nodes, "nodes");
  const py::array_t<Time, py::array::c_style | py::array::forcecast> as_of(times);
  if (static_cast<std::size_t>(as_of.size()) != roots.values().size()) {
    refuse(ErrorCode::malformed, "nodes and times are not of one length");
  }
  SampleOptions<Time> options{.fanouts = fanouts, .strategy = strategy, .visible = visible, .window = {}, .seed = seed};
  if (!window.is_none()) options.window = window.cast<Time>();
  const Roots<Time> wanted{.nodes = roots.values(), .times = {as_of.data(), static_cast<std::size_t>(as_of.size())}};
  auto sampled = [&] {
    const py::gil_scoped_release release;
    const auto csr = temporal_csr<Time>(events.sources, events.destinations, std::get<std::vector<Time>>(events.times),
                                        events.nodes, direction);
    return sample(csr, wanted, options);
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

static py::list sample_neighbours(const Events& events, const py::array& nodes, const py::array& times,
                                  const std::vector<std::int64_t>& fanouts, const std::string& strategy,
                                  const std::string& direction, const std::string& visible, const py::object& window,
                                  std::uint64_t seed) {
  if (strategy != "recent" && strategy != "uniform") {
    refuse(ErrorCode::unknown_name, "strategy is '" + strategy + "'; expected recent or uniform");
  }
  const auto how = strategy == "recent" ? SampleStrategy::recent : SampleStrategy::uniform;
  const auto towards = value(direction_by_name(direction));
  const auto seen = value(visible_by_name(visible));
  if (seen == Visible::batch_start) refuse(ErrorCode::unsupported, "visible: strict and inclusive are possible here");
  if (std::holds_alternative<std::vector<double>>(events.times)) {
    return sample_as<double>(events, nodes, times, fanouts, how, towards, seen, window, seed);
  }
  return sample_as<std::int64_t>(events, nodes, times, fanouts, how, towards, seen, window, seed);
}

void define_temporal(py::module_& module) {
  py::class_<Events>(module, "Events")
      .def(py::init(&events_of), py::arg("sources"), py::arg("destinations"), py::arg("times"), py::arg("sort") = false,
           py::arg("nodes") = 0, py::arg("feature_rows") = py::none())
      .def("__len__", &Events::size)
      .def_readonly("nodes", &Events::nodes)
      .def_property_readonly("feature_rows", [](const Events& self) { return to_numpy(feature_rows(self)); })
      .def("statistics", [](const Events& self) {
        const EventStatistics found = statistics(self);
        py::dict result;
        result["events"] = found.events;
        result["nodes"] = found.nodes;
        result["self_loops"] = found.self_loops;
        result["ties"] = found.ties;
        result["average_degree"] = found.average_degree;
        result["average_update_distance"] = found.average_update_distance;
        return result;
      });
  module.def("split", &split, py::arg("events"), py::arg("loss") = py::none(), py::arg("like_batch_size") = py::none(),
             py::arg("score") = "eq7", py::arg("ties") = "split");
  module.def("sample_neighbours", &sample_neighbours, py::arg("events"), py::arg("nodes"), py::arg("times"),
             py::arg("fanouts"), py::arg("strategy") = "recent", py::arg("direction") = "both",
             py::arg("visible") = "strict", py::arg("window") = py::none(), py::arg("seed") = 0);
}

}  // namespace tuplepack::python

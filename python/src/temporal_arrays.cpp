#include "temporal_arrays.hpp"

namespace tuplepack::python {

template <typename Time>
static py::capsule keeper_of(std::unique_ptr<temporal::TrainingBatch<Time>> batch,
                             std::shared_ptr<BatchPool<Time>> pool) {
  struct Kept {
    std::unique_ptr<temporal::TrainingBatch<Time>> batch;
    std::shared_ptr<BatchPool<Time>> pool;
  };
  auto kept = std::make_unique<Kept>(Kept{std::move(batch), std::move(pool)});
  return py::capsule(kept.release(), [](void* all) {
    const std::unique_ptr<Kept> ending(static_cast<Kept*>(all));
    ending->pool->give_back(std::move(ending->batch));
  });
}

/// [count], or count rows of this many columns.
template <typename T>
static py::array_t<T> shown(const T* data, std::size_t count, const py::capsule& keeper,
                            std::optional<std::int64_t> columns = {}) {
  const auto rows = static_cast<py::ssize_t>(count);
  if (!columns) return py::array_t<T>({rows}, data, keeper);
  return py::array_t<T>({rows, static_cast<py::ssize_t>(*columns)}, data, keeper);
}

template <typename Time>
static py::list layers_of(const temporal::TrainingBatch<Time>& batch, const std::vector<std::int64_t>& fanouts,
                          const py::capsule& keeper) {
  py::list layers;
  const std::int64_t* node_inverse = batch.node_of.data() + batch.roots.size();
  const std::int64_t* edge_inverse = batch.edge_of.data() + (batch.end - batch.begin);
  for (std::size_t i = 0; i < batch.layers.size(); ++i) {
    const temporal::Neighbours<Time>& found = batch.layers[i];
    const std::size_t slots = found.nodes.size(), rows = found.counts.size();
    py::dict layer;
    layer["nodes"] = shown(found.nodes.data(), rows, keeper, fanouts[i]);
    layer["events"] = shown(found.events.data(), rows, keeper, fanouts[i]);
    layer["times"] = shown(found.times.data(), rows, keeper, fanouts[i]);
    layer["ages"] = shown(batch.ages[i].data(), rows, keeper, fanouts[i]);
    layer["counts"] = shown(found.counts.data(), rows, keeper);
    layer["node_inverse"] = shown(node_inverse, rows, keeper, fanouts[i]);
    layer["edge_inverse"] = shown(edge_inverse, rows, keeper, fanouts[i]);
    layers.append(layer);
    node_inverse += slots;
    edge_inverse += slots;
  }
  return layers;
}

template <typename Time>
py::dict arrays_of(Prepared<Time> made, const FeatureTables& tables, const std::vector<std::int64_t>& fanouts,
                   std::shared_ptr<BatchPool<Time>> pool) {
  const temporal::TrainingBatch<Time>& batch = *made.batch;
  const py::capsule keeper = keeper_of(std::move(made.batch), std::move(pool));
  const auto rows_of = [&](const std::optional<temporal::Rows>& table, const std::shared_ptr<py::object>& elsewhere,
                           const std::vector<std::byte>& rows, std::size_t count) -> py::object {
    if (!table) return py::none();
    if (elsewhere) return *elsewhere;
    return shown(reinterpret_cast<const std::uint8_t*>(rows.data()), count, keeper, table->width);
  };
  py::dict all;
  all["begin"] = batch.begin;
  all["end"] = batch.end;
  all["roots"] = shown(batch.roots.data(), batch.roots.size(), keeper);
  all["root_times"] = shown(batch.root_times.data(), batch.root_times.size(), keeper);
  all["layers"] = layers_of(batch, fanouts, keeper);
  all["nodes"] = shown(batch.nodes.data(), batch.nodes.size(), keeper);
  all["edges"] = shown(batch.edges.data(), batch.edges.size(), keeper);
  all["root_inverse"] = shown(batch.node_of.data(), batch.roots.size(), keeper);
  all["event_inverse"] = shown(batch.edge_of.data(), static_cast<std::size_t>(batch.end - batch.begin), keeper);
  all["last_writes"] = shown(batch.last_writes.data(), batch.last_writes.size(), keeper);
  all["node_features"] = rows_of(tables.nodes, made.node_rows, batch.node_rows, batch.nodes.size());
  all["edge_features"] = rows_of(tables.edges, made.edge_rows, batch.edge_rows, batch.edges.size());
  return all;
}

template py::dict arrays_of(Prepared<std::int64_t>, const FeatureTables&, const std::vector<std::int64_t>&,
                            std::shared_ptr<BatchPool<std::int64_t>>);
template py::dict arrays_of(Prepared<double>, const FeatureTables&, const std::vector<std::int64_t>&,
                            std::shared_ptr<BatchPool<double>>);

}  // namespace tuplepack::python

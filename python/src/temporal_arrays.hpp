#pragma once

#include "arrays.hpp"
#include "pool.hpp"
#include "tuplepack/temporal/training_batch.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace tuplepack::python {

template <typename Time>
using BatchPool = Pool<temporal::TrainingBatch<Time>>;

/// Tables of features; none: not given. Rows may have no bytes.
struct FeatureTables {
  std::optional<temporal::Rows> nodes{};
  std::optional<temporal::Rows> edges{};
};

/// A batch, and its rows of features where torch holds them.
template <typename Time>
struct Prepared {
  std::unique_ptr<temporal::TrainingBatch<Time>> batch{};
  std::shared_ptr<py::object> node_rows{}, edge_rows{};
};

/// A batch as the dict that Python's TemporalLoader takes apart. Its arrays share the memory of the batch, which returns to
/// the pool with the last of them.
/// tables   whose rows the batch has
/// fanouts  neighbours per node, of each layer
template <typename Time>
[[nodiscard]] py::dict arrays_of(Prepared<Time> made, const FeatureTables& tables,
                                 const std::vector<std::int64_t>& fanouts, std::shared_ptr<BatchPool<Time>> pool);

}  // namespace tuplepack::python
